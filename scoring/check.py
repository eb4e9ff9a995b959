"""Looks over files of rules and tallies: every problem, then the examples.

A file is known by its content: `players` as a list is a tally, `extends` a variant, `lines` a game, `examples` a file
of examples; inside `words/` it is a language.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from scoring import examples, load, score, tally, yaml_file
from scoring.errors import Mark, PotagerError, Problem, UsageError
from scoring.load import Library
from scoring.yaml_file import Node

WORDS = {"title", "label", "short", "letter", "ask", "note", "help", "rule", "working", "else", "text", "about"}


@dataclass
class Checked:
    """What was looked at, and what is wrong."""

    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)      # nothing wrong, but worth a look
    games: int = 0
    variants: int = 0
    tallies: int = 0
    examples: int = 0
    languages: int = 0


def check(paths: list[Path], library: Library | None = None) -> Checked:
    """Every problem of some files, or of all YAML files in some folders."""
    library = library or Library()
    checked = Checked()
    for path in paths:
        if not path.exists():
            raise UsageError(Problem("there is no such file or folder", Mark(str(path))))
        for file in sorted(_files(path)):
            try:
                _one(file, library, checked)
            except PotagerError as error:
                checked.problems += error.problems
    checked.problems = load.tidy(checked.problems)
    return checked


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        for suffix in ("yaml", "yml"):
            yield from (file for file in path.rglob(f"*.{suffix}") if file.is_file())
    else:
        yield path


def kind_of(file: Path, node: Node) -> str:
    """What a file is, by its content."""
    if file.parent.name == "words":
        return "language"
    if isinstance(node.mapping.get("players", node).value, list):
        return "tally"
    for key, kind in (("extends", "variant"), ("lines", "game"), ("examples", "examples"), ("game", "tally")):
        if key in node.mapping:
            return kind
    return "unknown"


def _one(file: Path, library: Library, checked: Checked) -> None:
    name = load.shown(file)
    node = yaml_file.read(file, name)
    match kind_of(file, node):
        case "game":
            checked.games += 1
            game = load.load(str(file.resolve()), library=library)
            _unused(game, checked)
        case "variant":
            checked.variants += 1
            load.load(str(file.resolve()), library=library)
        case "tally":
            checked.tallies += 1
            table = scored(file, node, library)
            for warning in table.warnings:
                who = f"{warning.player}: " if warning.player else ""
                checked.notes.append(Problem(f"{who}{warning.message}", Mark(name)))
        case "examples":
            _examples(file, library, checked)
        case "language":
            checked.languages += 1
            _language(node, checked)
        case _:
            hint = "a game has lines, a variant extends, a tally has players"
            checked.problems.append(Problem("this is no game, variant, tally or examples file", node.mark, hint))


def scored(file: Path, node: Node, library: Library, variants: tuple[str, ...] = (), language: str = "en") -> score.ScoreTable:
    """The score of a tally in a file; paths in it are relative to the file."""
    head = tally.header(node)
    marks = head.variant_marks
    game = load.load(
        head.game,
        head.variants,
        library=library,
        beside=file.parent,
        mark=head.game_mark,
        variant_marks=marks,
        further=variants,
        language=language,
    )
    return score.score(tally.read(node, game))


def _examples(file: Path, library: Library, checked: Checked) -> None:
    beside = file.parent / "game.yaml"
    game = str(beside.resolve()) if beside.is_file() else ""
    if not game:
        raise UsageError(Problem("examples stand beside a game.yaml", Mark(load.shown(file))))
    for example in examples.read(file, game):
        checked.examples += 1
        checked.problems += examples.problems(example, library=library, folder=file.parent)


def _unused(game: load.Game, checked: Checked) -> None:
    """Counts that nothing reads."""
    read = {ref.split(".")[0] for line in game.lines.values() for ref in (*line.refs, *line_reads(game, line.id))}
    for tie in game.ties.values():
        read |= {game.count_at(place, False).id for place in tie.uses.own}
        read |= {game.count_at(place, True).id for place in tie.uses.table}
    for check_ in game.checks:
        if check_.of is None:
            read |= {game.count_at(place, False).id for place in check_.uses.own}
    for id in game.counts:
        if id not in read:
            node = game.node["counts"][id]
            checked.notes.append(Problem(f'count "{id}" is used by no line, tie or check', node.where))


def line_reads(game: load.Game, id: str) -> list[str]:
    """The counts that the points of a line depend on."""
    uses = game.lines[id].uses
    found = [game.count_at(place, False).id for place in (*uses.own, *uses.others)]
    return found + [game.count_at(place, True).id for place in uses.table]


def _language(node: Node, checked: Checked, path: tuple[str, ...] = ()) -> None:
    """A language changes words only."""
    for key, inner in node.mapping.items():
        if isinstance(inner.value, dict):
            _language(inner, checked, (*path, key))
        elif key not in WORDS and key not in ("potager", "question", "default") and "aid" not in path:
            checked.problems.append(Problem(f'a language changes words only, not "{key}"', inner.where))
