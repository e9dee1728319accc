/* Copies kept as long as the world. */
#include "keep.h"

#include <string.h>

#include "abut/lubrication.h"

void *keep_bytes(keep *k, const void *from, size_t size) {
    return from && size ? arena_bytes(&k->memory, from, size) : NULL;
}

char *keep_text(keep *k, const char *text) { return text ? arena_copy(&k->memory, text, strlen(text)) : NULL; }

static const abut_param_info *info_of(const abut_type *type, const char *name) {
    const abut_param_info *p = type ? type->params : NULL;
    while (p && p->name && strcmp(p->name, name) != 0) p++;
    return p && p->name ? p : NULL;
}

static size_t size_of(const abut_param_info *info) {
    if (info->kind == ABUT_OBJECT) return info->size;
    return info->kind == ABUT_FILE ? 1 : sizeof(double);
}

/* What an ABUT_TABLE, ABUT_OBJECT, ABUT_PIECES or ABUT_FILE points to. Of a parameter that nobody knows, which will be refused, nothing. */
static const void *keep_data(keep *k, const abut_param_info *info, const abut_param *p) {
    if (!info) return NULL;
    size_t size = size_of(info);
    if (info->kind != ABUT_PIECES) return keep_bytes(k, p->data, p->count * size);
    abut_piece *pieces = keep_bytes(k, p->data, p->count * sizeof(abut_piece));
    for (size_t i = 0; pieces && i < p->count; i++) pieces[i].shape = keep_choice(k, "surface", &pieces[i].shape);
    return pieces;
}

abut_choice keep_choice(keep *k, const char *kind, const abut_choice *choice) {
    abut_choice copy = *choice;
    const abut_type *type = abut_registry_find(k->registry, kind, choice->type);
    copy.type = keep_text(k, choice->type);
    for (int i = 0; i < ABUT_MAX_PARAMS && choice->params[i].name; i++) {
        const abut_param *from = &choice->params[i];
        const abut_param_info *info = info_of(type, from->name);
        abut_param *to = &copy.params[i];
        to->name = keep_text(k, from->name);
        to->text = keep_text(k, from->text);
        to->choice = NULL;
        to->data = from->data ? keep_data(k, info, from) : NULL;
        if (!from->choice) continue;
        abut_meaning of = abut_registry_meaning(k->registry, info && info->words ? info->words : "");
        abut_choice nested = keep_choice(k, of.kind, from->choice);
        to->choice = keep_bytes(k, &nested, sizeof nested);
    }
    return copy;
}

static abut_roughness *keep_roughness(keep *k, const abut_roughness *from) {
    abut_roughness *r = keep_bytes(k, from, sizeof *from);
    if (r) r->table = keep_bytes(k, r->table, sizeof *r->table);
    return r;
}

abut_law_def keep_law(keep *k, const abut_law_def *law) {
    return (abut_law_def){
        .normal = keep_choice(k, "normal", &law->normal),
        .friction = keep_choice(k, "friction", &law->friction),
        .track = keep_choice(k, "track", &law->track),
        .name = keep_text(k, law->name),
        .film = keep_choice(k, "film", &law->film),
        .lubricant = keep_bytes(k, law->lubricant, sizeof *law->lubricant),
        .roughness = keep_roughness(k, law->roughness),
    };
}
