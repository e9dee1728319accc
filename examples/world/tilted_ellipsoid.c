/* The model of examples/02_tilted_ellipsoid built in C: a tilted soft ellipsoid falls, bounces and tumbles with friction and
 * damping. Prints the state after 1 s; it is that of the model file. */
#include <stdio.h>

#include "abut/world.h"

static abut_world *build(void) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, 0, -9.81}});
    if (!w) return NULL;
    abut_material rubber = {.E = 10e6}, stone = ABUT_RIGID;
    abut_body ground = abut_add_body(w, &(abut_body_def){.name = "ground", .fixed = true});
    abut_body egg = abut_add_body(
        w, &(abut_body_def){.name = "egg",
                            .mass = 2,
                            .inertia = {6.56e-3, 1.156e-2, 1.3e-2},
                            .start = {.r = {0, 0, 0.35},
                                      .q = {0.9689124217106447, 0.2363540298299904, 0.07311286916773026, 0},
                                      .v = {0.5, 0.1, 0},
                                      .w = {0.3, -0.6, 2.0}}});
    abut_choice ellipsoid = {"ellipsoid",
                             {{.name = "a", .value = 0.15}, {.name = "b", .value = 0.1}, {.name = "c", .value = 0.08}}};
    abut_surface shell =
        abut_add_surface(w, egg, &(abut_surface_def){.name = "shell", .shape = ellipsoid, .material = rubber});
    abut_surface floor = abut_add_surface(
        w, ground, &(abut_surface_def){.name = "floor", .shape = {.type = "plane"}, .material = stone});
    abut_choice damping = {"hunt_crossley", {{.name = "chi", .value = 0.1}}};
    (void)abut_add_contact(
        w, shell, floor,
        &(abut_law_def){.name = "touch",
                        .normal = {"hertz", {{.name = "damping", .choice = &damping}}},
                        .friction = {"coulomb", {{.name = "mu", .value = 0.3}, {.name = "v_s", .value = 0.01}}}});
    return w;
}

int main(void) {
    abut_world *w = build();
    if (!w) return 1;
    if (abut_check(w) || abut_start(w, &(abut_solver_def){.t_end = 1, .rtol = 1e-12}) || abut_advance(w, 1)) {
        (void)fprintf(stderr, "%s\n", abut_world_message(w));
        abut_world_destroy(w);
        return 1;
    }
    abut_body_state s = abut_read_body(w, abut_find_body(w, "egg"));
    printf("egg x  %.17g\negg y  %.17g\negg z  %.17g\n", s.r.x, s.r.y, s.r.z);
    printf("egg q0 %.17g\negg q1 %.17g\negg q2 %.17g\negg q3 %.17g\n", s.q.w, s.q.x, s.q.y, s.q.z);
    printf("egg vx %.17g\negg vy %.17g\negg vz %.17g\n", s.v.x, s.v.y, s.v.z);
    printf("egg wx %.17g\negg wy %.17g\negg wz %.17g\n", s.w.x, s.w.y, s.w.z);
    printf("energy dissipated %.17g\n",
           abut_read_energy(w).dissipated_normal + abut_read_energy(w).dissipated_friction);
    abut_world_destroy(w);
    return 0;
}
