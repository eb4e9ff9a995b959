"""What is worth a second look in rules that hold together: nothing here is wrong for sure.

A teacher's notes: a ladder with a hole, a step that no count can reach, a case behind one that always holds first, a
condition that sheets would print as it is written, a line that no example proves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise, product
from math import prod

from scoring.errors import Mark, Problem, quoted
from scoring.examples import Outcome
from scoring.expression import (
    Absolute,
    Binary,
    Choice,
    Compare,
    Count,
    Expression,
    Extreme,
    Logic,
    Not,
    Number,
    Steps,
    Sum,
    bounds,
    walk,
)
from scoring.game import Game, GameLine
from scoring.lines.cases import Cases
from scoring.lines.ladder import Ladder
from scoring.lines.steps import RowSteps
from scoring.words import signed

MOST_TRIED = 20_000  # hands of counts, to see whether a case is ever reached
_CALCULATED = (Absolute, Binary, Compare, Count, Extreme, Logic, Not, Number, Sum)  # what can be tried out


def look(game: Game) -> list[Problem]:
    """Notes on every line of a game, each at its place in the file."""
    return [note for line in game.lines.values() for note in _line(game, line)]


def unproved(game: Game, outcomes: Sequence[Outcome], base: Game | None = None) -> list[Problem]:
    """Lines whose points no example says. Of a variant only those that it adds or changes (`base`: without it)."""
    lines = [id for id in game.lines if base is None or id not in base.lines or not _alike(game, base, id)]
    bare = [
        id
        for id in lines
        if not any(one.table and _alike(game, one.table.game, id) and one.proved(id) for one in outcomes)
    ]
    return [Problem(f"no example proves line {quoted(id)}", _written(game, id)) for id in bare]


def _written(game: Game, line: str) -> Mark:
    """Where a line is written, or changed last."""
    places = [
        file.find(("lines", line)).where for file in reversed(game.written) if line in file.find(("lines",)).mapping
    ]
    return places[0] if places else game.node.find(("lines", line)).where


def _alike(one: Game, other: Game, line: str) -> bool:
    """Whether a line scores the same way in two games."""
    models = [game.rules.lines.get(line) for game in (one, other)]
    return models[0] == models[1] and models[0] is not None


def _line(game: Game, line: GameLine) -> Iterator[Problem]:
    model = line.model
    if isinstance(model, Ladder) and isinstance(model.ladder, dict):
        yield from _holes(game, line.id, model.steps())
    if isinstance(model, Ladder | RowSteps):
        yield from _beyond(game, line)
    if isinstance(model, Cases):
        yield from _never(game, line, model)
        yield from _bare(game, line.id, model)


def _note(game: Game, path: tuple[str | int, ...], what: str, hint: str = "") -> Problem:
    return Problem(what, game.node.find(path).where, hint)


def _holes(game: Game, line: str, steps: list[tuple[int, int | None]]) -> Iterator[Problem]:
    """A ladder whose steps follow one another but for one gap: the step may have been forgotten."""
    gaps = [pair for pair in pairwise(steps) if pair[1][0] - pair[0][0] > 1]
    if len(gaps) != 1:
        return
    (before, points), (after, _) = gaps[0]
    between = str(before + 1) if after - before == 2 else f"{before + 1} to {after - 1}"
    gives = "gives" if after - before == 2 else "give"
    worth = "as much" if points is None else f"{signed(points)} points"
    what = f"line {quoted(line)}: {between} {gives} {worth}, as {before} does; the next step is {after}"
    yield _note(game, ("lines", line, "ladder", str(after)), what, "add a step if one is missing")


def _beyond(game: Game, line: GameLine) -> Iterator[Problem]:
    """Steps above what can be counted."""
    key = "ladder" if isinstance(line.model, Ladder) else "points"
    tables = [node for node in walk(line.expression) if isinstance(node, Steps) and node.path]
    if not tables:
        return
    reached = max(_highest(game, table.index) for table in tables)
    for at, threshold in enumerate(tables[0].thresholds):
        if threshold > reached:
            named = isinstance(getattr(line.model, key), dict)
            place: str | int = str(threshold) if named else at
            what = f"line {quoted(line.id)}: {key} {threshold} is never reached; there can be at most {reached}"
            yield _note(game, ("lines", line.id, key, place), what)


def _highest(game: Game, number: Expression) -> int:
    """The most that can be counted: by its `most`, and by how many there are."""
    high = bounds(number, dict(game.bounds), None, (1, game.rules.players.most))[1]
    if not isinstance(number, Count):
        return high
    id, _, kind = number.name.partition(".")
    rule = game.counts[id].rule
    supply = game.counts[id].kinds[kind].supply if kind else None
    there = rule.supply if supply is None else supply
    if there is None:
        return high
    return min(high, there if isinstance(there, int) else max(there.values()))


def _never(game: Game, line: GameLine, model: Cases) -> Iterator[Problem]:
    """Cases behind others that hold whenever they do, tried over all that can be counted; and behind one without a
    condition."""
    unless = next((id for id, case in model.cases.items() if case.when is None), "")
    ids = list(model.cases)
    first = ids.index(unless) if unless else len(ids)
    for id in ids[first + 1 :]:
        what = f"line {quoted(line.id)}: case {quoted(id)} is never reached"
        yield _note(game, ("lines", line.id, "cases", id), what, f"{unless} before it always holds")
    conditions = list(_conditions(line.expression))[:first]
    reached = _reached(game, conditions)
    for at, id in enumerate(ids[: len(conditions)]):
        if reached is not None and at not in reached:
            what = f"line {quoted(line.id)}: case {quoted(id)} is never reached"
            yield _note(game, ("lines", line.id, "cases", id), what, "those before it hold first, or it cannot hold")


def _conditions(node: Expression) -> Iterator[Expression]:
    """Those of the cases of a line, in their order."""
    while isinstance(node, Choice):
        yield node.condition
        node = node.no


def _reached(game: Game, conditions: list[Expression]) -> set[int] | None:
    """Which of some conditions is the first to hold for some hand of counts; None where that cannot be tried out."""
    parts = [part for condition in conditions for part in walk(condition)]
    counts = {part.place: part for part in parts if isinstance(part, Count)}
    plain = all(isinstance(part, _CALCULATED) and not getattr(part, "shared", False) for part in parts)
    if not conditions or not plain:
        return None
    hands = {place: _tried(game, count, parts) for place, count in counts.items()}
    if prod(map(len, hands.values())) > MOST_TRIED:
        return None
    functions = game.functions(conditions)
    row = [0] * game.player_places
    reached = set()
    for hand in product(*hands.values()):
        for place, value in zip(hands, hand, strict=True):
            row[place] = value
        held = (at for at, one in enumerate(conditions) if functions[one](row, (), (), 1, (row,), ((),)))
        reached.add(next(held, -1))
    return reached


def _tried(game: Game, count: Count, parts: list[Expression]) -> Collection[int]:
    """Numbers of a count that are tried: around those it is compared with where it is only compared, else all."""
    top = _highest(game, count)
    compared = [part for part in parts if isinstance(part, Compare)]
    around = {part.value + step for part in parts if isinstance(part, Number) for step in (-1, 0, 1)}
    simple = all(isinstance(side, Count | Number) for part in compared for side in (part.left, part.right))
    if simple and all(isinstance(part.left, Number) or isinstance(part.right, Number) for part in compared):
        return sorted(value for value in {count.least, top, *around} if count.least <= value <= top)
    return range(count.least, top + 1)


def _bare(game: Game, line: str, model: Cases) -> Iterator[Problem]:
    """Conditions that nobody has put in words."""
    for id, case in model.cases.items():
        if case.when and not case.label and model.rule is None:
            what = f"line {quoted(line)}: sheets print case {quoted(id)} as {quoted(case.when)}"
            yield _note(game, ("lines", line, "cases", id), what, "give it a label")
