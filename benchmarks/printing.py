"""Making the pad of Garden Dice for four on A4: one page, 200 pages, and the memory of 200.

Against a hand-written function of ReportLab's canvas that draws the same page by literal calls (its source is made from
the placed pad, and run), and against fpdf2, Typst and WeasyPrint with the same boxes, lines and texts in the same
places, without icons. Rivals that are not installed are left out. This module imports nothing large at its top, because
it is also the child whose memory is read.
"""

from __future__ import annotations

import html
import importlib
import io
import json
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.measure import Table, in_turns

ROOT = Path(__file__).parents[1]
FONTS = ROOT / "sheets" / "fonts"
FILES = {False: FONTS / "OpenSans-Regular.ttf", True: FONTS / "OpenSans-Bold.ttf"}
MANY = 200
SLOW = 20  # WeasyPrint is measured with so many times fewer pages, and multiplied
OURS, HAND = "potager", "hand-written canvas"
RIVALS = {"fpdf2": "fpdf", "Typst": "typst", "WeasyPrint": "weasyprint"}

Make = Callable[[int], bytes]  # so many pages → a PDF


@dataclass(frozen=True)
class Pad:
    """The placed pad as plain tuples in pt from the top left corner, so that no rival needs our modules."""

    width: float
    height: float
    ink: str
    boxes: list[tuple[Any, ...]]  # in `order`: ("box", its place here), and so on
    rules: list[tuple[Any, ...]]
    texts: list[tuple[Any, ...]]
    pictures: list[tuple[Any, ...]]
    icons: dict[str, list[tuple[Any, ...]]]
    order: list[tuple[str, int]]


# -- ours


def laid_out() -> Any:
    from scoring import load
    from sheets import make

    game = load.load("garden-dice")
    return lambda: make.pages(game, "pad", "A4", 4)


def ours() -> Make:
    """Every page laid out and drawn for itself."""
    from sheets import draw

    lay_out = laid_out()
    document = draw.Document("Garden Dice: score pad", "en")
    return lambda many: draw.pdf([page for _ in range(many) for page in lay_out()], document)


def drawn_only() -> Make:
    """Pages that were laid out before."""
    from sheets import draw

    pages = laid_out()()
    document = draw.Document("Garden Dice: score pad", "en")
    return lambda many: draw.pdf(pages * many, document)


def ours_copied() -> Make:
    """As `--copies` does."""
    from scoring import load
    from sheets import draw, make
    from sheets.imposition import Printing

    game = load.load("garden-dice")
    document = draw.Document("Garden Dice: score pad", "en", again="the same")
    return lambda many: draw.pdf(
        make.imposed(game, "pad", make.Order("A4", 4, printing=Printing(copies=many))), document
    )


def plain() -> Pad:
    from sheets.icons import icon
    from sheets.placed import Box, Rule, Words
    from sheets.style import MM

    (page,) = laid_out()()
    pad = Pad(page.width * MM, page.height * MM, page.ink, [], [], [], [], {}, [])
    for thing in page.things:
        x, y = thing.x * MM, thing.y * MM
        if isinstance(thing, Box):
            kind, into = "box", pad.boxes
            size = thing.width * MM, thing.height * MM
            corner = min(thing.corner * MM, *(side / 2 for side in size))
            row: tuple[Any, ...] = (x, y, *size, thing.edge, thing.weight, thing.fill, corner, thing.dash)
        elif isinstance(thing, Rule):
            kind, into = "rule", pad.rules
            row = (x, y, thing.to_x * MM, thing.to_y * MM, thing.colour, thing.weight)
        elif isinstance(thing, Words):
            kind, into = "text", pad.texts
            row = (x, y, thing.text, thing.size, thing.bold, thing.colour)
        else:
            drawing = icon(thing.icon)
            if drawing is None:
                continue
            kind, into = "picture", pad.pictures
            side = thing.size * MM
            row = (x, y, side, f"{thing.icon}-{side:.1f}")
            pad.icons[row[3]] = [
                (
                    [
                        (step, *(n * side / drawing.box if k % 2 == 0 else side - n * side / drawing.box
                                 for k, n in enumerate(numbers)))
                        for step, *numbers in part.path
                    ],
                    None if part.role == "line" else part.fill,
                    (0.07 if part.role == "line" else 0.09) * thing.size,
                )
                for part in drawing.parts
            ]  # fmt: skip
        pad.order.append((kind, len(into)))
        into.append(row)
    return pad


# -- by hand


def hand_source(pad: Pad) -> str:
    """What a person would type who had measured everything: literal calls, and each icon as a form."""
    lines = ["def icons(c):", "    c.setLineJoin(1)"]
    for name, parts in pad.icons.items():
        side = next(row[2] for row in pad.pictures if row[3] == name)
        lines += [f"    c.beginForm({name!r}, -2, -2, {side + 2:.3f}, {side + 2:.3f})", "    c.setLineJoin(1)"]
        lines += ["    c.setLineCap(1)", f"    c.setStrokeColor({colour(pad.ink)})"]
        for path, fill, weight in parts:
            lines.append("    p = c.beginPath()")
            for step, *at in path:
                call = {"move": "moveTo", "line": "lineTo", "curve": "curveTo"}.get(step, "close")
                lines.append(f"    p.{call}({', '.join(f'{n:.3f}' for n in at)})")
            lines.append(f"    c.setLineWidth({weight:.3f})")
            if fill:
                lines.append(f"    c.setFillColor({colour(fill)})")
            lines.append(f"    c.drawPath(p, stroke=1, fill={int(bool(fill))}, fillMode=1)")
        lines.append("    c.endForm()")
    lines.append("def page(c):")
    for kind, at in pad.order:
        lines += [f"    {call}" for call in HAND_CALLS[kind](pad, at)]
    return "\n".join(lines) + "\n"


def colour(name: str) -> str:
    return f"COLOURS[{name!r}]"


def hand_box(pad: Pad, at: int) -> Iterator[str]:
    x, y, width, height, edge, weight, fill, corner, dash = pad.boxes[at]
    if edge:
        yield f"c.setStrokeColor({colour(edge)})"
        yield f"c.setLineWidth({weight})"
    if fill:
        yield f"c.setFillColor({colour(fill)})"
    if dash:
        yield f"c.setDash({list(dash)})"
    where = f"{x:.3f}, {pad.height - y - height:.3f}, {width:.3f}, {height:.3f}"
    how = f"stroke={int(bool(edge))}, fill={int(bool(fill))}"
    yield f"c.roundRect({where}, {corner:.3f}, {how})" if corner else f"c.rect({where}, {how})"
    if dash:
        yield "c.setDash()"


def hand_rule(pad: Pad, at: int) -> Iterator[str]:
    x, y, to_x, to_y, ink, weight = pad.rules[at]
    yield f"c.setStrokeColor({colour(ink)})"
    yield f"c.setLineWidth({weight})"
    yield f"c.line({x:.3f}, {pad.height - y:.3f}, {to_x:.3f}, {pad.height - to_y:.3f})"


def hand_text(pad: Pad, at: int) -> Iterator[str]:
    x, y, text, size, bold, ink = pad.texts[at]
    yield f"c.setFillColor({colour(ink)})"
    yield f"c.setFont('Hand-{bold}', {size})"
    yield f"c.drawString({x:.3f}, {pad.height - y:.3f}, {text!r})"


def hand_picture(pad: Pad, at: int) -> Iterator[str]:
    x, y, side, name = pad.pictures[at]
    yield "c.saveState()"
    yield f"c.translate({x:.3f}, {pad.height - y - side:.3f})"
    yield f"c.doForm({name!r})"
    yield "c.restoreState()"


HAND_CALLS: dict[str, Callable[[Pad, int], Iterator[str]]] = {
    "box": hand_box,
    "rule": hand_rule,
    "text": hand_text,
    "picture": hand_picture,
}


def hand(pad: Pad, copied: bool = False) -> Make:
    """`copied`: the page is one form, drawn on every page; as ours, without the ASCII layer."""
    from reportlab import rl_config
    from reportlab.lib.colors import HexColor
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    for bold, file in FILES.items():
        pdfmetrics.registerFont(TTFont(f"Hand-{bold}", str(file)))
    used = {pad.ink, *(row[4] for row in pad.rules), *(row[5] for row in pad.texts)}
    used |= {name for row in pad.boxes for name in (row[4], row[6]) if name}
    used |= {fill for parts in pad.icons.values() for _, fill, _ in parts if fill}
    known: dict[str, Any] = {"COLOURS": {name: HexColor(name) for name in used}}
    exec(compile(hand_source(pad), "hand-written", "exec"), known)
    icons, page = known["icons"], known["page"]

    def make(many: int) -> bytes:
        rl_config.useA85 = 0
        buffer = io.BytesIO()
        canvas = Canvas(
            buffer, (pad.width, pad.height), pageCompression=1, invariant=1, initialFontName="Hand-False"
        )  # fmt: skip
        icons(canvas)
        if copied:
            canvas.beginForm("page", 0, 0, pad.width, pad.height)
            page(canvas)
            canvas.endForm()
        for _ in range(many):
            if copied:
                canvas.doForm("page")
            else:
                page(canvas)
            canvas.showPage()
        canvas.save()
        rl_config.useA85 = 1
        return buffer.getvalue()

    return make


def hand_copied(pad: Pad) -> Make:
    return hand(pad, copied=True)


# -- rivals


def by_fpdf2(pad: Pad) -> Make:
    fpdf = importlib.import_module("fpdf")

    def rgb(name: str) -> tuple[int, int, int]:
        return int(name[1:3], 16), int(name[3:5], 16), int(name[5:7], 16)

    def make(many: int) -> bytes:
        pdf = fpdf.FPDF(unit="pt", format=(pad.width, pad.height))
        pdf.set_auto_page_break(False)
        for bold, file in FILES.items():
            pdf.add_font("sans", "B" if bold else "", str(file))
        for _ in range(many):
            pdf.add_page()
            for x, y, width, height, edge, weight, fill, corner, dash in pad.boxes:
                if edge:
                    pdf.set_draw_color(*rgb(edge))
                    pdf.set_line_width(weight)
                if fill:
                    pdf.set_fill_color(*rgb(fill))
                pdf.set_dash_pattern(*(dash or ()))
                style = ("D" if edge else "") + ("F" if fill else "")
                pdf.rect(x, y, width, height, style, round_corners=bool(corner), corner_radius=corner)
            pdf.set_dash_pattern()
            for x, y, to_x, to_y, ink, weight in pad.rules:
                pdf.set_draw_color(*rgb(ink))
                pdf.set_line_width(weight)
                pdf.line(x, y, to_x, to_y)
            for x, y, text, size, bold, ink in pad.texts:
                pdf.set_text_color(*rgb(ink))
                pdf.set_font("sans", "B" if bold else "", size)
                pdf.text(x, y, text)
        return bytes(pdf.output())

    return make


def by_typst(pad: Pad) -> Make:
    typst = importlib.import_module("typst")
    lines = [f"#set page(width: {pad.width}pt, height: {pad.height}pt, margin: 0pt)", '#set text(font: "Open Sans")']
    lines.append("#let pad(d) = {")  # every page a little aside, so that none is laid out already
    for x, y, width, height, edge, weight, fill, corner, dash in pad.boxes:
        stroke = f'(paint: rgb("{edge}"), thickness: {weight}pt' if edge else "none"
        if edge:
            stroke += f", dash: ({dash[0]}pt, {dash[1]}pt))" if dash else ")"
        filled = f'rgb("{fill}")' if fill else "none"
        box = f"rect(width: {width}pt, height: {height}pt, radius: {corner}pt, stroke: {stroke}, fill: {filled})"
        lines.append(f"place(dx: {x}pt + d, dy: {y}pt, {box})")
    for x, y, to_x, to_y, ink, weight in pad.rules:
        drawn = f'line(start: ({x}pt, {y}pt), end: ({to_x}pt, {to_y}pt), stroke: {weight}pt + rgb("{ink}"))'
        lines.append(f"place(dx: d, {drawn})")
    for x, y, text, size, bold, ink in pad.texts:
        said = json.dumps(text, ensure_ascii=False)
        look = f'size: {size}pt, weight: {700 if bold else 400}, fill: rgb("{ink}"), bottom-edge: "baseline"'
        look += ', top-edge: "baseline"'
        lines.append(f"place(dx: {x}pt + d, dy: {y}pt, box(width: {pad.width}pt, text({look}, {said})))")
    lines.append("}")
    source = "\n".join(lines)

    def make(many: int) -> bytes:
        whole = f"{source}\n#for n in range({many}) {{ if n > 0 {{ pagebreak() }}; pad(n * 0.001pt) }}\n"
        return bytes(typst.compile(whole.encode(), font_paths=[str(FONTS)], ignore_system_fonts=True))

    return make


def by_weasyprint(pad: Pad) -> Make:
    weasyprint = importlib.import_module("weasyprint")
    faces = "".join(
        f"@font-face {{font-family: Pad; font-weight: {700 if bold else 400}; src: url({file.as_uri()})}}"
        for bold, file in FILES.items()
    )
    style = f"{faces} @page {{size: {pad.width}pt {pad.height}pt; margin: 0}} body {{margin: 0; font-family: Pad}}"
    style += f" section {{position: relative; break-after: page; width: {pad.width}pt; height: {pad.height - 1}pt}}"
    style += " section > * {position: absolute; box-sizing: border-box; white-space: pre; line-height: 1}"
    parts: list[str] = []
    for x, y, width, height, edge, weight, fill, corner, dash in pad.boxes:
        look = f"left:{x}pt;top:{y}pt;width:{width}pt;height:{height}pt;border-radius:{corner}pt"
        look += f";border:{weight}pt {'dashed' if dash else 'solid'} {edge}" if edge else ""
        look += f";background:{fill}" if fill else ""
        parts.append(f'<div style="{look}"></div>')
    for x, y, to_x, to_y, ink, weight in pad.rules:
        across, down = max(to_x - x, weight), max(to_y - y, weight)
        parts.append(f'<div style="left:{x}pt;top:{y}pt;width:{across}pt;height:{down}pt;background:{ink}"></div>')
    for x, y, text, size, bold, ink in pad.texts:
        look = f"left:{x}pt;top:{y - size * 0.85}pt;font-size:{size}pt;color:{ink}"
        look += ";font-weight:700" if bold else ""
        parts.append(f'<span style="{look}">{html.escape(text)}</span>')
    section = f"<section>{''.join(parts)}</section>"

    def make(many: int) -> bytes:
        whole = f"<!doctype html><html lang=en><title>Pad</title><style>{style}</style><body>{section * many}"
        return bytes(weasyprint.HTML(string=whole).write_pdf())

    return make


BY: dict[str, Callable[[Pad], Make]] = {
    HAND: hand,
    f"{HAND}, one form": hand_copied,
    "fpdf2": by_fpdf2,
    "Typst": by_typst,
    "WeasyPrint": by_weasyprint,
}


# -- measured


def tables() -> Iterator[Table]:
    pad = plain()
    ways: dict[str, Make] = {HAND: hand(pad), OURS: ours()}
    missing = []
    for name in RIVALS:
        try:
            ways[name] = BY[name](pad)
        except (ImportError, OSError):  # WeasyPrint says OSError when Pango is missing
            missing.append(name)
    left_out = f" Not installed here: {', '.join(missing)}." if missing else ""
    same = "The others make the same boxes, lines and texts, without icons; only ours is tagged for readers."
    one: dict[str, Callable[[], object]] = {name: partial(make, 1) for name, make in ways.items()}
    one[f"{OURS}, drawing alone"] = partial(drawn_only(), 1)
    yield Table(
        "Garden Dice pad for four, one A4 page",
        f"In a running process, laid out and drawn. {same}{left_out}",
        in_turns(one, rounds=9),
        HAND,
        unit="ms",
    )
    slow = {"WeasyPrint"}
    taken = in_turns(
        {name: partial(make, MANY // SLOW if name in slow else MANY) for name, make in ways.items()},
        rounds=2,
    )
    yield Table(
        f"{MANY} pads in one file",
        f"Each laid out and drawn for itself, as if all were different. WeasyPrint with {MANY // SLOW} pages, "
        f"times {SLOW}, its start too.{left_out}",
        {name: seconds * (SLOW if name in slow else 1) for name, seconds in taken.items()},
        HAND,
        unit="ms",
    )
    copied = {f"{HAND}, one form": hand_copied(pad), f"{OURS}, --copies {MANY}": ours_copied()}
    yield Table(
        f"{MANY} copies of one pad",
        "The page is one form that is drawn again and again.",
        in_turns({name: partial(make, MANY) for name, make in copied.items()}, rounds=7),
        f"{HAND}, one form",
        unit="ms",
    )
    if Path("/proc/self/status").exists():
        # WeasyPrint would take half a minute
        names = [HAND, OURS, f"{OURS}, copies", *(name for name in ways if name in ("fpdf2", "Typst"))]
        yield Table(
            f"Memory for {MANY} pages",
            "The most that a process held (VmHWM), Python and imports included. WeasyPrint takes too long for this."
            f"{left_out}",
            memory(pad, names),
            HAND,
            unit="MB",
        )


def memory(pad: Pad, names: list[str]) -> dict[str, float]:
    """Bytes at the peak of one process for each way."""
    peaks: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "pad"
        file.write_bytes(pickle.dumps(pad.__dict__))
        for name in names:
            said = subprocess.run(
                [sys.executable, "-m", "benchmarks.printing", name, str(file)],
                cwd=ROOT,
                check=True,
                capture_output=True,
                text=True,
            )
            peaks[name] = float(said.stdout)
    return peaks


def child(name: str, file: str) -> None:
    if name.startswith(OURS):
        make = ours_copied() if name.endswith("copies") else ours()
    else:
        make = BY[name](Pad(**pickle.loads(Path(file).read_bytes())))
    make(MANY)
    status = Path("/proc/self/status").read_text()
    print(next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmHWM")))


if __name__ == "__main__":
    child(*sys.argv[1:])
