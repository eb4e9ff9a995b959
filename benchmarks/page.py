"""The offline page: how large it is, and how long a key takes in Chromium.

A key is timed inside the browser, from the tap to the finished layout, so neither the driver nor the screen counts.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import Table
from scoring.library import Library
from sheets import page

# Many keys in a full table: digits into the first number.
KEYS = """([names, variants]) => {
    state = newState(names, variants); begin();
    state.players.forEach((one) => ownCounts().forEach((count) => {
        const one_of = count.tick ? true : "2";
        one.counts[count.id] = count.list ? []
            : count.kinds ? Object.fromEntries(count.kinds.map((kind) => [kind.id, one_of])) : one_of;
    }));
    rebuild();
    const field = walk().find((one) => one.seat === 0 && one.type === "number");
    goTo(field.key);
    settings.moves = false;
    const took = [];
    for (let k = 0; k < 200; k += 1) {
        const from = performance.now();
        visit.fresh = true; press(String(k % 3));
        document.body.getBoundingClientRect();
        took.push(performance.now() - from);
    }
    took.sort((a, b) => a - b);
    return [took[100] / 1000, took[189] / 1000];
}"""


def tables() -> Iterator[Table]:
    ids = sorted(Library().games())
    made = {id: page.html([(id, [])]) for id in ids}
    sizes = {id: float(len(html.encode())) for id, html in made.items()}
    sizes["all five"] = float(len(page.html([(id, []) for id in ids]).encode()))
    about = "The whole file, every variant and language in it; fonts are those of the device."
    yield Table("Size of the offline page", about, sizes, ids[0], "kB")
    chromium = shutil.which("chromium")
    if chromium is None:
        return
    times: dict[str, float] = {}
    for id, html in made.items():
        middle, slow = keys(chromium, html)
        times[f"{id}, median"] = middle
        times[f"{id}, 95 of 100"] = slow
    about = "Four players, everything counted: scoring the table, every number on the screen, and the layout."
    yield Table("A key on the offline page", about, times, next(iter(times)))


def keys(chromium: str, html: str) -> tuple[float, float]:
    """Seconds for a key: the middle of 200, and what 95 of 100 stay below."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        file = Path(folder) / "page.html"
        file.write_text(html, encoding="utf-8")
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        tab = browser.new_page(viewport={"width": 360, "height": 740})
        tab.goto(file.as_uri())
        middle, slow = tab.evaluate(KEYS, [["Ann", "Bob", "Cleo", "Dan"], []])
        browser.close()
    return middle, slow
