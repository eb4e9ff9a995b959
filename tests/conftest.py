"""What holds for every test: nobody's own games, numbers or options are looked at."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

NOWHERE = Path(tempfile.gettempdir()) / "potager-tests-have-no-folder-of-their-own"

os.environ["POTAGER_RULES"] = str(NOWHERE)
os.environ["XDG_CONFIG_HOME"] = str(NOWHERE)  # also for the processes that tests start
