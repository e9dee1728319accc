/* One run of the model of a study: built anew with the settings of the experiment and the parameters, advanced to the times
 * of its curves, read there; nothing is written. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/message.h"
#include "quantity.h"
#include "study.h"

/* ---- settings ---- */
enum { NUMBER_ROOM = 40 };

static size_t room_for(const study *s, int i) {
    size_t room = 0, unit = s->problem.parameter[i].unit ? strlen(s->problem.parameter[i].unit) : 0;
    for (int k = 0; k < s->target[i].count; k++) room += strlen(s->target[i].paths[k].path) + unit + NUMBER_ROOM;
    return room;
}

char **study_settings(const study *s, int experiment, const double *values, int *count) {
    const study_experiment *e = &s->experiment[experiment];
    size_t most = (size_t)e->setting_count, room = 0;
    for (int i = 0; i < s->problem.parameters; i++) {
        most += (size_t)s->target[i].count;
        room += room_for(s, i);
    }
    char **list = malloc((most + 1) * sizeof *list + room), *text = (char *)(list + most + 1);
    *count = 0;
    if (!list) return NULL;
    for (int i = 0; i < e->setting_count; i++) list[(*count)++] = (char *)e->settings[i];
    for (int i = 0; i < s->problem.parameters; i++) {
        const char *unit = s->problem.parameter[i].unit;
        for (int k = 0; k < s->target[i].count; k++) {
            const study_path *p = &s->target[i].paths[k];
            list[(*count)++] = text;
            text +=
                sprintf(text, "%s=%.17g%s%s", p->path, p->factor * values[i], unit ? " " : "", unit ? unit : "") + 1;
        }
    }
    return list;
}

/* ---- what is to be read when ---- */
typedef struct reading {
    double t;
    int at;    /* where the number goes */
    int curve; /* of the study */
    bool x;    /* its abscissa */
} reading;

static int compare(const void *a, const void *b) {
    const reading *x = a, *y = b;
    if (x->t != y->t) return x->t < y->t ? -1 : 1;
    return x->at - y->at;
}

static int list_readings(const study *s, int experiment, const double *values, reading *list) {
    const study_experiment *e = &s->experiment[experiment];
    int count = 0;
    for (int c = e->first_curve; c < e->first_curve + e->curves; c++) {
        const fit_curve *f = &s->problem.curve[c];
        double shift = s->curve[c].shift >= 0 ? values[s->curve[c].shift] : 0;
        for (int i = 0; i < f->points; i++) {
            double t = fmin(fmax(f->t[i] + shift, 0), e->t_end);
            list[count++] = (reading){t, f->first + i, c, false};
            if (f->first_x >= 0) list[count++] = (reading){t, f->first_x + i, c, true};
        }
    }
    qsort(list, (size_t)count, sizeof *list, compare);
    return count;
}

/* ---- running ---- */
typedef struct simulation {
    const study *study;
    model model;
    abut_message *why;
    double deadline; /* s, of the clock; 0: none */
    reading *readings;
    quantity *quantities; /* of the terms of all curves of the experiment, y then x */
    int *first_quantity;  /* of y and x of each curve */
    double *row;
} simulation;

static double now(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int watch(void *user) {
    const simulation *s = user;
    return s->deadline > 0 && now() > s->deadline;
}

static void keep_first(const model_error *error, void *user) {
    const char *code = error->code ? error->code : "";
    bool memory = !strcmp(code, "no_memory"), units = !strcmp(code, "no_units");
    (void)say(user, memory ? ABUT_NO_MEMORY : units ? ABUT_BAD_FILE : ABUT_BAD_VALUE, "%.300s", error->text);
}

/* Finds the quantities of one sum from q on; how many there are, -1: one is missing. */
static int find_sum(const simulation *s, const study_sum *sum, quantity *q) {
    for (int i = 0; i < sum->count; i++)
        if (!quantity_find(s->model.world, sum->terms[i].of, &q[i], s->why)) return -1;
    return sum->count;
}

static bool prepare(simulation *s, int experiment, int numbers) {
    const study_experiment *e = &s->study->experiment[experiment];
    int terms = 0, next = 0, widest = 1;
    for (int c = e->first_curve; c < e->first_curve + e->curves; c++)
        terms += s->study->curve[c].y.count + s->study->curve[c].x.count;
    s->readings = malloc(((size_t)numbers + 1) * sizeof *s->readings);
    s->quantities = malloc(((size_t)terms + 1) * sizeof *s->quantities);
    s->first_quantity = malloc(2 * ((size_t)e->curves + 1) * sizeof *s->first_quantity);
    if (!s->readings || !s->quantities || !s->first_quantity) return false;
    for (int c = 0; c < 2 * e->curves; c++) {
        const study_curve *curve = &s->study->curve[e->first_curve + c / 2];
        s->first_quantity[c] = next;
        int found = find_sum(s, c % 2 ? &curve->x : &curve->y, s->quantities + next);
        if (found < 0) return false;
        next += found;
    }
    for (int i = 0; i < next; i++)
        if (s->quantities[i].numbers > widest) widest = s->quantities[i].numbers;
    s->row = malloc((size_t)widest * sizeof *s->row);
    return s->row;
}

static double read_sum(const simulation *s, const reading *r, int first_curve) {
    const study_curve *c = &s->study->curve[r->curve];
    const study_sum *sum = r->x ? &c->x : &c->y;
    const quantity *q = s->quantities + s->first_quantity[2 * (r->curve - first_curve) + r->x];
    double value = 0;
    for (int i = 0; i < sum->count; i++) value += sum->terms[i].factor * quantity_read(s->model.world, &q[i], s->row);
    return value;
}

static abut_status advance(simulation *s, int experiment, const double *values, double *out) {
    int count = list_readings(s->study, experiment, values, s->readings);
    abut_world *w = s->model.world;
    for (int i = 0; i < count; i++) {
        const reading *r = &s->readings[i];
        abut_status status = i == 0 || r->t > s->readings[i - 1].t ? abut_advance(w, r->t) : ABUT_OK;
        if (status == ABUT_STOPPED)
            return say(s->why, status, "the run takes longer than run_limit, %g s: it was ended at t = %.6g s",
                       s->study->run_limit, abut_time(w));
        if (status)
            return say(s->why, status, "at t = %.6g s: %.240s", abut_time(w),
                       abut_world_message(w)[0] ? abut_world_message(w) : abut_status_text(status));
        out[r->at] = read_sum(s, r, s->study->experiment[experiment].first_curve);
    }
    return ABUT_OK;
}

static abut_status run(simulation *s, int experiment, const double *values, double *out) {
    s->model.solver.t_end = s->study->experiment[experiment].t_end;
    s->model.solver.no_statistics = true; /* nobody reads them */
    abut_status status = model_start(&s->model, keep_first, s->why);
    if (status) return status;
    if (!prepare(s, experiment, s->study->problem.experiment[experiment].numbers))
        return s->why->text[0] ? s->why->status : say(s->why, ABUT_NO_MEMORY, "out of memory");
    abut_set_watch(s->model.world, watch, s);
    return advance(s, experiment, values, out);
}

abut_status study_simulate(void *user, int experiment, const double *values, double *out, abut_message *why) {
    const study *s = user;
    simulation x = {.study = s, .why = why, .deadline = s->run_limit > 0 ? now() + s->run_limit : 0};
    const study_model *of = s->experiment[experiment].model;
    int count;
    char **settings = study_settings(s, experiment, values, &count);
    if (!settings) return say(why, ABUT_NO_MEMORY, "out of memory");
    int errors = model_read_text_with(s->registry, of->path, of->text, of->length, (const char *const *)settings, count,
                                      keep_first, why, &x.model);
    abut_status status = errors ? why->status : run(&x, experiment, values, out);
    if (status && s->problem.experiments > 1) {
        abut_message inner = *why;
        why->text[0] = '\0';
        (void)say(why, status, "experiment %.60s: %.250s", s->problem.experiment[experiment].name, inner.text);
    }
    model_free(&x.model);
    free(x.readings);
    free(x.quantities);
    free(x.first_quantity);
    free(x.row);
    free(settings);
    return status;
}
