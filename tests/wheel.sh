#!/bin/sh
# The wheel with everything inside (bindings/python/wheel.sh): its size, what can be seen of it, beside another HDF5 in a clean virtual environment, and in a
# fresh Debian that holds only Python, NumPy and cffi. Needs root, a mirror of Debian, debootstrap; the fresh system is kept packed.
# usage: wheel.sh FOLDER-OF-THE-WHEEL SOURCE-DIR
set -eu
folder=$(cd "$1" && pwd) root=$(cd "$2" && pwd)
mirror=${ABUT_DEBIAN_MIRROR:-http://deb.debian.org/debian}
suite=$(. /etc/os-release && echo "$VERSION_CODENAME") # the libraries that the wheel was linked with
fail() { echo "FAIL: $*" >&2; exit 1; }

set -- "$folder"/wheelhouse/abut-*.whl
[ $# = 1 ] && [ -f "$1" ] || fail "there is not one wheel in $folder/wheelhouse"
wheel=$1
case $wheel in *-py3-none-manylinux_*) ;; *) fail "$wheel is not for all Pythons and known systems" ;; esac
bytes=$(wc -c <"$wheel")
[ "$bytes" -le 12000000 ] || fail "the wheel has $bytes bytes"
echo "wheel: $(basename "$wheel"), $bytes bytes (12,000,000 at most)"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m zipfile -e "$wheel" "$work/wheel"
library=$work/wheel/abut/libabut_world.so
[ -z "$(nm -D --defined-only "$library" | grep -v ' abut_')" ] || fail "the library shows more than abut_*"
for name in hdf5 blas fftw; do
    [ -z "$(readelf -d "$library" "$work"/wheel/abut.libs/* | grep NEEDED | grep "$name")" ] || fail "it needs $name"
done
for file in "$work"/wheel/abut.libs/*; do # the licence of each
    name=$(basename "$file" | sed 's/-[0-9a-f]*\.so.*//; s/_.*//')
    ls "$work"/wheel/abut/licences | grep -q "^$name" || fail "there is no licence of $name"
done

# ---- a clean virtual environment: five lines, a figure, h5py with an HDF5 of its own before and after ----
cp "$root/examples/13_ball_bearing/model.yaml" "$work"
cat >"$work/bearing.py" <<'PYTHON'
import abut, json, sys
r = abut.Model.load("model.yaml").set("solver.t_end", "20 ms").run()
print(json.dumps({"steps": r.figures["steps"], "Q": [float(r.machine("brg")[f"ball{k}_Q_inner"].max()) for k in range(1, 9)]}))
PYTHON
cat >"$work/figure.py" <<'PYTHON'
import abut, matplotlib; matplotlib.use("Agg")
m = abut.Model.load("model.yaml")
r = m.run(t_end=0.02)
ax = abut.plot.polar_load(r)
ax.figure.savefig("loads.png")
PYTHON
cat >"$work/beside.py" <<'PYTHON'
import sys
if sys.argv[1] == "first":
    import h5py
import abut
r = abut.Model.load("model.yaml").run(t_end=5e-3, out="out_" + sys.argv[1])
import h5py
with h5py.File(r.folder / "results.h5") as f:
    assert abs(f["time"][-1] - 5e-3) < 1e-12, list(f)
h5py.File("own.h5", "w").create_dataset("x", data=[1, 2])
abut.Model.load("model.yaml").run(t_end=5e-3, out="again_" + sys.argv[1])
PYTHON
python3 -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q "$wheel" h5py matplotlib pytest >"$folder/log" 2>&1 || { tail "$folder/log"; fail "the wheel does not install"; }
cd "$work"
inside() { env -u UDUNITS2_XML_PATH -u LD_LIBRARY_PATH "$@"; }
inside venv/bin/python bearing.py >here.json || fail "the bearing"
inside venv/bin/python figure.py && [ -s loads.png ] || fail "the figure"
for order in first later; do inside venv/bin/python beside.py $order || fail "h5py $order"; done
inside env ABUT_SOURCE="$root" venv/bin/python -m pytest -q -p no:cacheprovider "$root/bindings/python" >pytest.log 2>&1 || { tail -40 pytest.log; fail "tests of the package"; }
echo "clean virtual environment: bearing, figure, h5py before and after; $(tail -1 pytest.log)"

# ---- a fresh Debian with Python and NumPy ----
[ -f "$folder/fresh.tar" ] || {
    rm -rf "$folder/fresh"
    debootstrap --variant=minbase "$suite" "$folder/fresh" "$mirror" >"$folder/debootstrap.log" 2>&1 || fail "debootstrap: see $folder/debootstrap.log"
    cp /etc/resolv.conf "$folder/fresh/etc/resolv.conf"
    for file in /etc/apt/apt.conf.d/*proxy*; do [ ! -f "$file" ] || cp "$file" "$folder/fresh/etc/apt/apt.conf.d/"; done
    chroot "$folder/fresh" env LC_ALL=C DEBIAN_FRONTEND=noninteractive sh -c \
        'apt-get update -qq && apt-get install -y -qq --no-install-recommends python3 python3-numpy python3-cffi python3-venv' >>"$folder/debootstrap.log" 2>&1 ||
        fail "Python: see $folder/debootstrap.log"
    tar -C "$folder/fresh" -cf "$folder/fresh.tar" . && rm -rf "$folder/fresh"
}
mkdir system
tar -C system -xf "$folder/fresh.tar"
for name in hdf5 udunits sundials klu nlopt cminpack; do
    [ -z "$(find system -xdev -name "lib$name*")" ] || fail "the fresh system has lib$name"
done
mkdir system/work
cp "$wheel" model.yaml bearing.py system/work
chroot system env LC_ALL=C sh -c 'cd /work && python3 -m venv --system-site-packages venv && venv/bin/python -m pip install -q --no-index --find-links . abut' >"$folder/log" 2>&1 ||
    { tail "$folder/log"; fail "the wheel does not install in a fresh system"; }
chroot system env LC_ALL=C sh -c 'cd /work && venv/bin/python bearing.py' >there.json || fail "the bearing in a fresh system"
cmp here.json there.json || fail "the bearing runs differently in a fresh system"
echo "fresh Debian with Python and NumPy: $(cut -c1-60 there.json)..., the same numbers"
