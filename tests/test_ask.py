"""Asked at the terminal: every question that matters and no other, answers that cannot be, back, and the real thing."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pexpect
import pytest

from potager import ask, questions
from potager.questions import Asking, Holder, Listed, Names, Numbers, PointsOf, Question, Refused, Ticks
from scoring import tally, words, yaml_file
from scoring.blank_tally import filled
from scoring.errors import PotagerError, UsageError
from scoring.game import Game
from scoring.load import load
from scoring.score import score
from tests.reference import GAMES
from tests.small_games import game_of

GAME_VARIANTS = [(game, variants) for game, module in GAMES.items() for variants in module.VARIANTS]


def named(case: Any) -> str:
    return "+".join(case) or "base" if isinstance(case, list) else str(case)


# -- somebody who has counted everything, and answers what is asked


def typed(value: Any) -> str:
    """A number, a tick or an entry of a list as a player types it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ",".join(str(value.get(name, 0)) for name in ("seed", "black", "gold"))
    return str(value)


def answer(question: Question, told: dict[str, Any], points: Sequence[dict[str, int]]) -> str:
    """What is typed at a question; `points`: of each player's lines, for numbers on the own copy."""
    if isinstance(question, Names):
        return ", ".join(player["name"] for player in told["players"])
    if isinstance(question, PointsOf):
        return str(points[question.who][question.line])
    assert isinstance(question, Numbers | Ticks | Listed | Holder)
    id, kind = question.count.id, question.kinds[0]
    if isinstance(question, Holder):
        holds = (
            player["name"] for player in told["players"] if (player.get(id) or {} if kind else player).get(kind or id)
        )
        return next(holds, "")
    row = told["table"] if question.count.shared else told["players"][question.who]
    if isinstance(question, Listed):
        return " ".join(map(typed, row[id])) or "-"
    return typed(row[id].get(kind, "") if kind else row.get(id, ""))


def played(game: Game, told: dict[str, Any], points: Sequence[dict[str, int]] = ()) -> Asking:
    """A whole game asked and answered."""
    asking = Asking(game)
    while asking.question is not None:
        asking = asking.answered(answer(asking.question, told, points))
    return asking


def going(game: Game, names: str, *answers: str) -> Asking:
    """A game with some answers given."""
    asking = Asking(game, tuple(names.split()))
    for text in answers:
        asking = asking.answered(text)
    return asking


def asked(asking: Asking) -> str:
    """The question as a short word: `Ann harvested.squash`."""
    question = asking.question
    if question is None:
        return "nothing"
    whose = "" if question.who < 0 else f"{question.names[question.who]} "
    _, _, count, kind = question.key
    return f"{whose}{question.form} {count}{'.' if kind else ''}{kind}".strip()


@pytest.mark.parametrize(("id", "variants"), GAME_VARIANTS, ids=named)
def test_answers_give_the_score_of_the_tally(id: str, variants: list[str]) -> None:
    module, game = GAMES[id], load(id, variants)
    rng = random.Random(f"{id} {variants}")
    for _ in range(4):
        told = module.random_tally(rng, variants)
        expected = module.score(told, module.MADE_UP_NUMBERS)
        lines = [player["lines"] for player in expected["players"]]
        asking = played(game, told, lines)
        table = asking.score().as_json()
        assert [player["total"] for player in table["players"]] == [player["total"] for player in expected["players"]]
        for key in ("winners", "decided_by", "verdict"):
            assert table[key] == expected[key]
        for player, row, points in zip(asking.bare["players"], told["players"], lines, strict=True):
            row["points"] = {line: points[line] for line in player.get("points", {})}
        assert table == score(tally.read(yaml_file.parse(json.dumps(told)), game)).as_json()
        assert table == score(tally.read(yaml_file.parse(filled(asking.bare)), game)).as_json()


@pytest.mark.parametrize(("id", "variants"), GAME_VARIANTS, ids=named)
def test_back_to_the_first_question_and_forward_again(id: str, variants: list[str]) -> None:
    module, game = GAMES[id], load(id, variants)
    told = module.random_tally(random.Random(f"back {id} {variants}"), variants)
    expected = module.score(told, module.MADE_UP_NUMBERS)
    asking = played(game, told, [player["lines"] for player in expected["players"]])
    whole, steps = asking.bare, len(asking.answers)
    for _ in range(steps):
        asking = asking.back()
        assert asking.default is not None
    assert isinstance(asking.question, Names)
    with pytest.raises(Refused, match="the first question"):
        asking.back()
    for _ in range(steps):
        asking = asking.answered("")  # Enter keeps what was typed before
    assert asking.question is None
    assert asking.bare == whole


@pytest.mark.parametrize(("id", "variants"), GAME_VARIANTS, ids=named)
def test_every_question_has_words_and_help(id: str, variants: list[str]) -> None:
    module, game = GAMES[id], load(id, variants)
    told = module.random_tally(random.Random(f"help {id} {variants}"), variants)
    points = [dict.fromkeys(game.lines, 1) for _ in told["players"]]
    asking = Asking(game)
    while asking.question is not None:
        question = asking.question
        said = [question.text, question.short, *question.headings(), *question.help()]
        assert question.text
        assert len(list(question.help())) >= 1
        assert not [text for text in said if "{" in text or "None" in text or "_" in text.replace("__", "")]
        asking = asking.answered(answer(question, told, points))


def test_every_word_that_asks_is_in_the_catalogue_and_none_is_left_over() -> None:
    known = {key for key in words.catalogue().entries if key.startswith("ask.")}
    source = "".join(Path(module.__file__).read_text(encoding="utf-8") for module in (ask, questions))
    used = set(re.findall(r'"(ask\.[a-z_.]+[a-z])"', source)) | {"ask.help.points", "ask.help.ties"}
    assert used == known


# -- what is asked, and when


def test_names_first_then_the_table_then_each_player() -> None:
    asking = Asking(load("harvest-dice"))
    order = []
    for text in ("Ann, Bob", "2 1 1", "1 2 3", "0", "1", "0 0 0", "0", "0"):
        order.append(asked(asking))
        asking = asking.answered(text)
    assert order == [
        "names",
        "number market.lettuce",
        "Ann number garden.lettuce", "Ann number rows", "Ann number pig",
        "Bob number garden.lettuce", "Bob number rows", "Bob number pig",
    ]  # fmt: skip
    assert asking.question is None


@pytest.mark.parametrize(
    "typed",
    [
        ["2 3 4 2 1+1"],
        ["2", "3 4 2 2"],
        ["2", "3", "4", "2", "2"],
        ["2, 3; 4 2 2"],
        ["２　３　４　２　２"],
        ["1 + 1 3 4 2 2"],
    ],
)
def test_kinds_one_by_one_or_in_one_line(typed: list[str]) -> None:
    asking = going(load("garden-dice"), "Ann Bob", "58", *typed)
    assert asked(asking) == "Ann number unplanted"
    assert [asking.tally.players[0].row[place] for place in range(1, 6)] == [2, 3, 4, 2, 2]


def test_back_from_kinds_in_one_line_offers_them_again_also_one_by_one() -> None:
    asking = going(load("garden-dice"), "Ann Bob", "58", "2 3 4 2 2").back()
    assert asking.default == "2 3 4 2 2"
    asking = asking.answered("1")
    assert (asked(asking), asking.default) == ("Ann number harvested.carrot", "3")


def test_enter_is_no_for_a_tick_and_0_for_a_kind_but_a_whole_count_must_be_said() -> None:
    asking = going(load("garden-dice"), "Ann Bob")
    with pytest.raises(Refused, match="type a number"):
        asking.answered("")
    asking = going(load("garden-dice"), "Ann Bob", "5", "", "", "", "", "", "0", "")
    assert asked(asking) == "Bob number track"
    assert asking.bare["players"][0] == {
        "name": "Ann",
        "track": 5,
        "harvested": {"squash": 0, "carrot": 0, "tomato": 0, "artichoke": 0, "eggplant": 0},
        "unplanted": 0,
        "sun": False,
    }


def test_a_count_that_may_be_missing_is_still_asked() -> None:
    asking = going(load("hanging-gardens"), "Ann Bob", "0 0 0 0 0 0 0")
    assert (asked(asking), asking.default) == ("Ann number compensation", "0")


def test_numbers_of_the_own_copy_are_asked_only_when_they_matter() -> None:
    game = load("hanging-gardens")
    no_kings = going(game, "Ann Bob", "2 0 0 0 0 0 0")
    assert asked(no_kings) == "Ann number compensation"
    six_gates = going(game, "Ann Bob", "0 0 0 0 0 0 6")
    assert asked(six_gates) == "Ann number compensation"
    three_gates = going(game, "Ann Bob", "0 0 0 0 0 0 3")
    assert asked(three_gates) == "Ann points points.gate"
    two_lines = going(game, "Ann Bob", "1", "2")
    assert asked(two_lines) == "Ann points points.king"
    assert asked(two_lines.answered("7")) == "Ann number tiles.tiger"


def test_the_only_one_is_asked_once_for_the_table() -> None:
    asking = going(load("diced-tomatoes"), "Ann Bob Cleo", *("1 2 3 4 5 6", "0", "0") * 3)
    assert asked(asking) == "number first_to_six".replace("number", "holder")
    for text, points in {"Bob": [0, 2, 0], "2": [0, 2, 0], "cl": [0, 0, 2], "": [0, 0, 0], "nobody": [0, 0, 0]}.items():
        done = asking.answered(text)
        assert done.question is None
        assert [player.lines["first_to_six"].points for player in done.score().players] == points
    assert asking.answered("2").back().default == "Bob"
    with pytest.raises(Refused, match='"Zoe" is none of the players: 1 Ann, 2 Bob, 3 Cleo'):
        asking.answered("Zoe")


def test_the_only_ones_of_several_kinds_in_one_line() -> None:
    asking = going(load("hanging-gardens"), "Ann Bob", *("0 0 0 0 0 0 0", "0") * 2)
    assert asked(asking) == "holder persons.animal_handler"
    done = asking.answered("Ann 2 - nobody b")
    persons = ("animal_handler", "gardener", "sculptor", "priest", "guard")
    holds = [[player.lines[person].points for person in persons] for player in done.score().players]
    assert holds == [[3, 0, 0, 0, 0], [0, 3, 0, 0, 0]]


def test_a_player_alone_is_asked_for_a_tick() -> None:
    asking = going(load("diced-tomatoes"), "Ann", "1 2 3 4 5 6")
    assert asked(asking) == "Ann tick first_to_six"


def insects_typed(*points: str) -> Iterator[str]:
    for text in points:
        yield "1 2 0 4"
        yield text


def test_the_tie_break_is_asked_only_on_a_tie_and_only_of_those_who_are_tied() -> None:
    game = load("grasshopper-ant")
    assert going(game, "Ann Bob Cleo", *insects_typed("=8", "=9", "=7")).question is None
    asking = going(game, "Ann Bob Cleo", *insects_typed("=8", "=9", "=8"))
    assert asking.question is not None
    assert asked(asking) == "Ann list insects"
    assert asking.question.headings()[0] == "A tie: Ann and Cleo. Most wins it: Insect cards."
    asking = asking.answered("3 1")
    assert asked(asking) == "Cleo list insects"
    for text, places in {"5": [3, 1, 2], "=3": [2, 1, 3], "2 2": [2, 1, 2]}.items():
        done = asking.answered(text)
        assert done.question is None
        assert [player.place for player in done.score().players] == places


def test_a_second_tie_break_is_asked_only_if_the_first_leaves_a_tie() -> None:
    game = load("harvest-dice")
    rows = ("2 2 2", "1", "=10")  # the pig by its points, so its circles are not counted
    assert going(game, "Ann Bob", "3 1 1", *rows, "1 3 5", "1", "=10").question is None  # 15 to 19 points
    decided = going(game, "Ann Bob", "3 1 1", *rows, "1 2 5", "1", "=10")  # 10 points each, 6 to 8
    assert decided.question is None
    assert decided.score().decided_by == "vegetables"
    asking = going(game, "Ann Bob", "3 1 1", *rows, *rows)
    assert asked(asking) == "Ann number pig"
    done = asking.answered("7").answered("8")
    assert (done.question, done.score().decided_by) == (None, "pig_circles")


def test_points_may_be_typed_only_where_no_other_line_needs_the_count() -> None:
    asking = going(load("grasshopper-ant"), "Ann Bob", "1 2 0 4").answered("=12+3")
    assert asking.bare["players"][0]["points"] == {"insects": "12+3"}
    for id, answers in {"garden-dice": ["58"], "hanging-gardens": []}.items():
        with pytest.raises(Refused, match="other lines need the number"):
            going(load(id), "Ann Bob", *answers).answered("=12")
    with pytest.raises(Refused, match='"twelve" is no number'):
        going(load("grasshopper-ant"), "Ann Bob", "1 2 0 4").answered("=twelve")


def test_a_race_asks_for_no_tie_break() -> None:
    asking = going(load("grasshopper-ant", ["winter"]), "Ann Bob", "1 2 1", "1 2 1")
    assert asking.question is None


# -- lists


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("5 6 3", [5, 6, 3]),
        ("5, 6, 3", [5, 6, 3]),
        ("-1 −2 0", [-1, -2, 0]),
        ("-", []),
        ("none", []),
        ("6-2 5", [{"seed": 6, "black": 2}, 5]),
        ("6-2+1", [{"seed": 6, "black": 2, "gold": 1}]),
        ("6 - 2 + 1  4", [{"seed": 6, "black": 2, "gold": 1}, 4]),
        ("5+1", [{"seed": 5, "gold": 1}]),
        ("6,2,0 5,0,1", [{"seed": 6, "black": 2, "gold": 0}, {"seed": 5, "black": 0, "gold": 1}]),
        ("6,2", [{"seed": 6, "black": 2}]),
    ],
)
def test_a_list_in_one_line(text: str, entries: list[Any]) -> None:
    asking = going(load("diced-tomatoes", ["golden"]), "Ann Bob").answered(text)
    assert asking.bare["players"][0]["tomatoes"] == entries


def test_a_plain_list_takes_commas_and_sums() -> None:
    game = game_of("piles: {kind: points, of: piles}")
    asking = going(game, "Ann").answered("3,4;5 12+30 -2")
    assert [line.points for player in asking.score().players for line in player.lines.values()] == [52]


# -- what cannot be


SIX_OF_FIVE = "Harvested vegetables, Squash: all players together have 6, but there are only 5. …"
ONE_OR_ALL = "Type one number for Squash, or 5 numbers: Squash, Carrot, Tomato, Artichoke, Eggplant."


@pytest.mark.parametrize(
    ("id", "answers", "wrong", "message"),
    [
        ("garden-dice", [], "a lot", '"a lot" is no number; type one like 12, or a sum like 12+30.'),
        ("garden-dice", [], "12345678901", '"12345678901" is no number; type one like 12, or a sum like 12+30.'),
        ("garden-dice", [], "100000", "Score track: 100000 is more than 99999."),
        ("garden-dice", [], "-3", "Score track: −3 is less than 0."),
        ("garden-dice", ["9"], "1 2", ONE_OR_ALL),
        ("garden-dice", ["9"], "6", SIX_OF_FIVE),
        ("garden-dice", ["9", "3 0 0 0 0", "0", "", "9"], "3", SIX_OF_FIVE),
        ("garden-dice", ["9", "0 0 0 0 0"], "9", "Unplanted seed tiles: 9 is more than 8."),
        ("garden-dice", ["9", "0 0 0 0 0", "0"], "perhaps", '"perhaps": please type yes or no.'),
        ("harvest-dice", [], "1 0 1", "Market circles, Tomato: 0 is less than 1."),
        ("harvest-dice", ["1 1 1"], "9 9 9", "The garden has 18 beds, but 27 vegetables are counted. …"),
        ("harvest-dice", ["1 1 1", "6 6 5"], "1", "With 17 vegetables at least 2 of the rows must be full. …"),
        ("diced-tomatoes", [], "", "Please type the numbers, or - if there are none."),
        ("diced-tomatoes", [], "1 2 7", "Harvested tomatoes (3): 7 is more than 6."),
        ("diced-tomatoes", [], "5+1", "Harvested tomatoes, Gold dice (1): 1 is more than 0."),
        ("diced-tomatoes", [], "1 2 3 4 5 6 6", "Harvested tomatoes: 7 entries, but there can be only 6."),
        ("diced-tomatoes", [], "6-1-1", '"6-1-1": type its score, or Seed die,Black dice without spaces.'),
        ("diced-tomatoes", [], "1,2,3,4", '"1,2,3,4": type its score, or Seed die,Black dice without spaces.'),
        ("hanging-gardens", ["0 1 0 0 0 0 0"], "", "Please type a number; 0 if there is none."),
        ("hanging-gardens", ["0 1 0 0 0 0 0"], "999999", "points of king: 999999 is too large; at most 99999."),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_at_once(id: str, answers: list[str], wrong: str, message: str) -> None:
    asking = going(load(id), "Ann Bob", *answers)
    with pytest.raises(Refused) as refused:
        asking.answered(wrong)
    assert str(refused.value) == message.replace("…", "(Was an earlier answer wrong? < goes back.)")


def test_the_only_one_who_cannot_have_it() -> None:
    asking = going(load("diced-tomatoes"), "Ann Bob", "1 2 3 4 5 6", "0", "0", "1", "0", "0")
    with pytest.raises(Refused, match="Bob: First to six needs six tomatoes; 1 are counted"):
        asking.answered("Bob")
    assert asking.answered("Ann").question is None


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("", "Please type the names, such as Ann, Bob."),
        (" , ", "Please type the names, such as Ann, Bob."),
        ("A, B, C, D, E", "5 players, but Garden Dice is for at most 4."),
        ("Ann, Bob, Ann", 'two players are called "Ann"; add a letter to one.'),
    ],
)
def test_names_that_will_not_do(names: str, message: str) -> None:
    with pytest.raises(Refused) as refused:
        Asking(load("garden-dice")).answered(names)
    assert str(refused.value) == message


def test_fewer_players_than_the_game_is_for_is_a_warning_only() -> None:
    asking = Asking(load("garden-dice")).answered("Ann")
    done = going(load("garden-dice"), "Ann", "9", "0 0 0 0 0", "0", "")
    assert asking.names == ("Ann",)
    assert [warning.id for warning in done.score().warnings] == ["players"]


def test_names_of_the_command_line_must_be_possible() -> None:
    with pytest.raises(UsageError, match="at most 4"):
        ask.begin(load("garden-dice"), ["A", "B", "C", "D", "E"])
    with pytest.raises(UsageError, match='two players are called "Ann"'):
        ask.begin(load("garden-dice"), ["Ann", " Ann "])
    assert ask.begin(load("garden-dice"), ["Ann  Marie", ""]).names == ("Ann Marie", "Player 2")


# -- games of other shapes, as people make them


def test_counts_of_every_shape_of_a_game_of_ones_own() -> None:
    game = game_of(
        "apples: {kind: each, of: apples, points: 2}",
        "sun: {kind: each, of: sun, points: 5}",
        "helpers: {kind: each, of: [helpers.cook, helpers.guard], points: 3}",
        "basket: {kind: market, of: basket, price: price}",
        "rate: {kind: formula, formula: rate * debts, rule: The debts at the rate}",
        "vines: {kind: formula, formula: 'sum(vines, seed - black)', rule: The vines}",
        more="ties: {pears: {least: pears, label: Pears}}\n",
    )
    own = ["2", "-3", "y", "1 0 2", "y n", "6-2 3,1"]
    asking = going(game, "Ann Bob", "1 2 3", "2")
    order = []
    for text in own:
        order.append(asked(asking))
        asking = asking.answered(text)
    assert order == [
        "Ann number apples", "Ann number debts", "Ann tick sun",
        "Ann number basket.red", "Ann tick helpers.cook", "Ann list vines",
    ]  # fmt: skip
    for text in own:
        asking = asking.answered(text)
    assert asking.question is not None
    assert asked(asking) == "Ann number pears"
    assert asking.question.headings()[0] == "A tie: Ann and Bob. Least wins it: Pears."
    table = asking.answered("4").answered("3").score()
    assert [player.total for player in table.players] == [4 + 5 + 3 + 7 - 6 + 6] * 2
    assert (table.winners, table.decided_by) == (["Bob"], "pears")


def test_a_line_that_needs_fields_takes_no_bare_number() -> None:
    game = game_of("vines: {kind: formula, formula: 'sum(vines, black)', rule: The black dice}")
    with pytest.raises(Refused, match=r"entry 1 is a bare number, but .* needs its seed, black"):
        going(game, "Ann").answered("5")
    assert going(game, "Ann").answered("5,2").score().players[0].total == 2


def test_all_kinds_of_a_count_may_be_typed_as_points_where_one_line_needs_them() -> None:
    game = game_of("basket: {kind: points, of: basket}", more="ties: {red: {most: basket.red, label: Red}}\n")
    asking = going(game, "Ann Bob", "=12", "4 4 4")
    assert asked(asking) == "Ann number basket.red"  # the tie-break, of Ann alone
    assert asking.answered("=4").question is None
    assert asking.answered("5").score().winners == ["Ann"]


def test_two_ties_at_one_table_are_told_apart() -> None:
    game = game_of("apples: {kind: points, of: apples}", more="ties: {pears: {most: pears, label: Pears}}\n")
    asking = going(game, "Ann Bob Cleo Dan", "1", "2", "1", "2")
    assert asking.question is not None
    assert asking.question.headings()[0] == "A tie: Ann and Cleo; Bob and Dan. Most wins it: Pears."


def test_what_only_the_total_shows_is_told_at_the_end() -> None:
    check = "checks: {few: {that: total <= 9, else: 'Nobody can have more than 9'}}\n"
    done = going(game_of("apples: {kind: points, of: apples}", more=check), "Ann", "10")
    assert done.question is None
    with pytest.raises(PotagerError, match="Nobody can have more than 9"):
        done.score()


def test_a_shared_list_and_a_shared_tick_belong_to_the_table() -> None:
    text = """
potager: 1
title: Shared
counts:
  rounds: {label: Rounds, shared: true, list: {most: 9}}
  rain: {label: Rain, ask: Did it rain?, shared: true, tick: true, supply: 1}
  own: {label: Own}
lines:
  all: {kind: formula, formula: own * sum(rounds) + rain, rule: Own times all rounds}
"""
    from tests.small_games import game

    asking = going(game(text), "Ann Bob")
    assert asked(asking) == "list rounds"
    asking = asking.answered("1 2")
    assert asked(asking) == "tick rain"
    done = asking.answered("y").answered("3").answered("4")
    assert [player.total for player in done.score().players] == [10, 13]


ANYTHING = (
    "", "0", "1", "2", "6", "12+30", "- 2", "=3", "=", "yes", "no", "y n y n y", "1 2 3", "1 2 3 4 5", "0 0 0 0 0 0 0",
    "-", "6-2+1", "6,2,0", ",,", "+", "++1", "é", "\ufffd", "²", "٣", "Ann", "2 -", "99999999999", "1" * 5000, "\x00",
    "\x1b[A", "Ann, Bob", "'", "{a: b}", "- - -", "5 -1", "012", "1e5", "0x1", "1_0",
)  # fmt: skip


@pytest.mark.parametrize(("id", "variants"), GAME_VARIANTS, ids=named)
def test_whatever_is_typed_is_an_answer_or_refused_in_one_line(id: str, variants: list[str]) -> None:
    rng = random.Random(f"anything {id} {variants}")
    asking = Asking(load(id, variants))
    refusals = []
    for _ in range(60):
        try:
            asking = asking.answered(rng.choice(ANYTHING)) if asking.question and rng.random() < 0.9 else asking.back()
        except Refused as refused:
            refusals.append(str(refused))
    assert refusals
    assert not [text for text in refusals if not text or "\n" in text]


# -- a file to keep


def test_a_kept_tally_names_paths_from_where_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = Path(load("garden-dice").node.mark.file)
    rules = Path(__file__).parents[1] / source
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "game.yaml").write_bytes(rules.read_bytes())
    (tmp_path / "big.yaml").write_text("extends: mine/game.yaml\nlines: {sun: {points: 50}}\n", encoding="utf-8")
    (tmp_path / "kept").mkdir()
    monkeypatch.chdir(tmp_path)
    game = load("mine", ["big.yaml"])
    asking = going(game, "Ann Bob", "30 + 31", "1 1 1 1 1", "0", "yes", "0", "0 0 0 0 0", "0", "no")
    ask.keep(asking, Path("kept/friday.yaml"))
    assert Path("kept/friday.yaml").read_text(encoding="utf-8") == (
        "game: ../mine/game.yaml\n"
        "variants: [../big.yaml]\n"
        "players:\n"
        "  - name: Ann\n"
        "    track: 30+31\n"
        "    harvested: {squash: 1, carrot: 1, tomato: 1, artichoke: 1, eggplant: 1}\n"
        "    unplanted: 0\n"
        "    sun: yes\n"
        "  - name: Bob\n"
        "    track: 0\n"
        "    harvested: {squash: 0, carrot: 0, tomato: 0, artichoke: 0, eggplant: 0}\n"
        "    unplanted: 0\n"
        "    sun: no\n"
    ).replace("../mine/game.yaml", '"../mine/game.yaml"').replace("[../big.yaml]", '["../big.yaml"]')
    assert os.listdir("kept") == ["friday.yaml"]
    monkeypatch.chdir("/")
    shown = command("score", str(tmp_path / "kept" / "friday.yaml"), "--json")
    assert json.loads(shown.stdout)["players"][0]["total"] == 61 + 15 + 50


def test_a_file_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "folder.yaml").mkdir()
    done = going(load("garden-dice"), "Ann", "9", "0 0 0 0 0", "0", "")
    with pytest.raises(OSError):
        ask.keep(done, tmp_path / "folder.yaml")
    assert os.listdir(tmp_path) == ["folder.yaml"]


@pytest.mark.parametrize(("text", "file"), [("friday", "friday.yaml"), ("a.yml", "a.yml"), (".", "game.yaml")])
def test_where_a_tally_is_kept(text: str, file: str) -> None:
    assert ask.place(text, "game.yaml") == Path(file)


# -- the real command


POTAGER = [sys.executable, "-m", "potager"]


def command(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    more.setdefault("stdin", subprocess.DEVNULL)
    return subprocess.run(
        [*POTAGER, *arguments], capture_output=True, encoding="utf-8", env=environment, check=False, **more
    )


class Terminal:
    """The command in a pseudo-terminal; `says` waits for words, `types` answers."""

    def __init__(self, folder: Path, *arguments: str, columns: int = 100) -> None:
        environment = {**os.environ, "TERM": "dumb", "LC_ALL": "C.UTF-8", "PYTHONPATH": str(Path(__file__).parents[1])}
        self.child = pexpect.spawn(
            POTAGER[0], [*POTAGER[1:], "score", *arguments],
            env=environment, cwd=str(folder), encoding="utf-8", codec_errors="replace",
            dimensions=(40, columns), timeout=20,
        )  # fmt: skip

    def asks(self, question: str, text: str) -> None:
        self.says(question)
        self.child.sendline(text)

    def says(self, text: str) -> None:
        self.child.expect_exact(text)

    def ends(self, code: int) -> str:
        self.child.expect(pexpect.EOF)
        self.child.close()
        assert self.child.exitstatus == code
        return str(self.child.before)


def test_a_game_at_the_terminal_with_help_and_corrections(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "garden-dice")
    terminal.asks("commas between them (2 to 4): ", "Ann, Bob")
    terminal.asks("score track: ", "?")
    terminal.says("Score track: As counted.")
    terminal.asks("score track: ", "57")
    terminal.asks("Squash [0]: ", "<")
    terminal.asks("score track [57]: ", "58")
    terminal.asks("Squash [0]: ", "6")
    terminal.says("all players together have 6")
    terminal.asks("Squash [0]: ", "2 3 4 2 2")
    terminal.asks("on the board: ", "4")
    terminal.asks("still unused? [no]: ", "y")
    terminal.says("Bob (2 of 2)")
    terminal.asks("score track: ", "< ")
    terminal.asks("still unused? [yes]: ", "")
    terminal.asks("score track: ", "30+31")
    for kind in ("Squash", "Carrot", "Tomato", "Artichoke", "Eggplant"):
        terminal.asks(f"{kind} [0]: ", "")
    terminal.asks("on the board: ", "0")
    terminal.asks("still unused? [no]: ", "")
    terminal.asks("< goes back: ", "")
    terminal.says("Ann wins with 103 points, 42 ahead of Bob.")
    terminal.asks("[no]: ", "<")
    terminal.asks("still unused? [no]: ", "yes")
    terminal.asks("< goes back: ", "")
    terminal.says("Ann wins with 103 points, 37 ahead of Bob.")
    terminal.asks("[no]: ", "friday")
    terminal.says("Saved. To score it again: potager score friday.yaml")
    terminal.ends(0)
    again = command("score", "friday.yaml", cwd=tmp_path)
    assert "Ann wins with 103 points, 37 ahead of Bob." in again.stdout


def test_a_file_is_not_replaced_without_asking(tmp_path: Path) -> None:
    (tmp_path / "friday.yaml").write_text("precious", encoding="utf-8")
    terminal = Terminal(tmp_path, "grasshopper-ant", "-V", "winter", "-p", "Ann", "-p", "Bob")
    terminal.asks("Supply cards: ", "1 2 1")
    terminal.asks("Supply cards: ", "-")
    terminal.asks("< goes back: ", "what?")
    terminal.asks("< goes back: ", "")
    terminal.says("Bob")
    terminal.asks("correct [no]: ", "friday")
    terminal.asks("Replace it? [no]: ", "")
    terminal.asks("correct [no]: ", "nowhere/friday")
    terminal.says("cannot be written: No such file or directory")
    assert (tmp_path / "friday.yaml").read_text(encoding="utf-8") == "precious"
    terminal.asks("correct [no]: ", "friday")
    terminal.asks("Replace it? [no]: ", "yes")
    terminal.ends(0)
    assert "supplies: [1, 2, 1]" in (tmp_path / "friday.yaml").read_text(encoding="utf-8")


def test_the_tie_break_at_the_terminal(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "grasshopper-ant", "-p", "Ann", "-p", "Bob", "--json", columns=50)
    for _ in range(2):
        terminal.asks("Tablecloth [0]: ", "1 1 1 1")
        terminal.asks("Insects: ", "3 1")
        terminal.asks("Points for Insects: ", "8")
    terminal.asks("< goes back: ", "")
    terminal.says('"decided_by": "shared"')
    terminal.asks("[no]: ", "")
    terminal.ends(0)


def test_control_c_ends_with_130(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "garden-dice")
    terminal.says("(2 to 4): ")
    terminal.child.sendintr()
    assert "Traceback" not in terminal.ends(130)


def test_the_end_of_input_says_that_nothing_is_saved(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "garden-dice", "-p", "Ann")
    terminal.says("Garden Dice is for 2 players or more; only 1 is here.")
    terminal.says("score track: ")
    terminal.child.sendeof()
    terminal.says("nothing is saved")
    assert "Traceback" not in terminal.ends(2)


def test_bytes_that_are_no_text_are_refused_like_any_other_answer(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "garden-dice", "-p", "Ann", "-p", "Bob")
    terminal.says("score track: ")
    os.write(terminal.child.child_fd, b"\xff\xfe12\n")
    terminal.says("is no number")
    terminal.says("score track: ")
    terminal.child.sendeof()
    assert "Traceback" not in terminal.ends(2)


def test_without_a_terminal_it_says_how_to_go_on(tmp_path: Path) -> None:
    told = command("score", "garden-dice", "-V", "family")
    assert told.returncode == 2
    assert told.stdout == ""
    assert told.stderr == (
        "there is no terminal to ask at; write down the counts: "
        "potager tally garden-dice -V family > tally.yaml, then: potager score tally.yaml\n"
    )
    piped = command("score", "garden-dice", "--json")
    assert piped.returncode == 2
    assert "no terminal" in json.loads(piped.stdout)["problems"][0]["message"]


@pytest.mark.parametrize(
    ("text", "as_told"),
    [
        ("Too many", "Too many."),
        ("Is the game over?", "Is the game over?"),
        ("τελείωσε το παιχνίδι;", "τελείωσε το παιχνίδι;"),
        ("遊戲結束了嗎？", "遊戲結束了嗎？"),
    ],
)
def test_a_question_needs_no_full_stop_in_any_language(text: str, as_told: str) -> None:
    assert questions.sentence(words.catalogue("en"), text) == as_told
