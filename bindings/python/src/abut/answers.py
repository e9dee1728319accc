"""Answers without time: equilibrium, modes, the Campbell diagram."""
from __future__ import annotations

import json
from typing import Any, NamedTuple

import numpy as np

from ._library import ffi, lib, text
from .display import table
from .errors import AbutError


def written(write) -> str:
    """What a function of C writes to a file, as text."""
    start, length = ffi.new("char **"), ffi.new("size_t *")
    to = lib.open_memstream(start, length)
    if not to:
        raise AbutError("out of memory", status="NO_MEMORY")
    write(to)
    lib.fclose(to)
    try:
        return ffi.string(start[0], length[0]).decode()
    finally:
        lib.free(start[0])


def _vector(v) -> np.ndarray:
    return np.array([v.x, v.y, v.z])


class Pose(NamedTuple):
    position: np.ndarray  # m, world
    rotation: np.ndarray  # rad, rotation vector from the start pose, world axes


class Contact(NamedTuple):
    N: float  # N
    approach: float  # m
    a: float  # m
    b: float  # m
    p_max: float  # Pa


class Static(NamedTuple):
    """An equilibrium: bodies and contacts by name; machines as `abut static --json` has them."""

    bodies: dict[str, Pose]
    contacts: dict[str, Contact]
    machines: dict[str, Any]
    residual: float  # N or N m, the greatest unbalanced force
    iterations: int

    def _repr_html_(self) -> str:
        head = ("contact", "N [N]", "approach [m]", "a [m]", "b [m]", "p_max [Pa]")
        shown = table(f"equilibrium, residual {self.residual:.3g}", head, ((name, *c) for name, c in self.contacts.items()))
        poses = ((name, *(float(x) for x in (*p.position, *p.rotation))) for name, p in self.bodies.items())
        return shown + table("", ("body", "x [m]", "y", "z", "rotation x [rad]", "y", "z"), poses)


def _numbers(value):
    """Lists of numbers as arrays."""
    if isinstance(value, dict):
        return {key: _numbers(x) for key, x in value.items()}
    if isinstance(value, list) and value and not isinstance(value[0], dict):
        try:
            return np.array(value, dtype=float)
        except (TypeError, ValueError):
            return value
    return [_numbers(x) for x in value] if isinstance(value, list) else value


def _machine(world, machine) -> dict:
    def write(to):
        j = ffi.new("abut_json *", lib.abut_json_start(to))
        lib.abut_machine_static_json(world, machine, j)
        lib.abut_json_end(j)

    return _numbers(json.loads(written(write)))


def _each(world, count, kind):
    return (ffi.new(f"abut_{kind} *", {"id": i + 1})[0] for i in range(count(world)))


def _started(model, **solver):
    """The world of the model, started with its solver and these changes."""
    world = lib.abut_model_world(model._handle)
    if not world:
        model._refuse(-1)
    definition = ffi.new("abut_solver_def *", lib.abut_model_solver(model._handle))
    for key, value in solver.items():
        setattr(definition, key, value)
    return world, definition


def static_answer(model, at_rest: bool) -> Static:
    world, solver = _started(model, statics=True, at_rest=at_rest)
    status = lib.abut_model_start(model._handle, solver)
    if status:
        model._refuse(status)
    bodies = list(_each(world, lib.abut_body_count, "body"))
    start = [lib.abut_read_body(world, body).q for body in bodies]
    residual, iterations = ffi.new("double *"), ffi.new("int *")
    status = lib.abut_model_static(model._handle, residual, iterations)
    if status:
        model._refuse(status)
    poses = {}
    for body, before in zip(bodies, start):
        state = lib.abut_read_body(world, body)
        poses[text(lib.abut_body_name(world, body))] = Pose(_vector(state.r), _vector(lib.abut_rotation_vector(before, state.q)))
    contacts = {}
    for contact in _each(world, lib.abut_contact_count, "contact"):
        c = ffi.new("abut_element_out *")
        bad = lib.abut_read_contact(world, contact, c)
        contacts[text(lib.abut_contact_name(world, contact))] = Contact(c.N, float("nan") if bad else c.h, c.a, c.b, c.p_max)
    machines = {text(lib.abut_machine_name(world, m)): _machine(world, m) for m in _each(world, lib.abut_machine_count, "machine")}
    return Static(poses, contacts, machines, residual[0], iterations[0])


class Modes:
    """Modes of small motions, free directions first, then by |eigenvalue|: arrays `eigenvalue` (1/s, complex), `frequency` and
    `undamped` (Hz), `damping_ratio`, `whirl`, `unstable`, and `kind` ("free", "decay", "oscillation")."""

    KINDS = ("free", "decay", "oscillation")
    frequency: np.ndarray
    undamped: np.ndarray
    damping_ratio: np.ndarray
    whirl: np.ndarray

    def __init__(self, world, found):
        modes = [found.mode[i] for i in range(found.count)]
        self.kind = [self.KINDS[m.kind] for m in modes]
        self.eigenvalue = np.array([complex(m.re, m.im) for m in modes])
        for name in ("frequency", "undamped", "damping_ratio", "whirl"):
            setattr(self, name, np.array([getattr(m, name) for m in modes]))
        self.unstable = np.array([bool(m.unstable) for m in modes])
        self.residual = found.residual
        self._bodies = [text(lib.abut_body_name(world, b)) for b in _each(world, lib.abut_body_count, "body")]
        self._share = np.array([[found.motion[i * (found.bodies + 1) + b + 1].share for b in range(found.bodies)]
                                for i in range(found.count)]).reshape(found.count, found.bodies)
        self._shape = [[_shape(found.motion[i * (found.bodies + 1) + b + 1]) for b in range(found.bodies)] for i in range(found.count)]

    def __len__(self) -> int:
        return len(self.kind)

    def shape(self, mode: int) -> dict[str, np.ndarray]:
        """Of each body: complex translation (m) and rotation (rad) in world axes, 6 numbers."""
        return dict(zip(self._bodies, self._shape[mode]))

    def share(self, mode: int) -> dict[str, float]:
        """Of each body: its part of the kinetic energy."""
        return dict(zip(self._bodies, self._share[mode].tolist()))

    def __repr__(self) -> str:
        lines = [f"  {k:<12} {f:12.6g} Hz  damping {d:9.4g}  {'unstable' if u else ''}".rstrip()
                 for k, f, d, u in zip(self.kind, self.frequency, self.damping_ratio, self.unstable)]
        return "\n".join([f"{len(self)} modes", *lines])

    def _repr_html_(self) -> str:
        rows = ((k, float(f), float(d), float(w), "unstable" if u else "")
                for k, f, d, w, u in zip(self.kind, self.frequency, self.damping_ratio, self.whirl, self.unstable))
        return table(f"{len(self)} modes", ("", "frequency [Hz]", "damping", "whirl", ""), rows)


def _shape(m) -> np.ndarray:
    re = np.concatenate([_vector(m.translation_re), _vector(m.rotation_re)])
    return re + 1j * np.concatenate([_vector(m.translation_im), _vector(m.rotation_im)])


class Campbell:
    """Modes over speed: `speeds` (rad/s), `modes` at each, and `curves`: frequencies (Hz) of one oscillation over all speeds, NaN
    where it is none. stability_limit: rad/s, NaN if there is none at these speeds."""

    def __init__(self, world, found):
        self.speeds = np.array([found.at[i].speed for i in range(found.count)])
        self.modes = [Modes(world, found.at[i].modes) for i in range(found.count)]
        self.stability_limit = found.stability_limit
        self.curves = np.full((found.branches, found.count), np.nan)
        for i in range(found.count):
            for k in range(found.at[i].modes.count):
                if found.at[i].branch[k] >= 0:
                    self.curves[found.at[i].branch[k], i] = found.at[i].modes.mode[k].frequency


    def __repr__(self) -> str:
        limit = f", unstable from {self.stability_limit:.6g} rad/s" if np.isfinite(self.stability_limit) else ""
        return f"<Campbell diagram: {len(self.curves)} oscillations at {len(self.speeds)} speeds{limit}>"

    def _repr_html_(self) -> str:
        rows = ((float(speed), *(float(f) for f in column)) for speed, column in zip(self.speeds, self.curves.T))
        return table(repr(self)[1:-1], ("speed [rad/s]", *(f"{i + 1} [Hz]" for i in range(len(self.curves)))), rows)


def world_names(world) -> dict[str, list[str]]:
    """The parts of a world by name."""
    kinds = {"bodies": "body", "contacts": "contact", "joints": "joint", "machines": "machine"}
    return {many: [text(getattr(lib, f"abut_{one}_name")(world, x)) for x in _each(world, getattr(lib, f"abut_{one}_count"), one)]
            for many, one in kinds.items()}


def mode_list(model, speeds, given: bool, at_rest: bool):
    world, solver = _started(model, at_rest=at_rest)
    if speeds is not None:
        numbers = np.ascontiguousarray(list(speeds), dtype=float)
        if numbers.ndim != 1 or not numbers.size:
            raise AbutError("speeds: a list of numbers is wanted")
        found = ffi.new("abut_campbell *")
        status = lib.abut_campbell_find(world, solver, ffi.cast("double *", numbers.ctypes.data), numbers.size, found)
        free, make = lib.abut_campbell_free, Campbell  # type: Any, Any
    else:
        found = ffi.new("abut_mode_list *")
        status = lib.abut_modes(world, solver, 1 if given else 0, found)
        free, make = lib.abut_modes_free, Modes
    try:
        if status:
            model._refuse(status)
        return make(world, found)
    finally:
        free(found)
