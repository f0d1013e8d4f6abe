"""Checks the order of the parts and of the levels: which folders of harness/ may include which.

A part (base, executor, ladder, book) may include from itself and, from the parts below it, only their public folders
and headers. Within a part, a folder may include from itself and from the levels below its own. The command line is on
top, next to the browser's judge; tests may include everything. A kernel file
includes its own track, harness/ladder/tracks and harness/ladder/stage. A file that includes a header of CUB or
Thrust may include only peers/calls.h. All names of the project are inside ladder::, so that none can collide with a
library's; the exceptions are CUDA's own names and the names that the compiler calls.

Code that depends on an operating system, a processor or an object file format belongs in executor/platform, not
in executor/simt.

Prints every violation and exits with status 1 if there is one. --prove: the same for a faulty tree.
"""

import pathlib
import re
import sys
import tempfile

# The parts from the bottom up. Each has its levels, from the bottom up (folders on one level do not include
# each other), and its public folders, or single public headers in a folder, which the parts above may include.
PARTS = [
    ("base", [["os", "device"], ["data", "text"], ["findings"]], ["os", "device", "data", "text", "findings"]),
    ("executor", [["platform", "instrument"], ["simt"], ["runtime", "toolchain"], ["try"]],
     ["simt/language.h", "simt/launch.h", "simt/machine.h", "simt/matrices.h", "simt/observation.h", "simt/what_costs.h", "simt/counters_json.h", "simt/crash.h",
      "simt/memory.h", "simt/trace/messages.h", "simt/trace/block_trace.h", "simt/trace/record.h",
      "simt/trace/schedule.h", "simt/trace/share.h", "runtime/ending.h", "try/rewrite.h", "toolchain/toolchain.h", "try/build.h",
      "try/report.h", "try/run.h"]),
    ("ladder", [["mpi"], ["cuda"], ["stage"], ["peers", "check"], ["tracks"], ["bench"], ["diagnose"]], ["stage", "check", "cuda", "mpi", "bench", "diagnose"]),
    ("book", [["look"], ["tables"], ["charts"], ["report", "drawings"], ["pages"], ["practice"], ["grade"], ["assignment", "studio"]],
     ["look", "tables", "charts", "report", "drawings", "pages", "practice", "grade", "assignment", "studio"]),
    ("cli", [["cli"]], []),
    ("browser", [["browser"]], []),
]
PLACE = {folder: (p, f) for p, (_, floors, _) in enumerate(PARTS) for f, folders in enumerate(floors) for folder in folders}
BESIDE_A_LIBRARY = {"peers/calls.h"}
OF_A_LIBRARY = re.compile(r"^\s*#\s*include\s+<(cub|thrust)/", re.MULTILINE)
NOT_CODE = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'')
BRACE = re.compile(r"\bnamespace (\w+)[\w: ]*\{|[{}]")
OF_OTHERS = {"std", "cooperative_groups", "CLI"}  # specialisations, and the stand-ins for CUDA's headers
OF_ONE_PLATFORM = re.compile(
    r"^\s*#\s*include\s*<(sys/|linux/|asm/|elfutils/|boost/|(unistd|signal|pthread|link|dlfcn|elf|dwarf|ucontext|sched|fcntl|poll|\w*intrin|arm_\w+)\.h|csignal)"
    r'|^\s*#\s*include\s*"platform/\w+/'
    r"|^\s*#\s*(if|elif)\w*\b.*\b__(aarch64|arm|x86_64|amd64|i386|wasm\w*|linux|APPLE)_*\b"
    r"|\basm\s*(volatile)?\s*\(|\b__builtin_(return_address|thread_pointer|ia32_\w+|aarch64_\w+)|\b__(start|stop)_\w+|\b__executable_start\b")
INCLUDE = re.compile(r'^\s*#\s*include\s+"(([a-z_]+)/[^"]+)"')


def is_door(header, part):
    return any(header == door or header.startswith(door + "/") for door in PARTS[part][2])


def outer_namespaces(text):
    """The namespaces that a file opens outside all others, and ladder if it is opened inside another one."""
    found, depth = set(), 0
    for brace in BRACE.finditer(NOT_CODE.sub("", text)):
        if brace[1] and (depth == 0 or brace[1] == "ladder"):
            found.add(brace[1] if depth == 0 else "ladder inside another")
        depth += -1 if brace[0] == "}" else 1
    return found


def home_of(path):
    """The folder whose rules apply to a file in the tree; None: it may include everything."""
    if path.parts[0] == "kernels":
        return "kernels"
    if {"tests", "examples"} & set(path.parts) or path.parts[1] == "record" or len(path.parts) == 2:
        return None  # separate programs, or harness/precompiled.h
    return path.parts[1] if path.parts[1] in {"cli", "browser"} else path.parts[2]


def mistakes(root):
    """Yields "file:line: …" for each include in harness/ and kernels/ below `root` that goes up, sideways, or
    to a private header."""
    for path in sorted(p for top in ("harness", "kernels") for p in (root / top).rglob("*")):
        stands_in = "include" in path.parts and path.is_file()  # for one of CUDA's headers, such as <cuda/atomic>
        if path.suffix not in {".h", ".cpp", ".cu", ".cuh"} and not stands_in:
            continue
        name = path.relative_to(root)
        home = home_of(name)
        if home is None:
            continue
        if home != "kernels" and (home not in PLACE or name.parts[1] != PARTS[PLACE[home][0]][0]):
            yield f"{name}: harness/{name.parts[1]}/{home} has no level: add it to {__file__}"
            continue
        text = path.read_text()
        for outside in (set() if home == "kernels" else outer_namespaces(text) - {"ladder"} - OF_OTHERS - ({"cuda"} if stands_in else set())):
            yield f"{name}: the namespace {outside} is not inside ladder::"
        beside_a_library = home != "kernels" and OF_A_LIBRARY.search(text)
        for number, line in enumerate(text.splitlines(), 1):
            if home == "simt" and (of_one := OF_ONE_PLATFORM.search(line.split("//")[0])):
                yield f"{name}:{number}: {of_one[0].strip()} is specific to one platform: it belongs in harness/executor/platform"
            found = INCLUDE.match(line)
            if found and beside_a_library and found[1] not in BESIDE_A_LIBRARY:
                yield f"{name}:{number}: a header of CUB or Thrust is included here, which could find a name of {found[1]}"
            if not found or found[2] == home:
                continue
            header, target = found[1], found[2]
            if target not in PLACE:
                yield f"{name}:{number}: there is no level {target}"
            elif home == "kernels":
                if target not in ("stage", "tracks"):
                    yield f"{name}:{number}: a kernel file includes from stage and tracks, not from {target}"
            elif home == "stage" and header == f"tracks/{path.name}":
                pass  # the name under which readers' files include a track
            elif PLACE[target] >= PLACE[home]:
                yield f"{name}:{number}: {home} must not include from {target}"
            elif PLACE[target][0] < PLACE[home][0] and not is_door(header, PLACE[target][0]):
                yield f"{name}:{number}: {header} is private to {PARTS[PLACE[target][0]][0]}"


def prove():
    """Yields the findings in a tree with includes that go up, sideways and to private headers, and with some that
    are allowed."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, include in [("harness/ladder/check/a.h", "bench/a.h"), ("harness/ladder/cuda/b.h", "stage/b.h"),
                              ("harness/executor/simt/c.h", "stage/c.h"), ("harness/book/tables/d.h", "simt/fiber.h"),
                              ("harness/cli/e.h", "tables/e.h"), ("harness/ladder/tests/f.h", "cli/f.h"),
                              ("kernels/reduce/g.cu", "simt/g.h"), ("harness/ladder/peers/h.cu", "peers/workload.h"),
                              ("harness/ladder/peers/i.cu", "peers/calls.h"), ("harness/ladder/stage/map.h", "tracks/map.h"),
                              ("kernels/map/j.cu", "tracks/map.h"), ("harness/ladder/stage/k.h", "tracks/map.h"),
                              ("harness/book/tables/l.h", "tracks/map.h")]:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(f'#include "{include}"\n' + "#include <cub/device/device_scan.cuh>\n" * ("peers" in name))
        (root / "harness/executor/simt/trace").mkdir()
        (root / "harness/executor/simt/trace/j.cpp").write_text("\n".join(
            ["#include <cstring>", "#include <sys/mman.h>", "#include <signal.h>", '#include "platform/linux/interrupted.h"', '#include "platform/here.h"',
             "#ifdef __aarch64__", "// of __aarch64__", 'asm volatile("nop");', "char* p = __builtin_thread_pointer();", "extern char __start_simt_code[];"]))
        (root / "harness/ladder/peers/calls.h").write_text("namespace ladder::peers {}\nnamespace data {}\nnamespace std { namespace ladder {} }\n")
        return list(mistakes(root))


if __name__ == "__main__":
    if sys.argv[1:] == ["--prove"]:
        found = prove()
        assert len(found) == 17 and not any("cli/" in line for line in found), found
        print("\n".join(found))
        sys.exit(0)
    found = list(mistakes(pathlib.Path(__file__).parents[2]))
    print("\n".join(found) or "every include goes to a lower part, and through a public header")
    sys.exit(1 if found else 0)
