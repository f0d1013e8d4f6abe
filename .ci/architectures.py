"""Compiles the kernel files whose code depends on the GPU's architecture for several of them: architectures.py NVCC [SM...]

Such a file includes, directly or through another, a header of harness/stage with assembly or with instructions that not
every GPU has. Exit status 1, with what nvcc says, if one does not compile. --list: only names the files.
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
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
DEPENDENT = re.compile(r"\basm\b|__CUDA_ARCH__|__reduce_\w+_sync|__nanosleep")


@functools.cache
def depends(path):
    text = path.read_text()
    if DEPENDENT.search(text):
        return True
    found = (place / name for name in INCLUDE.findall(text) if not name.startswith("simt/")
             for place in (path.parent, ROOT / "harness"))
    return any(depends(header) for header in found if header.exists())


def compiled(nvcc, architectures, path):
    with tempfile.TemporaryDirectory() as folder:
        codes = [f"--generate-code=arch=compute_{a},code=sm_{a}" for a in architectures]
        ccache = [c for c in [shutil.which("ccache")] if c]
        # -O0 of the assembler: it refuses the same instructions, in two thirds of the time.
        return subprocess.run([*ccache, nvcc, "-std=c++20", "-Iharness", "-Werror=all-warnings", "-Xptxas=-O0", *codes,
                               "-c", path, "-o", f"{folder}/kernel.o"],
                              cwd=ROOT, capture_output=True, text=True, check=False)


files = [p.relative_to(ROOT) for p in sorted(ROOT.glob("kernels/*/*.cu")) if depends(p)]
if sys.argv[1] == "--list":
    print(*files, sep="\n")
    sys.exit()
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    failed = [d for d in pool.map(functools.partial(compiled, *[sys.argv[1], sys.argv[2:]]), files) if d.returncode]
for done in failed:
    print(done.stdout + done.stderr)
print(f"{len(files) - len(failed)} of {len(files)} files compile for {', '.join(sys.argv[2:])}")
sys.exit(bool(failed))
