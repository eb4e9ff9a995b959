"""`potager new` and `potager variant`: a file to start from, put where it belongs, never in the place of another."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from potager import own
from potager.questions import folded
from scoring import starter
from scoring.errors import Mark, Problem, UsageError, quoted
from scoring.game import human
from scoring.library import SLUG, Library, game_file
from scoring.load import load
from scoring.starter import Counted, NewGame
from scoring.words import Catalogue
from scoring.written import keep_new

Answer = TypeVar("Answer")

MOST_COUNTS = 30
LONGEST_NAME = 60
_NOTHING = ("-", "–", "−")


class Wrong(Exception):  # it is no error, but an answer
    """An answer that will not do, and why."""


# -- a game


def new(name: str, folder: Path | None, rules: Path | None, words: Catalogue) -> list[Path]:
    """A game to start from, and its first example. Raises UsageError when there is such a game already."""
    title = " ".join(name.split())
    if not title:
        raise UsageError(Problem("a game needs a name", None, 'such as: potager new "Orchard"'))
    if folder is None:
        base = _own_folder(rules, "potager new GAME FOLDER")
        id = title if SLUG.match(title) else starter.slug(title)
        known = own.library(rules, must_be_there=False).games()
        if id in known:
            hint = f"take another name, or change it: potager variant {id} NAME"
            raise UsageError(Problem(f"there is a game {quoted(id)} already", None, hint))
        folder = base / id
    files = [folder / "game.yaml", folder / "examples.yaml"]
    for file in files:
        _not_there(file)
    default = NewGame(title[:LONGEST_NAME] if not SLUG.match(title) else human(title))
    asked = _asked(default, words) if sys.stdin.isatty() and sys.stdout.isatty() else default
    for file, text in zip(files, (starter.game(asked), starter.examples(asked)), strict=True):
        keep_new(text, file)
    return files


def _own_folder(rules: Path | None, instead: str) -> Path:
    folder = own.folder(rules)
    if folder is None:
        raise UsageError(Problem("there is no folder of your own to put it in", None, f"name one: {instead}"))
    return folder


def _not_there(file: Path) -> None:
    """Before anything is asked: nothing of that name is there."""
    try:
        str(file).encode()
        there = file.is_symlink() or file.exists()
    except (OSError, ValueError):
        raise UsageError(Problem("this cannot be the name of a file", Mark(str(file)))) from None
    if there:
        what, hint = "there is such a file already", "nothing was changed; take another name"
        raise UsageError(Problem(what, Mark(str(file)), hint))


def _asked(new: NewGame, words: Catalogue) -> NewGame:
    """The same after a few questions."""
    print(words.say("new.start", game=new.title))
    try:
        title = _ask(words, "new.title", new.title, lambda text: _title(text, words))
        least, most = _ask(words, "new.players", f"{new.least}-{new.most}", lambda text: _players(text, words))
        usual = ", ".join(count.label for count in new.counts)
        labels = _ask(words, "new.counts", usual, lambda text: _counts(text, words))
        known = {count.label: count.points for count in new.counts}
        counts = []
        for id, label in zip(starter.ids(labels), labels, strict=True):
            default = str(known.get(label, 1))
            points = _ask(words, "new.points", default, lambda text: _points(text, words), count=label)
            counts.append(Counted(id, label, points))
        listed = words.listed(labels)
        tie = _ask(words, "new.tie", labels[0], lambda text: _tie(text, labels, words), counts=listed)
    except EOFError:
        print()
        raise UsageError(Problem(words.say("numbers.not_kept"))) from None
    return NewGame(title, least, most, tuple(counts), counts[tie].id if tie is not None else "")


def _ask(words: Catalogue, key: str, default: str, read: Callable[[str], Answer], **blanks: str) -> Answer:
    """A question until its answer will do; Enter takes what stands there."""
    asked = words.say("ask.prompt_default", question=words.say(key, **blanks), default=default)
    while True:
        try:
            return read(folded(input(asked)) or default)
        except Wrong as wrong:
            print(f"    {wrong}")


def _title(text: str, words: Catalogue) -> str:
    if not text.isprintable() or len(text) > LONGEST_NAME:
        raise Wrong(words.say("new.wrong.title"))
    return text


def _players(text: str, words: Catalogue) -> tuple[int, int]:
    """`2-4`, or `4` alone."""
    found = re.fullmatch(r"([1-9][0-9]?)(?:\s*[-–−]\s*([1-9][0-9]?))?", text)
    least, most = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if least > most:
        raise Wrong(words.say("new.wrong.players"))
    return least, most


def _counts(text: str, words: Catalogue) -> list[str]:
    labels = [part for part in (part.strip() for part in re.split(r"[,;、]", text)) if part]
    odd = [label for label in labels if not label.isprintable() or len(label) > LONGEST_NAME]
    if not labels or odd or len(labels) > MOST_COUNTS or len(set(labels)) < len(labels):
        raise Wrong(words.say("new.wrong.counts"))
    return labels


def _points(text: str, words: Catalogue) -> int | None:
    """Points for each; None where they are counted as points."""
    if text in _NOTHING:
        return None
    if not re.fullmatch(r"[+−–-]?[0-9]{1,5}", text):
        raise Wrong(words.say("new.wrong.points"))
    return int(text.replace("−", "-").replace("–", "-"))


def _tie(text: str, labels: Sequence[str], words: Catalogue) -> int | None:
    """Which count breaks a tie, by its place; None for none."""
    if text in _NOTHING:
        return None
    names = [label.casefold() for label in labels]
    near = [at for at, name in enumerate(names) if name.startswith(text.casefold())]
    if text.casefold() in names:
        return names.index(text.casefold())
    if len(near) != 1:
        raise Wrong(words.say("new.wrong.tie"))
    return near[0]


# -- a variant


def variant(name: str, id: str, folder: Path | None, rules: Path | None, language: str) -> Path:
    """A variant of a game to start from. Raises UsageError when there is such a variant already."""
    if not SLUG.match(id):
        hint = f"write {starter.slug(id)}" if starter.slug(id) != "my-game" else "small letters, digits and -"
        raise UsageError(Problem(f"{quoted(id)} cannot be the name of a variant", None, hint))
    known = own.library(rules, must_be_there=False)
    game = load(name, library=known, language=language, own_numbers=False)
    assert game.file is not None
    if id in known.variants(game.file) or id in ("game", "examples", "numbers") or id.startswith("numbers-"):
        what = f"{game.id} has a variant {quoted(id)} already"
        if id not in known.variants(game.file):
            what = f"{quoted(id)} cannot be the name of a variant"
        raise UsageError(Problem(what, None, "take another name"))
    file = (folder or _own_folder(rules, "-o DIR") / game.id) / f"{id}.yaml"
    _not_there(file)
    keep_new(starter.variant(game, id, _extends(name, known, game.id)), file)
    return file


def _extends(name: str, known: Library, id: str) -> str:
    """How the variant names what it changes: by its id where every command finds it, else by its path."""
    given = Path(name)
    found = game_file(given) if given.exists() else None
    ours = known.games().get(id)
    if found is None or (ours is not None and found.resolve() == ours.resolve()):
        return id
    return found.resolve().as_posix()
