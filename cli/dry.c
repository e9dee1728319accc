/* abut dry: contact of two half-spaces on a grid. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "abut/dry.h"
#include "abut/text.h"
#include "calculator.h"
#include "complain.h"
#include "handy.h"

enum { AT_OUT, AT_CSV, AT_VTK, AT_NO_REPORT, AT_JSON, AT_QUIET, AT_OUTSIDE, AT_PLUGIN };

static const flag_info dry_flags[] = {
    [AT_OUT] = {"out", FLAG_WORD, .preset = "none", .meaning = "folder of the results; also -o"},
    [AT_CSV] = {"csv", FLAG_SWITCH, .meaning = "with --out: loads, the last map and its sections as CSV files, too"},
    [AT_VTK] = {"vtk", FLAG_SWITCH, .meaning = "with --out: files for ParaView, too"},
    [AT_NO_REPORT] = {"no-report", FLAG_SWITCH, .meaning = "with --out: do not write report.html, the web page"},
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object, SI"},
    [AT_QUIET] = {"quiet", FLAG_SWITCH, .meaning = "print nothing but errors and warnings"},
    [AT_OUTSIDE] = OUTSIDE_FLAG,
    [AT_PLUGIN] = PLUGIN_FLAG,
    {0},
};

#ifdef ABUT_FIELD
#include "dry_folder.h"
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
    dry_out out;
    progress progress;
    abut_message message; /* why it has failed */
    int done;
    struct dry_row {
        double force, approach, p_max, area_fraction, mean_gap, residual, seconds, stiffness;
        long inner;
    } * row;
    bool interrupted, complete;
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
        if (d->out.path) abut_json_number(j, "stiffness", d->row[i].stiffness);
        abut_json_number(j, "residual", d->row[i].residual);
        abut_json_number(j, "inner", (double)d->row[i].inner);
        abut_json_number(j, "seconds", d->row[i].seconds);
        abut_json_end(j);
    }
    abut_json_end(j);
}

static void json_stiffness(abut_json *j, const dry_run *d) {
    abut_json_begin(j, "stiffness", '[');
    for (int a = 0; a < 6; a++) {
        abut_json_begin(j, NULL, '[');
        for (int b = 0; b < 6; b++) abut_json_number(j, NULL, d->K[a][b]);
        abut_json_end(j);
    }
    abut_json_end(j);
}

/* All that is known: of loads that were stopped the last. */
static void json_answer(abut_json *j, const void *user) {
    const dry_run *d = user;
    json_result(j, &d->last);
    if (d->complete) json_stiffness(j, d);
    if (d->content->sweep) json_loads(j, d);
    if (d->complete) dry_rub_json(&d->rub, j);
}

static void print_json(const dry_run *d) {
    abut_json j = abut_json_start(stdout);
    json_answer(&j, d);
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
    d->row[index] = (struct dry_row){r->force,    r->approach, r->p_max, r->area_fraction, r->mean_gap,
                                     r->residual, r->seconds,  0,        r->inner};
    d->done = index + 1;
    if (!dry_out_add(&d->out, d->field, r, &d->row[index].stiffness, &d->message)) return true;
    if (d->content->loads > 1 && progress_due(&d->progress)) {
        (void)fprintf(stderr, "\rload %d of %d, %.3g N\033[K", d->done, d->content->loads, r->force);
        (void)fflush(stderr);
        d->progress.shown = true;
        d->progress.next = progress_clock() + 0.2;
    }
    return d->interrupted = interrupted();
}

static int refused(dry_run *d, int known) {
    abut_dry_refused(d->dry, &d->message);
    print_errors(d->dry, known);
    bool memory_ended = d->message.status == ABUT_NO_MEMORY && !d->message.place.key[0];
    return d->message.status < 0 && !memory_ended ? STATUS_USAGE : STATUS_FAILED;
}

/* Friction, stresses and stiffness at the last load. */
static abut_status look_closer(dry_run *d) {
    abut_status s = dry_rub_solve(&d->rub, d->content, d->field, &d->last, &d->message);
    if (s || d->rub.interrupted || !d->last.contact_cells) return s;
    return abut_field_stiffness6(d->field, d->K, &d->message);
}

static int solve(dry_run *d) {
    int known = abut_dry_error_count(d->dry);
    d->field = abut_field_create(&d->content->field, &d->message);
    if (!d->field) {
        bool memory = d->message.status == ABUT_NO_MEMORY && !d->message.place.key[0];
        return refused(d, known), memory ? STATUS_FAILED : STATUS_USAGE;
    }
    if (!dry_out_begin(&d->out, d->dry, d->field)) return STATUS_FAILED;
    interrupt_watch();
    d->progress = progress_start(1, d->set->value[AT_QUIET].given);
    abut_status s = abut_field_sweep(d->field, d->content->load, d->content->loads, seen, d, &d->message);
    progress_clear(&d->progress);
    if (d->out.lost) return complain(d->set->command->name, "%s", d->message.text), STATUS_FAILED;
    if (d->interrupted) {
        complain(d->set->command->name, "stopped after %d of %d loads", d->done, d->content->loads);
        return STATUS_FAILED;
    }
    if (!s) s = look_closer(d);
    if (d->rub.interrupted) {
        complain(d->set->command->name, "stopped after %d steps", d->rub.count);
        return STATUS_FAILED;
    }
    d->message.status = s;
    return s ? refused(d, known) : STATUS_DONE;
}

/* What is left in the folder; the exit status. */
static int keep(dry_run *d, int status) {
    const dry_rub *rub = &d->rub;
    bool stopped = d->interrupted || rub->interrupted;
    abut_dry_end end = {.status = d->complete ? "done"
                                  : stopped   ? "stopped"
                                              : "failed",
                        .message = d->complete || stopped ? NULL : d->message.text,
                        .put = json_answer,
                        .user = d};
    if (d->complete && d->content->friction) end.friction = &rub->last, end.pressed = &d->last;
    if (d->complete) end.point = (const double(*)[3])rub->point, end.stress = rub->stress;
    bool said = !given(d->set, AT_JSON) && !given(d->set, AT_QUIET);
    return dry_out_end(&d->out, &end, said) ? status : STATUS_FAILED;
}

static int answer(dry_run *d) {
    int status = solve(d);
    d->complete = status == STATUS_DONE;
    if (d->complete && given(d->set, AT_JSON))
        print_json(d);
    else if (d->complete && !given(d->set, AT_QUIET))
        print_table(d);
    return d->out.folder ? keep(d, status) : status;
}

static void take_out(dry_run *d) {
    flag_set *set = d->set;
    for (int at = AT_CSV; at <= AT_NO_REPORT; at++)
        if (given(set, at) && !given(set, AT_OUT))
            flags_error(set, "%s: give the folder of the results, too: --out DIR", dry_flags[at].name);
    d->out = (dry_out){.name = set->command->name,
                       .path = given(set, AT_OUT) ? set->value[AT_OUT].text : NULL,
                       .registry = set->registry,
                       .csv = given(set, AT_CSV),
                       .vtk = given(set, AT_VTK),
                       .page = !given(set, AT_NO_REPORT)};
}

static int run_dry(flag_set *set) {
    dry_run d = {.set = set};
    if (set->word_count == 0 && !set->errors) flags_error(set, "no file is given");
    take_out(&d);
    if (set->errors) return STATUS_USAGE;
    d.dry = abut_dry_read(set->registry, set->words[0]);
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
