# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""What is compared with what, and which ratio is wanted."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Comparison:
    """A workload and an opponent. `target` is the ratio to reach; None where the figure only informs. `aim` is what the
    fastest transport is to reach later, where that is more. With `slack_ms` the target is the opponent plus so much."""

    row: int
    against: str
    target: float | None = None
    aim: float | None = None
    slack_ms: float | None = None


ARITHMETIC = "arithmetic"

COMPARISONS = (
    Comparison(1, "rustscan", 0.50, 0.30),
    Comparison(1, "connect-twice", 1.10),
    Comparison(1, "tokio"),
    Comparison(1, "plain Asio"),
    Comparison(1, "epoll"),
    Comparison(1, "io_uring", None, 1.10),
    Comparison(1, "nmap"),
    Comparison(2, "rustscan", None, 0.30),
    Comparison(2, "tokio"),
    Comparison(3, "rustscan", 0.60, 0.45),
    Comparison(3, "tokio"),
    Comparison(3, "connect-twice"),
    Comparison(4, "rustscan", 0.60, 0.45),
    Comparison(4, "tokio"),
    Comparison(5, "rustscan", 0.75, 0.60),
    Comparison(5, "tokio"),
    Comparison(5, "connect-twice"),
    Comparison(6, "rustscan", 0.60, 0.45),
    Comparison(6, "tokio"),
    Comparison(7, "rustscan", 0.50, 0.50),
    Comparison(7, "tokio"),
    Comparison(7, "udp"),
    Comparison(8, "rustscan", 0.50, 0.50),
    Comparison(8, "tokio"),
    Comparison(9, "bare waits", 1.02, 1.02),
    Comparison(9, "rustscan"),
    Comparison(10, ARITHMETIC, 1.02, 1.02),
    Comparison(11, "bare waits", 1.02, 1.02),
    Comparison(11, "rustscan"),
    Comparison(12, ARITHMETIC, 1.02, 1.02),
    Comparison(13, ARITHMETIC, slack_ms=0.5),
    Comparison(14, "bare waits", 1.02, 1.02),
    Comparison(15, "bare waits", 1.02, 1.02),
    Comparison(16, "bare waits", 1.02, 1.02),
    Comparison(17, "bare waits", 1.02, 1.02),
    Comparison(18, ARITHMETIC, slack_ms=0.5),
    Comparison(19, ARITHMETIC, slack_ms=0.5),
)

NOT_MEASURED = {
    "1 closed, all cores": "needs the scan on several threads; it comes with the io_uring transport",
    "raw SYN, veth pair": "needs the raw transport, and so do its peers masscan and zmap: loopback has no raw frames",
    "naabu": "not to be had as a package here",
}


# The side that has the fastest transport.
RING = "sonda with io_uring"


def wanted(comparison, side):
    """The comparison as it holds for a side: the fastest transport has to reach the aim."""
    if side != RING or comparison.aim is None:
        return comparison
    return dataclasses.replace(comparison, target=comparison.aim)


def met(comparison, record):
    """Whether the wanted figure was reached; None where nothing is wanted."""
    if comparison.slack_ms is not None:
        return record["ours"]["median"] <= record["theirs"]["median"] + comparison.slack_ms
    return None if comparison.target is None else record["ratio"] <= comparison.target
