"""File → Game: finds games and variants, lays patches over one another, and reports every problem at once.

>>> game = load("garden-dice", ["family"])
>>> game.title, game.asked
('Garden Dice', ['family'])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scoring import game as games
from scoring import language as languages
from scoring import numbers, words, yaml_file
from scoring.errors import Mark, Problem, RulesError, UsageError, did_you_mean, nearest, quoted, tidy
from scoring.form import checked_about, checked_rules, indented
from scoring.game import Game, VariantInfo
from scoring.library import SLUG, Library, exists, game_file, is_file, shown
from scoring.patch import Merge, base_ordered
from scoring.rules import About, Rules
from scoring.yaml_file import Node

__all__ = ["Library", "assembled", "load", "shown"]

_ABOUT = tuple(About.model_fields)
_LONGEST_CHAIN = 20


@dataclass
class _Chain:
    """The patches to lay over a game, each once, bases before those that extend them."""

    base: Path
    base_name: str
    root: Node
    patches: dict[Path, tuple[str, Node, bool]] = field(default_factory=dict)  # file → as asked, node, asked?


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
    own_numbers: bool = True,
) -> Game:
    """A game by id or path, with variants by id or path, in their order.

    `beside`: the folder to which paths are relative (that of a tally); `mark`, `variant_marks`: where the names
    stand in a file; `further` variants come after, their paths relative to where the person is;
    `own_numbers`: whether those that the person keeps are used.
    Errors: RulesError with every problem of the files; UsageError for a name that is not there (RulesError when it
    stands in a file).
    """
    finder = _Finder(library or Library(), beside)
    chain = finder.game(game, mark)
    for variant, place in zip(variants, [*variant_marks, *[None] * len(variants)], strict=False):
        finder.add_variant(chain, variant, place)
    finder.beside = None
    for variant in further:
        finder.add_variant(chain, variant, None)
    said = finder.said(chain, language)
    patches = list(chain.patches.values())
    own = finder.numbers(chain) if own_numbers else []
    spoken = words.catalogue(language, finder.library.catalogues(language))
    return assembled(chain.root, chain.base_name, patches, language, finder.problems, chain.base, said, own, spoken)


@dataclass
class _Finder:
    """Turns names into files, and follows `extends`."""

    library: Library
    beside: Path | None
    problems: list[Problem] = field(default_factory=list)
    nodes: dict[Path, Node] = field(default_factory=dict)
    own: list[Node] = field(default_factory=list)  # a file of printed numbers that was named itself

    def read(self, file: Path) -> Node:
        """A file, read once."""
        resolved = file.resolve()
        if resolved not in self.nodes:
            self.nodes[resolved] = yaml_file.read(file, shown(file), self.problems)
        return self.nodes[resolved]

    def said(self, chain: _Chain, language: str) -> list[list[Node]]:
        """The words in a language: of the game, and of each variant."""
        roots = [self.read(file) for file in self.library.words(chain.base, language)]
        self.problems += [problem for root in roots for problem in languages.misshapen(root)]
        of_game = [languages.patch_of(root) for root in roots]
        of_variants = [self.said_of_variant(file, language) for file in chain.patches]
        return [of_game, *of_variants]

    def said_of_variant(self, file: Path, language: str) -> list[Node]:
        found = [
            languages.patch_of_variant(self.read(words), file.stem) for words in self.library.words(file, language)
        ]
        return [node for node in found if node is not None]

    def missing(self, what: str, mark: Mark | None, hint: str) -> Exception:
        problem = Problem(what, mark, hint)
        return self.stop(problem) if mark else UsageError(problem)

    def stop(self, problem: Problem) -> RulesError:
        """A problem after which the files cannot be followed any further."""
        return RulesError(tidy([*self.problems, problem]))

    def path(self, name: str) -> Path | None:
        """A name that is a path of something there."""
        candidate = Path(name) if self.beside is None else self.beside / name
        return candidate if name and exists(candidate) else None

    def game(self, name: str, mark: Mark | None) -> _Chain:
        """A game by its id or path; a variant's own file means the game with that variant."""
        given = self.path(name)
        file = game_file(given) if given is not None else None
        if file is not None:
            node = self.read(file)
            self.near_extends(node)
            if "extends" in node.mapping:
                base, root, base_name = self.base_of(file, node)
                chain = _Chain(base, base_name, root)
                if self.library.keeps_numbers(file):
                    self.own.append(node)
                    target, extended, _ = self.extended(file, node)
                    if "extends" in extended.mapping:
                        self.add(chain, target, target.stem, asked=True)
                else:
                    self.add(chain, file, name if given == file else str(file), asked=True)
                return chain
            known = {path.resolve(): id for id, path in self.library.games().items()}
            folder = file.resolve().parent.name if file.name == "game.yaml" else file.stem
            return _Chain(file, known.get(file.resolve(), folder), node)
        found = self.library.games()
        if name in found:
            return _Chain(found[name], name, self.read(found[name]))
        if given is not None:
            raise self.missing(f"no game.yaml is in the folder {quoted(name)}", mark, "")
        if _looks_like_a_path(name):
            raise self.missing(f"there is no file or folder {quoted(name)}", mark, "")
        hint = did_you_mean(name, found, f"games are: {', '.join(found)}")
        raise self.missing(f"there is no game {quoted(name)}", mark, hint)

    def near_extends(self, node: Node) -> None:
        """A variant whose `extends` is misspelt would be taken for a game, and everything in it for a mistake."""
        if "extends" in node.mapping:
            return
        for key, inner in node.mapping.items():
            if nearest(key, ["extends"]) and key not in Rules.model_fields:
                hint = 'did you mean "extends"?'
                raise self.stop(Problem(f"the file does not know {quoted(key)}", inner.where, hint))

    def base_of(self, file: Path, node: Node) -> tuple[Path, Node, str]:
        """The game at the end of a chain of `extends`."""
        seen = [file.resolve()]
        while True:
            extends = node["extends"]
            file, node, name = self.extended(file, node)
            if file.resolve() in seen:
                raise self.stop(Problem("extends goes round in a circle", extends.spot, "one of them must name a game"))
            if "extends" not in node.mapping:
                return file, node, name
            seen.append(file.resolve())
            if len(seen) > _LONGEST_CHAIN:
                what = f"more than {_LONGEST_CHAIN} variants extend one another"
                raise self.stop(Problem(what, extends.spot))

    def extended(self, file: Path, node: Node) -> tuple[Path, Node, str]:
        """The file that `extends` names: a game, game/variant, a sibling, or a path relative to the file."""
        extends = node["extends"]
        name = extends.value
        if not isinstance(name, str) or not name:
            raise self.stop(Problem("extends needs the name of a game or variant", extends.spot))
        games_ = self.library.games()
        beside = file.parent / "game.yaml"
        if name == file.parent.resolve().name and is_file(beside):
            target, id = beside, name  # its own folder's game, wherever that folder is
        elif name in games_:
            target, id = games_[name], name
        else:
            id = name
            first, _, rest = name.partition("/")
            siblings = self.siblings(file)
            relative = file.parent / name
            if name == file.stem or (exists(relative) and relative.resolve() == file.resolve()):
                raise self.stop(
                    Problem("a variant cannot extend itself", extends.spot, "name a game or another variant")
                )
            if first in games_ and rest in (others := self.others(games_[first], file)):
                target = others[rest]
            elif name in siblings and siblings[name] != file:
                target = siblings[name]
            elif exists(relative) and (found := game_file(relative)) is not None:
                target = found
            else:
                known = [*games_, *(sibling for sibling in siblings if siblings[sibling] != file)]
                if first in games_ and rest:
                    known = [f"{first}/{variant}" for variant in self.library.variants(games_[first])]
                hint = did_you_mean(name, known, "name a game, game/variant or a file")
                raise self.stop(Problem(f"there is no {quoted(name)} to extend", extends.spot, hint))
        if id not in games_ and target.name == "game.yaml":
            id = target.resolve().parent.name
        return target, self.read(target), id

    def siblings(self, file: Path) -> dict[str, Path]:
        """What a file can extend by a bare name: games and variants that stand beside it, or with its game."""
        beside = {path.stem: path for path in file.parent.glob("*.yaml") if path.name != "examples.yaml"}
        game = self.library.game_of(file.parent)
        further = self.others(game, file) if game is not None else {}
        return further | beside

    def others(self, game: Path, file: Path) -> dict[str, Path]:
        """The variants of a game but for this file; one of the same name elsewhere takes its place."""
        known = self.library.all_variants(game)
        left = {id: [path for path in files if path.resolve() != file.resolve()] for id, files in known.items()}
        return {id: files[0] for id, files in left.items() if files}

    def add_variant(self, chain: _Chain, name: str, mark: Mark | None) -> None:
        file = self.path(name)
        if file is None or not is_file(file):
            known = self.library.variants(chain.base)
            if name not in known:
                if file is None and _looks_like_a_path(name):
                    raise self.missing(f"there is no file {quoted(name)}", mark, "")
                hint = did_you_mean(name, known, f"variants are: {', '.join(known)}" if known else "it has no variants")
                raise self.missing(f"{chain.base_name} has no variant {quoted(name)}", mark, hint)
            file = known[name]
        self.add(chain, file, name, asked=True)

    def numbers(self, chain: _Chain) -> list[Node]:
        """The printed numbers that a person keeps of this game and its variants."""
        found = [*self.own]
        for file in self.library.numbers(chain.base, [name for name, _, _ in chain.patches.values()]):
            node = self.read(file)
            self.near_extends(node)
            if "extends" not in node.mapping:
                what = "a file of numbers must say what it extends"
                self.problems.append(Problem(what, Mark(shown(file), 1, 1), f"write extends: {chain.base_name}"))
            elif node not in found and self.base_of(file, node)[0].resolve() == chain.base.resolve():
                found.append(node)
        return found

    def add(self, chain: _Chain, file: Path, name: str, asked: bool) -> None:
        """A variant's file, after what it extends."""
        resolved = file.resolve()
        if resolved in chain.patches:
            old = chain.patches[resolved]
            chain.patches[resolved] = (name if asked and not old[2] else old[0], old[1], old[2] or asked)
            return
        node = self.read(file)
        self.near_extends(node)
        if "extends" not in node.mapping:
            if "lines" in node.mapping:
                raise self.stop(Problem("this is a game, not a variant", Mark(shown(file), 1, 1)))
            what = "a variant must say what it extends"
            raise self.stop(Problem(what, Mark(shown(file), 1, 1), f"write extends: {chain.base_name}"))
        self.base_of(file, node)  # refuses circles
        target, base, base_name = self.extended(file, node)
        if "extends" in base.mapping:
            self.add(chain, target, base_name if SLUG.match(base_name) else str(target), asked=False)
        elif target.resolve() != chain.base.resolve():
            what = f"this extends {quoted(base_name)}, not {quoted(chain.base_name)}"
            self.problems.append(Problem(what, node["extends"].spot, f"it cannot be laid over {chain.base_name}"))
            return
        chain.patches[resolved] = (name, node, asked)


def _looks_like_a_path(name: str) -> bool:
    return "/" in name or "\\" in name or name.endswith((".yaml", ".yml", ".json"))


def assembled(
    root: Node,
    name: str,
    patches: Sequence[tuple[str, Node, bool]] = (),
    language: str = "en",
    problems: Sequence[Problem] = (),
    file: Path | None = None,
    said: Sequence[Sequence[Node]] = (),
    own: Sequence[Node] = (),
    spoken: words.Catalogue | None = None,
) -> Game:
    """A game out of what was read: its own file, and patches in their order, each with its name; `own` numbers last.

    `said`: the words in a language, first of the game, then of each patch; each is laid right after what it is for.
    `spoken`: what the program says in it, if not ours.

    Raises a RulesError with every problem, those included that were met on the way (`problems`).
    """
    problems = list(problems)
    if not isinstance(root.value, dict):
        what = "the file is empty" if root.value is None else "a rules file has entries such as title: … and lines: …"
        raise RulesError(tidy([*problems, Problem(what, root.mark, "begin with potager: 1")]))
    root, fallen = indented(root)
    merged, found = base_ordered(root)
    merge = Merge(problems + fallen + found)
    infos: list[VariantInfo] = []
    abouts: list[tuple[str, About, Node]] = []
    translated = [*said, *[()] * (len(patches) + 1 - len(said))]
    for words_ in translated[0]:
        merged = languages.lay(merged, words_, merge.removed, merge.problems)
    for (id, node, asked), in_words in zip(patches, translated[1:], strict=True):
        about, found = checked_about(node)
        merge.problems += found
        patch, fallen = indented(_patch(node))
        merge.problems += fallen
        merged = merge.lay(merged, patch)
        for words_ in in_words:
            merged = languages.lay(merged, languages.without_own(words_), merge.removed, merge.problems)
        if about is not None:
            title = languages.said_of_variant(in_words, "title", about.title or games.human(Path(id).stem))
            told = languages.said_of_variant(in_words, "about", about.about or "")
            infos.append(VariantInfo(id, title, told, about.source or "", about.confidence or "", asked))
            abouts.append((id, about, node))
    filled = list(merge.filled)
    last = f"numbers-{Path(patches[-1][0]).stem}" if patches else "numbers"
    for node in own:
        if Path(node.mark.file).stem == last:  # a further variant may have another shape: then nothing is filled
            merge.problems += numbers.misfits(merged, node)
        merged, places = numbers.fill(merged, node)
        filled += places
    merge.problems += _company(abouts, {Path(id).stem for id, _, _ in patches})
    checked = checked_rules(merged, frozenset(node.mark.file for _, node, _ in patches))
    problems = merge.problems + checked.problems
    if checked.rules is None:
        raise RulesError(tidy(problems))
    game, found = games.make(
        name,
        checked.rules,
        checked.root,
        spoken or words.catalogue(language),
        language=language,
        variants=tuple(infos),
        numbers=tuple(dict.fromkeys(".".join(path) for path in filled)),
        lost=checked.lost,
        removed=merge.removed,
        written=(root, *(node for _, node, _ in patches)),
        file=file,
    )
    problems += found
    if problems:
        raise RulesError(tidy(problems))
    return game


@dataclass
class Spoken:
    """What a language file says: how much of the game and each of its variants is there, and what is wrong."""

    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)
    missing: dict[str, list[tuple[tuple[str, ...], Node]]] = field(default_factory=dict)  # "" is the game itself


def spoken(game: Path | None, file: Path, words: Node, library: Library) -> Spoken:
    """A language file looked over, with the game and all variants that stand where it belongs; no game is made.

    `game`: the file of the game, None where there are only variants beside the language file.
    """
    result = Spoken(list(languages.misshapen(words)))
    variants = library.variants(game or file.parent.parent / "game.yaml")
    finder = _Finder(library, None)
    if game is not None:
        root, found = base_ordered(finder.read(game))
        result.problems += [problem for problem in found if problem not in result.problems]
        patch = languages.patch_of(words)
        result.notes += languages.same_letters(languages.lay(root, patch, {}, result.problems))
        result.missing[""] = _missing([*languages.words_of(root), *languages.unnamed(root)], patch)
    section = words.mapping.get("variants", words.with_value({}))
    for id, node in section.mapping.items():
        if id not in variants:
            hint = did_you_mean(id, variants, f"variants are: {', '.join(variants)}" if variants else "it has none")
            result.problems.append(Problem(f"there is no variant {quoted(id)} to translate", node.where, hint))
    for id, path in variants.items():
        chain = finder.game(str(path), None)
        merge = Merge()
        merged, _ = base_ordered(chain.root)
        for _, node, _ in chain.patches.values():
            merged = merge.lay(merged, _patch(node))
        own = finder.read(path)
        said = section.mapping.get(id, words.with_value({}))
        languages.lay(merged, languages.without_own(said), merge.removed, result.problems)
        if path.parent not in (file.parent.parent, game.parent if game else None):
            continue  # a variant of the person's own, which has its words beside it
        result.missing[id] = _missing(languages.words_of(own), said)
        if "title" in own.mapping and "title" not in said.mapping:
            result.missing[id].insert(0, (("title",), own["title"]))
    result.problems += finder.problems
    return result


def _missing(wanted: Iterable[tuple[tuple[str, ...], Node]], words: Node) -> list[tuple[tuple[str, ...], Node]]:
    """What is to be read in a file of rules and not in its translation, with where it stands."""
    there = {path for path, _ in languages.words_of(words)}
    return [(path, node) for path, node in wanted if path not in there]


def _patch(node: Node) -> Node:
    """A variant's file but for what it says of itself."""
    return Node({key: inner for key, inner in node.mapping.items() if key not in _ABOUT}, node.mark)


def _company(abouts: Sequence[tuple[str, About, Node]], here: set[str]) -> list[Problem]:
    """Variants that need another, or cannot be played with one that is here."""
    problems = []
    for id, about, node in abouts:
        name = quoted(Path(id).stem)
        for at, other in enumerate(about.needs):
            if other not in here:
                what = f"variant {name} needs {quoted(other)}"
                problems.append(Problem(what, node.find(("needs", at)).mark, f"add {other} before it"))
        for at, other in enumerate(about.excludes):
            if other in here:
                what = f"variant {name} cannot be played with {quoted(other)}"
                problems.append(Problem(what, node.find(("excludes", at)).mark, "leave one of them out"))
    return problems
