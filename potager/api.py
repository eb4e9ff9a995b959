"""potager from Python: load a game, score a finished one, write its sheets.

>>> import potager
>>> game = potager.load("garden-dice", ["family"])
>>> [line.label for line in game.lines.values()][:2]
['Score track', 'Unplanted seeds']
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from scoring import load as loading
from scoring import yaml_file
from scoring.errors import Problem, UsageError
from scoring.game import Game
from scoring.library import Library
from scoring.score import ScoreTable

if TYPE_CHECKING:
    from sheets.imposition import Printing

PathLike: TypeAlias = str | os.PathLike[str]


def load(game: str, variants: Sequence[str] = (), *, language: str = "en", rules: PathLike | None = None) -> Game:
    """A game by its id or the path of its file, with variants by id or path laid over it in their order.

    `rules`: a folder with games of one's own, instead of the usual one. Raises PotagerError; its `problems` say what.
    """
    return loading.load(game, variants, language=language, library=_library(rules))


def score(
    tally: PathLike | Mapping[str, Any],
    *,
    variants: Sequence[str] = (),
    language: str = "en",
    rules: PathLike | None = None,
) -> ScoreTable:
    """The final score of a tally: the path of a file, or what would stand in one.

    A mapping has `game`, `players` and, if wanted, `variants` and `table`, as in the file; paths in it are relative to
    the folder one is in. The result has `players` with `name`, `total`, `place`, `winner`, `lines` and `ties`;
    `winners`, `decided_by`, `verdict`, `warnings`, and `as_json()`. Raises PotagerError with everything that is wrong.
    """
    from scoring.check import scored

    found: list[Problem] = []
    if isinstance(tally, Mapping):
        file = Path("tally")
        node = yaml_file.parse(json.dumps(tally, ensure_ascii=False).encode(), "<tally>", found)
    else:
        file = Path(tally)
        if not file.is_file():
            raise UsageError(Problem(f'there is no file "{file}"'))
        node = yaml_file.read(file, problems=found)
    return scored(file, node, _library(rules), tuple(variants), language, found)


def write(
    game: Game,
    *sheets: str,
    folder: PathLike = "output",
    paper: str = "A4",
    players: int | None = None,
    theme: str = "colour",
    png: bool = False,
    printing: Printing | None = None,
    names: Sequence[str] = (),
) -> list[Path]:
    """Sheets of a game as PDF files in a folder, which is made when missing: the pad, if none is named; or `all`.

    `players`: columns for so many; `png`: pictures too; `printing`: how they go on the paper (copies, several per
    page, both sides); `names` of the players, on the sheet. Gives the paths written.

    Raises PotagerError for what is not there or does not fit.
    """
    from sheets import make
    from sheets.imposition import PLAIN

    order = make.Order(paper, players, theme, printing or PLAIN, png, tuple(names))
    return make.write_all(game, sheets or ("pad",), order, folder=Path(folder))


def _library(rules: PathLike | None) -> Library:
    from potager import own

    return own.library(None if rules is None else Path(rules))
