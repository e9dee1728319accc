/* A film law with forces, speeds and curvatures: checks, Moes' numbers, corrections, derivatives. */
#include "film.h"

#include <math.h>

#include "base/message.h"
#include "density.h"
#include "registry.h"

/* Beyond D = 1 by no more than rounding of equal curvatures. */
static const double D_MAX = 1 + 1e-9;

abut_status abut_film_choose(const abut_choice *choice, bool line, abut_film_law *out, abut_message *message) {
    abut_args args;
    abut_message scratch;
    if (!message) message = &scratch;
    message->text[0] = '\0';
    *out = (abut_film_law){0};
    abut_status s = registry_check("film", line ? "moes_line" : "nvm", choice, &args, message);
    if (s) return s;
    const abut_film_type *type = (const abut_film_type *)args.type;
    if (type->line != line)
        return abut_refuse(&args, ABUT_BAD_VALUE, "this law is for a %s contact, the contact is a %s",
                           type->line ? "line" : "point", line ? "line" : "point");
    *out = (abut_film_law){
        .type = type,
        .blend = abut_arg_given(&args, "blend") ? abut_arg_word(&args, "blend") : 0,
        .compressible = abut_arg(&args, "compressible") == 1,
        .thermal = abut_arg(&args, "thermal"),
        .starvation = abut_arg(&args, "starvation"),
        .u_eps = abut_arg(&args, "u_eps"),
    };
    return ABUT_OK;
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

/* ---- numbers and derivatives ---- */
/* Logarithmic derivatives by F, u, rho_x, rho_y, E' of the four numbers. */
enum { BY_F, BY_SPEED, BY_RHO_X, BY_RHO_Y, BY_E, INPUTS };
static const double line_map[FILM_NUMBERS][INPUTS] = {
    [BY_M] = {1, -0.5, 0.5, 0, -0.5},
    [BY_L] = {0, 0.25, 0.25, 0, 0.75},
    [BY_U] = {0, 1, 1, 0, -1},
};
static const double point_map[FILM_NUMBERS][INPUTS] = {
    [BY_M] = {1, -0.75, 1.25, 0, -0.25},
    [BY_L] = {0, 0.25, 0.25, 0, 0.75},
    [BY_D] = {0, 0, -1, 1, 0},
    [BY_U] = {0, 1, 1, 0, -1},
};

static film_numbers numbers(const abut_film_in *in, double speed) {
    double U = in->eta0 * speed * in->rho_x / in->E_prime, root = sqrt(U), fourth = sqrt(root);
    double W =
        in->line ? in->force * in->rho_x / (in->E_prime * in->length) : in->force * in->rho_x * in->rho_x / in->E_prime;
    return (film_numbers){
        .M = W / (in->line ? root : root * fourth),
        .L = in->alpha * in->E_prime * fourth,
        .D = in->line ? 0 : in->rho_y / in->rho_x,
        .U = U,
    };
}

/* d ln h/d ln input of h = H R U^(1/2) over the density ratio. */
static void slopes(const abut_film_in *in, const film_term *H, const film_density *density, double slope[INPUTS]) {
    static const double scale[INPUTS] = {0, 0.5, -0.5, 0, -0.5};
    const double(*map)[INPUTS] = in->line ? line_map : point_map;
    for (int i = 0; i < INPUTS; i++) {
        slope[i] = scale[i];
        for (int k = 0; k < FILM_NUMBERS; k++) slope[i] += H->g[k] * map[k][i];
    }
    slope[BY_F] -= density->slope * density->by_F;
    slope[BY_RHO_X] -= density->slope * density->by_rho_x;
    slope[BY_RHO_Y] -= density->slope * density->by_rho_y;
    slope[BY_E] -= density->slope * density->by_E;
}

static void put_slopes(const abut_film_in *in, double speed, const double slope[INPUTS], abut_film_out *out) {
    out->dh_dF = out->h_c * slope[BY_F] / in->force;
    out->dh_du = out->h_c * slope[BY_SPEED] * (in->u_sum / speed) / speed; /* d speed/d u_sum = u_sum/speed */
    out->dh_drho_x = out->h_c * slope[BY_RHO_X] / in->rho_x;
    out->dh_drho_y = in->line ? 0 : out->h_c * slope[BY_RHO_Y] / in->rho_y;
    out->dh_dE = out->h_c * slope[BY_E] / in->E_prime;
}

static bool all_finite(const abut_film_out *o) {
    const double all[] = {o->M,     o->L,   o->D,     o->H,     o->RI,    o->EI,        o->RP,        o->EP,
                          o->h_min, o->h_c, o->p_max, o->dh_dF, o->dh_du, o->dh_drho_x, o->dh_drho_y, o->dh_dE};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!isfinite(all[i])) return false;
    return true;
}

static void evaluate(const abut_film_law *law, const abut_film_in *in, double speed, const film_numbers *n,
                     abut_film_out *out) {
    film_regimes r = in->line ? moes_regimes(n) : nvm_regimes(n);
    film_term H = law->type->film(law, n, &r);
    film_density density = film_density_at(law->compressible, in);
    double scale = sqrt(n->U) / in->rho_x * law->thermal * law->starvation, slope[INPUTS];
    double least = in->line ? film_least_line(n, &r) : film_least_point(n, &r);
    *out = (abut_film_out){.M = n->M,
                           .L = n->L,
                           .D = n->D,
                           .H = H.v,
                           .RI = r.RI.v,
                           .EI = r.EI.v,
                           .RP = r.RP.v,
                           .EP = r.EP.v,
                           .p_max = density.p};
    out->h_c = H.v * scale / density.ratio;
    out->h_min = fmin(least * scale, out->h_c);
    slopes(in, &H, &density, slope);
    put_slopes(in, speed, slope, out);
}

abut_status abut_film_eval(const abut_film_law *law, const abut_film_in *in, abut_film_out *out,
                           abut_message *message) {
    if (message) message->text[0] = '\0';
    *out = (abut_film_out){0};
    if (law->type->line != in->line)
        return say(message, ABUT_BAD_VALUE, "film law %s is not for a %s contact", law->type->type.name,
                   in->line ? "line" : "point");
    abut_status s = check(in, message);
    if (s) return s;
    double speed = hypot(in->u_sum, law->u_eps);
    film_numbers n = numbers(in, speed);
    if (n.U == 0) {
        out->D = n.D;
        return ABUT_OK;
    }
    evaluate(law, in, speed, &n, out);
    if (all_finite(out)) return ABUT_OK;
    *out = (abut_film_out){0};
    return say(message, ABUT_NOT_FINITE, "the film is beyond the range of numbers (M = %g, L = %g, D = %g)", n.M, n.L,
               n.D);
}
