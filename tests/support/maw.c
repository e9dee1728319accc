#include "maw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

maw_case maw_alumina_on_glass(double R, double m, double angle, int parts, int steps) {
    static const double nu[] = {0.25, 0.23}, E[] = {70e9, 380e9};
    double normal = 0, along = 0, soft = 0;
    for (int i = 0; i < 2; i++) {
        double G = E[i] / (2 * (1 + nu[i]));
        normal += (1 - nu[i]) / G;
        along += (2 - nu[i]) / G;
        soft += (1 - nu[i] * nu[i]) / E[i];
    }
    return (maw_case){.R = R,
                      .m = m,
                      .inertia = 0.4,
                      .E_star = 1 / soft,
                      .kappa = 2 * normal / along,
                      .mu = 0.092,
                      .vn = 3.9 * cos(angle),
                      .vt = 3.9 * sin(angle),
                      .parts = parts,
                      .steps = steps};
}

/* ---- the ball ---- */
typedef struct ball {
    const maw_case *c;
    double dt, radius; /* s; m, greatest radius of the contact */
    double z, s;       /* m, approach; way of the point of contact */
    double u, v, slip; /* m/s: approach, centre along the plane, point of contact */
} ball;

static const double PI = 3.14159265358979323846;

static ball thrown(const maw_case *c) {
    /* Hertz: (8/15) E* sqrt(R) z^2.5 = m v^2/2; the contact lasts 2.943 z/v */
    double deep = pow(15 * c->m * c->vn * c->vn / (16 * c->E_star * sqrt(c->R)), 0.4);
    return (ball){c, 2.9432750 * deep / c->vn / c->steps, sqrt(c->R * deep), 0, 0, c->vn, c->vt, c->vt};
}

/* Half a step of the velocities under the tangential force T against the way and Hertz's normal force. */
static void kick(ball *b, double T) {
    const maw_case *c = b->c;
    double N = b->z > 0 ? 4.0 / 3 * c->E_star * sqrt(c->R) * pow(b->z, 1.5) : 0, h = 0.5 * b->dt / c->m;
    b->u -= h * N;
    b->v -= h * T;
    b->slip -= h * T * (1 + 1 / c->inertia);
}

static void drift(ball *b) {
    b->z += b->u * b->dt;
    b->s += b->slip * b->dt;
}

static maw_result result(const ball *b) {
    const maw_case *c = b->c;
    double per = c->kappa / (c->mu * c->vn), turn = (b->slip - b->v) * (b->slip - b->v) * c->inertia;
    return (maw_result){.e_t = b->v / c->vt,
                        .psi1 = per * c->vt,
                        .psi2 = per * b->slip,
                        .chi = c->kappa * (1 + 1 / c->inertia) / 2,
                        .lost = c->m / 2 * (c->vt * c->vt + c->vn * c->vn - b->v * b->v - b->u * b->u - turn)};
}

/* ---- springs: along x with the profile x^2/R, E* dx against approach, kappa E* dx along the plane, each by Coulomb ---- */
maw_result maw_springs(const maw_case *c) {
    ball b = thrown(c);
    int n = c->parts;
    double *w = calloc((size_t)n, sizeof *w), dx = 1.001 * b.radius / n, T = 0, before = 0;
    do {
        kick(&b, T);
        drift(&b);
        T = 0;
        for (int i = 0; i < n; i++) {
            double x = (i + 0.5) * dx, deep = b.z - x * x / c->R, most = c->mu * deep / c->kappa;
            w[i] = deep > 0 ? fmax(fmin(w[i] + b.s - before, most), -most) : 0;
            T += 2 * c->kappa * c->E_star * dx * w[i];
        }
        before = b.s;
        kick(&b, T);
    } while (b.z > 0);
    free(w);
    return result(&b);
}

/* ---- annuli: traction q(r) = sum of f_j sqrt(a_j^2 - r^2) over the circles a_j > r; each annulus, at the middle of its width,
 * sticks (its displacement goes with the ball) or slips (q = +-mu p, p Hertz's pressure) ---- */
enum { MOST = 64 };

typedef struct annuli {
    int n, in;                                 /* all, and those in contact */
    double r[MOST], a[MOST];                   /* m, middle and outer radius */
    double Q[MOST][MOST], U[MOST][MOST];       /* q and displacement in annulus i by f_j */
    double f[MOST], u[MOST], q[MOST], p[MOST]; /* now; u also where there is no contact */
    int state[MOST];                           /* 0 sticks, +-1 slips with q = +-mu p */
} annuli;

/* Displacement by sqrt(a^2 - r^2): as by Hertz's pressure with E* kappa for E* (the part that depends on the azimuth has no mean):
 *   pi (2 a^2 - r^2)/(4 E),  outside ((2 a^2 - r^2) asin(a/r) + a sqrt(r^2 - a^2))/(2 E). */
static double moved(double a, double r, double E) {
    if (r <= a) return PI * (2 * a * a - r * r) / (4 * E);
    return ((2 * a * a - r * r) * asin(a / r) + a * sqrt(r * r - a * a)) / (2 * E);
}

static void divide(annuli *k, const maw_case *c, double radius) {
    memset(k, 0, sizeof *k);
    k->n = c->parts < MOST ? c->parts : MOST;
    for (int i = 0; i < k->n; i++) {
        k->a[i] = 1.001 * radius * (i + 1) / k->n;
        k->r[i] = 1.001 * radius * (i + 0.5) / k->n;
    }
    for (int i = 0; i < k->n; i++)
        for (int j = 0; j < k->n; j++) {
            k->Q[i][j] = j >= i ? sqrt(k->a[j] * k->a[j] - k->r[i] * k->r[i]) : 0;
            k->U[i][j] = moved(k->a[j], k->r[i], c->kappa * c->E_star);
        }
}

/* Gauss with pivoting. */
static void solve(int n, double A[MOST][MOST], double *x) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A[i][k]) > fabs(A[best][k])) best = i;
        for (int j = 0; j < n; j++) {
            double keep = A[k][j];
            A[k][j] = A[best][j];
            A[best][j] = keep;
        }
        double keep = x[k];
        x[k] = x[best];
        x[best] = keep;
        for (int i = k + 1; i < n; i++) {
            double by = A[i][k] / A[k][k];
            for (int j = k; j < n && by != 0; j++) A[i][j] -= by * A[k][j];
            x[i] -= by * x[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) x[k] -= A[k][j] * x[j];
        x[k] /= A[k][k];
    }
}

static double times(const double *row, const double *x, int n) {
    double sum = 0;
    for (int j = 0; j < n; j++) sum += row[j] * x[j];
    return sum;
}

/* Tractions for the states that are assumed: rows in units of a displacement, or of a traction times a radius over E. */
static void tractions(annuli *k, const maw_case *c, double way) {
    static double A[MOST][MOST];
    double by = k->a[k->n - 1] / c->E_star;
    for (int i = 0; i < k->in; i++) {
        for (int j = 0; j < k->in; j++) A[i][j] = k->state[i] ? by * k->Q[i][j] : k->U[i][j];
        k->f[i] = k->state[i] ? by * k->state[i] * c->mu * k->p[i] : k->u[i] + way;
    }
    solve(k->in, A, k->f);
}

/* Which annuli must change: those that stick beyond mu p, those that slip against their traction. */
static int revise(annuli *k, const maw_case *c, double way) {
    int changed = 0;
    for (int i = 0; i < k->in; i++) {
        double q = times(k->Q[i], k->f, k->in), u = times(k->U[i], k->f, k->in), state = k->state[i];
        if (!k->state[i] && fabs(q) > c->mu * k->p[i] * (1 + 1e-9))
            state = q > 0 ? 1 : -1;
        else if (k->state[i] && (way - (u - k->u[i])) * k->state[i] < 0)
            state = 0;
        changed += k->state[i] != (int)state;
        k->state[i] = (int)state;
    }
    return changed;
}

/* The ball has gone on by `way` and is z deep: the tangential force. */
static double advance(annuli *k, const maw_case *c, double z, double way) {
    double a = z > 0 ? sqrt(c->R * z) : 0, p0 = 2 * a * c->E_star / (PI * c->R), T = 0;
    k->in = 0;
    for (int i = 0; i < k->n && k->r[i] < a; i++, k->in++) k->p[i] = p0 * sqrt(1 - k->r[i] * k->r[i] / (a * a));
    for (int i = k->in; i < k->n; i++) k->state[i] = 0;
    for (int tries = 0; tries < 4 * MOST; tries++) {
        tractions(k, c, way);
        if (!revise(k, c, way)) break;
    }
    for (int i = 0; i < k->n; i++) k->u[i] = times(k->U[i], k->f, k->in);
    for (int j = 0; j < k->in; j++) T += k->f[j] * 2 * PI / 3 * pow(k->a[j], 3);
    return T;
}

maw_result maw_annuli(const maw_case *c) {
    ball b = thrown(c);
    annuli *k = malloc(sizeof *k);
    divide(k, c, b.radius);
    double T = 0, before = 0;
    do {
        kick(&b, T);
        drift(&b);
        T = advance(k, c, b.z, b.s - before);
        before = b.s;
        kick(&b, T);
    } while (b.z > 0);
    free(k);
    return result(&b);
}
