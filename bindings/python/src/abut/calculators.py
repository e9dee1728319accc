"""Calculators over arrays: points, lines, films, friction. The loops are in C, and other threads of Python run meanwhile.

Every quantity is a number, an array or a text with a unit; they are broadcast against each other as NumPy does. `want` names the
results to compute ("force a b"), `out` gives arrays for them: {"force": array}. What cannot be computed raises AbutError, whose
place has the index of the first such contact; with faults="nan" it is NaN instead. New arrays of one call are rows of one block: copy what is
to be kept alone."""
from __future__ import annotations

import functools
import math
from typing import Any, Iterable, Mapping, Union

import numpy as np

from ._library import ffi, lib, raise_message, status_name, text
from .choices import choose, film_law
from .display import table
from .errors import AbutError, Place
from .quantities import array_of, quantity

Numbers = Union[float, str, np.ndarray, Iterable[float]]

UNITS = {
    "P": "1/m", "Q": "1/m", "E_star": "Pa", "E_prime": "Pa", "approach": "m", "force": "N", "length": "m", "curvature": "1/m",
    "rho_x": "1/m", "rho_y": "1/m", "u_sum": "m/s", "v": "m/s", "eta0": "Pa s", "alpha": "1/Pa", "beta": "1/K",
    "conductivity": "W/(m K)", "tau0": "Pa", "sigma": "m", "mu_boundary": "1",
    "a": "m", "b": "m", "half_width": "m", "p_max": "Pa", "p_mean": "Pa", "stiffness": "N/m", "energy": "J", "dF_dP": "N m",
    "dF_dQ": "N m", "eccentricity2": "1", "dF_drho": "N m", "dapproach_drho": "m^2", "valid": "1",
    "h_c": "m", "h_min": "m", "M": "1", "L": "1", "D": "1", "H": "1", "RI": "1", "EI": "1", "RP": "1", "EP": "1", "regime": "1",
    "beyond": "1", "dh_dF": "m/N", "dh_du": "s", "dh_drho_x": "m^2", "dh_drho_y": "m^2", "dh_dE": "m/Pa",
    "F_t": "N", "F_hydro": "N", "F_boundary": "N", "mu": "1", "lambda_ratio": "1", "power": "W", "dFt_dv": "N s/m",
    "fluid_share": "1", "h": "m", "area": "m^2", "alpha_c": "1",
}  # fmt: skip


class Arrays:
    """Results of a calculator: one attribute for each quantity, arrays in SI of the common shape (numbers, if all inputs are)."""

    def __init__(self, title: str, values: dict[str, Any]):
        self._title, self._values = title, values

    def __getattr__(self, name: str):
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(f"{self._title} has no {name}; it has {', '.join(self._values)}") from None

    def __getitem__(self, name: str):
        return getattr(self, name)

    def __dir__(self):
        return [*self._values, "unit", "to_pandas"]

    def keys(self):
        return self._values.keys()

    def unit(self, name: str) -> str:
        return UNITS[name]

    def to_pandas(self):
        """One row for each contact; units are in attrs["units"]."""
        import pandas

        frame = pandas.DataFrame({key: np.ravel(value) for key, value in self._values.items()})
        frame.attrs["units"] = {key: UNITS[key] for key in self._values}
        return frame

    def _rows(self):
        for key, value in self._values.items():
            shown = f"{value:.10g}" if np.ndim(value) == 0 else f"array{np.shape(value)}"
            yield key, shown, "" if UNITS[key] == "1" else UNITS[key]

    def __repr__(self) -> str:
        return "\n".join([self._title, *(f"  {key:<15} {shown} {unit}".rstrip() for key, shown, unit in self._rows())])

    def _repr_html_(self) -> str:
        return table(self._title, ("", "", ""), self._rows())


# ---- arrays in and out ------------------------------------------------------------------------------------------------
def _series(into, array: np.ndarray, shape: tuple, keep: list) -> None:
    """One input: as it lies in memory, if that is one step; copied otherwise."""
    if array.size == 1:
        step = 0
    elif array.shape == shape and array.flags.c_contiguous:
        step = 1
    else:
        array = np.broadcast_to(array, shape)
        if array.ndim == 1 and array.strides[0] % 8 == 0:
            step = array.strides[0] // 8
        else:
            array, step = np.ascontiguousarray(array), 1
    into.at, into.step = _pointer(array, keep), step


def _pointer(array: np.ndarray, keep: list):
    if array.flags.c_contiguous:
        keep.append(ffi.from_buffer("double[]", array))
        return keep[-1]
    keep.append(array)
    return ffi.cast("double *", array.ctypes.data)


def _wanted(names: tuple, want, out) -> tuple:
    if want is not None and out is not None:
        raise AbutError("give one of want and out")
    asked = out.keys() if out is not None else want.split() if isinstance(want, str) else want
    if asked is None:
        return names
    for name in asked:
        if name not in names:
            raise AbutError(f"there is no result {name!r}; there are {', '.join(names)}", status="UNKNOWN_NAME")
    return tuple(asked)


def _results(names: tuple, out, shape: tuple) -> dict[str, np.ndarray]:
    """The caller's arrays, or the rows of one block, which the system hands out much quicker than many."""
    if out is None:
        block = np.empty((len(names), *shape))
        return {name: block[i, ...] for i, name in enumerate(names)}
    return {name: _result(name, out[name], shape) for name in names}


def _result(name: str, array, shape: tuple) -> np.ndarray:
    fits = isinstance(array, np.ndarray) and array.dtype == np.float64 and array.flags.c_contiguous and array.flags.writeable
    if not fits:
        raise AbutError(f"out: {name} must be an array of float64 that lies in one piece and can be written", place=Place(path=name))
    if array.shape != shape:
        raise AbutError(f"out: {name} has the shape {array.shape}, the result {shape}", place=Place(path=name))
    return array


def _apart(out, arrays: dict) -> None:
    """What is written while it is read gives nonsense."""
    for name, array in (out or {}).items():
        for key, other in arrays.items():
            if np.may_share_memory(array, other) and np.shares_memory(array, other, max_work=1000):  # type: ignore[arg-type]
                raise AbutError(f"out: {name} shares memory with {key}", place=Place(path=name))


@functools.lru_cache(maxsize=None)
def _members(struct: str) -> tuple[str, ...]:
    return tuple(name for name, _ in ffi.typeof(struct).fields)


def _calculate(title: str, call, inputs: str, outputs: str, given: dict, want, out, faults: str) -> Arrays:
    """call(n, in, out, faults) over the broadcast arrays; inputs and outputs are the names of their structs."""
    if faults not in ("raise", "nan"):
        raise AbutError(f"faults: 'raise' or 'nan' is wanted, got {faults!r}")
    arrays = {name: array_of(value, UNITS[name], name) for name, value in given.items() if value is not None}
    try:
        shape = np.broadcast_shapes(*(array.shape for array in arrays.values()))
    except ValueError:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items() if array.ndim)
        raise AbutError(f"the shapes do not fit together: {shapes}") from None
    n, keep = math.prod(shape), []  # type: int, list
    series = ffi.new(f"{inputs} *")
    for name, array in arrays.items():
        _series(getattr(series, name), array, shape, keep)
    names = _members(outputs)
    results = _results(_wanted(names, want, out), out, shape)
    if out is not None:
        _apart(out, arrays)
    columns = ffi.new(f"{outputs} *")
    for name, array in results.items():
        setattr(columns, name, _pointer(array, keep))
    fault = ffi.new("abut_array_faults *")
    status = call(n, series, columns, fault) if n else 0
    if status and (faults == "raise" or status_name(status) == "MISSING"):
        _raise(fault, status, shape, n)
    return Arrays(title, {name: array if shape or out is not None else array.item() for name, array in results.items()})


def _raise(fault, status: int, shape: tuple, n: int) -> None:
    said, key = text(fault.message.text), text(fault.message.place.key)
    if not shape or status_name(status) == "MISSING":
        raise AbutError(said, status=status_name(status), place=Place(path=key) if key else None)
    index = fault.first
    where = index if len(shape) == 1 else tuple(int(i) for i in np.unravel_index(index, shape))
    others = f" ({fault.count} of {n} contacts cannot be computed)" if fault.count > 1 else ""
    raise AbutError(f"contact {where}: {said}{others}", status=status_name(status), place=Place(path=key, index=index))


def E_star(E_a: float = 210e9, nu_a: float = 0.3, E_b: float | None = None, nu_b: float | None = None) -> float:
    """The modulus of two materials (Pa), 1/E* = (1 - nu_a^2)/E_a + (1 - nu_b^2)/E_b; steel where nothing is said, B as A."""
    E = quantity(E_a, "Pa", "E_a"), quantity(E_a if E_b is None else E_b, "Pa", "E_b")
    return lib.abut_E_star(E[0], nu_a, E[1], nu_a if nu_b is None else nu_b)


def _modulus(given: dict, E_star_given, E_prime_given, prime: bool) -> None:
    """E' = 2 E*; one of them, or steel on steel."""
    if E_star_given is not None and E_prime_given is not None:
        raise AbutError("give one of E_star and E_prime")
    one, other, factor = (E_prime_given, E_star_given, 2.0) if prime else (E_star_given, E_prime_given, 0.5)
    if one is None:
        one = factor * array_of(other, "Pa", "E_star") if other is not None else E_star() * (2.0 if prime else 1.0)
    given["E_prime" if prime else "E_star"] = one


def curvatures(radii, angle: float | str = 0.0) -> tuple[float, float]:
    """P and Q (1/m) from the principal radii R1a, R2a, R1b, R2b (m; inf: flat, below 0: hollow) and the angle (rad) between the
    first principal directions of A and B."""
    r = [quantity(x, "m", "radii") for x in radii]
    if len(r) != 4:
        raise AbutError("radii: R1a, R2a, R1b, R2b are wanted")
    P, Q = ffi.new("double *"), ffi.new("double *")
    status = lib.abut_relative_curvature(r[:2], r[2:], quantity(angle, "rad", "angle"), P, Q)
    if status:
        raise AbutError("radii: " + text(lib.abut_status_text(status)), status=status_name(status), place=Place(path="radii"))
    return P[0], Q[0]


# ---- the calculators -------------------------------------------------------------------------------------------------
def point(*, P: Numbers | None = None, Q: Numbers | None = None, approach: Numbers | None = None, force: Numbers | None = None,
          E_star: Numbers | None = None, radii=None, angle: float | str = 0.0, law: Any = "hertz",
          want: str | Iterable[str] | None = None, out: Mapping[str, np.ndarray] | None = None, faults: str = "raise") -> Arrays:
    """Point contacts of the gap P x^2 + Q y^2 by approach or force: force, approach, a, b, p_max, p_mean, stiffness, energy, dF_dP,
    dF_dQ, eccentricity2. radii = (R1a, R2a, R1b, R2b) stand for P and Q. E_star: steel on steel. By Hertz' law, which is exact,
    an approach below 0 gives force 0; force, a and b alone by approach are quickest."""
    if radii is not None:
        if P is not None or Q is not None:
            raise AbutError("give P and Q, or radii")
        P, Q = curvatures(radii, angle)
    given = {"P": P, "Q": Q, "approach": approach, "force": force}
    _modulus(given, E_star, None, False)
    choice, keep = ffi.new("abut_choice *"), []  # type: Any, list
    choose(choice, law, "normal", keep)
    return _calculate("point contact", lambda *a: lib.abut_point_many(choice, *a), "abut_point_inputs", "abut_point_arrays",
                      given, want, out, faults)


_LINE_LAWS = {"strip": 0, "asymptotic": 1, "paper": 2}


def line(*, length: Numbers, curvature: Numbers, approach: Numbers | None = None, force: Numbers | None = None,
         E_star: Numbers | None = None, E_prime: Numbers | None = None, law: str = "strip",
         want: str | Iterable[str] | None = None, out: Mapping[str, np.ndarray] | None = None, faults: str = "raise") -> Arrays:
    """Line contacts of finite length by approach or force: force, approach, half_width, p_max, p_mean, stiffness, energy, dF_drho,
    dapproach_drho, valid. curvature: the sum of those of both bodies. law: strip, asymptotic or paper."""
    if law not in _LINE_LAWS:
        raise AbutError(f"law: there is no law of line contact {law!r} (laws: {', '.join(_LINE_LAWS)})", status="UNKNOWN_NAME")
    given = {"length": length, "curvature": curvature, "approach": approach, "force": force}
    _modulus(given, E_star, E_prime, True)
    return _calculate("line contact", lambda *a: lib.abut_line_many(_LINE_LAWS[law], *a), "abut_line_inputs", "abut_line_arrays",
                      given, want, out, faults)


def film(*, force: Numbers, rho_x: Numbers, u_sum: Numbers, eta0: Numbers, alpha: Numbers, rho_y: Numbers | None = None,
         length: Numbers | None = None, E_star: Numbers | None = None, E_prime: Numbers | None = None, beta: Numbers | None = None,
         conductivity: Numbers | None = None, law: Any = None, want: str | Iterable[str] | None = None,
         out: Mapping[str, np.ndarray] | None = None, faults: str = "raise") -> Arrays:
    """Films of lubricated contacts, lines (length) or points (rho_y <= rho_x): h_c, h_min, Moes' numbers M, L, D, the formula's H and
    its asymptotes, regime (1 RI, 2 EI, 3 RP, 4 EP), p_max, derivatives of h_c. law: moes_line, nvm, hamrock_dowson ..., also with
    parameters: {"type": "nvm", "compressible": True}."""
    given = {"force": force, "rho_x": rho_x, "rho_y": rho_y, "length": length, "u_sum": u_sum, "eta0": eta0, "alpha": alpha,
             "beta": beta, "conductivity": conductivity}
    _modulus(given, E_star, E_prime, True)
    chosen, keep = film_law(law, length is not None)
    return _calculate("film", lambda *a: lib.abut_film_many(chosen, *a), "abut_film_inputs", "abut_film_arrays",
                      given, want, out, faults)


def friction(*, force: Numbers, u_sum: Numbers, v: Numbers, rho_x: Numbers, eta0: Numbers, alpha: Numbers, sigma: Numbers,
             mu_boundary: Numbers, tau0: Numbers, asperity_radius: float | str = 0.0, asperity_density: float | str = 0.0,
             rho_y: Numbers | None = None, length: Numbers | None = None, E_star: Numbers | None = None,
             E_prime: Numbers | None = None, viscosity: str = "roelands", limit_slope: float = 0.08, tau_min: float | str = 1000.0,
             tau_boundary: float | str = 0.0, v_eps: float | str = 1e-3, mean_pressure: bool = False, law: Any = None,
             want: str | Iterable[str] | None = None, out: Mapping[str, np.ndarray] | None = None, faults: str = "raise") -> Arrays:
    """Mixed friction of rough lubricated contacts by load sharing: F_t, its parts F_hydro and F_boundary, mu, lambda_ratio, power,
    dFt_dv, fluid_share, h (film), area, p_max, alpha_c. v: sliding speed; sigma: r.m.s. height of both surfaces, 0: smooth."""
    if (rho_y is None) == (length is None):
        raise AbutError("give one of length (line contacts) and rho_y (point contacts)", status="MISSING")
    if viscosity not in ("roelands", "barus"):
        raise AbutError(f"viscosity: 'roelands' or 'barus' is wanted, got {viscosity!r}", status="UNKNOWN_NAME")
    contact = ffi.new("abut_mixed *")
    contact.oil.viscosity = 1 if viscosity == "barus" else 0
    contact.oil.limit_slope = limit_slope
    contact.oil.tau_min = quantity(tau_min, "Pa", "tau_min")
    contact.rough.asperity_radius = quantity(asperity_radius, "m", "asperity_radius")
    contact.rough.density = quantity(asperity_density, "1/m^2", "asperity_density")
    contact.tau_boundary = quantity(tau_boundary, "Pa", "tau_boundary")
    contact.v_eps = quantity(v_eps, "m/s", "v_eps")
    contact.mean_pressure = mean_pressure
    chosen, keep = film_law(law, length is not None)
    contact.film = chosen[0]
    given = {"force": force, "u_sum": u_sum, "v": v, "rho_x": rho_x, "rho_y": rho_y, "length": length, "eta0": eta0,
             "alpha": alpha, "tau0": tau0, "sigma": sigma, "mu_boundary": mu_boundary}
    _modulus(given, E_star, E_prime, True)
    return _calculate("friction", lambda *a: lib.abut_friction_many(contact, *a), "abut_friction_inputs", "abut_friction_arrays",
                      given, want, out, faults)
