"""`companion`: worth more beside a full series."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from scoring.expression import Choice, Compare, Expression, Logic, Number
from scoring.expression import Printed as PrintedNumber
from scoring.lines.base import CountRef, Line, Points, Positive, Tile, Worth, known, on_paper
from scoring.lines.scope import Scope
from scoring.text import Case, Working, working
from scoring.words import Inside, Phrase, phrase


class Companion(Line):
    """Worth `points`, and `with_series` once the line it goes with holds a full series."""

    kind: Literal["companion"]
    of: CountRef
    to: str = Field(description="The line it goes with.")
    points: Points = Field(description="What one is worth alone, or printed.")
    with_series: Points = Field(description="What one is worth once line `to` holds a full series, or printed.")
    from_: Positive | None = Field(None, alias="from", description="The second value already from so many.")

    def worth(self, value: Points, path: str) -> Expression:
        number = known(value)
        return PrintedNumber(path) if number is None else Number(number)

    def full(self, scope: Scope) -> Expression:
        """Whether the other line holds a full series."""
        partner, length = scope.series(self.to, "to")
        if self.from_ is not None:
            return Compare(">=", partner, Number(self.from_))
        if isinstance(length, Number):
            return Compare(">=", partner, length)
        return Logic("and", (Compare(">", partner, Number(0)), Compare(">=", partner, length)))

    def each(self, scope: Scope, path: str) -> Expression:
        second = self.worth(self.with_series, f"{path}.with_series")
        return Choice(self.full(scope), second, self.worth(self.points, f"{path}.points"))

    def expression(self, scope: Scope, path: str) -> Expression:
        here = scope.number(self.of)
        return Choice(Compare(">", here, Number(0)), here * self.each(scope, path), Number(0))

    def workings(self, scope: Scope, path: str) -> Working:
        return working(Case(None, "working.points", {}), row=Case(None, "working.companion", {}))

    def tiles(self) -> tuple[Tile, ...]:
        full = phrase("sheet.full_series") if self.from_ is None else f"{self.from_}+"
        return (
            Tile(phrase("panel.alone"), known(self.points), place="points"),
            Tile(full, known(self.with_series), True, "with_series"),
        )

    def panel(self, scope: Scope) -> tuple[Worth, ...]:
        partner = Inside(scope.line_label(self.to))
        full = phrase("panel.beside", to=partner)
        if self.from_ is not None:
            full = phrase("panel.beside_from", to=partner, count=self.from_)
        return Worth(phrase("panel.alone"), on_paper(known(self.points))), Worth(
            full, on_paper(known(self.with_series)), True
        )

    def in_words(self, scope: Scope) -> Phrase:
        points = "…" if self.points == "printed" else self.points
        second = "…" if self.with_series == "printed" else self.with_series
        partner = scope.line_label(self.to)
        if self.from_ is not None:
            return phrase("rule.companion_from", points=points, second=second, to=partner, count=self.from_)
        return phrase("rule.companion", points=points, second=second, to=partner)
