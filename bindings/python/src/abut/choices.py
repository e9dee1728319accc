"""Choices by name: a text, a dict with `type` and parameters, a bare number, or a callable; as the model file has them."""
from __future__ import annotations

from typing import Any

import numpy as np

from ._library import ffi, lib, raise_message, text
from .errors import AbutError
from .quantities import quantity
from .own_types import Type

_NUMBER, _FLAG, _WORD, _TYPE, _TABLE, _FILE = 0, 1, 2, 3, 4, 7


def _meaning(registry, kind: str):
    return lib.abut_registry_meaning(registry, kind.encode())


def _parameters(registry, kind: str, name: str) -> dict:
    found = lib.abut_registry_find(registry, kind.encode(), name.encode())
    infos: dict = {}
    while found and found.params and found.params[len(infos)].name:
        info = found.params[len(infos)]
        infos[text(info.name)] = info
    return infos


def _spread(spec, kind: str, registry):
    """The type's name and its parameters."""
    if spec is None:
        usual = _meaning(registry, kind).usual
        return (text(usual.name) if usual else ""), {}
    if isinstance(spec, str):
        return spec, {}
    if isinstance(spec, Type):
        return spec.name, {}
    brief = _meaning(registry, kind).brief
    if isinstance(spec, dict):
        rest = {key: value for key, value in spec.items() if key != "type"}
        if "type" in spec:
            return spec["type"], rest
        if brief:
            return text(brief.name), rest
        raise AbutError(f"{kind}: `type` is missing")
    if brief and isinstance(spec, (int, float, np.number)):
        name = text(brief.name)
        return name, {next(iter(_parameters(registry, kind.split("/")[0].split(":")[0], name))): spec}
    raise AbutError(f"{kind}: a name or a dict with `type` is wanted, got {spec!r:.80}")


def choose(into, spec, kind: str, keep: list, registry=ffi.NULL) -> None:
    """Fills an abut_choice. Whatever it points to goes into `keep`."""
    name, given = _spread(spec, kind, registry)
    if not name:
        return
    infos = _parameters(registry, kind.split("/")[0].split(":")[0], name) if given else {}
    if len(given) > lib.ABUT_MAX_PARAMS:
        raise AbutError(f"{kind} '{name}': more than {lib.ABUT_MAX_PARAMS} parameters")
    into.type = _kept(keep, name)
    for param, (key, value) in zip(into.params, given.items()):
        param.name = _kept(keep, key)
        _set(param, value, infos.get(key), f"{kind} '{name}', {key}", keep, registry)


def _kept(keep: list, string: str):
    keep.append(ffi.new("char[]", string.encode()))
    return keep[-1]


def _set(param, value, info, what: str, keep: list, registry) -> None:
    if info is None or info.kind in (_NUMBER, _FLAG):  # the library refuses names that it does not know, and says what is near
        unit = text(info.unit) if info is not None else "1"
        try:
            param.value = quantity(value, unit, what)
        except (TypeError, ValueError):
            if info is not None:
                raise AbutError(f"{what}: a number is wanted, got {value!r:.80}") from None
    elif info.kind == _WORD:
        param.text = _kept(keep, str(value))
    elif info.kind == _TYPE:
        nested = ffi.new("abut_choice *")
        keep.append(nested)
        choose(nested, value, text(info.words), keep, registry)
        param.choice = nested
    elif info.kind == _TABLE:
        numbers = np.ascontiguousarray(value, dtype=float)
        keep.append(numbers)
        param.data, param.count = ffi.cast("double *", numbers.ctypes.data), numbers.size
    elif info.kind == _FILE:
        keep.append(ffi.from_buffer(value if isinstance(value, (bytes, bytearray)) else open(value, "rb").read()))
        param.data, param.count = keep[-1], len(keep[-1])
    else:
        raise AbutError(f"{what}: this cannot be given from Python")


def material(into, spec, keep: list) -> None:
    """Fills an abut_material: "steel", "rigid", or a dict of E, nu, density, rigid."""
    if spec == "steel":
        into.E, into.nu, into.density = 210e9, 0.3, 7850
    elif spec == "rigid" or (isinstance(spec, dict) and spec.get("rigid")):
        into.rigid = True
    elif isinstance(spec, dict) and set(spec) <= {"E", "nu", "density", "rigid"} and "E" in spec:
        into.E = quantity(spec["E"], "Pa", "E")
        into.nu = quantity(spec.get("nu", 0.3), "1", "nu")
        into.density = quantity(spec.get("density", 0), "kg/m^3", "density")
    else:
        raise AbutError(f"material: 'steel', 'rigid' or a dict of E, nu, density is wanted, got {spec!r:.80}")


def film_law(spec, line: bool):
    law, message, keep = ffi.new("abut_film_law *"), ffi.new("abut_message *"), []  # type: Any, Any, list
    choice = ffi.new("abut_choice *")
    if spec is not None:
        choose(choice, spec, "film", keep)
    status = lib.abut_film_choose(choice, line, law, message)
    if status:
        raise_message(status, message)
    return law, (choice, keep)
