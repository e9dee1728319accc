/* Hosts with time steps of their own: see host.h. */
#include "host.h"

#include "base/archive.h"
#include "base/message.h"

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
