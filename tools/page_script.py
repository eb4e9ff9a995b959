"""Writes templates/page.min.js, the script of the offline page as it is sent, from templates/page.js, as it is read.

    python -m tools.page_script

Names at the top level stay as they are. A test says when this has been forgotten.
"""

from __future__ import annotations

from scoring import resources

SOURCE, TARGET = "page.js", "page.min.js"  # in templates/


def short(script: str) -> str:
    """A script without comments and spaces, and with short names inside functions."""
    import minify

    made: str = minify.string("text/javascript", script)
    return made + "\n"


def main() -> None:
    folder = resources.folder("templates")
    made = short((folder / SOURCE).read_text(encoding="utf-8"))
    (folder / TARGET).write_text(made, encoding="utf-8")
    print(f"templates/{TARGET}: {len(made)} letters")


if __name__ == "__main__":
    main()
