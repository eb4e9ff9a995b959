"""Game → player aid: turn, costs, set-up, end, scoring, ties on one sheet, on small paper on as many sides as needed.

What is said comes filled from `scoring.aid`. Here every section is measured at a width, then the sections flow down
the page: wide ones across, half ones in two columns, the numbers of the score as panels at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import product
from typing import TypeAlias

from scoring import aid as told_aid
from scoring.aid import Aid, Number, Panel, Row, Section, Token, spans
from scoring.errors import Problem, UsageError
from scoring.frozen import Frozen
from scoring.game import Game
from sheets import breaking, icons
from sheets.layout import DoesNotFit, Layout, footer_text
from sheets.placed import Box, Page, Picture, Rule
from sheets.style import Paper, Theme, others

SCALES = (2.0, 1.85, 1.7, 1.55, 1.414, 1.34, 1.27, 1.2, 1.13, 1.06, 1.0, 0.95, 0.9, 0.86, 0.82, 0.78, 0.74, 0.7, 0.66)
TIGHT = (1.0, 0.9, 0.8)
NARROW = 120.0  # mm of paper; below, halves take the whole width
SMALL_TYPE = 5.0  # pt, on a card only
HEADING = 7.4  # pt, the smallest heading
LONE = (1.0, 1.75, 2.5, 4.0, 6.0, 8.0)  # sizes of type, by which lines are shortened so that the last is no lone word
SHORTER = 0.92  # of their height in reading order, for sections to be laid out of it
CAPTION = 2.5  # lines above a number, about, at most
NAMES = 2.75  # lines of names in a panel, about, at most
PARTED = ("actions", "points", "bonuses")  # sections of rows that may go on overleaf where all else fails
EVEN = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)  # of a page's height, tried to fill several evenly

Line: TypeAlias = list[tuple[str, bool]]  # runs of words, each bold or not
Way: TypeAlias = tuple[bool, float, float, int]  # two columns, a scale, a tightness, at most so many pages
Put: TypeAlias = Callable[[float, float], None]  # puts a measured thing at a left top corner


class Measured(Frozen):
    """Something with a height that can be put anywhere."""

    height: float
    put: Put


class Face(Frozen):
    """A panel of the score: what stands above its numbers, the numbers, and what stands below."""

    above: float
    number: float
    below: float
    put: Callable[[float, float, float, float], None]  # at a corner, with so much above the numbers and for them

    @property
    def height(self) -> float:
        return self.above + self.number + self.below


def pages(game: Game, paper: Paper, theme: Theme) -> tuple[Page, ...]:
    """The aid on one page if it can be, else on few. Raises UsageError when it does not fit."""
    told = told_aid.aid(game, icons.known())
    made = _pages(game, told, paper, theme)
    if made is not None:
        return made
    fitting = [other.name for other in others(paper) if _fits(game, told, other, theme)]
    what = f"the player aid of {game.title} does not fit on {paper.name}"
    raise UsageError(Problem(what, None, f"it fits on {', '.join(fitting)}" if fitting else "shorten its words"))


def _fits(game: Game, told: Aid, paper: Paper, theme: Theme) -> bool:
    """Whether there is any way: the smallest and tightest is tried first, and mostly answers."""
    tried, ways = _ways(paper, theme)
    return any(_page(game, told, paper, tried, way, overleaf=True) for way in reversed(ways))


def _pages(game: Game, told: Aid, paper: Paper, theme: Theme) -> tuple[Page, ...] | None:
    """Sections go on overleaf only where they do not fit, or leave a page empty, at any size."""
    tried, ways = _ways(paper, theme)
    made = (_page(game, told, paper, tried, way, overleaf) for overleaf in (False, True) for way in ways)
    return next(filter(None, made), None)


def _page(game: Game, told: Aid, paper: Paper, theme: Theme, way: Way, overleaf: bool) -> tuple[Page, ...] | None:
    """All pages in one way, several about evenly full; None when it does not fit."""
    halves, scale, tight, sides = way

    def flow(share: float, together: bool = False) -> _Flow | None:
        try:
            made = _Flow(game, told, paper, theme, scale, tight, sides, share, together, overleaf)
            made.go(halves)
            return made
        except DoesNotFit:
            return None

    full = flow(1.0)
    if full is None:
        return None
    many = len(full.done)
    tried = (flow(share, together) for together in (True, False) for share in EVEN if many > 1 and not overleaf)
    even = (one for one in tried if one and len(one.done) == many and one.scored <= full.scored)
    return next(even, full).pages()


def _ways(paper: Paper, theme: Theme) -> tuple[Theme, list[Way]]:
    """What is tried in turn, and the theme as it is on this paper."""
    card = paper.width < 80
    if card:
        theme = Theme(
            **{name: getattr(theme, name) for name in theme.__fields__ if name != "smallest"}, smallest=SMALL_TYPE
        )
    most = 10 if card else 4 if paper.width < NARROW or theme.smallest > 8 else 2
    smallest = 0.66 if paper.width < NARROW else 0.78
    largest = max(paper.width / 148 * 1.05, 0.9)  # on several pages there is no need to shrink
    two_columns = (True, False) if paper.width >= NARROW else (False,)  # long words may need the whole width
    return theme, [
        (halves, scale, tight, sides)
        for halves, sides, scale, tight in product(two_columns, range(1, most + 1), SCALES, TIGHT)
        if scale >= smallest and scale <= (largest if sides > 1 else max(1.414, largest))
    ]


class _Flow:
    """One attempt: everything at one scale, on at most so many pages, each filled to a share of its height."""

    def __init__(
        self,
        game: Game,
        told: Aid,
        paper: Paper,
        theme: Theme,
        scale: float,
        tight: float,
        most: int,
        share: float = 1.0,
        together: bool = False,
        overleaf: bool = False,
    ) -> None:
        self.game, self.told, self.paper, self.theme = game, told, paper, theme
        self.scale, self.tight, self.most, self.share = scale, tight, most, share
        self.together = together  # whether the scoring stands on one page if it can
        self.overleaf = overleaf  # whether what has no room of a section goes on with the next page
        self.scored = 1  # pages that the scoring takes
        self.done: list[_Side] = []
        self.side = self.new_side()

    def new_side(self) -> _Side:
        if len(self.done) >= self.most:
            raise DoesNotFit("the sections have no room")
        if self.done and self.side.y == self.side.start:
            raise DoesNotFit("a page would hold its heading alone")
        side = _Side(self.theme, self.paper.width, self.paper.height, self.paper.margin, self.scale, self.tight)
        side.begin(self.told, first=not self.done)
        side.start = side.y
        side.full = side.y + (side.foot - side.y) * self.share
        self.done.append(side)
        return side

    def go(self, halves: bool) -> None:
        """The sections one below the other, half ones side by side where there are `halves`."""
        waiting: list[Section] = []
        for section in self.told.sections:
            if section.half and halves:
                waiting.append(section)
            else:
                self.halves(waiting)
                waiting = []
                self.across(section)
        self.halves(waiting)
        self.ending()

    def pages(self) -> tuple[Page, ...]:
        for side in self.done:
            side.footer(footer_text(self.game))
        return tuple(side.page() for side in self.done)

    def room(self, height: float) -> None:
        """Go on with the next page when a thing has no room on this one."""
        if self.side.y + height > self.side.full:
            self.side = self.new_side()
            if self.side.y + height > self.side.full:
                raise DoesNotFit("a section is higher than the page")

    def across(self, section: Section) -> None:
        for part in self.parted(section) if self.overleaf else (section,):
            self.whole(part)

    def parted(self, section: Section) -> Iterator[Section]:
        """A section in parts, each as much of it as has room on a page."""
        if not self.has_room(section) and self.side.y > self.side.start:
            self.side = self.new_side()
        rows = section.rows
        while section.form in PARTED and not section.chain and not self.has_room(_part(section, rows, last=True)):
            many = next((at for at in range(len(rows) - 1, 0, -1) if self.has_room(_part(section, rows[:at]))), 0)
            if not many:
                break
            yield _part(section, rows[:many])
            rows = rows[many:]
            self.side = self.new_side()
        yield _part(section, rows, last=True)

    def has_room(self, section: Section) -> bool:
        return self.side.y + self.side.section(section, self.side.right - self.side.left).height <= self.side.full

    def whole(self, section: Section) -> None:
        measured = self.side.section(section, self.side.right - self.side.left)
        self.room(measured.height)
        measured = self.side.section(section, self.side.right - self.side.left)  # on the side where it will stand
        measured.put(self.side.left, self.side.y)
        self.side.y += measured.height + self.side.between

    def halves(self, sections: Sequence[Section]) -> None:
        """Half-wide sections in two columns, each put where there is more room."""
        if not sections:
            return
        side = self.side
        gutter = 6.0 * self.scale
        width = (side.right - side.left - gutter) / 2
        measured = [side.section(section, width) for section in sections]
        heights = [one.height + side.between for one in measured]
        both = columns(heights)
        high = tallest(both, heights)
        if side.y + high - side.between > side.full:
            if len(sections) > 1 and len(self.done) < self.most:
                fitting = self.fitting(heights)
                if fitting:
                    self.halves(sections[:fitting])
                    self.side = self.new_side()
                    self.halves(sections[fitting:])
                    return
            self.side = self.new_side()
            side = self.side
            measured = [side.section(section, width) for section in sections]
            if side.y + high - side.between > side.full:
                raise DoesNotFit("the halves are higher than the page")
        for column, x in zip(both, (side.left, side.left + width + gutter), strict=True):
            y = side.y
            for at in column:
                measured[at].put(x, y)
                y += heights[at]
        side.y += high

    def fitting(self, heights: Sequence[float]) -> int:
        """How many of the first sections have room on this page, in two columns."""
        room = self.side.full - self.side.y + self.side.between
        for many in range(len(heights) - 1, 0, -1):
            if tallest(columns(heights[:many]), heights) <= room:
                return many
        return 0

    def ending(self) -> None:
        """Scoring, the tie and the example; what goes on overleaf has the heading again."""
        width = self.side.right - self.side.left
        rows = self.side.scoring(self.told, width)
        high = sum(row.height for row in rows)
        if self.together and self.side.y + high > self.side.full and len(self.done) < self.most:
            self.side = self.new_side()
            self.side.full = self.side.foot
            rows = self.side.scoring(self.told, width)
        for at in range(len(rows)):
            if self.side.y + rows[at].height > self.side.full:
                self.room(rows[at].height)
                rows = self.side.scoring(self.told, width)
                if at:
                    self.scored += 1
                    self.put(self.side.heading(self.told.headings.scoring, "", width))
                    self.room(rows[at].height)
            self.put(rows[at])

    def put(self, thing: Measured) -> None:
        thing.put(self.side.left, self.side.y)
        self.side.y += thing.height


def _part(section: Section, rows: tuple[Row, ...], last: bool = False) -> Section:
    """Some rows of a section under its heading; what it says below them stands under the last."""
    return section.but(rows=rows, text=section.text if last else "")


def columns(heights: Sequence[float]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Sections in two columns of nearly the same height: the first ones left and the others right.

    Where that leaves one column much shorter, each goes where there is most room above it.
    """
    order = range(len(heights))
    read = min(
        ((tuple(order[:at]), tuple(order[at:])) for at in range(1, len(heights) + 1)),
        key=lambda both: tallest(both, heights),
        default=((), ()),
    )
    left: list[int] = []
    right: list[int] = []
    for at in order:
        (left if filled(left, heights) <= filled(right, heights) else right).append(at)
    laid = tuple(left), tuple(right)
    return laid if tallest(laid, heights) < SHORTER * tallest(read, heights) else read


def filled(column: Sequence[int], heights: Sequence[float]) -> float:
    return sum(heights[at] for at in column)


def tallest(both: Sequence[Sequence[int]], heights: Sequence[float]) -> float:
    return max(filled(column, heights) for column in both)


class _Side(Layout):
    """One page of an aid."""

    y: float
    start: float  # where the content begins
    full: float  # where the content shall end

    @property
    def between(self) -> float:
        return 3.2 * self.scale * self.tight

    def begin(self, told: Aid, first: bool) -> None:
        variants = [*told.variants, told.players]
        self.y = self.header(told.title, " · ".join([told.headings.aid, *variants]))
        if first and told.legend:
            self.legend(told)

    def legend(self, told: Aid) -> None:
        """What the dice mean: at the right of the subtitle, or below it in as many lines as it takes."""
        side, gap = 4.2 * self.scale, 3.2 * self.scale
        entries = [(token, words, side + 1.0 * self.scale + self.wide(words, 6)) for token, words in told.legend]
        room = self.right - self.left
        rows: list[list[tuple[Token, str, float]]] = [[]]
        for entry in entries:
            used = sum(width + gap for *_, width in rows[-1])
            if rows[-1] and used + entry[2] > room:
                rows.append([])
            rows[-1].append(entry)
        if max(width for *_, width in entries) > room:
            raise DoesNotFit("the legend has no room")
        needed = sum(width for *_, width in rows[0]) + gap * (len(rows[0]) - 1)
        subtitle = self.wide(" · ".join([told.headings.aid, *told.variants, told.players]), 7.5)
        beside = len(rows) == 1 and subtitle + needed + 6 <= room
        middle = self.y - 2.2 * self.scale - side / 2 if beside else self.y + side / 2
        for row in rows:
            x = self.right - needed if beside else self.left
            for token, words, width in row:
                self.token(token, x, middle, side)
                cell = (x, middle - side, x + width + 0.1, middle + side)
                at = x + side + 1.0 * self.scale
                self.words(at, middle + self.mm(6) * 0.26, words, 6, cell, colour=self.theme.soft)
                x += width + gap
            middle += side + 0.9 * self.scale
        if not beside:
            self.y += len(rows) * (side + 0.9 * self.scale) + 1.2 * self.scale

    # -- words that may be bold in places

    def rich(self, text: str, points: float, room: float, most: int = 9) -> list[Line]:
        """Words in lines of a width, each run bold or not. The last line is no lone word where it can be helped."""
        lines = self.filled(text, points, room)
        if lone(lines):
            lines = next(self.rebroken(text, points, room, len(lines)), lines)
        if len(lines) > most:
            raise DoesNotFit(f'"{text}" has no room')
        return lines

    def rebroken(self, text: str, points: float, room: float, most: int) -> Iterator[list[Line]]:
        """The same words in as many lines, which end earlier so that the last is no lone word."""
        for part in LONE:
            with suppress(DoesNotFit):
                lines = self.filled(text, points, room - part * self.mm(points))
                if len(lines) == most and not lone(lines):
                    yield lines

    def filled(self, text: str, points: float, room: float) -> list[Line]:
        """Words in lines, each as full as can be."""
        lines: list[Line] = []
        used = 0.0
        for glue, runs in breaking.units(tuple(spans(text))):
            width = sum(self.wide(letters, points, bold) for letters, bold in runs)
            before = self.wide(glue, points) if glue else 0.0
            if not lines or used + before + width > room:
                lines.append(list(runs))
                used = width
            else:
                (first, bold), *others = runs
                last, was = lines[-1][-1]
                if was == bold:
                    lines[-1][-1] = (f"{last}{glue}{first}", bold)
                else:
                    lines[-1].append((f"{glue}{first}", bold))
                lines[-1] += others
                used += before + width
            if used > room + 0.01:
                raise DoesNotFit(f'"{"".join(letters for letters, _ in runs)}" has no room')
        return lines

    def put_rich(
        self, x: float, y: float, lines: Sequence[Line], points: float, room: float, colour: str | None = None
    ) -> None:
        """Lines whose block begins at a height."""
        step = self.mm(points) * 1.24
        base = y + self.mm(points) * 0.88
        for line in lines:
            at = x
            for run, bold in line:
                text = run.lstrip() if at == x else run
                if text != run:
                    at += self.wide(" ", points)
                gap = self.wide(" ", points) if text.startswith(" ") else 0.0
                cell = (x - 0.1, base - step, x + room + 0.3, base + step * 0.5)
                self.words(at + gap, base, text.strip(), points, cell, bold=bold, colour=colour)
                at += self.wide(text, points, bold)
            base += step

    def rich_height(self, lines: Sequence[Line], points: float) -> float:
        return len(lines) * self.mm(points) * 1.24

    # -- sections

    def section(self, section: Section, width: float) -> Measured:
        """A section with its rule and heading."""
        head = self.heading(section.title, section.note, width)
        body = self.body(section, width)

        def put(x: float, y: float) -> None:
            head.put(x, y)
            body.put(x, y + head.height)

        return Measured(head.height + body.height, put)

    def heading(self, title: str, note: str, width: float) -> Measured:
        points = max(10.0, HEADING / self.scale / self.theme.type_scale)
        lines = self.lines(title, points, width, 2, True)
        beside = note and len(lines) == 1 and self.wide(title, points, True) + 4 + self.wide(note, 6.3) <= width
        below = self.rich(note, 6.3, width, 2) if note and not beside else []
        high = 1.3 * self.scale + len(lines) * self.mm(points) * 1.1
        height = high + self.rich_height(below, 6.3) + 1.4 * self.scale

        def put(x: float, y: float) -> None:
            self.put(Rule(x, y, x + width, y, self.theme.accent, 0.9 if self.theme.bed else 0.5))
            base = y + 1.3 * self.scale + self.mm(points) * 0.86
            for line in lines:
                cell = (x, y, x + width, y + height)
                self.words(x, base, line, points, cell, bold=True, colour=self.theme.accent, role="H2")
                base += self.mm(points) * 1.1
            if beside:
                at = y + 1.3 * self.scale + self.mm(points) * 0.86
                self.words(
                    x + width, at, note, 6.3, (x, y, x + width + 0.1, y + height), colour=self.theme.soft, align="right"
                )
            self.put_rich(x, y + high, below, 6.3, width, self.theme.soft)

        return Measured(height, put)

    def body(self, section: Section, width: float) -> Measured:
        parts: list[Measured] = []
        if section.chain:
            parts.append(self.chain(section, width))
        elif section.text and section.form == "text":
            parts.append(self.prose(section.text, width))
        if section.form == "actions":
            parts.append(self.actions(section.rows, width))
        elif section.form in ("steps", "points"):
            parts += [
                self.point(row, width, str(at) if section.form == "steps" else "")
                for at, row in enumerate(section.rows, 1)
            ]
        elif section.form == "bonuses":
            parts += self.bonuses(section.rows, width)
        if section.table is not None:
            parts.append(self.table(section, width))
        if section.text and section.form != "text" and not section.chain:
            parts.append(self.prose(section.text, width))
        return stacked(parts, 0.6 * self.scale * self.tight)

    def prose(self, text: str, width: float) -> Measured:
        lines = self.rich(text, 7.2, width)
        return Measured(self.rich_height(lines, 7.2) + 0.4, lambda x, y: self.put_rich(x, y, lines, 7.2, width))

    def point(self, row: Row, width: float, number: str) -> Measured:
        """A name above its words; with a number in a circle for a step."""
        indent = 6.2 * self.scale if number else 0.0
        room = width - indent
        name = self.lines(row.name, 7.6, room, 2, True) if row.name else []
        words = self.rich(row.text, 7.2, room) if row.text else []
        top = len(name) * self.mm(7.6) * 1.2
        height = (
            max(top + self.rich_height(words, 7.2), 5.4 * self.scale if number else 0) + 0.7 * self.scale * self.tight
        )

        def put(x: float, y: float) -> None:
            if number:
                side = 4.8 * self.scale
                self.circle(x + side / 2, y + side / 2 + 0.2, side, 0.7)
                self.middle((x, y + 0.2, x + side, y + side + 0.2), number, 7, bold=True)
            base = y + self.mm(7.6) * 0.88
            for line in name:
                self.words(x + indent, base, line, 7.6, (x, y, x + width + 0.1, y + height + 1), bold=True)
                base += self.mm(7.6) * 1.2
            self.put_rich(x + indent, y + top, words, 7.2, room)

        return Measured(height, put)

    def bonuses(self, rows: Sequence[Row], width: float) -> list[Measured]:
        """A picture, a big number, the words."""
        side = 6.0 * self.scale
        number = max((self.wide(row.number, 10, True) for row in rows), default=0.0)
        pictures = max((self.cost_width(row.cost, side) for row in rows), default=0.0)
        if any(row.icon for row in rows):
            pictures = max(pictures, side)
        made = []
        for row in rows:
            start = pictures + (2.0 * self.scale if pictures else 0) + number + 2.2 * self.scale
            text = f"**{row.name}** {row.text}".strip() if row.name else row.text
            lines = self.rich(text, 7.2, width - start)
            height = max(side if pictures else self.mm(10), self.rich_height(lines, 7.2)) + self.scale * self.tight

            def put(
                x: float,
                y: float,
                row: Row = row,
                lines: list[Line] = lines,
                height: float = height,
                start: float = start,
            ) -> None:
                middle = y + height / 2
                if row.icon:
                    self.picture(x + (pictures - side) / 2, middle - side / 2, side, row.icon)
                elif row.cost:
                    self.cost(row.cost, x, middle, side)
                right = x + start - 2.2 * self.scale
                self.words(
                    right,
                    middle + self.mm(10) * 0.26,
                    row.number,
                    10,
                    (x, y, right + 0.1, y + height),
                    bold=True,
                    align="right",
                )
                top = middle - self.rich_height(lines, 7.2) / 2
                self.put_rich(x + start, top, lines, 7.2, width - start)

            made.append(Measured(height, put))
        return made

    def actions(self, rows: Sequence[Row], width: float) -> Measured:
        """Cost in pictures, name, words; every other row on a bed."""
        s = self.scale
        die = 6.2 * s
        cost = max((self.cost_width(row.cost, die) for row in rows), default=0.0)
        name = max((self.wide(row.name, 9, True) for row in rows), default=0.0)
        beside = width - cost - name - 7.5 * s >= 42 * s
        start = 1.4 * s + cost + (3.0 * s if cost else 0)
        measured = []
        for row in rows:
            if beside:
                lines = self.rich(row.text, 7.2, width - start - name - 3.6 * s - 1.2 * s, 3) if row.text else []
                names = [row.name]
                height = max(
                    (7.6 if cost else 6.0) * s * self.tight,
                    (die if row.cost else 0) + 0.9,
                    self.rich_height(lines, 7.2) + 1.6,
                )
            else:
                lines = self.rich(row.text, 7.0, width - start - 1.2 * s, 3) if row.text else []
                names = self.lines(row.name, 8.4, width - start - 1.2 * s, 2, True)
                high = self.rich_height(lines, 7.0) + len(names) * self.mm(8.4) * 1.15
                height = max(7.4 * s * self.tight, (die if row.cost else 0) + 0.9, high + 1.6)
            measured.append((row, names, lines, height))

        def put(x: float, y: float) -> None:
            for at, (row, names, lines, height) in enumerate(measured):
                self.row_of(at, x, y, width, height, 1.0 * s)
                middle = y + height / 2
                self.cost(row.cost, x + 1.4 * s, middle, die)
                cell = (x, y, x + width, y + height)
                if beside:
                    self.words(x + start, middle + self.mm(9) * 0.26, row.name, 9, cell, bold=True, role="TH")
                    top = middle - self.rich_height(lines, 7.2) / 2
                    left = start + name + 3.6 * s
                    self.put_rich(x + left, top, lines, 7.2, width - left - 1.0 * s)
                else:
                    high = self.rich_height(lines, 7.0) + len(names) * self.mm(8.4) * 1.15
                    base = middle - high / 2 + self.mm(8.4) * 0.86
                    for line in names:
                        self.words(x + start, base, line, 8.4, cell, bold=True, role="TH")
                        base += self.mm(8.4) * 1.15
                    self.put_rich(x + start, base - self.mm(8.4) * 0.86, lines, 7.0, width - start - 1.0 * s)
                y += height

        return Measured(sum(height for *_, height in measured), put)

    # -- pictures of costs

    def cost_width(self, cost: Sequence[Token], side: float) -> float:
        return sum(self.token_width(token, side) for token in cost) + 0.8 * self.scale * max(0, len(cost) - 1)

    def token_width(self, token: Token, side: float) -> float:
        return self.wide("+", 9, True) + 0.4 if token.name == "+" else side

    def row_of(self, at: int, x: float, y: float, width: float, height: float, corner: float) -> None:
        """What tells the rows of a table apart: a bed for every other one, in low ink a line between them."""
        if at % 2 == 0:
            self.bed(x, y, width, height, corner)
        if at and not self.theme.bed:
            self.behind.append(Rule(x, y, x + width, y, self.theme.hair, 0.25))

    def cost(self, cost: Sequence[Token], x: float, middle: float, side: float) -> None:
        for token in cost:
            self.token(token, x, middle, side)
            x += self.token_width(token, side) + 0.8 * self.scale

    def token(self, token: Token, x: float, middle: float, side: float) -> None:
        """One picture by its left edge and middle."""
        cx = x + side / 2
        cell = (x - 1, middle - side, x + side + 1, middle + side)
        if token.name == "+":
            self.words(
                x, middle + self.mm(9) * 0.26, "+", 9, (x - 1, middle - side, x + side, middle + side), bold=True
            )
        elif token.number and token.name == "heart":
            self.picture(x, middle - side / 2, side, "heart-outline")
            self.words(cx, middle + self.mm(7) * 0.2, token.number, 7, cell, bold=True, align="centre")
        elif token.number:
            self.put(
                Box(
                    x + side * 0.14, middle - side / 2, side * 0.72, side, self.theme.ink, 0.75, self.paper, side * 0.12
                )
            )
            self.words(cx, middle + self.mm(8) * 0.26, token.number, 8, cell, bold=True, align="centre")
        elif token.is_die:
            self.sign_die(token.name, cx, middle, side)
        else:
            self.picture(x, middle - side / 2, side, token.name)

    def sign_die(self, name: str, x: float, y: float, side: float) -> None:
        """A die with a face, or with what it must show: arrows are drawn."""
        if name not in ("any", "row", "column"):
            self.die(x, y, side, {">=": "≥"}.get(name, name))
            return
        self.put(Box(x - side / 2, y - side / 2, side, side, self.theme.ink, 0.75, self.paper, side * 0.2))
        self.put(Picture(x - side / 2, y - side / 2, side, "", name))  # said, and drawn here
        reach = side * 0.27
        if name == "column":
            self.arrow(x, y + reach, x, y - reach, both=True)
        else:
            self.arrow(x - reach, y, x + reach, y, both=name == "row")

    def arrow(self, x: float, y: float, to_x: float, to_y: float, both: bool = False) -> None:
        ink, head = self.theme.ink, 0.9 * self.scale
        self.put(Rule(x, y, to_x, to_y, ink, 0.6))
        for ex, ey, sx, sy in ((to_x, to_y, x, y), *([(x, y, to_x, to_y)] if both else [])):
            dx, dy = (ex > sx) - (ex < sx), (ey > sy) - (ey < sy)
            for side in (1, -1):
                self.put(Rule(ex, ey, ex - head * dx + head * dy * side, ey - head * dy + head * dx * side, ink, 0.6))

    def chain(self, section: Section, width: float) -> Measured:
        """Kinds joined by arrows, each in a tile with its value; the words beside or below."""
        s = self.scale
        tile, gap = 8.8 * s, 4.4 * s
        wide = len(section.chain) * tile + (len(section.chain) - 1) * gap
        if wide > width:
            raise DoesNotFit("the chain has no room")
        beside = width - wide >= 26 * s
        room = width - wide - 3.0 * s if beside else width
        lines = self.rich(section.text, 7.2, room) if section.text else []
        if beside and self.rich_height(lines, 7.2) > 1.45 * tile:
            beside, room = False, width  # else a column of single words
            lines = self.rich(section.text, 7.2, room)
        text = self.rich_height(lines, 7.2)
        height = max(tile, text) + 0.6 if beside else tile + 1.2 * s + text

        def put(x: float, y: float) -> None:
            top = y + (max(tile, text) - tile) / 2 if beside else y
            at = x
            for number, link in enumerate(section.chain):
                self.box(at, top, tile, tile, 0.7)
                self.picture(at + 0.7 * s, top + 0.5 * s, tile * 0.68, link.icon, link.label)
                if link.value:
                    self.words(
                        at + tile - 0.8 * s, top + tile - 0.9 * s, link.value, 7.5, (at, top, at + tile, top + tile),
                        bold=True, align="right",
                    )  # fmt: skip
                at += tile
                if number < len(section.chain) - 1:
                    self.arrow(at + 0.7 * s, top + tile / 2, at + gap - 0.7 * s, top + tile / 2)
                at += gap
            if beside:
                self.put_rich(x + wide + 3.0 * s, y + (max(tile, text) - text) / 2, lines, 7.2, room)
            else:
                self.put_rich(x, y + tile + 1.2 * s, lines, 7.2, room)

        return Measured(height, put)

    def table(self, section: Section, width: float) -> Measured:
        assert section.table is not None
        table = section.table
        s = self.scale
        heads = [self.rich(column, 6.3, 99, 1) for column in table.columns]
        widths = [
            max(self.wide(head, 6.3), *(self.wide(cells[at], 8, True) for _, cells in table.rows), 6 * s) + 2.6 * s
            for at, head in enumerate(table.columns)
        ]
        first = width - sum(widths)
        if first < 16 * s:
            widths = [(width - 16 * s) / len(widths)] * len(widths)
            first = 16 * s
        heads = [self.rich(column, 6.3, wide - 0.6, 3) for column, wide in zip(table.columns, widths, strict=True)]
        top = max((self.rich_height(head, 6.3) for head in heads), default=0) + 0.8
        rows = []
        for label, cells in table.rows:
            words = self.rich(label, 7.2, first - 1.2 * s, 3)
            inside = [self.rich(cell, 7.6, wide - 0.8, 3) for cell, wide in zip(cells, widths, strict=True)]
            high = max(self.rich_height(words, 7.2), *(self.rich_height(cell, 7.6) for cell in inside))
            rows.append((words, inside, max(high + 1.4, 5.4 * s * self.tight)))

        def put(x: float, y: float) -> None:
            at = x + first
            for head, wide in zip(heads, widths, strict=True):
                self.centred(at, wide, y, head, 6.3, self.theme.soft)
                at += wide
            y += top
            for number, (words, inside, high) in enumerate(rows):
                self.row_of(number, x, y, width, high, 0.8 * s)
                self.put_rich(x + 0.8 * s, y + (high - self.rich_height(words, 7.2)) / 2, words, 7.2, first)
                at = x + first
                for cell, wide in zip(inside, widths, strict=True):
                    self.centred(at, wide, y + (high - self.rich_height(cell, 7.6)) / 2, cell, 7.6, None, True)
                    at += wide
                y += high

        return Measured(top + sum(high for *_, high in rows), put)

    def centred(
        self,
        x: float,
        width: float,
        y: float,
        lines: Sequence[Line],
        points: float,
        colour: str | None,
        bold: bool = False,
    ) -> None:
        step = self.mm(points) * 1.24
        base = y + self.mm(points) * 0.88
        for line in lines:
            text = "".join(run for run, _ in line)
            cell = (x - 0.4, base - step, x + width + 0.4, base + step * 0.5)
            self.words(x + width / 2, base, text, points, cell, bold=bold, colour=colour, align="centre")
            base += step

    # -- scoring

    def scoring(self, told: Aid, width: float) -> list[Measured]:
        """Panels and remarks one below the other, the tie and the example; the first has the heading."""
        gap = self.between * 0.6
        parts = [spaced(part, self.gap) for part in self.panels(told, width)]
        if told.remarks:
            parts.append(spaced(stacked([self.prose(remark, width) for remark in told.remarks], 0), gap))
        elif parts:
            parts[-1] = spaced(parts[-1], gap - self.gap)
        closing = self.closing(told, width)
        if closing is not None:
            parts.append(closing)
        if told.panels:
            parts[0] = stacked([self.heading(told.headings.scoring, "", width), parts[0]], 0)
        return parts

    def panels(self, told: Aid, width: float) -> list[Measured]:
        """The numbers of the score, large, in rows of panels as wide as their words need."""
        if not told.panels:
            return []
        needs = [self.panel_needs(panel) for panel in told.panels]
        if max(needs) > width:
            raise DoesNotFit("a panel has no room")
        wishes = [min(max(need, self.panel_wish(panel)), width) for panel, need in zip(told.panels, needs, strict=True)]
        rows, roomy = panel_rows(needs, self.gap, width), panel_rows(wishes, self.gap, width)
        made = []
        for row in roomy if len(roomy) == len(rows) else rows:
            room = width - self.gap * (len(row) - 1)
            widths = shares([needs[at] for at in row], [wishes[at] for at in row], room)
            made.append(self.panel_row([told.panels[at] for at in row], widths))
        return made

    def panel_row(self, panels: Sequence[Panel], widths: Sequence[float]) -> Measured:
        """Panels side by side, with their pictures, their numbers and their names at one height each."""
        faces = [self.panel(panel, wide) for panel, wide in zip(panels, widths, strict=True)]
        level = [face for face in faces if face.number]
        above = max((face.above for face in level), default=0.0)
        number = max((face.number for face in level), default=0.0)
        levelled = above + number + max((face.below for face in level), default=0.0)
        high = max(levelled, *(face.height for face in faces))

        def put(x: float, y: float) -> None:
            for wide, face in zip(widths, faces, strict=True):
                self.bed(x, y, wide, high, 1.2 * self.scale, edge=True)
                if face.number:
                    face.put(x, y + (high - levelled) / 2, above, number)
                else:
                    face.put(x, y + (high - face.height) / 2, face.above, 0.0)
                x += wide + self.gap

        return Measured(high, put)

    def number_size(self, panel: Panel) -> float:
        return 15.0 if len(panel.numbers) <= 1 else 12.0 if len(panel.numbers) <= 3 else 10.0

    def number_needs(self, panel: Panel) -> list[float]:
        """The narrowest room of each number: its digits, or the longest word above it."""
        points = self.number_size(panel)
        return [
            max(
                self.wide(number.number, points, True) if number.number else 0.0,
                breaking.narrowest(number.caption, lambda text: self.wide(text, 6.3)),
                self.wide(number.caption, 6.3) / CAPTION,
                4.4 * self.scale if number.number == "__" else 0.0,
            )
            + 1.4 * self.scale
            for number in lead_and_numbers(panel)[1]
        ]

    def label_of(self, panel: Panel) -> str:
        """The names of a panel's lines; bold where no number stands above them."""
        label = panel.label
        return label if any(number.number for number in panel.numbers) and not panel.words else f"**{label}**"

    def panel_needs(self, panel: Panel) -> float:
        """The narrowest panel: its numbers side by side, its longest words."""
        lead, _ = lead_and_numbers(panel)
        longest = max(
            (
                breaking.narrowest(part, lambda letters, points=points, bold=bold: self.wide(letters, points, bold))  # type: ignore[misc]
                for text, points in ((self.label_of(panel), 7.2), (panel.note, 6.3), (lead, 6.3), (panel.words, 7.0))
                for part, bold in spans(text)
            ),
            default=0.0,
        )
        sentence = 30 * self.scale if panel.words else 15 * self.scale
        names = min(sum(self.wide(part, 7.2, bold) for part, bold in spans(self.label_of(panel))) / NAMES, sentence * 2)
        return max(sum(self.number_needs(panel)), longest + 0.6, sentence, names) + 2.2 * self.scale

    def panel_wish(self, panel: Panel) -> float:
        """A comfortable panel: its name in two lines, its note in two, a sentence in three."""
        texts = ((self.label_of(panel), 7.2, 2), (panel.note, 6.3, 2), (panel.words, 7.0, 3))
        wide = [
            sum(self.wide(part, points, bold) for part, bold in spans(text)) / lines * 1.15
            for text, points, lines in texts
        ]
        captioned = sum(
            max(need, self.wide(number.caption, 6.3) / 2 * 1.15 + 0.4)
            for need, number in zip(self.number_needs(panel), lead_and_numbers(panel)[1], strict=True)
        )
        return max(*wide, captioned) + 2.8 * self.scale

    def panel(self, panel: Panel, width: float) -> Face:
        s = self.scale
        room = width - 2.0 * s
        points = self.number_size(panel)
        label = self.rich(self.label_of(panel), 7.2, room)
        note = self.rich(panel.note, 6.3, room, 5) if panel.note else []
        words = self.rich(panel.words, 7.0, room) if panel.words else []
        icons_ = [icon for icon in panel.icons if icons.icon(icon)][:7]
        side = min(4.2 * s, (room - 0.4) / max(1, len(icons_)) - 0.6)
        lead, numbers = lead_and_numbers(panel)
        over = self.rich(lead, 6.3, room) if lead else []
        needs = self.number_needs(panel)
        spare = (room - sum(needs)) / max(1, len(needs))
        rooms = [need + spare for need in needs]
        captions = [
            self.rich(number.caption, 6.3, share - 0.4, 5) if number.caption else []
            for number, share in zip(numbers, rooms, strict=True)
        ]
        above = max((self.rich_height(caption, 6.3) for caption in captions), default=0.0)
        own = self.mm(points) * 1.12 if any(number.number for number in numbers) else 0.0
        led = self.rich_height(over, 6.3) + (0.4 * s if over else 0)
        top = 1.0 * s + (side + 0.6 if icons_ else 0)
        texts = self.rich_height(words, 7.0) + self.rich_height(label, 7.2) + self.rich_height(note, 6.3)

        def put(x: float, y: float, until: float, high: float) -> None:
            at = x + width / 2 - (len(icons_) * (side + 0.6) - 0.6) / 2
            for icon in icons_:
                self.picture(at, y + 1.0 * s, side, icon)
                at += side + 0.6
            left = begin = x + 1.0 * s
            y += until - above
            self.centred(left, room, y - led, over, 6.3, self.theme.soft)
            for value, caption, share in zip(numbers, captions, rooms, strict=True):
                self.centred(begin, share, y + above - self.rich_height(caption, 6.3), caption, 6.3, self.theme.soft)
                middle = begin + share / 2
                if value.number == "__":
                    wide = min(5.6 * s, share - 0.8)
                    self.dotted(middle - wide / 2, y + above + high / 2 - own * 0.47, wide, own * 0.78)
                elif value.number:
                    cell = (begin - 1, y + above - 1, begin + share + 1, y + above + high + 1)
                    base = y + above + high / 2 + self.mm(points) * 0.27
                    self.words(middle, base, value.number, points, cell, bold=True, align="centre")
                begin += share
            y += above + high
            for lines, size, colour in ((words, 7.0, None), (label, 7.2, None), (note, 6.3, self.theme.soft)):
                bold = bool(lines) and lines[0][0][1]
                self.centred(left, room, y, lines, size, colour, bold)
                y += self.rich_height(lines, size)

        return Face(top + led + above, own, texts + 1.4 * s, put)

    def closing(self, told: Aid, width: float) -> Measured | None:
        """The tie, and one example worked out."""
        said = []
        if told.tie:
            said.append(f"**{told.headings.tie}** {told.tie}")
        if told.example is not None:
            said.append(f"**{told.headings.example}** {breaking.kept(told.example.text)}")
        if not said:
            return None
        return stacked([self.prose(text, width) for text in said], 0.4 * self.scale)


def lone(lines: Sequence[Line]) -> bool:
    """Whether the last of several lines is one word or one Chinese character."""
    last = "".join(run for run, _ in lines[-1]).strip() if len(lines) > 1 else ""
    return breaking.lone(last)


def lead_and_numbers(panel: Panel) -> tuple[str, tuple[Number, ...]]:
    """What is said of all numbers of a panel, above them; and the numbers."""
    numbers = tuple(number for number in panel.numbers if number.number)
    if not numbers:
        return "", panel.numbers
    return " ".join(number.caption for number in panel.numbers if not number.number), numbers


def panel_rows(needs: Sequence[float], gap: float, width: float) -> list[list[int]]:
    """Which panels stand in which row: in as few rows as can be, each about as full, so that none is left alone."""

    def rows(room: float) -> list[list[int]]:
        made: list[list[int]] = [[]]
        for at, need in enumerate(needs):
            if made[-1] and sum(needs[other] + gap for other in made[-1]) + need > room:
                made.append([])
            made[-1].append(at)
        return made

    fewest = len(rows(width))
    runs = (sum(needs[i:j]) + gap * (j - i - 1) for i in range(len(needs)) for j in range(i + 1, len(needs) + 1))
    narrowest = min(
        (room + 0.001 for room in runs if max(needs) <= room <= width and len(rows(room + 0.001)) == fewest),
        default=width,
    )
    return rows(narrowest)


def shares(needs: Sequence[float], wishes: Sequence[float], width: float) -> list[float]:
    """A width shared out: to each what it needs, then towards what it wishes, what is left evenly."""
    wanted = sum(wishes) - sum(needs)
    spare = width - sum(needs)
    part = min(1.0, spare / wanted) if wanted > 0 else 1.0
    rest = max(0.0, spare - wanted) / len(needs)
    return [need + (wish - need) * part + rest for need, wish in zip(needs, wishes, strict=True)]


def spaced(thing: Measured, gap: float) -> Measured:
    """A thing with air below it."""
    return Measured(thing.height + gap, thing.put)


def stacked(parts: Sequence[Measured], gap: float) -> Measured:
    """Things below one another."""

    def put(x: float, y: float) -> None:
        for part in parts:
            part.put(x, y)
            y += part.height + gap

    return Measured(sum(part.height for part in parts) + gap * max(0, len(parts) - 1), put)
