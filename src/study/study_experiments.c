/* The section `experiments`: settings and curves, as far as the model need not be known. */
#include <math.h>
#include <string.h>

#include "study_reader.h"

/* ---- sums of quantities ---- */
static bool read_term(study_reader *s, const node *n, const char *what, study_term *to) {
    term_keys k = {.factor = 1};
    if (n->kind == NODE_MAP) {
        if (read_keys(s->r, n, &keys_of_term, NULL, &k)) return false;
    } else if (!read_text(s->r, n, what, &k.of)) {
        return false;
    }
    *to = (study_term){k.of, k.factor};
    return true;
}

static bool read_sum(study_reader *s, const node *n, const char *what, double factor, study_sum *to) {
    bool list = n->kind == NODE_LIST, good = true;
    int count = list ? (int)n->count : 1;
    if (count == 0) {
        error_on(s->r, n, "%s: the list is empty", what);
        return false;
    }
    study_term *terms = arena_get(&s->r->memory, (size_t)count * sizeof *terms);
    for (int i = 0; i < count; i++) {
        good = read_term(s, list ? n->items[i] : n, what, &terms[i]) && good;
        terms[i].factor *= factor;
    }
    *to = (study_sum){terms, count, NULL};
    return good;
}

/* ---- curves ---- */
static void grow_curves(study_reader *s) {
    if (s->curves < s->curve_room) return;
    int old = s->curves, room = old ? 2 * old : 8;
    s->curve = study_grown(s, s->curve, old, room, sizeof *s->curve);
    s->study_curve = study_grown(s, s->study_curve, old, room, sizeof *s->study_curve);
    s->curve_at = study_grown(s, s->curve_at, old, room, sizeof(void *));
    s->curve_keys = study_grown(s, s->curve_keys, old, room, sizeof *s->curve_keys);
    s->curve_room = room;
}

static int noise_group(study_reader *s, const char *word) {
    int *group = arena_get(&s->r->memory, sizeof *group);
    *group = s->to->problem.noises;
    int *known = word ? names_add(&s->noises, word, group) : NULL;
    if (!known) s->to->problem.noises++;
    return known ? *known : *group;
}

static bool name_is_taken(study_reader *s, const node *n, const char *name) {
    for (int i = s->study_experiment[s->experiments - 1].first_curve; i < s->curves; i++) {
        if (strcmp(s->curve[i].name, name) != 0) continue;
        const node *at = node_get(n, "name");
        error_on(s->r, at ? at : n, "there is a curve '%s' in this experiment already; give it another name", name);
        return true;
    }
    return false;
}

static void check_exclusive(study_reader *s, const node *n, const curve_keys *k) {
    if (k->time && k->times) error_on(s->r, k->times, "times: give time or times, not both");
    if (!k->x && !k->time && !k->times)
        error_on(s->r, n, "when was it measured? give x or time (columns), or times: {start, step}");
    if (k->sigma && k->sigma_of_max > 0) error_on(s->r, k->sigma, "sigma: give sigma or sigma_of_max, not both");
    if (k->noise && (k->sigma || k->sigma_of_max > 0))
        error_on(s->r, node_get(n, "noise"), "noise: groups curves of unknown sigma, this one has its own");
    if (k->from > k->to) error_on(s->r, node_get(n, "from"), "from: must not exceed to (%g s), got %g", k->to, k->from);
}

/* `against: t` says that x is the time. */
static const node *abscissa(study_reader *s, const curve_keys *k) {
    bool time = k->against && k->against->kind == NODE_SCALAR && !strcmp(k->against->text, "t");
    if (time && (k->time || k->times)) error_on(s->r, k->against, "against: t, but time or times says that x is not");
    if (k->against && !time && !k->time && !k->times)
        error_on(s->r, k->against, "against: x is the time; give time or times if it is something else");
    return time ? NULL : k->against;
}

static void read_curve(study_reader *s, const node *n) {
    curve_keys k = {.factor = 1, .weight = 1, .from = -INFINITY, .to = INFINITY};
    int before = s->r->errors;
    if (read_keys(s->r, n, &keys_of_curve, NULL, &k)) return;
    const char *name = k.name ? k.name : k.y;
    if (!study_name(s, n, name)) return;
    check_exclusive(s, n, &k);
    const node *against = abscissa(s, &k);
    study_curve c = {.shift = -1};
    if (!read_sum(s, k.quantity, "quantity", k.factor, &c.y)) return;
    if (against && !read_sum(s, against, "against", 1, &c.x)) return;
    if (s->r->errors != before || name_is_taken(s, n, name)) return;
    grow_curves(s);
    s->curve[s->curves] = (fit_curve){.name = name,
                                      .experiment = s->experiments - 1,
                                      .first_x = -1,
                                      .weight = k.weight,
                                      .noise = noise_group(s, k.noise),
                                      .offset = k.offset && !strcmp(k.offset, "free")};
    s->study_curve[s->curves] = c;
    s->curve_at[s->curves] = n;
    s->curve_keys[s->curves++] = k;
}

/* ---- settings ---- */
static void read_settings(study_reader *s, const node *set, study_experiment *e) {
    if (!need_map(s->r, set, "set")) return;
    const char **list = arena_get(&s->r->memory, ((size_t)set->count + 1) * sizeof(void *));
    const node **at = arena_get(&s->r->memory, ((size_t)set->count + 1) * sizeof(void *));
    for (unsigned i = 0; i < set->count; i++) {
        const node *key = set->pairs[i].key, *value = set->pairs[i].value;
        const char *text;
        if (!read_text(s->r, value, key->text, &text)) continue;
        char *head = arena_join(&s->r->memory, key->text, strlen(key->text), "=");
        at[e->setting_count] = key;
        list[e->setting_count++] = arena_join(&s->r->memory, head, strlen(head), text);
    }
    e->settings = list;
    s->setting_at[s->experiments] = at;
}

void study_read_experiment(study_reader *s, const node *n) {
    experiment_keys k = {0};
    if (read_keys(s->r, n, &keys_of_experiment, NULL, &k) || !study_name(s, n, k.name)) return;
    for (int i = 0; i < s->experiments; i++)
        if (!strcmp(s->experiment[i].name, k.name))
            error_on(s->r, node_get(n, "name"), "there is an experiment '%s' already", k.name);
    study_experiment *e = &s->study_experiment[s->experiments];
    *e = (study_experiment){.model = s->model, .first_curve = s->curves};
    if (k.model) e->model = study_model_file(s, node_get(n, "model"), k.model);
    if (!k.model && !s->model_named) error_on(s->r, n, "model: give a model file here, or one for the whole study");
    if (k.set) read_settings(s, k.set, e);
    s->experiment[s->experiments++] = (fit_experiment){k.name, 0};
    study_each(s, k.curves, "curves", "curve", read_curve);
    e->curves = s->curves - e->first_curve;
}
