"""Fit or fail: every sheet that can be asked for fits, or says what would; a sample of them is drawn and read back."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

import pytest

from scoring.errors import UsageError
from scoring.game import Game
from scoring.load import load
from sheets import aid, make, pad, play
from sheets.placed import Page, faults
from sheets.style import PAPERS, THEMES, Paper, Theme
from tests.reading import games

NAMES = tuple(paper.name for paper in PAPERS.values())


def remembered(function: Callable[..., Any], key: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, that answers or raises as it did before where the key is the same."""
    known: dict[Any, tuple[bool, Any]] = {}

    @wraps(function)
    def answer(*given: Any) -> Any:
        at = key(*given)
        if at not in known:
            try:
                known[at] = (True, function(*given))
            except pad.DoesNotFit as error:
                known[at] = (False, str(error))
        fits, found = known[at]
        if not fits:
            raise pad.DoesNotFit(found)
        return found

    return answer


@pytest.fixture
def once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing is laid out twice: a sheet that does not fit asks again for every other paper, to say what would."""
    monkeypatch.setattr(pad, "_best", remembered(pad._best, of_pad))
    monkeypatch.setattr(play, "_best", remembered(play._best, of_play))
    monkeypatch.setattr(aid, "_pages", remembered(aid._pages, lambda _, told, paper, theme: (paper.name, theme.name)))
    gc.disable()  # millions of small records, none in a circle
    yield
    gc.enable()


def of_pad(_: Game, said: pad.Content, paper: Paper, theme: Theme, columns: int, number: str) -> Any:
    """What a page of a pad depends on, in one game."""
    return str(said), paper.name, theme.name, columns, number


def of_play(_: Game, said: Any, paper: Paper, theme: Theme, seats: int, number: str) -> Any:
    """What a page made of blocks depends on, in one game; on the players only where there are seats for them."""
    seated = "kind='seats'" in str(said)
    return said.title, paper.name, theme.name, seats if seated else 0, number


def laid_out(game: Game, sheet: str, paper: str, players: int, theme: str) -> tuple[Page, ...] | UsageError:
    try:
        return make.pages(game, sheet, paper, players, theme)
    except UsageError as refused:
        return refused


@pytest.mark.usefixtures("once")
@pytest.mark.parametrize(("id", "variants"), games(), ids=str)
def test_everything_that_can_be_asked_for_fits_or_says_what_would(id: str, variants: tuple[str, ...]) -> None:
    game = load(id, variants)
    looked_over: list[Page] = []
    for sheet in make.sheets(game):
        for theme in THEMES:
            for players in range(1, game.rules.players.most + 1):
                found = {paper: laid_out(game, sheet, paper, players, theme) for paper in NAMES}
                fitting = [paper for paper, pages in found.items() if isinstance(pages, tuple)]
                assert {"A3", "A4"} <= set(fitting), (sheet, theme, players)
                for paper, pages in found.items():
                    if isinstance(pages, UsageError):
                        (problem,) = pages.problems
                        assert f"does not fit on {paper}" in problem.what
                        assert problem.hint == f"it fits on {', '.join(fitting)}", (sheet, paper, theme, players)
                        continue
                    assert pages, (sheet, paper, theme, players)
                    for page in pages:
                        if not any(page is other for other in looked_over):
                            assert faults(page) == [], (sheet, paper, theme, players)
                            looked_over.append(page)
