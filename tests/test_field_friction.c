/* Friction on a grid without rolling: products against sums, Cattaneo and Mindlin, a cycle of load, twist, optimality. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "field/friction.h"
#include "support/near.h"
#include "support/patch.h"
#include "support/suite.h"

static const double PI = 3.14159265358979323846;

/* ---- products by Fourier transforms against sums over the cells ---- */
enum { NX = 11, NY = 8 };

static influence seen(const grid *g, const elastic_pair *pair, int i, int j, int k, int l, double ahead) {
    cerruti c = cerruti_cell((i - k) * g->dx + ahead, (j - l) * g->dy, g->dx, g->dy);
    return influence_of(pair, &c);
}

static void by_sums(const grid *g, const elastic_pair *pair, double ahead, const double *q, const double *p, double *u,
                    double *v, double *uz) {
    size_t n = grid_cells(g);
    for (int j = 0; j < g->ny; j++)
        for (int i = 0; i < g->nx; i++) {
            double s[5] = {0};
            for (int l = 0; l < g->ny; l++)
                for (int k = 0; k < g->nx; k++) {
                    influence c = seen(g, pair, i, j, k, l, ahead);
                    size_t m = (size_t)(l * g->nx + k);
                    s[0] += c.xx * q[m] + c.xy * q[n + m];
                    s[1] += c.xy * q[m] + c.yy * q[n + m];
                    s[2] -= c.zx * p[m];
                    s[3] -= c.zy * p[m];
                    s[4] += c.zx * q[m] + c.zy * q[n + m];
                }
            size_t m = (size_t)(j * g->nx + i);
            u[m] = s[0], u[n + m] = s[1], v[m] = s[2], v[n + m] = s[3], uz[m] = s[4];
        }
}

START_TEST(products) {
    grid g = {NX, NY, 0.3, 0.2, false};
    elastic_pair pair = {.G = 1.3, .nu = 0.3, .K = 0.11};
    enum { N = NX * NY };
    double q[2 * N], p[N], u[2 * N], v[2 * N], uz[N], w[2 * N];
    for (int i = 0; i < N; i++) q[i] = sin(1.3 * i), q[N + i] = cos(0.7 * i + 1), p[i] = fmax(0, sin(0.2 * i));
    const double ahead[] = {0, 0.3, 0.17};
    double worst = 0;
    for (int k = 0; k < 3; k++) {
        friction_operator *o = friction_operator_create(&g, &pair, ahead[k] == 0, ahead[k] != 0, ahead[k]);
        by_sums(&g, &pair, ahead[k], q, p, u, v, uz);
        friction_operator_tangential(o, q, w);
        for (int i = 0; i < 2 * N; i++) expect_within(w[i], u[i], 1e-13, &worst, "u of q, %d", i);
        friction_operator_of_pressure(o, p, w);
        for (int i = 0; i < 2 * N; i++) expect_within(w[i], v[i], 1e-13, &worst, "u of p, %d", i);
        friction_operator_normal(o, q, w);
        for (int i = 0; i < N; i++) expect_within(w[i], uz[i], 1e-13, &worst, "u_z of q, %d", i);
        friction_operator_destroy(o);
    }
    printf("products: worst %.1e\n", worst);
}
END_TEST

/* ---- Hertz pressure on a circle of radius 1 ---- */
typedef struct circle {
    grid g;
    elastic_pair pair;
    double nu, mu, N;
    double *p, *q, *s, *before;
    friction_grid *f;
} circle;

static circle circle_make(int cells, double nu) {
    circle c = {.g = {cells, cells, 2.1 / cells, 2.1 / cells, false}, .nu = nu, .mu = 0.3};
    c.pair = elastic_pair_of(1, nu, 1, nu);
    c.p = hertz_patch(&c.g, 1, 1, 1e-3);
    c.N = patch_force(&c.g, c.p);
    c.q = patch_pairs(&c.g), c.s = patch_pairs(&c.g), c.before = patch_pairs(&c.g);
    c.f = friction_grid_create(&c.g, &c.pair, 0);
    ck_assert(c.p && c.q && c.s && c.before && c.f);
    return c;
}

static void circle_free(circle *c) {
    friction_grid_destroy(c->f);
    free(c->p), free(c->q), free(c->s), free(c->before);
}

static friction_result pull(circle *c, double force) {
    friction_step step = {.mu = c->mu, .pressure = c->p, .q0 = c->before, .force_given = true, .force = {force, 0}};
    friction_result r = friction_grid_step(c->f, &step, c->q, c->s);
    ck_assert_msg(r.report.converged, "not converged, residual %g", r.report.residual);
    memcpy(c->before, c->q, 2 * grid_cells(&c->g) * sizeof *c->q);
    return r;
}

/* Johnson, Contact Mechanics, (7.41): shift of two like spheres under the force Q = f mu N, without tractions across. */
static double mindlin(const circle *c, double f) {
    return 3 * c->mu * c->N / 16 * 2 * (2 - c->nu) / c->pair.G * (1 - pow(1 - f, 2.0 / 3));
}

START_TEST(cattaneo_mindlin) {
    for (int k = 0; k < 3; k++) {
        circle c = circle_make(48, 0.3);
        double f = 0.3 + 0.25 * k;
        friction_result r = pull(&c, -f * c.mu * c.N);
        double radius = sqrt(r.report.stick * grid_area(&c.g) / PI);
        printf("mindlin %.2f: shift %.5f, stick radius %.5f of the closed forms\n", f, r.shift[0] / mindlin(&c, f),
               radius / cbrt(1 - f));
        expect_near(r.shift[0], mindlin(&c, f), 0.01, NULL, "shift at %g", f);
        expect_near(radius, cbrt(1 - f), 0.01, NULL, "radius at %g", f);
        expect_near(r.force[0], -f * c.mu * c.N, 1e-7, NULL, "force");
        ck_assert(fabs(r.force[1]) < 1e-10 && fabs(r.moment) < 1e-10);
        circle_free(&c);
    }
}
END_TEST

/* Down to -Q and back: (7.54), and the loss of a cycle, its area. The tractions of the step before are all that is remembered. */
START_TEST(cycle) {
    circle c = circle_make(40, 0.3);
    const double f = 0.7;
    double Q = f * c.mu * c.N, scale = 3 * c.mu * c.N / 16 * 2 * (2 - c.nu) / c.pair.G, most = mindlin(&c, f);
    double at = pull(&c, -Q).shift[0], loss = 0;
    enum { STEPS = 8 };
    for (int way = 1; way >= -1; way -= 2)
        for (int k = 1; k <= STEPS; k++) {
            double part = 1 - 2.0 * k / STEPS; /* of Q, from 1 to -1; the way back is its mirror image */
            friction_result r = pull(&c, -way * part * Q);
            at += r.shift[0];
            loss += r.loss;
            double closed = scale * (2 * pow(1 - 0.5 * f * (1 - part), 2.0 / 3) - pow(1 - f, 2.0 / 3) - 1);
            expect_within(at, way * closed, 0.01 * most, NULL, "shift at %g of Q, way %d", part, way);
        }
    double area =
        0; /* of the closed loop: twice the integral of the shift over the force on the way down, by the midpoint rule */
    for (int k = 0; k < 1000; k++)
        area += 2 * Q / 500 * scale * (2 * pow(1 - 0.5 * f * (k + 0.5) / 500, 2.0 / 3) - pow(1 - f, 2.0 / 3) - 1);
    printf("cycle: loss %.4f of the closed form\n", loss / area);
    expect_near(loss, area, 0.01, NULL, "loss");
    circle_free(&c);
}
END_TEST

/* Sliding and stick under twist: M = 3 pi/16 mu N a where all slips; M = 16/3 G a^3 phi/2 (both bodies) where all sticks, with a
 * traction that grows without limit at the edge: 2 %. */
START_TEST(twist) {
    circle c = circle_make(48, 0.3);
    friction_step step = {.mu = c.mu, .pressure = c.p, .twist = 1};
    friction_result r = friction_grid_step(c.f, &step, c.q, c.s);
    ck_assert(r.report.converged && r.report.stick == 0);
    expect_near(r.moment, -3 * PI / 16 * c.mu * c.N, 1e-3, NULL, "slipping");
    step.mu = 1e6;
    step.twist = 1e-6;
    r = friction_grid_step(c.f, &step, c.q, c.s);
    ck_assert(r.report.converged && r.report.slip == 0);
    expect_near(r.moment, -8.0 / 3 * c.pair.G * 1e-6, 0.02, NULL, "sticking");
    circle_free(&c);
}
END_TEST

/* Whatever the shift: |q| <= mu p; slip against the traction, none where it sticks; no energy from nothing; the frame may turn. */
START_TEST(laws) {
    circle c = circle_make(24, 0.3);
    size_t n = grid_cells(&c.g);
    double Qx = 0;
    for (int turn = 0; turn < 2; turn++) {
        friction_step step = {.mu = c.mu, .pressure = c.p, .shift = {turn ? 0 : 2e-4, turn ? 2e-4 : 0}, .twist = 1e-4};
        memset(c.q, 0, 2 * n * sizeof *c.q);
        friction_result r = friction_grid_step(c.f, &step, c.q, c.s);
        ck_assert(r.report.converged && r.report.residual < 1e-8 && r.loss > 0);
        ck_assert(r.report.stick > 10 && r.report.slip > 10);
        for (size_t i = 0; i < n; i++) {
            double g = c.mu * c.p[i], q = hypot(c.q[i], c.q[n + i]), s = hypot(c.s[i], c.s[n + i]);
            if (g == 0) ck_assert(q == 0);
            ck_assert(q <= g * (1 + 1e-12));
            if (g > 0 && q < 0.999 * g) ck_assert(s < 1e-7 * 2e-4);
            if (g > 0 && s > 1e-3 * 2e-4) ck_assert(c.q[i] * c.s[i] + c.q[n + i] * c.s[n + i] < -(1 - 1e-6) * g * s);
        }
        if (turn) expect_near(r.force[1], Qx, 1e-6, NULL, "turned");
        Qx = r.force[0];
    }
    circle_free(&c);
}
END_TEST

/* Newton's method needs about as many steps on fine grids as on coarse ones. */
START_TEST(fine_grids) {
    for (int cells = 32; cells <= (brief() ? 64 : 128); cells *= 2) {
        circle c = circle_make(cells, 0.3);
        friction_step step = {.mu = c.mu, .pressure = c.p, .shift = {2.5e-4, 0}};
        friction_result r = friction_grid_step(c.f, &step, c.q, c.s);
        printf("fine_grids: %d cells, %d steps, %d products\n", cells, r.report.steps, r.report.inner);
        ck_assert(r.report.converged && r.report.stick > 0 && r.report.slip > 0);
        ck_assert(r.report.steps <= 14 && r.report.inner < 200);
        circle_free(&c);
    }
}
END_TEST

int main(void) {
    const TTest *const *const all[] = {&products, &cattaneo_mindlin, &cycle, &twist, &laws, &fine_grids};
    return suite_main("field_friction", all, sizeof all / sizeof *all);
}
