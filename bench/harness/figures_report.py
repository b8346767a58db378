# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""The tables and charts of what things cost."""

import os

from . import build, plot

BEGIN = "// tag::costs[]"
END = "// end::costs[]"
COMPILE_LIMIT = 1.3


def of(records, figure):
    return [each for each in records if each["figure"] == figure]


def table(columns, headings, rows):
    """A table of the documentation; nothing where there are no rows."""
    if not rows:
        return []
    return [f'[cols="{columns}",options="header"]', "|===", "".join(f"|{each} " for each in headings).rstrip(), "",
            *("".join(f"|{cell} " for cell in row).rstrip() for row in rows), "|===", ""]


def number(record, key, form):
    return form.format(record[key]) if key in record else ""


def compile_rows(records):
    """What ours takes over what plain Asio takes."""
    rows = []
    for compiler in dict.fromkeys(each["compiler"] for each in records):
        ours, plain = (each for each in records if each["compiler"] == compiler)
        for key, form, what in (("seconds", "{:.1f} s", "time to compile"), ("mib", "{:.0f} MiB", "memory to compile"),
                                ("kib", "{:.0f} KiB", "size of the program")):
            ratio = ours[key] / plain[key]
            rows.append([compiler, what, form.format(ours[key]), form.format(plain[key]), f"{ratio:.2f}",
                         f"{COMPILE_LIMIT:.2f}", "met" if ratio <= COMPILE_LIMIT else "MISSED"])
    return rows


def asciidoc(records, skipped, facts):
    """The part of doc/benchmarks.adoc that is about this."""
    lines = [f"Commit:: {facts['commit']}", ""]
    lines += table("2,5,4,>2,>2", ("#", "workload", "program", "instructions a probe", "system calls a probe"), [
        [each["row"], each["name"], each["side"], number(each, "instructions", "{:,.0f}"),
         number(each, "system calls", "{:.3f}")] for each in sorted(of(records, "probe"), key=lambda r: r["row"])])
    lines += table("3,>2", ("transport", "bytes of the heap for a probe in flight"), [
        [f"`{each['transport']}`", f"{each['bytes_per_slot']:.0f}"] for each in of(records, "slot")])
    lines += table("2,4,>3,>3,>2,>2,2", ("compiler", "", "the 30-line scanner", "the same on plain Asio", "ratio",
                                         "wanted", ""), compile_rows(of(records, "compilation")))
    for name, what in CHARTS:
        lines += [f".{what}", f"image::figures/{name}.svg[{what}]", ""]
    lines += [f"Not measured: {what} ({why})." + "\n" for what, why in skipped.items()]
    return "\n".join(lines)


CHARTS = (
    ("window", "Time of a probe of a closed port, by the greatest number of probes in flight"),
    ("size", "Processor time of a simulated probe, by the number of targets"),
    ("space", "Peak memory of the command, by the number of targets"),
)


def series(records, key, x, y):
    """Points of (x, y), one line for each value of `key`."""
    return {name: [(x(each), each[y]) for each in records if each[key] == name]
            for name in dict.fromkeys(each[key] for each in records)}


def draw(records):
    """The charts of what there are records of."""
    folder = os.path.join(build.ROOT, "doc", "figures")
    os.makedirs(folder, exist_ok=True)
    window, size, space = (of(records, name) for name, _ in CHARTS)
    if window:
        plot.lines(os.path.join(folder, "window.svg"), CHARTS[0][1], "probes in flight at most (batch)",
                   "microseconds a probe", series(window, "side", lambda r: r["batch"], "us_per_probe"))
    if size:
        plot.lines(os.path.join(folder, "size.svg"), CHARTS[1][1], "targets", "nanoseconds a probe",
                   series(size, "order", lambda r: 2 ** r["exponent"], "ns_per_probe"))
    if space:
        plot.lines(os.path.join(folder, "space.svg"), CHARTS[2][1], "targets", "MiB",
                   {"sonda": [(each["targets"], each["peak_mib"]) for each in space]})


def text(records):
    """For a terminal: a line for each record."""
    return "\n".join(", ".join(f"{key} {value:.4g}" if isinstance(value, float) else f"{key} {value}"
                               for key, value in each.items()) for each in records)
