/* Passes and their sums; what a report shows of them is in damage_report.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/archive.h"
#include "base/constants.h"
#include "damage_inside.h"

/* ---- create ---- */
static damage_def with_defaults(const damage_def *def) {
    damage_def d = *def;
    if (d.points < 1) d.points = 180;
    if (!(d.cycles > 0)) d.cycles = 1e6;
    if (!(d.weibull > 0)) d.weibull = 10 / 9.0;
    if (!(d.exponent > 0)) d.exponent = 3;
    if (!(d.pressure_exponent > 0)) d.pressure_exponent = 9;
    return d;
}

damage *damage_create(const damage_def *def) {
    damage *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    d->def = with_defaults(def);
    d->point = calloc((size_t)d->def.points, sizeof *d->point);
    d->element = calloc((size_t)d->def.elements + 1, sizeof *d->element);
    if (d->point && d->element) return d;
    damage_destroy(d);
    return NULL;
}

void damage_destroy(damage *d) {
    if (!d) return;
    free(d->point);
    free(d->element);
    free(d);
}

void damage_clear(damage *d) {
    memset(d->point, 0, (size_t)d->def.points * sizeof *d->point);
    memset(d->element, 0, ((size_t)d->def.elements + 1) * sizeof *d->element);
    d->coarsest = d->load_max = d->p_max = 0;
    d->load = d->pressure = (damage_classes){.top = 0};
}

void damage_archive(damage *d, archive *a) {
    archive_part(a, "damage", (size_t)d->def.points);
    archive_doubles(a, &d->point[0].passes, (size_t)d->def.points * sizeof *d->point / sizeof(double));
    for (int i = 0; i < d->def.elements; i++) {
        damage_element *e = &d->element[i];
        archive_flag(a, &e->known);
        double *const numbers[] = {&e->angle, &e->Q, &e->p};
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) archive_doubles(a, numbers[k], 1);
    }
    archive_flag(a, &d->def.alike);
    ARCHIVE(a, d->coarsest);
    ARCHIVE(a, d->load_max);
    ARCHIVE(a, d->p_max);
    ARCHIVE(a, d->load);
    ARCHIVE(a, d->pressure);
}

void damage_alike(damage *d, bool alike) { d->def.alike = alike; }

/* ---- classes ---- */
/* The first value chooses a round range; a larger one doubles it, two classes become one. */
static __attribute__((noinline)) void widen(damage_classes *c, double x) {
    if (c->top == 0) {
        double decade = pow(10, floor(log10(x))), part = x / decade;
        c->top = decade * (part < 2 ? 2 : part < 5 ? 5 : 10);
    }
    while (x >= c->top && c->top < 1e300) {
        for (int i = 0; i < CLASSES; i++) {
            bool low = i < CLASSES / 2;
            c->passes[i] = low ? c->passes[2 * i] + c->passes[2 * i + 1] : 0;
            c->power[i] = low ? c->power[2 * i] + c->power[2 * i + 1] : 0;
        }
        c->top *= 2;
    }
}

static inline void add_to_class(damage_classes *c, double x, double passes, double power) {
    if (!(x > 1e-300)) return;
    if (x >= c->top) widen(c, x);
    int i = (int)(x / c->top * CLASSES);
    if (i >= CLASSES) i = CLASSES - 1;
    c->passes[i] += passes;
    c->power[i] += power;
}

/* ---- passes ---- */
static double power(double x, double exponent) {
    if (!(x > 0)) return 0;
    double cube = x * x * x;
    return exponent == 3 ? cube : exponent == 9 ? cube * cube * cube : pow(x, exponent);
}

/* A part of a pass, with this load and pressure, into the classes and into *to. */
static inline void add_part(damage *d, double part, double Q, double p, damage_point *to) {
    double by_load = part * power(Q, d->def.exponent), by_pressure = part * power(p, d->def.pressure_exponent);
    to->passes += part;
    to->load_power += by_load;
    to->pressure_power += by_pressure;
    to->p_max = p > to->p_max ? p : to->p_max;
    add_to_class(&d->load, Q, part, by_load);
    add_to_class(&d->pressure, p, part, by_pressure);
}

static void add(damage *d, int at, double part, double Q, double p) { add_part(d, part, Q, p, &d->point[at]); }

typedef struct way { /* of an element between two instants, in points; load and pressure linear */
    double from, to, Q0, Q1, p0, p1;
} way;

/* A piece x0 .. x1 of the way inside one point, by the rule of Gauss with three nodes: exact for powers up to 5. */
static void add_piece(damage *d, const way *w, double x0, double x1) {
    static const double node[3] = {-0.77459666924148338, 0, 0.77459666924148338},
                        weight[3] = {5 / 18.0, 8 / 18.0, 5 / 18.0};
    int n = d->def.points;
    double middle = 0.5 * (x0 + x1), half = 0.5 * (x1 - x0);
    double turns = middle >= 0 && middle < n ? 0 : floor(middle / n);
    int at = (int)(middle - turns * n);
    if (at >= n) at = n - 1;
    damage_point now = d->point[at];
    double size = fabs(x1 - x0), per = 1 / (w->to - w->from);
    for (int k = 0; k < 3; k++) {
        double s = (middle + node[k] * half - w->from) * per;
        add_part(d, weight[k] * size, w->Q0 + s * (w->Q1 - w->Q0), w->p0 + s * (w->p1 - w->p0), &now);
    }
    d->point[at] = now;
}

static void add_way(damage *d, const way *w) {
    double step = w->to > w->from ? 1 : -1, x = w->from;
    while (x != w->to) {
        double edge = step > 0 ? floor(x) + 1 : ceil(x) - 1;
        double next = step * (edge - w->to) < 0 ? edge : w->to;
        add_piece(d, w, x, next);
        x = next;
    }
}

/* Whole turns between two instants: which load was where is not known, every point gets both ends by halves. */
static void add_turns(damage *d, double turns, const way *w) {
    for (int at = 0; at < d->def.points; at++) {
        add(d, at, 0.5 * turns, w->Q0, w->p0);
        add(d, at, 0.5 * turns, w->Q1, w->p1);
    }
}

static void note_greatest(damage *d, double Q, double p) {
    d->load_max = Q > d->load_max ? Q : d->load_max;
    d->p_max = p > d->p_max ? p : d->p_max;
}

/* Into -pi .. pi; most angles are there already. */
static double wrapped(double angle) { return fabs(angle) <= PI ? angle : remainder(angle, TWO_PI); }
static double whole_turns(double angle) { return fabs(angle) < TWO_PI ? 0 : floor(fabs(angle) / TWO_PI); }

void damage_follow(damage *d, int element, double angle, double travel, double Q, double p) {
    if (element < 0 || element >= d->def.elements) return;
    damage_element *e = &d->element[element];
    bool known = isfinite(angle) && isfinite(travel) && isfinite(Q) && isfinite(p);
    damage_element now = {.known = known, .angle = angle, .Q = Q > 0 ? Q : 0, .p = p > 0 ? p : 0};
    if (known) note_greatest(d, now.Q, now.p);
    if (known && e->known) {
        double short_way = wrapped(angle - e->angle), over = travel - short_way;
        double whole = fabs(over) < PI ? 0 : round(over / TWO_PI), moved = short_way + TWO_PI * whole;
        double point = TWO_PI / d->def.points, from = wrapped(e->angle) / point;
        way w = {from, from + moved / point, e->Q, now.Q, e->p, now.p};
        d->coarsest = fabs(moved) > d->coarsest ? fabs(moved) : d->coarsest;
        double turns = whole_turns(moved);
        if (turns > 0) {
            add_turns(d, turns, &w);
            w.to -= copysign(turns * d->def.points, moved);
        }
        add_way(d, &w);
    }
    *e = now;
}

void damage_pass(damage *d, double angle, double Q, double p) {
    if (!isfinite(angle) || !isfinite(Q) || !isfinite(p)) return;
    note_greatest(d, Q, p);
    double turns = angle / TWO_PI;
    int n = d->def.points, at = (int)((turns - floor(turns)) * n);
    add(d, at < n ? at : n - 1, 1, fmax(0, Q), fmax(0, p));
}

/* ---- sums ---- */
static double power_of(const damage_point *s, bool by_pressure) {
    return by_pressure ? s->pressure_power : s->load_power;
}

/* Mean over passes of x^exponent, points combined. A track that elements travel through gets the mean of every visited point with
 * as many passes everywhere; if they only swing over parts of it, every point counts with its own passes. */
static double combined(const damage *d, double passes, bool by_pressure) {
    const int n = d->def.points;
    double e = d->def.weibull, all = 0, through = 0, own = 0;
    int visited = 0;
    for (int i = 0; i < n; i++) {
        const damage_point *s = &d->point[i];
        if (!(s->passes > 0)) continue;
        visited++;
        all += power_of(s, by_pressure);
        through += pow(power_of(s, by_pressure) / s->passes, e);
        own += pow(power_of(s, by_pressure) / passes, e);
    }
    if (!visited) return 0;
    if (visited < n && passes >= 2) return pow(own / n, 1 / e);
    return d->def.alike ? all / (n * passes) : pow(through / visited, 1 / e);
}

damage_figures damage_sum(const damage *d) {
    const damage_def *def = &d->def;
    damage_figures f = {.load_max = d->load_max,
                        .p_max = d->p_max,
                        .coarsest = d->coarsest,
                        .width = TWO_PI / def->points,
                        .worst = (double)NAN};
    for (int i = 0; i < def->points; i++) f.passes += d->point[i].passes / def->points;
    f.equivalent_load = pow(combined(d, f.passes, false), 1 / def->exponent);
    f.equivalent_pressure = pow(combined(d, f.passes, true), 1 / def->pressure_exponent);
    double by_load = f.passes / def->cycles * pow(f.equivalent_load / def->load, def->exponent);
    f.miner_pressure = def->pressure > 0
                           ? f.passes / def->cycles * pow(f.equivalent_pressure / def->pressure, def->pressure_exponent)
                           : (double)NAN;
    f.miner = def->load > 0 ? by_load : f.miner_pressure;
    for (int i = 0; i < def->points; i++) {
        double sum = damage_of_point(d, i);
        if (!(sum > f.worst) && !isnan(f.worst)) continue;
        f.worst = sum;
        f.worst_angle = (i + 0.5) * f.width;
    }
    return f;
}

double damage_of_point(const damage *d, int at) {
    const damage_def *def = &d->def;
    if (def->load > 0) return d->point[at].load_power / pow(def->load, def->exponent) / def->cycles;
    if (def->pressure > 0)
        return d->point[at].pressure_power / pow(def->pressure, def->pressure_exponent) / def->cycles;
    return (double)NAN;
}
