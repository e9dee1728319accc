/* An instance from inside. */
#ifndef ABUT_FMI_INSTANCE_INSIDE_H
#define ABUT_FMI_INSTANCE_INSIDE_H

#include "instance.h"
#include "stored.h"
#include "world/host.h"

struct instance {
    instance_log *log;
    void *user;
    bool exchange;
    stored stored;
    double start, stop, tolerance; /* s, s, 1; as the host has them */
    double t;                      /* s since the start */
    /* of each input */
    double *value;   /* as set */
    double *begun;   /* with which the world was built */
    double *applied; /* that the world has */
    input_place *place;
    abut_body *flange; /* of each */
    bool moved;        /* flanges were put where they are after the last step: the next one begins anew */
    /* the world; NULL: not built yet, or what was set is another since */
    model model;
    bool initialised; /* parameters are fixed */
    bool failed;      /* the world cannot go on */
    bool exact;       /* steps end where the host wants */
    output_list all;
    const output **chosen;
    double *row, *shown;
    bool fresh; /* `shown` is that of the present instant */
    /* of model exchange */
    int states;
    double *y, *scratch;
    bool there; /* the world shows time, states and inputs as they were set */
};

bool instance_say(instance *in, const char *format, ...) __attribute__((format(printf, 2, 3))); /* an error; false */
/* Builds and starts the world unless it is there. */
bool instance_build(instance *in);
void instance_drop(instance *in); /* the world */
/* Flanges move from t on as these inputs say; false: some has no orientation. */
bool instance_guide(instance *in, const double *value, double t);
/* Puts loads, drives and flanges as they were set into the world, at the end of a step; the next one takes h. */
bool instance_apply(instance *in, double h);
static inline abut_world *instance_world(const instance *in) { return in->model.world; }

#endif
