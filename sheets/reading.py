"""A page → how it is read aloud: what is text, in what order, and as what; the rest is decoration.

Words and pictures are read in the order in which they were placed. Each run of things that belongs together is a
leaf; leaves hang in a tree of headings, paragraphs, figures and tables. A row of a table is what was placed from one
TH to the next and stands at its height: the name with its icon and note, then what is written beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from scoring.frozen import Frozen
from sheets.placed import Area, Page, Picture, Words

CLOSE = 0.3  # mm that a thing may stand out of its row
HEADINGS = ("H1", "H2", "H3")
CELLS = ("TH", "TD")
LETTERS = 2  # of a sign that stands for a name


class Element(Frozen):
    """A node of the tree: a tag of PDF, what hangs below it (elements, or numbers of leaves), words for a picture."""

    tag: str
    kids: tuple[Element | int, ...]
    alt: str = ""
    scope: str = ""  # of a TH: Row or Column


class Reading(Frozen):
    """The tree of a page; for each thing of the page the number of its leaf, None for decoration; each leaf's tag."""

    elements: tuple[Element, ...]
    leaf_of: tuple[int | None, ...]
    tags: tuple[str, ...]


class Leaf(Frozen):
    """What is read in one breath."""

    number: int
    role: str
    area: Area
    alt: str = ""
    short: bool = False  # a letter that stands for a name

    @property
    def tag(self) -> str:
        return "Figure" if self.alt else self.role


Kid: TypeAlias = "Element | int"


def reading(page: Page) -> Reading:
    """How a page is read."""
    leaves: list[Leaf] = []
    leaf_of: list[int | None] = []
    before: Words | None = None
    for thing in page.things:
        if isinstance(thing, Words) and thing.role != "Artifact":
            if before is None or not _goes_on(before, thing):
                leaves.append(Leaf(len(leaves), thing.role, thing.cell, short=len(thing.text) <= LETTERS))
            leaf_of.append(len(leaves) - 1)
            before = thing
            continue
        before = None
        if isinstance(thing, Picture) and thing.alt:
            area = (thing.x, thing.y, thing.x + thing.size, thing.y + thing.size)
            leaves.append(Leaf(len(leaves), "Figure", area, thing.alt))
            leaf_of.append(len(leaves) - 1)
        else:
            leaf_of.append(None)
    elements = tuple(_elements(leaves))
    return Reading(elements, tuple(leaf_of), _tags(elements, len(leaves)))


def _goes_on(before: Words, word: Words) -> bool:
    """Whether a line of text is the next line of the one before it."""
    kept = (before.role, before.cell, before.size, before.bold) == (word.role, word.cell, word.size, word.bold)
    return kept and before.y < word.y < before.y + 2 * (before.area[3] - before.area[1])


def _elements(leaves: Sequence[Leaf]) -> list[Element]:
    bands = list(dict.fromkeys((leaf.area[1], leaf.area[3]) for leaf in leaves if leaf.role in CELLS))
    made: list[Element] = []
    rows: list[Element] = []
    at = 0
    while at < len(leaves):
        band = _band(leaves[at], bands)
        end = at + 1
        if band is not None:
            while end < len(leaves) and _band(leaves[end], bands) == band:
                end += 1
        if band is not None and any(leaf.role in CELLS for leaf in leaves[at:end]):
            rows.append(_row(leaves[at:end]))
        else:
            if rows:
                made.append(Element("Table", tuple(rows)))
                rows = []
            made += [_plain(leaf) for leaf in leaves[at:end]]
        at = end
    if rows:
        made.append(Element("Table", tuple(rows)))
    return made


def _band(leaf: Leaf, bands: Sequence[tuple[float, float]]) -> tuple[float, float] | None:
    """The height of the row that a leaf stands in; headings stand in none."""
    if leaf.role in HEADINGS:
        return None
    top, bottom = leaf.area[1], leaf.area[3]
    if leaf.role in CELLS:
        return top, bottom
    return next((band for band in bands if top >= band[0] - CLOSE and bottom <= band[1] + CLOSE), None)


def _plain(leaf: Leaf) -> Element:
    return Element(leaf.tag, (leaf.number,), leaf.alt)


def _row(leaves: Sequence[Leaf]) -> Element:
    """One row: icons and letters go into the name that follows them, notes into the name they stand under."""
    letters = {
        leaf.number
        for leaf, after in pairwise(leaves)
        if leaf.short and leaf.role == after.role == "TH" and not after.short
    }
    heads = sum(leaf.role == "TH" and leaf.number not in letters for leaf in leaves)
    scope = "Row" if heads == 1 or any(leaf.role == "TD" for leaf in leaves) else "Column"
    cells: list[tuple[str, Area, list[Kid]]] = []
    waiting: list[Kid] = []
    for leaf in leaves:
        inner: Kid = leaf.number if leaf.role in CELLS else _inside(leaf, "Span")
        if leaf.number in letters:
            waiting.append(Element("Span", (leaf.number,)))
        elif leaf.role in CELLS:
            cells.append((leaf.role, leaf.area, [*waiting, inner]))
            waiting = []
        elif cells and cells[-1][1] == leaf.area:
            cells[-1][2].append(inner if cells[-1][0] == "TH" else _inside(leaf, ""))
        elif not cells:
            waiting.append(inner)
        else:
            cells.append(("TD", leaf.area, [_inside(leaf, "")]))
    return Element(
        "TR", tuple(Element(role, tuple(kids), scope=scope if role == "TH" else "") for role, _, kids in cells)
    )


def _inside(leaf: Leaf, tag: str) -> Kid:
    """A leaf inside a cell: a figure, or words with a tag of their own, or just words."""
    if leaf.alt:
        return Element("Figure", (leaf.number,), leaf.alt)
    return Element(tag, (leaf.number,)) if tag else leaf.number


def _tags(elements: Sequence[Element], many: int) -> tuple[str, ...]:
    """The tag under which each leaf is marked: that of the element it hangs in."""
    tags = ["P"] * many
    waiting = list(elements)
    while waiting:
        element = waiting.pop()
        for kid in element.kids:
            if isinstance(kid, int):
                tags[kid] = element.tag
            else:
                waiting.append(kid)
    return tuple(tags)
