# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""A network namespace of our own, and what its kernel counts."""

import os
import shutil
import subprocess
import sys
import time

from . import workloads

INSIDE = "SONDA_BENCH_NAMESPACE"

RULES = """
table inet bench {
    chain input {
        type filter hook input priority 0
        ip daddr 127.0.0.3 tcp dport 40000-40127 drop
    }
}
"""


def inside():
    """Whether this process is in a network namespace that `enter` made."""
    made = os.environ.get(INSIDE)
    if made and made != str(os.stat("/proc/self/ns/net").st_ino):
        raise RuntimeError("the network namespace is not the one that was made")
    return bool(made)


def enter():
    """Runs this program again, inside a fresh network namespace."""
    if os.geteuid() != 0:
        raise RuntimeError("needs root, for a network namespace of its own")
    for tool in ("unshare", "nsenter", "ip", "nft"):
        if not shutil.which(tool):
            raise RuntimeError(f"needs {tool}")
    shell = f'{INSIDE}=$(stat -Lc %i /proc/self/ns/net) exec "$@"'
    os.execvp("unshare", ["unshare", "--net", "sh", "-c", shell, "sh", sys.executable, *sys.argv])


def prepare():
    """Brings loopback up and drops what the filtered workloads are sent to."""
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    subprocess.run(["nft", "-f", "-"], input=RULES, text=True, check=True)


class Beyond:
    """A second namespace at the other end of a veth pair, where nobody listens: what is sent there really leaves an
    interface, and the kernel there answers."""

    NEAR, FAR = "198.18.0.1", workloads.BEYOND

    def __init__(self):
        self._keeper = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        try:
            self._build(f"/proc/{self._keeper.pid}/ns/net", ["nsenter", "-t", str(self._keeper.pid), "-n"])
        except BaseException:
            self.close()
            raise

    def _build(self, namespace, there):
        end = time.monotonic() + 10
        while os.stat(namespace).st_ino == os.stat("/proc/self/ns/net").st_ino and time.monotonic() < end:
            time.sleep(0.01)
        for command in (
                ["ip", "link", "add", "near", "type", "veth", "peer", "name", "far", "netns", str(self._keeper.pid)],
                ["ip", "address", "add", self.NEAR + "/30", "dev", "near"],
                ["ip", "link", "set", "near", "up"],
                [*there, "ip", "address", "add", self.FAR + "/30", "dev", "far"],
                [*there, "ip", "link", "set", "far", "up"]):
            subprocess.run(command, check=True)

    def close(self):
        self._keeper.kill()
        self._keeper.wait()


def probes_sent():
    """How many TCP connections were begun and UDP datagrams sent in this namespace so far."""
    snmp = _pairs("/proc/self/net/snmp")
    return {"tcp": snmp["Tcp"]["ActiveOpens"], "udp": snmp["Udp"]["OutDatagrams"] + _udp6_sent()}


def _pairs(path):
    with open(path, encoding="ascii") as file:
        lines = [line.split() for line in file]
    return {names[0].rstrip(":"): dict(zip(names[1:], map(int, values[1:])))
            for names, values in zip(lines[::2], lines[1::2])}


def _udp6_sent():
    with open("/proc/self/net/snmp6", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("Udp6OutDatagrams"))
