"""What notebooks show, bars of progress, figures. matplotlib where it is installed."""
import io
import sys

import numpy as np
from support import BALL, BEARING, near, refused

import abut

try:
    import matplotlib

    matplotlib.use("Agg")
except ImportError:
    matplotlib = None


def test_tables():
    m = abut.Model.load(BEARING)
    for thing, words in ((m, ("housing", "brg.ball3.inner")), (m.static(), ("brg.ball1.inner", "rotation x")), (m.modes(), ("oscillation", "Hz")),
                         (m.modes(speeds=[0, 100]), ("100", "[Hz]")), (abut.Batch(BALL, 2).run(t_end=0.01), ("2 runs", "done"))):
        shown = thing._repr_html_()
        assert shown.startswith("<table>") and all(word in shown for word in words), shown[:300]
    wrong = abut.Model.load({**BALL, "gravity": ["<b>", 0, 0]})
    assert "&lt;b&gt;" in wrong._repr_html_() and "<b>" not in wrong._repr_html_()
    assert "at 2 speeds" in repr(m.modes(speeds=[0, 100]))


def test_a_bar_shows_how_far_it_is():
    from abut import display

    before, sys.stderr = sys.stderr, io.StringIO()
    try:
        bar = display.Bar("s")
        bar(0.1, 1.0)
        assert sys.stderr.getvalue() == ""  # not within the first second
        bar.begin -= 2
        bar(0.25, 1.0)
        assert "25.0 %  0.25 of 1 s" in sys.stderr.getvalue()
        bar.close()
        assert sys.stderr.getvalue().endswith("\r")
        abut.Model.load(BALL).run(t_end=0.01, progress=True)
        with display.following(None, "s") as told:
            assert told is None  # here is no notebook
    finally:
        sys.stderr = before
    refused(lambda: abut.Model.load(BALL).run(progress=lambda t, t_end: 1 / 0), error=ZeroDivisionError)


def test_spectrum_and_area():
    from abut import plot

    t = np.arange(1000) * 1e-3
    f, a = plot.spectrum_of(3 + 2 * np.sin(2 * np.pi * 50 * t) + 0.5 * np.cos(2 * np.pi * 120 * t), t)
    near(a[50], 2, 1e-9)
    near(a[120], 0.5, 1e-9)
    assert f[50] == 50 and a[0] < 1e-12 and a[300] < 1e-9
    odd = np.append(t, t[-1] + 0.4e-3)  # a last row that comes early does not count
    np.testing.assert_allclose(plot.spectrum_of(np.sin(2 * np.pi * 50 * odd), odd)[1][50], 1, rtol=1e-9)
    refused(lambda: plot.spectrum_of(t, t**2), "equal steps")
    refused(lambda: plot.spectrum_of(t, t[:5]), "same length")
    phi = np.linspace(0, 2 * np.pi, 4001)[:-1]
    near(plot.loop_area(3 * np.cos(phi), -2 * np.sin(phi)), 6 * np.pi, 1e-5)
    refused(lambda: plot.loop_area([1, 2], [1, 2, 3]), "same length")


def test_figures():
    if matplotlib is None:
        return
    from abut import plot

    m = abut.Model.load(BEARING)
    s, r = m.static(), m.run(t_end=2e-3, every=1e-4)
    line = plot.polar_load(s).lines[0]
    Q = [ball["Q_inner"] for ball in s.machines["brg"]["balls"]]
    assert max(line.get_ydata()) == max(Q) and len(line.get_ydata()) == 9
    assert line.get_xdata()[int(np.argmax(line.get_ydata()))] == s.machines["brg"]["balls"][int(np.argmax(Q))]["azimuth"]
    line = plot.polar_load(r, "brg", ring="outer").lines[0]
    assert max(line.get_ydata()) == max(r.machine("brg")[f"ball{k}_Q_outer"].max() for k in range(1, 9))
    line = plot.polar_load(r, at=1e-3).lines[0]
    assert sorted(line.get_ydata()[:-1]) == sorted(r.machine("brg")[f"ball{k}_Q_inner"][10] for k in range(1, 9))
    refused(lambda: plot.polar_load(r, "bgr"), "there are: brg")
    refused(lambda: plot.polar_load(s, ring="middle"), "Q_middle")
    ax = plot.spectrum(r.machine("brg").fx, r.t, start=5e-4)
    assert "fx [N]" in ax.get_ylabel() and ax.lines[0].get_xdata()[-1] == 5000
    ax = plot.campbell(m.modes(speeds=[0, 100, 200]))
    assert ax.get_xlabel() == "speed [rpm]" and len(ax.lines) == 7 and abs(ax.lines[5].get_ydata()[-1] - 200 / (2 * np.pi)) < 1e-12
    assert abs(ax.lines[6].get_ydata()[-1] - 2 * 200 / (2 * np.pi)) < 1e-12
    u = np.geomspace(1e-3, 30, 20)
    f = abut.friction(force=800, u_sum=u, v=0.1 * u, rho_x=150, length=0.01, eta0=0.04, alpha=2.2e-8, sigma=4e-7,
                      asperity_radius=1e-5, asperity_density=1e10, mu_boundary=0.12, tau0=5e6)
    ax = plot.stribeck(f)
    total, fluid, solid = (x.get_ydata() for x in ax.lines)
    np.testing.assert_allclose(fluid + solid, total, rtol=1e-12)
    assert (ax.lines[0].get_xdata() == f.lambda_ratio).all() and (total == f.mu).all()
    assert plot.stribeck(f, u, label="speed [m/s]").get_xlabel() == "speed [m/s]"
    refused(lambda: plot.stribeck(f, u[:3]), "(3,)")
    refused(lambda: plot.stribeck(abut.point(P=1, Q=2, force=1)), "abut.friction")
    ball = abut.Model.load(BALL).run()
    ax = plot.loop(ball.contact("touch").approach, ball.contact("touch").N)
    assert ax.get_xlabel() == "contact_touch.approach [m]" and ax.get_ylabel() == "contact_touch.N [N]"
    matplotlib.pyplot.close("all")
