/* Response to unbalance over speed, and its peaks: between the neighbours of a speed with a larger response than theirs the
 * maximum is solved for, as the minimum of 1/size^2, which is a parabola near a resonance (Brent's method). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "modes.h"

enum { MOST_TRIALS = 60 };
static const double accuracy = 1e-7; /* of the speed of a peak */

static double depth(const abut_response_speed *at) { return at->size > 0 ? 1 / (at->size * at->size) : INFINITY; }

/* ---- one peak ---- */
/* The three lowest points so far, the lowest first, within [low, high]. */
typedef struct valley {
    double low, high, x[3], f[3], step, before; /* the last two steps */
} valley;

/* Where to look next: the vertex of the parabola, or the golden section of the longer side. */
static double next_place(valley *v, double tolerance) {
    double middle = 0.5 * (v->low + v->high), last = v->before;
    double r = (v->x[0] - v->x[1]) * (v->f[0] - v->f[2]), q = (v->x[0] - v->x[2]) * (v->f[0] - v->f[1]);
    double p = (v->x[0] - v->x[2]) * q - (v->x[0] - v->x[1]) * r, d = 2 * (q - r), step = d != 0 ? -p / d : 0;
    bool parabola = d != 0 && fabs(step) < 0.5 * fabs(last) && v->x[0] + step > v->low && v->x[0] + step < v->high;
    if (!parabola) step = (3 - sqrt(5)) / 2 * ((v->x[0] < middle ? v->high : v->low) - v->x[0]);
    v->before = parabola ? v->step : (v->x[0] < middle ? v->high : v->low) - v->x[0];
    v->step = step;
    if (fabs(step) < tolerance) step = step < 0 || (step == 0 && v->x[0] > middle) ? -tolerance : tolerance;
    return v->x[0] + step;
}

static void enter(valley *v, double x, double f) {
    if (f <= v->f[0]) {
        *(x < v->x[0] ? &v->high : &v->low) = v->x[0];
        v->x[2] = v->x[1], v->f[2] = v->f[1];
        v->x[1] = v->x[0], v->f[1] = v->f[0];
        v->x[0] = x, v->f[0] = f;
        return;
    }
    *(x < v->x[0] ? &v->low : &v->high) = x;
    int at = f <= v->f[1] ? 1 : 2;
    if (at == 2 && f > v->f[2]) return;
    if (at == 1) v->x[2] = v->x[1], v->f[2] = v->f[1];
    v->x[at] = x, v->f[at] = f;
}

static abut_status climb(const modes_sweep *s, const abut_response_speed *near, abut_response_speed *peak) {
    valley v = {near[0].speed,
                near[2].speed,
                {near[1].speed, near[0].speed, near[2].speed},
                {depth(&near[1]), depth(&near[0]), depth(&near[2])},
                near[2].speed - near[0].speed,
                near[2].speed - near[0].speed};
    *peak = (abut_response_speed){0};
    abut_status status = ABUT_OK;
    double tolerance = accuracy * near[1].speed;
    for (int i = 0; !status && i < MOST_TRIALS && v.f[0] > 0 && v.high - v.low > 4 * tolerance; i++) {
        abut_response_speed trial;
        double x = next_place(&v, tolerance);
        if (!(x > v.low && x < v.high)) break;
        status = modes_respond(s, x, false, &trial);
        if (status) break;
        double f = depth(&trial);
        bool best = f <= v.f[0];
        enter(&v, x, f);
        abut_response_speed *worse = best ? peak : &trial;
        modes_respond_free(worse);
        if (best) *peak = trial;
    }
    if (!status && !peak->motion) status = modes_respond(s, v.x[0], false, peak);
    return status;
}

/* ---- all ---- */
static abut_status find_peaks(const modes_sweep *s, abut_response *r) {
    abut_status status = ABUT_OK;
    for (int i = 1; !status && i + 1 < r->count; i++) {
        const abut_response_speed *at = &r->at[i];
        if (!(at->size > at[-1].size && at->size >= at[1].size)) continue;
        status = climb(s, at - 1, &r->peak[r->peaks]);
        r->peaks += !status;
    }
    return status;
}

abut_status abut_response_find(abut_world *w, const abut_solver_def *solver, const double *speed, int count,
                               abut_response *out) {
    modes_sweep s;
    size_t room = (size_t)count + 1;
    *out = (abut_response){.at = calloc(room, sizeof *out->at), .peak = calloc(room, sizeof *out->peak)};
    abut_status status = modes_sweep_begin(&s, w, solver);
    if (!status && !(out->at && out->peak)) status = ABUT_NO_MEMORY;
    for (int i = 0; !status && i < count; i++) {
        status = modes_respond(&s, speed[i], true, &out->at[i]);
        out->count += !status;
    }
    out->bodies = abut_body_count(w);
    if (!status) status = find_peaks(&s, out);
    return modes_sweep_end(&s, status);
}

void abut_response_free(abut_response *r) {
    for (int i = 0; i < r->count; i++) modes_respond_free(&r->at[i]);
    for (int i = 0; i < r->peaks; i++) modes_respond_free(&r->peak[i]);
    free(r->at);
    free(r->peak);
    *r = (abut_response){0};
}
