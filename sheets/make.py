"""From a game to files: lays a sheet out, draws it, and writes it beside before it takes its place."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from scoring.errors import PotagerError, Problem, UsageError, did_you_mean
from scoring.game import Game
from sheets import style
from sheets.placed import Page

SHEETS = ("pad",)


def sheets(game: Game) -> tuple[str, ...]:
    """The sheets that can be printed of a game."""
    return SHEETS


def pages(
    game: Game, sheet: str, paper: str = "A4", players: int | None = None, theme: str = "colour"
) -> tuple[Page, ...]:
    """A sheet laid out. Raises UsageError when there is no such sheet, paper or theme, or when it does not fit."""
    from sheets import fonts, pad

    on, drawn = style.paper(paper), style.theme(theme)
    if sheet not in SHEETS:
        hint = did_you_mean(sheet, SHEETS, f"sheets are: {', '.join(SHEETS)}")
        raise UsageError(Problem(f'{game.title} has no sheet "{sheet}"', None, hint))
    most = game.rules.players.most
    if players is not None and players > most:
        raise UsageError(Problem(f"{players} players, but {game.title} is for at most {most}"))
    try:
        return pad.pages(game, on, drawn, players)
    except fonts.MissingGlyph as missing:
        raise UsageError(Problem(str(missing), None, "write it with letters of our fonts")) from None


def file_name(game: Game, sheet: str) -> str:
    """GAME[-VARIANT…]-SHEET[-LANGUAGE].pdf"""
    variants = [
        Path(variant).stem if "/" in variant or variant.endswith((".yaml", ".yml")) else variant
        for variant in game.asked
    ]
    parts = [game.id, *variants, sheet, *([] if game.language == "en" else [game.language])]
    return "-".join(re.sub(r"[^\w.-]+", "_", part).strip("._") or "x" for part in parts) + ".pdf"


def write(
    game: Game,
    sheet: str,
    *,
    folder: Path,
    paper: str = "A4",
    players: int | None = None,
    theme: str = "colour",
) -> list[Path]:
    """A sheet as a PDF in a folder, which is made when missing. An older file stays until the new one is whole."""
    laid = pages(game, sheet, paper, players, theme)
    from sheets import draw

    subject = ", ".join(variant.title for variant in game.variants if variant.asked)
    title = f"{game.title}: {game.words.say(f'sheet.{sheet}')}"
    made = draw.pdf(laid, draw.Document(title, game.language, subject))
    target = folder / file_name(game, sheet)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=folder, prefix=".potager-", suffix=".pdf")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(made)
            os.chmod(beside, 0o644)
            os.replace(beside, target)
        except BaseException:
            os.unlink(beside)
            raise
    except OSError as error:
        raise UsageError(Problem(f"cannot write {target}: {error.strerror or error}")) from None
    return [target]


def write_all(
    game: Game,
    wanted: Sequence[str],
    *,
    folder: Path,
    paper: str = "A4",
    players: int | None = None,
    theme: str = "colour",
) -> list[Path]:
    """Several sheets. `all` writes what fits, then raises with what does not; the paths written stand in `written`."""
    everything = "all" in wanted
    names = list(sheets(game)) if everything else list(dict.fromkeys(wanted))
    if not everything:
        for name in names:  # a misspelt name before anything is written
            pages(game, name, paper, players, theme)
    written: list[Path] = []
    problems: list[Problem] = []
    for name in names:
        try:
            written += write(game, name, folder=folder, paper=paper, players=players, theme=theme)
        except PotagerError as error:
            problems += error.problems
    if problems:
        rest = NotAll(problems)
        rest.written = written
        raise rest
    return written


class NotAll(UsageError):
    """Some sheets were written, others do not fit."""

    written: list[Path]
