/* A ball bearing along its axis: the balls are all alike there, so that one of them is enough for the force. At rest without
 * weight, or at a part of the speeds of its rings. */
#include <math.h>
#include <string.h>

#include "base/quat.h"
#include "pair.h"

bool axial_open(axial_bearing *a, const ball_bearing *b) {
    a->own = *b;
    a->own.rest = NULL;
    a->own.log = NULL;
    a->own.set = NULL;
    return bearing_rest_create(&a->own);
}

void axial_close(axial_bearing *a) {
    bearing_rest_destroy(a->own.rest);
    a->own.rest = NULL;
}

static rest_pose pose_at(const axial_bearing *a, double shift, double part) {
    const ball_bearing *b = &a->own;
    rest_pose at = {.d = v3(0, 0, b->hand * shift), .R = m3_identity(), .q = quat_identity()};
    for (int r = 0; r < RINGS; r++) at.speed[r] = b->still ? 0 : part * b->speed[r];
    return at;
}

bool axial_force(const axial_bearing *a, double shift, double part, double *force, double *slope) {
    const ball_bearing *b = &a->own;
    rest_pose at = pose_at(a, shift, part);
    rest_ball *ball = &b->rest->ball[0];
    if (fabs(shift) > 0.5 * b->def.balls.diameter || !rest_ball_settle(b, &at, ball, b->rest->jac)) return false;
    *force = -b->hand * b->rest->balls * ball->F[INNER][2];
    *slope = -b->rest->balls * ball->dF[INNER][2][2];
    return true;
}

bool axial_stiffness(const axial_bearing *a, double shift, double part, double K[6][6]) {
    const ball_bearing *b = &a->own;
    rest_pose at = pose_at(a, shift, part);
    memset(K, 0, 36 * sizeof(double));
    for (int n = 0; n < b->rest->balls; n++) {
        rest_ball *ball = &b->rest->ball[n];
        if (!rest_ball_settle(b, &at, ball, b->rest->jac)) return false;
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < 6; j++) K[i][j] -= ball->dF[INNER][i][j];
    }
    return true;
}
