/* The damage of a track in a summary and as tables. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/constants.h"
#include "damage_inside.h"

static int used_classes(const damage_classes *c) {
    int n = c->top > 0 ? CLASSES : 0;
    while (n > 0 && c->passes[n - 1] == 0) n--;
    return n;
}

/* ---- summary ---- */
static void put_classes(json *j, const char *key, const damage_classes *c, double points) {
    json_begin(j, key, '{');
    json_number(j, "width", c->top / CLASSES);
    json_begin(j, "passes", '[');
    for (int i = 0, n = used_classes(c); i < n; i++) json_number(j, NULL, c->passes[i] / points);
    json_end(j);
    json_end(j);
}

void damage_json(const damage *d, const char *key, double turns, double seconds, json *j) {
    damage_figures f = damage_sum(d);
    json_begin(j, key, '{');
    json_number(j, "passes", f.passes);
    json_number(j, "miner", f.miner);
    if (d->def.pressure > 0) json_number(j, "miner_pressure", f.miner_pressure);
    json_number(j, "miner_point", f.worst);
    json_number(j, "point_angle", isnan(f.worst) ? (double)NAN : f.worst_angle);
    json_number(j, "equivalent_load", f.equivalent_load);
    json_number(j, "equivalent_pressure", f.equivalent_pressure);
    json_number(j, "load_max", f.load_max);
    json_number(j, "p_max", f.p_max);
    json_number(j, "life_revolutions", turns / f.miner);
    json_number(j, "life_hours", seconds / f.miner / 3600);
    put_classes(j, "load_histogram", &d->load, d->def.points);
    put_classes(j, "p_max_histogram", &d->pressure, d->def.points);
    if (f.coarsest > f.width)
        json_string(
            j, "note",
            "an element moved further than one point of the track in a step: the loads in between are interpolated; a "
            "smaller solver.max_step shows whether that matters");
    json_end(j);
}

/* ---- tables ---- */
typedef struct column_text {
    const char *name, *unit, *meaning;
} column_text;

static bool begin(machine_extra *out, const char *track, const char *what, int rows, int columns,
                  const column_text *text) {
    *out = (machine_extra){.rows = rows, .columns = columns};
    if (rows < 1) return false;
    (void)snprintf(out->name, sizeof out->name, "%.20s_%s", track, what);
    for (int i = 0; i < columns; i++) {
        (void)snprintf(out->column[i].name, sizeof out->column[i].name, "%s", text[i].name);
        out->column[i].unit = text[i].unit, out->column[i].meaning = text[i].meaning;
        out->values[i] = calloc((size_t)rows, sizeof *out->values[i]);
        if (out->values[i]) continue;
        machine_extra_free(out);
        out->no_memory = true;
        return false;
    }
    return true;
}

static bool over_angle(const damage *d, machine_extra *out) {
    static const column_text text[] = {{"angle", "rad", "on the track, middle of the point"},
                                       {"passes", "1", "of the point by rolling elements"},
                                       {"damage", "1", "Miner's sum of the point"},
                                       {"load", "N", "equivalent of its passes"},
                                       {"p_max", "Pa", "largest pressure of a pass"}};
    int n = d->def.points;
    if (!begin(out, d->def.name, "damage", n, 5, text)) return false;
    for (int i = 0; i < n; i++) {
        const damage_point *s = &d->point[i];
        out->values[0][i] = (i + 0.5) * TWO_PI / n;
        out->values[1][i] = s->passes;
        out->values[2][i] = damage_of_point(d, i);
        out->values[3][i] = s->passes > 0 ? pow(s->load_power / s->passes, 1 / d->def.exponent) : 0;
        out->values[4][i] = s->p_max;
    }
    return true;
}

static bool over_classes(const damage *d, const damage_classes *c, const char *what, const column_text *text,
                         machine_extra *out) {
    int n = used_classes(c);
    double all = 0;
    if (!begin(out, d->def.name, what, n, 3, text)) return false;
    for (int i = 0; i < n; i++) all += c->power[i];
    for (int i = 0; i < n; i++) {
        out->values[0][i] = (i + 0.5) * c->top / CLASSES;
        out->values[1][i] = c->passes[i] / d->def.points;
        out->values[2][i] = c->power[i] / all;
    }
    return true;
}

void damage_life_json(double turns, double miner, double seconds, double kappa, double a_iso, json *j) {
    double L10 = turns / miner / 1e6, hours = seconds / miner / 3600;
    json_number(j, "turns", turns);
    json_number(j, "miner", miner);
    json_number(j, "life_revolutions", 1e6 * L10);
    json_number(j, "life_hours", hours);
    json_number(j, "L10", L10);
    json_number(j, "kappa", kappa);
    json_number(j, "a_iso", a_iso);
    json_number(j, "L10m", a_iso * L10);
    json_number(j, "L10m_hours", a_iso * hours);
}

bool damage_table(const damage *d, int index, machine_extra *out) {
    static const column_text load[] = {{"load", "N", "middle of the class"},
                                       {"passes", "1", "of a point, mean"},
                                       {"share", "1", "of the damage by load"}},
                             pressure[] = {{"p_max", "Pa", "middle of the class"},
                                           {"passes", "1", "of a point, mean"},
                                           {"share", "1", "of the damage by pressure"}};
    if (!(damage_sum(d).passes > 1e-9)) return false; /* nothing moved but by rounding */
    if (index == 0) return over_angle(d, out);
    if (index == 1) return over_classes(d, &d->load, "load", load, out);
    return index == 2 && over_classes(d, &d->pressure, "pressure", pressure, out);
}
