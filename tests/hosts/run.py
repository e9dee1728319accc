"""The contact element in other programs: both scenes of examples/hosts in each host that is there, compared with runs of the program.

usage: run.py BUILD-DIR SOURCE-DIR WORK-DIR. Hosts of Python are those that this Python finds."""
import csv
import importlib.util
import os
import shutil
import subprocess
import sys

LIMIT = 1e-6  # of the greatest coordinate, and of the angular velocity
SCENES = ("ball", "groove")
counts = {"ok": 0, "FAIL": 0, "skip": 0}


def says(word, text):
    counts[word] += 1
    print(f"{word:4} {text}", flush=True)


def ours(build, folder, scene, work):
    out = os.path.join(work, scene + ".out")
    subprocess.run([os.path.join(build, "abut"), "run", os.path.join(folder, scene + ".yaml"), "--quiet", "--csv", "--out", out], check=True)
    with open(os.path.join(out, "body_ball.csv")) as file:
        row = list(csv.DictReader(file))[-1]
    return [float(row[c]) for c in ("x", "y", "z")], [float(row[c]) for c in ("wx", "wy", "wz")], [float(row[c]) for c in ("q0", "q1", "q2", "q3")]


def turned(q, v):
    """v of the body, in the world."""
    w, x, y, z = q
    rows = ((1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)), (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
            (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)))
    return [sum(a * b for a, b in zip(row, v)) for row in rows]


def main():
    build, source, work = (os.path.abspath(a) for a in sys.argv[1:4])
    folder = os.path.join(source, "examples/hosts")
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    scene = os.path.join(work, "libhosts_scene.so")

    def make(command, *words):
        subprocess.run([*command.split(), *words], check=True, cwd=folder)

    make("gcc -std=c17 -O2 -Wall -Wextra -Werror -shared -fPIC", "-I" + os.path.join(source, "include"), "scene.c", "-o", scene, "-L" + build, "-labut",
         "-Wl,-rpath," + build)
    link = ["-L" + work, "-lhosts_scene", "-Wl,-rpath," + work]
    environment = {**os.environ, "ABUT_HOSTS": scene, "PYTHONWARNINGS": "ignore"}
    hosts = {}
    if importlib.util.find_spec("mujoco"):
        import mujoco
        where = os.path.dirname(mujoco.__file__)
        plugin = os.path.join(work, "libabut_mujoco.so")
        library = next(f for f in sorted(os.listdir(where)) if f.startswith("libmujoco.so"))
        make("gcc -std=c17 -O2 -Wall -Wextra -Werror -shared -fPIC -I.", "-isystem", os.path.join(where, "include"), "mujoco_plugin.c", "-o", plugin, *link,
             "-L" + where, "-l:" + library)
        hosts["MuJoCo " + mujoco.__version__] = lambda s: [sys.executable, "mujoco_run.py", s, plugin]
    else:
        says("skip", "MuJoCo is not installed")
    for name, module, script in (("Exudyn", "exudyn", "exudyn_run.py"), ("Drake", "pydrake", "drake_run.py")):
        if importlib.util.find_spec(module):
            hosts[name] = lambda s, script=script: [sys.executable, script, s]
        else:
            says("skip", f"{name} is not installed")
    if os.path.exists("/usr/include/simbody/Simbody.h"):
        program = os.path.join(work, "simbody")
        make("g++ -O2 -Wall -isystem /usr/include/simbody -I.", "simbody.cpp", "-o", program, *link, "-lSimTKsimbody", "-lSimTKmath", "-lSimTKcommon")
        hosts["Simbody"] = lambda s: [program, s]
    else:
        says("skip", "Simbody is not installed (Debian: libsimbody-dev)")
    for name in SCENES:
        place, spin, q = ours(build, folder, name, work)
        spin = turned(q, spin)
        print(f"     {name}: abut run ends at {place[0]:.9g} {place[1]:.9g} {place[2]:.9g} m")
        for host, command in hosts.items():
            ran = subprocess.run(command(name), cwd=folder, env=environment, capture_output=True, text=True)
            lines = [line.split()[1:] for line in ran.stdout.splitlines() if line.startswith("end ")]
            if ran.returncode or not lines:
                says("FAIL", f"{name}, {host}: {ran.stderr.strip()[-300:]}")
                continue
            got = [float(x) for x in lines[-1]]
            off = max(abs(a - b) for a, b in zip(got[:3], place)) / max(map(abs, place))
            turn = max(abs(a - b) for a, b in zip(got[3:], spin)) / max(map(abs, spin))
            says("ok" if off <= LIMIT and turn <= LIMIT else "FAIL", f"{name}, {host}: place within {off:.1e}, angular velocity within {turn:.1e}")
    print(f"{counts['ok']} passed, {counts['FAIL']} failed" + (f", {counts['skip']} skipped" if counts["skip"] else ""))
    return counts["FAIL"] != 0 or counts["ok"] == 0


if __name__ == "__main__":
    sys.exit(main())
