# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""The workloads, one row each, and what a run of each must have found and sent."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Workload:
    """What is scanned, how, and what is there."""

    number: int
    name: str
    ip: str
    first: int
    last: int
    batch: int
    timeout_ms: int
    tries: int = 1
    interval_ms: int = 0
    udp: bool = False
    open_ports: range = range(0)

    @property
    def size(self):
        return self.last - self.first + 1

    @property
    def floor_ms(self):
        """The least that arithmetic allows a workload that waits."""
        if self.interval_ms:
            return (self.size - 1) * self.interval_ms
        return -(-self.size // self.batch) * self.timeout_ms * self.tries

    @property
    def options(self):
        """The command line that the programs here share."""
        return ["--ip", self.ip, "--first", str(self.first), "--last", str(self.last), "--batch", str(self.batch),
                "--timeout-ms", str(self.timeout_ms), "--tries", str(self.tries), "--interval-ms",
                str(self.interval_ms), "--protocol", "udp" if self.udp else "tcp"]

    def one_closed_port(self):
        """The same over one closed port: what a program costs without its scan."""
        return dataclasses.replace(self, number=0, name="one closed port", ip="127.0.0.2", first=1, last=1,
                                   udp=False, open_ports=range(0))


TCP_OPEN = range(20000, 20512)
UDP_OPEN = range(30000, 30256)
FILTERED = ("127.0.0.3", 40000, 40127)
SILENT = ("127.0.0.1", 31000, 31127)


# The far end of the veth pair that network.prepare makes, of the addresses set aside for benchmarks (RFC 2544).
BEYOND = "198.18.0.2"


def _spaced(number, gap):
    return Workload(number, f"TCP open, 16 ports, one every {gap} ms", "127.0.0.1", 20000, 20015, 256, 1500,
                    interval_ms=gap, open_ports=TCP_OPEN[:16])


WORKLOADS = {each.number: each for each in (
    Workload(1, "TCP closed, 65,535 ports", "127.0.0.2", 1, 65535, 256, 1500),
    Workload(2, "TCP closed, 65,535 ports", "127.0.0.2", 1, 65535, 4500, 1500),
    Workload(3, "TCP mixed, 4,096 ports", "127.0.0.1", 20000, 24095, 256, 1500, open_ports=TCP_OPEN),
    Workload(4, "TCP mixed, 4,096 ports", "127.0.0.1", 20000, 24095, 4500, 1500, open_ports=TCP_OPEN),
    Workload(5, "TCP open, 512 ports", "127.0.0.1", 20000, 20511, 4500, 1500, open_ports=TCP_OPEN),
    Workload(6, "TCP IPv6 mixed, 4,096 ports", "::1", 20000, 24095, 4500, 1500, open_ports=TCP_OPEN),
    Workload(7, "UDP echo, 256 ports", "127.0.0.1", 30000, 30255, 256, 1500, udp=True, open_ports=UDP_OPEN),
    Workload(8, "UDP echo IPv6, 256 ports", "::1", 30000, 30255, 256, 1500, udp=True, open_ports=UDP_OPEN),
    Workload(9, "TCP filtered, 128 ports", *FILTERED, 64, 20, tries=2),
    Workload(10, "TCP filtered, 128 ports", *FILTERED, 4500, 1500),
    Workload(11, "UDP silent, 128 ports", *SILENT, 64, 20, tries=2, udp=True),
    Workload(12, "UDP silent, 128 ports", *SILENT, 4500, 1500, udp=True),
    _spaced(13, 5),
    Workload(14, "TCP filtered, one by one", *FILTERED, 1, 1),
    Workload(15, "TCP filtered, one by one", *FILTERED, 1, 5),
    Workload(16, "UDP silent, one by one", *SILENT, 1, 1, udp=True),
    Workload(17, "UDP silent, one by one", *SILENT, 1, 5, udp=True),
    _spaced(18, 1),
    _spaced(19, 20),
    Workload(20, "TCP closed over a veth pair, 65,535 ports", BEYOND, 1, 65535, 256, 1500),
)}


def inexactness(workload, found, sent, seen):
    """Why a run was not exact, as text, or None. `found` are the open ports as reported, `sent` what the kernel
    counted, `seen` what the responder saw."""
    if len(set(found)) != len(found):
        return "a port was reported twice"
    if set(found) != set(workload.open_ports):
        return f"{len(set(found) ^ set(workload.open_ports))} ports were reported wrongly"
    unanswered = (workload.ip, workload.first, workload.last) in (FILTERED, SILENT)
    expected = workload.size * (workload.tries if unanswered else 1)
    if workload.udp:
        sent -= len(workload.open_ports)  # The echoes were sent in this namespace, too.
    if sent != expected:
        return f"{sent} probes were sent instead of {expected}"
    services = ("echo" if workload.open_ports else "silent") if workload.udp else "tcp"
    family = "6" if ":" in workload.ip else "4"
    counted = seen[services + family]
    answering = range(workload.first, workload.last + 1) if services == "silent" else workload.open_ports
    wrong = [port for port in answering if counted.get(port) != (workload.tries if services == "silent" else 1)]
    strangers = set(counted) - set(answering)
    if wrong or strangers:
        return f"the services disagree about {len(wrong) + len(strangers)} ports"
    return None
