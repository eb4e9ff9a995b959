"""The text of a file, and where each of its letters stands for somebody who looks at it in an editor."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from scoring.errors import Mark

_BREAK = re.compile(r"\r\n|\r|\n")
_ESCAPES = {"x": 4, "u": 6, "U": 10}


class Source:
    """The text of a file, and where its lines begin."""

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name

    @cached_property
    def starts(self) -> list[int]:
        return [0, *(found.end() for found in _BREAK.finditer(self.text))]

    def mark(self, index: int) -> Mark:
        """The place of a character."""
        index = min(index, len(self.text))
        line = bisect_right(self.starts, index)
        return Mark(self.name, line, index - self.starts[line - 1] + 1)

    def letter(self, start: int, end: int, text: str, column: int) -> int:
        """Where the letter of a value stands that was written from `start` to `end`, folded or with escapes."""
        at = start
        if self.text[at : at + 1] in ("|", ">"):
            found = _BREAK.search(self.text, at, end)
            at = found.end() if found else at
        double = self.text[at : at + 1] == '"'
        if double or self.text[at : at + 1] == "'":
            at += 1
        for letter in text[:column]:
            at = self._step(at, end, letter, double)
        while at < end - 1 and self.text[at].isspace() and not text[column : column + 1].isspace():
            at += 1
        return at

    def _step(self, at: int, end: int, letter: str, double: bool) -> int:
        """Past one letter of a value."""
        text = self.text
        while double and text[at : at + 1] == "\\" and text[at + 1 : at + 2] in ("\n", "\r"):
            at += 2  # the line goes on in the next
            while at < end and text[at].isspace():
                at += 1
        while at < end and text[at].isspace() and not letter.isspace():
            at += 1
        if letter.isspace():  # a folded line: its whole indentation is one blank
            if text[at : at + 1] not in ("\n", "\r"):
                return at + 1
            while at < end and text[at].isspace():
                at += 1
            return at
        if double and text[at : at + 1] == "\\":
            return at + _ESCAPES.get(text[at + 1 : at + 2], 2)
        return at + (2 if letter == "'" and text[at : at + 2] == "''" and not double else 1)
