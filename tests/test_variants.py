"""Variants: patches laid over a game, one after the other, from anywhere on disk."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from scoring import yaml_file
from scoring.errors import PotagerError, RulesError, UsageError
from scoring.game import Game
from scoring.load import Library, load
from scoring.patch import Merge, is_printed
from tests.small_games import game, own_numbers, scored, scored_text, written

ORCHARD = """
potager: 1
title: Orchard
players: {least: 1, most: 4}
counts:
  apples: {label: Apples, most: 40}
  pears:  {label: Pears}
  prices: {label: Prices, of: {low: {label: Low, value: 1}, high: {label: High, value: 5}}}
lines:
  trees:  {kind: each, of: apples, points: 3, cap: 10, label: Fruit trees, note: apples only}
  pears:  {kind: ladder, of: pears, ladder: {2: 4, 4: 9}}
  rare:   {kind: series, of: apples, ladder: [0, 5, printed, 25]}
  secret: {kind: ladder, of: pears, ladder: printed}
ties:
  most_apples: {most: apples, label: Apples}
checks:
  few: {that: apples + pears <= 50, else: Too much fruit}
"""
VARIANT = "potager: 1\nextends: orchard\n"


def patched(*patches: str) -> Game:
    return game(ORCHARD, *(VARIANT + patch for patch in patches))


def problems(*patches: str) -> str:
    with pytest.raises(RulesError) as error:
        patched(*patches)
    return str(error.value)


# -- merge patches


def merged(base: Any, patch: Any) -> Any:
    def node(value: Any) -> yaml_file.Node:
        return yaml_file.parse(json.dumps(value))

    merge = Merge()
    result = merge.lay(node(base), node(patch)).bare()
    assert not merge.problems, merge.problems
    return result


@pytest.mark.parametrize(
    ("base", "patch", "result"),
    [
        # the examples of RFC 7386 that a keyed file can hold; what it adds, we ask to be removed only if it is there
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b"}, {"a": None}, {}),
        ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
        ({"a": {"b": "c"}}, {"a": {"b": "d"}}, {"a": {"b": "d"}}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "e": 1}}, {"a": {"b": "d", "e": 1}}),
        ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        ({"a": [1, 2, 3]}, {"a": [4]}, {"a": [4]}),
        ({"a": [1, 2]}, {"a": {"b": 3}}, {"a": {"b": 3}}),
        ({"a": {"b": 3}}, {"a": [1, 2]}, {"a": [1, 2]}),
        ({"a": {"b": 3}}, {"a": 7}, {"a": 7}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
        ({"a": 1}, {}, {"a": 1}),
        ({"a": {"b": {"c": 1, "d": 2}}}, {"a": {"b": {"c": None}}}, {"a": {"b": {"d": 2}}}),
    ],
)
def test_a_patch_is_merged_as_rfc_7386_says(base: Any, patch: Any, result: Any) -> None:
    before = json.dumps(base)
    assert merged(base, patch) == result
    assert json.dumps(base) == before


def test_an_empty_variant_changes_nothing() -> None:
    plain, same = patched(), patched("")
    assert same.rules == plain.rules
    assert same.lines == plain.lines
    players = {"Ann": {"apples": 2, "pears": 0}, "Bob": {"apples": 1, "pears": 0}}
    without = {**scored(same, players).as_json(), "variants": []}
    assert without == scored(plain, players).as_json()


def test_a_patch_says_only_what_differs() -> None:
    rules = patched("lines: {trees: {points: 2}}")
    line = rules.rules.lines["trees"]
    kept = {"kind": "each", "of": "apples", "cap": 10, "label": "Fruit trees", "note": "apples only"}
    assert line.model_dump(exclude_defaults=True) == {**kept, "points": 2}
    assert list(rules.lines) == ["trees", "pears", "rare", "secret"]


def test_null_removes_an_entry_a_key_and_a_whole_part() -> None:
    rules = patched("ties: null\nchecks: null\nlines: {rare: null, trees: {cap: null, note: null}, secret: null}")
    assert list(rules.lines) == ["trees", "pears"]
    assert not rules.ties
    assert not rules.rules.checks
    assert scored(rules, {"Ann": {"apples": 9, "pears": 0}}).players[0].lines["trees"].points == 27


def test_a_list_is_replaced_whole_and_a_mapping_key_by_key() -> None:
    rules = patched('lines: {rare: {ladder: [1, 2]}, pears: {ladder: {2: null, 4: 7, "6": 12}}}')
    assert rules.rules.lines["rare"].model_dump()["ladder"] == [1, 2]
    assert rules.rules.lines["pears"].model_dump()["ladder"] == {"4": 7, "6": 12}
    found = scored(rules, [{"apples": 0, "pears": n, "points": {"secret": 0}} for n in (3, 5, 8)])
    assert [player.lines["pears"].points for player in found.players] == [0, 7, 12]


def test_thresholds_are_sorted_by_number_wherever_a_patch_adds_one() -> None:
    rules = patched("lines: {pears: {ladder: {10: 20, 3: 6}}}")
    found = scored(rules, [{"apples": 0, "pears": n, "points": {"secret": 0}} for n in (2, 3, 4, 11)])
    assert [player.lines["pears"].points for player in found.players] == [4, 6, 9, 20]


def test_new_ids_are_added_at_the_end() -> None:
    rules = patched("counts: {nuts: {label: Nuts}}\nlines: {nuts: {kind: each, of: nuts, points: 1}}")
    assert list(rules.counts) == ["apples", "pears", "prices", "nuts"]
    assert list(rules.lines) == ["trees", "pears", "rare", "secret", "nuts"]


@pytest.mark.parametrize(
    ("patch", "order"),
    [
        ("lines: {nuts: {kind: points, of: pears, after: trees}}", "trees nuts pears rare secret"),
        ("lines: {nuts: {kind: points, of: pears, after: secret}}", "trees pears rare secret nuts"),
        # an old one moves
        ("lines: {trees: {after: rare}}", "pears rare trees secret"),
        ("lines: {secret: {after: trees}}", "trees secret pears rare"),
        ("lines: {pears: {after: trees}}", "trees pears rare secret"),
        # two after one and the same stand in the order in which they are written
        (
            "lines: {a: {kind: points, of: pears, after: trees}, b: {kind: points, of: pears, after: trees}}",
            "trees a b pears rare secret",
        ),
        # after one that moves too
        (
            "lines: {a: {kind: points, of: pears, after: b}, b: {kind: points, of: pears, after: trees}}",
            "trees b a pears rare secret",
        ),
        ("lines: {trees: {after: secret}, pears: {after: trees}}", "rare secret trees pears"),
    ],
)
def test_after_places_a_line(patch: str, order: str) -> None:
    rules = patched(patch)
    assert list(rules.lines) == order.split()
    assert list(rules.rules.lines) == order.split()


def test_after_works_in_every_keyed_mapping() -> None:
    rules = patched(
        """
counts:
  nuts: {label: Nuts, after: apples}
  prices: {of: {middle: {label: Middle, value: 3, after: low}}}
ties: {first: {most: pears, label: Pears}, most_apples: {after: first}}
checks: {more: {that: nuts >= 0, else: Too few}, few: {after: more}}
verdict: {a: {when: total > 9}, b: {when: total > 5, after: a}, c: {when: total > 7, after: a}}
readings: {R1: {question: One?, default: So}, R2: {question: Two?, default: So},
  R3: {question: Three?, default: So, after: R1}}
lines:
  trees:
    kind: cases
    cases: {x: {when: apples > 1, points: 1}, z: {points: 0}, y: {when: pears > 1, points: 2, after: x}}
"""
    )
    assert list(rules.counts) == ["apples", "nuts", "pears", "prices"]
    assert list(rules.counts["prices"].kinds) == ["low", "middle", "high"]
    assert list(rules.ties) == ["first", "most_apples"]
    assert list(rules.rules.checks) == ["more", "few"]
    assert list(rules.rules.lines["trees"].model_dump()["cases"]) == ["x", "y", "z"]
    assert [verdict.id for verdict in rules.verdicts] == ["a", "b", "c"]
    assert list(rules.rules.readings) == ["R1", "R3", "R2"]


def test_after_works_in_a_game_itself() -> None:
    text = ORCHARD.replace("secret: {kind", "secret: {after: trees, kind")
    assert list(game(text).lines) == ["trees", "secret", "pears", "rare"]


@pytest.mark.parametrize(
    ("patch", "says"),
    [
        (
            "lines: {trees: {after: paers}}",
            'line "trees" stands after "paers", which is not there; did you mean "pears"?',
        ),
        ("lines: {trees: {after: trees}}", 'line "trees" stands after itself'),
        ("lines: {trees: {after: pears}, pears: {after: trees}}", 'line "trees" stands after itself, by way of others'),
    ],
)
def test_after_needs_something_that_is_there(patch: str, says: str) -> None:
    assert says in problems(patch)


def test_a_change_of_kind_makes_a_new_line_but_for_label_and_place() -> None:
    rules = patched("lines: {trees: {kind: ladder, of: pears, ladder: [1, 3]}}")
    line = rules.rules.lines["trees"]
    given = {"kind": "ladder", "of": "pears", "ladder": [1, 3]}
    assert line.model_dump(exclude_defaults=True) == {**given, "label": "Fruit trees"}
    assert next(iter(rules.lines)) == "trees"


def test_the_same_kind_said_again_keeps_the_line() -> None:
    assert patched("lines: {trees: {kind: each, points: 2}}").rules.lines["trees"].model_dump()["cap"] == 10


def test_a_change_of_kind_may_remove_what_the_old_kind_had() -> None:
    rules = patched("lines: {trees: {kind: points, of: pears, cap: null, label: Trees}}")
    given = {"kind": "points", "of": "pears", "label": "Trees"}
    assert rules.rules.lines["trees"].model_dump(exclude_defaults=True) == given


@pytest.mark.parametrize(
    ("patch", "says"),
    [
        ("lines: {tree: null}", 'this removes line "tree", which is not there; did you mean "trees"?'),
        ("lines: {tree: {points: 2}}", 'this changes line "tree", which is not there; did you mean "trees"?'),
        ("counts: {nuts: {most: 3}}", 'this changes count "nuts", which is not there; a new one needs label'),
        ("counts: {prices: {of: {lwo: null}}}", 'not there; did you mean "low"?'),
        ("ties: {apples: null}", 'this removes tie "apples", which is not there; did you mean "most_apples"?'),
        ("checks: {fwe: {level: warning}}", 'this changes check "fwe", which is not there; did you mean "few"?'),
        ("lines: {trees: {free: null}}", 'this removes line "trees", which is not there'),
        ("goal: null", 'this removes "goal", which is not there'),
    ],
)
def test_removing_or_changing_what_is_not_there_is_an_error(patch: str, says: str) -> None:
    assert says in problems(patch)


@pytest.mark.parametrize(
    ("patch", "says"),
    [
        ("counts: {apples: null}", ['line "trees"', 'line "rare"', 'tie "most_apples"', 'check "few"']),
        ("counts: {prices: {of: {low: null}}}\nlines: {low: {kind: points, of: prices.low}}", ['line "low"']),
    ],
)
def test_what_needs_a_count_that_is_gone_is_told(patch: str, says: list[str]) -> None:
    told = problems(patch)
    assert all(name in told for name in says), told


# -- several variants


def test_variants_are_laid_in_order() -> None:
    two, four = "lines: {trees: {points: 2, cap: null}}", "lines: {trees: {points: 4}}"
    players = {"Ann": {"apples": 5, "points": {"pears": 0, "rare": 0, "secret": 0}}}
    assert scored(patched(two, four), players).players[0].total == 20
    assert scored(patched(four, two), players).players[0].total == 10


@pytest.mark.parametrize(
    "second",
    [
        "lines: {rare: null}",
        "lines: {rare: {ladder: [1]}}",
        "lines: {rare: {after: trees}}",
        "lines: {rare: {note: On your own tiles}}",
    ],
)
def test_a_change_of_what_another_variant_removed_does_nothing(second: str) -> None:
    rules = patched("lines: {rare: null}", second)
    assert list(rules.lines) == ["trees", "pears", "secret"]


def test_a_change_below_what_another_variant_removed_does_nothing() -> None:
    gone = "counts: {prices: null}"
    assert "prices" not in patched(gone, "counts: {prices: {of: {low: {value: 2}}}}").counts
    assert "prices" not in patched(gone, "counts: {prices: {of: {low: null}}}").counts
    assert not patched("ties: null", "ties: {most_apples: {label: Fruit}}").ties


def test_a_whole_line_given_again_after_a_removal_is_there() -> None:
    rules = patched("lines: {rare: null}", "lines: {rare: {kind: points, of: pears}}")
    assert list(rules.lines) == ["trees", "pears", "secret", "rare"]


def test_after_what_another_variant_removed_is_at_the_end() -> None:
    rules = patched("lines: {trees: null}", "lines: {nuts: {kind: points, of: pears, after: trees}}")
    assert list(rules.lines) == ["pears", "rare", "secret", "nuts"]


def test_the_words_of_a_variant_are_not_merged() -> None:
    about = "title: Harsh\nabout: It costs more.\nsource: ours\nconfidence: L\nneeds: []\nexcludes: []\n"
    rules = patched(about)
    assert (rules.title, rules.rules.about, rules.rules.source) == ("Orchard", None, None)
    (said,) = rules.variants
    assert (said.title, said.about, said.source, said.confidence) == ("Harsh", "It costs more.", "ours", "L")


# -- own numbers for printed ones

OWN_RARE = "lines: {rare: {ladder: [0, 5, 12, 25]}}"
OWN_SECRET = "lines: {secret: {ladder: [2, 5]}}"
OTHER = "lines: {trees: {points: 1}, secret: {note: on your own sheet}}"
AGAIN = "lines: {secret: {ladder: printed}, rare: {ladder: [0, 5, printed, 25], note: as before}}"


@pytest.mark.parametrize("patches", list(itertools.permutations([OWN_RARE, OWN_SECRET, OTHER])), ids=str)
def test_own_numbers_fill_printed_places_in_any_order(patches: Sequence[str]) -> None:
    rules = patched(*patches)
    assert sorted(rules.numbers) == ["lines.rare.ladder", "lines.secret.ladder"]
    table = scored(rules, {"Ann": {"apples": 3, "pears": 2}})
    points = {id: line.points for id, line in table.players[0].lines.items()}
    assert points == {"trees": 3, "pears": 4, "rare": 12, "secret": 5}
    assert sorted(table.as_json()["numbers"]) == ["lines.rare.ladder", "lines.secret.ladder"]


@pytest.mark.parametrize("patches", list(itertools.permutations([OWN_RARE, OWN_SECRET, AGAIN])), ids=str)
def test_own_numbers_stay_when_a_variant_says_printed_again(patches: Sequence[str]) -> None:
    rules = patched(*patches)
    assert not any(is_printed(node) for line in rules.node["lines"].mapping.values() for node in line.mapping.values())
    assert sorted(rules.numbers) == ["lines.rare.ladder", "lines.secret.ladder"]


@pytest.mark.parametrize(
    ("patch", "named"),
    [
        ("lines: {rare: {ladder: [0, 6, printed, 30]}}", []),  # the printed one is still unknown
        ("lines: {rare: {ladder: [0, 5, 7, 25]}}", ["lines.rare.ladder"]),
        ("lines: {pears: {ladder: {2: 5}}}", []),  # that number was never unknown
        ("lines: {secret: {ladder: {1: 2, 4: 8}}}", ["lines.secret.ladder"]),
        ("lines: {secret: {ladder: [printed, printed]}}", []),  # known to be two, but not which
        ("lines: {secret: {ladder: [3, printed]}}", ["lines.secret.ladder"]),
        ("lines: {secret: null}", []),
        ("lines: {secret: {kind: points, of: pears}}", []),
    ],
)
def test_only_numbers_in_place_of_printed_ones_are_named(patch: str, named: list[str]) -> None:
    assert list(patched(patch).numbers) == named


def test_own_numbers_of_a_line_that_a_variant_lacks_do_nothing() -> None:
    for order in ([OWN_RARE, "lines: {rare: null}"], ["lines: {rare: null}", OWN_RARE]):
        assert "rare" not in patched(*order).lines


@pytest.mark.parametrize("variants", [[], ["person-at-two"]])
@pytest.mark.parametrize("first", [True, False])
def test_own_numbers_of_a_real_game(tmp_path: Path, variants: list[str], first: bool) -> None:
    numbers = {"lines.king.ladder": [4, 13], "lines.sculptor.with_series": 12}
    file = str(written(tmp_path, "numbers.yaml", own_numbers("hanging-gardens", numbers)))
    rules = load("hanging-gardens", [file, *variants] if first else [*variants, file])
    assert rules.numbers == ("lines.king.ladder", "lines.sculptor.with_series")
    counted = {"tiles": {"king": 3, "statue": 3}, "persons": {"sculptor": True}}
    (player,) = scored(rules, [counted]).players
    assert [player.lines[id].points for id in ("king", "statue", "sculptor")] == [17, 20, 12]


# -- needs and excludes, and what a variant extends

SMALL = """
potager: 1
title: Small
counts: {apples: {label: Apples}}
lines: {apples: {kind: each, of: apples, points: 1}}
"""


def library(folder: Path, **variants: str) -> Library:
    """A folder of one's own with the game `small` and some variants."""
    written(folder, "small/game.yaml", SMALL)
    for id, text in variants.items():
        written(folder, f"small/{id.replace('_', '-')}.yaml", "potager: 1\n" + text)
    return Library((folder,))


def points_of(rules: Game, apples: int = 1) -> int:
    return scored(rules, [{"apples": apples}]).players[0].total


def by(points: int) -> str:
    return f"lines: {{apples: {{points: {points}}}}}"


def test_a_variant_may_need_another(tmp_path: Path) -> None:
    known = library(tmp_path, base="extends: small\n" + by(2), top=f"extends: small\nneeds: [base]\n{by(3)}")
    assert points_of(load("small", ["base", "top"], library=known)) == 3
    assert points_of(load("small", ["top", "base"], library=known)) == 2
    with pytest.raises(RulesError, match='variant "top" needs "base"'):
        load("small", ["top"], library=known)


def test_a_variant_may_exclude_another(tmp_path: Path) -> None:
    known = library(tmp_path, one="extends: small\nexcludes: [two]", two="extends: small\n" + by(2))
    assert points_of(load("small", ["one"], library=known)) == 1
    for order in (["one", "two"], ["two", "one"]):
        with pytest.raises(RulesError, match='variant "one" cannot be played with "two"'):
            load("small", order, library=known)


def test_needs_and_excludes_also_see_what_was_pulled_in(tmp_path: Path) -> None:
    known = library(
        tmp_path,
        base="extends: small",
        top="extends: base",
        needing="extends: small\nneeds: [base]",
        against="extends: small\nexcludes: [base]",
    )
    load("small", ["needing", "top"], library=known)
    with pytest.raises(RulesError, match='"against" cannot be played with "base"'):
        load("small", ["against", "top"], library=known)


@pytest.mark.parametrize("extends", ["small", "small/game.yaml", "../small", "../small/game.yaml"])
def test_extends_names_a_game_by_id_or_path(tmp_path: Path, extends: str) -> None:
    known = library(tmp_path)
    file = written(tmp_path, "small/mine.yaml", f"potager: 1\nextends: {extends}\n{by(4)}")
    if extends == "small/game.yaml":
        file = written(tmp_path, "mine.yaml", file.read_text())
    assert points_of(load("small", [str(file)], library=known)) == 4
    assert points_of(load(str(file), library=known)) == 4


@pytest.mark.parametrize(
    ("extends", "where"), [("small/double", "elsewhere"), ("double", "small"), ("../small/double.yaml", "elsewhere")]
)
def test_extends_names_a_variant_of_a_game_a_sibling_or_a_path(tmp_path: Path, extends: str, where: str) -> None:
    known = library(tmp_path, double="extends: small\ntitle: Double\n" + by(2))
    file = written(tmp_path, f"{where}/capped.yaml", f"potager: 1\nextends: {extends}\nlines: {{apples: {{cap: 5}}}}")
    rules = load("small", [str(file)], library=known)
    assert (points_of(rules, 1), points_of(rules, 9)) == (2, 5)
    assert [variant.title for variant in rules.variants] == ["Double", "Capped"]
    assert rules.asked == [str(file)]


def test_a_chain_is_laid_from_its_base_on(tmp_path: Path) -> None:
    known = library(
        tmp_path,
        first="extends: small\n" + by(2),
        second="extends: first\nlines: {apples: {points: 3, cap: 100}}",
        third="extends: second\nlines: {apples: {points: 4, free: 1}}",
    )
    rules = load("small", ["third"], library=known)
    assert [variant.id for variant in rules.variants] == ["first", "second", "third"]
    assert points_of(rules, 50) == 100
    assert rules.asked == ["third"]


@pytest.mark.parametrize(
    "order", [["top"], ["base", "top"], ["top", "base"], ["top", "side"], ["side", "top", "base", "top"]]
)
def test_a_base_is_pulled_in_once_and_before(tmp_path: Path, order: list[str]) -> None:
    known = library(
        tmp_path,
        base="extends: small\nlines: {bonus: {kind: each, of: apples, points: 10}}",
        top="extends: base\nlines: {bonus: {points: 20}}",
        side="extends: base\nlines: {apples: {points: 5}}",
    )
    rules = load("small", order, library=known)
    assert [variant.id for variant in rules.variants].count("base") == 1
    assert rules.variants[0].id == "base"
    assert points_of(rules) == (25 if "side" in order else 21)  # a base laid again would undo the 20
    assert set(rules.asked) == set(order)


def test_a_base_named_by_path_and_by_id_is_the_same(tmp_path: Path) -> None:
    known = library(tmp_path, base="extends: small\n" + by(2), top="extends: base\n" + by(3))
    file = str(tmp_path / "small/base.yaml")
    rules = load("small", ["top", file, "base"], library=known)
    assert points_of(rules) == 3
    assert rules.asked == [file, "top"]


@pytest.mark.parametrize("order", [["winter", "winter-powers"], ["winter-powers", "winter"], ["winter-powers"]])
def test_winter_powers_of_a_real_game_pull_in_winter(order: list[str]) -> None:
    rules = load("grasshopper-ant", order)
    assert list(rules.lines) == ["supplies", "pairs", "extra_point"]
    assert [variant.id for variant in rules.variants] == ["winter", "winter-powers"]


def test_a_circle_of_extends_is_told(tmp_path: Path) -> None:
    known = library(tmp_path, one="extends: two", two="extends: one")
    with pytest.raises(PotagerError, match="goes round in a circle"):
        load("small", ["one"], library=known)
    with pytest.raises(PotagerError, match="goes round in a circle"):
        load(str(tmp_path / "small/one.yaml"), library=known)


def test_a_variant_of_another_game_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path, "mine.yaml", "potager: 1\nextends: harvest-dice\n")
    with pytest.raises(RulesError, match='this extends "harvest-dice", not "garden-dice"'):
        load("garden-dice", [str(file)])


def test_a_game_is_no_variant(tmp_path: Path) -> None:
    file = written(tmp_path, "mine.yaml", SMALL)
    with pytest.raises(RulesError, match="this is a game, not a variant"):
        load("garden-dice", [str(file)])


# -- one's own files, anywhere

HARSH = "potager: 1\nextends: garden-dice\ntitle: Harsh\nlines: {unplanted: {points: -6}, sun: null}\n"
SEEDS: dict[str, Any] = {"track": 10, "harvested": {}, "unplanted": 3, "sun": False}


def test_a_persons_file_anywhere_works_as_ours_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = written(tmp_path, "some where/tables/harsh.yaml", HARSH)
    by_path = load("garden-dice", [str(file)])
    assert scored(by_path, [SEEDS]).players[0].lines["unplanted"].points == -12
    assert by_path.asked == [str(file)]
    as_game = load(str(file))
    assert (as_game.id, as_game.asked) == ("garden-dice", [str(file)])
    monkeypatch.chdir(file.parent)
    relative = load("garden-dice", ["harsh.yaml", "split-groups"])
    assert relative.asked == ["harsh.yaml", "split-groups"]
    assert load("harsh.yaml", ["family"]).asked == ["harsh.yaml", "family"]


def test_a_name_without_a_folder_is_no_file_of_the_current_folder_unless_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, "family.yaml", HARSH)
    monkeypatch.chdir(tmp_path)
    assert load("garden-dice", ["family"]).variants[0].title == "Family game"
    assert load("garden-dice", ["./family.yaml"]).variants[0].title == "Harsh"


def test_a_path_in_a_tally_is_relative_to_the_tally(tmp_path: Path) -> None:
    from scoring.check import scored as scored_file

    written(tmp_path, "rules/harsh.yaml", HARSH)
    player = json.dumps({"name": "Ann", **SEEDS})
    text = f"game: garden-dice\nvariants: [../rules/harsh.yaml]\nplayers: [{player}]"
    file = written(tmp_path, "games/monday.yaml", text)
    table = scored_file(file, yaml_file.read(file), Library())
    assert table.as_json()["variants"] == ["../rules/harsh.yaml"]
    assert table.players[0].lines["unplanted"].points == -12
    text = f"game: ../rules/harsh.yaml\nvariants: [family]\nplayers: [{player}]"
    whole = written(tmp_path, "games/tuesday.yaml", text)
    table = scored_file(whole, yaml_file.read(whole), Library(), ("split-groups",))
    assert table.as_json()["variants"] == ["../rules/harsh.yaml", "family", "split-groups"]


def test_a_game_is_named_by_its_folder_or_file(tmp_path: Path) -> None:
    library(tmp_path, double="extends: small\n" + by(2))
    for name in ("small", "small/game.yaml"):
        rules = load(str(tmp_path / name), ["double"])
        assert (rules.id, points_of(rules)) == ("small", 2)
    alone = written(tmp_path, "tiny.yaml", SMALL)
    assert load(str(alone)).id == "tiny"


def test_ones_own_folder_comes_before_ours(tmp_path: Path) -> None:
    known = library(tmp_path, double="extends: small\n" + by(2))
    written(tmp_path, "garden-dice/game.yaml", SMALL.replace("Small", "My Garden"))
    assert {"small", "garden-dice", "harvest-dice"} <= known.games().keys()
    assert load("garden-dice", library=known).title == "My Garden"
    assert load("garden-dice").title == "Garden Dice"
    assert list(known.variants(known.games()["small"])) == ["double"]
    assert load("harvest-dice", ["advanced"], library=known).title == "Harvest Dice"


def test_examples_and_words_are_no_variants(tmp_path: Path) -> None:
    known = library(tmp_path, double="extends: small")
    written(tmp_path, "small/examples.yaml", "potager: 1\nexamples: {}")
    written(tmp_path, "small/words/el.yaml", "potager: 1")
    assert list(known.variants(known.games()["small"])) == ["double"]
    assert "small/words" not in known.games()


@pytest.mark.parametrize(
    ("game_id", "variants", "says"),
    [
        ("gardn-dice", [], 'there is no game "gardn-dice"; did you mean "garden-dice"?'),
        ("garden-dice", ["famly"], 'garden-dice has no variant "famly"; did you mean "family"?'),
        ("garden-dice", ["winter"], 'garden-dice has no variant "winter"'),
    ],
)
def test_a_name_that_is_not_there_is_a_mistake_of_the_command(game_id: str, variants: list[str], says: str) -> None:
    with pytest.raises(UsageError) as error:
        load(game_id, variants)
    assert str(error.value).startswith(says)


def test_a_variant_may_turn_a_game_into_a_race_or_a_game_for_the_least() -> None:
    least = patched("wins: least\nlines: {rare: null, secret: null}")
    players = {"Ann": {"apples": 3, "pears": 0}, "Bob": {"apples": 1, "pears": 0}}
    assert scored(least, players).winners == ["Bob"]
    race = patched("goal: 9\nlines: {rare: null, secret: null}")
    assert scored(race, players).decided_by == "goal"
    text = '{"game": "x", "players": [{"name": "Ann", "apples": 2, "pears": 0}]}'
    assert scored_text(race, text).winners == []
