"""A tally that is still being counted: what is wanted next, and what is impossible already.

For whoever asks the players one question after the other. A number that was not asked yet is None in its row, also
where a finished tally would take it as 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from scoring.errors import Problem
from scoring.expression import Uses
from scoring.fill import Position
from scoring.frozen import Frozen
from scoring.game import Game, GameCheck
from scoring.python_code import MissingNumber
from scoring.ranking import tied
from scoring.score import _Scorer
from scoring.tally import Player, Tally

TABLE = -1  # the seat of what belongs to nobody

# (whose: a player's seat or TABLE, the place in that row)
Place: TypeAlias = tuple[int, int]


class Standing(Frozen):
    """Points as far as they can be told, and the lines that wait for a number of the players' own copy."""

    points: tuple[tuple[int | None, ...], ...]  # by player, in the game's layout
    printed: tuple[tuple[int, str], ...]  # (player, line)


class Tied(Frozen):
    """A tie that cannot be broken yet: who is level, and what has to be counted of them."""

    tie: str
    groups: tuple[tuple[int, ...], ...]  # players who are level with one another
    places: frozenset[Place]

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(seat for group in self.groups for seat in group)


def open_places(tally: Tally, uses: Uses, at: int) -> Iterator[Place]:
    """What an expression reads for one player and nobody has counted yet."""
    yield from ((at, place) for place in uses.own if tally.players[at].row[place] is None)
    yield from ((TABLE, place) for place in uses.table if tally.table[place] is None)
    for other, player in enumerate(tally.players):
        yield from ((other, place) for place in uses.others if player.row[place] is None)


def wanted(tally: Tally) -> frozenset[Place]:
    """What still has to be counted for the points: of lines whose points were typed, nothing."""
    found: set[Place] = set()
    for at, player in enumerate(tally.players):
        for line in tally.game.lines.values():
            if line.id not in player.points:
                found.update(open_places(tally, line.uses, at))
        for band in tally.game.verdicts:
            found.update(open_places(tally, band.uses, at))
    return frozenset(found)


def readers(game: Game, place: int) -> list[str]:
    """The lines that read a number of the players' row, their own or everybody's."""
    return [line.id for line in game.lines.values() if place in line.uses.own | line.uses.others]


def standing(tally: Tally) -> Standing:
    """The points of every line that can be told already."""
    game, players = tally.game, tally.players
    results: list[list[int | None]] = [[None] * len(game.layout) for _ in players]
    printed: list[tuple[int, str]] = []
    positions = _positions(tally, results)
    for id in game.order:
        line, place = game.lines[id], game.layout[id]
        for at, player in enumerate(players):
            if id in player.points:
                results[at][place] = player.points[id]
                continue
            if any(True for _ in open_places(tally, line.uses, at)):
                continue
            if any(results[at][game.layout[other]] is None for other in line.uses.lines):
                continue
            try:
                results[at][place] = positions[at].of(game.compiled[line.expression])
            except MissingNumber:
                printed.append((at, id))
            except (ZeroDivisionError, TypeError):
                continue  # told when the whole table is scored
    return Standing(tuple(map(tuple, results)), tuple(printed))


def undecided(tally: Tally) -> Tied | None:
    """The first tie that is needed and not counted, once all points are known; None when there is none."""
    game = tally.game
    if game.goal is not None:
        return None
    results = [list(row) for row in standing(tally).points]
    totals: list[int] = []
    for row in results:
        points = row[: len(game.lines)]
        known = [number for number in points if number is not None]
        if len(known) < len(points):
            return None
        totals.append(sum(known))
        row[game.layout["total"]] = totals[-1]
    values: list[list[int | None]] = [[] for _ in totals]
    for id, tie in game.ties.items():
        level = tied(totals, values)
        places = {
            place for at in level if id not in tally.players[at].ties for place in open_places(tally, tie.uses, at)
        }
        if places:
            keys = [(total, *mine) for total, mine in zip(totals, values, strict=True)]
            groups = dict.fromkeys(keys[at] for at in level)
            together = tuple(tuple(at for at in level if keys[at] == key) for key in groups)
            return Tied(id, together, frozenset(places))
        positions = _positions(tally, results)
        for at, player in enumerate(tally.players):
            if id in player.ties:
                value: int | None = player.ties[id]
            else:
                value = _tie_value(game, id, positions[at]) if at in level else None
            results[at][game.layout[f"tie:{id}"]] = value
            values[at].append(value)
    return None


def _tie_value(game: Game, tie: str, position: Position) -> int | None:
    try:
        value: int = position.of(game.compiled[game.ties[tie].expression])
    except (MissingNumber, ZeroDivisionError, TypeError):
        return None  # told when the whole table is scored
    return value


def impossible(tally: Tally) -> tuple[list[Problem], list[Problem]]:
    """What cannot be, by what is counted so far: numbers by themselves, and numbers beside one another.

    A supply may be overdrawn before everybody has counted.
    """
    checks = [check for check in tally.game.checks if check.error and not (check.uses.lines or check.uses.total)]
    alone = [check for check in checks if check.of is not None and not check.uses.others]
    supplies = [check for check in checks if check.of is not None and check.uses.others]
    together = [check for check in checks if check.of is None]
    return _failed(tally, alone), _failed(_at_least(tally), supplies) + _failed(tally, together)


def _failed(tally: Tally, checks: list[GameCheck]) -> list[Problem]:
    scorer = _Scorer(tally)
    scorer.check(checks, _positions(tally, [[None] * len(tally.game.layout) for _ in tally.players]))
    return scorer.problems


def _at_least(tally: Tally) -> Tally:
    """The same tally with the smallest possible number wherever nothing was counted yet."""
    lowest: dict[int, Any] = {}
    for count in tally.game.counts.values():
        if count.shared:
            continue
        if count.is_list:
            entries = count.counted.entries
            lowest[count.places[0]] = () if entries and entries.bounds[0][0] >= 0 else None
        for place, number in zip(count.places, count.counted.numbers.values(), strict=False):
            lowest[place] = number.least
    return with_rows(
        tally,
        [
            tuple(lowest[at] if value is None else value for at, value in enumerate(player.row))
            for player in tally.players
        ],
        tally.table,
    )


def with_rows(tally: Tally, rows: Sequence[tuple[Any, ...]], table: tuple[Any, ...]) -> Tally:
    """The same tally with other numbers."""
    players = tuple(
        Player(player.name, row, player.points, player.ties, player.node)
        for player, row in zip(tally.players, rows, strict=True)
    )
    return Tally(tally.game, players, table, tally.node)


def _positions(tally: Tally, results: list[list[int | None]]) -> list[Position]:
    rows = [player.row for player in tally.players]
    return [Position(row, mine, tally.table, rows, results) for row, mine in zip(rows, results, strict=True)]
