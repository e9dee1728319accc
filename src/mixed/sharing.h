/* How film and asperities share the load of a contact, with all derivatives; arguments are not checked. */
#ifndef ABUT_MIXED_SHARING_H
#define ABUT_MIXED_SHARING_H

#include "contact.h"

/* Gradients are by the logarithms of force, speed (u_eps in it), rho_x and rho_y, in this order. */
enum { SHARE_F, SHARE_SPEED, SHARE_RHO_X, SHARE_RHO_Y, SHARE_BY };

typedef struct sharing {
    dry_contact dry;
    double phi, rest;                      /* shares of film and asperities */
    double h, h_min;                       /* m: central film under its share, least film */
    double t;                              /* ln(h/sigma); of rough surfaces only */
    double alpha_c;                        /* real over apparent area, at most 1 */
    double by_w[SHARE_BY], by_h[SHARE_BY]; /* of ln(phi/rest), ln h */
    double by_alpha[SHARE_BY];             /* of ln alpha_c */
} sharing;

/* F > 0; speed >= 0: 0 is no film. area: alpha_c is wanted too. */
abut_status share_load(const abut_mixed *c, double F, double speed, bool area, sharing *out);

#endif
