"""What the blocks of a play sheet have to do with the game, for its form: where each count is written, and which points
follow from what stands on the sheet. On paper nobody asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from scoring.expression import Count, Expression, Item, uses, walk
from scoring.frozen import Frozen
from scoring.game import Game, GameLine
from sheets import blocks, pad
from sheets.blocks import Block
from sheets.form import Form, Reckoned
from sheets.pad import Blank

Place: TypeAlias = tuple[bool, int]  # whether the table's, and which of its row


class Points(Frozen):
    """A row of the score: what leads to its box."""

    label: str
    short: str
    letter: str
    icon: str
    note: str
    working: tuple[str | Blank, ...]
    tick: bool
    sign: str
    tiles: tuple[tuple[str, int | None, bool, str], ...]
    lines: tuple[str, ...] = ()  # whose points the box holds
    count: Count | None = None  # what is ticked
    boxed: Count | None = None  # the box holds this count itself


class Known:
    """What a form of this sheet knows of the game."""

    def __init__(self, game: Game, said: Mapping[str, Block], form: Form, together: bool) -> None:
        self.game, self.form = game, form
        self.together = together  # whether every player has fields in it
        self.marked: dict[Place, int] = {}  # counts made of crossed boxes; so many are crossed from the start
        self.entries: set[str] = set()  # lists whose entries stand on the sheet
        self.in_numbers: set[str] = set()  # … number by number
        self.places: set[Place] = set()  # all that is written
        self.plans: dict[int, list[Points]] = {}
        self.reckoned: dict[int, tuple[str, Reckoned, frozenset[str]]] = {}  # of records: a column, how, out of which
        self.own: set[str] = set()  # places of printed numbers that are copied here
        scores: list[blocks.Score] = []
        for block in every(said):
            if isinstance(block, blocks.Ticks):
                self.ticks(block)
            elif isinstance(block, blocks.Grid):
                self.grid(block)
            elif isinstance(block, blocks.Records):
                self.records(block)
            elif isinstance(block, blocks.Score):
                scores.append(block)
        self.places |= self.marked.keys()
        form.marked = self.marked
        for block in scores:
            self.plans[id(block)] = [self.typed(row) for row in points_of(game, block)]

    # -- what is written where

    def ticks(self, block: blocks.Ticks) -> None:
        for of in filter(None, (block.of, block.makes)):
            count = self.game.counts[of]
            if block.of and block.ladder:
                for line in self.game.lines.values():
                    if line.refs and line.refs[0].split(".")[0] == of:
                        self.copied(line)
            if count.is_list or count.rule.tick or (of == block.of and not count.kinds):
                continue
            for place in count.places:
                self.marked[count.shared, place] = block.marked if of == block.of else 0
            for line in self.game.lines.values():
                if block.makes and line.refs[:1] == (block.makes,):
                    self.copied(line)

    def copied(self, line: GameLine) -> None:
        self.own |= {f"lines.{line.id}.{tile.place}" for tile in line.model.tiles() if tile.points is None}

    def grid(self, block: blocks.Grid) -> None:
        for row in block.rows.values():
            if row.entry is None:
                continue
            name, _, number = row.entry.partition(".")
            self.entries.add(name)
            if number:
                self.in_numbers.add(name)
            count = self.game.counts[name]
            self.places |= {(count.shared, place) for place in count.places}

    def records(self, block: blocks.Records) -> None:
        """A column that follows from others; `value`, if there is one, comes first as in a record."""
        column = next((id for id, column in block.columns.items() if column.formula), None)
        if column is None:
            return
        columns = ("value", *(name for name in block.columns if name != "value"))
        choices = {
            at: [int(text) if text.isdecimal() else 0 for text in block.columns[name].choices]
            for at, name in enumerate(columns)
            if name in block.columns and block.columns[name].choices
        }
        expression = blocks.formula_of(block, block.columns[column])
        read = frozenset(node.name for node in walk(expression) if isinstance(node, Item))
        self.reckoned[id(block)] = column, Reckoned(expression, columns, choices), read

    def typed(self, row: Points) -> Points:
        """A row of the score with the places where its counts are written, if no block before it has them."""
        working = list(row.working)
        new: dict[str, Any] = {}
        for at, part in enumerate(working):
            if isinstance(part, Blank) and isinstance(part.part, Count):
                place = (part.part.shared, part.part.place)
                own = place not in self.marked if part.part.shared else place not in self.places
                working[at] = Blank(part.printed, part.part, own)
                self.places.add(place)
        if len(row.lines) == 1:
            line = self.game.lines[row.lines[0]]
            for number in pad.numbers(self.game, line.refs):
                place = (number.shared, number.place)
                if place in self.places:
                    continue
                free = next((at for at, part in enumerate(working) if part == Blank()), None)
                if number.tick:
                    if row.tick and row.count != number:
                        continue
                    new |= {"tick": True, "count": number}  # as on the pad, whose form asks for every count
                elif not working and not row.tick and line.expression in (number, number * 1):
                    new["boxed"] = number
                elif free is not None:
                    working[free] = Blank(part=number, own=True)
                else:
                    continue
                self.places.add(place)
            self.own |= {f"lines.{line.id}.{place}" for *_, points, _, place in row.tiles if points is None}
        return row.but(working=tuple(working), **new)

    # -- what follows

    def computes(self, line: GameLine) -> bool:
        """Whether a line's points follow from what stands on the sheet."""
        mine = {place for place in self.form.own if place.split(".")[1] == line.id}
        return mine <= self.own and self.reads(line.expression)

    def reads(self, expression: Expression) -> bool:
        """Whether everything that an expression reads stands on the sheet."""
        read = uses(expression)
        needed = {(False, place) for place in read.own | read.others} | {(True, place) for place in read.table}
        return needed <= self.places and (self.together or not read.others)

    def box(self, lines: Sequence[str]) -> str:
        """What a box for the points of lines is in a form: computed, or typed."""
        if all(self.computes(self.game.lines[line]) for line in lines):
            return "points" if len(lines) == 1 else "gathered"
        return "given"


def points_of(game: Game, block: blocks.Score) -> list[Points]:
    """The rows of the score: one for each line, unless the block says how some are gathered or shown."""
    gathered = {line: id for id, row in block.rows.items() for line in row.of or ()}
    found: list[Points] = []
    done: set[str] = set()
    for id, line in game.lines.items():
        name = gathered.get(id, id)
        if name in done or (block.lines is not None and id not in block.lines):
            continue
        done.add(name)
        entry = pad.line_entry(game, line)
        said = block.rows.get(name)
        tiles = tuple(
            (
                tile.caption if isinstance(tile.caption, str) else game.words.say(tile.caption),
                tile.points,
                tile.strong,
                tile.place,
            )
            for tile in entry.tiles
        )
        made = Points(
            line.label,
            _short(game, line) or entry.label,
            entry.letter,
            entry.icon,
            entry.note,
            entry.working,
            entry.tick,
            entry.sign,
            tiles,
            tuple(other for other in game.lines if gathered.get(other) == name) or (id,),
            entry.count if isinstance(entry.count, Count) else None,
        )
        found.append(made if said is None else _as_said(made, said, name != id))
    return found


def _short(game: Game, line: GameLine) -> str:
    """The shorter name of the one count that gives a line its label."""
    count = game.counts.get(line.refs[0]) if len(line.refs) == 1 else None
    return count.rule.short or "" if count and not line.model.label and not line.model.short else ""


def _as_said(made: Points, said: blocks.ScoreRow, gathered: bool) -> Points:
    return made.but(
        label=made.label if said.label is None else said.label,
        short=made.short if said.label is None else said.label,
        letter=said.letter or ("" if gathered else made.letter),
        icon=said.icon or ("" if gathered else made.icon),
        note=made.note if said.note is None else said.note,
        working=made.working if said.working is None else worked(said.working),
        tick=made.tick and not gathered,
        tiles=() if said.working is not None or gathered else made.tiles,
    )


def worked(text: str) -> tuple[str | Blank, ...]:
    """`__ × 5` as words and blanks."""
    parts: list[str | Blank] = []
    for at, part in enumerate(text.split(blocks.BLANK_SHOWN)):
        if at:
            parts.append(Blank())
        if part.strip():
            parts.append(part.strip())
    return tuple(parts)


def every(said: Mapping[str, Block]) -> Iterator[Block]:
    """All blocks of a sheet, those inside others too, in the order in which they are read."""
    for block in said.values():
        yield block
        if isinstance(block, blocks.Columns):
            for part in block.parts.values():
                yield from every(part.blocks)
        elif isinstance(block, blocks.Seats):
            yield from every(block.blocks)
