/* Fuzz target of load-gap tables: the bytes as a file, and as the numbers of a table. A sentence, or functions that fall, can be read
 * both ways and are finite; the text of a table is read back. */
#include <math.h>

#include "must.h"
#include "numeric/rough_table.h"

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    return 0;
}

static void check_table(const abut_rough_table *r) {
    double rows[ABUT_ROUGH_ROWS], slope, before = INFINITY, work = 0;
    rough_work_rows(r, 1, rows);
    for (int i = -40; i <= 40; i++) {
        double t = r->t[0] + (r->t[r->count - 1] - r->t[0]) * (i + 20) / 40, y = rough_ln_pressure(r, t, &slope);
        MUST(y <= before + 1e-9 * fabs(y) && slope <= 0 && !isnan(y));
        before = y;
        MUST(rough_ln_area(r, t, &slope) <= 0 && slope <= 0);
        if (fabs(y) < 600) {
            double back = rough_stand(r, y, &slope), gap = rough_gap(r, y, &slope);
            MUST(isfinite(back) && gap > 0 && gap <= r->first_touch && slope >= 0);
        }
    }
    for (double y = r->ln_p[r->count - 1] - 5; y < r->ln_p[0] + 3; y += 0.25) {
        double now = rough_work(r, y, 1, rows);
        MUST(now >= work * (1 - 1e-3) && isfinite(now));
        work = now;
    }
}

static void check_text(const abut_rough_table *r) {
    char text[20000];
    abut_rough_table back;
    size_t length = abut_rough_table_text(r, text, sizeof text);
    MUST(length < sizeof text && !abut_rough_table_parse(text, length, 0, &back, NULL));
    MUST(!memcmp(back.row, r->row, sizeof r->row) && back.count == r->count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    abut_rough_table r;
    abut_message m = {0};
    abut_status status = abut_rough_table_parse((const char *)data, size, 0, &r, &m);
    MUST((status != 0) == (m.text[0] != '\0'));
    if (status)
        check_sentence(m.text);
    else
        check_table(&r);
    memset(&r, 0, sizeof r);
    m = (abut_message){0};
    if (size < 2) return 0;
    r.count = data[0] % 66;
    r.sigma = ldexp(1, -(data[1] % 60));
    double gap = r.sigma / 64, p = 1;
    for (size_t i = 0; i < r.count && i < ABUT_ROUGH_ROWS; i++) { /* mostly rising and falling as they should */
        unsigned step = 2 + 3 * i + 2 < size ? data[2 + 3 * i] : 9, fall = 3 + 3 * i + 1 < size ? data[3 + 3 * i] : 9;
        gap *= 1 + step / 64.0, p *= exp(-(double)fall / 40);
        r.row[i] = (abut_rough_row){gap, p, fmin(1, 10 * p), fall / 100.0};
    }
    r.first_touch = gap * (1 + data[size - 1] / 32.0);
    if (abut_rough_table_make(&r, (data[1] / 64 - 1), &m)) {
        check_sentence(m.text);
        return 0;
    }
    check_table(&r);
    if (!abut_rough_table_make(&r, 0, NULL)) check_text(&r);
    return 0;
}
