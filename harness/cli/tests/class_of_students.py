#!/usr/bin/env python3
"""A class submits files in Moodle's export format, and ./ladder grade --assignment produces marks, feedback and a
page about the class. The files are right, wrong, late, empty, zipped, misnamed, copied or endless, or
do not compile; there are several attempts, and a complete program. No zero is undeserved, and no page reveals
the solution or anything about another student.
Use: class_of_students.py LADDER [--students N] [--keep FOLDER]; with 12 students, there is one of each kind.
"""

import argparse
import csv
import io
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
# The example from the page, verbatim.
HW = re.search(r"```toml\n(title.*?)```", (REPOSITORY / "docs/assignment.md").read_text(), re.DOTALL)[1]

TAKEN = "    if ((tid & (2 * s - 1)) == 0) partial[tid] += partial[tid + s];"
LOOP = "  for (unsigned s = 1; s < blockDim.x; s *= 2) {"
SAME_SAXPY = ("right", "late", "zipped", "misnamed", "copied", "back_again")
RIGHT = ("  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {", "    if (tid < s) partial[tid] += partial[tid + s];")

SAXPY = """#include <cstdio>
#include <cstdlib>
#include <vector>
__global__ void saxpy(float a, const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + 0.5f;
}
int main(int argc, char** argv) {
  std::FILE* in = argc > 2 ? std::fopen(argv[2], "r") : stdin;
  if (in == nullptr) return 1;
  std::vector<float> values;
  for (float v; std::fscanf(in, "%f", &v) == 1;) values.push_back(v);
  int n = static_cast<int>(values.size());
  float *x, *y;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMemcpy(x, values.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  saxpy<<<(n + 255) / 256, 256>>>(std::atof(argv[1]), x, y, n);
  cudaMemcpy(values.data(), y, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (float v : values) std::printf("%g\\n", v);
  cudaFree(x);
  cudaFree(y);
}
"""


def kinds(start):
    """For each kind: the files handed in (name: bytes), the points of both tasks (None: any), and what a page
    must say."""
    right = start.replace(LOOP, RIGHT[0]).replace(TAKEN, RIGHT[1])
    assert right.count(RIGHT[0]) == right.count(RIGHT[1]) == 1, "the starting file of reduce/v2 has changed"
    no_barrier = right.replace(RIGHT[1] + "\n    __syncthreads();", RIGHT[1])
    assert no_barrier != right
    level = right.replace("s > 0", "s > 1")
    endless = right.replace("s /= 2", "s /= 1")
    typo = right.replace("partial[tid + s];", "partial[tid + s]")
    serial = right.replace(RIGHT[0], "  if (tid == 0)\n  for (unsigned k = 1; k < blockDim.x; ++k) {").replace(RIGHT[1], "    partial[0] += partial[k];").replace("    __syncthreads();\n", "", 1)
    host = SAXPY.replace("for (float v : values) std::printf", "for (size_t k = 0; k < values.size(); ++k) values[k] = 0;\n  for (float v : values) std::printf")
    wrong_sum = SAXPY.replace("0.5f", "0.25f")

    def zipped(files):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for name, text in files.items():
                archive.writestr(name, text)
        return out.getvalue()

    def tarred(files):
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w:gz") as archive:
            for name, text in files.items():
                info = tarfile.TarInfo(name)
                info.size = len(text)
                archive.addfile(info, io.BytesIO(text))
            link = tarfile.TarInfo("neighbour.cu")
            link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
            archive.addfile(link)
        return out.getvalue()

    other = right.replace("partial", "values").replace("tid", "me")
    return {
        "right": ({"v2.cu": right, "saxpy.cu": SAXPY, "saxpy.cuh": "__global__ void other() {}\n", "saxpy_notes.txt": "main() calls it"}, 10, 5, ["All requirements met", "saxpy.cuh was placed next to the program", "saxpy_notes.txt (an answer"]),
        "no_barrier": ({"v2.cu": no_barrier, "saxpy.cu": SAXPY.replace("if (i < n) ", "")}, 1, 4, ["nothing orders the two accesses", "past the end", "Wrong result and a race (float, 256 threads per block)",
                        "An error was found, first in case ‘three numbers’", "Not all results are correct", "./ladder practice reduce/v2"]),
        "one_level_less": ({"v2 (1).cu": level, "saxpy.cu": wrong_sum}, 1, 1, ["Wrong result (float", "line 1 of the output is &quot;2.25&quot;, which is not the expected value (not shown in this assignment)",
                            "With 33 input values, all 1, the result is 17 instead of 33", "are not included in the sum", "printf '1 2 3' | ./ladder try saxpy.cu -- 2",
                            "memory errors: not scored <span class=\"soft\">(scored only if the results are correct)"]),
        "endless": ({"v2.cu": endless}, 1, 0, ["Nothing was handed in for this task", "The kernel did not finish within", "the loop on line 25 was still running",
                     "mark\"><b>  25"]),
        "does_not_compile": ({"v2.cu": typo, "saxpy.cu": SAXPY.replace("{", "", 1)}, 0, 0, ["Does not build</td>", "<pre><span>", "Start with the first error", "    4 | __global__ void saxpy", "scored only if the file builds"]),
        "late": ({"v2.cu": right, "saxpy.cu": SAXPY}, 8, 4, ["Handed in 1 day 18 h late, which counts as 2 days: 2 × 10 % = 20 % of the points earned (−2 points)", "−2</td>"]),
        "zipped": ({"homework.zip": zipped({"hw/v2.cu": right, "hw/notes.pdf": "x"}),
                    "saxpy.tar.gz": tarred({"saxpy.cu": SAXPY.encode(), "../../v2.cu": b"STAGE(\"reduce/v2\", 1);"})},
                   10, 5, ["Ignored, no points are deducted: saxpy.tar.gz/v2.cu (../../v2.cu: its path leads outside the archive)"]),
        "misnamed": ({"v2.cu.txt": right, "saxpy.cpp": SAXPY}, 10, 5, ["was read as a .cu file; no points are deducted"]),
        "copied": ({"v2.cu": other, "saxpy.cu": SAXPY}, 10, 5, []),
        "unchanged": ({"v2.cu": start, "saxpy.cu": host}, 0, 1, ["starting file", "hand in your own version of <code>v2.cu</code>", "STAGE(&quot;reduce/v2&quot;, …)"]),
        "back_again": ({"v2-1.cu": right, "v2-2.cu": level, "v2-3.cu": right, "saxpy.cu": SAXPY}, 10, 5, ["attempt 3 of 3 (the last attempt counts)"]),
        "one_thread": ({"v2.cu": serial, "saxpy.cu": SAXPY.replace("<<<(n + 255) / 256, 256>>>", "<<<1, 1>>>").replace("  saxpy<", "  cudaMemset(y, 0, n * sizeof(float));\n  saxpy<")}, 6, (1, 2), ["busiest thread executes"]),
        "empty": ({}, 0, 0, ["Your submission was empty", "Next: on Moodle, hand in", "The last attempt counts.", "named like <code>saxpy*</code>", "creates the starting file <code>practice/reduce/v2.cu</code>"]),
        "not_there": (None, 0, 0, ["No submission was received", "costs 10 % of the points; no points after 2026-12-04 18:00 +01:00."]),
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ladder")
    parser.add_argument("--students", type=int, default=0)
    parser.add_argument("--keep")
    o = parser.parse_args()
    program = pathlib.Path(o.ladder).resolve()
    problems = []

    def expect(good, what):
        if not good:
            problems.append(what)

    with tempfile.TemporaryDirectory() as temporary:
        top = pathlib.Path(o.keep or temporary)
        top.mkdir(exist_ok=True)

        def ladder(*words):
            return subprocess.run([program, "grade", *map(str, words)], capture_output=True, text=True, check=False, cwd=top)

        (top / "hw2.toml").write_text(HW)
        (top / "in.txt").write_text("4\n8\n")
        (top / "expected.txt").write_text("2.5\n4.5\n")
        (top / "roster.csv").write_text("id,name\n")
        (top / "times.csv").write_text("id,time\n")
        done = ladder("--assignment", "hw2.toml", "--hand-out", "start")
        if "no_toml" in done.stderr or "cannot read TOML" in done.stderr:
            print("SKIPPED: this build cannot read TOML")
            return 77
        if "nothing was judged: as root" in done.stderr:
            print("SKIPPED: as root, ./ladder switches to another user, who cannot enter this checkout")
            return 77
        if done.returncode != 0:
            print(done.stdout + done.stderr)
            return 1
        of_kind = kinds((top / "start/v2.cu").read_text())
        number = o.students or len(of_kind)
        students = []
        roster, times = "id,name\n", "id,time\n"
        for i in range(number):
            kind = list(of_kind)[i % len(of_kind)]
            name, identifier = f"Name{i:02} {kind.title().replace('_', '')}", 4700 + i
            students.append((name, identifier, kind))
            roster += f'Participant {identifier},"{name}"\n'
            times += f"{identifier},2026-12-0{3 if kind == 'late' else 1}T12:00:00+01:00\n"
        (top / "roster.csv").write_text(roster.replace("id,", "Identifier,Full ", 1))
        (top / "times.csv").write_text(times.replace("\n4", "\nParticipant 4"))
        with zipfile.ZipFile(top / "moodle.zip", "w") as archive:
            for name, identifier, kind in students:
                files, folder = of_kind[kind][0], f"{name}_{identifier}_assignsubmission_file_/"
                if files is None:
                    continue
                archive.writestr(folder, "")
                for file, text in files.items():
                    archive.writestr(folder + file, text)
        outputs = ["--csv", "marks.csv", "--json", "marks.json", "--moodle", "moodle.csv", "--class",
                   "class.html", "--feedback", "feedback"]
        done = ladder("--assignment", "hw2.toml", "moodle.zip", "--seed", 7, "--run-seconds", 40, *outputs)
        print(done.stdout + done.stderr)
        expect(done.returncode == 0, f"status {done.returncode}")
        if not (top / "marks.csv").exists():
            return 1
        valid = subprocess.run([sys.executable, REPOSITORY / "harness/book/tests/validate_results.py", top / "marks.json"],
                               capture_output=True, text=True, check=False)
        expect(valid.returncode in (0, 77), f"marks.json: {valid.stdout}{valid.stderr}")  # 77: nothing to validate with
        rows = {row["name"]: row for row in csv.DictReader(io.StringIO((top / "marks.csv").read_text()))}
        marks = {s["name"]: s for s in json.loads((top / "marks.json").read_text())["students"]}
        expect(len(rows) == number == len(marks), f"{len(rows)} rows of {number}")
        solution = [line for line in RIGHT]
        for name, identifier, kind in students:
            _, v2, saxpy, said = of_kind[kind]
            row = rows.get(name)
            if row is None:
                problems.append(f"{name} has no row")
                continue
            for task, wanted in (("reduce/v2", v2), ("saxpy", saxpy)):
                low, high = wanted if isinstance(wanted, tuple) else (wanted, wanted)
                expect(low <= float(row[task]) <= high, f"{name}: {row[task]} points for {task}, but {wanted} were expected")
            page = (top / f"feedback/Participant_{identifier}.html").read_text()
            for words in said:
                expect(words in page, f"the page of {name} does not contain: {words}")
            for other, _, _ in students:
                expect(other == name or other not in page, f"the page of {name} names {other}")
            own = "".join(t if isinstance(t, str) else t.decode(errors="replace") for t in (of_kind[kind][0] or {}).values())
            for line in solution:
                shown = line.strip().replace("<", "&lt;").replace(">", "&gt;")
                expect(line in own or kind in ("zipped",) or shown not in page, f"the page of {name} contains the solution")
            expect("solution" not in page.replace("in the reference solution", "") and "http" not in page, f"the page of {name} mentions the solution, or is not self-contained")
        page = (top / "class.html").read_text()
        for words in ("median", "First mistake found", "one more call after line", "solution:</span> <code>__syncthreads();", "Identical programs", "with different names",
                      "the solution, apart from names", "Similar programs", "too little code of", "files compared" if o.students else "<strong>not checked</strong>: 1 of 12 files can be compared",
                      'href="feedback/Participant_4700.html">Name00', '<h2 id="reduce/v2">', "Check first", "does not build"):
            expect(words in page, f"the page on the class does not say: {words}")
        for attack in ("its path leads outside", "it is a link to /etc/passwd"):
            expect(page.index(attack) < page.index("median"), "an attack is not at the top of the page on the class")
            expect(any("check: " in row["remark"] and attack in row["remark"] for row in rows.values()), f"marks.csv does not say: {attack}")
        expect("Deadline: " in page and "each day or part of a day" in page, "the page on the class does not repeat the deadline and the penalty")
        for name, identifier, kind in students:
            if kind in ("empty", "not_there"):
                expect(page.count(name) >= 4, f"the page on the class does not name {name} among those who handed in nothing")
        moodle = list(csv.DictReader(io.StringIO((top / "moodle.csv").read_text())))
        expect([r["Grade"] for r in moodle if r["Full name"] == students[0][0]] == ["15"], "Moodle's worksheet")
        expect(all(r["Last modified (grade)"] == "-" for r in moodle), "Moodle refuses the worksheet")
        late = [r["Feedback comments"] for r in moodle if r["Full name"].endswith(" Late")]
        expect(late[0].startswith("reduce/v2: 8 of 10: handed in 1 day 18 h late"), f"Moodle's comment on {late[0]}")
        with zipfile.ZipFile(top / "feedback/feedback.zip") as archive:
            expect(len(archive.namelist()) == number, "feedback.zip does not contain every student's page")
        # Each group of identical programs is listed once, with everybody who submitted the program.
        groups = json.loads((top / "marks.json").read_text())["groups"]
        copied = [g for g in groups if g["task"] == "reduce/v2" and any(s.endswith(" Copied") for s in g["students"])]
        original = [g for g in groups if g["task"] == "reduce/v2" and students[0][0] in g["students"]]
        expect(len(copied) == len(original) == 1 and original[0]["group"] in copied[0]["renamed"], "the student who renamed everything is in no group")
        saxpy = next(g for g in groups if g["task"] == "saxpy" and students[0][0] in g["students"])
        expect(len(saxpy["students"]) == sum(kind in SAME_SAXPY for _, _, kind in students), "identical programs are not all in one group")
        before = [(top / file).read_bytes() for file in ("marks.csv", "marks.json", "class.html")]
        if o.students:
            ladder("--assignment", "hw2.toml", "moodle.zip", "--seed", 7, "--run-seconds", 40, *outputs)
            expect(before == [(top / file).read_bytes() for file in ("marks.csv", "marks.json", "class.html")], "the same seed gives different bytes")
    for problem in problems:
        print("✗", problem)
    print(f"{number} students, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
