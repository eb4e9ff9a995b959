"""A PDF → pictures of its pages, for looking at on a screen. Needs pypdfium2, which is an extra."""

from __future__ import annotations

import io
from collections.abc import Iterator
from types import ModuleType

from scoring.errors import Problem, UsageError

DPI = 100


def renderer() -> ModuleType:
    """The library that draws PDFs. Raises UsageError when it is not installed."""
    try:
        import pypdfium2
    except ImportError:
        raise UsageError(
            Problem("--png needs a library that is not installed", None, "say: pip install potager[png]")
        ) from None
    module: ModuleType = pypdfium2
    return module


def pictures(pdf: bytes, dpi: int = DPI) -> Iterator[bytes]:
    """Each page as a PNG."""
    document = renderer().PdfDocument(pdf)
    try:
        document.init_forms()  # before any page is opened, else fields cannot be seen
        for page in document:
            buffer = io.BytesIO()
            page.render(scale=dpi / 72).to_pil().save(buffer, "PNG")
            yield buffer.getvalue()
    finally:
        document.close()
