"""Numbers that stand only on the players' own copy: where rules say `printed`, and a person's own in these places.

A person's numbers are kept in a file that looks like a variant. It is laid over the game after all variants, and fills
nothing but places that hold `printed`: it can never change a number that is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from scoring.errors import Problem, quoted
from scoring.patch import is_printed, subject
from scoring.yaml_file import Node

Path: TypeAlias = tuple[str, ...]


def places(root: Node) -> list[tuple[Path, Node]]:
    """Every number of the lines, or list with such a number, that rules call `printed`."""
    return list(_places(root.mapping["lines"], ("lines",))) if "lines" in root.mapping else []


def _places(node: Node, path: Path) -> Iterator[tuple[Path, Node]]:
    if is_printed(node):
        yield path, node
    for key, inner in node.mapping.items():
        yield from _places(inner, (*path, key))


def fill(base: Node, own: Node, path: Path = ()) -> tuple[Node, list[Path]]:
    """The rules with a person's numbers where they say `printed`, and the places that were filled."""
    if isinstance(base.value, dict):
        filled: list[Path] = []
        entries = dict(base.value)
        for key, node in own.mapping.items():
            if key in entries and (path or key == "lines"):
                entries[key], found = fill(entries[key], node, (*path, key))
                filled += found
        return (base.with_value(entries), filled) if filled else (base, [])
    if not fits(base, own):
        return base, []
    if not isinstance(base.value, list):
        return Node(own.value, own.mark, base.key, own.text, own.plain, own.written), [path]
    mixed = [b if a.value == "printed" else a for a, b in zip(base.value, own.entries, strict=True)]
    return base.with_value([*mixed]), [path]


def fits(base: Node, own: Node) -> bool:
    """Whether a person's number, or list, gives something that is `printed`. Of a list all numbers stand there."""
    if not is_printed(base) or own.value is None:
        return False
    if isinstance(base.value, list):
        if not isinstance(own.value, list) or len(own.value) != len(base.value):
            return False
        return any(a.value == "printed" != b.value for a, b in zip(base.value, own.value, strict=True))
    return not is_printed(own)


def misfits(base: Node, own: Node, path: Path = ()) -> Iterator[Problem]:
    """What a file of numbers says about a `printed` place in another shape than stands there."""
    for key, node in own.mapping.items():
        under = base.mapping.get(key)
        if under is None or not (path or key == "lines"):
            continue
        here = (*path, key)
        if isinstance(under.value, dict):
            yield from misfits(under, node, here)
        elif is_printed(under) and node.value is not None and not fits(under, node) and not is_printed(node):
            wanted = f"a list of {len(under.value)} numbers" if isinstance(under.value, list) else "a number or a list"
            given = f"{len(node.value)} numbers" if isinstance(node.value, list) else quoted(node.text)
            hint = "also those that are known, each in its place" if isinstance(under.value, list) else ""
            yield Problem(f"{subject(here)}: {here[-1]} needs {wanted}, not {given}", node.spot, hint)
