"""Where a line of text may end: at spaces, and between Chinese characters, which have none.

Never before a closing sign and never after an opening one, and never inside a word or name in Latin letters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

Wide: TypeAlias = Callable[[str], float]
Piece: TypeAlias = tuple[str, str]  # what stands before it on the same line: a space or nothing; and the letters
Runs: TypeAlias = tuple[tuple[str, bool], ...]  # letters, and whether they are bold

CLOSING = frozenset("，。、：；！？」』）】》〉〕…—·～％,.:;!?)]}%’”°")  # no line begins with one
OPENING = frozenset("「『（【《〈〔([{‘“$−+±×÷")  # no line ends with one
EVEN = 5  # tenths of the room that a line may leave free, so that the last one is not much shorter
_SIGN, _TIMES = re.compile("([=+−:]) "), re.compile(" ([×÷]) ")
TOGETHER = 3  # Chinese characters that a narrow column should hold beside one another


def may_break(before: str, after: str) -> bool:
    """Whether a line may end between two letters that touch.

    >>> may_break("蔬", "菜"), may_break("菜", "，"), may_break("i", "c"), may_break("3", "個")
    (True, False, False, False)
    """
    if after in CLOSING or before in OPENING or not (_chinese(before) or _chinese(after)):
        return False
    return not (before.isdecimal() and before.isascii())  # a number and what is counted


def _chinese(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in "WF"


def kept(text: str) -> str:
    """A text in which a sum may go on in the next line only before a plus, minus or equals sign.

    >>> kept("sets: 2 × 15 = 30").split(" ")
    ['sets:\\xa02\\xa0×\\xa015', '=\\xa030']
    """
    return _SIGN.sub("\\1\u00a0", _TIMES.sub("\u00a0\\1\u00a0", text))


@lru_cache(maxsize=5_000)
def units(spans: Runs) -> Sequence[tuple[str, Runs]]:
    """Text, bold in places, in the smallest units that stay on one line, each with what stands before it."""
    made: list[tuple[str, list[tuple[str, bool]]]] = []
    before, glue = "", ""
    for text, bold in spans:
        for letter in text:
            if letter.isspace() and letter != "\u00a0":
                glue = " "
                continue
            if not made or glue or may_break(before, letter):
                made.append((glue if made else "", [(letter, bold)]))
            else:
                runs = made[-1][1]
                letters = runs.pop()[0] if runs[-1][1] == bold else ""
                runs.append((letters + letter, bold))
            before, glue = letter, ""
    return [(glue, tuple(runs)) for glue, runs in made]


@lru_cache(maxsize=5_000)
def pieces(text: str) -> Sequence[Piece]:
    """A text in pieces that stay on one line.

    >>> pieces("Ann 得分")
    [('', 'Ann'), (' ', '得'), ('', '分')]
    """
    return [(glue, runs[0][0]) for glue, runs in units(((text, False),))]


def joined(some: Iterable[Piece]) -> str:
    """Pieces as they stand on one line."""
    return "".join(glue + letters for glue, letters in some).strip()


def wrapped(text: str, room: float, wide: Wide) -> list[str]:
    """A text in lines of a width; a piece that is too wide stands alone. Chinese ones are as long as one another."""
    some = pieces(text)
    lines = _filled(some, room, wide)
    if len(lines) == 1 or not any(map(_chinese, text)):
        return lines
    for tenth in range(EVEN, 10):  # no lone character in the last line
        even = _filled(some, room * tenth / 10, wide)
        if len(even) == len(lines):
            return even
    return lines


def _filled(some: Iterable[Piece], room: float, wide: Wide) -> list[str]:
    lines: list[str] = []
    for glue, piece in some:
        if lines and wide(f"{lines[-1]}{glue}{piece}") <= room:
            lines[-1] = f"{lines[-1]}{glue}{piece}"
        else:
            lines.append(piece)
    return lines


def lone(text: str) -> bool:
    """Whether a line is one word or one Chinese character, perhaps with the sign that closes the sentence."""
    return bool(text) and len(units(((text, False),))) == 1


def narrowest(text: str, wide: Wide) -> float:
    """The narrowest column that a text can stand in: its longest word, or a few Chinese characters."""
    known = pieces(text)
    widest = 0.0
    for at, (_, piece) in enumerate(known):
        together = piece
        for glue, further in known[at + 1 : at + TOGETHER]:
            if glue:
                break
            together += further
        widest = max(widest, wide(together))
    return widest
