/* What a line contact can be asked for; what lines and points share of that. */
#include <math.h>

#include "base/message.h"
#include "line.h"

static const double most_ab = 400; /* viscosities up to e^400; beyond, rows of the matrix lose their digits */

abut_status ehl_check_oil(const abut_ehl_oil *oil, double L, double ab, double most, abut_message *message) {
    if (!(oil->roelands_z >= 0 && oil->roelands_z <= 1.5))
        return say_at(message, "roelands_z", ABUT_BAD_VALUE, "roelands_z must be between 0 and 1.5, got %g",
                      oil->roelands_z);
    if (oil->roelands_z == 0 && ab > most)
        return say_at(message, "L", ABUT_BAD_VALUE,
                      "alpha p_h = %.3g is beyond %g, where Barus' law gives viscosities of no oil; take Roelands' law",
                      ab, most);
    if (oil->roelands_z == 0 && !oil->compressible) return ABUT_OK;
    if (!(oil->alpha >= 1e-12 && oil->alpha <= 1e-6))
        return say_at(message, "alpha", ABUT_BAD_VALUE,
                      "alpha must be between 1e-12 and 1e-6 1/Pa for Roelands' law or a compressible oil, got %g",
                      oil->alpha);
    if (!(L > 0))
        return say_at(
            message, "L", ABUT_BAD_VALUE,
            "L must be above 0 for Roelands' law or a compressible oil: the pressure follows from L and alpha");
    return ABUT_OK;
}

abut_status ehl_line_check(const abut_ehl_line_def *d, abut_message *message) {
    if (!(d->M >= 0.5 && d->M <= 1e4))
        return say_at(message, "M", ABUT_BAD_VALUE, "M must be between 0.5 and 10000, got %g", d->M);
    if (!(d->L >= 0 && d->L <= 100))
        return say_at(message, "L", ABUT_BAD_VALUE, "L must be between 0 and 100, got %g", d->L);
    if (!(d->tol >= 0 && d->tol <= 1e-3))
        return say_at(message, "tol", ABUT_BAD_VALUE, "tol must be between 0 and 0.001, got %g", d->tol);
    bool given = d->from != 0 || d->to != 0;
    if (given && !(d->from >= -200 && d->from <= -2 && d->to >= 1.1 && d->to <= 50))
        return say_at(message, "from", ABUT_BAD_VALUE,
                      "the domain must begin between -200 and -2 and end between 1.1 and 50, got %g to %g", d->from,
                      d->to);
    if (d->film != 0 && !(d->film >= 1e-6 && d->film <= 100))
        return say_at(message, "film", ABUT_BAD_VALUE, "film must be between 1e-6 and 100, got %g", d->film);
    if (d->layer != 0 && !(d->layer >= 1e-3 && d->layer <= 1e6))
        return say_at(message, "layer", ABUT_BAD_VALUE,
                      "layer must be between 0.001 and 1e6, or 0 for enough oil, got %g", d->layer);
    if (!(d->inside >= 0 && d->inside <= 0.8))
        return say_at(message, "inside", ABUT_BAD_VALUE, "inside must be between 0 and 0.8, got %g", d->inside);
    if (d->turning && (d->conserving || d->layer > 0))
        return say_at(
            message, "turning", ABUT_BAD_VALUE,
            "turning: where the film forms anew is not known of contacts that turn; leave conserving and layer out");
    return ehl_check_oil(&d->oil, d->L, ehl_line_numbers_of(d->M, d->L).ab, most_ab, message);
}

abut_status ehl_check_relief(const double *relief, size_t count, abut_message *message) {
    for (size_t i = 0; relief && i < count; i++)
        if (!(fabs(relief[i]) <= 1e3))
            return say_at(message, "relief", ABUT_BAD_VALUE, "a relief must be between -1000 and 1000, got %g",
                          relief[i]);
    return ABUT_OK;
}

abut_status ehl_line_check_move(const abut_ehl_line_move *v, abut_message *message) {
    if (!(v->dT >= 1e-100 && v->dT <= 1e6))
        return say_at(message, "dT", ABUT_BAD_VALUE, "dT must be between 1e-100 and 1e6, got %g", v->dT);
    if (v->width != 0 && !(v->width >= 0.1 && v->width <= 10))
        return say_at(message, "width", ABUT_BAD_VALUE, "width must be between 0.1 and 10 of the last one, got %g",
                      v->width);
    if (v->scale != 0 && !(v->scale >= 0.01 && v->scale <= 100))
        return say_at(message, "scale", ABUT_BAD_VALUE, "scale must be between 0.01 and 100 of the last one, got %g",
                      v->scale);
    if (!(v->load >= 0 && v->load <= 1e3))
        return say_at(message, "load", ABUT_BAD_VALUE, "load must be between 0 and 1000, got %g", v->load);
    if (v->last != 0 && !(v->last >= 0.1 && v->last <= 10))
        return say_at(message, "last", ABUT_BAD_VALUE, "last must be between 0.1 and 10 of this step, got %g", v->last);
    if (!(v->speed >= -1 && v->speed <= 1))
        return say_at(message, "speed", ABUT_BAD_VALUE, "speed must be between -1 and 1, got %g", v->speed);
    if (v->held && !(v->offset > -1e3 && v->offset < 1e3))
        return say_at(message, "offset", ABUT_BAD_VALUE, "offset must be between -1000 and 1000, got %g", v->offset);
    return ABUT_OK;
}
