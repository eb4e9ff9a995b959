"""Game → score pad: lines down, players across, drawn from counts and lines.

Every line has one solid box per player at the right edge of the player's bed; whatever does not add is no such box.
A count that several lines use, or that has kinds or a list of its own, is written once, in rows of its own before
the first line that needs it. The pad chooses its scale, columns and orientation by itself; it fits, or says why not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import ceil
from typing import Any, TypeAlias

from scoring.errors import Problem, UsageError
from scoring.expression import Count, Entries, Expression, Number, Points, Printed, walk
from scoring.frozen import Frozen
from scoring.game import Game, GameCount, GameLine
from scoring.lines.base import Tile
from scoring.text import Joined
from scoring.words import signed
from sheets import icons
from sheets.breaking import joined, narrowest, pieces, wrapped
from sheets.form import LAST, Form, Means
from sheets.layout import DoesNotFit, Layout, footer_text
from sheets.placed import Area, Box, Page, Picture, Rule
from sheets.style import MM, Paper, Theme, others

LARGE = (2.0, 1.85, 1.7, 1.55, 1.414, 1.35, 1.28, 1.2, 1.12, 1.06)  # scales; a pad on A5 is drawn at 1
HEIGHTS = (1.0, 0.92, 0.84, 0.78)  # of rows, against their width
ROOMY = 1.25  # how much taller rows may be where the paper has room
HAIR_END = 2.0  # mm between the rules in the label column and the first bed
HOME = 148.0  # mm: the width of A5
MOST_CELLS = 6  # for the entries of a list
MOST_ROUNDS = 12  # rows of a game over rounds, unless its rules say


# How a pad may stand on its paper, the best first: lying or not, at a scale, with rows of these heights.
Way: TypeAlias = tuple[bool, float, tuple[float, ...]]
_FULL = (*product(LARGE, [HEIGHTS[:2]]), (1.0, HEIGHTS), (0.95, HEIGHTS), *product(LARGE, [HEIGHTS[2:]]))
_SMALLER = ((0.9, HEIGHTS[:3]), (0.85, HEIGHTS[:2]))  # boxes are 6.5 mm high at least: a number is easily written
_SMALLEST = ((0.9, HEIGHTS[3:]), (0.85, HEIGHTS[2:]), (0.8, HEIGHTS))
EASY: tuple[Way, ...] = tuple((lying, *way) for ways in (_FULL, _SMALLER) for lying in (False, True) for way in ways)
SMALL: tuple[Way, ...] = tuple((lying, *way) for lying in (False, True) for way in _SMALLEST)


# -- what stands on the pad, before anybody asks where


class Blank(Frozen):
    """Something to write in the working; `printed` is copied once from the player's own copy."""

    printed: bool = False
    part: Expression | None = None  # the number that belongs there
    own: bool = False  # the place where this count is written on the sheet


class Entry(Frozen):
    """One row of the pad."""

    label: str
    note: str = ""
    icon: str = ""
    letter: str = ""
    working: tuple[str | Blank, ...] = ()
    tick: bool = False
    box: bool = True
    sign: str = ""  # printed in the box: −
    tiles: tuple[Tile, ...] = ()
    lanes: tuple[str, ...] = ()  # a count row: writing lines, no box
    cells: int = 0  # a list: so many small boxes
    heading: bool = False
    line: str = ""  # whose points the box holds
    count: Count | Entries | None = None  # what is counted in this row, or ticked
    boxed: Count | None = None  # the box holds this count itself
    part: Expression | None = None  # what belongs on the second lane
    at: int = 0  # which entry of a list a row is for


class Content(Frozen):
    """Everything on a pad but its place."""

    title: str
    subtitle: str
    shared: tuple[tuple[str, tuple[str, ...]], ...]
    shared_places: tuple[int, ...]
    entries: tuple[Entry, ...]
    ties: tuple[tuple[str, str], ...]
    closing: tuple[str, ...]
    footer: str
    printed: bool
    names: tuple[str, ...] = ()  # of the first players


def content(game: Game, players: int, fillable: bool = False, names: Sequence[str] = ()) -> Content:
    """What a pad of this game shows; a fillable one has a place for every count."""
    words = game.words
    rules = game.rules
    named = [variant.title for variant in game.variants if variant.asked]
    least = players if players < rules.players.most else rules.players.least
    many = game.how_many(least, min(players, rules.players.most))
    entries = tuple(_entries(game))
    if fillable:
        entries = with_every_count(game, entries)
    return Content(
        game.title,
        " · ".join([words.say("sheet.pad"), *named, many]),
        tuple(
            (count.label, tuple(count.kind_labels.values()) or ("",)) for count in game.counts.values() if count.shared
        ),
        tuple(place for count in game.counts.values() if count.shared for place in count.places),
        entries,
        tuple(
            (
                words.say("sheet.if_tied", label=tie.label),
                tie.rule.note or words.say("sheet.least_wins" if tie.fewest else "sheet.most_wins"),
            )
            for tie in game.ties.values()
            if game.goal is None and rules.players.most > 1
        ),
        tuple(_closing(game)),
        footer_text(game),
        any(tile.points is None for entry in entries for tile in entry.tiles)
        or any(isinstance(part, Blank) and part.printed for entry in entries for part in entry.working),
        tuple(names),
    )


def _closing(game: Game) -> Iterator[str]:
    if game.rules.goal is not None:
        yield game.words.say("sheet.goal", goal=game.rules.goal)


def _entries(game: Game) -> Iterator[Entry]:
    """Lines in their order, each count that is written once before the first line that uses it."""
    shown: set[str] = set()
    for line in game.lines.values():
        for ref in line.refs:
            count = game.counts.get(ref)
            if count is not None and ref not in shown and not count.shared and (count.kinds or count.is_list):
                shown.add(ref)
                yield from _count_rows(game, count)
        yield line_entry(game, line)


def _count_rows(game: Game, count: GameCount) -> Iterator[Entry]:
    """A row for each kind, with a lane for the number and, where a line scores each kind, one for its part."""
    words = game.words
    if count.counted.entries is not None and count.counted.entries is game.rounds:
        yield from _rounds(game, count)
        return
    if count.is_list:
        assert count.counted.entries is not None
        cells = min(count.counted.entries.longest, MOST_CELLS)
        list_ = count.counted.entries
        yield Entry(count.rule.short or count.label, count.rule.note or "", box=False, cells=cells, count=list_)
        return
    by_kind = [
        line
        for line in game.lines.values()
        if count.id in line.refs
        and any(isinstance(part, Joined) for case in line.cases for part in case.sentence.parts)
    ]
    lanes = (words.say("sheet.count"), words.say("sheet.part")) if by_kind else (words.say("sheet.count"),)
    yield Entry(count.rule.short or count.label, lanes=lanes, box=False, heading=True)
    for kind, rule in count.kinds.items():
        yield Entry(
            rule.short or count.kind_labels[kind],
            icon=_drawn(rule.icon),
            letter=rule.letter or "",
            tick=count.rule.tick,
            lanes=("",) * len(lanes),
            box=False,
            count=count.counted.numbers[kind],
            part=_part_of(by_kind[0], count.counted.numbers[kind]) if by_kind else None,
        )


def _rounds(game: Game, count: GameCount) -> Iterator[Entry]:
    """A row for each round, with what it brought and the running total."""
    rule, entries = game.rules.rounds, count.counted.entries
    assert rule is not None
    assert entries is not None
    lanes = (game.words.say("sheet.part"), game.words.say("sheet.running"))
    yield Entry(count.rule.short or count.label, count.rule.note or "", lanes=lanes, box=False, heading=True)
    for at in range(rule.most or min(entries.longest, MOST_ROUNDS)):
        yield Entry(game.round(at + 1), lanes=("", ""), box=False, count=entries, at=at)


def _part_of(line: GameLine, kind: Count) -> Expression | None:
    """What one kind brings to a line that scores each of them."""
    parts = [part for case in line.cases for joined in case.sentence.parts for part in getattr(joined, "parts", ())]
    return next((part for part in parts if kind in set(walk(part))), None)


def with_every_count(game: Game, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The rows of a form: each count has one place where it is written; a line without one gets a blank for it."""
    places: set[Expression] = {
        entry.count for entry in entries if entry.count is not None and (entry.lanes or entry.cells)
    }
    made: list[Entry] = []
    for entry in entries:
        new: dict[str, Any] = {}
        if entry.line:
            working: list[str | Blank] = []
            for part in entry.working:
                if isinstance(part, Blank) and isinstance(part.part, Count) and not part.part.shared:
                    part = Blank(part.printed, part.part, part.part not in places)
                    places.add(part.part)  # type: ignore[arg-type]
                working.append(part)
            line = game.lines[entry.line]
            for number in numbers(game, line.refs):
                if number in places or (entry.tick and number == entry.count):
                    places.add(number)
                    continue
                places.add(number)
                if not working and not entry.tick and line.expression in (number, number * 1):
                    new["boxed"] = number
                elif number.tick and not entry.tick:
                    new |= {"tick": True, "count": number}
                else:
                    joint = ["›"] if working and isinstance(working[0], Blank) else []
                    working[:0] = [Blank(part=number, own=True), *joint]
            new["working"] = tuple(working)
        made.append(entry.but(**new))
    for count in game.counts.values():  # what only ties and checks read
        for kind, number in count.counted.numbers.items():
            if not count.shared and number not in places:
                label = count.kind_labels[kind] if kind else count.rule.short or count.label
                made.append(Entry(label, lanes=("",), box=False, tick=number.tick, count=number))
        if count.is_list and not count.shared and count.counted.entries not in places:
            made += list(_count_rows(game, count))
    return tuple(made)


def numbers(game: Game, refs: Sequence[str]) -> Iterator[Count]:
    """The numbers of the players that a line names."""
    for ref in refs:
        owner, _, kind = ref.partition(".")
        count = game.counts.get(owner)
        if count is not None and not count.shared and not count.is_list:
            yield from [count.counted.numbers[kind]] if kind else count.counted.numbers.values()


def line_entry(game: Game, line: GameLine) -> Entry:
    """The row of a line, as every sheet with points shows it."""
    model = line.model
    counts = [game.counts[ref.split(".")[0]] for ref in line.refs if ref.split(".")[0] in game.counts]
    tick = len(counts) == 1 and counts[0].rule.tick and len(line.refs) == 1
    low, high = game.bounds.get(line.id, (0, 0))
    penalty = low < 0 and high <= 0
    icon, letter = model.icon or "", model.letter or ""
    if len(line.refs) >= 1 and "." in line.refs[0]:
        owner, kind = line.refs[0].split(".")
        rule = game.counts[owner].kinds[kind]
        icon, letter = icon or rule.icon or "", letter or rule.letter or ""
    working, remark = _working(line, penalty, tick)
    copied = any(tile.points is None for tile in model.tiles())  # the foot of the pad says so
    return Entry(
        model.short or line.label,
        remark if copied else model.note or remark,
        _drawn(icon),
        letter,
        working,
        tick,
        True,
        "−" if penalty else "",
        model.tiles(),
        line=line.id,
        count=next(numbers(game, line.refs), None) if tick else None,
    )


def _drawn(icon: str | None) -> str:
    """An icon that we have a drawing of."""
    return icon if icon and icon in icons.known() else ""


_REMARK = re.compile(r"\s*[(（]([^()（）]*)[)）]")


def _working(line: GameLine, penalty: bool, tick: bool) -> tuple[tuple[str | Blank, ...], str]:
    """The row's sentence up to its result: blanks to write in, the words between them; and its remark in brackets,
    which stands better under the label."""
    parts = list(line.row.parts)
    if parts and parts[-1] == Points(line.id):
        parts.pop()
        if parts and isinstance(parts[-1], str):
            parts[-1] = parts[-1].rstrip().removesuffix("=").removesuffix("→").rstrip()
    made: list[str | Blank] = []
    for part in parts:
        if isinstance(part, Number):
            value = abs(part.value) if penalty else part.value
            part = f"+{value}" if tick and value > 0 else signed(value)
        if isinstance(part, str):
            if made and isinstance(made[-1], str):
                made[-1] += part
            else:
                made.append(part)
        elif isinstance(part, Printed):
            made.append(Blank(printed=True, part=part))
        elif isinstance(part, Expression) and not (tick and isinstance(part, Count)):
            made.append(Blank(part=part))
    remarks = [found for part in made if isinstance(part, str) for found in _REMARK.findall(part)]
    kept = [_REMARK.sub("", part) if isinstance(part, str) else part for part in made]
    return tuple(part for part in kept if part != ""), ", ".join(remarks)


# -- where it stands


def pages(
    game: Game,
    paper: Paper,
    theme: Theme,
    players: int | None = None,
    fillable: bool = False,
    names: Sequence[str] = (),
) -> tuple[Page, ...]:
    """The pad for so many players (the game's most, unless said), on as few sheets as fit; `fillable`: as one form;
    `names` stand at the head of the first columns.

    Raises UsageError when it does not fit, with what would.
    """
    wanted = players or game.rules.players.most
    reasons: list[str] = []
    said = content(game, wanted, fillable, names)
    for ways in (EASY, SMALL):
        for sheets in range(1, wanted + 1):
            columns = ceil(wanted / sheets)
            if sheets > 1 and ceil(wanted / (sheets - 1)) == columns:
                continue
            form = Form(game, wanted) if fillable else None
            try:
                made = _sheets(game, said, paper, theme, wanted, sheets, ways, form)
                return made if form is None else form.scripted(made)
            except DoesNotFit as error:
                reasons.append(str(error))
                if lacking := _lacking(game, said, paper, theme, ways):  # no number of sheets will do
                    reasons[0] = lacking
                    break
    fitting = [other.name for other in others(paper) if not _lacking(game, said, other, theme, (*EASY, *SMALL))]
    what = f"the pad of {game.title} does not fit on {paper.name}: {reasons[0]}"
    raise UsageError(Problem(what, None, f"it fits on {', '.join(fitting)}" if fitting else "try another theme"))


def _lacking(game: Game, said: Content, paper: Paper, theme: Theme, ways: Sequence[Way]) -> str:
    """What a paper lacks for any way: one column on each sheet, its rows as tight as can be; nothing, if one fits. The
    smallest scale is tried first, and mostly answers; in large print, whose type does not shrink with it, a larger one
    may be needed."""
    reason = ""
    for lying, scale, heights in sorted(ways, key=lambda way: way[1]):
        width, height = (paper.height, paper.width) if lying else (paper.width, paper.height)
        try:
            _Pad(game, said, theme, width, height, paper.margin, 1, scale, heights[-1], "").lay()
        except DoesNotFit as error:
            reason = reason or str(error)
            continue
        return ""
    return reason


def _sheets(
    game: Game,
    said: Content,
    paper: Paper,
    theme: Theme,
    wanted: int,
    sheets: int,
    ways: Sequence[Way],
    form: Form | None = None,
) -> tuple[Page, ...]:
    """So many sheets, the players split evenly among them."""
    made = []
    first = 0
    for at in range(sheets):
        columns = (wanted - first) // (sheets - at) + ((wanted - first) % (sheets - at) > 0)
        number = game.words.say("sheet.page", page=at + 1, pages=sheets) if sheets > 1 else ""
        made.append(_best(game, said, paper, theme, columns, number, ways, form, first))
        first += columns
    return tuple(made)


def _best(
    game: Game,
    said: Content,
    paper: Paper,
    theme: Theme,
    columns: int,
    number: str,
    ways: Sequence[Way],
    form: Form | None = None,
    first: int = 0,
) -> Page:
    """The first way that fits, its rows as tall as there is room for."""
    reason = ""
    largest = max(1.414, paper.width / HOME * 1.001)

    def laid(lying: bool, scale: float, tight: float) -> _Pad:
        width, height = (paper.height, paper.width) if lying else (paper.width, paper.height)
        pad = _Pad(game, said, theme, width, height, paper.margin, columns, scale, tight, number)
        pad.form, pad.first = form, first
        pad.lay()
        return pad

    for lying, scale, heights in ways:
        for tight in heights if scale <= largest else ():
            try:
                pad = laid(lying, scale, tight)
            except TooNarrow as error:  # however tight the rows
                reason = reason or str(error)
                break
            except DoesNotFit as error:
                reason = reason or str(error)
                continue
            free = pad.foot - pad.end
            taller = min(ROOMY, 1 + free / (pad.end - pad.begin)) if tight == 1 else 0
            pad = laid(lying, scale, taller) if taller > 1.02 else pad
            return pad.page().but(size=scale * tight, free=free)
    raise DoesNotFit(reason)


class TooNarrow(DoesNotFit):
    """The columns have no room side by side."""


class _Pad(Layout):
    """One attempt: a scale, a tightness of rows, so many columns."""

    def __init__(
        self,
        game: Game,
        said: Content,
        theme: Theme,
        width: float,
        height: float,
        margin: float,
        columns: int,
        scale: float,
        tight: float,
        number: str,
    ) -> None:
        super().__init__(theme, width, height, margin, scale, tight)
        self.game, self.said, self.columns, self.number = game, said, columns, number
        self.first = 0  # the seat of the first column
        self.box_width = 9.2 * scale
        self.box_height = 8.6 * scale * min(max(tight, 1.0), 1.12)
        self.begin = self.end = 0.0  # of what grows with the height of rows
        self.ladders: dict[int, float] = {}  # widths of ladders that were measured
        self.columns_at()

    # -- sizes

    def name(self, entry: Entry, text: str) -> float:
        """The width of a row's name: Bold, but for the kinds of a count, whose letter is bold already."""
        return self.wide(text, 8.5, not entry.lanes)

    def columns_at(self) -> None:
        """Widths of the label column and the beds."""
        room = self.right - self.left
        icons = any(entry.icon for entry in self.said.entries)
        letters = [self.wide(entry.letter, 8.5, True) for entry in self.said.entries if entry.letter]
        self.lettered = max(4.6 * self.scale, max(letters) + 1.6 * self.scale) if letters else 0.0
        self.indent = (7.4 * self.scale if icons else 0) + self.lettered
        heads = [self.wide(lane, 6) for entry in self.said.entries for lane in entry.lanes]
        self.lane_width = max(heads, default=0.0)
        needed = max([24 * self.scale, *(self.label_needs(entry) for entry in self.said.entries)])
        needed = max(needed, self.wide(self.game.words.say("sheet.total"), 13, True) + 2)
        smallest = self.bed_needs()
        needed = self.ladders_at(
            needed, lambda label, bed: (room - label) / self.columns - self.gap >= max(smallest, bed)
        )
        bed = (room - needed) / self.columns - self.gap
        if bed < smallest:
            many = "a column" if self.columns == 1 else f"{self.columns} columns"
            raise TooNarrow(f"{many} of {smallest:.0f} mm beside labels of {needed:.0f} mm would be too wide")
        comfortable = max({1: 56, 2: 40, 3: 31}.get(self.columns, 27) * self.scale, self.bed_needs(10.0))
        self.bed_width = min(bed, comfortable)
        self.label = room - self.columns * (self.bed_width + self.gap)

    def ladders_at(self, needed: float, leaves: Callable[[float, float], bool]) -> float:
        """Where all ladders of the pad stand: beside the labels if the beds stay wide enough, else below them, at the
        icons' right or, with no room for that, at the edge. The width of the label column; `leaves` beds of a width."""
        laddered = [entry for entry in self.said.entries if entry.tiles]
        self.tiles_beside, self.tiles_x = False, 0.0
        if not laddered:
            return needed
        widest = max(self.tiles_width(entry.tiles) for entry in laddered) - 0.7 * self.scale + HAIR_END
        names = max(self.indent_of(entry) + self.name(entry, entry.label) for entry in laddered) + 3.5
        icons = max(7.4 * self.scale if entry.icon else 0 for entry in laddered)
        if leaves(max(needed, names + widest), 24 * self.scale):
            self.tiles_beside, self.tiles_x = True, names
        elif leaves(max(needed, icons + widest), 0):
            self.tiles_x = icons
        return max(needed, self.tiles_x + widest)

    def indent_of(self, entry: Entry) -> float:
        return self.indent if entry.icon or entry.letter else 0

    def label_needs(self, entry: Entry) -> float:
        """The narrowest column that holds a label in two lines, and its note."""
        words = pieces(entry.label)
        split = min(
            (
                max(self.name(entry, joined(words[:at])), self.name(entry, joined(words[at:])))
                for at in range(len(words))
            ),
            default=0.0,
        )
        longest = narrowest(entry.note, lambda text: self.wide(text, 6.5))
        return self.indent_of(entry) + max(split, longest) + HAIR_END

    def tiles_width(self, tiles: Sequence[Tile]) -> float:
        known = self.ladders.get(id(tiles))
        if known is None:
            known = self.ladders[id(tiles)] = sum(self.tile(tile) + 0.7 * self.scale for tile in tiles)
        return known

    def tile(self, tile: Tile) -> float:
        value = "" if tile.points is None else signed(tile.points)
        caption = self.caption(tile)
        return max(5.2 * self.scale, self.wide(value, 7, True) + 1.4, self.wide(caption, 6) + 1.0)

    @property
    def tile_block(self) -> float:
        """The height of a ladder: captions, tiles, and a little air."""
        return self.size(6) * 0.95 / MM + max(4.4 * self.scale, self.size(7) * 1.15 / MM) + 0.6

    def caption(self, tile: Tile) -> str:
        return tile.caption if isinstance(tile.caption, str) else self.game.words.say(tile.caption)

    def bed_needs(self, blank: float = 7.0) -> float:
        """The narrowest bed that holds every working before its box, with blanks of this width."""
        widest = 18.0 * self.scale
        for entry in self.said.entries:
            fixed = sum(self.wide(part, 6) + 0.8 for part in entry.working if isinstance(part, str))
            blanks = sum(1 for part in entry.working if isinstance(part, Blank))
            tick = 5.0 * self.scale if entry.tick and entry.box else 0
            box = self.box_width + 1.2 * self.scale if entry.box else 0
            widest = max(widest, fixed + blanks * blank * self.scale + tick + box + 1.6)
            if entry.lanes:
                widest = max(widest, len(entry.lanes) * max(9.4 * self.scale, self.lane_width + 1.2) + 1.6 * self.scale)
        return widest

    def row_height(self, entry: Entry) -> float:
        s = self.scale
        if entry.heading:
            return 7.0 * s
        if entry.cells:
            per_line = self.cells_per_line()
            return max(ceil(entry.cells / per_line) * 8.4 * s + 0.8, self.label_height(entry)) * max(self.tight, 0.92)
        base = (10.4 if entry.box else 9.4) * s * self.tight
        return max(base, self.label_height(entry))

    def cells_per_line(self) -> int:
        return max(1, min(6, int((self.bed_width - 1.0) // min(8.0 * self.scale, max(7.2 * self.scale, 9.8)))))

    def label_height(self, entry: Entry) -> float:
        """What label, note and tiles take, with air around them."""
        lines = len(self.label_lines(entry)) * self.size(8.5) * 1.18 / MM
        lines += len(self.note_lines(entry)) * self.size(6.5) * 1.2 / MM
        if entry.tiles and not self.tiles_beside:
            lines = max(lines, self.icon_side(entry) if not self.tiles_x else 0) + self.tile_block
        elif entry.tiles:
            lines = max(lines, self.tile_block)
        return lines + 1.6 * max(1.0, self.scale)

    def label_room(self, entry: Entry) -> float:
        end = self.tiles_x - 3.5 if entry.tiles and self.tiles_beside else self.label - HAIR_END
        return end - self.indent_of(entry) + 0.01

    def icon_side(self, entry: Entry) -> float:
        return 6.4 * self.scale if entry.icon else 0

    def label_lines(self, entry: Entry) -> list[str]:
        lines = wrapped(entry.label, self.label_room(entry), lambda text: self.name(entry, text))
        if len(lines) > 2 or any(self.name(entry, line) > self.label_room(entry) for line in lines):
            raise DoesNotFit(f'the label "{entry.label}" has no room')
        return lines

    def note_lines(self, entry: Entry) -> list[str]:
        note = entry.note
        if self.form is not None and isinstance(entry.count, Entries) and entry.cells:
            note = note or self.form.said_numbers(entry.count)  # nothing is printed between small fields
        if not note or self.tight < HEIGHTS[1]:  # notes are the first to go
            return []
        room = self.label_room(entry)
        lines = wrapped(note, room, lambda text: self.wide(text, 6.5))
        return lines if len(lines) <= 2 and all(self.wide(line, 6.5) <= room for line in lines) else []

    # -- the page, from top to bottom

    def lay(self) -> None:
        """Puts everything down. Raises DoesNotFit."""
        subtitle = self.said.subtitle + (f" · {self.number}" if self.number else "")
        y = self.shared(self.header(self.said.title, subtitle, self.game.words.say("sheet.date")))
        start = self.begin = y
        y = self.names(y)
        for entry in self.said.entries:
            y = self.entry(entry, y)
            if y > self.foot:  # no need to put the rest
                raise DoesNotFit(f"the rows need more height than the {self.height:.0f} mm of the paper")
        y += 1.2 * self.scale
        rule = y
        y = self.total(y)
        self.beds(start, y)
        self.things.append(Rule(self.left, rule, self.right, rule, self.theme.accent, 1.6))
        y = self.below(y + 2.6 * self.scale)
        if self.form is not None:
            y = self.form_foot(y)
        self.end = y
        if y > self.foot:
            raise DoesNotFit(f"the rows need {y + self.margin:.0f} mm of height, the paper has {self.height:.0f}")
        self.footer(self.said.footer)

    def shared(self, y: float) -> float:
        """What the table counts together, asked once across the sheet."""
        s = self.scale
        places = iter(self.said.shared_places)
        for label, kinds in self.said.shared:
            height = 9.4 * s
            self.words(self.left, y + height * 0.62, label, 8.5, (self.left, y, self.right, y + height), bold=True)
            x = self.left + max(min(self.label, (self.right - self.left) * 0.36), self.wide(label, 8.5, True) + 3)
            room = (self.right - x) / len(kinds)
            for kind in kinds:
                width = self.wide(kind, 7.5) if kind else 0
                blank = room - width - 3
                if blank < 7 * s:
                    raise DoesNotFit(f'the counts of "{label}" have no room')
                if kind:
                    self.words(x, y + height * 0.62, kind, 7.5, (x, y, x + room, y + height))
                blank = min(blank, 14 * s)
                line = y + height * 0.66
                start = x + width + 1.2
                table = Means("table", place=next(places))
                x += room
                if self.form is not None and self.game.count_at(table.place, True).rule.tick:
                    side = 4.5 * s
                    self.square(start, line - side)
                    self.field(start, line - side, start + side, line, table, "tick", points=6)
                    continue
                self.field(start, line - 5.2 * s, start + blank, line - 0.1, table, points=9.5, digits=2)
                self.rule(start, line, start + blank)
            y += height
        return y + (1.5 * s if self.said.shared else 0)

    def bed_x(self, column: int) -> float:
        return self.right - (self.columns - column) * (self.bed_width + self.gap) + self.gap

    def beds(self, top: float, bottom: float) -> None:
        for column in range(self.columns):
            x = self.bed_x(column)
            if self.theme.bed:
                self.behind.append(
                    Box(x, top, self.bed_width, bottom - top, fill=self.theme.bed, corner=1.4 * self.scale)
                )
            elif column:
                middle = x - self.gap / 2
                self.behind.append(Rule(middle, top, middle, bottom, self.theme.hair, 0.25))

    def names(self, y: float) -> float:
        s = self.scale
        height = 11.5 * s * self.tight
        player = self.game.unit
        self.words(
            self.left, y + height * 0.72, player, 8.5, (self.left, y, self.left + self.label, y + height), bold=True
        )
        for column in range(self.columns):
            x = self.bed_x(column)
            line = y + height - 1.9 * s
            self.things.append(Rule(x + 1.1 * s, line, x + self.bed_width - 1.1 * s, line, self.theme.ink, 0.55))
            right = x + self.bed_width - 1.1 * s
            name = "".join(self.said.names[self.first + column : self.first + column + 1])
            if name and self.form is None:
                room = right - x - 1.1 * s
                points = next((size for size in (9.5, 8.5, 7.5) if self.wide(name, size, True) <= room), 7.5)
                cell = (x, y, x + self.bed_width, y + height)
                said = self.shortened(name, points, room, True)
                self.words(
                    (x + x + self.bed_width) / 2,
                    line - 1.1 * s,
                    said,
                    points,
                    cell,
                    bold=True,
                    align="centre",
                    role="TH",
                )
            self.field(
                x + 1.1 * s,
                line - 6.0 * s,
                right,
                line - 0.1,
                Means("name", self.first + column),
                points=9.5,
                value=name,
            )
        self.hair(y + height)
        return y + height

    def hair(self, y: float) -> None:
        self.things.append(Rule(self.left, y, self.left + self.label - HAIR_END, y, self.theme.hair, 0.35))

    def entry(self, entry: Entry, y: float) -> float:
        height = self.row_height(entry)
        self.label_of(entry, y, height)
        for column in range(self.columns):
            self.cell(entry, self.bed_x(column), y, height, self.first + column)
        if not entry.heading and entry is not self.said.entries[-1]:
            self.hair(y + height)
        return y + height

    def label_of(self, entry: Entry, y: float, height: float) -> None:
        s, theme = self.scale, self.theme
        cell = (self.left, y, self.left + self.label, y + height)
        if entry.heading:
            base = y + height * 0.72
            self.words(self.left, base, entry.label, 8.5, cell, bold=True, colour=theme.accent, role="H2")
            return
        x = self.left
        labels, notes = self.label_lines(entry), self.note_lines(entry)
        below = self.tile_block if entry.tiles and not self.tiles_beside else 0
        big, small = self.size(8.5) / MM, self.size(6.5) / MM
        text = len(labels) * big * 1.18 + len(notes) * small * 1.2
        over = max(text, self.icon_side(entry)) if below and not self.tiles_x else text
        block = over + below
        base = y + (height - block + over - text) / 2 + big * 0.88
        if entry.icon:
            side = self.icon_side(entry)
            middle = y + (height - (below if not self.tiles_x else 0)) / 2
            self.things.append(Picture(x, middle - side / 2, side, entry.icon, entry.label))
        x += self.indent_of(entry)
        if entry.letter:
            self.words(x - self.lettered + 0.2 * s, base, entry.letter, 8.5, cell, bold=True)
        bold = not entry.lanes
        for line in labels:
            self.words(x, base, line, 8.5, cell, bold=bold, role="TH")
            base += big * 1.18
        base += (small - big) * 0.9
        for line in notes:
            self.words(x, base, line, 6.5, cell, colour=theme.soft)
            base += small * 1.2
        if entry.tiles:
            top = y + (height + block) / 2 - below if below else y + (height - self.tile_block) / 2
            x = self.left + (self.tiles_x if entry.icon or self.tiles_beside else 0)
            self.ladder(entry.tiles, x, top, cell, entry.line)

    def ladder(self, tiles: Sequence[Tile], x: float, y: float, cell: Area, line: str = "") -> None:
        """The numbers of a ladder, each in its tile under how many it is for; dotted where it is to be copied."""
        s, theme = self.scale, self.theme
        head = self.size(6) / MM
        for tile in tiles:
            width, top = self.tile(tile), y + head * 0.95
            height = self.tile_block - head * 0.95 - 0.6
            self.words(x + width / 2, y + head * 0.72, self.caption(tile), 6, cell, colour=theme.soft, align="centre")
            if tile.points is None:
                dots = Box(x, top, width, height, theme.ink, 1.15, None, 0.8 * s, (0.01, 2.3), True)
                self.things.append(dots)
                place = f"lines.{line}.{tile.place}"
                if self.form is not None and place in self.form.own:
                    own = Means("own", place=self.form.own[place])
                    self.field(x, top, x + width, top + height, own, points=7.5, digits=2)
            else:
                fill = theme.bed if tile.strong else None
                edge = Box(
                    x,
                    top,
                    width,
                    height,
                    theme.ink if tile.strong else theme.rule,
                    0.8 if tile.strong else 0.5,
                    fill,
                    0.8 * s,
                )
                self.things.append(edge)
                middle = top + height / 2 + self.size(7) * 0.36 / MM
                self.words(x + width / 2, middle, signed(tile.points), 7, cell, bold=tile.strong, align="centre")
            x += width + 0.7 * s

    def cell(self, entry: Entry, x: float, y: float, height: float, seat: int) -> None:
        s, theme = self.scale, self.theme
        left, right = x + 0.8 * s, x + self.bed_width - 0.8 * s
        area = (x, y, x + self.bed_width, y + height)
        if entry.heading:
            middle = y + height * 0.72
            for lane, (start, end) in zip(entry.lanes, self.lanes(left, right, len(entry.lanes)), strict=True):
                self.words((start + end) / 2, middle, lane, 6, area, colour=theme.soft, align="centre")
            return
        if entry.cells:
            self.list_cells(entry, left, right, y, height, seat)
            return
        if entry.lanes:
            for at, (start, end) in enumerate(self.lanes(left, right, len(entry.lanes))):
                if entry.tick:
                    self.square((start + end) / 2 - 2.2 * s, y + height / 2 - 2.2 * s)
                    if at == 0:
                        self.ticked(entry, (start + end) / 2 - 2.2 * s, y + height / 2 - 2.2 * s, seat)
                    continue
                line = y + height - 1.6 * s
                self.things.append(Rule(start, line, end, line, theme.rule if at else theme.ink, 0.55))
                top = line - min(5.6 * s, height - 2.2 * s)
                if at == 0 and isinstance(entry.count, Entries):
                    self.entry_fields((start, top, end, line - 0.1), entry.count, seat, entry.at)
                elif at == 0 and entry.count is not None:
                    self.field(start, top, end, line - 0.1, Means("count", seat, entry.count.place), digits=2)
                elif at and entry.part is not None:
                    self.field(start, top, end, line - 0.1, Means("part", seat), digits=2, shows=entry.part)
            return
        box = self.box_width
        tall = min(self.box_height, height - 1.2 * s)
        top = y + (height - tall) / 2
        self.things.append(Box(right - box, top, box, tall, theme.ink, 0.9, "#FFFFFF" if theme.bed else None, 0.9 * s))
        if entry.sign:
            middle = top + tall / 2 + self.size(7) * 0.3 / MM
            self.words(right - box + 0.9 * s, middle, entry.sign, 7, area, colour=theme.soft)
        self.working(entry, left, right - box - 0.6 * s, top + tall - 0.6 * s, y + height / 2, area, seat)
        if self.form is not None and (entry.line or entry.boxed):
            held = Means("count", seat, entry.boxed.place) if entry.boxed else self.points(entry.line, seat)
            self.field(right - box + (1.8 * s if entry.sign else 0), top, right, top + tall, held, points=11, digits=3)

    def points(self, line: str, seat: int) -> Means:
        return Means("points", seat, list(self.game.lines).index(line))

    def ticked(self, entry: Entry, x: float, y: float, seat: int) -> None:
        """The field over a square."""
        if isinstance(entry.count, Count):
            side = 4.5 * self.scale
            self.field(x, y, x + side, y + side, Means("count", seat, entry.count.place), "tick", points=6)

    def lanes(self, left: float, right: float, many: int) -> list[tuple[float, float]]:
        if many == 1:
            return [(left, left + (right - left) * 0.55)]
        width = min(max(self.box_width, self.lane_width), (right - left) / many - 1.2)
        return [(left, left + width), (right - width, right)]

    def square(self, x: float, y: float) -> None:
        fill = "#FFFFFF" if self.theme.bed else None
        self.things.append(Box(x, y, 4.5 * self.scale, 4.5 * self.scale, self.theme.ink, 0.6, fill, 0.7 * self.scale))

    def list_cells(self, entry: Entry, left: float, right: float, y: float, height: float, seat: int) -> None:
        s, many = self.scale, entry.cells
        per_line = self.cells_per_line()
        lines = ceil(many / per_line)
        per_line = ceil(many / lines)
        wide = min(12.5 * s, (right - left + 0.8 * s) / per_line - 0.8 * s)
        tall = (height - 1.2 * s) / lines - 0.7 * s
        for at in range(many):
            x = left + (at % per_line) * (wide + 0.8 * s)
            top = y + 0.6 * s + (at // per_line) * (tall + 0.7 * s)
            self.things.append(
                Box(x, top, wide, tall, self.theme.rule, 0.5, "#FFFFFF" if self.theme.bed else None, 0.7 * s)
            )
            if isinstance(entry.count, Entries):
                rest = at == many - 1 and entry.count.longest > many
                self.entry_fields((x, top, x + wide, top + tall), entry.count, seat, at, rest)

    def working(
        self, entry: Entry, left: float, right: float, foot: float, middle: float, area: Area, seat: int
    ) -> None:
        """The sum before the box: words at its foot, blanks sharing the room that is left."""
        s = self.scale
        if entry.tick:
            self.square(left + 0.4 * s, middle - 2.2 * s)
            self.ticked(entry, left + 0.4 * s, middle - 2.2 * s, seat)
            left += 6.0 * s
        blanks = sum(1 for part in entry.working if isinstance(part, Blank))
        texts = sum(self.wide(part.strip(), 6) + 0.8 for part in entry.working if isinstance(part, str))
        each = (right - left - texts) / blanks if blanks else 0
        if blanks and each < 5.2 * s:
            raise DoesNotFit(f'the working of "{entry.label}" has no room')
        x = left if blanks else right - texts
        for part in entry.working:
            if isinstance(part, str):
                self.words(x + 0.4, foot, part.strip(), 6, area)
                x += self.wide(part.strip(), 6) + 0.8
            elif part.printed:
                self.things.append(
                    Box(x, foot - 4.6 * s, each - 0.5, 4.9 * s, self.theme.ink, 1.15, None, 0.8 * s, (0.01, 2.3), True)
                )
                x += each
            else:
                self.things.append(Rule(x, foot + 0.2, x + each - 0.4, foot + 0.2, self.theme.ink, 0.55))
                self.blank(part, x, foot - 5.0 * s, x + each - 0.4, foot + 0.1, seat)
                x += each

    def blank(self, blank: Blank, left: float, top: float, right: float, bottom: float, seat: int) -> None:
        """The field over a line to write on: a count where it is written, else what belongs there."""
        if isinstance(blank.part, Count) and (blank.own or blank.part.shared):
            means = Means("table" if blank.part.shared else "count", seat, blank.part.place)
            self.field(left, top, right, bottom, means, points=9, digits=2)
        elif blank.part is not None:
            self.field(left, top, right, bottom, Means("part", seat), points=9, digits=2, shows=blank.part)

    def total(self, y: float) -> float:
        s = self.scale
        height = 13.6 * s * self.tight
        text = self.game.words.say("sheet.total")
        middle = y + height / 2 + self.size(13) * 0.36 / MM
        self.words(
            self.left, middle, text, 13, (self.left, y, self.left + self.label, y + height), bold=True, role="H2"
        )
        for column in range(self.columns):
            x = self.bed_x(column)
            fill = "#FFFFFF" if self.theme.bed else None
            self.things.append(
                Box(
                    x + 0.8 * s,
                    y + 1.4 * s,
                    self.bed_width - 1.6 * s,
                    height - 2.8 * s,
                    self.theme.ink,
                    1.5,
                    fill,
                    0.9 * s,
                )
            )
            left, right, seat = x + 0.8 * s, x + self.bed_width - 0.8 * s, self.first + column
            top, bottom, part = y + 1.4 * s, y + height - 1.4 * s, (right - left) * 0.28
            self.field(left, top, left + part, bottom, Means("place", seat), points=9, digits=2)
            self.field(left + part, top, right, bottom, Means("total", seat), points=13, digits=4, bold=True)
        return y + height

    def form_foot(self, y: float) -> float:
        """What only a form has: what is open or unlikely, where it adds itself up, and a button that empties it."""
        s, words, left, right = self.scale, self.game.words, self.left, self.right
        y += 1.2 * s
        tall = 10.4 * s
        self.put(Box(left, y, right - left, tall, self.theme.hair, 0.5, None, 0.9 * s))
        self.field(left, y, right, y + tall, Means("say", LAST), "lines", points=7, align="left")
        y += tall + 1.4 * s
        button = self.wide(words.say("sheet.form_clear"), 7, True) + 4 * s
        high = self.mm(7) * 1.9
        cell = (right - button, y, right, y + high)
        self.field(*cell, Means("clear", LAST), "button", points=7)
        base = y + self.mm(6.5)
        for key in ("sheet.form_note", "sheet.form_given_note"):
            for line in self.lines(words.say(key), 6.5, right - left - button - 3, 2):
                inside = (left, y, right - button, base + self.mm(6.5) * 0.4)
                self.words(left, base, line, 6.5, inside, colour=self.theme.soft)
                base += self.mm(6.5) * 1.25
        return max(base - self.mm(6.5) * 0.6, y + high)

    def below(self, y: float) -> float:
        """Tie-breaks set apart, and what else is to be known."""
        s, theme = self.scale, self.theme
        for at, (label, note) in enumerate(self.said.ties):
            lines = wrapped(label, self.label - 1.5, lambda text: self.wide(text, 7, True))
            notes = wrapped(note, self.label - 1.5, lambda text: self.wide(text, 6.5))
            if any(self.wide(line, 7, True) > self.label for line in lines) or len(lines) > 3:
                raise DoesNotFit(f'"{label}" has no room')
            notes = notes if len(notes) <= 2 and all(self.wide(line, 6.5) <= self.label for line in notes) else []
            big, small = self.size(7) / MM, self.size(6.5) / MM
            height = max(8.8 * s * self.tight, len(lines) * big * 1.18 + len(notes) * small * 1.2 + 1.0)
            cell = (self.left, y, self.left + self.label, y + height)
            base = y + (height - len(lines) * big * 1.18 - len(notes) * small * 1.2) / 2 + big * 0.88
            for text in lines:
                self.words(self.left, base, text, 7, cell, bold=True)
                base += big * 1.18
            for text in notes:
                self.words(self.left, base, text, 6.5, cell, colour=theme.soft)
                base += small * 1.2
            for column in range(self.columns):
                x = self.bed_x(column)
                self.things.append(
                    Box(
                        x + 0.8 * s,
                        y + 0.6 * s,
                        self.bed_width - 1.6 * s,
                        height - 1.2 * s,
                        theme.ink,
                        0.6,
                        None,
                        0.9 * s,
                        (1.5, 1.5),
                    )
                )
                tie, end = Means("tie", self.first + column, at), x + self.bed_width - 0.8 * s
                self.field(x + 0.8 * s, y + 0.6 * s, end, y + height - 0.6 * s, tie, digits=4)
            y += height + 0.8 * s
        for text in self.said.closing:
            base = y + self.size(7.5) * 0.95 / MM
            self.words(self.left, base, text, 7.5, (self.left, y, self.right, base + 2 * s), bold=True)
            y = base + 1.6 * s
        if self.said.printed:
            text = self.game.words.say("sheet.copy_once")
            base = y + 1.2 * s + self.size(6.5) / MM
            lines = wrapped(text, self.right - self.left - 8 * s, lambda words: self.wide(words, 6.5))
            self.things.append(
                Box(
                    self.left + 0.3, base - 2.9 * s, 5.4 * s, 3.9 * s, theme.ink, 1.15, None, 0.8 * s, (0.01, 2.3), True
                )
            )
            for line in lines:
                self.words(
                    self.left + 7.4 * s, base, line, 6.5, (self.left, y, self.right, base + 3 * s), colour=theme.soft
                )
                base += self.size(6.5) * 1.25 / MM
            y = base
        return y
