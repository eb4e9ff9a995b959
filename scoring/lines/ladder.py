"""`ladder`: points by how many; the last step is open at the top."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from scoring.expression import Choice, Compare, Expression, Number, Steps, largest
from scoring.lines.base import UNKNOWN, CountRefs, Line, Points, Printed, Threshold, Tile, Worth, known, on_paper
from scoring.lines.parts import each_entry, entries_joined, is_single
from scoring.lines.scope import Scope
from scoring.scope import Misfit, not_negative
from scoring.text import Case, Working, unless_none, working
from scoring.words import Phrase, phrase

HIGHEST_SPLIT = 60  # the largest step that `split` can take apart


_Groups: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], int, int, int]


@lru_cache(maxsize=32)
def best_groups(steps: tuple[tuple[int, int], ...], top: int) -> _Groups:
    """Sizes 1, 2 …; the best points for 0, 1, 2 …; the group to repeat beyond, what it adds; the last step's points."""
    worth = [[0, *(points for at, points in steps if at <= size)][-1] for size in range(top + 1)]
    length = top * (top + 3)
    closed = [0]  # groups of 1 … top only
    for n in range(1, length + 1):
        closed.append(max(closed[n - size] + worth[size] for size in range(1, min(n, top) + 1)))
    _, period = max((worth[size] / size, -size) for size in range(1, top + 1))
    gain = worth[-period]
    table = list(closed)
    if gain > 0:  # every further group pays, so the large one is in the table
        most = closed[0]
        for n in range(top, length + 1):
            most = max(most, closed[n - top])
            table[n] = max(closed[n], most + worth[top])
    table[0] = worth[0]
    return tuple(range(1, length + 1)), tuple(table), -period, gain, worth[top]


LadderSteps: TypeAlias = Annotated[dict[Threshold, Points], Field(max_length=200)]


class Ladder(Line):
    """A list gives the points for 1, 2, 3 …; a mapping gives thresholds, and 0 below the first."""

    kind: Literal["ladder"]
    of: CountRefs = Field(
        description="What is counted: a count, one kind of it, or a list. Every kind and entry scores by itself."
    )
    ladder: Annotated[list[Points], Field(min_length=1, max_length=200)] | LadderSteps | Printed = Field(
        description="[1, 3, 6]: for 1, 2, 3 or more. {3: 10, 5: 20}: from 3 and from 5 on. Unknown ones: printed."
    )
    split: bool = Field(False, description="One kind may be split into several groups, as it scores best.")

    def steps(self) -> list[tuple[int, int | None]]:
        if isinstance(self.ladder, list):
            return [(at, known(points)) for at, points in enumerate(self.ladder, 1)]
        if isinstance(self.ladder, dict):
            return sorted((int(at), known(points)) for at, points in self.ladder.items())
        return []

    def one(self, entry: Expression, path: str) -> Expression:
        """The points of one entry."""
        path = f"{path}.ladder"
        steps = self.steps()
        if self.split and any(points is None for _, points in steps or [(0, None)]):
            raise Misfit("split", "a split ladder needs all its numbers", "leave out split, or give the numbers")
        if self.ladder == "printed":
            steps = [(at, None) for at in range(1, UNKNOWN + 1)]
        if not steps:
            raise Misfit("ladder", "the ladder has no steps", "write {3: 10, 4: 15}")
        if self.split:
            return self.best(entry, steps)
        keyed = isinstance(self.ladder, dict)
        return Steps(tuple(at for at, _ in steps), (0, *(points for _, points in steps)), entry, path, keyed)

    def best(self, entry: Expression, steps: list[tuple[int, int | None]]) -> Expression:
        """The best partition into groups, as a table and, beyond it, the best group over and over.

        A group above the last step is as good as one at it, and one such group is enough: it can take in all that
        is left over. Groups of other sizes repeat for large numbers: one more of the size that is worth most per
        tile is the best there is. A step at 0 is for having none, not for an empty group.
        """
        top = max(steps[-1][0], 1)
        if top > HIGHEST_SPLIT:
            raise Misfit("split", f"a split ladder can have steps up to {HIGHEST_SPLIT}")
        sizes, table, period, gain, most = best_groups(tuple((at, points or 0) for at, points in steps), top)
        length = len(sizes)
        count = not_negative(entry)
        start = length - period
        more = Choice(Compare(">", count, Number(start)), (count - start) // period, Number(0))
        points = Steps(sizes, table, count - more * period) + more * gain
        if gain > 0:
            return points
        return Choice(Compare(">=", count, Number(top)), largest(points, most), points)

    def expression(self, scope: Scope, path: str) -> Expression:
        return each_entry(scope.each(self.of), lambda entry: self.one(entry, path))

    def workings(self, scope: Scope, path: str) -> Working:
        entries = scope.each(self.of)
        if is_single(entries):
            count = scope.number(self.of)
            return unless_none(count, Case(None, "working.ladder", {"count": count}))
        parts = entries_joined(entries, lambda entry: self.one(entry, path))
        assert parts is not None
        return working(Case(None, "working.parts", {"parts": parts}), row=Case(None, "working.sum", {}))

    def tiles(self) -> tuple[Tile, ...]:
        steps = self.steps()
        if not steps:  # nobody knows how many: room for some
            steps = [(at, None) for at in range(1, UNKNOWN + 1)]
        keys = [str(at) for at, _ in steps] if isinstance(self.ladder, dict) else [str(at) for at in range(len(steps))]
        return tuple(
            Tile(f"{at}+" if at == steps[-1][0] else str(at), points, place=f"ladder.{key}")
            for key, (at, points) in zip(keys, steps, strict=True)
        )

    def panel(self, scope: Scope) -> tuple[Worth, ...]:
        if is_single(scope.each(self.of)):
            return super().panel(scope)
        return tuple(Worth(f"{tile.caption} ×", on_paper(tile.points), tile.strong) for tile in self.tiles())

    def remark(self) -> Phrase | None:
        return phrase("panel.split") if self.split else None

    def in_words(self, scope: Scope) -> Phrase:
        steps = self.steps()
        if not steps:
            return phrase("rule.printed")
        said = [
            phrase(
                "rule.step_last" if at == steps[-1][0] else "rule.step", at=at, points="…" if points is None else points
            )
            for at, points in steps
        ]
        several = not is_single(scope.each(self.of))
        inner = phrase("rule.ladder_each" if several else "rule.ladder", steps=tuple(said))
        return phrase("rule.split", rule=inner) if self.split else inner
