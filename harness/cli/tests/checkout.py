"""Tests ./ladder in a checkout that another user has built and owns, or whose builds are elsewhere: existing builds
are used, and targets that cannot be built are reported in one line. Also tests which targets are built before a
first table. Nothing is compiled here: ninja is a script that provides the tested program. Use: checkout.py LADDER
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = sys.argv[1]
mistakes = []


def expect(condition, what, done):
    if not condition:
        mistakes.append(f"{what}: status {done.returncode}\n{done.stdout[:600]}{done.stderr}")


def script(path, text):
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


with tempfile.TemporaryDirectory() as folder:
    root, tools, elsewhere = (pathlib.Path(folder) / name for name in ["project", "bin", "elsewhere"])
    for path in [root, tools, elsewhere]:
        path.mkdir()
    shutil.copy(SOURCE / "ladder", root)
    for name in ["CMakeLists.txt", "CMakePresets.json", "cmake", "harness"]:
        (root / name).symlink_to(SOURCE / name)
    (root / "kernels").mkdir()
    kernel = root / "kernels" / "mine.cu"
    kernel.touch()

    # cmake and ninja as scripts that only create what ./ladder looks for
    script(tools / "cmake", f"""[ "$1" != --version ] || {{ echo "cmake version ${{PRETENDED:-3.25.1}}"; exit; }}
        while [ "$1" != -B ]; do shift; done
        mkdir -p "$2" && touch "$2/build.ninja" && echo 'CMAKE_HOME_DIRECTORY:INTERNAL={root}' >"$2/CMakeCache.txt" """)
    script(tools / "ninja", f"""cp '{PROGRAM}' "$2/ladder" """)
    environment = {k: v for k, v in os.environ.items() if not k.startswith("LADDER_")}
    environment |= {"PATH": f"{tools}:{environment['PATH']}", "LADDER_NO_INSTALL": "1", "LADDER_PRESET": "cpu"}

    def ladder(*arguments, user=None, **more):
        return subprocess.run([root / "ladder", *arguments], capture_output=True, text=True, check=False, user=user,
                              cwd=root, env=environment | more)

    quick = ["run", "reduce/v1", "--n", "1000", "--repetitions", "1", "--backend", "simt"]
    done = ladder(*quick, LADDER_BUILD="../elsewhere")
    expect(done.returncode == 0 and (elsewhere / "cpu" / "ladder").exists() and (elsewhere / "latest.json").exists()
           and not (root / "build").exists(), "LADDER_BUILD", done)

    done = ladder("list")
    expect(done.returncode == 0 and (root / "build" / "cpu" / "ladder").exists(), "the usual folder", done)

    for version, status in [("3.22.1", 1), ("3.25.0-rc2", 0), ("4.0.0", 0)]:
        done = ladder("list", LADDER_BUILD=pathlib.Path(folder) / version, PRETENDED=version)
        expect(done.returncode == status and ("3.25 or newer is needed" in done.stderr) == (status == 1), f"cmake {version}", done)

    for variable, value, words in [("LADDER_JOBS", "abc", "an integer"), ("LADDER_JOBS", "0", "an integer"),
                                   ("LADDER_PRESET", "../../x", "no such preset"), ("LADDER_PRESET", "cpux", "no such preset")]:
        done = ladder("list", **{variable: value})
        expect(done.returncode == 2 and done.stderr.count("\n") == 1 and f"{variable}={value}: " in done.stderr and words in done.stderr,
               variable, done)

    # CMake cannot build in a folder whose name has a double quote, so it gets another name for the checkout.
    quoted = pathlib.Path(folder) / 'a b' / 'q"x'
    quoted.parent.mkdir()
    root.rename(quoted)
    script(tools / "cmake", f"""[ "$1" != --version ] || {{ echo "cmake version 3.25.1"; exit; }}
        case $PWD$*$CMAKE_HOME in *[\\"]*) echo "CMake Error: $*"; exit 1;; esac
        while [ "$1" != -B ]; do shift; done
        mkdir -p "$2" && touch "$2/build.ninja" && echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" >"$2/CMakeCache.txt" """)
    shutil.rmtree(quoted / "build")
    for _ in range(2):
        done = subprocess.run([quoted / "ladder", "list"], capture_output=True, text=True, check=False, cwd=quoted,
                              env=environment | {"XDG_CACHE_HOME": str(elsewhere / "cache")})
        expect(done.returncode == 0 and (quoted / "build" / "cpu" / "ladder").exists(), "a checkout in a folder with a double quote", done)
    expect(done.stderr == "", "it is configured once", done)
    quoted.rename(root)

    # A first table of one track does not wait for other tracks; later, and for any other command, the whole
    # program is built.
    (root / "kernels" / "reduce").mkdir()
    (root / "kernels" / "pitfalls").mkdir()
    script(tools / "ninja", f"""folder=$2; shift 4; echo "$@" >>"$folder/log"; for target; do cp '{PROGRAM}' "$folder/$target"; done""")
    log = pathlib.Path(folder) / "first" / "cpu" / "log"
    for words in [quick, ["run", "--n", "1000", "--backend", "simt", "--repetitions=1", "reduce/v1", "reduce/v2"],
                  ["list"], quick]:
        done = ladder(*words, LADDER_BUILD=log.parents[1])
        expect(done.returncode == 0, "a first table", done)
    expect(log.read_text() == "run_reduce\nrun_reduce\nladder\nladder\n", f"built: {log.read_text()}", done)
    for words in [["run", "reduce/v1", "nothing/v1"], ["run"], ["check", "reduce"], ["run", "-q", "kernels/reduce"],
                  ["run", "pitfalls/off_by_one"], ["run", "reduce", "-q", "sc*"], ["run", "--csv", "reduce"]]:
        log = pathlib.Path(folder) / "-".join(words).replace("/", "") / "cpu" / "log"
        ladder(*words, "--n", "99999999999999999999999", LADDER_BUILD=log.parents[1])
        expect(log.read_text() == "ladder\n", f"built for {words}: {log.read_text()}", done)
    script(tools / "ninja", f"""cp '{PROGRAM}' "$2/ladder" """)

    # Two processes that mpirun starts at the same time: one builds and reports; the other waits silently.
    both = pathlib.Path(folder) / "both"
    script(tools / "ninja", f"""[ -x "$2/ladder" ] || {{ echo built >>"$2/log"; sleep 3; cp '{PROGRAM}' "$2/ladder"; }}""")
    two = [subprocess.Popen([root / "ladder", "list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=root,
                            env=environment | {"LADDER_BUILD": str(both), "OMPI_COMM_WORLD_SIZE": "2",
                                               "OMPI_COMM_WORLD_RANK": str(rank)}) for rank in range(2)]
    said = "".join("".join(process.communicate()) for process in two)
    if [said.count(word) for word in ["configuring", "building", "waiting", "only ./ladder run and ./ladder check"]] != [1, 1, 0, 2]:
        mistakes.append(f"two at once: {said}")
    if (both / "cpu" / "log").read_text() != "built\n":
        mistakes.append("two at once: both have built")
    script(tools / "ninja", f"""cp '{PROGRAM}' "$2/ladder" """)

    # Another user cannot use a checkout inside root's private folder.
    reaches = os.geteuid() != 0 or subprocess.run(["ls", SOURCE / "results"], user=65534, capture_output=True, check=False).returncode == 0
    if not reaches:
        print("\n".join(mistakes) or f"SKIPPED: no other user may read {SOURCE}")
        sys.exit(bool(mistakes))

    # Another user, who may not write here. (Only root can become another user; anyone else removes the
    # permissions.)
    someone = None
    if os.geteuid() == 0:
        someone = 65534
        for path in [pathlib.Path(folder), *pathlib.Path(folder).rglob("*")]:
            if not path.is_symlink():
                path.chmod(path.stat().st_mode | 0o555 if path.is_dir() else path.stat().st_mode | 0o444)
    else:
        for path in [root / "build" / "cpu", root / "build"]:
            path.chmod(0o555)
    done = ladder(*quick, user=someone)
    expect(done.returncode == 0 and "1 good" in done.stdout and "Not written to a file" in done.stdout
           and not done.stderr, "run in a checkout of another user", done)
    done = ladder(*quick, "--json", "-", user=someone)
    expect(done.returncode == 0 and done.stdout.startswith("{"), "its results on standard output", done)

    # The judge is linked without kernels, so a new kernel file does not prevent practising once `ladder` has been
    # rebuilt.
    later = time.time() + 100
    for name in ["judge", "try_start"]:
        shutil.copy(PROGRAM, root / "build" / "cpu" / name)
        (root / "build" / "cpu" / name).chmod(0o755)
    os.utime(kernel, (later, later))
    os.utime(root / "build" / "cpu" / "ladder", (later + 1, later + 1))
    for words in [["practice", "--help"], ["try", "--help"]]:
        done = ladder(*words, user=someone)
        expect(done.returncode == 0 and not done.stderr, f"{words} beside a kernel that is newer than the judge", done)
    # A change that affects no program: the build has run since then, but had nothing to do.
    os.utime(root / "build" / "cpu" / "judge", (1, 1))
    done = ladder("practice", "--help", user=someone)
    expect(done.returncode == 1 and "is newer than the program there" in done.stderr, "a judge that is older than its sources", done)
    (root / "build" / "cpu" / "judge.built").touch()
    done = ladder("practice", "--help", user=someone)
    expect(done.returncode == 0 and not done.stderr, "a judge that the build found to be up to date", done)

    os.utime(kernel, (later + 2, later + 2))
    done = ladder("list", user=someone)
    expect(done.returncode == 1 and done.stderr.count("\n") == 1 and "kernels/mine.cu is newer" in done.stderr
           and "LADDER_BUILD=FOLDER" in done.stderr, "a kernel that is newer than the program", done)
    if someone is None:
        for path in [root / "build", root / "build" / "cpu"]:
            path.chmod(0o755)

print("\n".join(mistakes) or "a checkout of another user, and builds in another folder: used as they are")
sys.exit(bool(mistakes))
