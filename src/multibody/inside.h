/* Inside of the multibody part: what its files share. */
#ifndef ABUT_MULTIBODY_INSIDE_H
#define ABUT_MULTIBODY_INSIDE_H

#include "abut/extend.h"
#include "base/dual.h"
#include "blocks.h"
#include "force/force.h"
#include "force/member.h"
#include "function/function.h"
#include "joint.h"
#include "numeric/dense.h"
#include "system.h"

/* ---- constant description ---------------------------------------------------------------------------------------- */

/* One degree of freedom of a joint: along or about an axis of the parent-side joint frame. */
typedef struct mb_dof {
    int axis;  /* 0 1 2 */
    bool turn; /* rotation, else translation */
    int u;     /* unknown velocity, -1 if driven */
    int drive; /* index of the drive, -1 if free */
} mb_dof;

/* The joint of a node, and what else only trees and tolerances ask for. */
typedef struct mb_link {
    int body; /* id in the world */
    int dofs;
    mb_dof dof[6];
    const joint_type *joint;
    vec3 at_parent, at_child;    /* joint point in the frames of parent and child (origins: centres of mass) */
    abut_quat q_parent, q_child; /* joint frame in those frames */
    mat3 R_parent;               /* of q_parent */
    double I_inverse[6];
    double reach; /* m, a length of the body: turns speeds into angular speeds in tolerances */
    double v_s;   /* m/s, smallest regularisation speed of its contacts; INFINITY */
} mb_link;

/* A body with the joint that holds it to its parent. Node 0 is the world. Nodes stand in preorder: a subtree is a range.
 * Kept small: every loop over the bodies reads it. */
typedef struct mb_node {
    int x, u, nu;         /* first coordinate in x, first unknown velocity, unknown velocities */
    int triple;           /* local index of three unknown rotations within the node's unknowns, -1 if there are none */
    int parent, count;    /* count: nodes of its subtree, itself included */
    int block, cyclic_at; /* of the matrices, -1 without unknowns; index among the cyclic ones */
    int frame;            /* turning axes of a cyclic node or one that spins in them, -1: the world's */
    bool simple;          /* a free body without children or loops: position and velocity are the state itself */
    bool cyclic;          /* nothing depends on its orientation: kept out of x */
    bool isotropic;       /* I is a multiple of one */
    int spin;             /* its prescribed spin (spin.c), -1: none */
    bool still;           /* fixed in the world for good, nothing hangs on it: placed once */
    bool swarm;           /* part of a swarm (swarm.h): left out of the loops over bodies and of the sparse matrix */
    bool crowded;         /* a surface of it is part of a crowd (crowd.h) */
    /* supports: the nodes from the root down to this one that have unknowns */
    int support, supports; /* first index in mb_system.support, how many */
    double mass, I[6];     /* kg, kg m^2: about the centre of mass, body axes, xx yy zz xy xz yz */
    mb_link *link;
} mb_node;

/* Axes that turn about a fixed line: the state of some balls and rollers is kept in them. With R(t) and the angular velocity W,
 *   r = origin + R x,   v = R u,   x' = u - W x x,   u' = R^T a - W x u,   and the same for the angular velocity.
 * The orientation of a roller is R E S, S a turn about its own axis z with the rate s: E, which is its state, hardly changes. With
 * e = E z it turns with u - W - s e. */
typedef struct mb_frame {
    vec3 axis, origin;
    double rate, spin, ramp;
} mb_frame;

typedef struct mb_drive {
    function motion;    /* or: */
    double speed, ramp; /* used if motion has no type */
    double sign;
    int node;
    bool steered; /* from outside, since t: x + v (s - t) + a (s - t)^2/2 at s */
    double t, x, v, a;
} mb_drive;

typedef struct mb_contact {
    abut_element *element;
    int a, b;                 /* nodes */
    bool bounded;             /* both surfaces have finite extent: far pairs are skipped */
    vec3 centre_a, centre_b;  /* of the bounding spheres, body frames */
    double reach;             /* m, sum of the radii of the bounding spheres */
    double film;              /* m, the gap where a film begins to carry; 0: there is none */
    int s, states;            /* first of its own states, how many */
    bool accepts;             /* accept has something to remember */
    bool bends;               /* keeps books of what its changing curvatures do; not of balls in swarms */
    bool books;               /* what damping takes is in `lost` of its touch, not to be integrated */
    bool off;                 /* not evaluated: it never touches */
    bool swarm;               /* evaluated with its swarm: */
    int in_swarm, kind, ball; /* which one, and where in it */
    /* Released before the surfaces part, at the last accepted state: from spent_from on its energy is counted as lost, before
     * that it decays. INFINITY: it carries. */
    bool spent;
    double spent_from, spent_energy; /* s, J */
    int slots;                       /* first index in mb_system.slot of its supports x supports table */
} mb_contact;

typedef struct mb_force {
    const force_type *type;
    void *self;
    force_places places;
    bool off; /* not evaluated */
    int a, b;
    int slots;
} mb_force;

/* An elastic member over several bodies. */
typedef struct mb_member {
    const elastic_member *law;
    int node[MEMBER_NODES];
    int slots[MEMBER_NODES][MEMBER_NODES]; /* of each pair i < j: first index in mb_system.slot */
} mb_member;

/* A joint that closes a loop, or a prescribed spin of a free body. */
enum { LOOP_MOVE, LOOP_ANGLE, LOOP_SPIN };
typedef struct mb_row {
    int kind;
    int i, j;  /* axes: of a, of b */
    int index; /* among the rows in force, -1 if dropped as dependent */
} mb_row;
typedef struct mb_loop {
    int a, b; /* nodes */
    vec3 at_a, at_b;
    mat3 frame_a, frame_b; /* axes of the joint frame in the bodies */
    int rows;
    mb_row row[6];
    int drive; /* of LOOP_SPIN */
    /* its unknowns: those of the supports of a, then those of b */
    int columns, column; /* first index in mb_system.loop_column */
    size_t values;       /* first number in arrays of rows x columns */
} mb_loop;

/* A free body that turns about an axis of its own as prescribed. */
typedef struct mb_spin {
    int node, drive;
    vec3 axis; /* body frame */
} mb_spin;

struct mb_system {
    vec3 gravity;
    int nodes;
    mb_node *node;
    mb_link *link; /* of each node */
    int *support;  /* node indices */
    int drives, contacts, forces, loops, cyclics, frames, swarms;
    bool may_swarm; /* balls that are alike may be treated together */
    struct swarm *swarm;
    const struct swarm_kernel *kernel; /* of swarms */
    int crowds;
    struct crowd *crowd;
    bool alone;          /* crowds of balls, and nothing else that moves */
    struct beads *beads; /* opened */
    struct crew *crew;   /* of threads; NULL: one */
    int spins;
    mb_spin *spin;
    mb_frame *frame;
    mb_drive *drive;
    mb_contact *contact;
    mb_force *force;
    int members;
    mb_member *member;
    mb_loop *loop;
    int *loop_column;
    size_t loop_values;
    int *tree_loops,
        *tree_loop; /* of each node that is a root: first loop its tree takes part in; the loops, ascending */
    struct sparse_loops *sparse; /* NULL: there are few rows, which are solved densely */
    enum { LOOPS_BY_COUNT, LOOPS_DENSELY, LOOPS_SPARSELY } loops_way; /* tests ask for one or the other */
    mb_sizes size;
    blocks *pattern; /* of the matrices, with room for the factors: one work factors at a time */
    int *block_node; /* node of each block */
    int *slot;       /* tables of slots of contacts and forces */
    bool *always;    /* of each block: it is filled whether contacts touch or not */
    /* the tree of unknown velocities, for the factors of the mass matrix: nearest unknown above, depth, start of row */
    int *above, *depth;
    size_t *row;
    size_t row_values;
    int *group;   /* node of each unknown */
    bool trees;   /* some body is not simple */
    bool accepts; /* some contact remembers something */
    mb_tolerances tolerances;
    double length;  /* m, of the model: scale of positions in tolerances */
    double *cyclic; /* orientation of the cyclic nodes, 4 numbers each, accepted */
};

/* ---- one state ------------------------------------------------------------------------------------------------------ */
/* Turning axes at one instant; W' is the rate of W. */
typedef struct mb_axes {
    mat3 R;
    abut_quat q; /* of R */
    vec3 W, W1;
    abut_quat own;           /* S */
    double s, s1;            /* its rate, and the rate of that */
    double J[6 * BLOCK_MAX]; /* R for positions and for rotations */
} mb_axes;

/* Bodies whose orientation matters, and joints. */
typedef struct mb_hinge {
    mat3 R;
    mat3 F;                  /* parent-side joint frame, world */
    vec3 p;                  /* joint point on the child */
    vec3 vr, wr, ar, alphar; /* relative velocities and accelerations of the joint, world axes */
} mb_hinge;

/* What every loop over the bodies reads: kept small, the rest stands apart. */
typedef struct mb_kin {
    vec3 r;
    abut_quat q;
    vec3 v, w; /* centre of mass, world axes */
    vec3 f, m; /* applied force and moment about the centre of mass */
    vec3 a, alpha;
    mb_hinge *h;
} mb_kin;

/* What is kept of the last evaluation of a contact. */
typedef struct mb_touch {
    double h, hdot, N, p_max, energy, loss_normal, loss_friction;
    double lost; /* J, what is known without integrating loss_normal */
    double held; /* J, of the energy what was counted in loss_friction, too: it is not lost */
    bool far;    /* the bounding spheres are apart: h is minus a lower bound of the gap */
} mb_touch;

/* Changes along a direction. */
typedef struct mb_change {
    vec3 r, theta, v, w, a, alpha, p;
} mb_change;

/* Force and moment about a common point of a subtree. */
typedef struct mb_sum {
    vec3 f, m;
} mb_sum;

struct mb_work {
    mb_system *s;
    double t;
    bool placed;         /* bodies that stand still are */
    bool driven_at;      /* drives and axes are those of t */
    const double *x, *u; /* the state that is evaluated */
    bool brief;          /* only accelerations are wanted: swarms leave the rest alone */
    struct swarm_work *swarm;
    double tangent_step;         /* s: of the attempt in which grooves may be linear, 0: they may not */
    const double *tangent_allow; /* nu: what velocities may be off by after it */
    struct crowd_work *crowd;
    double power;              /* W, see mb_power */
    double *power_d, *power_u; /* nu: its change by positions, by velocities */
    double power_t;
    double *spin_torque; /* N m, of each prescribed spin */
    vec3 *spin_axis;     /* world, at the linearisation */
    mb_kin *kin;
    mb_hinge *hinge;
    function_value *driven; /* of each drive */
    mb_axes *axes;          /* of each frame */
    double *a;              /* accelerations of the unknowns */
    double *lambda;
    double *cyclic;  /* orientation of the cyclic nodes as shown, 4 numbers each */
    mb_touch *touch; /* of each contact */
    unsigned modes;  /* of friction that remembers, folded into a number */
    abut_element_out *out;
    abut_element_out *kept; /* of each contact, by the last full evaluation; NULL: not kept (seen.c) */
    bool full;              /* the last evaluation was: `kept` belongs to it */
    double *kept_slices;    /* N/m, of all contacts that have slices */
    double *force_energy, *force_loss, *force_power; /* of forces, then of members */
    member_work *member;                             /* NULL without members */
    /* mass matrix along the trees, factored */
    double *H, *H0;    /* H0: as it was before, at the state of the last accelerations */
    mb_sum *sum;       /* of subtrees */
    double *composite; /* 10 per node */
    /* constraints */
    double *G, *Gq, *Gu;         /* loop by loop: rows x columns */
    double *g, *g2, *multiplier; /* nc: scratch */
    double *Gs, *Yw, *Sw;        /* border of the factored matrix, its solutions, its Schur complement */
    int *Sw_pivot;
    double *Y, *S; /* nu x nc (column by column), nc x nc */
    int *S_pivot;
    /* linearisation */
    abut_element_jac *jac;
    double *K, *C;
    bool *marked;  /* of each block: it takes part in the factors */
    bool *filled;  /* of each block: K or C is not zero there; what is not filled is not cleared, read or multiplied */
    double *J, *D; /* of each support entry: 6 x BLOCK_MAX, position change and velocity change per unknown */
    mb_change *change;
    mb_sum *dsum;              /* of each body: change of the applied wrench by time alone */
    mb_sum *wave;              /* scratch of a sweep */
    vec3 *axes_kept;           /* W of the frames at the linearisation */
    double *load, *most;       /* N, of each node that spins in turning axes, of each frame: scratch */
    vec3 *spun;                /* s e of the nodes that spin in turning axes, there */
    double *HL, *GL, *inertia; /* mass rows, G and world inertias (6 per node) as they were at the linearisation */
    double *by_time;           /* nu: dR/dt */
    double *g_by_time;
    double alpha;      /* of the last mb_factor; 0: of statics */
    double *vector[4]; /* nu each: three of scratch, and the velocities of the last linearisation */
    double *ygap;      /* size of y: scratch */
};

/* ---- kinematics.c ---- */
void kin_drives(mb_work *k, double t); /* and turning axes */
void kin_positions(mb_work *k, const double *x);
void kin_velocities(mb_work *k, const double *u);
void kin_state(mb_work *k, const double *x, const double *u); /* positions, velocities; applied forces: weights */
void kin_velocity(mb_work *k, int i, const double *u);        /* of one node, its parent's being known */
void kin_accelerations(mb_work *k, const double *a, bool only_trees); /* a: unknowns */
void kin_motion(const mb_work *k, int node, body_motion *out);        /* without changes */
/* The node's orientation is part of the state, relative to turning axes. */
static inline bool kin_spins(const mb_node *n) { return n->frame >= 0 && !n->cyclic; }
vec3 kin_spin(const mb_work *k, const mb_node *n, const double *x); /* s e, in the axes */
/* axis of a degree of freedom, world */
static inline vec3 kin_axis(const mb_kin *n, int axis) {
    return axis == 0 ? n->h->F.c0 : axis == 1 ? n->h->F.c1 : n->h->F.c2;
}
static inline vec3 sym_turn(const mat3 *R, const double I[6], vec3 x) {
    return m3_mul(*R, sym3_mul(I, m3_tmul(*R, x)));
}
/* I_world x */
static inline vec3 kin_inertia(const mb_node *n, const mb_kin *kin, vec3 x) {
    return n->isotropic ? v3_scale(n->I[0], x) : sym_turn(&kin->h->R, n->I, x);
}

/* ---- applied.c: wrenches of gravity, forces, contacts on all bodies ---- */
abut_status applied_wrenches(mb_work *k, double t, const double *s, double *s_rate, bool derivatives);
void applied_input(const mb_work *k, const mb_contact *c, const double *s, abut_element_in *in);
abut_element_out *applied_out(mb_work *k, int contact); /* where the evaluation of a contact goes */
/* The bounding spheres are apart: no force. h of *to is minus a lower bound of the gap. */
bool applied_far(const mb_work *k, const mb_contact *c, mb_touch *to);

/* What the 12 x 12 matrices of an element between two nodes are to the unknowns: K and C, and the changes by time of what is driven. */
void applied_spread(mb_work *k, const int *slots, int a, int b, const abut_element_jac *e);

/* ---- members.c ---- */
void members_wrenches(mb_work *k, bool derivatives);

/* ---- dynamics.c ---- */
/* Everything at one state: kinematics, wrenches, accelerations. at_rest: accelerations are taken as zero. */
abut_status dynamics(mb_work *k, double t, const double *y, double *s_rate, bool derivatives, bool at_rest);
void dynamics_mass_solve(const mb_work *k, double *b);           /* b := M^-1 b, at the factored state */
void dynamics_tree_solve(const mb_work *k, int root, double *b); /* the same of one tree */
void dynamics_mass_factor(mb_work *k, double *keep); /* keep: a copy of the rows before they are factored, or NULL */
void dynamics_project(mb_work *k, double *to);       /* residuals of all bodies on the unknowns */
/* inertial minus applied force of a node */
mb_sum dynamics_residual(const mb_work *k, int node);
void dynamics_subtree_sums(mb_work *k); /* of residuals, about the world origin of each tree */
vec3 dynamics_origin(const mb_work *k, int root);
double dynamics_drive_force(const mb_work *k, int node, int dof); /* after dynamics_subtree_sums */
void dynamics_powers(mb_work *k, double *rate);                   /* MB_QUADS powers at the present state */

/* ---- linearise.c ---- */
void linearise_prepare(mb_work *k); /* clears the matrices, finds J and D and the changes by time */

/* ---- loops.c ---- */
typedef struct loop_row_value {
    dual g, gd, gdd;
    dvec fa, ta, fb, tb; /* wrench of a unit multiplier on a, on b (about their centres of mass) */
} loop_row_value;
void loop_eval(const mb_work *k, const mb_loop *l, const body_motion *a, const body_motion *b, bool by_time,
               loop_row_value row[6]);
void loops_gradients(mb_work *k);         /* fills G at the present kinematics */
abut_status loops_accelerate(mb_work *k); /* corrects k->a, sets k->lambda; wrenches get the constraint forces */
void loops_apply(mb_work *k);             /* the forces of k->lambda are added to the wrenches */
bool loops_factor_mass(mb_work *k);       /* Y = M^-1 G^T and the factors of G Y */
/* rhs := solution of (G M^-1 G^T) x = -rhs, and to += M^-1 G^T x */
void loops_correct(mb_work *k, double *rhs, double *to);
void loops_multiply(const mb_work *k, const double *rows, const double *v, double *g);  /* g = rows v */
void loops_transpose(const mb_work *k, const double *rows, const double *l, double *v); /* v += rows^T l */
abut_status loops_choose_rows(mb_work *k); /* at creation: which rows are independent */

/* ---- creation ---- */
mb_system *mb_system_create(vec3 gravity);
void mb_system_destroy(mb_system *s);
/* nodes, contacts, forces, loops are in place: numbers unknowns, makes pattern and tables. */
abut_status mb_system_finish(mb_system *s, abut_message *message);

#endif
