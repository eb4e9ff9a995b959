"""YAML that keeps its word: strict, and every value and key knows its line and column.

The one place that reads YAML (and JSON, which is YAML). Built from the parser's events in one pass, so that
aliases, tags, second documents, doubled keys and depth are refused before anything grows. Plain scalars become
true/false, null, decimal whole numbers and simple decimals; all else is text. What YAML 1.1 would have read as
something else (`no`, `010`, `12:30`, `1_000`) is text too, and `surprise` says what to write instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from scoring.errors import Mark, Problem, RulesError, UsageError

LARGEST = 1 << 20           # bytes of a file
DEEPEST = 40                # mappings and lists in one another
MOST_EVENTS = 200_000       # keys, values, brackets
MOST_DIGITS = 15            # of one number

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


@dataclass(slots=True, eq=False)
class Node:
    """A value of a file and where it stands. Mappings keep their order; their keys are always text."""

    value: dict[str, Node] | list[Node] | Scalar
    mark: Mark
    key: Mark | None = None         # where the key of this value stands, in a mapping
    text: str = ""                  # a scalar as it was written
    plain: bool = False             # written without quotes
    begins: int | None = 0          # columns from `mark` to the first letter of `text`; None: it is not in one piece

    def __getitem__(self, key: str) -> Node:
        assert isinstance(self.value, dict)
        return self.value[key]

    @property
    def mapping(self) -> dict[str, Node]:
        """The entries of a mapping; nothing for anything else."""
        return self.value if isinstance(self.value, dict) else {}

    @property
    def where(self) -> Mark:
        """Where a person would point: the key, if there is one."""
        return self.key or self.mark

    def at(self, column: int) -> Mark:
        """The place of a character of a text, if the text stands in the file as it is."""
        return self.mark if self.begins is None else self.mark.right(self.begins + column)

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
        inner = self.value.values() if isinstance(self.value, dict) else self.value
        if isinstance(self.value, dict | list):
            for node in inner:  # type: ignore[union-attr]  # a scalar has no inner nodes and is not asked
                yield from node.walk()


def surprise(node: Node, wanted: str = "word") -> str:
    """Why a plain scalar may not mean what it says, as a hint; empty when all is well."""
    if not node.plain or isinstance(node.value, dict | list):
        return ""
    if node.text.casefold() in _OLD_BOOLEANS or isinstance(node.value, bool):
        return f'many programs read {node.text} as yes/no; put it in quotes: "{node.text}"'
    if isinstance(node.value, str) and _ODD_NUMBER.match(node.text):
        digits = node.text.replace("_", "").lstrip("+")
        if wanted == "number" and re.fullmatch(r"-?0*[0-9]+", digits):
            return f"write it as {int(digits)}"
        if wanted == "number":
            return "write it in digits"
        return f'many programs read {node.text} as a number of another kind; put it in quotes: "{node.text}"'
    return ""


def read(path: Path, name: str | None = None) -> Node:
    """A file as a tree of nodes; `name` is how messages call it.

    Errors: UsageError when there is no such file, RulesError when it cannot be read as strict YAML.
    """
    name = name or str(path)
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a usable name"
        raise UsageError(Problem(f"cannot read it: {reason}", Mark(name))) from None
    return parse(raw, name)


def parse(raw: bytes | str, name: str = "<text>") -> Node:
    """Text as a tree of nodes, or a RulesError that says where it is not strict YAML."""
    if len(raw) > LARGEST:
        raise RulesError(Problem("the file is larger than 1 MiB", Mark(name)))
    if isinstance(raw, bytes):
        try:
            raw = raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = raw[: error.start].count(b"\n") + 1
            column = len(raw[: error.start].rsplit(b"\n", 1)[-1].decode("utf-8", "replace")) + 1
            raise RulesError(
                Problem("this is not UTF-8 text", Mark(name, line, column), "save the file as UTF-8")
            ) from None
    text = raw.removeprefix("\ufeff")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise RulesError(Problem("this is not UTF-8 text", Mark(name, line, 1))) from None
    return _Builder(text, name).build()


class _Builder:
    """From the parser's events to nodes, with a stack of what is open."""

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name
        self.lines = text.splitlines()
        self.problems: list[Problem] = []

    def build(self) -> Node:
        root: Node | None = None
        open_: list[tuple[Node, list[Node]]] = []      # a mapping or list, and for a mapping its waiting key
        documents = 0
        loader = None
        try:
            loader = _LOADER(self.text)
            for count in range(MOST_EVENTS):
                event = loader.get_event()
                if event is None or isinstance(event, yaml.StreamEndEvent):
                    break
                if isinstance(event, yaml.DocumentStartEvent):
                    documents += 1
                    if documents > 1:
                        self.stop("a second document begins here", event, "keep one document in a file")
                elif isinstance(event, yaml.AliasEvent):
                    self.stop("aliases (*name) are not read", event, self.quotes(event) or "write it out")
                elif isinstance(event, yaml.ScalarEvent):
                    self.allow(event)
                    node = self.scalar(event)
                    root = self.add(node, open_) or root
                elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
                    self.allow(event)
                    if len(open_) >= DEEPEST:
                        self.stop(f"more than {DEEPEST} levels in one another", event)
                    mapping = isinstance(event, yaml.MappingStartEvent)
                    if mapping and open_ and isinstance(open_[-1][0].value, dict) and not open_[-1][1]:
                        self.stop("a key must be a word or a number", event, self.quotes(event))
                    node = Node({} if mapping else [], self.mark(event.start_mark))
                    root = self.add(node, open_) or root
                    open_.append((node, []))
                elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
                    open_.pop()
                if count == MOST_EVENTS - 1:
                    self.stop("the file has too many entries", event)
        except yaml.YAMLError as error:
            self.problems.append(self.not_yaml(error))
        except RecursionError:
            self.problems.append(Problem(f"more than {DEEPEST} levels in one another", Mark(self.name, 1, 1)))
        finally:
            if loader is not None:
                loader.dispose()
        if self.problems:
            raise RulesError(self.problems)
        return root or Node(None, Mark(self.name, 1, 1))

    def add(self, node: Node, open_: list[tuple[Node, list[Node]]]) -> Node | None:
        """Hang a node into what is open; the root, if nothing is."""
        if not open_:
            return node
        parent, waiting = open_[-1]
        if isinstance(parent.value, list):
            parent.value.append(node)
        elif not waiting:
            assert isinstance(parent.value, dict)
            if isinstance(node.value, list):
                self.stop("a key must be a word or a number", node.mark)
            waiting.append(node)
        else:
            assert isinstance(parent.value, dict)
            key = waiting.pop()
            node.key = key.mark
            if key.text in parent.value:
                first = parent.value[key.text].where
                self.problems.append(
                    Problem(f'"{key.text}" stands here twice', key.mark, f"first in line {first.line}")
                )
            elif key.plain and key.text.casefold() in _OLD_BOOLEANS:
                self.problems.append(Problem(f'the key "{key.text}" is not safe', key.mark, surprise(key)))
            else:
                parent.value[key.text] = node
        return None

    def scalar(self, event: Any) -> Node:
        text: str = event.value
        mark = self.mark(event.start_mark)
        plain = not event.style                        # None, or '' from libyaml
        begins: int | None = 0 if plain else 1
        at = event.start_mark.index + (begins or 0)
        if self.text[at : at + len(text)] != text or "\n" in text:
            begins = None
        if any("\ud800" <= letter <= "\udfff" for letter in text):
            self.stop("this text holds half a character", mark)
        value: Scalar = text
        if plain:
            if text in _NULLS:
                value = None
            elif text in _BOOLEANS:
                value = _BOOLEANS[text]
            elif _WHOLE.match(text):
                if len(text.lstrip("+-")) > MOST_DIGITS:
                    self.stop("this number is too large", mark)
                value = int(text)
            elif _DECIMAL.match(text):
                value = float(text)
        return Node(value, mark, None, text, plain, begins)

    def allow(self, event: Any) -> None:
        if event.anchor is not None:
            self.stop("anchors (&name) are not read", event, self.quotes(event) or "write it out")
        if event.tag is not None and event.tag != "!":
            self.stop("tags (!name) are not read", event, self.quotes(event))

    def mark(self, mark: Any) -> Mark:
        return Mark(self.name, mark.line + 1, mark.column + 1)

    def stop(self, what: str, event: Any, hint: str = "") -> None:
        """A problem after which the rest of the file makes no sense."""
        mark = event if isinstance(event, Mark) else self.mark(event.start_mark)
        raise RulesError([*self.problems, Problem(what, mark, hint)])

    def quotes(self, event: Any) -> str:
        return self.torn(event.start_mark.line)

    def torn(self, line: int) -> str:
        """The hint for a value that YAML tears apart, judged by the line in which it stands."""
        text = self.lines[line] if 0 <= line < len(self.lines) else ""
        if "\t" in text[: len(text) - len(text.lstrip())]:
            return "indent with spaces, not with tabs"
        _, colon, value = text.partition(": ")
        value = value.strip()
        if "{{" in text or (colon and value[:1] not in ('"', "'", "[", "{", "|", ">", "")):
            return f"put it in quotes: '{value}'" if value and "'" not in value else "put it in quotes"
        return ""

    def not_yaml(self, error: yaml.YAMLError) -> Problem:
        """The parser's complaint in fewer words, with what usually helps."""
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        if mark is None:                               # a character that YAML forbids
            position = getattr(error, "position", None)
            at = position if isinstance(position, int) else 0
            line = self.text.count("\n", 0, at)
            column = at - (self.text.rfind("\n", 0, at) + 1)
            return Problem("this character cannot stand in YAML", Mark(self.name, line + 1, column + 1))
        said = str(getattr(error, "problem", None) or "it cannot be read")
        context = getattr(error, "context_mark", None)
        hint = self.torn(mark.line) or (self.torn(context.line) if context else "")
        if "mapping values are not allowed" in said:
            what = "a second colon stands in this line"
        elif "could not find expected ':'" in said:
            what = "a colon is missing after this key"
        elif "did not find expected key" in said or "block mapping" in said or "block end" in said:
            what = "this does not line up with the lines above"
            torn = "{{" in "".join(self.lines[mark.line : mark.line + 1])
            hint = hint if torn else "check the indentation, quotes and brackets"
        else:
            what = f"this is not YAML ({said})"
        return Problem(what, self.mark(mark), hint)
