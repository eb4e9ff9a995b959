"""How `potager check` tells what it found: every problem with the line it stands in; and again on every save."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path

from scoring import check as checks
from scoring import excerpt
from scoring.check import Checked
from scoring.errors import PotagerError, Problem
from scoring.game import Game
from scoring.library import Library


def look(paths: Sequence[Path], library: Library) -> Checked:
    """Look over rules and tallies, with what only sheets know: drawings and blocks."""
    from sheets import blocks, icons

    return checks.check(paths, library, icons.known(), blocks.look_over)


def lines(found: Checked) -> Iterator[str]:
    """What a person reads: notes, problems with their line and a caret, tables of examples that fail, a count."""
    for note in found.notes:
        yield f"{note} (a note)"
    tabled = {one.problem(outcome.example.id) for outcome in found.failed for one in outcome.differences}
    for problem in found.problems:
        if problem not in tabled:
            yield with_line(problem)
    for outcome in found.failed:
        yield outcome.as_table()
    if len(found.problems) > 1 or (found.problems and found.said):
        many = "s" if len(found.problems) > 1 else ""
        yield f"{len(found.problems)} problem{many}{f' in {found.said}' if found.said else ''}."


def with_line(problem: Problem) -> str:
    """A problem, the line it stands in, and a caret under the place."""
    seen = excerpt.excerpt(problem.mark)
    return f"{problem}\n{seen}" if seen else str(problem)


def well(found: Checked) -> str:
    """One line when there is nothing to mend."""
    return f"{found.said}: all well" if found.said else "nothing to look over"


def watch(paths: Sequence[Path], library: Library, render: Callable[[Game], Sequence[Path]]) -> None:
    """Look over and draw now, and again whenever a file is saved, until Ctrl-C.

    `render` draws the sheets of a game or variant and gives the files it wrote. At first everything that is named is
    drawn (of a folder nothing: it may hold many games), later what was saved.
    """
    from watchfiles import watch as saved

    folders = {path if path.is_dir() else path.parent for path in map(Path.resolve, paths)}
    begun = False
    for changes in saved(
        *folders,
        watch_filter=lambda _, name: name.endswith((".yaml", ".yml", ".json")),
        rust_timeout=300,
        yield_on_timeout=True,  # once it listens, so that no save is missed
    ):
        if not begun:
            _round(paths, library, render, {path.resolve() for path in paths})
            print("Watching for changes; Ctrl-C ends.", file=sys.stderr)
            begun = True
        if changes:
            print(f"\n{datetime.now():%H:%M:%S}  saved: {', '.join(sorted({Path(name).name for _, name in changes}))}")
            _round(paths, library, render, {Path(name).resolve() for _, name in changes})


def _round(
    paths: Sequence[Path], library: Library, render: Callable[[Game], Sequence[Path]], changed: set[Path]
) -> None:
    excerpt.forget()
    try:
        found = look(paths, library)
        for line in lines(found):
            print(line, file=sys.stderr)
        if not found.problems:
            print(well(found), flush=True)
        for file, game in found.rules.items():
            if file.resolve() in changed:
                for written in render(game):
                    print(written)
    except PotagerError as error:  # a file that is just being written, or a sheet that does not fit
        for problem in error.problems:
            print(problem, file=sys.stderr)
    sys.stdout.flush()
