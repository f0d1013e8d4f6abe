"""Checks that the LaTeX written by ./ladder tables compiles with pdflatex, and that no line is wider than the
text on an A4 page; with form=slide, it must fit a beamer frame, 16:9.

latex.py LADDER: compiles the tables of every track (measured on a GPU, counted, and over n) and of a comparison.
Those that fit are also compiled as slides. Prints "SKIPPED: …" if there is no pdflatex. --keep FOLDER leaves the
documents there.
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
SLIDES = r"""\documentclass[aspectratio=169]{beamer}
\usepackage{booktabs}
\begin{document}
%s
\end{document}
"""
FRAME = r"""\typeout{TABLE: %s}
\begin{frame}{%s}
%s
\end{frame}
"""


def written(ladder, *words):
    return subprocess.run([ladder, *words], check=True, capture_output=True, text=True).stdout


def tables(ladder):
    """Each table by its name, on a separate page, so that none is held back as a float."""
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


def slides(ladder):
    results = ROOT / "results"
    files = [str(results / "h100/ladder.json"), str(results / "h200/ladder.json")]
    few = ["reduce", "n=2^28", "stages=v[0-8]"]
    for name, words in {
            "one GPU": [files[1], *few], "two GPUs": [*files, *few], "three": [files[0], *files, *few],
            "with peers": [*files, *few, "peers=yes"], "chosen": [files[1], *few, "columns=stage,idea,us,vs_first"],
            "as many rows as fit": [*files, "reduce", "n=2^28"], "over n": [str(results / "h200/sweep.json"), *few[::2],
            "columns=GB/s", "n=2^10:2^28:*8"],
            "counted": [str(results / "counters.json"), *few[::2], "n=2^20", f"recorded={files[1]}"],
            "published": [files[1], "reduce", "published=only"]}.items():
        yield name, written(ladder, "tables", *words, "form=slide", "--tex", "-")
    for track in TRACKS:
        yield track, written(ladder, "tables", *files, track, "n=2^28", "form=slide", "--tex", "-")


def slowed(results):
    """The same results, but every stage of scan takes a third longer."""
    for row in results["results"]:
        if row["track"] == "scan" and row.get("time"):
            for key in "median", "q1", "q3", "min":
                row["time"][key] *= 4 / 3
            row["time"]["samples"] = [sample * 4 / 3 for sample in row["time"]["samples"]]
    return results


def complaints(document, folder):
    """The complaints of pdflatex, each with its table."""
    (folder / "tables.tex").write_text(document)
    run = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "tables.tex"], cwd=folder,
                         capture_output=True, text=True, errors="replace")
    where = "before the first table"
    for line in run.stdout.splitlines():
        if line.startswith("TABLE: "):
            where = line.removeprefix("TABLE: ")
        elif re.match(r"Overfull \\[hv]box|! |LaTeX Warning: Float too large", line):
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
        documents = {"tables": document_of(tables(sys.argv[1]))}
        if subprocess.run(["kpsewhich", "beamer.cls"], capture_output=True).returncode == 0:
            documents["slides"] = SLIDES % "".join(FRAME % (name, name.replace("_", " "), text)
                                                   for name, text in slides(sys.argv[1]))
        found = []
        for kind, document in documents.items():
            found += complaints(document, folder)
            if "--keep" in sys.argv:
                for file in folder.iterdir():
                    shutil.copy(file, pathlib.Path(sys.argv[sys.argv.index("--keep") + 1]) / (kind + file.suffix))
        # Checks that a table or a slide that does not fit is detected.
        wide = r"\begin{tabular}{l}" + "word" * 60 + r"\end{tabular}"
        if not any("Overfull" in line for line in complaints(document_of([("wide", wide)]), folder)):
            found.append("a table that is too wide was not found")
        high = r"\rule{1pt}{90mm}"
        if "slides" in documents and not any("Overfull" in line for line in complaints(
                SLIDES % FRAME % ("high", "high", high), folder)):
            found.append("a slide that is too high was not found")
    print("\n".join(found) or f"every table compiles and fits: {' and '.join(documents)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
