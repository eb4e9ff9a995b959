"""Results that go on to other programs: BG Stats, and records in the manner of BoardGameGeek."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from typer.testing import CliRunner

from potager import push
from potager.cli import app
from scoring import bgstats, tally, yaml_file
from scoring.load import load
from scoring.score import ScoreTable, score

ROOT = Path(__file__).parents[1]
WHEN = datetime(2026, 11, 30, 21, 15, 30, tzinfo=timezone(timedelta(hours=2)))
GARDEN = {"track": 58, "harvested": {}, "unplanted": 0, "sun": False}


def garden(*names: str, variants: tuple[str, ...] = (), **more: Any) -> ScoreTable:
    players = [{"name": name, **GARDEN, "track": 58 + at} | more for at, name in enumerate(names)]
    node = yaml_file.parse(json.dumps({"players": players}), "tally")
    return score(tally.look(node, load("garden-dice", variants)))


def test_the_play_that_bg_stats_asks_for() -> None:
    """The keys and the form of the date as the documentation of BG Stats has them."""
    play = bgstats.play(garden("Ann", "Bob", variants=("family",)), WHEN)
    assert play["sourceName"] == "potager"
    assert play["playDate"] == "2026-11-30 19:15:30"  # UTC
    assert play["game"] == {"name": "Garden Dice", "sourceGameId": "potager:garden-dice", "highestWins": True}
    assert play["board"] == "Family game"
    assert [(one["name"], one["score"], one["rank"], one["winner"]) for one in play["players"]] == [
        ("Ann", 58, 2, False),
        ("Bob", 59, 1, True),
    ]
    assert play["comments"] == "Family game · Bob wins with 59 points, 1 ahead of Ann."


@pytest.mark.parametrize("variants", [(), ("winter",)])
def test_everybody_has_a_winner_also_when_nobody_won(variants: tuple[str, ...]) -> None:
    """The Android app fails with "No value for winner" where it is left out."""
    game = load("grasshopper-ant", variants)
    counts = {"supplies": [1]} if variants else {"shelves": {}, "insects": []}
    node = yaml_file.parse(json.dumps({"players": [{"name": name, **counts} for name in ("Ann", "Bob")]}), "tally")
    table = score(tally.look(node, game))
    assert [one["winner"] for one in bgstats.play(table, WHEN)["players"]] == [
        player.winner for player in table.players
    ]
    assert [one["win"] for one in bgstats.bgg(table, WHEN)["players"]] == [player.winner for player in table.players]


def test_ids_stay_the_same_so_that_matches_are_remembered() -> None:
    first, later = (
        bgstats.play(garden("Ann", "Bob"), WHEN),
        bgstats.play(garden("Ann", "Bob"), WHEN + timedelta(hours=1)),
    )
    assert first["sourcePlayId"] == later["sourcePlayId"]
    ids = [one["sourcePlayerId"] for one in first["players"]]
    assert len(set(ids)) == 2
    assert [one["sourcePlayerId"] for one in bgstats.play(garden("ANN", "bob"), WHEN)["players"]] == ids
    other = bgstats.play(garden("Ann", "Bob"), WHEN + timedelta(days=1))
    assert other["sourcePlayId"] != first["sourcePlayId"]


@pytest.mark.parametrize("name", ["Ann", "Αλέξης", "玩家", 'A"&=#% <b>', "😀"])
def test_the_link_gives_back_what_went_in(name: str) -> None:
    play = bgstats.play(garden(name, "Bob"), WHEN)
    link = bgstats.link(play)
    assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    assert link.isascii()
    assert json.loads(parse_qs(urlsplit(link).query)["data"][0]) == play


def test_a_game_that_names_its_number_at_boardgamegeek(tmp_path: Path) -> None:
    file = tmp_path / "orchard.yaml"
    file.write_text(
        "potager: 1\ntitle: Orchard\nwins: least\nedition: {bgg: 4711}\n"
        "counts: {a: {label: A}}\nlines: {a: {kind: points, of: a}}\n",
        encoding="utf-8",
    )
    node = yaml_file.parse(json.dumps({"players": [{"name": "Ann", "a": 3}, {"name": "Bob", "a": 5}]}), "tally")
    table = score(tally.look(node, load(str(file))))
    assert bgstats.play(table, WHEN)["game"]["bggId"] == 4711
    assert bgstats.play(table, WHEN)["game"]["highestWins"] is False
    record = bgstats.bgg(table, WHEN)
    assert (record["objectid"], record["playdate"]) == (4711, "2026-11-30")
    assert record["players"][0] == {"name": "Ann", "score": "3", "win": True, "position": "1"}


def test_link_and_code_on_the_screen(tmp_path: Path) -> None:
    heading, link, code = push.lines(garden("Ann", "Bob"), tmp_path, 200, WHEN)
    assert "BG Stats" in heading
    assert link == bgstats.link(bgstats.play(garden("Ann", "Bob"), WHEN))
    assert len({len(line) for line in code.splitlines()}) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_narrow_terminal_gets_a_picture_of_the_code(tmp_path: Path) -> None:
    *_, file = push.lines(garden("Ann", "Bob"), tmp_path, 40, WHEN)
    assert Path(file) == tmp_path / "garden-dice-bgstats.svg"
    assert Path(file).read_text(encoding="utf-8").startswith("<?xml")


def test_a_long_table_becomes_a_file(tmp_path: Path) -> None:
    table = garden(*(letter * 60 for letter in "αβγδ"))
    (line,) = push.lines(table, tmp_path / "new", 200, WHEN)
    file = tmp_path / "new/garden-dice-bgstats.json"
    assert str(file) in line
    assert json.loads(file.read_text(encoding="utf-8")) == bgstats.play(table, WHEN)


@pytest.mark.parametrize("form", ["bgstats", "bgg"])
def test_the_command_gives_them(form: str) -> None:
    done = CliRunner().invoke(app, ["score", str(ROOT / "docs/garden-dice-example.yaml"), "--format", form])
    assert done.exit_code == 0
    assert [one["name"] for one in json.loads(done.stdout)["players"]] == ["Ann", "Bob"]


def test_the_score_comes_first_then_the_link() -> None:
    done = CliRunner().invoke(app, ["score", str(ROOT / "docs/garden-dice-example.yaml"), "--bgstats"])
    assert done.exit_code == 0
    assert done.stdout.index("Ann wins with 103 points") < done.stdout.index("https://app.bgstatsapp.com/")


def test_the_flag_does_not_spoil_json() -> None:
    done = CliRunner().invoke(app, ["score", str(ROOT / "docs/garden-dice-example.yaml"), "--bgstats", "--json"])
    assert done.exit_code == 2
    assert "--format bgstats" in done.stdout


@pytest.mark.parametrize("text", ['{"a": "\\ud83d\\ude00"}', '{"a": "\\uD83D\\uDE00"}', '["\\ud83d\\ude00"]'])
def test_json_may_write_a_letter_in_two_halves(text: str) -> None:
    assert yaml_file.parse(text).bare() == json.loads(text)


@pytest.mark.parametrize("text", ['{"a": "\\\\ud83d\\\\ude00"}', '{"a": "x\\\\\\\\ud83d"}'])
def test_a_backslash_before_it_is_only_a_backslash(text: str) -> None:
    assert yaml_file.parse(text).bare() == json.loads(text)
