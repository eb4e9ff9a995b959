"""Printed numbers: asked for once, kept, used and named from then on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from potager import numbers
from scoring.check import check
from scoring.load import Library, load
from scoring.words import catalogue
from tests.small_games import written

ROOT = Path(__file__).parents[1]
# made up for these tests: they are no numbers of any copy
GARDENS = {
    "king": {"ladder": [101, 102]},
    "tiger": {"ladder": [103, 104, 105]},
    "chalice": {"ladder": [106, 107, 108, 109, 110]},
    "gate": {"ladder": [0, 5, 11, 25]},
    "sculptor": {"with_series": 12},
    "priest": {"with_series": 13},
}
TALLY = """
game: hanging-gardens
players:
  - {name: Ann, tiles: {king: 2, gate: 3, statue: 3}, persons: {sculptor: yes}}
  - {name: Bob, tiles: {garden: 1}, persons: {}}
"""


def environment(own: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "POTAGER_RULES": str(own), "LC_ALL": "C.UTF-8"}


def potager(own: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "potager", *arguments],
        capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL, check=False, env=environment(own),
    )  # fmt: skip


def filled(lines: Mapping[str, Any], extends: str = "hanging-gardens") -> str:
    return json.dumps({"potager": 1, "extends": extends, "lines": lines})


def questions(id: str, *variants: str) -> list[str]:
    return [question.text for question in numbers.asked(load(id, variants))]


@pytest.mark.parametrize(
    ("id", "asked"),
    [
        ("hanging-gardens", ["King, points for 1 and 2", "Tiger, points for 1 to 3", "Chalice, points for 1 to 5",
                             "Gate, points for 3", "Sculptor, points beside a full series of Statue",
                             "Priest, points beside a full series of Chalice"]),
        ("harvest-dice", ["Pig, points of row 1 to 7"]),
        ("grasshopper-ant", ["Insects, points for 1, 2, 3 … as far as they go"]),
        ("garden-dice", []),
    ],
)  # fmt: skip
def test_what_is_asked(id: str, asked: list[str]) -> None:
    assert questions(id) == asked


@pytest.mark.parametrize(
    ("place", "typed", "value"),
    [("king", "4 9", [4, 9]), ("king", "4, 9", [4, 9]), ("gate", "12", [0, 5, 12, 25]), ("gate", "−3", [0, 5, -3, 25]),
     ("sculptor", "8", 8)],
)  # fmt: skip
def test_what_is_typed_goes_into_its_place(place: str, typed: str, value: Any) -> None:
    (question,) = [q for q in numbers.asked(load("hanging-gardens")) if q.place[1] == place]
    assert numbers.read(question, typed, catalogue()) == value


@pytest.mark.parametrize(
    ("place", "typed", "said"),
    [
        ("king", "4", "2 numbers, please, with spaces between."),
        ("gate", "0 5 12 25", "One number, please."),
        ("king", "4 x", '"x" is no whole number; please type one like 12.'),
        ("king", "4 2.5", '"2.5" is no whole number; please type one like 12.'),
        ("king", "4 9999999", "9999999 is too large."),
    ],
)
def test_what_cannot_be_is_told(place: str, typed: str, said: str) -> None:
    (question,) = [q for q in numbers.asked(load("hanging-gardens")) if q.place[1] == place]
    with pytest.raises(ValueError, match=r".") as error:
        numbers.read(question, typed, catalogue())
    assert str(error.value) == said


def test_without_a_terminal_there_is_a_file_to_fill_in(tmp_path: Path) -> None:
    done = potager(tmp_path, "numbers", "hanging-gardens")
    assert done.returncode == 2
    assert "potager numbers hanging-gardens --from FILE" in done.stderr
    assert "    ladder: [0, 5, printed, 25]  # Gate, points for 3" in done.stdout.splitlines()
    assert list(tmp_path.iterdir()) == []
    file = written(tmp_path, "gate.yaml", done.stdout.replace("[0, 5, printed, 25]", "[0, 5, 14, 25]"))
    done = potager(tmp_path, "numbers", "hanging-gardens", "--from", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert "Still open: King, Tiger, Chalice, Sculptor and Priest." in done.stdout
    assert load("hanging-gardens", library=Library((tmp_path,))).numbers == ("lines.gate.ladder",)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A folder that has the numbers of one game."""
    file = written(tmp_path, "in.yaml", filled(GARDENS))
    own = tmp_path / "own"
    done = potager(own, "numbers", "hanging-gardens", "--from", str(file))
    assert done.returncode == 0, done.stderr
    return own


def test_kept_numbers_count_from_then_on_and_are_named(kept: Path, tmp_path: Path) -> None:
    tally = written(tmp_path, "tally.yaml", TALLY)
    table = json.loads(potager(kept, "score", str(tally), "--json").stdout)
    ann = table["players"][0]["lines"]
    assert (ann["king"]["points"], ann["gate"]["points"], ann["sculptor"]["points"]) == (102, 11, 12)
    assert sorted(table["numbers"]) == sorted(
        f"lines.{id}.{'ladder' if 'ladder' in said else 'with_series'}" for id, said in GARDENS.items()
    )
    for form in ("text", "markdown", "html"):
        assert "Your own numbers are used for" in potager(kept, "score", str(tally), "--format", form).stdout
    assert "Your own numbers" in potager(kept, "explain", "hanging-gardens").stdout
    assert "yours: numbers (" in potager(kept, "games").stdout


def test_kept_numbers_stand_on_the_sheets(kept: Path, tmp_path: Path) -> None:
    pypdf = pytest.importorskip("pypdf")
    done = potager(kept, "print", "hanging-gardens", "pad", "aid", "tracker", "-o", str(tmp_path))
    assert done.returncode == 0, done.stderr
    for path in done.stdout.split():
        text = " ".join(page.extract_text() for page in pypdf.PdfReader(path).pages)
        assert {"101", "102", "110"} <= set(text.split()), path
        assert "own numbers" in text, path
    assert potager(tmp_path / "none", "print", "hanging-gardens", "pad", "-o", str(tmp_path / "b")).returncode == 0
    (plain,) = (tmp_path / "b").iterdir()
    assert "own numbers" not in pypdf.PdfReader(plain).pages[0].extract_text()


def test_kept_numbers_hold_together(kept: Path) -> None:
    library = Library((kept,))
    assert [str(problem) for problem in check([kept], library).problems] == []
    assert load("hanging-gardens", ["person-at-two"], library=library).numbers
    assert load("hanging-gardens").numbers == ()


def test_a_file_of_numbers_that_does_not_fit_is_found_by_check(kept: Path) -> None:
    file = written(kept, "hanging-gardens/numbers.yaml", filled({"gate": {"ladder": [1, 2]}}))
    (problem,) = check([file], Library((kept,))).problems
    assert 'line "gate": ladder needs a list of 4 numbers, not 2 numbers' in str(problem)
    assert potager(kept, "check", str(kept)).returncode == 1


def test_known_numbers_are_never_replaced(tmp_path: Path) -> None:
    file = written(tmp_path, "in.yaml", filled({"gate": {"ladder": [9, 9, 9, 9]}, "queen": {"ladder": [9, 9]}}))
    assert potager(tmp_path / "own", "numbers", "hanging-gardens", "--from", str(file)).returncode == 0
    loaded = load("hanging-gardens", library=Library((tmp_path / "own",)))
    assert loaded.rules.lines["gate"].ladder == [0, 5, 9, 25]
    assert loaded.rules.lines["queen"].ladder == [1, 15]
    assert loaded.numbers == ("lines.gate.ladder",)


@pytest.mark.parametrize(
    ("lines", "code", "said"),
    [
        ({"gate": {"ladder": [1, 2]}}, 1, 'line "gate": ladder needs a list of 4 numbers, not 2 numbers'),
        ({"king": {"ladder": [1, "x"]}}, 1, "lines.king.ladder needs whole numbers"),
        ({"king": {"ladder": [1, 10000000]}}, 1, "lines.king.ladder needs whole numbers"),
        ({"sculptor": {"with_series": "printed"}}, 2, "nothing was typed; nothing is kept"),
        ({"sculptor": {}}, 2, "nothing was typed; nothing is kept"),
    ],
)
def test_a_file_that_will_not_do_is_told_and_nothing_is_kept(
    tmp_path: Path, lines: dict[str, Any], code: int, said: str
) -> None:
    file = written(tmp_path, "in.yaml", filled(lines))
    done = potager(tmp_path / "own", "numbers", "hanging-gardens", "--from", str(file))
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr
    assert not (tmp_path / "own").exists()


def test_numbers_of_a_variant_are_kept_with_the_variant(tmp_path: Path) -> None:
    game = """
potager: 1
title: Orchard
counts: {apples: {label: Apples}, towers: {label: Towers}}
lines: {apples: {kind: each, of: apples, points: printed}}
"""
    own = tmp_path / "own"
    written(own, "orchard/game.yaml", game)
    towers = "{towers: {kind: ladder, of: towers, ladder: [printed, 4]}}"
    written(own, "orchard/towers.yaml", f"potager: 1\nextends: orchard\nlines: {towers}\n")
    written(own, "orchard/mild.yaml", "potager: 1\nextends: orchard\nwins: least\n")
    lines = {"apples": {"points": 7}, "towers": {"ladder": [3, 4]}}
    file = written(tmp_path, "in.yaml", filled(lines, "orchard"))
    done = potager(own, "numbers", "orchard", "-V", "towers", "-V", "mild", "--from", str(file))
    assert done.returncode == 0, done.stderr
    library = Library((own,))
    assert load("orchard", library=library).numbers == ("lines.apples.points",)
    both = ("lines.apples.points", "lines.towers.ladder")
    assert load("orchard", ["towers"], library=library).numbers == both
    assert load("orchard", ["mild", "towers"], library=library).numbers == both
    assert [str(problem) for problem in check([own], library).problems] == []


def test_a_game_without_printed_numbers_asks_nothing(tmp_path: Path) -> None:
    done = potager(tmp_path, "numbers", "garden-dice")
    assert (done.returncode, done.stdout) == (0, "Garden Dice: every number is known; there is nothing to ask.\n")


def test_a_score_without_them_says_how_to_go_on(tmp_path: Path) -> None:
    done = potager(tmp_path, "score", str(written(tmp_path, "tally.yaml", TALLY)), "-V", "person-at-two")
    assert done.returncode == 1
    assert 'Ann: line "gate" needs a number that stands only on your own copy (lines.gate.ladder)' in done.stderr
    assert "keep it: potager numbers hanging-gardens -V person-at-two; or type points: {gate: …}" in done.stderr


# -- at the terminal


def spawn(own: Path, *arguments: str) -> Any:
    pexpect = pytest.importorskip("pexpect")
    return pexpect.spawn(
        sys.executable, ["-m", "potager", *arguments], encoding="utf-8", timeout=30, env=environment(own),
        dimensions=(40, 200),
    )  # fmt: skip


def test_they_are_asked_for_at_the_terminal_and_shown_again(tmp_path: Path) -> None:
    asking = spawn(tmp_path, "numbers", "hanging-gardens")
    for asked, answer in [
        ("King, points for 1 and 2: ", "8"),
        ("2 numbers, please", None),
        ("King, points for 1 and 2: ", "8 3"),
        ("These do not rise: 8 3", "no"),
        ("King, points for 1 and 2: ", "3 8"),
        ("Tiger", ""), ("Chalice", ""), ("Gate, points for 3: ", "12"), ("Sculptor", ""), ("Priest", ""),
        ("Kept in", None), ("Still open: Tiger, Chalice, Sculptor and Priest", None),
    ]:  # fmt: skip
        asking.expect_exact(asked)
        if answer is not None:
            asking.sendline(answer)
    asking.expect(asking_end())
    assert load("hanging-gardens", library=Library((tmp_path,))).numbers == ("lines.king.ladder", "lines.gate.ladder")
    again = spawn(tmp_path, "numbers", "hanging-gardens")
    again.expect_exact("King, points for 1 and 2 [3 8]: ")
    again.sendline("4 8")
    again.expect_exact("Tiger")
    again.sendeof()
    again.expect(asking_end())
    loaded = load("hanging-gardens", library=Library((tmp_path,)))
    assert loaded.rules.lines["king"].ladder == [4, 8]
    assert loaded.rules.lines["gate"].ladder == [0, 5, 12, 25]


def asking_end() -> Any:
    return pytest.importorskip("pexpect").EOF


def test_a_score_at_the_terminal_offers_to_ask_now(tmp_path: Path) -> None:
    tally = written(tmp_path, "tally.yaml", TALLY)
    own = tmp_path / "own"
    asking = spawn(own, "score", str(tally))
    asking.expect_exact("Numbers that stand only on your own copy are missing: King, Gate and Sculptor.")
    asking.expect_exact("Type them now, and keep them? [yes]")
    asking.sendline("")
    for asked, answer in [
        ("King", "3 40"),
        ("Tiger", ""),
        ("Chalice", ""),
        ("Gate", "12"),
        ("Sculptor", "9"),
        ("Priest", ""),
    ]:
        asking.expect_exact(f"{asked}, points")
        asking.sendline(answer)
    asking.expect_exact("Ann wins with 81 points")  # 40 + 12 + 20 + 9
    asking.expect(asking_end())
    declined = spawn(tmp_path / "other", "score", str(tally))
    declined.expect_exact("Type them now, and keep them? [yes]")
    declined.sendline("no")
    declined.expect_exact("needs a number that stands only on your own copy")
    declined.expect(asking_end())
    assert not (tmp_path / "other").exists()
