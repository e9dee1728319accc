/* abut list: what is registered, one line per l. */
#include <stdio.h>
#include <string.h>

#include "abut/text.h"
#include "command.h"
#include "listed.h"

enum { AT_JSON, AT_PLUGIN };

static const flag_info list_flags[] = {
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object"},
    [AT_PLUGIN] = PLUGIN_FLAG,
    {0},
};

/* The first type of its kind: stands for the kind. */
static bool opens_kind(const abut_registry *types, size_t index) {
    for (size_t i = 0; i < index; i++)
        if (!strcmp(listed_at(types, i).kind, listed_at(types, index).kind)) return false;
    return true;
}

static void check_kind(flag_set *set, const char *kind) {
    const abut_registry *types = set->registry;
    abut_nearest best = {0};
    char hint[80], kinds[240] = "";
    for (size_t i = 0; i < listed_count(types); i++) {
        if (!opens_kind(types, i)) continue;
        const char *name = listed_at(types, i).kind;
        if (!strcmp(name, kind)) return;
        abut_nearest_offer(&best, kind, name);
        size_t used = strlen(kinds);
        (void)snprintf(kinds + used, sizeof kinds - used, "%s%s", used ? ", " : "", name);
    }
    flags_error(set, "there is no kind '%.60s'%s (kinds: %s)", kind, abut_nearest_hint(&best, hint, sizeof hint),
                kinds);
}

static bool wanted(const listed *l, const char *kind) { return !kind || !strcmp(l->kind, kind); }

static void print_json(const abut_registry *types, const char *kind) {
    abut_json j = abut_json_start(stdout);
    abut_json_begin(&j, "types", '[');
    for (size_t i = 0; i < listed_count(types); i++) {
        listed l = listed_at(types, i);
        if (!wanted(&l, kind)) continue;
        abut_json_begin(&j, NULL, '{');
        abut_json_string(&j, "kind", l.kind);
        abut_json_string(&j, "name", l.name);
        abut_json_string(&j, "summary", l.summary);
        abut_json_end(&j);
    }
    abut_json_end(&j);
    abut_json_end(&j);
}

static void print_table(const abut_registry *types, const char *kind) {
    int kind_width = 0, name_width = 0;
    for (size_t i = 0; i < listed_count(types); i++) {
        listed l = listed_at(types, i);
        int k = (int)strlen(l.kind), n = (int)strlen(l.name);
        if (wanted(&l, kind) && k > kind_width) kind_width = k;
        if (wanted(&l, kind) && n > name_width) name_width = n;
    }
    for (size_t i = 0; i < listed_count(types); i++) {
        listed l = listed_at(types, i);
        if (wanted(&l, kind)) (void)printf("%-*s  %-*s  %s\n", kind_width, l.kind, name_width, l.name, l.summary);
    }
}

static int run_list(flag_set *set) {
    const char *kind = set->word_count ? set->words[0] : NULL;
    if (kind) check_kind(set, kind);
    if (set->errors) return STATUS_USAGE;
    (set->value[AT_JSON].given ? print_json : print_table)(set->registry, kind);
    return STATUS_DONE;
}

const cli_command command_list = {
    .info =
        {.name = "list",
         .usage = "[KIND] [--json] [--plugin FILE]...",
         .summary =
             "the registered surfaces, laws, joints, forces, functions, solvers, machines; the catalogue; lubricants",
         .flags = list_flags,
         .words_max = 1,
         .notes = "Prints kind, name and summary of every type. 'abut show NAME' prints the parameters of one.\n"},
    .run = run_list,
};
