/* See dry_friction.h. */
#ifdef ABUT_FIELD
#include "dry_friction.h"

#include <stdio.h>
#include <stdlib.h>

#include "handy.h"
#include "interrupt.h"

/* ---- friction ---- */
static void keep_row(dry_rub *d, const abut_field_friction_result *r, const double shift[2]) {
    d->row[d->count++] =
        (dry_rub_row){{r->force[0], r->force[1]}, r->moment, {shift[0], shift[1]}, r->stick_cells, r->slip_cells};
}

/* Steps one after the other, each the past of the next. */
static abut_status in_steps(dry_rub *d, abut_field *field, abut_field_result *last, abut_message *m) {
    const abut_dry_friction *f = d->content->friction;
    const abut_field_load *load = &d->content->load[d->content->loads - 1];
    int steps = f->path ? f->path_count : f->steps;
    abut_field_motion motion = f->motion;
    double at[2] = {0, 0};
    d->row = calloc((size_t)steps, sizeof *d->row);
    if (!d->row) return ABUT_NO_MEMORY;
    for (int i = 0; i < steps; i++) {
        for (int k = 0; f->path && k < 2; k++) motion.shift[k] = f->path[i][k] - at[k], at[k] = f->path[i][k];
        abut_status s = abut_field_friction_with_pressure(d->friction, field, load, &motion, last, &d->last, m);
        if (s != ABUT_OK) return s;
        abut_field_friction_accept(d->friction);
        keep_row(d, &d->last, f->path ? at : motion.shift);
        if ((d->interrupted = interrupted())) return ABUT_OK;
    }
    if (f->path)
        for (int k = 0; k < 2; k++) d->last.shift[k] = at[k];
    return ABUT_OK;
}

/* Step i of those before the last load: the loads of the file, or parts of its only one. */
static abut_field_load load_before(const abut_dry_content *c, int i) {
    if (c->loads > 1) return c->load[i];
    abut_field_load l = c->load[0];
    double part = (i + 1.0) / c->friction->press;
    l.force *= part, l.approach *= part;
    for (int k = 0; k < 2; k++) l.moment[k] *= part;
    return l;
}

/* Different materials rub while they are pressed together, and remember it. */
static abut_status press(dry_rub *d, abut_field *field, abut_field_result *last, abut_message *m) {
    const abut_material *a = &d->content->field.a, *b = &d->content->field.b;
    const abut_dry_friction *f = d->content->friction;
    bool alike = !a->rigid && !b->rigid && a->E == b->E && a->nu == b->nu;
    if (alike || f->rolls || f->motion.sliding) return ABUT_OK;
    int steps = d->content->loads > 1 ? d->content->loads : f->press;
    for (int i = 0; i + 1 < steps && !d->interrupted; i++) {
        abut_field_load load = load_before(d->content, i);
        abut_field_motion none = {0};
        abut_status s = abut_field_friction_with_pressure(d->friction, field, &load, &none, last, &d->last, m);
        if (s != ABUT_OK) return s;
        abut_field_friction_accept(d->friction);
        d->interrupted = interrupted();
    }
    return ABUT_OK;
}

static abut_status rub(dry_rub *d, abut_field *field, abut_field_result *last, abut_message *m) {
    const abut_dry_friction *f = d->content->friction;
    abut_field_grid g = abut_field_size(field);
    abut_field_friction_def def = {.grid = g, .a = d->content->field.a, .b = d->content->field.b, .mu = f->mu};
    if (f->rolls) def.rolled = f->rolled > 0 ? f->rolled : g.lx / g.nx;
    d->rolled = def.rolled;
    d->friction = abut_field_friction_create(&def, m);
    if (!d->friction) return m->status;
    abut_status s = press(d, field, last, m);
    if (s != ABUT_OK || d->interrupted) return s;
    if (f->path || (f->rolls && f->steps > 0))
        s = in_steps(d, field, last, m);
    else
        s = abut_field_friction_with_pressure(d->friction, field, &d->content->load[d->content->loads - 1], &f->motion,
                                              last, &d->last, m);
    return s;
}

/* ---- stresses ---- */
static void place_points(const abut_dry_subsurface *s, double (*point)[3]) {
    for (int i = 0; i < s->line; i++)
        for (int k = 0; k < 3; k++) point[i][k] = s->from[k] + (s->to[k] - s->from[k]) * i / (s->line - 1);
    point += s->line;
    for (int j = 0; j < s->section[1]; j++)
        for (int i = 0; i < s->section[0]; i++, point++) {
            for (int k = 0; k < 2; k++)
                (*point)[k] = s->edge[0][k] + (s->edge[1][k] - s->edge[0][k]) * i / (s->section[0] - 1);
            (*point)[2] =
                s->depth * (j + 0.5) / s->section[1]; /* rows in the middle of layers: none on the surface itself */
        }
}

static abut_status look_below(dry_rub *d, abut_field *field, const abut_field_result *last, abut_message *m) {
    const abut_dry_subsurface *s = d->content->subsurface;
    const abut_material *material = s->b ? &d->content->field.b : &d->content->field.a;
    if (material->rigid) {
        *m = (abut_message){.status = ABUT_BAD_VALUE, .place = {.key = "subsurface"}};
        (void)snprintf(m->text, sizeof m->text, "body %s is rigid: it has no stresses", s->b ? "b" : "a");
        return ABUT_BAD_VALUE;
    }
    abut_field_body body = {abut_field_size(field), last->pressure, d->friction ? d->last.traction : NULL, material->nu,
                            s->b};
    abut_status status = abut_field_stress_greatest(&body, &d->von_mises, &d->shear, m);
    int points = s->line + s->section[0] * s->section[1];
    if (status != ABUT_OK || points == 0) return status;
    d->point = calloc((size_t)points, sizeof *d->point);
    d->stress = calloc((size_t)points, sizeof *d->stress);
    if (!d->point || !d->stress) return ABUT_NO_MEMORY;
    place_points(s, d->point);
    return abut_field_stress_at(&body, (const double(*)[3])d->point, points, d->stress, m);
}

abut_status dry_rub_solve(dry_rub *d, const abut_dry_content *content, abut_field *field, abut_field_result *last,
                          abut_message *message) {
    *d = (dry_rub){.content = content};
    abut_field_result before = *last;
    abut_status s = content->friction ? rub(d, field, last, message) : ABUT_OK;
    if (content->friction) { /* its own solves start from that of the sweep: together */
        last->inner += before.inner, last->outer += before.outer;
        last->pair_equivalents += before.pair_equivalents, last->seconds += before.seconds;
    }
    if (s == ABUT_OK && content->subsurface && !d->interrupted) s = look_below(d, field, last, message);
    if (s == ABUT_OK && content->friction && content->friction->coefficients && !d->interrupted)
        s = abut_field_friction_creep(d->friction, last->pressure, &d->creep, message);
    if (s == ABUT_NO_MEMORY && !message->text[0])
        (void)snprintf(message->text, sizeof message->text, "out of memory"), message->status = s;
    return s;
}

void dry_rub_free(dry_rub *d) {
    abut_field_friction_destroy(d->friction);
    free(d->row);
    free(d->point);
    free(d->stress);
}

/* ---- answers ---- */
static void json_pair(abut_json *j, const char *key, const double v[2]) {
    abut_json_begin(j, key, '[');
    for (int k = 0; k < 2; k++) abut_json_number(j, NULL, v[k]);
    abut_json_end(j);
}

static void json_history(const dry_rub *d, abut_json *j) {
    abut_json_begin(j, "history", '[');
    for (int i = 0; i < d->count; i++) {
        abut_json_begin(j, NULL, '{');
        json_pair(j, "shift", d->row[i].shift);
        json_pair(j, "force", d->row[i].force);
        abut_json_number(j, "moment", d->row[i].moment);
        abut_json_number(j, "stick_cells", (double)d->row[i].stick);
        abut_json_number(j, "slip_cells", (double)d->row[i].slip);
        abut_json_end(j);
    }
    abut_json_end(j);
}

static void json_friction(const dry_rub *d, abut_json *j) {
    const abut_field_friction_result *r = &d->last;
    abut_json_begin(j, "friction", '{');
    json_pair(j, "force", r->force);
    abut_json_number(j, "moment", r->moment);
    abut_json_number(j, "stick_cells", (double)r->stick_cells);
    abut_json_number(j, "slip_cells", (double)r->slip_cells);
    double unit = d->rolled > 0 ? d->rolled : 1, shift[2] = {unit * r->shift[0], unit * r->shift[1]};
    json_pair(j, "shift", shift);
    if (d->rolled > 0) {
        json_pair(j, "creep", r->shift);
        abut_json_number(j, "rolled", d->rolled);
    }
    abut_json_number(j, "loss", r->loss);
    abut_json_number(j, "residual", r->residual);
    abut_json_number(j, "inner", (double)r->inner);
    abut_json_number(j, "rounds", (double)r->rounds);
    if (d->content->friction->coefficients) {
        const abut_field_creep *c = &d->creep;
        abut_json_begin(j, "coefficients", '{');
        abut_json_number(j, "C11", c->C11);
        abut_json_number(j, "C22", c->C22);
        abut_json_number(j, "C23", c->C23);
        abut_json_number(j, "C32", c->C32);
        abut_json_number(j, "C33", c->C33);
        abut_json_number(j, "c", c->c);
        abut_json_end(j);
    }
    if (d->row) json_history(d, j);
    abut_json_end(j);
}

static void json_points(const dry_rub *d, abut_json *j, const char *key, int first, int count) {
    abut_json_begin(j, key, '[');
    for (int i = first; i < first + count; i++) {
        const abut_field_stress *s = &d->stress[i];
        const struct {
            const char *key;
            double value;
        } all[] = {{"x", d->point[i][0]},
                   {"y", d->point[i][1]},
                   {"depth", d->point[i][2]},
                   {"xx", s->xx},
                   {"yy", s->yy},
                   {"zz", s->zz},
                   {"xy", s->xy},
                   {"yz", s->yz},
                   {"zx", s->zx},
                   {"von_mises", s->von_mises},
                   {"shear", s->shear}};
        abut_json_begin(j, NULL, '{');
        for (size_t k = 0; k < sizeof all / sizeof *all; k++) abut_json_number(j, all[k].key, all[k].value);
        abut_json_end(j);
    }
    abut_json_end(j);
}

static void json_peak(abut_json *j, const char *key, const abut_field_peak *p) {
    abut_json_begin(j, key, '{');
    abut_json_number(j, "value", p->value);
    abut_json_number(j, "x", p->x);
    abut_json_number(j, "y", p->y);
    abut_json_number(j, "depth", p->depth);
    abut_json_end(j);
}

static void json_subsurface(const dry_rub *d, abut_json *j) {
    const abut_dry_subsurface *s = d->content->subsurface;
    abut_json_begin(j, "subsurface", '{');
    abut_json_number(j, "von_mises_max", d->von_mises.value);
    abut_json_number(j, "depth", d->von_mises.depth);
    abut_json_number(j, "x", d->von_mises.x);
    abut_json_number(j, "y", d->von_mises.y);
    json_peak(j, "greatest_shear", &d->shear);
    if (s->line) json_points(d, j, "line", 0, s->line);
    if (s->section[0]) json_points(d, j, "section", s->line, s->section[0] * s->section[1]);
    abut_json_end(j);
}

void dry_rub_json(const dry_rub *d, abut_json *j) {
    if (d->content->friction) json_friction(d, j);
    if (d->content->subsurface) json_subsurface(d, j);
}

static void table_friction(const dry_rub *d) {
    const abut_field_friction_result *r = &d->last;
    bool rolls = d->content->friction->rolls;
    (void)printf("\nfriction, on body a\n");
    if (d->row) {
        const char *x = rolls ? "" : "shift x m", *y = rolls ? "" : "shift y m";
        (void)printf("%6s %14s %14s %14s %14s %8s %8s\n", "step", x, y, "force x N", "force y N", "stick", "slip");
        for (int i = 0; i < d->count; i++) {
            const dry_rub_row *w = &d->row[i];
            if (rolls)
                (void)printf("%6d %14s %14s", i + 1, "", "");
            else
                (void)printf("%6d %14.6g %14.6g", i + 1, w->shift[0], w->shift[1]);
            (void)printf(" %14.6g %14.6g %8ld %8ld\n", w->force[0], w->force[1], w->stick, w->slip);
        }
    }
    handy_line("force x", r->force[0], "N");
    handy_line("force y", r->force[1], "N");
    handy_line("moment", r->moment, "N m");
    handy_line(rolls ? "creep x" : "shift x", r->shift[0], rolls ? "1" : "m");
    handy_line(rolls ? "creep y" : "shift y", r->shift[1], rolls ? "1" : "m");
    (void)printf("%ld cells stick, %ld slip; residual %.1e of the greatest mu p, %ld products", r->stick_cells,
                 r->slip_cells, r->residual, r->inner);
    if (r->rounds > 1) (void)printf(", %ld rounds of pressure and tractions", r->rounds);
    (void)printf("\n");
    const abut_field_creep *c = &d->creep;
    if (d->content->friction->coefficients)
        (void)printf("C11 %.4f, C22 %.4f, C23 %.4f, C32 %.4f, C33 %.4f with c = %.6g m\n", c->C11, c->C22, c->C23,
                     c->C32, c->C33, c->c);
}

static void table_subsurface(const dry_rub *d) {
    const abut_dry_subsurface *s = d->content->subsurface;
    (void)printf("\nbelow the surface of body %s\n", s->b ? "b" : "a");
    handy_line("von Mises max", d->von_mises.value, "Pa");
    handy_line("depth", d->von_mises.depth, "m");
    handy_line("at x", d->von_mises.x, "m");
    handy_line("at y", d->von_mises.y, "m");
    handy_line("shear max", d->shear.value, "Pa");
    handy_line("its depth", d->shear.depth, "m");
    if (!s->line) return;
    (void)printf("\n%12s %12s %12s %14s %14s\n", "x m", "y m", "depth m", "von Mises Pa", "shear Pa");
    for (int i = 0; i < s->line; i++)
        (void)printf("%12.5g %12.5g %12.5g %14.6g %14.6g\n", d->point[i][0], d->point[i][1], d->point[i][2],
                     d->stress[i].von_mises, d->stress[i].shear);
}

void dry_rub_table(const dry_rub *d) {
    if (d->content->friction) table_friction(d);
    if (d->content->subsurface) table_subsurface(d);
}
#endif
