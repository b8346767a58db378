// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

//! How often a case runs, and how it is reported: one line of JSON each, as `bench/runtime/meter.hpp` prints it.

use std::time::{Duration, Instant};

pub const CONTESTANT: &str = "crate";

#[derive(Clone, Copy)]
pub struct Meter {
    pub row: u32,
    pub quick: bool,
    pub budget: Duration,
}

impl Meter {
    /// The sizes of a workload; a quick run takes the smallest.
    pub fn sizes<'a>(&self, all: &'a [usize]) -> &'a [usize] {
        if self.quick {
            &all[..1]
        } else {
            all
        }
    }

    /// Runs `sample`, which gives nanoseconds, until the budget is used, and reports them.
    pub fn case(&self, name: &str, n: usize, sample: impl FnMut() -> u64) {
        self.case_of(name, n, 3, 5, sample);
    }

    /// The same for samples that take long.
    pub fn long_case(&self, name: &str, n: usize, sample: impl FnMut() -> u64) {
        self.case_of(name, n, 1, 2, sample);
    }

    fn case_of(
        &self,
        name: &str,
        n: usize,
        warm_ups: u32,
        least: usize,
        mut sample: impl FnMut() -> u64,
    ) {
        let mut seen = Vec::new();
        if self.quick {
            seen.push(sample());
        } else {
            for _ in 0..warm_ups {
                sample();
            }
            let end = Instant::now() + self.budget;
            while seen.len() < least || (Instant::now() < end && seen.len() < 20_000) {
                seen.push(sample());
            }
        }
        self.report(name, n, seen);
    }

    /// Reports samples that were taken elsewhere.
    pub fn report(&self, name: &str, n: usize, mut seen: Vec<u64>) {
        seen.sort_unstable();
        let rank = |share: f64| {
            seen[((share * seen.len() as f64).ceil() as usize).clamp(1, seen.len()) - 1]
        };
        println!(
            "{{\"row\": {}, \"name\": \"{}\", \"n\": {}, \"contestant\": \"{}\", \"ns_min\": {}, \"ns_median\": {}, \
             \"ns_p95\": {}, \"ns_p99\": {}, \"samples\": {}}}",
            self.row, name, n, CONTESTANT, seen[0], rank(0.5), rank(0.95), rank(0.99), seen.len()
        );
    }
}

/// Nanoseconds since `begin`.
pub fn since(begin: Instant) -> u64 {
    u64::try_from(begin.elapsed().as_nanos()).unwrap()
}

/// Lets idle workers fall asleep for certain: long, in terms of a scheduler, and without sleeping oneself.
pub fn let_them_sleep() {
    let end = Instant::now() + Duration::from_micros(100);
    while Instant::now() < end {
        std::hint::spin_loop();
    }
}
