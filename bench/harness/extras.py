# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""What is measured beside the scans: the engine without sockets, the process around a scan, its memory."""

import json
import os
import signal
import statistics
import time

from . import measure, programs, workloads

EXPIRED_FLOOR_MS = 4096 / 256 * 10
MEMORY_LIMIT_MIB = 16
OUTPUT_SHARE = 0.03


def records(laboratory, binaries, command, peers, options, skipped):
    """All of them that were asked for."""
    rows = options.rows.split(",") if options.rows else ["synthetic", "process", "memory", "output"]
    if "synthetic" in rows:
        yield from synthetic(laboratory, os.path.join(binaries, "bench_synthetic"),
                             os.path.join(peers, "synthetic"), options, skipped)
    if "output" in rows:
        yield output(laboratory, os.path.join(binaries, "bench_output"), options)
    sonda = programs.Command(command)
    if sonda.missing():
        skipped["process, memory"] = sonda.missing()
        return
    if "process" in rows:
        yield process_without_scan(laboratory, sonda, os.path.join(binaries, "bench_empty"), options)
    if "memory" in rows:
        yield memory(sonda)


def synthetic(laboratory, ours, tokio, options, skipped):
    """4,096 simulated operations through a window of 256."""
    def engine(name, clock="real_time"):
        seconds = "0.02" if options.quick else "0.2"
        run = laboratory.run([ours, f"--benchmark_filter=^{name}/", "--benchmark_format=json",
                              f"--benchmark_min_time={seconds}"])
        return json.loads(run.output)["benchmarks"][0][clock]

    def peer():
        return json.loads(laboratory.run([tokio, "--mode", "ready"]).output)["scan_ms"]

    def ready():
        return engine("ready_scanner", "cpu_time")

    opponents = [("bare loop", ready, lambda: engine("ready_bare_loop", "cpu_time"), 4.0),
                 ("loop by hand", ready, lambda: engine("ready_by_hand", "cpu_time"), None),
                 ("arithmetic", lambda: engine("expired_scanner"), lambda: EXPIRED_FLOOR_MS, 1.01),
                 ("arithmetic", lambda: engine("expired_scanner_that_spins"), lambda: EXPIRED_FLOOR_MS, 1.01)]
    whats = ["ready at once", "ready at once", "expiring after 10 ms", "expiring after 10 ms, spinning 0.2 ms before"]
    if os.access(tokio, os.X_OK):
        opponents.insert(0, ("tokio", ready, peer, 0.50))
        whats.insert(0, "ready at once")
    else:
        skipped["synthetic against tokio"] = "the peer was not built"
    if not os.access(ours, os.X_OK):
        skipped["synthetic"] = "Google Benchmark is not here"
        return
    for what, (against, mine, theirs, target) in zip(whats, opponents):
        laboratory.wait_for_quiet()
        seen = measure.pairs(mine, theirs, options.pairs, options.warm_ups)
        record = measure.ratio_record([a for a, _ in seen], [b for _, b in seen])
        yield {"row": None, "name": f"4,096 simulated, {what}", "options": "256 / - / 1", "against": against,
               "target": target, "met": None if target is None else record["ratio"] <= target,
               "per_probe_ns": record["ours"]["median"] / 4096 * 1e6, **record}


def output(laboratory, program, options):
    """Processor time of the text and the status line of 200,000 verdicts on a terminal, in that of all with the scan."""
    def once():
        times = json.loads(laboratory.run([program]).output)
        return times["output_ms"], times["output_ms"] + times["scan_ms"]

    laboratory.wait_for_quiet()
    seen = [once() for _ in range(options.pairs + options.warm_ups)][options.warm_ups:]
    record = measure.ratio_record([a for a, _ in seen], [b for _, b in seen])
    return {"row": None, "name": "200,000 verdicts, 1 % open, shown on a terminal", "options": "1000 / 1500 / 1",
            "against": "all of the scan", "target": OUTPUT_SHARE, "met": record["ratio"] < OUTPUT_SHARE, **record}


def process_without_scan(laboratory, sonda, empty, options):
    """The whole process of the command minus its scan, against a program that does nothing, linked the same way."""
    load = workloads.WORKLOADS[1].one_closed_port()
    laboratory.wait_for_quiet()

    def around_the_scan():
        run = laboratory.run(sonda.arguments(load))
        if run.status != 0:
            raise RuntimeError(f"sonda ended with status {run.status}: {run.errors}")
        return run.whole_ms - sonda.result(run)[0]

    seen = measure.pairs(around_the_scan, lambda: laboratory.run([empty]).whole_ms, options.pairs, options.warm_ups)
    record = measure.ratio_record([a for a, _ in seen], [b for _, b in seen])
    limit = 5.0
    return {"row": None, "name": "the command without its scan", "options": "", "against": "empty program",
            "target": 1.5, "limit_ms": limit, "met": record["ratio"] <= 1.5 and record["ours"]["median"] <= limit,
            **record}


def peak_kib(process):
    """What a running process had in memory at most. (What wait4 says counts the program that spawned it, too.)"""
    with open(f"/proc/{process}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))


def memory(sonda):
    """The peak of a scan of 2^24 hosts times 65,535 ports that is interrupted after a second."""
    null = os.open("/dev/null", os.O_RDWR)
    actions = [(os.POSIX_SPAWN_DUP2, null, each) for each in (0, 1, 2)]
    peaks = []
    for _ in range(3):
        child = os.posix_spawn(sonda.path, [sonda.path, "--plain", "-p-", "127.0.0.0/8"], os.environ,
                               file_actions=actions)
        time.sleep(1)
        peaks.append(peak_kib(child) / 1024)
        os.kill(child, signal.SIGINT)
        time.sleep(0.2)
        os.kill(child, signal.SIGINT)
        os.waitpid(child, 0)
    os.close(null)
    record = measure.ratio_record(peaks, [MEMORY_LIMIT_MIB] * len(peaks))
    return {"row": None, "name": "2^24 hosts x 65,535 ports, peak memory", "options": "4500 / 1500 / 1",
            "against": "limit", "target": 1.0, "met": statistics.median(peaks) < MEMORY_LIMIT_MIB, "unit": "MiB",
            **{key: value for key, value in record.items() if key != "unit"}}
