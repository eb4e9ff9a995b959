"""The kinds of scoring line, one file each: fields, expression, working, rule.

Nobody else asks of what kind a line is. A new kind is one class here, its table of cases in the tests, and its entry
in `rules_data/README.md`.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field

from scoring.lines.base import Line
from scoring.lines.cases import Cases
from scoring.lines.companion import Companion
from scoring.lines.each import Each
from scoring.lines.formula import FormulaLine
from scoring.lines.ladder import Ladder
from scoring.lines.majority import Majority
from scoring.lines.market import Market
from scoring.lines.points import PointsLine
from scoring.lines.series import Series
from scoring.lines.sets import Sets
from scoring.lines.steps import RowSteps

KINDS: dict[str, type[Line]] = {
    "points": PointsLine,
    "each": Each,
    "sets": Sets,
    "ladder": Ladder,
    "series": Series,
    "steps": RowSteps,
    "market": Market,
    "majority": Majority,
    "companion": Companion,
    "cases": Cases,
    "formula": FormulaLine,
}

AnyLine: TypeAlias = Annotated[
    PointsLine | Each | Sets | Ladder | Series | RowSteps | Market | Majority | Companion | Cases | FormulaLine,
    Field(discriminator="kind"),
]
