/* What every machine must do, whatever it is: the tests loop over the list of machines and work with their examples; none of them
 * is named here. An example begins with a line "# mirror AXIS: SETTING; SETTING": what makes the mirror image of it, in the
 * plane through the origin across that axis. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/machine.h"
#include "machine/watch.h"
#include "model/model.h"
#include "support/near.h"
#include "support/suite.h"
#include "world/world.h"

enum { SETTINGS = 8, TEXT = 1200 };

#define EACH_MACHINE(m)                                                                                                \
    for (size_t at_ = 0; at_ < SIZE_MAX; at_ = SIZE_MAX)                                                               \
        for (const machine_type *m; (m = machine_next(abut_world_types(), &at_));)

/* ---- examples ---- */
typedef struct complaints {
    int count;
    char first[TEXT];
    const char *wanted; /* what a line is to begin with, and */
    const char *key;    /* what is to stand in it */
    bool found;
} complaints;

static void listen(const model_error *error, void *user) {
    complaints *c = user;
    const char *line = error->text;
    if (!c->count++) (void)snprintf(c->first, sizeof c->first, "%s", line);
    if (c->wanted && !strncmp(line, c->wanted, strlen(c->wanted)) && strstr(line, c->key)) c->found = true;
}

static int read_example(const machine_type *type, const char *const *settings, int count, complaints *c, model *m) {
    return model_read_text("example", type->example, strlen(type->example), settings, count, listen, c, m);
}

/* Started with the settings "a=b; c=d"; whatever goes wrong fails. */
static model start_example(const machine_type *type, const char *settings, bool statics) {
    char text[TEXT];
    const char *each[SETTINGS];
    int count = 0;
    complaints c = {0};
    model m;
    (void)snprintf(text, sizeof text, "%s", settings ? settings : "");
    for (char *s = strtok(text, ";"); s && count < SETTINGS; s = strtok(NULL, ";")) each[count++] = s + strspn(s, " ");
    ck_assert_msg(!read_example(type, each, count, &c, &m), "%s: %s", type->type.name, c.first);
    m.solver.statics = statics;
    ck_assert_msg(!model_start(&m, listen, &c), "%s: %s", type->type.name, c.first);
    return m;
}

static abut_vec3 mirrored(abut_vec3 r, char axis) {
    return v3(axis == 'x' ? -r.x : r.x, axis == 'y' ? -r.y : r.y, axis == 'z' ? -r.z : r.z);
}

/* ---- the table ---- */
static void check_table(const machine_type *type, const key_table *table, const char *path) {
    for (const key_info *k = table->keys; k->name; k++) {
        char below[TEXT];
        (void)snprintf(below, sizeof below, "%s.%s", path, k->name);
        ck_assert_msg(k->meaning && *k->meaning, "%s: no meaning", below);
        ck_assert_msg(find_key(table, k->name) == k, "%s: twice", below);
        ck_assert_msg(k->kind != KEY_NUMBER || k->unit, "%s: no unit", below);
        ck_assert_msg(k->kind != KEY_WORD || (k->of && k->size <= sizeof(int)), "%s: no words", below);
        ck_assert_msg(k->offset + k->size <= type->def_size, "%s: beyond the definition", below);
        ck_assert_msg(k->required || k->preset || k->meaning, "%s: neither required nor with a default", below);
        if (k->keys) check_table(type, k->keys, below);
    }
}

START_TEST(tables) {
    EACH_MACHINE(m) {
        const machine_type *t = m;
        ck_assert_str_eq(t->type.kind, "machine");
        ck_assert_msg(t->type.summary && t->example && t->add && t->def_size, "%s", t->type.name);
        ck_assert_msg(find_key(t->keys, "name") && find_key(t->keys, "name")->kind == KEY_NAME, "%s: no name",
                      t->type.name);
        ck_assert_msg(!find_key(t->keys, "type"), "%s: the key type is not its own", t->type.name);
        check_table(t, t->keys, t->type.name);
    }
}
END_TEST

/* Every key of every machine stands in the schema, with what it means. */
START_TEST(schema) {
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);
    ck_assert_int_eq(model_write_schema(abut_world_types(), to), 0);
    (void)fclose(to);
    EACH_MACHINE(m) {
        char word[TEXT];
        (void)snprintf(word, sizeof word, "\"const\": \"%s\"", m->type.name);
        ck_assert_msg(strstr(text, word), "schema: no %s", word);
        for (const key_info *k = m->keys->keys; k->name; k++) {
            (void)snprintf(word, sizeof word, "\"description\": \"%s", k->meaning);
            ck_assert_msg(strstr(text, word), "schema: no %s of %s", k->name, m->type.name);
        }
    }
    free(text);
}
END_TEST

/* ---- refusals ---- */
static int refused;

/* The value, set at this path, is refused there. list: the key of a mapping in a list that stands at the path. */
static void refuses(const machine_type *type, const char *path, const key_info *k, bool list, const char *value) {
    char setting[TEXT], begin[TEXT + 8], key[80];
    if (list)
        (void)snprintf(setting, sizeof setting, "%s=[{%s: %s}, {%s: %s}]", path, k->name, value, k->name, value);
    else
        (void)snprintf(setting, sizeof setting, "%s.%s=%s", path, k->name, value);
    (void)snprintf(begin, sizeof begin, "--set %s:", setting);
    (void)snprintf(key, sizeof key, "%s", k->kind == KEY_CHOICE || k->kind == KEY_FILE ? "" : k->name);
    complaints c = {.wanted = begin, .key = key};
    model m;
    const char *const settings[] = {setting};
    int errors = read_example(type, settings, 1, &c, &m);
    if (!errors) model_free(&m);
    ck_assert_msg(errors && c.found, "%s: %s", setting, errors ? c.first : "is accepted");
    refused++;
}

static void refuse_range(const machine_type *type, const char *path, const key_info *k, bool list) {
    char value[64];
    const double step = k->kind == KEY_COUNT ? 1 : 0.5;
    if (k->low == 0 && k->high == 0) return;
    (void)snprintf(value, sizeof value, "%.17g", k->open ? k->low : k->low - step);
    refuses(type, path, k, list, value);
    (void)snprintf(value, sizeof value, "%.17g", 2 * k->high + 1);
    if (!isinf(k->high)) refuses(type, path, k, list, value);
}

/* Wrong type, wrong dimension, out of range. */
static void refuse_key(const machine_type *type, const char *path, const key_info *k, bool list) {
    static const char *const wrong[][3] = {
        [KEY_NUMBER] = {"[1, 2]", "{a: 1}", "many"},
        [KEY_COUNT] = {"1.5", "[1]", "1 kg"},
        [KEY_FLAG] = {"maybe", "[1]"},
        [KEY_TEXT] = {"{a: 1}"},
        [KEY_NAME] = {"{a: 1}", "a/b"},
        [KEY_VECTOR] = {"1", "[1, 2]", "[1 V, 0, 0]"},
        [KEY_INERTIA] = {"1", "[1, 2]", "[1, 1, 1 V]"},
        [KEY_ORIENTATION] = {"1", "[1, 2]"},
        [KEY_QUATERNION] = {"1", "[1, 2]"},
        [KEY_WORD] = {"no_such_word", "[1]"},
        [KEY_REFERENCE] = {"no_such_body", "[1]"},
        [KEY_PAIR] = {"[one]", "one", "[no_such_body, nor_this]"},
        [KEY_MATERIAL] = {"no_such_name", "[1]"},
        [KEY_CHOICE] = {"no_such_type", "[1]"},
        [KEY_MAP] = {"3", "[1]"},
        [KEY_LIST] = {"3", "{a: 1}"},
        [KEY_FILE] = {"no_such_file.csv"},
        [KEY_LAWS] = {"3", "[1]"},
    };
    for (int i = 0; i < (brief() ? 1 : 3) && wrong[k->kind][i]; i++) refuses(type, path, k, list, wrong[k->kind][i]);
    if (k->kind == KEY_NUMBER) refuses(type, path, k, list, "1 V");
    if (k->kind == KEY_NUMBER || k->kind == KEY_COUNT) refuse_range(type, path, k, list);
}

static void refuse_table(const machine_type *type, const key_table *table, const char *path, bool list) {
    static const key_info unknown = {"no_such_key", KEY_TEXT, .meaning = ""};
    refuses(type, path, &unknown, list, "1");
    for (const key_info *k = table->keys; k->name; k++) {
        char below[TEXT];
        if (!brief() || (k - table->keys) % 3 == 0) refuse_key(type, path, k, list);
        if (list || !k->keys || k->kind == KEY_FILE) continue;
        (void)snprintf(below, sizeof below, "%s.%s", path, k->name);
        refuse_table(type, k->keys, below, k->kind == KEY_LIST);
    }
}

START_TEST(bad_keys) {
    EACH_MACHINE(m) {
        int before = refused;
        refuse_table(m, m->keys, "machines.it", false);
        printf("%s: %d wrong values refused at their places\n", m->type.name, refused - before);
    }
}
END_TEST

/* What is required is missed. */
START_TEST(missing_keys) {
    EACH_MACHINE(m)
    for (const key_info *k = m->keys->keys; k->name; k++) {
        char text[4000], key[80];
        model got;
        complaints c = {0};
        if (!k->required || k->with || k->instead) continue;
        (void)snprintf(text, sizeof text, "%s", m->example);
        (void)snprintf(key, sizeof key, " %s: ", k->name);
        char *at = strstr(text, key);
        if (!strcmp(k->name, "name")) at = strstr(text, "name: it") - 1;
        ck_assert_msg(at, "%s: its example has no %s", m->type.name, k->name);
        at[1] = 'Z'; /* now it is another key */
        int errors = model_read_text("example", text, strlen(text), NULL, 0, listen, &c, &got);
        ck_assert_msg(errors > 0, "%s: without %s it is accepted", m->type.name, k->name);
    }
}
END_TEST

/* ---- runs ---- */
/* All columns at all output instants are finite, but for those that say that there is none (of films). */
START_TEST(finite_columns) {
    EACH_MACHINE(m) {
        model got = start_example(m, NULL, false);
        const world_machine *it = machine_at(got.world, abut_find_machine(got.world, "it"), m);
        ck_assert_ptr_nonnull(it);
        int n = watch_columns(it->watch);
        double *row = calloc((size_t)n, sizeof *row);
        for (double t = 0; t <= got.t_end; t += got.output_every) {
            ck_assert_msg(!abut_advance(got.world, t), "%s: %s", m->type.name, abut_world_message(got.world));
            watch_record(got.world, it->watch, row);
            for (int i = 0; i < n; i++) {
                const watch_column *c = watch_column_at(it->watch, i);
                bool may_miss = c->entry->stats & WATCH_ABOVE_0;
                ck_assert_msg(isfinite(row[i]) || (may_miss && isnan(row[i])), "%s: %s is %g at %g s", m->type.name,
                              c->name, row[i], t);
                ck_assert_msg(c->unit && c->meaning, "%s: %s", m->type.name, c->name);
            }
        }
        free(row);
        model_free(&got);
    }
}
END_TEST

/* Bodies of the model itself, those of the machine left out: the machine may number its parts otherwise in the mirror. */
static int own_bodies(const abut_world *w) {
    const world_machine *it = machine_at(w, abut_find_machine(w, "it"), NULL);
    return it->body - 1;
}

static double distance(abut_vec3 a, abut_vec3 b) { return v3_norm(v3_sub(a, b)); }

/* Both runs, with a setting (or NULL) up to a share of the end: how far one is off the mirror image of the other, relative to what
 * has moved. */
static double off_mirror(const machine_type *m, char axis, const char *image, const char *setting, double share) {
    char settings[TEXT];
    (void)snprintf(settings, sizeof settings, "%s%s%s", image, setting ? "; " : "", setting ? setting : "");
    model a = start_example(m, setting, false), b = start_example(m, settings, false);
    int last = own_bodies(a.world) > 0 ? own_bodies(a.world) : abut_body_count(a.world);
    double worst = 0, moved = 0;
    ck_assert(!abut_advance(a.world, share * a.t_end) && !abut_advance(b.world, share * b.t_end));
    for (int i = 1; i <= last; i++) {
        abut_body_state one = abut_read_body(a.world, (abut_body){i}), other = abut_read_body(b.world, (abut_body){i});
        moved = fmax(moved, distance(one.r, world_start_pose(a.world, i).r));
        worst = fmax(worst, distance(mirrored(one.r, axis), other.r));
    }
    model_free(&a);
    model_free(&b);
    printf("%s: mirrored to %.1e of %.3g m\n", m->type.name, worst / moved, moved);
    ck_assert_msg(moved > 0, "%s: nothing moves", m->type.name);
    return worst / moved;
}

/* The mirror image of the loads gives the mirror image of the motion. Both runs choose their own steps, so that rounding may part
 * them in time: up to 1e-5, the tolerance of the solver, at the end of the examples. They are held against each other half-way, and
 * with a smaller tolerance for as long as that is affordable. */
START_TEST(mirror) {
    if (brief()) return; /* accuracy alone: finite_columns runs the same */
    EACH_MACHINE(m) {
        const char *line = m->example, mark[] = "# mirror ";
        ck_assert_msg(!strncmp(line, mark, strlen(mark)), "%s: its example has no mirror", m->type.name);
        char axis = line[strlen(mark)], image[TEXT];
        line += strlen(mark) + 2;
        (void)snprintf(image, sizeof image, "%.*s", (int)strcspn(line, "\n"), line);
        double off = off_mirror(m, axis, image, NULL, 0.5);
        ck_assert_msg(off <= 1e-6, "%s: the mirror image is off by %g of the way", m->type.name, off);
        off = off_mirror(m, axis, image, "solver.rtol=1e-6", 0.02);
        ck_assert_msg(off <= 1e-9, "%s: soon the mirror image is off by %g of the way", m->type.name, off);
    }
}
END_TEST

/* Where a machine has a statics of its own: bodies stand in equilibrium where they are in the mean of a long run, to 2 % of what
 * the load moves them (statics leaves friction out, and the stiffness varies as rolling elements pass). */
START_TEST(statics_is_the_mean) {
    if (brief()) return; /* accuracy alone */
    EACH_MACHINE(m) {
        if (!m->rest) continue;
        model rest = start_example(m, NULL, true), run = start_example(m, "solver.rtol=1e-5", false);
        double residual;
        int iterations;
        ck_assert(!abut_static(rest.world, &residual, &iterations));
        for (int i = 1; i <= own_bodies(rest.world); i++) {
            abut_vec3 at = abut_read_body(rest.world, (abut_body){i}).r, mean = {0, 0, 0};
            double size = v3_norm(at); /* they are given at the origin */
            int count = 0;
            if (size == 0) continue;
            for (double t = run.output_from; t <= run.t_end; t += run.output_every, count++) {
                ck_assert(!abut_advance(run.world, t));
                mean = v3_add(mean, abut_read_body(run.world, (abut_body){i}).r);
            }
            double off = distance(v3_scale(1.0 / count, mean), at);
            printf("%s: mean of %d instants off by %.1e of %.3g m\n", m->type.name, count, off / size, size);
            ck_assert_msg(off <= 0.02 * size, "%s: mean off by %g of %g m", m->type.name, off, size);
        }
        model_free(&rest);
        model_free(&run);
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&tables,         &schema, &bad_keys,           &missing_keys,
                                              &finite_columns, &mirror, &statics_is_the_mean};
    return suite_main("machine_conformance", all, sizeof all / sizeof *all);
}
