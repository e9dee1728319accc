"""reference.csv of the roller over the edge: a rigid roller rolls on the plate, turns about the edge, slips there and leaves it.
python3 examples/32_roller_over_edge/reference.py >examples/32_roller_over_edge/reference.csv"""
import math

g, R, mu, v0, x0, drop = 9.81, 5e-3, 0.5, 0.1, -6e-3, 20e-6


def accelerations(theta, w, spin, slipping):
    """About the edge: of the centre's angle and of the spin, and N/m."""
    N = g * math.cos(theta) - R * w * w
    if not slipping:  # (3/2) R w' = g sin(theta)
        a = 2 * g * math.sin(theta) / (3 * R)
        return a, a, N
    T = mu * N  # against the slip: the centre falls faster than the roller turns
    return (g * math.sin(theta) - T) / R, 2 * T / R, N


def over_the_edge(dt=1e-7):
    t, theta, w, spin, slipping, angle = -x0 / v0, 0.0, v0 / R, v0 / R, False, 0.0
    rows = [(t, theta, w, spin)]
    while True:
        a, b, N = accelerations(theta, w, spin, slipping)
        if N <= 0:
            return rows
        if not slipping and g * math.sin(theta) - R * a > mu * N:
            slipping = True
            a, b, N = accelerations(theta, w, spin, slipping)
        w2, spin2 = w + dt * a, spin + dt * b
        theta += dt * (w + w2) / 2
        w, spin, t = w2, spin2, t + dt
        rows.append((t, theta, w, spin))


rows = over_the_edge()
t1, theta1, w1, spin1 = rows[-1]
start = rows[0][0]


def state(t):
    if t < start:
        return x0 + v0 * t, R, v0 / R
    if t < t1:
        _, theta, w, spin = rows[round((t - start) / 1e-7)]
        return R * math.sin(theta), R * math.cos(theta), spin
    s = t - t1
    x = R * math.sin(theta1) + R * w1 * math.cos(theta1) * s
    z = R * math.cos(theta1) - R * w1 * math.sin(theta1) * s - g * s * s / 2
    return x, z, spin1


if __name__ == "__main__":
    import sys

    print("leaves at %.6f s, %.3f deg, spin %.4f" % (t1, math.degrees(theta1), spin1), file=sys.stderr)
    print("settings,t,object,quantity,value,tolerance")
    for t in (0.04, 0.07, 0.08, 0.09, 0.1, 0.11):
        x, z, spin = state(t)
        print(",%g,roller,x,%.8g,%g" % (t, x, 1e-5))
        print(",%g,roller,z,%.8g,%g" % (t, z, 1e-5))
        print(",%g,roller,wz,%.8g,%g" % (t, -spin, 0.1))
