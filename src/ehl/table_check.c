/* How good a table is: contacts between its nodes are solved as nodes are, and the table is held against them.
 *
 * Their places are Halton's sequence of the bases 2, 3, 5 in x, ln(1 + L) and ln D, so that there are as many between any two nodes: it fills a box evenly for
 * any count (J. H. Halton, Numer. Math. 2 (1960) 84). The stated error of a quantity is the greatest of
 * 1.5 |table - solution|, since what lies between these places may be worse, and the solution's own error, and not less than what the rows at the nodes say
 * of themselves. */
#include "table_check.h"

#include <math.h>

#include "abut/lubrication.h"
#include "base/message.h"
#include "table.h"

bool ehl_table_check_line(const abut_ehl_table_def *d, size_t k) {
    return d->line_nodes[0] && (!d->nodes[0] || k % 5 == 4);
}

/* Its place among those of its kind. */
static size_t number_of(const abut_ehl_table_def *d, size_t k) {
    if (!d->line_nodes[0] || !d->nodes[0]) return k;
    return k % 5 == 4 ? k / 5 : k - k / 5;
}

/* The digits of i behind the point, in reverse. */
static double halton(size_t i, size_t base) {
    double sum = 0, place = 1;
    for (; i; i /= base) sum += (place /= (double)base) * (double)(i % base);
    return sum;
}

void ehl_table_check_at(const abut_ehl_table_def *d, size_t k, const table_part *p, double at[TABLE_AXES]) {
    size_t i = number_of(d, k) + 1;
    double by;
    at[TABLE_L] = p->low[TABLE_L] + halton(i, 3) * (p->high[TABLE_L] - p->low[TABLE_L]);
    at[TABLE_D] = p->low[TABLE_D] + halton(i, 5) * (p->high[TABLE_D] - p->low[TABLE_D]);
    const double low[] = {p->low[TABLE_M], at[TABLE_L], at[TABLE_D]},
                 high[] = {p->high[TABLE_M], at[TABLE_L], at[TABLE_D]};
    double from = table_x(p, low, &by), to = table_x(p, high, &by);
    at[TABLE_M] = table_ln_M(p, from + halton(i, 2) * (to - from), at[TABLE_L], at[TABLE_D]);
}

/* The film law that reads tables, of whatever name: it has a file among its parameters. */
static const char *reader(void) {
    const abut_registry *all = abut_element_types();
    for (size_t i = 0; i < abut_registry_count(all); i++) {
        const abut_type *type = abut_registry_at(all, i);
        if (abut_registry_find(all, "film", type->name) != type) continue;
        for (const abut_param_info *p = type->params; p && p->name; p++)
            if (p->kind == ABUT_FILE) return type->name;
    }
    return NULL;
}

/* Logarithms of all quantities less those of the table. */
static abut_status compare(const abut_film_law *law, const double at[TABLE_AXES], const double x[TABLE_STATED],
                           double off[TABLE_STATED], abut_message *message) {
    abut_ehl_table_out t;
    abut_status status = abut_ehl_table_at(law, exp(at[TABLE_M]), expm1(at[TABLE_L]),
                                           law->line ? 0 : fmin(exp(at[TABLE_D]), 1), &t, message);
    const double found[] = {t.H_c, t.H_min, t.separation, t.rolling, t.damping};
    for (int q = 0; q < TABLE_STATED; q++) off[q] = log(x[q] / found[q]);
    return status;
}

abut_status ehl_table_check(const abut_ehl_table_def *d, const abut_ehl_table_row *checks, const unsigned char *bytes,
                            size_t size, table_part *p, abut_message *message) {
    bool line = p->n[TABLE_D] == 1;
    double found[TABLE_STATED] = {0}, off[TABLE_STATED], x[TABLE_STATED], own[TABLE_STATED], at[TABLE_AXES];
    const abut_choice choice = {
        reader(), {{.name = "table", .data = bytes, .count = size}, {.name = "outside", .text = "formula"}}};
    abut_film_law law;
    abut_status status = abut_film_choose(&choice, line, &law, message);
    law.extended = true; /* places at the border, by rounding */
    for (size_t k = 0; k < (size_t)d->checks && !status; k++) {
        const abut_ehl_table_row *r = &checks[k];
        if (ehl_table_check_line(d, k) != line) continue;
        if (!ehl_table_row_known(r, x, own))
            return say(message, ABUT_BAD_VALUE, "contact %zu between the nodes is not solved", k + 1);
        ehl_table_check_at(d, k, p, at);
        status = compare(&law, at, x, off, message);
        for (int q = 0; q < TABLE_STATED; q++)
            if (own[q] < EHL_TABLE_UNKNOWN && at[TABLE_M] > p->known[q])
                found[q] = fmax(found[q], EHL_TABLE_MARGIN * fabs(off[q]) + own[q]);
        p->checks++;
    }
    for (int q = 0; q < TABLE_STATED && !status && p->checks > 0; q++) p->error[q] = fmax(found[q], p->most[q]);
    return status;
}
