"""The calibration sheet: is what comes out of the printer true to size, whole, and does the back meet the front?

The scale of the cross bears the numbers to be typed: they are read off, not worked out.
"""

from __future__ import annotations

from scoring.errors import Problem, UsageError
from scoring.words import Catalogue, signed
from sheets import breaking, fonts
from sheets.imposition import PLAIN, Printing, checked, grid, sides, turned_on
from sheets.placed import Area, Box, Page, Placed, Rule, Words
from sheets.style import MM, Paper, Theme

LONG = 100.0  # mm of the ruler
INCHES = 4
REACH = 10  # mm of a scale to each side of its middle
AWAY = 15.0  # mm from the middle of the cross to the scales
CORNER, CORNER_LENGTH = 5.0, 6.0
NARROWEST = 120.0


class _Sheet:
    """One side as it fills."""

    def __init__(self, words: Catalogue, paper: Paper, theme: Theme) -> None:
        self.said, self.paper, self.theme = words, paper, theme
        self.left, self.right = paper.margin, paper.width - paper.margin
        self.things: list[Placed] = []

    def line(self, x: float, y: float, to_x: float, to_y: float, weight: float = 0.35) -> None:
        self.things.append(Rule(x, y, to_x, to_y, self.theme.ink, weight))

    def text(
        self, x: float, y: float, text: str, points: float, *, bold: bool = False, role: str = "P", centre: bool = False
    ) -> None:
        size = points * self.theme.type_scale
        width = fonts.width(text, size, bold) / MM
        x -= width / 2 if centre else 0
        cell: Area = (self.left, y - 2 * size / MM, self.right, y + size / MM)
        colour = self.theme.accent if role == "H2" else self.theme.ink
        self.things.append(Words(x, y, text, size, bold, colour, width, cell, role))

    def paragraph(self, y: float, text: str, points: float = 7.5) -> float:
        """Lines of text across the sheet; where the next one would stand."""
        size = points * self.theme.type_scale
        room = self.right - self.left
        for line in breaking.wrapped(text, room, lambda part: fonts.width(part, size) / MM):
            self.text(self.left, y, line, points)
            y += size * 1.3 / MM
        return y

    def section(self, y: float, key: str) -> float:
        self.line(self.left, y, self.right, y, 0.9)
        size = 10 * self.theme.type_scale / MM
        self.text(self.left, y + 1.6 + size, self.said.say(key), 10, bold=True, role="H2")
        return y + 1.6 + size

    def corners(self) -> None:
        """A mark in each corner; one that is missing shows what the printer cannot reach."""
        width, height = self.paper.width, self.paper.height
        for x, inward in ((CORNER, 1), (width - CORNER, -1)):
            for y, down in ((CORNER, 1), (height - CORNER, -1)):
                self.line(x, y, x + inward * CORNER_LENGTH, y, 0.5)
                self.line(x, y, x, y + down * CORNER_LENGTH, 0.5)

    def page(self) -> Page:
        paper, theme = self.paper, self.theme
        return Page(paper.width, paper.height, paper.margin, theme.smallest, theme.fills, tuple(self.things), theme.ink)


def pages(words: Catalogue, paper: Paper, theme: Theme, printing: Printing) -> tuple[Page, Page]:
    """The calibration sheet's front and back. Raises UsageError when the paper is too small for it."""
    if paper.width < NARROWEST:
        hint = "print it on the paper that the printer holds, A5 or larger"
        raise UsageError(Problem(f"the calibration sheet does not fit on {paper.name}", None, hint))
    side = sides(grid(paper, PLAIN), False)
    edge = turned_on(side, checked(printing).flip)
    book = edge == "long"  # the sheet stands upright

    front = _Sheet(words, paper, theme)
    middle = _front(front, edge, book, printing)
    back = _Sheet(words, paper, theme)
    x, y = (paper.width - middle[0], middle[1]) if book else (middle[0], paper.height - middle[1])
    arm = AWAY + 4
    back.line(x - arm, y, x + arm, y, 0.5)
    back.line(x, y - arm, x, y + arm, 0.5)
    back.text(back.left, paper.margin + 4, words.say("sheet.calibration_back"), 7.5)
    return front.page(), back.page()


def _front(sheet: _Sheet, edge: str, book: bool, printing: Printing) -> tuple[float, float]:
    """Everything on the front; where the middle of its cross is."""
    say, theme, left, right = sheet.said.say, sheet.theme, sheet.left, sheet.right
    big = theme.type_scale
    top = sheet.paper.margin
    sheet.things.append(Box(left, top, right - left, theme.bar, fill=theme.accent))
    y = top + 3 + 21 * big * 0.76 / MM
    sheet.text(left, y, say("sheet.calibration"), 21, bold=True, role="H1")
    y = sheet.paragraph(y + 2 + 7.5 * big / MM, say("sheet.calibration_print", paper=sheet.paper.name))

    y = sheet.section(y + 2, "sheet.calibration_size") + 4
    for at in range(int(LONG) + 1):
        sheet.line(left + at, y, left + at, y + (4 if at % 10 == 0 else 3 if at % 5 == 0 else 1.8), 0.25)
        if at % (10 if big == 1 else 20) == 0:
            sheet.text(left + max(at, 0.8), y + 4.6 + 6 * big * 0.76 / MM, str(at), 6, role="Artifact", centre=True)
    sheet.line(left, y, left + LONG, y, 0.5)
    sheet.text(left + LONG + 3, y + 3, "mm", 6, role="Artifact")
    y += 9 + 6 * big / MM
    for at in range(INCHES * 8 + 1):
        x = left + at * 25.4 / 8
        sheet.line(x, y, x, y + (4 if at % 8 == 0 else 3 if at % 4 == 0 else 1.8), 0.25)
        if at % 8 == 0:
            sheet.text(max(x, left + 0.8), y + 4.6 + 6 * big * 0.76 / MM, str(at // 8), 6, role="Artifact", centre=True)
    sheet.line(left, y, left + INCHES * 25.4, y, 0.5)
    sheet.text(left + INCHES * 25.4 + 3, y + 3, "in", 6, role="Artifact")
    y = sheet.paragraph(y + 10 + 6 * big / MM, say("sheet.calibration_size_how"))

    y = sheet.section(y + 2, "sheet.calibration_whole")
    sheet.corners()
    y = sheet.paragraph(y + 1.5 + 7.5 * big / MM, say("sheet.calibration_whole_how", mm=sheet.said.number(CORNER)))

    y = sheet.section(y + 2, "sheet.calibration_back_to_front")
    y = sheet.paragraph(y + 1.5 + 7.5 * big / MM, say(f"sheet.calibration_flip_{edge}"))
    y = sheet.paragraph(y, say("sheet.calibration_read"))
    if printing.offset != (0, 0):
        x, down = printing.offset
        y = sheet.paragraph(y, say("sheet.calibration_moved", offset=f"{x:g},{down:g}"))
    middle = (sheet.paper.width / 2, y + AWAY + 6 + 6 * big / MM)
    _cross(sheet, middle, book)
    if middle[1] + AWAY + 6 > sheet.paper.height - sheet.paper.margin:
        hint = "print it in another theme, or on larger paper"
        raise UsageError(Problem(f"the calibration sheet does not fit on {sheet.paper.name}", None, hint))
    return middle


def _cross(sheet: _Sheet, middle: tuple[float, float], book: bool) -> None:
    """Two scales, a line each half millimetre, for the arms of the back's cross; they bear what --offset takes."""
    x, y = middle
    right = 1 if book else -1  # a cross too far to the right seen from here must be moved to the right, or to the left
    level, upright = y - AWAY, x - AWAY
    sheet.line(x - 1.5, y, x + 1.5, y, 0.25)
    sheet.line(x, y - 1.5, x, y + 1.5, 0.25)
    sheet.line(x - REACH, level, x + REACH, level, 0.35)
    sheet.line(upright, y - REACH, upright, y + REACH, 0.35)
    for half in range(-2 * REACH, 2 * REACH + 1):
        at = half / 2
        long = 3.4 if half % 10 == 0 else 2.2 if half % 2 == 0 else 1.2
        sheet.line(x + at, level - long, x + at, level, 0.25)
        sheet.line(upright - long, y + at, upright, y + at, 0.25)
    size = 6 * sheet.theme.type_scale / MM
    for at in (-REACH, -(REACH // 2), 0, REACH // 2, REACH):
        bold = abs(at) == REACH
        if bold or sheet.theme.type_scale == 1:  # larger type has no room between
            sheet.text(x + at, level - 4.4, _plus(right * at), 6, bold=bold, role="Artifact", centre=True)
        sheet.text(
            upright - 3.9 - size, y + at + size * 0.36, _plus(-right * at), 6, bold=bold, role="Artifact", centre=True
        )
    sheet.text(x + REACH + 4 * sheet.theme.type_scale, level - 4.4, sheet.said.say("sheet.calibration_across"), 6)
    sheet.text(upright, y + REACH + 1.5 + size, sheet.said.say("sheet.calibration_down"), 6, centre=True)


def _plus(number: int) -> str:
    return f"+{number}" if number > 0 else signed(number)
