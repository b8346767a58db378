// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

//! The window without sockets: simulated operations that are ready at once, or that expire.
//!
//!     synthetic --mode ready|expired --count 4096 --batch 256 --timeout-ms 10 --repeat N
//!
//! Prints the median of the repetitions as one line of JSON.

use std::future::{pending, ready};
use std::hint::black_box;
use std::time::{Duration, Instant};
use tokio::time::timeout;
use tokio_loop::{option, run_window, runtime};

fn main() {
    let count: u32 = option("--count", 4096);
    let batch: usize = option("--batch", 256);
    let wait = Duration::from_millis(option("--timeout-ms", 10));
    let expired = option("--mode", String::from("ready")) == "expired";
    let repeat: usize = option("--repeat", if expired { 1 } else { 100 });

    let runtime = runtime();
    let mut times: Vec<f64> = (0..repeat)
        .map(|_| {
            let mut answered = 0u32;
            let begin = Instant::now();
            let take = |result: Result<u32, _>| answered += u32::from(result.is_ok());
            if expired {
                let make = |_| timeout(wait, pending());
                runtime.block_on(run_window(0..count, batch, make, take));
            } else {
                let make = |index| timeout(wait, ready(black_box(index)));
                runtime.block_on(run_window(0..count, batch, make, take));
            }
            let elapsed = begin.elapsed();
            assert_eq!(answered, if expired { 0 } else { count });
            elapsed.as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!("{{\"scan_ms\": {:.6}}}", times[times.len() / 2]);
}
