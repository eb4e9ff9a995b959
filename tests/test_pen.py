"""What the pen writes: operators of PDF for known things, each state said once."""

from __future__ import annotations

import pytest

from sheets.icons import Icon, Part
from sheets.pen import Pen, icon_code, icon_placed, rgb
from sheets.placed import Box, Rule, Words

INCH = 25.4  # mm, 72 pt


def letters(text: str, bold: bool) -> list[tuple[str, str]]:
    """Runs as a font would give them: upper-case letters stand in a second font."""
    assert not bold
    return [(f"/F{1 + run.isupper()}", run.encode("ascii").hex()) for run in text.split("|")]


def drawn(*things: Box | Rule | Words) -> list[str]:
    pen = Pen([], 2 * INCH, letters)
    for thing in things:
        {Box: pen.box, Rule: pen.rule, Words: pen.words}[type(thing)](thing)  # type: ignore[operator]
    return pen.code


def words(text: str, size: float = 8, colour: str = "#000000", x: float = INCH) -> Words:
    return Words(x, INCH, text, size, False, colour, 9, (0, 0, 99, 99))


def test_a_line_goes_up_from_the_foot_of_the_page() -> None:
    rule = Rule(0, 0, INCH, 2 * INCH, "#FF0000", 0.55)
    assert drawn(rule) == ["1.000 0.000 0.000 RG 0.55 w", "0.00 144.00 m 72.00 0.00 l S"]


def test_a_rectangle_stands_on_its_foot_and_is_filled_edged_or_both() -> None:
    place = (INCH, 0.5 * INCH, INCH, INCH)
    assert drawn(Box(*place, fill="#FFFFFF"))[1] == "q 1 0 0 1 72.00 36.00 cm 0 0 72.00 72.00 re f Q"
    assert drawn(Box(*place, "#000000", 1.0))[1].endswith(" re S Q")
    assert drawn(Box(*place, "#000000", 1.0, "#FFFFFF"))[-1].endswith(" re B Q")


def test_dashes_end_with_their_box() -> None:
    made = drawn(
        Box(0, 0, INCH, INCH, "#000000", 1.0, dash=(0.01, 2.3), round_dots=True), Rule(0, 0, 1, 1, "#000000", 1.0)
    )
    assert "[0.01 2.3] 0 d 1 J 0 0 72.00" in made[1]
    assert made[1].startswith("q ")
    assert made[1].endswith(" Q")


def test_a_round_corner_is_no_larger_than_half_its_box() -> None:
    (*_, circle) = drawn(Box(0, 0, INCH, INCH, "#000000", 1.0, corner=99))
    assert "36.00 0 m 36.00 0 l" in circle, "nothing straight is left"
    numbers = [float(part) for part in circle.removeprefix("q 1 0 0 1 0.00 72.00 cm").split() if part[-1].isdigit()]
    assert min(numbers) == 0
    assert max(numbers) == 72
    assert sorted(set(numbers))[1] == pytest.approx(36 - 36 * 0.5523, abs=0.01), "curves of a circle"


def test_colours_weights_and_fonts_are_said_when_they_change() -> None:
    thin, thick = Rule(0, 0, 1, 1, "#000000", 0.5), Rule(0, 0, 1, 1, "#000000", 1.5)
    assert [line for line in drawn(thin, thin, thick, thick, thin) if "RG" in line] == [
        "0.000 0.000 0.000 RG 0.50 w",
        "0.000 0.000 0.000 RG 1.50 w",
        "0.000 0.000 0.000 RG 0.50 w",
    ]
    made = drawn(words("a"), words("b"), words("c", 9), words("d", 9, "#FF0000"), words("D|e"))
    assert [line for line in made if line.endswith("rg")] == [
        "0.000 0.000 0.000 rg",
        "1.000 0.000 0.000 rg",
        "0.000 0.000 0.000 rg",
    ]
    assert [line for line in made if line.startswith("BT")] == [
        "BT 72.00 72.00 Td /F1 8.00 Tf <61> Tj ET",
        "BT 72.00 72.00 Td <62> Tj ET",
        "BT 72.00 72.00 Td /F1 9.00 Tf <63> Tj ET",
        "BT 72.00 72.00 Td <64> Tj ET",
        "BT 72.00 72.00 Td /F2 8.00 Tf <44> Tj /F1 8.00 Tf <65> Tj ET",
    ]


@pytest.mark.parametrize(
    ("colour", "parts"),
    [("#000000", "0.000 0.000 0.000"), ("#FFFFFF", "1.000 1.000 1.000"), ("#336699", "0.200 0.400 0.600")],
)
def test_a_colour_is_three_parts_of_one(colour: str, parts: str) -> None:
    assert rgb(colour) == parts


ICON = Icon(
    "Leaf",
    24,
    (
        Part("leaf", "#336699", (("move", 0, 0), ("line", 24, 0), ("curve", 1, 2, 3, 4, 5, 6), ("close",))),
        Part("line", "#336699", (("move", 1, 1), ("line", 2, 2))),
    ),
)


def test_an_icon_is_drawn_on_its_own_grid_filled_or_as_an_outline() -> None:
    weight = 0.09 * 24 * INCH / 72
    filled, outline = icon_code(ICON, True, "#000000").splitlines(), icon_code(ICON, False, "#000000").splitlines()
    assert filled == [
        "1 j 1 J 0.000 0.000 0.000 RG",
        f"{weight:.3f} w",
        "0.200 0.400 0.600 rg",
        "0.000 0.000 m",
        "24.000 0.000 l",
        "1.000 2.000 3.000 4.000 5.000 6.000 c",
        "h",
        "B",
        f"{weight * 7 / 9:.3f} w",
        "1.000 1.000 m",
        "2.000 2.000 l",
        "S",
    ]
    assert outline[1:3] == [f"{weight * 0.9:.3f} w", "1.000 1.000 1.000 rg"]


def test_an_icon_hangs_from_its_top_left_corner() -> None:
    assert icon_placed(ICON, 72, 100, 48) == "2.0000 0 0 -2.0000 72.00 100.00 cm"
