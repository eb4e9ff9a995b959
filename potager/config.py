"""What a person always wants when printing: a small TOML file, in the folder for such files or named by --config.

    paper = "Letter"
    theme = "low-ink"
    margin = 12
    per-page = 2
    offset = [1.5, -0.5]
    flip = "long"
    language = "en"

What stands in the command line goes before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import isfinite
from pathlib import Path
from typing import Any

from potager import places
from scoring.errors import Mark, PotagerError, Problem, UsageError, did_you_mean, quoted
from scoring.frozen import Frozen

LARGEST = 1 << 16  # bytes


class ConfigError(PotagerError):
    """A file of options that does not hold together."""


class Config(Frozen):
    """Options as they stand in the file; empty or None where it says nothing."""

    paper: str = ""
    theme: str = ""
    margin: float | None = None
    per_page: str = ""
    offset: tuple[float, float] | None = None
    flip: str = ""
    language: str = ""


KEYS = ("paper", "theme", "margin", "per-page", "offset", "flip", "language")


def usual_file() -> Path | None:
    """Where the file is looked for."""
    base = places.options()
    return base / "config.toml" if base else None


def read(file: Path | None, language: Callable[[str], str] = str) -> Config:
    """The options of a file; of the usual one, if there is one, when none is named. Raises ConfigError with every
    problem, UsageError when a named file is not there."""
    asked = file is not None
    file = file or usual_file()
    try:
        if file is None or (not asked and not file.is_file()):
            return Config()
        content = file.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it cannot be read"
        raise UsageError(Problem(f"the options cannot be read: {reason}", Mark(str(file)))) from None
    return parse(content, str(file), language)


def parse(content: bytes, name: str, language: Callable[[str], str] = str) -> Config:
    """The options that a text says."""
    import tomllib

    if len(content) > LARGEST:
        raise ConfigError(Problem("the file is too large for a few options", Mark(name)))
    try:
        text = content.decode("utf-8-sig")
        values = tomllib.loads(text)
    except UnicodeDecodeError:
        raise ConfigError(Problem("the file is not UTF-8", Mark(name), "save it as UTF-8")) from None
    except RecursionError:
        raise ConfigError(Problem("the file is too deep", Mark(name))) from None
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        mark = Mark(name, int(found[1]), int(found[2])) if found else Mark(name)
        hint = 'each line is like: paper = "A4"'
        raise ConfigError(Problem("this line cannot be read as TOML", mark, hint)) from None
    problems: list[Problem] = []
    kept: dict[str, Any] = {}
    for key, value in values.items():
        mark = _place(text, key, name)
        if key not in KEYS:
            hint = did_you_mean(key, KEYS, f"options are: {', '.join(KEYS)}")
            problems.append(Problem(f"there is no option {quoted(key)}", mark, hint))
            continue
        try:
            kept[key.replace("-", "_")] = _value(key, value, language)
        except UsageError as error:
            problems += [Problem(problem.what, mark, problem.hint) for problem in error.problems]
    if problems:
        raise ConfigError(problems)
    return Config(**kept)


def _place(text: str, key: str, name: str) -> Mark:
    """Where a key stands."""
    for number, line in enumerate(text.splitlines(), 1):
        found = re.match(rf"(\s*\[*\s*)([\"']?){re.escape(key)}\2\s*[=.\]]", line)
        if found:
            return Mark(name, number, len(found[1]) + 1)
    return Mark(name, 1, 1)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _value(key: str, value: Any, language: Callable[[str], str]) -> Any:
    """The value of an option, if it can be. Raises UsageError."""
    from sheets import imposition, style
    from sheets.imposition import Printing

    if key == "margin" and _is_number(value):
        imposition.with_margin(style.PAPERS["a4"], float(value))
        return float(value)
    if key == "per-page" and (isinstance(value, str) or (_is_number(value) and value == int(value))):
        asked = value if isinstance(value, str) else str(int(value))
        imposition.grid(style.PAPERS["a3"], Printing(per_page=asked))
        return asked
    if key == "offset" and isinstance(value, str):
        return imposition.offset(value)
    if key == "offset" and isinstance(value, list) and [_is_number(part) for part in value] == [True, True]:
        return imposition.checked_offset(float(value[0]), float(value[1]))
    if isinstance(value, str) and key in ("paper", "theme", "flip", "language"):
        if key == "flip":
            return imposition.checked(Printing(flip=value)).flip
        if key == "language":
            return language(value)
        return (style.paper(value) if key == "paper" else style.theme(value)).name
    wanted = {
        "margin": "a number of mm, such as 12",
        "per-page": 'a number, such as 2, or a paper in quotes, such as "card"',
        "offset": "two numbers of mm, such as [1.5, -0.5]",
    }.get(key, "a word in quotes")
    raise UsageError(Problem(f"{key} must be {wanted}"))
