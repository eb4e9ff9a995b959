"""`steps`: printed points of each completed row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Annotated, Literal

from pydantic import Field

from scoring.expression import Choice, Compare, Expression, Number, added, ladder
from scoring.expression import Printed as PrintedNumber
from scoring.lines.base import UNKNOWN, CountRef, Line, Points, Positive, Printed, Tile, Worth, known
from scoring.lines.scope import Scope
from scoring.scope import not_negative
from scoring.text import Case, Joined, Working, working
from scoring.words import Phrase, phrase


class RowSteps(Line):
    """Every so many counted complete a row; each row has its own points. They are added."""

    kind: Literal["steps"]
    of: CountRef
    every: Positive = Field(1, description="So many fill a row.")
    points: Annotated[list[Points], Field(min_length=1, max_length=200)] | Printed = Field(
        description="The points of each row, in order. A number you do not know is printed."
    )
    running: bool = Field(False, description="The rows show running totals: only the last completed one counts.")

    def rows(self, scope: Scope) -> Expression:
        count = not_negative(scope.number(self.of))
        return count if self.every == 1 else count // self.every

    def expression(self, scope: Scope, path: str) -> Expression:
        path = f"{path}.points"
        rows = self.rows(scope)
        if self.points == "printed":
            return Choice(Compare(">", rows, Number(0)), PrintedNumber(path), Number(0))
        if self.running:
            return ladder([known(points) for points in self.points], rows, path)
        if "printed" in self.points:
            return added(list(self.each(self.points, rows, path)))
        return ladder(list(accumulate(points for points in self.points if points != "printed")), rows, path)

    def each(self, numbers: Sequence[Points], rows: Expression, path: str) -> Iterator[Expression]:
        """The points of each row, 0 until it is completed."""
        for row, points in enumerate(numbers):
            worth = PrintedNumber(path, row) if points == "printed" else Number(points)
            yield Choice(Compare(">", rows, Number(row)), worth, Number(0))

    def workings(self, scope: Scope, path: str) -> Working:
        rows = self.rows(scope)
        if self.points == "printed" or self.running:
            return working(Case(None, "working.rows", {"rows": rows}))
        each = tuple(self.each(self.points, rows, f"{path}.points"))
        return working(Case(None, "working.parts", {"parts": Joined(each)}), row=Case(None, "working.sum_of_rows", {}))

    def tiles(self) -> tuple[Tile, ...]:
        if self.points == "printed":
            return tuple(Tile(str(row), None) for row in range(1, UNKNOWN + 1))
        return tuple(
            Tile(str(row), known(points), place=f"points.{row - 1}") for row, points in enumerate(self.points, 1)
        )

    def panel(self, scope: Scope) -> tuple[Worth, ...]:
        return (Worth(phrase("panel.rows", every=self.every)), *super().panel(scope))

    def remark(self) -> Phrase | None:
        return phrase("panel.running") if self.running else None

    def in_words(self, scope: Scope) -> Phrase:
        points = (
            "…" if self.points == "printed" else tuple("…" if value == "printed" else value for value in self.points)
        )
        return phrase("rule.steps_running" if self.running else "rule.steps", every=self.every, points=points)
