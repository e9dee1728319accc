/* A list of errors that outlives what reported them. */
#ifndef ABUT_DOOR_ERRORS_H
#define ABUT_DOOR_ERRORS_H

#include "abut/model.h"
#include "model/model.h"

typedef struct error_list {
    abut_model_error *error;
    int count;
} error_list;

void errors_add(const model_error *e, void *user); /* a copy; user: the list */
void errors_clear(error_list *list);

#endif
