#!/usr/bin/env python3
"""A class hands in: ninety honest files, and one of each kind of file that does harm or cheats. All are graded, and
each verdict, its reason, and that nothing outside was touched are checked. Some are graded a second time, without the
others: their rows must be the same.

  submissions.py LADDER [--honest 90] [--hostile NAME,NAME…] [--again 6] [--keep FOLDER]
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
# Exercises whose every size is checked in seconds: the file of the solution, and that of the start.
EXERCISES = [
    ("reduce/v1", "reduce/01_v1_strided_index", "reduce/00_v0_modulo"),
    ("reduce/v1.5", "reduce/02_v1_5_bit_mask", "reduce/01_v1_strided_index"),
    ("reduce/v2", "reduce/03_v2_sequential", "reduce/02_v1_5_bit_mask"),
    ("first/index", "first/01_index", None),
    ("first/coalesced", "first/03_coalesced", None),
    ("first/atomic", "first/05_atomic", None),
    ("first/barrier", "first/07_barrier", None),
    ("first/shuffle", "first/10_shuffle", None),
    ("first/vote", "first/11_vote", None),
]
# One mistake for each exercise: what is replaced, by what, and what the reason says.
MISTAKES = {
    "reduce/v1": ("    __syncthreads();\n  }", "  }", "put a __syncthreads() between"),
    "reduce/v1.5": ("i < n ?", "i + 1 < n ?", "wrong"),
    "reduce/v2": ("    __syncthreads();\n  }", "  }", "put a __syncthreads() between"),
    "first/index": ("if (i < n) ", "", "past the end of input"),
    "first/coalesced": ("first_of_block + k * blockDim.x + threadIdx.x", "first_of_block + kEach * threadIdx.x + k",
                        "global load sectors per global load request 32.0, target 4.00"),
    "first/atomic": ("atomicAdd(sum, input[i])", "*sum += input[i]", "output[0]"),
    "first/barrier": ("sum_of(values);\n    __syncthreads();", "sum_of(values);", "with no __syncthreads()"),
    "first/shuffle": ("distance = 16", "distance = 8", "wrong"),
    "first/vote": ("__popc(__ballot_sync(kAllLanes, yes))", "__ballot_sync(kAllLanes, yes) != 0", "wrong"),
}


def kernel(name):
    return (REPOSITORY / "kernels" / (name + ".cu")).read_text()


def replaced(text, old, new):
    assert old in text, old
    return text.replace(old, new)


def stage_line(text):
    return re.search(r'^STAGE\(.*?;$', text, re.M | re.S).group(0)


def honest(count):
    """name -> (text, reached, what the reason says). Of six turns over the exercises, two are the start or have a mistake."""
    files = {}
    for k in range(count):
        stage, solution, start = EXERCISES[k % len(EXERCISES)]
        text, reached, reason = kernel(solution), True, None
        turn = k // len(EXERCISES) % 6
        if turn == 2 and start:
            text = kernel(start).replace(stage_line(kernel(start)), stage_line(text))
            reached, reason = False, "the starting file, unchanged"
        elif turn in (2, 5):
            old, new, reason = MISTAKES[stage]
            text, reached = replaced(text, old, new), False
        else:  # no two of them are the same program
            text = re.sub(r"\bi\b", f"mine{k}", text)
        files[f"student{k:02}"] = (f"// by student {k}\n{text}", reached, reason)
    return files


def hostile(outside):
    right = kernel("reduce/03_v2_sequential")
    in_run = lambda text: replaced(right, "  const auto grid", text + "  const auto grid")
    at_top = lambda text: text + "\n" + right
    loop = ("  T sum{0};\n  for (size_t i = 0; i < job.n; ++i) sum += job.input[i];\n  *job.output = sum;\n")
    begin, end = right.index("  const auto grid"), right.index("}\n\n}  // namespace")
    return {
        "endless_loop": (in_run("  for (volatile int i = 0; i >= 0;) i = 0;\n"), "timeout"),
        "endless_kernel": (replaced(right, "s > 0; s /= 2", "s > 0; s *= 1"), "timeout"),
        "fork_bomb": (at_top('extern "C" int fork();') +
                      "static int bomb = [] { while (true) fork(); return 0; }();", "it calls fork"),
        "includes_passwd": (at_top('#include "/etc/passwd"'), "No such file"),
        "includes_another": (at_top(f'#include "{outside}"'), "No such file"),
        "opens_passwd": (at_top('extern "C" int open(const char*, int, ...);') +
                         'static int file = open("/etc/passwd", 0);', "it calls open"),
        "writes_into_project": (at_top("#include <cstdio>") +
                                f'static FILE* file = std::fopen("{REPOSITORY}/README.md", "w");', "it calls fopen"),
        "opens_socket": (at_top('extern "C" int socket(int, int, int);') + "static int s = socket(2, 1, 0);",
                         "it calls socket"),
        "prints_10_gb": ("#include <cstdio>\n" + in_run("  for (int i = 0; i < 1000000000; ++i) std::puts(\"0123456\");\n"),
                         "it calls puts"),
        "takes_all_memory": (in_run("  for (int i = 0; i < 1000000; ++i) { char* c = new char[1 << 26]; "
                                    "for (int k = 0; k < 1 << 26; k += 4096) c[k] = 1; }\n"), "GiB of memory"),
        "host_loop": (right[:begin] + loop + right[end:], "host code"),
        "no_launch": (right[:begin] + "  *job.output = T{0};\n" + right[end:], "host code"),
        "constructor": (at_top("__attribute__((constructor)) static void early() "
                               "{ for (volatile int i = 0; i >= 0;) i = 0; }"), "before any kernel ran"),
        "includes_solution": (f'#include "{REPOSITORY}/kernels/reduce/03_v2_sequential.cu"\n// STAGE\n'
                              'STAGE("reduce/v2", "x", run<float>);', "No such file"),
        "raw_syscall": (in_run('  asm volatile("syscall" ::"a"(57));\n'), "the instruction syscall"),
        "syntax_error": (replaced(right, "__syncthreads();", "__syncthreads()"), "error: expected"),
        "empty": ("\n", "it is empty"),
        "five_mb": (right + " " * (5 << 20), "at most 262144 are read"),
        "two_stages": (right + 'namespace b {\nSTAGE("reduce/my", "mine", run<float>);\n}\n', "2 STAGE lines"),
    }


def seen(folder):
    """Every file that a submission could have changed: its size and when it was written."""
    skip = {".git", "build", "node_modules", "__pycache__"}
    found = {}
    for root, folders, names in os.walk(folder):
        folders[:] = [f for f in folders if f not in skip]
        for name in names:
            about = os.lstat(os.path.join(root, name))
            found[os.path.join(root, name)] = (about.st_size, about.st_mtime_ns)
    return found


def graded(ladder, files, json_file):
    started = time.monotonic()
    done = subprocess.run([ladder, "grade", *files, "--json", json_file, "-q"], capture_output=True, text=True)
    print(f"{len(files)} files graded in {time.monotonic() - started:.0f} s", flush=True)
    if done.returncode != 0:
        sys.exit(f"grade ended with {done.returncode}: {done.stderr}")
    rows = json.loads(Path(json_file).read_text())["submissions"]
    return {Path(row["file"]).stem: row for row in rows}


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("ladder")
    ask.add_argument("--honest", type=int, default=90)
    ask.add_argument("--hostile", default="", help="only these")
    ask.add_argument("--again", type=int, default=6, help="so many honest ones are graded a second time")
    ask.add_argument("--keep", help="the files stay in this folder")
    said = ask.parse_args()
    works = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"]
    try:
        confined = subprocess.run(works, capture_output=True).returncode == 0
    except FileNotFoundError:
        confined = False
    if not confined:
        print("SKIPPED: bubblewrap does not work here")
        return 0
    ladder = str(Path(said.ladder).resolve())
    with tempfile.TemporaryDirectory() as temporary:
        top = Path(said.keep or temporary)
        folder = top / "class"
        folder.mkdir(parents=True)
        (top / "secret.h").write_text("int of_another;\n")
        wanted = {name: (text, reached, reason) for name, (text, reached, reason) in honest(said.honest).items()}
        for name, (text, reason) in hostile(top / "secret.h").items():
            if not said.hostile or name in said.hostile.split(","):
                wanted[name] = (text, False, reason)
        for name, (text, _, _) in wanted.items():
            (folder / (name + ".cu")).write_text(text)
        files = [str(folder / (name + ".cu")) for name in wanted]
        before = seen(REPOSITORY), seen(folder)
        rows = graded(ladder, files, str(top / "first.json"))
        few = sorted(name for name in wanted if name.startswith("student"))[:said.again]
        again = graded(ladder, [str(folder / (name + ".cu")) for name in few], str(top / "again.json")) if few else {}
        wrong = []
        for name, (_, reached, reason) in wanted.items():
            row = rows.get(name)
            if row is None:
                wrong.append(f"{name}: no row")
            elif row["reached"] != reached or (reason and reason not in (row["reason"] or "")):
                wrong.append(f"{name}: reached {row['reached']}, reason {row['reason']}; expected {reached}, {reason}")
        for name, row in again.items():
            row["identical_to"] = rows[name]["identical_to"]  # of all that are graded together
            if row != rows[name]:
                wrong.append(f"{name}: graded again without the others, its row is another one")
        for was, now in zip(before, (seen(REPOSITORY), seen(folder))):
            changed = sorted(path for path in was.keys() | now.keys() if was.get(path) != now.get(path))
            if changed:
                wrong.append(f"touched: {', '.join(changed[:20])}")
        for line in wrong:
            print(line)
        print(f"{sum(r['reached'] for r in rows.values())} of {len(rows)} reached; "
              f"{len(wrong)} of them not as expected" if wrong else
              f"{sum(r['reached'] for r in rows.values())} of {len(rows)} reached; each verdict and reason as expected, "
              "nothing outside was touched")
        return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
