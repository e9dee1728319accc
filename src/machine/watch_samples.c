/* Rows of a machine for its spectrum. A spectrum needs equally spaced rows: it is that of the output instants, not of the steps. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/archive.h"
#include "machine/shared/spectrum.h"
#include "watch_inside.h"

enum { LIMIT = 1 << 20, FEWEST = 16 };

static bool grow(watch_samples *s) {
    if (s->count < s->room) return true;
    int room = s->room ? 2 * s->room : 1024;
    double *x = realloc(s->x, (size_t)room * (size_t)s->channels * sizeof *x);
    s->no_memory = !x;
    if (!x) return false;
    s->x = x;
    s->room = room;
    return true;
}

/* An instant between the regular ones (the end of the run) is left out; a missing one ends the record. */
void watch_sample(watch *o, double t, const double *row) {
    watch_samples *s = &o->samples;
    if (!s->channels || s->irregular || s->no_memory || s->full) return;
    if (s->count == 0) s->t0 = t;
    if (s->count == 1) s->dt = t - s->t0;
    double due = s->t0 + s->count * s->dt, slack = 1e-4 * s->dt + 1e-12 * fabs(t);
    if (s->count > 1 && t < due - slack) return;
    s->irregular = s->count > 1 && t > due + slack;
    s->full = s->count == LIMIT;
    if (s->irregular || s->full || !grow(s)) return;
    double *to = s->x + (size_t)s->count++ * (size_t)s->channels;
    for (int i = 0; i < s->channels; i++) to[i] = row[s->column[i]];
}

void samples_archive(watch_samples *s, archive *a) {
    int count = s->count;
    archive_part(a, "samples", (size_t)s->channels);
    archive_int(a, &count, 0, LIMIT);
    archive_doubles(a, &s->t0, 1);
    archive_doubles(a, &s->dt, 1);
    archive_flag(a, &s->full);
    archive_flag(a, &s->irregular);
    archive_flag(a, &s->no_memory);
    for (s->count = 0; s->count < count && s->channels && !a->bad; s->count++) {
        if (a->loading && !grow(s)) a->bad = true;
        if (!a->bad) archive_doubles(a, s->x + (size_t)s->count * (size_t)s->channels, (size_t)s->channels);
    }
}

static const char *note_of(const watch_samples *s) {
    if (s->count < FEWEST) return "too few output instants for a spectrum";
    if (s->no_memory) return "out of memory for longer records: the spectrum is that of the first part";
    if (s->full) return "the record is full: the spectrum is that of the first 1048576 output instants";
    if (s->irregular)
        return "output instants are not equally spaced throughout: the spectrum is that of the first part";
    return NULL;
}

bool watch_spectrum_make(const watch *o, watch_spectrum *out) {
    const watch_samples *s = &o->samples;
    *out = (watch_spectrum){.spectra = s->channels,
                            .samples = s->count,
                            .interval = s->count > 1 ? s->dt : 0,
                            .note = note_of(s),
                            .no_memory = s->no_memory};
    if (!s->channels || s->count < FEWEST || !(s->dt > 0)) return false;
    size_t n = spectrum_length((size_t)s->count), count = n / 2 + 1;
    out->count = (int)count;
    out->frequency = malloc(count * sizeof *out->frequency);
    bool good = out->frequency != NULL;
    for (size_t k = 0; good && k < count; k++) out->frequency[k] = (double)k / ((double)n * s->dt);
    for (int i = 0; good && i < s->channels; i++) {
        out->column[i] = &o->column[s->column[i]];
        out->amplitude[i] = malloc(count * sizeof *out->amplitude[i]);
        good = out->amplitude[i] &&
               spectrum_amplitudes(s->x + i, (size_t)s->count, (size_t)s->channels, out->amplitude[i]);
    }
    if (!good) watch_spectrum_free(out);
    out->no_memory = !good || s->no_memory;
    return good;
}

void watch_spectrum_free(watch_spectrum *s) {
    free(s->frequency);
    s->frequency = NULL;
    for (int i = 0; i < WATCH_SPECTRA; i++) {
        free(s->amplitude[i]);
        s->amplitude[i] = NULL;
    }
    s->count = 0;
}
