"""Things of a page → the drawing operators of PDF, written out: a content stream, line by line.

Colour, weight of line and font are said only when they change. A shape is written once for its size and moved to its
place, so the same box in another place costs one line. ReportLab's own calls would say everything anew for each thing,
and take three times as long.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

from sheets.icons import Icon
from sheets.placed import Box, Rule, Words
from sheets.style import MM

ROUND = 0.5523  # how far the handles of a curve reach to make a quarter of a circle
ICON_LINE, ICON_EDGE = 0.07, 0.09  # of an icon's side in mm, as weights in pt

Letters: TypeAlias = Callable[[str, bool], Sequence[tuple[str, str]]]  # a text → its runs: a font's name, its codes


class Pen:
    """Draws on one page, or one form, of a height in mm."""

    def __init__(self, code: list[str], height: float, letters: Letters) -> None:
        self.code, self.height, self.letters = code, height, letters
        self.stroke: tuple[str | None, float] = (None, 0.0)
        self.fill: str | None = None
        self.font: tuple[str, float] = ("", 0.0)

    def box(self, box: Box) -> None:
        if box.edge:
            self._stroked(box.edge, box.weight)
        if box.fill:
            self._filled(box.fill)
        dash = (*box.dash, int(box.round_dots)) if box.dash else None
        shape = _shape(box.width, box.height, box.corner, box.edge is not None, box.fill is not None, dash)
        left, foot = box.x * MM, (self.height - box.y - box.height) * MM
        self.code.append(f"q 1 0 0 1 {left:.2f} {foot:.2f} cm {shape} Q")

    def rule(self, rule: Rule) -> None:
        self._stroked(rule.colour, rule.weight)
        y, to_y = (self.height - rule.y) * MM, (self.height - rule.to_y) * MM
        self.code.append(f"{rule.x * MM:.2f} {y:.2f} m {rule.to_x * MM:.2f} {to_y:.2f} l S")

    def words(self, words: Words) -> None:
        self._filled(words.colour)
        said = []
        for name, codes in self.letters(words.text, words.bold):
            if (name, words.size) != self.font:
                self.font = (name, words.size)
                said.append(f"{name} {words.size:.2f} Tf")
            said.append(f"<{codes}> Tj")
        left, base = words.x * MM, (self.height - words.y) * MM
        self.code.append(f"BT {left:.2f} {base:.2f} Td {' '.join(said)} ET")

    def _stroked(self, colour: str, weight: float) -> None:
        if (colour, weight) != self.stroke:
            self.stroke = (colour, weight)
            self.code.append(f"{rgb(colour)} RG {weight:.2f} w")

    def _filled(self, colour: str) -> None:
        if colour != self.fill:
            self.fill = colour
            self.code.append(f"{rgb(colour)} rg")


@lru_cache
def rgb(colour: str) -> str:
    """`#1F5A3C` as three parts of one."""
    return " ".join(f"{int(colour[at : at + 2], 16) / 255:.3f}" for at in (1, 3, 5))


@lru_cache(maxsize=5_000)
def _shape(
    width: float, height: float, corner: float, edge: bool, fill: bool, dash: tuple[float, float, int] | None
) -> str:
    """A rectangle with its foot left at nothing; in mm, all but the dashes."""
    w, h = width * MM, height * MM
    r = min(corner * MM, w / 2, h / 2)
    pattern = f"[{dash[0]:g} {dash[1]:g}] 0 d {dash[2]} J " if dash else ""
    paint = "B" if edge and fill else "S" if edge else "f" if fill else "n"
    if r <= 0:
        return f"{pattern}0 0 {w:.2f} {h:.2f} re {paint}"
    near, right, top = r * (1 - ROUND), w - r, h - r
    return (
        f"{pattern}{r:.2f} 0 m {right:.2f} 0 l {w - near:.2f} 0 {w:.2f} {near:.2f} {w:.2f} {r:.2f} c "
        f"{w:.2f} {top:.2f} l {w:.2f} {h - near:.2f} {w - near:.2f} {h:.2f} {right:.2f} {h:.2f} c "
        f"{r:.2f} {h:.2f} l {near:.2f} {h:.2f} 0 {h - near:.2f} 0 {top:.2f} c "
        f"0 {r:.2f} l 0 {near:.2f} {near:.2f} 0 {r:.2f} 0 c h {paint}"
    )


# -- icons


def icon_placed(drawing: Icon, x: float, y: float, side: float) -> str:
    """The transformation that puts an icon's grid, whose y goes down, with its top left corner at x, y; all in pt."""
    scale = side / drawing.box
    return f"{scale:.4f} 0 0 {-scale:.4f} {x:.2f} {y:.2f} cm"


@lru_cache
def icon_code(drawing: Icon, fills: bool, ink: str) -> str:
    """An icon on its own grid, in colour or as an outline."""
    per_point = drawing.box / MM  # a weight in pt of an icon of 1 mm, on the grid
    said = [f"1 j 1 J {rgb(ink)} RG"]
    for part in drawing.parts:
        line = part.role == "line"
        said.append(f"{(ICON_LINE if line else ICON_EDGE) * (1.0 if fills else 0.9) * per_point:.3f} w")
        if not line:
            said.append(f"{rgb(part.fill if fills else '#FFFFFF')} rg")
        for step, *numbers in part.path:
            operator = {"move": "m", "line": "l", "curve": "c"}.get(str(step), "h")
            said.append(" ".join([*(f"{float(number):.3f}" for number in numbers), operator]))
        said.append("S" if line else "B")
    return "\n".join(said)
