"""Totals and ties → places, winners, and what decided.

Places follow competition ranking (1-2-2-4) by the total, then by each tie-break in order. A race is won by reaching
its goal; a game with a verdict is won or lost against the rules themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scoring.fill import Position
from scoring.frozen import Frozen
from scoring.game import Game


class Ranking(Frozen):
    places: tuple[int, ...]
    winners: tuple[bool, ...]
    decided_by: str | None
    verdict: str | None


def tied(totals: Sequence[int], ties: Sequence[Sequence[int | None]]) -> list[int]:
    """Players who are equal to another in the total and in the ties looked at so far."""
    keys = [(total, *values) for total, values in zip(totals, ties, strict=True)]
    return [at for at, key in enumerate(keys) if keys.count(key) > 1]


def rank(game: Game, positions: Sequence[Position]) -> Ranking:
    """The end of the game. Every position holds the player's lines, total and the ties that are needed."""
    levels = [game.level(used) for used in range(len(game.ties) + 1)]
    wanted = [game.place, *levels, *(verdict.condition for verdict in game.verdicts)]
    if game.goal is not None:
        wanted.append(game.goal)
    compiled = game.functions(wanted)

    def ask(expression: Callable[..., int], at: int) -> int:
        return int(positions[at].of(expression))

    everyone = range(len(positions))
    places = tuple(ask(compiled[game.place], at) for at in everyone)
    first = [at for at in everyone if places[at] == 1]
    verdict: str | None = None
    decided: str | None = None
    if game.goal is not None:
        finished = any(ask(compiled[game.goal], at) for at in everyone)
        winners = first if finished else []
        decided = "goal" if finished else None
    elif game.verdicts:
        held = [band for band in game.verdicts if ask(compiled[band.condition], first[0])]
        verdict = held[0].id if held else "lose"
        winners = first if held and held[0].win else []
    else:
        winners = first
        if len(positions) > 1:
            names = ["total", *game.ties]
            decided = next(
                (name for name, level in zip(names, levels, strict=False) if ask(compiled[level], first[0]) == 1),
                "shared",
            )
    return Ranking(places, tuple(at in winners for at in everyone), decided, verdict)
