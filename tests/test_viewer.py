"""The fillable pad typed into as a person would, in pdf.js (Firefox's viewer) within real Chromium."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pypdf
import pytest

from scoring import yaml_file
from scoring.load import load
from tests.reference import GAMES
from tests.test_agreement import told_by_python
from tests.test_form import as_typed, boxed, differences, pdf, reads_own, tallies
from tests.viewer import opened

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("id", "variants"),
    [
        ("garden-dice", ()),
        ("hanging-gardens", ()),
        ("harvest-dice", ("advanced",)),
        ("grasshopper-ant", ("winter-powers",)),
        ("diced-tomatoes", ("risky",)),
    ],
    ids=str,
)
def test_a_game_of_each_kind_typed_field_by_field(browser: Any, id: str, variants: tuple[str, ...]) -> None:
    """Points, totals, places and what decided are those of `potager score`."""
    game = load(id, variants)
    right, made = None, {}
    for made in tallies(id, variants, game, 12):
        for player in made["players"]:
            player["points"] = {line: 3 for line in game.lines if line not in boxed(game) and reads_own(game, line)}
        right = told_by_python(yaml_file.parse(json.dumps(made | {"game": id})), game)
        if right is not None and len(made["players"]) > 1:
            break
    assert right is not None
    with opened(browser, pdf(game, players=len(made["players"]))) as viewer:
        last = len(made["players"])
        names = pypdf.PdfReader(io.BytesIO(pdf(game, players=last))).get_fields() or {}
        for name, text in as_typed(game, made, names).items():
            viewer.type(name, text)
        viewer.shows("total-1", str(right["totals"][0]))
        viewer.shows(f"place-{last}", f"{right['places'][last - 1]}.")
        found = {name: viewer.text(name) for name in names if shown(name)}
        assert differences(game, right, found, [player["name"] for player in made["players"]]) == []


def shown(name: str) -> bool:
    """Fields that the script fills."""
    return name.startswith(("total-", "place-")) or "-points-" in name or "-ties-" in name or name == "say"


def test_an_untouched_player_stays_empty_and_names_of_any_script_are_kept(browser: Any) -> None:
    with opened(browser, pdf(load("garden-dice"))) as viewer:
        viewer.type("p1-name", "Αλέξης 玩家 ő")
        viewer.type("p1-track", "30+28")
        viewer.type("p1-harvested-squash", "1")
        viewer.type("p1-unplanted", "3")
        viewer.shows("p1-points-unplanted", "10")
        assert viewer.text("p1-name") == "Αλέξης 玩家 ő"
        assert [viewer.text(f"total-{at}") for at in (2, 3, 4)] == ["", "", ""]
        assert [viewer.text(f"p{at}-points-unplanted") for at in (2, 3, 4)] == ["", "", ""]


def test_what_cannot_be_is_refused_in_the_sheets_language(browser: Any) -> None:
    with opened(browser, pdf(load("garden-dice", language="el"))) as viewer:
        viewer.type("p1-unplanted", "x9")
        viewer.type("p1-track", "5")
        assert any("x9" in said and "αριθμός" in said for said in viewer.said), viewer.said


@pytest.mark.parametrize(
    ("id", "sheet", "typed", "shown"),
    [
        (
            "garden-dice",
            "log",
            {"p1--harvests-value-1": "Yes", "p1--harvests-value-3": "Yes", "p1--harvests-star-1": "Yes",
             "p1--harvests-chain-1": "2", "p1--harvests-points-2": "1+4"},
            {"p1--harvests-points-1": "8", "p1--harvests-total-1": "8", "p1--harvests-total-2": "13"},
        ),
        (
            "harvest-dice",
            "play",
            {"p1-garden-lettuce": "3", "table-market-lettuce-2": "Yes", "table-market-lettuce-3": "Yes",
             "p1-pig-1": "Yes", "p1-rows": "0"},
            {"p1-points-lettuce": "9", "p1-ties-pig_circles": "1", "total-1": "9"},
        ),
    ],
)  # fmt: skip
def test_a_play_sheet_adds_itself_up(
    browser: Any, id: str, sheet: str, typed: dict[str, str], shown: dict[str, str]
) -> None:
    with opened(browser, pdf(load(id), sheet=sheet)) as viewer:
        for name, text in typed.items():
            viewer.type(name, text)
        for name, text in shown.items():
            viewer.shows(name, text)
        if "p1--harvests-value-1" in typed:  # one of the choices is ringed
            assert not viewer.field("p1--harvests-value-1").is_checked()


def test_all_games_are_typed_somewhere() -> None:
    marks = test_a_game_of_each_kind_typed_field_by_field.pytestmark  # type: ignore[attr-defined]
    assert {id for mark in marks if mark.name == "parametrize" for id, _ in mark.args[1]} == set(GAMES)


def test_the_viewer_is_one_known_version(tmp_path: Path) -> None:
    from tools import pdfjs

    assert pdfjs.VERSION in pdfjs.ADDRESS
    assert len(pdfjs.SHA512) == 88
