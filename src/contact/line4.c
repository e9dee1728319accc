/* The constants of four slices, and their laws in order: see line4.h. */
#include "line4.h"

#include <string.h>

#include "base/constants.h"
#include "lubricant/stress.h"
#include "mixed/roughness.h"

/* ---- which ---- */
static bool dry_form(const abut_element *e, line4 *k) {
    abut_slip slip;
    if (e->lubricated || !e->friction->slip || !e->friction->slip(e->friction_self, &slip) || slip.nodes) return false;
    k->slip = slip.law;
    return true;
}

static bool wet_form(const abut_element *e, line4 *k) {
    const abut_film_contact *f = &e->film;
    if (!e->lubricated || !f->line || !(f->oil.eta0 > 0) || !(f->law.u_eps > 0) || f->law.damped || f->rough.table)
        return false;
    const abut_film_type *law = f->law.type;
    bool blend = law->line && !law->apart && !law->least && law->recipe;
    k->tabled = law->tabled && law->tabled(&f->law, &k->recipe, &k->part);
    if (!blend && !k->tabled) return false;
    if (!e->friction->wet || !e->friction->wet(e->friction_self, &k->friction) || k->friction.nodes) return false;
    k->wet = true;
    k->film = *f;
    if (!k->tabled) k->recipe = law->recipe(&f->law);
    return k->recipe.bound == 0;
}

static bool normal_form(const abut_element *e, line4 *k) {
    abut_strip_form form;
    if (!e->normal->strip || !e->normal->strip(e->normal_self, 2 * e->E_star, k->whole, &form)) return false;
    k->iso = form.gain > 0;
    k->series = form.series;
    k->C = form.C;
    k->ln_part = log(HALF_PI * k->E_star * k->whole * k->whole * k->length);
    if (!k->iso) return true;
    k->ln_gain = log(form.gain * k->length);
    return true;
}

/* ---- constants of the film ---- */
static void film_constants(line4 *k) {
    const abut_film_contact *f = &k->film;
    const abut_film_law *law = &f->law;
    const abut_lubricant *o = &f->oil;
    double ln_U = log(o->eta0 / f->E_prime), ln_M = -log(f->E_prime * k->length) - 0.5 * ln_U; /* at N, u, rho of 1 */
    k->piezo = o->alpha > 0;
    double ln_L = k->piezo ? log(o->alpha * f->E_prime) + 0.25 * ln_U : 0;
    k->ln_M = ln_M, k->ln_L = k->piezo ? ln_L : -INFINITY;
    const film_numbers n = {.M = ln_M, .L = ln_L};
    const film_regimes r = moes_regimes(&n);
    k->ln_U = ln_U;
    k->ln_RI = r.RI.ln, k->ln_EI = r.EI.ln, k->ln_RP = r.RP.ln, k->ln_EP = r.EP.ln;
    k->ln_scale = 0.5 * ln_U;
    film_term hard, soft;
    film_least_line_terms(&n, &hard, &soft);
    k->ln_hard = hard.ln, k->ln_soft = soft.ln;
    k->ln_factor = log(law->thermal * law->starvation);
    if (law->heating && o->beta > 0 && o->conductivity > 0)
        k->heat = FILM_HEAT * pow(o->beta * o->eta0 / o->conductivity, FILM_HEAT_POWER);
    if (law->u_starve > 0) k->per_starve = 1 / law->u_starve;
    oil_law oil = oil_law_of(o);
    k->level = oil.level, k->z = oil.z;
    k->per_eps = 1 / k->friction.v_eps;
    k->rough = f->rough.sigma > 0;
    if (!k->rough) return;
    k->ln_sigma = log(f->rough.sigma);
    /* area k/N, area = l sqrt(32 N/(pi E' l rho)) */
    k->ln_asperities = log(asperity_stiffness(&f->rough, f->E_prime)) + 0.5 * log(32 * k->length / (PI * f->E_prime));
}

bool line4_of(const abut_element *e, line4 *k) {
    memset(k, 0, sizeof *k);
    if (e->form != ROLLER_ON_A || e->tension || !e->damping->chi) return false;
    k->E_star = e->E_star;
    k->whole = e->length;
    k->length = e->length / (double)e->slices;
    k->chi = e->damping->chi(e->damping_self);
    if (!normal_form(e, k) || !(dry_form(e, k) || wet_form(e, k))) return false;
    if (k->wet) film_constants(k);
    abut_form a = surface_form(&e->a.surface);
    if (a.kind == ABUT_FORM_CYLINDER && !a.nearly) k->side = a.hollow ? -1 : 1, k->R = a.radius;
    return true;
}

/* ---- one evaluation ---- */
static void speed_of(const line4 *k, const line4_in *in, line4_speed *s) {
    double slow = k->film.law.u_eps;
    row4 square = in->u * in->u + slow * slow;
    s->rho = 2 * in->Q;
    s->ln_rho = row4_log(s->rho);
    s->ln = 0.5 * row4_log(square);
    s->by_u = in->u / square;
    s->ln_factor = film4_factor(k->ln_factor, k->heat, k->per_starve, s->ln, row4_sqrt(square), &s->factor_slope);
}

/* Coulomb friction at the contact point. */
static void dry_friction(const line4 *k, const line4_in *in, bool derivatives, line4_out *out) {
    row4 slope, gain = slip_gain4(&k->slip, in->slip2, derivatives ? &slope : NULL);
    out->grip = out->N * gain;
    out->loss = out->grip * in->slip2;
    if (!derivatives) return;
    for (int i = 0; i < LINE_SELF; i++) out->dgrip[i] = gain * out->dN[i];
    out->dgrip[LINE_SELF] = out->N * slope;
}

/* Lanes that are not inside stand for a state that is easy. */
static line4_in easy(const line4_in *in) {
    const row4 zero = row4_all(0);
    line4_in o = *in;
    o.h = row4_pick(in->inside, in->h, row4_all(1e-6));
    o.hdot = row4_pick(in->inside, in->hdot, zero);
    o.Q = row4_pick(in->inside, in->Q, row4_all(100));
    o.u = row4_pick(in->inside, in->u, row4_all(1));
    return o;
}

static void clear_outside(mask4 inside, bool derivatives, line4_out *out) {
    const row4 zero = row4_all(0);
    row4 *const all[] = {&out->N,    &out->grip, &out->roll, &out->b,     &out->p_max, &out->energy,  &out->loss_normal,
                         &out->loss, &out->phi,  &out->h_c,  &out->h_min, &out->fluid, &out->boundary};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) *all[i] = row4_pick(inside, *all[i], zero);
    for (int i = 0; derivatives && i < LINE_BY; i++) {
        out->dN[i] = row4_pick(inside, out->dN[i], zero);
        out->dgrip[i] = row4_pick(inside, out->dgrip[i], zero);
        out->droll[i] = row4_pick(inside, out->droll[i], zero);
    }
}

bool line4_eval(const line4 *k, const line4_in *given, bool derivatives, line4_out *out) {
    line4_in in = *given;
    line4_speed speed;
    line4_at at;
    memset(out, 0, sizeof *out);
    bool outside = row4_any(~given->inside);
    if (outside) in = easy(given);
    if (k->wet) speed_of(k, &in, &speed);
    if (!line4_normal(k, &in, &speed, derivatives, &at, out)) return false;
    if (!k->wet)
        dry_friction(k, &in, derivatives, out);
    else if (!line4_mixed(k, &in, &speed, &at, derivatives, out))
        return false;
    if (outside) clear_outside(given->inside, derivatives, out);
    return true;
}
