"""What YAML tears apart, told to somebody who never heard of YAML.

The parser says only that something is not as expected. What a player did is seen better in the line itself: a text
with a second colon, a formula that begins with a sign which YAML keeps for itself, a quote or bracket that is never
closed, a tab, a line that is indented too far. Nothing here depends on the wording of the parser.
"""

from __future__ import annotations

import re

from scoring.errors import LONGEST_WORD, Problem, quoted
from scoring.source import Source

_KEY = re.compile(r"""\s*(?:- +)*("[^"\n]*"|'[^'\n]*'|[^\s"'{\[#&*!|>%@`,?-][^:#\n]*?|-?[\w.]+)\s*:(?=\s|$)""")
_GLUED = re.compile(r"\s*(?:- +)*([A-Za-z_][\w.-]*):(?=[^\s/])")
_ITEM = re.compile(r"\s*(?:- +)+(?=([\w.-]+):\s)")
_BREAK = re.compile(r"[\r\n]")
_CLOSING = {"{": "}", "[": "]", "(": ")"}
_LOOK = 2000  # letters of a line that are looked at
_SIGNS = "*&!%@`>|,]}?"
_WORD_NUMBER = re.compile(r"([A-Za-z_][\w.-]*) +([-+−]?[0-9][0-9 +−-]*|yes|no|true|false)$")
_WORDLIKE = re.compile(r"[\w.-]+$")


# -- the lines and values around a place


def line_of(source: Source, index: int) -> tuple[int, str]:
    """Where the line of a character begins, and its text; of an endless line a part before the character."""
    start = source.starts[source.mark(index).line - 1]
    start = max(start, index - 5 * _LOOK)
    found = _BREAK.search(source.text, start, index + 5 * _LOOK)
    return start, source.text[start : found.start() if found else index + 5 * _LOOK]


def value(source: Source, start: int, brackets: bool) -> str:
    """A value as a person meant it: up to the end of its line, or in { } up to the comma or bracket after it."""
    line, text = line_of(source, start)
    rest = text[start - line :][:_LOOK]
    comment = re.search(r"\s#", rest)
    rest = rest[: comment.start()] if comment else rest
    if not brackets:
        return rest.rstrip()
    depth = 0
    for at, letter in enumerate(rest):
        if letter in "{[(":
            depth += 1
        elif letter in "}])":
            depth -= 1
        if depth < 0 or (depth == 0 and letter == ","):
            return rest[:at].rstrip()
    return rest.rstrip()


def begins(source: Source, index: int, brackets: bool) -> int:
    """Where the value begins in which a character stands."""
    line, text = line_of(source, index)
    if not brackets and (key := _KEY.match(text[:_LOOK])) and line + key.end() <= index:
        after = key.end()
    else:
        cut = max(0, index - line - _LOOK)
        before, text, line = text[cut : index - line], text[cut:], line + cut
        after = max((found.end() for found in re.finditer(r":\s|[{\[,]\s*|^\s*(?:- +)*", before)), default=0)
    while after < len(text) and text[after].isspace():
        after += 1
    return line + after


def in_quotes(text: str) -> str:
    """The hint that helps nearly always."""
    if not text or len(text) > LONGEST_WORD or "\\" in text or ('"' in text and "'" in text):
        return "put all of it in quotes"
    return f"put it in quotes: '{text}'" if '"' in text else f'put it in quotes: "{text}"'


# -- what the events of the parser show


def blank(source: Source, index: int, brackets: bool) -> Problem:
    text = value(source, index, brackets)
    return Problem('a text cannot begin with "{{"', source.mark(index), in_quotes(text))


def sign(source: Source, index: int, brackets: bool, name: str) -> Problem:
    """A sign that has a meaning for programmers (`name`); more likely a formula or a sentence that begins so."""
    text = value(source, index, brackets)
    what = f'a text cannot begin with "{text[:1]}" ({name} are not read)'
    return Problem(what, source.mark(index), in_quotes(text))


def looks_torn(key: str) -> bool:
    """Whether a key without a value is the rest of a sentence rather than a word that means something."""
    return not _WORDLIKE.match(key) and not _WORD_NUMBER.match(key) and not _GLUED.match(key)


def lacks_colon(source: Source, start: int, key: str) -> tuple[Problem, str, str] | None:
    """`track 58` or `track:58` inside { }: what to say, and the word and its value."""
    if found := _GLUED.match(key):
        at = start + found.end() - 1
        return Problem("a space is missing after this colon", source.mark(at)), found[1], key[found.end() :]
    if found := _WORD_NUMBER.match(key):
        return Problem(f"a colon is missing after {quoted(found[1])}", source.mark(start)), found[1], found[2]
    return None


def by_comma(source: Source, start: int, whole: str) -> Problem:
    return Problem("the comma ends this text here, inside { }", source.mark(start), in_quotes(whole))


# -- what the parser could not read


def told(source: Source, at: int, context: int, said: str, brackets: bool, quote: tuple[int, int] | None) -> Problem:
    """What is wrong around a place; `context` is where the thing began that could not be finished."""
    text = source.text
    here = text[at : at + 1]
    line, written = line_of(source, at)
    if here == "\t" and not written[: at - line].strip():
        return Problem(
            "a tab stands at the beginning of this line", source.mark(at), "indent with spaces, not with tabs"
        )
    if "quoted scalar" in said:
        return _quote(source, at, context)
    if quote and _runs_over(source, quote) and source.mark(quote[1]).line == source.mark(at).line:
        return Problem("this quote does not end in its line", source.mark(quote[0]), "close it")
    if "expected ':'" in said:
        return _no_colon(source, context)
    start = begins(source, at, brackets)
    whole = value(source, start, brackets)
    first = text[start : start + 1]
    if first and (start < at or first in _SIGNS or first in "-:"):
        found = _value(source, start, at, whole, brackets)
        if found is not None:
            return found
    if brackets and text[context : context + 1] in ("{", "["):
        return _bracket(source, at, context)
    if here in ("}", "]"):
        return Problem(f'this "{here}" closes nothing', source.mark(at), "delete it, or put the text in quotes")
    if here == ":" and not written[: at - line].strip():
        return Problem("a word is missing before this colon", source.mark(at))
    return _line(source, at)


def _runs_over(source: Source, quote: tuple[int, int]) -> bool:
    return source.mark(quote[0]).line < source.mark(quote[1]).line


def _quote(source: Source, at: int, context: int) -> Problem:
    back = source.text.rfind("\\", context, at + 1)
    if at - back <= 3 and back > context:
        what = "a \\ has a meaning of its own in double quotes"
        return Problem(what, source.mark(back), "write \\\\, or use single quotes")
    return Problem("this quote is never closed", source.mark(context), f"end it with {source.text[context]}")


def _no_colon(source: Source, context: int) -> Problem:
    line, text = line_of(source, context)
    word = text.strip()
    glued = _GLUED.match(text[:_LOOK])
    if glued:
        return Problem("a space is missing after this colon", source.mark(line + glued.end() - 1))
    return Problem(f"a colon is missing after {quoted(word)}", source.mark(context))


def _value(source: Source, start: int, at: int, whole: str, brackets: bool) -> Problem | None:
    """A value that must be in quotes: by how it begins, or by what comes after."""
    text, mark = source.text, source.mark(start)
    first = text[start : start + 1]
    if text.startswith("{{", start):
        return blank(source, start, brackets)
    if first in _SIGNS or (first == ":" and _has_key(source, start)):
        return Problem(f'a text cannot begin with "{first}"', mark, in_quotes(whole))
    if first == "-" and text[start + 1 : start + 2] == " " and _has_key(source, start):
        digits = whole[1:].strip()
        hint = f"write -{digits}" if digits.isdigit() and len(digits) < 16 else in_quotes(whole)
        return Problem('a text cannot begin with "- "', mark, hint)
    if first in "\"'" and start < at and brackets and text[at : at + 1] in ("'", '"'):
        return Problem(f"a comma is missing before {quoted(_word(text, at))}", source.mark(at))
    if first in "\"'" and start < at:
        apostrophe = first == "'" and not text[at - 1 : at + 1].endswith((" ", "\n")) and text[at - 1] == "'"
        rest = "inside '…' write every ' twice, or use \"…\"" if apostrophe else "put the whole text in quotes"
        return Problem(f"the quote ends before {quoted(value(source, at, brackets))}", source.mark(at), rest)
    if text[at : at + 1] in ("}", "]") and start < at and not brackets:
        return Problem(f'this "{text[at]}" closes nothing', source.mark(at), "delete it, or put the text in quotes")
    if first in "[{" and not brackets and start < at and text[at : at + 1] != ":":
        return Problem(f'the "{first}" is closed before the text ends', mark, in_quotes(whole))
    if text[at : at + 1] == ":" and start < at and _has_key(source, start):
        if not brackets:
            return Problem("a second colon stands in this text", source.mark(at), in_quotes(whole))
        before = text[start:at].split()
        if len(before) < 2:
            return Problem("a second colon stands in this text", source.mark(at), in_quotes(whole))
        word = text.rfind(before[-1], start, at)
        return Problem(
            f"a comma is missing before {quoted(before[-1])}", source.mark(word), "or put the text in quotes"
        )
    return None


def _word(text: str, at: int) -> str:
    """The word in quotes that begins here."""
    return text[at + 1 : at + _LOOK].split(text[at])[0]


def _has_key(source: Source, start: int) -> bool:
    """Whether a value stands behind its word, in the same line."""
    line, text = line_of(source, start)
    return bool(re.search(r":\s|[{\[,]", text[: start - line]))


def _bracket(source: Source, at: int, context: int) -> Problem:
    """Brackets over several lines: one is not closed, or a comma is missing."""
    sign_ = source.text[context]
    if not _closed(source.text, context):
        return Problem(f'this "{sign_}" is never closed', source.mark(context), f'end it with "{_CLOSING[sign_]}"')
    if source.text[at : at + 1] in ("}", "]") and source.text[at] != _CLOSING[sign_]:
        what = f'this "{sign_}" is ended by "{source.text[at]}"'
        return Problem(what, source.mark(at), f'end it with "{_CLOSING[sign_]}"')
    line, text = line_of(source, at)
    start = line + len(text) - len(text.lstrip()) if source.text[at : at + 1] == ":" else at
    return Problem("a comma is missing before this", source.mark(start), "or quotes around a text")


def _closed(text: str, start: int) -> bool:
    """Whether a bracket has its partner, quotes left aside."""
    depth, inside = 0, ""
    for letter in text[start:]:
        if inside:
            inside = "" if letter == inside else inside
        elif letter in "\"'":
            inside = letter
        elif letter in "{[":
            depth += 1
        elif letter in "}]":
            depth -= 1
            if depth == 0:
                return True
    return False


def _line(source: Source, at: int) -> Problem:
    """A line that does not belong where it stands."""
    line, text = line_of(source, at)
    mark = source.mark(line + len(text) - len(text.lstrip()))
    before = _line_before(source, line)
    if before is not None:
        above_at, above = before
        glued = _GLUED.match(above[:_LOOK])
        if glued and not _KEY.match(above[:_LOOK]):
            return Problem("a space is missing after this colon", source.mark(above_at + glued.end() - 1))
        if (item := _ITEM.match(above[:_LOOK])) and _KEY.match(text[:_LOOK]) and not text.lstrip().startswith("- "):
            hint = f"begin it in column {item.end() + 1}, under {quoted(item[1])}"
            return Problem("this line does not line up with the one above", mark, hint)
        deeper = len(text) - len(text.lstrip()) > len(above) - len(above.lstrip())
        key = _KEY.match(above[:_LOOK])
        if not key and not above.lstrip().startswith(("- ", "#")) and _KEY.match(text[:_LOOK]):
            place = above_at + len(above) - len(above.lstrip())
            return Problem(f"a colon is missing after {quoted(above.strip())}", source.mark(place))
        if deeper and key:
            return Problem(
                "this line is indented further than the one above, which already has a value",
                mark,
                "begin both in the same column",
            )
        if above.lstrip().startswith("- ") != text.lstrip().startswith("- "):
            return Problem("a list (- …) and entries (word: …) stand side by side", mark, "indent one of them")
    return Problem("this line does not line up with those above", mark, "check the indentation, quotes and brackets")


def _line_before(source: Source, line: int) -> tuple[int, str] | None:
    """The last line above that is not blank and no comment."""
    while line > 0:
        line, text = line_of(source, line - 1)
        if text.strip() and not text.lstrip().startswith("#"):
            return line, text
    return None
