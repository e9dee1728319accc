/* One instance of a stored model, whatever the version of the interface that asks. All functions that return a status have said why on
 * failure; after a negative one the instance can only be reset or freed, but for those that say otherwise. */
#ifndef ABUT_FMI_INSTANCE_H
#define ABUT_FMI_INSTANCE_H

#include "abut/world.h"

typedef struct instance instance;

/* good: only a remark */
typedef void instance_log(void *user, bool good, const char *text);

typedef struct instance_def {
    const char *resources; /* folder */
    const char *token;     /* of the description, NULL: not looked at */
    bool exchange;         /* the host integrates */
    instance_log *log;
    void *user;
} instance_def;

instance *instance_create(const instance_def *def); /* NULL: refused or out of memory */
void instance_free(instance *in);
void instance_set_user(instance *in, void *user);
void *instance_user(const instance *in);
bool instance_exchanges(const instance *in); /* the host integrates */

/* ---- its life ---- */
bool instance_experiment(instance *in, double tolerance, double start, double stop); /* 0, INFINITY: not given */
bool instance_initialise(instance *in); /* leaves initialisation: the model starts */
bool instance_reset(instance *in);

/* ---- numbers ---- */
/* What was refused is as it was before. */
bool instance_set(instance *in, const unsigned *reference, size_t count, const double *value);
bool instance_get(instance *in, const unsigned *reference, size_t count, double *value);

/* ---- co-simulation ---- */
/* From t, where the instance is, over h; a refused step leaves it where it is. */
bool instance_step(instance *in, double t, double h);
double instance_time(const instance *in);

/* ---- saved states ---- */
/* Flat, to be freed. What is said to be *state may be NULL. */
bool instance_save(instance *in, void **state); /* into a new one; what *state was is freed */
bool instance_restore(instance *in, const void *state);
void instance_forget(void **state); /* and makes it NULL */
size_t instance_state_size(const void *state);
bool instance_state_write(const void *state, void *to, size_t size);
bool instance_state_read(const void *from, size_t size, void **state);

#endif
