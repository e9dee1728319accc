/* abut diff: where two runs differ, and by how much. */
#include <math.h>
#include <stdio.h>

#include "abut/result.h"
#include "child.h"
#include "command.h"
#include "complain.h"

enum { AT_RTOL, AT_MOST, AT_JSON };
static const double rtol_preset = 1e-6, most_preset = 10;

static const flag_info diff_flags[] = {
    [AT_RTOL] = {"rtol", FLAG_QUANTITY, "1", .preset = "1e-6",
                 .meaning = "allowed difference, in parts of the greatest size of a quantity in the first run"},
    [AT_MOST] = {"most", FLAG_QUANTITY, "1", .preset = "10", .meaning = "how many differences are shown"},
    [AT_JSON] = {"json", FLAG_SWITCH, .meaning = "print one JSON object with every difference"},
    {0},
};

static double number(const flag_set *set, int at, double preset) {
    return set->value[at].given && set->value[at].good ? set->value[at].number[0] : preset;
}

static void check_flags(flag_set *set) {
    double most = number(set, AT_MOST, most_preset), rtol = number(set, AT_RTOL, rtol_preset);
    if (set->word_count < 2) flags_error(set, "give the folders of two runs");
    if (!(rtol >= 0)) flags_error(set, "rtol: must not be negative, got %g", rtol);
    if (!(most >= 0 && most <= 1e6 && most == floor(most)))
        flags_error(set, "most: must be a whole number from 0 to 1e6, got %g", most);
}

/* "bodies/position of shaft [0]" */
static void name_of(char *to, size_t size, const abut_difference *d) {
    int used = snprintf(to, size, "%s", d->path);
    if (d->object[0] && used < (int)size) used += snprintf(to + used, size - (size_t)used, " of %s", d->object);
    if (d->components > 1 && used < (int)size) (void)snprintf(to + used, size - (size_t)used, " [%d]", d->component);
}

static void print_rows(const abut_comparison *c) {
    if (c->rows == c->rows_a && c->rows == c->rows_b)
        (void)printf("%ld rows", c->rows);
    else
        (void)printf("%ld rows at the same time, of %ld and %ld", c->rows, c->rows_a, c->rows_b);
    (void)printf(", %d quantities\n", c->count);
}

static void print_text(const abut_comparison *c, double rtol, int most) {
    print_rows(c);
    for (int i = 0; i < c->count && i < most && c->difference[i].relative > 0; i++) {
        const abut_difference *d = &c->difference[i];
        char name[800];
        name_of(name, sizeof name, d);
        if (i == 0)
            (void)printf("%-44s %10s %22s %22s  %s\n", "greatest difference", "relative", "first", "second", "at");
        (void)printf("%-44s %10.3g %22.15g %22.15g %s", name, d->relative, d->a, d->b, d->unit);
        if (!isnan(d->t)) (void)printf("  t = %.6g s", d->t);
        (void)printf("\n");
    }
    for (int i = 0; i < c->only_count; i++) (void)printf("%s\n", c->only[i]);
    if (c->beyond || c->only_count)
        (void)printf("different: %d of %d quantities differ by more than %g\n", c->beyond, c->count, rtol);
    else
        (void)printf("the same within %g\n", rtol);
}

static void print_json(const abut_comparison *c, double rtol) {
    abut_json j = abut_json_start(stdout);
    abut_json_bool(&j, "same", !c->beyond && !c->only_count);
    abut_json_number(&j, "rtol", rtol);
    abut_json_number(&j, "rows", (double)c->rows);
    abut_json_number(&j, "beyond", c->beyond);
    abut_json_begin(&j, "differences", '[');
    for (int i = 0; i < c->count; i++) {
        const abut_difference *d = &c->difference[i];
        abut_json_begin(&j, NULL, '{');
        abut_json_string(&j, "quantity", d->path);
        abut_json_string(&j, "object", d->object[0] ? d->object : NULL);
        abut_json_number(&j, "component", d->component);
        abut_json_string(&j, "unit", d->unit);
        abut_json_number(&j, "relative", d->relative);
        abut_json_number(&j, "difference", d->difference);
        abut_json_number(&j, "first", d->a);
        abut_json_number(&j, "second", d->b);
        abut_json_number(&j, "t", d->t);
        abut_json_end(&j);
    }
    abut_json_end(&j);
    abut_json_begin(&j, "only", '[');
    for (int i = 0; i < c->only_count; i++) abut_json_string(&j, NULL, c->only[i]);
    abut_json_end(&j);
    abut_json_end(&j);
}

static int run_diff(flag_set *set) {
    check_flags(set);
    if (set->errors) return STATUS_USAGE;
    double rtol = number(set, AT_RTOL, rtol_preset);
    abut_comparison c;
    abut_message why = {0};
    child_distrusts("cannot be read: it is damaged", set->words, set->word_count);
    abut_status status = abut_compare(set->words[0], set->words[1], rtol, &c, &why);
    if (status) {
        complain(set->command->name, "%s", why.text);
        return status == ABUT_NO_MEMORY ? STATUS_FAILED : STATUS_USAGE;
    }
    if (set->value[AT_JSON].given)
        print_json(&c, rtol);
    else
        print_text(&c, rtol, (int)number(set, AT_MOST, most_preset));
    int answer = c.beyond || c.only_count ? STATUS_FAILED : STATUS_DONE;
    abut_comparison_free(&c);
    return answer;
}

const cli_command command_diff = {
    .info = {.name = "diff",
             .usage = "FOLDER FOLDER2 [--rtol R]",
             .summary = "where two runs differ, and by how much",
             .flags = diff_flags,
             .words_max = 2,
             .notes = "Everything that both have recorded is compared at the times that both have, objects by their "
                      "names; not what\n"
                      "the solver needed for it. A difference counts in parts of the greatest size that numbers of its "
                      "kind have in\n"
                      "the first run. Exit status: 0 the same, 1 different, 2 a run cannot be read.\n"
                      "\nexample: abut diff before.out after.out --rtol 1e-4\n"},
    .run = run_diff,
};
