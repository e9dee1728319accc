"""reference.csv of the rough joint: A E* p(g0 - h) = F by bisection, p by monotone cubics over ln(gap) through the rows of ground.rough.
python3 examples/31_rough_joint/reference.py >examples/31_rough_joint/reference.csv"""
import math
import os

lines = open(os.path.join(os.path.dirname(__file__), "ground.rough")).read().split("\n")
head = dict(line.split(": ", 1) for line in lines if ": " in line)
n = int(head["rows"])
rows = [[float(x) for x in line.split()] for line in lines[9:9 + n]]
t = [math.log(r[0]) for r in rows]
y = [math.log(r[1]) for r in rows]
g0 = float(head["first_touch"])
E_star, A = 210e9 / (1 - 0.3**2) / 2, 4e-4

h = [b - a for a, b in zip(t, t[1:])]
d = [(b - a) / w for a, b, w in zip(y, y[1:], h)]


def end(h0, d0, h1, d1):
    s = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1)
    return d0 if s * d0 <= 0 else 3 * d0 if abs(s) > 3 * abs(d0) else s


m = [end(h[0], d[0], h[1], d[1])]
for i in range(1, n - 1):
    u, v = 2 * h[i] + h[i - 1], h[i] + 2 * h[i - 1]
    m.append((u + v) / (u / d[i - 1] + v / d[i]))
m.append(end(h[-1], d[-1], h[-2], d[-2]))


def force(approach):
    gap = g0 - approach
    if gap >= rows[-1][0]:  # p ~ (g0 - g)^k
        depth = g0 - rows[-1][0]
        k = -m[-1] / rows[-1][0] * depth
        return A * E_star * rows[-1][1] * (approach / depth) ** k
    x = math.log(gap)
    i = max(k for k in range(n - 1) if t[k] <= x)
    s = (x - t[i]) / h[i]
    value = ((1 + 2 * s) * (1 - s) ** 2 * y[i] + s * s * (3 - 2 * s) * y[i + 1] +
             h[i] * (s * (1 - s) ** 2 * m[i] - s * s * (1 - s) * m[i + 1]))
    return A * E_star * math.exp(value)


print("settings,t,object,quantity,value,tolerance")
for F in (1000, 5000, 20000, 50000, 100000, 200000):
    low, high = 1e-12, g0 - rows[0][0]
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if force(middle) < F else (low, middle)
    print("forces.clamp.force.2=%d,0.02,joint,approach,%.12g,1e-12" % (-F, low))
    print("forces.clamp.force.2=%d,0.02,joint,N,%d,%g" % (-F, F, 1e-5 * F))
