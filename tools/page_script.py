"""Writes templates/page.min.js, the script of the offline page as it is sent, from templates/page/, as it is read.

    python -m tools.page_script

Names at the top level stay as they are. A test says when this has been forgotten.
"""

from __future__ import annotations

from scoring import resources

TARGET = "page.min.js"  # in templates/

# in templates/page/, and in this order: each knows those before it
PARTS = (
    "words",  # the words of a language
    "kept",  # what the device keeps
    "game",  # the game, its variants and its state
    "fields",  # everything that can be typed
    "scoring",  # state → what the engine scores, and what is wrong
    "tallies",  # state → tally file, and back
    "drawing",  # the frame of the page
    "player",  # one player's blocks
    "sheet",  # lines down, players across
    "refresh",  # after each change
    "result",  # who won and why
    "dialogs",  # variants, players, menu, messages
    "dock",  # one field at a time: keys and keyboards
    "start",
)


def short(script: str) -> str:
    """A script without comments and spaces, and with short names inside functions."""
    import minify

    made: str = minify.string("text/javascript", script)
    return made + "\n"


def read() -> str:
    """The whole script, as it is read."""
    folder = resources.folder("templates") / "page"
    return "\n".join((folder / f"{name}.js").read_text(encoding="utf-8") for name in PARTS)


def main() -> None:
    made = short(read())
    (resources.folder("templates") / TARGET).write_text(made, encoding="utf-8")
    print(f"templates/{TARGET}: {len(made)} letters")


if __name__ == "__main__":
    main()
