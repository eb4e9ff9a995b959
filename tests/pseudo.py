"""A language that nobody speaks: every letter an accented capital, every word longer by two fifths.

What is still English on a sheet was never in a catalogue; what has no room would have none in other languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from scoring import language, words, yaml_file
from scoring.library import Library
from scoring.words import Catalogue

CODE = "qps"  # by convention, for languages that are none
_LETTERS = dict(
    zip("abcdefghijklmnopqrstuvwxyz", "ÁÐĆĎÉÞĢĤÍĴĶĹŊŃÓŘÇŔŚŤÚΏŴŽÝŹ", strict=True)
)  # fmt: skip
_PIECE = re.compile(r"(\{\{.*?\}\}|[A-Za-z]+)")
NAMES = {"potager"}  # the same in every language


def pseudo(text: str, longer: float = 0.4) -> str:
    """A text in that language.

    >>> pseudo("{{ points }} points each.")
    '{{ points }} ŘÓÍŃŤŚŚŚ ÉÁĆĤĤĤ.'
    """
    return "".join(_word(piece, longer) for piece in _PIECE.split(text))


def _word(piece: str, longer: float) -> str:
    if piece.startswith("{{") or not piece.isascii() or not piece.isalpha():
        return piece
    letters = "".join(_LETTERS[letter] for letter in piece.lower())
    return letters + letters[-1] * round(len(letters) * longer)


def english(text: str, also: Mapping[str, Any] | set[str] = frozenset()) -> list[str]:  # type: ignore[assignment]
    """The words of a text that are not of that language."""
    return [word for word in re.findall(r"[A-Za-z]{2,}", text) if word not in NAMES and word not in also]


def catalogue(longer: float = 0.4) -> Catalogue:
    """The program's words."""
    entries: dict[str, Any] = {}
    for key, entry in words.catalogue().entries.items():
        if key.startswith("language."):
            entries[key] = "keep" if key == "language.inside" else entry
        elif isinstance(entry, str):
            entries[key] = pseudo(entry, longer)
        else:
            entries[key] = {form: text if form == "by" else pseudo(text, longer) for form, text in entry.items()}
    return Catalogue(entries, CODE)


def library(folder: Path, longer: float = 0.4) -> Library:
    """Our games with their words in that language, in a folder of a person's own."""
    ours = Library()
    for id, game in ours.games().items():
        root = yaml_file.read(game)
        said = _nested([(("title",), root["title"]), *language.words_of(root)], longer)
        said["variants"] = {}
        for variant, file in ours.variants(game).items():
            node = yaml_file.read(file)
            said["variants"][variant] = _nested([(("title",), node["title"]), *language.words_of(node)], longer)
        target = folder / id / "words" / f"{CODE}.yaml"
        target.parent.mkdir(parents=True)
        target.write_text(yaml.safe_dump(said, allow_unicode=True, sort_keys=False), encoding="utf-8")
    return Library((folder,))


def _nested(found: list[tuple[tuple[str, ...], Any]] | Iterator[Any], longer: float) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for path, node in found:
        here = made
        for step in path[:-1]:
            here = here.setdefault(step, {})
        texts = [pseudo(inner.text, longer) for inner in node.entries]
        here[path[-1]] = texts if node.entries else pseudo(node.text, longer if path[-1] != "letter" else 0)
    return made
