# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""doc/migration.adoc names options that exist, and has every option of another scanner of which the command gives a hint."""
import pathlib
import re
import sys

top = pathlib.Path(sys.argv[1])
page = (top / "doc/migration.adoc").read_text()
table = (top / "include/sonda/cli/option_table.hpp").read_text()
foreign = (top / "include/sonda/cli/foreign_names.hpp").read_text()

options = set()
for name, letters in re.findall(r'^    \{"([a-z-]+)", "(\w*)", "', table, re.M):
    options |= {"--" + name} | ({"-" + letters} if letters else set())
hints = re.findall(r'^    \{"(-[^"]+)", "([^"\\]*(?:\\.[^"\\]*)*)", "([^"]*)"\}', foreign, re.M)
assert len(options) > 60 and len(hints) > 100, "the tables are written otherwise than this test knows"

rows = [re.split(r"(?<!\\)\|", line)[1:4] for line in page.splitlines() if re.match(r"\| .* \| ?", line)]
spelled = {word for row in rows for code in re.findall(r"`([^`]*)`", row[0]) for word in re.split(r"[ ,=]+", code)}


def unknown(text):
    """What begins with hyphens and is no option here, but for what nmap and the shell are told."""
    text = re.sub(r"\$\(.*\)", "", text)
    return {word for word in re.findall(r"(?<![\w'=-])(--?[A-Za-z][\w-]*\w|-[A-Za-z])", text) if word not in options}


wrong = {word for row in rows for code in re.findall(r"`([^`]*)`", row[1]) for word in unknown(code)}
assert not wrong, f"doc/migration.adoc says {sorted(wrong)}, which are no options"
missing = [name for name, _, _ in hints if name not in spelled]
assert not missing, f"doc/migration.adoc lacks {missing}, of which there are hints"
own = [name for name, _, _ in hints if name in options]
assert not own, f"foreign_names.hpp has options of ours: {own}"
wrong = {word for _, here, _ in hints for word in unknown(here)}
wrong |= {word for _, _, why in hints for word in unknown(why) if word.startswith("--")}
assert not wrong, f"foreign_names.hpp says {sorted(wrong)}, which are no options"
