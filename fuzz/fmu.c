/* Fuzz target of what comes with FMUs: the first byte chooses what the rest is. JSON of stored models: read twice it is the same tree,
 * and what is written from that tree is read as it again. The plan of an FMU: what is taken is sound. An archive: every file of it has
 * the length and the sum it was promised, and a name that does not lead out. A description: variables are found as they are written.
 * Whatever is refused is refused with a sentence. */
#include <math.h>

#include "base/json.h"
#include "fmi/stored.h"
#include "fmu/flanges.h"
#include "fmu/slave_xml.h"
#include "fmu/zip.h"
#include "model/reader.h"
#include "must.h"

/* ---- JSON ---- */
static void check_tree(const node *n, int depth) {
    unsigned weight = 1, height = 0;
    MUST(depth <= DEPTH_MAX && n->at.line > 0 && n->at.column > 0);
    if (n->kind == NODE_SCALAR) MUST(n->text);
    for (unsigned i = 0; n->kind != NODE_SCALAR && i < n->count; i++) {
        const node *value = n->kind == NODE_MAP ? n->pairs[i].value : n->items[i];
        check_tree(value, depth + 1);
        if (n->kind == NODE_MAP) MUST(n->pairs[i].key->kind == NODE_SCALAR && n->pairs[i].key->quoted);
        if (n->kind == NODE_MAP) MUST(node_get(n, n->pairs[i].key->text) == value);
        weight += value->weight + (n->kind == NODE_MAP);
        if (value->height + 1u > height) height = value->height + 1u;
    }
    MUST(n->weight == weight && n->height == height);
}

static void write_tree(FILE *to, const node *n) {
    if (n->kind == NODE_SCALAR && n->quoted) json_put_text(to, n->text);
    if (n->kind == NODE_SCALAR && !n->quoted) (void)fputs(n->text, to);
    if (n->kind == NODE_SCALAR) return;
    (void)fputc(n->kind == NODE_MAP ? '{' : '[', to);
    for (unsigned i = 0; i < n->count; i++) {
        if (i) (void)fputs(", ", to);
        if (n->kind == NODE_MAP) json_put_text(to, n->pairs[i].key->text);
        if (n->kind == NODE_MAP) (void)fputs(": ", to);
        write_tree(to, n->kind == NODE_MAP ? n->pairs[i].value : n->items[i]);
    }
    (void)fputc(n->kind == NODE_MAP ? '}' : ']', to);
}

static bool same_tree(const node *a, const node *b) {
    if (a->kind != b->kind || a->quoted != b->quoted || a->weight != b->weight) return false;
    if (a->kind == NODE_SCALAR) return !strcmp(a->text, b->text);
    bool same = a->count == b->count;
    for (unsigned i = 0; same && i < a->count; i++)
        same = a->kind == NODE_MAP ? !strcmp(a->pairs[i].key->text, b->pairs[i].key->text) &&
                                         same_tree(a->pairs[i].value, b->pairs[i].value)
                                   : same_tree(a->items[i], b->items[i]);
    return same;
}

static const node *read_tree(reader *r, const char *text, size_t length) {
    int before = r->errors;
    const node *n = parse_json(r, reader_file(r, "model.json"), text, length);
    MUST((n == NULL) == (r->errors > before) && r->stack_count == 0);
    for (int i = 0; i < r->complaint_count; i++) check_sentence(r->complaints[i].text);
    return n;
}

static void try_json(const char *text, size_t length) {
    reader *r = reader_open();
    if (!r || setjmp(r->no_memory)) return;
    const node *n = read_tree(r, text, length);
    if (n) {
        char *written = NULL;
        size_t size = 0;
        FILE *to = open_memstream(&written, &size);
        MUST(to);
        check_tree(n, 0);
        write_tree(to, n);
        MUST(fclose(to) == 0);
        const node *again = read_tree(r, text, length), *third = read_tree(r, written, size);
        MUST(again && same_tree(n, again) && third && same_tree(n, third));
        free(written);
    } else
        MUST(!read_tree(r, text, length));
    reader_close(r);
}

/* ---- the plan ---- */
static void try_plan(const char *text, size_t length) {
    stored s = {0};
    abut_message why = {0};
    abut_status status = stored_plan(text, length, &s, &why);
    if (status) {
        check_sentence(why.text);
    } else {
        MUST(s.states >= 0 && s.indicators >= 0 && strlen(s.token) < PLAN_TOKEN);
        MUST(stored_flange(&s, 0) >= 0 && stored_flange(&s, s.flanges) == s.inputs);
        for (int i = 0; i < s.inputs; i++) {
            MUST(s.input[i].path[0] && isfinite(s.input[i].start) && (unsigned)s.input[i].kind < INPUT_KINDS);
            MUST((s.input[i].kind == INPUT_FLANGE) == (i >= stored_flange(&s, 0)));
        }
        for (int i = 0; i < s.outputs; i++) MUST(s.output[i]);
        for (int i = 0; i < s.flanges; i++) MUST(s.flange[i]);
    }
    stored_free(&s);
}

/* ---- archives ---- */
typedef struct heap_of_files {
    size_t bytes;
    int files;
    bool refuse;
} heap_of_files;

static const char *visit(void *user, const char *name, const unsigned char *bytes, size_t length) {
    heap_of_files *h = user;
    MUST(name[0] != '/' && !strchr(name, '\\'));
    MUST(strncmp(name, "../", 3) != 0 && !strstr(name, "/../") && strcmp(name, "..") != 0);
    for (size_t i = 0; i < length; i++) h->bytes += bytes[i];
    h->files++;
    return h->refuse ? "is not wanted" : NULL;
}

static void try_zip(const char *bytes, size_t length) {
    heap_of_files first = {0}, again = {0}, refused = {.refuse = true};
    abut_message why = {0}, other = {0};
    abut_status status = zip_each(bytes, length, visit, &first, &why);
    if (status) check_sentence(why.text);
    MUST(zip_each(bytes, length, visit, &again, &other) == status && again.bytes == first.bytes &&
         again.files == first.files);
    MUST((zip_each(bytes, length, visit, &refused, &other) != ABUT_OK) == (status || first.files) &&
         refused.files <= 1);
}

/* ---- descriptions ---- */
static void try_xml(const char *text, size_t length) {
    slave_xml about;
    abut_message why = {0};
    unsigned reference = 0, again = 1;
    size_t name = strcspn(text, "\n");
    char wanted[120];
    (void)snprintf(wanted, sizeof wanted, "%.*s", (int)(name < 119 ? name : 119), text);
    text += name + (name < length);
    if (slave_xml_read(text, &about, &why))
        check_sentence(why.text);
    else
        MUST(!strcmp(about.version, "2.0") && about.cosimulation && !strchr(about.identifier, '/'));
    abut_status status = slave_xml_variable(text, wanted, &reference, &why);
    if (status) check_sentence(why.text);
    MUST(slave_xml_variable(text, wanted, &again, &why) == status && (status || reference == again));
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static void (*const all[])(const char *, size_t) = {try_json, try_plan, try_zip, try_xml};
    char *text = size ? malloc(size) : NULL;
    if (!text) return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    all[data[0] % 4](text, size - 1);
    free(text);
    return 0;
}
