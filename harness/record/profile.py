#!/usr/bin/env python3
"""Records with Nsight Compute how each stage spends its time: profile.py LADDER OUTPUT [--n 2^28] [ID...]

Each stage runs one job (block 256 or its largest, its first element type) under ncu; the longest launch of the job is
recorded: its warp instructions and the fraction of issue slots that they fill, the reasons why warps stall,
caches, DRAM bytes, registers and spills (results/profile.schema.json). Clocks are not changed. ID is a stage or a
track: if OUTPUT exists, only their rows are replaced, and get a separate context. Needs ncu and the
CUDA build.
"""
import argparse
import functools
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from ncu_counters import KERNELS, launches_by_kernel  # noqa: E402
from schema import schema  # noqa: E402

BLOCK = 256
LAUNCHES = 8  # the longest of this many launches per job is recorded

# Warp state sampling by counter: the fraction of all resident warp cycles spent in each state (Nsight Compute,
# "Warp State Statistics").
STATES = ["barrier", "branch_resolving", "dispatch_stall", "drain", "imc_miss", "lg_throttle", "long_scoreboard", "math_pipe_throttle",
          "membar", "mio_throttle", "misc", "no_instruction", "not_selected", "selected", "short_scoreboard", "sleeping", "tex_throttle", "wait"]
STATE = "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio"

METRICS = {  # for results/profile.schema.json: metric, factor to SI
    "seconds": ("gpu__time_duration.sum", 1e-9),
    "sm_hertz": ("smsp__cycles_elapsed.avg.per_second", 1),
    "warp_instructions": ("smsp__inst_executed.sum", 1),
    "issue_slots": ("smsp__issue_active.avg.pct_of_peak_sustained_active", 0.01),
    "warps_active": ("sm__warps_active.avg.pct_of_peak_sustained_active", 0.01),
    "tensor_cycles": ("sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active", 0.01),
    "l1_hit_rate": ("l1tex__t_sector_hit_rate.pct", 0.01),
    "l2_hit_rate": ("lts__t_sector_hit_rate.pct", 0.01),
    "dram_read_bytes": ("dram__bytes_read.sum", 1),
    "dram_write_bytes": ("dram__bytes_write.sum", 1),
    "registers": ("launch__registers_per_thread", 1),
    "spill_sectors": (("l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"), 1),
    "grid": ("launch__grid_size", 1),
}
OPTIONAL = {"tensor_cycles"}
WHOLE = {"warp_instructions", "dram_read_bytes", "dram_write_bytes", "registers", "spill_sectors", "grid", "sm_hertz"}


def metrics_of(name):
    names = METRICS[name][0]
    return names if isinstance(names, tuple) else (names,)


def profiled(launch):
    """One launch's metrics -> the members of a row. Some GPUs do not have all of the metrics."""
    row = {}
    for name, (_, factor) in METRICS.items():
        if not all(metric in launch for metric in metrics_of(name)):
            continue
        value = sum(launch[metric] for metric in metrics_of(name)) * factor
        row[name] = round(value) if name in WHOLE else float(f"{value:.6g}")
    states = {state: launch.get(STATE.format(state)) or 0.0 for state in STATES}
    resident = sum(states.values())
    row["warp_states"] = {state: round(value / resident, 4) for state, value in states.items()}
    return row


@functools.cache
def has_metric(name):
    """True if this GPU has the metric."""
    listed = subprocess.run(["ncu", "--query-metrics"], capture_output=True, text=True, check=True).stdout
    return metrics_of(name)[0].split(".")[0] in listed.split()


def elements(n):
    """"2^28" -> 268435456, "64x32x8" -> 16384"""
    product = 1
    for size in n.split("x"):
        base, _, power = size.partition("^")
        product *= int(base) ** int(power or 1)
    return product


def measure(ladder, stage, n):
    """The row of a stage. A stage limited to fewer elements is profiled at its limit, and its row says so."""
    limit = stage["max_n"]
    if limit is not None and limit < elements(n):
        return {"n": str(limit), **measure(ladder, {**stage, "max_n": None}, str(limit))}
    wanted = [metric for name in METRICS if name not in OPTIONAL or has_metric(name) for metric in metrics_of(name)]
    wanted += [STATE.format(state) for state in STATES]
    command = ["ncu", "--csv", "--print-units", "base", "--print-kernel-base", "demangled", "--clock-control", "none",
               "--kernel-name-base", "demangled", "--kernel-name", f"regex:{KERNELS}",
               "--launch-count", str(LAUNCHES), "--kill", "yes", "--metrics", ",".join(wanted),
               ladder, "check", stage["id"], "--backend", "cuda", "--n", n, "--block", str(min(BLOCK, stage["max_block"])),
               "--dtype", stage["dtypes"][0], "-q"]
    done = subprocess.run(command, capture_output=True, text=True)
    launches = [values for _, values in launches_by_kernel(done.stdout)] if '"ID"' in done.stdout else []
    if not launches:
        return {"skipped": (done.stderr.strip() or done.stdout.strip()).splitlines()[-1][:200]}
    return profiled(max(launches, key=lambda launch: launch["gpu__time_duration.sum"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ladder")
    parser.add_argument("output")
    parser.add_argument("--n", default="2^28")
    parser.add_argument("ids", nargs="*")
    asked = parser.parse_args()

    stages = json.loads(subprocess.run([asked.ladder, "list", "--json"], capture_output=True, text=True, check=True).stdout)
    stages = [s for s in stages if s["track"] not in ("first", "pitfalls") and not s["track"].endswith("_multi")
              and (not asked.ids or s["id"] in asked.ids or s["track"] in asked.ids)]

    # The context (device, driver, commit, …) comes from a short run on the same GPU.
    scratch = asked.output + ".context"
    subprocess.run([asked.ladder, "run", "reduce/v8", "--backend", "cuda", "--n", "1024", "--json", scratch, "-q"], check=True)
    with open(scratch) as f:
        run_context = json.load(f)["context"]
    os.remove(scratch)
    context = {key: run_context[key] for key in ("device", "driver", "toolkit", "git_commit", "git_dirty", "multiprocessors", "date")}
    version = subprocess.run(["ncu", "--version"], capture_output=True, text=True, check=True).stdout
    context["profiler"] = version.split("Version ")[1].split()[0]

    profile = {**schema("profile"), "profile_version": 1, "context": context, "n": asked.n, "block": BLOCK, "stages": {}}
    own = {}
    if asked.ids and os.path.exists(asked.output):
        with open(asked.output) as f:
            profile = json.load(f)
        if (profile["n"], profile["context"]["device"]) != (asked.n, context["device"]):
            sys.exit(f"profile.py: {asked.output} was recorded at n = {profile['n']} on {profile['context']['device']}")
        own = {"context": context}
    for stage in stages:
        profile["stages"].setdefault(stage["track"], {})[stage["stage"]] = {"dtype": stage["dtypes"][0],
                                                                            **measure(asked.ladder, stage, asked.n), **own}
        with open(asked.output + ".part", "w") as f:
            json.dump(profile, f, indent=1)
            f.write("\n")
        os.replace(asked.output + ".part", asked.output)


if __name__ == "__main__":
    main()
