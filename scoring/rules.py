"""What a rules file may say, as checked models. `load` turns a file into one of these, `game` gives it meaning.

Everything that can be changed is a mapping keyed by id, so that a variant can name it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from scoring.lines import AnyLine
from scoring.lines.base import Described, NotNegative, Positive, Printed, Threshold, Whole, Word

Supply: TypeAlias = NotNegative | Annotated[dict[Threshold, NotNegative], Field(min_length=1, max_length=99)]
_FROZEN = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)
Limit: TypeAlias = Annotated[int, Field(strict=True, ge=-99_999, le=99_999)]
Cost: TypeAlias = Annotated[list[Limit | Word], Field(min_length=1, max_length=8)]


class KindRule(Described):
    """One kind of a count."""

    value: Whole | None = Field(None, description="What one is worth; value(count) adds number × value.")
    least: Limit | None = None
    most: Limit | None = None
    supply: Supply | None = None


class FieldRule(Described):
    """One field of a record."""

    least: Limit = 0
    most: Limit | None = None


class ListRule(BaseModel):
    """How long a list may be."""

    model_config = _FROZEN

    least: NotNegative = 0
    most: Annotated[int, Field(strict=True, ge=1, le=200)] | None = None


class CountRule(Described):
    """Something that players count when the game ends."""

    of: Annotated[dict[str, KindRule], Field(min_length=1, max_length=100)] | None = Field(
        None, description="Its kinds, each counted by itself."
    )
    tick: bool = Field(False, description="Yes or no instead of a number; with kinds, one tick each.")
    shared: bool = Field(False, description="Belongs to the table, not to a player.")
    list_: ListRule | None = Field(None, alias="list", description="Any number of entries; bounds of its length.")
    fields: Annotated[dict[str, FieldRule], Field(min_length=1, max_length=20)] | None = Field(
        None, description="Entries of the list are records with these fields."
    )
    value: Whole | Word | None = Field(None, description="What one is worth; with fields, a formula over them.")
    least: Limit | None = Field(None, description="The smallest number; of each entry in a list. 0 unless said.")
    most: Limit | None = Field(None, description="The largest number; of each entry in a list.")
    supply: Supply | None = Field(
        None, description="How many there are for all players together; of each kind. May go by number of players."
    )
    missing: Literal[0] | None = Field(None, description="0: a count left out of a tally is 0.")


class TieRule(Described):
    """What breaks a tie, in the order of the file; after the last the victory is shared."""

    most: Word | None = Field(None, description="A formula; who has most is ahead.")
    least: Word | None = Field(None, description="A formula; who has least is ahead.")


class HowManyPlayers(BaseModel):
    model_config = _FROZEN

    least: NotNegative | None = None
    most: NotNegative | None = None


class CheckRule(Described):
    """What must hold of a tally: impossible is an error, unlikely a warning."""

    that: Word | None = Field(None, description="A condition that must hold for every player.")
    when: Word | None = Field(None, description="A condition; `players` says for how many it must hold.")
    players: HowManyPlayers | None = None
    else_: Word = Field(alias="else", description="What to say when it does not hold.")
    level: Literal["error", "warning"] = "error"


class Band(BaseModel):
    """One band of result."""

    model_config = _FROZEN

    when: Word
    label: Word | None = None
    win: bool = True


class PlayersRule(BaseModel):
    """How many can play."""

    model_config = _FROZEN

    least: Annotated[int, Field(strict=True, ge=1, le=99)] = 1
    most: Annotated[int, Field(strict=True, ge=1, le=99)] = 99


class Edition(BaseModel):
    """Which printing of the game."""

    model_config = _FROZEN

    publisher: Word | None = None
    year: Annotated[int, Field(strict=True, ge=1000, le=2999)] | None = None
    designer: Word | None = None
    note: Word | None = None


class Reading(BaseModel):
    """A rule that can be read in two ways, and how it is read here."""

    model_config = _FROZEN

    question: Word
    default: Word
    variant: Word | list[Word] | None = Field(None, description="The variant (or several) with the other reading.")
    note: Word | None = None
    source: Word | None = None
    confidence: Literal["H", "M", "L"] | None = None


class AidAction(BaseModel):
    """Something a player may do: what it costs in pictures, its name, a few words."""

    model_config = _FROZEN

    cost: Cost | None = None
    name: Word
    text: Word | None = None


class AidStep(BaseModel):
    """One of several steps that are done in order."""

    model_config = _FROZEN

    name: Word
    text: Word | None = None


class AidBonus(BaseModel):
    """A picture, a number, and what it is for."""

    model_config = _FROZEN

    icon: Word | None = Field(None, description="Name of a drawing in sheets/icons.yaml.")
    cost: Cost | None = None
    number: Limit | Word | None = None
    text: Word | None = None


class AidPoint(BaseModel):
    """A name, and words under it."""

    model_config = _FROZEN

    name: Word
    text: Word | None = None


class AidRow(BaseModel):
    """One row of a table: its label, and a cell for each column."""

    model_config = _FROZEN

    label: Word
    cells: Annotated[dict[str, Limit | Word], Field(max_length=12)]


class AidTable(BaseModel):
    """A small table, such as the set-up by number of players."""

    model_config = _FROZEN

    columns: Annotated[dict[str, Word], Field(max_length=12)]
    rows: Annotated[dict[str, AidRow], Field(max_length=30)]


class AidSection(BaseModel):
    """One part of a player aid: rows of one sort, or a text."""

    model_config = _FROZEN

    title: Word
    note: Word | None = Field(None, description="A few words beside the title.")
    columns: Literal["half"] | None = Field(None, description="May stand beside another half-wide section.")
    actions: Annotated[dict[str, AidAction], Field(max_length=30)] | None = None
    steps: Annotated[dict[str, AidStep], Field(max_length=30)] | None = None
    bonuses: Annotated[dict[str, AidBonus], Field(max_length=30)] | None = None
    points: Annotated[dict[str, AidPoint], Field(max_length=30)] | None = None
    table: AidTable | None = None
    text: Word | None = Field(None, description="A sentence or two, alone or below the rest.")
    chain: Annotated[list[Word], Field(min_length=2, max_length=8)] | None = Field(
        None, description="Kinds of a count, drawn with arrows between them, each with its value."
    )


class Rules(BaseModel):
    """A whole game."""

    model_config = _FROZEN

    potager: Literal[1] = Field(description="The version of this format.")
    title: Word
    about: Word | None = None
    note: Word | None = None
    edition: Edition = Field(default_factory=Edition)
    players: PlayersRule = Field(default_factory=PlayersRule)
    source: Word | None = None
    confidence: Literal["H", "M", "L"] | None = None
    readings: dict[str, Reading] = {}
    counts: Annotated[dict[str, CountRule], Field(max_length=200)] = {}
    lines: Annotated[dict[str, AnyLine], Field(min_length=1, max_length=200)]
    ties: Annotated[dict[str, TieRule], Field(max_length=20)] = {}
    checks: Annotated[dict[str, CheckRule], Field(max_length=100)] = {}
    goal: Annotated[int, Field(strict=True, ge=-99_999, le=99_999)] | None = Field(
        None, description="A race: the first to reach this total wins."
    )
    verdict: Annotated[dict[str, Word | Band], Field(min_length=1, max_length=20)] | None = Field(
        None, description="Won or lost, or bands of result: the first condition that holds; `lose` when none does."
    )
    wins: Literal["most", "least"] = Field("most", description="Whether the highest or the lowest total wins.")
    aid: Annotated[dict[str, AidSection], Field(max_length=30)] = {}
    sheets: dict[str, Any] = {}


class About(BaseModel):
    """What a variant says of itself; the rest of its file is the patch."""

    model_config = _FROZEN

    potager: Literal[1] = 1
    extends: Word
    needs: list[Word] = []
    excludes: list[Word] = []
    title: Word | None = None
    about: Word | None = None
    source: Word | None = None
    confidence: Literal["H", "M", "L"] | None = None


__all__ = ["About", "CheckRule", "CountRule", "KindRule", "Positive", "Printed", "Rules", "TieRule"]
