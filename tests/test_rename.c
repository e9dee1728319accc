/* Every registered type under another name: nothing in the library knows one by its name.
 *
 * The tables of all types (machines, lubricants and methods of fitting among them) are copied with the prefix "zz_" before their
 * names into a registry that has nothing else; the examples with all their files are translated, read with it, and must give the same
 * numbers, meshes, page and schema, bit by bit but for the names. */
#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "abut/study.h"
#include "base/arena.h"
#include "film/film.h"
#include "integrate/integrate.h"
#include "model/model.h"
#include "multibody/joint.h"
#include "registry/registry.h"
#include "report/encode.h"
#include "report/mesh.h"
#include "report/run_source.h"
#include "result/recorder.h"
#include "study/method.h"
#include "study/study.h"
#include "support/owned.h"
#include "support/suite.h"
#include "world/world.h"

static const char PREFIX[] = "zz_";

/* ---- the registry ---- */
static const struct {
    const char *kind;
    size_t size;
} kinds[] = {
    {"surface", sizeof(abut_surface_type)}, {"normal", sizeof(abut_normal_type)},
    {"damping", sizeof(abut_damping_type)}, {"friction", sizeof(abut_friction_type)},
    {"film", sizeof(abut_film_type)},       {"track", sizeof(abut_track_type)},
    {"joint", sizeof(joint_type)},          {"function", sizeof(function_type)},
    {"force", sizeof(force_type)},          {"solver", sizeof(integrator_type)},
    {"machine", sizeof(machine_type)},      {"lubricant", sizeof(abut_oil_grade)},
    {"method", sizeof(fit_method)},
};

/* The registry does not own its types: they are kept here. */
static arena made;

static char *prefixed(const char *head, size_t length, const char *name) {
    char *out = arena_get(&made, length + strlen(PREFIX) + strlen(name) + 1);
    (void)sprintf(out, "%.*s%s%s", (int)length, head, PREFIX, name);
    return out;
}

/* Choices within a type may name one of another kind. */
static const abut_param_info *rename_params(const abut_param_info *params) {
    size_t n = 0;
    while (params && params[n].name) n++;
    if (!n) return params;
    abut_param_info *out = arena_bytes(&made, params, (n + 1) * sizeof *out);
    for (size_t i = 0; i < n; i++) {
        const char *colon = out[i].kind == ABUT_TYPE ? strchr(out[i].words, ':') : NULL;
        if (colon) out[i].words = prefixed(out[i].words, (size_t)(colon + 1 - out[i].words), colon + 1);
    }
    return out;
}

static size_t size_of(const abut_type *type) {
    size_t k = 0;
    while (k < sizeof kinds / sizeof kinds[0] && strcmp(kinds[k].kind, type->kind) != 0) k++;
    ck_assert_msg(k < sizeof kinds / sizeof kinds[0], "how large is the table of a %s?", type->kind);
    return kinds[k].size;
}

static abut_registry *renamed(void) {
    abut_registry *r = abut_registry_create(NULL);
    const abut_registry *all = abut_study_types();
    for (size_t i = 0; i < abut_registry_count(all); i++) {
        const abut_type *type = abut_registry_at(all, i);
        abut_type *copy = arena_bytes(&made, type, size_of(type));
        copy->name = prefixed("", 0, type->name);
        copy->params = rename_params(type->params);
        ck_assert_int_eq(abut_registry_add(r, copy, NULL), ABUT_OK);
    }
    return r;
}

/* ---- names in texts ---- */
static bool word_char(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

static bool is_type(const char *name, size_t length) {
    for (size_t i = 0; i < abut_registry_count(abut_study_types()); i++) {
        const char *known = abut_registry_at(abut_study_types(), i)->name;
        if (strlen(known) == length && !strncmp(known, name, length)) return true;
    }
    return false;
}

/* Keys whose value is a choice by name. */
static bool names_type(const char *text, const char *colon) {
    static const char *const keys[] = {"type", "shape", "normal", "friction", "damping", "track", "film", "grade"};
    const char *start = colon;
    while (start > text && word_char(start[-1])) start--;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strlen(keys[i]) == (size_t)(colon - start) && !strncmp(keys[i], start, strlen(keys[i]))) return true;
    return false;
}

static bool in_catalogue(const char *name, size_t length) {
    for (size_t i = 0; i < abut_catalogue_count(); i++) {
        const char *known = abut_catalogue_at(i).name;
        if (strlen(known) == length && !strncmp(known, name, length)) return true;
    }
    return false;
}

/* The model with the new names; *count: how many there are. */
static char *translate(const char *text, int *count) {
    char *out = malloc(3 * strlen(text) + 1), *to = out;
    for (const char *at = text; *at;) {
        *to++ = *at++;
        if (at[-1] != ' ' || at - text < 2 || at[-2] != ':') continue;
        size_t length = 0;
        while (word_char(at[length])) length++;
        if (length && at[length] != '.' && !(at[length] >= 'A' && at[length] <= 'Z') && at - text > 5 &&
            !strncmp(at - 5, "use: ", 5) &&
            in_catalogue(at, length)) { /* a translation of the catalogue; what is made by rule has the new names */
            to += sprintf(to, "%.*s.yaml", (int)length, at);
            at += length;
        } else if (length && names_type(text, at - 2) && is_type(at, length)) {
            to += sprintf(to, "%s", PREFIX);
            ++*count;
        }
    }
    *to = '\0';
    return out;
}

/* Takes the prefix away wherever it stands. */
static void restore(char *text) {
    char *to = text;
    for (const char *at = text; *at;) {
        if (!strncmp(at, PREFIX, strlen(PREFIX)))
            at += strlen(PREFIX);
        else
            *to++ = *at++;
    }
    *to = '\0';
}

/* ---- a model in both tongues ---- */
typedef struct twin {
    model m[2];
    char *text[2];
    abut_registry *types;
    char folder[40]; /* of the translation */
    int names;       /* that were translated */
} twin;

static void complain(const model_error *e, void *user) {
    (void)fprintf(stderr, "%s: %s\n", (const char *)user, e->text);
}

static char *read_text(const char *path) {
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s", path);
    char *text = calloc(1, 1 << 20);
    ck_assert(fread(text, 1, (1 << 20) - 1, file) > 0);
    (void)fclose(file);
    return text;
}

static void write_translation(twin *t, const char *name, const char *text) {
    char path[400];
    char *other = translate(text, &t->names);
    (void)snprintf(path, sizeof path, "%s/%s", t->folder, name);
    FILE *to = fopen(path, "w");
    ck_assert(to && fputs(other, to) >= 0 && !fclose(to));
    free(other);
}

static int no_point(const struct dirent *e) { return e->d_name[0] != '.'; }

/* All files of an example, and beside them the catalogue. */
static void translate_folder(twin *t, const char *folder) {
    struct dirent **list = NULL;
    char path[600], name[60];
    (void)snprintf(t->folder, sizeof t->folder, "/tmp/abut_rename_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(t->folder));
    int count = scandir(folder, &list, no_point, alphasort);
    for (int i = 0; i < count; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", folder, list[i]->d_name);
        char *text = read_text(path);
        write_translation(t, list[i]->d_name, text);
        free(text);
        free(list[i]);
    }
    free(list);
    for (size_t i = 0; i < abut_catalogue_count(); i++) {
        int before = t->names;
        (void)snprintf(name, sizeof name, "%s.yaml", abut_catalogue_at(i).name);
        write_translation(t, name, abut_catalogue_at(i).text);
        t->names = before;
    }
}

static void twin_read(twin *t, int which, const char *folder, const char *file) {
    char path[600];
    (void)snprintf(path, sizeof path, "%s/%s", folder, file);
    t->text[which] = read_text(path);
    ck_assert_msg(model_read_text_with(which ? t->types : NULL, path, t->text[which], strlen(t->text[which]), NULL, 0,
                                       complain, (void *)(which ? "renamed" : "as it is"), &t->m[which]) == 0,
                  "%s", path);
    ck_assert_int_eq(model_start(&t->m[which], complain, path), ABUT_OK);
}

static void twin_start(twin *t, const char *example) {
    char folder[400];
    *t = (twin){.types = renamed()};
    (void)snprintf(folder, sizeof folder, "%s/../../examples/%s", ABUT_TEST_DATA, example);
    translate_folder(t, folder);
    twin_read(t, 0, folder, "model.yaml");
    twin_read(t, 1, t->folder, "model.yaml");
}

static void remove_folder(const char *folder) {
    char command[100];
    (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

static void twin_end(twin *t) {
    for (int i = 0; i < 2; i++) {
        model_free(&t->m[i]);
        free(t->text[i]);
    }
    remove_folder(t->folder);
    abut_registry_destroy(t->types);
    arena_drop(&made);
}

static void expect_same(const twin *t, const char *path) {
    const abut_world *a = t->m[0].world, *b = t->m[1].world;
    abut_run_stats sa = abut_read_stats(a), sb = abut_read_stats(b);
    const char *solver = sb.solver;
    if (!strncmp(solver, PREFIX, strlen(PREFIX))) solver += strlen(PREFIX);
    ck_assert_str_eq(sa.solver, solver);
    ck_assert_msg(sa.steps == sb.steps && sa.rhs_evals == sb.rhs_evals, "%s: %ld steps, %ld renamed", path, sa.steps,
                  sb.steps);
    for (int id = 1; id <= abut_body_count(a); id++) {
        abut_body_state x = abut_read_body(a, (abut_body){id}), y = abut_read_body(b, (abut_body){id});
        const double *p = (const double *)&x, *q = (const double *)&y;
        for (size_t i = 0; i < sizeof x / sizeof(double); i++)
            ck_assert_msg(fabs(p[i] - q[i]) <= 1e-12 * fmax(1, fabs(p[i])), "%s: body %s: %.17g, renamed %.17g", path,
                          abut_body_name(a, (abut_body){id}), p[i], q[i]);
    }
    for (int id = 1; id <= abut_contact_count(a); id++) {
        abut_element_out x = {0}, y = {0};
        ck_assert_int_eq(abut_read_contact(a, (abut_contact){id}, &x), abut_read_contact(b, (abut_contact){id}, &y));
        ck_assert_msg(fabs(x.N - y.N) <= 1e-12 * fmax(1, x.N) && fabs(x.h - y.h) <= 1e-12, "%s: contact %s", path,
                      abut_contact_name(a, (abut_contact){id}));
    }
}

static bool same(const void *a, const void *b, size_t size) { return size == 0 || !memcmp(a, b, size); }

static void expect_same_meshes(const twin *t, const char *path) {
    for (int i = 1; i <= t->m[0].world->surfaces; i++) {
        mesh m[2] = {{0}, {0}};
        for (int k = 0; k < 2; k++) {
            const abut_world *w = t->m[k].world;
            mesh_box box = mesh_box_of_world(w);
            ck_assert_int_eq(mesh_of_world_surface(w, i, &box, NULL, 1, &m[k], NULL), ABUT_OK);
        }
        ck_assert_msg(m[0].points == m[1].points && m[0].triangles == m[1].triangles &&
                          same(m[0].point, m[1].point, 3 * (size_t)m[0].points * sizeof(float)) &&
                          same(m[0].triangle, m[1].triangle, 3 * (size_t)m[0].triangles * sizeof(unsigned)),
                      "%s: mesh of %s", path, t->m[0].world->surface[i].name);
        for (int k = 0; k < 2; k++) mesh_free(&m[k]);
    }
}

/* ---- all examples ---- */
static int by_number(const struct dirent *e) { return e->d_name[0] >= '0' && e->d_name[0] <= '9'; }

START_TEST(test_examples) {
    struct dirent **list = NULL;
    int count = scandir(ABUT_TEST_DATA "/../../examples", &list, by_number, alphasort);
    ck_assert_int_ge(count, 27);
    for (int i = 0; i < count; i++) {
        twin t;
        twin_start(&t, list[i]->d_name);
        double end = fmin(0.005, 0.02 * t.m[0].t_end);
        expect_same_meshes(&t, list[i]->d_name);
        for (int k = 0; k < 2; k++) ck_assert_int_eq(abut_advance(t.m[k].world, end), ABUT_OK);
        expect_same(&t, list[i]->d_name);
        twin_end(&t);
        free(list[i]);
    }
    free(list);
    printf("%d examples, kernel %s\n", count, abut_kernel_name());
}
END_TEST

/* ---- schema ---- */
START_TEST(test_schema) {
    char *text[2];
    size_t size[2];
    abut_registry *types = renamed();
    for (int i = 0; i < 2; i++) {
        FILE *to = open_memstream(&text[i], &size[i]);
        ck_assert_int_eq(model_write_schema(i ? types : NULL, to), 0);
        (void)fclose(to);
    }
    ck_assert_msg(strstr(text[1], "\"zz_sphere\"") && strstr(text[1], "choice.friction.zz_coulomb.number"),
                  "the schema has other names");
    restore(text[1]);
    ck_assert_str_eq(text[0], text[1]);
    free(text[0]);
    free(text[1]);
    abut_registry_destroy(types);
    arena_drop(&made);
}
END_TEST

/* ---- the page ---- */
static void record(const twin *t, int which, const char *folder) {
    abut_message message = {0};
    const model *m = &t->m[which];
    recorder_def def = {
        m->world, own(folder), {"page", "model.yaml", t->text[which], strlen(t->text[which]), NULL, 0}, 11, false};
    recorder *r = recorder_create(&def, &message);
    ck_assert_msg(r != NULL, "%s", message.text);
    for (int i = 0; i <= 10; i++) {
        ck_assert_int_eq(abut_advance(m->world, 1e-4 * i), ABUT_OK);
        ck_assert_int_eq(recorder_add(r, &message), ABUT_OK);
    }
    ck_assert_int_eq(recorder_finish(r, "done", &message), ABUT_OK);
}

static char *page(const twin *t, int which) {
    char folder[] = "/tmp/abut_rename_XXXXXX", *out = NULL;
    size_t size = 0;
    abut_message message = {0};
    run_source source;
    ck_assert_ptr_nonnull(mkdtemp(folder));
    record(t, which, folder);
    ck_assert_msg(!run_open(&source, which ? t->types : NULL, folder, 4e6, true, &message), "%s", message.text);
    ck_assert_msg(source.built, "%s", source.note);
    source.folder = "run";
    free(source.run_id); /* another one each time */
    source.run_id = NULL;
    FILE *to = open_memstream(&out, &size);
    json j = json_start(to);
    j.text = encode_text;
    ck_assert_msg(!run_put(&source, &j, &message), "%s", message.text);
    json_end(&j);
    (void)fclose(to);
    run_close(&source);
    remove_folder(folder);
    return out;
}

START_TEST(test_page) {
    static const char *const names[] = {"03_slide_to_roll", "09_andrews", "13_ball_bearing", "16_block_on_incline"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        twin t;
        twin_start(&t, names[i]);
        char *was = page(&t, 0), *is = page(&t, 1);
        restore(is);
        ck_assert_msg(!strcmp(was, is), "%s: another page", names[i]);
        free(was);
        free(is);
        twin_end(&t);
    }
}
END_TEST

/* ---- a study ---- */
static void note(const model_error *e, void *user) { (void)fprintf(stderr, "%s: %s\n", (const char *)user, e->text); }

/* The rubber ball with its methods under other names: the same parameters after the same number of runs. */
START_TEST(test_study) {
    twin t = {.types = renamed()};
    double value[2][2];
    const char *const example = ABUT_TEST_DATA "/../../examples/19_identify";
    translate_folder(&t, example);
    for (int i = 0; i < 2; i++) {
        char path[400];
        study s;
        fit_answer a;
        (void)snprintf(path, sizeof path, "%s/study.yaml", i ? t.folder : example);
        ck_assert_int_eq(study_read_with(i ? t.types : NULL, path, note, path, &s), 0);
        ck_assert_str_eq(s.options.method->type.name, i ? "zz_lm" : "lm");
        s.options.max_evaluations = 12;
        ck_assert_int_eq(fit_solve(&s.problem, &s.options, &a), ABUT_OK);
        for (int k = 0; k < 2; k++) value[i][k] = a.estimate[k].value;
        fit_free(&a);
        study_free(&s);
    }
    for (int k = 0; k < 2; k++) ck_assert_double_eq(value[0][k], value[1][k]);
    remove_folder(t.folder);
    abut_registry_destroy(t.types);
    arena_drop(&made);
}
END_TEST

/* No two tables of a kind do the same: a copy is of one type alone. */
START_TEST(test_tables) {
    const abut_registry *all = abut_study_types();
    for (size_t i = 0; i < abut_registry_count(all); i++)
        for (size_t k = 0; k < i; k++) {
            const abut_type *a = abut_registry_at(all, i), *b = abut_registry_at(all, k);
            ck_assert_msg(!registry_same(a, size_of(a), b), "%s %s and %s do the same", a->kind, a->name, b->name);
        }
}
END_TEST

/* ---- lists that grow ---- */
START_TEST(test_registry) {
    abut_message message = {0};
    abut_registry *r = abut_registry_create(abut_world_types()), *more = abut_registry_create(r);
    size_t count = abut_registry_count(abut_world_types());
    abut_friction_type mine = *(const abut_friction_type *)abut_registry_find(NULL, "friction", "coulomb");
    ck_assert_int_lt(abut_registry_add(r, &mine.type, &message), 0);
    ck_assert_str_eq(message.text, "there is already a friction law 'coulomb'");
    mine.type.name = "mine";
    ck_assert_int_eq(abut_registry_add(more, &mine.type, NULL), ABUT_OK);
    ck_assert_int_lt(abut_registry_add(more, &mine.type, NULL), 0);
    ck_assert_int_lt(abut_registry_add(more, &(abut_type){.kind = "friction"}, NULL), 0);
    ck_assert_uint_eq(abut_registry_count(r), count);
    ck_assert_uint_eq(abut_registry_count(more), count + 1);
    ck_assert_ptr_eq(abut_registry_at(more, count), &mine.type);
    ck_assert_ptr_eq(abut_registry_at(more, 0), abut_registry_at(NULL, 0));
    ck_assert_ptr_null(abut_registry_at(more, count + 1));
    ck_assert_ptr_eq(abut_registry_find(more, "friction", "mine"), &mine.type);
    ck_assert_ptr_null(abut_registry_find(r, "friction", "mine"));
    ck_assert_ptr_nonnull(abut_registry_find(more, "solver", "rodas"));
    ck_assert_ptr_null(abut_registry_find(NULL, "solver", "rodas")); /* the element knows nothing of the world */
    abut_element *e = NULL;
    abut_element_def def = {.a = {.shape = {.type = "plane"}, .material = ABUT_STEEL},
                            .b = {.shape = {"sphere", {{.name = "radius", .value = 0.01}}}, .material = ABUT_STEEL},
                            .law = {.friction = {"mine", {{.name = "mu", .value = 0.1}}}}};
    ck_assert_int_eq(abut_element_create(&def, &e, &message), ABUT_UNKNOWN_NAME);
    def.registry = more;
    ck_assert_int_eq(abut_element_create(&def, &e, &message), ABUT_OK);
    abut_element_destroy(e);
    abut_registry_destroy(more);
    abut_registry_destroy(r);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&test_registry, &test_tables, &test_examples,
                                              &test_schema,   &test_page,   &test_study};
    return suite_main("rename", all, sizeof all / sizeof *all);
}
