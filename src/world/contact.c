/* Contacts of a world: added, given other laws, made anew where surfaces have changed. */
#include <stdlib.h>
#include <string.h>

#include "base/choice.h"
#include "base/message.h"
#include "contact/element.h"
#include "registry/registry.h"
#include "world.h"

/* The speed that tells sticking from slipping in a friction law. */
static double speed_of(const abut_element *e) {
    return e->friction->speed ? e->friction->speed(e->friction_self) : INFINITY;
}

/* The element blames its surfaces as a and b: they are objects of their own. Without a key it is the pair that does not go. */
static abut_status refuse_element(abut_world *w, const world_contact *c, const char *name, const abut_message *why) {
    const char *key = why->place.key;
    bool first = !strncmp(key, "a.", 2), second = !strncmp(key, "b.", 2), part = (first || second) && !w->adding;
    abut_place about = w->about;
    if (part) world_about(w, "surface", first ? world_first(c) : world_second(c));
    if (part) key += 2;
    if (!*key && !w->adding) key = "between";
    abut_status status = world_refuse_at(w, key, why->status, "contact '%.80s': %s", name, why->text);
    w->about = about;
    return status;
}

static abut_status make_element(abut_world *w, world_contact *c, const char *name, const abut_law_def *law) {
    const world_surface *first = &w->surface[world_first(c)], *second = &w->surface[world_second(c)];
    abut_message why = {0};
    abut_element *element = NULL;
    abut_status status =
        abut_element_create(&(abut_element_def){first->def, second->def, *law, w->registry}, &element, &why);
    if (status) return refuse_element(w, c, name, &why);
    c->element = element;
    c->v_s = speed_of(element);
    c->lubricated = element->lubricated;
    c->film = element->lubricated && element->film.carries ? element->film.reach : 0;
    return ABUT_OK;
}

static void note_speed(abut_world *w, const world_contact *c) {
    world_body *a = &w->body[w->surface[c->a].body], *b = &w->body[w->surface[c->b].body];
    a->v_s = fmin(a->v_s, c->v_s);
    b->v_s = fmin(b->v_s, c->v_s);
}

/* A point or a roller stands second in the element. */
static bool rolls(const abut_world *w, const world_surface *s, const abut_law_def *law) {
    const abut_type *normal = law->normal.type ? abut_registry_find(w->registry, "normal", law->normal.type) : NULL;
    return s->roller || (s->shaft && normal && ((const abut_normal_type *)normal)->line);
}

abut_contact abut_add_contact(abut_world *w, abut_surface a, abut_surface b, const abut_law_def *law) {
    const abut_contact none = {0};
    const abut_law_def preset = {0};
    if (!law) law = &preset;
    const char *given = law->name ? law->name : "";
    if (!world_writable(w, "contact")) return none;
    if (a.id < 1 || a.id > w->surfaces || b.id < 1 || b.id > w->surfaces) {
        (void)world_refuse_at(w, "between", ABUT_UNKNOWN_NAME, "contact '%.80s': two surfaces are wanted", given);
        return none;
    }
    const world_surface *sa = &w->surface[a.id], *sb = &w->surface[b.id];
    if (sa->body == sb->body) {
        (void)world_refuse_at(w, "between", ABUT_BAD_PAIR, "contact '%.80s': both surfaces sit on body '%.80s'", given,
                              w->body[sa->body].name);
        return none;
    }
    bool first = rolls(w, sa, law), second = rolls(w, sb, law);
    world_contact made = {.a = a.id, .b = b.id, .swapped = sa->point || (first && !second)};
    if (make_element(w, &made, given, law)) return none;
    int id = w->contacts + 1;
    const char *name =
        ROOM(w, contact, contacts) ? world_take_name(w, "contact", law->name, &w->contact_names, id) : NULL;
    if (!name) {
        abut_element_destroy(made.element);
        return none;
    }
    made.name = name;
    w->contact[id] = made;
    note_speed(w, &made);
    w->contacts = id;
    return (abut_contact){id};
}

abut_status world_change_contact(abut_world *w, int contact, const abut_law_def *law) {
    if (!world_writable(w, "contact")) return w->status;
    world_about(w, "contact", contact);
    world_contact *c = &w->contact[contact];
    abut_status status = world_renew_contact(w, contact, law);
    if (status) return status;
    const abut_law_def kept = keep_law(&w->keep, law);
    c->changed = keep_bytes(&w->keep, &kept, sizeof kept);
    return c->changed ? ABUT_OK : world_refuse(w, ABUT_NO_MEMORY, "out of memory");
}

abut_status world_renew_contact(abut_world *w, int contact, const abut_law_def *law) {
    world_contact *c = &w->contact[contact];
    abut_element *old = c->element;
    abut_status status = make_element(w, c, c->name, c->changed ? c->changed : law);
    if (status) return status;
    abut_element_destroy(old);
    note_speed(w, c);
    return ABUT_OK;
}

abut_status world_change_force(abut_world *w, int force, const char *name, double value) {
    world_force *f = &w->force[force];
    abut_param *p = choice_make(&f->def.law, name);
    abut_message why = {0};
    abut_args args;
    void *self = NULL;
    if (!p) return ABUT_OK;
    p->value = value;
    abut_status status = registry_check(w->registry, "force", 0, &f->def.law, &args, &why);
    if (!status) status = registry_make(&args, f->type->size, f->type->init, &self);
    if (status) {
        free(self);
        return world_refuse_why(w, "", &why, "force '%.80s': %s", f->name, why.text);
    }
    if (f->type->drop) f->type->drop(f->self);
    free(f->self);
    f->self = self;
    return ABUT_OK;
}
