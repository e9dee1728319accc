"""How far the balls of examples/13_ball_bearing run ahead of rigid rolling, for its reference.csv. The ball and its groove touch along an arc
of the mean of their curvatures; Coulomb friction without a net force leaves no slip where half of the load lies inside (y - y^3/3 = 1/3,
y = 0.347 of the semi-axis), and there the surfaces roll: farther from the axis of the inner ring, nearer to that of the outer one. Loads by planar
statics with Hertz's stiffness. Plain Python.  usage: bearing_lead.py [PRELOAD-IN-UM LOAD-IN-N]"""
import math
import sys

PI = math.pi
Z, D, DM, F_I, F_O, TURNS = 8, 9.525e-3, 38.5e-3, 0.515, 0.525, 2
PD, LOAD = (-1e-6 * float(sys.argv[1]), float(sys.argv[2])) if len(sys.argv) > 2 else (-10e-6, 500.0)
E_STAR, R = 207e9 / (2 * (1 - 0.09)), D / 2
INNER, OUTER = DM / 2 - R - PD / 4, DM / 2 + R + PD / 4  # m, bottoms of the grooves


def elliptic(m):
    a, b, c, s, p = 1.0, math.sqrt(1 - m), math.sqrt(m), 0.5 * m, 0.5
    while abs(c) > 1e-16:
        a, b, c = (a + b) / 2, math.sqrt(a * b), (a - b) / 2
        p *= 2
        s += p * c * c
    return PI / (2 * a), PI / (2 * a) * (1 - s)


def hertz(rho_x, rho_y):
    """Long semi-axis and approach of 1 N."""
    low, high = 1e-4, 1 - 1e-12
    for _ in range(200):
        k = math.sqrt(low * high)
        K, E = elliptic(1 - k * k)
        low, high = (k, high) if (K - E) / (E / k ** 2 - K) < rho_y / rho_x else (low, k)
    a = (3 * E / (PI * k * k * E_STAR * (rho_x + rho_y))) ** (1 / 3)
    return a, 3 * K / (2 * PI * E_STAR * a)


A_I, D_I = hertz(1 / R + 1 / INNER, 1 / R - 1 / (F_I * D))
A_O, D_O = hertz(1 / R - 1 / OUTER, 1 / R - 1 / (F_O * D))


def load(dx, psi):
    return max(0.0, (dx * math.cos(psi) - PD / 2) / (D_I + D_O)) ** 1.5


low, high = 0.0, 1e-4
for _ in range(100):
    dx = (low + high) / 2
    force = sum(load(dx, 2 * PI * i / Z) * math.cos(2 * PI * i / Z) for i in range(Z))
    low, high = (dx, high) if force < LOAD else (low, dx)

lead, steps = 0.0, 720
for i in range(steps):
    Q = load(dx, 2 * PI * i / steps)
    rise = [(0.3473 * a * Q ** (1 / 3)) ** 2 / 2 * (1 / R + 1 / (f * D)) / 2 for a, f in ((A_I, F_I), (A_O, F_O))]
    half = [d * Q ** (2 / 3) / 2 for d in (D_I, D_O)]
    ring_i, ring_o = INNER - half[0] + rise[0], OUTER + half[1] - rise[1]
    ball_i, ball_o = R - half[0] - rise[0], R - half[1] - rise[1]
    lead += (ring_i * ball_o / (ring_i * ball_o + ring_o * ball_i) / ((1 - D / DM) / 2) - 1) / steps
print("displacement %.3f um, loads %s N" % (1e6 * dx, [round(load(dx, 2 * PI * i / Z), 1) for i in range(Z)]))
print("lead %.3f %%, %.4f mm after %d turns" % (100 * lead, 1e3 * lead * TURNS * PI * DM, TURNS))
