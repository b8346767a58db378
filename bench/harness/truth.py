# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""Whether every run is exact, many times over: what is reported, what was sent, and what the services saw."""

import json
import statistics

from . import comparisons, programs, workloads

BEGIN = "// tag::truth[]"
END = "// end::truth[]"
RUNS = 50
TCP_ROWS = (1, 2, 3, 4, 5, 6)
UDP_ROWS = (7, 8)
SIDES = {
    comparisons.PORTABLE: TCP_ROWS + UDP_ROWS,
    comparisons.RING: TCP_ROWS,
    comparisons.RING_THREADS: TCP_ROWS,
    comparisons.COMMAND: TCP_ROWS + UDP_ROWS,
    comparisons.COMMAND_THREADS: (1, 2),
}


def records(laboratory, sides, options, skipped):
    """One record for each side and row."""
    wanted = options.rows.split(",") if options.rows else None
    for name, rows in SIDES.items():
        if options.ours not in (None, name):
            continue
        for row in rows:
            load = workloads.WORKLOADS[row]
            reason = programs.obstacle(sides[name], load)
            if reason:
                skipped[f"{row} with {name}"] = reason
            elif wanted is None or str(row) in wanted:
                yield record(laboratory, sides[name], load, 2 if options.quick else options.runs)


def record(laboratory, side, load, runs):
    """So many runs of a workload."""
    seen = [laboratory.observe(side, load) for _ in range(runs)]
    return {"row": load.number, "name": load.name, "batch": load.batch, "side": side.name, "runs": runs,
            "inexact": [each.inexact for each in seen if each.inexact],
            "median_ms": statistics.median(each.scan_ms for each in seen)}


def asciidoc(found, skipped, facts):
    """The part of doc/benchmarks.adoc that is about this."""
    lines = [f"Commit:: {facts['commit']}", "", '[cols="1,5,2,4,2,2,3",options="header"]', "|===",
             "|# |workload |batch |ours |runs |exact |median", ""]
    for each in found:
        exact = each["runs"] - len(each["inexact"])
        lines.append(f"|{each['row']} |{each['name']} |{each['batch']} |{each['side']} |{each['runs']} |{exact} "
                     f"|{each['median_ms']:.1f} ms")
    lines += ["|===", ""]
    lines += [f"{each['row']} with {each['side']}: {reason}." + "\n" for each in found
              for reason in dict.fromkeys(each["inexact"])]
    lines += [f"Not run: {what} ({why})." + "\n" for what, why in skipped.items()]
    return "\n".join(lines)


def run(laboratory, sides, options, facts, results):
    """All of it; gives the records and what was left out."""
    skipped, found = {}, []
    for each in records(laboratory, sides, options, skipped):
        found.append(each)
        line = json.dumps(each | facts)
        print(line, flush=True)
        print(line, file=results, flush=True)
    return found, skipped
