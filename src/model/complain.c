/* The list of errors. Sentences are kept with their places and reported in the order of the files. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "reader.h"

int reader_file(reader *r, const char *name) {
    if (r->file_count == r->file_room) {
        int room = r->file_room ? 2 * r->file_room : 8;
        const char **names = arena_get(&r->memory, (size_t)room * sizeof *names);
        int *setting = arena_get(&r->memory, (size_t)room * sizeof *setting);
        if (r->file_count) memcpy(names, r->file_names, (size_t)r->file_count * sizeof *names);
        if (r->file_count) memcpy(setting, r->file_setting, (size_t)r->file_count * sizeof *setting);
        r->file_names = names;
        r->file_setting = setting;
        r->file_room = room;
    }
    r->file_names[r->file_count] = name;
    r->file_setting[r->file_count] = -1;
    return r->file_count++;
}

static void keep(reader *r, place at, const char *format, va_list list) {
    char text[640];
    r->errors++;
    if (r->complaint_count > ERRORS_MAX) return;
    if (r->complaint_count == ERRORS_MAX) {
        r->more_errors = true;
        (void)snprintf(text, sizeof text, "there are more errors; %d were shown", ERRORS_MAX);
    } else {
        (void)vsnprintf(text, sizeof text, format, list);
    }
    if (!r->complaints) r->complaints = arena_get(&r->memory, (ERRORS_MAX + 1) * sizeof *r->complaints);
    r->complaints[r->complaint_count] =
        (complaint){at, r->complaint_count, arena_copy(&r->memory, text, strlen(text)), NULL};
    r->complaint_count++;
}

void error_at(reader *r, place at, const char *format, ...) {
    va_list list;
    va_start(list, format);
    keep(r, at, format, list);
    va_end(list);
}

void error_on(reader *r, const node *at, const char *format, ...) {
    va_list list;
    va_start(list, format);
    keep(r, at->at, format, list);
    va_end(list);
}

void warn_on(reader *r, const node *at, const char *code, const char *format, ...) {
    char text[640];
    va_list list;
    if (r->warning_count == WARNINGS_MAX) return;
    if (!r->warnings) r->warnings = arena_get(&r->memory, WARNINGS_MAX * sizeof *r->warnings);
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    r->warnings[r->warning_count] =
        (complaint){at ? at->at : (place){0, 1, 1}, r->warning_count, arena_copy(&r->memory, text, strlen(text)), code};
    r->warning_count++;
}

/* ---- what the world refuses ---- */
static const node *node_of(const reader *r, const char *kind, int id) {
    const struct {
        const char *kind;
        const name_table *names;
    } all[] = {{"body", &r->bodies},  {"surface", &r->surfaces}, {"contact", &r->contacts}, {"joint", &r->joints},
               {"force", &r->forces}, {"machine", &r->machines}, {"collide", &r->collides}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        for (size_t k = 0; !strcmp(all[i].kind, kind) && k < all[i].names->count; k++) {
            const object *o = all[i].names->entries[k].value;
            if (o->id == id) return o->at;
        }
    return NULL;
}

/* A lubricant may stand in the film or, of a machine, beside the contact. */
static const char *elsewhere(const node *n, const char *key) {
    static const char *const places[][2] = {{"lubricant", "film.lubricant"},
                                            {"contact.lubricant", "contact.film.lubricant"},
                                            {"contact.lubricant", "lubricant"}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (!strcmp(key, places[i][0]) && !node_has(n, key) && node_has(n, places[i][1])) return places[i][1];
    return key;
}

const node *blamed(const reader *r, const abut_place *at, const node *added) {
    const node *n = !strcmp(at->kind, "solver") ? node_get(r->root, "solver")
                    : at->id                    ? node_of(r, at->kind, at->id)
                                                : added;
    return n ? node_at(n, elsewhere(n, at->key)) : added;
}

void world_refused(reader *r, const node *added) {
    if (abut_check(r->world) == ABUT_NO_MEMORY) longjmp(*r->memory.no_memory, 1);
    const abut_place at = abut_world_place(r->world);
    const char *text = abut_world_message(r->world);
    error_on(r, blamed(r, &at, added), "%s", text[0] ? text : "the world refuses this");
    abut_world_clear_message(r->world);
}

const char *nearest_of(reader *r, const name_table *names, const char *wanted, char *buffer, size_t size) {
    nearest_word best = {0};
    buffer[0] = '\0';
    if (r->complaint_count >= ERRORS_MAX) return buffer; /* nobody will see it */
    for (size_t i = 0; i < names->count && r->comparisons > 0; i++, r->comparisons--)
        nearest_offer(&best, wanted, names->entries[i].name);
    return nearest_hint(&best, buffer, size);
}
