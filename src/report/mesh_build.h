/* Inside of the meshers: a mesh that grows, and steps towards f = 0. */
#ifndef ABUT_REPORT_MESH_BUILD_H
#define ABUT_REPORT_MESH_BUILD_H

#include "mesh.h"

typedef struct mesh_build {
    const surface *s;
    mesh_view view; /* its radius is set */
    double length;  /* m, a length of the order of what is shown */
    vec3 *point;
    unsigned *triangle;
    int points, triangles, point_room, triangle_room;
    bool no_memory; /* an addition failed; the later ones do nothing */
} mesh_build;

int mesh_add_point(mesh_build *b, vec3 y); /* its index, -1 without memory */
/* Turned so that it faces out of the material; one without area is left out, as is one with an index below 0. */
void mesh_add_triangle(mesh_build *b, int i, int j, int k);

/* Moves y along the gradient to f = 0. False: it does not get there. */
bool mesh_settle(const mesh_build *b, vec3 *y);
/* The same along the unit vector `along`. */
bool mesh_slide(const mesh_build *b, vec3 along, vec3 *y);

/* A grid over (u, v) in [0, 1] x [0, 1] with `across` and `up` cells; round: u = 1 is u = 0, closed: the same for v. Where
 * `at` says false there is nothing. */
typedef bool mesh_at_fn(const mesh_build *b, const void *user, double u, double v, vec3 *y);
typedef struct mesh_grid {
    int across, up;
    bool round, closed;
} mesh_grid;
void mesh_add_grid(mesh_build *b, const mesh_grid *g, mesh_at_fn *at, const void *user);

/* What the type asks for (mesh_walk.c), or NULL; any type (mesh_march.c). */
typedef void mesh_maker(mesh_build *b);
mesh_maker *mesh_walker(const surface *s);
void mesh_march(mesh_build *b);

/* Where f = 0 lies in a cube (mesh_search.c): how many cells of which size it crosses, and the box around them. */
typedef struct mesh_found {
    int cells;   /* 0: nothing there */
    double step; /* m */
    mesh_box box;
} mesh_found;
mesh_found mesh_search(mesh_build *b, vec3 centre, double half);

#endif
