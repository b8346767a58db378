// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

//! The scan loop that scanners in Rust have, without anything around it: one future a port, in a bounded window.
//!
//!     tokio_loop --ip A --first N --last N --batch N --timeout-ms N --tries N --interval-ms N --protocol tcp|udp
//!
//! Prints the scan phase and the open ports as one line of JSON.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, Shutdown, SocketAddr};
use std::time::{Duration, Instant};
use tokio::net::{TcpStream, UdpSocket};
use tokio::time::timeout;
use tokio_loop::{option, run_window, runtime};

#[derive(Clone, Copy)]
struct Probe {
    wait: Duration,
    tries: u32,
    udp: bool,
}

enum State {
    Open,
    Closed,
    Silent,
}

async fn connect(target: SocketAddr) -> io::Result<()> {
    let stream = TcpStream::connect(target).await?;
    let _ = stream.into_std()?.shutdown(Shutdown::Both);
    Ok(())
}

async fn exchange(target: SocketAddr) -> io::Result<()> {
    let any: IpAddr = match target {
        SocketAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
        SocketAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    };
    let socket = UdpSocket::bind((any, 0)).await?;
    socket.connect(target).await?;
    socket.send(&[]).await?;
    let mut answer = [0u8; 1024];
    socket.recv(&mut answer).await.map(|_| ())
}

async fn scan(target: SocketAddr, probe: Probe) -> (u16, State) {
    let mut state = State::Silent;
    for _ in 0..probe.tries {
        let result = if probe.udp {
            timeout(probe.wait, exchange(target)).await
        } else {
            timeout(probe.wait, connect(target)).await
        };
        state = match result {
            Ok(Ok(())) => State::Open,
            Ok(Err(error)) if error.kind() == io::ErrorKind::ConnectionRefused => State::Closed,
            Ok(Err(error)) => {
                eprintln!("{target}: {error}");
                State::Silent
            }
            Err(_) => continue,
        };
        break;
    }
    (target.port(), state)
}

fn main() {
    let ip: IpAddr = option("--ip", Ipv4Addr::LOCALHOST.into());
    let (first, last): (u16, u16) = (option("--first", 1), option("--last", 1));
    let probe = Probe {
        wait: Duration::from_millis(option("--timeout-ms", 1500)),
        tries: option("--tries", 1),
        udp: option("--protocol", String::from("tcp")) == "udp",
    };
    let interval = Duration::from_millis(option("--interval-ms", 0));
    let (mut open, mut closed, mut silent) = (Vec::new(), 0, 0);

    let begin = Instant::now();
    let take = |(port, state)| match state {
        State::Open => open.push(port),
        State::Closed => closed += 1,
        State::Silent => silent += 1,
    };
    let make = |port: u16| async move {
        if !interval.is_zero() {
            let gap = interval * u32::from(port - first);
            tokio::time::sleep_until((begin + gap).into()).await;
        }
        scan(SocketAddr::new(ip, port), probe).await
    };
    runtime().block_on(run_window(first..=last, option("--batch", 256), make, take));
    let elapsed = begin.elapsed();

    println!(
        "{{\"scan_ms\": {:.6}, \"closed\": {closed}, \"silent\": {silent}, \"open\": {open:?}}}",
        elapsed.as_secs_f64() * 1e3
    );
}
