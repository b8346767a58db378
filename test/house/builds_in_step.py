# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""CMake and b2 find the same tests. Takes the place of lists that somebody would have to keep equal."""
import pathlib
import re
import shutil
import subprocess
import sys

top, build = map(pathlib.Path, sys.argv[1:3])
if shutil.which("b2") is None:
    print("SKIPPED: builds_in_step: there is no b2 here")
    sys.exit(77)


def names_of_cmake():
    of_the_tree = {check.stem for check in (top / "test/house").glob("*.py")}
    for name in (build / "test_names.txt").read_text().split():
        if name not in of_the_tree and not name.startswith("consumer_"):
            yield name


def names_of_b2():
    shown = subprocess.run(["b2", f"--build-dir={build}/b2", "--dump-tests", "-n", "toolset=gcc"], cwd=top, capture_output=True, text=True)
    assert shown.returncode == 0, shown.stdout[-2000:]
    # It names tests, too, that it is not going to build.
    left_out = {"uring"} if re.search(r"liburing *: no", shown.stdout) else set()
    for path in re.findall(r'^boost-test\([A-Z_]+\) "([^"]+)"', shown.stdout, re.M):
        name = pathlib.Path(path).name.removeprefix("test_")
        if name not in left_out:
            yield name


cmake, b2 = set(names_of_cmake()), set(names_of_b2())
assert cmake, "CMake finds no tests"
assert cmake == b2, f"only CMake has {sorted(cmake - b2)}, only b2 has {sorted(b2 - cmake)}"
