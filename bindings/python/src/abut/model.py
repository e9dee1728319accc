"""Models: files, texts or dicts; checked, run, in equilibrium, their modes."""
from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Callable, Iterable, Mapping, Union

from . import own_types as types
from . import runs
from ._library import ffi, lib, raise_message, status_name, text
from .answers import Campbell, Modes, Static, mode_list, static_answer, world_names
from .callbacks import watched
from .display import following, table
from .errors import AbutError, Complaint, Place
from .quantities import plain
from .results import Results
from .study import Identified, study_of

Source = Union[str, "os.PathLike[str]", Mapping[str, Any]]


def _value(value: Any) -> str:
    """A value of `set` as the model file would have it."""
    return value if isinstance(value, str) else json.dumps(plain(value))


def _complaint(error) -> Complaint:
    place = Place(text(error.file), error.line, error.column, text(error.path))
    return Complaint(text(error.message), place, text(error.code))


class Model:
    """One model of the model file. Not for two threads at a time; `copy` makes another one."""

    def __init__(self, content: bytes | None, path: str, settings: tuple[str, ...] = (), allow_outside: bool = False,
                 known: types.Registry | None = None):
        self._content, self._path, self._settings, self._outside = content, path, settings, allow_outside
        keep = [ffi.new("char[]", path.encode()), content, *(ffi.new("char[]", s.encode()) for s in settings)]
        words = ffi.new("const char *[]", keep[2:])
        definition = ffi.new("abut_model_def *", {"path": keep[0], "settings": words, "setting_count": len(settings)})
        definition.allow_outside = allow_outside
        if content is not None:
            keep.append(ffi.from_buffer(content))
            definition.text, definition.length = keep[-1], len(content)
        known = self._types = known or types.registry()  # what is registered now, for as long as there is the model
        definition.registry = types.handle(known)
        out, message = ffi.new("abut_model **"), ffi.new("abut_message *")
        status = lib.abut_model_read(definition, out, message)
        if status:
            raise_message(status, message)
        self._handle = ffi.gc(out[0], lambda handle, _=known: runs.destroy(handle))

    @classmethod
    def load(cls, source: Source, *, allow_outside: bool = False) -> "Model":
        """A model from its file, or from a dict that holds what the file would. Files that a dict names with `use` are looked for in
        the working directory."""
        if isinstance(source, Mapping):
            return cls(json.dumps(plain(source)).encode(), "model", (), allow_outside)
        return cls(None, os.fspath(source), (), allow_outside)

    @classmethod
    def parse(cls, content: str, path: str = "model", *, allow_outside: bool = False) -> "Model":
        """A model from the text of a model file. path: what messages call it, and where `use` looks."""
        return cls(content.encode(), path, (), allow_outside)

    def copy(self) -> "Model":
        """The same model with the same settings, on its own."""
        content = self._content
        return Model(content, self._path, self._settings, self._outside, self._types)

    def set(self, path: str, value: Any) -> "Model":
        """Changes one value, as `abut run --set path=value` does: m.set("bodies.ball.mass", "3 kg"). What is wrong with it shows when
        the model is checked or run. Returns the model."""
        said = _value(value)
        with runs.building:
            if lib.abut_model_set(self._handle, path.encode(), said.encode()):
                raise AbutError("out of memory", status="NO_MEMORY")
        self._settings += (f"{path}={said}",)
        return self

    # ---- looking ----
    @property
    def title(self) -> str:
        with runs.building:
            return text(lib.abut_model_title(self._handle))

    @property
    def errors(self) -> tuple[Complaint, ...]:
        return tuple(_complaint(lib.abut_model_error_at(self._handle, i)) for i in range(lib.abut_model_error_count(self._handle)))

    @property
    def warnings(self) -> tuple[Complaint, ...]:
        """What is allowed and hardly meant: after `check` or `run`."""
        count = lib.abut_model_warning_count(self._handle)
        return tuple(_complaint(lib.abut_model_warning_at(self._handle, i)) for i in range(count))

    def check(self) -> "Model":
        """Builds and starts the model, and raises AbutError with all that is wrong in it."""
        with runs.building, watched():
            status = lib.abut_model_check(self._handle)
            if status:
                self._refuse(status)
        return self

    def _refuse(self, status: int, message=None) -> None:
        errors = self.errors
        if errors:
            raise AbutError("\n".join(map(str, errors)), status=status_name(status), place=errors[0].place, errors=errors)
        if message is not None and message.text[0] != b"\0":
            raise_message(status, message)
        raise AbutError(text(lib.abut_world_message(lib.abut_model_world(self._handle))) or text(lib.abut_status_text(status)),
                        status=status_name(status))

    # ---- computing ----
    def run(self, out: Union[str, "os.PathLike[str]", None] = None, *, t_end: float | None = None, every: float | None = None,
            rtol: float | None = None, solver: str | None = None, csv: Union[bool, str, Iterable[str]] = False, strict: bool = False,
            progress: Callable[[float, float], None] | bool | None = None) -> Results:
        """Simulates, and answers with the results in memory. out: a folder for results.h5, summary.json and report.html as well.
        csv: text files, too; of these objects and columns alone where it is a list of names.
        progress(t, t_end): called a few times a second; True: a bar, as in notebooks without being asked; False: none. Ctrl-C stops
        the run between two steps; whatever stops it, results in the folder are kept."""
        job = runs.Job(self, out, t_end=t_end, every=every, rtol=rtol, solver=solver, csv=csv, strict=strict)
        with following(progress, "s") as told:
            runs.work_off([job], 1, told)
        return job.answer()

    def static(self, *, at_rest: bool = False) -> Static:
        """The equilibrium under the loads at t = 0; at_rest: bearings as if nothing turned."""
        with runs.building, watched():
            return static_answer(self, at_rest)

    def modes(self, speeds: Iterable[float] | None = None, *, given: bool = False, at_rest: bool = False) -> Union[Modes, Campbell]:
        """Modes of small motions about the equilibrium, or with `given` about the start as the model has it. speeds (rad/s, of the
        first drive that turns, growing from 0 up): the Campbell diagram."""
        with runs.building, watched():
            return mode_list(self, speeds, given, at_rest)

    def identify(self, parameters, curves=None, *, experiments=None, method=None, acceptance=None,
                 out: Union[str, "os.PathLike[str]", None] = None, max_evaluations: int | None = None,
                 progress: Callable[[int, float], None] | bool | None = None) -> Identified:
        """Finds parameters of the model from measured curves.

            m.identify({"E": {"path": "materials.rubber.E", "unit": "MPa", "start": 10, "bounds": [1, 100], "scale": "log"}},
                       {"height": {"t": t, "y": z, "quantity": "body_ball.z"}})

        Parameters and curves have the keys of the study file; a curve has arrays t, y (and x, the abscissa of a plot) in place of a file.
        experiments: {name: {"set": {path: value}, "curves": {...}}} instead of curves, one run of the model each. method: a name, or a
        dict of `type` and its options. The model stays as it is."""
        study = study_of(self, parameters, curves, experiments, {"method": {"type": method} if isinstance(method, str) else method, "acceptance": acceptance})
        return study.identify(out, max_evaluations=max_evaluations, progress=progress)

    def page(self, summary: dict, path: Union[str, "os.PathLike[str]"]) -> Path:
        """Writes a web page with the model in 3D and an answer, as `abut modes --report` does."""
        message = ffi.new("abut_message *")
        with runs.building, watched():
            status = lib.abut_report_model(self._handle, json.dumps(plain(summary)).encode(), os.fspath(path).encode(), message)
        if status:
            raise_message(status, message)
        return Path(path)

    def _repr_html_(self) -> str:
        with runs.building:
            w = lib.abut_model_world(self._handle)
        if not w:
            return table(f"{self._path}: errors", ("place", "message"), ((str(e.place), e.message) for e in self.errors))
        rows = [(kind, ", ".join(names)) for kind, names in world_names(w).items() if names]
        return table(self.title or self._path, ("", ""), rows + [("warning", str(x)) for x in self.warnings])

    def __repr__(self) -> str:
        return f"<abut.Model {self._path}{''.join(' ' + s for s in self._settings)}>"


def schema() -> dict:
    """The JSON schema of model files."""
    from .answers import written

    return json.loads(written(lambda to: lib.abut_write_schema(ffi.NULL, to)))


def catalogue() -> dict[str, str]:
    """What `use: NAME` takes from the library: names and what they are; of series by rule the first one."""
    entries = (lib.abut_catalogue_at(i) for i in range(lib.abut_catalogue_count()))
    names = {text(e.name): text(e.text).splitlines()[0].lstrip("# ") for e in entries}
    series = ffi.new("abut_catalogue_series *")
    while lib.abut_catalogue_series_at(ffi.NULL, len(names) - lib.abut_catalogue_count(), series):
        names[text(series.first)] = text(series.summary)
    return names


