"""`formula`: for the rare rest, with its rule written by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from scoring.expression import Binary, Count, Expression, Number
from scoring.lines.base import Line, Word, Worth, on_paper
from scoring.lines.scope import Scope
from scoring.words import Inside, Phrase, phrase


class FormulaLine(Line):
    """Points by a formula. Prefer another kind: it prints as a row and tells itself in words."""

    counted = ()

    kind: Literal["formula"]
    formula: Word = Field(description="The points, such as 3 * gates + min(apples, 3). Put it in quotes.")
    rule: Word = Field(description="The same in words, as it stands on sheets.")

    def expression(self, scope: Scope, path: str) -> Expression:
        return scope.formula(self.formula, "formula")

    def panel(self, scope: Scope) -> tuple[Worth, ...]:
        """A number for each of a count, where something ticked makes it count: 3 * gates * guard."""
        parts = list(factors(self.expression(scope, "")))
        numbers = [part.value for part in parts if isinstance(part, Number)]
        counts = [part for part in parts if isinstance(part, Count)]
        of = [count.name for count in counts if not count.tick]
        if len(numbers) + len(counts) < len(parts) or len(numbers) != 1 or len(of) != 1 or len(counts) < 2:
            return ()
        return (Worth(phrase("panel.times", of=Inside(scope.label(of[0]))), on_paper(numbers[0])),)

    def in_words(self, scope: Scope) -> Phrase:
        return phrase("rule.as_written", rule=self.rule)


def factors(node: Expression) -> Iterator[Expression]:
    """What is multiplied."""
    if isinstance(node, Binary) and node.operator == "*":
        yield from factors(node.left)
        yield from factors(node.right)
    else:
        yield node
