/* Meshes by walking over a surface along the lines that its type names; the last digits come from f itself.
 *
 * sphere, ellipsoid: meridians and parallels of the normal; torus, raceway: section of the tube and ring; cylinder, cone,
 * revolution, roller, cam, closed extrusion: height and angle, with the radius found along the ray from the axis; open extrusion,
 * paraboloid, plane: over a coordinate plane, with the height found along the normal of that plane. */
#include "base/constants.h"
#include "base/plane.h"
#include "mesh_build.h"

/* A grid over a curved surface, as fine as the view asks for. */
static void add_curved(mesh_build *b, mesh_grid g, mesh_at_fn *at, const void *user) {
    int times = b->view.detail > 1 ? b->view.detail : 1;
    g.across *= times;
    g.up *= times;
    mesh_add_grid(b, &g, at, user);
}

static vec3 around(double angle) { return v3(cos(angle), sin(angle), 0); }

/* ---- sphere and ellipsoid ---- */
/* Poles on z; v from -1 to 1 is the latitude, part of a quarter turn. */
static vec3 direction(double u, double v) {
    double latitude = 0.5 * PI * v, c = fabs(v) == 1 ? 0 : cos(latitude);
    vec3 e = around(2 * PI * u);
    return v3(c * e.x, c * e.y, sin(latitude));
}

static bool at_ball(const mesh_build *b, const void *user, double u, double v, vec3 *y) {
    const double *most = user;
    *y = v3_scale(b->s->extent.bound, direction(u, *most * (2 * v - 1)));
    return mesh_settle(b, y);
}

static bool at_normal(const mesh_build *b, const void *user, double u, double v, vec3 *y) {
    (void)user;
    vec3 n = direction(u, 2 * v - 1);
    return !b->s->type->support(b->s->self, &n, y) && mesh_settle(b, y);
}

static void walk_ball(mesh_build *b) {
    double most = b->view.cut_open && b->view.arc > 0 ? fmin(b->view.arc / (0.5 * PI), 1) : 1;
    mesh_grid g = {.across = 32, .up = most < 0.5 ? 8 : 16, .round = true};
    add_curved(b, g, at_ball, &most);
}
static void walk_normals(mesh_build *b) {
    add_curved(b, (mesh_grid){.across = 32, .up = 16, .round = true}, at_normal, NULL);
}

/* ---- torus and raceway ---- */
typedef struct tube {
    double R, r;      /* m */
    double from, arc; /* rad, of the section that is shown */
} tube;

static bool at_tube(const mesh_build *b, const void *user, double u, double v, vec3 *y) {
    const tube *t = user;
    double angle = t->from + t->arc * v, rho = t->R + t->r * cos(angle);
    vec3 e = around(2 * PI * u);
    *y = v3(rho * e.x, rho * e.y, t->r * sin(angle));
    return mesh_settle(b, y);
}

static void walk_tube(mesh_build *b) {
    abut_form f = surface_form(b->s);
    tube t = {.R = f.ring, .r = f.radius, .from = 0, .arc = 2 * PI};
    bool open = b->view.cut_open && b->view.arc < PI;
    double arc = b->view.arc > 0 ? b->view.arc : 0.5 * PI;
    if (open) t = (tube){t.R, t.r, b->view.middle - arc, 2 * arc};
    mesh_grid g = {.across = 96, .up = open ? 14 : 20, .round = true, .closed = !open};
    add_curved(b, g, at_tube, &t);
}

/* ---- one point per place: where is there a surface? ---- */
typedef struct range {
    double low, high;
} range;
static double within(range r, double u) { return (1 - u) * r.low + u * r.high; } /* the ends themselves for 0 and 1 */
/* The point of the surface at the coordinate x, and for a round one at the angle. */
typedef bool line_fn(const mesh_build *b, double x, double angle, vec3 *y);

/* Between x where there is a point and x where there is none: so near to the edge that it does not show. */
static double edge_between(const mesh_build *b, line_fn *line, double angle, double in, double out) {
    vec3 y;
    double aside = 1e-10 * (in - out);
    for (int k = 0; k < 50; k++) {
        double middle = 0.5 * (in + out);
        *(line(b, middle, angle, &y) ? &in : &out) = middle;
    }
    return in + aside;
}

/* Shrinks r to where `line` finds points: by samples, then by halving at either end. */
static bool find_range(const mesh_build *b, line_fn *line, double angle, range *r) {
    enum { SAMPLES = 400 };
    double low = r->low, step = (r->high - r->low) / SAMPLES;
    int first = -1, last = -1;
    vec3 y;
    for (int i = 0; i <= SAMPLES; i++)
        if (line(b, low + i * step, angle, &y)) {
            first = first < 0 ? i : first;
            last = i;
        }
    if (first < 0) return false;
    if (first > 0) r->low = edge_between(b, line, angle, low + first * step, low + (first - 1) * step);
    if (last < SAMPLES) r->high = edge_between(b, line, angle, low + last * step, low + (last + 1) * step);
    return r->high > r->low;
}

static range shown(const mesh_build *b, double middle) {
    double bound = b->s->extent.bound, radius = b->view.radius;
    return isfinite(bound) ? (range){-bound, bound} : (range){middle - radius, middle + radius};
}

static range along_axis(const mesh_build *b) {
    double middle = b->view.centre.z, half = b->view.half_z;
    return half > 0 ? (range){middle - half, middle + half} : shown(b, middle);
}

/* ---- cylinder, cone, revolution, closed extrusion ---- */
typedef struct round_walk {
    range z, angle;
} round_walk;

static bool on_ray(const mesh_build *b, double z, double angle, vec3 *y) {
    vec3 e = around(angle);
    *y = v3(b->length * e.x, b->length * e.y, z);
    return mesh_slide(b, e, y) && v3_dot(e, *y) > 0;
}

static bool at_round(const mesh_build *b, const void *user, double u, double v, vec3 *y) {
    const round_walk *w = user;
    return on_ray(b, within(w->z, v), within(w->angle, u), y);
}

static void walk_round(mesh_build *b) {
    vec3 c = b->view.centre, y;
    double facing = c.x == 0 && c.y == 0 ? 0 : atan2(c.y, c.x), half = PI;
    round_walk w = {.z = along_axis(b)};
    if (!find_range(b, on_ray, facing, &w.z)) return;
    /* of one that is far larger than the view only the part that faces its centre */
    if (on_ray(b, 0.5 * (w.z.low + w.z.high), facing, &y) && !isfinite(b->s->extent.bound) && !(b->view.half_z > 0)) {
        double rho = plane_length(y.x, y.y);
        if (rho > 4 * b->view.radius) half = 1.5 * b->view.radius / rho;
    }
    w.angle = (range){facing - half, facing + half};
    mesh_grid g = {.across = half == PI ? 64 : 24, .up = 24, .round = half == PI};
    add_curved(b, g, at_round, &w);
}

/* Without the rims, where a profile may drop steeply. */
static void walk_roller(mesh_build *b) {
    double radius, drop, half = 0.479 * b->s->type->roller(b->s->self, 0, &radius, &drop);
    round_walk w = {.z = {-half, half}, .angle = {-PI, PI}};
    add_curved(b, (mesh_grid){.across = 64, .up = 24, .round = true}, at_round, &w);
}

/* A whole turn, however thin it is. Rays begin outside, where the distance has no jumps. */
static void walk_cam(mesh_build *b) {
    round_walk w = {.z = along_axis(b), .angle = {-PI, PI}};
    abut_jet j = {.f = 0};
    double r = b->s->extent.size;
    while (r < 1e6 && (surface_jet(b->s, v3(r, 0, 0), 1, &j) || j.f < 0.5 * r)) r *= 2;
    b->length = 2 * r;
    add_curved(b, (mesh_grid){.across = 144, .up = 4, .round = true}, at_round, &w);
}

/* ---- open extrusion: y over x ---- */
typedef struct sheet_walk {
    range x, z;
} sheet_walk;

static bool over_x(const mesh_build *b, double x, double angle, vec3 *y) {
    (void)angle;
    *y = v3(x, b->view.centre.y, 0);
    return mesh_slide(b, v3(0, 1, 0), y);
}

static bool at_sheet(const mesh_build *b, const void *user, double u, double v, vec3 *y) {
    const sheet_walk *w = user;
    if (!over_x(b, within(w->x, u), 0, y)) return false;
    y->z = within(w->z, v);
    return true;
}

/* Does the outline run round the axis? Then f rises or falls along all rays. */
static bool goes_round(const mesh_build *b) {
    double sign = 0;
    for (int i = 0; i < 16; i++) {
        abut_jet j;
        vec3 e = around(2 * PI * i / 16);
        if (surface_jet(b->s, v3_scale(b->length, e), 1, &j)) return false;
        double slope = v3_dot(e, j.g);
        if (sign * slope < 0) return false;
        sign = slope;
    }
    return true;
}

static void walk_extrusion(mesh_build *b) {
    if (goes_round(b)) {
        walk_round(b);
        return;
    }
    sheet_walk w = {.x = shown(b, b->view.centre.x), .z = shown(b, b->view.centre.z)};
    if (!find_range(b, over_x, 0, &w.x)) return;
    add_curved(b, (mesh_grid){.across = 96, .up = 8}, at_sheet, &w);
}

/* ---- paraboloid and plane: z over x, y ---- */
static bool over_plane(const mesh_build *b, double x, double y, vec3 *p) {
    *p = v3(x, y, 0);
    return mesh_slide(b, v3(0, 0, 1), p);
}

/* Out from the centre, as far as the ball of the view goes. */
static bool at_dish(const mesh_build *b, const void *user, double u, double v, vec3 *p) {
    (void)user;
    vec3 e = around(2 * PI * u), c = b->view.centre, foot;
    if (!over_plane(b, c.x, c.y, &foot)) return false;
    double in = 0, out = b->view.radius;
    for (int k = 0; k < 40; k++) {
        double middle = 0.5 * (in + out);
        bool there =
            over_plane(b, c.x + middle * e.x, c.y + middle * e.y, p) && v3_norm(v3_sub(*p, foot)) <= b->view.radius;
        *(there ? &in : &out) = middle;
    }
    return over_plane(b, c.x + v * in * e.x, c.y + v * in * e.y, p);
}

static void walk_dish(mesh_build *b) {
    add_curved(b, (mesh_grid){.across = 48, .up = 20, .round = true}, at_dish, NULL);
}

static bool at_square(const mesh_build *b, const void *user, double u, double v, vec3 *p) {
    (void)user;
    const mesh_view *w = &b->view;
    double half_x = w->half_x > 0 ? w->half_x : w->radius, half_y = w->half_y > 0 ? w->half_y : w->radius;
    return over_plane(b, w->centre.x + (2 * u - 1) * half_x, w->centre.y + (2 * v - 1) * half_y, p);
}

static void walk_plane(mesh_build *b) { mesh_add_grid(b, &(mesh_grid){.across = 8, .up = 8}, at_square, NULL); }

/* ---- by what the type says ---- */
mesh_maker *mesh_walker(const surface *s) {
    static mesh_maker *const walks[] = {
        [ABUT_DRAWN_SPHERE] = walk_ball, [ABUT_DRAWN_NORMALS] = walk_normals,   [ABUT_DRAWN_TUBE] = walk_tube,
        [ABUT_DRAWN_ROUND] = walk_round, [ABUT_DRAWN_OUTLINE] = walk_extrusion, [ABUT_DRAWN_DISC] = walk_cam,
        [ABUT_DRAWN_DISH] = walk_dish,   [ABUT_DRAWN_PLANE] = walk_plane,       [ABUT_DRAWN_ROLLER] = walk_roller,
    };
    unsigned drawing = s->type->drawing;
    bool lacks = (drawing == ABUT_DRAWN_NORMALS && !s->type->support) ||
                 (drawing == ABUT_DRAWN_TUBE && !s->type->form) || (drawing == ABUT_DRAWN_ROLLER && !s->type->roller);
    return lacks || drawing >= sizeof walks / sizeof walks[0] ? NULL : walks[drawing];
}
