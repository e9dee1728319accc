"""Models: the program's answers, results in memory and in folders, dicts, settings, errors with their place, interrupts."""
import csv
import json
import os
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
from support import BALL, BEARING, EXE, near, program, refused

import abut


def test_results_are_those_of_the_program():
    r = abut.Model.load(BALL).run()
    assert r.t[0] == 0 and r.t[-1] == 0.4 and r.t.unit == "s" and not r.stopped
    touch = r.contact("touch")
    assert touch.N.unit == "N" and touch["N"] is r["contact_touch.N"] and touch.N.max() > 100
    assert (touch.N[touch.touching == 0] == 0).all()
    # one of the bodies falls by g t^2/2 until it touches
    free = np.asarray(r.t) < 0.2
    np.testing.assert_allclose(r.body("ball").z[free], 0.3 - 9.81 / 2 * r.t[free] ** 2, atol=1e-9)
    if not EXE:
        return
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder, "ball.yaml")
        model.write_text(json.dumps(BALL))
        subprocess.run([EXE, "run", model, "--csv", "--out", f"{folder}/out"], check=True, capture_output=True)
        for name in ("contact_touch", "body_ball"):
            rows = list(csv.reader(open(f"{folder}/out/{name}.csv")))
            table = np.array([[x or "nan" for x in row] for row in rows[1:]], dtype=float)
            for i, heading in enumerate(rows[0]):
                ours = r.t if heading == "t" else r[f"{name}.{heading}"]
                np.testing.assert_array_equal(table[:, i], ours)


def test_statics_and_modes_of_the_bearing():
    m = abut.Model.load(BEARING)
    s, modes = m.static(), m.modes()
    theirs = program("static", BEARING)
    if theirs:
        for name, body in theirs["bodies"].items():
            np.testing.assert_array_equal(s.bodies[name].position, body["position"])
            np.testing.assert_array_equal(s.bodies[name].rotation, body["rotation"])
        np.testing.assert_array_equal(s.machines["brg"]["stiffness"], theirs["machines"]["brg"]["stiffness"])
        assert s.iterations == theirs["iterations"]
        found = program("modes", BEARING)["modes"]
        np.testing.assert_array_equal(modes.frequency, [f["frequency"] for f in found])
    load = sum(ball["Q_outer"] * np.cos(ball["azimuth"]) for ball in s.machines["brg"]["balls"])
    near(abs(load), 500, 0.03)  # the friction of the rest and the weight of balls aside
    assert len(modes) == len(modes.kind) and modes.kind[-1] == "oscillation"
    k = len(modes) - 1
    near(abs(modes.eigenvalue[k]) / (2 * np.pi), modes.undamped[k], 1e-12)
    near(sum(modes.share(k).values()), 1, 1e-9)
    near(modes.share(k)["shaft"], 1, 0.01)
    assert modes.shape(k)["shaft"].shape == (6,) and modes.share(k)["housing"] == 0 and (modes.shape(k)["housing"] == 0).all()
    c = m.modes(speeds=[100, 200])
    assert c.curves.shape[1] == 2 and np.isfinite(c.curves).any() and len(c.modes) == 2


def test_names_with_dots():
    r = abut.Model.load(BEARING).run(t_end=1e-3)
    near(r.contact("brg.ball1.inner").N[0], r.machine("brg").ball1_Q_inner[0], 1e-12)
    refused(lambda: r.contact("brg"), "there are: brg.ball1.inner")


def test_settings_and_copies():
    m = abut.Model.load(BALL).set("solver.t_end", 0.1).set("bodies.ball.position", [0, 0, "1 m"])
    other = m.copy().set("solver.t_end", "50 ms")
    assert m.run().t[-1] == 0.1 and other.run().t[-1] == 0.05
    near(m.run().body("ball").z[0], 1, 0)
    near(other.run().body("ball").z[0], 1, 0)
    assert m.run(t_end=0.02, every=0.01).t.tolist() == [0, 0.01, 0.02]
    heavier = {**BALL, "gravity": np.array([0, 0, -20.0])}
    near(abut.Model.load(heavier).run(t_end=0.1).body("ball").vz[-1], -2, 1e-9)
    text = json.dumps(BALL)
    assert abut.Model.parse(text).run(t_end=0.1).t[-1] == 0.1


def test_errors_have_their_place():
    wrong = json.loads(json.dumps(BALL))
    wrong["bodies"][1]["mas"] = 3
    e = refused(lambda: abut.Model.load(wrong).check(), "no key 'mas'", "did you mean 'mass'")
    assert e.place.line == 1 and e.place.file == "model" and e.errors[0].message in str(e)
    wrong["contacts"][0]["friction"] = -1
    e = refused(lambda: abut.Model.load(wrong).run())
    assert len(e.errors) == 2 and e.errors[1].place.path.startswith("contacts")
    e = refused(lambda: abut.Model.load(BALL).set("bodies.egg.mass", 1).run(), "egg")
    refused(lambda: abut.Model.load("/nowhere/model.yaml"), "/nowhere/model.yaml", status="BAD_FILE")
    refused(lambda: abut.Model.load(BALL).run(t_end=-1), "t_end must be positive")
    refused(lambda: abut.Model.load(BALL).run(csv=True), "folder")
    refused(lambda: abut.Model.load(BALL).run(solver="roda"), "did you mean 'rodas'")
    refused(lambda: abut.Model.load({**BALL, "gravity": {1, 2}}), "cannot hold")
    floating = {**BALL, "contacts": []}
    refused(lambda: abut.Model.load(floating).static(), status="NO_EQUILIBRIUM")
    r = abut.Model.load(BALL).run(t_end=0.02)
    refused(lambda: r.contact("tuch"), "there are: touch", status="UNKNOWN_NAME")
    refused(lambda: r.contact("touch").M, "has no column M", error=AttributeError)
    refused(lambda: r.summary, "folder")
    m = abut.Model.load(BALL)
    refused(lambda: m.set("solver.t_end", "1 kg").run(), "expected a time")
    assert m.set("solver.t_end", "10 ms").run().t[-1] == 0.01  # an error loses nothing


def test_folders():
    with tempfile.TemporaryDirectory() as folder:
        seen = []
        r = abut.Model.load(BALL).run(out=f"{folder}/out", csv=True, progress=lambda t, t_end: seen.append((t, t_end)))
        assert r.summary["status"] == "done" and seen[-1] == (0.4, 0.4)
        assert {"results.h5", "summary.json", "contact_touch.csv"} <= set(os.listdir(r.folder))
        r = abut.Model.load(BALL).run(out=f"{folder}/few", csv=["energy", "body_*.x"])
        assert "energy.csv" in os.listdir(r.folder) and "contact_touch.csv" not in os.listdir(r.folder)
        near(r.contact("touch").N.max(), r.summary["contacts"]["touch"]["max_N"], 0.2)
        refused(lambda: abut.Model.load(BALL).run(out="/dev/null/x"), status="BAD_FILE")


def test_arrays_outlive_the_model():
    m = abut.Model.load(BALL)
    r = m.run()
    N = r.contact("touch").N
    before = N.copy()
    m.set("solver.t_end", 0.01).run()
    del m
    np.testing.assert_array_equal(N, before)
    refused(lambda: N.__setitem__(0, 1.0), error=ValueError)
    assert type(2 * N) is np.ndarray and type(N.max()) is np.float64 and N[3:5].unit == "N" and N.label == "contact_touch.N [N]"


def test_tables_of_pandas_and_xarray():
    r = abut.Model.load(BALL).run(t_end=0.02)
    try:
        frame = r.contact("touch").to_pandas()
        assert frame.attrs["units"]["N"] == "N" and (frame["N"] == np.asarray(r.contact("touch").N)).all() and len(r.to_pandas()) == len(r.t)
        rows = abut.point(P=[1, 2], Q=3, force=1).to_pandas()
        assert rows.attrs["units"]["a"] == "m" and len(rows) == 2
        data = r.to_xarray()
        assert data["body_ball.z"].attrs["units"] == "m" and float(data["body_ball.z"].sel(t=0)) == 0.3 and data.attrs["title"] == r.title
    except ImportError:
        pass


def test_interrupts():
    m = abut.Model.load(BEARING)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    refused(lambda: m.run(t_end=1e3, every=1), error=KeyboardInterrupt)
    assert time.monotonic() - begin < 20
    assert m.run(t_end=1e-3).t[-1] == 1e-3  # goes on to work


def test_display():
    r = abut.Model.load(BALL).run(t_end=0.1)
    assert "rodas" in repr(r) and "contact_touch" in repr(r) and "<table>" in r.contact("touch")._repr_html_() and "N" in repr(r.contact("touch"))
    assert "<table>" in abut.point(P=1, Q=2, force=1)._repr_html_()
    assert "$defs" in abut.schema() and "6205" in abut.catalogue()
