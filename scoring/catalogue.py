"""What there is: games with their variants, sheets and languages, read as lightly as possible."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scoring import yaml_file
from scoring.errors import PotagerError
from scoring.frozen import Frozen
from scoring.language import patch_of_variant
from scoring.language import said_of_variant as of_variant
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
    own: tuple[tuple[str, Path], ...] = ()  # what is the person's: the game, variants, numbers, words; and its file
    hidden: tuple[tuple[Path, Path], ...] = ()  # a file of the same name that is not used, and the one that is

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "title": self.title,
            "players": self.players,
            "variants": [{"id": id, "title": title, "about": about} for id, title, about in self.variants],
            "sheets": list(self.sheets),
            "languages": list(self.languages),
            "file": shown(self.file),
            "own": [{"what": what, "file": str(file)} for what, file in self.own],
            "hidden": [{"file": shown(file), "by": shown(by)} for file, by in self.hidden],
        }


def games(library: Library, language: str = "en") -> list[Entry]:
    """Every game that can be named, with titles in a language; one that cannot be read is listed by its id alone."""
    return [_entry(id, file, library, language) for id, file in sorted(library.games().items())]


def _entry(id: str, file: Path, library: Library, language: str) -> Entry:
    title, players = id, "?"
    variants = []
    sheets = list(SHEETS)
    try:
        node = yaml_file.read(file, shown(file))
        said = [yaml_file.read(path, shown(path)) for path in library.words(file, language)]
        title = of_variant(said, "title", str(node.mapping["title"].value) if "title" in node.mapping else id)
        bounds = {key: inner.value for key, inner in node.mapping.get("players", node).mapping.items()}
        least, most = bounds.get("least", 1), bounds.get("most", 99)
        players = str(most) if least == most else f"{least}–{most}"
        sheets += _sheets(node)
        for variant, path in library.variants(file).items():
            other = yaml_file.read(path, shown(path))
            sheets += _sheets(other)
            found = {key: str(other.mapping[key].value) if key in other.mapping else "" for key in ("title", "about")}
            own = [node for node in (patch_of_variant(root, variant) for root in said) if node is not None]
            named = {key: of_variant(own, key, text) for key, text in found.items()}
            variants.append((variant, named["title"] or variant, named["about"]))
    except PotagerError:
        pass  # `potager check` tells what is wrong with it
    spoken = ["en", *(code for code in library.languages(file) if code != "en")]
    hidden = tuple(library.hidden(file, library.variants(file)))
    mine = tuple(_own(id, file, library))
    return Entry(id, title, players, tuple(variants), tuple(dict.fromkeys(sheets)), tuple(spoken), file, mine, hidden)


def _own(id: str, file: Path, library: Library) -> Iterator[tuple[str, Path]]:
    """What a person's own folders have of a game."""

    def mine(path: Path) -> bool:
        return any(path.is_relative_to(folder) for folder in library.own)

    if mine(file):
        yield id, file
    yield from ((name, path) for name, path in library.variants(file).items() if mine(path))
    yield from ((path.stem, path) for path in library.numbers(file, list(library.variants(file))))
    for code in library.languages(file):
        yield from ((code, path) for path in library.words(file, code) if mine(path))


def _sheets(node: Node) -> list[str]:
    """The sheets that a file describes whole; some are there with a variant only."""
    return [id for id, sheet in node.mapping.get("sheets", node).mapping.items() if "title" in sheet.mapping]
