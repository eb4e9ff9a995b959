"""`potager check`: problems, then the examples, for files and folders of any kind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from potager.cli import app
from scoring import check
from scoring.errors import UsageError

GAME = """potager: 1
title: Orchard
players: {least: 2, most: 4}
counts:
  apples: {label: Apples, most: 20}
  pears: {label: Pears}
lines:
  apples: {kind: each, of: apples, points: 2}
  pears: {kind: ladder, of: pears, ladder: {1: 0, 3: 5, 5: 10}}
checks:
  many: {that: apples < 15, else: "{{ apples }} apples are many", level: warning}
"""
WILD = "extends: orchard\ntitle: Wild\nlines:\n  apples: {points: 3}\n"
TALLY = "game: game.yaml\nplayers:\n  - {name: Ann, apples: 3, pears: 4}\n  - {name: Bob, apples: 16, pears: 0}\n"
EXAMPLES = """potager: 1
examples:
  plain:
    tally: {players: [{name: Ann, apples: 3, pears: 4}, {name: Bob, apples: 1, pears: 0}]}
    scores: {Ann: {lines: {apples: 6, pears: 5}, total: 11, place: 1}, Bob: {total: 2, place: 2}}
    winners: [Ann]
    decided_by: total
  wild:
    tally: {variants: [wild], players: [{name: Ann, apples: 3, pears: 4}]}
    scores: {Ann: {total: 14}}
"""


@pytest.fixture
def orchard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person's own game, with a variant, a tally and examples; named from the folder above it."""
    folder = tmp_path / "orchard"
    folder.mkdir()
    for name, text in {"game": GAME, "wild": WILD, "evening": TALLY, "examples": EXAMPLES}.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


def checked(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["check", *arguments])


def test_our_own_rules_are_well() -> None:
    result = checked()
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith("5 games, ")
    assert result.stdout.endswith(" examples: all well\n")
    assert result.stderr == ""


def test_a_whole_folder(orchard: Path) -> None:
    result = checked("orchard")
    assert result.exit_code == 0, result.stderr
    assert result.stdout == "1 game, 1 variant, 1 tally, 2 examples: all well\n"
    assert result.stderr == "orchard/evening.yaml: Bob: 16 apples are many (a note)\n"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("game", "1 game: all well\n"),
        ("wild", "1 variant: all well\n"),
        ("evening", "1 tally: all well\n"),
        ("examples", "2 examples: all well\n"),
    ],
)
def test_a_file_is_known_by_its_content(orchard: Path, name: str, said: str) -> None:
    assert checked(f"orchard/{name}.yaml").stdout == said


def test_a_file_may_have_any_name(orchard: Path) -> None:
    (orchard / "game.yaml").rename(orchard / "rules.yml")
    assert checked("orchard/rules.yml").stdout == "1 game: all well\n"


def test_several_paths_at_once(orchard: Path) -> None:
    assert checked("orchard/game.yaml", "orchard/wild.yaml").stdout == "1 game, 1 variant: all well\n"


def test_an_example_that_fails_shows_what_was_expected_what_came_and_how(orchard: Path) -> None:
    (orchard / "examples.yaml").write_text(EXAMPLES.replace("apples: 6, pears: 5", "apples: 9, pears: 10"))
    result = checked("orchard/examples.yaml")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.splitlines() == [
        'example "plain" gives other numbers:',
        "                                             expected  got  working",
        "  orchard/examples.yaml:5:36  apples of Ann         9    6  3 × 2 = 6",
        "  orchard/examples.yaml:5:46  pears of Ann         10    5  4 → 5",
        "2 problems in 2 examples.",
    ]


def test_json_has_the_same_numbers_as_problems(orchard: Path) -> None:
    (orchard / "examples.yaml").write_text(EXAMPLES.replace("apples: 6, pears: 5", "apples: 9, pears: 10"))
    found = json.loads(checked("orchard/examples.yaml", "--json").stdout)
    assert [(problem["line"], problem["column"], problem["message"]) for problem in found["problems"]] == [
        (5, 36, 'example "plain": apples of Ann should be 9, but the rules give 6 (3 × 2 = 6)'),
        (5, 46, 'example "plain": pears of Ann should be 10, but the rules give 5 (4 → 5)'),
    ]


def test_a_changed_rule_is_found_by_the_examples(orchard: Path) -> None:
    (orchard / "wild.yaml").write_text(WILD.replace("points: 3", "points: 4"))
    told = checked("orchard").stderr
    assert 'example "wild" gives other numbers' in told
    assert "total of Ann        14   17" in told


def test_a_broken_game_is_told_once(orchard: Path) -> None:
    """Not again for its variant, its tally and every example."""
    (orchard / "game.yaml").write_text(GAME.replace("of: apples", "of: aples"))
    result = checked("orchard")
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        'orchard/game.yaml:8:28: line "apples": there is no count "aples"; did you mean "apples"?',
        "  8 |   apples: {kind: each, of: aples, points: 2}",
        "    |                            ^",
        "1 problem in 1 game, 1 variant, 1 tally.",
    ]


def test_a_broken_variant_leaves_the_rest_well(orchard: Path) -> None:
    (orchard / "wild.yaml").write_text(WILD.replace("points", "pionts"))
    lines = checked("orchard").stderr.splitlines()
    assert lines[1] == 'orchard/wild.yaml:4:12: line "apples" does not know "pionts"; did you mean "points"?'
    assert len(lines) == 5  # and the line with its caret, the tally's note, and the sum


def test_every_file_of_a_folder_tells_its_problems(orchard: Path) -> None:
    (orchard / "wild.yaml").write_text(WILD.replace("points", "pionts"))
    (orchard / "evening.yaml").write_text(TALLY.replace("apples: 16", "apples: many"))
    (orchard / "examples.yaml").write_text(EXAMPLES.replace("total: 11", "total: 12"))
    found = check.check([Path("orchard")])
    assert [problem.mark.file for problem in found.problems if problem.mark] == [
        "orchard/evening.yaml",
        "orchard/examples.yaml",
        "orchard/wild.yaml",
    ]


def test_a_count_that_nothing_reads_gets_a_note(orchard: Path) -> None:
    (orchard / "game.yaml").write_text(GAME.replace("counts:\n", "counts:\n  nuts: {label: Nuts}\n"))
    result = checked("orchard/game.yaml")
    assert result.exit_code == 0
    assert result.stderr == 'orchard/game.yaml:5:3: count "nuts" is used by no line, tie or check (a note)\n'


@pytest.mark.parametrize(
    "text",
    ["ties: {n: {most: nuts}}\n", "verdict: {win: nuts > 3}\n", "checks: {n: {that: nuts > 3, else: Few}}\n"],
)
def test_a_count_that_only_a_tie_a_verdict_or_a_check_reads_gets_none(orchard: Path, text: str) -> None:
    game = GAME.split("checks:")[0].replace("counts:\n", "counts:\n  nuts: {label: Nuts}\n")
    (orchard / "game.yaml").write_text(game + text)
    assert checked("orchard/game.yaml").stderr == ""


def test_files_of_others_in_a_folder_are_left_aside(orchard: Path) -> None:
    (orchard / "workflow.yaml").write_text("name: build\nruns: [make]\n")
    (orchard / ".hidden").mkdir()
    (orchard / ".hidden" / "broken.yaml").write_text("lines: {a: {}}\n")
    (orchard / "notes.txt").write_text("lines: 5")
    result = checked("orchard")
    assert result.exit_code == 0
    assert "orchard/workflow.yaml:1:1: this is no game" in result.stderr
    assert "hidden" not in result.stderr
    assert checked("orchard/workflow.yaml").exit_code == 1  # but named, it is wrong


def test_a_misspelt_game_in_a_folder_is_not_left_aside(orchard: Path) -> None:
    (orchard / "other.yaml").write_text(GAME.replace("lines:", "lnies:"))
    result = checked("orchard")
    assert result.exit_code == 1
    assert 'orchard/other.yaml:7:1: the file does not know "lnies"; did you mean "lines"?' in result.stderr


def test_an_empty_folder(tmp_path: Path) -> None:
    result = checked(str(tmp_path))
    assert result.exit_code == 0
    assert result.stdout == "nothing to look over\n"
    assert result.stderr == f"{tmp_path}: no YAML files are in this folder (a note)\n"


def test_a_path_that_is_not_there(tmp_path: Path) -> None:
    result = checked(str(tmp_path / "nothing.yaml"), str(tmp_path / "nowhere"))
    assert result.exit_code == 2
    assert result.stderr.count("there is no such file or folder") == 2
    with pytest.raises(UsageError):
        check.check([tmp_path / "nothing.yaml"])


def test_the_same_as_json(orchard: Path) -> None:
    (orchard / "wild.yaml").write_text(WILD.replace("points", "pionts"))
    result = checked("--json", "orchard")
    assert result.exit_code == 1
    told = json.loads(result.stdout)
    assert told["problems"][0] == {
        "file": "orchard/wild.yaml",
        "line": 4,
        "column": 12,
        "message": 'line "apples" does not know "pionts"',
        "hint": 'did you mean "points"?',
    }
    assert [note["file"] for note in told["notes"]] == ["orchard/evening.yaml"]
    assert (told["games"], told["variants"], told["tallies"], told["examples"]) == (1, 1, 1, 2)
    assert json.loads(checked("--json", "orchard/game.yaml").stdout)["problems"] == []


def test_a_games_own_folder_and_a_tally_elsewhere(orchard: Path, tmp_path: Path) -> None:
    (tmp_path / "tally.yaml").write_text(
        TALLY.replace("game.yaml", "orchard").replace("players", "variants: [wild]\nplayers")
    )
    assert checked("tally.yaml").stdout == "1 tally: all well\n"


def test_games_of_a_persons_own_folder_by_name(orchard: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "tally.yaml").write_text(TALLY.replace("game.yaml", "orchard"))
    assert checked("elsewhere/tally.yaml").exit_code == 1
    assert checked("--rules", ".", "elsewhere/tally.yaml").exit_code == 0


def test_two_files_that_name_one_another(orchard: Path) -> None:
    (orchard / "a.yaml").write_text("extends: b\n")
    (orchard / "b.yaml").write_text("extends: a\n")
    assert "extends goes round in a circle" in checked("orchard/a.yaml").stderr


def test_a_language_changes_words_only(orchard: Path) -> None:
    (orchard / "words").mkdir()
    (orchard / "words" / "el.yaml").write_text("title: Περιβόλι\ncounts:\n  apples: {label: Μήλα, most: 3}\n")
    result = checked("orchard/words")
    assert result.exit_code == 1
    assert 'a language changes words only, not "most"' in result.stderr
