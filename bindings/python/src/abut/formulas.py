"""A law as a formula: its function is called once with symbols, what it computes is written down, differentiated, and becomes straight
lines of code for a compiler. Equal parts are computed once."""
from __future__ import annotations

import math
from typing import Iterable, Sequence

from .elementary import DERIVATIVES, POWER, Overloaded

_INFIX = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/", "less": "<", "less_equal": "<=", "greater": ">", "greater_equal": ">="}
_CALLED = {"absolute": "abs", "arctan": "atan", "arcsin": "asin", "arccos": "acos"}


class Symbol(Overloaded):
    """One part of a formula: an operation on other parts, a number or a variable."""

    __slots__ = ("book", "name", "of")

    def __init__(self, book: "Book", name: str, of: tuple):
        self.book, self.name, self.of = book, name, of

    def apply(self, name, *operands):
        return self.book.make(name, *operands)

    def __bool__(self):
        raise TypeError("a compiled law is a formula and cannot branch: np.where(condition, a, b) instead of if; or compiled=False")

    __iter__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{self.name}>"


class Book:
    """All parts of the formulas of one law."""

    def __init__(self):
        self._parts: dict[tuple, Symbol] = {}
        self._slopes: dict[tuple, Symbol] = {}
        self._order: dict[int, int] = {}

    def variable(self, text: str) -> Symbol:
        return self._part("variable", (text,))

    def number(self, x: float) -> Symbol:
        return self._part("number", (float(x),))

    def _part(self, name: str, of: tuple) -> Symbol:
        key = (name, *(id(x) if isinstance(x, Symbol) else x for x in of))
        if name == "number" and of[0] == 0:  # -0.0 == 0.0
            key = (name, math.copysign(1.0, of[0]), 0.0)
        if key not in self._parts:
            self._parts[key] = Symbol(self, name, of)
        return self._parts[key]

    def make(self, name: str, *operands) -> Symbol:
        x = tuple(o if isinstance(o, Symbol) else self.number(o) for o in operands)
        c = tuple(o.of[0] if o.name == "number" else None for o in x)
        if name == "power":
            return self._power(*x)
        if name in ("add", "subtract", "multiply") and all(n is not None for n in c):
            one, two = (float(n) for n in c if n is not None)
            return self.number(one + two if name == "add" else one - two if name == "subtract" else one * two)
        if name == "add" and 0 in c:
            return x[1] if c[0] == 0 else x[0]
        if name == "subtract" and c[1] == 0:
            return x[0]
        if name == "multiply" and 0 in c:  # a derivative that is not there; x*0 of a law is 0 for all that is finite
            return self.number(0)
        if name in ("multiply", "divide") and c[1] == 1:
            return x[0]
        if name == "multiply" and c[0] == 1:
            return x[1]
        if name == "divide" and c[0] == 0:
            return self.number(0)
        return self._part(name, x)

    def _power(self, base: Symbol, exponent: Symbol) -> Symbol:
        n = exponent.of[0] if exponent.name == "number" else None
        if n == 0:
            return self.number(1)
        if n == 1:
            return base
        if n == 2:
            return self.make("multiply", base, base)
        return self._part("power", (base, exponent))

    # ---- derivatives ----
    def slope(self, part: Symbol, by: Symbol) -> Symbol:
        key = (id(part), id(by))
        if key not in self._slopes:
            self._slopes[key] = self._slope(part, by)
        return self._slopes[key]

    def _slope(self, part: Symbol, by: Symbol) -> Symbol:
        if part.name in ("number", "variable") or part.name.startswith(("less", "greater")):
            return self.number(1 if part is by else 0)
        if part.name == "where":
            return self.make("where", part.of[0], self.slope(part.of[1], by), self.slope(part.of[2], by))
        d = [self.slope(x, by) for x in part.of]
        if part.name in ("maximum", "minimum"):
            first = self.make("greater_equal" if part.name == "maximum" else "less_equal", *part.of)
            return self.make("where", first, *d)
        if part.name in ("add", "subtract"):
            return self.make(part.name, *d)
        if part.name == "multiply":
            return part.of[0] * d[1] + d[0] * part.of[1]
        if part.name == "divide":
            return (d[0] - part * d[1]) / part.of[1]
        if part.name == "power" and part.of[1].name == "number":
            return next(POWER(part.of[0], part.of[1].of[0], self)) * d[0]
        if part.name == "power":
            x, n = part.of
            return part * (d[1] * self.make("log", x) + n * d[0] / x)
        return next(DERIVATIVES[part.name](part.of[0], part, self)) * d[0]

    def __getattr__(self, name: str):  # the functions that the table of derivatives asks for
        if name in DERIVATIVES or name == "power":
            return lambda *x: self.make(name, *x)
        raise AttributeError(name)

    # ---- code ----
    def code(self, wanted: Sequence[Symbol], known: Iterable[Symbol] = ()) -> tuple[list[str], list[str]]:
        """Lines that compute these parts, and what each is called then. known: parts whose lines stand before, with their names."""
        names = {id(part): f"v{self._index(part)}" for part in known if part.name not in ("number", "variable")}
        lines: list[str] = []

        def write(part: Symbol) -> str:
            if part.name == "variable":
                return part.of[0]
            if part.name == "number":
                return f"({part.of[0]!r})"
            if id(part) not in names:
                of = [write(x) for x in part.of]
                names[id(part)] = f"v{self._index(part)}"
                lines.append(f"{names[id(part)]} = {_text(part.name, of)}")
            return names[id(part)]

        return lines, [write(part) for part in wanted]

    def _index(self, part: Symbol) -> int:
        return self._order.setdefault(id(part), len(self._order))

    def reached(self, wanted: Sequence[Symbol]) -> list[Symbol]:
        """These parts, and all that they are made of."""
        found: dict[int, Symbol] = {}
        rest = list(wanted)
        while rest:
            part = rest.pop()
            if id(part) not in found:
                found[id(part)] = part
                rest += [x for x in part.of if isinstance(x, Symbol)]
        return list(found.values())


def _text(name: str, of: list[str]) -> str:
    if name in _INFIX:
        return f"{of[0]} {_INFIX[name]} {of[1]}"
    if name == "where":
        return f"{of[1]} if {of[0]} else {of[2]}"
    if name == "maximum":
        return f"{of[0]} if {of[0]} >= {of[1]} else {of[1]}"
    if name == "minimum":
        return f"{of[0]} if {of[0]} <= {of[1]} else {of[1]}"
    if name == "power":
        return f"{of[0]} ** {of[1]}"
    return f"{_CALLED.get(name, name)}({', '.join(of)})"

