# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""The rules of doc/contributing.adoc for headers that no compiler checks."""
import pathlib
import re
import sys

top = pathlib.Path(sys.argv[1])
include = top / "include"
faults = []

for path in sorted(include.rglob("*.hpp")):
    name = path.relative_to(include)
    text = path.read_text()
    guard = re.sub(r"[/.]", "_", str(name)).upper()
    if f"#ifndef {guard}\n#define {guard}\n" not in text or not text.endswith(f"#endif // {guard}\n"):
        faults.append(f"{name}: the include guard is not {guard}")
    if text.count("\n") > 400:
        faults.append(f"{name}: more than 400 lines")
    if "#include <boost/asio.hpp>" in text:
        faults.append(f"{name}: includes all of Asio")
    if re.search(r"^using namespace", text, re.M):
        faults.append(f"{name}: 'using namespace' at the top")

for folder in ("include", "example", "test", "bench"):
    for path in (top / folder).rglob("*"):
        if path.stem in ("util", "utils", "common", "helper", "helpers", "misc"):
            faults.append(f"{path.relative_to(top)}: a name that says nothing")

assert not faults, "\n" + "\n".join(faults)
