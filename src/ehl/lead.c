/* See lead.h. */
#include "lead.h"

#include <math.h>

#include "abut/lubrication.h"

ehl_lead ehl_lead_from(double M, double L, double least) {
    return (ehl_lead){.M = fmin(fmax(M, 20), 100), .L = fmin(L, 5), .to_M = M, .to_L = L, .step = 0.5, .least = least};
}

bool ehl_lead_next(ehl_lead *way, double *M, double *L) {
    if (!(way->at < 1)) return false;
    way->next = fmin(1, way->at + way->step);
    *M = way->M * pow(way->to_M / way->M, way->next);
    *L = way->L + way->next * (way->to_L - way->L);
    return true;
}

bool ehl_lead_back(ehl_lead *way, ehl_end *end) {
    if (*end == EHL_DONE) {
        way->at = way->next;
        way->step *= 1.6;
        return false;
    }
    if (!(way->step > way->least)) return false;
    way->step *= 0.5;
    *end = EHL_DONE;
    return true;
}

/* All that has a unit is 1: then U = 1, the force is M, alpha is L. */
double ehl_film_expected(double M, double L, double D) {
    abut_film_in in = {.line = D == 0,
                       .force = M,
                       .rho_x = 1,
                       .rho_y = D,
                       .length = 1,
                       .u_sum = 1,
                       .eta0 = 1,
                       .alpha = L,
                       .E_prime = 1};
    abut_film_law law;
    abut_film_out out;
    (void)abut_film_choose(NULL, in.line, &law, NULL);
    (void)abut_film_eval(&law, &in, &out, NULL);
    return out.H;
}
