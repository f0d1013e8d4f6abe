"""Checks that code for one processor has a counterpart for the other. The executor runs on x86-64 and on 64-bit ARM,
and most builds compile the code for only one of the two.

In C++, such code must be between `#ifdef __aarch64__` and its `#endif`, and there must be an `#else`. CMake
files and C++ must not contain options of x86-64's compiler or assembler outside a condition that names the
other processor. The program that edits assembly is skipped, because it handles both processors.

If there are violations, prints all of them and exits with status 1. --prove: does the same for a faulty tree.
"""

import pathlib
import re
import sys
import tempfile

CODE = re.compile(
    r"__builtin_(ia32|aarch64)_\w+|\b_mm\d*_\w+|\b[a-z]*mmintrin\.h|\bx86intrin\.h|\barm_neon\.h|\barm_acle\.h|\b_*rdtscp?\b|"
    r"\bgregs\b|\bREG_(R\w+|E\w+|CS\w+)\b|"  # in ucontext_t
    r"\b__(x86_64|amd64|SSE\d*|AVX\d*|ARM_NEON)(__)?\b|"
    r"%%?(r[a-ds][xip]|r[0-9]+|e[a-d]x|[xyz]mm)|\bcntvct_el0\b|"
    r"<const (unsigned char|uint8_t|uint32_t)\*>\((pc|return_address)\)|"  # machine code is read
    r'"-(-64|m64|m32|march=\S*|mno-red-zone)"')
OPTION = re.compile(r"-mno-red-zone|-m64\b|-m32\b|-msse\S*|-mavx\S*|-march=\S*|--64\b")

CURE = {CODE: "write it for x86-64 and for 64-bit ARM, between #ifdef __aarch64__, #else and #endif",
        OPTION: "set it in an if() on CMAKE_SYSTEM_PROCESSOR"}


def lines_of_code(text):
    """Yields (number, line, whether it is for one of two processors) for a C++ file, without comment lines."""
    branches = []  # for each #if: whether its condition concerns the processor
    complete = halves(text)
    for number, line in enumerate(text.splitlines(), 1):
        word = re.match(r"\s*#\s*(if|ifdef|ifndef|else|elif|endif)\b(.*)", line)
        if word and word[1].startswith("if"):
            branches.append("__aarch64__" in word[2] and number in complete)
        elif word and word[1] == "endif" and branches:
            branches.pop()
        elif not word and not line.lstrip().startswith("//"):
            yield number, line, any(branches)


def halves(text):
    """The line numbers of each #if that has an #else."""
    begun, complete = [], set()
    for number, line in enumerate(text.splitlines(), 1):
        word = re.match(r"\s*#\s*(if|else|endif)", line)
        if not word:
            continue
        if word[1] == "if":
            begun.append(number)
        elif begun and word[1] == "else":
            complete.add(begun[-1])
        elif begun:
            begun.pop()
    return complete


def lines_of_cmake(text):
    """Yields the same values for a CMake file."""
    conditions = []
    for number, line in enumerate(text.splitlines(), 1):
        word = re.match(r"\s*(if|endif)\s*\((.*)", line, re.IGNORECASE)
        if word and word[1].lower() == "if":
            conditions.append("CMAKE_SYSTEM_PROCESSOR" in word[2])
        elif word and conditions:
            conditions.pop()
        elif not line.lstrip().startswith("#"):
            yield number, line, any(conditions)


def mistakes(root):
    """Yields "file:line: …" for each line below `root` that is valid for only one processor."""
    files = [p for top in ("harness", "kernels", "cmake") for p in (root / top).rglob("*")]
    for path in sorted([*files, *root.glob("CMakeLists.txt")]):
        if path.parent == root / "harness/executor/instrument":
            continue
        if path.suffix in {".h", ".cpp", ".cu", ".cuh"}:
            pattern, lines = CODE, lines_of_code
        elif path.suffix == ".cmake" or path.name == "CMakeLists.txt":
            pattern, lines = OPTION, lines_of_cmake
        else:
            continue
        for number, line, for_one in lines(path.read_text()):
            found = pattern.search(line)
            if found and not for_one:
                yield f"{path.relative_to(root)}:{number}: {found[0]} is for one processor only: {CURE[pattern]}"


def prove():
    """The findings in a tree with lines for one processor, some with and some without a counterpart."""
    wrong = {
        "harness/executor/simt/a.h": "long f() { return __builtin_ia32_rdtsc(); }",
        "harness/executor/runtime/b.cpp": "auto at = context->uc_mcontext.gregs[REG_RIP];",
        "harness/executor/simt/trace/code.cpp": "bool calls(const void* pc) { return *static_cast<const unsigned char*>(pc) == 0xe8; }",
        "harness/executor/try/c.cpp": 'commands.push_back({"as", "--64", "-o"});',
        "harness/executor/simt/d.cpp": '#ifndef __aarch64__\nasm("movq %rax, %rdi");\n#endif',
        "cmake/e.cmake": "set(options -mno-red-zone)",
    }
    right = {
        "harness/executor/simt/f.h": "#ifdef __aarch64__\nlong f();\n#else\nlong f() { return __builtin_ia32_rdtsc(); }\n#endif",
        "harness/executor/simt/g.cpp": "// no rdtsc here\nint REGISTERS;",
        "cmake/h.cmake": 'if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^aarch64$")\n  set(options -mno-red-zone)\nendif()',
    }
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in {**wrong, **right}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text + "\n")
        found = list(mistakes(root))
    assert sorted(line.split(":")[0] for line in found) == sorted(wrong), found
    return found


if __name__ == "__main__":
    if sys.argv[1:] == ["--prove"]:
        print("\n".join(prove()))
        sys.exit(0)
    found = list(mistakes(pathlib.Path(__file__).parents[3]))
    print("\n".join(found) or "code for each processor has a counterpart for the other")
    sys.exit(1 if found else 0)
