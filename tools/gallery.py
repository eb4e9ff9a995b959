"""Every sheet of every game and variant as a picture: `make gallery` writes docs/gallery/, and the README's pictures.

Needs poppler's pdftoppm. The README shows the few that are listed in README_PICTURES.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from scoring.errors import PotagerError
from scoring.load import Library, load
from sheets import make

ROOT = Path(__file__).parents[1]

# game, variants, sheet, paper, theme, language → a picture of the README
README_PICTURES = [
    ("garden-dice", [], "pad", "A5", "colour", "en"),
    ("hanging-gardens", [], "pad", "A5", "low-ink", "en"),
    ("garden-dice", [], "aid", "A5", "colour", "en"),
    ("harvest-dice", ["advanced"], "play", "A5", "colour", "en"),
    ("diced-tomatoes", ["solo-matches"], "solo", "A6", "colour", "en"),
    ("garden-dice", [], "aid", "A5", "colour", "el"),
    ("harvest-dice", [], "aid", "A5", "colour", "zh-Hant"),
]


def picture(pdf: Path, target: Path, dpi: int) -> list[Path]:
    """The pages of a PDF as PNG files, named after `target`."""
    target.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["pdftoppm", "-r", str(dpi), "-png", str(pdf), str(target)], check=True)
    return sorted(target.parent.glob(f"{target.name}-*.png"))


def readme(folder: Path) -> None:
    """The pictures of the README; sheets that a game does not have (yet) are left out."""
    with tempfile.TemporaryDirectory() as scratch:
        for id, variants, sheet, paper, theme, language in README_PICTURES:
            game = load(id, variants, language=language)
            if sheet not in make.sheets(game):
                continue
            (file, *_) = make.write(game, sheet, make.Order(paper, theme=theme), folder=Path(scratch))
            first, *rest = picture(file, folder / f"{file.stem}-{theme}", 60)
            shutil.move(first, folder / f"{file.stem}-{theme}.png")
            for other in rest:
                other.unlink()


def everything(folder: Path) -> None:
    """Each sheet of each game × variant on A5 (or A4, where it needs it), in colour."""
    library = Library()
    lines = ["# Gallery", "", "Every sheet, as `make gallery` prints it.", ""]
    with tempfile.TemporaryDirectory() as scratch:
        for id, file in library.games().items():
            for variants in ([], *([name] for name in library.variants(file))):
                game = load(id, variants)
                lines += [f"## {' + '.join([game.title, *(v.title for v in game.variants if v.asked)])}", ""]
                for sheet in make.sheets(game):
                    for paper in ("A5", "A4"):
                        try:
                            (made, *_) = make.write(game, sheet, make.Order(paper), folder=Path(scratch))
                        except PotagerError:
                            continue
                        for page in picture(made, folder / made.stem, 60):
                            lines.append(f"![{made.stem}]({page.name})")
                        break
                lines.append("")
    (folder / "README.md").write_text("\n".join(lines), encoding="utf-8")


def main() -> None:
    if shutil.which("pdftoppm") is None:
        sys.exit("pdftoppm is missing: sudo apt-get install poppler-utils")
    readme(ROOT / "docs" / "pictures")
    everything(ROOT / "output" / "gallery")
    print(ROOT / "output" / "gallery" / "README.md")


if __name__ == "__main__":
    main()
