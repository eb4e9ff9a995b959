"""What may stand at a place of a rules file, read off the models: for messages, and to go on after a mistake."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from scoring.errors import listed
from scoring.lines import KINDS
from scoring.lines.base import Described, Line
from scoring.rules import Rules
from scoring.yaml_file import Node

Path: TypeAlias = tuple[str | int, ...]

# keys whose text is a formula or names something: what messages ask for
_CONDITIONS = {"that", "when"}
_COUNTS = {"of", "price"}


def at(path: Path, root: Node, model: type[BaseModel] = Rules) -> list[Any]:
    """The kinds of value that may stand at a place: models, `int`, `str`, `list[…]` …; nothing for an unknown key."""
    found: list[Any] = [model]
    node = root
    for step in path:
        found = [inner for one in found for inner in _inside(one, step)]
        node = node.find((step,))
        if len(found) > 1 and all(isinstance(one, type) and issubclass(one, Line) for one in found):
            kind = node.mapping.get("kind")
            named = KINDS.get(str(kind.value)) if kind else None
            found = [named or Line]
    return found


def inside(found: list[Any], path: Path) -> list[Any]:
    """What may stand some steps further in, by the models alone."""
    for step in path:
        found = [inner for one in found for inner in _inside(one, step)]
    return found


def _inside(one: Any, step: str | int) -> list[Any]:
    """What may stand one step further in."""
    if is_model(one):
        info = fields(one).get(str(step))
        return _flat(info.annotation) if info else []
    if get_origin(one) is dict:
        return _flat(get_args(one)[1])
    if get_origin(one) is list and isinstance(step, int):
        return _flat(get_args(one)[0])
    return [Any] if one is Any else []


def _flat(annotation: Any) -> list[Any]:
    """The members of a union, without wrappings and without None."""
    if get_origin(annotation) is Annotated:
        return _flat(get_args(annotation)[0])
    if get_origin(annotation) in (list, dict, Literal) or isinstance(annotation, type) or annotation is Any:
        return [] if annotation is type(None) else [annotation]
    return [inner for member in get_args(annotation) for inner in _flat(member)]


def is_model(one: Any) -> bool:
    return isinstance(one, type) and issubclass(one, BaseModel)


def fields(model: type[BaseModel]) -> Mapping[str, FieldInfo]:
    """The keys of a model as a file writes them."""
    return {info.alias or name: info for name, info in model.model_fields.items()}


def keys(expected: Iterable[Any]) -> list[str]:
    """Every key that is known at a place, those that mean most first."""
    models = [one for one in expected if is_model(one)]
    found = [key for model in models for key in fields(model)]
    words = {*Described.model_fields, "rule", "working"}
    return [key for key in found if key not in words] + [key for key in found if key in words]


def needed(expected: Iterable[Any]) -> list[str]:
    """The keys that must be there."""
    return [key for one in expected if is_model(one) for key, info in fields(one).items() if info.is_required()]


def known(expected: Sequence[Any]) -> str:
    """The hint that lists what is known."""
    words = {*Described.model_fields, "rule", "working"}
    said = [key for key in keys(expected) if key not in words]
    if not said:
        return ""
    more = ", and words such as label and note" if len(said) < len(keys(expected)) and Rules not in expected else ""
    return f"known are: {', '.join(said)}{more}"


def takes_words(expected: Iterable[Any]) -> bool:
    return str in expected


def takes_numbers(expected: Iterable[Any]) -> bool:
    return int in expected


def takes_entries(expected: Iterable[Any]) -> bool:
    return any(is_model(one) or get_origin(one) is dict for one in expected)


def takes_a_list(expected: Iterable[Any]) -> bool:
    return any(get_origin(one) is list for one in expected)


def choices(expected: Iterable[Any]) -> list[str]:
    """The words of which one must stand there."""
    return list(
        dict.fromkeys(str(choice) for one in expected if get_origin(one) is Literal for choice in get_args(one))
    )


def said(path: Path, expected: Sequence[Any]) -> str:
    """What must stand at a place, in a player's words."""
    key = next((step for step in reversed(path) if isinstance(step, str)), "")
    parts = []
    if takes_numbers(expected):
        parts.append("a whole number")
    if takes_words(expected):
        parts.append(_words(path, key))
    if takes_a_list(expected):
        parts.append("a list")
    if takes_entries(expected):
        parts.append("entries of its own")
    if bool in expected:
        parts.append("yes or no")
    parts += [f'"{choice}"' if not choice.isdigit() else choice for choice in choices(expected)]
    return listed(parts, "or")


def _words(path: Path, key: str) -> str:
    """What a text at a place must be."""
    if key in _CONDITIONS or path[:1] == ("verdict",):
        return "a condition"
    if key == "formula":
        return 'a text such as "apples * 2"'
    if (path[:1] == ("ties",) and key in ("most", "least")) or (key in ("points", "value") and len(path) > 2):
        return "a formula"
    return "the name of a count" if key in _COUNTS else "the name of a line" if key == "to" else "words"


_WRITE: dict[tuple[str, ...], str] = {
    ("edition",): "edition: {publisher: …, year: 2012}",
    ("players",): "players: {least: 2, most: 4}",
    ("counts",): "counts: {apples: {label: Apples}}",
    ("counts", "*"): "{label: Apples}",
    ("counts", "*", "of"): "of: {red: {label: Red}, green: {label: Green}}",
    ("counts", "*", "of", "*"): "{label: Red}",
    ("counts", "*", "list"): "list: {most: 6}",
    ("counts", "*", "fields"): "fields: {seed: {most: 6}, black: {most: 3}}",
    ("counts", "*", "fields", "*"): "{most: 6}",
    ("counts", "*", "supply"): "supply: 5, or by number of players: {2: 5, 3: 7}",
    ("lines",): "lines: {apples: {kind: each, of: apples, points: 2}}",
    ("lines", "*"): "{kind: each, of: apples, points: 2}",
    ("lines", "*", "ladder"): "[1, 3, 6] for 1, 2, 3 …, or {3: 10, 5: 20} from 3 and from 5 on",
    ("lines", "*", "prizes"): "[5, 2], or by number of players: {2: [5], 3: [5, 2]}",
    ("lines", "*", "prizes", "*"): "[5, 2]",
    ("lines", "*", "points"): "points: [5, 10]",
    ("lines", "*", "cases"): "cases: {many: {when: apples >= 6, points: 5}}",
    ("lines", "*", "cases", "*"): "{when: apples >= 6, points: 5}",
    ("ties",): "ties: {apples: {most: apples}}",
    ("ties", "*"): "{most: apples}",
    ("checks",): "checks: {few: {that: apples <= 20, else: There are only 20 apples}}",
    ("checks", "*"): "{that: apples <= 20, else: There are only 20 apples}",
    ("checks", "*", "players"): "players: {most: 1}",
    ("verdict",): "verdict: {win: total > 0}",
    ("verdict", "*"): "win: total > 0",
    ("readings",): "readings: {A1: {question: …?, default: …}}",
    ("readings", "*"): "{question: …?, default: …}",
    ("aid",): "aid: {turn: {title: On your turn, text: …}}",
    ("aid", "*"): "{title: On your turn, text: …}",
    ("aid", "*", "actions"): "actions: {buy: {cost: [any], name: Buy, text: …}}",
    ("aid", "*", "actions", "*"): "{cost: [any], name: Buy, text: …}",
    ("aid", "*", "actions", "*", "cost"): "cost: [row, column, 6]",
    ("aid", "*", "steps"): "steps: {roll: {name: Roll, text: …}}",
    ("aid", "*", "steps", "*"): "{name: Roll, text: …}",
    ("aid", "*", "bonuses"): 'bonuses: {star: {icon: star, number: "× 2", text: …}}',
    ("aid", "*", "bonuses", "*"): '{icon: star, number: "× 2", text: …}',
    ("aid", "*", "bonuses", "*", "cost"): 'cost: ["heart:3"]',
    ("aid", "*", "points"): "points: {sun: {name: Sun token, text: …}}",
    ("aid", "*", "points", "*"): "{name: Sun token, text: …}",
    ("aid", "*", "table"): "table: {columns: {two: 2 players}, rows: {tiles: {label: Tiles, cells: {two: 5}}}}",
    ("aid", "*", "table", "columns"): "columns: {two: 2 players, three: 3 players}",
    ("aid", "*", "table", "rows"): "rows: {tiles: {label: Tiles, cells: {two: 5}}}",
    ("aid", "*", "chain"): "chain: [artichoke, tomato]",
}


def example(path: Path) -> str:
    """How a thing is written; empty where the message says enough."""
    shape = tuple("*" if at in (1, 3) else str(step) for at, step in enumerate(path))
    return f"write {_WRITE[shape]}" if shape in _WRITE else ""
