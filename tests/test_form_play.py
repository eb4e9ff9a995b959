"""Play sheets and solo trackers to fill in on the screen: a field wherever a person would write or cross off."""

from __future__ import annotations

import json
import random
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from scoring import javascript, yaml_file
from scoring.errors import RulesError, UsageError
from scoring.game import Game
from scoring.load import load
from sheets import draw, make
from sheets.imposition import Printing
from sheets.placed import Page, Picture, Placed, Words, faults
from tests.pdf_form import Typed
from tests.reference import GAMES
from tests.test_agreement import V8, Duktape, own_numbers, told_by_python, with_numbers
from tests.test_form import as_typed

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
    assert len(made) == len(make.pages(load(id, variants), sheet, paper))
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
        # 20 games: date, score, best; a square for each of 8 steps, and four numbers beside them
        ("garden-dice", "solo", 20 * 8, 20 * 3 + 4 + 1),
    ],
)
def test_what_is_crossed_off_is_ticked_and_the_rest_is_typed(id: str, sheet: str, ticks: int, texts: int) -> None:
    kinds = Counter(field.kind for page in pages(load(id), sheet) for field in page.fields)
    assert (kinds["tick"], kinds["text"], kinds["button"]) == (ticks, texts, 1)


def drawn(page: Page) -> set[Placed]:
    return {thing.but(cell=()) if isinstance(thing, Words) else thing for thing in page.things}


def test_it_is_drawn_as_on_paper() -> None:
    game = load("hanging-gardens")
    (plain,), (form,) = make.pages(game, "tracker"), pages(game, "tracker")
    assert drawn(plain) <= drawn(form)


@pytest.mark.parametrize(("id", "variants", "sheet"), SHEETS[:6:2], ids=str)
def test_the_file_is_sound_and_the_same_each_time(
    id: str, variants: tuple[str, ...], sheet: str, tmp_path: Path
) -> None:
    game = load(id, variants)
    made = pdf(game, sheet)
    assert made == pdf(game, sheet)
    assert len(made) < 160_000
    file = tmp_path / "form.pdf"
    file.write_bytes(made)
    checked = subprocess.run(["qpdf", "--check", str(file)], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_each_player_who_is_named_has_a_sheet_with_fields_of_their_own() -> None:
    first, second = pages(load("garden-dice"), "log", names=("Ann", "Bob"))
    values = [(field.name, field.value) for page in (first, second) for field in page.fields if field.value]
    assert values == [("p1-name", "Ann"), ("p2-name", "Bob")]
    assert not {field.name for field in first.fields} & {field.name for field in second.fields}


def test_what_would_fit_instead_is_told_of_forms_not_of_paper() -> None:
    game = load("diced-tomatoes", ["solo"])
    assert make.pages(game, "solo", "4x6", theme="large-print")
    with pytest.raises(UsageError, match=r"does not fit on A6 as a form: .* it fits on A3, A4, Letter, Legal, A5$"):
        make.pages(game, "solo", "A6", theme="large-print", fillable=True)


def test_a_sheet_that_is_only_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "extends: garden-dice\nsheets:\n  prices:\n    title: Prices\n"
        "    blocks: {all: {kind: table, rows: {one: {label: Carrot, cells: {price: 2}}}}}\n"
    )
    with pytest.raises(UsageError, match="the sheet Prices of Garden Dice is only read"):
        make.imposed(load("garden-dice", [str(file)]), "prices", make.Order(printing=FILLABLE))


# -- what is computed


def as_crossed(typed: dict[str, str], names: set[str]) -> dict[str, str]:
    """What is typed into a pad, on a play sheet: counts as crossed boxes, values of records over what is computed."""
    made: dict[str, str] = {}
    for name, text in typed.items():
        boxes = [box for box in names if box.rpartition("-")[0] == name and box.rpartition("-")[2].isdecimal()]
        if boxes and name not in names:
            made |= {box: "Yes" for box in boxes if int(box.rpartition("-")[2]) <= int(text)}
        elif f"{name}-seed" in names:
            numbers = zip(("seed", "black", "gold"), text.split(","), strict=False)
            small = {f"{name}-{number}": part for number, part in numbers if f"{name}-{number}" in names}
            made |= small if "," in text else {name: f"={text}"}
        elif name in names:
            made[name] = text
    return made


@pytest.mark.parametrize(
    ("id", "variants", "sheet"),
    [
        ("harvest-dice", (), "play"),
        ("harvest-dice", ("pig-running-total",), "play"),
        ("hanging-gardens", ("person-at-two",), "tracker"),
        ("grasshopper-ant", (), "pantry"),
        ("diced-tomatoes", ("golden",), "play"),
        ("diced-tomatoes", ("risky",), "play"),
        ("diced-tomatoes", ("solo",), "solo"),
    ],
    ids=str,
)
def test_a_sheet_comes_to_what_the_score_says(id: str, variants: tuple[str, ...], sheet: str, tmp_path: Path) -> None:
    game = load(id, variants)
    form = Typed(pdf(game, sheet), V8())
    names = set(form.names())
    own, known = (
        dict(zip(javascript.printed(game), own_numbers(id, game), strict=True)),
        with_numbers(id, variants, tmp_path),
    )
    copied = {f"own-{place.replace('.', '-')}": str(number) for place, number in own.items()}
    rng = random.Random(f"play {id} {variants}")
    seats = sum(name.startswith("total-") for name in names)
    compared = 0
    for _ in range(8):
        made = json.loads(json.dumps(GAMES[id].random_tally(rng, list(variants), players=seats)))
        if sheet == "pantry":  # it has no place for how many cards there are, only for their points
            for player in made["players"]:
                player["points"] = {"insects": rng.randrange(9)}
        right = told_by_python(yaml_file.parse(json.dumps(made | {"game": id})), known)
        if right is None:
            continue
        form.empty()
        form.put(
            as_crossed({name: text.lstrip("=") for name, text in as_typed(game, made, names).items()}, names) | copied
        )
        found = form.all()
        for seat in range(1, seats + 1):
            points = dict(zip(game.lines, right["points"][seat - 1], strict=True))
            for line, value in points.items():
                if f"p{seat}-points-{line}" in names:
                    assert found[f"p{seat}-points-{line}"].lstrip("=") == str(abs(value)), (line, made)
            assert found[f"total-{seat}"] == str(right["totals"][seat - 1]), made
        compared += 1
    assert compared >= 5


def test_a_running_total_goes_on_from_what_is_typed_over_it() -> None:
    """In the old engine, too; no rules of the game are needed for it."""
    form = Typed(pdf(load("garden-dice"), "log"), Duktape())
    assert "potager = null" in form.script
    for row, text in enumerate(("5", "3+4", "", "2"), 1):
        assert form.type(f"p1--harvests-points-{row}", text)
    assert form.all()["p1--harvests-points-2"] == "=7"
    shown = [form.all()[f"p1--harvests-total-{row}"] for row in range(1, 6)]
    assert shown == ["5", "12", "", "14", ""]
    assert form.type("p1--harvests-total-3", "30")
    assert [form.all()[f"p1--harvests-total-{row}"] for row in (3, 4)] == ["=30", "32"]
    assert not form.type("p1--harvests-points-5", "many")
    assert "many" in form.said()[0]


@pytest.mark.parametrize(("wins", "shown"), [("most", ["40", "40", "", "52"]), ("least", ["40", "31", "", "31"])])
def test_a_solo_log_tells_the_best_so_far(wins: str, shown: list[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(f"extends: garden-dice\nwins: {wins}\n")
    form = Typed(pdf(load("garden-dice", [str(file)]), "solo"), Duktape())
    for row, text in enumerate(("40", "31", "", "50+2"), 1):
        form.type(f"p1--games-score-{row}", text)
    assert [form.all()[f"p1--games-best-{row}"] for row in range(1, 5)] == shown
    form.type("p1--games-best-1", "99")
    assert form.all()["p1--games-best-2"] == ("99" if wins == "most" else "31")


def test_a_number_is_typed_below_the_picture_of_a_seed() -> None:
    (page,) = pages(load("diced-tomatoes"), "play", "A5")
    (sprout, *_) = (thing for thing in page.things if isinstance(thing, Picture) and thing.icon == "sprout")
    below = next(field for field in page.fields if field.name == "p1--below-left-vines-1")
    assert below.y >= sprout.y + sprout.size * 0.9


@pytest.mark.parametrize(
    ("value", "star", "scarecrow", "chain", "points"),
    [(3, "Off", "Off", "", "3"), (3, "Yes", "Off", "", "6"), (5, "Off", "Yes", "", "8"), (5, "Yes", "Yes", "2", "10")],
)
def test_a_harvest_is_computed_from_what_is_ringed_and_ticked(
    value: int, star: str, scarecrow: str, chain: str, points: str
) -> None:
    form = Typed(pdf(load("garden-dice"), "log"), V8())
    row = {"star": star, "scarecrow": scarecrow, "chain": chain}
    for name, text in {
        "value-1": "Yes",
        f"value-{value}": "Yes",
        **{f"{id}-1": text for id, text in row.items()},
    }.items():
        assert form.type(f"p1--harvests-{name}", text)
    found = form.all()
    assert found["p1--harvests-value-1"] == "Off"  # one of them is ringed
    assert (found["p1--harvests-points-1"], found["p1--harvests-total-1"]) == (points, points)
    assert found["p1--harvests-points-2"] == ""


@pytest.mark.parametrize(
    ("column", "said"),
    [
        ("{best: pionts, adds: null}", 'there is no column "pionts"; did you mean "points"?'),
        ("{adds: pionts}", 'there is no column "pionts"; did you mean "points"?'),
        ("{formula: value * stars}", '"stars"'),
        ("{formula: value + 1}", "only one column can have a formula"),
    ],
)
def test_a_column_that_names_no_other_is_told_at_its_place(column: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "extends: garden-dice\nsheets:\n  log:\n    blocks:\n      harvests:\n"
        f"        columns:\n          total: {column}\n"
    )
    with pytest.raises(RulesError) as error:
        make.imposed(load("garden-dice", [str(file)]), "log", make.Order(printing=FILLABLE))
    assert said in str(error.value)
    assert "mine.yaml:7:" in str(error.value)


def test_the_table_is_crossed_on_one_of_several_sheets() -> None:
    """Two players, a sheet for each in one form: the market is one, and most of all is compared."""
    form = Typed(pdf(load("harvest-dice", ["advanced"]), "play", names=("Ann", "Bob")), V8())
    for name in ("table-market-lettuce-1", "table-market-lettuce-2"):
        form.type(name, "Yes")
    for name, text in {"p1-garden-lettuce": "3", "p2-garden-lettuce": "4", "p1-garden-tomato": "1"}.items():
        assert form.type(name, text)
    found = form.all()
    assert (found["table-market-lettuce-1--1"], found["p1-points-lettuce"], found["p2-points-lettuce"]) == (
        "×",
        "6",
        "8",
    )
    both = found["p1-points-most_lettuce"], found["p2-points-most_lettuce"]
    assert both == ("15", "15")  # carrots and pigs are even
    assert found["table-market-lettuce-3--1"] == ""


def test_what_others_have_is_typed_on_a_sheet_of_one() -> None:
    form = Typed(pdf(load("harvest-dice", ["advanced"]), "play"), V8())
    for name, text in {"p1-garden-lettuce": "3", "p1-rows": "0", "p1-points-most_lettuce": "5"}.items():
        assert form.type(name, text)
    found = form.all()
    assert (found["p1-points-most_lettuce"], found["total-1"]) == ("5", "5")
    form.type("p1-rows", "1")  # three vegetables fill no row
    assert form.all()["say"] == "Impossible: With 3 vegetables at most 0 of the rows can be full"


def test_a_tie_is_open_where_its_counts_have_no_place() -> None:
    form = Typed(pdf(load("grasshopper-ant"), "pantry"), V8())
    for seat, shelf in ((1, "wood"), (2, "stone")):
        form.type(f"p{seat}-shelves-{shelf}-1", "Yes")
        form.type(f"p{seat}-points-insects", "9")
    found = form.all()
    assert (found["total-1"], found["total-2"], found["p1-ties-insect_cards"], found["say"]) == ("10", "10", "", "")
    form.type("p1-ties-insect_cards", "4")
    form.type("p2-ties-insect_cards", "5")
    assert form.all()["say"] == "The tie-break decides: Insect cards"


def test_a_solo_tracker_tells_whether_it_is_won() -> None:
    form = Typed(pdf(load("diced-tomatoes", ["solo"]), "solo"), V8())
    form.type("p1-tomatoes-1", "1")
    assert (form.all()["total-1"], form.all()["say"]) == ("1", "Won")
    form.type("p1-tomatoes-2", "5")
    assert (form.all()["total-1"], form.all()["say"]) == ("0", "Lost")


def test_a_variant_without_the_count_leaves_the_sheet_as_it_is_on_paper(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "extends: harvest-dice\ncounts: {pig: null}\nlines: {pig: null}\n"
        "ties: {pig_circles: null}\nchecks: {game_over: null}\n"
    )
    game = load("harvest-dice", [str(file)])
    names = {field.name for page in pages(game, "play") for field in page.fields}
    assert "p1-pig-1" not in names


def test_what_the_table_counts_is_crossed_once_though_every_player_sees_it(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "extends: harvest-dice\nsheets:\n  table:\n    title: Table\n    ask: date\n    blocks:\n      all:\n"
        "        kind: seats\n        blocks:\n          markets: {kind: ticks, of: market, shape: circle}\n"
    )
    (page,) = pages(load("harvest-dice", [str(file)]), "table")
    kinds = {field.name: field.kind for field in page.fields if "lettuce-6" in field.name}
    assert kinds == {"table-market-lettuce-6": "tick"} | {f"table-market-lettuce-6--{at}": "text" for at in (1, 2, 3)}
