/* abut show: one registered type and the table of its parameters, as text, JSON or a section of Markdown. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/message.h"
#include "command.h"
#include "result/json.h"
#include "types.h"

enum { AT_JSON, AT_MARKDOWN };

static const flag_info show_flags[] = {
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object"},
    [AT_MARKDOWN] = {"markdown", FLAG_SWITCH, .meaning = "print a section of Markdown"},
    {0},
};

/* ---- the columns of one parameter ---- */
enum { NAME, UNIT, PRESET, RANGE, REQUIRED, MEANING, COLUMNS };
static const char *const headings[COLUMNS] = {"parameter", "unit", "default", "range", "required", "meaning"};

typedef struct row {
    char cell[COLUMNS][400];
} row;

/* A word list starts with its default; a nested choice is "kind:default" or "kind:default|short form". */
static void default_word(const abut_param_info *p, char *to, size_t size) {
    const char *words = p->words ? p->words : "";
    const char *colon = strchr(words, ':');
    const char *from = p->kind == ABUT_TYPE && colon ? colon + 1 : words;
    (void)snprintf(to, size, "%.*s", (int)strcspn(from, "|"), from);
}

static void default_text(const abut_param_info *p, char *to, size_t size) {
    to[0] = '\0';
    if (p->required) return;
    if (p->kind == ABUT_WORD || p->kind == ABUT_TYPE)
        default_word(p, to, size);
    else if (p->kind == ABUT_FLAG)
        (void)snprintf(to, size, "%s", p->preset == 1 ? "1" : "0");
    else if (p->kind == ABUT_NUMBER && !isnan(p->preset))
        (void)snprintf(to, size, "%g", p->preset);
}

static void number_range(const abut_param_info *p, char *to, size_t size) {
    double low = isnan(p->low) ? -HUGE_VAL : p->low, high = isnan(p->high) ? HUGE_VAL : p->high;
    if (isinf(low) && isinf(high))
        (void)snprintf(to, size, "any");
    else
        (void)snprintf(to, size, "%s%g, %g%s", p->open || isinf(low) ? "(" : "[", low, high,
                       p->open || isinf(high) ? ")" : "]");
}

/* "kind:default|short": a bare number is handed to the type after the bar. */
static void nested_range(const char *words, char *to, size_t size) {
    const char *bar = strchr(words, '|');
    (void)snprintf(to, size, "a %.*s type%s%s", (int)strcspn(words, ":"), words, bar ? "; a bare number: " : "",
                   bar ? bar + 1 : "");
}

static void range_text(const abut_param_info *p, char *to, size_t size) {
    const char *words = p->words ? p->words : "";
    switch (p->kind) {
    case ABUT_NUMBER:
        number_range(p, to, size);
        break;
    case ABUT_FLAG:
        (void)snprintf(to, size, "0|1");
        break;
    case ABUT_WORD:
        (void)snprintf(to, size, "%s", words);
        break;
    case ABUT_TYPE:
        nested_range(words, to, size);
        break;
    case ABUT_TABLE:
        (void)snprintf(to, size, "a table");
        break;
    case ABUT_OBJECT:
        (void)snprintf(to, size, "an object");
        break;
    }
}

static row make_row(const abut_param_info *p) {
    row r;
    const size_t size = sizeof r.cell[0];
    (void)snprintf(r.cell[NAME], size, "%s", p->name);
    (void)snprintf(r.cell[UNIT], size, "%s", p->unit && strcmp(p->unit, "1") != 0 ? p->unit : "");
    default_text(p, r.cell[PRESET], size);
    range_text(p, r.cell[RANGE], size);
    (void)snprintf(r.cell[REQUIRED], size, "%s", p->required ? "yes" : "");
    (void)snprintf(r.cell[MEANING], size, "%s", p->meaning ? p->meaning : "");
    return r;
}

static bool has_params(const abut_type *type) { return type->params && type->params->name; }

/* ---- the three forms ---- */
static void print_text_row(const row *r, const int width[COLUMNS]) {
    for (int c = 0; c < MEANING; c++) (void)printf("  %-*s", width[c], r->cell[c][0] ? r->cell[c] : "-");
    (void)printf("  %s\n", r->cell[MEANING]);
}

static void print_text(const abut_type *type) {
    row heading;
    int width[COLUMNS];
    (void)printf("%s/%s: %s\n\n", type->kind, type->name, type->summary);
    if (!has_params(type)) {
        (void)printf("  no parameters\n");
        return;
    }
    for (int c = 0; c < COLUMNS; c++) {
        (void)snprintf(heading.cell[c], sizeof heading.cell[c], "%s", headings[c]);
        width[c] = (int)strlen(headings[c]);
    }
    for (const abut_param_info *p = type->params; p->name; p++) {
        row r = make_row(p);
        for (int c = 0; c < COLUMNS; c++)
            if ((int)strlen(r.cell[c]) > width[c]) width[c] = (int)strlen(r.cell[c]);
    }
    print_text_row(&heading, width);
    for (const abut_param_info *p = type->params; p->name; p++) {
        row r = make_row(p);
        print_text_row(&r, width);
    }
}

/* A bar would end the cell; a star or an underscore would start emphasis. */
static void print_markdown_text(const char *text) {
    for (; *text; text++) {
        if (strchr("|*_<", *text)) (void)putchar('\\');
        (void)putchar(*text);
    }
}

static void print_markdown(const abut_type *type) {
    (void)printf("### `%s`\n\n", type->name);
    print_markdown_text(type->summary);
    (void)printf("\n\n");
    if (!has_params(type)) {
        (void)printf("No parameters.\n");
        return;
    }
    for (int c = 0; c < COLUMNS; c++) (void)printf("| %s ", headings[c]);
    (void)printf("|\n");
    for (int c = 0; c < COLUMNS; c++) (void)printf("|---");
    (void)printf("|\n");
    for (const abut_param_info *p = type->params; p->name; p++) {
        row r = make_row(p);
        (void)printf("| `%s` ", r.cell[NAME]);
        for (int c = NAME + 1; c < COLUMNS; c++) {
            (void)printf("| ");
            print_markdown_text(r.cell[c]);
            (void)printf(" ");
        }
        (void)printf("|\n");
    }
}

static void json_param(json *j, const abut_param_info *p) {
    static const char *const kinds[] = {"number", "flag", "word", "type", "table", "object"};
    row r = make_row(p);
    json_begin(j, NULL, '{');
    json_string(j, "name", p->name);
    json_string(j, "kind", kinds[p->kind]);
    json_string(j, "unit", p->unit);
    json_bool(j, "required", p->required);
    if (p->kind == ABUT_NUMBER)
        json_number(j, "default", p->required ? nan("") : p->preset);
    else if (p->kind == ABUT_FLAG)
        json_bool(j, "default", p->preset == 1);
    else
        json_string(j, "default", r.cell[PRESET][0] ? r.cell[PRESET] : NULL);
    if (p->kind == ABUT_NUMBER) {
        json_number(j, "low", p->low);
        json_number(j, "high", p->high);
        json_bool(j, "open", p->open);
    }
    if (p->words) json_string(j, "words", p->words);
    json_string(j, "meaning", p->meaning);
    json_end(j);
}

static void print_json(const abut_type *type) {
    json j = json_start(stdout);
    json_string(&j, "kind", type->kind);
    json_string(&j, "name", type->name);
    json_string(&j, "summary", type->summary);
    json_begin(&j, "params", '[');
    for (const abut_param_info *p = type->params; p && p->name; p++) json_param(&j, p);
    json_end(&j);
    json_end(&j);
}

/* ---- finding the type ---- */
/* "KIND NAME", "KIND/NAME" or "NAME": kind is empty when any will do. */
static void split(const flag_set *set, char kind[64], char name[64]) {
    const char *first = set->words[0], *slash = strchr(first, '/');
    if (set->word_count > 1) {
        (void)snprintf(kind, 64, "%s", first);
        (void)snprintf(name, 64, "%s", set->words[1]);
    } else {
        (void)snprintf(kind, 64, "%.*s", slash ? (int)(slash - first) : 0, first);
        (void)snprintf(name, 64, "%s", slash ? slash + 1 : first);
    }
}

static void unknown_type(flag_set *set, const char *kind, const char *name) {
    nearest_word best_kind = {0}, best_name = {0};
    char hint[80];
    bool kind_known = kind[0] == '\0';
    for (size_t i = 0; i < all_type_count(); i++) {
        const abut_type *type = all_type_at(i);
        bool same = !kind[0] || !strcmp(type->kind, kind);
        kind_known = kind_known || same;
        if (same) nearest_offer(&best_name, name, type->name);
        nearest_offer(&best_kind, kind, type->kind);
    }
    if (!kind_known)
        flags_error(set, "there is no kind '%s'%s", kind, nearest_hint(&best_kind, hint, sizeof hint));
    else
        flags_error(set, "there is no %s '%s'%s", kind[0] ? kind : "type", name,
                    best_name.word ? nearest_hint(&best_name, hint, sizeof hint) : "; see 'abut list'");
}

static const abut_type *find_type(flag_set *set, const char *kind, const char *name) {
    const abut_type *found = NULL;
    char all[240] = "";
    int count = 0;
    for (size_t i = 0; i < all_type_count(); i++) {
        const abut_type *type = all_type_at(i);
        if (strcmp(type->name, name) != 0 || (kind[0] && strcmp(type->kind, kind) != 0)) continue;
        size_t used = strlen(all);
        (void)snprintf(all + used, sizeof all - used, "%s%s/%s", used ? ", " : "", type->kind, type->name);
        found = type;
        count++;
    }
    if (count == 1) return found;
    if (count == 0)
        unknown_type(set, kind, name);
    else
        flags_error(set, "'%s' is the name of several types: %s", name, all);
    return NULL;
}

static int run_show(flag_set *set) {
    char kind[64], name[64];
    if (set->word_count == 0) {
        flags_error(set, "give the name of a type; 'abut list' prints them");
        return STATUS_USAGE;
    }
    if (set->value[AT_JSON].given && set->value[AT_MARKDOWN].given)
        flags_error(set, "--json and --markdown exclude each other");
    split(set, kind, name);
    const abut_type *type = find_type(set, kind, name);
    if (!type || set->errors) return STATUS_USAGE;
    (set->value[AT_JSON].given ? print_json : set->value[AT_MARKDOWN].given ? print_markdown : print_text)(type);
    return STATUS_DONE;
}

const cli_command command_show = {
    .info = {.name = "show",
             .usage = "NAME | KIND NAME | KIND/NAME [--json | --markdown]",
             .summary = "one registered type: its parameters with unit, default and range",
             .flags = show_flags,
             .words_max = 2,
             .notes = "A name that several kinds share is written with its kind, as in 'abut show friction/none'.\n"},
    .run = run_show,
};
