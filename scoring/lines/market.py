"""`market`: number × price."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from scoring.expression import Expression, added
from scoring.lines.base import CountRef, Line, Worth
from scoring.lines.scope import Scope
from scoring.scope import Misfit
from scoring.text import Case, Joined, Working, unless_none, working
from scoring.words import Inside, Phrase, phrase


class Market(Line):
    """Each one counted is worth the price at which its market stands."""

    counted = ("of", "price")

    kind: Literal["market"]
    of: CountRef
    price: CountRef = Field(description="A count; with kinds, the price of each kind of `of`.")

    def products(self, scope: Scope) -> list[tuple[Expression, Expression]]:
        goods, kind = scope.count(self.of)
        prices, price_kind = scope.count(self.price, "price")
        if kind is None and goods.kinds and price_kind is None and prices.kinds:
            lacking = [name for name in goods.numbers if name not in prices.numbers]
            if lacking:
                raise Misfit("price", f'count "{prices.id}" has no price for "{lacking[0]}"')
            return [(number, prices.numbers[name]) for name, number in goods.numbers.items()]
        if price_kind is None and prices.kinds:
            which = kind if kind in prices.numbers else next(iter(prices.numbers))
            raise Misfit("price", f'count "{prices.id}" has several prices', f'write "{prices.id}.{which}"')
        return [(scope.number(self.of), scope.number(self.price, "price"))]

    def expression(self, scope: Scope, path: str) -> Expression:
        return added([number * price for number, price in self.products(scope)])

    def workings(self, scope: Scope, path: str) -> Working:
        products = self.products(scope)
        if len(products) == 1:
            (number, price), *_ = products
            return unless_none(number, Case(None, "working.each", {"count": number, "each": price}))
        parts = Joined(tuple(number * price for number, price in products))
        return working(Case(None, "working.parts", {"parts": parts}), row=Case(None, "working.sum", {}))

    def panel(self, scope: Scope) -> tuple[Worth, ...]:
        price = scope.label(self.price.partition(".")[0])
        return (Worth(phrase("panel.market", price=Inside(price))),)

    def in_words(self, scope: Scope) -> Phrase:
        return phrase("rule.market", of=scope.label(self.of), price=scope.label(self.price))
