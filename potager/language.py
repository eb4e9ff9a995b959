"""Which language to speak: as asked, as usual for this person, by the locale; else English."""

from __future__ import annotations

import os
from collections.abc import Iterable

from scoring import words
from scoring.errors import Problem, UsageError, did_you_mean
from scoring.library import Library

# where Chinese is written in traditional letters, and how one says so
_TRADITIONAL = ("hant", "tw", "hk", "mo")


def known(library: Library | None = None, games: Iterable[str] = ()) -> list[str]:
    """Every language with a catalogue, or with the words of a game; `games`: further ones, by their paths."""
    found = set((library or Library()).spoken(games))
    return sorted(found | set(words.languages()))


def chosen(code: str, among: Iterable[str]) -> str:
    """The language that a code or locale means: el_GR.UTF-8 is el, zh-TW is zh-Hant; empty when there is none.

    >>> [chosen(code, ("el", "en", "zh-Hant")) for code in ("el_GR.UTF-8", "EN", "zh_TW", "zh-Hant-HK", "zh_CN", "C")]
    ['el', 'en', 'zh-Hant', 'zh-Hant', '', '']
    """
    folded = {language.casefold(): language for language in among}
    parts = code.split(".")[0].split("@")[0].replace("_", "-").casefold().split("-")
    if parts[0] == "zh" and any(part in _TRADITIONAL for part in parts[1:]):
        parts = ["zh", "hant"]
    while parts:
        if "-".join(parts) in folded:
            return folded["-".join(parts)]
        parts.pop()
    return ""


def of(code: str, library: Library | None = None, games: Iterable[str] = ()) -> str:
    """The language of a code; without one that of the locale, else English. Raises UsageError."""
    there = known(library, games)
    found = chosen(code or locale_name(), there)
    if not found and code:
        hint = did_you_mean(code, there, f"languages are: {', '.join(there)}")
        raise UsageError(Problem(f'there is no language "{code}"', None, hint))
    return found or "en"


def several(codes: str, library: Library | None = None, games: Iterable[str] = ()) -> tuple[str, ...]:
    """The languages of codes with commas between them, each once. Raises UsageError."""
    parts = [part.strip() for part in codes.split(",")]
    return tuple(dict.fromkeys(of(part, library, games) for part in parts if part or len(parts) == 1))


def locale_name() -> str:
    """The locale of the person, such as el_GR.UTF-8."""
    return os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
