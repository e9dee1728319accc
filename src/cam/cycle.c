/* One turn of a cam in quasi-statics. By virtual work along the lift, with the pressure angle phi and the way of the roller's
 * centre per lift j (1, of a lever arm/lever), the normal force is
 *     N = (F0 + k s + m s'' w^2 + A p)/(j cos phi).                                                                  (1)
 * Over the cam the contact runs at u = w |P'| (1 - kp Rr), the sum of curvatures is 1/Rr + kp/(1 - kp Rr). The roller, rolling
 * without slip, turns at w (1 - |P'|/Rr) against the frame, so that its bearing and its inertia J take the traction
 *     T Rr = mu N r_pin + J w^2 |P'|'/Rr                                                                             (2)
 * from the cam, which drags it along: the slip follows from the law of mixed friction. */
#include <math.h>

#include "base/constants.h"
#include "base/message.h"
#include "cam/load.h"
#include "cam/pitch.h"

/* ---- rows ---- */
/* What presses along the lift without inertia (N), and the plunger's pressure. */
static double pressing(const abut_cam_load *l, const lift_value *s, double angle, double steepest, double *p) {
    *p = cam_pressure(l, angle, s->d1, steepest, NULL);
    return l->preload + l->stiffness * s->s + TWO_PI / 8 * l->plunger_diameter * l->plunger_diameter * *p;
}

/* Kinematics and the force along the lift. */
static double fill_motion(const abut_cam_cycle_in *in, const pitch *c, double steepest, const pitch_point *p,
                          abut_cam_row *r) {
    const lift_value *s = &p->s;
    double left = 1 - p->k * c->roller, w = in->speed, turned = c->sense * r->angle, ct = cos(turned), st = sin(turned);
    pitch_centre at = pitch_centre_at(c, s->s);
    double nx = ct * p->n.x - st * p->n.y, ny = st * p->n.x + ct * p->n.y; /* where the cam is now */
    double cosine = nx * at.way.x + ny * at.way.y, sine = at.way.x * ny - at.way.y * nx;
    r->s = s->s, r->ds = s->d1, r->d2s = s->d2, r->d3s = s->d3;
    r->kappa_pitch = p->k;
    r->kappa_cam = p->k / left;
    r->rho_x = 1 / c->roller + r->kappa_cam;
    r->pressure_angle = atan2(c->sense * sine, cosine);
    r->u_cam = r->u_roller = w * p->speed * left;
    r->u_sum = 2 * r->u_cam;
    double F = pressing(&in->load, s, r->angle, steepest, &r->plunger_pressure) + in->load.mass * s->d2 * w * w;
    double N = F / (at.per_lift * cosine);
    r->force = N > 0 ? N : 0;
    return F;
}

/* The slip v at which the mixed contact gives the traction T (N), at the sum of speeds 2 u_cam - v: Newton's method within
 * bounds. Where even the slip u_cam gives too little the cam cannot turn the roller: it stands. */
static abut_status solve_slip(const abut_mixed *c, double N, double u_cam, double T, double *v, abut_message *m) {
    double low = 0, high = u_cam, sign = T < 0 ? -1 : 1, at = 0;
    abut_friction_force f;
    *v = 0;
    if (T == 0 || !(u_cam > 0)) return ABUT_OK;
    for (int i = 0; i < 100; i++) {
        abut_status s = abut_mixed_friction(c, N, 2 * u_cam - sign * at, at, &f, m);
        if (s) return s;
        if (f.F_t < fabs(T))
            low = at;
        else
            high = at;
        double next = at + (fabs(T) - f.F_t) / f.dFt_dv;
        bool inside = next > low && next < high;
        if (!inside) next = 0.5 * (low + high);
        if (fabs(next - at) < 1e-12 * u_cam || !(high - low > 1e-14 * u_cam)) break;
        at = next;
    }
    *v = sign * at;
    return ABUT_OK;
}

static abut_status fill_friction(const abut_cam_cycle_in *in, const pitch *cam, const abut_mixed *c,
                                 const pitch_point *p, abut_cam_row *r, abut_message *m) {
    double R = in->cam.roller_radius, N = r->force, moment = in->bearing_mu * N * in->pin_radius, v;
    abut_status s = ABUT_OK;
    abut_friction_force f;
    if (isnan(in->slide_ratio)) {
        double T = (moment + in->roller_inertia * in->speed * in->speed * p->speed_rate / R) / R; /* (2) */
        s = solve_slip(c, N, r->u_cam, T, &v, m);
    } else
        v = in->slide_ratio * r->u_cam;
    if (s) return s;
    r->u_roller = r->u_cam - v;
    r->u_sum = r->u_cam + r->u_roller;
    if ((s = abut_mixed_friction(c, N, r->u_sum, v, &f, m))) return s;
    r->T = f.F_t, r->T_fluid = f.F_hydro, r->T_boundary = f.F_boundary;
    r->fluid_share = f.share.phi;
    double lever = cam->swings ? cam->sense * cam->per_lift * r->ds : 0; /* turn of the arm, in which the pin sits */
    r->loss = f.power + moment * fabs(in->speed * (1 - p->speed / R + lever) + v / R);
    return ABUT_OK;
}

static abut_status fill_contact(const abut_cam_cycle_in *in, const pitch *cam, const pitch_point *p, abut_cam_row *r,
                                abut_message *m) {
    abut_mixed c = in->contact;
    abut_line_out line;
    abut_film_out film;
    c.rho_x = r->rho_x;
    c.rho_y = 0;
    abut_status s =
        abut_line_contact(&(abut_line_in){c.line_law, c.length, r->rho_x, c.E_prime, (double)NAN, r->force}, &line, m);
    if (!s) s = fill_friction(in, cam, &c, p, r, m);
    if (s) return s;
    r->b = line.half_width, r->p_max = line.p_max, r->approach = line.approach;
    abut_film_in at = {.line = true,
                       .force = r->force,
                       .rho_x = r->rho_x,
                       .length = c.length,
                       .u_sum = r->u_sum,
                       .eta0 = c.oil.eta0,
                       .alpha = c.oil.alpha,
                       .E_prime = c.E_prime};
    if ((s = abut_film_eval(&c.film, &at, &film, m))) return s;
    r->M = film.M, r->L = film.L, r->H = film.H;
    r->h_c = film.h_c, r->h_min = film.h_min;
    r->regime = film.regime;
    r->lambda = c.rough.sigma > 0 ? film.h_min / c.rough.sigma : 0;
    return ABUT_OK;
}

static abut_status check(const abut_cam_cycle_in *in, abut_message *m) {
    if (!(in->speed >= 0 && isfinite(in->speed)))
        return say_at(m, "speed", ABUT_BAD_VALUE, "speed: must not be negative, got %g rad/s", in->speed);
    if (!(isnan(in->slide_ratio) || fabs(in->slide_ratio) <= 1))
        return say_at(m, "slide_ratio", ABUT_BAD_VALUE, "slide_ratio: -1 to 1, got %g", in->slide_ratio);
    if (!(in->bearing_mu >= 0 && in->pin_radius >= 0 && in->roller_inertia >= 0))
        return say(m, ABUT_BAD_VALUE, "bearing_mu, pin_radius and roller_inertia must not be negative, got %g, %g, %g",
                   in->bearing_mu, in->pin_radius, in->roller_inertia);
    return cam_check_load(&in->load, m);
}

abut_status abut_cam_cycle(const abut_cam_cycle_in *in, size_t rows, abut_cam_row *row, abut_message *message) {
    pitch c;
    abut_cam_cycle_in own = *in;
    abut_status s = check(in, message);
    if (!s && !own.contact.film.type) s = abut_film_choose(NULL, true, &own.contact.film, message);
    if (!s) s = pitch_make(&in->cam, &c, message);
    if (s) return s;
    double steepest = lift_steepest(&c.lift), lost = -1;
    for (size_t i = 0; i < rows && !s; i++) {
        pitch_point p;
        abut_cam_row *r = &row[i];
        *r = (abut_cam_row){.angle = TWO_PI * (double)i / (double)rows};
        pitch_at(&c, r->angle + c.phase, &p);
        double F = fill_motion(&own, &c, steepest, &p, r);
        if (r->force > 0)
            s = fill_contact(&own, &c, &p, r, message);
        else if (lost < 0)
            lost = r->angle;
        r->torque = F * r->ds + (in->speed > 0 ? r->loss / in->speed : 0);
    }
    pitch_free(&c);
    if (!s && lost >= 0)
        (void)say(message, ABUT_OK,
                  "the contact is lost from the cam angle %.4g deg on: spring and pressure do not hold the follower's "
                  "inertia at %.4g rad/s",
                  lost / DEGREE, in->speed);
    return s;
}

/* ---- separation ---- */
/* The square of the speed at which (1) is 0 at an angle. */
static double square_of_loss(const abut_cam_load *l, const pitch *c, double steepest, double angle) {
    double p;
    lift_value s = lift_at(&c->lift, angle + c->phase);
    double F = pressing(l, &s, angle, steepest, &p);
    if (F <= 0) return 0;
    return s.d2 * l->mass < 0 ? F / (-s.d2 * l->mass) : HUGE_VAL;
}

abut_status abut_cam_separation(const abut_cam *cam, const abut_cam_load *load, double *speed, double *angle,
                                abut_message *message) {
    enum { SAMPLES = 7200 };
    pitch c;
    abut_status s = cam_check_load(load, message);
    if (!s) s = pitch_make(cam, &c, message);
    if (s) return s;
    double steepest = lift_steepest(&c.lift), best = HUGE_VAL, at = 0, step = TWO_PI / SAMPLES;
    for (int i = 0; i < SAMPLES; i++) {
        double q = square_of_loss(load, &c, steepest, i * step);
        if (q < best) best = q, at = i * step;
    }
    for (double d = 0.5 * step; isfinite(best) && d > 1e-12; d *= 0.5)
        for (int side = -1; side < 2; side += 2) {
            double q = square_of_loss(load, &c, steepest, at + side * d);
            if (q < best) best = q, at += side * d;
        }
    pitch_free(&c);
    *speed = sqrt(best);
    if (angle) *angle = at;
    return ABUT_OK;
}
