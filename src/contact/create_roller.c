/* Creation of an element whose second surface is a roller: the slices that it is cut into, and what four of them need at a time. */
#include <stdlib.h>

#include "base/message.h"
#include "line4.h"

enum { SLICES_OF_A_PROFILE = 30 };

static abut_status check_roller(const abut_element *e, abut_message *message) {
    const surface *a = &e->a.surface, *b = &e->b.surface;
    double length = e->normal->length(e->normal_self);
    if (!b->type->roller && !(surface_shaft(b) > 0))
        return say_at(message, "normal", ABUT_BAD_PAIR,
                      "normal law %s is for a roller: the second surface must be of type roller or a cylinder, not %s",
                      e->normal->type.name, b->type->type.name);
    if (!b->type->roller && !(length > 0))
        return say_at(message, "normal.length", ABUT_MISSING,
                      "normal law %s needs the length of the contact, since a cylinder has none", e->normal->type.name);
    if (b->type->roller && length > 0)
        return say_at(message, "normal.length", ABUT_BAD_VALUE,
                      "normal law %s: length is for a cylinder, a roller has its own", e->normal->type.name);
    if (!a->type->foot)
        return say(message, ABUT_BAD_PAIR,
                   "a roller does not run on a surface of type %s: its nearest point is not known", a->type->type.name);
    if (!e->track->closed_forms)
        return say_at(message, "track", ABUT_BAD_PAIR, "tracking method %s does not apply to a roller",
                      e->track->type.name);
    if (e->friction->commit)
        return say_at(message, "friction", ABUT_BAD_PAIR, "friction %s does not apply to a roller",
                      e->friction->type.name);
    unsigned uses = e->friction->uses ? e->friction->uses(e->friction_self) : ~0U;
    if (uses & 1U << ABUT_L_PHI)
        return say_at(message, "friction", ABUT_BAD_PAIR,
                      "friction %s over an ellipse does not apply to a roller: choose patch: point",
                      e->friction->type.name);
    if (!(e->E_star < INFINITY))
        return say(message, ABUT_BAD_PAIR, "normal law %s needs an elastic body, but both are rigid",
                   e->normal->type.name);
    return ABUT_OK;
}

/* Radius less drop at z. */
static double profile_radius(const surface *b, double z) {
    double radius = 0, drop = 0;
    if (surface_shaft(b) > 0) return surface_shaft(b);
    (void)b->type->roller(b->self, z, &radius, &drop);
    return radius - drop;
}

static abut_status cut(abut_element *e, abut_message *message) {
    const surface *b = &e->b.surface;
    double unused[2];
    e->length = e->normal->length(e->normal_self);
    if (b->type->roller) e->length = b->type->roller(b->self, 0, &unused[0], &unused[1]);
    e->radius = profile_radius(b, 0);
    size_t count = e->normal->slices ? e->normal->slices(e->normal_self) : 1;
    bool straight =
        profile_radius(b, 0.45 * e->length) == e->radius && profile_radius(b, -0.45 * e->length) == e->radius;
    if (!count) count = straight ? 1 : SLICES_OF_A_PROFILE;
    e->slice = calloc(count, sizeof *e->slice);
    if (!e->slice) return say(message, ABUT_NO_MEMORY, "out of memory");
    e->slices = count;
    for (size_t k = 0; k < count; k++) {
        double y = e->length * (((double)k + 0.5) / (double)count - 0.5), R = profile_radius(b, y);
        if (!(R > 0))
            return say_at(message, "b.shape", ABUT_BAD_VALUE, "the profile of the roller drops to its axis at z = %g m",
                          y);
        e->slice[k] = (struct element_slice){y, R};
    }
    return ABUT_OK;
}

abut_status element_make_roller(abut_element *e, abut_message *message) {
    e->form = ROLLER_ON_A;
    e->in_patches = true;
    abut_status s = check_roller(e, message);
    return s ? s : cut(e, message);
}

/* Have the laws of a roller a form for four slices at a time? */
abut_status element_find_slices(abut_element *e, abut_message *message) {
    line4 form;
    if (!line4_of(e, &form)) return ABUT_OK;
    e->line = malloc(sizeof form);
    e->slice_lanes = (e->slices + 3) / 4 * 4;
    e->slice_rows = malloc(2 * e->slice_lanes * sizeof(double));
    if (!e->line || !e->slice_rows) return say(message, ABUT_NO_MEMORY, "out of memory");
    *e->line = form;
    for (size_t i = 0; i < e->slice_lanes; i++) {
        const struct element_slice *s = &e->slice[i < e->slices ? i : e->slices - 1];
        e->slice_rows[i] = s->y;
        e->slice_rows[e->slice_lanes + i] = s->radius;
    }
    return ABUT_OK;
}
