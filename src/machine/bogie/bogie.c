/* The machine `bogie`: four wedges, springs and gibs between two side frames and a bolster, bodies of the user.
 *
 * Of the n springs of a set two stand under the wedges; the others push the bolster along z of the side frame, in the middle
 * of the set, with (n - 2)(preload + k z), z its travel down from the start; horizontally and about z they are linear, too.
 * A gib is a point of the bolster in the middle of the set against a plane of the side frame at the distance `play`, across. */
#include "bogie.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "base/quat.h"
#include "world/world.h"

enum { SIDES = 2, ENDS = 2 }; /* wedges of a side: at both ends of its spring set */
static const char *const side_word[SIDES] = {"first", "second"};

static double side_sign(int side) { return side ? -1 : 1; }

/* ---- checks ---- */
static abut_status check_springs(abut_world *w, const abut_bogie_def *d) {
    if (d->springs.count < ENDS || d->springs.count > 1000)
        return world_refuse_at(
            w, "springs.count", ABUT_BAD_VALUE,
            "bogie '%.60s': a set has 2 springs under the wedges and may have others, up to 1000 in all, "
            "got %d",
            d->name, d->springs.count);
    if (!(d->springs.stiffness > 0 && d->springs.stiffness < 1e20))
        return world_refuse_at(w, "springs.stiffness", ABUT_BAD_VALUE,
                               "bogie '%.60s': stiffness of a spring must be positive, got %g N/m", d->name,
                               d->springs.stiffness);
    const struct {
        const char *key;
        double x;
    } not_negative[] = {{"springs.preload", d->springs.preload}, {"springs.horizontal", d->springs.horizontal},
                        {"springs.yaw", d->springs.yaw},         {"gibs.play", d->gibs.play},
                        {"gibs.stiffness", d->gibs.stiffness},   {"gibs.damping", d->gibs.damping}};
    for (size_t i = 0; i < sizeof not_negative / sizeof not_negative[0]; i++)
        if (!(not_negative[i].x >= 0 && not_negative[i].x < 1e20))
            return world_refuse_at(w, not_negative[i].key, ABUT_BAD_VALUE,
                                   "bogie '%.60s': numbers of springs and gibs must not be negative, got %g", d->name,
                                   not_negative[i].x);
    return ABUT_OK;
}

static abut_status check(abut_world *w, const abut_bogie_def *d) {
    int a = d->side_frames[0].id, b = d->side_frames[1].id, c = d->bolster.id;
    if (b < 0 || b > w->bodies)
        return world_refuse_at(w, "side_frames.1", ABUT_UNKNOWN_NAME, "bogie '%.60s': there is no body %d", d->name, b);
    if (a == c || b == c)
        return world_refuse_at(w, "bolster", ABUT_BAD_PAIR,
                               "bogie '%.60s': a side frame and the bolster are the same body", d->name);
    if (!(d->spacing > 0 && d->spacing < 1e3))
        return world_refuse_at(w, "spacing", ABUT_BAD_VALUE,
                               "bogie '%.60s': spacing of the spring sets must be positive, got %g m", d->name,
                               d->spacing);
    return check_springs(w, d);
}

/* ---- expansion ---- */
/* Middle of a spring set; its x points along the bogie for wedge 0 of the side and back for wedge 1. */
static abut_pose set_place(const abut_bogie_def *d, int side, int end) {
    abut_pose at = {{0, 0.5 * side_sign(side) * d->spacing, 0}, end ? (abut_quat){0, 0, 0, 1} : quat_identity()};
    return wedge_pose_times(d->place, at);
}

static bool add_wedges(abut_world *w, bogie *b, const abut_wedge *each) {
    bool good = true;
    for (int i = 0; good && i < BOGIE_WEDGES; i++) {
        char name[200];
        (void)snprintf(name, sizeof name, "%s.wedge%d", b->def.name, i + 1);
        abut_pose forward = {{each->offset, 0, 0}, quat_identity()};
        wedge_site site = {.body = name,
                           .prefix = name,
                           .side_frame = b->def.side_frames[i / ENDS].id,
                           .bolster = b->def.bolster.id,
                           .place = wedge_pose_times(set_place(&b->def, i / ENDS, i % ENDS), forward),
                           .k = b->def.springs.stiffness,
                           .preload = b->def.springs.preload};
        good = wedge_part_add(w, &b->part[i], each, &b->laws, &site);
    }
    return good;
}

static bool add_force(abut_world *w, const bogie *b, int side, const char *what, const abut_choice *law) {
    char name[200];
    (void)snprintf(name, sizeof name, "%s.%s.%s", b->def.name, side_word[side], what);
    abut_pose at = set_place(&b->def, side, 0);
    abut_force_def def = {.name = name,
                          .law = keep_choice(&w->keep, "force", law),
                          .a = b->def.side_frames[side],
                          .b = b->def.bolster,
                          .at_a = wedge_pose_in(w, b->def.side_frames[side].id, at).r,
                          .at_b = wedge_pose_in(w, b->def.bolster.id, at).r};
    return abut_add_force(w, &def).id || machine_blame(w, "", "springs");
}

/* Horizontal springs: along the axes of the side frame, which is taken to stand as the bogie does, and about them. */
static bool add_springs(abut_world *w, const bogie *b, int side) {
    const abut_bogie_def *d = &b->def;
    int n = d->springs.count - ENDS;
    vec3 z = m3_of_quat(wedge_pose_in(w, d->side_frames[side].id, d->place).q).c2;
    const double axis[3] = {z.x, z.y, z.z}, h = n * d->springs.horizontal;
    const double across[3] = {h * (1 - z.x * z.x), h * (1 - z.y * z.y), h * (1 - z.z * z.z)};
    const double turn[3] = {d->springs.yaw * z.x * z.x, d->springs.yaw * z.y * z.y, d->springs.yaw * z.z * z.z};
    abut_choice upright = {PART_TYPE(w, force_spring),
                           {{.name = "stiffness", .value = n * d->springs.stiffness},
                            {.name = "preload", .value = n * d->springs.preload},
                            {.name = "axis", .data = axis, .count = 3}}};
    abut_choice level = {
        PART_TYPE(w, force_bushing),
        {{.name = "stiffness", .data = across, .count = 3}, {.name = "torsion", .data = turn, .count = 3}}};
    if (n > 0 && !add_force(w, b, side, "springs", &upright)) return false;
    return (h == 0 && d->springs.yaw == 0) || add_force(w, b, side, "shear", &level);
}

static bool add_gib(abut_world *w, const bogie *b, int side, bool outer, abut_surface point) {
    const abut_bogie_def *d = &b->def;
    double out = side_sign(side) * (outer ? 1 : -1); /* along y */
    char name[200];
    (void)snprintf(name, sizeof name, "%s.%s.gib_%s", d->name, side_word[side], outer ? "out" : "in");
    /* z of the plane back towards the point: about x by a right angle */
    abut_pose plane = {{0, out * d->gibs.play, 0}, {sqrt(0.5), out * sqrt(0.5), 0, 0}};
    abut_pose at = wedge_pose_times(set_place(d, side, 0), plane);
    abut_surface_def def = {.shape = {.type = PART_TYPE(w, surface_plane)},
                            .material = ABUT_RIGID,
                            .place = wedge_pose_in(w, d->side_frames[side].id, at),
                            .name = name};
    abut_surface stop = abut_add_surface(w, d->side_frames[side], &def);
    abut_law_def law = {
        .normal = {PART_TYPE(w, normal_linear),
                   {{.name = "stiffness", .value = d->gibs.stiffness}, {.name = "damping", .value = d->gibs.damping}}},
        .name = name};
    return (stop.id && abut_add_contact(w, stop, point, &law).id) || machine_blame(w, "", "gibs");
}

static bool add_gibs(abut_world *w, const bogie *b, int side) {
    const abut_bogie_def *d = &b->def;
    if (d->gibs.play == 0) return true;
    char name[200];
    (void)snprintf(name, sizeof name, "%s.%s.gib", d->name, side_word[side]);
    abut_surface_def def = {.shape = {.type = PART_TYPE(w, surface_point)},
                            .material = ABUT_RIGID,
                            .place = {.r = wedge_pose_in(w, d->bolster.id, set_place(d, side, 0)).r},
                            .name = name};
    abut_surface point = abut_add_surface(w, d->bolster, &def);
    if (!point.id) return machine_blame(w, "", "gibs");
    return add_gib(w, b, side, false, point) && add_gib(w, b, side, true, point);
}

static void set_defaults(abut_bogie_def *d) {
    if (!d->name) d->name = "";
    if (d->spacing == 0) d->spacing = 2.036;
    if (d->springs.count == 0) d->springs.count = 7;
    if (d->springs.preload == 0) d->springs.preload = d->springs.load / (SIDES * d->springs.count);
    if (d->gibs.stiffness == 0) d->gibs.stiffness = 1e8;
    if (d->gibs.damping == 0) d->gibs.damping = 1e5;
    d->place.q = quat_unit(d->place.q);
}

abut_machine abut_add_bogie(abut_world *w, const abut_bogie_def *def) {
    const abut_machine none = {0};
    abut_bogie_def d = *def;
    set_defaults(&d);
    world_about(w, "machine", 0);
    if (check(w, &d) || machine_check_place(w, &d.place) || wedge_check(w, "bogie", d.name, BOGIE_WEDGES, &d.wedge))
        return none;
    world_machine *m = machine_begin(w, &machine_bogie, d.name, d.bolster, d.side_frames[0]);
    if (!m) return none;
    bogie *b = m->self;
    b->def = d;
    b->def.name = m->name;
    b->def.wedge = (abut_wedge){0}; /* its points are the caller's */
    b->laws = wedge_make_laws(w, &d.wedge);
    bool good = add_wedges(w, b, &d.wedge);
    for (int s = 0; good && s < SIDES; s++) good = add_springs(w, b, s) && add_gibs(w, b, s);
    return machine_end(w, m);
}

/* ---- reading ---- */
static void add_wedge(const bogie *b, const abut_wedge_state *s, abut_bogie_state *out) {
    double share = 1.0 / BOGIE_WEDGES;
    int beneath = b->def.springs.count - ENDS; /* of its set; half of it for each wedge */
    out->z += share * s->z;
    out->dz += share * s->dz;
    out->phi += share * s->phi;
    out->M += s->Mz + 0.5 * b->def.springs.yaw * s->phi;
    out->Q += s->Q + 0.5 * beneath * b->def.springs.stiffness * s->z;
    out->loss += s->loss;
}

const wedge_part *bogie_wedge(const abut_world *w, abut_machine machine, int index) {
    const world_machine *m = machine_at(w, machine, &machine_bogie);
    return m && index >= 1 && index <= BOGIE_WEDGES ? &((const bogie *)m->self)->part[index - 1] : NULL;
}

abut_status abut_read_bogie(const abut_world *w, abut_machine machine, abut_bogie_state *out) {
    const world_machine *m = machine_at(w, machine, &machine_bogie);
    if (!m) return ABUT_UNKNOWN_NAME;
    *out = (abut_bogie_state){0};
    for (int i = 1; i <= BOGIE_WEDGES; i++) {
        abut_wedge_state s;
        (void)abut_read_wedge(w, machine, i, &s);
        add_wedge(m->self, &s, out);
    }
    return ABUT_OK;
}

/* ---- results ---- */
/* Contacts of the wedges come first. */
static const abut_law_def *law_of(const void *self, int index) {
    const bogie *b = self;
    for (int i = 0; i < BOGIE_WEDGES; index -= b->part[i++].points)
        if (index < b->part[i].points)
            return b->part[i].face[b->part[i].point[index].face].pocket ? &b->laws.pocket : &b->laws.column;
    return NULL;
}

static abut_status read(const abut_world *w, const void *self, void *const state[]) {
    const bogie *b = self;
    abut_bogie_state *own = state[0];
    wedge_shown *each = state[1];
    wedge_point_shown *point = state[2];
    *own = (abut_bogie_state){0};
    for (int i = 0; i < BOGIE_WEDGES; point += b->part[i++].points) {
        wedge_show(w, &b->part[i], &each[i], point);
        add_wedge(b, &each[i].s, own);
    }
    return ABUT_OK;
}

static int wedges(const void *self) {
    (void)self;
    return BOGIE_WEDGES;
}
static int points(const void *self) { return ((const bogie *)self)->part[0].points; } /* all are alike */

#define AT(field) offsetof(abut_bogie_state, field)
static const watch_entry own[] = {
    {"z", "m", "mean travel of the bolster down against the side frames, from unloaded springs", .at = AT(z),
     WATCH_ALL},
    {"dz", "m/s", "its rate", .at = AT(dz), WATCH_ALL},
    {"phi", "rad", "mean yaw of the bolster against the side frames", .at = AT(phi), WATCH_ALL},
    {"M", "N m", "moment on the side frames about the middles of their spring sets", .at = AT(M), WATCH_ALL},
    {"Q", "N", "force of springs and wedges on the bolster, upwards", .at = AT(Q), WATCH_ALL},
    {"loss", "W", "power lost in friction and damping of all points of the wedges", .at = AT(loss), WATCH_ALL},
    {0},
};

static const watch_integral loops[] = {
    {"loop_area", AT(Q), AT(z)},
    {"loop_area_yaw", AT(M), AT(phi)},
    {"dissipated", AT(loss), WATCH_TIME},
    {0},
};

static const watch_card cards[] = {
    {"Yaw", "Greatest moment M", "N m", true, WATCH_SIZE, WATCH_MAX, .key = {"M"}, .least = 1e-6},
    {"Yaw", "Greatest yaw φ", "rad", true, WATCH_SIZE, WATCH_MAX, .key = {"phi"}, .least = 1e-9},
    {"Vertical", "Vertical load Q, mean", "N", true, .stat = WATCH_MEAN, .key = {"Q"}},
    {"Vertical", "Travel z, mean", "m", .stat = WATCH_MEAN, .key = {"z"}},
    {"Vertical", "Greatest force of a point", "N", true, .stat = WATCH_MAX, .key = {"max_N"}},
    {"Vertical", "Toe angle", "rad", true, .stat = WATCH_MEAN, .key = {"wedges.1.toe"}},
    {"Energy", "Loop area ∮Q dz", "J", true, .key = {"loop_area"}, .least = 1e-9},
    {"Energy", "Loop area ∮M dφ", "J", true, .key = {"loop_area_yaw"}, .least = 1e-9},
    {"Energy", "Dissipated", "J", true, .key = {"dissipated"}},
    {0},
};

static const watch_figure figures[] = {
    {WATCH_LOOP, "Loops", "Moment over yaw", NULL, "phi", .columns = {"M"}, {"all wedges"}, true},
    {WATCH_LOOP, "Loops", "Moment over yaw, wedge by wedge", "wedge", "phi", .columns = {"Mz"}},
    {WATCH_LOOP, "Loops", "Force on the bolster over travel", NULL, "z", .columns = {"Q"}, {"force Q, upwards"}, true},
    {WATCH_LOOP, "Loops", "Column friction over travel, wedge by wedge", "wedge", "z", .columns = {"Fcol"}},
    {WATCH_MODES, "What the points do", "", "point", NULL, .columns = {"mode"}},
    {WATCH_OVER_TIME, "Over time", "Moment and yaw", NULL, NULL, .columns = {"M", "phi"}},
    {WATCH_OVER_TIME, "Over time", "Force on the bolster and travel", NULL, NULL, .columns = {"Q", "z"}},
    {WATCH_OVER_TIME, "Over time", "Upper points of the columns", "wedge", NULL, .columns = {"N12"}, .first = true},
    {WATCH_OVER_TIME, "Over time", "Lower points of the columns", "wedge", NULL, .columns = {"N34"}},
    {WATCH_OVER_TIME, "Over time", "Normal force in the pockets", "wedge", NULL, .columns = {"Ninc"}},
    {WATCH_OVER_TIME, "Over time", "Power lost", NULL, NULL, .columns = {"loss"}},
    {0},
};

static const watch_table bogie_watch = {
    .title = "Bogie",
    .group = {{NULL, sizeof(abut_bogie_state), own},
              {"wedge", sizeof(wedge_shown), wedge_entries, wedges, .list = "wedges"},
              {"point", sizeof(wedge_point_shown), wedge_point_entries, points, .inside = 1}},
    .read = read,
    .integrals = loops,
    .cards = cards,
    .figures = figures,
};

static void drop(void *self) {
    bogie *b = self;
    for (int i = 0; i < BOGIE_WEDGES; i++) wedge_part_drop(&b->part[i]);
}

static abut_machine add(abut_world *w, const void *def) { return abut_add_bogie(w, def); }

const machine_type machine_bogie = {
    .type = {"machine", "bogie", "suspension of a three-piece bogie: four friction wedges, springs and gibs", NULL,
             NULL},
    .keys = &keys_of_bogie,
    .def_size = sizeof(abut_bogie_def),
    .add = add,
    .example = bogie_example,
    .size = sizeof(bogie),
    .ports = {"bolster", "side_frames.0"},
    .law = law_of,
    .watch = &bogie_watch,
    .drop = drop,
};
