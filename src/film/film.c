/* The film of a contact given by forces, speeds and curvatures: choice of a law, checks of the input, results. */
#include "contact.h"

#include <math.h>

#include "base/message.h"
#include "base/plane.h"
#include "registry/kernel_type.h"

/* Beyond D = 1 by no more than rounding of equal curvatures. */
static const double D_MAX = 1 + 1e-9;

abut_status film_choose(const abut_registry *r, const abut_choice *choice, bool line, abut_args *args,
                        abut_film_law *out, abut_message *message) {
    *out = (abut_film_law){0};
    abut_status s = registry_check(r, "film", line ? ABUT_USUAL_LINE : ABUT_USUAL, choice, args, message);
    if (s) return s;
    const abut_film_type *type = (const abut_film_type *)kernel_type(args->type, sizeof *type);
    if (!type->both && type->line != line)
        return abut_refuse_at(args, "type", ABUT_BAD_VALUE, "this law is for a %s contact, the contact is a %s",
                              type->line ? "line" : "point", line ? "line" : "point");
    bool factor = abut_arg_given(args, "thermal"), supply = abut_arg_given(args, "u_starve");
    abut_heating heating = (abut_heating)abut_arg_word(args, "heating");
    if (heating == ABUT_HEATING_INLET && factor)
        return abut_refuse_at(args, "thermal", ABUT_BAD_VALUE,
                              "thermal is the factor that heating computes: give one of them");
    if (supply && abut_arg_given(args, "starvation"))
        return abut_refuse_at(args, "starvation", ABUT_BAD_VALUE,
                              "starvation is the factor that u_starve computes: give one of them");
    *out = (abut_film_law){
        .type = type,
        .blend = abut_arg_given(args, "blend") ? abut_arg_word(args, "blend") : 0,
        .compressible = abut_arg(args, "compressible") == 1,
        .thermal = abut_arg(args, "thermal"),
        .starvation = abut_arg(args, "starvation"),
        .heating = factor ? ABUT_HEATING_NONE : heating,
        .u_starve = supply ? abut_arg(args, "u_starve") : 0,
        .u_eps = abut_arg(args, "u_eps"),
        .line = line,
    };
    return type->choose ? type->choose(args, out) : ABUT_OK;
}

abut_status abut_film_choose(const abut_choice *choice, bool line, abut_film_law *out, abut_message *message) {
    abut_args args;
    if (message) message->text[0] = '\0';
    return film_choose(NULL, choice, line, &args, out, message);
}

/* ---- what is accepted ---- */
static bool positive(double x) { return x > 0 && isfinite(x); }
static bool not_negative(double x) { return x >= 0 && isfinite(x); }

static abut_status check_curvatures(const abut_film_in *in, abut_message *m) {
    if (!isfinite(in->rho_x) || (!in->line && !isfinite(in->rho_y)))
        return say(m, ABUT_BAD_VALUE, "rho_x and rho_y must be finite, got %g and %g 1/m", in->rho_x, in->rho_y);
    if (!(in->rho_x > 0))
        return say(m, ABUT_CONFORMING,
                   "rho_x must be positive, got %g 1/m: without a gap that narrows in the direction of rolling these "
                   "formulas know no film",
                   in->rho_x);
    if (in->line) return ABUT_OK;
    if (!(in->rho_y > 0))
        return say(m, ABUT_CONFORMING, "rho_y must be positive, got %g 1/m: for a contact along a line give its length",
                   in->rho_y);
    if (in->rho_y <= D_MAX * in->rho_x) return ABUT_OK;
    return say(
        m, ABUT_BAD_VALUE,
        "rho_y <= rho_x is wanted, got %g and %g 1/m (D = %g): the film formulas hold for rolling across the long "
        "axis of the contact ellipse or for a circle",
        in->rho_y, in->rho_x, in->rho_y / in->rho_x);
}

static abut_status check(const abut_film_in *in, abut_message *m) {
    if (!positive(in->force))
        return say(m, ABUT_BAD_VALUE, "the force must be positive, got %g N: without load the film has no limit",
                   in->force);
    if (!positive(in->E_prime)) return say(m, ABUT_BAD_VALUE, "E' must be positive, got %g Pa", in->E_prime);
    if (in->line && !positive(in->length))
        return say(m, ABUT_BAD_VALUE, "the length must be positive, got %g m", in->length);
    if (!not_negative(in->eta0))
        return say(m, ABUT_BAD_VALUE, "the viscosity eta0 must not be negative, got %g Pa s", in->eta0);
    if (!not_negative(in->alpha)) return say(m, ABUT_BAD_VALUE, "alpha must not be negative, got %g 1/Pa", in->alpha);
    if (!isfinite(in->u_sum)) return say(m, ABUT_BAD_VALUE, "the speed must be finite, got %g m/s", in->u_sum);
    return check_curvatures(in, m);
}

/* ---- results ---- */
static bool all_finite(const abut_film_out *o) {
    const double all[] = {o->M,     o->L,   o->D,     o->H,     o->RI,    o->EI,        o->RP,        o->EP,
                          o->h_min, o->h_c, o->p_max, o->dh_dF, o->dh_du, o->dh_drho_x, o->dh_drho_y, o->dh_dE};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!isfinite(all[i])) return false;
    return true;
}

/* Of the isoviscous asymptotes the greater counts, of the piezoviscous ones the less, of these two the greater. */
static int regime(const abut_film_out *f) {
    double iso = fmax(f->RI, f->EI), piezo = fmin(f->RP, f->EP);
    if (iso >= piezo) return f->RI >= f->EI ? 1 : 2;
    return f->RP <= f->EP ? 3 : 4;
}

static void evaluate(const film_contact *f, const abut_film_in *in, double speed, abut_film_out *out) {
    film_thickness t;
    film_at(f, 0, 0, &t);
    double h = f->factor * exp(t.ln_h);
    *out = (abut_film_out){
        .M = exp(f->n.M),
        .L = exp(f->n.L),
        .D = in->line ? 0 : in->rho_y / in->rho_x,
        .H = exp(t.ln_H),
        .RI = exp(f->r.RI.ln),
        .EI = exp(f->r.EI.ln),
        .RP = exp(f->r.RP.ln),
        .EP = exp(f->r.EP.ln),
        .h_c = h,
        .h_min = fmin(f->factor * (f->law->type->least ? film_least_of(f, 0, 0, t.ln_H) : film_least_at(f, 0, 0)), h),
        .p_max = f->pressure.p,
        .dh_dF = h * t.by[FILM_F] / in->force,
        .dh_du = h * t.by[FILM_SPEED] * (in->u_sum / speed) / speed, /* d speed/d u_sum = u_sum/speed */
        .dh_drho_x = h * t.by[FILM_RHO_X] / in->rho_x,
        .dh_drho_y = in->line ? 0 : h * t.by[FILM_RHO_Y] / in->rho_y,
        .dh_dE = h * t.by[FILM_E] / in->E_prime,
    };
    out->regime = regime(out);
}

abut_status abut_film_eval(const abut_film_law *law, const abut_film_in *in, abut_film_out *out,
                           abut_message *message) {
    if (message) message->text[0] = '\0';
    *out = (abut_film_out){0};
    if (law->line != in->line)
        return say(message, ABUT_BAD_VALUE, "film law %s was not chosen for a %s contact", law->type->type.name,
                   in->line ? "line" : "point");
    abut_status s = check(in, message);
    if (s) return s;
    if (law->heating == ABUT_HEATING_INLET && !(positive(in->beta) && positive(in->conductivity)))
        return say(
            message, ABUT_MISSING,
            "heating of the inlet needs the coefficient beta of viscosity by temperature and the conductivity of "
            "the lubricant, got %g 1/K and %g W/(m K)",
            in->beta, in->conductivity);
    double speed = plane_length(in->u_sum, law->u_eps);
    film_contact f;
    if (!film_prepare(law, in, speed, &f)) {
        out->D = in->line ? 0 : in->rho_y / in->rho_x;
        return ABUT_OK;
    }
    bool beyond = law->type->beyond && law->type->beyond(law, &f.n, message);
    if (beyond && !law->extended) return ABUT_OUTSIDE_DOMAIN;
    if (beyond && message) message->text[0] = '\0';
    evaluate(&f, in, speed, out);
    out->beyond = beyond;
    if (all_finite(out)) return ABUT_OK;
    say(message, ABUT_NOT_FINITE, "the film is beyond the range of numbers (M = %g, L = %g, D = %g)", out->M, out->L,
        out->D);
    *out = (abut_film_out){0};
    return ABUT_NOT_FINITE;
}
