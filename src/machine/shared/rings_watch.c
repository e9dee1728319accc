/* Headline figures of bearings of all kinds. */
#include "rings_watch.h"
#include "base/plane.h"

#include <math.h>
#include <stdio.h>

static const double noise = 1e-6; /* of two parts of one load or motion, beside the other */

typedef struct parts {
    double across, along;
} parts;

static parts clean(const watch *o, const char *x, const char *y, const char *z) {
    double along = fabs(watch_mean(o, z));
    parts p = {plane_length(watch_mean(o, x), watch_mean(o, y)), isnan(along) ? 0 : along};
    double limit = noise * plane_length(p.across, p.along);
    if (!(p.across > limit)) p.across = (double)NAN;
    if (!(p.along > limit)) p.along = (double)NAN;
    return p;
}

static parts load(const watch *o) { return clean(o, "fx", "fy", "fz"); }
static parts moved(const watch *o) { return clean(o, "dx", "dy", "dz"); }

double rings_radial_load(const watch *o, const void *self) {
    (void)self;
    return load(o).across;
}

double rings_axial_load(const watch *o, const void *self) {
    (void)self;
    return load(o).along;
}

double rings_radial_displacement(const watch *o, const void *self) {
    (void)self;
    return moved(o).across;
}

double rings_axial_displacement(const watch *o, const void *self) {
    (void)self;
    return moved(o).along;
}

double rings_displacement(const watch *o, const void *self) {
    (void)self;
    parts p = moved(o);
    if (isnan(p.across)) return p.along;
    return isnan(p.along) ? p.across : plane_length(p.across, p.along);
}

double rings_varying(const watch *o, const void *self) {
    (void)self;
    abut_stat x, y;
    (void)watch_stat(o, "dx", &x);
    (void)watch_stat(o, "dy", &y);
    double range = plane_length(x.max - x.min, y.max - y.min);
    return range > noise * moved(o).across ? range : (double)NAN;
}

abut_bearing_losses rings_moments(const abut_bearing_state *s) {
    const abut_bearing_losses *p = &s->losses;
    double per = s->speed != 0 ? 1 / fabs(s->speed) : 0;
    return (abut_bearing_losses){per * p->spin,    per * p->slip, per * p->rolling,
                                 per * p->damping, per * p->cage, per * p->drag};
}

static void put_frequencies(const char *key, const abut_bearing_frequencies *f, json *j) {
    json_begin(j, key, '{');
    json_number(j, "ftf", f->ftf);
    json_number(j, "bpfo", f->bpfo);
    json_number(j, "bpfi", f->bpfi);
    json_number(j, "bsf", f->bsf);
    json_number(j, "2bsf", 2 * f->bsf);
    json_end(j);
}

void rings_put_frequencies(const abut_bearing_frequencies *nominal, const abut_bearing_frequencies *found, json *j) {
    put_frequencies("frequencies", nominal, j);
    put_frequencies("frequencies_found", found, j);
}

void rings_print_frequencies(const abut_bearing_frequencies *nominal, const abut_bearing_frequencies *found, FILE *to) {
    const struct {
        const char *name;
        const abut_bearing_frequencies *f;
    } line[] = {{"nominal", nominal}, {"found", found}};
    (void)fprintf(to, "  %-18s %12s %12s %12s %12s\n", "frequencies [Hz]", "cage (FTF)", "BPFO", "BPFI", "BSF");
    for (int i = 0; i < 2; i++)
        (void)fprintf(to, "  %-18s %12.6g %12.6g %12.6g %12.6g\n", line[i].name, line[i].f->ftf, line[i].f->bpfo,
                      line[i].f->bpfi, line[i].f->bsf);
}

/* ---- doubts ---- */
double rings_pressure(const watch *o) {
    abut_stat a, b;
    double most = watch_stat(o, "races.inner.p_max", &a) ? a.max : 0;
    return watch_stat(o, "races.outer.p_max", &b) ? fmax(most, b.max) : most;
}

void rings_doubts(const watch *o, const rings_limits *l, const watch_doubt_to *to) {
    char text[300];
    double p = rings_pressure(o);
    if (p > l->p_limit) {
        (void)snprintf(text, sizeof text,
                       "the greatest pressure, %.3g GPa, is above the limit of the races, %.1f GPa (ISO 76): they stay "
                       "dented",
                       p * 1e-9, l->p_limit * 1e-9);
        to->say(to->user, "pressure", "", text);
    }
    if (l->C0 > 0 && l->P0 > l->C0) {
        (void)snprintf(text, sizeof text, "the static equivalent load, %.4g N, is above the static rating C0, %.4g N",
                       l->P0, l->C0);
        to->say(to->user, "static_load", "rating.C0", text);
    }
    if (to->every > 0 && 0.5 / to->every < l->highest) {
        (void)snprintf(text, sizeof text,
                       "rows every %.3g s show frequencies up to %.4g Hz: too coarse for the spectrum of this bearing, "
                       "whose BPFI is %.4g Hz",
                       to->every, 0.5 / to->every, l->highest);
        to->say(to->user, "coarse_rows", "", text);
    }
}
