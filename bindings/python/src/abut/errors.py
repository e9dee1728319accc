"""What goes wrong, with its place."""
from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .results import Results


class Place(NamedTuple):
    """Where something is wrong: a file with line and column (counted from 1), the path of a value, the index of a contact."""

    file: str = ""
    line: int = 0
    column: int = 0
    path: str = ""
    index: int | None = None  # type: ignore[assignment]

    def __str__(self) -> str:
        at = f"{self.file}:{self.line}:{self.column}" if self.file else ""
        path = self.path + (f"[{self.index}]" if self.index is not None else "")
        return " ".join(part for part in (at, path) if part)


class Complaint(NamedTuple):
    """One error or warning of a model."""

    message: str
    place: Place
    code: str = ""

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if str(self.place) else self.message


class AbutError(Exception):
    """An answer that cannot be given. `place`: where the cause is, or None; `status`: its kind in one word, as in abut.h
    ("BAD_VALUE", "UNKNOWN_NAME", "NO_EQUILIBRIUM" ..., "CALLBACK": an exception in a law written in Python, which is the
    __cause__); `errors`: all that is wrong with a model; `results`: of a run that failed on its way, what it had computed."""

    def __init__(self, message: str, *, status: str = "BAD_VALUE", place: Place | None = None, errors: tuple[Complaint, ...] = (),
                 results: Results | None = None):
        super().__init__(message)
        self.status = status
        self.place = place
        self.errors = errors
        self.results = results
