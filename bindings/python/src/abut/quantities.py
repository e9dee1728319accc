"""Numbers with units going in, arrays with units coming out."""
from __future__ import annotations

import math

import numpy as np

from ._library import ffi, lib, raise_message
from .errors import AbutError
from .own_types import Type


class Column(np.ndarray):
    """An array that knows its `name`, SI `unit` and `meaning`. Views and slices keep them; what is computed with it is a plain array."""

    name: str
    unit: str
    meaning: str

    def __new__(cls, values, name: str = "", unit: str = "", meaning: str = ""):
        made = np.asarray(values, dtype=float).view(cls)
        made.name, made.unit, made.meaning = name, unit, meaning
        return made

    def __array_finalize__(self, other):
        for key in ("name", "unit", "meaning"):
            setattr(self, key, getattr(other, key, ""))

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        plain = [np.asarray(x) if isinstance(x, Column) else x for x in inputs]
        if "out" in kwargs:
            kwargs["out"] = tuple(np.asarray(x) if isinstance(x, Column) else x for x in kwargs["out"])
        return getattr(ufunc, method)(*plain, **kwargs)

    def __array_wrap__(self, array, context=None, return_scalar=False):
        plain = np.asarray(array)
        return plain[()] if return_scalar else plain

    @property
    def label(self) -> str:
        """For axes: name and unit."""
        return f"{self.name} [{self.unit}]" if self.unit else self.name

    def __repr__(self) -> str:
        return f"{np.asarray(self)!r} {self.unit}".rstrip()


_units = None


def quantity(value, unit: str, name: str) -> float:
    """A number, or a text with a unit ("10 um"), in SI."""
    global _units
    if not isinstance(value, str):
        return float(value)
    if _units is None:
        _units = ffi.gc(lib.abut_units_create(), lib.abut_units_destroy)
    number = ffi.new("double *")
    message = ffi.new("abut_message *")
    status = lib.abut_units_read(_units, value.encode(), unit.encode(), True, number, message)
    if status:
        raise_message(status, message, f"{name}: ", name)
    return number[0]


def array_of(value, unit: str, name: str) -> np.ndarray:
    """Any input of a calculator as an array of doubles; texts carry units."""
    if isinstance(value, str):
        value = quantity(value, unit, name)
    elif isinstance(value, (list, tuple)) and any(isinstance(x, str) for x in value):
        value = [quantity(x, unit, name) for x in value]
    try:
        return np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise AbutError(f"{name}: numbers are wanted, got {value!r:.80}") from None


def plain(value):
    """Models as dicts may hold arrays, infinite numbers and paths: as JSON has them."""
    if isinstance(value, dict):
        return {str(key): plain(x) for key, x in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(x) for x in value]
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, float) and not math.isfinite(value):
        return ".nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if hasattr(value, "__fspath__"):
        return value.__fspath__()
    if isinstance(value, Type):
        return value.name
    raise AbutError(f"a model cannot hold {value!r:.80}")
