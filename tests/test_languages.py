"""Languages: words laid over a game, catalogues, plurals, which one is spoken, what is left of English."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pypdf
import pytest
from babel import Locale
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from potager import language as spoken
from potager import numbers
from potager.questions import Asking, Question, Refused
from scoring import blank_tally, catalogue, check, diff, explain, language, report, words, yaml_file
from scoring.check import scored
from scoring.errors import RulesError, UsageError
from scoring.game import Game
from scoring.library import Library
from scoring.lines import KINDS
from scoring.load import load
from scoring.rules import Rules
from scoring.words import Catalogue, Inside, phrase
from sheets import breaking, draw, imposition, make
from sheets.placed import Page, Picture, Words, faults
from tests import pseudo
from tests.reading import Asked, drawn, games, wrong

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "docs" / "garden-dice-example.yaml"

ORCHARD = """\
potager: 1
title: Orchard
counts:
  apples: {label: Apples, short: Ap}
  fruit: {label: Fruit, of: {plum: {label: Plum, value: 1}, pear: {label: Pear, value: 2}}}
  sun: {label: Sun, tick: true}
lines:
  apples: {kind: each, of: apples, points: 3, note: for all}
  fruit: {kind: sets, of: fruit, points: 5, label: Fruit salad}
  extra: {kind: formula, formula: 2 * apples, rule: "Twice the apples.", working: "2 × {{ apples }}"}
ties:
  worth: {most: value(fruit), label: Worth of the fruit}
checks:
  few: {that: apples < 50, else: "So many apples ({{ apples }})", level: warning}
readings:
  A1: {question: Do pears count?, default: They do}
aid:
  turn: {title: Your turn, points: {pick: {name: Pick, text: "an apple, worth {{ lines.apples.points }}"}}}
"""
HARSH = """\
potager: 1
extends: orchard
title: Harsh
about: Wasps come.
counts: {wasps: {label: Wasps}, sun: null}
lines: {wasps: {kind: each, of: wasps, points: -2}, apples: {points: 2, note: for some}}
"""
GREEK = """\
title: Περιβόλι
counts:
  apples: {label: Μήλα, help: Μετρήστε τα.}
  fruit: {of: {plum: {label: Δαμάσκηνο}}}
  sun: {label: Ήλιος}
lines:
  apples: {note: για όλα}
  extra: {rule: Δύο φορές τα μήλα., working: "{{ apples }} δύο φορές"}
ties:
  worth: {label: Αξία φρούτων}
checks:
  few: {else: "Τόσα μήλα ({{ apples }})"}
readings:
  A1: {question: Μετρούν τα αχλάδια;}
aid:
  turn: {title: Η σειρά σας, points: {pick: {text: "{{ lines.apples.points }} για ένα μήλο"}}}
variants:
  harsh: {title: Σκληρό, counts: {wasps: {label: Σφήκες}}, lines: {apples: {note: για μερικά}}}
"""


@pytest.fixture
def orchard(tmp_path: Path) -> Path:
    folder = tmp_path / "orchard"
    (folder / "words").mkdir(parents=True)
    for name, text in (("game.yaml", ORCHARD), ("harsh.yaml", HARSH), ("words/el.yaml", GREEK)):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def greek(folder: Path, *variants: str) -> Game:
    return load(str(folder), variants, language="el")


# -- words laid over a game


def test_words_are_laid_over_everything_that_is_read(orchard: Path) -> None:
    game = greek(orchard)
    assert game.title == "Περιβόλι"
    assert game.counts["apples"].label == "Μήλα"
    assert game.counts["apples"].rule.help == "Μετρήστε τα."  # a word that the game does not say
    assert dict(game.counts["fruit"].kind_labels) == {"plum": "Δαμάσκηνο", "pear": "Pear"}  # half translated
    assert game.lines["apples"].label == "Μήλα"  # a line without a label of its own takes that of its count
    assert game.lines["apples"].model.note == "για όλα"
    assert game.lines["extra"].words == "Δύο φορές τα μήλα."
    assert game.ties["worth"].label == "Αξία φρούτων"
    assert game.rules.readings["A1"].question == "Μετρούν τα αχλάδια;"
    assert game.rules.readings["A1"].default == "They do"
    turn = game.rules.aid["turn"]
    assert turn.points is not None
    assert (turn.title, turn.points["pick"].name) == ("Η σειρά σας", "Pick")
    assert turn.points["pick"].text == "{{ lines.apples.points }} για ένα μήλο"


def test_what_has_no_label_can_be_named(tmp_path: Path) -> None:
    game = "potager: 1\ntitle: X\nplayers: {most: 1}\ncounts: {apples: {of: {red: {}}}}\n"
    game += "lines: {apples: {kind: points, of: apples}}\nverdict: {gold: total > 5, silver: total > 2}\n"
    (tmp_path / "words").mkdir()
    (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
    file = tmp_path / "words" / "el.yaml"
    file.write_text("verdict: {gold: {label: Χρυσό}}", encoding="utf-8")
    loaded = load(str(tmp_path), language="el")
    assert [(band.label, band.win) for band in loaded.verdicts] == [("Χρυσό", True), ("Silver", True)]
    missing = [note.what.removeprefix("not translated: ") for note in check.check([file]).notes]
    assert missing == [
        'counts.apples.label: "apples"',
        'counts.apples.of.red.label: "red"',
        'verdict.silver.label: "silver"',
    ]


def test_words_of_a_variant_come_right_after_it(orchard: Path) -> None:
    game = greek(orchard, "harsh")
    assert [variant.title for variant in game.variants] == ["Σκληρό"]
    assert game.variants[0].about == "Wasps come."
    assert game.counts["wasps"].label == game.lines["wasps"].label == "Σφήκες"
    assert game.lines["apples"].model.note == "για μερικά"
    assert "sun" not in game.counts  # whose Greek words do nothing


def test_words_change_no_score(orchard: Path) -> None:
    for variants in ((), ("harsh",)):
        english, other = load(str(orchard), variants), greek(orchard, *variants)
        assert [line.expression for line in english.lines.values()] == [
            line.expression for line in other.lines.values()
        ]
        assert [check.condition for check in english.checks] == [check.condition for check in other.checks]


def test_a_variant_of_ones_own_brings_its_words(orchard: Path, tmp_path: Path) -> None:
    mine = tmp_path / "elsewhere" / "ours.yaml"
    (mine.parent / "words").mkdir(parents=True)
    mine.write_text("extends: ../orchard\ntitle: Ours\nlines: {fruit: {points: 9, note: much}}", encoding="utf-8")
    (mine.parent / "words" / "el.yaml").write_text(
        "variants: {ours: {title: Δικό μας, lines: {fruit: {note: πολλά}}}}", encoding="utf-8"
    )
    game = greek(orchard, str(mine))
    assert (game.variants[0].title, game.lines["fruit"].model.note) == ("Δικό μας", "πολλά")
    assert game.counts["apples"].label == "Μήλα"
    found = check.check([mine.parent / "words" / "el.yaml"])
    assert (found.problems, found.notes) == ([], [])


def test_a_folder_of_ones_own_translates_our_games(tmp_path: Path) -> None:
    path = tmp_path / "garden-dice" / "words" / "fr.yaml"
    path.parent.mkdir(parents=True)
    said = "counts: {track: {label: Piste}}\nvariants: {family: {title: Familial}}\n"
    path.write_text(said, encoding="utf-8")
    library = Library((tmp_path,))
    game = load("garden-dice", ["family"], language="fr", library=library)
    assert game.lines["track"].label == "Piste"
    assert [variant.title for variant in game.variants] == ["Familial"]
    assert game.lines["sun"].label == "Unused sun token"
    assert "fr" in library.languages(library.games()["garden-dice"])
    assert "fr" in spoken.known(library)
    assert "fr" not in spoken.known()
    entry = next(entry for entry in catalogue.games(library, "fr") if entry.id == "garden-dice")
    assert "fr" in entry.languages
    assert ("family", "Familial") in [(id, title) for id, title, _ in entry.variants]
    found = check.check([path], library)
    assert found.problems == []
    assert any("lines.sets.label" in note.what for note in found.notes)


def test_a_folder_of_ones_own_says_what_the_program_says(tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "fr.yaml").write_text(
        "sheet.language: français\nreport.total: Total général\n", encoding="utf-8"
    )
    library = Library((tmp_path,))
    game = load("garden-dice", language="fr", library=library)
    assert (game.words.name, game.words.say("report.total"), game.words.say("report.place")) == (
        "français", "Total général", "Place",
    )  # fmt: skip
    assert "fr" in spoken.known(library)
    assert load("garden-dice", language="fr").words.name == "fr"
    found = check.check([tmp_path / "words" / "fr.yaml"], library)
    assert found.problems == []
    assert any(note.what == "not translated: report.place" for note in found.notes)
    (tmp_path / "words" / "it.yaml").write_text('report.total: "{{ x }}"', encoding="utf-8")
    with pytest.raises(RulesError, match=r'"report.total" does not know the blank "x"'):
        load("garden-dice", language="it", library=library)


def test_a_game_may_be_written_in_another_language_and_have_english_words(orchard: Path) -> None:
    (orchard / "words" / "en.yaml").write_text("title: The Orchard", encoding="utf-8")
    assert load(str(orchard)).title == "The Orchard"
    assert greek(orchard).title == "Περιβόλι"


def test_words_of_another_game_are_not_read(tmp_path: Path, orchard: Path) -> None:
    """A folder that only has the same name as one in a library of somebody's own."""
    path = tmp_path / "own" / "orchard" / "words" / "el.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("title: Άλλο", encoding="utf-8")
    assert load(str(orchard), language="el", library=Library((tmp_path / "own",))).title == "Περιβόλι"


# what a language may not do, and where it is told
WRONG = {
    "a number": ("lines: {apples: {points: 4}}", '1:18: a language changes words only, not "points"'),
    "a formula": ("lines: {extra: {formula: apples}}", '1:17: a language changes words only, not "formula"'),
    "an icon": ("counts: {apples: {icon: apple}}", '1:19: a language changes words only, not "icon"'),
    "a picture of an aid": ("aid: {turn: {points: {pick: {icon: x}}}}", "a language changes words only"),
    "a misspelt word": ("lines: {apples: {lable: x}}", '"lable"; did you mean "label"?'),
    "an unknown id": ("lines: {aples: {label: x}}", '1:9: this translates line "aples", which is not there; did you'),
    "an unknown kind": ("counts: {fruit: {of: {plumb: {label: x}}}}", 'kind "plumb"'),
    "an unknown part": ("linse: {apples: {label: x}}", "1:1"),
    "another blank": ('lines: {extra: {working: "{{ aples }}"}}', "a blank that the original lacks: {{ aples }}"),
    "no blank": ("checks: {few: {else: πολλά}}", 'check "few": else lacks the blank {{ apples }}'),
    "a list": ("lines: {apples: {note: [a, b]}}", "needs words; put them in quotes"),
    "a yes": ("counts: {apples: {label: No}}", 'put it in quotes: "No"'),
    "no entries": ("Περιβόλι", "1:1: a language file names things by their ids"),
    "a list of variants": ("variants: [harsh]", "1:11: variants needs entries"),
    "a word for a variant": ("variants: {harsh: Σκληρό}", "1:19: variants needs entries"),
    "an unknown variant": (
        "variants: {hash: {title: x}}",
        'there is no variant "hash" to translate; did you mean "harsh"',
    ),
    "a number of a variant": ("variants: {harsh: {lines: {apples: {points: 4}}}}", "a language changes words only"),
}


@pytest.mark.parametrize(("text", "message"), WRONG.values(), ids=WRONG)
def test_a_language_file_that_does_not_hold_together(text: str, message: str, orchard: Path) -> None:
    file = orchard / "words" / "el.yaml"
    file.write_text(text, encoding="utf-8")
    if "yes" not in message and "quotes: " not in message:
        told = [str(problem) for problem in check.check([file]).problems]
        assert len(told) == 1
        assert message in told[0]
        assert told[0].startswith(f"{file}:1:")
    if "there is no variant" not in message:
        with pytest.raises(RulesError) as caught:
            greek(orchard, *(["harsh"] if "harsh" in text else []))
        assert any(message in str(problem) for problem in caught.value.problems)


KEYS = [
    *(
        "title",
        "counts",
        "apples",
        "fruit",
        "of",
        "plum",
        "lines",
        "extra",
        "label",
        "short",
        "rule",
        "working",
        "ties",
    ),
    *("worth", "checks", "few", "else", "readings", "A1", "question", "aid", "turn", "points", "pick", "text", "table"),
    *("sheets", "variants", "harsh", "verdict", "edition", "note", "after", "kind", "letter"),
]
TEXTS = st.sampled_from(["x", "{{ apples }}", "{{ lines.apples.points }}", "{{ x", "}}", "**", "", "μήλα", "No", "12"])
FILES = st.recursive(
    TEXTS | st.integers(-9, 9) | st.booleans() | st.none(),
    lambda inner: st.dictionaries(st.sampled_from(KEYS), inner, max_size=4) | st.lists(inner, max_size=3),
    max_leaves=12,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(FILES)
def test_any_language_file_is_laid_or_refused(orchard: Path, content: Any) -> None:
    (orchard / "words" / "el.yaml").write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    check.check([orchard / "words" / "el.yaml"])
    for variants in ((), ("harsh",)):
        try:
            game = greek(orchard, *variants)
            list(make.pages(game, "aid", "A4"))
        except (RulesError, UsageError):
            continue
        assert [line.expression for line in game.lines.values()] == [
            line.expression for line in load(str(orchard), variants).lines.values()
        ]


def test_what_is_over_the_columns_of_a_grid_is_words_if_it_is_written_out(tmp_path: Path) -> None:
    grid = "kind: grid, columns: 2, rows: {r: {label: R}}"
    game = "potager: 1\ntitle: X\ncounts: {a: {label: A}}\nlines: {a: {kind: points, of: a}}\nsheets:\n  play:\n"
    game += f"    title: P\n    blocks: {{a: {{{grid}, heads: [One, Two]}}, b: {{{grid}, heads: dice}}}}\n"
    (tmp_path / "words").mkdir()
    (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
    file = tmp_path / "words" / "el.yaml"
    file.write_text("sheets: {play: {blocks: {a: {heads: [Ένα, Δύο]}}}}", encoding="utf-8")
    texts = [word.text for page in make.pages(load(str(tmp_path), language="el"), "play") for word in page.words]
    assert "Ένα" in texts
    assert "One" not in texts
    file.write_text("sheets: {play: {blocks: {b: {heads: ζάρια}}}}", encoding="utf-8")
    assert "has no words" in str(check.check([file]).problems[0])


# texts in a rules file that are no words: ids, formulas, names of people and pictures, sources
NO_WORDS = {
    *("icon", "source", "of", "to", "formula", "when", "that", "most", "least", "price", "value", "variant", "kind"),
    *("tied", "designer", "publisher", "cost", "chain", "confidence", "supply", "ladder", "prizes", "points"),
}


def texts_of(model: type[BaseModel], seen: set[type[BaseModel]]) -> Iterator[str]:
    """The keys of a model, and of those in it, under which a text can stand."""
    if model in seen:
        return
    seen.add(model)
    for name, field in model.model_fields.items():
        members = get_args(field.annotation) or (field.annotation,)
        flat = [inner for member in members for inner in (member, *get_args(member))]
        if str in flat and dict not in map(get_origin, [field.annotation, *flat]):
            yield field.alias or name
        for inner in members_of(field.annotation):
            if isinstance(inner, type) and issubclass(inner, BaseModel):
                yield from texts_of(inner, seen)


def members_of(annotation: Any) -> Iterator[Any]:
    yield annotation
    for inner in get_args(annotation) if get_origin(annotation) is not Literal else ():
        yield from members_of(inner)


def test_every_text_of_the_rules_is_words_or_known_to_be_none() -> None:
    seen: set[type[BaseModel]] = set()
    keys = {key for model in (Rules, *KINDS.values()) for key in texts_of(model, seen)}
    said = {word for part in language._WORDS.values() for word in part}
    assert {"label", "question", "rule", "name"} <= keys & said
    assert keys - said - NO_WORDS == set()


def test_check_tells_letters_that_two_kinds_share(orchard: Path) -> None:
    file = orchard / "words" / "el.yaml"
    file.write_text("counts: {fruit: {of: {plum: {letter: Δ}, pear: {letter: Δ}}}}", encoding="utf-8")
    notes = [str(note) for note in check.check([file]).notes if "letter" in note.what]
    assert notes == [f'{file}:1:57: kind "pear" of count "fruit": letter "Δ" stands for "plum" too']


def test_check_lists_what_is_not_translated(orchard: Path) -> None:
    found = check.check([orchard / "words" / "el.yaml"])
    assert found.problems == []
    missing = [note.what.removeprefix("not translated: ") for note in found.notes]
    assert missing == [
        'counts.apples.short: "Ap"',
        'counts.fruit.label: "Fruit"',
        'counts.fruit.of.pear.label: "Pear"',
        'lines.fruit.label: "Fruit salad"',
        'readings.A1.default: "They do"',
        'aid.turn.points.pick.name: "Pick"',
        'variants.harsh.about: "Wasps come."',
    ]
    short = check.check([orchard])  # with everything else: a line for the game, one for each variant
    assert [note.what for note in short.notes if "translated" in note.what] == [
        "not translated: counts.apples.short; counts.fruit.label; counts.fruit.of.pear.label and 3 more",
        "not translated: variants.harsh.about",
    ]


# -- catalogues

LANGUAGES = words.languages()


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_catalogue_has_just_the_forms_and_blanks_that_it_needs(code: str) -> None:
    node = yaml_file.read(words.folder() / f"{code}.yaml")
    assert [str(problem) for problem in words.wrong(node, code, words.catalogue().entries)] == []


FAULTY = {
    "no such words": (
        "sheet.unoficial: x",
        'the program has no words "sheet.unoficial"; did you mean "sheet.unofficial"?',
    ),
    "a blank too many": ('rule.points: "{{ x }}"', '"rule.points" does not know the blank "x"'),
    "a blank misspelt": ('rule.market: "{{ of }} × {{ pric }}"', 'did you mean "price"?'),
    "a blank missing": ("rule.market: x", '"rule.market" lacks the blank {{ of }}'),
    "a form missing": (
        'rule.each: {by: points, one: "{{ points }}", other: "{{ points }}"}',
        '"rule.each" needs just the forms that this language has; write {by: points, one: …, few: …, many: …',
    ),
    "no number": (
        'rule.each: {one: "{{ points }}", few: "{{ points }}", many: "{{ points }}", other: "{{ points }}"}',
        "needs just the forms",
    ),
    "no words": ("rule.points: []", '"rule.points" needs words'),
}


@pytest.mark.parametrize(("text", "message"), FAULTY.values(), ids=FAULTY)
def test_a_catalogue_that_does_not_hold_together(text: str, message: str) -> None:
    told = [str(problem) for problem in words.wrong(yaml_file.parse(text), "pl", words.catalogue().entries)]
    assert len(told) == 1
    assert message in told[0]


def test_what_a_catalogue_lacks_is_said_in_english_with_its_plurals() -> None:
    english = Catalogue({"a": {"by": "n", "one": "{{ n }} bed", "other": "{{ n }} beds"}, "b": "{{ x }}!"})
    polish = Catalogue({"b": "{{ x }}?"}, "pl", english)
    assert [polish.say("a", n=n) for n in (1, 2, 5)] == ["1 bed", "2 beds", "5 beds"]
    assert polish.say("b", x=phrase("a", n=1)) == "1 bed?"
    assert polish.knows("a")
    assert not polish.knows("c")


NUMBERS = (*range(205), 1000, 1001, 1002, 99_999, 999_999)


@pytest.mark.parametrize(
    "code", ["en", "el", "hu", "pl", "de", "fr", "zh-Hant", "ru", "uk", "cs", "sk", "hr", "ja", "it"]
)
def test_languages_count_as_unicode_says(code: str) -> None:
    rule = Locale.parse(code.replace("-", "_")).plural_form
    # of whole numbers below a million; some languages have one more form for millions, which nobody scores
    assert [words.plural(code, number) for number in NUMBERS] == [rule(number) for number in NUMBERS]
    assert words.plural(code, -1) == words.plural(code, 1)
    assert set(words.forms(code)) == {rule(number) for number in NUMBERS} | {"other"}


def test_a_number_takes_the_form_of_its_language() -> None:
    entry = {"by": "n", "one": "{{ n }} punkt", "few": "{{ n }} punkty", "many": "{{ n }} punktów", "other": "x"}
    polish = Catalogue({"points": entry}, "pl")
    assert [polish.say("points", n=n) for n in (1, 3, 5, 12, 22, 112, -1)] == [
        "1 punkt", "3 punkty", "5 punktów", "12 punktów", "22 punkty", "112 punktów", "−1 punkt",
    ]  # fmt: skip


SETTINGS = {
    "list.joint": "、",
    "list.last": "{{ first }}和{{ last }}",
    "language.inside": "keep",
    "language.decimal": ",",
}


def test_lists_marks_and_labels_are_the_languages_own() -> None:
    english, other = words.catalogue(), Catalogue({**SETTINGS, "a": "– {{ label }} –"}, "zh-Hant")
    names = ["Ann", "Bob", "Cleo"]
    assert [english.listed(names[:count]) for count in range(4)] == ["", "Ann", "Ann and Bob", "Ann, Bob and Cleo"]
    assert [other.listed(names[:count]) for count in range(4)] == ["", "Ann", "Ann和Bob", "Ann、Bob和Cleo"]
    assert (english.number(1.5), other.number(1.5), other.number(2.0)) == ("1.5", "1,5", "2")
    assert english.say("aid.most", label=Inside("Pig circles")) == "most pig circles"
    assert other.say("a", label=Inside("Schweinekreise oben")) == "– Schweinekreise oben –"  # as German has it


@pytest.mark.parametrize("code", LANGUAGES)
def test_answers_are_told_apart_and_english_ones_are_understood(code: str) -> None:
    known = {key: words.catalogue(code).template(f"ask.{key}").casefold().split() for key in ANSWERS}
    for key, answers in ANSWERS.items():
        assert set(answers.split()) <= set(known[key]), key
        assert len(set(known[key])) == len(known[key]), key
    assert not set(known["yes"]) & set(known["no"])
    for sign in ("back", "more"):
        assert not any(set(known[sign]) & set(known[other]) for other in known if other != sign)


ANSWERS = {
    "yes": "yes y true 1",
    "no": "no n false 0",
    "nobody": "nobody none - 0",
    "none": "- none",
    "back": "<",
    "more": "?",
}


OURS = ("el", "hu", "pl", "zh-Hant")  # languages in which nothing may be left in English


@pytest.mark.parametrize("code", OURS)
def test_nothing_is_left_untranslated(code: str) -> None:
    files = [game.parent / "words" / f"{code}.yaml" for game in Library().games().values()]
    files.append(words.folder() / f"{code}.yaml")
    found = check.check(files)
    assert ([str(problem) for problem in found.problems], [str(note) for note in found.notes]) == ([], [])


# -- which language is spoken

CODES = {
    "el": "el", "el_GR.UTF-8": "el", "EL": "el", "en_GB": "en", "en-US": "en", "zh-TW": "zh-Hant", "zh_TW": "zh-Hant",
    "zh_HK.UTF-8": "zh-Hant", "zh-Hant": "zh-Hant", "zh-hant-tw": "zh-Hant", "zh_CN": "", "zh": "", "C": "", "xx": "",
    "hu_HU@euro": "hu",
}  # fmt: skip


@pytest.mark.parametrize(("code", "found"), CODES.items())
def test_codes_and_locales(code: str, found: str) -> None:
    assert spoken.chosen(code, ("el", "en", "hu", "zh-Hant")) == found


def test_the_locale_speaks_when_nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert spoken.of("") == "en"
    monkeypatch.setenv("LANG", "el_GR.UTF-8")
    assert spoken.of("") == "el"
    assert spoken.of("en") == "en"
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")  # which we do not speak
    assert spoken.of("") == "en"


def test_several_languages_each_once() -> None:
    assert spoken.several("el, en,el_GR") == ("el", "en")
    with pytest.raises(UsageError, match='there is no language "xx"; languages are: el, en'):
        spoken.several("el,xx")


def potager(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    front = "import sys; sys.argv[0] = 'potager'; from potager.cli import main; main()"
    import os

    clean = {key: value for key, value in os.environ.items() if key not in ("LC_ALL", "LC_MESSAGES", "LANG")}
    return subprocess.run(
        [sys.executable, "-c", front, *arguments],
        cwd=ROOT, capture_output=True, text=True, encoding="utf-8", env=clean | environment,
    )  # fmt: skip


def test_print_writes_each_sheet_in_each_language(tmp_path: Path) -> None:
    done = potager("print", "garden-dice", "aid", "-V", "family", "--language", "el,en", "-o", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    names = ["garden-dice-family-aid-el.pdf", "garden-dice-family-aid.pdf"]
    assert [Path(line).name for line in done.stdout.splitlines()] == names
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)
    assert b"/Lang (el)" in (tmp_path / names[0]).read_bytes()


def test_the_usual_language_stands_in_the_file_of_options(tmp_path: Path) -> None:
    (tmp_path / "potager").mkdir()
    (tmp_path / "potager" / "config.toml").write_text('language = "el,en"', encoding="utf-8")
    done = potager("explain", "garden-dice", XDG_CONFIG_HOME=str(tmp_path), LANG="hu_HU.UTF-8")
    assert "παίκτες" in done.stdout.splitlines()[0]
    done = potager("explain", "garden-dice", "--language", "en", XDG_CONFIG_HOME=str(tmp_path))
    assert done.stdout.splitlines()[0].endswith("2–4 players")


def test_games_are_listed_with_their_languages() -> None:
    done = potager("games", "--language", "el")
    assert "languages: en, el" in done.stdout or "el" in done.stdout.split("Garden Dice")[1].splitlines()[3]


# -- reports in each language, as people say it

TIED = """\
game: garden-dice
players:
  - {name: Ann, track: 40, harvested: {eggplant: 3}, unplanted: 0, sun: no}
  - {name: Bob, track: 45, harvested: {squash: 2, carrot: 1}, unplanted: 1, sun: yes}
"""
SHARED = """\
game: garden-dice
players:
  - {name: Ann, track: 45, harvested: {eggplant: 3}, unplanted: 0, sun: no}
  - {name: Bob, track: 45, harvested: {tomato: 5}, unplanted: 0, sun: no, points: {groups: 10}}
"""
ONE = """\
game: garden-dice
players:
  - {name: Ann, track: 1, harvested: {}, unplanted: 0, sun: no}
  - {name: Bob, track: 0, harvested: {}, unplanted: 0, sun: no}
"""


def sentence(text: str, code: str, tmp_path: Path) -> str:
    file = tmp_path / "tally.yaml"
    file.write_text(text, encoding="utf-8")
    return report.sentence(scored(file, yaml_file.read(file), Library(), language=code))


SENTENCES: dict[tuple[str, str], str] = {
    (
        "en",
        TIED,
    ): "Ann wins the tie-break: Ann and Bob have 50 points each; Points in harvested vegetables: Ann 15, Bob 4.",
    ("en", SHARED): (
        "Ann and Bob share the victory: 55 points each, and equal in every tie-break (Points in harvested vegetables)."
    ),
    ("en", ONE): "Ann wins with 1 point, 1 ahead of Bob.",
    (
        "el",
        TIED,
    ): "Ann κερδίζει στην ισοπαλία: Ann και Bob έχουν από 50 πόντους· Αξία λαχανικών συγκομιδής: Ann 15, Bob 4.",
    ("el", SHARED): (
        "Κοινή νίκη για Ann και Bob: από 55 πόντους, και ίσοι σε όλα τα κριτήρια ισοπαλίας (Αξία λαχανικών συγκομιδής)."
    ),
    ("el", ONE): "Ann κερδίζει με 1 πόντο, διαφορά 1 από Bob.",
    (
        "hu",
        TIED,
    ): "Ann nyer döntetlen után: Ann és Bob egyaránt 50 pontos; Pont betakarított zöldségekért: Ann 15, Bob 4.",
    ("hu", SHARED): (
        "Ann és Bob osztozik a győzelmen: egyaránt 55 pontosak, és a döntetlent eldöntő szempontokban is egyenlők "
        "(Pont betakarított zöldségekért)."
    ),
    ("hu", ONE): "Ann nyer 1 ponttal, 1 pont előnnyel Bob előtt.",
    (
        "pl",
        TIED,
    ): "Remis rozstrzyga na swoją korzyść Ann: Ann i Bob mają po 50 punktów; Punkty za zebrane warzywa: Ann 15, Bob 4.",
    ("pl", SHARED): (
        "Wspólne zwycięstwo: Ann i Bob, po 55 punktów i równo w każdym kryterium (Punkty za zebrane warzywa)."
    ),
    ("pl", ONE): "Wygrywa Ann: 1 punkt, o 1 więcej niż Bob.",
    ("zh-Hant", TIED): "Ann在平手判定中獲勝：Ann和Bob同為 50 分；收成蔬菜的分數：Ann 15、Bob 4。",
    ("zh-Hant", SHARED): "Ann和Bob共享勝利：同為 55 分，平手判定也都相同（收成蔬菜的分數）。",
    ("zh-Hant", ONE): "Ann以 1 分獲勝，領先Bob 1 分。",
}


@pytest.mark.parametrize(("code", "text"), SENTENCES, ids=lambda value: value.splitlines()[0][:12])
def test_the_result_is_a_sentence(code: str, text: str, tmp_path: Path) -> None:
    assert sentence(text, code, tmp_path) == SENTENCES[code, text]


# -- where lines break

BROKEN = {
    "Latin words at spaces": ("ab cd ef", 5, ["ab cd", "ef"]),
    "Chinese between any two": ("收成蔬菜點數", 2, ["收成", "蔬菜", "點數"]),
    "never before a comma": ("收成，蔬菜", 2, ["收", "成，", "蔬菜"]),
    "never after an opening bracket": ("收成「蔬菜」", 3, ["收成", "「蔬", "菜」"]),
    "never inside a Latin name": ("玩Agricola吧", 4, ["玩", "Agricola", "吧"]),
    "a number stays with what it counts": ("每人3個", 3, ["每人", "3個"]),
    "a space is kept where the line goes on": ("Ann 得分", 6, ["Ann 得分"]),
    "no space at the beginning of a line": ("Ann 得分", 4, ["Ann", "得分"]),
    "Chinese lines as long as one another": ("未使用的太陽標記", 7, ["未使用的", "太陽標記"]),
    "a space that does not break": ("5\u00a0mm x", 4, ["5\u00a0mm", "x"]),
}


@pytest.mark.parametrize(("text", "room", "lines"), BROKEN.values(), ids=BROKEN)
def test_where_a_line_may_end(text: str, room: int, lines: list[str]) -> None:
    assert breaking.wrapped(text, room, len) == lines


def test_bold_words_stick_to_the_comma_behind_them() -> None:
    made = breaking.units((("then ", False), ("chain", True), (", again", False)))
    assert made == [("", (("then", False),)), (" ", (("chain", True), (",", False))), (" ", (("again", False),))]


def test_a_narrow_column_holds_a_word_or_a_few_characters() -> None:
    assert breaking.narrowest("a tomato", len) == 6
    assert breaking.narrowest("蔬菜點數", len) == 3
    assert breaking.narrowest("", len) == 0


# -- a language that nobody speaks

EDITIONS = " ".join(str(load(game).rules.edition.publisher) for game in Library().games())
PUBLISHERS = set(re.findall("[A-Za-z]{2,}", EDITIONS))


@pytest.fixture(scope="module")
def nowhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """Our games in the pseudo-language, with its catalogue."""
    real, made = words.catalogue, pseudo.catalogue()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "catalogue", lambda code="en", own=(): made if code == pseudo.CODE else real(code, own))
        yield pseudo.library(tmp_path_factory.mktemp("own"))


def said(page: Page) -> Iterator[str]:
    """Everything on a page that is read or told."""
    for thing in page.things:
        if isinstance(thing, Words):
            yield thing.text
        elif isinstance(thing, Picture):
            yield thing.alt


@pytest.mark.parametrize(("id", "variants"), games(), ids=str)
def test_no_english_is_left_on_a_sheet_and_longer_words_fit(
    id: str, variants: tuple[str, ...], nowhere: Library
) -> None:
    game = load(id, variants, language=pseudo.CODE, library=nowhere)
    for sheet in make.sheets(game):
        pages = make.pages(game, sheet, "A4", game.rules.players.most)
        assert [fault for page in pages for fault in faults(page)] == []
        left = {word for page in pages for text in said(page) for word in pseudo.english(text, PUBLISHERS)}
        assert left == set(), sheet
        assert not pseudo.english(make._title(game, sheet))


@pytest.mark.parametrize(
    ("id", "paper"),
    [
        *((id, "A5") for id in Library().games()),
        ("garden-dice", "A6"),
        ("harvest-dice", "4x6"),
        ("grasshopper-ant", "card"),
    ],
)
def test_longer_words_fit_on_small_paper_or_fail_clearly(id: str, paper: str, nowhere: Library) -> None:
    game = load(id, language=pseudo.CODE, library=nowhere)
    for sheet in make.sheets(game):
        try:
            pages = make.pages(game, sheet, paper, game.rules.players.most)
        except UsageError as refused:
            (problem,) = refused.problems
            assert f"does not fit on {paper}" in problem.what
            assert "it fits on" in problem.hint
            continue
        assert [fault for page in pages for fault in faults(page)] == []


def test_an_english_word_in_the_code_would_be_found() -> None:
    assert pseudo.english("ŚĆÓŔÉÉ pad 12 potager") == ["pad"]


def test_no_english_is_left_in_reports(nowhere: Library) -> None:
    node = yaml_file.read(EXAMPLE)
    table = scored(EXAMPLE, node, nowhere, language=pseudo.CODE)
    for text in (report.text(table), report.markdown(table)):
        assert pseudo.english(text, {"Ann", "Bob"}) == []


def test_no_english_is_left_in_what_explains(nowhere: Library) -> None:
    """But for sources, ids, and conditions, which are the same in every language."""
    game = load("harvest-dice", ["advanced"], language=pseudo.CODE, library=nowhere)
    ids = {part for id in (*game.counts, *game.lines, *game.rules.checks) for part in id.split("_")}
    ids |= {kind for count in game.counts.values() for kind in count.kinds} | {"advanced", "pig", "running", "total"}
    for line in explain.text(game, nowhere).splitlines()[2:]:
        bare = line.split(" [")[0]
        if not bare.startswith("  lines."):  # a path into the rules
            assert pseudo.english(bare, ids) == []


def questions_of(game: Game) -> Iterator[Question]:
    """Every question of a game in which nobody has anything, so that all are tied."""
    asking = Asking(game)
    while asking.question is not None:
        yield asking.question
        form, players = asking.question.form, game.rules.players
        names = ", ".join(f"{seat}" for seat in range(players.least, 2 * players.least))
        typed = {"names": names, "list": "-", "holder": ""}.get(form, asking.default or "0")
        try:
            asking = asking.answered(typed)
        except Refused:  # one that begins at 1
            asking = asking.answered("1")


@pytest.mark.parametrize("id", list(Library().games()))
def test_no_english_is_left_in_what_asks(id: str, nowhere: Library) -> None:
    game = load(id, language=pseudo.CODE, library=nowhere)
    sources = set(re.findall("[A-Za-z]{2,}", str([count.rule.source for count in game.counts.values()])))
    sources |= set(re.findall("[A-Za-z]{2,}", f"{game.rules.source} {game.id}"))
    asked = list(questions_of(game))
    assert len(asked) > 5
    for question in asked:
        for text in (question.text, question.short, *question.headings(), *question.help(), question.default or ""):
            assert pseudo.english(text, sources) == []


def test_no_english_is_left_in_a_tally_to_fill_in(nowhere: Library) -> None:
    game = load("diced-tomatoes", language=pseudo.CODE, library=nowhere)
    comments = [line.partition("#")[2] for line in blank_tally.blank(game, ["Ann", "Bob"]).splitlines()]
    assert pseudo.english(" ".join(comments), {"points", "tomatoes", "seed", "black", "gold"}) == []


def ids(node: yaml_file.Node) -> set[str]:
    """Every word of every id and formula of a game: they are the same in all languages."""
    keys = {part for key in node.mapping for part in key.split("_")}
    return keys.union(*map(ids, node.mapping.values())) | {"sum", "if", "else", "players", "value", "length", "total"}


@pytest.mark.parametrize(("id", "variants"), [found for found in games() if found[1]], ids=str)
def test_no_english_is_left_in_what_a_variant_changes(id: str, variants: tuple[str, ...], nowhere: Library) -> None:
    before = load(id, language=pseudo.CODE, library=nowhere)
    after = load(id, variants, language=pseudo.CODE, library=nowhere)
    assert pseudo.english(diff.text(before, after), ids(before.node) | ids(after.node)) == []


@pytest.mark.parametrize("id", list(Library().games()))
def test_no_english_is_left_in_a_form_or_in_what_asks_for_printed_numbers(id: str, nowhere: Library) -> None:
    game = load(id, language=pseudo.CODE, library=nowhere)
    laid = make.imposed(game, "pad", make.Order(printing=imposition.Printing(fillable=True)))
    reader = pypdf.PdfReader(io.BytesIO(draw.pdf(laid, draw.Document(game.title, game.language))))
    told = [str(field["/TU"]) for field in (reader.get_fields() or {}).values() if "/TU" in field]
    asked = numbers.asked(game)
    assert len(told) > 10
    told += [question.text for question in asked]
    comments = [line.partition("#")[2] for line in numbers.template(game, asked, id).splitlines()]
    assert pseudo.english(" ".join([*told, *comments])) == []


# -- every language fits


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
@pytest.mark.parametrize("id", list(Library().games()))
def test_every_sheet_fits_in_every_language(id: str, code: str) -> None:
    bad: list[Any] = []
    for _, variants in (found for found in games() if found[0] == id):
        game = load(id, variants, language=code)
        asked = [("A5", "colour")] if variants else [("A5", "colour"), ("A4", "large-print"), ("Letter", "colour")]
        for sheet in make.sheets(game):
            for paper, theme in asked:
                pages = make.pages(game, sheet, paper, game.rules.players.most, theme)
                bad += [(variants, sheet, paper, fault) for page in pages for fault in faults(page)]
    assert bad == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_copied_out_of_a_pdf_is_what_stands_there(code: str) -> None:
    for id in Library().games():
        game = load(id, language=code)
        for sheet in ("pad", "aid"):
            made, laid = drawn(game, Asked(id, (), sheet, "A4", "colour", game.rules.players.most))
            assert wrong(made, laid) == []
            assert pypdf.PdfReader(io.BytesIO(made)).trailer["/Root"]["/Lang"] == code


def test_names_in_any_script_stand_on_any_pad() -> None:
    names = ("Άννα Π.", "王小明", "Żaneta", "Győző")
    for code in LANGUAGES:
        game = load("garden-dice", language=code)
        (page,) = make.pages(game, "pad", "A5", names=names)
        read = "".join(word.text for word in page.words).replace(" ", "")
        assert all(name.replace(" ", "") in read for name in names), code
        assert faults(page) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_letters_tell_the_kinds_of_a_count_apart(code: str) -> None:
    """Where there is no colour; a kind without a letter has its picture."""
    for id, variants in games():
        for count in load(id, variants, language=code).counts.values():
            letters = [kind.letter for kind in count.kinds.values() if kind.letter]
            assert len(set(letters)) == len(letters), (id, count.id, letters)
