"""The memory counters of the right programs: those of Nsight Compute on a GPU, and those of `ladder try --full`.

run.py --nvcc --counters FILE records those of the GPU; run.py --counters FILE compares the executor with them.
"""
import datetime
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "record"))
from ncu_counters import COUNTERS, METRICS, counters_of, launches_by_kernel  # noqa: E402

COMPARED = [key for key in COUNTERS if key not in ("shared_load_requests", "shared_store_requests")]

# The programs whose counters may differ, each with the reason.
KNOWN = {
    "right/atomics_cas_lock": "How often a thread looks for a lock or retries depends on timing.",
    "right/cuda_atomic": "How often a block looks for another block's flag depends on timing.",
    "right/cg_grid_sync": "A grid-wide barrier accesses memory of its own, and how often it does so depends on timing.",
}
# All blocks of these programs do the same work, and watching every block would take minutes.
BY_SAMPLE = {"right/matmul_1024"}
EVERYTHING = "all kernels"


def name_of(kernel):
    """The name of a kernel without its namespace, template arguments and parameters."""
    while "<" in kernel:
        without = re.sub(r"<[^<>]*>", "", kernel)
        if without == kernel:
            break
        kernel = without
    return re.sub(r"\(.*", "", kernel).split("::")[-1].strip()


def sums(launches):
    """Converts [(kernel, counters)] to {kernel: counters}, and adds the sum over all kernels."""
    by_kernel = {EVERYTHING: dict.fromkeys(COMPARED, 0)}
    for kernel, counters in launches:
        for name in (kernel, EVERYTHING):
            row = by_kernel.setdefault(name, dict.fromkeys(COMPARED, 0))
            for key in COMPARED:
                row[key] += counters.get(key, 0)
    return by_kernel


def of_hardware(binary, seconds):
    """ncu's counters for one program; {} if it launches no kernel."""
    command = ["ncu", "--csv", "--print-kernel-base", "function", "--print-units", "base", "--clock-control", "none",
               "--metrics", ",".join(METRICS), binary]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, timeout=seconds)
    if '"ID"' not in done.stdout:
        if "No kernels were profiled" in done.stdout + done.stderr:
            return {}
        raise RuntimeError("ncu says: " + " | ".join((done.stdout + done.stderr).strip().splitlines()[-3:]))
    return sums((name_of(kernel), counters_of(values)) for kernel, values in launches_by_kernel(done.stdout))


def of_executor(report):
    return sums((name_of(kernel["name"]), kernel["counters"]) for kernel in report["kernels"])


def context():
    """The GPU, its driver and the date."""
    asked = subprocess.run(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"],
                           capture_output=True, text=True, check=True).stdout.splitlines()[0]
    device, driver = (part.strip() for part in asked.split(","))
    return {"device": device, "driver": driver,
            "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")}


def differences(executor, hardware):
    """The number of kernels for which every counter agrees, and a line for each counter that differs.

    Kernels are matched by name. If the names of a program's launches differ from ncu's (kernels in a table), the
    sums over all kernels are compared."""
    names = sorted(set(hardware) - {EVERYTHING})
    if names != sorted(set(executor) - {EVERYTHING}):
        names = [EVERYTHING] if hardware or executor else []
    agree, lines = 0, []
    for name in names:
        here, there = executor.get(name, {}), hardware.get(name, {})
        differ = [key for key in COMPARED if here.get(key, 0) != there.get(key, 0)]
        agree += not differ
        lines += [f"{name}: {key} is {here.get(key, 0)} on the executor, {there.get(key, 0)} on the GPU"
                  for key in differ]
    return agree, lines
