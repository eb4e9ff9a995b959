"""The schemas for editors: current, true of all our files, and able to say no."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from scoring import starter, yaml_file
from scoring.check import kind_of
from scoring.lines import KINDS
from scoring.load import load
from sheets.blocks import KINDS as BLOCKS
from tests.test_docs import BLOCKS as OF_README
from tools import make_schema

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "rules_data/schema"
SCHEMAS = {name: json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")) for name in make_schema.SCHEMAS}
FILES = sorted((ROOT / "rules_data").glob("*/*.yaml"))


def complaints(kind: str, text: str | bytes) -> list[str]:
    validator = jsonschema.Draft7Validator(SCHEMAS[kind])
    found = validator.iter_errors(yaml_file.parse(text).bare())
    return [f"{'.'.join(map(str, error.absolute_path))}: {error.message[:200]}" for error in found]


@pytest.mark.parametrize("name", make_schema.SCHEMAS)
def test_what_is_committed_follows_from_the_models(name: str) -> None:
    """After a change: python -m tools.make_schema"""
    jsonschema.Draft7Validator.check_schema(SCHEMAS[name])
    assert (FOLDER / f"{name}.json").read_text(encoding="utf-8") == make_schema.text(name)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_our_files_name_their_schema_and_keep_to_it(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    found = re.match(r"# yaml-language-server: \$schema=(\S+)\n", text)
    assert found
    schema = (file.parent / found[1]).resolve()
    kind = kind_of(file, yaml_file.parse(text))
    assert schema == FOLDER / f"{kind}.json"
    assert complaints(kind, text) == []


@pytest.mark.parametrize("block", [b for b in OF_README if b.kind in ("game", "variant", "tally", "examples")], ids=str)
def test_what_the_readme_shows_keeps_to_the_schema(block: Any) -> None:
    assert complaints(block.kind, block.text) == []


@pytest.mark.parametrize("block", [b for b in OF_README if b.kind in ("lines", "counts", "parts")], ids=str)
def test_parts_that_the_readme_shows_keep_to_it_too(block: Any) -> None:
    text = block.text if block.kind == "parts" else f"{block.kind}:\n  " + block.text.replace("\n", "\n  ")
    rest = "" if block.kind == "lines" else "lines: {x: {kind: points, of: x}}\n"
    assert complaints("game", f"potager: 1\ntitle: Readme\n{rest}{text}") == []


@pytest.mark.parametrize("id", ["garden-dice", "harvest-dice"])
def test_what_new_and_variant_write_keeps_to_it_and_names_it(id: str) -> None:
    new = starter.NewGame("Orchard")
    written = {"game": starter.game(new), "examples": starter.examples(new),
               "variant": starter.variant(load(id), "house", id)}  # fmt: skip
    for kind, text in written.items():
        assert text.startswith(f"# yaml-language-server: $schema={(FOLDER / f'{kind}.json').as_uri()}\n")
        assert complaints(kind, text) == []


GAME = "potager: 1\ntitle: T\ncounts: {a: {label: A}}\nlines: {a: {kind: each, of: a, points: 2}}\n"


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("game", GAME.replace("points", "pionts")),
        ("game", GAME.replace("kind: each", "kind: eech")),
        ("game", GAME.replace("of: a, ", "")),
        ("game", GAME.replace("title: T\n", "")),
        ("game", GAME.replace("potager: 1", "potager: 2")),
        ("game", GAME.replace("points: 2", "points: two")),
        ("game", GAME + "players: {least: 0}\n"),
        ("game", GAME + "wins: many\n"),
        ("game", GAME + "extends: garden-dice\n"),
        ("game", GAME + "sheets: {s: {title: S, blocks: {b: {kind: gird}}}}\n"),
        ("game", GAME.replace("kind: each, of: a, points: 2", "kind: ladder, of: a, ladder: {three: 1}")),
        ("game", GAME.replace("counts: {a:", "counts: {A a:")),
        ("variant", "potager: 1\nlines: {sets: {points: 1}}\n"),
        ("variant", "extends: garden-dice\nlines: {sets: {pionts: 1}}\n"),
        ("variant", "extends: garden-dice\nline: {sets: {points: 1}}\n"),
        ("variant", "extends: garden-dice\ncounts: {harvested: {supply: many}}\n"),
        ("tally", "game: x\n"),
        ("tally", "game: x\nplayers: [{apples: 1}]\n"),
        ("tally", "gaem: x\nplayers: [{name: A}]\n"),
        ("examples", "examples: {a: {tally: {players: [{name: A}]}}}\n"),
    ],
)
def test_mistakes_are_underlined(kind: str, text: str) -> None:
    assert complaints("game", GAME) == []
    assert complaints(kind, text)


@pytest.mark.parametrize(
    "patch",
    ["lines: {sets: null}", "lines: {sets: {points: 1}}", "lines: {sets: {cap: null, after: groups}}", "ties: null",
     "counts: {harvested: {of: {squash: null, leek: {label: Leek}}, supply: {2: 6}}}",
     "aid: {turn: {steps: {a: null}}}",
     "sheets: {log: {blocks: {harvests: {columns: {value: null}}}}}", "lines: {x: {ladder: {3: null, 4: 9}}}"],
)  # fmt: skip
def test_a_variant_may_say_a_part_or_null(patch: str) -> None:
    assert complaints("variant", f"extends: garden-dice\n{patch}\n") == []


def properties(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, definition in [("", schema), *schema.get("$defs", {}).items()]:
        for key, inner in definition["properties"].items():
            yield f"{name}.{key}", inner


@pytest.mark.parametrize("name", ["game", "variant"])
def test_every_key_explains_itself(name: str) -> None:
    assert len(list(properties(SCHEMAS[name]))) > 300
    assert [key for key, inner in properties(SCHEMAS[name]) if not inner.get("description")] == []


def test_every_kind_is_offered() -> None:
    offered = {inner["const"] for key, inner in properties(SCHEMAS["game"]) if key.endswith(".kind")}
    assert offered == {*KINDS, *BLOCKS}
