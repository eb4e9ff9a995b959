"""Python and JavaScript give the same: for any expression, and for any tally of every game and variant.

In two real engines: Duktape speaks only the ES5 that old PDF readers know, V8 is that of Chromium.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import dukpy
import pytest
from py_mini_racer import MiniRacer

from scoring import javascript, load, python_code, tally, yaml_file
from scoring.errors import PotagerError
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
    TooLarge,
    bounds,
    walk,
)
from scoring.game import Game
from scoring.score import score
from tests.reference import GAMES

LINES = {"a": 0, "b": 1, "total": 2}
LIST = Entries("list", 4, fields=("x", "y"), bounds=((-5, 9), (0, 6), (0, 3)))
PLAIN = Entries("plain", 5, bounds=((0, 40),))


class Duktape:
    name = "ES5 (Duktape)"

    def __init__(self) -> None:
        self.engine = dukpy.JSInterpreter()

    def run(self, source: str) -> Any:
        return json.loads(self.engine.evaljs(f"JSON.stringify({source})"))

    def load(self, source: str) -> None:
        self.engine.evaljs(source + ";0")


class V8:
    name = "V8"

    def __init__(self) -> None:
        self.engine = MiniRacer()

    def run(self, source: str) -> Any:
        return json.loads(str(self.engine.eval(f"JSON.stringify({source})")))

    def load(self, source: str) -> None:
        self.engine.eval(source)


ENGINES = [Duktape, V8]


# -- any expression


class Grower:
    """Random expressions, and random tables to try them on."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def number(self, depth: int) -> Expression:
        rng = self.rng
        if depth == 0 or rng.random() < 0.15:
            return self.leaf()
        a, b, c = (lambda: self.number(depth - 1),) * 3
        match rng.randrange(12):
            case 0 | 1 | 2:
                return Binary(rng.choice(["+", "-", "*", "//", "%"]), a(), b())
            case 3:
                return Extreme(rng.choice(["min", "max"]), tuple(a() for _ in range(rng.choice([2, 2, 3, 5]))))
            case 4 | 5:
                return Choice(self.condition(depth - 1), a(), b())
            case 6:
                return rng.choice([Absolute(a()), Sum((a(), b(), c()))])
            case 7 | 8:
                thresholds = sorted(rng.sample(range(301), rng.randrange(6)))
                values = [rng.randint(-40, 40) if rng.random() < 0.9 else None for _ in range(len(thresholds) + 1)]
                return Steps(tuple(thresholds), tuple(values), a(), "lines.x.ladder")
            case 9:
                return rng.choice([SumOver(LIST, self.item(2, LIST)), SumOver(PLAIN, self.item(2, PLAIN))])
            case 10:
                kind = rng.choice([Ahead, Level])
                return kind(tuple(a() for _ in range(rng.choice([1, 1, 2]))))
        return Everyone(a()) if rng.random() < 0.8 else Printed("lines.x.points")

    def leaf(self) -> Expression:
        rng = self.rng
        if rng.random() < 0.3:
            return Number(rng.choice([rng.randint(-50, 50), 0, 1, 2, 5]))
        return rng.choice(
            [
                Count("p", 0),
                Count("q", 1, most=12),
                Count("tick", 2, tick=True, most=1),
                Count("low", 3, least=-7, most=7),
                Count("shared", 0, shared=True, most=6),
                Players(),
                Points("a"),
                Points("b"),
                Length(LIST),
                SumOver(LIST, Item("value")),
                SumOver(PLAIN, Item("value")),
            ]
        )

    def item(self, depth: int, entries: Entries) -> Expression:
        rng = self.rng
        if depth == 0:
            fields = [Item(name) for name in ("value", "slot", *entries.fields)]
            return rng.choice([*fields, Number(rng.randint(-3, 9))])
        a, b = self.item(depth - 1, entries), self.item(depth - 1, entries)
        if rng.random() < 0.4:
            return Choice(Compare(rng.choice(["==", "<", ">="]), a, b), self.item(depth - 1, entries), Number(0))
        return Binary(rng.choice(["+", "-", "*", "//", "%"]), a, b)

    def condition(self, depth: int) -> Expression:
        rng = self.rng
        if depth > 0 and rng.random() < 0.4:
            parts = (self.condition(depth - 1), self.condition(depth - 1))
            return rng.choice([Logic("and", parts), Logic("or", parts), Not(parts[0])])
        return Compare(rng.choice(["<", "<=", ">", ">=", "==", "!="]), self.number(max(0, depth - 1)), self.leaf())

    def table(self) -> tuple[list[Any], tuple[int, ...]]:
        rng = self.rng
        players = []
        for _ in range(rng.randint(1, 4)):
            records = tuple((rng.randint(-5, 9), rng.randint(0, 6), rng.randint(0, 3)) for _ in range(rng.randrange(5)))
            plain = tuple(rng.randint(0, 40) for _ in range(rng.randrange(5)))
            first = rng.choice([rng.randrange(13), rng.randrange(100_000), rng.randrange(301)])
            row = (first, rng.randrange(13), rng.randrange(2), rng.randint(-7, 7), records, plain)
            players.append((row, (rng.randint(-99, 99), rng.randrange(9), rng.randrange(500))))
        if len(players) > 1 and rng.random() < 0.3:
            players[-1] = players[0]
        return players, (rng.randrange(7),)

    def case(self) -> tuple[Expression, list[Any], tuple[int, ...]]:
        """An expression that a rules file could hold, and a table."""
        while True:
            node = self.number(self.rng.randrange(5))
            try:
                bounds(node, {"a": (-99, 99), "b": (-99, 99)})
            except TooLarge:
                continue
            return node, *self.table()


def in_python(node: Expression, players: list[Any], shared: tuple[int, ...]) -> list[int | None]:
    function = python_code.functions([node], LINES)[0]
    own, lines = [row for row, _ in players], [line for _, line in players]
    results: list[int | None] = []
    for row, line in players:
        try:
            results.append(function(row, line, shared, len(players), own, lines))
        except (python_code.MissingNumber, ZeroDivisionError):
            results.append(None)
    return results


def as_lists(row: Any) -> Any:
    return [
        (
            [list(entry) if isinstance(entry, tuple) else [entry] for entry in value]
            if isinstance(value, tuple)
            else value
        )
        for value in row
    ]


def in_javascript(
    engine: Any, node: Expression, players: list[Any], shared: tuple[int, ...], writer: type = javascript.Writer
) -> Any:
    source = writer(LINES).function(node)
    own = json.dumps([as_lists(row) for row, _ in players])
    lines = json.dumps([list(line) for _, line in players])
    return engine.run(f"trial({source},{own},{lines},{json.dumps(list(shared))})")


TRIAL = """
function trial(f, P, L, t) {
  var made = [];
  for (var i = 0; i < P.length; i += 1) {
    try { made.push(f(P[i], L[i], t, P.length, P, L)); } catch (error) {
      if (error !== BLANK) { throw error; }
      made.push(null);
    }
  }
  return made;
}
"""


def differing(cases: int, seed: int, engine: Any, writer: type = javascript.Writer) -> Iterator[tuple[Any, ...]]:
    """Cases in which the languages differ; `met` collects the kinds of node."""
    grower = Grower(seed)
    for _ in range(cases):
        node, players, shared = grower.case()
        right = in_python(node, players, shared)
        got = in_javascript(engine, node, players, shared, writer)
        if got != right:
            yield node, players, shared, right, got


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("make", ENGINES, ids=lambda engine: engine.name)
def test_any_expression_gives_the_same_in_both_languages(make: type, seed: int) -> None:
    engine = make()
    engine.load(javascript.runtime() + TRIAL)
    assert next(differing(2500, seed, engine), None) is None


def test_the_random_expressions_reach_every_kind_of_node_and_all_results() -> None:
    grower = Grower(7)
    met: set[str] = set()
    results: set[str] = set()
    for _ in range(600):
        node, players, shared = grower.case()
        met |= {type(part).__name__ for part in walk(node)}
        results |= {
            "none" if value is None else "less" if value < 0 else "more" for value in in_python(node, players, shared)
        }
    kinds = {kind.__name__ for kind in Expression.__subclasses__()} - {"Total", "TieValue", "Entries"}
    assert kinds <= met
    assert results == {"none", "less", "more"}


def test_the_old_engine_refuses_later_syntax() -> None:
    later_syntax = ("let a = 1", "var f = (x) => x", "var s = `x`", "class A {}", "var [a] = [1]", "[1].includes(1)")
    for later in later_syntax:
        with pytest.raises(dukpy.JSRuntimeError):
            dukpy.JSInterpreter().evaljs(later + ";0")


# -- a fault in the emitter does not pass


def _swap(old: str, new: str) -> type:
    class Faulty(javascript.Writer):
        def write(self, node: Expression) -> str:
            return super().write(node).replace(old, new)

    return Faulty


FAULTS = {
    "addition": (_swap(" + ", " - "), None),
    "floor division": (_swap("div(", "Math.floor("), None),
    "remainder": (javascript.Writer, ("return a - b * Math.floor(a / b);", "return a % b;")),
    "comparison": (_swap(" < ", " <= "), None),
    "smallest": (_swap("Math.min", "Math.max"), None),
    "table look-up": (javascript.Writer, ("thresholds[k] <= index", "thresholds[k] < index")),
    "comparing players": (javascript.Writer, ("compare(keys[k], mine) > 0", "compare(keys[k], mine) >= 0")),
    "slot": (javascript.Writer, ("body(entries[k], k + 1)", "body(entries[k], k)")),
    "printed number": (javascript.Writer, ("throw BLANK; }\n  return value;", "return 0; }\n  return value;")),
    "division by zero": (
        javascript.Writer,
        ("if (b === 0) { throw BLANK; }\n  return Math.floor", "return Math.floor"),
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_emitter_is_found(fault: str) -> None:
    writer, change = FAULTS[fault]
    shared = javascript.runtime()
    if change is not None:
        assert change[0] in shared
        shared = shared.replace(*change)
    engine = V8()
    engine.load(shared + TRIAL)
    try:
        found = next(differing(4000, 1, engine, writer), None)
    except Exception:  # the fault may also break the script, which is found just as well
        return
    assert found is not None


# -- any tally of every game and variant


COMBINATIONS = [(id, tuple(variants)) for id, module in GAMES.items() for variants in module.VARIANTS]


def with_numbers(id: str, variants: tuple[str, ...], folder: Any) -> Game:
    """The game with made-up numbers for the printed ones."""
    numbers = GAMES[id].MADE_UP_NUMBERS
    if not numbers:
        return load.load(id, variants)
    plain = load.load(id, variants)
    patch: dict[str, Any] = {}
    for path, value in numbers.items():
        _, line, field = path.split(".")
        if line in plain.lines:
            patch.setdefault("lines", {}).setdefault(line, {})[field] = value
    if not patch:
        return plain
    file = folder / f"{id}-numbers.yaml"
    file.write_text(json.dumps({"extends": id, **patch}))
    return load.load(id, [*variants, str(file)])


def spoiled(rng: random.Random, game: Game, made: dict[str, Any]) -> dict[str, Any]:
    """A tally as people write it: something left out, points typed, now and then something impossible."""
    made = json.loads(json.dumps(made))
    for player in made["players"]:
        if rng.random() < 0.3:
            line = rng.choice(list(game.lines))
            player["points"] = {line: rng.choice([0, 5, -7, 30])}
        if rng.random() < 0.15:
            own = [id for id, count in game.counts.items() if not count.shared]
            player.pop(rng.choice(own or ["name"]), None)
        if rng.random() < 0.15 and game.ties:
            player["ties"] = {rng.choice(list(game.ties)): rng.randrange(40)}
        if rng.random() < 0.1:
            numbers = [
                id
                for id, count in game.counts.items()
                if not count.kinds and not count.is_list and not count.shared and not count.rule.tick
            ]
            if numbers:
                player[rng.choice(numbers)] = rng.choice([0, 3, 17, 43, 99_999])
    return made


def told_by_python(node: yaml_file.Node, game: Game) -> dict[str, Any] | None:
    try:
        table = score(tally.read(node, game))
    except PotagerError:
        return None
    return {
        "points": [[line.points for line in player.lines.values()] for player in table.players],
        "workings": [[line.working for line in player.lines.values()] for player in table.players],
        "totals": [player.total for player in table.players],
        "places": [player.place for player in table.players],
        "ties": [list(player.ties.values()) for player in table.players],
        "winners": [player.winner for player in table.players],
        "decided_by": table.decided_by,
        "verdict": table.verdict,
        "warnings": sorted((w.id, w.player or "", w.message) for w in table.warnings if w.id != "players"),
        "few": any(w.id == "players" for w in table.warnings),
    }


def told_by_javascript(answer: Any, game: Game, names: list[str]) -> dict[str, Any] | None:
    players = answer["players"]
    if answer["errors"] or any(player["place"] is None for player in players):
        return None
    decided, verdict = answer["decided"], answer["verdict"]
    if isinstance(decided, int):
        decided = ["total", *game.ties][decided]
    if verdict is not None:
        verdict = "lose" if verdict < 0 else game.verdicts[verdict].id
    return {
        "points": [player["points"] for player in players],
        "workings": [player["workings"] for player in players],
        "totals": [player["total"] for player in players],
        "places": [player["place"] for player in players],
        "ties": [player["ties"] for player in players],
        "winners": [player["winner"] for player in players],
        "decided_by": decided,
        "verdict": verdict,
        "warnings": sorted(
            (game.checks[w["check"]].id, "" if w["player"] is None else names[w["player"]], w["message"])
            for w in answer["warnings"]
        ),
        "few": answer["few"],
    }


@pytest.mark.parametrize(("id", "variants"), COMBINATIONS, ids=lambda value: str(value))
def test_any_tally_scores_the_same_in_both_languages(id: str, variants: tuple[str, ...], tmp_path: Any) -> None:
    rng = random.Random(f"{id}{variants}")
    engines = [make() for make in ENGINES]
    finished = refused = 0
    plain, known = load.load(id, variants), with_numbers(id, variants, tmp_path)
    for game in [plain, known] if javascript.printed(plain) else [plain]:
        for engine in engines:
            engine.load(javascript.program(game))
        for at in range(60):
            made = GAMES[id].random_tally(rng, list(variants), players=None if at % 9 else 1 if at else None)
            if at % 2:
                made = spoiled(rng, game, made)
            made["game"] = id
            node = yaml_file.parse(json.dumps(made))
            try:
                read = tally.read(node, game)
            except PotagerError:
                continue
            argument = json.dumps(javascript.table_of(game, read.players, read.table))
            right = told_by_python(node, game)
            names = [player.name for player in read.players]
            for engine in engines:
                answer = engine.run(f"potager.score({argument})")
                assert told_by_javascript(answer, game, names) == right, (engine.name, made)
            finished, refused = finished + (right is not None), refused + (right is None)
    assert finished >= 20
    assert refused or not any(not count.may_be_missing for count in game.counts.values())


def own_numbers(id: str, game: Game) -> list[int]:
    """The made-up numbers in the order in which the script takes them."""
    numbers = GAMES[id].MADE_UP_NUMBERS
    found = []
    for place in javascript.printed(game):
        path, _, at = place.rpartition(".")
        value = numbers[place] if place in numbers else numbers[path][int(at)]
        found.append(value)
    return found


@pytest.mark.parametrize(("id", "variants"), [case for case in COMBINATIONS if GAMES[case[0]].MADE_UP_NUMBERS])
def test_numbers_of_the_own_copy_score_like_numbers_in_the_rules(
    id: str, variants: tuple[str, ...], tmp_path: Any
) -> None:
    plain, known = load.load(id, variants), with_numbers(id, variants, tmp_path)
    own = own_numbers(id, plain)
    assert not javascript.printed(known)
    rng = random.Random(f"own{id}{variants}")
    engine = Duktape()
    engine.load(javascript.program(plain))
    finished = 0
    for at in range(40):
        made = GAMES[id].random_tally(rng, list(variants), players=1 if at == 1 else None)
        node = yaml_file.parse(json.dumps(made | {"game": id}))
        read = tally.read(node, plain)
        argument = javascript.table_of(plain, read.players, read.table)
        answer = engine.run(f"potager.score({json.dumps(argument | {'own': own})})")
        right = told_by_python(node, known)
        assert told_by_javascript(answer, plain, [player.name for player in read.players]) == right, made
        finished += right is not None
        blank = engine.run(f"potager.score({json.dumps(argument | {'own': [None] * len(own)})})")
        assert blank == engine.run(f"potager.score({json.dumps(argument)})")
    assert finished >= 20


def test_a_fault_in_a_games_script_is_found() -> None:
    game = load.load("garden-dice")
    made = {
        "players": [
            {"counts": [58, 2, 3, 4, 2, 2, 4, 1], "points": [None] * 5, "ties": [None]},
            {"counts": [40, 1, 1, 3, 0, 0, 0, 0], "points": [None] * 5, "ties": [None]},
        ],
        "table": [],
    }
    engine = V8()
    engine.load(javascript.program(game))
    right = engine.run(f"potager.score({json.dumps(made)})")
    assert [player["total"] for player in right["players"]] == [103, 50]
    engine.load(javascript.program(game, writer=_swap("Math.min", "Math.max")))
    assert engine.run(f"potager.score({json.dumps(made)})") != right
