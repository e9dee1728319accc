/* abut completions: what a shell needs to complete commands and flags, from the tables of the commands. */
#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "command.h"

static const flag_info completions_flags[] = {{0}};

/* A command of two words, as "ehl cycle", goes with its first one. */
static size_t first_length(const cli_command *c) { return strcspn(c->info.name, " "); }
static bool is_first(const cli_command *c) { return !c->info.name[first_length(c)]; }

static bool takes_value(const flag_info *f) {
    return f->kind != FLAG_SWITCH && f->kind != FLAG_OPTIONAL && f->kind != FLAG_OUTSIDE && f->kind != FLAG_FMU;
}

static bool same_word(const cli_command *c, const cli_command *first) {
    size_t length = strlen(first->info.name);
    return !strncmp(c->info.name, first->info.name, length) && (c->info.name[length] == ' ' || !c->info.name[length]);
}

/* Flags of the command and of those of two words that begin with it. */
static void put_flags(const cli_command *first) {
    const cli_command *c;
    for (int i = 0; (c = command_at(i)); i++)
        for (const flag_info *f = c->info.flags; same_word(c, first) && f->name; f++) (void)printf(" --%s", f->name);
    (void)printf(" --help");
}

static void put_second_words(const cli_command *first) {
    const cli_command *c;
    for (int i = 0; (c = command_at(i)); i++) {
        if (!is_first(c) && same_word(c, first)) (void)printf(" %s", c->info.name + first_length(c) + 1);
    }
}

/* ---- bash ---- */
static void put_bash(void) {
    const cli_command *c;
    (void)printf("# bash completion of abut: source it, or put it where bash-completion looks\n_abut() {\n"
                 "    local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} words=\n    COMPREPLY=()\n"
                 "    if [ \"$COMP_CWORD\" = 1 ]; then words='");
    for (int i = 0; (c = command_at(i)); i++)
        if (is_first(c)) (void)printf("%s ", c->info.name);
    (void)printf("help --help --version'\n    else\n        case $command in\n");
    for (int i = 0; (c = command_at(i)); i++) {
        if (!is_first(c)) continue;
        (void)printf("        %s) words='", c->info.name);
        put_second_words(c);
        put_flags(c);
        (void)printf("' ;;\n");
    }
    (void)printf(
        "        esac\n        case $word in -*) ;; *) COMPREPLY=($(compgen -f -- \"$word\")) ;; esac\n    fi\n"
        "    COMPREPLY+=($(compgen -W \"$words\" -- \"$word\"))\n}\n"
        "complete -o filenames -F _abut abut\n");
}

/* ---- zsh and fish: with what flags mean ---- */
/* In single quotes. zsh takes [, ], : and \ for its own. */
static void put_quoted(const char *text, const char *special) {
    for (; text && *text; text++) {
        if (*text == '\'')
            (void)printf("'\\''");
        else
            (void)printf("%s%c", special[strcspn(special, (const char[]){*text, '\0'})] ? "\\" : "", *text);
    }
}

static void put_zsh_flags(const cli_command *first) {
    const cli_command *c;
    for (int i = 0; (c = command_at(i)); i++)
        for (const flag_info *f = c->info.flags; same_word(c, first) && f->name; f++) {
            (void)printf(" \\\n            '*--%s[", f->name);
            put_quoted(f->meaning, "[]:\\");
            (void)printf("]%s'", takes_value(f) ? ":value:_files" : "");
        }
}

static void put_zsh(void) {
    const cli_command *c;
    (void)printf("#compdef abut\n# zsh completion of abut: put it as _abut into a folder of $fpath\n_abut() {\n"
                 "    if (( CURRENT == 2 )); then\n        local -a commands=(");
    for (int i = 0; (c = command_at(i)); i++) {
        if (!is_first(c)) continue;
        (void)printf("\n            '%s:", c->info.name);
        put_quoted(c->info.summary, "[]:\\");
        (void)printf("'");
    }
    (void)printf(
        ")\n        _describe command commands\n        return\n    fi\n    local command=$words[2]\n    shift words; "
        "(( CURRENT-- ))\n    case $command in\n");
    for (int i = 0; (c = command_at(i)); i++) {
        if (!is_first(c)) continue;
        (void)printf("    %s) _arguments", c->info.name);
        put_zsh_flags(c);
        (void)printf(" \\\n            '--help[print what the command does]' '*:file:_files' ;;\n");
    }
    (void)printf("    esac\n}\n_abut \"$@\"\n");
}

static void put_fish(void) {
    const cli_command *c;
    (void)printf("# fish completion of abut: put it into ~/.config/fish/completions/abut.fish\n");
    for (int i = 0; (c = command_at(i)); i++) {
        int length = (int)first_length(c);
        if (is_first(c))
            (void)printf("complete -c abut -f -n __fish_use_subcommand -a '%s' -d '", c->info.name);
        else
            (void)printf("complete -c abut -n '__fish_seen_subcommand_from %.*s' -a '%s' -d '", length, c->info.name,
                         c->info.name + length + 1);
        put_quoted(c->info.summary, "\\");
        (void)printf("'\n");
        for (const flag_info *f = c->info.flags; f->name; f++) {
            (void)printf("complete -c abut -n '__fish_seen_subcommand_from %.*s' -l %s%s -d '", length, c->info.name,
                         f->name, takes_value(f) ? " -r" : "");
            put_quoted(f->meaning, "\\");
            (void)printf("'\n");
        }
    }
}

static int run_completions(flag_set *set) {
    static const struct {
        const char *name;
        void (*put)(void);
    } shells[] = {{"bash", put_bash}, {"zsh", put_zsh}, {"fish", put_fish}};
    if (set->word_count < 1) flags_error(set, "say which shell: bash, zsh or fish");
    for (size_t i = 0; !set->errors && i < sizeof shells / sizeof *shells; i++)
        if (!strcmp(set->words[0], shells[i].name)) {
            shells[i].put();
            return STATUS_DONE;
        }
    if (!set->errors) flags_error(set, "there is nothing for the shell '%.40s': bash, zsh or fish", set->words[0]);
    return STATUS_USAGE;
}

const cli_command command_completions = {
    .info = {.name = "completions",
             .usage = "bash|zsh|fish",
             .summary = "a script by which a shell completes commands and flags",
             .flags = completions_flags,
             .words_max = 1,
             .notes = "example: abut completions bash > ~/.local/share/bash-completion/completions/abut\n"},
    .run = run_completions,
};
