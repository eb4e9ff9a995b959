"""pdf.js with its scripting, in real Chromium, served on loopback: a form as Firefox shows it."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tools import pdfjs

PAGE = """<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/pdfjs/web/pdf_viewer.css">
<style>body{margin:0;background:#777}#box{position:absolute;inset:0;overflow:auto}</style>
<div id="box"><div id="viewer" class="pdfViewer"></div></div>
<script type="module">
import * as pdfjs from "/pdfjs/build/pdf.mjs";
globalThis.pdfjsLib = pdfjs;
const { EventBus, PDFLinkService, PDFScriptingManager, PDFViewer } = await import("/pdfjs/web/pdf_viewer.mjs");
pdfjs.GlobalWorkerOptions.workerSrc = "/pdfjs/build/pdf.worker.mjs";
const eventBus = new EventBus(), linkService = new PDFLinkService({ eventBus });
const scriptingManager = new PDFScriptingManager({ eventBus, sandboxBundleSrc: "/pdfjs/build/pdf.sandbox.mjs" });
const viewer = new PDFViewer({ container: document.getElementById("box"), eventBus, linkService, scriptingManager });
linkService.setViewer(viewer);
scriptingManager.setViewer(viewer);
eventBus.on("pagesinit", () => { viewer.currentScaleValue = "page-width"; });
eventBus.on("sandboxcreated", () => { window.ready = true; });
const pdf = await pdfjs.getDocument({ url: "/form.pdf", enableXfa: true,
  standardFontDataUrl: "/pdfjs/standard_fonts/" }).promise;
window.pdf = pdf;
viewer.setDocument(pdf);
linkService.setDocument(pdf, null);
window.value = async (name) => {
  const found = (await pdf.getFieldObjects())[name].map((one) => one.id);
  return pdf.annotationStorage.getRawValue(found.at(-1))?.value;
};
</script>"""


class _Served(SimpleHTTPRequestHandler):
    pdf = b""

    def do_GET(self) -> None:
        path = self.path.split("?")[0]
        if path == "/":
            return self.give(PAGE.encode(), "text/html")
        if path == "/form.pdf":
            return self.give(self.pdf, "application/pdf")
        file = (pdfjs.folder() / path.removeprefix("/pdfjs/")).resolve()
        if not file.is_relative_to(pdfjs.folder().resolve()) or not file.is_file():
            return self.send_error(404)
        kinds = {".mjs": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
        return self.give(file.read_bytes(), kinds.get(file.suffix, "application/octet-stream"))

    def give(self, content: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def served(pdf: bytes) -> Iterator[str]:
    """The address of a viewer with a form."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Served", (_Served,), {"pdf": pdf}))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


class Viewer:
    """A form that is open in pdf.js."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.said: list[str] = []
        page.on("dialog", self.answer)

    def answer(self, dialog: Any) -> None:
        self.said.append(dialog.message)
        dialog.accept()

    def field(self, name: str) -> Any:
        return self.page.locator(f'[name="{name}"]')

    def type(self, name: str, text: str) -> None:
        field = self.field(name)
        if text in ("Yes", "Off"):
            if field.is_checked() != (text == "Yes"):
                field.click()
            return
        field.click()
        field.fill("")
        field.press_sequentially(text, delay=4)
        field.press("Enter")

    def text(self, name: str) -> str:
        return str(self.field(name).input_value())

    def shows(self, name: str, text: str) -> None:
        """Wait until a field shows a text; scripts run beside the page."""
        wanted = "([name, text]) => document.getElementsByName(name)[0].value === text"
        try:
            self.page.wait_for_function(wanted, arg=[name, text], timeout=5000)
        except Exception:
            raise AssertionError(f"{name} shows {self.text(name)!r}, not {text!r}; said: {self.said}") from None


@contextmanager
def opened(browser: Any, pdf: bytes, width: int = 1280, height: int = 1700) -> Iterator[Viewer]:
    """The form in pdf.js; skipped where it was not fetched, but never in CI."""
    if not pdfjs.there():
        assert os.environ.get("CI") != "true", pdfjs.WHAT_TO_TYPE
        pytest.skip(pdfjs.WHAT_TO_TYPE)
    context = browser.new_context(viewport={"width": width, "height": height})
    try:
        with served(pdf) as address:
            page = context.new_page()
            page.set_default_timeout(20_000)
            viewer = Viewer(page)
            page.goto(address)
            page.wait_for_function("() => window.ready && document.querySelector('.annotationLayer input')")
            yield viewer
    finally:
        context.close()
