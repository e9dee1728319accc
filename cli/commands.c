/* The list of commands: one line each, in the order of the help. */
#include "command.h"

static const cli_command *const commands[] = {
    &command_init,     &command_run,       &command_check,  &command_static,      &command_modes,     &command_heat,
    &command_report,   &command_diff,      &command_export, &command_point,       &command_film,      &command_line,
    &command_friction, &command_life,      &command_list,   &command_show,        &command_explain,   &command_schema,
    &command_identify, &command_cam,       &command_dry,    &command_ehl,         &command_ehl_cycle, &command_ehl_wave,
    &command_rough,    &command_ehl_table, &command_fmu,    &command_completions,
};

const cli_command *command_at(int index) {
    return index < (int)(sizeof commands / sizeof commands[0]) ? commands[index] : NULL;
}
