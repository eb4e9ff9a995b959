"""Writes the JSON Schemas for editors out of the models: rules_data/schema/.

    python -m tools.make_schema

Editors that know `# yaml-language-server: $schema=…` in the first line of a file complete its keys, explain them, and
underline what is wrong. `potager check` knows more: a schema cannot tell whether a count is there.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scoring.rules import About, Rules
from sheets.blocks import Sheet

FOLDER = Path(__file__).parents[1] / "rules_data/schema"
DRAFT = "http://json-schema.org/draft-07/schema#"  # the one that all editors know

AFTER = {"type": "string", "description": "The id that this comes after."}
ID = "^[a-z][a-z0-9_]{0,63}$"
BLANK = {"type": "string", "pattern": r"\{\{"}  # in sheets, a number of the rules may stand in the place of a number

Schema = dict[str, Any]


def game() -> Schema:
    """A game's file."""
    rules = Rules.model_json_schema(by_alias=True)
    sheet = Sheet.model_json_schema(by_alias=True)
    of_sheets = sheet.pop("$defs")
    assert not set(of_sheets) & set(rules["$defs"])
    of_sheets["Sheet"] = sheet
    for definition in of_sheets.values():
        _each(definition, _filled_in)
    rules["$defs"] |= of_sheets
    rules["properties"]["sheets"]["additionalProperties"] = {"$ref": "#/$defs/Sheet"}
    for definition in rules["$defs"].values():
        kind = definition["properties"].get("kind")
        if kind:
            kind["description"] = f"{kind['const']}: {definition['description']}"
    for key in ("counts", "lines", "ties", "checks"):
        rules["properties"][key]["propertyNames"] = {"pattern": ID}
    _each(rules, _plain)
    keyed: set[str] = set()
    _each(rules, lambda node: keyed.update(_refs(node.get("additionalProperties"))))
    for name in keyed:
        rules["$defs"][name]["properties"]["after"] = AFTER
    return _named(rules, "A game: what players count when it ends, and how that scores")


def variant() -> Schema:
    """A variant's file: nothing is needed but `extends`, and everything can be null."""
    schema = game()
    about = About.model_json_schema(by_alias=True)
    _each(about, _plain)
    for definition in [schema, *schema["$defs"].values()]:
        definition.pop("required", None)
        for key, inner in definition["properties"].items():
            definition["properties"][key] = _or_null(inner)
    _each(schema, _loose)
    schema["properties"] |= about["properties"]
    schema["required"] = ["extends"]
    return _named(schema, "A variant: only what differs from the game that it extends")


def tally() -> Schema:
    """A tally; what is counted depends on the game."""
    players = {
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": {"type": ["string", "number"], "description": "Who it is."},
            "points": _points("Points of a line as added up at the table; they win over the counts."),
            "ties": _points("What breaks a tie, as added up at the table."),
        },
    }
    return _named(
        {
            "type": "object",
            "additionalProperties": False,
            "required": ["game", "players"],
            "properties": {
                "potager": {"const": 1},
                "game": {"type": "string", "description": "A game's id, or the path of its file from here."},
                "variants": _strings("Variants that are on, in their order: ids or paths."),
                "players": {"type": "array", "minItems": 1, "items": players, "description": "Who played."},
                "table": {"type": "object", "description": "Counts that belong to the table, not to a player."},
            },
        },
        "A tally: what players had when the game ended",
    )


def examples() -> Schema:
    """A file of examples."""
    inner = tally()["properties"]
    text = {"type": "string"}
    score = {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "lines": {"type": "object", "description": "The points of lines, by their ids."},
            "total": {"type": "integer", "description": "The total."},
            "place": {"type": "integer", "description": "The place: 1, 2, 2, 4."},
            "ties": {"type": "object", "description": "What breaks a tie, by the id of the tie."},
        },
    }
    example = {
        "type": "object",
        "additionalProperties": False,
        "required": ["tally", "scores"],
        "properties": {
            "title": {**text, "description": "What it shows."},
            "note": {**text, "description": "A few words on it."},
            "source": {**text, "description": "Where its numbers come from."},
            "confidence": {"enum": ["H", "M", "L"], "description": "How sure they are: high, medium, low."},
            "computed": {**_yes_or_no(), "description": "Worked out from the rules, not printed in the source."},
            "tally": {
                "type": "object",
                "additionalProperties": False,
                "required": ["players"],
                "properties": {key: inner[key] for key in ("variants", "players", "table")},
                "description": "What everybody had, as in a tally.",
            },
            "scores": {"type": "object", "additionalProperties": score, "description": "What it gives, by player."},
            "winners": _strings("Who wins."),
            "decided_by": {"type": ["string", "null"], "description": "total, the id of a tie, shared, goal, or null."},
            "verdict": {"type": ["string", "null"], "description": "The id of the result."},
        },
    }
    return _named(
        {
            "type": "object",
            "additionalProperties": False,
            "required": ["examples"],
            "properties": {
                "potager": {"const": 1, "description": "The version of the format."},
                "examples": {"type": "object", "additionalProperties": example, "description": "Finished games by id."},
            },
        },
        "Finished games with known scores",
    )


SCHEMAS: dict[str, Callable[[], Schema]] = {"game": game, "variant": variant, "tally": tally, "examples": examples}


def text(name: str) -> str:
    """A schema as it stands in its file."""
    return json.dumps(SCHEMAS[name](), ensure_ascii=False, indent=1) + "\n"


# -- from what the models say to what helps in an editor


def _named(schema: Schema, title: str) -> Schema:
    return {"$schema": DRAFT, "title": title, **schema}


def _each(node: Any, change: Callable[[Schema], Any]) -> None:
    """Every schema inside a schema, the inner ones first."""
    if isinstance(node, list):
        for inner in node:
            _each(inner, change)
    elif isinstance(node, dict):
        for key, inner in node.items():
            if key in ("properties", "patternProperties", "$defs"):
                for one in inner.values():
                    _each(one, change)
            elif key not in ("default", "enum", "const", "required", "propertyNames", "discriminator"):
                _each(inner, change)
        change(node)


def _plain(node: Schema) -> None:
    """Without names that the models make up; `yes` and `no` for a tick; any fitting kind while one is typing."""
    node.pop("title", None)
    node.pop("discriminator", None)
    if node.get("default", 0) in (None, {}, []):
        node.pop("default")
    if node.get("type") == "boolean":
        node.pop("type")
        node |= _yes_or_no()
    if "patternProperties" in node:
        node.setdefault("additionalProperties", False)
    if "oneOf" in node:
        node["anyOf"] = node.pop("oneOf")
    if set(node) == {"$ref", "description"}:  # beside a reference, nothing else is read
        node["allOf"] = [{"$ref": node.pop("$ref")}]


def _filled_in(node: Schema) -> None:
    """In sheets: a number of the rules between {{ and }}, and a number in the place of a text."""
    if node.get("type") == "integer":
        number = {key: node.pop(key) for key in ("type", "minimum", "maximum") if key in node}
        node["anyOf"] = [number, dict(BLANK)]
    elif node.get("type") == "string":
        node["type"] = ["string", "integer"]


def _loose(node: Schema) -> None:
    """Of a mapping any part, and null to remove one."""
    for key in ("minProperties", "minItems", "default"):
        node.pop(key, None)
    if isinstance(node.get("additionalProperties"), dict):
        node["additionalProperties"] = _or_null(node["additionalProperties"])
    if "patternProperties" in node:
        node["patternProperties"] = {key: _or_null(inner) for key, inner in node["patternProperties"].items()}


def _or_null(schema: Schema) -> Schema:
    schema = copy.deepcopy(schema)
    described = {key: schema.pop(key) for key in ("description", "propertyNames") if key in schema}
    members = schema["anyOf"] if set(schema) == {"anyOf"} else [schema]
    return {"anyOf": [*members, *([] if {"type": "null"} in members else [{"type": "null"}])], **described}


def _refs(node: Any) -> set[str]:
    """The definitions of which a value is one."""
    if not isinstance(node, dict):
        return set()
    found = {node["$ref"].rpartition("/")[2]} if "$ref" in node else set()
    return found.union(*(_refs(inner) for key in ("anyOf", "allOf") for inner in node.get(key, [])))


def _yes_or_no() -> Schema:
    return {"enum": [True, False, "yes", "no"]}


def _strings(description: str) -> Schema:
    return {"type": "array", "items": {"type": "string"}, "description": description}


def _points(description: str) -> Schema:
    points = {"type": ["integer", "string"]}
    return {"type": "object", "additionalProperties": points, "description": description}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for _name in SCHEMAS:
        (FOLDER / f"{_name}.json").write_text(text(_name), encoding="utf-8")
        print(FOLDER / f"{_name}.json")
