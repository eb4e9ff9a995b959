"""The blocks that `sheets:` of a rules file may name: what stands on a play sheet, never where.

A sheet is a mapping of blocks, and so is what stands inside a block (its rows, its columns): a variant changes them by
id like anything else. Texts may hold `{{ lines.ribbons.points }}`, a path into the merged rules; a number that is
`printed` there becomes a dotted box. `sheet` fills the texts, checks the blocks, and tells every problem at its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from scoring.errors import Problem, RulesError, did_you_mean, quoted, tidy
from scoring.game import Game
from scoring.patch import subject
from scoring.words import BLANK, signed
from scoring.yaml_file import Node
from sheets import icons

Path: TypeAlias = tuple[str | int, ...]

PRINTED = "printed"  # a number that stands only on the player's own copy
BLANK_SHOWN = "__"  # where one stands inside a text: a line to write on

_FROZEN = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)


def _worded(value: Any) -> Any:
    """A number where a text may stand: `text: 5`."""
    return signed(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _yes(value: Any) -> Any:
    return {"yes": True, "no": False}.get(value, value) if isinstance(value, str) else value


Said: TypeAlias = Annotated[str, Field(max_length=300), BeforeValidator(_worded)]
Yes: TypeAlias = Annotated[bool, BeforeValidator(_yes)]
Many: TypeAlias = Annotated[int, Field(ge=1, le=60)]
Few: TypeAlias = Annotated[int, Field(ge=1, le=12)]
None_: TypeAlias = Annotated[int, Field(ge=0, le=60)]
Texts: TypeAlias = Annotated[list[Said], Field(max_length=60)]
Icon: TypeAlias = Annotated[str, Field(max_length=40)]
Shape: TypeAlias = Literal["box", "circle", "square", "line", "dotted"]


class Strict(BaseModel):
    model_config = _FROZEN


class Key(Strict):
    """One entry of the legend beside a heading: a picture or a shape to draw, and what it is."""

    icon: Icon | None = None
    shape: Literal["square", "circle", "triangle", "asterisk"] | None = None
    text: Said = ""


class Block(Strict):
    """What every block may have: a title with a rule above it, a note or a legend beside it, a line of text below."""

    title: Said | None = None
    note: Said | None = Field(None, description="At most seven words, at the right of the title.")
    legend: dict[str, Key] = {}
    foot: Said | None = Field(None, description="A sentence below the block.")


class Heading(Block):
    """A title alone."""

    kind: Literal["heading"]


class Text(Block):
    """A few sentences."""

    kind: Literal["text"]
    text: Said


class End(Strict):
    """What stands behind a row: a number in the thing that is earned, a power to cross off."""

    icon: Icon | None = None
    text: Said = ""
    label: Said = Field("", description="Over the first of them.")


class GridRow(Strict):
    """One row of a grid, or several alike."""

    label: Said = ""
    note: Said = ""
    icon: Icon | None = None
    shape: Shape = "box"
    times: Many = 1
    tall: Literal["low", "middle", "high"] = "middle"
    text: Said = Field("", description="The same in every cell.")
    texts: Texts = Field([], description="One text for each cell.")
    strong: Yes = False
    end: End | None = None


class Grid(Block):
    """Beds side by side, one for each die value, slot or kind, with rows of cells across them."""

    kind: Literal["grid"]
    columns: Few
    heads: Literal["dice", "numbers"] | Texts | None = None
    rows: Annotated[dict[str, GridRow], Field(min_length=1)]


class TrackStep(Strict):
    """What is said under one step of a track."""

    label: Said


class Over(Strict):
    """Steps of a track beyond its end, for a while only."""

    to: None_
    label: Said = ""


class Track(Block):
    """Numbered circles in a row, joined: a marker moves on them, or they are crossed off."""

    kind: Literal["track"]
    from_: None_ = Field(0, alias="from")
    to: None_
    start: None_ | None = Field(None, description="Where the marker begins.")
    steps: dict[str, TrackStep] = {}
    last: Said = Field("", description="Said under the last step.")
    over: Over | None = None


class Mark(Strict):
    """A power behind a row, to be crossed off."""

    shape: Literal["asterisk", "square", "circle"] = "asterisk"
    text: Said = ""
    label: Said = ""


class Value(Strict):
    """The points of a row, behind it; `printed` ones are dotted boxes."""

    each: Texts | Said = ""
    label: Said = ""


class TickRow(Strict):
    """One row of boxes or circles to cross off."""

    label: Said = ""
    letter: Said = ""
    icon: Icon | None = None
    note: Said = ""
    blank: Yes = Field(False, description="A line to write a name on.")
    many: Many = 1
    times: Many = 1
    shape: Literal["circle", "square", "box"] | None = None
    marked: None_ = Field(0, description="So many are crossed from the start.")
    texts: Texts = Field([], description="A text in each, from the first.")
    text: Said = Field("", description="The same text in each.")
    box: Yes | None = Field(None, description="A box for the points of this row.")


class Ticks(Block):
    """Rows to cross off: written out, or one for each kind of a count."""

    kind: Literal["ticks"]
    of: Said | None = Field(None, description="A count: a row for each of its kinds, as many boxes as there can be.")
    ladder: Yes = Field(False, description="The points of the line in the boxes, a group for each full series.")
    rows: dict[str, TickRow] = {}
    many: Many | None = Field(None, description="Boxes of every row of `of`.")
    marked: None_ = 0
    shape: Literal["circle", "square", "box"] = "square"
    mark: Mark | None = None
    value: Value | None = None
    box: Yes = Field(False, description="A box for the points of each row.")
    across: Few = 1


class Dice(Block):
    """Places for dice to lie on, in beds; or die faces to look at."""

    kind: Literal["dice"]
    beds: Few = 1
    many: Few = 4
    first: Icon | None = Field(None, description="A picture in the first place of each bed.")
    faces: Texts = Field([], description="Faces instead of empty places: 1 to 6, or a sign.")


class RecordColumn(Strict):
    """One column of records."""

    label: Said = ""
    note: Said = ""
    icon: Icon | None = None
    shape: Shape = "line"
    text: Said = ""
    choices: Texts = Field([], description="Printed in every row, one is circled.")
    wide: Few = 1
    number: Yes = Field(False, description="The rows are numbered here.")


class Records(Block):
    """Rows to fill in one after the other; as many as the paper holds, unless said."""

    kind: Literal["records"]
    columns: Annotated[dict[str, RecordColumn], Field(min_length=1, max_length=12)]
    rows: Many | None = None
    least: Many = Field(6, description="At least so many rows must have room.")
    most: Many = Field(60, description="Never more rows than these.")


class TableRow(Strict):
    label: Said = ""
    cells: dict[str, Said] = {}


class Table(Block):
    """A small table of words and numbers to look at."""

    kind: Literal["table"]
    columns: dict[str, Said] = {}
    rows: Annotated[dict[str, TableRow], Field(min_length=1)]


class Chart(Block):
    """Small squares to colour in: games across, points upwards."""

    kind: Literal["chart"]
    columns: Annotated[int, Field(ge=2, le=60)] = 20
    rows: Annotated[int, Field(ge=2, le=40)] = 10
    across: Said = ""
    up: Said = ""


class Lines(Block):
    """Lines to write notes on."""

    kind: Literal["lines"]
    rows: Many = 3


class ScoreRow(Strict):
    """How a line's row differs from what follows from the rules; `of` gathers several lines in one row."""

    of: Annotated[list[Said], Field(min_length=1)] | None = None
    label: Said | None = None
    letter: Said | None = None
    icon: Icon | None = None
    working: Said | None = Field(None, description="`__` is a line to write on.")
    note: Said | None = None


class Score(Block):
    """The scoring of one player, a box for each line, and the total."""

    kind: Literal["score"]
    lines: list[Said] | None = Field(None, description="Only these lines.")
    rows: dict[str, ScoreRow] = {}
    total: Yes = True
    ties: Yes = False


class Result(Block):
    """What it came to: a heavy box, and boxes to tick."""

    kind: Literal["result"]
    label: Said
    working: Said = ""
    ticks: dict[str, Said] = {}
    blanks: dict[str, Said] = {}


class Part(Strict):
    """One of several columns side by side."""

    share: Few = 1
    blocks: dict[str, AnyBlock] = {}


class Columns(Block):
    """Blocks side by side."""

    kind: Literal["columns"]
    parts: Annotated[dict[str, Part], Field(min_length=1, max_length=4)]


class Seats(Block):
    """The same blocks for every player, each with a line for the name."""

    kind: Literal["seats"]
    blocks: dict[str, AnyBlock]


AnyBlock: TypeAlias = Annotated[
    Heading | Text | Grid | Track | Ticks | Dice | Records | Table | Chart | Lines | Score | Result | Columns | Seats,
    Field(discriminator="kind"),
]
KINDS = {get_args(model.model_fields["kind"].annotation)[0]: model for model in get_args(get_args(AnyBlock)[0])}


class Sheet(Strict):
    """One sheet of a game."""

    title: Said = Field(description="What it is, for the line under the game's title.")
    note: Said | None = None
    ask: Literal["name", "date"] | None = Field("name", description="What is written at the top.")
    blocks: dict[str, AnyBlock]


for _model in (Part, Columns, Seats, Sheet):
    _model.model_rebuild(_types_namespace={"AnyBlock": AnyBlock, "Part": Part, "Few": Few, "Said": Said})


# -- from the rules to a checked sheet


def sheet(game: Game, id: str) -> Sheet:
    """A sheet that the rules describe, its texts filled. Raises RulesError with every problem at its place."""
    node = game.node.find(("sheets", id))
    filler = _Filler(game)
    data = filler.filled(node, ("sheets", id))
    problems = filler.problems
    made: Sheet | None = None
    try:
        made = Sheet.model_validate(data)
    except ValidationError as error:
        problems += [_told(raw, node, id) for raw in error.errors(include_url=False)]
    if made is not None:
        problems += _unknown_names(made, game, node, id)
    if problems or made is None:
        raise RulesError(tidy(problems))
    return made


class _Filler:
    """Fills the texts of a sheet from the rules; what names something that a variant removed is left out."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.problems: list[Problem] = []

    def filled(self, node: Node, path: Path) -> Any:
        if isinstance(node.value, dict):
            made = {key: self.filled(inner, (*path, key)) for key, inner in node.value.items()}
            return {key: value for key, value in made.items() if value is not GONE}
        if isinstance(node.value, list):
            entries = [self.filled(inner, (*path, at)) for at, inner in enumerate(node.value)]
            return GONE if GONE in entries else entries
        if isinstance(node.value, str) and "{{" in node.value:
            return self.text(node, node.value, path)
        return node.value

    def text(self, node: Node, text: str, path: Path) -> Any:
        """A text with its blanks filled; one that is a single blank becomes the number itself, or the list."""
        values = []
        for found in BLANK.finditer(text):
            value = self.value(found[1])
            if isinstance(value, _Missing):
                if self.removed(node):
                    return GONE
                hint = did_you_mean(value.step, value.known, f"known are: {', '.join(list(value.known)[:12])}")
                what = f"{subject(path)}: the rules hold nothing called {quoted(found[1])}"
                self.problems.append(Problem(what, node.at(found.start(1)), hint))
                value = 1
            values.append(value)
        if len(values) == 1 and BLANK.fullmatch(text.strip()):
            return values[0]
        rest = iter(values)
        return BLANK.sub(lambda _: _said(next(rest)), text)

    def removed(self, node: Node) -> bool:
        """Whether a variant may have taken away what a text of another file names."""
        return any(inner.mark.file != node.mark.file for inner in self.game.node.walk())

    def value(self, name: str) -> Any:
        """What stands at a dotted path of the merged rules; a list counts from 1."""
        node, here = self.game.node, ""
        for step in name.split("."):
            inner: Node | None = node.mapping.get(step)
            if inner is None and node.entries and step.isdecimal() and 1 <= int(step) <= len(node.entries):
                inner = node.entries[int(step) - 1]
            if inner is None:
                implied = _implied(self.game, name)
                known = list(node.mapping) or [str(at + 1) for at in range(len(node.entries))]
                return _Missing(step, known) if implied is None else implied
            node, here = inner, f"{here}.{step}"
        return node.bare()


GONE = object()  # a text that names what a variant removed


class _Missing:
    def __init__(self, step: str, known: list[str]) -> None:
        self.step, self.known = step, known


def _implied(game: Game, name: str) -> Any:
    """A number that a rules file need not say: it has a value of its own."""
    found: Any = game.rules
    for step in name.split("."):
        if isinstance(found, BaseModel):
            found = getattr(found, {"list": "list_", "else": "else_"}.get(step, step), None)
        elif isinstance(found, Mapping):
            found = found.get(step)
        else:
            return None
    return found if isinstance(found, int | str) else None


def _said(value: Any) -> str:
    if value == PRINTED:
        return BLANK_SHOWN
    return signed(value) if isinstance(value, int) else str(value)


def _told(raw: Any, node: Node, id: str) -> Problem:
    """A complaint of the models in words, at its place."""
    keys: list[str | int] = []
    model: Any = Sheet
    at = node
    loc = raw["loc"]
    for step in loc:
        known = _keys(model)
        if isinstance(step, str) and step in KINDS and model is AnyBlock:
            model = KINDS[step]
            continue
        if isinstance(step, str) and step not in at.mapping and step not in known and not isinstance(model, dict):
            continue  # a member of a union
        keys.append(step)
        at = at.find((step,))
        model = _inside(model, step)
    where: Path = ("sheets", id, *keys)
    above = subject(where[:-1] if raw["type"] in ("extra_forbidden", "missing") else where)
    key = str(keys[-1]) if keys else ""
    parent = _model_at(loc[:-1])
    match raw["type"]:
        case "extra_forbidden":
            known_keys = _keys(parent)
            hint = did_you_mean(key, known_keys, f"known are: {', '.join(known_keys)}")
            return Problem(f"{above} does not know {quoted(key)}", at.where, hint)
        case "missing":
            return Problem(f"{above} lacks {quoted(str(loc[-1]))}", at.where)
        case "union_tag_not_found":
            return Problem(f'{subject(where)} lacks "kind"', at.where, f"kinds are: {', '.join(KINDS)}")
        case "union_tag_invalid":
            kind = at.mapping["kind"]
            hint = did_you_mean(kind.text, KINDS, f"kinds are: {', '.join(KINDS)}")
            return Problem(f"{subject(where)} is of kind {quoted(kind.text)}, which is not known", kind.spot, hint)
        case "literal_error":
            allowed = [word.strip(" '") for word in raw["ctx"]["expected"].replace(" or ", ", ").split(",")]
            hint = did_you_mean(at.text, allowed, f"one of: {', '.join(allowed)}")
            return Problem(f"{subject(where)}: {key} cannot be {quoted(at.text)}", at.spot, hint)
    return Problem(f"{subject(where)}: {key} {_WRONG.get(raw['type'], 'has a value that does not fit')}", at.spot)


_WRONG = {
    "int_type": "needs a whole number",
    "string_type": "needs a text",
    "bool_type": "needs yes or no",
    "list_type": "needs a list",
    "dict_type": "needs entries with ids",
    "model_type": "needs entries",
    "model_attributes_type": "needs entries",
    "greater_than_equal": "is too small",
    "less_than_equal": "is too large",
    "too_long": "has too many entries",
    "too_short": "is empty",
    "string_too_long": "is too long",
}


def _inside(model: Any, step: str | int) -> Any:
    """What may stand one step further in: a model, a mapping, or nothing that is known."""
    if isinstance(model, type) and issubclass(model, BaseModel):
        for name, info in model.model_fields.items():
            if (info.alias or name) == step:
                return _plain(info.annotation)
        return None
    if get_origin(model) is dict:
        inner = get_args(model)[1]
        return AnyBlock if inner == AnyBlock else _plain(inner)
    return None


def _plain(annotation: Any) -> Any:
    """A type without its wrappings; of a union the member that holds others."""
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    if isinstance(annotation, type) or get_origin(annotation) in (dict, list):
        return annotation
    members = [_plain(member) for member in get_args(annotation) if member is not type(None)]
    return next((one for one in members if isinstance(one, type) and issubclass(one, BaseModel)), None)


def _keys(model: Any) -> list[str]:
    if isinstance(model, type) and issubclass(model, BaseModel):
        return [info.alias or name for name, info in model.model_fields.items()]
    return []


def _model_at(loc: tuple[str | int, ...]) -> Any:
    """The model at a place that the models name, kinds of block included."""
    model: Any = Sheet
    for step in loc:
        model = KINDS[str(step)] if model is AnyBlock and step in KINDS else _inside(model, step)
    return model


def _unknown_names(made: Sheet, game: Game, node: Node, id: str) -> Iterator[Problem]:
    """Icons without a drawing, counts and lines that the game does not have."""
    known = icons.known()
    for path, inner in _leaves(node, ("sheets", id)):
        key = path[-1]
        if key in ("icon", "first") and isinstance(inner.value, str) and inner.value not in known:
            hint = did_you_mean(inner.value, known, f"drawings are: {', '.join(known)}")
            yield Problem(f"{subject(path)}: there is no drawing {quoted(inner.value)}", inner.spot, hint)
        if key == "of" and isinstance(inner.value, str) and len(path) == 5 and inner.value not in game.counts:
            hint = did_you_mean(inner.value, game.counts, f"counts are: {', '.join(game.counts)}")
            yield Problem(f"{subject(path)}: there is no count {quoted(inner.value)}", inner.spot, hint)


def _leaves(node: Node, path: Path) -> Iterator[tuple[Path, Node]]:
    for key, inner in node.mapping.items():
        yield from _leaves(inner, (*path, key))
    if not node.mapping:
        yield path, node
