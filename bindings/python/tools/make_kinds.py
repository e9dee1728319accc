"""Makes kinds.py from the registry of the library: make_kinds.py FFI-FILE LIBRARY OUTPUT

One function for each type, with its parameters as arguments, their units, ranges and meanings as documentation and hints of types. What
editors and help() show is so what the library checks."""
import importlib.util
import keyword
import math
import sys
import textwrap

NUMBER, FLAG, WORD, TYPE, TABLE, OBJECT, PIECES, FILE = range(8)
HINTS = {NUMBER: "Quantity", FLAG: "bool", TYPE: "Choice", TABLE: "Numbers", PIECES: "Sequence[dict[str, Any]]", FILE: "str"}
HEAD = '''"""Choices by name with hints and documentation, made from the registry of the library:

    from abut.kinds import friction, surface
    abut.Element({"shape": surface.plane()}, {"shape": surface.sphere(radius="5 mm")}, friction=friction.coulomb(mu=0.1))

Each function answers with a dict as the model file has it; what is not given is left to the library. Made by tools/make_kinds.py."""
from __future__ import annotations

from typing import Any, Dict, Literal, Sequence, Union

Quantity = Union[float, str]  # SI, or a text with a unit
Choice = Union[str, float, Dict[str, Any]]
Numbers = Sequence[Any]
_UNSET: Any = type("Default", (), {"__repr__": lambda self: "default"})()


def _made(type_: str, **given: Any) -> dict[str, Any]:
    return {"type": type_, **{key: value for key, value in given.items() if value is not _UNSET}}
'''


def text(ffi, pointer):
    return ffi.string(pointer).decode() if pointer else ""


def number(x):
    return f"{x:.10g}"


def interval(info):
    low, high = info.low, info.high
    if math.isinf(low) and math.isinf(high) or low == high == 0:
        return ""
    strict = "above " if info.open else "at least "
    if math.isinf(high):
        return f"{strict}{number(low)}"
    if math.isinf(low):
        return f"{'below' if info.open else 'at most'} {number(high)}"
    return f"{number(low)} to {number(high)}"


def described(ffi, info):
    """name (unit, range, default): meaning"""
    unit = text(ffi, info.unit)
    said = [unit if unit != "1" else ""]
    if info.kind == NUMBER:
        said.append(interval(info))
    if info.required:
        said.append("required")
    elif info.kind == NUMBER and not math.isnan(info.preset):
        said.append(f"default {number(info.preset)}")
    elif info.kind == WORD:
        said.append(f"default {text(ffi, info.words).split('|')[0]}")
    about = ", ".join(x for x in said if x)
    return f"{text(ffi, info.name)}{f' ({about})' if about else ''}: {text(ffi, info.meaning)}"


def name_of(word):
    return word + "_" if keyword.iskeyword(word) or not word.isidentifier() else word


def arguments(ffi, infos):
    for info in infos:
        hint = HINTS.get(info.kind)
        if info.kind == WORD:
            hint = "Literal[" + ", ".join(repr(w) for w in text(ffi, info.words).split("|")) + "]"
        name = text(ffi, info.name)
        yield name, f"{name_of(name)}: {hint}" + ("" if info.required else " = _UNSET")


def function(name, summary, named, lines, open_=False):
    required = [argument for _, argument in named if " = " not in argument]
    rest = [argument for _, argument in named if " = " in argument]
    head = ", ".join([*(["*"] if named else []), *required, *rest, *(["**more: Any"] if open_ else [])])
    doc = textwrap.indent("\n".join([summary, *([""] if lines else []), *lines]), "        ")[8:].replace("\\", "\\\\").replace('"""', "'''")
    given = ", ".join([repr(name), *(f"**{{{n!r}: {name_of(n)}}}" if n != name_of(n) else f"{n}={n}" for n, _ in named), *(["**more"] if open_ else [])])
    return f'    @staticmethod\n    def {name_of(name)}({head}) -> dict[str, Any]:\n        """{doc}"""\n        return _made({given})\n'


def of_type(ffi, lib, made):
    infos = []
    while made.params and made.params[len(infos)].name:
        infos.append(made.params[len(infos)])
    infos = [info for info in infos if info.kind != OBJECT]
    lines = [described(ffi, info) for info in infos]
    # forces and joints have keys of the model file beside those of their type: between, body, position ...
    return function(text(ffi, made.name), text(ffi, made.summary), list(arguments(ffi, infos)), lines, text(ffi, made.kind) in ("force", "joint"))


def of_machine(ffi, lib, made):
    """Keys of a machine may be nested, a.b: then a is a mapping, or a list, and the lines say what is in it."""
    count = lib.abut_machine_keys(ffi.NULL, made.name, ffi.NULL, 0)
    keys = ffi.new("abut_key[]", max(1, count))
    lib.abut_machine_keys(ffi.NULL, made.name, keys, count)
    named, lines = {}, []
    for key in keys[0:count]:
        path = text(ffi, key.name)
        top = path.split(".")[0].replace("[]", "")
        plain = top == path
        named.setdefault(top, f"{name_of(top)}: Any" + ("" if key.required and plain else " = _UNSET"))
        preset, unit, extent = text(ffi, key.preset), text(ffi, key.unit), text(ffi, key.range)
        about = ", ".join(x for x in (unit, extent, "required" if key.required else f"default {preset}" if preset else "") if x)
        lines.append(f"{path}{f' ({about})' if about else ''}: {text(ffi, key.meaning)}")
    named.pop("type", None)
    return function(text(ffi, made.name), text(ffi, made.summary), list(named.items()), lines)


def main(made_ffi, library, output):
    spec = importlib.util.spec_from_file_location("_ffi", made_ffi)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    ffi = module.ffi
    lib = ffi.dlopen(library)
    registry = lib.abut_study_types()
    kinds = {}
    for i in range(lib.abut_registry_count(registry)):
        made = lib.abut_registry_at(registry, i)
        kinds.setdefault(text(ffi, made.kind), {})[text(ffi, made.name)] = made
    parts = [HEAD]
    for kind in sorted(kinds):
        body = "\n".join((of_machine if kind == "machine" else of_type)(ffi, lib, made) for _, made in sorted(kinds[kind].items()))
        phrase = text(ffi, lib.abut_kind_phrase(kind.encode()))
        parts.append(f'class {name_of(kind)}:\n    """Choices of kind {kind}: {phrase}."""\n\n{body}')
    with open(output, "w") as made:
        made.write("\n\n".join(parts))


if __name__ == "__main__":
    main(*sys.argv[1:])
