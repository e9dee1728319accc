/* Creation of an element: checks everything, refuses with a sentence what can never work. */
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "damping/damping.h"
#include "element.h"
#include "friction/coulomb.h"
#include "registry.h"

/* A position within reason and a quaternion that can be normalised (or none). */
static bool pose_good(const abut_pose *p) {
    double qq = p->q.w * p->q.w + p->q.x * p->q.x + p->q.y * p->q.y + p->q.z * p->q.z;
    return v3_dot(p->r, p->r) < 1e60 && (quat_is_zero(p->q) || (qq > 1e-60 && qq < 1e60));
}

static abut_status check_material(const abut_material *m, const char *side, abut_message *message) {
    if (m->rigid) return ABUT_OK;
    if (!(m->E >= 1e-30 && m->E <= 1e30))
        return say(message, ABUT_BAD_VALUE,
                   "material of %s: E must be a pressure between 1e-30 and 1e30 Pa, got %g (or set rigid)", side, m->E);
    if (!(m->nu > -1 && m->nu <= 0.5))
        return say(message, ABUT_BAD_VALUE, "material of %s: nu must be in (-1, 0.5], got %g", side, m->nu);
    return ABUT_OK;
}

static abut_status place(const abut_surface_def *def, const char *side, placed *out, abut_message *message) {
    if (!pose_good(&def->place))
        return say(message, ABUT_BAD_VALUE,
                   "place of surface %s: a position below 1e30 m and a quaternion of ordinary length are wanted", side);
    abut_status s = surface_make(&def->shape, &out->surface, message);
    if (s) return s;
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
        if (e->normal->needs_material || !no_material(m[i])) s = check_material(m[i], i ? "b" : "a", message);
    return s;
}

/* Compliance (1 - nu^2)/E of a body, 1/Pa. */
static double compliance(const abut_material *m) { return m->rigid || no_material(m) ? 0 : (1 - m->nu * m->nu) / m->E; }

static bool has_param(const abut_type *type, const char *name) {
    for (const abut_param_info *p = type->params; p && p->name; p++)
        if (!strcmp(p->name, name)) return true;
    return false;
}

static abut_status make_normal(abut_element *e, const abut_choice *choice, abut_message *message) {
    abut_args args, nested;
    abut_choice shorthand;
    abut_status s = registry_check("normal", "hertz", choice, &args, message);
    if (s) return s;
    e->normal = (const abut_normal_type *)args.type;
    if ((s = registry_make(&args, e->normal->size, e->normal->init, &e->normal_self))) return s;
    e->normal_states = e->normal->states ? e->normal->states(e->normal_self) : 0;
    e->tension = abut_arg(&args, "tension") != 0;
    e->conservative = has_param(args.type, "conservative") && abut_arg(&args, "conservative") != 0;
    if ((s = registry_nested(&args, "damping", &shorthand, &nested))) return s;
    e->damping = (const abut_damping_type *)nested.type;
    return registry_make(&nested, e->damping->size, e->damping->init, &e->damping_self);
}

static abut_status make_laws(abut_element *e, const abut_law_def *law, abut_message *message) {
    abut_args args;
    abut_status s = make_normal(e, &law->normal, message);
    if (s) return s;
    if ((s = registry_check("friction", "none", &law->friction, &args, message))) return s;
    e->friction = (const abut_friction_type *)args.type;
    if ((s = registry_make(&args, e->friction->size, e->friction->init, &e->friction_self))) return s;
    e->whole_patch = !e->friction->uses || (e->friction->uses(e->friction_self) & ABUT_L_PATCH) != 0;
    if ((s = registry_check("track", "reduced", &law->track, &args, message))) return s;
    e->track = (const abut_track_type *)args.type;
    e->track_states = e->track->states ? 8 : 0;
    return registry_make(&args, e->track->size, e->track->init, &e->track_self);
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
        return say(message, ABUT_BAD_PAIR, "normal law %s needs curved surfaces: use linear for a point",
                   e->normal->type.name);
    if (e->whole_patch)
        return say(message, ABUT_BAD_PAIR, "friction %s over a contact area does not apply to a point",
                   e->friction->type.name);
    if (e->form != POINT_ON_A)
        return say(message, ABUT_BAD_PAIR, "tracking method %s does not apply to a point", e->track->type.name);
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

/* Is it the combination whose laws the element has inlined? The registered types stay the definition of it. */
static void find_common_case(abut_element *e) {
    extern const abut_normal_type normal_hertz;
    extern const abut_damping_type damping_none, damping_hunt_crossley;
    extern const abut_friction_type friction_coulomb, friction_none;
    bool damped = e->damping == &damping_hunt_crossley, slippery = e->friction == &friction_none;
    if (e->normal != &normal_hertz || (e->damping != &damping_none && !damped)) return;
    if (e->friction != &friction_coulomb && !slippery) return;
    const coulomb *c = e->friction_self;
    e->slip = slippery ? (slip_law){.v_s2 = 1e-300} : c->law;
    e->plain_laws = !e->conservative;
    e->common = !e->whole_patch && !e->conservative && e->slip.extra == 0;
    e->chi = damped ? ((const hunt_crossley *)e->damping_self)->chi : 0;
}

static abut_status build(abut_element *e, const abut_element_def *def, abut_message *message) {
    abut_status s = place(&def->a, "a", &e->a, message);
    if (!s) s = place(&def->b, "b", &e->b, message);
    if (!s) s = make_laws(e, &def->law, message);
    if (s) return s;
    e->form = e->track->closed_forms ? closed_form_of(&e->a.surface, &e->b.surface) : NO_CLOSED_FORM;
    bool point = e->a.surface.type->point || e->b.surface.type->point;
    if (point) s = check_point(e, message);
    if (!s) s = check_materials(e, def, message);
    if (s) return s;
    double soft_a = compliance(&def->a.material), soft_b = compliance(&def->b.material), soft = soft_a + soft_b;
    e->E_star = soft > 0 ? 1 / soft : INFINITY;
    e->share = soft > 0 ? soft_a / soft : 0.5;
    find_common_case(e);
    abut_element_forget(e);
    return point ? ABUT_OK : check_pair(e, message);
}

abut_status abut_element_create(const abut_element_def *def, abut_element **out, abut_message *message) {
    if (message) message->text[0] = '\0';
    *out = NULL;
    abut_element *e = calloc(1, sizeof *e);
    if (!e) return say(message, ABUT_NO_MEMORY, "out of memory");
    abut_status s = build(e, def, message);
    if (s) {
        abut_element_destroy(e);
        return s;
    }
    *out = e;
    return ABUT_OK;
}

void abut_element_destroy(abut_element *e) {
    if (!e) return;
    surface_drop(&e->a.surface);
    surface_drop(&e->b.surface);
    free(e->track_self);
    free(e->normal_self);
    free(e->damping_self);
    free(e->friction_self);
    free(e);
}

void abut_element_forget(abut_element *e) {
    e->memory = (element_memory){
        .damping = {.touch_speed = NAN, .t = NAN, .h = NAN, .hdot = NAN}, .friction = {.t = NAN}, .before = {.t = NAN}};
}

size_t abut_element_memory_size(const abut_element *e) { return sizeof e->memory; }
void abut_element_get_memory(const abut_element *e, void *to) { memcpy(to, &e->memory, sizeof e->memory); }
void abut_element_set_memory(abut_element *e, const void *from) { memcpy(&e->memory, from, sizeof e->memory); }
size_t abut_element_states(const abut_element *e) { return e->track_states + e->normal_states; }
