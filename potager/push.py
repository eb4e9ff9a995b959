"""Takes a result to BG Stats: as a link, as a QR code to point a phone at, or as a file when it is long."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from scoring import bgstats
from scoring.score import ScoreTable
from scoring.written import keep

LONGEST_QR = 1_200  # letters of a link; denser codes are hard to read off a screen
LONGEST_LINK = 2_000  # longer ones are cut by some programs


def lines(table: ScoreTable, folder: Path, columns: int, when: datetime | None = None) -> Iterator[str]:
    """What to print: the link and its QR code, or the path of a picture of it where the terminal has too few columns.

    Of a long table the path of a file with the play. Files are written into the folder.
    """
    record = bgstats.play(table, when or datetime.now().astimezone())
    link = bgstats.link(record)
    words = table.game.words
    if len(link) > LONGEST_LINK:
        file = folder / f"{table.game.id}-bgstats.json"
        keep(json.dumps(record, ensure_ascii=False, indent=2) + "\n", file)
        yield words.say("bgstats.file", file=str(file))
        return
    yield words.say("bgstats.link")
    yield link
    if len(link) <= LONGEST_QR:
        import segno

        code = segno.make(link, error="l", micro=False)
        if code.symbol_size()[0] <= columns:
            drawn = io.StringIO()
            code.terminal(drawn, compact=True)
            yield drawn.getvalue().rstrip("\n")
        else:
            svg = io.BytesIO()
            code.save(svg, kind="svg", scale=4)
            file = folder / f"{table.game.id}-bgstats.svg"
            keep(svg.getvalue().decode(), file)
            yield str(file)
