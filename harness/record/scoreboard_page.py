"""The text that scoreboard.py writes about its JSON: messages, and the tables of docs/scoreboard.md."""
import fnmatch
import json
import pathlib

HERE = pathlib.Path(__file__).parent
PUBLISHED = HERE.parents[1] / "results" / "published" / "scoreboard"
BEGIN, END = "<!-- scoreboard: written by harness/record/scoreboard.py --page docs/scoreboard.md -->", "<!-- /scoreboard -->"
UNEXPECTED = {"missed": "Missed: programs that race, but for which no race was reported",
              "accused": "False positives: programs that do not race, but for which a race was reported",
              "failed": "Failed: programs without a result"}
SHOWN = {"accused": "false positive"}  # instead of the verdict in the JSON


class NoPlace(Exception):
    """The page has no marks."""


def rows_of(record, suite):
    return [row for row in record["results"] if row["program"].startswith(suite + "/")]


def summary(rows):
    """The figures of one suite."""
    names = {verdict: [row["program"] for row in rows if row["verdict"] == verdict] for verdict in UNEXPECTED}
    out_of_bounds = [row["out_of_bounds"] for row in rows if not row["racy"] and "out_of_bounds" in row]
    slowest = max(rows, key=lambda row: row["seconds"])
    return {"run": len(rows),
            "racy": sum(row["racy"] for row in rows), "race_free": sum(not row["racy"] for row in rows),
            "found": sum(row["verdict"] == "found" for row in rows), "missed": len(names["missed"]),
            "clean": sum(row["verdict"] == "clean" for row in rows), "accused": len(names["accused"]),
            "failed": len(names["failed"]),
            "out_of_bounds": {"programs": len(out_of_bounds), "found": sum(out_of_bounds)},
            "seconds": round(sum(row["seconds"] for row in rows), 2),
            "slowest": {"program": slowest["program"], "seconds": slowest["seconds"]},
            "names": names}


def shown(verdict):
    return SHOWN.get(verdict, verdict)


def duration(seconds):
    if seconds < 100:
        return f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"


def in_words(record):
    lines = []
    for suite in record["suites"].values():
        lines += ["", f"{suite['title']}: {suite['racy']} programs race: {suite['found']} found, {suite['missed']} missed. "
                      f"{suite['race_free']} do not: {suite['clean']} clean, {suite['accused']} false positives. "
                      f"{suite['failed']} failed. {duration(suite['seconds'])}, "
                      f"the slowest {duration(suite['slowest']['seconds'])} ({suite['slowest']['program']})"]
        lines += [f"  {shown(verdict):14} {name}" for verdict, names in suite["names"].items() for name in names]
    return "\n".join(lines)


def table(suite, sources):
    """Our counts in one column, followed by those that others published."""
    tools = [tool | {"missed": source["racy"] - tool["found"], "racy": source["racy"],
                     "race_free": source["programs"] - source["racy"]} for source in sources for tool in source["tools"]]

    def row(words, ours, key=None):
        theirs = [tool.get(key) for tool in tools]
        return f"| {' | '.join([words, str(ours), *('' if cell is None else str(cell) for cell in theirs)])} |"

    bounds = suite["out_of_bounds"]
    return [row("", "`./ladder try`", "tool"), "|---|" + "---:|" * (len(tools) + 1),
            "| | counted here |" + " published |" * len(tools),
            row("programs that race", suite["racy"], "racy"),
            row("found", f"**{suite['found']}**", "found"), row("missed", suite["missed"], "missed"),
            row("programs that do not race", suite["race_free"], "race_free"),
            row("false positives", f"**{suite['accused']}**", "accused"),
            row("failed, out of all programs", suite["failed"]),
            *([row("have a `boundsBug`, but do not race", bounds["programs"]),
               row("of these, an out-of-bounds access was found in", bounds["found"])] if bounds["programs"] else []),
            row("total time of all programs", duration(suite["seconds"])),
            row("the slowest program", duration(suite["slowest"]["seconds"]))]


def reason_of(name, reasons):
    return next((reason for pattern, reason in reasons.items() if fnmatch.fnmatchcase(name, pattern)), None)


def counted(programs):
    return f"{len(programs)} program{'s' if len(programs) != 1 else ''}"


def unexpected(suite, reasons):
    """For each wrong verdict: a reason, and the programs to which it applies."""
    for verdict, title in UNEXPECTED.items():
        programs = {}
        for name in suite["names"][verdict]:
            reason = reason_of(name, reasons) or "The reason is not known yet."
            programs.setdefault(reason, []).append(f"`{name.split('/')[1]}`")
        yield f"**{title}.**" + ("" if programs else " None.")
        if programs:
            yield "\n".join(f"- {counted(names)}: {reason} {', '.join(names)}" for reason, names in programs.items())


def paragraphs(record, reasons):
    for name, suite in record["suites"].items():
        sources = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(PUBLISHED.glob(f"{name}*.json"))]
        rows = rows_of(record, name)
        kinds = sorted({kind for row in rows for kind in row["kinds"]} - {"race", "stream_race"})
        yield f"### {suite['title']}"
        yield "\n".join(table(suite, sources))
        yield from (f"Published: {source['source']}. {source['note']}" for source in sources)
        yield f"The slowest program is `{suite['slowest']['program'].split('/')[1]}`."
        if suite["run"] < suite["programs"]:
            yield f"Only {suite['run']} of its {suite['programs']} programs were run."
        yield from unexpected(suite, reasons)
        others = [f"`{kind}` in {counted([row for row in rows if kind in row['kinds']])}" for kind in kinds]
        yield f"Other findings, which do not count here: {', '.join(others) or 'nothing'}."
    context = record["context"]
    yield (f"Executor of commit {(context['git_commit'] or 'unknown')[:10]}{' with uncommitted changes' if context['git_dirty'] else ''}, "
           f"{context['compiler']}, {context['host_cpu']} with {context['host_threads']} threads, {record['jobs']} programs at "
           f"a time, {record['timeout']} s for each, {context['date'][:10]}: "
           "[results/scoreboard.json](../results/scoreboard.json).")


def rewritten(page, record):
    """-> the current page, and the expected one."""
    old = page.read_text(encoding="utf-8")
    if not 0 <= old.find(BEGIN) < old.find(END):
        raise NoPlace(f"{page} has no place for the tables: it needs a line {BEGIN} and below it {END}")
    text = "Nothing is recorded yet." if record is None else "\n\n".join(paragraphs(record, known_reasons()))
    return old, f"{old[:old.index(BEGIN)]}{BEGIN}\n{text}\n{old[old.index(END):]}"


def known_reasons():
    return json.loads((HERE / "known_misses.json").read_text(encoding="utf-8"))


def write(record, page):
    page.write_text(rewritten(page, record)[1], encoding="utf-8")


def disagreements(record, page):
    found, reasons, names = [], known_reasons(), []
    for name, suite in record["suites"].items() if record else []:
        if not summary(rows_of(record, name)).items() <= suite.items():
            found.append(f"{name}: its figures do not match its programs")
        if suite["run"] < suite["programs"]:
            found.append(f"{name}: only {suite['run']} of {suite['programs']} programs were run")
        names += [program for programs in suite["names"].values() for program in programs]
    found += [f"{name}: known_misses.json has no reason for it" for name in names if not reason_of(name, reasons)]
    found += [f"known_misses.json: {pattern} matches no program that was missed, was a false positive or failed"
              for pattern in reasons if not fnmatch.filter(names, pattern)]
    old, new = rewritten(page, record)
    if old != new:
        found.append(f"{page} is stale: harness/record/scoreboard.py --page docs/scoreboard.md")
    return found
