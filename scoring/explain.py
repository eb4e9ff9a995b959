"""The scoring of a game in words: counts, lines, ties, where each rule stands, and how open questions are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.game import Game, GameCount
from scoring.library import Library
from scoring.words import signed


def limits(count: GameCount, *, written: bool = True) -> str:
    """What a count can be, in a few words; `written` in a tally, not asked for."""
    rule = count.rule
    said = []
    if rule.tick:
        said.append("yes or no")
    if count.is_list:
        assert count.counted.entries is not None
        said.append(f"a list of at most {count.counted.entries.longest}")
    each = "each " if count.is_list else ""
    if rule.least is not None and rule.most is not None:
        said.append(f"{each}{signed(rule.least)} to {signed(rule.most)}")
    elif rule.most is not None:
        said.append(f"{each}at most {signed(rule.most)}")
    elif rule.least is not None:
        said.append(f"{each}at least {signed(rule.least)}")
    if isinstance(rule.supply, int):
        said.append(f"{rule.supply} for all players together")
    elif rule.supply:
        each = ", ".join(f"{there} with {players}" for players, there in rule.supply.items())
        said.append(f"for all players together {each} players")
    if rule.shared and written:
        said.append("shared by the table")
    if rule.missing is not None and written:
        said.append("0 if left out")
    return "; ".join(said)


def text(game: Game, library: Library | None = None) -> str:
    return "\n".join(_lines(game, library or Library())) + "\n"


def _from(source: str | None, confidence: str | None) -> str:
    parts = [part for part in (source, f"confidence {confidence}" if confidence else "") if part]
    return f"  [{'; '.join(parts)}]" if parts else ""


def _lines(game: Game, library: Library) -> Iterator[str]:
    rules = game.rules
    edition = " ".join(str(part) for part in (rules.edition.publisher, rules.edition.year) if part)
    players = (
        f"{rules.players.least}–{rules.players.most}"
        if rules.players.most > rules.players.least
        else str(rules.players.most)
    )
    yield f"{game.title} · {edition + ' · ' if edition else ''}{players} player{'' if players == '1' else 's'}"
    if rules.source:
        yield f"Source: {rules.source}{_from(None, rules.confidence)}"
    yield "Confidence: H stands in a source of the rules, M in one other source or follows from one, L is weak."
    for variant in game.variants:
        yield f"Variant {variant.id}: {variant.title}{_from(variant.source, variant.confidence)}"
        if variant.about:
            yield f"  {variant.about}"
    yield from ("", "What is counted")
    for count in game.counts.values():
        said = limits(count)
        where = _from(count.rule.source, count.rule.confidence)
        yield f"  {count.label} ({count.id}){': ' + said if said else ''}{where}"
        if count.rule.help:
            yield f"    {count.rule.help}"
        for kind, inner in count.kinds.items():
            worth = f", value {inner.value}" if inner.value is not None else ""
            there = f", {inner.supply} for all players together" if isinstance(inner.supply, int) else ""
            most = f", at most {inner.most}" if inner.most is not None else ""
            where = _from(inner.source, inner.confidence)
            yield f"    {count.kind_labels[kind]} ({count.id}.{kind}){worth}{there}{most}{where}"
    yield from ("", "How it scores")
    for line in game.lines.values():
        note = f" ({line.model.note})" if line.model.note else ""
        yield f"  {line.label} ({line.id}){note}: {line.words}{_from(line.model.source, line.model.confidence)}"
        if line.model.help:
            yield f"    {line.model.help}"
    yield ""
    if rules.goal is not None:
        yield f"First to reach {rules.goal} points wins."
    elif game.verdicts:
        yield "The result"
        for band in game.verdicts:
            text = (rules.verdict or {})[band.id]
            yield f"  {band.label}: {text if isinstance(text, str) else text.when}"
    else:
        yield f"The {'highest' if rules.wins == 'most' else 'lowest'} total wins."
        ties = [f"{'fewest' if tie.fewest else 'most'}: {tie.label}" for tie in game.ties.values()]
        yield f"If tied: {', then '.join(ties)}{'; then' if ties else ''} the victory is shared."
        for tie in game.ties.values():
            if tie.rule.source:
                yield f"  {tie.label}{_from(tie.rule.source, tie.rule.confidence)}"
    if rules.checks:
        yield from ("", "What is checked")
        for id, check in rules.checks.items():
            yield f"  {check.level} {id}: {check.else_}{_from(check.source, check.confidence)}"
    printed = _printed(game)
    if printed:
        yield from ("", "Numbers that stand only on your own copy")
        yield from (f"  {path}" for path in printed)
    if game.numbers:
        yield from ("", "Your own numbers")
        yield from (f"  {path}" for path in game.numbers)
    if rules.readings:
        yield from ("", "Open questions")
        for id, reading in rules.readings.items():
            yield f"  {id}: {reading.question}"
            yield f"    Read here: {reading.default}"
            offered = [reading.variant] if isinstance(reading.variant, str) else reading.variant or []
            if offered:
                yield f"    The other reading: {' or '.join(f'-V {name}' for name in offered)}"
    path = library.games().get(game.id)
    known = library.variants(path) if path else {}
    if known:
        yield from ("", f"Variants: {', '.join(known)}")


def _printed(game: Game) -> list[str]:
    """Where rules say `printed`."""
    found: list[str] = []

    def look(value: Any, path: str) -> None:
        if isinstance(value, Mapping):
            for key, inner in value.items():
                look(inner, f"{path}.{key}" if path else str(key))
        elif value == "printed" or (isinstance(value, list) and "printed" in value):
            found.append(path)

    look({"lines": game.node["lines"].bare()}, "")
    return found


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
