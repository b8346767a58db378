# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""CMake and b2 find the same tests. Takes the place of lists that somebody would have to keep equal."""
import json
import pathlib
import re
import shutil
import subprocess
import sys

top, build = map(pathlib.Path, sys.argv[1:3])
if shutil.which("b2") is None:
    print("SKIPPED: builds_in_step: there is no b2 here")
    sys.exit(77)


def names_of_ctest():
    shown = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True, check=True)
    for test in json.loads(shown.stdout)["tests"]:
        program = pathlib.Path(test.get("command", ["not built"])[0]).name
        if re.match("(test|fuzz|example|bench)_", program):
            yield program
        elif test["name"].endswith("_fail"):
            yield test["name"]


def names_of_b2():
    shown = subprocess.run(["b2", f"--build-dir={build}/b2", "--dump-tests", "-n", "toolset=gcc"], cwd=top, capture_output=True, text=True)
    assert shown.returncode == 0, shown.stdout[-2000:]
    for path in re.findall(r'^boost-test\([A-Z_]+\) "([^"]+)"', shown.stdout, re.M):
        yield pathlib.Path(path).name


ctest, b2 = set(names_of_ctest()), set(names_of_b2())
assert ctest, "ctest finds no tests"
assert ctest == b2, f"only CMake has {sorted(ctest - b2)}, only b2 has {sorted(b2 - ctest)}"
