"""Checks that kernels are compiled only with the project's flags. Configures the project with the flags that
distributions add to every package (those of Ubuntu, Fedora and Arch, and worse ones), and compares how a kernel
file is compiled with and without them. The harness itself must still be compiled with these flags.
Usage: flags.py SOURCE G++
"""

import os
import pathlib
import subprocess
import sys
import tempfile

SOURCE, COMPILER = sys.argv[1:]
HOSTILE = ("-D_FORTIFY_SOURCE=3 -Wp,-D_FORTIFY_SOURCE=3 -D_GLIBCXX_ASSERTIONS -fstack-protector-strong -fstack-clash-protection "
           "-fcf-protection -O3 -march=native -ffast-math -fno-plt -DNDEBUG -I/opt/reader/include")


def configured(folder, cxxflags):
    """Returns the flags of a plain kernel, a traced kernel and a harness file, and the flags recorded for the
    toolchain."""
    environment = {k: v for k, v in os.environ.items() if k not in ("CXXFLAGS", "LADDER_WERROR")} | {"CI": "true"}
    run = subprocess.run(["cmake", "-S", SOURCE, "-B", folder, "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={COMPILER}", "-DBUILD_TESTING=OFF",
                          "-DCCACHE=OFF"],
                         env=environment | {"CXXFLAGS": cxxflags}, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    text = (pathlib.Path(folder) / "build.ninja").read_text()

    def flags_of(object_file):
        return next(line for line in text.split(object_file + ":", 1)[1].splitlines() if line.startswith("  FLAGS = ")).replace(str(folder), "")

    assert "-Werror " not in text, "CI=true in the reader's environment turns warnings into errors"

    noted = [(pathlib.Path(folder) / f"kernels/{form}.flags").read_text().replace(str(folder), "") for form in ("plain", "traced")]
    return [flags_of(f"kernels/CMakeFiles/kernels_reduce_{form}.dir/reduce/00_v0_modulo.cu.o") for form in ("plain", "traced")] + noted, \
        flags_of("harness/CMakeFiles/ladder_check.dir/ladder/check/case.cpp.o")


with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
    plain, _ = configured(one, "")
    hostile, of_the_harness = configured(other, HOSTILE)
assert "-march=native" in of_the_harness, f"the harness is not compiled with the reader's flags: {of_the_harness}"
for a, b in zip(plain, hostile):
    without_place = b.replace("-I/opt/reader/include", "").split()
    assert a.split() == without_place, f"{a}\n{b}"
    assert "-I/opt/reader/include" in b, "include paths must be passed on"
    assert "-U_FORTIFY_SOURCE" in a, "Ubuntu's g++ defines it by itself"
print("kernels get only the project's flags")
