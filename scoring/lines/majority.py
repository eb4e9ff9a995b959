"""`majority`: prizes for whoever has most."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from scoring.expression import Ahead, Choice, Compare, Expression, Level, Number, Players, Steps, negative
from scoring.lines.base import CountRefs, Line, Threshold, Whole, Worth, on_paper
from scoring.lines.scope import Scope
from scoring.text import Case, Working, working
from scoring.words import Phrase, phrase

Prizes: TypeAlias = Annotated[list[Whole], Field(min_length=1, max_length=50)]


class Majority(Line):
    """A prize for the most, the next for the second most, and so on."""

    kind: Literal["majority"]
    of: CountRefs = Field(description="What is compared among the players; of several kinds the sum.")
    prizes: Prizes | Annotated[dict[Threshold, Prizes], Field(min_length=1, max_length=99)] = Field(
        description="For first, second, … place; or such lists by number of players."
    )
    tied: Literal["all", "share", "next", "none", "split"] = Field(
        "all",
        description=(
            "all: each of the tied gets the prize of their place, the places after are used up; share: the prizes of "
            "the places they take are added and divided, rounded down; next: each gets the prize one place lower; "
            "none: nobody of the tied gets one; split: the prize of their place is divided, rounded towards 0."
        ),
    )
    fewest: bool = Field(False, description="The prizes are for whoever has fewest.")
    least: Whole | None = Field(None, description="Who has fewer gets nothing.")

    def by_players(self) -> list[tuple[int, list[int]]]:
        if isinstance(self.prizes, list):
            return [(1, self.prizes)]
        return sorted((int(players), prizes) for players, prizes in self.prizes.items())

    def prize(self, prizes: list[int], ahead: Expression, level: Expression) -> Expression:
        """What a player gets with `ahead` players before, `level` on the same place (this one included)."""

        def at(values: list[int], index: Expression) -> Expression:
            """values[index], and the last for all beyond."""
            return Steps(tuple(range(1, len(values))), tuple(values), index)

        by_place = [*prizes, 0]
        match self.tied:
            case "all":
                return at(by_place, ahead)
            case "next":
                return at(by_place, Choice(Compare(">", level, Number(1)), ahead + 1, ahead))
            case "none":
                return Choice(Compare("==", level, Number(1)), at(by_place, ahead), Number(0))
            case "split":
                prize = at(by_place, ahead)
                lost = Number(0) - (Number(0) - prize) // level
                return (
                    prize // level
                    if min(prizes) >= 0
                    else Choice(Compare(">=", prize, Number(0)), prize // level, lost)
                )
            case "share":
                sums = [sum(prizes[:places]) for places in range(len(prizes) + 1)]
                return (at(sums, ahead + level) - at(sums, ahead)) // level
        raise AssertionError(self.tied)

    def expression(self, scope: Scope, path: str) -> Expression:
        amount = scope.number(self.of)
        key = negative(amount) if self.fewest else amount
        ahead, level = Ahead((key,)), Level((key,))
        tables = self.by_players()
        points = self.prize(tables[0][1], ahead, level)
        for players, prizes in tables[1:]:
            points = Choice(Compare(">=", Players(), Number(players)), self.prize(prizes, ahead, level), points)
        if self.least is None:
            return points
        return Choice(Compare(">=", amount, Number(self.least)), points, Number(0))

    def workings(self, scope: Scope, path: str) -> Working:
        return working(Case(None, "working.ladder", {"count": scope.number(self.of)}))

    def panel(self, scope: Scope) -> tuple[Worth, ...]:
        tables = self.by_players()
        if len(tables) > 1:
            return tuple(
                Worth(phrase("panel.players", players=players), " / ".join(map(on_paper, prizes)))
                for players, prizes in tables
            )
        prizes = tables[0][1]
        if len(prizes) == 1:
            return (Worth(phrase("panel.fewest" if self.fewest else "panel.most"), on_paper(prizes[0])),)
        return tuple(
            Worth(phrase("panel.place", place=place), on_paper(prize)) for place, prize in enumerate(prizes, 1)
        )

    def remark(self) -> Phrase | None:
        return phrase(f"rule.tied_{self.tied}")

    def in_words(self, scope: Scope) -> Phrase:
        tables = self.by_players()
        tied = phrase(f"rule.tied_{self.tied}")
        key = "rule.fewest" if self.fewest else "rule.majority"
        if len(tables) == 1:
            prizes = tuple(tables[0][1])
            return phrase(key if len(prizes) > 1 else f"{key}_1", prizes=prizes, tied=tied)
        each = tuple(phrase("rule.by_players", players=players, prizes=tuple(prizes)) for players, prizes in tables)
        return phrase(f"{key}_by_players", prizes=each, tied=tied)
