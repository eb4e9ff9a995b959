"""Game → play sheets and trackers: the blocks of `sheets:` in the rules, given a place.

The sheet chooses its scale, columns and orientation by itself; it fits, or says why not. Every block is put down by one
method, from its top left corner into a width, and says where it ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate
from math import ceil
from typing import Any

from scoring.errors import Problem, UsageError
from scoring.expression import Count
from scoring.frozen import Frozen
from scoring.game import Game
from scoring.words import signed
from sheets import blocks, icons, solo
from sheets.blocks import PRINTED, Block, Sheet
from sheets.breaking import narrowest
from sheets.form import Form, Means
from sheets.known import Known, Points, points_of, worked
from sheets.layout import DoesNotFit, footer_text
from sheets.pad import Blank
from sheets.placed import Area, Box, Page, Rule
from sheets.play_fields import PlayFields
from sheets.style import Paper, Theme, others

SCALES = (2.0, 1.85, 1.7, 1.55, 1.414, 1.35, 1.28, 1.2, 1.12, 1.06, 1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7)
BOXED = 11.6  # room for the box at the end of a row, times the scale
HEIGHTS = (1.4, 1.3, 1.2, 1.1, 1.0, 0.92, 0.84, 0.78)  # of rows, against their width
HOME = 148.0  # mm: the width of A5, on which sheets are drawn at scale 1
MOST_LOGGED = 1.12  # the largest scale of a sheet with records: rows are worth more than large rows
COMFORTABLE = 0.84  # lower rows only where nothing else fits
DIE = 13.2  # mm: a place that holds a die of 12 mm
LARGE_DIE = 17.0  # … of 16 mm
TICK = 4.5  # side of a small square


# -- sheets and their pages


def described(game: Game, id: str) -> Sheet:
    """What stands on a sheet. Raises RulesError with everything that is wrong with it."""
    return blocks.sheet(game, id) if id in blocks.ids(game) else solo.log(game)


def pages(
    game: Game,
    said: Sheet,
    paper: Paper,
    theme: Theme,
    players: int | None = None,
    names: Sequence[str] = (),
    fillable: bool = False,
) -> tuple[Page, ...]:
    """A sheet laid out, on one page; on several when it has blocks for every player and they need the room.

    With `names` the blocks of the players bear them; a sheet for one player is made for each. `fillable`: as one form.

    Raises UsageError when it does not fit, with what would, or when there is nothing to fill in.
    """
    seats = players or game.rules.players.most
    reason = ""
    several = any(isinstance(block, blocks.Seats) for block in said.blocks.values())
    own = said.ask == "name" and len(names) > 0 and not several  # a sheet for each who is named

    def known_anew() -> Known | None:
        return _known(game, said, seats if several else max(1, len(names) * own), several) if fillable else None

    for many in range(1, seats + 1 if several else 2):
        if many > 1 and ceil(seats / many) == ceil(seats / (many - 1)):
            continue
        try:
            known = known_anew()
            turns = [(seat, (name,)) for seat, name in enumerate(names)] if own else [(0, tuple(names))]
            made = tuple(
                page
                for first, here in turns
                for page in _pages(game, said, paper, theme, seats, many, here, known, first)
            )
            return made if known is None else _filled(game, said, known.form, made)
        except DoesNotFit as error:
            reason = reason or str(error)
    fitting = [other.name for other in others(paper) if _fits(game, said, other, theme, seats, known_anew)]
    as_form = " as a form" if fillable else ""
    what = f"the sheet {said.title} of {game.title} does not fit on {paper.name}{as_form}: {reason}"
    raise UsageError(Problem(what, None, f"it fits on {', '.join(fitting)}" if fitting else "try another theme"))


def _known(game: Game, said: Sheet, seats: int, several: bool) -> Known:
    """A new form of the sheet, and what it knows."""
    return Known(game, said.blocks, Form(game, seats, alone=not several), together=several or seats > 1)


def _filled(game: Game, said: Sheet, form: Form, made: tuple[Page, ...]) -> tuple[Page, ...]:
    """The pages with the script of their form. Raises UsageError when they are only to be read."""
    if all(means.what in ("name", "date", "clear") for means in form.fields.values()):
        what = f"the sheet {said.title} of {game.title} is only read: there is nothing to fill in"
        raise UsageError(Problem(what, None, "the pad can be filled in on the screen"))
    return form.scripted(made)


def _fits(game: Game, said: Sheet, paper: Paper, theme: Theme, seats: int, known: Callable[[], Known | None]) -> bool:
    """Whether there is any way: the smallest and lowest is tried first, and mostly answers."""
    try:
        size = paper.width, paper.height, paper.margin
        number = game.words.say("sheet.page", page=seats, pages=seats) if seats > 1 else ""
        _Play(game, said, theme, size, SCALES[-1], HEIGHTS[-1], seats=1, number=number, known=known()).make()
        return True
    except DoesNotFit:
        pass
    try:
        return bool(_pages(game, said, paper, theme, seats, seats, known=known()))
    except DoesNotFit:
        return False


def _pages(
    game: Game,
    said: Sheet,
    paper: Paper,
    theme: Theme,
    seats: int,
    many: int,
    names: Sequence[str] = (),
    known: Known | None = None,
    seat: int = 0,
) -> tuple[Page, ...]:
    """So many sheets, the players split evenly among them; `seat`: whose sheet it is, in a form."""
    made, first = [], 0
    for at in range(many):
        here = ceil((seats - first) / (many - at))
        number = game.words.say("sheet.page", page=at + 1, pages=many) if many > 1 else ""
        made.append(
            _best(game, said, paper, theme, here, number, tuple(names[first : first + here]), known, seat + first)
        )
        first += here
    return tuple(made)


def _best(
    game: Game,
    said: Sheet,
    paper: Paper,
    theme: Theme,
    seats: int,
    number: str,
    names: tuple[str, ...] = (),
    known: Known | None = None,
    seat: int = 0,
) -> Page:
    """The largest scale that fits, upright if possible; then rows as high as the page allows.

    Rows are a little lower at most, unless nothing else fits.
    """
    reason = ""
    largest = max(0.8, paper.width / HOME * 1.001)
    for width, height in ((paper.width, paper.height), (paper.height, paper.width)):
        for lowest in (COMFORTABLE, HEIGHTS[-1]):
            for scale in (one for one in SCALES if one <= largest):
                attempt = partial(
                    _Play,
                    game,
                    said,
                    theme,
                    (width, height, paper.margin),
                    scale,
                    seats=seats,
                    number=number,
                    names=names,
                    known=known,
                    first=seat,
                )
                try:
                    return _highest(attempt, lowest).page()
                except DoesNotFit as error:
                    reason = reason or str(error)
    raise DoesNotFit(reason)


def _highest(attempt: Callable[..., _Play], lowest: float) -> _Play:
    """The attempt with the highest rows; of records, with the most."""
    best = attempt(lowest)
    best.make()
    if best.growing:
        if best.scale > MOST_LOGGED:
            raise DoesNotFit("its rows would be larger than they need")
        full = attempt(best.tight, extra=int(best.slack / best.growing + 0.001))
        full.make()
        return full
    for tight in (one for one in HEIGHTS if one > lowest):
        try:
            higher = attempt(tight)
            higher.make()
        except DoesNotFit:
            continue
        return higher
    return best


# -- rows, before anybody asks where


class Cell(Frozen):
    """One box or circle of a row to cross off."""

    text: str = ""
    strong: bool = False
    printed: bool = False
    place: str = ""  # of a printed number, in the rules
    new: bool = False  # a new group begins
    head: str = ""  # over it: for how many


class Row(Frozen):
    """A row to cross off, as the rules and the block together describe it."""

    label: str
    letter: str
    icon: str
    note: str
    cells: tuple[Cell, ...]
    shape: str
    marked: int = 0
    value: str | None = None
    box: bool = False
    blank: bool = False
    count: Count | None = None  # that the crossed boxes are
    line: str = ""  # whose points stand in its box
    place: str = ""  # of its printed points, in the rules


def rows_of(game: Game, block: blocks.Ticks) -> list[Row]:
    """The rows of a block to cross off: written out, and one for each kind of a count."""
    found: list[Row] = []
    if block.of is not None:
        found += _rows_of_count(game, block, block.of)
    each = block.value.each if block.value else ""
    values = [*each] if isinstance(each, list) else None
    made = game.counts[block.makes].counted.numbers[""] if block.makes else None
    line = next((line for line in game.lines.values() if block.makes and line.refs[:1] == (block.makes,)), None)
    places = [f"lines.{line.id}.{tile.place}" for tile in line.model.tiles()] if line else []
    for row in block.rows.values():
        for _ in range(row.times):
            texts = [*row.texts, *[row.text] * (row.many - len(row.texts))][: row.many]
            cells = tuple(Cell("" if text == PRINTED else text, printed=text == PRINTED) for text in texts)
            value: str | None = None
            if block.value:
                value = (values.pop(0) if values else "") if values is not None else str(each)
            found.append(
                Row(
                    row.label,
                    row.letter,
                    row.icon or "",
                    row.note,
                    cells,
                    row.shape or block.shape,
                    row.marked,
                    value,
                    block.box if row.box is None else row.box,
                    row.blank,
                    made,
                    place=places[len(found)] if len(found) < len(places) else "",
                )
            )
    return found


def _rows_of_count(game: Game, block: blocks.Ticks, of: str) -> Iterator[Row]:
    count = game.counts[of]
    if not count.kinds:
        line = next((line for line in game.lines.values() if line.refs[:1] == (of,)), None)
        tiles = line.model.tiles() if line else ()
        heads = [tile.caption if isinstance(tile.caption, str) else game.words.say(tile.caption) for tile in tiles]
        cells = tuple(
            Cell(
                "" if tile.points is None else signed(tile.points),
                tile.strong,
                tile.points is None,
                f"lines.{line.id}.{tile.place}" if line else "",
                False,
                head,
            )
            for tile, head in zip(tiles, heads, strict=True)
        )
        icon = count.rule.icon if count.rule.icon in icons.known() else None
        yield Row(count.rule.short or count.label, "", icon or "", "", cells or (Cell(),), block.shape)
    for kind, rule in count.kinds.items():
        most = [rule.supply, count.rule.supply, rule.most, count.rule.most]
        supply = next((one for one in most if one is not None), 6)
        many = block.many or (max(supply.values()) if isinstance(supply, Mapping) else supply)
        cells = (Cell(),) * many
        line = next((line for line in game.lines.values() if line.refs[:1] == (f"{of}.{kind}",)), None)
        if block.ladder and line is not None and (tiles := line.model.tiles()):
            # a full series begins again; what is to be copied once is dotted once
            cells = tuple(
                Cell(
                    "" if tile.points is None else signed(tile.points),
                    tile.strong or tile is tiles[-1],
                    tile.points is None and at < len(tiles),
                    f"lines.{line.id}.{tile.place}",
                    at > 0 and at % len(tiles) == 0,
                )
                for at, tile in enumerate((tiles * ceil(many / len(tiles)))[:many])
            )
        label = rule.short or count.kind_labels[kind]
        icon = rule.icon if rule.icon in icons.known() else None
        made = count.counted.numbers[kind]
        id = line.id if line else ""
        yield Row(
            label,
            rule.letter or "",
            icon or "",
            "",
            cells,
            block.shape,
            block.marked,
            None,
            block.box,
            count=made,
            line=id,
        )


# -- where they stand


class _Play(PlayFields):
    """One attempt at a page."""

    def __init__(
        self,
        game: Game,
        said: Sheet,
        theme: Theme,
        size: tuple[float, float, float],
        scale: float,
        tight: float,
        *,
        seats: int,
        number: str,
        names: tuple[str, ...] = (),
        extra: int = 0,
        known: Known | None = None,
        first: int = 0,
    ) -> None:
        super().__init__(game, said, theme, size, scale, tight, known, first)
        self.seats, self.number, self.extra = seats, number, extra
        self.names = names
        self.growing = 0.0  # what one more row of the records takes
        self.slack = 0.0
        self.copied = False  # something is to be copied once
        self.bedded = False  # inside a bed already
        self.put_down: dict[type, Callable[[Any, float, float, float], float]] = {
            blocks.Heading: lambda block, x, y, width: y - 2.0 * self.scale,
            blocks.Text: self.text,
            blocks.Grid: self.grid,
            blocks.Track: self.track,
            blocks.Ticks: self.ticks,
            blocks.Dice: self.dice,
            blocks.Records: self.records,
            blocks.Table: self.table,
            blocks.Chart: self.chart,
            blocks.Lines: self.note_lines,
            blocks.Score: self.score,
            blocks.Result: self.result,
            blocks.Columns: self.columns,
            blocks.Seats: self.seated,
        }

    def make(self) -> None:
        words, game = self.game.words, self.game
        named = [variant.title for variant in game.variants if variant.asked]
        subtitle = " · ".join(part for part in (self.said.title, *named, self.said.note, self.number) if part)
        ask = words.say(f"sheet.{self.said.ask}") if self.said.ask else ""
        given = self.names[0] if self.names and self.said.ask == "name" else ""
        means = Means("name", self.first) if self.said.ask == "name" else Means("date")
        y = self.header(game.title, subtitle, ask, given, means)
        y = self.stack(self.said.blocks, self.left, y, self.right - self.left)
        if self.copied:
            y = self.copy_once(y)
        if self.form is not None:
            y = self.form_foot(y)
        self.slack = self.foot - y
        if self.slack < -0.01:
            raise DoesNotFit(f"its parts need {y + self.margin:.0f} mm of height, the paper has {self.height:.0f}")
        self.footer(footer_text(game))

    def copy_once(self, y: float) -> float:
        s = self.scale
        y += 1.4 * s
        lines = self.lines(self.game.words.say("sheet.copy_once"), 6.5, self.right - self.left - 8 * s, 3)
        height = max(4.4 * s, self.mm(6.5) * 1.25 * len(lines))
        self.dotted(self.left + 0.3, y + height / 2 - 2 * s, 5.4 * s, 4 * s)
        self.block((self.left + 7.6 * s, y, self.right, y + height), lines, 6.5, colour=self.theme.soft)
        return y + height

    def stack(self, parts: Mapping[str, Block], x: float, y: float, width: float) -> float:
        """Blocks one below the other."""
        for at, (id, block) in enumerate(parts.items()):
            self.trail.append(id)
            if at:
                y += (4.0 if block.title else 1.6) * self.scale * min(self.tight, 1.15)
            y = self.heading(block, x, y, width)
            y = self.put_down[type(block)](block, x, y, width)
            if y > self.foot + 0.01:  # no need to put the rest
                raise DoesNotFit(f"its parts need more height than the {self.height:.0f} mm of the paper")
            if block.foot:
                lines = self.lines(block.foot, 6.8, width, 3)
                height = self.mm(6.8) * 1.22 * len(lines) + 0.8
                self.block(
                    (x, y + 0.9 * self.scale, x + width, y + 0.9 * self.scale + height),
                    lines,
                    6.8,
                    colour=self.theme.soft,
                )
                y += height + 0.9 * self.scale
            self.trail.pop()
        return y

    def heading(self, block: Block, x: float, y: float, width: float) -> float:
        """The rule above a section, its title, and at the right a note or what is drawn."""
        if block.title is None:
            return y
        s, theme = self.scale, self.theme
        self.put(Rule(x, y, x + width, y, theme.accent, 0.9 if theme.bed else 0.5))
        base = y + 1.4 * s + self.mm(10) * 0.8
        end = base + self.mm(10) * 0.25 + 0.9 * s
        cell = (x, y, x + width, end + 1)
        size = next((size for size in (10, 9, 8.5) if self.wide(block.title, size, True) <= width), 8.5)
        taken = self.words(x, base, block.title, size, cell, bold=True, colour=theme.accent, role="H2")
        room = width - taken - 4
        if block.legend:
            if self.legend_width(block.legend) <= room:
                self.legend(block.legend, x + width, base, cell)
            else:  # on a line of its own
                step = max(5 * s, self.mm(7.2) * 1.3)
                self.legend(
                    block.legend, x + self.legend_width(block.legend), base + step, (x, y, x + width, end + step + 1)
                )
                end += step
        elif block.note and self.wide(block.note, 6.5) <= room:  # notes are the first to go
            self.words(x + width, base, block.note, 6.5, cell, colour=theme.soft, align="right")
        return end

    def key_side(self) -> float:
        return 3.9 * self.scale

    def legend_width(self, legend: Mapping[str, blocks.Key]) -> float:
        return sum(self.key_width(key) for key in legend.values()) + 3.0 * self.scale * (len(legend) - 1)

    def key_width(self, key: blocks.Key) -> float:
        drawn = self.key_side() + 0.9 * self.scale if key.icon or key.shape else 0
        return drawn + (self.wide(key.text, 7.2) if key.text else 0)

    def legend(self, legend: Mapping[str, blocks.Key], right: float, base: float, cell: Area) -> None:
        x, side = right - self.legend_width(legend), self.key_side()
        middle = base - self.mm(7.2) * 0.33
        for key in legend.values():
            start = x
            if key.icon:
                self.picture(x, middle - side / 2, side, key.icon)
            elif key.shape == "square":
                square = side * 0.72
                self.put(Box(x + side * 0.14, middle - square / 2, square, square, self.theme.ink, 0.7, self.paper))
            elif key.shape == "circle":
                self.circle(x + side / 2, middle, side * 0.74)
            elif key.shape == "triangle":
                self.triangle(x + side / 2, middle, side * 0.8)
            elif key.shape == "asterisk":
                self.asterisk(x + side / 2, middle, side * 0.8)
            if key.icon or key.shape:
                x += side + 0.9 * self.scale
            if key.text:
                self.words(x, base, key.text, 7.2, cell)
            x = start + self.key_width(key) + 3.0 * self.scale

    # -- words

    def text(self, block: blocks.Text, x: float, y: float, width: float) -> float:
        lines = self.lines(block.text, 7.4, width, 12)
        height = self.mm(7.4) * 1.3 * len(lines)
        self.block((x, y, x + width, y + height), lines, 7.4)
        return y + height

    def note_lines(self, block: blocks.Lines, x: float, y: float, width: float) -> float:
        for _ in range(block.rows):
            height = 7.6 * self.scale * self.tight
            y += height
            self.rule(x, y, x + width)
            self.on_line(x, y, x + width, block.title or "", height - 0.6)
        return y + 0.8

    def table(self, block: blocks.Table, x: float, y: float, width: float) -> float:
        s = self.scale
        names = list(block.columns) or list(dict.fromkeys(key for row in block.rows.values() for key in row.cells))
        label = max([self.wide(row.label, 7.4, True) for row in block.rows.values()], default=0) + 3 * s
        needs = [
            max(
                [
                    self.wide(block.columns.get(name, ""), 6.5),
                    *(self.wide(row.cells.get(name, ""), 7.4) for row in block.rows.values()),
                ]
            )
            + 3 * s
            for name in names
        ]
        if label + sum(needs) > width:
            raise DoesNotFit(f"the table needs {label + sum(needs):.0f} mm")
        spare = (width - label - sum(needs)) / max(1, len(names))
        ends = list(accumulate(need + min(spare, 8 * s) for need in needs))
        height = max(5.2 * s * self.tight, self.mm(7.4) * 1.3)
        if block.columns:
            for name, end, need in zip(names, ends, needs, strict=True):
                cell = (x + label + end - need, y, x + label + end, y + height)
                self.middle(cell, block.columns[name], 6.5, colour=self.theme.soft)
            y += height
        for row in block.rows.values():
            self.block((x, y, x + label, y + height), [row.label], 7.4, bold=True, role="TH")
            for name, end, need in zip(names, ends, needs, strict=True):
                if text := row.cells.get(name, ""):
                    self.middle((x + label + end - need, y, x + label + end, y + height), text, 7.4)
            y += height
            self.put(Rule(x, y, x + width, y, self.theme.hair, 0.35 if self.theme.bed else 0.25))
        return y + 0.5

    # -- boards

    def grid(self, block: blocks.Grid, x: float, y: float, width: float) -> float:
        s, theme, rows = self.scale, self.theme, list(block.rows.values())
        named = max([self.wide(row.label, 7.6, True) for row in rows if row.label], default=0.0)
        noted = max([self.wide(row.note, 6.5) for row in rows if row.note], default=0.0)
        pictured = 5.6 * s if any(row.icon for row in rows) else 0.0
        label = max(named, noted) + pictured + 2.2 * s if named or pictured else 0.0
        if label > width * 0.34:
            label = max(named + pictured + 2.2 * s, 0)
        end_label = next((row.end.label for row in rows if row.end and row.end.label), "")
        end = max(14 * s, self.wide(end_label, 6.5) + 1) if any(row.end for row in rows) else 0.0
        many = block.columns
        bed = (width - label - end - (many - 1) * self.gap) / many
        if bed < 9.0 * min(s, 1) or label > width * 0.4:
            raise DoesNotFit(f"{many} beds have no room beside their labels")
        heads = self.heads(block)
        head = max(9.0 * s * self.tight, self.mm(8.5) * 1.6) if heads else self.gap
        heights = {"low": 7.0 * s * self.tight, "middle": 9.4 * s * self.tight, "high": 13.0 * s * self.tight}
        beds = [x + label + at * (bed + self.gap) for at in range(many)]
        for text, left in zip(heads, beds, strict=False):
            if block.heads == "dice":
                self.die(left + bed / 2, y + head / 2, min(6.6 * s, head - 1.4), text)
            else:
                self.middle((left, y, left + bed, y + head), text, 8.5, bold=True)
        if end_label:
            self.middle((x + width - end, y, x + width, y + head), end_label, 6.5, colour=theme.soft)
        top, at_y = y, y + head
        for row in rows:
            height = heights[row.tall]
            if row.text or row.texts:
                height = max(height, self.mm(7.5) * 1.3 + 1)
                if row.shape == "circle":
                    height = max(height, self.mm(7.5) * 1.9)
            for _ in range(row.times):
                self.grid_label(row, x, at_y, label, pictured, height)
                for at, left in enumerate(beds):
                    self.entry = at
                    text = row.texts[at] if at < len(row.texts) else row.text
                    inner = bed - 1.8 * self.gap
                    self.cell(
                        row.shape,
                        left + self.gap * 0.9,
                        at_y,
                        inner,
                        height,
                        text,
                        row.strong,
                        called=row.label or block.title or "",
                        entry=row.entry,
                    )
                if row.end:
                    self.end(row.end, x + width - end, at_y, end, height, row.label or block.title or "")
                at_y += height + self.gap
        for left in beds:
            self.bed(left, top, bed, at_y - top)
        return at_y

    def heads(self, block: blocks.Grid) -> list[str]:
        if isinstance(block.heads, list):
            return block.heads
        return [str(at + 1) for at in range(block.columns)] if block.heads else []

    def grid_label(self, row: blocks.GridRow, x: float, y: float, width: float, pictured: float, height: float) -> None:
        if row.icon:
            side = min(5.0 * self.scale, height - 0.4)
            self.picture(x, y + (height - side) / 2, side, row.icon)
        if not row.label:
            return
        left = x + pictured
        noted = bool(row.note) and self.wide(row.note, 6.5) <= width - pictured and height >= self.mm(15)
        step = self.mm(7.6) * 1.1 if noted else 0
        self.block((left, y - step / 2, x + width, y + height - step / 2), [row.label], 7.6, bold=True, role="TH")
        if noted:
            self.block((left, y + step / 2, x + width, y + height + step / 2), [row.note], 6.5, colour=self.theme.soft)

    def cell(
        self,
        shape: str,
        x: float,
        y: float,
        width: float,
        height: float,
        text: str,
        strong: bool = False,
        *,
        called: str = "",
        entry: str | None = None,
        column: blocks.RecordColumn | None = None,
    ) -> None:
        """One place to write, cross off or circle. `entry`: the list whose entry it is, and which number of it."""
        s, soft = self.scale, self.theme.soft
        if text == PRINTED:
            shape, text, self.copied = "dotted", "", True
        area = (x, y, x + width, y + height)
        if shape == "box":
            self.box(x, y, width, height, 1.5 if strong else 0.9)
        elif shape == "dotted":
            self.dotted(x, y, width, height)
        elif shape == "circle":
            side = min(width, height)
            self.circle(x + width / 2, y + height / 2, side, 1.2 if strong else 0.75)
            area = (x + (width - side) / 2, y + (height - side) / 2, x + (width + side) / 2, y + (height + side) / 2)
            self.crossed(area, f"{called} {text}".strip())
        elif shape == "square":
            side = min(TICK * s, height, width)
            beside = self.wide(text, 6) + 1.0 if text else 0
            left = x + (width - side - beside) / 2
            self.put_square(left, y + (height - side) / 2, side)
            square = (left, y + (height - side) / 2, left + side, y + (height + side) / 2)
            if column is not None:
                self.column_field(square, column, called, "cross")
            else:
                self.crossed(square, called)
            if text:
                self.block((left + side + 0.8, y, x + width + 0.2, y + height), [text], 6, colour=soft)
            return
        else:
            self.rule(x + 0.3, y + height - 0.9 * s, x + width - 0.3)
        if shape in ("box", "dotted", "line"):
            if shape == "line":
                area = (x + 0.3, y, x + width - 0.3, y + height - 0.9 * s - 0.1)
            if entry is not None and self.form is not None:
                self.field(*area, self.entry_means(entry), points=9.5, digits=1)
            else:
                self.written(area, called)
        if text:
            colour = None if strong else soft
            self.middle((x, y, x + width, y + height), text, 7.5, bold=strong, colour=colour)

    def put_square(self, x: float, y: float, side: float) -> None:
        self.box(x, y, side, side, 0.6)

    def end(self, end: blocks.End, x: float, y: float, width: float, height: float, called: str) -> None:
        """What a finished row earns: its number stands in the thing itself."""
        if not end.icon:
            if end.text:
                self.middle((x, y, x + width, y + height), end.text, 8.5, bold=True)
            return
        side = min(height, width - 1, 12.5 * self.scale)
        left, top = x + (width - side) / 2, y + (height - side) / 2
        self.picture(left, top, side, end.icon)
        self.crossed((left, top, left + side, top + side), end.label or called)
        if end.text:
            disc, cx, cy = side * 0.52, left + side / 2, top + side * 0.375
            if self.wide(end.text, 7, True) > disc or self.mm(7) > disc:
                raise DoesNotFit(f'"{end.text}" has no room in its picture')
            self.circle(cx, cy, disc, 0.6, "#FFFFFF")
            self.middle((cx - disc / 2, cy - disc / 2, cx + disc / 2, cy + disc / 2), end.text, 7, bold=True)

    def track(self, block: blocks.Track, x: float, y: float, width: float) -> float:
        s = self.scale
        steps = list(range(block.from_, block.to + 1))
        beyond = list(range(block.to + 1, block.over.to + 1)) if block.over else []
        pitch = width / (len(steps) + 0.66 * len(beyond))
        across = min(7.6 * s * self.tight, pitch - 1.2, 8.6 * s)
        small = min(across * 0.74, pitch * 0.66 - 0.6)
        widest = max(self.wide(str(block.to), 8.5), self.mm(8.5) * 0.8)
        if across < widest + 1 or (beyond and small < self.wide("00", 6.5) + 0.6):
            raise DoesNotFit("the steps of the track have no room")
        middle = y + across / 2 + 0.4
        for at, step in enumerate(steps):
            cx = x + pitch * (at + 0.5)
            first = step == block.start
            if at:
                self.put(Rule(cx - pitch + across / 2, middle, cx - across / 2, middle, self.theme.ink, 0.75))
            self.circle(cx, middle, across, 1.5 if first else 0.75, self.theme.bed if first else None)
            area = (cx - across / 2, middle - across / 2, cx + across / 2, middle + across / 2)
            self.middle(area, str(step), 8.5, bold=first)
            self.crossed(area, block.title or "")
        start = x + pitch * len(steps)
        for at, step in enumerate(beyond):
            cx = start + pitch * 0.66 * (at + 0.5)
            self.dashed_circle(cx, middle, small)
            area = (cx - small / 2, middle - small / 2, cx + small / 2, middle + small / 2)
            self.middle(area, str(step), 6.5)
            self.crossed(area, block.title or "")
        y = middle + across / 2 + 0.4
        said = {step: block.steps[str(step)].label for step in steps if str(step) in block.steps}
        if block.last:
            said[block.to] = block.last
        return self.under(said, block, x, y, pitch, start, width)

    def under(
        self, said: Mapping[int, str], block: blocks.Track, x: float, y: float, pitch: float, start: float, width: float
    ) -> float:
        """The words under a track; they are left out where they have no room."""
        over = block.over.label if block.over else ""
        try:
            lines = {step: self.lines(label, 6.5, pitch - 0.8, 3) for step, label in said.items()}
            above = self.lines(over, 6.5, x + width - start, 2) if over else []
        except DoesNotFit:
            return y
        many = max([len(made) for made in (*lines.values(), above)], default=0)
        step_height = self.mm(6.5) * 1.2
        for step, made in lines.items():
            left = x + pitch * (step - block.from_)
            cell = (left, y, left + pitch, y + step_height * len(made) + 0.6)
            self.block(cell, made, 6.5, align="centre", bold=step == 0 and block.from_ == 0)
        if above:
            cell = (start, y, x + width, y + step_height * len(above) + 0.6)
            self.block(cell, above, 6.5, colour=self.theme.soft)
        return y + (step_height * many + 0.6 if many else 0)

    def dashed_circle(self, x: float, y: float, across: float) -> None:
        self.put(Box(x - across / 2, y - across / 2, across, across, self.theme.ink, 0.6, None, across / 2, (1.5, 1.5)))

    def dice(self, block: blocks.Dice, x: float, y: float, width: float) -> float:
        """Places for dice, in beds: as many side by side as leaves each large enough."""
        s = self.scale
        if block.faces:
            side = 6.6 * s
            for at, face in enumerate(block.faces):
                self.die(x + side / 2 + at * (side + 2.2 * s), y + side / 2 + 0.4, side, face)
            return y + side + 1
        wanted = max(DIE, LARGE_DIE * min(s, 1.2) * min(1.0, self.tight))
        options = []
        for beside in (n for n in range(1, block.beds + 1) if block.beds % n == 0):
            for across in (n for n in range(1, block.many + 1) if block.many % n == 0):
                bed = (width - (beside - 1) * self.gap) / beside
                side = min(wanted, (bed - self.gap * (across + 1)) / across)
                down, below = block.many // across, block.beds // beside
                height = below * (down * (side + self.gap) + 2 * self.gap)
                if side >= DIE:
                    options.append((height, beside, across, side, bed))
        if not options:
            raise DoesNotFit(f"places for dice of {DIE:.1f} mm have no room")
        if self.tight > COMFORTABLE:  # there is height: the larger the places, the better
            options = [option for option in options if option[3] >= max(side for *_, side, _ in options) - 0.1]
        _, beside, across, side, bed = min(options)
        tall = block.many // across * (side + self.gap) + self.gap
        for at in range(block.beds):
            left, top = x + at % beside * (bed + self.gap), y + at // beside * (tall + self.gap)
            self.bed(left, top, bed, tall, edge=True)
            inner = left + (bed - across * (side + self.gap) + self.gap) / 2
            for place in range(block.many):
                px = inner + place % across * (side + self.gap)
                py = top + self.gap + place // across * (side + self.gap)
                first = place == 0 and block.first is not None
                self.box(px, py, side, side, 1.2 if first else 0.6)
                pictured = first and block.first
                above = side * 0.7 if pictured else 0  # a number stands below the picture
                self.written((px, py + above, px + side, py + side), block.title or "", points=14)
                if first and block.first:
                    drawn = side * 0.48
                    self.picture(px + (side - drawn) / 2, py + (side - drawn) / 2, drawn, block.first)
        return y + block.beds // beside * (tall + self.gap)

    # -- rows to cross off

    def ticks(self, block: blocks.Ticks, x: float, y: float, width: float) -> float:
        rows = rows_of(self.game, block)
        if block.across > 1:
            return self.ticks_across(block, rows, x, y, width)
        s = self.scale
        circles = any(row.shape == "circle" for row in rows)
        height = max(
            (8.2 if circles or not any(row.box for row in rows) else 9.2) * s * self.tight, self.mm(8.5) * 1.25
        )
        inside = max([self.wide(cell.text, 7, True) for row in rows for cell in row.cells if cell.text], default=0.0)
        if circles and inside:
            height = max(height, inside * 1.25 + 2.6 * s)
        pictured = 7.2 * s if any(row.icon for row in rows) else 0.0
        lettered = max([self.wide(row.letter, 8.5, True) for row in rows], default=0.0)
        lettered = lettered + 1.6 * s if lettered else 0.0
        tail = self.tail(block, rows)
        groups = max(sum(cell.new for cell in row.cells) for row in rows)
        most = max(len(row.cells) for row in rows)
        headed = max([self.wide(cell.head, 7) for row in rows for cell in row.cells if cell.head], default=0.0)
        least = max(5.2 * s, inside * (1.25 if circles else 1.0) + 1.8 * s) + (headed * 2 + 3 * s if headed else 0)
        named, label = True, 0.0
        for named in (True, False):
            label = max([self.row_label(row, named) for row in rows], default=0.0)
            marks = width - pictured - lettered - label - tail - groups * 1.8 * s
            if marks >= most * least:
                break
        else:
            raise DoesNotFit(f"{most} boxes in a row have no room")
        widest = (9.6 if circles else 10.4) * s + (headed * 2 + 3 * s if headed else 0)
        pitch = min(marks / most, widest)
        if any(row.blank for row in rows):  # what is left is for writing
            label += marks - most * pitch
        start = x + pictured + lettered + label
        self.tail_heads(block, rows, x + width, y, tail)
        for at, row in enumerate(rows):
            top = y + at * height
            self.row_names(row, x, top, pictured, lettered, label, height, named)
            called = row.label or block.title or ""
            end = start + self.row_width(row, pitch)
            if block.mark:
                end = max(end, self.mark_middle(block, row, x + width) + 3.6 * s)
            if (row.icon or row.label or block.mark) and not self.bedded:
                low = height - 1.1 * s
                self.bed(start, top + 0.55 * s, end - start, low, low / 2 if row.shape == "circle" else None)
            self.row_cells(row, start, top, pitch, height, called)
            self.row_tail(block, row, x + width, top, height)
        return y + len(rows) * height

    def row_label(self, row: Row, named: bool) -> float:
        if row.blank:
            return 24 * self.scale + (self.wide(row.label, 8, True) + 1.6 * self.scale if row.label else 0)
        if not row.label or (not named and row.icon):
            return 0.0
        return self.wide(row.label, 8, True) + 2.4 * self.scale

    def row_names(
        self, row: Row, x: float, y: float, pictured: float, lettered: float, label: float, height: float, named: bool
    ) -> None:
        s = self.scale
        if row.icon:
            side = min(6.2 * s, height - 0.6)
            self.picture(x, y + (height - side) / 2, side, row.icon, row.label)
        if row.letter:
            self.block((x + pictured, y, x + pictured + lettered, y + height), [row.letter], 8.5, bold=True, role="TH")
        left = x + pictured + lettered
        if row.blank:
            if row.label:
                self.block((left, y, left + label, y + height), [row.label], 8, role="TH", bold=True)
                taken = self.wide(row.label, 8, True) + 1.6 * s
            else:
                taken = 0.0
            self.rule(left + taken, y + height - 1.6 * s, left + label - 2 * s)
            self.on_line(left + taken, y + height - 1.6 * s, left + label - 2 * s, row.label, height - 2.2 * s)
        elif row.label and (named or not row.icon):
            self.block((left, y, left + label, y + height), [row.label], 8, role="TH", bold=not row.letter)

    def row_width(self, row: Row, pitch: float) -> float:
        return len(row.cells) * pitch + sum(cell.new for cell in row.cells) * 1.8 * self.scale

    def row_cells(self, row: Row, x: float, y: float, pitch: float, height: float, called: str) -> None:
        s = self.scale
        tall = height - 1.1 * s
        side = min(tall - 0.9 * s, pitch - 1.0 * s)
        for at, cell in enumerate(row.cells):
            x += 1.8 * s if cell.new else 0
            cx, cy = x + pitch / 2, y + height / 2
            if row.shape == "circle":
                self.circle(cx, cy, side, 1.2 if cell.strong else 0.75)
                area = (cx - side / 2, cy - side / 2, cx + side / 2, cy + side / 2)
            else:
                wide = min(pitch - 1.0 * s, 9.0 * s) if row.shape == "box" else min(side, 5.2 * s)
                high = side if row.shape == "box" else wide
                high = min(tall - 0.9 * s, 7.2 * s) if row.shape == "box" else high
                area = (cx - wide / 2, cy - high / 2, cx + wide / 2, cy + high / 2)
                if cell.printed:
                    self.dotted(area[0], area[1], wide, high)
                    self.copied = True
                else:
                    self.box(area[0], area[1], wide, high, 1.3 if cell.strong else 0.7)
            if cell.head:
                self.block((area[0] - pitch, area[1], area[0] - 0.9 * s, area[3]), [cell.head], 7, align="right")
            if cell.text:
                self.middle(area, cell.text, 7, bold=cell.strong, colour=None if cell.strong else self.theme.soft)
            if at < row.marked:
                self.cross(cx, cy, side)
            elif cell.printed and row.shape != "circle":
                self.copied_field(area, cell.place, called, row.count)
            else:
                self.mark(area, row.count, called)
            x += pitch

    def tail(self, block: blocks.Ticks, rows: Sequence[Row]) -> float:
        """The room behind the cells: a power, the value of the row, a box for its points."""
        s = self.scale
        room = 0.0
        if block.mark:
            room += self.mark_width(block.mark)
        if block.value:
            room += self.value_width(block.value)
        if any(row.box for row in rows):
            room += BOXED * s
        return room

    def tail_heads(self, block: blocks.Ticks, rows: Sequence[Row], right: float, y: float, tail: float) -> None:
        """What stands behind the cells, said once over them, beside the heading."""
        if not block.title or block.note or block.legend:
            return
        base = y - self.mm(10) * 0.25 - 0.9 * self.scale
        cell = (right - tail - 1, y - self.mm(10) * 2, right, y)
        room = right - (BOXED * self.scale if any(row.box for row in rows) else 0)
        for part in (block.value, block.mark):
            if part is not None:
                wide = self.value_width(part) if isinstance(part, blocks.Value) else self.mark_width(part)
                if part.label:
                    self.words(room - wide / 2, base, part.label, 6.5, cell, colour=self.theme.soft, align="centre")
                room -= wide

    def mark_middle(self, block: blocks.Ticks, row: Row, right: float) -> float:
        """Where the power stands between the cells and what is right of it."""
        assert block.mark is not None
        right -= BOXED * self.scale if row.box else 0
        right -= self.value_width(block.value) if block.value and row.value is not None else 0
        return right - self.mark_width(block.mark) / 2

    def mark_width(self, mark: blocks.Mark) -> float:
        return max(8.0 * self.scale, self.wide(mark.label, 6.5) + 1)

    def value_width(self, value: blocks.Value) -> float:
        return max(13.6 * self.scale, self.wide(value.label, 6.5) + 1)

    def row_tail(self, block: blocks.Ticks, row: Row, right: float, y: float, height: float) -> None:
        s, end = self.scale, right
        middle = y + height / 2
        if row.box:
            high = min(height - 1.2 * s, 8.2 * s)
            self.box(right - 10 * s, middle - high / 2, 10 * s, high)
            called = row.label or block.title or ""
            area = (right - 10 * s, middle - high / 2, right, middle + high / 2)
            self.points_field(area, (row.line,) if row.line else (), called)
            right -= BOXED * s
        if block.value and row.value is not None:
            wide = self.value_width(block.value)
            high = min(height - 1.2 * s, 7.0 * s)
            area = (right - wide + 1.2 * s, middle - high / 2, right, middle + high / 2)
            if row.value == PRINTED:
                self.dotted(area[0], area[1], area[2] - area[0], high)
                self.copied_field(area, row.place, block.value.label or block.title or "")
                self.copied = True
            elif row.value:
                self.put_value(area, row.value)
            right -= wide
        if block.mark:
            cx, side = self.mark_middle(block, row, end), min(4.6 * s, height - 1.5 * s)
            power = (cx - side / 2, middle - side / 2, cx + side / 2, middle + side / 2)
            self.crossed(power, block.mark.label or block.title or "")
            if block.mark.shape == "asterisk":
                self.asterisk(cx, middle, side)
            elif block.mark.shape == "circle":
                self.circle(cx, middle, side)
            else:
                self.put_square(cx - side / 2, middle - side / 2, side)

    def put_value(self, area: Area, text: str) -> None:
        self.put_tile(area)
        self.middle(area, text, 8, bold=True)

    def put_tile(self, area: Area) -> None:
        left, top, right, bottom = area
        self.put(Box(left, top, right - left, bottom - top, self.theme.rule, 0.5, self.paper, 0.8 * self.scale))

    def ticks_across(self, block: blocks.Ticks, rows: Sequence[Row], x: float, y: float, width: float) -> float:
        """Few boxes each: side by side, a bed for each."""
        s = self.scale
        many = min(block.across, len(rows))
        while many > 1 and any(self.small_row(row) > (width - (many - 1) * self.gap) / many for row in rows):
            many -= 1
        each = (width - (many - 1) * self.gap) / many
        if any(self.small_row(row) > each for row in rows):
            raise DoesNotFit("boxes side by side have no room")
        height = max(9.2 * s * self.tight, self.mm(8) * 1.5)
        for at, row in enumerate(rows):
            left, top = x + at % many * (each + self.gap), y + at // many * (height + self.gap)
            if not self.bedded:
                self.bed(left, top, each, height)
            cx, middle = left + 0.9 * s, top + height / 2
            if row.icon:
                side = min(5.6 * s, height - 1.4 * s)
                self.picture(cx, middle - side / 2, side, row.icon, row.label)
                cx += side + 0.8 * s
            if row.letter:
                cx += self.wide(row.letter, 8.5, True) + 1.2 * s
                self.words(
                    cx - 1.2 * s,
                    middle + self.mm(8.5) * 0.26,
                    row.letter,
                    8.5,
                    (left, top, left + each, top + height),
                    bold=True,
                    align="right",
                )
            if row.label:
                self.block((cx, top, left + each, top + height), [row.label], 7.2)
            wide, high = (7.4 * s, 7.0 * s) if row.shape == "box" else (TICK * s, TICK * s)
            high = min(high, height - 1.6 * s)
            right = left + each - 1.0 * s
            for cell in reversed(row.cells):
                area = (right - wide, middle - high / 2, right, middle + high / 2)
                if row.shape == "circle":
                    self.circle((area[0] + area[2]) / 2, middle, high)
                else:
                    self.box(area[0], area[1], wide, high, 0.9 if row.shape == "box" else 0.6)
                self.mark(area, row.count, row.label or block.title or "")
                if cell.text and row.shape == "box":
                    self.middle(area, cell.text, 6.5, colour=self.theme.soft)
                right -= wide + 1.0 * s
                if cell.text and row.shape != "box":
                    self.words(
                        right,
                        middle + self.mm(6.5) * 0.26,
                        cell.text,
                        6.5,
                        (left, top, left + each, top + height),
                        align="right",
                    )
                    right -= self.wide(cell.text, 6.5) + 0.8 * s
        return y + ceil(len(rows) / many) * (height + self.gap)

    def small_row(self, row: Row) -> float:
        s = self.scale
        cell = 8.4 * s if row.shape == "box" else (TICK + 1.0) * s
        texts = (
            0.0 if row.shape == "box" else sum(self.wide(cell.text, 6.5) + 0.8 * s for cell in row.cells if cell.text)
        )
        lettered = self.wide(row.letter, 8.5, True) + 1.2 * s if row.letter else 0
        label = self.wide(row.label, 7.2) + 1.0 * s if row.label else 0
        return 1.8 * s + (6.2 * s if row.icon else 0) + lettered + label + len(row.cells) * cell + texts

    # -- records

    def records(self, block: blocks.Records, x: float, y: float, width: float) -> float:
        """Rows to fill in; with `beside`, in several columns that are read one after the other."""
        gap = 4.4 * self.scale
        each = (width - gap * (block.beside - 1)) / block.beside
        rows = ceil(block.rows / block.beside) if block.rows else min(block.most, block.least + self.extra)
        end = y
        for at in range(block.beside):
            end = max(end, self.record_rows(block, x + at * (each + gap), y, each, at * rows, rows))
        if block.rows is None and rows < block.most:
            self.growing += self.record_height() + 0.7 * self.scale
        return end

    def record_height(self) -> float:
        return max(8.0 * self.scale * self.tight, self.mm(7.5) * 1.25)

    def record_rows(self, block: blocks.Records, x: float, y: float, width: float, first: int, rows: int) -> float:
        s, columns = self.scale, list(block.columns.values())
        needs = [self.column_needs(column) for column in columns]
        spare = width - sum(needs)
        if spare < 0:
            raise DoesNotFit(f"{len(columns)} columns of records have no room")
        shares = sum(column.wide for column in columns if not column.number)
        widths = [
            need + (0 if column.number else spare * column.wide / max(1, shares))
            for need, column in zip(needs, columns, strict=True)
        ]
        lefts = [x + end - wide for end, wide in zip(accumulate(widths), widths, strict=True)]
        y = self.record_heads(columns, lefts, widths, y) + 0.4 * s
        height = self.record_height()
        for at in range(rows):
            if not self.bedded:
                self.bed(x, y, width, height, 0.9 * s)
            for id, column, left, wide in zip(block.columns, columns, lefts, widths, strict=True):
                self.trail.append(id)
                self.column = block, id
                self.row = first + at + 1
                self.record(column, self.row, left, y, wide, height)
                self.trail.pop()
            self.row = 0
            y += height + 0.7 * s
        return y

    def record_heads(
        self, columns: Sequence[blocks.RecordColumn], lefts: Sequence[float], widths: Sequence[float], y: float
    ) -> float:
        """What the columns are for, over them; where that ends."""
        s, line = self.scale, self.mm(6.5) * 1.22
        heads = [self.head_lines(column, wide) for column, wide in zip(columns, widths, strict=True)]
        notes = [self.noted(column, wide) for column, wide in zip(columns, widths, strict=True)]
        pictured = 5.6 * s if any(column.icon for column in columns) else 0.0
        foot = y + pictured + (max(map(len, heads)) + any(notes)) * line + 1.0
        for column, lines, note, left, wide in zip(columns, heads, notes, lefts, widths, strict=True):
            end = foot - (line if any(notes) else 0)
            if column.icon:
                side = 5.0 * s
                self.picture(left + (wide - side) / 2, end - line * len(lines) - side - 0.6, side, column.icon)
            cell = (left, end - line * len(lines), left + wide, end)
            self.block(cell, lines, 6.5, align="centre", role="TH", bold=True)
            if note:
                self.block((left, end, left + wide, foot), [note], 6.5, align="centre", colour=self.theme.soft)
        return foot

    def column_needs(self, column: blocks.RecordColumn) -> float:
        s = self.scale
        if column.number:
            return max(self.wide("00", 7) + 2.4 * s, self.wide(column.label, 6.5, True) + 1)
        words = narrowest(column.label, lambda text: self.wide(text, 6.5, True)) + 1.2
        inside = 9.0 * s
        if column.choices:
            inside = sum(max(self.wide(text, 7.5), 2.2 * s) + 2.4 * s for text in column.choices)
        elif column.shape == "square":
            inside = TICK * s + 2.4 * s + (self.wide(column.text, 6) + 1 if column.text else 0)
        return max(words, inside)

    def head_lines(self, column: blocks.RecordColumn, width: float) -> list[str]:
        return self.lines(column.label, 6.5, width - 0.8, 3, True) if column.label else []

    def noted(self, column: blocks.RecordColumn, width: float) -> str:
        return column.note if column.note and self.wide(column.note, 6.5) <= width - 0.6 else ""

    def record(self, column: blocks.RecordColumn, number: int, x: float, y: float, width: float, height: float) -> None:
        s = self.scale
        if column.number:
            self.middle((x, y, x + width, y + height), str(number), 7, colour=self.theme.soft)
        elif column.choices:
            each = (width - 1.6 * s) / len(column.choices)
            for at, text in enumerate(column.choices):
                left = x + 0.8 * s + at * each
                self.middle((left, y, left + each, y + height), text, 7.5)
                area = (left, y + 0.3 * s, left + each, y + height - 0.3 * s)
                self.column_field(area, column, f"{column.label} {text}", "ring")
        elif column.shape == "box":
            wide = min(width - 1.6 * s, 14 * s)
            left = x + (width - wide) / 2
            self.box(left, y + 0.6 * s, wide, height - 1.2 * s)
            self.column_field((left, y + 0.6 * s, left + wide, y + height - 0.6 * s), column)
        else:
            pad_ = 1.0 * s
            inner, high = width - 2 * pad_, height - 0.8 * s
            if column.shape == "line" and not column.text:
                self.rule(x + pad_ + 0.3, y + height - 1.3 * s, x + width - pad_ - 0.3)
                area = (x + pad_ + 0.3, y + 0.4 * s, x + width - pad_ - 0.3, y + height - 1.3 * s - 0.1)
                self.column_field(area, column)
            else:
                self.cell(
                    column.shape, x + pad_, y + 0.4 * s, inner, high, column.text, called=column.label, column=column
                )

    def chart(self, block: blocks.Chart, x: float, y: float, width: float) -> float:
        """Small squares to colour in; the scale is written at the left."""
        s = self.scale
        label = max(12 * s, self.wide(block.up, 6.5) + 1)
        side = (width - label) / block.columns
        tall = min(side, 6.0 * s * self.tight)
        if side < 3.0:
            raise DoesNotFit(f"{block.columns} squares side by side have no room")
        left = x + label
        head = self.mm(6.5) * 1.4 if block.up else 0
        if block.up:
            self.block((x, y, x + label, y + head), [block.up], 6.5, colour=self.theme.soft)
        top = y + head
        for row in range(block.rows):
            if row % 2 == 0:
                line, high = top + (row + 1) * tall - 0.5, max(self.theme.smallest * 0.4, min(4.6 * s, tall - 0.7))
                self.rule(x, line, left - 1.6 * s, 0.4)
                self.on_line(x, line, left - 1.6 * s, block.up or block.title or "", high)
            for column in range(block.columns):
                self.put_square_of_chart(left + column * side, top + row * tall, side, tall)
                area = (left + column * side + 0.2, top + row * tall + 0.2)
                self.crossed((*area, area[0] + side - 0.4, area[1] + tall - 0.4), block.title or "", "fill")
        if not self.bedded:
            self.bed(left - 0.6 * s, top - 0.6 * s, width - label + 0.6 * s, block.rows * tall + 1.2 * s, 0.9 * s)
        y = top + block.rows * tall + 0.8 * s
        foot = self.mm(6) * 1.3
        every = 1 if side > self.wide("00", 6) + 0.8 else 5
        for column in range(block.columns):
            if (column + 1) % every == 0 or column == 0:
                cx = left + (column + 0.5) * side
                half = max(side, self.wide("00", 6) + 0.4) / 2
                self.middle((cx - half, y, cx + half, y + foot), str(column + 1), 6, colour=self.theme.soft)
        if block.across and self.wide(block.across, 6) <= label - 1:
            self.block((x, y, left - 1, y + foot), [block.across], 6, colour=self.theme.soft)
        return y + foot

    def put_square_of_chart(self, x: float, y: float, width: float, height: float) -> None:
        self.put(Box(x + 0.25, y + 0.25, width - 0.5, height - 0.5, self.theme.rule, 0.3, self.paper, 0.3))

    # -- the score

    def score(self, block: blocks.Score, x: float, y: float, width: float) -> float:
        rows = self.known.plans[id(block)] if self.known else points_of(self.game, block)
        s = self.scale
        for names, tiled in (("label", True), ("short", True), ("label", False), ("short", False), ("", False)):
            try:
                before = len(self.things), len(self.behind), len(self.wanted), dict(self.places)
                end = self.score_rows(rows, x, y, width, names, tiled)
                break
            except DoesNotFit as error:
                del self.things[before[0] :]
                del self.behind[before[1] :]
                del self.wanted[before[2] :]
                self.places = before[3]
                reason = error
        else:
            raise reason
        y = end
        if block.total:
            y = self.total(self.game.words.say("sheet.total"), x, y + 0.9 * s, width)
        if block.ties and self.game.ties:
            y = self.tied(x, y + 1.8 * s, width)
        return y

    def score_rows(self, rows: Sequence[Points], x: float, y: float, width: float, names: str, tiled: bool) -> float:
        s = self.scale
        height = max(8.9 * s * self.tight, self.mm(8.5) * 1.2)
        pictured = 7.2 * s if any(row.icon for row in rows) else 0.0
        lettered = max([self.wide(row.letter, 8.5, True) + 1.4 * s for row in rows if row.letter], default=0.0)
        box = 10.0 * s
        for row in rows:
            label = getattr(row, names) if names else ("" if row.icon else row.short)
            indent = pictured + lettered if row.icon or row.letter else 0.0
            if not label and not row.letter:
                indent = pictured
            right = x + width - box - 0.8 * s
            working = self.working_needs(row)
            tiles = sum(self.tile_width(tile) for tile in row.tiles) + 2.4 * s if tiled and row.tiles else 0.0
            if tiled and row.tiles and tiles + working + indent + 8 * s > width - box:
                raise DoesNotFit("the ladder has no room")
            room = right - x - indent - working - tiles - 1.0 * s
            lines = self.lines(label, 8.5, room, 2, True) if label else []
            need = self.mm(8.5) * 1.2 * len(lines)
            noted = bool(row.note) and bool(lines) and self.wide(row.note, 6.5) <= room
            tall = max(height, need + (self.mm(6.5) * 1.2 if noted else 0) + 0.8)
            if tiled and row.tiles:
                tall = max(tall, 8.6 * s, self.mm(6) * 1.1 + max(5.4 * s, self.mm(7.5) + 0.4))
            if room < 0:
                raise DoesNotFit("the working has no room")
            if row.icon:
                side = min(6.2 * s, tall - 0.6)
                self.picture(x, y + (tall - side) / 2, side, row.icon, row.label)
            if row.letter:
                self.block((x + pictured, y, x + pictured + lettered, y + tall), [row.letter], 8.5, bold=True)
            top = y + (tall - need - (self.mm(6.5) * 1.2 if noted else 0)) / 2
            if lines:
                self.block((x + indent, top, x + indent + room, top + need), lines, 8.5, bold=True, role="TH")
            if noted:
                area = (x + indent, top + need, x + indent + room, top + need + self.mm(6.5) * 1.2)
                self.block(area, [row.note], 6.5, colour=self.theme.soft)
            if tiled and row.tiles:
                self.tiles(row, right - working - tiles, y, tall)
            high = min(8.4 * s, tall - 1.0 * s)
            self.box(x + width - box, y + (tall - high) / 2, box, high)
            middle = y + tall / 2
            if row.sign:
                area = (x + width - box, middle - high / 2, x + width, middle + high / 2)
                self.block((area[0] + 0.9 * s, area[1], area[2], area[3]), [row.sign], 7, colour=self.theme.soft)
            self.working(row, right - working, right, middle + high / 2 - 0.9 * s, middle, (x, y, x + width, y + tall))
            inside = x + width - box + (1.8 * s if row.sign else 0)
            area = (inside, middle - high / 2, x + width, middle + high / 2)
            if row.boxed is not None and self.form is not None:
                self.count_field(area, row.boxed, 11)
            else:
                self.points_field(area, row.lines, row.label)
            y += tall
        return y

    def working_needs(self, row: Points) -> float:
        s = self.scale
        texts = sum(self.wide(part.strip(), 6.5) + 1.6 * s for part in row.working if isinstance(part, str))
        blanks = sum(isinstance(part, Blank) for part in row.working)
        return texts + blanks * 8.0 * s + (TICK * s + 1.4 * s if row.tick else 0)

    def working(self, row: Points, left: float, right: float, foot: float, middle: float, area: Area) -> None:
        s = self.scale
        if row.tick:
            self.put_square(left, middle - TICK * s / 2, TICK * s)
            square = (left, middle - TICK * s / 2, left + TICK * s, middle + TICK * s / 2)
            if row.count is None or self.form is None:
                self.crossed(square, row.label)
            else:
                self.field(*square, self.count_means(row.count), "tick", points=6)
            left += (TICK + 1.4) * s
        written = not row.tick or any(isinstance(part, Blank) for part in row.working)
        for part in row.working:
            if isinstance(part, str):
                base = foot if written else middle + self.mm(6.5) * 0.26
                self.words(left + 0.8 * s, base, part.strip(), 6.5, area)
                left += self.wide(part.strip(), 6.5) + 1.6 * s
            else:
                self.rule(left, foot + 0.3, left + 8.0 * s)
                self.blank_field((left, foot - 5.0 * s, left + 7.8 * s, foot + 0.2), part, row.label)
                left += 8.0 * s

    def tile_width(self, tile: tuple[str, int | None, bool, str]) -> float:
        caption, points, *_ = tile
        value = "" if points is None else signed(points)
        return max(6.4 * self.scale, self.wide(value, 7.5, True) + 2, self.wide(caption, 6) + 0.8) + 0.9 * self.scale

    def tiles(self, row: Points, x: float, y: float, height: float) -> None:
        s = self.scale
        gap = max(0.6 * s, self.mm(6) * 0.26)
        head = self.mm(6) * 0.8 + gap
        tall = min(max(5.2 * s, self.mm(7.5)), height - head - 0.2)
        if tall < self.mm(7.5) * 0.9:
            raise DoesNotFit("the ladders have no room")
        top = y + (height - head - tall) / 2 + head
        for tile in row.tiles:
            caption, points, strong, place = tile
            wide = self.tile_width(tile) - 0.9 * s
            cell = (x, y, x + wide, y + height)
            self.words(x + wide / 2, top - gap, caption, 6, cell, colour=self.theme.soft, align="centre")
            if points is None:
                self.dotted(x, top, wide, tall)
                self.copied_field((x, top, x + wide, top + tall), f"lines.{row.lines[0]}.{place}", row.label)
                self.copied = True
            else:
                self.put_tile((x, top, x + wide, top + tall))
                self.middle((x, top, x + wide, top + tall), signed(points), 7.5, bold=strong)
            x += wide + 0.9 * s

    def total(self, label: str, x: float, y: float, width: float) -> float:
        s = self.scale
        self.put(Rule(x, y, x + width, y, self.theme.accent, 1.6))
        height = max(13.0 * s * self.tight, self.mm(13) * 1.2)
        box = min(22 * s, width * 0.45)
        cell = (x, y, x + width - box - 1, y + height)
        self.block(cell, [label], 13, bold=True, role="H2")
        self.put_heavy(x + width - box, y + 1.5 * s, box, height - 2.2 * s)
        self.total_field((x + width - box, y + 1.5 * s, x + width, y + height - 0.7 * s))
        return y + height

    def put_heavy(self, x: float, y: float, width: float, height: float) -> None:
        self.box(x, y, width, height, 1.5)

    def tied(self, x: float, y: float, width: float) -> float:
        """What breaks a tie, set apart from the sum."""
        s = self.scale
        box = min(22 * s, width * 0.36)
        for at, tie in enumerate(self.game.ties.values()):
            label = self.game.words.say("sheet.if_tied", label=tie.rule.short or tie.label)
            lines = self.lines(label, 7, width - box - 1.5 * s, 3, True)
            height = max(7.6 * s * self.tight, self.mm(7) * 1.2 * len(lines) + 0.8)
            self.block((x, y, x + width - box - 1.5 * s, y + height), lines, 7, bold=True)
            high = min(height - 0.8 * s, 7.4 * s)
            self.dashed(x + width - box, y + (height - high) / 2, box, high)
            area = (x + width - box, y + (height - high) / 2, x + width, y + (height + high) / 2)
            self.field(*area, Means("tie", self.seat, at), digits=4)
            y += height
        return y

    def result(self, block: blocks.Result, x: float, y: float, width: float) -> float:
        s = self.scale
        self.put(Rule(x, y, x + width, y, self.theme.accent, 1.6))
        height = max(12.0 * s * self.tight, self.mm(13) * 1.2)
        cell = (x, y + 1.2 * s, x + width, y + 1.2 * s + height)
        middle = (cell[1] + cell[3]) / 2
        self.block(cell, [block.label], 13, bold=True, role="H2")
        left = x + self.wide(block.label, 13, True) + 3.2 * s
        for part in worked(block.working):
            if isinstance(part, str):
                wide = self.wide(part, 7.4)
                self.block((left, cell[1], left + wide + 0.1, cell[3]), [part], 7.4)
                left += wide + 1.4 * s
            else:
                self.rule(left, middle + 2.2 * s, left + 10 * s)
                self.on_line(left, middle + 2.2 * s, left + 10 * s, block.label, 5 * s)
                left += 11.4 * s
        self.put_heavy(left, cell[1] + 0.4 * s, 20 * s, height - 0.8 * s)
        area = (left, cell[1] + 0.4 * s, left + 20 * s, cell[3] - 0.4 * s)
        if block.total:
            self.total_field(area)
        else:
            self.written(area, block.label, 13, 3)
        left += 22 * s
        ends = [(text, False) for text in block.ticks.values()] + [(text, True) for text in block.blanks.values()]
        room = x + width - left
        step = height / max(1, len(ends)) if room >= 30 * s else max(6.4 * s, self.mm(8) * 1.4)
        top = cell[1] if room >= 30 * s else cell[3]
        if room >= 30 * s and step < self.mm(8) * 1.1:
            step = self.mm(8) * 1.25
        for text, written in ends:
            right = x + width
            size = 10 * s if written else 6.0 * s
            lines = self.lines(
                text, 7.6, right - size - 1.6 * s - (left if top < cell[3] - 0.01 else x), 2, not written
            )
            step = max(step, self.mm(7.6) * 1.2 * len(lines) + 0.4)
            area = (x, top, right - size - 1.6 * s, top + step)
            self.block(area, lines, 7.6, bold=not written, align="right")
            if written:
                self.rule(right - size, top + step / 2 + 2 * s, right)
                self.on_line(right - size, top + step / 2 + 2 * s, right, text, min(5 * s, step / 2 + 1.6 * s))
            else:
                side = min(size, step - 0.6)
                self.box(right - side, top + (step - side) / 2, side, side, 0.9)
                self.crossed((right - side, top + (step - side) / 2, right, top + (step + side) / 2), text)
            top += step
        return max(cell[3], top)

    # -- side by side

    def columns(self, block: blocks.Columns, x: float, y: float, width: float) -> float:
        gap = 5.4 * self.scale
        parts = list(block.parts.values())
        shares = sum(part.share for part in parts)
        room = width - gap * (len(parts) - 1)
        end = y
        for id, part in block.parts.items():
            wide = room * part.share / shares
            self.trail.append(id)
            end = max(end, self.stack(part.blocks, x, y, wide))
            self.trail.pop()
            x += wide + gap
        return end

    def seated(self, block: blocks.Seats, x: float, y: float, width: float) -> float:
        """The same for every player, in beds of their own: two side by side where there is room."""
        s = self.scale
        beside = 2 if self.seats > 1 and width >= 2 * 58 * s + self.gap else 1
        each = (width - (beside - 1) * 2 * self.gap) / beside
        inner = 2.4 * s
        end = y
        crossed = dict(self.marks)
        for seat in range(self.seats):
            if seat % beside == 0:
                y = end + (2 * self.gap if seat else 0)
            left = x + seat % beside * (each + 2 * self.gap)
            name = max(8.4 * s * self.tight, self.mm(8) * 1.4)
            word = self.game.unit
            cell = (left + inner, y, left + each - inner, y + name)
            self.words(left + inner, y + name - 1.6 * s, word, 7.6, cell, bold=True, colour=self.theme.accent)
            begin = left + inner + self.wide(word, 7.6, True) + 1.6 * s
            self.rule(begin, y + name - 1.4 * s, left + each - inner)
            around, self.seat = self.seat, self.first + seat
            self.marks = dict(crossed)  # what the table counts is the same for everybody
            known = self.names[seat] if seat < len(self.names) else ""
            line = y + name - 1.4 * s
            self.field(
                begin,
                line - min(6 * s, name - 1.8 * s),
                left + each - inner,
                line - 0.1,
                Means("name", self.seat),
                align="left",
                value=known,
            )
            if known and self.form is None:
                given = self.shortened(self.names[seat], 8.5, left + each - inner - begin - 1.6 * s, True)
                cell = (left, y, left + each, y + name)
                self.words(begin + 0.8 * s, y + name - 2.2 * s, given, 8.5, cell, bold=True)
            self.bedded = True
            foot = self.stack(block.blocks, left + inner, y + name + 0.6 * s, each - 2 * inner) + inner * 0.6
            self.bedded = False
            self.places, self.seat = {}, around
            self.bed(left, y, each, foot - y, edge=True)
            end = max(end, foot)
        return end
