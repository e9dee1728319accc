/* Adding groups whose surfaces may touch each other. Surfaces that are alike are of one kind, and each two kinds that may meet have one
 * element. Where the laws have a form for pairs of any size (contact/pack_pair.h), all balls of one material are alike. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "contact/pack_pair.h"
#include "world.h"

enum { PAIRS_MOST = 4096 /* of kinds: an element each */, MEMBERS_MOST = 1 << 24 /* multibody/crowd_memory.c */ };

void world_drop_collide(world_collide *c) {
    for (int i = 0; c->element && i < c->kinds * c->kinds; i++) abut_element_destroy(c->element[i]);
    free(c->element);
    free(c->surface);
    free(c->kind);
    free(c->sides);
    free(c->closed);
    free(c->closing);
    *c = (world_collide){0};
}

static abut_status no_memory(abut_world *w) { return world_refuse(w, ABUT_NO_MEMORY, "out of memory"); }

/* ---- members ---- */
static abut_status check_surface(abut_world *w, const char *name, int id) {
    if (id < 1 || id > w->surfaces)
        return world_refuse_at(w, "between", ABUT_UNKNOWN_NAME, "collide '%.80s': there is no surface %d", name, id);
    const world_surface *s = &w->surface[id];
    if (s->point || s->roller)
        return world_refuse_at(w, "between", ABUT_BAD_PAIR,
                               "collide '%.80s': '%.80s' is a %s: name its partners in contacts", name, s->name,
                               s->point ? "point" : "roller");
    return ABUT_OK;
}

/* The surfaces of a group; of: which side each is on, by id. */
static abut_status take_group(abut_world *w, const char *name, const abut_surface *group, int count, unsigned char side,
                              unsigned char *of) {
    for (int i = 0; i < count; i++) {
        abut_status status = check_surface(w, name, group[i].id);
        if (status) return status;
        unsigned char *sides = &of[group[i].id];
        if (*sides & ~side)
            return world_refuse_at(
                w, "between", ABUT_BAD_PAIR,
                "collide '%.80s': surface '%.80s' is in both groups: name one group twice if all its "
                "surfaces may touch each other",
                name, w->surface[group[i].id].name);
        *sides |= side;
    }
    return ABUT_OK;
}

static abut_status take_members(abut_world *w, const abut_collide_def *d, world_collide *c) {
    c->same = !d->second;
    const char *name = d->name ? d->name : "";
    if (!d->first || d->first_count < 1 || (d->second && d->second_count < 1))
        return world_refuse_at(w, "between", ABUT_BAD_VALUE, "collide '%.80s': a group is empty", name);
    if (d->first_count > MEMBERS_MOST || d->second_count > MEMBERS_MOST)
        return world_refuse_at(w, "between", ABUT_BAD_VALUE, "collide '%.80s': more than %d surfaces", name,
                               MEMBERS_MOST);
    unsigned char *of = calloc((size_t)w->surfaces + 1, 1);
    size_t room = (size_t)w->surfaces + 1;
    c->surface = calloc(room, sizeof *c->surface);
    c->kind = calloc(room, sizeof *c->kind);
    c->sides = calloc(room, 1);
    abut_status status = of && c->surface && c->kind && c->sides ? ABUT_OK : no_memory(w);
    if (!status) status = take_group(w, name, d->first, d->first_count, c->same ? 3 : 1, of);
    if (!status && !c->same) status = take_group(w, name, d->second, d->second_count, 2, of);
    for (int i = 1; !status && i <= w->surfaces; i++) {
        if (!of[i]) continue;
        c->surface[c->count] = i;
        c->sides[c->count++] = of[i];
    }
    free(of);
    return status;
}

/* ---- kinds ---- */
static bool same_text(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

static bool same_choice(const abut_choice *a, const abut_choice *b) {
    if (!same_text(a->type, b->type)) return false;
    for (int i = 0; i < ABUT_MAX_PARAMS; i++) {
        const abut_param *p = &a->params[i], *q = &b->params[i];
        if (!p->name || !q->name) return p->name == q->name;
        bool alike = same_text(p->name, q->name) && same_text(p->text, q->text) && p->value == q->value &&
                     p->data == q->data && p->count == q->count && !p->choice == !q->choice;
        if (!alike || (p->choice && !same_choice(p->choice, q->choice))) return false;
    }
    return true;
}

static bool same_material(const abut_material *a, const abut_material *b) {
    return a->rigid == b->rigid && a->E == b->E && a->nu == b->nu;
}

static bool same_place(const abut_pose *a, const abut_pose *b) {
    vec3 r = v3_sub(a->r, b->r);
    return v3_dot(r, r) == 0 && a->q.w == b->q.w && a->q.x == b->q.x && a->q.y == b->q.y && a->q.z == b->q.z;
}

/* any_size: balls of any size are alike, and planes anywhere. */
static bool alike(const world_surface *a, const world_surface *b, bool any_size) {
    if (!same_material(&a->def.material, &b->def.material)) return false;
    if (any_size && a->ball > 0 && b->ball > 0) return true;
    if (any_size && a->flat && b->flat) return true;
    return same_place(&a->def.place, &b->def.place) && same_choice(&a->def.shape, &b->def.shape);
}

/* Numbers the kinds; false: there are too many. */
static bool find_kinds(const abut_world *w, world_collide *c) {
    enum { MOST = 64 };
    int example[MOST];
    bool any_size = c->packed; /* and everybody is a ball or a plane, so that no element is asked */
    for (int i = 0; any_size && i < c->count; i++) {
        const world_surface *s = &w->surface[c->surface[i]];
        any_size = s->ball > 0 || s->flat;
    }
    c->kinds = 0;
    for (int i = 0; i < c->count; i++) {
        int k = c->kinds - 1;
        while (k >= 0 && !alike(&w->surface[c->surface[i]], &w->surface[c->surface[example[k]]], any_size)) k--;
        if (k < 0 && c->kinds == MOST) return false;
        if (k < 0) example[k = c->kinds++] = i;
        c->kind[i] = k;
    }
    _Static_assert(MOST * MOST == PAIRS_MOST, "");
    return true;
}

/* ---- elements ---- */
static bool held(const abut_world *w, int at) {
    const world_body *b = &w->body[w->surface[at].body];
    return b->def.fixed && !b->def.drive.given && !b->guide;
}

static bool may_meet(const abut_world *w, const world_collide *c, int i, int j) {
    int a = c->surface[i], b = c->surface[j];
    return (c->sides[i] & 1) && (c->sides[j] & 2) && w->surface[a].body != w->surface[b].body &&
           !(held(w, a) && held(w, b));
}

/* Some pair of these kinds, the first of the first group; false: there is none. All of one kind are looked at beside the first of the
 * other, which finds one unless those two sit on one body. */
static bool find_pair(const abut_world *w, const world_collide *c, int first, int second, int pair[2]) {
    int one = -1, another = -1;
    for (int i = 0; i < c->count; i++) {
        if (c->kind[i] != first || !(c->sides[i] & 1)) continue;
        if (one < 0 || (held(w, c->surface[one]) && !held(w, c->surface[i]))) one = i;
    }
    for (int j = 0; j < c->count; j++) {
        if (c->kind[j] != second || !(c->sides[j] & 2)) continue;
        if (another < 0 || (held(w, c->surface[another]) && !held(w, c->surface[j]))) another = j;
        if (one >= 0 && may_meet(w, c, one, j)) return pair[0] = one, pair[1] = j, true;
    }
    for (int i = 0; another >= 0 && i < c->count; i++)
        if (c->kind[i] == first && may_meet(w, c, i, another)) return pair[0] = i, pair[1] = another, true;
    return false;
}

static abut_status refuse_pair(abut_world *w, const world_collide *c, const int pair[2], const abut_message *why) {
    const char *key = why->place.key;
    bool of_law = !strncmp(key, "normal", 6) || !strncmp(key, "friction", 8) || !strncmp(key, "track", 5);
    return world_refuse_at(w, of_law ? key : "between", why->status, "collide '%.80s': '%.80s' and '%.80s': %s",
                           c->name, w->surface[c->surface[pair[0]]].name, w->surface[c->surface[pair[1]]].name,
                           why->text);
}

static bool endless(const world_surface *s) { return !isfinite(s->bound); }

static abut_status make_element(abut_world *w, world_collide *c, const int pair[2], abut_element **out) {
    const world_surface *a = &w->surface[c->surface[pair[0]]], *b = &w->surface[c->surface[pair[1]]];
    abut_message why = {0};
    abut_status status = ABUT_OK;
    if (endless(a) && endless(b)) status = say(&why, ABUT_BAD_PAIR, "both have no end: name them in contacts");
    if (!status) status = abut_element_create(&(abut_element_def){a->def, b->def, c->law, w->registry}, out, &why);
    if (!status && (abut_element_states(*out) || (*out)->law_bytes || (*out)->in_patches))
        status =
            say(&why, ABUT_BAD_PAIR, "these laws have states of their own, films or cells: name the pair in contacts");
    return status ? refuse_pair(w, c, pair, &why) : ABUT_OK;
}

static bool has_packed_form(const abut_world *w, const world_collide *c, const int pair[2]) {
    const world_surface *a = &w->surface[c->surface[pair[0]]], *b = &w->surface[c->surface[pair[1]]];
    return (a->ball > 0 || a->flat) && (b->ball > 0 || b->flat);
}

/* *again: the laws have no packed form, kinds are to be found anew. */
static abut_status make_elements(abut_world *w, world_collide *c, bool *again) {
    c->element = calloc((size_t)(c->kinds * c->kinds), sizeof *c->element);
    if (!c->element) return no_memory(w);
    c->v_s = INFINITY;
    for (int a = 0; a < c->kinds; a++)
        for (int b = 0; b < c->kinds; b++) {
            int pair[2];
            abut_element **e = &c->element[a * c->kinds + b];
            pair_law law;
            if (!find_pair(w, c, a, b, pair)) continue;
            abut_status status = make_element(w, c, pair, e);
            if (status) return status;
            if ((*e)->friction->speed) c->v_s = fmin(c->v_s, (*e)->friction->speed((*e)->friction_self));
            *again = *again || (c->packed && has_packed_form(w, c, pair) && !pair_law_of(*e, &law));
        }
    return ABUT_OK;
}

static void drop_elements(world_collide *c) {
    for (int i = 0; i < c->kinds * c->kinds; i++) abut_element_destroy(c->element[i]);
    free(c->element);
    c->element = NULL;
}

static abut_status make_kinds(abut_world *w, world_collide *c) {
    bool again = false;
    c->packed = true;
    abut_status status = ABUT_OK;
    for (int i = 0; !status && (i == 0 || again); i++) {
        if (i) drop_elements(c);
        if (i) c->packed = again = false;
        if (!find_kinds(w, c))
            return world_refuse_at(
                w, "between", ABUT_BAD_PAIR,
                "collide '%.80s': more than 64 kinds of surfaces (with these laws also balls of another "
                "radius are another kind)",
                c->name);
        status = make_elements(w, c, &again);
    }
    return status;
}

/* ---- the whole ---- */
static void note_members(abut_world *w, const world_collide *c) {
    for (int i = 0; i < c->count; i++) {
        world_body *b = &w->body[w->surface[c->surface[i]].body];
        b->v_s = fmin(b->v_s, c->v_s);
    }
}

abut_collide abut_add_collide(abut_world *w, const abut_collide_def *def) {
    const abut_collide none = {0};
    world_collide made = {0};
    if (!world_writable(w, "collide")) return none;
    int id = w->collides + 1;
    abut_status status = take_members(w, def, &made);
    made.name = def->name ? def->name : "";
    if (def->law) made.law = keep_law(&w->keep, def->law);
    if (!status && made.law.lubricant)
        status = world_refuse_at(w, "lubricant", ABUT_BAD_PAIR,
                                 "collide '%.80s': contacts of groups are dry: name lubricated pairs in contacts",
                                 made.name);
    if (!status) status = make_kinds(w, &made);
    if (!status && world_make_room(w, (void **)&w->collide, w->collides, &w->collide_room, sizeof *w->collide))
        made.name = world_take_name(w, "collide", def->name, &w->collide_names, id);
    if (status || w->status) {
        world_drop_collide(&made);
        return none;
    }
    w->collide[id] = made;
    w->collides = id;
    note_members(w, &made);
    return (abut_collide){id};
}

abut_collide abut_find_collide(const abut_world *w, const char *name) {
    return (abut_collide){names_id(&w->collide_names, name)};
}
int abut_collide_count(const abut_world *w) { return w->collides; }
const char *abut_collide_name(const abut_world *w, abut_collide c) {
    return c.id >= 1 && c.id <= w->collides ? w->collide[c.id].name : NULL;
}
