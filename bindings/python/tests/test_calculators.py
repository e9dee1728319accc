"""Calculators: closed forms, the program, shapes, arrays of the caller's, what is refused."""
import numpy as np
from support import near, program, refused

import abut

E = 1.15e11


def test_spheres_by_closed_form():
    R, h = np.array([0.01, 0.02, 0.5]), np.array([[1e-6], [3e-5]])
    r = abut.point(P=0.5 / R, Q=0.5 / R, approach=h, E_star=E)
    assert r.force.shape == (2, 3)
    np.testing.assert_allclose(r.force, 4 / 3 * E * np.sqrt(R) * h**1.5, rtol=1e-14)
    np.testing.assert_allclose(r.a, np.sqrt(R * h), rtol=1e-14)
    np.testing.assert_allclose(r.p_max, 1.5 * r.force / (np.pi * r.a * r.b), rtol=1e-14)
    np.testing.assert_allclose(r.energy, 0.4 * r.force * h, rtol=1e-13)
    back = abut.point(P=0.5 / R, Q=0.5 / R, force=r.force, E_star=E)
    np.testing.assert_allclose(back.approach, np.broadcast_to(h, (2, 3)), rtol=1e-13)


def test_force_and_axes_alone_and_strides():
    rng = np.random.default_rng(3)
    table = rng.uniform(1, 2, (3000, 3)) * [20, 100, 1e-6]
    P, Q, h = table[:, 0], table[:, 1], table[::-1, 2]
    assert P.strides == (24,) and h.strides == (-24,)
    full = abut.point(P=P, Q=Q, approach=h, E_star=E)
    brief = abut.point(P=P, Q=Q, approach=h, E_star=E, want="force a b")
    assert list(brief.keys()) == ["force", "a", "b"]
    for name in brief.keys():
        np.testing.assert_allclose(brief[name], full[name], rtol=5e-15)
    copied = abut.point(P=P.copy(), Q=Q.copy(), approach=h.copy(), E_star=np.full(3000, E), want="force a b")
    np.testing.assert_array_equal(copied.force, brief.force)
    square = abut.point(P=P.reshape(60, 50).T, Q=Q.reshape(60, 50).T, approach=h.reshape(60, 50).T, E_star=E, want="force")
    np.testing.assert_array_equal(square.force, brief.force.reshape(60, 50).T)


def test_out_is_written():
    h = np.array([-1e-6, 0, 1e-6, 2e-6])
    out = {"force": np.full(4, 7.0), "b": np.empty(4)}
    r = abut.point(P=10, Q=20, approach=h, E_star=E, out=out)
    assert r.force is out["force"] and r.b is out["b"]
    assert (out["force"][:2] == 0).all() and (out["force"][2:] > 0).all() and out["b"][1] == 0
    np.testing.assert_allclose(out["force"][2:], abut.point(P=10, Q=20, approach=h[2:], E_star=E).force, rtol=5e-15)
    assert abut.point(P=np.empty(0), Q=1, force=1).force.shape == (0,)


def test_as_the_program_says():
    r = abut.point(radii=("5 mm", "5 mm", "-5.2 mm", "20 mm"), force="500 N")
    near(r.p_max, 1761359645, 1e-9)
    near(r.approach, 6.675515015e-06, 1e-9)
    pairs = [
        (r, ("point", "--radii", "5mm,5mm,-5.2mm,20mm", "--force", "500 N")),
        (abut.point(P=10, Q=30, approach="3 um", law="volumetric"),
         ("point", "--P", 10, "--Q", 30, "--approach", "3 um", "--law", "volumetric")),
        (abut.line(length="10 mm", curvature=100, force="1 kN"),
         ("line", "--length", "10 mm", "--curvature", "100 1/m", "--force", "1 kN")),
        (abut.line(length="10 mm", curvature=100, approach="5 um", law="paper"),
         ("line", "--length", "10 mm", "--curvature", "100 1/m", "--approach", "5 um", "--law", "paper")),
    ]
    for ours, words in pairs:
        theirs = program(*words) or {}
        for name in set(ours.keys()) & set(theirs):
            near(ours[name], theirs[name], 1e-14)
    oil = {"eta0": 0.04, "alpha": 2.2e-8, "u_sum": "3 m/s"}
    flags = ("--eta0", 0.04, "--alpha", 2.2e-8, "--u-sum", "3 m/s")
    films = [
        (abut.film(force=900, rho_x=180, length=0.012, **oil), ("line", "--length", 0.012)),
        (abut.film(force=900, rho_x=180, rho_y=30, law={"type": "nvm", "blend": "EP"}, **oil), ("point", "--rho-y", 30, "--blend", "EP")),
        (abut.film(force=900, rho_x=180, rho_y=30, law="hamrock_dowson", **oil),
         ("point", "--rho-y", 30, "--law", "hamrock_dowson")),
    ]
    for ours, words in films:
        theirs = program("film", "--contact", *words, "--force", 900, "--rho-x", 180, *flags) or {"h_c": ours.h_c}
        assert "h_c" in theirs
        for name in set(ours.keys()) & set(theirs) - {"regime"}:
            if theirs[name] is not None:
                near(float(ours[name]), theirs[name], 1e-14)
    words = ("friction", "--contact", "line", "--length", 0.01, "--force", 800, "--rho-x", 150, *flags, "--u-rel", 0.2, "--sigma", 4e-7,
             "--asperity-radius", 1e-5, "--asperity-density", 1e10, "--mu-boundary", 0.12, "--tau-eyring", 5e6)
    ours = abut.friction(force=800, v=0.2, rho_x=150, length=0.01, sigma=4e-7, asperity_radius=1e-5, asperity_density=1e10,
                         mu_boundary=0.12, tau0=5e6, **oil)
    theirs = program(*words)
    if theirs:
        near(ours.mu, theirs["mu"], 1e-14)
    near(ours.F_t, ours.F_hydro + ours.F_boundary, 1e-14)
    near(ours.power, 0.2 * ours.F_t, 1e-14)


def test_stribeck_curve_at_once():
    u = np.geomspace(1e-3, 30, 40)
    r = abut.friction(force=800, u_sum=u, v=0.1 * u, rho_x=150, length=0.01, eta0=0.04, alpha=2.2e-8, sigma=4e-7,
                      asperity_radius=1e-5, asperity_density=1e10, mu_boundary=0.12, tau0=5e6)
    assert r.mu.shape == (40,) and (np.diff(r.fluid_share) > 0).all() and r.mu[0] != r.mu[39]
    one = abut.friction(force=800, u_sum=u[7], v=0.1 * u[7], rho_x=150, length=0.01, eta0=0.04, alpha=2.2e-8, sigma=4e-7,
                        asperity_radius=1e-5, asperity_density=1e10, mu_boundary=0.12, tau0=5e6)
    assert one.mu == r.mu[7]


def test_what_is_wrong_is_said():
    e = refused(lambda: abut.point(P=[1, 1, -1, 1], Q=2, force=1), "contact 2", "0 < P <= Q", "-1")
    assert e.place.index == 2 and e.place.path == "P" and str(e.place) == "P[2]"
    e = refused(lambda: abut.point(P=np.ones((2, 3)), Q=[[2, 2, 2], [2, 0, np.nan]], force=1), "contact (1, 1)", "2 of 6")
    assert e.place.index == 4
    h, E = np.full(9, 1e-6), np.full(9, 1e11)
    h[5], E[5] = 1e250, 1e290
    for want in (None, "force a b"):  # a force beyond all numbers, one by one and in the kernel of arrays
        e = refused(lambda: abut.point(P=np.ones(9), Q=np.full(9, 2.0), approach=h, E_star=E, want=want), "contact 5", "within the range of numbers")
    good = abut.point(P=[1, -1], Q=2, force=[1, 1], faults="nan").force
    assert good[0] == 1 and np.isnan(good[1])
    refused(lambda: abut.point(P=1, Q=2, force=-1), "at least 0")
    refused(lambda: abut.point(P=1, Q=2), "approach and force", status="MISSING")
    refused(lambda: abut.point(P=1, Q=2, approach=1e-6, force=1), "approach and force")
    refused(lambda: abut.point(P=1, Q=2, force=1, law="hertzz"), "did you mean 'hertz'")
    refused(lambda: abut.point(P=[1, 2], Q=[2, 3, 4], force=1), "P (2,), Q (3,)")
    refused(lambda: abut.point(P="1 N", Q=2, force=1), "P: expected a curvature")
    refused(lambda: abut.point(P="a", Q=2, force=1), "P:")
    refused(lambda: abut.point(P={}, Q=2, force=1), "P: numbers are wanted")
    refused(lambda: abut.point(P=1, Q=2, force=1, want="force k"), "no result 'k'", "stiffness")
    ones = np.ones(4)
    refused(lambda: abut.point(P=1, Q=2, force=ones, out={"a": np.empty(3)}), "shape (3,), the result (4,)")
    refused(lambda: abut.point(P=1, Q=2, force=ones, out={"a": np.empty(4, dtype="f4")}), "float64")
    refused(lambda: abut.point(P=1, Q=2, force=ones, out={"a": np.empty(8)[::2]}), "one piece")
    refused(lambda: abut.point(P=1, Q=2, force=ones, out={"a": ones}), "shares memory with force")
    refused(lambda: abut.point(P=1, Q=2, force=ones, out={"a": np.empty(4)}, want="a"), "one of want and out")
    refused(lambda: abut.point(radii=(1, 1, 1), force=1), "R1a")
    refused(lambda: abut.point(radii=(1, 1, -1, -1), force=1), "conform", status="CONFORMING")
    refused(lambda: abut.film(force=1, rho_x=1, u_sum=1, eta0=1, alpha=0), "one of length", status="MISSING")
    refused(lambda: abut.film(force=1, rho_x=1, rho_y=1, u_sum=1, eta0=1, alpha=0, law={"type": "nvm", "blent": 1}), "did you mean 'blend'")
    refused(lambda: abut.line(length=[1, -1], curvature=1, force=1), "contact 1")
    refused(lambda: abut.line(length=1, curvature=1, force=1, law="stripe"), "strip, asymptotic, paper")
    refused(lambda: abut.point(P=1, Q=2, force=1).weight, "has no weight", error=AttributeError)


def test_modulus():
    near(abut.E_star(), 210e9 / (2 * (1 - 0.09)), 1e-15)
    near(abut.E_star(1e9, 0.3, float("inf"), 0.3), 1e9 / 0.91, 1e-15)
    near(abut.point(P=1, Q=2, force=1).approach, abut.point(P=1, Q=2, force=1, E_star=abut.E_star()).approach, 0)
