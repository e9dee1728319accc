"""Batches: the bits of each run are those it has alone, whatever the number of threads; errors; interrupts."""
import os
import signal
import threading

import numpy as np
from support import BALL, BEARING, refused

import abut


def every_bit(results):
    return [{name: np.asarray(r[name]).tobytes() for name in r} for r in results]


def test_bits_do_not_depend_on_threads():
    heights = np.linspace(0.1, 0.4, 12)

    def run(threads):
        b = abut.Batch(BALL, 12, threads=threads)
        b.set("bodies.ball.position", [[0, 0, h] for h in heights])
        return b.run(t_end=0.3)

    one, three = run(1), run(3)
    assert every_bit(one) == every_bit(three)
    alone = abut.Model.load(BALL).set("bodies.ball.position", [0, 0, heights[5]]).run(t_end=0.3)
    assert every_bit([alone]) == every_bit([three[5]])
    N = three.column("contact_touch.N")
    assert N.shape == (12, len(alone.t))
    np.testing.assert_array_equal(N[5], alone.contact("touch").N)


def test_bearings():
    def run(threads):
        return abut.Batch(BEARING, 4, threads=threads).set("solver.rtol", [1e-4, 1e-5, 3e-5, 1e-4]).set("solver.t_end", "5 ms").run()

    one, four = run(1), run(4)
    assert one[3].t[-1] == 0.005
    assert every_bit(one) == every_bit(four) and every_bit([one[0]]) == every_bit([one[3]]) != every_bit([one[1]])


def test_errors_of_one():
    b = abut.Batch(BALL, 3, threads=2).set("bodies.ball.mass", ["1 kg", "-1 kg", "2 kg"])
    e = refused(lambda: b.run(t_end=0.01), "model 1:", "mass")
    assert e.place.path == "bodies.ball.mass"
    kept = b.run(t_end=0.01, errors="keep")
    assert isinstance(kept[1], abut.AbutError) and kept[0].t[-1] == kept[2].t[-1] == 0.01
    assert np.isnan(kept.column("t")[1]).all() and np.isfinite(kept.column("t")[2]).all()
    refused(lambda: abut.Batch(BALL, 0), "at least one")
    refused(lambda: abut.Batch(BALL, 1, threads=0), "at least 1")
    refused(lambda: b.set("solver.t_end", [1, 2]), "2 values for 3 models")


def test_interrupt():
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    refused(lambda: abut.Batch(BEARING, 3, threads=2).run(t_end=1e3, every=1), error=KeyboardInterrupt)
