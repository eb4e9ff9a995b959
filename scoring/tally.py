"""What the players counted, checked against the game.

A tally is read into rows of numbers: one for every player, one for the table. What is not given is None there, and a
problem only when a line or a tie needs it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from scoring import python_code
from scoring.errors import MOST_TOLD, Mark, Problem, TallyError, did_you_mean, nearest, quoted, tidy
from scoring.expression import Expression
from scoring.frozen import Frozen
from scoring.game import Game, GameCount, record_value
from scoring.yaml_file import Node, surprise

KEYS = ("game", "variants", "players", "table")
LARGEST_NUMBER = 10**9  # of anything that is typed
LONGEST_NAME = 200
MOST_VARIANTS = 50
LONGEST_SUM = 400  # letters
TABLE = -1  # the seat of what belongs to nobody
_SUM = re.compile(r"\s*[+−-]?\s*[0-9]{1,9}(\s*[+−-]\s*[0-9]{1,9}){0,40}\s*$")
_TERM = re.compile(r"([+−-]?)\s*([0-9]+)")


class Player(Frozen):
    """One player's part of a tally."""

    name: str
    row: tuple[Any, ...]  # by the places of the counts; None: not given
    points: Mapping[str, int]  # lines typed instead of counted
    ties: Mapping[str, int]  # ties typed instead of counted
    node: Node
    members: tuple[str, ...] = ()  # of a team

    def mark(self, *path: str | int) -> Mark:
        return self.node.find(path).spot


class Tally(Frozen):
    """A whole table, of one game with its variants."""

    game: Game
    players: tuple[Player, ...]
    table: tuple[Any, ...]
    node: Node
    problems: tuple[Problem, ...] = ()  # what could not be read
    faulty: frozenset[tuple[int, str]] = frozenset()  # (seat, count) that could not: not missing as well

    @property
    def table_node(self) -> Node:
        return self.node.mapping.get("table", self.node)


class Header(Frozen):
    """Which game a tally is of, before anything else of it can be understood."""

    game: str
    variants: tuple[str, ...]
    game_mark: Mark
    variant_marks: tuple[Mark, ...]


def header(node: Node) -> Header:
    """The game and variants that a tally names. Raises TallyError."""
    if not isinstance(node.value, dict):
        what = "the file is empty" if node.value is None else "a tally has entries such as game: … and players: …"
        raise TallyError(Problem(what, node.mark, "potager tally GAME writes one to fill in"))
    game = node.mapping.get("game") or misspelt(node, "game")
    if game is None or game.value is None:
        raise TallyError(Problem('the tally lacks "game"', node.mark, "potager games lists what can stand there"))
    problems = []
    if not isinstance(game.value, str):
        problems.append(Problem("game needs the name of a game", game.spot))
    listed = node.mapping.get("variants") or misspelt(node, "variants") or Node([], node.mark)
    names = [listed] if isinstance(listed.value, str) else listed.value
    if names is None:
        names = []
    if not isinstance(names, list):
        problems.append(Problem("variants needs a list of names", listed.spot, "write variants: [first, second]"))
        names = []
    if len(names) > MOST_VARIANTS:
        problems.append(Problem(f"more than {MOST_VARIANTS} variants", names[MOST_VARIANTS].mark))
        names = names[:MOST_VARIANTS]
    problems += [
        Problem("variants needs names of variants", name.spot) for name in names if not isinstance(name.value, str)
    ]
    if problems:
        raise TallyError(problems)
    return Header(
        str(game.value),
        tuple(str(name.value) for name in names),
        game.mark,
        tuple(name.mark for name in names),
    )


def misspelt(node: Node, key: str) -> Node | None:
    """What stands under a key that can only mean this one; that it is misspelt is told elsewhere."""
    for word, inner in node.mapping.items():
        if word not in KEYS and nearest(word, KEYS) == key and key not in node.mapping:
            return inner
    return None


def read(node: Node, game: Game) -> Tally:
    """The tally of a game, or a TallyError with everything that could not be read in it."""
    tally = look(node, game)
    if tally.problems:
        raise TallyError(tidy(tally.problems))
    return tally


def look(node: Node, game: Game, problems: Sequence[Problem] = ()) -> Tally:
    """The tally of a game as far as it can be read, with its problems; `score` tells them with its own.

    Raises a TallyError when no player can be read at all.
    """
    reader = _Reader(game, list(problems))
    tally = reader.read(node)
    if not tally.players:
        raise TallyError(tidy(reader.problems))
    return tally


@dataclass
class _Reader:
    game: Game
    problems: list[Problem] = field(default_factory=list)
    faulty: set[tuple[int, str]] = field(default_factory=set)
    seat: int = TABLE

    def problem(self, what: str, mark: Mark, hint: str = "") -> None:
        self.problems.append(Problem(what, mark, hint))

    def read(self, node: Node) -> Tally:
        game = self.game
        for key, inner in node.mapping.items():
            if key not in KEYS:
                hint = did_you_mean(key, [*KEYS, *game.counts], f"known are: {', '.join(KEYS)}")
                if key in game.counts:
                    hint = "write it under table:" if game.counts[key].shared else "write it with each player"
                elif key == "name" or key in game.lines:
                    hint = "write it with each player"
                self.problem(f"the tally does not know {quoted(key)}", inner.where, hint)
        players = self.players(node)
        self.seat = TABLE
        table = self.table(node)
        return Tally(game, players, table, node, tuple(self.problems), frozenset(self.faulty))

    # -- players

    def players(self, node: Node) -> tuple[Player, ...]:
        most = self.game.rules.players.most
        listed = node.mapping.get("players") or misspelt(node, "players")
        if listed is None or listed.value is None or listed.value == []:
            self.problem('the tally lacks "players"', listed.where if listed else node.mark, _PLAYERS)
            return ()
        if not isinstance(listed.value, list):
            self.problem("players needs a list", listed.spot, _PLAYERS)
            return ()
        if len(listed.value) > most:
            what = f"{len(listed.value)} players, but {self.game.title} is for at most {most}"
            self.problem(what, listed.value[most].mark)
        players: list[Player] = []
        for inner in listed.value[:most]:
            self.seat = len(players)
            if not isinstance(inner.value, dict):
                self.problem("a player has a name and counts", inner.mark, "write {name: Ann, …}")
                self.faulty |= {(self.seat, id) for id in self.game.counts}
                inner = Node({}, inner.mark)
            players.append(self.player(inner, self.seat + 1))
        names: set[str] = set()
        for player in players:
            if player.name in names:
                self.problem(
                    f"two players are called {quoted(player.name)}", player.mark("name"), "add a letter to one"
                )
            names.add(player.name)
        return tuple(players)

    def player(self, node: Node, at: int) -> Player:
        game = self.game
        name = self.name(node, at)
        own = {id: count for id, count in game.counts.items() if not count.shared}
        for key, inner in node.mapping.items():
            if key in own or key in ("name", "points", "ties") or (key == "members" and game.rules.teams):
                continue
            if len(self.problems) > 2 * MOST_TOLD:
                break  # nobody reads them
            self.problem(f"{name}: there is no count {quoted(key)}", inner.where, self.unknown(key, own))
            for meant in ("points", "ties"):
                if nearest(key, [*own, "name", "points", "ties"]) == meant and meant not in node.mapping:
                    node = node.with_value({**node.mapping, meant: inner})  # it can only mean this
        row: list[Any] = [None] * game.player_places
        for count in own.values():
            self.fill(row, count, node.mapping.get(count.id), name)
        points = self.typed(node, "points", game.lines, "line", name)
        ties = self.typed(node, "ties", game.ties, "tie", name)
        return Player(name, tuple(row), points, ties, node, self.members(node, name))

    def members(self, node: Node, name: str) -> tuple[str, ...]:
        """Who belongs to a team."""
        rule, inner = self.game.rules.teams, node.mapping.get("members")
        if rule is None or inner is None or inner.value is None:
            return ()
        entries = inner.entries
        if not isinstance(inner.value, list) or not all(isinstance(one.value, str) for one in entries):
            self.problem(f"{name}: members needs a list of names", inner.spot, "write members: [Ann, Cleo]")
            return ()
        if rule.members is not None and len(entries) != rule.members:
            what = f"{name}: {len(entries)} members, but a team has {rule.members}"
            self.problem(what, inner.spot)
        return tuple(" ".join(str(one.value).split())[:LONGEST_NAME] for one in entries)

    def unknown(self, key: str, own: Mapping[str, GameCount]) -> str:
        """The hint for a word that is no count of a player."""
        game = self.game
        if key in game.counts:
            self.faulty.add((TABLE, key))
            return f"it belongs to the table: write table: {{{key}: …}}"
        if key in game.lines:
            return f"for the points of a line write points: {{{key}: …}}"
        if key in game.ties:
            return f"for the value of a tie write ties: {{{key}: …}}"
        if owner := next((count for count in own.values() if key in count.kinds), None):
            self.faulty.add((self.seat, owner.id))
            return f"write {owner.id}: {{{key}: …}}"
        meant = nearest(key, [*own, "name", "points", "ties"])
        if meant in own:
            self.faulty.add((self.seat, meant))
        return f'did you mean "{meant}"?' if meant else f"counts are: {', '.join(own)}"

    def name(self, node: Node, at: int) -> str:
        inner = node.mapping.get("name")
        if inner is None or inner.value is None or inner.value == "":
            return f"Player {at}"
        if surprise(inner) and isinstance(inner.value, str):
            self.problem(f"many programs read the name {inner.text} as something else", inner.mark, surprise(inner))
            return inner.text
        if not isinstance(inner.value, str):
            hint = f'put it in quotes: "{inner.text}"' if inner.text else "write name: Ann"
            self.problem("a name needs words", inner.spot, hint)
            return inner.text or f"Player {at}"
        name = " ".join(inner.value.split())
        if len(name) > LONGEST_NAME or not name.replace("\u200d", "").replace("\u200c", "").isprintable():
            self.problem("this name cannot be used", inner.mark, f"at most {LONGEST_NAME} letters, all of them visible")
            return f"Player {at}"
        return name or f"Player {at}"

    def typed(self, node: Node, key: str, known: Mapping[str, Any], what: str, name: str) -> dict[str, int]:
        """Points or ties that were typed instead of counted."""
        inner = node.mapping.get(key)
        if inner is None or inner.value is None:
            return {}
        if not isinstance(inner.value, dict):
            example = next(iter(known), "…")
            self.problem(f"{name}: {key} needs the {what}s by name", inner.spot, f"write {key}: {{{example}: 12}}")
            return dict.fromkeys(known, 0)
        found: dict[str, int] = {}
        for id, value in inner.value.items():
            if id not in known:
                meant = nearest(id, known)
                hint = f"{what}s are: {', '.join(known)}" if known else f"there are no {what}s"
                self.problem(f"{name}: there is no {what} {quoted(id)}", value.where, did_you_mean(id, known, hint))
                if meant:
                    found.setdefault(meant, 0)
            elif value.value is not None:
                number = self.number(value, f"{name}: {key} of {id}")
                if number is not None and abs(number) > 99_999:
                    self.problem(f"{name}: {key} of {id}: {number} is too large", value.mark, "at most 99999")
                found[id] = number or 0
        return found

    # -- the table

    def table(self, node: Node) -> tuple[Any, ...]:
        game = self.game
        shared = {id: count for id, count in game.counts.items() if count.shared}
        row: list[Any] = [None] * game.table_places
        inner = node.mapping.get("table") or misspelt(node, "table")
        if inner is not None and inner.value is not None and not isinstance(inner.value, dict):
            example = next(iter(shared), "…")
            self.problem("table needs what is counted for all", inner.spot, f"write table: {{{example}: …}}")
            self.faulty |= {(TABLE, id) for id in shared}
            inner = None
        for key, value in (inner.mapping if inner else {}).items():
            if key not in shared:
                hint = did_you_mean(key, shared, f"counts of the table are: {', '.join(shared)}")
                owner = next((count.id for count in shared.values() if key in count.kinds), "")
                if key in game.counts:
                    hint = "write it with each player"
                elif owner:
                    hint = f"write {owner}: {{{key}: …}}"
                elif not shared:
                    hint = "nothing is counted for the whole table"
                self.faulty.add((TABLE, owner or nearest(key, shared)))
                self.problem(f"the table has no count {quoted(key)}", value.where, hint)
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
        if any(row[place] is None for place in count.places):
            self.faulty.add((self.seat, count.id))

    def one(self, node: Node, count: GameCount, who: str) -> int | None:
        return self.tick(node, who) if count.rule.tick else self.number(node, who)

    def kinds(self, row: list[Any], count: GameCount, node: Node, who: str) -> None:
        if not isinstance(node.value, dict):
            first = next(iter(count.kinds))
            self.problem(f"{who} has several kinds", node.spot, f"write {count.id}: {{{first}: …}}")
            return
        odd = False
        for kind, inner in node.value.items():
            if kind not in count.kinds:
                hint = did_you_mean(kind, count.kinds, f"kinds are: {', '.join(count.kinds)}")
                self.problem(f"{who} has no kind {quoted(kind)}", inner.where, hint)
                odd = True
        for place, kind in zip(count.places, count.kinds, strict=True):
            value = node.mapping.get(kind)
            if value is not None and value.value is not None:
                row[place] = self.one(value, count, f"{who}.{kind}")
            elif not odd:  # else it may be the one that is misspelt
                row[place] = 0

    def entries(self, count: GameCount, node: Node, who: str) -> tuple[Any, ...] | None:
        entries = count.counted.entries
        assert entries is not None
        if not isinstance(node.value, list):
            self.problem(f"{who} needs a list", node.spot, f"write {count.id}: [{node.text or '3, 1, 2'}]")
            return None
        if len(node.value) > 1000:
            self.problem(f"{who} has {len(node.value)} entries, far too many", node.spot)
            return None
        before = len(self.problems)
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
            if entries.fields and (line := self.game.field_readers.get(count.id)):
                what = f"{place} is a bare number, but {line} needs its {', '.join(entries.fields)}"
                self.problem(what, inner.mark, f"write {{{', '.join(f'{name}: …' for name in entries.fields)}}}")
        return tuple(made) if len(self.problems) == before else None

    def record(self, count: GameCount, node: Node, who: str) -> tuple[int, ...] | None:
        entries = count.counted.entries
        assert entries is not None
        fields: list[int] = []
        good = True
        for key, inner in node.mapping.items():
            if key not in entries.fields:
                hint = did_you_mean(key, entries.fields, f"fields are: {', '.join(entries.fields)}")
                self.problem(f"{who} has no field {quoted(key)}", inner.where, hint)
                good = False
        for name, (least, _) in zip(entries.fields, entries.bounds[1:], strict=True):
            field_node = node.mapping.get(name)
            value: int | None = 0
            if field_node is not None and field_node.value is not None:
                value = self.number(field_node, f"{who}, {name}")
            elif least > 0 and good:
                self.problem(f'{who} lacks "{name}"', node.mark, f"write {name}: …")
                value = None
            good = good and value is not None
            fields.append(value or 0)
        if not good:
            return None
        try:
            return value_of(self.game, count)(fields), *fields
        except ZeroDivisionError:
            self.problem(f"{who}: its value divides by 0", node.mark)
            return None

    # -- one number

    def number(self, node: Node, who: str) -> int | None:
        """A whole number, or a sum as it was written at the table: 12+30+16."""
        value = node.value
        if isinstance(value, int) and not isinstance(value, bool):
            number: int | None = value
        elif isinstance(value, str) and not surprise(node, "number") and whole(value) is not None:
            number = whole(value)
        else:
            hint = surprise(node, "number")
            if isinstance(value, float):
                hint = "only whole numbers are counted"
            elif isinstance(value, str) and not hint:
                sums = re.search(r"[0-9]", value) and re.search(r"[+−*/×-]", value)
                hint = "a sum has only whole numbers, + and −" if sums else "write a number, or a sum like 12+30"
            self.problem(f"{who} needs a whole number, not {_shown(node)}", node.spot, hint)
            return None
        if number is None or abs(number) > LARGEST_NUMBER:
            self.problem(f"{who}: this number is too large", node.mark, f"at most {LARGEST_NUMBER}")
            return None
        return number

    def tick(self, node: Node, who: str) -> int | None:
        text = node.text.strip().lower()
        if text in ("yes", "true", "1"):
            return 1
        if text in ("no", "false", "0"):
            return 0
        self.problem(f"{who} is yes or no, not {_shown(node)}", node.spot)
        return None


_PLAYERS = "begin each player with - name: Ann"


def _shown(node: Node) -> str:
    """A value as messages repeat it."""
    if isinstance(node.value, dict):
        return "several entries"
    if isinstance(node.value, list):
        return "a list"
    return quoted(node.text) if isinstance(node.value, str) else node.text or "nothing"


def whole(text: str) -> int | None:
    """A whole number, or a sum as it was written at the table (12+30+16); None for anything else."""
    if len(text) > LONGEST_SUM or not _SUM.match(text):
        return None
    return sum(-int(digits) if sign in ("-", "−") else int(digits) for sign, digits in _TERM.findall(text))


def _unsaid(bounds: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Fields of an entry that is given by its value alone: nothing that a limit could refuse."""
    return tuple(min(max(0, low), high) for low, high in bounds)


def value_of(game: Game, count: GameCount) -> Any:
    """The value of a record as a function of its fields."""
    return _value_of(record_value(count), count.counted.entries.fields)  # type: ignore[union-attr]


@lru_cache(maxsize=64)
def _value_of(expression: Expression, fields: tuple[str, ...]) -> Any:
    return python_code.of_fields(expression, fields)
