/* Meshes of the surfaces of a world: where each sits, and which part of it to show. */
#include <stdlib.h>
#include <string.h>

#include "base/constants.h"
#include "base/message.h"
#include "base/plane.h"
#include "base/quat.h"
#include "mesh.h"
#include "world/world.h"

/* ---- boxes ---- */
mesh_box mesh_box_none(void) {
    return (mesh_box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, false};
}

void mesh_box_add(mesh_box *box, vec3 c, double r) {
    if (!v3_finite(c) || !isfinite(r)) return;
    box->low = v3(fmin(box->low.x, c.x - r), fmin(box->low.y, c.y - r), fmin(box->low.z, c.z - r));
    box->high = v3(fmax(box->high.x, c.x + r), fmax(box->high.y, c.y + r), fmax(box->high.z, c.z + r));
}

/* ---- places ---- */
static abut_pose compose(abut_pose a, abut_pose b) {
    abut_quat q = quat_unit(a.q);
    return (abut_pose){v3_add(a.r, m3_mul(m3_of_quat(q), b.r)), quat_multiply(q, quat_unit(b.q))};
}

abut_pose mesh_surface_pose(const abut_world *w, int index, const abut_pose *body) {
    const world_surface *s = &w->surface[index];
    return compose(body ? body[s->body] : world_start_pose(w, s->body), s->def.place);
}

/* The world has made each of its surfaces once: all that can be lacking is memory. */
static bool make(const abut_world *w, int index, surface *out, bool *no_memory) {
    if (!surface_make(w->registry, &w->surface[index].def.shape, out, NULL)) return true;
    *no_memory = true;
    return false;
}

mesh_box mesh_box_of_world(const abut_world *w) {
    mesh_box box = mesh_box_none();
    for (int i = 1; i <= w->surfaces; i++) {
        surface s;
        if (!make(w, i, &s, &box.no_memory)) return box;
        mesh_box_add(&box, mesh_surface_pose(w, i, NULL).r, s.extent.bound);
        surface_drop(&s);
    }
    for (int i = 1; i <= w->bodies; i++)
        if (!w->body[i].def.fixed) mesh_box_add(&box, world_start_pose(w, i).r, 0);
    return box;
}

int mesh_surfaces(const abut_world *w) { return w->surfaces; }

/* Is there material all round, far off? */
static bool is_hollow(const surface *s) {
    double far = isfinite(s->extent.bound) ? 2 * s->extent.bound : isfinite(s->extent.size) ? 10 * s->extent.size : 1;
    bool some = false;
    for (int k = 0; k < 6; k++) {
        abut_jet j;
        double x = k % 2 ? -far : far;
        if (surface_jet(s, v3(k / 2 == 0 ? x : 0, k / 2 == 1 ? x : 0, k / 2 == 2 ? x : 0), 1, &j)) continue;
        if (!(j.f < 0)) return false;
        some = true;
    }
    return some;
}

mesh_place mesh_place_of(const abut_world *w, int index) {
    const world_surface *own = &w->surface[index];
    mesh_place p = {own->name, own->def.shape.type, own->body, own->def.place, false, false};
    surface s;
    p.pose.q = quat_unit(p.pose.q);
    if (make(w, index, &s, &p.no_memory)) {
        p.hollow = is_hollow(&s);
        surface_drop(&s);
    }
    return p;
}

/* ---- views ---- */
/* The partners of a surface in its contacts, seen from its frame at the start. */
typedef struct partners {
    double out, up; /* sums of their directions from the ring circle, along its radius and off its plane */
    vec3 middle;    /* m */
    double ball;    /* m, smallest radius; 0 if one is no ball */
    int count;
    bool no_memory;
} partners;

static double ball_of(const abut_world *w, int index, bool *no_memory) {
    surface s;
    if (!make(w, index, &s, no_memory)) return 0;
    double radius = s.ball;
    surface_drop(&s);
    return radius;
}

/* R: of the ring circle, for a groove. */
static partners find_partners(const abut_world *w, int index, double R) {
    abut_pose own = mesh_surface_pose(w, index, NULL);
    mat3 turn = m3_of_quat(quat_unit(own.q));
    partners p = {.middle = {0, 0, 0}, .ball = INFINITY};
    for (int i = 1; i <= w->contacts; i++) {
        const world_contact *c = &w->contact[i];
        if (c->a != index && c->b != index) continue;
        int other = c->a == index ? c->b : c->a;
        vec3 y = m3_tmul(turn, v3_sub(mesh_surface_pose(w, other, NULL).r, own.r));
        double u = plane_length(y.x, y.y) - R, d = plane_length(u, y.z);
        if (d > 0) p.out += u / d, p.up += fabs(y.z) / d;
        p.middle = v3_scale(1.0 / (p.count + 1), v3_axpy(p.count, p.middle, y));
        p.ball = fmin(p.ball, ball_of(w, other, &p.no_memory));
        p.count++;
    }
    return p;
}

/* Grooves are shown 60 degrees to either side of the plane of the ring, on the side where the balls run, or as far as the
 * direction of contact and a bit more. */
static void look_into_groove(const partners *p, mesh_view *view) {
    const double usual = PI / 3, more = 0.3;
    view->cut_open = p->count > 0 && (p->out != 0 || p->up != 0);
    view->middle = p->out < 0 ? PI : 0;
    view->arc = fmin(fmax(usual, atan2(p->up, fabs(p->out)) + more), 0.5 * PI);
}

/* A bore that a ball fills is shown as a ring around it, a quarter of its radius to either side. */
static bool look_into_pocket(const partners *p, double radius, mesh_view *view) {
    if (p->count == 0 || !(p->ball > 0.8 * radius)) return false;
    *view = (mesh_view){.centre = {0, 0, p->middle.z}, .radius = 0.25 * radius, .cut_open = true, .arc = asin(0.25)};
    return true;
}

/* What a roller runs on is shown as wide as it is long, and a bit more. */
static void look_under_roller(const abut_world *w, int index, mesh_view *view) {
    abut_pose own = mesh_surface_pose(w, index, NULL);
    for (int i = 1; i <= w->contacts; i++) {
        const world_contact *c = &w->contact[i];
        surface s;
        double radius, drop;
        if (c->a != index || !make(w, c->b, &s, &view->no_memory)) continue;
        if (s.type->roller) {
            view->half_z = 0.6 * s.type->roller(s.self, 0, &radius, &drop);
            view->centre = m3_tmul(m3_of_quat(quat_unit(own.q)), v3_sub(mesh_surface_pose(w, c->b, NULL).r, own.r));
        }
        surface_drop(&s);
        if (view->half_z > 0) return;
    }
}

static void look_around(const abut_world *w, int index, const mesh_box *box, mesh_view *view) {
    if (!box || !(box->high.x >= box->low.x)) return;
    abut_pose own = mesh_surface_pose(w, index, NULL);
    vec3 middle = v3_scale(0.5, v3_add(box->low, box->high));
    view->centre = m3_tmul(m3_of_quat(quat_unit(own.q)), v3_sub(middle, own.r));
    view->radius = 0.6 * v3_norm(v3_sub(box->high, box->low));
}

mesh_view mesh_default_view(const abut_world *w, int index, const mesh_box *box, const mesh_box *run) {
    mesh_view view = {.radius = 0};
    if (mesh_under_points(w, index) && mesh_look_under_points(w, index, run, &view)) return view;
    surface s;
    if (!make(w, index, &s, &view.no_memory)) return view;
    abut_form f = surface_form(&s);
    bool groove = f.hollow && f.kind == ABUT_FORM_TORUS, bore = f.hollow && !groove;
    bool has_axis = s.type->has_axis;
    surface_drop(&s);
    partners p = {.count = 0};
    if (groove || bore) p = find_partners(w, index, f.ring);
    if (groove) look_into_groove(&p, &view);
    if (!bore || !look_into_pocket(&p, f.radius, &view)) look_around(w, index, box, &view);
    if (has_axis) look_under_roller(w, index, &view);
    view.no_memory = view.no_memory || p.no_memory;
    return view;
}

/* ---- in the frame of the body ---- */
static void carry(abut_pose pose, mesh_exact *m) {
    mat3 turn = m3_of_quat(quat_unit(pose.q));
    for (int i = 0; i < m->points; i++) m->point[i] = v3_add(pose.r, m3_mul(turn, m->point[i]));
}

abut_status mesh_of_world_surface(const abut_world *w, int index, const mesh_box *box, const mesh_box *run, int detail,
                                  mesh *out, abut_message *message) {
    surface s;
    mesh_exact x;
    *out = (mesh){0};
    abut_status status = surface_make(w->registry, &w->surface[index].def.shape, &s, message);
    if (status) return status;
    mesh_view view = mesh_default_view(w, index, box, run);
    view.detail = detail;
    status = view.no_memory ? ABUT_NO_MEMORY : mesh_exact_of_surface(&s, &view, &x);
    surface_drop(&s);
    if (!status) {
        carry(w->surface[index].def.place, &x);
        status = mesh_round(&x, out);
    }
    return status ? say(message, status, "out of memory") : ABUT_OK;
}
