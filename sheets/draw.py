"""Pages → PDF: the place that knows ReportLab, with `widgets` for forms. It decides nothing; all was placed before.

The same pages give the same bytes. Fonts are embedded, each icon is one form that is drawn many times, and so is a page
that is there again. Everything is marked as what it is for a reader, or as decoration. What is on a page is written by
the pen; pages, fonts, forms, bookmarks and the file are ReportLab's. What this needs of ReportLab that is not public
stands in `_Canvas` and `_Node`, and nowhere else.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from scoring.frozen import Frozen
from sheets import fonts
from sheets.icons import icon
from sheets.pen import Pen, icon_code, icon_placed
from sheets.placed import Box, Copy, Page, Picture, Placed, Rule, Sheet, Words
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
    fillable = any(copy.page.fields for sheet in sheets for copy in sheet.copies)
    form = Form(canvas, script) if fillable else None
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


class _Node(pdfdoc.PDFObject):  # type: ignore[misc]  # ReportLab has no types
    """An element in the tree of what is read; ReportLab's dictionaries would take five times as long to write."""

    def __init__(self, element: Element, parent: int, page: str) -> None:
        self.element, self.parent, self.page = element, parent, page
        self.kids: list[str] = []  # references to nodes, and numbers of marks

    def format(self, document: Any) -> bytes:
        """As it stands in the file; ReportLab asks for it at the end."""
        said = f"<</S/{self.element.tag}/P {self.parent} 0 R/K[{' '.join(self.kids)}]"
        if self.page:
            said += f"/Pg {document.idToObjectNumberAndVersion[self.page][0]} 0 R"
        if self.element.alt:
            said += f"/Alt<FEFF{self.element.alt.encode('utf-16-be').hex()}>"
        if self.element.scope:
            said += f"/A<</O/Table/Scope/{self.element.scope}>>"
        return f"{said}>>".encode("ascii")


class _Canvas(Canvas):  # type: ignore[misc]
    """ReportLab's canvas, with what it lacks: no ASCII layer, which makes files larger and slower; and a tree that
    says what everything is. A test asks whether a new release still has the names used here."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._tree = pdfdoc.PDFDictionary({"Type": "/StructTreeRoot"})
        self._whole = _Node(Element("Document", ()), self._number(self._tree), "")
        self._tree["K"] = self._doc.Reference(self._whole)
        self._marked: list[list[int]] = [[]]  # for each page, the number of the node of each of its marks
        self._fields: list[int] = []  # the number of the node of each field of a form
        self._codes: dict[tuple[str, bool], list[tuple[str, str]]] = {}

    def _number(self, thing: Any) -> int:
        """The number that an object has in the file."""
        number: int = self._doc.idToObjectNumberAndVersion[self._doc.Reference(thing).name][0]
        return number

    def pen(self, height: float) -> Pen:
        """Draws on what is open now, a page or a form, of a height in mm."""
        return Pen(self._code, height, self._letters)

    def _letters(self, text: str, bold: bool) -> list[tuple[str, str]]:
        """A text in runs of one font each: its name on the page, and its codes there."""
        known = self._codes.get((text, bold))
        if known is None:
            known = self._codes[text, bold] = []
            for name, run in fonts.runs(text, bold):
                font = pdfmetrics.getFont(name)
                for part, codes in font.splitString(run, self._doc):
                    known.append((font.getSubsetInternalName(part, self._doc), codes.hex()))
        return known

    def icon(self, picture: Picture, page: Page) -> None:
        """A picture in its place; each icon is drawn once, as a form."""
        drawing = icon(picture.icon)
        if drawing is None:
            return
        name = f"icon-{picture.icon}-{'fill' if page.fills else 'line'}"
        if not self.hasForm(name):
            self.beginForm(name, -2, -2, drawing.box + 2, drawing.box + 2)
            self._code.append(icon_code(drawing, page.fills, page.ink))
            self.endForm()
        foot = (page.height - picture.y) * MM
        self._code.append(f"q {icon_placed(drawing, picture.x * MM, foot, picture.size * MM)}")
        self.doForm(name)
        self._code.append("Q")

    def hang(self, element: Element, marks: dict[int, int], parent: _Node | None = None) -> None:
        """Hang an element and all below it into the tree; `marks`: the number of the mark of each leaf on this page."""
        parent = parent or self._whole
        node = _Node(element, self._number(parent), self._doc.thisPageName())
        number = self._number(node)
        parent.kids.append(f"{number} 0 R")
        for kid in element.kids:
            if isinstance(kid, Element):
                self.hang(kid, marks, node)
            else:
                node.kids.append(str(marks[kid]))
                self._marked[-1][marks[kid]] = number

    def hang_field(self, widget: Any) -> None:
        """A field of a form hangs in the tree after what is drawn on its page."""
        page = self._doc.thisPageRef()
        widget["StructParent"] = FIRST_FIELD + len(self._fields)
        node = _Node(Element("Form", ()), self._number(self._whole), page.name)
        number = self._number(node)
        self._whole.kids.append(f"{number} 0 R")
        node.kids.append(f"<</Type/OBJR/Obj {self._number(widget)} 0 R>>")
        self._fields.append(number)

    def mark(self, tag: str) -> int:
        """Begin something that is read, under the next number of this page; `unmark` ends it."""
        number = len(self._marked[-1])
        self._marked[-1].append(0)
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
        numbers: list[str] = []
        for at, marked in enumerate(self._marked[:-1]):
            numbers.append(f"{at} [{' '.join(f'{number} 0 R' for number in marked)}]")
        numbers += [f"{FIRST_FIELD + at} {number} 0 R" for at, number in enumerate(self._fields)]
        self._tree["ParentTree"] = f"<</Nums[{' '.join(numbers)}]>>"
        self._tree["ParentTreeNextKey"] = FIRST_FIELD + len(self._fields) if self._fields else len(self._marked) - 1
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
            pen = canvas.pen(sheet.height)
            for mark in sheet.marks:
                pen.rule(mark)
            canvas.unmark()

    def marked(self, page: Page) -> None:
        """A page in full, every piece of it marked."""
        canvas, read = self.canvas, reading(page)
        pen = canvas.pen(page.height)
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
            self.thing(pen, page, thing)
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
            pen = canvas.pen(page.height)
            for thing in page.things:
                self.thing(pen, page, thing)
            canvas.endForm()
        number = canvas.mark("Figure")
        canvas.doForm(name)
        canvas.unmark()
        canvas.hang(Element("Figure", (0,), self.document.again or self.document.title), {0: number})

    def thing(self, pen: Pen, page: Page, thing: Placed) -> None:
        match thing:
            case Box():
                pen.box(thing)
            case Rule():
                pen.rule(thing)
            case Words():
                pen.words(thing)
            case Picture():
                self.canvas.icon(thing, page)
