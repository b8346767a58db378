# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""The programs that are measured: ours, its floors and its peers, each with its command line and its way to report."""

import json
import os
import re
import shutil

from . import comparisons


class Program:
    """One side of a comparison. Its scan phase is what it prints of it."""

    environment = {}

    def __init__(self, name, path, options=(), all_cores=False):
        self.name = name
        self.path = path
        self.all_cores = all_cores
        self._options = list(options)

    def missing(self):
        """Why it cannot be run, or None."""
        return None if self.path and os.access(self.path, os.X_OK) else f"{self.name} is not here"

    def can(self, workload):
        """Whether it knows what the workload asks for."""
        return True

    def arguments(self, workload):
        return [self.path, *self._options, *workload.options]

    def result(self, run):
        """The scan phase in ms, or None if it does not say, and the open ports as reported."""
        answer = json.loads(run.output)
        return answer["scan_ms"], answer["open"]


class RustScan(Program):
    """Prints its scan phase in its log, and the open ports in one line a host."""

    environment = {"RUST_LOG": "rustscan=info"}

    def __init__(self, name="rustscan", all_cores=False):
        home = os.path.expanduser("~/.cargo/bin/rustscan")
        super().__init__(name, shutil.which("rustscan") or home, all_cores=all_cores)

    def can(self, workload):
        return workload.interval_ms == 0

    def arguments(self, workload):
        return [self.path, "--no-config", "--greppable", "--addresses", workload.ip,
                "--range", f"{workload.first}-{workload.last}", "--batch-size", str(workload.batch),
                "--timeout", str(workload.timeout_ms), "--tries", str(workload.tries),
                *(["--udp"] if workload.udp else [])]

    def result(self, run):
        phase = re.search(r"Portscan\s*\|\s*([0-9.e-]+)\s*s", run.errors)
        lines = re.findall(r"-> \[([0-9,]*)\]", run.output)
        ports = [int(port) for line in lines for port in line.split(",") if port]
        return (float(phase[1]) * 1e3 if phase else None), ports


class Nmap(Program):
    """Prints no scan phase that is fine enough: its whole process minus its own run over one closed port."""

    def __init__(self):
        super().__init__("nmap", shutil.which("nmap"))

    def can(self, workload):
        return not workload.udp and workload.interval_ms == 0 and workload.ip != "127.0.0.3"

    def arguments(self, workload):
        return [self.path, "-n", "-Pn", "-sT", "-T5", "--max-retries", str(workload.tries - 1),
                "--max-parallelism", str(workload.batch), *(["-6"] if ":" in workload.ip else []),
                "-p", f"{workload.first}-{workload.last}", "-oG", "-", workload.ip]

    def result(self, run):
        return None, [int(port) for port in re.findall(r"(\d+)/open/", run.output)]


class Command(Program):
    """The command itself."""

    def __init__(self, path, name="command", threads=1):
        super().__init__(name, path, all_cores=threads != 1)
        self._threads = threads

    def arguments(self, workload):
        return [self.path, "--plain", "--threads", str(self._threads), "--order", "serial", "--range", f"{workload.first}-{workload.last}",
                "--batch", str(workload.batch), "--timeout", str(workload.timeout_ms),
                "--tries", str(workload.tries), "--interval", str(workload.interval_ms),
                *(["--udp"] if workload.udp else []), "-oJ", "-", workload.ip]

    def result(self, run):
        answer = json.loads(run.output)
        ports = [each["port"] for each in answer["results"] if each["state"] == "open"]
        return answer["summary"]["duration_us"] / 1e3, ports


def obstacle(side, workload):
    """Why a side cannot be measured, or None. What arithmetic gives, a number, always can."""
    if isinstance(side, (int, float)):
        return None
    return side.missing() or (None if side.can(workload) else "it cannot do this workload")


def catalogue(programs, command, tokio):
    """Every side by name: `programs` and `tokio` are the folders where they were built, `command` is the command."""
    ours = os.path.join(programs, "bench_scan_workload")
    floor = os.path.join(programs, "bench_floor")
    parallel = os.path.join(programs, "bench_parallel_workload")
    cores = os.cpu_count()
    sides = [
        Program(comparisons.PORTABLE, ours),
        Program(comparisons.RING, ours, ["--mode", "uring"]),
        Program("plain Asio", ours, ["--mode", "asio"]),
        Program(comparisons.RING_THREADS, parallel, ["--mode", "uring", "--threads", str(cores)], all_cores=True),
        Command(command),
        Command(command, comparisons.COMMAND_THREADS, cores),
        Program("epoll", floor, ["--mode", "epoll"]),
        Program("connect-twice", floor, ["--mode", "connect-twice"]),
        Program("io_uring", floor, ["--mode", "io_uring"]),
        Program("io_uring on all cores", floor, ["--mode", "io_uring", "--processes", str(cores)], all_cores=True),
        Program("udp", floor, ["--mode", "udp"]),
        Program("bare waits", os.path.join(programs, "bench_waiting_floor")),
        Program("tokio", os.path.join(tokio, "tokio_loop")),
        RustScan(),
        RustScan("rustscan on all cores", all_cores=True),
        Nmap(),
    ]
    return {each.name: each for each in sides}
