/* The raceways and films of a roller bearing as it is mounted, warm and at speed (shared/mounting.c). A roller keeps its size here; the growth d
 * of its diameter moves the raceways, which leaves every distance the same: R_i' = R_i + u_i + d/2, R_o' = R_o + u_o - d/2. */
#include "base/choice.h"
#include "machine/shared/supply.h"
#include "roller_bearing.h"
#include "world/world.h"

abut_status roller_complete_film(abut_world *w, abut_roller_bearing_def *d) {
    const supply_of supply = {.machine = "roller_bearing",
                              .name = d->name,
                              .supply = d->supply,
                              .pitch_diameter = d->pitch_diameter,
                              .element = d->rollers.diameter,
                              .K_Z = 5.1}; /* SKF, with a cage */
    return supply_film(w, &supply, &d->law);
}

static void set_radii(roller_bearing *b) {
    const abut_roller_bearing_def *d = &b->def;
    const mounting_growth *g = &b->mounted.growth;
    double half = 0.5 * d->rollers.diameter + 0.25 * d->clearance;
    b->radius[INNER] = 0.5 * d->pitch_diameter - half + g->race[INNER] + 0.5 * g->element;
    b->radius[OUTER] = 0.5 * d->pitch_diameter + half + g->race[OUTER] - 0.5 * g->element;
}

abut_status roller_mount_begin(abut_world *w, roller_bearing *b, const abut_law_def *law) {
    const abut_roller_bearing_def *d = &b->def;
    abut_law_def kept = keep_law(&w->keep, law);
    set_radii(b);
    const mounting_of of = {.machine = "roller_bearing",
                            .name = d->name,
                            .def = &d->mounting,
                            .ring = d->material,
                            .element = d->rollers.material,
                            .race = {b->radius[INNER], b->radius[OUTER]},
                            .size = d->rollers.diameter,
                            .clearance = d->clearance,
                            .boundary = d->boundary,
                            .oil = kept.lubricant};
    mounting_keep(w, &b->def.mounting);
    return mounted_begin(w, &of, &kept, &b->mounted);
}

abut_status roller_mount(abut_world *w, roller_bearing *b) {
    static const double still[RINGS] = {0, 0};
    abut_status status = mounted_apply(w, &b->mounted, b->still ? still : b->speed);
    if (status || !b->mounted.changed) return status;
    set_radii(b);
    b->def.law = b->mounted.law;
    status = roller_complete_film(w, &b->def);
    for (int r = 0; r < RINGS; r++) choice_make(&w->surface[b->surface[r]].def.shape, "radius")->value = b->radius[r];
    for (int i = 0; i < b->def.rollers.count * RINGS && !status; i++)
        status = world_renew_contact(w, b->contact + i, &b->def.law);
    for (int i = 0; b->drag && i < b->def.rollers.count && !status; i++)
        status = world_change_force(w, b->drag + i, "viscosity", b->mounted.oil.eta0);
    if (!status && !roller_rest_renew(b)) status = world_refuse(w, ABUT_NO_MEMORY, "out of memory");
    return status;
}
