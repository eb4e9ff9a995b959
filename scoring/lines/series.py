"""`series`: a list of points that starts again when it is complete."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scoring.expression import Choice, Compare, Entries, Expression, Logic, Number, ladder, largest
from scoring.expression import Printed as PrintedNumber
from scoring.lines.base import UNKNOWN, CountRefs, Line, Points, Printed, Tile, known
from scoring.lines.parts import each_entry, entries_joined, is_single
from scoring.lines.scope import Scope
from scoring.scope import not_negative
from scoring.text import Case, Working, working
from scoring.words import Phrase, phrase


class Series(Line):
    """Points for 1, 2, 3 … of a kind; after the last, a new series begins."""

    kind: Literal["series"]
    of: CountRefs = Field(description="What is counted: a count, one kind of it, or a list of these.")
    ladder: Annotated[list[Points], Field(min_length=1, max_length=200)] | Printed = Field(
        description="Points for 1, 2, 3 …; after the last a new series begins. A number you do not know is printed."
    )

    def series(self, scope: Scope, path: str) -> tuple[Expression, Expression] | None:
        """What is counted (of several kinds, the most), and how many make a full series; a list cannot say."""
        entries = scope.each(self.of)
        numbers = [entry for entry in entries if not isinstance(entry, Entries)]
        if len(numbers) < len(entries):
            return None
        return (numbers[0] if len(numbers) == 1 else largest(*numbers)), self.length(path)

    def length(self, path: str) -> Expression:
        """How many make a full series."""
        if self.ladder == "printed":
            return PrintedNumber(f"{path}.ladder")
        return Number(len(self.ladder))

    def parts(self, entry: Expression, path: str) -> tuple[Expression, Expression, Expression]:
        """Full series, points of each, points of the rest."""
        path = f"{path}.ladder"
        count = not_negative(entry)
        if self.ladder == "printed":
            some = Compare(">", count, Number(0))
            return Choice(some, PrintedNumber(path), Number(0)), PrintedNumber(path), Number(0)
        values = [known(points) for points in self.ladder]
        last: Expression = PrintedNumber(path, len(values) - 1) if values[-1] is None else Number(values[-1])
        full = count // len(values)
        if len(values) == 1:
            return full, last, Number(0)
        return full, last, ladder(values[:-1], count % len(values), path)

    def one(self, entry: Expression, path: str) -> Expression:
        full, last, rest = self.parts(entry, path)
        if isinstance(last, PrintedNumber):  # asked for only when a series is full
            whole: Expression = Choice(Compare(">", full, Number(0)), full * last, Number(0))
        else:
            whole = full * last
        return whole if rest == Number(0) else whole + rest

    def expression(self, scope: Scope, path: str) -> Expression:
        return each_entry(scope.each(self.of), lambda entry: self.one(entry, path))

    def workings(self, scope: Scope, path: str) -> Working:
        entries = scope.each(self.of)
        if not is_single(entries):
            parts = entries_joined(entries, lambda entry: self.one(entry, path))
            assert parts is not None
            return working(Case(None, "working.parts", {"parts": parts}), row=Case(None, "working.sum", {}))
        count = scope.number(self.of)
        full, last, rest = self.parts(count, path)
        some, over = Compare(">", full, Number(0)), Compare("!=", rest, Number(0))
        row = Case(None, "working.ladder", {"count": count})
        return working(
            Case(Compare("==", count, Number(0)), "working.points", {}),
            Case(Logic("and", (some, over)), "working.series", {"full": full, "last": last, "rest": rest}),
            Case(some, "working.each", {"count": full, "each": last}),
            row,
        )

    def tiles(self) -> tuple[Tile, ...]:
        if self.ladder == "printed":
            return tuple(Tile(f"{at}+" if at == UNKNOWN else str(at), None) for at in range(1, UNKNOWN + 1))
        values = list(map(known, self.ladder))
        return tuple(
            Tile(str(at), points, at == len(values), f"ladder.{at - 1}") for at, points in enumerate(values, 1)
        )

    def remark(self) -> Phrase | None:
        return phrase("panel.series")

    def in_words(self, scope: Scope) -> Phrase:
        if self.ladder == "printed":
            return phrase("rule.printed")
        steps = tuple(
            phrase("rule.step", at=at, points="…" if points == "printed" else points)
            for at, points in enumerate(self.ladder, 1)
        )
        return phrase("rule.series", steps=steps)
