"""A table per kind of line: what is counted, the points, and how they came about. All worked out by hand."""
# ruff: noqa: E501  # a row of a table stays on its line

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring import tally, yaml_file
from scoring.errors import RulesError, TallyError
from scoring.lines import KINDS
from scoring.load import load
from scoring.score import score
from tests.reference import GAMES
from tests.small_games import game_of, holds, own_numbers, scored, written

# (line, what is counted, points, working)
Case = tuple[str, dict[str, Any], int, str]


def cases(*tables: tuple[str, list[tuple[Any, int, str]]], count: str = "") -> list[Any]:
    """One pytest case for every row of some tables: a line, then (counted, points, working)."""
    return [
        pytest.param(line, {count: counted} if count else counted, points, working, id=f"{line} {counted}")
        for line, rows in tables
        for counted, points, working in rows
    ]


def check(line: str, counted: dict[str, Any], points: int, working: str, *more: str) -> None:
    table = scored(game_of(f"x: {line}", *more), [{"name": "Ann", **counted}])
    got = table.players[0].lines["x"]
    assert (got.points, got.working) == (points, working)
    assert holds(working) in (True, None)


# -- points

POINTS = [
    *cases(
        ("{kind: points, of: apples}", [(0, 0, "0"), (1, 1, "1"), (58, 58, "58"), ("12+30+16", 58, "58")]),
        count="apples",
    ),
    *cases(("{kind: points, of: debts}", [(-7, -7, "−7"), (0, 0, "0"), (7, 7, "7")]), count="debts"),
    *cases(
        (
            "{kind: points, of: basket}",
            [
                ({}, 0, "0"),
                ({"red": 4}, 4, "4"),
                ({"red": 4, "blue": 3}, 7, "4 + 3 = 7"),
                ({"red": 4, "green": 1, "blue": 3}, 8, "4 + 1 + 3 = 8"),
            ],
        ),
        count="basket",
    ),
    *cases(
        (
            "{kind: points, of: piles}",
            [
                ([], 0, "0"),
                ([5], 5, "5"),
                ([0, 0], 0, "0"),
                ([5, 0, 6], 11, "5 + 6 = 11"),
                ([5, -2, 1], 4, "5 − 2 + 1 = 4"),
                ([-2, 5], 3, "−2 + 5 = 3"),
                ([-2, -3], -5, "−2 − 3 = −5"),
                ([4, -4], 0, "4 − 4 = 0"),
            ],
        ),
        count="piles",
    ),
    *cases(
        (
            "{kind: points, of: vines}",
            [([4], 4, "4"), ([{"seed": 6, "black": 2}, {"seed": 1, "black": 3}, 3], 5, "4 − 2 + 3 = 5")],
        ),
        count="vines",
    ),
    *cases(
        ("{kind: points, of: [apples, debts]}", [({"apples": 9, "debts": -4}, 5, "9 − 4 = 5")]),
        (
            "{kind: points, of: [basket.red, apples]}",
            [({"basket": {"red": 2, "blue": 9}, "apples": 3}, 5, "2 + 3 = 5")],
        ),
    ),
]


@pytest.mark.parametrize(("line", "counted", "points", "working"), POINTS)
def test_points_are_as_counted(line: str, counted: dict[str, Any], points: int, working: str) -> None:
    check(line, counted, points, working)


# -- each

EACH = [
    *cases(
        (
            "{kind: each, of: apples, points: 3}",
            [(0, 0, "0"), (1, 3, "1 × 3 = 3"), (4, 12, "4 × 3 = 12"), (1000, 3000, "1000 × 3 = 3000")],
        ),
        ("{kind: each, of: apples, points: 1}", [(0, 0, "0"), (4, 4, "4")]),
        ("{kind: each, of: apples, points: 0}", [(4, 0, "4 × 0 = 0")]),
        ("{kind: each, of: apples, points: -5}", [(0, 0, "0"), (3, -15, "3 × −5 = −15")]),
        (
            "{kind: each, of: apples, points: -5, free: 1}",
            [(0, 0, "0"), (1, 0, "0"), (2, -5, "1 × −5 = −5"), (4, -15, "3 × −5 = −15"), (8, -35, "7 × −5 = −35")],
        ),
        ("{kind: each, of: apples, points: 1, free: 3}", [(2, 0, "0"), (3, 0, "0"), (4, 1, "1"), (9, 6, "6")]),
        (
            "{kind: each, of: apples, points: 4, every: 2}",
            [
                (0, 0, "0"),
                (1, 0, "1 ÷ 2 (rounded down) × 4 = 0"),
                (2, 4, "2 ÷ 2 (rounded down) × 4 = 4"),
                (3, 4, "3 ÷ 2 (rounded down) × 4 = 4"),
                (7, 12, "7 ÷ 2 (rounded down) × 4 = 12"),
            ],
        ),
        (
            "{kind: each, of: apples, points: 1, every: 3}",
            [(0, 0, "0"), (2, 0, "2 ÷ 3 (rounded down) = 0"), (3, 1, "3 ÷ 3 (rounded down) = 1"), (8, 2, "8 ÷ 3 (rounded down) = 2")],
        ),
        (
            "{kind: each, of: apples, points: 2, every: 3, free: 1}",
            [(0, 0, "0"), (1, 0, "0"), (3, 0, "0"), (4, 2, "1 × 2 = 2"), (6, 2, "1 × 2 = 2"), (7, 4, "2 × 2 = 4")],
        ),
        (
            "{kind: each, of: apples, points: 3, cap: 10}",
            [
                (0, 0, "0"),
                (3, 9, "3 × 3 (at most 10) = 9"),
                (4, 10, "4 × 3 (at most 10) = 10"),
                (9, 10, "9 × 3 (at most 10) = 10"),
            ],
        ),
        ("{kind: each, of: apples, points: 2, cap: 6}", [(2, 4, "2 × 2 (at most 6) = 4"), (3, 6, "3 × 2 (at most 6) = 6")]),
        ("{kind: each, of: apples, points: 3, cap: 0}", [(0, 0, "0"), (2, 0, "2 × 3 (at most 0) = 0")]),
        ("{kind: each, of: apples, points: 1, cap: 5}", [(0, 0, "0"), (5, 5, "5 (at most 5) = 5"), (9, 5, "9 (at most 5) = 5")]),
        (
            "{kind: each, of: apples, points: 4, every: 2, cap: 10}",
            [(5, 8, "5 ÷ 2 (rounded down) × 4 (at most 10) = 8"), (6, 10, "6 ÷ 2 (rounded down) × 4 (at most 10) = 10")],
        ),
        (
            "{kind: each, of: apples, points: 1, every: 2, cap: 2}",
            [(3, 1, "3 ÷ 2 (rounded down, at most 2) = 1"), (9, 2, "9 ÷ 2 (rounded down, at most 2) = 2")],
        ),
        ("{kind: each, of: apples, points: 3, free: 1, cap: 7}", [(3, 6, "2 × 3 (at most 7) = 6"), (4, 7, "3 × 3 (at most 7) = 7")]),
        (
            "{kind: each, of: apples, points: -5, cap: -12}",
            [
                (0, 0, "0"),
                (2, -10, "2 × −5 (not below −12) = −10"),
                (3, -12, "3 × −5 (not below −12) = −12"),
                (9, -12, "9 × −5 (not below −12) = −12"),
            ],
        ),
        ("{kind: each, of: apples, points: -5, cap: 0}", [(3, 0, "3 × −5 (not below 0) = 0")]),
        (
            "{kind: each, of: apples, points: -2, every: 3, cap: -3}",
            [(5, -2, "5 ÷ 3 (rounded down) × −2 (not below −3) = −2"), (6, -3, "6 ÷ 3 (rounded down) × −2 (not below −3) = −3")],
        ),
        count="apples",
    ),
    *cases(
        ("{kind: each, of: debts, points: 4}", [(-3, -12, "−3 × 4 = −12"), (2, 8, "2 × 4 = 8")]),
        ("{kind: each, of: debts, points: 4, every: 2}", [(-3, 0, "0"), (3, 4, "3 ÷ 2 (rounded down) × 4 = 4")]),
        ("{kind: each, of: debts, points: 4, free: 1}", [(-3, 0, "0"), (3, 8, "2 × 4 = 8")]),
        count="debts",
    ),
    *cases(("{kind: each, of: sun, points: 5}", [(True, 5, "5"), (False, 0, "0"), ("yes", 5, "5"), (1, 5, "5")]), count="sun"),
    *cases(("{kind: each, of: sun, points: -3, cap: -2}", [(True, -2, "−2"), (False, 0, "0")]), count="sun"),
    *cases(
        ("{kind: each, of: helpers, points: 4}", [({}, 0, "0"), ({"cook": True}, 4, "1 × 4 = 4"), ({"cook": True, "guard": True}, 8, "2 × 4 = 8")]),
        ("{kind: each, of: helpers.guard, points: 4}", [({"cook": True}, 0, "0"), ({"guard": True}, 4, "4")]),
        count="helpers",
    ),
    *cases(
        ("{kind: each, of: basket, points: 3}", [({}, 0, "0"), ({"red": 2, "blue": 3}, 15, "5 × 3 = 15")]),
        # every kind by itself: 3, 3 and 1 make 1 + 1 + 0 pairs, not 3
        ("{kind: each, of: basket, points: 3, every: 2}", [({"red": 3, "green": 3, "blue": 1}, 6, "2 × 3 = 6")]),
        ("{kind: each, of: basket, points: 3, free: 1}", [({"red": 3, "green": 1}, 6, "2 × 3 = 6")]),
        ("{kind: each, of: basket, points: 3, cap: 10}", [({"red": 3, "green": 1}, 10, "4 × 3 (at most 10) = 10")]),
        ("{kind: each, of: basket.green, points: 3}", [({"red": 2}, 0, "0"), ({"green": 2}, 6, "2 × 3 = 6")]),
        count="basket",
    ),
    *cases(
        ("{kind: each, of: piles, points: 2}", [([], 0, "0"), ([3, 1], 8, "4 × 2 = 8")]),
        ("{kind: each, of: piles, points: 1, every: 2}", [([1, 1, 1], 0, "0"), ([2, 1, 2], 2, "2"), ([5], 2, "2")]),
        ("{kind: each, of: piles, points: 5, every: 2}", [([3, 3], 10, "2 × 5 = 10")]),
        count="piles",
    ),
    *cases(("{kind: each, of: [apples, pears], points: 2}", [({"apples": 1, "pears": 4}, 10, "5 × 2 = 10")])),
]  # fmt: skip


@pytest.mark.parametrize(("line", "counted", "points", "working"), EACH)
def test_each_gives_points_for_every_one(line: str, counted: dict[str, Any], points: int, working: str) -> None:
    check(line, counted, points, working)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            "{kind: each, of: apples, points: -5, cap: 10}",
            'line "x": points below 0 need a cap below 0; write cap: -10',
        ),
        (
            "{kind: each, of: apples, points: 5, cap: -10}",
            'line "x": a cap below 0 needs points below 0; write cap: 10',
        ),
    ],
)
def test_a_cap_on_the_wrong_side_of_0_is_refused(line: str, says: str) -> None:
    with pytest.raises(RulesError, match="cap below 0") as error:
        game_of(f"x: {line}")
    assert says in str(error.value)


# -- sets

SETS = [
    *cases(
        (
            "{kind: sets, of: basket, points: 15}",
            [
                ({}, 0, "0"),
                ({"red": 5, "green": 5}, 0, "0"),
                ({"red": 1, "green": 1, "blue": 1}, 15, "1 × 15 = 15"),
                ({"red": 2, "green": 3, "blue": 4}, 30, "2 × 15 = 30"),
                ({"red": 3, "green": 3, "blue": 3}, 45, "3 × 15 = 45"),
            ],
        ),
        ("{kind: sets, of: basket, points: -4}", [({"red": 2, "green": 2, "blue": 3}, -8, "2 × −4 = −8")]),
        ("{kind: sets, of: basket, points: 0}", [({"red": 2, "green": 2, "blue": 3}, 0, "2 × 0 = 0")]),
        ("{kind: sets, of: [basket.red, basket.green], points: 2}", [({"red": 4, "green": 3}, 6, "3 × 2 = 6")]),
        count="basket",
    ),
    *cases(
        ("{kind: sets, of: [apples, pears], points: 7}", [({"apples": 0, "pears": 9}, 0, "0"), ({"apples": 2, "pears": 9}, 14, "2 × 7 = 14")]),
        ("{kind: sets, of: [apples, debts], points: 7}", [({"apples": 2, "debts": -3}, 0, "0"), ({"apples": 2, "debts": 3}, 14, "2 × 7 = 14")]),
        ("{kind: sets, of: helpers, points: 7}", [({"helpers": {"cook": True}}, 0, "0"), ({"helpers": {"cook": True, "guard": True}}, 7, "1 × 7 = 7")]),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("line", "counted", "points", "working"), SETS)
def test_sets_need_one_of_every_kind(line: str, counted: dict[str, Any], points: int, working: str) -> None:
    check(line, counted, points, working)


@pytest.mark.parametrize("of", ["apples", "basket.red", "piles", "[apples, piles]"])
def test_a_set_of_one_kind_or_of_a_list_is_refused(of: str) -> None:
    with pytest.raises(RulesError, match="a set needs two kinds or more"):
        game_of(f"x: {{kind: sets, of: {of}, points: 5}}")


# -- ladder

LADDER = [
    *cases(
        (
            "{kind: ladder, of: apples, ladder: [1, 3, 6, 10]}",
            [(0, 0, "0"), (1, 1, "1 → 1"), (2, 3, "2 → 3"), (4, 10, "4 → 10"), (5, 10, "5 → 10"), (99, 10, "99 → 10")],
        ),
        (
            "{kind: ladder, of: apples, ladder: {3: 10, 4: 15, 5: 20}}",
            [(0, 0, "0"), (2, 0, "2 → 0"), (3, 10, "3 → 10"), (4, 15, "4 → 15"), (5, 20, "5 → 20"), (7, 20, "7 → 20")],
        ),
        # thresholds go by number, not by their order or spelling
        ("{kind: ladder, of: apples, ladder: {10: 7, 9: 5, 2: 1}}", [(1, 0, "1 → 0"), (2, 1, "2 → 1"), (9, 5, "9 → 5"), (10, 7, "10 → 7")]),
        # a step at 0 is for having none
        ("{kind: ladder, of: apples, ladder: {0: -4, 1: 0, 3: 2}}", [(0, -4, "−4"), (1, 0, "1 → 0"), (2, 0, "2 → 0"), (3, 2, "3 → 2")]),
        # steps need not rise
        ("{kind: ladder, of: apples, ladder: [5, -2, 4]}", [(1, 5, "1 → 5"), (2, -2, "2 → −2"), (3, 4, "3 → 4"), (4, 4, "4 → 4")]),
        ("{kind: ladder, of: apples, ladder: [7]}", [(0, 0, "0"), (1, 7, "1 → 7"), (9, 7, "9 → 7")]),
        ("{kind: ladder, of: apples, ladder: [2, printed, 9]}", [(0, 0, "0"), (1, 2, "1 → 2"), (3, 9, "3 → 9"), (4, 9, "4 → 9")]),
        ("{kind: ladder, of: apples, ladder: {2: 5, 4: printed}}", [(0, 0, "0"), (3, 5, "3 → 5")]),
        ("{kind: ladder, of: apples, ladder: printed}", [(0, 0, "0")]),
        count="apples",
    ),
    *cases(("{kind: ladder, of: debts, ladder: [1, 3]}", [(-4, 0, "−4 → 0"), (2, 3, "2 → 3")]), count="debts"),
    *cases(
        (
            "{kind: ladder, of: basket, ladder: {3: 10, 4: 15, 5: 20}}",
            [
                ({}, 0, "0"),
                ({"red": 2, "green": 2}, 0, "0"),                       # four, but of two kinds
                ({"red": 3}, 10, "10"),
                ({"red": 3, "green": 9, "blue": 4}, 45, "10 + 20 + 15 = 45"),
            ],
        ),
        ("{kind: ladder, of: basket.red, ladder: [2, 5]}", [({"red": 2, "green": 2}, 5, "2 → 5")]),
        ("{kind: ladder, of: basket, ladder: [2, -5]}", [({"red": 1, "green": 2}, -3, "2 − 5 = −3")]),
        ("{kind: ladder, of: basket, ladder: printed}", [({}, 0, "0")]),
        count="basket",
    ),
    *cases(
        ("{kind: ladder, of: piles, ladder: [2, 5, 4, 11]}", [([], 0, "0"), ([1], 2, "2"), ([2, 2, 3], 14, "5 + 5 + 4 = 14"), ([9, 0, 1], 13, "11 + 2 = 13")]),
        ("{kind: ladder, of: piles, ladder: printed}", [([], 0, "0"), ([0], 0, "0")]),
        count="piles",
    ),
    *cases(("{kind: ladder, of: vines, ladder: [1, 3]}", [([{"seed": 4, "black": 3}, 2], 4, "1 + 3 = 4")]), count="vines"),
    *cases(("{kind: ladder, of: [apples, pears], ladder: [1, 3]}", [({"apples": 1, "pears": 2}, 4, "1 + 3 = 4")])),
]  # fmt: skip


@pytest.mark.parametrize(("line", "counted", "points", "working"), LADDER)
def test_a_ladder_gives_points_by_how_many(line: str, counted: dict[str, Any], points: int, working: str) -> None:
    check(line, counted, points, working)


SPLIT = [
    *cases(
        (
            "{kind: ladder, of: apples, ladder: {3: 10, 4: 15, 5: 20}, split: true}",
            [
                (0, 0, "0"),
                (2, 0, "2 → 0"),
                (5, 20, "5 → 20"),
                (6, 20, "6 → 20"),                                      # 3 + 3, or one group
                (7, 25, "7 → 25"),                                      # 3 + 4
                (8, 30, "8 → 30"),                                      # 4 + 4, or 3 + 5
                (9, 35, "9 → 35"),                                      # 4 + 5
                (10, 40, "10 → 40"),                                    # 5 + 5
                (11, 40, "11 → 40"),                                    # 5 + 6, 3 + 4 + 4 the same
                (1000, 4000, "1000 → 4000"),
                (1004, 4015, "1004 → 4015"),                            # 200 × 5 and a four
                (99_999, 399_995, "99999 → 399995"),                    # 19 999 × 5 and a four
            ],
        ),
        # one by one would pay −1 each; a large group costs 10 at most
        ("{kind: ladder, of: apples, ladder: [-1, -10], split: true}", [(1, -1, "1 → −1"), (9, -9, "9 → −9"), (11, -10, "11 → −10"), (5000, -10, "5000 → −10")]),
        # pairs are free, three or more cost 5, a single one costs 3
        ("{kind: ladder, of: apples, ladder: [-3, 0, -5], split: true}", [(4, 0, "4 → 0"), (5, -3, "5 → −3"), (400, 0, "400 → 0"), (401, -3, "401 → −3")]),
        ("{kind: ladder, of: apples, ladder: [2], split: true}", [(0, 0, "0"), (3, 6, "3 → 6"), (500, 1000, "500 → 1000")]),
        ("{kind: ladder, of: apples, ladder: [-2], split: true}", [(1, -2, "1 → −2"), (3, -2, "3 → −2"), (500, -2, "500 → −2")]),
        # a step at 0 is for having none, and is the worth of small groups too
        ("{kind: ladder, of: apples, ladder: {0: -4, 1: 0, 3: 2}, split: true}", [(0, -4, "−4"), (1, 0, "1 → 0"), (6, 4, "6 → 4")]),
        ("{kind: ladder, of: apples, ladder: {0: 5}, split: true}", [(0, 5, "5"), (1, 5, "1 → 5"), (3, 15, "3 → 15")]),
        count="apples",
    ),
    *cases(
        ("{kind: ladder, of: basket, ladder: {3: 10, 4: 15, 5: 20}, split: true}", [({"red": 7, "green": 2, "blue": 3}, 35, "25 + 10 = 35")]),
        count="basket",
    ),
    *cases(("{kind: ladder, of: piles, ladder: {2: 3, 3: 4}, split: true}", [([4, 5], 13, "6 + 7 = 13")]), count="piles"),
    *cases(("{kind: ladder, of: debts, ladder: [2], split: true}", [(-3, 0, "−3 → 0")]), count="debts"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "counted", "points", "working"), SPLIT)
def test_a_split_ladder_takes_the_best_groups(line: str, counted: dict[str, Any], points: int, working: str) -> None:
    check(line, counted, points, working)


def partitions(n: int, largest: int) -> Iterator[tuple[int, ...]]:
    """All ways to split n into groups: 4 → 4, 3+1, 2+2, 2+1+1, 1+1+1+1."""
    if n == 0:
        yield ()
    for size in range(min(n, largest), 0, -1):
        for rest in partitions(n - size, size):
            yield (size, *rest)


ALL_PARTITIONS = {n: list(partitions(n, n)) for n in range(1, 25)}


def group_worth(steps: dict[int, int], size: int) -> int:
    return max(((at, points) for at, points in steps.items() if at <= size), default=(0, 0))[1]


def split_table(steps: dict[int, int], upto: int) -> list[int]:
    written_steps = ", ".join(f"{at}: {points}" for at, points in steps.items())
    rules = game_of(f"x: {{kind: ladder, of: apples, ladder: {{{written_steps}}}, split: true}}")
    assert rules.table is not None
    width = rules.player_places
    place = rules.counts["apples"].places[0]
    rows = [tuple(n if at == place else 0 for at in range(width)) for n in range(upto + 1)]
    return [points[0] for points, _, _ in rules.table(rows, (0,) * rules.table_places)]


HAND_MADE_LADDERS: list[dict[int, int]] = [
    {3: 10, 4: 15, 5: 20},
    {1: 1},
    {1: -1},
    {2: 3, 3: 4},
    {1: 5, 2: -2, 3: 4},                # not rising
    {1: -1, 2: -10},                    # every group costs
    {1: -3, 2: 0, 3: -5},               # only pairs are free
    {1: -2, 3: 7, 4: -9},               # threes pay, anything larger costs
    {2: 6, 3: 9, 4: 12},                # the same for each tile
    {4: 100},
    {3: -1},
    {1: 0, 2: 0, 5: 1},
]  # fmt: skip


@pytest.mark.parametrize("steps", HAND_MADE_LADDERS, ids=str)
def test_a_split_ladder_is_the_best_of_all_partitions(steps: dict[int, int]) -> None:
    got = split_table(steps, 24)
    for n, ways in ALL_PARTITIONS.items():
        assert got[n] == max(sum(group_worth(steps, size) for size in way) for way in ways), n


def best_by_first_group(steps: dict[int, int], upto: int) -> list[int]:
    """The best of all partitions, by trying every size for the first group."""
    best = [0]
    for n in range(1, upto + 1):
        best.append(max(group_worth(steps, size) + best[n - size] for size in range(1, n + 1)))
    return best


@pytest.mark.parametrize("seed", range(60))
def test_a_split_ladder_stays_the_best_far_beyond_its_table(seed: int) -> None:
    rng = random.Random(seed)
    top = rng.randint(1, 9)  # the table ends at top × (top + 3)
    low, high = rng.choice([(-9, 9), (0, 20), (-20, 0), (-2, 1), (-1, 0)])
    steps = {at: rng.randint(low, high) for at in range(1, top + 1) if at == top or rng.random() < 0.7}
    upto = top * (top + 3) + 60
    assert split_table(steps, upto)[1:] == best_by_first_group(steps, upto)[1:], steps


def test_a_split_ladder_can_have_a_large_step() -> None:
    steps = {60: 7, 59: 6}
    got = split_table(steps, 4000)
    best = best_by_first_group(steps, 400)
    assert got[:401] == best
    assert got[4000] == 66 * 7  # 66 × 60 and 40 left over: 59s pay less


# -- series

SERIES = [
    *cases(
        (
            "{kind: series, of: apples, ladder: [2, 8, 16]}",
            [
                (0, 0, "0"),
                (1, 2, "1 → 2"),
                (2, 8, "2 → 8"),
                (3, 16, "1 × 16 = 16"),
                (4, 18, "1 × 16 + 2 = 18"),
                (5, 24, "1 × 16 + 8 = 24"),
                (6, 32, "2 × 16 = 32"),
                (8, 40, "2 × 16 + 8 = 40"),
            ],
        ),
        ("{kind: series, of: apples, ladder: [4]}", [(0, 0, "0"), (1, 4, "1 × 4 = 4"), (3, 12, "3 × 4 = 12")]),
        ("{kind: series, of: apples, ladder: [0, 5, 9]}", [(1, 0, "1 → 0"), (4, 9, "1 × 9 = 9"), (5, 14, "1 × 9 + 5 = 14")]),
        ("{kind: series, of: apples, ladder: [3, 0]}", [(1, 3, "1 → 3"), (2, 0, "1 × 0 = 0"), (3, 3, "1 × 0 + 3 = 3")]),
        ("{kind: series, of: apples, ladder: [-1, 6]}", [(1, -1, "1 → −1"), (3, 5, "1 × 6 + −1 = 5")]),
        # only the numbers that a tally needs must be known
        ("{kind: series, of: apples, ladder: [0, 5, printed, 25]}", [(2, 5, "2 → 5"), (4, 25, "1 × 25 = 25"), (6, 30, "1 × 25 + 5 = 30"), (8, 50, "2 × 25 = 50")]),
        ("{kind: series, of: apples, ladder: [2, printed]}", [(0, 0, "0"), (1, 2, "1 → 2")]),
        ("{kind: series, of: apples, ladder: printed}", [(0, 0, "0")]),
        count="apples",
    ),
    *cases(("{kind: series, of: debts, ladder: [2, 8]}", [(-1, 0, "−1 → 0"), (3, 10, "1 × 8 + 2 = 10")]), count="debts"),
    *cases(
        ("{kind: series, of: basket, ladder: [1, 5]}", [({}, 0, "0"), ({"red": 2}, 5, "5"), ({"red": 1, "green": 1, "blue": 3}, 8, "1 + 1 + 6 = 8")]),
        ("{kind: series, of: basket.blue, ladder: [1, 5]}", [({"red": 1, "blue": 3}, 6, "1 × 5 + 1 = 6")]),
        count="basket",
    ),
    *cases(("{kind: series, of: piles, ladder: [1, 5]}", [([], 0, "0"), ([3, 1, 2], 12, "6 + 1 + 5 = 12")]), count="piles"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "counted", "points", "working"), SERIES)
def test_a_series_starts_again_when_it_is_complete(
    line: str, counted: dict[str, Any], points: int, working: str
) -> None:
    check(line, counted, points, working)


# -- steps

STEPS = [
    *cases(
        (
            "{kind: steps, of: apples, every: 6, points: [3, 1, 4]}",
            [
                (0, 0, "0"),
                (5, 0, "0"),
                (6, 3, "3"),
                (11, 3, "3"),
                (12, 4, "3 + 1 = 4"),
                (18, 8, "3 + 1 + 4 = 8"),
                (24, 8, "3 + 1 + 4 = 8"),                               # there is no fourth row
            ],
        ),
        ("{kind: steps, of: apples, points: [3, -5]}", [(0, 0, "0"), (1, 3, "3"), (2, -2, "3 − 5 = −2")]),
        (
            "{kind: steps, of: apples, every: 6, points: [3, 1, 4], running: true}",
            [(0, 0, "row 0 → 0"), (5, 0, "row 0 → 0"), (6, 3, "row 1 → 3"), (12, 1, "row 2 → 1"), (18, 4, "row 3 → 4"), (30, 4, "row 5 → 4")],
        ),
        ("{kind: steps, of: apples, every: 6, points: [3, printed, 4]}", [(6, 3, "3"), (11, 3, "3")]),
        # a running total is known again after a number that is not
        ("{kind: steps, of: apples, every: 6, points: [3, printed, 9], running: true}", [(6, 3, "row 1 → 3"), (18, 9, "row 3 → 9")]),
        ("{kind: steps, of: apples, every: 6, points: printed}", [(0, 0, "row 0 → 0"), (5, 0, "row 0 → 0")]),
        count="apples",
    ),
    *cases(("{kind: steps, of: basket, every: 2, points: [3, 4]}", [({"red": 1, "blue": 3}, 7, "3 + 4 = 7")]), count="basket"),
    *cases(("{kind: steps, of: debts, every: 2, points: [3, 4]}", [(-3, 0, "0"), (2, 3, "3")]), count="debts"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "counted", "points", "working"), STEPS)
def test_steps_pay_each_completed_row(line: str, counted: dict[str, Any], points: int, working: str) -> None:
    check(line, counted, points, working)


# -- numbers that stand only on one's own copy


@pytest.mark.parametrize(
    ("line", "apples", "path"),
    [
        ("{kind: each, of: apples, points: printed}", 0, None),            # nothing is needed for none
        ("{kind: each, of: apples, points: printed}", 2, "lines.x.points"),
        ("{kind: ladder, of: apples, ladder: printed}", 1, "lines.x.ladder"),
        ("{kind: ladder, of: apples, ladder: [2, printed, 9]}", 2, "lines.x.ladder"),
        ("{kind: ladder, of: apples, ladder: {2: 5, 4: printed}}", 6, "lines.x.ladder"),
        ("{kind: series, of: apples, ladder: [0, 5, printed, 25]}", 3, "lines.x.ladder"),
        ("{kind: series, of: apples, ladder: [0, 5, printed, 25]}", 7, "lines.x.ladder"),
        ("{kind: series, of: apples, ladder: [2, printed]}", 2, "lines.x.ladder"),
        ("{kind: series, of: apples, ladder: printed}", 1, "lines.x.ladder"),
        ("{kind: steps, of: apples, every: 6, points: [3, printed, 4]}", 12, "lines.x.points"),
        ("{kind: steps, of: apples, every: 6, points: [3, printed, 4]}", 18, "lines.x.points"),
        ("{kind: steps, of: apples, every: 6, points: [3, printed, 9], running: true}", 12, "lines.x.points"),
        ("{kind: steps, of: apples, every: 6, points: printed}", 6, "lines.x.points"),
        ("{kind: cases, cases: {big: {when: apples >= 5, points: printed}, rest: {points: 1}}}", 5, "lines.x.cases.big.points"),
        ("{kind: cases, cases: {big: {when: apples >= 5, points: printed}, rest: {points: 1}}}", 4, None),
    ],
)  # fmt: skip
def test_a_printed_number_is_missing_only_when_it_is_needed(line: str, apples: int, path: str | None) -> None:
    rules = game_of(f"x: {line}")
    if path is None:
        scored(rules, [{"apples": apples}])
        return
    with pytest.raises(TallyError, match="stands only on your own copy") as error:
        scored(rules, [{"apples": apples}])
    assert f"({path})" in str(error.value)
    typed = scored(rules, [{"apples": apples, "points": {"x": 7}}]).players[0]
    assert (typed.total, typed.lines["x"].working, typed.lines["x"].as_given) == (7, "7", True)


# -- market

PRICES = {"price": {"red": 3, "green": 1}, "rate": 4}
MARKET = [
    *cases(
        (
            "{kind: market, of: basket.red, price: price.red}",
            [({}, 0, "0"), ({"red": 1}, 3, "1 × 3 = 3"), ({"red": 5, "green": 9}, 15, "5 × 3 = 15")],
        ),
        ("{kind: market, of: basket.blue, price: price.blue}", [({"blue": 5}, 0, "5 × 0 = 0")]),
        # each kind at its own price
        (
            "{kind: market, of: basket, price: price}",
            [({}, 0, "0"), ({"red": 2}, 6, "6"), ({"red": 2, "green": 4, "blue": 7}, 10, "6 + 4 = 10")],
        ),
        # all kinds at one price
        ("{kind: market, of: basket, price: rate}", [({"red": 2, "blue": 1}, 12, "3 × 4 = 12")]),
        count="basket",
    ),
    *cases(("{kind: market, of: apples, price: rate}", [(0, 0, "0"), (3, 12, "3 × 4 = 12")]), count="apples"),
    *cases(("{kind: market, of: apples, price: pears}", [({"apples": 3, "pears": 2}, 6, "3 × 2 = 6")])),
    *cases(("{kind: market, of: piles, price: rate}", [([], 0, "0"), ([3, 2], 20, "5 × 4 = 20")]), count="piles"),
]


@pytest.mark.parametrize(("line", "counted", "points", "working"), MARKET)
def test_a_market_pays_its_price_for_each(line: str, counted: dict[str, Any], points: int, working: str) -> None:
    got = scored(game_of(f"x: {line}"), [counted], table=PRICES).players[0].lines["x"]
    assert (got.points, got.working) == (points, working)
    assert holds(working) in (True, None)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{kind: market, of: basket.red, price: price}", 'count "price" has several prices; write "price.red"'),
        ("{kind: market, of: apples, price: price}", 'count "price" has several prices; write "price.red"'),
        ("{kind: market, of: basket, price: helpers}", 'count "helpers" has no price for "red"'),
    ],
)
def test_a_market_needs_one_price_for_each_kind(line: str, says: str) -> None:
    with pytest.raises(RulesError) as error:
        game_of(f"x: {line}")
    assert says in str(error.value)


# -- majority: (options, what each player has, points of each)

MAJORITY: list[tuple[str, list[int], list[int]]] = [
    # no ties
    ("prizes: [5]", [3, 1], [5, 0]),
    ("prizes: [5, 2]", [3, 1, 2], [5, 0, 2]),
    ("prizes: [5, 2, 1]", [1, 9], [2, 5]),
    ("prizes: [5, 2]", [7], [5]),
    # all: each of the tied the prize of their place; the places after are used up
    ("prizes: [5, 2], tied: all", [3, 3, 1], [5, 5, 0]),
    ("prizes: [5, 2, 1], tied: all", [3, 3, 1], [5, 5, 1]),
    ("prizes: [5, 2, 1], tied: all", [4, 3, 3, 1], [5, 2, 2, 0]),
    ("prizes: [5, 2], tied: all", [2, 2, 2, 1], [5, 5, 5, 0]),
    ("prizes: [5], tied: all", [0, 0, 0], [5, 5, 5]),
    ("prizes: [5, 2]", [3, 3, 1], [5, 5, 0]),                           # `all` unless said
    # share: the prizes of the places taken, added, divided, rounded down
    ("prizes: [5, 2], tied: share", [3, 3, 1], [3, 3, 0]),              # (5 + 2) ÷ 2
    ("prizes: [5, 2, 1], tied: share", [3, 3, 1], [3, 3, 1]),
    ("prizes: [5, 2, 1], tied: share", [4, 3, 3, 1], [5, 1, 1, 0]),     # (2 + 1) ÷ 2
    ("prizes: [5, 2], tied: share", [2, 2, 2, 1], [2, 2, 2, 0]),        # (5 + 2 + 0) ÷ 3
    ("prizes: [5, 2, 1], tied: share", [2, 2, 2, 2], [2, 2, 2, 2]),     # 8 ÷ 4
    ("prizes: [5], tied: share", [0, 0], [2, 2]),
    ("prizes: [-5, -2], tied: share", [3, 3, 1], [-4, -4, 0]),          # −7 ÷ 2 = −3½, rounded down
    # next: one place lower
    ("prizes: [5, 2], tied: next", [3, 3, 1], [2, 2, 0]),
    ("prizes: [5, 2, 1], tied: next", [3, 3, 1], [2, 2, 1]),
    ("prizes: [5, 2, 1], tied: next", [4, 3, 3, 1], [5, 1, 1, 0]),
    ("prizes: [5, 2, 1], tied: next", [2, 2, 2, 1], [2, 2, 2, 0]),
    ("prizes: [5], tied: next", [3, 3], [0, 0]),
    ("prizes: [5, 2], tied: next", [3, 2, 1], [5, 2, 0]),
    # none: nobody of the tied; those behind keep their place
    ("prizes: [5, 2, 1], tied: none", [3, 3, 1], [0, 0, 1]),
    ("prizes: [5, 2, 1], tied: none", [4, 3, 3, 1], [5, 0, 0, 0]),
    ("prizes: [5, 2], tied: none", [2, 2, 2], [0, 0, 0]),
    ("prizes: [5, 2], tied: none", [3, 2, 1], [5, 2, 0]),
    # zero qualifies, unless a least is said
    ("prizes: [5, 2]", [0, 3], [2, 5]),
    ("prizes: [5, 2], least: 1", [0, 3], [0, 5]),
    ("prizes: [5, 2], least: 1", [0, 0], [0, 0]),
    ("prizes: [5, 2], least: 3", [2, 3, 4], [0, 2, 5]),
    ("prizes: [5, 2], least: 1, tied: share", [0, 3, 3], [0, 3, 3]),
    ("prizes: [5, 2, 1], least: 1, tied: share", [0, 0, 3], [0, 0, 5]),
    # by number of players: the two-player exception
    ("prizes: {2: [5], 3: [5, 2]}", [3, 1], [5, 0]),
    ("prizes: {2: [5], 3: [5, 2]}", [3, 1, 2], [5, 0, 2]),
    ("prizes: {2: [5], 3: [5, 2]}", [3, 1, 2, 0], [5, 0, 2, 0]),
    ("prizes: {3: [5, 2], 2: [4]}, tied: share", [3, 3], [2, 2]),
    ("prizes: {3: [5, 2], 2: [4]}, tied: share", [3, 3, 0], [3, 3, 0]),
    ("prizes: {2: [5], 4: [7, 4, 1]}, tied: next", [3, 3, 1], [0, 0, 0]),
    ("prizes: {2: [5], 4: [7, 4, 1]}, tied: next", [3, 3, 1, 0], [4, 4, 1, 0]),
    ("prizes: {2: [5], 4: [7, 4]}, tied: none, least: 1", [3, 0, 1, 0], [7, 0, 4, 0]),
    ("prizes: {3: [5, 2]}", [3, 1], [5, 2]),                            # fewer than the first number: its list
    ("prizes: {10: [9], 9: [8]}", [3, 1], [8, 0]),
]  # fmt: skip


@pytest.mark.parametrize(("options", "apples", "points"), MAJORITY)
def test_a_majority_pays_by_place(options: str, apples: list[int], points: list[int]) -> None:
    rules = game_of(f"x: {{kind: majority, of: apples, {options}}}")
    lines = [player.lines["x"] for player in scored(rules, [{"apples": n} for n in apples]).players]
    assert [line.points for line in lines] == points
    assert [line.working for line in lines] == [
        f"{n} → {worth}".replace("-", "−") for n, worth in zip(apples, points, strict=True)
    ]


def test_a_majority_of_kinds_or_a_list_goes_by_their_sum() -> None:
    rules = game_of("x: {kind: majority, of: [basket, piles], prizes: [5, 2]}")
    players: list[dict[str, Any]] = [
        {"basket": {"red": 2, "blue": 1}, "piles": [4, -1]},
        {"basket": {"green": 5}, "piles": []},
    ]
    assert [player.lines["x"].points for player in scored(rules, players).players] == [5, 2]
    assert scored(rules, players).players[0].lines["x"].working == "6 → 5"


@pytest.mark.parametrize("tied", ["all", "share", "next", "none"])
def test_a_majority_does_not_depend_on_the_order_of_players(tied: str) -> None:
    rng = random.Random(tied)
    rules = game_of(f"x: {{kind: majority, of: apples, prizes: {{2: [5], 3: [7, 3, 2]}}, tied: {tied}}}")
    for _ in range(30):
        apples = [rng.randint(0, 3) for _ in range(rng.randint(1, 6))]
        order = rng.sample(range(len(apples)), len(apples))
        straight = [p.total for p in scored(rules, [{"apples": n} for n in apples]).players]
        shuffled = [p.total for p in scored(rules, [{"apples": apples[at]} for at in order]).players]
        assert shuffled == [straight[at] for at in order]


# -- companion

TREE = "tree: {kind: series, of: apples, ladder: [1, 3, 9]}"
COMPANION = [
    *cases(
        (
            "{kind: companion, of: sun, to: tree, points: 3, with_series: 11}",
            [
                ({"sun": False, "apples": 9}, 0, "0"),
                ({"sun": True, "apples": 0}, 3, "3"),
                ({"sun": True, "apples": 2}, 3, "3"),
                ({"sun": True, "apples": 3}, 11, "11"),
                ({"sun": True, "apples": 7}, 11, "11"),                 # once, however many series
            ],
        ),
        (
            "{kind: companion, of: sun, to: tree, points: 3, with_series: 11, from: 2}",
            [
                ({"sun": False, "apples": 2}, 0, "0"),
                ({"sun": True, "apples": 1}, 3, "3"),
                ({"sun": True, "apples": 2}, 11, "11"),
                ({"sun": True, "apples": 3}, 11, "11"),
            ],
        ),
        # the unknown value matters only beside a full series
        ("{kind: companion, of: sun, to: tree, points: 3, with_series: printed}", [({"sun": True, "apples": 2}, 3, "3"), ({"sun": False, "apples": 3}, 0, "0")]),
        ("{kind: companion, of: sun, to: tree, points: printed, with_series: 11}", [({"sun": True, "apples": 3}, 11, "11")]),
        ("{kind: companion, of: helpers.cook, to: tree, points: 3, with_series: 11}", [({"helpers": {"cook": True}, "apples": 3}, 11, "11")]),
        # two companions are worth it twice
        ("{kind: companion, of: pears, to: tree, points: 3, with_series: 11}", [({"pears": 2, "apples": 1}, 6, "6"), ({"pears": 2, "apples": 3}, 22, "22")]),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("line", "counted", "points", "working"), COMPANION)
def test_a_companion_is_worth_more_beside_a_full_series(
    line: str, counted: dict[str, Any], points: int, working: str
) -> None:
    check(line, counted, points, working, TREE)


def test_the_kinds_of_a_series_are_each_full_by_themselves() -> None:
    line = "x: {kind: companion, of: sun, to: tree, points: 3, with_series: 11}"
    rules = game_of(line, "tree: {kind: series, of: basket, ladder: [1, 3, 9]}")
    two_and_two = {"sun": True, "basket": {"red": 2, "green": 2}}
    three = {"sun": True, "basket": {"red": 1, "blue": 3}}
    assert [player.lines["x"].points for player in scored(rules, [two_and_two, three]).players] == [3, 11]


def test_a_companion_of_a_series_of_unknown_length() -> None:
    unknown = "tree: {kind: series, of: apples, ladder: printed}"
    rules = game_of("x: {kind: companion, of: sun, to: tree, points: 3, with_series: 11}", unknown)
    assert scored(rules, [{"sun": True, "apples": 0}]).players[0].lines["x"].points == 3
    for apples in (1, 5):  # may or may not be full: nobody knows
        with pytest.raises(TallyError, match=r"lines\.tree\.ladder"):
            scored(rules, [{"sun": True, "apples": apples, "points": {"tree": 4}}])
    at_two = game_of("x: {kind: companion, of: sun, to: tree, points: 3, with_series: 11, from: 2}", unknown)
    players = [{"sun": True, "apples": apples, "points": {"tree": 4}} for apples in (0, 1, 2)]
    assert [player.lines["x"].points for player in scored(at_two, players).players] == [3, 3, 11]


@pytest.mark.parametrize(
    ("line", "counted", "path"),
    [
        ("{kind: companion, of: sun, to: tree, points: 3, with_series: printed}", {"sun": True, "apples": 3}, "with_series"),
        ("{kind: companion, of: sun, to: tree, points: printed, with_series: 11}", {"sun": True, "apples": 2}, "points"),
    ],
)  # fmt: skip
def test_a_companions_printed_value_is_asked_when_it_counts(line: str, counted: dict[str, Any], path: str) -> None:
    with pytest.raises(TallyError, match=rf"lines\.x\.{path}"):
        scored(game_of(f"x: {line}", TREE), [counted])


@pytest.mark.parametrize(
    ("to", "says"),
    [("tre", 'there is no line "tre"; did you mean "tree"?'), ("other", 'line "other" is no series')],
)
def test_a_companion_goes_with_a_series(to: str, says: str) -> None:
    with pytest.raises(RulesError) as error:
        game_of(
            f"x: {{kind: companion, of: sun, to: {to}, points: 3, with_series: 11}}",
            TREE,
            "other: {kind: points, of: pears}",
        )
    assert says in str(error.value)


# -- cases

BIG = "{kind: cases, cases: {big: {when: apples >= 6, points: 5}, some: {when: apples > 0, points: 2}, rest: {points: -1}}}"
CASES = [
    *cases((BIG, [(0, -1, "−1"), (1, 2, "2"), (5, 2, "2"), (6, 5, "5"), (9, 5, "5")]), count="apples"),
    *cases(
        # the first that holds, also where a later one would pay more
        ("{kind: cases, cases: {any: {when: apples > 0, points: 1}, big: {when: apples > 5, points: 9}}}", [(9, 1, "1")]),
        # none holds: 0
        ("{kind: cases, cases: {big: {when: apples >= 6, points: 5}}}", [(5, 0, "0"), (6, 5, "5")]),
        # points may be a formula
        ('{kind: cases, cases: {odd: {when: apples % 2 == 1, points: apples * 2}, rest: {points: "apples // 2"}}}', [(3, 6, "6"), (4, 2, "2"), (0, 0, "0")]),
        count="apples",
    ),
    *cases(
        ("{kind: cases, cases: {lucky: {when: sun, points: 4}, rest: {points: 1}}}", [({"sun": True}, 4, "4"), ({"sun": False}, 1, "1")]),
        ("{kind: cases, cases: {a: {when: sun and not apples > 2, points: 4}, b: {when: sun or pears > 0, points: 2}}}", [
            ({"sun": True, "apples": 2, "pears": 0}, 4, "4"),
            ({"sun": True, "apples": 3, "pears": 0}, 2, "2"),
            ({"sun": False, "apples": 3, "pears": 1}, 2, "2"),
            ({"sun": False, "apples": 3, "pears": 0}, 0, "0"),
        ]),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("line", "counted", "points", "working"), CASES)
def test_cases_take_the_first_that_holds(line: str, counted: dict[str, Any], points: int, working: str) -> None:
    check(line, counted, points, working)


# -- formula

FORMULA = [
    *cases(
        ("3 * apples", [(0, 0, "0"), (4, 12, "12")]),
        ("-apples", [(4, -4, "−4")]),
        ("apples // 2", [(0, 0, "0"), (7, 3, "3")]),
        ("(apples - 8) // 3", [(7, -1, "−1"), (8, 0, "0"), (5, -1, "−1"), (4, -2, "−2")]),
        ("apples % 4", [(7, 3, "3"), (8, 0, "0")]),
        ("(apples - 8) % 3", [(7, 2, "2"), (8, 0, "0")]),
        ("min(apples, 3)", [(2, 2, "2"), (9, 3, "3")]),
        ("max(apples, 3, 5)", [(2, 5, "5"), (9, 9, "9")]),
        ("abs(apples - 5)", [(2, 3, "3"), (5, 0, "0"), (9, 4, "4")]),
        ("10 if apples > 3 else 1", [(3, 1, "1"), (4, 10, "10")]),
        ("10 if 2 <= apples < 4 else 0", [(1, 0, "0"), (2, 10, "10"), (3, 10, "10"), (4, 0, "0")]),
        ("10 if apples == 3 or apples != 4 and not apples > 9 else 0", [(3, 10, "10"), (4, 0, "0"), (5, 10, "10"), (10, 0, "0")]),
        ("apples * players", [(4, 4, "4")]),
        count="apples",
    ),
    *cases(
        ("sum(basket) + basket.red", [({"red": 2, "blue": 3}, 7, "7")]),
        ("min(basket.red, basket.green, basket.blue)", [({"red": 2, "green": 4, "blue": 3}, 2, "2"), ({"red": 2}, 0, "0")]),
        count="basket",
    ),
    *cases(
        ("length(piles)", [([], 0, "0"), ([4, 0], 2, "2")]),
        ("sum(piles)", [([], 0, "0"), ([4, -1, 3], 6, "6")]),
        ("value(piles)", [([4, -1, 3], 6, "6")]),
        ("sum(piles, value * value)", [([3, -2], 13, "13")]),
        ("sum(piles, slot if value == slot else 0)", [([1, 1, 3, 4], 8, "8")]),
        count="piles",
    ),
    *cases(
        ("sum(vines, black)", [([{"seed": 5, "black": 2}, {"seed": 3}, {"seed": 1, "black": 1}], 3, "3")]),
        ("sum(vines, value * 10 + slot)", [([{"seed": 5, "black": 2}, {"seed": 3}], 63, "63")]),
        ("sum(vines)", [([{"seed": 5, "black": 2}, 4], 7, "7")]),
        count="vines",
    ),
    *cases(("3 * sun", [({"sun": True}, 3, "3"), ({"sun": False}, 0, "0")])),
]  # fmt: skip


@pytest.mark.parametrize(("line", "counted", "points", "working"), FORMULA)
def test_a_formula_gives_the_points(line: str, counted: dict[str, Any], points: int, working: str) -> None:
    check(f'{{kind: formula, formula: "{line}", rule: By hand}}', counted, points, working)


def test_a_formula_may_read_the_points_of_other_lines() -> None:
    rules = game_of(
        "half: {kind: formula, formula: points(trees) // 2, rule: Half of the trees}",
        "trees: {kind: each, of: apples, points: 3}",
    )
    player = scored(rules, [{"apples": 3}]).players[0]
    assert {id: line.points for id, line in player.lines.items()} == {"half": 4, "trees": 9}
    typed = scored(rules, [{"points": {"trees": 20}}]).players[0]
    assert (typed.lines["half"].points, typed.total) == (10, 30)


def test_the_value_of_kinds_is_number_times_value() -> None:
    counts = "counts: {coins: {of: {small: {value: 1}, large: {value: 5}, bad: {value: -2}}}}"
    from tests.small_games import game

    rules = game(
        f"potager: 1\ntitle: Test\n{counts}\nlines: {{x: {{kind: formula, formula: value(coins), rule: Worth}}}}"
    )
    assert scored(rules, [{"coins": {"small": 3, "large": 2, "bad": 4}}]).players[0].total == 3 + 10 - 8


def test_a_working_of_ones_own_is_filled() -> None:
    line = 'x: {kind: formula, formula: 3 * apples * sun, rule: By hand, working: "{{ apples * sun }} × 3"}'
    rules = game_of(line)
    players = scored(rules, [{"apples": 4, "sun": True}, {"apples": 4, "sun": False}]).players
    assert [player.lines["x"].working for player in players] == ["4 × 3 = 12", "0 × 3 = 0"]
    whole = game_of('x: {kind: points, of: apples, working: "just {{ points }}"}')
    assert scored(whole, [{"apples": 4}]).players[0].lines["x"].working == "just 4"


def test_dividing_by_a_count_that_is_0_is_told() -> None:
    rules = game_of("x: {kind: formula, formula: apples // pears, rule: By hand}")
    assert scored(rules, [{"apples": 7, "pears": 2}]).players[0].total == 3
    with pytest.raises(TallyError, match='line "x" divides by 0'):
        scored(rules, [{"apples": 7, "pears": 0}])


# -- all kinds


def test_every_kind_has_its_table() -> None:
    tables: dict[str, list[Any]] = {
        "points": POINTS, "each": EACH, "sets": SETS, "ladder": LADDER, "series": SERIES, "steps": STEPS,
        "market": MARKET, "majority": MAJORITY, "companion": COMPANION, "cases": CASES, "formula": FORMULA,
    }  # fmt: skip
    assert tables.keys() == KINDS.keys()
    assert all(tables.values())


@pytest.mark.parametrize(
    ("game_id", "variants"), [(id, names) for id, module in GAMES.items() for names in module.VARIANTS]
)
def test_every_equation_in_a_working_is_true(game_id: str, variants: list[str], tmp_path: Path) -> None:
    module = GAMES[game_id]
    numbers = written(tmp_path, "numbers.yaml", own_numbers(game_id, module.MADE_UP_NUMBERS))
    rules = load(game_id, [*variants, str(numbers)])
    rng = random.Random(f"{game_id} {variants}")
    equations = 0
    for _ in range(15):
        counted = module.random_tally(rng, variants)
        table = score(tally.read(yaml_file.parse(json.dumps(counted)), rules))
        for player in table.players:
            for id, line in player.lines.items():
                truth = holds(line.working)
                assert truth is not False, f"{id}: {line.working}"
                if truth is not None:
                    equations += 1
                    assert line.working.endswith(f" = {line.points}".replace("-", "−"))
                elif line.working.lstrip("−").isdigit():
                    assert line.working == str(line.points).replace("-", "−")
    assert equations or game_id == "diced-tomatoes"
