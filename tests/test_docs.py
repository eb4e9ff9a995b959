"""The documents say what is there, all of it, and what they show is true.

After a change of options or their help, UPDATE=1 python -m pytest tests/test_docs.py rewrites the tables of
docs/commands.md.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import typer.main
import yaml
from pydantic import BaseModel

from potager.cli import app
from scoring import aid, examples, formula, rules, tally, yaml_file
from scoring.check import check, scored
from scoring.expression import LARGEST_COUNT, LARGEST_LIST
from scoring.lines import KINDS
from scoring.lines.base import Described, Line
from scoring.lines.cases import OneCase
from scoring.load import Library, load
from tests.small_games import game, holds, scored_text, written
from tools import make_reference

ROOT = Path(__file__).parents[1]
README = ROOT / "rules_data/README.md"
COMMANDS = ROOT / "docs/commands.md"


# -- the blocks of rules_data/README.md


@dataclass(frozen=True)
class Block:
    """A block of YAML, what its info says it is, and the bullets right below it."""

    line: int
    kind: str
    name: str
    text: str
    stated: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.kind}{f' {self.name}' if self.name else ''}, line {self.line}"


def blocks() -> Iterator[Block]:
    text = README.read_text(encoding="utf-8")
    for found in re.finditer(r"^```yaml([^\n]*)\n(.*?)^```\n((?:\n?- [^\n]*\n)*)", text, re.MULTILINE | re.DOTALL):
        kind, _, name = found[1].strip().partition(" ")
        stated = tuple(line[2:] for line in found[3].splitlines() if line)
        yield Block(text.count("\n", 0, found.start()) + 1, kind, name, found[2], stated)


BLOCKS = list(blocks())


def only(*kinds: str) -> list[Any]:
    return [pytest.param(block, id=str(block)) for block in BLOCKS if block.kind in kinds]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """The games, variants and examples of the README, as files in folders."""
    folder = tmp_path_factory.mktemp("readme")
    for block in BLOCKS:
        if block.kind == "game":
            written(folder, f"{block.name}/game.yaml", block.text)
        elif block.kind == "variant":
            written(folder, f"orchard/{block.name}.yaml", block.text)
        elif block.kind == "language":
            written(folder, f"orchard/words/{block.name}.yaml", block.text)
        elif block.kind == "examples":
            written(folder, "orchard/examples.yaml", block.text)
    return Library((folder,))


def test_every_yaml_block_says_what_it_is() -> None:
    kinds = {"game", "variant", "language", "tally", "counts", "lines", "parts", "examples"}
    assert {block.kind for block in BLOCKS} == kinds
    assert README.read_text(encoding="utf-8").count("```yaml") == len(BLOCKS)


@pytest.mark.parametrize("block", only("game"))
def test_a_game_of_the_readme_loads(block: Block, library: Library) -> None:
    assert load(block.name, library=library).id == block.name


@pytest.mark.parametrize("block", only("variant"))
def test_a_variant_of_the_readme_loads(block: Block, library: Library) -> None:
    loaded = load("orchard", [block.name], library=library)
    assert block.name in loaded.asked
    assert loaded.lines != load("orchard", library=library).lines


def test_the_words_of_the_readme_are_laid_over_its_game(library: Library) -> None:
    told = load("orchard", ["harsh"], library=library, language="el")
    assert (told.title, told.lines["apples"].label, told.counts["firewood"].label) == ("Περιβόλι", "Μήλα", "Καυσόξυλα")
    assert [variant.title for variant in told.variants] == ["Δύσκολο περιβόλι"]


@pytest.mark.parametrize("block", only("tally"))
def test_a_tally_of_the_readme_scores_as_stated(block: Block, library: Library) -> None:
    table = scored(Path("tally.yaml"), yaml_file.parse(block.text), library)
    (stated,) = block.stated
    assert [f"{player.name} **{player.total}**" for player in table.players] == stated.split(", ")
    assert all(warning.id == "players" for warning in table.warnings)


def test_the_example_of_the_readme_holds(library: Library) -> None:
    file = library.own[0] / "orchard/examples.yaml"
    (example,) = examples.read(file, "orchard")
    assert [str(problem) for problem in examples.problems(example, library=library)] == []
    assert example.node["decided_by"].value == "worth"


def test_the_folder_of_the_readme_is_checked_as_all_well(library: Library) -> None:
    checked = check([library.own[0]], library)
    assert [str(problem) for problem in checked.problems] == []
    assert (checked.games, checked.examples) == (2, 1)


def small_game(lines: str = "  x: {kind: points, of: apples}", more: str = "") -> Any:
    """The counts of the README with some lines."""
    (counts,) = (block.text for block in BLOCKS if block.kind == "counts")
    indented = counts.replace("\n", "\n  ")
    return game(f"potager: 1\ntitle: Readme\nplayers: {{least: 1}}\ncounts:\n  {indented}\nlines:\n{lines}\n{more}")


def lines_of(block: Block) -> Any:
    return small_game("  " + block.text.replace("\n", "\n  "))


@pytest.mark.parametrize("block", only("parts"))
def test_a_part_of_the_readme_fits_into_a_game(block: Block) -> None:
    made = small_game(more=block.text)
    key = block.text.partition(":")[0]
    assert getattr(made.rules, key)
    assert not made.numbers


STATED = re.compile(r"(?P<counts>`.*?`) gives? (?P<points>\*\*-?\d+\*\*(?:, \*\*-?\d+\*\*)*)(?:: (?P<working>`.*?`))?")


@pytest.mark.parametrize("block", only("lines"))
def test_lines_of_the_readme_give_the_points_stated_beside_them(block: Block) -> None:
    rules_ = lines_of(block)
    assert block.stated, "an example states what it gives"
    for statement in block.stated:
        found = STATED.match(statement)
        assert found, statement
        counted = re.findall(r"`(.*?)`", found["counts"])
        shared = [text.removeprefix("table: ") for text in counted if text.startswith("table: ")]
        nothing = {"fruit": {}, "helpers": {}, "sun": False, "vines": []}
        players = [{**nothing, **yaml.safe_load(f"{{{text}}}")} for text in counted if not text.startswith("table: ")]
        whole: dict[str, Any] = {"game": "readme", "players": players}
        if shared:
            whole["table"] = yaml.safe_load(shared[0])
        table = scored_text(rules_, json.dumps(whole))
        points = [int(number) for number in re.findall(r"\*\*(-?\d+)\*\*", found["points"])]
        assert [player.total for player in table.players] == points, statement
        if found["working"]:
            (line,) = table.players[0].lines.values()
            assert line.working == found["working"].strip("`"), statement
            assert holds(line.working) is not False


def test_every_kind_of_line_has_an_example() -> None:
    shown = {line.model.kind for block in BLOCKS if block.kind == "lines" for line in lines_of(block).lines.values()}
    assert shown == KINDS.keys()


def test_every_option_of_every_kind_is_in_an_example() -> None:
    shown: dict[str, set[str]] = {kind: set() for kind in KINDS}
    for block in BLOCKS:
        if block.kind == "lines":
            for line in lines_of(block).lines.values():
                shown[line.model.kind] |= line.model.model_fields_set
    for kind, model in KINDS.items():
        for key in own_fields(model, Line):
            assert key in shown[kind], f"{kind}: {key}"


# -- every key


def own_fields(model: type[BaseModel], *without: type[BaseModel]) -> list[str]:
    inherited = {name for base in without for name in base.model_fields}
    return [name for name in model.model_fields if name not in inherited]


def keys(model: type[BaseModel], *without: type[BaseModel]) -> list[str]:
    """The keys of a model as they are written in a file."""
    return [model.model_fields[name].alias or name for name in own_fields(model, *without)]


def section(title: str) -> str:
    """The text of a section of the README, its own sections and all."""
    text = README.read_text(encoding="utf-8")
    found = re.search(rf"^(#+) {re.escape(title)}$(.*?)(?=^#{{1,2}} |\Z)", text, re.MULTILINE | re.DOTALL)
    if found and len(found[1]) == 3:
        found = re.search(rf"^### {re.escape(title)}$(.*?)(?=^#{{2,3}} |\Z)", text, re.MULTILINE | re.DOTALL)
        assert found
        return found[1]
    assert found, f"no section {title}"
    return found[2]


DOCUMENTED: list[tuple[str, list[str]]] = [
    ("The whole file", [*keys(rules.Rules), *keys(rules.Edition), *keys(rules.PlayersRule)]),
    ("Words", [*keys(Described), "after"]),
    ("Counts", [*keys(rules.CountRule, Described), *keys(rules.KindRule, Described)]),
    ("Counts", [*keys(rules.FieldRule, Described), *keys(rules.ListRule)]),
    ("Lines", ["kind", "of", *keys(Line, Described), *KINDS]),
    ("Ties", keys(rules.TieRule, Described)),
    ("Checks", [*keys(rules.CheckRule, Described), *keys(rules.HowManyPlayers), "error", "warning"]),
    ("Verdicts", [*keys(rules.Band), "lose"]),
    ("Rounds and teams", [*keys(rules.RoundsRule), *keys(rules.TeamsRule)]),
    ("Readings", keys(rules.Reading)),
    ("Player aids", [*keys(rules.AidSection), *keys(rules.AidAction), *keys(rules.AidStep), *keys(rules.AidBonus)]),
    ("Player aids", [*keys(rules.AidPoint), *keys(rules.AidTable), *keys(rules.AidRow), "half", *aid.DICE, aid.PLUS]),
    ("Variants", [*keys(rules.About), "null", "after"]),
    ("cases", keys(OneCase)),
    ("majority", ["all", "share", "next", "none", "split"]),
    ("Printed numbers", ["printed", "numbers"]),
    ("Tallies", [*tally.KEYS, "name", "points", "ties"]),
    ("Examples", [*examples._KEYS, "lines", "total", "place", "ties"]),
    *((kind, keys(model, Line)) for kind, model in KINDS.items()),
]


@pytest.mark.parametrize(("title", "names"), DOCUMENTED, ids=lambda value: value if isinstance(value, str) else "")
def test_every_key_is_documented(title: str, names: list[str]) -> None:
    words = re.findall(r"`([^`\n]+)`", section(title))
    said = {word.partition(":")[0] for word in words} | set(words)
    if title == "Lines":
        said |= set(re.findall(r"^### (\w+)$", README.read_text(encoding="utf-8"), re.MULTILINE))
    assert [name for name in names if name not in said] == []


def test_every_model_of_the_rules_is_asked_about() -> None:
    """A new model needs its row above."""
    models = {name for name, thing in vars(rules).items() if isinstance(thing, type) and issubclass(thing, BaseModel)}
    asked = {
        *("Rules", "Edition", "PlayersRule", "CountRule", "KindRule", "FieldRule", "ListRule", "TieRule"),
        *("CheckRule", "HowManyPlayers", "Band", "Reading", "About", "RoundsRule", "TeamsRule"),
        *("AidSection", "AidAction", "AidStep", "AidBonus", "AidPoint", "AidTable", "AidRow"),
    }
    assert models - {"BaseModel", "Described"} == asked


def test_the_page_of_every_key_is_as_the_models_are() -> None:
    text = make_reference.PAGE.read_text(encoding="utf-8")
    assert text == make_reference.page(), "python -m tools.make_reference writes it anew"
    rows = re.findall(r"^\| `.*\|$", text, re.MULTILINE)
    assert len(rows) > 150
    assert [row for row in rows if row.endswith("|  |")] == []  # no key without a meaning


def test_every_function_sign_and_limit_of_formulas_is_documented() -> None:
    text = section("Formulas")
    for name in formula.FUNCTIONS:
        assert f"`{name}(" in text, name
    for sign in (*formula._OPERATORS.values(), *formula._COMPARISONS.values(), "and", "or", "not"):
        assert f"`{sign}`" in text, sign
    for word in ("players", "total", "value", "slot"):
        assert f"`{word}`" in text, word
    for limit in (formula.LONGEST, formula.MOST_NODES, formula.DEEPEST):
        assert str(limit) in text
    assert f"{formula.LARGEST_NUMBER:,}".replace(",", " ") in text
    counts = section("Counts")
    assert f"{LARGEST_COUNT:,}".replace(",", " ") in counts
    assert str(LARGEST_LIST) in counts


@pytest.mark.parametrize("name", ["apples", "fruit.plum", "sum(fruit)", "value(fruit)", "length(baskets)", "not sun"])
def test_the_formulas_named_in_the_readme_are_read(name: str) -> None:
    assert f"`{name}`" in section("Formulas")
    text = f"1 if {name} else 0" if name.startswith("not") else name
    small_game(f'  x: {{kind: formula, formula: "{text}", rule: Test}}')


# -- docs/commands.md

CLI: Any = typer.main.get_command(app)


def options(command: Any) -> Iterator[tuple[str, str]]:
    """How each argument and option of a command is written, and its help."""
    for parameter in command.params:
        if not getattr(parameter, "hidden", False):
            if parameter.param_type_name == "argument":
                yield str(parameter.metavar or parameter.name), str(getattr(parameter, "help", "") or "")
            else:
                names = ", ".join(parameter.opts)
                metavar = "" if parameter.is_flag else f" {parameter.metavar}"
                yield f"{names}{metavar}", str(parameter.help or "")


def help_table(name: str) -> str:
    """The part of docs/commands.md that tells a command's arguments and options; all commands, for no name."""
    if not name:
        rows = [(f"potager {id}", str(command.help)) for id, command in CLI.commands.items()]
        return "\n".join(["| Command | Does |", "|---|---|", *(f"| `{left}` | {right} |" for left, right in rows)])
    command = CLI.commands[name]
    rows = [(left.replace("|", "\\|"), right) for left, right in options(command)]
    table = ["| Option | Meaning |", "|---|---|", *(f"| `{left}` | {right} |" for left, right in rows)]
    return "\n".join([str(command.help), "", *table])


MARKED = re.compile(r"(<!-- help ?(\w*) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def test_the_tables_of_commands_and_options_are_those_of_the_help() -> None:
    text = COMMANDS.read_text(encoding="utf-8")
    fresh = MARKED.sub(lambda found: f"{found[1]}{help_table(found[2])}\n{found[4]}", text)
    if os.environ.get("UPDATE"):
        COMMANDS.write_text(fresh, encoding="utf-8")
    assert text == fresh, "UPDATE=1 python -m pytest tests/test_docs.py rewrites the tables"
    assert {found[2] for found in MARKED.finditer(text)} == {"", *CLI.commands}


@pytest.mark.parametrize("name", ["", *CLI.commands])
def test_what_the_help_prints_stands_in_the_document(name: str) -> None:
    """The printed help itself, wrapped as it is, holds every word of the tables; nothing else is offered."""
    arguments = [sys.executable, "-m", "potager", *([name] if name else []), "--help"]
    environment = {**os.environ, "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(arguments, capture_output=True, text=True, encoding="utf-8", env=environment, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")
    printed = " ".join(done.stdout.split())
    document = COMMANDS.read_text(encoding="utf-8")
    told = re.search(rf"<!-- help ?{name} -->\n(.*?)<!-- end -->\n(.*?)(?=^## |\Z)", document, re.DOTALL | re.MULTILINE)
    assert told
    for left, right in options(CLI.commands[name]) if name else []:
        assert right in printed
        assert left.split()[0].rstrip(",") in printed
    for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", done.stdout):
        assert option == "--help" or option in told[0], option
    if not name:
        assert all(f"{id} {command.help}" in printed for id, command in CLI.commands.items())


def test_every_exit_code_is_documented() -> None:
    text = COMMANDS.read_text(encoding="utf-8")
    assert re.findall(r"^\| (\d+) \|", text, re.MULTILINE) == ["0", "1", "2", "130"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["games"], 0),
        (["games", "--json"], 0),
        (["explain", "garden-dice", "-V", "split-groups"], 0),
        (["explain", "gardn"], 2),
        (["explain", "garden-dice", "-V", "splt-groups"], 2),
        (["score", "docs/garden-dice-example.yaml"], 0),
        (["score", "docs/garden-dice-example.yaml", "--json"], 0),
        (["score", "garden-dice"], 2),                                  # there is no terminal here
        (["score", "README.md"], 1),
        (["score", "docs/garden-dice-example.yaml", "--format", "morse"], 2),
        (["tally", "harvest-dice", "-V", "advanced", "-p", "Ann", "-p", "Bob"], 0),
        (["check", "rules_data/garden-dice"], 0),
        (["check", "no-such-file.yaml"], 2),
        (["score", "--no-such-option"], 2),
        (["no-such-command"], 2),
    ],
)  # fmt: skip
def test_commands_end_with_the_documented_codes(arguments: list[str], code: int) -> None:
    command = [sys.executable, "-m", "potager", *arguments]
    done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, cwd=ROOT)
    assert done.returncode == code, done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_the_commands_shown_use_what_there_is() -> None:
    """Every `potager …` of the documents names a command and options that there are."""
    for file in (COMMANDS, README, ROOT / "README.md"):
        for line in re.findall(r"potager ([a-z].*)", file.read_text(encoding="utf-8")):
            words = re.split(r"[`<>|]", line)[0].split()
            assert words[0].rstrip(".,:;") in CLI.commands, line
            command = CLI.commands[words[0].rstrip(".,:;")]
            known = {name for parameter in command.params for name in parameter.opts} | {"--help", "-h"}
            assert {word for word in words if re.match(r"--?[a-zA-Z]", word)} <= known, line


def test_the_json_shown_is_shaped_as_it_is_given() -> None:
    found = re.search(r"```json\n(.*?)```", COMMANDS.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    shown = yaml_file.parse(found[1]).bare()
    file = ROOT / "docs/garden-dice-example.yaml"
    given = scored(file, yaml_file.read(file), Library()).as_json()
    assert list(shown) == list(given)
    ann = given["players"][0]
    shown_ann = shown["players"][0]
    assert list(shown_ann) == list(ann)
    assert all(ann["lines"][id] == line for id, line in shown_ann["lines"].items())
    assert {key: shown_ann[key] for key in ("name", "place", "winner", "total", "ties")} == {
        key: ann[key] for key in ("name", "place", "winner", "total", "ties")
    }
