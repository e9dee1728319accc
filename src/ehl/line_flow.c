#include "line_flow.h"

static void one_face(const ehl_line_flow *f, const ehl_line_grid *g, const double *P, const double *H, int i,
                     ehl_face *out) {
    const ehl_state *a = &f->state[i], *b = &f->state[i + 1];
    ehl_mean m = ehl_fluid_mean(a, b);
    double c = 1 / (f->lambda * g->h[i]), dP = P[i + 1] - P[i];
    double cube = 0.5 * (H[i] * H[i] * H[i] + H[i + 1] * H[i + 1] * H[i + 1]), push = 1.5 * c * m.value * dP;
    *out = (ehl_face){
        .q = c * m.value * cube * dP,
        .H = {0, push * H[i] * H[i], push * H[i + 1] * H[i + 1]},
        .P = {0, c * cube * (m.d1 * dP - m.value), c * cube * (m.d2 * dP + m.value)},
    };
    /* what is carried along: at the first face the mean of its nodes */
    double w = i > 0 ? 0.5 * g->h[i] / g->h[i - 1] : -0.5;
    const ehl_state *up = i > 0 ? &f->state[i - 1] : b;
    int other = i > 0 ? 0 : 2, k = i > 0 ? i - 1 : 1;
    double speed = 1 - f->stretch * 0.5 * (g->x[i] + g->x[i + 1]), here = speed * (1 + w), there = speed * w;
    out->q -= here * a->rho * H[i] - there * up->rho * H[k];
    out->H[1] -= here * a->rho;
    out->P[1] -= here * a->drho * H[i];
    out->H[other] += there * up->rho;
    out->P[other] += there * up->drho * H[k];
}

static void one_row(const ehl_face *before, const ehl_face *after, ehl_row *out) {
    for (int k = 0; k < 4; k++) {
        out->H[k] = (k > 0 ? after->H[k - 1] : 0) - (k < 3 ? before->H[k] : 0);
        out->P[k] = (k > 0 ? after->P[k - 1] : 0) - (k < 3 ? before->P[k] : 0);
    }
}

static void squeeze(ehl_line_flow *f, const ehl_line_grid *g, const double *H, int i, bool rows) {
    const ehl_state *s = &f->state[i];
    double w = f->rate * 0.5 * (g->h[i - 1] + g->h[i]);
    f->F[i] -= w * (s->rho * H[i] - f->before[i]);
    if (!rows) return;
    f->row[i].H[2] -= w * s->rho;
    f->row[i].P[2] -= w * s->drho * H[i];
}

void ehl_line_flow_at(ehl_line_flow *f, const ehl_line_grid *g, const double *P, const double *H, bool rows) {
    for (int i = 0; i <= g->n; i++) f->state[i] = ehl_fluid_at(&f->fluid, P[i]);
    for (int i = 0; i < g->n; i++) one_face(f, g, P, H, i, &f->face[i]);
    f->F[0] = f->F[g->n] = 0;
    for (int i = 1; i < g->n; i++) f->F[i] = f->face[i].q - f->face[i - 1].q;
    for (int i = 1; rows && i < g->n; i++) one_row(&f->face[i - 1], &f->face[i], &f->row[i]);
    for (int i = 1; f->rate > 0 && i < g->n; i++) squeeze(f, g, H, i, rows);
}
