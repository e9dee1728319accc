/* Modes of a world: linearised about its equilibrium, or about the start as given, with machines as they are in statics; then
 * eigenvalues (matrices.c, eigen.c) and what each body does in each mode. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "abut/world.h"
#include "base/message.h"
#include "base/plane.h"
#include "modes.h"
#include "world/world.h"

enum { MOST_UNKNOWNS = 2000 };

void abut_modes_free(abut_mode_list *list) {
    free(list->mode);
    free(list->motion);
    *list = (abut_mode_list){0};
}

/* ---- the state ---- */
static abut_status check_states(abut_world *w) {
    for (int i = 1; i <= w->contacts; i++) {
        int machine = w->contact[i].machine;
        bool hidden = machine > 0 && w->machine[machine].type->rest;
        world_about(w, "contact", i);
        if (!hidden && abut_element_states(w->contact[i].element))
            return world_refuse_at(w, "", ABUT_BAD_VALUE,
                                   "contact '%.80s' has states of its own (track differential or normal "
                                   "hertz_differential), which modes do not know: choose another law",
                                   w->contact[i].name);
    }
    return ABUT_OK;
}

static abut_status check_size(abut_world *w) {
    int unknowns = mb_size(w->system).nu;
    if (unknowns <= MOST_UNKNOWNS) return ABUT_OK;
    return world_refuse(w, ABUT_BAD_VALUE,
                        "the model has %d unknown velocities; modes are found for %d at most, with full matrices",
                        unknowns, MOST_UNKNOWNS);
}

/* What statics had to hold about the axis of a machine is free again. */
static void free_spins(const abut_world *w) {
    for (int i = 1; i <= w->machines; i++)
        if (w->machine[i].type->rest_spin) w->machine[i].type->rest_spin(w->machine[i].self, SPIN_FREE);
}

/* Drives at their final speeds, velocities of what they turn: a spinning rotor stands still but for its spin. */
static abut_status turn_drives(abut_world *w) {
    for (int i = 0; i < w->system->drives; i++) w->system->drive[i].ramp = 0;
    for (int i = 0; i < w->system->forces; i++)
        if (w->system->force[i].type->revolves) w->system->force[i].off = true;
    w->work->driven_at = w->reader->driven_at = false;
    abut_status status = mb_project(w->work, 0, w->y, NULL);
    if (!status) mb_turn_members(w->work, w->y);
    return status;
}

/* The largest force M a that nothing balances, for accelerations a at the last linearisation. */
static abut_status unbalanced(const abut_world *w, const double *a, double *residual) {
    int count = mb_entries(w->work, NULL, NULL, NULL, NULL, NULL), nu = mb_size(w->system).nu;
    double *force = calloc((size_t)(nu + count) + 1, sizeof *force), *M = force ? force + nu : NULL;
    int *row = calloc(2 * (size_t)count + 1, sizeof *row);
    bool good = force && row;
    *residual = 0;
    if (good) (void)mb_entries(w->work, row, row + count, M, NULL, NULL);
    for (int e = 0; good && e < count; e++) force[row[e]] += M[e] * a[row[count + e]];
    for (int i = 0; good && i < nu; i++) *residual = fmax(*residual, fabs(force[i]));
    free(force);
    free(row);
    return good ? ABUT_OK : ABUT_NO_MEMORY;
}

/* About the equilibrium, with what drives turn at speed: accelerations are taken as zero. */
static abut_status linearise_at_rest(abut_world *w, double *residual) {
    const double *found;
    size_t nu = (size_t)mb_size(w->system).nu;
    double *a = calloc(nu + 1, sizeof *a);
    abut_status status = a ? abut_static(w, residual, NULL) : ABUT_NO_MEMORY;
    if (!status) free_spins(w);
    if (!status && !w->solver.at_rest) status = turn_drives(w);
    if (!status) status = mb_accelerate(w->work, 0, w->y, &found); /* leaves the forces of the constraints */
    if (!status) memcpy(a, found, nu * sizeof *a);
    if (!status) status = mb_linearise_at_rest(w->work, 0, w->y);
    if (!status) status = unbalanced(w, a, residual);
    free(a);
    return status;
}

static abut_status linearise_given(abut_world *w, double *residual) {
    free_spins(w);
    abut_status status = mb_linearise(w->work, 0, w->y, NULL, NULL);
    return status ? status : unbalanced(w, w->work->a, residual);
}

/* ---- what the bodies do ---- */
void modes_motion(const mb_work *k, int node, const double *d, double out[6]) {
    const mb_system *s = k->s;
    const mb_node *n = &s->node[node];
    memset(out, 0, 6 * sizeof *out);
    if (n->simple) memcpy(out, d + n->u, 6 * sizeof *out);
    for (int i = 0; !n->simple && i < n->supports; i++) {
        const mb_node *up = &s->node[s->support[n->support + i]];
        const double *J = k->J + (size_t)(n->support + i) * 6 * BLOCK_MAX;
        for (int row = 0; row < 6; row++)
            for (int j = 0; j < up->nu; j++) out[row] += J[row * BLOCK_MAX + j] * d[up->u + j];
    }
}

static double energy_of(const mb_work *k, int node, const double v[6]) {
    const mb_node *n = &k->s->node[node];
    vec3 turn = v3(v[3], v[4], v[5]);
    return n->mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) +
           (n->isotropic ? n->I[0] * v3_dot(turn, turn) : v3_dot(turn, kin_inertia(n, &k->kin[node], turn)));
}

/* 2 v . M (axis x w) with the inertia M of a node. The real part of (v + i w) exp(i t) goes from v to -w: forward in a circle if
 * w = -axis x v, where this is |v|^2 + |w|^2 in the norm of M. */
static double sense_of(const mb_work *k, int node, vec3 axis, const double v[6], const double w[6]) {
    const mb_node *n = &k->s->node[node];
    vec3 move = v3_cross(axis, v3(w[0], w[1], w[2])), turn = v3_cross(axis, v3(w[3], w[4], w[5]));
    double sum = n->mass * v3_dot(v3(v[0], v[1], v[2]), move);
    vec3 Iturn = n->isotropic ? v3_scale(n->I[0], turn) : kin_inertia(n, &k->kin[node], turn);
    return 2 * (sum + v3_dot(v3(v[3], v[4], v[5]), Iturn));
}

/* Returns the whirl. */
static double show_shape(const abut_world *w, const double *re, const double *im, abut_mode_motion *motion) {
    double sum = 0, sense = 0;
    vec3 axis = modes_axis(w);
    for (int id = 1; id <= w->bodies; id++) {
        int node = w->body[id].node;
        double x[6], y[6];
        if (world_holds(&w->body[id]) && !w->system->node[node].supports) continue;
        modes_motion(w->work, node, re, x);
        modes_motion(w->work, node, im, y);
        abut_mode_motion *m = &motion[id];
        m->moves = true;
        m->translation_re = v3(x[0], x[1], x[2]), m->rotation_re = v3(x[3], x[4], x[5]);
        m->translation_im = v3(y[0], y[1], y[2]), m->rotation_im = v3(y[3], y[4], y[5]);
        m->share = energy_of(w->work, node, x) + energy_of(w->work, node, y);
        sum += m->share;
        sense += sense_of(w->work, node, axis, x, y);
    }
    for (int id = 1; sum > 0 && id <= w->bodies; id++) motion[id].share /= sum;
    return fabs(sense) > 1e-6 * sum ? sense / sum : 0;
}

/* ---- the list ---- */
abut_mode modes_mode(const modes_values *v, int i) {
    double re = v->value[i].re, im = v->value[i].im, size = plane_length(re, im), pi = acos(-1);
    if (i < v->zeros) return (abut_mode){.kind = ABUT_MODE_FREE};
    /* rounding in a matrix as large as its largest eigenvalue, and what the accuracy of the equilibrium makes of no damping */
    double noise = 1e-7 * size + 1e-14 * v->largest * v->largest / size;
    return (abut_mode){.kind = im > 0 ? ABUT_MODE_OSCILLATION : ABUT_MODE_DECAY,
                       .unstable = re > noise,
                       .re = re,
                       .im = im,
                       .frequency = im / (2 * pi),
                       .undamped = size / (2 * pi),
                       .damping_ratio = re == 0 ? 0 : -re / size};
}

void modes_along_basis(const modes_matrices *m, const double *x, double *to) {
    memset(to, 0, (size_t)m->nu * sizeof *to);
    for (int j = 0; j < m->n; j++)
        for (int i = 0; i < m->nu; i++) to[i] += x[j] * m->basis[(size_t)i + (size_t)j * (size_t)m->nu];
}

static abut_status list(const abut_world *w, const modes_matrices *m, const modes_values *v, abut_mode_list *out) {
    size_t stride = (size_t)w->bodies + 1;
    out->unknowns = m->nu;
    out->directions = m->n;
    out->bodies = w->bodies;
    out->mode = calloc((size_t)v->count + 1, sizeof *out->mode);
    out->motion = calloc((size_t)v->count * stride + 1, sizeof *out->motion);
    double *re = calloc(2 * (size_t)m->nu + 1, sizeof *re), *im = re ? re + m->nu : NULL;
    bool good = out->mode && out->motion && re;
    for (int i = 0; good && i < v->count; i++) {
        out->mode[i] = modes_mode(v, i);
        modes_along_basis(m, v->re + (size_t)i * (size_t)m->n, re);
        modes_along_basis(m, v->im + (size_t)i * (size_t)m->n, im);
        out->mode[i].whirl = show_shape(w, re, im, out->motion + (size_t)i * stride);
    }
    out->count = good ? v->count : 0;
    free(re);
    return good ? ABUT_OK : ABUT_NO_MEMORY;
}

abut_status modes_linearise(abut_world *w, const abut_solver_def *def, abut_modes_place place, modes_matrices *m,
                            double *residual, abut_message *message) {
    /* no time passes; this solver takes every model */
    const abut_solver_def solver = {.type = world_stiff_solver(w), .statics = true, .at_rest = def && def->at_rest};
    *m = (modes_matrices){0};
    abut_status status = w->status ? w->status : check_states(w);
    if (!status) status = abut_start(w, &solver);
    if (!status) status = check_size(w);
    if (!status) status = place == ABUT_MODES_GIVEN ? linearise_given(w, residual) : linearise_at_rest(w, residual);
    return status ? status : modes_reduce(w->work, w->y + mb_size(w->system).nx, m, message);
}

abut_status modes_refuse(abut_world *w, abut_status status, const abut_message *message) {
    if (w->status) return w->status;
    return world_refuse(w, status, "%s", message->text[0] ? message->text : abut_status_text(status));
}

abut_status abut_modes(abut_world *w, const abut_solver_def *def, abut_modes_place place, abut_mode_list *out) {
    abut_message message = {0};
    modes_matrices m;
    modes_values v = {0};
    *out = (abut_mode_list){0};
    abut_status status = modes_linearise(w, def, place, &m, &out->residual, &message);
    if (!status) status = modes_solve(&m, &v, &message);
    if (!status) status = list(w, &m, &v, out);
    modes_matrices_free(&m);
    modes_values_free(&v);
    if (!status) return ABUT_OK;
    abut_modes_free(out);
    return modes_refuse(w, status, &message);
}
