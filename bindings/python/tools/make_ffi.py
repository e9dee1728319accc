"""Makes _ffi.py from the public headers: make_ffi.py COMPILER INCLUDE-FOLDER OUTPUT

The headers are preprocessed without those of the system, whose types cffi knows. The result needs no compiler: one file for all
versions of Python."""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HEADERS = ["abut.h", "lubrication.h", "arrays.h", "extend.h", "world.h", "machine/common.h", "model.h", "result.h", "study.h", "text.h"]
SYSTEM = ["stdio.h", "stdbool.h", "stddef.h", "stdint.h", "math.h"]


def declarations(compiler, include):
    with tempfile.TemporaryDirectory() as folder:
        for name in SYSTEM:
            Path(folder, name).write_text("")
        text = "".join(f'#include "abut/{name}"\n' for name in HEADERS)
        hide = ["-nostdinc", "-I", folder, "-I", include, "-DABUT_API=", "-D__attribute__(x)="]
        command = [*compiler.split(), "-std=c17", "-E", "-P", "-x", "c", *hide, "-"]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    # what other languages cannot reach: variables, and functions with a list of arguments of any length
    return re.sub(r"^extern[^;]*;|abut_status abut_refuse(_at)?\([^;]*\.\.\.\);", "", done.stdout, flags=re.M)


def main(compiler, include, output):
    from cffi import FFI

    ffi = FFI()
    ffi.set_source("abut._ffi", None)
    ffi.cdef(declarations(compiler, include) + "void free(void *p);\n"
             "FILE *open_memstream(char **text, size_t *length);\nint fclose(FILE *f);\n")
    ffi.emit_python_code(output)
    version = re.search('#define ABUT_VERSION "(.*)"', Path(include, "abut/abut.h").read_text())[1]
    with open(output, "a") as made:
        made.write(f'version = "{version}"\n')


if __name__ == "__main__":
    main(*sys.argv[1:])
