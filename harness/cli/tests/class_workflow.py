#!/usr/bin/env python3
"""Tests the step of .github/class/marks.yml that collects the answers from the forks, with a simulated git
that can read three of four forks. The unreadable fork is reported in a line, and the last fork counts even without
a final newline. With a deadline, the commit before it counts. A token is passed to git only for this site, and
never as an argument of a process."""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]


def step():
    lines = (REPOSITORY / ".github/class/marks.yml").read_text().splitlines()
    named = next(i for i, line in enumerate(lines) if "name: Copy only the answers" in line)
    begin = next(i for i in range(named, len(lines)) if lines[i].strip() == "run: |") + 1
    end = next(i for i in range(begin, len(lines)) if lines[i].startswith("      - "))
    return "\n".join(line[10:] for line in lines[begin:end]) + "\n"


def main():
    with tempfile.TemporaryDirectory() as temporary:
        top = Path(temporary)
        source = top / "source"
        (source / "practice/program").mkdir(parents=True)
        (source / "practice/program/bytes.cu").write_text("// a program\n")
        git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(source)]
        for answer, date in (("an answer", "2026-11-01T12:00:00Z"), ("one that came late", "2026-12-02T12:00:00Z")):
            (source / "practice/v2.cu").write_text(f"// {answer}\n")
            for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "x"]):
                subprocess.run(git + words, check=True, env={**os.environ, "GIT_COMMITTER_DATE": date, "GIT_AUTHOR_DATE": date})
        fake = top / "bin/git"
        fake.parent.mkdir()
        real = subprocess.run(["sh", "-c", "command -v git"], capture_output=True, text=True).stdout.strip()
        fake.write_text(f'#!/bin/sh\necho "$GIT_CONFIG_KEY_0 $GIT_CONFIG_VALUE_0 | $*" >>{top}/asked\ncase "$*" in *gone/*) exit 128;; clone*) exec {real} clone -q --no-checkout {source} fork;; esac\n'
                        f'exec {real} "$@"\n')
        fake.chmod(0o755)
        (top / "students.txt").write_text("ada/warp\ngone/warp\r\n\nbob/warp\r\ncy/warp")

        def taken(deadline="", token=""):
            shutil.rmtree(top / "submissions", ignore_errors=True)
            return subprocess.run(["bash", "-e", "-c", step()], cwd=top, capture_output=True, text=True,
                                  env={**os.environ, "PATH": f"{fake.parent}:{os.environ['PATH']}", "DEADLINE": deadline,
                                       "FORKS_TOKEN": token})

        wanted = [f"submissions/{name}/warp/practice/v2.cu" for name in ("ada", "bob", "cy")]
        for deadline, answer in (("", "one that came late"), ("2026-12-01 18:00 +0100", "an answer")):
            done = taken(deadline)
            found = sorted(str(p.relative_to(top)) for p in (top / "submissions").rglob("*.cu"))
            missing = (top / "not-read.txt").read_text()
            if done.returncode != 0 or found != wanted or missing.count("\n") != 1 or not missing.startswith("gone/warp"):
                print(f"status {done.returncode}, found {found}, not read {missing!r}\n{done.stdout}{done.stderr}")
                return 1
            if any((top / file).read_text() != f"// {answer}\n" for file in found):
                print(f"before {deadline!r} the answer was not {answer!r}")
                return 1
        taken("2026-10-01")
        if (top / "not-read.txt").read_text().count("before the deadline") != 4:
            print("there is no commit before the deadline, and this is not reported")
            return 1
        if taken("next sunny day").returncode == 0:
            print("a deadline that is not a date is accepted")
            return 1
        (top / "asked").unlink()
        done = taken(token="secret")
        header = "http.https://github.com/.extraheader AUTHORIZATION: basic eC1hY2Nlc3MtdG9rZW46c2VjcmV0 | clone"
        asked = (top / "asked").read_text()
        if header not in asked or "secret" in asked + done.stdout + done.stderr:
            print(f"the token is not passed only to git: {asked}")
            return 1
    print("three of four forks were read, and the fourth is reported in one line")
    return 0


if __name__ == "__main__":
    sys.exit(main())
