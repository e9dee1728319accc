/* Drag of the oil between the rings of a bearing on its rolling elements, as forces of type fluid_drag. */
#ifndef ABUT_MACHINE_DRAG_H
#define ABUT_MACHINE_DRAG_H

#include "abut/lubrication.h"
#include "rings.h"

typedef struct drag_of {
    const char *machine, *name; /* for sentences: type and name */
    const abut_bearing_drag *drag;
    const abut_lubricant *oil;
    int id; /* of the machine */
    abut_body outer;
    int first, count;        /* bodies of the rolling elements */
    double diameter, length; /* m, of an element; length 0: balls */
} drag_of;

abut_status drag_check(abut_world *w, const drag_of *d);
/* The id of the first of `count` forces; 0: there is no drag, or it was refused (then false). */
bool drag_add(abut_world *w, const drag_of *d, int *force);
/* W, lost in `count` forces from this id on at the present instant. */
double drag_loss(const abut_world *w, int force, int count);

#endif
