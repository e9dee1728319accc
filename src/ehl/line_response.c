/* Small disturbances of a steady line contact, linearised: stiffness and damping of its film, waves that pass.
 *
 * All that changes does so as exp(sigma T): dF/dP dP + dF/dH dH - w sigma (d(rho H)/dH dH + d(rho H)/dP dP) = 0 at the nodes with
 * pressure, dH = dH_0 + K dP + relief. The border of the film does not move to first order: pressure and its slope are zero there.
 * Waves: relief = exp(i k X), sigma = -i k s, k = 2 pi/length, and the load stays: sum w dP = 0. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/constants.h"
#include "base/lapack.h"
#include "base/message.h"
#include "base/plane.h"
#include "line.h"

static ehl_line_level *steady_level(abut_ehl_line *s, abut_message *message) {
    if (!s->solved || s->past.known) {
        (void)say(message, ABUT_BAD_VALUE, "little changes are those of a steady contact, and none was solved last");
        return NULL;
    }
    if (s->conserving) {
        (void)say(message, ABUT_BAD_VALUE, "little changes are those of a contact solved without conserving");
        return NULL;
    }
    ehl_line_level *l = &s->level[s->levels - 1];
    l->flow.rate = l->flow.stretch = l->flow.slower = 0;
    return l;
}

static double width_of(const ehl_line_grid *g, int i) { return 0.5 * (g->h[i - 1] + g->h[i]); }

/* ---- stiffness and damping ---- */
static double solved_load(ehl_line_newton *w, const ehl_line_grid *g) {
    int size = w->m + 1, one = 1, info;
    double sum = 0;
    dgetrs_("N", &size, &one, w->J, &size, w->pivots, w->right, &size, &info, 1);
    for (int i = 1; i <= w->m; i++) sum += width_of(g, i) * w->right[i - 1];
    return sum;
}

abut_status abut_ehl_line_spring(abut_ehl_line *s, double *K, double *C, abut_message *message) {
    *K = *C = 0;
    ehl_line_level *l = steady_level(s, message);
    if (!l) return ABUT_BAD_VALUE;
    ehl_line_newton *w = &l->newton;
    const ehl_line_grid *g = &l->grid;
    w->load = NAN; /* the offset is given */
    if (!ehl_line_newton_at(w, &l->flow, g, &l->y))
        return say(message, ABUT_NO_CONVERGENCE, "the matrix of the contact is singular");
    /* powers of sigma: J p0 = 0 with dH_0 = 1, then J p1 = w d(rho H) by p0 with dH_0 = 0 */
    memset(w->right, 0, (size_t)w->m * sizeof *w->right);
    w->right[w->m] = 1;
    *K = -solved_load(w, g);
    for (int i = 0; i <= g->n; i++) w->dP[i] = i >= 1 && i <= w->m ? w->right[i - 1] : 0;
    ehl_line_state moved = {.P = w->dP, .H = w->dH, .H0 = 1};
    ehl_line_gap(g, &moved);
    for (int i = 1; i <= w->m; i++) {
        const ehl_carried *c = &l->flow.carried[i];
        double dH = w->dH[i] - 0.5 * g->x[i] * g->x[i];
        w->right[i - 1] = width_of(g, i) * (c->H * dH + c->P * w->dP[i]) / w->dg[i];
    }
    w->right[w->m] = 0;
    *C = -solved_load(w, g);
    return ABUT_OK;
}

/* ---- waves ---- */
typedef struct pass {
    double k, speed;
    double *A, *b; /* complex: matrix of the m nodes and the offset, right-hand side and solution */
    int *pivots;
} pass;

/* The matrix: as that of Newton's method, with the rate of the oil as imaginary part. */
static void wave_matrix(const pass *p, const ehl_line_level *l) {
    const ehl_line_newton *w = &l->newton;
    const ehl_line_grid *g = &l->grid;
    const ehl_line_flow *f = &l->flow;
    size_t m = (size_t)w->m, size = m + 1, N = (size_t)g->n + 1;
    double rate = p->k * p->speed;
    for (size_t j = 1; j <= m; j++) {
        double *column = p->A + 2 * (j - 1) * size;
        const double *K = g->K + j * N;
        for (size_t i = 1; i <= m; i++) {
            const ehl_row *r = &f->row[i];
            const ehl_carried *c = &f->carried[i];
            double sum = i >= 2 ? r->H[0] * K[i - 2] : 0, carried = c->H * K[i] + (i == j ? c->P : 0);
            for (size_t q = 1; q < 4; q++) sum += r->H[q] * K[i - 2 + q];
            if (j + 2 >= i && j + 2 < i + 4) sum += r->P[j + 2 - i];
            column[2 * (i - 1)] = sum / w->dg[i];
            column[2 * (i - 1) + 1] = rate * width_of(g, (int)i) * carried / w->dg[i];
        }
        column[2 * m] = width_of(g, (int)j);
    }
    double *column = p->A + 2 * m * size;
    for (size_t i = 1; i <= m; i++) {
        const double *H = f->row[i].H;
        column[2 * (i - 1)] = (H[0] + H[1] + H[2] + H[3]) / w->dg[i];
        column[2 * (i - 1) + 1] = rate * width_of(g, (int)i) * f->carried[i].H / w->dg[i];
    }
}

/* What the waves themselves do to the rows, with the sign of a right-hand side. */
static void wave_push(const pass *p, const ehl_line_level *l) {
    const ehl_line_grid *g = &l->grid;
    const ehl_line_flow *f = &l->flow;
    for (int i = 1; i <= l->newton.m; i++) {
        double re = 0, im = 0, rate = p->k * p->speed * width_of(g, i) * f->carried[i].H;
        for (int q = i < 2 ? 1 : 0; q < 4; q++) {
            re += f->row[i].H[q] * cos(p->k * g->x[i - 2 + q]);
            im += f->row[i].H[q] * sin(p->k * g->x[i - 2 + q]);
        }
        re -= rate * sin(p->k * g->x[i]);
        im += rate * cos(p->k * g->x[i]);
        p->b[2 * (i - 1)] = -re / l->newton.dg[i];
        p->b[2 * (i - 1) + 1] = -im / l->newton.dg[i];
    }
}

/* The cubic through the four nodes around X = 0, there. */
static double in_the_middle(const ehl_line_grid *g, const double *v) {
    int i = 1;
    while (i < g->n - 2 && g->x[i + 1] <= 0) i++;
    double sum = 0;
    for (int a = i - 1; a <= i + 2; a++) {
        double part = v[a];
        for (int b = i - 1; b <= i + 2; b++)
            if (b != a) part *= -g->x[b] / (g->x[a] - g->x[b]);
        sum += part;
    }
    return sum;
}

/* Film and pressure at X = 0: part 0 the real ones, 1 the imaginary. */
static void middle(const pass *p, ehl_line_level *l, int part, double *film, double *pressure) {
    ehl_line_newton *w = &l->newton;
    const ehl_line_grid *g = &l->grid;
    for (int i = 0; i <= g->n; i++) {
        w->dP[i] = i >= 1 && i <= w->m ? p->b[2 * (i - 1) + part] : 0;
        w->dP_2[i] = (part ? sin(p->k * g->x[i]) : cos(p->k * g->x[i])) - 0.5 * g->x[i] * g->x[i];
    }
    ehl_line_state change = {.P = w->dP, .H = w->dH, .H0 = p->b[2 * w->m + part], .relief = w->dP_2};
    ehl_line_gap(g, &change);
    *film = in_the_middle(g, w->dH);
    *pressure = in_the_middle(g, w->dP);
}

static abut_status check_wave(const abut_ehl_line_wave *v, abut_message *message) {
    if (!(v->length >= 1e-3 && v->length <= 1e3))
        return say_at(message, "length", ABUT_BAD_VALUE, "length must be between 0.001 and 1000 half-widths, got %g",
                      v->length);
    if (!(v->speed >= 0 && v->speed <= 2))
        return say_at(message, "speed", ABUT_BAD_VALUE, "speed must be between 0 and 2 times the mean, got %g",
                      v->speed);
    return ABUT_OK;
}

static abut_status pass_through(pass *p, ehl_line_level *l, abut_ehl_line_wave_result *out, abut_message *message) {
    int size = l->newton.m + 1, one = 1, info = 0;
    double film[2], pressure[2];
    wave_matrix(p, l);
    wave_push(p, l);
    zgetrf_(&size, &size, p->A, &size, p->pivots, &info);
    if (info) return say(message, ABUT_NO_CONVERGENCE, "the matrix of the contact is singular");
    zgetrs_("N", &size, &one, p->A, &size, p->pivots, p->b, &size, &info, 1);
    for (int part = 0; part < 2; part++) middle(p, l, part, &film[part], &pressure[part]);
    const double *x = l->grid.x;
    int at = 0;
    while (at < l->grid.n - 1 && x[at + 1] <= 0) at++;
    *out = (abut_ehl_line_wave_result){.film = plane_length(film[0], film[1]),
                                       .phase = -atan2(film[1], film[0]),
                                       .pressure = plane_length(pressure[0], pressure[1]),
                                       .offset = plane_length(p->b[2 * (size - 1)], p->b[2 * size - 1]),
                                       .nodes = TWO_PI / p->k / l->grid.h[at]};
    return ABUT_OK;
}

abut_status abut_ehl_line_wave_pass(abut_ehl_line *s, const abut_ehl_line_wave *v, abut_ehl_line_wave_result *out,
                                    abut_message *message) {
    memset(out, 0, sizeof *out);
    abut_status status = check_wave(v, message);
    if (status) return status;
    ehl_line_level *l = steady_level(s, message);
    if (!l) return ABUT_BAD_VALUE;
    l->newton.load = HALF_PI;
    if (!ehl_line_newton_at(&l->newton, &l->flow, &l->grid, &l->y))
        return say(message, ABUT_NO_CONVERGENCE, "the matrix of the contact is singular");
    size_t size = (size_t)l->newton.m + 1;
    pass p = {TWO_PI / v->length, v->speed, calloc(2 * size * size, sizeof(double)), calloc(2 * size, sizeof(double)),
              l->newton.pivots};
    status = p.A && p.b ? pass_through(&p, l, out, message)
                        : say(message, ABUT_NO_MEMORY, "no memory for waves on %d nodes", (int)size);
    free(p.A);
    free(p.b);
    return status;
}
