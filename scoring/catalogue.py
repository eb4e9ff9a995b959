"""What there is: games with their variants, sheets and languages, read as lightly as possible."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scoring import words, yaml_file
from scoring.errors import PotagerError
from scoring.frozen import Frozen
from scoring.library import Library, shown
from scoring.yaml_file import Node

SHEETS = ("pad", "aid", "solo")  # of every game; what else there is stands under `sheets:`


class Entry(Frozen):
    """One game of the list."""

    id: str
    title: str
    players: str
    variants: tuple[tuple[str, str, str], ...]  # id, title, what it says of itself
    sheets: tuple[str, ...]
    languages: tuple[str, ...]
    file: Path

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "title": self.title,
            "players": self.players,
            "variants": [{"id": id, "title": title, "about": about} for id, title, about in self.variants],
            "sheets": list(self.sheets),
            "languages": list(self.languages),
            "file": shown(self.file),
        }


def games(library: Library) -> list[Entry]:
    """Every game that can be named; one that cannot be read is listed by its id alone."""
    return [_entry(id, file, library) for id, file in sorted(library.games().items())]


def _entry(id: str, file: Path, library: Library) -> Entry:
    title, players = id, "?"
    variants = []
    sheets = list(SHEETS)
    try:
        node = yaml_file.read(file, shown(file))
        title = str(node.mapping["title"].value) if "title" in node.mapping else id
        bounds = {key: inner.value for key, inner in node.mapping.get("players", node).mapping.items()}
        least, most = bounds.get("least", 1), bounds.get("most", 99)
        players = str(most) if least == most else f"{least}–{most}"
        sheets += _sheets(node)
        for variant, path in library.variants(file).items():
            other = yaml_file.read(path, shown(path))
            sheets += _sheets(other)
            found = other.mapping
            said = [str(found[key].value) if key in found else "" for key in ("title", "about")]
            variants.append((variant, said[0] or variant, said[1]))
    except PotagerError:
        pass  # `potager check` tells what is wrong with it
    folder = file.parent / "words"
    there = sorted(path.stem for path in folder.glob("*.yaml")) if folder.is_dir() else []
    spoken = ["en", *(code for code in there if code in words.languages())]
    return Entry(id, title, players, tuple(variants), tuple(dict.fromkeys(sheets)), tuple(spoken), file)


def _sheets(node: Node) -> list[str]:
    """The sheets that a file describes whole; some are there with a variant only."""
    return [id for id, sheet in node.mapping.get("sheets", node).mapping.items() if "title" in sheet.mapping]
