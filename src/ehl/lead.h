/* Where a contact is not found from a cold start: M and L led to it from an easy contact, in steps that grow where they are taken and
 * are halved where they are not. And the film that formulas expect, which grids and starts are made for. */
#ifndef ABUT_EHL_LEAD_H
#define ABUT_EHL_LEAD_H

#include "line_newton.h"

typedef struct ehl_lead {
    double M, L;       /* of the easy contact */
    double to_M, to_L; /* of the wanted one */
    double at, next;   /* of the way: behind, tried; 0 to 1 */
    double step, least;
} ehl_lead;

ehl_lead ehl_lead_from(double M, double L, double least);
/* The contact to try next; false at the end of the way. */
bool ehl_lead_next(ehl_lead *way, double *M, double *L);
/* Was the step not taken, so that the last solution is to be put back? *end says what came out, and afterwards whether to go on. */
bool ehl_lead_back(ehl_lead *way, ehl_end *end);

/* The central film of Moes' units by the formulas of line contacts (D = 0) and of elliptic ones, D <= 1, entrained along rho_x. */
double ehl_film_expected(double M, double L, double D);

#endif
