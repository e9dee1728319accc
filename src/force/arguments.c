/* Vectors among the parameters of forces. */
#include "arguments.h"

static const double LEAST = 1e-30, MOST = 1e30; /* as for single numbers */

static abut_status check(const abut_args *args, const char *name, const double *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (x[i] != 0 && !(fabs(x[i]) >= LEAST && fabs(x[i]) <= MOST))
            return abut_refuse_at(args, name, ABUT_BAD_VALUE,
                                  "%s: its numbers must be 0 or between %g and %g in size, got %g", name, LEAST, MOST,
                                  x[i]);
    return ABUT_OK;
}

abut_status force_vector(const abut_args *args, const char *name, vec3 preset, vec3 *out) {
    size_t count;
    const double *x = abut_arg_data(args, name, &count);
    *out = preset;
    if (!x) return ABUT_OK;
    if (count != 3)
        return abut_refuse_at(args, name, ABUT_BAD_VALUE, "%s: three numbers are needed, got %zu", name, count);
    *out = v3(x[0], x[1], x[2]);
    double largest = fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2])));
    /* a tiny number beside a large one is what rounding has left of zero where a vector was turned */
    if (largest >= LEAST && largest <= MOST && isfinite(x[0] + x[1] + x[2])) return ABUT_OK;
    return check(args, name, x, 3);
}

abut_status force_axis(const abut_args *args, const char *name, vec3 preset, vec3 *out) {
    abut_status s = force_vector(args, name, preset, out);
    if (s) return s;
    double largest = fmax(fabs(out->x), fmax(fabs(out->y), fabs(out->z)));
    if (largest == 0)
        return abut_refuse_at(args, name, ABUT_BAD_VALUE, "%s: a direction is needed, got the zero vector", name);
    *out = v3_unit(v3_scale(1 / largest, *out));
    return ABUT_OK;
}

abut_status force_triple(const abut_args *args, const char *name, double out[3]) {
    size_t count;
    const double *x = abut_arg_data(args, name, &count);
    for (int i = 0; i < 3; i++) out[i] = 0;
    if (!x) return ABUT_OK;
    if (count != 1 && count != 3)
        return abut_refuse_at(args, name, ABUT_BAD_VALUE,
                              "%s: three numbers (along x, y, z) or one for all are needed, got %zu", name, count);
    for (size_t i = 0; i < count; i++)
        if (x[i] < 0) return abut_refuse_at(args, name, ABUT_BAD_VALUE, "%s: must not be negative, got %g", name, x[i]);
    for (int i = 0; i < 3; i++) out[i] = x[count == 3 ? i : 0];
    return check(args, name, x, count);
}
