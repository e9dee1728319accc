/* abut: the calculators over many contacts at once. SI units throughout; part of the element library, same habits as abut.h.
 *
 * An input is a series of numbers, one for each contact, or one for all of them. A result goes to an array of the caller's, and only
 * what has one is computed. A contact that cannot be computed gives NaN in all results and is counted; the others are not touched
 * by it. */
#ifndef ABUT_ARRAYS_H
#define ABUT_ARRAYS_H

#include "abut/abut.h"
#include "abut/lubrication.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_series {
    const double *at; /* NULL: not given */
    ptrdiff_t step;   /* numbers from one to the next; 0: the same for all contacts */
} abut_series;

typedef struct abut_array_faults {
    size_t count, first; /* contacts that could not be computed, and the index of the first of them */
    abut_message
        message; /* of the first, without its index; place.key names the quantity where there is one to blame */
} abut_array_faults;

/* ---- point contacts: abut_hertz_from_approach and _force, other laws by abut_point_contact ----------------------------------
 * An approach below 0 gives 0 in the other results. */
typedef struct abut_point_inputs {
    abut_series P, Q, E_star;    /* 1/m, 1/m, Pa */
    abut_series approach, force; /* m, N: one of them */
} abut_point_inputs;
typedef struct abut_point_arrays { /* as in abut_hertz; NULL: not wanted */
    double *force, *approach, *a, *b, *p_max, *p_mean, *stiffness, *energy, *dF_dP, *dF_dQ, *eccentricity2;
} abut_point_arrays;
/* law NULL or without a type: hertz. By Hertz' law and approach, force and semi-axes alone are as quick as abut_hertz_array. The status
 * is that of the first fault; of a request that is wrong as a whole, with no contact computed, faults->count is n. */
ABUT_API abut_status abut_point_many(const abut_choice *law, size_t n, const abut_point_inputs *in,
                                     const abut_point_arrays *out, abut_array_faults *faults);

/* ---- line contacts: abut_line_contact ----------------------------------------------------------------------------------- */
typedef struct abut_line_inputs {
    abut_series length, curvature, E_prime; /* m, 1/m, Pa */
    abut_series approach, force;            /* m, N: one of them */
} abut_line_inputs;
typedef struct abut_line_arrays { /* as in abut_line_out; valid: 1 or 0 */
    double *force, *approach, *half_width, *p_max, *p_mean, *stiffness, *energy, *dF_drho, *dapproach_drho, *valid;
} abut_line_arrays;
ABUT_API abut_status abut_line_many(abut_line_law law, size_t n, const abut_line_inputs *in,
                                    const abut_line_arrays *out, abut_array_faults *faults);

/* ---- films: abut_film_eval ---------------------------------------------------------------------------------------------- */
typedef struct abut_film_inputs { /* as in abut_film_in; length: line contacts, rho_y: point contacts */
    abut_series force, rho_x, rho_y, length, u_sum, eta0, alpha, E_prime, beta, conductivity;
} abut_film_inputs;
typedef struct abut_film_arrays { /* as in abut_film_out; beyond: 1 or 0 */
    double *h_c, *h_min, *M, *L, *D, *H, *RI, *EI, *RP, *EP, *regime, *p_max, *beyond;
    double *dh_dF, *dh_du, *dh_drho_x, *dh_drho_y, *dh_dE;
} abut_film_arrays;
ABUT_API abut_status abut_film_many(const abut_film_law *law, size_t n, const abut_film_inputs *in,
                                    const abut_film_arrays *out, abut_array_faults *faults);

/* ---- mixed friction: abut_mixed_friction -------------------------------------------------------------------------------- */
typedef struct abut_friction_inputs { /* force, u_sum, v are wanted; what else is not given is that of the contact */
    abut_series force, u_sum, v;      /* N, m/s, m/s */
    abut_series E_prime, rho_x, rho_y, length, eta0, alpha, tau0, sigma, mu_boundary;
} abut_friction_inputs;
typedef struct abut_friction_arrays { /* as in abut_friction_force and abut_sharing; fluid_share: phi */
    double *F_t, *F_hydro, *F_boundary, *mu, *lambda_ratio, *power, *dFt_dv;
    double *fluid_share, *h, *area, *p_max, *alpha_c;
} abut_friction_arrays;
ABUT_API abut_status abut_friction_many(const abut_mixed *contact, size_t n, const abut_friction_inputs *in,
                                        const abut_friction_arrays *out, abut_array_faults *faults);

#ifdef __cplusplus
}
#endif
#endif
