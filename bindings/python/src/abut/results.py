"""Results of runs: arrays with names and units, taken from the memory of the library."""
from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Iterator, Mapping

import numpy as np

from ._library import ffi, lib, raise_message, text
from .display import table
from .errors import AbutError, Complaint
from .quantities import Column

if TYPE_CHECKING:
    from .runs import Job


class Table:
    """The columns of one thing: r.contact("touch").N, or ["N"]."""

    def __init__(self, name: str, columns: Mapping[str, Column]):
        self._name, self._columns = name, columns

    def __getattr__(self, name: str) -> Column:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._columns[name]
        except KeyError:
            raise AttributeError(f"{self._name} has no column {name}; it has {', '.join(self._columns)}") from None

    def __getitem__(self, name: str) -> Column:
        try:
            return self._columns[name]
        except KeyError:
            raise KeyError(f"{self._name} has no column {name}; it has {', '.join(self._columns)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __dir__(self):
        return [*self._columns, "keys", "to_pandas"]

    def keys(self):
        return self._columns.keys()

    def to_pandas(self):
        """The columns as a DataFrame; units are in attrs["units"]."""
        import pandas

        frame = pandas.DataFrame({key: np.asarray(column) for key, column in self._columns.items()})
        frame.attrs["units"] = {key: column.unit for key, column in self._columns.items()}
        return frame

    def __repr__(self) -> str:
        lines = [f"  {key:<20} {c.unit:<8} {c.meaning}".rstrip() for key, c in self._columns.items()]
        return "\n".join([self._name, *lines])

    def _repr_html_(self) -> str:
        rows = []
        for key, c in self._columns.items():
            low, high = (np.nanmin(c), np.nanmax(c)) if c.size and not np.isnan(c).all() else (np.nan, np.nan)
            rows.append((key, c.unit, float(low), float(high), c.meaning))
        return table(self._name, ("column", "unit", "least", "greatest", ""), rows)


class _Columns(Mapping):
    """The columns of a run, copied at once from the library; each becomes an array of its own when it is asked for."""

    def __init__(self, handle):
        rows, count = lib.abut_model_rows(handle), lib.abut_model_column_count(handle)
        self._rows = np.empty((count, rows))
        self._about: dict[str, tuple] = {}
        self._made: dict[str, Column] = {}
        to = ffi.from_buffer("double[]", self._rows) if rows and count else ffi.NULL
        for i in range(count):
            c = lib.abut_model_column_at(handle, i)
            if rows:
                ffi.memmove(to + i * rows, c.values, 8 * rows)
            self._about[text(c.name)] = i, text(c.unit), text(c.meaning)

    def __getitem__(self, name: str) -> Column:
        if name not in self._made:
            i, unit, meaning = self._about[name]
            values = self._rows[i].copy()
            values.flags.writeable = False
            self._made[name] = Column(values, name, unit, meaning)
        return self._made[name]

    def __iter__(self):
        return iter(self._about)

    def __len__(self) -> int:
        return len(self._about)


class Results(Table):
    """What a run has computed, row by row of `t`. `contact`, `body`, `machine` and `joint` give the columns of one thing; `energy`
    those of the balance; r["contact_touch.N"] any column. stopped: it did not come to its end."""

    def __init__(self, columns, title, warnings, figures, folder, stopped, known=None):
        super().__init__(title or "results", columns)
        self.title: str = title
        self.warnings: tuple[Complaint, ...] = warnings
        self.folder: Path | None = folder
        self.stopped: bool = stopped
        self.figures: dict[str, float] = figures
        self._types = known

    @classmethod
    def read(cls, model, job: "Job") -> "Results":
        handle = model._handle
        columns = _Columns(handle)
        s = lib.abut_read_stats(lib.abut_model_world(handle))
        o = job.outcome
        figures = {"steps": s.steps, "rejected": s.rejected, "solver": text(s.solver), "settled": bool(s.settled),
                   "t_reached": o.t_reached, "wall_seconds": o.wall_seconds}
        folder = Path(job.folder) if job.folder else None
        return cls(columns, text(lib.abut_model_title(handle)), model.warnings, figures, folder, bool(o.status), model._types)

    @property
    def t(self) -> Column:
        return self._columns["t"]

    def _part(self, kind: str, name: str) -> Table:
        found = {key.rsplit(".", 1)[1]: self._columns[key] for key in self._columns if key.rsplit(".", 1)[0] == f"{kind}_{name}"}
        if not found:
            names = [part[len(kind) + 1:] for part in self._parts() if part.startswith(kind + "_")]
            raise AbutError(f"there is no {kind} {name!r}; there are: {', '.join(names) or 'none'}", status="UNKNOWN_NAME")
        return Table(f"{kind} {name}", found)

    def _parts(self) -> list[str]:
        """contact_touch, body_ball ...; names of parts may have dots in them: contact_brg.ball1.inner."""
        return list(dict.fromkeys(key.rsplit(".", 1)[0] for key in self._columns if "." in key))

    def contact(self, name: str) -> Table:
        return self._part("contact", name)

    def body(self, name: str) -> Table:
        return self._part("body", name)

    def machine(self, name: str) -> Table:
        return self._part("machine", name)

    def joint(self, name: str) -> Table:
        return self._part("joint", name)

    @property
    def energy(self) -> Table:
        found = {key[7:]: self._columns[key] for key in self._columns if key.startswith("energy.")}
        return Table("energy", found)

    @property
    def summary(self) -> dict:
        """summary.json of the folder."""
        if self.folder is None:
            raise AbutError("there is a summary where the run has a folder: run(out=...)", status="MISSING")
        return json.loads((self.folder / "summary.json").read_text())

    def report(self) -> "Page":
        """The web page of the run, shown inline in a notebook; the run must have a folder."""
        if self.folder is None:
            raise AbutError("there is a page where the run has a folder: run(out=...)", status="MISSING")
        return write_page(self.folder, self._types)

    def to_xarray(self):
        """All columns over t as a Dataset, with units and meanings."""
        import xarray

        data = {key: ("t", np.asarray(c), {"units": c.unit, "long_name": c.meaning}) for key, c in self._columns.items() if key != "t"}
        return xarray.Dataset(data, coords={"t": ("t", np.asarray(self.t), {"units": "s"})}, attrs={"title": self.title})

    def __repr__(self) -> str:
        parts = self._parts()
        shown = parts if len(parts) <= 12 else [*parts[:12], f"and {len(parts) - 12} more"]
        end = "stopped" if self.stopped else "done"
        return (f"{self.title or 'run'}: {end} at t = {self.figures['t_reached']:g} s, {len(self.t)} rows, "
                f"{self.figures['steps']} steps by {self.figures['solver']}\n  " + ", ".join(shown))


def write_page(folder: Path, known) -> "Page":
    from .callbacks import watched
    from .runs import building
    from .own_types import handle

    path, message = ffi.new("char **"), ffi.new("abut_message *")
    name = ffi.new("char[]", str(folder).encode())
    with building, watched():
        status = lib.abut_report_write(handle(known), ffi.new("const char *[]", [name]), 1, ffi.NULL, path, message)
        made = text(path[0])
        lib.free(path[0])
        if status:
            raise_message(status, message)
    return Page(Path(made))


class Page:
    """A page written by the library; a notebook shows it inline."""

    def __init__(self, path: Path):
        self.path = path

    def _repr_html_(self) -> str:
        import html

        return (f'<iframe srcdoc="{html.escape(self.path.read_text(), quote=True)}" width="100%" height="640" '
                'style="border:0"></iframe>')

    def __repr__(self) -> str:
        return str(self.path)
