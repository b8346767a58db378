# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""The contestants of the runtimes, what each cannot do, and which ratio is wanted of a case."""

import os
import re

CRATE = "crate"
OURS = "sonda"
CONTESTANTS = (OURS, CRATE, "thread_pool", "io_context", "bare")
ROWS = range(1, 26)

CANNOT = {
    "thread_pool, rows 5-11 and 24": "it has no loop that a host drives",
    "thread_pool and io_context, rows 3, 4, 15, 16, 20, 23": "they have no classes: all tasks are of one",
    "thread_pool and io_context, row 19, with the time to park": "they do not say how many of their threads sleep",
    "thread_pool and io_context, awaiting a child": "Asio 1.81 has no handle for it that works across threads: "
                                                    "bench/runtime/asio_event.hpp makes one",
    "io_context, row 9": "it has no shutdown: it runs until it has nothing left",
    "io_context, row 10": "it has no shutdown: it is destroyed",
    "bare, most rows": "it is no runtime; it stands where a primitive is the floor",
}

# Up to here everything has a processor of its own, on two cores.
JUDGED_WORKERS = 2
# So many rounds of the kernel are 10 us or more.
LONG_TASK_ROUNDS = 5117


def programs(binaries, peer):
    """The program of each contestant."""
    result = {each: os.path.join(binaries, f"bench_runtime_{each}") for each in CONTESTANTS}
    result[CRATE] = os.path.join(peer, "async_runtime_peer")
    return result


def workers(name):
    """How many workers a case has."""
    found = re.search(r"W=(\d+)", name)
    return int(found[1]) if found else 1


def judged(name):
    """Whether a case has no more workers than this is about."""
    return workers(name) <= JUDGED_WORKERS


def is_hop(row, name, n):
    """Whether a case is little more than two threads that wake each other."""
    return row == 19 or name.startswith("single wake") or (n == 1 and row in (1, 2, 3, 4, 7, 12))


def figure(row):
    """The figure of a run that counts."""
    return "ns_p99" if row == 24 else "ns_median"


def wanted_of_crate(row, name, n):
    """The greatest ratio to the crate, or None."""
    if not judged(name):
        return None
    if row in (23, 25):
        return 1.02 if row == 23 or (n >= LONG_TASK_ROUNDS and "inline" not in name) else None
    return 1.0 if row == 24 or is_hop(row, name, n) else 0.5


def wanted_of_primitive(row, name, n):
    """The primitive of a case and the greatest ratio to it, or None."""
    if row == 11:
        return "bare", 8.0
    if row == 7 and name == "dispatch closure" and n == 1024:
        return "bare", 3.0
    if row == 5 and n == 1024:
        return "io_context", 0.5
    return None
