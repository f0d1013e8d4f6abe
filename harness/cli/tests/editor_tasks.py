#!/usr/bin/env python3
"""Tests the problem matchers of .vscode/tasks.json with real output of ./ladder: a race, an out-of-bounds access and
a compiler error become marks at their file and line; a right program gets none.

  editor_tasks.py LADDER
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
TASKS = {task["label"]: task for task in json.loads((REPOSITORY / ".vscode/tasks.json").read_text())["tasks"]}
FIRST = REPOSITORY / "kernels/first"
PROGRAMS = REPOSITORY / "harness/executor/tests/programs"


def marks(label, output):
    """(file, line, message) of each mark, found as the editor finds them: pattern N of a matcher fits the N-th line."""
    lines, found = output.splitlines(), set()
    for matcher in TASKS[label]["problemMatcher"]:
        patterns = matcher["pattern"] if isinstance(matcher["pattern"], list) else [matcher["pattern"]]
        for at in range(len(lines) - len(patterns) + 1):
            fits = [re.search(p["regexp"], line) for p, line in zip(patterns, lines[at:])]
            if all(fits):
                mark = {key: fit[number] for p, fit in zip(patterns, fits) for key, number in p.items() if key != "regexp"}
                found.add((mark["file"], int(mark["line"]), f"{mark.get('code', '')}: {mark['message']}"))
    return found


def line_of(text, words):
    return text[:text.index(words)].count("\n") + 1


def expect(label, output, *wanted):
    found = marks(label, output)
    for file, line, words in wanted:
        if not any((file, line) == mark[:2] and words in mark[2] for mark in found):
            sys.exit(f"{label}: no mark at {file}:{line} with \"{words}\" of\n{output}\nbut {sorted(found)}")
    if not wanted and found:
        sys.exit(f"{label}: marks in correct code: {sorted(found)}")


def main():
    ladder = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:

        def printed(*words):
            done = subprocess.run([ladder, *words], cwd=folder, text=True, capture_output=True, check=False)
            return done.stdout + done.stderr

        def written(file, text):
            path = Path(folder) / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            return text

        right = written("mine.cu", (PROGRAMS / "right/vector_add.cu").read_text())
        expect("try this file", printed("try", "mine.cu"))
        written("mine.cu", right.replace("count);", "cont);"))
        expect("try this file", printed("try", "mine.cu"), ("mine.cu", line_of(right, "count);"), "cont"))
        # A program that is not in ccache's cache, because a cached program would contain the name of
        # another folder.
        race = (PROGRAMS / "wrong/block_reduce_no_barrier.cu").read_text().replace("block_sum", f"block_sum_{os.getpid()}")
        written("mine.cu", race)
        expect("try this file", printed("try", "mine.cu"), ("mine.cu", line_of(race, "// bug: race"), "race in"))

        name = "practice/first/index.cu"
        right = written(name, (FIRST / "01_index.cu").read_text())
        last = line_of(right, "if (i < n)")
        expect("practice --watch", printed("practice", "first/index"))
        written(name, right.replace("if (i < n)", "if (i < m)"))
        expect("practice --watch", printed("practice", "first/index"), (name, last, "m"))
        written(name, right.replace("if (i < n)", "if (i <= n)"))
        outside = printed("practice", "first/index")
        expect("practice --watch", outside, (name, last, "read by block"))
        expect("check this file", outside, (name, last, "read by block 3"))

        pitfall = "kernels/pitfalls/off_by_one.cu"
        expect("run", printed("run", "pitfalls/off_by_one", "--n", "1000", "--backend", "simt", "--json", "pitfall.json"),
               (pitfall, line_of((REPOSITORY / pitfall).read_text(), "i <= n ?"), pitfall))
    print("a race, an out-of-bounds access and a compiler's error are marks at their lines")


main()
