#!/usr/bin/env python3
"""Grades every exercise with its stage's own file, which must reach the targets. The starting file, one thread
that does everything, and host code that does everything must not. Takes a quarter of an hour on two cores.

  exercises.py LADDER [--only ID,ID…] [--forms rung,start,thread,host] [--keep FOLDER]
"""
import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
SUM = "R sum{0}; for (size_t i = 0; i < n; ++i) sum += static_cast<R>(input[i]);"
# What one thread, or the host, does for each kind of job. `input`, `output`, `n` and the job's other members
# are available.
WORK = {
    "Reduce": SUM + " *output = sum;",
    "Scan": "T sum{0}; for (size_t i = 0; i < n; ++i) { if (job_inclusive) sum += input[i]; output[i] = sum; "
            "if (!job_inclusive) sum += input[i]; }",
    "Map": "for (size_t i = 0; i < n; ++i) output[i] = sqrtf(input[i]);",
    "Stencil": "const size_t w = extra; for (size_t i = 0; i < n; ++i) { T s = input[i]; if (i >= w) s += input[i - w]; "
               "if (i + w < n) s += input[i + w]; if (i % w > 0) s += input[i - 1]; "
               "if (i % w + 1 < w && i + 1 < n) s += input[i + 1]; output[i] = s / T{5}; }",
    "Pack": "size_t k = 0; for (size_t i = 0; i < n; ++i) if (keep(input[i])) output[k++] = input[i]; *more = k;",
    "Unpack": "size_t k = 0; for (size_t i = 0; i < n; ++i) output[i] = flags[i] ? input[k++] : T{0};",
    "Softmax": "const size_t c = extra; for (size_t i = 0; c > 0 && i + c <= n; i += c) { float m = -INFINITY, s = 0; "
               "for (size_t k = i; k < i + c; ++k) m = fmaxf(m, float(input[k])); for (size_t k = i; k < i + c; ++k) s += expf(float(input[k]) - m); "
               "for (size_t k = i; k < i + c; ++k) output[k] = static_cast<T>(expf(float(input[k]) - m) / s); }",
    "Transpose": "const size_t c = extra, r = n / c; for (size_t i = 0; i < n; ++i) output[i % c * r + i / c] = input[i];",
    "Count": "T k{0}; for (size_t i = 0; i < n; ++i) k += keep(input[i]) ? 1 : 0; *output = k;",
}
OPERATORS = {
    "sum": SUM + " *output = sum;",
    "minloc": "R best{std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max(), "
              "UINT64_MAX}; for (size_t i = 0; i < n; ++i) if (best.index == UINT64_MAX || input[i] < best.value) best = {input[i], i}; "
              "*output = best;",
    "min": "T best = std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max(); "
           "for (size_t i = 0; i < n; ++i) if (input[i] < best) best = input[i]; *output = best;",
    "max": "T best = std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::lowest(); "
           "for (size_t i = 0; i < n; ++i) if (input[i] > best) best = input[i]; *output = best;",
}


def whole(path, seen=None):
    """A kernel file with its own .cuh files inlined, each once."""
    seen = set() if seen is None else seen

    def inlined(include):
        file = (path.parent / include.group(1)).resolve()
        if file in seen:
            return ""
        seen.add(file)
        return whole(file, seen).replace("#pragma once\n", "")

    return re.sub(r'#include "([\w./]+\.cuh)"\n', inlined, path.read_text())


def registration(text):
    return re.search(r"^STAGE\(.*?;$", text, re.M | re.S).group(0)


def without_verdict(line):
    return re.sub(r"\s*\.expect\(.*", ";", line, flags=re.S) if ".expect(" in line else line


def in_one_place(rung, stage_line, where):
    """`where`: thread or host. None for other kinds of job."""
    job = re.search(r"run\(const (\w+)Job<(.*?)>& job\)", rung)
    if not job or job.group(1) not in WORK:
        return None
    kind, types = job.group(1), job.group(2)
    name = stage_line.split('"')[1]
    work = WORK[kind]
    if name.startswith("reduce_op/"):
        work = OPERATORS.get(name.split("/")[1])
        if work is None:
            return None
    constants = "\n".join(line for line in rung.splitlines() if re.match(r"(constexpr|inline constexpr) [a-z ]+k\w+ = \d+;", line))
    template = "template <typename T>\n" if types.startswith("T") else ""
    element, _, result = types.partition(", ")  # minloc's job: elements of type T, with a pair as the result
    both = f"{element}, {result or element}"
    extra = {"Stencil": "job.width", "Transpose": "job.columns", "Softmax": "job.columns"}.get(kind, "size_t{0}")
    inclusive = "job.inclusive" if kind == "Scan" else "true"
    more = "job.count" if kind == "Pack" else "static_cast<uint64_t*>(nullptr)"
    flags = "job.flags" if kind == "Unpack" else "static_cast<const uint32_t*>(nullptr)"
    source = "job.packed" if kind == "Unpack" else "job.input"
    arguments = f"{source}, job.output, job.n, {extra}, {inclusive}, {more}, {flags}"
    body = (f"  launch(job, all_of_it<{both}>, {{1, 1}}, {arguments});\n" if where == "thread" else
            f"  all_of_it_here<{both}>({arguments});\n")
    parameters = "(const T* input, R* output, size_t n, size_t extra, bool job_inclusive, uint64_t* more, const uint32_t* flags)"
    kernel = ("template <typename T, typename R>\n" + ("__global__ void all_of_it" if where == "thread" else "void all_of_it_here") +
              f"{parameters} {{\n  {work}\n}}\n")
    own = "#include <cuda_bf16.h>\n" if "<cuda_bf16.h>" in rung else ""
    header = {"Reduce": "reduce"}.get(kind, kind.lower())
    return (f'#include "stage/{header}.h"\n#include <limits>\n{own}\nnamespace {{\n\n{constants}\n{kernel}\n'
            f"{template}void run(const {kind}Job<{types}>& job) {{\n{body}}}\n\n}}  // namespace\n\n{stage_line}\n")


def starting_file(ladder, name, top):
    """The file is created before it is judged, so the judging can be ended early."""
    file = top / "practice" / (name + ".cu")
    file.unlink(missing_ok=True)
    judging = subprocess.Popen([ladder, "practice", name, "-q"], cwd=top, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not file.exists() and judging.poll() is None:
        time.sleep(0.01)
    judging.terminate()
    judging.wait()
    return file.read_text()


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("ladder")
    ask.add_argument("--only", default="")
    ask.add_argument("--forms", default="rung,start,thread,host")
    ask.add_argument("--keep")
    ask.add_argument("--trust", action="store_true")
    said = ask.parse_args()
    ladder = str(Path(said.ladder).resolve())
    files = {}
    for path in sorted(REPOSITORY.glob("kernels/*/*.cu")):
        text = path.read_text()
        if re.search(r"^STAGE\(", text, re.M):
            files[registration(text).split('"')[1]] = path
    with tempfile.TemporaryDirectory() as temporary:
        top = Path(said.keep or temporary)
        folder = top / "all"
        folder.mkdir(parents=True, exist_ok=True)
        ids = [e["id"] for e in json.loads(subprocess.run([ladder, "practice", "--json", "-"], cwd=top, capture_output=True,
                                                          text=True, check=True).stdout)["exercises"]]
        ids = [i for i in ids if not i.startswith("program/")]  # complete programs, which grade does not judge
        if said.only:
            ids = [i for i in ids if i in said.only.split(",")]
        wanted, odd = {}, []
        for name in ids:
            start = starting_file(ladder, name, top)
            line = registration(start)
            rung = whole(files[name])
            if name.startswith("pitfalls/"):
                spoilt = re.search(r'\.spoils\("(.*?)"\)', text := files[name].read_text()).group(1)
                spoilt = {"reduce/v4": "reduce/v4.1"}.get(spoilt, spoilt)
                rung = whole(files[spoilt])
                rung = rung.replace(registration(rung), line)
            forms = {"rung": rung, "start": start, "thread": in_one_place(rung, line, "thread"),
                     "host": in_one_place(rung, line, "host")}
            for form, text in forms.items():
                if form not in said.forms.split(","):
                    continue
                if text is None:
                    odd.append(f"{name}: no {form}")
                    continue
                file = folder / f"{name.replace('/', '__')}__{form}.cu"
                file.write_text(text)
                wanted[str(file)] = (name, form, form == "rung")
        started = time.monotonic()
        done = subprocess.run([ladder, "grade", str(folder), "--json", str(top / "marks.json"), "-q", "--seed", "3"] +
                              (["--trust"] if said.trust else []))
        if not (top / "marks.json").exists():
            sys.exit(f"./ladder grade exited with status {done.returncode} and judged nothing: see its message above")
        rows = json.loads((top / "marks.json").read_text())["submissions"]
        wrong, count = [], {}
        for row in rows:
            name, form, reached = wanted[row["file"]]
            count.setdefault(form, [0, 0])[0 if row["reached"] else 1] += 1
            if row["reached"] != reached:
                wrong.append(f"{name}, {form}: reached {row['reached']}, {row['reason']}")
            elif form in ("thread", "host") and not row["built"]:
                wrong.append(f"{name}, {form}: the test's own file: {row['reason']}")
        for line in wrong + odd:
            print(line)
        print(f"{len(ids)} exercises, {len(rows)} files in {time.monotonic() - started:.0f} s; status {done.returncode}; "
              "reached and not: " + ", ".join(f"{form} {a}/{b}" for form, (a, b) in sorted(count.items())))
        return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
