"""A variant laid over a game: a merge patch (RFC 7386) that knows ids.

It says only what differs; `null` removes; new ids are added, at the end or `after` another. Every node of the result
still knows the file and line it came from.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from scoring.errors import Mark, Problem, did_you_mean, listed, quoted
from scoring.lines import KINDS
from scoring.yaml_file import Node

Path: TypeAlias = tuple[str, ...]

# every mapping that is keyed by ids, and how messages call what stands in it; * is any id
_KEYED: dict[Path, str] = {
    ("counts",): "count",
    ("lines",): "line",
    ("ties",): "tie",
    ("checks",): "check",
    ("readings",): "reading",
    ("verdict",): "verdict",
    ("aid",): "aid section",
    ("sheets",): "sheet",
    ("counts", "*", "of"): "kind",
    ("counts", "*", "fields"): "field",
    ("lines", "*", "cases"): "case",
    ("aid", "*", "actions"): "row",
    ("aid", "*", "steps"): "row",
    ("aid", "*", "bonuses"): "row",
    ("aid", "*", "points"): "row",
    ("aid", "*", "table", "columns"): "column",
    ("aid", "*", "table", "rows"): "row",
}

# the same on a sheet, where blocks may stand in blocks: ids and these words take turns
_ON_SHEETS = {
    "blocks": "block",
    "rows": "sheet row",
    "columns": "column",
    "parts": "part",
    "legend": "key",
    "ticks": "tick",
}

# every game has this sheet: a variant may change it before another one makes it a tracker
_SOLO = ("sheets", "solo")

# what a new id must say of itself: else it is a misspelt old one
_NEEDS: dict[str, tuple[str, ...]] = {
    "count": ("label",),
    "kind": ("label",),
    "line": ("kind",),
    "tie": ("most", "least"),
    "check": ("that", "when"),
    "case": ("points",),
    "aid section": ("title",),
    "row": ("name", "label", "number", "icon", "cost"),
    "block": ("kind",),
}


def keyed(path: tuple[str | int, ...]) -> str:
    """What stands in a mapping that is keyed by ids: count, line …; empty for any other place."""
    if len(path) > 1 and path[0] == "sheets":
        return _ON_SHEETS.get(str(path[-1]), "") if len(path) % 2 else ""
    return _KEYED.get(tuple("*" if at == 1 else str(step) for at, step in enumerate(path)), "")


@dataclass
class Merge:
    """The state of laying patches over one game, one after the other."""

    problems: list[Problem] = field(default_factory=list)
    removed: dict[Path, Mark] = field(default_factory=dict)  # by a patch, and where: naming it again does nothing
    filled: list[Path] = field(default_factory=list)  # where a patch gave a number for `printed`

    def lay(self, base: Node, patch: Node, path: Path = ()) -> Node:
        """The base with the patch over it; neither is changed."""
        if fills(base, patch):
            self.filled.append(path)
        if not isinstance(patch.value, dict):
            return still_known(base, patch) if path in self.filled else patch
        result: dict[str, Node] = {}
        if isinstance(base.value, dict) and not self.replaces(base, patch, path):
            result = dict(base.value)
        elif path[:1] == ("lines",) and len(path) == 2:
            result = {key: node for key, node in base.mapping.items() if key == "label"}
        for key, node in patch.value.items():
            here = (*path, key)
            if node.value is None:
                if key in result:
                    del result[key]
                    self.removed[here] = node.where
                elif not self.was_removed(here) and key not in base.mapping:
                    self.lost(here, node, base, "removes")
            elif key in result:
                result[key] = self.lay(result[key], node, here)
            elif keyed(here) and self.was_removed(here) and isinstance(node.value, dict):
                result[key] = self.lay(Node({}, node.mark, node.key), node, here)
            elif not self.was_removed(here) or self.complete(here, node):
                if isinstance(base.value, dict) and not self.complete(here, node):
                    self.lost(here, node, base, "changes")
                else:
                    result[key] = self.new(without_nulls(node), here)
        mark = base if isinstance(base.value, dict) and not self.replaces(base, patch, path) else patch
        return self.ordered(Node(result, mark.mark, mark.key), patch, path)

    def new(self, node: Node, path: Path = ()) -> Node:
        """Something that was not there before, its own `after` obeyed."""
        if not isinstance(node.value, dict):
            return node
        entries = {key: self.new(inner, (*path, key)) for key, inner in node.value.items()}
        return self.ordered(Node(entries, node.mark, node.key), node, path)

    def replaces(self, base: Node, patch: Node, path: Path) -> bool:
        """A line of another kind is a new line, but for its label and place."""
        if len(path) != 2 or path[0] != "lines" or "kind" not in patch.mapping:
            return False
        return "kind" in base.mapping and base["kind"].value != patch["kind"].value and patch["kind"].text in KINDS

    def was_removed(self, path: Path) -> bool:
        return any(path[: len(gone)] == gone for gone in self.removed)

    def complete(self, path: Path, node: Node) -> bool:
        """Whether a new id says enough to stand by itself."""
        if not isinstance(node.value, dict) or path[:2] == _SOLO:
            return True
        needed = _NEEDS.get(keyed(path[:-1]))
        return needed is None or any(key in node.value for key in needed)

    def lost(self, path: Path, node: Node, base: Node, does: str) -> None:
        """A patch names what the game does not have."""
        hint = did_you_mean(path[-1], base.mapping)
        needed = _NEEDS.get(keyed(path[:-1]))
        if not hint and does == "changes" and needed:
            hint = f"a new one needs {listed(needed, 'or')}"
        elif not hint and keyed(path[:-1]):
            hint = f"{keyed(path[:-1])}s are: {', '.join(base.mapping)}" if base.mapping else ""
        self.problems.append(Problem(f"this {does} {subject(path)}, which is not there", node.where, hint))

    def ordered(self, node: Node, patch: Node, path: Path) -> Node:
        """Entries that say `after` moved to their place; several after one and the same stay in their order."""
        if not keyed(path):
            return node
        entries = node.mapping
        afters: dict[str, Node] = {}
        behind: dict[str, list[str]] = {}  # an id → those that come right after it
        for key in list(patch.mapping):
            entry = entries.get(key)
            if entry is None or "after" not in entry.mapping:
                continue
            after = entry.mapping["after"]
            entries[key] = Node(
                {name: inner for name, inner in entry.mapping.items() if name != "after"}, entry.mark, entry.key
            )
            if self.was_removed((*path, str(after.value))) and str(after.value) not in entries:
                continue  # it stays where it is
            if str(after.value) not in entries or after.value == key:
                hint = did_you_mean(after.text, [other for other in entries if other != key])
                what = f"{subject((*path, key))} stands after {quoted(after.text)}, which is not there"
                if after.value == key:
                    what = f"{subject((*path, key))} stands after itself"
                self.problems.append(Problem(what, after.mark, hint))
                continue
            behind.setdefault(str(after.value), []).append(key)
            afters[key] = after
        moved = {key for keys in behind.values() for key in keys}
        waiting = [key for key in reversed(entries) if key not in moved]
        rebuilt: dict[str, Node] = {}
        while waiting:
            key = waiting.pop()
            rebuilt[key] = entries[key]
            waiting += reversed(behind.get(key, []))
        for key in entries:  # only a circle is left
            if key not in rebuilt:
                what = f"{subject((*path, key))} stands after itself, by way of others"
                self.problems.append(Problem(what, afters[key].mark if key in afters else entries[key].where))
                rebuilt[key] = entries[key]
        return Node(rebuilt, node.mark, node.key)


def is_printed(node: Node) -> bool:
    """Whether a number, or one of a list, stands only on the player's own copy."""
    if isinstance(node.value, list):
        return any(inner.value == "printed" for inner in node.value)
    return node.value == "printed"


def _numbers(node: Node) -> list[Node]:
    if isinstance(node.value, dict):
        return list(node.value.values())
    return node.value if isinstance(node.value, list) else [node]


def fills(base: Node, patch: Node) -> bool:
    """Whether a patch gives a number for one that is `printed`."""
    if not is_printed(base):
        return False
    old, new = _numbers(base), _numbers(patch)
    if len(old) != len(new) or base.value == "printed":
        return any(node.value != "printed" for node in new)
    return any(a.value == "printed" and b.value != "printed" for a, b in zip(old, new, strict=True))


def still_known(base: Node, patch: Node) -> Node:
    """The patch, with own numbers of an earlier one where it says `printed`: their order does not matter."""
    if patch.value == "printed":
        return base
    if not isinstance(patch.value, list) or not isinstance(base.value, list) or len(patch.value) != len(base.value):
        return patch
    kept = [a if b.value == "printed" else b for a, b in zip(base.value, patch.value, strict=True)]
    return Node(kept, patch.mark, patch.key)


def without_nulls(node: Node) -> Node:
    if not isinstance(node.value, dict):
        return node
    entries = {key: without_nulls(inner) for key, inner in node.value.items() if inner.value is not None}
    return Node(entries, node.mark, node.key)


def owner(path: tuple[str | int, ...]) -> tuple[str, int]:
    """How messages call the thing at a place, line "sets", and how many steps of the path that says."""
    for used in (5, 4, 2):
        name = keyed(path[: used - 1])
        if len(path) >= used and name:
            id = quoted(str(path[used - 1]))
            if used == 2:
                return f"{name} {id}", 2
            of = f"{keyed(path[:1])} {quoted(str(path[1]))}"
            return f"{name} {id} of {of}", used
    return (quoted(str(path[0])), 1) if path else ("the file", 0)


def subject(path: tuple[str | int, ...]) -> str:
    """How messages call the thing at a place: line "sets"."""
    return owner(path)[0]


def base_ordered(root: Node) -> tuple[Node, list[Problem]]:
    """A game file by itself, its `after` obeyed."""
    merge = Merge()
    merged = merge.new(root)
    return merged, merge.problems
