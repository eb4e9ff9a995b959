"""The program's own words, one catalogue per language, in `templates/words/`.

An entry is a template with named blanks, `{{ points }} for each`; or several by a number, so that each language
counts in its own way: `{by: points, one: …, other: …}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from scoring import resources, yaml_file
from scoring.errors import Problem, RulesError, did_you_mean, quoted, tidy
from scoring.frozen import Frozen
from scoring.yaml_file import Node

BLANK = re.compile(r"\{\{\s*+((?:[^{}\s]++|\s++(?!\}))*+)\s*+\}\}")  # no text takes it long to read

Filling: TypeAlias = "str | int | Phrase | Inside"
Entry: TypeAlias = "str | Mapping[str, str]"


class Phrase(Frozen):
    """Words to be said in some language: an entry of the catalogue and what fills its blanks."""

    key: str
    blanks: Mapping[str, Filling | tuple[Filling, ...]]


def phrase(key: str, **blanks: Filling | tuple[Filling, ...]) -> Phrase:
    return Phrase(key, blanks)


def signed(value: int) -> str:
    """A number as it is written on paper, with a real minus."""
    return str(value) if value >= 0 else f"−{-value}"


class Inside(Frozen):
    """A label inside a sentence: it begins as words inside a sentence do in that language."""

    label: str


def lowered(label: str) -> str:
    """A label with a small first letter, unless it is a name or made of capitals.

    >>> lowered("Pig circles"), lowered("PV"), lowered("Priest of Apollo")
    ('pig circles', 'PV', 'Priest of Apollo')
    """
    return label if any(map(str.isupper, label[1:])) else label[:1].lower() + label[1:]


# how languages count, as Unicode's CLDR has it, for whole numbers; those not named have one and other
_ZERO_OR_ONE = ("fr", "pt", "hy")
_NO_FORMS = ("zh", "ja", "ko", "vi", "th", "id")
_SLAVIC = ("ru", "uk", "be", "sr", "hr", "bs")


def plural(language: str, number: int) -> str:
    """The form of words that a number takes in a language: one, few, many, other.

    >>> [plural("pl", number) for number in (1, 2, 5, 12, 22)]
    ['one', 'few', 'many', 'many', 'few']
    """
    number, short = abs(number), language.split("-")[0]
    if short in _NO_FORMS:
        return "other"
    if short in _ZERO_OR_ONE:
        return "one" if number < 2 else "other"
    few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
    if short == "pl":
        return "one" if number == 1 else "few" if few else "many"
    if short in _SLAVIC:
        one = number % 10 == 1 and number % 100 != 11
        return "one" if one else "few" if few else "other" if short in ("sr", "hr", "bs") else "many"
    if short in ("cs", "sk"):
        return "one" if number == 1 else "few" if number in (2, 3, 4) else "other"
    return "one" if number == 1 else "other"


def forms(language: str) -> list[str]:
    """The forms that a language has.

    >>> forms("pl"), forms("zh-Hant")
    (['one', 'few', 'many', 'other'], ['other'])
    """
    found = {plural(language, number) for number in range(200)}
    return [form for form in ("one", "few", "many") if form in found] + ["other"]


class Catalogue:
    """The words of one language. What it lacks is said in the language to fall back to, with that one's plurals."""

    def __init__(self, entries: Mapping[str, Entry], language: str = "en", fallback: Catalogue | None = None) -> None:
        self.own, self.language, self.fallback = entries, language, fallback

    @property
    def entries(self) -> Mapping[str, Entry]:
        """Every entry, its own before others."""
        return {**(self.fallback.entries if self.fallback else {}), **self.own}

    def knows(self, key: str) -> bool:
        return key in self.own or (self.fallback is not None and self.fallback.knows(key))

    def entry(self, key: str) -> Entry:
        if key in self.own or self.fallback is None:
            return self.own[key]
        return self.fallback.entry(key)

    @property
    def name(self) -> str:
        """What the language is called in itself; its code where nobody has said so."""
        entry = self.own.get("sheet.language")
        if isinstance(entry, str):
            return entry
        return self.fallback.name if self.fallback and self.fallback.language == self.language else self.language

    def template(self, key: str) -> str:
        entry = self.entry(key)
        return entry if isinstance(entry, str) else entry["other"]

    def say(self, what: Phrase | str, /, **blanks: Filling | tuple[Filling, ...]) -> str:
        """The words of an entry, its blanks filled."""
        said = what if isinstance(what, Phrase) else Phrase(what, blanks)
        return BLANK.sub(lambda found: self.filled(said.blanks[found[1]]), self.form(said))

    def form(self, said: Phrase) -> str:
        """The entry, in the form that its number takes."""
        if said.key not in self.own and self.fallback is not None:
            return self.fallback.form(said)
        entry = self.own[said.key]
        if isinstance(entry, str):
            return entry
        number = said.blanks.get(entry["by"])
        return entry.get(plural(self.language, number), entry["other"]) if isinstance(number, int) else entry["other"]

    def listed(self, names: Sequence[str], last: str = "list.last") -> str:
        """Names as a sentence lists them: a, b and c."""
        if len(names) < 2:
            return "".join(names)
        return self.say(last, first=tuple(names[:-1]), last=names[-1])

    def inside(self, label: str) -> str:
        """A label as it stands inside a sentence of this language."""
        return lowered(label) if self.template("language.inside") == "lower" else label

    def number(self, value: float) -> str:
        """A measure with the mark that this language has between whole and part: 1.5."""
        return f"{value:g}".replace(".", self.template("language.decimal"))

    def filled(self, value: Filling | tuple[Filling, ...]) -> str:
        if isinstance(value, Phrase):
            return self.say(value)
        if isinstance(value, tuple):
            return self.template("list.joint").join(map(self.filled, value))
        if isinstance(value, Inside):
            return self.inside(value.label)
        return signed(value) if isinstance(value, int) else value


@lru_cache
def catalogue(language: str = "en", own: tuple[Path, ...] = ()) -> Catalogue:
    """The words of a language; in English what it lacks, or all if there is no such catalogue.

    `own`: files of the person's own, whose words go before ours; those of a later file before all. Raises RulesError
    when they do not hold together.
    """
    if own:
        *others, last = own
        node = yaml_file.read(last)
        if problems := wrong(node, language, catalogue().entries):
            raise RulesError(tidy(problems))
        return Catalogue(node.with_value(node.mapping).bare(), language, catalogue(language, tuple(others)))
    path = folder() / f"{language}.yaml"
    if language == "en":
        return Catalogue(yaml_file.read(path, f"templates/words/{language}.yaml").bare())
    entries = yaml_file.read(path, f"templates/words/{language}.yaml").bare() if path.is_file() else {}
    return Catalogue(entries, language, catalogue())


def folder() -> Path:
    """Where the catalogues are."""
    return resources.folder("templates") / "words"


def languages() -> list[str]:
    """The languages of the catalogue."""
    return sorted(path.stem for path in folder().glob("*.yaml"))


def wrong(node: Node, language: str, english: Mapping[str, Entry]) -> list[Problem]:
    """What is wrong with a catalogue: unknown entries, blanks that differ, forms that the language does not have."""
    problems = []
    for key, inner in node.mapping.items():
        if key not in english:
            hint = did_you_mean(key, english)
            problems.append(Problem(f"the program has no words {quoted(key)}", inner.where, hint))
            continue
        problems += _wrong(key, inner, language, english[key])
    return problems


def _wrong(key: str, node: Node, language: str, english: Entry) -> Iterator[Problem]:
    """What is wrong with one entry. A form for exactly one thing need not name the number."""
    said = {"other": english} if isinstance(english, str) else english
    wanted = _blanks(said["other"])
    not_for_one = wanted - _blanks(said.get("one", said["other"]))
    texts = dict(node.mapping) if isinstance(node.value, dict) else {"other": node}
    by = texts.pop("by", None) if isinstance(node.value, dict) else None
    if isinstance(node.value, dict):
        there, needed = list(texts), forms(language)
        if sorted(there) != sorted(needed) or by is None or by.value not in wanted:
            counted = by.value if by is not None and by.value in wanted else next(iter(sorted(wanted)), "…")
            hint = f"write {{by: {counted}, {', '.join(f'{form}: …' for form in needed)}}}"
            yield Problem(f"{quoted(key)} needs just the forms that this language has", node.where, hint)
    for form, text in texts.items():
        if isinstance(text.value, dict | list) or (not text.text and english):
            yield Problem(f"{quoted(key)} needs words", text.where, "put them in quotes")
            continue
        blanks = _blanks(text.text)
        may_lack = {by.value, *not_for_one} if by is not None and form == "one" else set()
        odd, lacking = sorted(blanks - wanted), sorted(wanted - blanks - may_lack)
        if odd:
            hint = did_you_mean(odd[0], wanted, f"blanks are: {', '.join(sorted(wanted))}" if wanted else "")
            yield Problem(f"{quoted(key)} does not know the blank {quoted(odd[0])}", text.spot, hint)
        elif lacking:
            yield Problem(f"{quoted(key)} lacks the blank {{{{ {lacking[0]} }}}}", text.spot)


def _blanks(text: str) -> set[str]:
    return {found[1] for found in BLANK.finditer(text)}
