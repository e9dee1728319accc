/* Basic reference rating life of a roller bearing by laminae, ISO/TS 16281:2008.
 *
 * Q_ci, Q_ce: loads of a roller for 1e6 revolutions as in race_damage.c, divided by 0.83, the factor by which C holds the uneven load
 * along usual rollers. A lamina k of n_s has q_c = Q_c n_s^(-7/9), and the load q, raised by the concentration of stress at the edges,
 *     f(k) = 1 - 0.01/ln(1.985 |2k - n_s - 1|/(2 n_s - 2)),   k = 1 .. n_s                                                    (1)
 * On a ring that rotates relative to the load q_e = [mean of (f q)^4]^(1/4) over rollers and time; on one that stands still every
 * place has its own mean, and q_e = [mean over places of mean^(9/8)]^(2/9). Then
 *     L_10r = {sum over k and rings of (q_e/q_c)^(9/2)}^(-8/9).                                                               (2)
 * Equations (1), (2) and the constants as a public program has them that implements the standard, which itself is not public. The
 * concentration belongs to the length cut into at least 30 laminae: with fewer slices the contact is evaluated once more, finer. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/archive.h"
#include "base/constants.h"
#include "base/quat.h"
#include "rest.h"
#include "watch.h"
#include "world/world.h"

enum { LEAST_LAMINAE = 30, SECTORS = 72 };
static const double uneven = 0.83, slope = 9 / 8.0;

struct roller_laminae {
    size_t count;
    abut_element *element[RINGS]; /* finer than those of the run; NULL: the run has enough slices */
    double *concentration;        /* (1) */
    double *q;                    /* N/m, at the instant read last: of every roller, ring and lamina */
    double *last;                 /* (f q)^4 in N^4 at the instant before, likewise */
    int *sector;                  /* then: of every roller and ring */
    double *sum[RINGS];           /* integrals of (f q)^4 over time, of every sector and lamina */
    double time[RINGS][SECTORS];  /* s, of rollers in the sector */
};

static bool create_elements(const roller_bearing *b, roller_laminae *o) {
    abut_choice normal = b->def.law.normal;
    for (int i = 0; i < ABUT_MAX_PARAMS && normal.params[i].name; i++)
        if (!strcmp(normal.params[i].name, "slices")) normal.params[i].value = (double)o->count;
    for (int r = 0; r < RINGS; r++) {
        abut_element_def def = {.registry = b->registry,
                                .law.normal = normal,
                                .a = {.shape = roller_raceway_shape(b, r), .material = b->def.material},
                                .b = {.shape = b->shape, .material = b->def.rollers.material}};
        if (abut_element_create(&def, &o->element[r], NULL)) return false;
    }
    return true;
}

roller_laminae *roller_laminae_create(const roller_bearing *b, size_t slices) {
    roller_laminae *o = calloc(1, sizeof *o);
    if (!o) return NULL;
    size_t n = o->count = slices < LEAST_LAMINAE ? LEAST_LAMINAE : slices, all = (size_t)b->def.rollers.count * RINGS;
    o->concentration = calloc(n, sizeof *o->concentration);
    o->q = calloc(all * n, sizeof *o->q);
    o->last = calloc(all * n, sizeof *o->last);
    o->sector = calloc(all, sizeof *o->sector);
    bool good = o->concentration && o->q && o->last && o->sector;
    for (int r = 0; r < RINGS; r++) {
        o->sum[r] = calloc(SECTORS * n, sizeof *o->sum[r]);
        good = good && o->sum[r];
    }
    for (size_t k = 0; good && k < n; k++) {
        double from_middle = fabs(2 * (double)k + 1 - (double)n); /* |2k - n_s - 1|, k from 1 */
        o->concentration[k] = from_middle > 0 ? 1 - 0.01 / log(1.985 * from_middle / (2 * (double)n - 2)) : 1;
    }
    if (good && (slices >= LEAST_LAMINAE || create_elements(b, o))) return o;
    roller_laminae_destroy(o);
    return NULL;
}

void roller_laminae_destroy(roller_laminae *o) {
    if (!o) return;
    for (int r = 0; r < RINGS; r++) {
        abut_element_destroy(o->element[r]);
        free(o->sum[r]);
    }
    free(o->concentration);
    free(o->q);
    free(o->last);
    free(o->sector);
    free(o);
}

void roller_laminae_clear(roller_laminae *o) {
    for (int r = 0; r < RINGS; r++) memset(o->sum[r], 0, SECTORS * o->count * sizeof *o->sum[r]);
    memset(o->time, 0, sizeof o->time);
}

void roller_laminae_archive(roller_laminae *o, int rollers, archive *a) {
    size_t all = (size_t)rollers * RINGS;
    archive_part(a, "laminae", o->count);
    archive_doubles(a, o->last, all * o->count);
    for (size_t i = 0; i < all; i++) archive_int(a, &o->sector[i], 0, SECTORS - 1);
    for (int r = 0; r < RINGS; r++) archive_doubles(a, o->sum[r], SECTORS * o->count);
    ARCHIVE(a, o->time);
}

/* ---- loads ---- */
static double *loads(const roller_laminae *o, double *all, int roller, int ring) {
    return all + ((size_t)roller * RINGS + (size_t)ring) * o->count;
}

/* N/m, mean of the slices of the run */
static double coarse_mean(const roller_bearing *b, const double *slice_load) {
    double mean = 0;
    for (size_t k = 0; k < b->log->slices; k++) mean += slice_load[k] / (double)b->log->slices;
    return mean;
}

/* One evaluation of the finer contact; the mean is that of the slices, with which the roller is in balance. */
static void refine(const roller_bearing *b, int ring, const abut_element_in *in, double coarse, double *q) {
    const roller_laminae *o = b->log->laminae;
    abut_element_out out = {.slice_load = q};
    double fine = 0;
    memset(q, 0, o->count * sizeof *q);
    if (abut_element_eval(o->element[ring], in, &out) || !out.touching) memset(q, 0, o->count * sizeof *q);
    for (size_t k = 0; k < o->count; k++) fine += q[k] / (double)o->count;
    for (size_t k = 0; fine > 0 && k < o->count; k++) q[k] *= coarse / fine;
}

static abut_pose ring_pose(const abut_world *w, const roller_bearing *b, int ring) {
    abut_body_state o = abut_read_body(w, ring == INNER ? b->def.inner : b->def.outer);
    mat3 R = m3_of_quat(o.q);
    return (abut_pose){v3_add(o.r, m3_mul(R, b->ring[ring].r)), quat_multiply(o.q, b->ring[ring].q)};
}

void roller_laminae_read(const abut_world *w, const roller_bearing *b, int roller, int ring, const double *slice_load) {
    roller_laminae *o = b->log->laminae;
    double *q = loads(o, o->q, roller, ring);
    if (!o->element[ring]) {
        memcpy(q, slice_load, o->count * sizeof *q);
        return;
    }
    double coarse = coarse_mean(b, slice_load);
    if (!(coarse > 0)) { /* beside the load zone */
        memset(q, 0, o->count * sizeof *q);
        return;
    }
    abut_body_state body = abut_read_body(w, (abut_body){b->roller + roller});
    abut_element_in in = {.a = ring_pose(w, b, ring), .b = {body.r, body.q}};
    refine(b, ring, &in, coarse, q);
}

static int sector_of(double angle) {
    double turns = angle / TWO_PI;
    int s = (int)((turns - floor(turns)) * SECTORS);
    return s < SECTORS ? s : SECTORS - 1;
}

/* A state stands for half the time to its neighbours. */
static void add(roller_laminae *o, int ring, int sector, const double *fourth, double time) {
    double *sum = o->sum[ring] + (size_t)sector * o->count;
    for (size_t k = 0; k < o->count; k++) sum[k] += time * fourth[k];
    o->time[ring][sector] += time;
}

void roller_laminae_gather(const roller_bearing *b, int roller, int ring, double angle, double dt) {
    roller_laminae *o = b->log->laminae;
    const double *q = loads(o, o->q, roller, ring);
    const double width = b->def.rollers.length / (double)o->count;
    double *last = loads(o, o->last, roller, ring);
    int *sector = &o->sector[roller * RINGS + ring];
    if (dt > 0) add(o, ring, *sector, last, 0.5 * dt);
    *sector = sector_of(angle);
    for (size_t k = 0; k < o->count; k++) {
        double square = o->concentration[k] * q[k] * width;
        square *= square;
        last[k] = square * square;
    }
    if (dt > 0) add(o, ring, *sector, last, 0.5 * dt);
}

/* ---- life ---- */
/* q_e^(9/2) of lamina k. */
static double equivalent(const roller_laminae *o, int ring, bool rotates, size_t k) {
    double all = 0, time = 0, places = 0;
    int visited = 0;
    for (int s = 0; s < SECTORS; s++) {
        if (!(o->time[ring][s] > 0)) continue;
        double sum = o->sum[ring][(size_t)s * o->count + k];
        all += sum;
        time += o->time[ring][s];
        places += pow(sum / o->time[ring][s], slope);
        visited++;
    }
    if (!visited) return 0;
    return rotates ? pow(all / time, slope) : places / visited;
}

static bool turns(const roller_bearing *b, int ring) {
    bool none = b->speed[INNER] == 0 && b->speed[OUTER] == 0;
    return none ? ring == INNER : b->speed[ring] != 0;
}

/* q_c^(9/2) of a lamina. */
static double capacity(const roller_bearing *b, int ring) {
    return pow(roller_rated_load(&b->def, ring) / uneven * pow((double)b->log->laminae->count, -7 / 9.0), 4.5);
}

double roller_reference_life(const roller_bearing *b) {
    const roller_laminae *o = b->log->laminae;
    double sum = 0;
    for (int r = 0; r < RINGS; r++)
        for (size_t k = 0; k < o->count; k++) sum += equivalent(o, r, turns(b, r), k) / capacity(b, r);
    return sum > 0 ? pow(sum, -8 / 9.0) : (double)NAN;
}

/* ---- statics ---- */
static void rest_loads(const roller_bearing *b, const rest_roller *at, int ring, double *q) {
    const roller_laminae *o = b->log->laminae;
    memset(q, 0, o->count * sizeof *q);
    if (!at->loaded) return;
    if (!o->element[ring]) {
        memcpy(q, at->q[ring], o->count * sizeof *q);
        return;
    }
    double c = cos(0.5 * at->tilt), s = sin(0.5 * at->tilt);
    abut_element_in in = {.b = {v3_scale(at->r, at->e_r), {c, s * at->e_t.x, s * at->e_t.y, 0}}};
    if (ring == INNER) in.a = (abut_pose){b->rest->rings.pose.d, b->rest->rings.pose.q};
    refine(b, ring, &in, coarse_mean(b, at->q[ring]), q);
}

double roller_static_life(const roller_bearing *b) {
    const roller_laminae *o = b->log->laminae;
    const roller_rest *rest = b->rest;
    double sum = 0, width = b->def.rollers.length / (double)o->count;
    for (int r = 0; r < RINGS; r++) {
        double exponent = turns(b, r) ? 4 : 4.5;
        for (int i = 0; i < rest->rollers; i++) rest_loads(b, &rest->roller[i], r, loads(o, o->q, i, r));
        for (size_t k = 0; k < o->count; k++) {
            double mean = 0;
            for (int i = 0; i < rest->rollers; i++)
                mean += pow(o->concentration[k] * loads(o, o->q, i, r)[k] * width, exponent) / rest->rollers;
            sum += pow(mean, 4.5 / exponent) / capacity(b, r);
        }
    }
    return sum > 0 ? pow(sum, -8 / 9.0) : (double)NAN;
}
