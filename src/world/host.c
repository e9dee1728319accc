/* Hosts with time steps of their own: see host.h. */
#include "host.h"

#include <stdlib.h>

#include "base/archive.h"
#include "base/message.h"
#include "base/quat.h"

void host_stop_at(abut_world *w, double t) { w->t_stop = t; }

void host_forget_instant(abut_world *w) { w->work->driven_at = w->reader->driven_at = false; }

abut_status host_begin_step(abut_world *w) {
    host_forget_instant(w);
    abut_status status = w->integrator->restart(w->integrator_self, w->t_step, w->y);
    return status ? status : world_evaluate(w);
}

/* ---- inputs ---- */
double *host_live(abut_world *w, abut_force force, const char *key) {
    if (force.id < 1 || force.id > w->forces) return NULL;
    const world_force *f = &w->force[force.id];
    return f->type->live ? f->type->live(f->self, key) : NULL;
}

/* A drive that is a speed, and not a function of time. */
static bool can_steer(const mb_system *s, int drive) { return drive >= 0 && !s->drive[drive].motion.type; }

static int drive_of_node(const mb_system *s, int node) {
    for (int i = 0; i < s->drives; i++)
        if (s->drive[i].node == node && can_steer(s, i)) return i;
    return -1;
}

int host_drive(const abut_world *w, abut_body body, abut_joint joint) {
    if (!w->started) return -1;
    if (body.id >= 1 && body.id <= w->bodies && w->body[body.id].def.drive.given)
        return drive_of_node(w->system, w->body[body.id].node);
    if (joint.id >= 1 && joint.id <= w->joints && w->joint[joint.id].def.drive.given)
        return drive_of_node(w->system, w->joint[joint.id].node);
    return -1;
}

void host_steer(abut_world *w, int drive, double speed, double h) {
    mb_drive *d = &w->system->drive[drive];
    kin_drives(w->reader, w->t_shown);
    const function_value now = w->reader->driven[drive];
    d->t = w->t_shown;
    d->x = d->sign * now.x;
    d->v = d->sign * now.v;
    d->a = (speed - d->v) / h;
    d->steered = true;
    host_forget_instant(w);
}

host_course host_read_course(const abut_world *w, int drive) {
    const mb_drive *d = &w->system->drive[drive];
    return (host_course){d->steered, d->t, d->x, d->v, d->a};
}

void host_set_course(abut_world *w, int drive, const host_course *c) {
    mb_drive *d = &w->system->drive[drive];
    d->steered = c->steered;
    d->t = c->t, d->x = c->x, d->v = c->v, d->a = c->a;
    host_forget_instant(w);
}

/* ---- flanges ---- */
/* Where the model has it at the start. */
static mb_motion start_of(const world_body *b) {
    const abut_drive_def *d = &b->def.drive;
    mb_motion m = {0, b->def.start.r, quat_unit(b->def.start.q), b->def.start.v, b->def.start.w};
    if (!d->given || d->motion.type || d->ramp > 0) return m;
    vec3 axis = v3_dot(d->axis, d->axis) > 0 ? v3_unit(d->axis) : v3(0, 0, 1);
    if (d->translation)
        m.v = v3_axpy(d->speed, m3_mul(m3_of_quat(m.q), axis), m.v);
    else
        m.w = v3_axpy(d->speed, axis, m.w);
    return m;
}

bool host_guide(abut_world *w, abut_body body) {
    world_body *b = &w->body[body.id];
    mb_motion *more = b->guide ? w->guide : realloc(w->guide, ((size_t)w->guides + 2) * sizeof *more);
    if (!more) return false;
    w->guide = more;
    if (!b->guide) b->guide = ++w->guides;
    w->guide[b->guide] = start_of(b);
    return true;
}

void host_release(abut_world *w) {
    for (int i = 1; i <= w->bodies; i++) w->body[i].guide = 0;
    free(w->guide);
    w->guide = NULL;
    w->guides = 0;
}

int host_guides(const abut_world *w) { return w->guides; }

abut_body host_guided(const abut_world *w, int guide) {
    for (int i = 1; i <= w->bodies; i++)
        if (w->body[i].guide == guide) return (abut_body){i};
    return (abut_body){0};
}

void host_move(abut_world *w, abut_body body, const mb_motion *m) {
    const world_body *b = &w->body[body.id];
    w->guide[b->guide] = *m;
    if (!w->started) return;
    mb_guide(w->system, b->node, m);
    host_forget_instant(w);
}

mb_motion host_motion(const abut_world *w, abut_body body) { return w->guide[w->body[body.id].guide]; }

void host_wrench(const abut_world *w, abut_body body, double wrench[6]) {
    vec3 f, m;
    mb_pull(w->reader, w->body[body.id].node, &f, &m);
    const double all[6] = {f.x, f.y, f.z, m.x, m.y, m.z};
    memcpy(wrench, all, sizeof all);
}

/* ---- saving ---- */
bool host_saves_steps(const abut_world *w) { return !w->integrator->renew; }

static void renew(abut_world *w) {
    if (w->integrator->renew) w->integrator->renew(w->integrator_self);
}

abut_status host_save(abut_world *w, void **bytes, size_t *length, abut_message *message) {
    archive a = {0};
    world_archive(w, &a);
    *bytes = a.bytes;
    *length = a.used;
    if (a.bad) {
        archive_free(&a);
        *bytes = NULL;
        return say(message, ABUT_NO_MEMORY, "out of memory");
    }
    renew(w);
    return ABUT_OK;
}

abut_status host_restore(abut_world *w, const void *bytes, size_t length, abut_message *message) {
    host_forget_instant(w);
    abut_status status = abut_restore(w, bytes, length, message);
    if (!status) renew(w);
    return status;
}
