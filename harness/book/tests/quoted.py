"""Checks that command output quoted in a page is what the command prints now. A block that begins with `$
COMMAND` is run (only ./ladder and jq), and its lines must be in the output, in this order. A line `…` stands
for any lines, and at the end of a line, for the rest of it.

  quoted.py LADDER [--prove]      --prove: a quote with one digit changed is found
"""

import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
BLOCK = re.compile(r"^```\n\$ (.*?)^```$", re.S | re.M)


def quotes():
    """Yields (page, command, lines) of every block; a command continues on lines that are indented by four."""
    for page in [ROOT / "README.md", *sorted(p for p in (ROOT / "docs").rglob("*.md") if "node_modules" not in p.parts)]:
        for block in BLOCK.findall(page.read_text()):
            command, *lines = block.splitlines()
            while lines and lines[0].startswith("    "):
                command += " " + lines.pop(0).strip()
            yield page.relative_to(ROOT), command, [line for line in lines if line != "…"]


def not_printed(lines, output):
    """The first line that does not follow the previous one in the output, if there is one."""
    printed = iter(output.splitlines())
    for line in lines:
        is_it = (lambda p, begin=line[:-1].rstrip(): p.startswith(begin)) if line.endswith("…") else (lambda p, whole=line: p == whole)
        if not any(is_it(p) for p in printed):
            return line
    return None


def main():
    ladder, prove = sys.argv[1], "--prove" in sys.argv
    wrong, left_out, seen = [], [], 0
    for page, command, lines in quotes():
        if not command.startswith(("./ladder ", "jq ")):
            wrong.append(f"{page}: {command}: only ./ladder and jq are run")
            continue
        if command.startswith("jq ") and shutil.which("jq") is None:
            left_out.append(f"{page}: without jq")
            continue
        done = subprocess.run(re.sub(r"^\./ladder ", f"'{ladder}' ", command), shell=True, cwd=ROOT, capture_output=True, text=True, check=False)
        if prove:  # changes the last digit in each line
            lines = [re.sub(r"\d(?=\D*$)", lambda digit: str((int(digit[0]) + 1) % 10), line) for line in lines]
        line = not_printed(lines, done.stdout)
        seen += 1
        if (line is None) == prove:
            wrong.append(f"{page}: {command}\n  not noticed" if prove else
                         f"{page}: {command}\n  does not print: {line}\n  it prints:\n{done.stdout}{done.stderr}")
    print("\n".join(wrong + left_out) or "", f"\n{seen} quotes of commands: {len(wrong)} wrong", sep="")
    return 1 if wrong or seen == 0 else 0


sys.exit(main())
