"""The contact element: poses and velocities of two bodies in, forces and derivatives out."""
from __future__ import annotations

from typing import Any

import numpy as np

from ._library import ffi, lib, raise_message, status_name, text
from . import own_types as types
from .callbacks import watched
from .choices import choose, material
from .errors import AbutError

_VECTORS = ("point", "n", "t1", "t2", "slip", "force", "moment")
_NUMBERS = ("h", "hdot", "P", "Q", "N", "a", "b", "p_max", "spin", "energy", "energy_friction", "loss_normal", "loss_friction", "lost")


class Evaluation:
    """What one evaluation says, as abut_element_out of abut.h: numbers and vectors in SI; `on_a`, `on_b`: force and torque, 6 numbers;
    `K`, `C`: 12 x 12, or None."""

    h: float
    hdot: float
    P: float
    Q: float
    N: float
    a: float
    b: float
    p_max: float
    spin: float
    energy: float
    energy_friction: float
    loss_normal: float
    loss_friction: float
    lost: float
    point: np.ndarray
    n: np.ndarray
    t1: np.ndarray
    t2: np.ndarray
    slip: np.ndarray
    force: np.ndarray
    moment: np.ndarray

    def __init__(self, out, jac):
        self.touching, self.mode = bool(out.touching), out.mode
        for name in _NUMBERS:
            setattr(self, name, getattr(out, name))
        for name in _VECTORS:
            setattr(self, name, _array(getattr(out, name)))
        self.on_a, self.on_b = (np.concatenate([_array(w.force), _array(w.torque)]) for w in (out.on_a, out.on_b))
        self.film = {name: getattr(out.film, name) for name, _ in ffi.typeof("abut_film_state").fields}
        self.K, self.C = (None, None) if jac is None else (_matrix(jac.K), _matrix(jac.C))

    def __repr__(self) -> str:
        return f"<contact N = {self.N:.6g} N, h = {self.h:.6g} m, p_max = {self.p_max:.6g} Pa>"


def _array(v) -> np.ndarray:
    return np.array([v.x, v.y, v.z])


def _matrix(m) -> np.ndarray:
    return np.frombuffer(ffi.buffer(m), dtype=float).reshape(12, 12).copy()


def _numbers(values, count: int, what: str) -> list[float]:
    numbers = [float(x) for x in np.ravel(values)]
    if len(numbers) != count:
        raise AbutError(f"{what}: {count} numbers are wanted, got {len(numbers)}")
    return numbers


class Element:
    """A contact of two surfaces, each a dict as in the model file:

        e = abut.Element({"shape": {"type": "torus", "ring_radius": 25.2e-3, "tube_radius": 5.2e-3, "side": "inside"}},
                         {"shape": {"type": "sphere", "radius": "5 mm"}}, friction={"type": "coulomb", "mu": 0.08})
        out = e.eval(b=(24.99e-3, 0, 0), vb=(0, 0.1, 0))

    `material` of a surface: "steel" (where nothing is said), "rigid" or a dict of E, nu."""

    def __init__(self, a: dict, b: dict, *, normal: Any = None, friction: Any = None, track: Any = None, mass: float = 0.0):
        keep: list = []
        definition = ffi.new("abut_element_def *")
        known = types.registry()
        definition.registry = types.handle(known)
        for into, spec, name in ((definition.a, a, "a"), (definition.b, b, "b")):
            unknown = set(spec) - {"shape", "material", "position", "orientation"}
            if unknown or "shape" not in spec:
                raise AbutError(f"{name}: a surface has shape, material, position, orientation; got {', '.join(sorted(spec))}")
            choose(into.shape, spec["shape"], "surface", keep, definition.registry)
            material(into.material, spec.get("material", "steel"), keep)
            _pose(into.place, (spec.get("position", (0, 0, 0)), spec.get("orientation", (1, 0, 0, 0))), name)
        for into, spec, kind in ((definition.law.normal, normal, "normal"), (definition.law.friction, friction, "friction"),
                                 (definition.law.track, track, "track")):
            if spec is not None:
                choose(into, spec, kind, keep, definition.registry)
        definition.mass = mass
        out, message = ffi.new("abut_element **"), ffi.new("abut_message *")
        with watched():
            status = lib.abut_element_create(definition, out, message)
            if status:
                raise_message(status, message)
        self._handle, self._keep = ffi.gc(out[0], lambda handle, _=known: lib.abut_element_destroy(handle)), keep
        self._input, self._out = ffi.new("abut_element_in *"), ffi.new("abut_element_out *")
        if lib.abut_element_states(self._handle):
            raise AbutError("an element with states of its own (differential laws) cannot be used from Python", status="BAD_PAIR")

    def _place(self, a, b, va, vb, t: float) -> None:
        given = self._input
        _pose(given.a, a, "a")
        _pose(given.b, b, "b")
        for twist, values, name in ((given.va, va, "va"), (given.vb, vb, "vb")):
            given_numbers = np.ravel(values)
            v = [*map(float, given_numbers), 0.0, 0.0, 0.0] if len(given_numbers) == 3 else _numbers(values, 6, name)
            twist.v.x, twist.v.y, twist.v.z, twist.w.x, twist.w.y, twist.w.z = v
        given.t = t

    def eval(self, a: Any = (0, 0, 0), b: Any = (0, 0, 0), va: Any = (0, 0, 0), vb: Any = (0, 0, 0), *, t: float = 0.0,
             jac: bool = False, frame: bool = False) -> Evaluation:
        """a, b: positions (m), or (position, quaternion with its scalar first); va, vb: velocities (m/s), or with angular velocities (rad/s) as 6
        numbers, world axes. jac: K = -dW/d(position) and C = -dW/d(velocity) as well. Leaves no trace in the element."""
        self._place(a, b, va, vb, t)
        matrices = ffi.new("abut_element_jac *") if jac else None
        self._out.jac = matrices if jac else ffi.NULL
        self._out.want_frame = frame
        with watched():
            self._done(lib.abut_element_eval(self._handle, self._input, self._out))
        return Evaluation(self._out, matrices)

    def accept(self, a: Any = (0, 0, 0), b: Any = (0, 0, 0), va: Any = (0, 0, 0), vb: Any = (0, 0, 0), *, t: float = 0.0) -> None:
        """Commits this state to what the contact remembers: speed of touch, sticking, the start of the next search."""
        self._place(a, b, va, vb, t)
        with watched():
            self._done(lib.abut_element_accept(self._handle, self._input))

    def forget(self) -> None:
        """Back to the memory of a fresh element."""
        lib.abut_element_forget(self._handle)

    @property
    def memory(self) -> bytes:
        """What the element remembers, to be put back: plain bytes."""
        room = ffi.new("char[]", max(1, lib.abut_element_memory_size(self._handle)))
        lib.abut_element_get_memory(self._handle, room)
        return bytes(ffi.buffer(room, lib.abut_element_memory_size(self._handle)))

    @memory.setter
    def memory(self, saved: bytes) -> None:
        if len(saved) != lib.abut_element_memory_size(self._handle):
            raise AbutError("this is not the memory of such an element")
        lib.abut_element_set_memory(self._handle, ffi.from_buffer(saved))

    @staticmethod
    def _done(status: int) -> None:
        if status:
            raise AbutError(text(lib.abut_status_text(status)), status=status_name(status))


def _pose(into, spec, name: str) -> None:
    position, turn = spec if len(spec) == 2 else (spec, (1, 0, 0, 0))
    into.r.x, into.r.y, into.r.z = _numbers(position, 3, name)
    into.q.w, into.q.x, into.q.y, into.q.z = _numbers(turn, 4, f"{name}, quaternion")
