"""Compiles the calculators for the browser and makes one page of them that opens from disk. Needs ziglang (PyPI) in this Python.

usage: build.py SOURCE-DIR GENERATED-DIR OUT-DIR. GENERATED-DIR holds the tables that the build makes; writes OUT-DIR/abut.wasm and calculators.html."""
import base64
import glob
import os
import re
import subprocess
import sys

FOLDERS = "base registry numeric surface contact normal damping friction line film lubricant mixed cam arrays".split()
COMMANDS = "point line film friction flags calculator handy complain".split()
NEEDS_MORE = re.compile(r'#include "(?:base/)?(?:arena|names|lapack)\.h"|setjmp')  # of base: what only the simulator has use for


def main():
    source, generated, out = (os.path.abspath(a) for a in sys.argv[1:4])
    os.makedirs(out, exist_ok=True)
    web = os.path.join(source, "bindings/web")
    files = glob.glob(os.path.join(web, "*.c")) + [os.path.join(source, f"cli/{name}.c") for name in COMMANDS]
    for folder in FOLDERS:
        for path in glob.glob(os.path.join(source, "src", folder, "*.c")):
            with open(path) as file:
                if not NEEDS_MORE.search(file.read()):
                    files.append(path)
    wasm = os.path.join(out, "abut.wasm")
    include = [f"-I{os.path.join(source, folder)}" for folder in ("include", "src", "cli", ".")]
    # no contraction: products and sums are rounded as by a processor without fused ones
    subprocess.run([sys.executable, "-m", "ziglang", "cc", "-target", "wasm32-wasi", "-O2", "-Wl,--strip-all", "-std=c17", "-D_GNU_SOURCE", "-fno-math-errno",
                    "-fno-trapping-math", "-ffp-contract=off", *include, "-I" + generated, *sorted(files), "-o", wasm], check=True)
    with open(wasm, "rb") as file:
        text = base64.b64encode(file.read()).decode()
    parts = {}
    for name in ("wasi.js", "page.js", "page.html"):
        with open(os.path.join(web, name)) as file:
            parts[name] = file.read()
    script = re.sub(r"^export ", "", parts["wasi.js"], flags=re.M) + re.sub(r"^import .*\n|^export ", "", parts["page.js"], flags=re.M)
    script += f'start(new WebAssembly.Module(Uint8Array.from(atob("{text}"), (c) => c.charCodeAt(0))));\n'
    page = parts["page.html"].replace("/* PROGRAM */", script)
    with open(os.path.join(out, "calculators.html"), "w") as file:
        file.write(page)
    print(f"{os.path.getsize(wasm)} bytes of WebAssembly, page of {len(page)} bytes")


if __name__ == "__main__":
    main()
