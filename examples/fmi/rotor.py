"""A bearing as an FMU between two bodies of somebody else's model: here, a few lines of Python with a shaft and a housing of their own.

    pip install fmpy
    python rotor.py PATH-OF-ABUT [FOLDER]

rotor.yaml is the whole: its bearing alone becomes the FMU (--flange: the motion of shaft and housing goes in, the forces on them come
out). The shaft moves in its plane and turns at constant speed, the housing slides on a spring. Compared with `abut run` of the whole."""
import csv
import math
import os
import subprocess
import sys

import fmpy
import numpy as np
from fmpy.fmi2 import FMU2Slave

here = os.path.dirname(os.path.abspath(__file__))
abut = os.path.abspath(sys.argv[1])
folder = os.path.abspath(sys.argv[2] if len(sys.argv) > 2 else "rotor.out")
os.makedirs(folder, exist_ok=True)
model = os.path.join(here, "rotor.yaml")
END, OMEGA = 5e-3, 100 * math.pi  # s, rad/s
MASS = np.array([2.0, 2.0, 5.0])  # kg: shaft along x and y, housing along x
NUMBERS = "x y z q0 q1 q2 q3 vx vy vz wx wy wz".split()


def loads(x, v):
    return np.array([500.0, 0.0, -20e6 * x[2] - 2000 * v[2]])


def coupled(path, step):
    """Displacements every half millisecond, by velocity Verlet: over a step the bearing moves on with the speeds it gets, those in the
    middle; between two steps its force is that at the places and speeds it was told last."""
    description = fmpy.read_model_description(path)
    number = {v.name: v.valueReference for v in description.modelVariables}
    bearing = FMU2Slave(guid=description.guid, unzipDirectory=fmpy.extract(path),
                        modelIdentifier=description.coSimulation.modelIdentifier, instanceName="bearing")
    ins = [number[f"flange_{body}.{name}"] for body in ("shaft", "housing") for name in NUMBERS]
    outs = [number[name] for name in ("flange_shaft.fx", "flange_shaft.fy", "flange_housing.fx")]
    bearing.instantiate()
    bearing.setupExperiment(startTime=0.0)
    bearing.enterInitializationMode()
    bearing.exitInitializationMode()
    x, v, rows = np.zeros(3), np.zeros(3), []
    steps = round(END / step)

    def tell(t):
        half = 0.5 * OMEGA * t
        shaft = [x[0], x[1], 0, math.cos(half), 0, 0, math.sin(half), v[0], v[1], 0, 0, 0, OMEGA]
        housing = [x[2], 0, 0, 1, 0, 0, 0, v[2], 0, 0, 0, 0, 0]
        bearing.setReal(ins, shaft + housing)

    def acceleration():
        return (loads(x, v) + np.array(bearing.getReal(outs))) / MASS

    a = acceleration()
    for i in range(steps):
        middle = v = v + 0.5 * step * a
        tell(i * step)
        bearing.doStep(i * step, step)
        x, v = x + step * middle, middle + 0.5 * step * a
        tell((i + 1) * step)
        a = acceleration()
        v = middle + 0.5 * step * a
        if (i + 1) % (steps // 10) == 0:
            rows.append(x)
    bearing.terminate()
    bearing.freeInstance()
    return np.array(rows)


def whole():
    out = os.path.join(folder, "whole")
    subprocess.run([abut, "run", model, "--csv", "--quiet", "--out", out], check=True)
    columns = []
    for table, name in (("body_shaft", "x"), ("body_shaft", "y"), ("body_housing", "x")):
        with open(os.path.join(out, table + ".csv"), newline="") as file:
            columns.append([float(row[name]) for row in csv.DictReader(file)][1:])
    return np.array(columns).T


path = os.path.join(folder, "bearing.fmu")
subprocess.run([abut, "fmu", model, "-o", path, "--set", "joints=[]", "--set", "forces=[]", "--flange", "shaft", "--flange", "housing",
                "--set", "bodies.shaft.angular_velocity=[0, 0, 3000 rpm]", "--output", "machine_brg.dx"], check=True, stdout=subprocess.DEVNULL)
exact = whole()
errors = [np.max(np.abs(coupled(path, step) - exact)) / np.max(np.abs(exact)) for step in (2e-6, 1e-6)]
print(f"shaft and housing of somebody else: {1e6 * np.max(np.abs(exact)):.3f} um, off by {errors[0]:.2g} of it with steps of 2 us, {errors[1]:.2g} with 1 us")
sys.exit(0 if errors[1] < 5e-4 and errors[1] < 0.4 * errors[0] else 1)
