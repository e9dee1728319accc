/* A list of errors that outlives what reported them. */
#ifndef ABUT_DOOR_ERRORS_H
#define ABUT_DOOR_ERRORS_H

#include "abut/model.h"
#include "model/model.h"

typedef struct error_list {
    abut_model_error *error;
    int count;
    bool no_memory; /* memory has ended: that is one more error, the last */
} error_list;

void errors_add(const model_error *e, void *user); /* a copy; user: the list */
int errors_count(const error_list *list);
abut_model_error errors_at(const error_list *list, int index);
void errors_clear(error_list *list);

#endif
