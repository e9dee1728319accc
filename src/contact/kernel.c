/* The 3x3 kernel of the derivatives of a contact force: what is left of K and C without geometry.
 *
 * K and C hold the world velocities. Moving B by u with them held changes the velocity against A by -w_A x u, so that
 *   -dF/du = K_BB + C_BB [w_A],   -dF/dv = C_BB   (rows force on B, columns r_B). */
#include "abut/abut.h"

void abut_element_kernel(const abut_element_jac *jac, abut_vec3 w_a, double alpha, double beta, double k[3][3]) {
    const double skew[3][3] = {{0, -w_a.z, w_a.y}, {w_a.z, 0, -w_a.x}, {-w_a.y, w_a.x, 0}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const double *C = &jac->C[6 + i][6];
            double turned = C[0] * skew[0][j] + C[1] * skew[1][j] + C[2] * skew[2][j];
            k[i][j] = alpha * (jac->K[6 + i][6 + j] + turned) + beta * C[j];
        }
}
