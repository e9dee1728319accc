/* The table of solved films of the library against fresh solutions at 50 random places of its hull, ellipses and lines, and what a look-up costs. The
 * solutions are led to the limit of grid and domain as those of the table are, on grids up to 256 cells, with an estimate of their own error.
 *
 *   bench_ehl_table FILE.json [COUNT [SEED]] */
#include "abut/ehl.h"
#include "abut/lubrication.h"
#include "common.h"

static unsigned seed = 11; /* other places than those of the table's own checks */
static double between(double low, double high) {
    seed = seed * 1664525u + 1013904223u;
    return low + (high - low) * ((seed >> 8) / 16777216.0);
}

/* One contact as a table of its own would have it: row 0 of a table that begins there. */
static abut_ehl_table_row fresh(double M, double L, double D) {
    abut_ehl_table_def def = {.finest = 256};
    abut_ehl_table_row r;
    abut_message why = {0};
    if (D > 0)
        def = (abut_ehl_table_def){.M = {M, 1e4}, .L = {L, 50}, .D = {D, 1.0}, .nodes = {4, 4, 4}, .finest = 256};
    else
        def = (abut_ehl_table_def){.line_M = {M, 1e4}, .line_L = {L, 50}, .line_nodes = {4, 4}};
    if (abut_ehl_table_solve(&def, 0, &r, &why)) bench_die(why.text, "fresh");
    return r;
}

static double ns_per_look(const abut_film_law *law) {
    enum { CALLS = 200000 };
    double sum = 0, t0 = bench_now();
    for (int k = 0; k < CALLS; k++) {
        const abut_film_in in = {law->line, 10 + k % 500, 1, law->line ? 0 : 0.3, 1, 1, 1, 8, 1, 0, 0};
        abut_film_out o;
        if (!abut_film_eval(law, &in, &o, NULL)) sum += o.h_c + o.dh_dF;
    }
    double each = (bench_now() - t0) / CALLS;
    if (!(sum > 0)) bench_die("no films", "look-up");
    return each;
}

enum { OFFS = 5 };

int main(int argc, char **argv) {
    int count = argc > 2 ? atoi(argv[2]) : 50;
    if (argc > 3) seed = (unsigned)atoi(argv[3]);
    FILE *json = argc > 1 ? fopen(argv[1], "w") : NULL;
    if (!json) bench_die("usage: bench_ehl_table FILE.json [COUNT]", "");
    fprintf(json, "{\n  \"contacts\": [\n");
    printf("%5s %8s %7s %7s %9s %9s %8s %8s %8s %8s %8s %8s\n", "", "M", "L", "D", "H_c", "table", "off %", "own %",
           "least %", "apart %", "roll %", "damp %");
    double worst[OFFS] = {0}, bound[OFFS] = {0}, part[OFFS] = {0}, ns[2] = {0};
    int outside[OFFS] = {0}, over = 0;
    for (int k = 0; k < count; k++) {
        bool line = k % 5 == 4;
        double M = exp(between(log(line ? 1 : 5), log(1000))), L = expm1(between(0, log1p(30)));
        double D = line ? 0 : exp(between(log(0.03), 0));
        abut_film_law law;
        abut_ehl_table_out t;
        abut_message why = {0};
        if (abut_film_choose(&(abut_choice){.type = "ehl_table"}, line, &law, &why) ||
            abut_ehl_table_at(&law, M, L, D, &t, &why))
            bench_die(why.text, "table");
        abut_ehl_table_row r = fresh(M, L, D);
        const double off[OFFS] = {t.H_c / r.H_c - 1, t.H_min / r.H_min - 1, t.separation / r.separation - 1,
                                  t.rolling / r.rolling - 1, t.damping / r.damping - 1};
        const double stated[OFFS] = {t.bound, t.bound_min, t.bound_separation, t.bound_rolling, t.bound_damping};
        printf("%5s %8.3f %7.3f %7.4f %9.4f %9.4f %+8.2f %8.2f %+8.2f %+8.2f %+8.2f %+8.2f\n", line ? "line" : "point",
               M, L, D, r.H_c, t.H_c, 100 * off[0], 100 * r.error, 100 * off[1], 100 * off[2], 100 * off[3],
               100 * off[4]);
        fflush(stdout);
        fprintf(json,
                "%s    {\"M\": %.17g, \"L\": %.17g, \"D\": %.17g, \"H_c\": %.17g, \"table\": %.17g, \"error\": %.17g}",
                k ? ",\n" : "", M, L, D, r.H_c, t.H_c, r.error);
        for (int i = 0; i < OFFS; i++) {
            if (isnan(stated[i])) continue; /* not known there */
            worst[i] = fmax(worst[i], fabs(off[i]));
            bound[i] = fmax(bound[i], stated[i]);
            part[i] = fmax(part[i], fabs(off[i]) / stated[i]);
            outside[i] += fabs(off[i]) > stated[i];
        }
        over += fabs(off[0]) > 0.02;
        ns[line] = ns_per_look(&law);
    }
    for (int i = 0; i < OFFS; i++)
        printf(
            "%s: greatest difference %.2f %%, %.0f %% of the bound stated for it (%.2f %% at most), %d of %d beyond\n",
            (const char *[]){"central film", "least film", "separation", "rolling", "damping"}[i], 100 * worst[i],
            100 * part[i], 100 * bound[i], outside[i], count);
    printf("%d of %d central films off by more than 2 %%\n", over, count);
    printf("look-up with slopes: %.0f ns, of a line %.0f ns\n", ns[0], ns[1]);
    fprintf(json, "\n  ],\n  \"worst\": %.6g, \"bound\": %.6g, \"ns\": [%.6g, %.6g]\n}\n", worst[0], bound[0], ns[0],
            ns[1]);
    return fclose(json) != 0;
}
