"""`cases`: the first that holds."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from scoring.expression import Choice, Expression, Number
from scoring.expression import Printed as PrintedNumber
from scoring.lines.base import Line, Printed, Whole, Word, Worth
from scoring.lines.scope import Scope
from scoring.words import Phrase, phrase, signed


class OneCase(BaseModel):
    """Points when a condition holds; without `when`, always."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)

    when: Word | None = Field(None, description="A condition, such as apples >= 6.")
    points: Whole | Printed | Word = Field(description="A number or a formula.")
    label: Word | None = Field(None, description="What this case is called in the rule.")
    source: Word | None = Field(None, description="Where it stands.")
    confidence: Literal["H", "M", "L"] | None = Field(None, description="How sure it is: high, medium, low.")


class Cases(Line):
    """The first case that holds gives the points; 0 when none does."""

    counted = ()

    kind: Literal["cases"]
    cases: Annotated[dict[str, OneCase], Field(min_length=1, max_length=50)] = Field(
        description="The cases by id, in their order; the first whose `when` holds gives the points."
    )

    def expression(self, scope: Scope, path: str) -> Expression:
        points: Expression = Number(0)
        for id, case in reversed(self.cases.items()):
            if case.points == "printed":
                worth: Expression = PrintedNumber(f"{path}.cases.{id}.points")
            elif isinstance(case.points, int):
                worth = Number(case.points)
            else:
                worth = scope.formula(case.points, f"cases.{id}.points")
            condition = None if case.when is None else scope.condition(case.when, f"cases.{id}.when")
            points = worth if condition is None else Choice(condition, worth, points)
        return points

    def panel(self, scope: Scope) -> tuple[Worth, ...]:
        return tuple(
            Worth(
                case.label or case.when or phrase("panel.else"),
                signed(case.points) if isinstance(case.points, int) else case.points.replace("printed", "__"),
            )
            for case in self.cases.values()
        )

    def in_words(self, scope: Scope) -> Phrase:
        said = tuple(
            phrase(
                "rule.case" if case.when else "rule.case_rest", when=case.label or case.when or "", points=case.points
            )
            for case in self.cases.values()
        )
        return phrase("rule.cases", cases=said)
