#!/usr/bin/env python3
"""Times torch.softmax on the GPU of this machine: harness/record/softmax_torch.py OUTPUT.json [float32|bfloat16]. It
uses the sizes of record.sh softmax, and measures as the harness does (harness/ladder/cuda/timing.cu): events around
each sample, the L2 cache flushed before each by writing and then reading more than twice its size, the result in
memory that is already allocated, and the median of 31 samples.
"""
import json
import statistics
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).parent))
from schema import schema  # noqa: E402

SIZES = [(1 << 20, 32), (1 << 16, 512), (1 << 15, 1024), (1 << 14, 4096), (4096, 16384), (512, 131072), (8, 1 << 22)]
SAMPLES = 31
ROOT = Path(__file__).resolve().parents[2]


def git(*words):
    return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=True).stdout.strip()


def samples(work, dirty, clean):
    start, stop = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    seconds = []
    for turn in range(SAMPLES + 3):  # three of them to warm up
        dirty.fill_(turn)
        clean.sum()
        start.record()
        work()
        stop.record()
        stop.synchronize()
        seconds.append(start.elapsed_time(stop) / 1000)
    return seconds[3:]


def main(path, name="float32"):
    dtype = {"float32": torch.float32, "bfloat16": torch.bfloat16}[name]
    tolerance = {"float32": 1e-6, "bfloat16": 1e-2}[name]
    gpu = torch.cuda.get_device_properties(0)
    flushed = 2 * gpu.L2_cache_size + (32 << 20)
    dirty, clean = (torch.zeros(flushed // 4, dtype=torch.float32, device="cuda") for _ in range(2))
    rows = []
    for height, columns in SIZES:
        x = torch.rand(height, columns, device="cuda").mul_(16).sub_(8).to(dtype)
        result = torch.empty_like(x)
        seconds = samples(lambda: torch.softmax(x, dim=1, out=result), dirty, clean)
        error = float((result[0].double() - torch.softmax(x[0].double(), dim=0)).abs().max())
        assert error < tolerance, error
        moved = 2 * x.element_size() * x.numel()  # read once, written once
        rows.append({"rows": height, "columns": columns, "bytes": moved,
                     "seconds": statistics.median(seconds),
                     "bandwidth": moved / statistics.median(seconds), "samples": seconds})
        print(f"{height} x {columns}: {1e6 * rows[-1]['seconds']:.1f} us, {rows[-1]['bandwidth'] / 1e9:.0f} GB/s")
    context = {"device": gpu.name, "dtype": name, "torch": torch.__version__, "cuda": torch.version.cuda,
               "git_commit": git("rev-parse", "HEAD"),
               "git_dirty": git("status", "--porcelain", "--untracked-files=no") != "",
               "date": datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")}
    value = {**schema("softmax_torch"), "softmax_torch_version": 1, "context": context, "rows": rows}
    Path(path).write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(*sys.argv[1:])
