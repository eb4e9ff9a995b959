"""Cards that fold: which page lies on which panel, and where the line is."""

from __future__ import annotations

import pytest

from scoring.errors import UsageError
from scoring.load import load
from sheets import folding, make
from sheets.imposition import Printing
from sheets.make import Order
from sheets.placed import Box, Page, Words, faults
from sheets.style import PAPERS

CARD = PAPERS["card"]


def page(text: str) -> Page:
    words = Words(10, 20, text, 8, False, "#000000", 9, (5, 5, 60, 60))
    return Page(CARD.width, CARD.height, CARD.margin, 5, True, (words,))


def panels(sheets: tuple[Page, ...]) -> list[list[tuple[str, int]]]:
    """What lies on each card, with the panel that it lies on."""
    return [[(word.text, int(word.x // CARD.width)) for word in sheet.words] for sheet in sheets]


@pytest.mark.parametrize(
    ("texts", "many", "both_sides", "fronts", "backs"),
    [
        ("ab", 2, False, [[("a", 0), ("b", 1)]], []),
        ("abc", 2, False, [[("a", 0), ("b", 1)], [("c", 0)]], []),
        ("abcd", 2, True, [[("d", 0), ("a", 1)]], [[("b", 0), ("c", 1)]]),
        ("abc", 2, True, [[("a", 1)]], [[("b", 0), ("c", 1)]]),
        ("abcde", 3, True, [[("a", 0), ("b", 1), ("c", 2)]], [[("d", 0), ("e", 1)]]),
    ],
)
def test_each_page_on_its_panel(
    texts: str,
    many: int,
    both_sides: bool,
    fronts: list[list[tuple[str, int]]],
    backs: list[list[tuple[str, int]]],
) -> None:
    made = folding.cards([page(text) for text in texts], CARD, many, both_sides)
    assert [panels(side) for side in made] == [fronts, backs]


def test_dotted_lines_between_the_panels_and_nowhere_else() -> None:
    ((card,), _) = folding.cards([page("a"), page("b"), page("c")], CARD, 3, False)
    lines = [thing for thing in card.things if isinstance(thing, Box)]
    assert [line.x for line in lines] == [CARD.width, 2 * CARD.width]
    assert all(line.width == 0 and line.dash for line in lines)
    assert (card.width, card.height) == (3 * CARD.width, CARD.height)
    assert faults(card) == []


def test_folding_cards_lie_on_the_paper_with_marks_and_backs() -> None:
    printing = Printing(per_page="card", fold=2, duplex=True)
    front, back = make.imposed(load("diced-tomatoes"), "aid", Order(printing=printing))[:2]
    assert len(front.copies) == len(back.copies) >= 4
    for copy in (*front.copies, *back.copies):
        left, top, right, bottom = copy.area
        assert (right - left, bottom - top) == pytest.approx((127, 88.9)) or (right - left) == pytest.approx(88.9)
        assert min(left, top) >= 0
        assert right <= front.width
        assert bottom <= front.height
        assert faults(copy.page) == []
    assert front.marks


@pytest.mark.parametrize(
    ("printing", "said"),
    [
        (Printing(fold=2), "--fold needs the size of the folded card"),
        (Printing(per_page="4", fold=2), "--fold needs the size of the folded card"),
        (Printing(per_page="card", fold=5), "a card can have 2 to 4"),
        (Printing(per_page="A5", fold=2), ""),
        (Printing(per_page="A4", fold=2), "is larger than A4"),
    ],
)
def test_what_cannot_be_folded_is_said(printing: Printing, said: str) -> None:
    if not said:
        assert make.imposed(load("diced-tomatoes"), "aid", Order(printing=printing))
        return
    with pytest.raises(UsageError, match=said):
        make.imposed(load("diced-tomatoes"), "aid", Order(printing=printing))


def test_a_page_that_lies_cannot_be_folded() -> None:
    lying = page("a").but(width=CARD.height, height=CARD.width)
    with pytest.raises(UsageError, match="lies on its side"):
        folding.cards([lying], CARD, 2, False)
