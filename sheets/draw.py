"""Pages → PDF: the only place that knows ReportLab. It decides nothing; everything was placed before.

The same pages give the same bytes. Fonts are embedded, and each icon is one form that is drawn many times. What it
needs of ReportLab that is not public stands in `_Canvas`.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from scoring.frozen import Frozen
from sheets import fonts
from sheets.icons import Icon, icon
from sheets.placed import Box, Page, Picture, Rule, Words
from sheets.style import MM

POINTS_OF_ICON = 24.0


class Document(Frozen):
    """What the file says of itself."""

    title: str
    language: str
    subject: str = ""


def pdf(pages: Sequence[Page], document: Document) -> bytes:
    """The pages as one PDF."""
    buffer = io.BytesIO()
    fonts.runs("potager")  # the font must be known before the first page begins
    fonts.runs("potager", bold=True)
    canvas = _Canvas(
        buffer,
        pagesize=(pages[0].width * MM, pages[0].height * MM),
        pageCompression=1,
        invariant=1,
        pdfVersion=(1, 7),
        lang=document.language,
        initialFontName=fonts.REGULAR[0],
    )
    canvas.setTitle(document.title)
    canvas.setAuthor("potager")
    canvas.setCreator("potager")
    canvas.setSubject(document.subject)
    canvas.setViewerPreference("DisplayDocTitle", "true")
    icons = _Icons(canvas)
    for at, page in enumerate(pages):
        canvas.setPageSize((page.width * MM, page.height * MM))
        canvas.bookmarkPage(f"page{at + 1}")
        canvas.addOutlineEntry(document.title if len(pages) == 1 else f"{document.title} {at + 1}", f"page{at + 1}")
        _draw(canvas, page, icons)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


class _Canvas(Canvas):  # type: ignore[misc]  # ReportLab has no types
    """ReportLab's canvas, without the ASCII layer that makes files larger and slower."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._doc.compression = 1


def _draw(canvas: Canvas, page: Page, icons: _Icons) -> None:
    for thing in page.things:
        match thing:
            case Box():
                _box(canvas, page, thing)
            case Rule():
                _rule(canvas, page, thing)
            case Words():
                _words(canvas, page, thing)
            case Picture():
                icons.draw(page, thing)


def _up(page: Page, y: float) -> float:
    """A height from the top in mm as ReportLab's from the foot in pt."""
    return (page.height - y) * MM


def _box(canvas: Canvas, page: Page, box: Box) -> None:
    canvas.saveState()
    if box.edge:
        canvas.setStrokeColor(HexColor(box.edge))
        canvas.setLineWidth(box.weight)
    if box.dash:
        canvas.setDash(list(box.dash))
        canvas.setLineCap(1 if box.round_dots else 0)
    if box.fill:
        canvas.setFillColor(HexColor(box.fill))
    x, y = box.x * MM, _up(page, box.y + box.height)
    width, height = box.width * MM, box.height * MM
    radius = min(box.corner * MM, width / 2, height / 2)
    stroke, fill = int(bool(box.edge)), int(bool(box.fill))
    if radius > 0:
        canvas.roundRect(x, y, width, height, radius, stroke=stroke, fill=fill)
    else:
        canvas.rect(x, y, width, height, stroke=stroke, fill=fill)
    canvas.restoreState()


def _rule(canvas: Canvas, page: Page, rule: Rule) -> None:
    canvas.setStrokeColor(HexColor(rule.colour))
    canvas.setLineWidth(rule.weight)
    canvas.line(rule.x * MM, _up(page, rule.y), rule.to_x * MM, _up(page, rule.to_y))


def _words(canvas: Canvas, page: Page, words: Words) -> None:
    canvas.setFillColor(HexColor(words.colour))
    text = canvas.beginText(words.x * MM, _up(page, words.y))
    for name, run in fonts.runs(words.text, words.bold):
        text.setFont(name, words.size)
        text.textOut(run)
    canvas.drawText(text)


class _Icons:
    """Each icon once as a form, in colour or as an outline."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.made: set[str] = set()

    def draw(self, page: Page, picture: Picture) -> None:
        drawing = icon(picture.icon)
        if drawing is None:
            return
        name = f"icon-{picture.icon}-{'fill' if page.fills else 'line'}-{round(picture.size * 10)}"
        if name not in self.made:
            self.form(name, drawing, page, picture.size)
            self.made.add(name)
        self.canvas.saveState()
        self.canvas.translate(picture.x * MM, _up(page, picture.y + picture.size))
        self.canvas.doForm(name)
        self.canvas.restoreState()

    def form(self, name: str, drawing: Icon, page: Page, size: float) -> None:
        canvas = self.canvas
        side = size * MM
        scale = side / drawing.box
        canvas.beginForm(name, -2, -2, side + 2, side + 2)
        canvas.setLineJoin(1)
        canvas.setLineCap(1)
        canvas.setStrokeColor(HexColor(page.ink))
        thin = 1.0 if page.fills else 0.9
        for part in drawing.parts:
            path = canvas.beginPath()
            for step, *numbers in part.path:
                at = [scale * n if k % 2 == 0 else side - scale * n for k, n in enumerate(numbers)]  # type: ignore[operator]
                if step == "move":
                    path.moveTo(*at)
                elif step == "line":
                    path.lineTo(*at)
                elif step == "curve":
                    path.curveTo(*at)
                else:
                    path.close()
            canvas.setLineWidth((0.07 if part.role == "line" else 0.09) * size * thin)
            filled = part.role != "line"
            canvas.setFillColor(HexColor(part.fill if page.fills else "#FFFFFF"))
            canvas.drawPath(path, stroke=1, fill=int(filled), fillMode=1)
        canvas.endForm()
