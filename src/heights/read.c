/* Reading of a height map: the file as bytes, its format, what all formats share. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/message.h"
#include "format.h"

static const heights_format *const formats[] = {&heights_gsf,     &heights_npy,     &heights_surfer_text,
                                                &heights_surfer6, &heights_surfer7, &heights_gwyddion_text,
                                                &heights_profile, &heights_text};
enum { FORMATS = sizeof formats / sizeof formats[0] };
static const size_t USUAL_MEMORY = (size_t)1 << 30;
static const double LEAST = 1e-15, MOST = 1e6; /* m: no surface is smaller or larger */
static const double NOTHING = 1e-30;           /* m: squares of such heights would underflow */

bool heights_begins(const heights_source *s, const char *text, size_t length) {
    return s->length >= length && memcmp(s->bytes, text, length) == 0;
}

static size_t memory_of(const heights_source *s) { return s->options->memory ? s->options->memory : USUAL_MEMORY; }

abut_status heights_room(const heights_source *s, uint64_t nx, uint64_t ny, uint64_t wanted, abut_heights *out) {
    double need = (double)nx * (double)ny * sizeof(double);
    if (nx < 2 || ny < 2)
        return say(s->message, ABUT_BAD_FILE, "the map has %.0f x %.0f heights: at least 2 x 2 are wanted", (double)nx,
                   (double)ny);
    if (need > (double)memory_of(s))
        return say(s->message, ABUT_BAD_FILE,
                   "the map has %.0f x %.0f heights, which need %.4g MB of memory; %.4g MB are allowed", (double)nx,
                   (double)ny, need / 1e6, (double)memory_of(s) / 1e6);
    if (s->length < wanted) return heights_cut(s, wanted);
    out->z = calloc((size_t)nx * (size_t)ny, sizeof *out->z);
    if (!out->z) return say(s->message, ABUT_NO_MEMORY, "out of memory");
    out->nx = (size_t)nx;
    out->ny = (size_t)ny;
    return ABUT_OK;
}

abut_status heights_cut(const heights_source *s, uint64_t wanted) {
    return say(s->message, ABUT_BAD_FILE, "the file is cut off: it has %zu bytes, and %.0f are needed", s->length,
               (double)wanted);
}

void heights_title(abut_heights *out, const char *text, size_t length) {
    size_t room = sizeof out->title - 1;
    while (length && (text[length - 1] == ' ' || text[length - 1] == '\r' || text[length - 1] == '\t')) length--;
    if (length > room) length = room;
    memcpy(out->title, text, length);
    out->title[length] = '\0';
    for (char *c = out->title; *c; c++)
        if ((unsigned char)*c < 32) *c = ' ';
}

/* A value that must be in the file or in the options, not in both. */
static abut_status one_of(const heights_source *s, const char *what, const char *key, double in_file, double option,
                          double *out) {
    bool there = !isnan(in_file), given = option != 0;
    if (there && given) return say_at(s->message, key, ABUT_BAD_VALUE, "%s: the file says it itself", what);
    if (!there && !given) return say_at(s->message, key, ABUT_MISSING, "%s: missing, the file does not say it", what);
    *out = there ? in_file : option;
    return ABUT_OK;
}

static abut_status good_size(const heights_source *s, const char *key, double l) {
    if (l >= LEAST && l <= MOST) return ABUT_OK;
    return say_at(s->message, key, ABUT_BAD_VALUE, "size of the map: must lie between %g and %g m, got %g m", LEAST,
                  MOST, l);
}

abut_status heights_measure(const heights_source *s, const heights_scale *scale, abut_heights *out, double *unit) {
    const abut_heights_options *o = s->options;
    double per = scale->length_unit;
    abut_status status = one_of(s, "unit of the heights", "height_unit", scale->height_unit, o->height_unit, unit);
    if (status) return status;
    if (!isnan(scale->lx)) {
        if (isnan(per) || o->length_unit != 0)
            status = one_of(s, "unit of the sizes", "length_unit", per, o->length_unit, &per);
        if (status) return status;
        if (o->lx != 0 || o->ly != 0)
            return say_at(s->message, "lx", ABUT_BAD_VALUE, "size of the map: the file says it itself");
        out->lx = scale->lx * per;
        out->ly = scale->ly * per;
    } else {
        if (o->lx == 0)
            return say_at(s->message, "lx", ABUT_MISSING, "size of the map: missing, the file does not say it");
        out->lx = o->lx;
        out->ly = o->ly != 0 ? o->ly : o->lx / (double)out->nx * (double)out->ny;
    }
    if (!(*unit > 0) || !isfinite(*unit))
        return say_at(s->message, "height_unit", ABUT_BAD_VALUE, "unit of the heights: must be positive, got %g m",
                      *unit);
    status = good_size(s, "lx", out->lx);
    return status ? status : good_size(s, "ly", out->ly);
}

abut_status heights_finish(const heights_source *s, double unit, abut_heights *out) {
    for (size_t k = 0; k < out->nx * out->ny; k++) {
        double z = out->z[k] * unit;
        if (!(fabs(z) <= MOST))
            return say(s->message, ABUT_BAD_FILE, "row %zu, column %zu: the height is %s", k / out->nx + 1,
                       k % out->nx + 1, isfinite(z) ? "beyond 1e6 m" : "not a finite number");
        out->z[k] = fabs(z) < NOTHING ? 0 : z;
    }
    out->generated = out->generated || s->options->generated;
    return ABUT_OK;
}

/* Sentences may hold bytes of the file. */
static void make_printable(abut_message *message) {
    for (char *c = message ? message->text : NULL; c && *c; c++)
        if ((unsigned char)*c < 32 || *c == 127) *c = '?';
}

abut_status abut_heights_parse(const void *bytes, size_t length, const abut_heights_options *options, abut_heights *out,
                               abut_message *message) {
    static const abut_heights_options none;
    heights_source s = {bytes, length, options ? options : &none, message};
    *out = (abut_heights){0};
    if (length == 0) return say(message, ABUT_BAD_FILE, "the file is empty");
    for (int i = 0; i < FORMATS; i++) {
        if (!formats[i]->is(&s)) continue;
        abut_status status = formats[i]->read(&s, out);
        (void)snprintf(out->format, sizeof out->format, "%s", formats[i]->name);
        if (!status) return ABUT_OK;
        abut_heights_destroy(out);
        make_printable(message);
        return status;
    }
    return say(message, ABUT_BAD_FILE,
               "the format of the file is not known: a text matrix, .gsf, .npy or .grd is wanted");
}

/* ---- the file ---- */
static unsigned char *take(int file, size_t length, abut_message *message) {
    unsigned char *bytes = malloc(length ? length : 1);
    size_t used = 0;
    if (!bytes) (void)say(message, ABUT_NO_MEMORY, "out of memory");
    while (bytes && used < length) {
        ssize_t got = read(file, bytes + used, length - used);
        if (got < 0 && errno == EINTR) continue;
        if (got > 0) {
            used += (size_t)got;
            continue;
        }
        (void)say(message, ABUT_BAD_FILE, "cannot be read: %s", got < 0 ? strerror(errno) : "it became shorter");
        free(bytes);
        bytes = NULL;
    }
    return bytes;
}

static int open_map(const char *path, struct stat *info, abut_message *message) {
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (file < 0 || fstat(file, info) != 0)
        (void)say(message, ABUT_BAD_FILE, "cannot be opened: %s", strerror(errno));
    else if (!S_ISREG(info->st_mode))
        (void)say(message, ABUT_BAD_FILE, "cannot be opened: it is not a file");
    else
        return file;
    if (file >= 0) (void)close(file);
    return -1;
}

abut_status abut_heights_read(const char *path, const abut_heights_options *options, abut_heights *out,
                              abut_message *message) {
    struct stat info;
    abut_message own = {0}, *m = message ? message : &own;
    *out = (abut_heights){0};
    int file = open_map(path, &info, m);
    if (file < 0) return ABUT_BAD_FILE;
    double room = 4.0 * (double)(options && options->memory ? options->memory : USUAL_MEMORY); /* text is longer */
    unsigned char *bytes = NULL;
    if ((double)info.st_size > room)
        (void)say(m, ABUT_BAD_FILE, "the file has %.4g MB; %.4g MB are allowed", (double)info.st_size / 1e6,
                  room / 1e6);
    else
        bytes = take(file, (size_t)info.st_size, m);
    (void)close(file);
    if (!bytes) return m->status;
    abut_status status = abut_heights_parse(bytes, (size_t)info.st_size, options, out, m);
    free(bytes);
    return status;
}
