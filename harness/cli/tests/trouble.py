#!/usr/bin/env python3
"""Checks that problems with the machine do not become marks: no compiler, a compiler that builds nothing, a full
disk, a build folder that cannot be written or reached (status 4, and empty marks). Unreadable files become rows.
Each case uses a copy of the program in its own folder.

  trouble.py LADDER
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
RIGHT = REPOSITORY / "kernels/reduce/03_v2_sequential.cu"
NOBODY = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]


def a_build(ladder, folder):
    """The parts of the build that grade needs before it links: the program, and the options for compiling kernels."""
    (folder / "kernels").mkdir(parents=True)
    for program in ("ladder", "instrument"):
        shutil.copy2(Path(ladder).parent / program, folder / program)
    for flags in (Path(ladder).parent / "kernels").glob("*.flags"):
        shutil.copy2(flags, folder / "kernels")
    return folder


def grade(build, files, *more, before=()):
    done = subprocess.run([*before, build / "ladder", "grade", *files, *more], capture_output=True, text=True, errors="replace",
                          env={**os.environ, "HOME": "/"})
    return done.returncode, done.stdout + done.stderr


def checks(ladder, top):
    """Yields faults."""
    marks = top / "marks.json"
    without = a_build(ladder, top / "without")
    for flags in (without / "kernels").glob("*.flags"):
        lines = flags.read_text().splitlines()
        flags.write_text("\n".join("/nonexistent/c++" if line.endswith(("c++", "g++")) else line for line in lines) + "\n")
    status, said = grade(without, [RIGHT], "--json", marks)
    row = json.loads(marks.read_text())["submissions"][0] if marks.exists() else {}
    if status != 4 or row.get("reached", False) is not None or "compiler" not in said:
        yield f"no compiler: status {status}, {row}, {said}"

    broken = a_build(ladder, top / "broken")  # a compiler that exists, but builds nothing
    (broken / "c++").write_text("#!/bin/sh\necho 'collect2: error: ld returned 1 exit status' >&2\nexit 1\n")
    (broken / "c++").chmod(0o755)
    for flags in (broken / "kernels").glob("*.flags"):
        lines = flags.read_text().splitlines()
        flags.write_text("\n".join(str(broken / "c++") if line.endswith(("c++", "g++")) else line for line in lines) + "\n")
    status, said = grade(broken, [RIGHT], "--json", marks)
    row = json.loads(marks.read_text())["submissions"][0]
    if status != 4 or row["reached"] is not None or "not even for the starting file" not in said:
        yield f"a compiler that builds nothing: status {status}, {row}, {said}"

    closed = a_build(ladder, top / "closed")
    (closed / "practice").write_text("a file, and no folder\n")  # root could write to a folder with any mode
    status, said = grade(closed, [RIGHT])
    if status != 4 or "practice" not in said:
        yield f"a closed build folder: status {status}, {said}"

    full = a_build(ladder, top / "full")
    (full / "practice").mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", full / "practice"], capture_output=True)
    if mounted.returncode == 0:
        try:
            status, said = grade(full, [RIGHT], "--json", marks)
            row = json.loads(marks.read_text())["submissions"][0]
        finally:
            subprocess.run(["umount", full / "practice"], check=True)
        if status != 4 or row["reached"] is not None or "MiB is free" not in said:
            yield f"a full disk: status {status}, {row}, {said}"
    else:
        print("the test with a full disk is left out: nothing can be mounted here")

    # Programs built there cannot be started.
    shut = top / "shut"
    shut.mkdir()
    (Path(ladder).parent / "practice").mkdir(exist_ok=True)
    if subprocess.run(["mount", "--bind", Path(ladder).parent, shut], capture_output=True).returncode == 0:
        subprocess.run(["mount", "-t", "tmpfs", "-o", "noexec,mode=0755", "tmpfs", shut / "practice"], check=True)
        try:
            status, said = grade(shut, [RIGHT], "--json", marks)
            row = json.loads(marks.read_text())["submissions"][0]
        finally:
            subprocess.run(["umount", "-R", shut], check=True)
        if status != 4 or row["reached"] is not None or "noexec" not in said:
            yield f"a build folder mounted noexec: status {status}, {row}, {said}"

    # Marks that cannot be written.
    status, said = grade(without, [RIGHT], "--csv", "/dev/full")
    if status != 4 or "were not written" not in said:
        yield f"a full disk for the marks: status {status}, {said}"

    # A killed process leaves a folder behind, which a later call removes.
    left = without / "practice" / "tmp.killed"
    left.mkdir(parents=True, exist_ok=True)
    (left / "a.cu").write_text("x")
    os.utime(left, (0, 0))
    grade(without, [RIGHT])
    if left.exists():
        yield "the folder of a killed grading is still there"

    if os.geteuid() == 0:
        hidden = a_build(ladder, top / "of root alone" / "build")
        hidden.parent.chmod(0o700)
        status, said = grade(hidden, [RIGHT])
        if status != 4 or "cannot enter" not in said or "chmod o+x" not in said:
            yield f"a folder that the other user cannot reach: status {status}, {said}"

    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        print("the test with unreadable files is left out: it needs root and setpriv")
        return
    theirs = a_build(ladder, top / "theirs")
    files = top / "files"
    (files / "closed").mkdir(parents=True)
    (files / "closed").chmod(0o700)
    shutil.copy2(RIGHT, files / "unreadable.cu")
    (files / "unreadable.cu").chmod(0o600)
    (files / "empty.cu").write_text("\n")
    for path in [theirs, *theirs.rglob("*")]:
        os.chown(path, 65534, 65534)
    marks = theirs / "marks.json"
    status, said = grade(theirs, [files], "--json", marks, before=NOBODY)
    rows = {Path(row["file"]).name: row["reason"] or "" for row in json.loads(marks.read_text())["submissions"]} if marks.exists() else {}
    if status != 0 or "cannot be read" not in rows.get("unreadable.cu", "") or "cannot be read" not in rows.get("closed", "") or \
            "empty" not in rows.get("empty.cu", ""):
        yield f"unreadable files: status {status}, {rows}, {said}"


def main():
    if shutil.which("bwrap") is None:
        print("SKIPPED: bubblewrap is not installed")
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        top = Path(temporary)
        top.chmod(0o755)
        wrong = list(checks(str(Path(sys.argv[1]).resolve()), top))
    for line in wrong:
        print(line)
    print("machine problems are reported as such" if not wrong else f"{len(wrong)} not as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
