"""The Modelica package in a Modelica compiler (rumoca, from PyPI): every class is checked and flattened, the ones written in Modelica are simulated
and compared with runs of the program.

usage: run.py PATH-OF-ABUT SOURCE-DIR WORK-DIR. ABUT_MSL names a folder that holds the Modelica Standard Library as Modelica/; without it the few
classes of it that are used come from tests/modelica/Modelica, which is our own."""
import csv
import os
import shutil
import subprocess
import sys

import rumoca

EGG = """abut: 1
gravity: [0, -9.81, 0]
materials: {rubber: {E: 10 MPa, nu: 0}, stone: {rigid: true}}
bodies:
  - {name: ground, fixed: true}
  - {name: egg, mass: 2, inertia: [6.56e-3, 1.156e-2, 1.3e-2], position: [0, 0.35, 0], velocity: [0.5, 0, 0.1], angular_velocity: [0.3, -0.6, 2.0]}
surfaces:
  - {name: floor, body: ground, shape: plane, material: stone, orientation: {axis: [1, 0, 0], angle: -90 deg}}
  - {name: shell, body: egg, shape: {type: ellipsoid, a: 0.15, b: 0.1, c: 0.08}, material: rubber}
contacts:
  - name: touch
    between: [floor, shell]
    normal: {type: %s, conservative: false, damping: {type: hunt_crossley, chi: 0.05}}
    friction: {type: coulomb, mu: 0.3, v_s: 1 cm/s}
solver: {t_end: 0.6 s, rtol: 1e-10, atol: 1e-12}
output: {every: 50 ms}
"""
BEARING = """abut: 1
gravity: [0, -9.81, 0]
materials: {plastic: {E: 4 GPa, nu: 0, density: 1400}}
bodies:
  - {name: ground, fixed: true}
  - {name: rotor, mass: 5, inertia: [0.01, 0.01, 0.01], angular_velocity: [0, 0, 100]}
machines:
  - {type: ball_bearing, name: brg, inner: rotor, outer: ground, balls: {count: 8, diameter: 7.938 mm, material: plastic}, pitch_diameter: 39 mm,
     conformity: {inner: 0.52, outer: 0.52}, clearance: -60 um, material: plastic,
     contact: {normal: {type: hertz, damping: none}, friction: {type: coulomb, mu: 0.05, v_s: 5 mm/s, patch: point}}}
solver: {t_end: 20 ms, rtol: 1e-9, atol: 1e-12}
output: {every: 1 ms}
"""
BETWEEN = """model R
  inner Modelica.Mechanics.MultiBody.World world;
  Modelica.Mechanics.MultiBody.Parts.Body body(r_0(start = {0.02, 0.0, 0.0}, each fixed = true), v_0(start = {0.0, 0.0, 0.0}, each fixed = true));
  Abut.%s c%s;
equation
  connect(world.frame_b, c.frame_a);
  connect(c.frame_b, body.frame_a);
end R;"""
passed = failed = 0


def says(name, good, text):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    print(f"{'ok  ' if good else 'FAIL'} {name}: {text}", flush=True)


def rows(path, columns):
    with open(path) as file:
        table = list(csv.DictReader(file))
    return [[float(row[c]) for row in table] for c in columns]


def ours(program, work, name, text):
    model = os.path.join(work, name + ".yaml")
    with open(model, "w") as file:
        file.write(text)
    out = os.path.join(work, name + ".out")
    subprocess.run([program, "run", model, "--quiet", "--csv", "--out", out], check=True)
    return out


def load(root, model):
    return rumoca.Session(roots=[root]).loads(f"model R extends {model}; end R;", model="R")


def simulate(root, model, t_end, dt, atol):
    return load(root, model).simulate((0, t_end), dt=dt, config=rumoca.SimConfig(rtol=1e-8, atol=atol))


def greatest(a, b):
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


def main():
    program, source, work = (os.path.abspath(a) for a in sys.argv[1:4])
    library = os.environ.get("ABUT_MSL", os.path.join(source, "tests/modelica"))
    root = os.path.join(work, "root")
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(root)
    shutil.copytree(os.path.join(source, "bindings/modelica/Abut"), os.path.join(root, "Abut"))
    shutil.copytree(os.path.join(library, "Modelica"), os.path.join(root, "Modelica"))
    print(f"rumoca {rumoca.version()}, Modelica from {'ABUT_MSL' if 'ABUT_MSL' in os.environ else 'the stand-in of the tests'}")

    for name in sorted(os.listdir(os.path.join(root, "Abut"))):
        if name.endswith(".mo"):
            found = [d for d in rumoca.validate(os.path.join(root, "Abut", name)) if "error" in str(getattr(d, "level", d)).lower()]
            says(f"syntax of {name}", not found, "; ".join(map(str, found)) or "no error")
    # each between the world and a body: alone, its frames would be free
    for model in ("Contacts.PlaneEllipsoidHertz", "Contacts.PlaneEllipsoidHertzDifferential", "Contacts.PlaneEllipsoidVolumetric",
                  "Contacts.GrooveBallHertz", "Contacts.GrooveBallVolumetric", "Contacts.PlaneEllipsoidLibrary", "Contacts.GrooveBallLibrary", "Bearings.BallBearing",
                  "Bearings.BallBearing(redeclare model GrooveContact = Abut.Contacts.GrooveBallVolumetric)",
                  "Bearings.BallBearing(redeclare model GrooveContact = Abut.Contacts.GrooveBallLibrary)"):
        model, _, changed = model.partition("(")
        extra = "(" + changed if changed else "(ringRadius = 0.02, tubeRadius = 0.0052, ballRadius = 0.005)" if "Groove" in model else ""
        try:
            about = rumoca.Session(roots=[root]).loads(BETWEEN % (model, extra), model="R").structure()
            says(f"flattened {model}{changed and ' with another contact'}", about.is_balanced, f"{about.n_equations} equations, {about.n_unknowns} unknowns")
        except rumoca.CompileError as e:
            says(f"flattened {model}", False, str(e)[:300])

    for law, example in (("hertz", "BouncingHertz"), ("hertz", "BouncingHertzDifferential"), ("volumetric_vilke", "BouncingVolumetric")):
        out = ours(program, work, "egg_" + law, EGG % law)
        r = simulate(root, "Abut.Examples." + example, 0.6, 0.05, 1e-10)
        for axis, column in (("1", "x"), ("2", "y"), ("3", "z")):
            off = greatest(r[f"egg.r_0[{axis}]"], rows(os.path.join(out, "body_egg.csv"), [column])[0])
            says(f"{example}, {column} of the ellipsoid over .6 s, {law}", off < 1e-4 * 0.35, f"within {off:.2g} m")

    out = ours(program, work, "bearing", BEARING)
    r = simulate(root, "Abut.Examples.RotorOnBearing", 0.02, 0.001, 1e-10)
    want = rows(os.path.join(out, "body_rotor.csv"), ["y"])[0]
    off = greatest(r["rotor.r_0[2]"], want) / max(map(abs, want))
    says("RotorOnBearing, height of the rotor over 20 ms", off < 1e-4, f"within {off:.2g} of the greatest")
    for ball, race in ((1, "inner"), (7, "outer")):
        want = rows(os.path.join(out, f"contact_brg.ball{ball}.{race}.csv"), ["N"])[0]
        off = greatest(r[f"bearing.{race}_[{ball}].F"], want) / max(want)
        says(f"RotorOnBearing, load of ball {ball} on the {race} race", off < 1e-4, f"within {off:.2g} of the greatest")

    # external functions: this compiler knows no external objects, and does not call C
    try:
        rumoca.Session(roots=[root]).loads(BETWEEN % ("External.ElementContact", ""), model="R").structure()
        print("told: Abut.External.ElementContact, an external object, is flattened by this compiler; it was never run by a Modelica tool")
    except rumoca.CompileError as e:
        print(f"told: Abut.External.ElementContact, an external object, is not compiled by this compiler: {str(e)[:160]}")
    print("told: external functions are not executed by this compiler; test_modelica calls all of them as a tool would")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
