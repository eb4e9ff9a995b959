"""What the five games have in common: totals, places, tie-breaks, winners, and dealing out random tallies.

Written from the rules alone, without a look at `scoring/`, so that the two can check each other.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Tally = dict[str, Any]
Player = dict[str, Any]
Result = dict[str, Any]
Numbers = Mapping[str, Any]
Points = dict[str, int]

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")


class MissingNumberError(Exception):
    """A tally needs a number that stands on the players' own tiles or sheet; the message is its path."""


def known(value: object, path: str) -> int:
    """A printed number, or an error when nobody has told it to us."""
    if not isinstance(value, int):
        raise MissingNumberError(path)
    return value


def ladder(steps: Sequence[object], count: int, path: str) -> int:
    """Points for 1, 2, 3 … of a thing; more than the last step earn what the last step earns."""
    if count == 0:
        return 0
    if not steps:
        raise MissingNumberError(path)
    return known(steps[min(count, len(steps)) - 1], path)


def series(steps: Sequence[object], count: int, path: str) -> int:
    """Points for 1, 2, 3 … of a thing; after a full series the count starts again."""
    if count == 0:
        return 0
    if not steps:
        raise MissingNumberError(path)
    full, rest = divmod(count, len(steps))
    points = full * known(steps[-1], path) if full else 0
    return points + (known(steps[rest - 1], path) if rest else 0)


def result(
    tally: Tally,
    lines: Sequence[Points],
    ties: Sequence[Points] | None = None,
    goal: int | None = None,
    won: bool | None = None,
) -> Result:
    """The finished table: totals, places (1-2-2-4), winners and what decided.

    `lines` and `ties` hold one mapping per player, in the order of the tally. Every tie-break of the five
    games asks for the most, and orders all places. `goal` makes the game a race, `won` gives it a verdict.
    """
    names = [player["name"] for player in tally["players"]]
    ties = ties or [{} for _ in names]
    totals = [sum(points.values()) for points in lines]
    ranks = [(total, *values.values()) for total, values in zip(totals, ties, strict=True)]
    best = max(ranks)

    wins = [rank == best for rank in ranks]
    decided = _decided_by(ranks, ["total", *ties[0]]) if len(names) > 1 else None
    if goal is not None:
        finished = max(totals) >= goal
        wins = [finished and win for win in wins]
        decided = "goal" if finished else None
    if won is not None:
        wins = [won]

    return {
        "players": [
            {
                "name": name,
                "lines": dict(points),
                "total": total,
                "place": 1 + sum(other > rank for other in ranks),
                "winner": win,
                "ties": dict(values),
            }
            for name, points, total, rank, win, values in zip(names, lines, totals, ranks, wins, ties, strict=True)
        ],
        "winners": [name for name, win in zip(names, wins, strict=True) if win],
        "decided_by": decided,
        "verdict": None if won is None else "win" if won else "lose",
    }


def _decided_by(ranks: Sequence[tuple[int, ...]], what: Sequence[str]) -> str:
    """The first of total, tie-break, tie-break … that leaves exactly one winner."""
    best = max(ranks)
    for depth, name in enumerate(what, start=1):
        if sum(rank[:depth] == best[:depth] for rank in ranks) == 1:
            return name
    return "shared"


# Random tallies


def deal(rng: random.Random, supply: int, players: int) -> list[int]:
    """A supply shared out at random and never overdrawn; now and then everybody has as many."""
    if rng.random() < 0.3:
        return [rng.randint(0, supply // players)] * players
    hands = [0] * players
    for _ in range(rng.randint(0, supply)):
        hands[rng.randrange(players)] += 1
    return hands


def holder(rng: random.Random, players: int) -> int | None:
    """Who has the only one of its kind: a player's seat, or nobody."""
    seat = rng.randint(0, players)
    return seat if seat < players else None


def mapping(rng: random.Random, counts: Mapping[str, int]) -> dict[str, int]:
    """Counts by kind as people write them: a kind with 0 (a tick with no) is often left out."""
    return {kind: count for kind, count in counts.items() if count or rng.random() < 0.5}


def often_tied(rng: random.Random, draw: Callable[[], Tally], score: Callable[[Tally], Result]) -> Tally:
    """A random table; one time in three we look for one where the totals alone do not decide."""
    tally = draw()
    if rng.random() < 1 / 3:
        for _ in range(60):
            if score(tally)["decided_by"] != "total":
                break
            tally = draw()
    return tally
