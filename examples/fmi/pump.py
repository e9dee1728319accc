"""A pump and its fuel, two FMUs in one co-simulation; then the same fuel as an FMU inside of the model.

    pip install fmpy
    python pump.py PATH-OF-ABUT [FOLDER]

The mechanics (pump.yaml) become an FMU by `abut fmu`; the chamber over the plunger (chamber.c) is compiled and packed here. FMPy drives
both: the chamber gets place and speed of the plunger, the mechanics get the force of the pressure."""
import csv
import os
import subprocess
import sys
import zipfile

import fmpy
import numpy as np
from fmpy.fmi2 import FMU2Slave

here = os.path.dirname(os.path.abspath(__file__))
abut = os.path.abspath(sys.argv[1])
folder = os.path.abspath(sys.argv[2] if len(sys.argv) > 2 else "pump.out")
os.makedirs(folder, exist_ok=True)
END = 8e-3  # s, the rise of the plunger and the opening of the outlet valve


def make_chamber():
    binary, path = os.path.join(folder, "chamber.so"), os.path.join(folder, "chamber.fmu")
    headers = os.path.join(os.path.dirname(fmpy.__file__), "c-code")
    subprocess.run([os.environ.get("CC", "cc"), "-O2", "-shared", "-fPIC", "-I", headers, os.path.join(here, "chamber.c"), "-o", binary],
                   check=True)
    variables = [("place", "input"), ("speed", "input"), ("pressure", "output"), ("force", "output")]
    lines = [f'<ScalarVariable name="{name}" valueReference="{i}" causality="{causality}" variability="continuous">'
             f'<Real{" start=" + chr(34) + "0" + chr(34) if causality == "input" else ""}/></ScalarVariable>'
             for i, (name, causality) in enumerate(variables)]
    outputs = '<Outputs><Unknown index="3"/><Unknown index="4"/></Outputs>'
    unknowns = '<InitialUnknowns><Unknown index="3"/><Unknown index="4"/></InitialUnknowns>'
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("modelDescription.xml", f"""<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="chamber" guid="chamber">
<CoSimulation modelIdentifier="chamber" canHandleVariableCommunicationStepSize="true"/>
<ModelVariables>{''.join(lines)}</ModelVariables>
<ModelStructure>{outputs}{unknowns}</ModelStructure>
</fmiModelDescription>""")
        archive.write(binary, "binaries/linux64/chamber.so")
    return path


class Part:
    def __init__(self, path):
        description = fmpy.read_model_description(path)
        self.reference = {v.name: v.valueReference for v in description.modelVariables}
        self.fmu = FMU2Slave(guid=description.guid, unzipDirectory=fmpy.extract(path),
                             modelIdentifier=description.coSimulation.modelIdentifier, instanceName=description.modelName)
        self.fmu.instantiate()
        self.fmu.setupExperiment(startTime=0.0)
        self.fmu.enterInitializationMode()

    def set(self, **values):
        for name, value in values.items():
            self.fmu.setReal([self.reference[name.replace("__", ".")]], [value])

    def get(self, name):
        return self.fmu.getReal([self.reference[name]])[0]


def together(pump_fmu, chamber_fmu, step):
    """Force of the fuel and of the contact over time. The force of the next step is the line through the last two, taken in its middle."""
    pump, chamber = Part(pump_fmu), Part(chamber_fmu)
    pump.fmu.exitInitializationMode()
    chamber.set(place=pump.get("body_pump.follower.x"))
    chamber.fmu.exitInitializationMode()
    before = now = chamber.get("force")
    history = [(now, pump.get("machine_pump.N"))]
    for i in range(round(END / step)):
        t = i * step
        pump.fmu.setReal([pump.reference["forces.fuel.force.0"]], [now + 0.5 * (now - before)])
        pump.fmu.doStep(t, step)
        chamber.set(place=pump.get("body_pump.follower.x"), speed=pump.get("body_pump.follower.vx"))
        chamber.fmu.doStep(t, step)
        before, now = now, chamber.get("force")
        history.append((now, pump.get("machine_pump.N")))
    return np.array(history).T


def inside(chamber_fmu, step):
    """The same by a force of the type fmu in the model itself. The force of the contact over time, every 20 us."""
    out = os.path.join(folder, f"inside_{step:g}")
    model = os.path.join(folder, "inside.yaml")
    with open(os.path.join(here, "pump.yaml")) as source:
        text = source.read()
    load = next(line for line in text.splitlines() if "type: load" in line)
    force = (f"  - {{name: fuel, type: fmu, file: {os.path.basename(chamber_fmu)}, between: [housing, pump.follower], axis: [1, 0, 0], length: place, "
             f"rate: speed, force: force, step: {step}}}")
    with open(model, "w") as to:
        to.write(text.replace(load, force))
    subprocess.run([abut, "run", model, "--allow-fmu", "--t-end", repr(END), "--csv", "--quiet", "--out", out], check=True)
    with open(os.path.join(out, "machine_pump.csv"), newline="") as file:
        return np.array([float(row["N"]) for row in csv.DictReader(file)])


chamber = make_chamber()
pump = os.path.join(folder, "pump.fmu")
subprocess.run([abut, "fmu", os.path.join(here, "pump.yaml"), "-o", pump, "--input", "forces.fuel.force.0", "--output", "body_pump.follower.*",
                "--output", "machine_pump.N"], check=True, stdout=subprocess.DEVNULL)
fine, N = together(pump, chamber, 1e-5)
coarse, _ = together(pump, chamber, 2e-5)
A = 4.417864669110646e-05
print(f"greatest pressure {np.max(-fine) / A / 1e6:.2f} MPa at {np.argmax(-fine) * 1e-2:.2f} ms")
print(f"twice the communication step changes the force of the fuel by {np.max(np.abs(fine[::2] - coarse)) / np.max(-fine):.2g} of the greatest")
inner = inside(chamber, 1e-5)
apart = np.max(np.abs(inner - N[::2])) / np.max(N)
print(f"greatest contact force {np.max(N):.1f} N; inside of the model {np.max(inner):.1f} N; never more than {apart:.2g} of that apart")
sys.exit(0 if apart < 0.01 else 1)
