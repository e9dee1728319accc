"""The usual figures by matplotlib: loads around a bearing, spectra, Campbell diagrams, Stribeck curves, loops.

Each takes the axes to draw on (ax; a new figure if none) and answers with them; quantities have their units on the axes."""
from __future__ import annotations

import re
from typing import Any

import numpy as np

from .answers import Campbell, Static
from .calculators import Arrays
from .errors import AbutError
from .quantities import Column


def _axes(ax, polar: bool = False):
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.figure().add_subplot(projection="polar" if polar else None)


def _the_machine(names, machine: str | None) -> str:
    if machine is None and len(names) == 1:
        return names[0]
    if machine is None or machine not in names:
        asked = "machine: which one?" if machine is None else f"there is no machine {machine!r};"
        raise AbutError(f"{asked} there are: {', '.join(names) or 'none'}", status="UNKNOWN_NAME")
    return machine


def _loads(source: Any, machine: str | None, ring: str, at: float | None) -> tuple[np.ndarray, np.ndarray]:
    """Azimuth (rad) and load (N) of the rolling elements, (elements, rows)."""
    if isinstance(source, Static):
        name = _the_machine(list(source.machines), machine)
        elements = source.machines[name].get("balls") or source.machines[name].get("rollers")
        if not elements or f"Q_{ring}" not in elements[0]:
            raise AbutError(f"machine {name}: there is no load Q_{ring} around it", status="UNKNOWN_NAME")
        return np.array([[e["azimuth"]] for e in elements]), np.array([[e[f"Q_{ring}"]] for e in elements])
    names = [part[len("machine_"):] for part in source._parts() if part.startswith("machine_")]
    table = source.machine(_the_machine(names, machine))
    elements = [m[1] for m in (re.fullmatch(r"(\D+\d+)_azimuth", key) for key in table) if m]
    if not elements or f"{elements[0]}_Q_{ring}" not in table.keys():
        raise AbutError(f"{table._name}: there is no load Q_{ring} around it", status="UNKNOWN_NAME")
    rows = slice(None) if at is None else [int(np.argmin(np.abs(np.asarray(source.t) - at)))]
    return (np.array([np.asarray(table[f"{e}_azimuth"])[rows] for e in elements]), np.array([np.asarray(table[f"{e}_Q_{ring}"])[rows] for e in elements]))


def polar_load(source: Any, machine: str | None = None, *, ring: str = "inner", at: float | None = None, ax=None, **style):
    """Loads of the rolling elements over their azimuth, of a run (all rows, or that next to the time `at`) or of an equilibrium. machine: its
    name, if there are several. ring: "inner" or "outer"."""
    azimuth, Q = _loads(source, machine, ring, at)
    ax = _axes(ax, polar=True)
    if azimuth.shape[1] == 1:
        order = np.argsort(np.mod(azimuth[:, 0], 2 * np.pi))
        order = np.append(order, order[0])
        ax.plot(azimuth[order, 0], Q[order, 0], "o-", **style)
    else:
        ax.plot(azimuth.ravel(), Q.ravel(), ".", **{"markersize": 2, **style})
    ax.set_title(f"load on the {ring} ring [N]")
    return ax


def spectrum_of(y: Any, t: Any) -> tuple[np.ndarray, np.ndarray]:
    """Frequencies (Hz) and amplitudes (half of peak to peak, unit of y) of rows at equal steps, by Hann's window and without the mean."""
    y, t = np.asarray(y, dtype=float), np.asarray(t, dtype=float)
    if y.ndim != 1 or y.shape != t.shape or len(t) < 8:
        raise AbutError(f"a spectrum needs two arrays of the same length, at least 8; got {y.shape} and {t.shape}")
    steps = np.diff(t[:-1])  # the last row is that of the end, which may come early
    if np.ptp(steps) > 1e-6 * steps.mean():
        raise AbutError("a spectrum needs rows at equal steps of time")
    n = len(t) - (abs(t[-1] - t[-2] - steps.mean()) > 1e-6 * steps.mean())
    window = np.hanning(n + 1)[:n]
    amplitude = 2 * np.abs(np.fft.rfft((y[:n] - y[:n].mean()) * window)) / window.sum()
    return np.fft.rfftfreq(n, steps.mean()), amplitude


def spectrum(y: Column, t: Any, *, start: float = 0.0, ax=None, **style):
    """The amplitudes of a column over frequency. start: rows before this time (s) are left out."""
    rows = np.asarray(t) >= start
    f, amplitude = spectrum_of(np.asarray(y)[rows], np.asarray(t)[rows])
    ax = _axes(ax)
    ax.plot(f, amplitude, **style)
    ax.set_xlabel("frequency [Hz]")
    ax.set_ylabel(f"amplitude of {getattr(y, 'label', '') or 'y'}")
    return ax


def campbell(c: Campbell, *, orders=(1, 2), rpm: bool = True, ax=None, **style):
    """Frequencies over speed, with lines of these orders of the speed, and the limit of stability."""
    ax = _axes(ax)
    speed = c.speeds * (30 / np.pi if rpm else 1)
    for curve in c.curves:
        ax.plot(speed, curve, ".-", **style)
    for order in orders:
        ax.plot(speed, order * c.speeds / (2 * np.pi), "k:", linewidth=0.8)
        ax.annotate(f"{order:g}x", (speed[-1], order * c.speeds[-1] / (2 * np.pi)))
    if np.isfinite(c.stability_limit):
        ax.axvline(c.stability_limit * (30 / np.pi if rpm else 1), color="r", linestyle="--")
    ax.set_xlabel("speed [rpm]" if rpm else "speed [rad/s]")
    ax.set_ylabel("frequency [Hz]")
    return ax


def stribeck(r: Arrays, over: Any = None, *, label: str = "", ax=None, **style):
    """Coefficient of friction, with the parts of film and asperities, over the film parameter of `abut.friction`, or over an array
    (speeds ...) with the label of its axis."""
    for name in ("mu", "F_hydro", "F_boundary", "F_t", *(() if over is not None else ("lambda_ratio",))):
        if name not in r.keys():
            raise AbutError(f"a Stribeck curve needs the results mu, F_t, F_hydro, F_boundary and lambda_ratio of abut.friction: there is no {name}", status="MISSING")
    x = np.ravel(r.lambda_ratio if over is None else over)
    order, mu = np.argsort(x), np.ravel(r.mu)
    if x.shape != mu.shape:
        raise AbutError(f"the shapes do not fit together: {x.shape} and {mu.shape}")
    per_load = mu / np.where(np.ravel(r.F_t) == 0, np.nan, np.ravel(r.F_t))
    ax = _axes(ax)
    ax.semilogx(x[order], mu[order], label="friction", **style)
    ax.semilogx(x[order], (np.ravel(r.F_hydro) * per_load)[order], "--", linewidth=1, label="film")
    ax.semilogx(x[order], (np.ravel(r.F_boundary) * per_load)[order], ":", linewidth=1, label="asperities")
    ax.set_xlabel(label or ("film over roughness" if over is None else ""))
    ax.set_ylabel("coefficient of friction")
    ax.legend()
    return ax


def loop_area(x: Any, y: Any) -> float:
    """The area of the closed polygon, positive if it is run through clockwise: for force over displacement the work that is lost."""
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    if x.ndim != 1 or x.shape != y.shape:
        raise AbutError(f"a loop needs two arrays of the same length, got {x.shape} and {y.shape}")
    return float(0.5 * np.sum((np.roll(x, -1) - x) * (np.roll(y, -1) + y)))


def loop(x: Column, y: Column, *, ax=None, **style):
    """One column over another."""
    loop_area(x, y)  # the shapes
    ax = _axes(ax)
    ax.plot(np.asarray(x), np.asarray(y), **style)
    ax.set_xlabel(getattr(x, "label", ""))
    ax.set_ylabel(getattr(y, "label", ""))
    return ax
