"""Who knows whom: `potager → sheets → scoring`, and never back; no game is named in code."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("scoring", "sheets", "potager")

# what each package may import of the others
KNOWS = {"scoring": {"scoring"}, "sheets": {"scoring", "sheets"}, "potager": {"scoring", "sheets", "potager"}}

# inside scoring, the way of the data: a module knows those before it, and none after
ORDER = (
    "frozen", "errors", "written", "resources", "library", "source", "torn", "yaml_file", "words", "expression", "text",
    "python_code", "scope", "formula", "lines", "rules", "expected", "patch", "numbers", "language", "form", "game",
    "blanks", "one_line", "javascript", "load", "tally", "fill", "ranking", "score", "so_far", "report", "explain",
    "diff", "starter", "blank_tally", "examples", "aid", "bgstats", "excerpt", "advice", "check", "catalogue",
)  # fmt: skip

# what sheets does not know: how a tally is scored
NOT_FOR_SHEETS = {"tally", "score", "so_far", "ranking", "report", "check", "examples", "blank_tally"}


def imports(source: str) -> set[str]:
    """Every module a source imports, in full: `from scoring import load` is scoring.load."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def strangers(package: str, source: str) -> set[str]:
    """What a source of a package imports although the package must not know it."""
    others = {name.split(".")[0] for name in imports(source)} & set(PACKAGES)
    return others - KNOWS[package]


def sources(package: str) -> list[Path]:
    found = sorted((ROOT / package).rglob("*.py"))
    assert found
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_go_one_way(package: str) -> None:
    for file in sources(package):
        assert not strangers(package, file.read_text(encoding="utf-8")), file


def test_an_import_back_would_be_found() -> None:
    assert strangers("scoring", "def f():\n    from sheets import draw\n") == {"sheets"}
    assert strangers("sheets", "import potager.cli as front\n") == {"potager"}


def backwards(module: str, source: str) -> set[str]:
    """Modules of scoring that stand after this one in the way of the data, and are imported all the same."""
    known = {name.split(".")[1] for name in imports(source) if name.startswith("scoring.")}
    return {name for name in known if name in ORDER and ORDER.index(name) > ORDER.index(module)}


@pytest.mark.parametrize("file", sources("scoring"), ids=lambda file: file.stem)
def test_scoring_reads_from_left_to_right(file: Path) -> None:
    module = "lines" if file.parent.name == "lines" else file.stem
    if module == "__init__":
        return
    assert module in ORDER, "a new module has its place in ORDER"
    assert not backwards(module, file.read_text(encoding="utf-8"))


def test_an_import_from_right_to_left_would_be_found() -> None:
    assert backwards("expression", "from scoring.game import Game") == {"game"}


def test_sheets_knows_what_to_print_but_not_how_a_tally_is_scored() -> None:
    for file in sources("sheets"):
        named = {
            name.split(".")[1] for name in imports(file.read_text(encoding="utf-8")) if name.startswith("scoring.")
        }
        assert not named & NOT_FOR_SHEETS, file


def test_only_draw_knows_reportlab_and_only_the_yaml_reader_knows_yaml() -> None:
    for package in PACKAGES:
        for file in sources(package):
            names = {name.split(".")[0] for name in imports(file.read_text(encoding="utf-8"))}
            if "reportlab" in names:
                assert file.name in ("draw.py", "fonts.py", "widgets.py"), file
            if "yaml" in names:
                assert file.name == "yaml_file.py", file


def game_ids() -> list[str]:
    return [folder.name for folder in (ROOT / "rules_data").iterdir() if (folder / "game.yaml").is_file()]


def named(source: str, ids: list[str]) -> set[str]:
    return {id for id in ids if id in source or id.replace("-", "_") in source}


def test_no_game_is_named_in_the_code() -> None:
    ids = game_ids()
    assert len(ids) >= 5
    for package in PACKAGES:
        for file in sources(package):
            code = ast.unparse(without_words(ast.parse(file.read_text(encoding="utf-8"))))
            assert not named(code, ids), file


def without_words(tree: ast.Module) -> ast.Module:
    """The code without docstrings, and without the sentences that say how to write a thing."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node):
            node.body = node.body[1:] or [ast.Pass()]
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and ":" in node.value:
            node.value = ""
    return tree


def test_a_game_named_in_the_code_would_be_found() -> None:
    assert named(ast.unparse(without_words(ast.parse('if game.id == "garden-dice": pass'))), ["garden-dice"])


@pytest.mark.parametrize(
    ("arguments", "unwanted"),
    [
        (["score", "docs/garden-dice-example.yaml"], {"reportlab", "jinja2", "sheets", "rich", "PIL"}),
        (["games"], {"reportlab", "jinja2", "sheets", "rich", "scoring.load", "scoring.rules"}),
        (["--help"], {"reportlab", "jinja2", "sheets", "rich", "yaml", "scoring.load"}),
        (["explain", "garden-dice"], {"reportlab", "jinja2", "sheets", "rich"}),
        (["print", "garden-dice", "pad", "-o", "{tmp}"], {"jinja2", "rich", "scoring.score", "reportlab.platypus"}),
        (["page", "garden-dice", "-o", "{tmp}"], {"reportlab", "rich", "scoring.score", "PIL"}),
    ],
)
def test_a_command_imports_only_what_it_needs(arguments: list[str], unwanted: set[str], tmp_path: Path) -> None:
    code = (
        "import sys; sys.argv = ['potager', *sys.argv[1:]]\n"
        "from potager.cli import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    print('code', end.code, file=sys.stderr)\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    filled = [argument.replace("{tmp}", str(tmp_path)) for argument in arguments]
    done = subprocess.run(
        [sys.executable, "-c", code, *filled], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert "code 0" in done.stderr
    loaded = set(done.stderr.split())
    assert "potager.cli" in loaded
    assert not {name for name in unwanted if name in loaded}
