// Scenes of motion_peers.py in Simbody. usage: peers_simbody ball|chain|stick-slip ACCURACY [TRANSITION_SPEED]
// Prints the CPU time of the run alone (s), then what came out: the height of the ball; the velocities of all beads; or time and place of
// the block, row by row.
//
// Simbody's contacts are Hertz' with Hunt and Crossley's damping, but two bodies of plane strain modulus E make E/2^(3/2) where exact Hertz
// has E/2 (its k^(2/3) are in series): so they get 2^(3/2) E*.
#include <Simbody.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

using namespace SimTK;

struct Scene {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    GeneralContactSubsystem contacts{system};
    ContactSetIndex set{contacts.createContactSet()};
    HuntCrossleyForce law{forces, contacts, set};

    void surface(const MobilizedBody &body, const ContactGeometry &shape, const Transform &place, double E_star,
                 double mu_static, double mu) {
        contacts.addBody(set, body, shape, place);
        law.setBodyParameters(ContactSurfaceIndex(contacts.getNumBodies(set) - 1), std::sqrt(8.) * E_star, 0, mu_static,
                              mu, 0);
    }
};

static double cpu() { return double(clock()) / CLOCKS_PER_SEC; }
static const Rotation upright(Pi / 2, YAxis); // the material of a half space lies along its x: down

static double run(Scene &s, State &state, double accuracy, double until, double every, double most,
                  void (*each)(const State &)) {
    RungeKuttaMersonIntegrator integrator(s.system);
    integrator.setAccuracy(accuracy);
    integrator.setMaximumStepSize(most);
    TimeStepper stepper(s.system, integrator);
    stepper.initialize(state);
    double spent = 0;
    for (int i = 1; i <= int(until / every + 0.5); i++) {
        double start = cpu();
        stepper.stepTo(i * every);
        spent += cpu() - start;
        s.system.realize(integrator.getState(), Stage::Velocity);
        if (each) each(integrator.getState());
    }
    state = integrator.getState();
    s.system.realize(state, Stage::Velocity);
    return spent;
}

static void ball(double accuracy) {
    Scene s;
    const double R = 0.1, mass = 7800 * 4 / 3. * Pi * R * R * R, E_star = 2e11 / (2 * (1 - 0.09));
    Force::Gravity gravity(s.forces, s.matter, Vec3(0, 0, -9.81));
    Body::Rigid body(MassProperties(mass, Vec3(0), Inertia(0.4 * mass * R * R)));
    MobilizedBody::Translation b(s.matter.Ground(), body);
    s.surface(s.matter.Ground(), ContactGeometry::HalfSpace(), Transform(upright), E_star, 0, 0);
    s.surface(b, ContactGeometry::Sphere(R), Transform(), E_star, 0, 0);
    State state = s.system.realizeTopology();
    b.setQToFitTranslation(state, Vec3(0, 0, 0.6));
    double spent = run(s, state, accuracy, 2, 2, 0.01, nullptr);
    std::printf("%.9g\n%.17g\n", spent, b.getBodyOriginLocation(state)[2]);
}

static void chain(double accuracy) {
    Scene s;
    const int beads = 1000;
    const double E_star = 1.5; // N = h^1.5 between spheres of 0.5 m
    Body::Rigid body(MassProperties(1, Vec3(0), Inertia(0.1)));
    std::vector<MobilizedBody::Slider> bead;
    for (int i = 0; i < beads; i++) {
        bead.emplace_back(s.matter.Ground(), Transform(Vec3(i, 0, 0)), body, Transform());
        s.surface(bead.back(), ContactGeometry::Sphere(0.5), Transform(), E_star, 0, 0);
    }
    State state = s.system.realizeTopology();
    bead[0].setRate(state, 0.01);
    double spent = run(s, state, accuracy, 400, 400, 2, nullptr);
    std::printf("%.9g\n", spent);
    for (const auto &b : bead) std::printf("%.17g\n", b.getRate(state));
}

static const MobilizedBody *watched;
static std::vector<Vec2> seen;
static void note(const State &state) {
    seen.push_back(Vec2(state.getTime(), watched->getBodyOriginLocation(state)[0]));
}

static void stick_slip(double accuracy, double speed) {
    Scene s;
    const double R = 0.1, mass = 10, k = 1e4, E_star = 5e9;
    Force::Gravity gravity(s.forces, s.matter, Vec3(0, 0, -9.81));
    Body::Rigid heavy(MassProperties(1e8, Vec3(0), Inertia(1e8))), block(MassProperties(mass, Vec3(0), Inertia(0.1)));
    MobilizedBody::Slider belt(s.matter.Ground(), heavy);
    MobilizedBody::Translation b(s.matter.Ground(), block);
    Force::MobilityLinearSpring spring(s.forces, b, MobilizerQIndex(0), k, 0);
    s.surface(belt, ContactGeometry::HalfSpace(), Transform(upright), E_star, 0.3, 0.2);
    s.surface(b, ContactGeometry::Sphere(R), Transform(), E_star, 0.3, 0.2);
    s.law.setTransitionVelocity(speed);
    State state = s.system.realizeTopology();
    belt.setRate(state, 0.05);
    double h = std::pow(mass * 9.81 / (4 / 3. * E_star * std::sqrt(R)), 2 / 3.);
    b.setQToFitTranslation(state, Vec3(0, 0, R - h));
    b.setUToFitLinearVelocity(state, Vec3(0.05, 0, 0));
    watched = &b;
    double spent = run(s, state, accuracy, 2, 1e-3, 0.01, note);
    std::printf("%.9g\n", spent);
    for (const auto &row : seen) std::printf("%.17g %.17g\n", row[0], row[1]);
}

int main(int count, char **words) {
    if (count < 3) return 2;
    double accuracy = std::atof(words[2]);
    if (!std::strcmp(words[1], "ball"))
        ball(accuracy);
    else if (!std::strcmp(words[1], "chain"))
        chain(accuracy);
    else if (!std::strcmp(words[1], "stick-slip") && count == 4)
        stick_slip(accuracy, std::atof(words[3]));
    else
        return 2;
    return 0;
}
