/* What a new surface, normal law, damping law or friction law implements.
 *
 * A type is one file that ends in a constant table of the kinds below, and one line in src/registry/core_types.h.
 * Slots marked "optional" may be NULL. An implementation is pure: it sees its own constants (`self`, filled once by
 * init, never written while evaluated) and the arguments; it keeps no other state, does not allocate, print or exit.
 * Everything is in SI units. */
#ifndef ABUT_EXTEND_H
#define ABUT_EXTEND_H

#include "abut/abut.h"
#include "abut/lubrication.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- parameters handed to init: every name is known, every number is in range, defaults are filled in -------------- */
typedef struct abut_args abut_args;
ABUT_API double abut_arg(const abut_args *args, const char *name); /* number or flag; NaN if not given, no default */
ABUT_API bool abut_arg_given(const abut_args *args, const char *name);       /* did the user write it? */
ABUT_API int abut_arg_word(const abut_args *args, const char *name);         /* position in the list of words */
ABUT_API const char *abut_arg_text(const abut_args *args, const char *name); /* the text itself; NULL if not given */
ABUT_API const void *abut_arg_data(const abut_args *args, const char *name, size_t *count); /* NULL if not given */
/* init refuses with a sentence: `return abut_refuse(args, ABUT_BAD_VALUE, "...", ...)`; "TYPE: " is put before it. */
ABUT_API abut_status abut_refuse(const abut_args *args, abut_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same, blaming one parameter: readers of files show its place. Of a list the item, counted from 0: "profile.3". */
ABUT_API abut_status abut_refuse_at(const abut_args *args, const char *key, abut_status status, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* ---- surfaces --------------------------------------------------------------------------------------------------- */
/* f, gradient, Hessian and, for order 3, the third derivatives at a point. */
typedef struct abut_jet {
    double f;
    abut_vec3 g;
    double H[6];  /* xx yy zz xy xz yz */
    double T[10]; /* xxx yyy zzz xxy xxz yyx yyz zzx zzy xyz */
} abut_jet;

/* Everything about a surface at one of its points, in its own frame. Curvatures are positive where the body is convex. */
typedef struct abut_foot {
    double distance; /* m, signed: n . (x - y) */
    abut_vec3 y;     /* the point */
    abut_vec3 n;     /* unit normal out of the material */
    abut_vec3 d1;    /* unit principal direction of k1; d2 = n x d1 */
    double k1, k2;   /* 1/m, normal curvatures along d1, d2 */
    double dk1, dk2; /* 1/m^2, rates of k1 and of k2 per length along d1 */
    double ek1, ek2; /* 1/m^2, the same along d2; the caller has set them to zero */
} abut_foot;

typedef struct abut_extent {
    double bound; /* m, radius of a sphere about the frame origin that holds the surface; INFINITY */
    double size;  /* m, a typical length: smallest radius of interest */
    /* 1/m, least upper bounds over the surface of the smaller and of the larger principal curvature (convex positive);
     * INFINITY if unknown. They decide at creation which pairs can never touch in a point. */
    double k_min_sup, k_max_sup;
} abut_extent;

/* A simple form about the frame's origin or its z axis, for closed forms (balls in hollows are evaluated four at a time) and
 * pictures. */
typedef enum abut_form_kind { ABUT_FORM_NONE, ABUT_FORM_SPHERE, ABUT_FORM_CYLINDER, ABUT_FORM_TORUS } abut_form_kind;
typedef struct abut_form {
    abut_form_kind kind;
    bool hollow;   /* socket, bore or groove: the material is outside */
    bool nearly;   /* but for waves and dents */
    double ring;   /* m, of a torus: radius of the circle on which the tube's centres lie */
    double radius; /* m, of sphere, cylinder or tube */
} abut_form;

/* f = x . M x/2 + v . x + at; M: xx yy zz xy xz yz. */
typedef struct abut_quadric {
    double M[6];
    abut_vec3 v;
    double at;
} abut_quadric;

/* Along which lines a picture of the surface is made; the last digits come from f. */
typedef enum abut_drawing {
    ABUT_DRAWN_BY_F,    /* searched for in space: works for any f, more coarsely */
    ABUT_DRAWN_SPHERE,  /* a sphere of the radius extent.bound */
    ABUT_DRAWN_NORMALS, /* point by point of the unit sphere of normals (slot support) */
    ABUT_DRAWN_TUBE,    /* section and ring (slot form) */
    ABUT_DRAWN_ROUND,   /* about z: one radius for each height and angle */
    ABUT_DRAWN_OUTLINE, /* along z over an outline in x, y, closed round z or a graph over x */
    ABUT_DRAWN_DISC,    /* along z over a closed outline however thin */
    ABUT_DRAWN_DISH,    /* one z for each x, y, seen round the middle */
    ABUT_DRAWN_PLANE,   /* the same as a rectangle */
    ABUT_DRAWN_ROLLER   /* about z within the length of slot roller */
} abut_drawing;

/* A plane at which a body ends: its material is where m . x < at, m a unit vector; surface frame. */
typedef struct abut_wall {
    abut_vec3 m;
    double at; /* m */
} abut_wall;
enum { ABUT_WALLS = 6 };

typedef struct abut_surface_type {
    abut_type type;
    size_t size; /* of self */
    abut_status (*init)(void *self, const abut_args *args);
    abut_extent (*extent)(const void *self);
    /* Returns 0, or ABUT_OUTSIDE_DOMAIN. order: 1 f and g; 2 and H; 3 and T. */
    abut_status (*jet)(const void *self, const abut_vec3 *at, int order, abut_jet *out);
    bool no_third; /* jet does not give T: the element differences H instead */
    /* optional: the nearest point of the surface to a point, with its curvatures and signed distance. At a centre of
     * curvature any of the nearest points will do. Where an apex or a rim is nearest: ABUT_OUTSIDE_DOMAIN with its
     * distance. */
    abut_status (*foot)(const void *self, const abut_vec3 *at, abut_foot *out);
    /* optional: the point whose outward normal is the unit vector n, if it is unique (inverse Gauss map). */
    abut_status (*support)(const void *self, const abut_vec3 *normal, abut_vec3 *y);
    /* optional: a body of revolution or an extrusion gives its axis (unit): tangent bases then lie along principal
     * directions. */
    bool has_axis;
    abut_vec3 axis;
    bool flat; /* optional: the surface is the plane z = 0 with normal +z */
    /* optional, with flat: does the plane reach to x, y? Points are free beyond it. */
    bool (*reaches)(const void *self, double x, double y);
    /* optional: a roller about z, cut into slices: its length (m), and the drop of its profile from the radius `*radius` (m)
     * at z (m). Contacts with it are line contacts. */
    double (*roller)(const void *self, double z, double *radius, double *drop);
    /* optional: the planes at which the body ends, at most ABUT_WALLS; returns how many. For laws over the true gap. */
    int (*walls)(const void *self, abut_wall *out);
    /* optional, with walls: like jet, but the surface goes on beyond its walls, to where a search may come from. */
    abut_status (*beyond)(const void *self, const abut_vec3 *at, int order, abut_jet *out);
    bool point; /* optional: a single point, the frame origin; it touches planes only, and no other slot is used */
    /* optional: > 0 if the surface is a sphere of that radius about its frame origin. */
    double (*ball)(const void *self);
    abut_form (*form)(const void *self); /* optional */
    /* optional: is the surface all of f = 0 of a quadric, with the material where f < 0? Any scale will do that makes |grad f| of order
     * one. Laws over the true gap are quicker on quadrics. */
    bool (*quadric)(const void *self, abut_quadric *out);
    abut_drawing drawing;     /* optional */
    void (*drop)(void *self); /* optional: frees what a successful init allocated; a refusing init cleans up itself */
    /* optional, for surfaces that enclose a volume: it (m^3), its centre (m, surface frame) and its moments of inertia about
     * that centre at the density 1 (m^5: xx yy zz xy xz yz of the inertia tensor, xy being -int x y dV). ABUT_MISSING if
     * this one encloses none, such as a cavity. */
    abut_status (*solid)(const void *self, double *volume, abut_vec3 *centre, double inertia[6]);
} abut_surface_type;

/* ---- the patch: what laws see ----------------------------------------------------------------------------------------
 * Components 1, 2, n are along the principal direction of P, the one of Q, and the normal out of A. */
struct abut_friction_past;
typedef struct abut_patch {
    double h, hdot;        /* m, m/s */
    double P, Q;           /* 1/m */
    double v1, v2;         /* m/s, slip of B over A */
    double w1, w2, wn;     /* rad/s, angular velocity of B relative to A */
    double c11, c12, c22;  /* 1/m, curvature of the deformed interface z = (c11 x^2 + 2 c12 x y + c22 y^2)/2 */
    double P_rate, Q_rate; /* 1/(m s); filled only for laws with states */
    double E_star;         /* Pa */
    double u1, u2; /* m/s, sums of the surface velocities of A and B relative to the contact point; lubricated only */
    double length; /* m, of a line contact or of this slice of it, along 1; 0: point contact. P is 0 then */
    double whole;  /* m, of the whole roller */
    const struct abut_film_contact *film;  /* NULL: dry */
    const struct abut_friction_past *past; /* only for friction laws that remember */
} abut_patch;

/* Derivatives of laws are rows over these local variables. */
enum {
    ABUT_L_H,
    ABUT_L_HDOT,
    ABUT_L_P,
    ABUT_L_Q,
    ABUT_L_V1,
    ABUT_L_V2,
    ABUT_L_W1,
    ABUT_L_W2,
    ABUT_L_WN,
    ABUT_L_PHI, /* rad, the ellipse turned about n with everything else held */
    ABUT_L_C11,
    ABUT_L_C12,
    ABUT_L_C22,
    ABUT_L_G1, /* m, displacement of B over A since the last accepted state */
    ABUT_L_G2,
    ABUT_L_U1, /* m/s */
    ABUT_L_U2,
    ABUT_LOCALS
};

/* What a lubricated contact is made of; constant. */
typedef struct abut_film_contact {
    abut_film_law law;
    abut_lubricant oil;
    abut_roughness rough;
    double E_prime; /* Pa, 2 E* */
    bool line;
    bool carries; /* the film carries load before the bodies touch: approach of the bodies = elastic approach - film */
    double reach; /* m, the gap beyond which it does not; the force fades from half of it on */
    double squeeze; /* factor of the damping by the film's own squeeze; 0: none */
} abut_film_contact;

/* ---- normal laws --------------------------------------------------------------------------------------------------- */
enum { ABUT_BY = 6 }; /* ABUT_L_H, HDOT, P, Q, then U1, U2 */
typedef struct abut_normal {
    double N;                /* N; the elastic part on return of a normal law, the whole after damping */
    double dN[ABUT_BY];      /* by h, hdot, P, Q, u1, u2 */
    double energy;           /* J, stored */
    double loss;             /* W, set by damping */
    double lost;             /* J, since the touch; set by damping that books itself */
    double a, b, p_max;      /* semi-axes and pressure of the Hertz ellipse of the elastic force; 0 if there is none */
    double dlna[3], dlnb[3]; /* of ln a and ln b by h, P, Q; only when derivatives are asked for */
    double dlna_u[2], dlnb_u[2]; /* the same by u1, u2: not zero where a film carries */
    double exponent;             /* h N_h / N of the elastic law: 1.5, or 1 for a linear one */
    double energy_P, energy_Q;   /* J m, derivatives of energy by P and Q at fixed h: the conservative wrench */
    double k, dk[3]; /* N/m, slope of the elastic force, and its derivatives by h, P, Q; set by the element for
                                  friction laws that remember, the derivatives when they are asked for */
} abut_normal;

/* Every normal law has the parameters damping and tension, read by the element: start its table with this line, giving
 * the damping type that a bare number means. */
#define ABUT_NORMAL_PARAMS(number_means)                                                                               \
    {.name = "damping",                                                                                                \
     .kind = ABUT_TYPE,                                                                                                \
     .unit = "1",                                                                                                      \
     .words = "damping:" number_means,                                                                                 \
     .meaning = "damping law; a bare number is the first parameter of " number_means},                                 \
    {                                                                                                                  \
        .name = "tension", .kind = ABUT_FLAG, .unit = "1", .low = 0, .high = 1,                                        \
        .meaning = "1: let damping pull the bodies together; 0: the total force is never negative"                     \
    }
/* A law that fills energy_P and energy_Q offers the conservative wrench by this line. */
#define ABUT_NORMAL_CONSERVATIVE                                                                                       \
    {                                                                                                                  \
        .name = "conservative", .kind = ABUT_FLAG, .unit = "1", .low = 0, .high = 1,                                   \
        .meaning =                                                                                                     \
            "1: add the wrench conjugate to the change of curvature, which makes the elastic force conservative"       \
    }

/* ---- laws over the true gap --------------------------------------------------------------------------------------------
 * A normal law may work on the two bodies themselves instead of on h, P and Q: it then needs neither isolated opposing points
 * nor curvature, and sees ends and edges. The element finds where the bodies are deepest in each other (or how far apart), and
 * asks the law for force, centre of pressure and their derivatives; damping, friction and matrices go on from there.
 *
 * A body is what lies inside of all its sides: f < 0 of its surface, and its walls. Everything is in the frame of the gap, with
 * e3 roughly along the normal out of A, fixed to A's surface; `place` puts the same bodies into another frame. */
enum { ABUT_SIDES = 2 + 2 * ABUT_WALLS };

typedef struct abut_side {
    const abut_surface_type *surface; /* NULL: a wall */
    const void *self;
    bool of_b;
    abut_mat3 R; /* the frame of the surface in that of the gap, and its origin */
    abut_vec3 o;
    abut_wall wall; /* frame of the gap */
} abut_side;

typedef struct abut_gap {
    int sides;
    abut_side side[ABUT_SIDES]; /* first the surface of A, then that of B, then walls */
    abut_mat3 axes;             /* e1, e2, e3 in A's surface frame */
    abut_vec3 origin;           /* m, A's surface frame */
    double h;                   /* m, the greatest approach, > 0; through the origin along e3 at the start */
    double reach[2];            /* m, estimates of the half-lengths of the overlap along e1 and e2 */
    double size;                /* m, a length that is ordinary for the bodies */
    double E_star;              /* Pa */
    bool quadric[2];            /* of the surfaces of A and B: is it one? */
    abut_quadric q[2];          /* then the quadric, frame of the gap: the same surface as f of `jet`, not the same f */
    /* Value, gradient and (order 2) Hessian of a side at x, frame of the gap; a wall has f = m . x - at. */
    abut_status (*jet)(const struct abut_gap *gap, int side, const abut_vec3 *x, int order, abut_jet *out);
    /* The same bodies with origin and axes given in the frame of *gap. */
    void (*place)(const struct abut_gap *gap, const abut_vec3 *origin, const abut_mat3 *axes, struct abut_gap *out);
} abut_gap;

enum { ABUT_MOTIONS = 6 }; /* of B against A: u1 u2 un (m) at the centre of pressure, psi1 psi2 psin (rad) */

/* The pressure on the cells of a window: n x n equal rectangles about the origin of the gap, along e1 and e2, row by row
 * (p[j*n + i] of the cell i along e1, j along e2). The motions are those of abut_gap_force. */
enum { ABUT_CELLS_MOST = 64, ABUT_CELLS = ABUT_CELLS_MOST * ABUT_CELLS_MOST };
typedef struct abut_gap_cells {
    int n;
    double side[2];       /* m, of a cell */
    double p[ABUT_CELLS]; /* Pa */
    /* with derivatives: */
    double grow[ABUT_MOTIONS];           /* relative growth of the window */
    double step[2][ABUT_MOTIONS];        /* m, of its middle over A along e1 and e2 */
    double dp[ABUT_MOTIONS][ABUT_CELLS]; /* Pa per motion, of a cell that moves with the window */
} abut_gap_cells;

/* What the law says. Directions 1, 2 and n are t1, n x t1 and n. */
typedef struct abut_gap_force {
    double N;           /* N, elastic */
    double energy;      /* J */
    double exponent;    /* h N_h/N, roughly */
    double a, b, p_max; /* m, m, Pa: an ellipse that stands for the contact, a along t1, and the pressure */
    double k;           /* N/m, normal stiffness, a function of a and b alone; only friction that remembers needs it */
    double dlnk[2];     /* of ln k by ln a and ln b */
    abut_vec3 at;       /* m, centre of pressure, A's surface frame */
    abut_vec3 n, t1;    /* unit vectors, A's surface frame; n out of A */
    double dN[ABUT_MOTIONS];
    double dat[3][ABUT_MOTIONS]; /* components 1 2 n of the step of the centre of pressure over A */
    double dn[2][ABUT_MOTIONS];  /* components 1 2 of the change of n against A */
    double dphi[ABUT_MOTIONS];   /* rad, turn of t1 about n against A, without what follows the turn of n */
    double dlna[ABUT_MOTIONS], dlnb[ABUT_MOTIONS];
    abut_gap_cells *cells; /* set by the caller: where a law with gap_cells leaves its pressure; NULL: not wanted */
} abut_gap_force;

/* How a line contact carries, for evaluation four at a time: q = gain h^(10/9) (N/m), or, where gain is 0, the strip of the whole
 * length with G(x) = C - ln x, less its series in x^2 or not. */
typedef struct abut_strip_form {
    double gain, C;
    bool series;
} abut_strip_form;

typedef struct abut_normal_type {
    abut_type type;
    size_t size;
    abut_status (*init)(void *self, const abut_args *args);
    /* The elastic force for h > 0. state: the law's own states or NULL. first: the patch at first touch, h = 0 if there was
     * none yet. loss, dN[1..3], a, b, p_max, energy_P and energy_Q of *out are zero on entry. */
    abut_status (*force)(const void *self, const abut_patch *p, const double *state, const abut_patch *first,
                         bool derivatives, abut_normal *out);
    bool needs_material;  /* E_star enters: two rigid bodies are refused */
    bool needs_curvature; /* P > 0 is needed */
    bool line;            /* optional: for rollers; the patch has a length */
    bool no_memory;       /* optional: never looks at `first` */
    bool
        no_power; /* optional: at fixed curvatures the force is no power of h; `exponent` is then a constant that only gives damping and
                      friction laws a scale, and damping that books its losses by powers is refused. `approach` must be there */
    /* optional: the number of slices a roller of this length (m) is cut into, for line; default 1 */
    size_t (*slices)(const void *self);
    /* with line: the length (m) of the contact where the second surface is a shaft without one; 0: not given */
    double (*length)(const void *self);
    /* optional: the approach at which the elastic force is N > 0, and its slope dh/dN: a film can carry in series */
    abut_status (*approach)(const void *self, const abut_patch *p, double N, double *h, double *slope);
    /* optional: states of its own (as integrated variables) */
    size_t (*states)(const void *self);
    void (*start)(const void *self, const abut_patch *p, double *state);
    void (*rate)(const void *self, const abut_patch *p, const double *state, double *rate);
    /* optional: does the law, with these parameters, work on the true gap? Then gap_force is called, and `force` is not. */
    bool (*over_gap)(const void *self);
    /* `memory`: what it left at the last accepted state, gap_memory bytes, all zero before the first and after the bodies were
     * apart; `next`: where to leave it now, NULL during a trial. Derivatives only if asked for. */
    abut_status (*gap_force)(const void *self, const abut_gap *gap, const void *memory, void *next, bool derivatives,
                             abut_gap_force *out);
    size_t (*gap_memory)(const void *self); /* optional: bytes; default 0 */
    int (*gap_cells)(const void *self);     /* optional: it has the pressure on cells, so many in each direction */
    void (*tolerance)(void *self,
                      double rtol); /* optional: equations that it solves itself are for an integrator with this
                                                   relative tolerance; called before a run, not while it goes on */
    void (*drop)(void *self); /* optional: frees what init allocated, also after it refused; self is zero before init */
    bool hertz; /* optional: the force is exact Hertz, which the element has inlined and evaluates four at a time */
    /* optional, with line: the force is that of this form, bodies of E' (Pa), rollers of this length (m). False: not with these. */
    bool (*strip)(const void *self, double E_prime, double whole, abut_strip_form *out);
} abut_normal_type;

/* ---- damping laws ---------------------------------------------------------------------------------------------------- */
typedef struct abut_damping_memory {
    double touch_speed; /* m/s, hdot when the contact closed; NaN while open */
    double h_max;       /* m, deepest approach of this contact period */
    double t, h, hdot;  /* of the last accepted state */
    double lost;        /* J, until then, by a law that books itself */
    double lost_before; /* J, of it in the contact periods that have ended */
} abut_damping_memory;

typedef struct abut_damping_type {
    abut_type type;
    size_t size;
    abut_status (*init)(void *self, const abut_args *args);
    /* Turns the elastic force in *n into the whole force. */
    void (*apply)(const void *self, const abut_patch *p, const abut_damping_memory *memory, abut_normal *n);
    bool no_memory; /* optional: never looks at `memory` */
    /* optional: what was lost is a function of the approach and of `memory`, in lost; `loss` is its rate, for readers */
    bool books;
    /* optional: the whole force is N (1 + chi hdot), with this chi (s/m); the element then needs no call of apply */
    double (*chi)(const void *self);
} abut_damping_type;

/* ---- friction laws --------------------------------------------------------------------------------------------------- */
enum { ABUT_T1, ABUT_T2, ABUT_M1, ABUT_M2, ABUT_MN, ABUT_TRACTIONS };

typedef struct abut_traction {
    double T[ABUT_TRACTIONS]; /* force along 1, 2 and moment about 1, 2, n on B at the contact point */
    /* Only when derivatives are asked for: bit i of `used` says that T depends on local variable i, and then the whole row
     * dT[i] is filled. */
    unsigned used;
    double dT[ABUT_LOCALS][ABUT_TRACTIONS];
    double loss; /* W */
    int mode;    /* 1 stick, 2 slip */
    abut_film_state
        film; /* laws of lubricated friction fill fluid_share, T_... and loss_... , and h_c, h_min, lambda if they
                           * know better than the smooth film; zero on entry for lubricated contacts, else not to be touched */
} abut_traction;
/* The variables that a law at a point depends on, those it has by its memory, and those that only laws over the whole patch
 * depend on. A law that gives moments M1, M2, MN uses at least one of the last; a law without them uses either all of the
 * first or none. */
#define ABUT_L_POINT                                                                                                   \
    ((1U << ABUT_L_H) | (1U << ABUT_L_HDOT) | (1U << ABUT_L_P) | (1U << ABUT_L_Q) | (1U << ABUT_L_V1) |                \
     (1U << ABUT_L_V2))
#define ABUT_L_MEMORY  ((1U << ABUT_L_G1) | (1U << ABUT_L_G2))
#define ABUT_L_ROLLING ((1U << ABUT_L_U1) | (1U << ABUT_L_U2))
#define ABUT_L_PATCH   (~(ABUT_L_POINT | ABUT_L_MEMORY | ABUT_L_ROLLING))

enum { ABUT_LAYERS = 6 }; /* parts into which a law may divide the contact */

/* What a law remembers of the last accepted state, as the element hands it over: vectors are in the present tangent basis,
 * carried there with the contact without spin about the normal. */
typedef struct abut_friction_past {
    int mode;       /* 0 the contact was open, 1 stick, 2 slip */
    bool armed;     /* for the law: kept as commit leaves it */
    bool hold;      /* the mode holds for the whole step, because the integrator locates its end (slot `lasts`) */
    bool ended;     /* in commit, with hold: that end is reached */
    bool stay;      /* set by commit: the mode goes on, what was kept and the displacement since may stand */
    double dt;      /* s, since then */
    double kept[2]; /* what commit left: a force, a deflection */
    double v[2];    /* m/s, slip then */
    double g[2];    /* m, displacement of B over A since `kept` was kept */
    double layer[ABUT_LAYERS][2]; /* for the law: forces or deflections of parts, kept as commit leaves them */
    double reach;                 /* for the law: a number that says what the parts are */
    /* of the pair, always there: */
    double stiffness_ratio; /* tangential over normal stiffness of a circular contact of these materials, by Mindlin */
    double mass;            /* kg, reduced mass of the bodies; 0: unknown */
} abut_friction_past;

/* Regularised Coulomb friction: the traction per pressure is -g(u) v with u = |v|^2 and
 *   g = mu(u)/sqrt(u + v_s^2),   mu(u) = mu + extra exp(-u i_vstr2). */
typedef struct abut_slip_law {
    double mu, extra;     /* kinetic coefficient; static minus kinetic */
    double v_s2, i_vstr2; /* v_s^2; 1/v_stribeck^2 */
} abut_slip_law;

/* A quarter of a strip and the part of the major axis that it stands for, in two halves, all as parts of the semi-axes: where
 * slip is taken, where the traction acts; their shares of the load. */
typedef struct abut_slip_cell {
    double x, y, load; /* middle, share of the load */
    double half;       /* half the width of a half */
    double slip[2], lever[2], share[2];
} abut_slip_cell;

/* Where it acts: at the contact point, or over the ellipse by sums over nodes of a quarter of the unit disc (major axis x),
 * which stand for their mirror images too. */
typedef struct abut_slip {
    abut_slip_law law;
    int nodes;                   /* 0: at the contact point */
    int points;                  /* nodes of a strip, one after the other */
    const double *x, *y, *w;     /* of each node: place, and its share of the load */
    const abut_slip_cell *cells; /* of each strip */
    double widest;               /* the greatest half of the cells */
} abut_slip;

/* Friction where film and asperities share the load, at the contact point or over the ellipse, for evaluation four at a time: the constants of the law, and the
 * nodes of a quarter of the unit disc, which stand for their mirror images too. */
typedef struct abut_wet {
    double mu, v_eps;          /* of the asperities: coefficient, and slip (m/s) below which their friction is smooth */
    double rolling;            /* factor of the rolling resistance of the inlet */
    int nodes;                 /* 0: at the contact point */
    const double *x, *y;       /* of each node: place */
    const double *root;        /* sqrt(1 - x^2 - y^2) */
    const double *load, *area; /* its shares of load and area, of all four quarters */
} abut_wet;

/* ---- friction over the cells of a pressure -------------------------------------------------------------------------------
 * A friction law may work on the pressure of a normal law over the true gap (slot gap_cells). What it remembers is a block of
 * its own, behind that of the normal law. */
typedef struct abut_cells_contact {
    const abut_gap *gap;
    const abut_gap_force *normal; /* with its cells */
    double load;                  /* the normal force with damping over the elastic one: pressures are greater by it */
} abut_cells_contact;

typedef struct abut_cells_traction {
    double T[ABUT_TRACTIONS];                /* as in abut_traction */
    double dT[ABUT_TRACTIONS][ABUT_MOTIONS]; /* with derivatives: by the motions of B against A, load held */
    double dload[ABUT_TRACTIONS];            /* with derivatives: by the load */
    double energy;                           /* J, what the tractions hold */
    int mode;                                /* 1 some of it sticks, 2 everything slips */
} abut_cells_traction;

typedef struct abut_friction_type {
    abut_type type;
    size_t size;
    abut_status (*init)(void *self, const abut_args *args);
    bool needs_film;                    /* optional: for lubricated contacts only, p->film is set */
    unsigned (*uses)(const void *self); /* optional: the most that `used` can hold; default: everything */
    double (*speed)(const void *self);  /* optional: m/s, slip that tells sticking from slipping; default: none does */
    void (*force)(const void *self, const abut_patch *p, const abut_normal *n, bool derivatives, abut_traction *out);
    /* optional: the law remembers, and p->past is set. After a step was accepted with the contact closed, commit turns
     * *next, on entry a copy of the past, into what is remembered: mode, armed, stay, reach, and kept and layer as they are
     * now. */
    void (*commit)(const void *self, const abut_patch *p, const abut_normal *n, abut_friction_past *next);
    /* optional, with commit: positive while the held mode lasts, zero where it ends (any unit, smooth). */
    double (*lasts)(const void *self, const abut_patch *p, const abut_normal *n);
    /* optional: the law is regularised Coulomb friction and nothing else, which the element has inlined and evaluates four at
     * a time. False: not with these parameters. */
    bool (*slip)(const void *self, abut_slip *out);
    /* optional, for laws of lubricated contacts: the law is that of abut_wet and nothing else. False: not with these parameters. */
    bool (*wet)(const void *self, abut_wet *out);
    /* optional: the law works on the cells of a pressure; then none of force, commit and lasts is called. `prepare` after init: n
     * cells in each direction, tangential over normal stiffness as in abut_friction_past; it may allocate. */
    abut_status (*prepare)(void *self, int n, double stiffness_ratio);
    size_t (*cells_memory)(const void *self); /* bytes, after prepare */
    /* `memory`: what it left at the last accepted state, all zero while the bodies were apart; `next`: where to leave it now,
     * NULL during a trial. */
    abut_status (*over_cells)(const void *self, const abut_cells_contact *contact, const void *memory, void *next,
                              bool derivatives, abut_cells_traction *out);
    void (*tolerance)(void *self, double rtol); /* optional: as in abut_normal_type */
    void (*drop)(void *self); /* optional: frees what init and prepare allocated; self is zero before init */
} abut_friction_type;

/* ---- tracking methods -------------------------------------------------------------------------------------------------
 * How the opposing points are found. Not meant for extension from outside: it sees the pair as src/contact/track.h has it. */
struct abut_track_pair;
struct abut_track_points;
typedef struct abut_track_type {
    abut_type type;
    size_t size;
    abut_status (*init)(void *self, const abut_args *args);
    abut_status (*solve)(const void *self, const struct abut_track_pair *pair, struct abut_track_points *points);
    bool states; /* the points are integrated by the caller, 8 numbers: r_A, r_B (frame of A's surface), lambda, mu */
    bool closed_forms; /* may be replaced by a closed form where the pair has one */
} abut_track_type;

#ifdef __cplusplus
}
#endif
#endif
