"""Player aids: every word and number of them, for every game and variant, before anything is drawn."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring import aid as aids
from scoring import yaml_file
from scoring.aid import Aid, Section, aid, look, markdown, scoring, spans
from scoring.check import check
from scoring.errors import RulesError
from scoring.game import Game
from scoring.load import Library, load
from sheets import icons
from sheets.aid import columns, lead_and_numbers, pages, panel_rows, shares
from sheets.placed import Page, Rule, Words
from sheets.style import PAPERS, THEMES
from tests.small_games import game as small_game
from tests.small_games import game_of, written
from tests.test_docs import BLOCKS, Block
from tests.test_docs import small_game as readme_game

LIBRARY = Library()
DRAWINGS = frozenset(icons.known())
BLANKS = re.compile(r"\{\{|\}\}")


def chain(game: str, variant: str) -> list[str]:
    """A variant and those that it pulls in."""
    files = LIBRARY.variants(LIBRARY.games()[game])
    extends = yaml_file.read(files[variant]).bare()["extends"]
    return [variant, *(chain(game, extends) if extends in files else [])]


def together(game: str, variants: tuple[str, ...]) -> bool:
    """Whether they can be played together, and none is pulled in by another anyway."""
    files = LIBRARY.variants(LIBRARY.games()[game])
    for name in variants:
        pulled = chain(game, name)
        out = {other for id in pulled for other in yaml_file.read(files[id]).bare().get("excludes", ())}
        others = {other for one in variants if one != name for other in chain(game, one)}
        if set(pulled[1:]) & set(variants) or out & others:
            return False
    return True


def combinations(game: str, most: int) -> Iterator[tuple[str, ...]]:
    names = tuple(LIBRARY.variants(LIBRARY.games()[game]))
    for size in range(min(most, len(names)) + 1):
        yield from (variants for variants in itertools.combinations(names, size) if together(game, variants))


def every_variant(most: int = 2) -> Iterator[Any]:
    """Every game alone, with each variant and with each two that go together."""
    for id in LIBRARY.games():
        for variants in combinations(id, most):
            yield pytest.param(id, variants, id="-".join((id, *variants)))


def told(game: str, *variants: str) -> Aid:
    return aid(load(game, variants), DRAWINGS)


def section(made: Aid, id: str) -> Section:
    return next(section for section in made.sections if section.id == id)


def texts(made: Aid) -> Iterator[str]:
    """Every word of an aid."""
    yield from (made.title, made.players, made.tie, *made.variants, *made.remarks)
    for part in made.sections:
        yield from (part.title, part.note, part.text)
        for row in part.rows:
            yield from (row.name, row.text, row.number)
        if part.table:
            yield from part.table.columns
            yield from (text for label, cells in part.table.rows for text in (label, *cells))
        yield from (text for link in part.chain for text in (link.label, link.value))
    for panel in made.panels:
        yield from (*panel.labels, panel.words, panel.note)
        yield from (text for number in panel.numbers for text in (number.caption, number.number))
    yield from (words for _, words in made.legend)


def words(text: str) -> int:
    return len(re.findall(r"[\w’'±]+", text))


# -- the five games


@pytest.mark.parametrize(("game", "variants"), [*every_variant()])
def test_every_aid_is_filled_and_nothing_of_it_is_lost(game: str, variants: tuple[str, ...]) -> None:
    loaded = load(game, variants)
    looked = look(loaded, DRAWINGS)
    assert not looked.problems
    assert not looked.notes, "our own variants take away what they make wrong"
    made = aid(loaded, DRAWINGS)
    assert not any(BLANKS.search(text) for text in texts(made))
    assert {section.id for section in made.sections} == set(loaded.rules.aid)
    for part in made.sections:
        assert part.title
        assert all(row.text or row.name for row in part.rows)
        assert all(len(cells) == len(part.table.columns) for _, cells in part.table.rows) if part.table else True


@pytest.mark.parametrize("game", [*LIBRARY.games()])
def test_variants_can_be_stacked_as_one_likes(game: str) -> None:
    for variants in combinations(game, 9):
        looked = look(load(game, variants), DRAWINGS)
        assert not (looked.problems + looked.notes), variants


@pytest.mark.parametrize(("game", "variants"), [*every_variant()])
def test_an_aid_is_short(game: str, variants: tuple[str, ...]) -> None:
    made = aid(load(game, variants), DRAWINGS)
    long = []
    for part in made.sections:
        assert words(part.title) <= 5
        assert words(part.note) <= 7, part.note
        assert words(part.text) <= 24, part.text
        for row in part.rows:
            assert words(row.name) <= 4, row.name
            assert words(row.text) <= 16, row.text
            long += [row.text] if part.form == "actions" and words(row.text) > 9 else []
    assert len(long) <= 2, long


@pytest.mark.parametrize(("game", "variants"), [*every_variant(1)])
def test_an_aid_fits_on_one_page_of_a5(game: str, variants: tuple[str, ...]) -> None:
    assert len(pages(load(game, variants), PAPERS["a5"], THEMES["colour"])) == 1


def test_garden_dice_has_its_eight_actions() -> None:
    turn = section(told("garden-dice"), "turn")
    assert {row.id: " ".join(token.text for token in row.cost) for row in turn.rows} == {
        "buy": "≥",
        "place": "row column",
        "water": "≥",
        "harvest": "≥",
        "flip": "6",
        "move": "any",
        "spit": "+ ≥",
        "remove": "row column 6",
    }
    assert [token.name for token, _ in told("garden-dice").legend] == [">=", "any", "row", "column"]


def test_garden_dice_says_what_scores_and_works_an_example() -> None:
    made = told("garden-dice")
    numbers = {panel.lines[0]: [(n.caption, n.number) for n in panel.numbers] for panel in made.panels}
    assert numbers == {
        "track": [("as counted", "")],
        "unplanted": [("each after the first", "−5")],
        "sets": [("each set", "15")],
        "groups": [("3 ×", "10"), ("4 ×", "15"), ("5+ ×", "20")],
        "sun": [("", "+5")],
    }
    assert made.example is not None
    assert made.example.text == (
        "Score track: 58; unplanted seeds: 3 × −5 = −15; sets of all five: 2 × 15 = 30; "
        "groups of one kind: 10 + 15 = 25; unused sun token: 5; total: **103**"
    )
    assert made.tie == "most points in harvested vegetables; then the victory is shared"
    table = section(made, "setup").table
    assert table is not None
    assert table.rows[0] == ("Tiles of each kind", ("5", "7", "10"))
    assert [(link.label, link.value) for link in section(made, "chain").chain] == [
        ("Artichoke", "4"),
        ("Tomato", "3"),
        ("Squash", "1"),
    ]


def test_the_family_game_has_no_animals() -> None:
    made = told("garden-dice", "family")
    assert [row.id for row in section(made, "turn").rows] == ["buy", "place", "water", "harvest", "flip"]
    said = " ".join(texts(made)).casefold()
    assert not re.search(r"animal|bird|rabbit|spit|swallow", said)
    assert "any" not in [token.name for token, _ in made.legend]


def test_split_groups_are_said() -> None:
    assert told("garden-dice").remarks == ()
    assert told("garden-dice", "split-groups").remarks == ("One kind may be split into several groups.",)


def test_the_hanging_gardens_tell_group_sizes_series_and_persons() -> None:
    made = told("hanging-gardens")
    assert [(row.number, row.text.split()[-1]) for row in section(made, "tiles").rows] == [
        ("3", "1"),
        ("4", "2"),
        ("5", "six"),
        ("6+", "six"),
    ]
    numbers = {panel.lines[0]: [n.number for n in panel.numbers] for panel in made.panels}
    assert numbers["garden"] == ["2", "8", "16"]
    assert numbers["gate"] == ["0", "5", "__", "25"]
    assert numbers["gardener"] == ["3", "11"]
    assert numbers["priest"] == ["3", "__"]
    (guard,) = next(panel.numbers for panel in made.panels if panel.lines == ("guard",))
    assert (guard.caption, guard.number) == ("gate ×", "3")
    captions = [n.caption for panel in told("hanging-gardens", "person-at-two").panels for n in panel.numbers]
    assert "from 2 × garden" in captions
    assert not any("full" in caption for caption in captions)


def test_harvest_dice_counts_the_circles_that_are_marked_and_the_majorities() -> None:
    basic, advanced = told("harvest-dice"), told("harvest-dice", "advanced")
    assert "market: 1." in section(basic, "setup").text
    assert "market: 0." in section(advanced, "setup").text
    assert [row.id for row in section(basic, "die").rows] == ["plant", "feed", "power"]
    assert [row.id for row in section(advanced, "die").rows] == ["plant", "feed", "power", "colour"]
    assert basic.panels[0].labels == ("Lettuce", "tomato", "carrot")
    assert [n.caption for n in basic.panels[0].numbers] == ["number × market circles"]
    assert advanced.panels[-1].labels == ("Most lettuce", "most tomatoes", "most carrots", "most pig circles")
    assert told("harvest-dice", "pig-running-total").remarks == (
        "Only the last full row counts.",
        "Pig: the points stand on your own sheet.",
    )
    assert basic.tie == "most vegetables; then most pig circles; then the victory is shared"


def test_the_grasshopper_and_the_ant_change_with_the_season() -> None:
    autumn, winter, powers = (told("grasshopper-ant", *v) for v in ((), ("winter",), ("winter-powers",)))
    assert [row.id for row in section(autumn, "round").rows] == ["ant", "grasshopper", "collect", "store", "refill"]
    assert autumn.panels[0].labels == ("Tablecloth", "tiles", "stone", "wood")
    assert "pantry" in " ".join(texts(autumn))
    assert "pantry" not in " ".join(texts(winter))
    assert [row.id for row in section(winter, "round").rows][-2:] == ["buy", "refill"]
    assert winter.tie == "The first to reach 4 points wins."
    assert winter.headings.tie == "To win"
    assert len(section(powers, "powers").rows) == 6
    assert not any(part.id == "powers" for part in winter.sections)
    assert "face up" in section(told("grasshopper-ant", "autumn-open"), "round").rows[3].text


def test_diced_tomatoes_tells_what_karma_costs_and_brings() -> None:
    made = told("diced-tomatoes")
    assert [row.cost[0].text for row in section(made, "spend").rows] == [f"heart {n}" for n in range(1, 7)]
    assert [row.number for row in section(made, "karma").rows] == ["3", "6"]
    assert made.tie == "the victory is shared"
    overflow = section(told("diced-tomatoes", "karma-overflow"), "karma")
    assert [row.number for row in overflow.rows] == ["3", "12", "6"]
    assert "gold" not in " ".join(texts(made))
    assert "gold" in " ".join(texts(told("diced-tomatoes", "golden")))
    assert [row.id for row in section(told("diced-tomatoes", "supercharge"), "earn").rows] == ["points", "pieces"]
    assert [row.id for row in section(told("diced-tomatoes", "mega"), "earn").rows] == ["points", "dice"]
    assert any("lifted to 7" in panel.words for panel in told("diced-tomatoes", "risky-seven").panels)


def test_the_solo_games_speak_to_one_player() -> None:
    for variant, tie in (("solo", "a total above 0"), ("solo-matches", "")):
        made = told("diced-tomatoes", variant)
        assert made.tie == tie
        assert made.players == "1 player"
        assert not re.search(r"rival|owner|next player|victory", " ".join(texts(made)))
    assert "all 6 tomatoes" in section(told("diced-tomatoes", "solo-matches"), "goal").text


@pytest.mark.parametrize(("game", "variants"), [*every_variant()])
def test_an_example_adds_up(game: str, variants: tuple[str, ...]) -> None:
    example = aids.worked(load(game, variants))
    if example is None:
        assert set(variants) == {"solo-matches"} or "solo-matches" in variants, "one line has nothing to add up"
        return
    assert sum(points for _, points in example.parts) == example.total
    assert example.text.endswith(f": **{example.total}**")
    assert len(example.parts) > 1


def test_an_example_is_without_arrows_which_no_font_of_ours_has() -> None:
    example = aids.worked(load("hanging-gardens"))
    assert example is not None
    assert "statue: 3; gate: 1 × 25 = 25" in example.text


@pytest.mark.parametrize(("game", "variants"), [*every_variant()])
def test_markdown_has_every_section_and_every_word(game: str, variants: tuple[str, ...]) -> None:
    made = aid(load(game, variants), DRAWINGS)
    text = markdown(made)
    assert "None" not in text
    assert "{" not in text.replace("\\{", "")
    for part in made.sections:
        assert f"\n## {part.title}\n" in text
    plain = re.sub(r"[\\*]", "", text).replace("&amp;", "&")
    for said in texts(made):
        assert said.replace("**", "") in plain, said
    assert not re.search(r"\n\n\n|[ \t]\n", text)
    if made.example:
        assert made.example.text.replace("**", "") in plain


def test_the_cost_of_an_aid_is_drawn_by_pictures_that_there_are() -> None:
    for id, file in LIBRARY.games().items():
        for variant in ("", *LIBRARY.variants(file)):
            made = told(id, *filter(None, [variant]))
            for row in (row for part in made.sections for row in part.rows):
                assert not row.icon or row.icon in DRAWINGS
                for token in row.cost:
                    assert token.is_die or token.name == aids.PLUS or token.number or token.name in DRAWINGS


# -- numbers come from the rules


def patched(game: str, folder: Path, text: str, *before: str) -> Game:
    file = written(folder, "house.yaml", f"potager: 1\nextends: {game}\ntitle: House rule\n{text}")
    return load(game, [*before, str(file)])


def test_a_house_rule_changes_every_place_that_says_its_number(tmp_path: Path) -> None:
    rules = "lines: {sets: {points: 20}, unplanted: {free: 2}, groups: {ladder: {5: 25}}}\n"
    game = patched("garden-dice", tmp_path, rules + "counts: {harvested: {supply: {3: 8}, of: {tomato: {value: 2}}}}")
    made = aid(game, DRAWINGS)
    numbers = {panel.lines[0]: [(n.caption, n.number) for n in panel.numbers] for panel in made.panels}
    assert numbers["sets"] == [("each set", "20")]
    assert numbers["unplanted"] == [("each after the first 2", "−5")]
    assert numbers["groups"][-1] == ("5+ ×", "25")
    table = section(made, "setup").table
    assert table is not None
    assert table.rows[0][1] == ("5", "8", "10")
    assert section(made, "chain").chain[1].value == "2"
    assert made.variants == ("House rule",)
    assert made.example is not None, "the rulebook's example, by the new rules"
    assert [points for _, points in made.example.parts] == [58, -10, 40, 25, 5]


def test_own_numbers_fill_the_blanks(tmp_path: Path) -> None:
    game = patched("hanging-gardens", tmp_path, "lines: {king: {ladder: [3, 12]}}")
    assert [n.number for n in aid(game, DRAWINGS).panels[1].numbers] == ["3", "12"]


def test_what_a_variant_removes_takes_its_entries_along_and_is_noted(tmp_path: Path) -> None:
    game = patched("hanging-gardens", tmp_path, "lines: {compensation: null}")
    looked = look(game, DRAWINGS)
    assert not looked.problems
    assert [row.id for row in section(aid(game), "end").rows] == ["cards"]
    (note,) = looked.notes
    assert str(note).startswith("rules_data/hanging-gardens/game.yaml:")
    assert 'row "tiles" of aid section "end" is left out: it needs lines.compensation.points' in note.what
    checked = check([tmp_path / "house.yaml"])
    assert not checked.problems
    assert note in checked.notes


SMALL = """
potager: 1
title: Test
players: {least: 2, most: 4}
counts:
  fruit: {label: Fruit, of: {red: {label: Red, value: 2, icon: tomato}, green: {label: Green, supply: {2: 5, 4: 9}}}}
  sun:   {label: Sun, tick: true}
lines:
  fruit: {kind: sets, of: fruit, points: -15}
  steps: {kind: ladder, of: fruit.red, ladder: [2, printed, 9]}
  sun:   {kind: each, of: sun, points: 5, label: "{{ not a blank }}"}
aid:
"""


def sections(text: str, *patches: str) -> tuple[Section, ...]:
    looked = look(small_game(SMALL + text, *(f"potager: 1\nextends: test\n{patch}" for patch in patches)), DRAWINGS)
    assert [str(problem) for problem in looked.problems] == []
    return looked.sections


def text_of(blank: str, *patches: str) -> str:
    made = sections(f'  part: {{title: Part, text: "{{{{ {blank} }}}}"}}', *patches)
    return made[0].text if made else ""


@pytest.mark.parametrize(
    ("path", "number"),
    [
        ("lines.fruit.points", "−15"),
        ("lines.steps.ladder.1", "2"),
        ("lines.steps.ladder.2", "__"),
        ("lines.sun.every", "1"),
        ("players.most", "4"),
        ("title", "Test"),
        ("counts.fruit.of.green.supply.2", "5"),
        ("counts.fruit.of.green.supply.3", "5"),
        ("counts.fruit.of.green.supply.4", "9"),
        ("counts.fruit.of.red.label", "Red"),
    ],
)
def test_a_blank_is_what_stands_in_the_rules(path: str, number: str) -> None:
    assert text_of(path) == number


@pytest.mark.parametrize(
    ("path", "patch", "left"),
    [
        ("lines.sun.points", "lines: {sun: {points: 7}}", "7"),
        ("lines.sun.points", "counts: {sun: null}\nlines: {sun: null}", ""),
        ("lines.sun.every", "counts: {sun: null}\nlines: {sun: null}", ""),
        ("lines.fruit.points", "lines: {fruit: {kind: ladder, of: fruit, ladder: [1]}}", ""),
        ("lines.sun.every", "lines: {sun: {kind: points, of: sun}}", ""),
        ("lines.steps.ladder.3", "lines: {steps: {ladder: [4]}}", ""),
        ("lines.steps.ladder.3", "lines: {steps: {ladder: printed}}", "__"),
        ("counts.fruit.of.green.supply.3", "counts: {fruit: {of: {green: {supply: 6}}}}", "6"),
        ("counts.fruit.of.green.supply.3", "counts: {fruit: {of: {green: {supply: null}}}}", ""),
    ],
)
def test_a_blank_follows_a_variant_or_goes_with_it(path: str, patch: str, left: str) -> None:
    assert text_of(path, patch) == left


ROWS = """
  turn:  {title: Turn, actions: {a: {name: A, text: "{{ lines.sun.points }}"}, b: {name: B}}}
  only:  {title: Only, points: {a: {name: "{{ lines.sun.points }}"}}}
  table:
    title: Table
    table: {columns: {x: X}, rows: {a: {label: A, cells: {x: "{{ lines.sun.points }}"}}, b: {label: B, cells: {}}}}
  chain: {title: Chain, chain: [red, green], text: down}
"""


def test_rows_and_sections_go_when_nothing_of_them_is_left() -> None:
    made = sections(ROWS, "counts: {sun: null, fruit: {of: {blue: {label: Blue}, green: null}}}\nlines: {sun: null}")
    assert [part.id for part in made] == ["turn", "table", "chain"]
    assert [row.id for row in made[0].rows] == ["b"]
    assert made[1].table is not None
    assert made[1].table.rows == (("B", ("",)),)
    assert (made[2].chain, made[2].text) == ((), "down")


def test_variants_add_move_and_remove_rows_by_id() -> None:
    patches = ("aid: {turn: {actions: {c: {name: C, after: a}}}, only: null}", "aid: {turn: {actions: {a: null}}}")
    made = sections(ROWS, *patches)
    assert [part.id for part in made] == ["turn", "table", "chain"]
    assert [row.id for row in made[0].rows] == ["c", "b"]


def test_a_row_that_another_variant_removed_is_not_missed() -> None:
    made = sections(ROWS, "aid: {turn: null}", "aid: {turn: {actions: {a: {text: new}}}}")
    assert "turn" not in [part.id for part in made]


def test_bold_words_stand_between_two_stars() -> None:
    assert spans("a **b** c") == [("a ", False), ("b", True), (" c", False)]
    assert spans("plain") == [("plain", False)]


# -- panels of every kind of line

SPLIT = "One kind may be split into several groups."
AGAIN = "After a full series the count starts again."
ALL = "All who are tied get it."
NONE = "Who is tied gets nothing."


@pytest.mark.parametrize(
    ("line", "numbers", "remarks"),
    [
        ("{kind: points, of: apples}", [("as counted", "")], []),
        ("{kind: each, of: apples, points: 3}", [("each", "3")], []),
        ("{kind: each, of: sun, points: -2}", [("", "−2")], []),
        ("{kind: each, of: apples, points: 3, every: 2, cap: 9}", [("for every 2", "3"), ("at most", "9")], []),
        (
            "{kind: each, of: apples, points: -3, free: 1, cap: -9}",
            [("each after the first", "−3"), ("never below", "−9")],
            [],
        ),
        ("{kind: each, of: apples, points: printed}", [("each", "__")], []),
        ("{kind: sets, of: basket, points: 15}", [("each set", "15")], []),
        ("{kind: ladder, of: apples, ladder: [1, 3]}", [("1", "1"), ("2+", "3")], []),
        ("{kind: ladder, of: basket, ladder: {3: 10, 5: printed}}", [("3 ×", "10"), ("5+ ×", "__")], []),
        ("{kind: ladder, of: basket, ladder: {3: 10}, split: true}", [("3+ ×", "10")], [SPLIT]),
        ("{kind: series, of: apples, ladder: [2, 8]}", [("1", "2"), ("2", "8")], [AGAIN]),
        (
            "{kind: steps, of: apples, every: 6, points: [4, printed]}",
            [("full rows of 6", ""), ("1", "4"), ("2", "__")],
            [],
        ),
        ("{kind: market, of: basket, price: price}", [("number × price", "")], []),
        ("{kind: majority, of: apples, prizes: [5]}", [("most", "5")], [ALL]),
        ("{kind: majority, of: apples, prizes: [5, 2], tied: none}", [("place 1", "5"), ("place 2", "2")], [NONE]),
        (
            "{kind: majority, of: apples, prizes: {2: [5], 3: [5, 2]}}",
            [("from 2 players", "5"), ("from 3 players", "5 / 2")],
            [ALL],
        ),
        (
            "{kind: cases, cases: {a: {when: apples > 2, points: 4}, b: {points: -apples}}}",
            [("apples > 2", "4"), ("else", "-apples")],
            [],
        ),
        ("{kind: formula, formula: apples * 2, rule: Two each}", [], []),
        ("{kind: formula, formula: 3 * apples * sun, rule: Two each}", [("apples ×", "3")], []),
        ("{kind: formula, formula: apples * basket.red * sun * 3, rule: Two each}", [], []),
        ("{kind: formula, formula: 3 * apples * (sun + 1), rule: Two each}", [], []),
    ],
)
def test_a_panel_says_the_numbers_of_a_line(line: str, numbers: list[tuple[str, str]], remarks: list[str]) -> None:
    panels, said = scoring(game_of(f"x: {line}"))
    assert [(n.caption, n.number) for n in panels[0].numbers] == numbers
    assert list(said) == remarks
    assert panels[0].words == ("" if numbers else "Two each")


def test_a_note_of_several_lines_is_said_once() -> None:
    lines = [
        f"{x}: {{kind: each, of: basket.{x}, points: {n}, note: ripe ones}}" for n, x in enumerate(("red", "green"), 1)
    ]
    panels, remarks = scoring(game_of(*lines, "apples: {kind: each, of: apples, points: 2, note: but}"))
    assert [panel.note for panel in panels] == ["", "", "but"]
    assert remarks == ("Red, Green: ripe ones.",)


def test_lines_that_score_alike_share_a_panel() -> None:
    lines = [f"{x}: {{kind: each, of: basket.{x}, points: 2}}" for x in ("red", "green")]
    panels, _ = scoring(game_of(*lines, "apples: {kind: each, of: apples, points: 2, note: but}"))
    assert [panel.labels for panel in panels] == [("Red", "green"), ("Apples",)]
    assert [panel.note for panel in panels] == ["", "but"]


def test_the_lowest_total_and_bands_of_result_are_said() -> None:
    _, remarks = scoring(game_of("x: {kind: points, of: apples}", more="wins: least"))
    assert remarks == ("The lowest total wins.",)
    bands = "verdict: {gold: {when: total >= 30, label: Gold}, odd: apples == 7, win: total > 3}"
    assert aids.result(game_of("x: {kind: points, of: apples}", more=bands)) == (
        "To win",
        "Gold: a total of 30 or more; a total above 3",
    )


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("total > 0", "a total above 0"),
        ("total >= 4", "a total of 4 or more"),
        ("total < 9", "a total below 9"),
        ("total <= -2", "a total of −2 or less"),
        ("total == 7", "a total of exactly 7"),
    ],
)
def test_what_wins_is_said_in_words_and_not_as_a_formula(condition: str, said: str) -> None:
    made = game_of("x: {kind: points, of: apples}", more=f"verdict: {{win: {condition}}}")
    assert aids.result(made) == ("To win", said)


def test_the_aid_of_the_readme_says_what_it_shows() -> None:
    (block,) = (block for block in BLOCKS if isinstance(block, Block) and block.text.startswith("aid:"))
    looked = look(readme_game(more=block.text), DRAWINGS)
    assert not looked.problems
    assert [part.id for part in looked.sections] == ["turn", "weigh", "setup", "end"]
    assert looked.sections[3].text == "As soon as 6 vines are complete."


# -- mistakes


def refused(text: str) -> list[str]:
    game = small_game(SMALL + text)
    problems = look(game, DRAWINGS).problems
    with pytest.raises(RulesError) as error:
        aid(game, DRAWINGS)
    assert {str(problem) for problem in error.value.problems} == {str(problem) for problem in problems}
    return [str(problem) for problem in problems]


COSTS = "a cost can be: >=, any, row, column, ±1, ?, 1, 2, 3, 4, 5, 6, +, heart:3, card:2, or a picture"


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        (
            "part: {title: T, text: '{{ lines.fruit.pionts }}'}",
            30,
            '"lines.fruit" has no "pionts"; did you mean "points"?',
        ),
        ("part: {title: T, text: '{{ lines.friut.points }}'}", 30, '"lines" has no "friut"; did you mean "fruit"?'),
        ("part: {title: T, text: 'x {{ lnes.fruit.points }}'}", 32, 'the rules have no "lnes"; did you mean "lines"?'),
        (
            "part: {title: T, text: '{{ lines.fruit }}'}",
            30,
            '"lines.fruit" is no number; go on, such as lines.fruit.points',
        ),
        (
            "part: {title: T, text: '{{ lines.steps.ladder }}'}",
            30,
            '"lines.steps.ladder" is no number; go on, such as lines.steps.ladder.1',
        ),
        (
            "part: {title: T, text: '{{ lines.steps.ladder.4 }}'}",
            30,
            '"lines.steps.ladder" has no "4"; it has 3 numbers',
        ),
        (
            "part: {title: T, text: '{{ lines.sun.cap }}'}",
            30,
            '"lines.sun" has no "cap"; known are: label, kind, of, points, free, every',
        ),
        (
            "part: {title: T, text: '{{ players.fewest }}'}",
            30,
            '"players" has no "fewest"; known are: least, most',
        ),
        (
            "part: {title: T, text: '{{ 2 * 3 }}'}",
            30,
            '"2 * 3" is no path into the rules; such as {{ lines.sets.points }}',
        ),
        ("part: {title: T, text: 'x }} y'}", 29, 'this "}}" has no partner; write {{ path }}'),
        ("part: {title: T, text: '**x'}", 26, 'a "**" has no partner; bold words stand between two of them'),
        ("part: {title: T, chain: [red, gren]}", 33, 'there is no kind "gren"; did you mean "green"?'),
        ("part: {title: T}", 3, "nothing is in it; write one of: actions, steps, bonuses, points, table, text"),
        (
            "part: {title: T, steps: {a: {name: A}}, points: {b: {name: B}}}",
            43,
            "steps and points cannot stand together; make them two sections",
        ),
        (
            "part: {title: T, actions: {a: {name: A, cost: [colum]}}}",
            50,
            'row there is no picture "colum"; did you mean "column"?',
        ),
        ("part: {title: T, actions: {a: {name: A, cost: [7]}}}", 50, 'row there is no picture "7"; ' + COSTS),
        (
            "part: {title: T, bonuses: {a: {icon: tomatoe, number: 3}}}",
            40,
            'row there is no picture "tomatoe"; did you mean "tomato"?',
        ),
        (
            "part: {title: T, table: {columns: {two: Two}, rows: {a: {label: A, cells: {tow: 3}}}}}",
            78,
            'row there is no column "tow"; did you mean "two"?',
        ),
    ],
)
def test_what_means_nothing_is_refused_at_its_place(text: str, column: int, message: str) -> None:
    where = 'row "a" of aid section "part"' if message.startswith("row ") else 'aid section "part"'
    assert refused(f"  {text}") == [f"game:13:{column}: {where}: {message.removeprefix('row ')}"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("part: {titel: T, text: x}", 'aid section "part" does not know "titel"; did you mean "title"?'),
        ("part: {title: T, action: {}}", 'aid section "part" does not know "action"; did you mean "actions"?'),
        (
            "part: {title: T, actions: {a: {name: A, cots: [6]}}}",
            'row "a" of aid section "part" does not know "cots"; did you mean "cost"?',
        ),
        (
            "part: {title: T, steps: {a: {text: x}}}",
            'row "a" of aid section "part" lacks "name"; write how it is called',
        ),
        (
            "part: {title: T, text: x, columns: hlaf}",
            'aid section "part": columns needs "half", not "hlaf"; did you mean "half"?',
        ),
        (
            "part: {title: T, table: {columns: {a: A}, row: {}}}",
            'aid section "part" does not know "row"; did you mean "rows"?',
        ),
    ],
)
def test_the_form_of_an_aid_is_checked_when_a_game_is_loaded(text: str, message: str) -> None:
    with pytest.raises(RulesError) as error:
        small_game(f"{SMALL}  {text}")
    assert message in str(error.value)


def test_a_number_that_the_game_does_not_have_is_refused() -> None:
    (problem,) = refused("  part: {title: T, text: '{{ goal }}'}")
    assert 'the rules have no "goal"; known are: ' in problem


def test_a_variant_that_changes_a_misspelt_row_is_told() -> None:
    with pytest.raises(RulesError) as error:
        sections(ROWS, "aid: {turn: {actions: {A: {text: new}}}}")
    assert 'this changes row "A" of aid section "turn", which is not there; did you mean "a"?' in str(error.value)


def test_check_tells_what_is_wrong_with_an_aid(tmp_path: Path) -> None:
    text = SMALL + "  part: {title: T, text: '{{ lines.fruit.pionts }}', chain: [red, green]}"
    file = written(tmp_path, "orchard/game.yaml", text)
    (problem,) = check([file]).problems
    assert problem.what == 'aid section "part": "lines.fruit" has no "pionts"'


@pytest.mark.parametrize(
    ("needs", "rows"),
    [
        ([30], [[0]]),
        ([30, 30, 30], [[0, 1, 2]]),
        ([30, 30, 30, 30], [[0, 1], [2, 3]]),
        ([30, 30, 30, 30, 30], [[0, 1, 2], [3, 4]]),
        ([90, 10, 10], [[0], [1, 2]]),
    ],
)
def test_panels_stand_in_as_few_rows_as_can_be_and_none_alone_without_need(
    needs: list[float], rows: list[list[int]]
) -> None:
    assert panel_rows(needs, 1, 100) == rows


def test_a_wide_row_gives_first_to_panels_with_many_words() -> None:
    assert shares([10, 10], [10, 30], 30) == [10, 20]
    assert shares([10, 10], [10, 14], 30) == [13, 17]


def test_what_is_said_of_all_numbers_stands_above_them() -> None:
    (panel,), _ = scoring(game_of("x: {kind: steps, of: apples, every: 6, points: [4, 7]}"))
    lead, numbers = lead_and_numbers(panel)
    assert lead == "full rows of 6"
    assert [number.number for number in numbers] == ["4", "7"]


def heights(made: tuple[Page, ...]) -> list[float]:
    """How far down each page goes, without its footer."""
    return [
        max(thing.y for thing in page.things if isinstance(thing, Words) and thing.role != "Artifact") for page in made
    ]


def test_several_pages_are_about_evenly_full() -> None:
    first, second = heights(pages(load("grasshopper-ant"), PAPERS["a6"], THEMES["colour"]))
    assert abs(first - second) < 0.3 * PAPERS["a6"].height


def test_scoring_that_goes_on_overleaf_has_its_heading_again() -> None:
    made = pages(load("hanging-gardens"), PAPERS["card"], THEMES["colour"])
    headed = [any(isinstance(thing, Words) and thing.text == "Final scoring" for thing in page.things) for page in made]
    assert headed.count(True) == len(headed) - headed.index(True) >= 2


def test_what_is_alike_in_a_row_of_panels_stands_at_one_height() -> None:
    (page,) = pages(load("hanging-gardens"), PAPERS["a5"], THEMES["colour"])
    at = {thing.text: thing.y for thing in page.things if isinstance(thing, Words)}
    assert at["King"] == at["Chalice"] == at["Gate"]  # of two, five and four numbers
    assert at["Sculptor"] == at["Guard"] == at["Compensation"]  # with captions of several lines, and of one


def test_no_word_stands_alone_in_a_last_line_when_others_can_join_it() -> None:
    page, *_ = pages(load("harvest-dice", ["advanced"]), PAPERS["a5"], THEMES["colour"])
    words = [thing for thing in page.things if isinstance(thing, Words)]
    total = next(thing for thing in words if thing.text == "86")
    assert [thing.text for thing in words if thing.y == total.y] != ["86"]


def test_sections_stand_in_reading_order_where_that_costs_no_room() -> None:
    assert columns([40, 30, 30, 40]) == ((0, 1), (2, 3))
    assert columns([50, 40, 80, 25, 40, 30]) == ((0, 3, 4, 5), (1, 2))  # first three 170 high, this way 145
    assert columns([]) == ((), ())


def test_a_long_line_at_the_foot_leaves_out_variants_and_keeps_unofficial() -> None:
    variants = ["golden", "mega", "risky-seven", "karma-overflow"]
    for name, foot in (
        ("a5", "Diced Tomatoes · Agrypelago Games 2018 · English · unofficial"),
        ("card", "Diced Tomatoes · Agrypelago Games 2018 · unofficial"),
    ):
        page, *_ = pages(load("diced-tomatoes", variants), PAPERS[name], THEMES["colour"])
        assert foot in {thing.text for thing in page.things if isinstance(thing, Words)}


@pytest.mark.parametrize("paper", ["a5", "4x6", "card"])
def test_the_names_of_lines_that_share_a_panel_do_not_stand_one_below_the_other(paper: str) -> None:
    side = pages(load("harvest-dice", ["advanced"]), PAPERS[paper], THEMES["colour"])[-1]
    words = [thing.text for thing in side.things if isinstance(thing, Words)]
    first = next(at for at, text in enumerate(words) if text.startswith("Most lettuce"))
    last = next(at for at, text in enumerate(words) if at >= first and text.endswith("circles"))
    assert last - first < 3, words[first : last + 1]


def test_scoring_stands_on_one_page_where_that_takes_no_more_pages() -> None:
    made = pages(load("hanging-gardens", [], language="hu"), PAPERS["a6"], THEMES["low-ink"])
    headed = [at for at, page in enumerate(made) for thing in page.things if getattr(thing, "text", "") == "Értékelés"]
    assert len(made) == 3
    assert headed == [2]


def test_low_ink_parts_rows_by_lines_between_them_only() -> None:
    page, *_ = pages(load("garden-dice"), PAPERS["a5"], THEMES["low-ink"])
    lines = [thing.y for thing in page.things if isinstance(thing, Rule) and thing.weight <= 0.25]
    assert len(lines) == 8, "seven between eight actions, one between two rows of the set-up"


def test_the_words_of_a_chain_stand_below_it_where_beside_it_they_would_be_a_column_of_single_words() -> None:
    made = pages(load("garden-dice", ["family"], language="el"), PAPERS["a5"], THEMES["colour"])
    words = [thing for thing in made[0].things if isinstance(thing, Words)]
    first = next(thing for thing in words if thing.text.startswith("Προς γειτονικό"))
    assert len(made) == 1
    assert first.x == next(thing.x for thing in words if thing.text == "Αλυσίδα")


@pytest.mark.parametrize("language", ["el", "en"])
def test_no_card_holds_its_heading_alone_and_a_long_section_goes_on_overleaf(language: str) -> None:
    theme = THEMES["colour" if language == "el" else "large-print"]
    game = load("garden-dice", language=language)
    first, second, *_ = pages(game, PAPERS["card"], theme)
    said, after = ({thing.text for thing in page.things if isinstance(thing, Words)} for page in (first, second))
    names = [action.name for action in game.rules.aid["turn"].actions.values()]
    assert names[0] in said
    assert names[-1] in said | after
    assert game.rules.aid["turn"].title in said
