"""What lies on a page, measured and placed: drawing decides nothing any more.

Lengths in mm from the top left corner, y down; sizes of type and weights of lines in pt. Because a page is plain data,
whether everything fits is asked of it in memory, before anything is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from scoring.frozen import Frozen
from sheets.style import MM

Area: TypeAlias = tuple[float, float, float, float]  # left, top, right, bottom


class Box(Frozen):
    """A rectangle: filled, edged, both; dashed by (on, off) in pt, with round corners in mm."""

    x: float
    y: float
    width: float
    height: float
    edge: str | None = None
    weight: float = 0.0
    fill: str | None = None
    corner: float = 0.0
    dash: tuple[float, float] | None = None
    round_dots: bool = False


class Rule(Frozen):
    """A straight line."""

    x: float
    y: float
    to_x: float
    to_y: float
    colour: str
    weight: float
    head: bool = False  # an arrow's head at its end


class Words(Frozen):
    """One line of text on its baseline. `cell` is the area that it must stay in."""

    x: float
    y: float
    text: str
    size: float
    bold: bool
    colour: str
    width: float  # measured, mm
    cell: Area
    role: str = "P"  # what it is for a reader: H1, H2, P, TH, TD

    @property
    def area(self) -> Area:
        """What it covers: from the top of its capitals to the foot of its descenders, about."""
        rise, fall = self.size * 0.74 / MM, self.size * 0.22 / MM
        return self.x, self.y - rise, self.x + self.width, self.y + fall


class Picture(Frozen):
    """An icon, square, by its name; without a name the words for something that is drawn of lines."""

    x: float
    y: float
    size: float
    icon: str
    alt: str


Placed: TypeAlias = Box | Rule | Words | Picture


class Field(Frozen):
    """A place to type in on the screen, or a box to tick: it lies over what is drawn, and shows nothing of its own."""

    x: float
    y: float
    width: float
    height: float
    name: str  # one of a kind in the whole file
    label: str  # said when the mouse rests on it, and read aloud
    kind: str = "text"  # text, lines (several of them), tick, button
    size: float = 10.0  # of type, pt
    align: str = "centre"
    computed: bool = False  # the script fills it; people may type over it
    bold: bool = False
    caption: str = ""  # on a button
    value: str = ""  # what stands in it from the start
    look: str = "cross"  # of a box that is ticked: cross, ring around what is printed there, fill
    plain: bool = False  # the script does not know it

    @property
    def area(self) -> Area:
        return self.x, self.y, self.x + self.width, self.y + self.height


class Page(Frozen):
    """One page, ready to be drawn."""

    width: float
    height: float
    margin: float
    smallest: float  # type, pt
    fills: bool  # whether icons are filled
    things: tuple[Placed, ...]
    ink: str = "#1B211D"
    fields: tuple[Field, ...] = ()  # in the order of the Tab key
    script: str = ""  # of the form that this page begins
    size: float = 1.0  # how large it is drawn: its scale, less where rows are pressed
    free: float = 0.0  # height that rows of their usual height leave at its foot

    def saying(self, alt: Callable[[Picture], str]) -> Page:
        """The same page with other words for its pictures."""
        things = tuple(
            Picture(thing.x, thing.y, thing.size, thing.icon, alt(thing)) if isinstance(thing, Picture) else thing
            for thing in self.things
        )
        return self.but(things=things)

    @property
    def words(self) -> Iterator[Words]:
        return (thing for thing in self.things if isinstance(thing, Words))


class Copy(Frozen):
    """A page lying somewhere on a sheet of paper, upright or turned by a quarter to the left."""

    page: Page
    x: float
    y: float
    turned: bool = False

    @property
    def area(self) -> Area:
        """What it covers of the sheet."""
        width, height = (self.page.height, self.page.width) if self.turned else (self.page.width, self.page.height)
        return self.x, self.y, self.x + width, self.y + height


class Sheet(Frozen):
    """One side of a sheet of paper as it goes through the printer: pages, and marks where it is cut."""

    width: float
    height: float
    copies: tuple[Copy, ...]
    marks: tuple[Rule, ...] = ()
    name: str = ""  # in the list of bookmarks


CLOSE = 0.05  # mm that are no fault
SMALLEST_TICK = 2.0  # mm: the side of a box that a finger or a mouse still meets


def faults(page: Page) -> list[str]:
    """Everything that does not fit: text out of its cell, over the margins, over other text, or too small."""
    found: list[str] = []
    words = list(page.words)
    for word in words:
        left, top, right, bottom = word.area
        inner = (page.margin, page.margin, page.width - page.margin, page.height - page.margin)
        for name, (x0, y0, x1, y1) in (("cell", word.cell), ("page", inner)):
            if left < x0 - CLOSE or top < y0 - CLOSE or right > x1 + CLOSE or bottom > y1 + CLOSE:
                found.append(f'"{word.text}" leaves its {name}')
        if word.size < page.smallest - 0.01:
            found.append(f'"{word.text}" is {word.size:.1f} pt, less than {page.smallest:.0f}')
    for at, one in enumerate(words):
        found += [
            f'"{one.text}" lies over "{other.text}"' for other in words[at + 1 :] if _overlap(one.area, other.area)
        ]
    for thing in page.things:
        if isinstance(thing, Box | Picture):
            width = thing.width if isinstance(thing, Box) else thing.size
            height = thing.height if isinstance(thing, Box) else thing.size
            if thing.x < page.margin - 1 or thing.x + width > page.width - page.margin + 1:
                found.append(f"{type(thing).__name__} at {thing.x:.0f} leaves the page sideways")
            if thing.y < page.margin - 1 or thing.y + height > page.height - page.margin + 1:
                found.append(f"{type(thing).__name__} at {thing.y:.0f} leaves the page upwards or downwards")
    for at, field in enumerate(page.fields):
        left, top, right, bottom = field.area
        if min(left, top) < page.margin - 1 or right > page.width - page.margin + 1:
            found.append(f'field "{field.name}" leaves the page')
        if bottom > page.height - page.margin + 1:
            found.append(f'field "{field.name}" leaves the page at its foot')
        least = SMALLEST_TICK * MM if field.kind == "tick" else max(field.size, page.smallest - 0.01)
        if min(field.height, field.width) * MM < least or (field.kind != "tick" and field.size < least):
            found.append(f'field "{field.name}" is too small')
        found += [
            f'field "{field.name}" lies over "{other.name}"'
            for other in page.fields[at + 1 :]
            if _overlap(field.area, other.area)
        ]
    return found


def _overlap(one: Area, other: Area) -> bool:
    return (
        one[0] < other[2] - CLOSE
        and other[0] < one[2] - CLOSE
        and one[1] < other[3] - CLOSE
        and other[1] < one[3] - CLOSE
    )
