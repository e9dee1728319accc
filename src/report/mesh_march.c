/* Mesh of any surface from f and its gradient: marching tetrahedra (Doi and Koide, IEICE Trans. E74, 1991). Cells of a box
 * are cut into six tetrahedra along a diagonal, which fit together from cell to cell; where f changes its sign along an edge
 * the point with f = 0 is found by halving and settled by Newton's method. Corners where f is not defined take no part.
 *
 * Before that a search (mesh_search.c) finds where the surface lies and how large it is: the box and its cells are chosen so
 * that about 3000 triangles come out. Edges of piecewise surfaces are bevelled by a cell. Where a part is thinner than a cell,
 * triangles would span it from side to side: they are left out. */
#include <stdlib.h>

#include "mesh_build.h"

enum { WANTED = 3000, CELLS_MAX = 60000 };

typedef struct march {
    mesh_build *b;
    vec3 low;
    double step;  /* m, side of a cell */
    int n[3];     /* cells */
    double *f;    /* at the corners, NaN where it is not defined */
    int *on_edge; /* 7 per corner: the point on the edge to the corner at +bits; -1 not looked for, -2 none */
} march;

static size_t corner_at(const march *m, int x, int y, int z) {
    return ((size_t)z * (size_t)(m->n[1] + 1) + (size_t)y) * (size_t)(m->n[0] + 1) + (size_t)x;
}
static size_t corners_of(const march *m) {
    return (size_t)(m->n[0] + 1) * (size_t)(m->n[1] + 1) * (size_t)(m->n[2] + 1);
}
static vec3 place_of(const march *m, int x, int y, int z) { return v3_axpy(m->step, v3(x, y, z), m->low); }

static double value(const mesh_build *b, vec3 y) {
    abut_jet j;
    return surface_jet(b->s, y, 1, &j) ? (double)NAN : j.f;
}

static bool open_march(march *m, mesh_build *b, vec3 low, vec3 high, double step) {
    double size[3] = {high.x - low.x, high.y - low.y, high.z - low.z};
    *m = (march){.b = b, .low = low, .step = step};
    for (int k = 0; k < 3; k++) m->n[k] = (int)ceil(fmin(fmax(size[k] / step, 1), 1e4));
    m->f = malloc(corners_of(m) * sizeof *m->f);
    if (!m->f) b->no_memory = true;
    for (int z = 0; m->f && z <= m->n[2]; z++)
        for (int y = 0; y <= m->n[1]; y++)
            for (int x = 0; x <= m->n[0]; x++) m->f[corner_at(m, x, y, z)] = value(b, place_of(m, x, y, z));
    return m->f;
}

static void close_march(march *m) {
    free(m->f);
    free(m->on_edge);
}

/* Does f change its sign in the cell? */
static bool crossed(const march *m, int x, int y, int z) {
    bool in = false, out = false;
    for (int c = 0; c < 8; c++) {
        double f = m->f[corner_at(m, x + (c & 1), y + (c >> 1 & 1), z + (c >> 2))];
        in = in || f < 0;
        out = out || f >= 0;
    }
    return in && out;
}

/* ---- points on edges ---- */
static int cut(mesh_build *b, vec3 in, vec3 out, double f_in) {
    for (int k = 0; k < 48; k++) {
        vec3 middle = v3_scale(0.5, v3_add(in, out));
        double f = value(b, middle);
        if (isnan(f)) return -2;
        *((f < 0) == (f_in < 0) ? &in : &out) = middle;
    }
    vec3 y = v3_scale(0.5, v3_add(in, out));
    return mesh_settle(b, &y) ? mesh_add_point(b, y) : -2; /* a jump of f is no surface */
}

/* The point between two corners of the cell, given by their bits; low is a part of high. */
static int point_between(march *m, const int cell[3], int a, int c) {
    int low = a < c ? a : c, bits = a ^ c;
    int x = cell[0] + (low & 1), y = cell[1] + (low >> 1 & 1), z = cell[2] + (low >> 2);
    size_t from = corner_at(m, x, y, z);
    int *known = &m->on_edge[7 * from + (size_t)bits - 1];
    if (*known == -1)
        *known = cut(m->b, place_of(m, x, y, z), place_of(m, x + (bits & 1), y + (bits >> 1 & 1), z + (bits >> 2)),
                     m->f[from]);
    return *known;
}

/* ---- tetrahedra ---- */
/* Leaves out a triangle that does not look along the gradient at two of its corners at least. */
static void add_facing(mesh_build *b, int i, int j, int k) {
    if (i < 0 || j < 0 || k < 0) return;
    const vec3 p[3] = {b->point[i], b->point[j], b->point[k]};
    vec3 n = v3_cross(v3_sub(p[1], p[0]), v3_sub(p[2], p[0]));
    int along = 0, against = 0;
    for (int c = 0; c < 3; c++) {
        abut_jet at;
        if (surface_jet(b->s, p[c], 1, &at)) continue;
        double cosine = v3_dot(n, at.g) / (v3_norm(n) * v3_norm(at.g));
        along += cosine > 0.5;
        against += cosine < -0.5;
    }
    if (along >= 2 || against >= 2) mesh_add_triangle(b, i, j, k);
}

static void march_tetrahedron(march *m, const int cell[3], const int corner[4]) {
    int in[4], out[4], ins = 0, outs = 0;
    for (int i = 0; i < 4; i++) {
        int c = corner[i];
        double f = m->f[corner_at(m, cell[0] + (c & 1), cell[1] + (c >> 1 & 1), cell[2] + (c >> 2))];
        if (isnan(f)) return;
        if (f < 0)
            in[ins++] = c;
        else
            out[outs++] = c;
    }
    if (!ins || !outs) return;
    if (ins == 2) { /* a quadrangle */
        int p[4] = {point_between(m, cell, in[0], out[0]), point_between(m, cell, in[0], out[1]),
                    point_between(m, cell, in[1], out[1]), point_between(m, cell, in[1], out[0])};
        add_facing(m->b, p[0], p[1], p[2]);
        add_facing(m->b, p[0], p[2], p[3]);
        return;
    }
    const int *single = ins == 1 ? in : out, *three = ins == 1 ? out : in;
    add_facing(m->b, point_between(m, cell, single[0], three[0]), point_between(m, cell, single[0], three[1]),
               point_between(m, cell, single[0], three[2]));
}

static void march_all(march *m) {
    static const int tetrahedra[6][4] = {{0, 1, 3, 7}, {0, 1, 5, 7}, {0, 2, 3, 7},
                                         {0, 2, 6, 7}, {0, 4, 5, 7}, {0, 4, 6, 7}};
    size_t edges = 7 * corners_of(m);
    m->on_edge = malloc(edges * sizeof *m->on_edge);
    if (!m->on_edge) {
        m->b->no_memory = true;
        return;
    }
    for (size_t i = 0; i < edges; i++) m->on_edge[i] = -1;
    for (int z = 0; z < m->n[2]; z++)
        for (int y = 0; y < m->n[1]; y++)
            for (int x = 0; x < m->n[0]; x++)
                for (int t = 0; t < 6 && crossed(m, x, y, z); t++)
                    march_tetrahedron(m, (int[3]){x, y, z}, tetrahedra[t]);
}

void mesh_march(mesh_build *b) {
    bool bounded = isfinite(b->s->extent.bound);
    double half = 1.001 * (bounded ? b->s->extent.bound : b->view.radius);
    mesh_found found = mesh_search(b, bounded ? v3(0, 0, 0) : b->view.centre, half);
    if (!found.cells || b->no_memory) return;
    /* a crossed cell gives about 5 triangles */
    double step = found.step * sqrt(5.0 * found.cells / WANTED);
    vec3 margin = v3_scale(0.03 * found.step, v3(1, 1, 1)), size = v3_sub(found.box.high, found.box.low);
    step = fmax(step, cbrt(size.x * size.y * size.z / CELLS_MAX));
    march m;
    if (open_march(&m, b, v3_sub(found.box.low, margin), v3_add(found.box.high, margin), step)) march_all(&m);
    close_march(&m);
}
