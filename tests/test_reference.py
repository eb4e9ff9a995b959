"""Our games against an independent, hand-written implementation, and against their worked examples."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scoring import examples, tally, yaml_file
from scoring.errors import TallyError
from scoring.examples import Example
from scoring.load import Library, load
from scoring.score import score
from tests.reference import GAMES, MissingNumberError
from tests.small_games import own_numbers, written

ALL = [(id, names) for id, module in GAMES.items() for names in module.VARIANTS]
TALLIES = 40
COMPARED = ("players", "winners", "decided_by", "verdict")


def result(rules: Any, counted: dict[str, Any]) -> dict[str, Any]:
    """Our score in the shape of the reference."""
    made = score(tally.read(yaml_file.parse(json.dumps(counted)), rules)).as_json()
    for player in made["players"]:
        player["lines"] = {id: line["points"] for id, line in player["lines"].items()}
    return {key: made[key] for key in COMPARED}


def expected(game_id: str, counted: dict[str, Any], numbers: dict[str, Any] | None = None) -> dict[str, Any]:
    made = GAMES[game_id].score(counted, numbers)
    return {key: made[key] for key in COMPARED}


def expected_or_missing(game_id: str, counted: dict[str, Any]) -> dict[str, Any] | str:
    """What the reference gives, or the path of a number that it lacks."""
    try:
        return expected(game_id, counted)
    except MissingNumberError as missing:
        return str(missing)


@pytest.mark.parametrize(("game_id", "variants"), ALL)
def test_random_tallies_score_as_the_reference_does(game_id: str, variants: list[str]) -> None:
    rules = load(game_id, variants)
    rng = random.Random(f"{game_id} {variants}")
    scored = 0
    for _ in range(TALLIES):
        counted = GAMES[game_id].random_tally(rng, variants)
        wanted = expected_or_missing(game_id, counted)
        if isinstance(wanted, str):  # then we miss a number too, of the same line
            with pytest.raises(TallyError, match="stands only on your own copy") as error:
                result(rules, counted)
            assert wanted.rpartition(".")[0] in str(error.value)
            continue
        assert result(rules, counted) == wanted, counted
        scored += 1
    assert scored


@pytest.mark.parametrize(("game_id", "variants"), [(id, names) for id, names in ALL if GAMES[id].MADE_UP_NUMBERS])
def test_random_tallies_with_own_numbers_score_as_the_reference_does(
    game_id: str, variants: list[str], tmp_path: Path
) -> None:
    numbers = GAMES[game_id].MADE_UP_NUMBERS
    file = str(written(tmp_path, "numbers.yaml", own_numbers(game_id, numbers)))
    before, after = load(game_id, [file, *variants]), load(game_id, [*variants, file])
    rng = random.Random(f"{game_id} {variants} numbers")
    for _ in range(TALLIES):
        counted = GAMES[game_id].random_tally(rng, variants)
        wanted = expected(game_id, counted, numbers)
        assert result(after, counted) == wanted, counted
        assert result(before, counted) == wanted, counted
    lines = set(after.lines)
    assert set(after.numbers) == {path for path in numbers if path.split(".")[1] in lines}


def test_the_reference_knows_every_game_and_variant() -> None:
    library = Library()
    assert GAMES.keys() == library.games().keys()
    for game_id, file in library.games().items():
        assert {name for names in GAMES[game_id].VARIANTS for name in names} == set(library.variants(file))


def test_a_wrong_rule_would_be_noticed(tmp_path: Path) -> None:
    wrong = {"potager": 1, "extends": "garden-dice", "lines": {"groups": {"ladder": {"3": 10, "4": 15, "5": 21}}}}
    rules = load("garden-dice", [str(written(tmp_path, "wrong.yaml", wrong))])
    rng = random.Random(1)
    drawn = [GAMES["garden-dice"].random_tally(rng, []) for _ in range(TALLIES)]
    assert any(result(rules, counted) != expected("garden-dice", counted) for counted in drawn)


# -- examples.yaml


@cache
def all_examples() -> list[Example]:
    return [
        example
        for id, file in Library().games().items()
        if (file.parent / "examples.yaml").is_file()
        for example in examples.read(file.parent / "examples.yaml", id)
    ]


@pytest.mark.parametrize("example", all_examples(), ids=lambda example: f"{example.game}: {example.id}")
def test_an_example_scores_as_it_says(example: Example) -> None:
    assert [str(problem) for problem in examples.problems(example)] == []


def is_counted(example: Example) -> bool:
    """Whether nothing is typed instead of counted; the reference only counts."""
    players = example.node["tally"].bare()["players"]
    return not any("points" in player or "ties" in player for player in players)


@pytest.mark.parametrize(
    "example",
    [example for example in all_examples() if is_counted(example)],
    ids=lambda example: f"{example.game}: {example.id}",
)
def test_an_example_scores_as_the_reference_does(example: Example) -> None:
    counted = examples.play(example).as_json()
    node = example.node["tally"].bare()
    filled = {"variants": [], **node, "players": [whole(example.game, player) for player in node["players"]]}
    wanted = expected(example.game, filled)
    for player in counted["players"]:
        player["lines"] = {id: line["points"] for id, line in player["lines"].items()}
    if not any(tie is None for player in counted["players"] for tie in player["ties"].values()):
        assert {key: counted[key] for key in COMPARED} == wanted


def whole(game_id: str, player: dict[str, Any]) -> dict[str, Any]:
    """A player as the reference wants it: sums worked out, `yes` and `no` as such, what may be left out filled in."""
    left_out = {"hanging-gardens": {"persons": {}, "compensation": 0}}.get(game_id, {})

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: plain(inner) for key, inner in value.items()}
        if value in ("yes", "no"):
            return value == "yes"
        return eval(value, {"__builtins__": {}}) if isinstance(value, str) else value

    return left_out | {key: value if key == "name" else plain(value) for key, value in player.items()}


@pytest.mark.parametrize("game_id", Library().games())
def test_no_game_comes_without_examples(game_id: str) -> None:
    assert any(example.game == game_id for example in all_examples())


@pytest.mark.parametrize(("game_id", "variants"), ALL)
def test_every_line_of_every_variant_is_in_an_example(game_id: str, variants: list[str]) -> None:
    """A line that a variant adds or changes stands in an example of that variant; any other in one of its base."""
    rules = load(game_id, variants)
    covered: dict[str, set[Any]] = {id: set() for id in rules.lines}
    for example in all_examples():
        if example.game != game_id:
            continue
        played = load(game_id, example.variants)
        for player in example.node.mapping["scores"].mapping.values():
            for id in player.mapping["lines"].mapping if "lines" in player.mapping else ():
                if id in covered and same_scoring(played, rules, id):
                    covered[id].add(player["lines"][id].value)
    assert [id for id, points in covered.items() if not points] == []
    assert [id for id, points in covered.items() if points == {0}] == []


def same_scoring(one: Any, other: Any, line: str) -> bool:
    """Whether a line means the same in two games; its counts may stand in other places."""
    ours, theirs = (rules.rules.lines[line].model_dump() for rules in (one, other))
    words = ("source", "confidence", "note", "label", "short", "icon")
    return {**ours, **dict.fromkeys(words)} == {**theirs, **dict.fromkeys(words)}


@pytest.mark.parametrize("game_id", Library().games())
def test_every_variant_and_tie_break_is_in_an_example(game_id: str) -> None:
    library = Library()
    mine = [example for example in all_examples() if example.game == game_id]
    deciders = {
        str(example.node.mapping["decided_by"].value) for example in mine if "decided_by" in example.node.mapping
    }
    for ties in (load(game_id, example.variants).ties for example in mine):
        assert set(ties) <= deciders
    scoring = {id for id in library.variants(library.games()[game_id]) if changes_scoring(game_id, id)}
    played = {variant.id for example in mine for variant in load(game_id, example.variants).variants}
    assert scoring - played == set()


def changes_scoring(game_id: str, variant: str) -> bool:
    """Whether a variant changes the lines of its game at all."""
    plain, changed = load(game_id), load(game_id, [variant])
    return plain.rules.lines != changed.rules.lines or plain.rules.counts != changed.rules.counts


def test_an_example_that_is_wrong_is_told(tmp_path: Path) -> None:
    """The check can fail."""
    text = """
potager: 1
examples:
  wrong:
    tally:
      players:
        - {name: Ann, track: 1, harvested: {}, unplanted: 3, sun: no}
        - {name: Bob, track: 0, harvested: {}, unplanted: 0, sun: no}
    scores: {Ann: {lines: {unplanted: -15}, total: -14, place: 1}, Bob: {ties: {harvested_value: 2}}}
    winners: [Ann]
"""
    (example,) = examples.read(written(tmp_path, "examples.yaml", text), "garden-dice")
    told = [problem.what for problem in examples.problems(example)]
    assert len(told) == 5
    assert any("unplanted" in what and "Ann" in what and "2 × −5 = −10" in what for what in told)
