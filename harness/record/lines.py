#!/usr/bin/env python3
"""Records the cost of each source line, with Nsight Compute's source view.

  lines.py record LADDER FOLDER [ID...]   runs the stages under ncu on the GPU of this machine: FOLDER/raw/ID.csv.gz
                                          (a stage that already has one is left out), then writes FOLDER/lines-ncu.json
  lines.py read FOLDER                    writes FOLDER/lines-ncu.json again from FOLDER/raw

Each stage runs one job of 2^16 elements, block 256, its first element type. For every SASS instruction, ncu
counts the sectors and wavefronts that its addresses require; their sums over the launches, by source line, have
the format of results/lines.schema.json. LADDER must be the CUDA build (it is compiled with -lineinfo).
compare_lines.py compares the executor with the file.
"""
import csv
import gzip
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from schema import schema  # noqa: E402

N, BLOCK = 2**16, 256
SECTORS, WAVEFRONTS, EXECUTED = "L2 Theoretical Sectors Global", "L1 Wavefronts Shared", "Instructions Executed"
# The counter that an instruction increases, by the instruction's name up to the first dot.
COUNTED = {
    "LDG": [("global_load_sectors", SECTORS)],
    "LD": [("global_load_sectors", SECTORS)],
    "STG": [("global_store_sectors", SECTORS)],
    "ST": [("global_store_sectors", SECTORS)],
    "LDS": [("shared_load_wavefronts", WAVEFRONTS)],
    "STS": [("shared_store_wavefronts", WAVEFRONTS)],
    "BAR": [("barriers", EXECUTED)],
    "SHFL": [("shuffles", EXECUTED)],
}
COUNTERS = ["global_load_sectors", "global_store_sectors", "shared_load_wavefronts", "shared_store_wavefronts", "barriers",
            "shuffles", "instructions"]


def number(text):
    try:
        return int(float(text.replace(",", "")))
    except ValueError:
        return 0  # "" or "-"


def in_repository(path):
    """The executor's name for a file: kernels/reduce/00_v0_modulo.cu. None: not one of our files."""
    found = re.search(r"(?:^|/)((?:kernels|harness)/.*)$", path)
    return found and found[1]


def instructions_of(text):
    """ncu --page source --print-source cuda,sass --csv: for each launch and source file a section (File Path, Function Name, a header
    with "Line No", then rows). A row with a line number is a line; a row with an address is an instruction, shown
    below each line from which it comes: its own line, and the lines from which the function that contains it is
    called.
    -> for each launch {address: (SASS, {column: value}, {(file, line, text), ...})}"""
    launches, sections = [{}], set()
    file = header = line = None
    for row in csv.reader(text.splitlines()):
        if not row:
            continue
        if row[0] == "File Path":
            file, header, line = row[1], None, None
        elif row[0] == "Function Name":
            if (file, row[1]) in sections:  # the next launch
                launches.append({})
                sections = set()
            sections.add((file, row[1]))
        elif "Line No" in row and "Address" in row:
            header = {}
            for i, name in enumerate(row):
                header.setdefault(name, []).append(i)
            if EXECUTED not in header:
                raise SystemExit(f"lines.py: ncu's source view has no column {EXECUTED}; it has: {', '.join(header)}")
        elif header is not None and len(row) > header["Address"][0]:
            if row[header["Line No"][0]].strip():
                line = (number(row[header["Line No"][0]]), row[header["Source"][0]].strip())
            address = row[header["Address"][0]].strip()
            if not address.startswith("0x"):
                continue
            sass = re.sub(r"^\s*@!?U?P\w+\s+", "", row[header["Source"][-1]]).strip()
            # A kernel without shared memory has no columns for it.
            values = {c: number(row[header[c][0]]) for c in (SECTORS, WAVEFRONTS, EXECUTED) if c in header}
            launches[-1].setdefault(address, (sass, values, set()))[2].add((in_repository(file) or "", *line))
    return launches


def place(places):
    """The line of a kernel file as the executor reports it: the innermost one; functions precede those that
    call them."""
    in_kernels = [p for p in places if p[0].startswith("kernels/")]
    return min(in_kernels, key=lambda p: (not p[0].endswith(".cuh"), *p)) if in_kernels else min(places)


def lines_of(text):
    """-> {(file, line, text): {counter: value}}"""
    lines = {}
    for launch in instructions_of(text):
        for sass, values, places in launch.values():
            costs = lines.setdefault(place(places), dict.fromkeys(COUNTERS, 0))
            costs["instructions"] += values[EXECUTED]
            for counter, column in COUNTED.get(re.split(r"[.\s]", sass, maxsplit=1)[0], []):
                costs[counter] += values.get(column, 0)
    return lines


def record(ladder, stage, launches, raw):
    """Runs one job of the stage. Its launches are the first in which ncu finds kernels in an anonymous namespace."""
    with tempfile.TemporaryDirectory() as name:
        report = f"{name}/report.ncu-rep"
        done = subprocess.run(
            ["ncu", "-f", "-o", report, "--section", "SourceCounters", "--import-source", "yes", "--clock-control", "none",
             "--target-processes", "all", "--kernel-name-base", "demangled", "--kernel-name", "regex:anonymous|unnamed",
             "--launch-count", str(launches), ladder, "check", stage["id"], "--backend", "cuda", "--n", str(N), "--block", str(BLOCK),
             "--dtype", stage["dtypes"][0], "-q"], capture_output=True, text=True)
        if "nothing could be run" in done.stderr:  # the GPU is too old for it
            return print(f"{stage['id']}: {done.stderr.strip()}", file=sys.stderr)
        view = subprocess.run(["ncu", "--import", report, "--page", "source", "--print-source", "cuda,sass", "--csv"],
                              capture_output=True, text=True)
    if "Line No" not in view.stdout:
        return print(f"{stage['id']}: ncu reports nothing for its lines:\n{done.stdout[-600:]}{done.stderr[-600:]}{view.stdout[-600:]}"
                     f"{view.stderr[-600:]}", file=sys.stderr)
    with gzip.open(raw / (stage["id"].replace("/", "-") + ".csv.gz"), "wt") as f:
        f.write(view.stdout)
    print(stage["id"], flush=True)


def record_all(ladder, folder, only):
    raw = folder / "raw"
    raw.mkdir(parents=True, exist_ok=True)
    subprocess.run([ladder, "run", "reduce/v8", "--backend", "cuda", "--n", "1024", "--json", raw / "context.json", "-q"], check=True)
    stages = json.loads(subprocess.run([ladder, "list", "--json"], capture_output=True, text=True, check=True).stdout)
    stages = [s for s in stages if s["track"] != "pitfalls" and (s["max_n"] is None or s["max_n"] >= N)]
    for stage in stages:
        if (only and stage["id"] not in only) or (raw / (stage["id"].replace("/", "-") + ".csv.gz")).exists():
            continue
        # The executor acts as the same device, so the number of launches is the same.
        said = subprocess.run([ladder, "explain", stage["id"], "--n", str(N), "--block", str(BLOCK), "--json", "-"],
                              capture_output=True, text=True)
        if said.returncode not in (0, 1):  # 1: the stage has a declared race
            print(f"{stage['id']}: explain: {said.stderr.strip()}", file=sys.stderr)
            continue
        record(ladder, stage, json.loads(said.stdout)["counters"]["launches"], raw)
    with open(raw / "stages.json", "w") as f:
        json.dump(stages, f)


def read(folder):
    with open(folder / "raw" / "context.json") as f:
        context = json.load(f)["context"]
    with open(folder / "raw" / "stages.json") as f:
        stages = json.load(f)
    results = []
    for stage in stages:
        path = folder / "raw" / (stage["id"].replace("/", "-") + ".csv.gz")
        if not path.exists():
            continue
        with gzip.open(path, "rt") as f:
            lines = lines_of(f.read())
        results.append({"id": stage["id"], "n": N, "dtype": stage["dtypes"][0], "block": BLOCK,
                        "lines": [{"file": file, "line": line, "source": text if file else ""} | {k: v for k, v in costs.items() if v}
                                  for (file, line, text), costs in sorted(lines.items()) if costs["instructions"]]})
    text = json.dumps({**schema("lines"), "lines_version": 1, "context": context, "results": results}, indent=1)
    (folder / "lines-ncu.json").write_text(text + "\n")
    print(f"{len(results)} stages, {sum(len(r['lines']) for r in results)} lines")


def main():
    match sys.argv[1:]:
        case ["record", ladder, folder, *only]:
            record_all(ladder, pathlib.Path(folder), only)
            read(pathlib.Path(folder))
        case ["read", folder]:
            read(pathlib.Path(folder))
        case _:
            print(__doc__.strip(), file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
