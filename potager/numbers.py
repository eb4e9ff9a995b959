"""Asks once for the numbers that stand only on the players' own copy, and keeps them in the person's own folder.

They are kept as a file that looks like a variant: `DIR/GAME/numbers.yaml`, or `numbers-VARIANT.yaml` for places that
only a variant has. From then on they fill these places in every score and on every sheet, and nothing else.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

from potager import own
from potager.questions import first
from potager.questions import said as means
from scoring import numbers, yaml_file
from scoring.errors import Mark, PotagerError, Problem, UsageError
from scoring.frozen import Frozen
from scoring.game import Game
from scoring.library import Library, is_file
from scoring.load import load
from scoring.score import NeedsNumbers
from scoring.words import Catalogue, signed
from scoring.written import keep
from scoring.yaml_file import Node

Place: TypeAlias = tuple[str, ...]

LARGEST = 1_000_000  # what the rules take
_NUMBER = re.compile(r"[-−–+]?\d{1,9}\Z")


class Asked(Frozen):
    """One question: a place in the rules, in words, and how many numbers it takes; None: as many as there are."""

    place: Place
    text: str
    wanted: int | None
    known: tuple[int | None, ...]  # what the rules say, None where a number is printed


def asked(game: Game) -> list[Asked]:
    """Everything that is printed, in the order of the pad; `game` is without the person's own numbers."""
    return [_asked(game, place, node) for place, node in numbers.places(game.node)]


def _asked(game: Game, place: Place, node: Node) -> Asked:
    words, line = game.words, game.lines[place[1]]
    key = place[2] if len(place) > 2 else ""
    rows = key == "points" and line.model.kind == "steps"
    if isinstance(node.value, list):
        open_ = tuple(at for at, inner in enumerate(node.value, 1) if inner.value == "printed")
        known = tuple(inner.value if isinstance(inner.value, int) else None for inner in node.value)
        text = words.say("numbers.rows" if rows else "numbers.steps", line=line.label, steps=_listed(words, open_))
        return Asked(place, text, len(open_), known)
    if key == "ladder" and len(place) > 3:
        return Asked(place, words.say("numbers.steps", line=line.label, steps=place[3]), 1, ())
    if key in ("ladder", "points") and (key == "ladder" or rows):
        return Asked(place, words.say("numbers.open_rows" if rows else "numbers.open", line=line.label), None, ())
    if key == "with_series":
        to = game.lines[str(getattr(line.model, "to", place[1]))].label
        return Asked(place, words.say("numbers.beside", line=line.label, to=to), 1, ())
    if key == "cases":
        return Asked(place, words.say("numbers.case", line=line.label, case=_case(line.model, place[3])), 1, ())
    text = words.say("numbers.each" if line.model.kind == "each" else "numbers.points", line=line.label)
    return Asked(place, text, 1, ())


def _case(model: Any, id: str) -> str:
    case = model.cases[id]
    return str(case.label or case.when or id)


def _listed(words: Catalogue, steps: Sequence[int]) -> str:
    """Steps as a person says them: 1 to 3, or each by itself."""
    if len(steps) > 2 and list(steps) == list(range(steps[0], steps[-1] + 1)):
        return words.say("numbers.from_to", first=steps[0], last=steps[-1])
    return words.listed(list(map(str, steps)))


def read(question: Asked, text: str, words: Catalogue) -> Any:
    """What was typed, as it stands in the file: a number, or the whole list. Raises ValueError with what is wrong."""
    typed = text.replace(",", " ").replace(";", " ").split()
    found = []
    for one in typed:
        if not _NUMBER.match(one):
            raise ValueError(words.say("numbers.wrong.number", typed=one))
        number = int(one.replace("−", "-").replace("–", "-"))
        if abs(number) > LARGEST:
            raise ValueError(words.say("numbers.wrong.large", number=number))
        found.append(number)
    if question.wanted is not None and len(found) != question.wanted:
        raise ValueError(words.say("numbers.wrong.many", wanted=question.wanted))
    if question.known:
        rest = iter(found)
        return [next(rest) if one is None else one for one in question.known]
    return found if question.wanted is None else found[0]


def falling(value: Any) -> bool:
    """Whether numbers of a ladder go down somewhere: possible, but rare."""
    return isinstance(value, list) and any(after < before for before, after in pairwise(value))


# -- what is kept


def file_for(game: Game, rules: Path | None) -> Path:
    """Where a game's numbers are kept. Raises UsageError where there is no such place."""
    folder = own.folder(rules)
    if folder is None:
        raise UsageError(Problem(game.words.say("numbers.no_folder"), None, "name one: --rules DIR"))
    return folder / game.id / "numbers.yaml"


def there(file: Path, places: Sequence[Place]) -> dict[Place, Any]:
    """The numbers of a file for some places."""
    if not is_file(file):
        return {}
    node = yaml_file.read(file)
    found = {}
    for place in places:
        inner = node
        for step in place:
            inner = inner.mapping.get(step, Node(None, inner.mark))
        if inner.value is not None:
            found[place] = inner.bare()
    return found


def as_text(game: Game, values: dict[Place, Any], extends: str, questions: Sequence[Asked] = ()) -> str:
    """The file: values by place; with `questions`, what each place is, behind it."""
    said = {question.place: question.text for question in questions}
    lines = [
        f"# {game.words.say('numbers.file', game=game.title)}",
        "potager: 1",
        f"extends: {extends}",
        "title: Own numbers",
        "lines:",
    ]
    before: Place = ("lines",)
    for place, value in values.items():
        same = 0
        while same < min(len(before), len(place) - 1) and before[same] == place[same]:
            same += 1
        lines += [f"{'  ' * at}{place[at]}:" for at in range(same, len(place) - 1)]
        comment = f"  # {said[place]}" if place in said else ""
        lines.append(f"{'  ' * (len(place) - 1)}{place[-1]}: {_value(value)}{comment}")
        before = place
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list) else str(value)


def template(game: Game, questions: Sequence[Asked], extends: str) -> str:
    """A file to fill in, every place named."""
    values: dict[Place, Any] = {
        question.place: ["printed" if one is None else one for one in question.known] if question.known else "printed"
        for question in questions
    }
    return as_text(game, values, extends, questions)


# -- the command


def command(
    name: str, variants: Sequence[str], rules: Path | None, language: str, from_file: Path | None
) -> Iterator[str]:
    """Ask, or take from a file; keep; and say what was kept. Raises PotagerError."""
    known = own.library(rules, must_be_there=False)
    game = load(name, variants, library=known, language=language, own_numbers=False)
    questions = asked(game)
    words = game.words
    if not questions:
        yield words.say("numbers.unknown", game=game.title)
        return
    scopes = _scopes(game, known)
    main = file_for(game, rules)
    files = {place: main.with_name(f"{scopes[place].file}.yaml") for place in scopes}
    places = [question.place for question in questions]
    old: dict[Place, Any] = {}
    for file in dict.fromkeys(files.values()):
        old |= there(file, places)
    if from_file is not None:
        new = _from_file(game, from_file, places)
    elif sys.stdin.isatty() and sys.stdout.isatty():
        new = _at_terminal(game, questions, old)
    else:
        print(template(game, questions, scopes[places[-1]].extends), end="")
        hint = words.say("numbers.no_terminal_hint", game=game.named)
        raise UsageError(Problem(words.say("numbers.no_terminal"), None, hint))
    if not new:
        raise UsageError(Problem(words.say("numbers.not_kept")))
    values = old | new
    for file in dict.fromkeys(files.values()):
        mine = {place: values[place] for place in places if files[place] == file and place in values}
        if mine:
            text = as_text(game, mine, scopes[next(iter(mine))].extends, questions)
            checked(game, text, file)
            keep(text, file)
            yield words.say("numbers.kept", file=str(file))
    open_ = [question for question in questions if question.place not in values]
    if open_:
        labels = dict.fromkeys(game.lines[question.place[1]].label for question in open_)
        yield words.say("numbers.still", lines=words.listed(list(labels)))


class Scope(Frozen):
    """To what a printed number belongs: the file it is kept in, and what that file extends."""

    file: str
    extends: str


def _scopes(game: Game, known: Library) -> dict[Place, Scope]:
    """Whether each printed number belongs to the game, or to which of its variants: the last that changed the place."""
    assert game.file is not None
    in_library = known.games().get(game.id)
    ours = in_library is not None and in_library.resolve() == game.file.resolve()
    found: dict[Place, tuple[Any, Scope]] = {}
    scope = Scope("numbers", game.id if ours else game.file.resolve().as_posix())
    beside = known.variants(game.file)
    for at in range(len(game.variants) + 1):
        if at:
            id = game.variants[at - 1].id
            file = beside.get(id, Path(id))
            extends = f"{game.id}/{id}" if ours and id in beside else file.resolve().as_posix()
            scope = Scope(f"numbers-{Path(id).stem}", extends)
        before = [variant.id for variant in game.variants[:at]]
        step = load(str(game.file), before, library=known, own_numbers=False) if before else None
        root = step.node if step else load(str(game.file), library=known, own_numbers=False).node
        for place, node in numbers.places(root):
            if place not in found or found[place][0] != node.bare():
                found[place] = (node.bare(), scope)
    return {place: found[place][1] for place, _ in numbers.places(game.node)}


def kept_now(error: NeedsNumbers, rules: Path | None, language: str) -> bool:
    """Ask for what a score lacks and keep it, if somebody is there who wants to; False when nothing was kept."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    game, words = error.game, error.game.words
    print(words.say("numbers.missing", lines=words.listed([game.lines[id].label for id in error.lines])))
    question = words.say("ask.prompt_default", question=words.say("numbers.offer"), default=first(words, "ask.yes"))
    try:
        answer = input(question).strip()
    except EOFError:
        print()
        return False
    if answer and not means(words, "ask.yes", answer):
        return False
    for line in command(game.own_file or game.id, game.asked, rules, language, None):
        print(line)
    print()
    return True


def checked(game: Game, text: str, file: Path) -> None:
    """Raises RulesError when the numbers do not go with the rules."""
    problems: list[Problem] = []
    node = yaml_file.parse(text.encode(), str(file), problems)
    problems += numbers.misfits(game.node, node)
    if problems:
        raise PotagerError(problems)


def _from_file(game: Game, file: Path, places: Sequence[Place]) -> dict[Place, Any]:
    """The numbers of a file that was filled in; what it leaves printed stays so. Raises RulesError."""
    if not is_file(file):
        raise UsageError(Problem("there is no such file", Mark(str(file))))
    problems: list[Problem] = []
    node = yaml_file.read(file, str(file), problems)
    problems += numbers.misfits(game.node, node)
    found = {}
    for place, value in there(file, places).items():
        each = value if isinstance(value, list) else [value]
        if any(one == "printed" for one in each):
            continue
        at = node.find(place)
        if not each or any(not isinstance(one, int) or isinstance(one, bool) or abs(one) > LARGEST for one in each):
            problems.append(Problem(f"{'.'.join(place)} needs whole numbers", at.spot, "write numbers like 12"))
        found[place] = value
    if problems:
        raise PotagerError(problems)
    return found


def _at_terminal(game: Game, questions: Sequence[Asked], old: dict[Place, Any]) -> dict[Place, Any]:
    """Ask for every number; Enter leaves it as it is."""
    words = game.words
    print(words.say("numbers.start", game=game.title))
    new: dict[Place, Any] = {}
    try:
        for question in questions:
            value = _one(words, question, old.get(question.place))
            if value is not None:
                new[question.place] = value
    except EOFError:
        print()
    return new


def _one(words: Catalogue, question: Asked, old: Any) -> Any:
    """One question until it is answered; None: left as it is."""
    shown = "" if old is None else " ".join(map(signed, _typed(question, old)))
    key = "ask.prompt_default" if shown else "ask.prompt"
    while True:
        text = input(words.say(key, question=question.text, default=shown)).strip()
        if not text:
            return None
        try:
            value = read(question, text, words)
        except ValueError as error:
            print(f"    {error}")
            continue
        if falling(value):
            said = words.say("numbers.wrong.falling", numbers=" ".join(map(signed, value)))
            answer = input(words.say("ask.prompt_default", question=f"    {said}", default=first(words, "ask.no")))
            if not means(words, "ask.yes", answer.strip()):
                continue
        return value


def _typed(question: Asked, value: Any) -> list[int]:
    """The numbers of a kept value that were asked for."""
    each = value if isinstance(value, list) else [value]
    if question.known and len(each) == len(question.known):
        return [one for one, known in zip(each, question.known, strict=True) if known is None]
    return each
