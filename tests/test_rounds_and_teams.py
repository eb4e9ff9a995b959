"""Games over rounds, and games of teams."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scoring import report, tally, yaml_file
from scoring.errors import PotagerError
from scoring.game import Game
from scoring.load import load
from scoring.score import ScoreTable, score
from sheets import make
from tests.reading import texts

WHIST = """potager: 1
title: Whist
players: {least: 2, most: 3}
wins: most
rounds: {of: deals, label: Deal}
teams: {members: 2, label: Pair}
counts:
  deals: {label: Tricks, list: {most: 5}, fields: {won: {most: 13}, slam: {most: 1}}, value: won + 10 * slam}
lines:
  deals: {kind: points, of: deals, label: Points}
"""
PAIRS = """game: whist
players:
  - {name: North, members: [Ann, Cleo], deals: [3, {won: 13, slam: 1}, 0]}
  - {name: East, members: [Bob, Dan], deals: [2, 0, 4]}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "whist.yaml").write_text(WHIST, encoding="utf-8")
    return tmp_path


def game(folder: Path, text: str = WHIST) -> Game:
    (folder / "whist.yaml").write_text(text, encoding="utf-8")
    return load(str(folder / "whist.yaml"))


def scored(game: Game, text: str = PAIRS) -> ScoreTable:
    return score(tally.look(yaml_file.parse(text.encode(), "tally.yaml"), game))


def problems(work: Any) -> list[str]:
    with pytest.raises(PotagerError) as caught:
        work()
    return [problem.what for problem in caught.value.problems]


def test_each_round_is_told_and_they_add_up(folder: Path) -> None:
    table = scored(game(folder))
    assert [player.rounds for player in table.players] == [(3, 23, 0), (2, 0, 4)]
    assert [player.total for player in table.players] == [26, 6]
    rows = [(row.label, row.cells) for row in report.report(table).rows if row.kind == "round"]
    assert rows == [("Deal 1", ("3", "2")), ("Deal 2", ("23", "0")), ("Deal 3", ("0", "4"))]


def test_json_names_rounds_and_members_only_where_there_are_any(folder: Path) -> None:
    first = json.loads(json.dumps(scored(game(folder)).as_json()))["players"][0]
    assert (first["members"], first["rounds"]) == (["Ann", "Cleo"], [3, 23, 0])
    plain = WHIST.replace("rounds: {of: deals, label: Deal}\n", "").replace("teams: {members: 2, label: Pair}\n", "")
    alone = PAIRS.replace("members: [Ann, Cleo], ", "").replace("members: [Bob, Dan], ", "")
    assert {"members", "rounds"}.isdisjoint(scored(game(folder, plain), alone).as_json()["players"][0])


def test_a_round_that_somebody_left_out_is_noticed(folder: Path) -> None:
    table = scored(game(folder), PAIRS.replace("[2, 0, 4]", "[2, 0]"))
    assert [(warning.id, warning.message) for warning in table.warnings] == [
        ("rounds", "Deal: not everybody has the same number")
    ]
    assert [row.cells for row in report.report(table).rows if row.kind == "round"][2] == ("0", "")


def test_teams_stand_with_their_members(folder: Path) -> None:
    told = report.text(scored(game(folder)))
    assert "North (Ann, Cleo)" in told
    assert "North wins with 26 points, 20 ahead of East." in told


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ("[Ann]", "North: 1 members, but a team has 2"),
        ("Ann", "North: members needs a list of names"),
        ("[1, 2]", "North: members needs a list of names"),
    ],
)
def test_members_that_cannot_be(folder: Path, members: str, said: str) -> None:
    assert problems(lambda: scored(game(folder), PAIRS.replace("[Ann, Cleo]", members))) == [said]


def test_players_of_their_own_have_no_members(folder: Path) -> None:
    alone = game(folder, WHIST.replace("teams: {members: 2, label: Pair}\n", ""))
    told = problems(lambda: scored(alone))
    assert told == ['North: there is no count "members"', 'East: there is no count "members"']


@pytest.mark.parametrize(
    ("rounds", "said"),
    [
        ("{of: deal}", 'rounds needs a list count of the players, not "deal"'),
        ("{of: tricks}", 'rounds needs a list count of the players, not "tricks"'),
        ("{label: Deal}", '"rounds" lacks "of"'),
        ("{of: deals, mots: 3}", '"rounds" does not know "mots"'),
    ],
)
def test_rounds_that_are_none(folder: Path, rounds: str, said: str) -> None:
    text = WHIST.replace("{of: deals, label: Deal}", rounds).replace("counts:\n", "counts:\n  tricks: {label: T}\n")
    assert problems(lambda: game(folder, text)) == [said]


def test_the_pad_has_a_row_for_each_round_and_columns_for_teams(folder: Path) -> None:
    (page,) = make.pages(game(folder), "pad")
    assert {f"Deal {at}" for at in range(1, 6)} <= texts(page)
    assert "Deal 6" not in texts(page)
    assert {"Pair", "Score pad · 2–3 teams"} <= texts(page)
    (shorter,) = make.pages(game(folder, WHIST.replace("label: Deal}", "label: Deal, most: 3}")), "pad")
    assert "Deal 3" in texts(shorter)
    assert "Deal 4" not in texts(shorter)


def test_a_form_has_a_field_for_each_round(folder: Path) -> None:
    (page,) = make.pages(game(folder), "pad", fillable=True)
    deals = [field for field in page.fields if "Tricks" in field.label]
    names = [field.name for field in page.fields]
    assert len(names) == len(set(names))
    assert len(deals) >= 3 * 5
