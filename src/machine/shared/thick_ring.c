/* Thick rings in plane stress (G. Lame 1852; rotating discs: S. Timoshenko, J. Goodier, Theory of Elasticity, 3rd ed., 1970, 28 and 32).
 * Between the radii a < b, with pressures p_a, p_b, turning at w, warmer by T:
 *   E u(r)    = (1 - nu) A r + (1 + nu) B/r + (rho w^2/8) (3 + nu)(1 - nu) [a^2 + b^2 + (1 + nu)/(1 - nu) a^2 b^2/r^2
 *               - (1 + nu)/(3 + nu) r^2] r + E alpha T r,
 *   sigma_r   = A - B/r^2 + (3 + nu)/8 rho w^2 [a^2 + b^2 - a^2 b^2/r^2 - r^2],
 *   sigma_t   = A + B/r^2 + (3 + nu)/8 rho w^2 [a^2 + b^2 + a^2 b^2/r^2 - (1 + 3 nu)/(3 + nu) r^2],
 *   A = (p_a a^2 - p_b b^2)/(b^2 - a^2),   B = a^2 b^2 (p_a - p_b)/(b^2 - a^2).                                        (1)
 * A solid one is the case a = 0. Everything is linear in p_a, p_b, w^2 and T, and so is what a joint has to take up:
 *   p = interference/2 / [u_out(p_a = 1) - u_in(p_b = 1)],   interference/2 = cold/2 + u_in(w, T) - u_out(w, T).       (2) */
#include "thick_ring.h"

#include <math.h>

typedef struct part {
    double A, B, turn; /* Pa, N, Pa/m^2: rho w^2 */
} part;

static part part_of(const thick_ring *o, double p_a, double p_b) {
    double a2 = o->a * o->a, b2 = o->b * o->b;
    return (part){(p_a * a2 - p_b * b2) / (b2 - a2), a2 * b2 * (p_a - p_b) / (b2 - a2),
                  o->density * o->speed * o->speed};
}

double ring_moves(const thick_ring *o, double r, double p_a, double p_b) {
    part p = part_of(o, p_a, p_b);
    double a2 = o->a * o->a, b2 = o->b * o->b, nu = o->nu, r2 = r * r;
    double hole = o->a > 0 ? a2 * b2 / r2 : 0, warm = o->expansion * o->warmer * r;
    if (isinf(o->E)) return warm;
    double pressed = (1 - nu) * p.A * r + (o->a > 0 ? (1 + nu) * p.B / r : 0);
    double turned = 0.125 * p.turn * r * ((3 + nu) * ((1 - nu) * (a2 + b2) + (1 + nu) * hole) - (1 - nu * nu) * r2);
    return (pressed + turned) / o->E + warm;
}

double ring_radial(const thick_ring *o, double r, double p_a, double p_b) {
    part p = part_of(o, p_a, p_b);
    double a2 = o->a * o->a, b2 = o->b * o->b, r2 = r * r, per = o->a > 0 ? 1 / r2 : 0;
    return p.A - p.B * per + 0.125 * (3 + o->nu) * p.turn * (a2 + b2 - a2 * b2 * per - r2);
}

double ring_hoop(const thick_ring *o, double r, double p_a, double p_b) {
    part p = part_of(o, p_a, p_b);
    double a2 = o->a * o->a, b2 = o->b * o->b, r2 = r * r, per = o->a > 0 ? 1 / r2 : 0;
    return p.A + p.B * per + 0.125 * p.turn * ((3 + o->nu) * (a2 + b2 + a2 * b2 * per) - (1 + 3 * o->nu) * r2);
}

static double tresca_at(const thick_ring *o, double r, double p_a, double p_b) {
    double s = ring_radial(o, r, p_a, p_b), t = ring_hoop(o, r, p_a, p_b);
    return fmax(fabs(s - t), fmax(fabs(s), fabs(t)));
}

double ring_tresca(const thick_ring *o, double p_a, double p_b) {
    return fmax(tresca_at(o, o->a, p_a, p_b), tresca_at(o, o->b, p_a, p_b));
}

/* m, on the radius: what the parts leave to be taken up. */
static double left_over(const ring_joint *j, double R, bool turning) {
    thick_ring in = j->in, out = j->out;
    if (!turning) in.speed = out.speed = 0;
    return 0.5 * j->interference + ring_moves(&in, R, 0, 0) - ring_moves(&out, R, 0, 0);
}

ring_joined ring_join(const ring_joint *j) {
    ring_joined o = {.lift_off = (double)INFINITY};
    double R = j->out.a, still = left_over(j, R, false), turns = left_over(j, R, true);
    thick_ring in = j->in, out = j->out;
    in.speed = out.speed = in.warmer = out.warmer = 0;
    double soft = ring_moves(&out, R, 1, 0) - ring_moves(&in, R, 0, 1);
    o.interference = 2 * turns;
    if (turns > 0) o.pressure = turns / soft;
    if (still <= 0) o.lift_off = 0;
    /* what is left falls with the square of the speed */
    in.speed = out.speed = 1;
    double per = ring_moves(&out, R, 0, 0) - ring_moves(&in, R, 0, 0);
    if (still > 0 && per > 0) o.lift_off = sqrt(still / per);
    return o;
}
