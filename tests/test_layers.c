/* Layers of a contact that slips from its edge inwards: slopes of their force against differences, where some stick and some slip,
 * below and at the end of what they reach. */
#include <math.h>
#include <stdio.h>

#include "friction/layers.h"
#include "support/near.h"
#include "support/suite.h"

enum { INPUTS = PULL_ROWS }; /* h, P, Q, hdot, g1, g2, phi */

typedef struct history {
    double layer[ABUT_LAYERS][2], f, reach; /* N; -; N/m */
} history;

/* N = K h^1.5 (1 + hdot), K = 1e10 P^-0.3 Q^-0.1, and springs of 0.8 and 0.7 + P/1000 of its slope. */
static abut_normal normal_of(const double x[INPUTS]) {
    double h = x[PULL_H], P = x[PULL_P], Q = x[PULL_Q], K = 1e10 * pow(P, -0.3) * pow(Q, -0.1), k = 1.5 * K * sqrt(h);
    double N = K * h * sqrt(h), all = N * (1 + x[PULL_HDOT]);
    return (abut_normal){.N = all,
                         .exponent = 1.5,
                         .k = k,
                         .dN = {k * (1 + x[PULL_HDOT]), N, -0.3 * all / P, -0.1 * all / Q},
                         .dk = {0.5 * k / h, -0.3 * k / P, -0.1 * k / Q}};
}

static layers_spring spring_of(const double x[INPUTS], const abut_normal *n) {
    double to[2] = {0.8, 0.7 + 1e-3 * x[PULL_P]};
    layers_spring s = {.c = {to[0] * n->k, to[1] * n->k}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++) s.dc[i][j] = to[j] * n->dk[i] + (i == PULL_P && j == 1 ? 1e-3 * n->k : 0);
    return s;
}

static void turn(double phi, const double from[2], double to[2]) {
    to[0] = cos(phi) * from[0] - sin(phi) * from[1];
    to[1] = sin(phi) * from[0] + cos(phi) * from[1];
}

/* The force where the ellipse has turned by phi: seen along its axes there, and turned back. */
static layers_pull pull_at(const double x[INPUTS], const history *of, double S[2]) {
    abut_normal n = normal_of(x);
    layers_spring s = spring_of(x, &n);
    abut_friction_past past = {.reach = of->reach};
    turn(-x[PULL_PHI], (double[]){x[PULL_G1], x[PULL_G2]}, past.g);
    for (int i = 0; i < ABUT_LAYERS; i++) turn(-x[PULL_PHI], of->layer[i], past.layer[i]);
    layers_pull pull;
    layers_pull_of(&s, &(abut_patch){.past = &past}, &n, of->f, true, &pull);
    turn(x[PULL_PHI], pull.S, S);
    return pull;
}

START_TEST(slopes) {
    const double x[INPUTS] = {1e-6, 200, 300, 0.02, 2e-8, -5e-8, 0};
    const double step[INPUTS] = {1e-11, 1e-3, 1e-3, 1e-6, 1e-13, 1e-13, 1e-6};
    abut_normal n = normal_of(x);
    for (int reach = 0; reach < 4; reach++)
        for (int friction = 1; friction <= 8; friction++) {
            history of = {.f = 0.05 * friction, .reach = n.k * (1.01 + 0.3 * reach)};
            for (int i = 0; i < ABUT_LAYERS; i++)
                for (int j = 0; j < 2; j++) of.layer[i][j] = 0.03 * n.N * sin(1 + 3 * i + 5 * j);
            double S[2], low[2], high[2], share = 0;
            layers_pull pull = pull_at(x, &of, S);
            for (int i = 0; i < ABUT_LAYERS; i++) share += pull.share[i];
            expect_near(share, 1, 1e-14, NULL, "all shares");
            for (int i = 0; i < INPUTS; i++) {
                double y[INPUTS], scale = n.N / (i == PULL_PHI ? 1 : i >= PULL_G1 ? 1e-7 : x[i]);
                for (int k = 0; k < INPUTS; k++) y[k] = x[k];
                y[i] = x[i] + step[i];
                (void)pull_at(y, &of, high);
                y[i] = x[i] - step[i];
                (void)pull_at(y, &of, low);
                for (int j = 0; j < 2; j++)
                    expect_within(pull.row[i][j], (high[j] - low[j]) / (2 * step[i]), 1e-6 * scale, NULL,
                                  "force %d by %d, friction %g, reach %d", j, i, of.f, reach);
            }
        }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&slopes};
    return suite_main("layers", all, sizeof all / sizeof *all);
}
