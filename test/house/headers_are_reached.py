# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""Every header is included by sonda.hpp or, where that leaves it out on purpose, by the test of the one-definition rule."""
import pathlib
import re
import sys

top = pathlib.Path(sys.argv[1])
include = top / "include"


def included(path):
    return set(re.findall(r"#include <(sonda[^>]*)>", path.read_text()))


def left_out(name):
    return re.match(r"sonda/(cli/|sink/(json|ndjson|html)\b|transport/(uring|best)_connect\b|target/ares_resolve\b)", name) is not None


headers = {str(p.relative_to(include)) for p in include.rglob("*.hpp")} - {"sonda.hpp"}
public = {name for name in headers if not name.startswith("sonda/detail/")}
umbrella = included(include / "sonda.hpp")
everything = umbrella | included(top / "test/odr/everything.hpp")

missing = sorted(name for name in public - umbrella if not left_out(name))
assert not missing, f"sonda.hpp does not include {missing}"
wrong = sorted(name for name in umbrella if left_out(name))
assert not wrong, f"sonda.hpp must not include {wrong}"
missing = sorted(public - everything)
assert not missing, f"test/odr/everything.hpp does not include {missing}"

reached, todo = set(), set(everything)
while todo:
    name = todo.pop()
    reached.add(name)
    todo |= included(include / name) - reached
unused = sorted(headers - reached)
assert not unused, f"nothing includes {unused}"
