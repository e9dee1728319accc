/* Displacements of the surface of two elastic half-spaces pressed together, from tractions that are constant over rectangles.
 *
 * Axes: z into body 1, which lies below; x, y in the surface. Pressure p presses, tractions q = (qx, qy) act on body 1 (and -q on body 2).
 * u = u_1 - u_2 is the difference of the displacements. Boussinesq and Cerruti (Johnson, Contact Mechanics, 3.2, 3.6; Kalker's
 * combination of two bodies), r^2 = x^2 + y^2:
 *
 *   u_x = 1/(pi G) iint { qx [(1 - nu)/r + nu x^2/r^3] + qy nu x y/r^3 - K p x/r^2 }
 *   u_y = 1/(pi G) iint { qx nu x y/r^3 + qy [(1 - nu)/r + nu y^2/r^3] - K p y/r^2 }
 *   u_z = 1/(pi G) iint { p (1 - nu)/r + K (qx x + qy y)/r^2 }
 *
 *   1/G = (1/G1 + 1/G2)/2,  nu/G = (nu1/G1 + nu2/G2)/2,  K/G = ((1 - 2 nu1)/G1 - (1 - 2 nu2)/G2)/4
 *
 * so that E* = G/(1 - nu), and Dundurs' beta = K/(1 - nu). K is zero for bodies that are alike, and for incompressible ones. */
#ifndef ABUT_FIELD_CERRUTI_H
#define ABUT_FIELD_CERRUTI_H

typedef struct elastic_pair {
    double G;  /* Pa */
    double nu; /* between those of the bodies */
    double K;  /* coupling of normal and tangential displacements */
} elastic_pair;

/* G1, G2: INFINITY for a rigid body; not both. */
elastic_pair elastic_pair_of(double G1, double nu1, double G2, double nu2);

/* Integrals over the rectangle |X - x| <= hx/2, |Y - y| <= hy/2 of X^2/r^3, Y^2/r^3, X Y/r^3, X/r^2 and Y/r^2. */
typedef struct cerruti {
    double xx, yy, xy; /* m; the integral of 1/r is xx + yy */
    double x, y;       /* m */
} cerruti;

/* Relative error of each below 1e-12 of the greatest; cells of any shape, any distance. */
cerruti cerruti_cell(double x, double y, double hx, double hy);

/* Influence coefficients (m/Pa) of a cell on a point at (x, y) from its centre. */
typedef struct influence {
    double xx, xy, yy; /* u_x of qx; u_x of qy and u_y of qx; u_y of qy */
    double zz;         /* u_z of p */
    double zx, zy;     /* u_z of qx, qy; u_x, u_y of p are their negatives */
} influence;

influence influence_of(const elastic_pair *pair, const cerruti *cell);

#endif
