/* Triangles of surfaces, for pictures. Every registered surface gets some: the known types by walking over them, all others
 * from f and its gradient alone. Points lie on the surface, triangles are counter-clockwise seen from outside the material.
 *
 * Unbounded surfaces (planes, cylinders, ...) are shown within a ball, the view. */
#ifndef ABUT_REPORT_MESH_H
#define ABUT_REPORT_MESH_H

#include "abut/world.h"
#include "base/vec.h"
#include "surface/surface.h"

typedef struct mesh {
    int points, triangles;
    float *point;       /* m, 3 per point */
    unsigned *triangle; /* 3 points per triangle */
} mesh;

/* The same with all digits. */
typedef struct mesh_exact {
    int points, triangles;
    vec3 *point;        /* m */
    unsigned *triangle; /* 3 points per triangle */
} mesh_exact;

/* What to show. All zero: a radius that suits the surface, grooves whole. */
typedef struct mesh_view {
    vec3 centre;   /* m, in the frame of the surface */
    double radius; /* m, of the ball to which an unbounded surface is cut */
    /* only a part, so that one sees what runs in it: of tori and raceways the section of the tube within `arc` of `middle`,
     * of spheres the zone within `arc` of the plane z = 0 */
    bool cut_open;
    double
        middle; /* rad, along the section of the tube: 0 farthest from the axis (outer ring), pi nearest (inner ring) */
    double arc; /* rad, to either side; 0: a quarter turn */
    double half_x, half_y; /* m, of a plane: a rectangle about the centre instead of what the ball cuts out */
    double half_z;         /* m, of a round surface: so far to either side of the centre along its axis, a whole turn */
    int detail;            /* so many times as fine along each line of a known curved type; 0: 1 */
    bool no_memory;        /* it ended while this was made */
} mesh_view;

/* A surface without extent is one point without triangles. Both leave an empty mesh on failure: ABUT_NO_MEMORY; a surface of which
 * nothing lies in the view gives an empty mesh and ABUT_OK. view may be NULL. */
abut_status mesh_of_surface(const surface *s, const mesh_view *view, mesh *out); /* frame of the surface */
abut_status mesh_exact_of_surface(const surface *s, const mesh_view *view, mesh_exact *out);
void mesh_free(mesh *m); /* safe on a zeroed mesh */
void mesh_exact_free(mesh_exact *m);
abut_status mesh_round(mesh_exact *x, mesh *out); /* to single precision; *x is used up */

/* ---- surfaces of a world -------------------------------------------------------------------------------------------- */
/* A box in the frame of the world that holds what is to be seen. */
typedef struct mesh_box {
    vec3 low, high; /* m; low > high: empty */
    bool no_memory; /* it ended while this was made */
} mesh_box;
mesh_box mesh_box_none(void);
void mesh_box_add(mesh_box *box, vec3 centre, double radius);
/* All bounded surfaces at the start poses of their bodies and the centres of mass of all bodies that can move; add the paths
 * of the bodies where they are known. */
mesh_box mesh_box_of_world(const abut_world *w);

/* A surface in the world while its body is at body[its index], entry 0 being the world; NULL: at the start. */
abut_pose mesh_surface_pose(const abut_world *w, int index, const abut_pose *body);

/* mesh_points.c: is it a plane that points touch, and nothing else? */
bool mesh_under_points(const abut_world *w, int index);
/* Adds these points, seen from the plane; poses as above. */
void mesh_box_add_points(mesh_box *box, const abut_world *w, int index, const abut_pose *body);
/* Its length and width; in a direction in which it has none, half as much again as the points cover at the start, and the way that
 * they go in `run` (seen from the plane; NULL: none). False: nothing tells a size. */
bool mesh_look_under_points(const abut_world *w, int index, const mesh_box *run, mesh_view *view);

/* The view of surface 1 .. mesh_surfaces(w) of a started or unstarted world: planes that only points touch as large as what runs
 * on them, what a roller runs on as wide as it, other unbounded surfaces around the box, grooves cut open on the side where their balls
 * run, bores filled by a ball (pockets of a cage) as a ring around it. run: what mesh_box_add_points found over the run, or NULL. */
mesh_view mesh_default_view(const abut_world *w, int index, const mesh_box *box, const mesh_box *run);

typedef struct mesh_place {
    const char *name; /* of the surface */
    const char *type;
    int body;       /* 0: the world, else the index of the body as in w->body */
    abut_pose pose; /* of the surface frame in the body frame, origin at the centre of mass */
    bool hollow;    /* seen from inside: a bore, a groove */
    bool no_memory; /* it ended while this was made */
} mesh_place;
int mesh_surfaces(const abut_world *w);
mesh_place mesh_place_of(const abut_world *w, int index);
/* The mesh of a surface in the frame of its BODY (origin at the centre of mass). detail: see mesh_view. */
abut_status mesh_of_world_surface(const abut_world *w, int index, const mesh_box *box, const mesh_box *run, int detail,
                                  mesh *out, abut_message *message);

#endif
