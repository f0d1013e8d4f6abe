"""The $schema of a recorded file: the URL of its schema in this version or, before a release, on main."""
import json
import pathlib

RESULTS = pathlib.Path(__file__).resolve().parents[2] / "results"


def schema(name):
    """The first member of a recorded file: {"$schema": the $id of results/NAME.schema.json}."""
    return {"$schema": json.loads((RESULTS / f"{name}.schema.json").read_text(encoding="utf-8"))["$id"]}
