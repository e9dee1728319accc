#!/usr/bin/env python3
"""Motion with contacts beside its peers: motion_peers.py run ABUT FOLDER prints a table and writes it to FOLDER/motion.md;
motion_peers.py put FOLDER/motion.md docs/benchmarks.md puts it into that page. Needs numpy and h5py; LAMMPS comes as the program `lmp`, Simbody as a library for C++.

Scenes, each with the answer that errors are held against:
  ball        a steel ball (R 0.1 m) on a rigid plane, exact Hertz, no loss, let go 0.5 m above it: its height after 2 s, over 0.6 m (closed form).
              Engines with linear springs get the stiffness with the exact contact time, which favours them
  chain       1000 beads that just touch, N = h^1.5, the first at 1 cm/s, 400 s: largest error of a velocity over 1 cm/s (abut rkn, rtol 1e-12)
  box         512 spheres of 5 cm fall into a box, 0.3 s: no answer is known; CPU time alone
  stick-slip  10 kg on a belt at 0.05 m/s held by 1e4 N/m, mu 0.3 and 0.2: the period against 0.2028107 s (rigid sticking)
CPU seconds of the run alone, one thread; of abut the whole of the run that summary.json counts."""
import importlib.metadata
import itertools
import json
import math
import os
import platform
import random
import re
import resource
import signal
import subprocess
import sys
import time

import numpy as np

LIMIT = 300  # s of a processor for each program that runs
SIMBODY = "/usr/include/simbody"
PEERS = ("abut", "lammps", "mujoco", "exudyn", "drake", "simbody")
NAMES = {"abut": "abut", "lammps": "LAMMPS", "mujoco": "MuJoCo", "exudyn": "Exudyn", "drake": "Drake", "simbody": "Simbody"}
R, MASS, E_STAR = 0.1, 7800 * 4 / 3 * math.pi * 0.1**3, 2e11 / (2 * (1 - 0.09))
HEIGHT, CONTACT_TIME = 0.566478607526342898, 0.000559550418567477  # m after 2 s; s: closed forms
LINEAR = MASS * (math.pi / CONTACT_TIME) ** 2
BEADS, SPEED, UNTIL = 1000, 0.01, 400
PERIOD = 0.2028107


def say(scene, who, how, error, cpu):
    print(json.dumps([scene, NAMES[who], how, error, cpu]), flush=True)


# ---- abut ----
def abut_run(program, folder, name, text, *flags):
    model, out = os.path.join(folder, name + ".yaml"), os.path.join(folder, name + ".out")
    with open(model, "w") as f:
        f.write(text)
    subprocess.run([program, "run", model, "--out", out, "--no-report", "--quiet", "--threads", "1", *flags], check=True)
    with open(os.path.join(out, "summary.json")) as f:
        return out, json.load(f)["cpu_seconds"]


def chain_model():
    bead = "\n".join(
        f"  - {{name: b{i}, mass: 1 kg, inertia: [0.1, 0.1, 0.1], position: [{i}, 0, 0]"
        + (f", velocity: [{SPEED}, 0, 0]}}" if i == 0 else "}")
        for i in range(BEADS)
    )
    ball = "\n".join(f"  - {{name: s{i}, body: b{i}, shape: {{type: sphere, radius: 0.5}}, material: soft}}" for i in range(BEADS))
    pair = "\n".join(f"  - {{name: c{i}, between: [s{i}, s{i + 1}], normal: hertz}}" for i in range(BEADS - 1))
    return (
        f"abut: 1\ngravity: [0, 0, 0]\nmaterials: {{soft: {{E: 3, nu: 0}}}}\nbodies:\n{bead}\nsurfaces:\n{ball}\ncontacts:\n{pair}\n"
        f"solver: {{t_end: {UNTIL}}}\noutput: {{every: {UNTIL}}}\n"
    )


def tolerance(rtol):
    atol = f"solver.atol={{position: {2 * rtol * SPEED}, velocity: {rtol * SPEED}, angle: 1, angular_velocity: 1}}"
    return ["--rtol", str(rtol), "--set", atol]


def velocities(out):
    import h5py

    with h5py.File(os.path.join(out, "results.h5")) as f:
        return f["bodies/velocity"][-1, :BEADS, 0]


def reference(folder):
    return np.load(os.path.join(folder, "chain.npy"))


def by_abut(program, folder):
    text = f"""abut: 1
materials: {{steel: {{E: 200 GPa, nu: 0.3, density: 7800}}, stone: {{rigid: true}}}}
bodies: [{{name: ground, fixed: true}}, {{name: ball, position: [0, 0, 0.6]}}]
surfaces:
  - {{name: plane, body: ground, shape: plane, material: stone}}
  - {{name: ball, body: ball, shape: {{type: sphere, radius: 0.1}}, material: steel}}
contacts: [{{name: touch, between: [plane, ball], normal: hertz}}]
gravity: [0, 0, -9.81]
solver: {{t_end: 2}}
output: {{every: 2}}
"""
    import h5py

    for rtol in ("1e-5", "1e-8"):
        out, cpu = abut_run(program, folder, "ball", text.replace("200 GPa", f"{E_STAR * 0.91!r} Pa"), "--rtol", rtol)
        with h5py.File(os.path.join(out, "results.h5")) as f:
            z = f["bodies/position"][-1, -1, 2]
        say("ball", "abut", f"auto, rtol {rtol}", abs(z - HEIGHT) / 0.6, cpu)
    v = reference(folder)
    for rtol in (1e-4, 3e-6, 1e-7):
        out, cpu = abut_run(program, folder, "chain", chain_model(), *tolerance(rtol))
        say("chain", "abut", f"auto (rkn), rtol {rtol:g}", float(np.abs(velocities(out) - v).max() / SPEED), cpu)
    out, cpu = abut_run(program, folder, "box", box_model())
    say("box", "abut", "auto (rk3), rtol 1e-4", None, cpu)
    belt = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples", "17_belt_stick_slip", "model.yaml")
    with open(belt) as f:
        out, cpu = abut_run(program, folder, "stick_slip", f.read(), "--t-end", "2 s", "--every", "1 ms", "--csv")
    rows = np.loadtxt(os.path.join(out, "body_block.csv"), delimiter=",", skiprows=1)
    say("stick-slip", "abut", "example 17", abs(period(rows[:, 0], rows[:, 1]) / PERIOD - 1), cpu)


def places(n=8):
    draw = random.Random(1)
    length = 0.11 * n
    return length, [
        (-length / 2 + 0.055 + 0.11 * i + draw.uniform(-0.004, 0.004), -length / 2 + 0.055 + 0.11 * j + draw.uniform(-0.004, 0.004), 0.06 + 0.11 * k)
        for k, j, i in itertools.product(range(n), repeat=3)
    ]


def box_model():
    length, at = places()
    h, c = length / 2, math.sqrt(0.5)
    walls = {"floor": ((0, 0, 0), (1, 0, 0, 0)), "left": ((-h, 0, 0), (c, 0, c, 0)), "right": ((h, 0, 0), (c, 0, -c, 0)),
             "front": ((0, -h, 0), (c, -c, 0, 0)), "back": ((0, h, 0), (c, c, 0, 0))}
    law = "normal: {type: hertz, damping: 0.3}, friction: {mu: 0.3, v_s: 1 cm/s}"
    text = "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {rubber: {E: 10 MPa, nu: 0.3, density: 1000}, stone: {rigid: true}}\nbodies:\n  - {name: box, fixed: true}\n"
    text += "".join(f"  - {{name: b{i}, position: [{x}, {y}, {z}]}}\n" for i, (x, y, z) in enumerate(at)) + "surfaces:\n"
    text += "".join(f"  - {{name: s{i}, body: b{i}, shape: {{type: sphere, radius: 0.05}}, material: rubber}}\n" for i in range(len(at)))
    text += "".join(f"  - {{name: {n}, body: box, shape: plane, material: stone, position: {list(p)}, orientation: {{quaternion: {list(q)}}}}}\n" for n, (p, q) in walls.items())
    text += f"groups:\n  balls: [{', '.join(f's{i}' for i in range(len(at)))}]\n  walls: [{', '.join(walls)}]\n"
    text += f"collide:\n  - {{name: balls, between: [balls, balls], {law}}}\n  - {{name: walls, between: [walls, balls], {law}}}\n"
    return text + "solver: {t_end: 0.3, rtol: 1e-4}\noutput: {every: 0.3}\n"


# ---- LAMMPS ----
def lammps(folder, text, steps):
    path, dump = os.path.join(folder, "lammps.in"), os.path.join(folder, "lammps.dump")
    with open(path, "w") as f:
        f.write(text + f"thermo 100000000\nrun {steps}\nwrite_dump all custom {dump} id x y z vx modify sort id format float %.17g\n")
    best = math.inf
    for _ in range(3):
        q = subprocess.run(["lmp", "-in", path, "-log", "none"], capture_output=True, text=True, check=False)
        loop, share = re.search(r"Loop time of ([0-9.e+-]+)", q.stdout), re.search(r"([0-9.]+)% CPU", q.stdout)
        if not loop or not share:
            raise RuntimeError((q.stdout + q.stderr)[-300:])
        best = min(best, float(loop.group(1)) * float(share.group(1)) / 100)
    return np.loadtxt(dump, skiprows=9, ndmin=2), best


def grains(box, atoms, size, newton="units si\nnewton off\natom_style sphere\natom_modify map array\nboundary f f f\n"):
    text = newton + f"region b block {box}\ncreate_box 1 b\ncomm_modify vel yes\n"
    return text + "".join(f"create_atoms 1 single {x!r} {y!r} {z!r}\n" for x, y, z in atoms) + f"set group all diameter {size}\n"


def by_lammps(_, folder):
    for dt in (1e-5, 1e-6):
        text = grains("-1 1 -1 1 -.5 1.5", [(0.0, 0.0, 0.6)], 0.2) + f"""set group all density 7800
pair_style gran/hertz/history {4 / 3 * E_STAR} NULL 0 NULL 0 0
pair_coeff * *
fix g all gravity 9.81 vector 0 0 -1
fix n all nve/sphere
fix w all wall/gran granular hertz {4 / 3 * E_STAR} 0 tangential linear_nohistory 0 0 damping velocity zplane 0 NULL
timestep {dt}
"""
        x, cpu = lammps(folder, text, round(2 / dt))
        say("ball", "lammps", f"Verlet, {dt:g} s", abs(x[0, 3] - HEIGHT) / 0.6, cpu)
    v = reference(folder)
    for dt in (0.1, 0.02):
        text = grains(f"-2 {BEADS + 2} -2 2 -2 2", [(float(i), 0.0, 0.0) for i in range(BEADS)], 1) + f"""set group all mass 1
set atom 1 vx {SPEED}
neighbor .2 bin
pair_style gran/hertz/history 2.0 NULL 0 NULL 0 0
pair_coeff * *
fix n all nve/sphere
timestep {dt}
"""
        x, cpu = lammps(folder, text, round(UNTIL / dt))
        say("chain", "lammps", f"Verlet, {dt:g} s", float(np.abs(x[:, 4] - v).max() / SPEED), cpu)
    length, at = places()
    k = 4 * (1e7 / 2.6) / (3 * 0.7)
    wall = f"hertz/history {k} NULL 100 NULL .3 0"
    text = grains(f"{-length} {length} {-length} {length} -.1 {2 * length}", at, 0.1) + f"""set group all density 1000
neighbor .02 bin
pair_style gran/hertz/history {k} NULL 100 NULL .3 0
pair_coeff * *
fix g all gravity 9.81 vector 0 0 -1
fix n all nve/sphere
fix w1 all wall/gran {wall} zplane 0 NULL
fix w2 all wall/gran {wall} xplane {-length / 2} {length / 2}
fix w3 all wall/gran {wall} yplane {-length / 2} {length / 2}
timestep 2e-5
"""
    _, cpu = lammps(folder, text, 15000)
    say("box", "lammps", "Verlet, 2e-05 s", None, cpu)


# ---- the others ----
def by_mujoco(_, folder):
    import mujoco as mj

    stiff = f'solref="-{LINEAR / MASS} 0" solimp="0.9999 0.9999 1e-6"'
    for dt in (1e-4, 1e-5):
        xml = f"""<mujoco><option timestep="{dt}" integrator="RK4" gravity="0 0 -9.81" tolerance="1e-14" iterations="200"/><worldbody>
        <geom type="plane" size="5 5 1" friction="0 0 0" condim="1" {stiff}/><body pos="0 0 .6"><freejoint/>
        <geom type="sphere" size=".1" density="7800" condim="1" {stiff}/></body></worldbody></mujoco>"""
        model = mj.MjModel.from_xml_string(xml)
        data = mj.MjData(model)
        t = time.process_time()
        mj.mj_step(model, data, round(2 / dt))
        say("ball", "mujoco", f"RK4, {dt:g} s, linear", abs(data.qpos[2] - HEIGHT) / 0.6, time.process_time() - t)


def exudyn_run(exu, mbs, solver, until, dt):
    mbs.Assemble()
    s = exu.SimulationSettings()
    s.timeIntegration.endTime, s.timeIntegration.numberOfSteps = until, round(until / dt)
    s.solution.file.write, s.timeIntegration.verboseMode = False, 0
    t = time.process_time()
    mbs.SolveDynamic(s, solverType=solver)
    return time.process_time() - t


def by_exudyn(_, folder):
    """By its contact of many bodies (GeneralContact): linear springs. ObjectContactSphereSphere, which can do h^1.5, ends the explicit solvers at the first touch."""
    import exudyn as exu
    from exudyn.utilities import InertiaSphere, MarkerBodyRigid, ObjectGround

    def scene(low, high, cells, mu):
        mbs = exu.SystemContainer().AddSystem()
        contact = mbs.AddGeneralContact()
        contact.verboseMode, contact.frictionProportionalZone = 0, 0.01
        contact.SetFrictionPairings(mu * np.eye(1))
        contact.SetSearchTreeCellSize(numberOfCells=cells)
        contact.SetSearchTreeBox(pMin=np.array(low, float), pMax=np.array(high, float))
        return mbs, contact

    def plates(mbs, contact, corners, stiffness):
        """Rectangles, each of four corners seen against their outward normal."""
        ground = mbs.AddMarker(MarkerBodyRigid(bodyNumber=mbs.AddObject(ObjectGround())))
        for four in corners:
            contact.AddTrianglesRigidBodyBased(rigidBodyMarkerIndex=ground, contactStiffness=stiffness, contactDamping=0, frictionMaterialIndex=0,
                                               pointList=[list(p) for p in four], triangleList=[[0, 1, 2], [2, 3, 0]])

    def ball(mbs, contact, radius, mass, at, stiffness):
        body = mbs.CreateRigidBody(inertia=InertiaSphere(mass, radius), referencePosition=list(at), gravity=[0, 0, -9.81],
                                   nodeType=exu.NodeType.RotationRotationVector, returnDict=True)
        contact.AddSphereWithMarker(mbs.AddMarker(MarkerBodyRigid(bodyNumber=body["bodyNumber"])), radius=radius, contactStiffness=stiffness, contactDamping=0, frictionMaterialIndex=0)
        return body["nodeNumber"]

    for dt in (1e-4, 1e-5):
        mbs, contact = scene((-2, -2, -1), (2, 2, 2), [4, 4, 4], 0)
        plates(mbs, contact, [((-4, -4, 0), (4, -4, 0), (4, 4, 0), (-4, 4, 0))], 2 * LINEAR)  # two equal springs in series
        node = ball(mbs, contact, R, MASS, (0, 0, 0.6), 2 * LINEAR)
        cpu = exudyn_run(exu, mbs, exu.DynamicSolverType.RK44, 2, dt)
        z = mbs.GetNodeOutput(node, exu.OutputVariableType.Position)[2]
        say("ball", "exudyn", f"RK44, {dt:g} s, linear", abs(z - HEIGHT) / 0.6, cpu)


def by_drake(_, folder):
    import logging

    from pydrake.all import (AddContactMaterial, AddMultibodyPlantSceneGraph, ApplySimulatorConfig, Box, ContactModel, CoulombFriction, DiagramBuilder, HalfSpace,
                             LogVectorOutput, PrismaticJoint, PrismaticSpring, ProximityProperties, RigidTransform, Simulator, SimulatorConfig, SpatialInertia, Sphere,
                             UnitInertia)

    logging.getLogger("drake").setLevel(logging.ERROR)

    def surface(plant, body, place, shape, name, stiffness, friction, loss):
        p = ProximityProperties()
        AddContactMaterial(dissipation=loss, point_stiffness=stiffness, friction=friction, properties=p)
        plant.RegisterCollisionGeometry(body, place, shape, name, p)

    def simulator(diagram, scheme, accuracy):
        s = Simulator(diagram)
        ApplySimulatorConfig(SimulatorConfig(integration_scheme=scheme, max_step_size=0.01, accuracy=accuracy, use_error_control=True), s)
        return s

    for accuracy in (1e-4, 1e-8):
        b = DiagramBuilder()
        plant, _graph = AddMultibodyPlantSceneGraph(b, time_step=0.0)
        ball = plant.AddRigidBody("ball", SpatialInertia(MASS, [0, 0, 0], UnitInertia.SolidSphere(R)))
        smooth = CoulombFriction(0.0, 0.0)
        surface(plant, plant.world_body(), RigidTransform(), HalfSpace(), "ground", 2 * LINEAR, smooth, 0.0)
        surface(plant, ball, RigidTransform(), Sphere(R), "ball", 2 * LINEAR, smooth, 0.0)
        plant.set_contact_model(ContactModel.kPoint)
        plant.Finalize()
        s = simulator(b.Build(), "runge_kutta3", accuracy)
        c = plant.GetMyMutableContextFromRoot(s.get_mutable_context())
        plant.SetFreeBodyPose(c, ball, RigidTransform([0, 0, 0.6]))
        s.Initialize()
        t = time.process_time()
        s.AdvanceTo(2.0)
        z = plant.EvalBodyPoseInWorld(c, ball).translation()[2]
        say("ball", "drake", f"runge_kutta3, {accuracy:g}, linear", abs(z - HEIGHT) / 0.6, time.process_time() - t)
    for accuracy, slip in ((1e-3, 1e-3), (1e-5, 1e-4)):
        b = DiagramBuilder()
        plant, _graph = AddMultibodyPlantSceneGraph(b, time_step=0.0)
        inertia = lambda m: SpatialInertia(m, [0, 0, 0], UnitInertia.SolidSphere(0.1))  # noqa: E731
        belt, block, car = (plant.AddRigidBody(n, inertia(m)) for n, m in (("belt", 1e8), ("block", 10.0), ("car", 1e-6)))
        world = plant.world_body()
        drive = plant.AddJoint(PrismaticJoint("belt", world.body_frame(), belt.body_frame(), [1, 0, 0]))
        along = plant.AddJoint(PrismaticJoint("jx", world.body_frame(), car.body_frame(), [1, 0, 0]))
        down = plant.AddJoint(PrismaticJoint("jz", car.body_frame(), block.body_frame(), [0, 0, 1]))
        plant.AddForceElement(PrismaticSpring(along, 0.0, 1e4))
        rubs = CoulombFriction(0.3, 0.2)
        surface(plant, belt, RigidTransform([0, 0, -0.5]), Box(100, 1, 1), "belt", 2e8, rubs, 0.1)
        surface(plant, block, RigidTransform(), Sphere(0.1), "block", 2e8, rubs, 0.1)
        plant.set_contact_model(ContactModel.kPoint)
        plant.Finalize()
        plant.set_stiction_tolerance(slip)
        log = LogVectorOutput(plant.get_state_output_port(), b, 1e-3)
        s = simulator(b.Build(), "runge_kutta3", accuracy)
        c = plant.GetMyMutableContextFromRoot(s.get_mutable_context())
        drive.set_translation_rate(c, 0.05)
        along.set_translation_rate(c, 0.05)
        down.set_translation(c, 0.1 - 98.1 / 1e8)
        s.Initialize()
        t = time.process_time()
        s.AdvanceTo(2.0)
        cpu = time.process_time() - t
        data = log.FindLog(s.get_context())
        x = data.data()[next(k for k, n in enumerate(plant.GetStateNames()) if "jx" in n)]
        say("stick-slip", "drake", f"runge_kutta3, {accuracy:g}, {slip:g} m/s", abs(period(data.sample_times(), x) / PERIOD - 1), cpu)


def period(t, x):
    """Mean time between the tops of a motion, but for the first."""
    top = [k for k in range(2, len(x) - 2) if x[k - 1] < x[k] >= x[k + 1] and x[k] > 0.002]
    at = np.array([t[k] + (t[1] - t[0]) * 0.5 * (x[k - 1] - x[k + 1]) / (x[k - 1] - 2 * x[k] + x[k + 1]) for k in top])
    return float(np.diff(at)[1:].mean())


def by_simbody(_, folder):
    here, program = os.path.dirname(os.path.abspath(__file__)), os.path.join(os.path.abspath(folder), "simbody")
    subprocess.run(["g++", "-O2", "-isystem", SIMBODY, os.path.join(here, "peers_simbody.cpp"), "-o", program, "-lSimTKsimbody", "-lSimTKmath", "-lSimTKcommon"], check=True)

    def numbers(*words):
        return [[float(x) for x in line.split()] for line in subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout.splitlines()]

    for accuracy in ("1e-4", "1e-8"):
        (cpu,), (z,) = numbers("ball", accuracy)
        say("ball", "simbody", f"Runge-Kutta-Merson, {accuracy}", abs(z - HEIGHT) / 0.6, cpu)
    v = reference(folder)
    for accuracy in ("1e-8", "1e-10"):
        (cpu,), *u = numbers("chain", accuracy)
        say("chain", "simbody", f"Runge-Kutta-Merson, {accuracy}", float(np.abs(np.array(u)[:, 0] - v).max() / SPEED), cpu)
    for accuracy, slip in (("1e-3", "1e-3"), ("1e-5", "1e-4")):
        (cpu,), *rows = numbers("stick-slip", accuracy, slip)
        t, x = np.array(rows).T
        say("stick-slip", "simbody", f"Runge-Kutta-Merson, {accuracy}, {slip} m/s", abs(period(t, x) / PERIOD - 1), cpu)


# ---- the table ----
def missing(name):
    if name == "lammps":
        return None if subprocess.run(["sh", "-c", "command -v lmp"], capture_output=True, check=False).returncode == 0 else "it is not installed (`lammps` of Debian)"
    if name == "abut":
        return None
    if name == "simbody":
        return None if os.path.exists(os.path.join(SIMBODY, "Simbody.h")) else "it is not installed (`libsimbody-dev` of Debian)"
    try:
        importlib.metadata.version(name)
        return None
    except importlib.metadata.PackageNotFoundError:
        return "it could not be installed from the package index"


def ask(name, program, folder):
    """Rows of one peer, in a process of its own, and a sentence if it had to give up."""
    why = missing(name)
    if why:
        return [], f"{NAMES[name]} is left out: {why}."
    q = subprocess.run([sys.executable, os.path.abspath(__file__), "one", name, program, folder], capture_output=True, text=True, check=False,
                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT)))
    rows, bad = q.stdout, q.stderr.strip().split("\n")[-1][:150] if q.returncode else None
    if q.returncode in (-signal.SIGKILL, -signal.SIGXCPU):
        bad = f"it took more than {LIMIT} s"
    rows = [json.loads(line) for line in rows.splitlines() if line.startswith("[")]
    return rows, f"{NAMES[name]} {'ended early' if rows else 'is left out'}: {bad}." if bad else None


def version(name):
    if name == "lammps":
        q = subprocess.run(["lmp", "-h"], capture_output=True, text=True, check=False)
        found = re.search(r"- ([0-9A-Za-z ]+)", q.stdout)
        return found.group(1).strip() if found else "?"
    if name == "simbody":
        q = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "libsimbody-dev"], capture_output=True, text=True, check=False)
        return q.stdout.split("+")[0] if q.returncode == 0 else "?"
    return importlib.metadata.version(name)


def run(program, folder):
    os.makedirs(folder, exist_ok=True)
    out, _ = abut_run(program, folder, "reference", chain_model(), *tolerance(1e-12), "--solver", "rkn")
    np.save(os.path.join(folder, "chain.npy"), velocities(out))
    rows, notes = [], []
    for name in PEERS:
        found, note = ask(name, program, folder)
        rows += found
        notes += [note] if note else []
    cpu = next((x.split(":")[1].strip() for x in open("/proc/cpuinfo") if x.startswith("model name")), platform.machine()) if os.path.exists("/proc/cpuinfo") else platform.machine()
    text = f"{cpu}, {time.strftime('%Y-%m-%d')}; " + ", ".join(f"{NAMES[n]} {version(n)}" for n in PEERS if n != "abut" and not missing(n)) + ".\n\n"
    text += "| scene | program | method | error | CPU s |\n|---|---|---|---|---|\n"
    order = ["ball", "chain", "box", "stick-slip"]
    for scene, who, how, error, cpu in sorted(rows, key=lambda r: order.index(r[0])):
        text += f"| {scene} | {who} | {how} | {'' if error is None else f'{error:.1e}'} | {cpu:.3g} |\n"
    text += "\n" + "\n".join(notes) + ("\n" if notes else "")
    print(text)
    with open(os.path.join(folder, "motion.md"), "w") as f:
        f.write(text)


def put(table, page):
    begin, end = "<!-- motion: made by ./dev bench peers -->\n", "<!-- end of motion -->"
    with open(page) as f:
        text = f.read()
    first, last = text.index(begin) + len(begin), text.index(end)
    with open(table) as f:
        text = text[:first] + f.read() + text[last:]
    with open(page, "w") as f:
        f.write(text)


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] in ("run", "put"):
        {"run": run, "put": put}[sys.argv[1]](*sys.argv[2:])
    elif len(sys.argv) == 5 and sys.argv[1] == "one":
        globals()["by_" + sys.argv[2]](*sys.argv[3:])
    else:
        sys.exit(__doc__)
