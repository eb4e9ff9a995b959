"""Where a play sheet is written and crossed off → the fields of its form: what each place means to the script.

The layout of a play sheet says that something is written, ticked or computed here; on paper nothing comes of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from scoring.expression import Count, Printed
from scoring.game import Game
from sheets import blocks
from sheets.blocks import Sheet
from sheets.form import COMPUTED, LAST, OF_COLUMNS, TABLE, Means
from sheets.known import Known
from sheets.layout import DIGIT, FIELD_EDGE, Layout
from sheets.pad import Blank
from sheets.placed import SMALLEST_TICK, Area, Box
from sheets.style import MM, Theme


class PlayFields(Layout):
    """A play sheet while it is laid out, as far as its form goes."""

    def __init__(
        self,
        game: Game,
        said: Sheet,
        theme: Theme,
        size: tuple[float, float, float],
        scale: float,
        tight: float,
        known: Known | None,
        first: int,
    ) -> None:
        super().__init__(theme, *size, scale, tight)
        self.game, self.said, self.known, self.first = game, said, known, first
        self.form = known.form if known else None
        several = any(isinstance(block, blocks.Seats) for block in said.blocks.values())
        self.seat = TABLE if several else first  # whose fields are put down
        self.trail: list[str] = []  # the ids of the blocks around it
        self.column: tuple[blocks.Records | None, str] = (None, "")  # of records
        self.entry = 0  # of a grid, the column
        self.row = 0  # of records, the one that is put down
        self.places: dict[str, int] = {}  # how many fields of a name there are
        self.marks: dict[tuple[int, bool, int], int] = {}  # boxes that are crossed for a count, so many put down

    def place(self, area: Area, what: str, called: str, **looks: Any) -> None:
        """A field that nothing is computed of, named for the block that it stands in."""
        if self.form is None:
            return
        id = "-".join(re.sub(r"\W", "_", part, flags=re.ASCII) for part in self.trail)
        self.places[id] = at = self.places.get(id, 0) + 1
        called = self.game.words.say("sheet.form_at", label=called or self.said.title, at=self.row or at)
        means = Means(what, self.seat, id=f"{id}-{at}", called=called)
        self.field(*area, means, "tick" if what == "crossed" else "text", **looks)

    def written(self, area: Area, called: str, points: float = 9.5, digits: int = 1, align: str = "centre") -> None:
        """Words or a number may stand here."""
        self.place(area, "written", called, points=points, digits=digits, align=align)

    def on_line(self, x: float, y: float, to_x: float, called: str, height: float) -> None:
        """Something is written on a line, in the height above it."""
        self.written((x, y - height, to_x, y - 0.1), called, align="left")

    def crossed(self, area: Area, called: str, look: str = "cross") -> None:
        """A box may be ticked here."""
        self.place(area, "crossed", called, look=look)

    def mark(self, area: Area, count: Count | None, called: str) -> None:
        """A box that is crossed: one more of a count, if it is one that they make."""
        if self.known is None or count is None or (count.shared, count.place) not in self.known.marked:
            if count is not None and count.tick and self.form is not None:
                self.field(*area, self.count_means(count), "tick", points=6)
            else:
                self.crossed(area, called)
            return
        seat = TABLE if count.shared else self.seat
        at = self.marks.get((seat, count.shared, count.place), self.known.marked[count.shared, count.place])
        self.marks[seat, count.shared, count.place] = at + 1
        self.field(*area, self.count_means(count).but(entry=at), "tick", points=6)

    def count_means(self, count: Count) -> Means:
        return Means("table", place=count.place) if count.shared else Means("count", self.seat, count.place)

    def count_field(self, area: Area, count: Count, points: float) -> None:
        self.field(*area, self.count_means(count), points=points, digits=2)

    def copied_field(self, area: Area, place: str, called: str, count: Count | None = None) -> None:
        """A number of the own copy; if its box is also to be crossed, a part of it is for that."""
        left, top, right, bottom = area
        if self.known is not None and count is not None and (count.shared, count.place) in self.known.marked:
            need = (FIELD_EDGE + 2 * DIGIT * self.theme.smallest) / MM
            if right - left >= need + SMALLEST_TICK:
                edge = max(left + SMALLEST_TICK, right - max(need, 0.62 * (right - left)))
                self.mark((left, top, edge, bottom), count, called)
                left = edge
            else:
                edge = max(top + SMALLEST_TICK, bottom - 0.58 * (bottom - top))
                self.mark((left, top, right, edge), count, called)
                top = edge
        if self.form is None or place not in self.form.own:
            self.written((left, top, right, bottom), called, 7.5, 2)
        else:
            self.field(left, top, right, bottom, Means("own", place=self.form.own[place]), points=7.5, digits=2)

    def blank_field(self, area: Area, blank: Blank, called: str) -> None:
        """A line to write on in the working of a line."""
        part = blank.part
        if self.known is None or part is None:
            self.written(area, called, 9, 2)
        elif isinstance(part, Printed) and part.place in self.known.form.own:
            self.field(*area, Means("own", place=self.known.form.own[part.place]), points=9, digits=2)
        elif isinstance(part, Count) and blank.own:
            self.count_field(area, part, 9)
        elif self.known.reads(part):
            self.field(*area, Means("part", self.seat), points=9, digits=2, shows=part)
        else:
            self.written(area, called, 9, 2)

    def points_field(self, area: Area, lines: Sequence[str], called: str) -> None:
        """The box for the points of a line, or of several: computed where all that they need stands on the sheet."""
        if self.known is None or not lines:
            self.written(area, called, 11, 3)
            return
        what = self.known.box(lines)
        if len(lines) > 1:
            self.known.form.gathered[lines[0]] = tuple(lines)
        at = list(self.game.lines).index(lines[0])
        self.field(*area, Means(what, self.seat, at, called=called), points=11, digits=3)

    def total_field(self, area: Area) -> None:
        self.field(*area, Means("total", self.seat), points=13, digits=3, bold=True)

    def form_foot(self, y: float) -> float:
        """The button that empties the form; where it adds itself up, that it does, and a line for what is odd."""
        s, words = self.scale, self.game.words
        y += 1.2 * s
        top, high = y, self.mm(7) * 1.9
        left = self.right - self.wide(words.say("sheet.form_clear"), 7, True) - 4 * s
        self.field(left, y, self.right, y + high, Means("clear", LAST), "button", points=7)
        computed = {one.means.what for one in self.wanted} & set(COMPUTED)
        if not computed:
            return y + high
        if computed - {*OF_COLUMNS}:
            self.put(Box(self.left, y, left - 2 - self.left, high, self.theme.hair, 0.5, None, 0.9 * s))
            means = Means("say", LAST)
            self.field(self.left, y, left - 2, y + high, means, "lines", points=7, align="left")
            y += high + 0.4 * s
        lines = self.lines(words.say("sheet.form_note"), 6.5, (self.right if y > top else left) - self.left - 3, 2)
        height = self.mm(6.5) * 1.25 * len(lines)
        self.block((self.left, y, self.right, y + height), lines, 6.5, colour=self.theme.soft)
        return max(y + height, top + high)

    def entry_means(self, entry: str) -> Means:
        """A cell of a grid as an entry of a list: its value, computed where its numbers are written, or one of them."""
        assert self.known is not None
        name, _, number = entry.partition(".")
        count = self.game.counts[name]
        (place,) = count.places
        what = "table" if count.shared else "count"
        if number:
            return Means(what, self.seat, place, self.entry, list(count.rule.fields or {}).index(number) + 1)
        return Means("worth" if name in self.known.in_numbers else what, self.seat, place, self.entry)

    def column_field(self, area: Area, column: blocks.RecordColumn, called: str = "", look: str = "") -> None:
        """A place in a column of records, to be ticked if it has a `look`: a number that other columns need, one that
        follows from others, or anything."""
        called = called or column.label
        block, name = self.column
        means = self.column_means(block, column, name, called) if block is not None else None
        if means is not None:
            self.field(
                *area, means, "tick" if look else "text", points=9.5, digits=0 if look else 2, look=look or "cross"
            )
        elif look:
            self.crossed(area, called, look)
        else:
            self.written(area, called)

    def column_means(self, block: blocks.Records, column: blocks.RecordColumn, name: str, called: str) -> Means | None:
        """What the script knows of a place in the records; None where it need not know it."""
        if self.known is None or self.form is None:
            return None
        computed, reckoned, read = self.known.reckoned.get(id(block), ("", None, frozenset()))
        summed = {of for other in block.columns.values() for of in (other.adds, other.best)}
        of = column.adds or column.best or (name if name in summed or name == computed else computed)
        if not of:
            return None
        what = "running" if column.adds else "best" if column.best else "reckoned" if column.formula else ""
        what = what or ("cell" if name in summed else "entered")
        if what == "entered" and name not in read:
            return None
        where = self.seat, "-".join([*self.trail[:-1], of])
        if where not in self.form.columns:
            self.form.columns.append(where)
        place = self.form.columns.index(where)
        number = int(what == "best" and self.game.rules.wins == "least")
        if reckoned is not None and computed == of:
            self.form.reckoned[place] = reckoned
            number = reckoned.columns.index(name) if what == "entered" else number
        trail = "-".join(self.trail)
        self.places[trail] = at = self.places.get(trail, 0) + 1
        named = re.sub(r"[^0-9A-Za-z-]", "_", f"{trail}-{at}")
        called = self.game.words.say("sheet.form_at", label=called, at=self.row)
        return Means(what, self.seat, place, self.row - 1, number, id=named, called=called)
