"""Expression → ES5 JavaScript, from the same tree as `python_code`.

`program(game)` gives one script that scores a table of that game: for the fillable PDF, whose engines are old, and
the offline page. What is common to all games (floor division, comparing players, places) is `templates/score.js`.
No id of a person becomes a name there: counts, lines and ties are known by their places.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from scoring import resources
from scoring.expression import (
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
    Uses,
    uses,
    walk,
)
from scoring.game import Game, record_value
from scoring.text import Part, Sentence

ARGUMENTS = "c,l,t,n,P,L"  # own counts, own lines, the table's counts, players, all counts, all lines
NONE: Mapping[str, int] = {}


class Writer:
    """Writes one expression as JavaScript. Lists are arrays of [value, field, field, …]."""

    def __init__(self, lines: Mapping[str, int], fields: Sequence[str] = (), own: Mapping[str, int] = NONE) -> None:
        self.lines = lines
        self.fields = tuple(fields)
        self.own = own  # the places of printed numbers, see `printed`

    def write(self, node: Expression) -> str:
        match node:
            case Number(value):
                return str(value) if value >= 0 else f"({value})"
            case Count() | Entries():
                return f"{'t' if node.shared else 'c'}[{node.place}]"
            case Item("slot"):
                return "s"
            case Item(name):
                return f"e[{('value', *self.fields).index(name)}]"
            case SumOver(entries, body):
                return f"over({self.write(entries)},{self.body(entries, body)})"
            case Length(entries):
                return f"{self.write(entries)}.length"
            case Players():
                return "n"
            case Points(line):
                return f"need(l[{self.lines[line]}])"
            case Total():
                return f"l[{self.lines['total']}]"
            case TieValue(tie):
                return f"l[{self.lines[f'tie:{tie}']}]"
            case Printed():
                return f"need({self.number(node.place)})"
            case Binary("//", left, right):
                return f"div({self.write(left)},{self.write(right)})"
            case Binary("%", left, right):
                return f"mod({self.write(left)},{self.write(right)})"
            case Binary(operator, left, right):
                return f"({self.write(left)} {operator} {self.write(right)})"
            case Sum(parts):
                return f"({' + '.join(map(self.write, parts))})"
            case Extreme(which, parts):
                return f"Math.{which}({','.join(map(self.write, parts))})"
            case Absolute(part):
                return f"Math.abs({self.write(part)})"
            case Steps():
                values = [
                    self.number(node.place(at)) if value is None else str(value) for at, value in enumerate(node.values)
                ]
                table = f"{json.dumps(node.thresholds)},[{', '.join(values)}]"
                return f"step({table},{self.write(node.index)})"
            case Compare(operator, left, right):
                sign = {"==": "===", "!=": "!=="}.get(operator, operator)
                return f"({self.write(left)} {sign} {self.write(right)})"
            case Logic(operator, parts):
                return f"({(' && ' if operator == 'and' else ' || ').join(map(self.write, parts))})"
            case Not(part):
                return f"(!{self.write(part)})"
            case Choice(condition, yes, no):
                return f"({self.write(condition)} ? {self.write(yes)} : {self.write(no)})"
            case Ahead(keys):
                return f"ahead({self.everyone(keys)},{self.keys(keys)})"
            case Level(keys):
                return f"level({self.everyone(keys)},{self.keys(keys)})"
            case Everyone(body):
                return f"total(P,L,function(c,l){{return {self.write(body)};}})"
        raise AssertionError(node)

    def keys(self, keys: tuple[Expression, ...]) -> str:
        return f"[{','.join(map(self.write, keys))}]"

    def everyone(self, keys: tuple[Expression, ...]) -> str:
        return f"each(P,L,function(c,l){{return {self.keys(keys)};}})"

    def body(self, entries: Entries, body: Expression) -> str:
        return f"function(e,s){{return {type(self)(self.lines, entries.fields, self.own).write(body)};}}"

    def number(self, place: str) -> str:
        """A number of the players' own copy, as they wrote it down."""
        return f"copied[{self.own[place]}]" if place in self.own else "null"

    def function(self, node: Expression) -> str:
        return self.giving(self.write(node))

    def giving(self, written: str) -> str:
        """A function of a player that gives what is written."""
        return f"function({ARGUMENTS}){{return {written};}}"

    # -- sentences

    def sentence(self, sentence: Sentence) -> str:
        return f"[{','.join(map(self.part, sentence.parts))}]"

    def part(self, part: Part) -> str:
        if isinstance(part, str):
            return text(part)
        if isinstance(part, Expression):
            return self.function(part)
        if part.entries is not None:
            items = f"list({self.write(part.entries)},{self.body(part.entries, part.parts[0])})"
        else:
            items = f"[{','.join(map(self.write, part.parts))}]"
        return self.giving(items)


def text(words: str) -> str:
    """Words as a JavaScript string that may stand in a script of a page or a PDF."""
    escaped = json.dumps(words, ensure_ascii=True)
    return escaped.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def expression(node: Expression, lines: Mapping[str, int] | None = None) -> str:
    """One expression as the text of a function; it needs `runtime()` around it."""
    return Writer(lines or {}).function(node)


def runtime() -> str:
    """What every program shares."""
    return (resources.folder("templates") / "score.js").read_text(encoding="utf-8")


def program(
    game: Game, writer: type[Writer] = Writer, shared: str | None = None, shown: Sequence[Expression] = ()
) -> str:
    """A script that defines `potager.score(table)`: the score of a table of this game.

    The table is {players: [{counts: […], points: […], ties: […]}], table: […], own: […]}, every list by place, null for
    what is not given; a list is an array of numbers or of arrays [value, field, …]; `own` are the numbers of the
    players' own copy, in the order of `printed(game)`. The score has for each player points,
    workings, total, place, winner and ties; and winners, decided_by, verdict, warnings and errors (by place of their
    check). What cannot be told is null. A total may be typed, too: `total`. `shown` are expressions that the score has
    for each player besides, as `parts`. `writer` and `shared` let a test put a fault in.
    """
    emit = writer(game.layout, (), places_of_printed(game))
    made = parts(game, emit)
    if shown:
        made["parts"] = [_shown(game, emit, expression) for expression in shown]
    inner = ",\n".join(f"{key}:{_list(value) if isinstance(value, list) else value}" for key, value in made.items())
    return (
        f'var potager = (function () {{\n"use strict";\n{shared or runtime()}\nreturn make({{\n{inner}\n}});\n}})();\n'
    )


def parts(game: Game, emit: Writer) -> dict[str, str | list[str]]:
    """What `make` of the runtime needs of a game, each part as JavaScript; of lines, ties … one by one."""
    return {
        "lines": [
            f"{{f:{emit.function(line.expression)},u:{_uses(line.uses)},"
            f"w:{_list(_case(emit, case.when, case.sentence) for case in line.cases)}}}"
            for line in game.lines.values()
        ],
        "order": json.dumps([list(game.lines).index(line) for line in game.order]),
        "ties": [f"{{f:{emit.function(tie.expression)},u:{_uses(tie.uses)}}}" for tie in game.ties.values()],
        "total": emit.function(game.total),
        "place": emit.function(game.place),
        "levels": [emit.function(game.level(used)) for used in range(len(game.ties) + 1)],
        "goal": "null" if game.goal is None else emit.function(game.goal),
        "verdicts": [
            f"{{f:{emit.function(band.condition)},u:{_uses(band.uses)},win:{json.dumps(band.win)}}}"
            for band in game.verdicts
        ],
        "checks": [_check(emit, game, at) for at in range(len(game.checks))],
        "records": _records(game, emit),
        "least": str(game.rules.players.least),
    }


def printed(game: Game) -> tuple[str, ...]:
    """The places in the rules of the numbers that stand on the players' own copy: `lines.pig.points.0`."""
    expressions = [
        *(line.expression for line in game.lines.values()),
        *(tie.expression for tie in game.ties.values()),
        *(check.condition for check in game.checks),
        *(band.condition for band in game.verdicts),
    ]
    places: set[str] = set()
    found: list[str] = []
    for expression in expressions:
        for node in walk(expression):
            here = [node.place] if isinstance(node, Printed) else []
            if isinstance(node, Steps):
                here = [node.place(at) for at, value in enumerate(node.values) if value is None]
            found += sorted((place for place in here if place not in places), key=_by_number)
            places.update(here)
    lines = list(game.lines)
    return tuple(sorted(found, key=lambda place: (lines.index(place.split(".")[1]), _by_number(place))))


def places_of_printed(game: Game) -> dict[str, int]:
    """Where each of them stands in `own` of a table."""
    return {place: at for at, place in enumerate(printed(game))}


def _by_number(place: str) -> tuple[str, int]:
    """`ladder.10` after `ladder.9`."""
    path, _, key = place.rpartition(".")
    return (path, int(key)) if key.isdecimal() else (place, 0)


def _list(items: Any) -> str:
    return f"[{','.join(items)}]"


def _case(writer: Writer, when: Expression | None, said: Sentence) -> str:
    condition = "null" if when is None else writer.function(when)
    return f"[{condition},{writer.sentence(said)}]"


def _shown(game: Game, emit: Writer, node: Expression) -> str:
    read = uses(node)
    lines = [game.layout[line] for line in sorted(read.lines)]
    return f"{{f:{emit.function(node)},u:{_uses(read)},l:{json.dumps(lines)}}}"


def _uses(read: Uses) -> str:
    return json.dumps([sorted(read.own), sorted(read.table), sorted(read.others)])


def _check(writer: Writer, game: Game, at: int) -> str:
    check = game.checks[at]
    late = bool(check.uses.lines or check.uses.total)
    if check.entries is not None:
        items = writer.write(check.entries)
        test = writer.giving(f"all({items},{writer.body(check.entries, check.condition)})")
        said = "[]"
    else:
        test = writer.function(check.condition)
        said = writer.sentence(check.message)
    keys = {
        "f": test,
        "u": _uses(check.uses),
        "say": said,
        "error": json.dumps(check.error),
        "table": json.dumps(check.table),
        "late": json.dumps(late),
        "least": json.dumps(check.least),
        "most": json.dumps(check.most),
    }
    return "{" + ",".join(f"{key}:{value}" for key, value in keys.items()) + "}"


def _records(game: Game, emit: Writer) -> str:
    """For each list of records, its place and the value as a function of the fields."""
    made = []
    for count in game.counts.values():
        entries = count.counted.entries
        if entries is not None and entries.fields:
            value = type(emit)({}, entries.fields).write(record_value(count))
            made.append(f"[{entries.place},{json.dumps(entries.shared)},function(e){{return {value};}}]")
    return _list(made)


def table_of(game: Game, players: Sequence[Any], table: Sequence[Any]) -> dict[str, Any]:
    """A tally in the form that the program takes; `players` are tally.Player, `table` the shared row."""

    def row(values: Sequence[Any]) -> list[Any]:
        return [
            [list(entry) if isinstance(entry, tuple) else [entry] for entry in value]
            if isinstance(value, tuple | list)
            else value
            for value in values
        ]

    return {
        "players": [
            {
                "counts": row(player.row),
                "points": [player.points.get(line) for line in game.lines],
                "ties": [player.ties.get(tie) for tie in game.ties],
            }
            for player in players
        ],
        "table": row(table),
    }
