"""Small games and tallies out of text, for tests that need no more than a few lines of a game."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scoring import tally, yaml_file
from scoring.game import Game
from scoring.load import assembled
from scoring.score import ScoreTable, score

# every shape a count can have; a line uses what it needs, the rest need not be counted
COUNTS = """
  apples:  {label: Apples}
  pears:   {label: Pears}
  debts:   {label: Debts, least: -50}
  sun:     {label: Sun, tick: true}
  basket:  {label: Basket, of: {red: {label: Red}, green: {label: Green}, blue: {label: Blue}}}
  helpers: {label: Helpers, tick: true, of: {cook: {label: Cook}, guard: {label: Guard}}}
  piles:   {label: Piles, list: {most: 50}, least: -9}
  vines:
    label: Vines
    list: {most: 50}
    least: -9
    fields: {seed: {least: 1, most: 6}, black: {most: 3}}
    value: seed - black
  price:   {label: Price, shared: true, of: {red: {label: Red}, green: {label: Green}, blue: {label: Blue}}}
  rate:    {label: Rate, shared: true}
"""


def game(text: str, *patches: str) -> Game:
    """A game of some text, with variants of some text laid over it in order."""
    laid = [(f"variant_{at}", yaml_file.parse(patch, f"variant_{at}"), True) for at, patch in enumerate(patches, 1)]
    return assembled(yaml_file.parse(text, "game"), "test", laid)


def game_of(*lines: str, more: str = "") -> Game:
    """A game with the counts above and these lines, each `id: {…}`."""
    indented = "\n".join(f"  {line}" for line in lines)
    return game(f"potager: 1\ntitle: Test\ncounts:{COUNTS}lines:\n{indented}\n{more}")


def scored(
    rules: Game,
    players: Sequence[Mapping[str, Any]] | Mapping[str, Mapping[str, Any]],
    table: Mapping[str, Any] | None = None,
) -> ScoreTable:
    """The score of some players; those without a name are Ann, Bob, Cleo …"""
    if isinstance(players, Mapping):
        players = [{"name": name, **counts} for name, counts in players.items()]
    names = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
    named = [{"name": name, **counts} for name, counts in zip(names, players, strict=False)]
    whole: dict[str, Any] = {"game": "test", "players": named}
    if table is not None:
        whole["table"] = dict(table)
    return scored_text(rules, json.dumps(whole, ensure_ascii=False))


def scored_text(rules: Game, text: str) -> ScoreTable:
    """The score of a tally as a person writes it."""
    return score(tally.read(yaml_file.parse(text, "tally"), rules))


def written(folder: Path, name: str, content: str | Mapping[str, Any]) -> Path:
    """A file of some text, or of a mapping as JSON (which is YAML)."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return file


def own_numbers(game_id: str, numbers: Mapping[str, Any]) -> dict[str, Any]:
    """A variant that gives numbers by their path: `lines.king.ladder`."""
    patch: dict[str, Any] = {"potager": 1, "extends": game_id}
    for path, value in numbers.items():
        *steps, last = path.split(".")
        here = patch
        for step in steps:
            here = here.setdefault(step, {})
        here[last] = value
    return patch


_DIVIDED = re.compile(r"(\S+) ÷ (\S+) \(rounded down(?:, at most (\S+))?\)")
_LIMITED = re.compile(r"(.+) \((at most|not below) (\S+)\)")


def holds(working: str) -> bool | None:
    """Whether a working is a true equation; None when it is none.

    >>> holds("4 × −5 (not below −10) = −10"), holds("7 ÷ 2 (rounded down) × 3 = 10"), holds("4 → 15")
    (True, False, None)
    """
    left, equals, right = working.rpartition(" = ")
    return calculated(left) == calculated(right) if equals else None


def calculated(text: str) -> int:
    """A sum as a person writes it, worked out."""
    text = text.replace("−", "-").replace("×", "*")
    if limited := _LIMITED.fullmatch(text):
        choose = min if limited[2] == "at most" else max
        return choose(calculated(limited[1]), int(limited[3]))

    def divided(found: re.Match[str]) -> str:
        whole = int(found[1]) // int(found[2])
        return str(whole if found[3] is None else min(whole, int(found[3])))

    text = _DIVIDED.sub(divided, text)
    assert re.fullmatch(r"[-+*() 0-9]+", text), f"{text!r} is no sum"
    return int(eval(text, {"__builtins__": {}}))
