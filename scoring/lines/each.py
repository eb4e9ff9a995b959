"""`each`: so many points for every one counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from scoring.expression import Choice, Compare, Count, Entries, Expression, Number, Printed, largest, least
from scoring.lines.base import CountRefs, Line, NotNegative, Points, Positive, Whole, Worth, on_paper
from scoring.lines.base import known as known_number
from scoring.lines.parts import each_entry, is_single
from scoring.lines.scope import Scope
from scoring.scope import Misfit, not_negative
from scoring.text import Case, Working, unless_none, working
from scoring.words import Filling, Phrase, phrase


class Each(Line):
    """So many points for every one counted."""

    kind: Literal["each"]
    of: CountRefs = Field(description="What is counted: a count, one kind of it (tiles.queen), or a list of these.")
    points: Points = Field(description="Points for every one counted, or printed.")
    free: NotNegative = Field(0, description="The first ones do not count.")
    every: Positive = Field(1, description="Only each full so many count.")
    cap: Whole | None = Field(None, description="Never more points than this (for a penalty: never worse).")

    def counting(self, entry: Expression) -> Expression:
        """How many of an entry count."""
        if self.free:
            entry = largest(entry - self.free, 0)
        if self.every > 1:
            entry = not_negative(entry) // self.every
        return entry

    @property
    def penalty(self) -> bool:
        return self.points != "printed" and self.points < 0

    def each(self, path: str) -> Expression:
        worth = known_number(self.points)
        return Printed(f"{path}.points") if worth is None else Number(worth)

    def expression(self, scope: Scope, path: str) -> Expression:
        count = each_entry(scope.each(self.of), self.counting)
        points: Expression = count * self.each(path)
        if self.points == "printed":  # not asked for when nothing counts
            points = Choice(Compare("!=", count, Number(0)), points, Number(0))
        if self.cap is None:
            return points
        if self.penalty and self.cap > 0:
            raise Misfit("cap", "points below 0 need a cap below 0", f"write cap: -{self.cap}")
        if self.cap < 0 and not self.penalty:
            raise Misfit("cap", "a cap below 0 needs points below 0", f"write cap: {-self.cap}")
        return largest(points, self.cap) if self.penalty else least(points, self.cap)

    def workings(self, scope: Scope, path: str) -> Working:
        entries = scope.each(self.of)
        blanks: dict[str, Expression] = {
            "count": each_entry(entries, self.counting),
            "each": self.each(path),
        }
        key = "working.each"
        if self.every > 1 and not self.free and is_single(entries):
            blanks |= {"count": not_negative(scope.number(self.of)), "every": Number(self.every)}
            key = "working.each_every" if self.points != 1 else "working.each_every_1"
        elif self.points == 1:
            key = "working.each_1" if self.cap is not None else "working.points"
        if self.cap is not None:
            blanks["cap"] = Number(self.cap)
            key += "_floored" if self.penalty else "_capped"
        row = Case(None, key, blanks)
        if one_tick(entries):
            return working(Case(None, "working.points", {}), row=Case(None, "working.tick", blanks))
        return unless_none(blanks["count"], row)

    def panel(self, scope: Scope) -> tuple[Worth, ...]:
        points = known_number(self.points)
        if one_tick(scope.each(self.of)):
            return (Worth("", on_paper(points) if points is None or points < 0 else f"+{points}"),)
        key = ("panel.each_every" if self.every > 1 else "panel.each") + ("_free" if self.free else "")
        worth = Worth(phrase(key, every=self.every, free=self.free), on_paper(points))
        if self.cap is None:
            return (worth,)
        return worth, Worth(phrase("panel.floor" if self.penalty else "panel.cap"), on_paper(self.cap))

    def in_words(self, scope: Scope) -> Phrase:
        blanks: dict[str, Filling] = {
            "points": "…" if self.points == "printed" else self.points,
            "every": self.every,
            "free": self.free,
        }
        key = "rule.each_every" if self.every > 1 else "rule.each"
        if self.free:
            key = f"{key}_free"
        elif key == "rule.each" and one_tick(scope.each(self.of)):
            key = "rule.tick"
        said = Phrase(key, blanks)
        if self.cap is None:
            return said
        return phrase("rule.floored" if self.penalty else "rule.capped", rule=said, cap=self.cap)


def one_tick(entries: Sequence[Expression | Entries]) -> bool:
    """Whether a single yes or no is counted."""
    only = entries[0]
    return isinstance(only, Count) and only.tick and len(entries) == 1
