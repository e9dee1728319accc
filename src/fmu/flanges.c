/* The names of the numbers are those of the results: what one FMU shows of a body, another may be given of its flange. */
#include "flanges.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/quat.h"
#include "world/host.h"

const flange_number flange_inputs[FLANGE_INPUTS] = {
    {"x", "m", "position of the flange, world axes"},
    {"y", "m", "position of the flange, world axes"},
    {"z", "m", "position of the flange, world axes"},
    {"q0", "1", "orientation of the flange, body to world, scalar first"},
    {"q1", "1", "orientation of the flange"},
    {"q2", "1", "orientation of the flange"},
    {"q3", "1", "orientation of the flange"},
    {"vx", "m/s", "velocity of the flange, world axes"},
    {"vy", "m/s", "velocity of the flange, world axes"},
    {"vz", "m/s", "velocity of the flange, world axes"},
    {"wx", "rad/s", "angular velocity of the flange, body axes"},
    {"wy", "rad/s", "angular velocity of the flange, body axes"},
    {"wz", "rad/s", "angular velocity of the flange, body axes"},
};

const flange_number flange_outputs[FLANGE_OUTPUTS] = {
    {"fx", "N", "force on the flange, world axes"},
    {"fy", "N", "force on the flange, world axes"},
    {"fz", "N", "force on the flange, world axes"},
    {"mx", "N m", "moment on the flange about its position, world axes"},
    {"my", "N m", "moment on the flange about its position, world axes"},
    {"mz", "N m", "moment on the flange about its position, world axes"},
};

void flange_numbers(const mb_motion *m, double value[FLANGE_INPUTS]) {
    const double all[FLANGE_INPUTS] = {m->r.x, m->r.y, m->r.z, m->q.w, m->q.x, m->q.y, m->q.z,
                                       m->v.x, m->v.y, m->v.z, m->w.x, m->w.y, m->w.z};
    memcpy(value, all, sizeof all);
}

bool flange_motion(const double v[FLANGE_INPUTS], double t, mb_motion *m) {
    *m = (mb_motion){t, {v[0], v[1], v[2]}, {v[3], v[4], v[5], v[6]}, {v[7], v[8], v[9]}, {v[10], v[11], v[12]}};
    double square = v[3] * v[3] + v[4] * v[4] + v[5] * v[5] + v[6] * v[6];
    return square > 1e-200 && square < 1e200;
}

/* ---- making ---- */
static abut_status no_such(const abut_world *w, const char *name, abut_message *message) {
    nearest_word best = {0};
    char hint[80];
    for (int i = 1; i <= abut_body_count(w); i++) nearest_offer(&best, name, abut_body_name(w, (abut_body){i}));
    return say(message, ABUT_UNKNOWN_NAME, "flange '%.100s': the model has no body of this name%s", name,
               nearest_hint(&best, hint, sizeof hint));
}

abut_status flanges_take(abut_world *w, const char *const *names, int count, abut_message *message) {
    for (int i = 0; i < count; i++) {
        abut_body body = abut_find_body(w, names[i]);
        if (!body.id) return no_such(w, names[i], message);
        if (abut_machine_of_body(w, body).id)
            return say(message, ABUT_BAD_VALUE, "flange '%.100s': it is a part of a machine", names[i]);
        for (int k = 0; k < i; k++)
            if (!strcmp(names[k], names[i]))
                return say(message, ABUT_BAD_VALUE, "the flange '%.100s' is named twice", names[i]);
        if (!host_guide(w, body)) return say(message, ABUT_NO_MEMORY, "out of memory");
    }
    return ABUT_OK;
}

static bool plan_one(const abut_world *w, plan *p, int guide) {
    abut_body body = host_guided(w, guide);
    double value[FLANGE_INPUTS];
    const mb_motion m = host_motion(w, body);
    flange_numbers(&m, value);
    for (int i = 0; i < FLANGE_INPUTS; i++) {
        char name[600];
        (void)snprintf(name, sizeof name, "flange_%s.%s", abut_body_name(w, body), flange_inputs[i].name);
        char *own = strdup(name);
        if (!own) return false;
        p->input[p->inputs++] = (plan_input){.path = own,
                                             .kind = INPUT_FLANGE,
                                             .start = value[i],
                                             .unit = flange_inputs[i].unit,
                                             .meaning = flange_inputs[i].meaning};
    }
    p->flange[p->flanges++] = abut_body_name(w, body);
    return true;
}

abut_status flanges_plan(const abut_world *w, plan *p, abut_message *message) {
    int count = host_guides(w);
    size_t room = (size_t)p->inputs + (size_t)count * FLANGE_INPUTS + 1;
    plan_input *more = realloc(p->input, room * sizeof *more);
    p->flange = calloc((size_t)count + 1, sizeof *p->flange);
    if (more) p->input = more;
    bool good = more && p->flange;
    for (int i = 1; good && i <= count; i++) good = plan_one(w, p, i);
    return good ? ABUT_OK : say(message, ABUT_NO_MEMORY, "out of memory");
}

void flanges_forget(const plan *p) {
    for (int i = 0; i < p->inputs; i++)
        if (p->input[i].kind == INPUT_FLANGE) free((char *)p->input[i].path);
    free(p->flange);
}
