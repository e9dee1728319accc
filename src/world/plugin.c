/* Loading plug-ins: abut/plugin.h. */
#include "abut/plugin.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "abut/world.h"
#include "base/message.h"
#include "registry/registry.h"

/* ---- what a type must have to be called without a look at its slots ---- */
static bool surface_whole(const abut_type *t) {
    const abut_surface_type *s = (const abut_surface_type *)t;
    return s->extent && (s->jet || s->point);
}
static bool normal_whole(const abut_type *t) {
    const abut_normal_type *n = (const abut_normal_type *)t;
    return n->force && (!n->line || n->length) && (!n->states || (n->start && n->rate));
}
static bool damping_whole(const abut_type *t) { return ((const abut_damping_type *)t)->apply; }
static bool friction_whole(const abut_type *t) { return ((const abut_friction_type *)t)->force; }
static bool function_whole(const abut_type *t) { return ((const abut_function_type *)t)->at; }
static bool force_whole(const abut_type *t) {
    const abut_force_type *f = (const abut_force_type *)t;
    return f->eval && (f->bodies == 1 || f->bodies == 2);
}

static bool lubricant_whole(const abut_type *t) {
    const abut_oil_grade *g = (const abut_oil_grade *)t;
    const abut_walther *v = &g->viscosity;
    return v->nu40 > v->nu100 && v->nu100 > 0 && v->density > 0 && g->T_high > g->T_low && g->alpha >= 0 &&
           g->tau0 >= 0 && g->limit_slope >= 0 && g->conductivity >= 0;
}

static const struct {
    const char *kind;
    bool (*whole)(const abut_type *type);
} kinds[] = {{"surface", surface_whole},    {"normal", normal_whole},     {"damping", damping_whole},
             {"friction", friction_whole},  {"function", function_whole}, {"force", force_whole},
             {"lubricant", lubricant_whole}};

static abut_status check_type(const abut_type *t, abut_message *why) {
    size_t k = 0;
    if (!t->kind || !t->name) return say(why, ABUT_MISSING, "a type has no kind or no name");
    while (k < sizeof kinds / sizeof kinds[0] && strcmp(kinds[k].kind, t->kind) != 0) k++;
    if (k == sizeof kinds / sizeof kinds[0])
        return say(why, ABUT_UNKNOWN_NAME, "'%.60s' is of the kind '%.60s', which plug-ins cannot bring", t->name,
                   t->kind);
    if (!kinds[k].whole(t))
        return say(why, ABUT_MISSING, "%s '%.60s' leaves out a slot or value that is not optional",
                   abut_kind_phrase(t->kind), t->name);
    for (const abut_param_info *p = t->params; p && p->name; p++)
        if (!p->unit || !p->meaning || ((p->kind == ABUT_WORD || p->kind == ABUT_TYPE) && !p->words))
            return say(why, ABUT_MISSING, "%s '%.60s': its parameter '%.60s' lacks a unit, a meaning or its words",
                       abut_kind_phrase(t->kind), t->name, p->name);
    return ABUT_OK;
}

static abut_status add_types(abut_registry *r, const abut_plugin *p, abut_message *why) {
    abut_status s = ABUT_OK;
    if (p->abi != ABUT_PLUGIN_ABI || p->layout != ABUT_PLUGIN_LAYOUT)
        return say(why, ABUT_BAD_FILE, "it is made for ABI %u (layout %u), this program has %u (%u): compile it again",
                   p->abi, p->layout, (unsigned)ABUT_PLUGIN_ABI, ABUT_PLUGIN_LAYOUT);
    for (const abut_type *const *t = p->types; !s && *t; t++) {
        s = check_type(*t, why);
        if (!s) s = abut_registry_add(r, *t, why);
    }
    return s;
}

static abut_status load(abut_registry *r, void *library, abut_message *why) {
    static const abut_plugin_host host = {
        .abi = ABUT_PLUGIN_ABI,
        .version = ABUT_VERSION,
        .arg = abut_arg,
        .arg_given = abut_arg_given,
        .arg_word = abut_arg_word,
        .arg_data = abut_arg_data,
        .refuse = abut_refuse,
        .refuse_at = abut_refuse_at,
        .hertz_from_approach = abut_hertz_from_approach,
        .hertz_from_force = abut_hertz_from_force,
        .elliptic_K = abut_elliptic_K,
        .elliptic_E = abut_elliptic_E,
    };
    abut_plugin_entry_fn *entry;
    *(void **)&entry = dlsym(library, "abut_plugin_entry");
    if (!entry) return say(why, ABUT_BAD_FILE, "it has no entry abut_plugin_entry: it is no plug-in");
    const abut_plugin *p = entry(&host);
    if (!p) return say(why, ABUT_BAD_FILE, "it does not work with ABI %u of this program", host.abi);
    return add_types(r, p, why);
}

static void unload(void *library) { (void)dlclose(library); }

abut_status abut_registry_load(abut_registry *r, const char *path, abut_message *message) {
    char place[4096];
    abut_message why = {0};
    /* a bare name would be searched for in the folders of the system */
    (void)snprintf(place, sizeof place, "%s%s", strchr(path, '/') ? "" : "./", path);
    void *library = dlopen(place, RTLD_NOW | RTLD_LOCAL);
    if (!library) return say(message, ABUT_BAD_FILE, "plug-in '%.100s': %.200s", path, dlerror());
    abut_status s = registry_attach(r, library, unload);
    if (s) unload(library);
    if (!s) s = load(r, library, &why);
    return s ? say(message, s, "plug-in '%.100s': %s", path, why.text[0] ? why.text : abut_status_text(s)) : ABUT_OK;
}
