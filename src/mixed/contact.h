/* A lubricated contact, line or ellipse, inside the library: dry area and approach, smooth film and its derivatives. */
#ifndef ABUT_MIXED_CONTACT_H
#define ABUT_MIXED_CONTACT_H

#include "abut/lubrication.h"

typedef struct dry_contact {
    double area, p_max; /* m^2, Pa */
    double a, b;        /* m, along and across the axis of a line: semi-axes, or half the length and the half-width */
    double by_area[4], by_a[4], by_b[4]; /* gradients of their logarithms by those of F, speed, rho_x, rho_y */
} dry_contact;

/* A copy of the contact with its film law chosen, or a sentence about the first value that is out of range. */
abut_status mixed_prepare(const abut_mixed *given, abut_mixed *c, abut_message *message);

dry_contact mixed_dry(const abut_mixed *c, double F);
/* Elastic approach (m) and d delta/d ln F. */
abut_status mixed_approach(const abut_mixed *c, double F, double *delta, double *by_load);
/* The force of the dry contact (N) and its stiffness (N/m); d > 0. */
abut_status mixed_dry_force(const abut_mixed *c, double d, double *F, double *stiffness, abut_message *message);
/* N: beyond it the law of the line contact has no approach, or numbers end. */
double mixed_force_limit(const abut_mixed *c);
/* What the film law needs, but for the speed. */
abut_film_in mixed_film_in(const abut_mixed *c, double F);

#endif
