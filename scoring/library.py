"""Where games are: ours, and the folders of a person. Finds files, and reads none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from scoring import resources
from scoring.frozen import Frozen

SLUG = re.compile(r"[a-z][a-z0-9_-]*\Z")


class Library(Frozen):
    """Where games are looked for by name: a person's own folders, then ours.

    An own folder looks like ours: `orchard/game.yaml` is a game, `orchard/harsh.yaml` a variant of it. A folder without
    a `game.yaml` holds further variants of the game of that name, wherever that is.
    """

    own: tuple[Path, ...] = ()

    @property
    def folders(self) -> tuple[Path, ...]:
        return (*self.own, resources.folder("rules_data"))

    def games(self) -> dict[str, Path]:
        """Every game by its id, and its file. A name found twice is the one in the first folder."""
        return {id: files[0] for id, files in self.all_games().items()}

    def all_games(self) -> dict[str, list[Path]]:
        """The same with all files of a name: the first is used."""
        found: dict[str, list[Path]] = {}
        for folder in self.folders:
            if is_folder(folder):
                for file in sorted(folder.glob("*/game.yaml")):
                    found.setdefault(file.parent.name, []).append(file)
        return found

    def variants(self, game: Path) -> dict[str, Path]:
        """The variants of the game with this file, by id: those of a person's own folders, and those beside it.

        A name found twice is the person's own one.
        """
        return {id: files[0] for id, files in self.all_variants(game).items()}

    def all_variants(self, game: Path) -> dict[str, list[Path]]:
        """The same with all files of a name: the first is used."""
        found: dict[str, list[Path]] = {}
        for folder in (*self.own_places(game), game.parent):
            for file in sorted(folder.glob("*.yaml")):
                if file.name not in _RESERVED and not _is_numbers(file) and SLUG.match(file.stem) and file != game:
                    found.setdefault(file.stem, []).append(file)
        return dict(sorted(found.items()))

    def hidden(self, game: Path, variants: Iterable[str] = ()) -> list[tuple[Path, Path]]:
        """Files of a game, and of some of its variants, that are not used: one of the same name goes first."""
        known = self.all_variants(game)
        same = [files for files in self.all_games().values() if files[0] == game]
        same += [known[variant] for variant in variants if variant in known]
        return [(other, files[0]) for files in same for other in files[1:]]

    def own_places(self, game: Path) -> list[Path]:
        """Own folders with more of a game that is elsewhere: variants, printed numbers."""
        named = [own / _id(game) for own in self.own]
        return [folder for folder in named if is_folder(folder) and not is_file(folder / "game.yaml")]

    def game_of(self, folder: Path) -> Path | None:
        """The game whose variants a folder without a `game.yaml` holds."""
        ours = any(_same(folder.parent, own) for own in self.own)
        return self.games().get(folder.resolve().name) if ours and not is_file(folder / "game.yaml") else None

    def numbers(self, game: Path, variants: Sequence[str] = ()) -> list[Path]:
        """Files with a person's printed numbers: of the game, and of variants by their ids."""
        stems = ["numbers", *(f"numbers-{Path(variant).stem}" for variant in variants)]
        folders = [folder / _id(game) for folder in self.own]
        return [file for folder in folders for stem in stems if is_file(file := folder / f"{stem}.yaml")]

    def keeps_numbers(self, file: Path) -> bool:
        """Whether this is a file of printed numbers in a person's own folder."""
        return _is_numbers(file) and any(file.resolve().is_relative_to(own.resolve()) for own in self.own)

    def words(self, file: Path, language: str) -> list[Path]:
        """The files with the words of a game or variant in a language: beside it, then in the person's own folders.

        One in an earlier folder of the person goes before one in a later folder, and so it comes last.
        """
        return [path for folder in self._words(file) if is_file(path := folder / f"{language}.yaml")]

    def catalogues(self, language: str) -> tuple[Path, ...]:
        """A person's own files with what the program says, the one that goes before all others last."""
        files = (folder / "words" / f"{language}.yaml" for folder in reversed(self.own))
        return tuple(file for file in files if is_file(file))

    def languages(self, file: Path) -> list[str]:
        """The languages for which there are words of a game."""
        return sorted(
            {path.stem for folder in self._words(file) if is_folder(folder) for path in folder.glob("*.yaml")}
        )

    def spoken(self, games: Iterable[str] = ()) -> set[str]:
        """The languages for which there are words of any game; also of games and variants named by their paths."""
        folders = [words for folder in self.folders if is_folder(folder) for words in folder.glob("*/words")]
        folders += [folder / "words" for folder in self.own]
        for game in games:
            path = Path(game)
            if exists(path):
                folders.append((path if is_folder(path) else path.parent) / "words")
        return {path.stem for folder in folders if is_folder(folder) for path in folder.glob("*.yaml")}

    def _words(self, file: Path) -> list[Path]:
        beside = file.parent / "words"
        if not any(file.resolve().parent.parent == folder.resolve() for folder in self.folders):
            return [beside]
        own = [folder / file.parent.name / "words" for folder in reversed(self.own)]
        return [beside, *(folder for folder in own if folder != beside)]


_RESERVED = {"game.yaml", "examples.yaml"}


def _is_numbers(file: Path) -> bool:
    """Whether a file of a game's folder holds printed numbers."""
    return file.stem == "numbers" or file.stem.startswith("numbers-")


def _id(game: Path) -> str:
    """The id by which the folder of a game's file goes."""
    return game.absolute().parent.name if game.name == "game.yaml" else game.stem


def _same(one: Path, other: Path) -> bool:
    return one.absolute() == other.absolute() or one.resolve() == other.resolve()


def shown(path: Path) -> str:
    """How messages name a file: ours from `rules_data/` on, a person's as they named it."""
    ours = resources.folder("rules_data")
    if path.is_relative_to(ours):
        return f"rules_data/{path.relative_to(ours).as_posix()}"
    return str(path)


def game_file(path: Path) -> Path | None:
    """The file of a game that is named by its folder or file."""
    if is_file(path):
        return path
    inside = path / "game.yaml"
    return inside if is_file(inside) else None


def exists(path: Path) -> bool:
    """Whether there is such a file or folder; no for a name that no file can have."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def is_folder(path: Path) -> bool:
    """Whether there is such a folder."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def is_file(path: Path) -> bool:
    """Whether something to read is there: a file or a pipe, no folder."""
    try:
        return path.exists() and not path.is_dir()
    except (OSError, ValueError):
        return False
