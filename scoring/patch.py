"""A variant laid over a game: a merge patch (RFC 7386) that knows ids.

It says only what differs; `null` removes; new ids are added, at the end or `after` another. Every node of the result
still knows the file and line it came from.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from scoring.errors import Problem, did_you_mean
from scoring.yaml_file import Node

Path: TypeAlias = tuple[str, ...]

# what a new id must say of itself, by the mapping it is new in: else it is a misspelt old one
_NEEDS: dict[str, tuple[str, ...]] = {
    "counts": ("label",),
    "of": ("label",),
    "lines": ("kind",),
    "ties": ("most", "least"),
    "checks": ("that", "when"),
    "cases": ("points",),
}
_KEYED = {*_NEEDS, "fields", "readings", "verdict", "aid", "sheets"}


@dataclass
class Merge:
    """The state of laying patches over one game, one after the other."""

    problems: list[Problem] = field(default_factory=list)
    removed: set[Path] = field(default_factory=set)       # by an earlier patch: naming it again does nothing
    filled: list[Path] = field(default_factory=list)      # where a patch gave a number for `printed`

    def lay(self, base: Node, patch: Node, path: Path = ()) -> Node:
        """The base with the patch over it; neither is changed."""
        if not isinstance(patch.value, dict):
            if is_printed(base) and patch.value != "printed" and patch.bare() != base.bare():
                self.filled.append(path)
            return patch
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
                    self.removed.add(here)
                elif not self.was_removed(here):
                    self.lost(here, node, base, "removes")
            elif key in result:
                result[key] = self.lay(result[key], node, here)
            elif not self.was_removed(here) or self.complete(here, node):
                if isinstance(base.value, dict) and not self.complete(here, node):
                    self.lost(here, node, base, "changes")
                else:
                    result[key] = without_nulls(node)
        mark = base if isinstance(base.value, dict) else patch
        return self.ordered(Node(result, mark.mark, mark.key), patch, path)

    def replaces(self, base: Node, patch: Node, path: Path) -> bool:
        """A line of another kind is a new line, but for its label and place."""
        if len(path) != 2 or path[0] != "lines" or "kind" not in patch.mapping:
            return False
        return "kind" in base.mapping and base["kind"].value != patch["kind"].value

    def was_removed(self, path: Path) -> bool:
        return any(path[: len(gone)] == gone for gone in self.removed)

    def complete(self, path: Path, node: Node) -> bool:
        """Whether a new id says enough to stand by itself."""
        if len(path) < 2 or not isinstance(node.value, dict):
            return True
        needed = _NEEDS.get(path[-2])
        return needed is None or any(key in node.value for key in needed)

    def lost(self, path: Path, node: Node, base: Node, does: str) -> None:
        what = f"{subject(path)}" if len(path) > 1 else f'"{path[0]}"'
        hint = did_you_mean(path[-1], base.mapping)
        if not hint and does == "changes":
            hint = f"a new one needs {' or '.join(_NEEDS[path[-2]])}"
        self.problems.append(Problem(f"this {does} {what}, which is not there", node.where, hint))

    def ordered(self, node: Node, patch: Node, path: Path) -> Node:
        """Entries that say `after` moved to their place."""
        if not path or path[-1] not in _KEYED:
            return node
        entries = node.mapping
        for key in list(patch.mapping):
            entry = entries.get(key)
            if entry is None or "after" not in entry.mapping:
                continue
            after = entry.mapping["after"]
            entries[key] = Node(
                {name: inner for name, inner in entry.mapping.items() if name != "after"}, entry.mark, entry.key
            )
            if str(after.value) not in entries or after.value == key:
                hint = did_you_mean(str(after.value), entries)
                what = f'{subject((*path, key))} stands after "{after.value}", which is not there'
                self.problems.append(Problem(what, after.mark, hint))
                continue
            moved = entries.pop(key)
            rebuilt: dict[str, Node] = {}
            for name, inner in entries.items():
                rebuilt[name] = inner
                if name == after.value:
                    rebuilt[key] = moved
            entries = rebuilt
        return Node(entries, node.mark, node.key)


def is_printed(node: Node) -> bool:
    """Whether a number, or one of a list, stands only on the player's own copy."""
    if isinstance(node.value, list):
        return any(inner.value == "printed" for inner in node.value)
    return node.value == "printed"


def without_nulls(node: Node) -> Node:
    if not isinstance(node.value, dict):
        return node
    entries = {key: without_nulls(inner) for key, inner in node.value.items() if inner.value is not None}
    return Node(entries, node.mark, node.key)


_SUBJECTS = {
    "counts": "count",
    "lines": "line",
    "ties": "tie",
    "checks": "check",
    "readings": "reading",
    "of": "kind",
    "fields": "field",
    "cases": "case",
    "verdict": "verdict",
}


def subject(path: tuple[str | int, ...]) -> str:
    """How messages call the thing at a path: line "sets"."""
    steps = [str(step) for step in path]
    for at in range(len(steps) - 2, -1, -1):
        if steps[at] in _SUBJECTS and (at == 0 or steps[at] in ("of", "fields", "cases")):
            return f'{_SUBJECTS[steps[at]]} "{steps[at + 1]}"'
    return f'"{steps[0]}"' if steps else "the file"


def base_ordered(root: Node) -> tuple[Node, list[Problem]]:
    """A game file by itself, its `after` obeyed."""
    merge = Merge()
    nothing = Node({}, root.mark)
    merged = _everything_new(merge, nothing, root)
    return merged, merge.problems


def _everything_new(merge: Merge, nothing: Node, root: Node) -> Node:
    def put(node: Node, path: Path) -> Node:
        if not isinstance(node.value, dict):
            return node
        entries = {key: put(inner, (*path, key)) for key, inner in node.value.items()}
        return merge.ordered(Node(entries, node.mark, node.key), node, path)

    return put(root, ())
