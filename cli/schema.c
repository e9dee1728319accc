/* abut schema: the JSON schema of the model file, for editors. */
#include <stdio.h>

#include "abut/model.h"
#include "command.h"

static const flag_info schema_flags[] = {PLUGIN_FLAG, {0}};

static int run_schema(flag_set *set) {
    if (set->errors) return STATUS_USAGE;
    return abut_write_schema(set->registry, stdout) == ABUT_OK ? STATUS_DONE : STATUS_FAILED;
}

const cli_command command_schema = {
    .info = {.name = "schema",
             .usage = "[--plugin FILE]...",
             .summary = "the JSON schema of the model file, for editors",
             .flags = schema_flags,
             .words_max = 0,
             .notes = "An editor with a YAML language server completes and checks model files by it:\n"
                      "  abut schema > abut.schema.json\n"
                      "and as the first line of a model: # yaml-language-server: $schema=abut.schema.json\n"},
    .run = run_schema,
};
