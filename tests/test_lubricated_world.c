/* Lubricated contacts of worlds and model files: that the laws are copied and placed, what a lubricant of a file becomes, and
 * what is recorded of a film. */
#include <check.h>
#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "abut/lubrication.h"
#include "abut/machine/ball_bearing.h"
#include "machine/machine.h"
#include "model/model.h"
#include "result/clear.h"
#include "result/recorder.h"
#include "study/quantity.h"
#include "support/near.h"
#include "support/owned.h"
#include "support/suite.h"

/* ---- a ball pressed on a turning disc, its axis held: 20 N, the disc moves at 0.5236 m/s below it ---- */
static const char disc[] =
    "abut: 1\n"
    "materials: {steel: {E: 210 GPa, density: 7850}}\n"
    "lubricants: {oil: %s}\n"
    "bodies:\n"
    "  - {name: disc, fixed: true, drive: {speed: 100 rpm}}\n"
    "  - {name: ball, position: [0.05, 0, 9.999 mm], angular_velocity: [50, 0, 0]}\n"
    "  - {name: carrier, mass: 0.1, inertia: [1e-5, 1e-5, 1e-5], position: [0.05, 0, 9.999 mm]}\n"
    "surfaces:\n"
    "  - {name: shell, body: ball, shape: {type: sphere, radius: 10 mm}, material: steel}\n"
    "  - {name: top, body: disc, shape: plane, material: steel}\n"
    "  - {name: back, body: world, shape: plane, material: steel, position: [0, 0, -1]}\n"
    "joints:\n"
    "  - {name: axle, type: revolute, parent: carrier, child: ball, position: [0.05, 0, 9.999 mm],"
    " orientation: {axis: [0, 1, 0], angle: 90 deg}}\n"
    "  - {name: guide, type: prismatic, child: carrier, position: [0.05, 0, 9.999 mm]}\n"
    "forces: [{type: load, body: carrier, force: [0, 0, -20]}]\n"
    "contacts:\n"
    "  - {name: wet, between: [shell, top], normal: {damping: 1}, %s}\n"
    "  - {name: dry, between: [shell, back]}\n"
    "solver: {t_end: 20 ms, rtol: 1e-7}\n";

static void print_line(const model_error *error, void *user) {
    (void)user;
    (void)fprintf(stderr, "%s\n", error->text);
}

static model read_disc(const char *oil, const char *laws) {
    char text[2400];
    model m;
    (void)snprintf(text, sizeof text, disc, oil, laws);
    ck_assert_int_eq(model_read_text("disc.yaml", text, strlen(text), NULL, 0, print_line, NULL, &m), 0);
    ck_assert_int_eq(model_start(&m, print_line, NULL), ABUT_OK);
    return m;
}

static abut_element_out read_wet(const abut_world *w) {
    abut_element_out out = {.want_frame = true};
    must(abut_read_contact(w, abut_find_contact(w, "wet"), &out));
    return out;
}

static abut_film_out expected_film(const abut_element_out *out, double eta0, double alpha) {
    const abut_film_in in = {.force = out->N,
                             .rho_x = 100,
                             .rho_y = 100,
                             .u_sum = out->film.u_sum,
                             .eta0 = eta0,
                             .alpha = alpha,
                             .E_prime = 2 * abut_E_star(210e9, 0.3, 210e9, 0.3)};
    abut_film_law law;
    abut_film_out film;
    must(abut_film_choose(NULL, false, &law, NULL));
    law.u_eps = 1e-4; /* m/s, of a contact unless given */
    must(abut_film_eval(&law, &in, &film, NULL));
    return film;
}

static const char eta0_form[] = "{eta0: 0.03, alpha: 20 1/GPa}";

START_TEST(film_of_a_model) {
    model m = read_disc(eta0_form, "lubricant: oil, roughness: {sigma: 0.1 um, asperity_radius: 10 um, "
                                   "asperity_density: 1e10}");
    abut_element_out out = read_wet(m.world);
    expect_near(out.film.u_sum, 0.05 * 100 * acos(-1) / 30 + 9.999e-3 * 50, 2e-4, NULL,
                "sum of speeds of disc and ball");
    abut_film_out film = expected_film(&out, 0.03, 20e-9);
    expect_near(out.film.h_c, film.h_c, 1e-12, NULL, "h_c");
    expect_near(out.film.h_min, film.h_min, 1e-12, NULL, "h_min");
    expect_near(out.film.lambda, film.h_min / 1e-7, 1e-12, NULL, "lambda");
    ck_assert(abut_contact_lubricated(m.world, abut_find_contact(m.world, "wet")));
    ck_assert(!abut_contact_lubricated(m.world, abut_find_contact(m.world, "dry")));
    ck_assert(!abut_contact_lubricated(m.world, (abut_contact){99}));
    model_free(&m);
}
END_TEST

/* The same lubricant in other words has the same film. */
START_TEST(lubricants_of_a_file) {
    const abut_oil_grade *grade = abut_find_oil(NULL, "iso_vg_32");
    abut_lubricant oil;
    must(abut_oil_at_temperature(grade, 333.15, &oil));
    char by_eta0[120], by_nu[200];
    (void)snprintf(by_eta0, sizeof by_eta0, "{eta0: %.17g, alpha: %.17g}", oil.eta0, oil.alpha);
    (void)snprintf(by_nu, sizeof by_nu, "{nu40: %.17g, nu100: %.17g, density: %g, alpha: %.17g, temperature: 60 degC}",
                   grade->viscosity.nu40, grade->viscosity.nu100, grade->viscosity.density, oil.alpha);
    const struct {
        const char *oil, *laws;
    } forms[] = {
        {by_eta0, "lubricant: oil"},
        {by_nu, "film: {lubricant: oil}"},
        {"{grade: iso_vg_32, temperature: 60 degC}", "film: {type: nvm, lubricant: oil}"},
        {"{grade: iso_vg_32, temperature: 333.15}", "lubricant: oil, film: nvm"},
        {eta0_form, "lubricant: {grade: iso_vg_32, temperature: 60 degC}"},
        {eta0_form, "film: {blend: RI, lubricant: {grade: iso_vg_32, temperature: 60 degC}}"},
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        model m = read_disc(forms[i].oil, forms[i].laws);
        abut_element_out out = read_wet(m.world);
        expect_near(out.film.h_c, expected_film(&out, oil.eta0, oil.alpha).h_c, 1e-11, NULL, "form %zu", i);
        model_free(&m);
    }
}
END_TEST

/* ---- copies ---- */
START_TEST(laws_are_copied) {
    abut_world *w = abut_world_create(NULL);
    abut_lubricant *oil = malloc(sizeof *oil);
    abut_roughness *rough = malloc(sizeof *rough);
    char type[] = "nvm", param[] = "starvation", name[] = "brg";
    ck_assert(oil && rough);
    *oil = (abut_lubricant){.eta0 = 0.03, .alpha = 2e-8, .tau0 = 4e6};
    *rough = (abut_roughness){.sigma = 1e-7, .asperity_radius = 1e-5, .density = 1e10};
    abut_ball_bearing_def def = {
        .name = name,
        .outer = abut_add_body(w, &(abut_body_def){.name = "housing", .fixed = true}),
        .inner = abut_add_body(w, &(abut_body_def){.name = "shaft", .fixed = true}),
        .balls = {.count = 8, .diameter = 9.525e-3},
        .pitch_diameter = 38.5e-3,
        .law = {.film = {type, {{.name = param, .value = 0.5}}}, .lubricant = oil, .roughness = rough}};
    abut_machine machine = abut_add_ball_bearing(w, &def);
    ck_assert_msg(machine.id, "%s", abut_world_message(w));
    memset(oil, 0xff, sizeof *oil);
    memset(rough, 0xff, sizeof *rough);
    free(oil);
    free(rough);
    memset(type, 'x', sizeof type - 1);
    memset(param, 'x', sizeof param - 1);
    const world_machine *m = machine_at(w, machine, NULL);
    const abut_law_def *law = m->type->law(m->self, 0);
    ck_assert_str_eq(law->film.type, "nvm");
    ck_assert_str_eq(law->film.params[0].name, "starvation");
    ck_assert_double_eq(law->lubricant->tau0, 4e6);
    ck_assert_double_eq(law->roughness->density, 1e10);
    ck_assert(abut_contact_lubricated(w, abut_find_contact(w, "brg.ball3.outer")));
    abut_world_destroy(w);
}
END_TEST

/* ---- a roller may be named first or second ---- */
static abut_element_out rolling(bool roller_first) {
    const abut_lubricant oil = {.eta0 = 0.03, .alpha = 2e-8};
    const abut_material steel = ABUT_STEEL;
    abut_world *w = abut_world_create(NULL);
    abut_body plate = abut_add_body(
        w, &(abut_body_def){.name = "plate",
                            .fixed = true,
                            .drive = {.given = true, .translation = true, .speed = 1, .axis = {1, 0, 0}}});
    abut_body roll = abut_add_body(
        w,
        &(abut_body_def){.name = "roll", .mass = 0.1, .inertia = {1e-5, 1e-5, 1e-5}, .start = {.r = {0, 0, 9.998e-3}}});
    abut_surface top =
        abut_add_surface(w, plate, &(abut_surface_def){.shape = {.type = "plane"}, .material = steel, .name = "top"});
    const double half = sqrt(0.5);
    abut_surface skin = abut_add_surface(
        w, roll,
        &(abut_surface_def){.shape = {"roller", {{.name = "radius", .value = 0.01}, {.name = "length", .value = 0.02}}},
                            .material = steel,
                            .place = {.q = {half, half, 0, 0}},
                            .name = "skin"});
    abut_law_def law = {.name = "wet", .lubricant = &oil};
    abut_contact c = roller_first ? abut_add_contact(w, skin, top, &law) : abut_add_contact(w, top, skin, &law);
    ck_assert_msg(c.id, "%s", abut_world_message(w));
    must(abut_start(w, NULL));
    abut_element_out out = {.want_frame = true};
    must(abut_read_contact(w, c, &out));
    abut_world_destroy(w);
    return out;
}

START_TEST(roller_stands_second) {
    abut_element_out first = rolling(true), second = rolling(false);
    ck_assert(second.N > 100);
    ck_assert_double_eq(first.N, second.N);
    ck_assert_double_eq(first.force.z, -second.force.z);
    expect_near(second.force.z, second.N, 1e-12, NULL, "the force on the roller points up");
    ck_assert(second.film.h_c > 1e-8 && second.film.D == 0);
    ck_assert_double_eq(first.film.h_c, second.film.h_c);
}
END_TEST

/* ---- what is recorded ---- */
static char folder[64];

static void first_line(const char *name, char *line, size_t size) {
    char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s", path);
    ck_assert(fgets(line, (int)size, file) != NULL);
    (void)fclose(file);
}

static void record(const model *m, double *h_c) {
    abut_message message = {0};
    recorder *r = recorder_create(&(recorder_def){.world = m->world, .folder = own(folder), .csv = true}, &message);
    ck_assert_msg(r != NULL, "%s", message.text);
    for (int i = 0; i < 3; i++) {
        must(abut_advance(m->world, 0.01 * i));
        must(recorder_add(r, &message));
        h_c[i] = read_wet(m->world).film.h_c;
    }
    must(recorder_finish(r, "done", &message));
}

static void read_set(hid_t file, const char *name, double to[3]) {
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
    ck_assert_msg(set >= 0, "there is no %s", name);
    ck_assert(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, to) >= 0);
    (void)H5Dclose(set);
}

#define DRY "t,touching,mode,approach,N,fx,fy,fz,px,py,pz,a,b,p_max,slip,film"
#define WET                                                                                                            \
    DRY ",u_sum,M,L,D,regime,h_c,h_min,lambda,fluid_share,T_fluid,T_boundary,T_rolling,loss,loss_fluid,loss_boundary," \
        "loss_rolling"

START_TEST(columns) {
    char line[400], path[128];
    double h_c[3], film[3], films[3], all[6];
    (void)snprintf(folder, sizeof folder, "/tmp/abut_films_XXXXXX");
    ck_assert(mkdtemp(folder) != NULL);
    model m = read_disc(eta0_form, "lubricant: oil");
    record(&m, h_c);
    first_line("contact_wet.csv", line, sizeof line);
    ck_assert_str_eq(line, WET "\n");
    first_line("contact_dry.csv", line, sizeof line);
    ck_assert_str_eq(line, DRY "\n");
    (void)snprintf(path, sizeof path, "%s/results.h5", folder);
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    read_set(file, "contacts/film", all); /* rows of wet and dry */
    read_set(file, "films/h_c", films);
    read_set(file, "films/u_sum", film);
    (void)H5Fclose(file);
    for (int i = 0; i < 3; i++) {
        ck_assert(h_c[i] > 1e-8 && film[i] > 1);
        ck_assert_double_eq(films[i], h_c[i]);
        ck_assert_double_eq(all[2 * (size_t)i], h_c[i]);
        ck_assert(isnan(all[2 * i + 1])); /* a dry contact has no film */
    }
    ck_assert_int_eq(clear_results(own(folder), abut_world_types(), NULL),
                     ABUT_OK); /* files of both kinds are known again */
    (void)snprintf(path, sizeof path, "%s/contact_wet.csv", folder);
    ck_assert(access(path, F_OK) != 0);
    model_free(&m);
    (void)snprintf(path, sizeof path, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(path), 0);
}
END_TEST

START_TEST(quantities) {
    model m = read_disc(eta0_form, "lubricant: oil");
    quantity q;
    abut_message why = {0};
    double row[40];
    ck_assert_msg(quantity_find(m.world, "contact_wet.h_c", &q, &why), "%s", why.text);
    ck_assert_double_eq(quantity_read(m.world, &q, row), read_wet(m.world).film.h_c);
    ck_assert(quantity_find(m.world, "contact_wet.N", &q, &why));
    ck_assert(!quantity_find(m.world, "contact_dry.h_c", &q, &why));
    model_free(&m);
}
END_TEST

START_TEST(statistics) {
    model m =
        read_disc(eta0_form, "friction: mixed, lubricant: oil, roughness: {sigma: 0.1 um, asperity_radius: 10 um, "
                             "asperity_density: 1e10}");
    double least = INFINITY, in_regime[ABUT_FILM_REGIMES] = {0}, t = 0;
    int before = read_wet(m.world).film.regime;
    while (abut_time(m.world) < 0.02) {
        must(abut_step(m.world));
        abut_element_out now = read_wet(m.world);
        double half = 0.5 * (abut_time(m.world) - t);
        least = fmin(least, now.film.h_min);
        in_regime[before] += half, in_regime[now.film.regime] += half; /* it is always loaded */
        before = now.film.regime, t = abut_time(m.world);
    }
    must(abut_advance(m.world, 0.02)); /* observes the last step */
    abut_contact_stats wet = abut_read_contact_stats(m.world, abut_find_contact(m.world, "wet"));
    abut_contact_stats dry = abut_read_contact_stats(m.world, abut_find_contact(m.world, "dry"));
    expect_near(wet.h_min_least, least, 1e-6, NULL, "least film");
    expect_near(wet.lambda_least, wet.h_min_least / 1e-7, 1e-12, NULL, "least lambda");
    expect_near(wet.observed, 0.02, 1e-12, NULL, "time observed");
    for (int k = 0; k < ABUT_FILM_REGIMES; k++)
        expect_within(wet.time_in_regime[k], in_regime[k], 1e-12, NULL, "time in regime %d", k);
    expect_near(wet.lost_friction, abut_read_energy(m.world).dissipated_friction, 0.01, NULL, "lost in friction");
    expect_near(wet.lost_fluid + wet.lost_boundary + wet.lost_rolling, wet.lost_friction, 1e-9, NULL, "its parts");
    ck_assert(wet.lost_fluid > 0 && wet.lost_boundary > 0 && wet.lost_rolling > 0);
    ck_assert(dry.h_min_least == 0 && dry.lost_friction == 0);
    model_free(&m);
}
END_TEST

/* No viscosity: no film, and the dry contact's force. */
START_TEST(no_viscosity) {
    model wet = read_disc("{eta0: 0, alpha: 0}", "lubricant: oil"), dry = read_disc(eta0_form, "track: reduced");
    abut_element_out a = read_wet(wet.world), b = read_wet(dry.world);
    ck_assert_double_eq(a.film.h_c, 0);
    expect_near(a.N, b.N, 1e-12, NULL, "normal force");
    model_free(&wet);
    model_free(&dry);
}
END_TEST

int main(void) {
    const TTest *const *const all[] = {&film_of_a_model, &lubricants_of_a_file, &laws_are_copied, &roller_stands_second,
                                       &columns,         &quantities,           &statistics,      &no_viscosity};
    return suite_main("lubricated contacts in worlds and model files", all, sizeof all / sizeof *all);
}
