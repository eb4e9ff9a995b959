"""The folder of one's own: games, variants and printed numbers that every command knows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from potager import own as own_folder
from scoring.errors import RulesError, UsageError
from scoring.library import Library
from scoring.load import load
from scoring.written import keep, keep_new
from tests.conftest import NOWHERE
from tests.small_games import written

ORCHARD = """
potager: 1
title: Orchard
counts: {apples: {label: Apples}, gates: {label: Gates}}
lines:
  apples: {kind: each, of: apples, points: 2}
  gates: {kind: series, of: gates, ladder: [0, 5, printed, 25]}
"""
HOUSE = "potager: 1\nextends: garden-dice\ntitle: House\nlines: {sets: {points: 20}}\n"


def potager(*arguments: str, own: Path | str = NOWHERE) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "potager", *arguments],
        capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL, check=False,
        env={**os.environ, "POTAGER_RULES": str(own), "PYTHONPATH": str(Path(__file__).parents[1])},
    )  # fmt: skip


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with a game, a variant of ours, and one that has the name of one of ours."""
    written(tmp_path, "orchard/game.yaml", ORCHARD)
    written(tmp_path, "orchard/harsh.yaml", "potager: 1\nextends: orchard\nlines: {apples: {points: 1}}\n")
    written(tmp_path, "garden-dice/my-house.yaml", HOUSE)
    return tmp_path


def points(loaded: Any, line: str) -> int:
    value = loaded.lines[line].model.points
    assert isinstance(value, int)
    return value


def test_a_variant_beside_no_game_is_one_of_the_game_of_that_name(own: Path) -> None:
    library = Library((own,))
    assert "my-house" in library.variants(library.games()["garden-dice"])
    assert points(load("garden-dice", ["my-house"], library=library), "sets") == 20
    with pytest.raises(UsageError, match="no variant"):
        load("garden-dice", ["my-house"])


@pytest.mark.parametrize("extends", ["garden-dice/family", "family", "my-house"])
def test_a_variant_of_ones_own_extends_one_of_ours_or_another_own_one(own: Path, extends: str) -> None:
    written(own, "garden-dice/more.yaml", f"potager: 1\nextends: {extends}\nlines: {{sun: {{points: 9}}}}\n")
    loaded = load("garden-dice", ["more"], library=Library((own,)))
    assert points(loaded, "sun") == 9
    assert [Path(variant.id).stem for variant in loaded.variants] == [extends.rpartition("/")[2], "more"]


def test_of_two_variants_of_one_name_the_own_one_is_used_and_said(own: Path) -> None:
    written(own, "garden-dice/family.yaml", "potager: 1\nextends: garden-dice/family\nlines: {sun: {points: 7}}\n")
    library = Library((own,))
    assert points(load("garden-dice", ["family"], library=library), "sun") == 7
    ((other, used),) = library.hidden(library.games()["garden-dice"], ["family"])
    assert used == own / "garden-dice/family.yaml"
    note = f"rules_data/garden-dice/family.yaml is not used: {used} has the same name and goes first"
    assert other.name == "family.yaml"
    done = potager("explain", "garden-dice", "-V", "family", own=own)
    assert note in done.stderr
    assert done.returncode == 0


def test_of_two_games_of_one_name_the_own_one_is_used_and_said(own: Path) -> None:
    written(own, "harvest-dice/game.yaml", ORCHARD)
    done = potager("games", "--json", own=own)
    entries = {entry["id"]: entry for entry in json.loads(done.stdout)["games"]}
    assert entries["harvest-dice"]["title"] == "Orchard"
    assert entries["harvest-dice"]["variants"] == []  # ours are variants of ours
    assert [one["file"] for one in entries["harvest-dice"]["hidden"]] == ["rules_data/harvest-dice/game.yaml"]
    for arguments in (["games"], ["explain", "harvest-dice"]):
        assert "rules_data/harvest-dice/game.yaml is not used" in potager(*arguments, own=own).stderr


def test_what_is_in_the_folder_is_listed(own: Path) -> None:
    written(own, "garden-dice/words/el.yaml", "potager: 1\ntitle: Kipos\n")
    entries = {entry["id"]: entry for entry in json.loads(potager("games", "--json", own=own).stdout)["games"]}
    assert [variant["id"] for variant in entries["orchard"]["variants"]] == ["harsh"]
    assert "my-house" in [variant["id"] for variant in entries["garden-dice"]["variants"]]
    assert "el" in entries["garden-dice"]["languages"]


def test_nothing_is_looked_up_in_the_current_folder(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(own)
    with pytest.raises(UsageError, match="no variant"):
        load("garden-dice", ["my-house"])
    monkeypatch.chdir(own / "garden-dice")
    with pytest.raises(UsageError):
        load("garden-dice", ["my-house"])


def test_rules_take_the_place_of_the_usual_folder(own: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other")
    assert potager("explain", "orchard", own=own).returncode == 0
    assert potager("explain", "orchard", "--rules", str(other), own=own).returncode == 2
    assert potager("explain", "orchard", "--rules", str(own)).returncode == 0
    assert potager("explain", "garden-dice", "--rules", str(other / "gone")).returncode == 2


def test_a_folder_that_is_not_there_yet_is_no_fault(tmp_path: Path) -> None:
    done = potager("games", own=tmp_path / "nothing")
    assert (done.returncode, done.stderr) == (0, f"Games and variants of your own go into {tmp_path / 'nothing'}\n")
    assert not (tmp_path / "nothing").exists()


# -- printed numbers


def test_own_numbers_fill_only_what_is_printed(own: Path) -> None:
    written(own, "orchard/numbers.yaml", "potager: 1\nextends: orchard\nlines: {gates: {ladder: [9, 9, 12, 9]}}\n")
    loaded = load("orchard", library=Library((own,)))
    assert loaded.rules.lines["gates"].ladder == [0, 5, 12, 25]
    assert loaded.numbers == ("lines.gates.ladder",)
    assert loaded.asked == []  # it is no variant


@pytest.mark.parametrize(
    "said",
    ["apples: {points: 9}", "gone: {ladder: [1]}",
     "gates: {ladder: [0, 5, printed, 25]}"],
)  # fmt: skip
def test_own_numbers_that_fit_nowhere_change_nothing(own: Path, said: str) -> None:
    before = load("orchard", library=Library((own,)))
    written(own, "orchard/numbers.yaml", f"potager: 1\nextends: orchard\nlines: {{{said}}}\n")
    after = load("orchard", library=Library((own,)))
    assert after.rules == before.rules
    assert after.numbers == ()


def test_own_numbers_are_there_whatever_the_order_of_variants(own: Path) -> None:
    written(own, "orchard/numbers.yaml", "potager: 1\nextends: orchard\nlines: {gates: {ladder: [0, 5, 12, 25]}}\n")
    loaded = load("orchard", ["harsh"], library=Library((own,)))
    assert loaded.rules.lines["gates"].ladder == [0, 5, 12, 25]
    written(own, "orchard/short.yaml", "potager: 1\nextends: orchard\nlines: {gates: {ladder: [1, printed]}}\n")
    assert load("orchard", ["short"], library=Library((own,))).rules.lines["gates"].ladder == [1, "printed"]
    written(own, "orchard/numbers-short.yaml", "potager: 1\nextends: short\nlines: {gates: {ladder: [1, 8]}}\n")
    loaded = load("orchard", ["short"], library=Library((own,)))
    assert loaded.rules.lines["gates"].ladder == [1, 8]


def test_numbers_of_a_game_of_the_same_name_elsewhere_are_left_alone(own: Path, tmp_path: Path) -> None:
    written(own, "orchard/numbers.yaml", "potager: 1\nextends: orchard\nlines: {gates: {ladder: [0, 5, 12, 25]}}\n")
    elsewhere = written(tmp_path / "else", "orchard/game.yaml", ORCHARD)
    assert load(str(elsewhere), library=Library((own,))).numbers == ()


def test_too_few_numbers_are_told(own: Path) -> None:
    written(own, "orchard/numbers.yaml", "potager: 1\nextends: orchard\nlines: {gates: {ladder: [0, 5, 12]}}\n")
    with pytest.raises(RulesError, match="needs a list of 4 numbers, not 3"):
        load("orchard", library=Library((own,)))


def test_a_wrong_number_is_told_where_it_stands(own: Path) -> None:
    file = written(
        own, "orchard/numbers.yaml", "potager: 1\nextends: orchard\nlines: {gates: {ladder: [0, 5, x, 25]}}\n"
    )
    with pytest.raises(RulesError) as error:
        load("orchard", library=Library((own,)))
    (problem,) = error.value.problems
    assert str(problem).startswith(f"{file}:3:32: ")


# -- writing


def test_a_file_is_never_written_over_another(tmp_path: Path) -> None:
    file = tmp_path / "a/b.yaml"
    keep_new("one", file)
    with pytest.raises(UsageError, match="is such a file already"):
        keep_new("two", file)
    assert file.read_text() == "one"
    keep("two", file)
    assert file.read_text() == "two"
    assert [path.name for path in file.parent.iterdir()] == ["b.yaml"]  # nothing half-written is left


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"file: this is a file.*name a folder"):
        keep("", tmp_path / "file/a.yaml")
    with pytest.raises(UsageError, match="cannot be written"):
        keep("", tmp_path / "file/deeper/a.yaml")
    with pytest.raises(UsageError, match="cannot be written"):
        keep("", tmp_path / ("x" * 300) / "a.yaml")


def test_the_variable_names_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("POTAGER_RULES", str(tmp_path))
    assert own_folder.folder() == tmp_path
    assert own_folder.folder(tmp_path / "other") == tmp_path / "other"
    monkeypatch.delenv("POTAGER_RULES")
    usual = own_folder.folder()
    assert usual is not None
    assert usual.parts[-2:] == ("potager", "rules")
