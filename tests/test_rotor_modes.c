/* Modes of rotors at speed about their loaded equilibrium: a rigid disc against its closed form, and a rotor on two ball bearings
 * against the stiffness that statics prints and the textbook's gyroscopic matrix. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/machine.h"
#include "model/model.h"
#include "support/near.h"
#include "support/suite.h"
#include "support/validation.h"

#define PI 3.14159265358979323846

typedef struct found {
    model m;
    abut_mode_list list;
} found;

static void shout(const model_error *error, void *user) {
    (void)user;
    ck_abort_msg("%s", error->text);
}

static found modes_of(const char *text, bool at_rest) {
    found f = {0};
    ck_assert_int_eq(model_read_text("test", text, strlen(text), NULL, 0, shout, NULL, &f.m), 0);
    abut_status status = abut_modes(f.m.world, &(abut_solver_def){.at_rest = at_rest}, ABUT_MODES_EQUILIBRIUM, &f.list);
    ck_assert_msg(status == ABUT_OK, "%s", abut_world_message(f.m.world));
    return f;
}

static void done(found *f) {
    abut_modes_free(&f->list);
    model_free(&f->m);
}

/* ---- a rigid disc on isotropic supports ---- */
#define DISC(drive, more)                                                                                              \
    "abut: 1\nbodies:\n"                                                                                               \
    "  - {name: ground, fixed: true}\n"                                                                                \
    "  - {name: disc, mass: 10, inertia: [0.1, 0.1, 0.175], drive: {" drive "}}\n"                                     \
    "forces:\n"                                                                                                        \
    "  - {type: bushing, between: [ground, disc], stiffness: 1e7, torsion: [1e5, 1e5, 0]}\n"                           \
    "  - {type: load, body: disc, force: [400, -300, 200]}\n" more

/* w = -+Ip W/(2 It) + sqrt((Ip W/(2 It))^2 + k/It) of the tilts; sqrt(k/m) of the rest */
static void expect_disc(const found *f, double W, const char *what) {
    double half = 0.175 * W / 0.2, root = sqrt(half * half + 1e6),
           want[] = {root - half, 1000, 1000, 1000, root + half};
    ck_assert_int_eq(f->list.count, 5);
    for (int i = 0; i < 5; i++) {
        expect_near(f->list.mode[i].im, want[i], 1e-11, NULL, "%s, mode %d", what, i);
        ck_assert(!f->list.mode[i].unstable);
    }
    ck_assert_msg(f->list.residual < 1e-6, "%s: %g N out of balance", what, f->list.residual);
}

static void publish(const found *f) {
    double half = 0.175 * 400 * PI / 0.2, root = sqrt(half * half + 1e6);
    static const char source[] = "computed: closed form";
    validated(&(validation){"Modes", "rigid disc at 12,000 rpm, I_p/I_t 1.75: backward tilt", source, "Hz",
                            (root - half) / (2 * PI), 0, f->list.mode[0].im / (2 * PI)});
    validated(&(validation){"Modes", "the same: forward tilt", source, "Hz", (root + half) / (2 * PI), 0,
                            f->list.mode[4].im / (2 * PI)});
}

START_TEST(disc_at_speed) {
    static const char *const text[] = {
        DISC("speed: 12000 rpm", ""), DISC("speed: -12000 rpm", ""),
        DISC("speed: 12000 rpm, ramp: 1 s", ""),                                       /* the final speed counts */
        DISC("speed: 12000 rpm", "  - {type: unbalance, body: disc, amount: 1e-3}\n"), /* goes round: no part of it */
    };
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        found f = modes_of(text[i], false);
        expect_disc(&f, 400 * PI, text[i]);
        if (i == 0) publish(&f);
        done(&f);
        f = modes_of(text[i], true);
        expect_disc(&f, 0, "at rest");
        done(&f);
    }
}
END_TEST

/* ---- a rotor on two 6205 ---- */
enum { SIDES = 2, N = 5 };
static const double arm = 0.06, rotor_mass = 4, It = 0.02, Ip = 0.012, speed = 300 * PI, load_at = 0.02;
static const abut_vec3 load = {600, 200, 300};

#define BEARING(name, z)                                                                                               \
    "  - {type: ball_bearing, name: " name ", use: 6205, inner: rotor, outer: housing, clearance: 0,\n"                \
    "     position: [0, 0, " z "]}\n"
#define ROTOR                                                                                                          \
    "abut: 1\nbodies:\n"                                                                                               \
    "  - {name: housing, fixed: true}\n"                                                                               \
    "  - {name: rotor, mass: 4, inertia: [0.02, 0.02, 0.012], drive: {speed: 9000 rpm}}\n"                             \
    "machines:\n" BEARING("left", "-0.06") BEARING(                                                                    \
        "right", "0.06") "forces:\n"                                                                                   \
                         "  - {name: load, type: load, body: rotor, force: [600, 200, 300], position: [0, 0, 0.02]}\n"

/* K += B^T k B, B: displacement d + th x r of the bearing's place r from the centre, and its tilt; and the moment of the force F
 * there about the centre as its lever tilts, -(th x r) x F = -(r (th . F) - th (r . F)). */
static void add_support(double K[N][N], double k[N][N], const double r[3], abut_vec3 F) {
    const double B[N][N] = {
        {1, 0, 0, 0, r[2]}, {0, 1, 0, -r[2], 0}, {0, 0, 1, r[1], -r[0]}, {0, 0, 0, 1, 0}, {0, 0, 0, 0, 1}};
    const double f[] = {F.x, F.y};
    double along = r[0] * F.x + r[1] * F.y + r[2] * F.z;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int a = 0; k && a < N; a++)
                for (int b = 0; b < N; b++) K[i][j] += B[a][i] * k[a][b] * B[b][j];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) K[3 + i][3 + j] += (i == j ? along : 0) - f[j] * r[i];
}

static double complex determinant(double complex A[N][N]) {
    double complex d = 1;
    for (int c = 0; c < N; c++) {
        int best = c;
        for (int r = c + 1; r < N; r++)
            if (cabs(A[r][c]) > cabs(A[best][c])) best = r;
        for (int j = 0; j < N && best != c; j++) {
            double complex x = A[c][j];
            A[c][j] = A[best][j], A[best][j] = x;
        }
        d *= best == c ? A[c][c] : -A[c][c];
        for (int r = c + 1; r < N; r++)
            for (int j = N - 1; j >= c; j--) A[r][j] -= A[r][c] / A[c][c] * A[c][j];
    }
    return d;
}

/* det(K + i w G - w^2 M), real for symmetric K and skew G */
static double characteristic(double K[N][N], double w) {
    const double M[N] = {rotor_mass, rotor_mass, rotor_mass, It, It};
    double complex A[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) A[i][j] = K[i][j] / sqrt(M[i] * M[j]) - (i == j ? w * w : 0);
    A[3][4] += I * w * Ip * speed / It; /* It th_x'' + Ip W th_y' = ... */
    A[4][3] -= I * w * Ip * speed / It;
    return creal(determinant(A));
}

START_TEST(rotor_on_two_bearings) {
    found f = modes_of(ROTOR, false);
    static const char *const name[SIDES] = {"left", "right"};
    double K[N][N] = {{0}}, r[SIDES + 1][3];
    abut_quat q = abut_read_body(f.m.world, abut_find_body(f.m.world, "rotor")).q;
    for (int i = 0; i <= SIDES; i++) { /* along the axis of the rotor as it tilts under its load */
        double z = i == SIDES ? load_at : i ? arm : -arm;
        r[i][0] = z * 2 * (q.x * q.z + q.w * q.y);
        r[i][1] = z * 2 * (q.y * q.z - q.w * q.x);
        r[i][2] = z * (1 - 2 * (q.x * q.x + q.y * q.y));
    }
    for (int side = 0; side < SIDES; side++) {
        abut_machine m = abut_find_machine(f.m.world, name[side]);
        abut_bearing_state state;
        double k[N][N];
        must(abut_bearing_stiffness(f.m.world, m, k));
        must(abut_read_bearing(f.m.world, m, &state, NULL));
        add_support(K, k, r[side], state.force);
    }
    add_support(K, NULL, r[SIDES], load);
    ck_assert_int_eq(f.list.count, N);
    for (int i = 0; i < N; i++) { /* each lies within 1e-7 of a root */
        double w = f.list.mode[i].im, low = characteristic(K, w * (1 - 1e-7)), high = characteristic(K, w * (1 + 1e-7));
        ck_assert_msg(low * high < 0, "mode %d, %.9g Hz: the determinant goes from %g to %g", i, w / (2 * PI), low,
                      high);
    }
    done(&f);
}
END_TEST

/* ---- and in time: struck, it rings at these frequencies if friction is low; rolling balls make it stiffer ---- */
#define RINGING(name, z, mu)                                                                                           \
    "  - {type: ball_bearing, name: " name ", use: 6205, inner: rotor, outer: housing, clearance: 0,\n"                \
    "     position: [0, 0, " z "], contact: {friction: {type: coulomb, mu: " mu "}}}\n"
#define RINGING_ROTOR(mu)                                                                                              \
    "abut: 1\nbodies:\n"                                                                                               \
    "  - {name: housing, fixed: true}\n"                                                                               \
    "  - {name: rotor, mass: 4, inertia: [0.02, 0.02, 0.012], drive: {speed: 9000 rpm}}\n"                             \
    "machines:\n" RINGING("left", "-0.06", mu)                                                                         \
        RINGING("right", "0.06", mu) "forces:\n"                                                                       \
                                     "  - {type: load, body: rotor, force: [600, 200, 300], position: [0, 0, 0.02]}\n" \
                                     "  - {type: load, body: rotor, force: [6, 9, 5], moment: [0.3, -0.2, 0],\n"       \
                                     "     scale: {type: table, interpolation: linear, t: [0, 0.001, 0.0011, 0.0012, " \
                                     "1], x: [0, 0, 1, 0, 0]}}\n"

enum { SAMPLES = 1000 };
/* The frequency within 3 % of f where x, 0.1 ms apart under Hann's window, is largest. */
static double peak_near(const double *x, double f) {
    double best = 0, most = 0, mean = 0;
    for (int i = 0; i < SAMPLES; i++) mean += x[i] / SAMPLES;
    for (double at = 0.97 * f; at < 1.03 * f; at += 5e-4 * f) {
        double complex sum = 0;
        for (int i = 0; i < SAMPLES; i++)
            sum += (x[i] - mean) * (1 - cos(2 * PI * i / SAMPLES)) * cexp(-2 * PI * I * at * 1e-4 * i);
        if (cabs(sum) > most) most = cabs(sum), best = at;
    }
    return best;
}

enum { LINES = 3 };
static const int line_mode[LINES] = {0, 1, 3}; /* axial motion, tilt, motion across */

/* A run of its world: the peaks near these modes. */
static void ring(found *f, double peak[LINES]) {
    static double axial[SAMPLES], tilt[SAMPLES], across[SAMPLES];
    must(abut_start(f->m.world, &(abut_solver_def){.rtol = 1e-6, .no_statistics = true}));
    abut_body rotor = abut_find_body(f->m.world, "rotor");
    for (int i = 0; i < SAMPLES; i++) {
        must(abut_advance(f->m.world, 2e-3 + 1e-4 * i));
        abut_body_state b = abut_read_body(f->m.world, rotor);
        double turned = 2 * atan2(b.q.z, b.q.w);
        axial[i] = b.v.z, across[i] = b.v.x;
        tilt[i] = sin(turned) * b.w.x + cos(turned) * b.w.y; /* about y of the world */
    }
    const double *const line[LINES] = {axial, tilt, across};
    for (int i = 0; i < LINES; i++) peak[i] = peak_near(line[i], f->list.mode[line_mode[i]].frequency);
}

START_TEST(rings_in_time) {
    double peak[LINES];
    found f = modes_of(RINGING_ROTOR("0.005"), false);
    ring(&f, peak);
    for (int i = 0; i < LINES; i++)
        expect_near(peak[i], f.list.mode[line_mode[i]].frequency, 0.01, NULL, "mode %d", line_mode[i]);
    done(&f);
}
END_TEST

/* ---- balls that roll do not slip across their grooves: K of one ball from its printed loads, angles and approaches ---- */
enum { OF_RING = 5, MOST_OF_BALL = 7 };
static const double BALL = 7.938e-3, PITCH = 39e-3, CONFORMITY[2] = {0.52, 0.53}; /* 6205 */

/* Radial and axial displacement of a point of the ring at the azimuth, radius and height, by x y z and rotations about x, y. */
static void point_of_ring(double azimuth, double radius, double z, double to[2][OF_RING]) {
    double C = cos(azimuth), S = sin(azimuth);
    const double rows[2][OF_RING] = {{C, S, 0, -z * S, z * C}, {0, 0, 1, radius * S, -radius * C}};
    memcpy(to, rows, sizeof rows);
}

/* Energy of both contacts: k (u . d)^2 + N/l (t . d)^2 of the ball against a groove, u along the line of force, k = 3/2 N/h, l from
 * the centre of the groove to that of the ball. Either the ball goes where it likes (two variables more), or it rolls: its way across
 * is half of that of the race below it (one more). These are eliminated. */
static void add_ball(const abut_ball_state *b, bool rolls, double K[OF_RING][OF_RING]) {
    const abut_race_state *race[2] = {&b->inner, &b->outer};
    double A[MOST_OF_BALL][MOST_OF_BALL] = {{0}}, groove[2][OF_RING], under[2][OF_RING], ball[2][MOST_OF_BALL] = {{0}};
    double u[2] = {cos(b->inner.angle), sin(b->inner.angle)}, t[2] = {-u[1], u[0]};
    int n = rolls ? 6 : 7;
    point_of_ring(b->azimuth, PITCH / 2 + (CONFORMITY[0] - 0.5) * BALL, 0, groove);
    point_of_ring(b->azimuth, PITCH / 2 - BALL / 2 * u[0], -BALL / 2 * u[1], under);
    for (int k = 0; k < 2; k++) {
        for (int j = 0; j < OF_RING && rolls; j++) ball[k][j] = 0.5 * t[k] * (t[0] * under[0][j] + t[1] * under[1][j]);
        if (rolls)
            ball[k][5] = u[k];
        else
            ball[k][5 + k] = 1;
    }
    for (int side = 0; side < 2; side++) {
        double load_of = race[side]->Q, h = race[side]->approach, C = cos(race[side]->angle),
               S = sin(race[side]->angle);
        const double along[2] = {C, S}, across[2] = {-S, C};
        double k_along = 1.5 * load_of / h, k_across = load_of / ((CONFORMITY[side] - 0.5) * BALL + h);
        double p[MOST_OF_BALL], q[MOST_OF_BALL];
        for (int j = 0; j < n; j++) {
            double d[2];
            for (int k = 0; k < 2; k++) d[k] = ball[k][j] - (side == 0 && j < OF_RING ? groove[k][j] : 0);
            p[j] = along[0] * d[0] + along[1] * d[1], q[j] = across[0] * d[0] + across[1] * d[1];
        }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) A[i][j] += k_along * p[i] * p[j] + k_across * q[i] * q[j];
    }
    for (int e = n - 1; e >= OF_RING; e--)
        for (int i = 0; i < e; i++)
            for (int j = 0; j < e; j++) A[i][j] -= A[i][e] * A[e][j] / A[e][e];
    for (int i = 0; i < OF_RING; i++)
        for (int j = 0; j < OF_RING; j++) K[i][j] += A[i][j];
}

static void bearing_k(const abut_world *w, abut_machine m, bool rolls, double K[OF_RING][OF_RING]) {
    abut_bearing_state state;
    abut_ball_state ball[16];
    must(abut_read_bearing(w, m, &state, ball));
    memset(K, 0, sizeof(double[OF_RING][OF_RING]));
    for (int i = 0; i < abut_bearing_balls(w, m); i++)
        if (ball[i].inner.Q > 0) add_ball(&ball[i], rolls, K);
}

/* How much higher mode k lies if no ball slips: dw/w = phi^H dK phi/(2 w^2 phi^H M phi), phi the mode of statics. */
static double stiffer(const found *f, int k) {
    static const char *const name[SIDES] = {"left", "right"};
    const abut_mode_motion *b =
        &f->list.motion[(size_t)k * (size_t)(f->list.bodies + 1) + (size_t)abut_find_body(f->m.world, "rotor").id];
    double sum = 0, w = f->list.mode[k].im;
    for (int side = 0; side < SIDES; side++) {
        double z = side ? 0.06 : -0.06, free_k[OF_RING][OF_RING], rolls[OF_RING][OF_RING], printed[OF_RING][OF_RING];
        abut_machine m = abut_find_machine(f->m.world, name[side]);
        bearing_k(f->m.world, m, false, free_k);
        bearing_k(f->m.world, m, true, rolls);
        must(abut_bearing_stiffness(f->m.world, m, printed));
        for (int i = 0; i < OF_RING; i++)
            expect_near(free_k[i][i], printed[i][i], 0.01, NULL, "stiffness %d of free balls", i);
        for (int part = 0; part < 2; part++) {
            abut_vec3 v = part ? b->translation_im : b->translation_re, r = part ? b->rotation_im : b->rotation_re;
            const double q[OF_RING] = {v.x + r.y * z, v.y - r.x * z, v.z, r.x, r.y};
            for (int i = 0; i < OF_RING; i++)
                for (int j = 0; j < OF_RING; j++) sum += q[i] * (rolls[i][j] - free_k[i][j]) * q[j];
        }
    }
    double T = 0;
    for (int part = 0; part < 2; part++) {
        abut_vec3 v = part ? b->translation_im : b->translation_re, r = part ? b->rotation_im : b->rotation_re;
        T += 4 * (v.x * v.x + v.y * v.y + v.z * v.z) + 0.02 * (r.x * r.x + r.y * r.y);
    }
    return sum / (2 * w * w * T);
}

/* With the usual friction the peaks lie between modes (free balls) and that limit, nearer to the limit. */
START_TEST(friction_stiffens) {
    double peak[LINES], limit[LINES];
    found f = modes_of(RINGING_ROTOR("0.1"), false);
    for (int i = 0; i < LINES; i++) limit[i] = stiffer(&f, line_mode[i]);
    ring(&f, peak);
    for (int i = 0; i < LINES; i++) {
        double above = peak[i] / f.list.mode[line_mode[i]].frequency - 1;
        printf("friction_stiffens: mode %d, peak %.2f %% higher, without slip %.2f %%\n", line_mode[i], 100 * above,
               100 * limit[i]);
        ck_assert_msg(above > 0.5 * limit[i] && above < limit[i] + 1e-3, "mode %d: %g of %g", line_mode[i], above,
                      limit[i]);
    }
    done(&f);
}
END_TEST

/* ---- a cam with a roller, which spins as it likes: what is left swings on the stiffness of contact and spring ---- */
#define CAM(preload)                                                                                                   \
    "abut: 1\nmachines:\n"                                                                                             \
    "  - name: pump\n"                                                                                                 \
    "    type: cam_roller\n"                                                                                           \
    "    speed: 1500 rpm\n"                                                                                            \
    "    profile: {type: cycloidal, base_radius: 16 mm, lift: 8.5 mm, rise: 150 deg, dwell: 10 deg, fall: 130 deg}\n"  \
    "    follower: {type: translating, mass: 220.4 g}\n"                                                               \
    "    roller: {radius: 10 mm, length: 12 mm, mass: 29.6 g}\n"                                                       \
    "    spring: {stiffness: 20 kN/m, preload: " preload "}\n"

static double place_of(const char *text) {
    found f = modes_of(text, false);
    double x = abut_read_body(f.m.world, abut_find_body(f.m.world, "pump.follower")).r.x;
    done(&f);
    return x;
}

START_TEST(cam_with_a_roller) {
    double stiffness = 2 / (place_of(CAM("499 N")) - place_of(CAM("501 N"))); /* by preloads on either side */
    for (int at_rest = 0; at_rest < 2; at_rest++) {
        found f = modes_of(CAM("500 N"), at_rest);
        ck_assert_int_eq(f.list.directions, 1);
        ck_assert_int_eq(f.list.count, 1);
        expect_near(f.list.mode[0].undamped, sqrt(stiffness / 0.25) / (2 * PI), 1e-5, NULL, "follower");
        done(&f);
    }
}
END_TEST

int main(void) {
    const TTest *const *const all[] = {&disc_at_speed, &rotor_on_two_bearings, &rings_in_time, &friction_stiffens,
                                       &cam_with_a_roller};
    return suite_main("rotor_modes", all, sizeof all / sizeof *all);
}
