"""The $schema of a recorded file: where its schema is, in this version or, before a release, on main."""
import json
import pathlib

RESULTS = pathlib.Path(__file__).resolve().parents[2] / "results"


def schema(name):
    """{"$schema": the $id of results/NAME.schema.json}, the first key of a file of that kind."""
    return {"$schema": json.loads((RESULTS / f"{name}.schema.json").read_text(encoding="utf-8"))["$id"]}
