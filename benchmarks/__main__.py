"""Measures everything, and writes the tables of benchmarks/README.md."""

from __future__ import annotations

import os
import platform
import sys
from datetime import date
from pathlib import Path

from benchmarks import form, page, printing, processes, scoring_speed
from benchmarks.measure import Table

HERE = Path(__file__).parent


def main() -> None:
    tables = [*scoring_speed.tables(), *processes.tables(), *printing.tables(), *page.tables(), *form.tables()]
    text = document(tables)
    (HERE / "README.md").write_text(text, encoding="utf-8")
    print(text)


def machine() -> str:
    cpu = "an unnamed processor"
    info = Path("/proc/cpuinfo")
    if info.exists():
        named = [
            line.split(":", 1)[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")
        ]
        cpu = named[0] if named else cpu
    return f"{os.cpu_count()} cores of {cpu}, {platform.system()}, Python {platform.python_version()}"


def document(tables: list[Table]) -> str:
    parts = [
        "# Benchmarks",
        "",
        "Written by `make bench`. Times wander between runs and machines, so read the ratios: all ways of a",
        "table were measured in turns in one run, and each figure is the best of its rounds.",
        "",
        f"Measured {date.today().isoformat()} on {machine()}.",
    ]
    for table in tables:
        parts += ["", table.markdown()]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.exit(main())
