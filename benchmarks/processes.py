"""What a person waits for: whole commands as processes, and loading a game."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.measure import Table, in_turns
from scoring import load, resources, yaml_file

ROOT = Path(__file__).parents[1]
BARE = "import typer, yaml, pydantic; pydantic.BaseModel"
FRONT = "import sys; sys.argv[0] = 'potager'; from potager.cli import main; main()"


def run(*command: str) -> Callable[[], object]:
    """A process as people start it: with Python's usual cache of compiled modules."""
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return lambda: subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=usual, check=True, stdout=subprocess.DEVNULL
    )


def tables() -> Iterator[Table]:
    tally = str(ROOT / "docs" / "garden-dice-example.yaml")
    with tempfile.TemporaryDirectory() as folder:
        yield Table(
            "Commands as processes",
            "From pressing Enter to the prompt, in a warm file cache.",
            in_turns(
                {
                    "python -c pass": run("-c", "pass"),
                    "only importing typer, yaml and pydantic": run(
                        "-c", "import typer, yaml, pydantic; pydantic.BaseModel"
                    ),
                    "potager --help": run("-c", FRONT, "--help"),
                    "potager games": run("-c", FRONT, "games"),
                    "potager score TALLY": run("-c", FRONT, "score", tally),
                    "potager print garden-dice pad": run("-c", FRONT, "print", "garden-dice", "pad", "-o", folder),
                },
                rounds=11,
            ),
            "only importing typer, yaml and pydantic",
            unit="ms",
        )
    file = resources.folder("rules_data") / "garden-dice" / "game.yaml"
    raw = file.read_bytes()
    load.load("garden-dice")
    yield Table(
        "Loading a game",
        "Garden Dice, in a running process: reading its YAML strictly, every line known; and all the way to a game.",
        in_turns(
            {
                "reading the YAML": lambda: yaml_file.parse(raw),
                "the whole game": lambda: load.load("garden-dice"),
                "the whole game, with a variant": lambda: load.load("garden-dice", ["family"]),
            },
            rounds=15,
        ),
        "reading the YAML",
    )
