/* Levers given by points of the machine's frame: the machine wants its frame turned so that the pivot lies on +x and the roller at
 * y > 0. */
#include <math.h>

#include "base/quat.h"
#include "cam_roller.h"
#include "world/world.h"

static vec3 flat(vec3 v) { return v3(v.x, v.y, 0); }

abut_status cam_place_lever(abut_world *w, abut_cam_roller_def *d) {
    vec3 pivot = flat(d->follower.pivot), roller = flat(d->follower.roller_at), tip = flat(d->follower.tip);
    double distance = v3_norm(pivot), at = v3_norm(roller), reach = d->profile.base_radius + d->profile.roller_radius;
    if (d->profile.follower != ABUT_SWINGING || (distance == 0 && at == 0)) return ABUT_OK;
    if (!(distance > 0))
        return world_refuse_at(w, "follower.pivot", ABUT_BAD_VALUE,
                               "cam_roller '%.60s': pivot: it lies on the cam's axis", d->name);
    if (!(fabs(at - reach) <= 0.01 * reach))
        return world_refuse_at(
            w, "follower.roller_at", ABUT_BAD_VALUE,
            "cam_roller '%.60s': roller_at: it lies %g m from the cam's axis; base_radius and radius of "
            "the roller make %g m",
            d->name, at, reach);
    bool below = pivot.x * roller.y - pivot.y * roller.x < 0;
    abut_quat turn = quat_about_z(atan2(pivot.y, pivot.x));
    if (below) turn = quat_multiply(turn, (abut_quat){0, 1, 0, 0}); /* half a turn about x */
    d->place.q = quat_multiply(quat_unit(d->place.q), turn);
    d->profile.clockwise = d->profile.clockwise != below;
    d->profile.pivot_distance = distance;
    d->profile.arm = v3_norm(v3_sub(roller, pivot));
    if (v3_norm(tip) > 0) d->profile.lever = v3_norm(v3_sub(tip, pivot));
    return ABUT_OK;
}
