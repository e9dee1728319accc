/* Integrators behind one interface. One file per integrator, ended by its constant table; the list stands in
 * src/world/types.c. The driver (src/world/advance.c) asks for one accepted step at a time, commits the memory of contacts
 * after each, and reads anything between by dense output. */
#ifndef ABUT_INTEGRATE_INTEGRATE_H
#define ABUT_INTEGRATE_INTEGRATE_H

#include "abut/extend.h"
#include "multibody/system.h"

struct archive; /* base/archive.h */

typedef struct integrator_counts {
    long steps, rejected, rhs_evals, jac_evals, factorisations, newton_fails, events;
} integrator_counts;

typedef struct integrator_setup {
    mb_work *work;
    mb_system *system;
    double rtol;
    const double *t_end;         /* no step goes beyond; INFINITY. May be another before each step */
    double first_step, max_step; /* 0: chosen by the integrator */
    int max_order;               /* 0: default */
    double fixed_step;           /* 0: steps by the error; else integrators that say so in their table take this one */
    int iterations;              /* most corrections by Newton's method in a step; 0: chosen by the integrator */
    bool has_contacts;
    bool events;               /* locate touch and release of contacts as roots */
    integrator_counts *counts; /* to be kept up to date after every step */
    /* Called by integrators that say so in their table, whenever `work` has just been evaluated at an accepted state. */
    void (*observe)(void *user, double t, const double *y);
    void *user;
} integrator_setup;

/* What a model asks of the solver that is taken for it. */
enum {
    SOLVES_STATES = 1, /* contacts with states of their own */
    SOLVES_MEMORY = 2, /* force laws with memory */
    SOLVES_STIFF = 4,
    SOLVES_SMOOTH = 8,
    SOLVES_BEADS = 32, /* many balls that push each other and nothing else */
    SOLVES_CROWDS = 16 /* groups that collide: many bodies, no derivatives */
};

typedef struct integrator_type {
    abut_type type;      /* kind "solver"; params: what the model file may set beside the common keys */
    size_t size;         /* of self, zeroed before create */
    bool constraints;    /* can hold loop joints */
    bool element_states; /* can integrate states of contact elements */
    bool events;         /* takes setup.events */
    bool fixed;          /* takes setup.fixed_step and setup.iterations */
    bool observes;       /* calls setup.observe at every accepted state */
    bool tests_powers;   /* where there are contacts the integrals of the powers are in its error test */
    bool turning;        /* works in turning axes */
    bool crowds;         /* needs no derivatives of the forces */
    bool beads;          /* forces must depend on positions alone (mb_sizes.beads) */
    bool single;         /* wants every body by itself: no swarms */
    bool library;        /* is SUNDIALS', which runtimes of FMUs for other platforms do not have */
    unsigned chosen;     /* for what it is taken if none is asked for: SOLVES_... */
    abut_status (*create)(void *self, const integrator_setup *setup, abut_message *message);
    /* (Re)start from this state: at the beginning, or after something changed it from outside. */
    abut_status (*restart)(void *self, double t, const double *y);
    /* One accepted step (internally as many rejected ones as it takes): *t is its end. */
    abut_status (*step)(void *self, double *t, abut_message *message);
    /* State and integrals of the powers (MB_QUADS, from the start of the run) anywhere within the last step; either may be
     * NULL. */
    void (*dense)(void *self, double t, double *y, double *quads);
    void (*destroy)(void *self);
    /* Everything that the next step depends on, between two steps. */
    void (*archive)(void *self, struct archive *a);
    /* Optional: what the archive does not hold, matrices and histories inside of libraries, is made anew before the next step. With
     * this slot a run continues from an archive bit for bit only from where it was called; without it, from any step. */
    void (*renew)(void *self);
} integrator_type;

extern const integrator_type integrator_rodas, integrator_bdf, integrator_adams, integrator_rk, integrator_ida,
    integrator_park, integrator_rk3, integrator_rkn;

#endif
