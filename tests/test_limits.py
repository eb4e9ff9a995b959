"""Hostile files: one short message each, in well under a second and 200 MB."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring import check
from tests import hostile

ROOT = Path(__file__).parents[1]

MEASURE = """
import json, pathlib, resource, sys, tempfile, time
from scoring import check
from scoring.library import Library
from tests import hostile
def most_memory():
    # ru_maxrss counts what the process that started this one had taken, too
    status = pathlib.Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    peak = [int(line.split()[1]) for line in lines if line.startswith("VmHWM")]
    return (peak[0] if peak else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) // 1024
with tempfile.TemporaryDirectory() as folder:
    for at, (name, make) in enumerate(getattr(hostile, sys.argv[1]).items()):
        rules = pathlib.Path(folder, str(at))
        texts = make()
        texts = {"file.yaml": texts} if isinstance(texts, str) else texts
        for path, text in texts.items():
            file = rules / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        start = time.process_time()
        problems = check.check([rules / next(iter(texts))], Library((rules,))).problems
        seconds = time.process_time() - start
        memory = most_memory()
        told = [str(problem).replace(folder, "") for problem in problems]
        print(json.dumps([name, seconds, memory, told]), flush=True)
"""


@pytest.mark.parametrize("group", ["GAMES", "TALLIES", "FOLDERS"])
def test_hostile_files_are_answered_quickly_and_briefly(group: str) -> None:
    """All of a group in one process of their own: seconds, most memory so far, messages."""
    run = subprocess.run(
        [sys.executable, "-c", MEASURE, group], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )
    assert run.returncode == 0, run.stderr[-2000:]
    rows: list[Any] = [json.loads(line) for line in run.stdout.splitlines()]
    assert [name for name, *_ in rows] == list(getattr(hostile, group))
    for name, seconds, memory, told in rows:
        assert seconds < 1, f"{name}: of the processor's time"
        assert memory < 200, name
        assert len(told) <= 101, name
        assert all(len(line) < 700 and "\n" not in line for line in told), name
        assert told or name in ("deep brackets", "numbers that are rules"), f"{name} does harm"


def test_a_long_chain_of_variants(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(f"{hostile.HEAD}{hostile.APPLES}lines:\n  a: {{kind: points, of: a}}\n")
    for at in range(40):
        base = "game.yaml" if at == 0 else f"v{at - 1}"
        (tmp_path / f"v{at}.yaml").write_text(f"extends: {base}\nlines:\n  a: {{label: Step {at}}}\n")
    assert not check.check([tmp_path / "v19.yaml"]).problems
    found = check.check([tmp_path / "v39.yaml"]).problems
    assert [problem.what for problem in found] == ["more than 20 variants extend one another"]


def test_a_file_without_an_end_is_not_read_to_the_end() -> None:
    endless = Path("/dev/zero")
    if not endless.exists():
        pytest.skip("no such device here")
    (problem,) = check.check([endless]).problems
    assert problem.what == "the file is larger than 1 MiB"
