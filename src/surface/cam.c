/* Disc cam: the contour that moves a roller along its pitch curve by a law of lift, running on along z without end.
 *
 * The pitch curve P(theta) is that of cam/pitch.c; the contour is y = P - Rr n with the curvature k = kp/(1 - kp Rr), convex
 * positive. f is the signed distance: with the foot y of a point x, D = n . (x - y) and t the direction of d2 = n x z,
 *     f = D,  grad f = n,  H = K t t,  K = k/(1 + D k),  T = K_s t t t - K^2 sym(n t t),  K_s = k_s/(1 + D k)^3,        (1)
 *     k_s = dk/ds = dkp/dtheta/(|P'| (1 - kp Rr)^3), its sign that of the sense of rotation along t.
 * Contour and pitch curve have their normals in common: the foot is where (x - P) . P' = 0.                          (2)
 *
 * The contour may be hollow (k < 0); the sum of curvatures with the roller it is made for, 1/(Rr (1 - kp Rr)), is positive
 * all the same. Its rate k_s jumps where s''' does. */
#include <math.h>
#include <stdlib.h>

#include "abut/extend.h"
#include "base/constants.h"
#include "base/plane.h"
#include "base/vec.h"
#include "cam/pitch.h"

enum { TRANSLATING, SWINGING }; /* in the order of the words of `follower` */
enum { COARSE = 4 };            /* every so many samples are looked at first */

typedef struct cam {
    pitch pitch;
    int samples;       /* a multiple of COARSE */
    plane_vec *sample; /* points of the contour at even steps of the angle, the first one repeated at the end */
    double step;       /* rad */
    abut_extent extent;
} cam;

/* ---- making ---- */
static abut_extent measure(const cam *self) {
    double least, R = self->pitch.roller, most = pitch_sharpest(&self->pitch, 1, NULL), far = 0;
    least = pitch_sharpest(&self->pitch, -1, NULL);
    double high = most / (1 - most * R), low = least / (1 - least * R);
    for (int i = 0; i < self->samples; i++) far = fmax(far, plane_length(self->sample[i].x, self->sample[i].y));
    double slack = 1e-6 * (high - low), sharpest = fmax(fabs(high), fabs(low));
    high += slack;
    return (abut_extent){HUGE_VAL, fmin(1 / sharpest, far), fmin(high, 0), fmax(high, 0)};
}

static abut_status fill_samples(cam *self, const abut_args *args, int lobes) {
    int wanted = 48 * lobes;
    self->samples = wanted < 128 ? 128 : wanted > 4096 ? 4096 : wanted;
    self->step = TWO_PI / self->samples;
    self->sample = malloc((size_t)(self->samples + 1) * sizeof *self->sample);
    if (!self->sample) return abut_refuse(args, ABUT_NO_MEMORY, "out of memory");
    for (int i = 0; i <= self->samples; i++) {
        pitch_point p;
        pitch_at(&self->pitch, i * self->step, &p);
        self->sample[i] = (plane_vec){p.P.x - self->pitch.roller * p.n.x, p.P.y - self->pitch.roller * p.n.y};
    }
    return ABUT_OK;
}

static abut_status read_lift(const abut_args *args, abut_lift *to) {
    size_t count;
    double lobes = abut_arg(args, "lobes");
    const double *table = abut_arg_data(args, "table", &count);
    *to = (abut_lift){(abut_lift_law)abut_arg_word(args, "law"),
                      abut_arg(args, "lift"),
                      abut_arg(args, "rise"),
                      abut_arg(args, "dwell"),
                      abut_arg(args, "fall"),
                      (int)lobes,
                      count / 2,
                      table};
    if (lobes != floor(lobes))
        return abut_refuse_at(args, "lobes", ABUT_BAD_VALUE, "lobes is a whole number, got %g", lobes);
    if (count % 2)
        return abut_refuse_at(args, "table", ABUT_BAD_VALUE, "table: pairs are needed, got %zu numbers", count);
    if (to->law == ABUT_LIFT_SPLINE) return ABUT_OK;
    if (table) return abut_refuse_at(args, "table", ABUT_BAD_VALUE, "table: only the law spline has one");
    for (const char *const *name = (const char *const[]){"lift", "rise", "fall", NULL}; *name; name++)
        if (!abut_arg_given(args, *name)) return abut_refuse_at(args, *name, ABUT_MISSING, "%s is missing", *name);
    return ABUT_OK;
}

static void drop(void *to) {
    cam *self = to;
    pitch_free(&self->pitch);
    free(self->sample);
}

static abut_status init(void *to, const abut_args *args) {
    cam *self = to;
    abut_message why = {0};
    abut_cam def = {.base_radius = abut_arg(args, "base_radius"),
                    .roller_radius = abut_arg(args, "roller_radius"),
                    .follower = abut_arg_word(args, "follower") == SWINGING ? ABUT_SWINGING : ABUT_TRANSLATING,
                    .offset = abut_arg(args, "offset"),
                    .pivot_distance = abut_arg(args, "pivot_distance"),
                    .arm = abut_arg(args, "arm"),
                    .lever = abut_arg(args, "lever"),
                    .phase = abut_arg(args, "phase"),
                    .clockwise = abut_arg_word(args, "rotation") == 1};
    abut_status s = read_lift(args, &def.lift);
    if (s) return s;
    s = pitch_make(&def, &self->pitch, &why);
    if (s) return abut_refuse_at(args, why.place.key, s, "%s", why.text);
    s = fill_samples(self, args, def.lift.lobes);
    if (s)
        drop(self);
    else
        self->extent = measure(self);
    return s;
}

static abut_extent extent(const void *self) { return ((const cam *)self)->extent; }

/* ---- the nearest point ---- */
static double square(double x) { return x * x; }
static double off(const cam *self, int i, plane_vec x) {
    return square(self->sample[i].x - x.x) + square(self->sample[i].y - x.y);
}

/* The sample nearest to x: of every COARSE-th, then of those around it. */
static int nearest_sample(const cam *self, plane_vec x) {
    int best = 0, n = self->samples;
    double least = HUGE_VAL;
    for (int i = 0; i < n; i += COARSE) {
        double d = off(self, i, x);
        if (d < least) least = d, best = i;
    }
    int around = best;
    for (int j = around - COARSE + 1; j < around + COARSE; j++) {
        int i = j < 0 ? j + n : j >= n ? j - n : j;
        double d = off(self, i, x);
        if (d < least) least = d, best = j;
    }
    return best;
}

/* (2) by Newton's method, kept within the step next to the nearest sample to which the distance falls. */
static double nearest_angle(const cam *self, plane_vec x) {
    double theta = nearest_sample(self, x) * self->step, low = theta - self->step, high = theta + self->step;
    for (int i = 0; i < 60; i++) {
        plane_vec P[3];
        pitch_jet2(&self->pitch, theta, P);
        double dx = x.x - P[0].x, dy = x.y - P[0].y, g = dx * P[1].x + dy * P[1].y;
        double slope = dx * P[2].x + dy * P[2].y - square(P[1].x) - square(P[1].y);
        if (g > 0)
            low = theta;
        else
            high = theta;
        double next = theta - g / slope;
        bool inside = next > low && next < high;
        if (inside && fabs(next - theta) < 1e-9) return next; /* the error is of the order of its square */
        theta = inside ? next : 0.5 * (low + high);
        if (!(high - low > 1e-15 * (1 + fabs(theta)))) break;
    }
    return theta;
}

/* The point of the contour at theta, with its curvature and k_s of (1) along d2. */
static abut_foot contour_at(const cam *self, double theta, const abut_vec3 *x) {
    pitch_point p;
    pitch_at(&self->pitch, theta, &p);
    double R = self->pitch.roller, left = 1 - p.k * R, i = 1 / left;
    vec3 n = v3(p.n.x, p.n.y, 0), y = v3(p.P.x - R * p.n.x, p.P.y - R * p.n.y, x->z);
    return (abut_foot){.distance = n.x * (x->x - y.x) + n.y * (x->y - y.y),
                       .y = y,
                       .n = n,
                       .d1 = {0, 0, 1},
                       .k2 = p.k * i,
                       .ek2 = self->pitch.sense * p.dk * i * i * i / p.speed};
}

static abut_status foot(const void *me, const abut_vec3 *at, abut_foot *out) {
    const cam *self = me;
    if (!isfinite(at->x) || !isfinite(at->y)) return ABUT_OUTSIDE_DOMAIN;
    *out = contour_at(self, nearest_angle(self, (plane_vec){at->x, at->y}), at);
    return ABUT_OK;
}

/* (1) */
static abut_status jet(const void *me, const abut_vec3 *at, int order, abut_jet *out) {
    abut_foot f;
    abut_status s = foot(me, at, &f);
    if (s) return s;
    double left = 1 + f.distance * f.k2, i = 1 / left, K = f.k2 * i;
    if (!(left > 1e-9)) return ABUT_OUTSIDE_DOMAIN; /* beyond the centre of curvature */
    double nx = f.n.x, ny = f.n.y, tx = ny, ty = -nx;
    out->f = f.distance;
    out->g = f.n;
    for (int k = 0; k < 6 && order > 1; k++) out->H[k] = 0;
    for (int k = 0; k < 10 && order > 2; k++) out->T[k] = 0;
    if (order < 2) return ABUT_OK;
    out->H[0] = K * tx * tx;
    out->H[1] = K * ty * ty;
    out->H[3] = K * tx * ty;
    if (order < 3) return ABUT_OK;
    double c = f.ek2 * i * i * i, q = -K * K;
    out->T[0] = c * tx * tx * tx + 3 * q * nx * tx * tx;
    out->T[1] = c * ty * ty * ty + 3 * q * ny * ty * ty;
    out->T[3] = c * tx * tx * ty + q * (ny * tx * tx + 2 * nx * tx * ty);
    out->T[5] = c * ty * ty * tx + q * (nx * ty * ty + 2 * ny * ty * tx);
    return ABUT_OK;
}

/* ---- the type ---- */
#define LENGTH(key, text)                                                                                              \
    { .name = key, .unit = "m", .low = 0, .high = INFINITY, .open = true, .meaning = text }
#define ANGLE(key, least, text)                                                                                        \
    { .name = key, .unit = "rad", .low = least, .high = INFINITY, .meaning = text }

static const abut_param_info params[] = {
    {.name = "base_radius",
     .unit = "m",
     .required = true,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "radius of the contour where the lift is 0"},
    {.name = "roller_radius",
     .unit = "m",
     .required = true,
     .low = 0,
     .high = INFINITY,
     .open = true,
     .meaning = "of the roller that the contour is made for"},
    {.name = "law",
     .kind = ABUT_WORD,
     .unit = "1",
     .words = "cycloidal|polynomial_345|polynomial_4567|spline",
     .meaning = "law of the lift: over rise, dwell and fall, or through the points of a table"},
    LENGTH("lift", "greatest lift; not for a spline"),
    ANGLE("rise", 0, "cam angle of the rise, which begins at the profile's angle 0"),
    ANGLE("dwell", 0, "cam angle for which the follower stays up"),
    ANGLE("fall", 0, "cam angle of the fall; for what is left of the turn the lift is 0"),
    {.name = "lobes",
     .unit = "1",
     .preset = 1,
     .low = 1,
     .high = 1000,
     .meaning = "how often the lift repeats in a turn"},
    {.name = "table",
     .kind = ABUT_TABLE,
     .unit = "1",
     .meaning = "of a spline: pairs of angle (rad, rising, within a turn or a lobe's part of it) and lift (m)"},
    {.name = "follower",
     .kind = ABUT_WORD,
     .unit = "1",
     .words = "translating|swinging",
     .meaning = "how the roller is guided; at the cam angle 0 a translating one goes along +x, the pivot of a swinging "
                "one lies on +x with the roller at y > 0"},
    {.name = "offset",
     .unit = "m",
     .low = -INFINITY,
     .high = INFINITY,
     .meaning = "of the translating roller's way from the cam's axis, towards +y"},
    LENGTH("pivot_distance", "from the cam's axis to the pivot of the lever"),
    LENGTH("arm", "from the pivot to the roller's centre"),
    {.name = "lever",
     .unit = "m",
     .low = 0,
     .high = INFINITY,
     .meaning = "radius about the pivot of the arc that the lift is measured along; 0: the arm"},
    ANGLE("phase", -INFINITY, "angle of the profile that the roller is at when the cam angle is 0"),
    {.name = "rotation", .kind = ABUT_WORD, .unit = "1", .words = "+z|-z", .meaning = "axis about which the cam turns"},
    {0},
};
_Static_assert(sizeof params / sizeof params[0] == ABUT_MAX_PARAMS + 1, "a choice has room for all of them");

/* a pump's cam, and one of three lobes with hollow flanks for a lever */
static const double three[] = {0.0, 0.0, 0.35, 0.0017, 0.70, 0.0049, 1.0472, 0.0065, 1.3944, 0.0049, 1.7444, 0.0017};
static const abut_choice examples[] = {
    {"cam",
     {{.name = "base_radius", .value = 0.016},
      {.name = "roller_radius", .value = 0.01},
      {.name = "lift", .value = 0.0085},
      {.name = "rise", .value = 2.6},
      {.name = "dwell", .value = 0.17},
      {.name = "fall", .value = 2.27},
      {.name = "offset", .value = 0.002}}},
    {"cam",
     {{.name = "base_radius", .value = 0.025},
      {.name = "roller_radius", .value = 0.008},
      {.name = "law", .text = "spline"},
      {.name = "lobes", .value = 3},
      {.name = "table", .data = three, .count = sizeof three / sizeof three[0]},
      {.name = "follower", .text = "swinging"},
      {.name = "pivot_distance", .value = 0.06},
      {.name = "arm", .value = 0.05},
      {.name = "phase", .value = 0.6},
      {.name = "rotation", .text = "-z"}}},
    {0},
};

const abut_surface_type surface_cam = {
    .type = {"surface", "cam", "disc cam that moves a roller by a law of lift, running on along z without end", params,
             examples},
    .size = sizeof(cam),
    .init = init,
    .extent = extent,
    .jet = jet,
    .foot = foot,
    .has_axis = true,
    .axis = {0, 0, 1},
    .drop = drop,
    .drawing = ABUT_DRAWN_DISC,
};
