"""What others wrote stays what it is: templates reach nothing but their words, and markup in words is text."""

from __future__ import annotations

import json
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import Environment
from jinja2.exceptions import SecurityError
from pypdf import PdfReader

from scoring import report, tally, yaml_file
from scoring.errors import UsageError
from scoring.library import Library
from scoring.load import load
from scoring.score import ScoreTable, score
from sheets import make, page
from sheets.imposition import MOST_PAGES, Printing
from tests.small_games import written

MARKUP = "<b>&{{7*7}}</b>"
NAME = "<i>&amp;{{7*7}}"
GAME = f"""
potager: 1
title: "T {MARKUP}"
players: {{least: 1, most: 2}}
counts: {{a: {{label: "{MARKUP}", note: "{MARKUP}"}}}}
lines: {{a: {{kind: each, of: a, points: 2, label: "{MARKUP}", note: "{MARKUP}"}}}}
"""

ENVIRONMENTS: dict[str, Callable[[], Environment]] = {
    "report as HTML": lambda: report.environment("report.html.j2"),
    "report as Markdown": lambda: report.environment("report.md.j2"),
    "page": page.environment,
}


@pytest.mark.parametrize("of", ENVIRONMENTS)
@pytest.mark.parametrize(
    "text",
    [
        "{{ ''.__class__ }}",
        "{{ ''.__class__.mro() }}",
        "{{ ''['__class__'] }}",
        "{{ ''|attr('__class__') }}",
        "{{ told.__globals__ }}",
        "{{ told.__code__ }}",
        "{{ '{0.__class__}'.format(told) }}",
    ],
)
def test_a_template_does_not_reach_into_python(of: str, text: str) -> None:
    made = ENVIRONMENTS[of]()
    assert made.from_string("{{ told }}").render(told="words") == "words"
    with pytest.raises(SecurityError):
        made.from_string(text).render(told=lambda: None)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    written(tmp_path, "evil/game.yaml", GAME)
    return Library((tmp_path,))


@pytest.fixture
def table(library: Library) -> ScoreTable:
    game = load("evil", library=library)
    players = json.dumps({"game": "evil", "players": [{"name": NAME, "a": 3}, {"name": "Bob", "a": 1}]})
    return score(tally.read(yaml_file.parse(players), game))


class Seen(HTMLParser):
    """The elements and the text of a page, as a browser takes them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.elements.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_markup_is_text_in_a_report_as_html(table: ScoreTable) -> None:
    seen = Seen(report.html(table))
    assert not {"b", "i"} & set(seen.elements)
    assert MARKUP in seen.text
    assert NAME in seen.text


def test_markup_is_text_in_a_report_as_markdown(table: ScoreTable) -> None:
    told = report.markdown(table)
    assert r"\<b\>&amp;\{\{7\*7\}\}\</b\>" in told
    assert r"\<i\>&amp;amp;\{\{7\*7\}\}" in told
    assert MARKUP not in told
    assert "<i>" not in told


def test_markup_is_text_on_the_page(library: Library) -> None:
    html = page.html([("evil", [])], library)
    assert "{{7*7}}" in Seen(html).text  # the title
    assert "<b>" not in html


def test_markup_is_text_on_paper(library: Library, tmp_path: Path) -> None:
    game = load("evil", library=library)
    for sheet in ("pad", "aid"):
        file, *_ = make.write(game, sheet, make.Order(names=(NAME, "Bob")), folder=tmp_path)
        told = "".join(page.extract_text() for page in PdfReader(file).pages).replace("\n", "").replace(" ", "")
        assert MARKUP in told
        assert NAME in told or sheet == "aid"


def test_more_paper_than_anybody_prints_is_refused() -> None:
    game = load("garden-dice")
    pages = len(make.pages(game, "pad"))
    for printing, said in (
        (Printing(copies=100_000), "100000 copies: it can be 1 to 500"),
        (Printing(copies=MOST_PAGES, duplex=True), "pages of paper in one file; at most 500 are possible"),
    ):
        with pytest.raises(UsageError) as caught:
            make.imposed(game, "pad", make.Order(printing=printing), "aid" if printing.duplex else "")
        (problem,) = caught.value.problems
        assert said in problem.what
    allowed = make.imposed(game, "pad", make.Order(printing=Printing(copies=MOST_PAGES // pages)))
    assert len(allowed) <= MOST_PAGES
