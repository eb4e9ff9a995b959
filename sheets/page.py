"""The offline page: games → data → one HTML file that scores them on a phone, without a network.

The points come from the same expressions as everywhere: every function that the JavaScript emitter writes stands once
in a pool, and for each allowed set of variants a small program refers to it. Sentences stand beside it, one list for
each language. What the page shows and does with that stands in
`templates/page/` and `page.css`, and is sent in a short form (see `tools/page_script.py`).
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scoring import javascript, load, resources, words, yaml_file
from scoring.errors import PotagerError, Problem, UsageError
from scoring.expression import LARGEST_COUNT, Count, Uses
from scoring.game import Game, GameCheck, GameCount, GameLine
from scoring.library import Library
from scoring.text import Sentence
from scoring.written import keep
from sheets import icons

if TYPE_CHECKING:
    from jinja2 import Environment

MOST_STACKS = 256  # sets of variants in one page
MOST_VARIANTS = 50  # in one page; a dozen of them may change the scoring
CHANGES_SCORING = ("title", "players", "counts", "lines", "ties", "checks", "goal", "verdict", "wins")
SAID = (
    "page.",
    "list.last",
    "list.joint",
    "language.inside",
    "report.numbered",
    "check.least",
    "check.most",
    "warning.few_players",
    "result.",
)  # entries of the catalogue on the page


# -- what all of a page shares


@dataclass
class Pool:
    """Functions, words and sentences of a page, each once."""

    languages: Sequence[str]
    functions: dict[str, int] = field(default_factory=dict)
    said: dict[tuple[str, ...], int] = field(default_factory=dict)
    sentences: dict[tuple[str, ...], int] = field(default_factory=dict)
    pieces: dict[str, int] = field(default_factory=dict)  # of programs: a line, a check …
    parts: dict[str, int] = field(default_factory=dict)  # of what is shown: a count, a line …

    def piece(self, written: str) -> str:
        """A part of a program, by its place."""
        return f"Q[{self.pieces.setdefault(written, len(self.pieces))}](S)"

    def part(self, shown: Any) -> int:
        """The place of a part of what is shown."""
        return self.parts.setdefault(_json(shown), len(self.parts))

    def word(self, texts: Sequence[str | None]) -> int:
        """The number of a word that is said so in each language; 0 for nothing."""
        if not texts[0]:
            return 0
        return self.said.setdefault(tuple(text or texts[0] or "" for text in texts), len(self.said) + 1)

    def linked(self, written: str) -> str:
        """A piece of program with its functions replaced by their places in the pool."""
        return _FUNCTION.sub(lambda found: f"F[{self.function(found[1])}]", written)

    def function(self, written: str) -> int:
        return self.functions.setdefault(written, len(self.functions))

    def sentence(self, texts: Sequence[str]) -> int:
        """The place of a sentence; in it a number is a function of the pool."""
        linked = (_FUNCTION.sub(lambda found: str(self.function(found[1])), text) for text in texts)
        return self.sentences.setdefault(tuple(linked), len(self.sentences))


_FUNCTION = re.compile("\x01(.*?)\x02", re.S)
_SENTENCE = re.compile("\x03([0-9]+)\x04")


class Recorder(javascript.Writer):
    """Writes functions between marks, so that they can be pooled, and sentences as numbers of a list."""

    def __init__(
        self, lines: Mapping[str, int], fields: Sequence[str] = (), own: Mapping[str, int] = javascript.NONE
    ) -> None:
        super().__init__(lines, fields, own)
        self.sentences: list[str] = []

    def giving(self, written: str) -> str:
        return f"\x01{super().giving(written)}\x02"

    def sentence(self, sentence: Sentence) -> str:
        self.sentences.append(super().sentence(sentence))
        return f"\x03{len(self.sentences) - 1}\x04"


@dataclass(frozen=True)
class Written:
    """The program of a game in one language."""

    parts: Mapping[str, str | list[str]]
    sentences: Sequence[str]


def written(game: Game, own: Mapping[str, int]) -> Written:
    recorder = Recorder(game.layout, (), own)
    return Written(javascript.parts(game, recorder), recorder.sentences)


# -- what the page shows of a game


@dataclass
class Stack:
    """One set of variants of a game, in every language."""

    games: Sequence[Game]
    pool: Pool
    numbers: dict[str, int]  # printed numbers of the game, whatever the variants, and their places in `own`

    @property
    def game(self) -> Game:
        return self.games[0]

    def word(self, said: Callable[[Game], str | None]) -> int:
        return self.pool.word([said(game) for game in self.games])

    def shown(self) -> dict[str, Any]:
        """Counts, lines, ties, checks: everything but how to compute them."""
        game = self.game
        return {
            "players": [game.rules.players.least, game.rules.players.most],
            "wins": game.rules.wins,
            "goal": game.rules.goal,
            "counts": self.parts(self.count(count) for count in game.counts.values()),
            "lines": self.parts(self.line(line) for line in game.lines.values()),
            "ties": self.parts({"id": id, "label": self.word(_tie_label(id))} for id in game.ties),
            "verdicts": self.parts(
                {"id": band.id, "label": self.word(_band_label(at)), "win": band.win}
                for at, band in enumerate(game.verdicts)
            ),
            "checks": self.parts(self.check(check) for check in game.checks),
            **({"unit": self.word(lambda g: g.unit)} if game.rules.teams else {}),
            **({"round": self.round()} if game.rules.rounds else {}),
            "known": sorted({list(game.lines).index(path.split(".")[1]) for path in game.numbers}),
            "always": sorted({at for band in game.verdicts for at in self.counts_read(band.uses)}),
        }

    def round(self) -> dict[str, int]:
        """The list whose entries are rounds, and how these are called."""
        assert self.game.rules.rounds is not None

        def said(game: Game) -> str:
            rule = game.rules.rounds
            return rule.label if rule and rule.label else game.words.say("report.round")

        return {"count": list(self.game.counts).index(self.game.rules.rounds.of), "label": self.word(said)}

    def parts(self, shown: Iterable[Any]) -> list[int]:
        return list(map(self.pool.part, shown))

    def counts_read(self, uses: Uses, others: bool = False) -> list[int]:
        """Places of the counts that an expression reads; `others`: those it reads of every player."""
        order = list(self.game.counts)
        read = {(place, False) for place in (uses.others if others else uses.own | uses.others)}
        if not others:
            read |= {(place, True) for place in uses.table}
        return sorted({order.index(self.game.count_at(*place).id) for place in read})

    def count(self, count: GameCount) -> dict[str, Any]:
        id, rule = count.id, count.rule
        made: dict[str, Any] = {
            "id": id,
            "label": self.word(lambda g: g.counts[id].label),
            "short": self.word(lambda g: g.counts[id].rule.short),
            "ask": self.word(lambda g: g.counts[id].rule.ask),
            "note": self.word(lambda g: g.counts[id].rule.note),
            "help": self.word(lambda g: g.counts[id].rule.help),
            "icon": rule.icon,
            "shared": count.shared,
            "tick": rule.tick,
            "missing": count.may_be_missing,
            "places": list(count.places),
            "supply": rule.supply,
        }
        entries = count.counted.entries
        if entries is not None:
            made["list"] = [entries.shortest, entries.longest]
            made["bounds"] = [list(bound) for bound in entries.bounds]
            made["fields"] = [
                {
                    "id": name,
                    "label": self.word(_field_label(id, name)),
                    "icon": (rule.fields or {})[name].icon,
                }
                for name in entries.fields
            ]
        elif count.kinds:
            made["kinds"] = [
                {
                    "id": kind,
                    "label": self.word(_kind_label(id, kind)),
                    "icon": inner.icon,
                    **_limits(count.counted.numbers[kind]),
                    **({} if inner.supply is None else {"supply": inner.supply}),
                }
                for kind, inner in count.kinds.items()
            ]
        else:
            made |= _limits(count.counted.numbers[""])
        return {key: value for key, value in made.items() if value not in (0, None, False, []) or key == "most"}

    def line(self, line: GameLine) -> dict[str, Any]:
        id, game = line.id, self.game
        fed = self.feeds(line)
        made = {
            "id": id,
            "label": self.word(lambda g: g.lines[id].label),
            "short": self.word(lambda g: g.lines[id].model.short),
            "note": self.word(lambda g: g.lines[id].model.note),
            "rule": self.word(lambda g: g.lines[id].model.help or g.lines[id].words),
            "count": list(game.counts).index(fed) if fed else -1,
            "reads": self.counts_read(line.uses),
            "others": self.counts_read(line.uses, others=True),
        }
        kinds = [ref.partition(".")[2] for ref in line.refs if ref.partition(".")[0] == fed]
        if fed and len(kinds) == 1 and kinds[0]:
            made["kind"] = list(game.counts[fed].kinds).index(kinds[0])
        return {
            key: value for key, value in made.items() if value not in (0, None, []) or key in ("count", "kind", "reads")
        }

    def feeds(self, line: GameLine) -> str:
        """The count in whose block a line stands: of those a player has and the line names, the last."""
        counts = self.game.counts
        named = {ref.partition(".")[0] for ref in line.refs}
        read = {self.game.count_at(place, False).id for place in line.uses.own | line.uses.others}
        for these in (named, read):
            own = [id for id, count in counts.items() if id in these and not count.shared]
            if own:
                return own[-1]
        return ""

    def check(self, check: GameCheck) -> dict[str, Any]:
        game = self.game
        counts = list(game.counts)
        made: dict[str, Any] = {}
        if check.least is not None or check.most is not None:
            made["free"] = True  # about how many players
        if check.of is not None:
            count = game.counts[check.of[0]]
            made["count"] = counts.index(count.id)
            if check.entries is not None:
                column = ("value", *check.entries.fields).index(check.of[1])
                made["column"] = column
                made["bounds"] = list(check.entries.bounds[column])
                made["label"] = self.word(lambda g: _entry_label(g.counts[count.id], column))
            elif check.of[1]:
                made["kind"] = list(count.kinds).index(check.of[1])
        else:
            read = self.counts_read(check.uses)
            own = [at for at in read if not game.counts[counts[at]].shared]
            plain = [at for at in own if not game.counts[counts[at]].kinds and not game.counts[counts[at]].is_list]
            if read:
                made["count"] = max(plain or own or read)  # a single number is where people look
        return made

    def program(self) -> str:
        """How to score it, as a JavaScript object; `S` are the sentences of a language, `own` picks own numbers."""
        for place in javascript.printed(self.game):
            self.numbers.setdefault(place, len(self.numbers))
        all_written = [written(game, self.numbers) for game in self.games]
        base = all_written[0]
        order = [
            self.pool.sentence([other.sentences[at] for other in all_written]) for at in range(len(base.sentences))
        ]

        def finished(text: str) -> str:
            return self.pool.linked(_SENTENCE.sub(lambda found: f"S[{order[int(found[1])]}]", text))

        parts = {
            key: list(map(finished, value)) if isinstance(value, list) else finished(value)
            for key, value in base.parts.items()
        }
        inner = (
            f"{key}:[{','.join(map(self.pool.piece, value))}]" if isinstance(value, list) else f"{key}:{value}"
            for key, value in parts.items()
        )
        return f"{{{','.join(inner)}}}"

    def asked(self) -> list[int]:
        """The printed numbers that the page can ask for, line by line: how they are called, and their places."""
        game = self.game
        lines: dict[str, list[list[Any]]] = {}
        for place in javascript.printed(game):
            id = place.split(".")[1]
            lines.setdefault(id, []).append([self.numbers[place], place, self.word(_caption(id, place))])
        return self.parts({"line": list(game.lines).index(id), "numbers": numbers} for id, numbers in lines.items())


def _limits(number: Count) -> dict[str, int]:
    """The least and the most of a number, where they are not 0 and the most that any can be."""
    least = {"least": number.least} if number.least else {}
    return least if number.tick or number.most == LARGEST_COUNT else {**least, "most": number.most}


def _kind_label(id: str, kind: str) -> Callable[[Game], str]:
    return lambda game: game.counts[id].kind_labels[kind]


def _field_label(id: str, name: str) -> Callable[[Game], str]:
    return lambda game: (game.counts[id].rule.fields or {})[name].label or name


def _tie_label(id: str) -> Callable[[Game], str]:
    return lambda game: game.ties[id].label


def _band_label(at: int) -> Callable[[Game], str]:
    return lambda game: game.verdicts[at].label


def _caption(line: str, place: str) -> Callable[[Game], str]:
    """What stands over a printed number of a line: the number of the row, how many of a kind."""

    def said(game: Game) -> str:
        for tile in game.lines[line].model.tiles():
            if f"lines.{line}.{tile.place}" == place:
                return tile.caption if isinstance(tile.caption, str) else game.words.say(tile.caption)
        last = place.rpartition(".")[2]
        return str(int(last) + 1) if last.isdecimal() else ""

    return said


def _entry_label(count: GameCount, column: int) -> str:
    if not column or count.counted.entries is None:
        return count.label
    name = count.counted.entries.fields[column - 1]
    return f"{count.label}, {(count.rule.fields or {})[name].label or name}"


# -- variants


@dataclass(frozen=True)
class Variant:
    """A variant that can be chosen on the page."""

    id: str
    about: Any  # what it says of itself
    extends: str  # another variant of the page, which it pulls in
    scores: bool  # whether it changes the scoring, or only aids and sheets


def variants(game: str, asked: Sequence[str], library: Library) -> list[Variant]:
    """The variants of a game that the page offers: those beside its file, and a person's own that were named."""
    plain = load.load(game, library=library)
    assert plain.file is not None
    beside = list(library.variants(plain.file))
    names = [*beside, *(name for name in asked if name not in beside)]
    if len(names) > MOST_VARIANTS:
        raise _too_many(f"{len(names)} variants are", f"at most {MOST_VARIANTS} are possible")
    made: list[Variant] = []
    for name in names:
        try:
            alone = load.load(game, [name], library=library)
        except PotagerError as error:
            if name not in beside:
                raise
            needs = _needs(library.variants(plain.file)[name])
            if not needs:
                raise
            alone = load.load(game, [*needs, name], library=library)
            del error
        node = alone.written[-1]
        pulled = [variant.id for variant in alone.variants[:-1] if not variant.asked]
        scores = any(key in node.mapping for key in CHANGES_SCORING[1:])
        made.append(Variant(name, node, pulled[-1] if pulled else "", scores))
    return made


def _needs(file: Path) -> list[str]:
    return [str(inner.value) for inner in yaml_file.read(file).find(("needs",)).entries]


def allowed(offered: Sequence[Variant]) -> list[tuple[str, ...]]:
    """Sets of variants that change the scoring, each with all that it pulls in and needs, without what it excludes."""
    scoring = {variant.id: variant for variant in offered if variant.scores}
    if len(scoring) > 12:
        raise _too_many(f"{len(scoring)} variants that change the scoring are", "at most 12 are possible")

    def together(chosen: tuple[str, ...]) -> bool:
        stems = {Path(id).stem for id in chosen}
        return all(
            ({variant.extends, *_named(variant.about, "needs")} & set(scoring)) <= {*chosen, *stems}
            and stems.isdisjoint(_named(variant.about, "excludes"))
            for variant in map(scoring.__getitem__, chosen)
        )

    sets = [chosen for size in range(len(scoring) + 1) for chosen in combinations(scoring, size) if together(chosen)]
    if len(sets) > MOST_STACKS:
        raise _too_many(f"{len(sets)} sets of variants are", f"at most {MOST_STACKS} are possible")
    return sets


def _too_many(what: str, most: str) -> UsageError:
    return UsageError(Problem(f"{what} too many for one page", None, f"{most}; leave some out"))


def one_game(game: str, asked: Sequence[str], library: Library, pool: Pool) -> tuple[dict[str, Any], list[str]]:
    """Everything about a game: what the page shows as data, and its programs as JavaScript."""
    offered = variants(game, asked, library)
    numbers: dict[str, int] = {}
    stacks: dict[tuple[str, ...], Stack] = {}
    for chosen in allowed(offered):
        try:
            games = [load.load(game, chosen, library=library, language=language) for language in pool.languages]
        except PotagerError:
            if not chosen:
                raise
            continue  # they cannot be played together
        stacks[chosen] = Stack(games, pool, numbers)
    plain = stacks[()]
    programs = [stack.program() for stack in stacks.values()]
    distinct = list(dict.fromkeys(programs))
    named = library.games().get(plain.game.id)
    data = {
        "id": plain.game.id if named == plain.game.file else str(plain.game.file),
        **({} if named == plain.game.file else {"name": plain.game.id}),
        "title": plain.word(lambda g: g.title),
        **({} if plain.game.rules.edition.bgg is None else {"bgg": plain.game.rules.edition.bgg}),
        "edition": " ".join(str(x) for x in (plain.game.rules.edition.publisher, plain.game.rules.edition.year) if x),
        "variants": [_variant(variant, game, library, pool) for variant in offered],
        "asked": list(asked),
        "stacks": {
            "+".join(chosen): {**stack.shown(), "numbers": stack.asked(), "program": distinct.index(program)}
            for (chosen, stack), program in zip(stacks.items(), programs, strict=True)
        },
    }
    return data, distinct


def _variant(variant: Variant, game: str, library: Library, pool: Pool) -> dict[str, Any]:
    node = variant.about
    said = []
    for language in pool.languages:
        try:
            info = load.load(game, [*_named(node, "needs"), variant.id], library=library, language=language).variants[
                -1
            ]
        except PotagerError:
            info = None
        said.append((info.title if info else variant.id, info.about if info else ""))
    return {
        "id": variant.id,
        **({} if (name := Path(variant.id).stem) == variant.id else {"name": name}),
        "title": pool.word([title for title, _ in said]),
        "about": pool.word([about for _, about in said]),
        "extends": variant.extends,
        "needs": _named(node, "needs"),
        "excludes": _named(node, "excludes"),
        "scores": variant.scores,
    }


def _named(node: Any, key: str) -> list[str]:
    return [str(inner.value) for inner in node.find((key,)).entries] if key in node.mapping else []


# -- the page


def html(
    games: Sequence[tuple[str, Sequence[str]]],
    library: Library | None = None,
    language: str = "en",
    writer: Callable[[str], str] | None = None,
) -> str:
    """The page with some games, each with the variants that are on at first. `writer` lets a test put a fault in.

    Raises RulesError, UsageError.
    """
    library = library or Library()
    languages = ["en", *(code for code in words.languages() if code != "en")]
    pool = Pool(languages)
    data, programs = [], []
    for game, asked in games:
        shown, distinct = one_game(game, asked, library, pool)
        data.append(shown)
        programs.append(distinct)
    script = "\n".join(
        [
            '"use strict";',
            "const ENGINE = (function () {",
            _read("score.min.js"),
            f"const F = [{','.join(chr(10) + _arrow(text) for text in pool.functions)}\n];",
            f"const Q = [{','.join(f'{chr(10)}S=>({_brief(text)})' for text in pool.pieces)}];",
            f"const GAMES = [{','.join(_programs(distinct) for distinct in programs)}];",
            _ENTRY,
            "})();",
            f"const DATA = {_json(_data(data, pool, language))};",
            _read("page.min.js"),
        ]
    )
    style = _read("page.min.css").strip()
    if writer is not None:
        script = writer(script)
    title = words.catalogue(language if language in languages else "en").say("page.title", game=_title(data, pool))
    rendered: str = (
        environment()
        .get_template("page.html.j2")
        .render(
            language=language,
            title=title,
            style=style,
            script=script,
            style_hash=_hash(style),
            script_hash=_hash(script),
        )
    )
    return rendered


def _read(name: str) -> str:
    return (resources.folder("templates") / name).read_text(encoding="utf-8")


def write(games: Sequence[tuple[str, Sequence[str]]], folder: Path, library: Library, language: str = "en") -> Path:
    """The page as a file in a folder, which is made when missing: GAME.html, or potager.html for several games."""
    made = html(games, library, language)
    name = "potager" if len(games) != 1 else load.load(games[0][0], library=library).id
    name = re.sub(r"[^\w.-]+", "_", name)
    return keep(made, folder / f"{name}.html")


_ENTRY = """
return {
  // the scorer of a game's program; in its sentences, in some language, a number is a function
  scorer: function (game, program, sentences) {
    const told = sentences.map((parts) => parts.map((part) => (typeof part === "number" ? F[part] : part)));
    const made = GAMES[game][program](told);
    made.checks = made.checks.map((check) => ({ table: false, late: false, least: null, most: null, ...check }));
    return make(made);
  }
};"""


_DEFAULTS = {"table": "false", "late": "false", "least": "null", "most": "null"}  # of a check


def _arrow(function: str) -> str:
    """A function of the pool in the short form of later JavaScript, up to the last argument that it uses."""
    found = re.fullmatch(r"function\((.*?)\)\{return (.*);\}", function, re.S)
    if not found:
        return _tight(function)
    used = set(re.findall(r"\w+", found[2]))
    names = found[1].split(",")
    while names and names[-1] not in used:
        names.pop()
    return _tight(f"{names[0] if len(names) == 1 else '(' + ','.join(names) + ')'}=>{found[2]}")


def _tight(written: str) -> str:
    """A piece of a program, in which no text stands, without spaces around signs."""
    return re.sub(r" ?([,*+?:]|[<>=!]=+|&&|\|\|) ?", r"\1", written)


def _brief(piece: str) -> str:
    """A part of a program without what a check is unless it says so."""
    for key, value in _DEFAULTS.items():
        piece = piece.replace(f",{key}:{value}", "")
    return _tight(piece)


def _title(data: Sequence[Any], pool: Pool) -> str:
    return list(pool.said)[data[0]["title"] - 1][0] if len(data) == 1 else "Potager"


def _programs(distinct: Sequence[str]) -> str:
    return "[" + ",\n".join(f"function(S){{return {text};}}" for text in distinct) + "]"


def _data(games: Sequence[Any], pool: Pool, language: str) -> dict[str, Any]:
    said: dict[str, Any] = {}
    packed = {}
    keys = [key for key in words.catalogue("en").entries if key.startswith(SAID)]
    for at, code in enumerate(pool.languages):
        own = words.catalogue(code)
        spoken = {
            "say": [_brief_entry(own.own[key]) if key in own.own else 0 for key in keys],
            "words": [texts[at] if at == 0 or texts[at] != texts[0] else 0 for texts in pool.said],
            "sentences": [json.loads(texts[at]) if at == 0 or texts[at] != texts[0] else 0 for texts in pool.sentences],
        }
        name = own.entries.get("sheet.language", code) if at == 0 or "sheet.language" in own.own else code
        said[code] = {"name": name, **(spoken if at == 0 else {})}
        if at:
            packed[code] = spoken
    return {
        "games": list(games),
        "parts": [json.loads(part) for part in pool.parts],
        "languages": said,
        "keys": " ".join(keys).replace(" page.", " ."),
        "packed": _packed(_json(packed)),
        "language": language,
        "icons": {
            name: drawn
            for name in sorted(_icons([json.loads(part) for part in pool.parts]))
            if (drawn := icons.drawing(name))
        },
    }


def _brief_entry(entry: words.Entry) -> Any:
    """An entry of the catalogue with its blanks as the page writes them: {points}."""
    if isinstance(entry, str):
        return words.BLANK.sub(r"{\1}", entry)
    return {key: _brief_entry(form) for key, form in entry.items()}


def _icons(value: Any) -> set[str]:
    """Every icon that is named somewhere in the data."""
    if isinstance(value, list):
        return set().union(*map(_icons, value))
    if isinstance(value, dict):
        own = {value["icon"]} if isinstance(value.get("icon"), str) else set()
        return own.union(*map(_icons, value.values()))
    return set()


def _json(value: Any) -> str:
    """Data as JavaScript that may stand in a page."""
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for letter in "<>&\u2028\u2029":
        written = written.replace(letter, f"\\u{ord(letter):04x}")
    return written


def _packed(text: str) -> str:
    """A text as the page unpacks it: deflated, in base64."""
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(squeezed.compress(text.encode()) + squeezed.flush()).decode()


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def environment() -> Environment:
    """Where the template of the page finds what it needs: escaped, and in a sandbox."""
    from jinja2 import FileSystemLoader, StrictUndefined
    from jinja2.sandbox import SandboxedEnvironment

    return SandboxedEnvironment(
        loader=FileSystemLoader(resources.folder("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
