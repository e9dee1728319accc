/* Drag of the oil on rolling elements: one force of type fluid_drag from the outer ring's body to each of them. */
#include "drag.h"

#include <stdio.h>

#include "base/message.h"
#include "lubricant/lubricant.h"
#include "world/world.h"

abut_status drag_check(abut_world *w, const drag_of *d) {
    const abut_bearing_drag *drag = d->drag;
    bool none = drag->oil_fraction == 0;
    if (!(drag->oil_fraction >= 0 && drag->oil_fraction <= 1))
        return world_refuse_at(w, "drag.oil_fraction", ABUT_BAD_VALUE,
                               "%s '%.60s': oil_fraction must be in [0, 1], got %g", d->machine, d->name,
                               drag->oil_fraction);
    if (!(drag->factor >= 0 && drag->factor <= 10))
        return world_refuse_at(w, "drag.factor", ABUT_BAD_VALUE, "%s '%.60s': factor must be in [0, 10], got %g",
                               d->machine, d->name, drag->factor);
    if (!none && !(d->oil && d->oil->eta0 > 0))
        return world_refuse_at(w, "drag", ABUT_MISSING, "%s '%.60s': drag goes with a lubricant of some viscosity",
                               d->machine, d->name);
    return ABUT_OK;
}

bool drag_add(abut_world *w, const drag_of *d, int *force) {
    *force = 0;
    if (d->drag->oil_fraction == 0) return true;
    for (int i = 0; i < d->count; i++) {
        char name[160];
        (void)snprintf(name, sizeof name, "%s.%s%d.drag", d->name, d->length > 0 ? "roller" : "ball", i + 1);
        abut_choice law = {PART_TYPE(w, force_fluid_drag),
                           {{.name = "diameter", .value = d->diameter},
                            {.name = "length", .value = d->length},
                            {.name = "density", .value = lubricant_density(d->oil)},
                            {.name = "viscosity", .value = d->oil->eta0},
                            {.name = "fraction", .value = d->drag->oil_fraction},
                            {.name = "factor", .value = d->drag->factor > 0 ? d->drag->factor : 1}}};
        abut_force_def def = {
            .name = name, .law = keep_choice(&w->keep, "force", &law), .a = d->outer, .b = {d->first + i}};
        int id = abut_add_force(w, &def).id;
        if (!id) return machine_blame(w, "", "drag");
        w->force[id].machine = d->id;
        if (i == 0) *force = id;
    }
    return true;
}

double drag_loss(const abut_world *w, int force, int count) {
    double loss = 0;
    for (int i = 0; force && i < count; i++) loss += rings_force_loss(w, force + i);
    return loss;
}
