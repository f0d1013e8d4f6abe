"""A build that another user owns: its readers can practise, try, explain and grade, and their builds are in their own
cache. Nothing is written to the program's folder. Use: readers.py LADDER
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = pathlib.Path(sys.argv[1]).resolve()
NOBODY = 65534

if os.geteuid() != 0:
    print("SKIPPED: only root can become another user")
    sys.exit(0)
if subprocess.run(["ls", SOURCE / "results", PROGRAM], user=NOBODY, capture_output=True, check=False).returncode != 0:
    print(f"SKIPPED: no other user may read {SOURCE}")
    sys.exit(0)


def beside():
    return {path: path.stat().st_mtime_ns for path in PROGRAM.parent.iterdir()}


mistakes = []
before = beside()
with tempfile.TemporaryDirectory() as folder:
    home = pathlib.Path(folder)
    (home / "work").mkdir()
    program = SOURCE / "harness/executor/tests/programs/right/vector_add.cu"
    own = home / "work/mine.cu"
    own.write_text(next((SOURCE / "kernels/map").glob("*naive.cu")).read_text().replace('"map/naive"', '"map/mine"'))
    for path in [home, home / "work", own]:
        os.chown(path, NOBODY, NOBODY)
    variables = {k: v for k, v in os.environ.items() if not k.startswith(("LADDER_", "CCACHE_", "XDG_"))}

    def ladder(*words, **more):
        done = subprocess.run([PROGRAM, *words], user=NOBODY, group=NOBODY, extra_groups=[], cwd=home / "work", capture_output=True,
                              text=True, check=False, env=variables | {"HOME": str(home)} | more)
        done.said = f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}"
        return done

    done = ladder("practice", "first/index")
    if done.returncode != 1 or "Not yet" not in done.stdout or not (home / "work/practice/first/index.cu").exists():
        mistakes.append(done.said)
    done = ladder("practice", "first/index", "--hint")
    if done.returncode != 0:
        mistakes.append(done.said)
    done = ladder("try", program)
    if done.returncode != 0 or "Found no race" not in done.stdout:
        mistakes.append(done.said)
    done = ladder("explain", "mine.cu", "--n", "1000", XDG_CACHE_HOME=str(home / "xdg"))
    if done.returncode != 0 or "map/mine" not in done.stdout or not list((home / "xdg/warp-ladder").rglob("ladder")):
        mistakes.append(done.said)
    if shutil.which("bwrap"):
        done = ladder("grade", "practice/first/index.cu")
        if done.returncode not in (0, 2) or (done.returncode == 2 and "bubblewrap" not in done.stderr) or "cannot write" in done.stderr:
            mistakes.append(done.said)
    for word in ["practice", "try"]:
        if not (list((home / ".cache/warp-ladder").glob(f"*/{word}"))):
            mistakes.append(f"there is no {word} in the cache of its reader")
    # A user who has no folder to write to gets a one-line message.
    done = ladder("try", program, HOME="/nonexistent")
    if done.returncode != 2 or done.stderr.count("\n") != 1 or "XDG_CACHE_HOME" not in done.stderr:
        mistakes.append(done.said)
after = beside()
if before.keys() != after.keys():
    mistakes.append(f"written beside the program: {sorted(map(str, after.keys() ^ before.keys()))}")
print("\n".join(mistakes) or "a reader of another's build: practice, try, explain and grade work, in the reader's own cache")
sys.exit(bool(mistakes))
