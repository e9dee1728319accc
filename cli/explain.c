/* abut explain: what a warning means, and what to do. */
#include <stdio.h>
#include <string.h>

#include "abut/model.h"
#include "abut/text.h"
#include "command.h"

enum { AT_JSON };
static const flag_info explain_flags[] = {
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object"},
    {0},
};

static const abut_warning_kind *find_kind(const char *code) {
    const abut_warning_kind *k;
    for (int i = 0; (k = abut_warning_kind_at(i)); i++)
        if (!strcmp(k->code, code)) return k;
    return NULL;
}

static void refuse(flag_set *set, const char *code) {
    abut_nearest best = {0};
    char hint[80];
    const abut_warning_kind *k;
    for (int i = 0; (k = abut_warning_kind_at(i)); i++) abut_nearest_offer(&best, code, k->code);
    flags_error(set, "there is no warning '%.60s'%s", code,
                best.word ? abut_nearest_hint(&best, hint, sizeof hint) : "; 'abut explain' lists them");
}

/* The text in lines of at most 100 characters. */
static void print_folded(const char *label, const char *text) {
    enum { WIDTH = 100 };
    int column = printf("%s", label);
    for (bool first = true; *text; first = false) {
        size_t word = strcspn(text, " ");
        if (!first && column + 1 + (int)word > WIDTH) column = printf("\n ") - 1;
        column += printf("%s%.*s", first ? "" : " ", (int)word, text);
        text += word + (text[word] != '\0');
    }
    (void)printf("\n");
}

static void print_kind(const abut_warning_kind *k) {
    (void)printf("%s (found by abut %s)\n", k->code, k->when);
    print_folded("", k->meaning);
    print_folded("What to do: ", k->remedy);
}

static void put_kind(abut_json *j, const abut_warning_kind *k) {
    abut_json_begin(j, NULL, '{');
    abut_json_string(j, "code", k->code);
    abut_json_string(j, "when", k->when);
    abut_json_string(j, "meaning", k->meaning);
    abut_json_string(j, "remedy", k->remedy);
    abut_json_end(j);
}

static void print_json(const abut_warning_kind *one) {
    abut_json j = abut_json_start(stdout);
    abut_json_begin(&j, "warnings", '[');
    const abut_warning_kind *k;
    for (int i = 0; (k = abut_warning_kind_at(i)); i++)
        if (!one || k == one) put_kind(&j, k);
    abut_json_end(&j);
    abut_json_end(&j);
}

static void print_list(void) {
    const abut_warning_kind *k;
    for (int i = 0; (k = abut_warning_kind_at(i)); i++) {
        (void)printf("%-18s %-6s ", k->code, k->when);
        (void)printf("%.*s\n", (int)strcspn(k->meaning, ".:;"), k->meaning);
    }
}

static int run_explain(flag_set *set) {
    const abut_warning_kind *one = set->word_count ? find_kind(set->words[0]) : NULL;
    if (set->word_count && !one) refuse(set, set->words[0]);
    if (set->errors) return STATUS_USAGE;
    if (set->value[AT_JSON].given)
        print_json(one);
    else if (one)
        print_kind(one);
    else
        print_list();
    return STATUS_DONE;
}

const cli_command command_explain = {
    .info =
        {.name = "explain",
         .usage = "[CODE] [--json]",
         .summary = "what a warning means, and what to do",
         .flags = explain_flags,
         .words_max = 1,
         .notes =
             "Codes stand in `warnings` of summary.json and of `abut check --json`. Without a code all are listed.\n"
             "\nexample: abut explain unused_surface\n"},
    .run = run_explain,
};
