// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

//! The shape that both programs share: a window of futures, refilled as they complete, on one thread.

use futures_util::stream::{FuturesUnordered, StreamExt};
use std::future::Future;

/// Runs the operations that `make` builds of `items`, at most `batch` at a time, and hands what they give to `take`.
pub async fn run_window<I, M, F, T>(items: I, batch: usize, mut make: M, mut take: T)
where
    I: Iterator,
    M: FnMut(I::Item) -> F,
    F: Future,
    T: FnMut(F::Output),
{
    let mut items = items;
    let mut window = FuturesUnordered::new();
    for item in items.by_ref().take(batch) {
        window.push(make(item));
    }
    while let Some(result) = window.next().await {
        if let Some(item) = items.next() {
            window.push(make(item));
        }
        take(result);
    }
}

/// A runtime on the calling thread alone.
pub fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
}

/// The value after `name` on the command line, or `default`.
pub fn option<V: std::str::FromStr>(name: &str, default: V) -> V {
    let mut arguments = std::env::args().skip_while(|each| each != name);
    match arguments.nth(1) {
        None => default,
        Some(text) => text.parse().unwrap_or_else(|_| {
            eprintln!("bad value for {name}: {text}");
            std::process::exit(2)
        }),
    }
}
