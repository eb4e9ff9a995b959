"""The blocks that `sheets:` of a rules file may name: what stands on a play sheet, never where.

A sheet is a mapping of blocks, and so is what stands inside a block (its rows, its columns): a variant changes them by
id like anything else. Texts may hold `{{ lines.ribbons.points }}`, a path into the merged rules; a number that is
`printed` there becomes a dotted box. `sheet` fills the texts, checks the blocks, and tells every problem at its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from scoring import formula
from scoring.blanks import BlankError, Blanks, Gone, PathError
from scoring.errors import Problem, RulesError, did_you_mean, quoted, tidy
from scoring.expression import Expression
from scoring.formula import FormulaError
from scoring.game import Game
from scoring.patch import keyed, subject
from scoring.scope import Names
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

    icon: Icon | None = Field(None, description="Name of a drawing in sheets/icons.yaml.")
    shape: Literal["square", "circle", "triangle", "asterisk"] | None = Field(None, description="A shape to draw.")
    text: Said = Field("", description="What it is.")


class Block(Strict):
    """What every block may have: a title with a rule above it, a note or a legend beside it, a line of text below."""

    title: Said | None = Field(None, description="Above it, with a rule.")
    note: Said | None = Field(None, description="At most seven words, at the right of the title.")
    legend: dict[str, Key] = Field({}, description="What pictures and shapes mean, beside the title.")
    foot: Said | None = Field(None, description="A sentence below the block.")


class Heading(Block):
    """A title alone."""

    kind: Literal["heading"]


class Text(Block):
    """A few sentences."""

    kind: Literal["text"]
    text: Said = Field(description="A few sentences; {{ paths }} are numbers of the rules.")


class End(Strict):
    """What stands behind a row: a number in the thing that is earned, a power to cross off."""

    icon: Icon | None = Field(None, description="Name of a drawing in sheets/icons.yaml.")
    text: Said = Field("", description="What stands in it.")
    label: Said = Field("", description="Over the first of them.")


class GridRow(Strict):
    """One row of a grid, or several alike."""

    label: Said = Field("", description="What the row is called.")
    note: Said = Field("", description="A few words beside it.")
    icon: Icon | None = Field(None, description="A drawing at its beginning.")
    shape: Shape = Field("box", description="The shape of its cells.")
    times: Many = Field(1, description="So many rows alike.")
    tall: Literal["low", "middle", "high"] = Field("middle", description="How high the row is.")
    text: Said = Field("", description="The same in every cell.")
    texts: Texts = Field([], description="One text for each cell.")
    strong: Yes = Field(False, description="Drawn with a heavy line.")
    entry: Said | None = Field(
        None,
        description="A list count, or one number of its records (tomatoes.seed): a cell for each entry, on the screen.",
    )
    end: End | None = Field(None, description="What stands behind the row.")


class Grid(Block):
    """Beds side by side, one for each die value, slot or kind, with rows of cells across them."""

    kind: Literal["grid"]
    columns: Few = Field(description="How many columns.")
    heads: Literal["dice", "numbers"] | Texts | None = Field(
        None, description="Above the columns: dice, numbers, or a list of texts."
    )
    rows: Annotated[dict[str, GridRow], Field(min_length=1)] = Field(description="The rows, by id.")


class TrackStep(Strict):
    """What is said under one step of a track."""

    label: Said = Field(description="What is said under it.")


class Over(Strict):
    """Steps of a track beyond its end, for a while only."""

    to: None_ = Field(description="The last number beyond the end.")
    label: Said = Field("", description="What it is for.")


class Track(Block):
    """Numbered circles in a row, joined: a marker moves on them, or they are crossed off."""

    kind: Literal["track"]
    from_: None_ = Field(0, alias="from", description="The first number.")
    to: None_ = Field(description="The last number.")
    start: None_ | None = Field(None, description="Where the marker begins.")
    steps: dict[str, TrackStep] = Field({}, description="What is said under a step, by its number.")
    last: Said = Field("", description="Said under the last step.")
    over: Over | None = Field(None, description="Numbers beyond the end, for a while only.")


class Mark(Strict):
    """A power behind a row, to be crossed off."""

    shape: Literal["asterisk", "square", "circle"] = Field("asterisk", description="What is crossed off.")
    text: Said = Field("", description="What stands in it.")
    label: Said = Field("", description="What it is.")


class Value(Strict):
    """The points of a row, behind it; `printed` ones are dotted boxes."""

    each: Texts | Said = Field("", description="The same for every row, or a list in their order.")
    label: Said = Field("", description="What these numbers are.")


class TickRow(Strict):
    """One row of boxes or circles to cross off."""

    label: Said = Field("", description="What the row is called.")
    letter: Said = Field("", description="A letter that tells it apart.")
    icon: Icon | None = Field(None, description="A drawing at its beginning.")
    note: Said = Field("", description="A few words beside it.")
    blank: Yes = Field(False, description="A line to write a name on.")
    many: Many = Field(1, description="So many boxes.")
    times: Many = Field(1, description="So many rows alike.")
    shape: Literal["circle", "square", "box"] | None = Field(None, description="The shape of its boxes.")
    marked: None_ = Field(0, description="So many are crossed from the start.")
    texts: Texts = Field([], description="A text in each, from the first.")
    text: Said = Field("", description="The same text in each.")
    box: Yes | None = Field(None, description="A box for the points of this row.")


class Ticks(Block):
    """Rows to cross off: written out, or one for each kind of a count."""

    kind: Literal["ticks"]
    of: Said | None = Field(None, description="A count: a row for each of its kinds, as many boxes as there can be.")
    makes: Said | None = Field(None, description="A count that the crossed boxes of all rows are, on the screen.")
    ladder: Yes = Field(False, description="The points of the line in the boxes, a group for each full series.")
    rows: dict[str, TickRow] = Field({}, description="The rows, by id, instead of `of`.")
    many: Many | None = Field(None, description="Boxes of every row of `of`.")
    marked: None_ = Field(0, description="So many of each row are crossed from the start.")
    shape: Literal["circle", "square", "box"] = Field("square", description="The shape of the boxes.")
    mark: Mark | None = Field(None, description="A power behind each row, to be crossed off.")
    value: Value | None = Field(None, description="The points of each row, behind it.")
    box: Yes = Field(False, description="A box for the points of each row.")
    across: Few = Field(1, description="So many of these side by side.")


class Dice(Block):
    """Places for dice to lie on, in beds; or die faces to look at."""

    kind: Literal["dice"]
    beds: Few = Field(1, description="So many beds side by side.")
    many: Few = Field(4, description="So many places in each.")
    first: Icon | None = Field(None, description="A picture in the first place of each bed.")
    faces: Texts = Field([], description="Faces instead of empty places: 1 to 6, or a sign.")


class RecordColumn(Strict):
    """One column of records."""

    label: Said = Field("", description="What stands above it.")
    note: Said = Field("", description="A few words below that.")
    icon: Icon | None = Field(None, description="A drawing above it.")
    shape: Shape = Field("line", description="The shape of its cells.")
    text: Said = Field("", description="What is printed in every cell.")
    choices: Texts = Field([], description="Printed in every row, one is circled.")
    wide: Few = Field(1, description="How wide it is, beside the others.")
    number: Yes = Field(False, description="The rows are numbered here.")
    adds: Said | None = Field(None, description="The column whose running total this is, computed on the screen.")
    best: Said | None = Field(None, description="The column whose best so far this is, computed on the screen.")
    formula: Said | None = Field(
        None,
        description="Its number out of other columns, computed on the screen: a square is 1 or 0, a choice its number.",
    )


class Records(Block):
    """Rows to fill in one after the other; as many as the paper holds, unless said."""

    kind: Literal["records"]
    columns: Annotated[dict[str, RecordColumn], Field(min_length=1, max_length=12)] = Field(
        description="The columns, by id."
    )
    rows: Many | None = Field(None, description="So many rows; as many as the paper holds, unless said.")
    least: Many = Field(6, description="At least so many rows must have room.")
    most: Many = Field(60, description="Never more rows than these.")
    beside: Few = Field(1, description="So many columns of rows side by side, each as high.")


class TableRow(Strict):
    label: Said = Field("", description="What stands at the left.")
    cells: dict[str, Said] = Field({}, description="What stands in it, by the id of the column.")


class Table(Block):
    """A small table of words and numbers to look at."""

    kind: Literal["table"]
    columns: dict[str, Said] = Field({}, description="The heads of the columns, by id.")
    rows: Annotated[dict[str, TableRow], Field(min_length=1)] = Field(description="The rows, by id.")


class Chart(Block):
    """Small squares to colour in: games across, points upwards."""

    kind: Literal["chart"]
    columns: Annotated[int, Field(ge=2, le=60)] = Field(20, description="So many squares across.")
    rows: Annotated[int, Field(ge=2, le=40)] = Field(10, description="So many squares upwards.")
    across: Said = Field("", description="What is counted across.")
    up: Said = Field("", description="What is counted upwards.")


class Lines(Block):
    """Lines to write notes on."""

    kind: Literal["lines"]
    rows: Many = Field(3, description="So many lines.")


class ScoreRow(Strict):
    """How a line's row differs from what follows from the rules; `of` gathers several lines in one row."""

    of: Annotated[list[Said], Field(min_length=1)] | None = Field(
        None, description="Lines that are gathered in this row."
    )
    label: Said | None = Field(None, description="Another name for it.")
    letter: Said | None = Field(None, description="Another letter.")
    icon: Icon | None = Field(None, description="Another drawing.")
    working: Said | None = Field(None, description="`__` is a line to write on.")
    note: Said | None = Field(None, description="Other words beside it.")


class Score(Block):
    """The scoring of one player, a box for each line, and the total."""

    kind: Literal["score"]
    lines: list[Said] | None = Field(None, description="Only these lines.")
    rows: dict[str, ScoreRow] = Field({}, description="What is different about a row, by the id of its line.")
    total: Yes = Field(True, description="Whether the total stands below.")
    ties: Yes = Field(False, description="Whether what breaks a tie is asked for.")


class Result(Block):
    """What it came to: a heavy box, and boxes to tick."""

    kind: Literal["result"]
    label: Said = Field(description="What it is.")
    working: Said = Field("", description="How it comes about; `__` is a line to write on.")
    ticks: dict[str, Said] = Field({}, description="Boxes to tick, by id.")
    blanks: dict[str, Said] = Field({}, description="Lines to write on, by id.")
    total: Yes = Field(False, description="Whether the total of the game stands in the box, computed on the screen.")


class Part(Strict):
    """One of several columns side by side."""

    share: Few = Field(1, description="How wide it is, beside the others.")
    blocks: dict[str, AnyBlock] = Field({}, description="Its blocks, by id.")


class Columns(Block):
    """Blocks side by side."""

    kind: Literal["columns"]
    parts: Annotated[dict[str, Part], Field(min_length=1, max_length=4)] = Field(
        description="The columns, by id, from the left."
    )


class Seats(Block):
    """The same blocks for every player, each with a line for the name."""

    kind: Literal["seats"]
    blocks: dict[str, AnyBlock] = Field(description="What every player has, by id.")


AnyBlock: TypeAlias = Annotated[
    Heading | Text | Grid | Track | Ticks | Dice | Records | Table | Chart | Lines | Score | Result | Columns | Seats,
    Field(discriminator="kind"),
]
KINDS = {get_args(model.model_fields["kind"].annotation)[0]: model for model in get_args(get_args(AnyBlock)[0])}


class Sheet(Strict):
    """One sheet of a game."""

    title: Said = Field(description="What it is, for the line under the game's title.")
    note: Said | None = Field(None, description="A few words beside the title.")
    ask: Literal["name", "date"] | None = Field("name", description="What is written at the top.")
    blocks: dict[str, AnyBlock] = Field(description="What is on it, by id, from the top.")


for _model in (Part, Columns, Seats, Sheet):
    _model.model_rebuild(_types_namespace={"AnyBlock": AnyBlock, "Part": Part, "Few": Few, "Said": Said})


# -- from the rules to a checked sheet


class Looked(NamedTuple):
    """A sheet, what is wrong with it, and what was left out."""

    sheet: Sheet | None
    problems: list[Problem]
    notes: list[Problem]


def sheet(game: Game, id: str) -> Sheet:
    """A sheet that the rules describe, its texts filled. Raises RulesError with every problem at its place."""
    looked = look(game, id)
    if looked.problems or looked.sheet is None:
        raise RulesError(tidy(looked.problems))
    return looked.sheet


def look(game: Game, id: str) -> Looked:
    """A sheet with everything that is wrong with it; an entry whose number a variant took away is left out."""
    node = game.node.find(("sheets", id))
    filler = _Filler(game)
    data = filler.filled(node, ("sheets", id))
    problems = filler.problems
    made: Sheet | None = None
    try:
        made = Sheet.model_validate({} if data is GONE else data)
    except ValidationError as error:
        problems += [_told(raw, node, id) for raw in error.errors(include_url=False)]
    if made is not None:
        problems += _columns_wrong(made.blocks, node["blocks"], ("sheets", id, "blocks"))
    return Looked(made, problems, filler.notes)


def formula_of(block: Records, column: RecordColumn) -> Expression:
    """The number of a column, over the other columns of its row. Raises FormulaError."""
    return formula.parse(column.formula or "", Names({}), items=tuple(block.columns))


def _columns_wrong(made: Mapping[str, Block], node: Node, path: Path) -> Iterator[Problem]:
    """Columns of records that name others which are not there."""
    for id, block in made.items():
        here, inner = (*path, id), node.find((id,))
        if isinstance(block, Columns):
            for part, inside in block.parts.items():
                step = ("parts", part, "blocks")
                yield from _columns_wrong(inside.blocks, inner.find(step), (*here, *step))
        elif isinstance(block, Seats):
            yield from _columns_wrong(block.blocks, inner.find(("blocks",)), (*here, "blocks"))
        elif isinstance(block, Records):
            computed = [name for name, column in block.columns.items() if column.formula is not None]
            for name in computed[1:]:
                second = inner.find(("columns", name, "formula"))
                yield Problem(f"{subject((*here, 'columns', name))}: only one column can have a formula", second.spot)
            for name, column in block.columns.items():
                at = inner.find(("columns", name))
                where = subject((*here, "columns", name))
                for key, named in (("adds", column.adds), ("best", column.best)):
                    if named is not None and named not in block.columns:
                        hint = did_you_mean(named, block.columns, f"columns are: {', '.join(block.columns)}")
                        yield Problem(f"{where}: there is no column {quoted(named)}", at.find((key,)).spot, hint)
                if column.formula is not None:
                    try:
                        formula_of(block, column)
                    except FormulaError as error:
                        for fault in error.faults:
                            yield Problem(f"{where}: {fault.what}", at.find(("formula",)).spot, fault.hint)


def look_over(game: Game) -> tuple[list[Problem], list[Problem]]:
    """All sheets that the rules describe: what is wrong with them, and what was left out."""
    looked = [look(game, id) for id in ids(game)]
    return [problem for one in looked for problem in one.problems], [note for one in looked for note in one.notes]


def ids(game: Game) -> list[str]:
    """The sheets that the rules describe. A variant's changes of one that is not there make none."""
    wanted = [id for id in game.rules.sheets if id == SOLO or id in _written_whole(game)]
    return [id for id in wanted if id != SOLO or "title" in game.node.find(("sheets", SOLO)).mapping]


def _written_whole(game: Game) -> set[str]:
    """Sheets that are there, and those that somebody forgot to give a title."""
    there = game.node.find(("sheets",)).mapping
    whole = {id for id, node in there.items() if "title" in node.mapping}
    titled = {
        id
        for node in game.written
        for id, inner in node.mapping.get("sheets", node).mapping.items()
        if "title" in inner.mapping
    }
    return whole | (set(there) - titled)


SOLO = "solo"  # every game has such a sheet, so that a variant may change it where it is a tracker of its own
_ON_SCREEN = ("entry", "makes")  # a count that a form computes, and paper does not name
GONE = object()  # what names something that a variant took away
_HOLDS = ("rows", "columns", "blocks", "parts", "of")  # without one of these a block is nothing
_OPTIONAL = ("title", "note", "foot", "label", "entry", "makes")  # what may be missing


class _Filler:
    """Fills the texts of a sheet from the rules; what names something that a variant removed is left out."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.blanks = Blanks(game)
        self.problems: list[Problem] = []
        self.notes: list[Problem] = []

    def filled(self, node: Node, path: Path) -> Any:
        if isinstance(node.value, dict):
            return self.entries(node, path)
        if isinstance(node.value, list):
            entries = [self.filled(inner, (*path, at)) for at, inner in enumerate(node.value)]
            kept = [entry for entry in entries if entry is not GONE]
            return kept if kept or not entries else GONE
        if isinstance(node.value, str):
            return self.named(node, path) if self.names(path) else self.text(node, node.value, path)
        return node.value

    def entries(self, node: Node, path: Path) -> Any:
        """A mapping. An entry with an id goes with the number that it is about, any other by itself."""
        made = {key: self.filled(inner, (*path, key)) for key, inner in node.value.items()}  # type: ignore[union-attr]
        kept = {key: value for key, value in made.items() if value is not GONE}
        gone = [key for key in made if key not in kept]
        if keyed(path[:-1]):
            needed = [key for key in gone if key in _HOLDS or (key not in _OPTIONAL and not node.mapping[key].mapping)]
            return GONE if needed else kept
        return GONE if gone and (not kept or not keyed(path)) else kept

    def text(self, node: Node, text: str, path: Path) -> Any:
        """A text with its blanks filled; one that is a single blank becomes the number itself, or the list."""
        alone = BLANK.fullmatch(text.strip())
        try:
            return self.blanks.value(alone[1].strip()) if alone else self.blanks.fill(text)
        except Gone as gone:
            what = f"{subject(path)} shows nothing of {gone.path}, which is not there with this variant"
            self.notes.append(Problem(what, node.spot))
            return GONE
        except PathError as error:
            self.problems.append(Problem(f"{subject(path)}: {error.what}", node.at(text.index("{{")), error.hint))
        except BlankError as error:
            self.problems += [Problem(f"{subject(path)}: {what}", node.at(at), hint) for at, what, hint in error.faults]
        return 1

    def names(self, path: Path) -> dict[str, str]:
        """What a text names, if it is a name: a count, lines, a drawing; and how that is called."""
        key = path[-1] if isinstance(path[-1], str) else path[-2]
        if key == "of" and isinstance(path[-1], str):
            return dict.fromkeys(self.game.counts, "count")
        if key in _ON_SCREEN and not keyed(path[:-1]):
            lists = key == "entry"
            fitting = (id for id, count in self.game.counts.items() if count.is_list == lists and not count.kinds)
            return dict.fromkeys(fitting, "count") or {"": "count"}
        if key in ("of", "lines") and not isinstance(path[-1], str):
            return dict.fromkeys(self.game.lines, "line")
        return dict.fromkeys(icons.known(), "drawing") if key in ("icon", "first") else {}

    def numbers(self, count: str) -> list[str]:
        """The numbers of a count's records."""
        return list(self.game.counts[count].rule.fields or {})

    def named(self, node: Node, path: Path) -> Any:
        known = self.names(path)
        name, _, number = node.text.partition(".")
        if node.text in known or (path[-1] == "entry" and name in known and number in self.numbers(name)):
            return node.value
        kind = next(iter(known.values()))
        if path[-1] in _ON_SCREEN and self.blanks.was_there((f"{kind}s", name)):
            return GONE  # the sheet stays the same on paper
        if kind != "drawing" and self.blanks.was_there((f"{kind}s", node.text)):
            what = f"{subject(path)} shows nothing of {kind} {quoted(node.text)}, which is not there with this variant"
            self.notes.append(Problem(what, node.spot))
            return GONE
        hint = did_you_mean(node.text, known, f"{kind}s are: {', '.join(list(known)[:12])}")
        self.problems.append(Problem(f"{subject(path)}: there is no {kind} {quoted(node.text)}", node.spot, hint))
        return node.value


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
