// Simbody: a custom force on a ball with the free mobilizer, by an error-controlled integrator. usage: simbody SCENE
#include <Simbody.h>
#include <cstdio>

#include "scene.h"

using namespace SimTK;

class Touch : public Force::Custom::Implementation {
  public:
    Touch(const MobilizedBody &body, const host_scene *scene) : ball(body), contact(host_contact_create(scene)) {}
    ~Touch() override { host_contact_destroy(contact); }
    void calcForce(const State &state, Vector_<SpatialVec> &forces, Vector_<Vec3> &, Vector &) const override {
        const Transform &X = ball.getBodyTransform(state);
        const SpatialVec &V = ball.getBodyVelocity(state); // rotation first
        const Quaternion q = X.R().convertRotationToQuaternion();
        Vec3 force, torque;
        if (host_contact_wrench(contact, &X.p()[0], &q[0], &V[1][0], &V[0][0], &force[0], &torque[0]))
            throw std::runtime_error("the contact cannot be evaluated");
        ball.applyBodyForce(state, SpatialVec(torque, force), forces);
    }
    Real calcPotentialEnergy(const State &) const override { return 0; }

  private:
    MobilizedBody ball;
    host_contact *contact;
};

int main(int count, char **words) {
    const host_scene *scene = count == 2 ? host_find(words[1]) : nullptr;
    if (!scene) return 2;
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::Gravity gravity(forces, matter, Vec3(scene->gravity[0], scene->gravity[1], scene->gravity[2]));
    Body::Rigid body(MassProperties(scene->mass, Vec3(0), Inertia(scene->inertia)));
    MobilizedBody::Free ball(matter.Ground(), Transform(), body, Transform());
    Force::Custom touch(forces, new Touch(ball, scene));
    State state = system.realizeTopology();
    ball.setQToFitTranslation(state, Vec3(scene->position[0], scene->position[1], scene->position[2]));
    ball.setUToFitLinearVelocity(state, Vec3(scene->velocity[0], scene->velocity[1], scene->velocity[2]));
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-10);
    integrator.setMaximumStepSize(20 * scene->step); // so that no touch is stepped over
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(scene->t_end);
    const Vec3 r = ball.getBodyOriginLocation(integrator.getState()),
               w = ball.getBodyAngularVelocity(integrator.getState());
    std::printf("end %.15g %.15g %.15g %.15g %.15g %.15g\n", r[0], r[1], r[2], w[0], w[1], w[2]);
    return 0;
}
