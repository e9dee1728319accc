/* The pairs of surfaces and the laws that the benchmarks of contacts share. */
#ifndef ABUT_BENCH_PAIRS_H
#define ABUT_BENCH_PAIRS_H

#include "scene.h"

static inline abut_choice sphere(double R) { return (abut_choice){"sphere", {{.name = "radius", .value = R}}}; }
static inline abut_choice ellipsoid(double a, double b, double c) {
    return (abut_choice){"ellipsoid",
                         {{.name = "a", .value = a}, {.name = "b", .value = b}, {.name = "c", .value = c}}};
}
static inline abut_choice torus(double ring, double tube, const char *side) {
    return (abut_choice){"torus",
                         {{.name = "ring_radius", .value = ring},
                          {.name = "tube_radius", .value = tube},
                          {.name = "side", .text = side}}};
}

enum { SPHERE_PLANE, ELLIPSOID_PLANE, SPHERE_TORUS, ELLIPSOIDS, TORUS_ELLIPSOID, PAIRS };

static inline void make_pairs(pair out[PAIRS]) {
    const abut_choice plane = {.type = "plane"};
    const vec3 u = {0.6, 0.5, -0.4}, v = {-0.3, 0.7, 0.5};
    out[SPHERE_PLANE] = (pair){"sphere - plane", plane, sphere(5e-3), spot_plane(), spot_sphere(5e-3, u), false, 0, 0};
    out[ELLIPSOID_PLANE] = (pair){"ellipsoid - plane",
                                  plane,
                                  ellipsoid(30e-3, 20e-3, 15e-3),
                                  spot_plane(),
                                  spot_ellipsoid(30e-3, 20e-3, 15e-3, u),
                                  false,
                                  200,
                                  600};
    out[SPHERE_TORUS] = (pair){"sphere - torus (ball in groove)",
                               torus(25e-3, 5.2e-3, "inside"),
                               sphere(5e-3),
                               spot_torus(25e-3, 5.2e-3, -1, 0.8, 0.5),
                               spot_sphere(5e-3, u),
                               false,
                               120,
                               360};
    out[ELLIPSOIDS] = (pair){"ellipsoid - ellipsoid",
                             ellipsoid(30e-3, 20e-3, 15e-3),
                             ellipsoid(25e-3, 18e-3, 12e-3),
                             spot_ellipsoid(30e-3, 20e-3, 15e-3, u),
                             spot_ellipsoid(25e-3, 18e-3, 12e-3, v),
                             true,
                             1000,
                             3000};
    out[TORUS_ELLIPSOID] = (pair){"ellipsoid - torus (outside)",
                                  torus(40e-3, 10e-3, "outside"),
                                  ellipsoid(30e-3, 20e-3, 15e-3),
                                  spot_torus(40e-3, 10e-3, 1, 0.8, 0.6),
                                  spot_ellipsoid(30e-3, 20e-3, 15e-3, v),
                                  true,
                                  0,
                                  0};
}

/* Hertz with Hunt-Crossley damping and Coulomb friction. */
static inline abut_law_def usual_law(const char *patch) {
    return (abut_law_def){
        .normal = {"hertz", {{.name = "damping", .value = 0.3}}},
        .friction = {"coulomb",
                     {{.name = "mu", .value = 0.1}, {.name = "v_s", .value = 1e-3}, {.name = "patch", .text = patch}}}};
}

/* The same with friction that sticks and slips. */
static inline abut_law_def sticking_law(void) {
    return (abut_law_def){.normal = {"hertz", {{.name = "damping", .value = 0.3}}},
                          .friction = {"stick_slip", {{.name = "mu", .value = 0.1}}}};
}

#endif
