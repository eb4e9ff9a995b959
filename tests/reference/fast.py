"""The base rules of the five games as straight functions over tuples: the floor that benchmarks compare with.

Every function takes `players` (one tuple each), `table` (what all share) and `numbers` (what is printed on the
players' own tiles or sheet, by path), and gives `(points of each line, total, place)` for each player.
Points stand in the order of the lines of the game. `flat` turns a tally into such tuples:

| Game | A player's tuple | table |
|---|---|---|
| garden_dice | track, squash, carrot, tomato, artichoke, eggplant, unplanted, sun | () |
| hanging_gardens | queen, king, tiger, garden, statue, chalice, gate, animal_handler, gardener, sculptor, priest, guard, compensation | () |
| harvest_dice | lettuce, tomato, carrot, rows, pig | lettuce, tomato, carrot |
| grasshopper_ant | tablecloth, tiles, stone, wood, (cards of each insect) | () |
| diced_tomatoes | (value of each tomato), first_to_six, karma, vines | () |
"""  # noqa: E501 - a table

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .common import Tally
from .diced_tomatoes import value

Flat = tuple[Any, ...]
Numbers = Mapping[str, Any]
Scores = list[tuple[tuple[int, ...], int, int]]

GROUPS = (0, 0, 0, 10, 15, 20, 20, 20, 20, 20, 20)
SHELF = (0, 1, 3, 6, 10)
QUEEN = (1, 15)
GARDEN = (2, 8, 16)
STATUE = (1, 3, 20)


def garden_dice(players: Sequence[Flat], table: Flat = (), numbers: Numbers | None = None) -> Scores:
    rows = []
    for track, squash, carrot, tomato, artichoke, eggplant, unplanted, sun in players:
        points = (
            track,
            -5 * (unplanted - 1) if unplanted > 1 else 0,
            15 * min(squash, carrot, tomato, artichoke, eggplant),
            GROUPS[squash] + GROUPS[carrot] + GROUPS[tomato] + GROUPS[artichoke] + GROUPS[eggplant],
            5 if sun else 0,
        )
        harvested_value = squash + 2 * carrot + 3 * tomato + 4 * artichoke + 5 * eggplant
        rows.append((points, (sum(points), harvested_value)))
    return _placed(rows)


def hanging_gardens(players: Sequence[Flat], table: Flat = (), numbers: Numbers | None = None) -> Scores:
    numbers = numbers or {}
    kings = numbers["lines.king.ladder"]
    tigers = numbers["lines.tiger.ladder"]
    chalices = numbers["lines.chalice.ladder"]
    gates = numbers["lines.gate.ladder"]
    sculptor_value = numbers["lines.sculptor.with_series"]
    priest_value = numbers["lines.priest.with_series"]
    rows = []
    for (
        queen, king, tiger, garden, statue, chalice, gate,
        animal_handler, gardener, sculptor, priest, guard, compensation,
    ) in players:  # fmt: skip
        points = (
            _series(QUEEN, queen),
            _series(kings, king),
            _series(tigers, tiger),
            _series(GARDEN, garden),
            _series(STATUE, statue),
            _series(chalices, chalice),
            _series(gates, gate),
            (10 if tiger >= len(tigers) else 3) if animal_handler else 0,
            (11 if garden >= 3 else 3) if gardener else 0,
            (sculptor_value if statue >= 3 else 3) if sculptor else 0,
            (priest_value if chalice >= len(chalices) else 3) if priest else 0,
            3 * gate if guard else 0,
            5 * compensation,
        )
        tiles = queen + king + tiger + garden + statue + chalice + gate
        persons = animal_handler + gardener + sculptor + priest + guard
        rows.append((points, (sum(points), tiles + persons)))
    return _placed(rows)


def harvest_dice(players: Sequence[Flat], table: Flat = (1, 1, 1), numbers: Numbers | None = None) -> Scores:
    pig_points = (numbers or {})["lines.pig.points"]
    lettuce_price, tomato_price, carrot_price = table
    rows = []
    for lettuce, tomato, carrot, full, pig in players:
        points = (
            lettuce * lettuce_price,
            tomato * tomato_price,
            carrot * carrot_price,
            5 * full,
            sum(pig_points[: pig // 6]),
        )
        rows.append((points, (sum(points), lettuce + tomato + carrot, pig)))
    return _placed(rows)


def grasshopper_ant(players: Sequence[Flat], table: Flat = (), numbers: Numbers | None = None) -> Scores:
    steps = (0, *(numbers or {})["lines.insects.ladder"])
    last = len(steps) - 1
    rows = []
    for tablecloth, tiles, stone, wood, insects in players:
        insect_points = 0
        for cards in insects:
            insect_points += steps[cards if cards < last else last]
        points = (SHELF[tablecloth], SHELF[tiles], SHELF[stone], SHELF[wood], insect_points)
        rows.append((points, (sum(points), sum(insects))))
    return _placed(rows)


def diced_tomatoes(players: Sequence[Flat], table: Flat = (), numbers: Numbers | None = None) -> Scores:
    rows = []
    for tomatoes, first_to_six, karma, vines in players:
        points = (sum(tomatoes), 2 if first_to_six else 0, karma // 2, vines)
        rows.append((points, (sum(points),)))
    return _placed(rows)


def _series(ladder: Sequence[int], count: int) -> int:
    full, rest = divmod(count, len(ladder))
    return full * ladder[-1] + (ladder[rest - 1] if rest else 0)


def _placed(rows: Sequence[tuple[tuple[int, ...], tuple[int, ...]]]) -> Scores:
    """Places by total, then tie-breaks: the first of equals gives the place to all of them."""
    best_first = sorted([rank for _, rank in rows], reverse=True)
    return [(points, rank[0], best_first.index(rank) + 1) for points, rank in rows]


FAST: dict[str, Callable[[Sequence[Flat], Flat, Numbers | None], Scores]] = {
    "garden-dice": garden_dice,
    "hanging-gardens": hanging_gardens,
    "harvest-dice": harvest_dice,
    "grasshopper-ant": grasshopper_ant,
    "diced-tomatoes": diced_tomatoes,
}

KINDS = {
    "harvested": ("squash", "carrot", "tomato", "artichoke", "eggplant"),
    "tiles": ("queen", "king", "tiger", "garden", "statue", "chalice", "gate"),
    "persons": ("animal_handler", "gardener", "sculptor", "priest", "guard"),
    "garden": ("lettuce", "tomato", "carrot"),
    "market": ("lettuce", "tomato", "carrot"),
    "shelves": ("tablecloth", "tiles", "stone", "wood"),
}
COUNTS = {
    "garden-dice": ("track", "harvested", "unplanted", "sun"),
    "hanging-gardens": ("tiles", "persons", "compensation"),
    "harvest-dice": ("garden", "rows", "pig"),
    "grasshopper-ant": ("shelves", "insects"),
    "diced-tomatoes": ("tomatoes", "first_to_six", "karma", "vines"),
}


def flat(tally: Tally) -> tuple[list[Flat], Flat]:
    """A tally of the base rules as `(players, table)`."""
    players = [_tuple(player, COUNTS[tally["game"]]) for player in tally["players"]]
    table = _tuple(tally["table"], ("market",)) if "table" in tally else ()
    return players, table


def _tuple(counted: Mapping[str, Any], counts: Sequence[str]) -> Flat:
    values: list[Any] = []
    for count in counts:
        if count in KINDS:
            kinds = counted.get(count, {})
            values += [kinds.get(kind, 0) for kind in KINDS[count]]
        elif isinstance(counted.get(count), list):
            values.append(tuple(value(entry) for entry in counted[count]))
        else:
            values.append(counted.get(count, 0))
    return tuple(values)
