"""Diced Tomatoes: up to six harvested tomatoes, and what karma and unfinished vines are worth.

Variants: `risky` lifts a tomato whose score is its slot's number to 6 (`risky-seven`: to 7) and pays for red
dice left on vines instead of vines; `golden` allows gold dice; `solo` counts matches less misses,
`solo-matches` matches alone. `supercharge`, `mega` and `karma-overflow` change play, not the end.
"""

from __future__ import annotations

import random
from typing import Any

from .common import NAMES, Numbers, Player, Points, Result, Tally, often_tied, result

VARIANTS: list[list[str]] = [
    [],
    ["risky"],
    ["risky-seven"],
    ["risky", "risky-seven"],
    ["golden"],
    ["supercharge"],
    ["mega"],
    ["karma-overflow"],
    ["risky", "golden"],
    ["risky-seven", "golden"],
    ["golden", "supercharge"],
    ["risky", "golden", "supercharge"],
    ["risky-seven", "golden", "mega", "karma-overflow"],
    ["solo"],
    ["solo-matches"],
    ["golden", "solo"],
    ["golden", "solo-matches"],
]
MADE_UP_NUMBERS: dict[str, object] = {}

SLOTS = 6
HIGHEST = 6  # a vine worth more is overripe and never harvested


def score(tally: Tally, numbers: Numbers | None = None) -> Result:
    variants = tally["variants"]
    if _solo(variants):
        return _score_solo(tally)
    lift = 7 if "risky-seven" in variants else 6
    lines: list[Points] = []
    for player in tally["players"]:
        tomatoes = [value(tomato) for tomato in player["tomatoes"]]
        points = {
            "tomatoes": sum(tomatoes),
            "first_to_six": 2 if player.get("first_to_six") else 0,
            "karma": player["karma"] // 2,
        }
        if _risky(variants):
            points["matching"] = sum(lift - tomato for slot, tomato in enumerate(tomatoes, start=1) if tomato == slot)
            points["red_dice"] = player["red_dice"] // 3
        else:
            points["vines"] = player["vines"]
        lines.append(points)
    return result(tally, lines)


def value(tomato: int | dict[str, int]) -> int:
    """A tomato as written: its value, or the dice of its vine."""
    if isinstance(tomato, int):
        return tomato
    return tomato["seed"] - tomato.get("black", 0) + tomato.get("gold", 0)


def _score_solo(tally: Tally) -> Result:
    tomatoes = [value(tomato) for tomato in tally["players"][0]["tomatoes"]]
    matches = sum(tomato == slot for slot, tomato in enumerate(tomatoes, start=1))
    if "solo-matches" in tally["variants"]:
        return result(tally, [{"matches": matches}], won=len(tomatoes) == SLOTS)
    misses = len(tomatoes) - matches
    return result(tally, [{"matches": matches, "misses": -misses}], won=matches > misses)


def _solo(variants: list[str]) -> bool:
    return "solo" in variants or "solo-matches" in variants


def _risky(variants: list[str]) -> bool:
    return "risky" in variants or "risky-seven" in variants


def random_tally(rng: random.Random, variants: list[str], players: int | None = None) -> Tally:
    count = 1 if _solo(variants) else players or rng.randint(2, 6)
    return often_tied(rng, lambda: _draw(rng, variants, count), score)


def _draw(rng: random.Random, variants: list[str], count: int) -> Tally:
    players: list[Player] = []
    for name in NAMES[:count]:
        harvested = rng.choice([SLOTS, rng.randint(0, SLOTS)])
        player: Player = {
            "name": name,
            "tomatoes": [_tomato(rng, slot, "golden" in variants, count) for slot in range(1, harvested + 1)],
        }
        if not _solo(variants):
            player["karma"] = rng.randint(0, 6)
            if _risky(variants):
                player["red_dice"] = rng.randint(0, 9)
            else:
                player["vines"] = rng.randint(0, 3)
        players.append(player)
    if not _solo(variants):
        complete = [player for player in players if len(player["tomatoes"]) == SLOTS]
        first = rng.choice(complete) if complete else None
        for player in players:
            # only one player can be first, so the others need not say that they were not
            if player is first or rng.random() < 0.5:
                player["first_to_six"] = player is first
    return {"game": "diced-tomatoes", "variants": list(variants), "players": players}


def _tomato(rng: random.Random, slot: int, golden: bool, players: int) -> Any:
    """A vine of a red seed and three more dice, of which the table has two black and one gold a player."""
    if rng.random() < 0.3:
        return slot
    while True:
        black = rng.choice([0, 0, 0, 1, rng.randint(0, min(3, 2 * players))])
        gold = rng.choice([0, 0, 1, rng.randint(0, min(3, players))]) if golden else 0
        vine = {"seed": rng.randint(1, 6), "black": black, "gold": gold}
        if black + gold <= 3 and value(vine) <= HIGHEST:
            break
    if rng.random() < 0.5:
        return value(vine)
    return vine if rng.random() < 0.5 else {field: number for field, number in vine.items() if number}
