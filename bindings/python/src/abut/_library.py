"""The C library behind everything: libabut_world, beside this file or where ABUT_LIBRARY says."""
from __future__ import annotations

import os
import sys
from pathlib import Path

from ._ffi import ffi, version
from .errors import AbutError

_NAMES = {"darwin": "libabut_world.dylib"}


def _open():
    units = Path(__file__).parent / "udunits/udunits2.xml"
    if units.exists():
        os.environ.setdefault("UDUNITS2_XML_PATH", str(units))
    path = os.environ.get("ABUT_LIBRARY") or str(Path(__file__).parent / _NAMES.get(sys.platform, "libabut_world.so"))
    return ffi.dlopen(path)


lib = _open()


def text(pointer) -> str:
    """A string of C; '' for NULL."""
    return ffi.string(pointer).decode() if pointer else ""


if text(lib.abut_version()) != version:  # the layout of structs is taken from the headers
    raise AbutError(f"the library is version {text(lib.abut_version())}, but this package was made for {version}", status="BAD_FILE")


def status_name(status: int) -> str:
    return ffi.typeof("abut_status").elements[int(status)].removeprefix("ABUT_")


def raise_message(status: int, message, before: str = "", path: str | None = None, results=None) -> None:
    """Raises the AbutError of an abut_message."""
    from .errors import Place

    place = message.place
    said = text(message.text) or text(lib.abut_status_text(status))
    key = text(place.key) if path is None else path
    raise AbutError(before + said, status=status_name(status), place=Place(path=key) if key else None, results=results)
