"""The end of five games, scored by hand-written Python: the second opinion for the project's own engine.

One module per game, with `score(tally, numbers)`, `random_tally(rng, variants, players)` and `VARIANTS`;
`fast` has the same rules without variants as plain functions over tuples, the floor for benchmarks.
`MADE_UP_NUMBERS` stand in for what the real tiles and sheets say: for tests, never for play.
"""

from __future__ import annotations

from . import diced_tomatoes, garden_dice, grasshopper_ant, hanging_gardens, harvest_dice
from .common import MissingNumberError

GAMES = {
    "garden-dice": garden_dice,
    "hanging-gardens": hanging_gardens,
    "harvest-dice": harvest_dice,
    "grasshopper-ant": grasshopper_ant,
    "diced-tomatoes": diced_tomatoes,
}

__all__ = ["GAMES", "MissingNumberError"]
