"""Between laid-out pages and the paper: cells, cuts, piles, backs, the calibration sheet, and the options' file."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from potager import cli, config
from scoring import yaml_file
from scoring.errors import PotagerError, UsageError
from scoring.load import assembled, load
from scoring.words import catalogue
from sheets import calibration, footer, imposition, make, style
from sheets.imposition import Printing, grid, impose, sides, stacked
from sheets.make import Order
from sheets.placed import Page, Sheet, Words, faults

ROOT = Path(__file__).parents[1]
A4 = style.paper("A4")


def blank(cell: style.Paper, lying: bool = False) -> Page:
    width, height = (cell.height, cell.width) if lying else (cell.width, cell.height)
    return Page(width, height, cell.margin, 6, True, ())


def page_of(sheet: Sheet, x: float, y: float) -> Page | None:
    """The page that lies at a point of a sheet."""
    for copy in sheet.copies:
        left, top, right, bottom = copy.area
        if left <= x <= right and top <= y <= bottom:
            return copy.page
    return None


# -- the cells


@pytest.mark.parametrize(
    ("paper", "per_page", "cell", "size", "columns", "rows", "lies"),
    [
        ("A4", "1", "A4", (210, 297), 1, 1, False),
        ("A4", "2", "A5", (148.5, 210), 2, 1, True),
        ("A4", "4", "A6", (105, 148.5), 2, 2, False),
        ("A4", "8", "1/8 of A4", (74.25, 105), 4, 2, True),
        ("A4", "9", "1/9 of A4", (70, 99), 3, 3, False),
        ("A3", "2", "A4", (210, 297), 2, 1, True),
        ("Letter", "2", "1/2 of Letter", (139.7, 215.9), 2, 1, True),
        ("A4", "card", "card", (63.5, 88.9), 3, 3, False),
        ("A4", "a6", "A6", (105, 148), 2, 2, False),
        ("Letter", "card", "card", (63.5, 88.9), 3, 3, False),
    ],
)
def test_the_paper_is_divided_into_cells_like_sheets_of_paper(
    paper: str, per_page: str, cell: str, size: tuple[float, float], columns: int, rows: int, lies: bool
) -> None:
    made = grid(style.paper(paper), Printing(per_page=per_page))
    assert made.cell.name == cell
    assert (made.cell.width, made.cell.height) == pytest.approx(size)
    assert (made.columns, made.rows, made.turned) == (columns, rows, lies)


@pytest.mark.parametrize("paper", list(style.PAPERS))
@pytest.mark.parametrize("many", range(1, imposition.MOST_PER_PAGE + 1))
@pytest.mark.parametrize("lying", [False, True])
def test_cells_stay_on_the_paper_and_apart(paper: str, many: int, lying: bool) -> None:
    made = grid(style.paper(paper), Printing(per_page=str(many)))
    side = sides(made, lying)
    assert made.many == len(side.places) == many
    assert made.cell.width <= made.cell.height + 1e-9
    assert (side.cell_width > side.cell_height) == lying or made.cell.width == pytest.approx(made.cell.height)
    for x, y in side.places:
        assert x >= -1e-6
        assert y >= -1e-6
        assert x + side.cell_width <= side.width + 1e-6
        assert y + side.cell_height <= side.height + 1e-6
    assert many * side.cell_width * side.cell_height == pytest.approx(side.width * side.height)
    assert len({(round(x, 3), round(y, 3)) for x, y in side.places}) == many


@pytest.mark.parametrize(
    ("per_page", "said"),
    [
        ("0", "0 per page: it can be 1 to 32"),
        ("33", "33 per page: it can be 1 to 32"),
        ("crad", '"crad" per page is no number and no paper; did you mean "card"?'),
        ("-2", '"-2" per page is no number and no paper; a number, or one of: A3, A4'),
        ("A3", "A3 is larger than A4; choose a larger --paper"),
    ],
)
def test_what_cannot_be_had_is_said(per_page: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        grid(A4, Printing(per_page=per_page))
    assert str(caught.value).startswith(said)


def test_a_margin_is_that_of_each_cell() -> None:
    assert grid(A4, Printing(per_page="2", margin=12)).cell.margin == 12
    for margin in (1.0, 41.0, float("nan"), float("inf")):
        with pytest.raises(UsageError, match="it can be 2 to 40"):
            grid(A4, Printing(margin=margin))


# -- the cuts


@pytest.mark.parametrize(
    ("per_page", "upright", "level"),
    [("1", [], []), ("2", [148.5], []), ("4", [105], [148.5]), ("9", [70, 140], [99, 198])],
)
def test_marks_stand_at_cuts_only(per_page: str, upright: list[float], level: list[float]) -> None:
    made = grid(A4, Printing(per_page=per_page))
    (sheet,) = impose((blank(made.cell),), (), made, Printing())
    for mark in sheet.marks:
        assert mark.weight == 0.35
        assert abs(mark.to_x - mark.x) + abs(mark.to_y - mark.y) == pytest.approx(5)
        near = min(mark.x, mark.y, sheet.width - mark.to_x, sheet.height - mark.to_y)
        assert near == pytest.approx(1.5)
    standing = [mark for mark in sheet.marks if mark.x == mark.to_x]
    lying = [mark for mark in sheet.marks if mark.y == mark.to_y]
    assert sorted(mark.x for mark in standing) == pytest.approx(sorted(upright * 2))
    assert sorted(mark.y for mark in lying) == pytest.approx(sorted(level * 2))


def test_cards_in_the_middle_of_the_paper_are_cut_all_round() -> None:
    made = grid(A4, Printing(per_page="card"))
    side = sides(made, False)
    assert len(side.upright_cuts) == len(side.level_cuts) == 4
    assert [b - a for a, b in pairwise(side.upright_cuts)] == pytest.approx([63.5] * 3)
    assert side.upright_cuts[0] == pytest.approx(side.width - side.upright_cuts[-1])


# -- the piles


@settings(deadline=None)
@given(many=st.integers(1, 300), places=st.integers(1, imposition.MOST_PER_PAGE))
def test_the_piles_laid_on_one_another_give_the_order(many: int, places: int) -> None:
    order = stacked(many, places)
    piles = [[sheet[place] for sheet in order if sheet[place] is not None] for place in range(places)]
    assert [page for pile in piles for page in pile] == list(range(many))
    assert len(order) == -(-many // places)


@settings(deadline=None, max_examples=60)
@given(
    pages=st.integers(1, 7),
    backs=st.integers(0, 3),
    copies=st.integers(1, 9),
    per_page=st.sampled_from(["1", "2", "3", "4", "6", "8", "9", "card"]),
    lying=st.booleans(),
)
def test_a_cut_pile_gives_every_copy_in_order_front_and_back(
    pages: int, backs: int, copies: int, per_page: str, lying: bool
) -> None:
    made = grid(A4, Printing(per_page=per_page))
    fronts = [blank(made.cell, lying) for _ in range(pages)]
    behind = [blank(made.cell, lying) for _ in range(backs)]
    printed = impose(fronts, behind, made, Printing(copies=copies))
    side = sides(made, lying)
    order = [
        page
        for x, y in side.places
        for sheet in (printed[::2] if backs else printed)
        if (page := page_of(sheet, x + side.cell_width / 2, y + side.cell_height / 2)) is not None
    ]
    once = [fronts[at % pages] for at in range(max(pages, backs))]
    assert [id(page) for page in order] == [id(page) for page in once * copies]


@pytest.mark.parametrize(
    ("pages", "per_page", "sheets"), [(1, "2", 1), (2, "2", 1), (3, "2", 3), (1, "9", 1), (2, "9", 1)]
)
def test_without_copies_a_sheet_of_paper_is_filled(pages: int, per_page: str, sheets: int) -> None:
    made = grid(A4, Printing(per_page=per_page))
    printed = impose([blank(made.cell) for _ in range(pages)], (), made, Printing())
    wanted = max(1, made.many // pages) * pages
    assert sum(len(sheet.copies) for sheet in printed) == wanted
    assert len(printed) == -(-wanted // made.many)
    assert pages != 1 or len(printed) == sheets


def test_a_lying_page_among_upright_ones_is_turned() -> None:
    made = grid(A4, Printing(per_page="4"))
    (sheet,) = impose((blank(made.cell), blank(made.cell, True)), (), made, Printing(copies=2))
    assert [copy.turned for copy in sheet.copies] == [False, True, False, True]
    areas = {
        (round(right - left, 3), round(bottom - top, 3)) for left, top, right, bottom in (c.area for c in sheet.copies)
    }
    assert areas == {(105.0, 148.5)}


def test_whole_sheets_keep_the_way_they_lie() -> None:
    made = grid(A4, Printing())
    printed = impose((blank(made.cell), blank(made.cell, True)), (), made, Printing())
    assert [(sheet.width, sheet.height, sheet.copies[0].turned) for sheet in printed] == [
        (210, 297, False),
        (297, 210, False),
    ]


# -- the backs


@pytest.mark.parametrize("per_page", ["1", "2", "3", "4", "8", "card", "4x6"])
@pytest.mark.parametrize("flip", ["", "long", "short"])
@pytest.mark.parametrize("lying", [False, True])
def test_backs_land_on_their_fronts(per_page: str, flip: str, lying: bool) -> None:
    made = grid(A4, Printing(per_page=per_page))
    fronts = [blank(made.cell, lying) for _ in range(3)]
    backs = [blank(made.cell, lying) for _ in range(3)]
    printed = impose(fronts, backs, made, Printing(copies=3, duplex=True, flip=flip))
    assert len(printed) % 2 == 0
    for front, back in zip(printed[::2], printed[1::2], strict=True):
        assert back.marks == ()
        standing = front.height >= front.width
        edge = flip or ("long" if standing else "short")
        like_a_book = (edge == "long") == standing  # turned over a line that stands
        for copy in front.copies:
            x, y = (copy.area[0] + copy.area[2]) / 2, (copy.area[1] + copy.area[3]) / 2
            seen = page_of(back, front.width - x, y) if like_a_book else page_of(back, x, front.height - y)
            assert seen is not None
            assert [page is seen for page in backs].index(True) == [page is copy.page for page in fronts].index(True)
        assert len(front.copies) == len(back.copies)


def test_without_a_word_the_paper_is_turned_like_a_book() -> None:
    for per_page, edge in (("1", "long"), ("2", "short"), ("4", "long")):
        assert imposition.turned_on(sides(grid(A4, Printing(per_page=per_page)), False), "") == edge


def test_an_offset_moves_the_backs_and_nothing_else() -> None:
    made = grid(A4, Printing(per_page="2"))
    plain, moved = (
        impose((blank(made.cell),), (blank(made.cell),), made, Printing(duplex=True, offset=offset))
        for offset in ((0.0, 0.0), (1.5, -0.5))
    )
    assert [(copy.x, copy.y) for copy in moved[0].copies] == [(copy.x, copy.y) for copy in plain[0].copies]
    assert [(copy.x, copy.y) for copy in moved[1].copies] == [(copy.x + 1.5, copy.y - 0.5) for copy in plain[1].copies]


def test_one_back_serves_every_front_and_two_backs_make_two() -> None:
    made = grid(A4, Printing())
    fronts, backs = [blank(made.cell) for _ in range(3)], [blank(made.cell)]
    assert [sheet.copies[0].page is backs[0] for sheet in impose(fronts, backs, made, Printing())] == [False, True] * 3
    assert len(impose(backs, fronts, made, Printing())) == 6


@pytest.mark.parametrize(("text", "read"), [("1.5,-0.5", (1.5, -0.5)), (" 0 , +2 ", (0, 2)), ("−1,0", (-1, 0))])
def test_an_offset_is_two_numbers(text: str, read: tuple[float, float]) -> None:
    assert imposition.offset(text) == read


@pytest.mark.parametrize("text", ["", "1", "1,2,3", "a,b", "1;2", "nan,0", "99,0", "1e3,0"])
def test_anything_else_is_no_offset(text: str) -> None:
    with pytest.raises(UsageError, match="offset"):
        imposition.offset(text)


# -- the calibration sheet


@pytest.mark.parametrize("paper", ["A3", "A4", "Letter", "Legal", "A5"])
@pytest.mark.parametrize("flip", ["", "long", "short"])
def test_the_calibration_sheet_is_true_and_its_back_meets_it(paper: str, flip: str) -> None:
    on = style.paper(paper)
    front, back = calibration.pages(catalogue(), on, style.theme("colour"), Printing(flip=flip))
    assert faults(front) == faults(back) == []
    rules = [thing for thing in front.things if hasattr(thing, "to_x")]
    assert any(rule.to_x - rule.x == pytest.approx(100) and rule.y == rule.to_y for rule in rules)
    assert any(rule.to_x - rule.x == pytest.approx(101.6) for rule in rules)
    corners = {(rule.x, rule.y) for rule in rules if rule.weight == 0.5}
    assert {(5, 5), (on.width - 5, 5), (5, on.height - 5), (on.width - 5, on.height - 5)} <= corners
    arms = [thing for thing in back.things if hasattr(thing, "to_x")]
    middle = ((arms[0].x + arms[0].to_x) / 2, (arms[1].y + arms[1].to_y) / 2)
    small = next(rule for rule in rules if rule.to_x - rule.x == pytest.approx(3) and rule.y == rule.to_y)
    seen = (on.width - middle[0], middle[1]) if flip != "short" else (middle[0], on.height - middle[1])
    assert seen == pytest.approx(((small.x + small.to_x) / 2, small.y))


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("off", [(3.0, 0.0), (0.0, -2.0), (-4.0, 5.0)])
def test_the_number_read_off_the_calibration_sheet_is_the_one_that_mends_it(
    flip: str, off: tuple[float, float]
) -> None:
    """A printer that moves backs by `off`: the arms of its cross meet the scales at the numbers that undo it."""
    on = style.paper("A4")
    front, back = calibration.pages(catalogue(), on, style.theme("colour"), Printing(flip=flip))
    arms = [thing for thing in back.things if hasattr(thing, "to_x")]
    x, y = (arms[0].x + arms[0].to_x) / 2 + off[0], (arms[1].y + arms[1].to_y) / 2 + off[1]
    seen = (on.width - x, y) if flip == "long" else (x, on.height - y)
    ends = [word for word in front.words if word.text in ("+10", "−10")]

    def centre(word: Words) -> tuple[float, float]:
        return word.x + word.width / 2, (word.area[1] + word.area[3]) / 2

    def value(word: Words) -> float:
        return float(word.text.replace("−", "-"))

    across = sorted((word for word in ends if word.y == min(word.y for word in ends)), key=lambda word: word.x)
    upright = sorted((word for word in ends if word not in across), key=lambda word: word.y)
    scale = (centre(across[1])[0] - centre(across[0])[0]) / (value(across[1]) - value(across[0]))
    read_x = value(across[0]) + (seen[0] - centre(across[0])[0]) / scale
    scale = (centre(upright[1])[1] - centre(upright[0])[1]) / (value(upright[1]) - value(upright[0]))
    read_y = value(upright[0]) + (seen[1] - centre(upright[0])[1]) / scale
    assert (read_x, read_y) == pytest.approx((-off[0], -off[1]), abs=0.4)


def test_the_calibration_sheet_is_refused_on_small_paper() -> None:
    with pytest.raises(UsageError, match="does not fit on A6; print it on the paper that the printer holds"):
        calibration.pages(catalogue(), style.paper("A6"), style.theme("colour"), Printing())


# -- a game's sheets on paper


@pytest.mark.parametrize("per_page", ["1", "2", "4"])
@pytest.mark.parametrize("theme", ["colour", "low-ink"])
def test_a_pad_is_laid_out_for_its_cell(per_page: str, theme: str) -> None:
    game = load("garden-dice")
    for sheet in make.imposed(game, "pad", Order(theme=theme, printing=Printing(per_page=per_page))):
        for copy in sheet.copies:
            assert faults(copy.page) == []
            assert sorted((copy.page.width, copy.page.height)) == pytest.approx(
                sorted({"1": (210, 297), "2": (148.5, 210), "4": (105, 148.5)}[per_page])
            )


@pytest.mark.parametrize(
    ("id", "variants", "order", "copies"),
    [
        ("grasshopper-ant", ("winter",), Order(), 2),
        ("diced-tomatoes", (), Order(), 2),
        ("diced-tomatoes", ("risky",), Order("Letter"), 2),
        ("diced-tomatoes", (), Order("A3"), 2),
        ("grasshopper-ant", ("winter",), Order("Legal", theme="large-print"), 2),
        ("garden-dice", (), Order(), 1),  # fills the paper
        ("harvest-dice", (), Order(), 2),
        ("harvest-dice", (), Order("Letter"), 1),  # would have to be pressed on half of it
        ("grasshopper-ant", ("winter",), Order("A5"), 1),  # nobody cuts A5
        ("grasshopper-ant", ("winter",), Order(printing=Printing(per_page="1")), 1),
        ("grasshopper-ant", ("winter",), Order(printing=Printing(fillable=True)), 1),
    ],
)
def test_a_short_pad_stands_twice_on_its_paper(id: str, variants: tuple[str, ...], order: Order, copies: int) -> None:
    game = load(id, variants)
    (alone,) = make.pages(game, "pad", order.paper, theme=order.theme)
    (sheet,) = make.imposed(game, "pad", order)
    assert len(sheet.copies) == copies
    assert len(sheet.marks) == 2 * (copies - 1), "a mark at both ends of the cut"
    assert all(copy.page is sheet.copies[0].page for copy in sheet.copies)
    page = sheet.copies[0].page
    assert (page.width, sheet.width, sheet.height) == (alone.width, alone.width, alone.height)
    assert page.size >= 0.8 * alone.size
    assert faults(page) == []
    assert not any("per page" in word.text for word in page.words), "it goes without saying"


@pytest.mark.parametrize("sheet", ["pad", "aid", "log"])
def test_what_would_fit_is_said_of_the_margin_that_was_asked_for(sheet: str) -> None:
    """With a margin of 40 mm it is not A6 that an A6 pad fits on."""
    with pytest.raises(UsageError) as caught:
        make.imposed(load("garden-dice"), sheet, Order("A6", printing=Printing(margin=40)))
    (problem,) = caught.value.problems
    fitting = problem.hint.removeprefix("it fits on ").split(", ")
    assert "A4" in fitting
    assert not {"A6", "4x6", "card"} & set(fitting)
    for paper in fitting:
        make.imposed(load("garden-dice"), sheet, Order(paper, printing=Printing(margin=40)))


def test_a_short_pad_that_cannot_stand_twice_lies_where_that_makes_it_much_larger() -> None:
    """Large print for six: half the paper is white, and too little for a second pad."""
    game = load("diced-tomatoes", ["risky"], language="el")
    (upright,) = make.pages(game, "pad", "Letter", theme="large-print")
    (sheet,) = make.imposed(game, "pad", Order("Letter", theme="large-print"))
    assert imposition.is_short([upright])
    assert sheet.width > sheet.height
    assert sheet.copies[0].page.size > 1.3 * upright.size


def test_two_short_sheets_of_a_pad_stand_on_one_paper() -> None:
    apples = "counts: {apples: {label: Apples}}\nlines: {apples: {kind: each, of: apples, points: 3}}\n"
    game = assembled(yaml_file.parse(f"potager: 1\ntitle: Apples\nplayers: {{most: 12}}\n{apples}"), "apples")
    assert len(make.pages(game, "pad")) == 2
    (sheet,) = make.imposed(game, "pad")
    first, second = (" ".join(word.text for word in copy.page.words) for copy in sheet.copies)
    assert "sheet 1 of 2" in first
    assert "sheet 2 of 2" in second


def test_options_that_are_not_usual_stand_at_the_foot() -> None:
    game = load("garden-dice")
    (sheet,) = make.imposed(game, "pad", Order(theme="low-ink", printing=Printing(per_page="2", margin=9)))
    page = sheet.copies[0].page
    assert any(word.text.endswith("unofficial · 2 per page · low ink · margin 9 mm") for word in page.words)
    assert faults(page) == []
    (sheet,) = make.imposed(game, "pad")
    assert any(word.text.endswith("unofficial") for word in sheet.copies[0].page.words)


def test_a_foot_without_room_says_what_it_can() -> None:
    (page,) = make.pages(load("garden-dice"), "pad", "A5")
    assert any(word.text.endswith("· short") for word in footer.noted(page, ("short", "word " * 40)).words)
    assert footer.noted(page, ("word " * 40,)) == page


def test_pad_and_aid_or_two_sheets_on_one() -> None:
    game = load("garden-dice")
    laid = make.imposed(game, "pad", Order(printing=Printing(duplex=True, per_page="2")), "pad")
    assert len(laid) == 2
    assert make.front_and_back(game, ["pad", "pad"]) == ("pad", "pad")
    assert make.front_and_back(game, ["pad"]) == ("pad", "aid")
    assert make.front_and_back(game, ["aid"]) == ("aid", "")
    assert make.front_and_back(game, ["calibration"]) == ("calibration", "")
    for wrong in (["all"], ["pad", "all"], ["pad", "pad", "pad"]):
        with pytest.raises(UsageError, match="name two sheets"):
            make.front_and_back(game, wrong)


def test_an_aid_has_its_own_pages_on_both_sides_if_it_has_more_than_one() -> None:
    game = load("diced-tomatoes")
    laid = make.imposed(game, "aid", Order("card", printing=Printing(duplex=True)))
    pages = make.pages(game, "aid", "card")
    assert [sheet.copies[0].page for sheet in laid] == list(pages)
    with pytest.raises(UsageError, match="has one page only, and nothing for its back; name two sheets"):
        make.imposed(game, "aid", Order(printing=Printing(duplex=True)))


def test_many_sheets_have_a_bar_at_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["pad", "aid", "solo", "play", "log"]
    assert list(cli.progress(names)) == names
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert list(cli.progress(names[:3])) == names[:3]
    assert capsys.readouterr() == ("", "")
    assert list(cli.progress(names)) == names
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "drawing" in captured.err


def potager(*arguments: str, config_home: Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "XDG_CONFIG_HOME": str(config_home), "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        [sys.executable, "-m", "potager", "print", "garden-dice", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        cwd=cwd,
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--per-page", "seven"], '"seven" per page is no number and no paper'),
        (["--per-page", "99"], "99 per page: it can be 1 to 32"),
        (["--copies", "0"], "0 copies: it can be 1 to 500"),
        (["--copies", "501"], "501 copies: it can be 1 to 500"),
        (["--flip", "lng"], 'there is no "lng" edge to flip on; did you mean "long"?'),
        (["--offset", "1"], '"1" is no offset; write two numbers of mm'),
        (["--margin", "90"], "a margin of 90 mm: it can be 2 to 40"),
        (["--config", "nowhere.toml"], "nowhere.toml: the options cannot be read: No such file"),
        (["calibration", "--paper", "A6"], "the calibration sheet does not fit on A6"),
        (["calibraton"], 'did you mean "calibration"?'),
        (["pad", "--per-page", "32"], "does not fit on 1/32 of A4"),
    ],
)  # fmt: skip
def test_wrong_values_end_with_2_and_the_reason(arguments: list[str], said: str, tmp_path: Path) -> None:
    done = potager(*arguments, config_home=tmp_path, cwd=tmp_path)
    assert said in done.stderr
    assert (done.returncode, done.stdout) == (2, "")
    assert not list(tmp_path.glob("output/*"))


def test_the_command_prints_what_was_asked(tmp_path: Path) -> None:
    (tmp_path / "potager").mkdir()
    (tmp_path / "potager/config.toml").write_text('paper = "letter"\nper-page = 2\n', encoding="utf-8")
    done = potager("pad", "--copies", "3", "--png", config_home=tmp_path, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    names = ["garden-dice-pad.pdf", "garden-dice-pad-1.png", "garden-dice-pad-2.png"]
    assert [Path(line).name for line in done.stdout.splitlines()] == names
    assert all((tmp_path / "output" / name).stat().st_size > 1000 for name in names)
    done = potager("pad", "pad", "--duplex", "--per-page", "1", config_home=tmp_path, cwd=tmp_path)
    assert done.stderr == "print on both sides, flipped on the long edge\n"
    done = potager("calibration", "--flip", "short", config_home=tmp_path, cwd=tmp_path)
    assert done.stderr == "print on both sides, flipped on the short edge\n"
    assert done.stdout == f"output{os.sep}garden-dice-calibration.pdf\n"


# -- the options' file


def test_every_option_of_the_file_is_read() -> None:
    text = 'paper = "LETTER"\ntheme = "low-ink"\nmargin = 12\nper-page = 4\n'
    text += 'offset = [1.5, -0.5]\nflip = "short"\nlanguage = "en"'
    read = config.parse(text.encode(), "x.toml")
    assert read == config.Config("Letter", "low-ink", 12.0, "4", (1.5, -0.5), "short", "en")
    assert config.parse(b'offset = "1,2"\nper-page = "card"', "x.toml") == config.Config(offset=(1, 2), per_page="card")
    assert config.parse(b"", "x.toml") == config.Config()
    assert set(config.KEYS) == {name.replace("_", "-") for name in config.Config.__fields__}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('# mine\n  papr = "A4"', ['o.toml:2:3: there is no option "papr"; did you mean "paper"?']),
        ("duplex = true", ['o.toml:1:1: there is no option "duplex"; options are: paper, theme, margin']),
        ('paper = "A44"', ['o.toml:1:1: there is no paper "A44"; did you mean "A4"?']),
        ('theme = "lowink"', ['o.toml:1:1: there is no theme "lowink"; did you mean "low-ink"?']),
        ("margin = 99", ["o.toml:1:1: a margin of 99 mm: it can be 2 to 40"]),
        ("margin = true", ["o.toml:1:1: margin must be a number of mm, such as 12"]),
        ("margin = nan", ["o.toml:1:1: margin must be a number of mm, such as 12"]),
        ("per-page = 2.5", ['o.toml:1:1: per-page must be a number, such as 2, or a paper in quotes, such as "card"']),
        ("per_page = 2", ['o.toml:1:1: there is no option "per_page"; did you mean "per-page"?']),
        ("offset = [1]", ["o.toml:1:1: offset must be two numbers of mm, such as [1.5, -0.5]"]),
        ("offset = [1, 99]", ["o.toml:1:1: an offset of 1,99 mm: each can be at most 15"]),
        ("flip = 1", ["o.toml:1:1: flip must be a word in quotes"]),
        ('flip = "shrt"', ['o.toml:1:1: there is no "shrt" edge to flip on; did you mean "short"?']),
        ("[paper]\nx = 1", ["o.toml:1:2: paper must be a word in quotes"]),
        ('paper = A4', ["o.toml:1:9: this line cannot be read as TOML; each line is like: paper"]),
        ('paper = "A9"\nmargin = 1', ['o.toml:1:1: there is no paper "A9"', "o.toml:2:1: a margin of 1 mm"]),
        ("\x00", ["o.toml:1:1: this line cannot be read as TOML"]),
    ],
)  # fmt: skip
def test_what_is_wrong_in_the_file_is_told_with_its_place(text: str, said: list[str]) -> None:
    with pytest.raises(config.ConfigError) as caught:
        config.parse(text.encode(), "o.toml")
    assert caught.value.exit_code == 1
    told = str(caught.value).splitlines()
    assert len(told) == len(said)
    assert all(line.startswith(start) for line, start in zip(told, said, strict=True)), told


@given(st.binary(max_size=60))
@settings(deadline=None, max_examples=150)
def test_no_file_gives_anything_but_options_or_problems(content: bytes) -> None:
    with contextlib.suppress(PotagerError):
        config.parse(content, "o.toml")


def test_a_language_in_the_file_is_one_that_there_is(tmp_path: Path) -> None:
    file = tmp_path / "o.toml"
    file.write_text('language = "xx"', encoding="utf-8")
    done = potager("--config", str(file), config_home=tmp_path, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f'{file}:1:1: there is no language "xx"')


def test_the_command_line_goes_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "o.toml"
    file.write_text('paper = "A6"\ntheme = "low-ink"\nper-page = 4', encoding="utf-8")
    import pypdf

    done = potager("--config", str(file), "--paper", "A5", "--per-page", "1", config_home=tmp_path, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (page,) = pypdf.PdfReader(tmp_path / "output/garden-dice-pad.pdf").pages
    assert float(page.mediabox.width) == pytest.approx(148 * style.MM, abs=0.1)
    assert "low ink" in page.extract_text()


@pytest.mark.parametrize(
    ("platform", "environment", "file"),
    [
        ("linux", {"XDG_CONFIG_HOME": "/x/y"}, "/x/y/potager/config.toml"),
        ("linux", {"XDG_CONFIG_HOME": "relative"}, "{home}/.config/potager/config.toml"),
        ("darwin", {}, "{home}/Library/Application Support/potager/config.toml"),
        ("win32", {"APPDATA": "/c/Roaming"}, "/c/Roaming/potager/config.toml"),
    ],
)
def test_the_usual_file_is_where_the_system_keeps_such_files(
    platform: str, environment: dict[str, str], file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert config.usual_file() == Path(file.replace("{home}", str(Path.home())))
