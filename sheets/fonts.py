"""Which font draws which letter: a text → runs of one font each, and its width.

Open Sans draws Latin and Greek, Noto Sans TC draws Chinese; a name like "Ann 玩家" needs both. ReportLab
would draw a letter that its font lacks as an empty box, or as nothing at all, and say nothing. Here such a
letter is an error, before anything is drawn. Whoever measures and whoever draws use the same runs, so what
was measured is what is printed.
"""

import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Any, TypeAlias

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

Run: TypeAlias = tuple[str, str]  # the name of a font ReportLab knows, and what it draws

REGULAR = ("OpenSans-Regular", "NotoSansTC-Regular")  # the first that has the letter draws it
BOLD = ("OpenSans-Bold", "NotoSansTC-Bold")

STAY = frozenset(" \u00a0—…")  # belong to no script: they keep the font of the letter before them
UNDRAWN = frozenset({"Cc", "Cf"})  # controls and marks of direction, whatever a font may hold in their place
NAMELESS = {"Cc": "a control character", "Cs": "half a character", "Co": "a character of private use"}


class MissingGlyph(ValueError):
    """A letter that none of our fonts can draw."""

    def __init__(self, character: str, text: str) -> None:
        super().__init__(f"no font has {describe(character)}, which stands in {text!r}")
        self.character = character
        self.text = text


def describe(character: str) -> str:
    """The letter for a message, also when it cannot be seen: `'→' (U+2192 RIGHTWARDS ARROW)`."""
    nameless = NAMELESS.get(unicodedata.category(character), "a character without a name")
    return f"{character!r} (U+{ord(character):04X} {unicodedata.name(character, nameless)})"


@lru_cache(maxsize=20_000)
def runs(text: str, bold: bool = False) -> tuple[Run, ...]:
    """The text in pieces, each for one font; neighbours always differ in font. No text, no runs."""
    found: list[tuple[str, list[str]]] = []
    # Accents may be typed as a letter and a mark (files of a Mac); the fonts know only whole letters.
    for character in unicodedata.normalize("NFC", text):
        now = found[-1][0] if found else None
        name = _font_for(character, bold, now)
        if name is None:
            raise MissingGlyph(character, text)
        if name == now:
            found[-1][1].append(character)
        else:
            found.append((name, [character]))
    return tuple((name, "".join(letters)) for name, letters in found)


def width(text: str, size: float, bold: bool = False) -> float:
    """How much of the line the text takes, in points."""
    return _width_at_one(text, bold) * size


@lru_cache(maxsize=20_000)
def _width_at_one(text: str, bold: bool) -> float:
    return float(sum(pdfmetrics.stringWidth(piece, name, 1) for name, piece in runs(text, bold)))


def _font_for(character: str, bold: bool, now: str | None) -> str | None:
    if unicodedata.category(character) in UNDRAWN:
        return None
    if now is not None and character in STAY and _has(now, character):
        return now
    # The next font is opened only if this one lacks the letter: the Chinese ones are large.
    return next((name for name in (BOLD if bold else REGULAR) if _has(name, character)), None)


def _has(name: str, character: str) -> bool:
    return bool(_glyphs(name).get(ord(character), 0))  # glyph 0 is the empty box


@cache
def _glyphs(name: str) -> dict[int, int]:
    """The letters of a font and their glyphs; makes the font known to ReportLab when first asked for."""
    data = (files("sheets") / "fonts" / f"{name}.ttf").read_bytes()
    font: Any = TTFont(name, BytesIO(data))
    pdfmetrics.registerFont(font)
    glyphs: dict[int, int] = font.face.charToGlyph
    return glyphs
