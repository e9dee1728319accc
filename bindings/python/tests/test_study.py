"""Identification: as the program does it, from a file and from arrays; what is wrong with a study; interrupts."""
import os
import signal
import subprocess
import tempfile
import threading

import numpy as np
from support import EXE, SOURCE, near, refused

import abut

FOLDER = SOURCE / "examples/19_identify"
E = {"path": "materials.rubber.E", "unit": "MPa", "start": 10, "bounds": [1, 100], "scale": "log"}
CHI = {"path": "contacts.touch.normal.damping.chi", "unit": "s/m", "start": 0.05, "bounds": [0, 0.5]}
LIMITS = {"pointwise": "10 %", "floor": "10 %", "share": "90 %"}


def measured():
    camera = np.genfromtxt(FOLDER / "camera.csv", delimiter=",", skip_header=2)
    plate = np.genfromtxt(FOLDER / "plate.csv", delimiter=",", skip_header=2)
    return {"height": {"t": camera[:, 0], "y": camera[:, 1], "unit": "mm", "quantity": "body_ball.z"},
            "force": {"t": plate[:, 0] / 1000, "y": plate[:, 1], "quantity": "contact_touch.N", "offset": "free", "shift": ["-5 ms", "5 ms"]}}


def test_from_file_and_from_arrays():
    f = abut.Study(FOLDER / "study.yaml").identify()
    assert f.accepted and f.status == "done" and 25 < f.evaluations < 60 and f.summary["evaluations"] == f.evaluations
    assert f.parameters["E"].unit == "MPa" and f.parameters["E"].low < 6.2 < f.parameters["E"].high  # 6.2 MPa and 0.11 s/m made the data
    assert f.parameters["chi"].low < 0.11 < f.parameters["chi"].high
    assert f.correlation.shape == (len(f.parameters),) * 2 and abs(f.correlation[0, 0] - 1) < 1e-9
    fit = f.curves["drop.height"]
    np.testing.assert_allclose(fit.model - fit.measured, fit.residual, atol=1e-12)
    near(fit.sigma, np.sqrt(np.mean(fit.residual**2)), 0.05)
    m = abut.Model.load(FOLDER / "model.yaml")
    mine = m.identify({"E": E, "chi": CHI}, measured(), acceptance=LIMITS)
    for name in ("E", "chi"):
        # times in ms and in s differ by rounding, and the search ends within 1e-6 of the cost
        assert abs(mine.parameters[name].value - f.parameters[name].value) < 1e-3 * f.parameters[name].std_error
    assert "E" in repr(mine) and "<table>" in mine._repr_html_() and "6.1" in repr(mine)
    page = mine.folder / "report.html"
    assert not page.exists() or mine.report().path.exists()
    if EXE:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([EXE, "identify", FOLDER / "study.yaml", "--out", folder + "/fit", "--quiet"], check=True, capture_output=True)
            ours = np.genfromtxt(f.folder / "history.csv", delimiter=",", skip_header=1)
            np.testing.assert_array_equal(ours, np.genfromtxt(folder + "/fit/history.csv", delimiter=",", skip_header=1))


def test_a_law_of_python_is_identified():
    """The trajectory of a known coefficient gives the coefficient back; experiments share it."""

    @abut.damping_law
    def soft(N, hdot, *, chi=abut.Param("s/m", low=0)):
        return N * (1 + chi * hdot)

    made = {"abut": 1, "gravity": [0, 0, -9.81], "materials": {"rubber": {"E": "1 MPa", "nu": 0.48}, "stone": {"rigid": True}},
            "bodies": [{"name": "ground", "fixed": True}, {"name": "ball", "mass": 1, "inertia": [4e-3] * 3, "position": [0, 0, 0.11]}],
            "surfaces": [{"name": "shell", "body": "ball", "shape": {"type": "sphere", "radius": 0.1}, "material": "rubber"},
                         {"name": "top", "body": "ground", "shape": "plane", "material": "stone"}],
            "contacts": [{"name": "touch", "between": ["shell", "top"], "normal": {"damping": {"type": "soft", "chi": 0.7}}}],
            "solver": {"t_end": "60 ms", "rtol": 1e-7}}  # fmt: skip
    m = abut.Model.load(made).set("bodies.ball.mass", "0.5 kg")
    light = m.run()
    heavy = m.copy().set("bodies.ball.mass", 2).run()
    m = abut.Model.load(made).set("contacts.touch.normal.damping.chi", 0.1).set("bodies.ball.mass", "0.5 kg")
    curve = lambda r: {"v": {"t": r.t, "y": r.body("ball").vz, "quantity": "body_ball.vz", "sigma": 1e-3}}  # noqa: E731
    found = m.identify({"chi": {"path": "contacts.touch.normal.damping.chi", "start": 0.1, "bounds": [0, 2]}},
                       experiments={"light": {"curves": curve(light)}, "heavy": {"set": {"bodies.ball.mass": 2}, "curves": curve(heavy)}})
    near(found.parameters["chi"].value, 0.7, 1e-4)
    refused(lambda: abut.Study(FOLDER / "study.yaml").identify(jobs=2), "jobs")


def test_what_is_wrong_is_said():
    m = abut.Model.load(FOLDER / "model.yaml")
    curves = {"height": {"t": [0.1, 0.2], "y": [1, 2], "quantity": "body_ball.z"}}
    e = refused(lambda: m.identify({"E": {**E, "path": "materials.rubber.EE"}}, curves), "no key 'EE'")
    assert e.errors and e.place.file.endswith("study.yaml")
    refused(lambda: m.identify({"E": E}, {"height": {**curves["height"], "y": [1, 2, 3]}}), "t (2,), y (3,)")
    refused(lambda: m.identify({"E": E}, {"height": {"y": [1, 2]}}), "needs t and y", status="MISSING")
    refused(lambda: m.identify({"E": E}), "curves", status="MISSING")
    refused(lambda: m.identify({"E": E}, {"height": {**curves["height"], "quantity": "body_bal.z"}}), "body_bal")
    refused(lambda: m.identify({"E": E}, curves, method="lmm"), "lmm")
    refused(lambda: m.copy().set("gravity", [0, 0, -1]).identify({"E": E}, curves), "gravity")
    refused(lambda: abut.Study("/nowhere/study.yaml"), "/nowhere/study.yaml")


def test_interrupt_and_resume():
    with tempfile.TemporaryDirectory() as folder:
        study = abut.Study(FOLDER / "study.yaml")

        def soon(evaluations, cost):
            if evaluations > 3:
                os.kill(os.getpid(), signal.SIGINT)

        assert threading.current_thread() is threading.main_thread()
        refused(lambda: study.identify(folder, progress=soon, method="random", max_evaluations=100_000), error=KeyboardInterrupt)
        assert os.path.getsize(folder + "/evaluations.bin") > 100
        limited = abut.Study(FOLDER / "study.yaml").identify(folder + "/short", max_evaluations=5)
        assert limited.status == "limit" and limited.evaluations < 12
        again = abut.Study(FOLDER / "study.yaml").identify(folder + "/short", max_evaluations=5, resume=True)
        assert again.summary["reused"] > 0 and again.parameters["E"] == limited.parameters["E"]
