/* Copies kept as long as the world, in chunks. */
#include "keep.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "abut/lubrication.h"

struct keep_block {
    struct keep_block *next;
    size_t used, room;
    alignas(max_align_t) char bytes[];
};

enum { CHUNK = 16384 };

static void *take(keep *k, size_t size) {
    size_t step = alignof(max_align_t), rounded = (size + step - 1) / step * step;
    struct keep_block *b = k->first;
    if (!b || b->room - b->used < rounded) {
        size_t room = rounded > CHUNK ? rounded : CHUNK;
        b = malloc(sizeof *b + room);
        if (!b) {
            k->failed = true;
            return NULL;
        }
        *b = (struct keep_block){.next = k->first, .room = room};
        k->first = b;
    }
    void *p = b->bytes + b->used;
    b->used += rounded;
    return p;
}

void *keep_bytes(keep *k, const void *from, size_t size) {
    if (!from || !size) return NULL;
    void *p = take(k, size);
    if (p) memcpy(p, from, size);
    return p;
}

char *keep_text(keep *k, const char *text) { return text ? keep_bytes(k, text, strlen(text) + 1) : NULL; }

/* What an ABUT_TABLE or ABUT_OBJECT points to. */
static const void *keep_data(keep *k, const abut_param *p) {
    if (!strcmp(p->name, "callback")) return keep_bytes(k, p->data, sizeof(abut_callback));
    if (strcmp(p->name, "pieces") != 0) return keep_bytes(k, p->data, p->count * sizeof(double));
    abut_piece *pieces = keep_bytes(k, p->data, p->count * sizeof(abut_piece));
    for (size_t i = 0; pieces && i < p->count; i++) pieces[i].shape = keep_choice(k, &pieces[i].shape);
    return pieces;
}

abut_choice keep_choice(keep *k, const abut_choice *choice) {
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

abut_law_def keep_law(keep *k, const abut_law_def *law) {
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

void keep_free(keep *k) {
    while (k->first) {
        struct keep_block *next = k->first->next;
        free(k->first);
        k->first = next;
    }
}
