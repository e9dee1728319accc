/* Three types in one plug-in: friction of a skid that floats on a film of constant drag, a parabolic dish, a pull to the middle. */
#include <math.h>

#include "abut/plugin.h"

/* ---- friction drag: T = -k v, whatever the normal force ---- */
typedef struct drag {
    double k; /* N s/m */
} drag;

static abut_status drag_init(void *self, const abut_args *args) {
    ((drag *)self)->k = abut_arg(args, "k");
    return ABUT_OK;
}

static unsigned drag_uses(const void *self) {
    (void)self;
    return ABUT_L_POINT; /* a law without moments uses all of these or none */
}

static void drag_force(const void *self, const abut_patch *p, const abut_normal *n, bool derivatives,
                       abut_traction *out) {
    (void)n;
    double k = ((const drag *)self)->k;
    for (int i = 0; i < ABUT_TRACTIONS; i++) out->T[i] = 0;
    out->T[ABUT_T1] = -k * p->v1;
    out->T[ABUT_T2] = -k * p->v2;
    out->loss = k * (p->v1 * p->v1 + p->v2 * p->v2);
    out->mode = 2;
    if (!derivatives) return;
    out->used = drag_uses(self);
    for (int local = 0; local < ABUT_LOCALS; local++)
        for (int i = 0; (out->used >> local & 1) && i < ABUT_TRACTIONS; i++)
            out->dT[local][i] = (local == ABUT_L_V1 && i == ABUT_T1) || (local == ABUT_L_V2 && i == ABUT_T2) ? -k : 0;
}

static const abut_param_info drag_params[] = {
    {.name = "k", .unit = "N s/m", .required = true, .low = 0, .high = INFINITY, .meaning = "force per slip speed"},
    {0},
};
static const abut_choice drag_examples[] = {{"drag", {{.name = "k", .value = 100.0}}}, {0}};

const abut_friction_type friction_drag = {
    .type = {"friction", "drag", "linear drag T = -k v", drag_params, drag_examples},
    .size = sizeof(drag),
    .init = drag_init,
    .uses = drag_uses,
    .force = drag_force,
};

/* ---- surface dish: z = (x^2 + y^2)/(2 R), hollow, material below: f = z - (x^2 + y^2)/(2 R) ---- */
typedef struct dish {
    double R; /* m, radius of curvature at the bottom */
} dish;

static abut_status dish_init(void *self, const abut_args *args) {
    ((dish *)self)->R = abut_arg(args, "radius");
    return ABUT_OK;
}

static abut_extent dish_extent(const void *self) {
    return (abut_extent){.bound = INFINITY, .size = ((const dish *)self)->R, .k_min_sup = 0, .k_max_sup = 0};
}

static abut_status dish_jet(const void *self, const abut_vec3 *at, int order, abut_jet *out) {
    double i = 1 / ((const dish *)self)->R;
    out->f = at->z - 0.5 * i * (at->x * at->x + at->y * at->y);
    out->g = (abut_vec3){-i * at->x, -i * at->y, 1};
    for (int k = 0; order > 1 && k < 6; k++) out->H[k] = k < 2 ? -i : 0;
    for (int k = 0; order > 2 && k < 10; k++) out->T[k] = 0;
    return ABUT_OK;
}

static const abut_param_info dish_params[] = {
    {.name = "radius",
     .unit = "m",
     .required = true,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "radius of curvature at the bottom"},
    {0},
};
static const abut_choice dish_examples[] = {{"dish", {{.name = "radius", .value = 0.5}}}, {0}};

const abut_surface_type surface_dish = {
    .type = {"surface", "dish", "hollow paraboloid of revolution about z, material below", dish_params, dish_examples},
    .size = sizeof(dish),
    .init = dish_init,
    .extent = dish_extent,
    .jet = dish_jet,
    .drawing = ABUT_DRAWN_DISH,
};

/* ---- force middle: F = -k (x, y, 0), E = k (x^2 + y^2)/2 ---- */
typedef struct middle {
    double k; /* N/m */
} middle;

static abut_status middle_init(void *self, const abut_args *args) {
    middle *m = self;
    m->k = abut_arg(args, "k");
    if (m->k == 0) return abut_refuse(args, ABUT_BAD_VALUE, "k is 0: leave the force out");
    return ABUT_OK;
}

static void middle_eval(const void *self, const abut_force_places *places, abut_dual t, const abut_body_motion *a,
                        const abut_body_motion *b, abut_force_out *out) {
    (void)places, (void)t, (void)a;
    double k = ((const middle *)self)->k;
    out->force_b = (abut_dvec){{-k * b->r.x, -k * b->r.y, 0}, {-k * b->dr.x, -k * b->dr.y, 0}}; /* value, change */
    out->energy = 0.5 * k * (b->r.x * b->r.x + b->r.y * b->r.y);
}

static const abut_param_info middle_params[] = {
    {.name = "k", .unit = "N/m", .required = true, .low = 0, .high = INFINITY, .meaning = "force per distance"},
    {0},
};
static const abut_choice middle_examples[] = {{"middle", {{.name = "k", .value = 10.0}}}, {0}};

const abut_force_type force_middle = {
    .type = {"force", "middle", "pull towards the z axis of the world", middle_params, middle_examples},
    .size = sizeof(middle),
    .bodies = 1,
    .init = middle_init,
    .eval = middle_eval,
};

ABUT_PLUGIN_TYPES("skid", &friction_drag.type, &surface_dish.type, &force_middle.type);
