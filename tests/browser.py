"""Real Chromium for the tests of the offline page: one browser for a session, a fresh context for each test.

Where there is no Chromium the tests are skipped and say what to type; in CI (`CI=true`) they fail.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

PHONE = {"width": 360, "height": 740}
CHROMIUM = next((found for name in ("chromium", "chromium-browser") if (found := shutil.which(name))), None)
WHAT_TO_TYPE = "Chromium is missing: apt-get install chromium"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


def chromium() -> Iterator[Any]:
    """The browser; for a fixture of the session."""
    if CHROMIUM is None:
        assert os.environ.get("CI") != "true", WHAT_TO_TYPE
        pytest.skip(WHAT_TO_TYPE)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


class Opened:
    """A page that is open, with everything that it complained of."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console", lambda said: self.complaints.append(said.text) if said.type in ("error", "warning") else None
        )

    def run(self, script: str, argument: Any = None) -> Any:
        return self.page.evaluate(script, argument)

    def key(self, *labels: str) -> None:
        """Taps on keys of the dock, by what stands on them."""
        for label in labels:
            if label in ("Next", "Result"):
                self.page.locator(".keys .next").click()
            elif label in ("Yes", "No"):
                self.page.locator(".keys .answer").nth(int(label == "Yes")).click()
            else:
                known = (f'[aria-label="{label}"]', f'[aria-label^="{label} "]', f'[aria-description="{label}"]')
                self.page.locator(", ".join(f".keys {one}" for one in known)).click()

    def text(self, selector: str) -> str:
        return str(self.page.locator(selector).first.inner_text())


@contextmanager
def opened(
    browser: Any, html: str, folder: Path, name: str = "page.html", after: str = "", **context: Any
) -> Iterator[Opened]:
    """The page, opened from disk as a person would; `after`: what follows in the address."""
    file = folder / name
    file.write_text(html, encoding="utf-8")
    made = browser.new_context(**{"viewport": PHONE, "accept_downloads": True, **context})
    try:
        page = Opened(made.new_page())
        page.page.goto(file.as_uri() + after)
        yield page
    finally:
        made.close()
