/* How exactly light parts of bearings are followed (docs/theory/integration.md#tolerances). An error in the velocity of a ball or a
 * cage acts on the rings by friction alone: by the load that the ball carries. So balls that carry little may be off by more, and
 * cages, whose ways are those of chance, with the balls that strike them. Positions are not eased: those of balls are loads. Where no blow
 * shortens the steps they are held closer, since the 10 nm that are usual are a part of the elastic approach of some thousandths. Of rollers
 * angles are eased, too: beside the load zone they swing between the films of their ends. */
#include <math.h>
#include <string.h>

#include "swarm.h"

#define EASE_LOOSE 30.0 /* at most, as the load of a ball is less than a part of the greatest: */
#define PRESSED    0.3  /* places of rings, and of balls as they carry, in bearings without cages */
#define LIGHT      0.2
#define EASE_CAGED 10.0 /* balls in a cage, at least */
#define EASE_CAGE  30.0
#define EASE_RTOL  1e-5 /* the relative tolerance of these; with tighter ones they fade */

/* Rollers, as their load is less than the greatest: velocities at most, angles at most. */
#define EASE_ROLLER 1000.0
#define EASE_TILT   10.0

/* A hub that is lighter than the balls together. */
static bool is_cage(const mb_work *k, const swarm *s, int hub) {
    const mb_node *n = &k->s->node[s->hub[hub].node];
    return n->simple && n->nu > 0 && n->mass < s->balls * s->mass;
}

static double fade(const mb_work *k, double ease) {
    double part = fmin(1, k->s->tolerances.rtol / EASE_RTOL);
    return 1 + (ease - 1) * part * part;
}

static void ease_cages(const mb_work *k, const swarm *s, double *u) {
    for (int i = 0; i < s->hubs; i++) {
        const mb_node *n = &k->s->node[s->hub[i].node];
        for (int j = 0; is_cage(k, s, i) && j < n->nu; j++) u[n->u + j] *= fade(k, EASE_CAGE);
    }
}

static double load_of(const mb_work *k, const swarm *s, int ball) {
    double N = 0;
    for (int i = 0; i < s->kinds; i++) N = fmax(N, k->touch[s->kind[i].contact[ball]].N);
    return N;
}

static void ease_balls(const mb_work *k, const swarm *s, double least, double press, double *u, double *d) {
    double most = 0;
    for (int b = 0; b < s->balls; b++) most = fmax(most, load_of(k, s, b));
    for (int b = 0; b < s->balls; b++) {
        double N = load_of(k, s, b), ease = fmax(least, fmin(EASE_LOOSE, LIGHT * most / N));
        double pressed = fmin(1, press * fmax(1, LIGHT * most / N));
        for (int i = 0; i < 6; i++) u[s->u + 6 * b + i] *= fade(k, ease), d[s->u + 6 * b + i] *= pressed;
    }
}

static bool has_cage(const mb_work *k, const swarm *s) {
    for (int i = 0; i < s->hubs; i++)
        if (is_cage(k, s, i)) return true;
    return false;
}

static bool moves_ring(const mb_work *k, int node) {
    for (int i = 0; i < k->s->swarms; i++) {
        const swarm *s = &k->s->swarm[i];
        for (int p = 0; p < s->parts; p++)
            if (s->part[p].node == node && !has_cage(k, s)) return true;
    }
    return false;
}

/* Of each roller, a free body that spins in turning axes, and of each bearing, the rollers in the same axes. */
static void greatest_loads(mb_work *k) {
    const mb_system *s = k->s;
    memset(k->load, 0, (size_t)s->nodes * sizeof(double));
    memset(k->most, 0, (size_t)s->frames * sizeof(double));
    for (int i = 0; i < s->contacts; i++) {
        const int node[2] = {s->contact[i].a, s->contact[i].b};
        for (int j = 0; j < 2; j++) {
            const mb_node *n = &s->node[node[j]];
            if (!kin_spins(n)) continue;
            k->load[node[j]] = fmax(k->load[node[j]], k->touch[i].N);
            k->most[n->frame] = fmax(k->most[n->frame], k->touch[i].N);
        }
    }
}

/* What a light roller does with its velocity and its tilt hardly reaches the rings; where it is decides when it carries. */
static void ease_rollers(mb_work *k, double *u, double *d) {
    const mb_system *s = k->s;
    greatest_loads(k);
    for (int i = 1; i < s->nodes; i++) {
        const mb_node *n = &s->node[i];
        if (!kin_spins(n) || !(k->most[n->frame] > 0)) continue;
        double ease = k->most[n->frame] / k->load[i], angle = fade(k, fmin(EASE_TILT, ease));
        for (int j = 0; j < 6; j++) u[n->u + j] *= fade(k, fmin(EASE_ROLLER, ease));
        for (int j = 3; j < 6; j++) d[n->u + j] *= angle;
    }
}

void mb_ease(mb_work *k, double *u, double *d) {
    const mb_tolerances *t = &k->s->tolerances;
    if (t->velocity > 0 || t->angular_velocity > 0 || t->atol > 0) return;
    for (int i = 0; i < k->s->swarms; i++) {
        const swarm *s = &k->s->swarm[i];
        bool caged = has_cage(k, s);
        if (caged) ease_cages(k, s, u);
        ease_balls(k, s, caged ? EASE_CAGED : 1, caged ? 1 : PRESSED, u, d);
    }
    for (int i = 1; k->s->swarms && i < k->s->nodes; i++)
        for (int j = 0; moves_ring(k, i) && j < k->s->node[i].nu; j++) d[k->s->node[i].u + j] *= PRESSED;
    if (k->s->frames) ease_rollers(k, u, d);
}
