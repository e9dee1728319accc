/* The machine `wedge`: one friction wedge between a side frame and a bolster that are bodies of the user. */
#include "wedge.h"

#include <stdio.h>

#include "base/quat.h"
#include "world/world.h"

static abut_status check(abut_world *w, const abut_wedge_def *d) {
    if (d->side_frame.id == d->bolster.id)
        return world_refuse_at(w, "bolster", ABUT_BAD_PAIR, "wedge '%.60s': side_frame and bolster are the same body",
                               d->name);
    bool stiff = d->spring.stiffness > 0 && d->spring.stiffness < 1e20;
    if (!stiff || !(d->spring.preload >= 0 && d->spring.preload < 1e20))
        return world_refuse_at(
            w, stiff ? "springs.preload" : "springs.stiffness", ABUT_BAD_VALUE,
            "wedge '%.60s': its spring wants a positive stiffness and a preload that is not negative, "
            "got %g N/m and %g N",
            d->name, d->spring.stiffness, d->spring.preload);
    return ABUT_OK;
}

abut_machine abut_add_wedge(abut_world *w, const abut_wedge_def *def) {
    const abut_machine none = {0};
    abut_wedge_def d = *def;
    if (!d.name) d.name = "";
    world_about(w, "machine", 0);
    if (check(w, &d) || machine_check_place(w, &d.place) || wedge_check(w, "wedge", d.name, 1, &d.wedge)) return none;
    world_machine *m = machine_begin(w, &machine_wedge, d.name, d.bolster, d.side_frame);
    if (!m) return none;
    wedge *self = m->self;
    char body[200];
    (void)snprintf(body, sizeof body, "%s.wedge", m->name);
    self->laws = wedge_make_laws(w, &d.wedge);
    wedge_site site = {body,
                       m->name,
                       d.side_frame.id,
                       d.bolster.id,
                       {d.place.r, quat_unit(d.place.q)},
                       d.spring.stiffness,
                       d.spring.preload};
    (void)wedge_part_add(w, &self->part, &d.wedge, &self->laws, &site);
    return machine_end(w, m);
}

/* ---- reading ---- */
/* Wedge `index` (from 1) of a machine of either type, NULL if there is none. */
static const wedge_part *part_of(const abut_world *w, abut_machine machine, int index) {
    const world_machine *m = machine_at(w, machine, &machine_wedge);
    if (!m) return bogie_wedge(w, machine, index);
    return index == 1 ? &((const wedge *)m->self)->part : NULL;
}

abut_status abut_read_wedge(const abut_world *w, abut_machine machine, int index, abut_wedge_state *out) {
    const wedge_part *p = part_of(w, machine, index);
    if (!p) return ABUT_UNKNOWN_NAME;
    wedge_part_read(w, p, out, NULL);
    return ABUT_OK;
}

abut_body abut_wedge_body(const abut_world *w, abut_machine machine, int index) {
    const wedge_part *p = part_of(w, machine, index);
    return (abut_body){p ? p->body : 0};
}

abut_contact abut_wedge_contact(const abut_world *w, abut_machine machine, int index, int point) {
    const wedge_part *p = part_of(w, machine, index);
    return (abut_contact){p && point >= 1 && point <= p->points ? p->contact + point - 1 : 0};
}

/* ---- results ---- */
static const abut_law_def *law_of(const void *self, int index) {
    const wedge *o = self;
    return o->part.face[o->part.point[index].face].pocket ? &o->laws.pocket : &o->laws.column;
}

static void drop(void *self) { wedge_part_drop(&((wedge *)self)->part); }

static abut_machine add(abut_world *w, const void *def) { return abut_add_wedge(w, def); }

const machine_type machine_wedge = {
    .type = {"machine", "wedge", "friction wedge between a side frame and a bolster, touching with points of its faces",
             NULL, NULL},
    .keys = &keys_of_wedge,
    .def_size = sizeof(abut_wedge_def),
    .add = add,
    .example = wedge_example,
    .size = sizeof(wedge),
    .ports = {"bolster", "side_frame"},
    .law = law_of,
    .watch = &wedge_watch,
    .drop = drop,
};
