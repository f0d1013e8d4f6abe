"""Checks that measured or counted numbers appear in a page only inside marks, so that ./ladder docs keeps them right.
It finds all others: a number followed by ×, µs, us, ms, ns, GB/s, TB/s or %, in the prose of
README.md and docs/**/*.md. Code, tables, and text between marks are skipped. A kernel file has no marks, so
its comments must not contain any time or bandwidth.

Prints such numbers and exits with status 1 if there are any. --prove: the same for a faulty page and kernel.
"""

import pathlib
import re
import sys

NUMBER = re.compile(r"\d[\d.,]*\s?(?:×|µs\b|us\b|ms\b|ns\b|GB/s|TB/s|%)")
TIME = re.compile(r"\d[\d.,]*\s?(?:µs|us|ms|ns|GB/s|TB/s)\b")
ALLOWED = re.compile(r"95 % (?:confidence )?interval|100 %")  # words of statistics, not results
BLOCKS = "table|stage|code|diff|changes|limits|drawing|stepper|hardware-comparison|scoreboard"


def blanked(text, pattern):
    """The text with each match removed, but with its line breaks."""
    return re.sub(pattern, lambda m: "\n" * m[0].count("\n"), text, flags=re.S | re.M)


def prose(text):
    """The sentences of a page, on their lines: without code, generated content and the addresses of links."""
    text = blanked(text, r"^ *(```+|~~~+).*?^ *\1[`~]* *$")
    text = blanked(text, rf"^<!-- ({BLOCKS}): .*?^<!-- /\1 -->$")
    text = re.sub(r"<!--=.*?<!--/-->", "(generated)", text)
    text = blanked(text, r"<!--.*?-->")
    text = blanked(text, r"(`+)[^\n]*?\1")
    return blanked(text, r"\]\([^)\n]*\)")


def pages(root):
    """Yields (name, text) for each page that is checked."""
    for page in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        name = str(page.relative_to(root))
        if "node_modules" not in name:
            yield name, page.read_text()


def numbers(text):
    """Yields (line, words) for each number of a page outside marks, code and tables."""
    text = blanked(prose(text), r"^\|[^\n]*$")
    for number, line in enumerate(text.splitlines(), 1):
        for found in NUMBER.finditer(ALLOWED.sub("", line)):
            yield number, found[0]


def times(kernel):
    """Yields (line, words) for each time or bandwidth in the comments of a kernel file."""
    for number, line in enumerate(kernel.splitlines(), 1):
        for found in TIME.finditer(line.partition("//")[2]):
            yield number, found[0]


PAGE = """The time is 12 µs, 3.5 ms, 4.1 TB/s, 92 % of it, 1.5 × as fast and 2× more.
A <!--= reduce/v1 h200.us -->12<!--/--> µs that is marked, 2^28 <!--= reduce/v1 h200.vs_first -->2<!--/-->× as well, `12 µs` in code, a 95 % interval, 32 lanes.
| 12 µs | in a table |
```
12 µs
```
<!-- changes: reduce/v1 -->
12 µs
<!-- /changes -->
The last one is 7 ns.
"""
KERNEL = """// 9.0 µs for 9.6 at n = 2^22
// Watch: 16 lanes, 4 TB/s.
int us = 4;  // 4 sectors
"""


def prove():
    found = list(numbers(PAGE))
    assert [line for line, _ in found] == [1] * 6 + [10], found
    of_kernel = list(times(KERNEL))
    assert of_kernel == [(1, "9.0 µs"), (2, "4 TB/s")], of_kernel
    print(f"{len(found) + len(of_kernel)} numbers detected in a deliberately wrong page and kernel")


def main():
    root = pathlib.Path(__file__).parents[3]
    good = True
    for name, text in pages(root):
        for line, words in numbers(text):
            print(f"{name}:{line}: {words}: put it into a mark (docs/marks.md), or write the sentence without a number")
            good = False
    for file in sorted([*(root / "kernels").rglob("*.cu"), *(root / "kernels").rglob("*.cuh")]):
        for line, words in times(file.read_text()):
            print(f"{file.relative_to(root)}:{line}: {words}: put it on the stage's page, in a mark")
            good = False
    if good:
        print("every measured number is in a mark")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    prove() if sys.argv[1:] == ["--prove"] else main()
