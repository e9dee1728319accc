/* The spectra of reaction and displacement of a ball bearing and their lines: the frequencies of pure rolling and their
 * harmonics. */
#include <math.h>
#include <stdlib.h>

#include "base/constants.h"
#include "base/plane.h"
#include "machine/shared/spectrum.h"
#include "watch.h"

enum { HARMONICS = 4, HARMONICS_OF_PEAKS = 8, PEAKS = 10 };
static const double smallest_peak = 1e-3; /* of the largest */

/* ---- lines ---- */
typedef struct line {
    const char *name;
    double frequency; /* Hz */
} line;
enum { LINES = 5 };

typedef struct lines {
    line base[LINES];
    double df;         /* Hz, of the grid */
    double resolution; /* Hz, 1/duration */
    const watch_spectrum *s;
    const double *size[2]; /* length of the vector of amplitudes: force, displacement */
} lines;

/* Slip and load move a line a little: it is looked for within this of its place. */
static double reach(const lines *l, double frequency) { return fmax(2 * l->resolution, 0.005 * frequency); }

/* The parts x, y, z at a peak. */
static void put_parts(const lines *l, int what, double bin, json *j) {
    size_t k = (size_t)fmin(fmax(0, bin + 0.5), l->s->count - 1);
    for (int i = 0; i < 3; i++) json_number(j, l->s->column[3 * what + i]->name, l->s->amplitude[3 * what + i][k]);
}

static void put_line(const lines *l, const line *base, int harmonic, json *j) {
    double f = harmonic * base->frequency;
    json_begin(j, NULL, '{');
    json_string(j, "line", base->name);
    json_number(j, "harmonic", harmonic);
    json_number(j, "frequency", f);
    static const char *const found[2] = {"found", "displacement_found"}, *const size[2] = {"amplitude", "displacement"};
    bool inside = f <= l->s->frequency[l->s->count - 1];
    for (int what = 0; inside && what < 2; what++) {
        spectrum_peak p = spectrum_near(l->size[what], (size_t)l->s->count, f / l->df, reach(l, f) / l->df);
        json_number(j, found[what], p.bin * l->df);
        json_number(j, size[what], p.amplitude);
        put_parts(l, what, p.bin, j);
    }
    json_end(j);
}

/* The line a peak belongs to: the nearest harmonic, if it is near; of two about as near the lower one (Z FTF is BPFO). */
static const line *line_at(const lines *l, double f, int *harmonic) {
    const line *best = NULL;
    double least = INFINITY;
    for (int i = 0; i < LINES; i++)
        for (int h = 1; h <= HARMONICS_OF_PEAKS; h++) {
            double off = fabs(h * l->base[i].frequency - f), cost = off + 0.5 * l->resolution * h;
            if (!(l->base[i].frequency > 0) || off > reach(l, f) || cost >= least) continue;
            best = &l->base[i], *harmonic = h, least = cost;
        }
    return best;
}

static void put_peaks(const lines *l, int what, size_t samples, json *j) {
    spectrum_peak peak[PEAKS];
    int found = spectrum_peaks(l->size[what], (size_t)l->s->count, samples, smallest_peak, peak, PEAKS);
    json_begin(j, what ? "displacement_peaks" : "peaks", '[');
    for (int i = 0; i < found; i++) {
        int harmonic = 0;
        double f = peak[i].bin * l->df;
        const line *at = line_at(l, f, &harmonic);
        json_begin(j, NULL, '{');
        json_number(j, "frequency", f);
        json_number(j, "amplitude", peak[i].amplitude);
        put_parts(l, what, peak[i].bin, j);
        json_string(j, "line", at ? at->name : NULL);
        json_number(j, "harmonic", at ? harmonic : (double)NAN);
        json_end(j);
    }
    json_end(j);
}

static double *combined(const watch_spectrum *s, int what) {
    double *all = malloc((size_t)s->count * sizeof *all), *const *a = s->amplitude + 3 * what;
    for (int k = 0; all && k < s->count; k++) all[k] = plane_length(plane_length(a[0][k], a[1][k]), a[2][k]);
    return all;
}

static void put_spectrum(const lines *l, json *j) {
    json_begin(j, "lines", '[');
    for (int i = 0; i < LINES; i++)
        for (int h = 1; l->base[i].frequency > 0 && h <= HARMONICS; h++) put_line(l, &l->base[i], h, j);
    json_end(j);
    for (int what = 0; what < 2; what++) put_peaks(l, what, (size_t)l->s->samples, j);
}

void bearing_spectrum_json(const watch *o, const ball_bearing *b, json *j) {
    watch_spectrum s;
    bool there = watch_spectrum_make(o, &s);
    double *force = there ? combined(&s, 0) : NULL, *moved = there ? combined(&s, 1) : NULL;
    j->no_memory = j->no_memory || s.no_memory || (there && !(force && moved));
    json_begin(j, "spectrum", '{');
    json_string(
        j, "of",
        "force of the balls on the inner ring (N) and displacement of the inner ring (m), axes of the outer ring");
    json_string(j, "window", "hann");
    json_number(j, "samples", s.samples);
    json_number(j, "interval", s.interval);
    double resolution = s.interval > 0 ? 1 / (s.samples * s.interval) : (double)NAN;
    json_number(j, "resolution", resolution);
    json_number(j, "highest", s.interval > 0 ? 0.5 / s.interval : (double)NAN); /* what lies above folds back */
    json_string(j, "note", s.note);
    if (force && moved) {
        abut_bearing_frequencies f = bearing_run_frequencies(o, b);
        const double shaft = fabs(watch_mean(o, "speed")) / TWO_PI;
        lines l = {{{"shaft", shaft}, {"ftf", f.ftf}, {"bpfo", f.bpfo}, {"bpfi", f.bpfi}, {"bsf", f.bsf}},
                   s.frequency[1],
                   resolution,
                   &s,
                   {force, moved}};
        put_spectrum(&l, j);
    }
    json_end(j);
    free(force);
    free(moved);
    watch_spectrum_free(&s);
}
