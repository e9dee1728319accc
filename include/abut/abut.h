/* abut: compliant contact between smooth bodies.
 *
 * The whole public interface. SI units throughout; the unit of every field stands beside it. Nothing here
 * prints, exits or keeps global state; a creation copies all it is given. To add a surface or a law of your own
 * see extend.h.
 *
 * Conventions
 *   - A surface is f(y) = 0 in its own frame with f > 0 outside the material.
 *   - The unit normal n points out of A; the normal force on B is +N n, on A it is -N n.
 *   - The approach h is positive in contact and is minus the gap apart; hdot > 0 while approaching. Where the nearest point
 *     of bodies apart is a rim or an apex, h is minus a lower bound of the gap.
 *   - The gap of the undeformed surfaces is P x^2 + Q y^2 with P <= Q (sphere on plane: P = Q = 1/(2R)).
 *   - Force and slip are taken at the midpoint of the two opposing points. */
#ifndef ABUT_ABUT_H
#define ABUT_ABUT_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define ABUT_API
#else
#define ABUT_API __attribute__((visibility("default")))
#endif

#define ABUT_VERSION "0.3.0"
ABUT_API const char *abut_version(void); /* version of the library that is linked */
/* The code that elements and worlds made now are evaluated by: "baseline" on any processor, "avx2" on x86-64 with AVX2 and FMA.
 * The environment variable ABUT_KERNEL=baseline asks for that one everywhere: the same bits on all machines, one build. */
ABUT_API const char *abut_kernel_name(void);

/* ---- status ---------------------------------------------------------------------------------------------------
 * 0: fine.  > 0: recoverable, this state cannot be evaluated (an integrator retries with a smaller step).
 * < 0: failed, the request itself is wrong. */
#define ABUT_STATUS_LIST(X)                                                                                            \
    X(OK, 0, "ok")                                                                                                     \
    X(NOT_FINITE, 1, "a number is not finite or beyond reason")                                                        \
    X(NO_CONVERGENCE, 2, "the opposing points were not found")                                                         \
    X(FOCAL, 3, "a pair of centres of curvature coincides: the opposing points are not isolated")                      \
    X(PARALLEL, 4, "the surfaces are parallel along a line or an area: no isolated opposing points")                   \
    X(CONFORMING, 5, "the surfaces conform (P <= 0): a point contact law does not apply")                              \
    X(TOO_DEEP, 6, "the penetration exceeds a radius of curvature")                                                    \
    X(WRONG_BRANCH, 7, "the normals do not oppose each other at the points found")                                     \
    X(OUTSIDE_DOMAIN, 8, "a point lies where its surface is not defined")                                              \
    X(BAD_VALUE, -1, "a value is outside its range")                                                                   \
    X(UNKNOWN_NAME, -2, "a name is not registered")                                                                    \
    X(MISSING, -3, "a required parameter is missing")                                                                  \
    X(BAD_PAIR, -4, "this pair of surfaces cannot be handled")                                                         \
    X(NO_MEMORY, -5, "out of memory")                                                                                  \
    X(STOPPED, 9, "stopped from outside")                                                                              \
    X(ENDLESS, 10, "the overlap of the bodies does not end, or leaves what is known of a surface")                     \
    X(NO_PROGRESS, -6, "the integration cannot go on: the step size has become too small")                             \
    X(NO_EQUILIBRIUM, -7, "no equilibrium was found")                                                                  \
    X(INCONSISTENT, -8, "the parts of the model do not fit together")                                                  \
    X(BAD_FILE, -9, "a file cannot be read or written")                                                                \
    X(FOREIGN, -10, "a program from outside, such as an FMU, has failed")

typedef enum abut_status {
#define X(name, value, text) ABUT_##name = value,
    ABUT_STATUS_LIST(X)
#undef X
} abut_status;

ABUT_API const char *abut_status_text(abut_status status); /* the sentence of a status */

/* Where something is wrong: an object, and a key of its definition. Keys are those of the model file, joined by dots; items of
 * lists count from 0: "mass", "balls.count", "contact.friction.mu", "wedges.faces.1.yaw". */
typedef struct abut_place {
    char kind[16]; /* body, surface, contact, joint, force, machine, solver, element; "": no object in particular */
    int id;        /* of the object in its world; 0: the one that was to be added */
    char key[128]; /* "": the object itself */
} abut_place;

/* The first thing that went wrong: a sentence, its status and its place. Empty when nothing did. */
typedef struct abut_message {
    char text[320];
    abut_status status;
    abut_place place;
} abut_message;

/* ---- plain values ---------------------------------------------------------------------------------------------- */
typedef struct abut_vec3 {
    double x, y, z;
} abut_vec3;

typedef struct abut_mat3 { /* columns: m applied to a vector is x c0 + y c1 + z c2 */
    abut_vec3 c0, c1, c2;
} abut_mat3;

typedef struct abut_quat { /* scalar first, body -> world; all zero stands for the identity */
    double w, x, y, z;
} abut_quat;

typedef struct abut_pose {
    abut_vec3 r; /* m */
    abut_quat q;
} abut_pose;

typedef struct abut_twist {
    abut_vec3 v; /* m/s, of the body origin, world axes */
    abut_vec3 w; /* rad/s, world axes */
} abut_twist;

typedef struct abut_wrench {
    abut_vec3 force;  /* N, world axes */
    abut_vec3 torque; /* N m, about the body origin, world axes */
} abut_wrench;

/* ---- choices by name ---------------------------------------------------------------------------------------------
 * A type is chosen by name with a list of parameters that ends at the first entry without a name. What a
 * parameter means, its unit, default and range: abut_registry_find(NULL, kind, name)->params, or `abut show NAME`. */
enum { ABUT_MAX_PARAMS = 16 };

struct abut_choice;
typedef struct abut_param {
    const char *name;
    double value;                     /* a number (SI) or a flag */
    const char *text;                 /* a word of a list of words */
    const struct abut_choice *choice; /* a nested choice, such as a damping law */
    const void *data;                 /* a table of doubles, pieces, a callback: see the parameter's meaning */
    size_t count;                     /* how many entries stand behind data */
} abut_param;

typedef struct abut_choice {
    const char *type;
    abut_param params[ABUT_MAX_PARAMS];
} abut_choice;

/* One piece of the surface type "piecewise"; its parameter `pieces` takes an array of them. */
typedef struct abut_piece {
    abut_choice shape;
    abut_pose place;        /* of the piece's frame in the surface frame */
    abut_vec3 where_normal; /* the piece is in force where where_normal . y >= where_offset; zero: everywhere */
    double where_offset;    /* m (for a unit where_normal) */
} abut_piece;

/* A surface given by the caller: type "callback", parameter `callback`. Sets f, gradient and Hessian
 * (xx yy zz xy xz yz) at y and, if `third` below is set, the ten third derivatives
 * (xxx yyy zzz xxy xxz yyx yyz zzx zzy xyz); returns 0, or nonzero where the surface is not defined. */
typedef int abut_surface_fn(abut_vec3 y, int order, double *f, double gradient[3], double hessian[6], double third[10],
                            void *user);
typedef struct abut_callback {
    abut_surface_fn *fn;
    bool third;   /* fn gives third derivatives when order is 3; otherwise they are differenced */
    double bound; /* m, radius of a sphere about the origin that holds the surface; 0: unbounded */
    double size;  /* m, a typical length of the surface; 0: taken from bound */
    void *user;   /* handed to fn; stays the caller's */
} abut_callback;

/* ---- what is registered ------------------------------------------------------------------------------------------ */
typedef enum abut_param_kind {
    ABUT_NUMBER, /* value, in `unit` */
    ABUT_FLAG,   /* value 0 or 1 */
    ABUT_WORD,   /* text, one of `words` separated by '|'; any where there are none */
    ABUT_TYPE,   /* a nested choice of the kind named in `words` */
    ABUT_TABLE,  /* data: doubles */
    ABUT_OBJECT, /* data: what `meaning` says, `size` bytes each; only a program can give it */
    ABUT_PIECES, /* data: abut_piece */
    ABUT_FILE    /* data: the bytes of a file, `count` of them; a model names the file */
} abut_param_kind;

typedef struct abut_param_info {
    const char *name;
    abut_param_kind kind;
    const char *unit; /* SI, "1" for a pure number */
    bool required;
    double preset;     /* the default of a number or flag; a NaN means "not given" */
    double low, high;  /* range; an infinite end is no bound */
    bool open;         /* the ends themselves are excluded */
    const char *words; /* ABUT_WORD: the allowed ones, the first is the default. ABUT_TYPE: see abut_registry_meaning */
    const char *meaning;
    size_t size; /* ABUT_OBJECT */
} abut_param_info;

/* What a type stands for among those of its kind where a choice does not name one. */
enum {
    ABUT_USUAL = 1,      /* where nothing is said */
    ABUT_USUAL_LINE = 2, /* the same in a line contact */
    ABUT_BRIEF = 4       /* a bare number, its first parameter, or a list of parameters */
};

typedef struct abut_type {
    const char *kind; /* surface, normal, damping, friction, film, track, lubricant ... */
    const char *name;
    const char *summary;
    const abut_param_info *params; /* ends at an entry without a name */
    const abut_choice *examples; /* typical choices, used by tests and documentation; ends at an entry without a type */
    unsigned roles;              /* ABUT_USUAL ... */
} abut_type;

/* A registry is a list of types with a parent behind it, in which names are looked up when the list does not have them. A
 * definition that takes one does not copy it. NULL: the types of the element; in abut/world.h: those of the world, whose parent
 * they are. Each type is the first member of a table with its functions: abut/extend.h. */
typedef struct abut_registry abut_registry;
ABUT_API const abut_registry *abut_element_types(void);                    /* built in */
ABUT_API abut_registry *abut_registry_create(const abut_registry *parent); /* NULL: no parent; NULL: out of memory */
/* Refuses a kind and name that are there already. The type stays the caller's and outlives the registry. */
ABUT_API abut_status abut_registry_add(abut_registry *r, const abut_type *type, abut_message *message);
ABUT_API void abut_registry_destroy(abut_registry *r);
/* Models and studies that are read with it may name files anywhere (`use`, tables); otherwise only below their own folder. */
ABUT_API void abut_registry_allow_outside(abut_registry *r);
ABUT_API size_t abut_registry_count(const abut_registry *r); /* with all of its parents */
ABUT_API const abut_type *abut_registry_at(const abut_registry *r, size_t index);
ABUT_API const abut_type *abut_registry_find(const abut_registry *r, const char *kind, const char *name); /* or NULL */

/* What a choice means that names no type. `of` is "kind"; "kind/line" in a line contact; "kind:type" if that type is the brief
 * one here. */
typedef struct abut_meaning {
    char kind[24];
    const abut_type *usual; /* where nothing is said; NULL: something must be */
    const abut_type *brief; /* a bare number or a list of parameters; NULL: not allowed */
} abut_meaning;
ABUT_API abut_meaning abut_registry_meaning(const abut_registry *r, const char *of);
ABUT_API const char *abut_kind_phrase(const char *kind); /* in a sentence: "normal law" */

/* ---- numeric kernel ---------------------------------------------------------------------------------------------- */
ABUT_API double abut_agm(double a, double b); /* arithmetic-geometric mean, a, b >= 0 */
ABUT_API double abut_elliptic_K(double m);    /* complete elliptic integrals of parameter m = k^2 in [0, 1) */
ABUT_API double abut_elliptic_E(double m);    /* m in [0, 1] */
ABUT_API double abut_E_star(double E_a, double nu_a, double E_b, double nu_b); /* Pa; an infinite E is rigid */

typedef struct abut_hertz {
    double force;         /* N */
    double approach;      /* m */
    double a, b;          /* m, semi-axes, a >= b (a along the direction of P) */
    double p_max;         /* Pa */
    double p_mean;        /* Pa */
    double stiffness;     /* N/m, dF/dh */
    double energy;        /* J */
    double dF_dP, dF_dQ;  /* N m; saturate where they leave the range of numbers */
    double eccentricity2; /* 1 - b^2/a^2 */
} abut_hertz;

/* Exact elliptic Hertz contact, 0 < P <= Q (1/m), E_star (Pa), approach h >= 0 (m) or force >= 0 (N).
 * Relative error below 3e-15 for P/Q down to 1e-12 (force: to 1e-300; semi-axes 3e-14 there). ABUT_BAD_VALUE for anything
 * else, and where a result leaves the range of numbers. */
ABUT_API abut_status abut_hertz_from_approach(double P, double Q, double E_star, double h, abut_hertz *out);
ABUT_API abut_status abut_hertz_from_force(double P, double Q, double E_star, double force, abut_hertz *out);

/* Many contacts at once; F, a, b are arrays of n, a and b may be NULL. h <= 0 gives 0. The widest vector unit of the
 * processor is used, chosen at run time. Entries that are not 0 < P <= Q, E_star > 0 give NaN. */
ABUT_API void abut_hertz_array(size_t n, const double *P, const double *Q, const double *E_star, const double *h,
                               double *F, double *a, double *b);
ABUT_API const char *abut_hertz_array_unit(void); /* which implementation was chosen: "avx2", "portable" ... */

/* The relative curvatures of two surfaces from their principal radii (m; infinite = flat, negative = hollow) and the angle
 * (rad) between their first principal directions. ABUT_CONFORMING if P <= 0. */
ABUT_API abut_status abut_relative_curvature(const double radii_a[2], const double radii_b[2], double angle, double *P,
                                             double *Q);

/* A normal law evaluated for given curvatures: what `abut point --law` prints. Fills *out for laws of point contact;
 * a, b, p_max are those of the Hertz ellipse at the same P, Q and force. Exactly one of approach, force is not NaN. */
ABUT_API abut_status abut_point_contact(const abut_choice *law, double P, double Q, double E_star, double approach,
                                        double force, abut_hertz *out, abut_message *message);

/* ---- door 1: the contact element -------------------------------------------------------------------------------------
 * Relative pose and twist in; wrench, patch and derivatives out. Create once; eval is const, reentrant, allocates
 * nothing and leaves no trace; accept commits what the contact remembers (tracking start, touch speed, ...). */
typedef struct abut_material {
    double E;       /* Pa */
    double nu;      /* in (-1, 0.5] */
    double density; /* kg/m^3, not used by the element */
    bool rigid;     /* contributes no compliance; E and nu are ignored */
    double expansion,
        yield; /* 1/K, Pa, for fits of bearings, not used by the element; 0: of steel, 11.9e-6; not known */
} abut_material;
/* clang-format off */
#define ABUT_STEEL {210e9, 0.3, 7850.0, false, 0.0, 0.0}
#define ABUT_RIGID {0.0, 0.0, 0.0, true, 0.0, 0.0}
/* clang-format on */

typedef struct abut_surface_def {
    abut_choice shape;
    abut_material material;
    abut_pose place;  /* of the surface frame in the body frame */
    const char *name; /* of a surface in a world */
} abut_surface_def;

struct abut_lubricant; /* abut/lubrication.h */
struct abut_roughness;

typedef struct abut_law_def {
    abut_choice normal;   /* no type: hertz; line for a roller */
    abut_choice friction; /* no type: none */
    abut_choice track;    /* no type: reduced */
    const char *name;     /* of a contact in a world */
    /* A lubricated contact: both are copied. */
    abut_choice film;                       /* no type: moes_line for a line contact, else nvm */
    const struct abut_lubricant *lubricant; /* NULL: dry, there must be no film then */
    const struct abut_roughness *roughness; /* NULL: smooth */
} abut_law_def;

typedef struct abut_element_def {
    abut_surface_def a, b;
    abut_law_def law;
    const abut_registry *registry; /* outlives the element */
    double mass; /* kg, m_a m_b/(m_a + m_b) of the bodies, for damping that scales with the contact; 0: unknown */
} abut_element_def;

typedef struct abut_element abut_element;

typedef struct abut_element_in {
    abut_pose a, b;      /* of the two bodies; quaternions need not be of unit length */
    abut_twist va, vb;   /* of the two bodies */
    double t;            /* s; used by accept and by what remembers: not before the state accepted last but one */
    const double *state; /* abut_element_states() numbers if the element has states of its own, else NULL */
} abut_element_in;

/* Derivatives of the wrenches: K = -d(wrench)/d(position), C = -d(wrench)/d(velocity); rows force on A, torque on A,
 * force on B, torque on B; columns r_A, rotation of A, r_B, rotation of B (world axes, rotations multiplied from the
 * left, world velocities held fixed in K). States of the element's own are taken to follow consistently. */
typedef struct abut_element_jac {
    double K[12][12], C[12][12];
} abut_element_jac;

enum { ABUT_FILM_REGIMES = 5 }; /* of abut_film_state, with 0: none */
/* What the lubricant does: all zero for a dry contact and where there is no film. Of a roller in slices the film and pressures
 * are those of its most loaded slice, forces and losses are sums. */
typedef struct abut_film_state {
    double u_sum;   /* m/s, sum of the surface velocities, along the direction of rolling */
    double M, L, D; /* Moes' numbers */
    int regime;     /* 1 rigid-isoviscous, 2 elastic-isoviscous, 3 rigid-piezoviscous, 4 elastic-piezoviscous; 0 none */
    bool beyond;    /* the contact lies beyond the table of its film law, the film is that of the formula */
    double h_c, h_min;  /* m, central and least film */
    double lambda;      /* h_min over the roughness; 0 for smooth surfaces */
    double fluid_share; /* part of the load that the film carries, the rest stands on asperities */
    double T_fluid;     /* N, magnitudes of the parts of friction: shear of the film, */
    double T_boundary;  /*    asperities, */
    double T_rolling;   /*    rolling resistance of the inlet */
    double loss_fluid, loss_boundary, loss_rolling; /* W, of the three */
    double
        loss_spin; /* W, what part of them is due to spin about the normal, where friction is integrated over the ellipse */
} abut_film_state;

/* P <= Q and a >= b; of a line contact P = 0 and a, b are half the length (of the most loaded slice) and half the width,
 * whichever is greater. Of a pressure on cells (normal law 'halfspace') a lies along the direction of P, and may be the lesser at edges. */
typedef struct abut_element_out {
    bool touching;           /* N > 0 or h > 0 */
    int mode;                /* 0 open, 1 stick (slip below v_s), 2 slip */
    double h, hdot;          /* m, m/s */
    double P, Q;             /* 1/m */
    double N;                /* N, normal force */
    double a, b;             /* m, semi-axes of the contact ellipse */
    double p_max;            /* Pa */
    abut_vec3 point;         /* m, world: midpoint of the opposing points */
    abut_vec3 n, t1, t2;     /* world: normal out of A, tangent basis (see want_frame), t2 = n x t1 */
    abut_vec3 slip;          /* m/s, world: velocity of B relative to A at the point, tangential part */
    double spin;             /* rad/s, n . (w_B - w_A) */
    abut_vec3 force, moment; /* N, N m, world: on B at the point */
    abut_wrench on_a, on_b;
    double energy;          /* J, elastic */
    double energy_friction; /* J, the part of it that tractions on cells hold, else 0; counted in loss_friction, too */
    double loss_normal, loss_friction; /* W, dissipated */
    double lost;                       /* J, by damping whose loss is known without integrating loss_normal, else 0 */
    abut_film_state film;              /* all zero for a dry contact */
    /* these only if the caller set want_frame */
    abut_vec3 point_a, point_b;  /* m, world: the opposing points */
    double roll_a[2], roll_b[2]; /* m/s along t1, t2: velocity of the contact point over the surface of A, of B */
    double entrainment[2];       /* m/s along t1, t2: mean surface velocity relative to the contact point */
    abut_vec3 n_rate;            /* 1/s, world: rate of n */
    /* set by the caller */
    double *slice_load;    /* N/m, of each slice of a roller (abut_element_slices() numbers); may be NULL */
    bool want_frame;       /* fill the lines above, and turn t1 into the principal direction of P (the major axis) */
    abut_element_jac *jac; /* where the derivatives go; NULL: not wanted */
    double *state_rate;    /* where the rates of the element's own states go; may be NULL */
} abut_element_out;

ABUT_API abut_status abut_element_create(const abut_element_def *def, abut_element **out, abut_message *message);
ABUT_API void abut_element_destroy(abut_element *e);
/* For an integrator with this relative tolerance: laws that solve equations (`halfspace`) do so as exactly as its steps need, unless
 * their own tolerance was given. Without the call they are those of 1e-5. Not while others evaluate. */
ABUT_API void abut_element_tolerance(abut_element *e, double rtol);
/* out->want_frame, out->jac and out->state_rate are read, everything else of *out is written. On a status other than OK
 * the wrenches are zero. */
ABUT_API abut_status abut_element_eval(const abut_element *e, const abut_element_in *in, abut_element_out *out);
/* The short form of the matrices, for Newton matrices: k = -(alpha dF/du + beta dF/dv), F the force on B and u, v displacement
 * and velocity of B against A at the contact point, world axes; the change of levers, of the normal and of the velocities
 * under a displacement is left out. It is made from the matrices of an evaluation and the angular velocity of A. For a
 * point on a plane, with B = (1, -[rho_B]), C = ((1, -[r_B - r_A]), (0, 1)) and G = (-B C, B), rows 3, columns 12:
 * alpha K + beta C = G^T k G but for terms of the order of h over the levers. */
ABUT_API void abut_element_kernel(const abut_element_jac *jac, abut_vec3 w_a, double alpha, double beta,
                                  double k[3][3]);
ABUT_API size_t abut_element_slices(const abut_element *e); /* of a roller's contact; 0 if it is none */
ABUT_API abut_status abut_element_accept(abut_element *e, const abut_element_in *in);
ABUT_API void abut_element_forget(abut_element *e); /* back to the memory of a fresh element */

/* The memory is plain bytes: copy it with the state of an integrator that goes back in time. */
ABUT_API size_t abut_element_memory_size(const abut_element *e);
ABUT_API void abut_element_get_memory(const abut_element *e, void *to);
ABUT_API void abut_element_set_memory(abut_element *e, const void *from);

/* States of its own (differential tracking, differential Hertz): how many, and consistent start values. */
ABUT_API size_t abut_element_states(const abut_element *e);
ABUT_API abut_status abut_element_start(const abut_element *e, const abut_element_in *in, double *state);

/* ---- spin-free local frame ---------------------------------------------------------------------------------------------
 * gamma follows the normal, alpha is carried without spin about it: gamma' = ndot, alpha' = (gamma x ndot) x alpha. */
ABUT_API void abut_frame_rate(abut_vec3 gamma, abut_vec3 ndot, abut_vec3 alpha, abut_vec3 *gamma_rate,
                              abut_vec3 *alpha_rate);
/* The finite form: alpha turned by the shortest rotation that takes unit n_old to unit n_new. */
ABUT_API abut_vec3 abut_frame_transport(abut_vec3 n_old, abut_vec3 n_new, abut_vec3 alpha);
/* Rotation vector (rad, world axes) that takes one orientation to the other, the shorter way; of unit quaternions. */
ABUT_API abut_vec3 abut_rotation_vector(abut_quat from, abut_quat to);

#ifdef __cplusplus
}
#endif
#endif
