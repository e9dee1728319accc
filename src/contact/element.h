/* Inside of the contact element, shared by its files: creation, evaluation, derivatives. */
#ifndef ABUT_CONTACT_ELEMENT_H
#define ABUT_CONTACT_ELEMENT_H

#include "abut/extend.h"
#include "closed.h"
#include "film/film.h"
#include "friction/slip_law.h"
#include "patch.h"
#include "track.h"

/* A surface on its body. */
typedef struct placed {
    surface surface;
    bool moved; /* the surface frame is not the body frame */
    vec3 r;
    mat3 R;
} placed;

/* What a friction law remembers of an accepted state; vectors in A's surface frame. */
typedef struct friction_memory {
    double t; /* s; NaN: nothing was accepted yet */
    int mode;
    bool armed;
    vec3 n;                       /* normal there: the vectors are carried on by the turn of it */
    vec3 kept;                    /* of the law */
    double layer[ABUT_LAYERS][2]; /* along v3_perpendicular(n) and across */
    double reach;
    vec3 v;           /* m/s, slip */
    vec3 anchor;      /* m, the contact point */
    vec3 yb;          /* m, where that was on B, in its surface frame */
    double margin, N; /* sticking: what `lasts` says (N), and the normal force; else 0 */
} friction_memory;

/* Energy that no rate says: sums over accepted states. */
typedef struct element_books {
    double curvature;          /* J, what the stored energy gained by the change of P and Q at fixed h */
    bool closed;               /* the rest is of an accepted state in contact */
    double P, Q;               /* 1/m */
    double energy_P, energy_Q; /* J m */
} element_books;

/* What the contact remembers between accepted states: plain data, copied as bytes. */
typedef struct element_memory {
    bool tracked; /* points holds a start for tracking */
    bool touching;
    abut_track_points points;       /* in the surface frames */
    vec3 start_d, start_x, start_y; /* B's frame (origin, two axes) when the points were last found from scratch */
    abut_patch first;               /* patch at first touch; h = 0: none */
    /* at the last accepted state and at the one before: evaluations between them, of readers and of the integrals of the
     * powers, need the latter */
    abut_damping_memory damping, damping_before;
    friction_memory friction, before;
    element_books books;
} element_memory;

/* N = force h^(3/2), a = b = radius h^(1/2), p_max = pressure h^(1/2); force 0: not that case. */
typedef struct element_round {
    double force, radius, pressure; /* N/m^1.5, m^0.5, Pa/m^0.5 */
} element_round;

struct abut_element {
    const struct element_kernel *kernel; /* whose code it is evaluated by */
    placed a, b;
    closed_form form; /* of the default tracking */
    const abut_track_type *track;
    const abut_normal_type *normal;
    const abut_damping_type *damping;
    const abut_friction_type *friction;
    void *track_self, *normal_self, *damping_self, *friction_self;
    double E_star;                /* Pa; infinite if both bodies are rigid */
    double share;                 /* part of the deformation that A takes */
    double stiffness_ratio, mass; /* as in abut_friction_past */
    bool tension, conservative;
    /* The common case, inlined without derivatives: exact Hertz, N (1 + chi hdot), Coulomb friction at a point. */
    bool common;
    bool plain_laws;     /* Hertz, N (1 + chi hdot), Coulomb friction of any kind: chi and slip are set */
    element_round round; /* exact Hertz of a circle that is the same in every state */
    double chi;          /* s/m */
    abut_slip slip;      /* of friction */
    bool whole_patch;    /* friction depends on more than the slip at the contact point */
    /* Lubricated contacts and rollers go another way (patches.c). */
    bool in_patches;
    bool lubricated; /* `film` is set */
    abut_film_contact film;
    bool
        wet_laws; /* Hertz, N (1 + chi hdot), a film of a known recipe, friction `wet`: four can be evaluated together */
    abut_wet wet;
    film_recipe recipe;
    void *film_table;   /* copy of the file of a film law */
    struct line4 *line; /* NULL: the laws of a roller have no form for four slices at a time */
    size_t slices;      /* of a roller, else 0 */
    double length;      /* m, of the roller */
    double radius;      /* m, in its middle */
    struct element_slice {
        double y, radius; /* m, place along its axis, radius there */
    } * slice;
    double *slice_rows; /* for four at a time: places, then radii, slice_lanes each */
    size_t slice_lanes;
    bool hold; /* modes of contacts that remember friction hold within steps: the integrator locates their ends */
    size_t normal_states, track_states;
    bool over_gap; /* the normal law works on the true gap (gap.h) */
    /* what such a law remembers, and where it leaves it while a state is accepted; NULL: nothing */
    size_t law_bytes;
    void *law_memory, *law_next;
    /* friction on the cells of the pressure: its block at the last accepted state and at the one before lie behind that of the normal
     * law; 0: none */
    size_t cells_bytes;
    element_memory memory;
};

/* The pair in A's surface frame at a given state, with what leads back to the world. */
typedef struct element_frame {
    abut_track_pair pair;
    mat3 R;        /* A's surface frame -> world */
    vec3 origin;   /* of A's surface frame relative to A's body origin, world */
    vec3 ab;       /* B's body origin minus A's, world */
    double radius; /* of a roller: of the slice at pair.d, m; its axis is the third of pair.R */
} element_frame;

/* What friction on cells needs, apart for its size. */
typedef struct element_cells {
    abut_gap gap;
    abut_gap_cells pressure;
    abut_cells_traction traction;
} element_cells;

/* The local picture of one evaluation: everything the wrench and its derivatives are made of. */
typedef struct element_local {
    geometry g;
    patch_step step; /* filled when the motion is */
    abut_patch patch;
    const element_frame *frame; /* set for friction that remembers, as the past is */
    abut_friction_past past;
    vec3 moved;      /* m, of the material points since they touched, where no time has passed */
    vec3 lever;      /* m, from the contact point to where they are */
    patch_axis axis; /* of a roller */
    bool lubricated; /* the forces may depend on u1, u2 */
    abut_normal normal;
    abut_traction traction;
    abut_gap_force over;  /* of a law over the true gap */
    element_cells *cells; /* NULL: friction is not on cells, or not wanted */
    double over_h[6];     /* how the approach moves with B against A at over.at */
    vec3 deepest;         /* m, A's surface frame: where such a law was asked from */
    patch_motion *motion; /* NULL unless derivatives, rates or the conservative wrench need it */
    bool is_conservative;
    double conservative[6]; /* the part of the wrench that is conjugate to the change of curvature */
    double wrench[6];       /* force and moment on B at the contact point, components 1 2 n */
    vec3 t1, t2, n;         /* world */
    vec3 lever_a, lever_b;  /* contact point minus body origins, world */
    vec3 v, w;              /* of B relative to A at the contact point, world */
    vec3 force, moment;     /* on B at the contact point, world */
} element_local;

/* Is it elastic within reason, or rigid? Refuses "material of OF". */
abut_status element_check_material(const abut_material *m, const char *of, abut_message *message);

/* create_roller.c: of a roller on another surface; and, when all laws are there, whether four slices can be evaluated at a time. */
/* Side a (0) or b (1) to another place on its body, turned as before; what it remembers stays. */
void element_move(abut_element *e, int side, vec3 at);
abut_status element_make_roller(abut_element *e, abut_message *message);
abut_status element_find_slices(abut_element *e, abut_message *message);

/* ---- located transitions: for integrators that find where modes of friction begin and end ---- */
enum { ELEMENT_EVENTS = 2 };
/* Values that cross zero where the contact opens or closes, and where its mode of friction ends. Both are positive while the
 * held state lasts. Contacts without a memory of friction have only the first: the approach, whatever its sign. */
abut_status element_lasts(const abut_element *e, const abut_element_in *in, double value[ELEMENT_EVENTS]);
/* Accepts a state where event `which` happened: the transition is made, whatever the sign of its value. */
abut_status element_switch(abut_element *e, const abut_element_in *in, int which);
bool element_remembers_friction(const abut_element *e);
bool element_sticks(const abut_element *e); /* has modes of friction that begin and end */
/* Do the curvatures change as the contact wanders, under a force that is not made conservative? */
bool element_bends(const abut_element *e);
/* For an element that bends and has nothing else to accept. */
abut_status element_keep_books(abut_element *e, const abut_element_in *in);
/* J, what the stored energy gained by the change of curvatures, so far: work that nobody did. */
double element_work_of_curvature(const abut_element *e);
/* J, by damping that books itself, until the last accepted state. */
double element_lost(const abut_element *e);
/* The bodies are far apart: forgets everything but the books. */
void element_apart(abut_element *e);
/* When the contact will break away, from the last two accepted states, less a part for safety; INFINITY: not in sight. */
double element_breaks_away(const abut_element *e);

/* element_archive.c: everything that the contact remembers. */
struct archive;
void element_archive(abut_element *e, struct archive *a);
void element_memory_archive(element_memory *m, struct archive *a); /* but for that of laws over the gap */

/* patches.c: evaluation of lubricated contacts and of rollers. */
abut_status element_eval_patches(const abut_element *e, const abut_element_in *in, abut_element_out *out);

/* gap_law.c: laws over the true gap. Opposing points, or what stands for them, and the force; `next` as in gap_force. */
abut_status gap_law_place(const abut_element *e, const element_frame *f, bool moving, void *next, element_local *l);
void gap_law_elastic(element_local *l);
/* Motion of the local picture, from the derivatives of the law. */
void gap_law_move(element_local *l);
/* Damping, and the rows of the motion by which the laws after it see the force. */
void gap_law_damp(const abut_element *e, const abut_damping_memory *memory, bool derivatives, element_local *l);
/* Rolling of the centre of pressure over A. */
patch_rolling gap_law_roll(const element_local *l);

/* Friction on the cells of the pressure; `next` as in over_cells. */
abut_status gap_law_friction(const abut_element *e, const abut_element_in *in, void *next, bool derivatives,
                             element_local *l);

/* film.c: normal force of a lubricated contact, with damping, at p->h of any sign; N = 0: the film carries nothing there. */
abut_status film_normal(const abut_element *e, bool derivatives, element_local *l);
/* The film under the load of the local picture, for reports. */
void film_report(const abut_element *e, const element_local *l, abut_film_state *out);

/* jacobian.c: fills K and C from a touching local picture. */
void element_jacobian(const abut_element_in *in, const element_local *l, abut_element_jac *out);

#endif
