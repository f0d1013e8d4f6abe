"""The LaTeX that ./ladder tables writes compiles with pdflatex, and no line is wider than the text of an A4 page.

latex.py LADDER: compiles the tables of every track, on a GPU, counted and over n, and those of a comparison.
Prints "SKIPPED: …" where there is no pdflatex. --keep FOLDER leaves the document there.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parents[3]
TRACKS = ["reduce", "reduce_global", "reduce_atomic", "reduce_op", "scan", "map", "stencil", "pack", "unpack"]
DOCUMENT = r"""\documentclass[a4paper]{article}
\usepackage{booktabs,tabularx}
\begin{document}
%s
\end{document}
"""


def written(ladder, *words):
    return subprocess.run([ladder, *words], check=True, capture_output=True, text=True).stdout


def tables(ladder):
    """Each table by its name; one page each, so that none is held back as a float."""
    results = ROOT / "results"
    ladder_file, counted, sweep = (str(results / f) for f in ("h200/ladder.json", "counters.json", "h200/sweep.json"))
    for track in TRACKS:
        yield f"{track}, measured", written(ladder, "tables", ladder_file, track, "n=2^28", "--tex", "-")
        yield f"{track}, counted", written(ladder, "tables", counted, track, f"recorded={ladder_file}", "--tex", "-")
        yield f"{track}, sweep", written(ladder, "tables", sweep, track, "--tex", "-")
    for track in "reduce", "scan":
        yield f"{track}, published", written(ladder, "tables", ladder_file, track, "published=only", "--tex", "-")
    yield "GPUs side by side", written(ladder, "tables", f"{results}/*/ladder.json", "all", "n=2^28", "--tex", "-")
    yield "counted by a GPU", written(ladder, "tables", str(results / "h200/counters-ncu.json"), "all", "--tex", "-")
    yield "comparison of GPUs", written(ladder, "compare", str(results / "h100/ladder.json"), ladder_file, "--tex", "-")
    with tempfile.TemporaryDirectory() as folder:
        slower = pathlib.Path(folder) / "slower.json"
        slower.write_text(json.dumps(slowed(json.loads(pathlib.Path(ladder_file).read_text()))))
        yield "comparison", written(ladder, "compare", ladder_file, str(slower), "--tex", "-")


def slowed(results):
    """The same results, where every stage of scan takes a third longer."""
    for row in results["results"]:
        if row["track"] == "scan" and row.get("time"):
            for key in "median", "q1", "q3", "min":
                row["time"][key] *= 4 / 3
            row["time"]["samples"] = [sample * 4 / 3 for sample in row["time"]["samples"]]
    return results


def complaints(document, folder):
    """What pdflatex finds wrong with it, each with the table where it stands."""
    (folder / "tables.tex").write_text(document)
    run = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "tables.tex"], cwd=folder,
                         capture_output=True, text=True, errors="replace")
    where = "before the first table"
    for line in run.stdout.splitlines():
        if line.startswith("TABLE: "):
            where = line.removeprefix("TABLE: ")
        elif re.match(r"Overfull \\hbox|! |LaTeX Warning: Float too large", line):
            yield f"{where}: {line}"
    if run.returncode != 0:
        yield f"pdflatex ended with {run.returncode}"


def document_of(named):
    return DOCUMENT % "\n".join(f"\\typeout{{TABLE: {name}}}\n{text}\n\\clearpage" for name, text in named if text)


def main():
    if shutil.which("pdflatex") is None:
        print("SKIPPED: no pdflatex (Debian: texlive-latex-base texlive-latex-recommended)")
        return 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        found = list(complaints(document_of(tables(sys.argv[1])), folder))
        if "--keep" in sys.argv:
            for file in folder.iterdir():
                shutil.copy(file, sys.argv[sys.argv.index("--keep") + 1])
        # A check that cannot fail proves nothing.
        wide = r"\begin{tabular}{l}" + "word" * 60 + r"\end{tabular}"
        if not any("Overfull" in line for line in complaints(document_of([("wide", wide)]), folder)):
            found.append("a table that is too wide was not found")
    print("\n".join(found) or "every table compiles and fits A4")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
