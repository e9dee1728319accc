/* Meshes of surfaces: growing, steps towards f = 0, grids, and the way in. */
#include "mesh.h"

#include <stdlib.h>

#include "mesh_build.h"

/* ---- growing ---- */
/* Room for one more; `each` numbers of `bytes` per entry. */
static void *grow(mesh_build *b, void *old, int count, int *room, size_t each) {
    if (b->no_memory || count < *room) return old;
    int more = *room ? 2 * *room : 1024;
    void *fresh = realloc(old, (size_t)more * each);
    if (!fresh) {
        b->no_memory = true;
        return old;
    }
    *room = more;
    return fresh;
}

int mesh_add_point(mesh_build *b, vec3 y) {
    b->point = grow(b, b->point, b->points, &b->point_room, sizeof *b->point);
    if (b->no_memory) return -1;
    b->point[b->points] = y;
    return b->points++;
}

/* The gradient at the triangle: at its middle, or where that is not defined at a corner. */
static bool outward(const mesh_build *b, const vec3 p[3], vec3 *g) {
    abut_jet j;
    vec3 middle = v3_scale(1.0 / 3, v3_add(p[0], v3_add(p[1], p[2])));
    for (int i = 0; i < 4; i++)
        if (!surface_jet(b->s, i ? p[i - 1] : middle, 1, &j) && v3_dot(j.g, j.g) > 0) {
            *g = j.g;
            return true;
        }
    return false;
}

void mesh_add_triangle(mesh_build *b, int i, int j, int k) {
    if (b->no_memory || i < 0 || j < 0 || k < 0 || i == j || j == k || k == i) return;
    vec3 p[3] = {b->point[i], b->point[j], b->point[k]}, g;
    vec3 n = v3_cross(v3_sub(p[1], p[0]), v3_sub(p[2], p[0]));
    if (!(v3_dot(n, n) > 0) || !outward(b, p, &g)) return;
    b->triangle = grow(b, b->triangle, b->triangles, &b->triangle_room, 3 * sizeof *b->triangle);
    if (b->no_memory) return;
    bool turn = v3_dot(n, g) < 0;
    unsigned *t = b->triangle + 3 * (size_t)b->triangles++;
    t[0] = (unsigned)i;
    t[1] = (unsigned)(turn ? k : j);
    t[2] = (unsigned)(turn ? j : k);
}

/* ---- steps towards f = 0 ---- */
/* Newton's method along `along`, or along the gradient. Ends where f no longer falls, well below any visible length. */
static bool descend(const mesh_build *b, const vec3 *along, vec3 *y) {
    double last = INFINITY, near = 1e-10 * b->length;
    vec3 best = *y, at = *y;
    for (int i = 0; i < 40; i++) {
        abut_jet j;
        if (surface_jet(b->s, at, 1, &j) || !isfinite(j.f)) break;
        double slope = along ? v3_dot(*along, j.g) : v3_norm(j.g), off = fabs(j.f);
        if (!(off < last)) break;
        best = at;
        last = off;
        if (off == 0 || !(fabs(slope) > 0)) break;
        double step = -j.f / slope, most = 2 * b->length;
        step = step > most ? most : step < -most ? -most : step;
        at = v3_axpy(step, along ? *along : v3_scale(1 / slope, j.g), at);
    }
    *y = best;
    return last <= near;
}
bool mesh_settle(const mesh_build *b, vec3 *y) { return descend(b, NULL, y); }
bool mesh_slide(const mesh_build *b, vec3 along, vec3 *y) { return descend(b, &along, y); }

/* ---- grids ---- */
void mesh_add_grid(mesh_build *b, const mesh_grid *g, mesh_at_fn *at, const void *user) {
    int columns = g->round ? g->across : g->across + 1, rows = g->closed ? g->up : g->up + 1;
    int *index = calloc((size_t)columns * (size_t)rows, sizeof *index);
    if (!index) {
        b->no_memory = true;
        return;
    }
    for (int r = 0; r < rows; r++) {
        int last = -1; /* a row may shrink to a point: the pole of a ball */
        for (int c = 0; c < columns; c++) {
            vec3 y;
            if (!at(b, user, (double)c / g->across, (double)r / g->up, &y))
                last = -1;
            else if (last < 0 || v3_norm(v3_sub(y, b->point[last])) > 1e-9 * b->length)
                last = mesh_add_point(b, y);
            index[r * columns + c] = last;
        }
    }
    for (int r = 0; r < g->up; r++)
        for (int c = 0; c < g->across; c++) {
            int low = r * columns, high = (r + 1) % rows * columns, next = (c + 1) % columns;
            mesh_add_triangle(b, index[low + c], index[low + next], index[high + next]);
            mesh_add_triangle(b, index[low + c], index[high + next], index[high + c]);
        }
    free(index);
}

/* ---- the way in ---- */
static double first_finite(double a, double b, double c) { return isfinite(a) ? a : isfinite(b) ? b : c; }

abut_status mesh_exact_of_surface(const surface *s, const mesh_view *view, mesh_exact *out) {
    *out = (mesh_exact){0};
    mesh_build b = {.s = s};
    if (view) b.view = *view;
    const abut_extent *e = &s->extent;
    if (!(b.view.radius > 0)) b.view.radius = first_finite(e->bound, 3 * e->size, 1);
    b.length = fmin(first_finite(e->bound, b.view.radius, 1), first_finite(e->size, b.view.radius, 1));
    mesh_maker *walk = mesh_walker(s);
    if (e->bound == 0)
        (void)mesh_add_point(&b, v3(0, 0, 0)); /* a single point: nothing to span */
    else
        (walk ? walk : mesh_march)(&b);
    if (b.no_memory) {
        free(b.point);
        free(b.triangle);
        return ABUT_NO_MEMORY;
    }
    *out = (mesh_exact){b.points, b.triangles, b.point, b.triangle};
    return ABUT_OK;
}

void mesh_exact_free(mesh_exact *m) {
    free(m->point);
    free(m->triangle);
    *m = (mesh_exact){0};
}

abut_status mesh_round(mesh_exact *x, mesh *out) {
    float *point = malloc((3 * (size_t)x->points + 1) * sizeof *point);
    if (!point) {
        mesh_exact_free(x);
        *out = (mesh){0};
        return ABUT_NO_MEMORY;
    }
    for (int i = 0; i < x->points; i++) {
        point[3 * i] = (float)x->point[i].x;
        point[3 * i + 1] = (float)x->point[i].y;
        point[3 * i + 2] = (float)x->point[i].z;
    }
    *out = (mesh){x->points, x->triangles, point, x->triangle};
    free(x->point);
    *x = (mesh_exact){0};
    return ABUT_OK;
}

abut_status mesh_of_surface(const surface *s, const mesh_view *view, mesh *out) {
    mesh_exact x;
    *out = (mesh){0};
    abut_status status = mesh_exact_of_surface(s, view, &x);
    return status ? status : mesh_round(&x, out);
}

void mesh_free(mesh *m) {
    free(m->point);
    free(m->triangle);
    *m = (mesh){0};
}
