/* Copies kept as long as the world. */
#include "keep.h"

#include <string.h>

#include "abut/lubrication.h"

void *keep_bytes(arena *k, const void *from, size_t size) { return from && size ? arena_bytes(k, from, size) : NULL; }

char *keep_text(arena *k, const char *text) { return text ? arena_copy(k, text, strlen(text)) : NULL; }

/* What an ABUT_TABLE or ABUT_OBJECT points to. */
static const void *keep_data(arena *k, const abut_param *p) {
    if (!strcmp(p->name, "callback")) return keep_bytes(k, p->data, sizeof(abut_callback));
    if (strcmp(p->name, "pieces") != 0) return keep_bytes(k, p->data, p->count * sizeof(double));
    abut_piece *pieces = keep_bytes(k, p->data, p->count * sizeof(abut_piece));
    for (size_t i = 0; pieces && i < p->count; i++) pieces[i].shape = keep_choice(k, &pieces[i].shape);
    return pieces;
}

abut_choice keep_choice(arena *k, const abut_choice *choice) {
    abut_choice copy = *choice;
    copy.type = keep_text(k, choice->type);
    for (int i = 0; i < ABUT_MAX_PARAMS && choice->params[i].name; i++) {
        const abut_param *from = &choice->params[i];
        abut_param *to = &copy.params[i];
        to->name = keep_text(k, from->name);
        to->text = keep_text(k, from->text);
        to->choice = NULL;
        to->data = from->data ? keep_data(k, from) : NULL;
        if (!from->choice) continue;
        abut_choice nested = keep_choice(k, from->choice);
        to->choice = keep_bytes(k, &nested, sizeof nested);
    }
    return copy;
}

abut_law_def keep_law(arena *k, const abut_law_def *law) {
    return (abut_law_def){
        .normal = keep_choice(k, &law->normal),
        .friction = keep_choice(k, &law->friction),
        .track = keep_choice(k, &law->track),
        .name = keep_text(k, law->name),
        .film = keep_choice(k, &law->film),
        .lubricant = keep_bytes(k, law->lubricant, sizeof *law->lubricant),
        .roughness = keep_bytes(k, law->roughness, sizeof *law->roughness),
    };
}
