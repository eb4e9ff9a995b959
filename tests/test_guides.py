"""The guides in docs/: every file, command, output and program in them is tried, in the order of the page.

A fence says what it is: `yaml NAME` is a file, `sh` commands, `text` what the last ones print (a line `…` stands for
any number of lines), `python` a program, and `text` after it what that prints.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

from potager.cli import app

DOCS = Path(__file__).parents[1] / "docs"
TESTED_ELSEWHERE = {"commands.md", "every-key.md"}
GUIDES = sorted(path for path in DOCS.glob("*.md") if path.name not in TESTED_ELSEWHERE)
FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.M | re.S)
EXITS = re.compile(r"#\s*exits with (\d+)\s*$")


class Block(NamedTuple):
    kind: str
    name: str
    text: str
    line: int


def blocks(page: str) -> list[Block]:
    return [Block(m[1], m[2] or "", m[3], page[: m.start()].count("\n") + 1) for m in FENCE.finditer(page)]


def command(line: str) -> str:
    """What a command of a guide prints, as a terminal shows it."""
    wanted = int(found[1]) if (found := EXITS.search(line)) else 0
    program, *arguments = shlex.split(line, comments=True)
    assert program == "potager", line
    text, *target = " ".join(map(shlex.quote, arguments)).split(" '>' ")
    result = CliRunner().invoke(app, shlex.split(text))
    assert result.exit_code == wanted, (line, result.output, result.exception)
    if target:
        Path(shlex.split(target[0])[0]).write_text(result.stdout, encoding="utf-8")
        return result.stderr
    return result.stderr + result.stdout


def same(printed: str, told: str) -> bool:
    """Whether a page tells what was printed; a line of its own with … stands for any lines."""
    pattern = re.escape(told.rstrip()).replace(re.escape("…\n"), r"(?:.*\n)*?").removesuffix(re.escape("\n…"))
    return re.fullmatch(pattern + (r"(?:\n.*)*" if told.rstrip().endswith("\n…") else ""), printed.rstrip()) is not None


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.stem)
def test_what_a_guide_shows_is_so(guide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    printed = ""
    names: dict[str, Any] = {"__name__": "guide"}
    for block in blocks(guide.read_text(encoding="utf-8")):
        if block.kind == "yaml" and block.name:
            file = tmp_path / block.name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, encoding="utf-8")
        elif block.kind == "sh":
            printed = "".join(command(line) for line in block.text.splitlines() if line.startswith("potager"))
        elif block.kind == "python":
            heard = io.StringIO()
            with contextlib.redirect_stdout(heard):
                exec(compile(block.text, f"{guide.name}:{block.line}", "exec"), names)
            printed = heard.getvalue()
        elif block.kind == "text":
            assert same(printed, block.text), f"{guide.name}:{block.line} tells otherwise:\n{printed}"


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.stem)
def test_every_yaml_of_a_guide_is_a_file_or_says_it_is_none(guide: Path) -> None:
    """A piece that is not tried would go stale."""
    bare = [
        block.line for block in blocks(guide.read_text(encoding="utf-8")) if block.kind == "yaml" and not block.name
    ]
    assert bare == []


def test_a_page_that_tells_otherwise_would_be_found() -> None:
    assert same("a\nb\n", "a\nb\n")
    assert same("a\nb\nc\n", "a\n…\nc\n")
    assert same("a\nb\nc\n", "a\n…\n")
    assert not same("a\nb\n", "a\nc\n")
    assert not same("a\nb\nd\n", "a\n…\nc\n")
