"""Score pads, play sheets and final scores of board and dice games, from one YAML file.

From Python: `load` a game, `score` a finished one, `write` its sheets. See docs/python.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from potager.api import load as load
    from potager.api import score as score
    from potager.api import write as write
    from scoring.errors import PotagerError as PotagerError

__version__ = "0.1.0"
__all__ = ["PotagerError", "load", "score", "write"]


def __getattr__(name: str) -> Any:
    """Import what is asked for, when it is asked for: a command needs nothing of it."""
    if name == "PotagerError":
        from scoring import errors

        return errors.PotagerError
    if name in __all__:
        from potager import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
