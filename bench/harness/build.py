# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""Builds what is measured, and says with what."""

import os
import shutil
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TARGETS = ("bench_responder", "bench_scan_workload", "bench_parallel_workload", "bench_floor",
           "bench_waiting_floor", "bench_empty", "bench_synthetic", "bench_output", "sonda_command")
RUNTIME_TARGETS = ("bench_runtime_sonda", "bench_runtime_thread_pool", "bench_runtime_io_context", "bench_runtime_bare")


def places(folder):
    """Where things are built: the folder of the benchmarks, the command, the folder of the Tokio peer."""
    return (os.path.join(folder, "bench"), os.path.join(folder, "example", "sonda"),
            os.path.join(folder, "tokio_loop", "release"))


def runtime_peer(folder):
    """Where the peer of the runtimes is built."""
    return os.path.join(folder, "async_runtime", "release")


def everything(folder, targets=TARGETS):
    """Configures and builds in `folder`. Without cargo there is no Tokio peer."""
    _programs(folder, targets)
    _peer(folder, "tokio_loop")


def runtime(folder):
    """The same for what measures the runtimes. Without cargo the crate is not among the contestants."""
    _programs(folder, RUNTIME_TARGETS)
    _peer(folder, "async_runtime")


def _programs(folder, targets):
    quiet = {"check": True, "stdout": subprocess.DEVNULL}
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_TESTING=ON"], **quiet)
    known = _output("cmake", "--build", folder, "--target", "help").replace(":", " ").split()
    wanted = [each for each in targets if each in known]
    subprocess.run(["cmake", "--build", folder, "-j", "2", "--target", *wanted], **quiet)


def _peer(folder, name):
    cargo = shutil.which("cargo", path=os.environ["PATH"] + ":" + os.path.expanduser("~/.cargo/bin"))
    if cargo:
        project = os.path.join(ROOT, "bench", "peers", name, "Cargo.toml")
        subprocess.run([cargo, "build", "--quiet", "--release", "--locked", "--manifest-path", project,
                        "--target-dir", os.path.join(folder, name)], check=False)


def facts(folder):
    """The machine, the compiler and the state of the sources, for every record."""
    compiler = _cached(folder, "CMAKE_CXX_COMPILER")
    changed = _output("git", "-C", ROOT, "status", "--porcelain", "--", "include", "example", "bench")
    return {
        "cpu": _field("/proc/cpuinfo", "model name"),
        "cores": os.cpu_count(),
        "kernel": os.uname().release,
        "compiler": _output(compiler, "--version").split("\n", maxsplit=1)[0],
        "build_type": _cached(folder, "CMAKE_BUILD_TYPE"),
        "commit": _output("git", "-C", ROOT, "rev-parse", "--short", "HEAD") + ("+" if changed else ""),
    }


def _output(*arguments):
    try:
        return subprocess.run(arguments, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""


def _cached(folder, name):
    with open(os.path.join(folder, "CMakeCache.txt"), encoding="utf-8") as file:
        return next((line.strip().split("=", 1)[1] for line in file if line.startswith(name + ":")), "")


def _field(path, name):
    with open(path, encoding="utf-8") as file:
        return next((line.split(":", 1)[1].strip() for line in file if line.startswith(name)), "unknown")
