"""Garden Dice: what was harvested, in sets and groups, on top of the score track.

Variants: `family` plays without birds and rabbits and scores the same; `split-groups` lets six or more
vegetables of one kind form several groups.
"""

from __future__ import annotations

import random

from .common import NAMES, Numbers, Player, Points, Result, Tally, deal, mapping, often_tied, result

VARIANTS: list[list[str]] = [[], ["family"], ["split-groups"], ["family", "split-groups"]]
MADE_UP_NUMBERS: dict[str, object] = {}

VALUES = {"squash": 1, "carrot": 2, "tomato": 3, "artichoke": 4, "eggplant": 5}
TILES_OF_EACH_KIND = {2: 5, 3: 7, 4: 10}
SEEDS = 8  # each seed in hand needs one of eight discs


def score(tally: Tally, numbers: Numbers | None = None) -> Result:
    group_points = best_split if "split-groups" in tally["variants"] else group
    lines: list[Points] = []
    ties: list[Points] = []
    for player in tally["players"]:
        harvested = {kind: player["harvested"].get(kind, 0) for kind in VALUES}
        lines.append(
            {
                "track": player["track"],
                "unplanted": -5 * max(0, player["unplanted"] - 1),
                "sets": 15 * min(harvested.values()),
                "groups": sum(group_points(count) for count in harvested.values()),
                "sun": 5 if player["sun"] else 0,
            }
        )
        ties.append({"harvested_value": sum(count * VALUES[kind] for kind, count in harvested.items())})
    return result(tally, lines, ties)


def group(count: int) -> int:
    """One group of equal vegetables; the top step is open."""
    if count >= 5:
        return 20
    return {3: 10, 4: 15}.get(count, 0)


def best_split(count: int) -> int:
    """Equal vegetables in as many groups as pay best: 7 = 3 + 4, 10 = 5 + 5."""
    return max([group(count)] + [group(part) + best_split(count - part) for part in range(3, count - 2)])


def random_tally(rng: random.Random, variants: list[str], players: int | None = None) -> Tally:
    count = players or rng.randint(2, 4)
    return often_tied(rng, lambda: _draw(rng, variants, count), score)


def _draw(rng: random.Random, variants: list[str], count: int) -> Tally:
    supply = TILES_OF_EACH_KIND.get(count, 10)
    hands = {kind: deal(rng, supply, count) for kind in VALUES}
    left = len(VALUES) * supply - sum(map(sum, hands.values()))
    players: list[Player] = []
    for seat, name in enumerate(NAMES[:count]):
        harvested = {kind: hand[seat] for kind, hand in hands.items()}
        unplanted = min(left, rng.choice([0, 0, 1, 2, rng.randint(0, SEEDS)]))
        left -= unplanted
        # every harvested vegetable moved the track by its value at least
        track = sum(VALUES[kind] * number for kind, number in harvested.items())
        players.append(
            {
                "name": name,
                "track": track + rng.choice([0, rng.randint(0, 10), rng.randint(0, 40)]),
                "harvested": mapping(rng, harvested),
                "unplanted": unplanted,
                "sun": rng.random() < 0.5,
            }
        )
    return {"game": "garden-dice", "variants": list(variants), "players": players}
