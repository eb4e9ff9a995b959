"""Writes the scripts of the offline page as they are sent, page.min.js and score.min.js, from those that are read.

    python -m tools.page_script

Names at the top level stay as they are. A test says when this has been forgotten.
"""

from __future__ import annotations

from scoring import resources

SCRIPTS = {"page.js": "page.min.js", "score.js": "score.min.js"}  # in templates/


def short(script: str) -> str:
    """A script without comments and spaces, and with short names inside functions."""
    import minify

    made: str = minify.string("text/javascript", script)
    return made + "\n"


def main() -> None:
    folder = resources.folder("templates")
    for source, target in SCRIPTS.items():
        made = short((folder / source).read_text(encoding="utf-8"))
        (folder / target).write_text(made, encoding="utf-8")
        print(f"templates/{target}: {len(made)} letters")


if __name__ == "__main__":
    main()
