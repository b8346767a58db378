// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

//! Rows 5-11: a domain that the host drives.

use crate::meter::{since, Meter};
use async_runtime::{LocalDomain, LocalSpawner};
use futures_lite::future::{block_on, pending, yield_now};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{channel, Receiver, Sender};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A domain with `n` ready tasks that count.
fn ready(n: usize) -> (LocalDomain, Rc<Cell<usize>>) {
    let domain = LocalDomain::new();
    let count = Rc::new(Cell::new(0));
    for _ in 0..n {
        let count = Rc::clone(&count);
        domain
            .spawn_local(async move { count.set(count.get() + 1) })
            .unwrap()
            .detach();
    }
    (domain, count)
}

pub fn run_n(meter: &Meter) {
    for &n in meter.sizes(&[1, 64, 1024]) {
        meter.case("run_n", n, || {
            let (domain, count) = ready(n);
            let begin = Instant::now();
            let steps = domain.run_n(n);
            let elapsed = since(begin);
            assert_eq!((steps, count.get()), (n, n));
            elapsed
        });
    }
}

pub fn run_for(meter: &Meter) {
    for &micros in meter.sizes(&[100, 500, 1000]) {
        meter.case(&format!("run_for {micros} us"), 64, || {
            let (domain, count) = ready(64);
            timed_frame(&domain, micros, || count.get())
        });
    }
}

/// Everything is done within the budget, unless the machine held the thread up.
fn timed_frame(domain: &LocalDomain, micros: usize, done: impl Fn() -> usize) -> u64 {
    let begin = Instant::now();
    domain.run_for(Duration::from_micros(micros as u64));
    let elapsed = since(begin);
    assert!(done() == 64 || elapsed >= micros as u64 * 1000);
    elapsed
}

pub fn frame(meter: &Meter) {
    for &micros in meter.sizes(&[100, 500, 1000]) {
        meter.case(&format!("frame, run_for {micros} us"), 64, || {
            let domain = LocalDomain::new();
            let spawner = domain.spawner();
            let count = Arc::new(AtomicUsize::new(0));
            for _ in 0..64 {
                let count = Arc::clone(&count);
                let body = async move {
                    count.fetch_add(1, Ordering::Relaxed);
                };
                spawner.dispatch_future(body).unwrap();
            }
            timed_frame(&domain, micros, || count.load(Ordering::Relaxed))
        });
    }
}

pub fn graceful(meter: &Meter) {
    for &n in meter.sizes(&[1, 64, 1024]) {
        meter.case("graceful shutdown", n, || {
            let (domain, count) = ready(n);
            let begin = Instant::now();
            block_on(domain.shutdown_graceful());
            let elapsed = since(begin);
            assert_eq!(count.get(), n);
            elapsed
        });
    }
}

pub fn now(meter: &Meter) {
    for &n in meter.sizes(&[1, 64, 1024]) {
        meter.case("shutdown now", n, || {
            let domain = LocalDomain::new();
            let alive = Rc::new(());
            for _ in 0..n {
                let alive = Rc::clone(&alive);
                let body = async move {
                    pending::<()>().await;
                    drop(alive);
                };
                domain.spawn_local(body).unwrap().detach();
            }
            let begin = Instant::now();
            domain.shutdown_now();
            let elapsed = since(begin);
            assert_eq!(Rc::strong_count(&alive), 1);
            elapsed
        });
    }
}

pub fn yields(meter: &Meter) {
    for &n in meter.sizes(&[200, 1000, 10_000]) {
        meter.case("local yields, 8 a task", n, || {
            let domain = LocalDomain::new();
            let count = Rc::new(Cell::new(0));
            for _ in 0..n {
                let count = Rc::clone(&count);
                let body = async move {
                    for _ in 0..8 {
                        yield_now().await;
                    }
                    count.set(count.get() + 1);
                };
                domain.spawn_local(body).unwrap().detach();
            }
            let begin = Instant::now();
            while !domain.is_empty() {
                domain.run_n(n);
            }
            let elapsed = since(begin);
            assert_eq!(count.get(), n);
            elapsed
        });
    }
}

#[derive(Clone, Copy)]
enum Way {
    Bridge,
    Closure,
    Future,
}

/// A thread that submits as many items as it is asked for.
struct Producer {
    requests: Sender<usize>,
    acks: Receiver<()>,
    thread: JoinHandle<()>,
}

fn producer(spawner: LocalSpawner, way: Way, done: Arc<AtomicUsize>) -> Producer {
    let (requests, inbox) = channel::<usize>();
    let (ack, acks) = channel();
    let thread = std::thread::spawn(move || {
        for n in inbox {
            for _ in 0..n {
                submit(&spawner, way, &done);
            }
            ack.send(()).unwrap();
        }
    });
    Producer {
        requests,
        acks,
        thread,
    }
}

fn submit(spawner: &LocalSpawner, way: Way, done: &Arc<AtomicUsize>) {
    let done = Arc::clone(done);
    let count = move || {
        done.fetch_add(1, Ordering::Relaxed);
    };
    match way {
        Way::Bridge => spawner.spawn(async move { count() }).unwrap().detach(),
        Way::Closure => spawner.dispatch(count).unwrap(),
        Way::Future => spawner.dispatch_future(async move { count() }).unwrap(),
    }
}

pub fn dispatch(meter: &Meter) {
    let ways = [
        ("dispatch bridge", Way::Bridge),
        ("dispatch closure", Way::Closure),
        ("dispatch future", Way::Future),
    ];
    for (name, way) in ways {
        let domain = LocalDomain::new();
        let done = Arc::new(AtomicUsize::new(0));
        let producer = producer(domain.spawner(), way, Arc::clone(&done));
        for &n in meter.sizes(&[1, 64, 1024]) {
            meter.case(name, n, || {
                done.store(0, Ordering::Relaxed);
                let begin = Instant::now();
                producer.requests.send(n).unwrap();
                producer.acks.recv().unwrap();
                while !domain.is_empty() {
                    domain.run_n(n);
                }
                let elapsed = since(begin);
                assert_eq!(done.load(Ordering::Relaxed), n);
                elapsed
            });
        }
        drop(producer.requests);
        producer.thread.join().unwrap();
    }
}
