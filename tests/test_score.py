"""From a tally to places: totals, tie-breaks, races, verdicts, what is missing, what is odd."""
# ruff: noqa: E501  # a row of a table stays on its line

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest

from scoring import tally, yaml_file
from scoring.errors import PotagerError, TallyError
from scoring.load import load
from scoring.score import ScoreTable, score
from tests.reference import GAMES
from tests.small_games import game, scored, scored_text

POINTS = """
potager: 1
title: Points
players: {least: 2, most: 6}
counts:
  won:   {label: Won, least: -99}
  coins: {label: Coins}
  cards: {label: Cards}
lines:
  won: {kind: points, of: won}
"""
COINS_THEN_CARDS = "ties: {coins: {most: coins, label: Coins}, cards: {least: cards, label: Fewest cards}}\n"


def table(text: str, *players: tuple[int, ...]) -> ScoreTable:
    """A game of `won`, `coins` and `cards`: so many of each for every player."""
    names = ("won", "coins", "cards")
    return scored(game(text), [dict(zip(names, counts, strict=False)) for counts in players])


def places(found: ScoreTable) -> list[int]:
    return [player.place for player in found.players]


# -- places and ties


@pytest.mark.parametrize(
    ("won", "expected", "winners", "decided_by"),
    [
        ([9, 7, 7, 3], [1, 2, 2, 4], ["Ann"], "total"),
        ([7, 9, 3, 7], [2, 1, 4, 2], ["Bob"], "total"),
        ([7, 7, 3, 3], [1, 1, 3, 3], ["Ann", "Bob"], "shared"),
        ([5, 5, 5], [1, 1, 1], ["Ann", "Bob", "Cleo"], "shared"),
        ([1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1], ["Fay"], "total"),
        ([0, 0], [1, 1], ["Ann", "Bob"], "shared"),
        ([-5, -3, -5], [2, 1, 2], ["Bob"], "total"),
        ([-1, 0], [2, 1], ["Bob"], "total"),
        ([4], [1], ["Ann"], None),                                      # alone, nothing is decided
    ],
)  # fmt: skip
def test_places_are_1_2_2_4(won: list[int], expected: list[int], winners: list[str], decided_by: str | None) -> None:
    found = table(POINTS, *((n,) for n in won))
    assert places(found) == expected
    assert found.winners == winners
    assert found.decided_by == decided_by
    assert [player.winner for player in found.players] == [place == 1 for place in expected]


@pytest.mark.parametrize(
    ("players", "expected", "decided_by"),
    [
        # (won, coins, cards)
        ([(9, 0, 0), (7, 5, 0)], [1, 2], "total"),
        ([(7, 2, 0), (7, 5, 9)], [2, 1], "coins"),
        ([(7, 5, 3), (7, 5, 1)], [2, 1], "cards"),                      # fewest cards
        ([(7, 5, 3), (7, 5, 3)], [1, 1], "shared"),
        ([(7, 5, 3), (7, 5, 1), (7, 6, 9)], [3, 2, 1], "coins"),
        ([(7, 5, 3), (7, 5, 1), (7, 2, 0)], [2, 1, 3], "cards"),
        ([(7, 5, 1), (7, 5, 1), (7, 5, 3)], [1, 1, 3], "shared"),
        # the winner stands by the total, those behind by the ties
        ([(9, 0, 0), (7, 2, 0), (7, 5, 0)], [1, 3, 2], "total"),
        ([(9, 0, 0), (7, 2, 4), (7, 2, 4), (3, 9, 9)], [1, 2, 2, 4], "total"),
        ([(9, 1, 0), (9, 2, 0), (7, 2, 4), (7, 2, 3)], [2, 1, 4, 3], "coins"),
    ],
)  # fmt: skip
def test_ties_are_broken_in_order(players: list[tuple[int, ...]], expected: list[int], decided_by: str) -> None:
    found = table(POINTS + COINS_THEN_CARDS, *players)
    assert places(found) == expected
    assert found.decided_by == decided_by
    assert found.winners == [player.name for player, place in zip(found.players, expected, strict=True) if place == 1]


def test_the_order_of_ties_is_that_of_the_file() -> None:
    cards_first = "ties: {cards: {least: cards, label: Cards}, coins: {most: coins, label: Coins}}\n"
    players = [(7, 5, 3), (7, 2, 1)]
    assert (table(POINTS + COINS_THEN_CARDS, *players).winners, table(POINTS + cards_first, *players).winners) == (
        ["Ann"],
        ["Bob"],
    )


def test_a_tie_may_read_lines_and_the_total() -> None:
    text = POINTS.replace("lines:", "  rest: {label: Rest}\nlines:")
    text += "  rest: {kind: points, of: rest}\nties: {rest: {most: points(rest) * 100 - total, label: Rest}}\n"
    found = scored(game(text), [{"won": 3, "rest": 4}, {"won": 2, "rest": 5}])
    assert [player.ties for player in found.players] == [{"rest": 393}, {"rest": 493}]
    assert found.winners == ["Bob"]


def test_the_lowest_total_wins_where_the_game_says_so() -> None:
    found = table(POINTS + "wins: least\n" + COINS_THEN_CARDS, (9, 9), (-2, 1, 1), (-2, 4, 8), (3, 0))
    assert places(found) == [4, 2, 1, 3]
    assert found.decided_by == "coins"
    assert found.winners == ["Cleo"]


def test_totals_are_the_sum_of_the_rows() -> None:
    for game_id, module in GAMES.items():
        rng = random.Random(game_id)
        for variants in module.VARIANTS:
            counted = typed_printed(module.random_tally(rng, variants), game_id, variants)
            for player in scored_text(load(game_id, variants), json.dumps(counted)).players:
                assert player.total == sum(line.points for line in player.lines.values())


# -- races


RACE = POINTS + "goal: 10\n" + COINS_THEN_CARDS


@pytest.mark.parametrize(
    ("won", "expected", "winners", "decided_by"),
    [
        ([10, 4, 7], [1, 3, 2], ["Ann"], "goal"),
        ([12, 10, 7], [1, 2, 3], ["Ann"], "goal"),
        ([9, 4, 7], [1, 3, 2], [], None),                               # still open
        ([9, 9, 7], [1, 1, 3], [], None),
        ([10, 10, 7], [1, 1, 3], ["Ann", "Bob"], "goal"),
        ([10], [1], ["Ann"], "goal"),
        ([3], [1], [], None),
    ],
)  # fmt: skip
def test_a_race_is_won_by_reaching_the_goal(
    won: list[int], expected: list[int], winners: list[str], decided_by: str | None
) -> None:
    found = table(RACE, *((n,) for n in won))
    assert (places(found), found.winners, found.decided_by) == (expected, winners, decided_by)
    assert [player.winner for player in found.players] == [player.name in winners for player in found.players]


def test_places_in_a_race_go_by_points_alone() -> None:
    assert places(table(RACE, (12, 0, 0), (7, 1, 1), (7, 9, 0))) == [1, 2, 2]


# -- verdicts


SOLO = POINTS.replace("players: {least: 2, most: 6}", "players: {least: 1, most: 1}")


@pytest.mark.parametrize(
    ("verdict", "won", "expected", "winners"),
    [
        ("{win: total > 5}", 6, "win", ["Ann"]),
        ("{win: total > 5}", 5, "lose", []),
        ("{win: coins == 3}", 0, "win", ["Ann"]),
        ("{lose: total < 5, win: total >= 5}", 4, "lose", []),
        ("{lose: total < 5, win: total >= 5}", 5, "win", ["Ann"]),
        # bands of result: the first that holds
        ("{gold: {when: total >= 20}, silver: {when: total >= 10}, bronze: {when: total >= 5, win: no}}", 25, "gold", ["Ann"]),
        ("{gold: {when: total >= 20}, silver: {when: total >= 10}, bronze: {when: total >= 5, win: no}}", 10, "silver", ["Ann"]),
        ("{gold: {when: total >= 20}, silver: {when: total >= 10}, bronze: {when: total >= 5, win: no}}", 9, "bronze", []),
        ("{gold: {when: total >= 20}, silver: {when: total >= 10}, bronze: {when: total >= 5, win: no}}", 4, "lose", []),
        ("{silver: total >= 10, gold: total >= 20}", 25, "silver", ["Ann"]),
    ],
)  # fmt: skip
def test_a_verdict_is_the_first_condition_that_holds(verdict: str, won: int, expected: str, winners: list[str]) -> None:
    found = table(f"{SOLO}verdict: {verdict}\n", (won, 3, 0))
    assert (found.verdict, found.winners, found.decided_by) == (expected, winners, None)
    assert places(found) == [1]


def test_a_game_without_verdict_has_none() -> None:
    assert table(POINTS, (3,), (4,)).verdict is None


def test_a_verdict_that_divides_by_0_is_told() -> None:
    with pytest.raises(TallyError, match="divides by 0"):
        table(SOLO + "verdict: {win: won // coins > 2}\n", (9, 0))


# -- typed instead of counted


SMALL = """
potager: 1
title: Small
players: {least: 1, most: 4}
counts:
  apples: {label: Apples}
  nuts:   {label: Nuts}
  rare:   {label: Rare, missing: 0}
  first:  {label: First, tick: true, supply: 1}
  sun:    {label: Sun, tick: true}
  fruit:  {label: Fruit, of: {red: {label: Red}, green: {label: Green}}}
  piles:  {label: Piles, list: {most: 4}}
  price:  {label: Price, shared: true, of: {red: {label: Red}, green: {label: Green}}}
lines:
  apples: {kind: each, of: apples, points: 3}
  rare:   {kind: each, of: rare, points: 10}
  first:  {kind: each, of: first, points: 2}
  sun:    {kind: each, of: sun, points: 5}
  fruit:  {kind: market, of: fruit, price: price}
  piles:  {kind: points, of: piles}
ties:
  nuts: {most: nuts, label: Nuts}
"""
FULL: dict[str, Any] = {"apples": 2, "sun": True, "fruit": {"red": 1}, "piles": [1, 2]}
PRICE = {"price": {"red": 4}}


def test_typed_points_win_and_are_marked() -> None:
    rules = game(SMALL)
    counted, typed = scored(rules, [FULL, {**FULL, "points": {"apples": 50, "sun": -1}}], table=PRICE).players
    assert (counted.total, typed.total) == (6 + 5 + 4 + 3, 50 - 1 + 4 + 3)
    assert [(id, line.working) for id, line in typed.lines.items() if line.as_given] == [
        ("apples", "50"),
        ("sun", "−1"),
    ]
    assert not any(line.as_given for line in counted.lines.values())


def test_what_only_a_typed_line_uses_need_not_be_counted() -> None:
    rules = game(SMALL)
    all_typed = {"points": {"apples": 1, "sun": 2, "fruit": 3, "piles": 4}}
    assert scored(rules, [all_typed]).players[0].total == 10


def test_typed_points_may_be_0() -> None:
    found = scored(game(SMALL), [{**FULL, "points": {"apples": 0}}], table=PRICE).players[0]
    assert (found.lines["apples"].points, found.lines["apples"].as_given) == (0, True)


def test_a_typed_tie_wins_over_the_count() -> None:
    rules = game(SMALL)
    players = [{**FULL, "nuts": 9, "ties": {"nuts": 1}}, {**FULL, "ties": {"nuts": "1+1"}}]
    found = scored(rules, players, table=PRICE)
    assert [player.ties for player in found.players] == [{"nuts": 1}, {"nuts": 2}]
    assert (found.winners, found.decided_by) == (["Bob"], "nuts")


def test_a_tally_says_everything_that_is_missing_at_once() -> None:
    with pytest.raises(TallyError) as error:
        scored_text(game(SMALL), "{game: x, players: [{name: Ann, apples: 1}, {name: Bob, sun: no, fruit: {}}]}")
    assert [problem.what for problem in error.value.problems] == [
        "the table: price is missing (Price)",
        "Ann: sun is missing (Sun)",
        "Ann: fruit is missing (Fruit)",
        "Ann: piles is missing (Piles)",
        "Bob: apples is missing (Apples)",
        "Bob: piles is missing (Piles)",
    ]


def test_counts_that_nothing_needs_may_be_missing() -> None:
    found = scored(game(SMALL), [FULL, {**FULL, "apples": 1}], table=PRICE)
    assert [player.ties for player in found.players] == [{"nuts": None}, {"nuts": None}]
    assert found.decided_by == "total"


def test_what_breaks_a_tie_is_asked_only_of_those_who_are_tied() -> None:
    rules = game(SMALL)
    with pytest.raises(TallyError) as error:
        scored(rules, [FULL, {**FULL, "apples": 1}, FULL], table=PRICE)
    assert [problem.what for problem in error.value.problems] == [
        "Ann: nuts is missing (Nuts)",
        "Cleo: nuts is missing (Nuts)",
    ]
    found = scored(rules, [{**FULL, "nuts": 1}, {**FULL, "apples": 1}, {**FULL, "nuts": 2}], table=PRICE)
    assert (places(found), found.decided_by) == ([2, 3, 1], "nuts")


def test_a_second_tie_break_is_asked_only_of_those_who_are_still_tied() -> None:
    rules = game(POINTS + COINS_THEN_CARDS)
    players = [{"won": 5, "coins": 2}, {"won": 5, "coins": 2}, {"won": 5, "coins": 1}]
    with pytest.raises(TallyError) as error:
        scored(rules, players)
    assert [problem.what for problem in error.value.problems] == [
        "Ann: cards is missing (Cards)",
        "Bob: cards is missing (Cards)",
    ]


def test_a_race_asks_for_no_tie_break() -> None:
    assert scored(game(RACE), [{"won": 5}, {"won": 5}]).decided_by is None


def test_a_kind_left_out_is_0_and_so_is_what_says_so() -> None:
    player = scored(game(SMALL), [{**FULL, "fruit": {}}], table={"price": {}}).players[0]
    assert {id: player.lines[id].points for id in ("rare", "first", "fruit")} == {"rare": 0, "first": 0, "fruit": 0}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("58", 58),
        ("12+30+16", 58),
        ("12 + 30 + 16", 58),
        ('"12+30+16"', 58),
        ("20-5", 15),
        ("20−5", 15),                                                   # U+2212
        ("20 − 5 + 1", 16),
        ("-3", -3),
        ("−3", -3),
        ("- 3", None),                                                  # a list in YAML
        ('"- 3"', -3),
        ("+7", 7),
        ("0", 0),
        ("-0", 0),
        ("5+-3", None),
        ("5*3", None),
        ("5,5", None),
        ("5.0", None),
        ("1e3", None),
        ("010", None),
        ("1_000", None),
        ("12:30", None),
        ("five", None),
        ("yes", None),
        ("٥", None),                                                    # a digit, but not one of ours
    ],
)  # fmt: skip
def test_sums_as_typed_at_the_table(text: str, number: int | None) -> None:
    rules = game(POINTS)
    written = f"game: x\nplayers:\n  - name: Ann\n    won: {text}\n"
    if number is None:
        with pytest.raises(PotagerError):
            scored_text(rules, written)
    else:
        assert scored_text(rules, written).players[0].total == number


@pytest.mark.parametrize(
    ("text", "ticked"),
    [("yes", 1), ("no", 0), ("Yes", 1), ("NO", 0), ("true", 1), ("false", 0), ("1", 1), ("0", 0), ('"yes"', 1), ("2", None), ("x", None)],
)  # fmt: skip
def test_ticks_take_yes_and_no(text: str, ticked: int | None) -> None:
    typed = "points: {apples: 0, fruit: 0, piles: 0}"
    written = f"{{game: x, players: [{{name: Ann, sun: {text}, {typed}}}]}}"
    if ticked is None:
        with pytest.raises(TallyError, match="is yes or no"):
            scored_text(game(SMALL), written)
    else:
        assert scored_text(game(SMALL), written).players[0].lines["sun"].points == 5 * ticked


def test_players_without_a_name_are_numbered() -> None:
    found = scored_text(game(POINTS), "{game: x, players: [{won: 1}, {name: Bob, won: 2}, {won: 3}]}")
    assert [player.name for player in found.players] == ["Player 1", "Bob", "Player 3"]


# -- the shape of the result


def test_the_json_is_shaped_as_promised() -> None:
    text = """
game: garden-dice
players:
  - {name: Ann, track: 58, harvested: {squash: 2, carrot: 3, tomato: 4, artichoke: 2, eggplant: 2}, unplanted: 4, sun: yes}
  - {name: Bob, track: 30+31, harvested: {squash: 1, carrot: 1, tomato: 1}, unplanted: 0, sun: no, points: {groups: 0}}
"""
    made = scored_text(load("garden-dice"), text).as_json()
    assert json.loads(json.dumps(made)) == made
    assert made == {
        "game": "garden-dice",
        "variants": [],
        "winners": ["Ann"],
        "decided_by": "total",
        "verdict": None,
        "warnings": [],
        "numbers": [],
        "players": [
            {
                "name": "Ann",
                "place": 1,
                "winner": True,
                "total": 103,
                "lines": {
                    "track": {"points": 58, "working": "58", "as_given": False},
                    "unplanted": {"points": -15, "working": "3 × −5 = −15", "as_given": False},
                    "sets": {"points": 30, "working": "2 × 15 = 30", "as_given": False},
                    "groups": {"points": 25, "working": "10 + 15 = 25", "as_given": False},
                    "sun": {"points": 5, "working": "5", "as_given": False},
                },
                "ties": {"harvested_value": 38},
            },
            {
                "name": "Bob",
                "place": 2,
                "winner": False,
                "total": 61,
                "lines": {
                    "track": {"points": 61, "working": "61", "as_given": False},
                    "unplanted": {"points": 0, "working": "0", "as_given": False},
                    "sets": {"points": 0, "working": "0", "as_given": False},
                    "groups": {"points": 0, "working": "0", "as_given": True},
                    "sun": {"points": 0, "working": "0", "as_given": False},
                },
                "ties": {"harvested_value": 6},
            },
        ],
    }
    order = ["game", "variants", "winners", "decided_by", "verdict", "warnings", "numbers", "players"]
    assert list(made) == order
    assert list(made["players"][0]) == ["name", "place", "winner", "total", "lines", "ties"]


def test_the_json_of_warnings() -> None:
    text = "{game: x, players: [{name: Ann, track: 1, harvested: {squash: 2}, unplanted: 0, sun: no}]}"
    assert scored_text(load("garden-dice"), text).as_json()["warnings"] == [
        {"id": "players", "player": None, "message": "Garden Dice is for 2 players or more; only 1 is here"},
        {
            "id": "track_covers_harvest",
            "player": "Ann",
            "message": "The score track shows 1, but the harvested vegetables alone brought at least 2",
        },
    ]


def test_the_json_of_variants_and_of_a_verdict() -> None:
    text = "{game: x, players: [{name: Ann, tomatoes: [1, 2, 3, 4, 5]}]}"
    made = scored_text(load("diced-tomatoes", ["golden", "solo-matches"]), text).as_json()
    assert made["variants"] == ["golden", "solo-matches"]
    assert (made["verdict"], made["winners"], made["decided_by"]) == ("lose", [], None)


# -- the order of players


def typed_printed(counted: dict[str, Any], game_id: str, variants: list[str]) -> dict[str, Any]:
    """A tally in which the players typed the points of every line that has numbers only on their own copy."""
    node = load(game_id, variants).node["lines"]
    unknown = [id for id, line in node.mapping.items() if "printed" in json.dumps(line.bare())]
    for at, player in enumerate(counted["players"]):
        player["points"] = {id: (at * 7 + len(id)) % 5 for id in unknown}
    return counted


@pytest.mark.parametrize(
    ("game_id", "variants"), [(id, names) for id, module in GAMES.items() for names in module.VARIANTS]
)
def test_the_order_of_players_never_changes_a_result(game_id: str, variants: list[str]) -> None:
    rules = load(game_id, variants)
    rng = random.Random(f"{game_id} {variants}")
    for _ in range(6):
        counted = typed_printed(GAMES[game_id].random_tally(rng, variants), game_id, variants)
        straight = scored_text(rules, json.dumps(counted)).as_json()
        rng.shuffle(counted["players"])
        shuffled = scored_text(rules, json.dumps(counted)).as_json()
        by_name = {player["name"]: player for player in shuffled["players"]}
        assert straight["players"] == [by_name[player["name"]] for player in straight["players"]]
        assert sorted(straight["winners"]) == sorted(shuffled["winners"])
        assert all(straight[key] == shuffled[key] for key in ("decided_by", "verdict", "numbers"))

        def told(result: dict[str, Any]) -> list[str]:
            return sorted(map(str, result["warnings"]))

        assert told(straight) == told(shuffled)


def test_the_order_of_players_never_matters_where_ties_are_needed() -> None:
    rules = game(POINTS + COINS_THEN_CARDS)
    players = {"Ann": (7, 5, 3), "Bob": (7, 5, 1), "Cleo": (7, 6, 9), "Dan": (2, 0, 0)}
    expected = {"Ann": 3, "Bob": 2, "Cleo": 1, "Dan": 4}
    for order in itertools.permutations(players):
        counted = {name: dict(zip(("won", "coins", "cards"), players[name], strict=True)) for name in order}
        found = scored(rules, counted)
        assert {player.name: player.place for player in found.players} == expected
        assert (found.winners, found.decided_by) == (["Cleo"], "coins")


# -- checks of a game


def checks(text: str, *players: dict[str, Any], least: int = 1) -> tuple[list[str], list[str]]:
    """The warnings and the errors of a small game with these checks."""
    rules = game(POINTS.replace("least: 2", f"least: {least}") + "checks:\n" + text)
    try:
        found = scored(rules, [{"won": 0, "coins": 0, "cards": 0, **player} for player in players])
    except TallyError as error:
        return [], [problem.what for problem in error.problems]
    return [f"{w.id} {w.player}: {w.message}" for w in found.warnings], []


def test_a_check_that_fails_is_an_error_unless_it_says_warning() -> None:
    error = '  enough: {that: coins >= cards, else: "{{ cards }} cards, but {{ coins }} coins"}'
    warning = error.replace("else:", "level: warning, else:")
    players: list[dict[str, Any]] = [{"coins": 2, "cards": 2}, {"coins": 1, "cards": 3}]
    assert checks(error, *players) == ([], ["Bob: 3 cards, but 1 coins"])
    assert checks(warning, *players) == (["enough Bob: 3 cards, but 1 coins"], [])


def test_a_check_may_read_the_total_and_the_points_of_lines() -> None:
    check = '  odd: {that: total < 10 or points(won) == 12, else: "{{ total }} points", level: warning}'
    assert checks(check, {"won": 9}, {"won": 12}, {"won": 11}) == (["odd Cleo: 11 points"], [])


@pytest.mark.parametrize(
    ("players", "won", "told"),
    [
        ("{most: 1}", [5, 0, 0], 0),
        ("{most: 1}", [5, 5, 0], 1),
        ("{least: 1}", [0, 0, 0], 1),
        ("{least: 1}", [0, 5, 0], 0),
        ("{least: 1, most: 2}", [5, 5, 5], 1),
        ("{least: 1, most: 2}", [5, 5, 0], 0),
        ("{most: 0}", [5, 0, 0], 1),
    ],
)
def test_a_check_may_say_of_how_many_players_it_must_hold(players: str, won: list[int], told: int) -> None:
    check = f"  some: {{when: won == 5, players: {players}, else: Odd, level: warning}}"
    assert checks(check, *({"won": n} for n in won)) == (["some None: Odd"] * told, [])


def test_a_check_of_the_whole_table_is_told_once() -> None:
    assert checks("  many: {that: players < 3, else: Three, level: warning}", {}, {}, {}) == (["many None: Three"], [])


def test_a_check_waits_for_what_was_not_counted() -> None:
    rules = game(POINTS + "checks: {few: {that: coins > 3, else: Few coins}}")
    assert scored(rules, [{"won": 1}, {"won": 2}]).warnings == ()
    with pytest.raises(TallyError, match="Ann: Few coins"):
        scored(rules, [{"won": 1, "coins": 2}, {"won": 2}])


LIMITS = """
potager: 1
title: Limits
players: {least: 2, most: 4}
counts:
  coins: {label: Coins, most: 9, supply: {2: 10, 3: 12, 4: 14}}
  debts: {label: Debts, least: -3, most: -1, missing: 0}
  tiles: {label: Tiles, supply: 5, of: {red: {label: Red}, blue: {label: Blue, supply: 2, most: 2}}}
  chief: {label: Chief, tick: true, supply: 1}
  piles: {label: Piles, list: {least: 1, most: 3}, least: 1, most: 4, supply: 9}
  market: {label: Market, shared: true, most: 6, missing: 0}
lines:
  all: {kind: formula, formula: coins + sum(tiles) + chief + sum(piles) + market, rule: All}
"""
LIMITED: dict[str, Any] = {"coins": 1, "tiles": {}, "piles": [1], "debts": -1}


@pytest.mark.parametrize(
    ("players", "table_counts", "says"),
    [
        ([{"coins": 9}, {}], {}, []),
        ([{"coins": 10}, {}], {}, ["Ann: Coins: 10 is more than 9", "Coins: all players together have 11, but there are only 10"]),
        ([{"coins": -1}, {}], {}, ["Ann: Coins: −1 is less than 0"]),
        ([{"debts": -4}, {"debts": 2}], {}, ["Ann: Debts: −4 is less than −3", "Bob: Debts: 2 is more than −1"]),
        # a supply by number of players
        ([{"coins": 6}, {"coins": 5}], {}, ["Coins: all players together have 11, but there are only 10"]),
        ([{"coins": 6}, {"coins": 5}, {}], {}, []),
        ([{"coins": 6}, {"coins": 6}, {}], {}, ["Coins: all players together have 13, but there are only 12"]),
        ([{"coins": 6}, {"coins": 6}, {}, {}], {}, []),
        # of each kind; a kind may have its own
        ([{"tiles": {"red": 5}}, {}], {}, []),
        ([{"tiles": {"red": 5}}, {"tiles": {"red": 1}}], {}, ["Tiles, Red: all players together have 6, but there are only 5"]),
        ([{"tiles": {"blue": 2}}, {"tiles": {"blue": 1}}], {}, ["Tiles, Blue: all players together have 3, but there are only 2"]),
        # one holder
        ([{"chief": True}, {"chief": False}], {}, []),
        ([{"chief": True}, {"chief": True}], {}, ["Chief: 2 players have it, but only one can"]),
        # lists: their length, their entries, their sum
        ([{"piles": []}, {}], {}, ["Ann: Piles: 0 entries, but there must be 1 or more"]),
        ([{"piles": [1, 1, 1, 1]}, {}], {}, ["Ann: Piles: 4 entries, but there can be only 3"]),
        ([{"piles": [0, 4, 5]}, {}], {}, ["Ann: Piles (1): 0 is less than 1", "Ann: Piles (3): 5 is more than 4", "Piles: all players together have 10, but there are only 9"]),
        # the table
        ([{}, {}], {"market": 7}, ["Market: 7 is more than 6"]),
    ],
)  # fmt: skip
def test_what_is_impossible_is_refused(
    players: list[dict[str, Any]], table_counts: dict[str, int], says: list[str]
) -> None:
    rules = game(LIMITS)
    whole = [{**LIMITED, **player} for player in players]
    if not says:
        scored(rules, whole, table=table_counts)
        return
    with pytest.raises(TallyError) as error:
        scored(rules, whole, table=table_counts)
    assert sorted(problem.what for problem in error.value.problems) == sorted(says)


def test_fewer_players_than_the_game_is_for_is_a_warning_and_skips_supplies_by_number() -> None:
    found = scored(game(LIMITS), [{**LIMITED, "coins": 9}])
    assert [warning.id for warning in found.warnings] == ["players"]
    assert found.decided_by is None


def test_more_players_than_the_game_is_for_is_an_error() -> None:
    with pytest.raises(TallyError, match="5 players, but Limits is for at most 4"):
        scored(game(LIMITS), [LIMITED] * 5)


# -- the checks of our games

GARDEN: dict[str, Any] = {"track": 40, "harvested": {}, "unplanted": 0, "sun": False}
HANGING: dict[str, Any] = {"tiles": {}}
BEDS: dict[str, Any] = {"garden": {"lettuce": 6, "tomato": 6, "carrot": 6}, "rows": 3, "pig": 0}
SOME_BEDS: dict[str, Any] = {"garden": {"lettuce": 2}, "rows": 0, "pig": 0}
STALLS: dict[str, Any] = {"market": {"lettuce": 5, "tomato": 5, "carrot": 1}}
SHELVES: dict[str, Any] = {"shelves": {}, "insects": []}
TOMATOES: dict[str, Any] = {"tomatoes": [6, 5], "karma": 0, "vines": 0}
RISKY: dict[str, Any] = {"tomatoes": [6, 5], "karma": 0, "red_dice": 0}

# (game, variants, what stands in the tally for two players, table, id of the check; error?)
ODD: list[tuple[str, list[str], list[dict[str, Any]], dict[str, Any], str, bool]] = [
    ("garden-dice", [], [{**GARDEN, "track": 9, "harvested": {"eggplant": 2}}, GARDEN], {}, "track_covers_harvest", False),
    ("hanging-gardens", [], [{"tiles": {"queen": 1}, "compensation": 1}, HANGING], {}, "tiles_ran_out", False),
    ("hanging-gardens", [], [{"tiles": {"garden": 6, "queen": 4, "statue": 6, "gate": 8}, "compensation": 5}, HANGING], {}, "few_compensations", False),
    ("harvest-dice", [], [{**BEDS, "garden": {"lettuce": 9, "tomato": 9, "carrot": 1}}, BEDS], STALLS, "beds", True),
    ("harvest-dice", [], [{**BEDS, "rows": 2}, BEDS], STALLS, "rows_at_least", True),
    ("harvest-dice", [], [{**SOME_BEDS, "rows": 1}, BEDS], STALLS, "rows_at_most", True),
    ("harvest-dice", [], [SOME_BEDS, SOME_BEDS], STALLS, "game_over", False),
    ("harvest-dice", [], [BEDS, BEDS], {"market": {"lettuce": 6, "tomato": 6, "carrot": 1}}, "one_full_market", False),
    ("harvest-dice", [], [BEDS, SOME_BEDS], {"market": {"lettuce": 2, "tomato": 2, "carrot": 1}}, "dice_taken", False),
    ("harvest-dice", ["advanced"], [BEDS, SOME_BEDS], {"market": {"lettuce": 2, "tomato": 2, "carrot": 1}}, "dice_taken", False),
    ("grasshopper-ant", [], [{**SHELVES, "shelves": {"tiles": 4, "stone": 4, "wood": 4}}, SHELVES], {}, "full_shelves", False),
    ("grasshopper-ant", [], [{**SHELVES, "shelves": {"tiles": 4, "stone": 4}}, {**SHELVES, "shelves": {"wood": 4, "tablecloth": 4}}], {}, "one_finisher", False),
    ("grasshopper-ant", ["winter"], [{"supplies": [2, 2]}, {"supplies": [1]}], {}, "race_points", False),
    ("grasshopper-ant", ["winter"], [{"supplies": [2, 1]}, {"supplies": [1, 1, 1, 1]}], {}, "one_winner", False),
    ("grasshopper-ant", ["winter-powers"], [{"supplies": [2, 1]}, {"supplies": [1, 1, 1], "extra_point": True}], {}, "one_winner", False),
    ("diced-tomatoes", ["golden"], [{**TOMATOES, "tomatoes": [{"seed": 4, "black": 2, "gold": 2}]}, TOMATOES], {}, "dice_on_vine", True),
    ("diced-tomatoes", [], [{**TOMATOES, "first_to_six": True}, TOMATOES], {}, "first_needs_six", True),
    ("diced-tomatoes", ["risky"], [{**RISKY, "first_to_six": True}, RISKY], {}, "first_needs_six", True),
    ("diced-tomatoes", [], [{**TOMATOES, "tomatoes": [{"seed": 1, "black": 2}]}, TOMATOES], {}, "negative_tomato", False),
]  # fmt: skip


@pytest.mark.parametrize(("game_id", "variants", "players", "shared", "id", "error"), ODD)
def test_the_checks_of_our_games(
    game_id: str, variants: list[str], players: list[dict[str, Any]], shared: dict[str, Any], id: str, error: bool
) -> None:
    rules = load(game_id, variants)
    said = rules.rules.checks[id]
    first_words = said.else_.split("{{")[0].strip()
    if error:
        with pytest.raises(TallyError) as told:
            scored(rules, players, table=shared)
        assert said.level == "error"
        assert len(told.value.problems) == 1
        assert first_words in str(told.value)
    else:
        (warning,) = scored(rules, players, table=shared).warnings
        assert said.level == "warning"
        assert warning.id == id
        assert warning.message.startswith(first_words)
        assert "__" not in warning.message


def test_every_check_of_our_games_has_a_case() -> None:
    tested = {(game_id, id) for game_id, _, _, _, id, _ in ODD}
    for game_id, module in GAMES.items():
        for variants in module.VARIANTS:
            for id in load(game_id, variants).rules.checks:
                assert (game_id, id) in tested


IMPOSSIBLE = [
    ("garden-dice", [], [{**GARDEN, "harvested": {"squash": 4}}, {**GARDEN, "harvested": {"squash": 2}}], {}, "there are only 5"),
    ("garden-dice", [], [{**GARDEN, "harvested": {"squash": 4}}, {**GARDEN, "harvested": {"squash": 3}}, {**GARDEN, "harvested": {"squash": 1}}], {}, "there are only 7"),
    ("garden-dice", [], [{**GARDEN, "unplanted": 9}, GARDEN], {}, "9 is more than 8"),
    ("hanging-gardens", [], [{"tiles": {"queen": 3}}, {"tiles": {"queen": 2}}], {}, "there are only 4"),
    ("hanging-gardens", [], [{"tiles": {}, "persons": {"guard": True}}, {"tiles": {}, "persons": {"guard": True}}], {}, "Guard: 2 players have it, but only one can"),
    ("harvest-dice", [], [{**BEDS, "pig": 43}, BEDS], STALLS, "43 is more than 42"),
    ("harvest-dice", [], [BEDS, BEDS], {"market": {"lettuce": 0, "tomato": 6, "carrot": 1}}, "0 is less than 1"),
    ("harvest-dice", [], [BEDS, BEDS], {"market": {"lettuce": 7, "tomato": 1, "carrot": 1}}, "7 is more than 6"),
    ("grasshopper-ant", [], [{**SHELVES, "shelves": {"wood": 5}}, SHELVES], {}, "5 is more than 4"),
    ("grasshopper-ant", ["winter"], [{"supplies": [3]}, {"supplies": []}], {}, "3 is more than 2"),
    ("grasshopper-ant", ["winter-powers"], [{"supplies": [], "extra_point": True}, {"supplies": [], "extra_point": True}], {}, "only one can"),
    ("diced-tomatoes", [], [{**TOMATOES, "tomatoes": [1, 2, 3, 4, 5, 6, 6]}, TOMATOES], {}, "7 entries, but there can be only 6"),
    ("diced-tomatoes", [], [{**TOMATOES, "tomatoes": [{"seed": 4, "gold": 1}]}, TOMATOES], {}, "1 is more than 0"),
    ("diced-tomatoes", [], [{**TOMATOES, "karma": 7}, TOMATOES], {}, "7 is more than 6"),
    ("diced-tomatoes", [], [{"tomatoes": [1, 2, 3, 4, 5, 6], "karma": 0, "vines": 0, "first_to_six": True}] * 2, {}, "only one can"),
    ("diced-tomatoes", ["risky"], [{**RISKY, "red_dice": 10}, RISKY], {}, "10 is more than 9"),
]  # fmt: skip


@pytest.mark.parametrize(("game_id", "variants", "players", "shared", "says"), IMPOSSIBLE)
def test_what_is_impossible_in_our_games(
    game_id: str, variants: list[str], players: list[dict[str, Any]], shared: dict[str, Any], says: str
) -> None:
    with pytest.raises(TallyError) as error:
        scored(load(game_id, variants), players, table=shared)
    assert len(error.value.problems) == 1
    assert says in str(error.value)


def test_a_tally_may_be_read_once_and_scored_often() -> None:
    rules = game(SMALL)
    text = json.dumps({"game": "x", "players": [{"name": "Ann", **FULL}], "table": PRICE})
    read = tally.read(yaml_file.parse(text), rules)
    assert score(read).as_json() == score(read).as_json()
