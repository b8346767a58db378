// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

//! Row 24: by how much `run_for` overshoots its budget.

use crate::cpu::kernel;
use crate::meter::{since, Meter};
use async_runtime::LocalDomain;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The rounds of the kernel that take a microsecond here.
fn rounds_per_microsecond() -> f64 {
    let rounds = 1_000_000;
    let run = || {
        let begin = Instant::now();
        black_box(kernel(black_box(1), rounds));
        since(begin)
    };
    let best = (0..5).map(|_| run()).min().unwrap();
    rounds as f64 * 1000.0 / best as f64
}

fn one_frame(budget: Duration, items: usize, rounds: usize, remote: bool) -> u64 {
    let domain = LocalDomain::new();
    for seed in 0..items {
        let body = async move {
            black_box(kernel(seed as u64, rounds));
        };
        if remote {
            domain.spawner().dispatch_future(body).unwrap();
        } else {
            domain.spawn_local(body).unwrap().detach();
        }
    }
    let begin = Instant::now();
    let stats = domain.run_for(budget);
    let elapsed = since(begin);
    assert!(stats.drive_steps > 0);
    elapsed
}

pub fn overshoot(meter: &Meter) {
    let per_microsecond = rounds_per_microsecond();
    let (warm_ups, samples) = if meter.quick { (1, 2) } else { (20, 300) };
    for (kind, remote) in [("ready", false), ("remote", true)] {
        for budget in [100, 500, 1000] {
            for poll in [20, 100, 500] {
                let rounds = (per_microsecond * poll as f64) as usize;
                let items = (budget as usize).div_ceil(poll) + 2;
                let limit = Duration::from_micros(budget);
                let mut seen = Vec::new();
                for i in 0..warm_ups + samples {
                    let elapsed = one_frame(limit, items, rounds, remote);
                    if i >= warm_ups {
                        seen.push(elapsed.saturating_sub(budget * 1000));
                    }
                }
                meter.report(
                    &format!("overshoot, {kind}, {budget} us of {poll} us"),
                    items,
                    seen,
                );
            }
        }
    }
}
