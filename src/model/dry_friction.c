/* Reading `friction` and `subsurface` of the file of `abut dry`. */
#include <string.h>

#include "dry_file.h"
#include "reader.h"
#include "sections.h"

static void read_pair(reader *r, const node *n, const char *what, const char *unit, double out[2]) {
    if (n) (void)read_numbers(r, n, what, unit, 2, out);
}

static void read_rolling(reader *r, const node *n, abut_dry_friction *out) {
    dry_rolling_keys k = {0};
    if (!need_map(r, n, "rolling") || read_keys(r, n, &keys_of_dry_rolling, NULL, &k)) return;
    read_pair(r, k.creep, "creep", "1", out->motion.shift);
    read_pair(r, k.force, "force", "N", out->motion.force);
    out->motion.by_force = k.force != NULL;
    out->motion.twist = k.spin;
    out->motion.steady = k.steps == 0;
    out->rolls = true;
    out->rolled = k.step;
    out->steps = k.steps;
    out->coefficients = k.coefficients;
}

static void read_path(reader *r, const node *n, abut_dry_friction *out) {
    if (n->kind != NODE_LIST || n->count == 0) {
        error_on(r, n, "path: expected a list of places [x, y], got %s",
                 n->kind == NODE_LIST ? "an empty one" : node_phrase(n));
        return;
    }
    double(*path)[2] = arena_get(&r->memory, n->count * sizeof *path);
    for (size_t i = 0; i < n->count; i++) read_pair(r, n->items[i], "path", "m", path[i]);
    out->path = (const double(*)[2])path;
    out->path_count = (int)n->count;
}

const abut_dry_friction *read_dry_friction(reader *r, const node *n) {
    dry_friction_keys k = {.press = 10};
    abut_dry_friction *out = arena_get(&r->memory, sizeof *out);
    *out = (abut_dry_friction){0};
    if (!need_map(r, n, "friction") || read_keys(r, n, &keys_of_dry_friction, NULL, &k)) return NULL;
    out->mu = k.mu;
    out->press = k.press;
    out->motion.twist = k.twist;
    out->motion.by_force = k.force != NULL;
    out->motion.sliding = k.sliding != NULL;
    read_pair(r, k.shift, "shift", "m", out->motion.shift);
    read_pair(r, k.sliding, "sliding", "1", out->motion.shift);
    read_pair(r, k.force, "force", "N", out->motion.force);
    if (k.path) read_path(r, k.path, out);
    if (k.rolling) read_rolling(r, k.rolling, out);
    return out;
}

static void read_line(reader *r, const node *n, abut_dry_subsurface *out) {
    dry_line_keys k = {.points = 50};
    if (!need_map(r, n, "line") || read_keys(r, n, &keys_of_dry_line, NULL, &k)) return;
    if (!read_numbers(r, k.from, "from", "m", 3, out->from) || !read_numbers(r, k.to, "to", "m", 3, out->to)) return;
    out->line = k.points;
    if (!(out->from[2] >= 0)) error_on(r, k.from, "from: a depth must not be negative, got %g m", out->from[2]);
    if (!(out->to[2] >= 0)) error_on(r, k.to, "to: a depth must not be negative, got %g m", out->to[2]);
}

static void read_section(reader *r, const node *n, abut_dry_subsurface *out) {
    dry_line_keys k = {.points = 50, .down = 25};
    if (!need_map(r, n, "section") || read_keys(r, n, &keys_of_dry_section, NULL, &k)) return;
    read_pair(r, k.from, "from", "m", out->edge[0]);
    read_pair(r, k.to, "to", "m", out->edge[1]);
    out->depth = k.depth;
    out->section[0] = k.points, out->section[1] = k.down;
}

const abut_dry_subsurface *read_dry_subsurface(reader *r, const node *n) {
    dry_subsurface_keys k = {0};
    abut_dry_subsurface *out = arena_get(&r->memory, sizeof *out);
    *out = (abut_dry_subsurface){0};
    if (!need_map(r, n, "subsurface") || read_keys(r, n, &keys_of_dry_subsurface, NULL, &k)) return NULL;
    out->b = k.body && !strcmp(k.body, "b");
    if (k.line) read_line(r, k.line, out);
    if (k.section) read_section(r, k.section, out);
    return out;
}
