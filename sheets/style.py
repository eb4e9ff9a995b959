"""Paper, themes, spacing: the visual system in numbers. Lengths in mm, type and line weights in pt."""

from __future__ import annotations

from scoring.errors import Problem, UsageError, did_you_mean
from scoring.frozen import Frozen

MM = 72 / 25.4  # points in a millimetre


class Paper(Frozen):
    """A sheet of paper, upright."""

    name: str
    width: float
    height: float
    margin: float


PAPERS = {
    paper.name.lower(): paper
    for paper in (
        Paper("A3", 297, 420, 12),
        Paper("A4", 210, 297, 10),
        Paper("Letter", 215.9, 279.4, 10),
        Paper("Legal", 215.9, 355.6, 10),
        Paper("A5", 148, 210, 8),
        Paper("A6", 105, 148, 6),
        Paper("4x6", 101.6, 152.4, 6),
        Paper("card", 63.5, 88.9, 4),
    )
}


def others(paper: Paper) -> tuple[Paper, ...]:
    """What else there is to print on, with the margin that a person chose for this paper."""
    known = PAPERS.get(paper.name.lower())
    rest = tuple(other for other in PAPERS.values() if other is not known)
    if known is None or known.margin == paper.margin:
        return rest
    return tuple(other.but(margin=paper.margin) for other in rest)


class Theme(Frozen):
    """How a sheet is drawn. A colour that is None is not drawn at all."""

    name: str
    ink: str
    soft: str
    accent: str
    bed: str | None
    rule: str
    hair: str
    fills: bool  # whether icons are filled
    bar: float  # height of the bar at the top, mm
    type_scale: float
    smallest: float  # type, pt
    line: float = 1.0  # weight of lines, against those of colour


THEMES = {
    theme.name: theme
    for theme in (
        Theme("colour", "#1B211D", "#565F58", "#1F5A3C", "#EDF1E8", "#78827A", "#B9C0B9", True, 1.1, 1.0, 6.0),
        Theme("low-ink", "#1B211D", "#1B211D", "#1B211D", None, "#1B211D", "#1B211D", False, 0.45, 1.0, 6.0, 0.7),
        Theme(
            "large-print", "#1B211D", "#1B211D", "#1F5A3C", "#EDF1E8", "#1B211D", "#B9C0B9", True, 1.6, 1.5, 9.0, 1.35
        ),
    )
}


def paper(name: str) -> Paper:
    """A paper by its name, in any case. Raises UsageError."""
    found = PAPERS.get(name.lower())
    if found is None:
        known = [paper.name for paper in PAPERS.values()]
        raise UsageError(
            Problem(f'there is no paper "{name}"', None, did_you_mean(name, known, f"papers are: {', '.join(known)}"))
        )
    return found


def theme(name: str) -> Theme:
    """A theme by its name. Raises UsageError."""
    found = THEMES.get(name.lower())
    if found is None:
        hint = did_you_mean(name, THEMES, f"themes are: {', '.join(THEMES)}")
        raise UsageError(Problem(f'there is no theme "{name}"', None, hint))
    return found
