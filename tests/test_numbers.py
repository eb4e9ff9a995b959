"""A person's own folder, and the numbers that stand only on their own copy."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest
from typer.testing import CliRunner

from potager import numbers, own
from potager.cli import app
from scoring import words
from scoring.library import Library
from scoring.load import load
from sheets import make
from tests.reading import texts

NUMBERS = """extends: hanging-gardens
lines:
  king: {ladder: [1, 3]}
  gate: {ladder: [0, 5, 14, 25]}
  priest: {with_series: 9}
"""
TALLY = """game: hanging-gardens
players:
  - {name: Ann, tiles: {king: 2, gate: 3}, persons: {priest: no}, compensation: 0}
  - {name: Bob, tiles: {queen: 1}, persons: {}, compensation: 0}
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person's own folder, in which the commands look."""
    folder = tmp_path / "rules"
    monkeypatch.setenv("POTAGER_RULES", str(folder))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evening.yaml").write_text(TALLY, encoding="utf-8")
    return folder


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


# -- the folder


def test_games_and_variants_of_ones_own_appear_under_their_names(mine: Path) -> None:
    write(mine, "garden-dice/house.yaml", "extends: garden-dice\ntitle: Our house\nlines: {sets: {points: 20}}\n")
    write(
        mine,
        "orchard/game.yaml",
        "potager: 1\ntitle: Orchard\ncounts: {a: {label: A}}\nlines: {a: {kind: points, of: a}}\n",
    )
    listed = run("games").stdout
    assert "-V house  Our house" in listed
    assert "orchard  Orchard" in listed
    assert f"yours: house ({mine / 'garden-dice/house.yaml'})" in listed
    assert load("garden-dice", ["house"], library=own.library()).lines["sets"].words.startswith("20 points")
    assert run("explain", "orchard").exit_code == 0


def test_of_two_files_with_one_name_ones_own_goes_first_and_games_says_so(mine: Path) -> None:
    file = write(mine, "garden-dice/family.yaml", "extends: garden-dice\ntitle: Our family\n")
    listed = run("games")
    assert "-V family  Our family" in listed.stdout
    assert listed.stderr == (
        f"rules_data/garden-dice/family.yaml is not used: {file} has the same name and goes first\n"
    )


def test_a_variant_may_change_ours_of_the_same_name(mine: Path) -> None:
    write(
        mine, "garden-dice/family.yaml", "extends: garden-dice/family\ntitle: Our family\nlines: {sun: {points: 7}}\n"
    )
    game = load("garden-dice", ["family"], library=own.library())
    assert game.title == "Garden Dice"
    assert game.lines["sun"].words == "7 points."
    assert [variant.title for variant in game.variants][-1] == "Our family"


def test_nothing_is_looked_for_where_one_happens_to_be(mine: Path, tmp_path: Path) -> None:
    write(tmp_path, "orchard/game.yaml", "potager: 1\n")
    assert "orchard" not in run("games").stdout


def test_rules_takes_the_place_of_the_usual_folder(mine: Path, tmp_path: Path) -> None:
    write(mine, "garden-dice/house.yaml", "extends: garden-dice\n")
    write(tmp_path / "other", "garden-dice/club.yaml", "extends: garden-dice\n")
    listed = run("games", "--rules", "other").stdout
    assert "-V club" in listed
    assert "-V house" not in listed


def test_a_folder_that_is_not_there_is_told(mine: Path) -> None:
    assert run("games").exit_code == 0  # the usual one need not be there
    told = run("games", "--rules", "nowhere")
    assert told.exit_code == 2
    assert told.stderr == "nowhere: there is no such folder\n"


@pytest.mark.parametrize(
    ("platform", "variable", "value", "folder"),
    [
        ("linux", "XDG_DATA_HOME", "/x/y", "/x/y/potager/rules"),
        ("linux", "XDG_DATA_HOME", "", "{home}/.local/share/potager/rules"),
        ("darwin", "XDG_DATA_HOME", "/x/y", "{home}/Library/Application Support/potager/rules"),
        ("win32", "LOCALAPPDATA", "/x/y", "/x/y/potager/rules"),
    ],
)
def test_the_usual_folder_is_where_the_system_keeps_data(
    monkeypatch: pytest.MonkeyPatch, platform: str, variable: str, value: str, folder: str
) -> None:
    monkeypatch.delenv("POTAGER_RULES")
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setenv(variable, value)
    assert own.folder() == Path(folder.replace("{home}", str(Path.home())))


# -- numbers in use


def test_numbers_fill_printed_places_and_are_named(mine: Path) -> None:
    """King: 1 for one, 3 for two; three gates: 14."""
    assert run("score", "evening.yaml").exit_code == 1
    write(mine, "hanging-gardens/numbers.yaml", NUMBERS)
    result = json.loads(run("score", "evening.yaml", "--json").stdout)
    assert result["players"][0]["lines"]["king"]["points"] == 3
    assert result["players"][0]["lines"]["gate"]["points"] == 14
    assert result["numbers"] == ["lines.king.ladder", "lines.gate.ladder", "lines.priest.with_series"]


def test_a_known_number_stays_whatever_stands_there(mine: Path) -> None:
    """The source gives 0, 5, printed, 25 for gates: only three gates are the person's to say."""
    write(mine, "hanging-gardens/numbers.yaml", NUMBERS.replace("[0, 5, 14, 25]", "[9, 9, 14, 9]"))
    game = load("hanging-gardens", library=own.library())
    assert game.node.find(("lines", "gate", "ladder")).bare() == [0, 5, 14, 25]


def test_nothing_but_printed_places_can_be_changed(mine: Path) -> None:
    text = NUMBERS + "  queen: {ladder: [99]}\ntitle: Hacked\ncounts: {tiles: null}\n"
    write(mine, "hanging-gardens/numbers.yaml", text)
    game = load("hanging-gardens", library=own.library())
    assert game.lines["queen"].words == load("hanging-gardens").lines["queen"].words
    assert (game.title, list(game.counts)) == ("The Hanging Gardens", list(load("hanging-gardens").counts))


def test_a_list_of_another_length_is_told_at_its_place(mine: Path) -> None:
    write(mine, "hanging-gardens/numbers.yaml", NUMBERS.replace("[1, 3]", "[1, 3, 6]"))
    told = run("explain", "hanging-gardens")
    assert told.exit_code == 1
    assert 'numbers.yaml:3:18: line "king": ladder needs a list of 2 numbers, not 3 numbers' in told.stderr


@pytest.mark.parametrize("variants", [[], ["person-at-two"]])
def test_numbers_hold_with_every_variant(mine: Path, variants: list[str]) -> None:
    write(mine, "hanging-gardens/numbers.yaml", NUMBERS)
    assert "lines.king.ladder" in load("hanging-gardens", variants, library=own.library()).numbers


# -- asking


QUESTIONS = {
    "hanging-gardens": [
        ("lines.king.ladder", "King, points for 1 and 2", 2),
        ("lines.tiger.ladder", "Tiger, points for 1 to 3", 3),
        ("lines.chalice.ladder", "Chalice, points for 1 to 5", 5),
        ("lines.gate.ladder", "Gate, points for 3", 1),
        ("lines.sculptor.with_series", "Sculptor, points beside a full series of Statue", 1),
        ("lines.priest.with_series", "Priest, points beside a full series of Chalice", 1),
    ],
    "harvest-dice": [("lines.pig.points", "Pig, points of row 1 to 7", 7)],
    "grasshopper-ant": [("lines.insects.ladder", "Insects, points for 1, 2, 3 … as far as they go", None)],
    "garden-dice": [],
}


@pytest.mark.parametrize("game", QUESTIONS)
def test_it_asks_for_every_printed_number_once(game: str) -> None:
    asked = numbers.asked(load(game))
    assert [(".".join(one.place), one.text, one.wanted) for one in asked] == QUESTIONS[game]


GATE = next(one for one in numbers.asked(load("hanging-gardens")) if one.place[1] == "gate")
KING = next(one for one in numbers.asked(load("hanging-gardens")) if one.place[1] == "king")
INSECTS = numbers.asked(load("grasshopper-ant"))[0]
SCULPTOR = next(one for one in numbers.asked(load("hanging-gardens")) if one.place[1] == "sculptor")


@pytest.mark.parametrize(
    ("question", "typed", "kept"),
    [
        (GATE, "14", [0, 5, 14, 25]),
        (KING, "1 3", [1, 3]),
        (KING, "1, 3", [1, 3]),
        (KING, "−1 +3", [-1, 3]),
        (INSECTS, "1 3 6 10", [1, 3, 6, 10]),
        (SCULPTOR, "9", 9),
    ],
)
def test_what_is_typed(question: numbers.Asked, typed: str, kept: Any) -> None:
    assert numbers.read(question, typed, words.catalogue()) == kept


@pytest.mark.parametrize(
    ("question", "typed", "wrong"),
    [
        (KING, "1", "2 numbers, please, with spaces between."),
        (KING, "1 2 3", "2 numbers, please, with spaces between."),
        (SCULPTOR, "1 2", "One number, please."),
        (KING, "1 x", '"x" is no whole number; please type one like 12.'),
        (KING, "1 2.5", '"2.5" is no whole number; please type one like 12.'),
        (KING, "1 9999999", "9999999 is too large."),
    ],
)
def test_what_cannot_be(question: numbers.Asked, typed: str, wrong: str) -> None:
    with pytest.raises(ValueError, match="") as caught:
        numbers.read(question, typed, words.catalogue())
    assert str(caught.value) == wrong


def test_without_a_terminal_the_file_to_fill_in_is_printed(mine: Path) -> None:
    told = run("numbers", "hanging-gardens")
    assert told.exit_code == 2
    assert "there is no terminal to ask at" in told.stderr
    filled = told.stdout.replace("[printed, printed]", "[1, 3]").replace("[0, 5, printed, 25]", "[0, 5, 14, 25]")
    Path("filled.yaml").write_text(filled, encoding="utf-8")
    kept = run("numbers", "hanging-gardens", "--from", "filled.yaml")
    assert kept.exit_code == 0, kept.stderr
    assert kept.stdout.splitlines()[-1] == "Still open: Tiger, Chalice, Sculptor and Priest."
    result = json.loads(run("score", "evening.yaml", "--json").stdout)
    assert result["players"][0]["total"] == 17
    assert run("check", str(mine)).exit_code == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("lines: {king: {ladder: [1, 2, 3]}}", 'line "king": ladder needs a list of 2 numbers, not 3 numbers'),
        ("lines: {king: {ladder: [1, x]}}", "lines.king.ladder needs whole numbers"),
        ("lines: {}", "nothing was typed"),
    ],
)
def test_a_file_that_is_filled_in_wrongly(mine: Path, text: str, told: str) -> None:
    Path("filled.yaml").write_text(text, encoding="utf-8")
    result = run("numbers", "hanging-gardens", "--from", "filled.yaml")
    assert result.exit_code in (1, 2)
    assert told in result.stderr
    assert not mine.exists()


def test_what_was_kept_before_stays(mine: Path) -> None:
    write(mine, "hanging-gardens/numbers.yaml", NUMBERS)
    Path("more.yaml").write_text("lines: {tiger: {ladder: [2, 5, 9]}, king: {ladder: [2, 4]}}", encoding="utf-8")
    assert run("numbers", "hanging-gardens", "--from", "more.yaml").exit_code == 0
    game = load("hanging-gardens", library=Library((mine,)))
    found = {id: game.node.find(("lines", id, "ladder")).bare() for id in ("king", "tiger", "gate")}
    assert found == {"king": [2, 4], "tiger": [2, 5, 9], "gate": [0, 5, 14, 25]}


def test_a_conversation(mine: Path) -> None:
    """Enter leaves a number open; a wrong answer and a falling ladder are asked about again."""
    child = pexpect.spawn(sys.executable, ["-m", "potager", "numbers", "hanging-gardens"], encoding="utf-8", timeout=60)
    for question, answer in [
        ("King, points for 1 and 2: ", "1 x"),
        ("King, points for 1 and 2: ", "1 3"),
        ("Tiger, points for 1 to 3: ", "2 5 1"),
        ("Are they right\\? .no.: ", "no"),
        ("Tiger, points for 1 to 3: ", "2 5 9"),
        ("Chalice, points for 1 to 5: ", ""),
        ("Gate, points for 3: ", "14"),
        ("Sculptor, .*: ", "7"),
        ("Priest, .*: ", ""),
    ]:
        child.expect(question)
        child.sendline(answer)
    child.expect("Still open: Chalice and Priest.")
    child.expect(pexpect.EOF)
    game = load("hanging-gardens", library=Library((mine,)))
    assert game.numbers == (
        "lines.king.ladder",
        "lines.tiger.ladder",
        "lines.gate.ladder",
        "lines.sculptor.with_series",
    )


def test_sheets_print_the_numbers_and_leave_the_rest_open(mine: Path) -> None:
    write(mine, "hanging-gardens/numbers.yaml", NUMBERS)
    (page,) = make.pages(load("hanging-gardens", library=own.library()), "pad")
    (bare,) = make.pages(load("hanging-gardens"), "pad")
    assert {"14", "9"} <= texts(page)
    assert not {"14", "9"} & texts(bare)
