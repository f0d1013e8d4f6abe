#!/usr/bin/env python3
"""Runs the programs in this folder through `ladder try` and checks its verdicts.

right/ contains programs like those in books and courses, which exit with 0 and have no findings. wrong/ contains
programs with one bug each. The line that must be reported ends in `// bug: KIND`: the exit status must be 1 (0 for a
remark), and the first hazard of the kernels or of the host must be of that kind and name that line. Apart
from that hazard, only its consequences may be reported. A line `// says: TEXT` requires this text in the message,
and `// one finding` requires that there is no other hazard (remarks do not count). A folder in right/ or wrong/
is one program of several files.

    run.py                              runs all programs, as many at a time as there are cores
    run.py 'right/scan*' wrong/leak     runs some of them
    run.py --quick                      runs eight right and eight wrong ones, the cheapest, as ctest does
    run.py --prove                      runs programs with a wrong expectation, each of which must be detected
    run.py --nvcc                       builds the right programs with nvcc, without warnings, and runs them on the GPU
    run.py --nvcc --no-run              builds right and wrong programs with nvcc; needs no GPU
    run.py --nvcc --counters FILE       also writes Nsight Compute's counts for each of their kernels
    run.py --counters FILE              counts the same events on the executor, with --full, and compares them

Exit status: 0 all programs behave as expected, 1 one does not, 2 bad usage.
"""
import argparse
import concurrent.futures
import contextlib
import dataclasses
import fnmatch
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
import counters  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[3]
BUG = re.compile(r"// bug: ([a-z_]+)$")
SAYS = re.compile(r"// says: (.+)$", re.MULTILINE)
# Possible consequences of a bug, in addition to the bug itself: an unchecked error, a crash, or other hazards in the
# kernel.
REMARKS = {"failed_call", "never_written", "not_copied_back", "leak", "same_value", "never_used", "lost_in_rounding"}
CONSEQUENCES = {"ignored_error", "crash", "race", "uninitialised", "out_of_bounds", "early_exit", "inactive_lane"}
PROGRAM_SECONDS = 120  # for a program on a busy computer; the whole command gets more time, for the compiler
QUICK = """right/vector_add right/saxpy_managed right/transpose right/histogram right/scan_blelloch right/game_of_life
           right/warp_vote right/error_handling
           wrong/vector_add_no_guard wrong/reverse_no_barrier wrong/histogram_no_atomic wrong/reduce_barrier_in_branch
           wrong/too_many_threads wrong/copy_arguments_swapped wrong/device_pointer_read_on_host wrong/leak""".split()


class Mistake(Exception):
    """An error in the programs or on the command line: reported in one line."""


@dataclasses.dataclass
class Program:
    name: str    # "right/scan_blelloch"
    files: list  # all of its .cu files
    kind: str = ""  # the kind of the bug; empty: a right program
    file: pathlib.Path = None
    line: int = 0
    says: list = dataclasses.field(default_factory=list)  # texts that its message must contain
    alone: bool = False  # no other hazard may be reported

    def expected(self):
        return f"{self.kind} at {self.file.name}:{self.line}" if self.kind else "nothing"


def program_at(path, wrong):
    """The program in a file or a folder, with its expectation."""
    files = sorted(path.glob("*.cu")) if path.is_dir() else [path]
    program = Program(f"{path.parent.name}/{path.stem}", files)
    marks = [(file, number, found[1]) for file in files
             for number, text in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
             if (found := BUG.search(text))]
    if len(marks) != wrong:
        raise Mistake(f"{program.name}: {len(marks)} lines end in `// bug: KIND`, and {int(wrong)} should")
    if wrong:
        program.file, program.line, program.kind = marks[0]
        text = "".join(file.read_text(encoding="utf-8") for file in files)
        program.says, program.alone = SAYS.findall(text), "\n// one finding\n" in text
    return program


def programs_below(folder):
    return [program_at(path, wrong) for wrong, half in enumerate(("right", "wrong"))
            for path in sorted((folder / half).iterdir()) if path.is_dir() or path.suffix == ".cu"]


@dataclasses.dataclass
class Outcome:
    mistake: str  # empty: as expected
    found: list   # a description of the findings
    seconds: float = 0


def is_file(told, path):
    """Whether a path in the output of `try` (absolute, or relative to any folder) is this file."""
    parts = pathlib.PurePath(told).parts
    return bool(parts) and (pathlib.Path(told) == path or path.parts[-len(parts):] == parts)


def in_words(hazard):
    where = ", ".join(f"{pathlib.PurePath(a['file']).name}:{a['line']}" for a in hazard["where"])
    return f"{hazard['kind']} at {where or 'no line'}"


def judge(program, status, report):
    """The difference from the expectation ("" if there is none), and all findings."""
    host = report["host_hazards"]
    kernels = [h for kernel in report["kernels"] for h in kernel["hazards"]]
    found = [in_words(h) for h in host + kernels]
    blind = [k["name"] for k in report["kernels"] if k["watched_blocks"] > 0 and k["counters"]["issued_blocks"] == 0
             and all(h["kind"] != "crash" for h in k["hazards"])]  # a crash ends a block before it is counted
    if blind:
        return f"{blind[0]} was watched, but no access was observed", found
    if not program.kind:
        if any(h["kind"] != "failed_call" for h in host + kernels):  # a program may test how a launch fails
            return "findings in a correct program", found
        if report["exit_status"] != 0:
            return f"the program exited with {report['exit_status']}", found
        return (f"exit status {status}" if status != 0 else ""), found
    here = [h for h in host + kernels if h["kind"] == program.kind
            and any(a["line"] == program.line and is_file(a["file"], program.file) for a in h["where"])]
    if not here:
        return ("the bug was not found" if not found else "the finding does not name the bug"), found
    if here[0] not in (host[:1] + kernels[:1]):
        return "another hazard is reported before the bug", found
    unsaid = [text for text in program.says if text not in here[0]["message"]]
    if unsaid:
        return f"its message does not say {unsaid[0]!r}", found
    if program.alone and (others := [in_words(h) for h in host + kernels if h is not here[0] and h["kind"] not in REMARKS]):
        return f"findings other than the bug: {others[0]}", found
    more = [in_words(h) for h in host + kernels
            if h["kind"] not in CONSEQUENCES | {program.kind} or not any(a["line"] > 0 for a in h["where"])]
    if more:
        return f"findings other than the bug: {more[0]}", found
    expected = 0 if program.kind in REMARKS else 1
    return (f"exit status {status}" if status != expected else ""), found


def try_program(program, ladder, folder, hardware=None):
    started = time.monotonic()
    report = folder / (program.name.replace("/", "-") + ".json")
    command = [ladder, "try", *program.files, "--timeout", str(PROGRAM_SECONDS), "--json", report]
    if hardware is not None and program.name not in counters.BY_SAMPLE:
        command.append("--full")
    try:
        run = subprocess.run(command, text=True, errors="replace", capture_output=True, check=False, cwd=folder,
                             stdin=subprocess.DEVNULL, timeout=3 * PROGRAM_SECONDS)
    except subprocess.TimeoutExpired:
        return Outcome(f"still running after {3 * PROGRAM_SECONDS} s", [], time.monotonic() - started)
    except OSError as error:
        return Outcome(f"{ladder} does not start: {error.strerror}", [], time.monotonic() - started)
    seconds = time.monotonic() - started
    try:
        told = json.loads(report.read_text(encoding="utf-8"))
        mistake, found = judge(program, run.returncode, told)
        if hardware is not None and not mistake:
            mistake, found = compare(program, told, hardware)
    except FileNotFoundError:
        lines = (run.stderr.strip() or run.stdout.strip() or "and no output").splitlines()
        return Outcome(f"exit status {run.returncode}, no report: " + " | ".join(lines[:4]), [], seconds)
    except (OSError, ValueError, KeyError, TypeError) as error:
        return Outcome(f"exit status {run.returncode}, and the report cannot be read: {error!r}", [], seconds)
    return Outcome(mistake, found, seconds)


def compare(program, told, hardware):
    if program.name not in hardware:
        return "not recorded on the GPU", []
    agree, lines = counters.differences(counters.of_executor(told), hardware[program.name])
    reason = counters.KNOWN.get(program.name)
    if lines and not reason:
        return "; ".join(lines), [f"{agree} kernels agree"]
    return "", [f"{agree} kernels agree" + (f", {len(lines)} counters differ: {reason}" if lines else "")]


GPU = threading.Lock()  # during counting, nothing else runs on the GPU


def write_counters(options, recorded):
    """Called after each program, so that its counts are saved however the command ends."""
    file = {"context": options.gpu, "programs": dict(sorted(recorded.items()))}
    options.counters.write_text(json.dumps(file, indent=1) + "\n", encoding="utf-8")


def build_and_run(program, options, folder, recorded):
    """Builds the program with nvcc and runs it on a GPU."""
    started = time.monotonic()
    binary = folder / program.name.replace("/", "-")
    command = [options.nvcc, "-std=c++17", f"-arch={options.arch}", "-Xcompiler", "-Wall", *program.files, "-o", binary]
    build = subprocess.run(command, text=True, capture_output=True, check=False)
    said = (build.stderr + build.stdout).strip()
    if build.returncode or said:
        return Outcome("nvcc says: " + " | ".join(said.splitlines()[:4]), [], time.monotonic() - started)
    if options.no_run:
        binary.unlink()
        return Outcome("", [], time.monotonic() - started)
    with GPU if options.counters else contextlib.nullcontext():
        try:
            run = subprocess.run([binary], text=True, errors="replace", capture_output=True, check=False,
                                 timeout=PROGRAM_SECONDS)
            if options.counters and run.returncode == 0:
                recorded[program.name] = counters.of_hardware(binary, PROGRAM_SECONDS)
                write_counters(options, recorded)
        except subprocess.TimeoutExpired:
            return Outcome(f"still running after {PROGRAM_SECONDS} s", [], time.monotonic() - started)
        except (RuntimeError, ValueError, KeyError) as error:  # ncu's output has an unexpected format
            return Outcome(str(error), [], time.monotonic() - started)
    binary.unlink()
    said = (run.stdout + run.stderr).strip().splitlines()
    return Outcome("" if run.returncode == 0 else
                   f"the program exited with {run.returncode}:" + "".join(f"\n         {line}" for line in said[-30:]),
                   [], time.monotonic() - started)


def run_all(programs, one, jobs, mistakes=None):
    """Runs the programs, reports them in list order as soon as each has ended, and returns those that do not behave
    as expected. `mistakes` receives what is wrong with each, or ""."""
    failed = []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for program, future in [(p, pool.submit(one, p)) for p in programs]:
            outcome = future.result()
            if mistakes is not None:
                mistakes[program.name] = outcome.mistake
            verdict = ("FAILED" if outcome.mistake else "right " if not program.kind else
                       "named " if outcome.found else "built ")
            print(f"{verdict} {program.name:44} {outcome.seconds:5.1f} s  {'; '.join(outcome.found[:3])}", flush=True)
            if outcome.mistake:
                failed.append(program)
                print(f"       {outcome.mistake}" + (f"; expected: {program.expected()}" if program.kind else ""),
                      flush=True)
    return failed


def wrong_expectations(folder):
    """Programs in this folder, with wrong expectations."""
    def put(name, text):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def edited(name, *edits):
        text = (HERE / name).read_text(encoding="utf-8")
        for before, after in edits:
            assert text.count(before) == 1, f"{name} has no single {before!r}"
            text = text.replace(before, after)
        return text

    add, reverse, leak = "right/vector_add.cu", "wrong/reverse_no_barrier.cu", "wrong/leak.cu"
    no_race, no_leak = ("  // bug: race", ""), ("  // bug: leak", "")
    put("right/has_a_race.cu", edited(reverse, no_race))
    put("right/leaks.cu", edited(leak, no_leak))
    put("right/ends_with_1.cu", edited(add, ("return mistakes != 0;", "return 1;")))
    put("right/does_not_compile.cu", edited(add, ("int me =", "int")))
    put("wrong/has_no_bug.cu", edited(add, ("+ right[me];", "+ right[me];  // bug: race")))
    put("wrong/has_another_bug.cu", edited(reverse, ("bug: race", "bug: out_of_bounds")))
    put("wrong/has_it_elsewhere.cu",
        edited(reverse, no_race, ("int t = threadIdx.x;", "int t = threadIdx.x;  // bug: race")))
    put("wrong/says_something_else.cu", edited(reverse, ("int t = threadIdx.x;", "int t = threadIdx.x;\n// says: atomicAdd")))
    put("wrong/leaks_elsewhere.cu",
        edited(leak, no_leak, ("cudaMalloc(&a, sizeof(host));", "cudaMalloc(&a, sizeof(host));  // bug: leak")))
    return programs_below(folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help="right/NAME or wrong/NAME; * stands for any characters")
    parser.add_argument("--ladder", type=pathlib.Path, help="default: the newest in build/")
    parser.add_argument("--results", type=pathlib.Path, metavar="FILE", help="write what is wrong with each program to it")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--prove", action="store_true")
    parser.add_argument("--list", action="store_true", help="the programs and their expected findings")
    parser.add_argument("--nvcc", nargs="?", const="nvcc", metavar="PATH")
    parser.add_argument("--arch", default="native", help="for nvcc (default: that of the installed GPU)")
    parser.add_argument("--no-run", action="store_true", help="with --nvcc: build only")
    parser.add_argument("--counters", type=pathlib.Path, metavar="FILE", help="compare with it; with --nvcc: write it")
    options = parser.parse_args()

    programs = programs_below(HERE)
    if options.quick:
        programs = [p for p in programs if p.name in QUICK]
    if options.names:
        options.names = [n.removesuffix(".cu") for n in options.names]  # shell completion adds .cu
        unknown = [n for n in options.names if not any(fnmatch.fnmatch(p.name, n) for p in programs)]
        if unknown:
            raise Mistake(f"no such program: {unknown[0]}; --list shows them")
        programs = [p for p in programs if any(fnmatch.fnmatch(p.name, n) for n in options.names)]
    if options.list:
        for p in programs:
            print(f"{p.name:44} {p.expected()}")
        return 0

    built = sorted(ROOT.glob("build/c*/ladder"), key=lambda file: file.stat().st_mtime)
    ladder = (options.ladder or (built or [ROOT / "build/cpu/ladder"])[-1]).resolve()
    if options.nvcc:
        programs = [p for p in programs if not p.kind or options.no_run]
        if options.no_run and options.counters:
            raise Mistake("--counters needs programs that run: leave --no-run out")
        needed = [options.nvcc] + ["ncu", "nvidia-smi"] * bool(options.counters)
        if missing := [tool for tool in needed if not shutil.which(tool)]:
            raise Mistake(f"there is no {missing[0]}")
        if options.counters:
            options.gpu = counters.context()
            write_counters(options, {})  # a file that cannot be written is reported before the work begins
    elif options.counters:
        programs = [p for p in programs if not p.kind]
    if not options.nvcc and not ladder.is_file():
        raise Mistake(f"there is no {ladder}: ./ladder doctor builds it; --ladder names another")

    started = time.monotonic()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        if options.prove:
            programs = wrong_expectations(folder)
            failed = run_all(programs, lambda p: try_program(p, ladder, folder), options.jobs)
            missed = [p.name for p in programs if p not in failed]
            print(f"{len(programs)} wrong expectations, {len(failed)} noticed" +
                  (f"; not noticed: {', '.join(missed)}" if missed else ""))
            return 1 if missed else 0
        recorded = {}
        if options.nvcc:
            one = lambda p: build_and_run(p, options, folder, recorded)
        elif options.counters:
            recorded = json.loads(options.counters.read_text(encoding="utf-8"))["programs"]
            one = lambda p: try_program(p, ladder, folder, recorded)
        else:
            one = lambda p: try_program(p, ladder, folder)
        mistakes = {}
        failed = run_all(programs, one, options.jobs, mistakes)
        if options.results:
            options.results.write_text(json.dumps(mistakes, indent=1) + "\n", encoding="utf-8")
    wrong = sum(bool(p.kind) for p in programs)
    print(f"{len(programs) - wrong} right and {wrong} wrong programs, {len(failed)} not as expected, "
          f"in {time.monotonic() - started:.0f} s" + "".join(f"\n  {p.name}" for p in failed))
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Mistake, OSError, subprocess.CalledProcessError) as mistake:
        print(f"run.py: {mistake}", file=sys.stderr)
        sys.exit(2)
