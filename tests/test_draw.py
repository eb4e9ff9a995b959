"""Pages → PDF, read back: what the file says of itself, its tree for readers, its fonts, its bytes."""

from __future__ import annotations

import inspect
import io
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdf
import pytest
from pypdf.generic import DictionaryObject, IndirectObject
from reportlab import rl_config
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from scoring.errors import UsageError
from scoring.load import load
from sheets import draw, make, preview
from sheets.draw import Document
from sheets.imposition import Printing
from sheets.make import Order
from sheets.placed import Box, Page, Picture, Rule, Words
from sheets.reading import Element, reading

ROOT = Path(__file__).parents[1]
CELL = (10.0, 10.0, 60.0, 20.0)


def words(text: str, y: float, role: str = "P", cell: tuple[float, float, float, float] = CELL, x: float = 10) -> Words:
    return Words(x, y, text, 8, role == "TH", "#000000", 9, cell, role)


def page(*things: Any) -> Page:
    return Page(100, 100, 8, 6, True, things)


def read_back(made: bytes) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(made), strict=True)


def pad(printing: Printing = Printing(), back: str = "") -> bytes:  # noqa: B008 - frozen
    sheets = make.imposed(load("garden-dice"), "pad", Order(printing=printing), back)
    return draw.pdf(sheets, Document("Garden Dice: Score pad", "en", "base", "once more", "long" if back else ""))


# -- how a page is read


def test_headings_paragraphs_and_pictures_are_read_in_their_order() -> None:
    made = page(
        Box(8, 8, 84, 2, fill="#123456"),
        words("Title", 15, "H1"),
        Rule(8, 20, 90, 20, "#000000", 1),
        words("Text", 30, cell=(10, 24, 60, 34)),
        Picture(10, 40, 6, "carrot", "Carrot"),
        Picture(20, 40, 6, "carrot", ""),
        words("foot", 90, "Artifact"),
    )
    read = reading(made)
    assert read.elements == (
        Element("H1", (0,)),
        Element("P", (1,)),
        Element("Figure", (2,), "Carrot"),
    )
    assert read.leaf_of == (None, 0, None, 1, 2, None, None)
    assert read.tags == ("H1", "P", "Figure")


def test_a_row_is_a_name_with_its_icon_and_note_and_what_stands_beside_it() -> None:
    row, beside = (10.0, 40.0, 40.0, 50.0), (45.0, 40.0, 60.0, 50.0)
    made = page(
        Picture(10, 41, 6, "carrot", "Carrot"),
        words("C", 45, cell=row, x=18),
        words("Carrot", 45, "TH", row, 22),
        words("a note", 49, cell=row, x=22),
        words("× 5", 48, cell=beside, x=46),
        words("Next", 60, "TH", (10, 55, 40, 65)),
        words("Text", 80, cell=(10, 75, 40, 85)),
    )
    (table, after) = reading(made).elements
    assert after == Element("P", (6,))
    assert table == Element(
        "Table",
        (
            Element(
                "TR",
                (
                    Element(
                        "TH",
                        (Element("Figure", (0,), "Carrot"), Element("Span", (1,)), 2, Element("Span", (3,))),
                        scope="Row",
                    ),
                    Element("TD", (4,)),
                ),
            ),
            Element("TR", (Element("TH", (5,), scope="Row"),)),
        ),
    )


def test_a_letter_belongs_to_the_name_after_it() -> None:
    letter, name = (10.0, 40.0, 14.0, 50.0), (14.0, 40.0, 40.0, 50.0)
    (table,) = reading(page(words("L", 45, "TH", letter), words("Lettuce", 45, "TH", name, 14))).elements
    assert table.kids == (Element("TR", (Element("TH", (Element("Span", (0,)), 1), scope="Row"),)),)


def test_what_is_drawn_of_lines_is_said_too() -> None:
    made = page(Picture(10, 10, 6, "", "4"), Box(12, 12, 1, 1, fill="#000000"))
    assert reading(made).elements == (Element("Figure", (0,), "4"),)
    assert draw.pdf((made,), Document("x", "en"))


def test_the_heads_of_columns_are_heads_of_columns() -> None:
    cells = [(10.0 * at, 40.0, 10.0 * at + 9, 50.0) for at in (1, 2, 3)]
    ((table),) = reading(page(*(words("x", 45, "TH", cell, cell[0]) for cell in cells))).elements
    assert [kid.scope for kid in table.kids[0].kids] == ["Column"] * 3  # type: ignore[union-attr]


def test_two_lines_of_a_label_are_one_thing() -> None:
    cell = (10.0, 10.0, 60.0, 30.0)
    read = reading(page(words("Sets of", 15, cell=cell), words("all five", 18.5, cell=cell)))
    assert read.elements == (Element("P", (0,)),)
    assert read.leaf_of == (0, 0)


# -- what the file says of itself


def test_title_language_author_outline_and_labels() -> None:
    reader = read_back(pad())
    assert reader.metadata is not None
    assert reader.metadata.title == "Garden Dice: Score pad"
    assert (reader.metadata.author, reader.metadata.subject) == ("potager", "base")
    root = reader.root_object
    assert root["/Lang"] == "en"
    assert root["/MarkInfo"]["/Marked"] is not False
    preferences = root["/ViewerPreferences"]
    assert preferences["/PrintScaling"] == "/None"
    assert "/Duplex" not in preferences
    assert [entry["/Title"] for entry in reader.outline if not isinstance(entry, list)] == ["Garden Dice: Score pad"]
    assert reader.page_labels == ["1"]
    assert reader.pdf_header == "%PDF-1.7"


def test_a_file_for_both_sides_says_so_and_labels_them() -> None:
    reader = read_back(pad(Printing(duplex=True, copies=2), "pad"))
    assert reader.root_object["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipLongEdge"
    assert reader.page_labels == ["1A", "1B", "2A", "2B"]
    assert len(reader.outline) == 2


def test_copies_have_one_bookmark_and_the_same_text() -> None:
    reader = read_back(pad(Printing(copies=5)))
    assert len(reader.outline) == 1
    assert reader.page_labels == ["1", "2", "3", "4", "5"]
    texts = [sorted(page.extract_text().split()) for page in reader.pages]
    assert texts[0] == texts[1] == texts[4]
    assert "Artichoke" in texts[4]


def fonts(thing: DictionaryObject, seen: set[int]) -> Iterator[DictionaryObject]:
    """Every font of a page and of the forms on it."""
    resources = thing.get("/Resources", DictionaryObject()).get_object()
    for font in resources.get("/Font", {}).values():
        yield font.get_object()
    for form in resources.get("/XObject", {}).values():
        if isinstance(form, IndirectObject) and form.idnum in seen:
            continue
        if isinstance(form, IndirectObject):
            seen.add(form.idnum)
        yield from fonts(form.get_object(), seen)


@pytest.mark.parametrize("printing", [Printing(), Printing(per_page="4", copies=9)], ids=["one", "four"])
def test_all_fonts_are_embedded(printing: Printing) -> None:
    for sheet in read_back(pad(printing)).pages:
        found = list(fonts(sheet, set()))
        assert found
        for font in found:
            assert "/FontFile2" in font["/FontDescriptor"], font["/BaseFont"]


# -- the tree


def tree(reader: pypdf.PdfReader) -> list[tuple[str, str]]:
    """Every element in reading order: its tag, its words for a picture."""
    found = []

    def walk(node: Any) -> None:
        node = node.get_object()
        kids = node.get("/K", [])
        kids = kids.get_object() if isinstance(kids, IndirectObject) else kids
        kids = kids if isinstance(kids, list) else [kids]
        if "/S" in node:
            found.append((str(node["/S"])[1:], str(node.get("/Alt", ""))))
        for kid in kids:
            if not isinstance(kid, int):
                walk(kid)

    walk(reader.root_object["/StructTreeRoot"])
    return found


def marks_in_order(node: Any) -> list[int]:
    """The marks below a node as a reader comes to them."""
    if isinstance(node, int):
        return [int(node)]
    kids = node.get_object().get("/K", [])
    kids = kids.get_object() if isinstance(kids, IndirectObject) else kids
    return [mark for kid in (kids if isinstance(kids, list) else [kids]) for mark in marks_in_order(kid)]


def test_the_tree_reads_the_pad_from_top_to_bottom() -> None:
    made = read_back(pad())
    nodes = tree(made)
    assert nodes[0][0] == "Document"
    assert [tag for tag, _ in nodes].count("H1") == 1
    assert {"H2", "Table", "TR", "TH", "TD", "Figure", "P"} <= {tag for tag, _ in nodes}
    kinds = list(load("garden-dice").counts["harvested"].kind_labels.values())
    assert [alt for tag, alt in nodes if tag == "Figure"] == kinds
    marks = marks_in_order(made.root_object["/StructTreeRoot"])
    assert marks == list(range(len(marks))), "each mark once, and in the order in which it is drawn"


def test_every_mark_of_a_page_has_its_place_in_the_tree() -> None:
    for made in (pad(), pad(Printing(copies=3)), pad(Printing(per_page="2", copies=5)), pad(Printing(copies=2), "pad")):
        reader = read_back(made)
        root = reader.root_object["/StructTreeRoot"]
        numbers = root["/ParentTree"]["/Nums"]
        assert len(numbers) == 2 * len(reader.pages)
        for at, sheet in enumerate(reader.pages):
            assert sheet["/StructParents"] == at
            assert sheet["/Tabs"] == "/S"
            content = sheet.get_contents()
            assert content is not None
            operations = [operator for _, operator in content.operations]
            marks = [operands[1]["/MCID"] for operands, operator in content.operations if operator == b"BDC"]
            assert marks == list(range(len(numbers[2 * at + 1].get_object())))
            assert operations.count(b"EMC") == operations.count(b"BDC") + operations.count(b"BMC")
            for number, reference in zip(marks, numbers[2 * at + 1].get_object(), strict=True):
                kids = reference.get_object()["/K"]
                kids = kids.get_object() if isinstance(kids, IndirectObject) else kids
                assert number in kids
                assert reference.get_object()["/Pg"].get_object() == sheet.get_object()


def test_nothing_is_drawn_outside_a_mark() -> None:
    for made in (pad(), pad(Printing(per_page="2", copies=5))):
        for sheet in read_back(made).pages:
            depth = 0
            content = sheet.get_contents()
            assert content is not None
            for _, operator in content.operations:
                depth += {b"BDC": 1, b"BMC": 1, b"EMC": -1}.get(operator, 0)
                assert depth in (0, 1)
                if operator in (b"Tj", b"TJ", b"'", b"Do", b"S", b"s", b"f", b"f*", b"B", b"b", b"B*"):
                    assert depth == 1, operator


def test_a_page_that_comes_again_is_a_form_with_a_word_for_it() -> None:
    one, many = pad(), pad(Printing(copies=100))
    nodes = tree(read_back(many))
    assert [alt for tag, alt in nodes if tag == "Figure"].count("once more") == 99
    assert len(many) < len(one) + 99 * 1200


needs_qpdf = pytest.mark.skipif(not shutil.which("qpdf"), reason="qpdf is not installed: apt-get install qpdf")
needs_poppler = pytest.mark.skipif(not shutil.which("pdfinfo"), reason="apt-get install poppler-utils")


@needs_qpdf
@pytest.mark.parametrize(
    ("printing", "back"),
    [
        (Printing(), ""),
        (Printing(per_page="card", copies=20), ""),
        (Printing(per_page="2", copies=5, duplex=True, offset=(1, 1)), "pad"),
    ],
    ids=["plain", "nine", "both sides"],
)
def test_qpdf_finds_nothing_wrong(printing: Printing, back: str, tmp_path: Path) -> None:
    file = tmp_path / "x.pdf"
    game = load("garden-dice")
    sheet = "aid" if printing.per_page == "card" else "pad"
    file.write_bytes(draw.pdf(make.imposed(game, sheet, Order(printing=printing), back), Document("x", "en")))
    done = subprocess.run(["qpdf", "--check", str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@needs_poppler
def test_poppler_reads_the_tree_with_its_words(tmp_path: Path) -> None:
    file = tmp_path / "x.pdf"
    file.write_bytes(pad())
    done = subprocess.run(["pdfinfo", "-struct-text", str(file)], capture_output=True, text=True, encoding="utf-8")
    told = [line.strip() for line in done.stdout.splitlines()]
    assert done.stderr == ""
    order = ["H1 (block)", '"Garden Dice"', "Table (block)", "/Scope /Row", '"Squash"', '"Eggplant"', '"Total"']
    places = [told.index(line) for line in order]
    assert places == sorted(places)
    assert not any("potager" in line for line in told), "the foot is decoration"


# -- the bytes


def test_the_same_pages_give_the_same_bytes() -> None:
    printing = Printing(per_page="2", copies=5)
    assert pad(printing) == pad(printing)


def test_another_process_gives_the_same_bytes(tmp_path: Path) -> None:
    for seed in ("1", "2"):
        subprocess.run(
            [sys.executable, "-m", "potager", "print", "garden-dice", "-o", str(tmp_path / seed), "--per-page", "2"],
            env={**os.environ, "PYTHONHASHSEED": seed, "XDG_CONFIG_HOME": str(tmp_path)},
            cwd=ROOT,
            check=True,
            capture_output=True,
        )
    one, two = (tmp_path / seed / "garden-dice-pad.pdf" for seed in ("1", "2"))
    assert one.read_bytes() == two.read_bytes()


def test_streams_are_compressed_and_without_an_ascii_layer() -> None:
    before = rl_config.useA85
    assert b"ASCII85" not in pad()
    assert rl_config.useA85 == before, "what others make with ReportLab is left as it was"


@pytest.mark.parametrize("failing", ["draw", "write", "replace"])
def test_an_older_file_outlives_a_failure_in_the_middle(
    failing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (file,) = make.write(load("garden-dice"), "pad", folder=tmp_path)
    older = file.read_bytes()

    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    if failing == "draw":
        monkeypatch.setattr(draw, "pdf", fail)
    elif failing == "write":
        monkeypatch.setattr(os, "fdopen", fail)
    else:
        monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError if failing == "draw" else UsageError, match="No space left"):
        make.write(load("garden-dice"), "pad", Order(theme="low-ink"), folder=tmp_path)
    assert file.read_bytes() == older
    assert [found.name for found in tmp_path.iterdir()] == [file.name]


# -- pictures of the pages


def test_pictures_have_a_hundred_dots_an_inch() -> None:
    pytest.importorskip("pypdfium2")
    from PIL import Image

    first, second = preview.pictures(pad(Printing(copies=2)))
    assert first == second
    assert Image.open(io.BytesIO(first)).size == pytest.approx((827, 1169), abs=2)


def test_without_its_library_png_says_what_to_type(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    with pytest.raises(UsageError, match=r"say: pip install potager\[png\]"):
        make.write(load("garden-dice"), "pad", Order(png=True), folder=tmp_path)
    assert not list(tmp_path.iterdir())


# -- what is not public in ReportLab, and used all the same


def test_reportlab_still_has_what_is_used_of_it() -> None:
    """When this fails after an update: read `_Canvas` in sheets/draw.py beside the new ReportLab."""
    canvas = Canvas(io.BytesIO(), invariant=1)
    assert isinstance(canvas._code, list)
    for name in ("Reference", "thisPageRef"):
        assert callable(getattr(canvas._doc, name))
    assert list(inspect.signature(Canvas._setAnnotations).parameters) == ["self", "page"]
    assert "self._setAnnotations(page)" in inspect.getsource(Canvas.showPage)
    assert "self._setAnnotations(form)" in inspect.getsource(Canvas.endForm)
    assert isinstance(pdfdoc.PDFPage.__NoDefault__, list)
    assert "rl_config.useA85" in inspect.getsource(pdfdoc.PDFPage)
    assert "rl_config.useA85" in inspect.getsource(pdfdoc.PDFFormXObject)
    given = [1, 2]
    array = pdfdoc.PDFArray(given)
    array.sequence.append(3)
    assert (array.sequence, given) == ([1, 2, 3], [1, 2])
    assert {"StructTreeRoot", "MarkInfo"} <= set(pdfdoc.PDFCatalog.__NoDefault__)
