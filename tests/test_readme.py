"""The README does what it says: its files are valid, its commands run, its output is what they print."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from scoring import yaml_file
from scoring.load import load

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
FRONT = "import sys; sys.argv[0] = 'potager'; from potager.cli import main; main()"


def blocks(word: str) -> list[str]:
    return re.findall(rf"```{word}\n(.*?)```", README, re.DOTALL)


def potager(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", FRONT, *arguments], cwd=folder, capture_output=True, text=True, encoding="utf-8"
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files of the README."""
    tally, house_rule = blocks("yaml")[1:3]
    (tmp_path / "evening.yaml").write_text(tally, encoding="utf-8")
    (tmp_path / "our-garden.yaml").write_text(house_rule, encoding="utf-8")
    return tmp_path


def test_the_lines_shown_are_those_of_the_rules() -> None:
    shown = yaml_file.parse(blocks("yaml")[0])["lines"].bare()
    real = load("garden-dice").node["lines"].bare()
    for id, line in shown.items():
        assert line.items() <= real[id].items()


def test_the_score_shown_is_the_score_printed() -> None:
    done = potager("score", "docs/garden-dice-example.yaml", folder=ROOT)
    assert done.returncode == 0
    assert done.stdout == blocks("text")[0]


def commands() -> list[str]:
    lines = [line.split("#")[0].strip() for block in blocks("sh") for line in block.splitlines()]
    return [line for line in lines if line.startswith("potager")]


def test_the_readme_has_its_commands() -> None:
    assert len(commands()) >= 8


@pytest.mark.parametrize("command", commands())
def test_every_command_runs_as_written(command: str, folder: Path) -> None:
    words = shlex.split(command.split(" > ")[0])[1:]
    done = potager(*words, folder=folder)
    if words == ["score", "garden-dice"]:
        assert done.returncode == 2, "it asks at a terminal, and there is none here"
        return
    assert done.returncode == 0, done.stderr
    assert done.stdout
    assert "Traceback" not in done.stderr


def test_the_house_rule_is_scored(folder: Path) -> None:
    done = potager("score", "evening.yaml", "-V", "our-garden.yaml", "--json", folder=folder)
    score = json.loads(done.stdout)
    assert score["variants"] == ["our-garden.yaml"]
    ann, bob = score["players"]
    assert list(ann["lines"]) == ["track", "unplanted", "sets", "groups"]
    assert ann["total"] == 58 - 15 + 0 + (10 + 15)
    assert (bob["total"], bob["lines"]["groups"]["as_given"]) == (61 + 15, True)


def test_make_names_the_two_commands() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in ("demo", "test", "check", "bench", "gallery"):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
