"""Values in one line of YAML, as a person would write them and as `yaml_file` reads them back."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_PLAIN = re.compile(r"[^\W\d_][\w .'’-]*\Z|-?\d+(?: ?[+-] ?\d+)+\Z")  # a name, or a sum
_NOT_PLAIN = {"yes", "no", "on", "off", "true", "false", "null", "y", "n"}


def flow(value: Any, ticks: tuple[str, str] = ("false", "true")) -> str:
    """A number, a text, a tick, a list or a mapping; `ticks`: what one is called that is not set, and one that is."""
    if isinstance(value, bool):
        return ticks[value]
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key}: {flow(inner, ticks)}' for key, inner in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(flow(inner, ticks) for inner in value)}]"
    return word(value) if isinstance(value, str) else str(value)


def word(text: str) -> str:
    """A text in quotes, where YAML would take it for something else without."""
    plain = _PLAIN.match(text) and text.lower() not in _NOT_PLAIN and not text.endswith((" ", "."))
    return text if plain else json.dumps(text, ensure_ascii=False)
