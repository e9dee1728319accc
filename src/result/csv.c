/* CSV files, made from the tables of what is recorded. */
#include "csv.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/archive.h"
#include "base/digits.h"
#include "base/message.h"
#include "csv_choice.h"
#include "csv_spectrum.h"
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

/* "body_shaft" */
static void stem_of(char stem[CSV_NAME], const batch *b, const batch_table *t, int index) {
    const char *label = t->info->count ? t->info->label(b->world, batch_id(t, index)) : t->info->title;
    (void)snprintf(stem, CSV_NAME, "%s%s%s", t->info->prefix, label ? "_" : "", label ? label : "");
}

static void name_of(char name[CSV_NAME], const batch *b, const batch_table *t, int index) {
    const char *label = t->info->count ? t->info->label(b->world, batch_id(t, index)) : t->info->title;
    csv_name(name, t->info->prefix, label);
}

/* ---- the files ---- */
typedef struct csv_mark { /* where the last checkpoint was */
    long length;
    uint64_t sum;
} csv_mark;

typedef struct csv_file {
    int table, index; /* of the batch */
    bool *shown;      /* of its numbers; NULL: all */
    csv_mark mark;
} csv_file;

struct csv_set {
    const batch *rows;
    csv_file *file;
    int count;
};

/* Calls for the heading of each number of the table; returns the number behind the last one. */
typedef void (*each_head)(void *user, int number, const column_info *column, const char *head);
static int walk_heads(const table_info *info, int number, each_head each, void *user) {
    for (const column_info *c = info->columns; c->name; c++) {
        const char *head = c->heads;
        for (int i = 0; i < c->width; i++, head += strcspn(head, ",") + 1) each(user, number++, c, head);
    }
    return number;
}

/* Both tables of an object, one after the other. */
static int walk_file(const csv_set *s, const csv_file *f, each_head each, void *user) {
    const batch_table *t = &s->rows->tables[f->table];
    int there;
    const batch_table *more = batch_more(s->rows, t, f->index, &there);
    int numbers = walk_heads(t->info, 0, each, user);
    return more ? walk_heads(more->info, numbers, each, user) : numbers;
}

typedef struct choosing {
    const csv_choice *choice;
    const char *stem;
    bool *shown; /* NULL: it is only looked whether there is any */
    int always;  /* so many first numbers are shown */
    bool any, all;
} choosing;

static void choose_number(void *user, int number, const column_info *column, const char *head) {
    choosing *c = user;
    (void)column;
    bool shown = csv_choice_number(c->choice, c->stem, head);
    c->any = c->any || shown;
    shown = shown || number < c->always;
    c->all = c->all && shown;
    if (c->shown) c->shown[number] = shown;
}

/* Adds the file if anything of it is shown. False: out of memory. */
static bool choose_file(csv_set *s, csv_file f, const csv_choice *choice) {
    const batch_table *t = &s->rows->tables[f.table];
    char stem[CSV_NAME];
    stem_of(stem, s->rows, t, f.index);
    choosing c = {choice, stem, NULL, t->machine ? WATCH_FIRST : 0, false, true};
    int numbers = walk_file(s, &f, choose_number, &c);
    if (!c.any) return true;
    if (!c.all) {
        c.shown = f.shown = calloc((size_t)numbers + 1, sizeof *f.shown);
        if (!f.shown) return false;
        (void)walk_file(s, &f, choose_number, &c);
    }
    s->file[s->count++] = f;
    return true;
}

static csv_set *make_set(const batch *b, const csv_choice *choice) {
    csv_set *s = calloc(1, sizeof *s);
    size_t most = 1;
    bool good = s;
    for (int i = 0; i < b->table_count; i++) most += b->tables[i].info->prefix ? (size_t)b->tables[i].objects : 0;
    if (s) *s = (csv_set){.rows = b, .file = calloc(most, sizeof *s->file)};
    good = good && s->file;
    for (int i = 0; good && i < b->table_count; i++)
        for (int k = 0; good && b->tables[i].info->prefix && k < b->tables[i].objects; k++)
            good = choose_file(s, (csv_file){.table = i, .index = k}, choice);
    if (good) return s;
    csv_close(s);
    return NULL;
}

abut_status csv_open(csv_set **out, const batch *b, const char *only, abut_message *message) {
    csv_choice choice;
    abut_status status = ABUT_OK;
    *out = csv_choice_open(&choice, only) ? make_set(b, &choice) : NULL;
    const char *unmet = *out ? csv_choice_unmet(&choice) : NULL;
    if (!*out)
        status = say(message, ABUT_NO_MEMORY, "out of memory for the results");
    else if (unmet)
        status = say(message, ABUT_UNKNOWN_NAME,
                     "csv: no object or column is called '%.80s'; names are as body_shaft, energy or "
                     "machine_brg.ball1_Q_inner, and may have * in them",
                     unmet);
    else if (only && !(*out)->count)
        status = say(message, ABUT_MISSING, "csv: the list of objects is empty");
    csv_choice_close(&choice);
    if (!status) return ABUT_OK;
    csv_close(*out);
    *out = NULL;
    return status;
}

void csv_close(csv_set *s) {
    for (int i = 0; s && i < s->count; i++) free(s->file[i].shown);
    if (s) free(s->file);
    free(s);
}

/* ---- headings and sizes ---- */
typedef struct heading {
    FILE *to;
    const bool *shown;
} heading;

static void put_head(void *user, int number, const column_info *column, const char *head) {
    const heading *h = user;
    (void)column;
    if (!h->shown || h->shown[number]) (void)fprintf(h->to, ",%.*s", (int)strcspn(head, ","), head);
}

static void put_heading(FILE *to, const csv_set *s, const csv_file *f) {
    heading h = {to, f->shown};
    (void)fputc('t', to);
    (void)walk_file(s, f, put_head, &h);
    (void)fputc('\n', to);
}

static const double number_bytes = 20, small_bytes = 2; /* with a comma; of a double with all its digits, nearly */

typedef struct size {
    const bool *shown;
    double bytes;
} size;

static void add_bytes(void *user, int number, const column_info *column, const char *head) {
    size *z = user;
    (void)head;
    if (!z->shown || z->shown[number]) z->bytes += column->kind == COLUMN_SMALL ? small_bytes : number_bytes;
}

double csv_row_bytes(const csv_set *s) {
    double bytes = 0;
    for (int i = 0; i < s->count; i++) {
        size z = {s->file[i].shown, number_bytes /* the time */};
        (void)walk_file(s, &s->file[i], add_bytes, &z);
        bytes += z.bytes;
    }
    return bytes;
}

/* ---- writing ---- */
void csv_number(FILE *to, double number) {
    char text[DIGITS_ROOM];
    (void)fwrite(text, 1, (size_t)digits_write(text, number), to);
}

/* shown: of these numbers; NULL: all. */
static void write_column(FILE *to, const column_info *info, const double *numbers, const bool *shown) {
    char text[16 * (DIGITS_ROOM + 1)];
    size_t used = 0;
    for (int i = 0; i < info->width; i++) {
        if (shown && !shown[i]) continue;
        if (used + DIGITS_ROOM + 1 > sizeof text) {
            (void)fwrite(text, 1, used, to);
            used = 0;
        }
        text[used++] = ',';
        if (!isnan(numbers[i])) used += (size_t)digits_write(text + used, numbers[i]); /* no number: blank */
    }
    (void)fwrite(text, 1, used, to);
}

/* Returns where the numbers behind these begin in `shown`. */
static const bool *write_object(FILE *to, const batch_table *t, long row, int index, const bool *shown) {
    for (int c = 0; c < t->columns; c++) {
        const column_info *info = &t->info->columns[c];
        size_t at = ((size_t)row * (size_t)t->objects + (size_t)index) * (size_t)info->width;
        write_column(to, info, t->column[c] + at, shown);
        if (shown) shown += info->width;
    }
    return shown;
}

static void write_rows(FILE *to, const batch *b, const csv_file *f) {
    const batch_table *t = &b->tables[f->table];
    const double *time = b->tables[0].column[0];
    int there;
    const batch_table *more = batch_more(b, t, f->index, &there);
    for (long row = 0; row < b->rows; row++) {
        csv_number(to, time[row]);
        const bool *rest = write_object(to, t, row, f->index, f->shown);
        if (more) (void)write_object(to, more, row, there, rest);
        (void)fputc('\n', to);
    }
}

/* One of the files. */
typedef abut_status (*visit)(const run_folder *folder, const char *name, const csv_set *s, csv_file *f,
                             abut_message *message);

static abut_status begin_file(const run_folder *folder, const char *name, const csv_set *s, csv_file *f,
                              abut_message *message) {
    FILE *file = folder_begin(folder, name, message);
    if (!file) return ABUT_BAD_FILE;
    put_heading(file, s, f);
    return folder_close(folder, name, file, message);
}

static abut_status place_file(const run_folder *folder, const char *name, const csv_set *s, csv_file *f,
                              abut_message *message) {
    (void)s, (void)f;
    return folder_place(folder, name, message);
}

/* In large pieces, so that a process that is killed hardly ever leaves half a line. */
static abut_status extend_file(const run_folder *folder, const char *name, const csv_set *s, csv_file *f,
                               abut_message *message) {
    enum { PIECE = 1 << 20 };
    FILE *file = folder_reopen(folder, name, "a", message);
    if (!file) return ABUT_BAD_FILE;
    (void)setvbuf(file, NULL, _IOFBF, PIECE);
    write_rows(file, s->rows, f);
    return folder_close(folder, name, file, message);
}

static abut_status visit_all(const run_folder *folder, const csv_set *s, visit each, abut_message *message) {
    char name[CSV_NAME];
    for (int i = 0; i < s->count; i++) {
        csv_file *f = &s->file[i];
        name_of(name, s->rows, &s->rows->tables[f->table], f->index);
        abut_status status = each(folder, name, s, f, message);
        if (status) return status;
    }
    return ABUT_OK;
}

abut_status csv_create(const run_folder *folder, const csv_set *s, abut_message *message) {
    return visit_all(folder, s, begin_file, message);
}

abut_status csv_place(const run_folder *folder, const csv_set *s, abut_message *message) {
    return visit_all(folder, s, place_file, message);
}

abut_status csv_append(const run_folder *folder, const csv_set *s, abut_message *message) {
    return visit_all(folder, s, extend_file, message);
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

abut_status csv_archive(const run_folder *folder, csv_set *s, archive *a, abut_message *message) {
    char name[CSV_NAME];
    for (int i = 0; i < s->count; i++) {
        csv_file *f = &s->file[i];
        name_of(name, s->rows, &s->rows->tables[f->table], f->index);
        abut_status status = file_archive(folder, name, &f->mark, a, message);
        if (status) return status;
    }
    return ABUT_OK;
}

abut_status csv_spectra(const run_folder *folder, const csv_set *s, abut_message *message) {
    abut_status status = ABUT_OK;
    for (int i = 0; i < s->count && !status; i++) {
        const batch_table *t = &s->rows->tables[s->file[i].table];
        if (t->machine) status = csv_spectrum(folder, t->machine->machine, message);
    }
    return status;
}
