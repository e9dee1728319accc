/* Crowds: groups of surfaces of which any two may touch. Nobody lists the pairs; near ones are searched.
 *
 * What is constant (which surfaces, laws) and what touching pairs remember of the last accepted state lie in the system; the list of
 * near pairs is part of a work. It is a cache: forces are summed over the pairs that touch, in a fixed order, so that no number
 * depends on when the list was made. It alone may grow while running.
 *
 * Balls and planes with the plainest laws are evaluated four at a time (contact/pack_pair.h), everything else by one element for
 * each two kinds of surfaces, which is lent the memory of the pair. There are no derivatives: crowds are for explicit methods,
 * whose cost grows with the number of bodies and no faster. See docs/theory/many_bodies.md. */
#ifndef ABUT_MULTIBODY_CROWD_H
#define ABUT_MULTIBODY_CROWD_H

#include "contact/pack_pair.h"
#include "inside.h"

struct archive;

enum { CROWD_FIRST = 1, CROWD_SECOND = 2 };

typedef struct crowd_member {
    int node, kind;
    int surface;    /* id in the world */
    unsigned sides; /* CROWD_FIRST, CROWD_SECOND: of which groups */
    bool packed;    /* evaluated four at a time with others that are */
    bool flat;      /* a plane */
    vec3 at;        /* middle of its bounding sphere, or a point of the plane: body frame */
    vec3 n;         /* of a plane: body frame */
    double bound;   /* m, radius of that sphere, of a ball its own; infinite: endless, or hollow */
    bool rests;     /* its body never moves */
    double mass;    /* kg, of its body */
    vec3 start;     /* of its body */
} crowd_member;

/* What pairs remember, ascending by their keys. */
typedef struct crowd_memory {
    int count, room;
    long long *key;
    element_memory *of;
} crowd_memory;

typedef struct crowd {
    int members, finite; /* those with a bounding sphere come first */
    int packs;           /* how many of these are packed */
    crowd_member *member;
    int *node; /* of each finite member, alone: every evaluation reads it */
    /* Large crowds are divided into slabs across their longest side, where they start: threads share them. A slab is a range of members. */
    int parts, *part, *part_of; /* parts + 1 first members; the part of each member */
    /* where each finite member is in the state and among the velocities; 1/kg, 1/(kg m^2): of systems that are crowds alone */
    int (*at)[2];
    double (*light)[4]; /* and m, the reach of its body, m/s, the speed that it may be wrong by */
    bool meets;         /* there are finite members on both sides */
    bool all_again;
    bool *again;   /* a surface of the same body came before, in this crowd or another */
    bool central;  /* all of them lie about the centres of mass of their bodies */
    double cell;   /* m, side of the cells of the search; what is larger than one is compared with everybody */
    double skin;   /* m, near pairs are those that this would make touch ... */
    double margin; /* ... and those that this would are always among them, before the lists are made anew */
    double least;  /* m, radius of the smallest bounding sphere */
    int kinds;
    /* kinds x kinds, by the kind of the first and of the second; NULL: no such pair, or evaluated four at a time. The world's */
    abut_element **element;
    pair_law law;              /* of those that are packed */
    bool remembers;            /* pairs have a memory: */
    bool accepts;              /* of their laws; else of the books of curvature alone */
    bool books;                /* what damping takes is in the books, not to be integrated */
    crowd_memory memory, next; /* of the accepted state; room for another */
    /* J, what element_lost and element_work_of_curvature said: of pairs that have parted; of those remembered; of all */
    double lost, curvature, lost_kept, work_of_curvature;
} crowd;

/* Lists of one step are evaluated at the same time: pairs inside of parts, between a part and the next (of every other part, then of the
 * others), and the rest. */
enum { STEP_INSIDE, STEP_EVEN, STEP_ODD, STEP_REST, CROWD_STEPS };

/* Pairs of one sort, in the order of their members. */
typedef struct crowd_list {
    int endless; /* the member without a bounding sphere that all of them have; -1: none */
    bool packed;
    int step, part; /* of packed ones */
    pair_sums sums;
    double plane[8]; /* what acts on the endless one */
    abut_status status;
    int start, count; /* in `pair` of the work */
    int touching;     /* how many of them touch: their places are in `touching` of the work, from `start` on */
} crowd_list;

typedef struct crowd_sums {
    double energy, loss_normal, loss_friction; /* J, W */
    double lost, held;                         /* J, as in mb_touch */
    int touching;
    double max_N, max_p_max, max_approach;
} crowd_sums;

/* What the search finds from the members of one part on; scratch. */
typedef struct crowd_finds {
    int (*found)[3]; /* pairs and their lists */
    int founds, room;
    int *near, near_room; /* the partners of one member */
    bool failed;          /* out of memory */
} crowd_finds;

typedef struct crowd_work {
    int lists; /* packed, others; the same with each endless member */
    crowd_list *list;
    int pairs, room;
    crowd_finds *finds;     /* of each part */
    int parts;              /* as the crowd has */
    bool busy[CROWD_STEPS]; /* has some packed list of that step a pair? */
    int (*pair)[2];         /* first and second; with an endless member that is packed: it, and the other */
    int *touching;
    int *few, *few_of;      /* the finite members that are in some list, part by part; where no two of them can touch */
    bool *in_few;           /* scratch */
    bool *moved;            /* of each part: scratch */
    double *part_sum;       /* the same */
    bool listed;            /* the pairs were found, where members were at: */
    double (*listed_at)[3]; /* of each finite member */
    pair_ball *ball;        /* of each finite member, at the last evaluation */
    pair_plane *plane;      /* of each endless one, if it is a plane */
    double (*wrench)[8];    /* of each member */
    int *head, *following, mask; /* the cells: first member of each bucket, next one in the same */
    long long *cell;             /* of each finite member */
    int *large, larges;          /* those larger than a cell */
    abut_element *lent;          /* room for an element with the memory of a pair */
    crowd_sums sums;
} crowd_work;

/* ---- crowd.c ---- */
bool crowds_finish(
    mb_system *s); /* members are in place: orders them and finds the sizes of the search. False: out of memory */
bool crowds_rate(mb_system *s); /* unknowns are numbered: fills what mb_rates needs. False: out of memory */
void crowds_destroy(mb_system *s);
bool crowd_work_create(const crowd *c, crowd_work *w);
void crowd_work_destroy(crowd_work *w);

/* ---- crowd_near.c ---- */
/* Is this pair wanted: of both groups, on two bodies of which one moves? */
bool crowd_wants(const crowd *c, int i, int j);
/* Makes the lists anew if some member has moved too far since; false: out of memory. */
bool crowd_near(struct crew *crew, const crowd *c, crowd_work *w);
double crowd_far(const crowd *c);                                        /* m^2: that far */
bool crowd_list_pairs(struct crew *crew, const crowd *c, crowd_work *w); /* anew */
/* The list of a pair of members that are packed. */
int crowd_list_of(const crowd *c, int i, int j);

/* ---- crowd_forces.c ---- */
abut_status crowds_wrenches(mb_work *k); /* adds them to those of the bodies */
/* Packed lists, and what they add up to. */
abut_status crowd_eval_packed(mb_work *k, const crowd *c, crowd_work *w);
void crowd_place(const mb_work *k, const crowd *c, crowd_work *w); /* where members are, and how they move */
/* What both this file and the memory need: the element for a pair with what it remembers (NULL: nothing), its input, and whether a
 * listed pair is apart by more than the margin: such are as if they were not listed. */
abut_element *crowd_lend(const crowd *c, crowd_work *w, const int pair[2], const element_memory *past);
void crowd_input(const mb_work *k, const crowd *c, const int pair[2], abut_element_in *in);
bool crowd_apart(const crowd *c, const crowd_work *w, const crowd_list *l, const int pair[2]);
/* s, in which the fastest member moves by a part of the size of the smallest, at the last evaluation; INFINITY */
double crowds_time(const mb_work *k);
double crowds_kinetic(const mb_work *k); /* J, of systems that are crowds alone: crowd_rates.c */
/* Walks over the pairs that touch at the state that was evaluated last, in a fixed order. The force acts on the second. */
typedef void crowd_visit(void *user, int first, int second, const pair_out *o);
abut_status crowd_each(mb_work *k, int which, crowd_visit *visit, void *user);

/* ---- crowd_rates.c ---- */
bool crowds_alone(const mb_system *s); /* mb_rates goes the short way */

/* ---- crowd_memory.c ---- */
long long crowd_key(int list, const int pair[2]); /* ascending over the lists of a work */
/* What the pair remembers; *from, where to look from, moves on with the keys. NULL: nothing. */
const element_memory *crowd_recall(const crowd_memory *m, long long key, int *from);
abut_status crowds_accept(mb_work *k);
void crowds_archive(mb_system *s, struct archive *a);

#endif
