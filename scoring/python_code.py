"""Expression → compiled Python.

`functions` compiles many expressions at once, each called with a whole `Position`: the path of a scored tally, where
lines may be typed or missing. `table_function` compiles a whole game into one function over complete rows of counts:
the path of a batch of thousands of games. Both write the same tree with the same writer.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import CodeType
from typing import Any, TypeAlias

from scoring.expression import (
    AMONG_PLAYERS,
    Absolute,
    Ahead,
    Binary,
    Choice,
    Compare,
    Count,
    Entries,
    Everyone,
    Expression,
    Extreme,
    Item,
    Length,
    Level,
    Logic,
    Not,
    Number,
    Players,
    Points,
    Printed,
    Steps,
    Sum,
    SumOver,
    TieValue,
    Total,
    bounds,
    walk,
)

Row: TypeAlias = Sequence[Any]  # the counts of one player (or the table): whole numbers, and tuples for lists
# (own counts, own lines, table's counts, how many players, all counts, all lines) → a number
Compiled: TypeAlias = Callable[[Row, Row, Row, int, Sequence[Row], Sequence[Row]], Any]

DENSE = 200  # thresholds up to here become a plain table


class MissingNumber(LookupError):
    """A tally needs a number that only the player's own copy shows."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


def _need(value: int | None, path: str) -> int:
    if value is None:
        raise MissingNumber(path)
    return value


def _ahead(keys: list[Any], mine: Any) -> int:
    return sum([key > mine for key in keys])


_KNOWN = {"_need": _need, "_ahead": _ahead, "_bisect": bisect_right, "__builtins__": {}} | {
    name: __builtins__[name] if isinstance(__builtins__, dict) else getattr(__builtins__, name)
    for name in ("min", "max", "abs", "sum", "len", "list", "zip", "enumerate", "sorted", "set", "range", "tuple")
}


class Writer:
    """Writes one expression as Python; subclasses say how a count and a line are called."""

    def __init__(self, lines: Mapping[str, int]) -> None:
        self.lines = lines

    def own(self, place: int) -> str:
        return f"c[{place}]"

    def table(self, place: int) -> str:
        return f"t[{place}]"

    def line(self, name: str) -> str:
        return f"l[{self.lines[name]}]"

    def among(self, body: str) -> str:
        return f"[{body} for c, l in zip(P, L)]"

    def write(self, node: Expression) -> str:
        match node:
            case Number(value):
                return str(value) if value >= 0 else f"({value})"
            case Count() | Entries():
                return self.table(node.place) if node.shared else self.own(node.place)
            case Item(name):
                return {"value": "v", "slot": "s"}.get(name, f"f_{name}")
            case SumOver(entries, body):
                return self.sum_over(entries, body)
            case Length(entries):
                return f"len({self.write(entries)})"
            case Players():
                return "n"
            case Points(line):
                return self.line(line)
            case Total():
                return self.line("total")
            case TieValue(tie):
                return self.line(f"tie:{tie}")
            case Printed(path):
                return f"_need(None, {path!r})"
            case Binary(operator, left, right):
                return f"({self.write(left)} {operator} {self.write(right)})"
            case Sum(parts):
                return f"({' + '.join(map(self.write, parts))})"
            case Extreme():
                return self.extreme(node)
            case Absolute(part):
                return f"abs({self.write(part)})"
            case Steps():
                return self.steps(node)
            case Compare(operator, left, right):
                return f"({self.write(left)} {operator} {self.write(right)})"
            case Logic(operator, parts):
                return f"({f' {operator} '.join(map(self.write, parts))})"
            case Not(part):
                return f"(not {self.write(part)})"
            case Choice(condition, yes, no):
                return f"({self.write(yes)} if {self.write(condition)} else {self.write(no)})"
            case Ahead(keys):
                return f"_ahead({self.among(self.key(keys))}, {self.key(keys)})"
            case Level(keys):
                return f"{self.among(self.key(keys))}.count({self.key(keys)})"
            case Everyone(body):
                return f"sum({self.among(self.write(body))})"
        raise AssertionError(node)

    def key(self, keys: tuple[Expression, ...]) -> str:
        written = [self.write(key) for key in keys]
        return written[0] if len(written) == 1 else f"({', '.join(written)})"

    def sum_over(self, entries: Entries, body: Expression) -> str:
        items = self.write(entries)
        if body == Item("value") and not entries.fields:
            return f"sum({items})"
        each = f"(v, {', '.join(f'f_{name}' for name in entries.fields)})" if entries.fields else "v"
        if any(node == Item("slot") for node in walk(body)):
            each, items = f"s, {each}", f"enumerate({items}, 1)"
        return f"sum([{self.write(body)} for {each} in {items}])"

    def extreme(self, node: Extreme) -> str:
        sign = "<" if node.which == "min" else ">"
        parts = [self.write(part) for part in node.parts]
        if len(parts) == 2:  # quicker than a call: the first part is named in passing
            first, second = sorted(parts, key=str.isalnum)
            if second.isalnum():
                return f"(x if (x := {first}) {sign} {second} else {second})"
        return f"{node.which}({', '.join(parts)})"

    def steps(self, node: Steps) -> str:
        index, top = self.write(node.index), node.thresholds[-1] if node.thresholds else 0
        if top <= DENSE and all(at >= 0 for at in node.thresholds):
            table = tuple(node.values[bisect_right(node.thresholds, at)] for at in range(top + 1))
            low, high = bounds(node.index)
            if low < 0 and not (node.thresholds and node.thresholds[0] == 0):
                index = f"max({index}, 0)"
                low = 0
            if low >= 0:
                if high > top:
                    index = f"{index} if {index} < {top} else {top}" if index.isalnum() else f"min({index}, {top})"
                looked = f"{table}[{index}]"
                return f"_need({looked}, {node.path!r})" if None in table else looked
        looked = f"{node.values}[_bisect({node.thresholds}, {index})]"
        return f"_need({looked}, {node.path!r})" if None in node.values else looked


def functions(expressions: Sequence[Expression], lines: Mapping[str, int]) -> list[Compiled]:
    """Every expression as a function of the position at the table."""
    writer = Writer(lines)
    source = "".join(f"lambda c, l, t, n, P, L: {writer.write(node)},\n" for node in expressions)
    return list(_run(f"result = [\n{source}]"))


class _Unpacked(Writer):
    """Counts and lines as local variables of one function."""

    def __init__(self, lines: Mapping[str, int], keys: dict[str, str]) -> None:
        super().__init__(lines)
        self.keys = keys

    def own(self, place: int) -> str:
        return f"c{place}"

    def table(self, place: int) -> str:
        return f"t{place}"

    def line(self, name: str) -> str:
        return "total" if name == "total" else f"l{self.lines[name]}"

    def among(self, body: str) -> str:
        """One list for the whole table, made once and before the players' own lines."""
        return self.keys.setdefault(body, f"k{len(self.keys)}")


def table_function(
    lines: Mapping[str, Expression],
    ties: Mapping[str, Expression],
    most_wins: bool,
    counts: tuple[int, int],
) -> Callable[[Sequence[Row], Row], list[tuple[tuple[int, ...], int, int]]] | None:
    """`table(players, shared)` → for each player (points of every line, total, place), for complete counts.

    `lines` stand in the order of their computation; `counts` says how many counts a player and the table have.
    None when a comparison among players needs computed points: then only `functions` can do it.
    """
    for node in (*lines.values(), *ties.values()):
        for part in walk(node):
            if isinstance(part, AMONG_PLAYERS) and any(
                isinstance(inner, (Points, Total, *AMONG_PLAYERS)) for inner in walk(part) if inner is not part
            ):
                return None
    keys: dict[str, str] = {}
    names = {line: place for place, line in enumerate(lines)}
    row = "".join(f"c{place}, " for place in range(counts[0])) or "*_, "
    writer = _Unpacked(names, keys)
    body = [f"l{place} = {writer.write(node)}" for place, node in enumerate(lines.values())]
    total = " + ".join(f"l{place}" for place in range(len(lines))) or "0"
    tie_keys = "".join(f", {writer.write(node)}" for node in ties.values())
    among = [f"    {name} = [{written} for {row}in P]" for written, name in keys.items()]
    source = "\n".join(
        [
            "def result(P, T):",
            "    n = len(P)",
            *([f"    {''.join(f't{place}, ' for place in range(counts[1]))}= T"] if counts[1] else []),
            *among,
            "    points = []",
            "    totals = []",
            f"    for {row}in P:",
            *(f"        {line}" for line in body),
            f"        points.append(({''.join(f'l{place}, ' for place in range(len(lines)))}))",
            f"        totals.append({total})",
            "    keys = totals" if most_wins else "    keys = [-total for total in totals]",
            *(
                [
                    "    if len(set(totals)) < n:",
                    f"        keys = [(key{tie_keys}) for ({row}), key in zip(P, keys)]",
                ]
                if ties
                else []
            ),
            "    ranked = sorted(keys, reverse=True)",
            "    return [(p, total, ranked.index(key) + 1) for p, total, key in zip(points, totals, keys)]",
        ]
    )
    made: Callable[[Sequence[Row], Row], list[tuple[tuple[int, ...], int, int]]] = _run(source)
    return made


def _run(source: str) -> Any:
    space: dict[str, Any] = dict(_KNOWN)
    exec(_code(source), space)  # our own text, written from the tree; no word of a person in it
    return space["result"]


@lru_cache(maxsize=256)
def _code(source: str) -> CodeType:
    """The checks and rankings of a game ask for the same at every table."""
    return compile(source, "<rules>", "exec")


def of_fields(expression: Expression, fields: Sequence[str]) -> Callable[[Sequence[int]], int]:
    """A formula over the fields of one record: its value."""
    names = "".join(f"f_{name}, " for name in fields)
    made: Callable[[Sequence[int]], int] = _run(
        f"def result(fields):\n    {names}= fields\n    return {Writer({}).write(expression)}"
    )
    return made


def of_list(body: Expression, entries: Entries, lines: Mapping[str, int]) -> Compiled:
    """The body for each entry of a list, as a function that gives a list of numbers."""
    added = Writer(lines).sum_over(entries, body)
    numbers = added.removeprefix("sum(").removesuffix(")")
    made: Compiled = _run(f"result = lambda c, l, t, n, P, L: list({numbers})")
    return made
