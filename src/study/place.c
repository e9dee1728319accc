/* Parameters and their places between the bounds. */
#include "fit_inside.h"

double place_width(const fit_parameter *p) { return p->log ? log(p->high / p->low) : p->high - p->low; }

double place_of(const fit_parameter *p, double value) {
    double z = (p->log ? log(value / p->low) : value - p->low) / place_width(p);
    return fmin(fmax(z, 0), 1);
}

double place_value(const fit_parameter *p, double z) {
    double value = p->log ? p->low * exp(z * place_width(p)) : p->low + z * (p->high - p->low);
    return fmin(fmax(value, p->low), p->high);
}

double place_step(const fit_parameter *p) {
    const double preset = 1e-3, most = 0.25;
    return p->step > 0 ? fmin(p->step / place_width(p), most) : preset;
}

void place_values(const fit *f, const double *z, double *values) {
    for (int i = 0; i < f->n; i++) {
        const fit_parameter *p = &f->problem->parameter[i];
        bool at_start = !f->active[i] || z[i] == place_of(p, p->start);
        values[i] = at_start ? p->start : place_value(p, z[i]);
    }
}
