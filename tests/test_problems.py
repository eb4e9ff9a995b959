"""The catalogue of messages: each broken file in `problems/` beside the exact text that it gives.

`NAME.yaml` (or a folder `NAME/` of several files) stands beside `NAME.txt`. After a change of wording
`python -m tests.test_problems` writes every text anew: then look at the difference, as a player would.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scoring import check

FOLDER = Path(__file__).parent / "problems"
CASES = sorted(path for path in FOLDER.iterdir() if path.suffix == ".yaml" or path.is_dir())


def told(case: Path) -> str:
    """Every problem of a file or folder, named as a person in its folder would name it."""
    before = Path.cwd()
    os.chdir(FOLDER)
    try:
        found = check.check([Path(case.name)])
    finally:
        os.chdir(before)
    return "".join(f"{problem}\n" for problem in found.problems)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_a_broken_file_gives_its_message(case: Path) -> None:
    assert told(case) == case.with_suffix(".txt").read_text(encoding="utf-8")


def rewrite() -> None:
    for case in CASES:
        case.with_suffix(".txt").write_text(told(case), encoding="utf-8")


if __name__ == "__main__":
    rewrite()
