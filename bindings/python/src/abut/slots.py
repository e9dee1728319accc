"""What a law or surface written in Python does where the library calls it: numbers with derivatives in, numbers and rows out.

WORK has the functions that are called all the time, REST those that are called when something is made; each with its answer where it raises.
KNOWN says what a law can be told."""
from __future__ import annotations

import inspect
import math

import numpy as np

from ._library import ffi, lib
from .errors import AbutError
from .jets import Jet, value, variables

_SLIP = ("h", "hdot", "P", "Q", "v1", "v2", "w1", "w2", "wn", "c11", "c12", "c22", "u1", "u2")
LOCALS = {name: getattr(lib, "ABUT_L_" + name.upper()) for name in _SLIP}
PHI = lib.ABUT_L_PHI
# As the ellipse turns about the normal, with everything else held: what vectors (1, 2) and the curvatures of the interface are in its directions.
TURN = {"v1": (("v2", 1),), "v2": (("v1", -1),), "w1": (("w2", 1),), "w2": (("w1", -1),), "u1": (("u2", 1),), "u2": (("u1", -1),),
        "c11": (("c12", 2),), "c12": (("c22", 1), ("c11", -1)), "c22": (("c12", -2),)}
TURNED = ((1, -1), (0, 1), (3, -1), (2, 1))  # and what T1, T2, M1, M2 are in those that stand
OF_NORMAL = ("N", "a", "b")
CONSTANT = ("E_star", "length", "touch_speed")
KNOWN = {
    "friction": (*OF_NORMAL, *_SLIP, "E_star", "length"),
    "normal": ("h", "P", "Q", "E_star"),
    "damping": ("N", "h", "hdot", "P", "Q", "E_star", "touch_speed"),
    "surface": ("x", "y", "z"),
}
_NAN = math.nan
OUTSIDE, NOT_FINITE = 8, 1


def arguments(law, values: list, derivatives: bool, order: int = 1) -> list:
    """The values the law is told; those that change become jets."""
    if not derivatives:
        return values
    moving = [i for i, name in enumerate(law.wants) if name not in CONSTANT]
    told = list(values)
    for i, jet in zip(moving, variables([values[i] for i in moving], order)):
        told[i] = jet
    return told


def moving(law) -> list[str]:
    return [name for name in law.wants if name not in CONSTANT]


def params(law, self_) -> dict:
    return dict(zip(law.params, ffi.unpack(ffi.cast("double *", self_), len(law.params))))


def answer(made, counts: tuple[int, ...], what: str) -> tuple:
    """What the law said, so many numbers."""
    numbers = made if isinstance(made, (tuple, list)) else tuple(made) if isinstance(made, np.ndarray) and made.ndim == 1 else (made,)
    if len(numbers) not in counts:
        raise AbutError(f"it answers with {len(numbers)} numbers; wanted: {what}", status="BAD_VALUE")
    for x in numbers:
        if not isinstance(x, Jet) and np.ndim(x) != 0:
            raise AbutError(f"it answers with an array of shape {np.shape(x)} where a number is wanted; wanted: {what}")
    return tuple(x if isinstance(x, Jet) else float(x) for x in numbers)


def slopes(x, n: int) -> np.ndarray:
    return x.g if isinstance(x, Jet) else np.zeros(n)


def changes(law, p, n) -> dict[int, np.ndarray]:
    """How what the law is told changes with each of the local variables."""
    names = moving(law)
    rows = {i: np.zeros(len(names)) for i in range(4)}
    film = bool(p.film)
    for j, name in enumerate(names):
        if name == "N":
            for i in range(4):
                rows[i][j] += n.dN[i]
            for i, key in enumerate(("u1", "u2") if film else ()):
                rows.setdefault(LOCALS[key], np.zeros(len(names)))[j] += n.dN[4 + i]
        elif name in ("a", "b"):
            axis, dln, dln_u = (n.a, n.dlna, n.dlna_u) if name == "a" else (n.b, n.dlnb, n.dlnb_u)
            for i, key in enumerate(("h", "P", "Q")):
                rows[LOCALS[key]][j] += axis * dln[i]
            for i, key in enumerate(("u1", "u2") if film else ()):
                rows.setdefault(LOCALS[key], np.zeros(len(names)))[j] += axis * dln_u[i]
        else:
            rows.setdefault(LOCALS[name], np.zeros(len(names)))[j] += 1
    rows[PHI] = np.array([sum(factor * getattr(p, other) for other, factor in TURN.get(name, ())) for name in names])
    return rows


# ---- friction ----
def _friction(law):
    names = moving(law)

    def force(self_, p, n, derivatives, out):
        told = arguments(law, [getattr(n if name in OF_NORMAL else p, name) for name in law.wants], derivatives)
        T = answer(law.function(*told, **params(law, self_)), *friction_answer(law))
        numbers = [value(x) for x in T]
        out.T = numbers + [0.0] * (5 - len(T))
        out.loss = -(numbers[0] * p.v1 + numbers[1] * p.v2)
        if len(T) == 5:
            out.loss -= numbers[2] * p.w1 + numbers[3] * p.w2 + numbers[4] * p.wn
        slow = slip_speed(law, self_)
        out.mode = 1 if p.v1 * p.v1 + p.v2 * p.v2 < slow * slow else 2
        if not derivatives:
            return
        D = np.array([slopes(x, len(names)) for x in T])
        rows, depends = changes(law, p, n), needed(law, bool(p.film))
        for i in depends:
            row = D @ rows[i] if i in rows else np.zeros(len(T))
            if i == PHI:
                row[: len(T) // 2 * 2] += [sign * numbers[k] for k, sign in TURNED[: len(T) // 2 * 2]]
            out.dT[i] = [*row, *[0.0] * (5 - len(T))]
        out.used = sum(1 << i for i in depends)

    def lost(self_, p, n, derivatives, out):
        out.T = [_NAN] * 5

    return {"force": (force, lost)}


def friction_answer(law) -> tuple[tuple[int, ...], str]:
    return ((5,), "T1, T2, M1, M2, MN") if law.extra["moments"] else ((2,), "T1, T2 (with moments=True also M1, M2, MN)")


def needed(law, film: bool) -> list[int]:
    """The local variables on which the traction depends: always those of a law at a point, and with moments one of the patch."""
    found = set(range(6)) | {LOCALS[name] for name in law.wants if name in LOCALS} | ({LOCALS["w1"]} if law.extra["moments"] else set())
    return sorted(found | ({PHI} if law.extra["prefers"] else set()) | ({LOCALS["u1"], LOCALS["u2"]} if film else set()))


def prefers_a_direction(function, wants, params: dict, moments: bool) -> bool:
    """Does the law change with the directions 1 and 2 that it is told in? Tried with a few numbers; True where that fails."""
    rng = np.random.default_rng(1)
    values = {name: p.default if p.default is not None else min(max(0.3, p.low), p.high) for name, p in params.items()}
    sizes = {"N": 1e3, "h": 1e-5, "hdot": 0.1, "P": 10, "Q": 20, "a": 1e-3, "b": 5e-4, "c11": 1, "c12": 1, "c22": 1, "E_star": 1e11, "length": 0.01}
    try:
        for _ in range(4):
            told = {name: sizes.get(name, 1) * rng.uniform(0.5, 1) for name in {*wants, *TURN}}
            angle = rng.uniform(0, 6)
            R = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
            turned = dict(told)
            for v in "vwu":
                turned[v + "1"], turned[v + "2"] = R @ [told[v + "1"], told[v + "2"]]
            c = R @ [[told["c11"], told["c12"]], [told["c12"], told["c22"]]] @ R.T
            turned.update(c11=c[0, 0], c12=c[0, 1], c22=c[1, 1])
            stands, turns = (np.array([value(x) for x in function(*(at[name] for name in wants), **values)]) for at in (told, turned))
            for k in (0, 2) if moments else (0,):
                if np.abs(R @ stands[k:k + 2] - turns[k:k + 2]).max() > 1e-9 * np.abs(stands).max():
                    return True
    except Exception:
        return True
    return False


def _friction_rest(law):
    most = sum(1 << i for i in needed(law, True))
    rest = {"uses": (lambda self_: most, lambda self_: most)}
    if law.extra.get("slip_speed") is not None:
        slip_speed(law, None)
        rest["speed"] = (lambda self_: slip_speed(law, self_), lambda self_: math.inf)
    return rest


def slip_speed(law, self_) -> float:
    given = law.extra.get("slip_speed")
    if isinstance(given, str):
        if given not in law.params:
            raise AbutError(f"{law.label}: slip_speed: there is no parameter {given!r}; there are {', '.join(law.params)}", status="UNKNOWN_NAME")
        return 0.0 if self_ is None else params(law, self_)[given]
    return float(given or 0.0)


# ---- normal laws ----
def _normal(law):
    names = moving(law)

    def evaluate(self_, told):
        return answer(law.function(*told, **params(law, self_)), (2,), "N, energy")

    def force(self_, p, state, first, derivatives, out):
        told = arguments(law, [getattr(p, name) for name in law.wants], True)
        N, energy = evaluate(self_, told)
        out.N, out.energy = value(N), value(energy)
        for into, part in (("dN", N), ("energy", energy)):
            for name, slope in zip(names, slopes(part, len(names))):
                if into == "dN":
                    out.dN[LOCALS[name]] = slope
                elif name != "h":
                    setattr(out, "energy_" + name, slope)
        out.exponent = law.extra["power"] or 1.5
        return 0

    def approach(self_, p, N, h, slope):
        def at(x):
            told = arguments(law, [x if name == "h" else getattr(p, name) for name in law.wants], True)
            N, _ = evaluate(self_, told)
            return value(N), slopes(N, len(names))[names.index("h")]

        h[0], by = solved(at, N)
        slope[0] = 1 / by
        return 0 if math.isfinite(by) else NOT_FINITE

    return {"force": (force, lambda *_: -1), "approach": (approach, lambda *_: -1)}


def solved(at, N: float) -> tuple[float, float]:
    """The approach where at(h) = (force, its slope) has this force, by Newton between logarithms, exact for powers, within bounds; and
    the slope there."""
    low, high, h = 0.0, math.inf, 1e-6
    for _ in range(100):
        force, slope = at(h)
        low, high = (h, high) if force < N else (low, h)
        new = h * (N / force) ** (force / (h * slope)) if force > 0 and slope > 0 else 0.0
        if abs(new - h) <= 1e-15 * h:
            break
        h = new if low < new < high else 0.5 * (low + high) if high < math.inf else 4 * h
    return h, slope


# ---- damping ----
def _damping(law):
    names = moving(law)

    def told_by(p, memory, n):
        for name in law.wants:
            known = name != "touch_speed" or not math.isnan(memory.touch_speed)
            yield n.N if name == "N" else memory.touch_speed if known and name == "touch_speed" else getattr(p, name if known else "hdot")

    def apply(self_, p, memory, n):
        told = arguments(law, list(told_by(p, memory, n)), True)
        (N,) = answer(law.function(*told, **params(law, self_)), (1,), "N")
        D, rows = slopes(N, len(names)), changes(law, p, n)
        n.loss = (value(N) - n.N) * p.hdot
        n.N = value(N)
        for i in range(4):
            n.dN[i] = D @ rows[i]
        for i, key in enumerate(("u1", "u2")):
            n.dN[4 + i] = D @ rows[LOCALS[key]] if LOCALS[key] in rows else 0.0

    def lost(self_, p, memory, n):
        n.N = _NAN

    return {"apply": (apply, lost)}


# ---- surfaces ----
SECOND = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
THIRD = ((0, 0, 0), (1, 1, 1), (2, 2, 2), (0, 0, 1), (0, 0, 2), (1, 1, 0), (1, 1, 2), (2, 2, 0), (2, 2, 1), (0, 1, 2))


def _surface(law):
    if len(law.wants) != 3:
        raise AbutError(f"{law.label}: it must be a function of x, y, z")

    def jet(self_, at, order, out):
        x = variables([getattr(at, name) for name in law.wants], max(1, order))
        (f,) = answer(law.function(*x, **params(law, self_)), (1,), "f")
        if not isinstance(f, Jet):
            raise AbutError("it does not depend on x, y, z")
        numbers = [f.v, *f.g] if order < 2 else [f.v, *f.g, *f.H.ravel()]
        if not all(map(math.isfinite, numbers)):
            return OUTSIDE
        out.f = f.v
        for name, slope in zip(law.wants, f.g):
            setattr(out.g, name, slope)
        place = [law.wants.index(name) for name in "xyz"]
        if order > 1:
            out.H = [f.H[place[i], place[j]] for i, j in SECOND]
        if order > 2:
            out.T = [f.T[place[i], place[j], place[k]] for i, j, k in THIRD]
        return 0

    return {"jet": (jet, lambda *_: OUTSIDE)}


def _surface_rest(law):
    def length(name, self_):
        given = law.extra[name]
        if callable(given):
            known = inspect.signature(given).parameters
            given = given(**{key: x for key, x in params(law, self_).items() if key in known})
        return given

    def extent(self_):
        bound, size = length("bound", self_), length("size", self_)
        bound = math.inf if bound is None else float(bound)
        size = float(size) if size is not None else bound if math.isfinite(bound) else 1.0
        return ffi.new("abut_extent *", (bound, size, math.inf, math.inf))[0]

    def unknown(self_):
        return ffi.new("abut_extent *", (math.inf, 1.0, math.inf, math.inf))[0]

    return {"extent": (extent, unknown)}


def flags(law) -> dict:
    if law.kind == "normal":
        return {"no_memory": True, "no_power": law.extra["power"] is None, "needs_material": "E_star" in law.wants,
                "needs_curvature": bool({"P", "Q"} & set(law.wants))}
    return {"no_memory": "touch_speed" not in law.wants} if law.kind == "damping" else {}


WORK = {"friction": _friction, "normal": _normal, "damping": _damping, "surface": _surface}
REST = {"friction": _friction_rest, "normal": lambda law: {}, "damping": lambda law: {}, "surface": _surface_rest}
