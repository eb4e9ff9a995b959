"""Scoring a table of four: points of every line, totals, places; no words.

Against straight hand-written Python (tests/reference/fast.py), and for one game against the formulas of its lines in
simpleeval and in Jinja2, both parsed before.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.measure import Table, in_turns
from scoring import load, tally, yaml_file
from scoring.game import Game
from tests.reference import GAMES
from tests.reference.fast import FAST, flat

TABLES = 300


def game_with_numbers(id: str) -> Game:
    """The game, with made-up numbers where only the player's own copy has them."""
    game = load.load(id)
    lines: dict[str, dict[str, Any]] = {}
    for path, value in GAMES[id].MADE_UP_NUMBERS.items():
        _, line, field = path.split(".")
        if line in game.lines:
            lines.setdefault(line, {})[field] = value
    if not lines:
        return game
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "numbers.yaml"
        file.write_text(json.dumps({"extends": id, "lines": lines}))
        return load.load(id, [str(file)])


def finished_games(id: str, game: Game) -> list[tuple[Any, Any, Any]]:
    """Random tables of four: our rows, the shared row, and the flat form of the hand-written function."""
    rng = random.Random(1)
    made = []
    for _ in range(TABLES):
        drawn = GAMES[id].random_tally(rng, [], 4)
        read = tally.read(yaml_file.parse(json.dumps({"game": id, **drawn})), game)
        made.append(([player.row for player in read.players], read.table, flat(drawn)))
    return made


def tables() -> Iterator[Table]:
    for id in GAMES:
        game = game_with_numbers(id)
        made = finished_games(id, game)
        ours, by_hand, numbers = game.table, FAST[id], GAMES[id].MADE_UP_NUMBERS
        assert ours is not None

        def compiled(ours: Any = ours, made: Any = made) -> None:
            for rows, shared, _ in made:
                ours(rows, shared)

        def hand(by_hand: Any = by_hand, made: Any = made, numbers: Any = numbers) -> None:
            for _, _, (players, shared) in made:
                by_hand(players, shared, numbers)

        for rows, shared, (players, table) in made:
            expected = [(total, place) for _, total, place in by_hand(players, table, numbers)]
            assert [(total, place) for _, total, place in ours(rows, shared)] == expected
        ways: dict[str, Callable[[], object]] = {"hand-written Python": hand, "potager, compiled": compiled}
        if id == "garden-dice":
            ways |= other_engines(made)
        yield Table(
            f"Scoring a table of four: {game.title}",
            "Time for one table: points of every line, totals, places.",
            in_turns(ways),
            "hand-written Python",
            per=TABLES,
        )


FORMULAS = {
    "track": "track",
    "unplanted": "-5 * max(0, unplanted - 1)",
    "sets": "15 * min(s, c, t, a, e)",
    "groups": "+".join(f"(20 if {kind} >= 5 else 15 if {kind} >= 4 else 10 if {kind} >= 3 else 0)" for kind in "sctae"),
    "sun": "5 * sun",
}
NAMES = ("track", "s", "c", "t", "a", "e", "unplanted", "sun")


def other_engines(made: list[tuple[Any, Any, Any]]) -> dict[str, Callable[[], object]]:
    """The same five lines as formulas in general-purpose evaluators; totals and places as simply as can be."""
    import simpleeval
    from jinja2.sandbox import SandboxedEnvironment

    evaluator = simpleeval.SimpleEval(functions={"min": min, "max": max})
    parsed = {text: evaluator.parse(text) for text in FORMULAS.values()}
    environment = SandboxedEnvironment()
    environment.globals.update(min=min, max=max)
    expressions = [environment.compile_expression(text) for text in FORMULAS.values()]

    def ranked(totals: list[int]) -> list[int]:
        order = sorted(totals, reverse=True)
        return [order.index(total) + 1 for total in totals]

    def by_simpleeval() -> None:
        for rows, _, _ in made:
            totals = []
            for row in rows:
                evaluator.names = dict(zip(NAMES, row, strict=True))
                totals.append(sum(evaluator.eval(text, previously_parsed=tree) for text, tree in parsed.items()))
            ranked(totals)

    def by_jinja2() -> None:
        for rows, _, _ in made:
            totals = []
            for row in rows:
                names = dict(zip(NAMES, row, strict=True))
                totals.append(sum(expression(**names) for expression in expressions))
            ranked(totals)

    return {"simpleeval, parsed before": by_simpleeval, "Jinja2 sandbox, compiled before": by_jinja2}
