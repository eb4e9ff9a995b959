"""Score pads: complete, correct, and nothing clipped, for every game, variant, number of players and paper."""

from __future__ import annotations

import re
from pathlib import Path

import pypdf
import pytest

from scoring import yaml_file
from scoring.errors import UsageError
from scoring.game import Game
from scoring.load import Library, assembled, load
from sheets import draw, make
from sheets.placed import Box, Page, Rule, Words, faults


def combinations() -> list[tuple[str, tuple[str, ...]]]:
    """Every game alone, and with each of its variants."""
    library = Library()
    return [
        (id, variants)
        for id, file in library.games().items()
        for variants in ((), *((name,) for name in library.variants(file)))
    ]


COMBINATIONS = combinations()


def texts(pages: tuple[Page, ...]) -> list[str]:
    return [word.text for page in pages for word in page.words]


@pytest.mark.parametrize(("id", "variants"), COMBINATIONS, ids=str)
@pytest.mark.parametrize("paper", ["A4", "Letter", "A5"])
def test_every_pad_fits_and_nothing_is_clipped(id: str, variants: tuple[str, ...], paper: str) -> None:
    game = load(id, variants)
    refused: list[tuple[str, str]] = []
    for theme in ("colour", "low-ink", "large-print"):
        for players in range(1, game.rules.players.most + 1):
            try:
                pages = make.pages(game, "pad", paper, players, theme)
            except UsageError as error:
                refused.append((theme, str(error)))
                continue
            for page in pages:
                assert faults(page) == []
    assert all(theme == "large-print" and "does not fit" in said for theme, said in refused)


def test_the_fit_rules_can_fail() -> None:
    inside = Words(12, 20, "Carrot", 8, False, "#000000", 9, (10, 15, 60, 25))
    page = Page(100, 100, 10, 6, True, (inside,))
    assert faults(page) == []
    for bad, said in [
        (Words(55, 20, "Carrot", 8, False, "#000000", 9, (10, 15, 60, 25)), "leaves its cell"),
        (Words(95, 20, "Carrot", 8, False, "#000000", 9, (10, 15, 110, 25)), "leaves its page"),
        (Words(12, 21, "Squash", 8, False, "#000000", 9, (10, 15, 60, 25)), "lies over"),
        (Words(30, 20, "Squash", 5, False, "#000000", 9, (10, 15, 60, 25)), "less than 6"),
        (Box(80, 20, 30, 10, "#000000", 1), "leaves the page sideways"),
    ]:
        assert any(said in fault for fault in faults(Page(100, 100, 10, 6, True, (inside, bad))))


@pytest.mark.parametrize(("id", "variants"), COMBINATIONS, ids=str)
def test_a_pad_is_complete(id: str, variants: tuple[str, ...]) -> None:
    game = load(id, variants)
    players = game.rules.players.most
    pages = make.pages(game, "pad", "A4", players)
    said = " ".join(texts(pages))
    for line in game.lines.values():
        for word in (line.model.short or line.label).split():
            assert word in said
    for count in game.counts.values():
        if count.kinds and count.id in {ref for line in game.lines.values() for ref in line.refs}:
            for label in count.kind_labels.values():
                assert label.split()[0] in said
    assert game.title in said
    assert "Total" in said
    assert "unofficial" in said
    solid = [box for page in pages for box in page.things if isinstance(box, Box) and box.weight == 0.9]
    assert len(solid) == players * len(game.lines), "one solid box for each line and player, and no other"
    heavy = [box for page in pages for box in page.things if isinstance(box, Box) and box.weight == 1.5]
    assert len(heavy) == players
    dashed = [box for page in pages for box in page.things if isinstance(box, Box) and box.dash == (1.5, 1.5)]
    asked = 0 if game.goal is not None or players == 1 else len(game.ties)
    assert len(dashed) == players * asked


def test_the_pad_of_garden_dice_shows_the_rules_numbers() -> None:
    said = texts(make.pages(load("garden-dice"), "pad", "A4"))
    assert said.count("× 15") == 4
    assert said.count("× 5") == 4
    assert said.count("−") == 4, "the sign of the penalty stands in its box"
    assert said.count("+5") == 4
    for number in ("10", "15", "20", "3", "4", "5+"):
        assert number in said
    assert said.count("count") == said.count("points") == 4


def test_a_house_rule_changes_the_pad() -> None:
    text = (Path(__file__).parents[1] / "rules_data" / "garden-dice" / "game.yaml").read_text(encoding="utf-8")
    changed = text.replace("points: 15", "points: 20")
    assert changed != text
    said = texts(make.pages(assembled(yaml_file.parse(changed), "garden-dice"), "pad"))
    assert said.count("× 20") == 4
    assert "× 15" not in said


def test_more_players_than_columns_are_split_evenly_over_sheets() -> None:
    pages = make.pages(many_players(12), "pad", "A5")
    columns = [sum(isinstance(t, Box) and t.weight == 1.5 for t in page.things) for page in pages]
    assert sum(columns) == 12
    assert max(columns) - min(columns) <= 1
    assert len(pages) > 1
    assert any("sheet 1 of" in text for text in texts(pages))


GAMES = Path(__file__).parent / "fixtures" / "games"


@pytest.mark.parametrize(
    ("game", "paper", "theme", "sheets", "lying"),
    [
        ("seven-wonders", "A4", "colour", 1, True),  # upright its seven columns would be small
        ("yacht", "A4", "colour", 1, False),
        ("yacht", "A5", "colour", 2, False),
        ("agricola", "A5", "colour", 2, False),
        ("hearts", "A4", "large-print", 1, False),  # the heads of its lanes are wider than the lines below
        ("tichu", "A5", "large-print", 1, False),
    ],
)
def test_boxes_stay_large_enough_to_write_in(game: str, paper: str, theme: str, sheets: int, lying: bool) -> None:
    """Rather than shrink, a pad lies down or goes on over another sheet."""
    pages = make.pages(load(str(GAMES / game)), "pad", paper, theme=theme)
    assert [page.width > page.height for page in pages] == [lying] * sheets
    for page in pages:
        assert faults(page) == []
        assert all(box.width >= 8.7 and box.height >= 6.5 for box in boxes(page))


def many_players(most: int) -> Game:
    rules = f"""
potager: 1
title: A large table
players: {{least: 1, most: {most}}}
counts: {{apples: {{label: Apples}}}}
lines: {{apples: {{kind: each, of: apples, points: 3}}}}
"""
    return assembled(yaml_file.parse(rules), "large-table")


def test_what_does_not_fit_says_why_and_what_would() -> None:
    with pytest.raises(UsageError) as caught:
        make.pages(load("hanging-gardens"), "pad", "card")
    (problem,) = caught.value.problems
    assert "does not fit on card" in problem.what
    assert "it fits on A3" in problem.hint


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("x" * 300, "too wide"),
        ("<b>&amp; bold</b>", None),
        ("Tomato 🍅", "TOMATO"),
        ("תפוחים", "HEBREW"),
    ],
)
def test_hostile_words_are_drawn_as_they_are_or_refused(label: str, said: str | None) -> None:
    apples = f"counts: {{apples: {{label: '{label}'}}}}\nlines: {{apples: {{kind: points, of: apples}}}}\n"
    rules = f"potager: 1\ntitle: T\n{apples}"
    game = assembled(yaml_file.parse(rules), "test")
    if said is None:
        assert any("<b>&amp;" in text for text in texts(make.pages(game, "pad", "A4", 2)))
        return
    with pytest.raises(UsageError) as caught:
        make.pages(game, "pad", "A5", 4)
    assert said in str(caught.value)


def test_the_reason_of_a_paper_that_is_too_small_holds_for_any_number_of_sheets() -> None:
    """Four columns are too wide for a card, but that is no reason: four sheets would do, were they not too high."""
    with pytest.raises(UsageError, match="the rows need more height than the 89 mm"):
        make.pages(load("hanging-gardens"), "pad", "card")


@pytest.mark.parametrize("players", [0, -3, 5])
def test_a_pad_is_for_as_many_as_the_game(players: int) -> None:
    with pytest.raises(UsageError, match=f"{players} players.*4"):
        make.pages(load("garden-dice"), "pad", "A4", players, names=("Ann",))


def boxes(page: Page) -> list[Box]:
    """The boxes for points, the first column's."""
    solid = [thing for thing in page.things if isinstance(thing, Box) and thing.weight == 0.9]
    return [box for box in solid if box.x == min(box.x for box in solid)]


def test_rows_use_the_height_that_the_paper_has() -> None:
    """Harvest Dice fills half of A4: its rows are a quarter taller than they need be, and no more."""
    (page,) = make.pages(load("harvest-dice"), "pad")
    first, second, *_ = boxes(page)
    assert (second.y - first.y) / page.size == pytest.approx(10.4 * 1.25)
    assert first.height / page.size == pytest.approx(8.6 * 1.12)
    (full,) = make.pages(load("hanging-gardens"), "pad", "A5")
    guard, compensation = boxes(full)[-2:]
    assert (compensation.y - guard.y) / full.size == pytest.approx(10.4), "no room, and no taller"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("language", ["en", "el", "pl"])
def test_ladders_of_a_pad_all_stand_in_one_way(players: int, language: str) -> None:
    """Beside the names or below them, never some here and some there, and all begin at one edge."""
    (page,) = make.pages(load("hanging-gardens", language=language), "pad", "A4", players)
    tiles = [box for box in page.things if isinstance(box, Box) and box.weight in (0.5, 0.8, 1.15)]
    rows: dict[float, list[Box]] = {}
    for tile in tiles[:-1]:  # the last is that of the foot, which says what is dotted
        rows.setdefault(tile.y, []).append(tile)
    assert len(rows) == 11, "seven kinds of tiles and four persons"
    assert len({round(min(tile.x for tile in row), 3) for row in rows.values()}) == 1
    names = [word for word in page.words if word.role == "TH"]
    beside = {
        min(tile.x for tile in row) > name.x + name.width
        for y, row in rows.items()
        for name in names
        if name.cell[1] < y < name.cell[3]
    }
    assert len(beside) == 1


def crossed(page: Page) -> list[str]:
    """Words that a line, the edge of a box or a picture goes through."""
    found = []
    for word in page.words:
        left, top, right, bottom = word.area[0] + 0.1, word.area[1] + 0.3, word.area[2] - 0.1, word.area[3] - 0.45
        for thing in page.things:
            if isinstance(thing, Words):
                continue
            width = (
                thing.to_x - thing.x if isinstance(thing, Rule) else getattr(thing, "width", getattr(thing, "size", 0))
            )
            height = thing.to_y - thing.y if isinstance(thing, Rule) else getattr(thing, "height", width)
            if thing.x + width <= left or right <= thing.x or thing.y >= bottom or thing.y + height <= top:
                continue
            inside = isinstance(thing, Box) and thing.y < top and thing.y + height > bottom
            if not inside and not (
                isinstance(thing, Box) and thing.x < left and thing.x + width > right and not thing.edge
            ):
                found.append(f"{type(thing).__name__} through {word.text}")
    return found


@pytest.mark.parametrize(
    ("id", "variants", "paper", "theme", "language"),
    [
        ("hanging-gardens", (), "A5", "colour", "hu"),
        ("harvest-dice", ("advanced",), "4x6", "low-ink", "en"),  # a ladder under its picture
        ("grasshopper-ant", (), "A6", "colour", "pl"),
        ("garden-dice", (), "A5", "large-print", "el"),
        (str(GAMES / "agricola"), (), "4x6", "colour", "en"),
    ],
)
def test_nothing_goes_through_words(id: str, variants: tuple[str, ...], paper: str, theme: str, language: str) -> None:
    for page in make.pages(load(id, variants, language=language), "pad", paper, theme=theme):
        assert crossed(page) == []


# -- as a file


@pytest.mark.parametrize(
    ("id", "variants"), [("garden-dice", ()), ("hanging-gardens", ()), ("diced-tomatoes", ("risky",))]
)
@pytest.mark.parametrize("theme", ["colour", "low-ink"])
def test_the_file_holds_what_was_laid_out(id: str, variants: tuple[str, ...], theme: str, tmp_path: Path) -> None:
    game = load(id, variants)
    laid = make.pages(game, "pad", "A5", None, theme)
    (file,) = make.write(game, "pad", make.Order("a5", theme=theme), folder=tmp_path / "new")
    assert file.name == f"{'-'.join([id, *variants])}-pad.pdf"
    reader = pypdf.PdfReader(file)
    assert len(reader.pages) == len(laid)
    for page, placed in zip(reader.pages, laid, strict=True):
        read = re.sub(r"\s+", "", page.extract_text())
        for word in placed.words:
            assert re.sub(r"\s+", "", word.text) in read
    fonts = {
        str(font.get_object()["/BaseFont"]): font.get_object()
        for page in reader.pages
        for font in page["/Resources"]["/Font"].values()
    }
    assert fonts
    for name, font in fonts.items():
        assert "/FontFile2" in font["/FontDescriptor"], f"{name} is embedded"
    assert reader.metadata is not None
    assert game.title in str(reader.metadata.title)


def test_the_same_input_gives_the_same_bytes() -> None:
    game = load("garden-dice")
    document = draw.Document("Garden Dice", "en")
    assert draw.pdf(make.pages(game, "pad"), document) == draw.pdf(make.pages(game, "pad"), document)


def test_an_existing_file_survives_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("garden-dice")
    (file,) = make.write(game, "pad", folder=tmp_path)
    before = file.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(UsageError, match="No space left"):
        make.write(game, "pad", make.Order(theme="low-ink"), folder=tmp_path)
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_low_ink_has_no_fills() -> None:
    for page in make.pages(load("garden-dice"), "pad", "A5", None, "low-ink"):
        assert not page.fills
        filled = [box for box in page.things if isinstance(box, Box) and box.fill and box.height > 1]
        assert filled == []
        assert all(rule.colour == "#1B211D" for rule in page.things if isinstance(rule, Rule))


# -- names


def said(page: Page) -> list[str]:
    return [word.text for word in page.words]


def test_names_stand_at_the_head_of_their_columns_on_every_sheet() -> None:
    names = ("Ann", "Bob", "玩家", "Ζωή")
    (page,) = make.pages(load("garden-dice"), "pad", names=names)
    placed = {word.text: word.x for word in page.words}
    assert sorted(names, key=placed.__getitem__) == list(names)
    several = make.pages(load("garden-dice"), "pad", "A6", names=names)
    assert len(several) > 1
    assert [name for page in several for name in said(page) if name in names] == list(names)
    assert not [fault for page in (page, *several) for fault in faults(page)]


def test_as_many_columns_as_names_unless_players_are_given() -> None:
    heavy = [
        sum(thing.weight == 1.5 for thing in page.things if isinstance(thing, Box))
        for page in (
            *make.pages(load("garden-dice"), "pad", names=("Ann", "Bob")),
            *make.pages(load("garden-dice"), "pad", players=3, names=("Ann", "Bob")),
        )
    ]
    assert heavy == [2, 3]


@pytest.mark.parametrize("name", ["x" * 60, "<b>&" * 15, "W" * 60, "e\u0301" * 60])
@pytest.mark.parametrize("paper", ["A4", "A6", "4x6"])
def test_a_long_name_is_shortened_with_an_ellipsis(name: str, paper: str) -> None:
    pages = make.pages(load("grasshopper-ant"), "pad", paper, names=(name, "Bob"))
    (shown,) = [text for page in pages for text in said(page) if text.endswith("…")]
    assert name.startswith(shown[:-1])
    assert len(shown) > 2
    assert not [fault for page in pages for fault in faults(page)]


@pytest.mark.parametrize("name", ["😀", "שלום", "مرحبا", "a\nb", "\u202eAnn", "\x00"])
def test_a_name_that_cannot_be_drawn_is_a_clear_error(name: str) -> None:
    with pytest.raises(UsageError, match=r"no font has .*, which stands in"):
        make.pages(load("garden-dice"), "pad", names=(name,))


def test_more_names_than_players_is_an_error() -> None:
    with pytest.raises(UsageError, match="3 names for 2 players"):
        make.pages(load("garden-dice"), "pad", players=2, names=("A", "B", "C"))
    with pytest.raises(UsageError, match="5 players, but Garden Dice is for at most 4"):
        make.pages(load("garden-dice"), "pad", names=tuple("ABCDE"))


def test_a_play_sheet_for_one_is_made_for_each_name() -> None:
    one, two = make.pages(load("harvest-dice"), "play", names=("Ann", "Bob"))
    assert ("Ann" in said(one), "Bob" in said(one)) == (True, False)
    assert ("Ann" in said(two), "Bob" in said(two)) == (False, True)
    assert not faults(one) + faults(two)


def test_the_subtitle_is_read_before_what_is_asked() -> None:
    for sheet, asked in (("pad", "Date"), ("play", "Name")):
        (page,) = make.pages(load("harvest-dice"), sheet)
        title, subtitle, after, *_ = said(page)
        assert title == "Harvest Dice"
        assert subtitle.startswith(("Score pad", "Play sheet"))
        assert after == asked


@pytest.mark.parametrize("lines", [70, 200])
def test_a_game_too_long_for_any_paper_is_told_at_once(tmp_path: Path, lines: int) -> None:
    """Not after every number of sheets on every paper has been tried: with 99 players that would take for ever."""
    counts = "".join(f"  c{at}: {{label: Count {at}}}\n" for at in range(lines))
    rules = "".join(f"  c{at}: {{kind: points, of: c{at}}}\n" for at in range(lines))
    file = tmp_path / "long.yaml"
    file.write_text(
        f"potager: 1\ntitle: Long\nplayers: {{most: 99}}\ncounts:\n{counts}lines:\n{rules}", encoding="utf-8"
    )
    with pytest.raises(UsageError, match="does not fit on A4"):
        make.pages(load(str(file)), "pad")
