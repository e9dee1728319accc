/* CSV files, made from the tables of what is recorded. */
#include "csv.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/archive.h"
#include "base/digits.h"
#include "base/message.h"
#include "sums.h"

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

void csv_name(char name[CSV_NAME], const char *prefix, const char *label) {
    char safe[256] = "";
    if (label) make_safe(safe, sizeof safe, label);
    (void)snprintf(name, CSV_NAME, "%s%s%s.csv", prefix, label ? "_" : "", safe);
}

static void name_of(char name[CSV_NAME], const batch *b, const batch_table *t, int index) {
    const char *label = t->info->count ? t->info->label(b->world, batch_id(t, index)) : t->info->title;
    csv_name(name, t->info->prefix, label);
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

/* One of the files of a table. */
typedef abut_status (*visit)(const run_folder *folder, const char *name, const batch *b, const batch_table *t,
                             int index, abut_message *message);

static abut_status begin_file(const run_folder *folder, const char *name, const batch *b, const batch_table *t,
                              int index, abut_message *message) {
    FILE *file = folder_begin(folder, name, message);
    if (!file) return ABUT_BAD_FILE;
    put_heading(file, b, t, index);
    return folder_close(folder, name, file, message);
}

static abut_status place_file(const run_folder *folder, const char *name, const batch *b, const batch_table *t,
                              int index, abut_message *message) {
    (void)b, (void)t, (void)index;
    return folder_place(folder, name, message);
}

/* In large pieces, so that a process that is killed hardly ever leaves half a line. */
static abut_status extend_file(const run_folder *folder, const char *name, const batch *b, const batch_table *t,
                               int index, abut_message *message) {
    enum { PIECE = 1 << 20 };
    FILE *file = folder_reopen(folder, name, "a", message);
    if (!file) return ABUT_BAD_FILE;
    (void)setvbuf(file, NULL, _IOFBF, PIECE);
    write_rows(file, b, t, index);
    return folder_close(folder, name, file, message);
}

/* The next file after this one, its name; false: there is none. Begins at {0, -1}. */
typedef struct csv_at {
    int table, index;
} csv_at;

static bool next_file(const batch *b, csv_at *at, char name[CSV_NAME]) {
    for (at->index++; at->table < b->table_count; at->table++, at->index = 0) {
        const batch_table *t = &b->tables[at->table];
        if (!t->info->prefix || at->index >= t->objects) continue;
        name_of(name, b, t, at->index);
        return true;
    }
    return false;
}

static abut_status visit_all(const run_folder *folder, const batch *b, visit each, abut_message *message) {
    char name[CSV_NAME];
    for (csv_at at = {0, -1}; next_file(b, &at, name);) {
        abut_status status = each(folder, name, b, &b->tables[at.table], at.index, message);
        if (status) return status;
    }
    return ABUT_OK;
}

abut_status csv_create(const run_folder *folder, const batch *b, abut_message *message) {
    return visit_all(folder, b, begin_file, message);
}

abut_status csv_place(const run_folder *folder, const batch *b, abut_message *message) {
    return visit_all(folder, b, place_file, message);
}

abut_status csv_append(const run_folder *folder, const batch *b, abut_message *message) {
    return visit_all(folder, b, extend_file, message);
}

/* ---- where files end ---- */
/* The sum of what stands from the mark to `end`; the mark goes there. False: so much cannot be read. */
static bool extend_mark(FILE *file, csv_mark *mark, long end) {
    unsigned char piece[1 << 14];
    bool good = end >= mark->length && fseek(file, mark->length, SEEK_SET) == 0;
    while (good && mark->length < end) {
        size_t rest = (size_t)(end - mark->length), want = rest < sizeof piece ? rest : sizeof piece;
        good = fread(piece, 1, want, file) == want;
        if (good) mark->sum = sum_bytes(mark->sum, piece, want);
        if (good) mark->length += (long)want;
    }
    return good;
}

/* Why it cannot be gone on with, or NULL. */
static const char *check_file(FILE *file, long length, const csv_mark *want) {
    csv_mark seen = {0};
    if (length < want->length) return "it is shorter than the checkpoint says";
    if (!extend_mark(file, &seen, want->length)) return strerror(errno);
    if (seen.sum != want->sum) return "it is not what was written";
    return ftruncate(fileno(file), want->length) == 0 ? NULL : strerror(errno);
}

static const char *keep_file(FILE *file, long length, csv_mark *mark) {
    bool good = extend_mark(file, mark, length) && (fsync(fileno(file)) == 0 || errno == EINVAL || errno == EROFS);
    return good ? NULL : strerror(errno);
}

static abut_status file_archive(const run_folder *folder, const char *name, csv_mark *mark, archive *a,
                                abut_message *message) {
    FILE *file = folder_reopen(folder, name, "r+", message);
    if (!file) return ABUT_BAD_FILE;
    struct stat there = {0};
    const char *why = fstat(fileno(file), &there) == 0 ? NULL : strerror(errno);
    if (!why && !a->loading) why = keep_file(file, (long)there.st_size, mark);
    archive_long(a, &mark->length, 0, LONG_MAX);
    ARCHIVE(a, mark->sum);
    if (!why && a->loading && !a->bad) why = check_file(file, (long)there.st_size, mark);
    (void)fclose(file);
    return why ? say(message, ABUT_BAD_FILE, "'%.150s/%.100s' cannot be continued: %s", folder->path, name, why)
               : ABUT_OK;
}

int csv_count(const batch *b) {
    char name[CSV_NAME];
    int count = 0;
    for (csv_at at = {0, -1}; next_file(b, &at, name);) count++;
    return count;
}

abut_status csv_archive(const run_folder *folder, const batch *b, csv_mark *marks, archive *a, abut_message *message) {
    char name[CSV_NAME];
    for (csv_at at = {0, -1}; next_file(b, &at, name); marks++) {
        abut_status status = file_archive(folder, name, marks, a, message);
        if (status) return status;
    }
    return ABUT_OK;
}
