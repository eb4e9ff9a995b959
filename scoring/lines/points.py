"""`points`: as counted."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from scoring.expression import Expression
from scoring.lines.base import CountRefs, Line, Worth
from scoring.lines.parts import entries_joined
from scoring.lines.scope import Scope
from scoring.text import Case, Working, working
from scoring.words import Phrase, phrase


class PointsLine(Line):
    """Points that were counted during the game, such as those of a score track."""

    kind: Literal["points"]
    of: CountRefs = Field(description="The count that is points already, one kind of it, or a list of these.")

    def expression(self, scope: Scope, path: str) -> Expression:
        return scope.number(self.of)

    def workings(self, scope: Scope, path: str) -> Working:
        parts = entries_joined(scope.each(self.of), lambda entry: entry)
        if parts is None:
            return working(Case(None, "working.points", {}))
        return working(Case(None, "working.parts", {"parts": parts}), row=Case(None, "working.points", {}))

    def panel(self, scope: Scope) -> tuple[Worth, ...]:
        return (Worth(phrase("panel.points")),)

    def in_words(self, scope: Scope) -> Phrase:
        return phrase("rule.points")
