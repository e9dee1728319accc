/* Bearings by their designations: dimensions against tables typed by hand, insides against what fits, ratings against printed
 * ones and the tables of the standards, every designation as a model. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/model.h"
#include "model/designation.h"
#include "model/model.h"
#include "support/near.h"
#include "support/suite.h"
#include "support/table.h"
#include "support/validation.h"

static const double deg = 3.14159265358979323846 / 180;

static designation of(const char *name) {
    designation d;
    ck_assert_msg(designation_read(name, &d), "%s", name);
    return d;
}

static designation_inside inside_of(const char *name) {
    designation d = of(name);
    designation_inside in;
    designation_rule(&d, &in);
    return in;
}

START_TEST(dimensions) {
    table t = table_read("bearing_dimensions.csv");
    ck_assert_uint_ge(t.rows, 40);
    for (size_t row = 0; row < t.rows; row++) {
        const char *name = table_text(&t, row, "designation");
        designation d = of(name);
        ck_assert_str_eq(d.name, name);
        ck_assert_msg(d.bore == table_at(&t, row, "bore"), "%s: bore %g", name, d.bore);
        ck_assert_msg(d.size->outside == table_at(&t, row, "outside"), "%s: outside %g", name, d.size->outside);
        double width = d.size->T > 0 ? d.size->T : d.size->width;
        ck_assert_msg(width == table_at(&t, row, "width"), "%s: width %g", name, width);
    }
    table_free(&t);
}
END_TEST

/* Sizes grow with the bore; B and C of tapered bearings are below T. */
START_TEST(tables_are_in_order) {
    const designation_series *s;
    for (int i = 0; (s = designation_series_at(i)) != NULL; i++) {
        designation d, before = {.bore = 0};
        const char *first = NULL;
        int count = 0;
        for (int code = 0; code < DESIGNATION_CODES; code++) {
            if (!designation_at(s, code, &d)) continue;
            if (!first) ck_assert_str_eq(d.name, s->first);
            first = s->first;
            if (count++)
                ck_assert_msg(d.size->outside > before.size->outside && d.size->width >= before.size->width,
                              "%s after %s", d.name, before.name);
            ck_assert_msg(d.size->outside > d.bore && d.size->width > 0, "%s", d.name);
            ck_assert_msg(d.size->T == 0 || (d.size->T > d.size->width && d.size->width > d.size->C), "%s", d.name);
            before = d;
        }
        ck_assert_str_eq(before.name, s->last);
        ck_assert_int_ge(count, 20);
    }
    ck_assert_int_eq((int)of("6200").bore, 10);
    ck_assert_int_eq((int)of("6201").bore, 12);
    ck_assert_int_eq((int)of("6202").bore, 15);
    ck_assert_int_eq((int)of("6203").bore, 17);
    ck_assert_int_eq((int)of("6204").bore, 20);
    ck_assert_int_eq((int)of("NU224").bore, 120);
}
END_TEST

START_TEST(names) {
    static const char *const wrong[] = {"",      "6",     "62",    "6223",   "6225",    "62060",  "6206C", "7208D",
                                        "nu208", "NU201", "30202", "51119",  "6206 ",   "72 08",  "X6206", "7008ACB",
                                        "62-6",  "620 6", "NU2",   "6206AC", "NU208EC", "6205\n", "6299",  "70990"};
    designation d;
    char name[DESIGNATION_NAME];
    size_t count = 0, without = 0;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_msg(!designation_read(wrong[i], &d), "%s", wrong[i]);
    for (; designation_name(count, name); count++) {
        d = of(name);
        ck_assert_str_eq(d.name, name);
        without += strspn(name + 3, "0123456789") == strlen(name + 3);
    }
    ck_assert_uint_ge(without, 200);
    ck_assert_uint_lt(count, 1000); /* of cli/show.c */
    ck_assert(fabs(of("7208C").angle - 15 * deg) < 1e-15 && fabs(of("7208AC").angle - 25 * deg) < 1e-15);
    ck_assert(fabs(of("7208B").angle - 40 * deg) < 1e-15 && of("7208").angle == of("7208B").angle);
    ck_assert(of("7008").angle == of("7008C").angle && of("6206").angle == 0);
    expect_near(of("30206").angle, (14 + 2 / 60.0 + 10 / 3600.0) * deg, 1e-5, NULL, "30206");
}
END_TEST

/* ---- the inside ---- */
/* Elements fit on the circle with room between them, those of deep groove bearings can be filled in, and lie within the rings. */
START_TEST(everything_fits) {
    char name[DESIGNATION_NAME];
    for (size_t i = 0; designation_name(i, name); i++) {
        designation d = of(name);
        designation_inside in = inside_of(name);
        double apart = in.pitch * sin(180 * deg / in.count), wall = 0.5 * (d.size->outside - d.bore) - in.element;
        ck_assert_msg(in.count >= 6 && apart > 1.01 * in.element, "%s: %d elements", name, in.count);
        ck_assert_msg(wall > 0.2 * in.element, "%s: walls of %g mm", name, wall);
        ck_assert_msg(in.length < d.size->width, "%s", name);
        expect_near(2 * in.pitch, d.bore + d.size->outside, 1e-15, NULL, "%s", name);
        if (!strncmp(name, "6", 1)) {
            double filled = (in.count - 1) * 2 * asin(in.element / in.pitch) / deg,
                   one_more = in.count * 2 * asin(in.element / in.pitch) / deg;
            ck_assert_msg(filled <= 195 && one_more > 195, "%s: %g deg", name, filled);
        }
        ck_assert_msg(in.C > 0 && in.C0 > 0 && in.Cu > 0 && isfinite(in.C + in.C0 + in.Cu), "%s", name);
    }
}
END_TEST

/* Cones of a tapered bearing: lines along the outer raceway, the roller's axis and the inner raceway meet the axis in one point. */
START_TEST(one_apex) {
    static const char *const some[] = {"30204", "30206", "30220", "32208", "32224"};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        designation d = of(some[i]);
        designation_inside in = inside_of(some[i]);
        double axis = d.angle - in.taper, R = 0.5 * in.pitch, r = 0.5 * in.element;
        /* middle of the roller at (0, R) in (z, radius), its axis inclined by `axis`; from there across to both raceways */
        double outer_z = -r * sin(axis), outer_r = R + r * cos(axis), inner_z = r * sin(axis),
               inner_r = R - r * cos(axis);
        double apex = -R / tan(axis), apex_outer = outer_z - outer_r / tan(d.angle),
               apex_inner = inner_z - inner_r / tan(axis - in.taper);
        expect_near(apex_outer, apex, 1e-12, NULL, "%s, outer", some[i]);
        expect_near(apex_inner, apex, 1e-12, NULL, "%s, inner", some[i]);
    }
}
END_TEST

/* ---- ratings ---- */
/* C as makers print it for the bearings of the catalogue, which do not take part in the rule. */
START_TEST(printed_ratings) {
    static const struct {
        const char *name;
        double C, C0;
    } printed[] = {{"6204", 12.8e3, 6.6e3},  {"6205", 14e3, 7.85e3}, {"6208", 29.1e3, 17.9e3}, {"6308", 40.5e3, 24e3},
                   {"7008", 20.6e3, 15.9e3}, {"7208", 32e3, 23e3},   {"51108", 26.9e3, 63e3}};
    for (size_t i = 0; i < sizeof printed / sizeof *printed; i++) {
        designation_inside in = inside_of(printed[i].name);
        char what[80];
        (void)snprintf(what, sizeof what, "basic rating C of a %s by its designation", printed[i].name);
        expect_near(in.C, printed[i].C, 0.1, NULL, "C of %s", printed[i].name);
        expect_near(in.C0, printed[i].C0, 0.1, NULL, "C0 of %s", printed[i].name);
        validated(&(validation){"Rating life", what, "published: catalogues of makers", "N", printed[i].C, 50, in.C});
    }
}
END_TEST

/* And of the whole series 62 (bores of 12 to 100 mm) in kN: a table after GB/T 276 with makers' ratings. */
START_TEST(a_series) {
    static const double printed[] = {6.89, 7.8,  9.56, 12.7, 14,   19.5, 25.5, 29.1, 32.5, 35.1,
                                     43.6, 52.0, 57.2, 61.8, 66.3, 72.8, 83.2, 95.6, 108,  124};
    double worst = 0;
    for (int i = 0; i < 20; i++) {
        char name[8];
        (void)snprintf(name, sizeof name, "62%02d", i + 1);
        expect_near(inside_of(name).C, 1e3 * printed[i], 0.12, &worst, "C of %s", name);
    }
    ck_assert(worst > 0.01); /* it is a rule, not a copy */
}
END_TEST

/* Table 7 of ISO 281 (recalled), solved for f_c of rollers that give g. */
START_TEST(factor_of_rollers) {
    static const double seven[][2] = {{0.01, 52.1}, {0.02, 60.8}, {0.05, 74.1}, {0.08, 81.2},
                                      {0.10, 84.2}, {0.14, 87.7}, {0.18, 88.8}, {0.20, 88.7},
                                      {0.24, 87.5}, {0.28, 85.2}, {0.30, 83.8}};
    double C, C0;
    for (size_t i = 0; i < sizeof seven / sizeof *seven; i++) {
        double g = seven[i][0];
        must(abut_iso281_roller(16, g * 0.1, 1e-3, 0.1, 0, &C, &C0));
        double fc = C / (1.1 * pow(16, 0.75) * pow(100 * g, 29 / 27.0));
        expect_near(fc, seven[i][1], 1.5e-3, NULL, "f_c at %g", g);
        expect_near(C0, 44 * (1 - g) * 16 * 1 * 100 * g, 1e-12, NULL, "C0 at %g", g);
    }
    double flat, lean, flat0, lean0, c = cos(15 * deg);
    must(abut_iso281_roller(17, 8e-3 * c, 10e-3, 46e-3, 0, &flat, &flat0));
    must(abut_iso281_roller(17, 8e-3, 10e-3, 46e-3, 15 * deg, &lean, &lean0));
    expect_near(lean / flat, pow(c, 7 / 9.0 - 29 / 27.0), 1e-12, NULL, "C of leaning rollers");
    expect_near(lean0, flat0, 1e-12, NULL, "C0 of leaning rollers");
    ck_assert(abut_iso281_roller(0, 8e-3, 1e-2, 46e-3, 0, &C, &C0) == ABUT_BAD_VALUE && isnan(C) && isnan(C0));
    ck_assert(abut_iso281_roller(9, 8e-3, 1e-2, 46e-3, 90 * deg, &C, &C0) == ABUT_BAD_VALUE);
    ck_assert(abut_iso281_roller(9, 30e-3, 1e-2, 46e-3, 0, &C, &C0) == ABUT_BAD_VALUE);
}
END_TEST

START_TEST(static_factor) {
    double C0;
    must(abut_iso76_ball(10, 8e-3, 80e-3, 0, &C0)); /* g 0.1: f0 16.4 */
    expect_near(C0, 16.4 * 640, 1e-12, NULL, "g 0.1");
    must(abut_iso76_ball(10, 8e-3, 8 / 0.205 * 1e-3, 0, &C0));
    expect_near(C0, 13.85 * 640, 1e-12, NULL, "between two rows");
    must(abut_iso76_ball(10, 8e-3, 80e-3, 90 * deg, &C0));
    expect_near(C0, 61.6 * 640, 1e-12, NULL, "thrust");
    ck_assert(abut_iso76_ball(10, 8e-3, 80e-3, 60 * deg, &C0) == ABUT_BAD_VALUE && isnan(C0));
    ck_assert(abut_iso76_ball(3, 8e-3, 15e-3, 0, &C0) == ABUT_BAD_VALUE);
}
END_TEST

/* ---- clearance ---- */
static void group_is(abut_bearing_kind kind, abut_clearance_class group, double mm, double least, double most) {
    double a, b;
    must(abut_iso5753(kind, group, mm * 1e-3, &a, &b));
    ck_assert_msg(fabs(a - least * 1e-6) < 1e-12 && fabs(b - most * 1e-6) < 1e-12, "bore %g: %g to %g um", mm, a * 1e6,
                  b * 1e6);
}

START_TEST(groups_of_clearance) {
    group_is(ABUT_RADIAL_BALL, ABUT_CLEARANCE_CN, 10, 2, 13);
    group_is(ABUT_RADIAL_BALL, ABUT_CLEARANCE_CN, 12, 3, 18);
    group_is(ABUT_RADIAL_BALL, ABUT_CLEARANCE_CN, 25, 5, 20);
    group_is(ABUT_RADIAL_BALL, ABUT_CLEARANCE_C2, 40, 1, 11);
    group_is(ABUT_RADIAL_BALL, ABUT_CLEARANCE_C3, 50, 18, 36);
    group_is(ABUT_RADIAL_BALL, ABUT_CLEARANCE_C4, 65, 38, 61);
    group_is(ABUT_RADIAL_BALL, ABUT_CLEARANCE_C3, 80, 25, 51);
    group_is(ABUT_RADIAL_BALL, ABUT_CLEARANCE_C4, 100, 53, 84);
    group_is(ABUT_RADIAL_ROLLER, ABUT_CLEARANCE_CN, 24, 20, 45);
    group_is(ABUT_RADIAL_ROLLER, ABUT_CLEARANCE_C2, 40, 5, 30);
    group_is(ABUT_RADIAL_ROLLER, ABUT_CLEARANCE_C3, 50, 50, 80);
    group_is(ABUT_RADIAL_ROLLER, ABUT_CLEARANCE_C4, 65, 80, 110);
    group_is(ABUT_RADIAL_ROLLER, ABUT_CLEARANCE_C3, 120, 85, 125);
    double a, b, before[2] = {0, 0};
    for (int kind = ABUT_RADIAL_BALL; kind <= ABUT_RADIAL_ROLLER; kind++)
        for (int group = ABUT_CLEARANCE_C2; group <= ABUT_CLEARANCE_C4; group++) {
            before[0] = before[1] = 0;
            for (int bore = 1; bore <= 200; bore++) { /* nothing shrinks with the bore, groups follow each other */
                double next[2] = {INFINITY, INFINITY};
                must(abut_iso5753((abut_bearing_kind)kind, (abut_clearance_class)group, 1e-3 * bore, &a, &b));
                if (group < ABUT_CLEARANCE_C4)
                    must(abut_iso5753((abut_bearing_kind)kind, (abut_clearance_class)(group + 1), 1e-3 * bore, &next[0],
                                      &next[1]));
                ck_assert_msg(a < b && a >= before[0] && b >= before[1] && next[0] > a && next[1] > b, "bore %d", bore);
                before[0] = a, before[1] = b;
            }
        }
    ck_assert(abut_iso5753(ABUT_RADIAL_BALL, ABUT_CLEARANCE_CN, 0.21, &a, &b) == ABUT_BAD_VALUE && isnan(a));
    ck_assert(abut_iso5753(ABUT_RADIAL_ROLLER, ABUT_CLEARANCE_CN, 0.21, &a, &b) == ABUT_BAD_VALUE);
    ck_assert(abut_iso5753(ABUT_THRUST_BALL, ABUT_CLEARANCE_CN, 0.02, &a, &b) == ABUT_BAD_VALUE);
    ck_assert(abut_iso5753(ABUT_RADIAL_BALL, ABUT_CLEARANCE_GIVEN, 0.02, &a, &b) == ABUT_BAD_VALUE);
}
END_TEST

/* ---- models ---- */
static void note(const model_error *e, void *user) { (void)snprintf(user, 400, "%s", e->text); }

static int errors_of(const char *use, char why[400], model *m) {
    char text[600];
    (void)snprintf(text, sizeof text,
                   "abut: 1\nbodies:\n  - {name: h, fixed: true}\n  - {name: s, mass: 2, inertia: [5e-3, 5e-3, 1e-3]}\n"
                   "machines:\n  - {name: b, inner: s, outer: h, use: %s}\n",
                   use);
    why[0] = '\0';
    return model_read_text("test", text, strlen(text), NULL, 0, note, why, m);
}

/* Every one is read without errors; those whose machine is not there say so. */
START_TEST(all_expand) {
    char name[DESIGNATION_NAME], why[400];
    int good = 0;
    for (size_t i = 0; designation_name(i, name); i++) {
        designation d = of(name);
        model m;
        const char *machine = designation_machine(&d, abut_world_types());
        bool there = abut_registry_find(abut_world_types(), "machine", machine) != NULL;
        int errors = errors_of(name, why, &m);
        if (there) {
            ck_assert_msg(!errors, "%s: %s", name, why);
            good++;
            model_free(&m);
        } else
            ck_assert_msg(errors && strstr(why, "test:6:") && strstr(why, machine), "%s: %s", name, why);
    }
    ck_assert_int_ge(good, 200);
}
END_TEST

/* The clearance that a model gets: the middle of the group, a group of its own, a number of its own. */
static double clearance_of(const char *use, bool roller) {
    char why[400];
    model m;
    ck_assert_msg(!errors_of(use, why, &m), "%s: %s", use, why);
    must(abut_start(m.world, &(abut_solver_def){.start = ABUT_START_GIVEN}));
    abut_element_out out[2] = {0};
    const char *kind = roller ? "b.roller1" : "b.ball1";
    static const char *const ring[] = {"inner", "outer"};
    double sum = 0;
    for (int i = 0; i < 2; i++) {
        char contact[40];
        (void)snprintf(contact, sizeof contact, "%s.%s", kind, ring[i]);
        must(abut_read_contact(m.world, abut_find_contact(m.world, contact), &out[i]));
        sum -= out[i].h;
    }
    model_free(&m);
    return 2 * sum * 1e6; /* um, diametral */
}

START_TEST(clearance_of_a_model) {
    expect_within(clearance_of("6206", false), 12.5, 1e-6, NULL, "CN");
    expect_within(clearance_of("6206, class: C3", false), 20.5, 1e-6, NULL, "C3");
    expect_within(clearance_of("6205, class: C4", false), 32, 1e-6, NULL, "C4 of an entry with a file");
    expect_within(clearance_of("6206, clearance: 5 um", false), 5, 1e-6, NULL, "its own");
    expect_within(clearance_of("NU208, class: C2", true), 17.5, 1e-6, NULL, "rollers");
}
END_TEST

/* The text says what is read from it, with the names of the registry. */
START_TEST(text) {
    char *made = abut_catalogue_text(NULL, "6206"), *given = abut_catalogue_text(NULL, "6205");
    ck_assert_ptr_nonnull(made);
    ck_assert_ptr_nonnull(strstr(made, "\ntype: ball_bearing\nbore: 30 mm\noutside_diameter: 62 mm\nwidth: 16 mm\n"));
    ck_assert_ptr_nonnull(
        strstr(made, "# Standard: ") && strstr(made, "# Rule: ") && strstr(made, "# Assumption: ") ? made : NULL);
    ck_assert_ptr_nonnull(strstr(given, "# Published: "));
    ck_assert_ptr_null(abut_catalogue_text(NULL, "6207x"));
    ck_assert_ptr_null(abut_catalogue_text(NULL, NULL));
    free(made);
    free(given);
    char name[DESIGNATION_NAME], to[DESIGNATION_TEXT];
    for (size_t i = 0; designation_name(i, name); i++) {
        designation d = of(name);
        int length = designation_text(&d, abut_world_types(), to);
        ck_assert_msg(length > 0 && length < DESIGNATION_TEXT - 1 && (size_t)length == strlen(to), "%s", name);
        for (const char *line = to; *line; line += strcspn(line, "\n") + 1)
            ck_assert_msg(strcspn(line, "\n") <= 132, "%s: %.*s", name, (int)strcspn(line, "\n"), line);
    }
    abut_catalogue_series s;
    size_t count = 0;
    while (abut_catalogue_series_at(NULL, count, &s)) {
        ck_assert_ptr_nonnull(strstr(s.summary, s.first));
        count++;
    }
    ck_assert_uint_ge(count, 11);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&dimensions,    &tables_are_in_order, &names,      &everything_fits,
                                              &one_apex,      &printed_ratings,     &a_series,   &factor_of_rollers,
                                              &static_factor, &groups_of_clearance, &all_expand, &clearance_of_a_model,
                                              &text};
    return suite_main("designation", all, sizeof all / sizeof *all);
}
