/* The section `parameters`. */
#include <math.h>
#include <string.h>

#include "study_reader.h"

static bool read_path(study_reader *s, const node *n, study_path *to) {
    path_keys k = {.factor = 1};
    if (n->kind == NODE_MAP) {
        if (read_keys(s->r, n, &keys_of_path, NULL, &k)) return false;
    } else if (!read_text(s->r, n, "path", &k.path)) {
        return false;
    }
    *to = (study_path){k.path, k.factor};
    return true;
}

static bool read_target(study_reader *s, const node *n, study_target *to) {
    bool list = n->kind == NODE_LIST, good = true;
    int count = list ? (int)n->count : 1;
    if (count == 0) {
        error_on(s->r, n, "path: the list is empty");
        return false;
    }
    study_path *paths = arena_get(&s->r->memory, (size_t)count * sizeof *paths);
    for (int i = 0; i < count; i++) good = read_path(s, list ? n->items[i] : n, &paths[i]) && good;
    *to = (study_target){paths, count};
    return good;
}

static bool check_values(study_reader *s, const parameter_keys *k, const fit_parameter *p) {
    int before = s->r->errors;
    if (!(p->low < p->high))
        error_on(s->r, k->bounds, "bounds: the first must be less than the second, got %g and %g", p->low, p->high);
    else if (p->log && !(p->low > 0))
        error_on(s->r, k->bounds, "bounds: must be positive on a logarithmic scale, got %g", p->low);
    else if (!(p->start >= p->low && p->start <= p->high))
        error_on(s->r, k->start, "start: must lie within the bounds %g .. %g, got %g", p->low, p->high, p->start);
    if (k->step && !(p->step > 0)) error_on(s->r, k->step, "step: must be positive, got %g", p->step);
    return s->r->errors == before;
}

void study_read_parameter(study_reader *s, const node *n) {
    parameter_keys k = {0};
    if (read_keys(s->r, n, &keys_of_parameter, NULL, &k) || !study_name(s, n, k.name)) return;
    const char *unit = k.unit ? k.unit : "1";
    fit_parameter p = {.name = k.name, .unit = k.unit, .log = k.scale && !strcmp(k.scale, "log"), .only = -1};
    study_target t;
    double bounds[2];
    bool good = read_target(s, k.path, &t);
    good = read_number(s->r, k.start, "start", unit, &p.start) && good;
    good = read_numbers(s->r, k.bounds, "bounds", unit, 2, bounds) && good;
    if (k.step) good = read_number(s->r, k.step, "step", p.log ? "1" : unit, &p.step) && good;
    if (!good) return;
    p.low = bounds[0];
    p.high = bounds[1];
    for (int i = 0; i < s->parameters; i++)
        if (!strcmp(s->parameter[i].name, p.name)) {
            error_on(s->r, node_get(n, "name"), "there is a parameter '%s' already", p.name);
            return;
        }
    if (check_values(s, &k, &p)) study_add_parameter(s, &p, &t, k.path);
}
