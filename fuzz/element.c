/* Fuzz target of the contact element: bytes -> a definition -> a story of states.
 *
 * Types and parameters come from the registry, so that a new type is covered by being registered: a choice starts from one
 * of its examples, whose values are then varied, replaced, doubled or misspelt. States lie mostly near touching: a place is
 * drawn, evaluated, and B is moved along the normal to a wanted depth. Now and then a number is a raw double.
 *
 * What must hold for every input is written as MUST(...); the definition is printed before the abort. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/extend.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void describe_and_abort(int line, const char *what);
#define MUST(condition)                                                                                                \
    do {                                                                                                               \
        if (!(condition)) describe_and_abort(__LINE__, #condition);                                                    \
    } while (0)

/* ---- bytes -------------------------------------------------------------------------------------------------------- */
typedef struct source {
    const uint8_t *at;
    size_t left;
    uint32_t tail; /* what follows the last byte: made from the first two, so that short inputs are whole stories too */
} source;

static source open_source(const uint8_t *data, size_t size) {
    source s = {data, size, 1};
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
    for (size_t i = 0; i < abut_registry_count(NULL); i++) count += !strcmp(abut_registry_at(NULL, i)->kind, kind);
    wanted = pick(s, count);
    for (size_t i = 0; i < abut_registry_count(NULL); i++)
        if (!strcmp(abut_registry_at(NULL, i)->kind, kind) && wanted-- == 0) return abut_registry_at(NULL, i);
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

static void make_surface(source *s, heap *h, abut_surface_def *out) {
    static const abut_material steel = ABUT_STEEL, rigid = ABUT_RIGID;
    make_choice(s, h, "surface", 0, &out->shape);
    out->material = byte(s) >= 200 ? rigid : steel;
    if (byte(s) % 2) out->material.E = number(s, 1e9), out->material.nu = offset(s, 0.45);
    if (byte(s) % 2) out->place = make_pose(s, 0.01);
}

static void make_def(source *s, heap *h, abut_element_def *out) {
    make_surface(s, h, &out->a);
    make_surface(s, h, &out->b);
    unsigned laws = byte(s);
    if (laws & 1) make_choice(s, h, "normal", 0, &out->law.normal);
    if (laws & 2) make_choice(s, h, "friction", 0, &out->law.friction);
    if (laws & 4) make_choice(s, h, "track", 0, &out->law.track);
}

/* ---- saying what went wrong ------------------------------------------------------------------------------------------ */
static const abut_element_def *current;
static const abut_element_in *current_in;
static const abut_element_out *current_out;
static bool current_line; /* of the element in work: a line contact */
static size_t states_of_current;

static void describe(const char *what, const abut_choice *c, int indent) {
    (void)fprintf(stderr, "%*s%s %.60s\n", indent, "", what, c->type ? c->type : "-");
    for (int i = 0; i < count_params(c); i++) {
        const abut_param *p = &c->params[i];
        (void)fprintf(stderr, "%*s  %.60s = %.17g %.60s\n", indent, "", p->name, p->value, p->text ? p->text : "");
        if (p->choice) describe("choice", p->choice, indent + 4);
        if (!strcmp(p->name, "pieces"))
            for (size_t k = 0; p->data && k < p->count; k++) {
                const abut_piece *piece = (const abut_piece *)p->data + k;
                const double *v = &piece->place.r.x;
                describe("piece", &piece->shape, indent + 4);
                (void)fprintf(stderr, "%*s ", indent + 4, "");
                for (int j = 0; j < 11; j++) (void)fprintf(stderr, " %.17g", v[j]);
                (void)fputc('\n', stderr);
            }
        else if (p->data && strcmp(p->name, "callback"))
            for (size_t k = 0; k < p->count; k++)
                (void)fprintf(stderr, "%s%.17g", k ? ", " : "    ", ((const double *)p->data)[k]);
        if (p->data) (void)fprintf(stderr, "    (%zu)\n", p->count);
    }
}

static void describe_and_abort(int line, const char *what) {
    (void)fprintf(stderr, "violated in line %d: %s\n", line, what);
    if (current) {
        const abut_surface_def *side[2] = {&current->a, &current->b};
        for (int i = 0; i < 2; i++) {
            const double *v = &side[i]->place.r.x;
            describe(i ? "b" : "a", &side[i]->shape, 0);
            (void)fprintf(stderr, "  E %.17g nu %.17g rigid %d place", side[i]->material.E, side[i]->material.nu,
                          side[i]->material.rigid);
            for (int j = 0; j < 7; j++) (void)fprintf(stderr, " %.17g", v[j]);
            (void)fputc('\n', stderr);
        }
        describe("normal", &current->law.normal, 0);
        describe("friction", &current->law.friction, 0);
        describe("track", &current->law.track, 0);
    }
    for (int i = 0; current_in && i < 26; i++)
        (void)fprintf(stderr, "%s%.17g",
                      i == 0    ? "a: "
                      : i == 7  ? "\nb: "
                      : i == 14 ? "\nva: "
                      : i == 20 ? "\nvb: "
                                : " ",
                      (&current_in->a.r.x)[i]);
    (void)fputc('\n', stderr);
    for (size_t i = 0; current_in && current_in->state && i < states_of_current; i++)
        (void)fprintf(stderr, "%s%.17g", i ? " " : "state: ", current_in->state[i]);
    for (const double *x = current_out ? &current_out->h : NULL; x && x < (const double *)&current_out->slice_load; x++)
        (void)fprintf(stderr, "%s%.9g", x == &current_out->h ? "\nout: " : " ", *x);
    for (size_t i = 0; current_out && current_out->jac && i < sizeof(abut_element_jac) / sizeof(double); i++)
        if (!isfinite((&current_out->jac->K[0][0])[i]))
            (void)fprintf(stderr, "\n%s[%zu][%zu] = %g", i < 144 ? "K" : "C", i % 144 / 12, i % 12,
                          (&current_out->jac->K[0][0])[i]);
    (void)fputc('\n', stderr);
    abort();
}

/* ---- what must hold -------------------------------------------------------------------------------------------------- */
static bool listed(abut_status status) {
    switch (status) {
#define X(name, value, text) case ABUT_##name:
        ABUT_STATUS_LIST(X)
#undef X
        return true;
    }
    return false;
}

static bool all_finite(const double *x, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i])) return false;
    return true;
}
static bool all_zero(const double *x, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (x[i] != 0) return false;
    return true;
}

/* The numbers of a result: from h to the powers and those of the film always, those of the frame only if wanted. The film has a
 * number of another kind among them. */
enum {
    ALWAYS = (offsetof(abut_element_out, film) - offsetof(abut_element_out, h)) / sizeof(double),
    FILM = sizeof(abut_film_state) / sizeof(double),
    OF_FRAME = (offsetof(abut_element_out, slice_load) - offsetof(abut_element_out, point_a)) / sizeof(double)
};
static const size_t regime_at = offsetof(abut_film_state, regime) / sizeof(double);

/* Copies the numbers of the result; how many. */
static size_t numbers(const abut_element_out *o, double to[ALWAYS + FILM + OF_FRAME]) {
    const double *film = &o->film.u_sum;
    memcpy(to, &o->h, ALWAYS * sizeof(double));
    for (size_t i = 0; i < FILM; i++) to[ALWAYS + i] = i == regime_at ? o->film.regime : film[i];
    memcpy(to + ALWAYS + FILM, &o->point_a, OF_FRAME * sizeof(double));
    return ALWAYS + FILM + (o->want_frame ? OF_FRAME : 0);
}
static bool numbers_finite(const abut_element_out *o) {
    double x[ALWAYS + FILM + OF_FRAME];
    return all_finite(x, numbers(o, x));
}
static bool same(const abut_element_out *a, const abut_element_out *b) {
    double x[ALWAYS + FILM + OF_FRAME], y[ALWAYS + FILM + OF_FRAME];
    size_t n = numbers(a, x);
    return a->touching == b->touching && a->mode == b->mode && numbers(b, y) == n && !memcmp(x, y, n * sizeof *x);
}
static bool no_film(const abut_element_out *o) {
    double x[ALWAYS + FILM + OF_FRAME];
    (void)numbers(o, x);
    return all_zero(x + ALWAYS, FILM);
}
static const size_t jac_numbers = sizeof(abut_element_jac) / sizeof(double);

static bool switched_on(const abut_choice *c, const char *name) {
    for (int i = 0; i < count_params(c); i++)
        if (!strcmp(c->params[i].name, name) && c->params[i].value != 0) return true;
    return false;
}
static bool may_pull(const abut_element_def *def) { return switched_on(&def->law.normal, "tension"); }

static double dot(abut_vec3 a, abut_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static void check_ok(const abut_element_out *o, size_t states) {
    MUST(numbers_finite(o));
    MUST(current->law.lubricant || no_film(o));
    MUST(o->film.regime >= 0 && o->film.regime < ABUT_FILM_REGIMES);
    MUST(!o->jac || all_finite(&o->jac->K[0][0], jac_numbers));
    MUST(!o->state_rate || all_finite(o->state_rate, states));
    MUST(o->N >= 0 || may_pull(current));
    MUST(o->on_a.force.x == -o->on_b.force.x && o->on_a.force.y == -o->on_b.force.y &&
         o->on_a.force.z == -o->on_b.force.z);
    MUST(o->touching == (o->N > 0 || o->h > 0));
    MUST(o->mode >= 0 && o->mode <= 2 && (o->mode > 0) == o->touching);
    MUST(o->P <= o->Q && o->a >= 0 && o->b >= 0 && o->p_max >= 0 && o->energy >= 0);
    MUST(current_line ? o->P == 0 : o->a >= o->b);
    MUST(fabs(dot(o->n, o->n) - 1) < 1e-6 && fabs(dot(o->t1, o->t1) - 1) < 1e-6 && fabs(dot(o->n, o->t1)) < 1e-6);
    MUST(fabs(dot(o->n, o->t2)) < 1e-6 && fabs(dot(o->t1, o->t2)) < 1e-6 && fabs(dot(o->t2, o->t2) - 1) < 1e-6);
}

static bool remembers(const abut_element_def *def) {
    const abut_type *type =
        def->law.friction.type ? abut_registry_find(NULL, "friction", def->law.friction.type) : NULL;
    return type && ((const abut_friction_type *)type)->commit;
}
static abut_vec3 minus(abut_vec3 a, abut_vec3 b) { return (abut_vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static abut_vec3 cross(abut_vec3 a, abut_vec3 b) {
    return (abut_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static double norm(abut_vec3 a) { return sqrt(dot(a, a)); }

/* Torques balance about any point; the power of the wrenches is what the normal force takes and friction loses, and friction gives
 * none unless it remembers and has stored it. To rounding, where the sizes that cancel are numbers at all. */
static void check_balance(const abut_element_in *in, const abut_element_out *o) {
    abut_vec3 arm = minus(in->b.r, in->a.r), moment = cross(arm, o->on_b.force);
    const abut_vec3 *ta = &o->on_a.torque, *tb = &o->on_b.torque;
    abut_vec3 left = {ta->x + tb->x + moment.x, ta->y + tb->y + moment.y, ta->z + tb->z + moment.z};
    double levers = norm(in->a.r) + norm(in->b.r) + norm(o->point);
    double size = norm(*ta) + norm(*tb) + norm(o->force) * levers;
    MUST(!(size < 1e150) || norm(left) <= 1e-10 * size + 1e-300);
    if (switched_on(&current->law.normal, "conservative")) return; /* a wrench that works on changing curvatures */
    double power =
        dot(o->on_a.force, in->va.v) + dot(*ta, in->va.w) + dot(o->on_b.force, in->vb.v) + dot(*tb, in->vb.w);
    double speeds = norm(in->va.v) + norm(in->vb.v) + levers * (norm(in->va.w) + norm(in->vb.w));
    double most = norm(o->force) * speeds + size * (norm(in->va.w) + norm(in->vb.w));
    MUST(!(most < 1e150) || fabs(power + o->N * o->hdot + o->loss_friction) <= 1e-9 * most + 1e-300);
    MUST(!(most < 1e150) || remembers(current) || o->loss_friction >= -1e-10 * most - 1e-300);
}

static void check_failed(const abut_element_out *o) {
    MUST(all_zero(&o->on_a.force.x, 12));
    MUST(all_zero(&o->force.x, 6) && o->N == 0 && !o->touching);
    MUST(!o->jac || all_zero(&o->jac->K[0][0], jac_numbers));
}

typedef struct story {
    abut_element *e;
    abut_element_in in;
    size_t states, memory;
    double *state;                 /* NULL if there are none */
    unsigned char *before, *after; /* memory of the element */
    unsigned char *saved;
    bool has_saved;
} story;

enum { DERIVATIVES = 1, RATES = 2, AGAIN = 4, FRAME_TOO = 8 };

/* full of NaN: whatever is not written shows */
static abut_element_out blank(unsigned how, abut_element_jac *jac, double *rate) {
    abut_element_out o = {.touching = true, .mode = 99, .want_frame = how & FRAME_TOO, .state_rate = rate};
    memset(&o.h, 0xff, offsetof(abut_element_out, slice_load) - offsetof(abut_element_out, h));
    if (how & DERIVATIVES) o.jac = memset(jac, 0xff, sizeof *jac);
    return o;
}

static abut_status check_eval(story *t, unsigned how, abut_element_out *first) {
    abut_element_jac jac[2];
    double *rate[2] = {NULL, NULL};
    for (int i = 0; i < 2 && how & RATES && t->states; i++) rate[i] = calloc(t->states, sizeof *rate[i]);
    *first = blank(how, &jac[0], rate[0]);
    current_in = &t->in;
    current_out = first;
    abut_element_get_memory(t->e, t->before);
    abut_status s = abut_element_eval(t->e, &t->in, first);
    abut_element_get_memory(t->e, t->after);
    MUST(!memcmp(t->before, t->after, t->memory));
    MUST(listed(s) && s >= 0);
    if (how & AGAIN) {
        abut_element_out second = blank(how, &jac[1], rate[1]);
        MUST(abut_element_eval(t->e, &t->in, &second) == s);
        MUST(s || same(first, &second));
        MUST(!second.jac || !memcmp(&jac[0], &jac[1], sizeof jac[0]));
        MUST(s || !rate[0] || !memcmp(rate[0], rate[1], t->states * sizeof(double)));
    }
    if (s)
        check_failed(first);
    else {
        check_ok(first, t->states);
        check_balance(&t->in, first);
    }
    free(rate[0]);
    free(rate[1]);
    current_out = NULL;
    return s;
}

/* ---- a story of states ------------------------------------------------------------------------------------------------ */
static void start(story *t) {
    current_in = &t->in;
    if (!t->states) return;
    abut_status s = abut_element_start(t->e, &t->in, t->state);
    MUST(listed(s) && s >= 0);
    MUST(s || all_finite(t->state, t->states));
    if (s) memset(t->state, 0, t->states * sizeof *t->state);
}

static void accept(story *t) {
    current_in = &t->in;
    abut_status s = abut_element_accept(t->e, &t->in);
    MUST(listed(s) && s >= 0);
}

/* B anywhere about A, then along the normal to a wanted depth. */
static void place(source *s, story *t) {
    abut_element_out o = {0};
    double depth = 0.01 * pow(10, -0.5 * pick(s, 24));
    if (byte(s) >= 192) depth = -depth;
    t->in.a = make_pose(s, 0.1);
    t->in.b = make_pose(s, 0.06);
    t->in.b.r.x += t->in.a.r.x;
    t->in.b.r.y += t->in.a.r.y;
    t->in.b.r.z += t->in.a.r.z;
    start(t);
    (void)abut_element_eval(t->e, &t->in, &o); /* too deep: h and n are known all the same */
    if (!(o.n.x * o.n.x + o.n.y * o.n.y + o.n.z * o.n.z > 0.5) || !isfinite(o.h)) return;
    t->in.b.r.x += (o.h - depth) * o.n.x;
    t->in.b.r.y += (o.h - depth) * o.n.y;
    t->in.b.r.z += (o.h - depth) * o.n.z;
    start(t);
    if (byte(s) % 4) accept(t); /* remembered points are quicker than a search */
}

static void set_twists(source *s, story *t) {
    double speed = pow(10, (double)pick(s, 7) - 4), turn = pow(10, (double)pick(s, 7) - 3), *v = &t->in.va.v.x;
    for (int i = 0; i < 12; i++) v[i] = offset(s, i / 3 % 2 ? turn : speed);
}

static void drift(source *s, story *t) {
    double dt = pow(10, -1.0 - pick(s, 8)), *r = &t->in.b.r.x;
    const double *v = &t->in.vb.v.x;
    for (int i = 0; i < 3; i++) r[i] += v[i] * dt;
    t->in.t += rare(s) ? raw(s) : dt;
}

static void go_back(story *t) {
    abut_element_out then, now;
    if (!t->has_saved) return;
    abut_element_set_memory(t->e, t->saved);
    abut_status s = check_eval(t, 0, &then);
    abut_element_forget(t->e);
    abut_element_set_memory(t->e, t->saved);
    MUST(check_eval(t, 0, &now) == s);
    MUST(s || same(&then, &now));
}

static void tell(source *s, story *t) {
    abut_element_out o;
    switch (pick(s, 10)) {
    case 0:
    case 1:
        place(s, t);
        break;
    case 2:
        set_twists(s, t);
        break;
    case 3:
        drift(s, t);
        break;
    case 4:
    case 5:
        accept(t);
        break;
    case 6:
        abut_element_forget(t->e);
        break;
    case 7:
        abut_element_get_memory(t->e, t->saved);
        t->has_saved = true;
        return;
    case 8:
        go_back(t);
        return;
    default: /* one number of the input, or of the state, is anything */
        if (t->states && byte(s) % 2)
            t->state[pick(s, t->states)] = raw(s);
        else
            (&t->in.a.r.x)[pick(s, 27)] = raw(s);
        break;
    }
    check_eval(t, byte(s), &o);
}

static void run(source *s, abut_element *e) {
    story t = {.e = e, .states = abut_element_states(e), .memory = abut_element_memory_size(e)};
    states_of_current = t.states;
    current_line = abut_element_slices(e) > 0;
    t.before = malloc(t.memory);
    t.after = malloc(t.memory);
    t.saved = malloc(t.memory);
    if (t.states) t.in.state = t.state = calloc(t.states, sizeof *t.state);
    if (!t.before || !t.after || !t.saved || (t.states && !t.state)) abort();
    place(s, &t);
    set_twists(s, &t);
    abut_element_out o;
    check_eval(&t, ~0U, &o);
    for (unsigned left = pick(s, 8); left; left--) tell(s, &t);
    free(t.before);
    free(t.after);
    free(t.saved);
    free(t.state);
    current_in = NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s = open_source(data, size);
    heap h = {.count = 0};
    abut_element_def def = {0};
    abut_element *e;
    abut_message message;
    memset(&message, 'x', sizeof message);
    make_def(&s, &h, &def);
    current = &def;
    bool silent = rare(&s);
    abut_status status = abut_element_create(&def, &e, silent ? NULL : &message);
    MUST(listed(status) && status <= 0);
    MUST(silent || memchr(message.text, '\0', sizeof message.text));
    MUST(silent || (status < 0) == (message.text[0] != '\0'));
    MUST((status == ABUT_OK) == (e != NULL));
    if (e) run(&s, e);
    abut_element_destroy(e);
    current = NULL;
    release(&h);
    return 0;
}
