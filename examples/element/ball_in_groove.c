/* A ball pressed 10 um into the groove of an inner ring and slid along it: the contact element from create to destroy. */
#include <stdio.h>

#include "abut/abut.h"

int main(void) {
    abut_element_def def = {
        .a = {.shape = {"torus",
                        {{.name = "ring_radius", .value = 25.2e-3},
                         {.name = "tube_radius", .value = 5.2e-3},
                         {.name = "side", .text = "inside"}}},
              .material = ABUT_STEEL},
        .b = {.shape = {"sphere", {{.name = "radius", .value = 5e-3}}}, .material = ABUT_STEEL},
        .law = {.normal = {.type = "hertz"}, .friction = {"coulomb", {{.name = "mu", .value = 0.08}}}},
    };
    abut_element *contact;
    abut_message why;
    if (abut_element_create(&def, &contact, &why)) {
        (void)fprintf(stderr, "%s\n", why.text);
        return 2;
    }
    /* The ring rests at the origin. A ball centre 25 mm from the axis just touches the bottom of the groove. */
    abut_element_in in = {.b = {.r = {25e-3 - 10e-6, 0, 0}}, .vb = {.v = {0, 0.1, 0}}};
    abut_element_jac jac;
    abut_element_out out = {.jac = &jac};
    abut_status status = abut_element_eval(contact, &in, &out);
    if (status) {
        (void)fprintf(stderr, "%s\n", abut_status_text(status));
        return 1;
    }
    (void)printf("N     = %.3f N\n", out.N);
    (void)printf("a, b  = %.2f um, %.2f um\n", 1e6 * out.a, 1e6 * out.b);
    (void)printf("p_max = %.4f GPa\n", 1e-9 * out.p_max);
    (void)printf("force on the ball = (%.2f, %.2f, %.2f) N\n", out.on_b.force.x, out.on_b.force.y, out.on_b.force.z);
    (void)printf("radial stiffness K[6][6] = %.3f N/um\n", 1e-6 * jac.K[6][6]);
    abut_element_destroy(contact);
    return 0;
}
