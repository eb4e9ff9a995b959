"""Game → player aid: all its words, filled and ready to be drawn or written.

The sections stand under `aid:` in the rules, each number as a {{ path }} into them. What scores, what breaks a tie
and the worked example are not written there: they follow from lines, ties and examples.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from scoring import explain
from scoring.blanks import BlankError, Blanks, Gone
from scoring.errors import PotagerError, Problem, RulesError, did_you_mean, quoted, tidy
from scoring.frozen import Frozen
from scoring.game import Game, GameLine, count_labels
from scoring.lines.scope import Scope
from scoring.patch import subject
from scoring.rules import AidSection, AidTable
from scoring.words import signed

if TYPE_CHECKING:  # an aid without an example needs no scoring
    from scoring.examples import Example
    from scoring.score import LineScore, PlayerScore

FORMS = ("actions", "steps", "bonuses", "points", "table")

# what a cost can say with a die, and the words of the legend for it
DICE: dict[str, str] = {
    ">=": "aid.token.at_least",
    "any": "aid.token.any",
    "row": "aid.token.row",
    "column": "aid.token.column",
    "±1": "aid.token.change",
    "?": "aid.token.free",
}
FACES = ("1", "2", "3", "4", "5", "6")
SHORT = 40  # letters of a working that an example shows
PLUS = "+"  # before the next one: on top of what was paid already
_NUMBERED = re.compile(r"(heart|card):([0-9]{1,2})\Z")
_DRAWING = re.compile(r"[a-z][a-z0-9_-]*\Z")
_OF_TOTAL = re.compile(r"total *(>=|<=|==|>|<) *(-?[0-9]+)\Z")
_SIGNS = {">=": "≥"}
_COMPARED = {">": "above", ">=": "least", "<": "below", "<=": "most", "==": "equal"}

Path = tuple[str | int, ...]
Parts = tuple[tuple[str, int], ...]  # of a score: the name of a line, its points


class Token(Frozen):
    """One picture of a cost: a die (`>=`, `any`, `row`, `column`, `±1`, `?`, a face), a `+`, a heart or a card with
    a number, or a drawing."""

    name: str
    number: str = ""

    @property
    def is_die(self) -> bool:
        return self.name in DICE or self.name in FACES

    @property
    def text(self) -> str:
        """The same without a picture."""
        return f"{self.name} {self.number}" if self.number else _SIGNS.get(self.name, self.name)


class Row(Frozen):
    """One row of a section; what it does not have is empty. Words between ** are bold, see `spans`."""

    id: str
    name: str = ""
    text: str = ""
    cost: tuple[Token, ...] = ()
    icon: str = ""
    number: str = ""


class Table(Frozen):
    """A small table: a label and cells for each row."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


class Link(Frozen):
    """One kind in a chain."""

    icon: str
    label: str
    value: str


class Section(Frozen):
    """One part of an aid. `form` says what the rows are: actions, steps, bonuses, points; or table; or text alone."""

    id: str
    title: str
    note: str
    half: bool
    form: str
    rows: tuple[Row, ...] = ()
    table: Table | None = None
    chain: tuple[Link, ...] = ()
    text: str = ""


class Number(Frozen):
    """A number of a panel with the few words above it; either may be empty."""

    caption: str
    number: str
    strong: bool


class Panel(Frozen):
    """What a line scores; several lines that score alike share one panel."""

    lines: tuple[str, ...]
    labels: tuple[str, ...]
    label: str  # all of them
    icons: tuple[str, ...]
    numbers: tuple[Number, ...]
    words: str  # the rule as a sentence, where no number tells it
    note: str


class Worked(Frozen):
    """A score worked out: the points of each line, and in words how they came about."""

    title: str
    player: str
    parts: Parts
    total: int
    text: str


class Headings(Frozen):
    """The words over what follows from the rules by itself."""

    aid: str
    legend: str
    scoring: str
    tie: str
    example: str


class Aid(Frozen):
    """A player aid, every word of it."""

    title: str
    variants: tuple[str, ...]
    players: str
    headings: Headings
    legend: tuple[tuple[Token, str], ...]
    sections: tuple[Section, ...]
    panels: tuple[Panel, ...]
    remarks: tuple[str, ...]  # sentences that belong to the panels
    tie: str  # what breaks a tie or wins; empty where that needs no words
    example: Worked | None


class Looked(NamedTuple):
    """The sections of an aid, what is wrong with them, and what was left out."""

    sections: tuple[Section, ...]
    problems: list[Problem]
    notes: list[Problem]


def aid(game: Game, drawings: Collection[str] | None = None) -> Aid:
    """The aid of a game with its variants. `drawings`: the pictures there are; others are refused, if it is given.

    >>> from scoring.load import load
    >>> told = aid(load("garden-dice"))
    >>> told.sections[0].title, told.tie
    ('On your turn', 'most points in harvested vegetables; then the victory is shared')

    Raises RulesError where a blank or a cost means nothing.
    """
    looked = look(game, drawings)
    if looked.problems:
        raise RulesError(tidy(looked.problems))
    words = game.words
    panels, remarks = scoring(game)
    heading, tie = result(game)
    return Aid(
        game.title,
        tuple(variant.title for variant in game.variants if variant.asked),
        explain.players(game),
        Headings(
            words.say("aid.aid"), words.say("aid.legend"), words.say("aid.scoring"), heading, words.say("aid.example")
        ),
        legend(looked.sections, game),
        looked.sections,
        panels,
        remarks,
        tie,
        worked(game),
    )


# -- the sections


def look(game: Game, drawings: Collection[str] | None = None) -> Looked:
    """The sections, their blanks filled; an entry whose number a variant took away is left out."""
    reader = _Reader(game, drawings)
    sections = [reader.section(id, rule) for id, rule in game.rules.aid.items()]
    return Looked(tuple(section for section in sections if section), reader.problems, reader.notes)


class _Reader:
    def __init__(self, game: Game, drawings: Collection[str] | None) -> None:
        self.game, self.drawings = game, drawings
        self.blanks = Blanks(game)
        self.problems: list[Problem] = []
        self.notes: list[Problem] = []

    def problem(self, path: Path, what: str, hint: str = "", column: int | None = None) -> None:
        node = self.game.node.find(path)
        self.problems.append(
            Problem(f"{subject(path)}: {what}", node.spot if column is None else node.at(column), hint)
        )

    def id_problem(self, path: Path, what: str, hint: str) -> None:
        """Something wrong with a key, or with all that stands under it."""
        self.problems.append(Problem(f"{subject(path)}: {what}", self.game.node.find(path).where, hint))

    def words(self, path: Path, text: str | int | None) -> str:
        """Words with their blanks filled. Raises Gone."""
        if text is None or isinstance(text, int):
            return "" if text is None else signed(text)
        if text.count("**") % 2:
            self.problem(path, 'a "**" has no partner', "bold words stand between two of them")
        try:
            return self.blanks.fill(text)
        except BlankError as error:
            for column, what, hint in error.faults:
                self.problem(path, what, hint, column)
            return text

    def left_out(self, path: Path, gone: Gone) -> None:
        what = f"{subject(path)} is left out: it needs {gone.path}, which is not there with this variant"
        self.notes.append(Problem(what, self.game.node.find(path).where))

    def section(self, id: str, rule: AidSection) -> Section | None:
        """A section; None when nothing of it is left."""
        path: Path = ("aid", id)
        forms = [form for form in FORMS if getattr(rule, form) is not None]
        if len(forms) > 1:
            self.id_problem(
                (*path, forms[1]), f"{forms[0]} and {forms[1]} cannot stand together", "make them two sections"
            )
        elif not forms and rule.text is None and rule.chain is None:
            self.id_problem(path, "nothing is in it", f"write one of: {', '.join((*FORMS, 'text'))}")
        try:
            title = self.words((*path, "title"), rule.title)
        except Gone as gone:
            self.left_out(path, gone)
            return None
        note, text = (self.text((*path, key), getattr(rule, key)) for key in ("note", "text"))
        form = forms[0] if forms else "text"
        table = self.table((*path, "table"), rule.table) if rule.table and form == "table" else None
        rows = tuple(self.rows((*path, form), getattr(rule, form))) if form not in ("table", "text") else ()
        chain = self.chain((*path, "chain"), rule.chain or [])
        if not (rows or table or text or chain):
            return None
        return Section(id, title, note, rule.columns == "half", form, rows, table, chain, text)

    def text(self, path: Path, text: str | None) -> str:
        try:
            return self.words(path, text)
        except Gone as gone:
            self.left_out(path[:-1], gone)
            return ""

    def rows(self, path: Path, rules: Mapping[str, Any]) -> Iterator[Row]:
        for id, rule in rules.items():
            here = (*path, id)
            said = {key: getattr(rule, key, None) for key in ("name", "text", "icon", "number")}
            cost = tuple(self.costs((*here, "cost"), getattr(rule, "cost", None) or []))
            if said["icon"]:
                self.drawing((*here, "icon"), said["icon"])
            try:
                filled = {key: self.words((*here, key), text) for key, text in said.items()}
            except Gone as gone:
                self.left_out(here, gone)
                continue
            yield Row(id, cost=cost, **filled)

    def costs(self, path: Path, cost: list[int | str]) -> Iterator[Token]:
        for at, written in enumerate(cost):
            name = str(written)
            numbered = _NUMBERED.match(name)
            if numbered:
                yield Token(numbered[1], numbered[2])
            elif name in DICE or name in FACES or name == PLUS or self.drawing((*path, at), name):
                yield Token(name)

    def drawing(self, path: Path, name: str) -> bool:
        """Whether a picture is there; told when it is not."""
        dice = [*DICE, *FACES, PLUS, "heart:3", "card:2"]
        cost = path[-1] != "icon"
        if self.drawings is None and _DRAWING.match(name) and not (cost and did_you_mean(name, DICE)):
            return True
        if self.drawings is not None and name in self.drawings:
            return True
        known = [*(DICE if cost else ()), *(self.drawings or ())]
        otherwise = f"a cost can be: {', '.join(dice)}, or a picture" if cost else "see sheets/icons.yaml"
        self.problem(path, f"there is no picture {quoted(name)}", did_you_mean(name, known, otherwise))
        return False

    def table(self, path: Path, rule: AidTable) -> Table | None:
        rows = []
        columns = {id: self.text((*path, "columns", id), title) for id, title in rule.columns.items()}
        for id, row in rule.rows.items():
            here = (*path, "rows", id)
            for column in row.cells:
                if column not in columns:
                    hint = did_you_mean(column, columns, f"columns are: {', '.join(columns)}")
                    self.id_problem((*here, "cells", column), f"there is no column {quoted(column)}", hint)
            try:
                label = self.words((*here, "label"), row.label)
                cells = [self.words((*here, "cells", column), row.cells.get(column)) for column in columns]
            except Gone as gone:
                self.left_out(here, gone)
                continue
            rows.append((label, tuple(cells)))
        return Table(tuple(columns.values()), tuple(rows)) if rows else None

    def chain(self, path: Path, kinds: list[str]) -> tuple[Link, ...]:
        """Kinds with their values; nothing when a variant took one of them away."""
        links = []
        known = {kind: rule for count in self.game.counts.values() for kind, rule in count.kinds.items()}
        labels = {kind: label for count in self.game.counts.values() for kind, label in count.kind_labels.items()}
        for at, kind in enumerate(kinds):
            if kind in known:
                value = known[kind].value
                links.append(Link(known[kind].icon or kind, labels[kind], "" if value is None else signed(value)))
                continue
            if self.blanks.kind_was_there(kind):
                self.left_out(path[:-1], Gone(f"the kind {kind}"))
                return ()
            hint = did_you_mean(kind, known, f"kinds are: {', '.join(known)}" if known else "no count has kinds")
            self.problem((*path, at), f"there is no kind {quoted(kind)}", hint)
        return tuple(links)


def legend(sections: tuple[Section, ...], game: Game) -> tuple[tuple[Token, str], ...]:
    """What the dice of the costs mean."""
    used = {token.name for section in sections for row in section.rows for token in row.cost}
    return tuple((Token(name), game.words.say(key)) for name, key in DICE.items() if name in used)


def spans(text: str) -> list[tuple[str, bool]]:
    """Words and whether they are bold.

    >>> spans("take it, then **chain**")
    [('take it, then ', False), ('chain', True)]
    """
    return [(part, at % 2 == 1) for at, part in enumerate(text.split("**")) if part]


# -- what follows from the rules


def scoring(game: Game) -> tuple[tuple[Panel, ...], tuple[str, ...]]:
    """A panel for every line, and the sentences that belong to them. Lines in a row that score alike share a panel."""
    scope = _scope(game)
    panels = [_panel(game, line, scope) for line in game.lines.values()]
    merged = []
    for _, alike in groupby(panels, key=lambda panel: (panel.numbers, panel.words, panel.note)):
        first, *others = group = list(alike)
        labels = [*first.labels, *(game.words.inside(label) for panel in others for label in panel.labels)]
        icons = [icon for panel in group for icon in panel.icons]
        lines = [line for panel in group for line in panel.lines]
        once = tuple(dict.fromkeys(icons)) if others else first.icons
        label = game.words.filled(tuple(labels))
        merged.append(Panel(tuple(lines), tuple(labels), label, once, first.numbers, first.words, first.note))
    remarks = [line.model.remark() for line in game.lines.values()]
    said = [game.words.say(remark) for remark in remarks if remark is not None]
    for note in _said_below(merged):
        whose = tuple(label for panel in merged if panel.note == note for label in panel.labels)
        said.append(game.words.say("panel.notes", labels=whose, note=note))
        merged = [panel if panel.note != note else _without_note(panel) for panel in merged]
    if game.rules.wins == "least":
        said.append(game.words.say("aid.lowest"))
    return tuple(merged), tuple(dict.fromkeys(said))


def _said_below(panels: Iterable[Panel]) -> list[str]:
    """Notes that several panels have, and those of numbers to copy: said below all panels, once."""
    noted = [panel for panel in panels if panel.note]
    found = Counter(panel.note for panel in noted)
    copied = {panel.note for panel in noted if any(number.number == "__" for number in panel.numbers)}
    return [note for note, often in found.items() if often > 1 or note in copied]


def _without_note(panel: Panel) -> Panel:
    return Panel(panel.lines, panel.labels, panel.label, panel.icons, panel.numbers, panel.words, "")


def _scope(game: Game) -> Scope:
    counted = {id: count.counted for id, count in game.counts.items()}
    return Scope(
        counted, tuple(game.lines), count_labels(game.counts), {id: line.label for id, line in game.lines.items()}
    )


def _panel(game: Game, line: GameLine, scope: Scope) -> Panel:
    words, model = game.words, line.model
    numbers = tuple(
        Number(
            worth.caption if isinstance(worth.caption, str) else words.say(worth.caption), worth.number, worth.strong
        )
        for worth in model.panel(scope)
    )
    note = model.note or ""
    if any(note and note.casefold() in number.caption.casefold() for number in numbers):
        note = ""  # the number says it, and stays right when a variant changes it
    return Panel(
        (line.id,),
        (line.label,),
        line.label,
        (model.icon,) if model.icon else tuple(_icons(game, line)),
        numbers,
        "" if numbers else line.words,
        note,
    )


def _icons(game: Game, line: GameLine) -> Iterator[str]:
    """The pictures of what a line counts."""
    for ref in line.refs:
        id, _, kind = ref.partition(".")
        count = game.counts[id]
        if kind and (icon := count.kinds[kind].icon):
            yield icon
        elif not kind and count.rule.icon:
            yield count.rule.icon
        elif not kind:
            yield from (inner.icon for inner in count.kinds.values() if inner.icon)


def result(game: Game) -> tuple[str, str]:
    """What breaks a tie, or what wins: a heading, and the words."""
    words, rules = game.words, game.rules
    if rules.goal is not None:
        return words.say("aid.win"), words.say("aid.goal", goal=rules.goal)
    if game.verdicts:
        return words.say("aid.win"), words.say("list.clauses").join(_bands(game))
    if rules.players.most == 1:
        return words.say("aid.tie"), ""
    return words.say("aid.tie"), explain.ties(game)


def _bands(game: Game) -> Iterator[str]:
    """The verdicts that are about the total; others need words of the aid's own."""
    words = game.words
    for band in game.verdicts:
        rule = (game.rules.verdict or {})[band.id]
        found = _OF_TOTAL.match(rule if isinstance(rule, str) else rule.when)
        if found:
            plain = band.id == "win" and isinstance(rule, str)
            said = words.say(f"aid.total.{_COMPARED[found[1]]}", number=int(found[2]))
            yield said if plain else words.say("aid.total", label=band.label, said=said)


# -- the worked example


def worked(game: Game) -> Worked | None:
    """The example that shows most lines, out of those of the same variants; else one that these rules can score too."""
    from scoring import examples

    file = game.file.parent / "examples.yaml" if game.file is not None else None
    if file is None or not file.is_file():
        return None
    try:
        found = examples.read(file, game.id)
    except PotagerError:
        return None
    same = [example for example in found if set(example.variants) == set(game.asked)]
    others = [example for example in found if example not in same]
    for group in (same, others):
        told = [one for example in group if (one := _worked(game, example)) is not None]
        if told:
            return max(told, key=lambda one: len(one.parts))  # the first of those with equally many
    return None


def _worked(game: Game, example: Example) -> Worked | None:
    """An example by the rules as they are, if it is one of them and has something to add up.

    Not one whose points the players of the example typed themselves, unless a rulebook says so.
    """
    from scoring import examples

    try:
        table = examples.play(example, game=game)
    except PotagerError:
        return None
    typed = any(line.as_given for player in table.players for line in player.lines.values())
    if any(warning.id != "players" for warning in table.warnings) or (typed and "computed" in example.node.mapping):
        return None
    best = max(table.players, key=lambda player: len(_parts(game, player)))
    parts = _parts(game, best)
    if len(parts) < 2:
        return None
    return Worked(example.title, best.name, parts, best.total, _told(game, best))


def _parts(game: Game, player: PlayerScore) -> Parts:
    return tuple((game.lines[id].label, line.points) for id, line in player.lines.items() if line.points)


def _told(game: Game, player: PlayerScore) -> str:
    """How each line scored, and the sum: `Garden: 8; sets of all five: 2 × 15 = 30; total: **38**`."""
    words = game.words
    said = [
        words.say("aid.part", label=game.lines[id].label, points=_how(line))
        for id, line in player.lines.items()
        if line.points
    ]
    said.append(words.say("aid.part", label=words.say("sheet.total"), points=f"**{signed(player.total)}**"))
    return words.say("list.clauses").join([said[0], *map(words.inside, said[1:])])


def _how(line: LineScore) -> str:
    """The working where it is a short sum, else the points. Arrows are for screens: on paper they are drawn."""
    sum_ = "=" in line.working and "→" not in line.working and len(line.working) <= SHORT
    return line.working if sum_ else signed(line.points)


# -- Markdown


def markdown(told: Aid) -> str:
    """The aid as Markdown."""
    from scoring import report

    environment = report.environment("aid.md.j2")
    environment.filters["bold"] = lambda text: "".join(
        f"**{report.markdown_text(part)}**" if bold else report.markdown_text(part) for part, bold in spans(text)
    )
    return environment.get_template("aid.md.j2").render(aid=told)
