#!/usr/bin/env python3
"""Tests whether `best` is the best choice. harness/record/shapes.py OUTPUT.json measures reduce, scan and pack with many shapes of their last
kernels (threads per block, elements per thread, slots in the ring, size of the grid) next to `best`, on the GPU of this
machine, and prints for each n the fastest shape and how `best` compares with it (1.00: as fast; 0.97: 3 % slower).

Each shape is a separate kernel file, written to kernels/shapes/ and removed at the end. Needs the CUDA build's folder
(build/cuda, or LADDER_BUILD_CUDA=path), which is built twice: with the shapes and without. `shapes.py --only-write` only writes
the kernel files and leaves them there.
"""
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from schema import schema  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "kernels" / "shapes"
BUILD = Path(os.environ.get("LADDER_BUILD_CUDA", ROOT / "build" / "cuda"))

# name, header, template arguments, element limit (0: unlimited), expression before the call, further argument
ONE_BLOCK = [(128, 4), (128, 8), (256, 4), (256, 8), (256, 16), (512, 8), (512, 16), (1024, 4), (1024, 8), (1024, 16)]
MAILBOX = [(256, 16), (512, 8), (512, 16), (512, 32), (1024, 16)]
GRIDS = [1, 2, 8, 16, 32, 64, 100000]
RESIDENT = [(256, 1), (512, 1), (1024, 1), (512, 2), (1024, 2), (256, 4), (512, 4), (1024, 4), (256, 8), (512, 8)]
SCAN_RINGS = [(256, 28, 7), (224, 36, 5), (256, 20, 4), (256, 20, 8), (192, 36, 6), (384, 20, 6), (512, 20, 5),
              (320, 28, 5), (256, 36, 5)]
PACK_RINGS = [(512, 28, 2), (512, 12, 2), (512, 20, 2), (512, 20, 3), (256, 28, 4), (384, 28, 3), (512, 32, 2),
              (1024, 12, 2)]


def stage(track, job, element, header, name, call, most=0):
    limit = f'    .max_n({most}, "more than this shape is designed for")\n' if most else ""
    ring = "    .needs_sm(90)\n" if "ring" in name else ""
    (FOLDER / f"{track}_{name}.cu").write_text(
        f'#include "../{track}/{header}"\n\nnamespace {{\n\n'
        f"template <typename T>\nvoid run(const {job}<T>& job) {{\n{call}}}\n\n}}  // namespace\n\n"
        f'STAGE("{track}/shape_{name}", "a shape", run<{element}>)\n{limit}{ring}    .after("best");\n')


def write_files():
    FOLDER.mkdir(exist_ok=True)
    for block, each in ONE_BLOCK:
        stage("reduce", "ReduceJob", "float", "15_v8_1_one_block.cuh", f"one_{block}_{each}",
              f"  one_block<{block}, {each}>(job);\n", block * each)
    for block, each in MAILBOX:
        for grid in GRIDS:
            stage("reduce", "ReduceJob", "float", "19_v10_1_prefetch.cuh", f"mailbox_{block}_{each}_x{grid}",
                  "  const device::Device& gpu = job.context.device();\n"
                  f"  reduce_by_mailbox<{block}, {each}>(\n"
                  f"      job, {grid} * gpu.multiprocessors * (gpu.max_threads_per_multiprocessor / {block}));\n")
    for block, rows in RESIDENT:
        stage("scan", "ScanJob", "uint32_t", "14_resident.cuh", f"resident_{block}_{rows}",
              f"  resident<{block}, {rows}>(job);\n", 1 << 22)
        stage("pack", "PackJob", "uint32_t", "04_resident.cuh", f"resident_{block}_{rows}",
              f"  resident<{block}, {rows}>(job);\n", 1 << 22)
    for block, items, slots in SCAN_RINGS:
        stage("scan", "ScanJob", "uint32_t", "16_lookahead.cuh", f"ring_{block}_{items}_{slots}",
              f"  lookahead<{block}, {items}, {slots}>(job);\n")
    for block, items, slots in PACK_RINGS:
        stage("pack", "PackJob", "uint32_t", "06_lookahead.cuh", f"ring_{block}_{items}_{slots}",
              f"  lookahead<{block}, {items}, {slots}>(job);\n")


def build():
    subprocess.run(["cmake", "-S", ROOT, "-B", BUILD], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", BUILD, "ladder"], check=True, stdout=subprocess.DEVNULL)


def run(ids, sizes, file):
    subprocess.run([BUILD / "ladder", "run", *ids, "--backend", "cuda", "--n", sizes, "--repetitions", "21", "-q",
                    "--json", file], check=False)
    whole = json.loads(Path(file).read_text())
    Path(file).unlink()
    return whole["results"], whole["context"]


def main():
    if len(sys.argv) != 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__.strip())
        return 2
    if sys.argv[1] == "--only-write":
        write_files()
        return 0
    out = Path(sys.argv[1])
    part = str(out) + ".part"
    try:
        write_files()
        build()
        rows = []
        for ids, sizes in [(["reduce/best", "reduce/shape_one*"], "2^10:2^14:*2"),
                           (["reduce/best", "reduce/shape_mailbox*"], "2^15:2^30:*4"),
                           (["scan/best", "scan/shape_resident*", "pack/best", "pack/shape_resident*"], "2^10:2^22:*4"),
                           (["scan/best", "scan/shape_ring*", "pack/best", "pack/shape_ring*"], "2^20:2^30:*4")]:
            more, context = run(ids, sizes, part)
            rows += more
    finally:
        shutil.rmtree(FOLDER, ignore_errors=True)
        build()
    times = {}
    for row in rows:
        if row.get("time") and row["verdict"]["correct"] and "/" in row["id"] and not row["id"].startswith(("peer", "ceiling")):
            times.setdefault((row["track"], row["n"]), {}).setdefault(row["id"], []).append(row["time"]["median"])
    found = []
    for (track, n), here in sorted(times.items()):
        shapes = {i: min(t) for i, t in here.items() if not i.endswith("/best")}
        if not shapes or f"{track}/best" not in here:
            continue
        fastest = min(shapes, key=shapes.get)
        best = min(here[f"{track}/best"])
        found.append({"track": track, "n": n, "best": best, "fastest_shape": fastest, "its_time": shapes[fastest],
                      "ratio": shapes[fastest] / best, "all": shapes})  # median seconds
        print(f"{track} n = {n}: best {best * 1e6:.2f} us, fastest shape {fastest} {shapes[fastest] * 1e6:.2f} us, "
              f"{shapes[fastest] / best:.3f}")
    out.write_text(json.dumps({**schema("shapes"), "shapes_version": 1, "context": context, "rows": found}, indent=1) + "\n")
    return 0


sys.exit(main())
