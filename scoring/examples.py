"""Finished games with known scores, beside the rules: docs, tests and a proof of every variant at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring import load, tally, yaml_file
from scoring.errors import Mark, PotagerError, Problem, RulesError, did_you_mean
from scoring.score import ScoreTable, score
from scoring.yaml_file import Node

_KEYS = ("title", "source", "confidence", "computed", "note", "tally", "scores", "winners", "decided_by", "verdict")


@dataclass(frozen=True, slots=True)
class Example:
    """One finished game of an examples file."""

    id: str
    node: Node
    game: str
    variants: tuple[str, ...]

    @property
    def title(self) -> str:
        title = self.node.mapping.get("title")
        return str(title.value) if title else self.id

    def tally_node(self) -> Node:
        """The tally in the usual form, with the game named."""
        inner = self.node["tally"]
        return Node({"game": Node(self.game, inner.mark), **inner.mapping}, inner.mark, inner.key)


@dataclass(frozen=True, slots=True)
class Difference:
    """Where an example and the rules disagree."""

    what: str
    mark: Mark
    expected: Any
    got: Any
    working: str = ""

    def problem(self, example: str) -> Problem:
        working = f" ({self.working})" if self.working and self.working != str(self.got) else ""
        return Problem(f'example "{example}": {self.what} should be {self.expected}, the rules give {self.got}{working}', self.mark)


def read(path: Path, game: str) -> list[Example]:
    """The examples of a file. Raises RulesError where it is malformed."""
    node = yaml_file.read(path, load.shown(path))
    problems: list[Problem] = []
    found: list[Example] = []
    for key, inner in node.mapping.items():
        if key not in ("potager", "examples"):
            problems.append(Problem(f'the file does not know "{key}"', inner.where, did_you_mean(key, ("potager", "examples"))))
    for id, inner in node.mapping.get("examples", Node({}, node.mark)).mapping.items():
        unknown = [key for key in inner.mapping if key not in _KEYS]
        for key in unknown:
            problems.append(Problem(f'example "{id}" does not know "{key}"', inner[key].where, did_you_mean(key, _KEYS)))
        if not isinstance(inner.mapping.get("tally", inner).value, dict) or "tally" not in inner.mapping:
            problems.append(Problem(f'example "{id}" lacks "tally"', inner.where))
            continue
        listed = inner["tally"].mapping.get("variants")
        names = listed.value if listed and isinstance(listed.value, list) else []
        found.append(Example(id, inner, game, tuple(str(name.value) for name in names)))
    if problems:
        raise RulesError(problems)
    return found


def play(example: Example, library: load.Library | None = None, folder: Path | None = None, game: Any = None) -> ScoreTable:
    """The score of an example by the rules as they are now."""
    node = example.tally_node()
    head = tally.header(node)
    if game is None:
        game = load.load(
            head.game, head.variants, library=library, beside=folder, mark=head.game_mark, variant_marks=head.variant_marks
        )
    return score(tally.read(node, game))


def differences(example: Example, table: ScoreTable) -> Iterator[Difference]:
    """Every number of an example that the rules do not give."""
    players = {player.name: player for player in table.players}
    for name, inner in example.node.mapping.get("scores", Node({}, example.node.mark)).mapping.items():
        if name not in players:
            yield Difference(f"{name} among the players", inner.where, "there", "nobody of this name")
            continue
        player = players[name]
        for key, node in inner.mapping.items():
            if key in ("total", "place"):
                if node.value != getattr(player, key):
                    yield Difference(f"{key} of {name}", node.mark, node.value, getattr(player, key))
            elif key == "lines":
                for line, expected in node.mapping.items():
                    got = player.lines.get(line)
                    if got is None:
                        yield Difference(f"line {line} of {name}", expected.where, expected.value, "no such line")
                    elif got.points != expected.value:
                        yield Difference(f"{line} of {name}", expected.mark, expected.value, got.points, got.working)
            elif key == "ties":
                for tie, expected in node.mapping.items():
                    if player.ties.get(tie) != expected.value:
                        yield Difference(f"tie {tie} of {name}", expected.mark, expected.value, player.ties.get(tie))
            else:
                yield Difference(f'"{key}" of {name}', node.where, "lines, total, place or ties", "something else")
    result = {"winners": table.winners, "decided_by": table.decided_by, "verdict": table.verdict}
    for key, got in result.items():
        if key in example.node.mapping and example.node[key].bare() != got:
            yield Difference(key, example.node[key].mark, example.node[key].bare(), got)


def problems(example: Example, **where: Any) -> list[Problem]:
    """What an example and the rules disagree on; also when it cannot be scored at all."""
    try:
        table = play(example, **where)
    except PotagerError as error:
        return list(error.problems)
    return [difference.problem(example.id) for difference in differences(example, table)]
