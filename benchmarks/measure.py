"""Several ways of doing the same thing, measured in turns."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """One comparison: seconds of each way, or bytes when the unit is kB or MB; `base` is the way that counts as 1."""

    title: str
    about: str
    amounts: Mapping[str, float]
    base: str
    unit: str = "µs"
    per: int = 1

    def markdown(self) -> str:
        scale = {"µs": 1e6, "ms": 1e3, "kB": 1e-3, "MB": 1e-6}[self.unit]
        rows = [f"## {self.title}", "", self.about, "", f"| way | {self.unit} | ratio |", "|:--|--:|--:|"]
        for name, amount in self.amounts.items():
            ratio = amount / self.amounts[self.base]
            rows.append(f"| {name} | {amount / self.per * scale:.{2 if self.unit == 'µs' else 0}f} | {ratio:.2f} |")
        return "\n".join(rows)


def in_turns(ways: Mapping[str, Callable[[], object]], rounds: int = 9) -> dict[str, float]:
    """The best time of each way, in seconds; the ways take turns, so that all meet the same noise."""
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(rounds):
        for name, way in ways.items():
            start = time.perf_counter()
            way()
            best[name] = min(best[name], time.perf_counter() - start)
    return best
