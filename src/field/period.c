/* See period.h. */
#include "period.h"

abut_status period_of(const abut_heights *h, bool periodic, abut_heights *out, abut_message *message) {
    size_t times = periodic ? 1 : 2, nx = times * h->nx, ny = times * h->ny;
    abut_status status = abut_heights_create(nx, ny, (double)times * h->lx, (double)times * h->ly, out, message);
    if (status) return status;
    double mean = 0;
    for (size_t k = 0; k < h->nx * h->ny; k++) mean += h->z[k] / (double)(h->nx * h->ny);
    for (size_t j = 0; j < ny; j++)
        for (size_t i = 0; i < nx; i++) {
            size_t a = i < h->nx ? i : nx - 1 - i, b = j < h->ny ? j : ny - 1 - j;
            out->z[j * nx + i] = h->z[b * h->nx + a] - mean;
        }
    out->generated = h->generated;
    return ABUT_OK;
}
