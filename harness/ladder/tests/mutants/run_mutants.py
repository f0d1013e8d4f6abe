#!/usr/bin/env python3
"""Breaks the correct stages on purpose with one small edit at a time, and checks that `ladder check` detects it.

The mutants are in mutants.txt, in the folder of this file. Exit status: 0 every mutant had the expected result, 1 one did
not, 2 bad usage or an edit that no longer fits its file, 77 there is no build.
"""
import argparse
import concurrent.futures
import dataclasses
import fnmatch
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[3]
NOTHING = "nothing"
# Sizes for a stage: at the edges of warps, of blocks, and of tiles of these blocks; a prime; and one that needs
# block sums of block sums. 0 comes first: a mistake with no elements is easily missed.
EDGES = (1, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192)
SIZES = sorted({0, 2, 10007, 70001} | {n + d for n in EDGES for d in (-1, 0, 1)})
# Tracks whose stages are checked only at their own sizes: a plain number of elements would become a matrix with one
# row, and complete tiles need hundreds of rows.
OWN_SIZES = ("matmul", "matmul_bf16")
LIMIT_SECONDS = 900  # for one check; a mutant that does not end is stopped by check itself


@dataclasses.dataclass
class Mutant:
    name: str
    file: str = ""
    through: str = ""   # the stage in which the edit of a header is tried; empty: the last stage that includes it
    expect: tuple = ()  # hazard kinds, `wrong`, `crash`, `timeout`: all of them must be found. Empty: equivalent
    why: str = ""       # equivalent or missed: the reason
    gap: bool = False   # missed: a mistake that is known not to be detected
    quick: bool = False
    before: str = ""
    after: str = ""


class Mistake(Exception):
    """An error in mutants.txt or on the command line: reported in one line."""


def read_mutants(path):
    """Blocks of `key: value` lines and an edit, as in a diff; a line that starts with # is a comment."""
    mutants = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        where = f"{path.name}:{number}"
        if not line or line.startswith("#"):
            continue
        if line[0] in " -+":
            if not mutants:
                raise Mistake(f"{where}: an edit before the first mutant")
            if line[0] != "+":
                mutants[-1].before += line[1:] + "\n"
            if line[0] != "-":
                mutants[-1].after += line[1:] + "\n"
            continue
        key, colon, value = (part.strip() for part in line.partition(":"))
        if key == "mutant":
            mutants.append(Mutant(value))
        elif not colon or not mutants or key not in ("file", "through", "expect", "equivalent", "missed", "quick"):
            raise Mistake(f"{where}: expected mutant, file, through, expect, equivalent, missed, quick or an edit: {line}")
        elif key == "file":
            mutants[-1].file = value
        elif key == "through":
            mutants[-1].through = value
        elif key == "expect":
            mutants[-1].expect = tuple(value.split())
        elif key in ("equivalent", "missed"):
            mutants[-1].why = value
            mutants[-1].gap = key == "missed"
        else:
            mutants[-1].quick = value == "yes"
    names = [m.name for m in mutants]
    for m in mutants:
        if not m.file or m.before == m.after or bool(m.expect) == bool(m.why) or names.count(m.name) > 1:
            raise Mistake(f"{path.name}: {m.name} needs a unique name, a file, an edit, and one of "
                          "expect, equivalent and missed")
    return mutants


def mutate(mutant):
    """The kernel file's text after the edit, which must fit in exactly one place."""
    text = (ROOT / mutant.file).read_text(encoding="utf-8")
    if not mutant.before:
        return text  # --unmutated
    found = ("\n" + text).count("\n" + mutant.before)
    if found != 1:
        raise Mistake(f"{mutant.name}: the lines to replace occur {found} times in {mutant.file}, not once")
    return ("\n" + text).replace("\n" + mutant.before, "\n" + mutant.after)[1:]


def stage_file(mutant):
    """The file that is compiled: a header is mutated for a stage that includes it."""
    path = ROOT / (mutant.through or mutant.file)
    if path.suffix == ".cu":
        return path
    users = [f for f in sorted(path.parent.glob("*.cu")) if f'"{path.name}"' in f.read_text(encoding="utf-8")]
    return users[-1]


class Build:
    """The build's own commands to compile a kernel file and to link `ladder`."""

    def __init__(self, folder):
        self.folder = folder
        try:
            commands = json.loads((folder / "compile_commands.json").read_text())
            link = (folder / "ladder.link").read_text().splitlines()  # cmake/remember_link.sh
        except OSError:
            print(f"SKIPPED: no finished build in {folder} (./ladder list creates one)")
            sys.exit(77)
        self.compile = {(c["file"], traced): shlex.split(c["command"]) for c in commands
                        for traced, form in enumerate(("plain", "traced"))
                        if re.search(rf"/kernels_\w+_{form}\.dir/", c["command"])}
        self.link = [a for a in link if not a.startswith("kernels/")]
        missing = [a for a in self.link if a.endswith(".o") and not (folder / a).exists()]
        if missing:
            print(f"SKIPPED: {folder} is not built yet ({missing[0]} is missing)")
            sys.exit(77)

    def program(self, source, original, to):
        """`ladder` with this one kernel file and no other."""
        if (str(original), True) not in self.compile:
            raise Mistake(f"{original} is not part of the build in {self.folder}")
        objects = []
        for traced in (False, True):
            command = [a for a in self.compile[str(original), traced] if a != "-Werror"]
            objects.append(to / f"{'traced' if traced else 'plain'}.o")
            command[command.index("-o") + 1] = str(objects[-1])
            command[command.index("-c") + 1] = str(source)
            run = subprocess.run([self.folder / "instrument", str(int(traced)), *command],
                                 cwd=self.folder, text=True, capture_output=True, check=False)
            if run.returncode:
                raise Mistake(f"{source} does not compile:\n{run.stderr}")
        link = list(self.link)
        link[link.index("-o") + 1] = str(to / "ladder")
        run = subprocess.run([*link, *map(str, objects)], cwd=self.folder, text=True, capture_output=True, check=False)
        if run.returncode:
            raise Mistake(f"{source} does not link:\n{run.stderr}")
        return to / "ladder"


def check(program, blocks, folder):
    """The findings of `check`: hazard kinds, and how the answer is wrong; also a sentence about the first of them.
    Without `blocks`, the check uses its own sizes, up to the last blocks of 2^32 elements."""
    results = folder / "check.json"
    which = ["--block", blocks, "--n", ",".join(map(str, SIZES))] if blocks else []
    run = subprocess.run([program, "check", "--backend", "simt", *which, "-q", "--json", results],
                         text=True, capture_output=True, check=False, timeout=LIMIT_SECONDS)
    if not results.exists():
        raise Mistake(f"check wrote no results: {run.stderr.strip()}")
    found, sentence = set(), ""
    for row in json.loads(results.read_text())["results"]:
        verdict = row.get("verdict") or {}
        status = verdict.get("status", "")
        if status == "declared_racy":
            continue
        here = {h["kind"] for h in (row.get("hazards") or [])} | ({status} & {"wrong", "crash", "timeout"})
        if here and not sentence:
            hazards = (row.get("hazards") or [])
            sentence = hazards[0]["message"] if hazards else verdict.get("message", "")
        found |= here
    if run.returncode not in (0, 1) or bool(found) != (run.returncode == 1):
        raise Mistake(f"check returned {run.returncode}, but found {sorted(found) or NOTHING}: {run.stderr.strip()}")
    return found, sentence


def try_mutant(mutant, build, blocks, folder):
    started = time.monotonic()
    here = folder / mutant.name / "kernels" / pathlib.Path(mutant.file).parent.name
    original = stage_file(mutant)
    for file in [original, *(ROOT / "kernels").glob("*/*.cuh")]:  # a stage may include a header of another track
        copy = folder / mutant.name / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
    (here / pathlib.Path(mutant.file).name).write_text(mutate(mutant), encoding="utf-8")
    alone = here / original.name  # the preceding stage is not linked
    alone.write_text(re.sub(r'\.after\("[^"]*"\)', "", alone.read_text(encoding="utf-8")), encoding="utf-8")
    program = build.program(here / original.name, original, folder / mutant.name)
    try:
        found, sentence = check(program, None if here.name in OWN_SIZES else blocks, folder / mutant.name)
        if mutant.expect and not found and here.name not in OWN_SIZES:
            found, sentence = check(program, None, folder / mutant.name)
    finally:
        program.unlink(missing_ok=True)
    return found, sentence, time.monotonic() - started


def unmutated():
    """Every stage unchanged: no findings are expected."""
    return [Mutant(f.relative_to(ROOT / "kernels").with_suffix("").as_posix().replace("/", "-"),
                   f.relative_to(ROOT).as_posix(), why="not mutated")
            for f in sorted((ROOT / "kernels").glob("*/*.cu")) if f.parent.name != "pitfalls"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/cpu")
    parser.add_argument("--quick", action="store_true", help="only those marked quick")
    parser.add_argument("--unmutated", action="store_true", help="the unchanged stages: nothing may be found")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--blocks", default="32,64,256,1024")
    parser.add_argument("--keep", type=pathlib.Path, help="keep the mutated files")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()

    mutants = unmutated() if options.unmutated else read_mutants(HERE / "mutants.txt")
    for mutant in mutants:
        mutate(mutant)  # all edits must fit, even if only some are tried
    if options.quick:
        mutants = [m for m in mutants if m.quick]
    if options.names:
        mutants = [m for m in mutants if any(fnmatch.fnmatch(m.name, n) for n in options.names)]
    if not mutants:
        raise Mistake("no such mutant: --list shows them")
    if options.list:
        for m in mutants:
            print(f"{m.name:42} {' '.join(m.expect) or ('missed: ' if m.gap else 'equivalent: ') + m.why}")
        return 0

    build = Build(options.build.resolve())
    caught = equivalent = missed = unexpected = 0
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as temporary, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        folder = options.keep.resolve() if options.keep else pathlib.Path(temporary)
        futures = [pool.submit(try_mutant, m, build, options.blocks, folder) for m in mutants]
        for mutant, future in zip(mutants, futures):
            try:
                found, sentence, seconds = future.result()
            except (Mistake, subprocess.TimeoutExpired) as mistake:
                unexpected += 1
                print(f"BROKEN     {mutant.name}: {mistake}", flush=True)
                continue
            fine = found >= set(mutant.expect) if mutant.expect else not found
            if not fine:
                unexpected += 1
                verdict = "MISSED" if mutant.expect and not found else "UNEXPECTED"
            elif mutant.expect:
                caught += 1
                verdict = "caught"
            elif mutant.gap:
                missed += 1
                verdict = "missed"
            else:
                equivalent += 1
                verdict = "silent" if options.unmutated else "equivalent"
            print(f"{verdict:10} {mutant.name:42} {seconds:5.1f} s  {' '.join(sorted(found)) or NOTHING}", flush=True)
            if not fine:
                print(f"           expected: {' '.join(mutant.expect) or NOTHING}")
            if sentence and (not fine or not mutant.expect):
                print(f"           {sentence}")
    counts = (f"{len(mutants)} stages: {equivalent} silent" if options.unmutated else
              f"{len(mutants)} mutants: {caught} caught, {equivalent} equivalent, {missed} missed as expected")
    print(f"{counts}, {unexpected} not as expected, in {time.monotonic() - started:.0f} s")
    return 1 if unexpected else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Mistake as mistake:
        print(f"run_mutants: {mistake}", file=sys.stderr)
        sys.exit(2)
