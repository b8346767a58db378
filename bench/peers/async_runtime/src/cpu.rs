// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

//! Rows 23 and 25: tasks that compute.

use crate::meter::{since, Meter};
use crate::spawning::{pool, Spawner};
use async_runtime::Priority;
use futures_lite::future::block_on;
use std::sync::Arc;
use std::time::Instant;

const TASKS: usize = 1024;

/// Rounds of three xorshifts and a multiplication, which the compiler cannot shorten.
pub fn kernel(seed: u64, rounds: usize) -> u64 {
    let mut x = seed ^ 0x9e37_79b9_7f4a_7c15;
    for _ in 0..rounds {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x = x.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    x
}

/// What all children of all parents add up to.
fn expected(parents: usize, children: usize, rounds: usize) -> u64 {
    let seeds = (0..parents).flat_map(|p| (0..children).map(move |c| (p as u64) << 32 | c as u64));
    seeds.fold(0, |sum, seed| sum.wrapping_add(kernel(seed, rounds)))
}

async fn parent(spawner: Spawner, number: usize, children: usize, rounds: usize) -> u64 {
    let seed = |child| (number as u64) << 32 | child as u64;
    let spawn = |child| {
        let seed = seed(child);
        spawner
            .spawn(Priority::Normal, async move { kernel(seed, rounds) })
            .unwrap()
    };
    let tasks: Vec<_> = (0..children).map(spawn).collect();
    let mut sum = 0u64;
    for task in tasks {
        sum = sum.wrapping_add(task.await);
    }
    sum
}

pub fn batches(meter: &Meter) {
    let rounds = if meter.quick { 100 } else { 100_000 };
    for workers in [1, 2, 4, 8] {
        let runtime = pool(workers);
        let spawner = Arc::clone(&runtime);
        let children = TASKS / workers;
        let wanted = expected(workers, children, rounds);
        meter.long_case(&format!("cpu batch, W={workers}"), TASKS, || {
            let begin = Instant::now();
            let spawn = |p| {
                spawner
                    .spawn(
                        Priority::Normal,
                        parent(spawner.clone(), p, children, rounds),
                    )
                    .unwrap()
            };
            let parents: Vec<_> = (0..workers).map(spawn).collect();
            let sum = parents
                .into_iter()
                .map(block_on)
                .fold(0u64, u64::wrapping_add);
            let elapsed = since(begin);
            assert_eq!(sum, wanted);
            elapsed
        });
    }
    class_latency(meter, rounds);
}

/// From the submission to the end of each task, one batch of 13 at a time on one worker.
fn class_latency(meter: &Meter, rounds: usize) {
    use Priority::{Background as B, High as H, Normal as N};
    let runtime = pool(1);
    let spawner = Arc::clone(&runtime);
    let mut seen = [Vec::new(), Vec::new(), Vec::new()];
    for batch in 0..if meter.quick { 2u64 } else { 100 } {
        let spawn = |class| {
            let begin = Instant::now();
            let body = async move {
                assert_ne!(kernel(batch, rounds), 0);
                since(begin)
            };
            (class, spawner.spawn(class, body).unwrap())
        };
        let tasks: Vec<_> = [H, H, H, H, H, H, H, H, N, N, N, N, B]
            .into_iter()
            .map(spawn)
            .collect();
        for (class, task) in tasks {
            seen[class as usize].push(block_on(task));
        }
    }
    for (name, samples) in ["high", "normal", "background"].into_iter().zip(seen) {
        meter.report(&format!("cpu latency, {name}"), 13, samples);
    }
}

const CROSSOVER: [usize; 8] = [0, 1023, 2559, 5117, 10_234, 25_586, 51_172, 102_344];

fn cpu_tasks(spawner: &Spawner, rounds: usize, wanted: u64) -> u64 {
    let begin = Instant::now();
    let spawn = |seed| {
        spawner
            .spawn(Priority::Normal, async move { kernel(seed, rounds) })
            .unwrap()
    };
    let tasks: Vec<_> = (0..64).map(spawn).collect();
    let sum = tasks
        .into_iter()
        .map(block_on)
        .fold(0u64, u64::wrapping_add);
    let elapsed = since(begin);
    assert_eq!(sum, wanted);
    elapsed
}

pub fn crossover(meter: &Meter) {
    let sizes = meter.sizes(&CROSSOVER);
    for workers in [1, 2, 4, 8] {
        let runtime = pool(workers);
        let spawner = Arc::clone(&runtime);
        for &rounds in sizes {
            let wanted = expected(1, 64, rounds);
            meter.case(&format!("64 cpu tasks, W={workers}"), rounds, || {
                cpu_tasks(&spawner, rounds, wanted)
            });
        }
    }
    for &rounds in sizes {
        let wanted = expected(1, 64, rounds);
        meter.case("64 cpu tasks, inline", rounds, || {
            let begin = Instant::now();
            let sum = expected(1, 64, std::hint::black_box(rounds));
            let elapsed = since(begin);
            assert_eq!(sum, wanted);
            elapsed
        });
    }
}
