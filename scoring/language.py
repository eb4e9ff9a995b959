"""A language laid over a game: a patch of words, which can change nothing else.

It stands in `words/el.yaml` beside the game and names things by their ids, as a variant does. The words of a variant
stand under `variants:` in the same file and are laid right after that variant. What is not translated stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from scoring.errors import Mark, Problem, did_you_mean, listed, quoted
from scoring.patch import Path, keyed, subject
from scoring.words import BLANK
from scoring.yaml_file import Node

# what is words, in each part of the rules
_ANYWHERE = ("label", "short", "letter", "ask", "note", "help")
_WORDS: dict[str, tuple[str, ...]] = {
    "": ("title", "about", "note"),
    "edition": ("note",),
    "readings": ("question", "default", "note"),
    "counts": _ANYWHERE,
    "lines": (*_ANYWHERE, "rule", "working"),
    "ties": _ANYWHERE,
    "checks": (*_ANYWHERE, "else"),
    "verdict": ("label",),
    "rounds": ("label",),
    "teams": ("label",),
    "aid": ("title", "note", "text", "name", "label", "number"),
}
# on a sheet everything is words but these: names of pictures and shapes, of counts and lines, faces of dice
_NAMES = (
    "kind",
    "icon",
    "shape",
    "tall",
    "ask",
    "of",
    "lines",
    "first",
    "faces",
    "after",
    "entry",
    "makes",
    "adds",
    "formula",
)
# what a language may add where the game says nothing
_ADDED = (*_ANYWHERE, "rule", "about")
LONGEST = 2000  # letters of one text, as in the rules themselves
_NOTHING = Node({}, Mark(""))
_OF_THE_FILE = ("potager", "variants")  # beside the patch itself
_OF_A_VARIANT = ("title", "about")  # said of the variant itself


def patch_of(root: Node) -> Node:
    """What a language file says of the game itself."""
    return _without(root, _OF_THE_FILE)


def patch_of_variant(root: Node, variant: str) -> Node | None:
    """What a language file says of a variant; None where it says nothing."""
    return root.mapping.get("variants", root.with_value({})).mapping.get(variant)


def said_of_variant(patches: Iterable[Node], key: str, otherwise: str) -> str:
    """The title or the few words of a variant in its language."""
    for patch in patches:
        said = patch.mapping.get(key)
        if said is not None and isinstance(said.value, str):
            otherwise = said.value
    return otherwise


def without_own(patch: Node) -> Node:
    """A variant's words but for those that it says of itself."""
    return _without(patch, _OF_A_VARIANT)


def misshapen(root: Node) -> Iterator[Problem]:
    """What of a language file is nothing that could be laid over anything."""
    empty = root.value is None and not root.text
    if not isinstance(root.value, dict) and not empty:
        yield Problem("a language file names things by their ids", root.mark, "such as counts: {apples: {label: …}}")
    variants = root.mapping.get("variants", _NOTHING)
    for node in (variants, *variants.mapping.values()):
        if not isinstance(node.value, dict) and (node.value is not None or node.text):
            yield Problem("variants needs entries", node.spot, "such as variants: {harsh: {title: …}}")


def _without(node: Node, keys: tuple[str, ...]) -> Node:
    return node.with_value({key: inner for key, inner in node.mapping.items() if key not in keys})


def lay(base: Node, words: Node, removed: Mapping[Path, Mark], problems: list[Problem], path: Path = ()) -> Node:
    """The rules in another language. What cannot be laid becomes a problem, and the rules stay as they are there.

    `removed`: what variants took away; words for it do nothing.
    """
    result = dict(base.mapping)
    for key, node in words.mapping.items():
        here = (*path, key)
        under = base.mapping.get(key)
        if node.value is None and not node.text:
            continue  # not translated yet
        if under is not None and isinstance(node.value, dict) and path == ("verdict",) and not under.mapping:
            under = under.with_value({"when": under})  # a condition alone: its label may be said
        if isinstance(node.value, dict) and under is not None and isinstance(under.value, dict):
            result[key] = lay(under, node, removed, problems, here)
        elif under is None and any(here[: len(gone)] == gone for gone in removed):
            continue
        elif (problem := _misfit(here, under, node, base)) is not None:
            problems.append(problem)
        else:
            result[key] = Node(node.value, node.mark, node.key, node.text, node.plain, node.written)
    return base.with_value(result)


def _misfit(path: Path, under: Node | None, node: Node, base: Node) -> Problem | None:
    """Why this cannot be the words of what stands in the rules."""
    key = path[-1]
    if not is_word(path):
        if under is None and not _known_section(path):
            hint = did_you_mean(key, base.mapping)
            return Problem(f"this translates {subject(path)}, which is not there", node.where, hint)
        words = _WORDS.get(path[0] if len(path) > 1 else "", ())
        hint = did_you_mean(key, [*words, *base.mapping] if under is None else words)
        hint = hint or (f"words are: {listed(words)}" if words else "")
        return Problem(f"a language changes words only, not {quoted(key)}", node.where, hint)
    if under is None:
        if not _may_be_added(path):
            hint = did_you_mean(key, base.mapping)
            return Problem(f"this translates {_said(path)}, which is not there", node.where, hint)
    elif not _readable(path, under):
        what = f"a language changes words only, and {_said(path)} has no words"
        return Problem(what, node.where, "leave it out")
    elif isinstance(under.value, list) and not (
        isinstance(node.value, list) and len(node.value) == len(under.value) and _is_text(node)
    ):
        what = f"{_said(path)} needs {len(under.value)} texts, one for each"
        return Problem(what, node.spot, "write them as a list: […, …]")
    if isinstance(node.value, dict | list) and not (under is not None and isinstance(under.value, list)):
        return Problem(f"{_said(path)} needs words", node.spot, "put them in quotes")
    if any(len(text.text) > LONGEST for text in (node, *node.entries)):
        return Problem(f"{_said(path)} is longer than {LONGEST} letters", node.spot)
    return None if under is None else _torn(path, under, node)


def _torn(path: Path, under: Node, node: Node) -> Problem | None:
    """Blanks that are not those of the original."""
    pairs = zip(under.entries, node.entries, strict=True) if under.entries else [(under, node)]
    for old, new in pairs:
        wanted, there = blanks(old.text), blanks(new.text)
        if wanted != there:
            odd = sorted(there - wanted)
            what = f"{_said(path)} has a blank that the original lacks: {{{{ {odd[0]} }}}}" if odd else ""
            lacking = sorted(wanted - there)
            what = what or f"{_said(path)} lacks the blank {{{{ {lacking[0]} }}}}"
            hint = f"the original is: {old.text}"
            return Problem(what, new.spot, hint)
    return None


def blanks(text: str) -> set[str]:
    """The blanks of a text.

    >>> sorted(blanks("{{ least }} to {{most}}"))
    ['least', 'most']
    """
    return {found[1].strip() for found in BLANK.finditer(text)}


def is_word(path: Path) -> bool:
    """Whether what stands at a place of the rules is for people to read."""
    key = path[-1]
    if len(path) == 1:
        return key in _WORDS[""]
    if path[0] == "sheets":
        return len(path) > 2 and (bool(keyed(path[:-1])) or key not in _NAMES)
    if path[0] == "aid" and (path[-2] == "cells" or keyed(path[:-1]) == "column"):
        return True
    return key in _WORDS.get(path[0], ()) and not keyed(path[:-1])


def _known_section(path: Path) -> bool:
    """Whether the rules know such a key, whatever this game says."""
    return not keyed(path[:-1]) and len(path) > 1


def _may_be_added(path: Path) -> bool:
    """Whether a word can stand where the game says nothing: a shorter name, a help."""
    entry = len(path) == 1 or bool(keyed(path[:-2])) or path[0] in ("rounds", "teams")
    return path[-1] in _ADDED and path[0] not in ("aid", "sheets") and entry


def _is_text(node: Node) -> bool:
    if isinstance(node.value, list):
        return all(isinstance(inner.value, str) or inner.text for inner in node.value)
    return isinstance(node.value, str)


def _readable(path: Path, node: Node) -> bool:
    """Whether something is words as it stands: over the columns of a grid, texts but not `dice` or `numbers`."""
    return _is_text(node) and (path[-1] != "heads" or isinstance(node.value, list))


def _said(path: Path) -> str:
    """How messages call a word: the label of line "sets"."""
    whole = subject(path)
    return f"{whole}: {path[-1]}" if quoted(path[-1]) not in whole else whole


def words_of(node: Node, path: Path = ()) -> Iterator[tuple[Path, Node]]:
    """Everything in rules that a language has to say in its own words: letters outside of blanks.

    Not the game's title: many are published under the same one everywhere.
    """
    for key, inner in node.mapping.items():
        here = (*path, key)
        if isinstance(inner.value, dict):
            yield from words_of(inner, here)
        elif (
            is_word(here)
            and here != ("title",)
            and _readable(here, inner)
            and any(map(_has_letters, inner.entries or [inner]))
        ):
            yield here, inner


def unnamed(root: Node) -> Iterator[tuple[Path, Node]]:
    """What in a game is called by its id because it has no label: a language has to name it."""
    for part in ("counts", "ties", "verdict"):
        for id, node in root.mapping.get(part, _NOTHING).mapping.items():
            kinds = node.mapping.get("of", _NOTHING).mapping if part == "counts" else {}
            things: dict[Path, Node] = {(part, id): node}
            things |= {(part, id, "of", kind): inner for kind, inner in kinds.items()}
            for path, thing in things.items():
                if "label" not in thing.mapping and path not in (("verdict", "win"), ("verdict", "lose")):
                    yield (*path, "label"), Node(path[-1], thing.where, None, path[-1])


def same_letters(root: Node) -> Iterator[Problem]:
    """Letters that stand for two kinds of one count, which they should tell apart."""
    for id, count in root.mapping.get("counts", _NOTHING).mapping.items():
        seen: dict[str, str] = {}
        for kind, inner in count.mapping.get("of", _NOTHING).mapping.items():
            letter = inner.mapping.get("letter")
            if letter is not None and seen.setdefault(letter.text, kind) != kind:
                what = f"letter {quoted(letter.text)} stands for {quoted(seen[letter.text])} too"
                yield Problem(f"{subject(('counts', id, 'of', kind))}: {what}", letter.spot)


def _has_letters(node: Node) -> bool:
    return any(map(str.isalpha, BLANK.sub("", node.text)))
