/* Rating life of a ball bearing. Lengths in mm inside the rating, as in the standards; g = D cos(alpha)/d_m.
 *
 * ISO 281, radial and angular contact (alpha <= 45 deg), Z balls in one row:
 *   C = 1.3 f_c (cos alpha)^0.7 Z^(2/3) D^1.8,  D <= 25.4 mm;   D^1.8 -> 3.647 D^1.4 above,
 *   f_c = 38.2 {1 + x^(10/3)}^(-3/10) g^0.3 (1-g)^1.39/(1+g)^(1/3) [2 f_i/(2 f_i-1)]^0.41,
 *   x = 1.04 ((1-g)/(1+g))^1.72 [f_i (2 f_o-1)/(f_o (2 f_i-1))]^0.41.
 * The form is that of Lundberg and Palmgren (1947), given in ISO/TR 1281-1, with 39.9 before the reduction of the standard. The
 * constant 38.2 is fitted: with f_i = f_o = 0.52 it gives the values of ISO 281, table 2, to 0.12 % (0.05 <= g <= 0.4).
 * The table holds for f_i <= 0.52, f_o <= 0.53 and is not raised by closer grooves.
 * Thrust (alpha = 90 deg): C = 1.3 f_c Z^(2/3) D^1.8, g = D/d_m,
 *   f_c = 58.8 {1 + y^(10/3)}^(-3/10) g^0.3 [2 f_i/(2 f_i-1)]^0.41,  y = [f_i (2 f_o-1)/(f_o (2 f_i-1))]^0.41,
 * 58.8 fitted likewise: with 0.535 the values of table 4 to 0.2 %. Between 45 and 90 deg C must be given.
 *
 * ISO 16281 (ISO/TS 16281:2008), ball loads for 1e6 revolutions of a ring, with 1.044 in place of 1.04 in x:
 *   Q_ci = C/(0.407 Z cos alpha) {1 + x^(10/3)}^(3/10),   Q_ce = C/(0.389 Z cos alpha) {1 + x^(-10/3)}^(3/10);
 * thrust: Q_ci = C/(Z sin alpha) {1 + x^(10/3)}^(3/10), Q_ce with x^(-10/3), factor 1 in x.
 *   L_ring = (Q_c/Q_e)^3,   L10r = (L_i^(-10/9) + L_o^(-10/9))^(-9/10). */
#include "life.h"

#include <math.h>

#include "ball_bearing.h"
#include "base/constants.h"
#include "base/plane.h"
#include "machine/shared/modified_life.h"
#include "world/world.h"

static const double missing = (double)NAN;
static const double limit_radial = PI / 4 + 1e-9, limit_thrust = HALF_PI - 1e-6;

typedef struct life_geometry {
    double D, g, angle; /* mm, 1, rad */
    double f[RINGS];
    int Z;
} life_geometry;

static double conformity(const abut_raceway *r) { return r->conformity > 0 ? r->conformity : 0.52; }

static life_geometry geometry_of(const abut_ball_bearing_def *d) {
    double angle = d->contact_angle, D = d->balls.diameter;
    double across = angle >= limit_thrust ? 1 : cos(angle);
    return (life_geometry){1e3 * D,
                           D * across / d->pitch_diameter,
                           angle,
                           {conformity(&d->inner_race), conformity(&d->outer_race)},
                           d->balls.count};
}

/* [f_i (2 f_o - 1)/(f_o (2 f_i - 1))]^0.41 */
static double grooves(double inner, double outer) {
    return pow(inner * (2 * outer - 1) / (outer * (2 * inner - 1)), 0.41);
}

double life_fc(double g, double inner, double outer, bool thrust) {
    const double table = thrust ? 0.535 : 0.52, table_outer = thrust ? 0.535 : 0.53;
    if (!(g > 0 && g <= 0.4)) return missing;
    if (inner <= table && outer <= table_outer) inner = outer = table;
    double close = pow(2 * inner / (2 * inner - 1), 0.41), x = grooves(inner, outer);
    if (thrust) return 58.8 * pow(1 + pow(x, 10 / 3.0), -0.3) * pow(g, 0.3) * close;
    x *= 1.04 * pow((1 - g) / (1 + g), 1.72);
    return 38.2 * pow(1 + pow(x, 10 / 3.0), -0.3) * pow(g, 0.3) * pow(1 - g, 1.39) / cbrt(1 + g) * close;
}

double abut_bearing_rating(const abut_ball_bearing_def *def) {
    if (def->rating.C > 0) return def->rating.C;
    life_geometry b = geometry_of(def);
    bool thrust = b.angle >= limit_thrust;
    if (b.angle > limit_radial && !thrust) return missing;
    double size = b.D <= 25.4 ? pow(b.D, 1.8) : 3.647 * pow(b.D, 1.4);
    double lean = thrust ? 1 : pow(cos(b.angle), 0.7);
    return 1.3 * life_fc(b.g, b.f[INNER], b.f[OUTER], thrust) * lean * pow(b.Z, 2 / 3.0) * size;
}

/* ---- equivalent load, ISO 281, table 3, single row ---- */
enum { LOADS = 9, ANGLES = 9 };
static const double relative[LOADS] = {0.172, 0.345, 0.689, 1.03, 1.38, 2.07, 3.45, 5.17, 6.89};
/* Up to 15 deg the loaded contact angle, and so Y and e, depends on the load; deep groove, 5, 10, 15 deg. */
static const double low_X[4] = {0.56, 0.56, 0.46, 0.44};
static const double low_Y[4][LOADS] = {{2.30, 1.99, 1.71, 1.55, 1.45, 1.31, 1.15, 1.04, 1.00},
                                       {2.30, 1.99, 1.71, 1.55, 1.45, 1.31, 1.15, 1.04, 1.00},
                                       {1.88, 1.71, 1.52, 1.41, 1.34, 1.23, 1.10, 1.01, 1.00},
                                       {1.47, 1.40, 1.30, 1.23, 1.19, 1.12, 1.02, 1.00, 1.00}};
static const double low_e[4][LOADS] = {{0.19, 0.22, 0.26, 0.28, 0.30, 0.34, 0.38, 0.42, 0.44},
                                       {0.19, 0.22, 0.26, 0.28, 0.30, 0.34, 0.38, 0.42, 0.44},
                                       {0.29, 0.32, 0.36, 0.38, 0.40, 0.44, 0.49, 0.54, 0.54},
                                       {0.38, 0.40, 0.43, 0.46, 0.47, 0.50, 0.55, 0.56, 0.56}};
/* 20, 25 .. 45 deg */
static const life_factors high[6] = {{0.43, 1.00, 0.57}, {0.41, 0.87, 0.68}, {0.39, 0.76, 0.80},
                                     {0.37, 0.66, 0.95}, {0.35, 0.57, 1.14}, {0.33, 0.50, 1.34}};

/* Linear between the columns, constant outside. */
static double in_table(const double y[LOADS], double x) {
    if (x <= relative[0]) return y[0];
    for (int i = 1; i < LOADS; i++)
        if (x <= relative[i])
            return y[i - 1] + (y[i] - y[i - 1]) * (x - relative[i - 1]) / (relative[i] - relative[i - 1]);
    return y[LOADS - 1];
}

static life_factors at_row(int row, double load) { /* row: 5 deg each */
    if (row >= 4) return high[row - 4];
    return (life_factors){low_X[row], in_table(low_Y[row], load), in_table(low_e[row], load)};
}

/* e = 1.25 tan alpha, X = 1.25 tan alpha (1 - 2/3 sin alpha), Y = 1 for single direction thrust bearings (table 5). */
static life_factors thrust_factors(double angle) {
    if (angle >= limit_thrust) return (life_factors){0, 1, 0};
    double t = 1.25 * tan(angle);
    return (life_factors){t * (1 - 2 / 3.0 * sin(angle)), 1, t};
}

life_factors life_factors_at(double angle, double relative_load) {
    if (angle > limit_radial) return thrust_factors(angle);
    double at = fmin(angle * 180 / PI / 5, ANGLES), part;
    int row = (int)fmin(floor(at), ANGLES - 1);
    life_factors p = at_row(row, relative_load), q = at_row(row + 1, relative_load);
    part = at - row;
    return (life_factors){p.X + part * (q.X - p.X), p.Y + part * (q.Y - p.Y), p.e + part * (q.e - p.e)};
}

static void equivalent_load(const life_geometry *b, abut_life *l) {
    life_factors f = life_factors_at(b->angle, l->Fa / (b->Z * b->D * b->D));
    l->X = f.X, l->Y = f.Y, l->e = f.e;
    if (l->axial) {
        /* not covered: a radial load that exceeds Fa/e, any radial load at 90 deg */
        bool covered = b->angle >= limit_thrust ? l->Fr <= 1e-3 * l->Fa : l->Fa > f.e * l->Fr;
        l->P = covered ? f.X * l->Fr + f.Y * l->Fa : missing;
        return;
    }
    if (l->Fa <= f.e * l->Fr) l->X = 1, l->Y = 0;
    l->P = l->X * l->Fr + l->Y * l->Fa;
}

/* ---- reference life ---- */
double abut_equivalent_ball_load(int n, const double *Q, bool rotates) {
    const double exponent = rotates ? 3 : 10 / 3.0;
    double largest = 0, sum = 0;
    for (int i = 0; i < n; i++) largest = fmax(largest, Q[i]);
    if (!(largest > 0)) return 0;
    for (int i = 0; i < n; i++) sum += Q[i] > 0 ? pow(Q[i] / largest, exponent) : 0;
    return largest * pow(sum / n, 1 / exponent);
}

static void ring_capacities(const life_geometry *b, abut_life *l) {
    double x = (l->axial ? 1 : 1.044) * grooves(b->f[INNER], b->f[OUTER]), lean = cos(b->angle);
    if (b->angle < limit_thrust) x *= pow((1 - b->g) / (1 + b->g), 1.72);
    double C = l->C / b->Z, inner = l->axial ? sin(b->angle) : 0.407 * lean,
           outer = l->axial ? sin(b->angle) : 0.389 * lean;
    l->Qc[INNER] = C / inner * pow(1 + pow(x, 10 / 3.0), 0.3);
    l->Qc[OUTER] = C / outer * pow(1 + pow(x, -10 / 3.0), 0.3);
}

/* Loads of the size of rounding errors are none. */
static double life_of(double capacity, double load) {
    return load < 1e-9 * capacity ? (double)INFINITY : pow(capacity / load, 3);
}

/* ---- modified life ---- */
static bool hybrid(const abut_ball_bearing_def *def) {
    const abut_material *a = &def->balls.material, *b = &def->material;
    return a->rigid != b->rigid || a->E != b->E || a->nu != b->nu;
}

double bearing_kappa(const abut_ball_bearing_def *def, double speed) {
    return life_kappa(def->law.lubricant, def->pitch_diameter, speed);
}

double bearing_a_iso(const abut_ball_bearing_def *def, double kappa, double P, double *e_C, double *Cu) {
    abut_bearing_kind kind = def->contact_angle > limit_radial ? ABUT_THRUST_BALL : ABUT_RADIAL_BALL;
    double a = life_a_iso(kind, &def->rating, def->pitch_diameter, kappa, P, e_C, Cu);
    return hybrid(def) ? missing : a;
}

double bearing_headline_factor(const abut_ball_bearing_def *def, const abut_life *life) {
    double e_C, Cu;
    return bearing_a_iso(def, life->kappa, life->C / cbrt(life->L10r), &e_C, &Cu);
}

abut_status abut_bearing_life(const abut_ball_bearing_def *def, const double Qe[2], double radial, double axial,
                              double speed, abut_life *out) {
    *out = (abut_life){
        .Fr = fabs(radial), .Fa = fabs(axial), .a_iso = missing, .kappa = missing, .given = def->rating.C > 0};
    if (!(Qe[0] >= 0 && Qe[1] >= 0) || !isfinite(Qe[0] + Qe[1] + radial + axial + speed)) return ABUT_BAD_VALUE;
    life_geometry b = geometry_of(def);
    out->axial = b.angle > limit_radial;
    out->C = abut_bearing_rating(def);
    equivalent_load(&b, out);
    out->L10 = life_of(out->C, out->P);
    ring_capacities(&b, out);
    double sum = 0;
    for (int r = 0; r < RINGS; r++) {
        out->Qe[r] = Qe[r];
        out->ring[r] = life_of(out->Qc[r], Qe[r]);
        sum += pow(out->ring[r], -10 / 9.0);
    }
    out->L10r = pow(sum, -0.9);
    out->kappa = bearing_kappa(def, speed);
    out->a_iso = bearing_a_iso(def, out->kappa, out->P, &out->e_C, &out->Cu);
    out->L10m = out->a_iso * out->L10;
    out->L10m_hours = life_hours(out->L10m, speed);
    out->L10_hours = life_hours(out->L10, speed);
    out->L10r_hours = life_hours(out->L10r, speed);
    return ABUT_OK;
}

void bearing_rotates(const ball_bearing *b, bool rotates[RINGS]) {
    for (int r = 0; r < RINGS; r++) rotates[r] = b->speed[r] != 0;
    if (!rotates[INNER] && !rotates[OUTER]) rotates[INNER] = true;
}

abut_status bearing_life_of(const ball_bearing *b, const abut_bearing_state *state, const abut_ball_state *balls,
                            abut_life *out) {
    bool rotates[RINGS];
    double Qe[RINGS] = {0, 0};
    bearing_rotates(b, rotates);
    int n = b->def.balls.count;
    for (int r = 0; r < RINGS; r++) {
        const double exponent = rotates[r] ? 3 : 10 / 3.0;
        double sum = 0;
        for (int i = 0; i < n; i++) sum += pow(fmax(0, r == INNER ? balls[i].inner.Q : balls[i].outer.Q), exponent);
        Qe[r] = pow(sum / n, 1 / exponent);
    }
    double speed = state->speed != 0 ? state->speed : b->speed[INNER] - b->speed[OUTER];
    return abut_bearing_life(&b->def, Qe, plane_length(state->force.x, state->force.y), state->force.z, speed, out);
}

abut_status abut_read_life(const abut_world *w, abut_machine bearing, abut_life *out) {
    const ball_bearing *b = bearing_of(w, bearing);
    *out = (abut_life){.a_iso = missing, .kappa = missing};
    if (!b) return ABUT_UNKNOWN_NAME;
    abut_bearing_state state;
    abut_ball_state *balls = bearing_scratch(b);
    abut_status status = abut_read_bearing(w, bearing, &state, balls);
    return status ? status : bearing_life_of(b, &state, balls, out);
}
