"""Sentences filled in Python: each blank is a compiled function of the position at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scoring import python_code
from scoring.expression import Expression
from scoring.frozen import Frozen
from scoring.python_code import MissingNumber
from scoring.text import Joined, Part, Sentence, joined, tidy
from scoring.words import signed


class Position(Frozen):
    """One player at a table: all that a compiled expression may read."""

    own: Sequence[Any]
    lines: Sequence[Any]
    table: Sequence[Any]
    players: Sequence[Sequence[Any]]
    results: Sequence[Sequence[Any]]

    def of(self, function: Callable[..., Any]) -> Any:
        return function(self.own, self.lines, self.table, len(self.players), self.players, self.results)


Filler = Callable[[Position], str]


def fillers(sentences: Sequence[Sentence], layout: Mapping[str, int]) -> list[Filler]:
    """Every sentence as a function that gives its text; all blanks are compiled at once."""
    blanks: list[Expression | Joined] = []
    for sentence in sentences:
        blanks += [part for part in sentence.parts if not isinstance(part, str)]
    flat: list[Expression] = []
    for blank in blanks:
        flat += _numbers(blank)
    compiled = dict(zip(flat, python_code.functions(flat, layout), strict=True))
    lists = {
        blank: python_code.of_list(blank.parts[0], blank.entries, layout)
        for blank in blanks
        if isinstance(blank, Joined) and blank.entries is not None
    }

    def text(part: Part, position: Position) -> str:
        if isinstance(part, str):
            return part
        try:
            if part in lists:
                return joined(position.of(lists[part]))  # type: ignore[index]
            if isinstance(part, Joined):
                return joined([position.of(compiled[number]) for number in part.parts])
            return signed(position.of(compiled[part]))
        except (MissingNumber, ZeroDivisionError, TypeError):
            return "__"  # a blank that cannot be filled stays a blank

    def filler(sentence: Sentence) -> Filler:
        return lambda position: tidy("".join(text(part, position) for part in sentence.parts))

    return [filler(sentence) for sentence in sentences]


def _numbers(blank: Expression | Joined) -> list[Expression]:
    if isinstance(blank, Joined):
        return [] if blank.entries is not None else list(blank.parts)
    return [blank]
