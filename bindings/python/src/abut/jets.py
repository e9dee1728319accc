"""Numbers that carry their derivatives: laws and surfaces are written for values, and give exact derivatives up to the third.

A Jet is a value with gradient, Hessian and third derivatives by n variables, as far as the order asks. Sums, products and chains follow
their rules; branches (if, while) see the value."""
from __future__ import annotations

import numpy as np

from .elementary import DERIVATIVES, POWER, Numbers, Overloaded

_COMPARED = {"less": lambda x, y: x < y, "less_equal": lambda x, y: x <= y, "greater": lambda x, y: x > y,
             "greater_equal": lambda x, y: x >= y}  # fmt: skip


def _turns(g, H):
    """g_i H_jk + g_j H_ik + g_k H_ij"""
    one = np.multiply.outer(g, H)
    return one + one.transpose(1, 0, 2) + one.transpose(1, 2, 0)


class Jet(Overloaded):
    __slots__ = ("v", "g", "H", "T")

    def __init__(self, v: float, g, H=None, T=None):
        self.v, self.g, self.H, self.T = v, g, H, T

    def apply(self, name, *x):
        return _apply(name, *x)

    def __eq__(self, other):
        return self.v == value(other)

    def __bool__(self):
        return self.v != 0

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Jet({self.v!r}, {self.g!r})"

    def _scaled(self, v, factor):
        return Jet(v, factor * self.g, None if self.H is None else factor * self.H, None if self.T is None else factor * self.T)

    def _chain(self, v, derivatives):
        d1 = next(derivatives)
        g = d1 * self.g
        if self.H is None:
            return Jet(v, g)
        d2, gg = next(derivatives), np.multiply.outer(self.g, self.g)
        H = d1 * self.H + d2 * gg
        if self.T is None:
            return Jet(v, g, H)
        return Jet(v, g, H, d1 * self.T + d2 * _turns(self.g, self.H) + next(derivatives) * np.multiply.outer(self.g, gg))


def value(x) -> float:
    return x.v if isinstance(x, Jet) else float(x)


def variables(values, order: int) -> list[Jet]:
    """The variables themselves: each changes by 1 with itself."""
    n = len(values)
    unit, H, T = np.eye(n), np.zeros((n, n)) if order > 1 else None, np.zeros((n, n, n)) if order > 2 else None
    return [Jet(float(x), unit[i], H, T) for i, x in enumerate(values)]


def _add(x, y):
    H = None if x.H is None else x.H + y.H
    return Jet(x.v + y.v, x.g + y.g, H, None if x.T is None else x.T + y.T)


def _multiply(x, y):
    v, g = x.v * y.v, x.v * y.g + y.v * x.g
    if x.H is None:
        return Jet(v, g)
    cross = np.multiply.outer(x.g, y.g)
    H = x.v * y.H + y.v * x.H + cross + cross.T
    if x.T is None:
        return Jet(v, g, H)
    return Jet(v, g, H, x.v * y.T + y.v * x.T + _turns(x.g, y.H) + _turns(y.g, x.H))


def _reciprocal(x, v):
    return x._chain(v, iter((-v * v, 2 * v**3, -6 * v**4)))


def _apply(name, *x):
    if name in _COMPARED:
        return _COMPARED[name](value(x[0]), value(x[1]))
    if name == "where":
        return x[1] if x[0] else x[2]
    if name in ("maximum", "minimum"):
        first = value(x[0]) >= value(x[1]) if name == "maximum" else value(x[0]) <= value(x[1])
        return x[0] if first else x[1]
    if name == "power":
        return _power(*x)
    if name in DERIVATIVES:
        (one,) = x
        v = getattr(Numbers, name)(one.v)
        return one._chain(v, DERIVATIVES[name](one.v, v, Numbers))
    a, b = x
    if isinstance(a, Jet) and isinstance(b, Jet):
        if name == "add":
            return _add(a, b)
        if name == "subtract":
            return _add(a, b._scaled(-b.v, -1.0))
        if name == "multiply":
            return _multiply(a, b)
        made = _multiply(a, _reciprocal(b, 1.0 / b.v))
        made.v = a.v / b.v
        return made
    jet, number, first = (a, float(b), True) if isinstance(a, Jet) else (b, float(a), False)
    if name == "add":
        return Jet(jet.v + number, jet.g, jet.H, jet.T)
    if name == "subtract":
        return Jet(jet.v - number, jet.g, jet.H, jet.T) if first else jet._scaled(number - jet.v, -1.0)
    if name == "multiply":
        return jet._scaled(jet.v * number, number)
    if first:
        return jet._scaled(jet.v / number, 1.0 / number)
    made = _reciprocal(jet, 1.0 / jet.v)._scaled(number / jet.v, number)
    return made


def _power(x, n):
    if isinstance(n, Jet):  # x^n = exp(n log x)
        base = x if isinstance(x, Jet) else n._scaled(float(x), 0.0)
        made = _apply("exp", n * _apply("log", base))
        made.v = value(x) ** n.v
        return made
    number = float(n)
    return x._chain(x.v**number, POWER(x.v, number, Numbers))
