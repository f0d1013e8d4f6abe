#!/usr/bin/env python3
"""Another repository with a racy and a correct program, checked by .github/check_cuda.sh as in action.yml: exit
statuses, GitHub's lines, the summary, JUnit, and one SARIF file for all programs. With SARIF_SCHEMA=FILE
(sarif-schema-2.1.0.json of OASIS) and python3-jsonschema, the SARIF file is also validated against this schema.

usage: annotations.py LADDER
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[3] / ".github/check_cuda.sh"
PROGRAM = """#include <cstdio>
__global__ void reversed(int* data) {
  __shared__ int partial[64];
  partial[threadIdx.x] = threadIdx.x;
  %s
  data[threadIdx.x] = partial[63 - threadIdx.x];
}
int main(int argc, char** argv) {
  int *data, host[64];
  cudaMalloc(&data, sizeof host);
  reversed<<<1, 64>>>(data);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(data);
  std::printf("%%d %%s\\n", host[0], argc > 1 ? argv[1] : "");
}
"""


def check(condition, what):
    if not condition:
        print(what)
        sys.exit(1)


def valid(sarif):
    schema = os.environ.get("SARIF_SCHEMA")
    if not schema:
        return
    import jsonschema
    jsonschema.validate(sarif, json.loads(Path(schema).read_text(encoding="utf-8-sig")))


def main(ladder):
    with tempfile.TemporaryDirectory() as temporary:
        top = Path(temporary)
        (top / "src").mkdir()
        (top / "src/racy.cu").write_text(PROGRAM % "")
        (top / "src/it is clean.cu").write_text(PROGRAM % "__syncthreads();")
        (top / "broken.cu").write_text("int main() { return x; }\n")
        summary, sarif = top / "summary.md", top / "found.sarif"

        def run(*programs, **more):
            done = subprocess.run(["bash", str(SCRIPT), *programs], cwd=top, capture_output=True, text=True,
                                  env={**os.environ, "LADDER": ladder, "SARIF": str(sarif), "JUNIT": "reports", **more})
            return done, json.loads(sarif.read_text()) if sarif.exists() else None

        done, found = run("src/*.cu", GITHUB_ACTIONS="true", GITHUB_STEP_SUMMARY=str(summary))
        check(done.returncode == 1, f"status {done.returncode}: {done.stdout}{done.stderr}")
        check(re.search(r"^::error file=src/racy\.cu,line=6,title=race in reversed::thread \d+ reads partial", done.stdout, re.M),
              f"no mark at line 6: {done.stdout}")
        check("| `src/racy.cu` | **wrong** |" in summary.read_text() and "clean.cu` | nothing wrong |" in summary.read_text(), summary.read_text())
        valid(found)
        results = found["runs"][0]["results"]
        race = [r for r in results if r["ruleId"] == "race_no_barrier"]
        check(len(race) == 1 and race[0]["level"] == "error", results)
        at, other = race[0]["locations"][0]["physicalLocation"], race[0]["relatedLocations"][0]["physicalLocation"]
        check(at["artifactLocation"] == {"uri": "src/racy.cu", "uriBaseId": "%SRCROOT%"}, at)
        check(at["region"]["startLine"] == 6 and other["region"]["startLine"] == 4, (at, other))
        check(re.fullmatch(r"write by block 0, thread \d+", race[0]["relatedLocations"][0]["message"]["text"]), race)
        rules = [rule["id"] for rule in found["runs"][0]["tool"]["driver"]["rules"]]
        check(sorted(set(rules)) == sorted(rules) and {r["ruleId"] for r in results} == set(rules), rules)
        suites = [xml.parse(file).getroot() for file in sorted((top / "reports").glob("*.xml"))]
        check([s.get("failures") for s in suites] == ["0", "1"], [s.attrib for s in suites])
        check(suites[1].find("testcase[@name='reversed']/failure").get("type") == "race", xml.tostring(suites[1]))

        # With another line above it, the finding is still the same.
        (top / "src/racy.cu").write_text("// a comment\n" + PROGRAM % "")
        _, again = run("src/racy.cu")
        check(again["runs"][0]["results"][0]["partialFingerprints"] == race[0]["partialFingerprints"], again["runs"][0]["results"])

        done, found = run("'src/it is clean.cu' -- hello")
        check(done.returncode == 0 and found["runs"][0]["results"] == [], done.stdout + done.stderr)
        check("63 hello" in done.stdout, f"the argument did not arrive: {done.stdout}")
        valid(found)
        done, found = run("src/*.cu", "broken.cu", GITHUB_ACTIONS="true")
        check(done.returncode == 2 and "::error file=broken.cu,line=1,title=does not compile::" in done.stdout, done.stdout)
        check("does_not_compile" in {r["ruleId"] for r in found["runs"][0]["results"]}, found)
        valid(found)
        check(run("nothing/*.cu")[0].returncode == 2 and run("")[0].returncode == 2, "without a program, status 2")
    print("checked" + ("" if os.environ.get("SARIF_SCHEMA") else " (SARIF_SCHEMA=FILE: against the schema, too)"))


if __name__ == "__main__":
    main(sys.argv[1])
