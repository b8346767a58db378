# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""What things cost: a probe in instructions and system calls, a slot and a large space in memory, a wide window and a large
scan in time, the library in a compiler's time."""

import dataclasses
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import tempfile
import time

from . import build, comparisons, extras, workloads

TARGETS = (*build.TARGETS, "bench_simulated_size", "bench_slot_size")
EXPONENTS = range(10, 27, 2)
WINDOWS = (16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192)
PREFIXES = (32, 28, 24, 20, 16, 12, 8)
COMPILERS = ("g++", "clang++-16")
COUNTED = {comparisons.PORTABLE: (1, 7), comparisons.RING: (1,), "connect-twice": (1,), "io_uring": (1,),
           "udp": (7,), "plain Asio": (1,), "tokio": (1, 7)}
OURS = ("the 30-line scanner", "example/01_thirty_lines.cpp")
PLAIN = ("the same on plain Asio", "bench/compile/plain_asio.cpp")


def shortened(load, ports):
    """Some of the ports of a workload."""
    return dataclasses.replace(load, last=min(load.first + ports - 1, load.last))


def counted(arguments, counter, environment):
    """What a counter of a tool says about a run."""
    with tempfile.NamedTemporaryFile("r") as out:
        if counter == "instructions":
            tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--log-file={out.name}"]
        else:
            tool = ["strace", "-c", "-f", "-U", "calls,name", "-o", out.name]
        done = subprocess.run([*tool, *arguments], capture_output=True, env=dict(os.environ, **environment), check=False)
        said = out.read()
    found = re.search(r"Collected : (\d+)" if counter == "instructions" else r"^\s*(\d+) total$", said, re.M)
    if done.returncode != 0 or not found:
        raise RuntimeError(f"{arguments[0]} under {tool[0]}: {(done.stderr.decode() + said)[-300:]}")
    return int(found[1])


def per_probe(sides, skipped, quick):
    """Instructions and system calls of a probe: the difference of a long scan and a short one."""
    for name, rows in COUNTED.items():
        side = sides[name]
        if side.missing():
            skipped[f"cost of a probe, {name}"] = side.missing()
            continue
        for row in rows:
            load = workloads.WORKLOADS[row]
            few, many = (64, 256) if row == 7 else (512, 1024) if quick else (512, 4096)
            record = {"figure": "probe", "side": name, "row": row, "name": load.name}
            for counter, tool in (("instructions", "valgrind"), ("system calls", "strace")):
                if not shutil.which(tool):
                    skipped[counter] = f"no {tool}"
                    continue
                try:
                    seen = [counted(side.arguments(shortened(load, n)), counter, side.environment) for n in (few, many)]
                    record[counter] = (seen[1] - seen[0]) / (many - few)
                except RuntimeError as error:
                    skipped[f"{counter}, {row} with {name}"] = str(error).replace("\n", " ")
            yield record


def slots(binaries):
    """Bytes of the heap for one more probe in flight."""
    printed = subprocess.run([os.path.join(binaries, "bench_slot_size")], capture_output=True, text=True, check=True)
    for line in printed.stdout.splitlines():
        yield {"figure": "slot", **json.loads(line)}


def spaces(sonda):
    """The peak of the command that begins to scan a prefix times 65,535 ports."""
    null = os.open("/dev/null", os.O_RDWR)
    actions = [(os.POSIX_SPAWN_DUP2, null, each) for each in (0, 1, 2)]
    for prefix in PREFIXES:
        arguments = [sonda.path, "--plain", "--threads", "1", "-p-", f"127.0.0.0/{prefix}"]
        child = os.posix_spawn(sonda.path, arguments, os.environ, file_actions=actions)
        time.sleep(0.2)
        peak = extras.peak_kib(child)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        yield {"figure": "space", "targets": 2 ** (32 - prefix) * 65535, "peak_mib": peak / 1024}
    os.close(null)


def sizes(laboratory, binaries, quick):
    """The processor time of a simulated probe in scans of 2^N."""
    for order in ("serial", "random"):
        for exponent in EXPONENTS:
            if quick and exponent > 18:
                break
            rounds = 5 if exponent < 22 else 2
            seen = [json.loads(laboratory.run([os.path.join(binaries, "bench_simulated_size"), "--exponent",
                                               str(exponent), "--order", order]).output) for _ in range(rounds)]
            yield {"figure": "size", "order": order, "exponent": exponent,
                   "ns_per_probe": statistics.median(each["ns_per_probe"] for each in seen)}


def windows(laboratory, sides, quick):
    """The time of a probe of a closed port with so many in flight at most."""
    for name in (comparisons.PORTABLE, comparisons.RING, "io_uring", "tokio"):
        if sides[name].missing():
            continue
        for batch in WINDOWS:
            load = dataclasses.replace(shortened(workloads.WORKLOADS[1], 4096 if quick else 16384),
                                                 batch=batch)
            seen = [laboratory.observe(sides[name], load) for _ in range(1 if quick else 3)]
            wrong = [each.inexact for each in seen if each.inexact]
            if wrong:
                raise RuntimeError(f"{name}, batch {batch}: {wrong[0]}")
            yield {"figure": "window", "side": name, "batch": batch,
                   "us_per_probe": statistics.median(each.scan_ms for each in seen) / load.size * 1e3}


def compilation(skipped, quick):
    """What a compiler takes, in turn, and what it makes."""
    for compiler in COMPILERS:
        if not shutil.which(compiler):
            skipped[f"compilation with {compiler}"] = "not here"
            continue
        seen = {OURS: [], PLAIN: []}
        for _ in range(1 if quick else 3):
            for program, each in seen.items():
                each.append(compiled(compiler, program[1]))
        for (name, _), each in seen.items():
            yield {"figure": "compilation", "compiler": compiler, "program": name,
                   **{key: statistics.median(run[key] for run in each) for key in each[0]}}


def compiled(compiler, source):
    """Seconds of processor time, peak memory and the size of the stripped program."""
    with tempfile.TemporaryDirectory() as folder:
        made = os.path.join(folder, "program")
        path = shutil.which(compiler)
        child = os.posix_spawn(path, [path, "-std=c++20", "-O2", "-DBOOST_ASIO_NO_DEPRECATED", "-I",
                                      os.path.join(build.ROOT, "include"), os.path.join(build.ROOT, source),
                                      "-o", made, "-pthread"], os.environ)
        _, status, used = os.wait4(child, 0)
        if status != 0:
            raise RuntimeError(f"{compiler} did not compile {source}")
        subprocess.run(["strip", made], check=True)
        return {"seconds": used.ru_utime + used.ru_stime, "mib": used.ru_maxrss / 1024,
                "kib": os.path.getsize(made) / 1024}


def records(laboratory, sides, options, skipped):
    """All that was asked for, by the names of the figures."""
    binaries, command, _ = build.places(options.build)
    sonda = sides[comparisons.COMMAND]
    makers = {
        "probe": lambda: per_probe(sides, skipped, options.quick),
        "slot": lambda: slots(binaries),
        "space": lambda: spaces(sonda),
        "size": lambda: sizes(laboratory, binaries, options.quick),
        "window": lambda: windows(laboratory, sides, options.quick),
        "compilation": lambda: compilation(skipped, options.quick),
    }
    if sonda.missing():
        skipped["memory for a large space"] = sonda.missing()
        del makers["space"]
    wanted = options.only.split(",") if options.only else makers
    for name, make in makers.items():
        if name in wanted:
            yield from make()
