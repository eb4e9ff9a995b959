"""Sentences with blanks that are expressions: the working of a line, the message of a check.

Filled in Python they are a breakdown (`2 × 15 = 30`), emitted as JavaScript the live line on a phone, and left blank
the row of a pad (`__ × 15 [ ]`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from scoring.expression import Compare, Entries, Expression, Number
from scoring.frozen import Frozen
from scoring.words import BLANK, Catalogue


class Joined(Frozen):
    """A blank of several numbers that are added: `10 + 15`; zeros are left out.

    With `entries`, the one part is the body for each entry of that list.
    """

    parts: tuple[Expression, ...]
    entries: Entries | None = None


Part: TypeAlias = str | Expression | Joined


class Sentence(Frozen):
    parts: tuple[Part, ...]


class Case(Frozen):
    """One way a line is worked out; `when` is None for the last one, which always fits."""

    when: Expression | None
    key: str  # an entry of the catalogue
    blanks: Mapping[str, Expression | Joined]


class Working(Frozen):
    """How a line is worked out: the first case that holds. `row` is the case that a pad shows with its blanks."""

    cases: tuple[Case, ...]
    row: Case


def working(*cases: Case, row: Case | None = None) -> Working:
    return Working(cases, row or cases[-1])


def unless_none(count: Expression, row: Case) -> Working:
    """A case with its working, but a plain 0 where nothing was counted."""
    return working(Case(Compare("==", count, Number(0)), "working.points", {}), row)


def sentence(template: str, blank: Callable[[str, int], Part]) -> Sentence:
    """A template as parts; `blank` gives what a name (at a column of the template) stands for."""
    parts: list[Part] = []
    at = 0
    for found in BLANK.finditer(template):
        parts += [template[at : found.start()], blank(found[1], found.start(1))]
        at = found.end()
    parts.append(template[at:])
    return Sentence(tuple(part for part in parts if part != ""))


def of_case(case: Case, points: Expression, words: Catalogue) -> Sentence:
    """The sentence of a case in some language; the blank `points` is the line's own."""
    return sentence(words.template(case.key), lambda name, _: points if name == "points" else case.blanks[name])


def tidy(text: str) -> str:
    """`10 = 10` says nothing more than `10`."""
    left, equals, right = text.rpartition(" = ")
    return right if equals and left == right else text


def joined(numbers: list[int]) -> str:
    """Numbers added, as a person writes it: `10 + 15`, `3 − 2`; zeros left out."""
    written = ""
    for number in numbers:
        if number == 0:
            continue
        if written:
            written += f" + {number}" if number > 0 else f" − {-number}"
        else:
            written = str(number) if number > 0 else f"−{-number}"
    return written or "0"
