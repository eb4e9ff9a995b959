"""ScoreTable → what a person reads: a table with the working, the places, one sentence on who won and why.

Plain text is put together here, so that `potager score` need not wait for a template engine; Markdown and HTML come
from `templates/report.md.j2` and `report.html.j2`, and hold the same rows and sentences.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from scoring import resources
from scoring.frozen import Frozen
from scoring.score import ScoreTable, ScoreWarning
from scoring.words import Catalogue, signed

if TYPE_CHECKING:
    from jinja2 import Environment


class Row(Frozen):
    """One row of the report: a label and a cell for every player."""

    label: str
    cells: tuple[str, ...]
    kind: str = "line"  # round, line, total, tie, place


class Report(Frozen):
    """Everything a report says, ready for any form."""

    title: str
    subtitle: str
    heading: str  # both in one line
    players: tuple[str, ...]
    rows: tuple[Row, ...]
    sentence: str
    notes: tuple[str, ...]
    warnings: tuple[str, ...]


def report(table: ScoreTable) -> Report:
    """The words and cells of a finished game."""
    game, words = table.game, table.game.words
    players = table.players
    rows = []
    for id, line in game.lines.items():
        cells = [player.lines[id].working + ("*" if player.lines[id].as_given else "") for player in players]
        rows.append(Row(line.label, tuple(cells)))
    longest = max((len(player.rounds) for player in players), default=0)
    rounds = [
        Row(
            game.round(at + 1),
            tuple(signed(player.rounds[at]) if at < len(player.rounds) else "" for player in players),
            "round",
        )
        for at in range(longest)
    ]
    rows[:0] = rounds
    rows.append(Row(words.say("report.total"), tuple(signed(player.total) for player in players), "total"))
    for id in shown_ties(table):
        label = words.say("report.tie", label=game.ties[id].label)
        values = [player.ties[id] for player in players]
        compared = _compared(table)
        cells = [
            signed(value) if value is not None and player.name in compared else ""
            for value, player in zip(values, players, strict=True)
        ]
        rows.append(Row(label, tuple(cells), "tie"))
    if len(players) > 1:
        rows.append(Row(words.say("report.place"), tuple(str(player.place) for player in players), "place"))
    notes = []
    if any(line.as_given for player in players for line in player.lines.values()):
        notes.append(words.say("report.as_given"))
    if game.numbers:
        notes.append(words.say("report.numbers", numbers=tuple(game.numbers)))
    variants = [variant.title for variant in game.variants]
    return Report(
        game.title,
        words.filled(tuple(variants)),
        words.say("report.heading", title=game.title, variants=tuple(variants)) if variants else game.title,
        tuple(called(player.name, player.members, words) for player in players),
        tuple(rows),
        sentence(table),
        tuple(notes),
        tuple(
            words.say("report.please", warning=words.say("report.warning"), message=_told(warning, words))
            for warning in table.warnings
        ),
    )


def called(name: str, members: Sequence[str], words: Catalogue) -> str:
    """A player; a team with its members."""
    return words.say("report.team", name=name, members=tuple(members)) if members else name


def _told(warning: ScoreWarning, words: Catalogue) -> str:
    """A warning, with the player it is about."""
    if not warning.player:
        return warning.message
    return words.say("report.of_player", name=warning.player, message=warning.message)


def shown_ties(table: ScoreTable) -> list[str]:
    """The ties that were looked at: up to the one that decided, or all of them for a shared victory."""
    ties = list(table.game.ties)
    if table.decided_by in ties:
        return ties[: ties.index(table.decided_by) + 1]
    if table.decided_by == "shared":
        return ties
    totals = [player.total for player in table.players]
    return ties[:1] if len(set(totals)) < len(totals) and table.decided_by == "total" else []


def _compared(table: ScoreTable) -> set[str]:
    """Players whose total somebody else has too."""
    totals = [player.total for player in table.players]
    return {player.name for player in table.players if totals.count(player.total) > 1}


def sentence(table: ScoreTable) -> str:
    """Who won, and why, in one sentence."""
    game, words, names = table.game, table.game.words, table.winners
    first = [player for player in table.players if player.place == 1]
    blanks: dict[str, Any] = {
        "name": words.listed(names or [player.name for player in first]),
        "points": first[0].total,
    }
    if game.goal is not None:
        key = "result.goal" if table.decided_by == "goal" else "result.goal_open"
        several = "_several" if len(names or first) > 1 else ""
        return words.say(key + several, goal=game.rules.goal or 0, **blanks)
    if table.verdict is not None:
        band = next((band.label for band in game.verdicts if band.id == table.verdict), "")
        key = {"win": "result.win", "lose": "result.lose"}.get(table.verdict, "result.band")
        return words.say(key, band=band, **blanks)
    if len(table.players) == 1:
        return words.say("result.alone", **blanks)
    if table.decided_by == "total":
        behind = [player for player in table.players if player.place == 2]
        gap = abs(first[0].total - behind[0].total)
        return words.say("result.total", gap=gap, others=words.listed([player.name for player in behind]), **blanks)
    tied = [player for player in table.players if player.total == first[0].total]
    if table.decided_by == "shared":
        labels = [tie.label for tie in game.ties.values()]
        key = "result.shared" if labels else "result.shared_no_tie_break"
        return words.say(key, labels=words.listed(labels), **blanks)
    id = str(table.decided_by)
    earlier = list(game.ties)[: list(game.ties).index(id)]  # who lost one of these is out of the running
    level = [player for player in tied if all(player.ties[tie] == first[0].ties[tie] for tie in earlier)]
    compared = sorted((player for player in level if player.ties[id] is not None), key=lambda player: player.place)
    values = [words.say("result.value", name=player.name, value=player.ties[id] or 0) for player in compared]
    return words.say(
        "result.tie",
        names=words.listed([player.name for player in tied]),
        label=game.ties[id].label,
        values=tuple(values),
        **blanks,
    )


# -- plain text


def text(table: ScoreTable, width: int | None = None) -> str:
    """The report as plain text; `width`: columns of the screen, None when nobody looks through one."""
    told = report(table)
    lines = [told.heading, ""]
    grid = _grid(told)
    if width is not None and any(wide(line) > width for line in grid):
        grid = _one_by_one(told)
    lines += grid
    lines += ["", told.sentence]
    lines += [f"* {note}" if note == told.notes[0] and _given(table) else note for note in told.notes]
    if told.warnings:
        lines += ["", *told.warnings]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _given(table: ScoreTable) -> bool:
    return any(line.as_given for player in table.players for line in player.lines.values())


def _grid(told: Report) -> list[str]:
    """Lines down, players across; every cell ends in its points, so they stand one below the other."""
    columns = [[told.players[at], *(row.cells[at] for row in told.rows)] for at in range(len(told.players))]
    widths = [max(wide(cell) for cell in column) for column in columns]
    label = max(wide(row.label) for row in told.rows)
    lines = [_line("", [column[0] + " " for column in columns], label, [w + 1 for w in widths])]
    for at, row in enumerate(told.rows):
        if row.kind == "total":
            lines.append("─" * (label + sum(w + 3 for w in widths)))
        cells = [
            column[at + 1] + ("" if row.cells[player].endswith("*") else " ") for player, column in enumerate(columns)
        ]
        lines.append(_line(row.label, cells, label, [w + 1 for w in widths]))
    return lines


def _line(label: str, cells: Sequence[str], width: int, widths: Sequence[int]) -> str:
    padded = [" " * (w - wide(cell)) + cell for cell, w in zip(cells, widths, strict=True)]
    return label + " " * (width - wide(label)) + "  " + "  ".join(padded)


def _one_by_one(told: Report) -> list[str]:
    """One player after the other, for narrow screens."""
    label = max(wide(row.label) for row in told.rows)
    lines: list[str] = []
    for at, name in enumerate(told.players):
        lines += ["", name] if lines else [name]
        for row in told.rows:
            if row.cells[at]:
                lines.append(f"  {row.label}{' ' * (label - wide(row.label))}  {row.cells[at]}")
    return lines


def wide(text: str) -> int:
    """Columns that a text takes on a screen: Chinese characters take two, combining marks none."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


# -- templates


def markdown(table: ScoreTable) -> str:
    return _template("report.md.j2", table)


def html(table: ScoreTable) -> str:
    return _template("report.html.j2", table)


def _template(name: str, table: ScoreTable) -> str:
    return environment(name).get_template(name).render(report=report(table), language=table.game.language)


def environment(name: str) -> Environment:
    """Where a template finds what it needs, and no more: undefined names are errors, HTML is escaped once, at the edge;
    from the sandbox no template reaches Python itself."""
    from jinja2 import FileSystemLoader, StrictUndefined
    from jinja2.sandbox import SandboxedEnvironment

    made = SandboxedEnvironment(
        loader=FileSystemLoader(resources.folder("templates")),
        autoescape=name.endswith(".html.j2"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["cell"] = markdown_text
    return made


def markdown_text(text: str) -> str:
    """Words that are only words, also where Markdown would see a sign in them."""
    escaped = "".join(f"\\{letter}" if letter in "\\`*_{}[]<>|#~" else letter for letter in text)
    return escaped.replace("&", "&amp;").replace("\n", " ")
