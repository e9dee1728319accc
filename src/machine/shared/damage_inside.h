/* Inside of the damage of a track, shared by damage.c and damage_report.c. */
#ifndef ABUT_MACHINE_DAMAGE_INSIDE_H
#define ABUT_MACHINE_DAMAGE_INSIDE_H

#include "damage.h"

enum { CLASSES = 64 }; /* of a histogram; even */

typedef struct damage_point { /* sums over passes of it */
    double passes, load_power, pressure_power;
    double p_max;
} damage_point;

typedef struct damage_element { /* where it was last seen */
    bool known;
    double angle, Q, p;
} damage_element;

typedef struct damage_classes { /* equal classes from 0 to top; 0: empty */
    double top;
    double passes[CLASSES], power[CLASSES]; /* of all points together; sum of x^exponent */
} damage_classes;

struct damage {
    damage_def def; /* defaults filled in */
    damage_point *point;
    damage_element *element;
    double load_max, p_max; /* N, Pa: greatest of the instants */
    double coarsest;
    damage_classes load, pressure;
};

double damage_of_point(const damage *d, int at); /* Miner's sum, by load if that is rated; NaN: no rating */

#endif
