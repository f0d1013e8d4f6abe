"""Tests ./ladder with a GPU but no way to build for CUDA: one line says why and what to do, and the executor runs;
with --backend cuda, this is an error. A script simulates each nvcc and each GPU here.
Use: no_cuda.py LADDER
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = sys.argv[1]
REFUSES = ("/usr/include/crt/host_config.h:132:2: error: #error -- unsupported GNU version! gcc versions later than 12 "
           "are not supported! The nvcc flag '-allow-unsupported-compiler' can be used")

# GPU, nvcc's behaviour, exit status of --backend cuda, text of the line
CASES = [
    ("8.6", "echo 'Cuda compilation tools, release 12.3, V12.3.107'", 1,
     ["CUDA Toolkit 12.3 is too old", "install 12.4 or newer"]),
    ("8.6", f"""case "$*" in *-c*) echo "{REFUSES}" >&2; exit 1 ;; *) echo 'release 12.4,'; echo compute_86 ;; esac""", 1,
     ["nvcc 12.4 cannot compile (unsupported GNU version! gcc versions later than 12 are not supported)",
      "CUDAHOSTCXX=g++-12"]),
    ("6.1", "echo 'release 12.4, V12.4'; echo compute_50; echo compute_61; echo compute_70", 77,
     ["compute capability 6.1", "7.0 or newer"]),
    ("7.0", "echo 'release 13.0, V13.0'; echo compute_75; echo compute_90", 1,
     ["CUDA Toolkit 13.0 no longer supports this GPU", "install an older one"]),
    ("9.0", "echo 'cannot execute' >&2; exit 127", 1, ["does not report its version"]),
]


def script(path, text):
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def run(root, tools, *arguments):
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("LADDER_", "CUDA", "NVCC"))}
    environment |= {"PATH": f"{tools}:{environment['PATH']}", "LADDER_NO_INSTALL": "1", "LADDER_ROOT": str(SOURCE)}
    return subprocess.run([root / "ladder", *arguments], capture_output=True, text=True, env=environment, check=False)


mistakes = []


def expect(condition, what, done):
    if not condition:
        mistakes.append(f"{what}: status {done.returncode}\n{done.stdout[:600]}{done.stderr}")


for capability, nvcc, status, words in CASES:
    with tempfile.TemporaryDirectory() as folder:
        # A checkout whose executor is already built: its ninja provides the tested program.
        root, tools = pathlib.Path(folder) / "project", pathlib.Path(folder) / "bin"
        cpu = root / "build" / "cpu"
        cpu.mkdir(parents=True)
        tools.mkdir()
        shutil.copy(SOURCE / "ladder", root)
        for name in ["CMakeLists.txt", "CMakePresets.json", "cmake", "harness", "kernels"]:
            (root / name).symlink_to(SOURCE / name)
        (cpu / "CMakeCache.txt").write_text(f"CMAKE_HOME_DIRECTORY:INTERNAL={root.resolve()}\n")
        (cpu / "build.ninja").touch()
        script(tools / "ninja", f"""case "$*" in *build/cpu*) cp '{PROGRAM}' '{cpu}/ladder' ;;
            *) exec {shutil.which('ninja')} "$@" ;; esac""")
        script(tools / "nvidia-smi", f"""case "$*" in *compute_cap*) echo {capability} ;; -L) echo 'GPU 0: Pretender' ;;
            *) echo Pretender ;; esac""")
        script(tools / "nvcc", nvcc)

        for attempt in ["at first", "from then on"]:
            done = run(root, tools, "run", "reduce/v0", "--n", "1000", "--repetitions", "1", "--json", os.devnull)
            line = done.stdout.split("\n")[0]
            expect(done.returncode == 0 and line.startswith("backend simt: ") and all(w in line for w in words)
                   and "Pretender" in line, f"nvcc of case {words[0]}, {attempt}", done)
        expect("configuring" not in done.stderr, f"{words[0]}: tried again", done)
        done = run(root, tools, "run", "reduce/v0", "--backend", "cuda")
        expect(done.returncode == status and all(w in done.stderr for w in words) and done.stderr.count("\n") == 1,
               f"--backend cuda, {words[0]}", done)

print("\n".join(mistakes) or f"{len(CASES)} kinds of impossible CUDA build: each is reported, and the executor runs")
sys.exit(bool(mistakes))
