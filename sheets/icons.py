"""The pictures of a sheet as paths, read once from icons.yaml."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from scoring import yaml_file
from scoring.frozen import Frozen
from sheets import svg_path


class Part(Frozen):
    """One path of an icon: its role (body, leaf, line), its fill, and what to draw."""

    role: str
    fill: str
    path: tuple[tuple[str | float, ...], ...]


class Icon(Frozen):
    name: str
    box: float
    parts: tuple[Part, ...]


@lru_cache
def _file() -> dict[str, yaml_file.Node]:
    path = Path(str(files("sheets") / "icons.yaml"))
    return yaml_file.read(path, "sheets/icons.yaml").mapping


def known() -> list[str]:
    return list(_file())


def drawing(id: str) -> list[list[str]] | None:
    """An icon as the page draws it: role, fill and SVG path of each part; None when there is none of this name."""
    node = _file().get(id)
    if node is None:
        return None
    entry = node.bare()
    fill = entry.get("fill") or "#FFFFFF"
    return [[part["role"], part.get("fill") or fill, part["d"]] for part in entry["parts"]]


@lru_cache
def icon(id: str) -> Icon | None:
    """An icon by its name in icons.yaml; None when there is none of this name."""
    node = _file().get(id)
    if node is None:
        return None
    entry = node.bare()
    fill = entry.get("fill") or "#FFFFFF"
    parts = tuple(
        Part(part["role"], part.get("fill") or fill, tuple(svg_path.parse(part["d"]))) for part in entry["parts"]
    )
    return Icon(entry["name"], float(entry.get("box") or 24), parts)
