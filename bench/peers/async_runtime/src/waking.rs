// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

//! Rows 13, 18, 19, 21 and 22: what comes from other threads.

use crate::meter::{let_them_sleep, since, Meter};
use crate::spawning::{pool, Spawner};
use async_runtime::Priority;
use futures_lite::future::{block_on, poll_fn};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Barrier, Mutex};
use std::task::{Poll, Waker};
use std::thread::{current, park, yield_now, Thread};
use std::time::Instant;

const BURST: usize = 256;

/// Counts what others did, and wakes the thread that made it when there is enough of it.
struct Acks {
    count: AtomicUsize,
    wanted: usize,
    waiter: Thread,
}

impl Acks {
    fn new(wanted: usize) -> Arc<Self> {
        Arc::new(Self {
            count: AtomicUsize::new(0),
            wanted,
            waiter: current(),
        })
    }

    fn hit(&self) {
        if self.count.fetch_add(1, Ordering::AcqRel) + 1 == self.wanted {
            self.waiter.unpark();
        }
    }

    fn wait(&self) {
        while self.count.load(Ordering::Acquire) < self.wanted {
            park();
        }
    }
}

fn spin_until(count: &AtomicUsize, wanted: usize) {
    while count.load(Ordering::Acquire) != wanted {
        yield_now();
    }
}

fn spawn_counting(spawner: &Spawner, count: &Arc<AtomicUsize>) {
    let count = Arc::clone(count);
    let body = async move {
        count.fetch_add(1, Ordering::Release);
    };
    spawner.spawn(Priority::Normal, body).unwrap().detach();
}

pub fn producers(meter: &Meter) {
    for workers in [2, 4] {
        let runtime = pool(workers);
        for &n in meter.sizes(&[1, 2, 4, 8, 16]) {
            produce(meter, &runtime, workers, n);
        }
    }
}

fn produce(meter: &Meter, runtime: &Spawner, workers: usize, n: usize) {
    let count = Arc::new(AtomicUsize::new(0));
    let acks = Acks::new(n);
    let mut threads = Vec::new();
    let mut starts = Vec::new();
    for _ in 0..n {
        let (spawner, count, acks) = (Arc::clone(&runtime), Arc::clone(&count), Arc::clone(&acks));
        let (start, inbox) = channel::<()>();
        starts.push(start);
        threads.push(std::thread::spawn(move || {
            for () in inbox {
                for _ in 0..BURST {
                    spawn_counting(&spawner, &count);
                }
                acks.hit();
            }
        }));
    }
    meter.case(&format!("producers of 256, W={workers}"), n, || {
        count.store(0, Ordering::Relaxed);
        acks.count.store(0, Ordering::Relaxed);
        let begin = Instant::now();
        starts.iter().for_each(|start| start.send(()).unwrap());
        acks.wait();
        spin_until(&count, n * BURST);
        since(begin)
    });
    drop(starts);
    threads
        .into_iter()
        .for_each(|thread| thread.join().unwrap());
}

/// What a task waits for, until the host says so.
#[derive(Default)]
struct Flag {
    set: AtomicBool,
    waker: Mutex<Option<Waker>>,
}

impl Flag {
    fn wake(&self) {
        self.set.store(true, Ordering::Release);
        if let Some(waker) = self.waker.lock().unwrap().take() {
            waker.wake();
        }
    }

    async fn wait(&self, registered: &Acks) -> usize {
        let mut told = false;
        poll_fn(|context| {
            if self.set.load(Ordering::Acquire) {
                return Poll::Ready(1);
            }
            *self.waker.lock().unwrap() = Some(context.waker().clone());
            if !told {
                told = true;
                registered.hit();
            }
            Poll::Pending
        })
        .await
    }
}

fn wake_all(spawner: &Spawner, n: usize, asleep: bool) -> u64 {
    let acks = Acks::new(n);
    let flags: Vec<Arc<Flag>> = (0..n).map(|_| Arc::default()).collect();
    let spawn = |flag: &Arc<Flag>| {
        let (flag, acks) = (Arc::clone(flag), Arc::clone(&acks));
        spawner
            .spawn(Priority::Normal, async move { flag.wait(&acks).await })
            .unwrap()
    };
    let tasks: Vec<_> = flags.iter().map(spawn).collect();
    acks.wait();
    if asleep {
        let_them_sleep();
    }
    let begin = Instant::now();
    flags.iter().for_each(|flag| flag.wake());
    let sum: usize = tasks.into_iter().map(block_on).sum();
    let elapsed = since(begin);
    assert_eq!(sum, n);
    elapsed
}

pub fn external(meter: &Meter) {
    for workers in [1, 2, 4] {
        let runtime = pool(workers);
        let spawner = Arc::clone(&runtime);
        meter.case(&format!("single wake, W={workers}"), 1, || {
            wake_all(&spawner, 1, false)
        });
        meter.case(
            &format!("single wake, W={workers}, worker asleep"),
            1,
            || wake_all(&spawner, 1, true),
        );
        if workers > 1 {
            for &n in meter.sizes(&[200, 1000, 10_000]) {
                meter.case(&format!("external wake, W={workers}"), n, || {
                    wake_all(&spawner, n, false)
                });
            }
        }
    }
}

fn one_high(spawner: &Spawner) {
    assert_eq!(
        block_on(spawner.spawn(Priority::High, async { 7 }).unwrap()),
        7
    );
}

pub fn idle(meter: &Meter) {
    for workers in [1, 2, 4, 8] {
        let runtime = pool(workers);
        let spawner = Arc::clone(&runtime);
        let wait_until_idle = || {
            while runtime.stats().sleeping_workers != workers {
                yield_now();
            }
        };
        meter.case(&format!("idle wake and park, W={workers}"), 1, || {
            let begin = Instant::now();
            wait_until_idle();
            one_high(&spawner);
            since(begin)
        });
        meter.case(&format!("idle wake, W={workers}, worker asleep"), 1, || {
            let_them_sleep();
            wait_until_idle();
            let begin = Instant::now();
            one_high(&spawner);
            since(begin)
        });
    }
}

pub fn spawn_calls(meter: &Meter) {
    for workers in [2, 4] {
        let runtime = pool(workers);
        for &n in meter.sizes(&[1, 2, 4, 8, 16]) {
            let mut calls = Vec::new();
            for _ in 0..if meter.quick { 1 } else { 3 } {
                calls.extend(timed_calls(&runtime, n, 2000));
            }
            meter.report(&format!("spawn call, W={workers}"), n, calls);
        }
    }
}

fn timed_calls(runtime: &Spawner, threads: usize, each: usize) -> Vec<u64> {
    let count = Arc::new(AtomicUsize::new(0));
    let barrier = Arc::new(Barrier::new(threads));
    let start = |_| {
        let (spawner, count, barrier) = (
            Arc::clone(&runtime),
            Arc::clone(&count),
            Arc::clone(&barrier),
        );
        std::thread::spawn(move || {
            barrier.wait();
            let call = |_| {
                let begin = Instant::now();
                spawn_counting(&spawner, &count);
                since(begin)
            };
            (0..each).map(call).collect::<Vec<u64>>()
        })
    };
    let running: Vec<_> = (0..threads).map(start).collect();
    let calls = running
        .into_iter()
        .flat_map(|thread| thread.join().unwrap())
        .collect();
    spin_until(&count, threads * each);
    calls
}

/// A gate that any number of tasks wait for.
#[derive(Default)]
struct Gate {
    open: AtomicBool,
    wakers: Mutex<Vec<Waker>>,
}

impl Gate {
    fn wake_all(&self) {
        let wakers = {
            let mut waiting = self.wakers.lock().unwrap();
            self.open.store(true, Ordering::Release);
            std::mem::take(&mut *waiting)
        };
        wakers.into_iter().for_each(Waker::wake);
    }

    async fn wait(&self, registered: &Acks) -> usize {
        poll_fn(|context| {
            let mut waiting = self.wakers.lock().unwrap();
            if self.open.load(Ordering::Acquire) {
                return Poll::Ready(1);
            }
            waiting.push(context.waker().clone());
            drop(waiting);
            registered.hit();
            Poll::Pending
        })
        .await
    }
}

pub fn contention(meter: &Meter) {
    for workers in [1, 2, 4, 8] {
        let runtime = pool(workers);
        let spawner = Arc::clone(&runtime);
        for &n in meter.sizes(&[1024]) {
            meter.case(&format!("completion contention, W={workers}"), n, || {
                through_gate(&spawner, n)
            });
        }
    }
}

fn through_gate(spawner: &Spawner, n: usize) -> u64 {
    let begin = Instant::now();
    let gate = Arc::new(Gate::default());
    let acks = Acks::new(n);
    let spawn = |_| {
        let (gate, acks) = (Arc::clone(&gate), Arc::clone(&acks));
        spawner
            .spawn(Priority::Normal, async move { gate.wait(&acks).await })
            .unwrap()
    };
    let tasks: Vec<_> = (0..n).map(spawn).collect();
    acks.wait();
    gate.wake_all();
    let sum: usize = tasks.into_iter().map(block_on).sum();
    let elapsed = since(begin);
    assert_eq!(sum, n);
    elapsed
}
