"""What every kind of scoring line has in common."""

from __future__ import annotations

from abc import abstractmethod
from typing import Annotated, ClassVar, Literal, NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from scoring.expression import Expression
from scoring.lines.scope import Scope
from scoring.text import Case, Working, working
from scoring.words import Phrase, signed

Whole: TypeAlias = Annotated[int, Field(strict=True, ge=-1_000_000, le=1_000_000)]
Positive: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=100_000)]
NotNegative: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=100_000)]
Printed: TypeAlias = Literal["printed"]
Points: TypeAlias = Whole | Printed
Threshold: TypeAlias = Annotated[str, Field(pattern=r"^(0|[1-9][0-9]{0,4})$")]
CountRef: TypeAlias = Annotated[str, Field(description="A count, or one kind of it: `tiles.queen`.")]
CountRefs: TypeAlias = CountRef | Annotated[list[CountRef], Field(min_length=1, max_length=50)]
Word: TypeAlias = Annotated[str, Field(max_length=2000)]

UNKNOWN = 4  # numbers that a pad has room for where a whole list of unknown length is printed


class Tile(NamedTuple):
    """A number of a ladder, under how many it is for. None: it is printed on the player's own copy."""

    caption: str | Phrase
    points: int | None
    strong: bool = False  # the last of a series, which makes it full
    place: str = ""  # where the number stands in the line's rules: ladder.2


class Worth(NamedTuple):
    """What the scoring panel of an aid says of a line: a few words, and a number under them."""

    caption: str | Phrase = ""
    number: str = ""
    strong: bool = False


class Described(BaseModel):
    """The words that may stand at any count, kind, line, tie or check."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)

    label: Word | None = Field(None, description="Its name on sheets and in reports.")
    short: Word | None = Field(None, description="A shorter name, for a narrow pad.")
    letter: Annotated[str, Field(max_length=3)] | None = Field(None, description="One letter that tells it apart.")
    icon: Word | None = Field(None, description="Name of a drawing in sheets/icons.yaml.")
    ask: Word | None = Field(None, description="What to ask at the terminal.")
    note: Word | None = Field(None, description="A few words under the label.")
    help: Word | None = Field(None, description="A sentence on how to count it.")
    source: Word | None = Field(None, description="Where this rule stands.")
    confidence: Literal["H", "M", "L"] | None = Field(None, description="How sure it is: high, medium, low.")


class Line(Described):
    """One row of the score: what is counted, and how it becomes points."""

    # which field names the counts that the row of a pad asks for
    counted: ClassVar[tuple[str, ...]] = ("of",)

    kind: str = Field(description="How the counts become points: each, sets, ladder …")
    rule: Word | None = Field(None, description="The rule in words, instead of the kind's own sentence.")
    working: Word | None = Field(None, description="How the points come about: text with {{ formulas }} as blanks.")

    @abstractmethod
    def expression(self, scope: Scope, path: str) -> Expression:
        """The points of this line for one player. `path` is its place in the rules: `lines.sets`."""

    @abstractmethod
    def in_words(self, scope: Scope) -> Phrase:
        """The rule as a sentence."""

    def workings(self, scope: Scope, path: str) -> Working:
        """How the points come about."""
        return working(Case(None, "working.points", {}))

    def series(self, scope: Scope, path: str) -> tuple[Expression, Expression] | None:
        """For a line that can be full: what it counts, and how many make it full."""
        return None

    def tiles(self) -> tuple[Tile, ...]:
        """The numbers a pad shows beside the label, each under how many it is for."""
        return ()

    def panel(self, scope: Scope) -> tuple[Worth, ...]:
        """The numbers of the rule, for the scoring panel of an aid; nothing where the rule needs its sentence."""
        return tuple(Worth(tile.caption, on_paper(tile.points), tile.strong) for tile in self.tiles())

    def remark(self) -> Phrase | None:
        """What the numbers of the panel do not say; told once for all lines of whom it is true."""
        return None

    def refs(self) -> list[str]:
        """The counts this line names, as written."""
        found: list[str] = []
        for field in self.counted:
            value = getattr(self, field)
            found += [value] if isinstance(value, str) else value or []
        return found


def known(value: Points) -> int | None:
    return None if value == "printed" else value


def on_paper(value: int | None) -> str:
    """A number as an aid shows it, and a blank for one that stands only on the player's own copy."""
    return "__" if value is None else signed(value)
