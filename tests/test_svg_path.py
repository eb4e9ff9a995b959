"""Paths of icons: text → moves, lines, curves, closings."""

from importlib.resources import files
from math import hypot

import pytest
import yaml

from sheets.svg_path import PathError, Segment, parse

STRAIGHT = [
    # what it shows, the text, its pieces
    ("nothing", "", ""),
    ("only spaces", "  \n", ""),
    ("one point", "M1 2", "move 1 2"),
    ("all straight letters", "M1 2L3 4H5V6Z", "move 1 2, line 3 4, line 5 4, line 5 6, close"),
    ("the same, relative", "m1 2l2 2h2v2z", "move 1 2, line 3 4, line 5 4, line 5 6, close"),
    ("pairs after M are lines", "M1 1 2 2 3 1", "move 1 1, line 2 2, line 3 1"),
    ("pairs after m are relative lines", "m1 1 2 2 3 1", "move 1 1, line 3 3, line 6 4"),
    ("a letter may be left out", "M0 0H1 2V3 4", "move 0 0, line 1 0, line 2 0, line 2 3, line 2 4"),
    ("commas and no spaces", "M1,2L3,4", "move 1 2, line 3 4"),
    ("a comma between pairs", "M1 2,3 4", "move 1 2, line 3 4"),
    ("glued signs", "M1-2l-3-4", "move 1 -2, line -2 -6"),
    ("glued points", "M.5.5l-.5.25", "move 0.5 0.5, line 0 0.75"),
    ("exponents", "M1e1 2E-1", "move 10 0.2"),
    ("plus signs and bare points", "M+1 2.", "move 1 2"),
    (
        "relative m after z counts from the beginning",
        "M2 3h4v4zm1 1h1",
        "move 2 3, line 6 3, line 6 7, close, move 3 4, line 4 4",
    ),
    ("a figure that goes on after z", "M2 3h4zv5", "move 2 3, line 6 3, close, move 2 3, line 2 8"),
    ("z twice", "M1 1h1zz", "move 1 1, line 2 1, close, close"),
]

CURVED = [
    # the same without the first move
    ("C", "M0 0C1 2 3 4 5 6", "curve 1 2 3 4 5 6"),
    ("c counts from the pen", "M1 1c1 2 3 4 5 6", "curve 2 3 4 5 6 7"),
    ("c again, from the new place", "M0 0c1 1 2 2 3 3 1 1 2 2 3 3", "curve 1 1 2 2 3 3, curve 4 4 5 5 6 6"),
    ("S mirrors the last handle", "M0 0C0 2 2 4 4 4S8 6 8 8", "curve 0 2 2 4 4 4, curve 6 4 8 6 8 8"),
    ("s, relative", "M0 0c0 2 2 4 4 4s4 2 4 4", "curve 0 2 2 4 4 4, curve 6 4 8 6 8 8"),
    ("S alone has no handle to mirror", "M1 1S3 3 4 1", "curve 1 1 3 3 4 1"),
    ("S does not mirror a Q", "M0 0Q3 3 6 0S8 8 9 0", "curve 2 2 4 2 6 0, curve 6 0 8 8 9 0"),
    ("Q becomes cubic", "M0 0Q3 3 6 0", "curve 2 2 4 2 6 0"),
    ("T mirrors Q", "M0 0Q3 3 6 0T12 0", "curve 2 2 4 2 6 0, curve 8 -2 10 -2 12 0"),
    (
        "T mirrors a T",
        "M0 0Q3 3 6 0t6 0 6 0",
        "curve 2 2 4 2 6 0, curve 8 -2 10 -2 12 0, curve 14 2 16 2 18 0",
    ),
    ("T alone is straight", "M0 0T3 3", "curve 0 0 1 1 3 3"),
]

ARCS = [
    # a quarter circle of radius 1 has its handles 0.5523 from its ends
    ("a quarter, clockwise on the page", "M1 0A1 1 0 0 1 2 1", "curve 1.5523 0 2 0.4477 2 1"),
    ("a quarter, the other way", "M1 0A1 1 0 0 0 2 1", "curve 1 0.5523 1.4477 1 2 1"),
    ("relative", "M1 0a1 1 0 0 1 1 1", "curve 1.5523 0 2 0.4477 2 1"),
    ("flags glued to each other and to the number", "M1 0a1 1 0 011 1", "curve 1.5523 0 2 0.4477 2 1"),
    ("flags glued to a point", "M1 0a.5.5 0 01.5.5", "curve 1.2761 0 1.5 0.2239 1.5 0.5"),
    ("flags with commas", "M1,0A1,1,0,0,1,2,1", "curve 1.5523 0 2 0.4477 2 1"),
    ("radii without a sign", "M1 0A-1 -1 0 0 1 2 1", "curve 1.5523 0 2 0.4477 2 1"),
    ("an ellipse", "M2 0A2 1 0 0 1 4 1", "curve 3.1046 0 4 0.4477 4 1"),
    ("an ellipse on its side", "M2 0A1 2 90 0 1 4 1", "curve 3.1046 0 4 0.4477 4 1"),
    (
        "half a circle is two curves",
        "M0 1A1 1 0 0 1 2 1",
        "curve 0 0.4477 0.4477 0 1 0, curve 1.5523 0 2 0.4477 2 1",
    ),
    (
        "radii too small grow",
        "M0 1A.1 .1 0 0 1 2 1",
        "curve 0 0.4477 0.4477 0 1 0, curve 1.5523 0 2 0.4477 2 1",
    ),
    (
        "the long way round is three",
        "M1 0A1 1 0 1 0 2 1",
        "curve 0.4477 0 0 0.4477 0 1, curve 0 1.5523 0.4477 2 1 2, curve 1.5523 2 2 1.5523 2 1",
    ),
    ("no radius is a line", "M0 0A0 5 0 0 1 3 4", "line 3 4"),
    ("to where the pen is: nothing", "M3 4A5 5 0 1 1 3 4", ""),
]

WRONG = [
    # the text, what the message says
    ("L1 1", "begins with M, not with 'L'"),
    ("1 2", "'1' is no command of a path, at place 1"),
    ("M1 1X2 2", "'X' is no command of a path, at place 5"),
    ("M1 1ℓ2 2", "'ℓ' is no command"),
    ("M1", "'M' takes 2 numbers: a number is missing, the path ends"),
    ("M1 1L", "'L' takes 2 numbers: a number is missing, the path ends"),
    ("M1 1L2 2 3", "'L' takes 2 numbers: a number is missing, the path ends"),
    ("M1 1H", "'H' takes 1 number: a number is missing"),
    ("M1 1C1 2 3 4 5Z", "'C' takes 6 numbers: a number is missing, met 'Z' at place 15"),
    ("M1 1A1 1 0 2 0 3 3", "'A' takes 7 numbers: a flag (0 or 1) is missing, met '2' at place 12"),
    ("M1 1a1 1 0 0.5 1 3 3", "a flag (0 or 1) is missing, met '.'"),
    ("M1 1Z2 2", "'2' is no command of a path, at place 6"),
    ("M1 1,", "',' is no command of a path, at place 5"),
    ("M1,,2", "a number is missing, met ',' at place 4"),
    ("M1 1e999", "a number is too large"),
    ("M1 inf", "a number is missing, met 'i'"),
    ("M1 ٣", "a number is missing"),
]


def same(found: tuple[Segment, ...], expected: str) -> None:
    wanted = [piece.split() for piece in expected.split(", ") if piece]
    assert [piece[0] for piece in found] == [kind for kind, *_ in wanted]
    for piece, (_, *numbers) in zip(found, wanted, strict=True):
        assert piece[1:] == pytest.approx([float(number) for number in numbers], abs=1e-3)


@pytest.mark.parametrize(("text", "pieces"), [case[1:] for case in STRAIGHT], ids=[case[0] for case in STRAIGHT])
def test_lines(text: str, pieces: str) -> None:
    same(parse(text), pieces)


@pytest.mark.parametrize(("text", "pieces"), [case[1:] for case in CURVED], ids=[case[0] for case in CURVED])
def test_curves(text: str, pieces: str) -> None:
    same(parse(text)[1:], pieces)


@pytest.mark.parametrize(("text", "pieces"), [case[1:] for case in ARCS], ids=[case[0] for case in ARCS])
def test_arcs(text: str, pieces: str) -> None:
    same(parse(text)[1:], pieces)


@pytest.mark.parametrize(("text", "message"), WRONG, ids=[case[0] for case in WRONG])
def test_a_mistake_is_told_with_its_place(text: str, message: str) -> None:
    with pytest.raises(PathError) as caught:
        parse(text)
    assert message in str(caught.value)


def test_a_long_path_is_shortened_in_the_message() -> None:
    with pytest.raises(PathError) as caught:
        parse("M0 0" + "L1 1" * 500 + "L1")
    assert len(str(caught.value)) < 200


def test_an_arc_ends_exactly_where_the_text_says() -> None:
    assert parse("M.1 .2A3 2 33 1 0 .7 .3")[-1][-2:] == (0.7, 0.3)


@pytest.mark.parametrize("flags", ["0 0", "0 1", "1 0", "1 1"])
def test_every_point_of_an_arc_lies_on_its_circle(flags: str) -> None:
    """The four arcs of radius 5 from (0, 0) to (6, 0) have their middle at (3, 4) or (3, −4)."""
    middle = (3, -4) if flags in {"0 0", "1 1"} else (3, 4)
    at = (0.0, 0.0)
    for piece in parse(f"M0 0A5 5 0 {flags} 6 0")[1:]:
        assert piece[0] == "curve"
        x1, y1, x2, y2, x, y = piece[1:]
        for t in (0.0, 0.25, 0.5, 0.75, 1.0):
            u = 1 - t
            px = u**3 * at[0] + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t**3 * x
            py = u**3 * at[1] + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t**3 * y
            assert hypot(px - middle[0], py - middle[1]) == pytest.approx(5, abs=0.002)
        at = (x, y)
    assert at == (6, 0)


def test_pieces_are_frozen_and_can_be_kept() -> None:
    assert {parse("M1 1h2"): "kept"}[parse("M1 1 H3")] == "kept"


ICONS = yaml.safe_load((files("sheets") / "icons.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("icon", ICONS)
def test_every_icon_says_where_it_is_from_and_stays_inside_its_box(icon: str) -> None:
    drawing = ICONS[icon]
    assert drawing.keys() == {"name", "box", "fill", "source", "licence", "parts"}
    assert drawing["licence"] == ("MIT" if drawing["source"] == "own" else "Apache-2.0")
    for part in drawing["parts"]:
        assert part.keys() == ({"role", "d"} if part["role"] == "line" else {"role", "fill", "d"})
        pieces = parse(part["d"])
        assert pieces[0][0] == "move"
        assert part["role"] == "line" or pieces[-1][0] == "close" or _comes_back(pieces)
        for piece in pieces:
            assert all(0 <= number <= drawing["box"] for number in piece[-2:] if not isinstance(number, str))


def _comes_back(pieces: tuple[Segment, ...]) -> bool:
    """A filled figure without z is drawn with its outline open, unless it ends where it began."""
    begin = next(piece for piece in reversed(pieces) if piece[0] == "move")
    return pieces[-1][-2:] == pytest.approx(begin[1:], abs=0.02)
