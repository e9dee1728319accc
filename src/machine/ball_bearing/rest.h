/* Inside of the bearing's statics: numbers that carry their derivatives, one ball (bearing_rest_ball.c, bearing_rest_speed.c), the
 * set of balls and its force (ball_bearing_rest.c), what is read and printed (bearing_rest_report.c).
 *
 * Everything stands in the bearing frame of the outer ring (rings.h). A ball's centre lies at r e_r + z e_z in its plane. */
#ifndef ABUT_MACHINE_BEARING_REST_H
#define ABUT_MACHINE_BEARING_REST_H

#include "ball_bearing.h"

/* ---- numbers with derivatives by r, z of the ball and the six changes of the inner ring's pose ---- */
enum { BY_R, BY_Z, BY_POSE, VARIABLES = 8 };

typedef struct num {
    double v, d[VARIABLES];
} num;

static inline num num_of(double v) { return (num){.v = v}; }
static inline num num_in(num a, double s, num b, double t) { /* s a + t b */
    num o = {.v = s * a.v + t * b.v};
    for (int i = 0; i < VARIABLES; i++) o.d[i] = s * a.d[i] + t * b.d[i];
    return o;
}
static inline num num_add(num a, num b) { return num_in(a, 1, b, 1); }
static inline num num_sub(num a, num b) { return num_in(a, 1, b, -1); }
static inline num num_scale(double s, num a) { return num_in(a, s, a, 0); }
static inline num num_plus(num a, double c) {
    a.v += c;
    return a;
}
static inline num num_mul(num a, num b) {
    num o = num_in(a, b.v, b, a.v);
    o.v = a.v * b.v;
    return o;
}
static inline num num_div(num a, num b) {
    double q = a.v / b.v;
    num o = num_in(a, 1 / b.v, b, -q / b.v);
    o.v = q;
    return o;
}
static inline num num_sqrt(num a) {
    double r = sqrt(a.v);
    num o = num_scale(0.5 / r, a);
    o.v = r;
    return o;
}

typedef struct num2 { /* in the plane of a ball */
    num r, z;
} num2;
static inline num2 num2_scale(num s, num2 a) { return (num2){num_mul(s, a.r), num_mul(s, a.z)}; }
static inline num2 num2_add(num2 a, num2 b) { return (num2){num_add(a.r, b.r), num_add(a.z, b.z)}; }
static inline num num2_dot(num2 a, num2 b) { return num_add(num_mul(a.r, b.r), num_mul(a.z, b.z)); }
static inline num2 num2_unit(num2 a) { return num2_scale(num_div(num_of(1), num_sqrt(num2_dot(a, a))), a); }

typedef struct num_wrench {
    num f[3], m[3];
} num_wrench;

/* What speed does to a ball. */
typedef struct rest_motion {
    num orbit;    /* rad/s */
    num w_r, w_z; /* rad/s, of the ball in the orbiting frame */
    num F_c;      /* N */
    num2 push;    /* N, tangential force of the race that carries the gyroscopic moment, on the ball */
    double M_g;   /* N m */
} rest_motion;

typedef struct rest_ball {
    double angle;  /* rad, azimuth */
    vec3 e_r, e_t; /* radial, tangential */
    abut_element *element[RINGS][2];
    /* the equilibrium found last */
    bool found;                          /* r, z are one */
    bool loaded;                         /* it takes part in the forces */
    double r, z;                         /* m */
    abut_element_out out[RINGS][2];      /* jac is NULL */
    double line[RINGS];                  /* rad, contact angle: of the force, or of the line to the groove without */
    double orbit, w_r, w_z, F_c, M_g;    /* 0 at rest */
    double cage;                         /* N, along e_t: what keeps it at its azimuth */
    double F[RINGS][6], dF[RINGS][6][6]; /* force and moment on the rings, about their centres; by the pose */
    double energy;                       /* J */
} rest_ball;

struct bearing_rest {
    int balls;
    rest_ball *ball;
    abut_element_jac *jac;          /* scratch */
    rings_rest rings;               /* sums over the balls */
    abut_element *moving[RINGS][2]; /* contacts with all of their laws, for what they lose (rest_loss.c) */
};

/* A ball at a trial place. */
typedef struct rest_trial {
    double r, z;
    abut_element_out out[RINGS][2];
    num_wrench ring[RINGS]; /* on the rings, about their centres */
    num N[RINGS][2];
    num2 sum;     /* of all forces on the ball, in its plane */
    num side;     /* the same along e_t */
    double total; /* N, sum of the normal forces */
    double body;  /* N, size of what is not a contact force */
    rest_motion motion;
} rest_trial;

typedef struct rest_task {
    const ball_bearing *b;
    const rest_pose *at;
    const rest_ball *ball; /* its place and forces are not looked at */
    abut_element_jac *jac;
} rest_task;

/* bearing_rest_speed.c: adds what speed does to the forces on the ball and the rings; contacts have been evaluated. */
void rest_move(const rest_task *k, rest_trial *t);
/* Which groove of the ring the ball is nearest to. */
static inline int rest_nearest(const ball_bearing *b, const abut_element_out *out) {
    return b->grooves == 2 && out[1].h > out[0].h ? 1 : 0;
}
static inline vec3 rest_in_space(const rest_ball *ball, double r, double z) {
    return v3_axpy(r, ball->e_r, v3(0, 0, z));
}

bool rest_loss_elements(const ball_bearing *b); /* rest_loss.c */

/* The equilibrium of one ball; false if there is none that can be evaluated. */
bool rest_ball_settle(const ball_bearing *b, const rest_pose *at, rest_ball *ball, abut_element_jac *jac);

#endif
