"""File → Game: finds games and variants, lays patches over one another, and reports every problem at once.

>>> game = load("garden-dice", ["family"])
>>> game.title, game.asked
('Garden Dice', ['family'])
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError

from scoring import game as games
from scoring import resources, words, yaml_file
from scoring.errors import Mark, Problem, RulesError, UsageError, did_you_mean
from scoring.game import Game, VariantInfo
from scoring.lines import KINDS
from scoring.patch import Merge, base_ordered, subject
from scoring.rules import (
    About,
    Band,
    CheckRule,
    CountRule,
    Edition,
    FieldRule,
    HowManyPlayers,
    KindRule,
    ListRule,
    PlayersRule,
    Reading,
    Rules,
    TieRule,
)
from scoring.yaml_file import Node, surprise

SLUG = re.compile(r"[a-z][a-z0-9_-]*$")
_ABOUT = tuple(About.model_fields)
_LONGEST_CHAIN = 20
_YES_NO = ("tick", "shared", "split", "running", "win")
_ODD = "is reserved for later versions"


@dataclass(frozen=True)
class Library:
    """Where games are looked for by name: a person's own folders, then ours."""

    own: tuple[Path, ...] = ()

    @property
    def folders(self) -> tuple[Path, ...]:
        return (*self.own, resources.folder("rules_data"))

    def games(self) -> dict[str, Path]:
        """Every game by its id, and its file. A name found twice is the one in the first folder."""
        found: dict[str, Path] = {}
        for folder in self.folders:
            if folder.is_dir():
                for file in sorted(folder.glob("*/game.yaml")):
                    found.setdefault(file.parent.name, file)
        return found

    def variants(self, game: Path) -> dict[str, Path]:
        """The variants that stand beside a game's file, by id."""
        reserved = {"game.yaml", "examples.yaml"}
        return {
            file.stem: file
            for file in sorted(game.parent.glob("*.yaml"))
            if file.name not in reserved and SLUG.match(file.stem) and file != game
        }


@dataclass
class _Chain:
    """The patches to lay over a game, each once, bases before those that extend them."""

    base: Path | None = None
    base_name: str = ""
    patches: dict[Path, tuple[str, Node, bool]] = field(default_factory=dict)    # file → as asked, node, asked?


def shown(path: Path) -> str:
    """How messages name a file: ours from `rules_data/` on, a person's as they named it."""
    ours = resources.folder("rules_data")
    if path.is_relative_to(ours):
        return f"rules_data/{path.relative_to(ours).as_posix()}"
    return str(path)


def game_file(path: Path) -> Path | None:
    """The file of a game that is named by its folder or file."""
    if path.is_file():
        return path
    inside = path / "game.yaml"
    return inside if inside.is_file() else None


def exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False


def load(
    game: str,
    variants: Sequence[str] = (),
    *,
    language: str = "en",
    library: Library | None = None,
    beside: Path | None = None,
    mark: Mark | None = None,
    variant_marks: Sequence[Mark | None] = (),
    further: Sequence[str] = (),
) -> Game:
    """A game by id or path, with variants by id or path, in their order.

    `beside`: the folder to which paths are relative (that of a tally); `mark`, `variant_marks`: where the names
    stand in a file; `further` variants come after, their paths relative to where the person is. Errors: RulesError with every problem of the files; UsageError for a name that is not there
    (RulesError when it stands in a file).
    """
    finder = _Finder(library or Library(), beside)
    path, name, first = finder.game(game, mark)
    chain = _Chain(path, name)
    wanted = [*first, *variants]
    marks = [None] * len(first) + list(variant_marks) + [None] * len(variants)
    for variant, place in zip(wanted, marks, strict=False):
        finder.add_variant(chain, variant, place)
    finder.beside = None
    for variant in further:
        finder.add_variant(chain, variant, None)
    if finder.problems:
        raise RulesError(finder.problems)
    return assemble(chain, language)


@dataclass
class _Finder:
    """Turns names into files, and follows `extends`."""

    library: Library
    beside: Path | None
    problems: list[Problem] = field(default_factory=list)

    def missing(self, what: str, mark: Mark | None, hint: str) -> Exception:
        problem = Problem(what, mark, hint)
        return RulesError(problem) if mark else UsageError(problem)

    def path(self, name: str) -> Path | None:
        """A name that is a path of something there."""
        candidate = Path(name) if self.beside is None else self.beside / name
        return candidate if exists(str(candidate)) else None

    def game(self, name: str, mark: Mark | None) -> tuple[Path, str, list[str]]:
        """The file of a game, its id, and variants that the name itself means (a variant's own file)."""
        given = self.path(name)
        file = game_file(given) if given is not None else None
        if file is not None:
            node = yaml_file.read(file, shown(file))
            if "extends" in node.mapping:
                base, base_name = self.base_of(file, node)
                return base, base_name, [str(file.resolve())]
            known = {path.resolve(): id for id, path in self.library.games().items()}
            return file, known.get(file.resolve(), file.parent.name if file.name == "game.yaml" else file.stem), []
        found = self.library.games()
        if name in found:
            return found[name], name, []
        hint = did_you_mean(name, found, f"games are: {', '.join(found)}")
        raise self.missing(f'there is no game "{name}"', mark, hint)

    def base_of(self, file: Path, node: Node) -> tuple[Path, str]:
        """The game at the end of a chain of `extends`."""
        for _ in range(_LONGEST_CHAIN):
            file, node, name = self.extended(file, node)
            if "extends" not in node.mapping:
                return file, name
        raise RulesError(Problem("`extends` goes round in a circle", node["extends"].mark))

    def extended(self, file: Path, node: Node) -> tuple[Path, Node, str]:
        """The file that `extends` names: a game, game/variant, a sibling, or a path relative to the file."""
        extends = node["extends"]
        name = extends.value
        if not isinstance(name, str):
            raise RulesError(Problem("`extends` needs the name of a game or variant", extends.where))
        games_ = self.library.games()
        if name in games_:
            target, id = games_[name], name
        else:
            id = name
            first, _, rest = name.partition("/")
            siblings = {path.stem: path for path in file.parent.glob("*.yaml") if path.name != "examples.yaml"}
            relative = file.parent / name
            if first in games_ and rest in self.library.variants(games_[first]):
                target = self.library.variants(games_[first])[rest]
            elif name in siblings and siblings[name] != file:
                target = siblings[name]
            elif exists(str(relative)) and (found := game_file(relative)) is not None:
                target = found
            else:
                known = [*games_, *(sibling for sibling in siblings if sibling != file.stem)]
                hint = did_you_mean(name, known, "name a game, game/variant or a file")
                raise RulesError(Problem(f'there is no "{name}" to extend', extends.mark, hint))
        if id not in games_ and target.name == "game.yaml":
            id = target.parent.name
        return target, yaml_file.read(target, shown(target)), id

    def add_variant(self, chain: _Chain, name: str, mark: Mark | None) -> None:
        assert chain.base is not None
        file = self.path(name)
        if file is None or not file.is_file():
            known = self.library.variants(chain.base)
            if name not in known:
                hint = did_you_mean(name, known, f"variants are: {', '.join(known)}" if known else "it has no variants")
                raise self.missing(f'{chain.base_name} has no variant "{name}"', mark, hint)
            file = known[name]
        self.add(chain, file, name, asked=True)

    def add(self, chain: _Chain, file: Path, name: str, asked: bool, depth: int = 0) -> None:
        """A variant's file, after what it extends."""
        resolved = file.resolve()
        if resolved in chain.patches:
            old = chain.patches[resolved]
            chain.patches[resolved] = (old[0], old[1], old[2] or asked)
            return
        node = yaml_file.read(file, shown(file))
        if "extends" not in node.mapping:
            what = "this is a game, not a variant" if "lines" in node.mapping else "a variant must say what it extends"
            raise RulesError(Problem(what, node.mark, "write: extends: garden-dice"))
        if depth > _LONGEST_CHAIN:
            raise RulesError(Problem("`extends` goes round in a circle", node["extends"].mark))
        target, base, base_name = self.extended(file, node)
        if "extends" in base.mapping:
            self.add(chain, target, base_name if SLUG.match(base_name) else str(target), False, depth + 1)
        elif chain.base is not None and target.resolve() != chain.base.resolve():
            what = f'this extends "{base_name}", not "{chain.base_name}"'
            self.problems.append(Problem(what, node["extends"].mark))
        chain.patches[resolved] = (name, node, asked)


def assemble(chain: _Chain, language: str = "en") -> Game:
    """The game of a chain, or a RulesError with every problem in it."""
    assert chain.base is not None
    root = yaml_file.read(chain.base, shown(chain.base))
    return assembled(root, chain.base_name, list(chain.patches.values()), language)


def assembled(
    root: Node, name: str, patches: Sequence[tuple[str, Node, bool]] = (), language: str = "en"
) -> Game:
    merged, problems = base_ordered(root)
    if not isinstance(root.value, dict):
        raise RulesError(Problem("a rules file is a mapping", root.mark, "begin with: potager: 1"))
    merge = Merge(problems)
    infos: list[VariantInfo] = []
    needs: list[tuple[str, list[str], list[str], Node]] = []
    for id, node, asked in patches:
        about, found = _checked(About, {key: node[key] for key in _ABOUT if key in node.mapping}, node)
        merge.problems += found
        patch = Node({key: inner for key, inner in node.mapping.items() if key not in _ABOUT}, node.mark)
        merged = merge.lay(merged, patch)
        if about is not None:
            said = {key: getattr(about, key) or "" for key in ("about", "source", "confidence")}
            stem = Path(id).stem
            infos.append(VariantInfo(id, about.title or games.human(stem), asked=asked, **said))
            needs.append((id, about.needs, about.excludes, node))
    here = {Path(id).stem for id, _, _ in patches}
    for id, needed, excluded, node in needs:
        for other in needed:
            if other not in here:
                merge.problems.append(Problem(f'variant "{id}" needs "{other}"', node["needs"].where, f"add -V {other}"))
        for other in excluded:
            if other in here:
                merge.problems.append(
                    Problem(f'variant "{id}" cannot be played with "{other}"', node["excludes"].where)
                )
    numbers = tuple(dict.fromkeys(".".join(path) for path in merge.filled))
    rules, found, lost = checked_rules(merged)
    problems = merge.problems + found
    if rules is None:
        raise RulesError(tidy(problems))
    game, found = games.make(
        name,
        rules,
        merged,
        words.catalogue(language),
        language=language,
        variants=tuple(infos),
        numbers=numbers,
        lost=lost,
    )
    problems += found
    if problems:
        raise RulesError(tidy(problems))
    return game


def tidy(problems: Sequence[Problem]) -> list[Problem]:
    """Each problem once, in the order of the files."""
    once = dict.fromkeys(problems)
    files = list(dict.fromkeys(problem.mark.file for problem in once if problem.mark))
    return sorted(
        once,
        key=lambda p: (files.index(p.mark.file), p.mark.line, p.mark.column) if p.mark else (-1, 0, 0),
    )


# -- checked models, and their complaints in the game's words


def checked_rules(root: Node) -> tuple[Rules | None, list[Problem], frozenset[str]]:
    """The rules, every problem of form, and the ids that had to be left out to look further."""
    problems = list(_surprises(root, ()))
    for word in ("teams", "rounds"):
        if word in root.mapping:
            problems.append(Problem(f'"{word}" {_ODD}', root[word].where))
            root = _without(root, (word,))
    lost: set[str] = set()
    for _ in range(50):
        try:
            return Rules.model_validate(_plain(root)), problems, frozenset(lost)
        except ValidationError as error:
            found = error.errors(include_url=False)
        except RecursionError:
            return None, [*problems, Problem("this is nested too deeply", root.mark)], frozenset(lost)
        before = root
        for fault in found:
            path = _path(fault["loc"], before)
            problems += _told(fault, path, before)
            cut = _cut(fault, path)
            if not cut:
                return None, problems, frozenset(lost)
            if cut[-1] != path[-1] or fault["type"] != "extra_forbidden":
                lost.add(str(cut[-1]))
            root = _without(root, cut)
    return None, problems, frozenset(lost)


def _checked(model: type[BaseModel], nodes: Mapping[str, Node], whole: Node) -> tuple[Any, list[Problem]]:
    """A small model of some keys of a file."""
    root = Node(dict(nodes), whole.mark)
    problems = list(_surprises(root, ()))
    try:
        return model.model_validate(_plain(root)), problems
    except ValidationError as error:
        for fault in error.errors(include_url=False):
            problems += _told(fault, _path(fault["loc"], root), root)
        return None, problems


def _plain(node: Node, key: str = "") -> Any:
    """The values as plain data, with yes and no where a yes or no is asked."""
    if isinstance(node.value, dict):
        return {name: _plain(inner, name) for name, inner in node.value.items()}
    if isinstance(node.value, list):
        return [_plain(inner) for inner in node.value]
    if key in _YES_NO and node.plain and node.text.lower() in ("yes", "no"):
        return node.text.lower() == "yes"
    return node.value


def _surprises(node: Node, path: tuple[str, ...]) -> Iterator[Problem]:
    """Plain words that other programs read as something else."""
    if isinstance(node.value, dict):
        for key, inner in node.value.items():
            yield from _surprises(inner, (*path, key))
    elif isinstance(node.value, list):
        for inner in node.value:
            yield from _surprises(inner, path)
    elif isinstance(node.value, str) and not (path and path[-1] in _YES_NO):
        hint = surprise(node, "number" if path and path[-1] in _NUMBERS else "word")
        if hint:
            yield Problem(f"{subject(path)}: {node.text} is not safe in YAML", node.mark, hint)


_NUMBERS = {
    *("points", "ladder", "prizes", "least", "most", "supply", "value", "free", "every", "cap", "from", "goal"),
    *("with_series", "year", "potager", "missing"),
}


def _path(loc: tuple[int | str, ...], root: Node) -> tuple[str | int, ...]:
    """The place of a complaint in the file, without the steps that only the models know (unions, tags, `[key]`)."""
    path: list[str | int] = []
    node = root
    for step in loc:
        if isinstance(node.value, dict) and str(step) in node.value:
            node = node.value[str(step)]
            path.append(str(step))
            if len(path) == 2 and path[0] == "lines":
                continue
        elif isinstance(node.value, list) and isinstance(step, int) and step < len(node.value):
            node = node.value[step]
            path.append(step)
        elif step == loc[-1] and isinstance(step, str) and isinstance(node.value, dict) and step != "[key]":
            if not _UNION.search(step) and not (len(path) == 2 and path[0] == "lines" and step in KINDS):
                path.append(step)                       # a key that is missing
    if len(path) >= 3 and path[0] == "lines" and len(loc) > 2 and path[2] == loc[2] and loc[2] in KINDS:
        line = root.find(("lines", str(path[1])))
        if loc[2] in line.mapping and (len(loc) < 4 or loc[3] in line.mapping or loc[3] not in line[str(loc[2])].mapping):
            return _path((*loc[:2], *loc[3:]), root)     # the tag of the kind, which is a key here too
    return tuple(path)


_UNION = re.compile(r"[\[\]]|^(int|str|bool|list|dict|literal|constrained-)")


def _fields(path: tuple[str | int, ...], root: Node) -> list[str]:
    """The keys that could stand at a place."""
    steps = [str(step) for step in path]
    model: type[BaseModel] | None = Rules
    if not steps:
        return _keys(Rules)
    match steps:
        case ["lines", id]:
            kind = root.find(("lines", id)).mapping.get("kind")
            model = KINDS.get(str(kind.value)) if kind else None
        case ["lines", _, "cases", _]:
            model = None
            return ["when", "points", "label", "source", "confidence"]
        case ["counts", _]:
            model = CountRule
        case ["counts", _, "of", _]:
            model = KindRule
        case ["counts", _, "fields", _]:
            model = FieldRule
        case ["counts", _, "list"]:
            model = ListRule
        case ["ties", _]:
            model = TieRule
        case ["checks", _]:
            model = CheckRule
        case ["checks", _, "players"]:
            model = HowManyPlayers
        case ["edition"]:
            model = Edition
        case ["players"]:
            model = PlayersRule
        case ["readings", _]:
            model = Reading
        case ["verdict", _]:
            model = Band
        case _:
            model = None
    return _keys(model) if model else []


def _keys(model: type[BaseModel]) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items()]


def _told(fault: Any, path: tuple[str | int, ...], root: Node) -> list[Problem]:
    """One complaint of the models in our words; chosen by its type, never by its text."""
    kind, context = fault["type"], fault.get("ctx") or {}
    node = root.find(path)
    who = subject(path[:-1]) if len(path) > 1 else "the file"
    key = str(path[-1]) if path else ""
    place = f"{who}: {key}" if len(path) > 1 and key not in who else (who if len(path) > 1 else f'"{key}"')
    match kind:
        case "extra_forbidden":
            known = _fields(path[:-1], root) or list(_ABOUT if who == "the file" else [])
            odd = re.search(r"[^a-z0-9_ -]", key)
            hint = did_you_mean(key, known) or ("put the value before it in quotes" if odd else "")
            hint = hint or (f"known are: {', '.join(known)}" if known else "")
            return [Problem(f'{who} does not know "{key}"', node.where, hint)]
        case "missing":
            return [Problem(f'{who} lacks "{key}"', root.find(path[:-1]).where, _LACKS.get(key, ""))]
        case "union_tag_invalid":
            tag = str(context.get("tag", ""))
            return [
                Problem(
                    f'{subject(path)} is of kind "{tag}"',
                    node.mapping["kind"].mark,
                    did_you_mean(tag, KINDS, f"kinds are: {', '.join(KINDS)}"),
                )
            ]
        case "union_tag_not_found":
            return [Problem(f'{subject(path)} lacks "kind"', node.where, f"kinds are: {', '.join(KINDS)}")]
        case "literal_error":
            expected = re.findall(r"'([^']*)'|(\b\d+\b)", str(context.get("expected", "")))
            choices = [word or digits for word, digits in expected]
            if key == "potager":
                return [Problem("this version of the format is not known", node.mark, "write: potager: 1")]
            if fault["loc"][-1] != key and "printed" in choices:
                return []                                # one branch of a union; another complains better
            return [
                Problem(
                    f"{place} cannot be {_quoted(node)}", node.mark,
                    did_you_mean(node.text, choices, f"it can be: {', '.join(choices)}"),
                )
            ]
        case "string_type":
            if isinstance(node.value, dict | list):
                return [Problem(f"{place} needs words here", node.mark, "put the text in quotes")]
            hint = surprise(node) or f'put it in quotes: "{node.text}"'
            return [Problem(f"{place} needs a word, not {_quoted(node)}", node.mark, hint)]
        case "int_type" | "int_parsing" | "int_from_float":
            return [Problem(f"{place} needs a whole number, not {_quoted(node)}", node.mark, surprise(node, "number"))]
        case "bool_type" | "bool_parsing":
            return [Problem(f"{place} is yes or no, not {_quoted(node)}", node.mark)]
        case "dict_type" | "model_type" | "model_attributes_type":
            return [Problem(f"{place} needs entries of its own, not {_quoted(node)}", node.where, "indent them below it")]
        case "list_type":
            return [Problem(f"{place} needs a list, not {_quoted(node)}", node.mark, "write: [1, 2, 3]")]
        case "greater_than_equal" | "less_than_equal":
            bound = context.get("ge", context.get("le"))
            word = "less" if kind == "greater_than_equal" else "more"
            return [Problem(f"{place}: {node.text} is {word} than {bound}", node.mark)]
        case "too_short":
            return [Problem(f"{place} is empty", node.where)]
        case "too_long" | "string_too_long":
            return [Problem(f"{place} is too long", node.where, f"at most {context.get('max_length')}")]
        case "string_pattern_mismatch":
            return [Problem(f'{place}: "{fault["input"]}" is no whole number', node.where, "write it like 3")]
    return [Problem(f"{place} cannot be used", node.where)]


_LACKS = {
    "lines": "a game has scoring lines",
    "potager": "begin with: potager: 1",
    "rule": "a formula needs its rule in words",
    "title": "a game has a title",
    "else": "say what is odd when the check fails",
}


def _quoted(node: Node) -> str:
    if isinstance(node.value, dict):
        return "a mapping"
    if isinstance(node.value, list):
        return "a list"
    return f'"{node.text}"' if node.text else "nothing"


def _cut(fault: Any, path: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """What to leave out so that the rest can still be looked at."""
    if fault["type"] == "extra_forbidden":
        return path
    steps = list(path)
    if len(steps) >= 2 and steps[0] in ("counts", "lines", "ties", "checks", "readings", "verdict"):
        return tuple(steps[:2])
    if steps and steps[0] in ("edition", "players", "readings", "goal", "wins", "verdict", "aid", "sheets", "about"):
        return (steps[0],)
    return ()


def _without(root: Node, path: tuple[str | int, ...]) -> Node:
    if not path or not isinstance(root.value, dict) or str(path[0]) not in root.value:
        return root
    entries = dict(root.value)
    key = str(path[0])
    if len(path) == 1:
        del entries[key]
    else:
        entries[key] = _without(entries[key], path[1:])
    return Node(entries, root.mark, root.key, root.text, root.plain, root.begins)


