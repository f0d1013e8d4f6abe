#!/usr/bin/env python3
"""Records the hardware counters of every stage with Nsight Compute: ncu_counters.py LADDER OUTPUT [ID or TRACK...]

Each stage runs one job (the n and block of results/counters.json, its first element type) under ncu. Summed over the job's launches, the
metrics become the counters of a results file (results/schema.json): a row for each stage, backend cuda, no time.
"""
import csv
import io
import json
import os
import subprocess
import sys

# A counter is the sum of its metrics. The executor counts ldmatrix as a shared load, cp.async also as a shared store,
# and a TMA copy to shared memory as one global load; Nsight Compute has separate metrics for these.
COUNTERS = {
    "global_load_requests": ["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "smsp__sass_inst_executed_op_tma_ld.sum"],
    "global_load_sectors": ["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                            "l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum"],
    "global_store_requests": ["l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"],
    "global_store_sectors": ["l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"],
    "shared_load_requests": ["smsp__sass_inst_executed_op_shared_ld.sum", "smsp__sass_inst_executed_op_ldsm.sum"],
    "shared_load_wavefronts": ["smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
                               "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldsm.sum"],
    "shared_store_requests": ["smsp__sass_inst_executed_op_shared_st.sum", "smsp__sass_inst_executed_op_ldgsts.sum"],
    "shared_store_wavefronts": ["smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
                                "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum"],
}
METRICS = sorted({metric for metrics in COUNTERS.values() for metric in metrics})
# The shared wavefronts above are those required by the addresses of each executed instruction. The number that passed
# through the pipe is higher if warps interfered with each other; the row's note contains this number and the number
# of branches that really diverged.
PIPE_LOADS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"
PIPE_STORES = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"
DIVERGENT = "smsp__sass_branch_targets_threads_divergent.sum"

KERNELS = r"^(void )?(<unnamed>|.anonymous namespace.)::"  # a stage's kernels; those of the harness have a named namespace


def counters_of(launch):
    """One launch's {metric: value} -> its counters, without those for which a metric is missing."""
    return {name: int(sum(launch[metric] for metric in metrics)) for name, metrics in COUNTERS.items()
            if all(launch.get(metric) is not None for metric in metrics)}


def launches_by_kernel(output):
    """ncu's CSV: one record per launch and metric -> for each launch, its kernel's name and {metric: value}."""
    table = output[output.index('"ID"'):]
    launches = {}
    for record in csv.DictReader(line for line in io.StringIO(table) if line.startswith('"')):
        value = record["Metric Value"].replace(",", "")
        _, values = launches.setdefault(int(record["ID"]), (record["Kernel Name"], {}))
        values[record["Metric Name"]] = float(value) if value not in ("", "n/a") else None
    return [launches[i] for i in sorted(launches)]


def measure(ladder, stage, counted):
    extent = "x".join(map(str, counted["sizes"].values())) if counted.get("sizes") else str(counted["n"])
    command = ["ncu", "--csv", "--print-kernel-base", "demangled", "--clock-control", "none", "--target-processes", "all",
               "--kernel-name-base", "demangled", "--kernel-name", f"regex:{KERNELS}",
               "--launch-count", str(counted["counters"]["launches"]), "--kill", "yes",  # the check's first job
               "--metrics", ",".join([*METRICS, PIPE_LOADS, PIPE_STORES, DIVERGENT]),
               ladder, "check", stage["id"], "--backend", "cuda", "--n", extent, "--block", str(counted["block"]),
               "--dtype", stage["dtypes"][0], "-q"]
    done = subprocess.run(command, capture_output=True, text=True)
    if "nothing could be run" in done.stderr:  # the GPU is too old for it
        print(done.stderr.strip(), file=sys.stderr)
        return None
    if '"ID"' not in done.stdout:
        raise SystemExit(f"ncu_counters.py: ncu reported nothing for {stage['id']}:\n{done.stdout[-1000:]}{done.stderr[-1000:]}")
    launches = [values for _, values in launches_by_kernel(done.stdout)]
    each = [counters_of(launch) for launch in launches]
    counters = {name: sum(of[name] for of in each) for name in COUNTERS if each and all(name in of for of in each)}
    counters["launches"] = len(launches)
    loads, stores, divergent = (int(sum(launch.get(metric) or 0 for launch in launches))
                                for metric in (PIPE_LOADS, PIPE_STORES, DIVERGENT))
    return counters, f"through the pipe: {loads} load, {stores} store wavefronts; divergent branch targets: {divergent}"


def main():
    ladder, output, only = sys.argv[1], sys.argv[2], sys.argv[3:]
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    with open(os.path.join(root, "results", "counters.json")) as f:
        executor = {row["id"]: row for row in reversed(json.load(f)["results"])}  # the first row of each
    stages = json.loads(subprocess.run([ladder, "list", "--json"], capture_output=True, text=True, check=True).stdout)
    stages = [s for s in stages if s["track"] not in ("first", "pitfalls") and s["id"] in executor and (not only or {s["id"], s["track"]} & set(only))]

    # The context (device, driver, commit, …) comes from a short run on the same GPU.
    scratch = output + ".context"
    subprocess.run([ladder, "run", "reduce/v8", "--backend", "cuda", "--n", "1024", "--json", scratch, "-q"], check=True)
    with open(scratch) as f:
        run_file = json.load(f)
    os.remove(scratch)
    run_file["context"]["command_line"] = "harness/record/ncu_counters.py"

    run_file["results"] = []
    for stage in stages:
        found = measure(ladder, stage, executor[stage["id"]])
        if found is None:
            continue
        counters, note = found
        row = dict(executor[stage["id"]], backend="cuda", counters=counters, hazards=[], note=note)
        row["verdict"] = {"status": "unchecked", "correct": None, "error": None, "bound": None, "message": ""}
        run_file["results"].append(row)
        with open(output, "w") as f:  # after each stage, so that an interrupted recording keeps its rows
            json.dump(run_file, f, indent=1)
            f.write("\n")


if __name__ == "__main__":
    main()
