"""Sheets drawn and read back: what was laid out is in the file, and the file is whole. For the tests and check-all."""

from __future__ import annotations

import io
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pypdf

from scoring.game import Game
from scoring.load import Library
from sheets import draw, make
from sheets.placed import Page, Sheet

AT_ONCE = 200  # files that one qpdf looks through


class Asked(NamedTuple):
    """What a person can ask the command for."""

    id: str
    variants: tuple[str, ...]
    sheet: str
    paper: str
    theme: str
    players: int

    def __str__(self) -> str:
        game = "+".join((self.id, *self.variants))
        return f"{game} {self.sheet} on {self.paper}, {self.theme}, {self.players} players"


def games() -> list[tuple[str, tuple[str, ...]]]:
    """Every game alone, and with each of its variants."""
    library = Library()
    return [
        (id, variants)
        for id, file in library.games().items()
        for variants in ((), *((name,) for name in library.variants(file)))
    ]


def wrong(made: bytes, laid: Sequence[Page | Sheet]) -> list[str]:
    """What is wrong with a PDF, against what was laid out; nothing, when all is well."""
    reader = pypdf.PdfReader(io.BytesIO(made), strict=True)
    if len(reader.pages) != len(laid):
        return [f"{len(reader.pages)} pages instead of {len(laid)}"]
    found: list[str] = []
    looked_at: set[str] = set()
    for at, (page, placed) in enumerate(zip(reader.pages, laid, strict=True), 1):
        extracted = page.extract_text()
        read = bare(extracted)
        found += [f'page {at} lacks "{text}"' for text in texts(placed) if bare(text) not in read]
        if "\ufffd" in extracted or "\x00" in extracted:  # our fonts say U+0000 for a letter that they lack
            found.append(f"page {at} draws .notdef")
        embedded = list(fonts(page, set()))
        if not embedded:
            found.append(f"page {at} has no font")
        for font in embedded:
            name = str(font["/BaseFont"])
            if name not in looked_at:
                looked_at.add(name)
                found += font_faults(name, font)
    return found


def bare(text: str) -> str:
    """A text without its spaces."""
    return re.sub(r"\s+", "", text)


def texts(placed: Page | Sheet) -> set[str]:
    """Every text on a page, or on all pages of a sheet of paper."""
    pages = [copy.page for copy in placed.copies] if isinstance(placed, Sheet) else [placed]
    return {word.text for page in pages for word in page.words}


def fonts(thing: Any, seen: set[int]) -> Iterator[Any]:
    """Every font of a page and of the forms on it."""
    resources = thing.get("/Resources", {})
    resources = resources.get_object() if hasattr(resources, "get_object") else resources
    for font in resources.get("/Font", {}).values():
        yield font.get_object()
    for form in resources.get("/XObject", {}).values():
        if getattr(form, "idnum", 0) not in seen:
            seen.add(getattr(form, "idnum", 0))
            yield from fonts(form.get_object(), seen)


def font_faults(name: str, font: Any) -> list[str]:
    """Whether a font is embedded, and every letter of it has its meaning."""
    descriptor = font.get("/FontDescriptor")
    if descriptor is None or "/FontFile2" not in descriptor.get_object():
        return [f"{name} is not embedded"]
    return [] if "/ToUnicode" in font else [f"{name} does not say what its letters mean"]


def drawn(game: Game, asked: Asked) -> tuple[bytes, tuple[Sheet, ...]]:
    """A sheet as the command would write it, and what was laid out. Raises UsageError when it does not fit."""
    laid = make.imposed(game, asked.sheet, make.Order(asked.paper, asked.players, asked.theme))
    return draw.pdf(laid, draw.Document(f"{game.title}: {asked.sheet}", game.language)), laid


def unclean(files: Sequence[Path]) -> list[str]:
    """What qpdf has to say of files; nothing, when all is well.

    qpdf looks at one file at a time, so a shell calls it for each.
    """
    found: list[str] = []
    for first in range(0, len(files), AT_ONCE):
        some = [str(file) for file in files[first : first + AT_ONCE]]
        script = 'for file; do qpdf --check "$file" >/dev/null || echo "wrong: $file"; done'
        done = subprocess.run(["sh", "-c", script, "qpdf", *some], capture_output=True, text=True, encoding="utf-8")
        found += (done.stdout + done.stderr).splitlines()
    return found
