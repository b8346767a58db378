# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""The version is told in CMakeLists.txt and twice in version.hpp: all must be one."""
import pathlib
import re
import sys

top = pathlib.Path(sys.argv[1])
cmake = re.search(r"project\(sonda VERSION (\d+)\.(\d+)\.(\d+)", (top / "CMakeLists.txt").read_text()).groups()
header = (top / "include/sonda/version.hpp").read_text()
text = re.search(r'SONDA_VERSION_STRING "([^"]+)"', header).group(1)
number = int(re.search(r"SONDA_VERSION (\d+)", header).group(1))

major, minor, patch = map(int, cmake)
assert text == ".".join(cmake), f"version.hpp says {text}, CMakeLists.txt {'.'.join(cmake)}"
assert number == major * 10000 + minor * 100 + patch, f"SONDA_VERSION is {number}, the text {text}"
