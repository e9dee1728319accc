/* Columns of wedges over time, their statistics over output instants, and what the summary says of them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wedge.h"

/* ---- columns ---- */
static const struct {
    const char *name, *unit, *meaning;
} text[WEDGE_COLUMNS] = {
    [WEDGE_Z] = {"z", "m", "travel of the bolster down against the side frame, from the unloaded spring"},
    [WEDGE_DZ] = {"dz", "m/s", "its rate"},
    [WEDGE_P] = {"P", "N", "force of the spring under the wedge"},
    [WEDGE_N12] = {"N12", "N", "normal force of the upper points on the column"},
    [WEDGE_N34] = {"N34", "N", "normal force of the lower points on the column"},
    [WEDGE_FCOL] = {"Fcol", "N", "friction of the column on the wedge along its upward tangent"},
    [WEDGE_NINC] = {"Ninc", "N", "normal force of the points in the pocket"},
    [WEDGE_TINC] = {"Tinc", "N", "friction of the pocket on the wedge along its upward tangent"},
    [WEDGE_PHI] = {"phi", "rad", "yaw of the bolster against the side frame"},
    [WEDGE_MZ] = {"Mz", "N m", "moment of the column forces on the side frame about the middle of the spring set"},
    [WEDGE_Q] = {"Q", "N", "force of the wedge on the bolster, upwards"},
    [WEDGE_LOSS] = {"loss", "W", "power lost in friction and damping of all points of the wedge"},
};

int wedge_columns(const wedge_part *p) { return WEDGE_COLUMNS + 2 * p->points; }

void wedge_column(const char *prefix, int i, machine_column *out) {
    if (i < WEDGE_COLUMNS) {
        (void)snprintf(out->name, sizeof out->name, "%s%s", prefix, text[i].name);
        out->unit = text[i].unit, out->meaning = text[i].meaning;
        return;
    }
    bool mode = (i - WEDGE_COLUMNS) % 2;
    (void)snprintf(out->name, sizeof out->name, "%spoint%d_%s", prefix, (i - WEDGE_COLUMNS) / 2 + 1,
                   mode ? "mode" : "N");
    out->unit = mode ? "1" : "N";
    out->meaning = mode ? "0 open, 1 stick, 2 slip" : "normal force of the point";
}

abut_wedge_state wedge_record(const abut_world *w, const wedge_part *p, double *row) {
    abut_wedge_state s;
    wedge_part_read(w, p, &s, row + WEDGE_COLUMNS);
    const double own[WEDGE_COLUMNS] = {
        [WEDGE_Z] = s.z,         [WEDGE_DZ] = s.dz,         [WEDGE_P] = s.P,           [WEDGE_N12] = s.N_upper,
        [WEDGE_N34] = s.N_lower, [WEDGE_FCOL] = s.F_column, [WEDGE_NINC] = s.N_pocket, [WEDGE_TINC] = s.T_pocket,
        [WEDGE_PHI] = s.phi,     [WEDGE_MZ] = s.Mz,         [WEDGE_Q] = s.Q,           [WEDGE_LOSS] = s.loss,
    };
    memcpy(row, own, sizeof own);
    return s;
}

/* ---- statistics ---- */
bool wedge_log_create(wedge_log *l, int columns) {
    *l = (wedge_log){.columns = columns, .last = calloc(4 * (size_t)columns, sizeof(double))};
    if (!l->last) return false;
    l->low = l->last + columns;
    l->high = l->low + columns;
    l->sum = l->high + columns;
    return true;
}

void wedge_log_drop(wedge_log *l) { free(l->last); }

void wedge_log_clear(wedge_log *l) {
    l->rows = 0;
    memset(l->loop, 0, sizeof l->loop);
    memset(l->sum, 0, (size_t)l->columns * sizeof *l->sum);
}

/* Trapezia. */
static void add_loops(wedge_log *l, const wedge_loop *loops, double t, const double *row) {
    for (int i = 0; loops[i].name; i++) {
        int y = loops[i].y, x = loops[i].x;
        double dx = x < 0 ? t - l->t_last : row[x] - l->last[x];
        l->loop[i] += 0.5 * (row[y] + l->last[y]) * dx;
    }
}

void wedge_log_add(wedge_log *l, const wedge_loop *loops, double t, const double *row) {
    if (l->rows && t < l->t_last) wedge_log_clear(l); /* the world was started anew */
    if (l->rows && t == l->t_last) return;
    bool first = l->rows++ == 0;
    if (first)
        l->t_first = t;
    else
        add_loops(l, loops, t, row);
    l->t_last = t;
    for (int i = 0; i < l->columns; i++) {
        l->last[i] = row[i];
        l->sum[i] += row[i];
        l->low[i] = first ? row[i] : fmin(l->low[i], row[i]);
        l->high[i] = first ? row[i] : fmax(l->high[i], row[i]);
    }
}

/* ---- summary ---- */
void wedge_log_put(const wedge_log *l, const char *key, int column, json *j) {
    json_begin(j, key, '{');
    json_number(j, "mean", l->sum[column] / (double)l->rows);
    json_number(j, "min", l->low[column]);
    json_number(j, "max", l->high[column]);
    json_end(j);
}

void wedge_log_report(const wedge_log *l, const wedge_loop *loops, json *j) {
    json_number(j, "instants", (double)l->rows);
    json_number(j, "from", l->rows ? l->t_first : (double)NAN);
    json_number(j, "to", l->rows ? l->t_last : (double)NAN);
    for (int i = 0; l->rows && loops[i].name; i++) json_number(j, loops[i].name, l->loop[i]);
}

void wedge_log_put_wedge(const wedge_log *l, const wedge_part *p, int first, json *j) {
    static const int shown[] = {WEDGE_P, WEDGE_N12, WEDGE_N34, WEDGE_FCOL, WEDGE_NINC, WEDGE_TINC, WEDGE_MZ};
    double most = 0;
    for (int i = 0; i < p->points; i++) most = fmax(most, l->high[first + WEDGE_COLUMNS + 2 * i]);
    int column = 0; /* every wedge has a face there */
    while (p->face[column].pocket) column++;
    json_number(j, "toe", atan2(p->face[column].n.z, -p->face[column].n.x));
    json_number(j, "max_N", most);
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
        wedge_log_put(l, text[shown[i]].name, first + shown[i], j);
}
