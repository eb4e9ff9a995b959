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
Allowed: TypeAlias = Annotated[list[Limit], Field(min_length=1, max_length=100)]
Cost: TypeAlias = Annotated[list[Limit | Word], Field(min_length=1, max_length=8)]


class KindRule(Described):
    """One kind of a count."""

    value: Whole | None = Field(None, description="What one is worth; value(count) adds number × value.")
    least: Limit | None = Field(None, description="The smallest number of this kind.")
    most: Limit | None = Field(None, description="The largest number of this kind.")
    allowed: Allowed | None = Field(None, description="The only numbers that can be: [0, 25].")
    supply: Supply | None = Field(
        None, description="How many of this kind there are for all players together; may go by number of players."
    )


class FieldRule(Described):
    """One field of a record."""

    least: Limit = Field(0, description="The smallest number in this field.")
    most: Limit | None = Field(None, description="The largest number in this field.")


class ListRule(BaseModel):
    """How long a list may be."""

    model_config = _FROZEN

    least: NotNegative = Field(0, description="At least so many entries.")
    most: Annotated[int, Field(strict=True, ge=1, le=200)] | None = Field(None, description="At most so many entries.")


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
    allowed: Allowed | None = Field(None, description="The only numbers that can be, of each kind: [0, 25].")
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

    least: NotNegative | None = Field(None, description="True for at least so many players.")
    most: NotNegative | None = Field(None, description="True for at most so many players.")


class CheckRule(Described):
    """What must hold of a tally: impossible is an error, unlikely a warning."""

    that: Word | None = Field(None, description="A condition that must hold for every player.")
    when: Word | None = Field(None, description="A condition; `players` says for how many it must hold.")
    players: HowManyPlayers | None = Field(None, description="Of how many players `when` may be true: least, most.")
    else_: Word = Field(alias="else", description="What to say when it does not hold.")
    level: Literal["error", "warning"] = Field(
        "error", description="error: the tally is refused; warning: it is scored, and this is told."
    )


class Band(BaseModel):
    """One band of result."""

    model_config = _FROZEN

    when: Word = Field(description="A condition, such as total >= 30.")
    label: Word | None = Field(None, description="What this result is called.")
    win: bool = Field(True, description="Whether it counts as won.")


class PlayersRule(BaseModel):
    """How many can play."""

    model_config = _FROZEN

    least: Annotated[int, Field(strict=True, ge=1, le=99)] = Field(
        default=1, description="The fewest who can play; fewer give a warning."
    )
    most: Annotated[int, Field(strict=True, ge=1, le=99)] = Field(
        default=99, description="The most who can play; more are an error."
    )


class Edition(BaseModel):
    """Which printing of the game."""

    model_config = _FROZEN

    publisher: Word | None = Field(default=None, description="Who published it.")
    year: Annotated[int, Field(strict=True, ge=1000, le=2999)] | None = Field(
        default=None, description="When it came out."
    )
    designer: Word | None = Field(default=None, description="Who made it up.")
    note: Word | None = Field(default=None, description="What else tells this printing apart.")
    bgg: Annotated[int, Field(strict=True, ge=1, le=10_000_000)] | None = Field(
        default=None, description="Its number at BoardGameGeek, for programs that keep plays."
    )


class Reading(BaseModel):
    """A rule that can be read in two ways, and how it is read here."""

    model_config = _FROZEN

    question: Word = Field(description="What the rules leave open.")
    default: Word = Field(description="How it is read here.")
    variant: Word | list[Word] | None = Field(None, description="The variant (or several) with the other reading.")
    note: Word | None = Field(None, description="A few words on it.")
    source: Word | None = Field(None, description="Where it was found.")
    confidence: Literal["H", "M", "L"] | None = Field(None, description="How sure it is: high, medium, low.")


class AidAction(BaseModel):
    """Something a player may do: what it costs in pictures, its name, a few words."""

    model_config = _FROZEN

    cost: Cost | None = Field(
        None, description='Pictures of what it costs: dice faces, any, row, column, "heart:2", + …'
    )
    name: Word = Field(description="What it is called.")
    text: Word | None = Field(None, description="A few words; {{ lines.sets.points }} is a number of the rules.")


class AidStep(BaseModel):
    """One of several steps that are done in order."""

    model_config = _FROZEN

    name: Word = Field(description="What it is called.")
    text: Word | None = Field(None, description="A few words; {{ paths }} are numbers of the rules.")


class AidBonus(BaseModel):
    """A picture, a number, and what it is for."""

    model_config = _FROZEN

    icon: Word | None = Field(None, description="Name of a drawing in sheets/icons.yaml.")
    cost: Cost | None = Field(None, description="Pictures of what it costs, instead of an icon.")
    number: Limit | Word | None = Field(None, description="The number, large; {{ paths }} are numbers of the rules.")
    text: Word | None = Field(None, description="What it is for.")


class AidPoint(BaseModel):
    """A name, and words under it."""

    model_config = _FROZEN

    name: Word = Field(description="What it is called.")
    text: Word | None = Field(None, description="A few words below it; {{ paths }} are numbers of the rules.")


class AidRow(BaseModel):
    """One row of a table: its label, and a cell for each column."""

    model_config = _FROZEN

    label: Word = Field(description="What stands at the left of the row.")
    cells: Annotated[dict[str, Limit | Word], Field(max_length=12)] = Field(
        description="What stands in it, by the id of the column."
    )


class AidTable(BaseModel):
    """A small table, such as the set-up by number of players."""

    model_config = _FROZEN

    columns: Annotated[dict[str, Word], Field(max_length=12)] = Field(description="The heads of the columns, by id.")
    rows: Annotated[dict[str, AidRow], Field(max_length=30)] = Field(description="The rows, by id.")


class AidSection(BaseModel):
    """One part of a player aid: rows of one sort, or a text."""

    model_config = _FROZEN

    title: Word = Field(description="What stands above it.")
    note: Word | None = Field(None, description="A few words beside the title.")
    columns: Literal["half"] | None = Field(None, description="May stand beside another half-wide section.")
    actions: Annotated[dict[str, AidAction], Field(max_length=30)] | None = Field(
        None, description="What a player may do: cost, name, text."
    )
    steps: Annotated[dict[str, AidStep], Field(max_length=30)] | None = Field(
        None, description="What is done in order, numbered."
    )
    bonuses: Annotated[dict[str, AidBonus], Field(max_length=30)] | None = Field(
        None, description="Pictures with a number, and what it is for."
    )
    points: Annotated[dict[str, AidPoint], Field(max_length=30)] | None = Field(
        None, description="Names with a few words below."
    )
    table: AidTable | None = Field(None, description="A small table, such as the set-up by number of players.")
    text: Word | None = Field(None, description="A sentence or two, alone or below the rest.")
    chain: Annotated[list[Word], Field(min_length=2, max_length=8)] | None = Field(
        None, description="Kinds of a count, drawn with arrows between them, each with its value."
    )


class RoundsRule(BaseModel):
    """A game that is played over several rounds: a list count has an entry for each."""

    model_config = _FROZEN

    of: Word = Field(description="The list count whose entries are the rounds, in their order.")
    label: Word | None = Field(None, description="What a round is called: Hand, Deal. Round, if nothing is said.")
    most: Annotated[int, Field(strict=True, ge=1, le=60)] | None = Field(
        None,
        description="How many rows the pad has for them; all that the list can hold, up to 12, if nothing is said.",
    )


class TeamsRule(BaseModel):
    """A game of teams: whoever is counted, scored and placed is a team, and `players` says how many there can be."""

    model_config = _FROZEN

    members: Annotated[int, Field(strict=True, ge=1, le=20)] | None = Field(
        None, description="How many belong to each team, if that is fixed."
    )
    label: Word | None = Field(None, description="What a team is called: Side, Pair. Team, if nothing is said.")


class Rules(BaseModel):
    """A whole game."""

    model_config = _FROZEN

    potager: Literal[1] = Field(description="The version of this format.")
    title: Word = Field(description="The game's name.")
    about: Word | None = Field(None, description="A sentence on the game.")
    note: Word | None = Field(None, description="A few words beside its name.")
    edition: Edition = Field(
        default_factory=Edition, description="Which printing of the game this is: publisher, year, designer."
    )
    players: PlayersRule = Field(default_factory=PlayersRule, description="How many can play: least, most.")
    source: Word | None = Field(None, description="Where the rules stand.")
    confidence: Literal["H", "M", "L"] | None = Field(None, description="How sure the rules are: high, medium, low.")
    readings: dict[str, Reading] = Field(
        {}, description="Questions that the rules leave open, and how they are read here."
    )
    counts: Annotated[dict[str, CountRule], Field(max_length=200)] = Field(
        {},
        description="What players count when the game ends, by id. Each is a number, a tick, several kinds, or a list.",
    )
    lines: Annotated[dict[str, AnyLine], Field(min_length=1, max_length=200)] = Field(
        description="How the counts score, by id, in the order of the pad. The kind of a line says how."
    )
    ties: Annotated[dict[str, TieRule], Field(max_length=20)] = Field(
        {}, description="What breaks a tie, by id, in this order; after the last the victory is shared."
    )
    checks: Annotated[dict[str, CheckRule], Field(max_length=100)] = Field(
        {}, description="What must hold of a tally, by id."
    )
    goal: Annotated[int, Field(strict=True, ge=-99_999, le=99_999)] | None = Field(
        None, description="A race: the first to reach this total wins."
    )
    verdict: Annotated[dict[str, Word | Band], Field(min_length=1, max_length=20)] | None = Field(
        None, description="Won or lost, or bands of result: the first condition that holds; `lose` when none does."
    )
    wins: Literal["most", "least"] = Field("most", description="Whether the highest or the lowest total wins.")
    rounds: RoundsRule | None = Field(
        None, description="Played over rounds: {of: hands}, a list count with an entry each."
    )
    teams: TeamsRule | None = Field(None, description="Teams are counted and placed instead of players: {members: 2}.")
    aid: Annotated[dict[str, AidSection], Field(max_length=30)] = Field(
        {},
        description="The sections of the player aid, by id. What scores follows from the lines.",
    )
    sheets: dict[str, Any] = Field(
        {}, description="Further sheets, by id: play sheets and trackers made of blocks. The pad needs no entry."
    )


class About(BaseModel):
    """What a variant says of itself; the rest of its file is the patch."""

    model_config = _FROZEN

    potager: Literal[1] = Field(1, description="The version of this format.")
    extends: Word = Field(
        description="What it changes: a game, a variant beside it, game/variant, or the path of a file."
    )
    needs: list[Word] = Field([], description="Variants that must be on as well.")
    excludes: list[Word] = Field([], description="Variants that cannot be on with it.")
    title: Word | None = Field(None, description="What the variant is called.")
    about: Word | None = Field(None, description="A sentence on what it changes.")
    source: Word | None = Field(None, description="Where these rules stand.")
    confidence: Literal["H", "M", "L"] | None = Field(None, description="How sure they are: high, medium, low.")


__all__ = ["About", "CheckRule", "CountRule", "KindRule", "Positive", "Printed", "Rules", "TieRule"]
