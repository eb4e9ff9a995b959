"""The fillable pad: its own scripts, out of the finished file, say what `potager score` says."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from scoring import javascript, yaml_file
from scoring.game import Game
from scoring.load import load
from sheets import draw, make, pad
from sheets.imposition import Printing
from tests.pdf_form import Typed
from tests.reference import GAMES
from tests.test_agreement import COMBINATIONS, V8, Duktape, own_numbers, spoiled, told_by_python, with_numbers

FILLABLE = Printing(fillable=True)


def pdf(game: Game, players: int | None = None, paper: str = "A4", theme: str = "colour") -> bytes:
    sheets = make.imposed(game, "pad", make.Order(paper, players, theme, FILLABLE))
    return draw.pdf(sheets, draw.Document(game.title, game.language))


def boxed(game: Game) -> set[str]:
    """Lines whose box holds the count itself."""
    entries = pad.content(game, game.rules.players.most, fillable=True).entries
    return {entry.line for entry in entries if entry.boxed is not None}


def as_typed(game: Game, made: dict[str, Any]) -> dict[str, str]:
    """A tally as it is typed into the fields."""
    typed: dict[str, str] = {}

    def one(name: str, count: Any, value: Any) -> None:
        if count.rule.tick:
            typed[name] = "Yes" if value in (True, 1, "yes") else "Off"
        else:
            typed[name] = str(value)

    def fill(prefix: str, counts: dict[str, Any]) -> None:
        for id, value in counts.items():
            count = game.counts[id]
            if count.is_list:
                said = [
                    ",".join(str(entry.get(field, 0)) for field in count.rule.fields or {})
                    if isinstance(entry, dict)
                    else str(entry)
                    for entry in value
                ]
                assert count.counted.entries is not None
                if not value:
                    typed[f"{prefix}-{id}-1"] = "-"
                cells = min(count.counted.entries.longest, pad.MOST_CELLS)
                for at in range(min(cells, len(said))):
                    here = said[at:] if at == cells - 1 else [said[at]]
                    typed[f"{prefix}-{id}-{at + 1}"] = " ".join(here)
            elif count.kinds:
                said = {kind: value.get(kind) for kind in count.kinds if kind in value}
                for kind in said or count.kinds:  # a kind left out is 0, once another is there
                    one(f"{prefix}-{id}-{kind}", count, value.get(kind, 0))
            else:
                one(f"{prefix}-{id}", count, value)

    for seat, player in enumerate(made["players"], 1):
        typed[f"p{seat}-name"] = player["name"]
        fill(f"p{seat}", {id: value for id, value in player.items() if id in game.counts})
        for line, points in player.get("points", {}).items():
            typed[f"p{seat}-points-{line}"] = f"={points}"
        for tie, value in player.get("ties", {}).items():
            typed[f"p{seat}-ties-{tie}"] = f"={value}"
    fill("table", made.get("table", {}))
    return typed


def differences(game: Game, right: dict[str, Any], found: dict[str, str], names: list[str]) -> list[str]:
    """Where the form says something else than the score."""
    wrong: list[str] = []

    def same(name: str, value: Any) -> None:
        if found.get(name, "").lstrip("=") != ("" if value is None else str(value)):
            wrong.append(f"{name}: {found.get(name)!r}, not {value!r}")

    for at in range(len(names)):
        for line, points in zip(game.lines, right["points"][at], strict=True):
            if line not in boxed(game):
                low, high = game.bounds[line]
                same(f"p{at + 1}-points-{line}", abs(points) if low < 0 and high <= 0 else points)
        same(f"total-{at + 1}", right["totals"][at])
        same(f"place-{at + 1}", f"{right['places'][at]}.")
        for tie, value in zip(game.ties, right["ties"][at], strict=True):
            if f"p{at + 1}-ties-{tie}" in found:
                same(f"p{at + 1}-ties-{tie}", value)
    said = found["say"]
    for _, player, message in right["warnings"]:
        wanted = f"{player}: {message}" if player else message
        wrong += [] if wanted in said else [f"not said: {wanted}"]
    if (right["decided_by"] == "shared") != (game.words.say("sheet.form_shared") in said):
        wrong.append(f"shared? {said}")
    for id, tie in game.ties.items():
        decides = game.words.say("sheet.form_decided", label=tie.label) in said
        if decides != (right["decided_by"] == id):
            wrong.append(f"decided by {right['decided_by']}? {said}")
    if right["verdict"] == "lose" and game.words.say("sheet.form_lose") not in said:
        wrong.append(f"lost? {said}")
    return wrong


def tallies(id: str, variants: tuple[str, ...], game: Game, many: int) -> Any:
    rng = random.Random(f"form {id} {variants}")
    for at in range(many):
        made = GAMES[id].random_tally(rng, list(variants), players=1 if at == 1 else None)
        made = json.loads(json.dumps(made))
        if at % 3 == 2:
            made = spoiled(rng, game, made)
            for player in made["players"]:
                for line in boxed(game) & set(player.get("points", {})):
                    del player["points"][line]
                if game.goal is not None:
                    player.pop("ties", None)
                player["points"] = {
                    line: -abs(points) if game.bounds[line][1] <= 0 and game.bounds[line][0] < 0 else points
                    for line, points in player.get("points", {}).items()
                }
        yield made


@pytest.mark.parametrize(("id", "variants"), COMBINATIONS, ids=str)
def test_any_tally_scores_the_same_in_the_form(id: str, variants: tuple[str, ...], tmp_path: Path) -> None:
    plain, known = load(id, variants), with_numbers(id, variants, tmp_path)
    form = Typed(pdf(plain), V8())
    own = dict(zip(javascript.printed(plain), own_numbers(id, plain), strict=True))
    copied = {f"own-{place.replace('.', '-')}": str(number) for place, number in own.items()}
    finished = refused = 0
    for made in tallies(id, variants, plain, 24):
        typed = as_typed(plain, made)
        for game, numbers in ((plain, {}), (known, copied)):
            form.empty()
            form.put(typed | numbers)
            right = told_by_python(yaml_file.parse(json.dumps(made | {"game": id})), game)
            found = form.all()
            if right is None:
                refused += 1
                missing_is_no = any(
                    (count.rule.tick or count.is_list) and not count.shared and count.id not in player
                    for count in plain.counts.values()
                    for player in made["players"]
                )
                if not missing_is_no:
                    assert not any(text for name, text in found.items() if name.startswith("place-")), made
            else:
                finished += 1
                names = [player["name"] for player in made["players"]]
                assert differences(plain, right, found, names) == [], made
    assert finished >= 12


@pytest.mark.parametrize("id", list(GAMES))
def test_an_old_engine_says_the_same(id: str) -> None:
    game = load(id)
    form = Typed(pdf(game), Duktape())
    compared = 0
    for made in tallies(id, (), game, 6):
        made["players"] = [
            {**player, "points": {line: 3 for line in game.lines if line not in boxed(game) and reads_own(game, line)}}
            for player in made["players"]
        ]
        form.empty()
        form.put(as_typed(game, made))
        right = told_by_python(yaml_file.parse(json.dumps(made | {"game": id})), game)
        if right is not None:
            assert differences(game, right, form.all(), [player["name"] for player in made["players"]]) == []
            compared += 1
    assert compared >= 3


def reads_own(game: Game, line: str) -> bool:
    return any(place.startswith(f"lines.{line}.") for place in javascript.printed(game))


FAULTS = {
    "the emitter: smallest": ("Math.min(", "Math.max("),
    "the form: sums": ('sum += sign === "-"', 'sum += sign === "+"'),
    "the form: a kind left out is 0": ("row[k] = 0;", "row[k] = 1;"),
    "the form: places": ('player.place + "."', '(player.place + 1) + "."'),
    "the form: ties": ("number(player.ties[field.place])", "number(player.total)"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_form_is_found(fault: str) -> None:
    game = load("garden-dice")
    form = Typed(pdf(game), V8(), FAULTS[fault])
    found = False
    for made in tallies("garden-dice", (), game, 24):
        right = told_by_python(yaml_file.parse(json.dumps(made | {"game": "garden-dice"})), game)
        if right is None:
            continue
        form.empty()
        typed = {
            name: f"{int(text) + 2}-2" if text.isdecimal() else text for name, text in as_typed(game, made).items()
        }
        form.put(typed)
        found = found or bool(differences(game, right, form.all(), [player["name"] for player in made["players"]]))
    assert found


@pytest.mark.parametrize("id", list(GAMES))
def test_what_the_rulebook_allows_can_be_typed_field_by_field(id: str) -> None:
    """In the order of the Tab key nothing of a possible tally is refused."""
    game = load(id)
    form = Typed(pdf(game), V8())
    rng = random.Random(f"typed {id}")
    order = form.names()
    done = 0
    for _ in range(3):
        made = json.loads(json.dumps(GAMES[id].random_tally(rng, [])))
        typed = as_typed(game, made)
        form.empty()
        for name in sorted(typed, key=order.index):
            if typed[name] != "Off":
                assert form.type(name, typed[name]), (name, typed[name], form.said())
            done += 1
        right = told_by_python(yaml_file.parse(json.dumps(made | {"game": id})), game)
        if right is not None:
            assert differences(game, right, form.all(), [player["name"] for player in made["players"]]) == []
        assert form.said() == []
    assert done > 20
