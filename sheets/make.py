"""From a game to files: lays a sheet out, draws it, and writes it beside before it takes its place."""

from __future__ import annotations

import contextlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from scoring.errors import PotagerError, Problem, UsageError, did_you_mean
from scoring.frozen import Frozen
from scoring.game import Game
from scoring.words import Catalogue
from scoring.written import keep
from sheets import folding, icons, imposition, preview, style
from sheets.imposition import PLAIN, Printing
from sheets.placed import Page, Picture, Sheet
from sheets.style import Paper


class Order(Frozen):
    """What a person asks for when printing, the same for every sheet."""

    paper: str = "A4"
    players: int | None = None
    theme: str = "colour"
    printing: Printing = PLAIN
    png: bool = False
    names: tuple[str, ...] = ()  # of the players, in their order


ORDINARY = Order()

SHEETS = ("pad", "aid", "solo")
BACK = "aid"  # what the back of a sheet bears, unless said
CALIBRATION = "calibration"  # of every game, and no part of `all`
TWO_SHEETS = "name two sheets, front and back, such as pad aid"


def sheets(game: Game) -> tuple[str, ...]:
    """The sheets that can be printed of a game: those of every game, then its own."""
    from sheets import blocks

    return (*SHEETS, *(id for id in blocks.ids(game) if id not in SHEETS))


def pages(
    game: Game,
    sheet: str,
    paper: str | Paper = "A4",
    players: int | None = None,
    theme: str = "colour",
    fillable: bool = False,
    names: Sequence[str] = (),
) -> tuple[Page, ...]:
    """A sheet laid out, with fields to type in if it shall be `fillable`; `names` of players stand where they write
    their own otherwise.

    Raises UsageError when there is no such sheet, paper or theme, or when it does not fit.
    """
    from sheets import aid, fonts, pad, play

    checked_names(names, fillable)
    on, drawn = style.paper(paper) if isinstance(paper, str) else paper, style.theme(theme)
    known = sheets(game)
    if sheet not in known:
        hint = did_you_mean(sheet, (*known, CALIBRATION), f"sheets are: {', '.join(known)}")
        raise UsageError(Problem(f'{game.title} has no sheet "{sheet}"', None, hint))
    most = game.rules.players.most
    if players is not None and players < 1:
        raise UsageError(Problem(f"{players} players: it can be 1 to {most}"))
    if players is not None and players < len(names):
        whom = f"{players} player{'s' if players > 1 else ''}"
        raise UsageError(Problem(f"{len(names)} names for {whom}", None, "leave out --players: the names say how many"))
    players = players or len(names) or None
    if players is not None and players > most:
        raise UsageError(Problem(f"{players} players, but {game.title} is for at most {most}"))
    if fillable and sheet == "aid":
        what = f'sheet "{sheet}" is only read: there is nothing to fill in'
        raise UsageError(Problem(what, None, "the pad can be filled in on the screen"))
    try:
        if sheet == "aid":
            made = aid.pages(game, on, drawn)
        elif sheet != "pad":
            made = play.pages(game, play.described(game, sheet), on, drawn, players, names, fillable)
        else:
            made = pad.pages(game, on, drawn, players, fillable, names)
        return tuple(page.saying(lambda picture: _seen(picture, game.words)) for page in made)
    except fonts.MissingGlyph as missing:
        raise UsageError(Problem(str(missing), None, "write it with letters of our fonts")) from None


def checked_names(names: Iterable[str], fillable: bool = False) -> None:
    """Whether names can stand on a sheet; in a form any script can, as the viewer draws what is typed there.

    Raises UsageError with all that cannot.
    """
    from sheets import fonts

    problems: list[Problem] = []
    for name in dict.fromkeys(names):
        refused = next((letter for letter in name if unicodedata.category(letter) in ("Cc", "Cs")), "")
        if refused:
            problems.append(Problem(str(fonts.MissingGlyph(refused, name))))
        elif not fillable:
            try:
                fonts.runs(name)
            except fonts.MissingGlyph as missing:
                hint = "leave that name out and write it by hand, or print a sheet with --fillable"
                problems.append(Problem(str(missing), None, hint))
    if problems:
        raise UsageError(problems)


def _seen(picture: Picture, words: Catalogue) -> str:
    """What a picture shows, in words for those who cannot see it: its own, else the name of the drawing."""
    drawing = icons.icon(picture.icon)
    key = f"icon.{picture.icon}" if picture.icon else f"aid.token.{picture.alt}"
    own = drawing is not None and picture.alt != drawing.name
    return picture.alt if own or not words.knows(key) else words.say(key)


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
    order: Order = ORDINARY,
    *,
    folder: Path,
    back: str = "",
    told: Callable[[str], None] | None = None,
) -> list[Path]:
    """A sheet as a PDF in a folder, which is made when missing; `back`: the sheet on its back.

    An older file stays until the new one is whole. For both sides of the paper `told` hears on which edge to flip it.
    """
    laid = imposed(game, sheet, order, back)
    printing = order.printing
    if order.png:
        preview.renderer()
    from sheets import draw

    subject = ", ".join(variant.title for variant in game.variants if variant.asked)
    again = game.words.say("sheet.again")
    flip = imposition.turned_on(laid[0], printing.flip) if printing.duplex or sheet == CALIBRATION else ""
    made = draw.pdf(laid, draw.Document(_title(game, sheet), game.language, subject, again, flip))
    target = folder / file_name(game, f"{sheet}-{back}" if back else sheet)
    written = [keep(made, target)]
    if flip and told:
        told(game.words.say(f"sheet.flip_{flip}"))
    if order.png:
        for at, picture in enumerate(preview.pictures(made)):
            number = f"-{at + 1}" if len(laid) > 1 else ""
            written.append(keep(picture, target.with_name(f"{target.stem}{number}.png")))
    return written


def imposed(game: Game, sheet: str, order: Order = ORDINARY, back: str = "") -> tuple[Sheet, ...]:
    """Sheets of paper with a game's sheet on them, as they go through the printer. Raises UsageError."""
    printing = imposition.checked(order.printing)
    on, drawn = style.paper(order.paper), style.theme(order.theme)
    if sheet == CALIBRATION:
        from sheets import calibration

        whole = imposition.with_margin(on, printing.margin)
        front, behind = calibration.pages(game.words, whole, drawn, printing)
        alone = Printing(copies=1, duplex=True, flip=printing.flip, offset=printing.offset)
        name = game.words.say(f"sheet.{sheet}")
        return imposition.impose((front,), (behind,), imposition.grid(whole, PLAIN), alone, name)
    from sheets import footer

    made = imposition.grid(on, printing)
    said = footer.options(game.words, on, drawn, printing, made.many)
    mine = footer.own_numbers(game)

    def sides(name: str, cell: Paper, fillable: bool = False) -> tuple[Page, ...]:
        laid = pages(game, name, cell, order.players, order.theme, fillable, order.names)
        return tuple(footer.noted(page, said, mine) for page in laid)

    cell = made.cell if printing.fold == 1 else imposition.with_margin(style.paper(printing.per_page), printing.margin)
    fronts = sides(sheet, cell, printing.fillable)
    if not (printing.per_page or printing.fillable or printing.duplex or back) and imposition.is_short(fronts):
        halves = imposition.grid(on, printing.but(per_page="2"))
        for half in (imposition.lying(halves.cell), halves.cell):
            with contextlib.suppress(UsageError):
                twice = sides(sheet, half)
                if imposition.nearly_as_large(twice, fronts):
                    made, fronts = halves, twice
                    break
        else:
            with contextlib.suppress(UsageError):
                across = sides(sheet, imposition.lying(cell))
                fronts = across if imposition.much_larger(across, fronts) else fronts
    backs: tuple[Page, ...] = ()
    if printing.fold > 1:
        all_pages = (*fronts, *sides(back, cell)) if back else fronts
        fronts, backs = folding.cards(all_pages, cell, printing.fold, printing.duplex)
    elif back:
        backs = sides(back, cell)
    elif printing.duplex:
        fronts, backs = fronts[::2], fronts[1::2]
        if not backs:
            raise UsageError(Problem(f'sheet "{sheet}" has one page only, and nothing for its back', None, TWO_SHEETS))
    return imposition.impose(
        fronts, backs, made, printing, _title(game, sheet), _title(game, back or sheet) if backs else ""
    )


def front_and_back(game: Game, wanted: Sequence[str]) -> tuple[str, str]:
    """What lies on both sides of the paper: two sheets as named; of one the aid, or its own pages in turn.

    Raises UsageError.
    """
    if len(wanted) == 2 and "all" not in wanted:
        return wanted[0], wanted[1]
    if len(wanted) != 1 or "all" in wanted:
        raise UsageError(Problem("--duplex prints one sheet of paper with a front and a back", None, TWO_SHEETS))
    if wanted[0] == BACK or wanted[0] == CALIBRATION:
        return wanted[0], ""
    if BACK not in sheets(game):
        raise UsageError(Problem(f"{game.title} has no aid for the back", None, TWO_SHEETS))
    return wanted[0], BACK


def _title(game: Game, sheet: str) -> str:
    """How a sheet is called: by its own title where the rules describe it."""
    from sheets import blocks

    if sheet in blocks.ids(game):
        return f"{game.title}: {game.node.find(('sheets', sheet, 'title')).text or sheet}"
    key = "aid.aid" if sheet == "aid" else f"sheet.{sheet}"
    return f"{game.title}: {game.words.say(key) if game.words.knows(key) else sheet}"


def write_each(games: Sequence[Game], wanted: Sequence[str], order: Order = ORDINARY, **how: Any) -> list[Path]:
    """The same sheets of a game in several languages; what `write_all` does for each of them.

    Raises NotAll after the last, with the problems of all and everything that was written.
    """
    checked_names(order.names, order.printing.fillable)
    written: list[Path] = []
    problems: list[Problem] = []
    for game in games:
        try:
            written += write_all(game, wanted, order, **how)
        except NotAll as error:
            written += error.written
            said = f"{game.language}: " if len(games) > 1 else ""
            problems += [Problem(f"{said}{problem.what}", problem.mark, problem.hint) for problem in error.problems]
    if problems:
        partly = NotAll(problems)
        partly.written = written
        raise partly
    return written


def write_all(
    game: Game,
    wanted: Sequence[str],
    order: Order = ORDINARY,
    *,
    folder: Path,
    told: Callable[[str], None] | None = None,
    watched: Callable[[list[str]], Iterable[str]] = iter,
) -> list[Path]:
    """Several sheets. `all` writes what fits, then raises with what does not; the paths written stand in `written`.

    `watched` goes through the names, and may show how far it is; `told` as for one sheet.
    """
    if order.printing.duplex:
        front, back = front_and_back(game, wanted)
        return write(game, front, order, folder=folder, back=back, told=told)
    everything = "all" in wanted
    names = list(sheets(game)) if everything else list(dict.fromkeys(wanted))
    if not everything:
        for name in names:  # a misspelt name before anything is written
            imposed(game, name, order)
    written: list[Path] = []
    problems: list[Problem] = []
    for name in watched(names):
        try:
            written += write(game, name, order, folder=folder, told=told)
        except PotagerError as error:
            problems += error.problems
    if problems:
        partly = NotAll(problems)
        partly.written = written
        raise partly
    return written


class NotAll(UsageError):
    """Some sheets were written, others do not fit."""

    written: list[Path]
