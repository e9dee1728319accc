/* MuJoCo: a passive-force plugin "abut.contact". Its attribute `scene` names the scene; the body "ball" feels the force. Loaded by
 * mj_loadPluginLibrary or from Python (mujoco_run.py). The element is made when data are, and evaluated in every stage of the integrator. */
#include <mujoco/mujoco.h>
#include <stdint.h>
#include <string.h>

#include "scene.h"

static int no_state(const mjModel *m, int instance) {
    (void)m, (void)instance;
    return 0;
}

static int init(const mjModel *m, mjData *d, int instance) {
    const host_scene *scene = host_find(mj_getPluginConfig(m, instance, "scene"));
    host_contact *contact = scene ? host_contact_create(scene) : NULL;
    d->plugin_data[instance] = (uintptr_t)contact;
    return contact ? 0 : -1;
}

static void destroy(mjData *d, int instance) {
    host_contact_destroy((host_contact *)d->plugin_data[instance]);
    d->plugin_data[instance] = 0;
}

static void reset(const mjModel *m, mjtNum *state, void *data, int instance) {
    (void)m, (void)state, (void)data, (void)instance;
}

static void compute(const mjModel *m, mjData *d, int instance, int capability) {
    int ball = mj_name2id(m, mjOBJ_BODY, "ball");
    mjtNum velocity[6], force[3], torque[3]; /* of velocity: rotation first */
    (void)capability;
    mj_objectVelocity(m, d, mjOBJ_BODY, ball, velocity, 0);
    if (host_contact_wrench((const host_contact *)d->plugin_data[instance], d->xipos + 3 * ball, d->xquat + 4 * ball,
                            velocity + 3, velocity, force, torque))
        return;
    mj_applyFT(m, d, force, torque, d->xipos + 3 * ball, ball, d->qfrc_passive);
}

mjPLUGIN_LIB_INIT(abut_contact) {
    static const char *const attributes[] = {"scene"};
    mjpPlugin plugin;
    mjp_defaultPlugin(&plugin);
    plugin.name = "abut.contact";
    plugin.nattribute = 1;
    plugin.attributes = attributes;
    plugin.capabilityflags = mjPLUGIN_PASSIVE;
    plugin.nstate = no_state;
    plugin.init = init;
    plugin.destroy = destroy;
    plugin.reset = reset;
    plugin.compute = compute;
    mjp_registerPlugin(&plugin);
}
