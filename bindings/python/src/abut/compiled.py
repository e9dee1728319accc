"""Laws and surfaces written in Python, as machine code by numba: the formula of the law (formulas.py) with its derivatives between lines that
read what the library hands over and write what it wants."""
from __future__ import annotations

import math

from . import slots
from ._library import ffi
from .errors import AbutError
from .formulas import Book, Symbol
from .slots import LOCALS, SECOND, THIRD


def _at(struct: str, member: str, prefix: str, item: int | None = None) -> str:
    """A double of a struct, or an item of an array of them, by its place among doubles."""
    return f"{prefix}[{ffi.offsetof(struct, member, *([] if item is None else [item])) // 8}]"


class _Source:
    """The text of one function."""

    def __init__(self, law, head: str, views: dict[str, tuple[str, str]]):
        self.book, self.law = Book(), law
        self.lines = [f"def slot({head}):", f"    s_ = carray(self_, {max(1, len(law.params))}, float64)"]
        for name, (pointer, struct) in views.items():
            self.lines.append(f"    {name} = carray({pointer}, {ffi.sizeof(struct) // 8 if struct != 'double' else 1}, float64)")
        self.params = {key: self.book.variable(f"s_[{i}]") for i, key in enumerate(law.params)}

    def patch(self, name: str) -> Symbol:
        return self.book.variable(_at("abut_patch", name, "p_"))

    def call(self, told: list[Symbol], counts, what: str) -> list[Symbol]:
        made = self.law.function(*told, **self.params)
        numbers = made if isinstance(made, (tuple, list)) else (made,)
        if len(numbers) not in counts:
            raise AbutError(f"{self.law.label}: it answers with {len(numbers)} numbers; wanted: {what}")
        return [x if isinstance(x, Symbol) else self.book.number(x) for x in numbers]

    def put(self, parts: dict[str, Symbol], indent: int = 4, before: list[Symbol] = []) -> list[Symbol]:
        """Lines that compute these parts and put them where the keys say; what stands before them is known."""
        lines, names = self.book.code(list(parts.values()), before)
        lines += [f"{place} = {name}" for place, name in zip(parts, names)]
        self.lines += [" " * indent + line for line in lines]
        return [*before, *self.book.reached(list(parts.values()))]

    def text(self, last: str = "") -> str:
        return "\n".join([*self.lines, *([f"    {last}"] if last else []), ""])


def _compile(source: str, signature: str, label: str):
    try:
        import numba
    except ImportError:
        raise AbutError(f"{label}: compiled=True needs numba, which is not installed", status="MISSING") from None
    import numpy as np

    known = {"carray": numba.carray, "float64": np.float64, "int64": np.int64, "uint32": np.uint32,
             **{name: getattr(math, name) for name in ("sqrt", "exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh", "atan", "asin", "acos")},
             "cbrt": np.cbrt, "sign": np.sign}  # fmt: skip
    exec(compile(source, f"<{label}>", "exec"), known)
    return numba.cfunc(signature, error_model="numpy")(known["slot"])


def _total(parts) -> Symbol:
    first, *rest = parts
    for part in rest:
        first = first + part
    return first


# ---- friction ----
def _friction(law):
    views = {"p_": ("p", "abut_patch"), "n_": ("n", "abut_normal"), "o_": ("out", "abut_traction")}
    source = _Source(law, "self_, p, n, derivatives, out", views)
    told = [source.book.variable(_at("abut_normal", name, "n_")) if name in slots.OF_NORMAL else source.patch(name) for name in law.wants]
    T = source.call(told, *slots.friction_answer(law))
    motions = [source.patch(name) for name in ("v1", "v2", "w1", "w2", "wn")]
    loss = source.book.number(0) - _total(t * v for t, v in zip(T, motions))
    T5 = T + [source.book.number(0)] * (5 - len(T))
    before = source.put({**{f"o_[{i}]": t for i, t in enumerate(T5)}, _at("abut_traction", "loss", "o_"): loss})
    slow = law.extra["slip_speed"]
    slow = source.params[slow].of[0] if isinstance(slow, str) else repr(float(slow or 0))
    mode = ffi.offsetof("abut_traction", "mode") // 4
    vv = "{0} * {0} + {1} * {1}".format(*(m.of[0] for m in motions[:2]))
    source.lines += [f"    w_ = carray(out, {ffi.sizeof('abut_traction') // 4}, uint32)",
                     f"    w_[{mode}] = 1 if {vv} < {slow} * {slow} else 2", "    if derivatives == 0:", "        return"]
    rows = {i: _row(source, law, T, told, i) for i in slots.needed(law, False)}
    after = source.put(_matrix(source, rows), 4, before)
    film = ffi.offsetof("abut_patch", "film") // 8
    used = sum(1 << i for i in rows)
    word = ffi.offsetof("abut_traction", "used") // 4
    source.lines += [f"    w_[{word}] = {used}", f"    q_ = carray(p, {ffi.sizeof('abut_patch') // 8}, int64)", f"    if q_[{film}] != 0:"]
    more = {i: _row(source, law, T, told, i) for i in slots.needed(law, True) if i not in rows or i >= LOCALS["u1"]}
    source.put(_matrix(source, more), 8, after)
    source.lines.append(f"        w_[{word}] = {used | sum(1 << i for i in more)}")
    return {"force": _compile(source.text(), "void(voidptr, voidptr, voidptr, uint8, voidptr)", law.label)}


def _matrix(source: _Source, rows: dict[int, list[Symbol]]) -> dict[str, Symbol]:
    start = ffi.offsetof("abut_traction", "dT") // 8
    return {f"o_[{start + 5 * i + k}]": x for i, row in rows.items() for k, x in enumerate(row + [source.book.number(0)] * (5 - len(row)))}


def _changes(source: _Source, law, local: int) -> dict[str, Symbol]:
    """How what the law is told changes with a local variable."""
    if local == slots.PHI:
        return {key: _total([factor * source.patch(other) for other, factor in slots.TURN.get(key, ())] or [source.book.number(0)])
                for key in slots.moving(law)}
    found = {}
    name = next(key for key, i in LOCALS.items() if i == local)
    row = {"h": 0, "hdot": 1, "P": 2, "Q": 3, "u1": 4, "u2": 5}.get(name)
    dln = {"h": ("", 0), "P": ("", 1), "Q": ("", 2), "u1": ("_u", 0), "u2": ("_u", 1)}.get(name)
    for key in slots.moving(law):
        if key == name:
            found[key] = source.book.number(1)
        elif key == "N" and row is not None:
            found[key] = source.book.variable(_at("abut_normal", "dN", "n_", row))
        elif key in ("a", "b") and dln is not None:
            axis = source.book.variable(_at("abut_normal", key, "n_"))
            found[key] = axis * source.book.variable(_at("abut_normal", f"dln{key}{dln[0]}", "n_", dln[1]))
    return found


def _row(source: _Source, law, T: list[Symbol], told: list[Symbol], local: int) -> list[Symbol]:
    by = _changes(source, law, local)
    symbols = dict(zip(law.wants, told))
    row = [_total([source.book.slope(t, symbols[key]) * d for key, d in by.items()] or [source.book.number(0)]) for t in T]
    for k, (other, sign) in enumerate(slots.TURNED[: len(T) // 2 * 2] if local == slots.PHI else ()):
        row[k] = row[k] + sign * T[other]
    return row


# ---- normal laws ----
def _normal(law):
    return {"force": _normal_force(law), "approach": _normal_approach(law)}


def _normal_told(source: _Source, law, h: str) -> list[Symbol]:
    return [source.book.variable(h) if name == "h" else source.patch(name) for name in law.wants]


def _normal_force(law):
    source = _Source(law, "self_, p, state, first, derivatives, out", {"p_": ("p", "abut_patch"), "o_": ("out", "abut_normal")})
    told = _normal_told(source, law, _at("abut_patch", "h", "p_"))
    N, energy = source.call(told, (2,), "N, energy")
    parts = {_at("abut_normal", "N", "o_"): N, _at("abut_normal", "energy", "o_"): energy,
             _at("abut_normal", "exponent", "o_"): source.book.number(law.extra["power"] or 1.5)}
    for name, symbol in zip(law.wants, told):
        if name in LOCALS:
            parts[_at("abut_normal", "dN", "o_", LOCALS[name])] = source.book.slope(N, symbol)
        if name in ("P", "Q"):
            parts[_at("abut_normal", f"energy_{name}", "o_")] = source.book.slope(energy, symbol)
    source.put(parts)
    return _compile(source.text("return 0"), "int32(voidptr, voidptr, voidptr, voidptr, uint8, voidptr)", law.label)


_SOLVE = """
    low, high, x_ = 0.0, 1e300, 1e-6
    for k_ in range(100):
{lines}
        if force < N:
            low = x_
        else:
            high = x_
        new = x_ * (N / force) ** (force / (x_ * by)) if force > 0.0 and by > 0.0 else 0.0
        if abs(new - x_) <= 1e-15 * x_:
            break
        x_ = new if low < new < high else 0.5 * (low + high) if high < 1e300 else 4.0 * x_
    h_[0] = x_
    d_[0] = 1.0 / by
    return 0
"""


def _normal_approach(law):
    source = _Source(law, "self_, p, N, h, slope", {"p_": ("p", "abut_patch"), "h_": ("h", "double"), "d_": ("slope", "double")})
    told = _normal_told(source, law, "x_")
    N, _ = source.call(told, (2,), "N, energy")
    begin = len(source.lines)
    source.put({"force": N, "by": source.book.slope(N, told[law.wants.index("h")])}, 8)
    lines = source.lines[begin:]
    text = "\n".join(source.lines[:begin]) + _SOLVE.format(lines="\n".join(lines))
    return _compile(text, "int32(voidptr, voidptr, float64, voidptr, voidptr)", law.label)


# ---- damping ----
def _damping(law):
    source = _Source(law, "self_, p, memory, n", {"p_": ("p", "abut_patch"), "n_": ("n", "abut_normal"), "m_": ("memory", "abut_damping_memory")})
    touch, now = _at("abut_damping_memory", "touch_speed", "m_"), _at("abut_patch", "hdot", "p_")
    source.lines.append(f"    touch = {touch} if {touch} == {touch} else {now}")
    place = {"N": _at("abut_normal", "N", "n_"), "touch_speed": "touch"}
    told = [source.book.variable(place[name]) if name in place else source.patch(name) for name in law.wants]
    (N,) = source.call(told, (1,), "N")
    elastic = source.book.variable(_at("abut_normal", "N", "n_"))
    rows = {f"r{i}": _row(source, law, [N], told, LOCALS[key])[0] for i, key in enumerate(("h", "hdot", "P", "Q", "u1", "u2"))}
    source.put({"whole": N, "lost": (N - elastic) * source.patch("hdot"), **rows})
    source.lines += [f"    {_at('abut_normal', 'N', 'n_')} = whole", f"    {_at('abut_normal', 'loss', 'n_')} = lost"]
    source.lines += [f"    {_at('abut_normal', 'dN', 'n_', i)} = r{i}" for i in range(6)]
    return {"apply": _compile(source.text(), "void(voidptr, voidptr, voidptr, voidptr)", law.label)}


# ---- surfaces ----
def _surface(law):
    source = _Source(law, "self_, at, order, out", {"x_": ("at", "abut_vec3"), "o_": ("out", "abut_jet")})
    if len(law.wants) != 3:
        raise AbutError(f"{law.label}: it must be a function of x, y, z")
    x = [source.book.variable(f"x_[{'xyz'.index(name)}]") for name in law.wants]
    (f,) = source.call(x, (1,), "f")
    xyz = [x[law.wants.index(name)] for name in "xyz"]
    slope = source.book.slope
    g = [slope(f, xi) for xi in xyz]
    before = source.put({_at("abut_jet", "f", "o_"): f, **{f"o_[{1 + i}]": gi for i, gi in enumerate(g)}})
    source.lines += ["    if not o_[0] - o_[0] == 0.0:", f"        return {slots.OUTSIDE}", "    if order < 2:", "        return 0"]
    H, T = ffi.offsetof("abut_jet", "H") // 8, ffi.offsetof("abut_jet", "T") // 8
    before = source.put({f"o_[{H + k}]": slope(g[i], xyz[j]) for k, (i, j) in enumerate(SECOND)}, 4, before)
    source.lines += ["    if order < 3:", "        return 0"]
    source.put({f"o_[{T + k}]": slope(slope(g[i], xyz[j]), xyz[l]) for k, (i, j, l) in enumerate(THIRD)}, 4, before)
    return {"jet": _compile(source.text("return 0"), "int32(voidptr, voidptr, int32, voidptr)", law.label)}


_MAKERS = {"friction": _friction, "normal": _normal, "damping": _damping, "surface": _surface}


def functions(law) -> dict:
    """The functions of the law, compiled."""
    try:
        return _MAKERS[law.kind](law)
    except TypeError as error:
        raise AbutError(f"{law.label}: {error}", status="BAD_VALUE") from error
