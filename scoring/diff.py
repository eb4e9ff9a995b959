"""What variants change, in words and numbers: the game without them laid beside the game with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any, TypeAlias

from scoring.blanks import BlankError, Blanks, Gone
from scoring.frozen import Frozen
from scoring.game import Game
from scoring.words import Catalogue, signed
from scoring.yaml_file import Node

Steps: TypeAlias = tuple[str, ...]

SECTIONS = ("game", "counts", "lines", "ties", "checks", "verdict", "readings", "aid", "sheets")
_OF_THE_GAME = ("title", "about", "players", "goal", "wins", "rounds", "teams")
# what is only about how a thing looks, or where it is from: in the JSON, but not worth a sentence
_QUIET = {"source", "confidence", "icon", "letter", "short", "ask", "working", "columns", "edition"}
_GROUPS = {"of", "fields", "cases", "actions", "steps", "bonuses", "points"}  # things by id inside a thing
_MISSING: Any = object()


class Change(Frozen):
    """One difference: where, what stood there and what stands there now, and how it is told."""

    section: str
    id: str
    label: str
    what: str  # new, gone, moved, changed
    path: str
    old: Any = None
    new: Any = None
    text: str = ""  # empty where it is not worth a sentence

    def as_json(self) -> dict[str, Any]:
        keys = ("section", "id", "label", "what", "path", "old", "new", "text")
        return {key: getattr(self, key) for key in keys}


def changes(before: Game, after: Game) -> list[Change]:
    """Every difference between a game and the same game with variants, in the order of a rules file."""
    found: list[Change] = []
    olds, news = _rules(before), _rules(after)
    for section in SECTIONS:
        told = _Section(section, before, after)
        found += told.changes(olds.get(section) or {}, news.get(section) or {})
    return found


def as_json(before: Game, after: Game) -> dict[str, Any]:
    """The shape of `potager diff --json`."""
    return {
        "game": after.id,
        "variants": after.asked,
        "changes": [change.as_json() for change in changes(before, after)],
    }


def text(before: Game, after: Game) -> str:
    """The same for people: a heading for each part of the rules, a line for each difference."""
    say = after.words.say
    lines = [say("diff.title", game=after.title, variants=after.words.listed([v.title for v in after.variants]))]
    told = [change for change in changes(before, after) if change.text]
    for section, group in groupby(told, key=lambda change: change.section):
        lines += ["", say(f"diff.{section}")]
        lines += [f"  {change.text}" for change in group]
    if not told:
        lines += ["", say("diff.none")]
    return "\n".join(lines) + "\n"


def _rules(game: Game) -> dict[str, Any]:
    """The rules as plain data; what concerns the whole game under `game`."""
    rules = game.rules.model_dump(by_alias=True, exclude_none=True)
    return rules | {"game": {key: rules[key] for key in _OF_THE_GAME if key in rules}}


class _Section:
    """One part of the rules: what stands in it by id, before and after."""

    def __init__(self, section: str, before: Game, after: Game) -> None:
        self.section, self.before, self.after = section, before, after
        self.words: Catalogue = after.words
        self.old_blanks, self.new_blanks = Blanks(before), Blanks(after)

    def changes(self, olds: Mapping[str, Any], news: Mapping[str, Any]) -> Iterator[Change]:
        order = list(dict.fromkeys([*news, *olds]))
        moved = _moved(list(olds), list(news)) if self.section != "game" else set()
        for id in order:
            old, new = olds.get(id, _MISSING), news.get(id, _MISSING)
            if self.section == "game":
                yield from self.inside(id, (id,), old, new)
            elif old is _MISSING:
                yield self.one(id, "new", (), None, new, self.arrival(id))
            elif new is _MISSING:
                yield self.one(id, "gone", (), old, None, self.words.say("diff.gone"))
            else:
                if id in moved:
                    yield self.one(id, "moved", (), None, None, self.place(id, list(news)))
                yield from self.changed(id, old, new)

    def one(self, id: str, what: str, steps: Steps, old: Any, new: Any, said: str) -> Change:
        """A difference, with the name of the thing before what is said of it."""
        label = self.label(id)
        told = self.words.say("diff.entry", label=self.part(label, id, steps), said=said) if said else ""
        if self.section == "game":
            told = said
        path = ".".join(steps if self.section == "game" else (self.section, id, *steps))
        return Change(self.section, id, label, what, path, old, new, told)

    # -- names

    def label(self, id: str) -> str:
        """How a thing is called; by its name before, when it is gone."""
        for game in (self.after, self.before):
            named: Any = None
            match self.section:
                case "counts" | "lines" | "ties":
                    named = getattr(game, self.section).get(id)
                    named = named and named.label
                case "verdict":
                    named = next((band.label for band in game.verdicts if band.id == id), None)
                case "aid":
                    named = game.rules.aid[id].title if id in game.rules.aid else None
                case "sheets":
                    named = game.node.find(("sheets", id, "title")).text
            if named:
                return str(named)
        sheet = f"sheet.{id}"
        return self.words.say(sheet) if self.section == "sheets" and sheet in self.words.entries else id

    def part(self, label: str, id: str, steps: Steps) -> str:
        """The name with that of the part in it: a kind, a case, a row of the aid."""
        key = (self.section, steps[0] if steps else "")
        if len(steps) > 1 and (key in (("counts", "of"), ("lines", "cases"), ("counts", "fields")) or key[0] == "aid"):
            for blanks, game in ((self.new_blanks, self.after), (self.old_blanks, self.before)):
                group = game.node.find((self.section, id, steps[0]))
                inner = group.mapping.get(steps[1], Node(None, group.mark))
                for name in ("label", "name", "title", "when", "text"):
                    if name in inner.mapping:
                        return self.words.say("diff.part", label=label, part=_filled(blanks, inner[name].text))
            return self.words.say("diff.part", label=label, part=steps[1])
        return label

    # -- what is said

    def arrival(self, id: str) -> str:
        if self.section == "lines":
            return self.words.say("diff.new_line", rule=self.after.lines[id].words)
        return self.words.say("diff.new")

    def place(self, id: str, order: Sequence[str]) -> str:
        at = order.index(id)
        return (
            self.words.say("diff.moved", after=self.label(order[at - 1])) if at else self.words.say("diff.moved_first")
        )

    def changed(self, id: str, old: Any, new: Any) -> Iterator[Change]:
        if old == new:
            return
        if self.section == "sheets":
            yield self.one(id, "changed", (), None, None, self.words.say("diff.changed"))
        elif self.section == "lines" and old["kind"] != new["kind"]:
            said = self.words.say("diff.other_kind", rule=self.after.lines[id].words)
            yield self.one(id, "changed", ("kind",), old["kind"], new["kind"], said)
        else:
            yield from self.inside(id, (), old, new)

    def inside(self, id: str, steps: Steps, old: Any, new: Any) -> Iterator[Change]:
        """Every value that differs, further in."""
        if old == new:
            return
        if len(steps) == 1 and steps[0] in _GROUPS:  # each that came or went by itself
            old, new = ({} if value is _MISSING else value for value in (old, new))
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            for key in dict.fromkeys([*new, *old]):
                yield from self.inside(id, (*steps, key), old.get(key, _MISSING), new.get(key, _MISSING))
        elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
            for at, (one, other) in enumerate(zip(old, new, strict=True), 1):
                yield from self.inside(id, (*steps, str(at)), one, other)
        else:
            old, new = (None if value is _MISSING else value for value in (old, new))
            yield self.one(id, "changed", steps, old, new, self.said(id, steps, old, new))

    def said(self, id: str, steps: Steps, old: Any, new: Any) -> str:
        """The difference of one value, without the name of what it belongs to."""
        key = steps[0] if steps else ""
        last = steps[-1] if steps else ""
        if _QUIET & set(steps):
            return ""
        if self.section == "lines" and key == "points" and isinstance(old, int) and isinstance(new, int):
            entry = "diff.row" if len(steps) > 1 else "diff.points"
            return self.words.say(entry, at=last, old=old, new=new)
        if self.section == "aid":
            old, new = _filled(self.old_blanks, old), _filled(self.new_blanks, new)
        was, now = self.value(old), self.value(new)
        if self.section == "lines" and len(steps) > 1 and key in ("ladder", "points", "prizes"):
            amount = new if isinstance(new, int) else now
            if key == "prizes" and self.by_players(id):
                said = self.words.say("diff.place", at=steps[2], old=was, new=amount) if len(steps) > 2 else ""
                said = said or self.words.say("diff.number", old=was, new=now)
                return self.words.say("diff.with_players", players=steps[1], said=said)
            entry = {"ladder": "diff.step", "points": "diff.row", "prizes": "diff.place"}[key]
            return self.words.say(entry, at=last, old=was, new=amount)
        if "supply" in steps and last != "supply":
            number = self.words.say("diff.value", what=self.key("supply"), old=was, new=now)
            return self.words.say("diff.with_players", players=last, said=number)
        if not steps or (len(steps) == 2 and key in _GROUPS):
            return self.words.say("diff.gone" if new is None else "diff.new" if old is None else "diff.changed")
        whole = [step for step in steps if self.known(step)]
        if not whole:
            return self.words.say("diff.number", old=was, new=now)
        bound = len(whole) > 1 and whole[-2] in ("players", "list", "rounds", "teams")
        what = (
            self.words.say("diff.part", label=self.key(whole[-2]), part=self.key(last))
            if bound
            else self.key(whole[-1])
        )
        return self.words.say("diff.value", what=what, old=was, new=now)

    def by_players(self, id: str) -> bool:
        return isinstance(getattr(self.after.rules.lines.get(id), "prizes", None), Mapping)

    def known(self, key: str) -> bool:
        return f"diff.key.{key}" in self.words.entries

    def key(self, key: str) -> str:
        return self.words.say(f"diff.key.{key}") if self.known(key) else key

    def value(self, value: Any) -> str:
        """A value in words."""
        if value is None or value == {}:
            return self.words.say("diff.nothing")
        if isinstance(value, bool):
            return self.words.say("diff.yes" if value else "diff.no")
        if isinstance(value, int):
            return signed(value)
        if value == "printed":
            return self.words.say("diff.printed")
        if isinstance(value, list):
            return " / ".join(map(self.value, value))
        if isinstance(value, Mapping):
            return "; ".join(f"{key}: {self.value(inner)}" for key, inner in value.items())
        return self.words.say("diff.words", text=str(value))


def _filled(blanks: Blanks, value: Any) -> Any:
    """The words of an aid with the numbers of the rules in them."""
    try:
        return blanks.fill(value) if isinstance(value, str) else value
    except (BlankError, Gone):
        return value


def _moved(old: Sequence[str], new: Sequence[str]) -> set[str]:
    """What stands elsewhere among what both have: as few as explain the new order."""
    before, after = [id for id in old if id in new], [id for id in new if id in old]
    kept = SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    staying = {before[block.a + at] for block in kept for at in range(block.size)}
    return set(before) - staying


__all__ = ["Change", "as_json", "changes", "text"]
