"""The front bearing of examples/27_spindle_7008 by itself, for its reference.csv: a ball in its plane between two races (Hertz, films of
Nijenbanning, Venner and Moes with heating and starvation, centrifugal force, with or without the gyroscopic moment on the outer race),
rolling resistance by Biboulet and Houpert, spin by quadrature of the shear stress over the ellipses: on the inner race alone (outer race
control), or shared so that the moments of both races on the ball balance. Plain Python.  usage: spindle_7008.py"""
import math

PI = math.pi
Z, D, DM, F_I, F_O, ANGLE = 17, 7.938e-3, 54e-3, 0.52, 0.53, math.radians(15)
E_STAR, RHO = 210e9 / (2 * (1 - 0.09)), 7850.0
SPEED, PRELOAD, SPRING = 12000 * PI / 30, 300.0, 200e3
# iso_vg_32 at 50 degC: Walther's equation, alpha, Eyring stress, limit, conductivity, density
T, NU40, NU100, DENSITY, ALPHA, TAU0, LIMIT, TAU_MIN, COND = 323.15, 32.0, 5.4, 870.0, 1.8e-8, 18e6, 0.08, 1e3, 0.14


def walther(t):
    w = [math.log10(math.log10(x + 0.7)) for x in (NU40, NU100)]
    y = w[0] + (w[1] - w[0]) * math.log10(t / 313.15) / math.log10(373.15 / 313.15)
    return 10 ** 10 ** y - 0.7  # mm^2/s


NU = walther(T)
ETA = NU * 1e-6 * DENSITY
BETA = math.log(walther(T - 0.05) / walther(T + 0.05)) / 0.1
# SKF: K_rs 6e-8 (oil-air), K_Z 4.4; D - d is taken as D_w/0.3
STARVE = 6e-8 * NU * 12000 * 2 * 54 * math.sqrt(4.4 / (2 * 7.938 / 0.3))


def KE(m):
    """Complete elliptic integrals of the parameter m by the arithmetic-geometric mean."""
    a, b, c, s, p = 1.0, math.sqrt(1 - m), math.sqrt(m), 0.5 * m, 0.5
    while abs(c) > 1e-16:
        a, b, c = (a + b) / 2, math.sqrt(a * b), (a - b) / 2
        p *= 2
        s += p * c * c
    return PI / (2 * a), PI / (2 * a) * (1 - s)


class Race:
    def __init__(self, f, inner, angle):
        g = D / DM * math.cos(angle)
        self.rx = 2 / D + (2 / D * g / (1 - g) if inner else -2 / D * g / (1 + g))
        self.ry = 2 / D - 1 / (f * D)
        low, high = 1e-4, 1 - 1e-12  # b/a
        for _ in range(200):
            k = math.sqrt(low * high)
            K, E = KE(1 - k * k)
            low, high = (k, high) if (K - E) / (E / k ** 2 - K) < self.ry / self.rx else (low, k)
        self.k = k
        self.a1 = (3 * E / (PI * k * k * E_STAR * (self.rx + self.ry))) ** (1 / 3)  # of 1 N
        self.d1 = 3 * K / (2 * PI * E_STAR * self.a1)  # approach of 1 N
        self.EK = E

    def ellipse(self, Q):
        return self.a1 * Q ** (1 / 3), self.k * self.a1 * Q ** (1 / 3)

    def pressure(self, Q):
        a, b = self.ellipse(Q)
        return 1.5 * Q / (PI * a * b)

    def factor(self, u):
        u0 = SPEED * DM / 2 * (1 - (D / DM * math.cos(ANGLE)) ** 2)
        return math.exp(-STARVE * u / u0) / (1 + 0.1 * (BETA * ETA * u * u / COND) ** 0.64)

    def film(self, Q, u):
        Ep, R, d = 2 * E_STAR, 1 / self.rx, self.ry / self.rx
        U = ETA * u / (Ep * R)
        M, L = Q / (Ep * R * R) * U ** -0.75, ALPHA * Ep * U ** 0.25
        g = 1 + 0.006 * math.log(d) + 0.63 * d ** (4 / 7)
        RI = 145 * (1 + 0.796 * d ** (14 / 15)) ** (-15 / 7) / d / M ** 2
        EI = 3.18 * g ** (-14 / 25) * d ** (-1 / 15) * M ** (-2 / 15)
        RP = 1.29 * (1 + 0.691 * d) ** (-2 / 3) * L ** (2 / 3)
        EP = 1.48 * g ** (-7 / 20) * d ** (-1 / 24) * M ** (-1 / 12) * L ** 0.75
        s = 1.5 * (1 + math.exp(-1.2 * EI / RI))
        soft = (RI ** 1.5 + (EI ** -4 + (1.8 / d) ** -4) ** (-3 / 8)) ** (2 * s / 3)
        H = (soft + (RP ** -8 + EP ** -8) ** (-s / 8)) ** (1 / s)
        p = self.pressure(Q) * 1e-9
        return H * R * math.sqrt(U) / (1 + 0.6 * p / (1 + 1.7 * p)) * self.factor(u)

    def rolling(self, Q, u):
        Ep, R = 2 * E_STAR, 1 / self.rx
        U, b = ETA * u / (Ep * R), 4 * self.EK / (PI * (1 + self.ry / self.rx))
        M = b ** 0.25 * self.k * Q / (Ep * R * R) * U ** -0.75
        t1, t2 = 0.77 * b ** (-1 / 3) * self.k ** 0.12 * U ** (-1 / 12), 1.8 * b ** -0.25
        return 2 * self.ellipse(Q)[0] * Ep * R * U ** 0.75 * ((t1 - t2) / (1 + M / 6.6) + t2) * self.factor(u)

    def spin_moment(self, Q, h, w):
        """Of the shear stress at the speeds w r over the ellipse."""
        a, b = self.ellipse(Q)
        p0, n, total = self.pressure(Q), 48, 0.0
        level, z = math.log(ETA) + 9.67, ALPHA * 1.962e8 / (math.log(ETA) + 9.67)
        for i in range(n):
            s = math.sqrt((i + 0.5) / n)
            p = p0 * math.sqrt(1 - s * s)
            eta = ETA * math.exp(level * ((1 + p / 1.962e8) ** z - 1))
            for j in range(n):
                t = PI / 2 * (j + 0.5) / n
                r = math.hypot(a * s * math.cos(t), b * s * math.sin(t))
                tau = TAU0 * math.asinh(eta * w * r / (h * TAU0))
                tau /= math.sqrt(1 + (tau / (LIMIT * p + TAU_MIN)) ** 2)
                total += tau * r
        return total * PI * a * b / (n * n)


def solve(f, x):
    """Newton's method with differences."""
    for _ in range(60):
        y, n = f(x), len(x)
        A = []
        for j in range(n):
            step = 1e-7 * max(abs(x[j]), 1e-9)
            z = list(x)
            z[j] += step
            A.append([(q - p) / step for p, q in zip(y, f(z))])
        rows = [[A[j][i] for j in range(n)] + [-y[i]] for i in range(n)]
        for i in range(n):
            k = max(range(i, n), key=lambda m: abs(rows[m][i]))
            rows[i], rows[k] = rows[k], rows[i]
            rows[i] = [v / rows[i][i] for v in rows[i]]
            for m in range(n):
                if m != i:
                    rows[m] = [p - rows[m][i] * q for p, q in zip(rows[m], rows[i])]
        dx = [r[n] for r in rows]
        x = [p + q for p, q in zip(x, dx)]
        if max(abs(d) / max(abs(v), 1e-9) for d, v in zip(dx, x)) < 1e-10:
            return x
    raise SystemExit("no solution")


MASS = RHO * PI / 6 * D ** 3


def rolls(ai, ao, beta):
    """Orbit and spin of a ball that rolls on both races about an axis at the angle beta to that of the bearing."""
    g = D / DM
    si, so = math.cos(ai - beta), math.cos(ao - beta)
    orbit = SPEED / (1 + (1 + g * math.cos(ao)) * si / ((1 - g * math.cos(ai)) * so))
    return orbit, -orbit * (1 + g * math.cos(ao)) / (g * so)


def state(gyro):
    def balance(x, full=False):
        ai, ao, da, qi, qo = x[0], x[1], 1e-6 * x[2], x[3], x[4]
        orbit, wb = rolls(ai, ao, math.atan2(math.sin(ao), math.cos(ao) + D / DM))
        inner, outer = Race(F_I, True, ai), Race(F_O, False, ao)
        ui, uo = (SPEED - orbit) * (DM - D * math.cos(ai)), orbit * (DM + D * math.cos(ao))
        hi, ho = inner.film(qi, ui), outer.film(qo, uo)
        li = (F_I - 0.5) * D + inner.d1 * qi ** (2 / 3) - hi
        lo = (F_O - 0.5) * D + outer.d1 * qo ** (2 / 3) - ho
        A, Fc = (F_I + F_O - 1) * D, MASS * DM / 2 * orbit ** 2
        beta = math.atan2(math.sin(ao), math.cos(ao) + D / DM)
        T = -gyro * 2 / D * 0.1 * MASS * D * D * abs(wb) * orbit * math.sin(beta)
        if full:
            return inner, outer, ui, uo, hi, ho, orbit, wb
        return [(li * math.cos(ai) + lo * math.cos(ao) - A * math.cos(ANGLE)) * 1e6,
                (li * math.sin(ai) + lo * math.sin(ao) - A * math.sin(ANGLE) - da) * 1e6,
                Z * qi * math.sin(ai) - (PRELOAD - SPRING * 2 * da),
                qi * math.sin(ai) - qo * math.sin(ao) + T * math.cos(ao),
                qi * math.cos(ai) - qo * math.cos(ao) - T * math.sin(ao) + Fc]
    x = solve(balance, [0.33, 0.25, 9.0, 53.0, 68.0])
    return x, balance(x, True)


def spins(x, beta):
    """Spin of the ball against the inner and the outer race, rad/s; the ball rolls about an axis at beta."""
    orbit, wb = rolls(x[0], x[1], beta)
    return abs((SPEED - orbit) * math.sin(x[0]) - wb * math.sin(x[0] - beta)), \
        abs(orbit * math.sin(x[1]) + wb * math.sin(x[1] - beta))


for gyro in (0, 1):
    x, parts = state(gyro)
    inner, outer, ui, uo, hi, ho, orbit, wb = parts
    print("gyro %d: angles %.4f %.4f rad (%.2f %.2f deg), dz %.3f um, Q %.2f %.2f N, films %.4f %.4f um, orbit %.2f, preload %.2f N" % (
        gyro, x[0], x[1], math.degrees(x[0]), math.degrees(x[1]), x[2], x[3], x[4], 1e6 * hi, 1e6 * ho, orbit,
        PRELOAD - SPRING * 2e-6 * x[2]))
    print("  factors: inner %.4f outer %.4f" % (inner.factor(ui), outer.factor(uo)))
    roll = Z * (inner.rolling(x[3], ui) * ui + outer.rolling(x[4], uo) * uo) / SPEED
    control = math.atan2(math.sin(x[1]), math.cos(x[1]) + D / DM)

    def moments(beta):
        wi, wo = spins(x, beta)
        return wi, wo, inner.spin_moment(x[3], hi, wi), outer.spin_moment(x[4], ho, wo)

    wi, wo, mi, mo = moments(control)
    print("  rolling %.3f N mm; outer race control: spins %.1f %.1f rad/s, loss %.3f N mm" % (
        1e3 * roll, wi, wo, 1e3 * Z * (mi * wi + mo * wo) / SPEED))
    low, high = control, x[0]
    for _ in range(40):
        beta = (low + high) / 2
        wi, wo, mi, mo = moments(beta)
        low, high = (beta, high) if mi > mo else (low, beta)
    print("  shared: spins %.1f %.1f rad/s, moments %.4g %.4g N mm, loss %.3f N mm" % (
        wi, wo, 1e3 * mi, 1e3 * mo, 1e3 * Z * (mi * wi + mo * wo) / SPEED))
