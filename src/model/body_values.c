/* Inertia and orientation.
 *
 * Principal moments of real bodies are positive, and none exceeds the sum of the other two. For a matrix J of any axes this
 * says that J and tr(J)/2 - J are positive (semi)definite, which is seen from their Cholesky factors. */
#include <math.h>
#include <string.h>

#include "base/quat.h"
#include "value.h"

static const double ROUNDING = 1e-6; /* what digits of a model file may be off */

/* ---- inertia ---- */
/* Is the symmetric matrix xx yy zz xy xz yz positive definite with every pivot above `least`? */
static bool positive(const double s[6], double least) {
    double a = s[0];
    if (!(a > least)) return false;
    double b = s[1] - s[3] * s[3] / a;
    if (!(b > least)) return false;
    double m = s[5] - s[3] * s[4] / a;
    return s[2] - s[4] * s[4] / a - m * m / b > least;
}

static bool physical(reader *r, const node *n, const char *what, const double s[6]) {
    double trace = s[0] + s[1] + s[2], rest[6];
    for (int i = 0; i < 6; i++) rest[i] = (i < 3 ? trace / 2 + ROUNDING * trace : 0) - s[i];
    if (!(trace > NUMBER_LEAST) || !positive(s, 1e-12 * trace)) {
        error_on(r, n, "%s: the moments of inertia must be positive", what);
        return false;
    }
    if (positive(rest, 0)) return true;
    error_on(r, n, "%s: no body has this inertia: a principal moment exceeds the sum of the other two", what);
    return false;
}

static bool read_matrix(reader *r, const node *n, const char *what, double out[6]) {
    double m[3][3] = {{0}}, size = 0;
    bool good = true;
    for (unsigned i = 0; i < 3; i++) good = read_numbers(r, n->items[i], what, "kg m^2", 3, m[i]) && good;
    if (!good) return false;
    for (int i = 0; i < 9; i++) size = fmax(size, fabs(m[i / 3][i % 3]));
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < i; k++)
            if (fabs(m[i][k] - m[k][i]) > ROUNDING * size) {
                error_on(r, n->items[i]->items[k], "%s: the matrix is not symmetric: %g and %g", what, m[i][k],
                         m[k][i]);
                return false;
            }
    memcpy(out, (double[]){m[0][0], m[1][1], m[2][2], m[0][1], m[0][2], m[1][2]}, 6 * sizeof(double));
    return true;
}

bool read_inertia(reader *r, const node *n, const char *what, double out[6]) {
    double s[6] = {0};
    bool matrix = n->kind == NODE_LIST && n->count == 3 && n->items[0]->kind == NODE_LIST;
    bool good = matrix ? read_matrix(r, n, what, s) : read_numbers(r, n, what, "kg m^2", 3, s);
    if (!good || !physical(r, n, what, s)) return false;
    memcpy(out, s, sizeof s);
    return true;
}

/* ---- orientation ---- */
static abut_quat of_axis(vec3 axis, double angle) {
    double largest = fmax(fabs(axis.x), fmax(fabs(axis.y), fabs(axis.z)));
    vec3 u = v3_scale(sin(angle / 2), v3_unit(v3_scale(1 / largest, axis)));
    return (abut_quat){cos(angle / 2), u.x, u.y, u.z};
}

/* Unit length; digits of one that has it already are left alone. */
static bool normalise(abut_quat *q) {
    double largest = fmax(fmax(fabs(q->w), fabs(q->x)), fmax(fabs(q->y), fabs(q->z)));
    if (!(largest > NUMBER_LEAST)) return false;
    abut_quat u = {q->w / largest, q->x / largest, q->y / largest, q->z / largest};
    double length = largest * sqrt(u.w * u.w + u.x * u.x + u.y * u.y + u.z * u.z);
    if (fabs(length - 1) > 1e-14) *q = (abut_quat){q->w / length, q->x / length, q->y / length, q->z / length};
    return true;
}

static bool is_zero(vec3 v) { return fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z))) < NUMBER_LEAST; }

bool read_orientation(reader *r, const node *n, const char *what, abut_quat *out) {
    orientation_keys k = {0};
    if (!need_map(r, n, what) || read_keys(r, n, &keys_of_orientation, NULL, &k)) return false;
    bool quaternion = node_get(n, "quaternion"), axis = node_get(n, "axis"), rpy = node_get(n, "rpy");
    bool angle = node_get(n, "angle");
    if (quaternion + rpy + (axis || angle) != 1 || axis != angle) {
        error_on(r, n, "%s: give {quaternion}, {axis, angle} or {rpy}", what);
        return false;
    }
    if (axis && is_zero(k.axis)) {
        error_on(r, node_get(n, "axis"), "axis: must not be zero");
        return false;
    }
    if (quaternion) *out = k.quaternion;
    if (axis) *out = of_axis(k.axis, k.angle);
    if (rpy)
        *out = quat_multiply(quat_multiply(of_axis(v3(0, 0, 1), k.rpy.z), of_axis(v3(0, 1, 0), k.rpy.y)),
                             of_axis(v3(1, 0, 0), k.rpy.x));
    if (normalise(out)) return true;
    error_on(r, n, "%s: the quaternion must not be zero", what);
    return false;
}
