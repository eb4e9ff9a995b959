"""Looks over files of rules and tallies: every problem, then the examples.

A file is known by its content: `players` as a list is a tally, `extends` a variant, `lines` a game, `examples` a file
of examples; inside `words/` it is a language. What only some files need is imported where they are looked at:
`potager score` reads its tally through here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from scoring import language, load, score, tally, words, yaml_file
from scoring.errors import Mark, PotagerError, Problem, UsageError, nearest, quoted, tidy
from scoring.game import Game
from scoring.library import Library, exists, is_file, shown
from scoring.yaml_file import Node

if TYPE_CHECKING:
    from scoring.examples import Outcome

Look: TypeAlias = Callable[[Game], tuple[list[Problem], list[Problem]]]  # what is wrong, what is worth a look
_ENDINGS = (".yaml", ".yml")
_FEW = 3  # missing words that a note names
_SIGNS = ("lines", "extends", "players", "examples")  # by which a file is known

# of the examples of one file: lines × players × players, for each looks at all
MOST_WORK = 500_000
OF_LOADING = 100  # what a game with variants costs, before anybody has played it


@dataclass
class Checked:
    """What was looked at, and what is wrong."""

    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)  # nothing wrong, but worth a look
    games: int = 0
    variants: int = 0
    tallies: int = 0
    examples: int = 0
    languages: int = 0
    outcomes: list[Outcome] = field(default_factory=list)  # of the examples
    rules: dict[Path, Game] = field(default_factory=dict)  # games and variants that hold together, by file

    @property
    def failed(self) -> list[Outcome]:
        """The examples that give other numbers than they say."""
        return [outcome for outcome in self.outcomes if outcome.differences]

    @property
    def counted(self) -> dict[str, int]:
        """How many of each were looked at."""
        return {
            "games": self.games,
            "variants": self.variants,
            "languages": self.languages,
            "tallies": self.tallies,
            "examples": self.examples,
        }

    @property
    def said(self) -> str:
        """The same in words: 5 games, 61 examples."""
        one = {"tallies": "tally"}
        named = [(count, word) for word, count in self.counted.items() if count]
        return ", ".join(f"{n} {word if n > 1 else one.get(word, word.removesuffix('s'))}" for n, word in named)


def check(
    paths: Sequence[Path],
    library: Library | None = None,
    drawings: Collection[str] | None = None,
    sheets: Look | None = None,
) -> Checked:
    """Every problem of some files, or of all YAML files in some folders.

    `drawings`: the pictures an aid can name; `sheets`: who knows play sheets, and looks them over.
    """
    library = library or Library()
    checked = Checked()
    missing = [Problem("there is no such file or folder", Mark(str(path))) for path in paths if not exists(path)]
    if missing:
        raise UsageError(missing)
    for path in paths:
        files = list(_files(path)) if path.is_dir() else [path]
        if not files:
            checked.notes.append(Problem("no YAML files are in this folder", Mark(str(path))))
        for file in files:
            try:
                _one(file, library, checked, file == path, drawings, sheets)
            except PotagerError as error:
                checked.problems += error.problems
    _unproved(checked, library)
    checked.problems = tidy(checked.problems)
    checked.notes = tidy(checked.notes)
    return checked


def _files(folder: Path) -> Iterator[Path]:
    """The YAML files of a folder and those in it, but for hidden ones; games before what changes them."""
    found = [
        file
        for file in folder.rglob("*")
        if file.suffix in _ENDINGS
        and is_file(file)
        and not any(part.startswith(".") for part in file.relative_to(folder).parts)
    ]
    yield from sorted(found, key=lambda file: (file.parent, file.name != "game.yaml", file.name))


def kind_of(file: Path, node: Node) -> str:
    """What a file is, by its content."""
    if file.parent.name == "words":
        return "language"
    if isinstance(node.mapping.get("players", node).value, list) and node.mapping:
        return "tally"
    for key, kind in (("extends", "variant"), ("lines", "game"), ("examples", "examples"), ("game", "tally")):
        if key in node.mapping:
            return kind
    return "unknown"


def _one(
    file: Path,
    library: Library,
    checked: Checked,
    named: bool,
    drawings: Collection[str] | None = None,
    sheets: Look | None = None,
) -> None:
    from scoring import advice

    name = shown(file)
    node = yaml_file.read(file, name, checked.problems)
    match kind_of(file, node):
        case "game":
            checked.games += 1
            game = load.load(str(file), library=library)
            checked.rules[file] = game
            checked.notes += advice.look(game)
            _unused(game, checked)
            checked.notes += language.same_letters(game.node)
            _aid(game, checked, drawings)
            _sheets(game, checked, sheets)
        case "variant":
            checked.variants += 1
            game = load.load(str(file), library=library)
            checked.rules[file] = game
            checked.notes += [note for note in advice.look(game) if note.mark and note.mark.file == name]
            _aid(game, checked, drawings)
            _sheets(game, checked, sheets)
        case "tally":
            checked.tallies += 1
            for warning in scored(file, node, library).warnings:
                who = f"{warning.player}: " if warning.player else ""
                checked.notes.append(Problem(f"{who}{warning.message}", Mark(name)))
        case "examples":
            _examples(file, library, checked)
        case "language":
            checked.languages += 1
            _language(file, node, library, checked, named)
        case _:
            _unknown(file, node, checked, named)


def _aid(game: Game, checked: Checked, drawings: Collection[str] | None) -> None:
    """The player aid: what is wrong with it, and what a variant leaves out of it."""
    from scoring import aid

    looked = aid.look(game, drawings)
    checked.problems += looked.problems
    checked.notes += looked.notes


def _sheets(game: Game, checked: Checked, sheets: Look | None) -> None:
    """The play sheets: what is wrong with them, and what a variant leaves out of them."""
    if sheets is not None:
        problems, notes = sheets(game)
        checked.problems += problems
        checked.notes += notes


def _unknown(file: Path, node: Node, checked: Checked, named: bool) -> None:
    """A file that is nothing of ours: wrong when it was named, or when a word in it is misspelt; else left aside."""
    mark = Mark(shown(file), 1, 1)
    for key, inner in node.mapping.items():
        meant = nearest(key, _SIGNS)
        if meant and meant != key:
            what = f"the file does not know {quoted(key)}"
            checked.problems.append(Problem(what, inner.where, f'did you mean "{meant}"?'))
            return
    for key, inner in node.mapping.items():
        for sign in _SIGNS:
            if sign in inner.mapping and inner[sign].where.line > inner.where.line:
                what = f"{quoted(sign)} stands inside {quoted(key)}"
                checked.problems.append(Problem(what, inner[sign].where, "begin it at the left edge"))
                return
    if node.value is None:
        what, hint = "the file is empty", ""
    else:
        what = "this is no game, variant, tally or file of examples"
        hint = "a game has lines, a variant extends, a tally players"
    ours = named or "potager" in node.mapping
    (checked.problems if ours else checked.notes).append(Problem(what, mark, hint if ours else ""))


def scored(
    file: Path,
    node: Node,
    library: Library,
    variants: tuple[str, ...] = (),
    language: str = "en",
    problems: Sequence[Problem] = (),
) -> score.ScoreTable:
    """The score of a tally in a file; paths in it are relative to the file. `problems`: met when it was read."""
    head = tally.header(node)
    game = load.load(
        head.game,
        head.variants,
        library=library,
        beside=file.parent,
        mark=head.game_mark,
        variant_marks=head.variant_marks,
        further=variants,
        language=language,
    )
    return score.score(tally.look(node, game, problems))


def _examples(file: Path, library: Library, checked: Checked) -> None:
    from scoring import examples

    beside = file.parent / "game.yaml"
    if not is_file(beside):
        hint = f"put it into a folder with a {beside.name}"
        raise UsageError(Problem("examples stand beside a game.yaml", Mark(shown(file), 1, 1), hint))
    try:
        game = load.load(str(beside), library=library)
    except PotagerError as error:
        checked.problems += error.problems  # once, and not for every example
        return
    found, problems = examples.look(file, beside.name)
    checked.problems += problems
    work = 0
    for example in found:
        players = len(example.node["tally"].mapping.get("players", example.node).entries)
        work += len(game.lines) * (players**2 + (OF_LOADING if example.variants else 0))
        if work > MOST_WORK:
            hint = "leave out examples, or players in them"
            checked.problems.append(
                Problem("these are too many examples to be scored quickly", example.node.where, hint)
            )
            return
        checked.examples += 1
        plain = game if not example.variants else None
        outcome = examples.outcome(example, library=library, folder=file.parent, game=plain)
        checked.outcomes.append(outcome)
        checked.problems += outcome.problems


def _unproved(checked: Checked, library: Library) -> None:
    """Lines that no example proves, of games whose examples were looked at and are well."""
    from scoring import advice

    proofs: dict[Path, list[Outcome]] = {}
    for outcome in checked.outcomes:
        if outcome.table is not None and outcome.table.game.file is not None:
            proofs.setdefault(outcome.table.game.file.resolve(), []).append(outcome)
    for game in checked.rules.values():
        outcomes = proofs.get(game.file.resolve()) if game.file else None
        if outcomes:
            before = [variant.id for variant in game.variants[:-1]]
            base = load.load(str(game.file), before, library=library) if game.variants else None
            checked.notes += advice.unproved(game, outcomes, base)


def _unused(game: Game, checked: Checked) -> None:
    """Counts that nothing reads."""
    read = {ref.split(".")[0] for line in game.lines.values() for ref in (*line.refs, *line_reads(game, line.id))}
    for tie in game.ties.values():
        read |= {game.count_at(place, False).id for place in tie.uses.own | tie.uses.others}
        read |= {game.count_at(place, True).id for place in tie.uses.table}
    for check_ in game.checks:
        if check_.of is None:
            read |= {game.count_at(place, False).id for place in check_.uses.own | check_.uses.others}
            read |= {game.count_at(place, True).id for place in check_.uses.table}
    for band in game.verdicts:
        read |= {game.count_at(place, False).id for place in band.uses.own | band.uses.others}
        read |= {game.count_at(place, True).id for place in band.uses.table}
    for id in game.counts:
        if id not in read:
            node = game.node["counts"][id]
            checked.notes.append(Problem(f'count "{id}" is used by no line, tie or check', node.where))


def line_reads(game: Game, id: str) -> list[str]:
    """The counts that the points of a line depend on."""
    uses = game.lines[id].uses
    found = [game.count_at(place, False).id for place in (*uses.own, *uses.others)]
    return found + [game.count_at(place, True).id for place in uses.table]


def _language(file: Path, node: Node, library: Library, checked: Checked, named: bool) -> None:
    """A language: it changes words only, and what it does not say yet is a note."""
    if any("." in key for key in node.mapping):  # what the program says; no part of a game has such a name
        english = words.catalogue().entries
        checked.problems += words.wrong(node, file.stem, english)
        _lacking([(key, "") for key in english if key not in node.mapping], file, checked, named)
        return
    here = file.parent.parent / "game.yaml"
    game = here if is_file(here) else library.games().get(file.resolve().parent.parent.name)
    if game is None and not library.variants(here):
        hint = f"put it into a folder words beside a {here.name}"
        raise UsageError(Problem("there is no game here to translate", Mark(shown(file), 1, 1), hint))
    looked = load.spoken(game, file, node, library)
    checked.problems += looked.problems
    checked.notes += looked.notes
    for variant, missing in looked.missing.items():
        above = f"variants.{variant}." if variant else ""
        said = [(above + ".".join(path), inner.text) for path, inner in missing]
        _lacking(said, file, checked, named)


def _lacking(missing: list[tuple[str, str]], file: Path, checked: Checked, named: bool) -> None:
    """Words that a language does not have yet: one by one when its file was named, else how many."""
    mark = Mark(shown(file), 1, 1)
    if not missing:
        return
    if named:
        for what, text in missing:
            said = f": {quoted(text)}" if text else ""
            checked.notes.append(Problem(f"not translated: {what}{said}", mark))
        return
    first = "; ".join(what for what, _ in missing[:_FEW])
    more = f" and {len(missing) - _FEW} more" if len(missing) > _FEW else ""
    checked.notes.append(Problem(f"not translated: {first}{more}", mark))
