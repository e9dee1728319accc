/* What a wedge shows: its columns and statistics, of the machine `wedge` and of the wedges of a bogie. */
#include <math.h>
#include <stddef.h>

#include "wedge.h"

#define AT(field)       offsetof(wedge_shown, field)
#define POINT_AT(field) offsetof(wedge_point_shown, field)

const watch_entry wedge_entries[] = {
    {"z", "m", "travel of the bolster down against the side frame, from the unloaded spring", .at = AT(s.z), WATCH_ALL},
    {"dz", "m/s", "its rate", .at = AT(s.dz), WATCH_ALL},
    {"P", "N", "force of the spring under the wedge", .at = AT(s.P), WATCH_ALL},
    {"N12", "N", "normal force of the upper points on the column", .at = AT(s.N_upper), WATCH_ALL},
    {"N34", "N", "normal force of the lower points on the column", .at = AT(s.N_lower), WATCH_ALL},
    {"Fcol", "N", "friction of the column on the wedge along its upward tangent", .at = AT(s.F_column), WATCH_ALL},
    {"Ninc", "N", "normal force of the points in the pocket", .at = AT(s.N_pocket), WATCH_ALL},
    {"Tinc", "N", "friction of the pocket on the wedge along its upward tangent", .at = AT(s.T_pocket), WATCH_ALL},
    {"phi", "rad", "yaw of the bolster against the side frame", .at = AT(s.phi), WATCH_ALL},
    {"Mz", "N m", "moment of the column forces on the side frame about the middle of the spring set", .at = AT(s.Mz),
     WATCH_ALL},
    {"Q", "N", "force of the wedge on the bolster, upwards", .at = AT(s.Q), WATCH_ALL},
    {"loss", "W", "power lost in friction and damping of all points of the wedge", .at = AT(s.loss), WATCH_ALL},
    /* N1/P, N1 = N12 + N34: mean over the travel while the bolster goes down, and up */
    {"ratio_down", "1", "(N12 + N34)/P, mean over the travel down", .at = AT(ratio),
     WATCH_MEAN | WATCH_PLAIN | WATCH_HIDDEN, "column_ratio.down", .gate = WATCH_WEIGHT, .by = AT(down)},
    {"ratio_up", "1", "(N12 + N34)/P, mean over the travel up", .at = AT(ratio),
     WATCH_MEAN | WATCH_PLAIN | WATCH_HIDDEN, "column_ratio.up", .gate = WATCH_WEIGHT, .by = AT(up)},
    {"toe", "rad", "of the column face", .at = AT(toe), WATCH_MEAN | WATCH_PLAIN | WATCH_HIDDEN},
    {0},
};

static const char *const modes[] = {"open", "stick", "slip", NULL};

const watch_entry wedge_point_entries[] = {
    {"N", "N", "normal force of the point", .at = POINT_AT(N), WATCH_MEAN | WATCH_MAX | WATCH_EACH, "point_N"},
    {"mode", "1", "0 open, 1 stick, 2 slip", .at = POINT_AT(mode), WATCH_EACH, .values = modes},
    {"most", "N", "greatest normal force of a point", .at = POINT_AT(N), WATCH_MAX | WATCH_PLAIN | WATCH_HIDDEN,
     "max_N"},
    {0},
};

static double toe_of(const wedge_part *p) {
    int column = 0; /* every wedge has a face there */
    while (p->face[column].pocket) column++;
    return atan2(p->face[column].n.z, -p->face[column].n.x);
}

void wedge_show(const abut_world *w, const wedge_part *p, wedge_shown *to, wedge_point_shown *points) {
    wedge_part_read(w, p, &to->s, points);
    to->ratio = to->s.P > 0 ? (to->s.N_upper + to->s.N_lower) / to->s.P : 0;
    to->down = fmax(0, to->s.dz);
    to->up = fmax(0, -to->s.dz);
    to->toe = toe_of(p);
}

/* ---- the machine `wedge` ---- */
static abut_status read(const abut_world *w, const void *self, void *const state[]) {
    wedge_show(w, &((const wedge *)self)->part, state[0], state[1]);
    return ABUT_OK;
}

static int points(const void *self) { return ((const wedge *)self)->part.points; }

static void report(const watch *o, const void *self, json *j) {
    (void)o;
    json_number(j, "points", points(self));
}

static const watch_integral loops[] = {
    {"loop_area", AT(s.Q), AT(s.z)},
    {"loop_area_column", AT(s.F_column), AT(s.z)},
    {"loop_area_yaw", AT(s.Mz), AT(s.phi)},
    {"dissipated", AT(s.loss), WATCH_TIME},
};

/* Without a stroke there is no such ratio. */
double wedge_ratio(const watch *o, const char *travel, const char *key) {
    static const double least_travel = 1e-4; /* m */
    abut_stat z;
    bool moves = watch_stat(o, travel, &z) && z.max - z.min > least_travel;
    return moves ? watch_mean(o, key) : (double)NAN;
}
static double ratio_down(const watch *o, const void *self) {
    (void)self;
    return wedge_ratio(o, "z", "column_ratio.down");
}
static double ratio_up(const watch *o, const void *self) {
    (void)self;
    return wedge_ratio(o, "z", "column_ratio.up");
}

static const watch_card cards[] = {
    {"Greatest forces", "Greatest force of a point", "N", true, .stat = WATCH_MAX, .key = {"max_N"}},
    {"Greatest forces", "Greatest spring force P", "N", true, .stat = WATCH_MAX, .key = {"P"}},
    {"Greatest forces", "Column, upper points N12", "N", .stat = WATCH_MAX, .key = {"N12"}},
    {"Greatest forces", "Column, lower points N34", "N", .stat = WATCH_MAX, .key = {"N34"}},
    {"Greatest forces", "Greatest column friction", "N", true, WATCH_SIZE, WATCH_MAX, .key = {"Fcol"}},
    {"Greatest forces", "Pocket N", "N", .stat = WATCH_MAX, .key = {"Ninc"}},
    {"Greatest forces", "Pocket friction", "N", .how = WATCH_SIZE, .stat = WATCH_MAX, .key = {"Tinc"}},
    {"Strokes", "N₁/P going down", "", true, .value = ratio_down},
    {"Strokes", "N₁/P going up", "", true, .value = ratio_up},
    {"Strokes", "Toe angle", "rad", true, .stat = WATCH_MEAN, .key = {"toe"}},
    {"Energy", "Loop area ∮Q dz", "J", true, .key = {"loop_area"}, .least = 1e-9},
    {"Energy", "Loop area ∮M dφ", "J", true, .key = {"loop_area_yaw"}, .least = 1e-9},
    {"Energy", "Column alone ∮Fcol dz", "J", .key = {"loop_area_column"}, .least = 1e-9},
    {"Energy", "Dissipated", "J", true, .key = {"dissipated"}},
    {0},
};

static const watch_figure figures[] = {
    {WATCH_LOOP,
     "Loops",
     "Column friction over travel",
     NULL,
     "z",
     .columns = {"Fcol"},
     {"friction of the column"},
     true},
    {WATCH_LOOP,
     "Loops",
     "Normal forces of the column over travel",
     NULL,
     "z",
     .columns = {"N12", "N34"},
     {"upper points N12", "lower points N34"}},
    {WATCH_LOOP, "Loops", "Spring force over travel", NULL, "z", .columns = {"P"}, {"spring P"}},
    {WATCH_LOOP, "Loops", "Force on the bolster over travel", NULL, "z", .columns = {"Q"}, {"force Q, upwards"}},
    {WATCH_LOOP, "Loops", "Moment over yaw", NULL, "phi", .columns = {"Mz"}, {"moment of the column"}},
    {WATCH_MODES, "What the points do", "", "point", NULL, .columns = {"mode"}},
    {WATCH_OVER_TIME, "Over time", "Travel", NULL, NULL, .columns = {"z"}},
    {WATCH_OVER_TIME, "Over time", "Forces of the column", NULL, NULL, .columns = {"N12", "N34", "Fcol"},
     .first = true},
    {WATCH_OVER_TIME, "Over time", "Forces in the pocket", NULL, NULL, .columns = {"Ninc", "Tinc"}},
    {WATCH_OVER_TIME, "Over time", "Normal forces of the points", "point", NULL, .columns = {"N"}},
    {WATCH_OVER_TIME, "Over time", "Power lost", NULL, NULL, .columns = {"loss"}},
    {0},
};

const watch_table wedge_watch = {
    .title = "Friction wedge",
    .group = {{NULL, sizeof(wedge_shown), wedge_entries},
              {"point", sizeof(wedge_point_shown), wedge_point_entries, points}},
    .read = read,
    .integrals = loops,
    .cards = cards,
    .figures = figures,
    .report = report,
};
