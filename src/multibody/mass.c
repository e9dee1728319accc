/* Mass properties of solids.
 *
 * A tensor turns as I = R I' R^T. Two solids of masses m_1, m_2 whose centres are d apart have together (Huygens, Steiner)
 *     c = c_1 + m_2/(m_1 + m_2) d,    I = I_1 + I_2 + m_1 m_2/(m_1 + m_2) (d.d 1 - d d).                              (1)
 *
 * With the second moments S = int x x^T dm, I = tr(S) 1 - S: a tensor belongs to a body if and only if S = tr(I)/2 1 - I
 * has no negative eigenvalue, which says that no principal moment exceeds the sum of the other two. */
#include "mass.h"

#include "base/message.h"
#include "surface/surface.h"

/* ---- one surface ---- */
static mat3 rotation_of(abut_quat q) { return quat_is_zero(q) ? m3_identity() : m3_of_quat(q); }

/* R I R^T */
static void turn(const mat3 *R, const double in[6], double out[6]) {
    const vec3 row[3] = {v3(R->c0.x, R->c1.x, R->c2.x), v3(R->c0.y, R->c1.y, R->c2.y), v3(R->c0.z, R->c1.z, R->c2.z)};
    static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    for (int k = 0; k < 6; k++) out[k] = v3_dot(row[pair[k][0]], sym3_mul(in, row[pair[k][1]]));
}

static const char *article(const char *word) {
    char c = word[0];
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' ? "an" : "a";
}

static abut_status no_volume(const abut_surface_def *def, const surface *s, abut_message *message) {
    const char *type = s->type->type.name, *why = s->type->solid ? " that is touched from inside" : "";
    if (def->name)
        return say(message, ABUT_MISSING, "surface '%.60s': %s %s%s has no volume", def->name, article(type), type,
                   why);
    return say(message, ABUT_MISSING, "%s %s%s has no volume", article(type), type, why);
}

static abut_status check_density(const abut_surface_def *def, abut_message *message) {
    double density = def->material.density;
    if (density > 0 && density <= 1e30) return ABUT_OK;
    const char *name = def->name ? def->name : def->shape.type;
    if (density == 0) return say(message, ABUT_BAD_VALUE, "surface '%.60s': its material has no density", name);
    return say(message, ABUT_BAD_VALUE, "surface '%.60s': the density must be positive, got %g kg/m^3", name, density);
}

abut_status mass_of_surface(const abut_registry *r, const abut_surface_def *def, double *mass, vec3 *centre,
                            double inertia[6], abut_message *message) {
    surface s;
    double volume = 0, I[6] = {0};
    vec3 c = {0, 0, 0};
    abut_status status = surface_make(r, &def->shape, &s, message);
    if (status) return status;
    status = s.type->solid ? s.type->solid(s.self, &volume, &c, I) : ABUT_MISSING;
    if (status == ABUT_MISSING) (void)no_volume(def, &s, message);
    surface_drop(&s);
    if (!status) status = check_density(def, message);
    if (status) return status;
    mat3 R = rotation_of(def->place.q);
    double rho = def->material.density;
    *mass = rho * volume;
    *centre = v3_add(def->place.r, m3_mul(R, c));
    turn(&R, I, inertia);
    for (int k = 0; k < 6; k++) inertia[k] *= rho;
    if (*mass > 0 && isfinite(*mass) && v3_finite(*centre) && isfinite(inertia[0] + inertia[1] + inertia[2]))
        return ABUT_OK;
    return say(message, ABUT_BAD_VALUE, "surface '%.60s': its mass leaves the range of numbers",
               def->name ? def->name : def->shape.type);
}

/* ---- several ---- */
/* (1) */
void mass_add(double *mass, vec3 *centre, double inertia[6], double other_mass, vec3 other_centre,
              const double other_inertia[6]) {
    double sum = *mass + other_mass, share = sum > 0 ? other_mass / sum : 1, m = *mass * share;
    bool nothing = *mass == 0;
    vec3 d = v3_sub(other_centre, *centre);
    *mass = sum;
    if (nothing) {
        *centre = other_centre;
        for (int k = 0; k < 6; k++) inertia[k] = other_inertia[k];
        return;
    }
    *centre = v3_axpy(share, d, *centre);
    const double steiner[6] = {
        d.y * d.y + d.z * d.z, d.x * d.x + d.z * d.z, d.x * d.x + d.y * d.y, -d.x * d.y, -d.x * d.z, -d.y * d.z};
    for (int k = 0; k < 6; k++) inertia[k] += other_inertia[k] + m * steiner[k];
}

/* ---- check ---- */
/* Is H + shift 1 positive definite? By the pivots of its elimination. */
static bool positive(const double H[6], double shift) {
    double p = H[0] + shift;
    if (!(p > 0)) return false;
    double yy = H[1] + shift - H[3] * H[3] / p, yz = H[5] - H[3] * H[4] / p, zz = H[2] + shift - H[4] * H[4] / p;
    return yy > 0 && zz - yz * yz / yy > 0;
}

bool inertia_physical(const double I[6]) {
    double trace = I[0] + I[1] + I[2];
    if (!(trace > 0) || !isfinite(trace)) return false;
    double moment[6], second[6]; /* I and S, over the trace */
    for (int k = 0; k < 6; k++) {
        moment[k] = I[k] / trace;
        second[k] = (k < 3 ? 0.5 : 0) - moment[k];
    }
    return positive(moment, -1e-14) && positive(second, 2e-3);
}
