/* abut fmu: a model as an FMU, for other simulators. */
#include "abut/fmu.h"

#include <stdio.h>
#include <string.h>

#include "command.h"
#include "complain.h"
#include "open_model.h"

enum { AT_OUT, AT_FMI, AT_KIND, AT_INPUT, AT_OUTPUT, AT_FLANGE, AT_PLATFORMS, AT_SET, AT_OUTSIDE };

static const flag_info fmu_flags[] = {
    [AT_OUT] = {"out", FLAG_WORD, .meaning = "the FMU to write, FILE.fmu; also -o"},
    [AT_FMI] = {"fmi", FLAG_WORD, .preset = "2", .meaning = "version of the standard: 2 or 3"},
    [AT_KIND] = {"kind", FLAG_WORD, .preset = "cs",
                 .meaning = "cs: co-simulation, with our solver; me: model exchange; both"},
    [AT_INPUT] = {"input", FLAG_REPEAT,
                  .meaning =
                      "path of a number of the model, as for --set: a component of a load or the speed of a drive\n"
                      "                        may change while the FMU runs, others before it starts"},
    [AT_OUTPUT] = {"output", FLAG_REPEAT, .preset = "what is no part of a machine",
                   .meaning = "column of the results, body_ball.z; * and ? stand for any characters"},
    [AT_FLANGE] = {"flange", FLAG_REPEAT,
                   .meaning = "body by which the model hangs in somebody else's: its motion comes from there,\n"
                              "                        the force and the moment on it go there"},
    [AT_PLATFORMS] = {"platforms", FLAG_WORD, .preset = "linux",
                      .meaning =
                          "also for windows, macos (comma between): binaries with the solvers without SUNDIALS,\n"
                          "                        made by ./dev platforms, which have never been run"},
    [AT_SET] = {"set", FLAG_REPEAT, .meaning = "path=value: another value in the model"},
    [AT_OUTSIDE] = OUTSIDE_FLAG,
    {0},
};

static unsigned kinds_of(flag_set *set) {
    static const char *const words[] = {"cs", "me", "both"};
    const char *word = set->value[AT_KIND].given ? set->value[AT_KIND].text : "cs";
    for (unsigned i = 0; word && i < 3; i++)
        if (!strcmp(words[i], word)) return i + 1;
    flags_error(set, "kind: must be cs, me or both, got '%.60s'", word ? word : "");
    return 0;
}

static int version_of(flag_set *set) {
    const char *word = set->value[AT_FMI].given ? set->value[AT_FMI].text : "2";
    if (word && (!strcmp(word, "2") || !strcmp(word, "2.0"))) return 2;
    if (word && (!strcmp(word, "3") || !strcmp(word, "3.0"))) return 3;
    flags_error(set, "fmi: must be 2 or 3, got '%.60s'", word ? word : "");
    return 0;
}

/* Cuts "windows,macos" in place. */
enum { PLATFORMS_MOST = 8 };
static int platforms_of(char *text, const char *to[PLATFORMS_MOST]) {
    int count = 0;
    for (char *at = text; at && count < PLATFORMS_MOST; count++) {
        to[count] = at;
        at += strcspn(at, ",");
        if (!*at) at = NULL;
        if (at) *at++ = '\0';
    }
    return count;
}

static int write_fmu(flag_set *set, abut_model *m, const abut_fmu_def *def) {
    abut_message why = {0};
    abut_fmu_done done;
    abut_status status = abut_fmu_write(m, def, &done, &why);
    if (status && abut_model_error_count(m)) return refused_model(m, status);
    if (status) {
        complain(set->command->name, "%s", why.text);
        return status == ABUT_NO_MEMORY || status == ABUT_BAD_FILE ? STATUS_FAILED : STATUS_USAGE;
    }
    (void)printf("%s: FMI %d.0, %d inputs, %d parameters, %d outputs", def->path, def->version, done.inputs,
                 done.parameters, done.outputs);
    if (done.flanges) (void)printf(", %d flanges", done.flanges);
    if (done.states) (void)printf(", %d states, %d event indicators", done.states, done.event_indicators);
    (void)printf("; %.1f MB\n", 1e-6 * (double)done.bytes);
    return STATUS_DONE;
}

static int run_fmu(flag_set *set) {
    abut_fmu_def def = {.path = set->value[AT_OUT].text,
                        .version = version_of(set),
                        .kinds = kinds_of(set),
                        .inputs = set->value[AT_INPUT].texts,
                        .input_count = set->value[AT_INPUT].text_count,
                        .outputs = set->value[AT_OUTPUT].texts,
                        .output_count = set->value[AT_OUTPUT].text_count,
                        .flanges = set->value[AT_FLANGE].texts,
                        .flange_count = set->value[AT_FLANGE].text_count};
    const char *platforms[PLATFORMS_MOST];
    char names[200] = "";
    if (set->value[AT_PLATFORMS].given) {
        (void)snprintf(names, sizeof names, "%s", set->value[AT_PLATFORMS].text);
        def.platform_count = platforms_of(names, platforms);
        def.platforms = platforms;
    }
    if (!set->value[AT_OUT].given) flags_error(set, "say where the FMU goes: -o FILE.fmu");
    abut_model *m = open_model(set, AT_SET);
    if (!m) return STATUS_USAGE;
    int status = set->errors ? STATUS_USAGE : write_fmu(set, m, &def);
    abut_model_destroy(m);
    return status;
}

const cli_command command_fmu = {
    .info = {.name = "fmu",
             .usage = "MODEL -o FILE.fmu [--fmi 2|3] [--kind cs|me|both] [--input path]... [--output name]... "
                      "[--flange body]... [--platforms list]",
             .summary = "a model as an FMU, for other simulators",
             .flags = fmu_flags,
             .words_max = 1,
             .notes = "The FMU holds the model with all its files, in SI, and a shared object for x86-64 Linux that "
                      "needs nothing\n"
                      "but the C library. No compiler is called.\n"
                      "\nexample: abut fmu bounce.yaml -o bounce.fmu --output 'body_ball.*'\n"},
    .run = run_fmu,
};
