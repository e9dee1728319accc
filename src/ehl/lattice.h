/* Quantities known at the nodes of a lattice in three directions, each found where it is first asked for; see lattice.c. */
#ifndef ABUT_EHL_LATTICE_H
#define ABUT_EHL_LATTICE_H

#include <stdbool.h>

enum { LATTICE_AXES = 3, LATTICE_VALUES = 3, LATTICE_MOST = 4096 };

typedef struct lattice_node {
    int at[LATTICE_AXES];
    bool known, good;
    double value[LATTICE_VALUES];
} lattice_node;

typedef struct lattice {
    double spacing[LATTICE_AXES];
    /* The values at a place; false: there are none. */
    bool (*find)(const void *user, const double x[LATTICE_AXES], double value[LATTICE_VALUES]);
    const void *user;
    lattice_node node[LATTICE_MOST]; /* by their places, the next free one after a collision */
} lattice;

typedef struct lattice_value {
    double value, by[LATTICE_AXES];
} lattice_value;

/* False: nothing is found near x, or the lattice is full. */
bool lattice_look(lattice *l, const double x[LATTICE_AXES], int quantity, lattice_value *out);

#endif
