/* abut ehl --report: the fields of the page. Profiles have every node; maps at most MOST by MOST of them, evenly. */
#ifdef ABUT_FIELD
#include <stdlib.h>

#include "abut/result.h"
#include "complain.h"
#include "ehl.h"

enum { MOST = 129 };

/* "key": [v, ...], every `step`-th of `count`, times unit; first: nothing stands before it. */
static void put(FILE *to, bool first, const char *key, const double *v, size_t step, size_t count, double unit) {
    (void)fprintf(to, "%s\"%s\": [", first ? "" : ", ", key);
    for (size_t i = 0; i < count; i++) (void)fprintf(to, "%s%.6g", i ? "," : "", v[i * step] * unit);
    (void)fputc(']', to);
}

typedef struct scales {
    double length, p, h;
} scales;
static scales scales_of(const ehl_request *q, const ehl_answer *a) {
    return q->units ? (scales){a->size, a->p_h, a->size * a->size / q->R} : (scales){1, 1, 1};
}

void ehl_put_line(const ehl_request *q, const ehl_answer *a, const abut_ehl_line_result *r,
                  const abut_ehl_mixed_result *rough) {
    scales s = scales_of(q, a);
    FILE *to = q->fields->to;
    size_t n = (size_t)r->count;
    (void)fputc('{', to);
    put(to, true, "x", r->X, 1, n, s.length);
    put(to, false, "pressure", r->P, 1, n, s.p);
    put(to, false, "film", r->H, 1, n, s.h);
    if (rough) put(to, false, "pressure_film", rough->P_film, 1, n, s.p);
    if (rough) put(to, false, "pressure_asperities", rough->P_asperities, 1, n, s.p);
    (void)fputc('}', to);
    text_look(q->fields);
}

/* A map as rows of Y, one of `step` nodes in each direction. */
static void put_map(FILE *to, const char *key, const abut_ehl_point_result *r, const double *v, int step, double unit) {
    (void)fprintf(to, ", \"%s\": [", key);
    for (int j = 0; j < r->ny; j += step)
        for (int i = 0; i < r->nx; i += step)
            (void)fprintf(to, "%s%.5g", i + j ? "," : "", v[(size_t)j * (size_t)r->nx + (size_t)i] * unit);
    (void)fputc(']', to);
}

static void put_even(FILE *to, bool first, const char *key, double from, double by, int count) {
    (void)fprintf(to, "%s\"%s\": [", first ? "" : ", ", key);
    for (int i = 0; i < count; i++) (void)fprintf(to, "%s%.6g", i ? "," : "", from + i * by);
    (void)fputc(']', to);
}

/* A section through the middle: of nodes `first`, `step` apart. */
static void put_section(FILE *to, const scales *s, const abut_ehl_point_result *r,
                        const abut_ehl_point_mixed_result *rough, size_t first, size_t step, size_t count) {
    put(to, false, "pressure", r->P + first, step, count, s->p);
    put(to, false, "film", r->H + first, step, count, s->h);
    if (rough) put(to, false, "pressure_film", rough->P_film + first, step, count, s->p);
    if (rough) put(to, false, "pressure_asperities", rough->P_asperities + first, step, count, s->p);
}

void ehl_put_point(const ehl_request *q, const ehl_answer *a, const abut_ehl_point_result *r,
                   const abut_ehl_point_mixed_result *rough) {
    scales s = scales_of(q, a);
    FILE *to = q->fields->to;
    int step = (r->nx - 1 + MOST - 2) / (MOST - 1), middle_x = (int)(-r->x0 / r->hx + 0.5), middle_y = r->ny / 2;
    size_t row = (size_t)middle_y * (size_t)r->nx;
    (void)fprintf(to, "{\"rows\": %d, \"columns\": %d, \"step\": %d", (r->ny - 1) / step + 1, (r->nx - 1) / step + 1,
                  step);
    double cell_x = step * r->hx * s.length, cell_y = step * r->hy * s.length;
    double from_x = r->x0 * s.length - 0.5 * cell_x, from_y = r->y0 * s.length - 0.5 * cell_y;
    (void)fprintf(to, ", \"from\": [%.6g, %.6g], \"to\": [%.6g, %.6g]", from_x, from_y,
                  from_x + cell_x * ((r->nx - 1) / step + 1), from_y + cell_y * ((r->ny - 1) / step + 1));
    put_map(to, "pressure", r, r->P, step, s.p);
    put_map(to, "film", r, r->H, step, s.h);
    (void)fputs(", \"along_x\": {", to);
    put_even(to, true, "x", r->x0 * s.length, r->hx * s.length, r->nx);
    put_section(to, &s, r, rough, row, 1, (size_t)r->nx);
    (void)fputs("}, \"along_y\": {", to);
    put_even(to, true, "x", r->y0 * s.length, r->hy * s.length, r->ny);
    put_section(to, &s, r, rough, (size_t)middle_x, (size_t)r->nx, (size_t)r->ny);
    (void)fprintf(to, "}, \"semi_axes\": [%.6g, %.6g]}", s.length, r->e * s.length);
    text_look(q->fields);
}

bool ehl_report(flag_set *set, const ehl_request *q, const ehl_answer *a, const char *fields, const char *path) {
    text_stream page;
    abut_message why = {0};
    if (abut_report_missing()) {
        complain(set->command->name, "%s", abut_report_missing());
        return true;
    }
    if (!fields || !text_begin(&page)) {
        complain(set->command->name, "no memory for the page");
        return false;
    }
    abut_json j = abut_json_start(page.to);
    abut_json_string(&j, "kind", "ehl");
    abut_json_string(&j, "contact", q->point ? "point" : "line");
    abut_json_bool(&j, "units", q->units);
    ehl_answer_json(q, a, &j);
    abut_json_key(&j, "fields");
    (void)fputs(fields, page.to);
    abut_json_end(&j);
    char title[120], *text = text_end(&page);
    bool good = text != NULL;
    if (!good) complain(set->command->name, "no memory for the page");
    (void)snprintf(title, sizeof title, "Lubricated %s contact, M = %.4g, L = %.4g", q->point ? "point" : "line", q->M,
                   q->L);
    if (good && abut_report_answer(title, text, path, &why)) {
        complain(set->command->name, "report: %s", why.text);
        good = false;
    }
    free(text);
    return good;
}
#endif
