"""What is wrong with a person's file, where, and how to go on.

A mistake of a person is a `Problem`; a `RulesError`, `TallyError` or `UsageError` carries all of them at once.
A mistake of ours is an ordinary exception.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from scoring.frozen import Frozen

LONGEST_WORD = 60  # letters; longer ones are shortened in messages, and nobody looks what they might mean
LONGEST_SAID = 500
MOST_TOLD = 100  # problems of one run; whoever has more begins with these


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """A place in a file: lines and columns count from 1, in characters."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        file = visible(self.file)
        return f"{file}:{self.line}:{self.column}" if self.line else file


class Problem(Frozen):
    """One thing that is wrong: what, where (if it stands in a file), and a hint how to go on."""

    what: str
    mark: Mark | None = None
    hint: str = ""

    def __init__(self, what: str, mark: Mark | None = None, hint: str = "") -> None:
        """One line each, whatever stood in the file."""
        super().__init__(shortened(visible(what), LONGEST_SAID), mark, shortened(visible(hint), LONGEST_SAID))

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
        self.problems: tuple[Problem, ...] = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


class RulesError(PotagerError):
    """A game, variant or language file that does not hold together."""


class TallyError(PotagerError):
    """What the players counted is incomplete, misspelt or impossible."""


class UsageError(PotagerError):
    """The command line names something that is not there."""

    exit_code = 2


def tidy(problems: Sequence[Problem]) -> list[Problem]:
    """Each problem once, in the order of the files; the first hundred, if there are more."""
    once = dict.fromkeys(problems)
    files = list(dict.fromkeys(problem.mark.file for problem in once if problem.mark))
    rank = {file: at for at, file in enumerate(files)}
    ordered = sorted(
        once,
        key=lambda p: (rank[p.mark.file], p.mark.line, p.mark.column) if p.mark else (-1, 0, 0),
    )
    if len(ordered) > MOST_TOLD:
        return [*ordered[:MOST_TOLD], Problem(f"there are {len(ordered) - MOST_TOLD} more", ordered[MOST_TOLD].mark)]
    return ordered


# -- words of a person inside a message


def visible(text: str) -> str:
    """Text in one line, with every invisible sign spelt out."""
    if text.isprintable():
        return text
    return "".join(map(_visible, text))


def _visible(letter: str) -> str:
    if letter.isprintable():
        return letter
    return " " if letter.isspace() else letter.encode("unicode_escape").decode()


def shortened(text: str, longest: int = LONGEST_WORD) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def quoted(text: str) -> str:
    """A word of a file as messages repeat it."""
    return f'"{shortened(text)}"'


def did_you_mean(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """The hint for a misspelt word; `otherwise` when nothing known is near it."""
    near = nearest(word, known)
    return f'did you mean "{near}"?' if near else otherwise


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that a misspelt one means; empty when none is near."""
    if not 0 < len(word) <= LONGEST_WORD:
        return ""
    folded = {_folded(name): name for name in reversed(list(known))}
    here = _folded(word)
    letters = sorted(here)
    swapped = [name for name in folded if len(name) == len(here) > 2 and sorted(name) == letters]
    near = get_close_matches(here, swapped or folded, n=1, cutoff=0.3 if swapped else 0.7)
    return folded[near[0]] if near else ""


def _folded(word: str) -> str:
    return word.casefold().replace("-", "_").replace(" ", "_")


def listed(words: Iterable[str], joiner: str = "and") -> str:
    """Words as a person lists them: a, b and c."""
    *first, last = list(words) or [""]
    return f"{', '.join(first)} {joiner} {last}" if first else last
