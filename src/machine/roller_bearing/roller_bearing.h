/* Inside of the cylindrical roller bearing, shared by its files: roller_bearing.c (checks, expansion, start),
 * roller_bearing_rest.c (statics), roller_bearing_report.c (what is read of it), roller_bearing_watch.c (over time),
 * roller_bearing_damage.c (damage of the races). */
#ifndef ABUT_MACHINE_ROLLER_BEARING_INSIDE_H
#define ABUT_MACHINE_ROLLER_BEARING_INSIDE_H

#include "abut/machine/roller_bearing.h"
#include "machine/shared/mounting.h"
#include "machine/shared/rings.h"

typedef struct roller_rest roller_rest; /* roller_bearing_rest.c */
typedef struct roller_log roller_log;   /* roller_bearing_watch.c */

typedef struct roller_bearing {
    abut_roller_bearing_def def;   /* defaults filled in; names and choices live as long as the world */
    int id;                        /* of the machine */
    const abut_registry *registry; /* of its world */
    double radius[RINGS];          /* m, of the raceways */
    double mass;                   /* kg, of a roller */
    abut_choice shape;             /* of a roller */
    abut_pose ring[RINGS];         /* of the bearing frame in the bodies of the rings */
    /* parts in the world: roller i (from 0) is body roller + i; its contact with ring r is contact + i * RINGS + r */
    int roller, contact;
    int surface[RINGS];
    int drag;                         /* first force of the oil; 0: none */
    double speed[RINGS], ramp[RINGS]; /* rad/s about the axis, as the drives have them; s, run-up */
    bool still;                       /* statics without the effects of speed */
    mounted_bearing mounted;
    roller_rest *rest;
    roller_log *log;
} roller_bearing;

extern const machine_type machine_roller_bearing;
extern const key_table keys_of_roller_bearing; /* keys.c, with the example */
extern const char roller_bearing_example[];

const roller_bearing *roller_bearing_of(const abut_world *w, abut_machine machine); /* NULL if it is none */
abut_law_def roller_law(arena *memory, const abut_registry *r, bool lubricated);    /* if none are given */
abut_choice roller_raceway_shape(const roller_bearing *b, int ring);
/* rad/s, of pure rolling at these speeds: the orbit of the rollers, and their spin in the orbiting frame */
double roller_orbit(const roller_bearing *b, const double speed[RINGS]);
double roller_spin(const roller_bearing *b, const double speed[RINGS]);
static inline int roller_contact(const roller_bearing *b, int roller, int ring) {
    return b->contact + roller * RINGS + ring;
}

/* roller_bearing_rest.c */
extern const force_type force_roller_rest;
bool roller_rest_create(roller_bearing *b);
void roller_rest_destroy(roller_rest *r);
void roller_rest_spin(void *self, machine_spin how);

/* roller_bearing_report.c */
abut_pose roller_rest_body(const void *self, int index);
bool roller_rest_velocity(const void *self, int index, abut_vec3 *v, abut_vec3 *w);
void roller_rest_contact(const void *self, int index, abut_element_out *out);
void roller_rest_json(const abut_world *w, const void *self, json *j);
void roller_rest_rolling(const void *self, abut_bearing_frequencies *nominal, abut_bearing_frequencies *found);
void roller_rest_print(const abut_world *w, const void *self, FILE *to);
/* rest_loss.c: what is lost at each raceway in pure rolling; fills loss, losses, friction_moment */
void roller_rest_losses(const abut_world *w, const roller_bearing *b, double race[RINGS], abut_bearing_state *s);
abut_status roller_rest_loss(const abut_world *w, const void *self, double race[RINGS], double *drag);
void roller_rest_read(const abut_world *w, const roller_bearing *b, abut_bearing_state *state,
                      abut_roller_state *rollers);

/* mounted.c: raceways, oil and elements as the bearing is mounted, at the speeds of its rings */
abut_status roller_complete_film(abut_world *w, abut_roller_bearing_def *d); /* of its law */
abut_status roller_mount_begin(abut_world *w, roller_bearing *b, const abut_law_def *law);
abut_status roller_mount(abut_world *w, roller_bearing *b);
bool roller_rest_renew(roller_bearing *b); /* rest.c: its elements, as the raceways and laws are now */

/* life.c */
/* Rating life at a radial load (N) and a speed of one ring relative to the other (rad/s); false: the bearing has no rating. */
typedef struct roller_life {
    double C, P, L10, L10_hours, kappa, a_iso, L10m, L10m_hours;
    double L10r, L10r_hours;                /* by laminae */
    double a_iso_reference, headline_hours; /* at the load of that life; L10r times it where the oil is known */
} roller_life;
bool roller_life_of(const roller_bearing *b, double radial, double speed, double L10r, roller_life *out);
/* The same as the object "life". */
void roller_put_life(const roller_bearing *b, double radial, double speed, double L10r, json *j);

/* 1e6 revolutions, by laminae, of the equilibrium (reference_life.c); NaN: nothing is loaded, or no rating */
double roller_static_life(const roller_bearing *b);

/* a_ISO at the equivalent load P (N) and the speed of one ring relative to the other, NaN if it is not known */
double roller_a_iso(const roller_bearing *b, double P, double speed, double *kappa);

/* roller_bearing_watch.c */
bool roller_log_create(roller_bearing *b);
void roller_log_destroy(roller_log *l);

/* roller_bearing_damage.c */
/* N: spread evenly over n slices of equal length it does the same damage as these loads q with the sum Q. */
double roller_even_load(double Q, const double *q, size_t n);
bool roller_table(const void *self, int index, machine_extra *out);

#endif
