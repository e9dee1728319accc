"""Laws and surfaces as functions of Python.

    @abut.friction_law
    def fading(N, v1, v2, *, mu=abut.Param("1", low=0), v_c=abut.Param("m/s", 1.0), v_s=abut.Param("m/s", 1e-3)):
        "friction that fades with the slip speed"
        v = np.sqrt(v1 * v1 + v2 * v2 + v_s * v_s)
        return -N * mu / (1 + v / v_c) * v1 / v, -N * mu / (1 + v / v_c) * v2 / v

The names of the arguments say what the law wants to know, arguments behind the star are its parameters. Derivatives are exact and need
not be written: the function is called with numbers that carry them. With compiled=True it is written down as a formula and compiled
by numba; then the interpreter is not asked while the law works."""
from __future__ import annotations

import inspect
from typing import Any, Callable, NamedTuple

from . import slots
from .callbacks import guarded
from .errors import AbutError
from .own_types import Param, Type, ffi


class Law(NamedTuple):
    """A function with what its signature says."""

    kind: str
    name: str
    function: Callable
    wants: tuple[str, ...]  # arguments of the contact
    params: dict[str, Param]
    extra: dict[str, Any]

    @property
    def label(self) -> str:
        return f"{self.kind} '{self.name}'"


def _param(label: str, name: str, default: Any) -> Param:
    if isinstance(default, Param):
        return default
    if default is inspect.Parameter.empty:
        return Param()
    if isinstance(default, (int, float)) and not isinstance(default, bool):
        return Param(default=float(default))
    raise AbutError(f"{label}: the parameter {name} is a number or an abut.Param, got {default!r:.80}")


def _read(kind: str, function: Callable, name: str | None, known: tuple[str, ...], extra: dict) -> Law:
    label = f"{kind} '{name or function.__name__}'"
    wants, params = [], {}
    for p in inspect.signature(function).parameters.values():
        if p.kind is p.KEYWORD_ONLY:
            params[p.name] = _param(label, p.name, p.default)
        elif p.kind in (p.VAR_KEYWORD, p.VAR_POSITIONAL) or p.name not in known:
            raise AbutError(f"{label}: it cannot be told {p}; it can be told {', '.join(known)}, and parameters stand behind a *",
                            status="UNKNOWN_NAME")
        else:
            wants.append(p.name)
    return Law(kind, name or function.__name__, function, tuple(wants), params, extra)


def _define(kind: str, function, name: str | None, compiled: bool, flags: dict, extra: dict):
    """The decorator: with or without brackets."""
    if function is None:
        return lambda f: _define(kind, f, name, compiled, flags, extra)
    law = _read(kind, function, name, slots.KNOWN[kind], extra)
    if kind == "friction":
        extra["prefers"] = slots.prefers_a_direction(function, law.wants, law.params, extra["moments"])
    if compiled:
        from .compiled import functions

        work = functions(law)
    else:
        work = _callbacks(kind, slots.WORK[kind](law), law.label)
    rest = _callbacks(kind, slots.REST[kind](law), law.label)
    summary = (inspect.getdoc(function) or law.name).splitlines()[0]
    made = Type(kind, law.name, law.params, {**rest, **work}, summary=summary, flags={**slots.flags(law), **flags})
    made.function = function  # type: ignore[attr-defined]
    made.__doc__ = inspect.getdoc(function)
    return made


def _callbacks(kind: str, work: dict, label: str) -> dict:
    """Functions of Python as functions of C. Each is a pair: what it does, and its answer where that raises."""
    fields = dict(ffi.typeof(f"abut_{kind}_type").fields)
    made = {}
    for name, (slot, otherwise) in work.items():
        call = guarded(label, slot, otherwise)
        made[name] = ffi.callback(fields[name].type, call)
    return made


def friction_law(function: Callable | None = None, *, name: str | None = None, compiled: bool = False, moments: bool = False,
                 slip_speed: str | float | None = None):
    """Decorator: a friction law from f(N, v1, v2, ..., *, parameters) -> (T1, T2), the force on B (N); with moments=True
    (T1, T2, M1, M2, MN), with the moment (N m).

    It may ask for N (normal force), h, hdot (approach and its rate), P, Q (curvatures), v1, v2 (slip of B over A along the principal
    directions), w1, w2, wn (relative angular velocity), u1, u2 (sums of surface velocities, lubricated), a, b (semi-axes), c11, c12,
    c22 (curvature of the interface), E_star, length. slip_speed: a parameter or a number (m/s): slower slip counts as sticking.
    compiled: by numba."""
    return _define("friction", function, name, compiled, {}, {"slip_speed": slip_speed, "moments": moments})


def normal_law(function: Callable | None = None, *, name: str | None = None, compiled: bool = False, power: float | None = None):
    """Decorator: a normal law from f(h, P, Q, ..., *, parameters) -> (N, energy) for h > 0: force (N) and stored energy (J).

    It may ask for h (approach), P, Q (curvatures), E_star. power: where the force is a power of h, its exponent; laws of damping that
    count on a power are refused otherwise. Damping, tension and conservative are parameters of it like of every normal law."""
    return _define("normal", function, name, compiled, {}, {"power": power})


def damping_law(function: Callable | None = None, *, name: str | None = None, compiled: bool = False):
    """Decorator: a damping law from f(N, h, hdot, ..., *, parameters) -> the whole normal force (N) from the elastic one.

    It may ask for N (elastic), h, hdot, P, Q, E_star, touch_speed (hdot when the contact closed; hdot itself until that is known)."""
    return _define("damping", function, name, compiled, {}, {})


def surface_shape(function: Callable | None = None, *, name: str | None = None, compiled: bool = False,
                  bound: Callable[..., float] | float | None = None, size: Callable[..., float] | float | None = None):
    """Decorator: a surface from f(x, y, z, *, parameters), f = 0 on it and above 0 outside of the material, |grad f| of order one.

    bound: radius (m) of a sphere about the origin that holds it, a number or a function of the parameters (by name); none: unbounded.
    size: a typical length, such as its smallest radius."""
    return _define("surface", function, name, compiled, {}, {"bound": bound, "size": size})
