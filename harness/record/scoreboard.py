#!/usr/bin/env python3
"""Tests `./ladder try` on suites of CUDA programs that are known to race or not to race.

    scoreboard.py FOLDER                             runs the programs of all suites in FOLDER: results/scoreboard.json
    scoreboard.py FOLDER --page docs/scoreboard.md   also writes the page's tables
    scoreboard.py FOLDER --resume                    runs programs that are not in the JSON yet or failed
    scoreboard.py FOLDER --only 'indigo/push_node*'  runs some; writes a JSON file only with --json FILE
    scoreboard.py --page docs/scoreboard.md          writes only the page's tables, from the JSON
    scoreboard.py --check                            checks that the page, the JSON and known_misses.json agree

FOLDER holds your own copies of the suites, at most two folders deep:
    indigo   indigo_sources/, indigo_include/ and input/, as in the artifact of HiRace (SC24)
    scor     microbenchmarks/src/, as in ScoR (ISCA 2020)

The name of a program says whether it races. A race counts as reported if a kernel has a hazard `race`, or the host
has a `stream_race`. All other kinds are recorded but do not count. The verdicts:
    found, missed     for a program that races
    clean, accused    for one that does not; "accused" is shown as "false positive"
    failed            for either: no race was reported, and the program was not built, launched nothing, or did not exit with 0
known_misses.json says why a program was missed, was a false positive or failed: "SUITE/PROGRAM" (a glob), then the reason.

Exit status: 0 all were run, whatever was found; 1 --check found a problem; 2 wrong usage; 130 interrupted: the JSON
contains the programs that had finished.
"""
import argparse
import dataclasses
import datetime
import fnmatch
import hashlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import scoreboard_page  # noqa: E402
from schema import schema  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
GRAPH = "input/DAG_200n_400e.egr"
COMPILER_SECONDS = 120  # the time that `try` may take in addition to the program
INTERRUPTS = (signal.SIGINT, signal.SIGTERM)


class Mistake(Exception):
    """Bad usage: reported in one line."""


@dataclasses.dataclass
class Suite:
    name: str
    title: str
    place: str           # the folder of its programs
    files: str           # a glob for the files there
    racy: re.Pattern     # matches the names of those that race
    beside: tuple = ()   # must be in the folder that contains `place`, in which `try` runs
    options: tuple = ()  # options of `try`
    arguments: tuple = ()


SUITES = [
    Suite("indigo", "Indigo", "indigo_sources", "**/*.cu", re.compile(r"_(atomic|guard|sync|race)Bug"),
          ("indigo_include/indigo_cuda.h", GRAPH), ("-I", "indigo_include"), ("--", GRAPH, "256", "64")),
    Suite("scor", "ScoR", "microbenchmarks/src", "*race_*.cu", re.compile(r"^race_")),
]


@dataclasses.dataclass
class Program:
    suite: Suite
    folder: pathlib.Path  # contains suite.place
    file: pathlib.Path

    def __post_init__(self):
        self.name = f"{self.suite.name}/{self.file.stem}"
        self.racy = bool(self.suite.racy.search(self.file.stem))


def programs_in(folder):
    if not folder.is_dir():
        raise Mistake(f"there is no folder {folder}")
    programs = []
    for suite in SUITES:
        places = [place for depth in ("", "*/", "*/*/") for place in sorted(folder.glob(depth + suite.place))]
        if not places:
            continue
        above = places[0].parents[suite.place.count("/")]
        for name in suite.beside:
            if not (above / name).is_file():
                raise Mistake(f"{above} has {suite.place}, but no {name}")
        programs += [Program(suite, above, file) for file in sorted(places[0].glob(suite.files))]
    if not programs:
        raise Mistake(f"{folder} holds none of the suites: " + ", ".join(f"no {s.place} ({s.title})" for s in SUITES))
    return programs


def digest(programs):
    """A hash of names and texts, with which two people can check that they ran the same programs."""
    whole = hashlib.sha256()
    for program in programs:
        whole.update(program.file.stem.encode() + b"\0" + program.file.read_bytes() + b"\0")
    return whole.hexdigest()


def judge(program, report):
    """The row of a program, without its time."""
    kernels = {hazard["kind"] for kernel in report["kernels"] for hazard in kernel["hazards"]}
    host = {hazard["kind"] for hazard in report["host_hazards"]}
    row = {"program": program.name, "racy": program.racy, "verdict": "missed" if program.racy else "clean",
           "kinds": sorted(kernels | host),
           "all_watched": all(kernel["watched_blocks"] == kernel["total_blocks"] for kernel in report["kernels"])}
    if "boundsBug" in program.name:
        row["out_of_bounds"] = not kernels.isdisjoint({"out_of_bounds", "invalid_address"})
    if "race" in kernels or "stream_race" in host:
        row["verdict"] = "found" if program.racy else "accused"
    elif report["timed_out"]:
        row |= {"verdict": "failed", "why": "it timed out"}
    elif report["exit_status"] != 0:
        row |= {"verdict": "failed", "why": f"it ended with {report['exit_status']}"}
    elif not report["kernels"]:
        row |= {"verdict": "failed", "why": "it launched no kernel"}
    return row


@dataclasses.dataclass
class Try:
    """A program that is being run."""
    program: Program
    report: pathlib.Path
    said: pathlib.Path
    process: subprocess.Popen
    started: float

    def ended(self, timeout):
        if time.monotonic() - self.started > timeout + COMPILER_SECONDS:
            self.end()
        return self.process.poll() is not None

    def end(self):
        """Interrupts it as Ctrl-C does; `try` then cleans up."""
        for number in (signal.SIGINT, signal.SIGKILL):
            try:
                os.killpg(self.process.pid, number)
                self.process.wait(10)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                pass

    def row(self):
        seconds = {"seconds": round(time.monotonic() - self.started, 2)}
        try:
            return judge(self.program, json.loads(self.report.read_text(encoding="utf-8"))) | seconds
        except (OSError, ValueError, KeyError, TypeError):  # no report, or an incomplete one
            said = self.said.read_text(encoding="utf-8", errors="replace").strip()
            for folder in (self.program.folder, ROOT):
                said = said.replace(f"{folder}/", "")
            why = said.splitlines()[0] if said else f"`try` ended with {self.process.returncode}"
            return {"program": self.program.name, "racy": self.program.racy, "verdict": "failed", "kinds": [],
                    "all_watched": False, "why": why} | seconds


def start(program, options, folder):
    report, said = (folder / (program.name.replace("/", "-") + end) for end in (".json", ".txt"))
    command = [options.ladder, "try", program.file.relative_to(program.folder), *program.suite.options, "--json", report,
               "--timeout", str(options.timeout), *program.suite.arguments]
    with open(said, "w") as errors:
        process = subprocess.Popen(command, cwd=program.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=errors, start_new_session=True)
    return Try(program, report, said, process, time.monotonic())


def run_all(programs, options, rows):
    """Adds a row for each program that has ended, and returns True if all have ended. Ctrl-C takes effect only between
    two programs: an exception could otherwise come after a program has started and before it is recorded."""
    waiting, running, done, interrupted = programs[::-1], [], 0, []
    before = {number: signal.signal(number, lambda *_: interrupted.append(True)) for number in INTERRUPTS}
    with tempfile.TemporaryDirectory() as folder:
        try:
            while (waiting or running) and not interrupted:
                while waiting and len(running) < options.jobs:
                    running.append(start(waiting.pop(), options, pathlib.Path(folder)))
                time.sleep(0.02)
                for one in [one for one in running if one.ended(options.timeout)]:
                    running.remove(one)
                    rows.append(row := one.row())
                    done += 1
                    print(f"{done:4} of {len(programs)}  {scoreboard_page.shown(row['verdict']):14} {row['seconds']:6.1f} s  {row['program']}  "
                          f"{row.get('why') or ', '.join(row['kinds'])}", flush=True)
        finally:
            for one in running:
                one.end()
            for number, handler in before.items():
                signal.signal(number, handler)
    return done == len(programs)


def context_of(options):
    """The executor and the machine, as in every results file."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "context.json"
        done = subprocess.run([options.ladder, "run", "reduce/v0", "--backend", "simt", "--n", "1024", "--repetitions", "1",
                               "-q", "--json", file], capture_output=True, text=True, errors="replace", check=False)
        if not file.exists():
            raise Mistake(f"{options.ladder} does not run: {done.stderr.strip() or done.returncode}")
        context = json.loads(file.read_text(encoding="utf-8"))["context"]
    return context | {"date": f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%dT%H:%M:%SZ}",
                      "command_line": f"harness/record/scoreboard.py FOLDER --jobs {options.jobs} --timeout {options.timeout}"}


def record_of(context, options, programs, rows):
    place = {program.name: number for number, program in enumerate(programs)}
    record = {**schema("scoreboard"), "scoreboard_version": 1, "context": context, "jobs": options.jobs, "timeout": options.timeout, "suites": {},
              "results": sorted(rows, key=lambda row: place[row["program"]])}
    for suite in SUITES:
        all_of_it = [program for program in programs if program.suite is suite]
        if here := scoreboard_page.rows_of(record, suite.name):
            record["suites"][suite.name] = {"title": suite.title, "programs": len(all_of_it), "sha256": digest(all_of_it),
                                            **scoreboard_page.summary(here)}
    return record


def read_record(file):
    try:
        record = json.loads(file.read_text(encoding="utf-8"))
        if record["scoreboard_version"] == 1:
            return record
    except FileNotFoundError:
        raise Mistake(f"there is no {file}") from None
    except (ValueError, KeyError, TypeError):
        pass
    raise Mistake(f"{file} is not a scoreboard of version 1")


def kept(file, context, programs, chosen):
    """The results that --resume need not compute again, and their context."""
    record = read_record(file)
    same = record["context"]["git_commit"] == context["git_commit"]
    for name, suite in record["suites"].items():
        same = same and suite["sha256"] == digest([p for p in programs if p.suite.name == name])
    if not same:
        raise Mistake(f"{file} is from another commit, or for other programs; without --resume, all programs are run again")
    again = {program.name for program in chosen}
    return [row for row in record["results"] if row["verdict"] != "failed" or row["program"] not in again], record["context"]


def built_ladder():
    """The newest build that contains the files that `try` links."""
    build = pathlib.Path(os.environ.get("LADDER_BUILD", ROOT / "build"))
    built = sorted(build.glob("c*/try_start"), key=lambda file: file.stat().st_mtime)
    if not built:
        raise Mistake("./ladder try is not built yet: `./ladder try --help` builds it, --ladder names another program")
    return built[-1].with_name("ladder")


def record_suites(options):
    """-> the exit status."""
    options.ladder = (options.ladder or built_ladder()).resolve()
    if not options.ladder.is_file():
        raise Mistake(f"there is no program {options.ladder}")
    programs = programs_in(options.folder.resolve())
    chosen = [p for p in programs if any(fnmatch.fnmatchcase(name, options.only) for name in (p.name, p.file.stem))]
    if not chosen:
        raise Mistake(f"no program is called {options.only}; one is called {programs[0].name}")
    rows, context = [], context_of(options)
    if options.resume and options.json.exists():
        rows, context = kept(options.json, context, programs, chosen)
    if options.json and not os.access(options.json if options.json.exists() else options.json.absolute().parent, os.W_OK):
        raise Mistake(f"{options.json} cannot be written")
    there = {row["program"] for row in rows}
    whole = run_all([p for p in chosen if p.name not in there], options, rows)
    if not rows:
        raise KeyboardInterrupt
    record = record_of(context, options, programs, rows)
    if options.json:
        options.json.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    print(scoreboard_page.in_words(record))
    if not whole:
        print(f"scoreboard.py: interrupted; {len(rows)} programs had finished" +
              (f", and are in {options.json}: --resume runs the others" if options.json else ""), file=sys.stderr)
    return 0 if whole else 130


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--only", metavar="GLOB", help="names of programs, with or without their suite")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="programs at a time (default: one per core)")
    parser.add_argument("--timeout", type=int, default=60, metavar="SECONDS", help="for each program (60)")
    parser.add_argument("--ladder", type=pathlib.Path, metavar="PROGRAM", help="default: the newest in build/")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="default: results/scoreboard.json")
    parser.add_argument("--resume", action="store_true", help="keep the results that are already in the JSON")
    parser.add_argument("--page", type=pathlib.Path, metavar="FILE", help="write the page's tables from the JSON")
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    options = parser.parse_args()
    if not (options.folder or options.page or options.check):
        raise Mistake("name a FOLDER with suites; see --help")
    if min(options.jobs, options.timeout) < 1:
        raise Mistake("--jobs and --timeout must be at least 1")
    if options.only and not options.json and (options.resume or options.page or options.check):
        raise Mistake("--only writes no JSON; for --resume, --page and --check, name one with --json FILE")
    if not options.json and not options.only:
        options.json = ROOT / "results" / "scoreboard.json"
    options.only = options.only or "*"
    for number in INTERRUPTS:
        signal.signal(number, signal.default_int_handler)
    if options.folder and (status := record_suites(options)):
        return status
    page = options.page or ROOT / "docs" / "scoreboard.md"
    if options.check:
        found = scoreboard_page.disagreements(read_record(options.json) if options.json.exists() else None, page)
        print("\n".join(found) or "the page, the JSON and the reasons agree")
        return 1 if found else 0
    if options.page:
        scoreboard_page.write(read_record(options.json), page)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Mistake, scoreboard_page.NoPlace, OSError) as mistake:
        print(f"scoreboard.py: {mistake}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("scoreboard.py: interrupted before any program had finished; nothing is written", file=sys.stderr)
        sys.exit(130)
