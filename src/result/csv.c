/* CSV files, made from the tables of what is recorded. */
#include "csv.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/digits.h"
#include "base/message.h"

enum { HEADING_MOST = 512 /* of the tables of all worlds */ };

/* ---- names and headings ---- */
/* A name of an object as part of a file name: '/' and control characters become '_'. */
static void make_safe(char *to, size_t size, const char *name) {
    size_t used = 0;
    for (; *name && used + 1 < size; name++) {
        bool bad = *name == '/' || (unsigned char)*name < ' ' || *name == 127;
        to[used++] = bad ? '_' : *name;
    }
    to[used] = '\0';
}

void csv_path(char path[CSV_PATH], const char *folder, const char *prefix, const char *label) {
    char name[256] = "";
    if (label) make_safe(name, sizeof name, label);
    (void)snprintf(path, CSV_PATH, "%.3500s/%s%s%s.csv", folder, prefix, label ? "_" : "", name);
}

static void file_path(char path[CSV_PATH], const char *folder, const batch *b, const batch_table *t, int index) {
    const char *label = t->info->count ? t->info->label(b->world, batch_id(t, index)) : t->info->title;
    csv_path(path, folder, t->info->prefix, label);
}

static void add_heads(char line[HEADING_MOST], const table_info *info) {
    size_t used = strlen(line);
    for (const column_info *c = info->columns; c->name && used < HEADING_MOST; c++)
        used += (size_t)snprintf(line + used, HEADING_MOST - used, ",%s", c->heads);
}

static void put_heads(FILE *to, const table_info *info) {
    for (const column_info *c = info->columns; c->name; c++) (void)fprintf(to, ",%s", c->heads);
}

static void put_heading(FILE *to, const batch *b, const batch_table *t, int index) {
    int there;
    const batch_table *more = batch_more(b, t, index, &there);
    (void)fputc('t', to);
    put_heads(to, t->info);
    if (more) put_heads(to, more->info);
    (void)fputc('\n', to);
}

/* ---- what an earlier run left ---- */
static bool starts(const char *text, const char *with) { return !strncmp(text, with, strlen(with)); }

/* Machines choose their columns; the first of them are those of the type. */
static bool is_of_machine(const abut_registry *types, const char *name, const char *first) {
    size_t i = 0;
    for (const machine_type *m; (m = machine_next(types, &i));) {
        char names[HEADING_MOST];
        if (!m->watch || !starts(name, "machine_") || !starts(first, "t,")) continue;
        watch_first_names(m->watch, names, sizeof names);
        if (starts(first + 2, names)) return true;
    }
    return starts(name, SPECTRUM_PREFIX "_") && starts(first, SPECTRUM_HEADING);
}

static bool is_ours(const abut_registry *types, const char *folder, const char *name) {
    size_t length = strlen(name);
    char path[CSV_PATH], first[HEADING_MOST] = "", wanted[HEADING_MOST];
    if (length < 4 || strcmp(name + length - 4, ".csv") != 0) return false;
    (void)snprintf(path, sizeof path, "%.3500s/%.255s", folder, name);
    FILE *file = fopen(path, "r");
    if (!file) return false;
    bool read = fgets(first, sizeof first, file);
    (void)fclose(file);
    if (!read || is_of_machine(types, name, first)) return read;
    first[strcspn(first, "\n")] = '\0';
    for (const table_info *const *t = result_tables; *t; t++) {
        if (!(*t)->prefix || !starts(name, (*t)->prefix)) continue;
        (void)snprintf(wanted, sizeof wanted, "t");
        add_heads(wanted, *t);
        if (!strcmp(first, wanted)) return true;
        if ((*t)->more) add_heads(wanted, (*t)->more);
        if (!strcmp(first, wanted)) return true;
    }
    return false;
}

void csv_clear(const abut_registry *types, const char *folder) {
    DIR *dir = opendir(folder);
    if (!dir) return;
    for (const struct dirent *entry = readdir(dir); entry; entry = readdir(dir))
        if (is_ours(types, folder, entry->d_name)) (void)unlinkat(dirfd(dir), entry->d_name, 0);
    (void)closedir(dir);
}

/* ---- writing ---- */
void csv_number(FILE *to, double number) {
    char text[DIGITS_ROOM];
    (void)fwrite(text, 1, (size_t)digits_write(text, number), to);
}

static void write_column(FILE *to, const column_info *info, const double *numbers) {
    char text[16 * (DIGITS_ROOM + 1)];
    size_t used = 0;
    for (int i = 0; i < info->width; i++) {
        text[used++] = ',';
        if (!isnan(numbers[i])) used += (size_t)digits_write(text + used, numbers[i]); /* no number: blank */
        if (used + DIGITS_ROOM + 1 <= sizeof text && i + 1 < info->width) continue;
        (void)fwrite(text, 1, used, to);
        used = 0;
    }
}

static void write_object(FILE *to, const batch_table *t, long row, int index) {
    for (int c = 0; c < t->columns; c++) {
        const column_info *info = &t->info->columns[c];
        size_t at = ((size_t)row * (size_t)t->objects + (size_t)index) * (size_t)info->width;
        write_column(to, info, t->column[c] + at);
    }
}

static void write_rows(FILE *to, const batch *b, const batch_table *t, int index) {
    const double *time = b->tables[0].column[0];
    int there;
    const batch_table *more = batch_more(b, t, index, &there);
    for (long row = 0; row < b->rows; row++) {
        csv_number(to, time[row]);
        write_object(to, t, row, index);
        if (more) write_object(to, more, row, there);
        (void)fputc('\n', to);
    }
}

static abut_status write_file(const char *folder, const batch *b, const batch_table *t, int index, bool fresh,
                              abut_message *message) {
    char path[CSV_PATH];
    file_path(path, folder, b, t, index);
    errno = 0;
    FILE *file = fopen(path, fresh ? "w" : "a");
    bool good = file;
    if (good && fresh) {
        put_heading(file, b, t, index);
    } else if (good) {
        write_rows(file, b, t, index);
    }
    if (file) good = !ferror(file);
    int reason = errno;
    if (file && fclose(file) != 0) {
        if (good) reason = errno;
        good = false;
    }
    return good ? ABUT_OK : say(message, ABUT_BAD_FILE, "'%.150s' cannot be written: %s", path, strerror(reason));
}

static abut_status write_all(const char *folder, const batch *b, bool fresh, abut_message *message) {
    for (int i = 0; i < b->table_count; i++) {
        const batch_table *t = &b->tables[i];
        for (int k = 0; k < t->objects && t->info->prefix; k++) {
            abut_status status = write_file(folder, b, t, k, fresh, message);
            if (status) return status;
        }
    }
    return ABUT_OK;
}

abut_status csv_create(const char *folder, const batch *b, abut_message *message) {
    return write_all(folder, b, true, message);
}

abut_status csv_append(const char *folder, const batch *b, abut_message *message) {
    return write_all(folder, b, false, message);
}
