"""The offline page in real Chromium scores any tally as `potager score` does."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta, timezone
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from scoring import bgstats, load, tally, yaml_file
from scoring.errors import PotagerError
from scoring.game import Game
from scoring.library import Library
from scoring.score import score
from sheets import page
from tests import browser as browsers
from tests import fixtures
from tests.reference import GAMES
from tests.test_agreement import COMBINATIONS, spoiled, told_by_javascript, told_by_python, with_numbers

pytestmark = pytest.mark.browser


@cache
def page_of(id: str) -> str:
    return page.html([(id, [])])


# The page reads each tally as an opened file, and gives what its scorer says. A tally that the page refuses is null.
READ = """tallies => tallies.map(text => {
    try { openTally(text); } catch (error) { if (error instanceof Wrong) { return null; } throw error; }
    score = compute();
    const when = new Date("2026-11-30T23:15:30Z");
    return { ...score, plays: score.finished ? [playOf(when), linkOf(playOf(when)), bggOf(when)] : null };
})"""
WHEN = datetime(2026, 12, 1, 1, 15, 30, tzinfo=timezone(timedelta(hours=2)))  # the same, at the table in Athens


def plays(one: dict[str, Any], game: Game) -> list[Any] | None:
    """What `potager score` takes to other programs; None where there is no result."""
    try:
        table = score(tally.read(yaml_file.parse(json.dumps(one)), game))
    except PotagerError:
        return None
    play = bgstats.play(table, WHEN)
    return [play, bgstats.link(play), bgstats.bgg(table, WHEN)]


def of(id: str, combinations: Iterable[tuple[str, tuple[str, ...]]]) -> list[tuple[str, ...]]:
    """The variants played with one game."""
    return [variants for other, variants in combinations if other == id]


def tallies(id: str, variants: tuple[str, ...], game: Any, number: int) -> Iterator[dict[str, Any]]:
    rng = random.Random(f"page {id}{variants}")
    for at in range(number):
        made = GAMES[id].random_tally(rng, list(variants), players=None if at % 9 else 1 if at else None)
        if at % 2:
            made = spoiled(rng, game, made)
        yield {**made, "game": id, "variants": list(variants)}


def agreed(
    opened: browsers.Opened, game: Game, made: list[dict[str, Any]], *, by_one_name: bool = True
) -> tuple[int, int]:
    """The page and Python say the same of each tally; how many have a result, and how many both refuse.

    `by_one_name`: both call the game and its variants alike, so that other programs are told the same, too.
    """
    finished = refused = 0
    for one, answer in zip(made, opened.run(READ, [json.dumps(one) for one in made]), strict=True):
        right = told_by_python(yaml_file.parse(json.dumps(one)), game)
        finished, refused = finished + (right is not None), refused + (right is None)
        if answer is None:
            assert right is None, one
            continue
        assert told_by_javascript(answer, game, [player["name"] for player in one["players"]]) == right, one
        assert not by_one_name or answer["plays"] == plays(one, game)
    return finished, refused


@pytest.mark.parametrize("id", GAMES)
def test_any_tally_scores_the_same_on_the_page(id: str, browser: Any, tmp_path: Path) -> None:
    found = []
    with browsers.opened(browser, page_of(id), tmp_path, timezone_id="Europe/Athens") as opened:
        for variants in of(id, COMBINATIONS):
            game = load.load(id, variants)
            found.append(agreed(opened, game, list(tallies(id, variants, game, 40))))
        assert not opened.complaints
    finished, refused = map(sum, zip(*found, strict=True))
    assert finished > 15
    assert refused > 10


@pytest.mark.parametrize("id", [id for id, module in GAMES.items() if module.MADE_UP_NUMBERS])
def test_with_numbers_of_the_players_own_copy_too(id: str, browser: Any, tmp_path: Path) -> None:
    """The made-up numbers are typed into the page, and given to Python in a variant."""
    told = {}
    for path, value in GAMES[id].MADE_UP_NUMBERS.items():
        if isinstance(value, list):
            told |= {f"{path}.{at}": str(number) for at, number in enumerate(value)}
        else:
            told[path] = str(value)
    finished = 0
    with browsers.opened(browser, page_of(id), tmp_path, timezone_id="Europe/Athens") as opened:
        for variants in of(id, COMBINATIONS):
            game = with_numbers(id, variants, tmp_path)
            opened.run("told => { keep(`${game().id}:numbers`, told); }", told)
            finished += agreed(opened, game, list(tallies(id, variants, game, 30)), by_one_name=False)[0]
    assert finished > 20


@pytest.mark.parametrize("id", fixtures.IDS)
def test_so_do_games_that_nothing_here_knows(id: str, browser: Any, tmp_path: Path) -> None:
    """The awkward games of tests/fixtures: lists with records, rounds, teams, splits, bands."""
    finished = 0
    html = page.html([(id, [])], Library((fixtures.FOLDER,)))
    with browsers.opened(browser, html, tmp_path, timezone_id="Europe/Athens") as opened:
        for variants in of(id, fixtures.COMBINATIONS):
            game = fixtures.game(id, variants)
            rng = random.Random(f"page {id}{variants}")
            made = [{**fixtures.random_tally(rng, game), "game": id, "variants": list(variants)} for _ in range(12)]
            finished += agreed(opened, game, made)[0]
            for view in ("players", "sheet", "result"):
                opened.run("view => { shown.view = view; rebuild(); }", view)
        assert not opened.complaints
    assert finished


# names that are written in several ways, or that no link and no file can hold as they are
NAMES = [
    [
        "Ann & Bob",
        "\u039f\u0394\u03a5\u03a3\u03a3\u0395\u03a5\u03a3",
        "it's (100%) *me*!",
        "\uff21\uff2e\uff2e\u3000\uff22",
        "\U0001f600\u2028x",
    ],
    ["\u0130stanbul", "  a \t b ", "\u73a9\u5bb6", "e\u0301", "x" * 200],
]


@pytest.mark.parametrize("language", ["el", "pl", "zh-Hant"])
def test_plays_say_the_same_in_every_language_and_with_any_name(language: str, browser: Any, tmp_path: Path) -> None:
    rules, own = tmp_path / "our games" / "patch", tmp_path / "our way.yaml"
    rules.mkdir(parents=True)
    (rules / "game.yaml").write_text(
        "potager: 1\ntitle: Patch\nwins: least\nteams: {members: 2}\nedition: {bgg: 4711}\n"
        "counts: {a: {label: A}, b: {label: B}}\nlines: {a: {kind: points, of: a}}\nties: {b: {most: b}}\n",
        encoding="utf-8",
    )
    own.write_text("potager: 1\nextends: garden-dice\nlines: {sun: {points: 50}}\n", encoding="utf-8")
    counts = {"track": 9, "harvested": {}, "unplanted": 0, "sun": False}
    made: list[dict[str, Any]] = []
    for names, ties in zip(NAMES, ([1, 2], [3, 3]), strict=True):
        players = [{"name": name, **counts} for name in names[:4]]
        made.append({"game": "garden-dice", "variants": [str(own), "family"], "players": players})
        teams = [{"name": names[at], "members": [names[2], names[3 + at]], "a": 5, "b": ties[at]} for at in range(2)]
        made.append({"game": str(rules / "game.yaml"), "players": teams})
    html = page.html([("garden-dice", [str(own)]), (str(rules), [])], language=language)
    with browsers.opened(browser, html, tmp_path, timezone_id="Europe/Athens") as opened:
        assert opened.run("code => unpackLanguage(code)", language)
        answers = opened.run(READ, [json.dumps(one) for one in made])
    for one, answer in zip(made, answers, strict=True):
        game = load.load(one["game"], one.get("variants", []), language=language)
        right = plays(one, game)
        assert right is not None
        assert answer["plays"] == right
        play, link, _ = answer["plays"]
        assert json.loads(parse_qs(urlsplit(link).query)["data"][0]) == play
        assert str(tmp_path) not in json.dumps(play), "where files are is nobody else's business"
        assert all(type(player["winner"]) is bool for player in play["players"])


FAULTS = {
    "a smallest that is the largest": ("Math.min(", "Math.max("),
    "a ladder with a wrong step": ("[0,10,15,20]", "[0,10,15,25]"),
    "a tick that is always yes": ("?1:0", "?1:1"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_page_is_found(fault: str, browser: Any, tmp_path: Path) -> None:
    old, new = FAULTS[fault]
    plain = page_of("garden-dice")
    assert old in plain
    faulty = page.html([("garden-dice", [])], writer=lambda script: script.replace(old, new))
    game = load.load("garden-dice")
    made = list(tallies("garden-dice", (), game, 20))
    with browsers.opened(browser, faulty, tmp_path) as opened:
        answers = opened.run(READ, [json.dumps(one) for one in made])
    differing = 0
    for one, answer in zip(made, answers, strict=True):
        try:
            right = score(tally.read(yaml_file.parse(json.dumps(one)), game))
        except PotagerError:
            continue
        differing += answer is None or [p["total"] for p in answer["players"]] != [p.total for p in right.players]
    assert differing
