// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

//! Rows 1-4, 12, 14 and 17: tasks that are spawned, and awaited by the host or by their parent.

use crate::meter::{let_them_sleep, since, Meter};
use async_runtime::{Priority, Runtime, RuntimeBuilder};
use futures_lite::future::{block_on, yield_now};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Instant;

/// What every task and thread submits through: a `Spawner` would look on each call whether the runtime still is there.
pub type Spawner = Arc<Runtime>;

pub fn pool(workers: usize) -> Spawner {
    Arc::new(
        RuntimeBuilder::new(NonZeroUsize::new(workers).unwrap())
            .build()
            .unwrap(),
    )
}

/// `repetitions` times a task of each of these classes, all spawned, then each awaited by the host in this order.
fn spawn_and_await(spawner: &Spawner, classes: &[Priority], repetitions: usize) -> u64 {
    let begin = Instant::now();
    let mut tasks = Vec::with_capacity(classes.len() * repetitions);
    for _ in 0..repetitions {
        for class in classes {
            tasks.push(spawner.spawn(*class, async { 1usize }).unwrap());
        }
    }
    let sum: usize = tasks.into_iter().map(block_on).sum();
    let elapsed = since(begin);
    assert_eq!(sum, classes.len() * repetitions);
    elapsed
}

fn batches(meter: &Meter, name: &str, classes: &[Priority]) {
    let runtime = pool(1);
    let spawner = Arc::clone(&runtime);
    for &n in meter.sizes(&[1, 64, 1024]) {
        meter.case(name, n, || spawn_and_await(&spawner, classes, n));
    }
    if classes.len() == 1 {
        meter.case(&format!("{name}, worker asleep"), 1, || {
            let_them_sleep();
            spawn_and_await(&spawner, classes, 1)
        });
    }
}

pub fn complete(meter: &Meter) {
    batches(meter, "spawn and complete", &[Priority::Normal]);
}

pub fn classes(meter: &Meter) {
    batches(meter, "class high", &[Priority::High]);
    batches(meter, "class normal", &[Priority::Normal]);
    batches(meter, "class background", &[Priority::Background]);
}

pub fn mixed(meter: &Meter) {
    use Priority::{Background as B, High as H, Normal as N};
    batches(
        meter,
        "8 high, 4 normal, 1 background",
        &[H, H, H, H, H, H, H, H, N, N, N, N, B],
    );
}

/// A parent that spawns `children` of `yields` yields each and awaits them.
fn parent_and_children(spawner: &Spawner, children: usize, yields: usize) -> u64 {
    let begin = Instant::now();
    let inner = spawner.clone();
    let parent = spawner.spawn(Priority::Normal, async move {
        let mut tasks = Vec::with_capacity(children);
        for _ in 0..children {
            tasks.push(inner.spawn(Priority::Normal, yielding(yields)).unwrap());
        }
        let mut sum = 0;
        for task in tasks {
            sum += task.await;
        }
        sum
    });
    let sum = block_on(parent.unwrap());
    let elapsed = since(begin);
    assert_eq!(sum, children);
    elapsed
}

async fn yielding(yields: usize) -> usize {
    for _ in 0..yields {
        yield_now().await;
    }
    1
}

pub fn nested(meter: &Meter) {
    let runtime = pool(1);
    let spawner = Arc::clone(&runtime);
    for &n in meter.sizes(&[1, 10, 100]) {
        meter.case("nested", n, || parent_and_children(&spawner, n, 0));
    }
}

pub fn locality(meter: &Meter) {
    for workers in [1, 2, 4, 8] {
        let runtime = pool(workers);
        let spawner = Arc::clone(&runtime);
        for &n in meter.sizes(&[1, 10, 100, 1000]) {
            meter.case(&format!("nested, W={workers}"), n, || {
                parent_and_children(&spawner, n, 0)
            });
        }
    }
}

pub fn imbalance(meter: &Meter) {
    for workers in [1, 2, 4, 8] {
        let runtime = pool(workers);
        let spawner = Arc::clone(&runtime);
        for &n in meter.sizes(&[256, 1024, 4096]) {
            meter.case(&format!("steal imbalance, W={workers}"), n, || {
                parent_and_children(&spawner, n, 8)
            });
        }
    }
}

fn storm(spawner: &Spawner, n: usize) -> u64 {
    let begin = Instant::now();
    let mut tasks = Vec::with_capacity(n);
    for _ in 0..n {
        tasks.push(spawner.spawn(Priority::Normal, yielding(8)).unwrap());
    }
    let sum: usize = tasks.into_iter().map(block_on).sum();
    let elapsed = since(begin);
    assert_eq!(sum, n);
    elapsed
}

pub fn yield_storm(meter: &Meter) {
    for workers in [2, 4] {
        let runtime = pool(workers);
        let spawner = Arc::clone(&runtime);
        for &n in meter.sizes(&[200, 1000, 10_000]) {
            meter.case(&format!("yield storm, W={workers}"), n, || {
                storm(&spawner, n)
            });
        }
    }
}
