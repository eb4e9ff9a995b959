"""A sheet's places to write on → the form of a fillable PDF: what each field means, and the script that adds it up.

The layout says where a field lies and what it means; here it gets its name, and all of them together the script. The
points come from the same expressions as everywhere, through `scoring.javascript`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from scoring import javascript, resources
from scoring.expression import Entries, Expression, Printed, Steps, walk
from scoring.frozen import Frozen
from scoring.game import Game, GameCount, field_label, human, record_value
from scoring.python_code import of_fields
from sheets.placed import Field, Page

TABLE = -1  # the seat of what belongs to nobody
LAST = 1_000  # the seat of what comes after all players, for the Tab key
COUNTS = ("count", "table")
FREE = ("written", "crossed")  # nothing is computed of these
OF_COLUMNS = ("reckoned", "running", "best")  # computed of columns of records alone, not by the rules of the game
COMPUTED = ("points", "gathered", "part", "worth", "total", "place", "tie", "say", *OF_COLUMNS, "mirror")
RECORDED = (*FREE, "cell", "entered", *OF_COLUMNS)  # named and called by where they stand on the sheet


class Means(Frozen):
    """What stands in a field: whose it is, and which number."""

    what: str  # name, date, count, table, own, given, cell, entered; one of COMPUTED; written, crossed; clear
    seat: int = TABLE
    place: int = 0  # of a count in its row, a line, a tie, an own number, an expression that is shown, a column
    entry: int = 0  # which box of a list, or of those that are crossed for a count; which row of a column
    number: int = 0  # which number of the record in it, 0: the whole; which column of a row is entered
    id: str = ""  # of what is only written or crossed: where it stands
    called: str = ""  # and what it is


class Reckoned(NamedTuple):
    """How a column of records is computed: over which columns, and for choices the number of each."""

    expression: Expression
    columns: tuple[str, ...]
    choices: dict[int, list[int]]


class Form:
    """The form of one game on one or several sheets; the layout asks it for its fields."""

    def __init__(self, game: Game, seats: int, alone: bool = False) -> None:
        self.game, self.seats, self.alone = game, seats, alone  # alone: what each player has before them
        self.own = javascript.places_of_printed(game)
        self.fields: dict[str, Means] = {}
        self.shown: dict[Expression, int] = {}
        self.mirrors: list[str] = []
        self.marked: dict[tuple[bool, int], int] = {}  # counts that are boxes to cross off, and how many are crossed
        self.gathered: dict[str, tuple[str, ...]] = {}  # lines that share a box, by the first of them
        self.columns: list[tuple[int, str]] = []  # of records that are added up: whose, and where they stand
        self.reckoned: dict[int, Reckoned] = {}  # those of them that are computed themselves
        self.small: dict[str, tuple[int, ...]] = {}

    # -- fields

    def name(self, means: Means) -> str:
        """A name that no other field has. No id has a hyphen, so nothing can be meant in two ways."""
        player = f"p{means.seat + 1}"
        match means.what:
            case "count" | "table" | "worth":
                count = self.game.count_at(means.place, means.what == "table")
                kind = list(count.kinds)[means.place - count.places[0]] if count.kinds else ""
                marks = (means.what == "table", means.place) in self.marked
                entry = str(means.entry + 1) if count.is_list or marks else ""
                number = list(count.rule.fields or {})[means.number - 1] if means.number else ""
                owner = "table" if means.what == "table" else player
                return "-".join(filter(None, (owner, count.id, kind, entry, number)))
            case "own":
                return f"own-{list(self.own)[means.place].replace('.', '-')}"
            case "points" | "given" | "gathered":
                return f"{player}-points-{list(self.game.lines)[means.place]}"
            case "tie":
                return f"{player}-ties-{list(self.game.ties)[means.place]}"
            case "part":
                return f"part-{means.seat + 1}-{means.place}"
            case "total" | "place":
                return f"{means.what}-{means.seat + 1}"
            case "name":
                return f"{player}-name"
            case what if what in RECORDED:
                return f"{player if means.seat >= 0 else 'sheet'}--{means.id}"
        return means.what

    def label(self, means: Means) -> str:
        """What is said when the mouse rests on a field."""
        game, words = self.game, self.game.words
        match means.what:
            case "count" | "table" | "worth":
                count = game.count_at(means.place, means.what == "table")
                kind = list(count.kinds)[means.place - count.places[0]] if count.kinds else ""
                said = self.tip(count) if count.is_list else self.called(count, kind)
                if means.number:
                    number = field_label(count, list(count.rule.fields or {})[means.number - 1])
                    said = words.say("sheet.form_at", label=f"{count.label}, {number}", at=means.entry + 1)
                elif (means.what == "table", means.place) in self.marked:
                    said = words.say("sheet.form_at", label=said, at=means.entry + 1)
            case "own":
                _, line, *_, at = [*list(self.own)[means.place].split("."), ""][:4]
                at = str(int(at) + 1) if at.isdecimal() else at
                said = words.say("sheet.form_own", label=game.lines[line].label, at=at)
            case "points" | "given" | "gathered":
                label = means.called or list(game.lines.values())[means.place].label
                said = words.say("sheet.form_points", label=label)
            case "part":
                said = words.say("sheet.count")
            case "tie":
                said = words.say("sheet.if_tied", label=list(game.ties.values())[means.place].label)
            case "mirror":
                return self.label(self.fields[self.mirrors[means.place]])
            case "name":
                said = words.say("sheet.name")
            case what if what in RECORDED:
                said = means.called
            case _:
                keys = {"total": "sheet.total", "date": "sheet.date", "say": "sheet.form_message"}
                said = words.say(keys.get(means.what, f"sheet.form_{means.what}"))
        if means.seat in (TABLE, LAST) or (self.alone and self.seats == 1):
            return said
        return words.say("sheet.form_field", player=words.say("ask.player_name", seat=means.seat + 1), label=said)

    def called(self, count: GameCount, kind: str) -> str:
        if not kind:
            return count.label
        return self.game.words.say("report.kind", count=count.label, kind=count.kind_labels[kind])

    def tip(self, count: GameCount) -> str:
        """How a list is typed."""
        fields = count.rule.fields or {}
        if not fields:
            return self.game.words.say("sheet.form_list_tip", label=count.label)
        names = [field.label or human(id) for id, field in fields.items()]
        example = ",".join(str(max(1, field.least)) if at == 0 else "1" for at, field in enumerate(fields.values()))
        return self.game.words.say("sheet.form_record_tip", label=count.label, fields=", ".join(names), example=example)

    def numbers(self, count: GameCount) -> tuple[int, ...]:
        """Which numbers of a record are typed each in a small field of its own, from 1; none where one box is better.

        A value alone must mean the same in the first of them as in one box, or must not be enough.
        """
        if count.id not in self.small:
            self.small[count.id] = self.numbers_of(count)
        return self.small[count.id]

    def numbers_of(self, count: GameCount) -> tuple[int, ...]:
        entries = count.counted.entries
        if entries is None or not entries.fields:
            return ()
        bounds = entries.bounds[1:]
        many = tuple(at for at, (low, high) in enumerate(bounds, 1) if low < high)
        if len(many) < 2 or many[0] != 1:
            return ()
        if count.id not in self.game.field_readers:
            value = of_fields(record_value(count), entries.fields)
            unsaid = [min(max(0, low), high) for low, high in bounds[1:]]
            low, high = bounds[0]
            tried = {*range(low, min(high, low + 40) + 1), high}
            if any(unsaid) or any(value([first, *unsaid]) != first for first in tried):
                return ()
        return many

    def said_numbers(self, entries: Entries) -> str:
        """What the small fields of a record are, in their order; nothing where it has none."""
        count = self.game.count_at(entries.place, entries.shared)
        names = list(count.rule.fields or {})
        return ", ".join(field_label(count, names[number - 1]) for number in self.numbers(count))

    def part(self, expression: Expression) -> int:
        """The number under which the script knows an expression that the sheet shows."""
        return self.shown.setdefault(expression, len(self.shown))

    def there(self, means: Means) -> bool:
        """Whether some sheet has this field already."""
        return self.name(means) in self.fields

    def field(self, area: tuple[float, float, float, float], means: Means, kind: str, **looks: Any) -> Field:
        """A field in its place. What is there already is shown a second time, and written once."""
        left, top, right, bottom = area
        name = self.name(means)
        if means.what == "clear":
            name = f"clear-{1 + sum(other.what == 'clear' for other in self.fields.values())}"
        elif means.what in FREE:
            again = sum(other == name or other.startswith(f"{name}--") for other in self.fields)
            name = f"{name}--{again + 1}" if again else name
        elif name in self.fields:
            if name not in self.mirrors:
                self.mirrors.append(name)
            at = self.mirrors.index(name)
            means = Means("mirror", means.seat, at)
            if kind == "tick":  # seen here, and ticked there
                kind, looks = "text", looks | {"look": "cross"}
            name = f"{name}--{1 + sum((other.what, other.place) == ('mirror', at) for other in self.fields.values())}"
        self.fields[name] = means
        computed = means.what in COMPUTED
        caption = self.game.words.say("sheet.form_clear") if means.what == "clear" else ""
        return Field(
            left, top, right - left, bottom - top, name, self.label(means), kind, computed=computed, caption=caption,
            plain=means.what in FREE, **looks,
        )  # fmt: skip

    # -- the script

    def scripted(self, pages: Sequence[Page]) -> tuple[Page, ...]:
        """The pages of the form, the first of them with its script."""
        order = [field.name for page in pages for field in page.fields if field.computed]
        if not order:
            return tuple(pages)
        return (pages[0].but(script=self.script(order)), *pages[1:])

    def script(self, order: Sequence[str], runtime: str | None = None) -> str:
        """The script of the file; `order`: the names of the computed fields as they are computed."""
        template = (resources.folder("templates") / "form.js").read_text(encoding="utf-8")
        program = "var potager = null;"
        if self.scores:
            program = javascript.program(self.game, shared=runtime, shown=tuple(self.shown))
        data = json.dumps(self.data(order), ensure_ascii=True, separators=(",", ":"))
        columns = self.columns_script(runtime)
        return slim(f"{program}\n{template}\nvar potagerForm = makeForm(this, {data}, potager, {columns});\n")

    def columns_script(self, runtime: str | None) -> str:
        """The columns of records that are computed, as functions of their row."""
        if not self.reckoned:
            return "{}"
        made = []
        for place, one in self.reckoned.items():
            written = javascript.Writer({}, [name for name in one.columns if name != "value"]).write(one.expression)
            made.append(f"{place}:function(e){{return {written};}}")
        shared = javascript.runtime() if runtime is None else runtime
        return f"(function () {{\n{shared}\nreturn {{{','.join(made)}}};\n}})()"

    @property
    def scores(self) -> bool:
        """Whether anything is computed by the rules of the game; columns of records are only added up."""
        return bool({means.what for means in self.fields.values()} & {*COMPUTED} - {*OF_COLUMNS, "mirror"})

    def data(self, order: Sequence[str]) -> dict[str, Any]:
        """What the script knows of the fields."""
        game, words = self.game, self.game.words
        entry_checks = {at: check for at, check in enumerate(game.checks) if check.entries is not None}
        said = {
            key: words.template(f"sheet.form_{key}")
            for key in ("wrong_number", "too_large", "open", "warning", "impossible", "own_missing", "decided",
                        "shared", "goal_open", "lose", "clear_ask")
        } | {"total": words.say("sheet.total")}  # fmt: skip
        least = game.rules.players.least
        few = [words.say("warning.few_players", title=game.title, least=least, now=now) for now in range(least)]
        made: dict[str, Any] = {
            "seats": self.seats,
            "players": [words.say("ask.player_name", seat=seat + 1) for seat in range(self.seats)],
            "first": order[0] if order else "",
            "fields": [
                [name, means.what, means.seat if 0 <= means.seat < LAST else 0, means.place, means.entry]
                + [means.number] * bool(means.number)
                for name, means in self.fields.items()
                if means.what != "clear" and means.what not in FREE
            ],
            "mirrors": self.mirrors,
            "words": said,
            "alone": self.alone,
            "choices": {str(place): one.choices for place, one in self.reckoned.items()},
        }
        if not self.scores:
            return made
        return made | {
            "counts": [self.count(place, False) for place in range(game.player_places)],
            "table": [self.count(place, True) for place in range(game.table_places)],
            "own": [self.label(Means("own", place=place)) for place in range(len(self.own))],
            "lines": [self.line(line.id) for line in game.lines.values()],
            "ties": [tie.label for tie in game.ties.values()],
            "verdicts": [band.label if band.id != "win" else words.say("sheet.form_win") for band in game.verdicts],
            "goal": game.goal is not None,
            "refused": [check.error and check.of is not None for check in game.checks],
            "entries": {str(at): self.of_entries(check.id, check.of) for at, check in entry_checks.items()},
            "few": few,
        }

    def line(self, id: str) -> dict[str, Any]:
        """What it reads, and how its box is filled."""
        game, line = self.game, self.game.lines[id]
        made: dict[str, Any] = {
            "own": sorted(line.uses.own | line.uses.others),
            "table": sorted(line.uses.table),
            "penalty": is_penalty(game, id),
            "printed": reads_printed(game, id),
        }
        if self.alone:
            made["label"] = line.label
        if id in self.gathered:
            made["with"] = [list(game.lines).index(other) for other in self.gathered[id][1:]]
        return made

    def count(self, place: int, shared: bool) -> dict[str, Any]:
        """One place of a row: what it is called and how it is typed."""
        count = self.game.count_at(place, shared)
        made: dict[str, Any] = {
            "label": count.label,
            "group": count.places[0],
            "missing": count.may_be_missing,
            "place": place,
            "shared": shared,
        }
        if count.rule.tick:
            made["tick"] = True
        if (shared, place) in self.marked:
            made["marks"] = self.marked[shared, place]
        entries = count.counted.entries
        if entries is None:
            numbers = list(count.counted.numbers.values())
            made["least"] = numbers[place - count.places[0]].least
            return made
        made |= {"list": True, "least": 0}
        if not any(
            (one.what == "table", one.place) == (shared, place) for one in self.fields.values() if one.what in COUNTS
        ):
            made["absent"] = True
        if entries.fields:
            unsaid = [min(max(0, low), high) for low, high in entries.bounds[1:]]
            whole = count.id in self.game.field_readers
            made |= {"fields": len(entries.fields), "unsaid": unsaid, "whole": whole, "tip": self.tip(count)}
        return made

    def of_entries(self, check: str, of: tuple[str, str] | None) -> str:
        """What is said of an entry of a list that is out of its bounds."""
        assert of is not None
        count, words = self.game.counts[of[0]], self.game.words
        fields = count.rule.fields or {}
        name = count.label
        if of[1] in fields:
            name = words.say("report.kind", count=count.label, kind=fields[of[1]].label or human(of[1]))
        entries = count.counted.entries
        assert entries is not None
        low, high = entries.bounds[("value", *entries.fields).index(of[1] or "value")]
        return words.say("sheet.form_entry", name=name, least=low, most=high)


def slim(script: str) -> str:
    """A script without lines that are comments, and without indentation."""
    lines = (line.strip() for line in script.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//")) + "\n"


def is_penalty(game: Game, line: str) -> bool:
    """Whether a line's points are never above 0, so that its box has the sign printed in it."""
    low, high = game.bounds.get(line, (0, 0))
    return low < 0 and high <= 0


def reads_printed(game: Game, line: str) -> bool:
    """Whether a line needs numbers of the players' own copy."""
    return any(
        isinstance(node, Printed) or (isinstance(node, Steps) and None in node.values)
        for node in walk(game.lines[line].expression)
    )
