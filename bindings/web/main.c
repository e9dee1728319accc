/* The calculators of the program for a browser: the same commands, tables of flags, sentences and answers, without what needs files. */
#include <stdio.h>
#include <string.h>

#include "abut/fmu.h"
#include "abut/study.h"
#include "abut/text.h"
#include "cli/command.h"
#include "cli/complain.h"

static const cli_command *const commands[] = {&command_point, &command_line, &command_film, &command_friction};

/* There are no plug-ins here, and no types but those of the element: no command of these asks for others. */
const abut_registry *abut_study_types(void) { return abut_element_types(); }
abut_status abut_registry_load(abut_registry *registry, const char *path, abut_message *message) {
    (void)registry, (void)path, (void)message;
    return ABUT_BAD_FILE;
}

abut_status abut_registry_allow_fmu(abut_registry *registry, abut_message *message) {
    (void)registry, (void)message;
    return ABUT_BAD_FILE;
}

int main(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "--version")) return printf("%s\n", abut_version()) < 0;
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(argv[1], commands[i]->info.name) != 0) continue;
        flag_set set = flags_read(&commands[i]->info, argc - 1, argv + 1);
        int status = STATUS_DONE;
        if (set.help)
            flags_help(&commands[i]->info);
        else
            status = commands[i]->run(&set);
        flags_free(&set);
        return status;
    }
    complain(NULL, "the calculators here are point, line, film and friction");
    return STATUS_USAGE;
}
