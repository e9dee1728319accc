/* Creation of an element: checks everything, refuses with a sentence what can never work. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "film/contact.h"
#include "kernels.h"
#include "mixed/roughness.h"
#include "normal/ellipse.h"
#include "registry/kernel_type.h"
#include "registry/registry.h"

/* A position within reason and a quaternion that can be normalised (or none). */
static bool pose_good(const abut_pose *p) {
    double qq = p->q.w * p->q.w + p->q.x * p->q.x + p->q.y * p->q.y + p->q.z * p->q.z;
    return v3_dot(p->r, p->r) < 1e60 && (quat_is_zero(p->q) || (qq > 1e-60 && qq < 1e60));
}

abut_status element_check_material(const abut_material *m, const char *of, abut_message *message) {
    if (m->rigid) return ABUT_OK;
    if (!(m->E >= 1e-30 && m->E <= 1e30))
        return say_at(message, "E", ABUT_BAD_VALUE,
                      "material of %s: E must be a pressure between 1e-30 and 1e30 Pa, got %g (or set rigid)", of,
                      m->E);
    if (!(m->nu > -1 && m->nu <= 0.5))
        return say_at(message, "nu", ABUT_BAD_VALUE, "material of %s: nu must be in (-1, 0.5], got %g", of, m->nu);
    return ABUT_OK;
}

static abut_status place(const abut_registry *r, const abut_surface_def *def, const char *side, placed *out,
                         abut_message *message) {
    if (!pose_good(&def->place))
        return say_at(message, "position", ABUT_BAD_VALUE,
                      "place of surface %s: a position below 1e30 m and a quaternion of ordinary length are wanted",
                      side);
    abut_status s = surface_make(r, &def->shape, &out->surface, message);
    if (s) return say_below(message, "shape", s);
    bool turned = !quat_is_zero(def->place.q) && !(def->place.q.x == 0 && def->place.q.y == 0 && def->place.q.z == 0);
    out->r = def->place.r;
    out->R = turned ? m3_of_quat(def->place.q) : m3_identity();
    out->moved = turned || v3_dot(out->r, out->r) > 0;
    return ABUT_OK;
}

/* Laws that do without elasticity need no material. */
static bool no_material(const abut_material *m) { return !m->rigid && m->E == 0 && m->nu == 0; }

static abut_status check_materials(const abut_element *e, const abut_element_def *def, abut_message *message) {
    const abut_material *m[2] = {&def->a.material, &def->b.material};
    abut_status s = ABUT_OK;
    for (int i = 0; !s && i < 2; i++)
        if (e->normal->needs_material || !no_material(m[i]))
            s = say_below(message, i ? "b.material" : "a.material",
                          element_check_material(m[i], i ? "b" : "a", message));
    return s;
}

/* Compliance (1 - nu^2)/E of a body, 1/Pa. */
static double compliance(const abut_material *m) { return m->rigid || no_material(m) ? 0 : (1 - m->nu * m->nu) / m->E; }

/* Tangential over normal stiffness of a circular contact (R. D. Mindlin, J. Appl. Mech. 16, 1949, 259-268):
 *   k_t/k_n = 2 [(1-nu_a)/G_a + (1-nu_b)/G_b] / [(2-nu_a)/G_a + (2-nu_b)/G_b],  1/G = 2 (1+nu)/E, 0 of a rigid body.
 * What it is of an ellipse follows from this number: friction/stick_slip.c. */
static double mindlin(const abut_material *a, const abut_material *b) {
    const abut_material *m[2] = {a, b};
    double normal = 0, tangential = 0;
    for (int i = 0; i < 2; i++) {
        double soft = m[i]->rigid || no_material(m[i]) ? 0 : (1 + m[i]->nu) / m[i]->E;
        normal += 2 * (1 - m[i]->nu) * soft;
        tangential += (2 - m[i]->nu) * soft;
    }
    return tangential > 0 ? normal / tangential : 1;
}

static bool has_param(const abut_type *type, const char *name) {
    for (const abut_param_info *p = type->params; p && p->name; p++)
        if (!strcmp(p->name, name)) return true;
    return false;
}

static abut_status make_normal(abut_element *e, const abut_registry *r, const abut_choice *choice,
                               abut_message *message) {
    abut_args args, nested;
    abut_choice shorthand;
    unsigned usual = e->b.surface.type && e->b.surface.type->roller ? ABUT_USUAL_LINE : ABUT_USUAL;
    abut_status s = registry_check(r, "normal", usual, choice, &args, message);
    if (s) return s;
    e->normal = (const abut_normal_type *)kernel_type(args.type, sizeof *e->normal);
    if ((s = registry_make(&args, e->normal->size, e->normal->init, &e->normal_self))) return s;
    e->over_gap = e->normal->over_gap && e->normal->over_gap(e->normal_self);
    e->normal_states = e->normal->states ? e->normal->states(e->normal_self) : 0;
    e->tension = abut_arg(&args, "tension") != 0;
    e->conservative = has_param(args.type, "conservative") && abut_arg(&args, "conservative") != 0;
    if ((s = registry_nested(&args, "damping", &shorthand, &nested))) return s;
    e->damping = (const abut_damping_type *)kernel_type(nested.type, sizeof *e->damping);
    if (e->damping->books && e->normal->no_power)
        return say_at(message, "damping", ABUT_BAD_PAIR,
                      "damping %s needs a force that is a power of the approach: normal law %s is none",
                      e->damping->type.name, e->normal->type.name);
    return say_below(message, "damping", registry_make(&nested, e->damping->size, e->damping->init, &e->damping_self));
}

static abut_status make_friction(abut_element *e, const abut_registry *r, const abut_choice *choice,
                                 abut_message *message) {
    abut_args args;
    abut_status s = registry_check(r, "friction", ABUT_USUAL, choice, &args, message);
    if (s) return s;
    e->friction = (const abut_friction_type *)kernel_type(args.type, sizeof *e->friction);
    if ((s = registry_make(&args, e->friction->size, e->friction->init, &e->friction_self))) return s;
    e->whole_patch = !e->friction->uses || (e->friction->uses(e->friction_self) & ABUT_L_PATCH) != 0;
    return ABUT_OK;
}

static abut_status make_track(abut_element *e, const abut_registry *r, const abut_choice *choice,
                              abut_message *message) {
    abut_args args;
    abut_status s = registry_check(r, "track", ABUT_USUAL, choice, &args, message);
    if (s) return s;
    e->track = (const abut_track_type *)kernel_type(args.type, sizeof *e->track);
    e->track_states = e->track->states ? 8 : 0;
    return registry_make(&args, e->track->size, e->track->init, &e->track_self);
}

static abut_status make_laws(abut_element *e, const abut_registry *r, const abut_law_def *law, abut_message *message) {
    abut_status s = say_below(message, "normal", make_normal(e, r, &law->normal, message));
    if (!s) s = say_below(message, "friction", make_friction(e, r, &law->friction, message));
    return s ? s : say_below(message, "track", make_track(e, r, &law->track, message));
}

/* Does the law know a force without curvature and material? */
static bool takes_points(const abut_element *e) {
    const abut_patch flat = {.h = 1e-6, .E_star = INFINITY}, none = {0};
    abut_normal n = {0};
    return !e->normal->needs_curvature && !e->normal->needs_material && !e->normal_states &&
           !e->normal->force(e->normal_self, &flat, NULL, &none, false, &n);
}

static abut_status check_point(const abut_element *e, abut_message *message) {
    const surface *a = &e->a.surface, *b = &e->b.surface;
    if (!b->type->point)
        return say(message, ABUT_BAD_PAIR, "a point as the first surface: the plane stands first, the point second");
    if (!a->type->flat)
        return say(message, ABUT_BAD_PAIR, "a point touches planes only, not a surface of type %s", a->type->type.name);
    if (!takes_points(e))
        return say_at(message, "normal", ABUT_BAD_PAIR, "normal law %s needs curved surfaces: use linear for a point",
                      e->normal->type.name);
    unsigned uses = e->friction->uses ? e->friction->uses(e->friction_self) : ~0U;
    if (uses & ABUT_L_PATCH & ~(1U << ABUT_L_PHI)) /* a point has no ellipse that could turn */
        return say_at(message, "friction", ABUT_BAD_PAIR, "friction %s over a contact area does not apply to a point",
                      e->friction->type.name);
    if (e->form != POINT_ON_A)
        return say_at(message, "track", ABUT_BAD_PAIR, "tracking method %s does not apply to a point",
                      e->track->type.name);
    return ABUT_OK;
}

/* A plane that ends somewhere: of surfaces with curvature nobody asks where they touch it. */
static bool has_edge(const surface *s) { return s->type->reaches && !s->type->reaches(s->self, INFINITY, INFINITY); }

/* A point contact needs P > 0 somewhere. P <= (sup k_min of one + sup k_max of the other)/2 in both orders. */
static abut_status check_pair(const abut_element *e, abut_message *message) {
    const surface *a = &e->a.surface, *b = &e->b.surface;
    if (has_edge(a) || has_edge(b))
        return say(message, ABUT_BAD_PAIR, "a plane with length or width touches points only: leave them out");
    double bound = fmin(a->extent.k_min_sup + b->extent.k_max_sup, b->extent.k_min_sup + a->extent.k_max_sup);
    if (!(bound > 0)) {
        const char *why =
            bound < 0 ? "one is a hollow that is not wider than the other" : "they touch along a line or an area";
        return say(message, ABUT_BAD_PAIR, "surfaces %s and %s cannot touch in a point: %s", a->type->type.name,
                   b->type->type.name, why);
    }
    if (!(e->E_star < INFINITY) && e->normal->needs_material)
        return say(message, ABUT_BAD_PAIR, "normal law %s needs an elastic body, but both are rigid",
                   e->normal->type.name);
    return ABUT_OK;
}

/* ---- laws over the true gap ---- */
static bool ends(const surface *s) {
    abut_wall wall[ABUT_WALLS];
    return isfinite(s->extent.bound) || (s->type->walls && s->type->walls(s->self, wall) > 0);
}

static abut_status check_gap(const abut_element *e, abut_message *message) {
    const surface *a = &e->a.surface, *b = &e->b.surface;
    double bound = fmin(a->extent.k_min_sup + b->extent.k_max_sup, b->extent.k_min_sup + a->extent.k_max_sup);
    if (!(bound > 0) && !ends(a) && !ends(b))
        return say(message, ABUT_BAD_PAIR,
                   "the overlap of surfaces %s and %s has no end: one of them must end, such as a roller or a plane "
                   "with length and width",
                   a->type->type.name, b->type->type.name);
    if (!e->track->closed_forms)
        return say_at(message, "track", ABUT_BAD_PAIR,
                      "tracking method %s does not apply to normal law %s over the true gap", e->track->type.name,
                      e->normal->type.name);
    if (e->conservative)
        return say_at(message, "normal.conservative", ABUT_BAD_PAIR,
                      "normal law %s over the true gap has no conservative wrench", e->normal->type.name);
    if (!(e->E_star < INFINITY) && e->normal->needs_material)
        return say(message, ABUT_BAD_PAIR, "normal law %s needs an elastic body, but both are rigid",
                   e->normal->type.name);
    return ABUT_OK;
}

/* Friction on the cells of a pressure. Blocks of the memory begin where doubles may. */
static abut_status make_cells(abut_element *e, abut_message *message) {
    const abut_friction_type *f = e->friction;
    if (!f->over_cells) return ABUT_OK;
    if (f->prepare(e->friction_self, e->normal->gap_cells(e->normal_self), e->stiffness_ratio))
        return say_at(message, "friction", ABUT_NO_MEMORY, "out of memory");
    e->cells_bytes = f->cells_memory(e->friction_self);
    return ABUT_OK;
}

/* "a or b": the normal laws that have the pressure on cells. */
static const char *laws_with_cells(const abut_registry *r, char *text, size_t size) {
    size_t i = 0, used = 0;
    text[0] = '\0';
    for (const abut_normal_type *t; (t = (const abut_normal_type *)registry_next(r, "normal", &i));)
        if (t->gap_cells && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? " or " : "", t->type.name);
    return text;
}

static abut_status check_cells(const abut_element *e, const abut_registry *r, abut_message *message) {
    char laws[200];
    if (!e->friction->over_cells || (e->over_gap && e->normal->gap_cells)) return ABUT_OK;
    return say_at(message, "friction", ABUT_BAD_PAIR,
                  "friction %s needs a normal law that has the pressure on cells, which %s has not: use %s",
                  e->friction->type.name, e->normal->type.name, laws_with_cells(r, laws, sizeof laws));
}

static abut_status make_gap(abut_element *e, abut_message *message) {
    e->form = NO_CLOSED_FORM;
    abut_status s = check_gap(e, message);
    if (s) return s;
    size_t bytes = e->normal->gap_memory ? e->normal->gap_memory(e->normal_self) : 0;
    if ((s = make_cells(e, message))) return s;
    if (e->cells_bytes) bytes = (bytes + 15) / 16 * 16;
    if (!bytes && !e->cells_bytes) return ABUT_OK;
    e->law_memory = calloc(1, bytes + 2 * e->cells_bytes);
    e->law_next = calloc(1, bytes + e->cells_bytes);
    if (!e->law_memory || !e->law_next) return say(message, ABUT_NO_MEMORY, "out of memory");
    e->law_bytes = bytes + 2 * e->cells_bytes;
    return ABUT_OK;
}

/* ---- films ---- */
static const double SMOOTH = 1e-4; /* m/s, u_eps of a contact unless given: rolling may reverse */

/* A table that the caller gave is copied; contacts pass through light loads, beyond any table. */
static abut_status own_table(abut_element *e, const abut_args *args, abut_message *message) {
    abut_film_law *law = &e->film.law;
    size_t count;
    if (!law->table) return ABUT_OK;
    const void *given = abut_arg_data(args, "table", &count);
    if (!abut_arg_given(args, "outside")) law->extended = true;
    if (!given) return ABUT_OK;
    e->film_table = malloc(count);
    if (!e->film_table) return say(message, ABUT_NO_MEMORY, "out of memory");
    law->table = memcpy(e->film_table, given, count);
    return ABUT_OK;
}

static abut_status film_params(abut_element *e, const abut_registry *r, const abut_choice *choice,
                               abut_message *message) {
    abut_film_contact *f = &e->film;
    abut_args args;
    abut_status s = film_choose(r, choice, f->line, &args, &f->law, message);
    if (s) return s;
    if (f->law.heating == ABUT_HEATING_INLET && !(f->oil.beta > 0 && f->oil.conductivity > 0))
        return say_at(message, "heating", ABUT_MISSING,
                      "film law %s: heating of the inlet needs beta and conductivity of the lubricant, got %g 1/K and "
                      "%g W/(m K)",
                      args.type->name, f->oil.beta, f->oil.conductivity);
    if (!abut_arg_given(&args, "u_eps")) f->law.u_eps = SMOOTH;
    f->carries = abut_arg(&args, "carries") != 0;
    f->reach = abut_arg(&args, "reach");
    f->squeeze = abut_arg(&args, "squeeze");
    return own_table(e, &args, message);
}

static abut_status check_film(const abut_element *e, abut_message *message) {
    if (!(e->E_star < INFINITY))
        return say(message, ABUT_BAD_PAIR, "a lubricated contact needs an elastic body, but both are rigid");
    if (e->form == POINT_ON_A) return say(message, ABUT_BAD_PAIR, "a point on a plane cannot be lubricated");
    if (e->friction->commit)
        return say_at(message, "friction", ABUT_BAD_PAIR, "friction %s is for dry contacts", e->friction->type.name);
    if (e->over_gap)
        return say_at(message, "normal", ABUT_BAD_PAIR, "normal law %s over the true gap is for dry contacts",
                      e->normal->type.name);
    if (e->conservative || e->normal_states || e->track_states)
        return say_at(message,
                      e->conservative    ? "normal.conservative"
                      : e->normal_states ? "normal"
                                         : "track",
                      ABUT_BAD_PAIR, "a lubricated contact has neither states of its own nor the conservative wrench");
    if (e->film.carries && !e->normal->approach)
        return say_at(
            message, "film.carries", ABUT_BAD_PAIR,
            "normal law %s does not work in series with a film: use hertz or line, or set carries: 0 in the film",
            e->normal->type.name);
    return ABUT_OK;
}

static abut_status make_film(abut_element *e, const abut_registry *r, const abut_law_def *law, abut_message *message) {
    if (!law->lubricant) {
        if (law->film.type)
            return say_at(message, "film", ABUT_MISSING, "the film %s needs a lubricant", law->film.type);
        if (!e->friction->needs_film) return ABUT_OK;
        return say_at(message, "friction", ABUT_MISSING, "friction %s needs a lubricant", e->friction->type.name);
    }
    double eta;
    abut_film_contact *f = &e->film;
    f->line = e->form == ROLLER_ON_A;
    f->oil = *law->lubricant;
    if (law->roughness) f->rough = *law->roughness;
    f->E_prime = 2 * e->E_star;
    if (abut_viscosity(&f->oil, 0, &eta))
        return say_at(message, "lubricant", ABUT_BAD_VALUE,
                      "lubricant: eta0 %g Pa s, alpha %g 1/Pa or its shear stresses are out of range", f->oil.eta0,
                      f->oil.alpha);
    if (!roughness_good(&f->rough))
        return say_at(message, "roughness", ABUT_BAD_VALUE,
                      "roughness: sigma %g m, asperity_radius %g m and asperity_density %g 1/m^2 must be positive",
                      f->rough.sigma, f->rough.asperity_radius, f->rough.density);
    e->lubricated = e->in_patches = true;
    abut_status s = film_params(e, r, &law->film, message);
    return s ? say_below(message, "film", s) : check_film(e, message);
}

/* The same for a lubricated point contact. Oils that thin by Carreau's law, roughness by a table and squeeze are left to the element. */
static void find_wet_case(abut_element *e) {
    const abut_film_contact *f = &e->film;
    bool oil =
        f->oil.eta0 > 0 && f->law.u_eps > 0 && f->oil.shear != ABUT_CARREAU && f->squeeze == 0 && !f->rough.table;
    if (!e->lubricated || e->slices || f->line || !oil || !e->normal->hertz || !e->damping->chi) return;
    if (e->tension || !e->friction->wet || !e->friction->wet(e->friction_self, &e->wet) || !e->wet.nodes) return;
    const abut_film_type *film = f->law.type;
    table_part part;
    if (film->recipe)
        e->recipe = film->recipe(&f->law);
    else if (!film->tabled || !film->tabled(&f->law, &e->recipe, &part))
        return;
    e->chi = e->damping->chi(e->damping_self);
    e->wet_laws = true;
}

static bool curved_alike(const surface *s) { return s->type->flat || s->ball > 0; }

/* Planes and balls: P = Q, the same wherever they touch. */
static void find_round_case(abut_element *e) {
    const surface *a = &e->a.surface, *b = &e->b.surface;
    bool closed = e->form != NO_CLOSED_FORM && e->form != POINT_ON_A && curved_alike(a) && curved_alike(b);
    if (!closed || !e->normal->hertz || e->in_patches || e->over_gap || e->conservative || !isfinite(e->E_star)) return;
    abut_patch p = {.h = 1, .E_star = e->E_star};
    p.P = p.Q = 0.5 * (a->extent.k_max_sup + b->extent.k_max_sup);
    abut_normal n = {0};
    if (!(p.Q > 0)) return;
    ellipse_hertz(&p, false, &n);
    e->round = (element_round){n.N, n.a, n.p_max};
}

/* Are the laws of the forms that the element has inlined? Their slots say so. */
static void find_common_case(abut_element *e) {
    find_wet_case(e);
    find_round_case(e);
    if (e->in_patches || e->over_gap || e->conservative || !e->normal->hertz || !e->damping->chi) return;
    if (!e->friction->slip || !e->friction->slip(e->friction_self, &e->slip)) return;
    e->chi = e->damping->chi(e->damping_self);
    e->plain_laws = true;
    e->common = !e->tension && !e->slip.nodes && e->slip.law.extra == 0;
}

static abut_status build(abut_element *e, const abut_element_def *def, abut_message *message) {
    abut_status s = say_below(message, "a", place(def->registry, &def->a, "a", &e->a, message));
    if (!s) s = say_below(message, "b", place(def->registry, &def->b, "b", &e->b, message));
    if (!s) s = make_laws(e, def->registry, &def->law, message);
    if (!s) s = check_cells(e, def->registry, message);
    if (s) return s;
    e->form = e->track && e->track->closed_forms ? closed_form_of(&e->a.surface, &e->b.surface) : NO_CLOSED_FORM;
    bool point = e->a.surface.type->point || e->b.surface.type->point;
    if (point) s = check_point(e, message);
    if (!s) s = check_materials(e, def, message);
    if (s) return s;
    double soft_a = compliance(&def->a.material), soft_b = compliance(&def->b.material), soft = soft_a + soft_b;
    e->E_star = soft > 0 ? 1 / soft : INFINITY;
    e->share = soft > 0 ? soft_a / soft : 0.5;
    e->stiffness_ratio = mindlin(&def->a.material, &def->b.material);
    e->mass = def->mass;
    abut_element_forget(e);
    bool roller = e->normal->line || (e->b.surface.type->roller && !def->law.normal.type);
    if (roller)
        s = element_make_roller(e, message);
    else if (e->over_gap && !point)
        s = make_gap(e, message);
    else if (!point)
        s = check_pair(e, message);
    if (!s) s = make_film(e, def->registry, &def->law, message);
    if (!s && roller) s = element_find_slices(e, message);
    find_common_case(e);
    return s;
}

abut_status kernel_create(const abut_element_def *def, abut_element **out, abut_message *message) {
    if (message) *message = (abut_message){0};
    *out = NULL;
    abut_element *e = calloc(1, sizeof *e);
    if (!e) return say(message, ABUT_NO_MEMORY, "out of memory");
    e->kernel = &KERNEL_SYMBOL(kernel);
    abut_status s = build(e, def, message);
    if (s) {
        if (message) memcpy(message->place.kind, "element", sizeof "element");
        abut_element_destroy(e);
        return s;
    }
    *out = e;
    return ABUT_OK;
}

void element_move(abut_element *e, int side, vec3 at) {
    placed *p = side ? &e->b : &e->a;
    p->moved = p->moved || v3_dot(at, at) > 0;
    p->r = at;
}

void abut_element_destroy(abut_element *e) {
    if (!e) return;
    surface_drop(&e->a.surface);
    surface_drop(&e->b.surface);
    free(e->track_self);
    if (e->normal_self && e->normal->drop) e->normal->drop(e->normal_self);
    free(e->normal_self);
    free(e->damping_self);
    if (e->friction_self && e->friction->drop) e->friction->drop(e->friction_self);
    free(e->friction_self);
    free(e->slice);
    free(e->slice_rows);
    free(e->line);
    free(e->law_memory);
    free(e->law_next);
    if (e->film.law.type && e->film.law.type->drop) e->film.law.type->drop(&e->film.law);
    free(e->film_table);
    free(e);
}

void abut_element_tolerance(abut_element *e, double rtol) {
    if (!(rtol > 0 && rtol < 1)) return;
    if (e->normal_self && e->normal->tolerance) e->normal->tolerance(e->normal_self, rtol);
    if (e->friction_self && e->friction->tolerance) e->friction->tolerance(e->friction_self, rtol);
}

void abut_element_forget(abut_element *e) {
    const abut_damping_memory none = {.touch_speed = NAN, .t = NAN, .h = NAN, .hdot = NAN};
    e->memory = (element_memory){.damping = none, .damping_before = none, .friction = {.t = NAN}, .before = {.t = NAN}};
    if (e->law_bytes) memset(e->law_memory, 0, e->law_bytes);
}

size_t abut_element_memory_size(const abut_element *e) { return sizeof e->memory + e->law_bytes; }
void abut_element_get_memory(const abut_element *e, void *to) {
    memcpy(to, &e->memory, sizeof e->memory);
    if (e->law_bytes) memcpy((unsigned char *)to + sizeof e->memory, e->law_memory, e->law_bytes);
}
void abut_element_set_memory(abut_element *e, const void *from) {
    memcpy(&e->memory, from, sizeof e->memory);
    if (e->law_bytes) memcpy(e->law_memory, (const unsigned char *)from + sizeof e->memory, e->law_bytes);
}
size_t abut_element_states(const abut_element *e) { return e->track_states + e->normal_states; }
