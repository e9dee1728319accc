/* abut: lubricated contacts of rough surfaces on a grid: film and asperities share the load at every node. Link libabut_field.
 *
 *     abut_ehl_line_mixed(s, &(abut_ehl_mixed_def){.contact = {.M = 50, .L = 8}, .rough = {sigma, beta, density}, ...}, &r, &why);
 *     r.film_share, r.asperity_share, r.P_film[], r.P_asperities[]
 *
 * Where the gap is thin, asperities carry p_asp(g) (Greenwood and Tripp, or a table of abut/rough.h); Reynolds' equation holds for the mean film
 * between them, without flow factors. See docs/theory/ehl_mixed.md. */
#ifndef ABUT_EHL_MIXED_H
#define ABUT_EHL_MIXED_H

#include "abut/ehl.h"
#include "abut/lubrication.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_ehl_mixed_def {
    abut_ehl_line_def contact; /* M up to 1e12: a contact that hardly moves is a dry one */
    abut_roughness rough;
    double E_prime; /* Pa, 2 E* */
    double R;       /* m, 1/rho_x */
    double p_h;     /* Pa, of the smooth dry contact */
} abut_ehl_mixed_def;

typedef struct abut_ehl_mixed_result {
    double film_share, asperity_share; /* of the load; their sum is 1 */
    double lambda;                     /* central film over sigma */
    double b;                          /* m, half-width of the smooth dry contact */
    abut_ehl_line_result
        line; /* films: means of the oil between the asperities; P: of both together; rolling: of the film */
    const double *P_film, *P_asperities, *gap; /* of the nodes; gap: distance of the mean planes, Hertz' units */
} abut_ehl_mixed_result;

/* The last smooth solution of s is forgotten. ABUT_NO_CONVERGENCE, ABUT_BAD_VALUE with a sentence; *out is zero then. */
ABUT_API abut_status abut_ehl_line_mixed(abut_ehl_line *s, const abut_ehl_mixed_def *def, abut_ehl_mixed_result *out,
                                         abut_message *message);

/* ---- elliptic contacts ---- */
typedef struct abut_ehl_point_mixed_def {
    abut_ehl_point_def contact; /* M up to 1e12; method: Newton's; tol 0: 1e-9 */
    abut_roughness rough;
    double E_prime; /* Pa, 2 E* */
    double R;       /* m, 1/rho_x */
    double p_h;     /* Pa, of the smooth dry contact */
} abut_ehl_point_mixed_def;

typedef struct abut_ehl_point_mixed_result {
    double film_share, asperity_share; /* of the load; their sum is 1 */
    double lambda;                     /* central film H_c over sigma */
    double a;                          /* m, semi-axis of the smooth dry contact in the direction of rho_x */
    abut_ehl_point_result
        point; /* films: means of the oil between the asperities; P: of both together; errors: by the grid */
    const double *P_film, *P_asperities, *gap; /* of the nodes; gap: distance of the mean planes, Hertz' units */
} abut_ehl_point_mixed_result;

/* The last smooth solution of s is forgotten. ABUT_NO_CONVERGENCE, ABUT_BAD_VALUE with a sentence; *out is zero then. */
ABUT_API abut_status abut_ehl_point_mixed(abut_ehl_point *s, const abut_ehl_point_mixed_def *def,
                                          abut_ehl_point_mixed_result *out, abut_message *message);

#ifdef __cplusplus
}
#endif
#endif
