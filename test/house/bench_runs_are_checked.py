# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""A run of the benches counts only if it was exact: each way in which it can be wrong is noticed."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(sys.argv[1]) / "bench"))
from harness.workloads import WORKLOADS, inexactness  # noqa: E402


def seen(**services):
    return {**{name + family: {} for name in ("tcp", "echo", "silent") for family in "46"}, **services}


def once(ports, times=1):
    return dict.fromkeys(ports, times)


mixed, echo, silent = WORKLOADS[3], WORKLOADS[8], WORKLOADS[11]
found = list(mixed.open_ports)

right = [
    (mixed, found, 4096, seen(tcp4=once(found))),
    (echo, list(echo.open_ports), 512, seen(echo6=once(echo.open_ports))),
    (silent, [], 256, seen(silent4=once(range(31000, 31128), 2))),
]
wrong = [
    ("an open port missing", mixed, found[1:], 4096, seen(tcp4=once(found))),
    ("a closed port open", mixed, found + [24000], 4096, seen(tcp4=once(found))),
    ("a port twice", mixed, found + found[:1], 4096, seen(tcp4=once(found))),
    ("a probe too few", mixed, found, 4095, seen(tcp4=once(found))),
    ("a probe too many", mixed, found, 4097, seen(tcp4=once(found))),
    ("an open port that was never reached", mixed, found, 4096, seen(tcp4=once(found[1:]))),
    ("an open port that was reached twice", mixed, found, 4096, seen(tcp4={**once(found), found[0]: 2})),
    ("a try too few", silent, [], 256, seen(silent4=once(range(31000, 31128), 1))),
    ("a service of the other family", echo, list(echo.open_ports), 512, seen(echo4=once(echo.open_ports))),
]

for run in right:
    assert inexactness(*run) is None, f"{run[0].name}: {inexactness(*run)}"
for what, *run in wrong:
    assert inexactness(*run) is not None, f"nobody noticed {what}"
