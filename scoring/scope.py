"""What a formula or a line can refer to: the counts of a game, laid out in rows of numbers.

Every number that a player counts has a place in the player's row, every shared one in the table's row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.errors import did_you_mean, quoted
from scoring.expression import Count, Entries, Expression, Number, SumOver, added, largest
from scoring.expression import Item as EntryItem
from scoring.frozen import Frozen

RESERVED = frozenset({"min", "max", "abs", "sum", "value", "length", "points", "everyone", "total", "players", "slot"})


class Lost(Frozen):
    """Counts and lines of which something is wrong and told already: nobody complains about them again."""

    counts: frozenset[str] = frozenset()
    lines: frozenset[str] = frozenset()
    all_counts: bool = False

    def has(self, path: tuple[str, ...]) -> bool:
        if path[:1] == ("counts",) and self.all_counts:
            return True
        return len(path) > 1 and path[1] in {"counts": self.counts, "lines": self.lines}.get(path[0], ())

    def and_counts(self, ids: Iterable[str]) -> Lost:
        return Lost(self.counts | frozenset(ids), self.lines, self.all_counts)

    def and_lines(self, ids: Iterable[str]) -> Lost:
        return Lost(self.counts, self.lines | frozenset(ids), self.all_counts)


class Misfit(ValueError):  # no error of ours: it becomes a problem of the file
    """A reference that does not fit: at which field of the line, what, and a hint.

    `about` is the place of what it is about: ("counts", "apples").
    """

    def __init__(self, field: str, what: str, hint: str = "", about: tuple[str, ...] = ()) -> None:
        super().__init__(what)
        self.field, self.what, self.hint, self.about = field, what, hint, about


class Counted(Frozen):
    """One count of the game, as expressions can read it."""

    id: str
    numbers: Mapping[str, Count]  # kind → its number; a count without kinds has one under ""
    entries: Entries | None  # a list instead of numbers
    values: Mapping[str, int]  # kind → its value
    kinds: bool

    @property
    def parts(self) -> list[Expression]:
        if self.entries is not None:
            return [SumOver(self.entries, EntryItem("value"))]
        return list(self.numbers.values())


@dataclass(frozen=True)
class Names:
    """The counts and lines that are known, and how to find one by its written name."""

    counts: Mapping[str, Counted]
    lines: Iterable[str] = ()

    def names(self) -> list[str]:
        """Every name a person may write: counts, and kinds as `garden.tomato`."""
        dotted = [f"{count.id}.{kind}" for count in self.counts.values() if count.kinds for kind in count.numbers]
        return [*self.counts, *dotted]

    def count(self, name: str, field: str = "of") -> tuple[Counted, str | None]:
        """A count and, where the name is dotted, one kind of it. Raises Misfit with a "did you mean"."""
        id, dot, kind = name.partition(".")
        known = self.counts.get(id)
        if known is None:
            owners = [count.id for count in self.counts.values() if count.kinds and name in count.numbers]
            hint = f'write "{owners[0]}.{name}"' if owners else did_you_mean(name, self.names())
            if not hint:
                hint = f"counts are: {', '.join(self.counts)}" if self.counts else "nothing is counted: add counts: {…}"
            raise Misfit(field, f"there is no count {quoted(name)}", hint, ("counts", id))
        if not dot:
            return known, None
        if kind not in known.numbers or not known.kinds:
            if not known.kinds:
                raise Misfit(field, f'count "{id}" has no kinds', f'write "{id}"', ("counts", id))
            hint = did_you_mean(kind, known.numbers, f"kinds are: {', '.join(known.numbers)}")
            raise Misfit(field, f'count "{id}" has no kind {quoted(kind)}', hint, ("counts", id, "of", kind))
        return known, kind

    def number(self, names: str | list[str], field: str = "of") -> Expression:
        """A count as one number: kinds and lists are added."""
        return added([part for name in _listed(names) for part in self._parts(name, field)])

    def each(self, names: str | list[str], field: str = "of") -> list[Expression | Entries]:
        """Every entry that scores by itself: numbers, and lists whose entries do."""
        found: list[Expression | Entries] = []
        for name in _listed(names):
            count, kind = self.count(name, field)
            if kind is None and count.entries is not None:
                found.append(count.entries)
            else:
                found.extend(self._parts(name, field))
        return found

    def _parts(self, name: str, field: str) -> list[Expression]:
        count, kind = self.count(name, field)
        return count.parts if kind is None else [count.numbers[kind]]


def _listed(names: str | list[str]) -> list[str]:
    return [names] if isinstance(names, str) else names


def worth(count: Counted) -> Expression:
    """Σ number × the kind's value; for a list the sum of its values."""
    if count.entries is not None:
        return added(count.parts)
    return added([number * Number(count.values[kind]) for kind, number in count.numbers.items()])


def not_negative(part: Expression) -> Expression:
    return part if isinstance(part, Count) and part.least >= 0 else largest(part, 0)
