"""Fit or fail: every sheet that can be asked for fits, or says what would; a sample of them is drawn and read back."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from functools import wraps
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from scoring.errors import UsageError
from scoring.game import Game
from scoring.load import load
from sheets import aid, blocks, make, pad, play
from sheets.placed import Page, Words, faults
from sheets.style import PAPERS, THEMES, Paper, Theme
from tests.reading import Asked, drawn, games, unclean, wrong

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
    monkeypatch.setattr(aid.told_aid, "aid", remembered(aid.told_aid.aid, lambda game, drawings: id(game)))
    monkeypatch.setattr(play, "described", remembered(play.described, lambda game, sheet: (id(game), sheet)))
    monkeypatch.setattr(aid, "_pages", remembered(aid._pages, of_aid))
    monkeypatch.setattr(aid, "_fits", remembered(aid._fits, of_aid))
    monkeypatch.setattr(
        pad, "_lacking", remembered(pad._lacking, lambda _, said, paper, theme, ways: (paper, theme, len(ways)))
    )
    gc.disable()  # millions of small records, none in a circle
    yield
    gc.enable()


def of_aid(_: Game, told: Any, paper: Paper, theme: Theme) -> Any:
    """What an aid depends on, in one game."""
    return paper.name, theme.name


def of_pad(
    _: Game, said: pad.Content, paper: Paper, theme: Theme, columns: int, number: str, ways: Any, form: Any, first: int
) -> Any:
    """What a page of a pad depends on, in one game."""
    return said.subtitle, paper.name, theme.name, columns, number, ways is pad.EASY


def of_play(_: Game, said: Any, paper: Paper, theme: Theme, seats: int, number: str, *_form: Any) -> Any:
    """What a page made of blocks depends on, in one game; on the players only where there are seats for them."""
    seated = "kind='seats'" in str(said)
    return said.title, paper.name, theme.name, seats if seated else 0, number


def laid_out(game: Game, sheet: str, paper: str, players: int, theme: str) -> tuple[Page, ...] | UsageError:
    try:
        return make.pages(game, sheet, paper, players, theme)
    except UsageError as refused:
        return refused


def alike(page: Page) -> int:
    """The same number for pages with the same words and things in the same places."""
    return hash((page.width, page.height, page.margin, page.smallest, tuple(map(place, page.things))))


def place(thing: Any) -> Any:
    area = thing.area if isinstance(thing, Words) else (thing.x, thing.y, getattr(thing, "width", 0))
    return type(thing), area, getattr(thing, "height", 0), getattr(thing, "text", "")


def asked_of(game: Game) -> Iterator[tuple[str, str]]:
    """Sheets and themes. Low ink has nearly colour's sizes, so it is asked for once for each game, with the most
    players; the log is the same for all variants."""
    for sheet in make.sheets(game):
        if sheet == "solo" and game.asked and sheet not in blocks.ids(game):
            continue
        for theme in THEMES:
            if theme != "low-ink" or not game.asked:
                yield sheet, theme


@pytest.mark.usefixtures("once")
@pytest.mark.parametrize(("id", "variants"), games(), ids=str)
def test_every_sheet_fits_on_every_paper_or_says_what_would(id: str, variants: tuple[str, ...]) -> None:
    """For every number of players: A3 and A4 hold everything; what does not fit says what would, and that is true."""
    game = load(id, variants)
    bad: list[tuple[Any, ...]] = []
    looked: set[int] = set()
    for sheet, theme in asked_of(game):
        most = game.rules.players.most
        for players in range(most if theme == "low-ink" else 1, most + 1):
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
                fresh = [page for page in pages if alike(page) not in looked]
                looked |= {alike(page) for page in fresh}
                bad += [(sheet, paper, theme, players, fault) for page in fresh for fault in faults(page)]
    assert bad == []


# -- a sample, as files


def pairs(asked: Asked) -> set[tuple[str, str]]:
    """Every two values that come together in what is asked."""
    values = (("+".join((asked.id, *asked.variants))), asked.sheet, asked.paper, asked.theme, f"for {asked.players}")
    return set(combinations(values, 2))


def sample() -> list[Asked]:
    """So few that every two values that are allowed together come together once; the same ones each time.

    Begins with each pair in turn, and takes what brings most new ones with it.
    """
    everything = [
        Asked(id, variants, sheet, paper, theme, players)
        for id, variants in games()
        for game in (load(id, variants),)
        for sheet in make.sheets(game)
        for paper in NAMES
        for theme in THEMES
        for players in range(1, game.rules.players.most + 1)
    ]
    having: dict[tuple[str, str], list[int]] = {}
    each = [pairs(asked) for asked in everything]
    for at, held in enumerate(each):
        for pair in held:
            having.setdefault(pair, []).append(at)
    left, taken = dict.fromkeys(sorted(having, key=lambda pair: (len(having[pair]), pair))), []
    while left:
        best = max(having[next(iter(left))], key=lambda at: (sum(pair in left for pair in each[at]), -at))
        taken.append(everything[best])
        for pair in each[best]:
            left.pop(pair, None)
    return taken


def test_the_sample_is_read_back_as_it_was_laid_out(tmp_path: Path) -> None:
    asked = sample()
    assert 100 < len(asked) < 300
    files: list[Path] = []
    bad: list[str] = []
    for at, one in enumerate(asked):
        try:
            made, laid = drawn(load(one.id, one.variants), one)
        except UsageError as refused:
            bad += [] if "does not fit" in str(refused) else [f"{one}: {refused}"]
            continue
        bad += [f"{one}: {fault}" for fault in wrong(made, laid)]
        files.append(tmp_path / f"{at}.pdf")
        files[-1].write_bytes(made)
    assert bad == []
    assert len(files) > len(asked) / 2
    if shutil.which("qpdf") is None:
        assert os.environ.get("CI") != "true", "qpdf is missing: apt-get install qpdf"
        pytest.skip(f"{len(files)} files not checked, qpdf is missing: apt-get install qpdf")
    assert unclean(files) == []
