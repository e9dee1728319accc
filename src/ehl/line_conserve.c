/* Line contacts that conserve oil: flooded, or starved by a layer that is too thin; and what is said of their oil. */
#include <math.h>

#include "line.h"

ehl_end ehl_line_conserve(abut_ehl_line *s, const abut_ehl_line_def *d, double moes) {
    ehl_line_level *l = &s->level[s->levels - 1];
    l->flow.supply = d->layer / moes;
    return ehl_line_fill_solve(&l->newton, &l->flow, &l->grid, &l->y, &s->fill);
}

void ehl_line_measure_oil(const abut_ehl_line *s, double moes, abut_ehl_line_result *out) {
    const ehl_line_level *l = &s->level[s->levels - 1];
    const ehl_line_grid *g = &l->grid;
    int first = 0, last = 0;
    for (int i = g->n - 1; i > 0; i--)
        if (l->y.P[i] > 0) first = i;
    for (int i = 1; i < g->n; i++)
        if (l->y.P[i] > 0) last = i;
    out->x_in = s->conserving && first > 0 && s->fill.fill[first - 1] < 1 ? g->x[first] : g->x[0];
    out->x_out = g->x[last];
    out->flow = -moes * l->flow.face[last > 0 ? last - 1 : 0].q;
    if (!s->conserving) return;
    out->fill = s->fill.fill;
    double least = INFINITY, most = -INFINITY;
    for (int i = 0; i < g->n; i++) {
        least = fmin(least, -l->flow.face[i].q);
        most = fmax(most, -l->flow.face[i].q);
    }
    out->flow_error = (most - least) / fmax(fabs(most), 1e-300);
}
