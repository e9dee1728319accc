/* Inside of the ball bearing, shared by its files: ball_bearing.c (checks, expansion), ball_bearing_rest.c (statics),
 * ball_bearing_watch.c (what is read, recorded and reported), bearing_cage.c. */
#ifndef ABUT_MACHINE_BALL_BEARING_INSIDE_H
#define ABUT_MACHINE_BALL_BEARING_INSIDE_H

#include "abut/machine/ball_bearing.h"
#include "base/vec.h"
#include "machine/machine.h"
#include "machine/shared/mounting.h"
#include "machine/shared/rings.h"

/* A groove: torus about the ring axis. */
typedef struct bearing_groove {
    double ring, tube; /* m, radius of the circle of groove centres, groove radius */
    double z;          /* m, plane of that circle in the bearing frame */
    double z_alone;    /* m, of a bearing without preload */
} bearing_groove;

typedef struct bearing_rest bearing_rest; /* ball_bearing_rest.c */
typedef struct bearing_log bearing_log;   /* ball_bearing_watch.c */
typedef struct bearing_set bearing_set;   /* pair.c */

typedef struct ball_bearing {
    abut_ball_bearing_def def;     /* defaults filled in; names and choices live as long as the world */
    int id;                        /* of the machine */
    const abut_registry *registry; /* of its world */
    int grooves; /* per ring: 1, or 2 (four-point; groove 0 carries a force on the inner ring along +z) */
    bearing_groove groove[RINGS][2];
    double ball_mass, ball_inertia; /* kg, kg m^2 */
    abut_pose ring[RINGS];          /* of the bearing frame in the bodies of the rings */
    double contact_angle;           /* rad, unloaded (from the clearance: when the axial play is taken up) */
    int hands;                      /* +1, -1: sign of the contact angle; 0: either */
    /* parts in the world: ball i (from 0) is body ball + i; its contact with groove g of ring r is
     * contact + (i * RINGS + r) * grooves + g */
    int ball, contact;
    int surface[RINGS][2];
    int cage, pocket, land; /* cage body, first pocket contact, land force; 0: none */
    int drag;               /* first force of the oil; 0: none */
    /* speeds of the rings as the drives have them, rad/s about the bearing axis, and their run-up time, s */
    double speed[RINGS], ramp[RINGS];
    double orbit; /* rad/s, of pure rolling at those speeds */
    bool still;   /* statics without the effects of speed */
    mounted_bearing mounted;
    bearing_rest *rest;
    bearing_log *log;
    double offset;    /* m, by which the inner ring is pressed in along the force it accepts: preload of a set */
    int hand;         /* +1, -1: that force along z of the bearing; 0: in no set */
    bearing_set *set; /* of the bearing that says how its set is preloaded; else NULL */
    bool paired;      /* its set has been looked at */
} ball_bearing;

extern const machine_type machine_ball_bearing;
extern const key_table keys_of_ball_bearing; /* keys.c, with the example */
extern const char ball_bearing_example[];

/* The bearing of an id, NULL if it is none. */
const ball_bearing *bearing_of(const abut_world *w, abut_machine machine);
abut_law_def bearing_law(arena *memory, const abut_registry *r,
                         bool lubricated); /* of balls and rings if none are given */
int bearing_contact(const ball_bearing *b, int ball /* from 0 */, int ring, int groove); /* contact id */
abut_choice bearing_groove_shape(const ball_bearing *b, int ring, int groove);           /* torus or raceway */
/* Orbital speed of pure rolling for these ring speeds at contact angle `angle` (rad/s). */
double bearing_orbit(const abut_ball_bearing_def *def, double angle, double inner, double outer);
/* Speeds of the rings about the bearing axis (rad/s): by drives of the bodies or of their joints, or start velocities. */
abut_status bearing_prepare(abut_world *w, void *self);

/* bearing_cage.c: adds the cage, its pockets and its land to a world that has the balls already. */
abut_status bearing_add_cage(abut_world *w, ball_bearing *b);
abut_status bearing_prepare_cage(abut_world *w, ball_bearing *b); /* start velocity, turning */

/* pair.c, pair_axial.c, pair_report.c */
abut_status bearing_check_pair(abut_world *w, ball_bearing *b);   /* when it is added */
abut_status bearing_prepare_pair(abut_world *w, ball_bearing *b); /* before a start: its set gets its preload */
void bearing_set_drop(bearing_set *s);
void bearing_set_json(const ball_bearing *b, json *j);
void bearing_set_print(const ball_bearing *b, FILE *to);
/* The rings at their offset. */
void bearing_place_rings(abut_world *w, ball_bearing *b);

/* mounted.c: grooves, oil and elements as the bearing is mounted, at the speeds of its rings */
void bearing_set_grooves(ball_bearing *b);                                  /* as defined */
abut_status bearing_complete_film(abut_world *w, abut_ball_bearing_def *d); /* of its law */
abut_status bearing_mount_begin(abut_world *w, ball_bearing *b, const abut_law_def *law);
abut_status bearing_mount(abut_world *w, ball_bearing *b);

/* ball_bearing_rest.c */
bool bearing_rest_renew(ball_bearing *b); /* its elements, as the grooves and laws are now */
extern const force_type force_bearing_rest;
bool bearing_rest_create(ball_bearing *b);
void bearing_rest_destroy(bearing_rest *r);
void bearing_rest_place(const ball_bearing *b); /* its grooves have moved */
void bearing_rest_spin(void *self, machine_spin how);
abut_pose bearing_rest_body(const void *self, int index);
bool bearing_rest_velocity(const void *self, int index, abut_vec3 *v, abut_vec3 *w);
void bearing_rest_contact(const void *self, int index, abut_element_out *out);
void bearing_rest_json(const abut_world *w, const void *self, json *j);
void bearing_rest_rolling(const void *self, abut_bearing_frequencies *nominal, abut_bearing_frequencies *found);
bool bearing_rest_steers(const abut_world *w, const void *self);
void bearing_rest_print(const abut_world *w, const void *self, FILE *to);
/* rest_loss.c: what is lost at each race in the motion of the equilibrium; fills loss, losses, friction_moment */
void bearing_rest_losses(const abut_world *w, const ball_bearing *b, double race[RINGS], abut_bearing_state *s);
abut_status bearing_rest_loss(const abut_world *w, const void *self, double race[RINGS], double *drag);
/* state and balls of the equilibrium, as abut_read_bearing gives them */
void bearing_rest_read(const abut_world *w, const ball_bearing *b, abut_bearing_state *state, abut_ball_state *balls);

/* ball_bearing_watch.c, bearing_watch_*.c */
bool bearing_log_create(ball_bearing *b);
void bearing_log_destroy(bearing_log *l);
abut_ball_state *bearing_scratch(const ball_bearing *b);             /* room for the states of all balls */
bool bearing_table(const void *self, int index, machine_extra *out); /* bearing_damage.c */
/* Part of the major axis (half length a, m) of an ellipse at this contact angle (rad, in the frame of the ring) that lies
 * beyond the edge of the groove. */
double bearing_truncation(const ball_bearing *b, int ring, int groove, double angle, double a);

/* bearing_life.c, bearing_life_report.c */
void bearing_rotates(const ball_bearing *b, bool rotates[RINGS]); /* relative to the load */
abut_status bearing_life_of(const ball_bearing *b, const abut_bearing_state *state, const abut_ball_state *balls,
                            abut_life *out);
/* Object "life" of the present instant or equilibrium. */
void bearing_put_life(const abut_world *w, const ball_bearing *b, json *j);

#endif
