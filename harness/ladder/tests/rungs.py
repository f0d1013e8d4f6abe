"""Checks that the diffs of stages are short. Counts the lines in which a stage differs from the preceding one
(removed and added, without the comment at its top, with its .cuh files inlined). A stage that changes more than 45
lines must say why, in a line of that comment that begins with "The diff is long:"; a stage that changes fewer must
not.

rungs.py LADDER: prints the stages that violate this, and exits with status 1 if there are any. --list: each
stage with its lines, and the median. --prove: the same for faulty stages.
"""

import difflib
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

MOST = 45
SAID = "// The diff is long: "
ROOT = pathlib.Path(__file__).parents[3]


def parts(file, root):
    """-> (lines of the comment at the top, all other lines)"""
    seen = set()

    def whole(path):
        for line in path.read_text().splitlines():
            found = re.match(r'#include "(\S+\.cuh)"', line)
            places = [path.parent / found[1], root / "kernels" / found[1]] if found else []
            local = next((p.resolve() for p in places if p.exists()), None)
            if local is None:
                yield line
            elif local not in seen:
                seen.add(local)
                yield from body(list(whole(local)))[1]

    def body(lines):
        top = next((i for i, line in enumerate(lines) if not line.startswith("//")), len(lines))
        return lines[:top], lines[top:]

    return body(list(whole(root / file)))


def changes(before, after):
    """(lines changed, when a replaced line counts twice; when it counts once)"""
    twice = once = 0
    for kind, i, to_i, j, to_j in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            twice += to_i - i + to_j - j
            once += max(to_i - i, to_j - j)
    return twice, once


def rungs(stages, root):
    """Yields (stage, its changed lines counted twice, once, its explanation) for each stage that follows
    another one."""
    by_id = {stage["id"]: stage for stage in stages}
    for stage in stages:
        if stage["after"] and not stage["spoils"]:
            _, before = parts(by_id[stage["after"]]["file"], root)
            comment, after = parts(stage["file"], root)
            said = [line for line in comment if line.startswith(SAID) and len(line) > len(SAID)]
            yield stage, *changes(before, after), said


def mistakes(stages, root):
    for stage, lines, _, said in rungs(stages, root):
        against = f"{stage['file']}: {lines} lines change compared with {stage['after']}"
        if lines > MOST and not said:
            yield f"{against}, more than {MOST}: say why in the comment at its top, in a line “{SAID}…”"
        if lines <= MOST and said:
            yield f"{against}, and its comment says that the diff is long: remove that line"


def prove():
    """Yields the findings for four stages: short, short but declared long, long, and long and declared so in
    its .cu file."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        track = root / "kernels" / "track"
        track.mkdir(parents=True)
        new = "".join(f"int x{i};\n" for i in range(MOST))
        (track / "new.cuh").write_text("// Not counted.\n" + new + "int last;\n")
        said = SAID + "all of it is new.\n"
        files = {"first": "// first\nint a;\n", "short": "// short\n" + new + "int a;\n",
                 "not_long": "// not long\n" + said + "int a;\n", "long": '// long\n#include "new.cuh"\nint a;\n',
                 "said": "// said\n" + said + '#include "new.cuh"\nint a;\n'}
        stages = []
        for name, text in files.items():
            (track / f"{name}.cu").write_text(text)
            stages.append({"id": f"track/{name}", "file": f"kernels/track/{name}.cu", "spoils": None,
                           "after": None if name == "first" else "track/first"})
        return list(mistakes(stages, root))


if __name__ == "__main__":
    if sys.argv[1:] == ["--prove"]:
        found = prove()
        assert len(found) == 2 and "not_long.cu: 0 lines" in found[0] and "/long.cu: 46 lines" in found[1], found
        print("\n".join(found))
        sys.exit(0)
    ladder = sys.argv[1]
    stages = json.loads(subprocess.run([ladder, "list", "--json"], capture_output=True, text=True, check=True).stdout)
    if "--list" in sys.argv:
        counted = sorted((lines, once, stage["id"]) for stage, lines, once, _ in rungs(stages, ROOT))
        for lines, once, name in counted:
            print(f"{lines:4} {once:4} {name}")
        print(f"median {statistics.median(c[0] for c in counted)} of {len(counted)} rungs;",
              f"{statistics.median(c[1] for c in counted)} if a replaced line counts once")
        sys.exit(0)
    found = list(mistakes(stages, ROOT))
    print("\n".join(found) or f"every stage that changes more than {MOST} lines gives the reason")
    sys.exit(1 if found else 0)
