/* Which inputs and outputs an FMU has. */
#include "choose.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "flanges.h"
#include "model/reader.h"

/* ---- inputs ---- */
static const node *item_called(const node *list, const char *name) {
    for (unsigned i = 0; i < list->count; i++) {
        const node *of = node_get(list->items[i], "name");
        if (of && of->kind == NODE_SCALAR && !strcmp(of->text, name)) return list->items[i];
    }
    char *end;
    unsigned long i = strtoul(name, &end, 10);
    return end != name && !*end && i < list->count ? list->items[i] : NULL;
}

/* What stands at a path; NULL: nothing. */
static const node *value_at(const node *n, const char *path) {
    char part[INPUT_PART];
    while (n && *path) {
        path = input_part(path, part);
        if (!path) return NULL;
        n = n->kind == NODE_LIST ? item_called(n, part) : node_get(n, part);
    }
    return n;
}

static bool number_of(const model *m, const node *n, double *value, const char **unit) {
    if (!n || n->kind != NODE_SCALAR || n->quoted) return false;
    const resolved_value *v = resolved_find(m->own, n);
    char *end;
    *unit = v ? v->unit : NULL;
    *value = v ? v->number : strtod(n->text, &end);
    return v ? v->unit != NULL : end != n->text && !*end;
}

static abut_status choose_input(const model *m, const char *path, plan *p, abut_message *message) {
    const reader *r = m->own;
    plan_input in = {.path = path, .kind = input_find(m->world, path).kind};
    for (int i = 0; i < p->inputs; i++)
        if (!strcmp(p->input[i].path, path))
            return say(message, ABUT_BAD_VALUE, "the input '%.100s' is named twice", path);
    if (!number_of(m, value_at(r->root, path), &in.start, &in.unit))
        return say(message, ABUT_UNKNOWN_NAME, "input '%.100s': the model has no number there", path);
    p->input[p->inputs++] = in;
    return ABUT_OK;
}

abut_status choose_inputs(const model *m, const abut_fmu_def *def, plan *p, abut_message *message) {
    p->input = calloc((size_t)def->input_count + 1, sizeof *p->input);
    abut_status status = p->input ? ABUT_OK : say(message, ABUT_NO_MEMORY, "out of memory");
    for (int i = 0; !status && i < def->input_count; i++) status = choose_input(m, def->inputs[i], p, message);
    return status ? status : flanges_plan(m->world, p, message);
}

/* ---- outputs ---- */
static abut_status no_such(const output_list *all, const char *pattern, abut_message *message) {
    nearest_word best = {0};
    char hint[80];
    for (int i = 0; i < all->count; i++) nearest_offer(&best, pattern, all->item[i].name);
    return say(message, ABUT_UNKNOWN_NAME, "output '%.100s': no column of the results is called so%s", pattern,
               nearest_hint(&best, hint, sizeof hint));
}

/* Marks what a pattern names. */
static abut_status mark(const output_list *all, const char *pattern, bool exchange, bool *in, abut_message *message) {
    bool any = false;
    for (int i = 0; i < all->count; i++) {
        if (fnmatch(pattern, all->item[i].name, 0) != 0) continue;
        if (exchange && all->item[i].run)
            return say(message, ABUT_BAD_VALUE,
                       "output '%.100s': energies are integrals of a run, which only co-simulation knows",
                       all->item[i].name);
        any = in[i] = true;
    }
    return any ? ABUT_OK : no_such(all, pattern, message);
}

abut_status choose_outputs(const output_list *all, const abut_fmu_def *def, plan *p, abut_message *message) {
    bool exchange = (p->kinds & ABUT_FMU_EXCHANGE) != 0;
    bool *in = calloc((size_t)all->count + 1, sizeof *in);
    p->output = calloc((size_t)all->count + 1, sizeof(void *));
    abut_status status = in && p->output ? ABUT_OK : say(message, ABUT_NO_MEMORY, "out of memory");
    for (int i = 0; !status && i < def->output_count; i++) status = mark(all, def->outputs[i], exchange, in, message);
    for (int i = 0; !status && !def->output_count && i < all->count; i++)
        in[i] = !all->item[i].part && !(exchange && all->item[i].run);
    for (int i = 0; !status && i < all->count; i++)
        if (in[i] || all->item[i].always) p->output[p->outputs++] = &all->item[i];
    free(in);
    return status;
}
