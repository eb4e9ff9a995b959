"""Finished games with known scores, beside the rules: docs, tests and a proof of every variant at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring import load, tally, yaml_file
from scoring.errors import Mark, PotagerError, Problem, RulesError, did_you_mean, nearest, quoted
from scoring.game import Game
from scoring.library import Library, shown
from scoring.score import ScoreTable, score
from scoring.yaml_file import Node

_KEYS = ("title", "source", "confidence", "computed", "note", "tally", "scores", "winners", "decided_by", "verdict")
_SCORES = ("lines", "total", "place", "ties")


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
    instead: str = ""  # what there is, when the rules do not know such a thing at all

    def problem(self, example: str) -> Problem:
        working = f" ({self.working})" if self.working and self.working != str(self.got) else ""
        got = self.instead or f"the rules give {_said(self.got)}{working}"
        what = f"example {quoted(example)}: {self.what} should be {_said(self.expected)}, but {got}"
        return Problem(what, self.mark)


def _said(value: Any) -> str:
    """A value as a person says it."""
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "nobody"
    return "nothing" if value is None else str(value)


# -- reading


def read(path: Path, game: str) -> list[Example]:
    """The examples of a file. Raises RulesError where it is malformed."""
    found, problems = look(path, game)
    if problems:
        raise RulesError(problems)
    return found


def look(path: Path, game: str) -> tuple[list[Example], list[Problem]]:
    """The examples of a file that can be read, and every problem of its form."""
    problems: list[Problem] = []
    node = yaml_file.read(path, shown(path), problems)
    for key, inner in node.mapping.items():
        if key not in ("potager", "examples"):
            problems.append(_odd("the file", key, inner, ("potager", "examples")))
    examples = node.mapping.get("examples")
    if examples is None or not isinstance(examples.value, dict):
        spot = examples.spot if examples else node.mark
        hint = "write examples: {first: {tally: …, scores: …}}"
        return [], [*problems, Problem("a file of examples needs examples by name", spot, hint)]
    found = []
    for id, inner in examples.mapping.items():
        wrong = list(_form(id, inner))
        problems += wrong
        if not wrong:
            listed = inner["tally"].mapping.get("variants")
            names = ([listed] if isinstance(listed.value, str) else listed.entries) if listed else []
            found.append(Example(id, inner, game, tuple(str(name.value) for name in names)))
    return found, problems


def _form(id: str, node: Node) -> Iterator[Problem]:
    """What is wrong with the form of one example."""
    who = f"example {quoted(id)}"
    if not isinstance(node.value, dict):
        yield Problem(f"{who} needs a tally and scores", node.spot, "write {tally: …, scores: …}")
        return
    for key, inner in node.mapping.items():
        if key not in _KEYS:
            yield _odd(who, key, inner, _KEYS)
    if "tally" not in node.mapping:
        if not any(nearest(key, _KEYS) == "tally" for key in node.mapping):
            yield Problem(f'{who} lacks "tally"', node.where, "write tally: {players: …}")
    elif not isinstance(node["tally"].value, dict):
        yield Problem(f"{who}: tally needs players", node["tally"].spot, "write tally: {players: …}")
    if "winners" in node.mapping and not isinstance(node["winners"].value, list):
        name = node["winners"].text or "Ann"
        yield Problem(f"{who}: winners needs a list of names", node["winners"].spot, f"write winners: [{name}]")
    scores = node.mapping.get("scores")
    if scores is None:
        return
    if not isinstance(scores.value, dict):
        yield Problem(f"{who}: scores needs the players by name", scores.spot, "write scores: {Ann: {total: 103}}")
    for name, inner in scores.mapping.items():
        yield from _score_form(f"{who}, {name}", inner)


def _score_form(who: str, node: Node) -> Iterator[Problem]:
    if not isinstance(node.value, dict):
        hint = f"write total: {node.text}" if isinstance(node.value, int) else "write {total: 103}"
        yield Problem(f"{who}: a score has lines, total, place or ties", node.spot, hint)
    for key, inner in node.mapping.items():
        if key not in _SCORES:
            yield _odd(who, key, inner, _SCORES)
        elif key in ("total", "place"):
            yield from _number_form(f"{who}: {key}", inner)
        elif not isinstance(inner.value, dict):
            yield Problem(f"{who}: {key} needs points by name", inner.spot, f"write {key}: {{…: 12}}")
        else:
            for id, number in inner.mapping.items():
                yield from _number_form(f"{who}: {id}", number)


def _number_form(who: str, node: Node) -> Iterator[Problem]:
    if not isinstance(node.value, int) or isinstance(node.value, bool):
        said = quoted(node.text) if node.text else "something else"
        yield Problem(f"{who} needs a whole number, not {said}", node.spot, yaml_file.surprise(node, "number"))


def _odd(who: str, key: str, node: Node, known: tuple[str, ...]) -> Problem:
    hint = did_you_mean(key, known, f"known are: {', '.join(known)}")
    return Problem(f"{who} does not know {quoted(key)}", node.where, hint)


# -- playing


def play(
    example: Example, library: Library | None = None, folder: Path | None = None, game: Game | None = None
) -> ScoreTable:
    """The score of an example by the rules as they are now."""
    node = example.tally_node()
    head = tally.header(node)
    if game is None:
        game = load.load(
            head.game,
            head.variants,
            library=library,
            beside=folder,
            mark=head.game_mark,
            variant_marks=head.variant_marks,
        )
    return score(tally.look(node, game))


def differences(example: Example, table: ScoreTable) -> Iterator[Difference]:
    """Every number of an example that the rules do not give."""
    players = {player.name: player for player in table.players}
    for name, inner in _entries(example.node, "scores").items():
        if name not in players:
            there = f"players are: {', '.join(players)}"
            yield Difference("a player", inner.where, name, None, instead=there)
            continue
        player = players[name]
        for key in ("total", "place"):
            expected = inner.mapping.get(key)
            if expected is not None and expected.value != getattr(player, key):
                yield Difference(f"{key} of {name}", expected.spot, expected.value, getattr(player, key))
        for line, expected in _entries(inner, "lines").items():
            got = player.lines.get(line)
            if got is None:
                there = "there is no such line"
                yield Difference(f"{line} of {name}", expected.where, expected.value, None, instead=there)
            elif got.points != expected.value:
                yield Difference(f"{line} of {name}", expected.spot, expected.value, got.points, got.working)
        for tie, expected in _entries(inner, "ties").items():
            value = player.ties.get(tie)
            there = "" if tie in player.ties else "there is no such tie"
            if value != expected.value:
                what = f"{tie} of {name}, when tied,"
                yield Difference(what, expected.spot, expected.value, value, instead=there)
    result = {"winners": table.winners, "decided_by": table.decided_by, "verdict": table.verdict}
    for key, got_ in result.items():
        if key in example.node.mapping and example.node[key].bare() != got_:
            yield Difference(key, example.node[key].spot, example.node[key].bare(), got_)


def _entries(node: Node, key: str) -> Mapping[str, Node]:
    return node.mapping[key].mapping if key in node.mapping else {}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an example: its score, or what stands in the way of one; and every number that differs."""

    example: Example
    table: ScoreTable | None
    problems: tuple[Problem, ...] = ()
    differences: tuple[Difference, ...] = ()

    def proved(self, line: str) -> bool:
        """Whether the example says what a line is worth, by itself or within a total, and it is not just 0."""
        said = _entries(self.example.node, "scores")
        for player in self.table.players if self.table else ():
            got = player.lines.get(line)
            told = said[player.name].mapping if player.name in said else {}
            named = line in told["lines"].mapping if "lines" in told else False
            if got is not None and got.points and (named or "total" in told):
                return True
        return False

    def as_table(self) -> str:
        """The numbers that differ: where they stand, what was expected, what came, and how it came about."""
        rows = [("", "", "expected", "got", "working")]
        for one in self.differences:
            got = one.instead or _said(one.got)
            rows.append((str(one.mark), one.what, _said(one.expected), got, one.working))
        widths = [max(len(row[at]) for row in rows) for at in range(5)]
        sides = ("<", "<", ">", ">", "<")
        said = ["  ".join(map(format, row, map("{}{}".format, sides, widths))).rstrip() for row in rows]
        return "\n  ".join([f"example {quoted(self.example.id)} gives other numbers:", *said])


def outcome(
    example: Example, library: Library | None = None, folder: Path | None = None, game: Game | None = None
) -> Outcome:
    """Play an example, and compare."""
    try:
        table = play(example, library, folder, game)
    except PotagerError as error:
        return Outcome(example, None, tuple(_within(example, problem) for problem in error.problems))
    different = tuple(differences(example, table))
    return Outcome(example, table, tuple(one.problem(example.id) for one in different), different)


def problems(
    example: Example, library: Library | None = None, folder: Path | None = None, game: Game | None = None
) -> list[Problem]:
    """What an example and the rules disagree on; also when it cannot be scored at all."""
    return list(outcome(example, library, folder, game).problems)


def _within(example: Example, problem: Problem) -> Problem:
    """A problem of an example's own tally, with the example named."""
    if problem.mark is None or problem.mark.file != example.node.mark.file:
        return problem
    return Problem(f"example {quoted(example.id)}: {problem.what}", problem.mark, problem.hint)
