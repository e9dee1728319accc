/* What load sharing, friction and the series law need of a contact, for line and ellipse alike. */
#include "contact.h"

#include <math.h>

#include "base/constants.h"
#include "base/message.h"
#include "lubricant/lubricant.h"
#include "numeric/hertz_kernel.h"
#include "roughness.h"

static bool is_line(const abut_mixed *c) { return c->rho_y == 0; }
static bool positive(double x) { return x > 0 && isfinite(x); }
static bool not_negative(double x) { return x >= 0 && isfinite(x); }

static abut_status check_shape(const abut_mixed *c, abut_message *m) {
    if (!positive(c->E_prime))
        return say_at(m, "E_prime", ABUT_BAD_VALUE, "E_prime: must be positive, got %g Pa", c->E_prime);
    if (!positive(c->rho_x))
        return say_at(m, "rho_x", ABUT_CONFORMING, "rho_x: must be positive, got %g 1/m", c->rho_x);
    if (!not_negative(c->rho_y) || c->rho_y > c->rho_x)
        return say_at(m, "rho_y", ABUT_BAD_VALUE, "rho_y: 0 <= rho_y <= rho_x is wanted, got rho_y %g and rho_x %g 1/m",
                      c->rho_y, c->rho_x);
    if (is_line(c) && !positive(c->length))
        return say_at(m, "length", ABUT_BAD_VALUE, "length: must be positive for a line contact, got %g m", c->length);
    return ABUT_OK;
}

static abut_status check_surfaces(const abut_mixed *c, abut_message *m) {
    const abut_roughness *r = &c->rough;
    if (!lubricant_good(&c->oil))
        return say_at(
            m, "oil", ABUT_BAD_VALUE,
            "oil: a value is out of range; eta0 %g Pa s and alpha %g 1/Pa must not be negative, and Roelands' law "
            "needs eta0 > 6.4e-5 Pa s",
            c->oil.eta0, c->oil.alpha);
    if (!roughness_good(r))
        return say_at(
            m, "rough", ABUT_BAD_VALUE,
            "rough: sigma must be 0 (smooth) or positive with asperity_radius and density positive too, got %g m, "
            "%g m, %g 1/m^2",
            r->sigma, r->asperity_radius, r->density);
    if (!not_negative(c->mu_boundary))
        return say_at(m, "mu_boundary", ABUT_BAD_VALUE, "mu_boundary: must not be negative, got %g", c->mu_boundary);
    if (!not_negative(c->tau_boundary))
        return say_at(m, "tau_boundary", ABUT_BAD_VALUE, "tau_boundary: must not be negative, got %g Pa",
                      c->tau_boundary);
    if (!positive(c->v_eps)) return say_at(m, "v_eps", ABUT_BAD_VALUE, "v_eps: must be positive, got %g m/s", c->v_eps);
    return ABUT_OK;
}

abut_status mixed_prepare(const abut_mixed *given, abut_mixed *c, abut_message *message) {
    *c = *given;
    abut_status status = check_shape(c, message);
    if (!status) status = check_surfaces(c, message);
    if (!status && !c->film.type) status = abut_film_choose(NULL, is_line(c), &c->film, message);
    if (!status && c->film.heating == ABUT_HEATING_INLET && !lubricant_heats(&c->oil))
        return say_at(message, "oil", ABUT_MISSING, "oil: heating of the inlet needs its beta and its conductivity");
    return status;
}

static dry_contact dry_line(const abut_mixed *c, double F) {
    double b = sqrt(8 * F / (PI * c->E_prime * c->length * c->rho_x)), area = 2 * b * c->length;
    return (dry_contact){.area = area,
                         .p_max = 4 / PI * F / area,
                         .a = c->length / 2,
                         .b = b,
                         .by_area = {0.5, 0, -0.5, 0},
                         .by_b = {0.5, 0, -0.5, 0}};
}

/* With P a^2 + Q b^2 = h the derivatives of ln a^2 at constant force are -2/3 P a^2/h and -2/3 Q b^2/h, by ln P and ln Q,
 * and -2 Q b^2/h by ln kappa; kappa = b/a depends on P/Q. */
static dry_contact dry_ellipse(const abut_mixed *c, double F) {
    double P = c->rho_y / 2, Q = c->rho_x / 2, C = P / Q, G, kappa;
    hertz_coefficients(C, &G, &kappa);
    double turn = hertz_dlnk(C, kappa), root = cbrt(F / (2.0 / 3 * c->E_prime * G) * sqrt(2 * Q));
    double flat = P / (P + kappa * kappa * Q), steep = 1 - flat; /* P a^2/h, Q b^2/h */
    double a = root * sqrt(flat / P), b = kappa * a, area = PI * a * b;
    double by_x = -steep / 3 + steep * turn, by_y = -flat / 3 - steep * turn; /* of ln a */
    return (dry_contact){.area = area,
                         .p_max = 1.5 * F / area,
                         .a = a,
                         .b = b,
                         .by_area = {2.0 / 3, 0, 2 * by_x - turn, 2 * by_y + turn},
                         .by_a = {1.0 / 3, 0, by_x, by_y},
                         .by_b = {1.0 / 3, 0, by_x - turn, by_y + turn}};
}

dry_contact mixed_dry(const abut_mixed *c, double F) { return is_line(c) ? dry_line(c, F) : dry_ellipse(c, F); }

abut_status mixed_approach(const abut_mixed *c, double F, double *delta, double *by_load) {
    if (!is_line(c)) {
        abut_hertz hertz;
        abut_status status = abut_hertz_from_force(c->rho_y / 2, c->rho_x / 2, c->E_prime / 2, F, &hertz);
        *delta = hertz.approach;
        *by_load = hertz.approach * 2 / 3;
        return status;
    }
    abut_line_in in = {c->line_law, c->length, c->rho_x, c->E_prime, nan(""), F};
    abut_line_out line;
    abut_status status = abut_line_contact(&in, &line, NULL);
    *delta = line.approach;
    *by_load = F / line.stiffness;
    return status;
}

abut_status mixed_dry_force(const abut_mixed *c, double d, double *F, double *stiffness, abut_message *message) {
    if (!is_line(c)) {
        abut_hertz hertz;
        abut_status status = abut_hertz_from_approach(c->rho_y / 2, c->rho_x / 2, c->E_prime / 2, d, &hertz);
        *F = hertz.force;
        *stiffness = hertz.stiffness;
        return status ? say_at(message, "approach", status, "approach: %g m is out of range", d) : ABUT_OK;
    }
    abut_line_in in = {c->line_law, c->length, c->rho_x, c->E_prime, d, nan("")};
    abut_line_out line;
    abut_status status = abut_line_contact(&in, &line, message);
    *F = line.force;
    *stiffness = line.stiffness;
    return status;
}

double mixed_force_limit(const abut_mixed *c) {
    if (!is_line(c) || c->line_law == ABUT_LINE_STRIP) return 1e250;
    double b = 2 * (1 - 1e-4) * c->length; /* the limits end at b = 2l, or just before */
    return PI / 8 * c->E_prime * c->length * c->rho_x * b * b;
}

abut_film_in mixed_film_in(const abut_mixed *c, double F) {
    return (abut_film_in){.line = is_line(c),
                          .force = F,
                          .rho_x = c->rho_x,
                          .rho_y = c->rho_y,
                          .length = c->length,
                          .eta0 = c->oil.eta0,
                          .alpha = c->oil.alpha,
                          .E_prime = c->E_prime,
                          .beta = c->oil.beta,
                          .conductivity = c->oil.conductivity};
}
