#!/usr/bin/env bash
# Runs the code for older and smaller GPUs on a newer one: harness/record/old_gpus.sh FOLDER [STEP…]. Needs nvcc
# and a GPU, and for the last step the CUDA build (build/cuda/ladder, or LADDER=path). 75, 80: uses PTX for that
# architecture alone, which the driver translates; runs every check, lists the skipped stages, and compares
# `best` of scan and pack with CUB in the same program. memory: the default run and check with 3 GiB free.
# Each step writes its results to FOLDER. Exit status 1 if a check fails.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
[ $# -ge 1 ] || { sed -n '2,6s/^# //p' "$0"; exit 2; }
out=$1
shift
mkdir -p "$out"

program() { # program ARCHITECTURES: configures, builds, and prints its path
  local folder=build/cuda-$1
  { cmake --preset cuda -B "$folder" -DCMAKE_CUDA_ARCHITECTURES="$1" && ninja -C "$folder" ladder; } >"$folder.log" 2>&1 ||
    { tail -n 20 "$folder.log" >&2; return 1; }
  echo "$folder/ladder"
}
show() { # show JSON: skipped rows, and the comparison with CUB
  python3 - "$1" <<'END'
import json, sys
for row in json.load(open(sys.argv[1]))["results"]:
    if row.get("skipped"):
        print(f"{row['id']}: skipped, {row['skipped']['reason']}")
    elif row["speedup"].get("vs_peer"):
        print(f"{row['id']}, n = {row['n']}: {row['speedup']['vs_peer']['value']:.3f} x CUB")
END
}

mkdir -p build
[ $# -gt 0 ] || set -- 75 80 memory
for step; do
  echo "== $step"
  case $step in
    75 | 80)
      ladder=$(program "$step-virtual")
      "$ladder" check --backend cuda --no-color --json "$out/check-$step.json"
      "$ladder" run --backend cuda --n 2^20 -q --json "$out/run-$step.json"
      "$ladder" run scan/best pack/best --backend cuda --n '2^16:2^28:*4' -q --json "$out/best-$step.json"
      show "$out/run-$step.json"
      show "$out/best-$step.json"
      ;;
    memory)
      nvcc -arch=native -o build/take_memory harness/record/take_memory.cu
      for command in run check; do
        build/take_memory 3 "${LADDER:-build/cuda/ladder} $command --backend cuda --no-color" | tee "$out/memory-$command.txt"
      done
      ;;
    *) echo "old_gpus.sh: there is no step '$step'; the steps are 75 80 memory" >&2; exit 2 ;;
  esac
done
