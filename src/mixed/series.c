/* Elastic bodies in series with their smooth film: delta(F) - h(F, u) = d for q = ln F, h the central film or what the law has for the
 * separation of the bodies. delta rises and h falls with F, so the
 * root is the only one; it exists for every d, also for bodies apart. Newton's method inside a bracket.
 *   dF/dd = F/(d delta/dq - dh/dq),  dF/du = dF/dd dh/du. */
#include <math.h>

#include "base/message.h"
#include "base/plane.h"
#include "contact.h"
#include "film/contact.h"

typedef struct series {
    const abut_mixed *c;
    double d;
    film_contact film; /* at F = 1 N */
    /* at q: */
    film_thickness at;
    double h, delta, residual, slope;
} series;

static abut_status gap_at(series *s, double q) {
    double F = exp(q), by_load;
    abut_status status = mixed_approach(s->c, F, &s->delta, &by_load);
    if (status) return status;
    film_apart_at(&s->film, q, 0, &s->at);
    s->h = s->film.factor * exp(s->at.ln_h);
    s->residual = s->delta - s->h - s->d;
    s->slope = by_load - s->h * s->at.by[FILM_F];
    return isfinite(s->residual) && s->slope > 0 ? ABUT_OK : ABUT_NOT_FINITE;
}

/* Widens [low, high] about the start value q until the residual changes its sign. */
static abut_status bracket(series *s, double q, double q_max, double *low, double *high) {
    abut_status status = gap_at(s, q);
    bool up = s->residual < 0;
    *low = *high = q;
    for (double step = 2; !status && step < 400; step *= 2) {
        double next = up ? fmin(*high + step, q_max) : *low - step;
        if ((status = gap_at(s, next))) break;
        if (up) {
            *low = *high;
            *high = next;
        } else {
            *high = *low;
            *low = next;
        }
        if ((s->residual < 0) != up) return ABUT_OK;
        if (up && next >= q_max) return ABUT_TOO_DEEP;
    }
    return status ? status : ABUT_NO_CONVERGENCE;
}

static abut_status solve(series *s, double q_max, double *q) {
    double low, high;
    abut_status status = bracket(s, *q, q_max, &low, &high);
    *q = 0.5 * (low + high);
    for (int i = 0; i < 200 && !status; i++) {
        if ((status = gap_at(s, *q))) break;
        if (s->residual < 0)
            low = *q;
        else
            high = *q;
        double next = *q - s->residual / s->slope;
        if (!(next > low && next < high)) next = 0.5 * (low + high);
        double step = fabs(next - *q);
        *q = next;
        if (step <= 4e-16 * (1 + fabs(next))) return gap_at(s, next);
    }
    return status ? status : ABUT_NO_CONVERGENCE;
}

static abut_status dry(const abut_mixed *c, double d, abut_film_force *out, abut_message *message) {
    if (d <= 0) return ABUT_OK;
    out->delta = d;
    return mixed_dry_force(c, d, &out->F, &out->dF_dd, message);
}

abut_status abut_film_series(const abut_mixed *c, double d, double u_sum, abut_film_force *out, abut_message *message) {
    abut_mixed ready;
    *out = (abut_film_force){0};
    abut_status status = mixed_prepare(c, &ready, message);
    if (status) return status;
    if (!isfinite(d)) return say_at(message, "approach", ABUT_BAD_VALUE, "approach: must be finite, got %g m", d);
    if (!isfinite(u_sum)) return say_at(message, "u_sum", ABUT_BAD_VALUE, "u_sum: must be finite, got %g m/s", u_sum);
    series s = {.c = &ready, .d = d};
    abut_film_in in = mixed_film_in(&ready, 1);
    double speed = plane_length(u_sum, ready.film.u_eps);
    if (!film_prepare(&ready.film, &in, speed, &s.film)) return dry(&ready, d, out, message);
    double q_max = log(mixed_force_limit(c)), q = fmin(log(c->E_prime / (c->rho_x * c->rho_x)) - 14, q_max - 1);
    status = solve(&s, q_max, &q);
    if (status)
        return say(message, status, "film and bodies in series: no force was found for the approach %g m at %g m/s", d,
                   u_sum);
    double F = exp(q), stiffness = F / s.slope;
    double by_u = s.h * s.at.by[FILM_SPEED] * (u_sum / speed) / speed;
    *out = (abut_film_force){.F = F, .dF_dd = stiffness, .dF_du = stiffness * by_u, .h = s.h, .delta = s.delta};
    if (isfinite(F) && isfinite(stiffness) && isfinite(out->dF_du) && isfinite(s.h) && isfinite(s.delta))
        return ABUT_OK;
    *out = (abut_film_force){0};
    return say(message, ABUT_NOT_FINITE, "film and bodies in series: beyond the range of numbers at %g m and %g m/s", d,
               u_sum);
}
