# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""Tables of the records, for a terminal and for the documentation, and a chart."""

import os

from . import build, plot

BEGIN = "// tag::measured[]"
END = "// end::measured[]"


def outcome(record):
    """One word of a record."""
    if record.get("ours_inexact"):
        return "INEXACT"
    return {True: "met", False: "MISSED", None: ""}[record["met"]]


def wanted(record):
    """The figure that is to be reached, as text."""
    if record.get("slack_ms") is not None:
        return f"+{record['slack_ms']:g} ms"
    text = "" if record["target"] is None else f"{record['target']:.2f}"
    return text + (f", {record['limit_ms']:g} ms" if record.get("limit_ms") else "")


def figure(record, side):
    """The median of a side with its unit."""
    value = record[side]["median"]
    return f"{value:.{3 if value < 1 else 2}f} {record['unit']}"


def cells(record):
    """The columns of one row."""
    row = str(record["row"]) if record["row"] else ""
    return [row, record["name"], record["options"], record.get("side", "sonda"), record["against"],
            figure(record, "ours"), figure(record, "theirs"),
            f"{record['ratio']:.3f}", f"{record['low']:.3f} - {record['high']:.3f}",
            wanted(record), outcome(record)]


CHART = "Each ratio of a workload of which something is wanted, with its interval"
HEADINGS = ("#", "workload", "batch / ms / tries", "ours", "against", "ours takes", "theirs", "ratio", "95 % interval",
            "wanted", "")


def text(records):
    """A table for a terminal."""
    rows = [list(HEADINGS)] + [cells(record) for record in records]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEADINGS))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)


def asciidoc(records, skipped):
    """The part of doc/benchmarks.adoc that is measured."""
    facts = records[0]
    loads = [record["load"] for record in records]
    lines = [
        f"Machine:: {facts['cpu']}, {facts['cores']} cores, Linux {facts['kernel']}",
        f"Compiler:: {facts['compiler']}, {facts['build_type']}",
        f"Commit:: {facts['commit']}" + (" (`+`: with changes that were not committed)" if "+" in facts["commit"]
                                        else ""),
        f"Pairs:: {facts['n']} for each line, after {facts['warm_ups']} to warm up",
        f"Load of the machine:: {min(loads):.1f} to {max(loads):.1f}, of which the measured programs are at most 2",
        "",
        '[cols="1,6,3,4,3,>2,>2,>2,3,2,2",options="header"]',
        "|===",
        "".join(f"|{heading} " for heading in HEADINGS).rstrip(),
        "",
    ]
    lines += ["".join(f"|{cell} " for cell in cells(record)).rstrip() for record in records]
    lines += ["|===", ""]
    lines += [f".{CHART}", f"image::figures/ratios.svg[{CHART}]", ""]
    lines += missed(records)
    lines += [f"Not measured: {what} ({why})." + "\n" for what, why in skipped.items()]
    return "\n".join(lines)


def draw(records):
    """The chart: each ratio of a workload of which something is wanted."""
    rows = [(f"{record['row']}: {record.get('side', 'sonda')} / {record['against']}", record["ratio"], record["low"],
             record["high"], record["target"]) for record in records if record["row"] and record["target"] is not None]
    if not rows:
        return
    folder = os.path.join(build.ROOT, "doc", "figures")
    os.makedirs(folder, exist_ok=True)
    plot.ratios(os.path.join(folder, "ratios.svg"), CHART, rows)


def missed(records):
    """A sentence about what was not reached."""
    names = [f"{record['row'] or record['name']} with {record.get('side', 'sonda')} against {record['against']} ({record['ratio']:.3f})"
             for record in records if record["met"] is False or record.get("ours_inexact")]
    return [("Missed: " + "; ".join(names) if names else "Every wanted figure was reached") + ".", ""]


def replace_measured(path, body, begin=BEGIN, end=END):
    """Puts a new measured part into a page."""
    with open(path, encoding="utf-8") as file:
        page = file.read()
    head, rest = page.split(begin, 1)
    tail = rest.split(end, 1)[1]
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{head}{begin}\n{body.rstrip()}\n{end}{tail}")
