// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

//! Rows 15, 16 and 20: a probe beside tasks that yield without end.

use crate::meter::{since, Meter};
use crate::spawning::{pool, Spawner};
use async_runtime::{Priority, Task};
use futures_lite::future::{block_on, yield_now};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::Instant;

const CLASSES: [(&str, Priority); 3] = [
    ("high", Priority::High),
    ("normal", Priority::Normal),
    ("background", Priority::Background),
];

/// High tasks that yield until they are stopped.
struct Population {
    stop: Arc<AtomicBool>,
    tasks: Vec<Task<usize>>,
}

impl Population {
    fn new(spawner: &Spawner, n: usize, yields: usize) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let busy = |_| {
            let stop = Arc::clone(&stop);
            let body = async move {
                while !stop.load(Ordering::Relaxed) {
                    for _ in 0..yields {
                        yield_now().await;
                    }
                }
                1
            };
            spawner.spawn(Priority::High, body).unwrap()
        };
        let tasks = (0..n).map(busy).collect();
        Self { stop, tasks }
    }

    fn end(self) {
        let n = self.tasks.len();
        self.stop.store(true, Ordering::Relaxed);
        assert_eq!(self.tasks.into_iter().map(block_on).sum::<usize>(), n);
    }
}

fn probe(spawner: &Spawner, class: Priority) -> u64 {
    let begin = Instant::now();
    let result = block_on(spawner.spawn(class, async { 7 }).unwrap());
    let elapsed = since(begin);
    assert_eq!(result, 7);
    elapsed
}

pub fn probes(meter: &Meter) {
    let runtime = pool(1);
    let spawner = Arc::clone(&runtime);
    for &n in meter.sizes(&[128, 1024, 8192]) {
        for (name, class) in CLASSES {
            let population = Population::new(&spawner, n, 1);
            meter.case(&format!("{name} probe beside busy high"), n, || {
                probe(&spawner, class)
            });
            population.end();
        }
    }
}

pub fn starvation(meter: &Meter) {
    let runtime = pool(1);
    let spawner = Arc::clone(&runtime);
    for &n in meter.sizes(&[256, 2048, 16_384]) {
        let population = Population::new(&spawner, n, 4);
        meter.case("background probe beside 4 yields", n, || {
            probe(&spawner, Priority::Background)
        });
        population.end();
    }
}

pub fn sampled_probes(meter: &Meter) {
    let runtime = pool(1);
    let spawner = Arc::clone(&runtime);
    let (warm_ups, samples) = if meter.quick { (1, 10) } else { (300, 3000) };
    for &n in meter.sizes(&[128, 1024, 8192]) {
        for (name, class) in CLASSES {
            let population = Population::new(&spawner, n, 1);
            for _ in 0..warm_ups {
                probe(&spawner, class);
            }
            let seen = (0..samples).map(|_| probe(&spawner, class)).collect();
            meter.report(&format!("{name} probe, sampled"), n, seen);
            population.end();
        }
    }
}
