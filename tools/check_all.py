"""Every sheet that can be asked for, drawn and read back: `make check-all`. Takes long, and is no part of CI.

`python -m tools.check_all GAME …` looks at some games only.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from scoring.errors import UsageError
from scoring.load import load
from sheets import make
from sheets.placed import faults
from sheets.style import PAPERS, THEMES
from tests.reading import Asked, drawn, games, unclean, wrong

loaded = lru_cache(load)


class Kind(NamedTuple):
    """One sheet of a game with its variants, for any paper, theme and number of players."""

    id: str
    variants: tuple[str, ...]
    sheet: str

    def asked(self) -> list[Asked]:
        """All that the command allows."""
        seats = range(1, loaded(self.id, self.variants).rules.players.most + 1)
        papers = [paper.name for paper in PAPERS.values()]
        return [Asked(*self, *one) for one in product(papers, THEMES, seats)]


class Found(NamedTuple):
    """What looking over one kind of sheet came to."""

    asked: int
    refused: int
    faults: list[str]


def kinds(ids: list[str]) -> list[Kind]:
    """Every kind of sheet, of some games or of all."""
    return [
        Kind(id, variants, sheet)
        for id, variants in games()
        if not ids or id in ids
        for sheet in make.sheets(loaded(id, variants))
    ]


def look_over(kind: Kind) -> Found:
    """Draw everything that can be asked for, and read it back; what does not fit must say where it would."""
    refused, bad = 0, []
    files: dict[bytes, tuple[Path, Asked]] = {}  # many sheets are the same for any number of players
    with tempfile.TemporaryDirectory() as scratch:
        asked = kind.asked()
        for one in asked:
            try:
                made, laid = drawn(loaded(one.id, one.variants), one)
            except UsageError as error:
                (problem,) = error.problems
                refused += 1
                if "does not fit" not in problem.what or not problem.hint.startswith("it fits on"):
                    bad.append(f"{one}: {error}")
                continue
            digest = hashlib.sha256(made).digest()
            if digest in files:
                continue
            file = Path(scratch) / f"{len(files)}.pdf"
            file.write_bytes(made)
            files[digest] = file, one
            pages = [copy.page for sheet in laid for copy in sheet.copies]
            bad += [f"{one}: {fault}" for page in pages for fault in faults(page)]
            bad += [f"{one}: {fault}" for fault in wrong(made, laid)]
        names = {str(file): one for file, one in files.values()}
        bad += [f"{line} {names.get(line.removeprefix('wrong: '), '')}" for line in unclean([*map(Path, names)])]
    return Found(len(asked), refused, bad)


def main() -> None:
    if shutil.which("qpdf") is None:
        sys.exit("qpdf is missing: sudo apt-get install qpdf")
    waiting = kinds(sys.argv[1:])
    everything = sum(len(kind.asked()) for kind in waiting)
    asked = refused = bad = 0
    with ProcessPoolExecutor() as workers:
        for found in workers.map(look_over, waiting):
            asked, refused, bad = asked + found.asked, refused + found.refused, bad + len(found.faults)
            for fault in found.faults:
                print(f"\n{fault}")
            print(f"\r{asked} of {everything}, {refused} do not fit, {bad} faults", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    sys.exit(f"{bad} faults" if bad else None)


if __name__ == "__main__":
    main()
