/* What a cam_roller shows: its state at an instant, columns over time, statistics and summary, and what its quasi-static cycle
 * is computed from. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/quat.h"
#include "cam/load.h"
#include "cam_roller.h"
#include "film/contact.h"
#include "machine/shared/rings.h"
#include "world/world.h"

static const double TURN = 6.283185307179586477, AREA = 0.78539816339744830962; /* 2 pi, pi/4 */
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

static double turned(double angle) { return angle - TURN * floor(angle / TURN); }

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
    abut_status status = abut_read_contact(w, (abut_contact){m->contact}, &c);
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
        l->preload + l->stiffness * s->lift + AREA * l->plunger_diameter * l->plunger_diameter * s->plunger_pressure;
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
    return film_choose(r, &d->law.film, true, &(abut_args){0}, &out->film, NULL);
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

/* ---- columns ---- */
enum {
    ANGLE,
    LIFT,
    VELOCITY,
    NORMAL,
    P_MAX,
    MOES_M,
    MOES_L,
    H_C,
    H_MIN,
    LAMBDA,
    T_FLUID,
    T_BOUNDARY,
    LOSS,
    SLIP,
    ROLLER_SPEED,
    REGIME,
    PRESSURE,
    TORQUE,
    LIFTED,
    CAM_SPEED,
    COLUMNS
};

static const struct {
    const char *name, *unit, *meaning;
} text[COLUMNS] = {
    [ANGLE] = {"cam_angle", "rad", "angle of the cam from the start, 0 to 2 pi"},
    [LIFT] = {"lift", "m", "lift of the follower"},
    [VELOCITY] = {"velocity", "m/s", "its rate"},
    [NORMAL] = {"N", "N", "normal force of the contact"},
    [P_MAX] = {"p_max", "Pa", "greatest pressure"},
    [MOES_M] = {"M", "1", "Moes' number of the load"},
    [MOES_L] = {"L", "1", "Moes' number of the lubricant"},
    [H_C] = {"h_c", "m", "central film"},
    [H_MIN] = {"h_min", "m", "least film"},
    [LAMBDA] = {"lambda", "1", "film over roughness"},
    [T_FLUID] = {"T_fluid", "N", "friction of the film"},
    [T_BOUNDARY] = {"T_boundary", "N", "friction of the asperities"},
    [LOSS] = {"loss", "W", "power lost in the contact and in the roller's bearing"},
    [SLIP] = {"slip", "m/s", "speed of the cam's surface over the roller's, > 0: the roller lags"},
    [ROLLER_SPEED] = {"roller_speed", "rad/s", "speed of the roller against the direction of the cam"},
    [REGIME] = {"regime", "1", "of the film: 1 RI, 2 EI, 3 RP, 4 EP, 0 none"},
    [PRESSURE] = {"plunger_pressure", "Pa", "pressure on the plunger"},
    [TORQUE] = {"cam_torque", "N m", "moment that the contact takes from the drive of the cam"},
    [LIFTED] = {"lifted", "1", "1: the roller is off the cam"},
    [CAM_SPEED] = {"cam_speed", "rad/s", "speed of the cam in the direction of its profile"},
};

int cam_columns(const void *self) {
    (void)self;
    return COLUMNS;
}

void cam_column(const void *self, int i, machine_column *out) {
    (void)self;
    (void)snprintf(out->name, sizeof out->name, "%s", text[i].name);
    out->unit = text[i].unit, out->meaning = text[i].meaning;
}

void cam_record(const abut_world *w, const void *self, double *row) {
    abut_cam_roller_state s;
    if (read(w, self, &s)) s = (abut_cam_roller_state){0};
    const double own[COLUMNS] = {
        [ANGLE] = s.cam_angle,
        [LIFT] = s.lift,
        [VELOCITY] = s.velocity,
        [NORMAL] = s.N,
        [P_MAX] = s.p_max,
        [MOES_M] = s.M,
        [MOES_L] = s.L,
        [H_C] = s.h_c,
        [H_MIN] = s.h_min,
        [LAMBDA] = s.lambda,
        [T_FLUID] = s.T_fluid,
        [T_BOUNDARY] = s.T_boundary,
        [LOSS] = s.loss,
        [SLIP] = s.slip,
        [ROLLER_SPEED] = s.roller_speed,
        [REGIME] = s.regime,
        [TORQUE] = s.cam_torque,
        [PRESSURE] = s.plunger_pressure,
        [LIFTED] = s.lifted ? 1 : 0,
        [CAM_SPEED] = s.cam_speed,
    };
    memcpy(row, own, sizeof own);
}

/* ---- statistics ---- */
void cam_log_clear(cam_roller *m) {
    m->log = (cam_log){.least_h_min = INFINITY, .least_lambda = INFINITY, .first_separation = (double)NAN};
    for (int i = 0; i < CAM_TRACKS; i++) damage_clear(m->track[i]);
}

/* Trapezia; an interval with an end off the cam counts half. */
static void add_interval(cam_log *l, double dt, const double *row) {
    l->loss += 0.5 * dt * (row[LOSS] + l->last_loss);
    l->torque += 0.5 * dt * (row[TORQUE] + l->last_torque);
    l->separated += 0.5 * dt * (row[LIFTED] + l->last_lifted);
}

void cam_gather(void *self, double t, const double *row) {
    cam_roller *m = self;
    cam_log *l = &m->log;
    if (l->rows && t < l->t_last) cam_log_clear(m); /* the world was started anew */
    if (l->rows && t == l->t_last) return;
    cam_damage_row(m, l->rows ? t - l->t_last : 0,
                   &(cam_passage){row[ANGLE], row[CAM_SPEED], row[ROLLER_SPEED], row[NORMAL], row[P_MAX]});
    if (l->rows++)
        add_interval(l, t - l->t_last, row);
    else
        l->t_first = t;
    l->t_last = t;
    l->last_loss = row[LOSS], l->last_torque = row[TORQUE], l->last_lifted = row[LIFTED];
    l->max_N = fmax(l->max_N, row[NORMAL]);
    l->max_p_max = fmax(l->max_p_max, row[P_MAX]);
    if (row[LIFTED] != 0) {
        if (isnan(l->first_separation)) l->first_separation = row[ANGLE];
        return;
    }
    if (row[H_MIN] > 0) l->least_h_min = fmin(l->least_h_min, row[H_MIN]);
    if (row[LAMBDA] > 0) l->least_lambda = fmin(l->least_lambda, row[LAMBDA]);
}

void cam_report(const abut_world *w, const void *self, json *j) {
    const cam_roller *m = self;
    const cam_log *l = &m->log;
    double time = l->t_last - l->t_first;
    (void)w;
    json_string(j, "type", "cam_roller");
    json_number(j, "instants", (double)l->rows);
    json_number(j, "from", l->rows ? l->t_first : (double)NAN);
    json_number(j, "to", l->rows ? l->t_last : (double)NAN);
    if (!l->rows) return;
    json_number(j, "max_N", l->max_N);
    json_number(j, "max_p_max", l->max_p_max);
    json_number(j, "least_h_min", l->least_h_min);
    json_number(j, "least_lambda", l->least_lambda);
    json_number(j, "mean_loss", time > 0 ? l->loss / time : (double)NAN);
    json_number(j, "mean_cam_torque", time > 0 ? l->torque / time : (double)NAN);
    json_number(j, "time_separated", l->separated);
    json_number(j, "first_separation_angle", l->first_separation);
    cam_damage_json(m, j);
}
