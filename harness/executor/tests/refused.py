"""Checks that an unsupported feature is reported in one clear line: for each header that
harness/executor/runtime/headers.txt refuses, with its name and an alternative; and for each snippet below, with the
expected message and line.

Usage: refused.py g++ BUILD_FOLDER . On failure, prints what was wrong and exits with status 1.
"""

import pathlib
import subprocess
import sys

EXECUTOR = pathlib.Path(__file__).parents[1]
INCLUDE = EXECUTOR / "runtime" / "include"
HEADERS = pathlib.Path(sys.argv[2]) / "cuda_headers"
SNIPPETS = {
    "__global__ void __cluster_dims__(2, 1, 1) k() {}": "thread block clusters need a GPU",
    "__global__ void k() { cg::this_cluster(); }": "a thread block cluster is not supported by the CPU executor",
    "__global__ void k() { auto t = cg::this_thread_block().barrier_arrive(); }": "block.barrier_arrive() is not supported",
    "__global__ void k() { auto t = cg::this_grid().barrier_arrive(); }": "grid.barrier_arrive() is not supported",
    "__global__ void k() { cg::tiled_partition<64>(cg::this_thread_block()).sync(); }": "a tile of more than 32 threads",
    "__global__ void k() { cg::tiled_partition<12>(cg::this_thread_block()).sync(); }": "a power of two",
}


def messages(compiler, text):
    """The error lines in g++'s output for this program."""
    command = [compiler, "-std=c++20", "-x", "c++", "-O1", "-I", EXECUTOR, "-I", HEADERS, "-I", INCLUDE, "-S", "-o", "/dev/null", "-"]
    run = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return [line for line in run.stderr.splitlines() if "error:" in line]


def mistakes(compiler):
    refused = [path for path in sorted(HEADERS.rglob("*")) if path.is_file() and path.read_text().startswith("#error")]
    if len(refused) < 70:
        yield f"{HEADERS}: only {len(refused)} headers refuse"
    for path in refused:
        name = str(path.relative_to(HEADERS))
        said = messages(compiler, f"#include <{name}>\n")
        if len(said) != 1 or f"{name}: " not in said[0] or "CPU executor" not in said[0] or ": " not in said[0]:
            yield f"{name}: {said}"
    yield from wrong_snippets(compiler)


def wrong_snippets(compiler):
    start = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
    if said := messages(compiler, start + "__global__ void k() { cg::this_thread_block().sync(); }\n"):
        yield f"a right program: {said}"
    for snippet, expected in SNIPPETS.items():
        said = messages(compiler, start + snippet + "\n")
        if not any(expected in line for line in said):
            yield f"{snippet}: {said}"


if __name__ == "__main__":
    found = list(mistakes(sys.argv[1]))
    print("\n".join(found) or "unsupported features are refused with a message")
    sys.exit(1 if found else 0)
