"""Functions with their derivatives: one table, read with numbers by jets.py and with formulas by formulas.py.

DERIVATIVES[name](x, y, f) gives y', y'', y''' one after the other, y = name(x); f has the functions by name. POWER is that of x**n."""
from __future__ import annotations

import math


def _sqrt(x, y, f):
    yield 0.5 / y
    yield -0.25 / (x * y)
    yield 0.375 / (x * x * y)


def _cbrt(x, y, f):
    yield y / (3.0 * x)
    yield -2.0 * y / (9.0 * x * x)
    yield 10.0 * y / (27.0 * x * x * x)


def _exp(x, y, f):
    yield y
    yield y
    yield y


def _log(x, y, f):
    yield 1.0 / x
    yield -1.0 / (x * x)
    yield 2.0 / (x * x * x)


def _sin(x, y, f):
    yield f.cos(x)
    yield -y
    yield -f.cos(x)


def _cos(x, y, f):
    yield -f.sin(x)
    yield -y
    yield f.sin(x)


def _tan(x, y, f):
    t = 1.0 + y * y
    yield t
    yield 2.0 * y * t
    yield 2.0 * t * (t + 2.0 * y * y)


def _sinh(x, y, f):
    yield f.cosh(x)
    yield y
    yield f.cosh(x)


def _cosh(x, y, f):
    yield f.sinh(x)
    yield y
    yield f.sinh(x)


def _tanh(x, y, f):
    t = 1.0 - y * y
    yield t
    yield -2.0 * y * t
    yield -2.0 * t * (t - 2.0 * y * y)


def _arctan(x, y, f):
    q = 1.0 / (1.0 + x * x)
    yield q
    yield -2.0 * x * q * q
    yield (6.0 * x * x - 2.0) * q * q * q


def _arcsin(x, y, f):
    r = 1.0 / f.sqrt(1.0 - x * x)
    yield r
    yield x * r * r * r
    yield (1.0 + 2.0 * x * x) * r * r * r * r * r


def _arccos(x, y, f):
    for d in _arcsin(x, y, f):
        yield -d


def _absolute(x, y, f):
    yield f.sign(x)
    yield 0.0
    yield 0.0


def _sign(x, y, f):
    yield 0.0
    yield 0.0
    yield 0.0


def POWER(x, n, f):
    """n is a number; whole powers of 0 are fine."""
    factor = n
    for k in (1, 2, 3):
        yield factor * f.power(x, n - k) if factor != 0 else 0.0
        factor *= n - k


DERIVATIVES = {
    "sqrt": _sqrt, "cbrt": _cbrt, "exp": _exp, "log": _log, "sin": _sin, "cos": _cos, "tan": _tan, "sinh": _sinh, "cosh": _cosh,
    "tanh": _tanh, "arctan": _arctan, "arcsin": _arcsin, "arccos": _arccos, "absolute": _absolute, "sign": _sign,
}  # fmt: skip


class Numbers:
    """The functions of plain numbers."""

    sqrt, exp, log, sin, cos, tan = math.sqrt, math.exp, math.log, math.sin, math.cos, math.tan
    sinh, cosh, tanh, arctan, arcsin, arccos = math.sinh, math.cosh, math.tanh, math.atan, math.asin, math.acos
    absolute = abs

    @staticmethod
    def cbrt(x):
        return math.copysign(abs(x) ** (1 / 3), x)

    @staticmethod
    def sign(x):
        return math.copysign(1.0, x) if x else 0.0

    @staticmethod
    def power(x, n):
        return x**n


class Overloaded:
    """Arithmetic and functions of NumPy for what is no plain number: `apply(name, *operands)` does the work."""

    __slots__ = ()
    BINARY = {"add": "add", "subtract": "subtract", "multiply": "multiply", "divide": "divide", "true_divide": "divide", "power": "power",
              "float_power": "power", "maximum": "maximum", "minimum": "minimum", "fmax": "maximum", "fmin": "minimum", "less": "less",
              "less_equal": "less_equal", "greater": "greater", "greater_equal": "greater_equal"}  # fmt: skip

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        name = self.BINARY.get(ufunc.__name__, ufunc.__name__)
        if method != "__call__" or kwargs:
            raise TypeError(f"np.{ufunc.__name__} cannot be used so in a law")
        if name == "square":
            return inputs[0] * inputs[0]
        if name == "hypot":
            return self.apply("sqrt", inputs[0] * inputs[0] + inputs[1] * inputs[1])
        if name == "negative":
            return self.apply("multiply", -1.0, inputs[0])
        if name == "positive":
            return inputs[0]
        if name not in DERIVATIVES and name not in self.BINARY.values():
            raise TypeError(f"np.{ufunc.__name__} cannot be used in a law; there are {', '.join(DERIVATIVES)}, maximum, minimum, hypot, where")
        return self.apply(name, *inputs)

    def __array_function__(self, function, types, arguments, kwargs):
        if function.__name__ == "where" and len(arguments) == 3:
            return self.apply("where", *arguments)
        raise TypeError(f"np.{function.__name__} cannot be used in a law")

    def __float__(self):
        raise TypeError("a law needs the functions of NumPy, which know derivatives: np.sqrt(v) instead of math.sqrt(v)")

    def __add__(self, other):
        return self.apply("add", self, other)

    def __radd__(self, other):
        return self.apply("add", other, self)

    def __sub__(self, other):
        return self.apply("subtract", self, other)

    def __rsub__(self, other):
        return self.apply("subtract", other, self)

    def __mul__(self, other):
        return self.apply("multiply", self, other)

    def __rmul__(self, other):
        return self.apply("multiply", other, self)

    def __truediv__(self, other):
        return self.apply("divide", self, other)

    def __rtruediv__(self, other):
        return self.apply("divide", other, self)

    def __pow__(self, other):
        return self.apply("power", self, other)

    def __rpow__(self, other):
        return self.apply("power", other, self)

    def __neg__(self):
        return self.apply("multiply", -1.0, self)

    def __pos__(self):
        return self

    def __abs__(self):
        return self.apply("absolute", self)

    def __lt__(self, other):
        return self.apply("less", self, other)

    def __le__(self, other):
        return self.apply("less_equal", self, other)

    def __gt__(self, other):
        return self.apply("greater", self, other)

    def __ge__(self, other):
        return self.apply("greater_equal", self, other)
