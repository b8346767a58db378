# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""One run, checked; and pairs of runs, alternating."""

import dataclasses
import os
import statistics
import time

from . import network, process, statistic, workloads


@dataclasses.dataclass
class Observation:
    """What one run took, and why it was not exact, if so."""

    scan_ms: float
    whole_ms: float
    inexact: str | None


class Laboratory:
    """Runs programs on one core against the services on another."""

    def __init__(self, responder_program, scan_core=0, service_core=1, patience=0):
        self._core = scan_core
        self._patience = patience
        self._responder = process.Responder(responder_program, service_core)

    def close(self):
        self._responder.close()

    def run(self, arguments, environment=None, all_cores=False):
        """A process on the core of the scanners, or on all of the machine."""
        cores = set(range(os.cpu_count())) if all_cores else {self._core}
        return process.pinned(arguments, cores, environment)

    def observe(self, program, load):
        """One run of a workload."""
        self._responder.take()
        before = network.probes_sent()
        run = self.run(program.arguments(load), program.environment, program.all_cores)
        after = network.probes_sent()
        seen = self._responder.take()
        if run.status != 0:
            return Observation(run.whole_ms, run.whole_ms,
                               f"status {run.status}: {run.errors.strip()[-200:]}")
        scan, found = program.result(run)
        protocol = "udp" if load.udp else "tcp"
        reason = workloads.inexactness(load, found, after[protocol] - before[protocol], seen)
        if scan is None:
            alone = self.run(program.arguments(load.one_closed_port()), program.environment, program.all_cores)
            scan = run.whole_ms - alone.whole_ms
        return Observation(scan, run.whole_ms, reason)

    def wait_for_quiet(self):
        """Waits until nobody else computes, but no longer than it has patience for."""
        end = time.monotonic() + self._patience
        while time.monotonic() < end and busy_share(0.5) > 0.04:
            pass


def busy_share(seconds):
    """The share of this machine's time that went into work during so many seconds."""
    def ticks():
        with open("/proc/stat", encoding="ascii") as file:
            values = [int(value) for value in file.readline().split()[1:9]]
        return sum(values), values[3] + values[4]
    (total, idle), _ = ticks(), time.sleep(seconds)
    total_after, idle_after = ticks()
    return 1 - (idle_after - idle) / max(total_after - total, 1)


def pairs(first, second, count, warm_ups):
    """Calls `first` and `second` in turn; gives what they returned after the warm-ups, pair by pair."""
    result = []
    for i in range(count + warm_ups):
        pair = first(), second()
        if i >= warm_ups:
            result.append(pair)
    return result


def ratio_record(values, bases):
    """Median of the pair ratios with its interval, and the medians of both sides."""
    ratios = [a / b for a, b in zip(values, bases)]
    low, high = statistic.bootstrap_interval(ratios)
    return {"n": len(ratios), "ratio": statistics.median(ratios), "low": low, "high": high,
            "ours": statistic.spread(values), "theirs": statistic.spread(bases), "unit": "ms"}


def compare(laboratory, load, ours, theirs, count, warm_ups):
    """Pairs of one workload; `theirs` is a program, or a number of ms that arithmetic gives."""
    laboratory.wait_for_quiet()
    other = (lambda: laboratory.observe(theirs, load)) if not isinstance(theirs, (int, float)) else (
        lambda: Observation(theirs, theirs, None))
    seen = pairs(lambda: laboratory.observe(ours, load), other, count, warm_ups)
    record = ratio_record([a.scan_ms for a, _ in seen], [b.scan_ms for _, b in seen])
    whole = ratio_record([a.whole_ms for a, _ in seen], [b.whole_ms for _, b in seen])
    record |= {"whole_ratio": whole["ratio"], "whole_low": whole["low"], "whole_high": whole["high"],
               "ours_whole": whole["ours"], "theirs_whole": whole["theirs"],
               "ours_inexact": [a.inexact for a, _ in seen if a.inexact],
               "theirs_inexact": [b.inexact for _, b in seen if b.inexact]}
    return record
