"""`formula`: for the rare rest, with its rule written by hand."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from scoring.expression import Expression
from scoring.lines.base import Line, Word
from scoring.lines.scope import Scope
from scoring.words import Phrase, phrase


class FormulaLine(Line):
    """Points by a formula. Prefer another kind: it prints as a row and tells itself in words."""

    counted = ()

    kind: Literal["formula"]
    formula: Word = Field(description="The points, such as 3 * gates + min(apples, 3). Put it in quotes.")
    rule: Word = Field(description="The same in words, as it stands on sheets.")

    def expression(self, scope: Scope, path: str) -> Expression:
        return scope.formula(self.formula, "formula")

    def in_words(self, scope: Scope) -> Phrase:
        return phrase("rule.as_written", rule=self.rule)
