# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""Measures the runtimes: whole processes of the contestants in turn, one row at a time."""

import json
import os
import subprocess
import sys

from . import build, measure, runtime_report, runtime_rows, statistic

FILE = "runtime_results.jsonl"
PAIRS = 5


def cases_of(program, row, options):
    """What one process says of a row: its cases by name and size."""
    run = subprocess.run([program, "--row", str(row), "--budget-ms", str(options.budget_ms),
                          *(["--quick"] if options.quick else [])], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise RuntimeError(f"{os.path.basename(program)}, row {row}: status {run.returncode}: {run.stderr.strip()}")
    return {(each["name"], each["n"]): each for each in map(json.loads, run.stdout.splitlines())}


def rounds_of(programs, row, options):
    """For each round, what each contestant says; who is first changes from round to round."""
    names = list(programs)
    result = []
    for i in range(options.pairs):
        order = names[i % len(names):] + names[:i % len(names)]
        result.append({name: cases_of(programs[name], row, options) for name in order})
    return result


def side(cases):
    """One contestant over all rounds."""
    return {"min": min(each["ns_min"] for each in cases),
            "median": statistic.spread([each["ns_median"] for each in cases])["median"],
            "p99": statistic.spread([each["ns_p99"] for each in cases])["median"],
            "samples": sum(each["samples"] for each in cases)}


def ratio(rounds, case, first, second, figure):
    """The ratios of two contestants, round by round, or None if one of them does not know the case."""
    if any(case not in each.get(name, {}) for each in rounds for name in (first, second)):
        return None
    values, bases = ([max(each[name][case][figure], 1) for each in rounds] for name in (first, second))
    record = measure.ratio_record(values, bases)
    return {key: record[key] for key in ("n", "ratio", "low", "high")}


def record_of(rounds, row, case):
    """All about one case."""
    name, n = case
    ours, figure = runtime_rows.OURS, runtime_rows.figure(row)
    sides = {who: side([each[who][case] for each in rounds]) for who in rounds[0] if case in rounds[0][who]}
    record = {"row": row, "name": name, "n": n, "sides": sides, "figure": figure,
              "wanted": runtime_rows.wanted_of_crate(row, name, n),
              "of_crate": ratio(rounds, case, ours, runtime_rows.CRATE, figure),
              "of_pool": ratio(rounds, case, ours, "thread_pool", figure)}
    primitive = runtime_rows.wanted_of_primitive(row, name, n)
    if primitive:
        record |= {"primitive": primitive[0], "wanted_of_primitive": primitive[1],
                   "of_primitive": ratio(rounds, case, ours, primitive[0], figure)}
    return record | {"missed": misses(record)}


def misses(record):
    """The names of the wanted figures that a case misses. A pool of Asio may be as fast, within the interval."""
    result = []
    crate, pool, primitive = record["of_crate"], record["of_pool"], record.get("of_primitive")
    if crate and record["wanted"] is not None and crate["ratio"] > record["wanted"]:
        result.append("crate")
    if pool and runtime_rows.judged(record["name"]) and pool["low"] > 1:
        result.append("thread_pool")
    if primitive and primitive["ratio"] > record["wanted_of_primitive"]:
        result.append(record["primitive"])
    return result


def measured(options, skipped):
    """The records of the rows that were asked for."""
    rows = [int(each) for each in options.rows.split(",")] if options.rows else runtime_rows.ROWS
    binaries, _, _ = build.places(options.build)
    programs = runtime_rows.programs(binaries, build.runtime_peer(options.build))
    for name in [name for name in programs if not os.access(programs[name], os.X_OK)]:
        skipped[name] = "it was not built"
        del programs[name]
    facts = build.facts(options.build)
    for row in rows:
        rounds = rounds_of(programs, row, options)
        known = dict.fromkeys(case for who in programs for case in rounds[0][who])
        for case in known:
            yield record_of(rounds, row, case) | {"load": os.getloadavg()[0], **facts}


def run(options):
    """Measures, keeps the records of rows that were measured before, and reports all of them. The status is 1 if a
    wanted figure was missed."""
    build.runtime(options.build)
    try:
        os.setpriority(os.PRIO_PROCESS, 0, -20)
    except PermissionError:
        pass
    path = os.path.join(options.build, FILE)
    skipped = dict(runtime_rows.CANNOT)
    records = []
    for record in measured(options, skipped):
        print(json.dumps(record), flush=True)
        records.append(record)
    if not options.quick:
        merged = merge(path, records)
    print(runtime_report.text(records), file=sys.stderr)
    for what, why in skipped.items():
        print(f"not measured: {what}: {why}", file=sys.stderr)
    if options.doc:
        runtime_report.write(records if options.quick else merged, skipped)
    return 1 if any(each["missed"] for each in records) else 0


def merge(path, records):
    """Puts records into a file in place of older ones of the same rows; gives all."""
    fresh = {each["row"] for each in records}
    old = [each for each in load(path) if each["row"] not in fresh] if os.path.exists(path) else []
    result = sorted(old + records, key=lambda each: each["row"])
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(each) + "\n" for each in result)
    return result


def load(path):
    """The records of a file."""
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]
