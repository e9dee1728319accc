/* Waves that pass through an elliptic contact, linearised about the steady one. All that changes does so as exp(sigma T), sigma = -i k_x s:
 *
 *   dF/dP dP + dF/dH dH + i k_x s (rho dH + rho' H dP) = 0 where there is pressure,  dH = dH0 + K dP + exp(i k.X),  sum of dP = 0.
 *
 * With T = k_x s (rho . + rho' H .) that is (J + i T) z = -(J + i T)(waves alone). GMRES solves it; its preconditioner is a V-cycle of J - T, the
 * contact in steps of time of 1/(k_x s), for the real and the imaginary part: the eigenvalues (j - i t)/(j + t) stay away from zero.
 * Corrections in single precision, residuals in double. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/constants.h"
#include "base/message.h"
#include "base/plane.h"
#include "point.h"

enum { ROUNDS = 25 };
static const double enough = 1e-9, a_round = 1e-3; /* of the residual */

typedef struct pass {
    ehl_level *l;
    ehl_gmres gmres;
    double kx, ky, rate;
    double *z, *dz, *wave, *left; /* of both parts: change of pressure, a correction, waves, what is left */
    double z0[EHL_PARTS], load[EHL_PARTS];
    float *turn_H, *turn_P;
} pass;

static size_t nodes_of(const pass *p) { return mesh_nodes(&p->l->m); }

static bool make_room(pass *p) {
    size_t n = 2 * nodes_of(p);
    double **fields[] = {&p->z, &p->dz, &p->wave, &p->left};
    bool good = ehl_gmres_make(&p->gmres, nodes_of(p), 2);
    for (int k = 0; k < 4; k++) good = (*fields[k] = calloc(n, sizeof(double))) && good;
    good = (p->turn_H = calloc(n, sizeof(float))) && good;
    good = (p->turn_P = calloc(n, sizeof(float))) && good;
    p->gmres.turn_H = p->turn_H;
    p->gmres.turn_P = p->turn_P;
    return good;
}

static void drop_room(pass *p) {
    void *all[] = {p->z, p->dz, p->wave, p->left, p->turn_H, p->turn_P};
    ehl_gmres_drop(&p->gmres);
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) free(all[k]);
}

/* Flow and rows of the steady state, with the rate of the preconditioner; active nodes; the waves. */
static bool prepare(pass *p) {
    ehl_level *l = p->l;
    const ehl_mesh *m = &l->m;
    size_t n = nodes_of(p);
    ehl_level_in_time(l, p->rate, 0, NULL);
    ehl_level_hold(l, false);
    (void)ehl_level_look(l, l->P, l->H, true);
    ehl_level_scale(l);
    for (int j = 0; j <= m->ny; j++)
        for (int i = 0; i <= m->nx; i++) {
            size_t k = mesh_at(m, i, j);
            bool edge = i == 0 || j == 0 || i == m->nx || j == m->ny;
            double phase = p->kx * (m->x0 + i * m->hx) + p->ky * (m->y0 + j * m->hy);
            l->active[k] = !edge && l->P[k] > 0;
            p->wave[k] = cos(phase);
            p->wave[n + k] = sin(phase);
            p->turn_H[k] = l->active[k] ? (float)(p->rate * l->flow.rho[k] / l->dg[k]) : 0;
            p->turn_P[k] = l->active[k] ? (float)(p->rate * l->flow.drho[k] * l->H[k] / l->dg[k]) : 0;
        }
    return ehl_level_prepare(l);
}

/* Rows of J - T by gaps that are given. */
static double by_gaps(const ehl_level *l, size_t k, bool second, const double *H) {
    const double *s = l->flow.row[k].H;
    size_t up = (size_t)l->m.nx + 1;
    return s[EHL_C] * H[k] + s[EHL_E] * H[k + 1] + s[EHL_W] * H[k - 1] + s[EHL_N] * H[k + up] + s[EHL_S] * H[k - up] +
           (second ? s[EHL_WW] * H[k - 2] : 0);
}

/* One part of (J - T) times pressures and waves into `left`, of T times them into `turned`. */
static void part_of(pass *p, int q, double *left, double *turned) {
    ehl_level *l = p->l;
    size_t n = nodes_of(p);
    const double *z = p->z + (size_t)q * n, *wave = p->wave + (size_t)q * n;
    ehl_level_apply(l, z, p->z0[q], left, &p->load[q]); /* K z is in l->moved */
    memset(turned, 0, n * sizeof *turned);
    for (int j = 1; j < l->m.ny; j++)
        for (int i = 1; i < l->m.nx; i++) {
            size_t k = mesh_at(&l->m, i, j);
            if (!l->active[k]) continue;
            left[k] += by_gaps(l, k, i > 1, wave);
            turned[k] =
                p->rate * (l->flow.rho[k] * (l->moved[k] + p->z0[q] + wave[k]) + l->flow.drho[k] * l->H[k] * z[k]);
        }
}

/* What is left of all equations, over dg, as the right-hand side of GMRES; its size. */
static double residual(pass *p) {
    const ehl_level *l = p->l;
    size_t n = nodes_of(p);
    double sum = 0, *re = p->left, *im = p->left + n, *turned_re = p->dz, *turned_im = p->dz + n;
    part_of(p, 0, re, turned_re);
    part_of(p, 1, im, turned_im);
    for (size_t k = 0; k < n; k++) {
        double a = l->active[k] ? -(re[k] + turned_re[k] - turned_im[k]) / l->dg[k] : 0;
        double b = l->active[k] ? -(im[k] + turned_im[k] + turned_re[k]) / l->dg[k] : 0;
        p->gmres.V[0][k] = (float)a;
        p->gmres.V[0][n + k] = (float)b;
        sum += a * a + b * b;
    }
    for (int q = 0; q < 2; q++) {
        double load = -p->load[q] / sqrt(l->m.hx * l->m.hy);
        p->gmres.v0[0][q] = (float)load;
        sum += load * load;
    }
    return sqrt(sum);
}

static bool solve(pass *p, double *left) {
    size_t n = nodes_of(p);
    double first = residual(p), now = first, dz0[EHL_PARTS];
    for (int k = 0; k < ROUNDS && now > enough * first; k++) {
        double before = now;
        ehl_gmres_solve(&p->gmres, p->l, fmax(a_round, 0.3 * enough * first / now), p->dz, dz0);
        for (size_t q = 0; q < 2 * n; q++) p->z[q] += p->dz[q];
        for (int q = 0; q < 2; q++) p->z0[q] += dz0[q];
        now = residual(p);
        if (!(now < 0.97 * before)) break;
    }
    *left = first > 0 ? now / first : 0;
    return *left < 1e-6;
}

/* Film and pressure at X = Y = 0. */
static abut_ehl_point_wave_result middle(pass *p) {
    ehl_level *l = p->l;
    size_t n = nodes_of(p);
    double film[2], pressure[2];
    for (size_t q = 0; q < 2; q++) {
        convolve_apply(l->fft, &l->kernel, p->z + q * n, l->moved);
        for (size_t k = 0; k < n; k++) l->moved[k] += p->z0[q] + p->wave[q * n + k];
        film[q] = ehl_mesh_value(&l->m, l->moved, 0, 0);
        pressure[q] = ehl_mesh_value(&l->m, p->z + q * n, 0, 0);
    }
    return (abut_ehl_point_wave_result){.film = plane_length(film[0], film[1]),
                                        .phase = -atan2(film[1], film[0]),
                                        .pressure = plane_length(pressure[0], pressure[1]),
                                        .offset = plane_length(p->z0[0], p->z0[1]),
                                        .nodes = TWO_PI / fmax(fabs(p->kx) * l->m.hx, fabs(p->ky) * l->m.hy),
                                        .cycles = p->gmres.cycles};
}

static abut_status check(const abut_ehl_point *s, const abut_ehl_point_wave *v, abut_message *message) {
    if (!(v->length >= 1e-3 && v->length <= 1e3))
        return say_at(message, "length", ABUT_BAD_VALUE, "length must be between 0.001 and 1000 semi-axes, got %g",
                      v->length);
    if (!(fabs(v->angle) <= TWO_PI))
        return say_at(message, "angle", ABUT_BAD_VALUE, "angle must be at most a turn, got %g rad", v->angle);
    if (!(v->speed >= 0 && v->speed <= 2))
        return say_at(message, "speed", ABUT_BAD_VALUE, "speed must be between 0 and 2 times the mean, got %g",
                      v->speed);
    if (!s->solved || s->known)
        return say(message, ABUT_BAD_VALUE, "waves pass through a steady contact, and none was solved last");
    return ABUT_OK;
}

abut_status abut_ehl_point_wave_pass(abut_ehl_point *s, const abut_ehl_point_wave *v, abut_ehl_point_wave_result *out,
                                     abut_message *message) {
    memset(out, 0, sizeof *out);
    abut_status status = check(s, v, message);
    if (status) return status;
    double k = TWO_PI / v->length, left = 0;
    pass p = {.l = s->grid[s->count - 1].level, .kx = k * cos(v->angle), .ky = k * sin(v->angle)};
    p.rate = fabs(p.kx) * v->speed;
    if (p.kx < 0) p.kx = -p.kx, p.ky = -p.ky; /* the same waves */
    if (!make_room(&p))
        status = say(message, ABUT_NO_MEMORY, "no memory for waves on %d x %d cells", s->n, s->n);
    else if (!prepare(&p) || !solve(&p, &left))
        status = say(message, ABUT_NO_CONVERGENCE,
                     "what waves of %g semi-axes change was not found on %d x %d cells: %.1e is left; take more cells",
                     v->length, s->n, s->n, left);
    if (!status) *out = middle(&p);
    out->residual = status ? 0 : left;
    ehl_level_in_time(p.l, 0, 0, NULL);
    drop_room(&p);
    return status;
}
