"""The game: one frozen thing that every consumer reads.

`make` gives meaning to checked rules: it lays the counts out in rows, asks every line for its expression, rule and
working, and turns limits, supplies, ties and verdicts into expressions too.
"""

from __future__ import annotations

import keyword
import re
import shlex
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TypeVar

from scoring import formula, python_code
from scoring.errors import Mark, Problem, did_you_mean, listed, quoted
from scoring.expression import (
    AMONG_PLAYERS,
    LARGEST_COUNT,
    LARGEST_LIST,
    Ahead,
    Compare,
    Count,
    Entries,
    Everyone,
    Expression,
    Interval,
    Item,
    Length,
    Level,
    Logic,
    Number,
    Players,
    Points,
    Steps,
    SumOver,
    TieValue,
    TooLarge,
    Total,
    Uses,
    added,
    bounds,
    negative,
    uses,
    walk,
)
from scoring.frozen import Frozen
from scoring.library import Library, shown
from scoring.lines.base import Line
from scoring.lines.cases import Cases
from scoring.lines.scope import Scope
from scoring.patch import subject
from scoring.rules import CheckRule, CountRule, KindRule, Rules, Supply, TieRule
from scoring.scope import RESERVED, Counted, Lost, Misfit
from scoring.text import Joined, Sentence, of_case, sentence
from scoring.words import BLANK, Catalogue, signed
from scoring.yaml_file import Node

Made = TypeVar("Made")

MOST_PARTS = 20_000  # of all lines, ties and checks together

ID = re.compile(r"[a-z][a-z0-9_]{0,63}\Z")
_JAVASCRIPT = """
arguments await break case catch class const continue debugger default delete do else enum eval export extends false
finally for function if implements import in instanceof interface let new null package private protected public return
static super switch this throw true try typeof undefined var void while with yield
"""
JAVASCRIPT_WORDS = frozenset(_JAVASCRIPT.split())


class VariantInfo(Frozen):
    """A variant that is on: as it was asked for, and what it says of itself."""

    id: str
    title: str
    about: str = ""
    source: str = ""
    confidence: str = ""
    asked: bool = True  # named by the person, not pulled in by another


class GameCount(Frozen):
    """A count with its words."""

    id: str
    label: str
    rule: CountRule
    counted: Counted
    kinds: Mapping[str, KindRule]
    kind_labels: Mapping[str, str]
    places: tuple[int, ...]  # in the player's row, or the table's

    @property
    def shared(self) -> bool:
        return self.rule.shared

    @property
    def is_list(self) -> bool:
        return self.counted.entries is not None

    @property
    def may_be_missing(self) -> bool:
        """Whether a tally may leave it out: said so, or a tick that only one player can have."""
        if self.rule.missing is not None:
            return True
        supplies = [kind.supply or self.rule.supply for kind in self.kinds.values()] or [self.rule.supply]
        return self.rule.tick and all(supply == 1 for supply in supplies)


class GameCase(Frozen):
    """One way to tell how a line came about: when it fits, and the sentence."""

    when: Expression | None
    sentence: Sentence


class GameLine(Frozen):
    """One row of the score."""

    id: str
    label: str
    model: Line
    expression: Expression
    uses: Uses
    words: str  # the rule as a sentence
    cases: tuple[GameCase, ...]
    row: Sentence  # with its blanks left open, as on a pad
    row_key: str  # the catalogue's name of that row
    refs: tuple[str, ...]  # the counts it names


class GameTie(Frozen):
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


class GameCheck(Frozen):
    """What must hold of a tally. `of` names the number it is about: (count, kind)."""

    id: str
    condition: Expression
    error: bool
    message: Sentence
    uses: Uses
    of: tuple[str, str] | None = None
    table: bool = False  # asked once, not for every player
    entries: Entries | None = None  # asked for every entry of this list
    least: int | None = None  # the condition must be true of so many players, at least
    most: int | None = None  # … at most


class GameVerdict(Frozen):
    id: str
    label: str
    condition: Expression
    win: bool
    uses: Uses


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
    order: tuple[str, ...]  # lines in the order in which they can be computed
    numbers: tuple[str, ...]  # places where a person's own numbers stand for printed ones
    node: Node  # the rules as read, to point at a line of a file
    bounds: Mapping[str, Interval]  # the smallest and largest points of each line
    written: tuple[Node, ...] = ()  # the game's own file and each patch, as they were before they were merged
    file: Path | None = None  # where the game's own file is

    @property
    def title(self) -> str:
        return self.rules.title

    @property
    def own_file(self) -> str:
        """The file of a game of somebody's own, by which tallies name it; empty for ours, which go by their id."""
        file = self.node.mark.file
        ours = Library().games().get(self.id)
        return "" if ours is not None and shown(ours) == file else file

    @property
    def named(self) -> str:
        """The game and its variants as a command names them."""
        return " ".join([shlex.quote(self.own_file or self.id), *(f"-V {shlex.quote(name)}" for name in self.asked)])

    @property
    def asked(self) -> list[str]:
        """The variants as a person named them."""
        return [variant.id for variant in self.variants if variant.asked]

    @property
    def rounds(self) -> Entries | None:
        """The list whose entries are the rounds, in a game that is played over several."""
        return None if self.rules.rounds is None else self.counts[self.rules.rounds.of].counted.entries

    @property
    def unit(self) -> str:
        """What is counted and placed: a player, or in a game of teams a team."""
        teams = self.rules.teams
        return teams.label if teams and teams.label else self.words.say("sheet.team" if teams else "sheet.player")

    def how_many(self, least: int, most: int) -> str:
        """So many players, or teams."""
        teams = "teams" if self.rules.teams else "players"
        if least == most:
            return self.words.say(f"sheet.{teams}_exact", n=most)
        return self.words.say(f"sheet.{teams}", least=least, most=most)

    def round(self, number: int) -> str:
        """How a round is called: Round 3."""
        rule = self.rules.rounds
        label = rule.label if rule and rule.label else self.words.say("report.round")
        return self.words.say("report.numbered", label=label, number=number)

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
        return added([Points(line) for line in self.lines])

    @property
    def place(self) -> Expression:
        """The place of a player, 1-2-2-4: by the total, then by every tie; in a race by the total alone."""
        return Ahead(self.rank_keys(len(self.ties) if self.rules.goal is None else 0)) + 1

    def level(self, ties: int) -> Expression:
        """How many are equal in total and the first so many ties, this player included."""
        return Level(self.rank_keys(ties))

    def rank_keys(self, ties: int) -> tuple[Expression, ...]:
        """What players are ranked by, more being better: the total, and the first so many ties."""
        total: Expression = Total() if self.rules.wins == "most" else negative(Total())
        return (total, *(tie.key for tie in list(self.ties.values())[:ties]))

    @cached_property
    def table(self) -> Callable[..., list[tuple[tuple[int, ...], int, int]]] | None:
        """The whole score of a table in one compiled function, for batches; see `python_code.table_function`."""
        lines = {id: self.lines[id].expression for id in self.order}
        ties = {id: negative(tie.expression) if tie.fewest else tie.expression for id, tie in self.ties.items()}
        places = (self.player_places, self.table_places)
        return python_code.table_function(lines, ties, self.rules.wins == "most", places)

    @cached_property
    def field_readers(self) -> Mapping[str, str]:
        """For a list whose records need their fields, for values are not enough: the line or tie that reads them."""
        lists = {count.counted.entries: id for id, count in self.counts.items() if count.counted.entries is not None}
        found: dict[str, str] = {}
        asking = [(f'line "{line.id}"', line.expression) for line in self.lines.values()]
        asking += [(f'tie "{tie.id}"', tie.expression) for tie in self.ties.values()]
        for name, expression in asking:
            for node in walk(expression):
                if isinstance(node, SumOver) and node.entries in lists:
                    read = {inner.name for inner in walk(node.body) if isinstance(inner, Item)}
                    if read & set(node.entries.fields):
                        found.setdefault(lists[node.entries], name)
        return found

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

    def __init__(
        self, rules: Rules, node: Node, words: Catalogue, lost: Lost, removed: Mapping[tuple[str, ...], Mark]
    ) -> None:
        self.rules, self.node, self.words, self.lost, self.removed = rules, node, words, lost, removed
        self.problems: list[Problem] = []
        self.parts = 0

    def problem(self, path: tuple[str | int, ...], what: str, hint: str = "", column: int | None = None) -> None:
        """Something wrong at a place: at its value, or at one letter of it."""
        node = self.node.find(path)
        self.problems.append(Problem(what, node.spot if column is None else node.at(column), hint))

    def id_problem(self, path: tuple[str | int, ...], what: str, hint: str = "") -> None:
        """Something wrong with an id, or with all that stands under it."""
        self.problems.append(Problem(what, self.node.find(path).where, hint))

    def attempt(self, path: tuple[str, ...], make: Callable[[], Made], scope: Scope | None = None) -> Made | None:
        """Make a part; what does not fit becomes a problem at its place, and there is no part."""
        if self.parts > MOST_PARTS:
            return None
        try:
            made: Made | None = make()
        except Misfit as misfit:
            self.misfit(path, misfit)
            made = None
        except formula.FormulaError as error:
            self.formula_error(path, error)
            made = None
        if scope is not None and scope.faulty:
            for faulty in scope.faulty:
                self.formula_error(path, faulty)
            scope.faulty.clear()
            made = None
        return made

    def misfit(self, path: tuple[str, ...], misfit: Misfit) -> None:
        if self.known_already(path, misfit.about):
            return
        at: tuple[str | int, ...] = (*path, *[step for step in misfit.field.split(".") if step])
        node = self.node.find(at)
        if misfit.about and node.entries:  # the one of a list that does not fit
            name = ".".join(step for step in misfit.about[1:] if step != "of")
            at = (*at, next((place for place, inner in enumerate(node.entries) if inner.text == name), 0))
        tell = self.problem if misfit.field else self.id_problem
        tell(at, f"{subject(path)}: {misfit.what}", misfit.hint)

    def formula_error(self, path: tuple[str, ...], error: formula.FormulaError) -> None:
        at = (*path, *[step for step in error.field.split(".") if step])
        for fault in error.faults:
            if not self.known_already(path, fault.about):
                self.problem(at, f"{subject(at)}: {fault.what}", fault.hint, fault.column)

    def known_already(self, path: tuple[str, ...], about: tuple[str, ...]) -> bool:
        """Whether a fault only follows from another: told there. One that a patch made is told at the patch."""
        if self.lost.has(about) or self.lost.has(path if path[0] == "counts" else ()):
            return True
        if not about and path[0] == "lines" and path[1] in self.rules.lines:
            refs = self.rules.lines[path[1]].refs()
            return any(self.lost.has(("counts", ref.partition(".")[0])) for ref in refs)
        gone = next((gone for gone in self.removed if gone == about[: len(gone)]), None)
        if gone is None:
            return False
        what = f"this removes {subject(gone)}, but {subject(path)} needs it"
        self.problems.append(Problem(what, self.removed[gone], f"remove or change {subject(path)} too"))
        return True

    def grown(self, expression: Expression) -> Expression:
        """An expression of the game; refused when the game becomes too large to be computed quickly."""
        for node in walk(expression):
            self.parts += 1 + len(node.values) // 10 if isinstance(node, Steps) else 1
            if isinstance(node, AMONG_PLAYERS):  # computed for each player, of each player
                self.parts += 4 * sum(1 for _ in walk(node))
            if self.parts > MOST_PARTS:
                raise Misfit("", "the game has become too large to be computed", "leave out lines, kinds or formulas")
        return expression

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
        for id, line in rules.lines.items():
            if isinstance(line, Cases):
                groups.append((("lines", id, "cases"), list(line.cases), frozenset()))
        for path, ids, reserved in groups:
            for id in ids:
                here = (*path, id)
                if not ID.match(id):
                    hint = "it needs small letters a–z, digits and _, and a letter first"
                    letters = unicodedata.normalize("NFKD", id[:99].casefold()).encode("ascii", "ignore").decode()
                    small = re.sub(r"[^a-z0-9_]+", "_", letters).strip("_")
                    hint = f"write {small}" if ID.match(small) else hint
                    self.id_problem(here, f"{quoted(id)} cannot be an id", hint)
                elif id in reserved or keyword.iskeyword(id) or id in JAVASCRIPT_WORDS:
                    what = f"{subject(here)} needs another id: this word has a meaning of its own"
                    self.id_problem(here, what, f"such as {id}_1")

    # -- counts

    def counts(self) -> dict[str, GameCount]:
        places = {False: 0, True: 0}
        made: dict[str, GameCount] = {}
        for id, rule in self.rules.counts.items():
            misfits = list(count_misfits(rule))
            for misfit in misfits:
                self.misfit(("counts", id), misfit)
            if not misfits:
                made[id] = self.count(id, rule, places)
        self.lost = self.lost.and_counts(id for id in self.rules.counts if id not in made)
        return made

    def count(self, id: str, rule: CountRule, places: dict[bool, int]) -> GameCount:
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

    def limits(self, rule: CountRule, kind: KindRule | None) -> Interval:
        if rule.tick:
            return 0, 1
        allowed = allowed_numbers(rule, kind)
        if allowed is not None:
            return min(allowed), max(allowed)
        low = next((rule_.least for rule_ in (kind, rule) if rule_ is not None and rule_.least is not None), 0)
        high = next(
            (rule_.most for rule_ in (kind, rule) if rule_ is not None and rule_.most is not None), LARGEST_COUNT
        )
        return low, high

    def entries(self, id: str, rule: CountRule, place: int) -> Entries:
        assert rule.list_ is not None
        low, high = self.limits(rule, None)
        fields = rule.fields or {}
        each = [(field.least, LARGEST_COUNT if field.most is None else field.most) for field in fields.values()]
        longest = LARGEST_LIST if rule.list_.most is None else rule.list_.most
        return Entries(id, place, rule.shared, tuple(fields), rule.list_.least, longest, ((low, high), *each))

    # -- lines

    def scope(self, counts: Mapping[str, GameCount]) -> Scope:
        labels = count_labels(counts)
        counted = {id: count.counted for id, count in counts.items()}
        line_labels = {id: self.line_label(id, line, labels) for id, line in self.rules.lines.items()}
        scope = Scope(counted, tuple(self.rules.lines), labels, line_labels)
        series: dict[str, tuple[Expression, Expression]] = {}
        for id, line in self.rules.lines.items():
            try:
                found = line.series(scope, f"lines.{id}")
            except Misfit:
                self.lost = self.lost.and_lines([id])
                continue  # told when the line itself is made
            if found is not None:
                series[id] = found
        return Scope(counted, tuple(self.rules.lines), labels, line_labels, series)

    def line_label(self, id: str, line: Line, labels: Mapping[str, str]) -> str:
        refs = line.refs()
        return line.label or (labels.get(refs[0], human(id)) if len(refs) == 1 else human(id))

    def lines(self, scope: Scope) -> dict[str, GameLine]:
        made = {}
        for id, model in self.rules.lines.items():
            line = self.attempt(
                ("lines", id),
                lambda id=id, model=model: self.line(id, model, scope),  # type: ignore[misc]
                scope,
            )
            if line is not None:
                made[id] = line
            if self.parts > MOST_PARTS:
                break
        self.lost = self.lost.and_lines(id for id in self.rules.lines if id not in made)
        return made

    def line(self, id: str, model: Line, scope: Scope) -> GameLine:
        path = f"lines.{id}"
        points = Points(id)
        written: Sentence | None = None
        if model.working is not None:
            template = model.working
            if not any(found[1] == "points" for found in BLANK.finditer(template)):
                template += " = {{ points }}"
            written = self.template(template, scope, "working", points)
        expression = self.grown(model.expression(scope, path))
        if written is not None:
            cases: tuple[GameCase, ...] = (GameCase(None, written),)
            row, row_key = written, "own"
        else:
            working = model.workings(scope, path)
            cases = tuple(GameCase(case.when, of_case(case, points, self.words)) for case in working.cases)
            row, row_key = of_case(working.row, points, self.words), working.row.key
        said = model.rule or self.words.say(model.in_words(scope))
        refs = tuple(model.refs()) or self.named(expression)
        return GameLine(id, scope.line_label(id), model, expression, uses(expression), said, cases, row, row_key, refs)

    def named(self, expression: Expression) -> tuple[str, ...]:
        found = [node.name for node in walk(expression) if isinstance(node, Count | Entries)]
        return tuple(dict.fromkeys(reversed(found)))

    def template(
        self, template: str, scope: Scope, field: str, points: Expression | None = None, total: bool = False
    ) -> Sentence:
        """A person's sentence with formulas as blanks; faulty ones are kept in the scope to be told."""

        def blank(text: str, column: int) -> Expression | Joined:
            if text == "points" and points is not None:
                return points
            try:
                return self.grown(formula.parse(text, scope, total=total))
            except formula.FormulaError as error:
                error.faults = [formula.Fault(column + f.column, f.what, f.hint, f.about) for f in error.faults]
                return scope.fault(error, field)

        rest = BLANK.sub(lambda found: " " * len(found[0]), template)
        if torn := re.search(r"\{\{|\}\}", rest):
            what = f'this "{torn[0]}" has no partner'
            scope.fault(formula.FormulaError([formula.Fault(torn.start(), what, "write {{ formula }}")]), field)
        return sentence(template, blank)

    def order(self, lines: Mapping[str, GameLine]) -> tuple[str, ...]:
        """Lines after those whose points they read; a circle is a problem."""
        done: list[str] = []
        waiting = list(lines)
        while waiting:
            ready = [id for id in waiting if all(need in done or need not in lines for need in lines[id].uses.lines)]
            if not ready:
                self.circles({id: [need for need in lines[id].uses.lines if need in waiting] for id in waiting})
                return tuple(lines)
            done += ready
            waiting = [id for id in waiting if id not in ready]
        return tuple(done)

    def circles(self, needs: Mapping[str, list[str]]) -> None:
        """Lines that need each other's points; lines that only wait for them are left aside."""
        reach: dict[str, set[str]] = {}
        for id in needs:
            waiting, seen = list(needs[id]), set()
            while waiting:
                if (other := waiting.pop()) not in seen:
                    seen.add(other)
                    waiting += needs[other]
            reach[id] = seen
        told: set[str] = set()
        for id in needs:
            circle = [other for other in needs if other in reach[id] and id in reach[other]]
            if circle and id not in told:
                told.update(circle)
                shown = [f'"{other}"' for other in circle]
                names = listed(shown if len(shown) <= 5 else [*shown[:4], f"{len(shown) - 4} more"])
                what = (
                    f"lines {names} need each other's points"
                    if len(circle) > 1
                    else f"line {names} needs its own points"
                )
                self.id_problem(("lines", id), what)

    def bounds(self, lines: Mapping[str, GameLine], order: tuple[str, ...]) -> dict[str, Interval]:
        known: dict[str, Interval] = {}
        players = (1, self.rules.players.most)
        for id in order:
            if any(self.lost.has(("lines", other)) for other in lines[id].uses.lines):
                self.lost = self.lost.and_lines([id])
                continue
            try:
                known[id] = bounds(lines[id].expression, known, None, players)
                for case in lines[id].cases:
                    for part in [case.when, *case.sentence.parts]:
                        if isinstance(part, Expression) and part != Points(id):
                            bounds(part, known, None, players)
            except TooLarge:
                self.lost = self.lost.and_lines([id])
                self.id_problem(
                    ("lines", id), f'line "{id}" could give more than 10^15 points', "give its counts a most"
                )
        return known

    # -- ties, verdicts, checks

    def ties(self, scope: Scope, known: Mapping[str, Interval]) -> dict[str, GameTie]:
        made = {}
        for id, rule in self.rules.ties.items():
            tie = self.attempt(
                ("ties", id),
                lambda id=id, rule=rule: self.tie(id, rule, scope),  # type: ignore[misc]
                scope,
            )
            if tie is not None and self.small(("ties", id), tie.expression, known):
                made[id] = tie
        return made

    def tie(self, id: str, rule: TieRule, scope: Scope) -> GameTie:
        if (rule.most is None) == (rule.least is None):
            raise Misfit("", "a tie needs either most or least", "write {most: …} with a formula")
        field, text = ("most", rule.most) if rule.most is not None else ("least", rule.least)
        try:
            expression = self.grown(formula.parse(text or "", scope, total=True))
        except formula.FormulaError as error:
            error.field = field
            raise
        return GameTie(id, rule.label or human(id), expression, field == "least", uses(expression), rule)

    def small(self, path: tuple[str, ...], expression: Expression, known: Mapping[str, Interval]) -> bool:
        """Whether it stays within exact numbers; not asked when it reads a line of which something is wrong."""
        used = uses(expression)
        if used.lines & self.lost.lines or (used.total and self.lost.lines):
            return False
        try:
            bounds(expression, dict(known), None, (1, self.rules.players.most))
        except TooLarge:
            self.id_problem(path, f"{subject(path)} could become more than 10^15", "give its counts a most")
            return False
        return True

    def verdicts(self, scope: Scope, known: Mapping[str, Interval]) -> tuple[GameVerdict, ...]:
        made = []
        for id, band in (self.rules.verdict or {}).items():
            text, label, win = (
                (band, None, id != "lose") if isinstance(band, str) else (band.when, band.label, band.win)
            )
            field = "" if isinstance(band, str) else "when"
            condition = self.attempt(
                ("verdict", id),
                lambda text=text, field=field: self.grown(scope.condition(text, field, total=True)),  # type: ignore[misc]
                scope,
            )
            if condition is not None and self.small(("verdict", id), condition, known):
                known_word = self.words.say(f"verdict.{id}") if id in ("win", "lose") else human(id)
                made.append(GameVerdict(id, label or known_word, condition, win, uses(condition)))
        return tuple(made)

    def checks(
        self, scope: Scope, counts: Mapping[str, GameCount], known: Mapping[str, Interval]
    ) -> tuple[GameCheck, ...]:
        made = [check for count in counts.values() for check in self.count_checks(count)]
        made += self.rounds(counts)
        for id, rule in self.rules.checks.items():
            check = self.attempt(
                ("checks", id),
                lambda id=id, rule=rule: self.check(id, rule, scope),  # type: ignore[misc]
                scope,
            )
            if check is not None and self.small(("checks", id), check.condition, known):
                made.append(check)
        return tuple(made)

    def rounds(self, counts: Mapping[str, GameCount]) -> Iterator[GameCheck]:
        """Rounds belong to a list that every player has; a check that nobody has left one out."""
        rule = self.rules.rounds
        if rule is None or self.lost.has(("counts", rule.of)):
            return
        count = counts.get(rule.of)
        if count is None or count.counted.entries is None or count.shared:
            lists = [id for id, one in counts.items() if one.is_list and not one.shared]
            what = f"rounds needs a list count of the players, not {quoted(rule.of)}"
            self.problem(("rounds", "of"), what, did_you_mean(rule.of, lists, "write list: {} where it is counted"))
            return
        condition = Compare("==", Level((Length(count.counted.entries),)), Players())
        label = rule.label or self.words.say("report.rounds")
        message = sentence(self.words.template("check.rounds"), lambda blank, _: {"label": label}[blank])
        yield GameCheck("rounds", condition, False, message, uses(condition), None, True)

    def check(self, id: str, rule: CheckRule, scope: Scope) -> GameCheck:
        if (rule.that is None) == (rule.when is None):
            raise Misfit("", "a check needs either that or when", "write {that: …, else: …} with a condition")
        if (rule.when is None) != (rule.players is None):
            lacking = "players" if rule.players is None else "when"
            hint = "write {when: total >= 4, players: {most: 1}, else: …}"
            raise Misfit("", f'"when" and "players" go together, and "{lacking}" is missing', hint)
        field, text = ("that", rule.that) if rule.that is not None else ("when", rule.when)
        condition = self.grown(scope.condition(text or "", field, total=True))
        message = self.template(rule.else_, scope, "else", total=True)
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
            name = self.name(count, kind)
            inner = count.kinds.get(kind)
            allowed = allowed_numbers(count.rule, inner)
            if allowed is not None:
                yield self.allowed(count, kind, number, allowed)
            elif not number.tick:
                yield self.limit(
                    "least", count, kind, Compare(">=", number, Number(number.least)), name, number, number.least
                )
                yield self.limit(
                    "most", count, kind, Compare("<=", number, Number(number.most)), name, number, number.most
                )
            supply = count.rule.supply if inner is None or inner.supply is None else inner.supply
            if supply is not None:
                yield self.supply(count, kind, number, supply)

    def list_checks(self, count: GameCount, entries: Entries) -> Iterator[GameCheck]:
        length = Length(entries)
        if entries.shortest:
            yield self.limit(
                "shortest",
                count,
                "",
                Compare(">=", length, Number(entries.shortest)),
                count.label,
                length,
                entries.shortest,
            )
        yield self.limit(
            "longest", count, "", Compare("<=", length, Number(entries.longest)), count.label, length, entries.longest
        )
        for name, (low, high) in zip(("value", *entries.fields), entries.bounds, strict=True):
            item = Item(name)
            label = (
                count.label
                if name == "value"
                else self.words.say("report.kind", count=count.label, kind=field_label(count, name))
            )
            for key, operator, limit in (("least", ">=", low), ("most", "<=", high)):
                check = self.limit(key, count, name, Compare(operator, item, Number(limit)), label, item, limit)
                yield GameCheck(
                    check.id, check.condition, True, check.message, uses(entries), check.of, entries.shared, entries
                )
        if count.rule.supply is not None:
            yield self.supply(count, "", SumOver(entries, Item("value")), count.rule.supply)

    def name(self, count: GameCount, kind: str) -> str:
        """How messages call a count, or one kind of it."""
        return self.words.say("report.kind", count=count.label, kind=count.kind_labels[kind]) if kind else count.label

    def limit(
        self, key: str, count: GameCount, kind: str, condition: Expression, name: str, number: Expression, limit: int
    ) -> GameCheck:
        fill: dict[str, Expression | str] = {"name": name, "count": number, "limit": Number(limit)}
        message = sentence(self.words.template(f"check.{key}"), lambda blank, _: fill[blank])
        id = f"{key}:{count.id}.{kind}" if kind else f"{key}:{count.id}"
        return GameCheck(id, condition, True, message, uses(condition), (count.id, kind), count.shared)

    def allowed(self, count: GameCount, kind: str, number: Expression, allowed: Sequence[int]) -> GameCheck:
        """The number is one of a few."""
        condition = Logic("or", tuple(Compare("==", number, Number(one)) for one in allowed))
        shown = ", ".join(map(signed, allowed))
        fill: dict[str, Expression | str] = {"name": self.name(count, kind), "count": number, "numbers": shown}
        message = sentence(self.words.template("check.allowed"), lambda blank, _: fill[blank])
        id = f"allowed:{count.id}.{kind}" if kind else f"allowed:{count.id}"
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
        fill: dict[str, Expression | str] = {"name": self.name(count, kind), "count": everyone, "limit": limit}
        message = sentence(self.words.template(key), lambda blank, _: fill[blank])
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
                    what = f'count "{count.id}": its value could become more than 10^15'
                    self.problem(path, what, "give the fields a most")


def count_misfits(rule: CountRule) -> Iterator[Misfit]:
    """Keys of a count that do not go together."""
    if rule.list_ is not None and rule.of:
        yield Misfit("list", "a list has no kinds", "leave out list or of")
    if rule.list_ is not None and rule.tick:
        yield Misfit("tick", "a list has numbers, no ticks", "leave out list or tick")
    if rule.fields is not None and rule.list_ is None:
        yield Misfit("fields", "fields need a list", "write list: {most: 6} too")
    elif rule.fields is not None and not isinstance(rule.value, str):
        at = "value" if rule.value is not None else "fields"
        yield Misfit(at, "entries with fields need a value", f"such as value: {' + '.join(rule.fields)}")
    elif rule.fields is None and isinstance(rule.value, str):
        yield Misfit("value", "a formula as value needs fields", "without fields a number stands here")
    elif rule.list_ is not None and isinstance(rule.value, int):
        yield Misfit("value", "the entries of a list are its values", "leave out value")
    if rule.of and rule.value is not None:
        yield Misfit("value", "each kind has its own value", "write it with the kinds")
    yield from _allowed_misfits(rule, "", rule.tick or rule.list_ is not None)
    yield from _bounds_misfits(rule.least, rule.most, "", rule.tick)
    for kind, inner in (rule.of or {}).items():
        path = f"of.{kind}."
        yield from _allowed_misfits(inner, path, rule.tick)
        if inner.least is not None or inner.most is not None:
            low = rule.least if inner.least is None else inner.least
            yield from _bounds_misfits(low, rule.most if inner.most is None else inner.most, path, rule.tick)
    for name, field in (rule.fields or {}).items():
        yield from _bounds_misfits(field.least, field.most, f"fields.{name}.", False)
    if rule.list_ is not None:
        yield from _bounds_misfits(rule.list_.least, rule.list_.most, "list.", False)


def allowed_numbers(rule: CountRule, kind: KindRule | None) -> Sequence[int] | None:
    """The only numbers that a count, or one kind of it, can be; a kind's own limits come before the count's."""
    if kind is not None and kind.allowed is not None:
        return kind.allowed
    if kind is not None and (kind.least is not None or kind.most is not None):
        return None
    return rule.allowed


def _allowed_misfits(rule: CountRule | KindRule, path: str, counted_otherwise: bool) -> Iterator[Misfit]:
    if rule.allowed is None:
        return
    if counted_otherwise:
        yield Misfit(f"{path}allowed", "only numbers can be told one by one, no ticks and no entries of a list")
    elif rule.least is not None or rule.most is not None:
        yield Misfit(f"{path}allowed", "the allowed numbers say the least and the most", "leave out least and most")


def _bounds_misfits(least: int | None, most: int | None, path: str, tick: bool) -> Iterator[Misfit]:
    if tick and (least is not None or most is not None):
        yield Misfit(f"{path}{'least' if most is None else 'most'}", "a tick is yes or no, without least and most")
    elif most is not None and most < (least or 0):
        said = f"least, {least}" if least is not None else "0, the least unless said"
        yield Misfit(f"{path}most", f"most is {most}, less than {said}")


def record_value(count: GameCount) -> Expression:
    """The value of one record, over its fields."""
    assert count.counted.entries is not None
    return _record_value(str(count.rule.value), count.counted.entries.fields)


@lru_cache(maxsize=64)
def _record_value(text: str, fields: tuple[str, ...]) -> Expression:
    return formula.parse(text, Scope({}), items=fields)


def count_labels(counts: Mapping[str, GameCount]) -> dict[str, str]:
    """The words for counts and kinds, by the names that rules write: `garden`, `garden.tomato`."""
    labels: dict[str, str] = {}
    for count in counts.values():
        labels[count.id] = count.label
        labels |= {f"{count.id}.{kind}": label for kind, label in count.kind_labels.items()}
    return labels


def field_label(count: GameCount, name: str) -> str:
    """What one field of a record is called."""
    return (count.rule.fields or {})[name].label or human(name)


def human(id: str) -> str:
    """An id as a word: `most_lettuce` → Most lettuce."""
    return id.replace("_", " ").replace("-", " ").capitalize()


_NOTHING_LOST = Lost()
_NOTHING_REMOVED: Mapping[tuple[str, ...], Mark] = {}


def make(
    id: str,
    rules: Rules,
    node: Node,
    words: Catalogue,
    *,
    language: str = "en",
    variants: tuple[VariantInfo, ...] = (),
    numbers: tuple[str, ...] = (),
    lost: Lost = _NOTHING_LOST,
    removed: Mapping[tuple[str, ...], Mark] = _NOTHING_REMOVED,
    written: tuple[Node, ...] = (),
    file: Path | None = None,
) -> tuple[Game, list[Problem]]:
    """The game, and every problem met on the way.

    `lost`: what is faulty already; `removed`: what variants took away, and where; `written`: each file by itself.
    """
    maker = Maker(rules, node, words, lost, removed)
    maker.names()
    if rules.players.most < rules.players.least:
        at = ("players", "most" if "most" in node.find(("players",)).mapping else "least")
        maker.problem(at, f"players: most is {rules.players.most}, less than least, {rules.players.least}")
    counts = maker.counts()
    maker.value_formulas(counts)
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
            if not re.fullmatch(r"[a-z][a-z0-9_-]*", name):
                maker.problem(("readings", reading, "variant"), f"{quoted(name)} cannot be the name of a variant")
    game = Game(
        id, rules, language, words, variants, counts, lines, ties, checks, verdicts, order, numbers, node, known,
        written, file,
    )  # fmt: skip
    return game, maker.problems
