/* Where in a cube does a surface lie? Cells are halved level by level. One is kept while its middle is no farther from f = 0
 * than the first-order distance |f|/|grad f| allows, with a factor of 2 for f that are no distances; the search ends as
 * soon as enough cells have corners on both sides. A surface far smaller than the cube is found too. */
#include <stdlib.h>

#include "mesh_build.h"

enum { FIRST = 8, ENOUGH = 600, LEVELS = 9, LIST_MAX = 200000 };

typedef struct cell {
    int x, y, z;
} cell;

typedef struct search {
    mesh_build *b;
    vec3 low;
    double step; /* m, side of the cells of this level */
    cell *list;
    int count;
} search;

static vec3 place_of(const search *s, const cell *c, double by) {
    return v3_axpy(s->step, v3(c->x + by, c->y + by, c->z + by), s->low);
}

static bool may_hold(const search *s, const cell *c, int level) {
    abut_jet j;
    if (surface_jet(s->b->s, place_of(s, c, 0.5), 1, &j)) return level < 4;
    double half_diagonal = 0.8660254037844386 * s->step;
    return fabs(j.f) <= 2 * v3_norm(j.g) * half_diagonal || !(v3_norm(j.g) > 0);
}

/* Has it defined corners on both sides? */
static bool is_crossed(const search *s, const cell *c) {
    bool in = false, out = false;
    for (int k = 0; k < 8; k++) {
        abut_jet j;
        cell at = {c->x + (k & 1), c->y + (k >> 1 & 1), c->z + (k >> 2)};
        if (surface_jet(s->b->s, place_of(s, &at, 0), 1, &j)) continue;
        in = in || j.f < 0;
        out = out || j.f >= 0;
    }
    return in && out;
}

static mesh_found look(const search *s) {
    mesh_found found = {.step = s->step, .box = mesh_box_none()};
    for (int i = 0; i < s->count; i++) {
        if (!is_crossed(s, &s->list[i])) continue;
        mesh_box_add(&found.box, place_of(s, &s->list[i], 0), 0);
        mesh_box_add(&found.box, place_of(s, &s->list[i], 1), 0);
        found.cells++;
    }
    return found;
}

/* The cells of the next level; false if there is no room for them. */
static bool halve(search *s, int level) {
    cell *next = s->count > LIST_MAX ? NULL : malloc(8 * (size_t)s->count * sizeof *next + 1);
    int count = 0;
    if (!next) return false;
    s->step *= 0.5;
    for (int i = 0; i < 8 * s->count; i++) {
        const cell *p = &s->list[i / 8];
        cell c = {2 * p->x + (i & 1), 2 * p->y + (i >> 1 & 1), 2 * p->z + (i >> 2 & 1)};
        if (may_hold(s, &c, level)) next[count++] = c;
    }
    free(s->list);
    s->list = next;
    s->count = count;
    return true;
}

mesh_found mesh_search(mesh_build *b, vec3 centre, double half) {
    search s = {b, v3_sub(centre, v3(half, half, half)), 2 * half / FIRST, NULL, 0};
    mesh_found found = {0};
    s.list = malloc((size_t)FIRST * FIRST * FIRST * sizeof *s.list);
    if (!s.list) b->no_memory = true;
    for (int i = 0; s.list && i < FIRST * FIRST * FIRST; i++)
        s.list[s.count++] = (cell){i % FIRST, i / FIRST % FIRST, i / FIRST / FIRST};
    for (int level = 0; s.count && level < LEVELS && found.cells < ENOUGH; level++) {
        if (!halve(&s, level)) break;
        found = look(&s);
    }
    free(s.list);
    return found;
}
