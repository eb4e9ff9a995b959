"""Text files for a person: written whole beside their place, and put there at once."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from scoring.errors import Mark, Problem, UsageError


def put(text: str, path: Path) -> None:
    """Write a file; an older one stays until the new one is whole. Raises OSError."""
    descriptor, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.absolute().parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(beside, 0o666 & ~mask)
        os.replace(beside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise


def keep(text: str, path: Path) -> None:
    """The same for a command; its folder is made when missing. Raises UsageError when it cannot be written."""
    try:
        path.absolute().parent.mkdir(parents=True, exist_ok=True)
        put(text, path)
    except (OSError, ValueError) as error:
        what = f"it cannot be written: {getattr(error, 'strerror', None) or 'this cannot be the name of a file'}"
        raise UsageError(Problem(what, Mark(str(path)))) from None


def keep_new(text: str, path: Path) -> None:
    """The same, never in the place of another file."""
    if os.path.lexists(path):
        raise UsageError(
            Problem("there is such a file already", Mark(str(path)), "nothing was changed; take another name")
        )
    keep(text, path)
