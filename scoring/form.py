"""The form of a rules file: every complaint of the models, in the game's words and at its place in the file.

After a mistake the rest is looked at too: a misspelt key is taken for what it means, a wrong value is left out, and
what hangs on it is not complained about a second time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_origin

from pydantic import BaseModel, ValidationError

from scoring import expected
from scoring.errors import Problem, did_you_mean, listed, nearest, quoted
from scoring.expected import Path
from scoring.frozen import Frozen
from scoring.lines import KINDS
from scoring.patch import owner, subject
from scoring.rules import About, Rules
from scoring.scope import Lost
from scoring.yaml_file import Node, surprise

MOST_NUMBERS = 1000  # that a game can count: kinds of all counts together
MOST_FAULTS = 200  # that are looked at
_ROUNDS = 8  # a file is looked at again after each mending
_YES_NO = ("tick", "shared", "split", "running", "win", "fewest")
_ABOUT = tuple(About.model_fields)


class Checked(Frozen):
    """What a look at the form of a file gives."""

    rules: Rules | None
    problems: list[Problem]
    lost: Lost
    root: Node


def checked_rules(root: Node, patches: frozenset[str] = frozenset()) -> Checked:
    """The rules, every problem of form, and what had to be left out. `patches`: the files of variants among it."""
    look = _Look(root, Rules, patches)
    rules = look.result() if look.small_enough() else None
    return Checked(rules, look.problems, look.lost, look.root)


def indented(root: Node) -> tuple[Node, list[Problem]]:
    """A file with what lost its indentation put back inside; a problem for each such place."""
    look = _Look(root, Rules)
    look.fallen_out()
    return look.root, look.problems


def checked_about(root: Node) -> tuple[About | None, list[Problem]]:
    """What a variant says of itself."""
    look = _Look(root.with_value({key: node for key, node in root.mapping.items() if key in _ABOUT}), About)
    return look.result(), look.problems


class Fault(Frozen):
    """One complaint of the models: what kind, where in the file, and whether it is about the key there."""

    type: str
    path: Path
    key: bool
    context: Mapping[str, Any]


class _Look:
    def __init__(self, root: Node, model: type[BaseModel], patches: frozenset[str] = frozenset()) -> None:
        self.root = self.before = root  # as it is mended; as it was when the faults were found
        self.model, self.patches = model, patches
        self.problems: list[Problem] = []
        self.renamed: set[Path] = set()
        self.counts: set[str] = set()
        self.lines: set[str] = set()
        self.all_counts = False

    @property
    def lost(self) -> Lost:
        return Lost(frozenset(self.counts), frozenset(self.lines), self.all_counts)

    def small_enough(self) -> bool:
        counts = self.root.mapping.get("counts")
        entries = counts.mapping if counts else {}
        size = sum(max(1, len(node.mapping["of"].mapping) if "of" in node.mapping else 1) for node in entries.values())
        if counts and size > MOST_NUMBERS:
            what = f"the game counts {size} things, all kinds together; at most {MOST_NUMBERS} are possible"
            self.problems.append(Problem(what, counts.where))
            return False
        return True

    def result(self) -> Any:
        """The checked model; None when too much is wrong."""
        self.surprises()
        for _ in range(_ROUNDS):
            try:
                return self.model.model_validate(plain(self.root))
            except ValidationError as error:
                faults = self.faults(error)
                too_many = error.error_count() > MOST_FAULTS
            self.before = self.root
            healed = [self.told(fault, faults) for fault in faults]
            if not all(healed) or too_many or self.root is self.before:
                return None
        return None

    # -- what the models complain about

    def faults(self, error: ValidationError) -> list[Fault]:
        """Each place once, unknown keys first. Of a union only the member complains that has the value's shape."""
        found: dict[tuple[Path, bool], Fault] = {}
        misfits: list[Path] = []
        for raw in error.errors(include_url=False, include_input=False)[:MOST_FAULTS]:
            path, key, misfit = self.path(raw["loc"], raw["type"] == "missing")
            if misfit is None:
                found.setdefault((path, key), Fault(raw["type"], path, key, raw.get("ctx") or {}))
            else:
                misfits.append(misfit)
        for path in dict.fromkeys(misfits):  # no member has it
            if not any(other[: len(path)] == path for other, _ in found):
                found[path, False] = Fault("shape", path, False, {})
        return sorted(found.values(), key=lambda fault: fault.type != "extra_forbidden")

    def path(self, loc: tuple[int | str, ...], missing: bool) -> tuple[Path, bool, Path | None]:
        """The place of a complaint, without the steps that only the models know: members of unions, kinds of line.

        Also whether it is about a key, and where a member of a union does not have the shape of the value.
        """
        path: list[str | int] = []
        node = self.root
        misfit: Path | None = None
        for at, step in enumerate(loc):
            if step == "[key]" and at == len(loc) - 1:
                return tuple(path), True, misfit
            if at == 2 and loc[0] == "lines" and self.model is Rules:
                continue  # the kind
            if isinstance(step, str) and step in node.mapping:
                path.append(step)
                node = node[step]
            elif isinstance(step, int) and step < len(node.entries):
                path.append(step)
                node = node.entries[step]
            elif missing and at == len(loc) - 1:
                path.append(step)
            elif isinstance(step, str) and misfit is None and not _has_shape(step, node):
                misfit = tuple(path)
        return tuple(path), False, misfit

    # -- in the game's words

    def told(self, fault: Fault, faults: list[Fault]) -> bool:
        """Tell a fault, and mend it so that the rest can be looked at; False when nothing more can be seen."""
        node = self.before.find(fault.path)
        what = place(fault.path)
        match fault.type:
            case "extra_forbidden":
                return self.unknown(fault, node, faults)
            case "missing":
                return self.lacks(fault)
            case "union_tag_invalid":
                tag = node["kind"]
                hint = did_you_mean(tag.text, KINDS, f"kinds are: {', '.join(KINDS)}")
                self.tell(f"{subject(fault.path)} is of kind {quoted_node(tag)}", tag, hint)
                meant = nearest(tag.text, KINDS)
                if meant and tag.mark.file == node.mark.file:
                    self.put((*fault.path, "kind"), text_node(tag, meant))
                    return True
                return self.leave_out(fault.path)
            case "union_tag_not_found":
                for key, inner in node.mapping.items():
                    if nearest(key, ["kind"]):
                        self.tell(
                            f"{subject(fault.path)} does not know {quoted(key)}", inner, 'did you mean "kind"?', True
                        )
                        self.rename((*fault.path, key), "kind")
                        return True
                return self.lacks(Fault("missing", (*fault.path, "kind"), False, {}))
        if fault.key:
            self.wrong_key(fault, node)
            return True
        self.wrong_value(fault, node, what)
        return self.mend(fault.path, node)

    def tell(self, what: str, node: Node, hint: str = "", key: bool = False) -> None:
        self.problems.append(Problem(what, node.where if key else node.spot, hint))

    def wrong_key(self, fault: Fault, node: Node) -> None:
        """A step of a ladder or a number of players that is no number."""
        above, key = fault.path[:-1], str(fault.path[-1])
        hint = surprise(Node(key, node.where, None, key, True), "number")
        hint = hint if hint.startswith("write") and "digits" not in hint else "write a number like 3"
        self.tell(f"{place(above)}: {quoted(key)} is not a plain number", node, hint, key=True)
        others = self.root.find(above).mapping
        self.rename(fault.path, next(str(free) for free in range(1, len(others) + 2) if str(free) not in others))

    def unknown(self, fault: Fault, node: Node, faults: list[Fault]) -> bool:
        """A key that is not known here."""
        above, key = fault.path[:-1], str(fault.path[-1])
        parent = self.root.find(above)
        wanted = expected.at(above, self.before, self.model)
        names = expected.keys(wanted)
        variant = not above and node.mark.file in self.patches
        meant = nearest(key, [*names, *(_ABOUT if variant else ())])
        if not meant:
            meant = next((name for name in _MEANT.get(key, ()) if name in names and name not in parent.mapping), "")
        lacking = [f for f in faults if f.type == "missing" and f.path[:-1] == above]
        odd = [f for f in faults if f.type == "extra_forbidden" and f.path[:-1] == above]
        if not meant and above and len(lacking) == len(odd) == 1:
            meant = str(lacking[0].path[-1])  # the one that is missing
        if not above and not variant and key in _ABOUT:
            meant, hint = "", "only a variant says this"
        else:
            hint = f'did you mean "{meant}"?' if meant else expected.known(wanted)
        if not meant and key in ("least", "most", "supply") and above[:1] == ("lines",):
            hint = "bounds stand at the count"
        self.tell(f"{subject(above)} does not know {quoted(key)}", node, hint, key=True)
        if meant and meant in names and meant not in parent.mapping:
            self.renamed.add((*above, meant))
            self.rename(fault.path, meant)
        else:
            self.damage(above)
            self.root = without(self.root, fault.path)
        return True

    def lacks(self, fault: Fault) -> bool:
        above, key = fault.path[:-1], str(fault.path[-1])
        if fault.path in self.renamed:
            return True  # misspelt, and told already
        node = self.before.find(above)
        self.tell(f'{subject(above)} lacks "{key}"', node, _LACKS.get(key, expected.example(fault.path)), key=True)
        return self.stand_in(fault.path, node) or self.leave_out(above)

    def stand_in(self, path: Path, node: Node) -> bool:
        """Put something harmless in the place of what is missing or wrong, if there is such a thing."""
        wanted = expected.at(path, self.before, self.model)
        if path == ("potager",) or expected.takes_numbers(wanted):
            self.put(path, Node(1, node.mark, node.key, "1"))
        elif path[-1:] in (("title",), ("rule",), ("else",)) and expected.takes_words(wanted):
            self.put(path, Node("…", node.mark, node.key, "…"))
        else:
            return False
        return True

    def wrong_value(self, fault: Fault, node: Node, what: str) -> None:
        """A value of another kind than what must stand there, or out of its bounds."""
        wanted = expected.at(fault.path, self.before, self.model)
        context = fault.context
        if fault.path == ("potager",):
            self.tell("this version of the format is not known", node, "write potager: 1")
        elif fault.type in ("greater_than_equal", "less_than_equal") and isinstance(node.value, int):
            word, bound = ("less", context["ge"]) if "ge" in context else ("more", context["le"])
            self.tell(f"{what}: {node.value} is {word} than {bound}", node)
        elif fault.type == "too_short" and isinstance(node.value, dict | list):
            self.tell(f"{what} is empty", node, expected.example(fault.path))
        elif fault.type in ("too_long", "string_too_long"):
            unit = "letters" if isinstance(node.value, str) else "entries"
            self.tell(f"{what} is too long", node, f"at most {context.get('max_length')} {unit}")
        else:
            self.tell(
                f"{what} needs {expected.said(fault.path, wanted)}, not {quoted_node(node)}",
                node,
                self.hint(fault.path, node, wanted),
            )

    def hint(self, path: Path, node: Node, wanted: list[Any]) -> str:
        """How to write a value that has the wrong kind."""
        key = str(path[-1]) if path else ""
        if isinstance(node.value, list) and not expected.takes_a_list(wanted) and expected.takes_entries(wanted):
            return "give each an id: " + expected.example(path).removeprefix("write ")
        if isinstance(node.value, dict) and expected.takes_words(wanted):
            return "put it in quotes"
        if node.value is None:
            return expected.example(path) or "write it, or leave the whole line out"
        if isinstance(node.value, dict | list) and not (
            expected.takes_entries(wanted) or expected.takes_a_list(wanted)
        ):
            return ""
        if isinstance(node.value, dict | list) or (
            expected.takes_entries(wanted) and not expected.takes_numbers(wanted)
        ):
            return expected.example(path)
        if isinstance(node.value, float) and expected.takes_numbers(wanted):
            return "only whole numbers are counted"
        if expected.takes_words(wanted) and not expected.takes_numbers(wanted):
            if key in ("of", "price", "to") or (isinstance(node.value, bool) and key in ("formula", "that", "when")):
                return ""
            return f'put it in quotes: "{node.text}"'
        if isinstance(node.value, str) and expected.takes_numbers(wanted):
            digits = node.value.strip().replace(" ", "")
            if digits.isdecimal() and digits.isascii() and len(digits) < 10:
                return f"write {int(digits)}, without quotes"
        return did_you_mean(node.text, expected.choices(wanted))

    def fallen_out(self) -> None:
        """What lost its indentation: keys beside an empty one that belong inside it. Told once, and put inside."""
        waiting: list[Path] = [()]
        while waiting:
            path = waiting.pop()
            for key in list(self.root.find(path).mapping):
                here = (*path, key)
                if not there(self.root, here):
                    continue  # it has just been put where it belongs
                inner = self.root.find(here)
                if inner.value is None and not inner.text and self.fallen(here):
                    inner = self.root.find(here)
                if isinstance(inner.value, dict):
                    waiting.append(here)

    def fallen(self, path: Path) -> bool:
        """Whether what follows an empty entry belongs inside it; then it is put there."""
        above, key = path[:-1], str(path[-1])
        entries = self.root.find(above).mapping
        within, around = self.expected(path), self.expected(above)
        following = list(entries)[list(entries).index(key) + 1 :]
        moved: dict[str, Node] = {}
        deeper: list[Any] = []  # what may stand inside the last of them, if that is empty too
        for name in following:
            step = name.isdecimal() and any(get_origin(one) is dict for one in deeper)  # of a ladder
            if not step and not self.belongs(name, entries[name], within, around):
                break
            moved[name] = entries[name]
            if name in expected.keys(within):
                deeper = [] if entries[name].value is not None else expected.inside(within, (name,))
        if not moved:
            return False
        names = listed(map(quoted, moved)) if len(moved) < 4 else f"{quoted(next(iter(moved)))} and what follows"
        it, stand = ("it", "stands") if len(moved) == 1 else ("them", "stand")
        first = next(iter(moved.values()))
        where = f"beside {subject(path) if len(path) == 2 else quoted(key)}, not inside it"
        self.tell(f"{names} {stand} {where}", first, f"indent {it} by two blanks more", key=True)
        kept = {name: node for name, node in entries.items() if name not in moved}
        kept[key] = entries[key].with_value(moved)
        self.root = replaced(self.root, above, self.root.find(above).with_value(kept))
        return True

    def expected(self, path: Path) -> list[Any]:
        """What may stand at a place; in a line whose kind is not said here, what any kind takes."""
        if path[:1] == ("lines",) and len(path) > 1 and "kind" not in self.root.find(path[:2]).mapping:
            return [inner for kind in KINDS.values() for inner in expected.inside([kind], path[2:])]
        return expected.at(path, self.root, self.model)

    @staticmethod
    def belongs(name: str, node: Node, within: list[Any], around: list[Any]) -> bool:
        """Whether an entry means something inside the one before it, and nothing where it stands."""
        if any(expected.is_model(one) for one in around):
            inside = name in expected.keys(within) or any(get_origin(one) is dict for one in within)
            return inside and name not in expected.keys(around)
        return name in expected.keys(within) and not isinstance(node.value, dict)  # beside it only entries can stand

    def surprises(self) -> None:
        """Plain words and numbers that other programs read as something else: told, and read as they were meant."""
        for path, node in list(leaves(self.root, ())):
            if not isinstance(node.value, str) or (path and path[-1] in _YES_NO):
                continue
            if not surprise(node):
                continue
            wanted = expected.at(path, self.root, self.model)
            if not wanted:
                continue  # the key is not known, and that is told
            number = expected.takes_numbers(wanted) and node.text.casefold() not in ("yes", "no", "on", "off")
            hint = surprise(node, "number" if number else "word")
            if number:
                self.tell(f"{place(path)}: {node.text} is not a plain number", node, hint)
                digits = hint.removeprefix("write ")
                if digits.lstrip("-").isdecimal():
                    self.put(path, Node(int(digits), node.mark, node.key, digits))
                else:
                    self.mend(path, node)
            elif expected.takes_words(wanted) or Any in wanted:
                other = "yes or no" if node.text.isalpha() else "another kind of number"
                self.tell(f"{place(path)}: many programs read {node.text} as {other}", node, hint)
                self.put(path, text_node(node, node.text))

    # -- mending

    def mend(self, path: Path, node: Node) -> bool:
        """Put something harmless in the place of a wrong value, or leave it out."""
        wanted = expected.at(path, self.before, self.model)
        above = expected.at(path[:-1], self.before, self.model)
        key = str(path[-1]) if path else ""
        if any(expected.is_model(one) for one in above) and key not in expected.needed(above):
            if len(path) > 2 and (path[0], path[2]) in _CHOICES:
                return self.leave_out(path)  # else it would seem to be missing as well
            self.damage(path)
            self.root = without(self.root, path)
            return True
        if path and self.stand_in(path, node):
            return True
        words = expected.takes_words(wanted) and key not in ("of", "price", "to")
        if words and isinstance(node.value, int | float) and not isinstance(node.value, bool):
            self.put(path, text_node(node, node.text))
            return True
        if path[:1] == ("counts",) and expected.takes_entries(wanted) and len(path) in (2, 4):
            self.counts.add(str(path[1]))
            self.put(path, Node({}, node.mark, node.key))
            return True
        return self.leave_out(path)

    def leave_out(self, path: Path) -> bool:
        """Leave out the whole thing in which something is wrong: the line, the tie, the check."""
        whole = path[:2] if path[:1] != ("counts",) else path
        self.damage(whole)
        if len(whole) < 2:
            return False
        self.root = without(self.root, whole)
        if not self.root.find(whole[:1]).mapping and whole[0] in ("lines", "verdict"):
            if whole[0] == "verdict":
                self.root = without(self.root, ("verdict",))
                return True
            mark = self.root.find(("lines",)).mark
            nothing = {"kind": Node("formula", mark), "formula": Node("0", mark), "rule": Node("…", mark)}
            self.put(("lines", "nothing"), Node(nothing, mark))
        return True

    def damage(self, path: Path) -> None:
        """Remember that something about a count or line is not known, so that nobody complains about it again."""
        if path == ("counts",):
            self.all_counts = True
        elif len(path) >= 2 and path[0] == "counts":
            self.counts.add(str(path[1]))
        elif len(path) == 2 and path[0] == "lines":
            self.lines.add(str(path[1]))

    def put(self, path: Path, node: Node) -> None:
        if there(self.root, path[:-1]):
            self.root = replaced(self.root, path, node)

    def rename(self, path: Path, name: str) -> None:
        if not there(self.root, path):
            return
        parent = self.root.find(path[:-1])
        entries = {name if key == path[-1] else key: inner for key, inner in parent.mapping.items()}
        self.root = replaced(self.root, path[:-1], parent.with_value(entries))


# what people write who have other formats in mind
_MEANT: dict[str, tuple[str, ...]] = {
    "max": ("most",),
    "maximum": ("most",),
    "limit": ("most",),
    "min": ("least",),
    "minimum": ("least",),
    "name": ("title", "label"),
    "description": ("about", "note", "rule"),
    "kinds": ("of",),
    "types": ("of",),
    "type": ("kind",),
    "worth": ("value",),
    "condition": ("that", "when"),
    "if": ("when",),
    "message": ("else",),
    "score": ("points",),
    "values": ("ladder",),
}

# of these one must be there, although each may be left out
_CHOICES = {("ties", "most"), ("ties", "least"), ("checks", "that"), ("checks", "when"), ("checks", "players")}

_LACKS = {
    "lines": "a game has scoring lines: lines: {…}",
    "potager": "begin with potager: 1",
    "rule": "a formula needs its rule in words",
    "title": "write title: …",
    "else": "say what is odd when the check fails",
    "kind": f"kinds are: {', '.join(KINDS)}",
    "of": "name what is counted",
    "price": "name the count that is the price",
    "to": "name the line that it goes with",
    "with_series": "write the points beside a full series",
    "formula": "write how the points are computed",
    "points": "write how many points",
    "question": "write what can be read in two ways",
    "default": "write how it is read here",
    "when": "write a condition",
    "name": "write how it is called",
    "extends": "name the game that it changes",
}


def _has_shape(label: str, node: Node) -> bool:
    """Whether a member of a union, by the label of the models, is meant by a value."""
    if isinstance(node.value, dict):
        return label.startswith("dict") or label[:1].isupper()
    if isinstance(node.value, list):
        return label.startswith("list")
    return not label.startswith(("dict", "list")) and not label[:1].isupper()


def place(path: Path) -> str:
    """How messages call a place: line "groups": ladder 3."""
    said, used = owner(path)
    rest = [f"entry {step + 1}" if isinstance(step, int) else str(step) for step in path[used:]]
    if used == 1 and rest:
        return f"{path[0]} {' '.join(rest)}"
    return f"{said}: {' '.join(rest)}" if rest else said


def quoted_node(node: Node) -> str:
    """A value as messages repeat it."""
    if isinstance(node.value, dict):
        return "entries" if node.value else "{}"
    if isinstance(node.value, list):
        return "a list"
    if node.value is None:
        return "nothing"
    return quoted(node.text) if isinstance(node.value, str) else node.text


def text_node(node: Node, text: str) -> Node:
    """A text in the place of another value."""
    return Node(text, node.mark, node.key, text, False, node.written if text == node.text else None)


def plain(node: Node, key: str = "") -> Any:
    """The values as plain data, with yes and no where a yes or no is asked."""
    if isinstance(node.value, dict):
        return {name: plain(inner, name) for name, inner in node.value.items()}
    if isinstance(node.value, list):
        return [plain(inner) for inner in node.value]
    if key in _YES_NO and node.plain and node.text.lower() in ("yes", "no"):
        return node.text.lower() == "yes"
    return node.value


def leaves(node: Node, path: Path) -> Iterator[tuple[Path, Node]]:
    """Every value that holds no others, and its place."""
    if isinstance(node.value, dict):
        for key, inner in node.value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(node.value, list):
        for at, inner in enumerate(node.value):
            yield from leaves(inner, (*path, at))
    else:
        yield path, node


def there(root: Node, path: Path) -> bool:
    """Whether something stands at a place."""
    for step in path:
        inner = root.find((step,))
        if inner is root:
            return False
        root = inner
    return True


def replaced(root: Node, path: Path, node: Node) -> Node:
    """The tree with another node at a place; the old one is not changed."""
    if not path:
        return node
    step, *rest = path
    if isinstance(root.value, list) and isinstance(step, int):
        entries = list(root.value)
        entries[step] = replaced(entries[step], tuple(rest), node)
        return root.with_value(entries)
    named = dict(root.mapping)
    named[str(step)] = replaced(named.get(str(step), Node({}, root.mark, root.key)), tuple(rest), node)
    return root.with_value(named)


def without(root: Node, path: Path) -> Node:
    """The tree without what stands at a place."""
    if not path or not there(root, path):
        return root
    parent = root.find(path[:-1])
    if isinstance(parent.value, list):
        rest = [inner for at, inner in enumerate(parent.value) if at != path[-1]]
        return replaced(root, path[:-1], parent.with_value(rest))
    kept = {key: inner for key, inner in parent.mapping.items() if key != path[-1]}
    return replaced(root, path[:-1], parent.with_value(kept))
