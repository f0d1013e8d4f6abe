#!/usr/bin/env python3
"""Compares the executor's counts for each source line with Nsight Compute's source view: compare_lines.py
LADDER [-v]

Reads results/h200/lines-ncu.json (lines.py) and runs `LADDER explain` for each stage in it. On every line of a
kernel file, the sectors, wavefronts, barriers and shuffles must be equal. Code in a helper of
harness/ladder/stage, or in a CUDA header, is counted by the executor at the kernel line that calls it; for this code,
the sums must be equal. A stage that differs must be listed in known_line_differences.json with its reason, and
everything listed there must differ. Exit status 1 otherwise. Lines are identified by their code, so adding,
changing or removing a comment has no effect.
"""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
COUNTERS = ["global_load_sectors", "global_store_sectors", "shared_load_wavefronts", "shared_store_wavefronts", "barriers", "shuffles"]


def by_line(lines, counters_of):
    """-> {(file, text): [value of each counter]}; "": code outside kernel files."""
    table = {}
    for line in lines:
        values = counters_of(line)
        key = (line["file"], line["source"].split("//")[0].strip()) if line["file"].startswith("kernels/") else ""
        sums = table.setdefault(key, [0] * len(COUNTERS))
        for i, counter in enumerate(COUNTERS):
            sums[i] += values.get(counter, 0)
    return table


def differences(executor, hardware):
    """Returns messages, and the number of equal counts of single lines."""
    found, equal = [], 0
    elsewhere = hardware.pop("", [0] * len(COUNTERS))
    for i, counter in enumerate(COUNTERS):
        left = elsewhere[i]  # counts in helpers are expected at the lines that call them
        for key in sorted(set(executor) | set(hardware)):
            e, h = (table.get(key, [0] * len(COUNTERS))[i] for table in (executor, hardware))
            equal += e == h and e > 0
            if h > e:
                found.append(f"{key[0]}: {key[1]}: {counter} {e}, hardware {h}")
            left -= e - h
        if left:
            found.append(f"{counter} in all: hardware has {left:+d}")
    return found, equal


def main():
    ladder, verbose = sys.argv[1], "-v" in sys.argv
    recorded = json.loads((ROOT / "results/h200/lines-ncu.json").read_text())
    known = json.loads((ROOT / "harness/record/known_line_differences.json").read_text())
    wrong = equal = 0
    for stage in recorded["results"]:
        said = subprocess.run([ladder, "explain", stage["id"], "--n", str(stage["n"]), "--block", str(stage["block"]), "--dtype",
                               stage["dtype"], "--json", "-"], capture_output=True, text=True)
        if not said.stdout:
            print(f"{stage['id']}: {said.stderr.strip()}")
            wrong += 1
            continue
        executor = by_line(json.loads(said.stdout)["lines"], lambda line: line["counters"])
        found, same = differences(executor, by_line(stage["lines"], lambda line: line))
        equal += same
        if bool(found) == (stage["id"] in known):
            if verbose:
                print(f"{stage['id']}: {'as known' if found else 'equal'}, {same} counts of single lines are equal")
            continue
        wrong += 1
        print(f"{stage['id']}: " + ("\n  ".join(["", *found[:8]]) if found else "equal, although known_line_differences.json lists it"))
    print(f"{len(recorded['results'])} stages: {equal} counts of single lines are equal, {len(known)} stages differ as known, "
          f"{wrong} otherwise")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
