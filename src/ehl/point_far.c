#include "point_far.h"

#include <math.h>
#include <string.h>

ehl_far ehl_far_of(double lambda, const ehl_shape *A) {
    double trace = A->xx + A->yy, a = A->xx + 2 * trace, b = A->xy, d = A->yy + 2 * trace, det = a * d - b * b;
    return (ehl_far){true, -lambda * (d * A->xx - b * A->xy) / det, -lambda * (a * A->xy - b * A->xx) / det};
}

static double pressure(const ehl_far *f, double ab, double x, double y, double H) {
    double q = fmax(0, (f->gx * x + f->gy * y) / (H * H));
    return ab * q < 1e-9 ? q : -log1p(-fmin(ab * q, 0.9)) / ab;
}

double ehl_far_edge(const ehl_far *f, const ehl_mesh *m, double ab, const double *H, double *aim) {
    double beyond = 0;
    memset(aim, 0, mesh_nodes(m) * sizeof *aim);
    if (!f->wanted) return 0;
    for (int j = 0; j <= m->ny; j++)
        for (int i = 0; i <= m->nx; i++) {
            bool on_x = i == 0 || i == m->nx, on_y = j == 0 || j == m->ny;
            if (!on_x && !on_y) continue;
            size_t k = mesh_at(m, i, j);
            double x = m->x0 + i * m->hx, y = m->y0 + j * m->hy;
            aim[k] = pressure(f, ab, x, y, H[k]);
            double reach = 0; /* of x.n ds, less the half cell that lies outside and is counted inside */
            if (on_x) reach += (fabs(x) - 0.5 * m->hx) * m->hy * (on_y ? 0.5 : 1);
            if (on_y) reach += (fabs(y) - 0.5 * m->hy) * m->hx * (on_x ? 0.5 : 1);
            beyond += reach * aim[k];
        }
    return beyond;
}
