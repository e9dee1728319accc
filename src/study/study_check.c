/* The models of a study: are they without errors, alone, with the parameters at their start and in every experiment? What the
 * reader of the model says about a setting is said at the place of the study where the setting comes from. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "quantity.h"
#include "study_reader.h"

typedef struct blame {
    study_reader *s;
    char **settings;
    const node **at;
    int count;
} blame;

/* What is wrong with a setting is so at the place of the study where it comes from. */
static void report_error(const model_error *e, void *user) {
    const blame *b = user;
    if (e->setting >= 0 && e->setting < b->count) {
        const char *setting = b->settings[e->setting];
        error_on(b->s->r, b->at[e->setting], "%.*s: %s", (int)strcspn(setting, "="), setting, e->message);
        return;
    }
    b->s->errors_elsewhere++;
    if (b->s->report) b->s->report(e, b->s->user);
}

/* Where each setting comes from; the order is that of study_settings. */
static const node **places(study_reader *s, int experiment) {
    int count = s->study_experiment[experiment].setting_count, next = 0;
    for (int i = 0; i < s->parameters; i++) count += s->target[i].count;
    const node **at = arena_get(&s->r->memory, ((size_t)count + 1) * sizeof(void *));
    for (int i = 0; i < s->study_experiment[experiment].setting_count; i++) at[next++] = s->setting_at[experiment][i];
    for (int i = 0; i < s->parameters; i++)
        for (int k = 0; k < s->target[i].count; k++) at[next++] = s->parameter_at[i];
    return at;
}

static void find_units(study_reader *s, const abut_world *w, const node *at, const char *what, study_sum *sum) {
    for (int i = 0; i < sum->count; i++) {
        quantity q;
        abut_message why = {0};
        if (!quantity_find(w, sum->terms[i].of, &q, &why)) {
            error_on(s->r, at, "%s: %s", what, why.text);
            sum->unit = "1";
        } else if (!sum->unit) {
            sum->unit = q.unit;
        } else if (strcmp(sum->unit, q.unit) != 0) {
            error_on(s->r, at, "%s: terms in %s and in %s cannot be added", what, sum->unit, q.unit);
        }
    }
}

static void find_quantities(study_reader *s, const abut_world *w, int experiment) {
    const study_experiment *e = &s->study_experiment[experiment];
    for (int c = e->first_curve; c < e->first_curve + e->curves; c++) {
        find_units(s, w, s->curve_keys[c].quantity, "quantity", &s->study_curve[c].y);
        if (s->study_curve[c].x.count) find_units(s, w, s->curve_keys[c].against, "against", &s->study_curve[c].x);
    }
}

/* False: nothing further can be said about the model. */
static bool check_alone(study_reader *s, int experiment) {
    const study_model *of = s->study_experiment[experiment].model;
    for (int e = 0; e < experiment; e++)
        if (s->study_experiment[e].model == of) return true;
    model m;
    blame b = {.s = s};
    int errors = model_read_text_with(s->r->registry, of->path, of->text, of->length, NULL, 0, report_error, &b, &m);
    if (!errors) model_free(&m);
    return !errors;
}

static bool check_experiment(study_reader *s, int experiment) {
    double *start = arena_get(&s->r->memory, ((size_t)s->parameters + 1) * sizeof *start);
    for (int i = 0; i < s->parameters; i++) start[i] = s->parameter[i].start;
    blame b = {.s = s, .at = places(s, experiment)};
    model m;
    const study_model *of = s->study_experiment[experiment].model;
    b.settings = study_settings(s->to, experiment, start, &b.count);
    if (!b.settings) longjmp(*s->r->memory.no_memory, 1);
    bool good = model_read_text_with(s->r->registry, of->path, of->text, of->length, (const char *const *)b.settings,
                                     b.count, report_error, &b, &m) == 0;
    if (good) {
        good = model_start(&m, report_error, &b) == ABUT_OK;
        if (good) find_quantities(s, m.world, experiment);
        model_free(&m);
    }
    free(b.settings);
    return good;
}

void study_check_model(study_reader *s) {
    for (int e = 0; e < s->experiments; e++)
        if (!check_alone(s, e)) return;
    for (int e = 0; e < s->experiments; e++)
        if (!check_experiment(s, e)) return; /* what is wrong with a parameter is so in every experiment */
}
