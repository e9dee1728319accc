/* The model of examples/01_bouncing_ball built in C: a soft ball bounces ten times on a rigid floor. Prints the state
 * after 6 s; it is that of the model file. */
#include <stdio.h>

#include "abut/world.h"

int main(void) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -9.81}});
    if (!w) return 1;
    abut_material rubber = {.E = 10e6}, stone = ABUT_RIGID;
    abut_body ground = abut_add_body(w, &(abut_body_def){.name = "ground", .fixed = true});
    abut_body ball = abut_add_body(
        w, &(abut_body_def){.name = "ball", .mass = 1, .inertia = {4e-3, 4e-3, 4e-3}, .start.r = {0, 0, 0.5}});
    abut_surface shell = abut_add_surface(w, ball,
                                          &(abut_surface_def){.name = "shell",
                                                              .shape = {"sphere", {{.name = "radius", .value = 0.1}}},
                                                              .material = rubber});
    abut_surface floor = abut_add_surface(
        w, ground, &(abut_surface_def){.name = "floor", .shape = {.type = "plane"}, .material = stone});
    abut_contact touch =
        abut_add_contact(w, shell, floor, &(abut_law_def){.name = "touch", .normal = {.type = "hertz"}});

    /* the first error of all the lines above, as a sentence */
    if (abut_check(w) || abut_start(w, &(abut_solver_def){.t_end = 6, .rtol = 1e-12}) || abut_advance(w, 6)) {
        (void)fprintf(stderr, "%s\n", abut_world_message(w));
        abut_world_destroy(w);
        return 1;
    }
    abut_body_state s = abut_read_body(w, ball);
    abut_contact_stats c = abut_read_contact_stats(w, touch);
    printf("ball  z             %.17g\n", s.r.z);
    printf("ball  vz            %.17g\n", s.v.z);
    printf("touch touches       %ld\n", c.touches);
    printf("touch time_touching %.17g\n", c.time_touching);
    abut_world_destroy(w);
    return 0;
}
