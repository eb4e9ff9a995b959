"""Asks at the terminal for a finished game: a thin loop around `questions`, which knows what to ask."""

from __future__ import annotations

import contextlib
import errno
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from potager.questions import QUESTIONS, Asking, Question, Refused, first, folded, said, sentence, told
from scoring.blank_tally import filled
from scoring.errors import PotagerError, Problem, UsageError
from scoring.game import Game
from scoring.report import wide
from scoring.score import ScoreTable
from scoring.written import put
from sheets.breaking import wrapped

Show = Callable[[ScoreTable], None]

ROOM = 12  # columns for an answer beside its question


def at_terminal(game: Game, players: Sequence[str] = (), show: Show | None = None) -> ScoreTable:
    """The result of a game that is asked for line by line.

    With `show` the result is shown here as well; then it can be saved, or corrected once more.
    Raises UsageError where nobody can be asked.
    """
    if not (_is_terminal(sys.stdin) and _is_terminal(sys.stdout)):
        raise UsageError(Problem(game.words.say("ask.no_terminal"), None, _without(game)))
    return _Conversation(begin(game, players), show).hold()


def begin(game: Game, players: Sequence[str] = ()) -> Asking:
    """The first question, with names that need not be asked. Raises UsageError when these cannot play together."""
    asking = Asking(game, tuple(" ".join(name.split()) for name in players))
    if players:
        try:
            names = tuple(player.name for player in asking.tally.players)
        except PotagerError as error:
            raise UsageError(Problem(problem.what, None, problem.hint) for problem in error.problems) from None
        asking = Asking(game, names)
    return asking


def _is_terminal(stream: Any) -> bool:
    return stream is not None and not stream.closed and bool(stream.isatty())


def _without(game: Game) -> str:
    """How to go on without a terminal."""
    return game.words.say("ask.no_terminal_hint", game=game.named)


class _Conversation:
    """One person at one terminal."""

    def __init__(self, asking: Asking, show: Show | None) -> None:
        self.asking, self.show = asking, show
        self.words = asking.words
        self.headings: tuple[str, ...] = ()
        self.greeted: tuple[str, ...] = ()

    def hold(self) -> ScoreTable:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # arrow keys while typing
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal is a text stream
        game = self.asking.game
        variants = tuple(variant.title for variant in game.variants)
        heading = self.words.say("report.heading", title=game.title, variants=variants)
        self.say(heading if variants else game.title)
        self.say(self.words.say("ask.start", back=self.asking.back_word, more=first(self.words, "ask.more")))
        try:
            while True:
                while self.asking.question is not None:
                    self.one()
                table = self.finish()
                if table is not None:
                    return table
        except EOFError:
            print()
            raise UsageError(Problem(self.words.say("ask.ended"))) from None

    # -- what is said

    @property
    def width(self) -> int:
        return max(20, shutil.get_terminal_size().columns - 1)

    def say(self, text: str, indent: str = "") -> None:
        for line in wrapped(text, self.width - len(indent), wide):
            print(f"{indent}{line}")

    def say_all(self, texts: Iterable[str]) -> None:
        for text in texts:
            self.say(text, "    ")

    def head(self, question: Question) -> None:
        """What is above a question, as far as it is new."""
        headings = question.headings()
        same = 0
        while same < min(len(headings), len(self.headings)) and headings[same] == self.headings[same]:
            same += 1
        for level, heading in enumerate(headings[same:], same):
            if heading:
                if level < 2:
                    print()
                self.say(heading)
        if question.form != "points" or same < len(headings):  # these come in between
            self.headings = headings

    def greet(self) -> None:
        """A gentle word when there are fewer players than the game is for."""
        names = self.asking.names
        least = self.asking.game.rules.players.least
        if names and names != self.greeted and len(names) < least:
            title = self.asking.game.title
            few = self.words.say("warning.few_players", title=title, least=least, now=len(names))
            self.say(sentence(self.words, few))
        self.greeted = names

    # -- what is asked

    def prompt(self, text: str, default: str | None) -> str:
        if default is not None:
            return self.words.say("ask.prompt_default", question=text, default=default)
        return self.words.say("ask.prompt_question" if text.endswith(QUESTIONS) else "ask.prompt", question=text)

    def one(self) -> None:
        """One question, one answer; or a step back, or help."""
        question = self.asking.question
        assert question is not None
        self.greet()
        self.head(question)
        asked = question.indent + self.prompt(question.text, self.asking.default)
        if wide(asked) > self.width - ROOM:
            self.say(question.text, question.indent)
            asked = question.indent + self.prompt(question.short, self.asking.default)
        text = input(asked)
        word = folded(text)
        try:
            if said(self.words, "ask.back", word):
                self.asking = self.asking.back()
            elif said(self.words, "ask.more", word):
                self.say_all(question.help())
            else:
                self.asking = self.asking.answered(text)
        except Refused as refused:
            self.say(str(refused), "    ")

    def finish(self) -> ScoreTable | None:
        """The end: the result, and perhaps a file. None when the person went back."""
        back = self.asking.back_word
        try:
            table = self.asking.score()
        except PotagerError as error:
            print()
            for problem in error.problems:
                self.say(sentence(self.words, told(problem, "")))
            while not self.back(input(self.prompt(self.words.say("ask.fix", back=back), None))):
                pass
            return None
        print()
        while text := input(self.prompt(self.words.say("ask.end", back=back), None)).strip():
            if self.back(text):
                return None
            self.say(self.words.say("ask.wrong.finish", back=back), "    ")
        if self.show is None:
            return table
        print()
        self.show(table)
        print()
        return table if self.save() else None

    def back(self, text: str) -> bool:
        if not said(self.words, "ask.back", folded(text)):
            return False
        with contextlib.suppress(Refused):
            self.asking = self.asking.back()
        self.headings = ()
        return True

    # -- what is kept

    def save(self) -> bool:
        """Offers to keep the tally as a file. False when the person went back."""
        example, no = f"{Path(self.asking.game.id).stem}.yaml", first(self.words, "ask.no")
        asked = self.words.say("ask.save", file=example, back=self.asking.back_word)
        try:
            while True:
                text = input(self.prompt(asked, no)).strip()
                if not text or said(self.words, "ask.no", text):
                    return True
                if self.back(text):
                    return False
                path = place(text, example)
                if self.may_write(path) and self.write(path):
                    return True
        except EOFError:
            print()
            return True

    def may_write(self, path: Path) -> bool:
        if not os.path.lexists(path):
            return True
        question = self.words.say("ask.replace", file=str(path))
        return said(self.words, "ask.yes", input(self.prompt(question, first(self.words, "ask.no"))).strip())

    def write(self, path: Path) -> bool:
        try:
            keep(self.asking, path)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            self.say(self.words.say("ask.not_saved", file=str(path), reason=reason), "    ")
            return False
        self.say(self.words.say("ask.saved", file=shlex.quote(str(path))))
        return True


def place(text: str, name: str) -> Path:
    """The file that somebody means: `friday` is friday.yaml, a folder means this name in it."""
    text = os.path.expanduser(text)
    if os.path.isdir(text):
        return Path(text, name)
    return Path(text if text.endswith((".yaml", ".yml")) else f"{text}.yaml")


def keep(asking: Asking, path: Path) -> None:
    """Writes the tally: beside its place first, then renamed, so that nothing is ever half there."""
    folder = path.absolute().parent
    own = asking.game.own_file
    tally = asking.bare | {"game": _from(folder, own) if own else asking.game.id}
    if "variants" in tally:
        tally["variants"] = [_from(folder, name) if os.path.isfile(name) else name for name in tally["variants"]]
    if not folder.is_dir():  # a misspelt one is not made
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    put(filled(tally), path)


def _from(folder: Path, name: str) -> str:
    """A path as a tally in that folder writes it: relative to the tally."""
    try:
        return Path(os.path.relpath(name, folder)).as_posix()
    except ValueError:  # another drive
        return Path(name).absolute().as_posix()
