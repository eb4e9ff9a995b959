"""The fillable pad: its own scripts, out of the finished file, say what `potager score` says."""

from __future__ import annotations

import io
import json
import random
import subprocess
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pypdf
import pytest

from scoring import javascript, yaml_file
from scoring.errors import UsageError
from scoring.game import Game
from scoring.load import load
from sheets import draw, make, pad
from sheets.imposition import Printing
from sheets.placed import faults
from tests import fixtures
from tests.pdf_form import Typed
from tests.reference import GAMES
from tests.test_agreement import COMBINATIONS, V8, Duktape, own_numbers, spoiled, told_by_python, with_numbers

FILLABLE = Printing(fillable=True)


def pdf(game: Game, players: int | None = None, paper: str = "A4", theme: str = "colour", sheet: str = "pad") -> bytes:
    sheets = make.imposed(game, sheet, make.Order(paper, players, theme, FILLABLE))
    return draw.pdf(sheets, draw.Document(game.title, game.language))


def boxed(game: Game) -> set[str]:
    """Lines whose box holds the count itself."""
    entries = pad.content(game, game.rules.players.most, fillable=True).entries
    return {entry.line for entry in entries if entry.boxed is not None}


def as_typed(game: Game, made: dict[str, Any], names: Collection[str]) -> dict[str, str]:
    """A tally as it is typed into the fields; the numbers of a record each in its own, where the form has such."""
    typed: dict[str, str] = {}

    def one(name: str, count: Any, value: Any) -> None:
        if count.rule.tick:
            typed[name] = "Yes" if value in (True, 1, "yes") else "Off"
        else:
            typed[name] = str(value)

    def fill(prefix: str, counts: dict[str, Any]) -> None:
        for id, value in counts.items():
            count = game.counts[id]
            if count.is_list:
                said = [
                    ",".join(str(entry.get(field, 0)) for field in count.rule.fields or {})
                    if isinstance(entry, dict)
                    else str(entry)
                    for entry in value
                ]
                assert count.counted.entries is not None
                if not value:
                    typed[f"{prefix}-{id}-1"] = "-"
                cells = min(count.counted.entries.longest, pad.MOST_CELLS)
                for at in range(min(cells, len(said))):
                    here = said[at:] if at == cells - 1 else [said[at]]
                    typed[f"{prefix}-{id}-{at + 1}"] = " ".join(here)
            elif count.kinds:
                said = {kind: value.get(kind) for kind in count.kinds if kind in value}
                for kind in said or count.kinds:  # a kind left out is 0, once another is there
                    one(f"{prefix}-{id}-{kind}", count, value.get(kind, 0))
            else:
                one(f"{prefix}-{id}", count, value)

    for seat, player in enumerate(made["players"], 1):
        typed[f"p{seat}-name"] = player["name"]
        fill(f"p{seat}", {id: value for id, value in player.items() if id in game.counts})
        for line, points in player.get("points", {}).items():
            typed[f"p{seat}-points-{line}"] = f"={points}"
        for tie, value in player.get("ties", {}).items():
            typed[f"p{seat}-ties-{tie}"] = f"={value}"
    fill("table", made.get("table", {}))
    return {name: text for whole in typed.items() for name, text in in_small_fields(whole, game, names)}


def in_small_fields(whole: tuple[str, str], game: Game, names: Collection[str]) -> Iterator[tuple[str, str]]:
    """What stands in one box, number by number if the numbers have fields of their own."""
    name, text = whole
    if name in names or not any(other.startswith(f"{name}-") for other in names):
        yield whole
        return
    fields = list(game.counts[name.split("-")[1]].rule.fields or {})
    if not fields:
        yield whole
        return
    small = {f"{name}-{field}" for field in fields} & set(names)
    said = dict(zip((f"{name}-{field}" for field in fields), text.split(","), strict=False))
    lost = [part for field, part in said.items() if field not in small and part != "0"]
    if lost or "," not in text:
        yield f"{name}-{fields[0]}", text
    else:
        yield from ((field, part) for field, part in said.items() if field in small)


def differences(game: Game, right: dict[str, Any], found: dict[str, str], names: list[str]) -> list[str]:
    """Where the form says something else than the score."""
    wrong: list[str] = []
    boxes = boxed(game)

    def same(name: str, value: Any) -> None:
        if found.get(name, "").lstrip("=") != ("" if value is None else str(value)):
            wrong.append(f"{name}: {found.get(name)!r}, not {value!r}")

    for at in range(len(names)):
        for line, points in zip(game.lines, right["points"][at], strict=True):
            if line not in boxes:
                low, high = game.bounds[line]
                same(f"p{at + 1}-points-{line}", abs(points) if low < 0 and high <= 0 else points)
        same(f"total-{at + 1}", right["totals"][at])
        same(f"place-{at + 1}", f"{right['places'][at]}.")
        for tie, value in zip(game.ties, right["ties"][at], strict=True):
            if f"p{at + 1}-ties-{tie}" in found:
                same(f"p{at + 1}-ties-{tie}", value)
    said = found["say"]
    for _, player, message in right["warnings"]:
        wanted = f"{player}: {message}" if player else message
        wrong += [] if wanted in said else [f"not said: {wanted}"]
    if (right["decided_by"] == "shared") != (game.words.say("sheet.form_shared") in said):
        wrong.append(f"shared? {said}")
    for id, tie in game.ties.items():
        decides = game.words.say("sheet.form_decided", label=tie.label) in said
        if decides != (right["decided_by"] == id):
            wrong.append(f"decided by {right['decided_by']}? {said}")
    if right["verdict"] == "lose" and game.words.say("sheet.form_lose") not in said:
        wrong.append(f"lost? {said}")
    return wrong


def tallies(id: str, variants: tuple[str, ...], game: Game, many: int) -> Any:
    rng = random.Random(f"form {id} {variants}")
    boxes = boxed(game)
    for at in range(many):
        made = GAMES[id].random_tally(rng, list(variants), players=1 if at == 1 else None)
        made = json.loads(json.dumps(made))
        if at % 3 == 2:
            made = spoiled(rng, game, made)
            for player in made["players"]:
                for line in boxes & set(player.get("points", {})):
                    del player["points"][line]
                if game.goal is not None:
                    player.pop("ties", None)
                player["points"] = {
                    line: -abs(points) if game.bounds[line][1] <= 0 and game.bounds[line][0] < 0 else points
                    for line, points in player.get("points", {}).items()
                }
        yield made


@pytest.mark.parametrize(("id", "variants"), COMBINATIONS, ids=str)
def test_any_tally_scores_the_same_in_the_form(id: str, variants: tuple[str, ...], tmp_path: Path) -> None:
    plain, known = load(id, variants), with_numbers(id, variants, tmp_path)
    form = Typed(pdf(plain), V8())
    own = dict(zip(javascript.printed(plain), own_numbers(id, plain), strict=True))
    copied = {f"own-{place.replace('.', '-')}": str(number) for place, number in own.items()}
    finished = refused = 0
    for made in tallies(id, variants, plain, 14):
        typed = as_typed(plain, made, form.names())
        for game, numbers in ((plain, {}), (known, copied)):
            form.empty()
            form.put(typed | numbers)
            right = told_by_python(yaml_file.parse(json.dumps(made | {"game": id})), game)
            found = form.all()
            if right is None:
                refused += 1
                missing_is_no = any(
                    (count.rule.tick or count.is_list) and not count.shared and count.id not in player
                    for count in plain.counts.values()
                    for player in made["players"]
                )
                if not missing_is_no:
                    assert not any(text for name, text in found.items() if name.startswith("place-")), made
            else:
                finished += 1
                names = [player["name"] for player in made["players"]]
                assert differences(plain, right, found, names) == [], made
    assert finished >= 8


@pytest.mark.parametrize("id", list(GAMES))
def test_an_old_engine_says_the_same(id: str) -> None:
    game = load(id)
    form = Typed(pdf(game), Duktape())
    compared = 0
    boxes = boxed(game)
    for made in tallies(id, (), game, 6):
        made["players"] = [
            {**player, "points": {line: 3 for line in game.lines if line not in boxes and reads_own(game, line)}}
            for player in made["players"]
        ]
        form.empty()
        form.put(as_typed(game, made, form.names()))
        right = told_by_python(yaml_file.parse(json.dumps(made | {"game": id})), game)
        if right is not None:
            assert differences(game, right, form.all(), [player["name"] for player in made["players"]]) == []
            compared += 1
    assert compared >= 3


def reads_own(game: Game, line: str) -> bool:
    return any(place.startswith(f"lines.{line}.") for place in javascript.printed(game))


@pytest.mark.parametrize(("id", "variants"), fixtures.COMBINATIONS, ids=str)
def test_awkward_games_score_the_same_in_the_form(id: str, variants: tuple[str, ...]) -> None:
    game = fixtures.game(id, variants)
    form = Typed(pdf(game), V8())
    rng = random.Random(f"form {id} {variants}")
    finished = 0
    for _ in range(40):
        made = json.loads(json.dumps(fixtures.random_tally(rng, game)))
        right = told_by_python(yaml_file.parse(json.dumps(made)), game)
        if right is None:
            continue
        form.empty()
        form.put(as_typed(game, made, form.names()))
        names = [player["name"] for player in made["players"]]
        assert differences(game, right, form.all(), names) == [], made
        finished += 1
    assert finished >= 3


FAULTS = {
    "the emitter: smallest": ("Math.min(", "Math.max("),
    "the form: sums": ('sum += sign === "-"', 'sum += sign === "+"'),
    "the form: a kind left out is 0": ("row[k] = 0;", "row[k] = 1;"),
    "the form: places": ('player.place + "."', '(player.place + 1) + "."'),
    "the form: ties": ("number(player.ties[field.place])", "number(player.total)"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_form_is_found(fault: str) -> None:
    game = load("garden-dice")
    form = Typed(pdf(game), V8(), FAULTS[fault])
    found = False
    for made in tallies("garden-dice", (), game, 24):
        right = told_by_python(yaml_file.parse(json.dumps(made | {"game": "garden-dice"})), game)
        if right is None:
            continue
        form.empty()
        typed = {
            name: f"{int(text) + 2}-2" if text.isdecimal() else text
            for name, text in as_typed(game, made, form.names()).items()
        }
        form.put(typed)
        found = found or bool(differences(game, right, form.all(), [player["name"] for player in made["players"]]))
    assert found


@pytest.mark.parametrize("id", list(GAMES))
def test_what_the_rulebook_allows_can_be_typed_field_by_field(id: str) -> None:
    """In the order of the Tab key nothing of a possible tally is refused."""
    game = load(id)
    form = Typed(pdf(game), V8())
    rng = random.Random(f"typed {id}")
    order = form.names()
    done = 0
    for _ in range(3):
        made = json.loads(json.dumps(GAMES[id].random_tally(rng, [])))
        typed = as_typed(game, made, order)
        form.empty()
        for name in sorted(typed, key=order.index):
            if typed[name] != "Off":
                assert form.type(name, typed[name]), (name, typed[name], form.said())
            done += 1
        right = told_by_python(yaml_file.parse(json.dumps(made | {"game": id})), game)
        if right is not None:
            assert differences(game, right, form.all(), [player["name"] for player in made["players"]]) == []
        assert form.said() == []
    assert done > 20


# -- the form as a file


def test_the_file_is_sound_small_and_the_same_each_time(tmp_path: Path) -> None:
    for id in GAMES:
        game = load(id)
        made = pdf(game, min(4, game.rules.players.most))
        assert made == pdf(game, min(4, game.rules.players.most))
        assert len(made) < 150_000
        file = tmp_path / "form.pdf"
        file.write_bytes(made)
        checked = subprocess.run(["qpdf", "--check", str(file)], capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize(("id", "variants"), COMBINATIONS, ids=str)
@pytest.mark.parametrize("paper", ["A4", "Letter", "A5"])
def test_fields_fit_and_every_count_has_one(id: str, variants: tuple[str, ...], paper: str) -> None:
    game = load(id, variants)
    most, boxes = game.rules.players.most, boxed(game)
    for theme in ("colour", "low-ink"):
        for players in range(1 if theme == "colour" else most, most + 1):
            pages = make.pages(game, "pad", paper, players, theme, fillable=True)
            fields = [field for page in pages for field in page.fields]
            assert [fault for page in pages for fault in faults(page)] == []
            names = [field.name for field in fields]
            assert len(set(names)) == len(names)
            assert not any("." in name for name in names)
            for count in game.counts.values():
                kinds = list(count.kinds) or [""]
                for seat in [0] if count.shared else range(1, players + 1):
                    prefix = "table" if count.shared else f"p{seat}"
                    for kind in kinds:
                        name = "-".join(filter(None, (prefix, count.id, kind)))
                        assert name in names or any(one.startswith(f"{name}-1") for one in names), name
            for seat in range(1, players + 1):
                assert {f"p{seat}-name", f"total-{seat}", f"place-{seat}"} <= set(names)
                wanted = {f"p{seat}-points-{line}" for line in set(game.lines) - boxes}
                assert wanted <= set(names)
            assert all(field.size >= 6 for field in fields)


def test_a_form_over_several_sheets_is_one_game() -> None:
    """Large print: two sheets, and what the table counts is typed once."""
    game = load("harvest-dice")
    pages = make.pages(game, "pad", "A5", 4, "large-print", fillable=True)
    assert len(pages) > 1
    made = draw.pdf(pages, draw.Document("Harvest Dice", "en"))
    form = Typed(made, V8())
    form.put({"table-market-lettuce": "4", "p1-garden-lettuce": "2", "p4-garden-lettuce": "3"})
    found = form.all()
    assert (found["p1-points-lettuce"], found["p4-points-lettuce"]) == ("8", "12")
    assert found["table-market-lettuce--1"] == "4"


def test_scripts_are_es5_and_hostile_names_stay_text(tmp_path: Path) -> None:
    bad = '"}});app.alert(1);//</script>'
    file = tmp_path / "mine.yaml"
    sun = {"label": bad, "short": "Sun"}
    file.write_text(json.dumps({"extends": "garden-dice", "counts": {"sun": sun, "track": {"label": bad}}}))
    form = Typed(pdf(load("garden-dice", [str(file)])), Duktape())
    form.type("p1-name", bad)
    form.type("p1-unplanted", "3")
    assert form.said() == []
    assert f"{bad} ({bad}" in form.all()["say"]


def test_what_was_typed_without_scripts_is_kept() -> None:
    game = load("garden-dice")
    form = Typed(pdf(game), V8())
    form.engine.run('(fields["p1-points-sets"].text = "30", fields["total-2"].text = "77", null)')
    form.reopen()
    form.type("p1-track", "10")
    found = form.all()
    assert (found["p1-points-sets"], found["total-1"], found["total-2"]) == ("=30", "40 …", "=77")
    form.type("p1-points-sets", "")
    assert form.all()["total-1"] == "10 …"


def test_several_warnings_have_points_between_them() -> None:
    """In Greek the other sign would ask a question."""
    form = Typed(pdf(load("garden-dice", language="el"), 2), V8())
    for seat in (1, 2):
        form.type(f"p{seat}-track", "1")
        form.type(f"p{seat}-harvested-squash", "2")
    said = form.all()["say"]
    assert said.count("Μετρητής Σκορ") == 2
    assert " · " in said
    assert ";" not in said


def test_names_that_are_known_stand_in_the_form() -> None:
    game = load("garden-dice")
    sheets = make.imposed(game, "pad", make.Order(printing=FILLABLE, names=("Ann", "Αλέξης ő")))
    reader = pypdf.PdfReader(io.BytesIO(draw.pdf(sheets, draw.Document("x", "en"))))
    fields = reader.get_fields() or {}
    assert [fields[f"p{seat}-name"].get("/V", "") for seat in (1, 2)] == ["Ann", "Αλέξης ő"]


def widgets(reader: pypdf.PdfReader) -> list[Any]:
    """The fields as they stand in the file."""
    return [note.get_object() for page in reader.pages for note in page.get("/Annots", [])]


@pytest.mark.parametrize("sheet", ["pad", "play"])
def test_a_name_that_our_fonts_lack_is_drawn_by_the_viewer_of_a_form(sheet: str) -> None:
    """On paper it is refused; in a form it stands as typed, without a drawing of ours."""
    names = ("🍅🍅", "أحمد", "<b>&(\\)", "W" * 60)
    game = load("harvest-dice")
    sheets = make.imposed(game, sheet, make.Order(printing=FILLABLE, names=names))
    reader = pypdf.PdfReader(io.BytesIO(draw.pdf(sheets, draw.Document("x", "en"))))
    found = {str(made["/V"]): "/AP" in made for made in widgets(reader) if made.get("/V") in names}
    assert found == {"🍅🍅": False, "أحمد": False, "<b>&(\\)": True, "W" * 60: True}
    with pytest.raises(UsageError) as caught:
        make.imposed(game, sheet, make.Order(names=names))
    assert [("TOMATO" in problem.what, "ARABIC" in problem.what) for problem in caught.value.problems] == [
        (True, False),
        (False, True),
    ]


@pytest.mark.parametrize("name", ["🍅\n", "a\x00", "a\udcff"])
def test_a_name_that_cannot_be_typed_is_refused_in_a_form_too(name: str) -> None:
    with pytest.raises(UsageError, match="no font has"):
        make.imposed(load("garden-dice"), "pad", make.Order(printing=FILLABLE, names=(name,)))


def test_names_are_looked_at_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        make.write_each([load("harvest-dice")], ["all"], make.Order(names=("🍅",)), folder=tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("sheet", "printing", "said"),
    [
        ("pad", Printing(fillable=True, per_page="2"), "one form"),
        ("pad", Printing(fillable=True, duplex=True), "one form"),
        ("pad", Printing(fillable=True, copies=3), "one form"),
        ("aid", Printing(fillable=True), "only read"),
    ],
)
def test_what_a_form_cannot_be(sheet: str, printing: Printing, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        make.imposed(load("garden-dice"), sheet, make.Order(printing=printing))


def test_reportlab_still_has_the_names_that_forms_need() -> None:
    """A new release that changes them fails here, and not in somebody's viewer."""
    reader = pypdf.PdfReader(io.BytesIO(pdf(load("garden-dice"))))
    form = reader.trailer["/Root"]["/AcroForm"]
    page = reader.pages[0]
    assert [one.get_object()["/T"] for one in form["/Fields"]] == [one.get_object()["/T"] for one in page["/Annots"]]
    computed = {one.get_object()["/T"] for one in form["/CO"]}
    assert {"total-1", "place-1", "p1-points-sets", "p1-ties-harvested_value", "say"} <= computed
    for one in form["/Fields"]:
        field = one.get_object()
        assert field["/TU"]
        assert field["/AP"]["/N"]
        assert field["/StructParent"] >= draw.FIRST_FIELD
        assert ("/C" in field.get("/AA", {})) == (field["/T"] in computed)
    drawn = reader.pages[0]["/Annots"][-1].get_object()["/AP"]["/N"].get_object()
    assert drawn["/Subtype"] == "/Form"


@pytest.mark.parametrize(
    ("typed", "shown", "points"),
    [("6,2,1", "5", "5"), ("6-2", "4", "4"), ("5 3", "5 3", "8"), ("5,1 4", "5,1 4", "8"), ("-", "-", "0")],
)
def test_records_and_lists_are_typed_as_at_the_terminal(typed: str, shown: str, points: str) -> None:
    form = Typed(pdf(load("diced-tomatoes", ["golden"])), V8())
    form.type("p1-name", "Ann")
    assert form.type("p1-tomatoes-1-seed", typed)
    form.type("p1-karma", "0")
    assert form.shown("p1-tomatoes-1-seed") == shown
    assert form.all()["p1-points-tomatoes"] == points


def test_the_numbers_of_a_record_have_small_fields() -> None:
    """Typed one after the other; what is only half there is still open, and refused is only what cannot be."""
    form = Typed(pdf(load("diced-tomatoes", ["golden"])), V8())
    assert {f"p1-tomatoes-6-{number}" for number in ("seed", "black", "gold")} <= set(form.names())
    form.type("p1-name", "Ann")
    assert form.type("p1-tomatoes-1-black", "2")
    assert "Ann (Harvested tomatoes" in form.all()["say"]
    assert form.all()["p1-points-tomatoes"] == ""
    assert form.type("p1-tomatoes-1-seed", "5")
    assert form.type("p1-tomatoes-1-gold", "1")
    assert form.all()["p1-points-tomatoes"] == "4"
    assert form.type("p1-tomatoes-3-seed", "6")  # an empty slot is none
    assert form.all()["p1-points-tomatoes"] == "10"
    assert not form.type("p1-tomatoes-3-black", "4")
    assert not form.type("p1-tomatoes-3-black", "1,1")
    assert not form.type("p1-tomatoes-3-seed", "7,1")
    assert form.type("p1-tomatoes-3-seed", "6,2,1 3")  # whole boxes, as on paper
    assert form.all()["p1-points-tomatoes"] == "12"


def test_a_value_alone_stays_possible() -> None:
    form = Typed(pdf(load("diced-tomatoes")), V8())
    assert "p1-tomatoes-1-gold" not in form.names()  # nobody has gold dice
    assert form.type("p1-tomatoes-1-seed", "0")  # no seed shows it
    assert form.type("p1-tomatoes-2-seed", "4")
    assert form.all()["p1-points-tomatoes"] == "4"


@pytest.mark.parametrize("typed", ["6,5,0", "9", "x", "1,2,3,4", "6,,x"])
def test_a_record_that_cannot_be_is_refused(typed: str) -> None:
    form = Typed(pdf(load("diced-tomatoes", ["golden"])), V8())
    assert not form.type("p1-tomatoes-1-seed", typed)
    assert len(form.said()) == 1
