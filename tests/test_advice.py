"""The teacher's notes: what is worth a second look in rules that hold together."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring import advice, check, excerpt
from scoring.errors import Mark
from scoring.load import load

HEAD = """potager: 1
title: Orchard
players: {least: 2, most: 4}
counts:
  apples: {label: Apples, most: 9}
  pears: {label: Pears, supply: {2: 4, 3: 6}}
  plums: {label: Plums}
lines:
"""
COUNTED = (
    "  apples: {kind: points, of: apples}\n  pears: {kind: points, of: pears}\n  plums: {kind: points, of: plums}\n"
)


def notes(tmp_path: Path, line: str) -> list[str]:
    file = tmp_path / "orchard.yaml"
    file.write_text(HEAD + "  odd: " + line + "\n", encoding="utf-8")
    return [note.what for note in advice.look(load(str(file)))]


@pytest.mark.parametrize(
    ("ladder", "said"),
    [
        ("{3: 10, 4: 15, 5: 20}", []),
        ("{3: 10, 5: 20}", ["4 gives 10 points, as 3 does; the next step is 5"]),
        ("{1: 1, 2: 3, 5: 9}", ["3 to 4 give 3 points, as 2 does; the next step is 5"]),
        ("{2: 1, 4: 3, 6: 6}", []),  # more than one gap: meant
        ("{1: 1, 4: 2, 6: 3, 8: 4}", []),
        ("{0: -3, 1: 0, 2: 2}", []),
        ("{2: printed, 4: 3}", ["3 gives as much, as 2 does; the next step is 4"]),
        ("[1, 3, 6]", []),  # a list has no holes
    ],
)
def test_a_hole_in_a_ladder(tmp_path: Path, ladder: str, said: list[str]) -> None:
    told = notes(tmp_path, f"{{kind: ladder, of: plums, ladder: {ladder}}}")
    assert told == [f'line "odd": {one}' for one in said]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{kind: ladder, of: apples, ladder: {8: 1, 9: 2, 10: 4}}", ["ladder 10", 9]),
        ("{kind: ladder, of: pears, ladder: [1, 2, 3, 4, 5, 6]}", []),
        ("{kind: ladder, of: pears, ladder: [1, 2, 3, 4, 5, 6, 7]}", ["ladder 7", 6]),
        ("{kind: steps, of: apples, every: 3, points: [1, 2, 3]}", []),
        ("{kind: steps, of: apples, every: 3, points: [1, 2, 3, 4]}", ["points 4", 3]),
        ("{kind: ladder, of: [apples, plums], ladder: {10: 1}}", []),  # plums can
    ],
)  # fmt: skip
def test_steps_that_nobody_reaches(tmp_path: Path, line: str, said: list[str | int]) -> None:
    told = [f'line "odd": {said[0]} is never reached; there can be at most {said[1]}'] if said else []
    assert notes(tmp_path, line) == told


@pytest.mark.parametrize(
    ("cases", "never"),
    [
        ("{a: {when: plums >= 9}, b: {when: plums >= 6}, c: {when: plums >= 3}}", []),
        ("{a: {when: plums >= 3}, b: {when: plums >= 6}, c: {when: plums >= 9}}", ["b", "c"]),
        ("{a: {when: plums >= 3 and apples > 2}, b: {when: plums >= 6}}", []),
        ("{a: {when: plums >= 3 or apples > 2}, b: {when: plums >= 6}}", ["b"]),
        ("{a: {when: apples + pears > 3}, b: {when: apples + pears > 5}}", ["b"]),
        ("{a: {when: apples > 9}}", ["a"]),  # there are nine
        ("{a: {when: apples % 2 == 0}, b: {when: apples == 7}, c: {when: apples == 8}}", ["c"]),
        ("{a: {when: plums * plums > 9}, b: {when: plums > 5}}", []),  # too many plums to try them all
        ("{a: {when: plums > 9}, rest: {}, b: {when: plums > 5}}", ["b"]),
    ],
)
def test_cases_that_never_come_about(tmp_path: Path, cases: str, never: list[str]) -> None:
    labelled = cases.replace("}, ", ", points: 1, label: L}, ").replace("}}", ", points: 1, label: L}}")
    told = notes(tmp_path, f"{{kind: cases, cases: {labelled.replace('{, ', '{')}}}")
    assert told == [f'line "odd": case "{id}" is never reached' for id in never]


def test_a_condition_that_nobody_has_put_in_words(tmp_path: Path) -> None:
    line = "{kind: cases, cases: {big: {when: plums >= 6, points: 5}, rest: {points: 0}}}"
    assert notes(tmp_path, line) == ['line "odd": sheets print case "big" as "plums >= 6"']
    assert notes(tmp_path, line.replace("kind: cases", "kind: cases, rule: Six or more give 5.")) == []


# -- what examples prove


def checked(folder: Path, **files: str) -> list[str]:
    folder.mkdir()
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return [str(note).removeprefix(f"{folder}/") for note in check.check([folder]).notes]


EXAMPLE = """examples:
  plain:
    tally: {players: [{name: Ann, apples: 3, pears: 0, plums: 1}, {name: Bob, apples: 1, pears: 0, plums: 0}]}
    scores: {Ann: {lines: {apples: 3}}, Bob: {total: 1}}
"""


def test_lines_that_no_example_proves(tmp_path: Path) -> None:
    """Pears are 0 in every example, and plums are in none of the numbers that one says."""
    told = checked(tmp_path / "orchard", game=HEAD + COUNTED, examples=EXAMPLE)
    assert told == [
        'game.yaml:10:3: no example proves line "pears"',
        'game.yaml:11:3: no example proves line "plums"',
    ]


def test_a_total_proves_all_that_is_in_it(tmp_path: Path) -> None:
    example = EXAMPLE.replace("lines: {apples: 3}", "total: 4")
    told = checked(tmp_path / "orchard", game=HEAD + COUNTED, examples=example)
    assert told == ['game.yaml:10:3: no example proves line "pears"']


def test_a_variant_must_prove_what_it_changes(tmp_path: Path) -> None:
    example = EXAMPLE.replace("{name: Ann, apples: 3, pears: 0", "{name: Ann, apples: 3, pears: 2").replace(
        "lines: {apples: 3}", "total: 6"
    )
    wild = "extends: orchard\nlines:\n  plums: {kind: each, of: plums, points: 3}\n"
    told = checked(tmp_path / "orchard", game=HEAD + COUNTED, examples=example, wild=wild)
    assert told == ['wild.yaml:3:3: no example proves line "plums"']


# -- the line and the caret


def test_the_caret_stands_under_the_letter_also_after_wide_ones(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("title: Orchard\nlabel: 蔬菜, oops\n", encoding="utf-8")
    assert excerpt.excerpt(Mark(str(file), 2, 12)).splitlines() == [
        "  2 | label: 蔬菜, oops",
        "    |              ^",
    ]


def test_of_a_long_line_only_the_part_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("x" * 500 + "!" + "y" * 500, encoding="utf-8")
    text, caret = excerpt.excerpt(Mark(str(file), 1, 501)).splitlines()
    assert len(text) < 120
    assert text[caret.index("^")] == "!"


@pytest.mark.parametrize("mark", [None, Mark("nowhere.yaml", 3, 1), Mark("<stdin>", 1, 1), Mark("a\0b", 1, 1)])
def test_what_cannot_be_read_has_no_excerpt(mark: Mark | None) -> None:
    assert excerpt.excerpt(mark) == ""


def test_our_own_files_are_found_by_the_name_that_messages_give_them() -> None:
    assert "title: Garden Dice" in excerpt.excerpt(Mark("rules_data/garden-dice/game.yaml", 2, 1)) + excerpt.excerpt(
        Mark("rules_data/garden-dice/game.yaml", 3, 1)
    )
