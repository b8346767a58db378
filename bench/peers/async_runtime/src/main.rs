// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

//! The 25 workloads on `async-runtime`, the crate that the runtimes of sonda are measured against.
//!
//!     async_runtime_peer --row N [--quick] [--budget-ms B]
//!
//! Without `--row` all of them. Prints a line of JSON for each case.

mod budget;
mod cpu;
mod latency;
mod local;
mod meter;
mod spawning;
mod waking;

use meter::Meter;
use std::time::Duration;

type Row = fn(&Meter);

fn option(name: &str, default: u64) -> u64 {
    let mut arguments = std::env::args().skip_while(|each| each != name).skip(1);
    arguments
        .next()
        .map_or(default, |text| text.parse().expect("a number"))
}

fn main() {
    let row = option("--row", 0);
    let quick = std::env::args().any(|each| each == "--quick");
    let budget = Duration::from_millis(option("--budget-ms", 40));
    let rows: [(u32, Row); 25] = [
        (1, spawning::complete),
        (2, spawning::nested),
        (3, spawning::classes),
        (4, spawning::mixed),
        (5, local::run_n),
        (6, local::run_for),
        (7, local::dispatch),
        (8, local::frame),
        (9, local::graceful),
        (10, local::now),
        (11, local::yields),
        (12, spawning::locality),
        (13, waking::producers),
        (14, spawning::imbalance),
        (15, latency::probes),
        (16, latency::starvation),
        (17, spawning::yield_storm),
        (18, waking::external),
        (19, waking::idle),
        (20, latency::sampled_probes),
        (21, waking::spawn_calls),
        (22, waking::contention),
        (23, cpu::batches),
        (24, budget::overshoot),
        (25, cpu::crossover),
    ];
    for (number, run) in rows {
        if row == 0 || row == u64::from(number) {
            run(&Meter {
                row: number,
                quick,
                budget,
            });
        }
    }
}
