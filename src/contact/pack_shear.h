/* Friction of oiled balls summed over the ellipses of four contacts. What goes in and out are plain numbers, four of each: the sums are
 * compiled for rows of other widths as well (kernels.h), whose types no interface may show. */
#ifndef ABUT_CONTACT_PACK_SHEAR_H
#define ABUT_CONTACT_PACK_SHEAR_H

#include "pack.h"

/* a, b, c22, v1, v2, w1, w2, wn as in pack_patch; area of the ellipse, greatest pressure in the film, 1/h, strength of the asperities (N). */
enum { PACK_SHEAR_GIVEN = 12 };

typedef struct pack_shear_sums {
    double fluid[5][4], boundary[5][4], loss_boundary[4];
    /* with derivatives: of the fluid's by ln p and ln h, of both by v1 v2 w1 w2 wn ln a ln b c22 */
    double by_p[5][4], by_h[5][4], d[PACK_LOCALS][5][4];
} pack_shear_sums;

/* rubs: the asperities of one of them carry something. The number of nodes is even. */
typedef void pack_shear(const pack *k, const double (*given)[4], bool rubs, bool derivatives, pack_shear_sums *out);

#endif
