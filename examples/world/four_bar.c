/* The model of examples/08_four_bar built in C: a four-bar linkage, whose last joint closes the loop. Prints the joints
 * after 5 s; they are those of the model file. */
#include <stdio.h>

#include "abut/world.h"

/* A rod in the plane of x and y with its axes parallel to the world: only the last moment of inertia matters. */
static abut_body add_rod(abut_world *w, const char *name, double mass, double I, abut_vec3 at, abut_vec3 v,
                         double turning) {
    return abut_add_body(
        w, &(abut_body_def){
               .name = name, .mass = mass, .inertia = {I, I, I}, .start = {.r = at, .v = v, .w = {0, 0, turning}}});
}

static void add_hinge(abut_world *w, const char *name, abut_body parent, abut_body child, abut_vec3 at) {
    (void)abut_add_joint(
        w, &(abut_joint_def){.name = name, .type = "revolute", .parent = parent, .child = child, .place.r = at});
}

int main(void) {
    abut_world *w = abut_world_create(&(abut_world_def){.gravity = {0, -9.81, 0}});
    if (!w) return 1;
    const abut_vec3 O = {0, 0, 0}, A = {0, 0.1, 0}, B = {0.3, 0.25, 0}, C = {0.3, 0, 0};
    const abut_body frame = {0}; /* the world itself */
    abut_body crank =
        add_rod(w, "crank", 0.2, 1.6666666666666667e-4, (abut_vec3){0, 0.05, 0}, (abut_vec3){-0.5, 0, 0}, 10);
    abut_body coupler = add_rod(w, "coupler", 0.6708203932499369, 6.288941186718159e-3, (abut_vec3){0.15, 0.175, 0},
                                (abut_vec3){-1, 0, 0}, 0);
    abut_body rocker =
        add_rod(w, "rocker", 0.5, 2.6041666666666667e-3, (abut_vec3){0.3, 0.125, 0}, (abut_vec3){-0.5, 0, 0}, 4);
    add_hinge(w, "O", frame, crank, O);
    add_hinge(w, "A", crank, coupler, A);
    add_hinge(w, "C", frame, rocker, C);
    add_hinge(w, "B", coupler, rocker, B);
    if (abut_check(w) || abut_start(w, &(abut_solver_def){.t_end = 5, .rtol = 1e-11}) || abut_advance(w, 5)) {
        (void)fprintf(stderr, "%s\n", abut_world_message(w));
        abut_world_destroy(w);
        return 1;
    }
    const char *const names[] = {"O", "A", "C"};
    for (int i = 0; i < 3; i++) {
        abut_joint_state s = abut_read_joint(w, abut_find_joint(w, names[i]));
        printf("%s x1 %.17g\n%s v1 %.17g\n", names[i], s.x[0], names[i], s.v[0]);
    }
    abut_world_destroy(w);
    return 0;
}
