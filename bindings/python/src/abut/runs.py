"""Runs in threads of their own: the caller's thread waits, so that Ctrl-C arrives, and stops them between two steps.

Reading a model uses the database of units, which is not made for threads; and what is written by HDF5 neither. So models are built one
after the other, and of runs with a folder only one goes on at a time. Runs in memory share nothing: they go on side by side, and
their bits do not depend on how many do."""
from __future__ import annotations

import os
import threading
from typing import Any, Callable, Sequence

from ._library import ffi, lib, raise_message, status_name, text
from .callbacks import watched
from .errors import AbutError
from .results import Results

building = threading.RLock()  # the libraries that are not made for threads: units, HDF5


def destroy(handle) -> None:
    with building:
        lib.abut_model_destroy(handle)


class Job:
    """One run: its definition in C, what became of it."""

    def __init__(self, model, out=None, *, t_end=None, every=None, rtol=None, solver=None, csv=False, strict=False):
        self.model, self.error, self.results, self.stopped = model, None, None, False
        self.signal = ffi.new("abut_run_signal *")
        self.outcome = ffi.new("abut_run_outcome *")
        self.folder = None if out is None else os.fspath(out)
        if csv and out is None:
            raise AbutError("csv: files need a folder (out)")
        for name, value in (("t_end", t_end), ("every", every), ("rtol", rtol)):
            if value is not None and not value > 0:
                raise AbutError(f"{name} must be positive, got {value}")
        numbers = {"t_end": t_end or 0.0, "every": every or 0.0, "rtol": rtol or 0.0}
        only = csv if isinstance(csv, str) else "" if isinstance(csv, bool) else ",".join(csv)
        self._keep = [ffi.new("char[]", word.encode()) for word in (solver or "", self.folder or "", only)]
        self.definition = ffi.new("abut_run_def *", {**numbers, "csv": bool(csv), "keep": True, "strict": strict})
        if only:
            self.definition.csv_only = self._keep[2]
        if solver:
            self.definition.solver = self._keep[0]
        if self.folder:
            self.definition.folder = self._keep[1]
        self.definition.watch = ffi.cast("int (*)(abut_world *, void *)", ffi.addressof(lib, "abut_watch_signal"))
        self.definition.user = self.signal

    def work(self) -> None:
        try:
            with watched(self.signal):
                self.compute()
        except BaseException as error:  # for the thread that waits
            self.error = error

    def compute(self) -> None:
        handle = self.model._handle
        with building:
            built = bool(lib.abut_model_world(handle))
            status = 0 if built else -1
            if built and self.folder:
                status = lib.abut_model_run(handle, self.definition, self.outcome)
        if built and not self.folder:
            status = lib.abut_model_run(handle, self.definition, self.outcome)
        self.finish(status, built)

    def finish(self, status: int, built: bool) -> None:
        o, model = self.outcome, self.model
        if not built or not o.begun:
            model._refuse(status, o.message if built else None)
        with building:
            self.results = Results.read(model, self)
        if status and status_name(status) != "STOPPED":
            raise_message(status, o.message, results=self.results)
        if status and not self.stopped:  # by an exception in a law
            raise AbutError(text(lib.abut_status_text(status)), status="STOPPED", results=self.results)

    def answer(self) -> Results:
        if self.error is not None:
            raise self.error
        return self.results

    @property
    def t_end(self) -> float:
        return self.outcome.t_end


def in_threads(calls: Sequence[Callable[[], None]], threads: int, tick: Callable[[], None], stop: Callable[[], None]) -> None:
    """All calls, so many at a time, while this thread waits: tick() is called a few times a second. An interrupt, or what tick raises, stops
    them by stop(), and is raised when they have ended."""
    left, lock, stopping, ended = iter(calls), threading.Lock(), threading.Event(), threading.Semaphore(0)
    done: list[None] = []

    def next_call():
        with lock:
            return None if stopping.is_set() else next(left, None)

    def worker() -> None:
        try:
            for call in iter(next_call, None):
                call()
        finally:
            done.append(None)
            ended.release()

    # Not by Thread.join: interrupted, it takes a thread for ended that still works.
    workers = max(1, min(threads, len(calls)))
    for _ in range(workers):
        threading.Thread(target=worker, daemon=True).start()
    interrupt, over = None, False
    while not over:
        over = len(done) == workers  # then once more tick()
        try:
            if not over:
                ended.acquire(timeout=0.2)
            if interrupt is None:
                tick()
        except BaseException as error:  # Ctrl-C, or what tick raises
            interrupt = interrupt or error
            stopping.set()
            stop()
    if interrupt is not None:
        raise interrupt


def tell(progress: Callable[..., Any] | None, *numbers) -> None:
    if progress is not None:
        progress(*numbers)


def work_off(jobs: list[Job], threads: int, progress: Callable[..., Any] | None = None) -> None:
    """All jobs, so many at a time."""

    def tick() -> None:
        if len(jobs) == 1:
            tell(progress, jobs[0].signal.t, jobs[0].t_end)
        else:
            tell(progress, sum(job.results is not None or job.error is not None for job in jobs), len(jobs))

    def stop() -> None:
        for job in jobs:
            job.stopped, job.signal.stop = True, 1

    in_threads([job.work for job in jobs], threads, tick, stop)
