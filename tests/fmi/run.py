"""FMUs of our own in hosts of others: FMPy checks and runs them, libcosim (by libcosimpy) runs them too.
usage: run.py PROGRAM SOURCE-DIR FOLDER-FOR-SCRATCH; prints a line for each figure, beside its limit."""
import csv
import ctypes
import os
import shutil
import subprocess
import sys
import threading

import fmpy
import numpy as np
from fmpy.fmi2 import FMU2Model, FMU2Slave
from fmpy.validation import validate_fmu

abut, root, work = (os.path.abspath(path) for path in sys.argv[1:4])
failures = []
shutil.rmtree(work, ignore_errors=True)
os.makedirs(work)

# name: model, further settings, end (s), step (s), columns that are compared
MODELS = {
    "ball": ("01_bouncing_ball", [], 1.0, 5e-3, ["body_ball.z", "contact_touch.N"]),
    "bearing": ("13_ball_bearing", [], 2e-3, 2e-5, ["machine_brg.dx", "machine_brg.fx", "machine_brg.ball1_Q_inner"]),
    "cam": ("23_cam_roller", [], 4e-3, 1e-4, ["machine_pump.N", "machine_pump.lift"]),
    "element": ("24_ball_on_disc", [], None, None, None),
}


def judge(what, value, limit):
    good = value <= limit
    print(f"{'ok  ' if good else 'FAIL'} {what}: {value:.3g} (limit {limit:g})")
    if not good:
        failures.append(what)


def run(*arguments):
    subprocess.run([abut, *arguments], check=True, stdout=subprocess.DEVNULL)


def model_of(name):
    return os.path.join(root, "examples", MODELS[name][0], "model.yaml")


def export(name, *flags, tag=""):
    path = os.path.join(work, name + tag + ".fmu")
    run("fmu", model_of(name), "-o", path, *flags)
    return path


def outputs_of(columns):
    return [flag for column in columns or [] for flag in ("--output", column)]


def simulate(path, kind, end, step, columns, **more):
    return fmpy.simulate_fmu(path, fmi_type=kind, stop_time=end, output_interval=step, step_size=step if kind == "CoSimulation" else None,
                             output=columns, **more)


def difference(a, b):
    """The largest, as a part of the largest number of a."""
    n = min(len(a), len(b))
    return float(np.max(np.abs(a[:n] - b[:n])) / np.max(np.abs(a)))


# ---- every kind of every model is valid ----
for name in MODELS:
    problems = []
    for version in ("2", "3"):
        for kind in ("cs", "me", "both"):
            problems += validate_fmu(export(name, "--fmi", version, "--kind", kind))
    for problem in problems:
        print("    " + problem)
    judge(f"{name}: problems that FMPy finds in six FMUs", len(problems), 0)

# ---- co-simulation is a run ----
MODELS["element"] = ("24_ball_on_disc", [], 0.02, 1e-3, ["contact_touch.N"])
for name, (_, _, end, step, columns) in MODELS.items():
    folder = os.path.join(work, name + ".run")
    run("run", model_of(name), "--t-end", repr(end), "--set", f"output.every={step}", "--csv", "--quiet", "--out", folder)
    if name == "element":
        table = next(f for f in sorted(os.listdir(folder)) if f.startswith("contact_"))
        columns = [table[:-4] + ".N", table[:-4] + ".slip"]
    for version in ("2", "3"):
        path = export(name, "--fmi", version, *outputs_of(columns))
        result = simulate(path, "CoSimulation", end, step, columns)
        for column in columns:
            table, heading = column.split(".", 1)
            with open(os.path.join(folder, table + ".csv"), newline="") as file:
                ours = np.array([float(row[heading]) for row in csv.DictReader(file)])
            judge(f"{name}, FMI {version}: {column} in FMPy against abut run", difference(ours, result[column]), 1e-6)

# ---- libcosim is FMPy ----
try:
    from libcosimpy.CosimLogging import CosimLogLevel, log_output_level
    from libcosimpy.CosimExecution import CosimExecution
    from libcosimpy.CosimObserver import CosimObserver
    from libcosimpy.CosimSlave import CosimLocalSlave
except Exception as error:
    print(f"FAIL libcosimpy: {error}")
    failures.append("libcosimpy")
else:
    log_output_level(CosimLogLevel.WARNING)
    for name in ("ball", "bearing"):
        _, _, end, step, columns = MODELS[name]
        path = export(name, *outputs_of(columns))
        references = {v.name: v.valueReference for v in fmpy.read_model_description(path).modelVariables}
        theirs = simulate(path, "CoSimulation", end, step, columns, set_stop_time=False)  # libcosim says no end
        execution = CosimExecution.from_step_size(round(step * 1e9))
        slave = execution.add_local_slave(CosimLocalSlave(fmu_path=path, instance_name=name))
        observer = CosimObserver.create_last_value()
        execution.add_observer(observer)
        count = round(end / step)
        values = []
        for _ in range(count):
            execution.step()
            values.append(list(observer.last_real_values(slave, [references[c] for c in columns])))
        values = np.array(values)
        for i, column in enumerate(columns):
            judge(f"{name}: {column} in libcosim against FMPy", difference(theirs[column][1:], values[:, i]), 1e-12)

# ---- model exchange: FMPy's own integrator ----
for version in ("2", "3"):
    path = export("ball", "--fmi", version, "--kind", "both", *outputs_of(["body_ball.z"]))
    ours = simulate(path, "CoSimulation", 1.0, 5e-3, ["body_ball.z"])
    theirs = simulate(path, "ModelExchange", 1.0, 5e-3, ["body_ball.z"], solver="CVode", relative_tolerance=1e-8)
    z = np.interp(ours["time"], theirs["time"], theirs["body_ball.z"])
    judge(f"ball, FMI {version}: z of FMPy's CVode against our solver, m", float(np.max(np.abs(z - ours["body_ball.z"]))), 1e-4)


# ---- as a host sees it ----
class Host:
    def __init__(self, path, kind, folder=None):
        self.description = fmpy.read_model_description(path)
        self.own = folder is None
        self.folder = folder or fmpy.extract(path)
        part = self.description.coSimulation if kind is FMU2Slave else self.description.modelExchange
        self.fmu = kind(guid=self.description.guid, unzipDirectory=self.folder, modelIdentifier=part.modelIdentifier, instanceName="one")
        self.reference = {v.name: v.valueReference for v in self.description.modelVariables}

    def start(self):
        self.fmu.instantiate()
        self.fmu.setupExperiment(startTime=0.0)
        self.fmu.enterInitializationMode()
        self.fmu.exitInitializationMode()

    def get(self, name):
        return self.fmu.getReal([self.reference[name]])[0]

    def end(self):
        self.fmu.terminate()
        self.fmu.freeInstance()
        if self.own:
            shutil.rmtree(self.folder)


# flanges: valid in all kinds, and FMPy moves them. A ball 1 mm deep in the floor: Hertz by hand
problems = []
for version in ("2", "3"):
    for name, flanges in (("ball", ("ball", "ground")), ("bearing", ("shaft", "housing"))):
        for kind in ("cs", "me", "both"):
            path = export(name, "--fmi", version, "--kind", kind, *(flag for f in flanges for flag in ("--flange", f)), tag="_flanges")
            problems += validate_fmu(path)
for problem in problems:
    print("    " + problem)
judge("flanges: problems that FMPy finds in twelve FMUs", len(problems), 0)
for version in ("2", "3"):
    path = export("ball", "--fmi", version, "--flange", "ball", tag="_flange")
    place = {"x": 0.0, "y": 0.0, "z": 0.099, "q0": 1.0, **{name: 0.0 for name in ("q1", "q2", "q3", "vx", "vy", "vz", "wx", "wy", "wz")}}
    told = np.array([(t, *place.values()) for t in (0.0, 1e-2)], dtype=[("time", float)] + [("flange_ball." + name, float) for name in place])
    result = simulate(path, "CoSimulation", 1e-2, 1e-3, ["flange_ball.fz"], input=told)
    hertz = 4 / 3 * 1e7 * 0.1**0.5 * 1e-3**1.5
    judge(f"ball as a flange, FMI {version}: force against Hertz", abs(result["flange_ball.fz"][-1] / hertz - 1), 1e-9)

# binaries for other platforms lie where FMPy looks for them, if they were made; nothing here can run them
others = {"windows": ("abut_fmu.dll", "MZ"), "macos": ("abut_fmu.dylib", "\xca\xfe\xba\xbe")}
others = {name: magic for name, (file, magic) in others.items() if os.path.exists(os.path.join(os.path.dirname(abut), file))}
if others:
    found = {"2": {"windows": ["win64"], "macos": ["darwin64"]}, "3": {"windows": ["x86_64-windows"], "macos": ["x86_64-darwin", "aarch64-darwin"]}}
    wrong = 0
    for version in ("2", "3"):
        folder = fmpy.extract(export("ball", "--fmi", version, "--platforms", ",".join(others), tag="_platforms"))
        for name, magic in others.items():
            for part in found[version][name]:
                ending = ".dll" if name == "windows" else ".dylib"
                with open(os.path.join(folder, "binaries", part, "abut" + ending), "rb") as file:
                    wrong += file.read(len(magic)) != magic.encode("latin-1")
    judge(f"binaries for {', '.join(others)} (never run): files that are none", wrong, 0)

# directional derivatives against differences
touching = ["--set", "bodies.ball.position=[0, 0, 99.5 mm]", "--set", "bodies.ball.velocity=[0.1, 0.05, 0.02]",
            "--set", "contacts.touch.friction={mu: 0.3, v_s: 0.1}"]
host = Host(export("ball", "--kind", "me", *touching, tag="_touching"), FMU2Model)
host.start()
states = [v.derivative.valueReference for v in host.description.modelVariables if v.derivative is not None]
rates = [v.valueReference for v in host.description.modelVariables if v.derivative is not None]
n = len(states)
pointer = ctypes.POINTER(ctypes.c_double)
start = np.zeros(n)
host.fmu.getContinuousStates(start.ctypes.data_as(pointer), n)


def rate_at(y):
    out = np.zeros(n)
    y = np.ascontiguousarray(y)
    host.fmu.setContinuousStates(y.ctypes.data_as(pointer), n)
    host.fmu.getDerivatives(out.ctypes.data_as(pointer), n)
    return out


worst = 0.0
for i in range(n):
    h = 1e-7
    unit = np.zeros(n)
    unit[i] = h
    slope = (8 * (rate_at(start + unit) - rate_at(start - unit)) - (rate_at(start + 2 * unit) - rate_at(start - 2 * unit))) / (12 * h)
    rate_at(start)
    exact = np.array(host.fmu.getDirectionalDerivative(rates, [states[i]], [1.0]))
    scale = np.max(np.abs(slope))
    if scale > 1e-3:
        worst = max(worst, float(np.max(np.abs(slope - exact)) / scale))
judge("ball in contact: directional derivatives against differences", worst, 1e-6)
shown = [v for v in host.description.modelVariables if v.causality == "output" and v.name.split(".")[1] not in ("touching", "mode", "film", "slip")]


def outputs_at(y):
    rate_at(y)
    return np.array(host.fmu.getReal([v.valueReference for v in shown]))


worst = 0.0
for i in range(n):
    h = 1e-7
    unit = np.zeros(n)
    unit[i] = h
    slope = (8 * (outputs_at(start + unit) - outputs_at(start - unit)) - (outputs_at(start + 2 * unit) - outputs_at(start - 2 * unit))) / (12 * h)
    size = np.abs(outputs_at(start))
    exact = np.array(host.fmu.getDirectionalDerivative([v.valueReference for v in shown], [states[i]], [1.0]))
    for k in range(len(shown)):  # what differences can tell from rounding
        if abs(slope[k]) > 1e-8 * max(size[k], 1e-9) / h:
            worst = max(worst, abs(slope[k] / exact[k] - 1) if exact[k] else 1)
judge("ball in contact: derivatives of outputs against differences", worst, 1e-6)
host.end()

# states that are saved repeat, as bytes too
host = Host(export("bearing", *outputs_of(["machine_brg.dx"])), FMU2Slave)
host.start()
step = 2e-5
for i in range(5):
    host.fmu.doStep(i * step, step)
state = host.fmu.getFMUstate()
data = host.fmu.serializeFMUstate(state)
ends = []
for attempt in range(3):
    for i in range(5, 15):
        host.fmu.doStep(i * step, step)
    ends.append(host.get("machine_brg.dx"))
    host.fmu.setFMUstate(state if attempt == 0 else host.fmu.deSerializeFMUstate(data))
judge("bearing: values that differ after saved and serialised states", len(set(ends)) - 1, 0)
host.end()

# a hundred instances from two threads
path = export("ball", *outputs_of(["body_ball.z"]), tag="_many")
unpacked = fmpy.extract(path)
heights = []
crowd = [Host(path, FMU2Slave, unpacked) for _ in range(100)]  # FMPy changes the folder of the process while it loads


def many(part):
    for one in part:
        one.start()
    for i in range(20):
        for one in part:
            one.fmu.doStep(i * 0.02, 0.02)
    heights.extend(one.get("body_ball.z") for one in part)


threads = [threading.Thread(target=many, args=(crowd[i::2],)) for i in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
for one in crowd:
    one.end()
shutil.rmtree(unpacked)
judge("ball: values that differ among 100 instances from 2 threads", len(set(heights)) - 1 + 100 - len(heights), 0)

# the example: a pump and its fuel
result = subprocess.run([sys.executable, os.path.join(root, "examples", "fmi", "pump.py"), abut, os.path.join(work, "pump")],
                        stdout=subprocess.PIPE, text=True)
print(result.stdout, end="")
judge("examples/fmi/pump.py: exit status", result.returncode, 0)

# a bearing between two bodies of somebody else
result = subprocess.run([sys.executable, os.path.join(root, "examples", "fmi", "rotor.py"), abut, os.path.join(work, "rotor")],
                        stdout=subprocess.PIPE, text=True)
print(result.stdout, end="")
judge("examples/fmi/rotor.py: exit status", result.returncode, 0)

print(f"{len(failures)} failures" if failures else "all as it should be")
sys.exit(1 if failures else 0)
