"""The element: the numbers of the README, derivatives against differences, memory, what is refused."""
import numpy as np
from support import near, refused

import abut

RING = {"shape": {"type": "torus", "ring_radius": 25.2e-3, "tube_radius": "5.2 mm", "side": "inside"}}
BALL = {"shape": {"type": "sphere", "radius": 5e-3}}


def test_ball_in_groove():
    e = abut.Element(RING, BALL, normal="hertz", friction={"type": "coulomb", "mu": 0.08})
    out = e.eval(b=(25e-3 - 10e-6, 0, 0), vb=(0, 0.1, 0), jac=True)
    near(out.N, 916.733, 1e-6)
    near(out.p_max, 2.1558e9, 1e-4)
    near(out.on_b[1], -73.33, 1e-4)
    np.testing.assert_allclose(out.on_a[:3], -out.on_b[:3], rtol=1e-12)
    near(out.K[6, 6], 137.510e6, 1e-5)
    by = 1e-10
    up, down = (e.eval(b=(25e-3 - 10e-6 + s * by, 0, 0), vb=(0, 0.1, 0)).on_b for s in (1, -1))
    np.testing.assert_allclose(out.K[6:9, 6], -(up - down)[:3] / (2 * by), rtol=1e-5, atol=1)
    again = e.eval(((0, 0, 0), (2, 0, 0, 0)), (25e-3 - 10e-6, 0, 0), vb=(0, 0.1, 0, 0, 0, 0))
    assert again.N == out.N and again.K is None


def test_laws_within_laws():
    state = {"b": (25e-3 - 10e-6, 0, 0), "vb": (-0.01, 0, 0)}
    still = abut.Element(RING, BALL).eval(**state)
    brief, told, other = (abut.Element(RING, BALL, normal={"type": "hertz", "damping": d}).eval(**state).N
                          for d in (0.5, {"type": "hunt_crossley", "chi": 0.5}, {"type": "hunt_crossley", "chi": 0.25}))
    assert brief == told
    near(told, still.N * (1 + 0.5 * 0.01), 1e-12)
    near(other, still.N * (1 + 0.25 * 0.01), 1e-12)
    soft = abut.Element({**RING, "material": {"E": "100 GPa", "nu": 0.3}}, {**BALL, "material": "rigid"}).eval(**state)
    near(soft.N / still.N, (100 / 0.91) / (210 / 1.82), 1e-12)


def test_memory():
    """Stiction pulls back towards where it began, after accepting and not before."""
    block = {"shape": {"type": "sphere", "radius": 0.01}}
    e = abut.Element({"shape": "plane"}, block, friction={"type": "stick_slip", "mu": 0.3})
    fresh = e.memory
    e.accept(b=(0, 0, 0.01 - 1e-6), t=0.0)
    e.accept(b=(0, 0, 0.01 - 1e-6), t=1e-3)
    held = e.memory
    state = {"b": (1e-8, 0, 0.01 - 1e-6), "vb": (1e-5, 0, 0), "t": 2e-3}
    moved = e.eval(**state)
    assert moved.on_b[0] < 0 and moved.mode == 1 and e.memory == held != fresh
    e.forget()
    assert e.memory == fresh
    e.memory = held
    assert e.eval(**state).on_b[0] == moved.on_b[0]
    refused(lambda: setattr(e, "memory", b"1"), "memory")


def test_what_is_wrong_is_said():
    refused(lambda: abut.Element(RING, {"shape": {"type": "sphere", "radus": 1}}), "did you mean 'radius'")
    refused(lambda: abut.Element(RING, {"shape": {"type": "sphere", "radius": "1 kg"}}), "expected a length")
    refused(lambda: abut.Element(RING, {"shape": "spere"}), "spere", status="UNKNOWN_NAME")
    refused(lambda: abut.Element(RING, {"form": "sphere"}), "a surface has shape")
    refused(lambda: abut.Element(RING, BALL, normal={"damping": 1}) and abut.Element(RING, BALL, normal=[1]), "normal")
    refused(lambda: abut.Element(RING, {**BALL, "material": "stel"}), "'steel', 'rigid'")
    e = abut.Element(RING, BALL)
    refused(lambda: e.eval(b=(1, 2)), "3 numbers")
    refused(lambda: e.eval(b=(float("nan"), 0, 0)), "finite", status="NOT_FINITE")
    refused(lambda: e.eval(vb=(0, 0, 0, 0)), "vb: 6 numbers")
