/* abut show: one registered type or machine and the table of its parameters, or an entry of the catalogue or a lubricant, or all of a
 * kind; as text, JSON or sections of Markdown. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/text.h"
#include "command.h"
#include "complain.h"
#include "rows.h"

enum { AT_JSON, AT_MARKDOWN, AT_PLUGIN };

static const flag_info show_flags[] = {
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object"},
    [AT_MARKDOWN] = {"markdown", FLAG_SWITCH, .meaning = "print a section of Markdown"},
    [AT_PLUGIN] = PLUGIN_FLAG,
    {0},
};

/* ---- the three forms ---- */
static void print_text_row(const row *r, const int width[COLUMNS]) {
    for (int c = 0; c < MEANING; c++) (void)printf("  %-*s", width[c], r->cell[c][0] ? r->cell[c] : "-");
    (void)printf("  %s\n", r->cell[MEANING]);
}

static void print_text(const listed *l, const row_list *list) {
    row heading;
    int width[COLUMNS];
    char room[LISTED_TEXT];
    const char *text = listed_text(l, room);
    if (text) {
        (void)fputs(text, stdout);
        return;
    }
    (void)printf("%s/%s: %s\n\n", l->kind, l->name, l->summary);
    if (!list->count) {
        (void)printf("  no parameters\n");
        return;
    }
    for (int c = 0; c < COLUMNS; c++) {
        (void)snprintf(heading.cell[c], sizeof heading.cell[c], "%s", row_headings[c]);
        width[c] = (int)strlen(row_headings[c]);
        for (int i = 0; i < list->count; i++)
            if ((int)strlen(list->rows[i].cell[c]) > width[c]) width[c] = (int)strlen(list->rows[i].cell[c]);
    }
    print_text_row(&heading, width);
    for (int i = 0; i < list->count; i++) print_text_row(&list->rows[i], width);
}

/* A bar would end the cell; a star or an underscore would start emphasis. */
static void print_markdown_text(const char *text) {
    for (; *text; text++) {
        if (strchr("|*_<", *text)) (void)putchar('\\');
        (void)putchar(*text);
    }
}

static void print_markdown_rows(const row_list *list) {
    for (int c = 0; c < COLUMNS; c++) (void)printf("| %s ", row_headings[c]);
    (void)printf("|\n");
    for (int c = 0; c < COLUMNS; c++) (void)printf("|---");
    (void)printf("|\n");
    for (int i = 0; i < list->count; i++) {
        const row *r = &list->rows[i];
        (void)printf("| `%s` ", r->cell[NAME]);
        for (int c = NAME + 1; c < COLUMNS; c++) {
            (void)printf("| ");
            print_markdown_text(r->cell[c]);
            (void)printf(" ");
        }
        (void)printf("|\n");
    }
}

static void print_markdown(const listed *l, const row_list *list) {
    char room[LISTED_TEXT];
    const char *text = listed_text(l, room);
    (void)printf("### `%s`\n\n", l->name);
    print_markdown_text(l->summary);
    (void)printf("\n\n");
    if (text)
        (void)printf("```yaml\n%s```\n", text);
    else if (list->count)
        print_markdown_rows(list);
    else
        (void)printf("No parameters.\n");
}

static void json_param(abut_json *j, const abut_registry *types, const abut_param_info *p) {
    static const char *const kinds[] = {"number", "flag", "word", "type", "table", "object", "object", "file"};
    row r = row_of_param(types, p);
    abut_json_begin(j, NULL, '{');
    abut_json_string(j, "name", p->name);
    abut_json_string(j, "kind", kinds[p->kind]);
    abut_json_string(j, "unit", p->unit);
    abut_json_bool(j, "required", p->required);
    if (p->kind == ABUT_NUMBER)
        abut_json_number(j, "default", p->required ? nan("") : p->preset);
    else if (p->kind == ABUT_FLAG)
        abut_json_bool(j, "default", p->preset == 1);
    else
        abut_json_string(j, "default", r.cell[PRESET][0] ? r.cell[PRESET] : NULL);
    if (p->kind == ABUT_NUMBER) {
        abut_json_number(j, "low", p->low);
        abut_json_number(j, "high", p->high);
        abut_json_bool(j, "open", p->open);
    }
    if (p->words) abut_json_string(j, "words", p->words);
    abut_json_string(j, "meaning", p->meaning);
    abut_json_end(j);
}

static void json_row(abut_json *j, const row *r) {
    static const char *const keys[COLUMNS] = {"name", "unit", "default", "range", NULL, "meaning"};
    abut_json_begin(j, NULL, '{');
    for (int c = 0; c < COLUMNS; c++)
        if (keys[c]) abut_json_string(j, keys[c], r->cell[c][0] ? r->cell[c] : NULL);
    abut_json_bool(j, "required", r->cell[REQUIRED][0]);
    abut_json_end(j);
}

static void json_listed(abut_json *j, const listed *l, const row_list *list) {
    char room[LISTED_TEXT];
    const char *text = listed_text(l, room);
    abut_json_string(j, "kind", l->kind);
    abut_json_string(j, "name", l->name);
    abut_json_string(j, "summary", l->summary);
    if (text) {
        abut_json_string(j, "text", text);
    } else {
        abut_json_begin(j, "params", '[');
        for (const abut_param_info *p = l->type ? l->type->params : NULL; p && p->name; p++) json_param(j, l->types, p);
        for (int i = 0; l->machine && i < list->count; i++) json_row(j, &list->rows[i]);
        abut_json_end(j);
    }
}

/* ---- finding the type ---- */
/* "KIND NAME", "KIND/NAME" or "NAME": kind is empty when any will do; "KIND/": all of that kind. */
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

enum { DESIGNATIONS = 1000 };

static void unknown_name(flag_set *set, const char *kind, const char *name) {
    abut_nearest best_kind = {0}, best_name = {0};
    char hint[80], designation[DESIGNATIONS][12];
    bool kind_known = kind[0] == '\0';
    for (size_t i = 0; i < listed_count(set->registry); i++) {
        listed l = listed_at(set->registry, i);
        bool same = !kind[0] || !strcmp(l.kind, kind);
        kind_known = kind_known || same;
        if (same) abut_nearest_offer(&best_name, name, l.name);
        abut_nearest_offer(&best_kind, kind, l.kind);
    }
    bool bearing = !kind[0] || !strcmp(kind, "catalogue");
    for (size_t i = 0; bearing && i < DESIGNATIONS && abut_catalogue_designation(i, designation[i]); i++)
        abut_nearest_offer(&best_name, name, designation[i]);
    if (!kind_known)
        flags_error(set, "there is no kind '%s'%s", kind, abut_nearest_hint(&best_kind, hint, sizeof hint));
    else
        flags_error(set, "there is no %s '%s'%s", kind[0] ? kind : "type", name,
                    best_name.word ? abut_nearest_hint(&best_name, hint, sizeof hint) : "; see 'abut list'");
}

static bool find_listed(flag_set *set, const char *kind, const char *name, listed *found) {
    char all[240] = "";
    int count = 0;
    for (size_t i = 0; i < listed_count(set->registry); i++) {
        listed l = listed_at(set->registry, i);
        if (strcmp(l.name, name) != 0 || (kind[0] && strcmp(l.kind, kind) != 0)) continue;
        size_t used = strlen(all);
        (void)snprintf(all + used, sizeof all - used, "%s%s/%s", used ? ", " : "", l.kind, l.name);
        *found = l;
        count++;
    }
    bool bearing = count == 0 && (!kind[0] || !strcmp(kind, "catalogue"));
    if (bearing && listed_designation(set->registry, name, found)) return true;
    if (count == 0)
        unknown_name(set, kind, name);
    else if (count > 1)
        flags_error(set, "'%s' is the name of several types: %s", name, all);
    return count == 1;
}

/* ---- showing ---- */
/* json: where it goes; NULL: text or Markdown. */
static bool show_one(const flag_set *set, const listed *l, abut_json *json) {
    row_list list = rows_of(l);
    if (!list.rows) {
        complain(set->command->name, "out of memory");
        return false;
    }
    if (json)
        json_listed(json, l, &list);
    else
        (set->value[AT_MARKDOWN].given ? print_markdown : print_text)(l, &list);
    free(list.rows);
    return true;
}

static bool show_kind(const flag_set *set, const char *kind, abut_json *json) {
    bool good = true, first = true;
    if (json) abut_json_begin(json, "types", '[');
    for (size_t i = 0; i < listed_count(set->registry) && good; i++) {
        listed l = listed_at(set->registry, i);
        if (strcmp(l.kind, kind) != 0) continue;
        if (json)
            abut_json_begin(json, NULL, '{');
        else if (!first)
            (void)printf("\n");
        good = show_one(set, &l, json);
        if (json) abut_json_end(json);
        first = false;
    }
    if (json) abut_json_end(json);
    return good;
}

static bool is_kind(const flag_set *set, const char *kind) {
    for (size_t i = 0; i < listed_count(set->registry); i++)
        if (!strcmp(listed_at(set->registry, i).kind, kind)) return true;
    return false;
}

static int run_show(flag_set *set) {
    char kind[64], name[64];
    if (set->word_count == 0) {
        flags_error(set, "give the name of a type; 'abut list' prints them");
        return STATUS_USAGE;
    }
    if (set->value[AT_JSON].given && set->value[AT_MARKDOWN].given)
        flags_error(set, "--json and --markdown exclude each other");
    split(set, kind, name); /* found may point to name */
    listed found = {0};
    bool all = !name[0] && is_kind(set, kind);
    if ((!all && !find_listed(set, kind, name, &found)) || set->errors) return STATUS_USAGE;
    bool json = set->value[AT_JSON].given;
    abut_json j = {0};
    if (json) j = abut_json_start(stdout);
    bool good = all ? show_kind(set, kind, json ? &j : NULL) : show_one(set, &found, json ? &j : NULL);
    if (json) abut_json_end(&j);
    return good ? STATUS_DONE : STATUS_FAILED;
}

const cli_command command_show = {
    .info =
        {.name = "show",
         .usage = "NAME | KIND NAME | KIND/NAME | KIND/ [--json | --markdown] [--plugin FILE]...",
         .summary =
             "one registered type: its parameters with unit, default and range; an entry of the catalogue; a lubricant",
         .flags = show_flags,
         .words_max = 2,
         .notes = "A name that several kinds share is written with its kind, as in 'abut show friction/none';\n"
                  "'abut show friction/' shows all of that kind.\n"},
    .run = run_show,
};
