"""A block on an incline with a friction law of one's own, whose coefficient grows as it slides faster, and the same law compiled by numba if that is
installed. It speeds up until friction and weight balance: mu(v) = tan(slope)."""
import math

import numpy as np

import abut

SLOPE = math.radians(10)


def growing(N, v1, v2, *, mu=abut.Param("1", low=0), v_c=abut.Param("m/s", 1.0), v_s=abut.Param("m/s", 1e-3)):
    "friction that grows with the slip speed, up to mu"
    v = np.sqrt(v1 * v1 + v2 * v2 + v_s * v_s)
    T = -mu * N * v / (v_c + v)
    return T * v1 / v, T * v2 / v


def slide(law):
    g = 9.81
    model = {
        "abut": 1, "gravity": [g * math.sin(SLOPE), 0, -g * math.cos(SLOPE)],
        "materials": {"rubber": {"E": "10 MPa", "nu": 0.48}, "stone": {"rigid": True}},
        # so much inertia that it slides and does not roll
        "bodies": [{"name": "ground", "fixed": True}, {"name": "block", "mass": 1, "inertia": [1e4, 1e4, 1e4], "position": [0, 0, 0.0495]}],
        "surfaces": [{"name": "plane", "body": "ground", "shape": "plane", "material": "stone"},
                     {"name": "foot", "body": "block", "shape": {"type": "sphere", "radius": "5 cm"}, "material": "rubber"}],
        "contacts": [{"name": "touch", "between": ["plane", "foot"], "normal": {"damping": 1}, "friction": law(mu=0.5)}],
        "solver": {"t_end": "4 s"},
    }  # fmt: skip
    return abut.Model.load(model).run()


if __name__ == "__main__":
    ways = [False]
    try:
        import numba  # noqa: F401

        ways.append(True)
    except ImportError:
        pass
    for compiled in ways:
        run = slide(abut.friction_law(growing, compiled=compiled))
        print(f"{'compiled' if compiled else 'Python':<9} {run.body('block').vx[-1]:.9f} m/s")
    slope = math.tan(SLOPE)
    print(f"balance   {slope / (0.5 - slope):.9f} m/s")  # mu v/(v_c + v) = tan(slope)
