"""The game: one frozen thing that every consumer reads.

`make` gives meaning to checked rules: it lays the counts out in rows, asks every line for its expression, rule and
working, and turns limits, supplies, ties and verdicts into expressions too.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from scoring import formula, python_code
from scoring.errors import Problem, did_you_mean
from scoring.expression import (
    LARGEST_COUNT,
    LARGEST_LIST,
    Ahead,
    Choice,
    Compare,
    Count,
    Entries,
    Everyone,
    Expression,
    Interval,
    Item,
    Level,
    Logic,
    Number,
    Players,
    Points,
    Printed,
    Steps,
    TieValue,
    TooLarge,
    Total,
    Uses,
    bounds,
    negative,
    uses,
    walk,
)
from scoring.lines.base import Line
from scoring.lines.scope import Scope
from scoring.patch import subject
from scoring.rules import CheckRule, CountRule, KindRule, Rules, Supply, TieRule
from scoring.scope import RESERVED, Counted, Misfit
from scoring.text import Joined, Sentence, of_case, sentence
from scoring.words import Catalogue
from scoring.yaml_file import Node

Made = TypeVar("Made")

ID = re.compile(r"[a-z][a-z0-9_]*$")
JAVASCRIPT_WORDS = frozenset(
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends "
    "false finally for function if implements import in instanceof interface let new null package private protected "
    "public return static super switch this throw true try typeof undefined var void while with yield".split()
)


@dataclass(frozen=True, slots=True)
class VariantInfo:
    """A variant that is on: as it was asked for, and what it says of itself."""

    id: str
    title: str
    about: str = ""
    source: str = ""
    confidence: str = ""
    asked: bool = True                      # named by the person, not pulled in by another


@dataclass(frozen=True, slots=True)
class GameCount:
    """A count with its words."""

    id: str
    label: str
    rule: CountRule
    counted: Counted
    kinds: Mapping[str, KindRule]
    kind_labels: Mapping[str, str]
    places: tuple[int, ...]                 # in the player's row, or the table's

    @property
    def shared(self) -> bool:
        return self.rule.shared

    @property
    def is_list(self) -> bool:
        return self.counted.entries is not None

    def name(self, kind: str = "") -> str:
        """How messages and questions call it."""
        return f"{self.label}, {self.kind_labels[kind]}" if kind else self.label

    @property
    def may_be_missing(self) -> bool:
        """Whether a tally may leave it out: said so, or a tick that only one player can have."""
        if self.rule.missing is not None:
            return True
        supplies = [kind.supply or self.rule.supply for kind in self.kinds.values()] or [self.rule.supply]
        return self.rule.tick and all(supply == 1 for supply in supplies)


@dataclass(frozen=True, slots=True)
class GameCase:
    """One way to tell how a line came about: when it fits, and the sentence."""

    when: Expression | None
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class GameLine:
    """One row of the score."""

    id: str
    label: str
    model: Line
    expression: Expression
    uses: Uses
    words: str                              # the rule as a sentence
    cases: tuple[GameCase, ...]
    row: Sentence                           # with its blanks left open, as on a pad
    row_key: str                            # the catalogue's name of that row
    refs: tuple[str, ...]                   # the counts it names


@dataclass(frozen=True, slots=True)
class GameTie:
    """What breaks a tie: the value that is compared. More is better, unless `fewest`."""

    id: str
    label: str
    expression: Expression
    fewest: bool
    uses: Uses
    rule: TieRule

    @property
    def key(self) -> Expression:
        value = TieValue(self.id)
        return negative(value) if self.fewest else value


@dataclass(frozen=True, slots=True)
class GameCheck:
    """What must hold of a tally. `of` names the number it is about: (count, kind)."""

    id: str
    condition: Expression
    error: bool
    message: Sentence
    uses: Uses
    of: tuple[str, str] | None = None
    table: bool = False                     # asked once, not for every player
    entries: Entries | None = None          # asked for every entry of this list
    least: int | None = None                # the condition must be true of so many players, at least
    most: int | None = None                 # … at most


@dataclass(frozen=True, slots=True)
class GameVerdict:
    id: str
    label: str
    condition: Expression
    win: bool


@dataclass(frozen=True)
class Game:
    """A game with its variants laid over it, ready to be scored and printed."""

    id: str
    rules: Rules
    language: str
    words: Catalogue
    variants: tuple[VariantInfo, ...]
    counts: Mapping[str, GameCount]
    lines: Mapping[str, GameLine]
    ties: Mapping[str, GameTie]
    checks: tuple[GameCheck, ...]
    verdicts: tuple[GameVerdict, ...]
    order: tuple[str, ...]                  # lines in the order in which they can be computed
    numbers: tuple[str, ...]                # places where a person's own numbers stand for printed ones
    node: Node                              # the rules as read, to point at a line of a file
    bounds: Mapping[str, Interval]          # the smallest and largest points of each line

    @property
    def title(self) -> str:
        return self.rules.title

    @property
    def asked(self) -> list[str]:
        """The variants as a person named them."""
        return [variant.id for variant in self.variants if variant.asked]

    @property
    def goal(self) -> Expression | None:
        """Whether a player has finished the race; None where the game is none."""
        return None if self.rules.goal is None else Compare(">=", Total(), Number(self.rules.goal))

    @cached_property
    def layout(self) -> dict[str, int]:
        """The place of every line, the total and every tie in a player's row of results."""
        names = [*self.lines, "total", *(f"tie:{tie}" for tie in self.ties)]
        return {name: place for place, name in enumerate(names)}

    @property
    def player_places(self) -> int:
        return sum(len(count.places) for count in self.counts.values() if not count.shared)

    @property
    def table_places(self) -> int:
        return sum(len(count.places) for count in self.counts.values() if count.shared)

    def count_at(self, place: int, shared: bool) -> GameCount:
        for count in self.counts.values():
            if count.shared == shared and place in count.places:
                return count
        raise KeyError(place)

    @property
    def total(self) -> Expression:
        """The points of all lines, added."""
        from scoring.expression import added

        return added([Points(line) for line in self.lines])

    def place(self, ties: int | None = None) -> Expression:
        """The place of a player, 1-2-2-4, with the first so many ties looked at (all, unless said)."""
        return Ahead(self.rank_keys(ties)) + 1

    def level(self, ties: int) -> Expression:
        """How many are equal in total and the first so many ties, this player included."""
        return Level(self.rank_keys(ties))

    def rank_keys(self, ties: int | None = None) -> tuple[Expression, ...]:
        total: Expression = Total() if self.rules.wins == "most" else negative(Total())
        used = list(self.ties.values())[:ties] if ties is not None else list(self.ties.values())
        return (total, *(tie.key for tie in used))

    @cached_property
    def table(self) -> Callable[..., list[tuple[tuple[int, ...], int, int]]] | None:
        """The whole score of a table in one compiled function, for batches; see `python_code.table_function`."""
        lines = {id: self.lines[id].expression for id in self.order}
        ties = {id: negative(tie.expression) if tie.fewest else tie.expression for id, tie in self.ties.items()}
        places = (self.player_places, self.table_places)
        return python_code.table_function(lines, ties, self.rules.wins == "most", places)

    @cached_property
    def compiled(self) -> Mapping[Expression, python_code.Compiled]:
        """Every line, the total and every tie as a Python function."""
        wanted = [line.expression for line in self.lines.values()] + [self.total]
        wanted += [tie.expression for tie in self.ties.values()]
        return self.functions(wanted)

    def functions(self, expressions: Sequence[Expression]) -> dict[Expression, python_code.Compiled]:
        made = python_code.functions(expressions, self.layout)
        return dict(zip(expressions, made, strict=True))


# -- from rules to the game


class Maker:
    """Gathers problems while the parts of a game are made; a part that fails is left out."""

    def __init__(self, rules: Rules, node: Node, words: Catalogue, lost: frozenset[str]) -> None:
        self.rules, self.node, self.words, self.lost = rules, node, words, lost
        self.problems: list[Problem] = []

    def problem(self, path: tuple[str | int, ...], what: str, hint: str = "", column: int | None = None) -> None:
        node = self.node.find(path)
        mark = node.where if column is None else node.at(column)
        self.problems.append(Problem(what, mark, hint))

    def attempt(self, path: tuple[str | int, ...], make: Callable[[], Made]) -> Made | None:
        """Make a part; what does not fit becomes a problem at its place."""
        try:
            return make()
        except Misfit as misfit:
            if not any(f'"{name}"' in misfit.what or f'"{name}.' in misfit.what for name in self.lost):
                self.problem((*path, *misfit.field.split(".")), f"{subject(path)}: {misfit.what}", misfit.hint)
        except formula.FormulaError as error:
            at = (*path, *[step for step in error.field.split(".") if step])
            for fault in error.faults:
                if not any(f'"{name}"' in fault.what or f'"{name}.' in fault.what for name in self.lost):
                    self.problem(at, f"{subject(path)}: {fault.what}", fault.hint, fault.column)
        return None

    def names(self) -> None:
        """Refuse ids that a formula or a program could not hold."""
        rules = self.rules
        groups: list[tuple[tuple[str, ...], Iterator[str] | list[str], frozenset[str]]] = [
            (("counts",), list(rules.counts), RESERVED | {"name", "ties"}),
            (("lines",), list(rules.lines), RESERVED),
            (("ties",), list(rules.ties), RESERVED),
            (("checks",), list(rules.checks), frozenset()),
            (("verdict",), list(rules.verdict or {}), frozenset()),
        ]
        for id, count in rules.counts.items():
            groups.append((("counts", id, "of"), list(count.of or {}), RESERVED))
            groups.append((("counts", id, "fields"), list(count.fields or {}), RESERVED))
        for path, ids, reserved in groups:
            for id in ids:
                here = (*path, id)
                if not ID.match(id):
                    hint = "use small letters a–z, digits and _, beginning with a letter"
                    self.problem(here, f'"{id}" cannot be an id', hint)
                elif id in reserved or keyword.iskeyword(id) or id in JAVASCRIPT_WORDS:
                    self.problem(here, f'{subject(here)} cannot have this id: the word means something', "choose another")

    # -- counts

    def counts(self) -> dict[str, GameCount]:
        places = {False: 0, True: 0}
        made: dict[str, GameCount] = {}
        for id, rule in self.rules.counts.items():
            count = self.attempt(("counts", id), lambda id=id, rule=rule: self.count(id, rule, places))  # type: ignore[misc]
            if count is not None:
                made[id] = count
        return made

    def count(self, id: str, rule: CountRule, places: dict[bool, int]) -> GameCount:
        self.count_fits(id, rule)
        kinds = rule.of or {}
        first = places[rule.shared]
        entries: Entries | None = None
        numbers: dict[str, Count] = {}
        values: dict[str, int] = {}
        if rule.list_ is not None:
            entries = self.entries(id, rule, first)
            used = 1
        elif kinds:
            for offset, (kind, inner) in enumerate(kinds.items()):
                low, high = self.limits(rule, inner)
                numbers[kind] = Count(f"{id}.{kind}", first + offset, rule.shared, rule.tick, low, high)
                if inner.value is not None:
                    values[kind] = inner.value
            used = len(kinds)
        else:
            low, high = self.limits(rule, None)
            numbers[""] = Count(id, first, rule.shared, rule.tick, low, high)
            if isinstance(rule.value, int):
                values[""] = rule.value
            used = 1
        places[rule.shared] += used
        counted = Counted(id, numbers, entries, values, bool(kinds))
        label = rule.label or human(id)
        labels = {kind: inner.label or human(kind) for kind, inner in kinds.items()}
        return GameCount(id, label, rule, counted, kinds, labels, tuple(range(first, first + used)))

    def count_fits(self, id: str, rule: CountRule) -> None:
        """Keys of a count that do not go together."""
        if rule.list_ is not None and (rule.of or rule.tick):
            raise Misfit("list", "a list has no kinds and no ticks")
        if rule.fields is not None and rule.list_ is None:
            raise Misfit("fields", "fields need a list", "write: list: {most: 6}")
        if rule.fields is not None and not isinstance(rule.value, str):
            raise Misfit("value" if rule.value is not None else "fields", "records need a value", "write: value: a formula over the fields")
        if rule.fields is None and isinstance(rule.value, str):
            raise Misfit("value", "a formula as value needs fields")
        if rule.of and rule.value is not None:
            raise Misfit("value", "each kind has its own value")
        low, high = rule.least or 0, rule.most
        if high is not None and high < low:
            raise Misfit("most", f"most is {high}, less than the least, {low}")
        if rule.tick and (rule.least is not None or rule.most is not None):
            raise Misfit("tick", "a tick is yes or no, without least or most")

    def limits(self, rule: CountRule, kind: KindRule | None) -> Interval:
        if rule.tick:
            return 0, 1
        low = next((k for k in (kind and kind.least, rule.least) if k is not None), 0)
        high = next((k for k in (kind and kind.most, rule.most) if k is not None), LARGEST_COUNT)
        if high < low:
            raise Misfit("most", f"most is {high}, less than the least, {low}")
        return low, high

    def entries(self, id: str, rule: CountRule, place: int) -> Entries:
        assert rule.list_ is not None
        low, high = self.limits(rule, None)
        fields = rule.fields or {}
        each = [(field.least, LARGEST_COUNT if field.most is None else field.most) for field in fields.values()]
        for name, (least, most) in zip(fields, each, strict=True):
            if most < least:
                raise Misfit(f"fields.{name}", f"most is {most}, less than the least, {least}")
        longest = LARGEST_LIST if rule.list_.most is None else rule.list_.most
        if rule.list_.least > longest:
            raise Misfit("list", f"most is {longest}, less than the least, {rule.list_.least}")
        return Entries(id, place, rule.shared, tuple(fields), rule.list_.least, longest, ((low, high), *each))

    # -- lines

    def scope(self, counts: Mapping[str, GameCount]) -> Scope:
        labels: dict[str, str] = {}
        for count in counts.values():
            labels[count.id] = count.label
            labels |= {f"{count.id}.{kind}": label for kind, label in count.kind_labels.items()}
        counted = {id: count.counted for id, count in counts.items()}
        line_labels = {id: self.line_label(id, line, labels) for id, line in self.rules.lines.items()}
        scope = Scope(counted, tuple(self.rules.lines), labels, line_labels)
        series: dict[str, tuple[Expression, Expression]] = {}
        for id, line in self.rules.lines.items():
            try:
                found = line.series(scope, f"lines.{id}")
            except Misfit:
                continue                                   # told when the line itself is made
            if found is not None:
                series[id] = found
        return Scope(counted, tuple(self.rules.lines), labels, line_labels, series)

    def line_label(self, id: str, line: Line, labels: Mapping[str, str]) -> str:
        refs = line.refs()
        return line.label or (labels.get(refs[0], human(id)) if len(refs) == 1 else human(id))

    def lines(self, scope: Scope) -> dict[str, GameLine]:
        made = {}
        for id, model in self.rules.lines.items():
            line = self.attempt(("lines", id), lambda id=id, model=model: self.line(id, model, scope))  # type: ignore[misc]
            if line is not None:
                made[id] = line
        return made

    def line(self, id: str, model: Line, scope: Scope) -> GameLine:
        path = f"lines.{id}"
        expression = model.expression(scope, path)
        points = Points(id)
        if model.working is not None:
            template = model.working
            if not re.search(r"\{\{\s*points\s*\}\}", template):
                template += " = {{ points }}"
            written = self.template(template, scope, ("lines", id, "working"), points)
            cases, row, row_key = (GameCase(None, written),), written, "own"
        else:
            working = model.workings(scope, path)
            cases = tuple(GameCase(case.when, of_case(case, points, self.words)) for case in working.cases)
            row, row_key = of_case(working.row, points, self.words), working.row.key
        said = model.rule or self.words.say(model.in_words(scope))
        refs = tuple(model.refs()) or self.named(expression)
        return GameLine(
            id, scope.line_label(id), model, expression, uses(expression), said, cases, row, row_key, refs
        )

    def named(self, expression: Expression) -> tuple[str, ...]:
        found = [node.name for node in walk(expression) if isinstance(node, Count | Entries)]
        return tuple(dict.fromkeys(reversed(found)))

    def template(
        self, template: str, scope: Scope, path: tuple[str, ...], points: Expression | None = None, total: bool = False
    ) -> Sentence:
        """A person's sentence with formulas as blanks."""

        def blank(text: str, column: int) -> Expression | Joined:
            if text == "points" and points is not None:
                return points
            try:
                return formula.parse(text, scope, total=total)
            except formula.FormulaError as error:
                faults = [formula.Fault(column + fault.column, fault.what, fault.hint) for fault in error.faults]
                moved = formula.FormulaError(faults)
                moved.field = path[-1]
                raise moved from None

        return sentence(template, blank)

    def order(self, lines: Mapping[str, GameLine]) -> tuple[str, ...]:
        """Lines after those whose points they read; a circle is a problem."""
        done: list[str] = []
        waiting = list(lines)
        while waiting:
            ready = [id for id in waiting if all(need in done or need not in lines for need in lines[id].uses.lines)]
            if not ready:
                for id in waiting:
                    self.problem(("lines", id), f'line "{id}" needs its own points to be computed')
                return tuple(lines)
            done += ready
            waiting = [id for id in waiting if id not in ready]
        return tuple(done)

    def bounds(self, lines: Mapping[str, GameLine], order: tuple[str, ...]) -> dict[str, Interval]:
        known: dict[str, Interval] = {}
        players = (1, self.rules.players.most)
        for id in order:
            try:
                known[id] = bounds(lines[id].expression, known, None, players)
                for case in lines[id].cases:
                    for part in [case.when, *case.sentence.parts]:
                        if isinstance(part, Expression) and part != Points(id):
                            bounds(part, known, None, players)
            except TooLarge:
                known[id] = (0, 0)
                self.problem(("lines", id), f'line "{id}" could exceed 10^15', "give its counts a `most`")
        return known

    # -- ties, verdicts, checks

    def ties(self, scope: Scope, known: Mapping[str, Interval]) -> dict[str, GameTie]:
        made = {}
        for id, rule in self.rules.ties.items():
            tie = self.attempt(("ties", id), lambda id=id, rule=rule: self.tie(id, rule, scope))  # type: ignore[misc]
            if tie is not None and self.small(("ties", id), tie.expression, known):
                made[id] = tie
        return made

    def tie(self, id: str, rule: TieRule, scope: Scope) -> GameTie:
        if (rule.most is None) == (rule.least is None):
            raise Misfit("", "a tie needs either most or least", "write: {most: sum(garden)}")
        field, text = ("most", rule.most) if rule.most is not None else ("least", rule.least)
        try:
            expression = formula.parse(text or "", scope, total=True)
        except formula.FormulaError as error:
            error.field = field
            raise
        return GameTie(id, rule.label or human(id), expression, field == "least", uses(expression), rule)

    def small(self, path: tuple[str, ...], expression: Expression, known: Mapping[str, Interval]) -> bool:
        try:
            bounds(expression, dict(known), None, (1, self.rules.players.most))
        except TooLarge:
            self.problem(path, f"{subject(path)} could exceed 10^15", "give its counts a `most`")
            return False
        return True

    def verdicts(self, scope: Scope, known: Mapping[str, Interval]) -> tuple[GameVerdict, ...]:
        made = []
        for id, band in (self.rules.verdict or {}).items():
            text, label, win = (band, None, id != "lose") if isinstance(band, str) else (band.when, band.label, band.win)
            field = "" if isinstance(band, str) else "when"
            condition = self.attempt(
                ("verdict", id),
                lambda text=text, field=field: scope.condition(text, field, total=True),  # type: ignore[misc]
            )
            if condition is not None and self.small(("verdict", id), condition, known):
                made.append(GameVerdict(id, label or human(id), condition, win))
        return tuple(made)

    def checks(
        self, scope: Scope, counts: Mapping[str, GameCount], known: Mapping[str, Interval]
    ) -> tuple[GameCheck, ...]:
        made = [check for count in counts.values() for check in self.count_checks(count)]
        for id, rule in self.rules.checks.items():
            check = self.attempt(("checks", id), lambda id=id, rule=rule: self.check(id, rule, scope))  # type: ignore[misc]
            if check is not None and self.small(("checks", id), check.condition, known):
                made.append(check)
        return tuple(made)

    def check(self, id: str, rule: CheckRule, scope: Scope) -> GameCheck:
        if (rule.that is None) == (rule.when is None):
            raise Misfit("", "a check needs either that or when", "write: {that: track >= 0, else: …}")
        if (rule.when is None) != (rule.players is None):
            raise Misfit("players", "`when` and `players` go together", "write: {when: total >= 4, players: {most: 1}}")
        field, text = ("that", rule.that) if rule.that is not None else ("when", rule.when)
        condition = scope.condition(text or "", field, total=True)
        message = self.template(rule.else_, scope, ("checks", id, "else"), total=True)
        used = uses(condition)
        counted = rule.players
        table = rule.when is None and not used.of_a_player
        return GameCheck(
            id,
            condition,
            rule.level == "error",
            message,
            used,
            None,
            table,
            None,
            counted.least if counted else None,
            counted.most if counted else None,
        )

    def count_checks(self, count: GameCount) -> Iterator[GameCheck]:
        """Least, most and supply of a count as checks."""
        if count.counted.entries is not None:
            yield from self.list_checks(count, count.counted.entries)
        for kind, number in count.counted.numbers.items():
            name = count.name(kind)
            if not number.tick:
                yield self.limit("least", count, kind, Compare(">=", number, Number(number.least)), name, number, number.least)
                yield self.limit("most", count, kind, Compare("<=", number, Number(number.most)), name, number, number.most)
            inner = count.kinds.get(kind)
            supply = count.rule.supply if inner is None or inner.supply is None else inner.supply
            if supply is not None:
                yield self.supply(count, kind, number, supply)

    def list_checks(self, count: GameCount, entries: Entries) -> Iterator[GameCheck]:
        from scoring.expression import Length, SumOver

        length = Length(entries)
        if entries.shortest:
            yield self.limit("shortest", count, "", Compare(">=", length, Number(entries.shortest)), count.label, length, entries.shortest)
        yield self.limit("longest", count, "", Compare("<=", length, Number(entries.longest)), count.label, length, entries.longest)
        for name, (low, high) in zip(("value", *entries.fields), entries.bounds, strict=True):
            item = Item(name)
            label = count.label if name == "value" else f"{count.label}, {(count.rule.fields or {})[name].label or human(name)}"
            for key, operator, limit in (("least", ">=", low), ("most", "<=", high)):
                check = self.limit(key, count, name, Compare(operator, item, Number(limit)), label, item, limit)
                yield GameCheck(
                    check.id, check.condition, True, check.message, uses(entries), check.of, entries.shared, entries
                )
        if count.rule.supply is not None:
            yield self.supply(count, "", SumOver(entries, Item("value")), count.rule.supply)

    def limit(
        self, key: str, count: GameCount, kind: str, condition: Expression, name: str, number: Expression, limit: int
    ) -> GameCheck:
        fill: dict[str, Expression] = {"count": number, "limit": Number(limit)}
        message = sentence(self.words.template(f"check.{key}").replace("{{ name }}", name), lambda blank, _: fill[blank])
        id = f"{key}:{count.id}.{kind}" if kind else f"{key}:{count.id}"
        return GameCheck(id, condition, True, message, uses(condition), (count.id, kind), count.shared)

    def supply(self, count: GameCount, kind: str, number: Expression, supply: Supply) -> GameCheck:
        """All players together have no more than there are; limits by number of players need enough players."""
        everyone = number if count.shared else Everyone(number)
        if isinstance(supply, int):
            limit: Expression = Number(supply)
            condition: Expression = Compare("<=", everyone, limit)
        else:
            steps = sorted((int(players), there) for players, there in supply.items())
            fewest = max(steps[0][0], self.rules.players.least)
            at = tuple(players for players, _ in steps)
            limit = Steps(at, (0, *(there for _, there in steps)), Players())
            condition = Logic("or", (Compare("<", Players(), Number(fewest)), Compare("<=", everyone, limit)))
        key = "check.holder" if count.rule.tick and supply == 1 else "check.supply"
        fill = {"count": everyone, "limit": limit}
        message = sentence(
            self.words.template(key).replace("{{ name }}", count.name(kind)), lambda blank, _: fill[blank]
        )
        id = f"supply:{count.id}.{kind}" if kind else f"supply:{count.id}"
        return GameCheck(id, condition, True, message, uses(condition), (count.id, kind), True)

    def value_formulas(self, counts: Mapping[str, GameCount]) -> None:
        """The value of records is a formula over their fields; see `record_value`."""
        for count in counts.values():
            entries = count.counted.entries
            if entries is None or not entries.fields or not isinstance(count.rule.value, str):
                continue
            path = ("counts", count.id, "value")
            value = self.attempt(path, lambda count=count: record_value(count))  # type: ignore[misc]
            if value is not None:
                try:
                    bounds(value, None, dict(zip(entries.fields, entries.bounds[1:], strict=True)))
                except TooLarge:
                    self.problem(path, f'count "{count.id}": its value could exceed 10^15', "give the fields a `most`")


def record_value(count: GameCount) -> Expression:
    """The value of one record, over its fields."""
    assert count.counted.entries is not None
    return formula.parse(str(count.rule.value), Scope({}), items=count.counted.entries.fields)


def human(id: str) -> str:
    """An id as a word: `most_lettuce` → Most lettuce."""
    return id.replace("_", " ").replace("-", " ").capitalize()


def make(
    id: str,
    rules: Rules,
    node: Node,
    words: Catalogue,
    *,
    language: str = "en",
    variants: tuple[VariantInfo, ...] = (),
    numbers: tuple[str, ...] = (),
    lost: frozenset[str] = frozenset(),
) -> tuple[Game, list[Problem]]:
    """The game, and every problem met on the way. `lost`: ids left out because they were faulty already."""
    maker = Maker(rules, node, words, lost)
    maker.names()
    if rules.players.most < rules.players.least:
        maker.problem(("players", "most"), f"most is {rules.players.most}, less than the least, {rules.players.least}")
    counts = maker.counts()
    maker.value_formulas(counts)
    if len(counts) < len(rules.counts):
        maker.lost |= frozenset(rules.counts) - frozenset(counts)
    scope = maker.scope(counts)
    lines = maker.lines(scope)
    order = maker.order(lines)
    known = maker.bounds(lines, order)
    ties = maker.ties(scope, known)
    verdicts = maker.verdicts(scope, known)
    checks = maker.checks(scope, counts, known)
    for reading, said in rules.readings.items():
        offered = [said.variant] if isinstance(said.variant, str) else said.variant or []
        for name in offered:
            if not re.match(r"[a-z][a-z0-9_-]*$", name):
                maker.problem(("readings", reading, "variant"), f'"{name}" cannot be a variant')
    game = Game(
        id, rules, language, words, variants, counts, lines, ties, checks, verdicts, order, numbers, node, known
    )
    return game, maker.problems


