"""The Grasshopper & the Ant: the pantry in autumn, or the race for supplies in winter.

Variants: `autumn-open` changes nothing at the end; `winter` is a race to 4 points; `winter-powers` adds a
power that is worth one point. The autumn insect table is a picture in the rules, so it comes in `numbers`.
"""

from __future__ import annotations

import random

from .common import (
    NAMES,
    Numbers,
    Player,
    Points,
    Result,
    Tally,
    deal,
    holder,
    ladder,
    mapping,
    often_tied,
    result,
)

VARIANTS: list[list[str]] = [[], ["autumn-open"], ["winter"], ["winter-powers"], ["winter", "winter-powers"]]
MADE_UP_NUMBERS: dict[str, object] = {"lines.insects.ladder": [2, 5, 4, 11]}

SHELVES = ("tablecloth", "tiles", "stone", "wood")
SHELF_POINTS = (0, 1, 3, 6, 10)  # no cube, then spaces 1 to 4
PATHS_OF_EACH_KIND = 12
GOAL = 4


def score(tally: Tally, numbers: Numbers | None = None) -> Result:
    if _winter(tally["variants"]):
        return _score_winter(tally)
    insect_points = (numbers or {}).get("lines.insects.ladder", [])
    lines: list[Points] = []
    ties: list[Points] = []
    for player in tally["players"]:
        points = {shelf: SHELF_POINTS[player["shelves"].get(shelf, 0)] for shelf in SHELVES}
        points["insects"] = sum(ladder(insect_points, cards, "lines.insects.ladder") for cards in player["insects"])
        lines.append(points)
        ties.append({"insect_cards": sum(player["insects"])})
    return result(tally, lines, ties)


def _score_winter(tally: Tally) -> Result:
    """One point a card, one more for both copies of a card; the first with 4 has won at once."""
    lines: list[Points] = []
    for player in tally["players"]:
        points = {"supplies": sum(player["supplies"]), "pairs": player["supplies"].count(2)}
        if "winter-powers" in tally["variants"]:
            points["extra_point"] = 1 if player.get("extra_point") else 0
        lines.append(points)
    return result(tally, lines, goal=GOAL)


def _winter(variants: list[str]) -> bool:
    return "winter" in variants or "winter-powers" in variants


def random_tally(rng: random.Random, variants: list[str], players: int | None = None) -> Tally:
    count = players or rng.randint(2, 4)
    draw = _draw_winter if _winter(variants) else _draw
    return often_tied(rng, lambda: draw(rng, variants, count), lambda tally: score(tally, MADE_UP_NUMBERS))


def _draw(rng: random.Random, variants: list[str], count: int) -> Tally:
    collected = {shelf: deal(rng, PATHS_OF_EACH_KIND, count) for shelf in SHELVES}
    players: list[Player] = []
    for seat, name in enumerate(NAMES[:count]):
        paths = {shelf: cards[seat] for shelf, cards in collected.items()}
        # an insect sits on a path card, so nobody has more insects than collected cards
        insects = [0] * rng.randint(1, 6)
        for _ in range(rng.choice([0, rng.randint(0, sum(paths.values()))])):
            insects[rng.randrange(len(insects))] += 1
        players.append(
            {
                "name": name,
                "shelves": mapping(rng, {shelf: min(4, cards) for shelf, cards in paths.items()}),
                "insects": [cards for cards in insects if cards or rng.random() < 0.1],
            }
        )
    return {"game": "grasshopper-ant", "variants": list(variants), "players": players}


def _draw_winter(rng: random.Random, variants: list[str], count: int) -> Tally:
    """Two copies of seven cards, bought one by one; most tables stop when somebody has won."""
    deck = [card for card in range(7) for _ in range(2)]
    rng.shuffle(deck)
    bought: list[list[int]] = [[] for _ in range(count)]
    stops = rng.random() < 0.7
    power = holder(rng, count)

    def tally() -> Tally:
        players: list[Player] = []
        for seat, name in enumerate(NAMES[:count]):
            cards = bought[seat]
            player: Player = {"name": name, "supplies": [cards.count(card) for card in sorted(set(cards))]}
            # only one player can have the power, so the others need not say that they have not
            if "winter-powers" in variants and (power == seat or seat % 2):
                player["extra_point"] = power == seat
            players.append(player)
        return {"game": "grasshopper-ant", "variants": list(variants), "players": players}

    for card in deck[: rng.randint(0, min(14, 4 * count))]:
        bought[rng.randrange(count)].append(card)
        if stops and _score_winter(tally())["winners"]:
            break
    return tally()
