"""Equilibrium of the roller bearing of examples/26_roller_bearing at an instant, by the equations of its README: rings and rollers
displaced and tilted in their radial planes, 15 slices with the law of ISO/TS 16281, centrifugal forces, the bushing of the shaft.
Written for the reference of the example; nothing of the program is in it. usage: roller_equilibrium.py"""
import math

Z, D, L, DPW, PD = 14, 9e-3, 13e-3, 46.5e-3, 10e-6  # m
NS, LOAD, HOLD, ORBIT = 15, 8000.0, 1e6, 63.330  # slices, N, N m/rad, rad/s of the cage
E_STAR = 210e9 / (1 - 0.3 ** 2) / 2  # Pa
DROP = 2 * 4000.0 / (math.pi * 2 * E_STAR * L)  # m
FC = 7850 * math.pi / 4 * D ** 2 * L * DPW / 2 * ORBIT ** 2  # N
RADIUS = [(DPW - D - PD / 2) / 2, (DPW + D + PD / 2) / 2]  # m, of the raceways
ZS = [((k + 0.5) / NS - 0.5) * L for k in range(NS)]
CROWN = [DROP * math.log(1 / (1 - (2 * z / L) ** 2)) for z in ZS]
# N of a slice at the approach d of one raceway: half of the approach of both
slice_load = lambda d: 35948 * (L * 1e3) ** (8 / 9) / NS * (2e3 * max(d, 0.0)) ** (10 / 9)


def sums(at, turn):  # force and moment of a raceway whose approach in the middle is `at`, tilted by `turn`
    q = [slice_load(at + turn * z - PD / 4 - c) for z, c in zip(ZS, CROWN)]
    return sum(q), sum(a * z for a, z in zip(q, ZS)), max(q)


def newton(f, x, steps, rounds=60):
    for _ in range(rounds):
        r, n = f(x), len(x)
        if max(abs(v) for v in r) < 1e-9:
            break
        rows = [[0.0] * n + [-r[i]] for i in range(n)]
        for j in range(n):
            y = list(x)
            y[j] += steps[j]
            for i, v in enumerate(f(y)):
                rows[i][j] = (v - r[i]) / steps[j]
        for i in range(n):  # elimination with a pivot
            p = max(range(i, n), key=lambda k: abs(rows[k][i]))
            rows[i], rows[p] = rows[p], rows[i]
            for k in range(n):
                if k != i and rows[i][i]:
                    m = rows[k][i] / rows[i][i]
                    rows[k] = [a - m * b for a, b in zip(rows[k], rows[i])]
        x = [v + (rows[i][n] / rows[i][i] if rows[i][i] else 0.0) for i, v in enumerate(x)]
    return x


def roller(middle, turn):
    """Displacement and tilt of a roller under the approach `middle` and tilt `turn` of the inner ring, and what the rings carry."""
    def rest(x):
        qi, mi, _ = sums(middle - x[0], turn - x[1])
        qo, mo, _ = sums(x[0], x[1])
        return qi + FC - qo, (mi - mo) * 1e3
    if middle - PD / 2 + abs(turn) * L / 2 <= 0:
        return 0.0, 0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    u, psi = newton(rest, [middle / 2 + 1e-7, turn / 2], [1e-11, 1e-9])
    return u, psi, sums(middle - u, turn - psi), sums(u, psi)


def bearing(time, tilt):
    phis = [ORBIT * time + 2 * math.pi * j / Z for j in range(Z)]

    def carried(x):
        dx, dy, tx, ty = x
        out, all_rollers = [0.0] * 4, []
        for p in phis:
            c, s = math.cos(p), math.sin(p)
            r = roller(dx * c + dy * s, ty * c - tx * s)
            all_rollers.append(r)
            for k, v in enumerate((r[2][0] * c, r[2][0] * s, r[2][1] * s, -r[2][1] * c)):
                out[k] += v
        return out, all_rollers

    def rest(x):
        f, _ = carried(x)
        return f[0] - LOAD, f[1], (f[2] - HOLD * x[2]) * 1e2, (f[3] - HOLD * (x[3] - tilt)) * 1e2
    x = newton(rest, [1.85e-5, 0.0, 0.0, tilt], [1e-10, 1e-10, 1e-8, 1e-8])
    f, rollers = carried(x)
    pressure = lambda q, ring: math.sqrt(q * NS / L * E_STAR / math.pi * (2 / D + (1 - 2 * ring) / RADIUS[ring]))
    print("t %g, tilt %g: dx %.4e, tilt_y %.7f, my %.3f (with the offset of the contacts %.3f)" %
          (time, tilt, x[0], x[3], f[3], f[3] - LOAD * RADIUS[0] * x[3]))
    print("   N 1, 2, 14: %.1f %.1f %.1f; p_max of 1: %.1f %.1f MPa; tilt of 1: %.4e" %
          (rollers[0][2][0], rollers[1][2][0], rollers[13][2][0], pressure(rollers[0][2][2], 0) / 1e6,
           pressure(rollers[0][3][2], 1) / 1e6, rollers[0][1]))


for instant, angle in ((2e-4, 2e-3), (1e-3, 2e-3), (2e-4, 0.0)):
    bearing(instant, angle)
