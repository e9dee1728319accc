/* The model of examples/13_ball_bearing built in C: a preloaded ball bearing with eight balls between a shaft at 3000 rpm,
 * loaded with 500 N, and its housing. Prints the state after 50 ms; it is that of the model file. */
#include <stdio.h>

#include "abut/machine/ball_bearing.h"

static abut_world *build(void) {
    abut_world *w = abut_world_create(&(abut_world_def){0});
    if (!w) return NULL;
    abut_material steel = {.E = 207e9, .nu = 0.3, .density = 7800};
    abut_body housing = abut_add_body(w, &(abut_body_def){.name = "housing", .fixed = true});
    abut_body shaft = abut_add_body(w, &(abut_body_def){.name = "shaft",
                                                        .mass = 2,
                                                        .inertia = {5e-3, 5e-3, 1e-3},
                                                        .drive = {.given = true, .speed = 314.15926535897933}});
    /* laws, friction and all that is left out: the defaults */
    (void)abut_add_ball_bearing(w, &(abut_ball_bearing_def){.name = "brg",
                                                            .inner = shaft,
                                                            .outer = housing,
                                                            .balls = {.count = 8, .diameter = 9.525e-3},
                                                            .pitch_diameter = 38.5e-3,
                                                            .inner_race.conformity = 0.515,
                                                            .outer_race.conformity = 0.525,
                                                            .clearance = -10e-6,
                                                            .material = steel});
    const double force[3] = {500, 0, 0};
    abut_choice load = {"load", {{.name = "force", .data = force, .count = 3}}};
    (void)abut_add_force(w, &(abut_force_def){.name = "load", .law = load, .b = shaft});
    return w;
}

int main(void) {
    abut_world *w = build();
    if (!w) return 1;
    if (abut_check(w) || abut_start(w, &(abut_solver_def){.t_end = 1, .rtol = 1e-6}) || abut_advance(w, 0.05)) {
        (void)fprintf(stderr, "%s\n", abut_world_message(w));
        abut_world_destroy(w);
        return 1;
    }
    abut_body_state s = abut_read_body(w, abut_find_body(w, "shaft"));
    printf("shaft x %.17g\nshaft y %.17g\n", s.r.x, s.r.y);
    for (int i = 1; i <= 8; i++) {
        abut_body ball = abut_bearing_ball(w, abut_find_machine(w, "brg"), i);
        s = abut_read_body(w, ball);
        printf("%s x %.17g\n", abut_body_name(w, ball), s.r.x);
    }
    abut_bearing_state bearing;
    abut_ball_state balls[8];
    if (abut_read_bearing(w, abut_find_machine(w, "brg"), &bearing, balls)) return 1;
    printf("brg.ball1.inner N %.17g\nbrg.ball1.outer N %.17g\n", balls[0].inner.Q, balls[0].outer.Q);
    abut_world_destroy(w);
    return 0;
}
