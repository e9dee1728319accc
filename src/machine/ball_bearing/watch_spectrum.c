/* The spectra of reaction and displacement of a ball bearing and their lines: the frequencies of pure rolling and their
 * harmonics. */
#include <math.h>
#include <stdlib.h>

#include "watch.h"
#include "machine/shared/spectrum.h"

enum { HARMONICS = 4, HARMONICS_OF_PEAKS = 8, PEAKS = 10, FEWEST = 16 };
static const double smallest_peak = 1e-3; /* of the largest */

void machine_spectrum_free(machine_spectrum *s) {
    free(s->frequency);
    for (int i = 0; i < MACHINE_SPECTRA; i++) free(s->amplitude[i]);
    *s = (machine_spectrum){.count = 0};
}

bool bearing_spectrum(const void *self, machine_spectrum *out) {
    static const char *const name[CHANNELS] = {"fx", "fy", "fz", "dx", "dy", "dz"};
    const bearing_samples *s = &((const ball_bearing *)self)->log->samples;
    *out = (machine_spectrum){.spectra = CHANNELS};
    if (s->count < FEWEST || !(s->dt > 0)) return false;
    size_t n = spectrum_length((size_t)s->count), count = n / 2 + 1;
    out->count = (int)count;
    out->frequency = malloc(count * sizeof *out->frequency);
    bool good = out->frequency != NULL;
    for (size_t k = 0; good && k < count; k++) out->frequency[k] = (double)k / ((double)n * s->dt);
    for (int i = 0; good && i < CHANNELS; i++) {
        out->name[i] = name[i];
        out->unit[i] = i < CHANNELS / 2 ? "N" : "m";
        out->amplitude[i] = malloc(count * sizeof *out->amplitude[i]);
        good = out->amplitude[i] && spectrum_amplitudes(s->x + i, (size_t)s->count, CHANNELS, out->amplitude[i]);
    }
    if (!good) machine_spectrum_free(out);
    return good;
}

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
    const machine_spectrum *s;
    const double *size[2]; /* length of the vector of amplitudes: force, displacement */
} lines;

/* Slip and load move a line a little: it is looked for within this of its place. */
static double reach(const lines *l, double frequency) { return fmax(2 * l->resolution, 0.005 * frequency); }

/* The parts x, y, z at a peak. */
static void put_parts(const lines *l, int what, double bin, json *j) {
    size_t k = (size_t)fmin(fmax(0, bin + 0.5), l->s->count - 1);
    for (int i = 0; i < 3; i++) json_number(j, l->s->name[3 * what + i], l->s->amplitude[3 * what + i][k]);
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

static const char *note_of(const bearing_samples *s) {
    if (s->count < FEWEST) return "too few output instants for a spectrum";
    if (s->no_memory) return "out of memory for longer records: the spectrum is that of the first part";
    if (s->full) return "the record is full: the spectrum is that of the first 1048576 output instants";
    if (s->irregular)
        return "output instants are not equally spaced throughout: the spectrum is that of the first part";
    return NULL;
}

static double *combined(const machine_spectrum *s, int what) {
    double *all = malloc((size_t)s->count * sizeof *all), *const *a = s->amplitude + 3 * what;
    for (int k = 0; all && k < s->count; k++) all[k] = hypot(hypot(a[0][k], a[1][k]), a[2][k]);
    return all;
}

static void put_spectrum(const lines *l, const bearing_samples *r, json *j) {
    json_begin(j, "lines", '[');
    for (int i = 0; i < LINES; i++)
        for (int h = 1; l->base[i].frequency > 0 && h <= HARMONICS; h++) put_line(l, &l->base[i], h, j);
    json_end(j);
    for (int what = 0; what < 2; what++) put_peaks(l, what, (size_t)r->count, j);
}

void bearing_spectrum_json(const ball_bearing *b, const abut_bearing_frequencies *f, json *j) {
    const bearing_samples *r = &b->log->samples;
    machine_spectrum s;
    bool there = bearing_spectrum(b, &s);
    double *force = there ? combined(&s, 0) : NULL, *moved = there ? combined(&s, 1) : NULL;
    json_begin(j, "spectrum", '{');
    json_string(
        j, "of",
        "force of the balls on the inner ring (N) and displacement of the inner ring (m), axes of the outer ring");
    json_string(j, "window", "hann");
    json_number(j, "samples", r->count);
    json_number(j, "interval", r->dt);
    double resolution = r->count > 1 && r->dt > 0 ? 1 / (r->count * r->dt) : (double)NAN;
    json_number(j, "resolution", resolution);
    json_number(j, "highest", r->dt > 0 ? 0.5 / r->dt : (double)NAN); /* what lies above folds back */
    json_string(j, "note", note_of(r));
    if (force && moved) {
        const double shaft = fabs(b->log->column[COL_SPEED].sum / (double)b->log->rows) / (2 * 3.14159265358979323846);
        lines l = {{{"shaft", shaft}, {"ftf", f->ftf}, {"bpfo", f->bpfo}, {"bpfi", f->bpfi}, {"bsf", f->bsf}},
                   s.frequency[1],
                   resolution,
                   &s,
                   {force, moved}};
        put_spectrum(&l, r, j);
    }
    json_end(j);
    free(force);
    free(moved);
    machine_spectrum_free(&s);
}
