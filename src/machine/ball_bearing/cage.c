/* The cage of a ball bearing: one body, a pocket per ball, and a land if a ring guides it.
 *
 * Mass is given; the shape is that of a plain ring about the pitch circle, thickness 0.25 D radially and width 1.2 D:
 *   I_z = m (R^2 + t^2/4),   I_x = I_y = I_z/2 + m w^2/12,   R = d_m/2.
 * Pockets are wider than the ball by the clearance. With guide ball they are spherical, as of pressed and snap-in cages: the
 * balls hold the cage in every direction. With a land (guide inner, outer) they are bores along the radius, as of machined
 * cages, and hold the cage circumferentially and axially only: balls free to change their distances could let it go
 * anywhere in the radial plane, where the land holds it.
 * A land (guide inner, outer) is a force of type land between the ring and the cage: on the shoulder of the ring, or where the
 * cage ends if no shoulder is given. Its stiffness is that of the cage as an elastic ring pressed along a diameter
 * (Timoshenko, Strength of Materials II, art. 18): k = E I/[(pi/4 - 2/pi) R^3], I = w t^3/12.
 * Both dissipate by the factor 1 + chi x' of Hunt and Crossley: a cage runs in lubricant and does not bounce. */
#include <math.h>
#include <stdio.h>

#include "ball_bearing.h"
#include "base/constants.h"
#include "base/quat.h"
#include "world/world.h"

static const double THICKNESS = 0.25, WIDTH = 1.2; /* of the cage, in ball diameters */
static const double CHI = 1000;                    /* s/m, damping in pockets and on lands */

static abut_status check(abut_world *w, const ball_bearing *b) {
    const abut_ball_bearing_def *d = &b->def;
    double D = d->balls.diameter, pocket = D + d->cage.pocket_clearance,
           apart = d->pitch_diameter * sin(PI / d->balls.count);
    if (!(d->cage.mass < 1e6))
        return world_refuse_at(w, "cage.mass", ABUT_BAD_VALUE,
                               "ball_bearing '%.60s': the mass of the cage must be positive, got %g kg", d->name,
                               d->cage.mass);
    if (!(d->cage.pocket_clearance > 0 && d->cage.pocket_clearance < D))
        return world_refuse_at(w, "cage.pocket_clearance", ABUT_BAD_VALUE,
                               "ball_bearing '%.60s': pocket_clearance of the cage must be in (0, %g) mm, got %g mm",
                               d->name, D * 1e3, d->cage.pocket_clearance * 1e3);
    if (d->balls.count > 1 && !(apart > pocket))
        return world_refuse_at(
            w, "cage.pocket_clearance", ABUT_BAD_VALUE,
            "ball_bearing '%.60s': the pockets of the cage do not fit: they are %g mm wide and their "
            "middles %g mm apart",
            d->name, pocket * 1e3, apart * 1e3);
    if (!(d->cage.guide_clearance > 0 && d->cage.guide_clearance < d->pitch_diameter))
        return world_refuse_at(w, "cage.guide_clearance", ABUT_BAD_VALUE,
                               "ball_bearing '%.60s': guide_clearance of the cage must be in (0, %g) mm, got %g mm",
                               d->name, d->pitch_diameter * 1e3, d->cage.guide_clearance * 1e3);
    if (!(d->cage.mu >= 0 && d->cage.mu < 1e3))
        return world_refuse_at(w, "cage.mu", ABUT_BAD_VALUE,
                               "ball_bearing '%.60s': mu of the cage must not be negative, got %g", d->name,
                               d->cage.mu);
    return world_check_material(w, "cage.material", &d->cage.material);
}

static void part_name(char *to, size_t size, const ball_bearing *b, const char *what) {
    (void)snprintf(to, size, "%s.%s", b->def.name, what);
}

static bool add_body(abut_world *w, ball_bearing *b) {
    const abut_ball_bearing_def *d = &b->def;
    char name[160];
    part_name(name, sizeof name, b, "cage");
    double D = d->balls.diameter, R = 0.5 * d->pitch_diameter, t = THICKNESS * D, width = WIDTH * D;
    abut_body_def def = {.name = name, .mass = d->cage.mass, .start = {.r = d->place.r, .q = d->place.q}};
    def.inertia[2] = def.mass * (R * R + 0.25 * t * t);
    def.inertia[0] = def.inertia[1] = 0.5 * def.inertia[2] + def.mass * width * width / 12;
    b->cage = abut_add_body(w, &def).id;
    return b->cage || machine_blame(w, "", "cage");
}

/* Sliding speed at which the friction of the races has risen; their law may have none. */
static double slip_speed(const abut_world *w, const ball_bearing *b) {
    double v_s = w->contact[b->contact].v_s;
    return isfinite(v_s) && v_s > 0 ? v_s : 1e-3;
}

/* Turns z into the radius at this azimuth: about z by the azimuth, then about y by a right angle. */
static abut_quat along_radius(double azimuth) {
    abut_quat about_z = {cos(0.5 * azimuth), 0, 0, sin(0.5 * azimuth)}, to_x = {sqrt(0.5), 0, sqrt(0.5), 0};
    return quat_multiply(about_z, to_x);
}

static bool add_pocket(abut_world *w, ball_bearing *b, int i) {
    const abut_ball_bearing_def *d = &b->def;
    char name[160], part[40];
    double azimuth = d->first_ball_angle + 2 * PI * i / d->balls.count;
    (void)snprintf(part, sizeof part, "ball%d", i + 1);
    part_name(name, sizeof name, b, part);
    abut_surface ball = abut_find_surface(w, name);
    (void)snprintf(part, sizeof part, "ball%d.pocket", i + 1);
    part_name(name, sizeof name, b, part);
    bool guiding = d->cage.guide == ABUT_GUIDE_BALL;
    abut_pose place = {{0, 0, 0}, along_radius(azimuth)};
    if (guiding) place.r = v3_scale(0.5 * d->pitch_diameter, v3(cos(azimuth), sin(azimuth), 0));
    abut_surface_def hollow = {
        .shape = {guiding ? PART_TYPE(w, surface_sphere) : PART_TYPE(w, surface_cylinder),
                  {{.name = "radius", .value = 0.5 * (d->balls.diameter + d->cage.pocket_clearance)},
                   {.name = "side", .text = "inside"}}},
        .material = d->cage.material,
        .place = place,
        .name = name};
    abut_surface pocket = abut_add_surface(w, (abut_body){b->cage}, &hollow);
    if (!pocket.id) return machine_blame(w, "", "cage");
    const abut_choice damping = {PART_TYPE(w, damping_hunt_crossley), {{.name = "chi", .value = CHI}}};
    abut_law_def law = {.name = name,
                        .normal = {PART_TYPE(w, normal_hertz), {{.name = "damping", .choice = &damping}}}};
    if (d->cage.mu > 0)
        law.friction = (abut_choice){PART_TYPE(w, friction_coulomb),
                                     {{.name = "mu", .value = d->cage.mu}, {.name = "v_s", .value = slip_speed(w, b)}}};
    abut_contact c = abut_add_contact(w, pocket, ball, &law);
    if (i == 0) b->pocket = c.id;
    return c.id || machine_blame(w, "", "cage");
}

/* Pressed along a diameter; a rigid cage is as stiff as the ring it runs on, two rigid ones as steel. */
static double land_stiffness(const abut_ball_bearing_def *d) {
    const abut_material *m = d->cage.material.rigid ? &d->material : &d->cage.material;
    double E = m->rigid ? 2.06e11 : m->E, D = d->balls.diameter, R = 0.5 * d->pitch_diameter, t = THICKNESS * D;
    return E * WIDTH * D * t * t * t / (12 * (PI / 4 - 2 / PI) * R * R * R);
}

static bool add_land(abut_world *w, ball_bearing *b) {
    const abut_ball_bearing_def *d = &b->def;
    bool inner = d->cage.guide == ABUT_GUIDE_INNER;
    int ring = inner ? INNER : OUTER;
    double shoulder = inner ? d->inner_race.shoulder : d->outer_race.shoulder, out = inner ? -0.5 : 0.5;
    double radius = shoulder > 0
                        ? 0.5 * shoulder
                        : 0.5 * d->pitch_diameter + out * (THICKNESS * d->balls.diameter + d->cage.guide_clearance);
    vec3 axis = m3_of_quat(b->ring[ring].q).c2;
    const double direction[3] = {axis.x, axis.y, axis.z};
    char name[160];
    part_name(name, sizeof name, b, "cage.land");
    abut_choice law = {PART_TYPE(w, force_land),
                       {{.name = "radius", .value = radius},
                        {.name = "clearance", .value = d->cage.guide_clearance},
                        {.name = "width", .value = WIDTH * d->balls.diameter},
                        {.name = "stiffness", .value = land_stiffness(d)},
                        {.name = "damping", .value = CHI},
                        {.name = "mu", .value = d->cage.mu},
                        {.name = "v_s", .value = slip_speed(w, b)},
                        {.name = "side", .text = inner ? "outside" : "inside"},
                        {.name = "axis", .data = direction, .count = 3}}};
    abut_force_def def = {.name = name,
                          .law = keep_choice(&w->keep, "force", &law),
                          .a = inner ? d->inner : d->outer,
                          .b = {b->cage},
                          .at_a = b->ring[ring].r};
    b->land = abut_add_force(w, &def).id;
    if (b->land) w->force[b->land].machine = b->id;
    return b->land || machine_blame(w, "", "cage");
}

abut_status bearing_add_cage(abut_world *w, ball_bearing *b) {
    abut_status s = check(w, b);
    if (s) return s;
    bool good = add_body(w, b);
    for (int i = 0; good && i < b->def.balls.count; i++) good = add_pocket(w, b, i);
    if (good && b->def.cage.guide != ABUT_GUIDE_BALL) (void)add_land(w, b);
    return w->status;
}

/* The cage goes round with the balls. */
abut_status bearing_prepare_cage(abut_world *w, ball_bearing *b) {
    world_body *cage = &w->body[b->cage];
    bool run_up = fmax(b->ramp[INNER], b->ramp[OUTER]) > 0;
    cage->def.start.v = v3(0, 0, 0);
    cage->def.start.w = v3(0, 0, run_up ? 0 : b->orbit); /* the cage's axes are those of the bearing */
    cage->given_speed = true;
    return ABUT_OK;
}
