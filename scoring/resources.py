"""Finds the built-in rules and templates: packed in a wheel, at the root of a checkout."""

from __future__ import annotations

from pathlib import Path


def folder(name: str) -> Path:
    """`rules_data` or `templates`.

    Wheels are unpacked when installed, so a folder beside this file is a real one.
    """
    here = Path(__file__).parent
    packed = here / name
    return packed if packed.is_dir() else here.parent / name
