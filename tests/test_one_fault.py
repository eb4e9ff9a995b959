"""One mistake of a person is one problem, at its place: nothing follows from it, and nothing hides it.

Every key of our own games is misspelt in turn, and every value replaced by one of another kind.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest

from scoring import expected, tally, yaml_file
from scoring.errors import PotagerError, Problem
from scoring.form import Path, replaced
from scoring.load import Library, assembled, load
from scoring.score import score
from scoring.yaml_file import Node

GAMES = Library().games()
ODD = cycle([[], {}, "zz zz", 2.5, True])
NOT_CHECKED = ("aid", "sheets")


def nodes(node: Node, path: Path = ()) -> Iterator[tuple[Path, Node]]:
    if path:
        yield path, node
    for key, inner in node.mapping.items():
        if path or key not in NOT_CHECKED:
            yield from nodes(inner, (*path, key))
    for at, inner in enumerate(node.entries):
        yield from nodes(inner, (*path, at))


def problems(root: Node) -> list[Problem]:
    try:
        assembled(root, "game")
    except PotagerError as error:
        return list(error.problems)
    return []


def told(found: list[Problem]) -> str:
    return "\n".join(map(str, found))


@pytest.mark.parametrize("game", GAMES)
def test_a_misspelt_key(game: str) -> None:
    root = yaml_file.read(GAMES[game])
    misspelt = 0
    for path, node in nodes(root):
        if not any(expected.is_model(one) for one in expected.at(path[:-1], root)):
            continue  # an id, or an entry of a list
        above = root.find(path[:-1])
        entries = {f"{key}q" if key == path[-1] else key: inner for key, inner in above.mapping.items()}
        found = problems(replaced(root, path[:-1], above.with_value(entries)))
        assert len(found) == 1, (path, told(found))
        assert found[0].mark == node.where
        assert found[0].what.endswith(f'does not know "{path[-1]}q"')
        assert found[0].hint == f'did you mean "{path[-1]}"?'
        misspelt += 1
    assert misspelt > 80


@pytest.mark.parametrize("game", GAMES)
def test_a_value_of_another_kind(game: str) -> None:
    root = yaml_file.read(GAMES[game])
    for path, node in nodes(root):
        value: Any = next(ODD)
        if type(value) is type(node.value):
            value = next(ODD)
        text = "" if isinstance(value, dict | list) else str(value)
        found = problems(replaced(root, path, Node(value, node.mark, node.key, text)))
        lines = {problem.mark.line for problem in found if problem.mark}
        # several only in the same line: a formula may have more than one fault
        assert lines <= {node.mark.line, node.where.line}, (path, value, told(found))


TALLIES = [
    (f"{game}-{id}", {"game": game, **example["tally"]})
    for game, file in GAMES.items()
    for id, example in yaml_file.read(file.parent / "examples.yaml").bare()["examples"].items()
]


@pytest.mark.parametrize("counted", [counted for _, counted in TALLIES], ids=[name for name, _ in TALLIES])
def test_a_fault_of_a_tally(counted: dict[str, Any]) -> None:
    game = load(counted["game"], counted.get("variants", []))
    root = yaml_file.parse(json.dumps(counted, indent=1))

    def problems(node: Node) -> list[Problem]:
        try:
            score(tally.look(node, game))
        except PotagerError as error:
            return list(error.problems)
        return []

    if problems(root):
        return  # the example is one of a number that nobody knows
    for path, node in nodes(root):
        if path[0] in ("game", "variants"):
            continue
        if isinstance(path[-1], str):
            above = root.find(path[:-1])
            entries = {f"{key}q" if key == path[-1] else key: inner for key, inner in above.mapping.items()}
            found = problems(replaced(root, path[:-1], above.with_value(entries)))
            assert len(found) == 1, (path, told(found))
            assert found[0].mark == node.where
            assert found[0].hint == f'did you mean "{path[-1]}"?'
        value: Any = next(ODD)
        if value is True:  # a tick may be that
            value = 2.5
        if type(value) is not type(node.value) and not (path[-1] == "name" and value == "zz zz"):
            text = "" if isinstance(value, dict | list) else str(value)
            found = problems(replaced(root, path, Node(value, node.mark, node.key, text)))
            assert len(found) == 1, (path, value, told(found))
            assert found[0].mark is not None
            assert found[0].mark.line in (node.mark.line, node.where.line)


def test_the_mistakes_are_seen_at_all() -> None:
    """Else the tests above would hold of a checker that finds nothing."""
    root = yaml_file.read(next(iter(GAMES.values())))
    assert problems(root) == []
    assert problems(replaced(root, ("title",), Node([], root.mark)))
