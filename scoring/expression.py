"""The small frozen tree behind every number: lines, limits, checks, ties, places.

Kinds of line build it, formulas are parsed into it, `python_code` compiles it, `javascript` emits it, and `bounds`
says how large it can become. Whole numbers only. A condition (`Compare`, `Logic`, `Not`) stands only where one is
asked: in a `Choice`, a check, a goal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from scoring.frozen import Frozen

Interval: TypeAlias = tuple[int, int]

LARGEST_COUNT = 99_999
LARGEST_LIST = 200
LARGEST_RESULT = 10**15  # JavaScript counts exactly up to 9 × 10^15
MOST_PLAYERS = 99


class Expression(Frozen):
    """Base of all nodes. Arithmetic on nodes gives nodes: `count * 5`."""

    def __add__(self, other: Expression | int) -> Expression:
        return Binary("+", self, number(other))

    def __sub__(self, other: Expression | int) -> Expression:
        return Binary("-", self, number(other))

    def __mul__(self, other: Expression | int) -> Expression:
        return Binary("*", self, number(other))

    def __floordiv__(self, other: Expression | int) -> Expression:
        return Binary("//", self, number(other))

    def __mod__(self, other: Expression | int) -> Expression:
        return Binary("%", self, number(other))


class Number(Expression):
    value: int


class Count(Expression):
    """One number that is counted: a count, or one kind of it. A tick is 0 or 1.

    `place` is its place in the player's row of counts, or in the table's when `shared`.
    """

    name: str
    place: int
    shared: bool = False
    tick: bool = False
    least: int = 0
    most: int = LARGEST_COUNT


class Entries(Expression):
    """A list that is counted: its values, or records with fields. Not a number by itself."""

    name: str
    place: int
    shared: bool = False
    fields: tuple[str, ...] = ()
    shortest: int = 0
    longest: int = LARGEST_LIST
    bounds: tuple[Interval, ...] = ((0, LARGEST_COUNT),)  # of the value, then of each field


class Item(Expression):
    """Inside a sum over a list: its `value`, `slot` (1, 2, …) or a field of the record."""

    name: str


class SumOver(Expression):
    """The body for each entry of a list, added."""

    entries: Entries
    body: Expression


class Length(Expression):
    entries: Entries


class Players(Expression):
    """How many play."""


class Points(Expression):
    """The points of a line: computed, or as typed."""

    line: str


class Total(Expression):
    """The player's total."""


class TieValue(Expression):
    """What a tie-break compares, for one player."""

    tie: str


class Printed(Expression):
    """A number that stands only on the player's own tile or sheet: its place in the rules."""

    path: str
    at: int | None = None  # which entry of the list there, from 0

    @property
    def place(self) -> str:
        """Where it would stand in the rules: `lines.pig.points.0`."""
        return self.path if self.at is None else f"{self.path}.{self.at}"


class Binary(Expression):
    """+ − ×, floor division and its remainder."""

    operator: str
    left: Expression
    right: Expression


class Sum(Expression):
    parts: tuple[Expression, ...]


class Extreme(Expression):
    """The smallest (`min`) or largest (`max`) of some."""

    which: str
    parts: tuple[Expression, ...]


class Absolute(Expression):
    part: Expression


class Steps(Expression):
    """A table look-up: `values[0]` below the first threshold, `values[k]` from the k-th on. None: printed."""

    thresholds: tuple[int, ...]
    values: tuple[int | None, ...]
    index: Expression
    path: str = ""  # of the numbers in the rules, to say which one is missing
    keyed: bool = False  # they stand there under their thresholds, not as a list

    def place(self, at: int) -> str:
        """Where `values[at]` would stand in the rules: `lines.gate.ladder.2`."""
        return f"{self.path}.{self.thresholds[at - 1] if self.keyed else at - 1}"


class Compare(Expression):
    operator: str
    left: Expression
    right: Expression


class Logic(Expression):
    """`and` or `or` of conditions."""

    operator: str
    parts: tuple[Expression, ...]


class Not(Expression):
    part: Expression


class Choice(Expression):
    condition: Expression
    yes: Expression
    no: Expression


class Ahead(Expression):
    """How many players have more: by the first key, if equal by the next."""

    keys: tuple[Expression, ...]


class Level(Expression):
    """How many players have exactly as much in all keys, this one included."""

    keys: tuple[Expression, ...]


class Everyone(Expression):
    """The body for every player, added."""

    body: Expression


CONDITIONS = (Compare, Logic, Not)
AMONG_PLAYERS = (Ahead, Level, Everyone)


def number(value: Expression | int) -> Expression:
    return value if isinstance(value, Expression) else Number(value)


def negative(part: Expression) -> Expression:
    return Number(-part.value) if isinstance(part, Number) else Number(0) - part


def added(parts: list[Expression]) -> Expression:
    """The sum of some expressions, without needless nodes."""
    if len(parts) == 1:
        return parts[0]
    return Sum(tuple(parts)) if parts else Number(0)


def least(*parts: Expression | int) -> Expression:
    return Extreme("min", tuple(number(part) for part in parts))


def largest(*parts: Expression | int) -> Expression:
    return Extreme("max", tuple(number(part) for part in parts))


def ladder(values: list[int | None], index: Expression, path: str = "") -> Expression:
    """Points for 1, 2, 3 …; the last one for all beyond; 0 for none."""
    return Steps(tuple(range(1, len(values) + 1)), (0, *values), index, path)


def children(node: Expression) -> Iterator[Expression]:
    for name in node.__fields__:
        value = getattr(node, name)
        if isinstance(value, Expression):
            yield value
        elif isinstance(value, tuple) and value and isinstance(value[0], Expression):
            yield from value


def walk(node: Expression) -> Iterator[Expression]:
    """Every node of the tree, without recursion."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(children(node))


class Uses(Frozen):
    """What an expression reads, and of whom."""

    own: frozenset[int]  # places in this player's row
    table: frozenset[int]  # places in the table's row
    others: frozenset[int]  # places in every player's row
    lines: frozenset[str]
    total: bool

    @property
    def of_a_player(self) -> bool:
        return bool(self.own or self.lines or self.total)


def uses(node: Expression) -> Uses:
    own: set[int] = set()
    table: set[int] = set()
    others: set[int] = set()
    lines: set[str] = set()
    total = False
    waiting = [(node, False)]
    while waiting:
        part, everyone = waiting.pop()
        if isinstance(part, Count | Entries):
            (table if part.shared else others if everyone else own).add(part.place)
        elif isinstance(part, Points):
            lines.add(part.line)
        elif isinstance(part, Total):
            total = True
        waiting.extend((child, everyone or isinstance(part, AMONG_PLAYERS)) for child in children(part))
    return Uses(frozenset(own), frozenset(table), frozenset(others), frozenset(lines), total)


class TooLarge(ValueError):
    """A result could leave the numbers that both Python and JavaScript hold exactly."""


def bounds(
    node: Expression,
    points: dict[str, Interval] | None = None,
    items: dict[str, Interval] | None = None,
    players: Interval = (1, MOST_PLAYERS),
) -> Interval:
    """The smallest and the largest result, by interval arithmetic. Raises TooLarge beyond ± 10^15."""

    def of(part: Expression) -> Interval:
        return bounds(part, points, items, players)

    low, high = _bounds(node, points, items, players, of)
    if max(abs(low), abs(high)) > LARGEST_RESULT:
        raise TooLarge
    return low, high


def _bounds(
    node: Expression,
    points: dict[str, Interval] | None,
    items: dict[str, Interval] | None,
    players: Interval,
    of: Callable[[Expression], Interval],
) -> Interval:
    match node:
        case Number(value):
            return value, value
        case Count():
            return node.least, node.most
        case Item(name):
            return (items or {}).get(name, (0, LARGEST_COUNT))
        case Length(entries):
            return entries.shortest, entries.longest
        case SumOver(entries, body):
            inner = dict(zip(("value", *entries.fields), entries.bounds, strict=True))
            inner["slot"] = (1, max(1, entries.longest))
            low, high = bounds(body, points, inner, players)
            return (
                min(low * entries.shortest, low * entries.longest),
                max(high * entries.shortest, high * entries.longest),
            )
        case Players():
            return players
        case Points(line):
            low, high = (points or {}).get(line, (0, 0))
            return min(low, -LARGEST_COUNT), max(high, LARGEST_COUNT)  # it may be typed
        case Total() | TieValue():
            whole = list((points or {}).values())
            return (
                sum(min(low, -LARGEST_COUNT) for low, _ in whole),
                sum(max(high, LARGEST_COUNT) for _, high in whole),
            )
        case Printed():
            return -LARGEST_COUNT, LARGEST_COUNT
        case Binary(operator, left, right):
            return _binary_bounds(operator, of(left), of(right))
        case Sum(parts):
            each = [of(part) for part in parts]
            return sum(low for low, _ in each), sum(high for _, high in each)
        case Extreme(which, parts):
            each = [of(part) for part in parts]
            pick = min if which == "min" else max
            return pick(low for low, _ in each), pick(high for _, high in each)
        case Absolute(part):
            low, high = of(part)
            return (0 if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))
        case Steps(_, values, index):
            of(index)
            known = [value for value in values if value is not None]
            if len(known) < len(values):
                known += [-LARGEST_COUNT * len(values), LARGEST_COUNT * len(values)]
            return min(known), max(known)
        case Compare(_, left, right):
            of(left), of(right)
            return 0, 1
        case Logic(_, parts):
            for part in parts:
                of(part)
            return 0, 1
        case Not(part):
            of(part)
            return 0, 1
        case Choice(condition, yes, no):
            of(condition)
            (low, high), (low2, high2) = of(yes), of(no)
            return min(low, low2), max(high, high2)
        case Ahead(keys) | Level(keys):
            for key in keys:
                of(key)
            return (0 if isinstance(node, Ahead) else 1), players[1]
        case Everyone(body):
            low, high = of(body)
            return min(low, low * players[1]), max(high, high * players[1])
    raise AssertionError(node)


def _binary_bounds(operator: str, left: Interval, right: Interval) -> Interval:
    if operator == "+":
        return left[0] + right[0], left[1] + right[1]
    if operator == "-":
        return left[0] - right[1], left[1] - right[0]
    if operator == "*":
        corners = [a * b for a in left for b in right]
        return min(corners), max(corners)
    divisors = [d for d in (right[0], right[1], -1, 1) if d and right[0] <= d <= right[1]]
    if operator == "%":
        widest = max((abs(d) for d in divisors), default=1) - 1
        return (-widest if right[0] < 0 else 0), (widest if right[1] > 0 else 0)
    corners = [a // d for a in left for d in divisors] or [0]
    return min(corners), max(corners)
