"""Checks that no function in harness/ has more than 80 lines, except in tests. A lambda is part of the function around it.

Prints every longer function and exits with status 1 if there is one. --prove: the same for made-up functions.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).parents[2]
MOST = 80
# Strings, characters, comments and directives.
NOT_CODE = re.compile(r'''R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\\n])'|//[^\n]*|/\*.*?\*/|^#(?:\\\n|[^\n])*''',
                      re.MULTILINE | re.DOTALL)
SCOPE = re.compile(r"(?:template <.*> )?(?:inline )?(?:namespace|class|struct|union|enum|extern\s+\{)")
FUNCTION = re.compile(r"\(.*[^=] \{$")  # as clang-format lays it out
PARAMETERS = re.compile(r"(?: = \[.*?\])?\(")


def functions_of(text):
    """The number of the first line, the name, and the number of lines of each function that has more than one."""
    lines = NOT_CODE.sub(lambda found: "\n" * found[0].count("\n"), text).split("\n")
    at = first = 0
    while at < len(lines):
        head = " ".join(map(str.strip, lines[first:at + 1]))
        at += 1
        if FUNCTION.search(head) and not SCOPE.match(head):
            depth = 1
            while depth > 0:
                depth += lines[at].count("{") - lines[at].count("}")
                at += 1
            yield first + 1, PARAMETERS.split(head)[0].split()[-1], at - first
            first = at
        elif not lines[at - 1].strip() or lines[at - 1].strip()[0] == "}" or lines[at - 1].strip()[-1] in "{};:":
            first = at


def mistakes_in(name, text):
    for first, function, length in functions_of(text):
        if length > MOST:
            yield f"{name}:{first}: {function} has {length} lines, more than {MOST}"


def files():
    for path in sorted((ROOT / "harness").rglob("*")):
        if path.suffix in {".h", ".cpp"} and "tests" not in path.parts:
            yield str(path.relative_to(ROOT)), path.read_text()


def prove():
    """The findings for functions of 81 lines. There are none for functions of 80, and none for other code."""
    functions = ["int f() {", "void A::f(int a,\n          int b) const {", "A::A()\n    : a_{1} {", "const auto f = [](int a) {",
                 "int main() try {\n} catch (int) {", "template <typename T>\nA f(T a) {"]
    others = ["const int kTable[] = {", "struct A : B {", "namespace a {", "extern \"C\" {", "/* int f() {", "auto k = R\"(\nint f() {"]

    def found(head, length, around="namespace {\n{}\n}\n"):
        body = "  g(1, [] {\n  });\n"
        text = head + "\n" + body + "\n" * (length - head.count("\n") - body.count("\n") - 2) + "}"
        return list(mistakes_in("a.cpp", around.replace("{}", text)))

    assert not any(found(head, MOST) for head in functions)
    assert all(len(found(head, MOST + 1)) == 1 for head in functions)
    assert not any(found(head, MOST + 1, '{}\n)";*/') for head in others)
    assert len(found("  int f() {", MOST + 1, "class A {\n public:\n{}\n};\n")) == 1
    return [line for head in functions for line in found(head, MOST + 1)]


if __name__ == "__main__":
    if sys.argv[1:] == ["--prove"]:
        print("\n".join(prove()))
        sys.exit(0)
    found = [line for name, text in files() for line in mistakes_in(name, text)]
    print("\n".join(found) or f"no function has more than {MOST} lines")
    sys.exit(1 if found else 0)
