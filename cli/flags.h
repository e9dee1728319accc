/* Flags of a command from a table: the table reads them, checks them and prints the help. */
#ifndef ABUT_CLI_FLAGS_H
#define ABUT_CLI_FLAGS_H

#include <stdbool.h>
#include <stddef.h>

enum { FLAG_LIST_MAX = 4, FLAG_TABLE_MAX = 48, FLAG_WORDS_MAX = 1000 };

typedef enum flag_kind {
    FLAG_QUANTITY, /* one number, bare (SI) or with a unit */
    FLAG_LIST,     /* `count` numbers separated by commas */
    FLAG_WORD,     /* any text */
    FLAG_SWITCH,   /* takes no value */
    FLAG_OPTIONAL, /* a text behind '=', or nothing */
    FLAG_OUTSIDE,  /* the same: models may name files outside of their folder */
    FLAG_FMU,      /* the same: models may run FMUs */
    FLAG_REPEAT,   /* any text, as often as one likes: texts of its value */
    FLAG_PLUGIN    /* the same, files whose types are added to the registry of the set */
} flag_kind;

typedef struct flag_info {
    const char *name; /* without the dashes; a table ends at an entry without a name */
    flag_kind kind;
    const char *unit;   /* SI unit of a quantity, "1" for a pure number */
    int count;          /* of a list */
    bool infinite;      /* 'inf' is accepted */
    const char *preset; /* the default as the help shows it; NULL: none */
    const char *meaning;
} flag_info;

typedef struct command_info {
    const char *name;
    const char *usage;   /* what follows "abut NAME " */
    const char *summary; /* one line */
    const flag_info *flags;
    int words_max;     /* how many arguments that are not flags it takes */
    const char *notes; /* printed after the flags, ends with a line break; NULL: nothing */
} command_info;

typedef struct flag_value {
    bool given; /* the flag was written ... */
    bool good;  /* ... and its value could be read */
    double number[FLAG_LIST_MAX];
    const char *text;
    const char **texts; /* of a FLAG_REPEAT, in order */
    int text_count;
} flag_value;

typedef struct flag_set {
    const command_info *command;
    flag_value value[FLAG_TABLE_MAX]; /* in the order of the table */
    const char *words[FLAG_WORDS_MAX];
    int word_count;
    int errors;                           /* each was put on standard error */
    const struct abut_registry *registry; /* built-in types and those of plug-ins, with leave for files outside */
    struct abut_registry *own;            /* the same where it is not the built-in one, else NULL */
    bool failed; /* not what was asked for is wrong: exit status 1, whatever the command answers */
    bool help;   /* --help or -h stood somewhere: print the help and do nothing else */
} flag_set;

#define OUTSIDE_FLAG                                                                                                   \
    { "allow-outside", FLAG_OUTSIDE, .meaning = "files that the model names may lie outside of its folder" }
#define FMU_FLAG                                                                                                       \
    { "allow-fmu", FLAG_FMU, .meaning = "forces may be computed by FMUs, which run foreign code" }
#define PLUGIN_FLAG                                                                                                    \
    { "plugin", FLAG_PLUGIN, .meaning = "a shared library with further types; may be repeated" }

/* Reads argv[1] to argv[argc - 1]. All errors are reported, not only the first. To be freed by flags_free. */
flag_set flags_read(const command_info *command, int argc, char **argv);
void flags_free(flag_set *set);
void flags_help(const command_info *command);

/* An error in what the flags say: one line on standard error, and counted. */
void flags_error(flag_set *set, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
