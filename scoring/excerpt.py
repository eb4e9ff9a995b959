"""The line of a file in which something is wrong, with a caret under the place."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from pathlib import Path

from scoring import resources
from scoring.errors import Mark

WIDEST = 100  # letters of a line that are shown
_BEFORE = 60  # of them before the caret, in a longer line


def excerpt(mark: Mark | None) -> str:
    """Two lines for a terminal: the line as it stands in the file, and a caret; nothing when it cannot be read.

    The caret stands under the letter also where letters are two columns wide, as Chinese ones are.
    """
    if mark is None or mark.line == 0:
        return ""
    lines = _lines(mark.file)
    if mark.line > len(lines):
        return ""
    line, at = lines[mark.line - 1].rstrip(), mark.column - 1
    start = max(0, at - _BEFORE) if len(line) > WIDEST else 0
    shown = line[start : start + WIDEST]
    before, after = "…" if start else "", "…" if start + WIDEST < len(line) else ""
    left = before + "".join(map(_seen, shown[: at - start]))
    text = left + "".join(map(_seen, shown[at - start :])) + after
    number = str(mark.line)
    return f"  {number} | {text}\n  {' ' * len(number)} | {' ' * sum(map(_columns, left))}^"


def forget() -> None:
    """Read files anew: a person has changed them."""
    _lines.cache_clear()


@lru_cache(maxsize=8)
def _lines(name: str) -> tuple[str, ...]:
    """The lines of a file by the name that messages give it."""
    path = Path(name)
    if name.startswith("rules_data/"):
        ours = resources.folder("rules_data") / name.removeprefix("rules_data/")
        path = ours if ours.is_file() else path
    try:
        if not path.is_file():
            return ()
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError):
        return ()
    return tuple(re.split(r"\r\n|\r|\n", text))


def _seen(letter: str) -> str:
    """A letter as a terminal can show it, in its own width."""
    return letter if letter.isprintable() else " " if letter.isspace() else "·"


def _columns(letter: str) -> int:
    """How many columns of a terminal a letter takes."""
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1
