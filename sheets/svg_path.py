"""A drawing's outline: the text of an SVG path → moves, lines, curves and closings.

Icons are kept as text (`icons.yaml`) so that paper and the offline page draw the same shapes. The page hands
the text to the browser; paper needs it in pieces, and these are they. Pieces are in the icon's own
coordinates (origin top left, y down), always absolute, arcs and quadratic curves turned into cubic ones: what
any PDF library can draw.

>>> parse("M2 2h3v3z")
(('move', 2.0, 2.0), ('line', 5.0, 2.0), ('line', 5.0, 5.0), ('close',))
"""

import re
from math import atan2 as angle_of
from math import ceil, cos, hypot, isfinite, pi, radians, sin, sqrt, tan
from typing import Literal, TypeAlias

Move: TypeAlias = tuple[Literal["move"], float, float]
Line: TypeAlias = tuple[Literal["line"], float, float]
Curve: TypeAlias = tuple[Literal["curve"], float, float, float, float, float, float]
Close: TypeAlias = tuple[Literal["close"]]
Segment: TypeAlias = Move | Line | Curve | Close
Point: TypeAlias = tuple[float, float]

# What follows each letter: n a number, f a flag. A flag is one digit, so the next may be glued to it ("011").
TAKES = dict(M="nn", L="nn", H="n", V="n", C="nnnnnn", S="nnnn", Q="nnnn", T="nn", A="nnnffnn", Z="")  # noqa: C408
SPACE = re.compile(r"[ \t\r\n\f]*")
COMMA = re.compile(r"[ \t\r\n\f]*,?[ \t\r\n\f]*")
NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
FLAG = re.compile(r"[01]")


class PathError(ValueError):
    """The text is no SVG path; says where it stops making sense."""


def parse(d: str) -> tuple[Segment, ...]:
    """The pieces of a path, in the order they are drawn."""
    pieces: list[Segment] = []
    at = start = (0.0, 0.0)  # the pen, and where the figure began: a closing takes the pen back there
    handle: Point | None = None  # the last curve's second handle, which S and T mirror …
    handle_of = ""  # … if the last letter was of their family
    closed = False
    for letter, numbers in _commands(d):
        command = letter.upper()
        if letter.islower():
            numbers = _absolute(command, numbers, at)
        if closed and command not in "MZ":
            pieces.append(("move", *start))  # SVG lets a figure go on after z, a PDF does not
        closed = command == "Z"
        mirrored = _mirror(handle, at) if handle is not None and command + handle_of in {"SC", "TQ"} else at
        handle, handle_of = None, ""
        match command, numbers:
            case "M", (x, y):
                pieces.append(("move", x, y))
                at = start = (x, y)
            case "L", (x, y):
                pieces.append(("line", x, y))
                at = (x, y)
            case "H", (x,):
                at = (x, at[1])
                pieces.append(("line", *at))
            case "V", (y,):
                at = (at[0], y)
                pieces.append(("line", *at))
            case "C", (x1, y1, x2, y2, x, y):
                pieces.append(("curve", x1, y1, x2, y2, x, y))
                at, handle, handle_of = (x, y), (x2, y2), "C"
            case "S", (x2, y2, x, y):
                pieces.append(("curve", *mirrored, x2, y2, x, y))
                at, handle, handle_of = (x, y), (x2, y2), "C"
            case "Q", (x1, y1, x, y):
                pieces.append(_quadratic(at, (x1, y1), (x, y)))
                at, handle, handle_of = (x, y), (x1, y1), "Q"
            case "T", (x, y):
                pieces.append(_quadratic(at, mirrored, (x, y)))
                at, handle, handle_of = (x, y), mirrored, "Q"
            case "A", (rx, ry, turn, large, sweep, x, y):
                pieces.extend(_arc(at, (rx, ry), turn, bool(large), bool(sweep), (x, y)))
                at = (x, y)
            case _:
                pieces.append(("close",))
                at = start
    return tuple(pieces)


def _commands(d: str) -> list[tuple[str, tuple[float, ...]]]:
    """Each letter with its numbers; a letter that is left out (`L1 1 2 2`) is put back."""
    found: list[tuple[str, tuple[float, ...]]] = []
    place = _skip(SPACE, d, 0)
    while place < len(d):
        letter = d[place]
        if letter.upper() not in TAKES or not letter.isascii():
            raise PathError(f"{letter!r} is no command of a path, at place {place + 1} of {_short(d)!r}")
        if not found and letter not in "Mm":
            raise PathError(f"a path begins with M, not with {letter!r}: {_short(d)!r}")
        place += 1
        again = True
        while again:
            numbers: list[float] = []
            for nth, what in enumerate(TAKES[letter.upper()]):
                place = _skip(COMMA if nth else SPACE, d, place)
                match = (FLAG if what == "f" else NUMBER).match(d, place)
                if match is None:
                    raise PathError(_wanted(letter, what, d, place))
                numbers.append(float(match.group()))
                if not isfinite(numbers[-1]):
                    raise PathError(f"a number is too large, at place {place + 1} of {_short(d)!r}")
                place = match.end()
            found.append((letter, tuple(numbers)))
            letter = {"M": "L", "m": "l"}.get(letter, letter)  # further pairs after a move are lines
            after = _skip(COMMA, d, place)
            again = bool(numbers) and NUMBER.match(d, after) is not None
            place = after if again else _skip(SPACE, d, place)
    return found


def _skip(gap: re.Pattern[str], d: str, place: int) -> int:
    match = gap.match(d, place)
    return match.end() if match else place


def _wanted(letter: str, what: str, d: str, place: int) -> str:
    """What should have stood here, for the message."""
    takes = len(TAKES[letter.upper()])
    numbers = "1 number" if takes == 1 else f"{takes} numbers"
    wanted = "a flag (0 or 1)" if what == "f" else "a number"
    met = f"met {d[place]!r} at place {place + 1}" if place < len(d) else "the path ends"
    return f"{letter!r} takes {numbers}: {wanted} is missing, {met} of {_short(d)!r}"


def _short(d: str) -> str:
    return d if len(d) <= 60 else d[:57] + "…"


def _absolute(command: str, numbers: tuple[float, ...], at: Point) -> tuple[float, ...]:
    """Numbers counted from the pen → from the corner of the icon."""
    x, y = at
    match command, numbers:
        case "H", (dx,):
            return (x + dx,)
        case "V", (dy,):
            return (y + dy,)
        case "A", (*shape, dx, dy):  # the radii, the turn and the flags are no places
            return (*shape, x + dx, y + dy)
        case _:
            return tuple(n + (y if nth % 2 else x) for nth, n in enumerate(numbers))


def _mirror(handle: Point, at: Point) -> Point:
    return (2 * at[0] - handle[0], 2 * at[1] - handle[1])


def _quadratic(begin: Point, handle: Point, end: Point) -> Curve:
    """A curve with one handle, as one with two: each lies two thirds of the way to it."""
    (x0, y0), (x1, y1), (x, y) = begin, handle, end
    first = (x0 + (x1 - x0) * 2 / 3, y0 + (y1 - y0) * 2 / 3)
    second = (x + (x1 - x) * 2 / 3, y + (y1 - y) * 2 / 3)
    return ("curve", *first, *second, x, y)


def _arc(begin: Point, radii: Point, turn: float, large: bool, sweep: bool, end: Point) -> list[Segment]:
    """An arc of an ellipse, as curves of a quarter turn at most (SVG 2, appendix B.2)."""
    rx, ry = abs(radii[0]), abs(radii[1])
    if begin == end:
        return []
    if not rx or not ry:
        return [("line", *end)]
    (x0, y0), (x1, y1) = begin, end
    c, s = cos(radians(turn)), sin(radians(turn))

    # Half the chord, in the ellipse's own axes; an ellipse too small to span it grows until it does.
    hx, hy = (c * (x0 - x1) + s * (y0 - y1)) / 2, (c * (y0 - y1) - s * (x0 - x1)) / 2
    reach = hypot(hx / rx, hy / ry)
    if reach > 1:
        rx, ry = rx * reach, ry * reach
    # From here on in units of the radii, where the ellipse is a circle of radius 1.
    ux, uy = hx / rx, hy / ry
    span = ux * ux + uy * uy
    away = sqrt(max(0.0, 1 / span - 1)) * (-1 if large == sweep else 1)
    mx, my = away * uy, -away * ux  # the middle of the circle
    first = angle_of(uy - my, ux - mx)
    through = angle_of(-uy - my, -ux - mx) - first
    if sweep and through < 0:
        through += 2 * pi
    elif not sweep and through > 0:
        through -= 2 * pi

    def place(x: float, y: float) -> Point:
        """From the circle back to the icon."""
        x, y = (x + mx) * rx, (y + my) * ry
        return (c * x - s * y + (x0 + x1) / 2, s * x + c * y + (y0 + y1) / 2)

    count = max(1, ceil(abs(through) / (pi / 2) - 1e-9))
    step = through / count
    pull = 4 / 3 * tan(step / 4)  # how far the handles lie from the ends of each curve
    curves: list[Segment] = []
    for nth in range(count):
        a, b = first + nth * step, first + (nth + 1) * step
        one = place(cos(a) - pull * sin(a), sin(a) + pull * cos(a))
        two = place(cos(b) + pull * sin(b), sin(b) - pull * cos(b))
        stop = end if nth == count - 1 else place(cos(b), sin(b))  # the last ends exactly where the text says
        curves.append(("curve", *one, *two, *stop))
    return curves
