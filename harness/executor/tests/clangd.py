#!/usr/bin/env python3
"""Checks the errors that an editor shows. With .clangd, compile_flags.txt and the headers that CMake writes, but
without the CUDA Toolkit, clangd finds no errors in the stages, the exercises and the programs of ./ladder try.
clangd does find the errors that this test plants.

  clangd.py LADDER [--full] [FILE...]     --full: all files; otherwise every eighth, different ones each day
                                          FILE: such as kernels/reduce/00_v0_modulo.cu;
                                                checks only these files and plants no errors
"""
import concurrent.futures
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
PROGRAMS = "harness/executor/tests/programs/right"
STAGE, PROGRAM, EXERCISE = "kernels/reduce/00_v0_modulo.cu", f"{PROGRAMS}/vector_add.cu", "practice/first/index.cu"
TAKES = 8  # without --full: one file in this many

# Unlike nvcc and ./ladder try, clang does not accept <<< with spaces in it, nor alignas after __shared__. An editor
# reads CUDA's headers directly, without the build's handling of macros that a program defines.
UNKNOWN = {f"{PROGRAMS}/spaced_launch.cu", f"{PROGRAMS}/shared_alignas.cu", f"{PROGRAMS}/macros_before_headers.cu"}

# The file, the text to replace in it, its replacement, and clangd's message for that line.
PLANTED = [
    (STAGE, "partial[tid + s];", "partail[tid + s];", "undeclared"),
    (STAGE, "const unsigned tid = threadIdx.x;", "const unsigned tid = threadIdx.x", "expected ';'"),
    (STAGE, "const unsigned tid = threadIdx.x;", "const unsigned tid = threadIdx.w;", "no member named 'w'"),
    (STAGE, "const unsigned tid = threadIdx.x;", "const unsigned* tid = threadIdx.x;", "cannot initialize"),
    (STAGE, "? input[i] : T{0}", "? blocks_for(i, 1) : T{0}", "no matching function"),  # a host function
    (PROGRAM, "<<<(count + 1023) / 1024, 1024>>>", "<<<(count + 1023) / 1024, 1024>>", "expected '>>>'"),
    (PROGRAM, "(gpu_left, gpu_right,", "(gpu_left, 1.5,", "cannot initialize"),
    (PROGRAM, "cudaFree(", "cudaFre(", "undeclared"),
    (PROGRAM, "threadIdx.x", "rand()", "no matching function"),  # a host function
    (EXERCISE, "size_t n", "sise_t n", "unknown type name 'sise_t'"),
    (EXERCISE, "  // End of your part.", "  output[0] = inptu[0];", "undeclared"),
]


def exercises(ladder, folder):
    """Creates each exercise's starting file in folder/practice, without waiting until it is judged."""
    listed = subprocess.run([ladder, "practice", "--no-color"], cwd=folder, text=True, capture_output=True, check=True).stdout
    track, ids = "", []
    for line in listed.splitlines():
        if heading := re.match(r"(\w+)(:|$)", line):
            track = heading[1]
        elif exercise := re.match(r"  · (\S+)  ", line):
            ids.append(f"{track}/{exercise[1]}")
    for name in ids:
        judging = subprocess.Popen([ladder, "practice", name, "--no-color"], cwd=folder, text=True, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL)
        for line in judging.stdout:
            if "Created practice/" in line:
                break
        else:
            sys.exit(f"./ladder practice {name} created no file")
        judging.terminate()
        judging.wait()
    return [f"practice/{name}.cu" for name in ids]


def checked(folder, file):
    """clangd's findings: [(line, message)], in line order."""
    done = subprocess.run(["clangd", f"--check={file}", "--check-lines=1-1"], cwd=folder, text=True, capture_output=True,
                          check=False)
    if "All checks completed" not in done.stderr:
        return [(0, "clangd ended with status " + str(done.returncode) + ": " + done.stderr[-2000:])]
    return sorted((int(line), message) for line, message in re.findall(r"^E\[.*?\] .*?\bLine (\d+): (.*)", done.stderr, re.M))


def planted(folder, number, plant):
    """Plants an error in a separate file; returns what is wrong with clangd's message for it."""
    file, old, new, expected = plant
    text = (folder / file).read_text()
    if old not in text:
        return f"{file} does not contain `{old}`: choose another place for the planted error"
    line = text[:text.index(old)].count("\n") + 1
    path = Path(file).with_name(f"planted_{number}.cu")
    (folder / path).write_text(text.replace(old, new, 1))
    found = checked(folder, path)
    if any(line <= at <= line + 1 and expected in message for at, message in found):
        return ""
    return f"{file}:{line}: `{new}` was not marked: " + ("no error was found" if not found else repr(found))


def main():
    if not shutil.which("clangd"):
        print("SKIPPED: clangd is not installed (Debian: clangd)")
        return
    ladder, *words = sys.argv[1:]
    asked = [w for w in words if not w.startswith("-")]
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in (".clangd", "compile_flags.txt"):
            shutil.copy(REPOSITORY / file, folder)
        (folder / "harness").symlink_to(REPOSITORY / "harness")
        (folder / "build/cpu").mkdir(parents=True)
        (folder / "build/cpu/cuda_headers").symlink_to(Path(ladder).resolve().parent / "cuda_headers")
        shutil.copytree(REPOSITORY / "kernels", folder / "kernels")
        shutil.copytree(REPOSITORY / PROGRAMS, folder / "mine/course")  # a reader's own file, in another folder
        files = exercises(str(Path(ladder).resolve()), folder)
        for place, where in (("kernels", "kernels"), (PROGRAMS, "mine/course")):
            files += [str(Path(place) / f.relative_to(folder / where)) for f in sorted((folder / where).rglob("*.*"))
                      if f.suffix in (".cu", ".cuh", ".h")]
        files = [f for f in files if f not in UNKNOWN]
        if asked:
            files = [f for f in files if f in asked]
        elif "--full" not in words:
            files = files[int(time.time() / 86400) % TAKES::TAKES]
        if not files:
            sys.exit("no such file")

        def in_folder(file):
            return file.replace(PROGRAMS, "mine/course")

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            found = list(pool.map(lambda f: checked(folder, in_folder(f)), files))
            plants = [] if asked else [(file.replace(PROGRAMS, "mine/course"), *rest) for file, *rest in PLANTED]
            missed = [m for m in pool.map(lambda p: planted(folder, *p), enumerate(plants)) if m]
    for file, errors in zip(files, found):
        for line, message in errors:
            print(f"{file}:{line}: {message}")
    print(*missed, sep="\n")
    false = sum(map(bool, found))
    print(f"{len(files) - false} of {len(files)} files without an error, {len(plants) - len(missed)} of {len(plants)} planted "
          f"errors marked, {time.monotonic() - began:.0f} s")
    sys.exit(bool(false or missed))


main()
