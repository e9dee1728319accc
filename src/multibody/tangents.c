/* Balls in grooves between linearisations: who may take them as linear, and what is kept of them. What is done with them is in
 * swarm_tangent.c. */
#include <stdlib.h>
#include <string.h>

#include "base/archive.h"
#include "swarm.h"

static size_t count_of(const swarm *s) { return (size_t)s->kinds * (size_t)s->packs; }

bool mb_tangents(mb_work *k) {
    for (int i = 0; i < k->s->swarms; i++) {
        size_t bytes = count_of(&k->s->swarm[i]) * sizeof *k->swarm[i].tangent;
        if (!k->swarm[i].tangent) k->swarm[i].tangent = aligned_alloc(sizeof(row4), bytes);
        if (!k->swarm[i].tangent) return false;
        memset(k->swarm[i].tangent, 0, bytes);
    }
    return true;
}

void mb_tangents_forget(mb_work *k) {
    for (int i = 0; i < k->s->swarms; i++)
        for (size_t j = 0; k->swarm[i].tangent && j < count_of(&k->s->swarm[i]); j++)
            k->swarm[i].tangent[j].known = false;
}

void mb_tangents_allow(mb_work *k, double h, const double *allow_u) {
    k->tangent_step = h;
    k->tangent_allow = allow_u;
}

void mb_tangents_archive(mb_work *k, archive *a) {
    for (int i = 0; i < k->s->swarms; i++) {
        size_t count = k->swarm[i].tangent ? count_of(&k->s->swarm[i]) : 0;
        archive_part(a, "grooves", count);
        for (size_t j = 0; j < count; j++) {
            swarm_tangent *t = &k->swarm[i].tangent[j];
            archive_flag(a, &t->known);
            archive_bytes(a, t, offsetof(swarm_tangent, now)); /* numbers */
        }
    }
}
