"""`sets`: points for each set with one of every kind."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from scoring.expression import Count, Entries, Expression, Extreme, Number, largest
from scoring.lines.base import CountRefs, Line, Whole, Worth, on_paper
from scoring.lines.scope import Scope
from scoring.scope import Misfit
from scoring.text import Case, Working, unless_none
from scoring.words import Phrase, phrase


class Sets(Line):
    """Points for each set with one of every kind."""

    kind: Literal["sets"]
    of: CountRefs = Field(description="A count with kinds, or a list: a set has one of every kind.")
    points: Whole = Field(description="Points for each set.")

    def complete(self, scope: Scope) -> Expression:
        parts = scope.each(self.of)
        if any(isinstance(part, Entries) for part in parts) or len(parts) < 2:
            raise Misfit("of", "a set needs two kinds or more", "name a count with kinds, or a list of counts")
        complete = Extreme("min", tuple(parts))
        whole = all(isinstance(part, Count) and part.least >= 0 for part in parts)
        return complete if whole else largest(complete, 0)

    def expression(self, scope: Scope, path: str) -> Expression:
        return self.complete(scope) * self.points

    def workings(self, scope: Scope, path: str) -> Working:
        complete = self.complete(scope)
        return unless_none(complete, Case(None, "working.each", {"count": complete, "each": Number(self.points)}))

    def panel(self, scope: Scope) -> tuple[Worth, ...]:
        return (Worth(phrase("panel.set"), on_paper(self.points)),)

    def in_words(self, scope: Scope) -> Phrase:
        return phrase("rule.sets", points=self.points)
