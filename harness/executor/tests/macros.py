"""Checks that a program may define macros of any name before CUDA's headers, as with nvcc. All headers of ./ladder
try are compiled after definitions of macros with single letters, common names and every word used in the headers. The
macros must still be defined afterwards.

Usage: macros.py g++ BUILD_FOLDER [--prove]. On failure, prints what was wrong and exits with status 1.
"""

import pathlib
import re
import string
import subprocess
import sys

EXECUTOR = pathlib.Path(__file__).parents[1]
INCLUDE = EXECUTOR / "runtime" / "include"
HEADERS = pathlib.Path(sys.argv[2]) / "cuda_headers"
COMMON = """N M T BLOCK SIZE MIN MAX WIDTH HEIGHT threads blocks idx value lane warp tid size data begin end count width height mask result input
            output type index sum scope order expected group bytes pitch check error name half test bar state step word
            add sub max_threads THREADS_PER_BLOCK BLOCK_SIZE TILE PI EPS range rank label pos key""".split()


def said(compiler, standard, macros, include, defines=()):
    """g++'s output for a program with `macros` defined before all headers, and with `defines` set by -D."""
    headers = sorted(str(p.relative_to(INCLUDE)) for p in INCLUDE.rglob("*") if p.is_file() and "detail" not in p.parent.name)
    text = "".join(f"#define {name} 5\n" for name in macros) + "".join(f"#include <{header}>\n" for header in headers)
    text += "".join(f"#ifndef {name}\n#error {name} is gone\n#endif\n" for name in macros)
    run = subprocess.run([compiler, f"-std={standard}", "-x", "c++", "-fsyntax-only", "-w", *[f"-D{name}=5" for name in defines], "-I", EXECUTOR, *include, "-include", "cuda_runtime.h", "-"],
                         input=text, capture_output=True, text=True, check=False)
    return [line for line in run.stderr.splitlines() if "error:" in line][:5]


def main():
    compiler = sys.argv[1]
    usual = list(string.ascii_letters) + COMMON
    words = re.findall(r"#ifdef (\w+)", (HEADERS / "macros_aside").read_text())
    keywords = {"defined"}
    if "--prove" in sys.argv:  # the headers before the build processes them
        return 0 if said(compiler, "gnu++17", usual, ["-I", INCLUDE]) else "one-letter macros do not break any header"
    both = ["-I", HEADERS, "-I", INCLUDE]
    for standard in ("gnu++17", "gnu++20"):
        if wrong := said(compiler, standard, dict.fromkeys(usual), both):
            return f"{standard}: {wrong}"
    if wrong := said(compiler, "gnu++17", [], both, usual):
        return f"by -D: {wrong}"
    if wrong := said(compiler, "gnu++17", [w for w in words if w not in keywords], both):
        return f"a word used in the headers: {wrong}"
    print(f"{len(words)} names")
    return 0


sys.exit(main())
