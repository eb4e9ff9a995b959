"""A page while it is laid out: things are put down one by one, at one scale, and none is drawn yet.

Boxes, circles, dice, headings, header and footer as every sheet has them. Whoever puts down what has no room raises
DoesNotFit, and a smaller scale is tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from unicodedata import combining

from scoring.expression import Entries, Expression
from scoring.game import Game
from sheets import fonts, icons
from sheets.breaking import wrapped
from sheets.form import LAST, Form, Means
from sheets.placed import SMALLEST_TICK, Area, Box, Field, Page, Picture, Placed, Rule, Words
from sheets.style import MM, Theme

WHITE = "#FFFFFF"
PIPS = {
    1: ((0.0, 0.0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
FIELD_EDGE, DIGIT = 4.0, 0.556  # pt that a viewer leaves free at both sides; the width of a digit of 1 pt
DATE = Means("date")
THINNEST = 0.25  # pt: a line that every printer draws
ROUND_DOTS = (0.01, 2.3)
DASHES = (1.5, 1.5)


class DoesNotFit(Exception):
    """A layout that has no room, and for what."""


class Wanted(NamedTuple):
    """A field that a page shall have: where, and what it means; what it shows, if that is a part of a sum."""

    area: Area
    means: Means
    kind: str
    size: float
    align: str
    bold: bool
    shows: Expression | None
    value: str
    look: str


class Layout:
    """One attempt at a page: its size, a scale for everything, a tightness for heights."""

    def __init__(self, theme: Theme, width: float, height: float, margin: float, scale: float, tight: float) -> None:
        self.theme, self.width, self.height, self.margin = theme, width, height, margin
        self.scale, self.tight = scale, tight
        self.left, self.right = margin, width - margin
        self.gap = 1.1 * scale
        self.things: list[Placed] = []
        self.behind: list[Placed] = []
        self.form: Form | None = None  # whose fields the page has
        self.wanted: list[Wanted] = []

    # -- type

    def size(self, points: float) -> float:
        """A size of type at this scale, never below the theme's smallest."""
        return max(self.theme.smallest, points * self.scale * self.theme.type_scale)

    def mm(self, points: float) -> float:
        """The same as a height."""
        return self.size(points) / MM

    def wide(self, text: str, points: float, bold: bool = False) -> float:
        return fonts.width(text, self.size(points), bold) / MM

    def words(
        self,
        x: float,
        y: float,
        text: str,
        points: float,
        cell: Area,
        *,
        bold: bool = False,
        colour: str | None = None,
        align: str = "left",
        role: str = "P",
    ) -> float:
        """A line of text on its baseline; its width. It must stay in its cell."""
        size = self.size(points)
        width = fonts.width(text, size, bold) / MM
        x = x - width if align == "right" else x - width / 2 if align == "centre" else x
        left, top, right, bottom = cell
        if (
            x < left - 0.04
            or x + width > right + 0.04
            or y - size * 0.74 / MM < top - 0.04
            or y + size * 0.22 / MM > bottom + 0.04
        ):
            raise DoesNotFit(f'"{text}" has no room')
        self.things.append(Words(x, y, text, size, bold, colour or self.theme.ink, width, cell, role))
        return width

    def middle(self, cell: Area, text: str, points: float, *, bold: bool = False, colour: str | None = None) -> None:
        """A line of text in the middle of its cell."""
        left, top, right, bottom = cell
        base = (top + bottom) / 2 + self.mm(points) * 0.26
        self.words((left + right) / 2, base, text, points, cell, bold=bold, colour=colour, align="centre")

    def lines(self, text: str, points: float, room: float, most: int = 2, bold: bool = False) -> list[str]:
        """A text in at most so many lines of a width."""
        made = wrapped(text, room, lambda part: self.wide(part, points, bold))
        if len(made) > most or any(self.wide(line, points, bold) > room for line in made):
            raise DoesNotFit(f'"{text}" has no room')
        return made

    def parts(self, text: str, points: float, room: float, most: int = 3) -> list[str]:
        """A text of parts with points between them, in lines that end after a part; nothing if that cannot be."""
        made: list[str] = []
        for part in text.split(" · "):
            longer = f"{made[-1]} · {part}" if made else ""
            if longer and self.wide(longer, points) <= room:
                made[-1] = longer
            else:
                made.append(part)
        return made if len(made) <= most and all(self.wide(line, points) <= room for line in made) else []

    def shortened(self, text: str, points: float, room: float, bold: bool = False) -> str:
        """A text in one line, its end left out where it has no room. Raises MissingGlyph."""
        fonts.runs(text, bold)
        if self.wide(text, points, bold) <= room:
            return text
        for end in range(len(text) - 1, 0, -1):
            if not combining(text[end]) and self.wide(f"{text[:end].rstrip()}…", points, bold) <= room:
                return f"{text[:end].rstrip()}…"
        raise DoesNotFit(f'"{text}" has no room')

    def block(
        self,
        cell: Area,
        lines: Sequence[str],
        points: float,
        *,
        bold: bool = False,
        colour: str | None = None,
        align: str = "left",
        role: str = "P",
    ) -> None:
        """Lines of text centred on the height of their cell."""
        left, top, right, bottom = cell
        step = self.mm(points) * 1.2
        base = (top + bottom) / 2 - step * (len(lines) - 1) / 2 + self.mm(points) * 0.26
        x = {"left": left, "right": right, "centre": (left + right) / 2}[align]
        for line in lines:
            self.words(x, base, line, points, cell, bold=bold, colour=colour, align=align, role=role)
            base += step

    # -- fields

    def field(
        self,
        left: float,
        top: float,
        right: float,
        bottom: float,
        means: Means,
        kind: str = "text",
        points: float = 10.0,
        *,
        align: str = "centre",
        bold: bool = False,
        digits: int = 0,
        shows: Expression | None = None,
        value: str = "",
        look: str = "cross",
    ) -> None:
        """A place to type in, if the page has a form. Type is as large as so many digits and the height allow."""
        if self.form is None:
            return
        size = min(points * self.scale * self.theme.type_scale, (bottom - top) * MM / 1.25)
        if digits:
            size = min(size, ((right - left) * MM - FIELD_EDGE) / (DIGIT * digits), (right - left) * MM)
        size = max(self.theme.smallest, int(size * 2) / 2)
        if kind == "tick":
            if min(right - left, bottom - top) < SMALLEST_TICK:
                raise DoesNotFit("a box to tick has no room")
        elif size * 1.1 > (bottom - top) * MM or (
            digits and FIELD_EDGE + DIGIT * size * digits > (right - left) * MM + 2
        ):
            raise DoesNotFit("a field has no room")
        self.wanted.append(Wanted((left, top, right, bottom), means, kind, size, align, bold, shows, value, look))

    def entry_fields(self, area: Area, entries: Entries, seat: int, at: int, rest: bool = False) -> None:
        """One box of a list: the numbers of a record side by side, each in a small field of its own, if there is room.

        `rest`: the last box, which takes whatever has none.
        """
        if self.form is None:
            return
        left, top, right, bottom = area
        many = () if rest else self.form.numbers(self.form.game.count_at(entries.place, entries.shared))
        digits = [max(len(str(bound)) for bound in entries.bounds[number]) for number in many]
        least = [(FIELD_EDGE + DIGIT * self.theme.smallest * wide) / MM for wide in digits]
        if not many or sum(least) > right - left:
            self.field(left, top, right, bottom, Means("count", seat, entries.place, at), digits=2)
            return
        for number, wide, need in zip(many, digits, least, strict=True):
            end = left + need * (right - area[0]) / sum(least)
            self.field(left, top, end, bottom, Means("count", seat, entries.place, at, number), digits=wide)
            left = end

    def fields(self) -> tuple[Field, ...]:
        """The fields in the order of the Tab key: what is the table's, then one player's column after the other; on a
        sheet of one player as they are read."""
        if self.form is None:
            return ()
        made = []
        alone = self.form.alone
        for one in sorted(self.wanted, key=lambda one: (one.means.seat == LAST) if alone else one.means.seat):
            means = one.means
            if one.shows is not None:
                means = Means(means.what, means.seat, self.form.part(one.shows))
            made.append(
                self.form.field(
                    one.area,
                    means,
                    one.kind,
                    size=one.size,
                    align=one.align,
                    bold=one.bold,
                    value=one.value,
                    look=one.look,
                )
            )
        return tuple(made)

    # -- shapes

    @property
    def paper(self) -> str | None:
        """The white of boxes that stand on a bed."""
        return WHITE if self.theme.bed else None

    def put(self, *things: Placed) -> None:
        self.things += things

    def box(self, x: float, y: float, width: float, height: float, weight: float = 0.9, edge: str = "") -> None:
        self.put(Box(x, y, width, height, edge or self.theme.ink, weight, self.paper, 0.9 * self.scale))

    def dotted(self, x: float, y: float, width: float, height: float) -> None:
        """A number to copy once from the player's own copy."""
        self.put(Box(x, y, width, height, self.theme.ink, 1.15, self.paper, 0.8 * self.scale, ROUND_DOTS, True))

    def dashed(self, x: float, y: float, width: float, height: float) -> None:
        self.put(Box(x, y, width, height, self.theme.ink, 0.6, None, 0.9 * self.scale, DASHES))

    def circle(self, x: float, y: float, across: float, weight: float = 0.75, fill: str | None = None) -> None:
        """A circle by its centre."""
        r = across / 2
        self.put(Box(x - r, y - r, across, across, self.theme.ink, weight, fill or self.paper, r))

    def cross(self, x: float, y: float, side: float) -> None:
        """Crossed off from the start."""
        h = side * 0.3
        ink = self.theme.ink
        self.put(Rule(x - h, y - h, x + h, y + h, ink, 1.1), Rule(x - h, y + h, x + h, y - h, ink, 1.1))

    def asterisk(self, x: float, y: float, side: float) -> None:
        h = side / 2
        for dx, dy in ((0.0, 1.0), (0.87, 0.5), (0.87, -0.5)):
            self.put(Rule(x - h * dx, y - h * dy, x + h * dx, y + h * dy, self.theme.ink, 1.0))

    def triangle(self, x: float, y: float, side: float) -> None:
        h, top, foot = side / 2, y - side * 0.45, y + side * 0.42
        ink = self.theme.ink
        self.put(
            Rule(x - h, foot, x + h, foot, ink, 0.7),
            Rule(x - h, foot, x, top, ink, 0.7),
            Rule(x, top, x + h, foot, ink, 0.7),
        )

    def die(self, x: float, y: float, side: float, face: str) -> None:
        """A die by its centre, with pips, or a sign on it."""
        self.put(Box(x - side / 2, y - side / 2, side, side, self.theme.ink, 0.75, self.paper, side * 0.2))
        if face.isdecimal() and int(face) in PIPS:
            pip = side * 0.19
            self.put(Picture(x - side / 2, y - side / 2, side, "", face))  # said, and drawn here
            for dx, dy in PIPS[int(face)]:
                cx, cy = x + dx * side * 0.26, y + dy * side * 0.26
                self.put(Box(cx - pip / 2, cy - pip / 2, pip, pip, fill=self.theme.ink, corner=pip / 2))
        else:
            fitting = (points for points in (8.0, 7.0, 6.0, 5.0, 4.0) if self.wide(face, points, True) <= side - 0.3)
            cell = (x - side / 2, y - side / 2, x + side / 2, y + side / 2)
            self.middle(cell, face, next(fitting, 4.0), bold=True)

    def bed(
        self, x: float, y: float, width: float, height: float, corner: float | None = None, edge: bool = False
    ) -> None:
        """A pale bed; in low ink nothing, or a hair line where its edge says what belongs together."""
        corner = 1.4 * self.scale if corner is None else corner
        if self.theme.bed:
            self.behind.append(Box(x, y, width, height, fill=self.theme.bed, corner=corner))
        elif edge:
            self.behind.append(Box(x, y, width, height, self.theme.hair, 0.35, None, corner))

    def picture(self, x: float, y: float, side: float, icon: str, alt: str = "") -> None:
        """An icon by its top left corner."""
        drawing = icons.icon(icon)
        self.put(Picture(x, y, side, icon, alt or (drawing.name if drawing else icon)))

    def rule(self, x: float, y: float, to_x: float, weight: float = 0.55, colour: str = "") -> None:
        """A line to write on."""
        self.put(Rule(x, y, to_x, y, colour or self.theme.ink, weight))

    # -- header and footer

    def header(self, title: str, subtitle: str, ask: str = "", given: str = "", means: Means = DATE) -> float:
        """Bar, title, the line under it, and at its right a line to write on, or what is given there.

        Where the rest may begin. `means`: what is written there.
        """
        s, theme, left, right, top = self.scale, self.theme, self.left, self.right, self.margin
        self.put(Box(left, top, right - left, theme.bar, fill=theme.accent))
        points = 21.0
        while points > 9 and self.wide(title, points, True) > right - left:
            points -= 1
        base = top + theme.bar + 1.8 * s + self.mm(points) * 0.74
        self.words(left, base, title, points, (left, top, right, base + 5 * s), bold=True, role="H1")
        line = base + 2.0 * s + self.mm(7.5) * 0.95
        asked = self.wide(ask, 6.5) + 26 * s if ask else 0
        room = right - left - asked - (3 if ask else 0)
        lines = self.parts(subtitle, 7.5, room) or self.lines(subtitle, 7.5, room, 3)
        top_line = line
        for text in lines:
            self.words(left, line, text, 7.5, (left, top, left + room, line + 3 * s), colour=theme.soft)
            line += self.mm(7.5) * 1.25
        if ask:
            cell = (left, top, right, top_line + 3 * s)
            self.words(right - 25 * s, top_line, ask, 6.5, cell, colour=theme.soft, align="right")
            self.rule(right - 24 * s, top_line, right)
            area = right - 24 * s, top_line - 4.6 * s, right, top_line - 0.1
            self.field(*area, means, points=8, align="left", value=given)
            if given and self.form is None:
                self.words(right - 23 * s, top_line - 0.8 * s, self.shortened(given, 8, 23 * s), 8, cell)
        return line - self.mm(7.5) * 1.25 + 3.6 * s

    @property
    def foot(self) -> float:
        """Where the content must end."""
        return self.height - self.margin - self.mm(6) - 1.5 * self.scale

    def footer(self, text: str) -> None:
        base = self.height - self.margin - self.mm(6) * 0.24
        cell = (self.left, base - self.mm(6), self.right, self.height - self.margin)
        sign = "potager"
        room = self.right - self.left - self.wide(sign, 6) - 3
        parts = text.split(" · ")
        for part in (2, 2, 1):  # the variants, which the subtitle names, then the language, then the publisher
            if self.wide(" · ".join(parts), 6) > room and part < len(parts) - 1:
                parts.pop(part)
        text = " · ".join(parts)
        while self.wide(text, 6) > room and " · " in text:
            text = text.rpartition(" · ")[0]
        self.words(self.left, base, text, 6, cell, colour=self.theme.soft, role="Artifact")
        self.words(self.right, base, sign, 6, cell, colour=self.theme.soft, align="right", role="Artifact")

    def page(self) -> Page:
        return Page(
            self.width,
            self.height,
            self.margin,
            self.theme.smallest,
            self.theme.fills,
            tuple(self.weighed(thing) for thing in (*self.behind, *self.things)),
            self.theme.ink,
            self.fields(),
        )

    def weighed(self, thing: Placed) -> Placed:
        """A thing with its line as heavy as the theme draws it; dots to copy a number into stay as they are."""
        if self.theme.line == 1.0 or not isinstance(thing, Box | Rule) or not thing.weight:
            return thing
        if isinstance(thing, Box) and thing.round_dots:
            return thing
        return thing.but(weight=max(THINNEST, thing.weight * self.theme.line))


def footer_text(game: Game) -> str:
    """Which game, edition, variants and language; and that it is unofficial."""
    words, edition = game.words, game.rules.edition
    named = [variant.title for variant in game.variants if variant.asked]
    parts = [
        game.title,
        " ".join(str(part) for part in (edition.publisher, edition.year) if part),
        words.filled(tuple(named)) or words.say("sheet.base_game"),
        words.name,
        words.say("sheet.unofficial"),
    ]
    return " · ".join(part for part in parts if part)
