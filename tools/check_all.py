"""Every sheet that can be asked for, drawn and read back: `make check-all`. Takes long, and is no part of CI."""

from __future__ import annotations

import hashlib
import shutil
import sys
import tempfile
from pathlib import Path

from scoring.errors import UsageError
from scoring.load import load
from sheets import make
from sheets.placed import faults
from sheets.style import PAPERS, THEMES
from tests.reading import Asked, drawn, games, unclean, wrong


def everything() -> list[Asked]:
    """All that the command allows."""
    return [
        Asked(id, variants, sheet, paper.name, theme, players)
        for id, variants in games()
        for game in (load(id, variants),)
        for sheet in make.sheets(game)
        for paper in PAPERS.values()
        for theme in THEMES
        for players in range(1, game.rules.players.most + 1)
    ]


def look_over(asked: Asked, file: Path, seen: set[bytes]) -> list[str] | None:
    """What is wrong with one sheet, which is written to a file; None when it does not fit and says so.

    `seen`: what was looked over before; many sheets are the same for any number of players.
    """
    try:
        made, laid = drawn(load(asked.id, asked.variants), asked)
    except UsageError as refused:
        (problem,) = refused.problems
        well = "does not fit" in problem.what and problem.hint.startswith("it fits on")
        return None if well else [str(refused)]
    digest = hashlib.sha256(made).digest()
    if digest in seen:
        return []
    seen.add(digest)
    file.write_bytes(made)
    return [fault for sheet in laid for copy in sheet.copies for fault in faults(copy.page)] + wrong(made, laid)


def main() -> None:
    if shutil.which("qpdf") is None:
        sys.exit("qpdf is missing: sudo apt-get install qpdf")
    asked = everything()
    bad = refused = 0
    with tempfile.TemporaryDirectory() as scratch:
        waiting: dict[str, Asked] = {}
        seen: set[bytes] = set()
        for at, one in enumerate(asked, 1):
            file = Path(scratch) / f"{at}.pdf"
            found = look_over(one, file, seen)
            refused += found is None
            if file.exists():
                waiting[str(file)] = one
            if found:
                bad += 1
                print(f"\n{one}: {'; '.join(found)}")
            print(f"\r{at} of {len(asked)}, {refused} do not fit, {bad} wrong", end="", file=sys.stderr, flush=True)
            if waiting and (len(waiting) == 200 or at == len(asked)):
                told = unclean([Path(name) for name in waiting])
                bad += sum(line.startswith("wrong: ") for line in told)
                for line in told:
                    print(f"\n{line} {waiting.get(line.removeprefix('wrong: '), '')}")
                for name in waiting:
                    Path(name).unlink()
                waiting.clear()
    print(file=sys.stderr)
    sys.exit(f"{bad} sheets are wrong" if bad else None)


if __name__ == "__main__":
    main()
