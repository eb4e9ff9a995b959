"""The fillable pad typed into in real viewers: pdf.js, which is Firefox's, and PDFium, which is Chromium's own."""

from __future__ import annotations

import io
from typing import Any

import pypdf
import pytest

from scoring.load import load
from sheets import draw, make
from sheets.placed import Copy, Page
from tests import viewer
from tests.test_form import FILLABLE, own_numbers, pdf

pytestmark = pytest.mark.browser


def own_places(id: str) -> list[str]:
    from scoring import javascript

    return list(javascript.printed(load(id)))


def test_numbers_of_the_own_copy_are_typed_once(browser: Any) -> None:
    game = load("harvest-dice")
    with viewer.opened(browser, pdf(game)) as form:
        for place, number in zip(own_places("harvest-dice"), own_numbers("harvest-dice", game), strict=True):
            form.type(f"own-{place.replace('.', '-')}", str(number))
        form.type("p1-pig", "12")
        first, second = own_numbers("harvest-dice", game)[:2]
        form.shows("p1-points-pig", str(first + second))


def test_what_cannot_be_is_refused_and_sums_may_be_typed_over(browser: Any) -> None:
    game = load("garden-dice", language="el")
    with viewer.opened(browser, pdf(game)) as form:
        form.type("p1-name", "Αλέξης 玩家 ő")
        form.type("p1-track", "30+28")
        form.field("p2-name").click()
        form.shows("p1-track", "58")  # left, it shows what it comes to
        form.shows("total-1", "58 …")
        form.type("p1-unplanted", "9")
        form.page.wait_for_timeout(300)
        assert len(form.said) == 1
        assert "9" in form.said[0]
        assert form.text("p1-unplanted") == ""
        form.type("p1-unplanted", "1")
        form.type("p1-harvested-squash", "3")
        form.shows("total-1", "68")
        form.type("p1-points-groups", "25")
        form.shows("total-1", "83")
        form.shows("p1-points-groups", "=25")
        form.type("p1-points-groups", "")
        form.shows("total-1", "68")
        saved = bytes(form.page.evaluate("async () => Array.from(await window.pdf.saveDocument())"))
        fields = pypdf.PdfReader(io.BytesIO(saved)).get_fields() or {}
        assert fields["p1-name"]["/V"] == "Αλέξης 玩家 ő"
        assert fields["total-1"]["/V"] == "68"
        form.page.locator(".pushButton a, .pushButton").first.click()
        form.shows("total-1", "")
        assert form.text("p1-name") == ""


PROBE = """
(function () {
  var compute = potagerForm.compute;
  potagerForm.compute = function () {
    compute();
    if (event.target.name === "say") { app.alert(["total-1", "place-1", "total-2", "place-2", "p1-points-sets"].map(
      function (name) { return getField(name).valueAsString; }).join(" | ")); }
  };
}());
"""
WIDTH, HEIGHT = 1000, 1414


def test_chromiums_own_viewer_adds_up(browser: Any) -> None:
    """It shows nothing of a form to a driver, so the file for this test tells its totals in a message."""
    sheets = make.imposed(load("garden-dice"), "pad", make.Order(printing=FILLABLE))
    page = sheets[0].copies[0].page
    probed = (sheets[0].but(copies=(Copy(page.but(script=page.script + PROBE), 0, 0),)),)
    said: list[str] = []
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT})
    try:
        with viewer.served(draw.pdf(probed, draw.Document("probe", "en"))) as address:
            opened = context.new_page()
            opened.on("dialog", lambda dialog: (said.append(dialog.message), dialog.accept()))
            opened.goto(f"{address}form.pdf#toolbar=0&navpanes=0&view=Fit")
            opened.wait_for_timeout(2500)

            def quiet(before: int) -> None:
                """Wait until something new was told, and then nothing for a while: a message swallows keys."""
                for _ in range(60):
                    if len(said) > before:
                        break
                    opened.wait_for_timeout(50)
                last = -1
                while len(said) != last:
                    last = len(said)
                    opened.wait_for_timeout(400)

            def told(name: str, text: str, wanted: str = "") -> None:
                """Type into a field, and wait for what is told then."""
                before = len(said)
                opened.mouse.click(*middle(page, name))
                opened.wait_for_timeout(150)
                if text:
                    opened.keyboard.press("Control+A")
                    opened.keyboard.type(text, delay=15)
                    opened.keyboard.press("Tab")
                quiet(before)
                assert wanted in ("", said[-1]), f"{name}: {said[before:]}, not {wanted}"

            told("p1-name", "Ann")
            for text in ("58", "4"):  # the Tab key goes down the player's column
                before = len(said)
                opened.keyboard.type(text, delay=15)
                opened.keyboard.press("Tab")
                quiet(before)
            for kind, many in {"squash": 2, "carrot": 3, "tomato": "2+2", "artichoke": 2, "eggplant": 2}.items():
                told(f"p1-harvested-{kind}", str(many))
            told("p1-sun", "", "103 | 1. |  |  | 30")
            told("p2-unplanted", "9", "Player 2: Unplanted seed tiles: 9 is more than 8")
            told("p2-unplanted", "1")
            told("p2-track", "40")
            told("p2-harvested-squash", "3", "103 | 1. | 50 | 2. | 30")
            told("p1-points-sets", "45", "118 | 1. | 50 | 2. | =45")
    finally:
        context.close()


def middle(page: Page, name: str) -> tuple[float, float]:
    """Where a field is, in a window that holds the whole page."""
    field = next(field for field in page.fields if field.name == name)
    x, y = field.x + field.width / 2, field.y + field.height / 2
    return x / page.width * WIDTH, y / page.height * HEIGHT
