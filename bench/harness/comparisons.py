# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""What is compared with what, and which ratio is wanted."""

import dataclasses


# The sides that are ours. The scan on several threads has as many as there are processors, and all of these.
PORTABLE = "sonda"
RING = "sonda with io_uring"
RING_THREADS = "sonda with io_uring on all cores"
COMMAND = "command"
COMMAND_THREADS = "command on all cores"

ARITHMETIC = "arithmetic"

# So much faster two processors are to be than one.
TWO_CORES = 1 / 1.9


@dataclasses.dataclass(frozen=True)
class Comparison:
    """A workload, an opponent and which side of ours. `target` is the ratio to reach; None where the figure only informs.
    With `slack_ms` the target is the opponent plus so much."""

    row: int
    against: str
    target: float | None = None
    slack_ms: float | None = None
    side: str = PORTABLE


def _ring(row, against, target=None):
    return Comparison(row, against, target, side=RING)


COMPARISONS = (
    Comparison(1, "rustscan", 0.50),
    Comparison(1, "connect-twice", 1.10),
    Comparison(1, "tokio"),
    Comparison(1, "plain Asio"),
    Comparison(1, "epoll"),
    Comparison(1, "nmap"),
    _ring(1, "rustscan", 0.30),
    _ring(1, "io_uring", 1.10),
    _ring(1, "tokio"),
    _ring(1, PORTABLE),
    Comparison(1, "rustscan on all cores", 0.16, side=RING_THREADS),
    Comparison(1, "io_uring on all cores", side=RING_THREADS),
    Comparison(1, RING, TWO_CORES, side=RING_THREADS),
    Comparison(1, COMMAND, TWO_CORES, side=COMMAND_THREADS),
    Comparison(2, "rustscan"),
    Comparison(2, "tokio"),
    _ring(2, "rustscan", 0.30),
    Comparison(3, "rustscan", 0.60),
    Comparison(3, "tokio"),
    Comparison(3, "connect-twice"),
    _ring(3, "rustscan", 0.45),
    _ring(3, "io_uring"),
    Comparison(4, "rustscan", 0.60),
    Comparison(4, "tokio"),
    _ring(4, "rustscan", 0.45),
    Comparison(5, "rustscan", 0.75),
    Comparison(5, "tokio"),
    Comparison(5, "connect-twice"),
    _ring(5, "rustscan", 0.60),
    _ring(5, "io_uring"),
    Comparison(6, "rustscan", 0.60),
    Comparison(6, "tokio"),
    _ring(6, "rustscan", 0.45),
    Comparison(7, "rustscan", 0.50),
    Comparison(7, "tokio"),
    Comparison(7, "udp"),
    Comparison(8, "rustscan", 0.50),
    Comparison(8, "tokio"),
    Comparison(9, "bare waits", 1.02),
    Comparison(9, "rustscan"),
    _ring(9, "bare waits", 1.02),
    Comparison(10, ARITHMETIC, 1.02),
    _ring(10, ARITHMETIC, 1.02),
    Comparison(11, "bare waits", 1.02),
    Comparison(11, "rustscan"),
    Comparison(12, ARITHMETIC, 1.02),
    Comparison(13, ARITHMETIC, slack_ms=0.5),
    Comparison(14, "bare waits", 1.02),
    _ring(14, "bare waits", 1.02),
    Comparison(15, "bare waits", 1.02),
    _ring(15, "bare waits", 1.02),
    Comparison(16, "bare waits", 1.02),
    Comparison(17, "bare waits", 1.02),
    Comparison(18, ARITHMETIC, slack_ms=0.5),
    Comparison(19, ARITHMETIC, slack_ms=0.5),
    _ring(20, "io_uring", 1.10),
    Comparison(20, "io_uring on all cores", side=RING_THREADS),
    Comparison(20, RING, TWO_CORES, side=RING_THREADS),
    Comparison(20, COMMAND, TWO_CORES, side=COMMAND_THREADS),
)

NOT_MEASURED = {
    "raw SYN, veth pair": "needs the raw transport, and so do its peers masscan and zmap: loopback has no raw frames",
    "naabu": "not to be had as a package here",
}


def of_side(side):
    """What is measured: all, or only what one side of ours has. One that has nothing of its own, as the command, is put
    in the place of the portable one, and then the figures only inform."""
    if side is None:
        return list(COMPARISONS)
    own = [each for each in COMPARISONS if each.side == side]
    return own or [dataclasses.replace(each, side=side, target=None, slack_ms=None)
                   for each in COMPARISONS if each.side == PORTABLE]


def met(comparison, record):
    """Whether the wanted figure was reached; None where nothing is wanted."""
    if comparison.slack_ms is not None:
        return record["ours"]["median"] <= record["theirs"]["median"] + comparison.slack_ms
    return None if comparison.target is None else record["ratio"] <= comparison.target
