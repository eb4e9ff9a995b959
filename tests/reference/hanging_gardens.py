"""The Hanging Gardens (2008): series of tiles, and the persons who go with them.

Variant: `person-at-two` gives a person the second value from two tiles of its kind on; otherwise it takes
a full series. Several ladders stand only on the tiles themselves, so they come in `numbers`.
"""

from __future__ import annotations

import random

from .common import (
    NAMES,
    MissingNumberError,
    Numbers,
    Player,
    Points,
    Result,
    Tally,
    deal,
    holder,
    known,
    mapping,
    often_tied,
    result,
    series,
)

VARIANTS: list[list[str]] = [[], ["person-at-two"]]
MADE_UP_NUMBERS: dict[str, object] = {
    "lines.king.ladder": [4, 13],
    "lines.tiger.ladder": [3, 7, 19],
    "lines.chalice.ladder": [1, 2, 9, 11, 23],
    "lines.gate.ladder": [0, 5, 12, 25],
    "lines.sculptor.with_series": 12,
    "lines.priest.with_series": 8,
}

TILES = {"queen": 4, "king": 4, "tiger": 6, "garden": 6, "statue": 6, "chalice": 10, "gate": 8}
LADDERS: dict[str, list[int | None]] = {
    "queen": [1, 15],
    "king": [],
    "tiger": [],
    "garden": [2, 8, 16],
    "statue": [1, 3, 20],
    "chalice": [],
    "gate": [0, 5, None, 25],
}
COMPANIONS = {"animal_handler": "tiger", "gardener": "garden", "sculptor": "statue", "priest": "chalice"}
WITH_SERIES = {"animal_handler": 10, "gardener": 11, "sculptor": None, "priest": None}
PERSONS = [*COMPANIONS, "guard"]


def score(tally: Tally, numbers: Numbers | None = None) -> Result:
    numbers = numbers or {}
    at_two = "person-at-two" in tally["variants"]
    lines: list[Points] = []
    ties: list[Points] = []
    for player in tally["players"]:
        tiles = {kind: player["tiles"].get(kind, 0) for kind in TILES}
        held = [person for person in PERSONS if player.get("persons", {}).get(person)]
        points = {kind: series(_ladder(kind, numbers), tiles[kind], f"lines.{kind}.ladder") for kind in TILES}
        for person, kind in COMPANIONS.items():
            points[person] = _companion(person, tiles[kind], at_two, numbers) if person in held else 0
        points["guard"] = 3 * tiles["gate"] if "guard" in held else 0
        points["compensation"] = 5 * player["compensation"]
        lines.append(points)
        ties.append({"point_tiles": sum(tiles.values()) + len(held)})
    return result(tally, lines, ties)


def _ladder(kind: str, numbers: Numbers) -> list[int | None]:
    return list(numbers.get(f"lines.{kind}.ladder", LADDERS[kind]))


def _companion(person: str, tiles: int, at_two: bool, numbers: Numbers) -> int:
    """A person alone earns 3; with a full series (or from two tiles on) the second value, and only once."""
    if tiles == 0:
        return 3
    kind = COMPANIONS[person]
    enough = 2 if at_two else len(_ladder(kind, numbers))
    if not enough:
        raise MissingNumberError(f"lines.{kind}.ladder")
    if tiles < enough:
        return 3
    path = f"lines.{person}.with_series"
    return known(numbers.get(path, WITH_SERIES[person]), path)


def random_tally(rng: random.Random, variants: list[str], players: int | None = None) -> Tally:
    count = players or rng.randint(2, 4)
    return often_tied(rng, lambda: _draw(rng, variants, count), lambda tally: score(tally, MADE_UP_NUMBERS))


def _draw(rng: random.Random, variants: list[str], count: int) -> Tally:
    hands = {kind: deal(rng, supply, count) for kind, supply in TILES.items()}
    if rng.random() < 0.3:  # a table that scores without any number of its own
        hands |= {kind: [0] * count for kind in TILES if not LADDERS[kind]}
    holders = {person: holder(rng, count) for person in PERSONS}
    players: list[Player] = [
        {
            "name": name,
            "tiles": mapping(rng, {kind: hand[seat] for kind, hand in hands.items()}),
            "persons": mapping(rng, {person: who == seat for person, who in holders.items()}),
            "compensation": rng.choice([0, 0, 0, 1]),
        }
        for seat, name in enumerate(NAMES[:count])
    ]
    return {"game": "hanging-gardens", "variants": list(variants), "players": players}
