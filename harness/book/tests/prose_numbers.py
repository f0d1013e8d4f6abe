"""A number that was measured or counted stands in a page only inside a mark, so that ./ladder docs keeps it right.
This finds the others: a number with ×, µs, us, ms, ns, GB/s, TB/s or % behind it, in the prose of README.md and
docs/**/*.md. Code, tables, and what stands between marks are left out.

Exit status 1, with every such number, if there is one. --prove: the same for a page made wrong.
"""

import pathlib
import re
import sys

NUMBER = re.compile(r"\d[\d.,]*\s?(?:×|µs\b|us\b|ms\b|ns\b|GB/s|TB/s|%)")
ALLOWED = re.compile(r"95 % (?:confidence )?interval|100 %")  # words of statistics, not results
BLOCKS = "table|rung|code|diff|changes|drawing|stepper|hardware-comparison"


def blanked(text, pattern):
    """The text with each match taken out, and its line breaks kept."""
    return re.sub(pattern, lambda m: "\n" * m[0].count("\n"), text, flags=re.S | re.M)


def numbers(text):
    """Yields (line, words) for each number of a page that stands outside of marks, code and tables."""
    text = blanked(text, r"^ *(```+|~~~+).*?^ *\1[`~]* *$")
    text = blanked(text, rf"^<!-- ({BLOCKS}): .*?^<!-- /\1 -->$")
    text = re.sub(r"<!--=.*?<!--/-->", "(generated)", text)
    text = blanked(text, r"<!--.*?-->")
    text = blanked(text, r"(`+)[^\n]*?\1")
    text = blanked(text, r"^\|[^\n]*$")
    text = blanked(text, r"\]\([^)\n]*\)")  # the address of a link
    for number, line in enumerate(text.splitlines(), 1):
        for found in NUMBER.finditer(ALLOWED.sub("", line)):
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


def prove():
    found = list(numbers(PAGE))
    assert [line for line, _ in found] == [1] * 6 + [10], found
    print(f"{len(found)} numbers found in a page made wrong")


def main():
    root = pathlib.Path(__file__).parents[3]
    good = True
    for page in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        name = str(page.relative_to(root))
        if "node_modules" in name:
            continue
        for line, words in numbers(page.read_text()):
            print(f"{name}:{line}: {words}: put it into a mark (docs/marks.md), or say it without a number")
            good = False
    if good:
        print("every measured number stands in a mark")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    prove() if sys.argv[1:] == ["--prove"] else main()
