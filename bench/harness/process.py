# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""Processes on cores of their own, timed from the spawn to the exit."""

import dataclasses
import json
import os
import subprocess
import time


@dataclasses.dataclass
class Run:
    """One finished process."""

    whole_ms: float
    status: int
    output: str
    errors: str


def pinned(arguments, cores, extra_environment=None):
    """Runs a program on some cores. Its output goes to memory, so that nobody wakes up to read it meanwhile."""
    output, errors = os.memfd_create("output"), os.memfd_create("errors")
    actions = [(os.POSIX_SPAWN_DUP2, output, 1), (os.POSIX_SPAWN_DUP2, errors, 2),
               (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0)]
    environment = dict(os.environ, LC_ALL="C", **(extra_environment or {}))
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        begin = time.perf_counter_ns()
        child = os.posix_spawn(arguments[0], arguments, environment, file_actions=actions)
        _, status = os.waitpid(child, 0)
        whole = time.perf_counter_ns() - begin
    finally:
        os.sched_setaffinity(0, before)
    return Run(whole / 1e6, os.waitstatus_to_exitcode(status), _take(output), _take(errors))


def _take(descriptor):
    with os.fdopen(descriptor, "rb") as file:
        file.seek(0)
        return file.read().decode(errors="replace")


class Responder:
    """The services that are scanned, on the other core."""

    def __init__(self, program, core):
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        os.sched_setaffinity(self._process.pid, {core})
        if self._process.stdout.readline().strip() != "ready":
            raise RuntimeError("the responder did not start")

    def take(self):
        """What each port has seen since the last time, by kind, family and port."""
        self._process.stdin.write("take\n")
        self._process.stdin.flush()
        counters = json.loads(self._process.stdout.readline())
        return {kind: {int(port): n for port, n in ports.items()} for kind, ports in counters.items()}

    def close(self):
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()
