#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/abut.h"

static const host_scene scenes[] = {
    {.name = "ball",
     .mass = 0.576,
     .inertia = 5.76e-4,
     .gravity = {0, 0, -9.81},
     .position = {0, 0, 0.3},
     .velocity = {0.5, 0, 0},
     .t_end = 0.5,
     .step = 1e-5,
     .radius = 0.05},
    {.name = "groove",
     .mass = 4.1e-3,
     .inertia = 4.1e-8,
     .gravity = {9.81, 0, 0},
     .position = {25.4000147e-3, 0, 0},
     .velocity = {0, 0.3, 0},
     .t_end = 0.05,
     .step = 1e-6,
     .radius = 5e-3,
     .ring_radius = 25.2e-3,
     .tube_radius = 5.2e-3},
};

const host_scene *host_find(const char *name) {
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        if (!strcmp(name, scenes[i].name)) return &scenes[i];
    return NULL;
}

host_contact *host_contact_create(const host_scene *scene) {
    bool groove = scene->ring_radius > 0;
    abut_material material = groove ? (abut_material){.E = 210e9, .nu = 0.3} : (abut_material){.E = 10e6, .nu = 0.5};
    abut_choice damping = {"hunt_crossley", {{.name = "chi", .value = groove ? 0.5 : 0.1}}};
    abut_element_def def = {
        .a = {.shape = {"plane"}, .material = {.rigid = true}},
        .b = {.shape = {"sphere", {{.name = "radius", .value = scene->radius}}}, .material = material},
        .law = {.normal = {"hertz", {{.name = "damping", .choice = &damping}}},
                .friction = {"coulomb",
                             {{.name = "mu", .value = groove ? 0.1 : 0.3},
                              {.name = "v_s", .value = groove ? 1e-3 : 0.01}}}},
    };
    if (groove) {
        def.a.material = material;
        def.a.shape = (abut_choice){"torus",
                                    {{.name = "ring_radius", .value = scene->ring_radius},
                                     {.name = "tube_radius", .value = scene->tube_radius},
                                     {.name = "side", .text = "inside"}}};
    }
    abut_element *element = NULL;
    abut_message why;
    if (abut_element_create(&def, &element, &why)) (void)fprintf(stderr, "%s\n", why.text);
    return (host_contact *)element;
}

void host_contact_destroy(host_contact *contact) { abut_element_destroy((abut_element *)contact); }

int host_contact_wrench(const host_contact *contact, const double r[3], const double q[4], const double v[3],
                        const double w[3], double force[3], double torque[3]) {
    abut_element_in in = {
        .b = {.r = {r[0], r[1], r[2]}, .q = {q[0], q[1], q[2], q[3]}},
        .vb = {.v = {v[0], v[1], v[2]}, .w = {w[0], w[1], w[2]}},
    };
    abut_element_out out = {0};
    abut_status status = abut_element_eval((const abut_element *)contact, &in, &out);
    const double f[3] = {out.on_b.force.x, out.on_b.force.y, out.on_b.force.z},
                 t[3] = {out.on_b.torque.x, out.on_b.torque.y, out.on_b.torque.z};
    memcpy(force, f, sizeof f);
    memcpy(torque, t, sizeof t);
    return status;
}
