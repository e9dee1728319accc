/* What a machine implements, and a machine in a world: all that the world knows of machines. The machines themselves, their list
 * and what they share lie above, in machine/. A machine expands to bodies, surfaces and contacts when it is added; it may
 * replace its inner bodies by one force in statics; it has columns in the results and an entry in the summary. */
#ifndef ABUT_WORLD_MACHINE_SLOTS_H
#define ABUT_WORLD_MACHINE_SLOTS_H

#include "abut/machine/common.h"
#include "base/json.h"
#include "force/force.h"

struct archive; /* base/archive.h */

/* A quantity with a name: of a column. */
typedef struct machine_column {
    char name[48];
    const char *unit;
    const char *meaning;
} machine_column;

/* A table with rows of its own that a machine leaves at the end of a run: /tables/<machine>_<name> in results.h5. The values are
 * the receiver's to free. */
enum { MACHINE_EXTRA_COLUMNS = 8 };
typedef struct machine_extra {
    char name[32];
    int rows, columns;
    machine_column column[MACHINE_EXTRA_COLUMNS];
    double *values[MACHINE_EXTRA_COLUMNS]; /* rows numbers each */
    bool no_memory;                        /* that is why there is none */
} machine_extra;
void machine_extra_free(machine_extra *t);

/* Statics: the rotation of one port against the other that the machine leaves free. */
typedef enum machine_spin {
    SPIN_FREE,
    SPIN_TEST, /* 1 N m about the axis on the inner port and back on the outer one, to see what resists */
    SPIN_HELD  /* held where it is */
} machine_spin;

struct abut_bearing_frequencies;
struct mounted_bearing;
typedef struct machine_type {
    abut_type type; /* of the kind "machine" */
    /* How it is written in a model file: the keys of its definition in the public interface. */
    const struct key_table *keys; /* keys/keys.h */
    size_t def_size;
    abut_machine (*add)(abut_world *w, const void *def); /* the id 0 after a refusal */
    const char *example; /* a small model with one machine of this type, for tests and documentation */
    size_t size;
    const char *ports[2]; /* keys of the inner and the outer port */
    /* Before every start of the world: start poses and speeds of its bodies from the drives as they are now. Optional. */
    abut_status (*prepare)(abut_world *w, void *self);
    /* Laws of contact `index` (0 .. of those the machine added) as the machine made it; NULL: it does not say. Optional. */
    const abut_law_def *(*law)(const void *self, int index);
    /* Statics: the force between its two ports that stands for its hidden bodies. init is not called: self is the machine.
     * NULL: statics is as dynamics. */
    const force_type *rest;
    void (*rest_spin)(void *self, machine_spin how); /* optional */
    /* Statics: pose of hidden body `index` and values of hidden contact `index` (0 .. of those the machine added). */
    abut_pose (*rest_body)(const void *self, int index);
    /* optional: world velocity and angular velocity hidden body `index` has there; false: its place there is not determined,
     * it starts as given */
    bool (*rest_velocity)(const void *self, int index, abut_vec3 *v, abut_vec3 *w);
    void (*rest_contact)(const void *self, int index, abut_element_out *out);
    /* After statics, for JSON: keys of the machine's own object. */
    void (*rest_json)(const abut_world *w, const void *self, json *j);
    /* The same as text for people. */
    void (*rest_print)(const abut_world *w, const void *self, FILE *to);
    /* After statics: frequencies of rolling elements (abut/machine/bearing.h), nominal and as found there. Optional. */
    void (*rest_rolling)(const void *self, struct abut_bearing_frequencies *nominal,
                         struct abut_bearing_frequencies *found);
    /* After statics at speed: does it leave out friction by which a body that nothing else holds may drift? Optional. */
    bool (*rest_steers)(const abut_world *w, const void *self);
    /* How it is mounted (machine/shared/mounting.h). Optional. */
    struct mounted_bearing *(*mounted)(void *self);
    /* After statics at speed: W, lost at the inner and at the outer race, and by the drag of the oil. Goes with `mounted`. */
    abut_status (*rest_loss)(const abut_world *w, const void *self, double race[2], double *drag);
    /* Results over time: what it shows (machine/watch.h); NULL: nothing. */
    const struct watch_table *watch;
    /* Table `index` of what its watch has gathered, from 0 up to tables - 1; false: it is empty. May be NULL. */
    int tables;
    bool (*table)(const void *self, int index, machine_extra *out);
    void (*drop)(void *self); /* optional */
} machine_type;

/* A machine in a world. Its bodies, surfaces and contacts are consecutive: first .. first + count - 1. */
typedef struct world_machine {
    const char *name;
    const machine_type *type;
    void *self;
    int inner, outer; /* bodies of its ports: the rest force acts on inner (b) and back on outer (a) */
    int body, bodies, surface, surfaces, contact, contacts;
    struct watch *watch; /* what it has shown so far; may be NULL */
} world_machine;

/* What looks at the machines of a running world. */
typedef struct world_observer {
    /* Before a start with this solver: what has to be found first, by starts of its own (w->balancing). */
    abut_status (*before)(abut_world *w, const abut_solver_def *def);
    void (*start)(abut_world *w);              /* what was seen is forgotten */
    void (*accepted)(abut_world *w, double t); /* the state that readers see has been accepted at t */
    void (*drop)(struct watch *seen);
    void (*archive)(abut_world *w, struct archive *a); /* what was seen */
} world_observer;

#endif
