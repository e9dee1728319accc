/* Oblique impact of an elastic ball on a half-space, solved without the library: an independent answer for friction laws.
 *
 * Two ways, which share nothing but the equations of motion of the ball:
 *   annuli   N. Maw, J. R. Barber, J. N. Fawcett, The oblique impact of elastic spheres, Wear 38 (1976) 101-114
 *   springs  a row of independent springs that stands for the contact (V. L. Popov, M. Hess, Method of Dimensionality Reduction,
 *            2015; I. A. Lyashenko, V. L. Popov, Sci. Rep. 5 (2015) 8479) */
#ifndef ABUT_TESTS_MAW_H
#define ABUT_TESTS_MAW_H

typedef struct maw_case {
    double R, m;    /* m, kg */
    double inertia; /* J/(m R^2), 0.4 of a ball */
    double E_star;  /* Pa */
    double kappa;   /* tangential over normal stiffness, Mindlin */
    double mu;
    double vn, vt; /* m/s, before */
    int parts;     /* annuli or springs */
    int steps;     /* of time, over the contact */
} maw_case;

typedef struct maw_result {
    double e_t;        /* tangential velocity of the centre, after over before */
    double psi1, psi2; /* kappa v/(mu vn) with v that of the point of contact, before and after */
    double chi;        /* kappa (1 + 1/inertia)/2 */
    double lost;       /* J, kinetic energy */
} maw_result;

/* The ball of alumina on glass that was measured, thrown at 3.9 m/s; angle in rad, from the normal. */
maw_case maw_alumina_on_glass(double R, double m, double angle, int parts, int steps);

maw_result maw_annuli(const maw_case *c);
maw_result maw_springs(const maw_case *c);

#endif
