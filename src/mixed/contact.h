/* A lubricated contact, line or ellipse, inside the library: dry area and approach, smooth film and its derivatives. */
#ifndef ABUT_MIXED_CONTACT_H
#define ABUT_MIXED_CONTACT_H

#include "abut/lubrication.h"

typedef struct dry_contact {
    double area, p_max; /* m^2, Pa */
    double dlnA_dlnF;
} dry_contact;

typedef struct smooth_film {
    double h;                 /* m, central */
    double by_load, by_share; /* d ln h/d ln F, d ln phi */
    double by_speed;          /* s/m, d ln h/d u_sum */
} smooth_film;

/* A copy of the contact with its film law chosen, or a sentence about the first value that is out of range. */
abut_status mixed_prepare(const abut_mixed *given, abut_mixed *c, abut_message *message);
bool mixed_has_film(const abut_mixed *c, double u_sum); /* viscosity and entrainment are not zero */

dry_contact mixed_dry(const abut_mixed *c, double F);
/* Elastic approach (m) and d delta/d ln F. */
abut_status mixed_approach(const abut_mixed *c, double F, double *delta, double *by_load);
/* The force of the dry contact (N) and its stiffness (N/m); d > 0. */
abut_status mixed_dry_force(const abut_mixed *c, double d, double *F, double *stiffness, abut_message *message);
/* N: beyond it the law of the line contact has no approach, or numbers end. */
double mixed_force_limit(const abut_mixed *c);
/* The film under the share phi = exp(ln_phi) of the load F, with E' phi instead of E'. There must be one. */
abut_status mixed_film(const abut_mixed *c, double F, double u_sum, double ln_phi, smooth_film *out);

#endif
