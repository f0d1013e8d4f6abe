#!/usr/bin/env python3
"""Measures the wavefronts of single shared memory instructions: wavefronts.py OUTPUT

Compiles wavefronts.cu, runs it under Nsight Compute, and writes a line for each pattern: the number of wavefronts
that passed through the pipe, then the pattern as wavefronts.cu prints it.
The tests compare the executor's rule
with every line.
"""
import csv
import io
import pathlib
import subprocess
import sys
import tempfile

METRICS = {kind: f"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{op}.sum" for kind, op in (("load", "ld"), ("store", "st"))}


def main():
    source = pathlib.Path(__file__).with_name("wavefronts.cu")
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/wavefronts"
        subprocess.run(["nvcc", "-std=c++17", "-arch=native", "-w", "-o", program, source], check=True)
        patterns = subprocess.run([program], check=True, text=True, capture_output=True).stdout.splitlines()
        profile = subprocess.run(["ncu", "--csv", "--metrics", ",".join(METRICS.values()), "--log-file", f"{folder}/log", program],
                                 check=True, text=True, capture_output=True)
        table = pathlib.Path(f"{folder}/log").read_text()
    del profile
    launches = {}
    for record in csv.DictReader(io.StringIO(table[table.index('"ID"'):])):
        launches.setdefault(int(record["ID"]), {})[record["Metric Name"]] = record["Metric Value"].replace(",", "")
    if len(launches) != len(patterns):
        raise SystemExit(f"wavefronts.py: {len(patterns)} patterns, but ncu saw {len(launches)} launches")
    with open(sys.argv[1], "w") as f:
        f.write("# wavefronts, kind, bytes per lane, address of each of 32 lanes (-1: not active)\n")
        for i, pattern in zip(sorted(launches), patterns):
            f.write(f"{launches[i][METRICS[pattern.split()[0]]]} {pattern}\n")


main()
