"""A tally to fill in: every count named, with a comment that says what to count."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from scoring.explain import limits
from scoring.game import Game, GameCount

_PLAIN = re.compile(r"[^\W\d_][\w .'’-]*$")
_NOT_PLAIN = {"yes", "no", "on", "off", "true", "false", "null", "y", "n"}


def blank(game: Game, players: Sequence[str]) -> str:
    """YAML that `potager score` reads once the numbers stand in it."""
    return "\n".join(_lines(game, players)) + "\n"


def _lines(game: Game, players: Sequence[str]) -> Iterator[str]:
    yield f"# {game.title}: what everybody has when the game ends."
    yield "# Write a number behind each colon; sums as at the table will do (12+30+16). A kind left empty counts 0."
    yield "# For a line that you have added up yourselves, write its points: points: {" + next(iter(game.lines)) + ": 12}"
    yield f"game: {game.id}"
    if game.asked:
        yield f"variants: [{', '.join(map(_word, game.asked))}]"
    shared = [count for count in game.counts.values() if count.shared]
    if shared:
        yield "table:"
        for count in shared:
            yield from _count(count, "  ")
    yield "players:"
    own = [count for count in game.counts.values() if not count.shared]
    for at, name in enumerate(players):
        yield f"  - name: {_word(name)}"
        for count in own:
            yield from _count(count, "    ", comments=at == 0)


def _count(count: GameCount, indent: str, comments: bool = True) -> Iterator[str]:
    said = "; ".join(part for part in (count.rule.ask or count.label, count.rule.help, limits(count)) if part)
    if count.is_list:
        example = "[]"
        if count.counted.entries and count.counted.entries.fields and comments:
            record = ", ".join(f"{name}: …" for name in count.counted.entries.fields)
            said += f"; an entry is a number or {{{record}}}"
        yield _commented(f"{indent}{count.id}: {example}", said if comments else "")
        return
    yield _commented(f"{indent}{count.id}:", said if comments else "")
    for kind, inner in count.kinds.items():
        worth = f" (value {inner.value})" if inner.value is not None else ""
        yield _commented(f"{indent}  {kind}:", f"{count.kind_labels[kind]}{worth}" if comments else "")


def _commented(line: str, comment: str) -> str:
    return f"{line:<28}# {comment}" if comment else line


def _word(name: str) -> str:
    """A name as YAML will read it back."""
    plain = _PLAIN.match(name) and name.lower() not in _NOT_PLAIN and not name.endswith((" ", "."))
    return name if plain else json.dumps(name, ensure_ascii=False)
