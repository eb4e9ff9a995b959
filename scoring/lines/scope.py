"""What a line may ask about the game it stands in: counts, other lines, labels, formulas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring import formula
from scoring.errors import did_you_mean
from scoring.expression import Expression
from scoring.scope import Misfit, Names


@dataclass(frozen=True)
class Scope(Names):
    """The names of a game, with the words and the series that belong to them."""

    labels: Mapping[str, str] = field(default_factory=dict)           # of counts and kinds, by written name
    line_labels: Mapping[str, str] = field(default_factory=dict)
    all_series: Mapping[str, tuple[Expression, Expression]] = field(default_factory=dict)   # line → count, length

    def label(self, ref: str) -> str:
        return self.labels.get(ref, ref)

    def line_label(self, line: str) -> str:
        return self.line_labels.get(line, line)

    def series(self, line: str, field: str) -> tuple[Expression, Expression]:
        """What a series line counts, and how many make it full."""
        if line not in self.all_series:
            if line in self.line_labels:
                raise Misfit(field, f'line "{line}" is no series')
            raise Misfit(field, f'there is no line "{line}"', did_you_mean(line, self.line_labels))
        return self.all_series[line]

    def formula(self, text: str, field: str) -> Expression:
        try:
            return formula.parse(text, self)
        except formula.FormulaError as error:
            error.field = field
            raise

    def condition(self, text: str, field: str, total: bool = False) -> Expression:
        try:
            return formula.parse_condition(text, self, total=total)
        except formula.FormulaError as error:
            error.field = field
            raise
