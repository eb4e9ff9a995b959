"""YAML that keeps its word: strict, and every value and key knows its line and column.

The one place that reads YAML (and JSON, which is YAML). Built from the parser's events in one pass, so that
aliases, tags, second documents, doubled keys and depth are refused before anything grows. Plain scalars become
true/false, null, decimal whole numbers and simple decimals; all else is text. What YAML 1.1 would have read as
something else (`no`, `010`, `12:30`, `1_000`) is text too, and `surprise` says what to write instead.
What the parser cannot read at all is looked at by `torn`, which tells it in a player's words; it is imported only
then, for a good file should be read quickly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from scoring.errors import Mark, Problem, RulesError, UsageError, quoted
from scoring.source import Source

LARGEST = 1 << 20  # bytes of a file
DEEPEST = 40  # mappings and lists in one another
MOST_EVENTS = 50_000  # keys, values, brackets
MOST_DIGITS = 15  # of one number
LONGEST_NUMBER = 60  # letters that are looked at as an odd number

Scalar: TypeAlias = str | int | float | bool | None

_LOADER: type[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NULLS = {"", "~", "null", "Null", "NULL"}
_BOOLEANS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_OLD_BOOLEANS = {"yes", "no", "on", "off"}
_WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]*)$")
_DECIMAL = re.compile(r"[-+]?[0-9]+\.[0-9]+$")
_ODD_NUMBER = re.compile(
    r"[-+]?(0[0-9_]+|[0-9][0-9_]*_[0-9_]*|0x[0-9a-fA-F_]+|0o[0-7_]+|0b[01_]+|[0-9]+(:[0-5]?[0-9])+(\.[0-9]*)?"
    r"|[0-9.]+[eE][-+]?[0-9]+|\.[0-9]+|[0-9]+\.|\.inf|\.nan|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2})$",
    re.IGNORECASE,
)
_FORBIDDEN = re.compile(r"[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(slots=True, eq=False)
class Node:
    """A value of a file and where it stands. Mappings keep their order; their keys are always text."""

    value: dict[str, Node] | list[Node] | Scalar
    mark: Mark
    key: Mark | None = None  # where the key of this value stands, in a mapping
    text: str = ""  # a scalar as it was written
    plain: bool = False  # written without quotes
    written: tuple[Source, int, int] | None = None  # a scalar in its file: from where to where

    def __getitem__(self, key: str) -> Node:
        assert isinstance(self.value, dict)
        return self.value[key]

    @property
    def mapping(self) -> dict[str, Node]:
        """The entries of a mapping; nothing for anything else."""
        return self.value if isinstance(self.value, dict) else {}

    @property
    def entries(self) -> list[Node]:
        """The entries of a list; nothing for anything else."""
        return self.value if isinstance(self.value, list) else []

    @property
    def where(self) -> Mark:
        """Where a person would point: the key, if there is one."""
        return self.key or self.mark

    @property
    def spot(self) -> Mark:
        """Where a person would point for the value itself: of nothing, and of what begins further down, the key."""
        nothing = self.value is None and not self.text
        below = self.key is not None and self.key.line != self.mark.line
        return self.where if nothing or (below and isinstance(self.value, dict | list)) else self.mark

    def at(self, column: int) -> Mark:
        """The place of a letter of a text (from 0), also where quotes, escapes and folded lines move it."""
        if self.written is None:
            return self.mark
        source, start, end = self.written
        return source.mark(source.letter(start, end, self.text, column))

    def find(self, path: tuple[str | int, ...]) -> Node:
        """The node at a path, or the deepest one on the way there."""
        node = self
        for step in path:
            if isinstance(node.value, dict) and str(step) in node.value:
                node = node.value[str(step)]
            elif isinstance(node.value, list) and isinstance(step, int) and step < len(node.value):
                node = node.value[step]
            else:
                break
        return node

    def bare(self) -> Any:
        """The same as plain dicts, lists and scalars."""
        if isinstance(self.value, dict):
            return {key: node.bare() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.bare() for node in self.value]
        return self.value

    def walk(self) -> Iterator[Node]:
        yield self
        for node in (*self.mapping.values(), *self.entries):
            yield from node.walk()

    def with_value(self, value: dict[str, Node] | list[Node] | Scalar) -> Node:
        """Something else in the same place."""
        return Node(value, self.mark, self.key, self.text, self.plain, self.written)


def surprise(node: Node, wanted: str = "word") -> str:
    """Why a plain scalar may not mean what it says, as a hint what to write; empty when all is well."""
    if not node.plain or isinstance(node.value, dict | list) or len(node.text) > LONGEST_NUMBER:
        return ""
    quotes = f'put it in quotes: "{node.text}"'
    if node.text.casefold() in _OLD_BOOLEANS or isinstance(node.value, bool):
        return quotes if wanted == "word" else "write a number"
    if isinstance(node.value, str) and _ODD_NUMBER.match(node.text):
        digits = node.text.replace("_", "").lstrip("+")
        if wanted == "word":
            return quotes
        if re.fullmatch(r"-?0*[0-9]+", digits):
            return f"write {int(digits)}"
        return "write a whole number in plain digits"
    return ""


def read(path: Path, name: str | None = None, problems: list[Problem] | None = None) -> Node:
    """A file as a tree of nodes; `name` is how messages call it.

    What is wrong but leaves the rest readable (a doubled key) is put into `problems`, if such a list is given.
    Errors: UsageError when there is no such file, RulesError when it cannot be read as strict YAML.
    """
    name = name or str(path)
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except IsADirectoryError:
        raise UsageError(Problem("this is a folder, not a file", Mark(name))) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "this cannot be the name of a file"
        raise UsageError(Problem(f"the file cannot be read: {reason}", Mark(name))) from None
    return parse(raw, name, problems)


def parse(raw: bytes | str, name: str = "<text>", problems: list[Problem] | None = None) -> Node:
    """Text as a tree of nodes, or a RulesError that says where it is not strict YAML. `problems`: see `read`."""
    if len(raw) > LARGEST:
        raise RulesError(Problem("the file is larger than 1 MiB", Mark(name, 1, 1), "a rules file or tally is small"))
    text = (raw if isinstance(raw, str) else _decoded(raw, name)).removeprefix("\ufeff")
    source = Source(_pairs_joined(text) if text.lstrip()[:1] in ("{", "[") else text, name)
    forbidden = _FORBIDDEN.search(source.text)
    if forbidden:
        what = f"an invisible sign (U+{ord(forbidden[0]):04X}) stands here"
        raise RulesError(Problem(what, source.mark(forbidden.start()), "delete it"))
    builder = _Builder(source)
    root = builder.build()
    if problems is not None:
        problems += builder.problems
    elif builder.problems:
        raise RulesError(builder.problems)
    return root


_PAIR = re.compile(r"(?<!\\)((?:\\\\)*)\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")


def _pairs_joined(text: str) -> str:
    """JSON with letters beyond U+FFFF as JSON may write them, in two halves: YAML knows them only whole."""

    def whole(found: re.Match[str]) -> str:
        return found[1] + bytes.fromhex(found[2] + found[3]).decode("utf-16-be")

    return _PAIR.sub(whole, text)


def _decoded(raw: bytes, name: str) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8").removeprefix("\ufeff")
        mark = Source(before, name).mark(len(before))
        hint = "save the file as UTF-8 (plain text)"
        raise RulesError(Problem("this is not text in UTF-8", mark, hint)) from None


class _Builder:
    """From the parser's events to nodes, with a stack of what is open."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.problems: list[Problem] = []
        self.open: list[_Open] = []
        self.root: Node | None = None
        self.quote: tuple[int, int] | None = None  # the last text in quotes: from where to where

    def build(self) -> Node:
        loader = None
        try:
            loader = _LOADER(self.source.text)
            self.events(loader)
        except yaml.YAMLError as error:
            raise RulesError([*self.problems, self.not_yaml(error)]) from None
        except RecursionError:
            raise RulesError([*self.problems, Problem(_TOO_DEEP, self.source.mark(0))]) from None
        finally:
            if loader is not None:
                loader.dispose()
        return self.root or Node(None, Mark(self.source.name, 1, 1))

    def events(self, loader: Any) -> None:
        documents = 0
        for _ in range(MOST_EVENTS):
            event = loader.get_event()
            if event is None or isinstance(event, yaml.StreamEndEvent):
                return
            if isinstance(event, yaml.ScalarEvent):
                self.allow(event)
                self.add(self.scalar(event))
            elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
                self.begin(event)
            elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
                self.open.pop()
            elif isinstance(event, yaml.AliasEvent):
                self.refuse_sign(event, "*", "aliases")
            elif isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self.stop("a second document begins here", event, "keep one document in a file")
        self.stop("the file has too many entries", event, f"at most {MOST_EVENTS // 2} keys and values")

    def begin(self, event: Any) -> None:
        """A mapping or a list opens."""
        self.allow(event)
        index = event.start_mark.index
        mapping = isinstance(event, yaml.MappingStartEvent)
        if self.open and self.open[-1].waits_for_key:
            if mapping and self.source.text[index - 1 : index + 1] == "{{":
                from scoring import torn

                raise RulesError([*self.problems, torn.blank(self.source, index - 1, self.in_brackets)])
            self.stop("a key must be a word or a number", event)
        if len(self.open) >= DEEPEST:
            self.stop(_TOO_DEEP, event)
        node = Node({} if mapping else [], self.source.mark(index))
        self.add(node)
        self.open.append(_Open(node, bool(event.flow_style)))

    @property
    def in_brackets(self) -> bool:
        return bool(self.open) and self.open[-1].flow

    def add(self, node: Node) -> None:
        """Hang a node into what is open."""
        if not self.open:
            self.root = node
            return
        parent = self.open[-1]
        if isinstance(parent.node.value, list):
            parent.node.value.append(node)
        elif parent.key is None:
            parent.key = node
        else:
            key, parent.key = parent.key, None
            assert isinstance(parent.node.value, dict)
            if parent.flow and key.plain and node.plain and not node.text and key.written is not None:
                if self.tears(parent, key):
                    return
                key, node = self.lacks_colon(key, node)
            self.put(parent.node.value, key, node)
            parent.last = node

    def put(self, entries: dict[str, Node], key: Node, node: Node) -> None:
        node.key = key.mark
        if key.text in entries:
            first = entries[key.text].where
            self.problems.append(
                Problem(f"{quoted(key.text)} stands here twice", key.mark, f"first in line {first.line}")
            )
            return
        if key.plain and key.text.casefold() in _OLD_BOOLEANS:
            what = f"many programs read the key {key.text} as true or false"
            self.problems.append(Problem(what, key.mark, f'put it in quotes: "{key.text}"'))
        entries[key.text] = node

    def tears(self, parent: _Open, key: Node) -> bool:
        """Whether a comma inside { } has torn a formula or a sentence: `{formula: min(a, b)}`.

        It is told, put together again, and the rest of the file is looked at.
        """
        from scoring import torn

        before = parent.last
        assert key.written is not None
        if before is None or not before.plain or not before.written or isinstance(before.value, dict | list):
            return False
        opened = before.text.count("(") > before.text.count(")")
        if not opened and not torn.looks_torn(key.text):
            return False
        start, end = before.written[1], key.written[2]
        whole = self.source.text[start:end]
        if before is parent.torn:
            self.problems.pop()
        self.problems.append(torn.by_comma(self.source, start, whole))
        before.value = before.text = whole
        before.written = (self.source, start, end)
        parent.torn = before
        return True

    def lacks_colon(self, key: Node, node: Node) -> tuple[Node, Node]:
        """`{track 58}` and `{track:58}`, told and put right."""
        from scoring import torn

        assert key.written is not None
        found = torn.lacks_colon(self.source, key.written[1], key.text)
        if found is None:
            return key, node
        problem, word, rest = found
        self.problems.append(problem)
        mark = self.source.mark(key.written[1])
        return Node(word, mark, None, word, True), Node(self.plain(rest, mark), mark, None, rest, True)

    def scalar(self, event: Any) -> Node:
        text: str = event.value
        start, end = event.start_mark.index, event.end_mark.index
        mark = self.source.mark(start)
        plain = not event.style  # None, or '' from libyaml
        if plain:
            return Node(self.plain(text, mark), mark, None, text, True, (self.source, start, end))
        if event.style in ("'", '"'):
            self.quote = (start, end)
        if any("\ud800" <= letter <= "\udfff" for letter in text):
            self.stop("half a sign (\\uD800 to \\uDFFF) stands in this text", event)
        return Node(text, mark, None, text, False, (self.source, start, end))

    def plain(self, text: str, mark: Mark) -> Scalar:
        """What a text without quotes means."""
        if text in _NULLS:
            return None
        if text in _BOOLEANS:
            return _BOOLEANS[text]
        if _WHOLE.match(text):
            if len(text.lstrip("+-")) > MOST_DIGITS:
                hint = f"at most {MOST_DIGITS} digits"
                raise RulesError([*self.problems, Problem("this number is too large", mark, hint)])
            return int(text)
        if len(text) <= LONGEST_NUMBER and _DECIMAL.match(text):
            return float(text)
        return text

    def allow(self, event: Any) -> None:
        if event.anchor is not None:
            self.refuse_sign(event, "&", "anchors")
        if event.tag is not None:
            self.refuse_sign(event, "!", "tags")

    def refuse_sign(self, event: Any, sign: str, name: str) -> None:
        """What YAML has for programmers; more likely a formula or a text that begins with such a sign."""
        from scoring import torn

        index = self.source.text.find(sign, event.start_mark.index)
        raise RulesError([*self.problems, torn.sign(self.source, max(index, 0), self.in_brackets, name)])

    def stop(self, what: str, event: Any, hint: str = "") -> None:
        """A problem after which the rest of the file makes no sense."""
        raise RulesError([*self.problems, Problem(what, self.source.mark(event.start_mark.index), hint)])

    def not_yaml(self, error: yaml.YAMLError) -> Problem:
        """The parser's complaint in a player's words, by what stands at its place."""
        from scoring import torn

        mark, context = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
        said = f"{getattr(error, 'problem', '')} {getattr(error, 'context', '')}"
        if "nesting" in said:
            return Problem(_TOO_DEEP, self.source.mark(mark.index if mark else 0))
        at = mark.index if mark else 0
        return torn.told(self.source, at, context.index if context else at, said, self.in_brackets, self.quote)


class _Open:
    """A mapping or list that is not complete yet."""

    __slots__ = ("flow", "key", "last", "node", "torn")

    def __init__(self, node: Node, flow: bool) -> None:
        self.node = node
        self.flow = flow  # written in { } or [ ]
        self.key: Node | None = None  # of a mapping: waits for its value
        self.last: Node | None = None  # the value before
        self.torn: Node | None = None  # a value that was put together again

    @property
    def waits_for_key(self) -> bool:
        return isinstance(self.node.value, dict) and self.key is None


_TOO_DEEP = f"more than {DEEPEST} levels stand in one another"
