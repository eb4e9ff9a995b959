"""Whitelisted text → expression.

`parse("3 * tiles.gate if persons.guard else 0", scope)` gives the same tree that a kind of line would build. Python's
own parser reads the text; only what is written down here passes, within limits on length, size and depth.
"""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass

from scoring.errors import did_you_mean, quoted, shortened
from scoring.expression import (
    Absolute,
    Binary,
    Choice,
    Compare,
    Count,
    Entries,
    Everyone,
    Expression,
    Extreme,
    Item,
    Length,
    Logic,
    Not,
    Number,
    Players,
    Points,
    SumOver,
    Total,
    added,
    negative,
    walk,
)
from scoring.scope import Counted, Misfit, Names, worth

LONGEST = 400  # characters
MOST_NODES = 150
DEEPEST = 25
LARGEST_NUMBER = 1_000_000
MOST_COUNTED = 2_000  # numbers that a formula reads, all kinds of its sums written out

_ONE_LINE = {ord(sign): " " for sign in "\n\r\t\f"}
FUNCTIONS = ("min", "max", "abs", "sum", "value", "length", "points", "everyone")
_OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%"}
_COMPARISONS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
_SIGNS = {"×": "*", "·": "*", "−": "-", "–": "-", "÷": "//", "≥": ">=", "≤": "<=", "≠": "!="}
# what other languages write, and what a formula writes instead
_FOREIGN = (
    (r"&&?", "and"),
    (r"\|\|?", "or"),
    (r"=>", ">="),
    (r"=<", "<="),
    (r"<>", "!="),
    (r"!(?!=)", "not"),
    (r"(?<![=<>!])=(?!=)", "=="),
    (r"\bAND\b", "and"),
    (r"\bOR\b", "or"),
    (r"\bNOT\b", "not"),
    (r"(?<=[0-9)]) ?x(?= ?[a-z0-9(])", "*"),
)


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in a formula: at which character (from 0), what, a hint."""

    column: int
    what: str
    hint: str = ""
    about: tuple[str, ...] = ()  # the count or line it is about: ("counts", "apples")


class FormulaError(ValueError):
    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(fault.what for fault in faults))
        self.faults = faults
        self.field = ""  # where the formula stands in its line, told by who asked for it


def parse(text: str, scope: Names, *, total: bool = False, items: tuple[str, ...] = ()) -> Expression:
    """A formula that gives a number. `total`: may it read the player's total; `items`: fields it may read.

    >>> parse("2 + 3 * 4", Names({}))
    Binary(operator='+', left=Number(value=2), right=Binary(operator='*', left=Number(value=3), right=Number(value=4)))
    """
    return _Reader(text, scope, total, items).read(condition=False)


def parse_condition(text: str, scope: Names, *, total: bool = False) -> Expression:
    """A formula that holds or does not: a comparison, a tick, or these joined by and, or, not."""
    return _Reader(text, scope, total, ()).read(condition=True)


class _Reader:
    def __init__(self, text: str, scope: Names, total: bool, items: tuple[str, ...]) -> None:
        self.text, self.scope, self.total = text, scope, total
        self.items: tuple[str, ...] = items
        self.faults: list[Fault] = []
        self.counted_numbers = 0
        self.indent = len(text) - len(text.lstrip())

    def read(self, condition: bool) -> Expression:
        tree = self.syntax()
        self.size(tree)
        result = self.condition(tree) if condition else self.number(tree)
        if self.faults:
            raise FormulaError(self.faults)
        return result

    # -- text to Python's tree

    def syntax(self) -> ast.expr:
        if not self.text.strip():
            raise FormulaError([Fault(0, "the formula is empty")])
        if len(self.text) > LONGEST:
            raise FormulaError([Fault(LONGEST, f"the formula is longer than {LONGEST} characters")])
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ast.parse(self.text.strip().translate(_ONE_LINE), mode="eval").body
        except SyntaxError as error:
            at = max(0, (error.offset or 1) - 1) + self.indent
            raise FormulaError([self.unreadable(min(at, max(0, len(self.text) - 1)))]) from None
        except (ValueError, RecursionError, MemoryError):
            raise FormulaError([Fault(0, "the formula cannot be read", "it may be nested too deeply")]) from None

    def unreadable(self, at: int) -> Fault:
        """Why Python's parser stopped, by what stands in the text."""
        text = self.text
        for place, letter in enumerate(text):
            if letter in _SIGNS:
                return Fault(place, f'a formula does not know "{letter}"', f"write {_SIGNS[letter]}")
        for foreign, ours in _FOREIGN:
            if found := re.search(foreign, text):
                return Fault(found.start(), f'a formula does not know "{found[0].strip()}"', f"write {ours}")
        if found := re.search(r"[\"'`]", text):
            return Fault(found.start(), "a formula has no quotes", "it knows numbers and names only")
        if "?" in text:
            return Fault(text.index("?"), 'a formula does not know "?"', "write 5 if apples > 2 else 0")
        if "{" in text or "}" in text:
            at = min(text.find(sign) for sign in "{}" if sign in text)
            return Fault(at, f'a formula does not know "{text[at]}"', "write ( and )")
        opened, closed = text.count("("), text.count(")")
        if opened != closed:
            missing = ")" if opened > closed else "("
            return Fault(len(text.rstrip()) if opened > closed else text.rindex(")"), f'a "{missing}" is missing')
        if found := re.search(r"(?<![\w.])0[0-9]+", text):
            return Fault(found.start(), f"{found[0]} is not a plain number", f"write {int(found[0])}")
        if found := re.search(r"[^\w\s.+\-*/%<>=!(),]", text):
            return Fault(found.start(), f'a formula does not know "{found[0]}"')
        if found := re.search(r"[-+*/%]\s+[*/%]|[-+*/%<>]\s*\)", text):
            return Fault(found.start(), f'something is missing after "{found[0][0]}"')
        for found in re.finditer(r"(?<![\w.])([0-9]+) ?([A-Za-z_][\w.]*)|([\w.]+|\))\s+(?=(\w[\w.]*|\())", text):
            left, right = found[1] or found[3], found[2] or found[4]
            if not {left, right} & {"if", "else", "and", "or", "not"}:
                what = f"an operator is missing between {left} and {right}"
                return Fault(found.start(2 if found[2] else 4), what, f"such as {left} * {right}")
        if (found := re.search(r"\bif\b", text)) and not re.search(r"\belse\b", text):
            return Fault(found.start(), 'after this "if" an "else" is missing', "write 5 if apples > 2 else 0")
        if found := re.search(r"[-+*/%<>=(,]\s*$|\b(and|or|not|if|else)\s*$", text):
            return Fault(found.start(), f'something is missing after "{found[0].strip()}"')
        return Fault(at, "the formula cannot be read from here on", "is an operator or a bracket missing?")

    def size(self, tree: ast.expr) -> None:
        """Refuses large and deep trees, walking with a stack: recursion comes after."""
        waiting: list[tuple[ast.AST, int]] = [(tree, 1)]
        seen = 0
        while waiting:
            node, depth = waiting.pop()
            if isinstance(node, ast.expr):
                seen += 1
            if seen > MOST_NODES:
                raise FormulaError([Fault(0, f"the formula has more than {MOST_NODES} parts", "split it into lines")])
            if depth > DEEPEST:
                what = f"the formula is more than {DEEPEST} levels deep; each + and × is one"
                raise FormulaError([Fault(self.column(node), what, "split it into lines")])
            waiting.extend((child, depth + isinstance(child, ast.expr)) for child in ast.iter_child_nodes(node))

    def column(self, node: ast.AST) -> int:
        offset = getattr(node, "col_offset", 0)
        return self.indent + len(self.text.strip().encode()[:offset].decode(errors="ignore"))

    def fault(self, node: ast.AST, what: str, hint: str = "", about: tuple[str, ...] = ()) -> Expression:
        self.faults.append(Fault(self.column(node), what, hint, about))
        return Number(0)

    def misfit(self, node: ast.AST, misfit: Misfit, hint: str = "") -> Expression:
        return self.fault(node, misfit.what, hint or misfit.hint, misfit.about)

    def reads(self, node: ast.AST, numbers: int) -> None:
        """Refuses a formula that grows large when its sums are written out."""
        self.counted_numbers += numbers
        if self.counted_numbers > MOST_COUNTED:
            raise FormulaError([Fault(self.column(node), "the formula reads too many counts", "split it into lines")])

    def fault_after(self, node: ast.expr, what: str, hint: str) -> Expression:
        """At the operator that follows a part, brackets and spaces skipped."""
        rest = self.text.strip().encode()[node.end_col_offset or 0 :].decode(errors="ignore")
        skipped = len(rest) - len(rest.lstrip(" )"))
        column = self.indent + len(self.text.strip()) - len(rest) + skipped
        self.faults.append(Fault(column, what, hint))
        return Number(0)

    def written(self, node: ast.expr) -> str:
        """A part of the formula as a person wrote it."""
        source = self.text.strip().encode()
        if node.end_col_offset is None:
            return ast.unparse(node)
        return shortened(source[node.col_offset : node.end_col_offset].decode(errors="ignore"))

    # -- Python's tree to ours

    def condition(self, node: ast.expr) -> Expression:
        match node:
            case ast.BoolOp(op=op, values=values):
                return Logic("and" if isinstance(op, ast.And) else "or", tuple(map(self.condition, values)))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Not(self.condition(operand))
            case ast.Compare(left=left, ops=operators, comparators=rights):
                return self.comparison([left, *rights], operators)
        part = self.number(node)
        if isinstance(part, Count) and part.tick:
            return Compare("!=", part, Number(0))
        if not self.faults:
            what = f'"{self.written(node)}" is a number, not a condition'
            counts = [inner.name.partition(".")[0] for inner in walk(part) if isinstance(inner, Count | Entries)]
            about = ("counts", counts[0]) if counts else ()
            self.fault(node, what, f"write {self.written(node)} > 0", about)
        return Compare("!=", Number(0), Number(0))

    def comparison(self, terms: list[ast.expr], operators: list[ast.cmpop]) -> Expression:
        odd = next((at for at, operator in enumerate(operators) if type(operator) not in _COMPARISONS), None)
        if odd is not None:
            return self.fault_after(terms[odd], "only < <= > >= == != compare", "write == for is")
        parts = [self.number(term) for term in terms]
        pairs = [
            Compare(_COMPARISONS[type(operator)], parts[at], parts[at + 1]) for at, operator in enumerate(operators)
        ]
        return pairs[0] if len(pairs) == 1 else Logic("and", tuple(pairs))

    def number(self, node: ast.expr) -> Expression:
        match node:
            case ast.Constant(value=bool()):
                return self.fault(node, f"{self.written(node)} is no number", "write 1 or 0")
            case ast.Constant(value=int(value)):
                if value > LARGEST_NUMBER:
                    return self.fault(node, "this number is larger than a million")
                if self.written(node) != str(value):
                    return self.fault(node, f"{self.written(node)} is not a plain number", f"write {value}")
                return Number(value)
            case ast.Constant(value=float()):
                return self.fault(node, "only whole numbers are counted", "for a half write // 2 (rounded down)")
            case ast.Constant():
                return self.fault(
                    node, f"{self.written(node)} cannot stand in a formula", "it knows numbers and names only"
                )
            case ast.Name(id=name):
                return self.name(node, name)
            case ast.Attribute(value=ast.Name(id=owner), attr=kind):
                return self.reference(node, f"{owner}.{kind}")
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return negative(self.number(operand))
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.number(operand)
            case ast.BinOp(left=left, op=operator, right=right):
                return self.arithmetic(node, left, operator, right)
            case ast.IfExp(test=test, body=yes, orelse=no):
                return Choice(self.condition(test), self.number(yes), self.number(no))
            case ast.Call():
                return self.call(node)
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                self.condition(node)
                text = self.written(node)
                return self.fault(node, "a condition is no number", f"write 1 if {text} else 0")
            case ast.Tuple():
                hint = "a comma stands only inside min(…), max(…) and sum(…)"
                return self.fault_after(node.elts[0] if node.elts else node, "a formula is one number", hint)
            case ast.Attribute(value=ast.Name(id=function)) if function in FUNCTIONS:
                return self.fault(node, f'"{self.written(node)}" cannot be read', f"write {function}({node.attr})")
        return self.fault(node, f'"{self.written(node)}" cannot stand in a formula')

    def arithmetic(self, node: ast.BinOp, left: ast.expr, operator: ast.operator, right: ast.expr) -> Expression:
        sign = _OPERATORS.get(type(operator))
        if sign is None:
            hint = {
                ast.Div: "write // (rounded down)",
                ast.Pow: "multiply instead",
                ast.BitXor: "multiply instead",
            }.get(type(operator), "")
            return self.fault_after(left, "only + - * // % can calculate", hint)
        first, second = self.number(left), self.number(right)
        if sign in ("//", "%") and second == Number(0) and not self.faults:
            return self.fault(right, "nothing can be divided by 0")
        return Binary(sign, first, second)

    def name(self, node: ast.expr, name: str) -> Expression:
        if name in self.items:
            return Item(name)
        if name == "players":
            return Players()
        if name == "total":
            return (
                Total()
                if self.total
                else self.fault(node, '"total" is not known before all lines are', "add points(…) of lines")
            )
        if name == "slot" and name not in self.scope.counts:
            return self.fault(node, '"slot" is known only inside sum(list, …)')
        if name in FUNCTIONS and name not in self.scope.counts:
            return self.fault(node, f'"{name}" needs brackets', f"write {name}(…)")
        return self.reference(node, name)

    def reference(self, node: ast.expr, name: str) -> Expression:
        try:
            count, kind = self.scope.count(name)
        except Misfit as misfit:
            return self.misfit(node, misfit, did_you_mean(name, self.items) if self.items else "")
        if kind is not None:
            return count.numbers[kind]
        if count.entries is not None:
            about = ("counts", count.id)
            return self.fault(node, f'"{name}" is a list', f"write sum({name}) or length({name})", about)
        if count.kinds:
            first = next(iter(count.numbers), "")
            hint = f"write {name}.{first} or sum({name})"
            return self.fault(node, f'"{name}" has several kinds', hint, ("counts", count.id))
        return count.numbers[""]

    def call(self, node: ast.Call) -> Expression:
        if not isinstance(node.func, ast.Name) or node.func.id not in FUNCTIONS:
            written = self.written(node.func)
            hint = did_you_mean(written, FUNCTIONS, f"functions are: {', '.join(FUNCTIONS)}")
            owner, _, last = written.rpartition(".")
            if last in FUNCTIONS:
                hint = f"write {last}({owner})"
            elif written in self.scope.counts or owner in self.scope.counts:
                hint = f"for × write {written} * (…)"
            return self.fault(node, f"there is no function {quoted(written)}", hint)
        if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
            return self.fault(node, f"{node.func.id}(…) takes numbers and names only, without = and *")
        name, given = node.func.id, node.args
        if name in ("min", "max"):
            if len(given) < 2:
                return self.fault(node, f"{name}(…) takes two numbers or more")
            return Extreme(name, tuple(map(self.number, given)))
        if name == "sum" and len(given) == 2:
            return self.sum_over(node, *given)
        if len(given) != 1:
            takes = {
                "abs": "one number",
                "everyone": "one number",
                "points": "one line",
                "sum": "a count, or a list and what to add",
            }
            return self.fault(node, f"{name}(…) takes {takes.get(name, 'one count')}")
        if name == "abs":
            return Absolute(self.number(given[0]))
        if name == "points":
            return self.points(given[0])
        if name == "everyone":
            return self.everyone(node, given[0])
        count = self.counted(given[0])
        if count is None:
            return Number(0)
        about = ("counts", count.id)
        self.reads(node, 1 if count.entries is not None else len(count.numbers))
        if name == "sum":
            return added(count.parts)
        if name == "length":
            if count.entries is None:
                hint = f"write sum({count.id})" if count.kinds else f"write {count.id}"
                return self.fault(given[0], f'"{count.id}" is no list', hint, about)
            return Length(count.entries)
        lacking = [kind for kind in count.numbers if kind not in count.values]
        if count.entries is None and lacking:
            of = f"{count.id}.{lacking[0]}" if lacking[0] else count.id
            return self.fault(given[0], f'"{of}" has no value', "add value: … where it is counted", about)
        return worth(count)

    def everyone(self, node: ast.Call, body: ast.expr) -> Expression:
        """A number of every player, added."""
        if self.items:
            return self.fault(node, "everyone(…) cannot stand inside the sum over a list")
        inner = self.number(body)
        if any(isinstance(part, Everyone) for part in walk(inner)):
            return self.fault(node, "everyone(…) cannot stand inside another")
        return Everyone(inner)

    def points(self, node: ast.expr) -> Expression:
        name = node.id if isinstance(node, ast.Name) else self.written(node)
        lines = list(self.scope.lines)
        if name not in lines:
            hint = did_you_mean(name, lines, f"lines are: {', '.join(lines)}")
            return self.fault(node, f"there is no line {quoted(name)}", hint, ("lines", name))
        return Points(name)

    def sum_over(self, node: ast.Call, what: ast.expr, body: ast.expr) -> Expression:
        count = self.counted(what)
        if count is None:
            return Number(0)
        if count.entries is None:
            return self.fault(what, f'"{count.id}" is no list', f"write sum({count.id})", ("counts", count.id))
        if self.items:
            return self.fault(node, "a sum over a list cannot stand inside another")
        self.items = ("value", "slot", *count.entries.fields)
        try:
            return SumOver(count.entries, self.number(body))
        finally:
            self.items = ()

    def counted(self, node: ast.expr) -> Counted | None:
        if isinstance(node, ast.Attribute):
            self.fault(node, "a whole count must stand here, not one kind", f"write {self.written(node)} alone")
            return None
        if not isinstance(node, ast.Name):
            self.fault(
                node, "the name of a count must stand here", f"such as {next(iter(self.scope.counts), 'apples')}"
            )
            return None
        try:
            count, _ = self.scope.count(node.id)
        except Misfit as misfit:
            self.misfit(node, misfit)
            return None
        return count
