/* The list of the types of the element, one line each. */
#ifndef ABUT_CORE_TYPES_H
#define ABUT_CORE_TYPES_H

#include "abut/extend.h"

#define CORE_TYPES(X)                                                                                                  \
    X(abut_surface_type, surface_plane)                                                                                \
    X(abut_surface_type, surface_sphere)                                                                               \
    X(abut_surface_type, surface_ellipsoid)                                                                            \
    X(abut_surface_type, surface_cylinder)                                                                             \
    X(abut_surface_type, surface_cone)                                                                                 \
    X(abut_surface_type, surface_torus)                                                                                \
    X(abut_surface_type, surface_raceway)                                                                              \
    X(abut_surface_type, surface_paraboloid)                                                                           \
    X(abut_surface_type, surface_revolution)                                                                           \
    X(abut_surface_type, surface_extrusion)                                                                            \
    X(abut_surface_type, surface_cam)                                                                                  \
    X(abut_surface_type, surface_piecewise)                                                                            \
    X(abut_surface_type, surface_callback)                                                                             \
    X(abut_surface_type, surface_roller)                                                                               \
    X(abut_surface_type, surface_point)                                                                                \
    X(abut_normal_type, normal_hertz)                                                                                  \
    X(abut_normal_type, normal_hertz_differential)                                                                     \
    X(abut_normal_type, normal_fixed_stiffness)                                                                        \
    X(abut_normal_type, normal_volumetric)                                                                             \
    X(abut_normal_type, normal_volumetric_vilke)                                                                       \
    X(abut_normal_type, normal_line)                                                                                   \
    X(abut_normal_type, normal_linear)                                                                                 \
    X(abut_normal_type, normal_rough)                                                                                  \
    X(abut_damping_type, damping_none)                                                                                 \
    X(abut_damping_type, damping_viscous)                                                                              \
    X(abut_damping_type, damping_power)                                                                                \
    X(abut_damping_type, damping_hunt_crossley)                                                                        \
    X(abut_damping_type, damping_lankarani_nikravesh)                                                                  \
    X(abut_damping_type, damping_flores)                                                                               \
    X(abut_damping_type, damping_hysteretic)                                                                           \
    X(abut_friction_type, friction_none)                                                                               \
    X(abut_friction_type, friction_coulomb)                                                                            \
    X(abut_friction_type, friction_stick_slip)                                                                         \
    X(abut_friction_type, friction_bristle)                                                                            \
    X(abut_friction_type, friction_mixed)                                                                              \
    X(abut_film_type, film_moes_line)                                                                                  \
    X(abut_film_type, film_nvm)                                                                                        \
    X(abut_film_type, film_hamrock_dowson)                                                                             \
    X(abut_film_type, film_ehl_table)                                                                                  \
    X(abut_oil_grade, oil_diesel)                                                                                      \
    X(abut_oil_grade, oil_iso_vg_32)                                                                                   \
    X(abut_oil_grade, oil_iso_vg_68)                                                                                   \
    X(abut_oil_grade, oil_iso_vg_220)                                                                                  \
    X(abut_track_type, track_reduced)                                                                                  \
    X(abut_track_type, track_full)                                                                                     \
    X(abut_track_type, track_differential)

#define X(sort, name) extern const struct sort name;
CORE_TYPES(X)
#undef X

#endif
