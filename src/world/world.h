/* Inside of a world, shared by its files: adding (build.c), assembling (assemble.c, tree.c), running (advance.c), reading
 * (read.c). */
#ifndef ABUT_WORLD_INSIDE_H
#define ABUT_WORLD_INSIDE_H

#include <string.h>

#include "abut/world.h"
#include "base/names.h"
#include "integrate/integrate.h"
#include "keep.h"
#include "machine_slots.h"
#include "multibody/inside.h"

typedef struct world_body {
    const char *name;
    abut_body_def def;
    int node;           /* in the system */
    int surfaces;       /* how many sit on it */
    double mass, I[6];  /* found or given */
    bool given_speed;   /* a start velocity was given */
    double reach, v_s;  /* see mb_node */
    double point_reach; /* m, of its points: the largest distance from the centre of mass */
    bool only_balls;    /* every surface is a ball about the centre of mass */
    bool loaded;        /* a force or a loop acts on it */
    int machine;        /* it belongs to, 0 */
    bool hidden;        /* in statics: part of its machine's force */
    /* tree */
    int parent;        /* body, -1 before it is found */
    int joint;         /* tree joint, 0: none (free or fixed body) */
    int guide;         /* index in w->guide of its motion, if it is moved from outside; 0 */
    int cut, cut_from; /* joint to the body it would hang on, were the tree not too deep; 0 */
} world_body;

typedef struct world_surface {
    const char *name;
    int body;
    abut_surface_def def;
    double ball, bound,
        size; /* m: radius of a ball, 0; of the bounding sphere, infinite also of hollows; of the shape */
    bool flat, point, roller, shaft; /* shaft: a cylinder seen from outside, a roller where the law is one for lines */
} world_surface;

typedef struct world_contact {
    const char *name;
    int a, b;     /* surfaces, as named */
    bool swapped; /* the element has them the other way round: it wants a point or a roller second */
    abut_element *element;
    const abut_law_def *changed; /* other laws than those of its machine; NULL: none */
    double v_s;                  /* m/s, INFINITY without */
    int machine;
    bool lubricated;
    double film; /* m, the gap where its film begins to carry */
    abut_contact_stats stats;
    double t, h, hdot, N; /* of the last accepted state */
    int regime;           /* of its film there, -1 without load */
    int beyond;           /* 1: beyond the table of its film law there */
    double loss[4];       /* W, of a lubricated contact there: friction; of it fluid, boundary, rolling */
} world_contact;

typedef struct world_joint {
    const char *name;
    abut_joint_def def;
    const joint_type *type;
    int node;      /* tree joint: of the child-side body in the tree; 0 */
    bool reversed; /* the tree runs from child to parent */
    int loop;      /* index of the loop, -1 */
} world_joint;

typedef struct world_force {
    const char *name;
    abut_force_def def;
    const force_type *type;
    void *self;
    int machine;
} world_force;

/* A part of a shaft: an elastic member between bodies. */
typedef struct world_member {
    int body[MEMBER_NODES];
    elastic_member law; /* K is its own */
} world_member;

/* Groups whose surfaces may touch each other: see multibody/crowd.h. */
typedef struct world_collide {
    const char *name;
    abut_law_def law;
    int count; /* surfaces of both groups */
    int *surface, *kind;
    unsigned char *sides;
    bool same; /* both groups are one */
    int kinds;
    abut_element **element; /* kinds x kinds; NULL: no such pair */
    bool packed;            /* balls and planes are evaluated four at a time */
    double v_s;             /* m/s, INFINITY without */
    abut_collide_stats stats;
    double t;                    /* s, of the last accepted state that was looked at */
    long long *closed, *closing; /* pairs that touched there, ascending; room for those of the next */
    int closed_count, closed_room;
} world_collide;

/* Where a body starts if the world starts in equilibrium. */
typedef struct world_settled {
    bool hidden, moves; /* hidden: in its machine; moves: v and w are its velocities */
    int count;          /* coordinates of its node; or, of a hidden one: */
    double x[7];
    abut_pose pose;
    vec3 v, w; /* world */
} world_settled;

typedef struct world_greatest { /* squares, over accepted states */
    double joint_force, speed, angular_speed;
} world_greatest;

struct abut_world {
    keep keep;
    const abut_registry *registry;
    vec3 gravity;
    abut_status status;
    abut_message message;
    abut_place about;     /* the object in work, without a key */
    bool adding, blaming; /* a machine; and it had no error before */
    int bodies, surfaces, contacts, joints, forces, machines, collides, members;
    world_body *body;       /* [0] is the world */
    world_surface *surface; /* entries from 1 */
    world_contact *contact;
    world_joint *joint;
    world_force *force;
    world_machine *machine;
    world_collide *collide;
    world_member *member;
    int body_room, surface_room, contact_room, joint_room, force_room, machine_room, collide_room, member_room;
    name_table body_names, surface_names, contact_names, joint_names, force_names, machine_names, collide_names;
    /* running */
    bool started;
    bool turning;     /* turning axes are used */
    bool swarming;    /* balls that are alike are treated together, prescribed spins without a constraint */
    bool plain;       /* never do so: for tests and hosts */
    bool outside;     /* its states are integrated by a host: neither turning axes nor orientations of their own */
    bool travels;     /* its solver must be one that every platform has: for FMUs */
    bool uncut;       /* deep trees stay whole: for tests */
    int loops_way;    /* LOOPS_..., for tests */
    mb_motion *guide; /* of bodies that are moved from outside, from 1 (host.h) */
    int guides;
    world_settled *settled; /* of each body, NULL: as given */
    bool resting;           /* assembled for statics: the inner bodies of machines are hidden */
    abut_solver_def solver;
    mb_system *system;
    mb_work *work;   /* of the integrator */
    mb_work *reader; /* of the readers: holds accelerations and forces of the shown state */
    const integrator_type *integrator;
    void *integrator_self;
    integrator_counts counts;
    abut_message why;               /* the solver was chosen */
    double t_step, h_step;          /* end and length of the last accepted step */
    double t_stop;                  /* s, no step goes beyond */
    double t_shown;                 /* what the readers see */
    double *y, *y_start, *y_middle; /* shown state; state at the start of the last step; scratch */
    double quads[MB_QUADS];         /* at the shown instant */
    double energy_start;
    double lost; /* J, elastic energy of contacts whose force ended before the surfaces parted */
    world_greatest most;
    double violation;
    int redundant;
    int (*watch)(void *user);
    void *watch_user;
    const world_observer *observer; /* of the machines; NULL: there are none */
    bool balancing;                 /* its start is one of those that the observer makes in `before` */
};

/* ---- adding (build.c) ---- */
/* May something be added? It is the object in work then. */
bool world_writable(abut_world *w, const char *what);
/* A unique name, or one that is made; NULL after a refusal. */
const char *world_take_name(abut_world *w, const char *what, const char *name, name_table *table, int id);
/* Room for entry [count + 1] of a list counted from 1; false after a refusal. */
bool world_make_room(abut_world *w, void **list, int count, int *room, size_t size);
#define ROOM(w, sort, list) world_make_room(w, (void **)&(w)->sort, (w)->list, &(w)->sort##_room, sizeof *(w)->sort)

/* ---- refusals: the first is kept, all return its status ---- */
/* Of no object in particular. */
abut_status world_kept(abut_world *w); /* ABUT_NO_MEMORY: something that was added is not kept as a whole */
abut_status world_refuse(abut_world *w, abut_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* At a key ("mass", "balls.count", "": the whole) of the object in work. */
abut_status world_refuse_at(abut_world *w, const char *key, abut_status status, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* With the status of `why`, at its key below this one. */
abut_status world_refuse_why(abut_world *w, const char *key, const abut_message *why, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The object in work: what refusals are about from here on. id 0: it is being added. While a machine is added, its parts are
 * none of their own: see machine_blame. */
void world_about(abut_world *w, const char *kind, int id);

/* Refuses at E or nu below this key what is neither elastic within reason nor rigid. */
abut_status world_check_material(abut_world *w, const char *key, const abut_material *material);
/* A new machine with this name, unless it is taken; NULL after a refusal. */
world_machine *world_new_machine(abut_world *w, const char *name);
/* A force of a type that need not be registered, between bodies that are there: self becomes the world's. */
abut_force world_add_force(abut_world *w, const abut_force_def *def, const force_type *type, void *self);
/* Other laws for a contact that is there, before the start. */
/* A surface of a machine to another place on its body, before the world is assembled. */
void world_move_surface(abut_world *w, int id, vec3 at);
abut_status world_change_contact(abut_world *w, int contact, const abut_law_def *law);
/* While it stands still: its element anew, as its surfaces are now, with the law of world_change_contact or else this one. */
abut_status world_renew_contact(abut_world *w, int contact, const abut_law_def *law);
/* The same of a force whose parameter changes. */
abut_status world_change_force(abut_world *w, int force, const char *name, double value);
/* The first and the second surface of a contact's element. */
static inline int world_first(const world_contact *c) { return c->swapped ? c->b : c->a; }
static inline int world_second(const world_contact *c) { return c->swapped ? c->a : c->b; }
/* Rests in the system, or is moved: fixed, hidden in its machine, or guided from outside. */
static inline bool world_holds(const world_body *b) { return b->def.fixed || b->hidden || b->guide; }
/* The machine a body or contact is hidden in at present, or NULL. */
static inline const world_machine *world_hider(const abut_world *w, int machine) {
    return w->resting && machine > 0 && w->machine[machine].type->rest ? &w->machine[machine] : NULL;
}

abut_status world_masses(abut_world *w);      /* mass properties of all bodies */
abut_status world_tree(abut_world *w);        /* parents and tree joints */
abut_status world_assemble(abut_world *w);    /* the system */
abut_status world_start_state(abut_world *w); /* in w->y */
abut_pose world_start_pose(const abut_world *w, int body);
const char *world_stiff_solver(const abut_world *w); /* the one that is taken for stiff models; NULL: there is none */
abut_status world_choose(abut_world *w);             /* the integrator */
/* Is the choice of the solver left to the world? */
static inline bool world_solver_open(const abut_world *w) { return !w->solver.type || !strcmp(w->solver.type, "auto"); }
abut_status world_evaluate(abut_world *w); /* the shown state, for the readers */
/* Where the centre of a body is, its velocity and angular velocity, axes of the world; of a world that was started. */
vec3 world_centre(const abut_world *w, int body, vec3 *v, vec3 *spin);
/* As abut_read_contact, but at accepted states what the solver has just found, without a further evaluation: of balls in a swarm
 * P, Q, mode, tangents and wrenches on the bodies then stay as they were. */
abut_status world_seen_contact(const abut_world *w, int contact, abut_element_out *out);
/* Is this where the solver makes anew what cannot be saved? */
static inline bool world_renews(const abut_world *w) {
    return w->integrator->renew && w->solver.renew_every > 0 && w->counts.steps % w->solver.renew_every == 0;
}
/* collide.c, crowd.c: groups whose surfaces may touch. */
void world_drop_collide(world_collide *c);
abut_status world_assemble_crowds(abut_world *w); /* in the system, whose nodes are there */
abut_status world_check_crowds(abut_world *w);    /* nobody starts deep inside another; no pair is there twice */
void world_greatest_of_crowds(const abut_world *w, abut_greatest *g);
void world_observe_crowds(abut_world *w, const mb_work *k, double t);
void world_archive_crowds(abut_world *w, struct archive *a);
/* archive.c: all that changes while it runs. */
struct archive;
void world_archive(abut_world *w, struct archive *a);
/* Are there statistics of accepted states beside those of contacts? */
static inline bool world_observes(const abut_world *w) { return !w->resting && !w->solver.no_statistics; }
void world_observe_start(abut_world *w);                   /* the start, which readers see */
void world_observe(void *user, double t, const double *y); /* statistics of an accepted state, evaluated in w->work */
double world_stored(const abut_world *w, const mb_work *k, abut_energy *e); /* J at the state evaluated in k */
void world_stop(abut_world *w);                                             /* frees everything that abut_start made */

#endif
