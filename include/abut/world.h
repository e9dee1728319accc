/* abut, door 2: the world. Bodies, joints, forces and contacts in; trajectories, contact histories and energies out.
 *
 * Build a world with abut_add_..., start it, advance it, read it. Definitions are copied; a zeroed field means its
 * default. An addition that is refused returns the id 0 and leaves a sentence: abut_world_message has the first one.
 * SI units; world axes unless a field says otherwise. Link libabut_world, which needs libabut, SUNDIALS, SuiteSparse and LAPACK
 * (and libyaml, UDUNITS-2 and HDF5 for model files and results). */
#ifndef ABUT_WORLD_H
#define ABUT_WORLD_H

#include "abut/abut.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_world abut_world;

/* Small ids, counted from 1. The body 0 is the world itself: fixed, at the origin. Any other 0 means "none". */
typedef struct abut_body {
    int id;
} abut_body;
typedef struct abut_surface {
    int id;
} abut_surface;
typedef struct abut_contact {
    int id;
} abut_contact;
typedef struct abut_joint {
    int id;
} abut_joint;
typedef struct abut_force {
    int id;
} abut_force;
typedef struct abut_collide {
    int id;
} abut_collide;

typedef struct abut_world_def {
    abut_vec3 gravity;             /* m/s^2 */
    const abut_registry *registry; /* NULL: abut_world_types(); outlives the world */
} abut_world_def;

ABUT_API abut_world *abut_world_create(const abut_world_def *def); /* NULL: out of memory */
ABUT_API void abut_world_destroy(abut_world *w);

/* ---- errors ------------------------------------------------------------------------------------------------------- */
ABUT_API abut_status abut_check(const abut_world *w);         /* of the first error, ABUT_OK without one */
ABUT_API const char *abut_world_message(const abut_world *w); /* its sentence, "" without one */
ABUT_API abut_place abut_world_place(const abut_world *w);    /* which object and which key of it are to blame */
ABUT_API void abut_world_clear_message(abut_world *w);        /* forget it and go on building */

/* ---- building ----------------------------------------------------------------------------------------------------- */

/* Prescribed motion of one coordinate, measured from the start pose. */
typedef struct abut_drive_def {
    bool given;         /* false: no drive, the rest is ignored */
    bool translation;   /* the coordinate is a displacement (m); otherwise an angle (rad) */
    double speed;       /* rad/s or m/s; used if motion has no type */
    double ramp;        /* s, the speed rises smoothly from 0 during this time */
    abut_choice motion; /* the coordinate as a function of time (kind "function"), instead of speed */
    abut_vec3 axis;     /* of a body's drive: the axis in the body frame; zero: z */
} abut_drive_def;

typedef struct abut_body_def {
    const char *name;  /* unique */
    bool fixed;        /* rests, or moves only as its drive says */
    double mass;       /* kg; 0: from the shapes and densities of its surfaces */
    double inertia[6]; /* kg m^2, xx yy zz xy xz yz about the centre of mass, body axes; all 0: from the surfaces */
    struct {
        abut_vec3 r; /* centre of mass */
        abut_quat q; /* body -> world */
        abut_vec3 v;
        abut_vec3 w; /* body axes */
    } start;
    abut_drive_def drive;
    /* Axes that turn with the expected motion of the body (a ball going round with the cage): its state is integrated in
     * them, which allows far longer steps. They do not change the result; used for free balls with the solver rodas, and for other free
     * bodies that turn about their own axis z, too: rollers. */
    struct {
        double rate;      /* rad/s; 0: none */
        double spin;      /* rad/s, of the body about its axis z, as seen from the axes; balls need none */
        double ramp;      /* s, both rates rise as that of a drive */
        abut_vec3 axis;   /* world; zero: z */
        abut_vec3 origin; /* a point of the axis, world */
    } turning;
} abut_body_def;

typedef struct abut_joint_def {
    const char *name;
    const char *type; /* "fixed", "revolute", "prismatic", "cylindrical", "spherical", "planar", "free" */
    abut_body parent, child;
    abut_pose place; /* joint frame in the world at the start; axis = z */
    abut_drive_def drive;
} abut_joint_def;

/* A force between two places, or on one: type (kind "force") with its parameters, see `abut list force`. */
typedef struct abut_force_def {
    const char *name; /* may be NULL */
    abut_choice law;
    abut_body a, b;       /* the force acts on b and back on a; one-body forces act on b */
    abut_vec3 at_a, at_b; /* m, body frames */
} abut_force_def;

/* Any surface of the first group may touch any of the second (NULL: any other of the first). Near pairs are searched while the world
 * runs, so nobody need list them; the laws are the same for all. For explicit solvers: there are no derivatives, so no statics. */
typedef struct abut_collide_def {
    const char *name;
    const abut_surface *first, *second;
    int first_count, second_count;
    const abut_law_def *law; /* NULL: the usual laws */
} abut_collide_def;

/* ---- elastic shafts ---- */
typedef struct abut_shaft_segment {
    double length;               /* m */
    double outer, inner;         /* m, diameters at its start; inner 0: solid */
    double outer_end, inner_end; /* m, at its end; 0: as at its start */
} abut_shaft_segment;

typedef struct abut_shaft_disc {
    double at;               /* m, from the start of the shaft */
    double mass;             /* kg */
    double diametral, polar; /* kg m^2, about a diameter and about the axis */
} abut_shaft_disc;

typedef struct abut_shaft_station {
    const char *name;
    double at; /* m */
} abut_shaft_station;

/* A shaft along the z axis of its frame: Timoshenko's beam, as a chain of bodies that carry its mass, called NAME.STATION at stations, NAME.1,
 * NAME.2 ... elsewhere, with elastic members between them. Everything that takes a body takes one of them. */
typedef struct abut_shaft_def {
    const char *name;       /* unique */
    abut_material material; /* with a density */
    const abut_shaft_segment *segment;
    const abut_shaft_disc *disc;
    const abut_shaft_station *station;
    int segments, discs, stations;
    int elements; /* distances between neighbouring bodies; 0: 16. At least two between two places (ends of segments, discs, stations) */
    double
        damping; /* s, of the material: stresses are those of strain + damping times strain rate; it turns with the shaft */
    abut_pose place;                      /* of its start, in the world; the axis is z */
    abut_vec3 velocity, angular_velocity; /* m/s of its start in the world; rad/s, axes of the shaft */
    abut_drive_def drive;                 /* of its rotation, at its start */
} abut_shaft_def;

/* The body at its start; id 0 after a refusal. */
ABUT_API abut_body abut_add_shaft(abut_world *w, const abut_shaft_def *def);

ABUT_API abut_body abut_add_body(abut_world *w, const abut_body_def *def);
ABUT_API abut_surface abut_add_surface(abut_world *w, abut_body body, const abut_surface_def *def);
ABUT_API abut_contact abut_add_contact(abut_world *w, abut_surface a, abut_surface b, const abut_law_def *def);
ABUT_API abut_joint abut_add_joint(abut_world *w, const abut_joint_def *def);
ABUT_API abut_force abut_add_force(abut_world *w, const abut_force_def *def);
ABUT_API abut_collide abut_add_collide(abut_world *w, const abut_collide_def *def);

ABUT_API abut_body abut_find_body(const abut_world *w, const char *name); /* id 0 if there is none */
ABUT_API abut_surface abut_find_surface(const abut_world *w, const char *name);
ABUT_API abut_contact abut_find_contact(const abut_world *w, const char *name);
ABUT_API abut_joint abut_find_joint(const abut_world *w, const char *name);
ABUT_API abut_force abut_find_force(const abut_world *w, const char *name);
ABUT_API abut_collide abut_find_collide(const abut_world *w, const char *name);
ABUT_API int abut_body_count(const abut_world *w); /* without the world itself; ids are 1..count */
ABUT_API int abut_contact_count(const abut_world *w);
ABUT_API int abut_joint_count(const abut_world *w);
ABUT_API int abut_surface_count(const abut_world *w);
ABUT_API int abut_collide_count(const abut_world *w);
ABUT_API const char *abut_body_name(const abut_world *w, abut_body body);
ABUT_API const char *abut_contact_name(const abut_world *w, abut_contact contact);
ABUT_API bool abut_contact_lubricated(const abut_world *w, abut_contact contact);
ABUT_API const char *abut_joint_name(const abut_world *w, abut_joint joint);
ABUT_API const char *abut_surface_name(const abut_world *w, abut_surface surface);
ABUT_API const char *abut_collide_name(const abut_world *w, abut_collide collide);

ABUT_API const abut_registry *abut_world_types(void); /* machines; joints, forces ...; then the element's */

/* Adds the types of a plug-in (abut/plugin.h). It stays loaded as long as the registry is. A sentence if it does not fit. */
ABUT_API abut_status abut_registry_load(abut_registry *r, const char *path, abut_message *message);

/* ---- running ------------------------------------------------------------------------------------------------------ */
/* Where a run starts. AUTO: in the equilibrium under the loads at t = 0 and at the speeds of the drives, if machines have a
 * statics of their own, no body was given a velocity and an equilibrium exists; otherwise as given. */
typedef enum abut_start_place { ABUT_START_AUTO, ABUT_START_GIVEN, ABUT_START_EQUILIBRIUM } abut_start_place;

typedef struct abut_solver_def {
    const char *type; /* NULL or "auto", "rodas", "bdf", "adams", "rk", "ida", "park", "rk3", "rkn" */
    double rtol;      /* 0: 1e-5 */
    /* Absolute tolerances by kind of state; 0: rtol times the scale of the kind (see docs). `atol` stands for all. */
    double atol, atol_position, atol_velocity, atol_angle, atol_angular_velocity; /* m, m/s, rad, rad/s */
    double t_end;                /* s: no step goes beyond; 0: no end */
    double first_step, max_step; /* s; 0: chosen */
    int max_order;               /* 0: the solver's own default */
    double fixed_step;           /* s: park: this step throughout, without error control; 0: by the error */
    int iterations;              /* park: most corrections by Newton's method in a step; 0: until they are small */
    bool events;                 /* bdf, adams, rk: find touch and release as roots and start anew there */
    double statistics_from;      /* s: statistics of contacts and machines count from here */
    bool no_statistics;          /* of machines, bodies and joints: none over the steps, which saves their evaluation */
    abut_start_place start;
    bool statics; /* only abut_static follows: machines stand as forces between their ports */
    bool at_rest; /* abut_static: machines without the effects of their speed */
    /* Every so many steps solvers that keep matrices or histories which cannot be saved make them anew (park its Jacobian, those of
     * SUNDIALS start again): only there their world can be saved. 0: never. rodas does not need it. */
    int renew_every;
    /* Threads that share the work of one evaluation; 0: as many as there are cores, where that pays. The bits do not depend on it. */
    int threads;
} abut_solver_def;

/* Checks and assembles everything and finds consistent start values. ABUT_OK, or the sentence is in the world. */
ABUT_API abut_status abut_start(abut_world *w, const abut_solver_def *def);
/* Integrates to t (starting the world with the default solver if need be) and sets what the readers below see to that
 * instant. Internal steps are not cut at t. On failure the readers see the last accepted state. */
ABUT_API abut_status abut_advance(abut_world *w, double t);
/* Takes one accepted internal step at most to the end time; the readers see its end. */
ABUT_API abut_status abut_step(abut_world *w);
ABUT_API double abut_time(const abut_world *w); /* s, what the readers see */
/* Called between steps of a long abut_advance; a nonzero answer stops it with ABUT_STOPPED. */
ABUT_API void abut_set_watch(abut_world *w, int (*watch)(void *user), void *user);

/* ---- saving ----
 * Everything that changes while a world runs as one block of bytes: states, step and error history, memory of contacts, integrals,
 * statistics, what machines have gathered. A world of the same model, started with the same solver by the same build on the same kind of
 * machine, goes on from it bit for bit as the one that was saved. To be called between steps: in the watch, or after abut_step. */
/* Can it be saved here? Always with rodas; with other solvers every `renew_every` steps. */
ABUT_API bool abut_may_save(const abut_world *w);
/* ABUT_OK: *bytes are to be freed. */
ABUT_API abut_status abut_save(abut_world *w, void **bytes, size_t *length, abut_message *message);
/* The world must have been started. Bytes that do not fit are refused, and the world must be started anew then. */
ABUT_API abut_status abut_restore(abut_world *w, const void *bytes, size_t length, abut_message *message);

/* Equilibrium under the loads at t = 0 and at rest; afterwards the readers see it. residual: largest unbalanced force
 * (N or N m); either pointer may be NULL. */
ABUT_API abut_status abut_static(abut_world *w, double *residual, int *iterations);

/* ---- reading ------------------------------------------------------------------------------------------------------ */
typedef struct abut_body_state {
    abut_vec3 r; /* centre of mass */
    abut_quat q; /* body -> world */
    abut_vec3 v;
    abut_vec3 w;     /* rad/s, body axes */
    abut_vec3 a;     /* m/s^2 */
    abut_vec3 alpha; /* rad/s^2, world axes */
} abut_body_state;

typedef struct abut_joint_state {
    int count; /* of degrees of freedom */
    double
        x[7]; /* m, rad: translations, then the angle or the quaternion; from the start pose; 0 for loop joints. Where a
                  * chain of joints is deep an angle may be given between -pi and pi */
    double v[6];             /* m/s, rad/s */
    abut_vec3 force, torque; /* N, N m, world: what the joint (and its drive) does to the child, at the joint */
    double drive;            /* N or N m along the driven coordinate */
    double residual;         /* loop joints: largest violation of the constraint, m or rad */
} abut_joint_state;

typedef struct abut_energy {
    double kinetic, gravity, springs, contacts;    /* J */
    double dissipated_normal, dissipated_friction; /* J, contacts */
    double dissipated_dampers;                     /* J */
    double work_of_loads_and_drives;               /* J */
    /* J, by normal forces that depend on the curvatures of a rolling contact and are not made conservative: energy that the
     * contacts gain without anybody's work */
    double work_of_curvature;
    double initial, final; /* J, sum of the first line at the start and now */
    double residual;       /* final + dissipated - works - initial: should be zero */
} abut_energy;

typedef struct abut_contact_stats {
    double max_N, max_p_max, max_approach; /* over accepted states from statistics_from on, the start included */
    double time_touching;                  /* s, ends of contact located */
    long touches;                          /* how often the contact closed */
    double observed;                       /* s, the time that these figures cover */
    /* of a lubricated contact, over accepted steps; losses by the trapezoidal rule */
    double h_min_least, lambda_least;               /* m, 1: under load; 0 if there was none, and without a film */
    double lost_friction;                           /* J, in friction of all kinds; of it: */
    double lost_fluid, lost_boundary, lost_rolling; /* J */
    /* s under load by regime, as in abut_film_state: an accepted state stands for half the time to its neighbours */
    double time_in_regime[ABUT_FILM_REGIMES];
    double time_beyond; /* s of them beyond the table of the film law */
} abut_contact_stats;

/* Of two groups, over accepted states from statistics_from on. */
typedef struct abut_collide_stats {
    double max_N, max_p_max, max_approach;
    long touches;                /* how often a contact closed */
    int touching, most_touching; /* contacts closed at the last accepted state, and at most */
    int surfaces;                /* of both groups together */
} abut_collide_stats;

/* Of two groups at the present instant. */
typedef struct abut_collide_state {
    int touching;            /* contacts that are closed */
    double max_N, max_p_max; /* N, Pa: the greatest of them */
    double energy;           /* J, stored in them */
} abut_collide_state;

/* One contact of two groups at the present instant: the first surface is of the first group. */
typedef struct abut_collision {
    abut_surface first, second;
    double approach, N, a, p_max; /* m, N, m (semi-axis), Pa */
    abut_vec3 force, point, n;    /* on the second; n leads to it */
    abut_vec3 slip;               /* m/s, of the second over the first */
} abut_collision;

/* The greatest of a whole run, over accepted states from statistics_from on, the start included; NaN: there is none. */
typedef struct abut_greatest {
    double contact_force, pressure, approach; /* N, Pa, m: of a contact */
    double film_least;                        /* m, the least film under load */
    double joint_force;                       /* N; this and the next not with no_statistics */
    double speed, angular_speed;              /* m/s, rad/s: of a body, at its centre of mass */
} abut_greatest;

typedef struct abut_run_stats {
    const char *solver; /* the one chosen */
    const char *why;    /* a sentence: why it was chosen */
    const char *kernel; /* by whose code contacts are evaluated: abut_kernel_name() */
    long steps, rejected, rhs_evals, jac_evals, factorisations, newton_fails, events;
    double last_step;                     /* s */
    double t;                             /* s, end of the last accepted step */
    double constraint_residual;           /* largest violation of a loop joint at any accepted step */
    bool settled;                         /* the run started in equilibrium */
    int unknowns, constraints, redundant; /* velocities, constraint rows in force, rows dropped as dependent */
} abut_run_stats;

ABUT_API abut_body_state abut_read_body(const abut_world *w, abut_body body);
/* Everything of the contact at the present instant; the same struct as the element's. */
ABUT_API abut_status abut_read_contact(const abut_world *w, abut_contact contact, abut_element_out *out);
ABUT_API abut_joint_state abut_read_joint(const abut_world *w, abut_joint joint);
ABUT_API abut_energy abut_read_energy(const abut_world *w);
ABUT_API abut_contact_stats abut_read_contact_stats(const abut_world *w, abut_contact contact);
ABUT_API abut_collide_state abut_read_collide(const abut_world *w, abut_collide collide);
ABUT_API abut_collide_stats abut_read_collide_stats(const abut_world *w, abut_collide collide);
/* The first `room` contacts that are closed at the present instant, in a fixed order. Returns how many are; -1: they cannot be
 * evaluated. */
ABUT_API int abut_read_collisions(const abut_world *w, abut_collide collide, abut_collision *out, int room);
ABUT_API abut_greatest abut_read_greatest(const abut_world *w);
ABUT_API abut_run_stats abut_read_stats(const abut_world *w);

/* ---- modes -------------------------------------------------------------------------------------------------------- */
/* Small motions exp(lambda t) about the equilibrium of abut_static, with driven bodies turning at their final speeds (unless
 * at_rest), or about the start as given with its velocities. */
typedef enum abut_modes_place { ABUT_MODES_EQUILIBRIUM, ABUT_MODES_GIVEN } abut_modes_place;

typedef enum abut_mode_kind {
    ABUT_MODE_FREE,        /* lambda = 0: nothing holds this direction */
    ABUT_MODE_DECAY,       /* lambda is real: no oscillation; the time constant is -1/re */
    ABUT_MODE_OSCILLATION, /* lambda and its conjugate, listed once */
} abut_mode_kind;

typedef struct abut_mode {
    abut_mode_kind kind;
    bool unstable;        /* re > 0, beyond rounding */
    double re, im;        /* 1/s, lambda; im >= 0 */
    double frequency;     /* Hz, im/(2 pi): of the damped motion */
    double undamped;      /* Hz, |lambda|/(2 pi) */
    double damping_ratio; /* -re/|lambda| */
    double whirl; /* -1 .. 1, sense of the orbits against the first drive that turns, bodies weighted with their kinetic
                   * energy: 1 forward in circles, -1 backward, 0 to and fro or nothing turns */
} abut_mode;

/* What one body does in one mode, world axes: the real part of (re + i im) exp(lambda t). A shape is scaled so that twice the
 * kinetic energy of the motion shape/s is 1 J. */
typedef struct abut_mode_motion {
    bool moves;                               /* false: held, or hidden in its machine */
    abut_vec3 translation_re, translation_im; /* m, of the centre of mass */
    abut_vec3 rotation_re, rotation_im;       /* rad, rotation vector */
    double share;                             /* of the kinetic energy, 0 to 1 */
} abut_mode_motion;

typedef struct abut_mode_list {
    int count;                /* free directions first, then by |lambda| */
    int bodies;               /* of the world */
    int unknowns, directions; /* unknown velocities; what constraints leave of them */
    double residual;          /* N or N m, largest unbalanced force */
    abut_mode *mode;
    abut_mode_motion *motion; /* of body `id` in mode i: motion[i * (bodies + 1) + id] */
} abut_mode_list;

/* Starts the world anew for statics; of the solver only at_rest plays a role (NULL: false). ABUT_OK: *out is to be freed with
 * abut_modes_free, and the readers see the state; otherwise it is empty, and the sentence is in the world. */
ABUT_API abut_status abut_modes(abut_world *w, const abut_solver_def *solver, abut_modes_place place,
                                abut_mode_list *out);
ABUT_API void abut_modes_free(abut_mode_list *list);

/* ---- modes over speed: the Campbell diagram ------------------------------------------------------------------------- */
typedef struct abut_campbell_speed {
    double speed;         /* rad/s, of the first drive that turns; others keep their ratio to it */
    abut_mode_list modes; /* about the equilibrium at that speed */
    int *branch;          /* of each mode: the curve over speed that an oscillation lies on, from 0; -1 for the rest */
} abut_campbell_speed;

typedef struct abut_campbell {
    int count, branches;
    abut_campbell_speed *at;
    double stability_limit; /* rad/s, from which some mode is unstable; NaN: stable at all these speeds */
} abut_campbell;

/* A curve meets the line frequency = order x speed/(2 pi). */
typedef struct abut_crossing {
    double order, speed, frequency; /* 1, rad/s, Hz */
    double damping_ratio, whirl;    /* of the mode there */
    int branch;
} abut_crossing;

/* Speeds (rad/s): from 0 up, growing; turned as the drives of the world turn. Starts the world anew for each; its drives are as
 * before in the end. ABUT_MISSING: nothing is driven by a speed. Where a speed has no equilibrium the diagram ends, with
 * the sentence in the world: it holds what was found until then. To be freed. */
ABUT_API abut_status abut_campbell_find(abut_world *w, const abut_solver_def *solver, const double *speed, int count,
                                        abut_campbell *out);
/* Up to `room` crossings of one order, by speed; *count: all of them. Solves for the speeds between those of the diagram. */
ABUT_API abut_status abut_campbell_cross(abut_world *w, const abut_solver_def *solver, const abut_campbell *diagram,
                                         double order, abut_crossing *crossing, int room, int *count);
ABUT_API void abut_campbell_free(abut_campbell *diagram);
/* ---- response to unbalance over speed --------------------------------------------------------------------------------- */
/* Steady small motions about the equilibrium at a speed, forced by all that goes round with its body (`revolves` of
 * abut_force_type). A body moves as the real part of (re + i im) exp(i frequency t), at t = 0 as it stands in the model. */
typedef struct abut_response_motion {
    bool moves;                               /* false: held, or hidden in its machine */
    abut_vec3 translation_re, translation_im; /* m, of the centre of mass, world axes */
    abut_vec3 rotation_re, rotation_im;       /* rad, rotation vector */
    double major, minor;                      /* m, semi-axes of the orbit of the centre of mass */
    double whirl;                             /* -1 .. 1: 1 forward in a circle, with the unbalance; -1 backward */
} abut_response_motion;

typedef struct abut_response_speed {
    double speed;     /* rad/s, of the first drive that turns; others keep their ratio to it */
    double frequency; /* rad/s, with which the unbalance goes round */
    double size;      /* sqrt(kg) m: sum of mass |translation|^2 + rotation . inertia rotation, root of it */
    int largest;      /* body with the longest orbit; 0: none moves */
    bool resonant;    /* a resonance that nothing damps: motions are not finite, size is infinite */
    bool unstable;    /* some mode grows at this speed: the steady motion is never reached */
    abut_response_motion *motion; /* of body `id` */
} abut_response_speed;

typedef struct abut_response {
    int count, peaks, bodies;
    abut_response_speed *at, *peak; /* at each speed; at the maxima of `size` between them, by speed */
} abut_response;

/* Speeds as those of abut_campbell_find. ABUT_MISSING: nothing is driven, or nothing is out of balance that turns; ABUT_BAD_VALUE:
 * what is out of balance turns at several speeds. Where a speed has no equilibrium the list ends, with the sentence in the world: it
 * holds what was found until then. To be freed. */
ABUT_API abut_status abut_response_find(abut_world *w, const abut_solver_def *solver, const double *speed, int count,
                                        abut_response *out);
ABUT_API void abut_response_free(abut_response *response);
/* rad/s, of the first drive that turns; 0 if there is none */
ABUT_API double abut_driven_speed(const abut_world *w);
/* Before a start: the drive of abut_driven_speed gets this speed, which is not 0, others keep their ratio to it. ABUT_MISSING: there is none. */
ABUT_API abut_status abut_set_driven_speed(abut_world *w, double speed);

#ifdef __cplusplus
}
#endif
#endif
