"""The wheel and the source distribution work where there is no checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("dist")
    # without isolation: the suite passes offline; hatchling is among the test tools
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return folder


@pytest.mark.wheel
def test_the_wheel_holds_rules_templates_and_fonts(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        "scoring/rules_data/garden-dice/game.yaml",
        "scoring/templates/words/en.yaml",
        "scoring/templates/score.js",
        "scoring/templates/page.html.j2",
        "scoring/templates/page.min.js",
        "scoring/templates/page.min.css",
        "scoring/templates/score.min.js",
        "sheets/fonts/OpenSans-Regular.ttf",
        "sheets/fonts/OFL-OpenSans.txt",
        "sheets/icons.yaml",
        "potager/cli.py",
    }
    assert wanted <= names
    assert not [name for name in names if name.startswith(("tests/", "rules_data/", "output/", "benchmarks/"))]


@pytest.mark.wheel
def test_the_sdist_holds_what_is_needed_to_build_and_test(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    assert {
        "pyproject.toml",
        "LICENSE",
        "README.md",
        "rules_data/garden-dice/game.yaml",
        "tests/test_package.py",
    } <= names
    assert not [name for name in names if name.startswith((".venv", "output/")) and name.endswith((".pdf", ".png"))]


@pytest.mark.wheel
def test_the_wheel_scores_and_prints_elsewhere(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    home = tmp_path / "elsewhere"
    venv.create(home / "env", with_pip=False)
    library = next((home / "env").glob("lib/python*/site-packages"))
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(library)  # what an installer does with a pure wheel
    # its dependencies are those of the tests' own environment; its code is the wheel's
    (library / "dependencies.pth").write_text(f"{Path(json.__file__).parent}\n" + "\n".join(site_packages()) + "\n")
    python = home / "env" / "bin" / "python"
    tally = home / "tally.yaml"
    tally.write_text((ROOT / "docs" / "garden-dice-example.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}

    def potager(*arguments: str) -> str:
        done = subprocess.run(
            [python, "-P", "-c", "from potager.cli import main; main()", *arguments],
            cwd=home, env=clean, capture_output=True, text=True, encoding="utf-8",
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    where = subprocess.run(
        [python, "-P", "-c", "import scoring; print(scoring.__file__)"],
        cwd=home,
        env=clean,
        capture_output=True,
        text=True,
    )
    assert str(library) in where.stdout
    result = json.loads(potager("score", "tally.yaml", "--json"))
    assert [(player["name"], player["total"]) for player in result["players"]] == [("Ann", 103), ("Bob", 93)]
    assert "all well" in potager("check")
    printed = potager("print", "garden-dice", "pad", "-o", "out").split()
    assert [Path(name).name for name in printed] == ["garden-dice-pad.pdf"]
    assert (home / printed[0]).read_bytes().startswith(b"%PDF-1.7")


def site_packages() -> list[str]:
    return [path for path in sys.path if path.endswith("site-packages")]
