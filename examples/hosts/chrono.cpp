// Chrono: a custom load on a body. NOT RUN: written after the headers of Chrono 8 (ChLoadCustom); there is no package of Chrono here to compile it with.
// usage: chrono SCENE
#include <chrono/physics/ChBody.h>
#include <chrono/physics/ChLoad.h>
#include <chrono/physics/ChLoadContainer.h>
#include <chrono/physics/ChSystemNSC.h>
#include <chrono/timestepper/ChTimestepper.h>
#include <cstdio>

#include "scene.h"

using namespace chrono;

class Touch : public ChLoadCustom {
  public:
    Touch(std::shared_ptr<ChBody> body, const host_scene *scene)
        : ChLoadCustom(body), ball(body), contact(host_contact_create(scene)) {}
    ~Touch() override { host_contact_destroy(contact); }
    Touch *Clone() const override { return nullptr; } // the contact has one owner
    bool IsStiff() override { return false; }
    // Q: force in the world, torque in the axes of the body. The state may be one that an integrator tries.
    void ComputeQ(ChState *x, ChStateDelta *w) override {
        ChVector<> r = ball->GetPos(), v = ball->GetPos_dt(), spin = ball->GetWvel_loc();
        ChQuaternion<> q = ball->GetRot();
        if (x) {
            r = ChVector<>((*x)(0), (*x)(1), (*x)(2));
            q = ChQuaternion<>((*x)(3), (*x)(4), (*x)(5), (*x)(6));
        }
        if (w) {
            v = ChVector<>((*w)(0), (*w)(1), (*w)(2));
            spin = ChVector<>((*w)(3), (*w)(4), (*w)(5));
        }
        const ChVector<> omega = q.Rotate(spin);
        const double place[3] = {r.x(), r.y(), r.z()}, turn[4] = {q.e0(), q.e1(), q.e2(), q.e3()};
        const double velocity[3] = {v.x(), v.y(), v.z()}, rate[3] = {omega.x(), omega.y(), omega.z()};
        double force[3], torque[3];
        if (host_contact_wrench(contact, place, turn, velocity, rate, force, torque))
            throw ChException("the contact cannot be evaluated");
        const ChVector<> local = q.RotateBack(ChVector<>(torque[0], torque[1], torque[2]));
        for (int i = 0; i < 3; i++) load_Q(i) = force[i];
        load_Q(3) = local.x();
        load_Q(4) = local.y();
        load_Q(5) = local.z();
    }

  private:
    std::shared_ptr<ChBody> ball;
    host_contact *contact;
};

int main(int count, char **words) {
    const host_scene *scene = count == 2 ? host_find(words[1]) : nullptr;
    if (!scene) return 2;
    ChSystemNSC system;
    system.Set_G_acc(ChVector<>(scene->gravity[0], scene->gravity[1], scene->gravity[2]));
    auto ball = chrono_types::make_shared<ChBody>();
    ball->SetMass(scene->mass);
    ball->SetInertiaXX(ChVector<>(scene->inertia, scene->inertia, scene->inertia));
    ball->SetPos(ChVector<>(scene->position[0], scene->position[1], scene->position[2]));
    ball->SetPos_dt(ChVector<>(scene->velocity[0], scene->velocity[1], scene->velocity[2]));
    system.AddBody(ball);
    auto loads = chrono_types::make_shared<ChLoadContainer>();
    loads->Add(chrono_types::make_shared<Touch>(ball, scene));
    system.Add(loads);
    system.SetTimestepperType(ChTimestepper::Type::RUNGEKUTTA45);
    while (system.GetChTime() < scene->t_end - scene->step / 2) system.DoStepDynamics(scene->step);
    const ChVector<> r = ball->GetPos(), w = ball->GetWvel_par();
    std::printf("end %.15g %.15g %.15g %.15g %.15g %.15g\n", r.x(), r.y(), r.z(), w.x(), w.y(), w.z());
    return 0;
}
