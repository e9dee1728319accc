/* What a ball bearing says in the summary of a run. */
#include <math.h>

#include "life.h"
#include "watch.h"

static const double two_pi = 6.28318530717958647692;

static void put(json *j, const char *key, double mean, double low, double high) {
    json_begin(j, key, '{');
    json_number(j, "mean", mean);
    json_number(j, "min", low);
    json_number(j, "max", high);
    json_end(j);
}

static void put_column(json *j, const char *key, const bearing_log *l, int column) {
    const column_stats *c = &l->column[column];
    put(j, key, c->sum / (double)l->rows, c->low, c->high);
}

static void put_columns(json *j, const char *key, const bearing_log *l, int first, int count) {
    static const char *const axis[] = {"x", "y", "z"};
    json_begin(j, key, '{');
    for (int i = 0; i < count; i++) put_column(j, axis[i], l, first + i);
    json_end(j);
}

/* One quantity of all balls together. */
static column_stats of_balls(const ball_bearing *b, int what) {
    const bearing_log *l = b->log;
    column_stats all = l->column[ball_column(b, 0, what)];
    for (int i = 1; i < b->def.balls.count; i++) {
        const column_stats *c = &l->column[ball_column(b, i, what)];
        all.sum += c->sum;
        all.low = fmin(all.low, c->low);
        all.high = fmax(all.high, c->high);
    }
    all.sum /= (double)l->rows * b->def.balls.count; /* now the mean */
    return all;
}

static void put_balls(json *j, const char *key, const ball_bearing *b, int what) {
    column_stats c = of_balls(b, what);
    put(j, key, c.sum, c.low, c.high);
}

static void put_race(json *j, const ball_bearing *b, int r) {
    const bearing_log *l = b->log;
    json_begin(j, r == INNER ? "inner" : "outer", '{');
    put_balls(j, "Q", b, BALL_Q + r);
    json_begin(j, "angle", '{');
    json_number(j, "mean", l->ring[r].loaded ? l->ring[r].angle_sum / (double)l->ring[r].loaded : (double)NAN);
    json_end(j);
    put_balls(j, "p_max", b, BALL_P_MAX + r);
    put_balls(j, "a", b, BALL_A + r);
    put_balls(j, "b", b, BALL_B + r);
    put_balls(j, "truncation", b, BALL_TRUNCATION + r);
    put_balls(j, "slip", b, BALL_SLIP + r);
    put_balls(j, "spin_to_roll", b, BALL_SPIN_TO_ROLL + r);
    bearing_film_json(b, r, j);
    json_end(j);
}

static void put_friction(json *j, const bearing_log *l) {
    put_column(j, "friction_moment", l, COL_FRICTION);
    json_begin(j, "friction_moments", '{');
    put_column(j, "spin", l, COL_SPIN);
    put_column(j, "slip", l, COL_SLIP);
    put_column(j, "rolling", l, COL_ROLLING);
    put_column(j, "damping", l, COL_DAMPING);
    put_column(j, "cage", l, COL_CAGE_FRICTION);
    json_end(j);
    put_column(j, "axial_moment", l, COL_MZ);
}

static void put_bearing(json *j, const ball_bearing *b) {
    const bearing_log *l = b->log;
    put_columns(j, "displacement", l, COL_X, 3);
    put_columns(j, "tilt", l, COL_TILT_X, 2);
    put_columns(j, "reaction", l, COL_FX, 3);
    put_columns(j, "reaction_moment", l, COL_MX, 2);
    put_column(j, "speed", l, COL_SPEED);
    put_friction(j, l);
    put_column(j, "loss", l, COL_LOSS);
    put_column(j, "cage_speed", l, COL_CAGE);
    /* in space, as the frequency of pure rolling */
    json_number(j, "cage_frequency", fabs(l->column[COL_CAGE].sum / (double)l->rows + b->speed[OUTER]) / two_pi);
    put_balls(j, "orbit", b, BALL_ORBIT);
    put_balls(j, "ball_spin", b, BALL_SPIN);
    put_balls(j, "cage_force", b, BALL_CAGE_FORCE);
    json_begin(j, "races", '{');
    for (int r = 0; r < RINGS; r++) put_race(j, b, r);
    json_end(j);
    json_begin(j, "varying_compliance", '{');
    static const char *const axis[] = {"x", "y", "z"};
    for (int i = 0; i < 3; i++) json_number(j, axis[i], l->column[COL_X + i].high - l->column[COL_X + i].low);
    json_end(j);
}

void bearing_put_frequencies(const ball_bearing *b, double inner, double outer, json *j) {
    abut_bearing_frequencies f = abut_bearing_rolling(&b->def, inner, outer);
    json_begin(j, "frequencies", '{');
    json_number(j, "ftf", f.ftf);
    json_number(j, "bpfo", f.bpfo);
    json_number(j, "bpfi", f.bpfi);
    json_number(j, "bsf", f.bsf);
    json_number(j, "2bsf", 2 * f.bsf);
    json_end(j);
}

/* ---- life ---- */

/* A ring that rotates relative to the load sees the mean of Q^3 everywhere; of one that stands still every place has its own,
 * and the places together (Weibull, exponent 10/9 on lives, 10/3 on loads) weigh (mean over places of q^(10/3))^(3/10). */
static double equivalent(const ball_bearing *b, int r, bool rotates) {
    const bearing_log *l = b->log;
    if (rotates) return cbrt(l->ring[r].cubes / ((double)l->rows * b->def.balls.count));
    double sum = 0;
    int places = 0;
    for (int s = 0; s < SECTORS; s++)
        if (l->ring[r].place_count[s]) {
            sum += pow(l->ring[r].place_cubes[s] / (double)l->ring[r].place_count[s], 10 / 9.0);
            places++;
        }
    return places ? pow(sum / places, 0.3) : 0;
}

static void put_life(json *j, const ball_bearing *b) {
    const bearing_log *l = b->log;
    bool rotates[RINGS];
    bearing_rotates(b, rotates);
    double Qe[RINGS], rows = (double)l->rows;
    for (int r = 0; r < RINGS; r++) Qe[r] = equivalent(b, r, rotates[r]);
    double fx = l->column[COL_FX].sum / rows, fy = l->column[COL_FY].sum / rows, fz = l->column[COL_FZ].sum / rows;
    abut_life life;
    if (abut_bearing_life(&b->def, Qe, hypot(fx, fy), fz, l->column[COL_SPEED].sum / rows, &life)) return;
    bearing_life_json(
        j, &b->def, &life, rotates,
        "ball loads averaged over the output instants, on a ring that stands still by place (72 sectors); "
        "P from the mean reaction");
}

void bearing_report(const abut_world *w, const void *self, json *j) {
    (void)w;
    const ball_bearing *b = self;
    const bearing_log *l = b->log;
    double inner = b->speed[INNER], outer = b->speed[OUTER];
    if (l->rows) inner = outer + l->column[COL_SPEED].sum / (double)l->rows;
    json_string(j, "type", "ball_bearing");
    json_number(j, "balls", b->def.balls.count);
    json_number(j, "instants", (double)l->rows);
    json_number(j, "from", l->rows ? l->t_first : (double)NAN);
    json_number(j, "to", l->rows ? l->t_last : (double)NAN);
    bearing_put_frequencies(b, inner, outer, j);
    if (!l->rows) return;
    put_bearing(j, b);
    abut_bearing_frequencies f = abut_bearing_rolling(&b->def, inner, outer);
    bearing_spectrum_json(b, &f, j);
    put_life(j, b);
    bearing_damage_json(b, j);
}
