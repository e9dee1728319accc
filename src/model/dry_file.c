/* Reading the file of `abut dry`: a window, a gap, materials and loads. */
#include "dry_file.h"

#include <stdlib.h>
#include <string.h>

#include "reader.h"
#include "sections.h"

static void read_grid(reader *r, const node *n, abut_field_grid *out) {
    dry_grid_keys k = {0};
    if (!need_map(r, n, "grid") || read_keys(r, n, &keys_of_dry_grid, NULL, &k)) return;
    *out = (abut_field_grid){k.nx, k.ny, k.lx, k.ly, k.periodic};
}

static void read_bodies(reader *r, const node *n, abut_field_def *out) {
    dry_materials_keys k = {0};
    out->a = out->b = (abut_material)ABUT_STEEL;
    if (!n || !need_map(r, n, "materials") || read_keys(r, n, &keys_of_dry_materials, NULL, &k)) return;
    (void)refer_material(r, k.a, "a", &out->a);
    (void)refer_material(r, k.b, "b", &out->b);
}

/* Exactly one of approach, force and loads. */
static void read_loads(reader *r, const node *root, const dry_keys *k, abut_dry_content *out) {
    static const char *const ways[] = {"approach", "force", "loads"};
    const node *given[3], *last = NULL;
    int count = 0;
    for (int i = 0; i < 3; i++)
        if ((given[i] = node_get(root, ways[i]))) last = given[i], count++;
    if (count != 1) {
        error_on(r, last ? last : root, "give one of approach, force and loads%s", count ? ", not several" : "");
        return;
    }
    bool list = given[2] && given[2]->kind == NODE_LIST;
    if (given[2] && (!list || given[2]->count == 0)) {
        error_on(r, given[2], "loads: expected a list of forces, got %s",
                 list ? "an empty one" : node_phrase(given[2]));
        return;
    }
    int n = given[2] ? (int)given[2]->count : 1;
    abut_field_load *loads = arena_get(&r->memory, (size_t)n * sizeof *loads), common = {.by_force = !given[0]};
    if (k->tilt) (void)read_numbers(r, k->tilt, "tilt", "rad", 2, common.tilt);
    if (k->moment) (void)read_numbers(r, k->moment, "moment", "N m", 2, common.moment);
    common.by_moment[0] = common.by_moment[1] = k->moment != NULL;
    for (int i = 0; i < n; i++) {
        loads[i] = common;
        loads[i].approach = k->approach, loads[i].force = k->force;
        if (given[2]) (void)read_ranged(r, given[2]->items[i], "loads", "N", 0, 1e30, OPEN_ENDS, &loads[i].force);
    }
    out->load = loads, out->loads = n, out->sweep = given[2] != NULL;
}

static void read_root(reader *r, const node *root, abut_dry_content *out) {
    dry_keys k = {0};
    r->root = root;
    if (!need_map(r, root, "file")) return;
    (void)read_keys(r, root, &keys_of_dry, NULL, &k);
    if (k.tilt && k.moment) error_on(r, k.moment, "moment: tilt is given already; it is one or the other");
    if (k.materials && node_get(root, "E_star"))
        error_on(r, node_get(root, "E_star"), "E_star: materials are given already; it is one or the other");
    abut_field_def *f = &out->field;
    out->title = k.title;
    f->registry = r->registry;
    f->E_star = k.E_star;
    f->hardness = k.hardness;
    if (k.grid) read_grid(r, k.grid, &f->grid);
    read_bodies(r, k.materials, f);
    if (k.gap) (void)read_choice(r, k.gap, "gap", "gap", NULL, &f->gap);
    if (k.solver) (void)read_choice(r, k.solver, "solver", "dry_solver", NULL, &f->solver);
    read_loads(r, root, &k, out);
    for (int i = 0; i < 2; i++) {
        const node *n = i ? k.subsurface : k.friction;
        if (n && k.E_star > 0) error_on(r, n, "%s needs materials instead of E_star", i ? "subsurface" : "friction");
    }
    if (k.friction) out->friction = read_dry_friction(r, k.friction);
    if (k.subsurface) out->subsurface = read_dry_subsurface(r, k.subsurface);
}

int dry_file_read(const abut_registry *registry, const char *path, model_report_fn *report, void *user, dry_file *out) {
    abut_message why = {0};
    size_t length = 0;
    *out = (dry_file){0};
    char *text = read_whole_file(path, false, &length, &why);
    if (!text && why.status == ABUT_NO_MEMORY) return report_no_memory(path, report, user);
    if (!text) return report_file(path, why.text, report, user);
    int errors = dry_file_read_given(registry, NULL, path, text, length, report, user, out);
    free(text);
    return errors;
}

int dry_file_read_given(const abut_registry *registry, const model_files *given, const char *path, const char *text,
                        size_t length, model_report_fn *report, void *user, dry_file *out) {
    *out = (dry_file){0};
    reader *r = reader_open();
    if (!r || setjmp(r->no_memory)) {
        if (r) reader_close(r);
        *out = (dry_file){0};
        return report_no_memory(path, report, user);
    }
    r->registry = registry;
    r->given = given;
    char *name = arena_copy(&r->memory, path, strlen(path));
    reader_base(r, name);
    int file = reader_file(r, name);
    const node *root = parse_text(r, file, text, length, 0);
    if (!root && !r->errors) error_at(r, (place){file, 1, 1}, "the file is empty");
    if (root) read_root(r, root, &out->content);
    out->path = name, out->length = length;
    out->text = arena_copy(&r->memory, text, length);
    out->own = r;
    if (r->errors) {
        reader_report(r, report, user);
        out->content = (abut_dry_content){0};
    }
    return r->errors;
}

void dry_file_blame(dry_file *f, const abut_message *message, model_report_fn *report, void *user) {
    reader *r = f->own;
    if (!r || !r->root || setjmp(r->no_memory)) {
        (void)report_no_memory("", report, user);
        return;
    }
    const node *at = node_at(r->root, message->place.key);
    r->complaint_count = 0;
    error_on(r, at ? at : r->root, "%s", message->text);
    reader_report(r, report, user);
}

void dry_file_free(dry_file *f) {
    if (f->own) reader_close(f->own);
    *f = (dry_file){0};
}
