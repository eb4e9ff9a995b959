"""`steps`: printed points of each completed row."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scoring.expression import Choice, Compare, Expression, Number, ladder
from scoring.expression import Printed as PrintedNumber
from scoring.lines.base import CountRef, Line, Points, Positive, Printed, Tile, Worth, known
from scoring.lines.scope import Scope
from scoring.scope import not_negative
from scoring.text import Case, Joined, Working, working
from scoring.words import Phrase, phrase


class RowSteps(Line):
    """Every so many counted complete a row; each row has its own points. They are added."""

    kind: Literal["steps"]
    of: CountRef
    every: Positive = 1
    points: Annotated[list[Points], Field(min_length=1, max_length=200)] | Printed
    running: bool = Field(False, description="The rows show running totals: only the last completed one counts.")

    def rows(self, scope: Scope) -> Expression:
        count = not_negative(scope.number(self.of))
        return count if self.every == 1 else count // self.every

    def expression(self, scope: Scope, path: str) -> Expression:
        path = f"{path}.points"
        rows = self.rows(scope)
        if self.points == "printed":
            return Choice(Compare(">", rows, Number(0)), PrintedNumber(path), Number(0))
        values: list[int | None] = []
        total: int | None = 0
        for points in map(known, self.points):
            total = None if total is None or points is None else total + points
            values.append(points if self.running else total)
        return ladder(values, rows, path)

    def workings(self, scope: Scope, path: str) -> Working:
        rows = self.rows(scope)
        if self.points == "printed" or self.running:
            return working(Case(None, "working.rows", {"rows": rows}))
        each = tuple(
            Choice(
                Compare(">=", rows, Number(row)),
                PrintedNumber(f"{path}.points") if points == "printed" else Number(points),
                Number(0),
            )
            for row, points in enumerate(self.points, 1)
        )
        return working(Case(None, "working.parts", {"parts": Joined(each)}), row=Case(None, "working.sum_of_rows", {}))

    def tiles(self) -> tuple[Tile, ...]:
        values = ["printed"] * 4 if self.points == "printed" else self.points
        return tuple(Tile(str(row), known(points)) for row, points in enumerate(values, 1))  # type: ignore[arg-type]

    def panel(self, scope: Scope) -> tuple[Worth, ...]:
        return (Worth(phrase("panel.rows", every=self.every)), *super().panel(scope))

    def remark(self) -> Phrase | None:
        return phrase("panel.running") if self.running else None

    def in_words(self, scope: Scope) -> Phrase:
        points = (
            "…" if self.points == "printed" else tuple("…" if value == "printed" else value for value in self.points)
        )
        return phrase("rule.steps_running" if self.running else "rule.steps", every=self.every, points=points)
