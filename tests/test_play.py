"""Play sheets and trackers: every one fits, follows its variant, and a person's own is drawn or told what is wrong."""

from __future__ import annotations

import re
from math import hypot
from pathlib import Path
from textwrap import dedent

import pytest

from scoring import catalogue
from scoring.check import check
from scoring.errors import RulesError, UsageError
from scoring.game import Game
from scoring.load import Library, load
from sheets import blocks, make
from sheets.placed import Box, Page, Picture, Rule, faults
from sheets.style import THEMES

DOTTED = (0.01, 2.3)
PALE = 0.15  # of ink on a bed, against a line of 1 pt and 1 mm


def combinations() -> list[tuple[str, tuple[str, ...]]]:
    """Every game alone, with each of its variants, and some that are often played together."""
    library = Library()
    alone = [
        (id, variants)
        for id, file in library.games().items()
        for variants in ((), *((name,) for name in library.variants(file)))
    ]
    return [
        *alone,
        ("harvest-dice", ("advanced", "pig-running-total")),
        ("diced-tomatoes", ("risky-seven", "golden", "karma-overflow", "mega")),
        ("diced-tomatoes", ("golden", "karma-overflow", "solo")),
        ("diced-tomatoes", ("solo-matches", "golden")),
    ]


COMBINATIONS = combinations()


def own(game: Game) -> list[str]:
    """The sheets that are laid out of blocks."""
    return [id for id in make.sheets(game) if id not in ("pad", "aid")]


def said(pages: tuple[Page, ...]) -> list[str]:
    return [word.text for page in pages for word in page.words]


def sheet(id: str, *variants: str, name: str = "play", paper: str = "A4", theme: str = "colour") -> tuple[Page, ...]:
    return make.pages(load(id, variants), name, paper, None, theme)


def boxes(pages: tuple[Page, ...]) -> list[Box]:
    return [thing for page in pages for thing in page.things if isinstance(thing, Box)]


def pictures(pages: tuple[Page, ...]) -> list[str]:
    return [thing.icon for page in pages for thing in page.things if isinstance(thing, Picture)]


@pytest.mark.parametrize(("id", "variants"), COMBINATIONS, ids=str)
def test_every_sheet_fits_on_one_page_and_nothing_is_clipped(id: str, variants: tuple[str, ...]) -> None:
    game = load(id, variants)
    for name in own(game):
        for paper in ("A4", "Letter", "A5"):
            for theme in ("colour", "low-ink", "large-print"):
                pages = make.pages(game, name, paper, None, theme)
                assert len(pages) == 1, (name, paper, theme)
                assert faults(pages[0]) == [], (name, paper, theme)


@pytest.mark.parametrize(("id", "variants"), COMBINATIONS, ids=str)
def test_every_sheet_fits_for_any_number_of_players(id: str, variants: tuple[str, ...]) -> None:
    game = load(id, variants)
    for name in own(game):
        for players in range(1, game.rules.players.most + 1):
            for page in make.pages(game, name, "A5", players):
                assert faults(page) == []


@pytest.mark.parametrize("variant", ["solo", "solo-matches"])
@pytest.mark.parametrize("theme", ["colour", "low-ink"])
def test_the_solo_tracker_fits_on_the_smallest_paper(variant: str, theme: str) -> None:
    for paper in ("A6", "4x6"):
        pages = sheet("diced-tomatoes", variant, name="solo", paper=paper, theme=theme)
        assert len(pages) == 1
        assert faults(pages[0]) == []


def test_every_game_has_its_sheets() -> None:
    wanted = {
        "garden-dice": ["solo", "log"],
        "hanging-gardens": ["solo", "tracker"],
        "harvest-dice": ["solo", "play"],
        "grasshopper-ant": ["solo", "pantry"],
        "diced-tomatoes": ["solo", "play"],
    }
    for id, names in wanted.items():
        assert own(load(id)) == names
    assert own(load("grasshopper-ant", ["winter"])) == ["solo", "race"]
    assert own(load("diced-tomatoes", ["solo"])) == ["solo"]


def test_the_list_of_games_names_the_sheets() -> None:
    listed = {entry.id: entry.sheets for entry in catalogue.games(Library())}
    assert listed["garden-dice"] == ("pad", "aid", "solo", "log")
    assert listed["grasshopper-ant"] == ("pad", "aid", "solo", "pantry", "race")


# -- the parts of a variant, only with it


def test_the_basic_markets_begin_with_a_circle() -> None:
    game = load("harvest-dice")
    markets = blocks.sheet(game, "play").blocks["below"].parts["right"].blocks["markets"]  # type: ignore[union-attr]
    assert isinstance(markets, blocks.Ticks)
    assert markets.marked == 1
    game = load("harvest-dice", ["advanced"])
    markets = blocks.sheet(game, "play").blocks["below"].parts["right"].blocks["markets"]  # type: ignore[union-attr]
    assert isinstance(markets, blocks.Ticks)
    assert markets.marked == 0


def test_who_has_most_is_asked_in_the_advanced_game_only() -> None:
    assert "Most of all" not in said(sheet("harvest-dice"))
    words = said(sheet("harvest-dice", "advanced"))
    assert {"Most of all", "Most", "+5"} <= set(words)
    assert "Most lettuce" not in words  # the four share one box


def test_the_harvest_dice_board_is_whole() -> None:
    pages = sheet("harvest-dice", "advanced")
    drawn = boxes(pages)
    assert sum(box.dash == DOTTED for box in drawn) == 7 + 1  # the points of the rows, and what dotted means
    circles = [box for box in drawn if box.edge and abs(box.corner - box.width / 2) < 0.01 and box.width > 3]
    assert len(circles) == 7 * 6 + 3 * 6 + 3 + 1  # pig, markets, ribbons, and the circle of the legend
    assert said(pages).count("+5") == 3 + 4
    assert pictures(pages).count("ribbon") == 3 + 1


def test_numbers_of_ones_own_take_the_place_of_dotted_boxes(tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text("extends: harvest-dice\nlines: {pig: {points: [1, 2, 4, 7, 11, 16, 22]}, ribbons: {points: 6}}\n")
    pages = make.pages(load("harvest-dice", [str(mine)]), "play")
    assert not any(box.dash == DOTTED for box in boxes(pages))
    assert {"1", "2", "4", "7", "11", "16", "22"} <= set(said(pages))
    assert said(pages).count("+6") == 3
    assert "full rows × 6" in said(pages)


@pytest.mark.parametrize(
    ("variants", "there", "absent"),
    [
        ((), ["Seed", "− black", "Vines with three dice"], ["+ gold", "Star", "12"]),
        (("golden",), ["+ gold"], ["Star", "12"]),
        (("risky",), ["Star", "+5", "+0", "Matching bonus"], ["+ gold", "+6", "Vines with three dice"]),
        (("risky-seven",), ["Star", "+6", "+1"], ["+0"]),
        (("karma-overflow",), ["7", "12", "your turn only, then back to 6"], ["Star"]),
    ],
)
def test_parts_of_variants(variants: tuple[str, ...], there: list[str], absent: list[str]) -> None:
    words = said(sheet("diced-tomatoes", *variants))
    assert [word for word in there if word not in words] == []
    assert [word for word in absent if word in words] == []


def test_both_readings_of_the_solo_game() -> None:
    words = said(sheet("diced-tomatoes", "solo", name="solo"))
    assert words.count("+1") == words.count("−1") == 6
    assert {"Total", "above 0: won", "dice left"} <= set(words)
    assert "12" not in words
    words = said(sheet("diced-tomatoes", "solo-matches", name="solo"))
    assert words.count("+1") == 6
    assert "−1" not in words
    assert {"Matches", "all six finished: won", "12"} <= set(words)


@pytest.mark.parametrize("order", [("solo", "golden", "karma-overflow"), ("karma-overflow", "golden", "solo")])
def test_the_solo_tracker_takes_in_other_variants_in_any_order(order: tuple[str, ...]) -> None:
    words = said(sheet("diced-tomatoes", *order, name="solo"))
    assert {"12", "score = seed − black + gold"} <= set(words)
    assert words.index("Six tomatoes") < words.index("Vines") < words.index("Karma") < words.index("Total")


def test_a_power_is_tracked_with_powers_only() -> None:
    assert "Power worth a point" not in said(sheet("grasshopper-ant", "winter", name="race"))
    words = said(sheet("grasshopper-ant", "winter-powers", name="race"))
    assert words.count("Power worth a point") == 4
    assert words.count("wins") == 4
    with pytest.raises(UsageError, match='no sheet "pantry"'):
        sheet("grasshopper-ant", "winter", name="pantry")


def test_a_series_begins_again_and_is_copied_once() -> None:
    pages = sheet("hanging-gardens", name="tracker")
    words = said(pages)
    assert words.count("16") == 2  # six gardens, three in a series
    assert words.count("25") == 2
    unknown = 2 + 3 + 5 + 1 + 2  # king, tiger, chalice, a gate, two persons
    assert sum(box.dash == DOTTED for box in boxes(pages)) == unknown + 1


def ink(page: Page) -> float:
    """About how much of the page is printed: lines by their weight, fills by their paleness."""
    drawn = 0.0
    for thing in page.things:
        if isinstance(thing, Rule):
            drawn += hypot(thing.to_x - thing.x, thing.to_y - thing.y) * thing.weight
        elif isinstance(thing, Box):
            drawn += 2 * (thing.width + thing.height) * thing.weight if thing.edge and not thing.round_dots else 0
            drawn += thing.width * thing.height * PALE if thing.fill == THEMES["colour"].bed else 0
    return drawn


@pytest.mark.parametrize(
    ("id", "name"),
    [
        ("harvest-dice", "play"),
        ("diced-tomatoes", "play"),
        ("garden-dice", "log"),
        ("garden-dice", "solo"),
        ("grasshopper-ant", "pantry"),
        ("hanging-gardens", "tracker"),
    ],
)
def test_low_ink_draws_lines_and_beds_with_clearly_less(id: str, name: str) -> None:
    (colour,), (low,) = (sheet(id, name=name, paper="A5", theme=theme) for theme in ("colour", "low-ink"))
    assert ink(low) < 0.7 * ink(colour)
    assert {box.fill for box in boxes((low,)) if box.height > 2} <= {None, "#FFFFFF"}
    dots = [(box.weight, box.dash) for box in boxes((low,)) if box.round_dots]
    assert dots == [(1.15, DOTTED)] * len(dots)  # else nobody sees that something is to be copied


def test_boxes_behind_written_lines_stand_one_below_the_other() -> None:
    (page,) = sheet("grasshopper-ant", "winter-powers", name="race", paper="A5")
    centres = {word.text: set[float]() for word in page.words}
    for word in page.words:
        centres[word.text].add(round(word.x + word.width / 2, 1))
    assert len(centres["+2"]) == 2  # two players side by side
    assert centres["+2"] < centres["+1"]  # the power's box stands below the second copies


def test_the_number_of_a_tick_stands_beside_it() -> None:
    (page,) = sheet("diced-tomatoes", paper="A5")
    (word,) = (word for word in page.words if word.text == "+2")
    squares = [box for box in boxes((page,)) if box.width == box.height < 5 and box.corner < 1]
    assert any(
        0 < word.x - box.x - box.width < 3 and abs(box.y + box.height / 2 - (word.area[1] + word.area[3]) / 2) < 0.5
        for box in squares
    )


def test_more_seats_than_the_paper_holds_go_on_further_sheets() -> None:
    pages = make.pages(load("grasshopper-ant"), "pantry", "A6", None, "large-print")
    assert len(pages) > 1
    assert sum(words.count("Player") for words in (said((page,)) for page in pages)) == 4
    assert all(faults(page) == [] for page in pages)


# -- sheets of one's own

GAME = """
    potager: 1
    title: Orchard
    players: {least: 1, most: 3}
    counts:
      pears: {label: Pears, most: 4}
      trees: {label: Trees, of: {oak: {label: Oak, letter: O}, elm: {label: Elm, letter: E}}, most: 3}
    lines:
      pears: {kind: each, of: pears, points: 2}
      oak: {kind: ladder, of: trees.oak, ladder: [1, 3, 6]}
      elm: {kind: ladder, of: trees.elm, ladder: [2, 4, printed]}
"""

SHEET = """
    sheets:
      orchard:
        title: My orchard
        ask: date
        blocks:
          top: {kind: heading, title: Trees, note: for one season}
          said: {kind: text, text: "A pear is worth {{ lines.pears.points }}."}
          rows: {kind: ticks, of: trees, ladder: true, shape: box, box: true}
          beds:
            kind: grid
            title: Beds
            columns: "{{ counts.pears.most }}"
            heads: [N, E, S, W]
            rows:
              plant: {label: Plant, times: 2}
              ready: {label: Ready, shape: square, text: ok}
          path: {kind: track, title: Path, to: 5, start: 1, steps: {0: {label: start}}, last: end}
          dice: {kind: dice, title: Dice, beds: 2, many: 2}
          faces: {kind: dice, faces: [1, 6, "?"]}
          side:
            kind: columns
            parts:
              left: {blocks: {notes: {kind: lines, title: Notes, rows: 2}}}
              right:
                blocks:
                  prices:
                    kind: table
                    columns: {one: One, two: Two}
                    rows: {pear: {label: Pear, cells: {one: 1, two: 3}}}
          log: {kind: records, rows: 2, columns: {number: {number: true}, what: {label: What}, done: {shape: box}}}
          score: {kind: score, title: Score}
          trend: {kind: chart, columns: 10, rows: 3}
          end: {kind: result, label: Season, working: "__ pears", ticks: {good: a good one}}
"""


def written(tmp_path: Path, more: str) -> Path:
    file = tmp_path / "orchard" / "game.yaml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(dedent(GAME) + dedent(more), encoding="utf-8")
    return file


def test_every_kind_of_block_stands_on_a_sheet_of_ones_own(tmp_path: Path) -> None:
    game = load(str(written(tmp_path, SHEET)))
    kinds = {
        str(inner.value)
        for node in game.node.find(("sheets",)).walk()
        for key, inner in node.mapping.items()
        if key == "kind"
    }
    assert kinds == set(blocks.KINDS) - {"seats"}
    for paper in ("A4", "Letter"):
        (page,) = make.pages(game, "orchard", paper)
        assert faults(page) == []
    words = said((page,))
    assert {"A pear is worth 2.", "My orchard", "Oak", "Plant", "end", "Pear", "Season", "a good one"} <= set(words)
    assert own(game) == ["solo", "orchard"]


def test_a_sheet_is_a_file_named_after_its_id(tmp_path: Path) -> None:
    game = load(str(written(tmp_path, SHEET)))
    (file,) = make.write(game, "orchard", folder=tmp_path / "out")
    assert file.name == "orchard-orchard.pdf"


def test_what_a_variant_takes_away_leaves_the_sheet_and_check_says_so(tmp_path: Path) -> None:
    written(tmp_path, SHEET)
    variant = tmp_path / "orchard" / "bare.yaml"
    variant.write_text("extends: orchard\ncounts: {pears: null}\nlines: {pears: null}\n", encoding="utf-8")
    game = load(str(variant))
    kept = blocks.sheet(game, "orchard").blocks
    assert "said" not in kept  # its only text
    assert "beds" not in kept  # nobody knows how many
    assert "path" in kept
    checked = check([variant], drawings=(), sheets=blocks.look_over)
    assert checked.problems == []
    assert any("lines.pears.points, which is not there" in note.what for note in checked.notes)


@pytest.mark.parametrize(
    ("block", "message"),
    [
        (
            "{kind: trakc, to: 3}",
            '16:17: block "x" of sheet "s" is of kind "trakc", which is not known; did you mean "track"?',
        ),
        (
            "{to: 3}",
            '16:7: block "x" of sheet "s" lacks "kind"; kinds are: heading, text',
        ),
        (
            "{kind: track, two: 3, to: 1}",
            '16:24: block "x" of sheet "s" does not know "two"; did you mean "to"?',
        ),
        (
            "{kind: track}",
            '16:7: block "x" of sheet "s" lacks "to"',
        ),
        (
            "{kind: track, to: three}",
            '16:28: block "x" of sheet "s": to needs a whole number',
        ),
        (
            "{kind: track, to: 3000}",
            '16:28: block "x" of sheet "s": to is too large',
        ),
        (
            "{kind: ticks, shape: circel}",
            '16:31: block "x" of sheet "s": shape cannot be "circel"; did you mean "circle"?',
        ),
        (
            "{kind: ticks, of: pairs}",
            '16:28: block "x" of sheet "s": there is no count "pairs"; did you mean "pears"?',
        ),
        (
            "{kind: score, lines: [oka]}",
            '16:32: block "x" of sheet "s": there is no line "oka"; did you mean "oak"?',
        ),
        (
            "{kind: dice, first: sprot}",
            '16:30: block "x" of sheet "s": there is no drawing "sprot"; did you mean "sprout"?',
        ),
        (
            '{kind: text, text: "{{ lines.paers.points }}"}',
            '"lines" has no "paers"; did you mean "pears"?',
        ),
        (
            '{kind: text, text: "each {{ lnes }}"}',
            'the rules have no "lnes"; did you mean "lines"?',
        ),
        (
            "{kind: grid, columns: 2, rows: {a: {tims: 2}}}",
            'block "x" of sheet "s" does not know "tims"; did you mean "times"?',
        ),
        (
            "{kind: columns, parts: {l: {blocks: {y: {kind: lins}}}}}",
            'kind "lins", which is not known; did you mean "lines"?',
        ),
    ],
)
def test_a_mistake_is_told_at_its_place(tmp_path: Path, block: str, message: str) -> None:
    file = written(tmp_path, f"sheets:\n  s:\n    title: S\n    blocks:\n      x: {block}\n")
    with pytest.raises(RulesError) as caught:
        make.pages(load(str(file)), "s")
    assert message in str(caught.value)
    assert str(file) in str(caught.value)
    assert message in "\n".join(map(str, check([file], drawings=(), sheets=blocks.look_over).problems))


def test_a_sheet_without_a_title_is_told(tmp_path: Path) -> None:
    file = written(tmp_path, "sheets: {s: {blocks: {x: {kind: lines}}}}\n")
    with pytest.raises(RulesError, match='sheet "s" lacks "title"'):
        make.pages(load(str(file)), "s")


def test_what_does_not_fit_says_why_and_what_would(tmp_path: Path) -> None:
    file = written(tmp_path, "sheets: {s: {title: S, blocks: {x: {kind: lines, rows: 40}}}}\n")
    with pytest.raises(UsageError, match=r"does not fit on A6: .*it fits on A3, A4") as caught:
        make.pages(load(str(file)), "s", "A6")
    assert "its parts need" in str(caught.value)


def test_a_letter_without_a_font_is_told(tmp_path: Path) -> None:
    file = written(tmp_path, "sheets: {s: {title: S, blocks: {x: {kind: text, text: Pears 🍐}}}}\n")
    with pytest.raises(UsageError, match="no font has"):
        make.pages(load(str(file)), "s")


def test_every_kind_and_key_of_a_sheet_is_documented() -> None:
    readme = (Path(__file__).parents[1] / "rules_data/README.md").read_text(encoding="utf-8")
    section = readme.partition("\n## Play sheets\n")[2].partition("\n## ")[0]
    told = {word.partition(":")[0] for word in re.findall(r"`([^`\n]+)`", section)}
    models = [model for model in vars(blocks).values() if isinstance(model, type) and issubclass(model, blocks.Strict)]
    keys = {info.alias or name for model in models for name, info in model.model_fields.items()}
    assert (keys | set(blocks.KINDS)) - told == set()


def test_the_sheet_of_the_readme_is_laid_out(tmp_path: Path) -> None:
    readme = (Path(__file__).parents[1] / "rules_data/README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```yaml parts\n(sheets:.*?)```", readme, re.DOTALL)
    (page,) = make.pages(load(str(written(tmp_path, example))), "basket", "A5")
    assert faults(page) == []
