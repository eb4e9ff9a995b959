"""Writes the scripts and the style of the offline page as they are sent, from those that are read.

    python -m tools.page_script

templates/page/ becomes page.min.js, and templates/score.js, which every game's script shares, score.min.js;
page.css becomes page.min.css. Names at the top level of a script stay as they are. A test says when this has been
forgotten.
"""

from __future__ import annotations

from scoring import javascript, resources

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
    "plays",  # the result as other programs keep it
    "dialogs",  # variants, players, menu, messages
    "dock",  # one field at a time: keys and keyboards
    "start",
)


def short(written: str, kind: str = "text/javascript") -> str:
    """Without comments and spaces, and in scripts with short names inside functions."""
    import minify

    made: str = minify.string(kind, written)
    return made + "\n"


def read() -> str:
    """The whole script, as it is read."""
    folder = resources.folder("templates") / "page"
    return "\n".join((folder / f"{name}.js").read_text(encoding="utf-8") for name in PARTS)


def sent() -> dict[str, str]:
    """What is sent, by its file in templates/."""
    style = (resources.folder("templates") / "page.css").read_text(encoding="utf-8")
    return {
        "page.min.js": short(read()),
        "score.min.js": short(javascript.runtime()),
        "page.min.css": short(style, "text/css"),
    }


def main() -> None:
    for name, made in sent().items():
        (resources.folder("templates") / name).write_text(made, encoding="utf-8")
        print(f"templates/{name}: {len(made)} letters")


if __name__ == "__main__":
    main()
