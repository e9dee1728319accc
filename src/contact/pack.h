/* Packs: contacts of balls that are alike, evaluated four at a time with the laws of the element. A pack is made of elements
 * whose laws say by their slots (form, hertz, chi, slip of extend.h) that they have such a form; others are evaluated one by
 * one. See docs/theory/multibody.md#swarms.
 *
 * All balls touch hollows of one body, the holder. Everything is in one system of axes, which may turn. */
#ifndef ABUT_CONTACT_PACK_H
#define ABUT_CONTACT_PACK_H

#include "base/row4v.h"
#include "element.h"
#include "film/table.h"

enum { PACK_WIDE = 24, PACK_NEAR = 12 };
#define PACK_DEEP 0.2 /* of the radius of the hollow: deeper states are refused */

typedef enum pack_shape { PACK_GROOVE, PACK_SOCKET, PACK_BORE } pack_shape;

/* A function of the cosine c of the tube angle: powers of x = 4 (c -+ 3/4) for contact angles up to 60 degrees on the outer
 * and the inner race, a Chebyshev series in c elsewhere. In sockets and bores only wide[0], a constant. */
typedef struct pack_function {
    double near[2][PACK_NEAR], wide[PACK_WIDE];
} pack_function;

/* Lubricated grooves: what film and rolling resistance depend on by the tube angle, at N = 1 N and a speed of 1 m/s. */
typedef enum pack_wet_function {
    WET_RI, /* ln of the asymptotes of the film, of its bound and of what scales it */
    WET_EI,
    WET_RP,
    WET_EP,
    WET_BOUND,
    WET_SCALE,
    WET_HARD, /* least films of hard and of soft contacts */
    WET_SOFT,
    WET_DELTA, /* e^(-2/3): elastic approach of the Hertz contact */
    WET_P,     /* its greatest pressure, and the ln of that */
    WET_LN_P,
    WET_T1, /* rolling_ellipse of mixed/traction.h */
    WET_T2,
    WET_M,
    WET_ROLL,
    WET_FUNCTIONS
} pack_wet_function;

typedef struct pack_wet {
    abut_film_contact film;
    abut_wet friction;
    film_recipe recipe;
    bool tabled;     /* corrected by a table: */
    table_part part; /* of solved films; with it parts of Moes' numbers and ln of the curvature across the groove */
    double ln_M, ln_L, ln_rho_y;
    double ln_factor, heat,
        per_starve;                /* ln of the factor of the film: ln_factor - ln(1 + heat u^1.28) - per_starve u */
    double ln_stiffness, ln_sigma; /* of the asperities */
    double level, z;               /* of Roelands' law */
    pack_function f[WET_FUNCTIONS];
} pack_wet;

typedef struct pack {
    const struct element_kernel *kernel;
    bool ball_is_b;
    pack_shape shape;
    vec3 centre, axis;       /* of a groove, the same for all: in the frame of the holder */
    row4v *centres, *axes;   /* of sockets and bores: of each four */
    bool no_memory;          /* for these */
    double ring, tube, ball; /* m */
    double chi;
    abut_slip slip;
    double c11,
        share; /* patch ellipse, grooves only: curvature of the interface across the groove, share of the holder */
    pack_function e, A, B; /* N_el = e h^(3/2), a^2 = A h, b^2 = B h */
    pack_wet *wet;         /* NULL: dry */
} pack;

/* False: these elements have no packed form in common, or there is no memory. */
bool pack_of(const abut_element *const *elements, int count, pack *out);
void pack_drop(pack *p); /* safe on a zeroed pack */

typedef struct pack_holder {
    vec3 r, v, w;
    mat3 R;
} pack_holder;

typedef struct pack_balls { /* places, velocities and angular velocities of four balls */
    row4v c, v, w;
} pack_balls;

typedef enum pack_want {
    PACK_WRENCH, /* W and h only */
    PACK_ALL,
    PACK_DERIVATIVES /* all, and D */
} pack_want;

typedef struct pack_film { /* as in abut_film_state; only of lubricated contacts */
    row4 u_sum, M, L, D, regime, beyond, h_c, h_min, lambda, fluid_share;
    row4 T_fluid, T_boundary, T_rolling, loss_fluid, loss_boundary, loss_rolling, loss_spin;
} pack_film;

typedef struct pack_out {
    row4 W[6];    /* force on the balls, moment about their centres */
    row4 D[6][9]; /* its derivatives by place, velocity, angular velocity */
    row4 h, hdot, N, a, b, p_max, energy, loss_normal, loss_friction;
    pack_film film;
    row4v m;          /* unit vectors from the centres of the balls to the contacts */
    bool touching;    /* one of them at least (or its film carries); if not, W and D are zero */
    bool by_elements; /* set by those who asked the elements instead: the rest of it is not complete */
} pack_out;

/* The contacts 4 four ... 4 four + 3 of the list that the pack was made of; lanes beyond its end are like the first one.
 * ABUT_NO_CONVERGENCE: of a film; the elements may know better. */
abut_status pack_eval(const pack *p, int four, const pack_holder *holder, const pack_balls *balls, pack_want want,
                      pack_out *out);

/* Puts one of them, evaluated with PACK_ALL, into the report of its element: approach, forces, ellipse, energy and losses.
 * R turns the axes of the balls into those of the world, `apart` (world) leads from the holder's origin to the ball's centre. */
void pack_report(const pack *p, const pack_out *from, int lane, const mat3 *R, vec3 apart, abut_element_out *to);
/* The same without the wrenches on the two bodies; returns m in axes of the world. */
vec3 pack_contact(const pack *p, const pack_out *from, int lane, const mat3 *R, abut_element_out *to);

/* ---- pack_ellipse.c: sums of the traction over the ellipses, and their derivatives by v1 v2 w1 w2 wn ln a ln b c22 ---- */
enum { PACK_BY_A = 5, PACK_BY_B, PACK_BY_C22, PACK_LOCALS };
typedef struct pack_patch {
    row4 N, a, b, c22, v1, v2, w1, w2, wn;
} pack_patch;
void pack_ellipse(const pack *k, const pack_patch *p, bool with_derivatives, row4 T[5], row4 d[PACK_LOCALS][5]);

#endif
