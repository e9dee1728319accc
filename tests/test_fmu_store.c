/* What lies in an FMU: every example is stored so that it is understood without units, catalogue and files, and is the same model
 * then, bit for bit; archives are read again, and what is damaged or leads out of them is refused. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fmu/store.h"
#include "fmu/zip.h"
#include "model/model.h"
#include "support/example.h"
#include "support/suite.h"
#include "world/world.h"

static void complain(const model_error *e, void *user) {
    (void)user;
    ck_abort_msg("%s", e->text);
}

/* The model as it is stored, read again. */
static model stored_model(const model *m, char **text, store_files *files) {
    model again;
    size_t length = 0;
    *files = (store_files){0};
    FILE *to = open_memstream(text, &length);
    ck_assert(store_write(to, m, files));
    (void)fclose(to);
    const model_files given = {files->file, files->count};
    (void)model_read_given(NULL, &given, "model.json", *text, length, NULL, 0, complain, NULL, &again);
    return again;
}

/* Bodies start at the same bits, and so do all states. */
static void same_worlds(const abut_world *a, const abut_world *b) {
    const mb_sizes z = mb_size(a->system), other = mb_size(b->system);
    ck_assert_int_eq(z.nx + z.nu + z.ns, other.nx + other.nu + other.ns);
    ck_assert_int_eq(a->contacts, b->contacts);
    ck_assert_mem_eq(a->y, b->y, (size_t)(z.nx + z.nu + z.ns) * sizeof(double));
    for (int i = 1; i <= a->bodies; i++) ck_assert(a->body[i].mass == b->body[i].mass);
    ck_assert(abut_read_energy(a).contacts == abut_read_energy(b).contacts);
}

static const char *const examples[] = {
    "01_bouncing_ball",   "02_tilted_ellipsoid", "08_four_bar",        "13_ball_bearing", "16_block_on_incline",
    "17_belt_stick_slip", "20_wedge_cycling",    "21_bogie_shear",     "23_cam_roller",   "26_roller_bearing",
    "27_spindle_7008",    "31_rough_joint",      "40_spheres_in_a_box"};

START_TEST(a_stored_model_is_the_same_model) {
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i += brief() ? 3 : 1) {
        example e = example_start(examples[i], NULL, NULL);
        char *text;
        store_files files;
        model again = stored_model(&e.m, &text, &files);
        ck_assert(!strstr(text, " rpm") && !strstr(text, " mm\"") && !strstr(text, "\"use\""));
        ck_assert_int_eq(model_start(&again, complain, NULL), ABUT_OK);
        same_worlds(e.w, again.world);
        ck_assert(again.t_end == e.m.t_end && again.output_every == e.m.output_every);
        model_free(&again);
        store_files_free(&files);
        free(text);
        example_end(&e);
    }
}
END_TEST

/* A cam from a file in inches: UDUNITS knows the inch, a stored model has metres. */
static const char cam[] =
    "abut: 1\n"
    "machines:\n"
    "  - {name: cam, type: cam_roller, speed: 10 rpm, follower: {type: translating, mass: 0.2},\n"
    "     profile: {type: spline, base_radius: 1 inch, file: lift.csv},\n"
    "     roller: {radius: 10 mm, length: 12 mm, mass: 0.03}, spring: {stiffness: 20 kN/m, preload: 250 N}}\n"
    "solver: {t_end: 1 minute}\n";

START_TEST(files_are_stored_in_si) {
    char folder[] = "/tmp/abut_store_XXXXXX", path[100];
    ck_assert(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/lift.csv", folder);
    FILE *to = fopen(path, "w");
    (void)fputs("angle_deg,lift_inch\n0,0\n60,0.05\n120,0.2\n180,0.3\n240,0.2\n300,0.05\n", to);
    (void)fclose(to);
    model m, again;
    char *text, *model_path = path;
    store_files files;
    (void)snprintf(path, sizeof path, "%s/model.yaml", folder);
    ck_assert_int_eq(model_read_text(model_path, cam, strlen(cam), NULL, 0, complain, NULL, &m), 0);
    again = stored_model(&m, &text, &files);
    ck_assert_int_eq(files.count, 1);
    ck_assert_msg(!strncmp(files.file[0].text, "angle_rad,lift_m\n0,0\n", 21), "%s", files.file[0].text);
    ck_assert_msg(strstr(text, "\"base_radius\": 0.0254") && strstr(text, "\"t_end\": 60"), "%s", text);
    double lift = 0;
    ck_assert_int_eq(sscanf(strstr(files.file[0].text, "\n3.14"), "%*f,%lf", &lift), 1);
    ck_assert_double_eq_tol(lift, 0.3 * 0.0254, 1e-18);
    ck_assert_int_eq(model_start(&m, complain, NULL), ABUT_OK);
    ck_assert_int_eq(model_start(&again, complain, NULL), ABUT_OK);
    same_worlds(m.world, again.world);
    model_free(&again);
    model_free(&m);
    store_files_free(&files);
    free(text);
    (void)snprintf(path, sizeof path, "rm -r '%s'", folder);
    ck_assert_int_eq(system(path), 0);
}
END_TEST

/* ---- archives ---- */
static size_t make_archive(const char *name, char *bytes, size_t room) {
    zip_writer z;
    FILE *to = tmpfile();
    zip_begin(&z, to);
    zip_add(&z, "first", "abc", 3);
    zip_add(&z, name, "hello hello hello hello hello", 29);
    zip_add(&z, "empty", "", 0);
    ck_assert(zip_end(&z));
    rewind(to);
    size_t length = fread(bytes, 1, room, to);
    (void)fclose(to);
    return length;
}

static void unpack(const char *bytes, size_t length, const char *sentence) {
    char folder[] = "/tmp/abut_zip_XXXXXX", command[100], path[100], text[40] = "";
    abut_message why = {0};
    ck_assert(mkdtemp(folder));
    abut_status status = zip_extract(bytes, length, folder, &why);
    (void)snprintf(path, sizeof path, "%s/folder/inner/file", folder);
    FILE *from = fopen(path, "r");
    if (from) (void)fread(text, 1, sizeof text - 1, from);
    if (from) (void)fclose(from);
    (void)snprintf(command, sizeof command, "rm -r '%s'", folder);
    ck_assert_int_eq(system(command), 0);
    if (sentence)
        ck_assert_msg(status == ABUT_BAD_FILE && strstr(why.text, sentence), "%s", why.text);
    else
        ck_assert_msg(!status && !strcmp(text, "hello hello hello hello hello"), "%s '%s'", why.text, text);
}

START_TEST(archives_are_read_again) {
    char bytes[2000];
    size_t length = make_archive("folder/inner/file", bytes, sizeof bytes);
    unpack(bytes, length, NULL);
    unpack(bytes, length - 30, "not a ZIP archive");
    bytes[35] ^= 1; /* in the first entry */
    unpack(bytes, length, "'first' in it is damaged");
    bytes[35] ^= 1;
    memcpy(bytes + length - 6, "\xff\xff\xff\x7f", 4); /* where the list begins */
    unpack(bytes, length, "its list of files is damaged");
    length = make_archive("folder/../../file", bytes, sizeof bytes);
    unpack(bytes, length, "leads out of the archive");
    length = make_archive("/tmp/file", bytes, sizeof bytes);
    unpack(bytes, length, "leads out of the archive");
}
END_TEST

static const TTest *const *const all[] = {&a_stored_model_is_the_same_model, &files_are_stored_in_si,
                                          &archives_are_read_again};

int main(void) { return suite_main("fmu store", all, sizeof all / sizeof *all); }
