#!/bin/sh
# The Python package against the libraries of this build: its declarations are made from the headers, its tests run without pytest. Needs
# a Python with NumPy and cffi; `./dev test python` does it in a virtual environment, from the wheel.
# usage: python.sh PATH-OF-ABUT SOURCE-DIR
. "$(dirname "$0")/support/begin.sh"
python=
for candidate in "${ABUT_PYTHON:-python3}" /usr/bin/python3; do
    [ -n "$python" ] || ! "$candidate" -c 'import numpy, cffi, sys; assert sys.version_info >= (3, 9)' 2>/dev/null || python=$candidate
done
[ -n "$python" ] || { echo "there is no Python with numpy and cffi"; exit 77; }
cp -R "$root/bindings/python/src/abut" "$work/abut"
"$python" "$root/bindings/python/tools/make_ffi.py" "${CC:-cc}" "$root/include" "$work/abut/_ffi.py" >"$work/log" ||
    { cat "$work/log"; fail "no declarations"; }
library=$(dirname "$abut")/libabut_world.so
"$python" "$root/bindings/python/tools/make_kinds.py" "$work/abut/_ffi.py" "$library" "$work/abut/kinds.py" || fail "no choices by name"
ABUT_LIBRARY=$library ABUT_EXE=$abut ABUT_SOURCE=$root PYTHONPATH=$work PYTHONDONTWRITEBYTECODE=1 \
    "$python" "$root/bindings/python/tests/run.py" || fail "tests of the Python package"
exit $failures
