"""Calculators over arrays from Python beside the kernel in C, laws written in Python beside the same law in C (CPU time of one thread), and a
batch in one and two threads.
usage: python bench/python.py [FILE.json]; with the package `abut` installed, and numba for compiled laws"""
import json
import os
import sys
import time

import numpy as np

import abut
from abut._library import ffi, lib

N = 1_000_000


def fastest(call, rounds=25):
    best = float("inf")
    for _ in range(rounds):
        begin = time.thread_time()
        call()
        best = min(best, time.thread_time() - begin)
    return 1e3 * best


def arrays():
    rng = np.random.default_rng(1)
    Q = rng.uniform(100, 200, N)
    P, E, h = Q * rng.uniform(0.01, 0.9, N), np.full(N, 1.1e11), rng.uniform(1e-6, 2e-6, N)
    out = {name: np.empty(N) for name in ("force", "a", "b")}
    pointers = [ffi.cast("double *", x.ctypes.data) for x in (P, Q, E, h, *out.values())]
    kernel = lambda: lib.abut_hertz_array(N, *pointers)  # noqa: E731
    rows = {"kernel in C": kernel,
            "out=": lambda: abut.point(P=P, Q=Q, approach=h, E_star=E, out=out),
            "new arrays": lambda: abut.point(P=P, Q=Q, approach=h, E_star=E, want="force a b"),
            "scalar E*": lambda: abut.point(P=P, Q=Q, approach=h, E_star=1.1e11, want="force a b"),
            "all results": lambda: abut.point(P=P, Q=Q, approach=h, E_star=E)}
    best = {name: float("inf") for name in rows}
    for _ in range(5):  # in turns: the machine may be busy for a while
        for name, call in rows.items():
            best[name] = min(best[name], fastest(call, 4))
    print(f"{N} contacts, force and semi-axes ({abut.__version__}, {ffi.string(lib.abut_hertz_array_unit()).decode()})")
    for name, ms in best.items():
        print(f"  {name:<12} {ms:8.2f} ms {ms / best['kernel in C']:8.2f}")
    return best


def smooth(N, v1, v2, *, mu=abut.Param("1"), v_s=abut.Param("m/s", 1e-3)):
    gain = mu / np.sqrt(v1 * v1 + v2 * v2 + v_s * v_s)
    return -N * gain * v1, -N * gain * v2


def laws(model):
    """A bearing with the law of friction built in, and the same one written in Python."""
    written = {"built in": {"type": "coulomb", "mu": 0.1, "v_s": 0.01}, "Python": abut.friction_law(smooth, name="smooth")(mu=0.1, v_s=0.01)}
    try:
        written["numba"] = abut.friction_law(smooth, name="compiled", compiled=True)(mu=0.1, v_s=0.01)
    except abut.AbutError as error:
        print(f"  {error}")
    best = {name: float("inf") for name in written}
    for i in range(7):
        for name, law in written.items():
            if name == "Python" and i:
                continue
            m = abut.Model.load(model).set("machines.brg.contact.friction", law).check()
            begin = time.process_time()
            m.run(t_end=5e-3)
            best[name] = min(best[name], 1e3 * (time.process_time() - begin))
    for name, ms in best.items():
        print(f"  bearing, friction {name:<10} {ms:8.2f} ms {ms / best['built in']:8.2f}")
    return best


def batch(model, n=64):
    times, bits = {}, set()
    for threads in (1, 2):
        b = abut.Batch(model, n, threads=threads)
        for m in b.models:
            m.check()  # models are built one after the other
        begin, cpu = time.perf_counter(), time.process_time()
        runs = b.run(t_end=0.05)
        times[threads] = time.perf_counter() - begin, time.process_time() - cpu
        bits.add(runs.column("machine_brg.fx").tobytes())
        print(f"  {n} bearings, {threads} threads: {times[threads][0]:.2f} s of the clock, {times[threads][1]:.2f} s of processors")
    print(f"  {times[1][0] / times[2][0]:.2f} times as quick; bits {'equal' if len(bits) == 1 else 'differ'}")
    return times


if __name__ == "__main__":
    bearing = os.path.join(os.path.dirname(__file__), "../examples/13_ball_bearing/model.yaml")
    answer = {"arrays_ms": arrays(), "laws_ms": laws(bearing), "batch_s": batch(bearing)}
    if len(sys.argv) > 1:
        json.dump(answer, open(sys.argv[1], "w"))
