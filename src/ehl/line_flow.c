#include "line_flow.h"

#include <stddef.h>

static double fill_at(const ehl_line_flow *f, int i) { return f->fill ? f->fill[i] : 1; }

/* What pressure drives through a face. */
static void push(const ehl_line_flow *f, const ehl_line_grid *g, const double *P, const double *H, int i,
                 ehl_face *out) {
    ehl_mean m = ehl_fluid_mean(&f->state[i], &f->state[i + 1]);
    double c = 1 / (f->lambda * g->h[i]), dP = P[i + 1] - P[i];
    double cube = 0.5 * (H[i] * H[i] * H[i] + H[i + 1] * H[i + 1] * H[i + 1]), by_H = 1.5 * c * m.value * dP;
    *out = (ehl_face){
        .q = c * m.value * cube * dP,
        .H = {0, by_H * H[i] * H[i], by_H * H[i + 1] * H[i + 1]},
        .P = {0, c * cube * (m.d1 * dP - m.value), c * cube * (m.d2 * dP + m.value)},
    };
}

/* What is carried along: extrapolated from two nodes upstream, at the first face the mean of its nodes. */
static void carry(const ehl_line_flow *f, const ehl_line_grid *g, const double *H, int i, ehl_face *out) {
    double speed = 1 - f->slower - f->stretch * 0.5 * (g->x[i] + g->x[i + 1]),
           w = i > 0 ? 0.5 * g->h[i] / g->h[i - 1] : -0.5;
    if (i == 0 && f->supply > 0 && f->supply < H[0]) {
        out->q -= speed * f->supply;
        return;
    }
    int k = i > 0 ? i - 1 : 1, at = i > 0 ? 0 : 2;
    const ehl_carried *near = &f->carried[i], *far = &f->carried[k];
    double fill = fill_at(f, i), here = speed * (1 + w), there = speed * w;
    out->q -= fill * (here * near->oil - there * far->oil);
    out->fill[1] -= here * near->oil - there * far->oil;
    out->H[1] -= fill * here * near->H;
    out->P[1] -= fill * here * near->P;
    out->H[at] += fill * there * far->H;
    out->P[at] += fill * there * far->P;
}

static void one_row(const ehl_face *before, const ehl_face *after, ehl_row *out) {
    for (int k = 0; k < 4; k++) {
        out->H[k] = (k > 0 ? after->H[k - 1] : 0) - (k < 3 ? before->H[k] : 0);
        out->P[k] = (k > 0 ? after->P[k - 1] : 0) - (k < 3 ? before->P[k] : 0);
        out->fill[k] = (k > 0 ? after->fill[k - 1] : 0) - (k < 3 ? before->fill[k] : 0);
    }
}

static void squeeze(ehl_line_flow *f, const ehl_line_grid *g, int i, bool rows) {
    const ehl_carried *c = &f->carried[i];
    double w = f->rate * 0.5 * (g->h[i - 1] + g->h[i]), fill = fill_at(f, i);
    f->F[i] -= w * (fill * c->oil - f->before[i]);
    if (!rows) return;
    f->row[i].H[2] -= w * fill * c->H;
    f->row[i].P[2] -= w * fill * c->P;
    f->row[i].fill[2] -= w * c->oil;
}

void ehl_line_flow_at(ehl_line_flow *f, const ehl_line_grid *g, const double *P, const double *H, bool rows) {
    for (int i = 0; i <= g->n; i++) f->state[i] = ehl_fluid_at(&f->fluid, P[i]);
    for (int i = 0; i <= g->n; i++)
        f->carried[i] = (ehl_carried){f->state[i].rho * H[i], f->state[i].rho, f->state[i].drho * H[i]};
    for (int i = 0; i < g->n; i++) {
        push(f, g, P, H, i, &f->face[i]);
        carry(f, g, H, i, &f->face[i]);
    }
    f->F[0] = f->F[g->n] = 0;
    for (int i = 1; i < g->n; i++) f->F[i] = f->face[i].q - f->face[i - 1].q;
    for (int i = 1; rows && i < g->n; i++) one_row(&f->face[i - 1], &f->face[i], &f->row[i]);
    for (int i = 1; f->rate > 0 && i < g->n; i++) squeeze(f, g, i, rows);
}
