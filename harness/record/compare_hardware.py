#!/usr/bin/env python3
"""Compares the executor's counters with Nsight Compute's: compare_hardware.py [--write | FOLDER]

Reads results/counters.json, results/h200/counters-ncu*.json and harness/record/known_differences.json. Global
requests and sectors and shared wavefronts must be equal; any difference must be listed in
known_differences.json with its reason, and everything listed there must differ. Exit status 1 otherwise.
--write updates the table in docs/microscope.md; without it, a stale table is a failure too. FOLDER: the same for
another GPU's results/FOLDER/counters-ncu*.json, without a table. On that GPU, counters that are known to differ may
agree, because the number of times that a block waits depends on the GPU.
"""
import glob
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COUNTERS = ["global_load_requests", "global_load_sectors", "global_store_requests", "global_store_sectors",
            "shared_load_wavefronts", "shared_store_wavefronts"]
BEGIN, END = "<!-- hardware-comparison: ", "<!-- /hardware-comparison -->"


def read(name):
    with open(os.path.join(ROOT, "results", name)) as f:
        return json.load(f)


def differing(executor, hardware):
    """The counters of one stage that differ."""
    return [k for k in COUNTERS if executor.get(k, 0) != hardware.get(k, 0)]


def added_by_the_pipe(row):
    """The excess of wavefronts in the shared memory pipe over those requested by the instructions, as a fraction."""
    pipe = sum(map(int, re.match(r"through the pipe: (\d+) load, (\d+) store", row["note"]).groups()))
    asked = row["counters"].get("shared_load_wavefronts", 0) + row["counters"].get("shared_store_wavefronts", 0)
    return pipe / asked - 1 if asked else 0


def cell(executor, hardware, key):
    e, h = executor.get(key, 0), hardware.get(key, 0)
    if e == h:
        return f"{e}" if e else "-"
    if not e:
        return f"{e} / **{h}**"
    percent = 100 * (h / e - 1)
    return f"{e} / **{h}** ({percent:{'+.1f' if abs(percent) >= 0.05 else '+.1g'}} %)"


def table(rows):
    lines = ["| stage | " + " | ".join(k.replace("_", " ") for k in COUNTERS) + " | why they differ |",
             "|---|" + "---:|" * len(COUNTERS) + "---|"]
    for stage, executor, hardware, reason in rows:
        cells = [cell(executor, hardware, k) for k in COUNTERS]
        lines.append(f"| {stage} | " + " | ".join(cells) + f" | {reason} |")
    return lines


def main():
    executor = {row["id"]: row["counters"] for row in reversed(read("counters.json")["results"])}  # the first row of each: n = 2^20
    other = next((argument for argument in sys.argv[1:] if argument != "--write"), None)
    files = [read(os.path.relpath(path, os.path.join(ROOT, "results")))
             for path in sorted(glob.glob(os.path.join(ROOT, "results", other or "h200", "counters-ncu*.json")))]
    recorded = [row for file in files for row in file["results"]]
    with open(os.path.join(ROOT, "harness", "record", "known_differences.json")) as f:
        reasons = json.load(f)
    failures, rows, agree = [], [], 0
    for row in recorded:
        stage, hardware = row["id"], row["counters"]
        if stage not in executor:
            failures.append(f"{stage}: recorded on the GPU, but the executor does not count it")
            continue
        differ = differing(executor[stage], hardware)
        known = reasons.get(stage, {}).get("counters", [])
        for key in sorted(set(differ) - set(known)):
            failures.append(f"{stage}: {key} is {executor[stage].get(key, 0)} on the executor, {hardware.get(key, 0)} on the GPU")
        for key in sorted(set(known) - set(differ)) if not other else []:
            failures.append(f"{stage}: {key} agrees; remove it from known_differences.json")
        agree += not differ
        rows.append((stage, executor[stage], hardware, reasons.get(stage, {}).get("reason", "")))
    for stage in sorted(set(executor) - {r["id"] for r in recorded}):
        if stage.startswith("first/"):  # never recorded: record.sh leaves these out
            continue
        print(f"{stage}: not compared, because it has not been recorded on the GPU")

    c = files[0]["context"]
    days = sorted({file["context"]["date"][:10] for file in files})
    dates = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    text = "\n".join([
        BEGIN + "written by harness/record/compare_hardware.py --write -->",
        f"n = 2^20 (or the largest n that a stage supports{'; for matrices, the first sizes in the file' if len(files) > 1 else ''}), block 256, the first element type of each stage. Executor: `results/counters.json`. Hardware: {c['device']}, "
        f"driver {c['driver']}, CUDA {c['toolkit']}, Nsight Compute, {dates}: `results/h200/counters-ncu*.json`. If the two "
        "differ, the executor's figure comes first and the **hardware's** second.", "",
        f"{agree} of {len(rows)} stages agree in every figure, to the last request. Shared wavefronts are those that the executed "
        "instructions require (`smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld`, `_st`, `_ldsm`, `_ldgsts`). The pipe reports "
        f"(`l1tex__data_pipe_lsu_wavefronts_…`) up to {100 * max(map(added_by_the_pipe, recorded)):.1f} % more, "
        "because warps interfere with each other: the note of each row has both figures.", "",
        *table(rows), END])
    page = os.path.join(ROOT, "docs", "microscope.md")
    with open(page) as f:
        old = f.read()
    new = old if other else old[:old.index(BEGIN)] + text + old[old.index(END) + len(END):]
    if "--write" in sys.argv:
        with open(page, "w") as f:
            f.write(new)
    elif new != old:
        failures.append("docs/microscope.md is stale: harness/record/compare_hardware.py --write")
    for failure in failures:
        print(failure)
    print(f"{agree} of {len(rows)} stages agree with the hardware, {len(rows) - agree} differ for a known reason"
          if not failures else f"{len(failures)} unexplained")
    return 1 if failures else 0


sys.exit(main())
