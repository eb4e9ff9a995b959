"""The questions of a finished game, one after the other, without a terminal.

`Asking` is the whole conversation so far: the game, and the answers in their order. Everything else follows from
these: the tally as far as it is counted, the next question (what a line or a tie still needs), or that nothing is left
to ask. To go back is to drop the last answer. What a number may be is not said here: the checks of scoring say it.
"""

from __future__ import annotations

import json
import re
import unicodedata
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from scoring import so_far, tally, yaml_file
from scoring.errors import PotagerError, Problem
from scoring.expression import Binary, Expression, Item, Number, Sum
from scoring.frozen import Frozen
from scoring.game import Game, GameCount, GameLine, human, record_value
from scoring.score import ScoreTable, score
from scoring.so_far import TABLE, Tied
from scoring.tally import Tally
from scoring.words import Catalogue

# one thing that is known now: (whose, a count or "points" or "ties" or "names", its kind or line or tie, the value)
Given: TypeAlias = tuple[int, str, str, Any]
Key: TypeAlias = tuple[str, int, str, str]

QUESTIONS = ("?", ";", "？")  # how a question ends; the Greek mark looks like a semicolon
_DIGITS = re.compile(r"[+−-]?[0-9]+$")
_SIGNED = re.compile(r"[+−-]?[0-9]+([+−-][0-9]+)+$")
_TERM = re.compile(r"([+−-]?)([0-9]+)")


class Refused(Exception):  # it is no error, but an answer
    """An answer that will not do, and why: one sentence."""


class Answer(Frozen):
    """A question that was answered: as typed, and what is known by it."""

    key: Key
    text: str
    given: tuple[Given, ...]


# -- how people type


def folded(text: str) -> str:
    """Digits, commas and signs of any keyboard as plain ones."""
    return unicodedata.normalize("NFKC", text).strip()


def said(words: Catalogue, key: str, text: str) -> bool:
    """Whether a text is one of the words of an entry, such as `yes y`."""
    return text.casefold() in words.template(key).casefold().split()


def first(words: Catalogue, key: str) -> str:
    """The word of such an entry that is shown."""
    return words.template(key).split()[0]


def sentence(words: Catalogue, text: str) -> str:
    """A problem or warning as a sentence of its own."""
    return text if text.endswith((".", "!", "…", "。", "！", *QUESTIONS)) else words.say("ask.sentence", text=text)


def parts(text: str, between: str = r"[\s,;]+") -> list[str]:
    """What stands in a line, one after the other."""
    return [part for part in re.split(between, text) if part]


def joined(text: str) -> str:
    """Sums with spaces around their signs, drawn together: `12 + 30`."""
    return re.sub(r"(?<=[0-9])\s+([+−-])\s+(?=[0-9])", r"\1", text)


def number(text: str, words: Catalogue) -> int | str:
    """A number, or a sum as it is written at the table."""
    value = tally.whole(text)
    if value is None:
        raise Refused(words.say("ask.wrong.number", typed=text))
    plain = re.sub(r"\s", "", text)
    return value if _DIGITS.match(plain) else plain


# -- the questions


class Question(Frozen):
    """One thing to ask. `who` is a player's seat, or TABLE."""

    game: Game
    names: tuple[str, ...]
    who: int

    form = ""
    must = "ask.wrong.empty"  # what Enter alone is told where it means nothing

    @property
    def words(self) -> Catalogue:
        return self.game.words

    @property
    @abstractmethod
    def key(self) -> Key:
        """What tells this question from all others."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The question in words, without its colon."""

    @property
    def default(self) -> str | None:
        """What Enter alone stands for; None where it must be typed."""
        return None

    @property
    def short(self) -> str:
        """The question in a word or two, where the whole does not fit in front of an answer."""
        return self.text

    @property
    def indent(self) -> str:
        """Kinds stand below the count that they are of."""
        return ""

    def headings(self) -> tuple[str, ...]:
        """What stands above, from the widest to the nearest; shown when it changes."""
        if self.who == TABLE:
            return (self.words.say("ask.table"),)
        seat = self.words.say("ask.player", name=self.names[self.who], seat=self.who + 1, players=len(self.names))
        return (seat if len(self.names) > 1 else self.names[self.who],)

    @abstractmethod
    def read(self, text: str) -> tuple[Given, ...]:
        """What is known by an answer. Raises Refused."""

    def kept(self, text: str) -> str:
        """An answer as it is shown again to somebody who goes back."""
        return text

    @abstractmethod
    def help(self) -> Iterator[str]:
        """How to answer, what it is for, and where the rule stands."""


class Names(Question):
    """Who plays."""

    form = "names"
    must = "ask.wrong.names"

    @property
    def key(self) -> Key:
        return ("names", TABLE, "", "")

    @property
    def text(self) -> str:
        if self.game.rules.players.most == 1:
            return self.words.say("ask.name")
        return self.words.say("ask.names", players=self.how_many)

    @property
    def how_many(self) -> str:
        players = self.game.rules.players
        if players.least == players.most:
            return str(players.most)
        return self.words.say("ask.from_to", least=players.least, most=players.most)

    @property
    def default(self) -> str | None:
        """Where it is clear how many play, nobody needs a name."""
        players = self.game.rules.players
        seats = range(1, players.most + 1) if players.least == players.most else ()
        return ", ".join(self.words.say("ask.player_name", seat=seat) for seat in seats) or None

    def headings(self) -> tuple[str, ...]:
        return ()

    def read(self, text: str) -> tuple[Given, ...]:
        names = [name for name in (part.strip() for part in re.split(r"[,，、;；]", text)) if name]
        if not names:
            raise Refused(self.words.say(self.must))
        return ((TABLE, "names", "", tuple(names)),)

    def help(self) -> Iterator[str]:
        yield self.words.say("ask.help.names", title=self.game.title, players=self.how_many)


class OfCount(Question):
    """A question about a count, or about some kinds of it: the first of `kinds`, or all of them in one line.

    `typed` is the line (or the tie) whose points may be typed instead, with an equals sign.
    """

    count: GameCount
    kinds: tuple[str, ...]
    typed: tuple[str, str] | None
    tied: Tied | None

    @property
    def key(self) -> Key:
        return ("count", self.who, self.count.id, self.kinds[0])

    @property
    def place(self) -> int:
        """The place of what is asked in its row."""
        return self.count.places[list(self.count.kinds).index(self.kinds[0]) if self.kinds[0] else 0]

    @property
    def asked(self) -> str:
        return self.count.rule.ask or self.count.label

    @property
    def text(self) -> str:
        return self.count.kind_labels[self.kinds[0]] if self.kinds[0] else self.asked

    @property
    def short(self) -> str:
        return self.text if self.kinds[0] else self.count.label

    @property
    def indent(self) -> str:
        return "  " if self.kinds[0] else ""

    @property
    def labels(self) -> str:
        return self.words.filled(tuple(self.count.kind_labels[kind] for kind in self.kinds))

    def headings(self) -> tuple[str, ...]:
        return (*self.tie_heading(), *super().headings(), *self.count_heading())

    def tie_heading(self) -> tuple[str, ...]:
        if self.tied is None:
            return ("",)
        tie = self.game.ties[self.tied.tie]
        groups = [self.words.listed([self.names[seat] for seat in group]) for group in self.tied.groups]
        names = self.words.say("list.clauses").join(groups)
        return (self.words.say("ask.tied_least" if tie.fewest else "ask.tied_most", names=names, label=tie.label),)

    def count_heading(self) -> tuple[str, ...]:
        """The count that these kinds are of, and on the first time how to answer."""
        if not self.kinds[0]:
            return ()
        whole = len(self.kinds) if len(self.kinds) == len(self.count.kinds) else 0
        hint = self.words.say("ask.all_in_one_line", kinds=whole) if whole > 1 and self.who < 1 else ""
        return (self.asked, hint) if hint else (self.asked,)

    def read(self, text: str) -> tuple[Given, ...]:
        typed = self.as_typed(text)
        if typed is not None:
            return typed
        whole = self.one(text)
        if whole is not None:
            return ((self.who, self.count.id, self.kinds[0], whole),)
        found = parts(joined(text) if self.form == "number" else text)
        if len(self.kinds) > 1 and len(found) == len(self.kinds):
            values = [self.need(part) for part in found]
            return tuple((self.who, self.count.id, kind, value) for kind, value in zip(self.kinds, values, strict=True))
        if len(self.kinds) > 1 and len(found) > 1:
            label = self.count.kind_labels[self.kinds[0]]
            raise Refused(self.words.say("ask.wrong.kinds", kind=label, number=len(self.kinds), kinds=self.labels))
        self.need(text)
        raise AssertionError(text)

    def as_typed(self, text: str) -> tuple[Given, ...] | None:
        """Points instead of a count: `=12`."""
        if not text.startswith("="):
            return None
        if self.typed is None:
            raise Refused(self.words.say("ask.wrong.points"))
        key, id = self.typed
        return ((self.who, key, id, number(text[1:].strip(), self.words)),)

    def one(self, text: str) -> Any:
        """The text as a single answer; None when it is not one."""
        raise NotImplementedError

    def need(self, text: str) -> Any:
        """The text as a single answer. Raises Refused."""
        raise NotImplementedError

    # -- help

    def how(self) -> Iterator[str]:
        """How to type an answer."""
        raise NotImplementedError

    def help(self) -> Iterator[str]:
        from scoring.explain import limits

        rule, words = self.count.rule, self.words
        kind = self.count.kinds.get(self.kinds[0])
        yield from (text for text in (rule.help, rule.note, kind and kind.help, kind and kind.note) if text)
        yield from self.how()
        if self.typed is not None:
            key, id = self.typed
            label = self.game.lines[id].label if key == "points" else self.game.ties[id].label
            yield words.say(f"ask.help.{key}", label=label)
        there = kind.supply if kind is not None and isinstance(kind.supply, int) else None
        said = [
            limits(self.count, words, written=False),
            words.say("ask.help.supply", supply=there) if there is not None else "",
        ]
        if any(said):
            yield words.say("ask.help.limits", limits=words.say("list.clauses").join(part for part in said if part))
        place = self.place
        for line in self.game.lines.values():
            if place in (line.uses.table if self.count.shared else line.uses.own | line.uses.others):
                yield rule_of(line, self.words)
        for tie in self.game.ties.values():
            if not self.count.shared and place in tie.uses.own | tie.uses.others:
                yield words.say("ask.help.tie", label=tie.label)
        yield from source(self.game, (kind and kind.source) or rule.source)


def rule_of(line: GameLine, words: Catalogue) -> str:
    note = line.model.note
    if not note:
        return words.say("rule.of_line", label=line.label, rule=line.words)
    return words.say("rule.with_note", label=line.label, note=note, rule=line.words)


def source(game: Game, text: str | None) -> Iterator[str]:
    """Where a rule stands; the tag of the game's own source is written out."""
    whole = game.rules.source or ""
    found = whole if not text or whole.startswith(f"{text}:") else text
    if found:
        yield game.words.say("ask.help.source", source=found)


class Numbers(OfCount):
    """How many of something."""

    form = "number"

    @property
    def default(self) -> str | None:
        least = self.count.counted.numbers[self.kinds[0]].least
        may = bool(self.kinds[0]) or self.count.rule.missing is not None
        return "0" if may and least <= 0 else None

    def one(self, text: str) -> Any:
        if len(self.kinds) > 1 and len(parts(joined(text))) > 1:
            return None
        return None if tally.whole(text) is None else number(text, self.words)

    def need(self, text: str) -> Any:
        return number(text, self.words)

    def how(self) -> Iterator[str]:
        yield self.words.say("ask.help.number")
        if len(self.kinds) > 1:
            yield self.words.say("ask.help.kinds", number=len(self.kinds), kinds=self.labels)


class Ticks(OfCount):
    """Whether somebody has something."""

    form = "tick"

    @property
    def default(self) -> str | None:
        return first(self.words, "ask.no")

    def one(self, text: str) -> Any:
        if said(self.words, "ask.yes", text):
            return True
        return False if said(self.words, "ask.no", text) else None

    def need(self, text: str) -> Any:
        value = self.one(text)
        if value is None:
            raise Refused(self.words.say("ask.wrong.tick", typed=text))
        return value

    def kept(self, text: str) -> str:
        value = self.one(text)
        return text if value is None else first(self.words, "ask.yes" if value else "ask.no")

    def how(self) -> Iterator[str]:
        yield self.words.say("ask.help.tick")
        if len(self.kinds) > 1:
            yield self.words.say("ask.help.kinds", number=len(self.kinds), kinds=self.labels)


class Holder(OfCount):
    """Who has the only one: asked once for the table."""

    form = "holder"

    @property
    def text(self) -> str:
        label = self.count.kind_labels[self.kinds[0]] if self.kinds[0] else self.count.label
        return self.words.say("ask.who", label=label)

    @property
    def seats(self) -> str:
        return ", ".join(f"{seat} {name}" for seat, name in enumerate(self.names, 1))

    @property
    def default(self) -> str | None:
        return first(self.words, "ask.nobody")

    def headings(self) -> tuple[str, ...]:
        return (*self.tie_heading(), self.words.say("ask.table"), self.words.say("ask.seats", seats=self.seats))

    def one(self, text: str) -> Any:
        """A seat, or TABLE for nobody."""
        exact = " ".join(text.split())
        if exact in self.names:
            return self.names.index(exact)
        wanted, names = exact.casefold(), [name.casefold() for name in self.names]
        if wanted in names:
            return names.index(wanted)
        if said(self.words, "ask.nobody", wanted):
            return TABLE
        if wanted.isdecimal() and 1 <= int(wanted[:9]) <= len(names):
            return int(wanted) - 1
        begun = [seat for seat, name in enumerate(names) if name.startswith(wanted)]
        return begun[0] if len(begun) == 1 else None

    def need(self, text: str) -> Any:
        seat = self.one(text)
        if seat is None:
            raise Refused(self.words.say("ask.wrong.holder", typed=text, seats=self.seats))
        return seat

    def kept(self, text: str) -> str:
        seat = self.one(text)
        if seat is None:
            return text
        return first(self.words, "ask.nobody") if seat == TABLE else self.names[seat]

    def read(self, text: str) -> tuple[Given, ...]:
        return tuple(
            (seat, count, kind, seat == holder)
            for _, count, kind, holder in super().read(text)
            for seat in range(len(self.names))
        )

    def how(self) -> Iterator[str]:
        if self.count.rule.ask:
            yield self.count.rule.ask
        yield self.words.say("ask.help.holder", seats=self.seats)
        if len(self.kinds) > 1:
            yield self.words.say("ask.help.kinds", number=len(self.kinds), kinds=self.labels)


class Listed(OfCount):
    """All entries of a list, in one line."""

    form = "list"
    must = "ask.wrong.empty_list"

    @property
    def text(self) -> str:
        return self.count.label

    @property
    def fields(self) -> tuple[str, ...]:
        return self.count.counted.entries.fields if self.count.counted.entries is not None else ()

    @property
    def open_fields(self) -> tuple[str, ...]:
        """The fields that can be more than one number here."""
        assert self.count.counted.entries is not None
        bounds = self.count.counted.entries.bounds[1:]
        return tuple(name for name, (low, high) in zip(self.fields, bounds, strict=True) if low < high)

    def count_heading(self) -> tuple[str, ...]:
        hint = "ask.list" if not self.fields else "ask.records"
        said = self.words.say(hint, none=self.none, fields=self.field_labels()) if self.who < 1 else ""
        asked = self.count.rule.ask or ""
        return tuple(text for text in (asked, said) if text)

    @property
    def none(self) -> str:
        return first(self.words, "ask.none")

    def field_labels(self, between: str = ",") -> str:
        rules = self.count.rule.fields or {}
        return between.join(rules[name].label or human(name) for name in self.open_fields)

    def read(self, text: str) -> tuple[Given, ...]:
        typed = self.as_typed(text)
        if typed is not None:
            return typed
        if said(self.words, "ask.none", text):
            return ((self.who, self.count.id, "", []),)
        found = parts(joined(text), r"(?:,?\s+|;)+") if self.fields else parts(joined(text))
        return ((self.who, self.count.id, "", [self.entry(part.strip(",")) for part in found]),)

    def entry(self, text: str) -> Any:
        """A number, or a record: its fields in their order (`6,2,0`), or as the sum that its value is (`6-2`)."""
        if not self.fields:
            return number(text, self.words)
        if "," in text:
            values = [number(part, self.words) for part in text.split(",") if part]
            order = self.open_fields if len(values) <= len(self.open_fields) else self.fields
            if len(values) > len(order):
                raise Refused(self.words.say("ask.wrong.record", typed=text, fields=self.field_labels()))
            return dict(zip(order, values, strict=False))
        if _SIGNED.match(text) and (signs := self.signs()):
            return self.by_sign(text, signs)
        return number(text, self.words)

    def signs(self) -> dict[str, int]:
        """The sign of each field, where the value of a record is a sum of its fields."""
        found: dict[str, int] = {}
        return found if _signs(record_value(self.count), 1, found) else {}

    def by_sign(self, text: str, signs: Mapping[str, int]) -> dict[str, int]:
        """`6-2+1` by a value like seed − black + gold; a field without its number is 0."""
        left = list(self.fields)
        record: dict[str, int] = {}
        for sign, digits in _TERM.findall(text):
            wanted = -1 if sign in ("-", "−") else 1
            while left and signs.get(left[0]) != wanted:
                left.pop(0)
            if not left:
                raise Refused(self.words.say("ask.wrong.record", typed=text, fields=self.field_labels()))
            record[left.pop(0)] = int(digits)
        return record

    def how(self) -> Iterator[str]:
        yield self.words.say("ask.help.list", none=self.none)
        if self.fields:
            yield self.words.say("ask.help.record", fields=self.field_labels())
            signs = self.signs()
            if signs:
                rules = self.count.rule.fields or {}
                plus = {1: "+", -1: "−"}
                labels = [plus[signs[name]] + (rules[name].label or human(name)) for name in self.open_fields]
                yield self.words.say("ask.help.signed", fields=" ".join(labels).removeprefix("+"))


def _signs(value: Expression, sign: int, found: dict[str, int]) -> bool:
    """Gathers the signs of fields that are added; False where a value is more than that."""
    match value:
        case Item(name):
            fresh = name not in found
            found[name] = sign
            return fresh
        case Binary("+" | "-", left, right):
            second = sign if value.operator == "+" else -sign
            if left == Number(0):
                return _signs(right, second, found)
            return _signs(left, sign, found) and _signs(right, second, found)
        case Sum(inner):
            return all(_signs(part, sign, found) for part in inner)
    return False


class PointsOf(Question):
    """The points of a line whose numbers stand only on the players' own copy."""

    line: str

    form = "points"

    @property
    def key(self) -> Key:
        return ("points", self.who, "points", self.line)

    @property
    def text(self) -> str:
        line = self.game.lines[self.line]
        return self.words.say("ask.points", line=line.label, note=line.model.note or self.words.say("ask.own_copy"))

    @property
    def short(self) -> str:
        return self.words.say("ask.points_short", line=self.game.lines[self.line].label)

    def headings(self) -> tuple[str, ...]:
        return ("", *super().headings())

    def read(self, text: str) -> tuple[Given, ...]:
        return ((self.who, "points", self.line, number(text.removeprefix("=").strip(), self.words)),)

    def help(self) -> Iterator[str]:
        line = self.game.lines[self.line]
        yield self.words.say("ask.help.printed", line=line.label)
        yield self.words.say("ask.help.numbers", game=self.game.named)
        yield self.words.say("ask.help.number")
        yield rule_of(line, self.words)
        yield from source(self.game, line.model.source)


# -- the conversation


class Asking(Frozen):
    """A finished game while it is asked about.

    `given` are the names that need not be asked; `before` holds what was typed before somebody went back.
    """

    game: Game
    given: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()
    before: Mapping[Key, str] = {}

    @property
    def words(self) -> Catalogue:
        return self.game.words

    @property
    def back_word(self) -> str:
        return first(self.words, "ask.back")

    @cached_property
    def names(self) -> tuple[str, ...]:
        if self.given or not self.answers:
            return self.given
        names: tuple[str, ...] = self.answers[0].given[0][3]
        return names

    @property
    def known(self) -> Iterator[Given]:
        for answer in self.answers:
            yield from (given for given in answer.given if given[1] != "names")

    @cached_property
    def bare(self) -> dict[str, Any]:
        """The tally as far as it goes, as it is written in a file."""
        players: list[dict[str, Any]] = [{"name": name} for name in self.names]
        table: dict[str, Any] = {}
        for who, what, part, value in self.known:
            if value is False and self.game.counts[what].may_be_missing:
                continue  # a tick that only one can have: the others say nothing
            row = table if who == TABLE else players[who]
            if part:
                row.setdefault(what, {})[part] = value
            else:
                row[what] = value
        head: dict[str, Any] = {"game": self.game.id}
        if self.game.asked:
            head["variants"] = self.game.asked
        if table:
            head["table"] = table
        return head | {"players": players}

    @cached_property
    def tally(self) -> Tally:
        """The same, read and checked; what was not asked yet is None. Raises PotagerError."""
        read = tally.read(yaml_file.parse(json.dumps(self.bare), "<terminal>"), self.game)
        counts = self.game.counts
        answered: set[tuple[int, int]] = set()
        for who, what, kind, _ in self.known:
            if what in counts:
                count = counts[what]
                answered.add((who, count.places[list(count.kinds).index(kind) if kind else 0]))

        def masked(who: int, row: Sequence[Any]) -> tuple[Any, ...]:
            return tuple(value if (who, place) in answered else None for place, value in enumerate(row))

        rows = [masked(seat, player.row) for seat, player in enumerate(read.players)]
        return so_far.with_rows(read, rows, masked(TABLE, read.table))

    @cached_property
    def question(self) -> Question | None:
        """What to ask next; None when nothing is left."""
        if not self.names:
            return Names(self.game, (), TABLE)
        printed = so_far.standing(self.tally).printed
        if printed:
            order = list(self.game.lines)
            seat, line = min(printed, key=lambda item: (item[0], order.index(item[1])))
            return PointsOf(self.game, self.names, seat, line)
        wanted = so_far.wanted(self.tally)
        if wanted:
            return self.of_counts(wanted, None)
        tied = so_far.undecided(self.tally)
        return self.of_counts(tied.places, tied) if tied is not None else None

    def of_counts(self, wanted: frozenset[so_far.Place], tied: Tied | None) -> Question:
        """The first question about what is wanted: of the table, of each player, then who has the only one."""
        for who in (TABLE, *range(len(self.names))):
            for count in self.game.counts.values():
                if count.shared != (who == TABLE):
                    continue
                kinds = self.kinds(count, lambda place, who=who: (who, place) in wanted)  # type: ignore[misc]
                kinds = [kind for kind in kinds if not self.single(count, kind)]
                if kinds:
                    form = Listed if count.is_list else Ticks if count.rule.tick else Numbers
                    typed = self.typed(who, count, kinds, tied)
                    return form(self.game, self.names, who, count, tuple(kinds), typed, tied)
        for count in self.game.counts.values():
            anybody = {place for who, place in wanted if (who == TABLE) == count.shared}
            kinds = self.kinds(count, lambda place, anybody=anybody: place in anybody)  # type: ignore[misc]
            if kinds:
                return Holder(self.game, self.names, TABLE, count, tuple(kinds), None, tied)
        raise AssertionError(wanted)

    def kinds(self, count: GameCount, wanted: Callable[[int], bool]) -> list[str]:
        names = [""] if count.is_list else list(count.counted.numbers)
        return [kind for kind, place in zip(names, count.places, strict=True) if wanted(place)]

    def single(self, count: GameCount, kind: str) -> bool:
        """Whether it is a thing that only one of several players can have."""
        inner = count.kinds.get(kind)
        supply = count.rule.supply if inner is None or inner.supply is None else inner.supply
        return count.rule.tick and supply == 1 and not count.shared and len(self.names) > 1

    def typed(self, who: int, count: GameCount, kinds: Sequence[str], tied: Tied | None) -> tuple[str, str] | None:
        """What may be typed with `=` instead: where only one line (or this tie) needs the count, and all of it."""
        if who == TABLE or count.rule.tick:
            return None
        if tied is not None:
            others = {place for seat, place in tied.places if seat == who} - set(count.places)
            return ("ties", tied.tie) if not others and who in tied.seats else None
        lines = {line for place in count.places for line in so_far.readers(self.game, place)}
        reads = any(set(count.places) & set(band.uses.own | band.uses.others) for band in self.game.verdicts)
        if len(lines) != 1 or reads:
            return None
        line = lines.pop()
        same = self.game.lines[line].expression in count.counted.numbers.values()
        return (
            None if same or len(kinds) < len(count.places) else ("points", line)
        )  # points that are the count need no sign

    @property
    def default(self) -> str | None:
        """What Enter alone stands for: what was typed before, or what the question says."""
        if self.question is None:
            return None
        return self.before.get(self.question.key, self.question.default)

    def answered(self, text: str) -> Asking:
        """One answer further. Raises Refused."""
        question = self.question
        assert question is not None
        if not text.strip():
            if self.default is None:
                raise Refused(self.words.say(question.must, none=first(self.words, "ask.none")))
            text = self.default
        typed = text.strip() if isinstance(question, Names) else folded(text)
        answer = Answer(question.key, question.kept(typed), question.read(typed))
        further = Asking(self.game, self.given, (*self.answers, answer), self.before)
        further.stands(question)
        return further

    def stands(self, question: Question) -> None:
        """Refuses an answer that is impossible by itself, or beside what was answered before."""
        name = self.names[question.who] if question.who != TABLE else ""
        try:
            alone, together = so_far.impossible(self.tally)
        except PotagerError as error:
            alone, together = list(error.problems), []
        if alone or together:
            problem = sentence(self.words, told((alone or together)[0], name))
            hint = "" if alone else " " + self.words.say("ask.wrong.together", back=self.back_word)
            raise Refused(problem + hint)

    def back(self) -> Asking:
        """One question back; the answer is kept to be offered again. Raises Refused."""
        if not self.answers:
            raise Refused(self.words.say("ask.wrong.first"))
        *rest, last = self.answers
        again = {last.key: last.text}
        if last.key[0] == "count" and len(last.given) > 1:  # all kinds in one line; or now one by one
            numbers = [given for given in last.given if given[0] == last.key[1] and not isinstance(given[3], bool)]
            again |= {("count", who, count, kind): str(value) for who, count, kind, value in numbers[1:]}
        return Asking(self.game, self.given, tuple(rest), {**self.before, **again})

    def score(self) -> ScoreTable:
        """The result. Raises PotagerError with what is impossible about the whole."""
        return score(self.tally)


def told(problem: Problem, name: str) -> str:
    """A problem in one sentence, without the name of the player who is just being asked."""
    what = problem.what.removeprefix(f"{name}: ") if name else problem.what
    return f"{what}; {problem.hint}" if problem.hint else what
