/* A film law on one contact: what does not change with load and modulus is made once, for solvers that vary them. */
#ifndef ABUT_FILM_CONTACT_H
#define ABUT_FILM_CONTACT_H

#include "density.h"
#include "film.h"
#include "registry/registry.h"

/* Places in the gradient of ln h by the logarithms of force, speed, curvatures and E'. */
enum { FILM_F, FILM_SPEED, FILM_RHO_X, FILM_RHO_Y, FILM_E, FILM_INPUTS };

typedef struct film_contact {
    const abut_film_law *law;
    bool line;
    film_numbers n;
    film_regimes r;
    film_pressure pressure;  /* only of a compressible law */
    double ln_scale;         /* ln(R U^(1/2)) */
    double factor, by_speed; /* of heating and starvation; d ln factor/d ln speed */
} film_contact;

typedef struct film_thickness {
    double ln_h, by[FILM_INPUTS]; /* ln h without the factor, slopes with it */
    double ln_H;                  /* of the formula, without corrections */
} film_thickness;

/* The law that a choice (NULL: the usual one) names in the registry; *args is what it was made from. */
abut_status film_choose(const abut_registry *r, const abut_choice *choice, bool line, abut_args *args,
                        abut_film_law *out, abut_message *message);
/* `speed` stands for in->u_sum and holds u_eps already. Arguments are not checked; false: there is no film. */
bool film_prepare(const abut_film_law *law, const abut_film_in *in, double speed, film_contact *out);
/* Of Wilson and Sheu: 1/(1 + FILM_HEAT L^FILM_HEAT_POWER) */
#define FILM_HEAT       0.1
#define FILM_HEAT_POWER 0.64
/* Heating and starvation of the inlet, on film and rolling resistance, and d ln factor/d ln speed; speed >= 0, with u_eps in it. */
double film_factor(const abut_film_law *law, const abut_lubricant *oil, double speed, double *by_speed);
/* The central film under the force F exp(ln_F) between bodies of E' exp(ln_E), and the least film there (m; without the factor). */
void film_at(const film_contact *f, double ln_F, double ln_E, film_thickness *out);
double film_least_at(const film_contact *f, double ln_F, double ln_E);
/* By how much the film keeps bodies apart (slot `apart`): approach of the dry contact under the same force less that of this one. It is the
 * central film of a law that has no other. */
void film_apart_at(const film_contact *f, double ln_F, double ln_E, film_thickness *out);
/* The factor of damping by squeeze of a law that has it (slot `damping`), and the slopes of its logarithm. */
double film_damping_at(const film_contact *f, double ln_F, double by[FILM_INPUTS]);
/* The same of a law that has its own (slot `least`), from its ln H. */
double film_least_of(const film_contact *f, double ln_F, double ln_E, double ln_H);

#endif
