"""Exceptions in functions that the library calls back: none is lost, and none passes through C.

A slot that fails notes its exception for the thread, answers with what stops the library, and whoever called the library raises it then:
`with watched(): lib.something()`. The place of the error is the line of the user's code."""
from __future__ import annotations

import threading
import traceback
from pathlib import Path

from .errors import AbutError, Place

_HERE = str(Path(__file__).parent)
_thread = threading.local()


def note(label: str, exception: BaseException) -> None:
    if getattr(_thread, "first", None) is None:
        _thread.first = (label, exception)
    signal = getattr(_thread, "signal", None)
    if signal is not None:
        signal.stop = 1


def guarded(label: str, slot, otherwise):
    """slot(*arguments), or otherwise(*arguments) where it raises."""

    def call(*arguments):
        try:
            return slot(*arguments)
        except BaseException as exception:  # none may pass through C
            note(label, exception)
            return otherwise(*arguments)

    return call


def _place(exception: BaseException) -> Place | None:
    for frame in reversed(traceback.extract_tb(exception.__traceback__)):
        if not frame.filename.startswith(_HERE) and not frame.filename.startswith("<__array"):
            return Place(file=frame.filename, line=frame.lineno or 0, column=1)
    return None


class watched:
    """Raises what a callback has noted in the meantime, in place of what the library said about it. signal: of a run, which stops."""

    def __init__(self, signal=None):
        self.signal = signal

    def __enter__(self):
        self.before = getattr(_thread, "first", None), getattr(_thread, "signal", None)
        _thread.first, _thread.signal = None, self.signal
        return self

    def __exit__(self, kind, error, trace):
        found = _thread.first
        _thread.first, _thread.signal = self.before
        if found is None or not (error is None or isinstance(error, AbutError)):
            return
        label, exception = found
        if not isinstance(exception, Exception):  # Ctrl-C
            raise exception
        if isinstance(exception, AbutError):
            said, status, place = f"{label}: {exception}", exception.status, exception.place or _place(exception)
        else:
            said, status, place = f"{label}: {type(exception).__name__}: {exception}", "CALLBACK", _place(exception)
        raise AbutError(f"{place}: {said}" if place else said, status=status, place=place,
                        results=getattr(error, "results", None)) from exception
