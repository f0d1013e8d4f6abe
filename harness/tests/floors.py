"""The order of the floors: which folders of harness/ may include which. A folder includes from itself, from
floors below its own, and from nothing else; what a kernel file includes is its own track and harness/stage.

Exit status 1, with every include that breaks the order, if one does. --prove: the same for a tree made wrong.
"""

import pathlib
import re
import sys
import tempfile

# From the ground up. Folders of one floor do not include each other.
FLOORS = [
    ["os", "device"],
    ["data", "mpi"],
    ["simt", "cuda"],
    ["stage", "runtime"],
    ["peers", "check"],
    ["bench"],
    ["report"],
    ["docs"],
    ["practice"],
    ["try"],
    ["cli"],
    ["tests"],
]
FLOOR_OF = {folder: floor for floor, folders in enumerate(FLOORS) for folder in folders}
INCLUDE = re.compile(r'^\s*#\s*include\s+"([a-z_]+)/')


def mistakes(root):
    """Yields "file:line: …" for each include of harness/ and kernels/ below `root` that goes up or sideways."""
    for path in sorted(p for top in ("harness", "kernels") for p in (root / top).rglob("*")):
        if path.suffix not in {".h", ".cpp", ".cu", ".cuh"}:
            continue
        parts = path.relative_to(root).parts
        in_kernels = parts[0] == "kernels"
        home = "stage" if in_kernels else parts[1]
        if len(parts) == 2 or home == "record":
            continue  # harness/precompiled.h, and programs of their own, include libraries alone
        if home not in FLOOR_OF:
            yield f"{path.relative_to(root)}: harness/{home} has no floor: add it to {__file__}"
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            found = INCLUDE.match(line)
            if not found or found[1] == home:
                continue
            target = found[1]
            if target not in FLOOR_OF:
                yield f"{path.relative_to(root)}:{number}: there is no floor {target}"
            elif in_kernels or FLOOR_OF[target] >= FLOOR_OF[home]:
                yield f"{path.relative_to(root)}:{number}: {home} must not include from {target}"


def prove():
    """Says what it finds in a tree with one include that goes up, one that goes sideways, and one that may be."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, include in [("harness/check/a.h", "bench/a.h"), ("harness/simt/b.h", "cuda/b.h"),
                              ("harness/cli/c.h", "report/c.h"), ("kernels/reduce/d.cu", "simt/d.h")]:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(f'#include "{include}"\n')
        return list(mistakes(root))


if __name__ == "__main__":
    if sys.argv[1:] == ["--prove"]:
        found = prove()
        assert len(found) == 3 and not any("cli" in line for line in found), found
        print("\n".join(found))
        sys.exit(0)
    found = list(mistakes(pathlib.Path(__file__).parents[2]))
    print("\n".join(found) or "every include goes down")
    sys.exit(1 if found else 0)
