"""What the tests share. ABUT_EXE: the program, whose answers are compared; ABUT_SOURCE: the source folder."""
import json
import os
import subprocess
from pathlib import Path

import abut

SOURCE = Path(os.environ.get("ABUT_SOURCE") or Path(__file__).parents[3])
EXE = os.environ.get("ABUT_EXE")

BALL = {
    "abut": 1,
    "gravity": [0, 0, -9.81],
    "materials": {"rubber": {"E": "10 MPa", "nu": 0.5, "density": "1.1 g/cm^3"}, "stone": {"rigid": True}},
    "bodies": [{"name": "ground", "fixed": True},
               {"name": "ball", "position": [0, 0, "30 cm"], "angular_velocity": [0, "200 rpm", 0]}],
    "surfaces": [{"name": "floor", "body": "ground", "shape": "plane", "material": "stone"},
                 {"name": "skin", "body": "ball", "shape": {"type": "sphere", "radius": 0.05}, "material": "rubber"}],
    "contacts": [{"name": "touch", "between": ["floor", "skin"], "normal": {"damping": 0.1}, "friction": 0.3}],
    "solver": {"t_end": 0.4},
}  # fmt: skip
BEARING = SOURCE / "examples/13_ball_bearing/model.yaml"


def program(*words):
    """The JSON answer of the program; None where there is no program."""
    if not EXE:
        return None
    done = subprocess.run([EXE, *map(str, words), "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def refused(call, *words, status=None, error=abut.AbutError):
    """The error of a call that must be refused, whose sentence holds these words."""
    try:
        call()
    except error as e:
        for word in words:
            assert word in str(e), (word, str(e))
        assert status is None or e.status == status, e.status
        return e
    raise AssertionError("this was not refused")


def near(x, y, tolerance):
    assert abs(x - y) <= tolerance * abs(y), (x, y, abs(x / y - 1) if y else x)
