"""Letters and their fonts."""

import subprocess
import sys
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from sheets.fonts import BOLD, REGULAR, MissingGlyph, runs, width

ROOT = Path(__file__).parents[1]
LATIN = "abcdefghijklmnopqrstuvwxyz"
ALPHABETS = {
    "en": LATIN,
    "pl": LATIN + "ąćęłńóśźż",
    "hu": LATIN + "áéíóöőúüű",
    "el": "αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ",
    "de": LATIN + "äöüß",
    "fr": LATIN + "àâæçéèêëîïôœùûüÿ",
    "cs": LATIN + "áčďéěíňóřšťúůýž",
}
CHINESE = "遊戲計分紙總分玩家輔助表蔬菜番茄胡蘿蔔茄子朝鮮薊南瓜萵苣螞蟻蚱蜢花園骰勝利平手變體單人模式"
MARKS = "0123456789.,:;!?'\"()[]/%&+=–—‘’“”„·×÷−±≤≥≠½…• \u00a0\u2011\u202f"
CHINESE_MARKS = "，、。：；！？「」『』（）《》〈〉～／％＋＝１２３\u3000"


@pytest.mark.parametrize("bold", [False, True], ids=["regular", "bold"])
@pytest.mark.parametrize("language", ALPHABETS)
def test_open_sans_draws_every_letter_of_latin_and_greek(language: str, bold: bool) -> None:
    letters = ALPHABETS[language]
    capitals = [letter.upper() for letter in letters if len(letter.upper()) == 1]
    for letter in [*letters, *capitals, *MARKS]:
        assert runs(letter, bold) == (((BOLD if bold else REGULAR)[0], letter),)


@pytest.mark.parametrize("bold", [False, True], ids=["regular", "bold"])
def test_noto_draws_chinese(bold: bool) -> None:
    for letter in CHINESE + CHINESE_MARKS:
        assert runs(letter, bold) == (((BOLD if bold else REGULAR)[1], letter),)


@pytest.mark.parametrize("bold", [False, True], ids=["regular", "bold"])
def test_all_5401_everyday_characters_of_chinese_are_there(bold: bool) -> None:
    cells = (*range(0x40, 0x7F), *range(0xA1, 0xFF))
    codes = [row << 8 | cell for row in range(0xA4, 0xC7) for cell in cells]
    everyday = b"".join(code.to_bytes(2, "big") for code in codes if code <= 0xC67E).decode("big5")
    assert len(everyday) == 5401
    assert runs(everyday, bold) == (((BOLD if bold else REGULAR)[1], everyday),)


OPEN, NOTO = REGULAR
RUNS = [
    ("", ()),
    (" ", ((OPEN, " "),)),
    ("Ann", ((OPEN, "Ann"),)),
    ("玩家", ((NOTO, "玩家"),)),
    ("Ann 玩家 Bob", ((OPEN, "Ann "), (NOTO, "玩家 "), (OPEN, "Bob"))),  # a space stays where it is
    ("總分：12 分", ((NOTO, "總分："), (OPEN, "12 "), (NOTO, "分"))),
    ("玩家……", ((NOTO, "玩家……"),)),  # so do dots and dashes, which are wider in Chinese
    ("花園骰 · Meridae", ((NOTO, "花園骰 "), (OPEN, "· Meridae"))),  # but one dot divides all footers
    ("Αλέξης – Győző – Żaneta", ((OPEN, "Αλέξης – Győző – Żaneta"),)),
    ("Gyo\u030bzo\u030b", ((OPEN, "Győző"),)),  # letter and accent typed apart, as in file names of a Mac
]


@pytest.mark.parametrize(("text", "expected"), RUNS, ids=[repr(case[0]) for case in RUNS])
def test_a_text_is_cut_where_the_font_changes(text: str, expected: tuple[tuple[str, str], ...]) -> None:
    assert runs(text) == expected


def test_bold_runs_use_the_bold_fonts() -> None:
    assert runs("Ann 玩家", bold=True) == (("OpenSans-Bold", "Ann "), ("NotoSansTC-Bold", "玩家"))


def test_widths_add_up() -> None:
    text = "Ann 玩家 — Αλέξης"
    parts = [*"Ann ", "玩家 — ", *"Αλέξης"]
    assert width(text, 9) == pytest.approx(sum(width(part, 9) for part in parts))
    drawn = [pdfmetrics.stringWidth(piece, name, 9) for name, piece in runs(text)]
    assert width(text, 9) == pytest.approx(sum(drawn))
    assert width(text, 18) == pytest.approx(2 * width(text, 9))
    assert width("", 9) == 0
    assert width("Total", 9, bold=True) > width("Total", 9)


@pytest.mark.parametrize("bold", [False, True], ids=["regular", "bold"])
def test_digits_share_one_width_so_that_columns_align(bold: bool) -> None:
    assert len({width(digit, 10, bold) for digit in "0123456789"}) == 1


MISSING = [
    ("any → die", "no font has '→' (U+2192 RIGHTWARDS ARROW), which stands in 'any → die'"),
    ("pig 🐖", "no font has '🐖' (U+1F416 PIG), which stands in 'pig 🐖'"),
    ("a\tb", r"no font has '\t' (U+0009 a control character), which stands in 'a\tb'"),
    ("two\nlines", r"no font has '\n' (U+000A a control character), which stands in 'two\nlines'"),
    ("veg\u00adetable", r"no font has '\xad' (U+00AD SOFT HYPHEN), which stands in 'veg\xadetable'"),
    ("\u200f12", r"no font has '\u200f' (U+200F RIGHT-TO-LEFT MARK), which stands in '\u200f12'"),
    ("\ud83d", r"no font has '\ud83d' (U+D83D half a character), which stands in '\ud83d'"),
    ("\uffff", r"no font has '\uffff' (U+FFFF a character without a name), which stands in '\uffff'"),
    ("\x00", r"no font has '\x00' (U+0000 a control character), which stands in '\x00'"),
]


@pytest.mark.parametrize(("text", "message"), MISSING, ids=[ascii(case[0]) for case in MISSING])
def test_a_letter_that_no_font_has_is_named(text: str, message: str) -> None:
    with pytest.raises(MissingGlyph) as caught:
        width(text, 9)
    assert str(caught.value) == message
    assert caught.value.text == text
    assert caught.value.character in text


def test_every_font_has_a_postscript_name_of_its_own() -> None:
    """With one name for two weights viewers draw Bold with the outlines of Regular."""
    stream = BytesIO()
    canvas = Canvas(stream, invariant=1)
    for bold in (False, True):
        for name, piece in runs("Garden 花園", bold):
            canvas.setFont(name, 12)
            canvas.drawString(20, 20, piece)
            assert pdfmetrics.getFont(name).face.name.decode() == name
    canvas.save()
    fonts: Any = PdfReader(stream).pages[0]["/Resources"]
    names = {font.get_object()["/BaseFont"].partition("+")[2] for font in fonts["/Font"].values()}
    assert names >= {*REGULAR, *BOLD}


def test_the_chinese_font_is_opened_only_for_chinese() -> None:
    script = (
        "from sheets.fonts import runs, width\n"
        "from reportlab.pdfbase import pdfmetrics\n"
        "width('Garden Dice – Κήπος', 9), width('Total', 9, True)\n"
        "print([n for n in pdfmetrics.getRegisteredFontNames() if 'Noto' in n])\n"
        "runs('花園')\n"
        "print([n for n in pdfmetrics.getRegisteredFontNames() if 'Noto' in n])\n"
    )
    printed = subprocess.check_output([sys.executable, "-c", script], text=True, cwd=ROOT)
    assert printed.splitlines() == ["[]", "['NotoSansTC-Regular']"]


def test_each_family_comes_with_its_licence() -> None:
    folder = files("sheets") / "fonts"
    for family in ("OpenSans", "NotoSansTC"):
        licence = (folder / f"OFL-{family}.txt").read_text(encoding="utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence
