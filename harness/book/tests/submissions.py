#!/usr/bin/env python3
"""A class submits ninety honest files, and one file of each kind that does harm or cheats (attempts.py). All are
graded. The test checks each verdict and its reason, and that nothing outside was changed. Some are graded a second
time without the others, and their rows must be the same.

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

sys.path.insert(0, str(Path(__file__).parent))
import attempts
from attempts import kernel, replaced

REPOSITORY = Path(__file__).resolve().parents[3]
# Exercises whose sizes are all checked within seconds: the solution's file and the
# start's file.
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
# One mistake for each exercise: the text to replace, its replacement, and the expected reason.
MISTAKES = {
    "reduce/v1": ("    __syncthreads();\n  }", "  }", "nothing orders the two accesses"),
    "reduce/v1.5": ("i < n ?", "i + 1 < n ?", "wrong"),
    "reduce/v2": ("    __syncthreads();\n  }", "  }", "nothing orders the two accesses"),
    "first/index": ("if (i < n) ", "", "past the end of input"),
    "first/coalesced": ("first_of_block + k * blockDim.x + threadIdx.x", "first_of_block + kEach * threadIdx.x + k",
                        "global load sectors per global load request 32.0, target 4.00"),
    "first/atomic": ("atomicAdd(sum, input[i])", "*sum += input[i]", "output[0]"),
    "first/barrier": ("sum_of(values);\n    __syncthreads();", "sum_of(values);", "nothing orders the two accesses"),
    "first/shuffle": ("distance = 16", "distance = 8", "wrong"),
    "first/vote": ("__popc(__ballot_sync(kAllLanes, yes))", "__ballot_sync(kAllLanes, yes) != 0", "wrong"),
}


def stage_line(text):
    return re.search(r'^STAGE\(.*?;$', text, re.M | re.S).group(0)


def honest(count):
    """name -> (text, reached, part of the reason). In two of six passes over the exercises, the file is the start or
    has a mistake."""
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
        else:  # no two submissions are the same program
            text = re.sub(r"\bi\b", f"mine{k}", text)
        files[f"student{k:02}"] = (f"// by student {k}\n{text}", reached, reason)
    return files


def seen(folder):
    """Every file that a submission could have changed, with its size and modification time."""
    skip = {".git", "build", "node_modules", "__pycache__"}
    found = {}
    for root, folders, names in os.walk(folder):
        folders[:] = [f for f in folders if f not in skip]
        for name in names:
            about = os.lstat(os.path.join(root, name))
            found[os.path.join(root, name)] = (about.st_size, about.st_mtime_ns)
    return found


def run(ladder, *words, **how):
    return subprocess.run([ladder, "grade", *words], capture_output=True, text=True, errors="replace", **how)


def odd_files(folder):
    """Names and kinds of files that must not end the grading: path -> part of the reason."""
    odd = folder / "odd"
    odd.mkdir()
    right = attempts.RIGHT
    (odd / "UPPER.CU").write_text(right)
    (odd / "=cmd|calc!A0.cu").write_text(right)
    (odd / "esc\x1b[31m.cu").write_text(right)
    with open(os.fsencode(odd) + b"/caf\xe9.cu", "w") as file:
        file.write("no stage line\n")
    (odd / "link.cu").symlink_to("/etc/shadow")
    (odd / "loop.cu").symlink_to("loop.cu")
    os.mkfifo(odd / "fifo.cu")
    (odd / "folder.cu").mkdir()
    (odd / "closed").mkdir()
    (odd / "closed" / "in.cu").write_text(right)
    (odd / "closed").chmod(0)
    (odd / "null.cu").write_bytes(b"\0" * 100)
    return odd


def checks(ladder, top):
    """Checks properties of grade other than its verdicts. Yields faults."""
    fake = top / "fake"
    fake.mkdir()
    (fake / "bwrap").write_text('#!/bin/sh\n[ "$1" = --version ] && exit 0\necho "bwrap: setting up uid map: Permission denied" >&2\nexit 1\n')
    (fake / "bwrap").chmod(0o755)
    one = top / "one.cu"
    one.write_text(attempts.RIGHT)
    done = run(ladder, str(one), env=os.environ | {"PATH": f"{fake}:{os.environ['PATH']}"})
    if done.returncode != 2 or "apparmor_restrict_unprivileged_userns=0" not in done.stderr:
        yield f"without user namespaces: status {done.returncode}, {done.stderr}"

    odd = odd_files(top)
    done = run(ladder, str(odd), "--csv", str(top / "odd.csv"), "--json", str(top / "odd.json"), "--junit", str(top / "odd.xml"), "--seed", "1")
    (odd / "closed").chmod(0o755)
    if done.returncode != 0:
        yield f"odd files: status {done.returncode}, {done.stderr}"
        return
    rows = {Path(row["file"]).name: row for row in json.loads((top / "odd.json").read_text())["submissions"]}
    for name in ("UPPER.CU", "=cmd|calc!A0.cu"):
        if not rows[name]["reached"]:
            yield f"odd files: {name}: {rows[name]['reason']}"
    if len(rows) < 8:
        yield f"odd files: only {sorted(rows)}"
    import xml.etree.ElementTree as tree
    tree.parse(top / "odd.xml")
    for name in ("odd.csv", "odd.xml", "odd.json"):
        if "\x1b" in (top / name).read_bytes().decode("utf-8"):
            yield f"{name} holds an escape"
    if "\x1b" in done.stdout or '"\'=' not in (top / "odd.csv").read_text().replace(str(odd) + "/", ""):
        if "\x1b" in done.stdout:
            yield "an escape sequence reached the terminal"
    done = run(ladder, str(one), "--fail", "-q")
    if done.returncode != 0:
        yield f"--fail of a right file: {done.returncode} {done.stderr}"
    (top / "wrong.cu").write_text(replaced(attempts.RIGHT, "i < n ?", "i + 1 < n ?"))
    if run(ladder, str(top / "wrong.cu"), "--fail", "-q").returncode != 1:
        yield "--fail of a wrong file did not end with 1"

    # Ctrl-C: nothing is left behind, and --resume continues.
    kept = Path(ladder).parent / "practice"
    before = {p.name for p in kept.iterdir()}
    slow = [top / f"slow{i}.cu" for i in range(8 + 2 * os.cpu_count())]  # some of them have not been judged yet when
                                                                         # the first is reported
    for i, file in enumerate(slow):
        file.write_text(replaced(attempts.RIGHT, "s > 0; s /= 2", f"s > 0; s *= 1 + {i} * 0"))
    words = [str(one), *map(str, slow)]
    process = subprocess.Popen([ladder, "grade", *words, "--seed", "5"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True, start_new_session=True)
    for line in process.stdout:
        if line.startswith(str(one)[:40]):
            break
    os.killpg(process.pid, 2)
    said = process.communicate(timeout=60)[1]
    left = {p.name for p in kept.iterdir() if not p.name.startswith("graded-")} - before
    if process.returncode != 130 or "--resume" not in said or left:
        yield f"Ctrl-C: status {process.returncode}, {said}, left {left}"
    done = run(ladder, *words, "--resume", "--json", str(top / "resumed.json"))
    if not (top / "resumed.json").exists():
        yield f"--resume: {done.returncode}, {done.stderr}, no file"
        return
    resumed = json.loads((top / "resumed.json").read_text())
    if resumed["seed"] != 5 or [r["reached"] for r in resumed["submissions"]] != [True] + [False] * len(slow):
        yield f"--resume: {done.returncode}, {done.stderr}, {resumed['seed']}"


def graded(ladder, files, json_file):
    started = time.monotonic()
    done = subprocess.run([ladder, "grade", *files, "--json", json_file, "--seed", "7", "-q"], capture_output=True, text=True)
    print(f"{len(files)} files graded in {time.monotonic() - started:.0f} s", flush=True)
    if done.returncode != 0:
        sys.exit(f"grade ended with {done.returncode}: {done.stderr}")
    rows = json.loads(Path(json_file).read_text())["submissions"]
    return {Path(row["file"]).stem: row for row in rows}


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("ladder")
    ask.add_argument("--honest", type=int, default=90)
    ask.add_argument("--hostile", default="", help="only these; `words`: all files that are refused because of their text alone")
    ask.add_argument("--again", type=int, default=6, help="the number of honest files that are graded a second time")
    ask.add_argument("--keep", help="keep the files in this folder")
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
    if os.geteuid() == 0 and (closed := [str(p) for p in Path(ladder).parents if not p.stat().st_mode & 0o001]):
        print(f"SKIPPED: as root, ./ladder switches to another user, who cannot enter {closed[0]}")
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        top = Path(said.keep or temporary)
        folder = top / "class"
        folder.mkdir(parents=True)
        wanted = {name: (text, reached, reason) for name, (text, reached, reason) in honest(said.honest).items()}
        for name, (text, reason) in attempts.all_of_them().items():
            few = said.hostile.split(",")
            if not said.hostile or name in few or ("words" in few and attempts.needs_no_compiler(reason)):
                wanted[name] = (text, False, reason)
        if not said.hostile:
            wanted.update({name: (text, True, None) for name, text in attempts.harmless().items()})
        for name, (text, _, _) in wanted.items():
            (folder / (name + ".cu")).write_text(text)
        files = [str(folder / (name + ".cu")) for name in wanted]
        before = seen(REPOSITORY), seen(folder)
        rows = graded(ladder, files, str(top / "first.json"))
        few = sorted(name for name in wanted if name.startswith("student"))[:said.again]
        again = graded(ladder, [str(folder / (name + ".cu")) for name in few], str(top / "again.json")) if few else {}
        wrong = list(checks(ladder, top))
        for name, (_, reached, reason) in wanted.items():
            row = rows.get(name)
            if row is None:
                wrong.append(f"{name}: no row")
            elif row["reached"] != reached or (reason and reason not in (row["reason"] or "")):
                wrong.append(f"{name}: reached {row['reached']}, reason {row['reason']}; expected {reached}, {reason}")
        for name, row in again.items():
            row["identical_to"] = rows[name]["identical_to"]  # depends on all files graded together
            if row != rows[name]:
                wrong.append(f"{name}: when it is graded again without the others, its row differs")
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
