#!/usr/bin/env bash
# Records the files of results/h200/ on the GPU of this machine: harness/record/record.sh FOLDER [STEP…], such as results/h100
# Steps: ladder webgpu sweep softmax matmul warm controls latency small_jobs crossover counters lines profile aggregates wavefronts sanitizer (all of them if none is named). Takes about twenty minutes on an H200.
# Two more steps, on a machine with several GPUs (or with GPUS=2 on two of them, which CUDA_VISIBLE_DEVICES names): several and, with MPI, processes. They take two minutes on four H200s, and need a separate folder, such as results/h200-x4
# Needs the CUDA build (build/cuda/ladder, or LADDER=path). The steps softmax, matmul and counters to wavefronts also need ncu, and sanitizer needs compute-sanitizer.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
ladder=${LADDER:-$root/build/cuda/ladder}
[ $# -ge 1 ] || { sed -n '2,5s/^# //p' "$0"; exit 2; }
out=$1
shift
steps=${*:-ladder webgpu sweep softmax matmul warm controls latency small_jobs crossover counters lines profile aggregates wavefronts sanitizer}
[ -x "$ladder" ] || { echo "record.sh: no $ladder; build it first, where the GPU is: ./ladder doctor" >&2; exit 1; }
mkdir -p "$out"
all=${GPUS:-$(nvidia-smi -L | wc -l)}
# The tracks whose problem has one size; the others, and the controls, have their own steps.
tracks=$("$ladder" list --json | python3 -c '
import json, sys
print(*dict.fromkeys(s["track"] for s in json.load(sys.stdin)
                      if s["track"] not in ("first", "pitfalls", "controls")
                      and not s["track"].startswith(("softmax", "matmul")) and not s["track"].endswith("_multi")))')

for step in $steps; do
  case $step in
    # Every stage at the size of the V100 article, and at one that exceeds every cache.
    ladder) "$ladder" run $tracks --backend cuda --n 2^25,2^28 --json "$out/ladder.json" -q ;;
    # The size and block of the WebGPU article.
    webgpu) "$ladder" run reduce --backend cuda --n 10*2^20 --block 1024 --json "$out/webgpu.json" -q ;;
    sweep) "$ladder" run $tracks --backend cuda --n '2^10:2^30:*4' --repetitions 21 --json "$out/sweep.json" -q ;;
    # Rows of 32 to 2^22 columns, in float and bfloat16, and PyTorch at the same sizes, if it is installed; how the
    # stages spend their time, for rows that a warp holds and for rows that all blocks share.
    softmax)
      for track in softmax softmax_bf16; do
        "$ladder" run $track --backend cuda --n 2^20x32,2^16x512,2^15x1024,2^14x4096,4096x16384,512x131072,8x2^22 \
          --repetitions 31 --json "$out/$track.json" -q
      done
      if python3 -c 'import torch' 2>/dev/null; then
        python3 "$root/harness/record/softmax_torch.py" "$out/softmax-torch.json"
        python3 "$root/harness/record/softmax_torch.py" "$out/softmax_bf16-torch.json" bfloat16
      fi
      python3 "$root/harness/record/profile.py" "$ladder" "$out/softmax-profile.json" softmax/vectorised softmax/one_exponential \
        softmax_bf16 --n 32768x1024
      python3 "$root/harness/record/profile.py" "$ladder" "$out/softmax-profile-long.json" softmax/long_rows softmax/overlapped \
        softmax/warp_specialised softmax_bf16/best --n 512x131072
      ;;
    # Square matrices, compared with cuBLAS; and how the stages spend their time at one size.
    matmul)
      "$ladder" run matmul --backend cuda --n 1024x1024x1024,2048x2048x2048,4096x4096x4096,8192x8192x8192 \
        --repetitions 11 --json "$out/matmul.json" -q
      "$ladder" run matmul_bf16 --backend cuda --n 1024x1024x1024,2048x2048x2048,4096x4096x4096,8192x8192x8192 \
        --repetitions 11 --json "$out/matmul_bf16.json" -q
      python3 "$root/harness/record/profile.py" "$ladder" "$out/matmul-profile.json" matmul matmul_bf16 --n 2048x2048x2048
      ;;
    # Some stages, with the L2 cache in the state in which the previous run of the same job left it.
    warm)
      "$ladder" run reduce/v8 reduce/v8.2 reduce/v9 reduce/v10 reduce/v10.1 reduce/best scan/subgroup \
        scan/decoupled_lookback scan/one_exchange scan/rounds scan/lookahead scan/best --backend cuda \
        --n '2^12:2^26:*4' --repetitions 51 --warm-cache --json "$out/warm.json" -q
      ;;
    # Each control kernel, and each stage next to a ladder, in one run with the stages with which it is
    # compared. The controls about ordering run at small sizes.
    controls)
      "$ladder" run reduce/v1 reduce/v2 reduce/v3 reduce/v4 reduce/v4.1 reduce/v5 reduce/v6 reduce/v7 reduce/v7_groups \
        reduce/v7.3 reduce/v8 reduce/v8_bf16 reduce/v9 reduce/v9.1 reduce/v10.1 reduce/best reduce_op map stencil \
        scan/hillis_steele scan/one_exchange scan/resident scan/rounds scan/lookahead controls \
        --backend cuda --n 2^22,2^25,2^28 --repetitions 31 --json "$out/controls.json" -q
      "$ladder" run reduce/v8.1 reduce/v8.2 reduce/v9 reduce/v9.1 reduce/v10 controls/v10_cluster \
        --backend cuda --n '2^12:2^22:*4,2^13,2^15' --repetitions 101 --json "$out/controls_small.json" -q
      "$ladder" run scan/one_exchange scan/resident scan/rounds scan/lookahead controls/resident_registers \
        controls/resident_no_prefetch controls/resident_neither controls/lookahead_shallow \
        --backend cuda --n 2^18,2^20,2^21,2^22,2^28 --repetitions 101 --json "$out/controls_scan.json" -q
      ;;
    # The stages for several GPUs, on 1, 2, 4, … GPUs, and the limits of the links between them.
    several)
      some=1
      for ((gpus = 2; gpus <= all; gpus *= 2)); do some+=,$gpus; done
      "$ladder" run reduce_multi scan_multi --backend cuda --gpus "$some" \
        --n '2^10:2^30:*4,2^25,2^27,2^29' --json "$out/several.json" -q
      ;;
    # Two of these stages, with one process per GPU.
    processes)
      mpirun --bind-to none -np "$all" "$ladder" run reduce_multi/nccl scan_multi/nccl_offsets \
        --n 2^10,2^24,2^30 --json "$out/processes.json" -q
      ;;
    # The latency of a load, and the bandwidth against the bytes in flight.
    latency)
      nvcc -std=c++20 -arch=native -o "$out/latency" "$root/harness/record/latency.cu"
      "$out/latency" >"$out/latency.json"
      rm "$out/latency"
      ;;
    # The cost of many small jobs: launches, streams, graphs.
    small_jobs)
      nvcc -std=c++20 -O3 -arch=native -o "$out/small_jobs" "$root/harness/record/small_jobs.cu"
      "$out/small_jobs" >"$out/small_jobs.json"
      rm "$out/small_jobs"
      ;;
    # The same sum on the host's processor and on the GPU, with and without the transfer of the input.
    crossover)
      nvcc -std=c++20 -O3 -arch=native -Xcompiler -fopenmp,-march=native -o "$out/crossover" "$root/harness/record/crossover.cu"
      "$out/crossover" >"$out/crossover.json"
      rm "$out/crossover"
      ;;
    # Hardware counters of every stage; tests compare them with those of the executor.
    counters)
      python3 "$root/harness/record/ncu_counters.py" "$ladder" "$out/counters-ncu.json" $tracks controls
      python3 "$root/harness/record/ncu_counters.py" "$ladder" "$out/counters-ncu-matrices.json" \
        softmax softmax_bf16 matmul matmul_bf16
      ;;
    # Hardware counters of each source line; tests compare them with those of the executor. During this step,
    # ncu's own tables are in $out/raw.
    lines)
      python3 "$root/harness/record/lines.py" record "$ladder" "$out"
      rm -r "$out/raw"
      ;;
    # How each stage spends its time: instructions, issue slots, stall reasons.
    profile) python3 "$root/harness/record/profile.py" "$ladder" "$out/profile.json" ;;
    # The cost of structures, vectors and memcpy; tests compare the executor with it.
    aggregates) python3 "$root/harness/record/aggregates.py" "$out/aggregates.json" ;;
    # The wavefronts of single shared memory instructions; tests compare the executor's rule with them.
    wavefronts) python3 "$root/harness/record/wavefronts.py" "$out/wavefronts.txt" ;;
    # memcheck, racecheck, initcheck and synccheck on every stage: one line each.
    sanitizer) LADDER=$ladder "$root/harness/record/sanitizer.sh" >"$out/sanitizer.txt" ;;
    *) echo "record.sh: there is no step '$step'; the steps are ladder webgpu sweep softmax matmul warm controls latency small_jobs crossover counters lines profile aggregates wavefronts sanitizer several processes" >&2; exit 2 ;;
  esac
  echo "recorded: $step"
done
