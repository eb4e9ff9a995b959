"""Pages → folding cards: several pages side by side on one, with dotted lines where it is folded.

Two panels printed on both sides are a leaflet: the first page is its cover, the second and third lie inside. More
panels, or one printed side, are folded like a fan, in reading order.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.errors import Problem, UsageError
from sheets.placed import Box, Page, Placed, Rule, Words
from sheets.style import Paper

MOST_PANELS = 4
LINE, WEIGHT, DOTS = "#565F58", 0.6, (0.01, 2.3)


def unfolded(panel: Paper, many: int) -> Paper:
    """The whole card, upright, as a paper of its own."""
    width, height = sorted((panel.width * many, panel.height))
    return Paper(f"{panel.name}, {many} panels", width, height, panel.margin)


def cards(
    pages: Sequence[Page], panel: Paper, many: int, both_sides: bool
) -> tuple[tuple[Page, ...], tuple[Page, ...]]:
    """Fronts and backs of folding cards with these pages on their panels. Raises UsageError for pages that lie."""
    if any(page.width > page.height for page in pages):
        raise UsageError(Problem("this sheet lies on its side, and cannot be folded", None, "leave out --fold"))
    fronts: list[Page] = []
    backs: list[Page] = []
    size = many * 2 if both_sides else many
    for first in range(0, len(pages), size):
        here: list[Page | None] = [*pages[first : first + size]]
        here += [None] * (size - len(here))
        if both_sides and many == 2:
            cover, left, right, last = here
            fronts.append(joined([last, cover], panel, pages[0]))
            backs.append(joined([left, right], panel, pages[0]))
        else:
            fronts.append(joined(here[:many], panel, pages[0]))
            if both_sides:
                backs.append(joined(here[many:], panel, pages[0]))
    return tuple(fronts), tuple(backs)


def joined(pages: Sequence[Page | None], panel: Paper, like: Page) -> Page:
    """Pages side by side as one, and the lines it is folded on; None leaves a panel free."""
    things: list[Placed] = []
    for at, page in enumerate(pages):
        x = at * panel.width
        if at:
            length = panel.height - 2 * panel.margin
            things.append(Box(x, panel.margin, 0, length, LINE, WEIGHT, None, 0, DOTS, True))
        if page is not None:
            things += [moved(thing, x) for thing in page.things]
    return like.but(width=panel.width * len(pages), height=panel.height, things=tuple(things))


def moved(thing: Placed, by: float) -> Placed:
    """A thing further to the right, in mm."""
    if isinstance(thing, Rule):
        return thing.but(x=thing.x + by, to_x=thing.to_x + by)
    if isinstance(thing, Words):
        left, top, right, bottom = thing.cell
        return thing.but(x=thing.x + by, cell=(left + by, top, right + by, bottom))
    return thing.but(x=thing.x + by)
