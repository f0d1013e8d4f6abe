"""Compiles the device code of the kernel files that depend on the GPU's architecture: architectures.py NVCC [OPTION...] [SM...] [FILE...]

Such a file includes, directly or indirectly, a header in harness/ladder/stage with assembly or with
instructions that not every GPU has. Architectures that none of its includes distinguishes (by __CUDA_ARCH__)
share the intermediate code (PTX) of the lowest one; the assembler then generates the machine code for each.
Exit status 1, with nvcc's message, if a file does not compile. FILE: compile only these files. --list: only list
the files. --affected FILE...: list every kernel file that is one of these or includes one of them, directly or
indirectly.
"""

import concurrent.futures
import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDERS = [ROOT / "harness" / part for part in ("base", "executor", "ladder")]
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
ASKS = re.compile(r"__CUDA_ARCH__ *(<=?|>=?|==|!=) *(\d+)")
STARTS = {"<": [0], ">=": [0], "<=": [1], ">": [1], "==": [0, 1], "!=": [0, 1]}  # offsets from the value
DEPENDENT = re.compile(r"\basm\b|__CUDA_ARCH__|__reduce_\w+_sync|__nanosleep")


@functools.cache
def parts(path):
    """A file and all project files that it includes, directly or indirectly."""
    found = ((place / name).resolve() for name in INCLUDE.findall(path.read_text()) if not name.startswith("simt/")
             for place in (path.parent, *FOLDERS))
    return frozenset((path,)).union(*(parts(header) for header in found if header.exists()))


@functools.cache
def source(path):
    return "".join(part.read_text() for part in sorted(parts(path)))


def codes(text, architectures):
    """nvcc's options: one PTX for the architectures that the text does not distinguish."""
    starts = set()  # values of __CUDA_ARCH__ from which different code may be compiled
    for how, value in ASKS.findall(text):
        starts |= {int(value) + more for more in STARTS[how]}
    groups = {}
    for a in sorted(architectures, key=int):
        groups.setdefault(sum(start <= 10 * int(a) for start in starts), []).append(a)
    return [f"--generate-code=arch=compute_{group[0]},code=[{','.join('sm_' + a for a in group)}]"
            for group in groups.values()]


def compiled(nvcc, options, architectures, path):
    with tempfile.TemporaryDirectory() as folder:
        ccache = [c for c in [shutil.which("ccache")] if c]
        return subprocess.run([*ccache, nvcc, "-std=c++20", *(f"-I{folder}" for folder in FOLDERS), "-Werror=all-warnings", *options,
                               *codes(source(ROOT / path), architectures), "-fatbin", path, "-o", f"{folder}/kernel"],
                              cwd=ROOT, capture_output=True, text=True, check=False)


kernels = sorted(ROOT.glob("kernels/*/*.cu"))
if sys.argv[1] == "--affected":
    changed = {(ROOT / name).resolve() for name in sys.argv[2:]}
    print(*(p.relative_to(ROOT) for p in kernels if parts(p) & changed), sep="\n")
    sys.exit()
files = [p.relative_to(ROOT) for p in kernels if DEPENDENT.search(source(p))]
if sys.argv[1] == "--list":
    print(*files, sep="\n")
    sys.exit()
if not files:
    sys.exit("no kernel file depends on the architecture: are the folders above still right?")
options = [a for a in sys.argv[2:] if a.startswith("-")]
architectures = [a for a in sys.argv[2:] if a.isdigit()]
files = [pathlib.Path(a) for a in sys.argv[2:] if a.endswith(".cu")] or files
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    compiles = functools.partial(compiled, sys.argv[1], options, architectures)
    failed = [d for d in pool.map(compiles, files) if d.returncode]
for done in failed:
    print(done.stdout + done.stderr)
print(f"{len(files) - len(failed)} of {len(files)} files compile for {', '.join(architectures)}")
sys.exit(bool(failed))
