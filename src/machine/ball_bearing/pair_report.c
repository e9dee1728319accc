/* What statics tells of a preloaded set: lift-off loads of both directions, and a table over speed and axial load of how far the inner rings
 * go, what the sides bear and how stiff the set is. Rings in a straight line, no other loads than the one along the axis. */
#include <math.h>
#include <stdio.h>

#include "pair.h"

enum { LOADS = 6, SPEEDS = 3 };
static const double load_parts[LOADS] = {0, 0.25, 0.5, 0.75, 1, 1.5}, speed_parts[SPEEDS] = {0, 0.5, 1};
static const char *const words[] = {"back_to_back", "face_to_face", "tandem"};

/* At this shift of the inner rings one side has no force left. */
static bool is_free(const bearing_set *s, double u, double part, int side, double *left) {
    double force[SIDES], slope[SIDES];
    if (!set_forces(s, u, part, force, slope)) return false;
    *left = force[side];
    return true;
}

/* The load along (direction 1) or against (-1) the axis of the set under which the other side is without force; NaN: there is none. */
static double lift_off(const bearing_set *s, int direction, double part) {
    const double missing = (double)NAN;
    int loose = direction > 0 ? 1 : 0;
    double u0, left, high, low;
    if (!(s->preload > 0) || !set_balance(s, part, 0, &u0)) return missing;
    double step = fmax(s->offset, 1e-7);
    low = high = u0;
    for (int i = 0;; i++, step *= 2) {
        if (i > 12 || !is_free(s, high, part, loose, &left)) return missing;
        if (left <= 1e-9 * s->preload) break;
        low = high, high += direction * step;
    }
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        if (!is_free(s, middle, part, loose, &left)) return missing;
        *(left > 1e-9 * s->preload ? &low : &high) = middle;
    }
    double force[SIDES], slope[SIDES];
    return set_forces(s, high, part, force, slope) ? force[1 - loose] - force[loose] : missing;
}

/* ---- stiffness of the set about its middle, in the frame of the bearing that has the pair ---- */
typedef struct set_stiffness {
    double axial, radial, tilt; /* N/m, N/m, N m/rad */
} set_stiffness;

static double component(const double K[6][6], const mat3 *R, int row, int column) {
    const vec3 c[3] = {R->c0, R->c1, R->c2};
    const double e[3][3] = {{c[0].x, c[1].x, c[2].x}, {c[0].y, c[1].y, c[2].y}, {c[0].z, c[1].z, c[2].z}};
    double sum = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) sum += e[row % 3][i] * K[row / 3 * 3 + i][column / 3 * 3 + j] * e[column % 3][j];
    return sum;
}

/* A tilt about x through the middle displaces a bearing at z by -z along y; its force there has the moment -z f_y. */
static bool stiffness_at(const bearing_set *s, double u, double part, set_stiffness *out) {
    *out = (set_stiffness){0, 0, 0};
    for (int n = 0; n < s->count; n++) {
        const set_member *m = &s->member[n];
        double K[6][6];
        if (!axial_stiffness(&m->axial, m->side ? -u : u, part, K)) return false;
        double yy = component(K, &m->R, 1, 1), mixed = component(K, &m->R, 1, 3) + component(K, &m->R, 3, 1);
        out->axial += component(K, &m->R, 2, 2);
        out->radial += yy;
        out->tilt += component(K, &m->R, 3, 3) - m->z * mixed + m->z * m->z * yy;
    }
    return true;
}

typedef struct set_row {
    double speed, load, shift, force[SIDES]; /* rad/s, N, m, N */
    set_stiffness stiffness;
} set_row;

static double speed_of(const bearing_set *s) {
    const ball_bearing *b = s->member[0].bearing;
    return b->still ? 0 : fabs(b->speed[INNER] - b->speed[OUTER]);
}

static bool row_at(const bearing_set *s, double part, double load, set_row *row) {
    double slope[SIDES];
    *row = (set_row){.speed = part * speed_of(s), .load = load};
    if (!set_balance(s, part, load, &row->shift)) return false;
    if (fabs(row->shift) < 1e-9 * s->offset) row->shift = 0; /* rounding */
    return set_forces(s, row->shift, part, row->force, slope) && stiffness_at(s, row->shift, part, &row->stiffness);
}

/* Calls for each row of the table that there is. */
static void each_row(const bearing_set *s, void (*tell)(const set_row *row, void *user), void *user) {
    double most = lift_off(s, 1, 0);
    set_row row;
    if (!isfinite(most)) most = 0;
    for (int i = 0; i < (speed_of(s) > 0 ? SPEEDS : 1); i++)
        for (int k = 0; k < (most > 0 ? LOADS : 1); k++)
            if (row_at(s, speed_parts[i], load_parts[k] * most, &row)) tell(&row, user);
}

/* The copies of the bearings know the speeds of their preparation. */
static void take_speeds(const bearing_set *s) {
    for (int n = 0; n < s->count; n++) {
        set_member *m = &s->member[n];
        for (int r = 0; r < RINGS; r++) m->axial.own.speed[r] = m->bearing->speed[r];
        m->axial.own.still = m->bearing->still;
    }
}

/* ---- JSON ---- */
static void put_row(const set_row *row, void *user) {
    json *j = user;
    json_begin(j, NULL, '{');
    json_number(j, "speed", row->speed);
    json_number(j, "load", row->load);
    json_number(j, "displacement", row->shift);
    json_number(j, "force_plus", row->force[0]);
    json_number(j, "force_minus", row->force[1]);
    json_number(j, "stiffness_axial", row->stiffness.axial);
    json_number(j, "stiffness_radial", row->stiffness.radial);
    json_number(j, "stiffness_tilt", row->stiffness.tilt);
    json_end(j);
}

void bearing_set_json(const ball_bearing *b, json *j) {
    const bearing_set *s = b->set;
    if (!s) return;
    take_speeds(s);
    json_begin(j, "pair", '{');
    json_string(j, "with", b->def.pair.with);
    json_string(j, "arrangement", words[b->def.pair.arrangement]);
    json_begin(j, "set", '[');
    for (int n = 0; n < s->count; n++) json_string(j, NULL, s->member[n].bearing->def.name);
    json_end(j);
    json_number(j, "preload", s->preload);
    json_number(j, "offset", s->offset);
    json_begin(j, "lift_off", '{');
    json_number(j, "plus", lift_off(s, 1, 0));
    json_number(j, "minus", lift_off(s, -1, 0));
    json_end(j);
    json_begin(j, "rows", '[');
    each_row(s, put_row, j);
    json_end(j);
    json_end(j);
}

/* ---- text ---- */
static void print_row(const set_row *row, void *user) {
    (void)fprintf(user, "  %10.5g %10.5g %10.5g %10.5g %10.5g %10.5g %10.5g %10.5g\n", row->speed, row->load,
                  row->shift * 1e6, row->force[0], row->force[1], row->stiffness.axial * 1e-6,
                  row->stiffness.radial * 1e-6, row->stiffness.tilt);
}

void bearing_set_print(const ball_bearing *b, FILE *to) {
    const bearing_set *s = b->set;
    if (!s) return;
    take_speeds(s);
    (void)fprintf(to, "  %s with %s: preload at rest %.6g N, rings pressed in by %.6g um together\n",
                  words[b->def.pair.arrangement], b->def.pair.with, s->preload, s->offset * 1e6);
    double plus = lift_off(s, 1, 0), minus = lift_off(s, -1, 0);
    if (isfinite(plus) && isfinite(minus))
        (void)fprintf(to, "  an axial load on the inner rings relieves one side: %.6g N along z, %.6g N against z\n",
                      plus, minus);
    (void)fprintf(to, "  the set alone, stiffness [N/um], tilt [N m/rad]:\n");
    (void)fprintf(to, "  %10s %10s %10s %10s %10s %10s %10s %10s\n", "[rad/s]", "load [N]", "moves [um]", "force +z",
                  "force -z", "axial", "radial", "tilt");
    each_row(s, print_row, to);
}
