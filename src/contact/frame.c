/* The local frame carried without spin: gamma = n, Omega = gamma x gamma', alpha' = Omega x alpha, beta = gamma x alpha. */
#include "base/quat.h"
#include "carry.h"

void abut_frame_rate(abut_vec3 gamma, abut_vec3 ndot, abut_vec3 alpha, abut_vec3 *gamma_rate, abut_vec3 *alpha_rate) {
    *gamma_rate = v3_axpy(-v3_dot(gamma, ndot), gamma, ndot);
    *alpha_rate = v3_cross(v3_cross(gamma, *gamma_rate), alpha);
}

abut_vec3 abut_frame_transport(abut_vec3 n_old, abut_vec3 n_new, abut_vec3 alpha) {
    carry turn = carry_of(n_old, n_new);
    return carried(&turn, alpha);
}

abut_vec3 abut_rotation_vector(abut_quat from, abut_quat to) {
    return quat_log(quat_multiply(to, quat_conjugate(from)));
}
