"""Games that nobody thought of when the tool was written: their worked examples, their sheets, both languages."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from potager.cli import app
from scoring import blank_tally, explain, javascript, tally, yaml_file
from scoring.errors import PotagerError
from scoring.game import Game
from scoring.score import score
from sheets import make
from sheets.placed import faults
from tests import fixtures
from tests.small_games import game_of, scored
from tests.test_agreement import ENGINES, spoiled, told_by_javascript, told_by_python

ROOT = Path(__file__).parents[1]


def test_the_games_are_many_and_each_says_what_it_taught() -> None:
    assert len(fixtures.IDS) >= 6
    for id in fixtures.IDS:
        assert (fixtures.FOLDER / id / "game.yaml").read_text(encoding="utf-8").startswith("# What it taught: "), id


def test_every_example_of_every_game_is_right() -> None:
    """Points of every line, totals, places and results, each with its source; `check` compares them."""
    done = CliRunner().invoke(app, ["check", str(fixtures.FOLDER)])
    assert done.exit_code == 0, done.output
    told = re.search(r"(\d+) games, (\d+) variants, (\d+) examples: all well", done.output)
    assert told, done.output
    assert int(told[1]) == len(fixtures.IDS)


@pytest.mark.parametrize("id", fixtures.IDS)
def test_a_wrong_number_in_an_example_is_found(id: str, tmp_path: Path) -> None:
    folder = tmp_path / id
    folder.mkdir()
    for file in (fixtures.FOLDER / id).glob("*.yaml"):
        (folder / file.name).write_bytes(file.read_bytes())
    text = (folder / "examples.yaml").read_text(encoding="utf-8")
    wrong = re.sub(r"total: (\d+)", lambda found: f"total: {int(found[1]) + 1}", text, count=1)
    assert wrong != text
    (folder / "examples.yaml").write_text(wrong, encoding="utf-8")
    done = CliRunner().invoke(app, ["check", str(folder)])
    assert done.exit_code == 1
    assert "examples.yaml" in done.output


@pytest.mark.parametrize("sheet", ["pad", "aid"])
@pytest.mark.parametrize("paper", ["A4", "A5"])
@pytest.mark.parametrize(("id", "variants"), fixtures.COMBINATIONS, ids=str)
def test_pad_and_aid_fit(id: str, variants: tuple[str, ...], paper: str, sheet: str) -> None:
    pages = make.pages(fixtures.game(id, variants), sheet, paper)
    assert [fault for page in pages for fault in faults(page)] == []


@pytest.mark.parametrize(("id", "variants"), fixtures.COMBINATIONS, ids=str)
def test_it_is_explained(id: str, variants: tuple[str, ...]) -> None:
    game = fixtures.game(id, variants)
    text = explain.text(game)
    for line in game.lines.values():
        assert f"{line.label} ({line.id})" in text
        assert line.words in text
    json.dumps(explain.as_json(game))


@pytest.mark.parametrize(("id", "variants"), fixtures.COMBINATIONS, ids=str)
def test_a_blank_tally_asks_for_all_that_counts(id: str, variants: tuple[str, ...]) -> None:
    """As it is printed only the numbers are missing; once they stand there, it is scored."""
    game = fixtures.game(id, variants)
    names = ["Ann", "Bob", "Cid", "Dee"][: max(game.rules.players.least, 2)]
    text = blank_tally.blank(game, names)
    for count in game.counts.values():
        assert f"{count.id}:" in text
    read = tally.look(yaml_file.parse(text), game)
    assert not read.problems
    full = re.sub(r"^( +(?:- )?(?!name|rounds|players|teams|table)[\w]+:)( +#.*)?$", r"\1 0", text, flags=re.MULTILINE)
    filled = tally.look(yaml_file.parse(_kinds(full)), game)
    assert not filled.problems
    assert len(filled.players) == len(read.players)


def _kinds(text: str) -> str:
    """A count with kinds below it has no number of its own."""
    return re.sub(r"^( +)((?:- )?\w+:) 0\n(?=\1 {2,}\w+:)", r"\1\2\n", text, flags=re.MULTILINE)


@pytest.mark.parametrize("make_engine", ENGINES, ids=lambda engine: engine.name)
@pytest.mark.parametrize(("id", "variants"), fixtures.COMBINATIONS, ids=str)
def test_any_tally_scores_the_same_in_both_languages(id: str, variants: tuple[str, ...], make_engine: Any) -> None:
    game = fixtures.game(id, variants)
    rng = random.Random(f"{id}{variants}")
    engine = make_engine()
    engine.load(javascript.program(game))
    finished = 0
    for at in range(40):
        made = fixtures.random_tally(rng, game)
        if at % 2:
            made = spoiled(rng, game, made)
        node = yaml_file.parse(json.dumps(made))
        try:
            read = tally.read(node, game)
        except PotagerError:
            continue
        argument = json.dumps(javascript.table_of(game, read.players, read.table))
        answer = engine.run(f"potager.score({argument})")
        right = told_by_python(node, game)
        assert told_by_javascript(answer, game, [player.name for player in read.players]) == right, made
        finished += right is not None
    assert finished >= 5


# -- what they needed and was not there


def points(game: Game, *players: dict[str, Any]) -> list[int]:
    return [player.total for player in scored(game, list(players)).players]


@pytest.mark.parametrize(
    ("prizes", "counted", "right"),
    [
        ("[6, 3]", [5, 5, 1], [3, 3, 0]),  # level for the first: the second place is used up
        ("[6, 3]", [5, 2, 2], [6, 1, 1]),  # 3 divided by two, rounded down
        ("[6, 3]", [4, 4, 4], [2, 2, 2]),
        ("[-6]", [0, 0, 1], [-3, -3, 0]),  # with fewest: see below
        ("[-7]", [0, 0, 1], [-3, -3, 0]),  # a loss is rounded towards 0, like a gain
    ],
)
def test_a_split_prize_is_divided_among_the_level(prizes: str, counted: list[int], right: list[int]) -> None:
    fewest = ", fewest: true" if "-" in prizes else ""
    game = game_of(f"most: {{kind: majority, of: apples, prizes: {prizes}, tied: split{fewest}}}")
    assert points(game, *({"apples": many} for many in counted)) == right


def test_prizes_for_the_fewest() -> None:
    game = game_of("few: {kind: majority, of: apples, prizes: [5, 2], tied: all, fewest: true}")
    assert points(game, {"apples": 7}, {"apples": 1}, {"apples": 3}) == [0, 5, 2]
    assert "fewest" in game.lines["few"].words


def test_everyone_adds_a_number_of_all_players() -> None:
    game = game_of("share: {kind: formula, formula: apples * 100 // everyone(apples), rule: Percent of all apples}")
    assert points(game, {"apples": 1}, {"apples": 3}, {"apples": 4}) == [12, 37, 50]


@pytest.mark.parametrize(
    ("formula", "told"),
    [
        ("everyone(everyone(apples))", "everyone(…) cannot stand inside another"),
        ("sum(piles, everyone(apples))", "everyone(…) cannot stand inside the sum over a list"),
        ("everyone(apples, pears)", "everyone(…) takes one number"),
        ("everyone", '"everyone" needs brackets'),
    ],
)
def test_everyone_stands_where_it_means_something(formula: str, told: str) -> None:
    with pytest.raises(PotagerError, match=re.escape(told)):
        game_of(f'x: {{kind: formula, formula: "{formula}", rule: Test}}')


@pytest.mark.parametrize(("number", "well"), [(0, True), (30, True), (29, False), (31, False), (-1, False)])
def test_a_count_may_allow_only_some_numbers(number: int, well: bool) -> None:
    game = fixtures.game("yacht")
    made = fixtures.random_tally(random.Random(1), game)
    made["players"] = made["players"][:1]
    made["players"][0]["little_straight"] = number
    node = yaml_file.parse(json.dumps(made))
    if well:
        assert score(tally.read(node, game)).players[0].lines["little_straight"].points == number
    else:
        with pytest.raises(PotagerError, match=r"Little straight: .* cannot be; it is one of 0, 30"):
            score(tally.read(node, game))
