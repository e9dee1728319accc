/* Load sharing after Johnson, Greenwood and Poon (1972): the film carries phi F between bodies of modulus phi E', the
 * asperities (1 - phi) F = A p_asp(Phi), A the Hertz area under F, Phi the separation that holds the film by volume.
 * In w = ln(phi/(1 - phi)) the logarithm of the balance,
 *   R(w) = ln(A p_asp/F) - ln(1 - phi),
 * rises from -infinity to infinity: one root. ln h is nearly a straight line over ln phi, so each step solves the balance of
 * such a line, which costs no evaluation of the film; two to four films are enough. Derivatives are implicit.
 * Limits: no roughness: phi = 1; no film: phi = 0 and the asperities stand where they carry all; neither: phi = 0, h = 0. */
#include <math.h>

#include "asperity.h"
#include "base/constants.h"
#include "base/message.h"
#include "base/plane.h"
#include "film/contact.h"
#include "roughness.h"
#include "sharing.h"

typedef struct balance {
    const film_contact *film;
    const abut_roughness *rough;
    double ln_pressure; /* ln(A k/F), k = p_asp/exp(surface_ln_load) */
    double ln_sigma;    /* of sigma over the factor of the film */
    /* at w: */
    film_thickness at;
    double t, R, R_w;
    double by_share; /* d ln h/d ln phi */
    double pull;     /* d ln p_asp/d ln h */
} balance;

static const double W_LOW = -200, W_HIGH = 750; /* a share below exp(-200) counts as none */
static const double ALONE = -40; /* a film of which asperities carry less than the exponential of it does not notice */

static double soft_plus(double w) { return w > 0 ? w + log(1 + exp(-w)) : log(1 + exp(w)); }
static double fluid_share(double w) { return 1 / (1 + exp(-w)); }

static abut_status weigh(balance *b, double w, double ln_phi) {
    film_at(b->film, ln_phi, ln_phi, &b->at);
    b->t = b->at.ln_h - b->ln_sigma;
    b->by_share = b->at.by[FILM_F] + b->at.by[FILM_E];
    b->R = b->ln_pressure + surface_ln_load(b->rough, b->t, &b->pull) + soft_plus(w);
    b->R_w = b->pull * b->by_share * fluid_share(-w) + fluid_share(w);
    return isfinite(b->R) && isfinite(b->R_w) ? ABUT_OK : ABUT_NOT_FINITE;
}

/* The balance of a film that is a straight line in logarithms, from the film at ln_phi; between low and high. */
static double straight(const balance *b, double ln_phi, double w, double low, double high) {
    for (int i = 0; i < 60; i++) {
        double e = exp(-fabs(w)), plus = log(1 + e), pull; /* soft_plus(w) and soft_plus(-w) with one of each */
        double rise = w > 0 ? w + plus : plus, now = w > 0 ? -plus : w - plus;
        double phi = (w > 0 ? 1 : e) / (1 + e), rest = (w > 0 ? e : 1) / (1 + e);
        double R = b->ln_pressure + surface_ln_load(b->rough, b->t + b->by_share * (now - ln_phi), &pull) + rise;
        if (R < 0)
            low = w;
        else
            high = w;
        double next = w - R / (pull * b->by_share * rest + phi);
        if (!(next > low && next < high)) next = 0.5 * (low + high);
        double step = fabs(next - w);
        w = next;
        if (step <= 1e-10 * (1 + fabs(w)) || high - low < 1e-12) break;
    }
    return w;
}

/* From the balance at phi = 1. */
static abut_status solve(balance *b, double *w) {
    double low = W_LOW, high = W_HIGH, ln_phi = 0;
    *w = straight(b, 0, b->R < 0 ? -b->R : -1, low, high);
    for (int i = 0; i < 200; i++) {
        ln_phi = -soft_plus(-*w);
        abut_status status = weigh(b, *w, ln_phi);
        if (status) return status;
        if (b->R < 0)
            low = *w;
        else
            high = *w;
        if (high <= W_LOW + 1e-6) {
            *w = W_LOW;
            return ABUT_OK;
        }
        double step = -b->R / b->R_w;
        if (fabs(step) <= 1e-9 * (1 + fabs(*w))) { /* the film follows its slope: the error is of second order */
            *w += step;
            b->t += b->by_share * fluid_share(-*w) * step;
            return ABUT_OK;
        }
        double next = b->by_share < 0 ? straight(b, ln_phi, *w, low, high) : *w + step;
        *w = next > low && next < high ? next : 0.5 * (low + high);
    }
    return ABUT_NO_CONVERGENCE;
}

static void put_film(const balance *b, double w, const double by_R[SHARE_BY], sharing *out) {
    double ln_phi = -soft_plus(-w), factor = b->film->factor;
    out->phi = fluid_share(w);
    out->rest = fluid_share(-w);
    out->t = b->t;
    out->h = factor * exp(b->t + b->ln_sigma);
    out->h_min = fmin(factor * film_least_at(b->film, ln_phi, ln_phi), out->h);
    for (int i = 0; i < SHARE_BY; i++) {
        out->by_w[i] = -(by_R[i] + b->pull * b->at.by[i]) / b->R_w;
        out->by_h[i] = b->at.by[i] + b->by_share * out->rest * out->by_w[i];
    }
}

/* All load on the asperities. */
static void stand_on_asperities(const abut_mixed *c, double ln_pressure, const double by_R[SHARE_BY], sharing *out) {
    double slope;
    out->t = surface_stand(&c->rough, -ln_pressure, &slope);
    out->h = out->h_min = c->rough.sigma * exp(out->t);
    out->rest = 1;
    for (int i = 0; i < SHARE_BY; i++) out->by_h[i] = -by_R[i] / slope;
}

static abut_status share_smooth(const film_contact *film, sharing *out) {
    film_thickness at;
    film_at(film, 0, 0, &at);
    out->phi = 1;
    out->h = film->factor * exp(at.ln_h);
    out->h_min = fmin(film->factor * film_least_at(film, 0, 0), out->h);
    for (int i = 0; i < SHARE_BY; i++) out->by_h[i] = at.by[i];
    return out->h > 0 ? ABUT_OK : ABUT_NOT_FINITE;
}

static abut_status share_rough(const abut_mixed *c, double F, const film_contact *film, sharing *out) {
    balance b = {.film = film,
                 .rough = &c->rough,
                 .ln_pressure = log(out->dry.area / F * surface_stiffness(&c->rough, c->E_prime))};
    double by_R[SHARE_BY], w = W_LOW;
    for (int i = 0; i < SHARE_BY; i++) by_R[i] = out->dry.by_area[i] - (i == SHARE_F);
    if (film) {
        b.ln_sigma = log(c->rough.sigma / film->factor);
        abut_status status = weigh(&b, 0, 0); /* soft_plus is not that of phi = 1 here, where it has no number */
        if (status) return status;
        b.R -= soft_plus(0);
        b.R_w = 1;
        w = -b.R;
        if (b.R > ALONE && (status = solve(&b, &w))) return status;
    }
    if (w <= W_LOW)
        stand_on_asperities(c, b.ln_pressure, by_R, out);
    else
        put_film(&b, w, by_R, out);
    return ABUT_OK;
}

static void real_area(const abut_roughness *r, sharing *out) {
    double slope, share = exp(surface_ln_area(r, out->t, &slope));
    out->alpha_c = fmin(1, share);
    for (int i = 0; i < SHARE_BY; i++) out->by_alpha[i] = share < 1 ? slope * out->by_h[i] : 0;
}

abut_status share_load(const abut_mixed *c, double F, double speed, bool area, sharing *out) {
    *out = (sharing){.dry = mixed_dry(c, F)};
    film_contact film;
    abut_film_in in = mixed_film_in(c, F);
    bool has_film = film_prepare(&c->film, &in, speed, &film), rough = c->rough.sigma > 0;
    abut_status status = ABUT_OK;
    if (rough)
        status = share_rough(c, F, has_film ? &film : NULL, out);
    else if (has_film)
        status = share_smooth(&film, out);
    else
        out->rest = 1;
    if (!status && rough && area) real_area(&c->rough, out);
    return status;
}

static bool all_finite(const abut_sharing *s) {
    const double *x = &s->phi;
    for (size_t i = 0; i < sizeof *s / sizeof *x; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

abut_status abut_load_sharing(const abut_mixed *c, double F, double u_sum, abut_sharing *out, abut_message *message) {
    abut_mixed ready;
    sharing s;
    *out = (abut_sharing){0};
    abut_status status = mixed_prepare(c, &ready, message);
    if (status) return status;
    if (!(F > 0) || !isfinite(F))
        return say(message, ABUT_BAD_VALUE, "force: must be positive and finite, got %g N", F);
    if (!isfinite(u_sum)) return say(message, ABUT_BAD_VALUE, "u_sum: must be finite, got %g m/s", u_sum);
    double speed = plane_length(u_sum, ready.film.u_eps), sign = speed > 0 ? u_sum / speed : 0,
           per = speed > 0 ? speed : 1;
    if ((status = share_load(&ready, F, speed, true, &s)))
        return say(message, status, "load sharing: no balance of film and asperities at %g N and %g m/s", F, u_sum);
    if (!(s.dry.area > 0) || !isfinite(s.dry.area))
        return say(message, ABUT_BAD_VALUE, "force: %g N is out of range", F);
    double swing = s.phi * s.rest; /* d phi/d w */
    *out = (abut_sharing){
        .phi = s.phi,
        .one_minus_phi = s.rest,
        .h = s.h,
        .Phi = ready.rough.sigma > 0 ? surface_separation(&ready.rough, s.t) : 0,
        .area = s.dry.area,
        .p_max = s.dry.p_max,
        .alpha_c = s.alpha_c,
        .dphi_dF = swing * s.by_w[SHARE_F] / F,
        .dphi_du = swing * s.by_w[SHARE_SPEED] * sign / per,
        .dh_dF = s.h * s.by_h[SHARE_F] / F,
        .dh_du = s.h * s.by_h[SHARE_SPEED] * sign / per,
    };
    if (all_finite(out)) return ABUT_OK;
    *out = (abut_sharing){0};
    return say(message, ABUT_NOT_FINITE, "load sharing: beyond the range of numbers at %g N and %g m/s", F, u_sum);
}
