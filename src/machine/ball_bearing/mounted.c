/* The grooves and films of a ball bearing: as defined, and as it is mounted.
 *
 * Mounted, warm and at speed (shared/mounting.c) the bottom of a groove moves by u, lengths of its ring grow by the part e, and the
 * balls by d of their diameter. The ball keeps its size here; its growth narrows the grooves, which leaves every distance the same:
 *   groove radius r' = r (1 + e) - d/2,   its circle R' = R + u -+ r e,   its plane z' = z (1 + e)                   (inner -> +r e) */
#include <math.h>

#include "ball_bearing.h"
#include "base/choice.h"
#include "base/constants.h"
#include "machine/shared/supply.h"
#include "world/world.h"

/* K_Z by SKF: deep groove and four-point 3.1, angular contact 4.4, thrust 3.8. */
abut_status bearing_complete_film(abut_world *w, abut_ball_bearing_def *d) {
    bool angular = d->contact_angle > 0 && d->thrust != 0, thrust = d->contact_angle > PI / 4;
    const supply_of supply = {.machine = "ball_bearing",
                              .name = d->name,
                              .supply = d->supply,
                              .pitch_diameter = d->pitch_diameter,
                              .element = d->balls.diameter,
                              .angle = d->contact_angle,
                              .K_Z = thrust    ? 3.8
                                     : angular ? 4.4
                                               : 3.1};
    return supply_film(w, &supply, &d->law);
}

void bearing_set_grooves(ball_bearing *b) {
    const abut_ball_bearing_def *d = &b->def;
    double D = d->balls.diameter, R = 0.5 * d->pitch_diameter;
    double wide[RINGS] = {(d->inner_race.conformity - 0.5) * D, (d->outer_race.conformity - 0.5) * D};
    double tube[RINGS] = {d->inner_race.conformity * D, d->outer_race.conformity * D};
    b->grooves = d->contact_angle > 0 && d->thrust == 0 ? 2 : 1;
    b->hands = d->contact_angle > 0 ? d->thrust : 0;
    b->contact_angle = d->contact_angle;
    if (d->contact_angle > 0) {
        double c = cos(d->contact_angle), s = sin(d->contact_angle) * (d->thrust < 0 ? -1 : 1);
        for (int g = 0; g < b->grooves; g++, s = -s) {
            b->groove[INNER][g] = (bearing_groove){R + wide[INNER] * c, tube[INNER], wide[INNER] * s};
            b->groove[OUTER][g] = (bearing_groove){R - wide[OUTER] * c, tube[OUTER], -wide[OUTER] * s};
        }
        return;
    }
    b->groove[INNER][0] = (bearing_groove){R + wide[INNER] - 0.25 * d->clearance, tube[INNER], 0};
    b->groove[OUTER][0] = (bearing_groove){R - wide[OUTER] + 0.25 * d->clearance, tube[OUTER], 0};
    if (d->clearance > 0) b->contact_angle = acos(fmax(-1, 1 - 0.5 * d->clearance / (wide[INNER] + wide[OUTER])));
}

/* ---- mounted ---- */
abut_status bearing_mount_begin(abut_world *w, ball_bearing *b, const abut_law_def *law) {
    const abut_ball_bearing_def *d = &b->def;
    const bearing_groove *in = &b->groove[INNER][0], *out = &b->groove[OUTER][0];
    const mounting_of of = {.machine = "ball_bearing",
                            .name = d->name,
                            .def = &d->mounting,
                            .ring = d->material,
                            .element = d->balls.material,
                            .race = {in->ring - in->tube, out->ring + out->tube},
                            .size = d->balls.diameter,
                            .clearance = 2 * (out->ring + out->tube - in->ring + in->tube - d->balls.diameter),
                            .boundary = d->boundary,
                            .oil = law->lubricant};
    abut_law_def kept = keep_law(&w->keep, law);
    mounting_of at = of;
    at.oil = kept.lubricant;
    mounting_keep(w, &b->def.mounting);
    return mounted_begin(w, &at, &kept, &b->mounted);
}

static void grow(ball_bearing *b) {
    const mounting_growth *g = &b->mounted.growth;
    bearing_set_grooves(b);
    for (int r = 0; r < RINGS; r++)
        for (int i = 0; i < b->grooves; i++) {
            bearing_groove *o = &b->groove[r][i];
            o->ring += g->race[r] + (r == INNER ? 1 : -1) * g->part[r] * o->tube;
            o->tube += g->part[r] * o->tube - 0.5 * g->element;
            o->z_alone = o->z * (1 + g->part[r]);
        }
    double wide = (b->def.inner_race.conformity + b->def.outer_race.conformity - 1) * b->def.balls.diameter;
    if (b->def.contact_angle > 0) return;
    b->contact_angle = b->mounted.state.clearance > 0 ? acos(fmax(-1, 1 - 0.5 * b->mounted.state.clearance / wide)) : 0;
}

static void reshape(abut_world *w, const ball_bearing *b, int ring, int groove) {
    abut_choice *shape = &w->surface[b->surface[ring][groove]].def.shape;
    const bearing_groove *g = &b->groove[ring][groove];
    choice_make(shape, "ring_radius")->value = g->ring;
    choice_make(shape, "tube_radius")->value = g->tube;
}

abut_status bearing_mount(abut_world *w, ball_bearing *b) {
    static const double still[RINGS] = {0, 0};
    abut_status status = mounted_apply(w, &b->mounted, b->still ? still : b->speed);
    if (status || !b->mounted.changed) return status;
    int count = b->def.balls.count * RINGS * b->grooves;
    grow(b);
    b->def.law = b->mounted.law;
    status = bearing_complete_film(w, &b->def);
    for (int k = 0; k < RINGS * b->grooves; k++) reshape(w, b, k / b->grooves, k % b->grooves);
    bearing_place_rings(w, b);
    for (int i = 0; i < count && !status; i++) status = world_renew_contact(w, b->contact + i, &b->def.law);
    for (int i = 0; b->drag && i < b->def.balls.count && !status; i++)
        status = world_change_force(w, b->drag + i, "viscosity", b->mounted.oil.eta0);
    if (!status && !bearing_rest_renew(b)) status = world_refuse(w, ABUT_NO_MEMORY, "out of memory");
    return status;
}
