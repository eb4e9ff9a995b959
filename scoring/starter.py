"""Files to start from: a game, its first example, a variant. Commented, and valid as they stand."""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from scoring import resources
from scoring.frozen import Frozen
from scoring.game import JAVASCRIPT_WORDS, Game, human
from scoring.library import SLUG
from scoring.one_line import flow
from scoring.scope import RESERVED

# what of a line people like to change, in this order; a formula comes with its words
_NUMBERS = ("points", "ladder", "prizes", "with_series", "from", "free", "every", "cap", "tied", "split", "running")
WIDE = 46  # where comments begin, if there is room


def schema_line(kind: str) -> str:
    """What binds a rules file to its schema in editors: they complete keys, and explain them."""
    return f"# yaml-language-server: $schema={schema(kind).as_uri()}"


def schema(kind: str) -> Path:
    """The schema for a sort of rules file: game, variant, examples."""
    return (resources.folder("rules_data") / "schema" / f"{kind}.json").absolute()


# -- a game


class Counted(Frozen):
    """Something that players of a new game count, and its points for each; None: it is points already."""

    id: str
    label: str
    points: int | None


class NewGame(Frozen):
    """What is known of a new game."""

    title: str
    least: int = 2
    most: int = 4
    counts: tuple[Counted, ...] = (Counted("apples", "Apples", 2), Counted("wasps", "Wasps", -1))
    tie: str = "apples"  # the id of a count; empty for none


def ids(labels: Sequence[str]) -> list[str]:
    """An id for each name: small letters, digits and _, no word with a meaning of its own, none twice.

    >>> ids(["Red Äpfel", "for", "苹果", "red apfel"])
    ['red_apfel', 'for_1', 'count_3', 'red_apfel_2']
    """
    found: list[str] = []
    for at, label in enumerate(labels, 1):
        letters = unicodedata.normalize("NFKD", label.casefold()).encode("ascii", "ignore").decode()
        id = re.sub(r"[^a-z0-9]+", "_", letters).strip("_")[:40]
        if not id or not id[0].isalpha():
            id = f"count_{at}"
        taken = RESERVED | JAVASCRIPT_WORDS | {"name", "points", "ties"}
        base, number = id, 1
        if id in taken or keyword.iskeyword(id):
            id = f"{base}_1"
        while id in found:
            number += 1
            id = f"{base}_{number}"
        found.append(id)
    return found


def slug(title: str) -> str:
    """The name of a folder for a game.

    >>> slug("The Hanging Gardens"), slug("花園")
    ('the-hanging-gardens', 'my-game')
    """
    (id,) = ids([title])
    name = id.replace("_", "-")
    return name if SLUG.match(name) and not id.startswith("count_") else "my-game"


def game(new: NewGame) -> str:
    """A game's file: what is known of it, and beside it what else there can be."""
    first = new.counts[0]
    taken = {count.id for count in new.counts}
    bell, fruit = (next(id for id in _free(name) if id not in taken) for name in ("bell", "fruit"))
    kinds = "{plum: {label: Plum, value: 1}, pear: {label: Pear, value: 2}}"
    tie = next((count for count in new.counts if count.id == new.tie), None)
    mark = "" if tie else "# "
    tie = tie or first
    lines = [
        (schema_line("game"), ""),
        (f"# {_one_line(new.title)}: what players count when the game ends, and how that scores.", ""),
        ("# What has a # in front is not read: take it away to use it. `potager check` finds mistakes.", ""),
        ("potager: 1", ""),
        (f"title: {flow(new.title)}", ""),
        (f"players: {{least: {new.least}, most: {new.most}}}", ""),
        ("# edition: {publisher: Somebody, year: 2024}", "which printing; stands on the sheets"),
        ("", ""),
        ("counts:", "what everybody counts when the game ends"),
        *((f"  {count.id}: {{label: {flow(count.label)}}}", "") for count in new.counts),
        (f"  # {bell}: {{label: Bell, tick: true}}", "yes or no"),
        (f"  # {fruit}: {{label: Fruit, of: {kinds}}}", "of several kinds"),
        ("", ""),
        ("lines:", "how that scores, in the order of the pad"),
        *((f"  {count.id}: {_line(count)}", "") for count in new.counts),
        (f"  # {bell}: {{kind: each, of: {bell}, points: 4}}", "needs the count above"),
        (f"  # {fruit}: {{kind: sets, of: {fruit}, points: 5}}", "each set of one of every kind"),
        (f"  # {first.id}_many: {{kind: ladder, of: {first.id}, ladder: [1, 3, 6]}}", "for 1, 2, and 3 or more"),
        (f"  # {first.id}_most: {{kind: majority, of: {first.id}, prizes: [5, 2], tied: share}}", "for who has most"),
        ("", ""),
        (f"{mark}ties:", "in this order; after the last, the victory is shared"),
        (f"{mark}  {tie.id}: {{most: {tie.id}, label: {flow(tie.label)}}}", ""),
        ("", ""),
        ("# aid:", "the sheet that lies beside everybody"),
        ("#   turn: {title: On your turn, steps: {roll: {name: Roll, text: all dice}}}", ""),
    ]
    return "\n".join(_aligned(lines)) + "\n"


def _line(count: Counted) -> str:
    if count.points is None:
        return f"{{kind: points, of: {count.id}}}"
    return f"{{kind: each, of: {count.id}, points: {count.points}}}"


def examples(new: NewGame) -> str:
    """A finished game of two (or one) with what it scores, worked out from the answers: it proves the rules."""
    lines = [
        schema_line("examples"),
        "# Finished games with known scores: `potager check` proves the rules by them. The rulebook has better ones.",
        "potager: 1",
        "examples:",
        "  first:",
        "    title: Worked out by hand",
        "    computed: true",
        "    tally:",
        "      players:",
    ]
    names = ["Ann", "Bob"][: new.most]
    numbers = {name: {count.id: 3 + at - who for at, count in enumerate(new.counts)} for who, name in enumerate(names)}
    worth = {count.id: 1 if count.points is None else count.points for count in new.counts}
    scores = []
    for name, mine in numbers.items():
        lines.append(f"        - {{name: {name}, {', '.join(f'{id}: {number}' for id, number in mine.items())}}}")
        points = {id: number * worth[id] for id, number in mine.items()}
        told = ", ".join(f"{id}: {number}" for id, number in points.items())
        scores.append(f"      {name}: {{lines: {{{told}}}, total: {sum(points.values())}}}")
    return "\n".join([*lines, "    scores:", *scores]) + "\n"


# -- a variant


def variant(game: Game, name: str, extends: str) -> str:
    """A variant's file: what of this game can be changed, with the numbers as they are, each as a comment."""
    head = [
        schema_line("variant"),
        f"# A variant of {_one_line(game.title)}. It says only what differs; `potager check` finds mistakes in it.",
        "# To change a number: take away the # and the blank behind it, there and at the heading above, and change it.",
        f"# To leave something out altogether, write null behind its colon:  {next(iter(game.lines))}: null",
        "potager: 1",
        f"extends: {flow(extends)}",
        f"title: {flow(human(name))}",
        "# about: What is different at our table.",
    ]
    return "\n".join([*head, *_blocks(game)]) + "\n"


def _blocks(game: Game) -> Iterator[str]:
    """The parts of the rules with their numbers."""
    rules = game.rules
    players = f"players: {{least: {rules.players.least}, most: {rules.players.most}}}"
    top = [(players, "how many can play")]
    if rules.goal is not None:
        top.append((f"goal: {rules.goal}", "the first to reach it wins"))
    yield from _block("", "", [], top)
    counts = [(f"{id}: {flow(numbers)}", game.counts[id].label) for id, numbers in _counts(game)]
    free = next(id for id in _free("bonus") if id not in game.counts and id not in game.lines)
    counts.append((f"{free}: {{label: Bonus, most: 5}}", "a new count; the new line below scores it"))
    yield from _block("counts:", "what is counted", counts)
    lines = [(f"{id}: {flow(numbers)}", _told(game, id)) for id, numbers in _lines(game)]
    after = list(game.lines)[-1]
    lines.append(
        (f"{free}: {{kind: each, of: {free}, points: 3, after: {after}}}", "a new line; it needs the count above")
    )
    yield from _block("lines:", "how it scores", lines)
    if rules.goal is not None or game.verdicts:
        return
    ties = [(f"{id}: null", f"{tie.label}: breaks no tie any more") for id, tie in game.ties.items()]
    own = [count.id for count in game.counts.values() if not count.shared and not count.kinds and not count.is_list]
    if own:
        id = next(id for id in _free(f"most_{own[0]}") if id not in game.ties)
        label = f"{game.counts[own[0]].label}"
        ties.append((f"{id}: {{most: {own[0]}, label: {flow(label)}}}", "one more, asked last"))
    yield from _block("ties:", "what breaks a tie", ties)


def _told(game: Game, id: str) -> str:
    line = game.lines[id]
    return f"{line.label}: {line.words}"


def _counts(game: Game) -> Iterator[tuple[str, dict[str, Any]]]:
    """What counts can be, and what their kinds are worth."""
    for id, node in game.node.find(("counts",)).mapping.items():
        said = node.bare()
        numbers = {key: said[key] for key in ("least", "most", "supply") if key in said}
        kinds = {
            kind: {key: inner[key] for key in ("value", "supply", "most") if key in inner}
            for kind, inner in (said.get("of") or {}).items()
        }
        if kinds := {kind: inner for kind, inner in kinds.items() if inner}:
            numbers["of"] = kinds
        if numbers:
            yield id, numbers


def _lines(game: Game) -> Iterator[tuple[str, dict[str, Any]]]:
    """What lines are worth."""
    for id, node in game.node["lines"].mapping.items():
        said = node.bare()
        numbers = {key: said[key] for key in _NUMBERS if key in said}
        if "formula" in said:
            numbers |= {key: said[key] for key in ("formula", "rule") if key in said}
        if "cases" in said:
            numbers["cases"] = {case: {"points": inner["points"]} for case, inner in said["cases"].items()}
        if numbers:
            yield id, numbers


def _block(
    heading: str, said: str, entries: Sequence[tuple[str, str]], bare: Sequence[tuple[str, str]] = ()
) -> Iterator[str]:
    """A part of the rules, as a comment: its heading, and its entries below."""
    if entries or bare:
        yield ""
        yield from _aligned([(f"# {text}", comment) for text, comment in bare])
    if entries:
        yield from _aligned([(f"# {heading}", said), *((f"#   {text}", comment) for text, comment in entries)])


def _aligned(lines: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Lines of YAML with what is said about them behind."""
    for text, comment in lines:
        yield f"{text:<{WIDE}} # {_one_line(comment)}" if comment else text


def _free(name: str) -> Iterator[str]:
    """Names like this one, to look for one that is not taken."""
    yield name
    at = 2
    while True:
        yield f"{name}_{at}"
        at += 1


def _one_line(text: str) -> str:
    return " ".join(text.split())
