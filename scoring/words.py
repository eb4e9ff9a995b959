"""The program's own words, one catalogue per language, in `templates/words/`.

An entry is a template with named blanks, `{{ points }} for each`; or several by a number, so that each language
counts in its own way: `{by: points, one: …, other: …}`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from scoring import resources, yaml_file
from scoring.frozen import Frozen

BLANK = re.compile(r"\{\{\s*+((?:[^{}\s]++|\s++(?!\}))*+)\s*+\}\}")  # no text takes it long to read

Filling: TypeAlias = "str | int | Phrase"


class Phrase(Frozen):
    """Words to be said in some language: an entry of the catalogue and what fills its blanks."""

    key: str
    blanks: Mapping[str, Filling | tuple[Filling, ...]]


def phrase(key: str, **blanks: Filling | tuple[Filling, ...]) -> Phrase:
    return Phrase(key, blanks)


def signed(value: int) -> str:
    """A number as it is written on paper, with a real minus."""
    return str(value) if value >= 0 else f"−{-value}"


def inside(label: str) -> str:
    """A label as it stands inside a sentence.

    >>> inside("Pig circles"), inside("PV")
    ('pig circles', 'PV')
    """
    return label if label[1:2].isupper() else label[:1].lower() + label[1:]


class Catalogue:
    """The words of one language."""

    def __init__(self, entries: Mapping[str, str | Mapping[str, str]]) -> None:
        self.entries = entries

    def template(self, key: str) -> str:
        entry = self.entries[key]
        return entry if isinstance(entry, str) else entry["other"]

    def say(self, what: Phrase | str, **blanks: Filling | tuple[Filling, ...]) -> str:
        """The words of an entry, its blanks filled."""
        said = what if isinstance(what, Phrase) else Phrase(what, blanks)
        entry = self.entries[said.key]
        if not isinstance(entry, str):
            entry = entry["one"] if said.blanks.get(entry["by"]) in (1, -1) else entry["other"]
        return BLANK.sub(lambda found: self.filled(said.blanks[found[1]]), entry)

    def filled(self, value: Filling | tuple[Filling, ...]) -> str:
        if isinstance(value, Phrase):
            return self.say(value)
        if isinstance(value, tuple):
            return self.template("list.joint").join(map(self.filled, value))
        return signed(value) if isinstance(value, int) else value


@lru_cache
def catalogue(language: str = "en") -> Catalogue:
    """The words of a language."""
    path = resources.folder("templates") / "words" / f"{language}.yaml"
    return Catalogue(yaml_file.read(path, f"templates/words/{language}.yaml").bare())


def languages() -> list[str]:
    """The languages of the catalogue."""
    return sorted(path.stem for path in (resources.folder("templates") / "words").glob("*.yaml"))
