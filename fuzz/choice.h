/* Bytes made into choices of types with parameters, for a fuzz target that includes this once: both come from the registry, by default that of
 * the element; a choice starts from one of its examples, whose values are varied, replaced, doubled or misspelt. */
#ifndef ABUT_FUZZ_CHOICE_H
#define ABUT_FUZZ_CHOICE_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/extend.h"
#include "abut/lubrication.h"

#ifndef FUZZ_REGISTRY
#define FUZZ_REGISTRY NULL /* that of the element */
#endif

/* ---- bytes -------------------------------------------------------------------------------------------------------- */
typedef struct source {
    const uint8_t *at;
    size_t left;
    uint32_t tail; /* what follows the last byte: made from the first two, so that short inputs are whole stories too */
    bool high;     /* the first byte is 128 or more */
} source;

static source open_source(const uint8_t *data, size_t size) {
    source s = {data, size, 1, size && data[0] >= 128};
    for (int i = 0; i < 2 && s.left; i++, s.left--) s.tail = s.tail << 8 | *s.at++;
    return s;
}
static unsigned byte(source *s) {
    if (s->left) {
        s->left--;
        return *s->at++;
    }
    s->tail = s->tail * 1664525U + 1013904223U;
    return s->tail >> 24;
}
static unsigned pick(source *s, size_t n) { return n ? byte(s) % (unsigned)n : 0; }
static bool rare(source *s) { return byte(s) >= 250; }

/* any double at all */
static double raw(source *s) {
    static const double special[] = {NAN,      INFINITY, -INFINITY, 0.0,    -0.0,   5e-324, -5e-324,
                                     2.2e-308, 1.79e308, -1.79e308, 1e300,  1e-300, 1e200,  -1e200,
                                     1e154,    1e-154,   1e100,     1e-100, 1e20,   1e-20,  -1.0,
                                     1.0,      0.5,      1e8,       1e-9,   -1e-9,  1e3,    1e-15};
    unsigned k = byte(s);
    if (k < 4 * sizeof special / sizeof special[0]) return special[k / 4];
    uint64_t bits = 0;
    double value;
    for (int i = 0; i < 8; i++) bits = bits << 8 | byte(s);
    memcpy(&value, &bits, sizeof value);
    return value;
}
/* in [-1, 1] */
static double unit(source *s) {
    unsigned high = byte(s);
    return ((int)(high << 8 | byte(s)) - 32768) / 32768.0;
}
/* of the order of `typical`, or raw */
static double number(source *s, double typical) {
    return rare(s) ? raw(s) : typical * exp2(((int)byte(s) - 128) / 48.0);
}
static double offset(source *s, double reach) { return rare(s) ? raw(s) : reach * unit(s); }

/* ---- what a definition points to: blocks of the exact size, so that reading past them is seen ----------------------- */
enum { BLOCKS = 96 };
typedef struct heap {
    void *blocks[BLOCKS];
    int count;
} heap;

static void *keep(heap *h, const void *from, size_t size) {
    if (h->count == BLOCKS) return NULL;
    void *block = malloc(size ? size : 1);
    if (!block) abort();
    if (from) memcpy(block, from, size);
    return h->blocks[h->count++] = block;
}
static const char *keep_text(heap *h, const char *text, size_t length) {
    char *copy = keep(h, NULL, length + 1);
    if (!copy) return "";
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}
static void release(heap *h) {
    while (h->count) free(h->blocks[--h->count]);
}

/* one letter wrong, one missing, or far too long */
static const char *misspell(source *s, heap *h, const char *name) {
    size_t length = strlen(name), at = pick(s, length + 1);
    if (rare(s)) {
        char *endless = keep(h, NULL, 5001);
        if (!endless) return "";
        memset(endless, 'x', 5000);
        endless[5000] = '\0';
        return endless;
    }
    char *copy = keep(h, name, length + 1);
    if (!copy) return "";
    if (byte(s) % 2)
        copy[at < length ? at : 0] = (char)(1 + pick(s, 255));
    else
        memmove(copy + at, copy + at + (at < length), length - at + (at >= length));
    return copy;
}

/* ---- a surface by callback ------------------------------------------------------------------------------------------ */
typedef struct blob { /* an ellipsoid about z; some are not defined everywhere */
    double radius, ratio;
    unsigned manner;
} blob;

static int blob_fn(abut_vec3 y, int order, double *f, double gradient[3], double hessian[6], double third[10],
                   void *user) {
    const blob *b = user;
    double k = b->ratio / b->radius;
    if (b->manner == 1 && y.z > 0.5 * b->radius) return 1;
    *f = 0.5 * ((y.x * y.x + y.y * y.y) / b->radius + k * y.z * y.z - b->radius);
    if (b->manner == 2 && y.x > 0.8 * b->radius) *f = NAN;
    gradient[0] = y.x / b->radius, gradient[1] = y.y / b->radius, gradient[2] = k * y.z;
    for (int i = 0; i < 6 && order > 1; i++) hessian[i] = i < 2 ? 1 / b->radius : i == 2 ? k : 0;
    for (int i = 0; i < 10 && order > 2; i++) third[i] = 0;
    return 0;
}

static abut_param make_callback(source *s, heap *h) {
    blob *b = keep(h, NULL, sizeof *b);
    abut_callback *c = keep(h, NULL, sizeof *c);
    if (!b || !c) return (abut_param){0};
    *b = (blob){number(s, 0.01), number(s, 1), pick(s, 3)};
    *c = (abut_callback){.fn = rare(s) ? NULL : blob_fn, .third = byte(s) % 2, .user = b};
    if (byte(s) % 4) c->bound = number(s, 4 * b->radius);
    if (c->bound > 0) c->bound = fmax(c->bound, b->radius * fmax(1, 1 / sqrt(b->ratio))); /* it is the caller's word */
    if (byte(s) % 2) c->size = number(s, b->radius);
    return (abut_param){.data = rare(s) ? NULL : c, .count = rare(s) ? pick(s, 3) % 2 : 1};
}

/* ---- choices --------------------------------------------------------------------------------------------------------- */
static void make_choice(source *s, heap *h, const char *kind, int depth, abut_choice *out);

static abut_pose make_pose(source *s, double reach) {
    abut_pose p = {.r = {offset(s, reach), offset(s, reach), offset(s, reach)}};
    if (byte(s) % 4) p.q = (abut_quat){offset(s, 1), offset(s, 1), offset(s, 1), offset(s, 1)};
    return p;
}

static abut_param make_pieces(source *s, heap *h, int depth) {
    size_t count = depth > 5 || rare(s) ? 0 : 1 + pick(s, depth > 1 ? 2 : 3);
    abut_piece *pieces = keep(h, NULL, count * sizeof *pieces);
    if (!pieces) return (abut_param){0};
    memset(pieces, 0, count * sizeof *pieces);
    for (size_t i = 0; i < count; i++) {
        make_choice(s, h, "surface", depth + 1, &pieces[i].shape);
        pieces[i].place = make_pose(s, 0.02);
        if (byte(s) % 2) {
            pieces[i].where_normal = (abut_vec3){offset(s, 1), offset(s, 1), offset(s, 1)};
            pieces[i].where_offset = offset(s, 0.02);
        }
    }
    return (abut_param){.data = pieces, .count = rare(s) ? 0 : count};
}

/* pairs of numbers as outlines come: round the origin, or along x */
static size_t make_outline(source *s, bool ring, double table[24]) {
    size_t points = 3 + pick(s, 10);
    double way = byte(s) % 4 ? 1 : -1, size = number(s, 0.02);
    for (size_t i = 0; i < points; i++) {
        double angle = way * 6.28318530717958648 * ((double)i + 0.3 * unit(s)) / (double)points;
        double r = size * (1 + 0.1 * unit(s));
        table[2 * i] = ring ? r * cos(angle) : size * (double)i;
        table[2 * i + 1] = ring ? r * sin(angle) : r;
    }
    return 2 * points;
}

static abut_param make_table(source *s, heap *h, const abut_param *typical) {
    double outline[24];
    abut_param drawn = {.data = outline};
    unsigned way = byte(s);
    if (way < 64) {
        drawn.count = make_outline(s, way < 32, outline);
        typical = &drawn;
    }
    if (!typical || !typical->data) return (abut_param){0};
    size_t count = typical->count;
    if (byte(s) >= 200) count = pick(s, count + 1);
    double *table = keep(h, typical->data, count * sizeof *table);
    for (unsigned changes = pick(s, 5); table && count && changes; changes--) {
        size_t i = pick(s, count);
        table[i] = byte(s) % 2 ? table[i] * (1 + 0.1 * unit(s)) : number(s, table[i]);
    }
    return (abut_param){.data = table, .count = table ? count : 0};
}

static abut_param make_nested(source *s, heap *h, const abut_param_info *info, int depth) {
    unsigned way = pick(s, 4);
    if (way == 0) return (abut_param){.value = number(s, 0.3)};
    char kind[24];
    (void)snprintf(kind, sizeof kind, "%.*s", (int)strcspn(info->words, ":"), info->words);
    abut_choice *choice = keep(h, NULL, sizeof *choice);
    if (!choice) return (abut_param){0};
    memset(choice, 0, sizeof *choice);
    make_choice(s, h, kind, depth + 1, choice);
    if (rare(s)) choice->type = NULL;
    return way == 1 ? (abut_param){.text = choice->type} : (abut_param){.choice = choice};
}

static abut_param make_word(source *s, heap *h, const char *words) {
    unsigned skip = pick(s, 4);
    while (skip-- && strchr(words, '|')) words = strchr(words, '|') + 1;
    const char *word = keep_text(h, words, strcspn(words, "|"));
    return (abut_param){.text = !rare(s) ? word : byte(s) % 2 ? misspell(s, h, word) : NULL};
}

static double make_number(source *s, const abut_param_info *info, const abut_param *typical) {
    double t = typical ? typical->value : info->preset;
    bool range = isfinite(info->low) && isfinite(info->high);
    if (!(fabs(t) > 0)) t = range ? 0.5 * (info->low + info->high) : 0.1;
    if (range && byte(s) >= 192) return info->low + 0.5 * (1 + unit(s)) * (info->high - info->low);
    return info->unit && !strcmp(info->name, "strips") ? 2 * round(0.5 * number(s, t)) : number(s, t);
}

static abut_param make_param(source *s, heap *h, const abut_param_info *info, const abut_param *typical, int depth) {
    switch (info->kind) {
    case ABUT_NUMBER:
        return (abut_param){.value = make_number(s, info, typical)};
    case ABUT_FLAG:
        return (abut_param){.value = rare(s) ? raw(s) : byte(s) % 2};
    case ABUT_WORD:
        return make_word(s, h, info->words);
    case ABUT_TYPE:
        return make_nested(s, h, info, depth);
    case ABUT_TABLE:
        return make_table(s, h, typical);
    case ABUT_FILE: /* the bytes of a typical one */
        return typical ? *typical : (abut_param){0};
    case ABUT_OBJECT:
    case ABUT_PIECES:
        if (!strcmp(info->name, "pieces") && byte(s) % 4) return make_pieces(s, h, depth);
        if (!strcmp(info->name, "callback") && byte(s) % 4) return make_callback(s, h);
        return typical ? *typical : (abut_param){0};
    }
    return (abut_param){0};
}

static const abut_type *pick_type(source *s, const char *kind) {
    unsigned count = 0, wanted;
    for (size_t i = 0; i < abut_registry_count(FUZZ_REGISTRY); i++)
        count += !strcmp(abut_registry_at(FUZZ_REGISTRY, i)->kind, kind);
    wanted = pick(s, count);
    for (size_t i = 0; i < abut_registry_count(FUZZ_REGISTRY); i++)
        if (!strcmp(abut_registry_at(FUZZ_REGISTRY, i)->kind, kind) && wanted-- == 0)
            return abut_registry_at(FUZZ_REGISTRY, i);
    return NULL;
}

static const abut_param_info *info_of(const abut_type *type, const char *name) {
    for (const abut_param_info *p = type->params; p && p->name; p++)
        if (!strcmp(p->name, name)) return p;
    return NULL;
}

static int count_params(const abut_choice *c) {
    int n = 0;
    while (n < ABUT_MAX_PARAMS && c->params[n].name) n++;
    return n;
}

static void make_choice(source *s, heap *h, const char *kind, int depth, abut_choice *out) {
    const abut_type *type = pick_type(s, kind);
    if (!type) return;
    size_t examples = 0, infos = 0;
    while (type->examples[examples].type) examples++;
    while (type->params && type->params[infos].name) infos++;
    *out = type->examples[pick(s, examples)];
    int n = count_params(out);
    for (int i = 0; i < n; i++) {
        const abut_param typical = out->params[i];
        out->params[i] = make_param(s, h, info_of(type, typical.name), &typical, depth);
        out->params[i].name = typical.name;
    }
    for (unsigned more = infos ? pick(s, 4) : 0; more && n < ABUT_MAX_PARAMS; more--) {
        const abut_param_info *info = &type->params[pick(s, infos)];
        bool there = false;
        for (int i = 0; i < n; i++) there |= !strcmp(out->params[i].name, info->name);
        if (there && !rare(s)) continue; /* given twice: only now and then */
        out->params[n] = make_param(s, h, info, NULL, depth);
        out->params[n++].name = info->name;
    }
    if (!rare(s)) return;
    switch (pick(s, 4)) {
    case 0:
        out->type = misspell(s, h, out->type);
        break;
    case 1:
        if (n) out->params[n - 1].name = misspell(s, h, out->params[n - 1].name);
        break;
    case 2:
        if (n) out->params[n - 1] = (abut_param){0};
        break;
    default:
        out->type = NULL;
        break;
    }
}

/* ---- oil and roughness ---- */
static inline abut_lubricant make_oil(source *s) {
    unsigned way = byte(s);
    abut_lubricant o = {.eta0 = number(s, 0.02), .alpha = number(s, 2e-8)};
    o.viscosity = way & 1 ? ABUT_BARUS : ABUT_ROELANDS;
    o.shear = (abut_shear_law)(way / 2 % 3);
    if (way & 8) o.tau0 = number(s, 5e6);
    if (o.shear == ABUT_CARREAU) o.G = number(s, 1e6), o.n = 0.5 + offset(s, 0.5);
    if (way & 16) o.limit_slope = number(s, 0.05);
    if (way & 32) o.tau_min = number(s, 1e6);
    if (way & 64) o.beta = number(s, 0.03);
    if (way & 128) o.conductivity = number(s, 0.14), o.density = number(s, 870);
    return o;
}

/* Of asperities, or by the table of a map: some rows of one that falls. */
static inline abut_roughness make_roughness(source *s, heap *h) {
    if (byte(s) % 4) return (abut_roughness){number(s, 2e-7), number(s, 1e-5), number(s, 1e10), NULL};
    static const abut_rough_row rows[] = {{1e-8, 0.05, 0.3, 0},
                                          {1e-7, 0.02, 0.12, 0},
                                          {4e-7, 3e-3, 0.02, 0},
                                          {8e-7, 1e-4, 8e-4, 0},
                                          {1.2e-6, 1e-6, 1e-5, 0}};
    abut_rough_table t = {.sigma = 3e-7, .first_touch = 1.5e-6, .count = sizeof rows / sizeof *rows};
    memcpy(t.row, rows, sizeof rows);
    abut_rough_table *table = abut_rough_table_make(&t, 0, NULL) ? NULL : keep(h, &t, sizeof t);
    return (abut_roughness){.sigma = t.sigma, .table = table};
}

#endif
