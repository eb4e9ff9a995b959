"""The commands. Each one finds its files, calls `scoring` or `sheets`, prints, and ends.

What a command does not need is not imported: heavy things stand inside the commands.
Exit codes: 0 done, 1 something in your file, 2 something in your command line, 130 Ctrl-C.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, Optional, TypeVar

os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")  # looking for plug-ins takes longer than scoring a game

import typer

if TYPE_CHECKING:
    from typer.models import CommandInfo

    from scoring.errors import Problem
    from scoring.game import Game
    from scoring.library import Library
    from scoring.score import ScoreTable
    from scoring.yaml_file import Node

app = typer.Typer(
    name="potager",
    help="Score pads, play sheets and final scores of board and dice games.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Result = TypeVar("Result")


def complete_game(incomplete: str) -> list[str]:
    """Games for the shell's Tab key."""
    return [id for id in library(None).games() if id.startswith(incomplete)]


def complete_variant(incomplete: str) -> list[str]:
    """Variants of the game that stands in the line being typed, for the shell's Tab key."""
    here = library(None)
    known = here.games()
    named = [word for word in os.environ.get("COMP_WORDS", "").split() if word in known]
    return [id for id in here.variants(known[named[0]]) if id.startswith(incomplete)] if named else []


def complete_language(incomplete: str) -> list[str]:
    """Languages for the shell's Tab key."""
    from potager import language

    *before, last = incomplete.split(",")
    return [",".join([*before, code]) for code in language.known() if code.startswith(last)]


GAME = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A game's id, or the path of its file or folder.", autocompletion=complete_game
    ),
]
VARIANTS = Annotated[
    Optional[list[str]],  # noqa: UP045  # typer reads the annotation on Python 3.11 too
    typer.Option(
        "-V",
        "--variant",
        metavar="NAME",
        help="A variant's id or path; repeat for several.",
        autocompletion=complete_variant,
    ),
]
RULES = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option("--rules", metavar="DIR", help="A folder with games of your own, instead of your usual one."),
]
JSON = Annotated[bool, typer.Option("--json", help="Print JSON.")]
OUTPUT = Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="Folder to write to; made if missing.")]
LANGUAGE = Annotated[
    str,
    typer.Option(
        "--language",
        metavar="CODE",
        help="Language, such as en; by the locale, if not given.",
        autocompletion=complete_language,
    ),
]


def main() -> NoReturn:
    """The console script."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    asked_alone(sys.argv[1:])
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    sys.exit(0)


def asked_alone(arguments: Sequence[str]) -> None:
    """Typer reads the options of every command before it runs one: only this one's, where the first word names it."""
    named = [command for command in app.registered_commands if [_name(command)] == [*arguments[:1]]]
    app.registered_commands = named or app.registered_commands


def _name(command: CommandInfo) -> str:
    return str(command.name or getattr(command.callback, "__name__", ""))


# -- what the commands share


def attempt(work: Callable[[], Result], as_json: bool = False) -> Result:
    """Do some work; a person's mistake is told and ends the command."""
    from scoring.errors import PotagerError

    try:
        return work()
    except PotagerError as error:
        refuse(error.problems, error.exit_code, as_json)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        raise typer.Exit(130) from None


def refuse(problems: Sequence[Problem], code: int, as_json: bool = False, after: str = "") -> NoReturn:
    """Tell every problem and end."""
    if as_json:
        say_json({"problems": [problem.as_json() for problem in problems]})
    else:
        for problem in problems:
            print(problem, file=sys.stderr)
        if len(problems) > 1 or after:
            print(f"{len(problems)} problem{'s' if len(problems) > 1 else ''}{after}.", file=sys.stderr)
    raise typer.Exit(code)


def say_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


def library(rules: Path | None) -> Library:
    from potager import own

    return own.library(rules)


def language_of(code: str, known: Library | None = None, games: Sequence[str] = ()) -> str:
    """The language as asked, else as the person usually wants it, else by the locale; `games`: what was named."""
    from potager import config as configuration
    from potager import language

    usual = "" if code else configuration.read(None, language_check).language
    return language.of(code or usual.split(",")[0], known, games)


def language_check(codes: str) -> str:
    """Languages as they stand in a file of options. Raises UsageError."""
    from potager import language

    return ",".join(language.several(codes))


def open_game(game: str, variants: list[str] | None, rules: Path | None, language: str = "") -> Game:
    from scoring.load import load

    known, named = library(rules), variants or []
    loaded = load(game, named, library=known, language=language_of(language, known, [game, *named]))
    note_hidden(known, loaded)
    return loaded


def note_hidden(known: Library, game: Game) -> None:
    """Say which file is used where two have the same name."""
    from scoring.library import shown

    for file, by in known.hidden(game.file, [variant.id for variant in game.variants]) if game.file else []:
        print(game.words.say("games.hidden", file=shown(file), by=shown(by)), file=sys.stderr)


# -- commands


@app.command()
def games(as_json: JSON = False, rules: RULES = None, language: LANGUAGE = "") -> None:
    """List the games, their variants, sheets and languages."""
    from scoring import catalogue, words

    def work() -> tuple[list[dict[str, Any]], words.Catalogue]:
        known = library(rules)
        spoken = language_of(language, known)
        said = words.catalogue(spoken, known.catalogues(spoken))
        return [entry.as_json() for entry in catalogue.games(known, spoken)], said

    entries, said = attempt(work, as_json)
    if as_json:
        say_json({"games": entries})
        return
    say = said.say
    for entry in entries:
        print(say("games.game", id=entry["id"], title=entry["title"], players=entry["players"]))
        for variant in entry["variants"]:
            print(say("games.variant", id=variant["id"], title=variant["title"]))
        print(say("games.sheets", sheets=tuple(entry["sheets"]), languages=tuple(entry["languages"])))
        for one in entry["own"]:
            print(say("games.own", what=one["what"], file=one["file"]))
        for one in entry["hidden"]:
            print(say("games.hidden", file=one["file"], by=one["by"]), file=sys.stderr)
    if rules is None and not library(None).own:
        from potager import own

        print(say("games.folder", folder=str(own.folder() or "")), file=sys.stderr)


@app.command()
def explain(
    game: GAME, variant: VARIANTS = None, as_json: JSON = False, rules: RULES = None, language: LANGUAGE = ""
) -> None:
    """Tell the scoring in words, with sources and open questions."""
    from scoring import explain as explained

    loaded = attempt(lambda: open_game(game, variant, rules, language), as_json)
    if as_json:
        say_json(explained.as_json(loaded))
    else:
        print(explained.text(loaded, library(rules)), end="")


@app.command()
def score(
    tally: Annotated[
        str,
        typer.Argument(
            metavar="TALLY|GAME",
            help="A tally's file, - for stdin, or a game to be asked about.",
            autocompletion=complete_game,
        ),
    ],
    variant: VARIANTS = None,
    as_json: JSON = False,
    form: Annotated[
        str, typer.Option("--format", metavar="FORM", help="text, markdown, html, json, bgstats or bgg.")
    ] = "text",
    bgstats: Annotated[
        bool, typer.Option("--bgstats", help="A link and a QR code too that take the result to BG Stats.")
    ] = False,
    player: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option("-p", "--player", metavar="NAME", help="A player, when asked at the terminal; repeat."),
    ] = None,
    output: OUTPUT = Path("output"),
    rules: RULES = None,
    language: LANGUAGE = "",
) -> None:
    """Score a finished game: a tally, or asked at the terminal."""
    form = "json" if as_json else form.lower()
    as_json = form == "json"

    def work() -> None:
        from scoring.errors import Problem, UsageError, did_you_mean

        if form not in FORMS:
            hint = did_you_mean(form, FORMS, f"formats are: {', '.join(FORMS)}")
            raise UsageError(Problem(f'there is no format "{form}"', None, hint))
        if bgstats and form not in ("text", "markdown"):
            raise UsageError(Problem("--bgstats goes with text and markdown", None, "--format bgstats gives the play"))
        games_, named = library(rules), variant or []
        spoken = language_of(language, games_, [tally, *named])
        show_score(lambda table: show(table, form, bgstats, output), tally, named, player or [], games_, spoken)

    attempt(work, as_json)


def show_score(
    show: Callable[[ScoreTable], None],
    tally: str,
    variants: list[str],
    players: list[str],
    known: Library,
    language: str,
) -> None:
    """The score of a tally's file, of stdin, or of what is asked at the terminal."""
    from scoring import yaml_file
    from scoring.check import kind_of, scored
    from scoring.library import is_file
    from scoring.load import load
    from scoring.score import NeedsNumbers

    found: list[Problem] = []

    def of(file: Path, node: Node) -> ScoreTable:
        try:
            table = scored(file, node, known, tuple(variants), language, found)
        except NeedsNumbers as error:
            from potager import numbers, own

            rules = known.own[0] if known.own else None
            if tally == "-" or not numbers.kept_now(error, rules, language):
                raise
            table = scored(file, node, own.library(rules), tuple(variants), language, found)
        note_hidden(known, table.game)
        return table

    if tally == "-":
        return show(of(Path("stdin"), yaml_file.parse(sys.stdin.buffer.read(yaml_file.LARGEST + 1), "<stdin>", found)))
    path = Path(tally)
    if is_file(path):
        node = yaml_file.read(path, problems=found)
        if kind_of(path, node) not in ("game", "variant"):
            return show(of(path, node))

    game = load(tally, variants, library=known, language=language)
    note_hidden(known, game)
    from potager import ask

    ask.at_terminal(game, players, show)
    return None


FORMS = ("text", "markdown", "html", "json", "bgstats", "bgg")


def show(table: ScoreTable, form: str, bgstats: bool = False, folder: Path = Path("output")) -> None:
    """Print a score in the form asked for; `bgstats`: and a link that takes it to BG Stats."""
    from scoring import report

    if form in ("bgstats", "bgg"):
        from datetime import datetime

        from scoring import bgstats as records

        now = datetime.now().astimezone()
        say_json(records.play(table, now) if form == "bgstats" else records.bgg(table, now))
    elif form == "json":
        say_json(table.as_json())
    elif form == "markdown":
        print(report.markdown(table), end="")
    elif form == "html":
        print(report.html(table), end="")
    else:
        import shutil

        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
        print(report.text(table, width), end="")
    if bgstats:
        import shutil

        from potager import push

        print()
        columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else 200
        for line in push.lines(table, folder, columns):
            print(line)


@app.command()
def tally(
    game: GAME,
    player: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option("-p", "--player", metavar="NAME", help="A player; repeat for each."),
    ] = None,
    variant: VARIANTS = None,
    rules: RULES = None,
    language: LANGUAGE = "",
) -> None:
    """Print a tally to fill in, every count commented."""
    from scoring import blank_tally
    from scoring.errors import Problem, UsageError

    loaded = attempt(lambda: open_game(game, variant, rules, language))
    seats = range(1, loaded.rules.players.least + 1)
    names = player or [loaded.words.say("ask.player_name", seat=seat) for seat in seats]
    if len(names) > loaded.rules.players.most:
        what = f"{len(names)} players, but {loaded.title} is for at most {loaded.rules.players.most}"
        attempt(lambda: _raise(UsageError(Problem(what))))
    print(blank_tally.blank(loaded, names), end="")


def _raise(error: Exception) -> None:
    raise error


@app.command()
def new(
    game: Annotated[str, typer.Argument(metavar="GAME", help="What the game is called.")],
    folder: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Argument(metavar="FOLDER", help="The folder to make for it; one among your own rules, if not given."),
    ] = None,
    rules: RULES = None,
    language: LANGUAGE = "",
) -> None:
    """Begin a game of your own, with comments to go by."""
    from potager import starting
    from scoring import words

    spoken = words.catalogue(attempt(lambda: language_of(language, library_or_ours(rules))))
    files = attempt(lambda: starting.new(game, folder, rules, spoken))
    for file in files:
        print(file)
    print(spoken.say("new.next", file=shlex.quote(str(files[0].parent))), file=sys.stderr)


@app.command()
def variant(
    game: GAME,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the variant is called: small letters, digits, -.")],
    output: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option("-o", "--output", metavar="DIR", help="Folder to write to, instead of your own rules."),
    ] = None,
    rules: RULES = None,
    language: LANGUAGE = "",
) -> None:
    """Begin a variant, with the numbers of the game to change."""
    from potager import starting
    from scoring import words

    spoken = attempt(lambda: language_of(language, library_or_ours(rules), [game]))
    file = attempt(lambda: starting.variant(game, name, output, rules, spoken))
    print(file)
    print(words.catalogue(spoken).say("new.next", file=shlex.quote(str(file))), file=sys.stderr)


@app.command()
def diff(
    game: GAME, variant: VARIANTS = None, as_json: JSON = False, rules: RULES = None, language: LANGUAGE = ""
) -> None:
    """Tell what a variant changes, in words and numbers."""

    def work() -> None:
        from scoring import diff as compared
        from scoring.errors import Problem, UsageError
        from scoring.load import load

        after = open_game(game, variant, rules, language)
        known = library(rules)
        before = load(str(after.file), library=known, language=after.language)
        if not after.variants:
            names = ", ".join(known.variants(after.file)) if after.file else ""
            hint = f"variants are: {names}" if names else "it has none yet; begin one with potager variant"
            raise UsageError(Problem("name a variant: -V NAME", None, hint))
        if as_json:
            say_json(compared.as_json(before, after))
        else:
            print(compared.text(before, after), end="")

    attempt(work, as_json)


@app.command()
def numbers(
    game: GAME,
    variant: VARIANTS = None,
    from_file: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option("--from", metavar="FILE", help="Take them from a file instead of asking."),
    ] = None,
    rules: RULES = None,
    language: LANGUAGE = "",
) -> None:
    """Keep the numbers that stand only on your own copy."""
    from potager import numbers as asked

    def work() -> None:
        spoken = language_of(language, library_or_ours(rules), [game, *(variant or [])])
        for line in asked.command(game, variant or [], rules, spoken, from_file):
            print(line)

    attempt(work)


def library_or_ours(rules: Path | None) -> Library:
    """The library for a command that makes the person's folder when it is not there."""
    from potager import own

    return own.library(rules, must_be_there=False)


@app.command()
def check(
    path: Annotated[list[Path] | None, typer.Argument(metavar="PATH", help="Files or folders; ours, if none.")] = None,
    as_json: JSON = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Look again, and draw the sheets again, whenever a file is saved.")
    ] = False,
    output: OUTPUT = Path("output"),
    rules: RULES = None,
) -> None:
    """Look over rules and tallies: every problem, the examples."""
    from potager import checking
    from scoring import resources

    paths = path or [resources.folder("rules_data")]
    if watch:
        attempt(lambda: checking.watch(paths, library(rules), lambda game: sheets_again(game, output)))
        return
    found = attempt(lambda: checking.look(paths, library(rules)), as_json)
    if as_json:
        kept = [problem.as_json() for problem in found.problems]
        notes = [note.as_json() for note in found.notes]
        say_json({"problems": kept, "notes": notes, **found.counted})
    else:
        for line in checking.lines(found):
            print(line, file=sys.stderr)
    if found.problems:
        raise typer.Exit(1)
    if not as_json:
        print(checking.well(found))


def sheets_again(game: Game, folder: Path) -> list[Path]:
    """Every sheet of a game that fits the usual paper, drawn anew."""
    from potager import config as configuration
    from sheets import make

    usual = configuration.read(None, language_check)
    try:
        order = make.Order(usual.paper or default_paper(), theme=usual.theme or "colour")
        return make.write_all(game, ["all"], order, folder=folder)
    except make.NotAll as error:
        for problem in error.problems:
            print(problem, file=sys.stderr)
        return error.written


@app.command()
def page(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help="A game's id, or the path of its file or folder.", autocompletion=complete_game
        ),
    ] = "",
    variant: VARIANTS = None,
    every: Annotated[bool, typer.Option("--all", help="One page with every game.")] = False,
    output: OUTPUT = Path("output"),
    rules: RULES = None,
    language: LANGUAGE = "",
) -> None:
    """Write the offline page that scores a game on a phone."""

    def work() -> Path:
        from scoring.errors import Problem, UsageError
        from sheets import page as pages

        if every == bool(game):
            what = "name one game, or say --all" if not game else "--all takes every game, and no name"
            raise UsageError(Problem(what, None, "potager games lists them"))
        if every and variant:
            raise UsageError(Problem("--variant needs one game", None, "variants are chosen in the page, too"))
        known = library(rules)
        wanted = sorted(known.games()) if every else [game]
        spoken = language_of(language, known, wanted)
        return pages.write([(id, variant or []) for id in wanted], output, known, spoken)

    print(attempt(work))


@app.command("print")
def print_(
    game: GAME,
    sheet: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Argument(metavar="SHEET", help="pad, another one of potager games, all, or calibration."),
    ] = None,
    variant: VARIANTS = None,
    paper: Annotated[str, typer.Option("--paper", metavar="SIZE", help="A4, Letter, A5, …")] = "",
    players: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option("--players", metavar="N", help="Columns for so many."),
    ] = None,
    player: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option("-p", "--player", metavar="NAME", help="A player's name on the sheet; repeat for each."),
    ] = None,
    theme: Annotated[str, typer.Option("--theme", metavar="NAME", help="colour, low-ink or large-print.")] = "",
    per_page: Annotated[
        str,
        typer.Option(
            "--per-page",
            metavar="N|SIZE",
            help="So many on one sheet of paper, or as many of a size as it holds; else one, or a short pad twice.",
        ),
    ] = "",
    copies: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option("--copies", metavar="N", help="So many of each; a full sheet, if not given."),
    ] = None,
    duplex: Annotated[bool, typer.Option("--duplex", help="The aid, or a second sheet, on the back.")] = False,
    flip: Annotated[
        str, typer.Option("--flip", metavar="EDGE", help="Edge the printer turns the paper on: long or short.")
    ] = "",
    fold: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option("--fold", metavar="N", help="Cards of so many panels, of the size per page when folded."),
    ] = None,
    offset: Annotated[
        str, typer.Option("--offset", metavar="X,Y", help="Move the backs, mm right and down; print calibration first.")
    ] = "",
    margin: Annotated[
        Optional[float],  # noqa: UP045
        typer.Option("--margin", metavar="MM", help="White edge of each page."),
    ] = None,
    fillable: Annotated[
        bool, typer.Option("--fillable", help="With fields to type in on the screen, which add themselves up.")
    ] = False,
    png: Annotated[bool, typer.Option("--png", help="A picture of each page too.")] = False,
    config: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option("--config", metavar="FILE", help="Options in a TOML file instead of your usual one."),
    ] = None,
    output: OUTPUT = Path("output"),
    rules: RULES = None,
    language: Annotated[
        str,
        typer.Option(
            "--language",
            metavar="CODE",
            help="Language, or several with commas, such as el,en; by the locale, if not given.",
            autocompletion=complete_language,
        ),
    ] = "",
) -> None:
    """Print the sheets of a game as PDF: pad, aid, play sheets."""

    def work() -> list[Path]:
        from potager import config as configuration
        from potager import language as languages
        from scoring.load import load
        from sheets import imposition, make

        usual = configuration.read(config, language_check)
        known, named = library(rules), variant or []
        spoken = languages.several(language or usual.language, known, [game, *named])
        games_ = [load(game, named, library=known, language=code) for code in spoken]
        moved = imposition.offset(offset) if offset else usual.offset or (0.0, 0.0)
        printing = imposition.Printing(
            per_page or ("" if fillable else usual.per_page),
            copies,
            duplex,
            flip.lower() or usual.flip,
            moved,
            usual.margin if margin is None else margin,
            fillable,
            1 if fold is None else fold,
        )
        try:
            return make.write_each(
                games_,
                sheet or ["pad"],
                make.Order(
                    paper or usual.paper or default_paper(),
                    players,
                    theme or usual.theme or "colour",
                    printing,
                    png,
                    tuple(player or ()),
                ),
                folder=output,
                watched=progress,
                told=lambda how: print(how, file=sys.stderr),
            )
        except make.NotAll as error:
            for file in error.written:
                print(file)
            raise

    for file in attempt(work):
        print(file)


MANY = 4  # sheets that are worth a progress bar


def progress(names: list[str]) -> Iterator[str]:
    """The sheets one by one; many of them with a bar, at a terminal."""
    if len(names) < MANY or not sys.stderr.isatty():
        yield from names
        return
    with typer.progressbar(names, file=sys.stderr, label="drawing") as bar:
        yield from bar


def default_paper() -> str:
    """Letter where people use it, A4 elsewhere; by the locale."""
    from potager.language import locale_name

    named = os.environ.get("LC_ALL") or os.environ.get("LC_PAPER") or locale_name()
    region = named.split(".")[0].split("_")[-1] if "_" in named else ""
    return "Letter" if region in ("US", "CA", "MX", "PH", "CL", "CO", "VE", "CR", "PA", "GT") else "A4"


@app.callback(invoke_without_command=True)
def front(
    version: Annotated[bool, typer.Option("--version", help="Print the version and end.")] = False,
) -> None:
    """Score pads, play sheets and final scores of board and dice games."""
    if version:
        from potager import __version__

        print(f"potager {__version__}")
        raise typer.Exit
