"""Files made to be slow or large, each in a few lines; what must come back is one short message, quickly."""

from __future__ import annotations

from collections.abc import Callable

HEAD = "potager: 1\ntitle: Orchard\n"
APPLES = "counts:\n  a: {label: A}\n"
POINTS = "lines:\n  a: {kind: points, of: a}\n"
MIB = 1 << 20


def _formula(text: str, times: int, counts: str = APPLES) -> str:
    lines = "\n".join(f'  x{at}: {{kind: formula, formula: "{text}", rule: R}}' for at in range(times))
    return f"{HEAD}{counts}lines:\n{lines}\n"


def _kinds(counts: int, kinds: int) -> str:
    of = ", ".join(f"k{at}: {{label: K}}" for at in range(kinds))
    return "counts:\n" + "\n".join(f"  c{at}: {{label: C, of: {{{of}}}}}" for at in range(counts)) + "\n"


def _cases(text: str, cases: int, lines: int, counts: str) -> str:
    inner = "".join(f'\n      k{at}: {{when: "{text} > 0", points: "{text}"}}' for at in range(cases))
    body = "".join(f"\n  l{at}:\n    kind: cases\n    cases:{inner}" for at in range(lines))
    return f"{HEAD}{counts}lines:{body}\n"


GAMES: dict[str, Callable[[], str]] = {
    "brackets": lambda: "[" * MIB,
    "braces": lambda: "a: " + "{" * (MIB - 9),
    "dashes": lambda: "- " * (MIB // 2),
    "quotes": lambda: '"' * MIB,
    "one long word": lambda: "x" * MIB,
    "a long word as a key": lambda: HEAD + "x" * 400_000 + ": 5\nlines: {}\n",
    "long words as keys": lambda: HEAD + "lines:\n" + "".join(f"  {'x' * 900}{at}: 5\n" for at in range(1000)),
    "a long list": lambda: HEAD + "lines: [" + "1," * 500_000 + "]",
    "a long ladder": lambda: HEAD + APPLES + f"lines:\n  a: {{kind: ladder, of: a, ladder: [{'1, ' * 20_000}1]}}\n",
    "many thresholds": lambda: (
        HEAD
        + APPLES
        + "lines:\n  a: {kind: ladder, of: a, ladder: {"
        + ", ".join(f"{at}: {at}" for at in range(10_000))
        + "}}\n"
    ),
    "many prizes": lambda: (
        HEAD
        + APPLES
        + "lines:\n  a: {kind: majority, of: a, prizes: {"
        + ", ".join(f"{at}: [1]" for at in range(5_000))
        + "}}\n"
    ),
    "a huge number": lambda: HEAD + "goal: " + "9" * 500_000,
    "a number with many noughts": lambda: HEAD + "goal: " + "0" * 500_000,
    "a number with many bars": lambda: HEAD + "goal: " + "1_" * 250_000 + "x\nlines: {}\n",
    "many unknown keys": lambda: HEAD + "".join(f"k{at}: 1\n" for at in range(12_000)) + "lines: {}\n",
    "many lines": lambda: (
        HEAD + APPLES + "lines:\n" + "".join(f"  l{at}: {{kind: each, of: b, points: 2}}\n" for at in range(4_000))
    ),
    "many problems": lambda: (
        HEAD + APPLES + "lines:\n" + "".join(f"  l{at}: {{kid: eac, off: b, pints: two}}\n" for at in range(200))
    ),
    "200 counts of 100 kinds": lambda: HEAD + _kinds(80, 100) + "lines:\n  a: {kind: each, of: c1, points: 2}\n",
    "sums of many kinds": lambda: _formula("+".join(["sum(c0)"] * 20), 200, _kinds(10, 100)),
    "values of many kinds": lambda: _formula("+".join(["value(c0)"] * 20), 200, _kinds(10, 100)),
    "cases of sums of many kinds": lambda: _cases("+".join(["sum(c0)"] * 19), 50, 20, _kinds(10, 100)),
    "products": lambda: _formula("*".join(["a"] * 60), 1),
    "a chain of points": lambda: (
        HEAD
        + APPLES
        + "lines:\n  x0: {kind: each, of: a, points: 2}\n"
        + "".join(
            f"  x{at}: {{kind: formula, formula: points(x{at - 1}) + points(x{at - 1}), rule: R}}\n"
            for at in range(1, 199)
        )
    ),
    "a circle of points": lambda: (
        HEAD
        + APPLES
        + "lines:\n"
        + "".join(
            f'  x{at}: {{kind: formula, formula: "{"+".join(f"points(x{(at + by) % 200})" for by in range(20))}", '
            "rule: R}\n"
            for at in range(200)
        )
    ),
    "deep brackets": lambda: _formula("(" * 190 + "a" + ")" * 190, 200),
    "many minus signs": lambda: _formula("-" * 390 + "a", 200),
    "split ladders": lambda: (
        HEAD
        + _kinds(10, 100)
        + "lines:\n"
        + "".join(
            f"  x{at}: {{kind: ladder, of: [{', '.join(['c0'] * 50)}], ladder: {{60: 1, 59: 2}}, split: yes}}\n"
            for at in range(200)
        )
    ),
    "ladders over many kinds": lambda: (
        HEAD
        + _kinds(10, 100)
        + "lines:\n"
        + "".join(
            f"  x{at}: {{kind: ladder, of: [{', '.join(['c0'] * 50)}], ladder: [{', '.join(['1'] * 200)}]}}\n"
            for at in range(100)
        )
    ),
    "blanks of spaces": lambda: (
        HEAD
        + APPLES
        + "lines:\n  a: {kind: each, of: a, points: 2}\nchecks:\n"
        + "".join(f'  k{at}: {{that: a > 0, else: "{"{{" + " " * 1900}"}}\n' for at in range(100))
    ),
    "many blanks": lambda: (
        HEAD
        + _kinds(10, 100)
        + "lines:\n  a: {kind: each, of: c1, points: 2}\nchecks:\n"
        + "".join(f'  k{at}: {{that: c0.k1 > 0, else: "{"{{ sum(c0) }}" * 150}"}}\n' for at in range(100))
    ),
    "many workings": lambda: (
        HEAD
        + _kinds(10, 100)
        + "lines:\n"
        + "".join(
            f'  k{at}: {{kind: each, of: c0, points: 2, working: "{"{{ sum(c0) }}" * 150}"}}\n' for at in range(200)
        )
    ),
    "a majority of players": lambda: HEAD + f"players: {{most: {10**14}}}\n" + APPLES + POINTS,
    "many rounds": lambda: (
        HEAD + f"counts:\n  a: {{label: A, list: {{most: {10**9}}}}}\nrounds: {{of: a, most: {10**9}}}\n" + POINTS
    ),
    "rounds of a huge list": lambda: (
        HEAD
        + "counts:\n  a: {label: A, list: {most: 200}, fields: {"
        + ", ".join(f"f{at}: {{most: 9}}" for at in range(20))
        + f"}}, value: {'+'.join(f'f{at}' for at in range(20))}}}\nrounds: {{of: a}}\nlines:\n"
        + "".join(
            f'  x{at}: {{kind: formula, formula: "{"+".join(["sum(a, f1 * slot)"] * 20)}", rule: R}}\n'
            for at in range(200)
        )
    ),
    "teams of a million": lambda: HEAD + "teams: {members: 1000000}\n" + APPLES + POINTS,
    "long lists of allowed numbers": lambda: (
        HEAD + f"counts:\n  a: {{label: A, allowed: [{', '.join(str(at) for at in range(9_000))}]}}\n" + POINTS
    ),
    "allowed numbers of many kinds": lambda: (
        HEAD
        + "counts:\n"
        + "".join(
            f"  c{at}: {{label: C, of: {{"
            + ", ".join(f"k{kind}: {{label: K, allowed: [{'1, ' * 22}2]}}" for kind in range(100))
            + "}}\n"
            for at in range(9)
        )
        + "lines:\n  a: {kind: each, of: b, points: 2}\n"
    ),
    "everyone of everyone": lambda: _formula("everyone(" * 100 + "a" + ")" * 100, 200),
    "few sums of everyone": lambda: _formula("+".join(["everyone(sum(c0))"] * 10), 8, _kinds(1, 100)),
    "sums of everyone": lambda: _formula("+".join(["everyone(sum(c0))"] * 20), 200, _kinds(10, 100)),
}

TALLY = "game: {game}\nplayers:\n"

TALLIES: dict[str, Callable[[], str]] = {
    "a sum of spaces": lambda: f'game: garden-dice\nplayers: [{{track: "{" " * 900_000}x"}}]\n',
    "a long sum": lambda: f'game: garden-dice\nplayers: [{{track: "{"1+" * 400_000}1"}}]\n',
    "many players": lambda: "game: garden-dice\nplayers:\n" + "  - {name: A}\n" * 10_000,
    "many names": lambda: "game: garden-dice\nplayers:\n  - {" + ", ".join(f"k{at}: 1" for at in range(20_000)) + "}\n",
    "a long list": lambda: "game: diced-tomatoes\nplayers:\n  - {tomatoes: [" + "1," * 20_000 + "]}\n",
    "many wrong entries": lambda: (
        "game: diced-tomatoes\nplayers:\n" + f"  - {{tomatoes: [{', '.join(['{a: b}'] * 900)}]}}\n" * 6
    ),
    "a long name": lambda: f"game: garden-dice\nplayers: [{{name: {'A' * 900_000}}}]\n",
    "many variants": lambda: (
        f"game: garden-dice\nvariants: [{', '.join(['family'] * 20_000)}]\nplayers: [{{name: A}}]\n"
    ),
}

# files beside a game, the first of each is the one to check

ORCHARD = HEAD + "players: {most: 99}\n" + APPLES + POINTS
WIDE = HEAD + _kinds(10, 100) + "lines:\n  a: {kind: each, of: c1, points: 2}\n"
PRINTED = HEAD + APPLES + "lines:\n  a: {kind: ladder, of: a, ladder: [1, printed]}\n"


def _beside(name: str, text: str, game: str = ORCHARD) -> dict[str, str]:
    return {f"orchard/{name}": text, "orchard/game.yaml": game}


def _word(label: str) -> str:
    return f"title: Κήπος\nlines: {{a: {{label: {label}}}}}\n"


def _example(at: int, players: int) -> str:
    seats = ", ".join(f"{{name: P{seat}, a: 1}}" for seat in range(players))
    return f"  e{at}: {{tally: {{players: [{seats}]}}, scores: {{P0: {{total: 2}}}}}}\n"


FOLDERS: dict[str, Callable[[], dict[str, str]]] = {
    "a language of brackets": lambda: _beside("words/el.yaml", "[" * MIB),
    "a language with a long label": lambda: _beside("words/el.yaml", _word("x" * 900_000)),
    "a language with many blanks": lambda: _beside(
        "words/el.yaml", "lines: {a: {working: '" + "{{ a }}" * 100_000 + "'}}\n"
    ),
    "a language of what is not there": lambda: _beside(
        "words/el.yaml", "lines:\n" + "".join(f"  l{at}: {{label: L}}\n" for at in range(8_000))
    ),
    "a language that changes the rules": lambda: _beside(
        "words/el.yaml", "lines:\n  a: {kind: each, points: 9}\ncounts: {a: {most: 5}}\n"
    ),
    "a language of many variants": lambda: _beside(
        "words/el.yaml", "variants:\n" + "".join(f"  v{at}: {{title: V}}\n" for at in range(8_000))
    ),
    "variants in a circle": lambda: {
        "orchard/a.yaml": "extends: orchard/b\ntitle: A\n",
        **_beside("b.yaml", "extends: orchard/a\ntitle: B\n"),
    },
    "a variant of itself": lambda: _beside("a.yaml", "extends: a.yaml\ntitle: A\n"),
    "a variant of a device": lambda: _beside("a.yaml", "extends: /dev/zero\n"),
    "a variant that needs many": lambda: _beside(
        "a.yaml", f"extends: orchard\nneeds: [{', '.join(f'v{at}' for at in range(8_000))}]\n"
    ),
    "a patch of many lines": lambda: _beside(
        "a.yaml", "extends: orchard\nlines:\n" + "".join(f"  l{at}: {{kind: points, of: a}}\n" for at in range(4_000))
    ),
    "a patch that removes what is not there": lambda: _beside(
        "a.yaml", "extends: orchard\nlines:\n" + "".join(f"  l{at}: null\n" for at in range(10_000))
    ),
    "a patch in a long row": lambda: _beside(
        "a.yaml",
        "extends: orchard\nlines:\n"
        + "".join(f"  l{at}: {{kind: points, of: a, after: l{(at + 1) % 190}}}\n" for at in range(190)),
    ),
    "a patch of sums of many kinds": lambda: _beside(
        "a.yaml",
        "extends: orchard\nlines:\n"
        + "".join(
            f'  x{at}: {{kind: formula, formula: "{"+".join(["sum(c0)"] * 20)}", rule: R}}\n' for at in range(190)
        ),
        WIDE,
    ),
    "examples that are wrong": lambda: _beside(
        "examples.yaml", "potager: 1\nexamples:\n" + "".join(_example(at, 2) for at in range(800))
    ),
    "examples of many players": lambda: _beside(
        "examples.yaml", "potager: 1\nexamples:\n" + "".join(_example(at, 99) for at in range(60))
    ),
    "examples of many players and lines": lambda: _beside(
        "examples.yaml",
        "potager: 1\nexamples:\n" + "".join(_example(at, 50) for at in range(60)),
        HEAD
        + APPLES
        + "lines:\n"
        + "".join(f"  l{at}: {{kind: formula, formula: everyone(a) + a, rule: R}}\n" for at in range(200)),
    ),
    "examples of players who are not there": lambda: _beside(
        "examples.yaml",
        "potager: 1\nexamples:\n  e: {tally: {players: [{name: A, a: 1}]}, scores: {"
        + ", ".join(f"X{at}: {{total: 1}}" for at in range(8_000))
        + "}}\n",
    ),
    "numbers in a long list": lambda: _beside(
        "numbers.yaml", f"extends: orchard\nlines: {{a: {{ladder: [{'1, ' * 20_000}1]}}}}\n", PRINTED
    ),
    "huge numbers": lambda: _beside(
        "numbers.yaml", f"extends: orchard\nlines: {{a: {{ladder: [1, {'9' * 500_000}]}}}}\n", PRINTED
    ),
    "numbers that are rules": lambda: _beside(
        "numbers.yaml", "extends: orchard\nlines: {a: {kind: each, points: 1000000}}\n", PRINTED
    ),
    "numbers of many lines": lambda: _beside(
        "numbers.yaml",
        "extends: orchard\nlines:\n" + "".join(f"  l{at}: {{ladder: [1]}}\n" for at in range(8_000)),
        PRINTED,
    ),
}
