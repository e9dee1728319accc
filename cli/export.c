/* abut export: a run as files for other programs. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "abut/result.h"
#include "child.h"
#include "command.h"
#include "complain.h"

enum { AT_VTK, AT_OUT, AT_EVERY, AT_OUTSIDE, AT_PLUGIN };

static const flag_info export_flags[] = {
    [AT_VTK] = {"vtk", FLAG_SWITCH,
                .meaning = "files for ParaView: bodies.pvd, contacts.pvd and a .vtp per step of each"},
    [AT_OUT] = {"out", FLAG_WORD, .preset = "vtk in the folder of the run",
                .meaning = "folder of the files; made if there is none; also -o"},
    [AT_EVERY] = {"every", FLAG_QUANTITY, "1", .preset = "1, or what keeps 1000 steps and about 500 MB",
                  .meaning = "rows from one step to the next; the last row is always there"},
    [AT_OUTSIDE] = OUTSIDE_FLAG,
    [AT_PLUGIN] = PLUGIN_FLAG,
    {0},
};

static void check_flags(flag_set *set) {
    const flag_value *every = &set->value[AT_EVERY];
    double n = every->number[0];
    if (set->word_count < 1) flags_error(set, "give the folder of a run");
    if (!set->value[AT_VTK].given) flags_error(set, "say what to write: --vtk");
    if (every->given && every->good && !(n >= 1 && n <= 1e9 && n == floor(n)))
        flags_error(set, "every: a whole number of rows from 1 to 1e9 is needed, got %g", n);
}

static const char *plural(long count) { return count == 1 ? "" : "s"; }

static void print_done(const abut_vtk_done *d) {
    if (d->surfaces)
        (void)printf("%s/bodies.pvd: %d surface%s, %ld triangles\n", d->folder, d->surfaces, plural(d->surfaces),
                     d->triangles);
    else if (d->marks)
        (void)printf("%s/bodies.pvd: %d bod%s as points\n", d->folder, d->marks, d->marks == 1 ? "y" : "ies");
    if (d->contacts)
        (void)printf("%s/contacts.pvd: the closed ones of %d contact%s\n", d->folder, d->contacts, plural(d->contacts));
    if (!d->shapes) (void)printf("without surfaces: the model cannot be built again from its text\n");
    if (d->every > 1)
        (void)printf("%ld steps: one row in %ld of %ld, and the last one; %.1f MB\n", d->steps, d->every, d->rows,
                     1e-6 * d->bytes);
    else
        (void)printf("%ld steps: all rows, %.1f MB\n", d->steps, 1e-6 * d->bytes);
}

static int write_files(flag_set *set) {
    abut_message why = {0};
    abut_vtk_def job = {.registry = set->registry, .folder = set->words[0], .out = set->value[AT_OUT].text};
    if (set->value[AT_EVERY].given) job.every = (long)set->value[AT_EVERY].number[0];
    abut_vtk_done done;
    child_distrusts("cannot be read: it is damaged", set->words, set->word_count);
    (void)signal(SIGXFSZ, SIG_IGN); /* a file at its limit is an error of writing, not the end */
    abut_status status = abut_vtk_write(&job, &done, &why);
    if (status)
        complain(set->command->name, "%s", why.text);
    else
        print_done(&done);
    free(done.folder);
    bool unreadable = !done.begun && status != ABUT_NO_MEMORY;
    return status == ABUT_OK ? STATUS_DONE : unreadable ? STATUS_USAGE : STATUS_FAILED;
}

static int run_export(flag_set *set) {
    check_flags(set);
    return set->errors ? STATUS_USAGE : write_files(set);
}

const cli_command command_export = {
    .info =
        {.name = "export",
         .usage = "FOLDER --vtk [-o FOLDER2] [--every N] [--plugin FILE]...",
         .summary = "a run as files for other programs: ParaView",
         .flags = export_flags,
         .words_max = 1,
         .notes =
             "Open bodies.pvd and contacts.pvd in ParaView. Cells carry the indices of their body and surface, points\n"
             "of contacts N, p_max, force, a, b; the names are field data.\n"
             "\nexample: abut export bounce.out --vtk\n"},
    .run = run_export,
};
