"""Compiles the runtime of FMUs for Windows and macOS. Needs ziglang (PyPI) in this Python.

usage: build.py SOURCE-DIR GENERATED-DIR OUT-DIR [PLATFORM...]. GENERATED-DIR holds the tables and the list of sources that the build makes;
writes OUT-DIR/abut_fmu.dll (windows), abut_fmu.dylib (macos: for both processors) and, to try the same sources here, abut_fmu_lean.so
(linux). They have the solvers rodas, park, rk3 and rkn, one thread, and the kernels for any processor."""
import concurrent.futures
import os
import shutil
import struct
import subprocess
import sys

LIBRARIES = ("integrate/arkode.c", "integrate/cvode.c", "integrate/ida.c", "integrate/sundials_common.c", "integrate/sundials_sparse.c",
             "integrate/transitions.c", "world/static_newton.c", "world/plugin.c", "multibody/crew.c")
TARGETS = {"windows": ["x86_64-windows-gnu"], "macos": ["x86_64-macos", "aarch64-macos"], "linux": ["x86_64-linux-gnu.2.17"]}
FLAGS = ["-O2", "-std=gnu17", "-D_GNU_SOURCE", "-DABUT_WITHOUT_SUNDIALS", "-fno-math-errno", "-fno-trapping-math", "-fvisibility=hidden",
         "-fno-sanitize=undefined", "-D__builtin_cpu_supports(x)=0", "-w"]


def zig(*arguments):
    subprocess.run([sys.executable, "-m", "ziglang", "cc", *arguments], check=True)


def build(target, source, generated, out, result):
    """One shared library for one target, object by object."""
    folder = os.path.join(out, target)
    os.makedirs(folder, exist_ok=True)
    own = os.path.join(source, "bindings/fmu")
    with open(os.path.join(generated, "fmu_sources.txt")) as file:
        files = [line.strip() for line in file if line.strip().endswith(".c")]
    files = [f for f in files if not f.endswith(LIBRARIES)] + [os.path.join(own, "without.c")]
    flags = FLAGS + [f"-I{path}" for path in (own, os.path.join(source, "include"), os.path.join(source, "src"), generated)]
    if "windows" in target:
        files.append(os.path.join(own, "windows.c"))
        flags += ["-include", os.path.join(own, "windows.h"), "-I" + os.path.join(own, "windows")]
    else:
        flags.append("-fPIC")
    objects = [os.path.join(folder, os.path.relpath(f, source).replace(os.sep, "_") + ".o") for f in files]

    def compile_one(pair):
        path, to = pair
        if os.path.exists(to) and os.path.getmtime(to) > os.path.getmtime(path):
            return
        extra = ["-DREADS_FILES"] if path.endswith("model/file.c") else []
        extra += ["-include", os.path.join(own, "interface.h")] if os.path.basename(path) in ("fmi2.c", "fmi3.c") else []
        zig("-target", target, *flags, *extra, "-c", path, "-o", to + ".part")
        os.replace(to + ".part", to)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() + 1) as pool:
        list(pool.map(compile_one, zip(files, objects)))
    linked = os.path.join(folder, os.path.basename(result))  # beside what else linkers leave
    zig("-target", target, "-shared", "-s", *objects, "-o", linked, *([] if "windows" in target else ["-lm"]))
    shutil.copyfile(linked, result)


def join(slices, to):
    """One file for several processors (Mach-O's fat header: <mach-o/fat.h>)."""
    kinds = {"x86_64": (0x01000007, 3), "aarch64": (0x0100000C, 0)}
    head, body, at = struct.pack(">II", 0xCAFEBABE, len(slices)), b"", 1 << 14
    for target, path in slices:
        with open(path, "rb") as file:
            data = file.read()
        head += struct.pack(">IIIII", *kinds[target.split("-")[0]], at, len(data), 14)
        body += data + bytes(-len(data) % (1 << 14))
        at += len(data) + -len(data) % (1 << 14)
    with open(to, "wb") as file:
        file.write(head + bytes((1 << 14) - len(head)) + body)


def main():
    source, generated, out = (os.path.abspath(a) for a in sys.argv[1:4])
    work = os.path.join(out, "platforms")
    for platform in sys.argv[4:] or ["windows", "macos"]:
        result = os.path.join(out, {"windows": "abut_fmu.dll", "macos": "abut_fmu.dylib", "linux": "abut_fmu_lean.so"}[platform])
        parts = []
        for target in TARGETS[platform]:
            parts.append((target, os.path.join(work, target + os.path.splitext(result)[1]) if len(TARGETS[platform]) > 1 else result))
            build(target, source, generated, work, parts[-1][1])
        if len(parts) > 1:
            join(parts, result)
        print(f"{result}: {os.path.getsize(result)} bytes")


if __name__ == "__main__":
    main()
