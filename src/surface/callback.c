/* A surface whose f, gradient and Hessian come from the caller's function; see abut_callback.
 *
 * Third derivatives are the caller's, or central differences of the caller's Hessian with the step 1e-5 size (relative
 * error about 1e-9 for smooth f). Where the function says so, or gives a number that is not finite, the surface is
 * not defined. Nothing is known of its curvatures beforehand. */
#include <math.h>

#include "base/vec.h"
#include "surface.h"

typedef struct callback {
    abut_callback given;
    abut_extent extent;
} callback;

/* Zero or a positive length; infinite only where it may be. */
static bool length_ok(double length, bool infinite) { return length >= 0 && (infinite || isfinite(length)); }

static abut_status init(void *to, const abut_args *args) {
    callback *self = to;
    size_t count;
    const abut_callback *given = abut_arg_data(args, "callback", &count);
    if (count != 1)
        return abut_refuse_at(args, "callback", ABUT_BAD_VALUE, "callback: one abut_callback is needed, got %zu",
                              count);
    if (!given->fn) return abut_refuse_at(args, "callback", ABUT_MISSING, "callback: the function fn is missing");
    if (!length_ok(given->bound, true))
        return abut_refuse_at(args, "callback", ABUT_BAD_VALUE, "callback: bound must not be negative, got %g m",
                              given->bound);
    if (!length_ok(given->size, false))
        return abut_refuse_at(args, "callback", ABUT_BAD_VALUE,
                              "callback: size must be finite and not negative, got %g m", given->size);
    bool bounded = given->bound > 0 && isfinite(given->bound);
    self->given = *given;
    self->extent = (abut_extent){.bound = bounded ? given->bound : HUGE_VAL,
                                 .size = given->size > 0 ? given->size
                                         : bounded       ? given->bound
                                                         : 1.0,
                                 .k_min_sup = HUGE_VAL,
                                 .k_max_sup = HUGE_VAL};
    return ABUT_OK;
}

static abut_extent extent(const void *self) { return ((const callback *)self)->extent; }

static bool all_finite(const double *values, int n) {
    for (int k = 0; k < n; k++)
        if (!isfinite(values[k])) return false;
    return true;
}

/* One call of the caller's function. */
static abut_status call(const void *me, const abut_vec3 *at, int order, abut_jet *out) {
    const abut_callback *given = &((const callback *)me)->given;
    double g[3] = {0};
    *out = (abut_jet){0};
    if (given->fn(*at, order, &out->f, g, out->H, out->T, given->user)) return ABUT_OUTSIDE_DOMAIN;
    bool finite = isfinite(out->f) && all_finite(g, 3) && (order < 2 || all_finite(out->H, 6)) &&
                  (order < 3 || all_finite(out->T, 10));
    out->g = v3(g[0], g[1], g[2]);
    return finite ? ABUT_OK : ABUT_OUTSIDE_DOMAIN;
}

static abut_status jet(const void *me, const abut_vec3 *at, int order, abut_jet *out) {
    const vec3 y = *at;
    const callback *self = me;
    bool difference = order > 2 && !self->given.third;
    if (!v3_finite(y)) return ABUT_OUTSIDE_DOMAIN;
    abut_status s = call(self, at, difference ? 2 : order, out);
    if (s || !difference) return s;
    s = surface_difference(call, self, y, SURFACE_STEP * self->extent.size, out);
    return s || all_finite(out->T, 10) ? s : ABUT_OUTSIDE_DOMAIN;
}

static const abut_param_info params[] = {
    {.name = "callback",
     .kind = ABUT_OBJECT,
     .size = sizeof(abut_callback),
     .unit = "1",
     .required = true,
     .meaning =
         "one abut_callback: your function for f, gradient and Hessian, f > 0 outside the material, with the size of "
         "the surface; available from C and the bindings, not from a model file"},
    {0},
};

/* a squarish pebble: (x/a)^4 + (y/b)^2 + (z/c)^2 = 1 with a small round-off term, third derivatives left to us */
/* NOLINTNEXTLINE(readability-non-const-parameter): the callback's signature */
static int pebble(abut_vec3 y, int order, double *f, double gradient[3], double hessian[6], double third[10],
                  void *user) {
    (void)order, (void)third, (void)user;
    double x = y.x / 0.02, x2 = x * x;
    *f = 0.005 * (x2 * x2 + x2 + y.y * y.y / 2.25e-4 + y.z * y.z / 1e-4 - 1);
    gradient[0] = 0.005 * (4 * x2 * x + 2 * x) / 0.02;
    gradient[1] = 0.005 * 2 * y.y / 2.25e-4;
    gradient[2] = 0.005 * 2 * y.z / 1e-4;
    double H[6] = {0.005 * (12 * x2 + 2) / 4e-4, 0.005 * 2 / 2.25e-4, 0.005 * 2 / 1e-4, 0, 0, 0};
    for (int i = 0; i < 6; i++) hessian[i] = H[i];
    return 0;
}
static const abut_callback pebble_callback = {.fn = pebble, .bound = 0.02, .size = 0.005};
static const abut_choice examples[] = {
    {"callback", {{.name = "callback", .data = &pebble_callback, .count = 1}}},
    {0},
};

const abut_surface_type surface_callback = {
    .type = {"surface", "callback", "surface f(x, y, z) = 0 given by a function of your own", params, examples},
    .size = sizeof(callback),
    .init = init,
    .extent = extent,
    .jet = jet,
};
