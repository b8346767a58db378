# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""The tables of the runtimes."""

import os

from . import build, report, runtime_rows

BEGIN = "// tag::runtime[]"
END = "// end::runtime[]"
HEADINGS = ("#", "workload", "N", "sonda", "crate", "thread_pool", "io_context", "bare", "sonda / crate", "wanted",
            "sonda / thread_pool", "missed")


def time(nanoseconds):
    """With three digits and a unit."""
    for unit, size in (("ns", 1), ("us", 1e3)):
        if nanoseconds < 999.5 * size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds / 1e6:.3g} ms"


def pair(record, who):
    """Least and median time of a contestant; where the overshoot counts, median and 99th percentile."""
    if who not in record["sides"]:
        return ""
    seen = record["sides"][who]
    first, second = ("median", "p99") if record["figure"] == "ns_p99" else ("min", "median")
    return f"{time(seen[first])} / {time(seen[second])}"


def interval(ratio):
    """A ratio with its interval."""
    return f"{ratio['ratio']:.2f} ({ratio['low']:.2f}-{ratio['high']:.2f})" if ratio else ""


def cells(record):
    """The columns of one case."""
    against = interval(record["of_crate"])
    wanted = "" if record["wanted"] is None else f"{record['wanted']:.2f}"
    if record.get("of_primitive"):
        against += f"; {record['of_primitive']['ratio']:.2f} of {record['primitive']}"
        wanted += f"; {record['wanted_of_primitive']:g} of {record['primitive']}"
    return [str(record["row"]), record["name"], str(record["n"]),
            *(pair(record, who) for who in runtime_rows.CONTESTANTS),
            against, wanted, interval(record["of_pool"]), ", ".join(record["missed"])]


def text(records):
    """A table for a terminal."""
    rows = [list(HEADINGS)] + [cells(record) for record in records]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEADINGS))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)


def asciidoc(records, skipped):
    """The part of doc/benchmarks.adoc that is about the runtimes."""
    facts = records[0]
    loads = [record["load"] for record in records]
    commits = ", ".join(dict.fromkeys(record["commit"] for record in records))
    rounds = sorted({record["of_crate"]["n"] for record in records if record["of_crate"]})
    lines = [
        f"Machine:: {facts['cpu']}, {facts['cores']} cores, Linux {facts['kernel']}",
        f"Compiler:: {facts['compiler']}, {facts['build_type']}",
        f"Commits:: {commits} (`+`: with changes that were not committed)",
        f"Processes:: {' or '.join(map(str, rounds))} of each contestant for each row, in turn",
        f"Load of the machine:: {min(loads):.1f} to {max(loads):.1f}",
        "",
        '[cols="1,6,2,4,4,4,4,4,5,3,4,3",options="header"]',
        "|===",
        "".join(f"|{heading} " for heading in HEADINGS).rstrip(),
        "",
    ]
    lines += ["".join(f"|{cell} " for cell in cells(record)).rstrip() for record in records]
    lines += ["|===", ""]
    lines += missed(records)
    lines += [f"Not measured: {what} ({why})." + "\n" for what, why in skipped.items()]
    return "\n".join(lines)


def missed(records):
    """A sentence about what was not reached."""
    names = [f"{record['row']} {record['name']}, N={record['n']} against {' and '.join(record['missed'])}"
             for record in records if record["missed"]]
    return [("Missed: " + "; ".join(names) if names else "Every wanted figure was reached") + ".", ""]


def write(records, skipped):
    """Puts the table into the page."""
    page = os.path.join(build.ROOT, "doc", "benchmarks.adoc")
    report.replace_measured(page, asciidoc(records, skipped), BEGIN, END)
