/* Nodes as JSON, numbers and files as they were resolved. */
#include "store.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "model/reader.h"

typedef struct writer {
    FILE *to;
    reader *r;
    store_files *files;
} writer;

/* ---- files ---- */
void store_files_free(store_files *files) {
    for (int i = 0; i < files->count; i++) {
        free(files->file[i].name);
        free(files->file[i].text);
    }
    free(files->file);
    *files = (store_files){0};
}

/* A CSV file that was read by a table of keys: a column for each, in its SI unit. */
static bool write_table(const resolved_value *v, char **text, size_t *length) {
    FILE *to = open_memstream(text, length);
    if (!to) return false;
    const key_info *keys = v->table->keys->keys;
    for (const key_info *k = keys; k->name; k++) (void)fprintf(to, "%s%s_%s", k == keys ? "" : ",", k->name, k->unit);
    (void)fputc('\n', to);
    for (size_t i = 0; i < v->length; i++)
        for (const key_info *k = keys; k->name; k++) {
            double x;
            memcpy(&x, (const char *)v->items + i * v->table->list.item + k->offset, sizeof x);
            (void)fprintf(to, "%s%.17g%s", k == keys ? "" : ",", x, k[1].name ? "" : "\n");
        }
    return fclose(to) == 0;
}

static bool copy_bytes(const resolved_value *v, char **text, size_t *length) {
    *length = v->length;
    *text = malloc(v->length + 1);
    if (!*text) return false;
    memcpy(*text, v->bytes, v->length);
    (*text)[v->length] = '\0';
    return true;
}

/* The name of a new file of the archive, or of the same that is there. */
static const char *keep_file(store_files *f, const resolved_value *v) {
    char name[32], *text = NULL;
    size_t length = 0;
    if (!(v->table ? write_table : copy_bytes)(v, &text, &length)) {
        free(text);
        return NULL;
    }
    for (int i = 0; i < f->count; i++) {
        if (f->file[i].length != length || memcmp(f->file[i].text, text, length) != 0) continue;
        free(text);
        return f->file[i].name;
    }
    if (f->count == f->room) {
        int room = 2 * f->room + 4;
        model_file *more = realloc(f->file, (size_t)room * sizeof *more);
        if (!more) {
            free(text);
            return NULL;
        }
        f->file = more;
        f->room = room;
    }
    (void)snprintf(name, sizeof name, "data%d", f->count + 1);
    f->file[f->count] = (model_file){strdup(name), text, length};
    return f->file[f->count++].name;
}

/* ---- scalars ---- */
static const char *digits(const char *c) {
    while (isdigit((unsigned char)*c)) c++;
    return c;
}

/* As JSON writes numbers: no plus, no leading zeros, digits around the point. */
static bool is_json_number(const char *c) {
    c += *c == '-';
    if (!isdigit((unsigned char)*c) || (*c == '0' && isdigit((unsigned char)c[1]))) return false;
    c = digits(c);
    if (*c == '.') {
        if (!isdigit((unsigned char)c[1])) return false;
        c = digits(c + 1);
    }
    if (*c == 'e' || *c == 'E') {
        c += 1 + (c[1] == '+' || c[1] == '-');
        if (!isdigit((unsigned char)*c)) return false;
        c = digits(c);
    }
    return !*c;
}

static bool stands_bare(const node *n) {
    return !n->quoted && (!strcmp(n->text, "true") || !strcmp(n->text, "false") || is_json_number(n->text));
}

static void write_scalar(writer *w, const node *n) {
    const resolved_value *v = resolved_find(w->r, n);
    const char *name = v && !v->unit ? keep_file(w->files, v) : NULL;
    if (v && !v->unit && !name) w->files->no_memory = true;
    if (v && v->unit)
        (void)fprintf(w->to, "%.17g", v->number);
    else if (node_is_nothing(n))
        (void)fputs("null", w->to);
    else if (stands_bare(n))
        (void)fputs(n->text, w->to);
    else
        json_put_text(w->to, name ? name : n->text);
}

/* ---- all ---- */
static void indent(FILE *to, int depth) { (void)fprintf(to, "\n%*s", depth, ""); }

/* Lists of scalars stand on one line. */
static bool is_flat(const node *n) {
    for (unsigned i = 0; i < n->count; i++)
        if (n->kind == NODE_MAP || n->items[i]->kind != NODE_SCALAR) return false;
    return true;
}

static void write_node(writer *w, const node *n, int depth) {
    if (n->kind == NODE_SCALAR) {
        write_scalar(w, n);
        return;
    }
    bool map = n->kind == NODE_MAP, flat = is_flat(n);
    (void)fputc(map ? '{' : '[', w->to);
    for (unsigned i = 0; i < n->count; i++) {
        if (i) (void)fputs(flat ? ", " : ",", w->to);
        if (!flat) indent(w->to, depth + 1);
        if (map) json_put_text(w->to, n->pairs[i].key->text);
        if (map) (void)fputs(": ", w->to);
        write_node(w, map ? n->pairs[i].value : n->items[i], depth + 1);
    }
    if (!flat) indent(w->to, depth);
    (void)fputc(map ? '}' : ']', w->to);
}

bool store_write(FILE *to, const model *m, store_files *files) {
    reader *r = m->own;
    writer w = {to, r, files};
    write_node(&w, r->root, 0);
    (void)fputc('\n', to);
    return !files->no_memory;
}
