/* What a cam_roller shows: its state at an instant, columns over time, statistics and summary, and what its quasi-static cycle
 * is computed from. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/archive.h"
#include "base/constants.h"
#include "base/quat.h"
#include "cam/load.h"
#include "cam_roller.h"
#include "film/contact.h"
#include "machine/shared/rings.h"
#include "world/world.h"

static const double FREE = 5e-3; /* part of what presses the follower down, below which it counts as lifted */

static const cam_roller *of(const abut_world *w, abut_machine machine) {
    const world_machine *m = machine_at(w, machine, &machine_cam_roller);
    return m ? m->self : NULL;
}

/* ---- an instant ---- */
static body_motion motion_of(const abut_world *w, int body) {
    abut_body_state s = abut_read_body(w, (abut_body){body});
    body_motion m = {.r = s.r, .v = s.v, .R = m3_of_quat(s.q)};
    m.w = m3_mul(m.R, s.w);
    return m;
}

static double turned(double angle) { return angle - TWO_PI * floor(angle / TWO_PI); }

static void read_motion(const cam_roller *m, const body_motion *cam, const body_motion *follower,
                        abut_cam_roller_state *s) {
    vec3 z = m->axes.c2;
    double angle = cam_angle_of(m, cam).v;
    s->cam_angle = turned(angle);
    s->lift = cam_lift_of(m, follower).v;
    dvec arm = motion_direction(follower, m->arm);
    s->velocity = m->pitch.swings ? -v3_dot(z, follower->w) / m->pitch.per_lift
                                  : v3_dot(m->axes.c0, motion_velocity(follower, arm).v);
    double slope = lift_at(&m->pitch.lift, angle + m->pitch.phase).d1;
    s->plunger_pressure = cam_pressure(&m->def.load, s->cam_angle, slope, m->steepest, NULL);
}

static void read_contact(const cam_roller *m, const abut_element_out *c, abut_cam_roller_state *s) {
    const abut_film_state *f = &c->film;
    vec3 z = m->axes.c2, ahead = v3_scale(m->pitch.sense, v3_cross(z, c->n)); /* the way of the cam's surface */
    s->N = c->N, s->p_max = c->p_max;
    s->M = f->M, s->L = f->L, s->h_c = f->h_c, s->h_min = f->h_min, s->lambda = f->lambda;
    s->T_fluid = f->T_fluid, s->T_boundary = f->T_boundary, s->regime = f->regime;
    s->slip = -v3_dot(c->slip, ahead);
    s->loss = c->loss_normal + c->loss_friction;
    vec3 moment = v3_add(v3_cross(v3_sub(c->point, m->origin), c->force), c->moment); /* on the roller */
    s->cam_torque = m->pitch.sense * v3_dot(z, moment);
}

static abut_status read(const abut_world *w, const cam_roller *m, abut_cam_roller_state *s) {
    const abut_cam_load *l = &m->def.load;
    abut_element_out c = {.want_frame = true};
    body_motion cam = motion_of(w, m->cam), follower = motion_of(w, m->follower), roller = motion_of(w, m->roller);
    *s = (abut_cam_roller_state){0};
    read_motion(m, &cam, &follower, s);
    abut_status status = world_seen_contact(w, m->contact, &c);
    if (status) return status;
    read_contact(m, &c, s);
    double spin = v3_dot(m->axes.c2, roller.w), speed = m->pitch.sense * v3_dot(m->axes.c2, cam.w);
    s->roller_speed = -m->pitch.sense * spin;
    s->cam_speed = speed;
    if (m->def.roller.bearing_mu > 0) {
        dual load = cam_quasi_force(m, cam_angle_of(m, &cam), dual_of(speed));
        s->loss -= spin * cam_pin_moment(m, load, dual_of(spin)).v;
    }
    double pressing =
        l->preload + l->stiffness * s->lift + PI / 4 * l->plunger_diameter * l->plunger_diameter * s->plunger_pressure;
    s->lifted = !(c.h > 0) && s->N <= FREE * fmax(pressing, 0); /* a film may carry a little over a gap */
    return ABUT_OK;
}

abut_status abut_read_cam_roller(const abut_world *w, abut_machine machine, abut_cam_roller_state *out) {
    const cam_roller *m = of(w, machine);
    return m ? read(w, m, out) : ABUT_UNKNOWN_NAME;
}

abut_contact abut_cam_roller_contact(const abut_world *w, abut_machine machine) {
    const cam_roller *m = of(w, machine);
    return (abut_contact){m ? m->contact : 0};
}

/* ---- quasi-statics ---- */
static const abut_param *find(const abut_choice *c, const char *name) {
    for (int i = 0; i < ABUT_MAX_PARAMS && c->params[i].name; i++)
        if (!strcmp(c->params[i].name, name)) return &c->params[i];
    return NULL;
}

static abut_line_law line_law(const abut_choice *normal) {
    const abut_param *p = find(normal, "law");
    const char *word = p && p->text ? p->text : "strip";
    return word[0] == 'a' ? ABUT_LINE_ASYMPTOTIC : word[0] == 'p' ? ABUT_LINE_PAPER : ABUT_LINE_STRIP;
}

/* A parameter of the friction law, or its default; `other` if the law has none of this name. */
static double number(const abut_registry *r, const abut_choice *c, const char *name, double other) {
    const abut_param *p = find(c, name);
    const abut_type *type = abut_registry_find(r, "friction", c->type);
    if (p) return p->value;
    for (const abut_param_info *i = type ? type->params : NULL; i && i->name; i++)
        if (!strcmp(i->name, name)) return i->preset;
    return other;
}

static abut_status contact_of(const abut_registry *r, const cam_roller *m, abut_mixed *out) {
    const abut_cam_roller_def *d = &m->def;
    const abut_material *a = &d->material, *b = &d->roller_material;
    double E = abut_E_star(a->rigid ? INFINITY : a->E, a->nu, b->rigid ? INFINITY : b->E, b->nu);
    *out = (abut_mixed){.E_prime = 2 * E, .length = m->length, .line_law = line_law(&d->law.normal)};
    out->mu_boundary = number(r, &d->law.friction, "mu_boundary", number(r, &d->law.friction, "mu", 0));
    out->tau_boundary = number(r, &d->law.friction, "tau_boundary", 0);
    out->v_eps = number(r, &d->law.friction, "v_eps", number(r, &d->law.friction, "v_s", 1e-3));
    if (!d->law.lubricant) return ABUT_OK;
    out->oil = *d->law.lubricant;
    if (d->law.roughness) out->rough = *d->law.roughness;
    abut_status status = film_choose(r, &d->law.film, true, &(abut_args){0}, &out->film, NULL);
    out->film.extended = true; /* as in the contact */
    return status;
}

abut_status abut_cam_roller_cycle(const abut_world *w, abut_machine machine, double speed, abut_cam_cycle_in *out) {
    const cam_roller *m = of(w, machine);
    double ramp;
    if (!m) return ABUT_UNKNOWN_NAME;
    *out = (abut_cam_cycle_in){.cam = m->def.profile,
                               .speed = fabs(speed),
                               .load = m->def.load,
                               .slide_ratio = (double)NAN,
                               .bearing_mu = m->def.roller.bearing_mu,
                               .pin_radius = m->pin,
                               .roller_inertia = m->inertia};
    if (speed == 0) {
        ring_speed(w, m->cam, m->axes.c2, &out->speed, &ramp);
        out->speed = fabs(out->speed);
    }
    out->load.mass = cam_moving_mass(w, m);
    return isnan(out->load.mass) ? ABUT_MISSING : contact_of(w->registry, m, &out->contact);
}

/* ---- the table ---- */
static abut_status show(const abut_world *w, const void *self, void *const state[]) {
    cam_shown *to = state[0];
    abut_status status = read(w, self, &to->s);
    to->regime = to->s.regime;
    to->lifted = to->s.lifted ? 1 : 0;
    return status;
}

#define OF(field) offsetof(cam_shown, s.field)
static const watch_entry own[] = {
    {"cam_angle", "rad", "angle of the cam from the start, 0 to 2 pi", .at = OF(cam_angle)},
    {"lift", "m", "lift of the follower", .at = OF(lift)},
    {"velocity", "m/s", "its rate", .at = OF(velocity)},
    {"N", "N", "normal force of the contact", .at = OF(N), WATCH_MAX | WATCH_PLAIN, "max_N"},
    {"p_max", "Pa", "greatest pressure", .at = OF(p_max), WATCH_MAX | WATCH_PLAIN, "max_p_max"},
    {"M", "1", "Moes' number of the load", .at = OF(M)},
    {"L", "1", "Moes' number of the lubricant", .at = OF(L)},
    {"h_c", "m", "central film; no number: none", .at = OF(h_c), WATCH_ABOVE_0},
    {"h_min", "m", "least film; no number: none", .at = OF(h_min), WATCH_MIN | WATCH_PLAIN | WATCH_ABOVE_0,
     "least_h_min", NULL, WATCH_UNLESS, offsetof(cam_shown, lifted)},
    {"lambda", "1", "film over roughness; no number: no film, or smooth", .at = OF(lambda),
     WATCH_MIN | WATCH_PLAIN | WATCH_ABOVE_0, "least_lambda", NULL, WATCH_UNLESS, offsetof(cam_shown, lifted)},
    {"T_fluid", "N", "friction of the film", .at = OF(T_fluid)},
    {"T_boundary", "N", "friction of the asperities", .at = OF(T_boundary)},
    {"loss", "W", "power lost in the contact and in the roller's bearing", .at = OF(loss), WATCH_MEAN | WATCH_PLAIN,
     "mean_loss"},
    {"slip", "m/s", "speed of the cam's surface over the roller's, > 0: the roller lags", .at = OF(slip),
     WATCH_MIN | WATCH_MAX},
    {"roller_speed", "rad/s", "speed of the roller against the direction of the cam", .at = OF(roller_speed)},
    {"regime", "1", "of the film: 1 RI, 2 EI, 3 RP, 4 EP, 0 none", .at = offsetof(cam_shown, regime)},
    {"plunger_pressure", "Pa", "pressure on the plunger", .at = OF(plunger_pressure), WATCH_MAX | WATCH_PLAIN,
     "max_plunger_pressure"},
    {"cam_torque", "N m", "moment that the contact takes from the drive of the cam", .at = OF(cam_torque),
     WATCH_MEAN | WATCH_PLAIN, "mean_cam_torque"},
    {"lifted", "1", "1: the roller is off the cam", .at = offsetof(cam_shown, lifted)},
    {"cam_speed", "rad/s", "speed of the cam in the direction of its profile", .at = OF(cam_speed)},
    {0},
};

/* an interval with an end off the cam counts half */
static const watch_integral integrals[] = {{"time_separated", offsetof(cam_shown, lifted), WATCH_TIME}, {0}};

static double first_separation(const watch *o, const void *self) {
    (void)o;
    return ((const cam_roller *)self)->log.first_separation;
}

#define FIGURES "Cam and roller"
static const watch_card cards[] = {
    {FIGURES, "Greatest contact force", "N", true, .stat = WATCH_MAX, .key = {"max_N"}, .join = WATCH_MOST},
    {FIGURES, "Greatest contact pressure", "Pa", true, .stat = WATCH_MAX, .key = {"max_p_max"}, .join = WATCH_MOST},
    {FIGURES, "Least film h_min", "m", true, .stat = WATCH_MIN, .key = {"least_h_min"}, .join = WATCH_FEWEST},
    {FIGURES, "Least film over roughness λ", "", true, .stat = WATCH_MIN, .key = {"least_lambda"},
     .join = WATCH_FEWEST},
    {FIGURES, "Loss, mean", "W", true, .stat = WATCH_MEAN, .key = {"mean_loss"}, .join = WATCH_SUM},
    {FIGURES, "Cam torque, mean", "N m", true, .stat = WATCH_MEAN, .key = {"mean_cam_torque"}, .join = WATCH_SUM},
    {FIGURES, "Time separated", "s", true, .key = {"time_separated"}, .join = WATCH_MOST},
    {FIGURES, "First separation at the cam angle", "rad", true, .value = first_separation, .join = WATCH_FEWEST},
    {FIGURES, "Greatest plunger pressure", "Pa", true, .stat = WATCH_MAX, .key = {"max_plunger_pressure"},
     .join = WATCH_MOST},
    {FIGURES, "Greatest slip of the roller", "m/s", true, WATCH_SIZE, WATCH_MAX, .key = {"slip"}, .join = WATCH_MOST},
    {0},
};

#define CYCLE "The cycle"
static const watch_figure figures[] = {
    {WATCH_OVER_ANGLE, CYCLE, "Contact force", NULL, "cam_angle", .columns = {"N"}},
    {WATCH_OVER_ANGLE, CYCLE, "Greatest pressure", NULL, "cam_angle", .columns = {"p_max"}},
    {WATCH_OVER_ANGLE, CYCLE, "Lift", NULL, "cam_angle", .columns = {"lift"}},
    {WATCH_OVER_ANGLE,
     CYCLE,
     "Film thickness",
     NULL,
     "cam_angle",
     .columns = {"h_c", "h_min"},
     {"central film", "least film"}},
    {WATCH_OVER_ANGLE, CYCLE, "Film over roughness λ", NULL, "cam_angle", .columns = {"lambda"}},
    {WATCH_OVER_ANGLE,
     CYCLE,
     "Friction",
     NULL,
     "cam_angle",
     .columns = {"T_fluid", "T_boundary"},
     {"film", "asperities"}},
    {WATCH_OVER_ANGLE, CYCLE, "Sliding speed", NULL, "cam_angle", .columns = {"slip"}},
    {WATCH_OVER_ANGLE, CYCLE, "Torque on the drive of the cam", NULL, "cam_angle", .columns = {"cam_torque"}},
    {WATCH_OVER_ANGLE, CYCLE, "Power lost", NULL, "cam_angle", .columns = {"loss"}},
    {WATCH_OVER_TIME, "Over time", "Contact force", NULL, NULL, .columns = {"N"}, .first = true},
    {WATCH_OVER_TIME, "Over time", "Least film", NULL, NULL, .columns = {"h_min"}, .first = true},
    {0},
};

static void gather(void *self, double dt, void *const state[]) {
    cam_roller *m = self;
    const cam_shown *now = state[0];
    m->log.seconds += dt;
    if (now->lifted != 0 && isnan(m->log.first_separation)) m->log.first_separation = now->s.cam_angle;
    cam_damage_follow(m, dt, &now->s);
}

static void clear(void *self) {
    cam_roller *m = self;
    m->log = (cam_log){.first_separation = (double)NAN};
    for (int i = 0; i < CAM_TRACKS; i++) damage_clear(m->track[i]);
}

static void archive_log(void *self, archive *a) {
    cam_roller *m = self;
    archive_part(a, "cam_roller", CAM_TRACKS);
    ARCHIVE(a, m->log);
    for (int i = 0; i < CAM_TRACKS; i++) damage_archive(m->track[i], a);
}

static void report(const watch *o, const void *self, json *j) {
    const cam_roller *m = self;
    if (!watch_states(o)) return;
    json_number(j, "first_separation_angle", m->log.first_separation);
    cam_damage_json(m, j);
}

const watch_table cam_watch = {
    .title = "Cam and roller",
    .group = {{NULL, sizeof(cam_shown), own}},
    .read = show,
    .integrals = integrals,
    .cards = cards,
    .figures = figures,
    .gather = gather,
    .clear = clear,
    .archive = archive_log,
    .report = report,
};
