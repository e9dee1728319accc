/* Load sharing after Johnson, Greenwood and Poon (1972): the film carries phi F between bodies of modulus phi E', the
 * asperities (1 - phi) F = A p_asp(Phi), A the Hertz area under F, Phi the separation that holds the film by volume.
 * In w = ln(phi/(1 - phi)) the logarithm of the balance,
 *   R(w) = ln(A p_asp/F) - ln(1 - phi),
 * rises from -infinity to infinity: one root, found by Newton's method inside a bracket. Derivatives are implicit.
 * Limits: no roughness: phi = 1; no film: phi = 0 and the asperities stand where they carry all; neither: phi = 0, h = 0. */
#include <math.h>

#include "base/message.h"
#include "contact.h"
#include "roughness.h"

typedef struct balance {
    const abut_mixed *c;
    double F, u;        /* N, m/s: u_sum */
    double ln_pressure; /* ln(A k/F), p_asp = k F_{5/2} */
    /* at w: */
    smooth_film film;
    double Phi, R, R_w;
    double pull; /* d ln p_asp/d ln h */
} balance;

static double soft_plus(double w) { return w > 0 ? w + log1p(exp(-w)) : log1p(exp(w)); }
static double fluid_share(double w) { return 1 / (1 + exp(-w)); }

static abut_status weigh(balance *b, double w) {
    double sigma = b->c->rough.sigma, slope;
    abut_status status = mixed_film(b->c, b->F, b->u, -soft_plus(-w), &b->film);
    if (status) return status;
    b->Phi = separation_of_film(b->film.h / sigma);
    double asperity = asperity_log(b->Phi, &slope);
    b->pull = slope * (b->film.h / sigma) / normal_cdf(b->Phi);
    b->R = b->ln_pressure + asperity + soft_plus(w);
    b->R_w = b->pull * b->film.by_share * fluid_share(-w) + fluid_share(w);
    return isfinite(b->R) && isfinite(b->R_w) ? ABUT_OK : ABUT_NOT_FINITE;
}

/* The lowest w looked at: a share below exp(-200) counts as none. */
static const double W_LOW = -200;

/* R < 0 at *low (or it is W_LOW) and R >= 0 at *high; the balance stands at the start value *w. */
static abut_status bracket(balance *b, double *low, double *high, double *w) {
    *w = 0;
    abut_status status = weigh(b, 0);
    if (status) return status;
    if (b->R < 0) { /* R(w) >= R(0) + soft_plus(w) - ln 2 */
        *low = 0;
        *high = 1 - b->R;
        return ABUT_OK;
    }
    *high = 0;
    for (*low = -1; *low > W_LOW; *low *= 2) {
        *w = *low;
        if ((status = weigh(b, *low))) return status;
        if (b->R < 0) return ABUT_OK;
        *high = *low;
    }
    *low = *w = W_LOW;
    return weigh(b, W_LOW);
}

static abut_status solve(balance *b, double *w) {
    double low, high;
    abut_status status = bracket(b, &low, &high, w);
    for (int i = 0; i < 200 && !status; i++) {
        if (b->R < 0)
            low = *w;
        else
            high = *w;
        double next = *w - b->R / b->R_w;
        if (!(next > low && next < high)) next = 0.5 * (low + high);
        double step = fabs(next - *w);
        *w = next;
        status = weigh(b, next);
        if (step <= 1e-15 * (1 + fabs(next)) || b->R == 0) return status;
    }
    return status ? status : ABUT_NO_CONVERGENCE;
}

/* d ln p_asp/d ln h and so on by the implicit function theorem; dA is d ln A/d ln F. */
static void differentiate(const balance *b, double w, double dA, abut_sharing *out) {
    double phi = fluid_share(w), rest = fluid_share(-w);
    double w_F = -(dA - 1 + b->pull * b->film.by_load) / b->R_w, w_u = -b->pull * b->film.by_speed / b->R_w;
    out->dphi_dF = phi * rest * w_F / b->F;
    out->dphi_du = phi * rest * w_u;
    out->dh_dF = b->film.h * (b->film.by_load + b->film.by_share * rest * w_F) / b->F;
    out->dh_du = b->film.h * (b->film.by_speed + b->film.by_share * rest * w_u);
}

/* All load on the asperities: ln F_{5/2}(Phi) = -ln_pressure; concave, so Newton's method comes from the right. */
static void stand_on_asperities(const abut_mixed *c, double F, double ln_pressure, double dA, abut_sharing *out) {
    double Phi = 0, slope = -1;
    for (int i = 0; i < 200; i++) {
        double step = (-ln_pressure - asperity_log(Phi, &slope)) / slope;
        Phi += step;
        if (fabs(step) <= 1e-15 * (1 + fabs(Phi))) break;
    }
    out->Phi = Phi;
    out->h = c->rough.sigma * film_of_separation(Phi);
    out->dh_dF = c->rough.sigma * normal_cdf(Phi) * (1 - dA) / (F * slope);
    out->one_minus_phi = 1;
}

static abut_status share_smooth(const abut_mixed *c, double F, double u, abut_sharing *out) {
    smooth_film film;
    if (!mixed_has_film(c, u)) {
        out->one_minus_phi = 1;
        return ABUT_OK;
    }
    abut_status status = mixed_film(c, F, u, 0, &film);
    if (status) return status;
    out->phi = 1;
    out->h = film.h;
    out->dh_dF = film.h * film.by_load / F;
    out->dh_du = film.h * film.by_speed;
    return ABUT_OK;
}

static abut_status share_rough(const abut_mixed *c, double F, double u, const dry_contact *dry, abut_sharing *out) {
    balance b = {
        .c = c, .F = F, .u = u, .ln_pressure = log(dry->area / F) + log(asperity_stiffness(&c->rough, c->E_prime))};
    double w = W_LOW;
    abut_status status = mixed_has_film(c, u) ? solve(&b, &w) : ABUT_OK;
    if (status) return status;
    if (w <= W_LOW) {
        stand_on_asperities(c, F, b.ln_pressure, dry->dlnA_dlnF, out);
    } else {
        out->phi = fluid_share(w);
        out->one_minus_phi = fluid_share(-w);
        out->h = b.film.h;
        out->Phi = b.Phi;
        differentiate(&b, w, dry->dlnA_dlnF, out);
    }
    out->alpha_c = fmin(1, asperity_area_share(&c->rough, out->Phi));
    return ABUT_OK;
}

abut_status abut_load_sharing(const abut_mixed *c, double F, double u_sum, abut_sharing *out, abut_message *message) {
    abut_mixed ready;
    *out = (abut_sharing){0};
    abut_status status = mixed_prepare(c, &ready, message);
    if (status) return status;
    if (!(F > 0) || !isfinite(F))
        return say(message, ABUT_BAD_VALUE, "force: must be positive and finite, got %g N", F);
    if (!isfinite(u_sum)) return say(message, ABUT_BAD_VALUE, "u_sum: must be finite, got %g m/s", u_sum);
    dry_contact dry = mixed_dry(&ready, F);
    if (!(dry.area > 0)) return say(message, ABUT_BAD_VALUE, "force: %g N is out of range", F);
    abut_sharing found = {.area = dry.area, .p_max = dry.p_max};
    status = c->rough.sigma > 0 ? share_rough(&ready, F, u_sum, &dry, &found) : share_smooth(&ready, F, u_sum, &found);
    if (status)
        return say(message, status, "load sharing: no balance of film and asperities at %g N and %g m/s", F, u_sum);
    *out = found;
    return ABUT_OK;
}
