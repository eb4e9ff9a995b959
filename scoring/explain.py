"""The scoring of a game in words: counts, lines, ties, where each rule stands, and how open questions are read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scoring import numbers
from scoring.game import Game, GameCount, GameLine
from scoring.library import Library
from scoring.words import BLANK, Catalogue, Inside, phrase


def limits(count: GameCount, words: Catalogue, *, written: bool = True) -> str:
    """What a count can be, in a few words; `written` in a tally, not asked for."""
    rule = count.rule
    said = []
    if rule.tick:
        said.append(words.say("limit.tick"))
    if count.is_list:
        assert count.counted.entries is not None
        said.append(words.say("limit.list", most=count.counted.entries.longest))
    each = "limit.each_" if count.is_list else "limit."
    if rule.least is not None and rule.most is not None:
        said.append(words.say(f"{each}from_to", least=rule.least, most=rule.most))
    elif rule.most is not None:
        said.append(words.say(f"{each}most", most=rule.most))
    elif rule.least is not None:
        said.append(words.say(f"{each}least", least=rule.least))
    if rule.allowed is not None:
        said.append(words.say("limit.allowed", numbers=tuple(rule.allowed)))
    if isinstance(rule.supply, int):
        said.append(words.say("limit.supply", supply=rule.supply))
    elif rule.supply:
        supplies = [
            phrase("limit.supply_with", supply=there, players=int(players)) for players, there in rule.supply.items()
        ]
        said.append(words.say("limit.supplies", supplies=tuple(supplies)))
    if rule.shared and written:
        said.append(words.say("limit.shared"))
    if rule.missing is not None and written:
        said.append(words.say("limit.missing"))
    return words.say("list.clauses").join(said)


def ties(game: Game) -> str:
    """What breaks a tie, in the order in which it is asked, until the victory is shared."""
    words = game.words
    said = [words.say("aid.least" if tie.fewest else "aid.most", label=Inside(tie.label)) for tie in game.ties.values()]
    return words.say("aid.then").join([*said, words.say("aid.shared")])


def text(game: Game, library: Library | None = None) -> str:
    return "\n".join(_Told(game).lines(library or Library())) + "\n"


class _Told:
    """A game told in its language."""

    def __init__(self, game: Game) -> None:
        self.game, self.words = game, game.words

    def lines(self, library: Library) -> Iterator[str]:
        yield from self.heading()
        yield from ("", self.words.say("explain.counts"))
        for count in self.game.counts.values():
            yield from self.count(count)
        yield from ("", self.words.say("explain.lines"))
        for line in self.game.lines.values():
            yield from self.line(line)
        yield ""
        yield from self.result()
        yield from self.checks()
        printed = _printed(self.game)
        for key, paths in (("explain.printed", printed), ("explain.numbers", self.game.numbers)):
            if paths:
                yield from ("", self.words.say(key), *(f"  {path}" for path in paths))
        yield from self.readings()
        path = library.games().get(self.game.id)
        known = library.variants(path) if path else {}
        if known:
            yield from ("", self.words.say("explain.variants", variants=tuple(known)))

    def sourced(self, said: str, source: str | None, confidence: str | None) -> str:
        """Words, and in brackets where they stand and how sure that is."""
        parts = [source] if source else []
        parts += [self.words.say("explain.sure", confidence=confidence)] if confidence else []
        if not parts:
            return said
        return self.words.say("explain.from", said=said, source=self.words.say("list.clauses").join(parts))

    def entry(self, label: str, id: str, note: str | None = None) -> str:
        if note:
            return self.words.say("explain.entry_note", label=label, id=id, note=note)
        return self.words.say("explain.entry", label=label, id=id)

    def said(self, what: str, said: str) -> str:
        return self.words.say("explain.said", what=what, said=said) if said else what

    def heading(self) -> Iterator[str]:
        game, rules, words = self.game, self.game.rules, self.words
        edition = " ".join(str(part) for part in (rules.edition.publisher, rules.edition.year) if part)
        yield " · ".join(part for part in (game.title, edition, players(game)) if part)
        if rules.source:
            yield self.sourced(words.say("explain.source", source=rules.source), None, rules.confidence)
        yield words.say("explain.confidence")
        for variant in game.variants:
            said = words.say("explain.variant", id=variant.id, title=variant.title)
            yield self.sourced(said, variant.source, variant.confidence)
            if variant.about:
                yield f"  {variant.about}"

    def count(self, count: GameCount) -> Iterator[str]:
        words, rule = self.words, count.rule
        said = self.said(self.entry(count.label, count.id), limits(count, words))
        yield f"  {self.sourced(said, rule.source, rule.confidence)}"
        if rule.help:
            yield f"    {rule.help}"
        for kind, inner in count.kinds.items():
            facts = [words.say("limit.value", value=inner.value)] if inner.value is not None else []
            facts += [words.say("limit.supply", supply=inner.supply)] if isinstance(inner.supply, int) else []
            facts += [words.say("limit.most", most=inner.most)] if inner.most is not None else []
            facts += [words.say("limit.allowed", numbers=tuple(inner.allowed))] if inner.allowed is not None else []
            entry = self.entry(count.kind_labels[kind], f"{count.id}.{kind}")
            said = self.said(entry, words.say("list.clauses").join(facts))
            yield f"    {self.sourced(said, inner.source, inner.confidence)}"

    def line(self, line: GameLine) -> Iterator[str]:
        model = line.model
        said = self.said(self.entry(line.label, line.id, model.note), line.words)
        yield f"  {self.sourced(said, model.source, model.confidence)}"
        if model.help:
            yield f"    {model.help}"

    def result(self) -> Iterator[str]:
        game, rules, words = self.game, self.game.rules, self.words
        if rules.goal is not None:
            yield words.say("aid.goal", goal=rules.goal)
        elif game.verdicts:
            yield words.say("explain.result")
            for band in game.verdicts:
                rule = (rules.verdict or {})[band.id]
                yield f"  {self.said(band.label, rule if isinstance(rule, str) else rule.when)}"
        else:
            yield words.say("explain.highest" if rules.wins == "most" else "explain.lowest")
            if rules.players.most > 1:
                yield words.say("explain.tied", said=ties(game))
            for tie in game.ties.values():
                if tie.rule.source:
                    yield f"  {self.sourced(tie.label, tie.rule.source, tie.rule.confidence)}"

    def checks(self) -> Iterator[str]:
        if self.game.rules.checks:
            yield from ("", self.words.say("explain.checks"))
        for id, check in self.game.rules.checks.items():
            what = self.words.say(f"explain.{check.level}", id=id)
            said = self.said(what, BLANK.sub("…", check.else_))
            yield f"  {self.sourced(said, check.source, check.confidence)}"

    def readings(self) -> Iterator[str]:
        words = self.words
        if self.game.rules.readings:
            yield from ("", words.say("explain.readings"))
        for id, reading in self.game.rules.readings.items():
            yield f"  {words.say('explain.reading', id=id, question=reading.question)}"
            yield f"    {words.say('explain.read', reading=reading.default)}"
            offered = [reading.variant] if isinstance(reading.variant, str) else reading.variant or []
            if offered:
                named = words.listed([f"-V {name}" for name in offered], "explain.or")
                yield f"    {words.say('explain.other', variants=named)}"


def players(game: Game) -> str:
    """For how many players a game is."""
    return game.how_many(game.rules.players.least, game.rules.players.most)


def _printed(game: Game) -> list[str]:
    """Where rules say `printed`."""
    return [".".join(path) for path, _ in numbers.places(game.node)]


def as_json(game: Game) -> dict[str, Any]:
    """The same for programs."""
    return {
        "game": game.id,
        "title": game.title,
        "variants": [
            {"id": variant.id, "title": variant.title, "about": variant.about, "asked": variant.asked}
            for variant in game.variants
        ],
        "players": {"least": game.rules.players.least, "most": game.rules.players.most},
        "source": game.rules.source,
        "counts": {
            id: {
                "label": count.label,
                "kinds": dict(count.kind_labels),
                "shared": count.shared,
                "tick": count.rule.tick,
                "list": count.is_list,
            }
            for id, count in game.counts.items()
        },
        "lines": {
            id: {
                "label": line.label,
                "rule": line.words,
                "source": line.model.source,
                "confidence": line.model.confidence,
            }
            for id, line in game.lines.items()
        },
        "ties": {id: {"label": tie.label, "wins": "least" if tie.fewest else "most"} for id, tie in game.ties.items()},
        "goal": game.rules.goal,
        "printed": _printed(game),
        "numbers": list(game.numbers),
        "readings": {id: reading.model_dump(exclude_none=True) for id, reading in game.rules.readings.items()},
    }
