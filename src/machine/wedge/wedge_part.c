/* One friction wedge: checks, expansion to a body, planes, points, contacts and a spring, and what it shows.
 *
 * Frame of the wedge: x towards the column, z up, with a the angle of the pocket, b the toe angle, g the yaw of a face:
 *   column  n = (-cos b, 0, sin b),                     up = (sin b, 0, cos b)
 *   pocket  n = (cos a cos g, -sin g, -sin a cos g),    up = (sin a, 0, cos a)
 * n points out of side frame and bolster. A point of a face lies at position + across e + up u with e the tangent along
 * y. Of each point N = max(0, c d - mu d'), mu = 2 damping sqrt(m c), and the friction law stick_slip with the same c
 * and mu. The spring pushes the wedge along z of the side frame with P = preload - k (height above the start). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/constants.h"
#include "base/quat.h"
#include "wedge.h"
#include "world/world.h"

/* ---- checks ---- */
static bool has_points(const abut_wedge *d, bool pocket) {
    for (int i = 0; i < d->faces; i++)
        if (d->face[i].pocket == pocket) return true;
    return false;
}

static const char *face_key(char to[60], int number, const char *below) {
    (void)snprintf(to, 60, "wedges.faces.%d%s", number - 1, below);
    return to;
}

static const char *point_key(char to[60], int number, int point, const char *which) {
    (void)snprintf(to, 60, "wedges.faces.%d.points.%d.%s", number - 1, point, which);
    return to;
}

static abut_status check_face(abut_world *w, const char *kind, const char *name, const abut_wedge_face *f, int number) {
    char key[60];
    const vec3 r = f->position;
    if (f->count < 1 || !f->point)
        return world_refuse_at(w, face_key(key, number, ".points"), ABUT_MISSING, "%s '%.60s': face %d has no points",
                               kind, name, number);
    if (!v3_finite(r) || !(fabs(f->yaw) < 0.25 * PI) || (!f->pocket && f->yaw != 0))
        return world_refuse_at(w, face_key(key, number, v3_finite(r) ? ".yaw" : ".position"), ABUT_BAD_VALUE,
                               "%s '%.60s': face %d wants a finite position and a yaw below 45 deg, 0 on the column",
                               kind, name, number);
    for (int i = 0; i < f->count; i++)
        if (!(fabs(f->point[i].across) < 1e3) || !(fabs(f->point[i].up) < 1e3))
            return world_refuse_at(w, point_key(key, number, i, fabs(f->point[i].across) < 1e3 ? "up" : "across"),
                                   ABUT_BAD_VALUE, "%s '%.60s': point %d of face %d is not a place", kind, name, i + 1,
                                   number);
    return ABUT_OK;
}

static abut_status check_numbers(abut_world *w, const char *kind, const char *name, const abut_wedge *d) {
    const struct {
        const char *key, *what;
        double x, low, high;
    } all[] = {{"wedges.mass", "mass", d->mass, 0, 1e9},
               {"wedges.angle", "angle of the pocket", d->angle, 0, 0.5 * PI},
               {"wedges.toe", "toe", d->toe, -0.25 * PI, 0.25 * PI},
               {"wedges.offset", "offset", d->offset, -1e3, 1e3},
               {"wedges.mu.column", "mu of the column", d->mu_column, -1e-300, 100},
               {"wedges.mu.pocket", "mu of the pocket", d->mu_pocket, -1e-300, 100},
               {"wedges.static_ratio", "static_ratio", d->static_ratio, 1 - 1e-12, 100},
               {"wedges.stiffness", "stiffness of a point", d->stiffness, 0, 1e20},
               {"wedges.damping", "damping of a point", d->damping, 0, 100}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!(all[i].x > all[i].low && all[i].x < all[i].high))
            return world_refuse_at(w, all[i].key, ABUT_BAD_VALUE,
                                   "%s '%.60s': the %s must be between %.6g and %.6g, got %g", kind, name, all[i].what,
                                   all[i].low, all[i].high, all[i].x);
    return ABUT_OK;
}

abut_status wedge_check(abut_world *w, const char *kind, const char *name, int count, abut_wedge *d) {
    if (d->count != 0 && d->count != count)
        return world_refuse_at(w, "wedges.count", ABUT_BAD_VALUE, "%s '%.60s': this machine has %d wedge%s, got %d",
                               kind, name, count, count > 1 ? "s" : "", d->count);
    if (d->angle == 0) d->angle = 0.25 * PI;
    if (d->static_ratio == 0) d->static_ratio = 1.1;
    if (d->damping == 0) d->damping = 0.6;
    abut_status status = check_numbers(w, kind, name, d);
    if (!status && (d->faces < 2 || d->faces > ABUT_WEDGE_FACES || !has_points(d, false) || !has_points(d, true)))
        return world_refuse_at(w, "wedges.faces", ABUT_MISSING,
                               "%s '%.60s': a wedge has 2 to %d faces, at least one on each side", kind, name,
                               ABUT_WEDGE_FACES);
    for (int i = 0; !status && i < d->faces; i++) status = check_face(w, kind, name, &d->face[i], i + 1);
    return status;
}

/* ---- laws ---- */
static abut_law_def make_law(abut_world *w, const abut_wedge *d, double mu) {
    double c = d->stiffness, viscous = 2 * d->damping * sqrt(d->mass * c);
    abut_law_def law = {.normal = {PART_TYPE(w, normal_linear),
                                   {{.name = "stiffness", .value = c}, {.name = "damping", .value = viscous}}},
                        .friction = {PART_TYPE(w, friction_stick_slip),
                                     {{.name = "mu", .value = mu},
                                      {.name = "static_ratio", .value = d->static_ratio},
                                      {.name = "stiffness", .value = c},
                                      {.name = "damping", .value = viscous}}}};
    if (mu == 0) law.friction = (abut_choice){.type = PART_TYPE(w, friction_none)};
    law.normal = keep_choice(&w->keep, "normal", &law.normal);
    law.friction = keep_choice(&w->keep, "friction", &law.friction);
    return law;
}

wedge_laws wedge_make_laws(abut_world *w, const abut_wedge *d) {
    return (wedge_laws){make_law(w, d, d->mu_column), make_law(w, d, d->mu_pocket)};
}

/* ---- places ---- */
abut_pose wedge_pose_times(abut_pose a, abut_pose b) {
    return (abut_pose){v3_add(a.r, m3_mul(m3_of_quat(a.q), b.r)), quat_multiply(a.q, b.q)};
}

abut_pose wedge_pose_in(const abut_world *w, int body, abut_pose at) {
    abut_pose own = world_start_pose(w, body);
    own.q = quat_unit(own.q);
    return (abut_pose){m3_tmul(m3_of_quat(own.q), v3_sub(at.r, own.r)), quat_multiply(quat_conjugate(own.q), at.q)};
}

static wedge_face face_of(const abut_wedge *d, const abut_wedge_face *f) {
    double a = f->pocket ? d->angle : d->toe, s = sin(a), c = cos(a);
    wedge_face o = {.pocket = f->pocket, .up = {s, 0, c}};
    if (f->pocket)
        o.n = v3(c * cos(f->yaw), -sin(f->yaw), -s * cos(f->yaw));
    else
        o.n = v3(-c, 0, s);
    o.across = f->pocket ? v3_cross(o.up, o.n) : v3_cross(o.n, o.up);
    return o;
}

/* ---- expansion ---- */
static void part_name(char to[200], const wedge_site *site, const char *what, int number) {
    if (number)
        (void)snprintf(to, 200, "%s.%s%d", site->prefix, what, number);
    else
        (void)snprintf(to, 200, "%s.%s", site->prefix, what);
}

static bool add_body(abut_world *w, wedge_part *p, const abut_wedge *d, const wedge_site *site) {
    abut_body_def def = {.name = site->body, .mass = d->mass, .start = {.r = site->place.r, .q = site->place.q}};
    for (int i = 0; i < 6; i++) def.inertia[i] = d->inertia[i];
    p->body = abut_add_body(w, &def).id;
    return p->body || machine_blame(w, "", "wedges");
}

static abut_surface add_plane(abut_world *w, const wedge_part *p, const abut_wedge *d, const wedge_site *site, int i) {
    const wedge_face *f = &p->face[i];
    int number = 0, same = 0; /* of several alike */
    for (int k = 0; k < d->faces; k++) {
        same += d->face[k].pocket == f->pocket;
        if (k == i) number = same;
    }
    char name[200];
    part_name(name, site, f->pocket ? "pocket" : "column", same > 1 ? number : 0);
    abut_pose face = {d->face[i].position, quat_of_m3((mat3){f->up, v3_cross(f->n, f->up), f->n})};
    abut_surface_def def = {.shape = {.type = PART_TYPE(w, surface_plane)},
                            .material = ABUT_RIGID,
                            .place = wedge_pose_times(f->pocket ? p->in_bolster : p->in_frame, face),
                            .name = name};
    return abut_add_surface(w, (abut_body){f->pocket ? p->bolster : p->side_frame}, &def);
}

static bool add_point(abut_world *w, wedge_part *p, vec3 at, abut_surface plane, const wedge_site *site,
                      const abut_law_def *law) {
    char name[200];
    part_name(name, site, "point", p->points + 1);
    abut_surface_def def = {
        .shape = {.type = PART_TYPE(w, surface_point)}, .material = ABUT_RIGID, .place = {.r = at}, .name = name};
    abut_surface point = abut_add_surface(w, (abut_body){p->body}, &def);
    abut_law_def named = *law;
    named.name = name;
    abut_contact c = point.id ? abut_add_contact(w, plane, point, &named) : (abut_contact){0};
    if (!p->points) p->contact = c.id;
    return c.id || machine_blame(w, "", "wedges");
}

static bool add_face(abut_world *w, wedge_part *p, const abut_wedge *d, const wedge_laws *laws, const wedge_site *site,
                     int i, double middle) {
    const abut_wedge_face *f = &d->face[i];
    const wedge_face *o = &p->face[i];
    abut_surface plane = add_plane(w, p, d, site, i);
    bool good = plane.id || machine_blame(w, "", "wedges");
    for (int k = 0; good && k < f->count; k++) {
        vec3 at = v3_add(f->position, v3_in(f->point[k].across, o->across, f->point[k].up, o->up));
        p->point[p->points] = (wedge_point){i, at.z > middle};
        good = add_point(w, p, at, plane, site, f->pocket ? &laws->pocket : &laws->column);
        p->points++;
    }
    return good;
}

/* Height that parts the points of the column into upper and lower ones. */
static double middle_of(const abut_wedge *d) {
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < d->faces; i++)
        for (int k = 0; !d->face[i].pocket && k < d->face[i].count; k++) {
            double z = d->face[i].position.z + d->face[i].point[k].up * cos(d->toe);
            low = fmin(low, z);
            high = fmax(high, z);
        }
    return 0.5 * (low + high);
}

static bool add_spring(abut_world *w, const wedge_part *p, const wedge_site *site) {
    vec3 z = m3_of_quat(p->in_frame.q).c2;
    const double axis[3] = {z.x, z.y, z.z};
    char name[200];
    part_name(name, site, "spring", 0);
    abut_choice law = {PART_TYPE(w, force_spring),
                       {{.name = "stiffness", .value = p->k},
                        {.name = "preload", .value = p->preload},
                        {.name = "axis", .data = axis, .count = 3}}};
    abut_force_def def = {.name = name,
                          .law = keep_choice(&w->keep, "force", &law),
                          .a = {p->side_frame},
                          .b = {p->body},
                          .at_a = p->in_frame.r};
    return abut_add_force(w, &def).id || machine_blame(w, "", "springs");
}

bool wedge_part_add(abut_world *w, wedge_part *p, const abut_wedge *d, const wedge_laws *laws, const wedge_site *site) {
    int points = 0;
    for (int i = 0; i < d->faces; i++) points += d->face[i].count;
    *p = (wedge_part){.side_frame = site->side_frame,
                      .bolster = site->bolster,
                      .in_frame = wedge_pose_in(w, site->side_frame, site->place),
                      .in_bolster = wedge_pose_in(w, site->bolster, site->place),
                      .k = site->k,
                      .preload = site->preload,
                      .offset = d->offset,
                      .point = calloc((size_t)points + 1, sizeof *p->point)};
    if (!p->point) return world_refuse(w, ABUT_NO_MEMORY, "out of memory") == ABUT_OK;
    for (int i = 0; i < d->faces; i++) p->face[i] = face_of(d, &d->face[i]);
    bool good = add_body(w, p, d, site);
    for (int i = 0; good && i < d->faces; i++) good = add_face(w, p, d, laws, site, i, middle_of(d));
    return good && add_spring(w, p, site);
}

void wedge_part_drop(wedge_part *p) { free(p->point); }

/* ---- reading ---- */
typedef struct carried { /* the frame of the wedge at the start, carried with a body */
    vec3 r, v, w;
    mat3 R;
} carried;

static carried carry(const abut_world *w, int body, abut_pose in_body) {
    abut_body_state s = abut_read_body(w, (abut_body){body});
    mat3 R = m3_of_quat(s.q);
    vec3 arm = m3_mul(R, in_body.r), spin = m3_mul(R, s.w);
    return (carried){v3_add(s.r, arm), v3_add(s.v, v3_cross(spin, arm)), spin, m3_mulm(R, m3_of_quat(in_body.q))};
}

static void read_travel(const abut_world *w, const wedge_part *p, const carried *f, const carried *b,
                        abut_wedge_state *out) {
    vec3 d = v3_sub(b->r, f->r), v = v3_sub(v3_sub(b->v, f->v), v3_cross(f->w, d)), up = f->R.c2;
    vec3 own = v3_sub(abut_read_body(w, (abut_body){p->body}).r, f->r);
    out->z = (p->k > 0 ? p->preload / p->k : 0) - v3_dot(up, d);
    out->dz = -v3_dot(up, v);
    out->P = p->preload - p->k * v3_dot(up, own);
    out->phi = atan2(v3_dot(f->R.c1, b->R.c0), v3_dot(f->R.c0, b->R.c0));
}

static void read_point(const wedge_part *p, int i, const abut_element_out *c, const carried *f, const carried *b,
                       abut_wedge_state *out) {
    const wedge_face *face = &p->face[p->point[i].face];
    out->loss += c->loss_normal + c->loss_friction;
    if (face->pocket) {
        out->N_pocket += c->N;
        out->T_pocket += v3_dot(c->force, m3_mul(b->R, face->up));
        out->Q -= v3_dot(c->force, f->R.c2);
        return;
    }
    *(p->point[i].upper ? &out->N_upper : &out->N_lower) += c->N;
    out->F_column += v3_dot(c->force, m3_mul(f->R, face->up));
    vec3 arm = v3_add(v3_sub(c->point, f->r), v3_scale(p->offset, f->R.c0));
    out->Mz -= v3_dot(v3_cross(arm, c->force), f->R.c2);
}

void wedge_part_read(const abut_world *w, const wedge_part *p, abut_wedge_state *out, wedge_point_shown *points) {
    carried f = carry(w, p->side_frame, p->in_frame), b = carry(w, p->bolster, p->in_bolster);
    *out = (abut_wedge_state){0};
    read_travel(w, p, &f, &b, out);
    for (int i = 0; i < p->points; i++) {
        abut_element_out c = {0};
        if (world_seen_contact(w, p->contact + i, &c)) c = (abut_element_out){0};
        read_point(p, i, &c, &f, &b, out);
        if (points) points[i] = (wedge_point_shown){c.N, c.mode};
    }
}
