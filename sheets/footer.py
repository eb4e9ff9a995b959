"""What was asked for when printing, said small at the foot of each page, so that a pad can be printed again alike."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.game import Game
from scoring.words import Catalogue
from sheets import fonts
from sheets.imposition import Printing
from sheets.placed import Page, Words
from sheets.style import MM, Paper, Theme

USUAL = ("A4", "Letter")  # papers that go without saying
GAP = 3.0  # mm between the line and the sign at its right
JOINT = " · "


def options(words: Catalogue, paper: Paper, theme: Theme, printing: Printing, many: int) -> tuple[str, ...]:
    """The options that are not as usual, in words; `many`: pages on one sheet of paper."""
    said = []
    if many > 1:
        said.append(words.say("sheet.per_page", many=many))
    elif paper.name not in USUAL:
        said.append(paper.name)
    if theme.name != "colour":
        said.append(words.say(f"sheet.{theme.name}"))
    if printing.margin is not None:
        said.append(words.say("sheet.margin", mm=words.number(printing.margin)))
    return tuple(said)


def own_numbers(game: Game) -> tuple[str, ...]:
    """That a person's own numbers are on the sheet, and of which lines; and the same in short. Nothing without any."""
    if not game.numbers:
        return ()
    ids = dict.fromkeys(path.split(".")[1] for path in game.numbers)
    lines = game.words.listed([game.lines[id].label for id in ids if id in game.lines])
    return game.words.say("sheet.own_numbers", lines=lines), game.words.say("sheet.own_numbers_short")


def noted(page: Page, said: Sequence[str], own: Sequence[str] = ()) -> Page:
    """The page with as much of this at the end of its last line as there is room for; `own` first, or in short."""
    for first in own:
        longer = _noted(page, [first])
        if longer is not page:
            return noted(longer, said)
    longer = _noted(page, said)
    return longer if longer is not page or not said else noted(page, said[:-1])


def _noted(page: Page, said: Sequence[str]) -> Page:
    """The page with all of this; the same page where there is no room for it."""
    foot = [word for word in page.words if word.role == "Artifact"]
    if not said or not foot:
        return page
    lowest = max(word.y for word in foot)
    line = sorted((word for word in foot if word.y == lowest), key=lambda word: word.x)
    first = line[0]
    longer = JOINT.join((first.text, *said))
    width = fonts.width(longer, first.size, first.bold) / MM
    end = line[1].x - GAP if len(line) > 1 else first.cell[2]
    if first.x + width > end:
        return page
    put = {name: getattr(first, name) for name in Words.__fields__} | {"text": longer, "width": width}
    things = tuple(Words(**put) if thing is first else thing for thing in page.things)
    return Page(**{name: getattr(page, name) for name in Page.__fields__} | {"things": things})
