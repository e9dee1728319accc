/* Bytes made into definitions of contact elements, for a fuzz target that includes this once: surfaces, laws, oil. */
#ifndef ABUT_FUZZ_DEFINITION_H
#define ABUT_FUZZ_DEFINITION_H

#include "choice.h"

static void make_surface(source *s, heap *h, abut_surface_def *out) {
    static const abut_material steel = ABUT_STEEL, rigid = ABUT_RIGID;
    make_choice(s, h, "surface", 0, &out->shape);
    out->material = byte(s) >= 200 ? rigid : steel;
    if (byte(s) % 2) out->material.E = number(s, 1e9), out->material.nu = offset(s, 0.45);
    if (byte(s) % 2) out->place = make_pose(s, 0.01);
}

static void make_lubrication(source *s, heap *h, abut_law_def *law) {
    abut_lubricant oil = make_oil(s);
    if (!rare(s)) law->lubricant = keep(h, &oil, sizeof oil); /* a film without oil is refused */
    if (byte(s) % 2) make_choice(s, h, "film", 0, &law->film);
    if (byte(s) % 2) {
        abut_roughness rough = make_roughness(s, h);
        law->roughness = keep(h, &rough, sizeof rough);
    }
    if (byte(s) % 2) make_choice(s, h, "friction", 0, &law->friction);
}

/* Oiled where the first byte is high. */
static void make_def(source *s, heap *h, abut_element_def *out) {
    make_surface(s, h, &out->a);
    make_surface(s, h, &out->b);
    unsigned laws = byte(s);
    if (laws & 1) make_choice(s, h, "normal", 0, &out->law.normal);
    if (laws & 2) make_choice(s, h, "friction", 0, &out->law.friction);
    if (laws & 4) make_choice(s, h, "track", 0, &out->law.track);
    if (s->high) make_lubrication(s, h, &out->law);
    out->registry = FUZZ_REGISTRY;
}

#endif
