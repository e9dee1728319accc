/* Stresses in an elastic half-space z > 0 under pressure p and tractions qx, qy that are constant over rectangles of its surface.
 * Tension is positive; p presses; qx, qy act on the half-space. */
#ifndef ABUT_FIELD_STRESS_H
#define ABUT_FIELD_STRESS_H

typedef struct stress {
    double xx, yy, zz, xy, yz, zx; /* Pa */
} stress;

/* Three columns: stresses under p = 1, qx = 1, qy = 1. */
typedef struct stress_columns {
    stress p, qx, qy;
} stress_columns;

/* At (x, y) from the centre of the cell and the depth z > 0; nu of the body. Error about 1e-16 (distance/side)^2 of the load. */
stress_columns stress_cell(double x, double y, double z, double hx, double hy, double nu);

double stress_von_mises(const stress *s);
double stress_greatest_shear(const stress *s); /* half the difference of the principal stresses */

#endif
