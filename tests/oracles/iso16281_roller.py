"""Basic reference rating life of a cylindrical roller bearing by ISO/TS 16281:2008, written by itself: its own statics with the
stiffness 35948 L^(8/9) N/mm^(10/9) of the standard, 30 laminae, edge function on every lamina, 0.83 in the capacity. Constants
read in a public program that implements the standard. Geometry, profile, load and the bushing that holds the shaft are those of
examples/26_roller_bearing. Prints hours, aligned and misaligned by 2 mrad.
usage: iso16281_roller.py [--run] [SUMMARY-ALIGNED SUMMARY-MISALIGNED]: compares the headline lives within 1 % and 2 %."""
import json
import math
import sys

Z, D, L, DPW, S = 14, 9.0, 13.0, 46.5, 0.010  # mm
C, FR, RPM = 55e3, 8000.0, 1500.0  # N, N, 1/min
E_PRIME = 210e3 / (1 - 0.3 ** 2)  # MPa, 2 E* of equal steel
DROP = 2 * 4000.0 / (math.pi * E_PRIME * L)  # mm, logarithmic profile of design force 4 kN
HOLD = 1e9  # N mm/rad, bushing against tilt
NS = 30
POSITIONS = 6 if "--run" in sys.argv else 1  # of the cage: a run has all, statics the first
X = [(k + 0.5) / NS * L - L / 2 for k in range(NS)]
P = [-DROP * math.log(1 - (2 * x / L) ** 2) for x in X]
CS = 35948 * L ** (8 / 9) / NS
F = [1 - 0.01 / math.log(1.985 * abs(2 * k - NS - 1) / (2 * NS - 2)) if 2 * k != NS + 1 else 1 for k in range(1, NS + 1)]


def laminae(delta, psi, phi):
    d, t = delta * math.cos(phi) - S / 2, psi * math.cos(phi)
    return [CS * max(0.0, d - x * t - 2 * p) ** (10 / 9) for x, p in zip(X, P)]


def sums(delta, psi, first):
    force = moment = 0.0
    for j in range(Z):
        phi = first + 2 * math.pi * j / Z
        q = laminae(delta, psi, phi)
        force += math.cos(phi) * sum(q)
        moment -= math.cos(phi) * sum(a * x for a, x in zip(q, X))
    return force, moment


def bisect(f, low, high):
    for _ in range(45):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) < 0 else (low, middle)
    return (low + high) / 2


def equilibrium(tilt, first):
    psi = tilt
    for _ in range(12):
        delta = bisect(lambda x: sums(x, psi, first)[0] - FR, 0, 0.2)
        psi = tilt - sums(delta, psi, first)[1] / HOLD
    return delta, psi


def life(tilt):
    g = D / DPW
    x = 1.038 * ((1 - g) / (1 + g)) ** (143 / 108)
    qci = C / 0.83 / 0.378 / Z * (1 + x ** 4.5) ** (2 / 9) * NS ** (-7 / 9)
    qce = C / 0.83 / 0.364 / Z * (1 + x ** -4.5) ** (2 / 9) * NS ** (-7 / 9)
    inner, outer = [0.0] * NS, [0.0] * NS
    for i in range(POSITIONS):
        first = 2 * math.pi / Z * i / POSITIONS
        delta, psi = equilibrium(tilt, first)
        for j in range(Z):
            for k, q in enumerate(laminae(delta, psi, first + 2 * math.pi * j / Z)):
                inner[k] += (F[k] * q) ** 4 / (Z * POSITIONS)
                outer[k] += (F[k] * q) ** 4.5 / (Z * POSITIONS)
    total = sum(a ** (9 / 8) / qci ** 4.5 + b / qce ** 4.5 for a, b in zip(inner, outer))
    return total ** (-8 / 9) * 1e6 / (60 * RPM)


hours = [life(0.0), life(2e-3)]
print("aligned %.5g h, 2 mrad %.5g h" % tuple(hours))
bad = 0
for wanted, path, tolerance in zip(hours, [a for a in sys.argv[1:] if a != "--run"], (0.01, 0.02)):
    found = json.load(open(path))["machines"]["brg"]["life"]["headline"]["hours"]
    print("%s: %.5g h, %+.2f %%" % (path, found, 100 * (found / wanted - 1)))
    bad |= not abs(found / wanted - 1) <= tolerance
sys.exit(bad)
