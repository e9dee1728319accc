"""Identification: parameters of a model from measured curves, as a study file describes it or from arrays."""
from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, NamedTuple, Sequence, Union

import numpy as np

from . import own_types as types
from . import runs
from ._library import ffi, lib, raise_message, text
from .answers import written
from .callbacks import guarded, watched
from .display import Bar, following, table
from .errors import AbutError, Complaint, Place
from .quantities import plain
from .results import Page, write_page

if TYPE_CHECKING:
    from .model import Model


class Estimate(NamedTuple):
    """A parameter as it was found, in `unit` (that of the study; "": SI). std_error is NaN where there is none; low and high: 95 %."""

    value: float
    std_error: float
    low: float
    high: float
    unit: str
    fixed: bool  # kept at its start: it has no influence there
    at_bound: bool


class Fit(NamedTuple):
    """A curve as it was measured and as the model has it, over the time t (s)."""

    t: np.ndarray
    measured: np.ndarray
    model: np.ndarray
    residual: np.ndarray
    sigma: float  # noise, given or estimated
    within: float  # share of points that are near enough
    offset: float  # estimated constant; 0 if there is none


class Identified:
    """The answer: `parameters` by name (Estimate), `curves` by "experiment.curve" (Fit), `correlation`, `chi2` per degree of freedom (NaN if
    a sigma was estimated), `accepted` (None: nothing was asked for), `warnings`, `how` it ended; `summary`: all of it as `abut identify
    --json` has it; `stopped`, `limit`."""

    def __init__(self, study, found, folder: Path, keep, summary: dict):
        self.folder, self._keep, self.summary = folder, keep, summary
        self.title = text(lib.abut_study_title(study))
        self.how, self.status = text(found.how), text(found.word)
        estimates = [found.estimate[i] for i in range(found.parameters)]
        self.parameters = {text(e.name): Estimate(e.value, e.std_error, e.low, e.high, text(e.unit), bool(e.fixed), bool(e.at_bound)) for e in estimates}
        n = found.parameters
        self.correlation = np.array([found.correlation[i] for i in range(n * n)]).reshape(n, n) if n else np.empty((0, 0))
        self.curves = dict(self._fit(found.curve[i]) for i in range(found.curves))
        self.chi2, self.evaluations, self.runs = found.chi2, found.evaluations, found.runs
        self.accepted = bool(found.accepted) if found.accepts else None
        self.warnings = tuple(text(found.warning[i]) for i in range(found.warnings))

    def _fit(self, c) -> tuple[str, Fit]:
        name = f"{text(c.experiment)}.{text(c.name)}"
        table = np.genfromtxt(self.folder / f"fit_{text(c.experiment)}_{text(c.name)}.csv", delimiter=",", names=True)
        t, measured, model, residual = (np.atleast_1d(table[key]) for key in ("t", "measured", "model", "residual"))
        return name, Fit(t, measured, model, residual, c.sigma, c.within, c.offset if c.has_offset else 0.0)

    @property
    def stopped(self) -> bool:
        return self.status == "stopped"

    def report(self) -> Page:
        """The web page of the fit, shown inline in a notebook."""
        return write_page(self.folder, None)

    def to_pandas(self):
        """One row for each parameter."""
        import pandas

        return pandas.DataFrame.from_dict({name: e._asdict() for name, e in self.parameters.items()}, orient="index")

    def _rows(self):
        for name, e in self.parameters.items():
            note = "no influence" if e.fixed else "at a bound" if e.at_bound else ""
            yield name, f"{e.value:.6g}", f"{e.std_error:.3g}", f"{e.low:.6g} .. {e.high:.6g}", e.unit, note

    def __repr__(self) -> str:
        lines = ["  {:<20} {:>12} +- {:<10} {} {} {}".format(row[0], row[1], row[2], row[3], row[4], row[5]).rstrip() for row in self._rows()]
        return "\n".join([f"{self.title or 'identification'}: {self.status}; {self.how}", *lines, *self.warnings])

    def _repr_html_(self) -> str:
        shown = table(f"{self.title}: {self.status}", ("parameter", "value", "std error", "95 %", "unit", ""), self._rows())
        return shown + "".join(f"<p>{w}</p>" for w in self.warnings)


class Study:
    """A study file: what is sought, in which models, from which curves. Not for two threads at a time."""

    def __init__(self, path: Union[str, "os.PathLike[str]"], *, allow_outside: bool = False, keep: Any = None, known: Any = None):
        self.path, self._keep = Path(path), keep
        self._types = known or types.registry()
        registry = types.handle(self._types)
        if allow_outside:
            registry = ffi.gc(lib.abut_registry_create(registry or lib.abut_study_types()), lib.abut_registry_destroy)
            lib.abut_registry_allow_outside(registry)
        with runs.building, watched():
            handle = lib.abut_study_read(registry, os.fspath(path).encode())
        if not handle:
            raise AbutError("out of memory", status="NO_MEMORY")
        self._handle = ffi.gc(handle, lambda h, _=(registry, self._types): _destroy(h))
        errors = self.errors
        if errors:
            raise AbutError("\n".join(map(str, errors)), place=errors[0].place, errors=errors)

    @property
    def title(self) -> str:
        return text(lib.abut_study_title(self._handle))

    @property
    def errors(self) -> tuple[Complaint, ...]:
        made = (lib.abut_study_error_at(self._handle, i) for i in range(lib.abut_study_error_count(self._handle)))
        return tuple(Complaint(text(e.message), Place(text(e.file), e.line, e.column, text(e.path)), text(e.code)) for e in made)

    def identify(self, out: Union[str, "os.PathLike[str]", None] = None, *, method: str | None = None, max_evaluations: int | None = None,
                 jobs: int = 0, resume: bool = False, progress: Callable[[int, float], None] | bool | None = None) -> Identified:
        """Seeks the parameters. out: the folder of the results, kept; resume: go on with what an earlier fit has left there. jobs: that
        many processes, 0: none but this one. progress(evaluations, cost): called now and then. Ctrl-C stops it; with `out` nothing is lost."""
        if jobs and self._types is not None and self._types.types:
            raise AbutError("jobs: other processes cannot be used with laws of one's own; leave it at 0", status="BAD_PAIR")
        keep = tempfile.TemporaryDirectory() if out is None else None
        folder = Path(keep.name if keep else os.fspath(out))  # type: ignore[arg-type]
        job = _Fit(self._handle, folder, method, max_evaluations, jobs, resume)
        with following(progress, "evaluations") as told:
            tell = (lambda: told(job.evaluations, job.most)) if isinstance(told, Bar) else lambda: runs.tell(told, job.evaluations, job.cost)
            runs.in_threads([job.work], 1, tell, job.stop)
        if job.error is not None:
            raise job.error
        with runs.building:
            summary = json.loads(written(lambda to: lib.abut_study_json(self._handle, to)))
            return Identified(self._handle, job.found[0], folder, (keep, self._keep), summary)


class _Fit:
    """One fit in a thread of its own."""

    def __init__(self, handle, folder, method, max_evaluations, jobs, resume):
        self.handle, self.error, self.stopping = handle, None, False
        self.evaluations, self.cost, self.most = 0, float("nan"), max_evaluations or 300
        self._strings = [ffi.new("char[]", os.fspath(folder).encode()), ffi.new("char[]", (method or "").encode())]
        self._watch = ffi.callback("bool(abut_identify_progress *, void *)", guarded("watch", self.watch, lambda *_: True), error=True)
        self.definition = ffi.new("abut_identify_def *", {"folder": self._strings[0], "jobs": jobs, "resume": resume,
                                                          "max_evaluations": max_evaluations or 0, "watch": self._watch})  # fmt: skip
        if method:
            self.definition.method = self._strings[1]
        self.found = ffi.new("abut_identified **")

    def watch(self, p, user) -> bool:
        self.evaluations, self.cost = p.evaluations, p.cost
        return self.stopping

    def stop(self) -> None:
        self.stopping = True

    def work(self) -> None:
        message = ffi.new("abut_message *")
        try:
            with runs.building, watched():
                status = lib.abut_study_identify(self.handle, self.definition, self.found, message)
                if status:
                    raise_message(status, message)
                if text(self.found[0].word) == "failed":
                    raise_message(self.found[0].message.status or -1, self.found[0].message)
        except BaseException as error:  # for the thread that waits
            self.error = error


def _destroy(handle) -> None:
    with runs.building:
        lib.abut_study_destroy(handle)


# ---- a study from arrays ---------------------------------------------------------------------------------------------
def _named(items: Union[Mapping[str, Mapping], Iterable[Mapping]], what: str) -> list[dict]:
    """{"E": {...}} as [{"name": "E", ...}]"""
    if isinstance(items, Mapping):
        return [{"name": name, **item} for name, item in items.items()]
    made = [dict(item) for item in items]
    if not made:
        raise AbutError(f"{what}: there must be at least one", status="MISSING")
    return made


def _curve(curve: Mapping[str, Any], name: str, folder: Path) -> dict:
    """A curve with its arrays t and y (and x) as one of the study file, which has them in a CSV file."""
    made = {key: value for key, value in curve.items() if key not in ("t", "y", "x")}
    if "t" not in curve or "y" not in curve:
        raise AbutError(f"curve {name}: it needs t and y, arrays of the same length", status="MISSING", place=Place(path=f"curves.{name}"))
    columns = {key: np.asarray(curve[key], dtype=float) for key in ("t", "y", "x") if key in curve}
    if any(c.ndim != 1 or c.shape != columns["t"].shape for c in columns.values()):
        shapes = ", ".join(f"{key} {c.shape}" for key, c in columns.items())
        raise AbutError(f"curve {name}: t and y must be arrays of the same length, got {shapes}", place=Place(path=f"curves.{name}"))
    path = folder / f"{name}.csv"
    np.savetxt(path, np.column_stack(list(columns.values())), fmt="%.17g", delimiter=",", header=",".join(columns), comments="")
    over = {"x": "x", "time": "t"} if "x" in columns else {"x": "t"}
    return {"name": name, **made, "file": path.name, "y": "y", **over}


def _settings(model: "Model") -> dict:
    """What was set in the model, for every experiment."""
    made: dict[str, Any] = {}
    for setting in model._settings:
        path, _, value = setting.partition("=")
        try:
            made[path] = json.loads(value)
        except ValueError:
            made[path] = value
        if isinstance(made[path], (list, dict)):
            raise AbutError(f"identify: {path} was set to a list, which an experiment cannot do; put it into the model", place=Place(path=path))
    return made


def study_of(model: "Model", parameters, curves, experiments, options: Mapping[str, Any]) -> Study:
    """A study of one model, in a folder of its own that goes with it."""
    if (curves is None) == (experiments is None):
        raise AbutError("give curves, or experiments with curves of their own", status="MISSING")
    keep = tempfile.TemporaryDirectory()
    folder = Path(keep.name)
    if model._content is not None:
        (folder / "model.yaml").write_bytes(model._content)
    made = []
    every: Sequence[dict] = [{"name": "measured", "curves": curves}] if experiments is None else _named(experiments, "experiments")
    for experiment in every:
        own = [_curve(c, c.get("name", f"curve{i + 1}"), folder) for i, c in enumerate(_named(experiment.get("curves", ()), "curves"))]
        for c in own:  # one file for each curve of each experiment
            unique = f"{experiment['name']}_{c['file']}"
            os.replace(folder / c["file"], folder / unique)
            c["file"] = unique
        made.append({**experiment, "set": {**_settings(model), **experiment.get("set", {})}, "curves": own})
        if not made[-1]["set"]:
            del made[-1]["set"]
    path = "model.yaml" if model._content is not None else os.path.abspath(model._path)
    study = {"abut_study": 1, "title": model.title or "identification", "model": path, "parameters": _named(parameters, "parameters"),
             "experiments": made, **{key: value for key, value in options.items() if value is not None}}  # fmt: skip
    (folder / "study.yaml").write_text(json.dumps(plain(study)))
    return Study(folder / "study.yaml", allow_outside=model._outside or model._content is None, keep=keep, known=model._types)
