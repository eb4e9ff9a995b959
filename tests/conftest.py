"""What holds for every test: nobody's own games, numbers or options are looked at."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer import testing

NOWHERE = Path(tempfile.gettempdir()) / "potager-tests-have-no-folder-of-their-own"

os.environ["POTAGER_RULES"] = str(NOWHERE)
os.environ["XDG_CONFIG_HOME"] = str(NOWHERE)  # also for the processes that tests start

# Typer makes all commands anew for every call of its runner; a thousand calls take the same ones.
testing._get_command = cache(testing._get_command)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One Chromium for all tests of a process; each takes a fresh context of it."""
    from tests.browser import chromium

    yield from chromium()
