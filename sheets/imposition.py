"""Pages → sheets of paper: several pages on one, in the order they have after the cut, fronts and backs.

Cutting a pile of printed sheets gives a pile for each place on the sheet. Laid on one another, the first on top, these
piles are the pages in their order: each pile holds a stretch of them. A back lies where it meets its front when the
paper is turned over, so it is mirrored across the edge that the paper is turned on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import ceil, log, sqrt

from scoring.errors import Problem, UsageError, did_you_mean
from scoring.frozen import Frozen
from sheets import folding, style
from sheets.placed import Copy, Page, Rule, Sheet
from sheets.style import Paper

MARK, MARK_WEIGHT, MARK_FROM_EDGE = 5.0, 0.35, 1.5
MARK_COLOUR = "#1B211D"
MOST_PER_PAGE = 32
MOST_COPIES = 500
MOST_PAGES = 500  # sides of paper in one file
MOST_OFFSET = 15.0  # mm; a printer that is off by more needs another remedy
MARGINS = (2.0, 40.0)
EDGES = ("long", "short")
HALF = 0.38  # of the height that is left, at least, by a sheet so short that two may stand on the paper
NEARLY = 0.8  # of its size, at least, that one of two must have
NEARLY_HOME = 0.9  # and about the size that sheets have on A5
LARGER = 1.15  # times its size, at least, that a short sheet must have where it lies
SAME = 0.6  # mm by which a cell may differ from a paper that has a name


class Printing(Frozen):
    """How pages come onto paper: what a person asks for, nothing of it tied to a game."""

    per_page: str = ""  # a number, or a smaller paper's name; nothing: one, or a short one twice
    copies: int | None = None
    duplex: bool = False
    flip: str = ""  # long or short; nothing: as a book is turned
    offset: tuple[float, float] = (0.0, 0.0)  # of the backs: mm to the right, mm down
    margin: float | None = None
    fillable: bool = False  # with fields to type in
    fold: int = 1  # panels of a card that is folded to the size of `per_page`


PLAIN = Printing()


class Grid(Frozen):
    """The places on an upright sheet of paper: columns × rows of upright cells; the sheet may lie for it."""

    paper: Paper
    cell: Paper
    columns: int
    rows: int
    turned: bool  # whether the sheet lies when its cells stand

    @property
    def many(self) -> int:
        return self.columns * self.rows


class Side(Frozen):
    """One side of the paper, its places in reading order, and where it is cut."""

    width: float
    height: float
    places: tuple[tuple[float, float], ...]
    cell_width: float
    cell_height: float
    upright_cuts: tuple[float, ...]
    level_cuts: tuple[float, ...]


# -- what is asked for


def grid(paper: Paper, printing: Printing) -> Grid:
    """The cells of a sheet of paper. Raises UsageError when so many, or so large ones, are not to be had."""
    asked = printing.per_page.strip() or "1"
    if re.fullmatch(r"[0-9]{1,4}", asked):
        many = int(asked)
        if not 1 <= many <= MOST_PER_PAGE:
            raise UsageError(Problem(f"{many} per page: it can be 1 to {MOST_PER_PAGE}"))
        return _divided(paper, many, printing.margin)
    if asked.lower() not in style.PAPERS:
        names = [known.name for known in style.PAPERS.values()]
        hint = did_you_mean(asked, names, f"a number, or one of: {', '.join(names)}")
        raise UsageError(Problem(f'"{asked}" per page is no number and no paper', None, hint))
    cell = style.paper(asked)
    return _filled(paper, cell if printing.fold == 1 else folding.unfolded(cell, printing.fold), printing.margin)


def _divided(paper: Paper, many: int, margin: float | None) -> Grid:
    """So many equal cells; of all ways the one whose cells are most like a sheet of paper."""
    if many == 1:
        return Grid(paper, with_margin(paper, margin), 1, 1, False)

    def odd(way: tuple[int, int, bool]) -> float:
        columns, rows, turned = way
        width, height = _size(paper, turned)
        return abs(log((height / rows) / (width / columns)) - log(sqrt(2)))

    ways = [(columns, many // columns, turned) for turned in (False, True) for columns in _divisors(many)]
    columns, rows, turned = min(ways, key=odd)
    width, height = _size(paper, turned)
    return Grid(paper, _cell(paper, width / columns, height / rows, many, margin), columns, rows, turned)


def _filled(paper: Paper, cell: Paper, margin: float | None) -> Grid:
    """As many cells of a size as there is room for."""
    ways = []
    for turned in (False, True):
        width, height = _size(paper, turned)
        ways.append((int((width + SAME) // cell.width), int((height + SAME) // cell.height), turned))
    columns, rows, turned = max(ways, key=lambda way: way[0] * way[1])
    if columns * rows == 0:
        raise UsageError(Problem(f"{cell.name} is larger than {paper.name}", None, "choose a larger --paper"))
    return Grid(paper, with_margin(cell, margin), columns, rows, turned)


def nearly_as_large(halves: Sequence[Page], wholes: Sequence[Page]) -> bool:
    """Whether a sheet on half the paper is as good to write on: a little smaller, and about as large as on A5."""
    return len(halves) == len(wholes) and all(
        half.size >= max(NEARLY * whole.size, min(whole.size, NEARLY_HOME))
        for half, whole in zip(halves, wholes, strict=True)
    )


def much_larger(across: Sequence[Page], upright: Sequence[Page]) -> bool:
    """Whether a short sheet is so much larger on the long side of the paper that it is worth to turn it."""
    return len(across) == len(upright) and all(
        wide.size >= LARGER * high.size for wide, high in zip(across, upright, strict=True)
    )


def lying(paper: Paper) -> Paper:
    """The paper on its long side."""
    return Paper(paper.name, paper.height, paper.width, paper.margin)


def is_short(pages: Sequence[Page]) -> bool:
    """Whether a sheet leaves about half of a paper larger than A5 white, so that it could stand there twice."""
    widest = style.PAPERS["a5"].width
    return all(page.height > page.width > widest and page.free > HALF * page.height for page in pages)


def _size(paper: Paper, turned: bool) -> tuple[float, float]:
    return (paper.height, paper.width) if turned else (paper.width, paper.height)


def _divisors(many: int) -> list[int]:
    return [n for n in range(1, many + 1) if many % n == 0]


def _cell(paper: Paper, width: float, height: float, many: int, margin: float | None) -> Paper:
    """A part of a sheet as a paper of its own, with the margin that its size asks for."""
    width, height = sorted((width, height))
    for known in style.PAPERS.values():
        if abs(known.width - width) < SAME and abs(known.height - height) < SAME:
            return with_margin(Paper(known.name, width, height, known.margin), margin)
    name = f"1/{many} of {paper.name}"
    fitting = min(style.PAPERS.values(), key=lambda known: abs(known.width - width))
    return with_margin(Paper(name, width, height, fitting.margin), margin)


def with_margin(paper: Paper, margin: float | None) -> Paper:
    """The paper with a person's own margin."""
    if margin is None:
        return paper
    least, most = MARGINS
    if not least <= margin <= most:
        raise UsageError(Problem(f"a margin of {margin:g} mm: it can be {least:g} to {most:g}"))
    return Paper(paper.name, paper.width, paper.height, margin)


def offset(text: str) -> tuple[float, float]:
    """`1.5,-0.5` → the two numbers. Raises UsageError."""
    found = re.fullmatch(r"\s*([-+−]?\d{1,3}(?:\.\d{1,3})?)\s*,\s*([-+−]?\d{1,3}(?:\.\d{1,3})?)\s*", text)
    if not found:
        hint = "write two numbers of mm with a comma between, right and down, such as 1.5,-0.5"
        raise UsageError(Problem(f'"{text}" is no offset', None, hint))
    return checked_offset(*(float(part.replace("−", "-")) for part in found.groups()))


def checked_offset(x: float, y: float) -> tuple[float, float]:
    """An offset that a printer may have. Raises UsageError."""
    if max(abs(x), abs(y)) > MOST_OFFSET:
        raise UsageError(Problem(f"an offset of {x:g},{y:g} mm: each can be at most {MOST_OFFSET:g}"))
    return x, y


def checked(printing: Printing) -> Printing:
    """What is asked for, if it can be. Raises UsageError."""
    if printing.flip and printing.flip not in EDGES:
        hint = did_you_mean(printing.flip, EDGES, "it is long or short")
        raise UsageError(Problem(f'there is no "{printing.flip}" edge to flip on', None, hint))
    if printing.copies is not None and not 1 <= printing.copies <= MOST_COPIES:
        raise UsageError(Problem(f"{printing.copies} copies: it can be 1 to {MOST_COPIES}"))
    checked_offset(*printing.offset)
    if not 1 <= printing.fold <= folding.MOST_PANELS:
        raise UsageError(Problem(f"{printing.fold} panels: a card can have 2 to {folding.MOST_PANELS}"))
    if printing.fold > 1 and printing.per_page.strip().lower() not in style.PAPERS:
        what = "--fold needs the size of the folded card"
        raise UsageError(Problem(what, None, "name it with --per-page, such as --per-page card --fold 2"))
    if printing.fillable and (printing.per_page not in ("", "1") or printing.duplex or (printing.copies or 1) > 1):
        what = "a fillable sheet is one form: it cannot be there several times, or have a back"
        raise UsageError(Problem(what, None, "leave out --per-page, --copies and --duplex; for more players --players"))
    return printing


# -- where it lies


def sides(made: Grid, lying: bool) -> Side:
    """A side of the paper for pages that stand, or lie: the paper turns with them."""
    width, height = _size(made.paper, made.turned)
    columns, rows = made.columns, made.rows
    wide, high = made.cell.width, made.cell.height
    if lying:
        width, height, columns, rows, wide, high = height, width, rows, columns, high, wide
    left, top = (width - columns * wide) / 2, (height - rows * high) / 2
    across = [left + n * wide for n in range(columns + 1)]
    down = [top + n * high for n in range(rows + 1)]
    return Side(
        width,
        height,
        tuple((x, y) for y in down[:-1] for x in across[:-1]),
        wide,
        high,
        tuple(x for x in across if SAME < x < width - SAME),
        tuple(y for y in down if SAME < y < height - SAME),
    )


def marks(side: Side) -> tuple[Rule, ...]:
    """Short lines at the edge of the paper where it is cut, and only there."""
    made: list[Rule] = []
    start, end = MARK_FROM_EDGE, MARK_FROM_EDGE + MARK
    for x in side.upright_cuts:
        for y, to_y in ((start, end), (side.height - end, side.height - start)):
            made.append(Rule(x, y, x, to_y, MARK_COLOUR, MARK_WEIGHT))
    for y in side.level_cuts:
        for x, to_x in ((start, end), (side.width - end, side.width - start)):
            made.append(Rule(x, y, to_x, y, MARK_COLOUR, MARK_WEIGHT))
    return tuple(made)


def stacked(many: int, places: int) -> list[list[int | None]]:
    """For each sheet, which of so many pages lies at which place: after the cut the piles follow one another.

    >>> stacked(6, 2)
    [[0, 3], [1, 4], [2, 5]]
    >>> stacked(5, 2)
    [[0, 3], [1, 4], [2, None]]
    """
    high = ceil(many / places)
    return [
        [page if (page := place * high + sheet) < many else None for place in range(places)] for sheet in range(high)
    ]


def turned_on(side: Side | Sheet, flip: str) -> str:
    """The edge that the paper is turned over on; as a book is turned, unless said."""
    return flip or ("long" if side.height >= side.width else "short")


def mirrored(side: Side, flip: str) -> Callable[[float, float], tuple[float, float]]:
    """Where the back of a place lies, seen from behind."""
    like_a_book = (turned_on(side, flip) == "long") == (side.height >= side.width)

    def behind(x: float, y: float) -> tuple[float, float]:
        return (side.width - x - side.cell_width, y) if like_a_book else (x, side.height - y - side.cell_height)

    return behind


def impose(
    fronts: Sequence[Page],
    backs: Sequence[Page],
    made: Grid,
    printing: Printing,
    name: str = "",
    back_name: str = "",
) -> tuple[Sheet, ...]:
    """Sheets of paper with all pages on them; with backs, front and back of each sheet follow one another.

    Raises UsageError for more pages than anybody would print at once.
    """
    pairs = [
        (fronts[at % len(fronts)], backs[at % len(backs)] if backs else None)
        for at in range(max(len(fronts), len(backs)))
    ]
    copies = printing.copies or max(1, made.many // len(pairs))
    many = len(pairs) * copies
    printed = ceil(many / made.many) * (2 if backs else 1)
    if printed > MOST_PAGES:
        what = f"{printed} pages of paper in one file; at most {MOST_PAGES} are possible"
        raise UsageError(Problem(what, None, "fewer --copies, or more on a sheet of paper with --per-page"))
    named: set[int] = set()
    sheets: list[Sheet] = []
    for order in stacked(many, made.many):
        front: list[Copy] = []
        back: list[Copy] = []
        leader = pairs[next(number for number in order if number is not None) % len(pairs)][0]
        side = sides(made, leader.width > leader.height)
        behind = mirrored(side, printing.flip)
        for place, number in zip(side.places, order, strict=True):
            if number is None:
                continue
            page, reverse = pairs[number % len(pairs)]
            front.append(_laid(page, side, *place))
            if reverse is not None:
                x, y = behind(*place)
                back.append(_laid(reverse, side, x + printing.offset[0], y + printing.offset[1]))
        first = [copy.page for copy in front if id(copy.page) not in named]
        named |= {id(copy.page) for copy in front}
        sheets.append(Sheet(side.width, side.height, tuple(front), marks(side), _name(name, fronts, first)))
        if backs:
            first = [copy.page for copy in back if id(copy.page) not in named]
            named |= {id(copy.page) for copy in back}
            sheets.append(Sheet(side.width, side.height, tuple(back), (), _name(back_name, backs, first)))
    return tuple(sheets)


def _laid(page: Page, side: Side, x: float, y: float) -> Copy:
    """A page in its place; turned by a quarter if it lies where others stand."""
    turned = (page.width > page.height) != (side.cell_width > side.cell_height)
    return Copy(page, x, y, turned)


def _name(name: str, pages: Sequence[Page], first: Sequence[Page]) -> str:
    """The bookmark of a sheet on which pages are for the first time."""
    if not first or not name:
        return ""
    numbers = [str(at + 1) for at, page in enumerate(pages) if any(page is other for other in first)]
    return name if len(pages) == 1 else f"{name} {', '.join(numbers)}"
