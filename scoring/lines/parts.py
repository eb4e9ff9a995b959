"""Scoring every entry by itself: kinds, and lists of any length, with one and the same rule."""

from __future__ import annotations

from collections.abc import Callable

from scoring.expression import Entries, Expression, Item, SumOver, added
from scoring.text import Joined


def each_entry(entries: list[Expression | Entries], rule: Callable[[Expression], Expression]) -> Expression:
    """The rule for every entry, added."""
    return added(
        [SumOver(entry, rule(Item("value"))) if isinstance(entry, Entries) else rule(entry) for entry in entries]
    )


def entries_joined(entries: list[Expression | Entries], rule: Callable[[Expression], Expression]) -> Joined | None:
    """The same as a blank `10 + 15`; None where there is only one number, which says nothing."""
    if len(entries) == 1:
        only = entries[0]
        return Joined((rule(Item("value")),), only) if isinstance(only, Entries) else None
    return Joined(
        tuple(SumOver(entry, rule(Item("value"))) if isinstance(entry, Entries) else rule(entry) for entry in entries)
    )


def is_single(entries: list[Expression | Entries]) -> bool:
    return len(entries) == 1 and not isinstance(entries[0], Entries)
