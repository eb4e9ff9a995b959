"""Pages → PDF: the place that knows ReportLab, with `widgets` for forms. It decides nothing; everything was placed before.

The same pages give the same bytes. Fonts are embedded, each icon is one form that is drawn many times, and so is a page
that is there again. Everything is marked as what it is for a reader, or as decoration. What this needs of ReportLab
that is not public stands in `_Canvas`, and nowhere else.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from scoring.frozen import Frozen
from sheets import fonts
from sheets.icons import Icon, icon
from sheets.placed import Box, Copy, Page, Picture, Rule, Sheet, Words
from sheets.reading import Element, reading
from sheets.style import MM
from sheets.widgets import Form

FIRST_FIELD = 10_000  # numbers in the tree: pages from 0, fields from here


class Document(Frozen):
    """What the file says of itself, and how a printer should take it."""

    title: str
    language: str
    subject: str = ""
    again: str = ""  # said for a page that was there before
    flip: str = ""  # printed on both sides: the edge it is turned over, long or short


def pdf(pages: Sequence[Page | Sheet], document: Document) -> bytes:
    """The pages, or whole sheets of paper with pages on them, as one PDF."""
    sheets = [
        _alone(page, at, len(pages), document) if isinstance(page, Page) else page for at, page in enumerate(pages)
    ]
    buffer = io.BytesIO()
    fonts.runs("potager")  # the font must be known before the first page begins
    fonts.runs("potager", bold=True)
    canvas = _Canvas(
        buffer,
        pagesize=(sheets[0].width * MM, sheets[0].height * MM),
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
    canvas.setViewerPreference("PrintScaling", "None")  # millimetres stay millimetres
    if document.flip:
        canvas.setViewerPreference("Duplex", f"DuplexFlip{document.flip.title()}Edge")
    drawing = _Drawing(canvas, document, sheets)
    script = "".join(copy.page.script for sheet in sheets for copy in sheet.copies)
    form = Form(canvas, script) if script else None
    for at, sheet in enumerate(sheets):
        canvas.setPageSize((sheet.width * MM, sheet.height * MM))
        drawing.sheet(sheet)
        if form is not None:
            for copy in sheet.copies:
                form.put(copy.page.fields, sheet.height, copy.x, copy.y)
        if document.flip:
            canvas.addPageLabel(at, prefix=f"{at // 2 + 1}{'AB'[at % 2]}")
        elif at == 0:
            canvas.addPageLabel(0, style="ARABIC", start=1)
        if sheet.name:
            canvas.bookmarkPage(f"page{at + 1}")
            canvas.addOutlineEntry(sheet.name, f"page{at + 1}")
        canvas.showPage()
    if form is not None:
        form.finish()
    canvas.save()
    return buffer.getvalue()


def _alone(page: Page, at: int, many: int, document: Document) -> Sheet:
    """A page that is a sheet of paper by itself."""
    name = document.title if many == 1 else f"{document.title} {at + 1}"
    return Sheet(page.width, page.height, (Copy(page, 0, 0),), name=name)


class _Canvas(Canvas):  # type: ignore[misc]  # ReportLab has no types
    """ReportLab's canvas, with what it lacks: no ASCII layer, which makes files larger and slower; and a tree that
    says what everything is. A test asks whether a new release still has the names used here."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._tree = pdfdoc.PDFDictionary({"Type": "/StructTreeRoot"})
        self._whole = self._node(self._tree, "Document", self._doc.Reference(self._tree))
        self._marked: list[list[Any]] = [[]]  # for each page, the node of each of its marks
        self._fields: list[Any] = []  # the node of each field of a form

    def _node(self, parent: Any, tag: str, parent_reference: Any, alt: str = "", scope: str = "") -> Any:
        """A node of the tree that hangs below another one."""
        node = pdfdoc.PDFDictionary({"Type": "/StructElem", "S": f"/{tag}", "P": parent_reference})
        node["K"] = pdfdoc.PDFArray([])
        if alt:
            node["Alt"] = pdfdoc.PDFString(alt)
        if scope:
            node["A"] = pdfdoc.PDFDictionary({"O": "/Table", "Scope": f"/{scope}"})
        if parent is self._tree:
            parent["K"] = self._doc.Reference(node)
        else:
            parent["K"].sequence.append(self._doc.Reference(node))
        return node

    def hang(self, element: Element, marks: dict[int, int], parent: Any = None) -> Any:
        """Hang an element and all below it into the tree; `marks`: the number of the mark of each leaf on this page."""
        parent = self._whole if parent is None else parent
        node = self._node(parent, element.tag, self._doc.Reference(parent), element.alt, element.scope)
        node["Pg"] = self._doc.thisPageRef()
        for kid in element.kids:
            if isinstance(kid, Element):
                self.hang(kid, marks, node)
            else:
                node["K"].sequence.append(marks[kid])
                self._marked[-1][marks[kid]] = self._doc.Reference(node)
        return node

    def hang_field(self, widget: Any) -> None:
        """A field of a form hangs in the tree after what is drawn on its page."""
        node = self._node(self._whole, "Form", self._doc.Reference(self._whole))
        page = self._doc.thisPageRef()
        node["Pg"] = widget["P"] = page
        node["K"] = pdfdoc.PDFDictionary({"Type": "/OBJR", "Obj": self._doc.Reference(widget), "Pg": page})
        widget["StructParent"] = FIRST_FIELD + len(self._fields)
        self._fields.append(self._doc.Reference(node))

    def mark(self, tag: str) -> int:
        """Begin something that is read, under the next number of this page; `unmark` ends it."""
        number = len(self._marked[-1])
        self._marked[-1].append(None)
        self._code.append(f"/{tag} <</MCID {number}>> BDC")
        return number

    def decorate(self) -> None:
        """Begin decoration; `unmark` ends it."""
        self._code.append("/Artifact BMC")

    def unmark(self) -> None:
        self._code.append("EMC")

    def _setAnnotations(self, page: Any) -> None:  # noqa: N802 - ReportLab's name
        """ReportLab asks this for every page and form that it closes."""
        super()._setAnnotations(page)
        if isinstance(page, pdfdoc.PDFPage):
            page.__NoDefault__ = [*pdfdoc.PDFPage.__NoDefault__, "StructParents", "Tabs"]
            page.StructParents = len(self._marked) - 1
            page.Tabs = "/S"
            self._marked.append([])

    def save(self) -> None:
        numbers: list[Any] = []
        for at, marked in enumerate(self._marked[:-1]):
            numbers += [at, self._doc.Reference(pdfdoc.PDFArray(marked))]
        for at, node in enumerate(self._fields):
            numbers += [FIRST_FIELD + at, node]
        self._tree["ParentTree"] = self._doc.Reference(pdfdoc.PDFDictionary({"Nums": pdfdoc.PDFArray(numbers)}))
        self._tree["ParentTreeNextKey"] = len(self._marked) - 1
        if self._fields:
            self._tree["ParentTreeNextKey"] = FIRST_FIELD + len(self._fields)
        self.setCatalogEntry("StructTreeRoot", self._tree)
        self.setCatalogEntry("MarkInfo", {"Marked": "true"})
        kept = rl_config.useA85
        rl_config.useA85 = 0  # ReportLab asks for it while it writes, and nowhere else
        try:
            super().save()
        finally:
            rl_config.useA85 = kept


class _Drawing:
    """Draws sheets: a page's first time in full and marked for readers, each further time as one form."""

    def __init__(self, canvas: _Canvas, document: Document, sheets: Sequence[Sheet]) -> None:
        self.canvas, self.document = canvas, document
        self.icons = _Icons(canvas)
        self.forms: dict[int, str] = {}
        self.several = sum(len(sheet.copies) for sheet in sheets) > 1

    def sheet(self, sheet: Sheet) -> None:
        canvas = self.canvas
        for copy in sheet.copies:
            canvas.saveState()
            if copy.turned:
                canvas.translate(copy.area[2] * MM, (sheet.height - copy.area[3]) * MM)
                canvas.rotate(90)
            elif (copy.x, copy.y) != (0, 0) or copy.page.height != sheet.height:
                canvas.translate(copy.x * MM, (sheet.height - copy.area[3]) * MM)
            if id(copy.page) in self.forms:
                self.again(copy.page)
            else:
                self.forms[id(copy.page)] = ""
                self.marked(copy.page)
            canvas.restoreState()
        if sheet.marks:
            canvas.decorate()
            for mark in sheet.marks:
                canvas.setStrokeColor(_colour(mark.colour))
                canvas.setLineWidth(mark.weight)
                canvas.line(mark.x * MM, (sheet.height - mark.y) * MM, mark.to_x * MM, (sheet.height - mark.to_y) * MM)
            canvas.unmark()

    def marked(self, page: Page) -> None:
        """A page in full, every piece of it marked."""
        canvas, read = self.canvas, reading(page)
        marks: dict[int, int] = {}
        before: int | None = -1
        for thing, leaf in zip(page.things, read.leaf_of, strict=True):
            if leaf != before:
                if before != -1:
                    canvas.unmark()
                if leaf is None:
                    canvas.decorate()
                else:
                    marks[leaf] = canvas.mark(read.tags[leaf])
            before = leaf
            _draw(canvas, page, thing, self.icons)
        if before != -1:
            canvas.unmark()
        if self.several:
            canvas.hang(Element("Sect", read.elements), marks)
        else:
            for element in read.elements:
                canvas.hang(element, marks)

    def again(self, page: Page) -> None:
        """A page that was drawn before."""
        canvas = self.canvas
        name = self.forms[id(page)]
        if not name:
            name = self.forms[id(page)] = f"page-{len(self.forms)}-{sum(map(bool, self.forms.values()))}"
            canvas.beginForm(name, 0, 0, page.width * MM, page.height * MM)
            for thing in page.things:
                _draw(canvas, page, thing, self.icons)
            canvas.endForm()
        number = canvas.mark("Figure")
        canvas.doForm(name)
        canvas.unmark()
        canvas.hang(Element("Figure", (0,), self.document.again or self.document.title), {0: number})


def _draw(canvas: Canvas, page: Page, thing: Box | Rule | Words | Picture, icons: _Icons) -> None:
    match thing:
        case Box():
            _box(canvas, page, thing)
        case Rule():
            _rule(canvas, page, thing)
        case Words():
            _words(canvas, page, thing)
        case Picture():
            icons.draw(page, thing)


@lru_cache
def _colour(code: str) -> Any:
    return HexColor(code)


def _up(page: Page, y: float) -> float:
    """A height from the top in mm as ReportLab's from the foot in pt."""
    return (page.height - y) * MM


def _box(canvas: Canvas, page: Page, box: Box) -> None:
    if box.dash:  # the only thing that the next one must not meet
        canvas.saveState()
    if box.edge:
        canvas.setStrokeColor(_colour(box.edge))
        canvas.setLineWidth(box.weight)
    if box.dash:
        canvas.setDash(list(box.dash))
        canvas.setLineCap(1 if box.round_dots else 0)
    if box.fill:
        canvas.setFillColor(_colour(box.fill))
    x, y = box.x * MM, _up(page, box.y + box.height)
    width, height = box.width * MM, box.height * MM
    radius = min(box.corner * MM, width / 2, height / 2)
    stroke, fill = int(bool(box.edge)), int(bool(box.fill))
    if radius > 0:
        canvas.roundRect(x, y, width, height, radius, stroke=stroke, fill=fill)
    else:
        canvas.rect(x, y, width, height, stroke=stroke, fill=fill)
    if box.dash:
        canvas.restoreState()


def _rule(canvas: Canvas, page: Page, rule: Rule) -> None:
    canvas.setStrokeColor(_colour(rule.colour))
    canvas.setLineWidth(rule.weight)
    canvas.line(rule.x * MM, _up(page, rule.y), rule.to_x * MM, _up(page, rule.to_y))


def _words(canvas: Canvas, page: Page, words: Words) -> None:
    canvas.setFillColor(_colour(words.colour))
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
        canvas.setStrokeColor(_colour(page.ink))
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
            canvas.setFillColor(_colour(part.fill if page.fills else "#FFFFFF"))
            canvas.drawPath(path, stroke=1, fill=int(filled), fillMode=1)
        canvas.endForm()
