"""`potager new` and `potager variant`: files to start from that hold together, and never take the place of others."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from scoring import starter
from scoring.check import check
from scoring.load import Library, load
from scoring.starter import Counted, NewGame
from tests.small_games import written

ROOT = Path(__file__).parents[1]
GAMES = sorted(Library().games())


def potager(*arguments: str, own: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)} | ({"POTAGER_RULES": str(own)} if own else {})
    return subprocess.run(
        [sys.executable, "-m", "potager", *arguments],
        capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL, check=False, env=environment,
    )  # fmt: skip


def well(*paths: Path, library: Library | None = None) -> None:
    found = check(list(paths), library or Library())
    assert [str(problem) for problem in found.problems] == []


# -- a game


def test_a_new_game_can_be_played_at_once(tmp_path: Path) -> None:
    done = potager("new", "The Old Orchard", own=tmp_path)
    files = [tmp_path / "the-old-orchard/game.yaml", tmp_path / "the-old-orchard/examples.yaml"]
    assert (done.returncode, done.stdout.split("\n")[:-1]) == (0, list(map(str, files)))
    assert "potager check" in done.stderr
    well(tmp_path)
    assert load("the-old-orchard", library=Library((tmp_path,))).title == "The Old Orchard"
    checked = potager("check", str(tmp_path / "the-old-orchard"))
    assert (checked.returncode, checked.stdout.strip()) == (0, "1 game, 1 example: all well")
    assert "the-old-orchard  The Old Orchard (2–4 players)" in potager("games", own=tmp_path).stdout


def test_a_new_game_stands_where_it_is_asked_to(tmp_path: Path) -> None:
    done = potager("new", "orchard", str(tmp_path / "deep/orchard"))
    assert done.returncode == 0
    assert load(str(tmp_path / "deep/orchard")).title == "Orchard"


@pytest.mark.parametrize("there", ["game.yaml", "examples.yaml"])
def test_a_new_game_is_never_written_over_another(tmp_path: Path, there: str) -> None:
    file = written(tmp_path, f"orchard/{there}", "mine")
    done = potager("new", "orchard", str(tmp_path / "orchard"))
    assert done.returncode == 2
    assert f"{file}: there is such a file already; nothing was changed" in done.stderr
    assert [path.name for path in (tmp_path / "orchard").iterdir()] == [there]
    assert file.read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["garden-dice"], 'there is a game "garden-dice" already; take another name, or change it: potager variant'),
        (["Garden Dice"], 'there is a game "garden-dice" already'),
        ([" "], "a game needs a name"),
        (["x", "/dev/null/x"], "it cannot be written"),
    ],
)
def test_a_name_that_will_not_do_is_told(tmp_path: Path, arguments: list[str], said: str) -> None:
    done = potager("new", *arguments, own=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert list(tmp_path.iterdir()) == []


ANSWERS = [
    NewGame("Orchard"),
    NewGame("No", 1, 1, (Counted("for_1", "for", None),), ""),
    NewGame('7: "Wonders" #1', 3, 99,
            (Counted("a", "yes", -5), Counted("bell", "a: b", 0), Counted("fruit", "{{ x }}", 99999)), "bell"),
    NewGame("蘋果園", 2, 2, tuple(Counted(f"count_{at}", "果" * at, at) for at in range(1, 9)), "count_3"),
]  # fmt: skip


@pytest.mark.parametrize("new", ANSWERS, ids=lambda new: new.title)
def test_every_answer_gives_a_game_that_holds_together(tmp_path: Path, new: NewGame) -> None:
    file = written(tmp_path, "my/game.yaml", starter.game(new))
    written(tmp_path, "my/examples.yaml", starter.examples(new))
    well(tmp_path)
    game = load(str(file))
    assert (game.title, game.rules.players.least, game.rules.players.most) == (new.title, new.least, new.most)
    assert [(count.id, count.label) for count in game.counts.values()] == [(c.id, c.label) for c in new.counts]
    assert list(game.ties) == ([new.tie] if new.tie else [])


@pytest.mark.parametrize("new", [NewGame("Orchard"), ANSWERS[2]], ids=lambda new: new.title)
def test_what_is_commented_in_a_new_game_is_right_too(tmp_path: Path, new: NewGame) -> None:
    text = re.sub(r"^( *)# (?=[a-z]\w*:|  turn:)", r"\1", starter.game(new), flags=re.MULTILINE)
    assert text.count("#") < starter.game(new).count("#")
    game = load(str(written(tmp_path, "my/game.yaml", text)))
    assert len(game.lines) == len(new.counts) + 4
    assert "turn" in game.rules.aid


# -- a variant


def uncommented(text: str, *wanted: str) -> str:
    """The text with some of its commented lines, and their headings, taken in."""
    lines, heading = text.splitlines(), -1
    taken = set()
    for at, line in enumerate(lines):
        if re.match(r"# \w+:( |$)", line):
            heading = at
            if line[2:].split(":")[0] in wanted:
                taken.add(at)
        elif re.match(r"#   \w+:", line) and line in wanted:
            taken |= {at, heading}
    return "\n".join(line[2:] if at in taken else line for at, line in enumerate(lines))


def entries(text: str) -> list[str]:
    return [line for line in text.splitlines() if re.match(r"#   \w+:", line)]


@pytest.mark.parametrize("id", GAMES)
def test_a_variant_to_start_from_changes_nothing_yet(tmp_path: Path, id: str) -> None:
    done = potager("variant", id, "my-house", own=tmp_path)
    file = tmp_path / id / "my-house.yaml"
    assert (done.returncode, done.stdout) == (0, f"{file}\n")
    library = Library((tmp_path,))
    well(file, library=library)
    loaded = load(id, ["my-house"], library=library)
    assert loaded.rules == load(id).rules
    assert loaded.variants[0].title == "My house"


@pytest.mark.parametrize("id", GAMES)
def test_each_line_of_it_may_be_taken_in(tmp_path: Path, id: str) -> None:
    text = starter.variant(load(id), "my-house", id)
    assert len(entries(text)) > 5
    for line in entries(text):
        more = [other for other in entries(text) if "bonus" in line and "bonus" in other]
        file = written(tmp_path, "house.yaml", uncommented(text, line, *more))
        assert load(str(file)).id == id, line


@pytest.mark.parametrize("id", GAMES)
def test_taken_in_as_they_are_the_numbers_change_nothing(tmp_path: Path, id: str) -> None:
    text = starter.variant(load(id), "my-house", id)
    numbers = [
        line for line in entries(text) if ": null" not in line and "bonus" not in line and "one more" not in line
    ]
    file = written(tmp_path, "house.yaml", uncommented(text, "players", "goal", *numbers))
    assert load(str(file)).rules == load(id).rules
    assert yaml.safe_load(file.read_text(encoding="utf-8"))["lines"]


def test_the_numbers_of_the_game_stand_in_it() -> None:
    text = starter.variant(load("garden-dice"), "my-house", "garden-dice")
    assert "#   sets: {points: 15} " in text
    assert "#   groups: {ladder: {3: 10, 4: 15, 5: 20}} " in text
    assert "supply: {2: 5, 3: 7, 4: 10}" in text


def test_a_variant_stands_where_it_is_asked_to_and_of_a_game_anywhere(tmp_path: Path) -> None:
    game = written(tmp_path, "mine/orchard.yaml", starter.game(NewGame("Orchard")))
    for named in (game, tmp_path / "mine"):
        if named.is_dir():
            named = written(tmp_path, "mine/game.yaml", starter.game(NewGame("Orchard"))).parent
        out = tmp_path / f"out-{named.name}"
        done = potager("variant", str(named), "harsh", "-o", str(out))
        assert (done.returncode, done.stdout) == (0, f"{out / 'harsh.yaml'}\n")
        assert load(str(out / "harsh.yaml")).title == "Orchard"


def test_a_variant_is_never_written_over_another(tmp_path: Path) -> None:
    file = written(tmp_path, "harsh.yaml", "mine")
    done = potager("variant", "garden-dice", "harsh", "-o", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is such a file already" in done.stderr
    assert (file.read_text(), list(tmp_path.iterdir())) == ("mine", [file])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["garden-dice", "family"], 'garden-dice has a variant "family" already; take another name'),
        (["garden-dice", "My House"], '"My House" cannot be the name of a variant; write my-house'),
        (["garden-dice", "../x"], "cannot be the name of a variant"),
        (["garden-dice", "game"], "cannot be the name of a variant"),
        (["garden-dice", "numbers"], "cannot be the name of a variant"),
        (["gardendice", "x"], 'there is no game "gardendice"; did you mean "garden-dice"?'),
        (["garden-dice", "x", "-o", "/dev/null/x"], "it cannot be written"),
    ],
)
def test_a_variant_that_cannot_be_is_told(tmp_path: Path, arguments: list[str], said: str) -> None:
    done = potager("variant", *arguments, own=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


# -- at the terminal


def test_a_new_game_asks_at_the_terminal(tmp_path: Path) -> None:
    pexpect = pytest.importorskip("pexpect")
    asking = pexpect.spawn(
        sys.executable, ["-m", "potager", "new", "orchard", "--language", "en"], encoding="utf-8", timeout=30,
        env={**os.environ, "PYTHONPATH": str(ROOT), "POTAGER_RULES": str(tmp_path)}, dimensions=(30, 200),
    )  # fmt: skip
    for asked, answer in [
        ("called", "Old Orchard"),
        ("How many can play", "four"),
        ("numbers? from 1 to 99|one number", ""),
        ("counted at the end", "Red Apples, Wasps"),
        ("Red Apples: points", "3"),
        ("Wasps: points", "lots"),
        ("whole number", ""),
        ("wins a tie", "red"),
    ]:
        asking.expect(asked)
        if asked.startswith(("numbers?", "whole")):
            asking.expect(r"\[")
            answer = {"n": "1-5", "w": "-1"}[asked[0]]
        asking.sendline(answer)
    asking.expect("game.yaml")
    asking.expect(pexpect.EOF)
    game = load("orchard", library=Library((tmp_path,)))
    assert (game.title, game.rules.players.least, game.rules.players.most) == ("Old Orchard", 1, 5)
    assert {id: line.model.points for id, line in game.lines.items()} == {"red_apples": 3, "wasps": -1}  # type: ignore[attr-defined]
    assert list(game.ties) == ["red_apples"]
    well(tmp_path)


def test_an_end_of_the_input_writes_nothing(tmp_path: Path) -> None:
    pexpect = pytest.importorskip("pexpect")
    asking = pexpect.spawn(
        sys.executable, ["-m", "potager", "new", "orchard"], encoding="utf-8", timeout=30,
        env={**os.environ, "PYTHONPATH": str(ROOT), "POTAGER_RULES": str(tmp_path)},
    )  # fmt: skip
    asking.expect("called")
    asking.sendeof()
    asking.expect(pexpect.EOF)
    asking.close()
    assert asking.exitstatus == 2
    assert list(tmp_path.iterdir()) == []
