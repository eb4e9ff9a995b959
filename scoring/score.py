"""Game + tally → score: the points of every line and how they came about, totals, places, warnings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from scoring.errors import Mark, Problem, TallyError, tidy
from scoring.expression import Choice, Number, SumOver, Uses
from scoring.fill import Filler, Position, fillers
from scoring.frozen import Frozen
from scoring.game import Game, GameCheck, GameCount, field_label
from scoring.python_code import Compiled, MissingNumber
from scoring.ranking import rank, tied
from scoring.tally import Player, Tally
from scoring.words import signed


class NeedsNumbers(TallyError):
    """Nothing is wrong with a tally, but these lines need numbers that stand only on the players' own copy."""

    def __init__(self, problems: Sequence[Problem], game: Game, lines: Sequence[str]) -> None:
        super().__init__(problems)
        self.game, self.lines = game, list(dict.fromkeys(lines))


class LineScore(Frozen):
    points: int
    working: str
    as_given: bool  # typed by the players instead of counted


class PlayerScore(Frozen):
    name: str
    place: int
    winner: bool
    total: int
    lines: Mapping[str, LineScore]
    ties: Mapping[str, int | None]  # None: not needed, and not all of it was counted
    members: tuple[str, ...] = ()  # of a team
    rounds: tuple[int, ...] = ()  # what each round brought, in a game over rounds


class ScoreWarning(Frozen):
    """Something unlikely; it does not hold back the score. `player` is None when it concerns the table."""

    id: str
    player: str | None
    message: str


class ScoreTable(Frozen):
    """The finished game: lines down, players across."""

    game: Game
    players: tuple[PlayerScore, ...]
    decided_by: str | None
    verdict: str | None
    warnings: tuple[ScoreWarning, ...]

    @property
    def winners(self) -> list[str]:
        return [player.name for player in self.players if player.winner]

    def as_json(self) -> dict[str, Any]:
        """The shape of `potager score --json`."""
        return {
            "game": self.game.id,
            "variants": self.game.asked,
            "winners": self.winners,
            "decided_by": self.decided_by,
            "verdict": self.verdict,
            "warnings": [
                {"id": warning.id, "player": warning.player, "message": warning.message} for warning in self.warnings
            ],
            "numbers": list(self.game.numbers),
            "players": [
                {
                    "name": player.name,
                    "place": player.place,
                    "winner": player.winner,
                    "total": player.total,
                    "lines": {
                        id: {"points": line.points, "working": line.working, "as_given": line.as_given}
                        for id, line in player.lines.items()
                    },
                    "ties": dict(player.ties),
                    **({"members": list(player.members)} if self.game.rules.teams else {}),
                    **({"rounds": list(player.rounds)} if self.game.rounds else {}),
                }
                for player in self.players
            ],
        }


def score(tally: Tally) -> ScoreTable:
    """The score of a table. Raises TallyError with everything that is unreadable, missing or impossible."""
    return _Scorer(tally, list(tally.problems)).score()


@dataclass
class _Scorer:
    tally: Tally
    problems: list[Problem] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)  # lines that need a number of the players' own copy

    @property
    def game(self) -> Game:
        return self.tally.game

    def score(self) -> ScoreTable:
        game, players = self.game, self.tally.players
        self.ask_for_missing()
        size = len(game.layout)
        results: list[list[Any]] = [[None] * size for _ in players]
        rows = [player.row for player in players]
        positions = [
            Position(row, mine, self.tally.table, rows, results) for row, mine in zip(rows, results, strict=True)
        ]
        limits = [check for check in game.checks if not (check.uses.lines or check.uses.total)]
        warnings = self.check(limits, positions)
        if not self.problems:
            self.points(positions, results)
        self.stop()
        for mine in results:
            mine[game.layout["total"]] = sum(mine[: len(game.lines)])
        self.tie_values(positions, results)
        self.stop()
        late = [check for check in game.checks if check.uses.lines or check.uses.total]
        warnings |= self.check(late, positions)
        self.stop()
        filled = [[0 if value is None else value for value in mine] for mine in results]
        finished = [Position(row, mine, self.tally.table, rows, filled) for row, mine in zip(rows, filled, strict=True)]
        try:
            ranked = rank(game, finished)
        except ZeroDivisionError:  # only a verdict can; lines and ties have told theirs
            raise TallyError(Problem("the verdict divides by 0", self.tally.node.mapping["players"].where)) from None
        workings = self.workings(positions)
        scored = tuple(
            PlayerScore(
                player.name,
                ranked.places[at],
                ranked.winners[at],
                results[at][game.layout["total"]],
                {
                    line: LineScore(results[at][game.layout[line]], workings[at][line], line in player.points)
                    for line in game.lines
                },
                {tie: results[at][game.layout[f"tie:{tie}"]] for tie in game.ties},
                player.members,
                rounds_of(game, player.row),
            )
            for at, player in enumerate(players)
        )
        order = [check.id for check in game.checks]
        told = sorted(warnings.items(), key=lambda item: (order.index(item[0][0]), item[0][1]))
        return ScoreTable(game, scored, ranked.decided_by, ranked.verdict, (*self.few(), *(w for _, w in told)))

    def stop(self) -> None:
        if self.problems and len(self.problems) == len(self.unknown):
            raise NeedsNumbers(tidy(self.problems), self.game, self.unknown)
        if self.problems:
            raise TallyError(tidy(self.problems))

    def few(self) -> list[ScoreWarning]:
        """Fewer players than the game is for."""
        least, now = self.game.rules.players.least, len(self.tally.players)
        if now >= least:
            return []
        key = "warning.few_players"
        return [ScoreWarning("players", None, self.game.words.say(key, title=self.game.title, least=least, now=now))]

    # -- what is missing

    def given(self, uses: Uses, at: int) -> bool:
        """Whether everything an expression reads was counted."""
        row = self.tally.players[at].row
        return (
            all(row[place] is not None for place in uses.own)
            and all(self.tally.table[place] is not None for place in uses.table)
            and all(player.row[place] is not None for player in self.tally.players for place in uses.others)
        )

    def ask_for_missing(self) -> None:
        """A problem for every count that a line without typed points needs."""
        wanted: dict[tuple[int, str], list[str]] = {}
        for line in self.game.lines.values():
            for at, player in enumerate(self.tally.players):
                if line.id not in player.points:
                    self.want(wanted, line.uses, at, line.id)
        for band in self.game.verdicts:
            for at in range(len(self.tally.players)):
                self.want(wanted, band.uses, at, "")
        self.missing(wanted, "points")

    def want(self, wanted: dict[tuple[int, str], list[str]], uses: Uses, at: int, reader: str) -> None:
        everyone = range(len(self.tally.players))
        for who, places, row in (
            (at, uses.own, self.tally.players[at].row),
            (-1, uses.table, self.tally.table),
            *((other, uses.others, self.tally.players[other].row) for other in everyone),
        ):
            for place in places:
                if row[place] is None:
                    count = self.game.count_at(place, who == -1)
                    if (who, count.id) in self.tally.faulty:
                        continue  # told already
                    readers = wanted.setdefault((who, count.id), [])
                    if reader not in readers:
                        readers.append(reader)

    def missing(self, wanted: Mapping[tuple[int, str], Sequence[str]], key: str) -> None:
        order = list(self.game.counts)
        for (who, id), readers in sorted(wanted.items(), key=lambda item: (item[0][0], order.index(item[0][1]))):
            count = self.game.counts[id]
            if who == -1:
                mark, name = self.tally.table_node.where, "the table"
            else:
                player = self.tally.players[who]
                mark, name = player.node.mark, player.name
            if key == "ties":
                hint = f"{_example(count)} breaks the tie; or give the value: ties: {{{readers[0]}: …}}"
            else:
                typed = ", ".join(f"{line}: …" for line in readers)
                can_be_typed = who != -1 and "" not in readers
                hint = f"add {_example(count)}" + (f", or points: {{{typed}}}" if can_be_typed else "")
            self.problems.append(Problem(f"{name}: {id} is missing ({count.label})", mark, hint))

    # -- points and ties

    def points(self, positions: Sequence[Position], results: list[list[Any]]) -> None:
        game = self.game
        for id in game.order:
            line, place = game.lines[id], game.layout[id]
            for at, player in enumerate(self.tally.players):
                if id in player.points:
                    results[at][place] = player.points[id]
                else:
                    results[at][place] = self.value(
                        game.compiled[line.expression], positions[at], player, f'line "{id}"', id
                    )

    def value(self, function: Compiled, position: Position, player: Player, what: str, id: str) -> int:
        """What an expression gives; 0 and a problem where it cannot be told."""
        try:
            value: int = position.of(function)
        except MissingNumber as missing:
            typed = f"ties: {{{id}: …}}" if what.startswith("tie") else f"points: {{{id}: …}}"
            self.problems.append(
                Problem(
                    f"{player.name}: {what} needs a number that stands only on your own copy ({missing.path})",
                    player.node.mark,
                    f"keep it: potager numbers {self.game.named}; or type {typed}",
                )
            )
            self.unknown.append(id if id in self.game.lines else missing.path.split(".")[1])
            return 0
        except ZeroDivisionError:
            self.problems.append(Problem(f"{player.name}: {what} divides by 0", player.node.mark))
            return 0
        return value

    def tie_values(self, positions: Sequence[Position], results: list[list[Any]]) -> None:
        """Ties as typed or computed; a problem where one is needed and cannot be told."""
        game = self.game
        total = game.layout["total"]
        wanted: dict[tuple[int, str], list[str]] = {}
        known: list[list[int | None]] = [[] for _ in positions]
        for id, tie in game.ties.items():
            needed = [] if game.goal is not None else tied([mine[total] for mine in results], known)
            for at, player in enumerate(self.tally.players):
                value: int | None = None
                if id in player.ties:
                    value = player.ties[id]
                elif self.given(tie.uses, at):
                    if at in needed:
                        value = self.value(game.compiled[tie.expression], positions[at], player, f'tie "{id}"', id)
                    else:
                        value = _quietly(game.compiled[tie.expression], positions[at])
                elif at in needed:
                    self.want(wanted, tie.uses, at, id)
                results[at][game.layout[f"tie:{id}"]] = value
                known[at].append(value)
            self.missing(wanted, "ties")
            if self.problems:
                return

    # -- checks

    def check(self, checks: Sequence[GameCheck], positions: Sequence[Position]) -> dict[tuple[str, int], ScoreWarning]:
        """Errors become problems; warnings come back, keyed so that they can be told in order."""
        conditions = [
            SumOver(check.entries, _one_if_not(check)) if check.entries else check.condition for check in checks
        ]
        compiled = self.game.functions(conditions)
        failed: list[tuple[GameCheck, int]] = []
        for check, condition in zip(checks, conditions, strict=True):
            function = compiled[condition]
            counted = (at for at in range(len(positions)) if self.given(check.uses, at))
            everyone = list(islice(counted, 1) if check.table else counted)
            if check.least is not None or check.most is not None:
                if len(everyone) < len(positions) or not everyone:
                    continue
                holds = [at for at in everyone if _quietly(function, positions[at])]
                if (check.least is not None and len(holds) < check.least) or (
                    check.most is not None and len(holds) > check.most
                ):
                    failed.append((check, -1))
                continue
            for at in everyone:
                value = _quietly(function, positions[at])
                bad = bool(value) if check.entries else (value is not None and not value)
                if bad:
                    failed.append((check, -1 if check.table else at))
        return self.tell(failed, positions)

    def tell(
        self, failed: Sequence[tuple[GameCheck, int]], positions: Sequence[Position]
    ) -> dict[tuple[str, int], ScoreWarning]:
        warnings: dict[tuple[str, int], ScoreWarning] = {}
        texts: list[Filler] = fillers([check.message for check, _ in failed], self.game.layout)
        for (check, at), text in zip(failed, texts, strict=True):
            if check.entries is not None:
                self.bad_entries(check, at)
                continue
            message = text(positions[max(at, 0)])
            name = None if at < 0 else self.tally.players[at].name
            if check.error:
                self.problems.append(Problem(f"{name}: {message}" if name else message, self.where(check, at)))
            else:
                warnings[(check.id, at)] = ScoreWarning(check.id, name, message)
        return warnings

    def where(self, check: GameCheck, at: int) -> Mark:
        """Where a person would look: the number itself, or of all players' the last that is not 0."""
        path = [step for step in check.of or () if step]
        shared = bool(check.of) and self.game.counts[check.of[0]].shared  # type: ignore[index]
        if shared:
            return self.tally.table_node.find(tuple(path)).spot
        if at >= 0:
            return self.tally.players[at].mark(*path)
        for player in reversed(self.tally.players):
            node = player.node.find(tuple(path))
            if check.of and node is not player.node and node.text not in ("0", "no", "false"):
                return node.spot
        return self.tally.players[0].node.mark

    def bad_entries(self, check: GameCheck, at: int) -> None:
        """A problem for each entry of a list that is out of its bounds."""
        assert check.of is not None
        assert check.entries is not None
        count, name = check.of
        shared = self.game.counts[count].shared
        row = self.tally.table if shared else self.tally.players[at].row
        column = ("value", *check.entries.fields).index(name)
        low, high = check.entries.bounds[column]
        node = (self.tally.table_node if shared else self.tally.players[at].node).find((count,))
        for slot, entry in enumerate(row[check.entries.place]):
            value = entry[column] if check.entries.fields else entry
            outside = value < low if check.id.startswith("least") else value > high
            if outside:
                key = "check.least" if value < low else "check.most"
                limit = low if value < low else high
                whole, words = self.game.counts[count], self.game.words
                field = field_label(whole, name) if name != "value" else ""
                called = words.say("report.kind", count=whole.label, kind=field) if field else whole.label
                called = words.say("report.slot", name=called, slot=slot + 1)
                said = words.say(key, name=called, count=value, limit=limit)
                who = "" if shared else f"{self.tally.players[at].name}: "
                self.problems.append(Problem(f"{who}{said}", node.find((slot, name)).spot))

    # -- workings

    def workings(self, positions: Sequence[Position]) -> list[dict[str, str]]:
        game = self.game
        cases = [(line.id, case) for line in game.lines.values() for case in line.cases]
        conditions = [case.when for _, case in cases if case.when is not None]
        compiled = game.functions(conditions)
        texts = fillers([case.sentence for _, case in cases], game.layout)
        told: list[dict[str, str]] = []
        for player, position in zip(self.tally.players, positions, strict=True):
            mine: dict[str, str] = {}
            for (id, case), text in zip(cases, texts, strict=True):
                if id in mine:
                    continue
                if id in player.points:
                    mine[id] = signed(player.points[id])
                elif case.when is None or _quietly(compiled[case.when], position):
                    mine[id] = text(position)
            told.append(mine)
        return told


def rounds_of(game: Game, row: Sequence[Any]) -> tuple[int, ...]:
    """What each round brought a player; nothing where they are not counted."""
    entries = game.rounds
    if entries is None or row[entries.place] is None:
        return ()
    return tuple(entry[0] if entries.fields else entry for entry in row[entries.place])


def _quietly(function: Compiled, position: Position) -> Any:
    """A value, or None where it cannot be told."""
    try:
        return position.of(function)
    except (MissingNumber, ZeroDivisionError, TypeError):
        return None


def _one_if_not(check: GameCheck) -> Any:
    return Choice(check.condition, Number(0), Number(1))


def _example(count: GameCount) -> str:
    """How to write a count: `sun: no`, `harvested: {squash: …}`."""
    if count.is_list:
        return f"{count.id}: […]"
    if count.kinds:
        return f"{count.id}: {{{next(iter(count.kinds))}: …}}"
    return f"{count.id}: {'no' if count.rule.tick else '…'}"
