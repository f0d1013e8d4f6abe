#!/usr/bin/env python3
"""Counts the cost of structures, vectors, memcpy and tables on a GPU: aggregates.py OUTPUT.json

Compiles harness/executor/tests/kernels/aggregates.cu for this machine's GPU, with a small program around it,
and runs it under Nsight Compute: requests of one warp for each of its kernels (results/aggregates.schema.json).
A test compares the executor's counts with results/h200/aggregates.json. Needs nvcc and ncu.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from ncu_counters import METRICS, counters_of, launches_by_kernel  # noqa: E402
from schema import schema  # noqa: E402

# Replaces the parts of harness/ladder/stage that aggregates.cu uses, for a GPU without the harness.
SHIM = """
#pragma once
#include <cstdint>
#include <vector>
template <typename T> struct MapJob { const T* input; T* output; size_t n; };
struct Shape { unsigned grid, block; };
template <typename T, typename Kernel, typename... Arguments>
void launch(const MapJob<T>&, Kernel kernel, Shape shape, Arguments... arguments) {
  kernel<<<shape.grid, shape.block>>>(arguments...);
}
inline std::vector<void (*)(const MapJob<uint32_t>&)> registered;
enum Build { kThisBuild };
struct Registration {
  Registration(Build, const char*, const char*, const char*, void (*run)(const MapJob<uint32_t>&)) { registered.push_back(run); }
};
"""

MAIN = """
#include "%s"
#include <cstdio>
int main() {
  constexpr size_t kRoom = 32 * 128 * 2;
  uint32_t *input, *output;
  cudaMalloc(&input, kRoom);
  cudaMalloc(&output, kRoom);
  cudaMemset(input, 1, kRoom);
  cudaMemset(output, 0, kRoom);
  for (const auto run : registered) run({input, output, 16});
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) std::fprintf(stderr, "%%s\\n", cudaGetErrorString(error));
  cudaDeviceProp gpu;
  cudaGetDeviceProperties(&gpu, 0);
  std::printf("device: %%s\\n", gpu.name);
  return error != cudaSuccess;
}
"""


def main():
    if len(sys.argv) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "stage").mkdir()
        (folder / "stage" / "map.h").write_text(SHIM)
        (folder / "main.cu").write_text(MAIN % (ROOT / "harness/executor/tests/kernels/aggregates.cu"))
        subprocess.run(["nvcc", "-std=c++20", "-arch=native", f"-I{folder}", "-o", folder / "program", folder / "main.cu"], check=True)
        done = subprocess.run(["ncu", "--csv", "--print-kernel-base", "function", "--clock-control", "none", "--metrics",
                               ",".join(METRICS), folder / "program"], capture_output=True, text=True)
    if '"ID"' not in done.stdout:
        raise SystemExit(f"aggregates.py: ncu reported nothing:\n{done.stdout[-1000:]}{done.stderr[-1000:]}")
    device = next(line.split(": ", 1)[1] for line in done.stdout.splitlines() if line.startswith("device: "))
    nvcc = subprocess.run(["nvcc", "--version"], capture_output=True, text=True, check=True).stdout.split("release ")[1].split(",")[0]
    kernels = {kernel: counters_of(values) for kernel, values in launches_by_kernel(done.stdout)}
    text = json.dumps({**schema("aggregates"), "aggregates_version": 1, "context": {"device": device, "toolkit": nvcc}, "kernels": kernels}, indent=1)
    pathlib.Path(sys.argv[1]).write_text(text + "\n")
    print(f"{len(kernels)} kernels counted")
    return 0


if __name__ == "__main__":
    sys.exit(main())
