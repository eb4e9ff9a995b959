"""`potager check --watch`: looks and draws again on every save, until Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, Queue

import pytest

from tests.test_check import GAME

PATIENCE = 60  # seconds, for a busy machine; nothing is measured


class Watcher:
    """A running `potager check --watch`, and what it says."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "potager", "check", "--watch", "-o", "sheets", *arguments],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1]), "PYTHONUNBUFFERED": "1"},
        )
        self.said: Queue[str] = Queue()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.put(line.rstrip("\n"))

    def until(self, wanted: str) -> list[str]:
        """What it says up to a line that begins so."""
        heard = []
        try:
            while not heard or not heard[-1].startswith(wanted):
                heard.append(self.said.get(timeout=PATIENCE))
        except Empty:
            raise AssertionError(f"nobody said {wanted!r}, but {heard}") from None
        return heard


@pytest.fixture
def watcher(tmp_path: Path) -> Iterator[Watcher]:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    started = Watcher(tmp_path, "game.yaml")
    yield started
    started.process.kill()


def test_it_looks_and_draws_again_on_every_save(watcher: Watcher, tmp_path: Path) -> None:
    heard = watcher.until("Watching")
    assert "1 game: all well" in heard
    pad = next(Path(tmp_path, line) for line in heard if line.endswith("-pad.pdf"))
    before = pad.read_bytes()

    (tmp_path / "game.yaml").write_text(GAME.replace("of: pears", "of: paers"), encoding="utf-8")
    heard = watcher.until("1 problem")
    assert 'game.yaml:9:29: line "pears": there is no count "paers"; did you mean "pears"?' in heard
    assert pad.read_bytes() == before  # the last good sheet stays

    (tmp_path / "game.yaml").write_text(GAME.replace("label: Pears", "label: Quinces"), encoding="utf-8")
    watcher.until("1 game: all well")
    watcher.until(str(pad.relative_to(tmp_path)))
    assert pad.read_bytes() != before

    watcher.process.send_signal(signal.SIGINT)
    assert watcher.process.wait(PATIENCE) == 130
