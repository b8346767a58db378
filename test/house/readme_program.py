# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""The program in README.md is example/01_thirty_lines.cpp, to the letter, and short. With --mend it is put there anew."""
import pathlib
import re
import sys

top = pathlib.Path(sys.argv[1])
readme, example = top / "README.md", top / "example/01_thirty_lines.cpp"
if not example.exists():
    print("SKIPPED: readme_program: there is no example/01_thirty_lines.cpp")
    sys.exit(77)

program = re.sub(r"\A(//[^\n]*\n)+\n", "", example.read_text())
shown = re.compile(r"(<!-- example/01_thirty_lines\.cpp -->\n```cpp\n)(.*?)(```\n)", re.S)
text = readme.read_text()
if "--mend" in sys.argv:
    readme.write_text(shown.sub(lambda match: match[1] + program + match[3], text))
    sys.exit()

assert shown.search(text)[2] == program, "it is not; mend it with: test/house/readme_program.py . --mend"
assert program.count("\n") < 40, f"it has {program.count(chr(10))} lines"
