/* Measured values of a curve: from the columns of its file, in SI units, within its times. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/csv_table.h"
#include "study_reader.h"

static const double shift_preset = 0.1; /* of the time between first and last point */

typedef struct columns {
    const csv_table *table;
    const double *t, *x, *y;
    double *own_t;
} columns;

/* What one unit of the column is in SI. */
static double unit_factor(study_reader *s, const node *n, const char *key, const char *unit, const char *si) {
    char text[120];
    double factor = 1;
    abut_message why = {0};
    if (!unit) return 1;
    (void)snprintf(text, sizeof text, "1 %.100s", unit);
    if (!units_read(&s->r->units, text, si, false, &factor, &why)) {
        error_on(s->r, node_get(n, key), "%s: %s", key, why.text);
        return 1;
    }
    return factor;
}

static double *scaled(study_reader *s, const double *from, int count, double factor) {
    double *to = arena_get(&s->r->memory, ((size_t)count + 1) * sizeof *to);
    for (int i = 0; i < count; i++) to[i] = factor * from[i];
    return to;
}

static bool read_times(study_reader *s, const curve_keys *k, int rows, columns *c) {
    times_keys t = {0};
    if (!need_map(s->r, k->times, "times") || read_keys(s->r, k->times, &keys_of_times, NULL, &t)) return false;
    double *list = arena_get(&s->r->memory, ((size_t)rows + 1) * sizeof *list);
    for (int i = 0; i < rows; i++) list[i] = t.start + i * t.step;
    c->t = list;
    return true;
}

/* The three columns in SI units; false after an error. */
static bool read_columns(study_reader *s, const node *n, const curve_keys *k, const study_curve *curve, columns *c) {
    reader *r = s->r;
    const node *file = node_get(n, "file");
    int before = r->errors;
    c->table = csv_table_read(r, file, study_beside(s, k->file));
    if (!c->table) return false;
    int rows = c->table->rows;
    bool x_is_time = !k->time && !k->times;
    const double *y = csv_table_column(r, c->table, node_get(n, "y"), "y", k->y);
    const double *x = k->x ? csv_table_column(r, c->table, node_get(n, "x"), "x", k->x) : NULL;
    if (k->time) c->t = csv_table_column(r, c->table, node_get(n, "time"), "time", k->time);
    if (k->times && !read_times(s, k, rows, c)) return false;
    double y_factor = unit_factor(s, n, "unit", k->unit, curve->y.unit);
    double x_factor = unit_factor(s, n, "x_unit", k->x_unit, x_is_time ? "s" : curve->x.count ? curve->x.unit : "1");
    if (r->errors != before) return false;
    c->y = scaled(s, y, rows, y_factor);
    if (x) c->x = scaled(s, x, rows, x_factor);
    if (x_is_time) {
        c->t = c->x;
        c->x = NULL;
    }
    return true;
}

static bool check_times(study_reader *s, const columns *c) {
    if (!c->t) return false;
    for (int i = 0; i < c->table->rows; i++) {
        place at = {c->table->file, c->table->line[i], 1};
        if (c->t[i] < 0) {
            error_at(s->r, at, "the time %g s lies before the start of the model, t = 0", c->t[i]);
            return false;
        }
        if (i > 0 && !(c->t[i] > c->t[i - 1])) {
            error_at(s->r, at, "the time does not grow: %.9g s after %.9g s", c->t[i], c->t[i - 1]);
            return false;
        }
    }
    return true;
}

static bool cut(study_reader *s, const node *n, const curve_keys *k, const columns *c, fit_curve *f) {
    int first = 0, end = c->table->rows;
    while (first < end && c->t[first] < k->from) first++;
    while (end > first && c->t[end - 1] > k->to) end--;
    if (first == end) {
        error_on(s->r, node_get(n, "file"), "file: there are no points%s",
                 c->table->rows ? " between from and to" : "");
        return false;
    }
    f->points = end - first;
    f->t = c->t + first;
    f->y = c->y + first;
    f->x = c->x ? c->x + first : NULL;
    return true;
}

static void read_sigma(study_reader *s, const curve_keys *k, const study_curve *curve, fit_curve *f) {
    double most = 0;
    for (int i = 0; i < f->points; i++) most = fmax(most, fabs(f->y[i]));
    if (k->sigma_of_max > 0) f->sigma = k->sigma_of_max * most;
    if (k->sigma && read_number(s->r, k->sigma, "sigma", curve->y.unit, &f->sigma) && !(f->sigma > 0))
        error_on(s->r, k->sigma, "sigma: must be positive, got %g", f->sigma);
}

static bool read_shift(study_reader *s, const node *n, const fit_curve *f, fit_parameter *p) {
    double span = f->points > 1 ? f->t[f->points - 1] - f->t[0] : 1, bounds[2] = {-shift_preset * span};
    bounds[1] = -bounds[0];
    bool word = n->kind == NODE_SCALAR;
    if (word && !strcmp(n->text, "none")) return false;
    if (word && strcmp(n->text, "free") != 0) {
        error_on(s->r, n, "shift: must be none, free or [low, high], got '%.60s'", n->text);
        return false;
    }
    if (!word && !read_numbers(s->r, n, "shift", "s", 2, bounds)) return false;
    if (!(bounds[0] < bounds[1]) || bounds[0] > 0 || bounds[1] < 0) {
        error_on(s->r, n, "shift: the bounds must enclose 0, got %g and %g", bounds[0], bounds[1]);
        return false;
    }
    p->low = bounds[0];
    p->high = bounds[1];
    return true;
}

static void add_shift(study_reader *s, int curve, const node *n) {
    const fit_curve *f = &s->curve[curve];
    const char *experiment = s->experiment[f->experiment].name;
    fit_parameter p = {.unit = "s", .shift = true, .only = f->experiment};
    if (!read_shift(s, n, f, &p)) return;
    char *name = arena_join(&s->r->memory, experiment, strlen(experiment), ".");
    name = arena_join(&s->r->memory, name, strlen(name), f->name);
    p.name = arena_join(&s->r->memory, name, strlen(name), ".shift");
    s->study_curve[curve].shift = s->parameters;
    study_add_parameter(s, &p, &(study_target){0}, n);
}

void study_finish_curve(study_reader *s, int curve) {
    const node *n = s->curve_at[curve];
    const curve_keys *k = &s->curve_keys[curve];
    fit_curve *f = &s->curve[curve];
    study_curve *c = &s->study_curve[curve];
    columns data = {0};
    if (!read_columns(s, n, k, c, &data) || !check_times(s, &data) || !cut(s, n, k, &data, f)) return;
    read_sigma(s, k, c, f);
    if (k->shift) add_shift(s, curve, k->shift);
    fit_experiment *e = &s->experiment[f->experiment];
    study_experiment *x = &s->study_experiment[f->experiment];
    f->first = e->numbers;
    e->numbers += f->points;
    if (c->x.count) {
        f->first_x = e->numbers;
        e->numbers += f->points;
    }
    double later = c->shift >= 0 ? s->parameter[c->shift].high : 0;
    x->t_end = fmax(x->t_end, f->t[f->points - 1] + later);
}
