"""Tallies as text: one to fill in, every count named and explained; and one that is filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scoring.explain import limits
from scoring.game import Game, GameCount
from scoring.one_line import flow, word
from scoring.words import Catalogue

TICKS = ("no", "yes")  # as people write them in a tally


def blank(game: Game, players: Sequence[str]) -> str:
    """YAML that `potager score` reads once the numbers stand in it."""
    return "\n".join(_lines(game, players)) + "\n"


def filled(tally: Mapping[str, Any]) -> str:
    """A tally as YAML, in the form in which a person would write it."""
    lines = [f"game: {word(tally['game'])}"]
    if tally.get("variants"):
        lines.append(f"variants: [{', '.join(map(word, tally['variants']))}]")
    if tally.get("table"):
        lines += ["table:", *(f"  {id}: {flow(value, TICKS)}" for id, value in tally["table"].items())]
    lines.append("players:")
    for player in tally["players"]:
        lines.append(f"  - name: {word(player['name'])}")
        lines += [f"    {id}: {flow(value, TICKS)}" for id, value in player.items() if id != "name"]
    return "\n".join(lines) + "\n"


def _lines(game: Game, players: Sequence[str]) -> Iterator[str]:
    words = game.words
    example = f"points: {{{next(iter(game.lines))}: 12}}"
    yield f"# {words.say('tally.start', title=game.title)}"
    yield f"# {words.say('tally.how')}"
    yield f"# {words.say('tally.points', example=example)}"
    yield f"game: {word(game.own_file or game.id)}"
    if game.asked:
        yield f"variants: [{', '.join(map(word, game.asked))}]"
    shared = [count for count in game.counts.values() if count.shared]
    if shared:
        yield "table:"
        for count in shared:
            yield from _count(count, words, "  ")
    yield "players:"
    own = [count for count in game.counts.values() if not count.shared]
    for at, name in enumerate(players):
        yield f"  - name: {word(name)}"
        for count in own:
            yield from _count(count, words, "    ", comments=at == 0)


def _count(count: GameCount, words: Catalogue, indent: str, comments: bool = True) -> Iterator[str]:
    said = [part for part in (count.rule.ask or count.label, count.rule.help, limits(count, words)) if part]
    fields = count.counted.entries.fields if count.counted.entries else ()
    if fields:
        said.append(words.say("tally.record", record=f"{{{', '.join(f'{name}: …' for name in fields)}}}"))
    comment = _joined(said, words) if comments else ""
    yield _commented(f"{indent}{count.id}:{' []' if count.is_list else ''}", comment)
    for kind, inner in count.kinds.items():
        label = count.kind_labels[kind]
        named = words.say("tally.kind", label=label, value=inner.value) if inner.value is not None else label
        yield _commented(f"{indent}  {kind}:", named if comments else "")


def _joined(said: Sequence[str], words: Catalogue) -> str:
    """Clauses one after the other; after a question there is no further sign."""
    whole = ""
    for clause in said:
        whole += (" " if whole.endswith(("?", "!", ".", ";")) else words.say("list.clauses")) if whole else ""
        whole += clause
    return whole


def _commented(line: str, comment: str) -> str:
    return f"{line:<28}# {comment}" if comment else line
