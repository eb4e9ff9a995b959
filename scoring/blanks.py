"""Words with {{ paths }} into the rules: the numbers of an aid, right by themselves whatever a variant changes.

`{{ lines.sets.points }}` is the number that stands there in the rules with all variants laid over them; in a list the
steps count from 1, as a ladder does: `{{ lines.garden.ladder.3 }}`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from scoring.errors import did_you_mean, quoted
from scoring.game import Game
from scoring.lines import KINDS
from scoring.lines.base import on_paper
from scoring.words import BLANK

_PATH = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*\Z")
_BY_PLAYERS = ("supply", "prizes")  # a number, or by number of players: from so many on
_NOWHERE: Any = object()


class Gone(Exception):  # nothing is wrong
    """A path to something that a variant took away."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


class BlankError(ValueError):
    """Blanks that lead nowhere: for each the column in the text, what is wrong, and a hint."""

    def __init__(self, faults: list[tuple[int, str, str]]) -> None:
        super().__init__(faults)
        self.faults = faults


class Blanks:
    """The rules of a game as they are, and as they were before variants took things away."""

    def __init__(self, game: Game) -> None:
        self.rules = game.rules.model_dump(by_alias=True, exclude={"aid", "sheets"})
        self.written = [node.bare() for node in game.written]

    def fill(self, text: str) -> str:
        """The words with every blank filled. Raises Gone or BlankError."""
        faults: list[tuple[int, str, str]] = []

        def filled(found: re.Match[str]) -> str:
            try:
                return self.number(found[1].strip())
            except PathError as error:
                faults.append((found.start(1), error.what, error.hint))
                return ""

        told = BLANK.sub(filled, text)
        rest = BLANK.sub(lambda found: " " * len(found[0]), text)
        if torn := re.search(r"\{\{|\}\}", rest):
            faults.append((torn.start(), f'this "{torn[0]}" has no partner', "write {{ path }}"))
        if faults:
            raise BlankError(faults)
        return told

    def number(self, path: str) -> str:
        """What stands at a path, as it is written on paper."""
        here = self.value(path)
        if isinstance(here, str):
            return on_paper(None) if here == "printed" else here
        if isinstance(here, int) and not isinstance(here, bool):
            return on_paper(here)
        further = [str(at) for at in range(1, len(here) + 1)] if isinstance(here, list) else []
        if isinstance(here, Mapping):
            further = [key for key, value in here.items() if isinstance(value, int) and not isinstance(value, bool)]
        raise PathError(f"{quoted(path)} is no number", f"go on, such as {path}.{further[0]}" if further else "")

    def value(self, path: str) -> Any:
        """What stands at a path: a number, a word, a list. Raises Gone or PathError."""
        if not _PATH.match(path):
            raise PathError(f"{quoted(path)} is no path into the rules", "such as {{ lines.sets.points }}")
        here: Any = self.rules
        steps = path.split(".")
        for at, step in enumerate(steps):
            inner = one_step(here, step, steps[at - 1] if at else "")
            if inner is _NOWHERE:
                if self.was_there(steps[: at + 1]):
                    raise Gone(path)
                known = [key for key, value in here.items() if value is not None] if isinstance(here, dict) else []
                before = ".".join(steps[:at])
                hint = did_you_mean(step, known, f"known are: {', '.join(known)}" if known else "")
                if isinstance(here, list):
                    hint = f"it has {len(here)} numbers"
                what = f"{quoted(before)} has no {quoted(step)}" if before else f"the rules have no {quoted(step)}"
                raise PathError(what, hint)
            here = inner
        return here

    def was_there(self, steps: Sequence[str]) -> bool:
        """Whether the game had this before a variant changed it."""
        for rules in self.written:
            here = rules
            for at, step in enumerate(steps):
                here = one_step(here, step, steps[at - 1] if at else "")
            if here is not _NOWHERE:
                return True
            if len(steps) == 3 and steps[0] == "lines":  # a line of another kind, with a key that was not written
                kind = one_step(one_step(one_step(rules, "lines"), steps[1]), "kind")
                model = KINDS.get(kind) if isinstance(kind, str) and kind != self.kind_of(steps[1]) else None
                if model and steps[2] in [info.alias or key for key, info in model.model_fields.items()]:
                    return True
        return False

    def kind_of(self, line: str) -> Any:
        return one_step(one_step(one_step(self.rules, "lines"), line), "kind")

    def kind_was_there(self, kind: str) -> bool:
        """Whether a count had this kind before a variant changed it."""
        counts = [one_step(rules, "counts") for rules in self.written]
        ids = {id for group in counts if isinstance(group, Mapping) for id in group}
        return any(self.was_there(("counts", id, "of", kind)) for id in ids)


class PathError(ValueError):
    """A path that leads nowhere, and a hint."""

    def __init__(self, what: str, hint: str) -> None:
        super().__init__(what)
        self.what, self.hint = what, hint


def one_step(here: Any, step: str, above: str = "") -> Any:
    """What stands one step further in. A supply by number of players holds from that number on."""
    inner = _NOWHERE
    if here == "printed":
        inner = here
    elif isinstance(here, Mapping) and here.get(step) is not None:
        inner = here[step]
    elif isinstance(here, list) and step.isdecimal() and 0 < int(step) <= len(here):
        inner = here[int(step) - 1]
    elif above in _BY_PLAYERS and step.isdecimal() and isinstance(here, int):
        inner = here
    elif above in _BY_PLAYERS and step.isdecimal() and isinstance(here, Mapping):
        fewer = [key for key in here if key.isdecimal() and int(key) < int(step)]
        inner = here[max(fewer, key=int)] if fewer else _NOWHERE
    return inner
