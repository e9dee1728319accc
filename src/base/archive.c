/* Saving to and loading from a block of bytes. */
#include "archive.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"

enum { LEAST_ROOM = 4096, NAME_BYTES = 16 };

void archive_free(archive *a) {
    if (!a->loading) free(a->bytes);
    *a = (archive){0};
}

static bool make_room(archive *a, size_t length) {
    if (length <= a->size - a->used) return true;
    size_t room = a->size < LEAST_ROOM ? LEAST_ROOM : a->size;
    while (room - a->used < length) {
        if (room > SIZE_MAX / 2) return false;
        room *= 2;
    }
    unsigned char *more = realloc(a->bytes, room);
    if (!more) return false;
    a->bytes = more;
    a->size = room;
    return true;
}

void archive_bytes(archive *a, void *at, size_t length) {
    if (a->bad || length == 0) return;
    bool fits = a->loading ? length <= a->size - a->used : make_room(a, length);
    if (!fits) {
        a->bad = true;
        return;
    }
    if (a->loading)
        memcpy(at, a->bytes + a->used, length);
    else
        memcpy(a->bytes + a->used, at, length);
    a->used += length;
}

void archive_doubles(archive *a, double *at, size_t count) { archive_bytes(a, at, count * sizeof *at); }

void archive_long(archive *a, long *number, long least, long most) {
    int64_t x = *number;
    ARCHIVE(a, x);
    if (a->bad || !a->loading) return;
    a->bad = x < least || x > most;
    if (!a->bad) *number = (long)x;
}

void archive_int(archive *a, int *number, int least, int most) {
    long x = *number;
    archive_long(a, &x, least, most);
    if (!a->bad && a->loading) *number = (int)x;
}

void archive_count(archive *a, int *count, int most, size_t each) {
    int x = *count;
    archive_int(a, &x, 0, most);
    if (a->bad || !a->loading) return;
    a->bad = (size_t)x > (a->size - a->used) / each;
    if (!a->bad) *count = x;
}

void archive_flag(archive *a, bool *flag) {
    unsigned char x = *flag;
    ARCHIVE(a, x);
    if (a->bad || !a->loading) return;
    a->bad = x > 1;
    *flag = x == 1;
}

void archive_part(archive *a, const char *name, size_t size) {
    char own[NAME_BYTES] = "", there[NAME_BYTES];
    uint64_t length = size;
    strncpy(own, name, NAME_BYTES - 1);
    memcpy(there, own, sizeof there);
    ARCHIVE(a, there);
    ARCHIVE(a, length);
    if (!a->bad) a->bad = memcmp(own, there, sizeof own) != 0 || length != size;
}

void archive_text(archive *a, char **text, size_t *length) {
    uint64_t count = a->loading ? 0 : *length;
    ARCHIVE(a, count);
    if (!a->loading) {
        archive_bytes(a, *text, *length);
        return;
    }
    *text = NULL;
    *length = 0;
    if (a->bad || count > a->size - a->used) {
        a->bad = true;
        return;
    }
    *text = malloc((size_t)count + 1);
    if (!*text) {
        a->bad = true;
        return;
    }
    archive_bytes(a, *text, (size_t)count);
    (*text)[count] = '\0';
    *length = (size_t)count;
}

bool archive_done(const archive *a) { return !a->bad && a->used == a->size; }

unsigned long long archive_sum(const void *bytes, size_t length) { return hash_bytes(HASH_BEGIN, bytes, length); }
