"""Runs harness/record/scoreboard.py on a suite of four small programs defined here. Tests that the script can be
interrupted and resumed, counts correctly, writes a page, notices a changed page, and reports bad input in one
line.

Use: made_up_suite.py LADDER. With --prove: programs with a wrong label are reported as missed and as accused,
and one that cannot be built as failed.
"""
import json
import pathlib
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SCOREBOARD = HERE.parent / "scoreboard.py"
VALIDATE = HERE.parents[1] / "book" / "tests" / "validate_results.py"
PROGRAM = """
__global__ void kernel(int* out) {{
  __shared__ int last;
  {}
}}
int main() {{
  int* out;
  cudaMalloc(&out, sizeof(int));
  cudaMemset(out, 0, sizeof(int));
  kernel<<<2, 64>>>(out);
  return cudaDeviceSynchronize() != cudaSuccess;
}}
"""
ATOMIC, NO_ATOMIC = "atomicAdd(out, 1);", "*out += 1;"
BARRIER = "if (threadIdx.x == 40) last = 1; __syncthreads(); if (threadIdx.x == 0) atomicAdd(out, last);"
NO_BARRIER = BARRIER.replace("__syncthreads(); ", "")
RIGHT = {"race_no_atomic": NO_ATOMIC, "race_no_barrier": NO_BARRIER, "norace_atomic": ATOMIC, "norace_barrier": BARRIER}
WRONG = {"race_atomic": ATOMIC, "norace_no_barrier": NO_BARRIER, "race_not_built": "no_such_function();"}
mistakes = []


def expect(condition, what, said=""):
    if not condition:
        mistakes.append(f"{what}\n{said}".strip())


def written(folder, kernels):
    suite = folder / "suite"
    (suite / "microbenchmarks" / "src").mkdir(parents=True)
    for name, kernel in kernels.items():
        (suite / "microbenchmarks" / "src" / f"{name}.cu").write_text(PROGRAM.format(kernel), encoding="utf-8")
    return suite


def command(*arguments):
    return [sys.executable, SCOREBOARD, *arguments]


def run(*arguments):
    done = subprocess.run(command(*arguments), capture_output=True, text=True, check=False, timeout=300)
    return done.returncode, done.stdout + done.stderr


def verdicts(file):
    return {row["program"].removeprefix("scor/"): row["verdict"] for row in json.loads(file.read_text())["results"]}


def running_in(folder):
    """The processes whose working directory is inside this folder."""
    here = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cwd").resolve().is_relative_to(folder):
                here.append((process / "cmdline").read_text().replace("\0", " "))
        except OSError:  # it has ended, or belongs to another user
            pass
    return here


def bad_input(folder, suite, ladder):
    (folder / "empty").mkdir()
    (folder / "half" / "indigo_sources").mkdir(parents=True)
    for arguments, words in [((), "name a FOLDER"), ((folder / "none",), "there is no folder"),
                             ((folder / "empty",), "holds none of the suites"),
                             ((folder / "half",), "but no indigo_include/indigo_cuda.h"),
                             ((suite, "--only", "nothing*"), "no program is called nothing*"),
                             ((suite, "--json", folder / "none" / "x.json"), "cannot be written"),
                             ((suite, "--jobs", "0"), "at least 1"),
                             (("--page", HERE / "made_up_suite.py", "--json", suite), "Is a directory")]:
        status, said = run(*arguments, *(["--ladder", ladder] if arguments else []))
        expect(status == 2 and words in said and len(said.splitlines()) == 1, f"{words}: status {status}", said)
    status, said = run(suite, "--ladder", folder / "no_ladder")
    expect(status == 2 and "there is no program" in said, "no ladder", said)


def right(folder, ladder):
    suite, file, page = written(folder, RIGHT), folder / "board.json", folder / "page.md"
    bad_input(folder, suite, ladder)
    ours = (suite, "--ladder", ladder, "--json", file, "--jobs", "2")

    started = subprocess.Popen(command(*ours), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    first = started.stdout.readline()
    started.send_signal(signal.SIGINT)
    said = first + started.communicate(timeout=120)[0]
    expect(started.returncode == 130 and "--resume" in said and 1 <= len(verdicts(file)) < 4, "interrupted", said)
    left = running_in(suite.resolve())
    expect(not left, "a started program is still running", "\n".join(left))
    status, said = run(*ours, "--resume")
    expect(status == 0 and "4 of 4" not in said and "2 found, 0 missed" in said, "resumed", said)

    board = json.loads(file.read_text())
    expected = {name: "found" if name.startswith("race") else "clean" for name in RIGHT}
    expect(verdicts(file) == expected, "verdicts", str(verdicts(file)))
    figures = {"run": 4, "programs": 4, "racy": 2, "race_free": 2, "found": 2, "missed": 0, "clean": 2, "accused": 0,
               "failed": 0}
    expect(figures.items() <= board["suites"]["scor"].items(), "figures", str(board["suites"]))
    expect(all("leak" in row["kinds"] and row["all_watched"] for row in board["results"]), "kinds", str(board["results"]))
    valid = subprocess.run([sys.executable, VALIDATE, file], capture_output=True, text=True, check=False)
    expect(valid.returncode in (0, 77), "the schema", valid.stdout)

    page.write_text("# A page\n<!-- scoreboard: written by harness/record/scoreboard.py --page docs/scoreboard.md -->\n"
                    "<!-- /scoreboard -->\nIts end.\n")
    ours = ("--json", file, "--page", page)
    status, said = run(*ours)
    text = page.read_text()
    expect(status == 0 and "| found | **2** |" in text and text.endswith("-->\nIts end.\n"), "a page", said + text)
    expect("stale" not in run(*ours, "--check")[1], "a page that was just written is reported as out of date")
    page.write_text(text.replace("| found | **2** |", "| found | **3** |"))
    status, said = run(*ours, "--check")
    expect(status == 1 and "stale" in said, "a figure that was changed", said)
    file.write_text(file.read_text().replace('"missed": 0', '"missed": 1'))
    expect("its figures do not match its programs" in run(*ours, "--check")[1], "figures that do not add up")


def wrong(folder, ladder):
    suite, file = written(folder, WRONG), folder / "board.json"
    status, said = run(suite, "--ladder", ladder, "--json", file)
    expected = {"race_atomic": "missed", "norace_no_barrier": "accused", "race_not_built": "failed"}
    expect(status == 0 and verdicts(file) == expected, "wrong labels", said)
    row = next(row for row in json.loads(file.read_text())["results"] if row["verdict"] == "failed")
    expect("no_such_function" in row["why"] and str(folder) not in row["why"], "why a program failed", str(row))
    said = run("--check", "--json", file)[1]
    for name in expected:
        expect(f"scor/{name}: known_misses.json has no reason for it" in said, f"{name} has no reason", said)


with tempfile.TemporaryDirectory() as temporary:
    (wrong if "--prove" in sys.argv else right)(pathlib.Path(temporary).resolve(), pathlib.Path(sys.argv[1]).resolve())
print("\n".join(mistakes) or "the scoreboard counts correctly")
sys.exit(1 if mistakes else 0)
