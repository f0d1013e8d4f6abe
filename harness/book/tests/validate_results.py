#!/usr/bin/env python3
"""Validates every results/**/*.json against its JSON Schema. Run by ctest and CI; needs python3-jsonschema.

usage: validate_results.py [FILE | FOLDER]... (default: results/ of the repository that this file is in)
Exit status: 0 all valid, 1 at least one invalid, 2 bad usage, 77 python3-jsonschema is missing.
"""
import json
import math
import pathlib
import sys

try:
    import jsonschema
except ImportError:
    print("SKIPPED: python3-jsonschema is not installed (apt-get install python3-jsonschema)")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[3]


def no_constants(name):
    raise ValueError(f"{name} is not JSON")


def load(path):
    return json.loads(path.read_text(encoding="utf-8"), parse_constant=no_constants)


def schema_for(path, value):
    """The name of the schema in results/ that describes this file."""
    if path.parent.name == "published":
        return "published.schema.json"
    if path.parent.parent.name == "published":
        return f"published_{path.parent.name}.schema.json"
    for kind in ("trace", "latency", "small_jobs", "crossover", "shapes", "aggregates", "lines", "profile", "try", "practice", "grade", "assignment", "scoreboard", "softmax_torch"):
        if isinstance(value, dict) and isinstance(value.get(f"{kind}_version"), int):
            return f"{kind}.schema.json"
    return "schema.json"


def consistent(value):
    """Checks what a schema cannot express: figures that must be consistent, and rows that must be unique."""
    seen = set()
    for number, row in enumerate(value["results"]):
        where = f"results[{number}] ({row['id']})"
        key = (*(row[k] for k in ("id", "backend", "n", "dtype", "block", "scan")), row.get("gpus"), str(row.get("sizes")))
        if key in seen:
            yield f"{where}: a second row with the same conditions"
        seen.add(key)
        time = row.get("time")
        if time:
            if not time["min"] <= time["q1"] <= time["median"] <= time["q3"]:
                yield f"{where}: min <= q1 <= median <= q3 does not hold"
            if time["samples"] and not math.isclose(min(time["samples"]), time["min"], rel_tol=1e-6):
                yield f"{where}: time.min is not the smallest sample"
            if row["bandwidth"] and time["median"] > 0:
                if not math.isclose(row["bandwidth"], row["bytes"] / time["median"], rel_tol=1e-6):
                    yield f"{where}: bandwidth is not bytes / time.median"
        verdict = row["verdict"]
        if verdict["status"] == "correct" and not (verdict["error"] or 0) <= (verdict["bound"] or 0):
            yield f"{where}: correct, but the error exceeds its bound"
        if row["backend"] == "simt" and row["fraction_of_ceiling"] is not None:
            yield f"{where}: an executor's time next to a GPU's ceiling"
        for name, ratio in row["speedup"].items():
            low, high = ratio["low"] or 0, ratio["high"] if ratio["high"] is not None else math.inf
            if ratio["distinguishable"] != (low > 1 or high < 1):
                yield f"{where}: speedup.{name}.distinguishable contradicts its interval"


def problems(path):
    try:
        value = load(path)
    except (OSError, ValueError) as error:
        yield f"not JSON: {error}"
        return
    if path.name == "schema.json" or path.name.endswith(".schema.json"):
        try:
            jsonschema.Draft202012Validator.check_schema(value)
        except jsonschema.SchemaError as error:
            yield f"not a JSON Schema: {error.message}"
        return
    name = schema_for(path, value)
    schema = ROOT / "results" / name
    if not schema.exists():
        yield f"needs results/{name}, which does not exist"
        return
    rules = load(schema)
    if isinstance(value, dict) and value.get("$schema", rules["$id"]) != rules["$id"]:
        yield f"$schema is {value['$schema']}, and the schema's $id is {rules['$id']}"
    errors = list(jsonschema.Draft202012Validator(rules).iter_errors(value))
    for error in sorted(errors, key=lambda e: [str(part) for part in e.absolute_path])[:10]:
        where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.absolute_path)
        deepest = jsonschema.exceptions.best_match([error]) or error
        yield f"{where.lstrip('.') or 'the file'}: {deepest.message[:200]}"
    if not errors and name == "schema.json":
        yield from consistent(value)


def main(arguments):
    files = []
    for argument in arguments or [ROOT / "results"]:
        path = pathlib.Path(argument)
        if path.is_dir():
            files += sorted(path.rglob("*.json"))
        elif path.is_file():
            files.append(path)
        else:
            print(f"there is no {path}", file=sys.stderr)
            return 2
    bad = 0
    for path in files:
        found = list(problems(path))
        bad += bool(found)
        for problem in found:
            print(f"{path}: {problem}")
    print(f"{len(files) - bad} of {len(files)} files are valid")
    return 1 if bad or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
