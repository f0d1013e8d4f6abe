"""Several processes under mpirun: their communication, how a process that dies or hangs ends the others, and what
./ladder does in two processes without a GPU. Use: mpi.py LADDER [PROCESSES], where PROCESSES is the program of
mpi/processes.cpp
"""

import os
import pathlib
import shutil
import subprocess
import sys
import time

LADDER = sys.argv[1]
MPIRUN = shutil.which("mpirun")
IN_A_CONTAINER = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
mistakes = []


def run(*command, **variables):
    """Status, standard output, lines of standard error that start with "ladder: ", seconds."""
    start = time.monotonic()
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("OMPI_COMM", "PMI", "LADDER_"))}
    done = subprocess.run(command, capture_output=True, text=True, env=clean | IN_A_CONTAINER | variables, check=False,
                          timeout=60)
    said = [line for line in done.stderr.splitlines() if line.startswith("ladder: ")]
    return done.returncode, done.stdout, said, time.monotonic() - start


def expect(condition, what, found):
    if not condition:
        mistakes.append(f"{what}: {found}")


def started(processes, program, *arguments):
    return run(MPIRUN, "--oversubscribe", "--bind-to", "none", "-np", str(processes), program, *arguments)


def refused(arguments, words, **variables):
    """Expects one line, status 2, and nothing else. `variables` are set as mpirun would set them."""
    found = run(LADDER, *arguments, **variables)
    status, out, said, _ = found
    expect(status == 2 and not out and len(said) == 1 and all(word in said[0] for word in words),
           f"{arguments} with {variables}", found)


TWO = {"OMPI_COMM_WORLD_SIZE": "2", "OMPI_COMM_WORLD_RANK": "0"}
refused(["run", "reduce/v1", "--backend", "simt"], ["--backend simt", "2 processes"], **TWO)
refused(["check", "reduce_multi", "--backend", "simt"], ["--backend simt", "3 processes"], PMI_SIZE="3", PMI_RANK="0")
refused(["run", "reduce_multi", "--gpus", "1,2"], ["--gpus 1,2", "leave --gpus out"], **TWO)
refused(["run", "reduce_multi"], ["9 processes", "at most 8"], OMPI_COMM_WORLD_SIZE="9")
refused(["list"], ["only ./ladder run and ./ladder check"], **TWO)
refused(["run", "reduce_multi", "--gpus", "0"], ["--gpus 0"], **TWO)
status, out, said, _ = run(LADDER, "list", "reduce_multi", OMPI_COMM_WORLD_SIZE="1", OMPI_COMM_WORLD_RANK="0")
expect(status == 0 and "nccl" in out, "one process under mpirun", said)

if MPIRUN:
    for words in [["run", "reduce_multi/nccl", "--backend", "simt"], ["doctor"]]:
        found = started(2, LADDER, *words)
        expect(found[0] == 2 and not found[1] and len(found[2]) == 1, f"{words} in two processes", found)
if MPIRUN and len(sys.argv) > 2:
    PROCESSES = sys.argv[2]
    found = started(3, PROCESSES)
    expect(found[0] == 0, "three processes", found)
    found = started(3, PROCESSES, "dies")
    expect(found[0] == 1 and found[2] == ["ladder: process 2: it went wrong here"] and found[3] < 20, "one dies", found)
    found = started(3, PROCESSES, "hangs")
    expect(found[0] == 1 and found[2] == ["ladder: the last piece: no answer"] and found[3] < 20, "one hangs", found)

print("\n".join(mistakes) or f"several processes are refused with a message{', communicate, and end together' if MPIRUN else ''}")
sys.exit(bool(mistakes))
