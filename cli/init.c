/* abut init: a commented model file to start from. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "abut/text.h"
#include "command.h"
#include "complain.h"

typedef struct catalogue_entry { /* as tools/catalogue.c writes them */
    const char *name, *text;
    size_t length;
} catalogue_entry;
#include "templates.inc"

enum { AT_OUT, AT_FORCE };
static const flag_info init_flags[] = {
    [AT_OUT] = {"out", FLAG_WORD, .preset = "KIND.yaml, here",
                .meaning = "the file to write; '-': standard output; also -o"},
    [AT_FORCE] = {"force", FLAG_SWITCH, .meaning = "replace a file that is there"},
    {0},
};

static void print_kinds(void) {
    for (const catalogue_entry *e = entries; e->name; e++) {
        const char *line = e->text + strspn(e->text, "# ");
        (void)printf("%-10s %.*s\n", e->name, (int)strcspn(line, "\n"), line);
    }
}

static const catalogue_entry *find_kind(flag_set *set) {
    const char *name = set->words[0];
    abut_nearest best = {0};
    char hint[80];
    for (const catalogue_entry *e = entries; e->name; e++) {
        if (!strcmp(e->name, name)) return e;
        abut_nearest_offer(&best, name, e->name);
    }
    flags_error(set, "there is no model to start from called '%.60s'%s", name,
                best.word ? abut_nearest_hint(&best, hint, sizeof hint) : "; 'abut init' lists them");
    return NULL;
}

/* A new file; one that is there is left alone, nothing is written through links. */
static int write_file(const flag_set *set, const catalogue_entry *e, const char *path) {
    if (set->value[AT_FORCE].given && unlink(path) != 0 && errno != ENOENT) {
        complain("init", "'%.200s' cannot be replaced: %s", path, strerror(errno));
        return STATUS_FAILED;
    }
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0 && errno == EEXIST) {
        complain("init", "'%.200s' is there: --force replaces it, --out names another", path);
        return STATUS_USAGE;
    }
    FILE *to = file < 0 ? NULL : fdopen(file, "w");
    bool good = to && fwrite(e->text, 1, e->length, to) == e->length;
    good = to && fclose(to) == 0 && good;
    if (!good) complain("init", "'%.200s' cannot be written: %s", path, strerror(errno));
    if (good) (void)printf("%s: change what is in it, then: abut run %s\n", path, path);
    return good ? STATUS_DONE : STATUS_FAILED;
}

static int run_init(flag_set *set) {
    const catalogue_entry *e = set->word_count ? find_kind(set) : NULL;
    if (set->errors) return STATUS_USAGE;
    if (!e) {
        print_kinds();
        return STATUS_DONE;
    }
    char path[100];
    (void)snprintf(path, sizeof path, "%s.yaml", e->name);
    const char *out = set->value[AT_OUT].given ? set->value[AT_OUT].text : path;
    if (strcmp(out, "-") != 0) return write_file(set, e, out);
    return fwrite(e->text, 1, e->length, stdout) == e->length ? STATUS_DONE : STATUS_FAILED;
}

const cli_command command_init = {
    .info = {.name = "init",
             .usage = "[KIND] [-o FILE]",
             .summary = "a commented model file to start from: bearing, cam, impact, rotor, wedge",
             .flags = init_flags,
             .words_max = 1,
             .notes = "Without a kind all are listed.\n\nexample: abut init bearing && abut run bearing.yaml\n"},
    .run = run_init,
};
