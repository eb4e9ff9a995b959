"""`ladder`: points by how many; the last step is open at the top."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scoring.expression import Choice, Compare, Expression, Number, Steps
from scoring.expression import Printed as PrintedNumber
from scoring.lines.base import CountRefs, Line, Points, Printed, Threshold, known
from scoring.lines.parts import each_entry, entries_joined, is_single
from scoring.lines.scope import Scope
from scoring.scope import Misfit, not_negative
from scoring.text import Case, Working, unless_none, working
from scoring.words import Phrase, phrase

HIGHEST_SPLIT = 60       # the largest step that `split` can take apart


class Ladder(Line):
    """A list gives the points for 1, 2, 3 …; a mapping gives thresholds, and 0 below the first."""

    kind: Literal["ladder"]
    of: CountRefs
    ladder: Annotated[list[Points], Field(min_length=1, max_length=200)] | dict[Threshold, Points] | Printed
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
        if self.ladder == "printed":
            return Choice(Compare(">", entry, Number(0)), PrintedNumber(path), Number(0))
        if not steps:
            raise Misfit("ladder", "the ladder has no steps", "write: {3: 10, 4: 15}")
        if self.split:
            return self.best(entry, steps)
        return Steps(tuple(at for at, _ in steps), (0, *(points for _, points in steps)), entry, path)

    def best(self, entry: Expression, steps: list[tuple[int, int | None]]) -> Expression:
        """The best partition into groups, as a table and, beyond it, the best group over and over.

        A group above the last step is as good as one at it, so sizes up to the last step suffice, and one size of
        the best worth per tile repeats for large numbers.
        """
        top = steps[-1][0]
        if any(points is None for _, points in steps):
            raise Misfit("split", "a split ladder needs all its numbers")
        if top > HIGHEST_SPLIT:
            raise Misfit("split", f"a split ladder can have steps up to {HIGHEST_SPLIT}")
        worth = [0] * (top + 1)
        for size in range(1, top + 1):
            worth[size] = max([points for at, points in steps if at <= size][-1:] or [0])  # type: ignore[type-var]
        # best[n] for exact groups of 1 … top; spare[n] when a last, open group takes in any number more
        length = top * (top + 3)
        best, spare = [0], [None]  # type: list[int], list[int | None]
        for n in range(1, length + 1):
            closed = max(best[n - size] + worth[size] for size in range(1, min(n, top) + 1))
            grown = [best[n - top] + worth[top]] if n >= top else []
            before = spare[n - 1]
            grown += [before] if before is not None else []
            grown += [
                value + worth[size]
                for size in range(1, min(n - 1, top) + 1)
                if (value := spare[n - size]) is not None
            ]
            spare.append(max(grown) if grown else None)
            best.append(max([closed, *([spare[-1]] if spare[-1] is not None else [])]))
        rate, size = max(
            ((worth[size] / size, -size) for size in range(1, top + 1)),
            default=(0.0, -1),
        )
        period, gain = (-size, worth[-size]) if rate > 0 else (1, best[-1] - best[-2])
        count = not_negative(entry)
        start = length - period
        more = Choice(Compare(">", count, Number(start)), (count - start) // period, Number(0))
        table = Steps(tuple(range(1, length + 1)), tuple(best), count - more * period)
        return table + more * gain

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

    def in_words(self, scope: Scope) -> Phrase:
        steps = self.steps()
        if not steps:
            return phrase("rule.printed")
        said = [
            phrase("rule.step_last" if at == steps[-1][0] else "rule.step", at=at, points="…" if points is None else points)
            for at, points in steps
        ]
        several = not is_single(scope.each(self.of))
        inner = phrase("rule.ladder_each" if several else "rule.ladder", steps=tuple(said))
        return phrase("rule.split", rule=inner) if self.split else inner
