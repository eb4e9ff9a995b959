"""What a line may ask about the game it stands in: counts, other lines, labels, formulas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring import formula
from scoring.errors import did_you_mean, quoted
from scoring.expression import Compare, Expression, Number
from scoring.formula import FormulaError
from scoring.scope import Misfit, Names


@dataclass(frozen=True)
class Scope(Names):
    """The names of a game, with the words and the series that belong to them."""

    labels: Mapping[str, str] = field(default_factory=dict)  # of counts and kinds, by written name
    line_labels: Mapping[str, str] = field(default_factory=dict)
    all_series: Mapping[str, tuple[Expression, Expression]] = field(default_factory=dict)  # line → count, length
    faulty: list[FormulaError] = field(default_factory=list)  # formulas that stand in for 0 until told

    def label(self, ref: str) -> str:
        return self.labels.get(ref, ref)

    def line_label(self, line: str) -> str:
        return self.line_labels.get(line, line)

    def series(self, line: str, field: str) -> tuple[Expression, Expression]:
        """What a series line counts, and how many make it full."""
        if line not in self.all_series:
            series = f"series are: {', '.join(self.all_series)}" if self.all_series else ""
            if line in self.line_labels:
                raise Misfit(field, f"line {quoted(line)} is no series", series, ("lines", line))
            hint = did_you_mean(line, self.line_labels, series)
            raise Misfit(field, f"there is no line {quoted(line)}", hint, ("lines", line))
        return self.all_series[line]

    def formula(self, text: str, field: str) -> Expression:
        """A formula of a line; a faulty one is kept to be told, so that the rest of the line is looked at too."""
        try:
            return formula.parse(text, self)
        except FormulaError as error:
            return self.fault(error, field)

    def condition(self, text: str, field: str, total: bool = False) -> Expression:
        """A condition, in the same way."""
        try:
            return formula.parse_condition(text, self, total=total)
        except FormulaError as error:
            self.fault(error, field)
            return Compare("!=", Number(0), Number(0))

    def fault(self, error: FormulaError, field: str) -> Expression:
        error.field = field
        self.faulty.append(error)
        return Number(0)
