/* abut dry: contact of two half-spaces on a grid. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "abut/dry.h"
#include "abut/text.h"
#include "calculator.h"
#include "complain.h"
#include "handy.h"

enum { AT_OUT, AT_JSON, AT_QUIET, AT_OUTSIDE, AT_PLUGIN };

static const flag_info dry_flags[] = {
    [AT_OUT] = {"out", FLAG_WORD,
                .meaning = "folder of maps, sections and a page; made if there is none; without it nothing is written"},
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object, SI"},
    [AT_QUIET] = {"quiet", FLAG_SWITCH, .meaning = "print nothing but errors and warnings"},
    [AT_OUTSIDE] = OUTSIDE_FLAG,
    [AT_PLUGIN] = PLUGIN_FLAG,
    {0},
};

#ifdef ABUT_FIELD
#include "dry_friction.h"
#include "interrupt.h"
#include "progress.h"

typedef struct dry_run {
    flag_set *set;
    abut_dry *dry;
    const abut_dry_content *content;
    abut_field *field;
    abut_field_result last;
    double K[6][6];
    dry_rub rub;
    progress progress;
    int done;
    abut_field_result *row; /* of every load */
    bool interrupted;
} dry_run;

static void print_errors(const abut_dry *d, int first) {
    for (int i = first; i < abut_dry_error_count(d); i++) (void)fprintf(stderr, "%s\n", abut_dry_error_at(d, i).text);
}

/* ---- answers ---- */
static void json_pair(abut_json *j, const char *key, const double v[2]) {
    abut_json_begin(j, key, '[');
    for (int k = 0; k < 2; k++) abut_json_number(j, NULL, v[k]);
    abut_json_end(j);
}

static void json_result(abut_json *j, const abut_field_result *r) {
    abut_json_number(j, "force", r->force);
    abut_json_number(j, "approach", r->approach);
    abut_json_number(j, "p_max", r->p_max);
    abut_json_number(j, "p_mean", r->p_mean);
    abut_json_number(j, "contact_cells", (double)r->contact_cells);
    abut_json_number(j, "plastic_cells", (double)r->plastic_cells);
    abut_json_number(j, "area_fraction", r->area_fraction);
    abut_json_number(j, "mean_gap", r->mean_gap);
    json_pair(j, "center", r->center);
    json_pair(j, "tilt", r->tilt);
    json_pair(j, "moment", r->moment);
    abut_json_number(j, "iterations", (double)(r->inner));
    abut_json_number(j, "inner", (double)r->inner);
    abut_json_number(j, "outer", (double)r->outer);
    abut_json_number(j, "residual", r->residual);
    abut_json_number(j, "residual_scale", r->scale);
    abut_json_number(j, "pair_equivalents", r->pair_equivalents);
    abut_json_number(j, "seconds", r->seconds);
    abut_json_string(j, "caution", r->caution);
}

static void json_loads(abut_json *j, const dry_run *d) {
    abut_json_begin(j, "loads", '[');
    for (int i = 0; i < d->done; i++) {
        abut_json_begin(j, NULL, '{');
        abut_json_number(j, "force", d->row[i].force);
        abut_json_number(j, "approach", d->row[i].approach);
        abut_json_number(j, "p_max", d->row[i].p_max);
        abut_json_number(j, "area_fraction", d->row[i].area_fraction);
        abut_json_number(j, "mean_gap", d->row[i].mean_gap);
        abut_json_number(j, "residual", d->row[i].residual);
        abut_json_number(j, "inner", (double)d->row[i].inner);
        abut_json_number(j, "seconds", d->row[i].seconds);
        abut_json_end(j);
    }
    abut_json_end(j);
}

static void print_json(const dry_run *d, FILE *to) {
    abut_json j = abut_json_start(to);
    json_result(&j, &d->last);
    abut_json_begin(&j, "stiffness", '[');
    for (int a = 0; a < 6; a++) {
        abut_json_begin(&j, NULL, '[');
        for (int b = 0; b < 6; b++) abut_json_number(&j, NULL, d->K[a][b]);
        abut_json_end(&j);
    }
    abut_json_end(&j);
    if (d->content->sweep) json_loads(&j, d);
    dry_rub_json(&d->rub, &j);
    abut_json_end(&j);
}

static void print_table(const dry_run *d) {
    const abut_field_result *r = &d->last;
    (void)printf("%s\n\n", d->content->title ? d->content->title : "dry contact on a grid");
    if (d->content->sweep) {
        (void)printf("%14s %14s %14s %14s %14s\n", "force N", "approach m", "p_max Pa", "area fraction", "mean gap m");
        for (int i = 0; i < d->done; i++)
            (void)printf("%14.6g %14.6g %14.6g %14.6g %14.6g\n", d->row[i].force, d->row[i].approach, d->row[i].p_max,
                         d->row[i].area_fraction, d->row[i].mean_gap);
        (void)printf("\nlast:\n");
    }
    handy_heading();
    handy_line("force", r->force, "N");
    handy_line("approach", r->approach, "m");
    handy_line("p_max", r->p_max, "Pa");
    handy_line("p_mean", r->p_mean, "Pa");
    handy_line("area fraction", r->area_fraction, "1");
    handy_line("mean gap", r->mean_gap, "m");
    handy_line("centre x", r->center[0], "m");
    handy_line("centre y", r->center[1], "m");
    handy_line("stiffness", d->K[2][2], "N/m");
    (void)printf("\n%ld cells in contact", r->contact_cells);
    if (r->plastic_cells) (void)printf(", %ld of them at the hardness", r->plastic_cells);
    (void)printf("; residual %.1e of %.3g m (greatest gap in contact or overlap outside)\n", r->residual, r->scale);
    (void)printf("%ld inner iterations, %ld contact sets, %.1f pairs of transforms, %.3g s\n", r->inner, r->outer,
                 r->pair_equivalents, r->seconds);
    if (r->caution) (void)printf("caution: %s\n", r->caution);
    dry_rub_table(&d->rub);
}

/* ---- solving ---- */
static bool seen(int index, const abut_field_result *r, void *user) {
    dry_run *d = user;
    d->last = *r;
    d->row[index] = *r;
    d->done = index + 1;
    if (d->content->loads > 1 && progress_due(&d->progress)) {
        (void)fprintf(stderr, "\rload %d of %d, %.3g N\033[K", d->done, d->content->loads, r->force);
        (void)fflush(stderr);
        d->progress.shown = true;
        d->progress.next = progress_clock() + 0.2;
    }
    return d->interrupted = interrupted();
}

static int solve(dry_run *d) {
    abut_message message = {0};
    int known = abut_dry_error_count(d->dry);
    d->field = abut_field_create(&d->content->field, &message);
    if (!d->field) {
        abut_dry_refused(d->dry, &message);
        print_errors(d->dry, known);
        return message.status == ABUT_NO_MEMORY && !message.place.key[0] ? STATUS_FAILED : STATUS_USAGE;
    }
    interrupt_watch();
    d->progress = progress_start(1, d->set->value[AT_QUIET].given);
    abut_status s = abut_field_sweep(d->field, d->content->load, d->content->loads, seen, d, &message);
    progress_clear(&d->progress);
    if (d->interrupted) {
        complain(d->set->command->name, "stopped after %d of %d loads", d->done, d->content->loads);
        return STATUS_FAILED;
    }
    if (!s) s = dry_rub_solve(&d->rub, d->content, d->field, &d->last, &message);
    if (d->rub.interrupted) {
        complain(d->set->command->name, "stopped after %d steps", d->rub.count);
        return STATUS_FAILED;
    }
    if (!s && d->last.contact_cells) s = abut_field_stiffness6(d->field, d->K, &message);
    if (!s) return STATUS_DONE;
    abut_dry_refused(d->dry, &message);
    print_errors(d->dry, known);
    return s < 0 ? STATUS_USAGE : STATUS_FAILED;
}

/* The files of --out; false after saying why there are none. */
static bool write_files(const dry_run *d) {
    abut_message message = {0};
    char *summary = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&summary, &length);
    if (to) print_json(d, to);
    bool whole = to && !ferror(to);
    if (!to || fclose(to) != 0 || !whole || !summary || length == 0) {
        complain(d->set->command->name, "out of memory");
        free(summary);
        return false;
    }
    abut_dry_output out = {.folder = d->set->value[AT_OUT].text,
                           .title = d->content->title,
                           .summary = summary,
                           .grid = abut_field_size(d->field),
                           .result = &d->last,
                           .loads = d->done,
                           .load = d->row,
                           .friction = d->content->friction ? &d->rub.last : NULL};
    bool good = abut_dry_write(&out, &message) == ABUT_OK;
    if (!good) complain(d->set->command->name, "out: %s", message.text);
    free(summary);
    return good;
}

static int answer(dry_run *d) {
    int status = solve(d);
    if (status != STATUS_DONE) return status;
    if (given(d->set, AT_OUT) && !write_files(d)) status = STATUS_FAILED;
    if (given(d->set, AT_JSON))
        print_json(d, stdout);
    else if (!given(d->set, AT_QUIET))
        print_table(d);
    return status;
}

static int run_dry(flag_set *set) {
    if (set->word_count == 0 && !set->errors) flags_error(set, "no file is given");
    if (set->errors) return STATUS_USAGE;
    dry_run d = {.set = set, .dry = abut_dry_read(set->registry, set->words[0])};
    if (!d.dry) {
        complain(set->command->name, "out of memory");
        return STATUS_FAILED;
    }
    int status = STATUS_USAGE;
    d.content = abut_dry_get(d.dry);
    print_errors(d.dry, 0);
    if (abut_dry_error_count(d.dry) == 0) {
        d.row = calloc((size_t)d.content->loads, sizeof *d.row);
        if (!d.row) complain(set->command->name, "out of memory");
        status = d.row ? answer(&d) : STATUS_FAILED;
    }
    free(d.row);
    dry_rub_free(&d.rub);
    abut_field_destroy(d.field);
    abut_dry_destroy(d.dry);
    return status;
}
#else
static int run_dry(flag_set *set) {
    complain(set->command->name, "not part of this build: it was made without FFTW (ABUT_FIELD)");
    return STATUS_USAGE;
}
#endif

const cli_command command_dry = {
    .info = {.name = "dry",
             .usage = "FILE [flags]",
             .summary = "contact of half-spaces on a grid: pressure, area, stiffness, friction, stresses",
             .flags = dry_flags,
             .words_max = 1,
             .notes = "FILE has grid, gap, materials, and force, approach or loads; it may have friction and\n"
                      "subsurface: docs/howto/dry-contact.md.\n"
                      "Gaps and solvers: 'abut list gap', 'abut list dry_solver'.\n"},
    .run = run_dry,
};
