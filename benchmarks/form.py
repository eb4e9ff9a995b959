"""The fillable pad: how large the file is, and how long a change takes in pdf.js.

A change is timed inside the browser, from the key that ends the typing until the total shows it.
"""

from __future__ import annotations

import shutil
import statistics
from collections.abc import Iterator

from benchmarks.measure import Table
from scoring.library import Library
from scoring.load import load
from sheets import draw, make
from sheets.imposition import Printing

CHANGE = """async ([name, total, text]) => {
    const field = document.getElementsByName(name)[0], sum = document.getElementsByName(total)[0], before = sum.value;
    field.focus();
    field.value = text;
    const from = performance.now();
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    while (sum.value === before && performance.now() - from < 5000) { await new Promise((go) => setTimeout(go, 0)); }
    return performance.now() - from;
}"""


def pads() -> dict[str, bytes]:
    made = {}
    for id in sorted(Library().games()):
        game = load(id)
        sheets = make.imposed(game, "pad", make.Order(players=4, printing=Printing(fillable=True)))
        made[id] = draw.pdf(sheets, draw.Document(game.title, "en"))
    return made


def tables() -> Iterator[Table]:
    made = pads()
    sizes = {id: float(len(pdf)) for id, pdf in made.items()}
    about = "A4, four players, colour; fonts, drawings, fields and the script."
    yield Table("Size of the fillable pad", about, sizes, next(iter(sizes)), "kB")
    from tools import pdfjs

    chromium = shutil.which("chromium")
    if chromium is None or not pdfjs.there():
        return
    from playwright.sync_api import sync_playwright

    from tests import viewer

    times: dict[str, float] = {}
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        with viewer.opened(browser, made["garden-dice"]) as form:
            for seat in (1, 2, 3, 4):
                form.type(f"p{seat}-track", "50")
                form.type(f"p{seat}-unplanted", "1")
                form.type(f"p{seat}-harvested-squash", "1")
            form.shows("total-4", "50")
            took = [form.page.evaluate(CHANGE, ["p1-track", "total-1", str(51 + at)]) for at in range(60)]
        browser.close()
    times["median"] = statistics.median(took) / 1000
    times["95 of 100"] = sorted(took)[56] / 1000
    about = "Garden Dice, four players, everything counted: from the key to the new total on the screen."
    yield Table("A change in the fillable pad, in pdf.js", about, times, "median", "ms")
