/* See rough_output.h. */
#include "rough_output.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "abut/text.h"
#include "handy.h"

static const char *kind(const rough_answer *a) { return a->map.generated ? "generated" : "measured"; }

/* ---- names of the figures, in the order they are shown ---- */
typedef struct figure {
    const char *name, *unit;
    double value;
} figure;
enum { FIGURES = 17 };

static void list_figures(const abut_heights_statistics *s, figure out[FIGURES]) {
    const figure all[FIGURES] = {{"Sa", "m", s->Sa},
                                 {"Sq", "m", s->Sq},
                                 {"Ssk", "1", s->Ssk},
                                 {"Sku", "1", s->Sku},
                                 {"Sp", "m", s->Sp},
                                 {"Sv", "m", s->Sv},
                                 {"Sz", "m", s->Sz},
                                 {"Sdq", "1", s->Sdq},
                                 {"Sdr", "1", s->Sdr},
                                 {"Sal_x", "m", s->Sal_x},
                                 {"Sal_y", "m", s->Sal_y},
                                 {"m0", "m^2", s->m0},
                                 {"m2", "1", s->m2},
                                 {"m4", "1/m^2", s->m4},
                                 {"asperity_radius", "m", s->asperity_radius},
                                 {"asperity_density", "1/m^2", s->asperity_density},
                                 {"sigma_s", "m", s->sigma_s}};
    memcpy(out, all, sizeof all);
}

/* ---- on the screen ---- */
static void print_curve(const rough_answer *a) {
    (void)printf("\nload curve, E* %.5g GPa%s\n\n%14s %12s %12s %14s %16s\n", a->E_star * 1e-9,
                 a->map.generated ? ", of a generated map" : "", "pressure MPa", "real area %", "mean gap um",
                 "p_max MPa", "stiffness GPa/mm");
    for (size_t i = 0; i < a->rows; i++) {
        const abut_load_row *r = &a->curve[i];
        (void)printf("%14.5g %12.4g %12.5g %14.5g %16.5g\n", r->pressure * a->E_star * 1e-6, r->area * 100,
                     r->gap * 1e6, r->p_max * a->E_star * 1e-6, r->stiffness * a->E_star * 1e-12);
    }
}

void rough_print(const rough_answer *a) {
    const abut_heights *h = &a->map;
    figure f[FIGURES];
    list_figures(&a->figures, f);
    (void)printf("%s map%s%s, %zu x %zu heights over %.5g x %.5g mm%s%s\n\n", kind(a), a->file ? " " : "",
                 a->file ? a->file : "", h->nx, h->ny, h->lx * 1e3, h->ly * 1e3, h->title[0] ? ": " : "", h->title);
    handy_heading();
    for (int i = 0; i < FIGURES; i++)
        if (isfinite(f[i].value)) handy_line(f[i].name, f[i].value, f[i].unit);
    if (a->only_figures) return;
    if (isfinite(a->spectrum.hurst)) handy_line("Hurst exponent", a->spectrum.hurst, "1");
    handy_line("r.m.s. slope, spectral", a->spectrum.rms_slope, "1");
    print_curve(a);
}

/* ---- JSON ---- */
static void json_curve(abut_json *j, const rough_answer *a) {
    abut_json_begin(j, "load_curve", '[');
    for (size_t i = 0; i < a->rows; i++) {
        const abut_load_row *r = &a->curve[i];
        abut_json_begin(j, NULL, '{');
        abut_json_number(j, "pressure", r->pressure * a->E_star);
        abut_json_number(j, "pressure_over_E_star", r->pressure);
        abut_json_number(j, "area_fraction", r->area);
        abut_json_number(j, "gap", r->gap);
        abut_json_number(j, "p_max", r->p_max * a->E_star);
        abut_json_number(j, "stiffness", r->stiffness * a->E_star);
        abut_json_number(j, "residual", r->residual);
        abut_json_number(j, "iterations", (double)r->iterations);
        abut_json_end(j);
    }
    abut_json_end(j);
}

static void json_spectrum(abut_json *j, const abut_heights_spectrum *s) {
    abut_json_begin(j, "spectrum", '{');
    abut_json_number(j, "hurst", s->hurst);
    abut_json_number(j, "rms_height", s->rms_height);
    abut_json_number(j, "rms_slope", s->rms_slope);
    abut_json_number(j, "rms_curvature", s->rms_curvature);
    abut_json_begin(j, "bands", '[');
    for (size_t i = 0; i < s->count; i++) {
        abut_json_begin(j, NULL, '{');
        abut_json_number(j, "q", s->q[i]);
        abut_json_number(j, "C", s->C[i]);
        abut_json_number(j, "waves", s->waves[i]);
        abut_json_end(j);
    }
    abut_json_end(j);
    abut_json_end(j);
}

void rough_put_json(const rough_answer *a, abut_json *j) {
    figure f[FIGURES];
    list_figures(&a->figures, f);
    abut_json_string(j, "origin", kind(a));
    abut_json_string(j, "format", a->map.format);
    abut_json_string(j, "title", a->map.title);
    abut_json_number(j, "nx", (double)a->map.nx);
    abut_json_number(j, "ny", (double)a->map.ny);
    abut_json_number(j, "lx", a->map.lx);
    abut_json_number(j, "ly", a->map.ly);
    for (int i = 0; i < FIGURES; i++) abut_json_number(j, f[i].name, f[i].value);
    abut_json_number(j, "alpha", a->figures.alpha);
    if (a->only_figures) return;
    abut_json_number(j, "E_star", a->E_star);
    json_spectrum(j, &a->spectrum);
    json_curve(j, a);
}

void rough_print_json(const rough_answer *a) {
    abut_json j = abut_json_start(stdout);
    rough_put_json(a, &j);
    abut_json_end(&j);
}

/* ---- files ---- */
static bool failed(const char *path, abut_message *m) {
    m->status = ABUT_BAD_FILE;
    (void)snprintf(m->text, sizeof m->text, "'%.200s' cannot be written: %s", path, strerror(errno));
    return false;
}

static bool finish(FILE *f, const char *path, abut_message *m) {
    bool good = f && !ferror(f);
    if (f) good = !fclose(f) && good;
    return good || failed(path, m);
}

bool rough_write_table(const rough_answer *a, const char *path, abut_message *m) {
    char text[16000];
    size_t length = abut_rough_table_text(&a->table, text, sizeof text);
    FILE *f = length < sizeof text ? fopen(path, "w") : NULL;
    if (f) (void)fwrite(text, 1, length, f);
    return finish(f, path, m);
}

static bool write_curve(const rough_answer *a, const char *path, abut_message *m) {
    FILE *f = fopen(path, "w");
    if (!f) return failed(path, m);
    (void)fprintf(f, "# %s map %s; E* %.17g Pa\npressure_Pa,area_fraction,gap_m,p_max_Pa,stiffness_Pa_per_m\n", kind(a),
                  a->file ? a->file : a->map.title, a->E_star);
    for (size_t i = 0; i < a->rows; i++) {
        const abut_load_row *r = &a->curve[i];
        (void)fprintf(f, "%.17g,%.17g,%.17g,%.17g,%.17g\n", r->pressure * a->E_star, r->area, r->gap,
                      r->p_max * a->E_star, r->stiffness * a->E_star);
    }
    return finish(f, path, m);
}

static bool write_spectrum(const rough_answer *a, const char *path, abut_message *m) {
    FILE *f = fopen(path, "w");
    if (!f) return failed(path, m);
    (void)fprintf(f, "# %s map %s\nq_per_m,C_m4,waves\n", kind(a), a->file ? a->file : a->map.title);
    for (size_t i = 0; i < a->spectrum.count; i++)
        (void)fprintf(f, "%.17g,%.17g,%.17g\n", a->spectrum.q[i], a->spectrum.C[i], a->spectrum.waves[i]);
    return finish(f, path, m);
}

bool rough_write_folder(const rough_answer *a, const char *folder, abut_message *m) {
    char path[1200];
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) return failed(folder, m);
    (void)snprintf(path, sizeof path, "%.1000s/load_curve.csv", folder);
    if (!write_curve(a, path, m)) return false;
    (void)snprintf(path, sizeof path, "%.1000s/spectrum.csv", folder);
    return write_spectrum(a, path, m);
}
