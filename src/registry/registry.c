/* Registries: lists of types, each with a parent behind it. The built-in lists are constant; programs add lists of their own. */
#include "registry.h"

#include <stdlib.h>
#include <string.h>

#include "base/message.h"

static const abut_registry *or_core(const abut_registry *r) { return r ? r : abut_element_types(); }

static size_t count_all(const abut_registry *r) {
    size_t count = 0;
    for (; r; r = r->parent) count += r->count;
    return count;
}

size_t abut_registry_count(const abut_registry *r) { return count_all(or_core(r)); }

const abut_type *abut_registry_at(const abut_registry *r, size_t index) {
    for (r = or_core(r); r; r = r->parent) { /* those of the parent stand first */
        size_t before = count_all(r->parent);
        if (index >= before) return index - before < r->count ? r->types[index - before] : NULL;
    }
    return NULL;
}

const abut_type *abut_registry_find(const abut_registry *r, const char *kind, const char *name) {
    if (!kind || !name) return NULL;
    for (r = or_core(r); r; r = r->parent)
        for (size_t i = 0; i < r->count; i++)
            if (!strcmp(r->types[i]->kind, kind) && !strcmp(r->types[i]->name, name)) return r->types[i];
    return NULL;
}

const abut_type *registry_next(const abut_registry *r, const char *kind, size_t *index) {
    for (const abut_type *t; (t = abut_registry_at(r, *index)); ++*index)
        if (!strcmp(t->kind, kind)) return ++*index, t;
    return NULL;
}

const abut_type *registry_role(const abut_registry *r, const char *kind, unsigned role) {
    size_t i = 0;
    for (const abut_type *t; role && (t = registry_next(r, kind, &i));)
        if (t->roles & role) return t;
    return NULL;
}

bool registry_same(const abut_type *type, size_t size, const abut_type *other) {
    if (type == other) return true;
    const char *a = (const char *)type, *b = (const char *)other;
    return !strcmp(type->kind, other->kind) && !memcmp(a + sizeof *type, b + sizeof *other, size - sizeof *type);
}

const abut_type *registry_like(const abut_registry *r, const abut_type *type, size_t size) {
    size_t i = 0;
    for (const abut_type *t; (t = registry_next(r, type->kind, &i));)
        if (registry_same(type, size, t)) return t;
    return type;
}

abut_meaning abut_registry_meaning(const abut_registry *r, const char *of) {
    abut_meaning out = {{0}, NULL, NULL};
    size_t length = strcspn(of, "/:");
    memcpy(out.kind, of, length < sizeof out.kind ? length : sizeof out.kind - 1);
    out.usual = registry_role(r, out.kind, of[length] == '/' ? ABUT_USUAL_LINE : ABUT_USUAL);
    out.brief =
        of[length] == ':' ? abut_registry_find(r, out.kind, of + length + 1) : registry_role(r, out.kind, ABUT_BRIEF);
    return out;
}

const char *abut_kind_phrase(const char *kind) {
    static const char *const names[][2] = {{"normal", "normal law"},     {"damping", "damping law"},
                                           {"friction", "friction law"}, {"film", "film law"},
                                           {"track", "tracking method"}, {"dry_solver", "solver of dry contact"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!strcmp(names[i][0], kind)) return names[i][1];
    return kind;
}

/* ---- own additions ---- */
abut_registry *abut_registry_create(const abut_registry *parent) {
    abut_registry *r = calloc(1, sizeof *r);
    if (r) r->parent = parent;
    return r;
}

void abut_registry_allow_outside(abut_registry *r) { r->outside = true; }

bool registry_outside(const abut_registry *r) {
    for (; r; r = r->parent)
        if (r->outside) return true;
    return false;
}

struct registry_attached {
    struct registry_attached *next;
    void *what;
    void (*release)(void *what);
};

abut_status registry_attach(abut_registry *r, void *what, void (*release)(void *what)) {
    struct registry_attached *a = malloc(sizeof *a);
    if (!a) return ABUT_NO_MEMORY;
    *a = (struct registry_attached){r->attached, what, release};
    r->attached = a;
    return ABUT_OK;
}

void abut_registry_destroy(abut_registry *r) {
    if (!r) return;
    while (r->attached) {
        struct registry_attached *a = r->attached;
        r->attached = a->next;
        a->release(a->what);
        free(a);
    }
    free(r->own);
    free(r);
}

abut_status abut_registry_add(abut_registry *r, const abut_type *type, abut_message *message) {
    if (!type || !type->kind || !type->kind[0] || !type->name || !type->name[0] || !type->summary)
        return say(message, ABUT_MISSING, "a type needs a kind, a name and a summary");
    if (abut_registry_find(r, type->kind, type->name))
        return say(message, ABUT_BAD_VALUE, "there is already a %s '%.60s'", abut_kind_phrase(type->kind), type->name);
    const abut_type **more = realloc(r->own, (r->count + 1) * sizeof *more);
    if (!more) return say(message, ABUT_NO_MEMORY, "out of memory");
    more[r->count++] = type;
    r->types = r->own = more;
    return ABUT_OK;
}
