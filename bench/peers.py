#!/usr/bin/env python3
"""Dry contact beside its peers: peers.py run ABUT FOLDER prints a table and writes it to FOLDER/peers.md;
peers.py put FOLDER/peers.md docs/benchmarks.md puts it into that page. Needs numpy and h5py.

Cases: a sphere on a window of 3a x 3a (E* = R = a = 1) and the periodic surface of rough_surface.py. One thread each. Seconds are those of
the processor: of the peers from the making of a model to the end of the solve, without imports; of abut the whole process `abut dry
FILE --json`, which also makes the stiffness, and behind it the solve alone, without kernels and plans. The residual is measured here, from the pressures alone, in the same way for all: the greatest
|gap| where there is pressure or overlap elsewhere, over a^2/2R or the rms height, with the approach that makes the mean gap of the
contact zero."""
import importlib.metadata
import json
import os
import platform
import resource
import subprocess
import sys
import time

import numpy as np

PRESSURES = (0.02, 0.1, 0.4, 0.8)
CASES = [("sphere", 256, 0), ("sphere", 512, 0)] + [("periodic", 512, p) for p in PRESSURES]
LIMIT = 900  # s of real time for a peer and a case
PEERS = {"tamaas": "tamaas", "ContactMechanics": "ContactMechanics"}
HERE = os.path.dirname(os.path.abspath(__file__))


# ---- the problem ----
def heights(case, n, folder):
    """Gap of the undeformed bodies."""
    if case == "sphere":
        x = (np.arange(n) - (n - 1) / 2) * 3 / n
        return (x[:, None] ** 2 + x[None, :] ** 2) / 2
    path = os.path.join(folder, f"rough_{n}.bin")
    if not os.path.exists(path):
        subprocess.run([sys.executable, os.path.join(HERE, "rough_surface.py"), path, str(n)], check=True)
    return -np.fromfile(path, "<f8").reshape(n, n)


def force(case, mean):
    return 4 / 3 if case == "sphere" else mean


def love(n, size):
    """Displacement at cells of a square of unit pressure (Love 1929), E* = 1, as a circulant of twice the size."""
    d = size / n
    i = np.minimum(np.arange(2 * n), 2 * n - np.arange(2 * n)) * d
    x, y = np.meshgrid(i, i, indexing="ij")
    f = lambda a, b: a * np.arcsinh(b / np.abs(a)) + b * np.arcsinh(a / np.abs(b))  # noqa: E731
    h = d / 2
    return (f(x + h, y + h) - f(x + h, y - h) - f(x - h, y + h) + f(x - h, y - h)) / np.pi


def displacement(case, p):
    n = len(p)
    if case == "sphere":
        return np.fft.irfft2(np.fft.rfft2(love(n, 3)) * np.fft.rfft2(p, (2 * n, 2 * n)), (2 * n, 2 * n))[:n, :n]
    waves = 2 * np.pi * np.fft.fftfreq(n, 1 / n)
    q = np.hypot(waves[:, None], waves[None, : n // 2 + 1])
    q[0, 0] = np.inf
    return np.fft.irfft2(np.fft.rfft2(p) * 2 / q, (n, n))


def measure(case, h, p):
    """Residual, p_max (of the sphere over that of Hertz, less 1), area fraction."""
    g, contact = h + displacement(case, p), p > 0
    g -= g[contact].mean()
    worst = max(np.abs(g[contact]).max(), -g[~contact].min() if (~contact).any() else 0)
    scale = 0.5 if case == "sphere" else h.std()
    most = p.max() * np.pi / 2 - 1 if case == "sphere" else p.max()
    return worst / scale, most, contact.mean()


# ---- those who solve ----
def by_tamaas(case, h, mean):
    import tamaas as tm

    tm.set_log_level(tm.LogLevel.error)
    n, size = len(h), 3.0 if case == "sphere" else 1.0
    begin = time.process_time()
    model = tm.Model(tm.model_type.basic_2d, [size, size], [n, n])
    model.E, model.nu = 1, 0
    solver = tm.PolonskyKeerRey(model, -h, 1e-10)
    solver.max_iter = 20000
    if case == "sphere":
        tm.ModelFactory.registerNonPeriodic(model, "dcfft")
        solver.setIntegralOperator("dcfft")
    solver.solve(force(case, mean) / size**2)
    return time.process_time() - begin, np.array(model.traction)


def by_contact_mechanics(case, h, mean):
    from ContactMechanics import FreeFFTElasticHalfSpace, PeriodicFFTElasticHalfSpace
    from ContactMechanics.Systems import NonSmoothContactSystem
    from SurfaceTopography import Topography

    n, size = len(h), 3.0 if case == "sphere" else 1.0
    kind = FreeFFTElasticHalfSpace if case == "sphere" else PeriodicFFTElasticHalfSpace
    begin = time.process_time()
    system = NonSmoothContactSystem(kind((n, n), 1.0, (size, size)), Topography(-h, (size, size), periodic=case != "sphere"))
    scale = 0.5 if case == "sphere" else h.std()
    result = system.minimize_proxy(external_force=force(case, mean), pentol=1e-8 * scale, maxiter=20000)
    p = np.array(result.jac)[:n, :n] / (size / n) ** 2
    return time.process_time() - begin, p


SOLVERS = {"tamaas": by_tamaas, "ContactMechanics": by_contact_mechanics}


def by_abut(program, folder, case, n, h, mean):
    import h5py

    name = os.path.join(folder, f"{case}_{n}_{mean}")
    if case == "sphere":
        gap, sides = "{type: quadric, P: 0.5 1/m, Q: 0.5 1/m}", f"{{nx: {n}, ny: {n}, lx: 3 m, ly: 3 m}}"
    else:
        np.save(name + ".npy", -h)
        gap = f"{{type: heights, file: {os.path.basename(name)}.npy, lx: 1 m, ly: 1 m, height_unit: 1 m, generated: true}}"
        sides = "{periodic: true}"
    with open(name + ".yaml", "w", encoding="utf-8") as to:
        to.write(f"grid: {sides}\ngap: {gap}\nE_star: 1\nforce: {force(case, mean)!r}\nsolver: {{type: pcg, tol: 1e-10}}\n")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = subprocess.run([program, "dry", name + ".yaml", "--json"], check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    subprocess.run([program, "dry", name + ".yaml", "--quiet", "--no-report", "--out", name + ".out"], check=True)
    with h5py.File(name + ".out/results.h5") as file:
        p = file["fields/pressure"][-1]
    return seconds, p, json.loads(said)


# ---- the table ----
def row(case, n, mean, who, seconds, figures, alone=None):
    what = f"sphere {n}²" if case == "sphere" else f"periodic {n}², {mean}"
    part = f" ({alone:.2f})" if alone is not None else ""
    return f"| {what} | {who} | {seconds:.2f}{part} | {figures[0]:.1e} | {figures[1]:.4e} | {figures[2]:.5f} |"


def machine():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    except OSError:
        names = []
    return names[0] if names else platform.processor() or platform.machine()


def missing(name, python):
    """None, or why a peer cannot be had."""
    done = subprocess.run([python, "-c", f"import {PEERS[name]}"], capture_output=True, text=True)
    return None if done.returncode == 0 else (done.stderr.strip().splitlines() or ["unknown reason"])[-1]


def ask(name, case, n, mean, folder):
    """One case in a process of its own, which gets LIMIT seconds."""
    command = [sys.executable, __file__, "one", name, case, str(n), str(mean), folder]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return None, f"no answer within {LIMIT} s"
    if done.returncode != 0:
        return None, (done.stderr.strip().splitlines() or ["it ends without a word"])[-1]
    answer = json.loads(done.stdout.strip().splitlines()[-1])
    return answer, None


def run(program, folder):
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    os.makedirs(folder, exist_ok=True)
    program = os.path.abspath(program)
    here, notes = [], []
    for name in PEERS:
        why = missing(name, sys.executable)
        if why:
            notes.append(f"{name} is left out: {why}")
        else:
            here.append(name)
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in here)
    lines = [f"Measured on {machine()}, one thread; {versions or 'no peers'}.", "",
             "| case | who | s of the processor (abut: solve alone) | residual | p_max | area fraction |", "|---|---|---|---|---|---|"]
    print("\n".join(lines), flush=True)
    for case, n, mean in CASES:
        h = heights(case, n, folder)
        seconds, p, said = by_abut(program, folder, case, n, h, mean)
        figures = measure(case, h, p)
        lines.append(row(case, n, mean, "abut", seconds, figures, said["seconds"]))
        print(lines[-1], f"its own: residual {said['residual']:.1e}, {said['inner']:.0f} inner", flush=True)
        for name in here:
            answer, why = ask(name, case, n, mean, folder)
            lines.append(row(case, n, mean, name, *answer) if answer else f"| {case} {n}², {mean} | {name} | {why} | | | |")
            print(lines[-1], flush=True)
    lines += [""] + notes if notes else []
    print("\n".join(notes))
    with open(os.path.join(folder, "peers.md"), "w", encoding="utf-8") as to:
        to.write("\n".join(lines) + "\n")


def one(name, case, n, mean, folder):
    h = heights(case, int(n), folder)
    seconds, p = SOLVERS[name](case, h, float(mean))
    print(json.dumps([seconds, [float(v) for v in measure(case, h, p)]]))


def put(table, page):
    """The table between its marks in a page of the documentation."""
    begin, end = "<!-- peers: made by ./dev bench peers -->\n", "<!-- end of peers -->"
    with open(page, encoding="utf-8") as file:
        before, rest = file.read().split(begin)
    with open(table, encoding="utf-8") as file:
        text = before + begin + "\n" + file.read() + "\n" + end + rest.split(end)[1]
    with open(page, "w", encoding="utf-8") as to:
        to.write(text)


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "run":
        run(*sys.argv[2:])
    elif len(sys.argv) == 4 and sys.argv[1] == "put":
        put(*sys.argv[2:])
    elif len(sys.argv) == 7 and sys.argv[1] == "one":
        one(*sys.argv[2:])
    else:
        sys.exit(__doc__)
