"""Files for a person, texts and sheets: written whole beside their place, and put there at once."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from scoring.errors import Mark, Problem, UsageError


def put(content: str | bytes, path: Path) -> None:
    """Write a file; an older one stays until the new one is whole. Raises OSError."""
    whole = content.encode() if isinstance(content, str) else content
    descriptor, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.absolute().parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(whole)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(beside, 0o666 & ~mask)
        os.replace(beside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise


def keep(content: str | bytes, path: Path) -> Path:
    """The same for a command; its folder is made when missing. Raises UsageError when it cannot be written."""
    if os.path.isfile(path.parent):
        hint = "name a folder, or one that is not there yet"
        raise UsageError(Problem("this is a file, and nothing can be put into it", Mark(str(path.parent)), hint))
    try:
        path.absolute().parent.mkdir(parents=True, exist_ok=True)
        put(content, path)
        return path
    except (OSError, ValueError) as error:
        what = f"it cannot be written: {getattr(error, 'strerror', None) or 'this cannot be the name of a file'}"
        raise UsageError(Problem(what, Mark(str(path)))) from None


def keep_new(content: str | bytes, path: Path) -> Path:
    """The same, never in the place of another file."""
    if os.path.lexists(path):
        raise UsageError(
            Problem("there is such a file already", Mark(str(path)), "nothing was changed; take another name")
        )
    return keep(content, path)
