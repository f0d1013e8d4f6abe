#!/usr/bin/env python3
"""The step of .github/class/marks.yml that takes the answers out of the forks, with a git that knows three of four of them: one
that cannot be read is a line, and the last one counts without a newline behind it."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]


def step():
    lines = (REPOSITORY / ".github/class/marks.yml").read_text().splitlines()
    begin = next(i for i, line in enumerate(lines) if line.strip() == "run: |") + 1
    end = next(i for i in range(begin, len(lines)) if lines[i].startswith("      - "))
    return "\n".join(line[10:] for line in lines[begin:end]) + "\n"


def main():
    with tempfile.TemporaryDirectory() as temporary:
        top = Path(temporary)
        source = top / "source"
        (source / "practice/program").mkdir(parents=True)
        (source / "practice/v2.cu").write_text("// an answer\n")
        (source / "practice/program/bytes.cu").write_text("// a program\n")
        git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(source)]
        for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "x"]):
            subprocess.run(git + words, check=True)
        fake = top / "bin/git"
        fake.parent.mkdir()
        real = subprocess.run(["sh", "-c", "command -v git"], capture_output=True, text=True).stdout.strip()
        fake.write_text(f'#!/bin/sh\ncase "$*" in *gone/*) exit 128;; clone*) exec {real} clone -q --no-checkout {source} fork;; esac\n'
                        f'exec {real} "$@"\n')
        fake.chmod(0o755)
        (top / "students.txt").write_text("ada/warp\ngone/warp\r\n\nbob/warp\r\ncy/warp")
        done = subprocess.run(["bash", "-e", "-c", step()], cwd=top, capture_output=True, text=True,
                              env={**os.environ, "PATH": f"{fake.parent}:{os.environ['PATH']}"})
        found = sorted(str(p.relative_to(top)) for p in (top / "submissions").rglob("*.cu"))
        missing = (top / "not-read.txt").read_text()
        wanted = [f"submissions/{name}/warp/practice/v2.cu" for name in ("ada", "bob", "cy")]
        if done.returncode != 0 or found != wanted or missing.count("\n") != 1 or not missing.startswith("gone/warp"):
            print(f"status {done.returncode}, found {found}, not read {missing!r}\n{done.stdout}{done.stderr}")
            return 1
    print("three of four forks were read, and the fourth is a line")
    return 0


if __name__ == "__main__":
    sys.exit(main())
