/* Saving a world between two steps and going on from there; see abut/world.h. */
#include "base/archive.h"

#include <limits.h>
#include <stdlib.h>

#include "base/message.h"
#include "world.h"

static void contact_archive(world_contact *c, archive *a) {
    abut_contact_stats *s = &c->stats;
    archive_long(a, &s->touches, 0, LONG_MAX);
    double *const numbers[] = {&s->max_N,
                               &s->max_p_max,
                               &s->max_approach,
                               &s->time_touching,
                               &s->observed,
                               &s->h_min_least,
                               &s->lambda_least,
                               &s->lost_friction,
                               &s->lost_fluid,
                               &s->lost_boundary,
                               &s->lost_rolling,
                               &s->time_beyond,
                               &c->t,
                               &c->h,
                               &c->hdot,
                               &c->N};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) archive_doubles(a, numbers[i], 1);
    ARCHIVE(a, s->time_in_regime);
    archive_int(a, &c->regime, -1, ABUT_FILM_REGIMES - 1);
    archive_int(a, &c->beyond, 0, 1);
    ARCHIVE(a, c->loss);
}

static void counts_archive(integrator_counts *c, archive *a) {
    long *const numbers[] = {&c->steps,          &c->rejected,     &c->rhs_evals, &c->jac_evals,
                             &c->factorisations, &c->newton_fails, &c->events};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) archive_long(a, numbers[i], 0, LONG_MAX);
}

void world_archive(abut_world *w, archive *a) {
    mb_sizes z = mb_size(w->system);
    size_t n = (size_t)(z.nx + z.nu + z.ns);
    archive_part(a, "world", n);
    counts_archive(&w->counts, a);
    double *const numbers[] = {&w->t_step, &w->h_step, &w->t_shown, &w->energy_start, &w->lost, &w->violation};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) archive_doubles(a, numbers[i], 1);
    archive_doubles(a, w->y, n);
    archive_doubles(a, w->y_start, n);
    ARCHIVE(a, w->quads);
    ARCHIVE(a, w->most);
    archive_part(a, "statistics", (size_t)w->contacts);
    for (int i = 1; i <= w->contacts; i++) contact_archive(&w->contact[i], a);
    world_archive_crowds(w, a);
    mb_archive(w->system, (mb_work *const[]){w->work, w->reader}, 2, a);
    w->integrator->archive(w->integrator_self, a);
    archive_part(a, "machines", (size_t)w->machines);
    if (w->observer) w->observer->archive(w, a);
}

/* ---- the public interface ---- */
/* Some force remembers what it does not tell. */
static bool has_secrets(const abut_world *w) {
    for (int i = 1; i <= w->forces; i++) {
        const world_force *f = &w->force[i];
        if (f->type->accept && !(f->type->may_save && f->type->may_save(f->self))) return true;
    }
    return false;
}

bool abut_may_save(const abut_world *w) {
    return !has_secrets(w) && w->started && !w->status && !w->resting && (!w->integrator->renew || world_renews(w));
}

abut_status abut_save(abut_world *w, void **bytes, size_t *length, abut_message *message) {
    archive a = {0};
    *bytes = NULL;
    *length = 0;
    if (!abut_may_save(w))
        return say(message, ABUT_BAD_VALUE,
                   has_secrets(w) ? "a world with forces by programs from outside cannot be saved"
                   : w->started   ? "the solver can be saved only every 'renew_every' steps"
                                  : "only a world that was started can be saved");
    world_archive(w, &a);
    if (a.bad) {
        archive_free(&a);
        return say(message, ABUT_NO_MEMORY, "out of memory");
    }
    *bytes = a.bytes;
    *length = a.used;
    return ABUT_OK;
}

abut_status abut_restore(abut_world *w, const void *bytes, size_t length, abut_message *message) {
    archive a = archive_to_load(bytes, length);
    if (!w->started || w->status || w->resting)
        return say(message, ABUT_BAD_VALUE, "a world must have been started before what was saved is put back");
    world_archive(w, &a);
    if (!archive_done(&a)) {
        world_stop(w);
        return say(message, ABUT_BAD_VALUE, "what was saved does not belong to this world, or is damaged");
    }
    (void)world_evaluate(w);
    return ABUT_OK;
}
