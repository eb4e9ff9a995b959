"""Harvest Dice: vegetables at the market's price, ribbons for full rows, and the pig.

Variants: `advanced` adds four ribbons for the most of something; `pig-running-total` takes only the points
printed beside the last complete pig row instead of adding them up. These points stand only on the sheet.
"""

from __future__ import annotations

import random

from .common import NAMES, Numbers, Player, Points, Result, Tally, known, mapping, often_tied, result

VARIANTS: list[list[str]] = [
    [],
    ["advanced"],
    ["pig-running-total"],
    ["advanced", "pig-running-total"],
]
MADE_UP_NUMBERS: dict[str, object] = {"lines.pig.points": [3, 1, 4, 7, 5, 9, 8]}

KINDS = ("lettuce", "tomato", "carrot")
BEDS = 18  # three rows of six
CIRCLES = 42  # seven pig rows of six


def score(tally: Tally, numbers: Numbers | None = None) -> Result:
    market = tally["table"]["market"]
    pig_points = list((numbers or {}).get("lines.pig.points", [None] * 7))
    lines: list[Points] = []
    ties: list[Points] = []
    for player in tally["players"]:
        garden = player["garden"]
        points = {kind: garden.get(kind, 0) * market.get(kind, 0) for kind in KINDS}
        points["ribbons"] = 5 * player["rows"]
        complete = pig_points[: player["pig"] // 6]
        if "pig-running-total" in tally["variants"]:
            complete = complete[-1:]
        points["pig"] = sum(known(number, "lines.pig.points") for number in complete)
        lines.append(points)
        ties.append({"vegetables": sum(garden.values()), "pig_circles": player["pig"]})

    if "advanced" in tally["variants"]:
        for kind in KINDS:
            _ribbon_for_most(lines, kind, [player["garden"].get(kind, 0) for player in tally["players"]])
        _ribbon_for_most(lines, "pig", [player["pig"] for player in tally["players"]])
    return result(tally, lines, ties)


def _ribbon_for_most(lines: list[Points], what: str, counts: list[int]) -> None:
    """5 points to whoever has the most; all who are tied get them, even when the most is none."""
    for points, count in zip(lines, counts, strict=True):
        points[f"most_{what}"] = 5 if count == max(counts) else 0


def random_tally(rng: random.Random, variants: list[str], players: int | None = None) -> Tally:
    count = players or rng.randint(2, 4)
    return often_tied(rng, lambda: _draw(rng, variants, count), lambda tally: score(tally, MADE_UP_NUMBERS))


def _draw(rng: random.Random, variants: list[str], count: int) -> Tally:
    lowest = 0 if "advanced" in variants else 1  # the basic sheet comes with one circle crossed
    market = {kind: rng.randint(lowest, 6) for kind in KINDS}
    players: list[Player] = []
    for name in NAMES[:count]:
        if players and rng.random() < 0.2:  # a twin, perhaps with other circles in the same pig row
            twin = rng.choice(players)
            pig = rng.choice([twin["pig"], min(CIRCLES, twin["pig"] // 6 * 6 + rng.randrange(6))])
            players.append({**twin, "name": name, "pig": pig})
            continue
        planted = rng.choice([0, BEDS, rng.randint(0, BEDS), rng.randint(6, BEDS)])
        first, second = sorted(rng.randint(0, planted) for _ in range(2))
        garden = {"lettuce": first, "tomato": second - first, "carrot": planted - second}
        players.append(
            {
                "name": name,
                "garden": mapping(rng, garden),
                "rows": rng.randint(max(0, planted - 15), planted // 6),
                "pig": rng.choice([0, rng.randint(0, 14), rng.randint(0, CIRCLES)]),
            }
        )
    return {
        "game": "harvest-dice",
        "variants": list(variants),
        "table": {"market": mapping(rng, market)},
        "players": players,
    }
