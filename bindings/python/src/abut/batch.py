"""Many variants of one model at once."""
from __future__ import annotations

import os
from typing import Any, Callable, Iterator, Sequence, Union

import numpy as np

from . import runs
from .display import following, table
from .errors import AbutError
from .model import Model, Source
from .results import Results


class Batch:
    """n copies of a model, each with values of its own, run side by side in threads outside of Python's lock. The bits of each do not
    depend on the number of threads.

        b = abut.Batch("ball.yaml", 64)
        b.set("bodies.ball.mass", masses)        # one value for each, or one for all
        b.run().column("contact_touch.N").max(axis=1)
    """

    def __init__(self, model: Union[Model, Source], n: int, threads: int | None = None):
        if n < 1:
            raise AbutError(f"a batch needs at least one model, got n = {n}")
        if threads is not None and threads < 1:
            raise AbutError(f"threads must be at least 1, got {threads}")
        first = model if isinstance(model, Model) else Model.load(model)
        self.models = [first.copy() for _ in range(n)]
        self.threads = threads or len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1))

    def __len__(self) -> int:
        return len(self.models)

    def __getitem__(self, i: int) -> Model:
        return self.models[i]

    def set(self, path: str, values: Any) -> "Batch":
        """One value for all, or a list or array of n, one for each."""
        if isinstance(values, (str, bytes, dict)) or np.ndim(values) == 0:
            values = [values] * len(self)
        if len(values) != len(self):
            raise AbutError(f"{path}: {len(values)} values for {len(self)} models")
        for model, value in zip(self.models, values):
            model.set(path, value)
        return self

    def run(self, *, t_end: float | None = None, every: float | None = None, rtol: float | None = None, solver: str | None = None,
            strict: bool = False, errors: str = "raise", progress: Callable[[int, int], None] | bool | None = None) -> "BatchResults":
        """Runs all of them. errors="keep": a run that fails leaves its AbutError in place of results; otherwise the first is raised
        after all have ended. progress(done, n): called a few times a second."""
        if errors not in ("raise", "keep"):
            raise AbutError(f"errors: 'raise' or 'keep' is wanted, got {errors!r}")
        jobs = [runs.Job(m, t_end=t_end, every=every, rtol=rtol, solver=solver, strict=strict) for m in self.models]
        with following(progress, "runs") as told:
            runs.work_off(jobs, self.threads, told)
        for i, job in enumerate(jobs):
            if job.error is not None and (errors == "raise" or not isinstance(job.error, AbutError)):
                if isinstance(job.error, AbutError):
                    raise AbutError(f"model {i}: {job.error}", status=job.error.status, place=job.error.place, errors=job.error.errors)
                raise job.error
        return BatchResults([job.results if job.error is None else job.error for job in jobs])


class BatchResults(Sequence):
    """The results of a batch, one after the other."""

    def __init__(self, results: list):
        self._results = results

    def __getitem__(self, i):
        return self._results[i]

    def __len__(self) -> int:
        return len(self._results)

    def __iter__(self) -> Iterator[Union[Results, AbutError]]:
        return iter(self._results)

    def _repr_html_(self) -> str:
        rows = [(i, "done" if not r.stopped else "stopped", r.figures["t_reached"], r.figures["steps"]) if isinstance(r, Results) else
                (i, str(r), float("nan"), 0) for i, r in enumerate(self._results)]
        return table(f"{len(self)} runs", ("", "", "t [s]", "steps"), rows)

    def __repr__(self) -> str:
        bad = sum(not isinstance(r, Results) for r in self._results)
        return f"<{len(self)} runs{f', {bad} of them failed' if bad else ''}>"

    def column(self, name: str) -> np.ndarray:
        """One column of all runs, (n, rows); rows that a shorter or failed run does not have are NaN."""
        good = [r for r in self._results if isinstance(r, Results)]
        rows = max((len(r.t) for r in good), default=0)
        out = np.full((len(self), rows), np.nan)
        for i, r in enumerate(self._results):
            if isinstance(r, Results):
                out[i, : len(r.t)] = r[name]
        return out
