"""Play sheets and solo trackers to fill in on the screen: a field wherever a person would write or cross off."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path

import pytest

from scoring.errors import UsageError
from scoring.game import Game
from scoring.load import load
from sheets import draw, make
from sheets.imposition import Printing
from sheets.placed import Page, faults

FILLABLE = Printing(fillable=True)
SHEETS = [
    ("garden-dice", (), "log"),
    ("garden-dice", (), "solo"),
    ("hanging-gardens", (), "tracker"),
    ("harvest-dice", ("advanced",), "play"),
    ("grasshopper-ant", (), "pantry"),
    ("grasshopper-ant", ("winter-powers",), "race"),
    ("diced-tomatoes", ("risky", "golden"), "play"),
    ("diced-tomatoes", ("solo",), "solo"),
]


def pages(game: Game, sheet: str, paper: str = "A4", names: tuple[str, ...] = ()) -> tuple[Page, ...]:
    sheets = make.imposed(game, sheet, make.Order(paper, None, "colour", FILLABLE, names=names))
    return tuple(copy.page for one in sheets for copy in one.copies)


def pdf(game: Game, sheet: str, names: tuple[str, ...] = ()) -> bytes:
    sheets = make.imposed(game, sheet, make.Order(printing=FILLABLE, names=names))
    return draw.pdf(sheets, draw.Document(game.title, game.language))


@pytest.mark.parametrize("paper", ["A4", "A5"])
@pytest.mark.parametrize(("id", "variants", "sheet"), SHEETS, ids=str)
def test_fields_have_room_and_names_of_their_own(id: str, variants: tuple[str, ...], sheet: str, paper: str) -> None:
    made = pages(load(id, variants), sheet, paper)
    assert [fault for page in made for fault in faults(page)] == []
    names = [field.name for page in made for field in page.fields]
    assert len(set(names)) == len(names) > 20
    assert not any("." in name for name in names)
    assert all(field.label for page in made for field in page.fields)


@pytest.mark.parametrize(
    ("id", "sheet", "ticks", "texts"),
    [
        # 42 circles and 7 powers of the pig, 3 ribbons, 5 free circles in each market;
        # 18 beds, 7 row points, 5 boxes with 7 blanks, the total, two ties, the name
        ("harvest-dice", "play", 42 + 7 + 3 + 15, 18 + 7 + 5 + 7 + 1 + 2 + 1),
        # 4 + 6 + 6 + 6 series tiles of which two begin printed, … and four persons that are ticked
        ("diced-tomatoes", "play", 7 + 1, 3 * 6 + 12 + 4 + 1 + 1 + 1),
        # 20 games: date, score, best; and a square for each of 8 steps
        ("garden-dice", "solo", 20 * 8, 20 * 3 + 1),
    ],
)
def test_what_is_crossed_off_is_ticked_and_the_rest_is_typed(id: str, sheet: str, ticks: int, texts: int) -> None:
    kinds = Counter(field.kind for page in pages(load(id), sheet) for field in page.fields)
    assert (kinds["tick"], kinds["text"], kinds["button"]) == (ticks, texts, 1)


def test_it_is_drawn_as_on_paper() -> None:
    game = load("hanging-gardens")
    (plain,), (form,) = make.pages(game, "tracker"), pages(game, "tracker")
    assert set(plain.things) <= set(form.things)


@pytest.mark.parametrize(("id", "variants", "sheet"), SHEETS[:6:2], ids=str)
def test_the_file_is_sound_and_the_same_each_time(
    id: str, variants: tuple[str, ...], sheet: str, tmp_path: Path
) -> None:
    game = load(id, variants)
    made = pdf(game, sheet)
    assert made == pdf(game, sheet)
    assert len(made) < 180_000
    file = tmp_path / "form.pdf"
    file.write_bytes(made)
    checked = subprocess.run(["qpdf", "--check", str(file)], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_each_player_who_is_named_has_a_sheet_with_fields_of_their_own() -> None:
    first, second = pages(load("garden-dice"), "log", names=("Ann", "Bob"))
    values = [(field.name, field.value) for page in (first, second) for field in page.fields if field.value]
    assert values == [("p1-name", "Ann"), ("p2-name", "Bob")]
    assert not {field.name for field in first.fields} & {field.name for field in second.fields}


def test_a_sheet_that_is_only_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "extends: garden-dice\nsheets:\n  prices:\n    title: Prices\n"
        "    blocks: {all: {kind: table, rows: {one: {label: Carrot, cells: {price: 2}}}}}\n"
    )
    with pytest.raises(UsageError, match="the sheet Prices of Garden Dice is only read"):
        make.imposed(load("garden-dice", [str(file)]), "prices", make.Order(printing=FILLABLE))
