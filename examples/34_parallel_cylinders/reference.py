"""reference.csv of the parallel cylinders: the approach at which each law carries the load, from closed forms.
python3 examples/34_parallel_cylinders/reference.py >examples/34_parallel_cylinders/reference.csv"""
import math

R1, R2, l, E_star = 10e-3, 8e-3, 12e-3, 210e9 / (2 * (1 - 0.3**2))
psi = (0.8510789548058049, -0.023669625063834163, 0.017036257227460622, 0.0012617314261818863, -0.000554111370244578,
       9.683162308110415e-05, -7.552891939104681e-06, 2.421269065750394e-07)  # docs/theory/volumetric.md


def by_line(F):
    """delta = 4F/(pi E' l) (1/2 + ln 2 - ln(b/l)), F = (pi/8) E' l^3 rho (b/l)^2: the slender limit, off by (b/l)^2."""
    E, rho = 2 * E_star, 1 / R1 + 1 / R2
    x = math.sqrt(8 * F / (math.pi * E * l**3 * rho))
    return 4 * F / (math.pi * E * l) * (0.5 + math.log(2) - math.log(x))


def segment(R, c):
    """Of a circle, cut off by a chord of the half-length c."""
    return R * R * math.asin(c / R) - c * math.sqrt(R * R - c * c)


def force(h):
    """(5/4) phi E* V/sqrt(S) of the lens of two circles, drawn out along the length; the shadow is a rectangle."""
    d = R1 + R2 - h
    x = (d * d + R1 * R1 - R2 * R2) / (2 * d)
    c = math.sqrt(R1 * R1 - x * x)
    V, S, p = l * (segment(R1, c) + segment(R2, c)), 2 * c * l, 2 * l + 4 * c
    ratio = 4 * math.pi * S / p**2
    k = -math.log(ratio)
    return 1.25 * sum(a * k**i for i, a in enumerate(psi)) * ratio**-0.25 * E_star * V / math.sqrt(S)


def by_volume(F):
    low, high = 1e-8, 1e-4
    for _ in range(200):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if force(middle) < F else (low, middle)
    return low


if __name__ == "__main__":
    print("settings,t,object,quantity,value,tolerance")
    for F in (100, 1000, 5000):
        settings = "" if F == 1000 else "forces.press_1.force.2=%d;forces.press_2.force.2=%d" % (-F, -F)
        for name, h in (("line", by_line(F)), ("volume", by_volume(F))):
            print("%s,0.005,%s,approach,%.8g,%.2g" % (settings, name, h, 3e-4 * h if name == "line" else 1e-5 * h))
            print("%s,0.005,%s,N,%g,%g" % (settings, name, F, 1e-4 * F))
