"""Laws and surfaces written in Python: beside those of the library, derivatives against differences, by the interpreter, by numba where it is
installed, and by functions of C; what is wrong with them is said, and nothing is lost."""
import copy
import ctypes
import os
import shutil
import subprocess
import tempfile

import numpy as np
from support import BALL, SOURCE, near, refused

import abut

try:
    import numba  # noqa: F401

    WAYS = (False, True)
except ImportError:
    WAYS = (False,)
PLANE = {"shape": "plane", "material": "rigid"}
EGG = {"shape": {"type": "ellipsoid", "a": 0.15, "b": 0.1, "c": 0.08}, "material": {"E": 1e7, "nu": 0.4}}
TILTED = {"b": ((0.01, -0.02, 0.0985), (0.9, 0.2, 0.3, 0.1)), "vb": (0.1, 0.02, -0.3, 0.5, -0.4, 1.1)}
OIL = {"lubricants": {"oil": {"eta0": 0.04, "alpha": 2e-8}}}


def smooth(N, v1, v2, *, mu=abut.Param("1", low=0), v_s=abut.Param("m/s", 1e-3)):
    "regularised Coulomb friction"
    gain = mu / np.sqrt(v1 * v1 + v2 * v2 + v_s * v_s)
    return -N * gain * v1, -N * gain * v2


def model(friction="none", normal=None, **changes):
    made = copy.deepcopy(BALL)
    made["contacts"][0]["friction"] = friction
    if normal is not None:
        made["contacts"][0]["normal"] = normal
    return abut.Model.load({**made, **changes})


def close(ours, theirs, tolerance):
    scale = np.max(np.abs(theirs))
    assert np.max(np.abs(np.asarray(ours) - np.asarray(theirs))) <= tolerance * scale, np.max(np.abs(ours - theirs)) / scale


def by_differences(element, **state):
    """K and C agree with central differences of the wrenches, by the size of their columns."""
    state = {"a": ((0, 0, 0), (1, 0, 0, 0)), "va": np.zeros(6), **state}
    out = element.eval(**state, jac=True)
    by = 1e-7
    for body in range(2):
        for k in range(6):
            ends = []
            for sign in (1, -1):
                moved, key = dict(state), "ab"[body]
                (r, q), v = state[key], np.array(state["v" + key], float)
                step = np.zeros(3)
                step[k % 3] = sign * by
                moved[key] = (np.array(r, float) + step, q) if k < 3 else (r, turned(step, q))
                at = element.eval(**moved)
                v = v + np.eye(6)[k] * sign * by
                quick = element.eval(**{**state, "v" + key: v})
                ends.append([np.concatenate([e.on_a, e.on_b]) for e in (at, quick)])
            for matrix, i in ((out.K, 0), (out.C, 1)):
                column = -(ends[0][i] - ends[1][i]) / (2 * by)
                scale = max(np.abs(matrix[:, 6 * body: 6 * body + 6]).max(), np.abs(out.on_b).max())
                np.testing.assert_allclose(matrix[:, 6 * body + k], column, atol=2e-6 * scale)


def turned(step, q):
    """The quaternion q after a small rotation about world axes."""
    w, x, y, z = q
    a, b, c = 0.5 * np.asarray(step)
    return (w - a * x - b * y - c * z, x + a * w + b * z - c * y, y + b * w + c * x - a * z, z + c * w + a * y - b * x)


def test_friction_gives_the_trajectory_of_the_library():
    theirs = model({"type": "coulomb", "mu": 0.3, "v_s": 1e-3}).run(rtol=1e-8)
    for compiled in WAYS:
        law = abut.friction_law(smooth, slip_speed="v_s", compiled=compiled)
        ours = model(law(mu=0.3)).run(rtol=1e-8)
        assert ours.figures["steps"] == theirs.figures["steps"]
        for name in [*(f"body_ball.{x}" for x in ("x", "z", "q0", "q2", "vx", "vz", "wy")), "contact_touch.N", "contact_touch.approach"]:
            close(ours[name], theirs[name], 1e-12)
        # where the ball rolls the force is mu N v/v_s of a slip v that is what rounding leaves of speeds of 2 m/s: 1e-11 of it
        for name in ("contact_touch.fx", "contact_touch.slip", "energy.dissipated_friction"):
            close(ours[name], theirs[name], 1e-10)
        assert (ours.contact("touch").mode == theirs.contact("touch").mode).all()
    # another law of this name takes its place for models made from now on
    old = model(law(mu=0.3))
    abut.friction_law(lambda N, v1, v2, *, mu=0.0: (0.0 * N, 0.0 * N), name="smooth")
    assert model({"type": "smooth", "mu": 0.3}).run().body("ball").vx[-1] == 0
    abut.friction_law(smooth)
    assert old.copy().run(rtol=1e-8).body("ball").vx[-1] == ours.body("ball").vx[-1]


def rolling(N, v1, v2, w1, w2, wn, h, hdot, P, Q, a, b, c11, c12, c22, E_star, *, mu=0.1):
    "everything that a law may ask for, but a film"
    e = np.exp(-(w1 * w1 + v2 * v2)) / (1 + hdot * hdot) + 0.01 * np.tanh(c11 / Q) + 0.5 * np.tanh((c22 + 3 * c12) / Q) + 1e6 * h / E_star
    T = -mu * N * e * np.sqrt(a * b * P * Q)
    return T * v1, T * (v2 + 0.1 * wn * a), -1e-3 * N * w1, -1e-3 * N * np.sin(w2) * e, -1e-3 * N * b * wn


def test_friction_with_all_it_may_know():
    found = []
    for compiled in WAYS:
        abut.friction_law(rolling, moments=True, compiled=compiled)
        element = abut.Element(PLANE, EGG, normal={"type": "hertz", "damping": 0.1}, friction="rolling")
        by_differences(element, **TILTED)
        out = element.eval(**TILTED, jac=True)
        loss = -(out.on_b[:3] - out.N * out.n) @ out.slip
        assert out.loss_friction > loss > 0  # the moments take power out as well
        found.append(out)
    if len(found) == 2:
        close(found[1].on_b, found[0].on_b, 1e-14)
        close(found[1].K, found[0].K, 1e-13)
        close(found[1].C, found[0].C, 1e-13)


def turning(N, v1, v2, w1, w2, Q, c11, c12, c22):
    "strong, and with directions of its own, to see how it turns with the contact"
    e = 1e3 * N * np.tanh((c11 + 3 * c12 - 2 * c22) / Q)
    return e * (v2 - v1), e * v1 * (1 + w1), 1e-3 * e * w2, 1e-3 * e * w1, 0.0 * e


def test_friction_that_turns_with_the_contact():
    big = {"shape": {"type": "ellipsoid", "a": 0.2, "b": 0.12, "c": 0.1}, "material": {"E": 3e6, "nu": 0.4}}  # the interface is curved between two soft bodies
    for compiled in WAYS:
        law = abut.friction_law(turning, moments=True, compiled=compiled)
        element = abut.Element(big, EGG, normal={"type": "hertz", "damping": 0.1}, friction=law)
        state = {**TILTED, "b": ((0.01, -0.02, 0.201016), TILTED["b"][1])}
        assert 5e-4 < element.eval(**state).h < 2e-3
        by_differences(element, **state)


def rolling_on_oil(normal, friction):
    """A steel ball that rolls and slides on an oiled plane, 0.2 ms of it: films in contacts that carry."""
    return abut.Model.load({
        "abut": 1, "gravity": [0, 0, -9.81], "materials": {"steel": {"E": 210e9, "density": 7850}}, "lubricants": {"oil": {"eta0": 0.04, "alpha": 2e-8}},
        "bodies": [{"name": "ground", "fixed": True},
                   {"name": "ball", "position": [0, 0, 9.999e-3], "velocity": [1, 0, 0], "angular_velocity": [0, 90, 0]}],
        "surfaces": [{"name": "top", "body": "ground", "shape": "plane", "material": "steel"},
                     {"name": "shell", "body": "ball", "shape": {"type": "sphere", "radius": 0.01}, "material": "steel"}],
        "contacts": [{"name": "touch", "between": ["top", "shell"], "normal": normal, "friction": friction, "film": {"lubricant": "oil"}}],
        "solver": {"t_end": 2e-4, "rtol": 1e-7},
    }).run()  # fmt: skip


def test_friction_on_a_film():
    theirs = rolling_on_oil("hertz", {"type": "coulomb", "mu": 0.3})
    assert np.nanmax(theirs.contact("touch").film) > 1e-8
    for compiled in WAYS:
        law = abut.friction_law(smooth, name="on_film", slip_speed="v_s", compiled=compiled)
        ours = rolling_on_oil("hertz", law(mu=0.3))
        assert ours.figures["steps"] == theirs.figures["steps"]
        close(ours.body("ball").vx, theirs.body("ball").vx, 1e-12)
        close(ours.contact("touch").N, theirs.contact("touch").N, 1e-10)


def stiffening(h, P, Q, E_star, *, k=abut.Param("1/m", 40.0, low=0)):
    "Hertz for balls, stiffer as it gets deeper"
    R = 1 / (P + Q)
    N = 4 / 3 * E_star * np.sqrt(R) * h**1.5
    return N * (1 + k * h), N * h * (0.4 + 2 / 7 * k * h)


def test_normal_law():
    for compiled in WAYS:
        law = abut.normal_law(stiffening, compiled=compiled)
        element = abut.Element(PLANE, EGG, normal=law(damping=0.1), friction={"type": "coulomb", "mu": 0.2})
        by_differences(element, **TILTED)
        ball = {"shape": {"type": "sphere", "radius": 0.05}, "material": {"E": 1e7, "nu": 0.5}}
        ours = abut.Element(PLANE, ball, normal=law(k=0)).eval(b=(0, 0, 0.0495))
        hertz = abut.Element(PLANE, ball).eval(b=(0, 0, 0.0495))
        near(ours.N, hertz.N, 1e-14)
        near(ours.energy, hertz.energy, 1e-14)
        # what is stored is the work of the force: the ball comes back to where it was let go
        r = model(normal=law(k=10), friction="none").run(t_end=0.5, every=1e-3, rtol=1e-8)
        assert np.abs(r.energy.residual).max() < 1e-6
        near(r.body("ball").z[np.asarray(r.t) > 0.3].max(), 0.3, 1e-5)
        refused(lambda: model(normal=law(damping={"type": "hysteretic", "restitution": 0.5})).run(), "stiffening")
    power = abut.normal_law(lambda h, *, c=abut.Param("N/m^2"): (c * h**2, c * h**3 / 3), name="square", power=2)
    assert model(normal=power(c=1e8, damping={"type": "hysteretic", "restitution": 0.5})).run().contact("touch").N.max() > 0


def test_the_conservative_wrench_keeps_the_energy():
    """A soft egg tumbles on a plane: with the wrench of the changing curvatures, which comes from the slopes of the energy, the balance closes."""
    for compiled in WAYS:
        law, residual = abut.normal_law(stiffening, name="tumbling", compiled=compiled), []
        for conservative in (0, 1):
            made = {"abut": 1, "materials": {"rubber": {"E": "1 MPa", "nu": 0.4}, "stone": {"rigid": True}},
                    "bodies": [{"name": "ground", "fixed": True},
                               {"name": "egg", "mass": 2, "inertia": [6.56e-3, 1.156e-2, 1.3e-2], "position": [0, 0, 0.0801], "velocity": [0, 0, -1],
                                "angular_velocity": [4, 9, 0]}],
                    "surfaces": [{"name": "floor", "body": "ground", "shape": "plane", "material": "stone"},
                                 {"name": "shell", "body": "egg", "shape": EGG["shape"], "material": "rubber"}],
                    "contacts": [{"name": "touch", "between": ["shell", "floor"], "normal": law(k=3, conservative=conservative)}],
                    "solver": {"t_end": "40 ms", "rtol": 1e-7}}  # fmt: skip
            r = abut.Model.load(made).run()
            assert r.contact("touch").N.max() > 300
            residual.append(np.abs(r.energy.residual).max())
        assert residual[1] < 0.05 * residual[0] and residual[0] > 1e-4 * r.energy.kinetic[0]


def test_normal_law_under_a_film():
    """A film carries in series with the law: it asks for the approach of a force."""
    theirs = rolling_on_oil("hertz", {"type": "coulomb", "mu": 0.3})
    for compiled in WAYS:
        law = abut.normal_law(stiffening, name="in_series", compiled=compiled)
        ours = rolling_on_oil(law(k=0), {"type": "coulomb", "mu": 0.3})
        close(ours.contact("touch").N, theirs.contact("touch").N, 1e-9)


def test_damping_law():
    for compiled in WAYS:
        def slower(N, h, hdot, touch_speed, *, chi=abut.Param("s/m", 0.1)):
            "Hunt and Crossley, weaker for quick impacts"
            return N * (1 + chi * hdot / (1 + touch_speed))

        law = abut.damping_law(slower, compiled=compiled)
        r = model(normal={"damping": law(chi=0.0)}).run(rtol=1e-8)
        undamped = model(normal={"type": "hertz"}).run(rtol=1e-8)
        close(r.body("ball").z, undamped.body("ball").z, 1e-12)
        slow = model(normal={"damping": law(chi=0.2)}).run(rtol=1e-8)
        touch_speed = np.sqrt(2 * 9.81 * 0.25)  # it falls by 0.25 m
        theirs = model(normal={"damping": 0.2 / (1 + touch_speed)}).run(rtol=1e-8)
        close(slow.body("ball").z, theirs.body("ball").z, 1e-5)
        close(slow.energy.dissipated_normal, theirs.energy.dissipated_normal, 1e-4)
        assert np.abs(slow.energy.residual).max() < 1e-4 * slow.energy.dissipated_normal[-1]
        plain = abut.damping_law(lambda N, hdot, *, chi=0.0: N * (1 + chi * hdot), name=f"plain_{compiled}", compiled=compiled)
        by_differences(abut.Element(PLANE, EGG, normal={"type": "hertz", "damping": plain(chi=0.3)}), **TILTED)


def egg(x, y, z, *, a=abut.Param("m"), b=abut.Param("m"), c=abut.Param("m")):
    "an ellipsoid of one's own"
    return 0.5 * (a * b * c) ** (1 / 3) * ((x / a) ** 2 + (y / b) ** 2 + (z / c) ** 2 - 1)


def waves(z, y, x, *, a=0.02):
    "a formula with every function there is"
    f = (x / a) ** 4 + abs(y / a) ** 3 + (z / a) ** 2 * np.exp(0.3 * x / a) + np.where(x > 0, np.tanh(x * y / a**2), 0.0) + np.maximum(z, y) / a
    f = f + np.sin(x / a) * np.cos(y / a) + np.tan(0.3 * z / a) + np.arctan(x * z / a**2) + np.cbrt(2 + y / a) + np.hypot(1 + x, y)
    f = f + np.sinh(y / a) / np.cosh(z / a) + np.log(3 + x / a) + np.arcsin(0.1 * x / a) * np.arccos(0.1 * y / a) + np.minimum(x, 0.0) * y
    return 0.25 * a * (f + np.sqrt(2 + z / a) - (3 + x / a) ** (0.2 * y / a) - np.sign(x) * z * z - 2.0 ** (z / a) - np.square(y))


def jet(law, at, parameter):
    from abut._library import ffi

    out = ffi.new("abut_jet *")
    assert law._table.jet(ffi.new("double[]", [parameter]), ffi.new("abut_vec3 *", tuple(map(float, at))), 3, out) == 0
    return np.frombuffer(ffi.buffer(out), dtype=float).copy()


def test_surface():
    from abut.slots import SECOND, THIRD

    found = []
    for compiled in WAYS:
        law = abut.surface_shape(waves, compiled=compiled, bound=0.1)
        for at in ([0.01, 0.003, 0.02], [-0.012, 0.01, 0.004]):
            mine = jet(law, at, 0.02)
            found.append(mine)
            by = 1e-6
            d = [(jet(law, at + by * e, 0.02) - jet(law, at - by * e, 0.02)) / (2 * by) for e in np.eye(3)]
            np.testing.assert_allclose(mine[1:4], [d[i][0] for i in range(3)], rtol=1e-7)
            np.testing.assert_allclose(mine[4:10], [d[j][1 + i] for i, j in SECOND], atol=1e-7 * abs(mine[4:10]).max())
            second = {pair: 4 + k for k, pair in enumerate(SECOND)}
            third = [d[m][second[min(i, j), max(i, j)]] for i, j, m in THIRD]
            np.testing.assert_allclose(mine[10:], third, atol=1e-7 * abs(mine[10:]).max())
        abut.surface_shape(egg, compiled=compiled, bound=lambda a, b, c: max(a, b, c), size=lambda a, c: c * c / a)
        mine = {**EGG, "shape": {**EGG["shape"], "type": "egg"}}
        options = {"normal": {"type": "hertz", "conservative": 1}, "friction": {"type": "coulomb", "mu": 0.2}}
        ours, theirs = (abut.Element(PLANE, x, **options).eval(**TILTED, jac=True) for x in (mine, EGG))
        for name in ("N", "h", "P", "Q", "on_a", "on_b", "K", "C"):
            close(getattr(ours, name), getattr(theirs, name), 1e-12)
    for one, two in zip(found[:2], found[2:]):
        close(two, one, 1e-13)


def test_a_machine_element_of_python_in_a_model():
    """A body of one's own shape bounces, in threads and in a folder; the page of the run knows the shape."""
    abut.surface_shape(egg, bound=lambda a, b, c: max(a, b, c), size=lambda a, c: c * c / a)
    made = {
        "abut": 1, "gravity": [0, 0, -9.81], "materials": BALL["materials"],
        "bodies": [{"name": "ground", "fixed": True},
                   {"name": "egg", "mass": 2, "inertia": [6.56e-3, 1.156e-2, 1.3e-2], "position": [0, 0, 0.0801], "velocity": [0, 0, -1],
                    "angular_velocity": [1, 2, 0]}],
        "surfaces": [BALL["surfaces"][0], {"name": "shell", "body": "egg", "shape": {"type": "egg", "a": "15 cm", "b": 0.1, "c": 0.08}, "material": "rubber"}],
        "contacts": [{"name": "touch", "between": ["shell", "floor"]}], "solver": {"t_end": "4 ms"},
    }  # fmt: skip
    runs = abut.Batch(made, 2, threads=2).run()
    theirs = copy.deepcopy(made)
    theirs["surfaces"][1]["shape"]["type"] = "ellipsoid"
    z = abut.Model.load(theirs).run().body("egg").z
    for r in runs:
        assert r.contact("touch").N.max() > 100
        close(r.body("egg").z, z, 1e-9)
    with tempfile.TemporaryDirectory() as folder:
        r = abut.Model.load(made).run(out=folder + "/out")
        if os.path.exists(r.folder / "report.html"):
            assert r.report().path.exists()


def test_functions_of_c():
    compiler = os.environ.get("CC", "cc").split()
    if not shutil.which(compiler[0]):
        return
    text = """#include <math.h>
    #include "abut/extend.h"
    void drag(const void *self, const abut_patch *p, const abut_normal *n, bool derivatives, abut_traction *out) {
        const double c = *(const double *)self;
        (void)n;
        *out = (abut_traction){.T = {-c * p->v1, -c * p->v2}, .loss = c * (p->v1 * p->v1 + p->v2 * p->v2), .mode = 2};
        if (!derivatives) return;
        out->used = ABUT_L_POINT;
        out->dT[ABUT_L_V1][0] = out->dT[ABUT_L_V2][1] = -c;
    }
    unsigned depends(const void *self) { (void)self; return ABUT_L_POINT; }
    """
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/drag.c", "w") as source:
            source.write(text)
        subprocess.run([*compiler, "-std=c17", "-O2", "-fPIC", "-shared", "-I", SOURCE / "include", folder + "/drag.c", "-o", folder + "/drag.so"], check=True)
        library = ctypes.CDLL(folder + "/drag.so")
        in_c = abut.Type("friction", "drag", {"c": abut.Param("N s/m", low=0)}, {"force": library.drag, "uses": library.depends})
        in_python = abut.friction_law(lambda N, v1, v2, *, c=abut.Param("N s/m"): (-c * v1, -c * v2), name="drag_here")
        one, two = (abut.Element(PLANE, EGG, friction=law(c="3 kg/s")).eval(**TILTED, jac=True) for law in (in_c, in_python))
        for name in ("on_a", "on_b", "K", "C", "loss_friction"):
            close(getattr(two, name), getattr(one, name), 1e-14)
        near(one.loss_friction, 3 * np.dot(one.slip, one.slip), 1e-12)
        refused(lambda: abut.Type("friction", "drag", {}, {"farce": library.drag}), "no function 'farce'", "force", status="UNKNOWN_NAME")
        refused(lambda: abut.Type("friction", "drag", {}, {"force": "drag"}), "a function of C is wanted")
        refused(lambda: abut.Element(PLANE, EGG, friction=in_c(c=-1)).eval(), "c must be")


def test_an_exception_ends_the_run_and_nothing_is_lost():
    @abut.friction_law
    def broken(N, v1, v2, *, most=100.0):
        if N > most:
            raise ValueError("too much for me")
        return -0.1 * N * v1, -0.1 * N * v2

    e = refused(lambda: model(broken()).run(), "friction 'broken': ValueError: too much for me", status="CALLBACK")
    assert e.place.file == __file__ and "too much for me" in open(__file__).read().splitlines()[e.place.line - 1]
    assert isinstance(e.__cause__, ValueError)
    assert 0.1 < e.results.t[-1] < 0.23 and e.results.stopped and e.results.body("ball").z[0] == 0.3  # until it touched
    with tempfile.TemporaryDirectory() as folder:
        refused(lambda: model(broken()).run(out=folder + "/out"), "too much for me")
        assert os.path.getsize(folder + "/out/results.h5") > 1000
    b = abut.Batch(model(broken()), 3, threads=2).set("contacts.touch.friction.most", [1e9, 1, 1e9])
    refused(lambda: b.run(), "model 1: ", "too much for me")
    kept = b.run(errors="keep")
    assert kept[0].t[-1] == kept[2].t[-1] == 0.4 and kept[1].status == "CALLBACK"
    assert np.isfinite(kept.column("body_ball.z")[0]).all()
    element = abut.Element(PLANE, EGG, friction=broken())
    assert refused(lambda: element.eval(**TILTED), "too much for me").place.line == e.place.line
    element.eval(b=(0, 0, 0.2))  # apart: the law is not asked
    floor = model(broken(), bodies=[BALL["bodies"][0], {**BALL["bodies"][1], "mass": 1e4}])
    refused(lambda: floor.static(), "too much for me")

    @abut.surface_shape(bound=lambda a: 1 / 0)
    def unbounded(x, y, z, *, a=1.0):
        return x

    refused(lambda: abut.Element(PLANE, {"shape": "unbounded"}), "ZeroDivisionError")
    ready = False

    @abut.friction_law
    def interrupted(N, v1, v2):
        if ready:
            raise KeyboardInterrupt
        return 0.0 * N, 0.0 * N

    ready = True
    refused(lambda: abut.Element(PLANE, EGG, friction="interrupted").eval(**TILTED), error=KeyboardInterrupt)


def test_what_is_wrong_with_a_law_is_said():
    def answers(made):
        law = abut.friction_law(lambda N, v1, v2: made, name="odd")
        return refused(lambda: abut.Element(PLANE, EGG, friction=law).eval(**TILTED))

    assert "friction 'odd': it answers with 3 numbers; wanted: T1, T2" in str(answers((1.0, 2.0, 3.0)))
    assert "array of shape (2,)" in str(answers((np.zeros(2), 1.0)))
    answers(("a", "b"))
    answers(None)
    answers(float("nan"))
    import math

    law = abut.friction_law(lambda N, v1, v2: (-math.sqrt(v1 * v1) * N, 0 * N), name="of_math")
    assert abut.Element(PLANE, EGG, friction=law).eval(**TILTED).N > 0  # without derivatives it is fine
    refused(lambda: abut.Element(PLANE, EGG, friction=law).eval(**TILTED, jac=True), "np.sqrt(v) instead of math.sqrt(v)")
    refused(lambda: abut.friction_law(lambda N, v3: (N, N), name="x"), "cannot be told v3", "wn", status="UNKNOWN_NAME")
    refused(lambda: abut.friction_law(lambda N, *v: (N, N), name="x"), "cannot be told *v")
    refused(lambda: abut.friction_law(lambda N, *, mu="a": (N, N), name="x"), "mu is a number")
    refused(lambda: abut.friction_law(lambda N, *, mu=1.0: (N, N), name="x", slip_speed="v_s"), "no parameter 'v_s'", "mu")
    refused(lambda: abut.friction_law(smooth, name="coulomb"), "already a friction law 'coulomb'")
    refused(lambda: abut.Element(PLANE, EGG, friction={"type": "smooth", "my": 1}), "did you mean 'mu'")
    refused(lambda: abut.Element(PLANE, EGG, friction={"type": "smooth"}), "mu", status="MISSING")
    refused(lambda: abut.surface_shape(lambda x, y: x, name="flat"), "function of x, y, z")
    refused(lambda: abut.Type("lubricant", "x", {}, {}), "types of one's own")
    refused(lambda: abut.friction_law(lambda N, v1: (np.floor(v1), N), name="y") and abut.Element(PLANE, EGG, friction="y").eval(**TILTED, jac=True),
            "np.floor cannot be used")
    for compiled in WAYS[1:]:
        refused(lambda: abut.friction_law(lambda N, v1: (N if v1 > 0 else -N, N), name="branch", compiled=compiled), "np.where")
        refused(lambda: abut.friction_law(lambda N, v1: (N,), name="few", compiled=compiled), "answers with 1 numbers")
