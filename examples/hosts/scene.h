/* Two scenes that every host simulates, and the contact of each: a fixed body A and a ball B. Hosts bring their own bodies, gravity and integrator; the
 * force comes from here. The same scenes as model files: ball.yaml, groove.yaml. */
#ifndef HOSTS_SCENE_H
#define HOSTS_SCENE_H
#ifdef __cplusplus
extern "C" {
#endif

typedef struct host_scene {
    const char *name;
    double mass, inertia;                    /* kg, kg m^2 */
    double gravity[3];                       /* m/s^2 */
    double position[3], velocity[3];         /* m, m/s, of the ball at the start; it does not turn */
    double t_end, step;                      /* s; the step of hosts that take equal ones */
    double radius, ring_radius, tube_radius; /* m, of the ball and the groove; a plane where these are 0 */
} host_scene;

typedef struct host_contact host_contact;

const host_scene *host_find(const char *name);              /* "ball" or "groove"; NULL for others */
host_contact *host_contact_create(const host_scene *scene); /* says why on standard error where it returns NULL */
void host_contact_destroy(host_contact *contact);
/* Force and torque about its centre on the ball in the world, from its place, orientation (quaternion, scalar first), velocity and angular velocity
 * in the world. 0, or the status of the contact. */
int host_contact_wrench(const host_contact *contact, const double r[3], const double q[4], const double v[3],
                        const double w[3], double force[3], double torque[3]);

#ifdef __cplusplus
}
#endif
#endif
