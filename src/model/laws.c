/* Laws over other laws: what a choice leaves out is taken from the choice beneath it, parameter by parameter. So
 * `friction: {mu: 0.05}` in a bearing keeps the bearing's v_s and patch. */
#include <string.h>

#include "abut/extend.h"
#include "base/choice.h"
#include "edit.h"
#include "machines.h"

static const abut_param_info *param_info(const reader *r, const char *kind, const char *type, const char *name) {
    const abut_type *t = abut_registry_find(r->registry, kind, type);
    for (const abut_param_info *p = t ? t->params : NULL; p && p->name; p++)
        if (!strcmp(p->name, name)) return p;
    return NULL;
}

/* A nested choice of the same type keeps what it leaves out, too. */
static void overlay_nested(reader *r, const abut_param_info *info, const abut_param *base, abut_param *given) {
    if (info->kind != ABUT_TYPE || !base->choice || !given->choice) return;
    if (strcmp(base->choice->type, given->choice->type) != 0) return;
    abut_meaning of = abut_registry_meaning(r->registry, info->words);
    abut_choice *merged = arena_get(&r->memory, sizeof *merged);
    *merged = overlay(r, of.kind, base->choice, given->choice);
    given->choice = merged;
}

/* Parameters that exclude each other (chi, or restitution and speed) are not mixed: a damping that is given stands alone. */
static bool mixes(const char *kind) { return strcmp(kind, "damping") != 0; }

abut_choice overlay(reader *r, const char *kind, const abut_choice *base, const abut_choice *given) {
    abut_choice out = *given;
    if (!base->type || !mixes(kind)) return out;
    for (int i = 0; i < ABUT_MAX_PARAMS && base->params[i].name; i++) {
        const abut_param *p = &base->params[i];
        const abut_param_info *old = param_info(r, kind, base->type, p->name);
        const abut_param_info *info = param_info(r, kind, given->type, p->name);
        if (!info || !old || info->kind != old->kind) continue;
        abut_param *same = choice_param(&out, p->name), *added = same ? NULL : choice_make(&out, p->name);
        if (same) overlay_nested(r, info, p, same);
        if (added) *added = *p;
    }
    return out;
}

static bool read_law(reader *r, const node *n, const char *what, const char *kind, const char *of,
                     const abut_choice *base, abut_choice *out) {
    abut_choice given = {0};
    *out = *base;
    if (!n) return true;
    r->beneath = base;
    bool good = read_choice(r, n, what, of, NULL, &given);
    r->beneath = NULL;
    if (good) *out = overlay(r, kind, base, &given);
    return good;
}

/* ---- lubrication ---- */
static bool is_line(const reader *r, const abut_choice *normal) {
    const abut_type *type = normal->type ? abut_registry_find(r->registry, "normal", normal->type) : NULL;
    return type && ((const abut_normal_type *)type)->line;
}

/* The parameters of a film law without the key `lubricant`, which stands among them. */
static const node *film_alone(reader *r, const node *film, film_keys *k) {
    k->lubricant = node_get(film, "lubricant");
    if (!k->lubricant) return film;
    node *rest = node_copy(r, film, 0);
    rest->count = 0;
    for (unsigned i = 0; i < film->count; i++)
        if (film->pairs[i].value != k->lubricant) rest->pairs[rest->count++] = film->pairs[i];
    return rest;
}

static bool read_lubricant(reader *r, const laws_keys *k, const film_keys *film, const abut_law_def *base,
                           abut_law_def *out) {
    const node *given = k->lubricant ? k->lubricant : film->lubricant;
    out->lubricant = base->lubricant;
    if (k->lubricant && film->lubricant) {
        error_on(r, k->lubricant, "lubricant: the film has one already: give one of them");
        return false;
    }
    if (given) out->lubricant = refer_lubricant(r, given, "lubricant");
    return !given || out->lubricant;
}

static bool read_lubrication(reader *r, const laws_keys *k, const abut_law_def *base, abut_law_def *out) {
    film_keys film = {0};
    const char *of = is_line(r, &out->normal) ? "film/line" : "film";
    const node *law = k->film ? film_alone(r, k->film, &film) : NULL;
    bool good = read_law(r, law, "film", "film", of, &base->film, &out->film);
    good = read_lubricant(r, k, &film, base, out) && good;
    out->roughness = k->roughness ? read_roughness(r, k->roughness) : base->roughness;
    good = good && (!k->roughness || out->roughness);
    if (!good || out->lubricant) return good;
    if (k->film) error_on(r, k->film, "film: the lubricant is missing: 'lubricant: NAME' in the film or beside it");
    if (k->roughness) error_on(r, k->roughness, "roughness: goes with a lubricant, this contact is dry");
    out->film = (abut_choice){0};
    return !k->film && !k->roughness;
}

bool read_laws(reader *r, const laws_keys *k, const abut_law_def *base, abut_law_def *out) {
    const char *normal = is_line(r, &base->normal) ? "normal/line" : "normal";
    bool good = read_law(r, k->normal, "normal", "normal", normal, &base->normal, &out->normal);
    good = read_law(r, k->friction, "friction", "friction", "friction", &base->friction, &out->friction) && good;
    good = read_law(r, k->track, "track", "track", "track", &base->track, &out->track) && good;
    return read_lubrication(r, k, base, out) && good;
}
