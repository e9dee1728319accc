/* Bodies that leave the equilibrium in which a run started.
 *
 * What grows like exp(rate t) passes decade after decade in equal times, from rounding on; what a load or a resonance does goes with a
 * power of the time, t^n, and takes 10^(1/n) times longer for each. So of every body of the file, from row to row: how far it is from
 * its start along and about the axes of the world, and when that passed the last DECADES powers of ten. They are passed evenly if the
 * longest took no more than `evenly` times the shortest: true for exp, false for n up to 7 (10^(3/7) = 2.7). Growth counts if it goes on
 * until it can be seen. */
#include "warnings_drift.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "base/archive.h"
#include "base/quat.h"

enum { FREEDOMS = 6, DECADES = 4, ROWS_LEAST = 2 }; /* each decade takes that many rows: what jumps does not grow */
static const double evenly = 2.5;
/* m; rad, which is that in 0.1 m. What stays within the size of an atom changes no result: the run ended before it could. */
static const double visible[2] = {1e-10, 1e-9};

typedef struct trail {
    double next;           /* m or rad, the power of ten to pass; 0: it has not moved yet */
    int count;             /* of the entries below */
    double t[DECADES + 1]; /* s, when it passed the last ones, the latest at the end */
    long row[DECADES + 1];
    double rate, from, to; /* 1/s; m or rad, of the growth that was seen last; 0: none */
} trail;

typedef struct drifter {
    int body;
    const node *at;
    const char *name;
    abut_body_state start;
    vec3 axis; /* it turns about at the start, zero: it does not */
    trail of[FREEDOMS];
} drifter;

struct model_drift {
    long row;
    int count;
    drifter body[];
};

model_drift *model_drift_begin(const model *m) {
    const reader *r = m->own;
    model_drift *d = NULL;
    if (abut_read_stats(m->world).settled) d = calloc(1, sizeof *d + r->bodies.count * sizeof *d->body);
    const node *list = node_get(r->root, "bodies");
    for (size_t i = 0; d && i < r->bodies.count; i++) {
        const object *o = r->bodies.entries[i].value;
        bool own = false; /* those of machines stand at the machine */
        for (unsigned k = 0; list && k < list->count; k++) own |= list->items[k] == o->at;
        if (!own || !o->id) continue;
        drifter *b = &d->body[d->count++];
        *b = (drifter){.body = o->id, .at = o->at, .name = r->bodies.entries[i].name};
        b->start = abut_read_body(m->world, (abut_body){o->id});
        double speed = v3_norm(b->start.w);
        if (speed > 0) b->axis = v3_scale(1 / speed, b->start.w);
    }
    return d;
}

void model_drift_end(model_drift *d) { free(d); }

void model_drift_archive(model_drift *d, archive *a) {
    archive_part(a, "drift", d ? (size_t)d->count : 0);
    if (!d) return;
    archive_long(a, &d->row, 0, LONG_MAX);
    for (int i = 0; i < d->count * FREEDOMS; i++) {
        trail *f = &d->body[i / FREEDOMS].of[i % FREEDOMS];
        double *const numbers[] = {&f->next, &f->rate, &f->from, &f->to};
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) archive_doubles(a, numbers[k], 1);
        archive_int(a, &f->count, 0, DECADES + 1);
        ARCHIVE(a, f->t);
        for (int k = 0; k <= DECADES; k++) archive_long(a, &f->row[k], 0, LONG_MAX);
    }
}

/* Places along x, y, z; rotations about them, of a body that turns those of its axis. */
static void departure(const drifter *b, const abut_body_state *s, double to[FREEDOMS]) {
    vec3 move = v3_sub(s->r, b->start.r), turn;
    if (v3_norm(b->axis) > 0)
        turn = v3_cross(m3_mul(m3_of_quat(b->start.q), b->axis), m3_mul(m3_of_quat(s->q), b->axis));
    else
        turn = quat_log(quat_multiply(s->q, quat_conjugate(b->start.q)));
    const double all[FREEDOMS] = {move.x, move.y, move.z, turn.x, turn.y, turn.z};
    for (int i = 0; i < FREEDOMS; i++) to[i] = fabs(all[i]);
}

static bool even(const trail *f) {
    double longest = 0, shortest = INFINITY;
    for (int i = 0; i < DECADES; i++) {
        if (f->row[i + 1] - f->row[i] < ROWS_LEAST) return false;
        longest = fmax(longest, f->t[i + 1] - f->t[i]);
        shortest = fmin(shortest, f->t[i + 1] - f->t[i]);
    }
    return longest <= evenly * shortest;
}

static void follow(trail *f, double x, double t, long row) {
    if (!(x > 0 && x >= f->next)) return;
    double power = pow(10, floor(log10(x)));
    if (!(f->next > 0 && power < 5 * f->next)) f->count = 0; /* the first, or past several at once */
    if (f->count == DECADES + 1) {
        for (int i = 0; i < DECADES; i++) f->t[i] = f->t[i + 1], f->row[i] = f->row[i + 1];
        f->count--;
    }
    f->t[f->count] = t;
    f->row[f->count++] = row;
    f->next = 10 * power;
    if (f->count <= DECADES || !even(f)) return;
    f->rate = DECADES * log(10) / (f->t[DECADES] - f->t[0]);
    if (!(f->from > 0)) f->from = power * pow(10, -DECADES);
    f->to = power;
}

void model_drift_row(model_drift *d, const abut_world *w) {
    double t = abut_time(w);
    d->row++;
    for (int i = 0; i < d->count; i++) {
        drifter *b = &d->body[i];
        abut_body_state s = abut_read_body(w, (abut_body){b->body});
        double x[FREEDOMS];
        departure(b, &s, x);
        for (int k = 0; k < FREEDOMS; k++) follow(&b->of[k], x[k], t, d->row);
    }
}

/* The motion that went farthest: along axes before about them. */
static int farthest(const drifter *b, int from) {
    int best = -1;
    for (int k = from; k < from + FREEDOMS / 2; k++)
        if (b->of[k].rate > 0 && b->of[k].to >= visible[k / 3] && (best < 0 || b->of[k].to > b->of[best].to)) best = k;
    return best;
}

void warn_drift(reader *r, const model_drift *d) {
    static const char *const words[FREEDOMS] = {"along x", "along y", "along z", "about x", "about y", "about z"};
    for (int i = 0; d && i < d->count; i++) {
        const drifter *b = &d->body[i];
        int along = farthest(b, 0), about = farthest(b, FREEDOMS / 2), k = along < 0 ? about : along;
        if (k < 0) continue;
        warn_on(r, b->at, "drift",
                "body '%.60s' leaves the equilibrium in which the run started: its motion %s%s%s grows tenfold every "
                "%.3g s (rate %.3g 1/s), from %.0e to %.0e %s and beyond",
                b->name, words[k], k == along && about >= 0 ? " and " : "",
                k == along && about >= 0 ? words[about] : "", log(10) / b->of[k].rate, b->of[k].rate, b->of[k].from,
                b->of[k].to, k == along ? "m" : "rad");
    }
}
