"""What a variant changes, told in words and numbers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scoring import diff
from scoring.load import Library, load
from tests.small_games import game_of, written

ROOT = Path(__file__).parents[1]


def told(patch: str) -> list[str]:
    """The lines about a small game with a patch, without headings."""
    before, after = game_of(*LINES, more=MORE), patched(patch)
    return [line.strip() for line in diff.text(before, after).splitlines() if line.startswith("  ")]


LINES = (
    "sets: {kind: sets, of: basket, points: 15, label: Sets}",
    "groups: {kind: ladder, of: basket, ladder: {3: 10, 5: 20}, label: Groups}",
    "pears: {kind: ladder, of: pears, ladder: [1, printed], label: Pears}",
    "rows: {kind: steps, of: apples, every: 6, points: [3, 5], label: Rows}",
    "most: {kind: majority, of: apples, prizes: [5, 2], label: Most}",
    "sun: {kind: each, of: sun, points: 5, label: Sun}",
)
MORE = "ties: {a: {most: apples, label: Apples}}\nchecks: {few: {that: apples <= 20, else: Too many}}\n"


def patched(patch: str) -> diff.Game:
    from scoring import yaml_file
    from scoring.load import assembled
    from tests.small_games import COUNTS

    indented = "\n".join(f"  {line}" for line in LINES)
    root = yaml_file.parse(f"potager: 1\ntitle: Test\ncounts:{COUNTS}lines:\n{indented}\n{MORE}", "game")
    return assembled(root, "test", [("house", yaml_file.parse(f"extends: test\n{patch}", "house"), True)])


@pytest.mark.parametrize(
    ("patch", "lines"),
    [
        ("lines: {sets: {points: 20}}", ["Sets: 15 → 20 points"]),
        ("lines: {sets: {points: -1}}", ["Sets: 15 → −1 point"]),
        ("lines: {groups: {ladder: {3: 12, 6: 7}}}",
         ["Groups: for 3: 10 → 12 points", "Groups: for 6: nothing → 7 points"]),
        ("lines: {groups: {split: true}}", ["Groups: may be split into groups no → yes"]),
        ("lines: {pears: {ladder: [1, 4]}}", ["Pears: for 2: as on your own copy → 4 points"]),
        ("lines: {pears: {ladder: [1, 4, 9]}}", ["Pears: 1 / as on your own copy → 1 / 4 / 9"]),
        ("lines: {rows: {points: [3, 1]}}", ["Rows: row 2: 5 → 1 point"]),
        ("lines: {rows: {every: 5}}", ["Rows: for every 6 → 5"]),
        ("lines: {most: {prizes: [5, 3]}}", ["Most: place 2: 2 → 3 points"]),
        ("lines: {most: {tied: share}}", ["Most: if tied “all” → “share”"]),
        ("lines: {sun: {cap: 5}}", ["Sun: at most so many points nothing → 5"]),
        ("lines: {sun: null}", ["Sun: no longer there"]),
        ("lines: {sun: {after: sets}}", ["Sun: now after Sets"]),
        ("lines: {sets: {after: sun}}", ["Sets: now after Sun"]),
        ("lines: {sun: {label: Sunshine}}", ["Sunshine: name “Sun” → “Sunshine”"]),
        ("lines: {sun: {kind: points, of: apples}}", ["Sun: scores in another way: As counted."]),
        ("lines: {trees: {kind: each, of: pears, points: 2, label: Trees}}", ["Trees: new: 2 points each."]),
        ("counts: {apples: {most: 9}}", ["Apples: at most nothing → 9"]),
        ("counts: {basket: {of: {red: {value: 3}}}}", ["Basket, Red: value nothing → 3"]),
        ("counts: {basket: {of: {gold: {label: Gold}}}}", ["Basket, Gold: new"]),
        ("counts: {firewood: {label: Firewood}}", ["Firewood: new"]),
        ("counts: {apples: {supply: {2: 5}}}", ["Apples: for all players together nothing → 2: 5"]),
        ("ties: {a: null}", ["Apples: no longer there"]),
        ("ties: {b: {least: pears, label: Pears}}", ["Pears: new"]),
        ("checks: {few: {that: apples <= 9}}", ["few: must hold “apples <= 20” → “apples <= 9”"]),
        ("aid: {turn: {title: Turn, text: Roll}}", ["Turn: new"]),
        ("players: {most: 4}", ["number of players, at most 99 → 4"]),
        ("goal: 40", ["goal nothing → 40"]),
        ("teams: {members: 2}", ["teams nothing → members: 2"]),
        ("rounds: {of: piles}", ["rounds nothing → of: “piles”"]),
        ("lines: {sun: {source: A book, confidence: H}}", []),
        ("lines: {sets: {points: 15}}", []),
    ],
)  # fmt: skip
def test_a_change_is_told(patch: str, lines: list[str]) -> None:
    assert told(patch) == lines


def test_nothing_is_told_as_such() -> None:
    assert diff.text(game_of(*LINES, more=MORE), patched("")).splitlines()[-1] == "Nothing changes."


@pytest.mark.parametrize("id", sorted(Library().games()))
def test_every_variant_of_ours_is_told(id: str) -> None:
    base = load(id)
    for variant in Library().variants(Library().games()[id]):
        after = load(id, [variant])
        found = diff.changes(base, after)
        assert any(change.text for change in found), variant
        assert all("{{" not in change.text for change in found if change.section == "aid"), variant
        back = diff.changes(after, base)  # what comes one way goes the other
        for one, other in (("new", "gone"), ("gone", "new"), ("moved", "moved")):
            came = {change.path for change in found if change.what == one}
            assert came == {change.path for change in back if change.what == other}


def potager(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "potager", "diff", *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", cwd=ROOT, check=False)


def test_the_command(tmp_path: Path) -> None:
    house = written(tmp_path, "house.yaml", "potager: 1\nextends: garden-dice\nlines: {sets: {points: 20}}\n")
    done = potager("garden-dice", "-V", str(house))
    assert (done.returncode, done.stderr) == (0, "")
    assert "  Sets of all five: 15 → 20 points" in done.stdout.splitlines()
    assert potager(str(house)).stdout == done.stdout  # its path alone says as much
    greek = potager("garden-dice", "-V", str(house), "--language", "el").stdout
    assert "15 → 20" in greek
    assert "Sets of all five" not in greek
    (change,) = json.loads(potager(str(house), "--json").stdout)["changes"]
    assert (change["path"], change["old"], change["new"]) == ("lines.sets.points", 15, 20)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["garden-dice"], "name a variant: -V NAME; variants are: family, split-groups"),
        (["garden-dice", "-V", "famly"], 'garden-dice has no variant "famly"; did you mean "family"?'),
        (["gardendice"], 'there is no game "gardendice"; did you mean "garden-dice"?'),
    ],
)
def test_what_is_not_there_is_told(arguments: list[str], message: str) -> None:
    done = potager(*arguments)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (2, "", message)
