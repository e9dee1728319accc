/* How exactly light parts of bearings are followed (docs/theory/integration.md#tolerances). An error in the velocity of a ball or a
 * cage acts on the rings by friction alone: by the load that the ball carries. So balls that carry little may be off by more, and
 * cages, whose ways are those of chance, with the balls that strike them. Positions are not eased: those of balls are loads. */
#include <math.h>

#include "swarm.h"

#define EASE_LOOSE 30.0 /* at most, as the load of a ball is less than a part of the greatest: */
#define LIGHT      0.2
#define EASE_CAGED 10.0 /* balls in a cage, at least */
#define EASE_CAGE  30.0
#define EASE_RTOL  1e-5 /* the relative tolerance of these; with tighter ones they fade */

/* A hub that is lighter than the balls together. */
static bool is_cage(const mb_work *k, const swarm *s, int hub) {
    const mb_node *n = &k->s->node[s->hub[hub].node];
    return n->simple && n->nu > 0 && n->mass < s->balls * s->mass;
}

static double fade(const mb_work *k, double ease) {
    double part = fmin(1, k->s->tolerances.rtol / EASE_RTOL);
    return 1 + (ease - 1) * part * part;
}

static bool ease_cages(const mb_work *k, const swarm *s, double *u) {
    bool any = false;
    for (int i = 0; i < s->hubs; i++) {
        const mb_node *n = &k->s->node[s->hub[i].node];
        if (!is_cage(k, s, i)) continue;
        any = true;
        for (int j = 0; j < n->nu; j++) u[n->u + j] *= fade(k, EASE_CAGE);
    }
    return any;
}

static double load_of(const mb_work *k, const swarm *s, int ball) {
    double N = 0;
    for (int i = 0; i < s->kinds; i++) N = fmax(N, k->touch[s->kind[i].contact[ball]].N);
    return N;
}

static void ease_balls(const mb_work *k, const swarm *s, double least, double *u) {
    double most = 0;
    for (int b = 0; b < s->balls; b++) most = fmax(most, load_of(k, s, b));
    for (int b = 0; b < s->balls; b++) {
        double N = load_of(k, s, b), ease = fmax(least, fmin(EASE_LOOSE, LIGHT * most / N));
        for (int i = 0; i < 6; i++) u[s->u + 6 * b + i] *= fade(k, ease);
    }
}

void mb_ease(const mb_work *k, double *u) {
    const mb_tolerances *t = &k->s->tolerances;
    if (t->velocity > 0 || t->angular_velocity > 0 || t->atol > 0) return;
    for (int i = 0; i < k->s->swarms; i++) {
        const swarm *s = &k->s->swarm[i];
        ease_balls(k, s, ease_cages(k, s, u) ? EASE_CAGED : 1, u);
    }
}
