/* A file as one text, with a bound on its size; the files that a model names. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reader.h"
#include "registry/registry.h"
#include "value.h"

static int open_file(const char *path, bool only_regular, abut_message *why) {
    struct stat info;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (only_regular ? O_NONBLOCK : 0));
    if (file < 0 || fstat(file, &info) != 0) {
        (void)say(why, ABUT_BAD_FILE, "cannot be opened: %s", strerror(errno));
    } else if (S_ISDIR(info.st_mode)) {
        (void)say(why, ABUT_BAD_FILE, "cannot be opened: it is a folder");
    } else if (only_regular && !S_ISREG(info.st_mode)) {
        (void)say(why, ABUT_BAD_FILE, "cannot be opened: it is not a file");
    } else {
        return file;
    }
    if (file >= 0) (void)close(file);
    return -1;
}

/* Doubles the room when it is full; one byte beyond the bound shows that the file is longer. */
static char *read_all(int file, size_t *length, abut_message *why) {
    size_t room = 1 << 16, used = 0;
    char *text = malloc(room);
    while (text) {
        ssize_t got = read(file, text + used, room - 1 - used);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) (void)say(why, ABUT_BAD_FILE, "cannot be read: %s", strerror(errno));
        if (got <= 0) break;
        used += (size_t)got;
        if (used > FILE_BYTES_MAX) {
            (void)say(why, ABUT_BAD_FILE, "the file is longer than %d MB", FILE_BYTES_MAX >> 20);
            break;
        }
        if (used < room - 1) continue;
        room = 2 * room < FILE_BYTES_MAX + 2 ? 2 * room : FILE_BYTES_MAX + 2;
        char *more = realloc(text, room);
        if (!more) free(text);
        text = more;
    }
    if (!text) (void)say(why, ABUT_NO_MEMORY, "out of memory");
    if (text) text[used] = '\0';
    *length = used;
    return text;
}

char *read_whole_file(const char *path, bool only_regular, size_t *length, abut_message *why) {
    int file = open_file(path, only_regular, why);
    if (file < 0) return NULL;
    char *text = read_all(file, length, why);
    (void)close(file);
    if (!why->text[0]) return text;
    free(text);
    return NULL;
}

/* ---- files of a model ---- */
static char *given_text(const model_files *given, const char *path, size_t *length, abut_message *why) {
    for (int i = 0; i < given->count; i++) {
        const model_file *f = &given->file[i];
        if (strcmp(f->name, path) != 0) continue;
        char *text = malloc(f->length + 1);
        if (!text) break;
        memcpy(text, f->text, f->length);
        text[f->length] = '\0';
        *length = f->length;
        return text;
    }
    (void)say(why, ABUT_BAD_FILE, "is not among the files that were kept");
    return NULL;
}

static void note(reader *r, const char *path, const char *text, size_t length) {
    model_files *s = &r->seen;
    model_file *more = arena_get(&r->memory, ((size_t)s->count + 1) * sizeof *more);
    if (s->count) memcpy(more, s->file, (size_t)s->count * sizeof *more);
    s->file = more;
    s->file[s->count] = (model_file){arena_copy(&r->memory, path, strlen(path)), NULL, length};
    s->file[s->count++].text = arena_copy(&r->memory, text, length);
}

void reader_base(reader *r, const char *path) {
    const char *slash = strrchr(path, '/');
    r->base = !slash ? "." : slash == path ? "/" : arena_copy(&r->memory, path, (size_t)(slash - path));
}

/* Is the file there, and below the folder? Both without links. */
static bool is_below(const char *base, const char *file) {
    size_t length = strlen(base);
    return !strcmp(base, "/") || (!strncmp(file, base, length) && file[length] == '/');
}

static char *read_below(const char *base, const char *path, size_t *length, abut_message *why) {
    char *file = realpath(path, NULL), *text = NULL;
    if (!file) {
        (void)say(why, ABUT_BAD_FILE, "cannot be opened: %s", strerror(errno));
        return NULL;
    }
    char *folder = realpath(base, NULL);
    if (folder && is_below(folder, file))
        text = read_whole_file(file, true, length, why);
    else
        (void)say(why, ABUT_BAD_FILE, "lies outside of the folder that names it: --allow-outside lets it be read");
    free(folder);
    free(file);
    return text;
}

static char *disk_text(const reader *r, const char *path, size_t *length, abut_message *why) {
    return registry_outside(r->registry) ? read_whole_file(path, true, length, why)
                                         : read_below(r->base ? r->base : ".", path, length, why);
}

char *reader_text(reader *r, const char *path, size_t *length, abut_message *why) {
    char *text = r->given ? given_text(r->given, path, length, why) : disk_text(r, path, length, why);
    if (!text) return NULL;
    r->pending = text; /* freed with the reader if memory ends meanwhile */
    note(r, path, text, *length);
    r->pending = NULL;
    return text;
}

const char *reader_beside(reader *r, const node *at, const char *name) {
    const char *path = r->file_names[at->at.file], *slash = strrchr(path, '/');
    return name[0] == '/' || !slash ? name : arena_join(&r->memory, path, (size_t)(slash + 1 - path), name);
}

const char *read_named_file(reader *r, const node *n, const char *what, size_t *length) {
    abut_message why = {0};
    const char *name;
    if (!read_text(r, n, what, &name)) return NULL;
    char *text = reader_text(r, reader_beside(r, n, name), length, &why);
    if (!text) {
        error_on(r, n, "%s: '%.200s' %s", what, name, why.text);
        return NULL;
    }
    r->pending = text; /* freed with the reader if memory ends meanwhile */
    const char *copy = arena_copy(&r->memory, text, *length);
    r->pending = NULL;
    free(text);
    resolved_add(r, (resolved_value){.at = n, .bytes = copy, .length = *length});
    return copy;
}
