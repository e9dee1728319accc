/* What main knows of a command: its table of flags and help, and the function that answers. */
#ifndef ABUT_CLI_COMMAND_H
#define ABUT_CLI_COMMAND_H

#include "flags.h"

enum {
    STATUS_DONE = 0,   /* the answer stands on standard output */
    STATUS_FAILED = 1, /* the computation failed */
    STATUS_USAGE = 2   /* bad usage or bad input; nothing on standard output */
};

typedef struct cli_command {
    command_info info;
    /* Gets the flags as read. With set->errors > 0 it may report further errors, but must answer STATUS_USAGE. */
    int (*run)(flag_set *set);
} cli_command;

extern const cli_command command_point, command_film, command_line, command_friction, command_life, command_list,
    command_show, command_check, command_schema, command_run, command_static, command_modes, command_heat,
    command_report, command_export, command_identify, command_cam, command_dry, command_ehl, command_rough,
    command_ehl_cycle, command_ehl_wave, command_ehl_table, command_fmu, command_init, command_explain,
    command_completions, command_diff;

/* All of them in the order of the help; NULL behind the last one. */
const cli_command *command_at(int index);

#endif
