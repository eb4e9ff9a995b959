"""Whatever a file or the command line holds: a result, or problems with their place in the file; never a traceback.

Deterministic and quick. For a long hunt: POTAGER_FUZZ=100 python -m pytest tests/test_fuzz.py (times as many examples,
random ones).
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from potager.cli import app
from scoring import blank_tally, check, explain, report, tally, yaml_file
from scoring.errors import PotagerError, Problem
from scoring.lines import KINDS
from scoring.load import Library, assembled, load
from scoring.score import score

HUNT = int(os.environ.get("POTAGER_FUZZ", "0"))
LIBRARY = Library()
GAMES = LIBRARY.games()
RULES = {id: file.read_text(encoding="utf-8") for id, file in GAMES.items()}
VARIANTS = {
    f"{id}/{name}": file.read_text(encoding="utf-8")
    for id, game in GAMES.items()
    for name, file in LIBRARY.variants(game).items()
}
EXAMPLES = {id: (file.parent / "examples.yaml").read_text(encoding="utf-8") for id, file in GAMES.items()}


def tallies() -> list[dict[str, Any]]:
    """The tallies of all worked examples."""
    return [
        {"game": id, **example["tally"]}
        for id, text in EXAMPLES.items()
        for example in yaml_file.parse(text).bare()["examples"].values()
    ]


TALLIES = tallies()


def some(examples: int) -> Callable[[Any], Any]:
    return settings(
        max_examples=examples * (HUNT or 1),
        derandomize=not HUNT,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


def stands_in(problem: Problem, text: str, name: str) -> None:
    """A problem has a place, and if it is in this file, one that an editor finds."""
    assert problem.mark is not None
    assert problem.mark.line >= 1
    assert problem.mark.column >= 1
    said = str(problem)
    assert "\n" not in said
    assert len(said) < 1200
    if problem.mark.file == name:
        lines = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
        assert problem.mark.line <= len(lines)
        assert problem.mark.column <= len(lines[problem.mark.line - 1]) + 1


def tried(text: str, work: Callable[[], Any], name: str = "file") -> Any:
    """The result; None when a person's mistake was told properly."""
    try:
        return work()
    except PotagerError as error:
        problems = error.problems
    assert problems
    for problem in problems:
        stands_in(problem, text, name)
    return None


def as_rules(text: str) -> None:
    """Read some text as a game, and use it."""
    game = tried(text, lambda: assembled(yaml_file.parse(text, "file"), "fuzz"))
    if game is not None:
        explain.text(game)
        explain.as_json(game)
        filled = blank_tally.blank(game, ["Ann", "Bob"])
        as_tally(filled, game)


def as_tally(text: str, game: Any = None) -> None:
    def work() -> None:
        node = yaml_file.parse(text, "file")
        if game is None:
            table = check.scored(Path("file"), node, LIBRARY)
        else:
            table = score(tally.look(node, game))
        report.text(table, None)
        json.dumps(table.as_json())

    tried(text, work)


# -- what a hand or a machine can do to a file

WORDS = sorted(set(re.findall(r"[A-Za-z_]+", " ".join([*RULES.values(), *VARIANTS.values(), *EXAMPLES.values()]))))
SIGNS = [*"{}[]()<>:,;.-+*/%=!?&|@#'\"\\`~^$ \t\n", "{{", "}}", ": ", "- ", "×", "−", "é", "\u202e", "𝒳", "\r\n"]
ODD = ["no", "yes", "null", "~", "true", "010", "1_000", "0x1f", "12:30", "1e3", "2.5", "-1", "99999999999999999", ""]
PIECES = [*SIGNS, *ODD, *WORDS[::5], "printed", "points(", "sum(", "value(", "total", "players", "if", "else", "and"]


def torn(text: str, rng: random.Random) -> str:
    """Some text with a few slips of the hand."""
    for _ in range(rng.randint(1, 4)):
        at, length = rng.randrange(len(text) + 1), rng.choice([0, 1, 1, 2, 5, 20])
        lines = text.split("\n")
        line = rng.randrange(len(lines))
        match rng.randrange(7):
            case 0:
                text = text[:at] + text[at + length :]
            case 1:
                text = text[:at] + rng.choice(PIECES) + text[at:]
            case 2:
                text = text[:at] + rng.choice(PIECES) + text[at + length :]
            case 3:
                text = "\n".join([*lines[:line], *lines[line + 1 :]])
            case 4:
                text = "\n".join([*lines[:line], lines[line], *lines[line:]])
            case 5:
                text = "\n".join([*lines[:line], " " * rng.randint(1, 3) + lines[line], *lines[line + 1 :]])
            case 6:
                words = list(re.finditer(r"[\w.]+", text))
                if words:
                    word = rng.choice(words)
                    text = text[: word.start()] + rng.choice(PIECES) + text[word.end() :]
    return text


VALUES = [
    0, 1, -1, 7, 10**6, 10**9, 2.5, True, False, None, "", "no", "printed", "apples", "sum(apples)", "{{ x }}", [], {},
    [1], {"a": 1},
]  # fmt: skip


def mutated(value: Any, rng: random.Random) -> Any:
    """Plain data with some nodes dropped, replaced, doubled, renamed or moved."""
    places: list[tuple[Any, Any]] = []

    def collect(inner: Any) -> None:
        keys = list(inner) if isinstance(inner, dict) else range(len(inner)) if isinstance(inner, list) else ()
        for key in keys:
            places.append((inner, key))
            collect(inner[key])

    value = json.loads(json.dumps(value))
    for _ in range(rng.randint(1, 4)):
        places.clear()
        collect(value)
        if not places:
            break
        owner, key = rng.choice(places)
        other_owner, other_key = rng.choice(places)
        other = json.loads(json.dumps(other_owner[other_key]))
        match rng.randrange(6):
            case 0:
                del owner[key]
            case 1:
                owner[key] = rng.choice(VALUES)
            case 2:
                owner[key] = other
            case 3 if isinstance(owner, dict):
                owner[rng.choice(WORDS) if rng.random() < 0.5 else str(key)[:-1]] = owner.pop(key)
            case 4 if isinstance(owner, dict):
                owner[rng.choice(WORDS)] = other
            case 5 if isinstance(owner, list):
                owner.append(other)
    return value


SEEDS = st.integers(min_value=0, max_value=2**32)


# -- the properties


@some(250)
@given(st.binary(max_size=300))
def test_any_bytes(raw: bytes) -> None:
    tried(raw.decode("utf-8", "replace"), lambda: yaml_file.parse(raw, "file"))


@some(250)
@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    as_rules(text)


@some(250)
@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
def test_any_pieces_of_yaml(text: str) -> None:
    as_rules(text)
    as_tally(text)


KEYS = [
    "potager", "title", "edition", "players", "counts", "lines", "ties", "checks", "verdict", "readings", "goal",
    "wins", "kind", "of", "points", "ladder", "prizes", "cases", "formula", "rule", "working", "when", "that",
    "else", "level", "least", "most", "supply", "list", "fields", "value", "tick", "shared", "missing", "label",
    "apples", "red", "1", "2", "to", "with_series", "from", "price", "every", "free", "cap", "split", "running",
    "tied", "aid", "sheets", "extends", "needs", "after", "teams", "name", "table", "variants", "game", "no",
    "a b", "class", "", "é",
]  # fmt: skip
LEAVES = st.sampled_from([*VALUES, *KINDS, "apples.red", "total > 3", "apples + 1", "points(apples)", "share", "H"])
TREES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    max_leaves=25,
)
SOUND = {
    "potager": 1,
    "title": "Orchard",
    "counts": {"apples": {"label": "Apples"}, "red": {"label": "Red", "of": {"1x": {}, "green": {"value": 2}}}},
    "lines": {"apples": {"kind": "each", "of": "apples", "points": 2}},
}


@some(120)
@given(st.dictionaries(st.sampled_from(KEYS[:12]), TREES, max_size=4), st.booleans())
def test_any_structure_of_our_own_words(tree: dict[str, Any], sound: bool) -> None:
    as_rules(json.dumps({**SOUND, **tree} if sound else tree, ensure_ascii=False))
    as_tally(json.dumps({"game": "garden-dice", "players": [{"name": "Ann", **tree}], **tree}, ensure_ascii=False))


@some(80)
@given(st.sampled_from(list(KINDS)), st.dictionaries(st.sampled_from(KEYS[12:]), TREES, max_size=5))
def test_any_line_count_tie_or_check(kind: str, tree: dict[str, Any]) -> None:
    for section in ("counts", "lines", "ties", "checks", "verdict", "readings"):
        whole = {
            **SOUND,
            section: {**SOUND.get(section, {}), "x": {"kind": kind, **tree} if section == "lines" else tree},
        }  # type: ignore[dict-item]
        as_rules(json.dumps(whole, ensure_ascii=False))


@some(120)
@given(SEEDS)
def test_a_game_after_slips_of_the_hand(seed: int) -> None:
    rng = random.Random(seed)
    as_rules(torn(RULES[rng.choice(list(RULES))], rng))


@some(100)
@given(SEEDS)
def test_a_game_after_changes_of_its_nodes(seed: int) -> None:
    rng = random.Random(seed)
    bare = yaml_file.parse(RULES[rng.choice(list(RULES))]).bare()
    as_rules(json.dumps(mutated(bare, rng), ensure_ascii=False))


@some(120)
@given(SEEDS)
def test_a_variant_after_slips_and_changes(seed: int) -> None:
    rng = random.Random(seed)
    id = rng.choice(list(VARIANTS))
    text = torn(VARIANTS[id], rng)
    if rng.random() < 0.5:
        text = json.dumps(mutated(yaml_file.parse(VARIANTS[id]).bare(), rng))
    patch = tried(text, lambda: yaml_file.parse(text, "file"))
    if patch is not None and isinstance(patch.value, dict):
        root = yaml_file.parse(RULES[id.partition("/")[0]], "game")
        tried(text, lambda: assembled(root, "fuzz", [("file", patch, True)]))


@some(150)
@given(SEEDS)
def test_a_tally_after_slips_and_changes(seed: int) -> None:
    rng = random.Random(seed)
    counted = rng.choice(TALLIES)
    if rng.random() < 0.5:
        as_tally(json.dumps(mutated(counted, rng), ensure_ascii=False))
    else:
        lines = [
            f"game: {counted['game']}",
            *(f"{key}: {json.dumps(counted[key])}" for key in counted if key != "game"),
        ]
        as_tally(torn("\n".join(lines), rng))


@some(50)
@given(SEEDS)
def test_examples_after_slips_and_changes(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    rng = random.Random(seed)
    id = rng.choice(list(EXAMPLES))
    text = torn(EXAMPLES[id], rng)
    folder = tmp_path_factory.getbasetemp() / "examples"
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(RULES[id], encoding="utf-8")
    file = folder / "examples.yaml"
    file.write_text(text, encoding="utf-8", newline="")
    for problem in check.check([file]).problems:
        stands_in(problem, text, str(file))


FORMULA = st.lists(
    st.sampled_from(
        [*"+-*/%()<>=!,.", "//", "**", "==", "<=", " ", "and ", "or ", "not ", " if ", " else ", "min(", "max(", "sum(",
         "value(", "length(", "abs(", "points(", "a", "b.red", "b", "list", "tick", "total", "players", "value", "slot",
         "seed", "1", "0", "2.5", "True", "None", "lambda: ", "[", "]", "'x'", "f''", ":=", "é", "ｓｕｍ", "\u00a0"]
    ),
    max_size=14,
)  # fmt: skip


@some(400)
@given(FORMULA.map("".join), st.sampled_from(["formula", "that", "most", "blank", "verdict", "value"]))
def test_any_formula(text: str, where: str) -> None:
    written = json.dumps(text, ensure_ascii=False)
    blank = json.dumps("{{ " + text + " }}", ensure_ascii=False)
    as_rules(
        "potager: 1\ntitle: T\ncounts:\n  a: {label: A}\n  tick: {label: T, tick: true}\n"
        "  b: {label: B, of: {red: {label: R, value: 2}}}\n"
        f"  list: {{label: L, list: {{most: 5}}, fields: {{seed: {{most: 6}}}},"
        f" value: {written if where == 'value' else 'seed'}}}\n"
        f"lines:\n  a: {{kind: formula, rule: R, formula: {written if where == 'formula' else 'a'}"
        f", working: {blank if where == 'blank' else 'x'}}}\n"
        f"ties:\n  t: {{most: {written if where == 'most' else 'a'}}}\n"
        f"checks:\n  c: {{that: {written if where == 'that' else 'a > 0'}, else: E}}\n"
        f"verdict:\n  win: {written if where == 'verdict' else 'a > 0'}\n"
    )


# -- the command line

WEIRD = [
    "", " ", ".", "..", "/", "-", "--", "\0", "a\0b", "x" * 300, "x" * 5000, "é", "日本語", "\udcff", "\u202e", "🍅",
    "\n", "/dev/null", "/proc/self/mem", "~", "C:\\games", "../../etc/passwd", "rules_data", "garden-dice/", "%s",
    "garden-dice/game", "{{ x }}", "$(ls)", "no", "garden-dice", "family", "examples.yaml", "-V", "--json", "--players",
    "999999999999",
]  # fmt: skip
COMMANDS = ["games", "explain", "score", "tally", "check", "print", "nothing"]
OPTIONS = [
    "--json", "-V", "--variant", "--rules", "--language", "--format", "-p", "--player", "-o", "--paper", "--theme",
    "--players", "--bogus",
]  # fmt: skip


def run(arguments: list[str], stdin: bytes = b"") -> Any:
    """A command: it ends with 0, 1 or 2 and shows no traceback."""
    result = CliRunner().invoke(app, arguments, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), (arguments, result.exc_info)
    assert result.exit_code in (0, 1, 2), arguments
    assert "Traceback" not in result.output
    return result


@pytest.mark.parametrize("command", [*COMMANDS, "diff", "numbers", "new", "variant"])
@pytest.mark.parametrize("argument", WEIRD, ids=lambda text: ascii(text)[:20])
def test_a_weird_argument(command: str, argument: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("POTAGER_RULES", str(tmp_path / "own"))
    if command in ("new", "variant"):  # the second one: a folder, a name
        run([command, "garden-dice", argument])
    if (command, argument) != ("check", "/"):  # which would look through the whole machine
        run([command, argument])


@pytest.mark.parametrize("argument", [b"\xff\xfe", b"caf\xe9.yaml", b"x" * 5000, b"\x1b[31m", "é".encode(), b"-"])
@pytest.mark.parametrize("command", ["score", "check"])
def test_a_weird_argument_of_a_real_process(command: str, argument: bytes) -> None:
    run = subprocess.run(
        [sys.executable.encode(), b"-m", b"potager", command.encode(), argument],
        cwd=Path(__file__).parents[1],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert run.returncode in (1, 2), run.stderr
    assert run.stderr
    assert b"Traceback" not in run.stderr
    assert b"\x1b" not in run.stderr


@some(40)
@given(st.sampled_from(COMMANDS), st.lists(st.sampled_from([*OPTIONS, *WEIRD]) | st.text(max_size=20), max_size=5))
def test_weird_options(tmp_path_factory: pytest.TempPathFactory, command: str, arguments: list[str]) -> None:
    folder = tmp_path_factory.getbasetemp() / "options"
    folder.mkdir(exist_ok=True)
    with contextlib.chdir(folder):
        run([command, *arguments])


@some(25)
@given(SEEDS)
def test_the_commands_take_any_file(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    rng = random.Random(seed)
    folder = tmp_path_factory.getbasetemp() / "files"
    folder.mkdir(exist_ok=True)
    id = rng.choice(list(GAMES))
    text = rng.choice(
        [
            lambda: torn(RULES[id], rng),
            lambda: torn(VARIANTS[rng.choice(list(VARIANTS))], rng),
            lambda: torn(EXAMPLES[id], rng),
            lambda: torn(json.dumps(rng.choice(TALLIES)), rng),
            lambda: json.dumps(mutated(rng.choice(TALLIES), rng)),
            lambda: "".join(rng.choices(PIECES, k=40)),
        ]
    )()
    raw = text.encode("utf-8", "replace") if rng.random() < 0.9 else rng.randbytes(100)
    (folder / "file.yaml").write_bytes(raw)
    with contextlib.chdir(folder):
        run(["score", "file.yaml", *(["--json"] if seed % 2 else [])])
        run(["score", "-"], raw)
        run(["check", "file.yaml"])
        run(["explain", "file.yaml"])
        run(["tally", "file.yaml", "-p", "Ann"])
        run(["diff", id, "-V", "file.yaml"])
        run(["numbers", id, "--from", "file.yaml", "--rules", "own"])
        run(["variant", "file.yaml", "house", "-o", f"house-{seed}"])
        if seed % 4 == 0:
            run(["print", "file.yaml", "pad", "-o", "out"])


def test_a_folder_a_device_and_a_pipe_in_the_place_of_a_file(tmp_path: Path) -> None:
    for command in ("score", "explain", "tally", "check", "print"):
        assert run([command, str(tmp_path)]).exit_code in (0, 2)
        assert run([command, os.devnull]).exit_code in (1, 2)


def test_the_real_files_are_what_the_fuzz_begins_with() -> None:
    """Else every change would be refused for one and the same reason."""
    for text in RULES.values():
        as_rules(text)
    for id in VARIANTS:
        game, _, variant = id.partition("/")
        assert load(game, [variant])
    for counted in TALLIES:
        assert check.scored(Path("file"), yaml_file.parse(json.dumps(counted)), LIBRARY)
