# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""Every page in doc/ is a part of doc/index.adoc."""
import pathlib
import re
import sys

doc = pathlib.Path(sys.argv[1]) / "doc"


def pages_of(page):
    yield page
    for name in re.findall(r"^include::([^\[]+\.adoc)\[", page.read_text(), re.M):
        yield from pages_of((page.parent / name).resolve())


reached = set(pages_of((doc / "index.adoc").resolve()))
lost = sorted(str(page.relative_to(doc)) for page in doc.rglob("*.adoc") if page.resolve() not in reached)
assert not lost, f"doc/index.adoc does not include {lost}"
