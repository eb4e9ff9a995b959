"""The catalogue of messages: each broken file in `problems/` beside the exact text that it gives.

`NAME.yaml` (or a folder `NAME/` of several files) stands beside `NAME.txt`. After a change of wording
`python -m tests.test_problems` writes every text anew: then look at the difference, as a player would.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from potager.cli import app
from scoring import check, yaml_file
from scoring.errors import Mark, Problem, did_you_mean, tidy
from scoring.lines import KINDS
from scoring.load import Library, load

FOLDER = Path(__file__).parent / "problems"
CASES = sorted(path for path in FOLDER.iterdir() if path.suffix == ".yaml" or path.is_dir())
TALLIES = [case for case in CASES if case.name.startswith("tally-") and case.suffix]
RULES = [case for case in CASES if case.name.startswith(("form-", "formula-", "lines-")) and case.suffix]

# files that no editor would show as they are
NOT_UTF_8 = "this is not text in UTF-8; save the file as UTF-8 (plain text)"
KIND = '2:13: line "a" is of kind "eac"; did you mean "each"?'
BYTES = {
    "a sign that is not UTF-8": (b"potager: 1\ntitle: caf\xe9\n", f"2:11: {NOT_UTF_8}"),
    "UTF-16": ("potager: 1\n".encode("utf-16"), f"1:1: {NOT_UTF_8}"),
    "half a sign at the end": ("title: é".encode()[:-1], f"1:8: {NOT_UTF_8}"),
    "a sign that no one sees": (b"title: Or\x08chard\n", "1:10: an invisible sign (U+0008) stands here; delete it"),
    "another line break": ("title: O\u2028rc\n".encode(), "1:9: an invisible sign (U+2028) stands here; delete it"),
    "NUL": (b"\0", "1:1: an invisible sign (U+0000) stands here; delete it"),
    "more than 1 MiB": (b"#" * ((1 << 20) + 1), "1:1: the file is larger than 1 MiB; a rules file or tally is small"),
    "a mark at the beginning, as Windows writes it": (
        "\ufefftitel: x\nlines: 5\n".encode(),
        '1:1: the file does not know "titel"; did you mean "title"?',
    ),
    "lines that end as on Windows": (b"lines:\r\n  a: {kind: eac}\r\n", KIND),
    "lines that end as on old Macs": (b"lines:\r  a: {kind: eac}\r", KIND),
    "an escape sequence in a key": (b'lines:\n "\\e[31mred": 5\n', '2:15: line "\\x1b[31mred" needs entries'),
    "a line break in a key": (b'lines:\n "two\\nwords": 5\n', '2:16: line "two words" needs entries'),
    "text that turns around": ('lines:\n "\u202eder": 5\n'.encode(), '2:10: line "\\u202eder" needs entries'),
}


@contextmanager
def inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def told(case: Path) -> str:
    """Every problem of a file or folder, named as a person in its folder would name it."""
    with inside(FOLDER):
        found = check.check([Path(case.name)])
    return "".join(f"{problem}\n" for problem in found.problems)


def expected(case: Path) -> str:
    return case.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_a_broken_file_gives_its_message(case: Path) -> None:
    assert told(case) == expected(case)


def test_the_catalogue_is_whole() -> None:
    assert len(CASES) > 100
    assert {path.stem for path in FOLDER.glob("*.txt")} == {case.stem for case in CASES}
    assert all(expected(case) for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_every_place_is_inside_its_file(case: Path) -> None:
    with inside(FOLDER):
        for problem in check.check([Path(case.name)]).problems:
            assert problem.mark is not None
            lines = Path(problem.mark.file).read_text(encoding="utf-8").split("\n")
            assert 1 <= problem.mark.line <= len(lines)
            assert 1 <= problem.mark.column <= len(lines[problem.mark.line - 1]) + 1


FOREIGN = re.compile(
    r"\b(dict|str|int|NoneType|None|pydantic|model|mapping|sequence|scalar|null|valid|input|traceback|exception)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_no_word_of_a_programmer_in_a_message(case: Path) -> None:
    for line in expected(case).splitlines():
        assert not FOREIGN.search(re.sub(r'"[^"]*"', "", line.split(": ", 1)[1])), line


@pytest.mark.parametrize(("raw", "message"), BYTES.values(), ids=BYTES)
def test_what_no_editor_shows(raw: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "file.yaml").write_bytes(raw)
    with inside(tmp_path):
        problems = [str(problem) for problem in check.check([Path("file.yaml")]).problems]
    assert any(problem.startswith(f"file.yaml:{message}") for problem in problems), problems


def test_without_libyaml_the_words_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_file, "_LOADER", yaml.SafeLoader)
    for case in CASES:
        text = "" if case.is_dir() else case.read_text(encoding="utf-8")
        if not re.search(r"[\[{].*\?", text):  # that parser takes a ? in brackets for a sign of its own
            assert told(case) == expected(case)


# -- the same messages at the command line


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_check_tells_them_and_ends_with_1(case: Path) -> None:
    with inside(FOLDER):
        result = CliRunner().invoke(app, ["check", case.name])
        as_json = CliRunner().invoke(app, ["check", "--json", case.name])
    lines = expected(case).splitlines()
    told_one_by_one = [line for line in lines if " should be " not in line]  # what examples expect stands in a table
    assert result.exit_code == as_json.exit_code == 1
    assert [line for line in result.stderr.splitlines() if line in lines] == told_one_by_one
    assert result.stdout == ""
    problems = json.loads(as_json.stdout)["problems"]
    assert [
        f"{p['file']}:{p['line']}:{p['column']}: {p['message']}{'; ' + p['hint'] if p['hint'] else ''}"
        for p in problems
    ] == lines


@pytest.mark.parametrize("case", TALLIES, ids=lambda case: case.stem)
def test_score_tells_them_too(case: Path) -> None:
    with inside(FOLDER):
        result = CliRunner().invoke(app, ["score", case.name])
    lines = expected(case).splitlines()
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.splitlines()[: len(lines)] == lines


@pytest.mark.parametrize("case", TALLIES, ids=lambda case: case.stem)
def test_a_tally_from_stdin_is_called_so(case: Path) -> None:
    with inside(FOLDER):
        result = CliRunner().invoke(app, ["score", "-"], input=case.read_bytes())
    assert result.exit_code == 1
    assert result.stderr.splitlines()[0] == expected(case).splitlines()[0].replace(case.name, "<stdin>")


@pytest.mark.parametrize("case", RULES, ids=lambda case: case.stem)
def test_explain_tells_them_too(case: Path) -> None:
    with inside(FOLDER):
        result = CliRunner().invoke(app, ["explain", case.name])
    lines = expected(case).splitlines()
    assert result.exit_code == 1
    assert result.stderr.splitlines()[: len(lines)] == lines


def test_a_real_process_does_the_same() -> None:
    case = FOLDER / "everything-at-once.yaml"
    run = subprocess.run(
        [sys.executable, "-m", "potager", "check", case.name],
        cwd=FOLDER,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(FOLDER.parents[1])},
    )
    assert run.returncode == 1
    excerpts = re.compile(r" +\d+ \| .*\n +\| +\^\n")
    told = run.stderr.decode("utf-8")
    assert len(excerpts.findall(told)) == len(expected(case).splitlines())
    assert excerpts.sub("", told).startswith(expected(case))


# -- the parts of a message


def test_a_problem_is_one_line_of_bearable_length() -> None:
    problem = Problem("a\nb\tc\x1b[31m" + "x" * 5000, Mark("f\nile", 1, 2))
    assert str(problem).startswith("f ile:1:2: a b c\\x1b[31mxxx")
    assert len(str(problem)) < 600


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("pionts", "points"),
        ("Points", "points"),
        ("point", "points"),
        ("with-series", "with_series"),
        ("lable", "label"),
        ("rde", "red"),
        ("", ""),
        ("zzz", ""),
        ("points" * 100, ""),
    ],
)
def test_did_you_mean(word: str, meant: str) -> None:
    known = ("points", "label", "with_series", "red")
    assert did_you_mean(word, known) == (f'did you mean "{meant}"?' if meant else "")


def test_a_hundred_problems_are_enough() -> None:
    many = [Problem(f"{at}", Mark("file", at, 1)) for at in range(1, 251)]
    short = tidy([*many, *many])
    assert len(short) == 101
    assert str(short[-1]) == "file:101:1: there are 150 more"


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_line_is_guarded_against_misspelt_keys(kind: str, tmp_path: Path) -> None:
    """Of each field a misspelt one is found, and nothing follows from it."""
    for key in KINDS[kind].model_fields:
        written = KINDS[kind].model_fields[key].alias or key
        odd = f"{written}x"
        (tmp_path / "game.yaml").write_text(
            f"potager: 1\ntitle: T\ncounts: {{a: {{label: A}}}}\nlines:\n  l: {{kind: {kind}, {odd}: 1}}\n"
        )
        found = [problem.what for problem in check.check([tmp_path / "game.yaml"]).problems]
        assert f'line "l" does not know "{odd}"' in found
        assert f'line "l" lacks "{written}"' not in found


def test_a_name_in_the_command_line_is_told_without_a_place() -> None:
    result = CliRunner().invoke(app, ["explain", "garden-dise"])
    assert result.exit_code == 2
    assert result.stderr == 'there is no game "garden-dise"; did you mean "garden-dice"?\n'


def test_the_real_games_have_no_problems() -> None:
    library = Library()
    for id, file in library.games().items():
        for variant in ["", *library.variants(file)]:
            assert load(id, [variant] if variant else [])


def rewrite() -> None:
    for case in CASES:
        case.with_suffix(".txt").write_text(told(case), encoding="utf-8")


if __name__ == "__main__":
    rewrite()
