/* Surfaces of machines that are put elsewhere on their bodies. */
#include "contact/element.h"
#include "world.h"

void world_move_surface(abut_world *w, int id, vec3 at) {
    w->surface[id].def.place.r = at;
    for (int i = 1; i <= w->contacts; i++) {
        const world_contact *c = &w->contact[i];
        if (world_first(c) == id) element_move(c->element, 0, at);
        if (world_second(c) == id) element_move(c->element, 1, at);
    }
}
