"""What the players counted, checked against the game.

A tally is read into rows of numbers: one for every player, one for the table. What is not given is None there, and a
problem only when a line or a tie needs it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from scoring import python_code
from scoring.errors import Mark, Problem, TallyError, did_you_mean
from scoring.expression import Expression, Item, SumOver, walk
from scoring.game import Game, GameCount, record_value
from scoring.yaml_file import Node, surprise

KEYS = ("game", "variants", "players", "table")
LARGEST_NUMBER = 10**9           # of anything that is typed
LONGEST_NAME = 200
_SUM = re.compile(r"\s*[+−-]?\s*[0-9]{1,9}(\s*[+−-]\s*[0-9]{1,9}){0,40}\s*$")
_TERM = re.compile(r"([+−-]?)\s*([0-9]+)")


@dataclass(frozen=True, slots=True)
class Player:
    """One player's part of a tally."""

    name: str
    row: tuple[Any, ...]                        # by the places of the counts; None: not given
    points: Mapping[str, int]                   # lines typed instead of counted
    ties: Mapping[str, int]                     # ties typed instead of counted
    node: Node

    def mark(self, *path: str | int) -> Mark:
        return self.node.find(path).where


@dataclass(frozen=True, slots=True)
class Tally:
    """A whole table, of one game with its variants."""

    game: Game
    players: tuple[Player, ...]
    table: tuple[Any, ...]
    node: Node

    @property
    def table_node(self) -> Node:
        return self.node.mapping.get("table", self.node)


@dataclass(frozen=True, slots=True)
class Header:
    """Which game a tally is of, before anything else of it can be understood."""

    game: str
    variants: tuple[str, ...]
    game_mark: Mark
    variant_marks: tuple[Mark, ...]


def header(node: Node) -> Header:
    """The game and variants that a tally names. Raises TallyError."""
    if not isinstance(node.value, dict):
        raise TallyError(Problem("a tally is a mapping", node.mark, "begin with: game: garden-dice"))
    game = node.mapping.get("game")
    if game is None or game.value is None:
        raise TallyError(Problem('the tally lacks "game"', node.mark, "write: game: garden-dice"))
    problems = []
    if not isinstance(game.value, str):
        problems.append(Problem("game needs the name of a game", game.mark))
    listed = node.mapping.get("variants", Node([], node.mark))
    names = [listed] if isinstance(listed.value, str) else listed.value
    if names is None:
        names = []
    if not isinstance(names, list) or not all(isinstance(name.value, str) for name in names):
        problems.append(Problem("variants is a list of names", listed.where, "write: variants: [family]"))
        names = []
    if problems:
        raise TallyError(problems)
    return Header(
        str(game.value),
        tuple(str(name.value) for name in names),
        game.mark,
        tuple(name.mark for name in names),
    )


def read(node: Node, game: Game) -> Tally:
    """The tally of a game, or a TallyError with everything that is wrong in it."""
    reader = _Reader(game)
    tally = reader.read(node)
    if reader.problems:
        raise TallyError(reader.problems)
    return tally


@dataclass
class _Reader:
    game: Game
    problems: list[Problem] = field(default_factory=list)

    def problem(self, what: str, mark: Mark, hint: str = "") -> None:
        self.problems.append(Problem(what, mark, hint))

    def read(self, node: Node) -> Tally:
        game = self.game
        for key, inner in node.mapping.items():
            if key not in KEYS:
                known: list[str] = [*KEYS, *game.counts]
                hint = did_you_mean(key, known, f"known are: {', '.join(KEYS)}")
                if key in game.counts:
                    hint = "write it under table:" if game.counts[key].shared else "write it with each player"
                self.problem(f'the tally does not know "{key}"', inner.where, hint)
        players = self.players(node)
        table = self.table(node)
        return Tally(game, players, table, node)

    # -- players

    def players(self, node: Node) -> tuple[Player, ...]:
        most = self.game.rules.players.most
        listed = node.mapping.get("players")
        if listed is None or listed.value is None or listed.value == []:
            self.problem('the tally lacks "players"', node.mark, "write: players: [{name: Ann, …}]")
            return ()
        if not isinstance(listed.value, list):
            self.problem("players is a list", listed.where, 'begin each player with "- name: Ann"')
            return ()
        if len(listed.value) > most:
            what = f"{len(listed.value)} players, but {self.game.title} is for at most {most}"
            self.problem(what, listed.where)
            return ()
        players = [self.player(inner, at) for at, inner in enumerate(listed.value, 1)]
        names: dict[str, Mark] = {}
        for player in players:
            if player.name in names:
                self.problem(f'two players are called "{player.name}"', player.mark("name"), "add a letter to one")
            names[player.name] = player.node.mark
        return tuple(players)

    def player(self, node: Node, at: int) -> Player:
        game = self.game
        if not isinstance(node.value, dict):
            self.problem("a player is a mapping", node.mark, "write: {name: Ann, …}")
            node = Node({}, node.mark)
        name = self.name(node, at)
        own = {id: count for id, count in game.counts.items() if not count.shared}
        for key, inner in node.mapping.items():
            if key in own or key in ("name", "points", "ties"):
                continue
            if key in game.counts:
                hint = f"it belongs to the table: write table: {{{key}: …}}"
            elif key in game.lines:
                hint = f"for the points of a line write points: {{{key}: …}}"
            elif any(key in count.kinds for count in own.values()):
                owner = next(count.id for count in own.values() if key in count.kinds)
                hint = f"write {owner}: {{{key}: …}}"
            else:
                hint = did_you_mean(key, [*own, "name", "points", "ties"], f"counts are: {', '.join(own)}")
            self.problem(f'{name}: there is no count "{key}"', inner.where, hint)
        row: list[Any] = [None] * game.player_places
        for count in own.values():
            self.fill(row, count, node.mapping.get(count.id), name)
        points = self.typed(node, "points", game.lines, "line", name)
        ties = self.typed(node, "ties", game.ties, "tie", name)
        return Player(name, tuple(row), points, ties, node)

    def name(self, node: Node, at: int) -> str:
        inner = node.mapping.get("name")
        if inner is None or inner.value is None or inner.value == "":
            return f"Player {at}"
        if not isinstance(inner.value, str) or surprise(inner):
            hint = surprise(inner) or f'put it in quotes: "{inner.text}"'
            self.problem("a name is a word", inner.mark, hint)
            return inner.text or f"Player {at}"
        name = " ".join(inner.value.split())
        if len(name) > LONGEST_NAME or any(ord(letter) < 32 or ord(letter) == 127 for letter in name):
            self.problem("this name cannot be used", inner.mark, f"at most {LONGEST_NAME} letters, all of them visible")
            return f"Player {at}"
        return name or f"Player {at}"

    def typed(self, node: Node, key: str, known: Mapping[str, Any], what: str, name: str) -> dict[str, int]:
        """Points or ties that were typed instead of counted."""
        inner = node.mapping.get(key)
        if inner is None or inner.value is None:
            return {}
        if not isinstance(inner.value, dict):
            self.problem(f"{name}: {key} is a mapping", inner.where, f"write: {key}: {{…: 12}}")
            return {}
        found: dict[str, int] = {}
        for id, value in inner.value.items():
            if id not in known:
                hint = did_you_mean(id, known, f"{what}s are: {', '.join(known)}" if known else f"there are no {what}s")
                self.problem(f'{name}: there is no {what} "{id}"', value.where, hint)
            elif value.value is not None:
                number = self.number(value, f"{name}: {key} of {id}")
                if number is not None and abs(number) > 99_999:
                    self.problem(f"{name}: {key} of {id}: {number} is too large", value.mark)
                elif number is not None:
                    found[id] = number
        return found

    # -- the table

    def table(self, node: Node) -> tuple[Any, ...]:
        game = self.game
        shared = {id: count for id, count in game.counts.items() if count.shared}
        row: list[Any] = [None] * game.table_places
        inner = node.mapping.get("table")
        if inner is not None and inner.value is not None and not isinstance(inner.value, dict):
            self.problem("table is a mapping", inner.where, "write: table: {market: …}")
            inner = None
        for key, value in (inner.mapping if inner else {}).items():
            if key not in shared:
                hint = did_you_mean(key, shared, "nothing is counted for the whole table" if not shared else "")
                if key in game.counts:
                    hint = "write it with each player"
                self.problem(f'the table has no count "{key}"', value.where, hint)
        for count in shared.values():
            self.fill(row, count, inner.mapping.get(count.id) if inner else None, "")
        return tuple(row)

    # -- one count

    def fill(self, row: list[Any], count: GameCount, node: Node | None, name: str) -> None:
        """Put a count into its places of the row; None where it is not given."""
        who = f"{name}: {count.id}" if name else count.id
        if node is None or node.value is None:
            if count.may_be_missing:
                for place in count.places:
                    row[place] = () if count.is_list else 0
            return
        if count.is_list:
            row[count.places[0]] = self.entries(count, node, who)
        elif count.kinds:
            self.kinds(row, count, node, who)
        else:
            row[count.places[0]] = self.one(node, count, who)

    def one(self, node: Node, count: GameCount, who: str) -> int | None:
        return self.tick(node, who) if count.rule.tick else self.number(node, who)

    def kinds(self, row: list[Any], count: GameCount, node: Node, who: str) -> None:
        if not isinstance(node.value, dict):
            first = next(iter(count.kinds))
            what = f"{who} has several kinds" if not isinstance(node.value, list) else f"{who} is a mapping by kind"
            self.problem(what, node.where, f"write: {count.id}: {{{first}: …}}")
            return
        for kind, inner in node.value.items():
            if kind not in count.kinds:
                hint = did_you_mean(kind, count.kinds, f"kinds are: {', '.join(count.kinds)}")
                self.problem(f'{who} has no kind "{kind}"', inner.where, hint)
        for place, kind in zip(count.places, count.kinds, strict=True):
            value = node.mapping.get(kind)
            given = value is not None and value.value is not None
            row[place] = self.one(value, count, f"{who}.{kind}") if given else 0  # type: ignore[arg-type]

    def entries(self, count: GameCount, node: Node, who: str) -> tuple[Any, ...] | None:
        entries = count.counted.entries
        assert entries is not None
        if not isinstance(node.value, list):
            self.problem(f"{who} is a list", node.where, f"write: {count.id}: [3, 1, 2]")
            return None
        if len(node.value) > 1000:
            self.problem(f"{who} has {len(node.value)} entries, far too many", node.where)
            return None
        made: list[Any] = []
        for at, inner in enumerate(node.value, 1):
            place = f"{who}, entry {at}"
            if isinstance(inner.value, dict) and entries.fields:
                record = self.record(count, inner, place)
                if record is not None:
                    made.append(record)
                continue
            number = self.number(inner, place)
            if number is None:
                continue
            made.append((number, *_unsaid(entries.bounds[1:])) if entries.fields else number)
            if entries.fields and (line := needs_fields(self.game, count)):
                what = f'{place} is a bare number, but {line} needs its {listed_fields(entries.fields)}'
                self.problem(what, inner.mark, f"write: {{{', '.join(f'{name}: …' for name in entries.fields)}}}")
        return tuple(made)

    def record(self, count: GameCount, node: Node, who: str) -> tuple[int, ...] | None:
        entries = count.counted.entries
        assert entries is not None
        fields: list[int] = []
        good = True
        for key, inner in node.mapping.items():
            if key not in entries.fields:
                self.problem(f'{who} has no field "{key}"', inner.where, did_you_mean(key, entries.fields))
                good = False
        for name in entries.fields:
            field_node = node.mapping.get(name)
            value = self.number(field_node, f"{who}, {name}") if field_node and field_node.value is not None else 0
            good = good and value is not None
            fields.append(value or 0)
        return (value_of(self.game, count)(fields), *fields) if good else None

    # -- one number

    def number(self, node: Node, who: str) -> int | None:
        """A whole number, or a sum as it was written at the table: 12+30+16."""
        value = node.value
        if isinstance(value, int) and not isinstance(value, bool):
            number: int | None = value
        elif isinstance(value, str) and not surprise(node, "number") and whole(value) is not None:
            number = whole(value)
        else:
            shown = f'"{node.text}"' if node.text else ("a mapping" if isinstance(value, dict) else "a list")
            hint = surprise(node, "number")
            if isinstance(value, str) and not hint:
                hint = "write a number, or a sum like 12+30"
            self.problem(f"{who} needs a whole number, not {shown}", node.mark, hint)
            return None
        if number is None or abs(number) > LARGEST_NUMBER:
            self.problem(f"{who}: this number is too large", node.mark)
            return None
        return number

    def tick(self, node: Node, who: str) -> int | None:
        text = node.text.strip().lower()
        if text in ("yes", "true", "1"):
            return 1
        if text in ("no", "false", "0"):
            return 0
        self.problem(f"{who} is yes or no, not \"{node.text or '…'}\"", node.mark)
        return None


def whole(text: str) -> int | None:
    """A whole number, or a sum as it was written at the table (12+30+16); None for anything else."""
    if not _SUM.match(text):
        return None
    return sum(-int(digits) if sign in ("-", "−") else int(digits) for sign, digits in _TERM.findall(text))


def _unsaid(bounds: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Fields of an entry that is given by its value alone: nothing that a limit could refuse."""
    return tuple(min(max(0, low), high) for low, high in bounds)


def listed_fields(fields: tuple[str, ...]) -> str:
    return ", ".join(fields)


def needs_fields(game: Game, count: GameCount) -> str:
    """The line or tie that reads fields of a list's records; empty when values are enough."""
    entries = count.counted.entries
    things: Iterator[tuple[str, Expression]] = (
        *((f'line "{line.id}"', line.expression) for line in game.lines.values()),  # type: ignore[assignment]
        *((f'tie "{tie.id}"', tie.expression) for tie in game.ties.values()),
    )
    for name, expression in things:
        for node in walk(expression):
            if isinstance(node, SumOver) and node.entries == entries:
                read = {inner.name for inner in walk(node.body) if isinstance(inner, Item)}
                if entries is not None and read & set(entries.fields):
                    return name
    return ""


def value_of(game: Game, count: GameCount) -> Any:
    """The value of a record as a function of its fields."""
    return _value_of(record_value(count), count.counted.entries.fields)  # type: ignore[union-attr]


@lru_cache(maxsize=64)
def _value_of(expression: Expression, fields: tuple[str, ...]) -> Any:
    return python_code.of_fields(expression, fields)


