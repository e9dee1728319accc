/* What the runtime reads of a plan. */
#include "plan.h"

#include "base/json.h"

void plan_write(FILE *to, const plan *p) {
    json j = json_start(to);
    json_number(&j, "format", PLAN_FORMAT);
    json_string(&j, "version", abut_version());
    json_string(&j, "token", p->token);
    json_number(&j, "kinds", p->kinds);
    json_number(&j, "states", p->states);
    json_number(&j, "indicators", p->indicators);
    json_begin(&j, "flanges", '[');
    for (int i = 0; i < p->flanges; i++) json_string(&j, NULL, p->flange[i]);
    json_end(&j);
    json_begin(&j, "inputs", '[');
    for (int i = 0; i < p->inputs; i++) {
        json_begin(&j, NULL, '{');
        json_string(&j, "path", p->input[i].path);
        json_number(&j, "kind", p->input[i].kind);
        json_number(&j, "start", p->input[i].start);
        json_end(&j);
    }
    json_end(&j);
    json_begin(&j, "outputs", '[');
    for (int i = 0; i < p->outputs; i++) json_string(&j, NULL, p->output[i]->name);
    json_end(&j);
    json_end(&j);
}
