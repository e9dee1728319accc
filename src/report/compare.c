/* Two runs against each other: every dataset of one that the other has too, at the times that both have, objects by their names.
 *
 * The difference of two numbers counts in parts of the greatest size that numbers of their dataset have in the first run (of all
 * objects and all components: a velocity that rests in y is measured by what moves in x), so that noise about zero is no difference. What the
 * solver needed (the group `solver`) and pairs that come and go (`collisions`) are not compared. */
#include "compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "h5_source.h"

static const double same_time = 1e-9;                 /* times nearer than this part of the last one are one */
static const char quaternion[] = "bodies/quaternion"; /* q and -q are one orientation */
enum { PATH = 400 };

typedef struct pair { /* rows of both that go together */
    long a, b;
} pair;

typedef struct compare {
    h5_source a, b;
    pair *rows;
    long count;
    double *time; /* of the pairs */
    double rtol;
    abut_comparison *out;
    abut_status status;
    abut_message *message;
} compare;

static abut_status out_of_memory(abut_message *message) {
    return say(message, ABUT_NO_MEMORY, "out of memory for a comparison");
}

/* ---- all numbers of a dataset ---- */
static double *read_whole(const h5_source *s, const source_set *set, long rows) {
    const size_t most = (size_t)1 << 40;
    bool fits = (double)rows * (double)set->width < (double)most;
    double *numbers = fits ? source_got(s, malloc(((size_t)rows * set->width + 1) * sizeof *numbers)) : NULL;
    if (numbers && source_read_rows(set, 0, rows, H5T_NATIVE_DOUBLE, numbers)) return numbers;
    free(numbers);
    return NULL;
}

static double *read_times(const h5_source *s) {
    source_set set = {0};
    double *t = source_find(s, "time", &set) && set.width == 1 ? read_whole(s, &set, s->rows) : NULL;
    source_drop(&set);
    return t;
}

static void pair_rows(compare *c, const double *ta, const double *tb) {
    double last = fmax(fabs(ta[c->a.rows - 1]), fabs(tb[c->b.rows - 1]));
    for (long i = 0, k = 0; i < c->a.rows && k < c->b.rows;) {
        double d = ta[i] - tb[k];
        if (fabs(d) <= same_time * last) {
            c->time[c->count] = ta[i];
            c->rows[c->count++] = (pair){i++, k++};
        } else if (d < 0) {
            i++;
        } else {
            k++;
        }
    }
}

static abut_status find_rows(compare *c) {
    double *ta = read_times(&c->a), *tb = read_times(&c->b);
    long most = c->a.rows < c->b.rows ? c->a.rows : c->b.rows;
    c->rows = malloc(((size_t)most + 1) * sizeof *c->rows);
    c->time = malloc(((size_t)most + 1) * sizeof *c->time);
    abut_status status = !ta                    ? source_refuse(&c->a, "'time'", c->message)
                         : !tb                  ? source_refuse(&c->b, "'time'", c->message)
                         : !c->rows || !c->time ? out_of_memory(c->message)
                                                : ABUT_OK;
    if (!status) pair_rows(c, ta, tb);
    if (!status && c->count == 0)
        status = say(c->message, ABUT_INCONSISTENT, "the two runs have no row at the same time");
    free(ta);
    free(tb);
    c->out->rows_a = c->a.rows;
    c->out->rows_b = c->b.rows;
    c->out->rows = c->count;
    return status;
}

/* ---- objects ---- */
/* "bodies" of "bodies/position"; names of a group without objects are empty. */
static source_names names_of(const h5_source *s, const char *path) {
    char list[PATH];
    int length = (int)strlen(path);
    while (length > 0 && path[length - 1] != '/') length--;
    (void)snprintf(list, sizeof list, "%.*snames", length, path);
    return H5Lexists(s->file, list, H5P_DEFAULT) > 0 ? source_list(s, list) : (source_names){0};
}

static int find_name(const source_names *n, const char *name, int guess) {
    if (guess < n->count && !strcmp(n->name[guess], name)) return guess;
    for (int i = 0; i < n->count; i++)
        if (!strcmp(n->name[i], name)) return i;
    return -1;
}

static bool lack(compare *c, bool in_a, const char *what) {
    abut_comparison *o = c->out;
    char **more = realloc(o->only, ((size_t)o->only_count + 1) * sizeof *more);
    if (more) o->only = more;
    size_t size = strlen(what) + 40;
    char *text = more ? malloc(size) : NULL;
    if (!text) {
        c->status = out_of_memory(c->message);
        return false;
    }
    (void)snprintf(text, size, "only in the %s run: %s", in_a ? "first" : "second", what);
    o->only[o->only_count++] = text;
    return true;
}

/* ---- one dataset ---- */
typedef struct table {
    const char *path;
    source_set set_a, set_b;
    source_names names_a, names_b;
    double *a, *b; /* all numbers */
    bool own;      /* rows of its own, which are not times */
    long rows;
    int objects;
    size_t each; /* numbers of an object */
} table;

static double size_of(const double *numbers, size_t count) {
    double most = 0;
    for (size_t i = 0; i < count; i++)
        if (isfinite(numbers[i])) most = fmax(most, fabs(numbers[i]));
    return most;
}

static double difference(double x, double y) {
    if (isnan(x) && isnan(y)) return 0;
    return isnan(x) || isnan(y) ? INFINITY : x == y ? 0 : fabs(x - y);
}

/* Of all numbers of an object in a row the greatest; which one goes to *at. */
static double row_difference(const table *t, const double *x, const double *y, size_t *at) {
    double greatest[2] = {0};
    size_t where[2] = {0};
    int ways = !strcmp(t->path, quaternion) ? 2 : 1;
    for (int way = 0; way < ways; way++)
        for (size_t i = 0; i < t->each; i++) {
            double d = difference(x[i], way ? -y[i] : y[i]);
            if (d > greatest[way]) greatest[way] = d, where[way] = i;
        }
    int best = ways == 2 && greatest[1] < greatest[0];
    *at = where[best];
    return greatest[best];
}

static abut_status add_difference(compare *c, const abut_difference *d) {
    abut_comparison *o = c->out;
    abut_difference *more = realloc(o->difference, ((size_t)o->count + 1) * sizeof *more);
    if (!more) return out_of_memory(c->message);
    o->difference = more;
    more[o->count++] = *d;
    o->beyond += d->relative > c->rtol;
    return ABUT_OK;
}

/* Object i of the first is object k of the second. */
static void compare_object(compare *c, const table *t, int i, int k, double scale) {
    abut_difference most = {0};
    for (long r = 0; r < t->rows; r++) {
        long ra = t->own ? r : c->rows[r].a, rb = t->own ? r : c->rows[r].b;
        const double *x = t->a + (size_t)ra * t->set_a.width + (size_t)i * t->each;
        const double *y = t->b + (size_t)rb * t->set_b.width + (size_t)k * t->each;
        size_t at;
        double d = row_difference(t, x, y, &at);
        if (!(d > most.difference)) continue;
        most = (abut_difference){.component = (int)at, .t = t->own ? (double)NAN : c->time[r], .a = x[at], .b = y[at]};
        most.difference = d;
    }
    most.relative = most.difference > 0 ? (scale > 0 ? most.difference / scale : INFINITY) : 0;
    most.components = (int)t->each;
    (void)snprintf(most.path, sizeof most.path, "%s", t->path);
    (void)snprintf(most.object, sizeof most.object, "%s", t->names_a.count ? t->names_a.name[i] : "");
    char *unit = source_attribute(&c->a, t->path, "unit");
    (void)snprintf(most.unit, sizeof most.unit, "%s", unit ? unit : "");
    free(unit);
    c->status = add_difference(c, &most);
}

static bool lack_object(compare *c, const table *t, bool in_a, const char *name) {
    char what[PATH + 300];
    (void)snprintf(what, sizeof what, "%.300s of '%.200s'", t->path, name);
    return lack(c, in_a, what);
}

static void compare_objects(compare *c, const table *t) {
    double scale = size_of(t->a, (size_t)t->set_a.shape[0] * t->set_a.width);
    for (int i = 0; i < t->objects && !c->status; i++) {
        int k = t->names_a.count ? find_name(&t->names_b, t->names_a.name[i], i) : i;
        if (k >= 0)
            compare_object(c, t, i, k, scale);
        else
            (void)lack_object(c, t, true, t->names_a.name[i]);
    }
    for (int k = 0; k < t->names_b.count && !c->status; k++)
        if (find_name(&t->names_a, t->names_b.name[k], k) < 0) (void)lack_object(c, t, false, t->names_b.name[k]);
}

/* Numbers of an object must be as many. */
static bool alike(const compare *c, table *t) {
    if (!t->own) {
        t->names_a = names_of(&c->a, t->path);
        t->names_b = names_of(&c->b, t->path);
        bool named = t->set_a.rank > 1 && t->set_b.rank > 1 && (hsize_t)t->names_a.count == t->set_a.shape[1] &&
                     (hsize_t)t->names_b.count == t->set_b.shape[1];
        if (!named) t->names_a.count = t->names_b.count = 0;
    }
    int other = t->names_b.count ? t->names_b.count : 1;
    t->objects = t->names_a.count ? t->names_a.count : 1;
    t->each = t->set_a.width / (size_t)t->objects;
    t->rows = t->own ? (long)t->set_a.shape[0] : c->count;
    return t->each == t->set_b.width / (size_t)other && (!t->own || t->set_a.shape[0] == t->set_b.shape[0]);
}

static void compare_set(compare *c, const char *path) {
    table t = {.path = path, .own = !strncmp(path, "tables/", strlen("tables/"))};
    bool there = H5Lexists(c->b.file, path, H5P_DEFAULT) > 0;
    if (!source_find(&c->a, path, &t.set_a)) {
        c->status = source_refuse(&c->a, path, c->message);
    } else if (!there) {
        (void)lack(c, true, path);
    } else if (!source_find(&c->b, path, &t.set_b)) {
        c->status = source_refuse(&c->b, path, c->message);
    } else {
        int names_a, names_b;
        bool same = alike(c, &t);
        names_a = t.names_a.count, names_b = t.names_b.count;
        t.a = same ? read_whole(&c->a, &t.set_a, t.own ? (long)t.set_a.shape[0] : c->a.rows) : NULL;
        t.b = same ? read_whole(&c->b, &t.set_b, t.own ? (long)t.set_b.shape[0] : c->b.rows) : NULL;
        if (!same)
            (void)lack(c, true, path), (void)lack(c, false, path);
        else if (!t.a || !t.b)
            c->status = source_refuse(t.a ? &c->b : &c->a, path, c->message);
        else
            compare_objects(c, &t);
        t.names_a.count = names_a, t.names_b.count = names_b;
    }
    free(t.a);
    free(t.b);
    source_names_free(&t.names_a);
    source_names_free(&t.names_b);
    source_drop(&t.set_a);
    source_drop(&t.set_b);
}

/* ---- all of them ---- */
static bool is_left_out(const h5_source *s, const char *path) {
    static const char *const skipped[] = {"solver/", "collisions/"};
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof skipped / sizeof *skipped; i++)
        if (!strncmp(path, skipped[i], strlen(skipped[i]))) return true;
    if (!strcmp(path, "time") || (length >= 5 && !strcmp(path + length - 5, "names"))) return true;
    hid_t set = H5Dopen2(s->file, path, H5P_DEFAULT), type = set >= 0 ? H5Dget_type(set) : -1;
    bool text = set < 0 || (type >= 0 && H5Tget_class(type) == H5T_STRING); /* groups, too */
    if (type >= 0) (void)H5Tclose(type);
    if (set >= 0) (void)H5Dclose(set);
    return text;
}

static herr_t visit_a(hid_t file, const char *path, const H5L_info_t *info, void *user) {
    compare *c = user;
    (void)file, (void)info;
    if (strlen(path) < PATH - 10 && !is_left_out(&c->a, path)) compare_set(c, path);
    return c->status ? -1 : 0;
}

static herr_t visit_b(hid_t file, const char *path, const H5L_info_t *info, void *user) {
    compare *c = user;
    (void)file, (void)info;
    if (H5Lexists(c->a.file, path, H5P_DEFAULT) > 0 || is_left_out(&c->b, path)) return 0;
    return lack(c, false, path) ? 0 : -1;
}

static int by_relative(const void *x, const void *y) {
    const abut_difference *a = x, *b = y;
    int order = (a->relative < b->relative) - (a->relative > b->relative);
    return order ? order : strcmp(a->path, b->path) ? strcmp(a->path, b->path) : strcmp(a->object, b->object);
}

/* A group that is missing in one of them makes the library fail below it, which is no damage. */
static abut_status compare_files(compare *c) {
    abut_status status = find_rows(c);
    if (status) return status;
    bool seen = H5Lvisit(c->a.file, H5_INDEX_NAME, H5_ITER_INC, visit_a, c) >= 0;
    seen = seen && H5Lvisit(c->b.file, H5_INDEX_NAME, H5_ITER_INC, visit_b, c) >= 0;
    if (!seen && !c->status) c->status = source_refuse(&c->a, "it", c->message);
    if (!c->status && c->out->count)
        qsort(c->out->difference, (size_t)c->out->count, sizeof *c->out->difference, by_relative);
    return c->status;
}

abut_status compare_runs(const char *a, const char *b, double rtol, abut_comparison *out, abut_message *message) {
    compare c = {.rtol = rtol, .out = out, .message = message};
    *out = (abut_comparison){0};
    abut_status status = source_open(&c.a, a, message);
    if (!status) status = source_open(&c.b, b, message);
    if (!status && (c.a.rows < 1 || c.b.rows < 1))
        status = say(message, ABUT_BAD_VALUE, "'%.150s' is not the run of a model: only such are compared",
                     c.a.rows < 1 ? a : b);
    if (!status) status = compare_files(&c);
    source_close(&c.b);
    source_close(&c.a);
    free(c.rows);
    free(c.time);
    if (status) abut_comparison_free(out);
    return status;
}
