/* The local frame carried without spin: gamma = n, Omega = gamma x gamma', alpha' = Omega x alpha, beta = gamma x alpha. */
#include "base/quat.h"

void abut_frame_rate(abut_vec3 gamma, abut_vec3 ndot, abut_vec3 alpha, abut_vec3 *gamma_rate, abut_vec3 *alpha_rate) {
    *gamma_rate = v3_axpy(-v3_dot(gamma, ndot), gamma, ndot);
    *alpha_rate = v3_cross(v3_cross(gamma, *gamma_rate), alpha);
}

abut_vec3 abut_frame_transport(abut_vec3 n_old, abut_vec3 n_new, abut_vec3 alpha) {
    /* Rodrigues with axis k = n_old x n_new: a + k x a + (k x (k x a))/(1 + n_old . n_new) */
    vec3 k = v3_cross(n_old, n_new), ka = v3_cross(k, alpha);
    double c = v3_dot(n_old, n_new);
    if (c < -1 + 1e-12) return v3_axpy(-2 * v3_dot(n_old, alpha), n_old, alpha); /* half a turn: no shortest way */
    return v3_add(alpha, v3_add(ka, v3_scale(1 / (1 + c), v3_cross(k, ka))));
}

abut_vec3 abut_rotation_vector(abut_quat from, abut_quat to) {
    return quat_log(quat_multiply(to, quat_conjugate(from)));
}
