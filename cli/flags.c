/* The flag reader: `--flag value` and `--flag=value`. */
#include "flags.h"
#include "abut/fmu.h"
#include "abut/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "complain.h"
#include "types.h"

void flags_error(flag_set *set, const char *format, ...) {
    char text[640];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    complain(set->command->name, "%s", text);
    set->errors++;
}

/* ---- reading ---- */
static int find_flag(const flag_info *flags, const char *name, size_t length) {
    for (int i = 0; flags[i].name; i++)
        if (strlen(flags[i].name) == length && !strncmp(flags[i].name, name, length)) return i;
    return -1;
}

static void unknown_flag(flag_set *set, const char *argument) {
    char name[64], hint[80];
    abut_nearest best = {0};
    const char *bare = argument + strspn(argument, "-");
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(bare, "="), bare);
    for (const flag_info *f = set->command->flags; f->name; f++) abut_nearest_offer(&best, name, f->name);
    if (best.word)
        (void)snprintf(hint, sizeof hint, "; did you mean '--%s'?", best.word);
    else
        (void)snprintf(hint, sizeof hint, "; see 'abut %s --help'", set->command->name);
    flags_error(set, "there is no flag '%.*s%.60s'%s", (int)(bare - argument), argument, name, hint);
}

static bool read_quantity(flag_set *set, const flag_info *info, abut_units *units, const char *text, double *number) {
    abut_message why = {0};
    if (!abut_units_read(units, text, info->unit, info->infinite, number, &why)) return true;
    flags_error(set, "%s: %s", info->name, why.text);
    return false;
}

static bool read_list(flag_set *set, const flag_info *info, abut_units *units, const char *text, double *numbers) {
    int count = 1;
    for (const char *c = text; *c; c++) count += *c == ',';
    if (count != info->count) {
        flags_error(set, "%s: expected %d values separated by commas, got %d in '%.80s'", info->name, info->count,
                    count, text);
        return false;
    }
    bool good = true;
    for (int i = 0; i < count; i++) {
        char entry[128];
        size_t length = strcspn(text, ",");
        bool fits = length < sizeof entry;
        (void)snprintf(entry, sizeof entry, "%.*s", fits ? (int)length : 0, text);
        good = read_quantity(set, info, units, entry, &numbers[i]) && good;
        text += length + 1;
    }
    return good;
}

static bool add_text(flag_set *set, flag_value *value, const char *text) {
    const char **more = realloc(value->texts, ((size_t)value->text_count + 1) * sizeof *more);
    if (!more) {
        flags_error(set, "out of memory");
        return false;
    }
    value->texts = more;
    value->texts[value->text_count++] = text;
    return true;
}

static void read_value(flag_set *set, int index, abut_units *units, const char *text) {
    const flag_info *info = &set->command->flags[index];
    flag_value *value = &set->value[index];
    value->text = text;
    if (info->kind == FLAG_QUANTITY)
        value->good = read_quantity(set, info, units, text, value->number);
    else if (info->kind == FLAG_LIST)
        value->good = read_list(set, info, units, text, value->number);
    else if (info->kind == FLAG_REPEAT || info->kind == FLAG_PLUGIN)
        value->good = add_text(set, value, text);
    else
        value->good = true;
}

/* One argument that starts with a dash. Returns how many further arguments it used. */
static int read_flag(flag_set *set, abut_units *units, const char *argument, const char *next) {
    const char *name = argument + 2, *equals = strchr(argument, '=');
    bool next_is_value = next && strncmp(next, "--", 2) != 0;
    int index = strncmp(argument, "--", 2) ? -1 : find_flag(set->command->flags, name, strcspn(name, "="));
    if (index < 0) {
        unknown_flag(set, argument);
        return !equals && next_is_value;
    }
    const flag_info *info = &set->command->flags[index];
    bool twice = set->value[index].given && info->kind < FLAG_REPEAT,
         is_switch = info->kind == FLAG_SWITCH || info->kind == FLAG_OPTIONAL || info->kind == FLAG_OUTSIDE ||
                     info->kind == FLAG_FMU;
    const char *wrong = twice                                                 ? "is given twice"
                        : is_switch && equals && info->kind != FLAG_OPTIONAL  ? "takes no value"
                        : equals && info->kind == FLAG_OPTIONAL && !equals[1] ? "has nothing behind '='"
                        : !is_switch && !equals && !next_is_value             ? "needs a value"
                                                                              : NULL;
    set->value[index].given = true;
    if (wrong)
        flags_error(set, "--%s %s", info->name, wrong);
    else
        read_value(set, index, units, equals ? equals + 1 : is_switch ? "" : next);
    return !is_switch && !equals && next_is_value;
}

static void read_word(flag_set *set, const char *word) {
    if (set->word_count < set->command->words_max) {
        set->words[set->word_count++] = word;
        return;
    }
    flags_error(set, "unexpected argument '%.80s'", word);
}

static bool own_registry(flag_set *set) {
    if (!set->own) set->own = abut_registry_create(builtin_types());
    if (set->own)
        set->registry = set->own;
    else
        flags_error(set, "out of memory");
    return set->own;
}

/* Plug-ins come from the command line alone; a model cannot ask for one. */
static void load_plugins(flag_set *set, const flag_value *files) {
    for (int i = 0; i < files->text_count && own_registry(set); i++) {
        abut_message why = {0};
        if (abut_registry_load(set->own, files->texts[i], &why)) flags_error(set, "%s", why.text);
    }
}

static void allow_fmus(flag_set *set) {
    abut_message why = {0};
    if (abut_registry_allow_fmu(set->own, &why)) flags_error(set, "%s", why.text);
}

/* What flags say of the registry. */
static void make_registry(flag_set *set) {
    const flag_info *flags = set->command->flags;
    for (int i = 0; flags[i].name; i++) {
        if (flags[i].kind == FLAG_PLUGIN) load_plugins(set, &set->value[i]);
        if (flags[i].kind == FLAG_OUTSIDE && set->value[i].given && own_registry(set))
            abut_registry_allow_outside(set->own);
        if (flags[i].kind == FLAG_FMU && set->value[i].given && own_registry(set)) allow_fmus(set);
    }
}

flag_set flags_read(const command_info *command, int argc, char **argv) {
    flag_set set = {.command = command, .registry = builtin_types()};
    abut_units *units = abut_units_create();
    assert(command->words_max <= FLAG_WORDS_MAX);
    for (int i = 1; i < argc; i++) set.help = set.help || !strcmp(argv[i], "--help") || !strcmp(argv[i], "-h");
    for (int i = 1; i < argc && !set.help; i++) {
        if (!strcmp(argv[i], "-o") && find_flag(command->flags, "out", 3) >= 0)
            i += read_flag(&set, units, "--out", i + 1 < argc ? argv[i + 1] : NULL);
        else if (argv[i][0] == '-' && argv[i][1] != '\0')
            i += read_flag(&set, units, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
        else
            read_word(&set, argv[i]);
    }
    abut_units_destroy(units);
    make_registry(&set);
    return set;
}

void flags_free(flag_set *set) {
    for (int i = 0; i < FLAG_TABLE_MAX; i++) {
        free(set->value[i].texts);
        set->value[i].texts = NULL;
        set->value[i].text_count = 0;
    }
    abut_registry_destroy(set->own);
    set->registry = set->own = NULL;
}

/* ---- help ---- */
static void put_flag(const flag_info *f, int width) {
    static const char *const values[] = {
        [FLAG_QUANTITY] = " VALUE",  [FLAG_LIST] = " V,V,...", [FLAG_WORD] = " NAME", [FLAG_SWITCH] = "",
        [FLAG_OPTIONAL] = "[=LIST]", [FLAG_OUTSIDE] = "",      [FLAG_FMU] = "",       [FLAG_REPEAT] = " PATH=VALUE",
        [FLAG_PLUGIN] = " FILE"};
    char left[48], unit[24] = "";
    (void)snprintf(left, sizeof left, "--%s%s", f->name, values[f->kind]);
    if (f->unit) (void)snprintf(unit, sizeof unit, "%s", strcmp(f->unit, "1") ? f->unit : "-");
    (void)printf("  %-*s  %-4s %s", width, left, unit, f->meaning);
    if (f->preset) (void)printf(" (default %s)", f->preset);
    (void)printf("\n");
}

void flags_help(const command_info *command) {
    int width = (int)strlen("--help");
    for (const flag_info *f = command->flags; f->name; f++) {
        int length = (int)strlen(f->name) + (f->kind == FLAG_REPEAT ? 13 : 10);
        if (length > width) width = length;
    }
    (void)printf("abut %s: %s\n\nusage: abut %s %s\n\nflags:\n", command->name, command->summary, command->name,
                 command->usage);
    for (const flag_info *f = command->flags; f->name; f++) put_flag(f, width);
    (void)printf("  %-*s  %-4s %s\n", width, "--help", "", "print this text");
    if (command->notes) (void)printf("\n%s", command->notes);
}
