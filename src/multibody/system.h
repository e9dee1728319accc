/* The equations of motion of a world, as integrators see them.
 *
 * Bodies hang in trees of joints; the coordinates of a joint are translations along and rotations about the axes of its
 * parent-side frame. Joints that close loops, and drives of single directions of free bodies, are constraints.
 *
 *   M(q) a = Q(q, u, t) + G^T lambda,   G a = -gamma,   q' = N(q) u
 *
 * The state is y = x | u | s:
 *   x  (nx) positions: translations, angles, and unit quaternions for three rotations,
 *   u  (nu) velocities: one for every unknown degree of freedom; rotations about parent-frame axes in rad/s,
 *   s  (ns) states that contact elements have of their own.
 * Changes of x live in the tangent space: nu numbers d, where a rotation multiplies from the left, R = exp(d) R_0.
 * Driven coordinates are functions of time and not part of the state. The orientation of a body that no force depends on
 * (a homogeneous ball) is not part of it either: mb_turn_cyclic carries it along after a step was taken.
 *
 * mb_system is constant while running, but for the memory of its contacts (mb_accept); mb_work is the scratch of one
 * thread. Nothing here allocates after creation. */
#ifndef ABUT_MULTIBODY_SYSTEM_H
#define ABUT_MULTIBODY_SYSTEM_H

#include "abut/world.h"

typedef struct mb_system mb_system;
typedef struct mb_work mb_work;

typedef struct mb_sizes {
    int nx, nu, ns, nc; /* nc: constraint rows in force */
    int contacts;
    bool crowds;      /* groups whose surfaces may touch each other: they have no derivatives */
    bool remembers;   /* contacts remember something: what was evaluated is another after it was accepted */
    bool quaternions; /* x holds at least one */
    bool turning;     /* the states of some bodies are kept in turning axes */
    bool beads;       /* balls that push each other and nothing else: accelerations depend on positions alone */
} mb_sizes;

enum { MB_LOSS_NORMAL, MB_LOSS_FRICTION, MB_LOSS_DAMPERS, MB_POWER_IN, MB_QUADS };

mb_sizes mb_size(const mb_system *s);
mb_work *mb_work_create(mb_system *s); /* NULL: out of memory */
void mb_work_destroy(mb_work *k);

/* ---- right-hand side ---- */
/* ydot = f(t, y); quad_rate: MB_QUADS powers (W) or NULL. A positive status is recoverable: try a smaller step. */
abut_status mb_rhs(mb_work *k, double t, const double *y, double *ydot, double *quad_rate);
/* The same for explicit methods; see: somebody will look at the bodies at this state. */
abut_status mb_rates(mb_work *k, double t, const double *y, double *ydot, double *quad_rate, bool see);
/* The accelerations alone (nu), for integrators that work in charts; *a stays valid until the next evaluation. */
abut_status mb_accelerate(mb_work *k, double t, const double *y, const double **a);
/* Part of MB_POWER_IN that is as stiff as friction: what drives give to swarms of balls through the bodies they turn. At the
 * state that was evaluated last; its change per tangent position, velocity and time at the last linearisation (NULL: it is
 * always zero). */
double mb_power(const mb_work *k);
double mb_power_change(const mb_work *k, const double **by_d, const double **by_u);
void mb_powers(mb_work *k, double *rate); /* the powers alone, at the state that was evaluated or linearised last */
/* The residual of IDA: r = M(q) udot - Q - G^T lambda (nu), and constraint rows g (nc), G u - drive (nc); any of the last
 * two may be NULL. */
abut_status mb_residual(mb_work *k, double t, const double *y, const double *udot, const double *lambda, double *r,
                        double *g, double *gdot);
/* to += G^T lambda at the state of the last evaluation. */
void mb_add_constraint_force(const mb_work *k, const double *lambda, double *to);

/* From now on full evaluations keep what they find of each contact, of lubricated ones with frame and film; false: out of
 * memory. */
bool mb_keep_contacts(mb_work *k);
bool mb_keep_packs(mb_work *k); /* only of balls that are evaluated four at a time: contacts that remember nothing */
/* That, if the last evaluation was a full one; what the element calls A and B. False: it is to be evaluated (far apart, more is
 * wanted, nothing is kept). Of balls evaluated four at a time P, Q, mode, tangents and wrenches
 * on the bodies stay as they were; lubricated ones have their film, but no frame. */
bool mb_seen_contact(const mb_work *k, int contact, abut_element_out *out);

/* Approach h of every contact (negative: gap): event functions. */
abut_status mb_gaps(mb_work *k, double t, const double *y, double *h);
/* J: kinetic energy of the state evaluated last, and what contacts store there: how large powers may be wrong. */
double mb_energy_scale(const mb_work *k);
/* At t, y, some contact is closing: a bound (s) for the next step that does not leap over the touch; INFINITY if none. */
double mb_time_to_touch(const mb_work *k);
/* Until what sticks is about to break away, as the accepted states let expect it; INFINITY. */
double mb_time_to_slip(const mb_system *s, double t);
/* Which contacts stick, slip or are open at the last evaluation: another number, another law. */
unsigned mb_modes(const mb_work *k);

/* How long a step from t may be without missing what drives and loads do; INFINITY. */
double mb_longest_step(const mb_system *s, double t);

/* ---- beads ---- */
/* Of systems that are (mb_sizes.beads) and were opened: rows of four numbers for each node, x y z and one more. Nodes are divided into
 * parts, which threads share. */
typedef struct mb_rows {
    int nodes, parts;
    const int *part;     /* first node of each, and the end */
    const int *x, *u;    /* of each node: its place in the state and among the velocities; -1: it stands still */
    const double *light; /* 1/kg, 0 of those that stand still */
} mb_rows;
bool mb_beads_open(mb_system *s); /* from now on contacts are evaluated as pairs of beads; false: out of memory */
const mb_rows *mb_beads(const mb_system *s);
typedef void mb_part(void *user, int part, int first, int end);
void mb_each_part(mb_work *k, mb_part *fn, void *user);
typedef struct mb_push {
    mb_part *place; /* of its nodes: sets c to centres and the inverse masses, a to what acts without contacts */
    void *user;
    double (*c)[4], (*a)[4];
    bool *failed; /* scratch, one for each part */
    bool *calm;   /* of each part: c and a of its nodes stay, nothing in it pushes. A push from outside wakes it */
} mb_push;
/* Adds the accelerations by all contacts to a; false: some are not numbers. */
bool mb_beads_push(mb_work *k, const mb_push *want);
/* What there is to be seen of the contacts at this state, but for parts that are calm; the time to the next touch. */
abut_status mb_beads_look(mb_work *k, double t, const mb_push *at, const double (*u)[4], const double *y,
                          double *touch);
/* One over what errors may be, of positions and velocities. */
void mb_beads_allowed(const mb_system *s, int count, const double (*x)[4], const double (*u)[4], double (*dx)[4],
                      double (*du)[4]);
void mb_place_of(const mb_work *k, int node, double r[3]); /* at the state that was evaluated last */
double mb_gravity(const mb_system *s, int axis);
/* Work on `count` things, in pieces of a fixed size, which threads share. */
enum { MB_PIECE = 4096, MB_FEW = 256 }; /* of numbers; of bodies or contacts, which take longer each */
void mb_share(mb_work *k, mb_part *fn, void *user, int count);
void mb_share_few(mb_work *k, mb_part *fn, void *user, int count);
void mb_copy(mb_work *k, double *to, const double *from, int count);
/* mb_allowed for explicit methods: threads share it where mb_rates goes the short way. */
void mb_rates_allowed(mb_work *k, const double *y, double *x, double *u, double *own);
/* This many threads share work that can be shared; 0: those there are, where that pays. */
void mb_set_threads(mb_system *s, int threads);
int mb_threads(const mb_system *s);

/* ---- charts ---- */
void mb_retract(const mb_system *s, const double *x0, const double *d, double *x); /* x = exp(d) x0 */
/* The inverse, d with exp(d) x0 = x. Returns the largest rotation in it (rad), which is the shortest one: below pi. */
double mb_chart(const mb_system *s, const double *x0, const double *x, double *d);
/* d' for velocities u, at the instant of the last evaluation */
void mb_chart_rate(const mb_work *k, const double *x, const double *d, const double *u, double *ddot);
void mb_tangent_of(const mb_system *s, const double *x, const double *dx, double *d); /* dx (nx) -> d (nu) */
void mb_of_tangent(const mb_system *s, const double *x, const double *d, double *dx); /* d (nu) -> dx (nx) */

/* In y: bodies of elastic shafts of which one turns about its axis turn as fast about theirs. */
void mb_turn_members(mb_work *k, double *y);
/* Scales of forces and moments on each unknown: bodies of a shaft share the greatest, for what one carries goes through the others. */
void mb_share_loads(const mb_system *s, double *load);

/* ---- constraints ---- */
/* Normalises quaternions and moves x and u onto the constraints (nearest in the norm of the mass). correction (size of y,
 * may be NULL) gets new y minus old y. */
abut_status mb_project(mb_work *k, double t, double *y, double *correction);
double mb_violation(mb_work *k, double t, const double *y); /* largest |g| over all rows, also the dropped ones */

/* ---- linearisation ---- */
/* At t, y: accelerations, M, K = dR/dq, C = dR/du with R = M a - Q - G^T lambda at fixed a and lambda, derivatives of the
 * constraint rows, and rates by time alone. Leaves f(t, y) in ydot and df/dt at fixed y in fdot (each may be NULL). */
abut_status mb_linearise(mb_work *k, double t, const double *y, double *ydot, double *fdot);
/* The same for statics, and for steady motion at the velocities in y: accelerations are taken as zero, the multipliers are
 * those of the last evaluation. */
abut_status mb_linearise_at_rest(mb_work *k, double t, const double *y);
/* From now on linearisations are remembered, and between them (in mb_accelerate) grooves of balls may be taken as linear: */
bool mb_tangents(mb_work *k); /* false: out of memory */
void mb_tangents_forget(mb_work *k);
/* in an attempt of a step of h, whose velocities may be off by allow_u (nu; kept). 0: no longer. */
void mb_tangents_allow(mb_work *k, double h, const double *allow_u);
struct archive;
void mb_tangents_archive(mb_work *k, struct archive *a);
/* Factors what mb_newton solves: alpha = h gamma of the method. */
abut_status mb_factor(mb_work *k, double alpha);
/* Solves (1/alpha - J) (d, z) = (rd, ru) where J is the Jacobian of (q', u') in the tangent space; all arrays nu.
 * In place: rd becomes d, ru becomes z. */
void mb_newton(mb_work *k, double *rd, double *ru);
/* After mb_linearise at some state: the change of the accelerations (nu) there for a tangent change d of the positions and a change z of
 * the velocities (nu each), constraints held. */
void mb_acceleration_change(mb_work *k, const double *d, const double *z, double *a);
/* For statics: factors eps M + K with the constraint rows G, and solves in place; lambda (nc) may be NULL. */
abut_status mb_factor_static(mb_work *k, double eps);
void mb_solve_static(mb_work *k, double *r, double *g, double *lambda);

/* The blocks for an outside sparse solver (IDA with KLU): every stored scalar entry of M, K, C. Returns the count; arrays
 * may be NULL to ask for it. Rows and columns are unknown velocities. */
int mb_entries(const mb_work *k, int *row, int *column, double *M, double *K, double *C);
/* The same for G: row = constraint. */
int mb_constraint_entries(const mb_work *k, int *row, int *column, double *G);

/* ---- bodies that are moved from outside ---- */
typedef struct mb_motion { /* of a body: where it is at t, and from there on with these velocities */
    double t;
    abut_vec3 r; /* of its centre, world */
    abut_quat q; /* body -> world */
    abut_vec3 v; /* world */
    abut_vec3 w; /* body axes */
} mb_motion;
/* Of a node whose joint is joint_guided. What works know of drives is to be forgotten then. */
void mb_guide(mb_system *s, int node, const mb_motion *m);
/* What everything else does to such a body, about its centre, world axes; it has no mass. After dynamics_subtree_sums. */
void mb_pull(const mb_work *k, int node, abut_vec3 *force, abut_vec3 *moment);

/* ---- tolerances ---- */
typedef struct mb_tolerances {
    double rtol, atol;                                  /* atol 0: by kind */
    double position, velocity, angle, angular_velocity; /* absolute, by kind; 0: rtol times the scale of the kind */
} mb_tolerances;
void mb_set_tolerances(mb_system *s, const mb_tolerances *t);
/* What an error may be: of x (nx), of u (nu), of tangent changes d (nu), of s (ns); any may be NULL. */
void mb_allowed(const mb_system *s, const double *y, double *x, double *u, double *d, double *own);
/* What is light beside what the outputs tell of, after mb_linearise: velocities (u) of balls of bearings and their cages, and velocities
 * and places (d) of rollers, may be off by more, places of rings and loaded balls by less (tolerances by kind leave it). */
void mb_ease(mb_work *k, double *u, double *d);
const int *mb_groups(const mb_system *s, int *count); /* of each unknown velocity: to which body it belongs */

/* ---- located transitions ---- */
/* Contacts with modes of friction hold them within steps, because the integrator finds where they end (on), or change them
 * as it comes. Returns how many such contacts there are. */
int mb_hold(mb_system *s, bool on);
/* Event functions: two of each contact that holds its modes, positive while they last (direction -1: only their fall through
 * zero is an event), and with `gaps` the approach of each other one (direction 0). Returns the count. */
int mb_events(const mb_system *s, bool gaps, int *direction);
abut_status mb_event_values(mb_work *k, double t, const double *y, bool gaps, double *g);
/* Accepts a state and makes the transitions of the event functions that are marked, whatever the sign of their values. */
abut_status mb_switch(mb_work *k, double t, const double *y, bool gaps, const int *found);

/* ---- accepted steps ---- */
abut_status mb_accept(mb_work *k, double t, const double *y);
/* Orientation of the bodies that are not part of the state: carried from t to t + h with angular velocities at start, middle
 * and end of the step (each array: u). commit = false only shows what it would be in later evaluations of k. */
void mb_turn_cyclic(mb_work *k, double t, double h, const double *u0, const double *um, const double *u1, bool commit);
/* Everything that is remembered from step to step; `works` show the orientations that were committed or shown last. */
struct archive;
void mb_archive(mb_system *s, mb_work *const *works, int count, struct archive *a);

#endif
