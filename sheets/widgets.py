"""Fields of a page → fields of a PDF form: the names of ReportLab that are not public, and the format, stand here.

A field has no border and no ground of its own, because everything is drawn on the page; so it looks the same in every
viewer. Type has a fixed size. All fields of a sort share their scripts, and all boxes of a size their ticks.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfdoc

from sheets import fonts
from sheets.pen import ROUND
from sheets.placed import Field
from sheets.style import MM

FONTS = {False: "Helv", True: "HeBo"}
BUTTON, LINES, NO_SPELLING = 1 << 16, 1 << 12, 1 << 22
PRINT, HIDE_ON_PAPER = 4, 0
ON = "Yes"


# what each sort of field calls: when something is typed, how it is shown, when a box is ticked; when a computed one is
# typed over, what it comes to; the button
SCRIPTS = {
    "checks": "potagerForm.check();",
    "shows": "potagerForm.show();",
    "ticks": "potagerForm.tick();",
    "types_over": "potagerForm.type();",
    "computes": "potagerForm.compute();",
    "clears": "potagerForm.clear();",
}


class _Widget(pdfdoc.PDFDictionary):  # type: ignore[misc]  # ReportLab has no types
    """A field as it stands in the file, without the blanks that ReportLab's dictionaries have: there are hundreds."""

    def format(self, document: Any) -> bytes:
        said = b"<<"
        for key, value in sorted(self.dict.items()):
            written = pdfdoc.format(value, document).strip().replace(b"[ ", b"[").replace(b" ]", b"]")
            said += b"/" + key.encode("ascii") + (b"" if written[:1] in b"/([<" else b" ") + written
        return said + b">>"


def _cross(width: float, height: float) -> str:
    side = min(width, height)
    x, y, half = width / 2, height / 2, 0.3 * side
    return (
        f"q 0.07 0.1 0.08 RG {min(0.11 * side, 1.6):.2f} w 1 J "
        f"{x - half:.2f} {y - half:.2f} m {x + half:.2f} {y + half:.2f} l S "
        f"{x - half:.2f} {y + half:.2f} m {x + half:.2f} {y - half:.2f} l S Q"
    )


def _ring(width: float, height: float) -> str:
    """Around what is printed there."""
    weight = 1.1
    rx, ry = width / 2 - weight, height / 2 - weight
    rx, ry = min(rx, 1.6 * ry), min(ry, 1.6 * rx)
    hx, hy = rx * ROUND, ry * ROUND
    return (
        f"q 0.07 0.1 0.08 RG {weight:.2f} w 1 0 0 1 {width / 2:.2f} {height / 2:.2f} cm {rx:.2f} 0 m "
        f"{rx:.2f} {hy:.2f} {hx:.2f} {ry:.2f} 0 {ry:.2f} c {-hx:.2f} {ry:.2f} {-rx:.2f} {hy:.2f} {-rx:.2f} 0 c "
        f"{-rx:.2f} {-hy:.2f} {-hx:.2f} {-ry:.2f} 0 {-ry:.2f} c {hx:.2f} {-ry:.2f} {rx:.2f} {-hy:.2f} {rx:.2f} 0 c S Q"
    )


def _fill(width: float, height: float) -> str:
    return f"q 0.35 0.42 0.37 rg 0.6 0.6 {width - 1.2:.2f} {height - 1.2:.2f} re f Q"


MARKS = {"cross": _cross, "ring": _ring, "fill": _fill}


class Form:
    """The form of one file. `canvas` is ReportLab's."""

    def __init__(self, canvas: Any, script: str) -> None:
        self.canvas, self.script = canvas, script
        self.doc = canvas._doc
        self.fields: list[Any] = []
        self.computed: list[Any] = []
        self.shared: dict[str, Any] = {}

    def put(self, fields: Sequence[Field], height: float, x: float = 0.0, y: float = 0.0) -> None:
        """Fields of a page that lies at x, y of a sheet of paper so high, mm."""
        for field in fields:
            left, foot = (x + field.x) * MM, (height - y - field.y - field.height) * MM
            rect = [round(n, 2) for n in (left, foot, left + field.width * MM, foot + field.height * MM)]
            self.canvas._addAnnotation(made := self.widget(field, rect))
            reference = self.doc.Reference(made)
            self.fields.append(reference)
            if field.computed:
                self.computed.append(reference)
            self.canvas.hang_field(made)

    def widget(self, field: Field, rect: list[float]) -> Any:
        size = [round(rect[2] - rect[0], 1), round(rect[3] - rect[1], 1)]  # near sizes share a drawing, fitted to them
        entries: dict[str, Any] = {
            "Subtype": "/Widget",
            "Rect": pdfdoc.PDFArray(rect),
            "T": pdfdoc.PDFString(field.name),
            "TU": pdfdoc.PDFString(field.label),
            "F": HIDE_ON_PAPER if field.kind == "button" else PRINT,
        }
        if field.kind == "tick":
            entries |= {
                "FT": "/Btn",
                "V": "/Off",
                "AS": "/Off",
                "MK": self.once("MK", lambda: pdfdoc.PDFDictionary({"CA": pdfdoc.PDFString("4")})),
                "AP": self.once(f"{field.look}{size}", lambda: self.ticked(size, field.look)),
            }
            if not field.plain:
                entries["A"] = self.action(SCRIPTS["ticks"])
        elif field.kind == "button":
            entries |= {
                "FT": "/Btn",
                "Ff": BUTTON,
                "MK": pdfdoc.PDFDictionary({"CA": pdfdoc.PDFString(field.caption)}),
                "AP": pdfdoc.PDFDictionary({"N": self.lettered(field, field.caption, size)}),
                "A": self.action(SCRIPTS["clears"]) if self.script else self.once("empties", self.empties),
            }
        else:
            entries |= {
                "FT": "/Tx",
                "Ff": NO_SPELLING | (LINES if field.kind == "lines" else 0),
                "Q": {"left": 0, "centre": 1, "right": 2}[field.align],
                "DA": pdfdoc.PDFString(f"/{FONTS[field.bold]} {field.size:.1f} Tf 0.07 0.1 0.08 rg"),
                "AP": pdfdoc.PDFDictionary({"N": self.empty(size)}),
            }
            if field.computed:
                entries["AA"] = self.once("computed", self.computes)
            elif field.kind == "text" and not field.plain and self.script:
                entries["AA"] = self.once("typed", self.typed)
            if field.value:
                entries["V"] = entries["DV"] = pdfdoc.PDFString(field.value)
                try:
                    entries["AP"] = pdfdoc.PDFDictionary({"N": self.lettered(field, field.value, size)})
                except fonts.MissingGlyph:
                    del entries["AP"]  # without one the viewer draws it with a font of its own
        return _Widget(entries)

    # -- what many fields share

    def once(self, name: str, make: Any) -> Any:
        """The same object for everybody who asks for it by this name."""
        if name not in self.shared:
            self.shared[name] = self.doc.Reference(make())
        return self.shared[name]

    def action(self, script: str) -> Any:
        def make() -> Any:
            return pdfdoc.PDFDictionary({"S": "/JavaScript", "JS": pdfdoc.PDFString(script)})

        return self.once(f"action {script}", make)

    def empties(self) -> Any:
        """What the button does where no script is needed."""
        return pdfdoc.PDFDictionary({"S": "/ResetForm"})

    def computes(self) -> Any:
        return pdfdoc.PDFDictionary({"C": self.action(SCRIPTS["computes"]), "V": self.action(SCRIPTS["types_over"])})

    def typed(self) -> Any:
        return pdfdoc.PDFDictionary({"V": self.action(SCRIPTS["checks"]), "F": self.action(SCRIPTS["shows"])})

    def empty(self, size: list[float]) -> Any:
        return self.once(f"empty{size}", lambda: self.drawn(size, "/Tx BMC EMC"))

    def ticked(self, size: list[float], look: str) -> Any:
        """A box with a cross as a pencil makes it, or a ring, or coloured in; and one without."""
        states = pdfdoc.PDFDictionary(
            {
                ON: self.doc.Reference(self.drawn(size, MARKS[look](*size))),
                "Off": self.doc.Reference(self.drawn(size, "")),
            }
        )
        return pdfdoc.PDFDictionary({"N": states})

    def lettered(self, field: Field, said: str, size: list[float]) -> Any:
        """Words in our own letters; around those of the button its edge. Raises MissingGlyph, and nothing is begun."""
        canvas, (width, height) = self.canvas, size
        button = field.kind == "button"
        runs = fonts.runs(said, button)
        name = f"{field.kind}-{said}-{size}"
        if self.doc.hasForm(name):
            return pdfdoc.PDFObjectReference(pdfdoc.xObjectName(name))
        canvas.beginForm(name, 0, 0, width, height)
        if button:
            canvas.setStrokeColor(HexColor("#78827A"))
            canvas.setFillColor(HexColor("#FFFFFF"))
            canvas.setLineWidth(0.8)
            canvas.roundRect(0.5, 0.5, width - 1, height - 1, 3, stroke=1, fill=1)
        canvas.setFillColor(HexColor("#1B211D"))
        left = max(2.0, (width - fonts.width(said, field.size, button)) / 2)
        text = canvas.beginText(left, height / 2 - field.size * 0.35)
        for font, run in runs:
            text.setFont(font, field.size)
            text.textOut(run)
        canvas.drawText(text)
        canvas.endForm()
        return pdfdoc.PDFObjectReference(pdfdoc.xObjectName(name))

    def drawn(self, size: list[float], code: str) -> Any:
        """A small drawing of its own."""
        entries = {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": pdfdoc.PDFArray([0, 0, *size]),
            "Resources": pdfdoc.PDFDictionary({}),
        }
        return pdfdoc.PDFStream(pdfdoc.PDFDictionary(entries), code.encode("ascii"), filters=[])

    # -- the whole

    def finish(self) -> None:
        """Everything that belongs to the file, once its pages are done."""
        fonts = {
            short: self.doc.Reference(
                pdfdoc.PDFDictionary(
                    {"Type": "/Font", "Subtype": "/Type1", "BaseFont": f"/{name}", "Encoding": "/WinAnsiEncoding"}
                    if short != "ZaDb"
                    else {"Type": "/Font", "Subtype": "/Type1", "BaseFont": f"/{name}"}
                )
            )
            for short, name in (("Helv", "Helvetica"), ("HeBo", "Helvetica-Bold"), ("ZaDb", "ZapfDingbats"))
        }
        form = {
            "Fields": pdfdoc.PDFArray(self.fields),
            "CO": pdfdoc.PDFArray(self.computed),
            "DA": pdfdoc.PDFString("/Helv 10 Tf 0 g"),
            "DR": pdfdoc.PDFDictionary({"Font": pdfdoc.PDFDictionary(fonts)}),
        }
        self.canvas.setCatalogEntry("AcroForm", form)
        if not self.script:
            return
        packed = pdfdoc.PDFStream(
            pdfdoc.PDFDictionary({"Filter": "/FlateDecode"}), zlib.compress(self.script.encode("ascii"), 9)
        )
        action = pdfdoc.PDFDictionary({"S": "/JavaScript", "JS": self.doc.Reference(packed)})
        named = pdfdoc.PDFArray([pdfdoc.PDFString("potager"), self.doc.Reference(action)])
        scripts = pdfdoc.PDFDictionary({"Names": named})
        self.canvas.setCatalogEntry("Names", {"JavaScript": self.doc.Reference(scripts)})
