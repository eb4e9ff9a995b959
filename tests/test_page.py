"""The offline page as people use it: typed on the keypad of a phone, in a real Chromium."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from scoring import bgstats, load, tally, yaml_file
from scoring.errors import UsageError
from scoring.library import Library
from scoring.score import score
from sheets import page
from tests import browser as browsers
from tests.browser import Opened
from tests.reference import GAMES
from tests.small_games import COUNTS
from tools import page_script

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.browser


@cache
def page_of(*games: str) -> str:
    return page.html([(game, []) for game in games])


def begin(opened: Opened, names: list[str], variants: list[str] | None = None) -> None:
    """A new game with these players, as the dialog would set it up."""
    opened.run(
        "([names, variants]) => { state = newState(names, variants); undoable = []; begin(); }", [names, variants or []]
    )


def scored(text: str, folder: Path) -> Any:
    """What `potager score` says of a tally."""
    file = folder / "tally.yaml"
    file.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "potager", "score", str(file), "--json"],
        cwd=ROOT, capture_output=True, text=True, encoding="utf-8",
    )  # fmt: skip
    return json.loads(done.stdout)


def totals(opened: Opened) -> list[int]:
    return opened.run("() => { score = compute(); return score.players.map((one) => one.total); }")


# -- whole games on the keypad

TAPS = """() => {
    window.taps = 0;
    document.addEventListener('click', (event) => { if (event.isTrusted) { window.taps += 1; } }, true);
}"""


def test_garden_dice_for_three_takes_at_most_32_taps(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob", "Cleo"])
        opened.run(TAPS)
        opened.key("5", "8", "Next", *"23222", "4", "Yes")
        opened.key("3", "1", "Next", *"11200", "0", "No")
        opened.key("4", "6", "Next", *"11111", "1", "Yes")
        opened.key("Result")
        assert opened.run("() => window.taps") <= 32
        assert opened.text("h1") == "Ann wins with 88 points."
        assert opened.text(".verdict p") == "22 ahead of Cleo."
        told = scored(opened.run("tallyOf()"), tmp_path)
        assert [player["total"] for player in told["players"]] == totals(opened) == [88, 31, 66]
        assert told["winners"] == ["Ann"]
        assert not opened.complaints


def test_harvest_dice_advanced_for_four_takes_at_most_42_taps(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("harvest-dice"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob", "Cleo", "Dan"], ["advanced"])
        opened.run(TAPS)
        opened.key(*"632")  # the markets
        for number in "1234567":  # of the pig's rows, once in a lifetime
            opened.key(number, "Next")
        opened.key(*"663", "2", "9")
        opened.key(*"442", "1", "8")
        opened.key(*"552", "2", "6")
        opened.key(*"234", "0", "7")
        opened.key("Result")
        assert opened.run("() => window.taps") <= 42
        assert totals(opened)[0] == 6 * 6 + 6 * 3 + 3 * 2 + 2 * 5 + 1 + 3 * 5
        assert opened.text("h1").startswith("Ann wins with ")
        assert not opened.complaints


def test_a_sum_stays_as_it_is_typed(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob"])
        opened.key("1", "2", "Plus", "3", "0", "Plus", "1", "6")
        field = opened.page.locator('[data-key="0/track"]')
        assert field.input_value() == "12+30+16"
        assert opened.text(".hint") == "= 58"
        opened.key("Next")
        assert field.input_value() == "58"
        assert opened.text(".row .second") == "12 + 30 + 16"
        assert "track: 12+30+16" in opened.run("tallyOf()")


def test_plus_after_moving_on_continues_the_number_just_left(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob"])
        opened.key("9", "Next", "1")
        assert opened.run("shown.active") == "0/harvested.carrot"
        opened.key("Plus", "1")
        assert opened.run("shown.active") == "0/harvested.squash"
        assert opened.page.locator('[data-key="0/harvested.squash"]').input_value() == "1+1"


def test_keys_step_delete_and_go_back(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob"])
        field = opened.page.locator('[data-key="0/track"]')
        opened.key("4", "2", "One more", "One more", "One less")
        assert field.input_value() == "43"
        opened.key("Delete")
        assert field.input_value() == ""
        opened.key("One less")
        assert field.input_value() == "0", "never below the least"
        opened.key("Next", "Delete")
        assert opened.run("shown.active") == "0/track"


def test_records_are_typed_by_their_dice(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("diced-tomatoes"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob"], ["golden"])
        opened.key("6", "Black dice", "Black dice", "Next", "3", "Gold dice", "Next", "2", "Next")
        assert opened.run("state.players[0].counts.tomatoes") == [
            {"seed": "6", "black": "2"}, {"seed": "3", "gold": "1"}, {"seed": "2"},
        ]  # fmt: skip
        assert opened.page.locator('[data-key="0/tomatoes#0"]').input_value() == "4"
        opened.key("Next")  # on an empty slot: the list ends
        assert opened.run("shown.active") == "0/first_to_six"
        opened.key("Yes", "5", "2")
        assert opened.run("shown.seat") == 1
        assert "[{seed: 6, black: 2}, {seed: 3, gold: 1}, {seed: 2}]" in opened.run("tallyOf()")


def test_a_list_without_end_grows(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("grasshopper-ant"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob"], ["winter"])
        opened.key("2", "1", "1", "Next", "1", "1", "Next")
        assert opened.run("state.players.map((one) => one.counts.supplies)") == [["2", "1", "1"], ["1", "1"]]
        assert opened.text("h1") == "Ann wins: first to 4 points."
        assert totals(opened) == [5, 2]


def test_only_one_player_can_hold_what_there_is_once(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("diced-tomatoes"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob"])
        opened.run("goTo('0/first_to_six')")
        opened.key("Yes")
        opened.run("goTo('1/first_to_six')")
        opened.key("Yes")
        assert opened.run("state.players.map((one) => one.counts.first_to_six)") == [False, True]


def test_points_can_be_typed_instead(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob"])
        opened.page.locator(".chip").first.click()
        opened.page.locator('[data-key="0/=sets"]').click()
        opened.key("4", "5")
        assert opened.text(".chip .value") == "45"
        assert opened.text(".chip .how") == "as given"
        assert "points: {sets: 45}" in opened.run("tallyOf()")
        opened.page.locator('[data-key="0/=sets"]').click()
        opened.key("Delete", "Delete", "Plus", "7")
        assert opened.run("state.players[0].points.sets") == "\u22127"


# -- the whole page


def test_undo_takes_back_visits_and_larger_things(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob", "Cleo"])
        opened.key("5", "8", "Next", "2")
        opened.run("removePlayer(1)")
        assert opened.run("state.players.map((one) => one.name)") == ["Ann", "Cleo"]
        opened.run("undo()")
        assert opened.run("state.players.map((one) => one.name)") == ["Ann", "Bob", "Cleo"]
        opened.run("undo()")
        assert opened.run("state.players[0].counts") == {"track": "58"}
        opened.run("undo()")
        assert opened.run("state.players[0].counts") == {}, "both digits were one visit"


def test_nothing_moves_when_faults_appear(browser: Any, tmp_path: Path) -> None:
    boxes = """() => [...document.querySelectorAll('main [data-key], main .chip, main .points, .tab, .dock, .key')]
        .map((one) => one.getBoundingClientRect()).map((r) => [r.x, r.y, r.width, r.height].map(Math.round).join())"""
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob", "Cleo"])
        everybody = "counts => state.players.forEach((one) => { one.counts = counts; })"
        opened.run(
            everybody, {"track": "40", "harvested": {"tomato": "2", "carrot": "1"}, "unplanted": "1", "sun": True}
        )
        opened.run("() => { rebuild(); goTo('0/track'); }")
        before = opened.run(boxes)
        opened.run(
            everybody, {"track": "1", "harvested": {"tomato": "9", "carrot": "8"}, "unplanted": "9", "sun": True}
        )
        opened.run("refresh()")
        assert opened.run("score.faults.length") >= 5
        assert opened.run(boxes) == before
        assert opened.page.locator('[data-key="0/harvested.tomato"]').get_attribute("aria-invalid") == "true"
        assert opened.page.locator(".sentence").inner_text().startswith("Check Ann")
        opened.run("toSeat(1)")
        assert opened.page.locator(".sentence").inner_text().startswith("Check Bob"), "who is on comes first"


def test_the_dock_is_as_high_in_every_mode(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("diced-tomatoes"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob"], ["golden"])
        heights = set()
        for key in ("0/tomatoes#0", "0/first_to_six", "0/karma"):
            opened.run("key => goTo(key)", key)
            heights.add(opened.run("page.dock.getBoundingClientRect().height"))
        assert len(heights) == 1
        assert 225 < heights.pop() < 255


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_player_of_garden_dice_fits_a_phone_without_scrolling(players: int, browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob", "Cleo", "Dan"][:players])
        assert opened.run("page.main.scrollHeight <= page.main.clientHeight")


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_wider_than_the_phone(game: str, browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of(game), tmp_path) as opened:
        begin(opened, ["Ann", "Bartholomew-Alexandros", "Cleo", "Dimitra"])
        for size in ("normal", "large", "largest"):
            for view in ("players", "sheet", "result"):
                opened.run("([view, size]) => { settings.size = size; shown.view = view; rebuild(); }", [view, size])
                assert opened.run("document.documentElement.scrollWidth") <= 360, (view, size)
                assert opened.run("page.main.scrollWidth") <= 360, (view, size)
        assert not opened.complaints


def test_targets_are_large_enough_for_a_thumb(browser: Any, tmp_path: Path) -> None:
    small = """() => [...document.querySelectorAll('button, input')]
        .filter((one) => one.offsetParent !== null && !one.closest('.sentence'))
        .map((one) => [one.className, (one.closest('.tile') || one).getBoundingClientRect()])
        .filter(([, r]) => r.width < 43.5 || r.height < 43.5).map(([name, r]) => `${name} ${r.width}x${r.height}`)"""
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob", "Cleo"])
        found = [one for one in opened.run(small) if not one.startswith("answer")]
        assert not found


# -- what is kept


def test_the_running_game_is_there_after_a_reload(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob"])
        opened.key("5", "8", "Next", "2")
        opened.page.reload()
        assert opened.run("state.players[0].counts") == {"track": "58", "harvested": {"squash": "2"}}
        assert opened.run("state.players.map((one) => one.name)") == ["Ann", "Bob"]
        opened.key(*"3222", "4", "Yes", "7", "Next")
        opened.page.reload()
        assert opened.run("shown.active") == "1/harvested.squash", "on with whoever is not counted yet"


def test_where_storage_is_forbidden_the_game_goes_on(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, "<p>", tmp_path, name="empty.html") as opened:
        opened.page.add_init_script(
            "Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden'); } });"
        )
        file = tmp_path / "page.html"
        file.write_text(page_of("garden-dice"), encoding="utf-8")
        opened.page.goto(file.as_uri())
        assert "keeps nothing" in opened.text(".bar:not(.tab .bar)")
        begin(opened, ["Ann", "Bob"])
        opened.key("5", "8", "Next", "2")
        assert opened.run("state.players[0].counts.track") == "58"
        assert not opened.complaints


def test_a_full_storage_does_not_lose_the_game(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob"])
        opened.run(
            "() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
        )
        opened.key("5", "8", "Next", "2")
        assert opened.run("state.players[0].counts.track") == "58"
        assert "keeps nothing" in opened.text(".bar:not(.tab .bar)")


NONSENSE = ["[]", "5", "{", '"x"', '[{"sentence": {}}]', '{"a": {"b": 1}}', '{"players": 3}']
NONSENSE += ['{"variants": ["x"], "players": [{}]}', '{"variants": [], "players": [{"name": {}}], "table": {}}']


@pytest.mark.parametrize("key", ["garden-dice:game", "garden-dice:past", "garden-dice:numbers", "settings", "last"])
def test_what_is_kept_may_be_nonsense(key: str, browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        for kept in NONSENSE:
            opened.run("() => { save = () => {}; }")
            opened.run("([key, kept]) => localStorage.setItem(`potager:${key}`, kept)", [key, kept])
            opened.page.reload()
            opened.run("() => { gameSheet(); menu(); page.dialog.close(); }")
            assert opened.run("state.players.length") == 2, kept
            assert not opened.complaints, kept


def test_a_finished_game_enters_the_past_once_and_is_updated(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob"])
        opened.key("5", "8", "Next", *"23222", "4", "Yes", "3", "1", "Next", *"11200", "0", "No", "Result")
        assert opened.run("past.length") == 1
        opened.page.locator(".action").first.click()
        opened.run("goTo('1/track')")
        opened.key("9", "9", "Next")
        opened.run("finish()")
        assert opened.run("past.map((one) => one.sentence)") == ["Bob wins with 99 points."]
        opened.page.locator(".action.go").click()
        assert opened.run("state.players.map((one) => one.name)") == ["Ann", "Bob"]
        assert opened.run("state.players[0].counts") == {}
        opened.page.locator("header .round").click()
        opened.page.locator(".past .entry").click()
        assert opened.text("h1") == "Bob wins with 99 points."


# -- tallies in and out


def test_a_saved_tally_is_scored_by_potager_and_opened_again(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("harvest-dice"), tmp_path) as opened:
        begin(opened, ["Ann \u00e9", "yes"], ["advanced"])
        opened.key(*"632")
        for number in "1234567":
            opened.key(number, "Next")
        opened.key(*"663", "2", "9", *"442", "1", "8", "Result")
        with opened.page.expect_download() as download:
            opened.run("saveTally()")
        text = Path(download.value.path()).read_text(encoding="utf-8")
        assert download.value.suggested_filename.startswith("harvest-dice-20")
        told = scored(text, tmp_path)
        assert [player["total"] for player in told["players"]] == totals(opened)
        assert [player["name"] for player in told["players"]] == ["Ann \u00e9", "yes"]
        before = opened.run("JSON.stringify(score.players.map((one) => one.points))")
        begin(opened, ["x", "y"])
        assert opened.run("text => openText(text)", text)
        assert (
            opened.run("() => { score = compute(); return JSON.stringify(score.players.map((one) => one.points)); }")
            == before
        )


def test_what_potager_tally_writes_can_be_opened(browser: Any, tmp_path: Path) -> None:
    for game in GAMES:
        done = subprocess.run(
            [sys.executable, "-m", "potager", "tally", game, "-p", "Ann", "-p", "Bob: the #2"],
            cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True,
        )  # fmt: skip
        with browsers.opened(browser, page_of(game), tmp_path) as opened:
            assert opened.run("text => openText(text)", done.stdout), opened.text(".bar:not(.tab .bar)")
            assert opened.run("state.players.map((one) => one.name)") == ["Ann", "Bob: the #2"]
            assert not opened.complaints


def test_our_examples_can_be_opened_as_people_write_them(browser: Any, tmp_path: Path) -> None:
    text = (ROOT / "docs" / "garden-dice-example.yaml").read_text(encoding="utf-8")
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        assert opened.run("text => openText(text)", text)
        assert totals(opened) == [player["total"] for player in scored(text, tmp_path)["players"]]


def test_a_link_opens_a_tally(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        begin(opened, ["\u0391\u03bd\u03bd\u03b1", "Bob"])
        opened.key("5", "8", "Next", "2")
        link = opened.run("encoded(tallyOf())")
    with browsers.opened(browser, page_of("garden-dice"), tmp_path, after=f"#tally={link}") as opened:
        assert opened.run("state.players.map((one) => one.name)") == ["\u0391\u03bd\u03bd\u03b1", "Bob"]
        assert opened.run("state.players[0].counts.track") == "58"
        assert "#" not in opened.run("location.href")


REFUSED = {
    "game: chess\nplayers: [{name: Ann}]\n": "not in this page",
    "game: garden-dice\nvariants: [nope]\nplayers: [{name: Ann}]\n": "nope",
    "game: garden-dice\nplayers: []\n": "no players",
    "game: garden-dice\nplayers: [{name: A}, {name: B}, {name: C}, {name: D}, {name: E}]\n": "too many",
    "game: garden-dice\nplayers: [{name: Ann, pigs: 3}]\n": "pigs",
    "game: garden-dice\nplayers: [{name: Ann, track: many}]\n": "track: many",
    "game: garden-dice\nplayers: [{name: Ann, sun: maybe}]\n": "sun: maybe",
    "game: garden-dice\nplayers:\n  - name: Ann\n   track: 3\n": "Line 4",
    "game: garden-dice\nplayers: [{name: Ann\n": "cannot be understood",
    "[1, 2": "cannot be understood",
    "": "no players",
    "\x00\x01": "no players",
}


@pytest.mark.parametrize("text", REFUSED)
def test_a_tally_that_cannot_be_opened_says_why_and_changes_nothing(text: str, browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob"])
        opened.key("5", "8")
        assert opened.run("text => openText(text)", text) is False
        assert REFUSED[text] in opened.text(".bar:not(.tab .bar)")
        assert opened.run("state.players[0].counts.track") == "58"
        assert not opened.complaints


# -- safety

EVIL = '<img src=x onerror="window.hacked=1"></script><script>window.hacked=1</script>{{7*7}}${window.hacked=1}'


def test_names_and_labels_are_only_text(browser: Any, tmp_path: Path) -> None:
    folder = tmp_path / "rules" / "evil"
    folder.mkdir(parents=True)
    words = json.dumps(EVIL)
    (folder / "game.yaml").write_text(
        f"potager: 1\ntitle: {words}\nplayers: {{least: 1, most: 4}}\ncounts:\n  a: {{label: {words}, note: {words}, "
        f"ask: {words}, help: {words}}}\n  b: {{label: B, of: {{x: {{label: {words}}}, y: {{label: Y}}}}}}\nlines:\n"
        f"  a: {{kind: each, of: a, points: 2, label: {words}, note: {words}}}\n  b: {{kind: sets, of: b, points: 3}}\n"
        f"ties: {{a: {{most: a, label: {words}}}}}\nchecks: {{c: {{that: a < 5, else: {words}, level: warning}}}}\n",
        encoding="utf-8",
    )
    (folder / "more.yaml").write_text(
        f"potager: 1\nextends: evil\ntitle: {words}\nabout: {words}\nlines: {{a: {{points: 3}}}}\n", encoding="utf-8"
    )
    html = page.html([("evil", [])], Library((tmp_path / "rules",)))
    with browsers.opened(browser, html, tmp_path) as opened:
        begin(opened, [EVIL, "Bob"])
        for step in (
            "gameSheet()",
            "page.dialog.close()",
            "menu()",
            "page.dialog.close()",
            "openLine(0, stack().lines[0])",
        ):
            opened.run(step)
        opened.run(
            "() => { for (const one of state.players) { one.counts = { a: '7', b: { x: '1' } }; } showResult(); }"
        )
        opened.run("menu()")
        opened.run("text => openText(text)", f"game: {EVIL}\nplayers: [{{name: {json.dumps(EVIL)}}}]")
        opened.page.wait_for_timeout(100)
        assert opened.run("window.hacked") is None
        assert opened.page.locator("img").count() == 0
        assert opened.page.locator("script").count() == 1
        assert EVIL in opened.run("page.main.textContent")
        assert not opened.complaints


def test_the_policy_allows_our_script_and_style_and_nothing_else(browser: Any, tmp_path: Path) -> None:
    html = page_of("garden-dice")
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', html)
    assert policy is not None
    assert "unsafe" not in policy[1]
    assert policy[1].startswith("default-src 'none'; script-src 'sha256-")
    addresses = set(re.findall(r"https?://[\w./]+", html))
    assert addresses == {"http://www.w3.org/2000/svg", bgstats.ADDRESS.removesuffix("?data=")}, "nothing from elsewhere"
    with browsers.opened(browser, html, tmp_path) as opened:
        opened.run("""() => {
            const script = document.createElement('script');
            script.textContent = 'window.hacked = 1';
            const picture = document.createElement('div');
            picture.innerHTML = '<img src="x" onerror="window.hacked = 2">';
            document.body.append(script, picture);
        }""")
        opened.page.wait_for_timeout(200)
        assert opened.run("window.hacked") is None
        assert any("Content Security Policy" in said for said in opened.complaints)
        with pytest.raises(Exception, match=r"Failed to fetch"):
            opened.run("fetch('https://example.org/')")


# -- languages, colours, keyboards


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_have_enough_contrast(scheme: str, browser: Any, tmp_path: Path) -> None:
    text = "muted/sunk muted/dock on-accent/accent on-soft/soft warn/warn-bg warn/dock err/err-bg err/dock err/bg"
    least = dict.fromkeys(f"{text} on-gold/gold {' '.join(f'p{n}/surface' for n in range(6))}".split(), 4.5)
    least |= {"ink/bg": 7, "ink/key": 7, "edge/surface": 3, "edge/dock": 3}
    pairs = {tuple(pair.split("/")): ratio for pair, ratio in least.items()}
    value = "(name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim()"
    with browsers.opened(browser, page_of("garden-dice"), tmp_path, color_scheme=scheme) as opened:
        names = sorted({name for pair in pairs for name in pair})
        found = opened.run(f"names => names.map({value})", names)
    colours = dict(zip(names, found, strict=True))
    for (a, b), ratio in pairs.items():
        assert contrast(colours[a], colours[b]) >= ratio, (a, b)
    assert (luminance(colours["bg"]) < 0.2) == (scheme == "dark")


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_a_whole_game_by_keyboard_alone(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("garden-dice"), tmp_path, viewport={"width": 900, "height": 800}) as opened:
        begin(opened, ["Ann", "Bob"])
        keys = opened.page.keyboard
        for line in (["58", *"23222", "4", "y"], ["31", *"11200", "0", "n"]):
            for typed in line:
                keys.type(typed)
                keys.press("Enter")
        assert opened.text("h1") == "Ann wins with 88 points."
        assert opened.run("document.activeElement.tagName") == "H1"
        keys.press("Control+z")
        assert opened.run("state.players[1].counts.sun") is None


def test_fields_have_names_and_changes_are_told(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob"])
        nameless = opened.run(
            """() => [...document.querySelectorAll('button, input')].filter((one) => one.offsetParent !== null
                && !one.getAttribute('aria-label') && !one.textContent.trim()).map((one) => one.outerHTML)"""
        )
        assert not nameless
        assert (
            opened.page.locator('[data-key="0/harvested.tomato"]').get_attribute("aria-label")
            == "Ann, Harvested vegetables: Tomato"
        )
        opened.key("5", "8")
        opened.page.wait_for_timeout(900)
        assert opened.text("[role=status]").startswith("Score track: 58. Total 58")
        assert opened.run("document.activeElement.dataset.key") == "0/track", "a key leaves the focus in the field"
        assert opened.page.locator("[role=tab]").first.get_attribute("aria-label") == "Ann: 58 points, not complete"


def test_the_focus_comes_back_from_a_dialog(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        opened.page.locator("header .game").click()
        assert opened.run("page.dialog.open")
        assert opened.run("document.activeElement.tagName") == "H2"
        large = opened.page.get_by_role("button", name="Large", exact=True)
        large.focus()
        opened.page.keyboard.press("Enter")
        assert opened.run("document.activeElement.textContent") == "Large", "the dialog is drawn anew, the focus stays"
        opened.page.keyboard.press("Escape")
        assert not opened.run("page.dialog.open")
        assert opened.run("document.activeElement.className") == "game"


def test_tabs_are_walked_with_arrows(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob", "Cleo"])
        opened.run("() => { state.players.forEach((one) => { one.counts = { track: '9' }; }); toSeat(1); toSeat(0); }")
        assert not opened.run("document.querySelector('.done').getAnimations().length"), "bars do not grow anew"
        opened.page.locator("[role=tab]").nth(0).focus()
        opened.page.keyboard.press("ArrowRight")
        assert opened.run("[shown.seat, document.activeElement.getAttribute('aria-selected')]") == [1, "true"]


def test_every_language_can_be_spoken(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob"])
        codes = opened.run("Object.keys(DATA.languages)")
        assert {"en", "el"} <= set(codes)
        for code in codes:
            assert opened.run("code => unpackLanguage(code)", code)
            opened.run(
                "code => { settings.language = code; rebuild(); gameSheet(); menu(); page.dialog.close(); }", code
            )
            assert opened.run("document.documentElement.lang") == code
            assert "{{" not in opened.run("document.body.innerText")
        opened.run("code => set('language', code)", "el")
        assert opened.text(".keys .next") != "Next"
        opened.page.reload()
        opened.page.wait_for_function("document.documentElement.lang === 'el'")
        assert not opened.complaints


def test_variants_are_chosen_together_only_where_they_go_together(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("diced-tomatoes"), tmp_path) as opened:
        switched = "([ids, id, on]) => switched(ids, id, on)"
        assert set(opened.run(switched, [[], "risky-seven", True])) == {"risky-seven", "risky"}
        assert opened.run("ids => named(ids)", ["risky-seven", "risky"]) == ["risky-seven"]
        assert set(opened.run(switched, [["risky-seven", "risky", "golden"], "solo", True])) == {"golden", "solo"}
        assert opened.run(switched, [["risky-seven", "risky"], "risky", False]) == []
        for ids in opened.run("Object.keys(game().stacks)"):
            opened.run("ids => { state = newState(['Ann'], ids ? ids.split('+') : []); begin(); }", ids)
        assert not opened.complaints


def test_one_page_holds_every_game(browser: Any, tmp_path: Path) -> None:
    html = page_of("diced-tomatoes", "garden-dice", "hanging-gardens")
    with browsers.opened(browser, html, tmp_path) as opened:
        assert opened.run("page.dialog.open"), "the page asks which game"
        opened.page.locator(".choice button", has_text="Garden Dice").first.click()
        assert opened.text("header strong") == "Garden Dice"
        opened.key("5", "8")
        opened.run("start(0)")
        assert opened.text("header strong") == "Diced Tomatoes"
        opened.run("start(1)")
        assert opened.run("state.players[0].counts.track") == "58"
        assert opened.run("openText('game: diced-tomatoes\\nplayers: [{name: Cleo}]\\n')")
        assert opened.text("header strong") == "Diced Tomatoes"
        opened.page.locator(".bar .link").click()
        assert opened.text("header strong") == "Garden Dice", "undo comes back to the game from which a tally led away"
        assert opened.run("state.players[0].counts.track") == "58"
        assert not opened.complaints


def test_the_result_is_shared_as_text(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob"])
        opened.key("5", "8", "Next", *"23222", "4", "Yes", "3", "1", "Next", *"11200", "0", "No", "Result")
        text = opened.run("resultText()")
        assert text.startswith("Garden Dice\nAnn wins with 88 points. 57 ahead of Bob.\n\n1. Ann 88\n")
        assert "2. Bob 31" in text


def test_whoever_prints_gets_the_result_of_everybody(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob"])
        opened.key("5", "8", "Next", "2")
        opened.run("dispatchEvent(new Event('beforeprint'))")
        assert opened.page.locator(".lines th", has_text="Bob").count() == 1
        opened.run("dispatchEvent(new Event('afterprint'))")
        assert opened.run("[shown.view, shown.active]") == ["players", "0/harvested.carrot"]
        opened.run("showResult()")
        opened.run("() => ['beforeprint', 'afterprint'].forEach((name) => dispatchEvent(new Event(name)))")
        assert opened.run("shown.view") == "result"


def test_a_result_goes_on_to_bg_stats(browser: Any, tmp_path: Path) -> None:
    """By a link, with the moment when the game was finished; as a file where the link would be too long."""
    there = "() => { menu(); return document.querySelector('a.entry')?.href; }"
    shut = "page.dialog.close()"
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob"])
        assert opened.run(there) is None
        opened.run(shut)
        opened.key("5", "8", "Next", *"23222", "4", "Yes", "3", "1", "Next", *"11200", "0", "No", "Result")
        link = opened.run(there)
        opened.run(shut)
        play = json.loads(parse_qs(urlsplit(link).query)["data"][0])
        assert [(one["name"], one["score"], one["winner"]) for one in play["players"]] == [
            ("Ann", 88, True), ("Bob", 31, False)
        ]  # fmt: skip
        assert opened.run("past[0].date").startswith(play["playDate"].replace(" ", "T"))
        opened.run("past[0].date = '2026-11-30T19:15:30.000Z'")
        opened.run("() => { edit(); put(find('1/track'), '99'); refresh(); }")
        corrected = opened.run(there)
        opened.run(shut)
        play = json.loads(parse_qs(urlsplit(corrected).query)["data"][0])
        assert (play["playDate"], play["players"][1]["winner"]) == ("2026-11-30 19:15:30", True)

        opened.run("() => state.players.forEach((one, seat) => rename(seat, '\u03b1\u03b2'[seat].repeat(60)))")
        opened.run(
            "() => { state.players.push(...state.players.map((one, k) => ({ ...one, name: `${k}${one.name}` }))); }"
        )
        opened.run("() => { refresh(); }")
        assert opened.run(there) is None
        for label, name in (
            ("Send to BG Stats", "garden-dice-bgstats.json"),
            ("Save as a play", "garden-dice-bgg.json"),
        ):
            with opened.page.expect_download() as download:
                opened.page.locator(".entry", has_text=label).click()
            assert download.value.suggested_filename == name
            assert len(json.loads(Path(download.value.path()).read_text(encoding="utf-8"))["players"]) == 4
            opened.run("menu()")
        assert not opened.complaints


def test_the_script_that_is_sent_is_made_of_the_one_that_is_read() -> None:
    for name, made in page_script.sent().items():
        assert (ROOT / "templates" / name).read_text(encoding="utf-8") == made, "say: python -m tools.page_script"
    there = {file.stem for file in (ROOT / "templates" / "page").glob("*.js")}
    assert there == set(page_script.PARTS)


def test_a_page_has_an_acceptable_size() -> None:
    for game in GAMES:
        assert len(page_of(game).encode()) < 150_000, game


# -- one whole game of each kind, typed


def test_the_hanging_gardens_ask_for_printed_numbers_only_when_a_tile_needs_them(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("hanging-gardens"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob"])
        assert opened.run("shown.active") == "0/tiles.queen"
        opened.key(*"2001000")  # queens, kings … gates: 1 garden
        opened.run("document.querySelector('.how span').textContent += ' + 1'.repeat(9)")
        cut = """() => [...document.querySelectorAll('.how')].filter((one) => {
            const [box, words] = [one, one.firstChild].map((part) => part.getBoundingClientRect());
            return words.right > box.right + 1 && words.top < box.bottom - 1;
        }).length"""
        assert not opened.run(cut), "a working is told whole or not at all"
        opened.key("No", "Yes", "No", "No", "No", "0")
        assert opened.run("shown.seat") == 1
        opened.key(*"1103000")
        opened.key("No", "No", "Yes", "No", "No", "0")
        opened.key("Result")
        assert opened.run("shown.active") == "N/lines.king.ladder.0", "Bob has a king, whose points nobody knows"
        assert "To count" in opened.text(".sentence")
        opened.key("4")
        opened.run("follow()")
        assert opened.run("shown.view") == "result"
        # Ann: 15 + 2 + 3 (a gardener beside no full series); Bob: 1 + 4 + 16 + 3
        assert totals(opened) == [20, 24]
        assert opened.text("h1") == "Bob wins with 24 points."
        assert "King" in opened.text(".foot")
        told = scored(opened.run("tallyOf()"), tmp_path)
        assert [player["total"] for player in told["players"]] == [20, 24]
        assert not opened.complaints


def test_the_grasshopper_and_the_ant_ask_for_what_breaks_the_tie(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("grasshopper-ant"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob"])
        for seat in range(2):
            opened.run("seat => goTo(`${seat}/shelves.tablecloth`)", seat)
            opened.key("4", "2", "1", "0")
            opened.run("seat => { state.players[seat].points.insects = '7'; refresh(); }", seat)
        assert totals(opened) == [10 + 3 + 1 + 7] * 2
        opened.run("finish()")
        assert opened.run("shown.active") == "0/~insect_cards"
        opened.key("5", "Next", "4", "Next")
        opened.run("finish()")
        assert opened.text("h1") == "Ann wins the tie-break."
        assert opened.text(".verdict p") == "Ann and Bob have 21 points each. Insect cards: Ann 5, Bob 4."
        told = scored(opened.run("tallyOf()"), tmp_path)
        assert told["decided_by"] == "insect_cards"
        assert told["winners"] == ["Ann"]


def test_diced_tomatoes_for_six_and_alone(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("diced-tomatoes"), tmp_path) as opened:
        names = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Fay"]
        begin(opened, names)
        for seat, name in enumerate(names):
            assert opened.run("shown.seat") == seat, name
            for _ in range(seat + 1):
                opened.key("3", "Next")
            if seat < 5:
                opened.key("Next")  # an empty slot ends the list
            opened.key("Yes" if seat == 5 else "No", "2", "1")
        opened.key("Result")
        assert totals(opened) == [3 * n + 1 + 1 + (2 if n == 6 else 0) for n in range(1, 7)]
        assert opened.text("h1") == "Fay wins with 22 points."
        told = scored(opened.run("tallyOf()"), tmp_path)
        assert [player["total"] for player in told["players"]] == totals(opened)

        begin(opened, ["Ann"], ["solo"])
        for number in "123556":
            opened.key(number, "Next")
        assert opened.text("h1") == "Won."
        assert totals(opened) == [5 - 1]
        assert scored(opened.run("tallyOf()"), tmp_path)["verdict"] == "win"
        assert not opened.complaints


# -- the command


def potager(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "potager", *arguments], cwd=ROOT, capture_output=True, text=True, encoding="utf-8"
    )


def test_the_command_writes_one_file_and_says_where(tmp_path: Path) -> None:
    done = potager("page", "garden-dice", "-o", str(tmp_path / "new"))
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{tmp_path / 'new' / 'garden-dice.html'}\n", "")
    assert (tmp_path / "new" / "garden-dice.html").read_text(encoding="utf-8") == page_of("garden-dice")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "name one game, or say --all"),
        (["garden-dice", "--all"], "--all takes every game"),
        (["--all", "-V", "family"], "--variant needs one game"),
        (["gardendice"], 'did you mean "garden-dice"?'),
        (["garden-dice", "-V", "famly"], 'did you mean "family"?'),
        (["garden-dice", "--language", "tlh"], 'there is no language "tlh"'),
    ],
)
def test_a_wrong_command_line_says_what_is_wrong(arguments: list[str], said: str) -> None:
    done = potager("page", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("variants", "company", "told"),
    [
        (51, "", "51 variants are too many for one page"),
        (13, "", "13 variants that change the scoring are too many for one page"),
        (9, "", "512 sets of variants are too many for one page"),
        (9, "excludes: [{others}]\n", ""),  # one at a time
        (9, "needs: [{before}]\n", ""),  # one after the other
    ],
)
def test_too_many_variants_for_a_page_are_told_at_once(variants: int, company: str, told: str, tmp_path: Path) -> None:
    folder = tmp_path / "orchard"
    folder.mkdir()
    ids = [f"v{at}" for at in range(variants)]
    lines = "\n".join(f"  {id}: {{kind: each, of: a, points: 1}}" for id in ids)
    (folder / "game.yaml").write_text(f"potager: 1\ntitle: O\ncounts: {{a: {{label: A}}}}\nlines:\n{lines}\n")
    for at, id in enumerate(ids):
        with_ = company.format(others=", ".join(other for other in ids if other != id), before=", ".join(ids[:at]))
        (folder / f"{id}.yaml").write_text(f"potager: 1\nextends: orchard\n{with_}lines: {{{id}: {{points: 2}}}}\n")
    library = Library((tmp_path,))
    if told:
        with pytest.raises(UsageError, match=told):
            page.html([("orchard", [])], library)
    else:
        assert len(page.allowed(page.variants("orchard", [], library))) == 10


def test_variants_of_ones_own_are_offered_and_on(browser: Any, tmp_path: Path) -> None:
    own = tmp_path / "our way.yaml"
    own.write_text("potager: 1\nextends: garden-dice\ntitle: Our way\nlines: {sun: {points: 50}}\n", encoding="utf-8")
    html = page.html([("garden-dice", [str(own), "family"])])
    with browsers.opened(browser, html, tmp_path) as opened:
        assert opened.run("state.variants") == ["family", str(own)]
        assert "Our way" in opened.text("header .sub")
        opened.key("5", "Next", *"00000", "0", "Yes", "5", "Next", *"00000", "0", "No", "Result")
        assert totals(opened) == [55, 5]
        told = scored(opened.run("tallyOf()"), tmp_path)
        assert [player["total"] for player in told["players"]] == [55, 5]
        opened.run("text => openText(text)", opened.run("tallyOf()"))
        assert opened.run("state.variants") == ["family", str(own)]
        assert not opened.complaints


def test_the_page_begins_in_the_language_asked_for(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page.html([("garden-dice", [])], language="el"), tmp_path) as opened:
        opened.page.wait_for_function("document.documentElement.lang === 'el'")
        assert opened.text(".keys .next") != "Next"
        opened.run("code => set('language', code)", "en")
        assert opened.text(".keys .next") == "Next"


def test_slots_are_typed_on_a_keyboard(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("diced-tomatoes"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob"], ["golden"])
        for typed in "6bb":
            opened.page.keyboard.press(typed)
        opened.page.keyboard.press("Enter")
        for typed in "5g":
            opened.page.keyboard.press(typed)
        assert opened.run("state.players[0].counts.tomatoes") == [
            {"seed": "6", "black": "2"},
            {"seed": "5", "gold": "1"},
        ]
        opened.page.keyboard.press("Backspace")
        assert opened.run("state.players[0].counts.tomatoes") == [{"seed": "6", "black": "2"}]


def test_a_device_keyboard_types_sums_and_minus(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob"])
        opened.run("() => { settings.typing = 'device'; rebuild(); focusField(); }")
        field = opened.page.locator('[data-key="0/track"]')
        assert field.get_attribute("inputmode") == "text"
        opened.page.keyboard.type("12 + 30-2abc")
        assert opened.run("whole(state.players[0].counts.track)") == 40
        assert not opened.page.locator(".keys .key").first.is_visible()


def test_players_are_added_renamed_and_moved(browser: Any, tmp_path: Path) -> None:
    with browsers.opened(browser, page_of("garden-dice"), tmp_path) as opened:
        begin(opened, ["Ann", "Bob"])
        opened.key("5", "8")
        opened.page.locator("header .game").click()
        opened.page.locator(".add").click()
        assert opened.run("document.activeElement.value") == "Player 3"
        opened.page.keyboard.type("Ann")
        opened.page.keyboard.press("Tab")
        assert opened.run("state.players.map((one) => one.name)") == ["Ann", "Bob", "Ann\u2032"], "names stay different"
        assert opened.page.locator(".seat input").nth(2).input_value() == "Ann\u2032", "and are shown as they are"
        assert opened.page.get_by_label("Remove Ann\u2032").count() == 1
        opened.page.get_by_label("Move Ann down").first.click()
        assert opened.run("state.players.map((one) => one.name)") == ["Bob", "Ann", "Ann\u2032"]
        assert opened.run("state.players[1].counts") == {"track": "58"}
        opened.page.get_by_label("Remove Bob").click()
        opened.page.locator(".bar .link").click()
        assert opened.run("state.players.map((one) => one.name)") == ["Bob", "Ann", "Ann\u2032"]
        opened.page.locator(".add").click()
        assert opened.page.locator(".add").is_disabled(), "the game is for four"


# -- any game


EVERY_SHAPE = f"""
potager: 1
title: Every shape
players: {{least: 1, most: 12}}
counts:
{COUNTS}
lines:
  apples: {{kind: each, of: apples, points: 2}}
  both: {{kind: formula, formula: pears * rate + debts, rule: pears at the rate}}
  sun: {{kind: each, of: sun, points: 5}}
  red: {{kind: market, of: basket.red, price: price.red}}
  helpers: {{kind: each, of: helpers, points: 1}}
  piles: {{kind: points, of: piles}}
  vines: {{kind: points, of: vines}}
  gift: {{kind: formula, formula: "3", rule: a gift}}
  most_apples: {{kind: majority, of: apples, prizes: [4, 2]}}
ties: {{apples: {{least: apples}}}}
"""

TO_THE_END = """() => {
    for (let step = 0; step < 400 && shown.view !== 'result'; step += 1) {
        const field = find(shown.active);
        if (field.type === 'tick') { answerTick(field, true, false); }
        else if (get(field) === undefined && (field.slot || 0) < 2) {
            if (field.type === 'record') { press('4'); press('black'); } else { settings.moves = false; press('3'); }
        }
        next();
    }
}"""


ON_THE_LAST = """view => { shown.view = view; rebuild(); goTo(`${state.players.length - 1}/apples`); }"""

SEEN = """() => {
    const [tab, where] = [document.querySelector('.tab.on'), page.nav].map((one) => one.getBoundingClientRect());
    return shown.view === 'sheet' || (tab.top >= where.top && tab.bottom <= where.bottom);
}"""

COVERED = """() => [...document.querySelectorAll('.tab:not(.playert)')].filter((tab) => {
    const words = document.createRange();
    words.selectNodeContents(tab.querySelector('.total'));
    const [a, b] = [words, tab.querySelector('.place')].map((one) => one.getBoundingClientRect());
    return a.right > b.left && a.left < b.right && a.bottom - 4 > b.top && a.top + 4 < b.bottom;
}).length"""


def test_any_shape_of_count_and_many_players(browser: Any, tmp_path: Path) -> None:
    folder = tmp_path / "rules" / "shapes"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(EVERY_SHAPE, encoding="utf-8")
    library = Library((tmp_path / "rules",))
    game = load.load("shapes", library=library)
    html = page.html([("shapes", [])], library)
    for view, players in (("players", 12), ("sheet", 5)):
        with browsers.opened(browser, html, tmp_path) as opened:
            begin(opened, [f"Player {at}" for at in range(1, players + 1)])
            opened.run("view => { shown.view = view; rebuild(); }", view)
            opened.run(TO_THE_END)  # Next, all the way
            opened.run(ON_THE_LAST, view)
            assert opened.run(SEEN), "the tab of who is on is scrolled into view"
            assert not opened.run(COVERED), "places leave totals and names readable"
            opened.run("finish()")
            assert opened.run("shown.view") == "result"
            right = score(tally.read(yaml_file.parse(opened.run("tallyOf()")), game))
            assert totals(opened) == [player.total for player in right.players]
            assert opened.page.locator("main .rank").count() == players
            assert not opened.complaints


def test_a_game_without_counts_asks_for_nothing(browser: Any, tmp_path: Path) -> None:
    folder = tmp_path / "rules" / "gift"
    folder.mkdir(parents=True)
    words = 'potager: 1\ntitle: Gift\nlines: {gift: {kind: formula, formula: "3", rule: a gift}}\n'
    (folder / "game.yaml").write_text(words, encoding="utf-8")
    with browsers.opened(browser, page.html([("gift", [])], Library((tmp_path / "rules",))), tmp_path) as opened:
        opened.run("follow()")
        assert opened.text("h1") == "Player 1 has 3 points."
        assert not opened.complaints


RESULTS = [
    ("garden-dice", [], [{"track": 9}, {"track": 5}], ["Ann wins with 9 points.", "4 ahead of Bob."]),
    ("garden-dice", [], [{"track": 9}, {"track": 9}], ["Ann and Bob share the victory.", "equal in: points in harv"]),
    ("garden-dice", [], [{"track": 1}, {"track": 0}], ["Ann wins with 1 point.", "1 ahead of Bob."]),
    (
        "grasshopper-ant",
        ["winter"],
        [{"supplies": [1, 1]}, {"supplies": [1]}],
        ["No one has 4 yet.", "Ann leads with 2."],
    ),
    ("grasshopper-ant", ["winter"], [{"supplies": [2, 1]}, {"supplies": []}], ["Ann wins: first to 4 points."]),
    ("diced-tomatoes", ["solo"], [{"tomatoes": [1, 2]}], ["Won.", "Ann has 2 points."]),
    ("diced-tomatoes", ["solo"], [{"tomatoes": [6, 6]}], ["Lost.", "Ann has \u22122 points."]),
]


@pytest.mark.parametrize(("game", "variants", "players", "said"), RESULTS)
def test_the_result_in_words(
    game: str, variants: list[str], players: list[Any], said: list[str], browser: Any, tmp_path: Path
) -> None:
    rest = {"harvested": {"squash": 0}, "unplanted": 0, "sun": False} if game == "garden-dice" else {}
    made = [{"name": name, **rest, **player} for name, player in zip(("Ann", "Bob"), players, strict=False)]
    with browsers.opened(browser, page_of(game), tmp_path) as opened:
        assert opened.run("text => openText(text)", json.dumps({"game": game, "variants": variants, "players": made}))
        opened.run("finish()")
        assert opened.text("h1") == said[0]
        if len(said) > 1:
            assert said[1] in opened.text(".verdict p")
        trophy = opened.page.locator(".result .verdict .sign").count()
        assert trophy == (not said[0].startswith(("No one", "Lost")))


def test_a_minus_begins_a_number_though_the_page_moved_on_by_itself(browser: Any, tmp_path: Path) -> None:
    folder = tmp_path / "rules" / "cards"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(
        "potager: 1\ntitle: Cards\ncounts: {family: {label: Family, most: 5}, cards: {label: Cards, least: -99}}\n"
        "lines: {family: {kind: points, of: family}, cards: {kind: points, of: cards}}\n",
        encoding="utf-8",
    )
    html = page.html([("cards", [])], Library((folder.parent,)))
    with browsers.opened(browser, html, tmp_path) as opened:
        begin(opened, ["Ann"])
        opened.key("2", "Plus", "9")
        assert opened.run("state.players[0].counts") == {"family": "2", "cards": "\u22129"}
