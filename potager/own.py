"""A person's own folder: their games, variants, languages and printed numbers, found by name like ours.

It lies where the system keeps data of programs, or where POTAGER_RULES says; `--rules DIR` takes its place. It looks
like our `rules_data`: `orchard/game.yaml` is a game, `garden-dice/house.yaml` a variant of ours.
"""

from __future__ import annotations

import os
from pathlib import Path

from potager import places
from scoring.errors import Mark, Problem, UsageError
from scoring.library import Library, is_folder

VARIABLE = "POTAGER_RULES"


def folder(rules: Path | None = None) -> Path | None:
    """The folder that is used, there or not; None where nobody has a home."""
    if rules is not None:
        return rules
    named = os.environ.get(VARIABLE, "")
    if named:
        return Path(named)
    base = places.data()
    return base / "rules" if base else None


def library(rules: Path | None = None, must_be_there: bool = True) -> Library:
    """Where games are found: in the person's own folder, then ours. Raises UsageError for one that is not there."""
    own = folder(rules)
    if own is not None and is_folder(own):
        return Library((own,))
    if rules is not None and must_be_there:
        raise UsageError(Problem("there is no such folder", Mark(str(rules))))
    return Library()
