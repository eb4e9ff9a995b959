"""What is wrong with a person's file, where, and how to go on.

A mistake of a person is a `Problem`; a `RulesError`, `TallyError` or `UsageError` carries all of them at once.
A mistake of ours is an ordinary exception.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """A place in a file: lines and columns count from 1, in characters."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file

    def right(self, characters: int) -> Mark:
        return Mark(self.file, self.line, self.column + characters)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: what, where (if it stands in a file), and a hint how to go on."""

    what: str
    mark: Mark | None = None
    hint: str = ""

    def __str__(self) -> str:
        place = f"{self.mark}: " if self.mark else ""
        hint = f"; {self.hint}" if self.hint else ""
        return f"{place}{self.what}{hint}"

    def as_json(self) -> dict[str, str | int | None]:
        return {
            "file": self.mark.file if self.mark else None,
            "line": self.mark.line if self.mark and self.mark.line else None,
            "column": self.mark.column if self.mark and self.mark.line else None,
            "message": self.what,
            "hint": self.hint or None,
        }


class PotagerError(Exception):
    """Something that a person can mend; `problems` says it all."""

    exit_code = 1

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        one = isinstance(problems, Problem)
        self.problems: tuple[Problem, ...] = (problems,) if one else tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


class RulesError(PotagerError):
    """A game, variant or language file that does not hold together."""


class TallyError(PotagerError):
    """What the players counted is incomplete, misspelt or impossible."""


class UsageError(PotagerError):
    """The command line names something that is not there."""

    exit_code = 2


def did_you_mean(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """The hint for a misspelt word; `otherwise` when nothing known is near it."""
    known = list(known)
    folded = {name.casefold().replace("-", "_"): name for name in known}
    near = get_close_matches(word.casefold().replace("-", "_"), folded, n=1, cutoff=0.6)
    return f'did you mean "{folded[near[0]]}"?' if near else otherwise


def listed(words: Iterable[str], joiner: str = "and") -> str:
    """Words as a person lists them: a, b and c."""
    *first, last = list(words) or [""]
    return f"{', '.join(first)} {joiner} {last}" if first else last
