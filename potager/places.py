"""Where the system keeps what belongs to a person: their options, and their own games and numbers.

Six lines of our own: the library for this takes longer to import than a score to compute.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path


def options() -> Path | None:
    """The folder for options; None where nobody has a home."""
    return _folder("APPDATA", "AppData/Roaming", "XDG_CONFIG_HOME", ".config")


def data() -> Path | None:
    """The folder for games and numbers."""
    return _folder("LOCALAPPDATA", "AppData/Local", "XDG_DATA_HOME", ".local/share")


def _folder(windows: str, under_windows: str, variable: str, under_home: str) -> Path | None:
    try:
        if sys.platform == "win32":
            base = Path(os.environ.get(windows) or Path.home() / under_windows)
        elif sys.platform == "darwin":
            base = Path.home() / "Library/Application Support"
        else:
            named = os.environ.get(variable, "")
            base = Path(named) if os.path.isabs(named) else Path.home() / under_home
    except RuntimeError:
        return None
    return base / "potager"
