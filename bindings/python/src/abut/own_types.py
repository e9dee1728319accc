"""Types of one's own in the registry: laws and surfaces by functions of C, which numba, cffi, ctypes or a function of Python gives.

A Type is the table that abut/extend.h describes. Its parameters are numbers; `self` of its functions points to them in order."""
from __future__ import annotations

import math
from typing import Any, Iterable, Mapping, NamedTuple

from ._library import ffi, lib, raise_message
from .callbacks import guarded
from .errors import AbutError

KINDS = ("surface", "normal", "damping", "friction")
_NUMBER, _FLAG, _TYPE = 0, 1, 3


class Param(NamedTuple):
    """A parameter of a type: unit (SI), default (None: must be given), range, meaning."""

    unit: str = "1"
    default: float | None = None
    low: float = -math.inf
    high: float = math.inf
    meaning: str = ""


class Type:
    """A type: kind ("surface", "normal", "damping", "friction"), name, parameters, and its functions by the names of abut/extend.h:
    pointers of cffi or ctypes, cfuncs of numba, or addresses. flags: other members of its table, such as {"no_memory": True}.

        abut.Type("friction", "drag", {"c": abut.Param("N s/m")}, {"force": numba_cfunc})

    From then on models, elements and studies know it by its name; a type of the same name takes its place for what is made afterwards."""

    def __init__(self, kind: str, name: str, params: Mapping[str, Param], functions: Mapping[str, Any], *, summary: str = "",
                 flags: Mapping[str, Any] = {}, keep: Iterable[Any] = ()):
        if kind not in KINDS:
            raise AbutError(f"{kind!r}: there are types of one's own of {', '.join(KINDS)}", status="UNKNOWN_NAME")
        self.kind, self.name, self.params = kind, name, dict(params)
        self._keep: list = [*keep]
        self._table = ffi.new(f"abut_{kind}_type *")
        self._describe(summary or name)
        self._table.size = 8 * max(1, len(self.params))
        self._slot("init", ffi.callback("abut_status(void *, abut_args *)", guarded(self.label, self._init, lambda *_: -1), error=-1))
        for slot, function in functions.items():
            self._slot(slot, function)
        for flag, value in flags.items():
            setattr(self._table, flag, value)
        _registered.add(self)

    @property
    def label(self) -> str:
        return f"{self.kind} '{self.name}'"

    def __call__(self, **params: Any) -> dict:
        """The choice of this type, as the model file has it."""
        return {"type": self.name, **params}

    def __repr__(self) -> str:
        return f"<abut.Type {self.label}({', '.join(self.params)})>"

    def _string(self, text: str):
        self._keep.append(ffi.new("char[]", text.encode()))
        return self._keep[-1]

    def _describe(self, summary: str) -> None:
        own = [{"name": key, "unit": p.unit, "preset": math.nan if p.default is None else p.default, "required": p.default is None,
                "low": p.low, "high": p.high, "meaning": p.meaning, "kind": _NUMBER} for key, p in self.params.items()]
        infos = ffi.new("abut_param_info[]", len(own) + (4 if self.kind == "normal" else 1))
        for into, info in zip(infos, own + (_NORMAL if self.kind == "normal" else [])):
            for key, value in info.items():
                setattr(into, key, self._string(value) if isinstance(value, str) else value)
        self._keep.append(infos)
        about = self._table.type
        about.kind, about.name, about.summary = self._string(self.kind), self._string(self.name), self._string(summary)
        about.params = infos

    def _slot(self, name: str, function: Any) -> None:
        fields = dict(ffi.typeof(f"abut_{self.kind}_type").fields)
        if name not in fields or fields[name].type.kind != "function" and fields[name].type.kind != "pointer":
            slots = [key for key, field in fields.items() if "(*)" in field.type.cname]
            raise AbutError(f"{self.label}: there is no function {name!r}; there are {', '.join(slots)}", status="UNKNOWN_NAME")
        self._keep.append(function)
        setattr(self._table, name, ffi.cast(fields[name].type, _address(function, f"{self.label}, {name}")))

    def _init(self, self_, args) -> int:
        numbers = ffi.cast("double *", self_)
        for i, key in enumerate(self.params):
            numbers[i] = lib.abut_arg(args, key.encode())
        return 0


# what every normal law has beside its own parameters: ABUT_NORMAL_PARAMS, ABUT_NORMAL_CONSERVATIVE
_NORMAL = [
    {"name": "damping", "kind": _TYPE, "unit": "1", "words": "damping:hunt_crossley",
     "meaning": "damping law; a bare number is the first parameter of hunt_crossley"},
    {"name": "tension", "kind": _FLAG, "unit": "1", "low": 0.0, "high": 1.0,
     "meaning": "1: let damping pull the bodies together; 0: the total force is never negative"},
    {"name": "conservative", "kind": _FLAG, "unit": "1", "low": 0.0, "high": 1.0,
     "meaning": "1: add the wrench conjugate to the change of curvature, which makes the elastic force conservative"},
]  # fmt: skip


def _address(function: Any, what: str):
    """The address behind what Python calls a function of C."""
    if isinstance(function, ffi.CData):
        return function
    if isinstance(getattr(function, "address", None), int):  # numba.cfunc
        return function.address
    if isinstance(function, int):
        return function
    if not hasattr(function, "argtypes"):
        raise AbutError(f"{what}: a function of C is wanted (of cffi, ctypes, numba.cfunc, an address), got {function!r:.80}")
    import ctypes

    return ctypes.cast(function, ctypes.c_void_p).value


class Registry:
    """The types known at a time: those of the library, then one's own. It stays as long as something that was made with it."""

    def __init__(self, types: Mapping[tuple[str, str], Type]):
        self.types = dict(types)
        self.handle = ffi.gc(lib.abut_registry_create(lib.abut_study_types()), lib.abut_registry_destroy)
        message = ffi.new("abut_message *")
        for made in self.types.values():
            status = lib.abut_registry_add(self.handle, ffi.cast("abut_type *", made._table), message)
            if status:
                raise_message(status, message, f"{made.label}: ")


class _Registered:
    def __init__(self):
        self.now: Registry | None = None

    def add(self, made: Type) -> None:
        self.now = Registry({**(self.now.types if self.now else {}), (made.kind, made.name): made})


_registered = _Registered()


def registry() -> Registry | None:
    """That of what is made now; None: the library's own."""
    return _registered.now


def handle(of: Registry | None):
    return of.handle if of else ffi.NULL
