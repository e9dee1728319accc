/* Planes that points touch, and nothing else: which part of them is shown. A plane without a length or a width has no size of its
 * own; it is shown as large as what runs on it. */
#include <string.h>

#include "base/quat.h"
#include "mesh.h"
#include "world/world.h"

/* The other surface of a contact; 0: `index` has no part in it. */
static int partner(const world_contact *c, int index) { return c->a == index ? c->b : c->b == index ? c->a : 0; }

bool mesh_under_points(const abut_world *w, int index) {
    bool some = false;
    if (!w->surface[index].flat) return false;
    for (int i = 1; i <= w->contacts; i++) {
        int other = partner(&w->contact[i], index);
        if (other && !w->surface[other].point) return false;
        some = some || other;
    }
    return some;
}

void mesh_box_add_points(mesh_box *box, const abut_world *w, int index, const abut_pose *body) {
    abut_pose own = mesh_surface_pose(w, index, body);
    mat3 turn = m3_of_quat(own.q);
    for (int i = 1; i <= w->contacts; i++) {
        int other = partner(&w->contact[i], index);
        if (other) mesh_box_add(box, m3_tmul(turn, v3_sub(mesh_surface_pose(w, other, body).r, own.r)), 0);
    }
}

/* Half of a length that the model gives, or 0. */
static double half_of(const abut_choice *shape, const char *name) {
    for (int i = 0; i < ABUT_MAX_PARAMS && shape->params[i].name; i++)
        if (!strcmp(shape->params[i].name, name) && isfinite(shape->params[i].value))
            return 0.5 * shape->params[i].value;
    return 0;
}

/* One direction of the rectangle: that of the plane if it ends there, else what the points cover and an edge around it. */
static void span(double low, double high, double edge, double own, double *centre, double *half) {
    *centre = own > 0 ? 0 : 0.5 * (low + high);
    *half = own > 0 ? own : 0.5 * (high - low) + edge;
}

bool mesh_look_under_points(const abut_world *w, int index, const mesh_box *run, mesh_view *view) {
    mesh_box start = mesh_box_none();
    mesh_box_add_points(&start, w, index, NULL);
    const mesh_box *all = run && run->high.x >= run->low.x ? run : &start;
    double edge = 0.25 * fmax(start.high.x - start.low.x, start.high.y - start.low.y);
    if (!(edge > 0)) edge = 0.25 * fmax(all->high.x - all->low.x, all->high.y - all->low.y);
    const abut_choice *shape = &w->surface[index].def.shape;
    double length = half_of(shape, "length"), width = half_of(shape, "width");
    if (!(edge > 0)) edge = 0.25 * fmax(length, width); /* a single point that rests */
    if (!(edge > 0)) return false;
    span(all->low.x, all->high.x, edge, length, &view->centre.x, &view->half_x);
    span(all->low.y, all->high.y, edge, width, &view->centre.y, &view->half_y);
    view->radius = fmax(view->half_x, view->half_y);
    return true;
}
