/* The list of errors. Sentences are kept with their places and reported in the order of the files. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "reader.h"

int reader_file(reader *r, const char *name) {
    if (r->file_count == r->file_room) {
        int room = r->file_room ? 2 * r->file_room : 8;
        const char **names = arena_get(&r->memory, (size_t)room * sizeof *names);
        if (r->file_count) memcpy(names, r->file_names, (size_t)r->file_count * sizeof *names);
        r->file_names = names;
        r->file_room = room;
    }
    r->file_names[r->file_count] = name;
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
    r->complaints[r->complaint_count] = (complaint){at, r->complaint_count, arena_copy(&r->memory, text, strlen(text))};
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

const char *nearest_of(reader *r, const name_table *names, const char *wanted, char *buffer, size_t size) {
    nearest_word best = {0};
    buffer[0] = '\0';
    if (r->complaint_count >= ERRORS_MAX) return buffer; /* nobody will see it */
    for (size_t i = 0; i < names->count && r->comparisons > 0; i++, r->comparisons--)
        nearest_offer(&best, wanted, names->entries[i].name);
    return nearest_hint(&best, buffer, size);
}
